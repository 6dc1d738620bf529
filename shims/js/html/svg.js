// SVG elements, as far as games script them: classes, className, geometry by attributes and as it is shown (SVG 2 § 4).
import { SECRET, finishInterface, host, illegalConstructor, mixin, ops, slot } from "ext:oracade/internal.js";
import { getAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { Element } from "ext:oracade/dom/element.js";
import { GLOBAL_HANDLERS, handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { fail } from "ext:oracade/dom/exception.js";
import { flush } from "ext:oracade/dom/mirror.js";
import { HTMLOrSVGElement } from "ext:oracade/html/html_element.js";
import { reflect, reflectTokens } from "ext:oracade/html/reflect.js";
import { styleBlock } from "ext:oracade/html/style.js";
import {
  SVGAnimatedNumber, SVGAnimatedPreserveAspectRatio, SVGAnimatedRect, SVGAnimatedTransformList, SVGPointList,
  globals as values, matrix, newTransform, number, point, rect, transformFrom,
} from "ext:oracade/html/svg_values.js";
import { $connected, $id, $kind, $local, $ns, $parent, SVG_NS } from "ext:oracade/dom/slots.js";

export const globals = { ...values };

// What `op_svg_geometry` can be asked.
const BOUNDS = 0;
const MATRIX = 1;
const SCREEN_MATRIX = 2;
const LENGTH = 3;
const POINT = 4;
const IN_FILL = 5;
const IN_STROKE = 6;
const TEXT = 7;

let out = null;

/** Asks for the geometry of an element: how many numbers there are in `out`. */
function ask(element, kind, x = 0, y = 0) {
  out ??= new Float64Array(8);
  if (!element[$connected]) return 0;
  flush();
  return ops.op_svg_geometry(element[$id], kind, x, y, out);
}
export const svgTags = new Map();

const $owner = Symbol("element");
const $attr = slot("attribute");
const $animated = slot("animated values");

export class SVGAnimatedString {
  constructor(secret, element, attribute) {
    if (secret !== SECRET) illegalConstructor();
    this[$owner] = element;
    this[$attr] = attribute;
  }
  get baseVal() {
    return getAttr(this[$owner], this[$attr]) ?? "";
  }
  set baseVal(value) {
    setAttr(this[$owner], this[$attr], `${value}`);
  }
  get animVal() {
    return this.baseVal;
  }
}
finishInterface(SVGAnimatedString);

const UNITS = ["", "", "%", "em", "ex", "px", "cm", "mm", "in", "pt", "pc"];
const PIXELS = { px: 1, cm: 96 / 2.54, mm: 9.6 / 2.54, in: 96, pt: 96 / 72, pc: 16, "": 1 };

/** What percentages of an attribute refer to. */
function viewportSize(element, attribute) {
  const [width, height] = viewport(element);
  if (/^(x|x1|x2|cx|fx|rx|width|dx)$/.test(attribute)) return width;
  if (/^(y|y1|y2|cy|fy|ry|height|dy)$/.test(attribute)) return height;
  return Math.sqrt((width * width + height * height) / 2);
}

function viewport(element) {
  const root = element.ownerSVGElement;
  if (root === null) {
    const parent = element.parentElement;
    return element[$connected] && parent !== null ? [parent.clientWidth, parent.clientHeight] : [0, 0];
  }
  const view = (getAttr(root, "viewBox") ?? "").trim().split(/[\s,]+/).map(Number);
  if (view.length === 4 && view.every(Number.isFinite)) return [view[2], view[3]];
  return [root.width.baseVal.value, root.height.baseVal.value];
}

function fontSize(element) {
  if (!element[$connected]) return 16;
  flush();
  return parseFloat(ops.op_style_computed(element[$id], "", "font-size")) || 16;
}

export class SVGLength {
  constructor(secret, element, attribute) {
    if (secret !== SECRET) illegalConstructor();
    this[$owner] = element;
    this[$attr] = attribute;
  }
  get valueAsString() {
    const whole = this[$owner][$local] === "svg" && (this[$attr] === "width" || this[$attr] === "height");
    return getAttr(this[$owner], this[$attr]) ?? (whole ? "100%" : "0");
  }
  set valueAsString(text) {
    setAttr(this[$owner], this[$attr], `${text}`);
  }
  get unitType() {
    const unit = /[a-z%]*$/i.exec(this.valueAsString.trim())[0].toLowerCase();
    return unit === "" ? 1 : Math.max(0, UNITS.indexOf(unit));
  }
  get valueInSpecifiedUnits() {
    return parseFloat(this.valueAsString) || 0;
  }
  get value() {
    const unit = UNITS[this.unitType] ?? "";
    const specified = this.valueInSpecifiedUnits;
    if (unit === "%") return Math.fround((specified / 100) * viewportSize(this[$owner], this[$attr]));
    return Math.fround(specified * (PIXELS[unit] ?? fontSize(this[$owner]) * (unit === "em" ? 1 : 0.5)));
  }
  set value(number) {
    setAttr(this[$owner], this[$attr], `${+number}`);
  }
}
finishInterface(SVGLength);

export class SVGAnimatedLength {
  constructor(secret, element, attribute) {
    if (secret !== SECRET) illegalConstructor();
    this[$owner] = new SVGLength(SECRET, element, attribute);
  }
  get baseVal() {
    return this[$owner];
  }
  get animVal() {
    return this[$owner];
  }
}
finishInterface(SVGAnimatedLength);

/** A cached animated value of an element. */
function animated(element, attribute, Class) {
  const values = element[$animated] ??= new Map();
  let value = values.get(attribute);
  if (value === undefined) values.set(attribute, value = new Class(SECRET, element, attribute));
  return value;
}

export class SVGElement extends Element {
  get className() {
    return animated(this, "class", SVGAnimatedString);
  }
  get ownerSVGElement() {
    for (let node = this[$parent]; node !== null && node[$kind] === 1 && node[$ns] === SVG_NS; node = node[$parent]) {
      if (node[$local] === "svg") return node;
    }
    return null;
  }
  get viewportElement() {
    return this.ownerSVGElement;
  }
}
mixin(SVGElement, HTMLOrSVGElement);
handlerAttributes(SVGElement.prototype, GLOBAL_HANDLERS);
finishInterface(SVGElement);

const sixOf = (count) => matrix.make(count === 0 ? [1, 0, 0, 1, 0, 0] : [...out.subarray(0, 6)]);

export class SVGGraphicsElement extends SVGElement {
  get transform() {
    return animated(this, "transform", SVGAnimatedTransformList);
  }
  get nearestViewportElement() {
    return this.ownerSVGElement;
  }
  get farthestViewportElement() {
    let farthest = this.ownerSVGElement;
    for (let next = farthest; next !== null; next = next.ownerSVGElement) farthest = next;
    return farthest;
  }
  getBBox() {
    return rect.make(ask(this, BOUNDS) === 0 ? [0, 0, 0, 0] : [...out.subarray(0, 4)]);
  }
  getCTM() {
    return sixOf(ask(this, MATRIX));
  }
  getScreenCTM() {
    return sixOf(ask(this, SCREEN_MATRIX));
  }
}
finishInterface(SVGGraphicsElement);

/** Length of a path that is not in a document, and the point at a distance along it, in `out`. */
function measure(element, distance) {
  out ??= new Float64Array(8);
  ops.op_svg_path(getAttr(element, "d") ?? "", distance, out);
}

function notRendered(method, what = "SVGGeometryElement") {
  fail("InvalidStateError", `Failed to execute '${method}' on '${what}': This element is non-rendered element.`);
}

/** The numbers of a DOMPointInit. */
function pointOf(init) {
  return init === undefined || init === null ? [0, 0] : [+(init.x ?? 0), +(init.y ?? 0)];
}

export class SVGGeometryElement extends SVGGraphicsElement {
  get pathLength() {
    return animated(this, "pathLength", SVGAnimatedNumber);
  }
  getTotalLength() {
    if (ask(this, LENGTH) === 0) {
      if (this[$local] !== "path") notRendered("getTotalLength");
      measure(this, 0);
    }
    return Math.fround(out[0]);
  }
  getPointAtLength(distance) {
    if (arguments.length === 0) {
      throw new TypeError("Failed to execute 'getPointAtLength' on 'SVGGeometryElement': 1 argument required, but only 0 present.");
    }
    distance = +distance;
    if (!Number.isFinite(distance)) {
      throw new TypeError("Failed to execute 'getPointAtLength' on 'SVGGeometryElement': The provided float value is non-finite.");
    }
    if (ask(this, POINT, distance) !== 0) return point.make([out[0], out[1]]);
    if (this[$local] !== "path") notRendered("getPointAtLength");
    measure(this, distance);
    return point.make([out[1], out[2]]);
  }
  isPointInFill(init = undefined) {
    const [x, y] = pointOf(init);
    return ask(this, IN_FILL, x, y) !== 0 && out[0] === 1;
  }
  isPointInStroke(init = undefined) {
    const [x, y] = pointOf(init);
    return ask(this, IN_STROKE, x, y) !== 0 && out[0] === 1;
  }
}
finishInterface(SVGGeometryElement);

Object.assign(globals, {
  SVGElement, SVGGraphicsElement, SVGGeometryElement, SVGAnimatedString, SVGAnimatedLength, SVGLength,
});

function define(name, Base, lengths, ...local) {
  const cls = { [name]: class extends Base {} }[name];
  for (const attribute of lengths) {
    Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors({
      get [attribute]() {
        return animated(this, attribute, SVGAnimatedLength);
      },
    }));
  }
  finishInterface(cls);
  globals[name] = cls;
  for (const tag of local) svgTags.set(tag, cls);
  return cls;
}

export class SVGSVGElement extends SVGGraphicsElement {
  get x() {
    return animated(this, "x", SVGAnimatedLength);
  }
  get y() {
    return animated(this, "y", SVGAnimatedLength);
  }
  get width() {
    return animated(this, "width", SVGAnimatedLength);
  }
  get height() {
    return animated(this, "height", SVGAnimatedLength);
  }
  get viewBox() {
    return animated(this, "viewBox", SVGAnimatedRect);
  }
  get preserveAspectRatio() {
    return animated(this, "preserveAspectRatio", SVGAnimatedPreserveAspectRatio);
  }
  get currentScale() {
    return 1;
  }
  createSVGNumber() {
    return number.make([0]);
  }
  createSVGPoint() {
    return point.make([0, 0]);
  }
  createSVGMatrix() {
    return matrix.make([1, 0, 0, 1, 0, 0]);
  }
  createSVGRect() {
    return rect.make([0, 0, 0, 0]);
  }
  createSVGTransform() {
    return newTransform();
  }
  createSVGTransformFromMatrix(value) {
    return transformFrom(value, "Failed to execute 'createSVGTransformFromMatrix' on 'SVGSVGElement'");
  }
  getElementById(id) {
    return host.querySelectorAll(this, "*").find((e) => getAttr(e, "id") === `${id}`) ?? null;
  }
}
finishInterface(SVGSVGElement);
globals.SVGSVGElement = SVGSVGElement;
svgTags.set("svg", SVGSVGElement);

/** Adds accessors of animated values to a class. */
function add(cls, Class, ...attributes) {
  for (const attribute of attributes) {
    Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors({
      get [attribute]() {
        return animated(this, attribute, Class);
      },
    }));
  }
  return finishInterface(cls);
}

