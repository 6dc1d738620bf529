// SVG elements, as far as games script them: classes, className, geometry by attributes (SVG 2 § 4).
import { SECRET, finishInterface, host, illegalConstructor, mixin } from "ext:oracade/internal.js";
import { getAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { Element } from "ext:oracade/dom/element.js";
import { GLOBAL_HANDLERS, handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { borderBox } from "ext:oracade/dom/cssom_view.js";
import { HTMLOrSVGElement } from "ext:oracade/html/html_element.js";
import { DOMMatrix, DOMPoint } from "ext:oracade/canvas/geometry.js";
import { reflect, reflectTokens } from "ext:oracade/html/reflect.js";
import { $kind, $local, $ns, $parent, SVG_NS } from "ext:oracade/dom/slots.js";

export const globals = {};
export const svgTags = new Map();

const $owner = Symbol("element");
const $attr = Symbol("attribute");
const $animated = Symbol("animated values");

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

export class SVGLength {
  constructor(secret, element, attribute) {
    if (secret !== SECRET) illegalConstructor();
    this[$owner] = element;
    this[$attr] = attribute;
  }
  get valueAsString() {
    return getAttr(this[$owner], this[$attr]) ?? "0";
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
    return this.valueInSpecifiedUnits * (PIXELS[unit] ?? (unit === "em" ? 16 : 1));
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

export class SVGGraphicsElement extends SVGElement {
  getBBox() {
    const [x, y, width, height] = borderBox(this);
    const root = this.ownerSVGElement;
    const [left, top] = root === null ? [x, y] : borderBox(root);
    return host.rect(x - left, y - top, width, height);
  }
  getScreenCTM() {
    const root = this[$local] === "svg" ? this : this.ownerSVGElement;
    if (root === null) return null;
    const [x, y, width, height] = borderBox(root);
    const view = (getAttr(root, "viewBox") ?? "").trim().split(/[\s,]+/).map(Number);
    if (view.length !== 4 || view.some(Number.isNaN) || !(view[2] > 0) || !(view[3] > 0)) return new DOMMatrix([1, 0, 0, 1, x, y]);
    const scale = Math.min(width / view[2], height / view[3]);
    return new DOMMatrix([scale, 0, 0, scale, x + (width - view[2] * scale) / 2 - view[0] * scale,
      y + (height - view[3] * scale) / 2 - view[1] * scale]);
  }
  getCTM() {
    return this.getScreenCTM();
  }
}
finishInterface(SVGGraphicsElement);
export class SVGGeometryElement extends SVGGraphicsElement {}
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
  createSVGPoint() {
    return new DOMPoint();
  }
  createSVGMatrix() {
    return new DOMMatrix();
  }
  createSVGRect() {
    return host.rect(0, 0, 0, 0);
  }
  getElementById(id) {
    return host.querySelectorAll(this, "*").find((e) => getAttr(e, "id") === `${id}`) ?? null;
  }
}
finishInterface(SVGSVGElement);
globals.SVGSVGElement = SVGSVGElement;
svgTags.set("svg", SVGSVGElement);

define("SVGGElement", SVGGraphicsElement, [], "g");
define("SVGDefsElement", SVGGraphicsElement, [], "defs");
define("SVGSymbolElement", SVGGraphicsElement, [], "symbol");
define("SVGUseElement", SVGGraphicsElement, ["x", "y", "width", "height"], "use");
define("SVGImageElement", SVGGraphicsElement, ["x", "y", "width", "height"], "image");
define("SVGSwitchElement", SVGGraphicsElement, [], "switch");
reflectTokens(define("SVGAElement", SVGGraphicsElement, [], "a"), "relList", "rel", ["noopener", "noreferrer", "opener"]);
define("SVGForeignObjectElement", SVGGraphicsElement, ["x", "y", "width", "height"], "foreignObject");
define("SVGPathElement", SVGGeometryElement, [], "path");
define("SVGRectElement", SVGGeometryElement, ["x", "y", "width", "height", "rx", "ry"], "rect");
define("SVGCircleElement", SVGGeometryElement, ["cx", "cy", "r"], "circle");
define("SVGEllipseElement", SVGGeometryElement, ["cx", "cy", "rx", "ry"], "ellipse");
define("SVGLineElement", SVGGeometryElement, ["x1", "y1", "x2", "y2"], "line");
define("SVGPolylineElement", SVGGeometryElement, [], "polyline");
define("SVGPolygonElement", SVGGeometryElement, [], "polygon");
define("SVGTextContentElement", SVGGraphicsElement, []);
define("SVGTextPositioningElement", globals.SVGTextContentElement, []);
define("SVGTextElement", globals.SVGTextPositioningElement, [], "text");
define("SVGTSpanElement", globals.SVGTextPositioningElement, [], "tspan");
define("SVGTextPathElement", globals.SVGTextContentElement, [], "textPath");
define("SVGGradientElement", SVGElement, []);
define("SVGLinearGradientElement", globals.SVGGradientElement, ["x1", "y1", "x2", "y2"], "linearGradient");
define("SVGRadialGradientElement", globals.SVGGradientElement, ["cx", "cy", "r", "fx", "fy"], "radialGradient");
define("SVGStopElement", SVGElement, [], "stop");
define("SVGPatternElement", SVGElement, ["x", "y", "width", "height"], "pattern");
define("SVGMaskElement", SVGElement, ["x", "y", "width", "height"], "mask");
define("SVGClipPathElement", SVGElement, [], "clipPath");
define("SVGMarkerElement", SVGElement, [], "marker");
define("SVGFilterElement", SVGElement, ["x", "y", "width", "height"], "filter");
define("SVGTitleElement", SVGElement, [], "title");
define("SVGDescElement", SVGElement, [], "desc");
define("SVGMetadataElement", SVGElement, [], "metadata");
const style = define("SVGStyleElement", SVGElement, [], "style");
reflect(style, { media: "string", type: "string", title: "string" });
