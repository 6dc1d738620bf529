// Nodes that change sound: gain, filters, delay, panning, shaping, compression, routing (Web Audio § 1.12–1.33).
import { finishInterface, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { AudioBuffer, channelsOf } from "ext:oracade/platform/audio/buffer.js";
import { $node, $process, AudioNode, paramValues, QUANTUM, SILENCE, zeros } from "ext:oracade/platform/audio/node.js";
import { AudioParam } from "ext:oracade/platform/audio/param.js";
import { need } from "ext:oracade/platform/idl.js";

const HUGE = 3.4028234663852886e38;
const { sin, cos, pow, exp, log10, sqrt, PI, abs, min, max } = Math;

function param(context, options, key, value, low = -HUGE, high = HUGE, rate = "a-rate", fixed = false) {
  return new AudioParam(SECRET, context, options?.[key] ?? value, low, high, rate, fixed);
}

/** Reads a parameter for a block. */
const values = (node, p, block) => paramValues(p, block, node.context.sampleRate);

export class GainNode extends AudioNode {
  #gain;
  constructor(context, options = {}) {
    need(1, arguments.length, "GainNode");
    super(SECRET, context, 1, 1, options);
    this.#gain = param(context, options, "gain", 1);
  }
  get gain() {
    return this.#gain;
  }
  [$process]([input], block) {
    if (input === SILENCE) return [SILENCE];
    const gain = values(this, this.#gain, block);
    return [input.map((channel) => channel.map((sample, i) => sample * gain[i]))];
  }
}

export class DelayNode extends AudioNode {
  #delay;
  #lines = [];
  #size;
  #at = 0;
  constructor(context, options = {}) {
    need(1, arguments.length, "DelayNode");
    super(SECRET, context, 1, 1, options);
    const longest = options?.maxDelayTime ?? 1;
    if (!(longest > 0 && longest < 180)) {
      fail("NotSupportedError", `Failed to construct 'DelayNode': The max delay time provided (${longest}) is outside the range (0, 180).`);
    }
    this.#delay = param(context, options, "delayTime", 0, 0, longest);
    this.#size = Math.ceil(longest * context.sampleRate) + 2 * QUANTUM;
  }
  get delayTime() {
    return this.#delay;
  }
  [$process]([input], block) {
    while (this.#lines.length < input.length) this.#lines.push(new Float32Array(this.#size));
    const delay = values(this, this.#delay, block);
    const out = zeros(this.#lines.length);
    for (let i = 0; i < QUANTUM; i++) {
      const back = delay[i] * this.context.sampleRate;
      const position = (this.#at - back + this.#size) % this.#size;
      const k = Math.floor(position);
      const part = position - k;
      for (let c = 0; c < this.#lines.length; c++) {
        const line = this.#lines[c];
        line[this.#at] = input[c]?.[i] ?? 0;
        out[c][i] = part === 0 ? line[k] : line[k] + (line[(k + 1) % this.#size] - line[k]) * part;
      }
      this.#at = (this.#at + 1) % this.#size;
    }
    return [out];
  }
}

const FILTERS = ["lowpass", "highpass", "bandpass", "lowshelf", "highshelf", "peaking", "notch", "allpass"];

/** Coefficients b0 b1 b2 a1 a2, divided by a0 (Web Audio § 1.13.5). */
function coefficients(type, frequency, q, gain, rate) {
  const f = min(max(frequency, 0), rate / 2);
  const w = (2 * PI * f) / rate;
  const c = cos(w);
  const s = sin(w);
  const alphaQ = s / (2 * (q === 0 ? 1e-9 : q));
  const alphaDb = s / (2 * pow(10, q / 20));
  const a = pow(10, gain / 40);
  const alphaS = (s / 2) * Math.SQRT2;
  const root = 2 * sqrt(a) * alphaS;
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
  #type = "lowpass";
  #frequency;
  #detune;
  #q;
  #gain;
  #memory = [];
  constructor(context, options = {}) {
    need(1, arguments.length, "BiquadFilterNode");
    super(SECRET, context, 1, 1, options);
    this.#frequency = param(context, options, "frequency", 350, 0, context.sampleRate / 2);
    this.#detune = param(context, options, "detune", 0, -153600, 153600);
    this.#q = param(context, options, "Q", 1);
    this.#gain = param(context, options, "gain", 0, -HUGE, 1541);
    if (options?.type !== undefined) this.type = options.type;
  }
  get type() {
    return this.#type;
  }
  set type(value) {
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
  getFrequencyResponse(frequencies, magnitudes, phases) {
    need(3, arguments.length, "getFrequencyResponse", "BiquadFilterNode");
    if (magnitudes.length !== frequencies.length || phases.length !== frequencies.length) {
      fail("InvalidAccessError", "Failed to execute 'getFrequencyResponse' on 'BiquadFilterNode': the arrays must have the same length.");
    }
    const rate = this.context.sampleRate;
    const f = this.#frequency.value * pow(2, this.#detune.value / 1200);
    const [b0, b1, b2, a1, a2] = coefficients(this.#type, f, this.#q.value, this.#gain.value, rate);
    for (let i = 0; i < frequencies.length; i++) {
      if (!(frequencies[i] >= 0 && frequencies[i] <= rate / 2)) {
        magnitudes[i] = phases[i] = NaN;
        continue;
      }
      const w = (2 * PI * frequencies[i]) / rate;
      const up = [b0 + b1 * cos(w) + b2 * cos(2 * w), -b1 * sin(w) - b2 * sin(2 * w)];
      const down = [1 + a1 * cos(w) + a2 * cos(2 * w), -a1 * sin(w) - a2 * sin(2 * w)];
      const size = down[0] * down[0] + down[1] * down[1];
      const re = (up[0] * down[0] + up[1] * down[1]) / size;
      const im = (up[1] * down[0] - up[0] * down[1]) / size;
      magnitudes[i] = sqrt(re * re + im * im);
      phases[i] = Math.atan2(im, re);
    }
  }
  [$process]([input], block) {
    if (input === SILENCE && this.#memory.length === 0) return [SILENCE];
    const frequency = values(this, this.#frequency, block)[0] * pow(2, values(this, this.#detune, block)[0] / 1200);
    const q = values(this, this.#q, block)[0];
    const gain = values(this, this.#gain, block)[0];
    const [b0, b1, b2, a1, a2] = coefficients(this.#type, frequency, q, gain, this.context.sampleRate);
    while (this.#memory.length < input.length) this.#memory.push([0, 0, 0, 0]);
    return [input.map((channel, c) => {
      let [x1, x2, y1, y2] = this.#memory[c];
      const out = new Float32Array(QUANTUM);
      for (let i = 0; i < QUANTUM; i++) {
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

export class IIRFilterNode extends AudioNode {
  #feedforward;
  #feedback;
  #memory = [];
  constructor(context, options) {
    need(2, arguments.length, "IIRFilterNode");
    super(SECRET, context, 1, 1, options);
    const forward = [...options.feedforward].map(Number);
    const back = [...options.feedback].map(Number);
    if (forward.length < 1 || forward.length > 20 || back.length < 1 || back.length > 20) fail("NotSupportedError", "Failed to construct 'IIRFilterNode': The number of coefficients is outside the range [1, 20].");
    if (forward.every((x) => x === 0) || back[0] === 0) fail("InvalidStateError", "Failed to construct 'IIRFilterNode': the coefficients must not all be zero.");
    this.#feedforward = forward.map((x) => x / back[0]);
    this.#feedback = back.map((x) => x / back[0]);
  }
  [$process]([input]) {
    while (this.#memory.length < input.length) this.#memory.push({ x: new Array(20).fill(0), y: new Array(20).fill(0) });
    return [input.map((channel, c) => {
      const { x, y } = this.#memory[c];
      return channel.map((sample) => {
        x.unshift(sample);
        x.pop();
        let value = 0;
        for (let k = 0; k < this.#feedforward.length; k++) value += this.#feedforward[k] * x[k];
        for (let k = 1; k < this.#feedback.length; k++) value -= this.#feedback[k] * y[k - 1];
        y.unshift(value);
        y.pop();
        return value;
      });
    })];
  }
}

export class StereoPannerNode extends AudioNode {
  #pan;
  constructor(context, options = {}) {
    need(1, arguments.length, "StereoPannerNode");
    super(SECRET, context, 1, 1, options);
    this[$node].mode = "clamped-max";
    this.#pan = param(context, options, "pan", 0, -1, 1);
  }
  get pan() {
    return this.#pan;
  }
  [$process]([input], block) {
    if (input === SILENCE) return [SILENCE];
    const pan = values(this, this.#pan, block);
    const out = zeros(2);
    const left = input[0];
    const right = input[1] ?? input[0];
    for (let i = 0; i < QUANTUM; i++) {
      if (input.length === 1) {
        const angle = ((pan[i] + 1) / 2) * (PI / 2);
        out[0][i] = left[i] * cos(angle);
        out[1][i] = left[i] * sin(angle);
      } else {
        const angle = (pan[i] <= 0 ? pan[i] + 1 : pan[i]) * (PI / 2);
        out[0][i] = pan[i] <= 0 ? left[i] + right[i] * cos(angle) : left[i] * cos(angle);
        out[1][i] = pan[i] <= 0 ? right[i] * sin(angle) : right[i] + left[i] * sin(angle);
      }
    }
    return [out];
  }
}

export class PannerNode extends AudioNode {
  #params = {};
  #model = "equalpower";
  #distance = "inverse";
  #numbers = { refDistance: 1, maxDistance: 10000, rolloffFactor: 1, coneInnerAngle: 360, coneOuterAngle: 360, coneOuterGain: 0 };
  constructor(context, options = {}) {
    need(1, arguments.length, "PannerNode");
    super(SECRET, context, 1, 1, options);
    this[$node].mode = "clamped-max";
    const initial = { positionX: 0, positionY: 0, positionZ: 0, orientationX: 1, orientationY: 0, orientationZ: 0 };
    for (const key of Object.keys(initial)) this.#params[key] = param(context, options, key, initial[key]);
    for (const key of ["panningModel", "distanceModel", ...Object.keys(this.#numbers)]) {
      if (options?.[key] !== undefined) this[key] = options[key];
    }
  }
  static part(node, key) {
    return node.#params[key];
  }
  static number(node, key) {
    return node.#numbers[key];
  }
  static setNumber(node, key, value) {
    const number = +value;
    const low = key === "maxDistance" ? Number.MIN_VALUE : key.endsWith("Angle") ? -Infinity : 0;
    if (!Number.isFinite(number)) throw new TypeError(`Failed to set the '${key}' property on 'PannerNode': The provided double value is non-finite.`);
    if (number < low) throw new RangeError(`Failed to set the '${key}' property on 'PannerNode': The value provided (${number}) is too small.`);
    node.#numbers[key] = number;
  }
  get panningModel() {
    return this.#model;
  }
  set panningModel(value) {
    if (value === "equalpower" || value === "HRTF") this.#model = value;
  }
  get distanceModel() {
    return this.#distance;
  }
  set distanceModel(value) {
    if (["linear", "inverse", "exponential"].includes(value)) this.#distance = value;
  }
  setPosition(x, y, z) {
    need(3, arguments.length, "setPosition", "PannerNode");
    this.#params.positionX.value = x;
    this.#params.positionY.value = y;
    this.#params.positionZ.value = z;
  }
  setOrientation(x, y, z) {
    need(3, arguments.length, "setOrientation", "PannerNode");
    this.#params.orientationX.value = x;
    this.#params.orientationY.value = y;
    this.#params.orientationZ.value = z;
  }
  /** Equal-power panning and distance; HRTF is rendered the same way, for want of the measured responses. */
  [$process]([input], block) {
    if (input === SILENCE) return [SILENCE];
    const at = (p) => values(this, p, block)[0];
    const ear = this.context.listener[SECRET];
    const d = ["X", "Y", "Z"].map((axis) => at(this.#params[`position${axis}`]) - at(ear[`position${axis}`]));
    const forward = ["X", "Y", "Z"].map((axis) => at(ear[`forward${axis}`]));
    const up = ["X", "Y", "Z"].map((axis) => at(ear[`up${axis}`]));
    const right = [forward[1] * up[2] - forward[2] * up[1], forward[2] * up[0] - forward[0] * up[2], forward[0] * up[1] - forward[1] * up[0]];
    const length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const side = length === 0 ? 0 : (d[0] * right[0] + d[1] * right[1] + d[2] * right[2]) / length;
    const gain = this.#distanceGain(length);
    const angle = ((max(-1, min(1, side)) + 1) / 2) * (PI / 2);
    const out = zeros(2);
    for (let i = 0; i < QUANTUM; i++) {
      const sample = input.length === 1 ? input[0][i] : (input[0][i] + input[1][i]) / 2;
      out[0][i] = sample * gain * cos(angle);
      out[1][i] = sample * gain * sin(angle);
    }
    return [out];
  }
  #distanceGain(distance) {
    const { refDistance: ref, maxDistance, rolloffFactor: factor } = this.#numbers;
    if (this.#distance === "linear") {
      const low = min(ref, maxDistance);
      const high = max(ref, maxDistance);
      if (low === high) return 1 - min(factor, 1);
      return 1 - (min(factor, 1) * (max(low, min(high, distance)) - low)) / (high - low);
    }
    const d = max(distance, ref);
    if (ref === 0) return 0;
    return this.#distance === "inverse" ? ref / (ref + factor * (d - ref)) : pow(d / ref, -factor);
  }
}
const pannerPart = PannerNode.part;
const pannerNumber = PannerNode.number;
const setPannerNumber = PannerNode.setNumber;
for (const key of ["part", "number", "setNumber"]) delete PannerNode[key];
for (const key of ["positionX", "positionY", "positionZ", "orientationX", "orientationY", "orientationZ"]) {
  Object.defineProperty(PannerNode.prototype, key, {
    get() {
      return pannerPart(this, key);
    },
    enumerable: true,
    configurable: true,
  });
}
for (const key of ["refDistance", "maxDistance", "rolloffFactor", "coneInnerAngle", "coneOuterAngle", "coneOuterGain"]) {
  Object.defineProperty(PannerNode.prototype, key, {
    get() {
      return pannerNumber(this, key);
    },
    set(value) {
      setPannerNumber(this, key, value);
    },
    enumerable: true,
    configurable: true,
  });
}

export class WaveShaperNode extends AudioNode {
  #curve = null;
  #oversample = "none";
  constructor(context, options = {}) {
    need(1, arguments.length, "WaveShaperNode");
    super(SECRET, context, 1, 1, options);
    if (options?.curve) this.curve = options.curve;
    if (options?.oversample !== undefined) this.oversample = options.oversample;
  }
  get curve() {
    return this.#curve;
  }
  set curve(value) {
    if (value === null) {
      this.#curve = null;
      return;
    }
    const curve = Float32Array.from(value);
    if (curve.length < 2) fail("InvalidStateError", `Failed to set the 'curve' property on 'WaveShaperNode': The curve length provided (${curve.length}) is less than the minimum bound (2).`);
    this.#curve = curve;
  }
  get oversample() {
    return this.#oversample;
  }
  set oversample(value) {
    if (["none", "2x", "4x"].includes(value)) this.#oversample = value;
  }
  [$process]([input]) {
    const curve = this.#curve;
    if (curve === null) return [input];
    return [input.map((channel) => channel.map((sample) => {
      const v = ((curve.length - 1) / 2) * (sample + 1);
      if (!(v > 0)) return curve[0];
      if (v >= curve.length - 1) return curve[curve.length - 1];
      const k = Math.floor(v);
      return (1 - (v - k)) * curve[k] + (v - k) * curve[k + 1];
    }))];
  }
}

export class ConvolverNode extends AudioNode {
  #buffer = null;
  #normalize = true;
  #history = [];
  #scale = 1;
  constructor(context, options = {}) {
    need(1, arguments.length, "ConvolverNode");
    super(SECRET, context, 1, 1, options);
    this[$node].mode = "clamped-max";
    this.#normalize = !options?.disableNormalization;
    if (options?.buffer) this.buffer = options.buffer;
  }
  get buffer() {
    return this.#buffer;
  }
  set buffer(value) {
    if (value === null || value === undefined) {
      this.#buffer = null;
      return;
    }
    if (!(value instanceof AudioBuffer)) throw new TypeError("Failed to set the 'buffer' property on 'ConvolverNode': Failed to convert value to 'AudioBuffer'.");
    if (value.sampleRate !== this.context.sampleRate) fail("NotSupportedError", "Failed to set the 'buffer' property on 'ConvolverNode': The buffer sample rate does not match the context rate.");
    this.#buffer = value;
    this.#history = [];
    let power = 0;
    for (const channel of channelsOf(value)) for (const sample of channel) power += sample * sample;
    power = max(sqrt(power / (value.numberOfChannels * value.length)), 0.000125);
    this.#scale = this.#normalize ? (0.00125 / power) * (44100 / value.sampleRate) : 1;
  }
  get normalize() {
    return this.#normalize;
  }
  set normalize(value) {
    this.#normalize = Boolean(value);
  }
  /** Direct convolution: exact, and dear for long responses; it runs only for those who read samples. */
  [$process]([input]) {
    if (this.#buffer === null) return [SILENCE];
    const response = channelsOf(this.#buffer);
    const count = max(input.length, response.length);
    const out = zeros(count);
    for (let c = 0; c < count; c++) {
      const h = response[min(c, response.length - 1)];
      this.#history[c] ??= new Float32Array(h.length + QUANTUM);
      const line = this.#history[c];
      line.copyWithin(0, QUANTUM);
      line.set(input[min(c, input.length - 1)], line.length - QUANTUM);
      for (let i = 0; i < QUANTUM; i++) {
        let sum = 0;
        const end = line.length - QUANTUM + i;
        for (let k = 0; k < h.length && k <= end; k++) sum += h[k] * line[end - k];
        out[c][i] = sum * this.#scale;
      }
    }
    return [out];
  }
}

export class DynamicsCompressorNode extends AudioNode {
  #params;
  #level = 0;
  #reduction = 0;
  constructor(context, options = {}) {
    need(1, arguments.length, "DynamicsCompressorNode");
    super(SECRET, context, 1, 1, options);
    this[$node].mode = "clamped-max";
    const p = (key, value, low, high) => param(context, options, key, value, low, high, "k-rate", true);
    this.#params = {
      threshold: p("threshold", -24, -100, 0), knee: p("knee", 30, 0, 40), ratio: p("ratio", 12, 1, 20),
      attack: p("attack", 0.003, 0, 1), release: p("release", 0.25, 0, 1),
    };
  }
  static part(node, key) {
    return node.#params[key];
  }
  get reduction() {
    return this.#reduction;
  }
  #curve(db, threshold, knee, ratio) {
    if (db < threshold) return db;
    if (knee > 0 && db < threshold + knee) {
      const x = db - threshold;
      return db + ((1 / ratio - 1) * x * x) / (2 * knee);
    }
    return threshold + knee / 2 + (knee > 0 ? (knee / 2) * (1 / ratio) : 0) + (db - threshold - knee) / ratio;
  }
  [$process]([input], block) {
    if (input === SILENCE) return [SILENCE];
    const rate = this.context.sampleRate;
    const at = (key) => values(this, this.#params[key], block)[0];
    const threshold = at("threshold");
    const knee = at("knee");
    const ratio = at("ratio");
    const attack = exp(-1 / (max(at("attack"), 1e-4) * rate));
    const release = exp(-1 / (max(at("release"), 1e-4) * rate));
    const full = pow(10, this.#curve(0, threshold, knee, ratio) / 20);
    const makeup = pow(1 / full, 0.6);
    const out = input.map(() => new Float32Array(QUANTUM));
    for (let i = 0; i < QUANTUM; i++) {
      let peak = 0;
      for (const channel of input) peak = max(peak, abs(channel[i]));
      const factor = peak > this.#level ? attack : release;
      this.#level = factor * this.#level + (1 - factor) * peak;
      const db = this.#level > 1e-6 ? 20 * log10(this.#level) : -120;
      const cut = this.#curve(db, threshold, knee, ratio) - db;
      this.#reduction = cut;
      const gain = pow(10, cut / 20) * makeup;
      for (let c = 0; c < input.length; c++) out[c][i] = input[c][i] * gain;
    }
    return [out];
  }
}
const compressorPart = DynamicsCompressorNode.part;
delete DynamicsCompressorNode.part;
for (const key of ["threshold", "knee", "ratio", "attack", "release"]) {
  Object.defineProperty(DynamicsCompressorNode.prototype, key, {
    get() {
      return compressorPart(this, key);
    },
    enumerable: true,
    configurable: true,
  });
}

function portCount(options, key, cls) {
  const count = options?.[key] === undefined ? 6 : options[key] >>> 0;
  if (count < 1 || count > 32) fail("IndexSizeError", `Failed to construct '${cls}': The number of ports provided (${count}) is outside the range [1, 32].`);
  return count;
}

export class ChannelSplitterNode extends AudioNode {
  constructor(context, options = {}) {
    need(1, arguments.length, "ChannelSplitterNode");
    const outputs = portCount(options, "numberOfOutputs", "ChannelSplitterNode");
    super(SECRET, context, 1, outputs);
    Object.assign(this[$node], { channelCount: outputs, mode: "explicit", interpretation: "discrete" });
  }
  [$process]([input]) {
    return Array.from({ length: this.numberOfOutputs }, (_, i) => (input[i] === undefined ? SILENCE : [input[i]]));
  }
}

export class ChannelMergerNode extends AudioNode {
  constructor(context, options = {}) {
    need(1, arguments.length, "ChannelMergerNode");
    super(SECRET, context, portCount(options, "numberOfInputs", "ChannelMergerNode"), 1);
    Object.assign(this[$node], { channelCount: 1, mode: "explicit" });
  }
  [$process](inputs) {
    return [inputs.map((channels) => channels[0])];
  }
}

const classes = {
  BiquadFilterNode, ChannelMergerNode, ChannelSplitterNode, ConvolverNode, DelayNode, DynamicsCompressorNode, GainNode,
  IIRFilterNode, PannerNode, StereoPannerNode, WaveShaperNode,
};
for (const cls of Object.values(classes)) finishInterface(cls);

export const globals = classes;
