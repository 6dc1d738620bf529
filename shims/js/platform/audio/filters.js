// BiquadFilterNode and IIRFilterNode (Web Audio § 1.13, 1.21).
import { finishInterface, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { $process, AudioNode, QUANTUM, SILENCE } from "ext:oracade/platform/audio/node.js";
import { contextArgument, doubleOf, float32Array, optionsOf, whileMaking } from "ext:oracade/platform/audio/options.js";
import { AudioParam } from "ext:oracade/platform/audio/param.js";
import { paramValues } from "ext:oracade/platform/audio/render.js";
import { need } from "ext:oracade/platform/idl.js";

const { abs, atan2, cos, max, min, pow, sin, sqrt, PI, SQRT2 } = Math;

const FILTERS = ["lowpass", "highpass", "bandpass", "lowshelf", "highshelf", "peaking", "notch", "allpass"];

/** A filter that only scales. */
const scaled = (gain) => [gain, 0, 0, 0, 0];

/** Coefficients b0 b1 b2 a1 a2, divided by a0 (Web Audio § 1.13.5); at the ends of the range what the filters come to there. */
function coefficients(type, frequency, q, gain, rate) {
  const f = max(0, min((2 * frequency) / rate, 1));
  const a = pow(10, gain / 40);
  const inside = f > 0 && f < 1;
  switch (type) {
    case "lowpass":
      if (!inside) return scaled(f);
      break;
    case "highpass":
      if (!inside) return scaled(1 - f);
      break;
    case "bandpass":
      if (!inside) return scaled(0);
      if (q <= 0) return scaled(1);
      break;
    case "notch":
      if (!inside) return scaled(1);
      if (q <= 0) return scaled(0);
      break;
    case "allpass":
      if (!inside) return scaled(1);
      if (q <= 0) return scaled(-1);
      break;
    case "peaking":
      if (!inside) return scaled(1);
      if (q <= 0) return scaled(a * a);
      break;
    case "lowshelf":
      if (!inside) return scaled(f === 1 ? a * a : 1);
      break;
    default:
      if (!inside) return scaled(f === 1 ? 1 : a * a);
  }
  const w = PI * f;
  const c = cos(w);
  const s = sin(w);
  const alphaQ = s / (2 * q);
  const alphaDb = s / (2 * pow(10, q / 20));
  const root = sqrt(a) * s * SQRT2;
  let b;
  let d;
  switch (type) {
    case "lowpass":
      b = [(1 - c) / 2, 1 - c, (1 - c) / 2];
      d = [1 + alphaDb, -2 * c, 1 - alphaDb];
      break;
    case "highpass":
      b = [(1 + c) / 2, -(1 + c), (1 + c) / 2];
      d = [1 + alphaDb, -2 * c, 1 - alphaDb];
      break;
    case "bandpass":
      b = [alphaQ, 0, -alphaQ];
      d = [1 + alphaQ, -2 * c, 1 - alphaQ];
      break;
    case "notch":
      b = [1, -2 * c, 1];
      d = [1 + alphaQ, -2 * c, 1 - alphaQ];
      break;
    case "allpass":
      b = [1 - alphaQ, -2 * c, 1 + alphaQ];
      d = [1 + alphaQ, -2 * c, 1 - alphaQ];
      break;
    case "peaking":
      b = [1 + alphaQ * a, -2 * c, 1 - alphaQ * a];
      d = [1 + alphaQ / a, -2 * c, 1 - alphaQ / a];
      break;
    case "lowshelf":
      b = [a * (a + 1 - (a - 1) * c + root), 2 * a * (a - 1 - (a + 1) * c), a * (a + 1 - (a - 1) * c - root)];
      d = [a + 1 + (a - 1) * c + root, -2 * (a - 1 + (a + 1) * c), a + 1 + (a - 1) * c - root];
      break;
    default:
      b = [a * (a + 1 + (a - 1) * c + root), -2 * a * (a - 1 + (a + 1) * c), a * (a + 1 + (a - 1) * c - root)];
      d = [a + 1 - (a - 1) * c + root, 2 * (a - 1 - (a + 1) * c), a + 1 - (a - 1) * c - root];
  }
  return [b[0] / d[0], b[1] / d[0], b[2] / d[0], d[1] / d[0], d[2] / d[0]];
}

export class BiquadFilterNode extends AudioNode {
  #type;
  #frequency;
  #detune;
  #q;
  #gain;
  #memory = [];
  constructor(context, options = {}) {
    need(1, arguments.length, "BiquadFilterNode");
    const engine = contextArgument(context, "BiquadFilterNode");
    const read = optionsOf(options, "BiquadFilterNode", "BiquadFilterOptions");
    const q = read.float("Q");
    const detune = read.float("detune");
    const frequency = read.float("frequency");
    const gain = read.float("gain");
    const type = read.choice("type", FILTERS, "BiquadFilterType", "lowpass");
    super(SECRET, context, { name: "BiquadFilterNode", inputs: 1, outputs: 1 }, options);
    const param = (name, value, initial, lowest, highest) =>
      new AudioParam(SECRET, context, { owner: this, name: `BiquadFilter.${name}`, value, initial, min: lowest, max: highest });
    this.#frequency = param("frequency", 350, frequency, 0, engine.rate / 2);
    this.#detune = param("detune", 0, detune, -153600, 153600);
    this.#q = param("Q", 1, q);
    this.#gain = param("gain", 0, gain, undefined, 1541.273681640625);
    this.#type = type;
  }
  get type() {
    return this.#type;
  }
  set type(value) {
    void this.#type;
    value = `${value}`;
    if (FILTERS.includes(value)) this.#type = value;
  }
  get frequency() {
    return this.#frequency;
  }
  get detune() {
    return this.#detune;
  }
  get Q() {
    return this.#q;
  }
  get gain() {
    return this.#gain;
  }
  getFrequencyResponse(frequencyHz, magResponse, phaseResponse) {
    need(3, arguments.length, "getFrequencyResponse", "BiquadFilterNode");
    responseArguments([frequencyHz, magResponse, phaseResponse], "BiquadFilterNode");
    const rate = this.context.sampleRate;
    const f = this.#frequency.value * pow(2, this.#detune.value / 1200);
    const [b0, b1, b2, a1, a2] = coefficients(this.#type, f, this.#q.value, this.#gain.value, rate);
    response([b0, b1, b2], [1, a1, a2], rate, frequencyHz, magResponse, phaseResponse);
  }
  [$process]([input], block) {
    if (input === SILENCE && this.#memory.length === 0) return [SILENCE];
    const rate = this.context.sampleRate;
    const values = [this.#frequency, this.#detune, this.#q, this.#gain].map((param) => paramValues(param, block, rate));
    const [frequency, detune, q, gain] = values;
    const at = (i) => coefficients(this.#type, frequency[i] * pow(2, detune[i] / 1200), q[i], gain[i], rate);
    const moving = values.some((list) => list.some((value) => value !== list[0]));
    const sets = moving ? Array.from({ length: QUANTUM }, (_, i) => at(i)) : [at(0)];
    while (this.#memory.length < input.length) this.#memory.push([0, 0, 0, 0]);
    return [input.map((channel, c) => {
      let [x1, x2, y1, y2] = this.#memory[c];
      let [b0, b1, b2, a1, a2] = sets[0];
      const out = new Float32Array(QUANTUM);
      for (let i = 0; i < QUANTUM; i++) {
        if (moving) [b0, b1, b2, a1, a2] = sets[i];
        const x = channel[i];
        const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
        out[i] = y;
        x2 = x1;
        x1 = x;
        y2 = y1;
        // A denormal tail would cost time without being heard.
        y1 = abs(y) < 1e-30 ? 0 : y;
      }
      this.#memory[c] = [x1, x2, y1, y2];
      return out;
    })];
  }
}

/** Checks what `getFrequencyResponse` is given. */
function responseArguments(arrays, name) {
  const where = `Failed to execute 'getFrequencyResponse' on '${name}'`;
  arrays.forEach((array, i) => float32Array(array, i + 1, where));
  const { length } = arrays[0];
  for (const [i, what] of [[1, "magResponse"], [2, "phaseResponse"]]) {
    if (arrays[i].length !== length) fail("InvalidAccessError", `${where}: The ${what} length provided (${arrays[i].length}) is outside the range [${length}, ${length}].`);
  }
}

/** Magnitude and phase of a filter given by its coefficients. */
function response(forward, back, rate, frequencies, magnitudes, phases) {
  const at = (list, w) => {
    let re = 0;
    let im = 0;
    for (let k = 0; k < list.length; k++) {
      re += list[k] * cos(k * w);
      im -= list[k] * sin(k * w);
    }
    return [re, im];
  };
  for (let i = 0; i < frequencies.length; i++) {
    if (!(frequencies[i] >= 0 && frequencies[i] <= rate / 2)) {
      magnitudes[i] = phases[i] = NaN;
      continue;
    }
    const w = (2 * PI * frequencies[i]) / rate;
    const [ur, ui] = at(forward, w);
    const [dr, di] = at(back, w);
    const size = dr * dr + di * di;
    const re = (ur * dr + ui * di) / size;
    const im = (ui * dr - ur * di) / size;
    magnitudes[i] = sqrt(re * re + im * im);
    phases[i] = atan2(im, re);
  }
}

export class IIRFilterNode extends AudioNode {
  #feedforward;
  #feedback;
  #memory = [];
  constructor(context, options) {
    need(2, arguments.length, "IIRFilterNode");
    contextArgument(context, "IIRFilterNode");
    const where = whileMaking("IIRFilterNode");
    const read = optionsOf(options, "IIRFilterNode", "IIRFilterOptions");
    const back = read.required("feedback").sequence("feedback", doubleOf);
    const forward = read.required("feedforward").sequence("feedforward", doubleOf);
    for (const [list, what] of [[forward, "feedforward"], [back, "feedback"]]) {
      if (list.length < 1 || list.length > 20) fail("NotSupportedError", `${where}: The number of ${what} coefficients provided (${list.length}) is outside the range [1, 20].`);
    }
    if (back[0] === 0) fail("InvalidStateError", `${where}: First feedback coefficient cannot be zero.`);
    if (forward.every((x) => x === 0)) fail("InvalidStateError", `${where}: At least one feedforward coefficient must be non-zero.`);
    super(SECRET, context, { name: "IIRFilterNode", inputs: 1, outputs: 1 }, options);
    this.#feedforward = forward.map((x) => x / back[0]);
    this.#feedback = back.map((x) => x / back[0]);
  }
  getFrequencyResponse(frequencyHz, magResponse, phaseResponse) {
    need(3, arguments.length, "getFrequencyResponse", "IIRFilterNode");
    responseArguments([frequencyHz, magResponse, phaseResponse], "IIRFilterNode");
    response(this.#feedforward, this.#feedback, this.context.sampleRate, frequencyHz, magResponse, phaseResponse);
  }
  [$process]([input]) {
    if (input === SILENCE && this.#memory.length === 0) return [SILENCE];
    while (this.#memory.length < input.length) this.#memory.push({ x: new Array(20).fill(0), y: new Array(20).fill(0) });
    return [input.map((channel, c) => {
      const { x, y } = this.#memory[c];
      return channel.map((sample) => {
        x.unshift(sample);
        x.pop();
        let value = 0;
        for (let k = 0; k < this.#feedforward.length; k++) value += this.#feedforward[k] * x[k];
        for (let k = 1; k < this.#feedback.length; k++) value -= this.#feedback[k] * y[k - 1];
        y.unshift(abs(value) < 1e-300 ? 0 : value);
        y.pop();
        return value;
      });
    })];
  }
}

const classes = { BiquadFilterNode, IIRFilterNode };
for (const cls of Object.values(classes)) finishInterface(cls);

export const globals = classes;