define("SVGGElement", SVGGraphicsElement, [], "g");
define("SVGDefsElement", SVGGraphicsElement, [], "defs");
const symbol = define("SVGSymbolElement", SVGElement, [], "symbol");
const use = define("SVGUseElement", SVGGraphicsElement, ["x", "y", "width", "height"], "use");
const image = define("SVGImageElement", SVGGraphicsElement, ["x", "y", "width", "height"], "image");
define("SVGSwitchElement", SVGGraphicsElement, [], "switch");
reflectTokens(define("SVGAElement", SVGGraphicsElement, [], "a"), "relList", "rel", ["noopener", "noreferrer", "opener"]);
define("SVGForeignObjectElement", SVGGraphicsElement, ["x", "y", "width", "height"], "foreignObject");
define("SVGPathElement", SVGGeometryElement, [], "path");
define("SVGRectElement", SVGGeometryElement, ["x", "y", "width", "height", "rx", "ry"], "rect");
define("SVGCircleElement", SVGGeometryElement, ["cx", "cy", "r"], "circle");
define("SVGEllipseElement", SVGGeometryElement, ["cx", "cy", "rx", "ry"], "ellipse");
define("SVGLineElement", SVGGeometryElement, ["x1", "y1", "x2", "y2"], "line");
const polyline = define("SVGPolylineElement", SVGGeometryElement, [], "polyline");
const polygon = define("SVGPolygonElement", SVGGeometryElement, [], "polygon");
const text = define("SVGTextContentElement", SVGGraphicsElement, []);
Object.defineProperties(text.prototype, Object.getOwnPropertyDescriptors({
  getNumberOfChars() {
    return ask(this, TEXT) === 0 ? 0 : out[0];
  },
  getComputedTextLength() {
    return ask(this, TEXT) === 0 ? 0 : Math.fround(out[1]);
  },
}));
finishInterface(text);
define("SVGTextPositioningElement", globals.SVGTextContentElement, []);
define("SVGTextElement", globals.SVGTextPositioningElement, [], "text");
define("SVGTSpanElement", globals.SVGTextPositioningElement, [], "tspan");
define("SVGTextPathElement", globals.SVGTextContentElement, [], "textPath");
const gradient = define("SVGGradientElement", SVGElement, []);
define("SVGLinearGradientElement", globals.SVGGradientElement, ["x1", "y1", "x2", "y2"], "linearGradient");
define("SVGRadialGradientElement", globals.SVGGradientElement, ["cx", "cy", "r", "fx", "fy"], "radialGradient");
const stop = define("SVGStopElement", SVGElement, [], "stop");
const pattern = define("SVGPatternElement", SVGElement, ["x", "y", "width", "height"], "pattern");
define("SVGMaskElement", SVGElement, ["x", "y", "width", "height"], "mask");
define("SVGClipPathElement", SVGElement, [], "clipPath");
define("SVGMarkerElement", SVGElement, [], "marker");
define("SVGFilterElement", SVGElement, ["x", "y", "width", "height"], "filter");
define("SVGTitleElement", SVGElement, [], "title");
define("SVGDescElement", SVGElement, [], "desc");
define("SVGMetadataElement", SVGElement, [], "metadata");
const style = define("SVGStyleElement", SVGElement, [], "style");
reflect(style, { media: "string", type: "string", title: "string" });
Object.defineProperties(style.prototype, Object.getOwnPropertyDescriptors(styleBlock));
finishInterface(style);

