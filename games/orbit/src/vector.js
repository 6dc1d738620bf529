// Vectors of the plane, as plain pairs.
export const add = ([ax, ay], [bx, by]) => [ax + bx, ay + by];
export const sub = ([ax, ay], [bx, by]) => [ax - bx, ay - by];
export const scale = ([x, y], by) => [x * by, y * by];
export const length = ([x, y]) => Math.hypot(x, y);
export default { add, sub, scale, length };
