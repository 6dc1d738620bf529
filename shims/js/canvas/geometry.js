// Geometry Interfaces Module Level 1: DOMPoint, DOMRect, DOMQuad and DOMMatrix with their read-only halves.
import { finishInterface } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";

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

function isObject(value) {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Web IDL dictionary conversion: undefined and null are empty dictionaries. */
function dictionary(value, what) {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw new TypeError(`${what}: The provided value is not of type 'object'.`);
  return value;
}

const member = (value, fallback) => (value === undefined ? fallback : +value);

// ---------------------------------------------------------------------------------------------------------- points

export class DOMPointReadOnly {
  #x;
  #y;
  #z;
  #w;

  constructor(x = 0, y = 0, z = 0, w = 1) {
    this.#x = +x;
    this.#y = +y;
    this.#z = +z;
    this.#w = +w;
  }

  static fromPoint(other) {
    const p = dictionary(other, "DOMPointReadOnly.fromPoint");
    return new DOMPointReadOnly(member(p.x, 0), member(p.y, 0), member(p.z, 0), member(p.w, 1));
  }

  get x() {
    return this.#x;
  }

  get y() {
    return this.#y;
  }

  get z() {
    return this.#z;
  }

  get w() {
    return this.#w;
  }

  matrixTransform(matrix) {
    return transformPoint(this.#x, this.#y, this.#z, this.#w, toMatrix(matrix));
  }

  toJSON() {
    return { x: this.#x, y: this.#y, z: this.#z, w: this.#w };
  }

  static set(point, key, value) {
    if (key === 0) point.#x = value;
    else if (key === 1) point.#y = value;
    else if (key === 2) point.#z = value;
    else point.#w = value;
  }
}
const setPoint = DOMPointReadOnly.set;
delete DOMPointReadOnly.set;

export class DOMPoint extends DOMPointReadOnly {
  static fromPoint(other) {
    const p = dictionary(other, "DOMPoint.fromPoint");
    return new DOMPoint(member(p.x, 0), member(p.y, 0), member(p.z, 0), member(p.w, 1));
  }

  get x() {
    return super.x;
  }

  set x(value) {
    setPoint(this, 0, +value);
  }

  get y() {
    return super.y;
  }

  set y(value) {
    setPoint(this, 1, +value);
  }

  get z() {
    return super.z;
  }

  set z(value) {
    setPoint(this, 2, +value);
  }

  get w() {
    return super.w;
  }

  set w(value) {
    setPoint(this, 3, +value);
  }
}

// ----------------------------------------------------------------------------------------------------------- rects

export class DOMRectReadOnly {
  #x;
  #y;
  #width;
  #height;

  constructor(x = 0, y = 0, width = 0, height = 0) {
    this.#x = +x;
    this.#y = +y;
    this.#width = +width;
    this.#height = +height;
  }

  static fromRect(other) {
    const r = dictionary(other, "DOMRectReadOnly.fromRect");
    return new DOMRectReadOnly(member(r.x, 0), member(r.y, 0), member(r.width, 0), member(r.height, 0));
  }

  get x() {
    return this.#x;
  }

  get y() {
    return this.#y;
  }

  get width() {
    return this.#width;
  }

  get height() {
    return this.#height;
  }

  get top() {
    return Math.min(this.#y, this.#y + this.#height);
  }

  get right() {
    return Math.max(this.#x, this.#x + this.#width);
  }

  get bottom() {
    return Math.max(this.#y, this.#y + this.#height);
  }

  get left() {
    return Math.min(this.#x, this.#x + this.#width);
  }

  toJSON() {
    return {
      x: this.#x,
      y: this.#y,
      width: this.#width,
      height: this.#height,
      top: this.top,
      right: this.right,
      bottom: this.bottom,
      left: this.left,
    };
  }

  static set(rect, key, value) {
    if (key === 0) rect.#x = value;
    else if (key === 1) rect.#y = value;
    else if (key === 2) rect.#width = value;
    else rect.#height = value;
  }
}
const setRect = DOMRectReadOnly.set;
delete DOMRectReadOnly.set;

export class DOMRect extends DOMRectReadOnly {
  static fromRect(other) {
    const r = dictionary(other, "DOMRect.fromRect");
    return new DOMRect(member(r.x, 0), member(r.y, 0), member(r.width, 0), member(r.height, 0));
  }

  get x() {
    return super.x;
  }

  set x(value) {
    setRect(this, 0, +value);
  }

  get y() {
    return super.y;
  }

  set y(value) {
    setRect(this, 1, +value);
  }

  get width() {
    return super.width;
  }

  set width(value) {
    setRect(this, 2, +value);
  }

  get height() {
    return super.height;
  }

  set height(value) {
    setRect(this, 3, +value);
  }
}

// ------------------------------------------------------------------------------------------------------------ quads

export class DOMQuad {
  #points;

  constructor(p1, p2, p3, p4) {
    this.#points = [p1, p2, p3, p4].map((p) => DOMPoint.fromPoint(p));
  }

  static fromRect(other) {
    const r = dictionary(other, "DOMQuad.fromRect");
    const x = member(r.x, 0);
    const y = member(r.y, 0);
    const right = x + member(r.width, 0);
    const bottom = y + member(r.height, 0);
    return new DOMQuad({ x, y }, { x: right, y }, { x: right, y: bottom }, { x, y: bottom });
  }

  static fromQuad(other) {
    const q = dictionary(other, "DOMQuad.fromQuad");
    return new DOMQuad(q.p1, q.p2, q.p3, q.p4);
  }

  get p1() {
    return this.#points[0];
  }

  get p2() {
    return this.#points[1];
  }

  get p3() {
    return this.#points[2];
  }

  get p4() {
    return this.#points[3];
  }

  getBounds() {
    const xs = this.#points.map((p) => p.x);
    const ys = this.#points.map((p) => p.y);
    const left = Math.min(...xs);
    const top = Math.min(...ys);
    return new DOMRect(left, top, Math.max(...xs) - left, Math.max(...ys) - top);
  }

  toJSON() {
    return { p1: this.p1, p2: this.p2, p3: this.p3, p4: this.p4 };
  }
}

// --------------------------------------------------------------------------------------------------------- matrices
// Elements are kept in column order, m11 m12 m13 m14 m21 …, as the constructor's sequence has them.

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const NAMES = [
  "m11", "m12", "m13", "m14", "m21", "m22", "m23", "m24", "m31", "m32", "m33", "m34", "m41", "m42", "m43", "m44",
];
const SHORT = { a: 0, b: 1, c: 4, d: 5, e: 12, f: 13 };

const from2d = (a, b, c, d, e, f) => [a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, e, f, 0, 1];

/** The product that applies `b` first, then `a` (both in column order). */
function product(a, b) {
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

function product2d(a, b) {
  return from2d(
    a[0] * b[0] + a[4] * b[1],
    a[1] * b[0] + a[5] * b[1],
    a[0] * b[4] + a[4] * b[5],
    a[1] * b[4] + a[5] * b[5],
    a[0] * b[12] + a[4] * b[13] + a[12],
    a[1] * b[12] + a[5] * b[13] + a[13],
  );
}

function inverse2d(m) {
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
function inverse(m) {
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

const translation = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const scaling = (x, y, z) => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];

/** Rotation about an axis by degrees (CSS Transforms 2 §12.2). */
function axisAngle(x, y, z, degrees) {
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

/** Elements and dimension of a DOMMatrixInit, fixed up as the standard says. */
function fromInit(value, what) {
  const init = dictionary(value, what);
  const m = IDENTITY.slice();
  for (const [short, index] of Object.entries(SHORT)) {
    const long = NAMES[index];
    const a = init[short] === undefined ? undefined : +init[short];
    const b = init[long] === undefined ? undefined : +init[long];
    if (a !== undefined && b !== undefined && !(a === b || (a !== a && b !== b))) {
      throw new TypeError(`${what}: The '${short}' property should equal the '${long}' property.`);
    }
    m[index] = a ?? b ?? m[index];
  }
  let threeD = false;
  for (let i = 0; i < 16; i++) {
    if (i === 0 || i === 1 || i === 4 || i === 5 || i === 12 || i === 13) continue;
    const v = init[NAMES[i]];
    if (v === undefined) continue;
    m[i] = +v;
    if (m[i] !== IDENTITY[i]) threeD = true;
  }
  if (init.is2D !== undefined) {
    if (init.is2D && threeD) {
      throw new TypeError(`${what}: The is2D member is set to true but the input matrix is a 3d matrix.`);
    }
    return [m, Boolean(init.is2D)];
  }
  return [m, !threeD];
}

const LENGTHS = { px: 1, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54, q: 2.4 / 2.54, pt: 96 / 72, pc: 16 };
const ANGLES = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 };
const FUNCTION = /^([a-z0-9]+)\(([^()]*)\)\s*/i;
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i;

/** A CSS `<transform-list>` without relative lengths → elements and dimension, or null. */
function parseTransform(text) {
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

export class DOMMatrixReadOnly {
  #m = IDENTITY;
  #is2D = true;

  constructor(init) {
    const what = `Failed to construct '${new.target === DOMMatrix ? "DOMMatrix" : "DOMMatrixReadOnly"}'`;
    if (init === undefined) {
      this.#m = IDENTITY.slice();
    } else if (isObject(init) && typeof init[Symbol.iterator] === "function") {
      const m = Array.from(init, Number);
      if (m.length === 6) {
        this.#m = from2d(...m);
      } else if (m.length === 16) {
        this.#m = m;
        this.#is2D = false;
      } else {
        throw new TypeError(
          `${what}: The sequence must contain 6 elements for a 2D matrix or 16 elements for a 3D matrix.`,
        );
      }
    } else {
      const parsed = parseTransform(`${init}`);
      if (parsed === null) fail("SyntaxError", `${what}: Failed to parse '${init}'.`);
      [this.#m, this.#is2D] = parsed;
    }
  }

  static fromMatrix(other) {
    return make(DOMMatrixReadOnly, ...fromInit(other, "DOMMatrixReadOnly.fromMatrix"));
  }

  static fromFloat32Array(array) {
    if (!(array instanceof Float32Array)) throw new TypeError("DOMMatrixReadOnly.fromFloat32Array: not a Float32Array");
    return new DOMMatrixReadOnly(array);
  }

  static fromFloat64Array(array) {
    if (!(array instanceof Float64Array)) throw new TypeError("DOMMatrixReadOnly.fromFloat64Array: not a Float64Array");
    return new DOMMatrixReadOnly(array);
  }

  get is2D() {
    return this.#is2D;
  }

  get isIdentity() {
    return this.#m.every((value, i) => value === IDENTITY[i]);
  }

  translate(x = 0, y = 0, z = 0) {
    return copy(this).translateSelf(x, y, z);
  }

  scale(sx = 1, sy = sx, sz = 1, ox = 0, oy = 0, oz = 0) {
    return copy(this).scaleSelf(sx, sy, sz, ox, oy, oz);
  }

  scaleNonUniform(sx = 1, sy = 1) {
    return copy(this).scaleSelf(sx, sy, 1, 0, 0, 0);
  }

  scale3d(scale = 1, ox = 0, oy = 0, oz = 0) {
    return copy(this).scale3dSelf(scale, ox, oy, oz);
  }

  rotate(x = 0, y = undefined, z = undefined) {
    return copy(this).rotateSelf(x, y, z);
  }

  rotateFromVector(x = 0, y = 0) {
    return copy(this).rotateFromVectorSelf(x, y);
  }

  rotateAxisAngle(x = 0, y = 0, z = 0, angle = 0) {
    return copy(this).rotateAxisAngleSelf(x, y, z, angle);
  }

  skewX(sx = 0) {
    return copy(this).skewXSelf(sx);
  }

  skewY(sy = 0) {
    return copy(this).skewYSelf(sy);
  }

  multiply(other) {
    return copy(this).multiplySelf(other);
  }

  flipX() {
    const m = copy(this);
    apply(m, from2d(-1, 0, 0, 1, 0, 0), true);
    return m;
  }

  flipY() {
    const m = copy(this);
    apply(m, from2d(1, 0, 0, -1, 0, 0), true);
    return m;
  }

  inverse() {
    return copy(this).invertSelf();
  }

  transformPoint(point) {
    const p = dictionary(point, "DOMMatrixReadOnly.transformPoint");
    return transformPoint(member(p.x, 0), member(p.y, 0), member(p.z, 0), member(p.w, 1), this);
  }

  toFloat32Array() {
    return new Float32Array(this.#m);
  }

  toFloat64Array() {
    return new Float64Array(this.#m);
  }

  toString() {
    const m = this.#m;
    if (!m.every(Number.isFinite)) {
      fail("InvalidStateError", "DOMMatrix cannot be serialized with NaN or Infinity values.");
    }
    if (this.#is2D) return `matrix(${[m[0], m[1], m[4], m[5], m[12], m[13]].join(", ")})`;
    return `matrix3d(${m.join(", ")})`;
  }

  toJSON() {
    const out = {};
    for (const [name, index] of Object.entries(SHORT)) out[name] = this.#m[index];
    NAMES.forEach((name, index) => {
      out[name] = this.#m[index];
    });
    out.is2D = this.#is2D;
    out.isIdentity = this.isIdentity;
    return out;
  }

  static access = {
    elements: (matrix) => matrix.#m,
    is2D: (matrix) => matrix.#is2D,
    set(matrix, m, is2D) {
      matrix.#m = m;
      matrix.#is2D = is2D;
    },
    has: (value) => isObject(value) && #m in value,
  };
}
const access = DOMMatrixReadOnly.access;
delete DOMMatrixReadOnly.access;

export class DOMMatrix extends DOMMatrixReadOnly {
  static fromMatrix(other) {
    return make(DOMMatrix, ...fromInit(other, "DOMMatrix.fromMatrix"));
  }

  static fromFloat32Array(array) {
    if (!(array instanceof Float32Array)) throw new TypeError("DOMMatrix.fromFloat32Array: not a Float32Array");
    return new DOMMatrix(array);
  }

  static fromFloat64Array(array) {
    if (!(array instanceof Float64Array)) throw new TypeError("DOMMatrix.fromFloat64Array: not a Float64Array");
    return new DOMMatrix(array);
  }

  multiplySelf(other) {
    const b = toMatrix(other);
    apply(this, access.elements(b), access.is2D(b));
    return this;
  }

  preMultiplySelf(other) {
    const b = toMatrix(other);
    const both = access.is2D(this) && access.is2D(b);
    access.set(this, (both ? product2d : product)(access.elements(b), access.elements(this)), both);
    return this;
  }

  translateSelf(x = 0, y = 0, z = 0) {
    apply(this, translation(+x, +y, +z), +z === 0);
    return this;
  }

  scaleSelf(sx = 1, sy = sx, sz = 1, ox = 0, oy = 0, oz = 0) {
    [sx, sy, sz, ox, oy, oz] = [+sx, +sy, +sz, +ox, +oy, +oz];
    const flat = sz === 1 && oz === 0;
    if (ox !== 0 || oy !== 0 || oz !== 0) apply(this, translation(ox, oy, oz), flat);
    apply(this, scaling(sx, sy, sz), flat);
    if (ox !== 0 || oy !== 0 || oz !== 0) apply(this, translation(-ox, -oy, -oz), flat);
    return this;
  }

  scale3dSelf(scale = 1, ox = 0, oy = 0, oz = 0) {
    return this.scaleSelf(scale, scale, scale, ox, oy, oz);
  }

  rotateSelf(x = 0, y = undefined, z = undefined) {
    x = +x;
    if (y === undefined && z === undefined) {
      z = x;
      x = 0;
      y = 0;
    } else {
      y = member(y, 0);
      z = member(z, 0);
    }
    const flat = x === 0 && y === 0;
    apply(this, axisAngle(0, 0, 1, z), flat);
    if (y !== 0) apply(this, axisAngle(0, 1, 0, y), false);
    if (x !== 0) apply(this, axisAngle(1, 0, 0, x), false);
    return this;
  }

  rotateFromVectorSelf(x = 0, y = 0) {
    apply(this, axisAngle(0, 0, 1, Math.atan2(+y, +x) / RAD), true);
    return this;
  }

  rotateAxisAngleSelf(x = 0, y = 0, z = 0, angle = 0) {
    apply(this, axisAngle(+x, +y, +z, +angle), +x === 0 && +y === 0);
    return this;
  }

  skewXSelf(sx = 0) {
    apply(this, from2d(1, 0, tan(+sx * RAD), 1, 0, 0), true);
    return this;
  }

  skewYSelf(sy = 0) {
    apply(this, from2d(1, tan(+sy * RAD), 0, 1, 0, 0), true);
    return this;
  }

  invertSelf() {
    const is2D = access.is2D(this);
    const inverted = (is2D ? inverse2d : inverse)(access.elements(this));
    if (inverted === null) access.set(this, new Array(16).fill(NaN), false);
    else access.set(this, inverted, is2D);
    return this;
  }

  setMatrixValue(text) {
    const parsed = parseTransform(`${text}`);
    if (parsed === null) fail("SyntaxError", `Failed to execute 'setMatrixValue' on 'DOMMatrix': Failed to parse '${text}'.`);
    access.set(this, ...parsed);
    return this;
  }
}

function apply(matrix, elements, is2D) {
  const both = access.is2D(matrix) && is2D;
  access.set(matrix, (both ? product2d : product)(access.elements(matrix), elements), both);
}

function make(Class, elements, is2D) {
  const matrix = new Class();
  access.set(matrix, elements, is2D);
  return matrix;
}

function copy(matrix) {
  return make(DOMMatrix, access.elements(matrix).slice(), access.is2D(matrix));
}

function toMatrix(value) {
  if (access.has(value)) return value;
  return make(DOMMatrixReadOnly, ...fromInit(value, "DOMMatrixInit"));
}

function transformPoint(x, y, z, w, matrix) {
  const m = access.elements(matrix);
  return new DOMPoint(
    m[0] * x + m[4] * y + m[8] * z + m[12] * w,
    m[1] * x + m[5] * y + m[9] * z + m[13] * w,
    m[2] * x + m[6] * y + m[10] * z + m[14] * w,
    m[3] * x + m[7] * y + m[11] * z + m[15] * w,
  );
}

// Element attributes: read-only on DOMMatrixReadOnly, writable on DOMMatrix.
for (const [name, index] of [...Object.entries(SHORT), ...NAMES.map((name, index) => [name, index])]) {
  const flat = name.length === 1 || index === 0 || index === 1 || index === 4 || index === 5 || index === 12 || index === 13;
  const get = {
    get [name]() {
      return access.elements(this)[index];
    },
  };
  Object.defineProperty(DOMMatrixReadOnly.prototype, name, Object.getOwnPropertyDescriptor(get, name));
  const both = {
    get [name]() {
      return access.elements(this)[index];
    },
    set [name](value) {
      const number = +value;
      access.elements(this)[index] = number;
      if (!flat && number !== IDENTITY[index]) access.set(this, access.elements(this), false);
    },
  };
  Object.defineProperty(DOMMatrix.prototype, name, Object.getOwnPropertyDescriptor(both, name));
}

/**
 * The 2D transform `[a, b, c, d, e, f]` of a DOMMatrix2DInit argument, or of any DOMMatrix.
 * Throws a TypeError where members contradict each other.
 */
export function matrix2d(value, what) {
  if (access.has(value)) {
    const m = access.elements(value);
    return [m[0], m[1], m[4], m[5], m[12], m[13]];
  }
  const init = dictionary(value, what);
  return Object.entries(SHORT).map(([short, index]) => {
    const long = NAMES[index];
    const a = init[short] === undefined ? undefined : +init[short];
    const b = init[long] === undefined ? undefined : +init[long];
    if (a !== undefined && b !== undefined && !(a === b || (a !== a && b !== b))) {
      throw new TypeError(`${what}: The '${short}' property should equal the '${long}' property.`);
    }
    return a ?? b ?? IDENTITY[index];
  });
}

/** A DOMMatrix with a 2D transform. */
export function matrixOf(a, b, c, d, e, f) {
  return make(DOMMatrix, from2d(a, b, c, d, e, f), true);
}

for (const cls of [DOMPointReadOnly, DOMPoint, DOMRectReadOnly, DOMRect, DOMQuad, DOMMatrixReadOnly, DOMMatrix]) {
  finishInterface(cls);
}

export const globals = {
  DOMPointReadOnly,
  DOMPoint,
  DOMRectReadOnly,
  DOMRect,
  DOMQuad,
  DOMMatrixReadOnly,
  DOMMatrix,
  WebKitCSSMatrix: DOMMatrix,
};
