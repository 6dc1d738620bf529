// PeriodicWave, and the tables an oscillator reads (Web Audio § 1.28, 1.30). A wave is kept as one period for each third of an
// octave, each without the partials that would lie above half the sample rate there; so what a sample costs does not depend on
// the number of partials.
import { finishInterface, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { inverse } from "ext:oracade/platform/audio/fft.js";
import { contextArgument, floatOf, optionsOf, whileMaking } from "ext:oracade/platform/audio/options.js";
import { need } from "ext:oracade/platform/idl.js";

const { abs, floor, log2, max, min, pow, PI } = Math;

/** Cents between two tables. */
const STEP = 400;

/** One period's length at a sample rate. */
const sizeFor = (rate) => (rate <= 24000 ? 2048 : rate <= 88200 ? 4096 : 16384);

/** The tables of one set of coefficients. They are made when they are first read. */
class Wave {
  constructor(size, real, imag, normalize) {
    this.size = size;
    this.real = real;
    this.imag = imag;
    this.count = floor(0.5 + 3 * log2(this.size));
    this.tables = new Array(this.count);
    this.scale = normalize ? null : 1;
  }
  #table(index) {
    const found = this.tables[index];
    if (found !== undefined) return found;
    const size = this.size;
    const re = new Float64Array(size);
    const im = new Float64Array(size);
    const partials = min(floor(pow(2, (-index * STEP) / 1200) * (size / 2)), this.real.length - 1, size / 2 - 1);
    for (let n = 1; n <= partials; n++) {
      re[n] = re[size - n] = this.real[n] / 2;
      im[size - n] = this.imag[n] / 2;
      im[n] = -this.imag[n] / 2;
    }
    inverse(re, im);
    if (this.scale === null) {
      let peak = 0;
      if (index === 0) for (let i = 0; i < size; i++) peak = max(peak, abs(re[i]));
      else {
        this.#table(0);
        return this.#table(index);
      }
      this.scale = peak > 0 ? 1 / peak : 1;
    }
    const table = new Float32Array(size + 1);
    for (let i = 0; i < size; i++) table[i] = re[i] * this.scale;
    table[size] = table[0];
    return this.tables[index] = table;
  }
  /** The value at a phase of [0, 1) for a frequency, in cycles a sample. */
  sample(phase, frequency) {
    const ratio = frequency === 0 ? 0.5 : abs(frequency) * this.size;
    const range = max(0, min(1 + (log2(ratio) * 1200) / STEP, this.count - 1));
    const upper = floor(range);
    const lower = min(upper + 1, this.count - 1);
    const part = range - upper;
    const position = phase * this.size;
    const k = floor(position);
    const f = position - k;
    const a = this.#table(upper);
    const high = a[k] + (a[k + 1] - a[k]) * f;
    if (part === 0) return high;
    const b = this.#table(lower);
    return high + (b[k] + (b[k + 1] - b[k]) * f - high) * part;
  }
}

const shapes = new Map();
/** One of the four shapes oscillators have without a PeriodicWave of the page's. */
export function shapeWave(type, rate) {
  const size = sizeFor(rate);
  const key = `${type} ${size}`;
  let found = shapes.get(key);
  if (found !== undefined) return found;
  const partials = size / 2;
  const imag = new Float32Array(partials);
  for (let n = 1; n < partials; n++) {
    const factor = 2 / (n * PI);
    if (type === "sine") imag[n] = n === 1 ? 1 : 0;
    else if (type === "square") imag[n] = n & 1 ? 2 * factor : 0;
    else if (type === "sawtooth") imag[n] = factor * (n & 1 ? 1 : -1);
    else imag[n] = n & 1 ? 2 * factor * factor * ((n - 1) & 2 ? -1 : 1) : 0;
  }
  found = new Wave(size, new Float32Array(partials), imag, true);
  shapes.set(key, found);
  return found;
}

export class PeriodicWave {
  #wave;
  constructor(context, options = {}) {
    need(1, arguments.length, "PeriodicWave");
    const engine = contextArgument(context, "PeriodicWave");
    const where = whileMaking("PeriodicWave");
    const read = optionsOf(options, "PeriodicWave", "PeriodicWaveOptions");
    const plain = read.boolean("disableNormalization", false);
    const imag = read.sequence("imag", floatOf);
    const real = read.sequence("real", floatOf);
    const length = (real ?? imag)?.length ?? 2;
    if (length < 2) fail("IndexSizeError", `${where}: The length of the real array provided (${length}) is less than the minimum bound (2).`);
    if (real !== null && imag !== null && real.length !== imag.length) {
      fail("IndexSizeError", `${where}: length of real array (${real.length}) and length of imaginary array (${imag.length}) must match.`);
    }
    const part = (list) => (list === null ? new Float32Array(length) : Float32Array.from(list));
    this.#wave = new Wave(sizeFor(engine.rate), part(real), part(imag), !plain);
    if (real === null && imag === null) this.#wave.imag[1] = 1;
    Object.defineProperty(this, SECRET, { value: this.#wave });
  }
}
finishInterface(PeriodicWave);

export const globals = { PeriodicWave };
