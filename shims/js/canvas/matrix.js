// Geometry Interfaces Module Level 1: DOMMatrix and DOMMatrixReadOnly.
import { finishInterface } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { dictionary, DOMPoint, isObject, member } from "ext:oracade/canvas/points.js";
import {
  axisAngle, from2d, IDENTITY, inverse, inverse2d, NAMES, parseTransform, product, product2d, scaling, SHORT, translation,
} from "ext:oracade/canvas/matrix_math.js";

const RAD = Math.PI / 180;
const { atan2, tan } = Math;

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
    apply(this, axisAngle(0, 0, 1, atan2(+y, +x) / RAD), true);
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

/** The matrix of a DOMMatrixInit argument. */
export function toMatrix(value) {
  if (access.has(value)) return value;
  return make(DOMMatrixReadOnly, ...fromInit(value, "DOMMatrixInit"));
}

/** A point under a matrix. */
export function transformPoint(x, y, z, w, matrix) {
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
export function matrix2d(value, what, type = "DOMMatrix2DInit") {
  if (access.has(value)) {
    const m = access.elements(value);
    return [m[0], m[1], m[4], m[5], m[12], m[13]];
  }
  if (value !== undefined && value !== null && typeof value !== "object" && typeof value !== "function") {
    throw new TypeError(`${what}: The provided value is not of type '${type}'.`);
  }
  const init = value ?? {};
  return Object.entries(SHORT).map(([short, index]) => {
    const long = NAMES[index];
    const a = init[short] === undefined ? undefined : +init[short];
    const b = init[long] === undefined ? undefined : +init[long];
    if (a !== undefined && b !== undefined && !(a === b || (a !== a && b !== b))) {
      throw new TypeError(`${what}: Property mismatch on matrix initialization.`);
    }
    return a ?? b ?? IDENTITY[index];
  });
}

/** A DOMMatrix with a 2D transform. */
export function matrixOf(a, b, c, d, e, f) {
  return make(DOMMatrix, from2d(a, b, c, d, e, f), true);
}

for (const cls of [DOMMatrixReadOnly, DOMMatrix]) finishInterface(cls);
