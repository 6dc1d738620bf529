// Scheduled sources: OscillatorNode, AudioBufferSourceNode, ConstantSourceNode; PeriodicWave (Web Audio § 1.9, 1.13, 1.26).
import { finishInterface, SECRET } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { fail } from "ext:oracade/dom/exception.js";
import { AudioBuffer, channelsOf } from "ext:oracade/platform/audio/buffer.js";
import { $node, $process, AudioNode, paramValues, QUANTUM, SILENCE, zeros } from "ext:oracade/platform/audio/node.js";
import { AudioParam, paramAt } from "ext:oracade/platform/audio/param.js";
import { need } from "ext:oracade/platform/idl.js";

const pow = Math.pow;
const sin = Math.sin;
const cos = Math.cos;

export class AudioScheduledSourceNode extends AudioNode {
  #begin = Infinity;
  #end = Infinity;
  #alarm = null;
  #finished = false;

  constructor(secret, context, options) {
    super(secret, context, 0, 1, options);
  }
  static times(node) {
    return { begin: node.#begin, end: node.#end };
  }
  /** Begins at a context time; the subclass knows when it ends by itself. */
  static begin(node, when) {
    if (node.#begin !== Infinity) {
      fail("InvalidStateError", `Failed to execute 'start' on '${node.constructor.name}': cannot call start more than once.`);
    }
    node.#begin = Math.max(when, node[$node].context[SECRET].nextQuantum);
    node[$node].context[SECRET].sourceStarted();
    node.#plan();
  }
  /** Plans the `ended` event again, after what decides the end has changed. */
  static plan(node) {
    node.#plan();
  }
  #plan() {
    if (this.#begin === Infinity || this.#finished) return;
    const context = this[$node].context[SECRET];
    if (this.#alarm !== null) context.cancelAlarm(this.#alarm);
    const end = Math.min(this.#end, this.#begin + (this[$duration]?.() ?? Infinity));
    this.#alarm = null;
    if (end === Infinity) return;
    this.#alarm = context.setAlarm(Math.max(end, this.#begin), () => {
      this.#finished = true;
      this.#alarm = null;
      fire(this, "ended");
    });
  }
  start(when = 0) {
    beginSource(this, timeArgument(when, "start", this));
  }
  stop(when = 0) {
    const time = timeArgument(when, "stop", this);
    if (this.#begin === Infinity) {
      fail("InvalidStateError", `Failed to execute 'stop' on '${this.constructor.name}': cannot call stop without calling start first.`);
    }
    if (this.#finished) return;
    this.#end = Math.max(time, this.context.currentTime);
    this.#plan();
  }
}
export const sourceTimes = AudioScheduledSourceNode.times;
const beginSource = AudioScheduledSourceNode.begin;
const planSource = AudioScheduledSourceNode.plan;
delete AudioScheduledSourceNode.times;
delete AudioScheduledSourceNode.plan;
delete AudioScheduledSourceNode.begin;
/** Method: seconds of context time from the start to the end that a source has by itself. */
const $duration = Symbol("natural duration");

function timeArgument(value, method, node) {
  const time = +value;
  if (!Number.isFinite(time)) throw new TypeError(`Failed to execute '${method}' on '${node.constructor.name}': The provided double value is non-finite.`);
  if (time < 0) throw new RangeError(`Failed to execute '${method}' on '${node.constructor.name}': The start time provided (${time}) is less than the minimum bound (0).`);
  return time;
}

/** Fills a block between a source's begin and end; `sample(time since begin, frame)` gives the value or channels. */
function fillBlock(node, block, channels, write) {
  const context = node.context;
  const { begin, end } = sourceTimes(node);
  const start = (block * QUANTUM) / context.sampleRate;
  if (begin >= start + QUANTUM / context.sampleRate || end <= start) return [SILENCE];
  const out = zeros(channels);
  for (let i = 0; i < QUANTUM; i++) {
    const time = start + i / context.sampleRate;
    if (time < begin - 1e-9 || time >= end) continue;
    write(out, i, Math.max(0, time - begin));
  }
  return [out];
}

// ----------------------------------------------------------------------------------------------------- PeriodicWave

export class PeriodicWave {
  #real;
  #imag;
  #normalize;
  #scale = null;
  constructor(context, options = {}) {
    need(1, arguments.length, "PeriodicWave");
    const { real, imag } = options;
    const length = real?.length ?? imag?.length ?? 2;
    if ((real && imag && real.length !== imag.length) || length < 2) {
      fail("IndexSizeError", "Failed to construct 'PeriodicWave': real and imaginary arrays must have the same length of at least 2");
    }
    this.#real = real ? Float32Array.from(real) : new Float32Array(length);
    this.#imag = imag ? Float32Array.from(imag) : new Float32Array(length);
    if (!real && !imag) this.#imag[1] = 1;
    this.#normalize = !options.disableNormalization;
  }
  static sample(wave, phase) {
    if (wave.#scale === null) {
      wave.#scale = 1;
      if (wave.#normalize) {
        let peak = 0;
        for (let i = 0; i < 2048; i++) peak = Math.max(peak, Math.abs(PeriodicWave.#sum(wave, i / 2048)));
        if (peak > 0) wave.#scale = 1 / peak;
      }
    }
    return wave.#scale * PeriodicWave.#sum(wave, phase);
  }
  static #sum(wave, phase) {
    let value = 0;
    for (let n = 1; n < wave.#real.length; n++) {
      const angle = 2 * Math.PI * n * phase;
      value += wave.#real[n] * cos(angle) + wave.#imag[n] * sin(angle);
    }
    return value;
  }
}
const waveSample = PeriodicWave.sample;
delete PeriodicWave.sample;
finishInterface(PeriodicWave);

// --------------------------------------------------------------------------------------------------------- oscillator

const TYPES = ["sine", "square", "sawtooth", "triangle", "custom"];

export class OscillatorNode extends AudioScheduledSourceNode {
  #type = "sine";
  #wave = null;
  #phase = 0;
  #frequency;
  #detune;
  constructor(context, options = {}) {
    need(1, arguments.length, "OscillatorNode");
    super(SECRET, context, options);
    const nyquist = context.sampleRate / 2;
    this.#frequency = new AudioParam(SECRET, context, options?.frequency ?? 440, -nyquist, nyquist);
    this.#detune = new AudioParam(SECRET, context, options?.detune ?? 0, -153600, 153600);
    if (options?.periodicWave !== undefined) this.setPeriodicWave(options.periodicWave);
    else if (options?.type !== undefined) this.type = options.type;
  }
  get type() {
    return this.#type;
  }
  set type(value) {
    value = `${value}`;
    if (!TYPES.includes(value)) return;
    if (value === "custom") {
      if (this.#type !== "custom") fail("InvalidStateError", "Failed to set the 'type' property on 'OscillatorNode': 'type' cannot be set directly to 'custom'.  Use setPeriodicWave() to create a custom Oscillator type.");
      return;
    }
    this.#type = value;
    this.#wave = null;
  }
  get frequency() {
    return this.#frequency;
  }
  get detune() {
    return this.#detune;
  }
  setPeriodicWave(wave) {
    if (!(wave instanceof PeriodicWave)) throw new TypeError("Failed to execute 'setPeriodicWave' on 'OscillatorNode': parameter 1 is not of type 'PeriodicWave'.");
    this.#wave = wave;
    this.#type = "custom";
  }
  [$process](_inputs, block) {
    const rate = this.context.sampleRate;
    let frequency = null;
    let detune = null;
    return fillBlock(this, block, 1, (out, i) => {
      frequency ??= paramValues(this.#frequency, block, rate);
      detune ??= paramValues(this.#detune, block, rate);
      out[0][i] = this.#sample(this.#phase);
      const step = (frequency[i] * pow(2, detune[i] / 1200)) / rate;
      this.#phase = (((this.#phase + step) % 1) + 1) % 1;
    });
  }
  #sample(phase) {
    switch (this.#type) {
      case "sine":
        return sin(2 * Math.PI * phase);
      case "square":
        return phase < 0.5 ? 1 : -1;
      case "sawtooth":
        return phase < 0.5 ? 2 * phase : 2 * phase - 2;
      case "triangle":
        return phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4;
      default:
        return waveSample(this.#wave, phase);
    }
  }
}

export class ConstantSourceNode extends AudioScheduledSourceNode {
  #offset;
  constructor(context, options = {}) {
    need(1, arguments.length, "ConstantSourceNode");
    super(SECRET, context, options);
    this.#offset = new AudioParam(SECRET, context, options?.offset ?? 1, -3.4028234663852886e38, 3.4028234663852886e38);
  }
  get offset() {
    return this.#offset;
  }
  [$process](_inputs, block) {
    let values = null;
    return fillBlock(this, block, 1, (out, i) => {
      values ??= paramValues(this.#offset, block, this.context.sampleRate);
      out[0][i] = values[i];
    });
  }
}

// ------------------------------------------------------------------------------------------------------ buffer source

export class AudioBufferSourceNode extends AudioScheduledSourceNode {
  #buffer = null;
  #wasSet = false;
  #loop = false;
  #loopStart = 0;
  #loopEnd = 0;
  #offset = 0;
  #duration = Infinity;
  #position = null; // in frames of the buffer, while rendering
  #rateParam;
  #detune;
  constructor(context, options = {}) {
    need(1, arguments.length, "AudioBufferSourceNode");
    super(SECRET, context, undefined);
    const huge = 3.4028234663852886e38;
    this.#rateParam = new AudioParam(SECRET, context, options?.playbackRate ?? 1, -huge, huge, "k-rate", true);
    this.#detune = new AudioParam(SECRET, context, options?.detune ?? 0, -153600, 153600, "k-rate", true);
    if (options?.buffer) this.buffer = options.buffer;
    if (options?.loop !== undefined) this.loop = options.loop;
    if (options?.loopStart !== undefined) this.loopStart = options.loopStart;
    if (options?.loopEnd !== undefined) this.loopEnd = options.loopEnd;
  }
  get buffer() {
    return this.#buffer;
  }
  set buffer(value) {
    if (value !== null && !(value instanceof AudioBuffer)) throw new TypeError("Failed to set the 'buffer' property on 'AudioBufferSourceNode': Failed to convert value to 'AudioBuffer'.");
    if (value !== null && this.#wasSet) fail("InvalidStateError", "Failed to set the 'buffer' property on 'AudioBufferSourceNode': Cannot set buffer to non-null after it has been already been set to a non-null buffer");
    if (value !== null) this.#wasSet = true;
    this.#buffer = value;
    planSource(this);
  }
  get playbackRate() {
    return this.#rateParam;
  }
  get detune() {
    return this.#detune;
  }
  get loop() {
    return this.#loop;
  }
  set loop(value) {
    this.#loop = Boolean(value);
    planSource(this);
  }
  get loopStart() {
    return this.#loopStart;
  }
  set loopStart(value) {
    this.#loopStart = +value;
  }
  get loopEnd() {
    return this.#loopEnd;
  }
  set loopEnd(value) {
    this.#loopEnd = +value;
  }
  start(when = 0, offset = 0, duration = undefined) {
    const time = timeArgument(when, "start", this);
    this.#offset = timeArgument(offset, "start", this);
    if (duration !== undefined) this.#duration = timeArgument(duration, "start", this);
    beginSource(this, time);
  }
  #rate(time) {
    return paramAt(this.#rateParam, time) * pow(2, paramAt(this.#detune, time) / 1200);
  }
  /** Seconds of context time until the buffer has been played; the rate is taken as it is at the beginning. */
  [$duration]() {
    if (this.#buffer === null) return 0;
    const rate = this.#rate(sourceTimes(this).begin);
    if (this.#loop) return rate === 0 ? Infinity : this.#duration / Math.abs(rate);
    const left = Math.max(0, this.#buffer.duration - Math.min(this.#offset, this.#buffer.duration));
    const span = Math.min(left, this.#duration);
    return rate === 0 ? Infinity : span / Math.abs(rate);
  }
  [$process](_inputs, block) {
    const buffer = this.#buffer;
    if (buffer === null) return [SILENCE];
    const data = channelsOf(buffer);
    const rate = this.#rate((block * QUANTUM) / this.context.sampleRate);
    const step = (rate * buffer.sampleRate) / this.context.sampleRate;
    const valid = this.#loopStart >= 0 && this.#loopEnd > this.#loopStart;
    const from = this.#loop && valid ? this.#loopStart * buffer.sampleRate : 0;
    const to = this.#loop && valid ? Math.min(this.#loopEnd * buffer.sampleRate, buffer.length) : buffer.length;
    const last = this[$duration]();
    return fillBlock(this, block, data.length, (out, i, time) => {
      if (time >= last) return;
      this.#position ??= this.#offset * buffer.sampleRate + time * step * this.context.sampleRate;
      if (this.#loop && this.#position >= to) this.#position = from + ((this.#position - from) % (to - from));
      const k = Math.floor(this.#position);
      const part = this.#position - k;
      for (let c = 0; c < data.length; c++) {
        const a = data[c][k] ?? 0;
        const b = data[c][k + 1] ?? (this.#loop ? data[c][Math.floor(from)] : a);
        out[c][i] = part === 0 ? a : a + (b - a) * part;
      }
      this.#position += step;
    });
  }
}

for (const cls of [AudioScheduledSourceNode, OscillatorNode, ConstantSourceNode, AudioBufferSourceNode]) finishInterface(cls);
handlerAttributes(AudioScheduledSourceNode.prototype, ["ended"]);

export const globals = { AudioBufferSourceNode, AudioScheduledSourceNode, ConstantSourceNode, OscillatorNode, PeriodicWave };
