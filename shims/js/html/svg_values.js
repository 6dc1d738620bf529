// Values of SVG's DOM: points, rectangles, matrices, transforms, and the live lists over attributes (SVG 2 § 4.4, 4.6, 8.12, 10.7).
import { SECRET, finishInterface, illegalConstructor } from "ext:oracade/internal.js";
import { getAttr, removeAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { fail } from "ext:oracade/dom/exception.js";

const { fround, sin, cos, tan, atan2, PI } = Math;
const RAD = PI / 180;
const IDENTITY = Object.freeze([1, 0, 0, 1, 0, 0]);

export const globals = {};

function finite(value, what) {
  value = +value;
  if (!Number.isFinite(value)) throw new TypeError(`${what}: The provided float value is non-finite.`);
  return value;
}

/** An interface whose objects are a row of numbers under names; `changed` is told when a page sets one. */
function row(name, fields, narrow, members = {}) {
  const cls = {
    [name]: class {
      #values;
      #changed;
      constructor(secret, values, changed = null) {
        if (secret !== SECRET) illegalConstructor();
        this.#values = values;
        this.#changed = changed;
      }
      static read = (object) => object.#values;
      static owns = (object) => typeof object === "object" && object !== null && #values in object;
      static write(object, values) {
        object.#values = values;
      }
      static told(object) {
        object.#changed?.(object.#values);
      }
      static attach(object, changed) {
        object.#changed = changed;
      }
      static attached = (object) => object.#changed !== null;
    },
  }[name];
  const { read, owns, write, told, attach, attached } = cls;
  for (const key of ["read", "owns", "write", "told", "attach", "attached"]) delete cls[key];
  fields.forEach((field, index) => {
    Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors({
      get [field]() {
        return read(this)[index];
      },
      set [field](value) {
        const number = finite(value, `Failed to set the '${field}' property on '${name}'`);
        const values = read(this).slice();
        values[index] = narrow ? fround(number) : number;
        write(this, values);
        told(this);
      },
    }));
  });
  Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(members));
  finishInterface(cls);
  globals[name] = cls;
  return { cls, read, owns, write, attach, attached, make: (values, changed) => new cls(SECRET, narrow ? values.map(fround) : values, changed) };
}

/** `b` first, then `a`. */
function times(a, b) {
  return [
    a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1],
    a[0] * b[2] + a[2] * b[3], a[1] * b[2] + a[3] * b[3],
    a[0] * b[4] + a[2] * b[5] + a[4], a[1] * b[4] + a[3] * b[5] + a[5],
  ];
}

function rotation(degrees) {
  const angle = degrees * RAD;
  return [cos(angle), sin(angle), -sin(angle), cos(angle), 0, 0];
}

function matrixOf(value, what) {
  if (!matrix.owns(value)) throw new TypeError(`${what}: parameter 1 is not of type 'SVGMatrix'.`);
  return matrix.read(value);
}

const then = (object, m) => matrix.make(times(matrix.read(object), m));

export const matrix = row("SVGMatrix", ["a", "b", "c", "d", "e", "f"], false, {
  multiply(other) {
    return then(this, matrixOf(other, "Failed to execute 'multiply' on 'SVGMatrix'"));
  },
  inverse() {
    const [a, b, c, d, e, f] = matrix.read(this);
    const det = a * d - b * c;
    if (det === 0 || !Number.isFinite(det)) {
      fail("InvalidStateError", "Failed to execute 'inverse' on 'SVGMatrix': The matrix is not invertible.");
    }
    return matrix.make([d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det]);
  },
  translate(x, y) {
    return then(this, [1, 0, 0, 1, +x, +y]);
  },
  scale(factor) {
    return then(this, [+factor, 0, 0, +factor, 0, 0]);
  },
  scaleNonUniform(x, y) {
    return then(this, [+x, 0, 0, +y, 0, 0]);
  },
  rotate(angle) {
    return then(this, rotation(+angle));
  },
  rotateFromVector(x, y) {
    if (+x === 0 || +y === 0) {
      fail("InvalidAccessError", "Failed to execute 'rotateFromVector' on 'SVGMatrix': Arguments cannot be zero.");
    }
    return then(this, rotation(atan2(+y, +x) / RAD));
  },
  flipX() {
    return then(this, [-1, 0, 0, 1, 0, 0]);
  },
  flipY() {
    return then(this, [1, 0, 0, -1, 0, 0]);
  },
  skewX(angle) {
    return then(this, [1, 0, tan(+angle * RAD), 1, 0, 0]);
  },
  skewY(angle) {
    return then(this, [1, tan(+angle * RAD), 0, 1, 0, 0]);
  },
});

