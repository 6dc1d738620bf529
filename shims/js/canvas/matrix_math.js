// Arithmetic of 4×4 matrices and the CSS transform list. Elements are kept in column order, m11 m12 m13 m14 m21 …

const RAD = Math.PI / 180;
const sin = Math.sin;
const cos = Math.cos;
const tan = Math.tan;

/** Sine and cosine of degrees, exact at multiples of 90 so that quarter turns keep integers. */
function sinCosDegrees(degrees) {
  switch (((degrees % 360) + 360) % 360) {
    case 0: return [0, 1];
    case 90: return [1, 0];
    case 180: return [0, -1];
    case 270: return [-1, 0];
    default: return [sin(degrees * RAD), cos(degrees * RAD)];
  }
}

export const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
export const NAMES = [
  "m11", "m12", "m13", "m14", "m21", "m22", "m23", "m24", "m31", "m32", "m33", "m34", "m41", "m42", "m43", "m44",
];
export const SHORT = { a: 0, b: 1, c: 4, d: 5, e: 12, f: 13 };

export const from2d = (a, b, c, d, e, f) => [a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, e, f, 0, 1];

/** The product that applies `b` first, then `a` (both in column order). */
export function product(a, b) {
  const out = new Array(16);
  for (let col = 0; col < 4; col++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[k * 4 + row] * b[col * 4 + k];
      out[col * 4 + row] = sum;
    }
  }
  return out;
}

export function product2d(a, b) {
  return from2d(
    a[0] * b[0] + a[4] * b[1],
    a[1] * b[0] + a[5] * b[1],
    a[0] * b[4] + a[4] * b[5],
    a[1] * b[4] + a[5] * b[5],
    a[0] * b[12] + a[4] * b[13] + a[12],
    a[1] * b[12] + a[5] * b[13] + a[13],
  );
}

export function inverse2d(m) {
  const det = m[0] * m[5] - m[1] * m[4];
  if (det === 0 || !Number.isFinite(det)) return null;
  return from2d(
    m[5] / det,
    -m[1] / det,
    -m[4] / det,
    m[0] / det,
    (m[4] * m[13] - m[5] * m[12]) / det,
    (m[1] * m[12] - m[0] * m[13]) / det,
  );
}

/** Inverse by cofactors of 2×2 blocks; null if the matrix is singular. */
export function inverse(m) {
  const s0 = m[0] * m[5] - m[1] * m[4];
  const s1 = m[0] * m[6] - m[2] * m[4];
  const s2 = m[0] * m[7] - m[3] * m[4];
  const s3 = m[1] * m[6] - m[2] * m[5];
  const s4 = m[1] * m[7] - m[3] * m[5];
  const s5 = m[2] * m[7] - m[3] * m[6];
  const c5 = m[10] * m[15] - m[11] * m[14];
  const c4 = m[9] * m[15] - m[11] * m[13];
  const c3 = m[9] * m[14] - m[10] * m[13];
  const c2 = m[8] * m[15] - m[11] * m[12];
  const c1 = m[8] * m[14] - m[10] * m[12];
  const c0 = m[8] * m[13] - m[9] * m[12];
  const det = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0;
  if (det === 0 || !Number.isFinite(det)) return null;
  const k = 1 / det;
  return [
    (m[5] * c5 - m[6] * c4 + m[7] * c3) * k,
    (-m[1] * c5 + m[2] * c4 - m[3] * c3) * k,
    (m[13] * s5 - m[14] * s4 + m[15] * s3) * k,
    (-m[9] * s5 + m[10] * s4 - m[11] * s3) * k,
    (-m[4] * c5 + m[6] * c2 - m[7] * c1) * k,
    (m[0] * c5 - m[2] * c2 + m[3] * c1) * k,
    (-m[12] * s5 + m[14] * s2 - m[15] * s1) * k,
    (m[8] * s5 - m[10] * s2 + m[11] * s1) * k,
    (m[4] * c4 - m[5] * c2 + m[7] * c0) * k,
    (-m[0] * c4 + m[1] * c2 - m[3] * c0) * k,
    (m[12] * s4 - m[13] * s2 + m[15] * s0) * k,
    (-m[8] * s4 + m[9] * s2 - m[11] * s0) * k,
    (-m[4] * c3 + m[5] * c1 - m[6] * c0) * k,
    (m[0] * c3 - m[1] * c1 + m[2] * c0) * k,
    (-m[12] * s3 + m[13] * s1 - m[14] * s0) * k,
    (m[8] * s3 - m[9] * s1 + m[10] * s0) * k,
  ];
}

export const translation = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
export const scaling = (x, y, z) => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];

