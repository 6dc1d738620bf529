// Easing functions (CSS Easing 2).
const LINEAR = (x) => x;

/** A cubic Bézier easing; outside [0, 1] it goes on along its tangents. */
export function cubicBezier(x1, y1, x2, y2) {
  if (x1 === y1 && x2 === y2) return LINEAR;
  const at = (a, b, t) => ((1 - 3 * b + 3 * a) * t + (3 * b - 6 * a)) * t * t + 3 * a * t;
  const slope = (a, b, t) => 3 * (1 - 3 * b + 3 * a) * t * t + 2 * (3 * b - 6 * a) * t + 3 * a;
  const startSlope = x1 > 0 ? y1 / x1 : y1 === 0 && x2 > 0 ? y2 / x2 : x1 === 0 && y1 === 0 && x2 === 0 && y2 === 0 ? 1 : 0;
  const endSlope = x2 < 1 ? (y2 - 1) / (x2 - 1) : y2 === 1 && x1 < 1 ? (y1 - 1) / (x1 - 1) : x2 === 1 && y2 === 1 && x1 === 1 && y1 === 1 ? 1 : 0;
  return (x) => {
    if (x < 0) return startSlope * x;
    if (x > 1) return 1 + endSlope * (x - 1);
    let t = x;
    for (let i = 0; i < 8; i++) {
      const error = at(x1, x2, t) - x;
      if (Math.abs(error) < 1e-7) return at(y1, y2, t);
      const d = slope(x1, x2, t);
      if (Math.abs(d) < 1e-6) break;
      t -= error / d;
    }
    let low = 0;
    let high = 1;
    t = x;
    for (let i = 0; i < 60; i++) {
      const error = at(x1, x2, t) - x;
      if (Math.abs(error) < 1e-7) break;
      if (error > 0) high = t;
      else low = t;
      t = (low + high) / 2;
    }
    return at(y1, y2, t);
  };
}

function steps(count, position) {
  const jumps = position === "jump-both" ? count + 1 : position === "jump-none" ? count - 1 : count;
  return (x, before = false) => {
    let step = Math.floor(x * count);
    if (position === "jump-start" || position === "start" || position === "jump-both") step++;
    if (before && Number.isInteger(x * count)) step--;
    if (x >= 0 && step < 0) step = 0;
    if (x <= 1 && step > jumps) step = jumps;
    return step / jumps;
  };
}

function linear(text) {
  const points = [];
  for (const part of text.split(",")) {
    const words = part.trim().split(/\s+/);
    const value = words.filter((w) => !w.endsWith("%")).map(Number);
    const inputs = words.filter((w) => w.endsWith("%")).map((w) => parseFloat(w) / 100);
    if (value.length !== 1 || Number.isNaN(value[0]) || inputs.length > 2) return null;
    if (inputs.length === 0) points.push({ x: NaN, y: value[0] });
    for (const x of inputs) points.push({ x, y: value[0] });
  }
  if (points.length < 2) return null;
  if (Number.isNaN(points[0].x)) points[0].x = 0;
  if (Number.isNaN(points.at(-1).x)) points.at(-1).x = 1;
  let last = -Infinity;
  for (const point of points) {
    if (Number.isNaN(point.x)) continue;
    last = point.x = Math.max(last, point.x);
  }
  for (let i = 1; i < points.length; i++) {
    if (!Number.isNaN(points[i].x)) continue;
    let j = i;
    while (Number.isNaN(points[j].x)) j++;
    for (let k = i; k < j; k++) points[k].x = points[i - 1].x + ((points[j].x - points[i - 1].x) * (k - i + 1)) / (j - i + 1);
  }
  return (x) => {
    let i = points.findLastIndex((point) => point.x <= x);
    i = Math.max(0, Math.min(i, points.length - 2));
    const a = points[i];
    const b = points[i + 1];
    if (a.x === b.x) return b.y;
    return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
  };
}

const KEYWORDS = {
  linear: [LINEAR, "linear"],
  ease: [cubicBezier(0.25, 0.1, 0.25, 1), "ease"],
  "ease-in": [cubicBezier(0.42, 0, 1, 1), "ease-in"],
  "ease-out": [cubicBezier(0, 0, 0.58, 1), "ease-out"],
  "ease-in-out": [cubicBezier(0.42, 0, 0.58, 1), "ease-in-out"],
  "step-start": [steps(1, "jump-start"), "steps(1, start)"],
  "step-end": [steps(1, "jump-end"), "steps(1)"],
};

/** Parses an easing function: `{ease(x, before), text}`, or null if it is not one. */
export function parseEasing(value) {
  const text = `${value}`.trim().toLowerCase();
  if (Object.hasOwn(KEYWORDS, text)) return { ease: KEYWORDS[text][0], text: KEYWORDS[text][1] };
  const match = /^(cubic-bezier|steps|linear)\((.*)\)$/s.exec(text);
  if (match === null) return null;
  const [, name, body] = match;
  if (name === "linear") {
    const ease = linear(body);
    return ease === null ? null : { ease, text };
  }
  const parts = body.split(",").map((part) => part.trim());
  if (name === "cubic-bezier") {
    const numbers = parts.map((part) => (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/.test(part) ? +part : NaN));
    if (numbers.length !== 4 || numbers.some(Number.isNaN) || numbers[0] < 0 || numbers[0] > 1 || numbers[2] < 0 || numbers[2] > 1) return null;
    return { ease: cubicBezier(...numbers), text: `cubic-bezier(${numbers.join(", ")})` };
  }
  const count = /^\d+$/.test(parts[0]) ? +parts[0] : 0;
  const position = parts[1] ?? "end";
  if (parts.length > 2 || !["start", "end", "jump-start", "jump-end", "jump-none", "jump-both"].includes(position)) return null;
  if (count < (position === "jump-none" ? 2 : 1)) return null;
  const shown = position === "end" || position === "jump-end" ? "" : `, ${position === "jump-start" ? "start" : position}`;
  return { ease: steps(count, position), text: `steps(${count}${shown})` };
}
