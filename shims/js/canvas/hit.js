// Paths as arguments, and hit testing of paths in 2D contexts (HTML § 4.12.5.1.11).
import { ops } from "ext:oracade/internal.js";
import { pathOf } from "ext:oracade/canvas/path2d.js";
import { need } from "ext:oracade/platform/idl.js";

const { isFinite } = Number;

export function path2d(name, value, method) {
  const path = pathOf(value);
  if (path === undefined) {
    throw new TypeError(`Failed to execute '${method}' on '${name}': parameter 1 is not of type 'Path2D'.`);
}
  return path;
}

/** The arguments `(fillRule)` and `(path, fillRule)`: the Path2D's words or undefined, and 1 for even-odd. */
export function pathAndRule(name, first, second, method) {
  const path = pathOf(first);
  const rule = path === undefined ? first : second;
  if (rule === undefined || rule === "nonzero") return [path, 0];
  if (`${rule}` === "evenodd") return [path, 1];
  if (`${rule}` === "nonzero") return [path, 0];
  throw new TypeError(
    `Failed to execute '${method}' on '${name}': The provided value '${rule}' is not a valid enum value of type CanvasFillRule.`,
  );
}

/** Adds the methods to a class; `access` reaches its private parts. */
export function hitMethods(cls, access) {
  const { name } = cls;
  const members = {
    isPointInPath(...args) {
      const path = pathOf(args[0]);
      if (path !== undefined) args.shift();
      need(2, args.length, "isPointInPath", name);
      const [, rule] = pathAndRule(name, args[2], undefined, "isPointInPath");
      const x = +args[0];
      const y = +args[1];
      if (!isFinite(x) || !isFinite(y) || !access.invertible(this)) return false;
      const s = access.state(this);
      const matrix = new Float64Array(path === undefined ? [1, 0, 0, 1, 0, 0] : [s.a, s.b, s.c, s.d, s.e, s.f]);
      return ops.op_canvas_point_in_path((path ?? access.path(this)).bytes(), new Uint8Array(matrix.buffer), x, y, rule === 1);
    },

    isPointInStroke(...args) {
      const path = pathOf(args[0]);
      if (path !== undefined) args.shift();
      need(2, args.length, "isPointInStroke", name);
      const x = +args[0];
      const y = +args[1];
      if (!isFinite(x) || !isFinite(y) || !access.invertible(this)) return false;
      const s = access.state(this);
      const current = [s.a, s.b, s.c, s.d, s.e, s.f];
      const numbers = new Float64Array([
        ...(path === undefined ? [1, 0, 0, 1, 0, 0] : current),
        ...current,
        s.lineWidth,
        s.lineCap,
        s.lineJoin,
        s.miterLimit,
        s.dashOffset,
        ...s.dash,
      ]);
      return ops.op_canvas_point_in_stroke((path ?? access.path(this)).bytes(), new Uint8Array(numbers.buffer), x, y);
    },
  };
  Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(members));
}
