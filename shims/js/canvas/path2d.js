// Paths: the recording of segments shared by contexts and Path2D (HTML § 4.12.5.1.6). Segments are numbers, see
// runtime/canvas/src/path.rs.
import { finishInterface, ops } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { matrix2d } from "ext:oracade/canvas/matrix.js";
import { need } from "ext:oracade/platform/idl.js";

export const VERB = {
  MOVE: 0,
  LINE: 1,
  QUADRATIC: 2,
  BEZIER: 3,
  CLOSE: 4,
  ELLIPSE: 5,
  RECT: 6,
  ROUND_RECT: 7,
  ARC_TO: 8,
  TRANSFORM: 9,
  BREAK: 10,
};

const ARGUMENTS = [2, 2, 4, 6, 0, 8, 4, 12, 5, 6, 0];
/** Most numbers of one path: 64 MiB. */
const LIMIT = 1 << 23;

export class PathWords {
  constructor() {
    this.words = new Float64Array(32);
    this.n = 0;
  }

  /** Makes room for one segment. */
  room(count) {
    if (this.n + count > this.words.length) {
      if (this.words.length >= LIMIT) throw new RangeError("Array buffer allocation failed");
      const words = new Float64Array(this.words.length * 2 + count);
      words.set(this.words);
      this.words = words;
    }
  }

  clear() {
    this.n = 0;
  }

  close() {
    this.room(1);
    this.words[this.n++] = VERB.CLOSE;
  }

  // Written out for each count: a list of the arguments would cost more than the recording.

  two(verb, a, b) {
    this.room(3);
    const { words, n } = this;
    words[n] = verb;
    words[n + 1] = a;
    words[n + 2] = b;
    this.n = n + 3;
  }

  four(verb, a, b, c, d) {
    this.room(5);
    const { words, n } = this;
    words[n] = verb;
    words[n + 1] = a;
    words[n + 2] = b;
    words[n + 3] = c;
    words[n + 4] = d;
    this.n = n + 5;
  }

  six(verb, a, b, c, d, e, f) {
    this.room(7);
    const { words, n } = this;
    words[n] = verb;
    words[n + 1] = a;
    words[n + 2] = b;
    words[n + 3] = c;
    words[n + 4] = d;
    words[n + 5] = e;
    words[n + 6] = f;
    this.n = n + 7;
  }

  /** A corner is one number where all are alike, which is what nearly all pages ask for, or a list of eight. */
  roundRect(x, y, w, h, corners) {
    this.room(13);
    const { words, n } = this;
    words[n] = VERB.ROUND_RECT;
    words[n + 1] = x;
    words[n + 2] = y;
    words[n + 3] = w;
    words[n + 4] = h;
    const alike = typeof corners === "number";
    for (let i = 0; i < 8; i++) words[n + 5 + i] = alike ? corners : corners[i];
    this.n = n + 13;
  }

  ellipse(x, y, radiusX, radiusY, rotation, startAngle, endAngle, counterclockwise) {
    this.room(9);
    const { words, n } = this;
    words[n] = VERB.ELLIPSE;
    words[n + 1] = x;
    words[n + 2] = y;
    words[n + 3] = radiusX;
    words[n + 4] = radiusY;
    words[n + 5] = rotation;
    words[n + 6] = startAngle;
    words[n + 7] = endAngle;
    words[n + 8] = counterclockwise ? 1 : 0;
    this.n = n + 9;
  }

  many(verb, ...numbers) {
    this.room(1 + numbers.length);
    let { n } = this;
    this.words[n++] = verb;
    for (let i = 0; i < numbers.length; i++) this.words[n++] = numbers[i];
    this.n = n;
  }

  view() {
    return this.words.subarray(0, this.n);
  }

  /** The numbers as bytes, for ops. */
  bytes() {
    return new Uint8Array(this.words.buffer, 0, this.n * 8);
  }

  /** Adds another path under a transform `[a, b, c, d, e, f]`. */
  append(other, m) {
    this.many(VERB.BREAK);
    this.many(VERB.TRANSFORM, ...m);
    const { words, n } = other;
    for (let i = 0; i < n;) {
      const count = ARGUMENTS[words[i]];
      this.room(count + 1);
      if (words[i] === VERB.TRANSFORM) {
        const [a, b, c, d, e, f] = m;
        const [g, h, k, l, p, q] = words.subarray(i + 1, i + 7);
        this.many(VERB.TRANSFORM, a * g + c * h, b * g + d * h, a * k + c * l, b * k + d * l, a * p + c * q + e, b * p + d * q + f);
      } else {
        this.words.set(words.subarray(i, i + count + 1), this.n);
        this.n += count + 1;
      }
      i += count + 1;
    }
    this.many(VERB.TRANSFORM, 1, 0, 0, 1, 0, 0);
  }
}

