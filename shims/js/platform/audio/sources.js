// Scheduled sources: OscillatorNode, AudioBufferSourceNode, ConstantSourceNode (Web Audio § 1.7, 1.9, 1.16, 1.26).
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { fail } from "ext:oracade/dom/exception.js";
import { AudioBuffer, channelsOf } from "ext:oracade/platform/audio/buffer.js";
import { $node, $process, AudioNode, QUANTUM, SILENCE } from "ext:oracade/platform/audio/node.js";
import { contextArgument, doubleOf, optionsOf, whileMaking } from "ext:oracade/platform/audio/options.js";
import { AudioParam, isStill, paramAt } from "ext:oracade/platform/audio/param.js";
import { PeriodicWave, shapeWave } from "ext:oracade/platform/audio/periodic_wave.js";
import { paramValues, zeros } from "ext:oracade/platform/audio/render.js";
import { need } from "ext:oracade/platform/idl.js";

const { pow, floor, min, max } = Math;
const isNaN = Number.isNaN;

export class AudioScheduledSourceNode extends AudioNode {
  #begin = Infinity;
  #end = Infinity;
  #alarm = null;
  #finished = false;

  constructor(secret, context, name, options) {
    if (secret !== SECRET) illegalConstructor("AudioScheduledSourceNode");
    super(SECRET, context, { name, inputs: 0, outputs: 1 }, options);
  }
  static times(node) {
    return { begin: node.#begin, end: node.#end };
  }
  static started(node) {
    return node.#begin !== Infinity;
  }
  /** Begins at a context time; the subclass knows when it ends by itself. */
  static begin(node, when) {
    node.#begin = max(when, node[$node].context[SECRET].nextQuantum);
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
    const end = min(this.#end, this.#begin + (this[$duration]?.() ?? Infinity));
    this.#alarm = null;
    if (end === Infinity) return;
    this.#alarm = context.setAlarm(max(end, this.#begin), () => {
      this.#finished = true;
      this.#alarm = null;
      fire(this, "ended");
    });
  }
  start(when = 0) {
    const where = "Failed to execute 'start' on 'AudioScheduledSourceNode'";
    const time = doubleOf(when, where);
    notStarted(this, where);
    beginSource(this, notNegative(time, "start time", where));
  }
  stop(when = 0) {
    const where = "Failed to execute 'stop' on 'AudioScheduledSourceNode'";
    const time = doubleOf(when, where);
    if (this.#begin === Infinity) fail("InvalidStateError", `${where}: cannot call stop without calling start first.`);
    notNegative(time, "stop time", where);
    if (this.#finished) return;
    this.#end = max(time, this.context.currentTime);
    this.#plan();
  }
}
export const sourceTimes = AudioScheduledSourceNode.times;
const isStarted = AudioScheduledSourceNode.started;
const beginSource = AudioScheduledSourceNode.begin;
const planSource = AudioScheduledSourceNode.plan;
for (const key of ["times", "started", "plan", "begin"]) delete AudioScheduledSourceNode[key];
/** Method: seconds of context time from the start to the end that a source has by itself. */
const $duration = Symbol("natural duration");

function notStarted(node, where) {
  if (isStarted(node)) fail("InvalidStateError", `${where}: cannot call start more than once.`);
}

function notNegative(time, what, where) {
  if (time < 0) throw new RangeError(`${where}: The ${what} provided (${time}) is less than the minimum bound (0).`);
  return time;
}

/** Fills a block between a source's begin and end; `write(channels, frame, time since begin)` sets the samples of a frame. */
function fillBlock(node, block, channels, write) {
  const rate = node.context.sampleRate;
  const { begin, end } = sourceTimes(node);
  const first = block * QUANTUM;
  if (begin >= (first + QUANTUM) / rate || end <= first / rate) return [SILENCE];
  const out = zeros(channels);
  for (let i = 0; i < QUANTUM; i++) {
    const time = (first + i) / rate;
    if (time < begin - 1e-9 || time >= end) continue;
    write(out, i, max(0, time - begin));
  }
  return [out];
}

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
    const engine = contextArgument(context, "OscillatorNode");
    const read = optionsOf(options, "OscillatorNode", "OscillatorOptions");
    const detune = read.float("detune");
    const frequency = read.float("frequency");
    const wave = read.object("periodicWave", (value) => value instanceof PeriodicWave, "PeriodicWave");
    const type = read.choice("type", TYPES, "OscillatorType", "sine");
    if (type === "custom" && wave === null) {
      fail("InvalidStateError", `${whileMaking("OscillatorNode")}: A PeriodicWave must be specified if the type is set to "custom"`);
    }
    super(SECRET, context, "OscillatorNode", options);
    const nyquist = engine.rate / 2;
    this.#frequency = new AudioParam(SECRET, context, {
      owner: this, name: "Oscillator.frequency", value: 440, initial: frequency, min: -nyquist, max: nyquist,
    });
    this.#detune = new AudioParam(SECRET, context, {
      owner: this, name: "Oscillator.detune", value: 0, initial: detune, min: -153600, max: 153600,
    });
    this.#type = type;
    if (wave !== null) this.setPeriodicWave(wave);
  }
  get type() {
    return this.#type;
  }
  set type(value) {
    void this.#type;
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
    const nyquist = rate / 2;
    const wave = this.#wave?.[SECRET] ?? shapeWave(this.#type, rate);
    let frequency = null;
    let detune = null;
    return fillBlock(this, block, 1, (out, i) => {
      frequency ??= paramValues(this.#frequency, block, rate);
      detune ??= paramValues(this.#detune, block, rate);
      const hertz = detune[i] === 0 ? frequency[i] : frequency[i] * pow(2, detune[i] / 1200);
      // At half the sample rate and above nothing is left of a wave.
      if (hertz < nyquist && hertz > -nyquist) out[0][i] = wave.sample(this.#phase, hertz / rate);
      const phase = this.#phase + max(-nyquist, min(hertz, nyquist)) / rate;
      this.#phase = phase - floor(phase);
      if (this.#phase >= 1) this.#phase = 0;
    });
  }
}

export class ConstantSourceNode extends AudioScheduledSourceNode {
  #offset;
  constructor(context, options = {}) {
    need(1, arguments.length, "ConstantSourceNode");
    contextArgument(context, "ConstantSourceNode");
    const offset = optionsOf(options, "ConstantSourceNode", "ConstantSourceOptions").float("offset");
    super(SECRET, context, "ConstantSourceNode", undefined);
    this.#offset = new AudioParam(SECRET, context, { owner: this, name: "ConstantSource.offset", value: 1, initial: offset });
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

/** Fastest playback, as in Chromium; backwards is not played. */
const MAX_RATE = 1024;
/** Most quanta looked ahead for the end of a buffer whose rate is automated: an hour. */
const LOOK_AHEAD = 1 << 20;

export class AudioBufferSourceNode extends AudioScheduledSourceNode {
  #buffer = null;
  #wasSet = false;
  #loop = false;
  #loopStart = 0;
  #loopEnd = 0;
  #offset = 0;
  #duration = Infinity;
  #position = null; // in frames of the buffer, while rendering
  #over = false;
  #played = null; // {time, seconds}: how much of the buffer had been played when the rate last changed
  #rateParam;
  #detune;
  constructor(context, options = {}) {
    need(1, arguments.length, "AudioBufferSourceNode");
    contextArgument(context, "AudioBufferSourceNode");
    const read = optionsOf(options, "AudioBufferSourceNode", "AudioBufferSourceOptions");
    const buffer = read.object("buffer", (value) => value instanceof AudioBuffer, "AudioBuffer", true);
    const detune = read.float("detune");
    const loop = read.boolean("loop", false);
    const loopEnd = read.double("loopEnd", 0);
    const loopStart = read.double("loopStart", 0);
    const rate = read.float("playbackRate");
    super(SECRET, context, "AudioBufferSourceNode", undefined);
    const watch = { before: () => this.#note(), after: () => planSource(this) };
    const about = { owner: this, rate: "k-rate", fixed: true, watch };
    this.#rateParam = new AudioParam(SECRET, context, { ...about, name: "AudioBufferSource.playbackRate", value: 1, initial: rate });
    this.#detune = new AudioParam(SECRET, context, { ...about, name: "AudioBufferSource.detune", value: 0, initial: detune });
    if (buffer !== null) this.buffer = buffer;
    this.#loop = loop;
    this.#loopStart = loopStart;
    this.#loopEnd = loopEnd;
  }
  get buffer() {
    return this.#buffer;
  }
  set buffer(value) {
    const where = "Failed to set the 'buffer' property on 'AudioBufferSourceNode'";
    if (value === undefined) value = null;
    if (value !== null && !(value instanceof AudioBuffer)) throw new TypeError(`${where}: Failed to convert value to 'AudioBuffer'.`);
    if (value !== null && this.#wasSet) fail("InvalidStateError", `${where}: Cannot set buffer to non-null after it has been already been set to a non-null buffer`);
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
    this.#note();
    this.#loop = Boolean(value);
    planSource(this);
  }
  get loopStart() {
    return this.#loopStart;
  }
  set loopStart(value) {
    this.#loopStart = doubleOf(value, "Failed to set the 'loopStart' property on 'AudioBufferSourceNode'");
  }
  get loopEnd() {
    return this.#loopEnd;
  }
  set loopEnd(value) {
    this.#loopEnd = doubleOf(value, "Failed to set the 'loopEnd' property on 'AudioBufferSourceNode'");
  }
  start(when = 0, offset = undefined, duration = undefined) {
    const where = "Failed to execute 'start' on 'AudioBufferSourceNode'";
    const time = doubleOf(when, where);
    const from = offset === undefined ? 0 : doubleOf(offset, where);
    const span = duration === undefined ? Infinity : doubleOf(duration, where);
    notStarted(this, where);
    notNegative(time, "start time", where);
    this.#offset = notNegative(from, "offset", where);
    this.#duration = notNegative(span, "duration", where);
    beginSource(this, time);
  }
  /** Buffer time that passes in a second of context time. */
  #speed(rate, detune) {
    const speed = detune === 0 ? rate : rate * pow(2, detune / 1200);
    return isNaN(speed) ? 1 : max(0, min(speed, MAX_RATE));
  }
  #speedAt(time) {
    return this.#speed(paramAt(this.#rateParam, time), paramAt(this.#detune, time));
  }
  /** Before the rate changes: notes how much has been played. */
  #note() {
    const { begin } = sourceTimes(this);
    const { now } = this.context[SECRET];
    if (begin === Infinity || now <= begin) return;
    const from = this.#played ?? { time: begin, seconds: 0 };
    this.#played = { time: now, seconds: from.seconds + this.#advance(from.time, now, Infinity).seconds };
  }
  /** How far the buffer is played from one time to another, or until so many seconds of it have been; and when that is. */
  #advance(from, to, limit) {
    if (isStill(this.#rateParam) && isStill(this.#detune)) {
      const speed = this.#speedAt(from);
      const time = speed === 0 ? to : min(to, from + limit / speed);
      return { seconds: (time - from) * speed || 0, time };
    }
    const quantum = QUANTUM / this.context.sampleRate;
    let seconds = 0;
    let time = from;
    for (let i = 0; time < to; i++) {
      if (i === LOOK_AHEAD) return { seconds, time: to };
      const next = min(to, (floor(time / quantum + 1e-9) + 1) * quantum);
      const gain = this.#speedAt(time) * (next - time);
      if (seconds + gain >= limit) return { seconds: limit, time: time + (limit - seconds) / this.#speedAt(time) };
      seconds += gain;
      time = next;
    }
    return { seconds, time };
  }
  /** Seconds of context time until the buffer has been played. */
  [$duration]() {
    if (this.#buffer === null) return 0;
    const { begin } = sourceTimes(this);
    const left = max(0, this.#buffer.duration - this.#offset);
    const span = this.#loop ? this.#duration : min(left, this.#duration);
    if (span === Infinity) return Infinity;
    const from = this.#played ?? { time: begin, seconds: 0 };
    const { time } = this.#advance(from.time, Infinity, max(0, span - from.seconds));
    return time - begin;
  }
  [$process](_inputs, block) {
    const buffer = this.#buffer;
    if (buffer === null || this.#over) return [SILENCE];
    const data = channelsOf(buffer);
    const { sampleRate } = this.context;
    const speed = this.#speed(paramValues(this.#rateParam, block, sampleRate)[0], paramValues(this.#detune, block, sampleRate)[0]);
    const step = (speed * buffer.sampleRate) / sampleRate;
    const valid = this.#loopStart >= 0 && this.#loopEnd > this.#loopStart && this.#loopStart < buffer.duration;
    const from = this.#loop && valid ? this.#loopStart * buffer.sampleRate : 0;
    const to = this.#loop && valid ? min(this.#loopEnd * buffer.sampleRate, buffer.length) : buffer.length;
    const first = this.#offset * buffer.sampleRate;
    const last = this.#duration === Infinity ? Infinity : first + this.#duration * buffer.sampleRate;
    let heard = 0;
    return fillBlock(this, block, data.length, (out, i, time) => {
      if (this.#over) return;
      if (this.#position === null) {
        this.#position = min(first, buffer.length) + time * step * sampleRate;
        this.#heard = this.#position;
      }
      if (this.#loop && this.#position >= to) this.#position = from + ((this.#position - from) % (to - from));
      heard = this.#heard;
      if (this.#position >= buffer.length || heard >= last - 1e-6) {
        this.#over = true;
        return;
      }
      const k = floor(this.#position);
      const part = this.#position - k;
      for (let c = 0; c < data.length; c++) {
        const samples = data[c];
        if (samples.length === 0) continue; // the page has transferred its buffer
        const a = samples[k];
        if (part < 1e-9) out[c][i] = a;
        else {
          const next = this.#loop && k + 1 >= to ? samples[floor(from)] : samples[k + 1];
          // After the last sample the wave goes on as it went.
          const b = next ?? (k > 0 ? 2 * a - samples[k - 1] : a);
          out[c][i] = a + (b - a) * part;
        }
      }
      this.#position += step;
      this.#heard += step;
    });
  }
  #heard = 0;
}

for (const cls of [AudioScheduledSourceNode, OscillatorNode, ConstantSourceNode, AudioBufferSourceNode]) finishInterface(cls);
handlerAttributes(AudioScheduledSourceNode.prototype, ["ended"]);

export const globals = { AudioBufferSourceNode, AudioScheduledSourceNode, ConstantSourceNode, OscillatorNode };
