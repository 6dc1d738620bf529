// Gain, delay, shaping, compression, and routing of channels (Web Audio § 1.14, 1.15, 1.18, 1.19, 1.20, 1.31).
import { finishInterface, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { $early, $process, AudioNode, fixed, QUANTUM, SILENCE, upToStereo } from "ext:oracade/platform/audio/node.js";
import { contextArgument, floatOf, optionsOf, whileMaking } from "ext:oracade/platform/audio/options.js";
import { AudioParam } from "ext:oracade/platform/audio/param.js";
import { paramValues, zeros } from "ext:oracade/platform/audio/render.js";
import { need } from "ext:oracade/platform/idl.js";

const { abs, ceil, exp, floor, log10, max, min, pow } = Math;

export class GainNode extends AudioNode {
  #gain;
  constructor(context, options = {}) {
    need(1, arguments.length, "GainNode");
    contextArgument(context, "GainNode");
    const gain = optionsOf(options, "GainNode", "GainOptions").float("gain");
    super(SECRET, context, { name: "GainNode", inputs: 1, outputs: 1 }, options);
    this.#gain = new AudioParam(SECRET, context, { owner: this, name: "Gain.gain", value: 1, initial: gain });
  }
  get gain() {
    return this.#gain;
  }
  [$process]([input], block) {
    if (input === SILENCE) return [SILENCE];
    const gain = paramValues(this.#gain, block, this.context.sampleRate);
    return [input.map((channel) => channel.map((sample, i) => sample * gain[i]))];
  }
}

/** Longest delay in seconds. */
const MAX_DELAY = 180;

export class DelayNode extends AudioNode {
  #delay;
  #lines = [];
  #size;
  #at = 0;
  #emitted = -1; // block whose output was given before its input was known
  constructor(context, options = {}) {
    need(1, arguments.length, "DelayNode");
    const engine = contextArgument(context, "DelayNode");
    const read = optionsOf(options, "DelayNode", "DelayOptions");
    const initial = read.double("delayTime");
    const longest = read.double("maxDelayTime", 1);
    if (!(longest > 0 && longest < MAX_DELAY)) {
      fail("NotSupportedError", `${whileMaking("DelayNode")}: The max delay time provided (${longest}) is outside the range (0, ${MAX_DELAY}).`);
    }
    super(SECRET, context, { name: "DelayNode", inputs: 1, outputs: 1 }, options);
    this.#delay = new AudioParam(SECRET, context, { owner: this, name: "Delay.delayTime", value: 0, initial, min: 0, max: longest });
    this.#size = ceil(longest * engine.rate) + 2 * QUANTUM;
  }
  get delayTime() {
    return this.#delay;
  }
  #read(block, shortest) {
    const rate = this.context.sampleRate;
    const delay = paramValues(this.#delay, block, rate);
    const size = this.#size;
    const out = this.#lines.length === 0 ? [new Float32Array(QUANTUM)] : zeros(this.#lines.length);
    for (let i = 0; i < QUANTUM; i++) {
      const position = (((this.#at + i) - max(delay[i] * rate, shortest)) % size + size) % size;
      const k = floor(position);
      const part = position - k;
      for (let c = 0; c < this.#lines.length; c++) {
        const line = this.#lines[c];
        out[c][i] = part < 1e-6 ? line[k] : line[k] + (line[(k + 1) % size] - line[k]) * part;
      }
    }
    return [out];
  }
  /** In a loop a delay is at least a quantum long. */
  [$early](block) {
    this.#emitted = block;
    return this.#read(block, QUANTUM);
  }
  [$process]([input], block) {
    if (input === SILENCE && this.#lines.length === 0) return [SILENCE];
    while (this.#lines.length < input.length) this.#lines.push(new Float32Array(this.#size));
    for (let c = 0; c < this.#lines.length; c++) {
      const line = this.#lines[c];
      for (let i = 0; i < QUANTUM; i++) line[(this.#at + i) % this.#size] = input[c]?.[i] ?? 0;
    }
    const out = this.#emitted === block ? null : this.#read(block, 0);
    this.#at = (this.#at + QUANTUM) % this.#size;
    return out;
  }
}

const OVERSAMPLING = ["none", "2x", "4x"];

export class WaveShaperNode extends AudioNode {
  #curve = null;
  #oversample = "none";
  constructor(context, options = {}) {
    need(1, arguments.length, "WaveShaperNode");
    contextArgument(context, "WaveShaperNode");
    const read = optionsOf(options, "WaveShaperNode", "WaveShaperOptions");
    const curve = read.sequence("curve", floatOf);
    const oversample = read.choice("oversample", OVERSAMPLING, "OverSampleType", "none");
    super(SECRET, context, { name: "WaveShaperNode", inputs: 1, outputs: 1 }, options);
    if (curve !== null) this.#set(Float32Array.from(curve), whileMaking("WaveShaperNode"));
    this.#oversample = oversample;
  }
  #set(curve, where) {
    if (curve.length < 2) fail("InvalidAccessError", `${where}: The curve length provided (${curve.length}) is less than the minimum bound (2).`);
    this.#curve = curve;
  }
  get curve() {
    return this.#curve === null ? null : this.#curve.slice();
  }
  set curve(value) {
    const where = "Failed to set the 'curve' property on 'WaveShaperNode'";
    if (value === null || value === undefined) {
      this.#curve = null;
      return;
    }
    if (!(value instanceof Float32Array)) throw new TypeError(`${where}: Failed to convert value to 'Float32Array'.`);
    this.#set(value.slice(), where);
  }
  get oversample() {
    return this.#oversample;
  }
  set oversample(value) {
    void this.#oversample;
    value = `${value}`;
    if (OVERSAMPLING.includes(value)) this.#oversample = value;
  }
  [$process]([input]) {
    const curve = this.#curve;
    if (curve === null) return [input];
    const last = curve.length - 1;
    return [input.map((channel) => channel.map((sample) => {
      const v = (last / 2) * (sample + 1);
      if (!(v > 0)) return curve[0];
      if (v >= last) return curve[last];
      const k = floor(v);
      return (1 - (v - k)) * curve[k] + (v - k) * curve[k + 1];
    }))];
  }
}

export class DynamicsCompressorNode extends AudioNode {
  #params;
  #level = 0;
  #reduction = 0;
  constructor(context, options = {}) {
    need(1, arguments.length, "DynamicsCompressorNode");
    contextArgument(context, "DynamicsCompressorNode");
    const read = optionsOf(options, "DynamicsCompressorNode", "DynamicsCompressorOptions");
    const about = [["attack", 0.003, 0, 1], ["knee", 30, 0, 40], ["ratio", 12, 1, 20], ["release", 0.25, 0, 1], ["threshold", -24, -100, 0]];
    const initial = about.map(([key]) => read.float(key));
    super(SECRET, context, {
      name: "DynamicsCompressorNode", inputs: 1, outputs: 1, channelCountMode: "clamped-max",
      allow: upToStereo("The provided value 'max' is not an allowed value for ChannelCountMode"),
    }, options);
    this.#params = Object.fromEntries(about.map(([key, value, lowest, highest], i) => [key, new AudioParam(SECRET, context, {
      owner: this, name: `DynamicsCompressor.${key}`, value, initial: initial[i], min: lowest, max: highest, rate: "k-rate", fixed: true,
    })]));
  }
  get threshold() {
    return this.#params.threshold;
  }
  get knee() {
    return this.#params.knee;
  }
  get ratio() {
    return this.#params.ratio;
  }
  get reduction() {
    return this.#reduction;
  }
  get attack() {
    return this.#params.attack;
  }
  get release() {
    return this.#params.release;
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
    const at = (key) => paramValues(this.#params[key], block, rate)[0];
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

function portCount(read, key, what, name) {
  const count = read.count(key, 6);
  if (count < 1 || count > 32) fail("IndexSizeError", `${whileMaking(name)}: The number of ${what} provided (${count}) is outside the range [1, 32].`);
  return count;
}

export class ChannelSplitterNode extends AudioNode {
  constructor(context, options = {}) {
    need(1, arguments.length, "ChannelSplitterNode");
    contextArgument(context, "ChannelSplitterNode");
    const read = optionsOf(options, "ChannelSplitterNode", "ChannelSplitterOptions");
    const outputs = portCount(read, "numberOfOutputs", "outputs", "ChannelSplitterNode");
    const shape = { channelCount: outputs, channelCountMode: "explicit", channelInterpretation: "discrete" };
    super(SECRET, context, { name: "ChannelSplitterNode", inputs: 1, outputs, ...shape, allow: fixed("ChannelSplitter", shape) }, options);
  }
  [$process]([input]) {
    return Array.from({ length: this.numberOfOutputs }, (_, i) => (input[i] === undefined ? SILENCE : [input[i]]));
  }
}

export class ChannelMergerNode extends AudioNode {
  constructor(context, options = {}) {
    need(1, arguments.length, "ChannelMergerNode");
    contextArgument(context, "ChannelMergerNode");
    const read = optionsOf(options, "ChannelMergerNode", "ChannelMergerOptions");
    const inputs = portCount(read, "numberOfInputs", "inputs", "ChannelMergerNode");
    const shape = { channelCount: 1, channelCountMode: "explicit" };
    super(SECRET, context, { name: "ChannelMergerNode", inputs, outputs: 1, ...shape, allow: fixed("ChannelMerger", shape) }, options);
  }
  [$process](inputs) {
    return [inputs.map((channels) => channels[0])];
  }
}

const classes = { ChannelMergerNode, ChannelSplitterNode, DelayNode, DynamicsCompressorNode, GainNode, WaveShaperNode };
for (const cls of Object.values(classes)) finishInterface(cls);

export const globals = classes;