const finite = (sum) => sum - sum === 0;

/** The radius of all corners, where it is given as a number: scaled down so that neighbours fit. Null if it is not finite. */
function oneRadius(radius, w, h, where) {
  if (!finite(radius)) return null;
  if (radius < 0) throw new RangeError(`${where}: Radius value ${radius} is negative.`);
  const scale = Math.min(Math.abs(w) / (radius + radius), Math.abs(h) / (radius + radius));
  // Without radii the quotients are infinite or NaN.
  return scale < 1 ? radius * scale : radius;
}

/**
 * Radii of roundRect's argument: one number for all corners, or eight, x and y per corner from the upper left on; null if one is not
 * finite.
 */
function cornerRadii(radii, w, h, where) {
  if (typeof radii === "number") return oneRadius(radii, w, h, where);
  const list = typeof radii === "object" && radii !== null && typeof radii[Symbol.iterator] === "function" ? [...radii] : [radii];
  if (list.length < 1 || list.length > 4) {
    throw new RangeError(`${where}: ${list.length} radii provided. Between one and four radii are necessary.`);
  }
  const points = list.map((radius) => {
    if (typeof radius === "object" && radius !== null) {
      return [radius.x === undefined ? 0 : +radius.x, radius.y === undefined ? 0 : +radius.y];
    }
    return [+radius, +radius];
  });
  for (const [x, y] of points) {
    if (!finite(x + y)) return null;
    if (x < 0 || y < 0) throw new RangeError(`${where}: Radius value ${x < 0 ? x : y} is negative.`);
  }
  const at = [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 1], [0, 1, 2, 3]][points.length - 1];
  const [ul, ur, lr, ll] = at.map((index) => points[index]);
  const scale = Math.min(
    1,
    Math.abs(w) / (ul[0] + ur[0]),
    Math.abs(h) / (ur[1] + lr[1]),
    Math.abs(w) / (lr[0] + ll[0]),
    Math.abs(h) / (ul[1] + ll[1]),
  );
  // Without radii the quotients are infinite or NaN.
  const k = scale < 1 ? scale : 1;
  return [...ul, ...ur, ...lr, ...ll].map((v) => v * k);
}

/**
 * Adds the path methods to a class. `wordsOf(object)` gives its PathWords, ready for a segment.
 */
