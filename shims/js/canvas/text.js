// Text of 2D contexts: font parsing and TextMetrics (HTML § 4.12.5.1.4, § 4.12.5.1.12).
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { $connected, $id } from "ext:oracade/dom/slots.js";

const fonts = new Map();
const FONTS_LIMIT = 1024;
/** Made when it is first used: buffers cannot be part of the start-up snapshot. */
let size;
const RELATIVE = /[\d.](?:em|rem|ex|ch|%|v[wh]|vmin|vmax)\b|%|larger|smaller/i;

/** Computed font size of a canvas element, px. */
function parentSize(element) {
  // Without a style, relative sizes refer to the initial font.
  if (element === null) return 10;
  host.flush?.();
  const text = ops.op_style_computed?.(element[$id], "", "font-size") ?? "";
  return parseFloat(text) || 16;
}

/**
 * A font as the state holds it, {id, text, size}; null if the text is no font. `element` is the canvas whose style relative
 * units refer to, or null.
 */
export function parseFont(source, element) {
  const known = fonts.get(source);
  if (known !== undefined) return known;
  size ??= new Float64Array(4);
  const relative = RELATIVE.test(source);
  const { width, height } = host.viewport?.() ?? { width: 0, height: 0 };
  const text = ops.op_canvas_font(source, relative ? parentSize(element) : 16, width, height, size);
  const font = text === "" ? null : { id: size[0], text, size: size[1], caps: size[2], stretch: size[3] };
  if (relative) return font;
  if (fonts.size >= FONTS_LIMIT) fonts.clear();
  fonts.set(source, font);
  return font;
}

/** A font with other capitals and another width, both as indices of their keywords. */
export function fontVariant(font, caps, stretch) {
  if (font.caps === caps && font.stretch === stretch) return font;
  font.variants ??= new Map();
  const key = caps * 16 + stretch;
  let variant = font.variants.get(key);
  if (variant === undefined) {
    size ??= new Float64Array(4);
    const text = ops.op_canvas_font_variant(font.id, caps, stretch, size);
    variant = { id: size[0], text, size: font.size, caps, stretch };
    font.variants.set(key, variant);
  }
  return variant;
}

const UNITS = { px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54, q: 2.4 / 2.54, rem: 16, rlh: 20 };
/** Units in parts of the font size. */
const FONT_UNITS = { em: 1, ex: 0.5, ch: 0.5, cap: 0.7, ic: 1, lh: 1.2 };
const VIEWPORT_UNIT = /^[sld]?v(w|h|i|b|min|max)$/;

/** A CSS length of letterSpacing and wordSpacing, `{px, text}` for a font size; null if it is none. */
export function parseSpacing(source, fontSize) {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]+)\s*$/i.exec(source);
  if (match === null) return null;
  const number = Math.fround(+match[1]);
  const unit = match[2].toLowerCase();
  let scale = UNITS[unit] ?? FONT_UNITS[unit] * fontSize;
  const side = VIEWPORT_UNIT.exec(unit)?.[1];
  if (side !== undefined) {
    const { width, height } = host.viewport?.() ?? { width: 0, height: 0 };
    const sides = { w: width, i: width, h: height, b: height, min: Math.min(width, height), max: Math.max(width, height) };
    scale = sides[side] / 100;
  }
  if (!Number.isFinite(scale) || !Number.isFinite(number)) return null;
  return { px: number * scale, text: `${+number.toPrecision(6)}${unit}` };
}

const FIELDS = [
  "width", "actualBoundingBoxLeft", "actualBoundingBoxRight", "fontBoundingBoxAscent", "fontBoundingBoxDescent",
  "actualBoundingBoxAscent", "actualBoundingBoxDescent", "hangingBaseline", "alphabeticBaseline", "ideographicBaseline",
];

export class TextMetrics {
  #values;

  constructor(secret, values) {
    if (secret !== SECRET) illegalConstructor();
    this.#values = values;
  }

  static value(metrics, index) {
    return metrics.#values[index];
  }
}
const valueOf = TextMetrics.value;
delete TextMetrics.value;
FIELDS.forEach((name, index) => {
  const accessor = {
    get [name]() {
      return valueOf(this, index);
    },
  };
  Object.defineProperty(TextMetrics.prototype, name, Object.getOwnPropertyDescriptor(accessor, name));
});
finishInterface(TextMetrics);

/** True if text of a canvas runs from right to left; `inherit` asks the element's style. */
export function rightToLeft(canvas, s) {
  // With style sheets come the faces of fonts: whoever draws text has those of the document as it stands.
  host.flush?.();
  if (s.direction !== "inherit") return s.direction === "rtl";
  if (canvas[$id] === undefined || !canvas[$connected]) return false;
  return ops.op_style_right_to_left(canvas[$id]);
}

/** A function that measures the width of text in a CSS font, for callers that have no canvas. */
host.textMeasure = (source) => {
  const font = parseFont(source, null);
  const values = new Float64Array(FIELDS.length);
  return (text) => {
    if (font === null || text === "") return 0;
    ops.op_canvas_measure(text, font.id, 0, 0, false, 0, 0, true, values);
    return values[0];
  };
};

/** Measures a line of text in a state. */
export function measure(text, s, rtl) {
  const values = new Float64Array(FIELDS.length);
  ops.op_canvas_measure(
    text,
    s.font.id,
    s.align,
    s.baseline,
    rtl,
    s.letter,
    s.word,
    s.kerning !== "none",
    values,
  );
  return new TextMetrics(SECRET, values);
}

/** Text as it is drawn: white space characters are spaces. */
export function prepareText(text) {
  return /[\t\n\v\f\r]/.test(text) ? text.replace(/[\t\n\v\f\r]/g, " ") : text;
}

export const globals = { TextMetrics };