export const point = row("SVGPoint", ["x", "y"], true, {
  matrixTransform(other) {
    const [a, b, c, d, e, f] = matrixOf(other, "Failed to execute 'matrixTransform' on 'SVGPoint'");
    const [x, y] = point.read(this);
    return point.make([a * x + c * y + e, b * x + d * y + f]);
  },
});

export const rect = row("SVGRect", ["x", "y", "width", "height"], true);
export const number = row("SVGNumber", ["value"], true);

// ------------------------------------------------------------------------------------------------------- transforms

const KINDS = ["unknown", "matrix", "translate", "scale", "rotate", "skewX", "skewY"];
const COUNTS = [[], [6], [1, 2], [1, 2], [1, 3], [1], [1]];

function matrixFor(kind, v) {
  switch (kind) {
    case 1: return v.slice();
    case 2: return [1, 0, 0, 1, v[0], v[1] ?? 0];
    case 3: return [v[0], 0, 0, v[1] ?? v[0], 0, 0];
    case 4: {
      if (v.length < 3) return rotation(v[0]);
      return times(times([1, 0, 0, 1, v[1], v[2]], rotation(v[0])), [1, 0, 0, 1, -v[1], -v[2]]);
    }
    case 5: return [1, 0, tan(v[0] * RAD), 1, 0, 0];
    case 6: return [1, tan(v[0] * RAD), 0, 1, 0, 0];
    default: return IDENTITY.slice();
  }
}

/** The operations of a transform list as [kind, numbers]; an error in it leaves none. */
function parseList(text) {
  const list = [];
  let rest = text.trim();
  while (rest !== "") {
    const match = /^([a-zA-Z]+)\s*\(([^()]*)\)[\s,]*/.exec(rest);
    if (match === null) return [];
    const kind = KINDS.indexOf(match[1]);
    const words = match[2].trim().split(/\s*,\s*|\s+|(?<=[\d.])(?=[-+])/);
    const numbers = words.map(Number);
    if (kind < 1 || !COUNTS[kind].includes(numbers.length) || !numbers.every(Number.isFinite)) return [];
    list.push([kind, numbers]);
    rest = rest.slice(match[0].length);
  }
  return list;
}

export class SVGTransform {
  #kind = 1;
  #numbers = IDENTITY.slice();
  #changed = null;
  #matrix = null;
  constructor(secret, kind = 1, numbers = IDENTITY.slice()) {
    if (secret !== SECRET) illegalConstructor();
    this.#kind = kind;
    this.#numbers = numbers;
  }
  static text = (transform) => `${KINDS[transform.#kind]}(${transform.#numbers.join(" ")})`;
  static attach(transform, changed) {
    transform.#changed = changed;
  }
  static attached = (transform) => transform.#changed !== null;
  static copy = (transform) => new SVGTransform(SECRET, transform.#kind, transform.#numbers.slice());
  static owns = (value) => typeof value === "object" && value !== null && #kind in value;
  static matrix = (transform) => matrixFor(transform.#kind, transform.#numbers);
  #set(kind, numbers) {
    this.#kind = kind;
    this.#numbers = numbers;
    if (this.#matrix !== null) matrix.write(this.#matrix, matrixFor(kind, numbers));
    this.#changed?.();
  }
  get type() {
    return this.#kind;
  }
  get matrix() {
    return this.#matrix ??= matrix.make(matrixFor(this.#kind, this.#numbers), (values) => {
      this.#kind = 1;
      this.#numbers = values;
      this.#changed?.();
    });
  }
  get angle() {
    return this.#kind >= 4 ? this.#numbers[0] : 0;
  }
  setMatrix(value) {
    this.#set(1, matrixOf(value, "Failed to execute 'setMatrix' on 'SVGTransform'").slice());
  }
  setTranslate(x, y) {
    this.#set(2, [+x, +y]);
  }
  setScale(x, y) {
    this.#set(3, [+x, +y]);
  }
  setRotate(angle, x, y) {
    this.#set(4, +x === 0 && +y === 0 ? [+angle] : [+angle, +x, +y]);
  }
  setSkewX(angle) {
    this.#set(5, [+angle]);
  }
  setSkewY(angle) {
    this.#set(6, [+angle]);
  }
}
const transformOf = {};
for (const key of ["text", "attach", "attached", "copy", "owns", "matrix"]) {
  transformOf[key] = SVGTransform[key];
  delete SVGTransform[key];
}
KINDS.forEach((kind, index) => {
  const constant = { value: index, enumerable: true };
  Object.defineProperty(SVGTransform, `SVG_TRANSFORM_${kind.toUpperCase()}`, constant);
  Object.defineProperty(SVGTransform.prototype, `SVG_TRANSFORM_${kind.toUpperCase()}`, constant);
});
finishInterface(SVGTransform);
globals.SVGTransform = SVGTransform;

