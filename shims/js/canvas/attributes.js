// Attributes of 2D contexts that only set a part of the drawing state: compositing, shadows, lines, text styles
// (HTML § 4.12.5.1).
import { ops } from "ext:oracade/internal.js";
import { $id } from "ext:oracade/dom/slots.js";
import { DIRTY } from "ext:oracade/canvas/recorder.js";
import { ALIGNS, BASELINES, CAPS, COMPOSITES, JOINS, QUALITIES } from "ext:oracade/canvas/state.js";
import { parseColor } from "ext:oracade/canvas/styles.js";
import { fontVariant, parseFont, parseSpacing } from "ext:oracade/canvas/text.js";
import { need } from "ext:oracade/platform/idl.js";

const { isFinite } = Number;
/** Chromium keeps these numbers in single precision, and shows them so. */
const { fround } = Math;
/** Filter lists by what a page wrote. */
const FILTERS = new Map();

/** Adds the attributes to a class; `access` reaches its private parts. */
export function stateAttributes(cls, access) {
  const { name } = cls;
  const members = {
    // --------------------------------------------------------------------------------------------- compositing

    get globalAlpha() {
      return access.state(this).alpha;
    },

    set globalAlpha(value) {
      value = +value;
      if (!(value >= 0 && value <= 1)) return;
      access.state(this).alpha = value;
      access.recorder(this).dirty |= DIRTY.BLEND;
    },

    get globalCompositeOperation() {
      return COMPOSITES[access.state(this).composite];
    },

    set globalCompositeOperation(value) {
      const index = COMPOSITES.indexOf(`${value}`);
      if (index < 0) return;
      access.state(this).composite = index;
      access.recorder(this).dirty |= DIRTY.BLEND;
    },

    get filter() {
      return access.state(this).filter.text;
    },

    set filter(value) {
      value = `${value}`;
      let filter = FILTERS.get(value);
      if (filter === undefined || /[\d.](?:em|ex|ch)\b/i.test(value)) {
        const id = ops.op_canvas_filter(value, access.state(this).font.size);
        filter = id < 0 ? null : { id, text: value };
        if (FILTERS.size > 256) FILTERS.clear();
        FILTERS.set(value, filter);
      }
      if (filter === null) return;
      access.state(this).filter = filter;
      access.recorder(this).dirty |= DIRTY.FILTER;
    },

    get imageSmoothingEnabled() {
      return access.state(this).smoothing;
    },

    set imageSmoothingEnabled(value) {
      access.state(this).smoothing = !!value;
      access.recorder(this).dirty |= DIRTY.SMOOTHING;
    },

    get imageSmoothingQuality() {
      return QUALITIES[access.state(this).quality];
    },

    set imageSmoothingQuality(value) {
      const index = QUALITIES.indexOf(`${value}`);
      if (index < 0) return;
      access.state(this).quality = index;
      access.recorder(this).dirty |= DIRTY.SMOOTHING;
    },

    // ------------------------------------------------------------------------------------------------- shadows

    get shadowColor() {
      return access.state(this).shadowColor.text;
    },

    set shadowColor(value) {
      const color = parseColor(`${value}`, () => access.currentColor(this));
      if (color === null) return;
      access.state(this).shadowColor = color;
      access.recorder(this).dirty |= DIRTY.SHADOW;
    },

    get shadowBlur() {
      return access.state(this).shadowBlur;
    },

    set shadowBlur(value) {
      value = +value;
      if (!(value >= 0 && isFinite(value))) return;
      access.state(this).shadowBlur = fround(value);
      access.recorder(this).dirty |= DIRTY.SHADOW;
    },

    get shadowOffsetX() {
      return access.state(this).shadowX;
    },

    set shadowOffsetX(value) {
      value = +value;
      if (!isFinite(value)) return;
      access.state(this).shadowX = fround(value);
      access.recorder(this).dirty |= DIRTY.SHADOW;
    },

    get shadowOffsetY() {
      return access.state(this).shadowY;
    },

    set shadowOffsetY(value) {
      value = +value;
      if (!isFinite(value)) return;
      access.state(this).shadowY = fround(value);
      access.recorder(this).dirty |= DIRTY.SHADOW;
    },

    // --------------------------------------------------------------------------------------------------- lines

    get lineWidth() {
      return access.state(this).lineWidth;
    },

    set lineWidth(value) {
      value = +value;
      if (!(value > 0 && isFinite(value))) return;
      access.state(this).lineWidth = fround(value);
      access.recorder(this).dirty |= DIRTY.LINE;
    },

    get lineCap() {
      return CAPS[access.state(this).lineCap];
    },

    set lineCap(value) {
      const index = CAPS.indexOf(`${value}`);
      if (index < 0) return;
      access.state(this).lineCap = index;
      access.recorder(this).dirty |= DIRTY.LINE;
    },

    get lineJoin() {
      return JOINS[access.state(this).lineJoin];
    },

    set lineJoin(value) {
      const index = JOINS.indexOf(`${value}`);
      if (index < 0) return;
      access.state(this).lineJoin = index;
      access.recorder(this).dirty |= DIRTY.LINE;
    },

    get miterLimit() {
      return access.state(this).miterLimit;
    },

    set miterLimit(value) {
      value = +value;
      if (!(value > 0 && isFinite(value))) return;
      access.state(this).miterLimit = fround(value);
      access.recorder(this).dirty |= DIRTY.LINE;
    },

    get lineDashOffset() {
      return access.state(this).dashOffset;
    },

    set lineDashOffset(value) {
      value = +value;
      if (!isFinite(value)) return;
      access.state(this).dashOffset = fround(value);
      access.recorder(this).dirty |= DIRTY.LINE;
    },

    setLineDash(segments) {
      need(1, arguments.length, "setLineDash", name);
      if (typeof segments !== "object" || segments === null || typeof segments[Symbol.iterator] !== "function") {
        throw new TypeError(`Failed to execute 'setLineDash' on '${name}': The provided value cannot be converted to a sequence.`);
      }
      const dash = Array.from(segments, (length) => fround(length));
      if (!dash.every((length) => isFinite(length) && length >= 0)) return;
      access.state(this).dash = dash.length % 2 === 1 ? dash.concat(dash) : dash;
      access.recorder(this).dirty |= DIRTY.LINE;
    },

    getLineDash() {
      return access.state(this).dash.slice();
    },

    get font() {
      return access.state(this).font.text;
    },

    set font(value) {
      const { canvas } = this;
      const element = canvas[$id] === undefined || !access.isConnected(canvas) ? null : canvas;
      const font = parseFont(`${value}`, element);
      if (font === null) return;
      const s = access.state(this);
      s.font = font;
      // None, as nearly everywhere, is none at any size.
      if (s.letterText !== "0px") s.letter = parseSpacing(s.letterText, font.size).px;
      if (s.wordText !== "0px") s.word = parseSpacing(s.wordText, font.size).px;
      access.recorder(this).dirty |= DIRTY.TEXT;
    },

    get fontVariantCaps() {
      return CAPITALS[access.state(this).font.caps];
    },

    set fontVariantCaps(value) {
      const index = CAPITALS.indexOf(`${value}`);
      if (index < 0) return;
      const s = access.state(this);
      s.font = fontVariant(s.font, index, s.font.stretch);
      access.recorder(this).dirty |= DIRTY.TEXT;
    },

    get fontStretch() {
      return STRETCHES[access.state(this).font.stretch];
    },

    set fontStretch(value) {
      const index = STRETCHES.indexOf(`${value}`);
      if (index < 0) return;
      const s = access.state(this);
      s.font = fontVariant(s.font, s.font.caps, index);
      access.recorder(this).dirty |= DIRTY.TEXT;
    },

    get letterSpacing() {
      return access.state(this).letterText;
    },

    set letterSpacing(value) {
      const spacing = parseSpacing(`${value}`, access.state(this).font.size);
      if (spacing === null) return;
      access.state(this).letterText = spacing.text;
      access.state(this).letter = spacing.px;
      access.recorder(this).dirty |= DIRTY.TEXT;
    },

    get wordSpacing() {
      return access.state(this).wordText;
    },

    set wordSpacing(value) {
      const spacing = parseSpacing(`${value}`, access.state(this).font.size);
      if (spacing === null) return;
      access.state(this).wordText = spacing.text;
      access.state(this).word = spacing.px;
      access.recorder(this).dirty |= DIRTY.TEXT;
    },

    get textAlign() {
      return ALIGNS[access.state(this).align];
    },

    set textAlign(value) {
      const index = ALIGNS.indexOf(`${value}`);
      if (index < 0) return;
      access.state(this).align = index;
      access.recorder(this).dirty |= DIRTY.TEXT;
    },

    get textBaseline() {
      return BASELINES[access.state(this).baseline];
    },

    set textBaseline(value) {
      const index = BASELINES.indexOf(`${value}`);
      if (index < 0) return;
      access.state(this).baseline = index;
      access.recorder(this).dirty |= DIRTY.TEXT;
    },
  };
  Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(members));
  enumAttributes(cls, access);
}

/** Values of fontVariantCaps and fontStretch, by the numbers that fonts have. */
const CAPITALS = ["normal", "small-caps", "all-small-caps", "petite-caps", "all-petite-caps", "unicase", "titling-caps"];
const STRETCHES = [
  "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "normal", "semi-expanded", "expanded", "extra-expanded",
  "ultra-expanded",
];

/** Attributes with a fixed set of values, which only measuring and drawing of text reads. */
function enumAttributes(cls, access) {
  const table = {
    direction: ["direction", ["ltr", "rtl", "inherit"]],
    fontKerning: ["kerning", ["auto", "normal", "none"]],
    textRendering: ["rendering", ["auto", "optimizeSpeed", "optimizeLegibility", "geometricPrecision"]],
    lang: ["lang", null],
  };
  for (const [name, [key, values]] of Object.entries(table)) {
    const accessor = {
      get [name]() {
        return access.state(this)[key];
      },
      set [name](value) {
        value = `${value}`;
        if (values !== null && !values.includes(value)) return;
        access.state(this)[key] = value;
        access.recorder(this).dirty |= DIRTY.TEXT;
      },
    };
    Object.defineProperty(cls.prototype, name, Object.getOwnPropertyDescriptor(accessor, name));
  }
}