export function pathMethods(cls, wordsOf) {
  const name = cls.name;
  const roundRect = `Failed to execute 'roundRect' on '${name}'`;
  const methods = {
    closePath() {
      const path = wordsOf(this);
      if (path.n > 0) path.close();
    },
    moveTo(x, y) {
      if (arguments.length < 2) need(2, arguments.length, "moveTo", name);
      x = +x;
      y = +y;
      if (finite(x + y)) wordsOf(this).two(VERB.MOVE, x, y);
    },
    lineTo(x, y) {
      if (arguments.length < 2) need(2, arguments.length, "lineTo", name);
      x = +x;
      y = +y;
      if (finite(x + y)) wordsOf(this).two(VERB.LINE, x, y);
    },
    quadraticCurveTo(cpx, cpy, x, y) {
      if (arguments.length < 4) need(4, arguments.length, "quadraticCurveTo", name);
      cpx = +cpx;
      cpy = +cpy;
      x = +x;
      y = +y;
      if (finite(cpx + cpy + x + y)) wordsOf(this).four(VERB.QUADRATIC, cpx, cpy, x, y);
    },
    bezierCurveTo(cp1x, cp1y, cp2x, cp2y, x, y) {
      if (arguments.length < 6) need(6, arguments.length, "bezierCurveTo", name);
      cp1x = +cp1x;
      cp1y = +cp1y;
      cp2x = +cp2x;
      cp2y = +cp2y;
      x = +x;
      y = +y;
      if (finite(cp1x + cp1y + cp2x + cp2y + x + y)) wordsOf(this).six(VERB.BEZIER, cp1x, cp1y, cp2x, cp2y, x, y);
    },
    arcTo(x1, y1, x2, y2, radius) {
      if (arguments.length < 5) need(5, arguments.length, "arcTo", name);
      x1 = +x1;
      y1 = +y1;
      x2 = +x2;
      y2 = +y2;
      radius = +radius;
      if (!finite(x1 + y1 + x2 + y2 + radius)) return;
      if (radius < 0) fail("IndexSizeError", `Failed to execute 'arcTo' on '${name}': The radius provided (${radius}) is negative.`);
      wordsOf(this).many(VERB.ARC_TO, x1, y1, x2, y2, radius);
    },
    rect(x, y, w, h) {
      if (arguments.length < 4) need(4, arguments.length, "rect", name);
      x = +x;
      y = +y;
      w = +w;
      h = +h;
      if (finite(x + y + w + h)) wordsOf(this).four(VERB.RECT, x, y, w, h);
    },
    roundRect(x, y, w, h, radii = 0) {
      if (arguments.length < 4) need(4, arguments.length, "roundRect", name);
      x = +x;
      y = +y;
      w = +w;
      h = +h;
      const corners = cornerRadii(radii, w, h, roundRect);
      if (corners === null || !finite(x + y + w + h)) return;
      wordsOf(this).roundRect(x, y, w, h, corners);
    },
    arc(x, y, radius, startAngle, endAngle, counterclockwise = false) {
      if (arguments.length < 5) need(5, arguments.length, "arc", name);
      x = +x;
      y = +y;
      radius = +radius;
      startAngle = +startAngle;
      endAngle = +endAngle;
      if (!finite(x + y + radius + startAngle + endAngle)) return;
      if (radius < 0) fail("IndexSizeError", `Failed to execute 'arc' on '${name}': The radius provided (${radius}) is negative.`);
      wordsOf(this).ellipse(x, y, radius, radius, 0, startAngle, endAngle, counterclockwise);
    },
    ellipse(x, y, radiusX, radiusY, rotation, startAngle, endAngle, counterclockwise = false) {
      if (arguments.length < 7) need(7, arguments.length, "ellipse", name);
      x = +x;
      y = +y;
      radiusX = +radiusX;
      radiusY = +radiusY;
      rotation = +rotation;
      startAngle = +startAngle;
      endAngle = +endAngle;
      if (!finite(x + y + radiusX + radiusY + rotation + startAngle + endAngle)) return;
      if (radiusX < 0 || radiusY < 0) {
        const [axis, value] = radiusX < 0 ? ["major", radiusX] : ["minor", radiusY];
        fail("IndexSizeError", `Failed to execute 'ellipse' on '${name}': The ${axis}-axis radius provided (${value}) is negative.`);
      }
      wordsOf(this).ellipse(x, y, radiusX, radiusY, rotation, startAngle, endAngle, counterclockwise);
    },
  };
  Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(methods));
}

export class Path2D {
  #path = new PathWords();

  constructor(source = undefined) {
    if (source === undefined) return;
    if (typeof source === "object" && source !== null && #path in source) {
      const other = source.#path;
      this.#path.words = other.words.slice();
      this.#path.n = other.n;
      return;
    }
    const words = ops.op_canvas_svg_path(`${source}`);
    if (words.length > 0) {
      this.#path.words = new Float64Array(words.buffer, words.byteOffset, words.length / 8).slice();
      this.#path.n = this.#path.words.length;
    }
  }

  addPath(path, transform = undefined) {
    need(1, arguments.length, "addPath", "Path2D");
    if (typeof path !== "object" || path === null || !(#path in path)) {
      throw new TypeError("Failed to execute 'addPath' on 'Path2D': parameter 1 is not of type 'Path2D'.");
    }
    const m = matrix2d(transform, "Failed to execute 'addPath' on 'Path2D'");
    if (!m.every(Number.isFinite)) return;
    let other = path.#path;
    if (path === this) {
      other = new PathWords();
      other.words = this.#path.words.slice();
      other.n = this.#path.n;
    }
    this.#path.append(other, m);
  }

  static of(value) {
    return typeof value === "object" && value !== null && #path in value ? value.#path : undefined;
  }
}

/** The PathWords of a Path2D, undefined for anything else. */
export const pathOf = Path2D.of;
delete Path2D.of;
pathMethods(Path2D, pathOf);
finishInterface(Path2D);

export const globals = { Path2D };
