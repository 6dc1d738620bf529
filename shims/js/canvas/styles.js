// Fill and stroke styles: colours, CanvasGradient, CanvasPattern (HTML § 4.12.5.1.10).
import { finishInterface, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { matrix2d } from "ext:oracade/canvas/matrix.js";
import { need } from "ext:oracade/platform/idl.js";

/** Colours by what a page wrote; false for invalid ones. */
const colors = new Map();
const COLORS_LIMIT = 4096;
/** Made when it is first used: buffers cannot be part of the start-up snapshot. */
let scratch;
/** A new number whenever a style changes; colours have their own from the start. */
let versions = 0;

/** A colour as styles hold it: {r, g, b, a, text, version}; null if the text is none. */
export function parseColor(source, currentColor) {
  const known = colors.get(source);
  if (known !== undefined) return known;
  scratch ??= new Float64Array(4);
  const relative = /currentcolor/i.test(source);
  const text = ops.op_canvas_color(source, relative && currentColor !== undefined ? currentColor() : "", scratch);
  const color = text === "" ? null : { r: scratch[0], g: scratch[1], b: scratch[2], a: scratch[3], text, version: ++versions, write: undefined };
  if (relative) return color;
  if (colors.size >= COLORS_LIMIT) colors.clear();
  colors.set(source, color);
  return color;
}

export const BLACK = { r: 0, g: 0, b: 0, a: 1, text: "#000000", version: ++versions, write: undefined };
export const TRANSPARENT = { r: 0, g: 0, b: 0, a: 0, text: "rgba(0, 0, 0, 0)", version: ++versions, write: undefined };

export const GRADIENT = { LINEAR: 1, RADIAL: 2, CONIC: 3 };

class GradientStyle {
  constructor(object, kind, numbers) {
    this.object = object;
    this.kind = kind;
    this.numbers = numbers;
    this.stops = [];
    this.version = ++versions;
  }

  /** 1 if the gradient is opaque everywhere, else 0: what a colour's alpha says of it. */
  get a() {
    const { kind, numbers, stops } = this;
    if (kind === GRADIENT.RADIAL || stops.length === 0) return 0;
    if (kind === GRADIENT.LINEAR && numbers[0] === numbers[2] && numbers[1] === numbers[3]) return 0;
    for (let i = 4; i < stops.length; i += 5) {
      if (stops[i] !== 1) return 0;
    }
    return 1;
  }

  size() {
    return this.numbers.length + this.stops.length + 2;
  }

  write(recorder) {
    const { numbers, stops } = this;
    const { words } = recorder;
    let { n } = recorder;
    words[n++] = this.kind;
    for (let i = 0; i < numbers.length; i++) words[n++] = numbers[i];
    words[n++] = stops.length / 5;
    for (let i = 0; i < stops.length; i++) words[n++] = stops[i];
    recorder.n = n;
  }
}

export class CanvasGradient {
  #style;

  constructor(secret, kind, numbers) {
    if (secret !== SECRET) illegalConstructor();
    this.#style = new GradientStyle(this, kind, numbers);
  }

  addColorStop(offset, color) {
    if (arguments.length < 2) need(2, arguments.length, "addColorStop", "CanvasGradient");
    offset = +offset;
    color = `${color}`;
    const where = "Failed to execute 'addColorStop' on 'CanvasGradient'";
    if (!Number.isFinite(offset)) throw new TypeError(`${where}: The provided double value is non-finite.`);
    if (offset < 0 || offset > 1) fail("IndexSizeError", `${where}: The provided value (${offset}) is outside the range (0.0, 1.0).`);
    const parsed = parseColor(color);
    if (parsed === null) fail("SyntaxError", `${where}: The value provided ('${color}') could not be parsed as a color.`);
    this.#style.stops.push(offset, parsed.r, parsed.g, parsed.b, parsed.a);
    this.#style.version = ++versions;
  }

  static styleOf(value) {
    return typeof value === "object" && value !== null && #style in value ? value.#style : undefined;
  }
}
const gradientStyle = CanvasGradient.styleOf;
delete CanvasGradient.styleOf;
finishInterface(CanvasGradient);

class PatternStyle {
  constructor(object, pin, repeatX, repeatY) {
    this.object = object;
    this.pin = pin;
    this.repeat = [+repeatX, +repeatY];
    this.matrix = [1, 0, 0, 1, 0, 0];
    this.version = ++versions;
  }

  size() {
    return 16;
  }

  write(recorder) {
    recorder.put(4, recorder.pin(this.pin), ...this.repeat, ...this.matrix);
  }
}

export class CanvasPattern {
  #style;

  constructor(secret, pin, repeatX, repeatY) {
    if (secret !== SECRET) illegalConstructor();
    this.#style = new PatternStyle(this, pin, repeatX, repeatY);
  }

  setTransform(transform = undefined) {
    const m = matrix2d(transform, "Failed to execute 'setTransform' on 'CanvasPattern'");
    if (!m.every(Number.isFinite)) return;
    this.#style.matrix = m;
    this.#style.version = ++versions;
  }

  static styleOf(value) {
    return typeof value === "object" && value !== null && #style in value ? value.#style : undefined;
  }
}
const patternStyle = CanvasPattern.styleOf;
delete CanvasPattern.styleOf;
finishInterface(CanvasPattern);

/** The style of a CanvasGradient or CanvasPattern, undefined for anything else. */
export function styleOf(value) {
  return gradientStyle(value) ?? patternStyle(value);
}

export const globals = { CanvasGradient, CanvasPattern };
