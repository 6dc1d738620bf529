// Geometry Interfaces Module Level 1: points, rectangles and quadrilaterals.
import { finishInterface } from "ext:oracade/internal.js";
import { toMatrix, transformPoint } from "ext:oracade/canvas/matrix.js";

export function isObject(value) {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Web IDL dictionary conversion: undefined and null are empty dictionaries. */
export function dictionary(value, what) {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw new TypeError(`${what}: The provided value is not of type 'object'.`);
  return value;
}

export const member = (value, fallback) => (value === undefined ? fallback : +value);

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

for (const cls of [DOMPointReadOnly, DOMPoint, DOMRectReadOnly, DOMRect, DOMQuad]) finishInterface(cls);