export const newTransform = () => new SVGTransform(SECRET);
export const transformFrom = (value, what) => new SVGTransform(SECRET, 1, matrixOf(value, what).slice());

// ------------------------------------------------------------------------------------------------------------ lists

/** An interface of live lists over an attribute (SVG 2 § 4.4.1); `kind` says how items are read, written, owned and told apart. */
function list(name, kind) {
  const cls = {
    [name]: class {
      #element;
      #attribute;
      #text = null;
      #items = [];
      constructor(secret, element, attribute) {
        if (secret !== SECRET) illegalConstructor();
        this.#element = element;
        this.#attribute = attribute;
      }
      #now() {
        const text = getAttr(this.#element, this.#attribute) ?? "";
        if (text !== this.#text) {
          for (const item of this.#items) kind.attach(item, null);
          this.#text = text;
          this.#items = kind.parse(text);
          for (const item of this.#items) kind.attach(item, () => this.#write());
        }
        return this.#items;
      }
      #write() {
        this.#text = this.#items.map(kind.text).join(" ");
        if (this.#items.length === 0) removeAttr(this.#element, this.#attribute);
        else setAttr(this.#element, this.#attribute, this.#text);
      }
      #take(item, method) {
        if (!kind.owns(item)) {
          throw new TypeError(`Failed to execute '${method}' on '${name}': parameter 1 is not of type '${kind.name}'.`);
        }
        const own = kind.attached(item) ? kind.copy(item) : item;
        kind.attach(own, () => this.#write());
        return own;
      }
      #index(index, method) {
        index >>>= 0;
        const items = this.#now();
        if (index >= items.length) {
          fail("IndexSizeError", `Failed to execute '${method}' on '${name}': The index provided (${index}) is greater than or `
            + `equal to the maximum bound (${items.length}).`);
        }
        return index;
      }
      get length() {
        return this.#now().length;
      }
      get numberOfItems() {
        return this.#now().length;
      }
      clear() {
        for (const item of this.#now()) kind.attach(item, null);
        this.#items = [];
        this.#write();
      }
      initialize(item) {
        const own = this.#take(item, "initialize");
        for (const old of this.#now()) if (old !== own) kind.attach(old, null);
        this.#items = [own];
        this.#write();
        return own;
      }
      getItem(index) {
        return this.#now()[this.#index(index, "getItem")];
      }
      insertItemBefore(item, index) {
        const items = this.#now();
        const own = this.#take(item, "insertItemBefore");
        items.splice(Math.min(index >>> 0, items.length), 0, own);
        this.#write();
        return own;
      }
      replaceItem(item, index) {
        const at = this.#index(index, "replaceItem");
        const own = this.#take(item, "replaceItem");
        kind.attach(this.#items[at], null);
        this.#items[at] = own;
        kind.attach(own, () => this.#write());
        this.#write();
        return own;
      }
      removeItem(index) {
        const [item] = this.#now().splice(this.#index(index, "removeItem"), 1);
        kind.attach(item, null);
        this.#write();
        return item;
      }
      appendItem(item) {
        const items = this.#now();
        const own = this.#take(item, "appendItem");
        items.push(own);
        this.#write();
        return own;
      }
      [Symbol.iterator]() {
        return this.#now().slice()[Symbol.iterator]();
      }
    },
  }[name];
  finishInterface(cls);
  globals[name] = cls;
  return cls;
}

export const SVGTransformList = list("SVGTransformList", {
  name: "SVGTransform",
  parse: (text) => parseList(text).map(([kind, numbers]) => new SVGTransform(SECRET, kind, numbers)),
  text: (item) => transformOf.text(item),
  copy: (item) => transformOf.copy(item),
  owns: (item) => transformOf.owns(item),
  attach: (item, changed) => transformOf.attach(item, changed),
  attached: (item) => transformOf.attached(item),
});
Object.defineProperties(SVGTransformList.prototype, Object.getOwnPropertyDescriptors({
  createSVGTransformFromMatrix(value) {
    return transformFrom(value, "Failed to execute 'createSVGTransformFromMatrix' on 'SVGTransformList'");
  },
  consolidate() {
    if (this.length === 0) return null;
    const all = [...this].reduce((product, item) => times(product, transformOf.matrix(item)), IDENTITY);
    return this.initialize(new SVGTransform(SECRET, 1, all));
  },
}));
finishInterface(SVGTransformList);

function numbersOf(text) {
  const numbers = [];
  for (const word of text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []) numbers.push(+word);
  return numbers;
}

export const SVGPointList = list("SVGPointList", {
  name: "SVGPoint",
  parse(text) {
    const numbers = numbersOf(text);
    const points = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) points.push(point.make([numbers[i], numbers[i + 1]]));
    return points;
  },
  text: (item) => point.read(item).join(" "),
  copy: (item) => point.make(point.read(item)),
  owns: (item) => point.owns(item),
  attach: (item, changed) => point.attach(item, changed),
  attached: (item) => point.attached(item),
});

// -------------------------------------------------------------------------------------------------- animated values

/** An interface with `baseVal` and `animVal` over an attribute, which are the same without animation. */
function animatedValue(name, make) {
  const cls = {
    [name]: class {
      #value;
      constructor(secret, element, attribute) {
        if (secret !== SECRET) illegalConstructor();
        this.#value = make(element, attribute);
      }
      get baseVal() {
        return typeof this.#value === "function" ? this.#value() : this.#value;
      }
      get animVal() {
        return this.baseVal;
      }
    },
  }[name];
  finishInterface(cls);
  globals[name] = cls;
  return cls;
}

export const SVGAnimatedTransformList = animatedValue("SVGAnimatedTransformList",
  (element, attribute) => new SVGTransformList(SECRET, element, attribute));

/** `viewBox`: the rectangle is live. */
export const SVGAnimatedRect = animatedValue("SVGAnimatedRect", (element, attribute) => {
  const live = rect.make([0, 0, 0, 0], (values) => setAttr(element, attribute, values.join(" ")));
  return () => {
    const numbers = numbersOf(getAttr(element, attribute) ?? "");
    rect.write(live, numbers.length === 4 ? numbers.map(fround) : [0, 0, 0, 0]);
    return live;
  };
});

export class SVGAnimatedNumber {
  #element;
  #attribute;
  constructor(secret, element, attribute) {
    if (secret !== SECRET) illegalConstructor();
    this.#element = element;
    this.#attribute = attribute;
  }
  get baseVal() {
    const text = (getAttr(this.#element, this.#attribute) ?? "0").trim();
    const value = parseFloat(text) || 0;
    return fround(text.endsWith("%") ? value / 100 : value);
  }
  set baseVal(value) {
    setAttr(this.#element, this.#attribute, `${finite(value, "Failed to set the 'baseVal' property on 'SVGAnimatedNumber'")}`);
  }
  get animVal() {
    return this.baseVal;
  }
}
finishInterface(SVGAnimatedNumber);
globals.SVGAnimatedNumber = SVGAnimatedNumber;

const ALIGNS = ["unknown", "none", "xMinYMin", "xMidYMin", "xMaxYMin", "xMinYMid", "xMidYMid", "xMaxYMid", "xMinYMax", "xMidYMax",
  "xMaxYMax"];

export class SVGPreserveAspectRatio {
  #element;
  constructor(secret, element) {
    if (secret !== SECRET) illegalConstructor();
    this.#element = element;
  }
  #words() {
    const [align, how] = (getAttr(this.#element, "preserveAspectRatio") ?? "").trim().split(/\s+/);
    return ALIGNS.indexOf(align) > 0 ? [ALIGNS.indexOf(align), how === "slice" ? 2 : 1] : [6, 1];
  }
  get align() {
    return this.#words()[0];
  }
  set align(value) {
    if (+value < 1 || +value > 10) throw new TypeError("Failed to set the 'align' property on 'SVGPreserveAspectRatio'.");
    setAttr(this.#element, "preserveAspectRatio", `${ALIGNS[+value]}${this.meetOrSlice === 2 ? " slice" : ""}`);
  }
  get meetOrSlice() {
    return this.#words()[1];
  }
  set meetOrSlice(value) {
    if (+value !== 1 && +value !== 2) throw new TypeError("Failed to set the 'meetOrSlice' property on 'SVGPreserveAspectRatio'.");
    setAttr(this.#element, "preserveAspectRatio", `${ALIGNS[this.align]}${+value === 2 ? " slice" : ""}`);
  }
}
ALIGNS.forEach((align, index) => {
  const constant = { value: index, enumerable: true };
  const name = `SVG_PRESERVEASPECTRATIO_${align.toUpperCase()}`;
  Object.defineProperty(SVGPreserveAspectRatio, name, constant);
  Object.defineProperty(SVGPreserveAspectRatio.prototype, name, constant);
});
["UNKNOWN", "MEET", "SLICE"].forEach((name, index) => {
  const constant = { value: index, enumerable: true };
  Object.defineProperty(SVGPreserveAspectRatio, `SVG_MEETORSLICE_${name}`, constant);
  Object.defineProperty(SVGPreserveAspectRatio.prototype, `SVG_MEETORSLICE_${name}`, constant);
});
finishInterface(SVGPreserveAspectRatio);
globals.SVGPreserveAspectRatio = SVGPreserveAspectRatio;

export const SVGAnimatedPreserveAspectRatio = animatedValue("SVGAnimatedPreserveAspectRatio",
  (element) => new SVGPreserveAspectRatio(SECRET, element));