/** Rotation about an axis by degrees (CSS Transforms 2 §12.2). */
export function axisAngle(x, y, z, degrees) {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) return IDENTITY.slice();
  x /= length;
  y /= length;
  z /= length;
  const [s, c] = sinCosDegrees(degrees);
  const t = 1 - c;
  return [
    t * x * x + c, t * x * y + s * z, t * x * z - s * y, 0,
    t * x * y - s * z, t * y * y + c, t * y * z + s * x, 0,
    t * x * z + s * y, t * y * z - s * x, t * z * z + c, 0,
    0, 0, 0, 1,
  ];
}

const LENGTHS = { px: 1, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54, q: 2.4 / 2.54, pt: 96 / 72, pc: 16 };
const ANGLES = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 };
const FUNCTION = /^([a-z0-9]+)\(([^()]*)\)\s*/i;
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i;

/** A CSS `<transform-list>` without relative lengths → elements and dimension, or null. */
export function parseTransform(text) {
  let rest = text.trim();
  let m = IDENTITY.slice();
  let is2D = true;
  if (rest === "" || rest.toLowerCase() === "none") return [m, true];
  while (rest !== "") {
    const match = FUNCTION.exec(rest);
    if (match === null) return null;
    rest = rest.slice(match[0].length);
    const name = match[1].toLowerCase();
    const args = match[2].split(",").map((s) => NUMBER.exec(s.trim()));
    if (args.includes(null)) return null;
    const count = args.length;
    let bad = false;
    const number = (i) => {
      if (args[i][2] !== "") bad = true;
      return +args[i][1];
    };
    const length = (i) => {
      const unit = args[i][2].toLowerCase();
      const value = +args[i][1];
      if (unit === "") {
        if (value !== 0) bad = true;
        return 0;
      }
      if (LENGTHS[unit] === undefined) bad = true;
      return value * LENGTHS[unit];
    };
    const angle = (i) => {
      const unit = args[i][2].toLowerCase();
      const value = +args[i][1];
      if (unit === "") {
        if (value !== 0) bad = true;
        return 0;
      }
      if (ANGLES[unit] === undefined) bad = true;
      return value * ANGLES[unit];
    };
    const want = (...counts) => {
      if (!counts.includes(count)) bad = true;
      return !bad;
    };
    let next = null;
    switch (name) {
      case "matrix":
        if (want(6)) next = from2d(number(0), number(1), number(2), number(3), number(4), number(5));
        break;
      case "matrix3d":
        if (want(16)) {
          next = args.map((_, i) => number(i));
          is2D = false;
        }
        break;
      case "translate":
        if (want(1, 2)) next = translation(length(0), count > 1 ? length(1) : 0, 0);
        break;
      case "translatex":
        if (want(1)) next = translation(length(0), 0, 0);
        break;
      case "translatey":
        if (want(1)) next = translation(0, length(0), 0);
        break;
      case "translatez":
        if (want(1)) {
          next = translation(0, 0, length(0));
          is2D = false;
        }
        break;
      case "translate3d":
        if (want(3)) {
          next = translation(length(0), length(1), length(2));
          is2D = false;
        }
        break;
      case "scale":
        if (want(1, 2)) next = scaling(number(0), count > 1 ? number(1) : number(0), 1);
        break;
      case "scalex":
        if (want(1)) next = scaling(number(0), 1, 1);
        break;
      case "scaley":
        if (want(1)) next = scaling(1, number(0), 1);
        break;
      case "scalez":
        if (want(1)) {
          next = scaling(1, 1, number(0));
          is2D = false;
        }
        break;
      case "scale3d":
        if (want(3)) {
          next = scaling(number(0), number(1), number(2));
          is2D = false;
        }
        break;
      case "rotate":
        if (want(1)) next = axisAngle(0, 0, 1, angle(0));
        break;
      case "rotatex":
      case "rotatey":
      case "rotatez":
        if (want(1)) {
          next = axisAngle(+(name === "rotatex"), +(name === "rotatey"), +(name === "rotatez"), angle(0));
          is2D = false;
        }
        break;
      case "rotate3d":
        if (want(4)) {
          next = axisAngle(number(0), number(1), number(2), angle(3));
          is2D = false;
        }
        break;
      case "skew":
        if (want(1, 2)) next = from2d(1, count > 1 ? tan(angle(1) * RAD) : 0, tan(angle(0) * RAD), 1, 0, 0);
        break;
      case "skewx":
        if (want(1)) next = from2d(1, 0, tan(angle(0) * RAD), 1, 0, 0);
        break;
      case "skewy":
        if (want(1)) next = from2d(1, tan(angle(0) * RAD), 0, 1, 0, 0);
        break;
      case "perspective":
        if (want(1)) {
          const depth = length(0);
          next = IDENTITY.slice();
          next[11] = -1 / Math.max(depth, 1);
          is2D = false;
        }
        break;
      default:
        return null;
    }
    if (bad || next === null) return null;
    m = product(m, next);
  }
  return [m, is2D];
}
