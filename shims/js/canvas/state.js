// The drawing state of a 2D context: what save() keeps (HTML § 4.12.5.1.2).
import { BLACK, TRANSPARENT } from "ext:oracade/canvas/styles.js";

/** globalCompositeOperation by its number in the command stream. */
export const COMPOSITES = [
  "source-over", "source-in", "source-out", "source-atop", "destination-over", "destination-in", "destination-out",
  "destination-atop", "lighter", "copy", "xor", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge",
  "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
  "clear",
];
export const CAPS = ["butt", "round", "square"];
export const JOINS = ["miter", "round", "bevel"];
export const ALIGNS = ["start", "end", "left", "right", "center"];
export const BASELINES = ["alphabetic", "top", "hanging", "middle", "ideographic", "bottom"];
export const QUALITIES = ["low", "medium", "high"];

const INITIAL_FONT = { id: 0, text: "10px sans-serif", size: 10, caps: 0, stretch: 4, variants: undefined };
const NO_FILTER = { id: 0, text: "none" };
const NO_DASH = [];

export class State {
  constructor(from) {
    if (from === undefined) {
      this.a = 1;
      this.b = 0;
      this.c = 0;
      this.d = 1;
      this.e = 0;
      this.f = 0;
      this.fill = BLACK;
      this.stroke = BLACK;
      this.alpha = 1;
      this.composite = 0;
      this.lineWidth = 1;
      this.lineCap = 0;
      this.lineJoin = 0;
      this.miterLimit = 10;
      this.dash = NO_DASH;
      this.dashOffset = 0;
      this.shadowColor = TRANSPARENT;
      this.shadowBlur = 0;
      this.shadowX = 0;
      this.shadowY = 0;
      this.smoothing = true;
      this.quality = 0;
      this.filter = NO_FILTER;
      this.font = INITIAL_FONT;
      this.align = 0;
      this.baseline = 0;
      this.direction = "inherit";
      this.letterText = "0px";
      this.letter = 0;
      this.wordText = "0px";
      this.word = 0;
      this.kerning = "auto";
      this.rendering = "auto";
      this.lang = "inherit";
      this.clip = null;
      return;
    }
    this.a = from.a;
    this.b = from.b;
    this.c = from.c;
    this.d = from.d;
    this.e = from.e;
    this.f = from.f;
    this.fill = from.fill;
    this.stroke = from.stroke;
    this.alpha = from.alpha;
    this.composite = from.composite;
    this.lineWidth = from.lineWidth;
    this.lineCap = from.lineCap;
    this.lineJoin = from.lineJoin;
    this.miterLimit = from.miterLimit;
    this.dash = from.dash;
    this.dashOffset = from.dashOffset;
    this.shadowColor = from.shadowColor;
    this.shadowBlur = from.shadowBlur;
    this.shadowX = from.shadowX;
    this.shadowY = from.shadowY;
    this.smoothing = from.smoothing;
    this.quality = from.quality;
    this.filter = from.filter;
    this.font = from.font;
    this.align = from.align;
    this.baseline = from.baseline;
    this.direction = from.direction;
    this.letterText = from.letterText;
    this.letter = from.letter;
    this.wordText = from.wordText;
    this.word = from.word;
    this.kerning = from.kerning;
    this.rendering = from.rendering;
    this.lang = from.lang;
    this.clip = from.clip;
  }
}