/** `href` as an animated string: the attribute without a namespace, or the older one. */
class Href extends SVGAnimatedString {
  get baseVal() {
    return getAttr(this[$owner], "href") ?? getAttr(this[$owner], "xlink:href") ?? "";
  }
  set baseVal(value) {
    setAttr(this[$owner], getAttr(this[$owner], "href") === null && getAttr(this[$owner], "xlink:href") !== null ? "xlink:href" : "href",
      `${value}`);
  }
}
Object.defineProperty(Href.prototype, "constructor", { value: SVGAnimatedString, writable: true, configurable: true });

for (const cls of [use, image, gradient, pattern, globals.SVGAElement, globals.SVGTextPathElement]) add(cls, Href, "href");
for (const cls of [polyline, polygon]) {
  Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors({
    get points() {
      return animated(this, "points", SVGPointList);
    },
    get animatedPoints() {
      return this.points;
    },
  }));
  finishInterface(cls);
}
add(stop, SVGAnimatedNumber, "offset");
for (const cls of [symbol, pattern, globals.SVGMarkerElement]) {
  add(cls, SVGAnimatedRect, "viewBox");
  add(cls, SVGAnimatedPreserveAspectRatio, "preserveAspectRatio");
}
add(image, SVGAnimatedPreserveAspectRatio, "preserveAspectRatio");
