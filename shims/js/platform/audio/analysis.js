// Nodes that let scripts see samples: AnalyserNode, ScriptProcessorNode; and the sources that media elements feed (Web Audio
// § 1.8, 1.24, 1.29).
import { finishInterface, host, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { eventInterface, Event } from "ext:oracade/dom/event.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { fail } from "ext:oracade/dom/exception.js";
import { $local } from "ext:oracade/dom/slots.js";
import { AudioBuffer, channelsOf } from "ext:oracade/platform/audio/buffer.js";
import { transform } from "ext:oracade/platform/audio/fft.js";
import { $process, AudioNode, QUANTUM, SILENCE } from "ext:oracade/platform/audio/node.js";
import { contextArgument, doubleOf, optionsOf, whileMaking } from "ext:oracade/platform/audio/options.js";
import { need } from "ext:oracade/platform/idl.js";

const { cos, sqrt, log10, PI } = Math;
const MAX_FFT = 32768;

/** Magnitudes of the first half of a spectrum, divided by the size. */
function magnitudes(samples) {
  const n = samples.length;
  const re = Float64Array.from(samples);
  const im = new Float64Array(n);
  transform(re, im);
  return Float64Array.from({ length: n >> 1 }, (_, k) => sqrt(re[k] * re[k] + im[k] * im[k]) / n);
}

export class AnalyserNode extends AudioNode {
  #size = 2048;
  #low = -100;
  #high = -30;
  #smoothing = 0.8;
  #ring = new Float32Array(MAX_FFT);
  #at = 0;
  #smooth = new Float64Array(1024);
  #spectrumAt = -1;

  constructor(context, options = {}) {
    need(1, arguments.length, "AnalyserNode");
    const engine = contextArgument(context, "AnalyserNode");
    const where = whileMaking("AnalyserNode");
    const read = optionsOf(options, "AnalyserNode", "AnalyserOptions");
    const size = read.count("fftSize", 2048);
    const high = read.double("maxDecibels", -30);
    const low = read.double("minDecibels", -100);
    const smoothing = read.double("smoothingTimeConstant", 0.8);
    super(SECRET, context, { name: "AnalyserNode", inputs: 1, outputs: 1 }, options);
    this.#setSize(size, where);
    if (low >= high) fail("IndexSizeError", `${where}: maxDecibels (${high}) must be greater than or equal to minDecibels ( ${low}).`);
    this.#low = low;
    this.#high = high;
    this.#setSmoothing(smoothing, where);
    engine.watch(this);
  }
  #setSize(value, where) {
    if (value < 32 || value > MAX_FFT) fail("IndexSizeError", `${where}: The FFT size provided (${value}) is outside the range [32, ${MAX_FFT}].`);
    if ((value & (value - 1)) !== 0) fail("IndexSizeError", `${where}: The value provided (${value}) is not a power of two.`);
    this.#size = value;
    this.#smooth = new Float64Array(value >> 1);
    this.#spectrumAt = -1;
  }
  #setSmoothing(value, where) {
    if (!(value >= 0 && value <= 1)) fail("IndexSizeError", `${where}: The smoothing value provided (${value}) is outside the range [0, 1].`);
    this.#smoothing = value;
  }
  get fftSize() {
    return this.#size;
  }
  set fftSize(value) {
    this.#setSize(value >>> 0, "Failed to set the 'fftSize' property on 'AnalyserNode'");
  }
  get frequencyBinCount() {
    return this.#size >> 1;
  }
  get minDecibels() {
    return this.#low;
  }
  set minDecibels(value) {
    const where = "Failed to set the 'minDecibels' property on 'AnalyserNode'";
    const number = doubleOf(value, where);
    if (number >= this.#high) fail("IndexSizeError", `${where}: The minDecibels provided (${number}) is greater than the maximum bound (${this.#high}).`);
    this.#low = number;
  }
  get maxDecibels() {
    return this.#high;
  }
  set maxDecibels(value) {
    const where = "Failed to set the 'maxDecibels' property on 'AnalyserNode'";
    const number = doubleOf(value, where);
    if (number <= this.#low) fail("IndexSizeError", `${where}: The maxDecibels provided (${number}) is less than or equal to the minimum bound (${this.#low}).`);
    this.#high = number;
  }
  get smoothingTimeConstant() {
    return this.#smoothing;
  }
  set smoothingTimeConstant(value) {
    const where = "Failed to set the 'smoothingTimeConstant' property on 'AnalyserNode'";
    this.#setSmoothing(doubleOf(value, where), where);
  }
  [$process]([input]) {
    for (let i = 0; i < QUANTUM; i++) {
      let sum = 0;
      for (const channel of input) sum += channel[i];
      this.#ring[this.#at] = sum / input.length;
      this.#at = (this.#at + 1) % MAX_FFT;
    }
    return [input];
  }
  #recent() {
    this.context[SECRET].renderToNow();
    const samples = new Float32Array(this.#size);
    for (let i = 0; i < this.#size; i++) samples[i] = this.#ring[(this.#at - this.#size + i + MAX_FFT) % MAX_FFT];
    return samples;
  }
  #spectrum() {
    const samples = this.#recent();
    const block = this.context[SECRET].block;
    // Two reads in one quantum see the same spectrum.
    if (block !== this.#spectrumAt) {
      this.#spectrumAt = block;
      const n = samples.length;
      for (let i = 0; i < n; i++) samples[i] *= 0.42 - 0.5 * cos((2 * PI * i) / n) + 0.08 * cos((4 * PI * i) / n);
      const now = magnitudes(samples);
      for (let k = 0; k < now.length; k++) {
        const value = this.#smoothing * this.#smooth[k] + (1 - this.#smoothing) * now[k];
        this.#smooth[k] = Number.isFinite(value) ? value : 0;
      }
    }
    return this.#smooth;
  }
  getFloatFrequencyData(array) {
    need(1, arguments.length, "getFloatFrequencyData", "AnalyserNode");
    if (!(array instanceof Float32Array)) throw new TypeError("Failed to execute 'getFloatFrequencyData' on 'AnalyserNode': parameter 1 is not of type 'Float32Array'.");
    const spectrum = this.#spectrum();
    for (let i = 0; i < Math.min(array.length, spectrum.length); i++) array[i] = 20 * log10(spectrum[i]);
  }
  getByteFrequencyData(array) {
    need(1, arguments.length, "getByteFrequencyData", "AnalyserNode");
    if (!(array instanceof Uint8Array)) throw new TypeError("Failed to execute 'getByteFrequencyData' on 'AnalyserNode': parameter 1 is not of type 'Uint8Array'.");
    const spectrum = this.#spectrum();
    for (let i = 0; i < Math.min(array.length, spectrum.length); i++) {
      const scaled = (255 / (this.#high - this.#low)) * (20 * log10(spectrum[i]) - this.#low);
      array[i] = Math.max(0, Math.min(255, Math.floor(scaled)));
    }
  }
  getFloatTimeDomainData(array) {
    need(1, arguments.length, "getFloatTimeDomainData", "AnalyserNode");
    if (!(array instanceof Float32Array)) throw new TypeError("Failed to execute 'getFloatTimeDomainData' on 'AnalyserNode': parameter 1 is not of type 'Float32Array'.");
    const samples = this.#recent();
    for (let i = 0; i < Math.min(array.length, samples.length); i++) array[i] = samples[i];
  }
  getByteTimeDomainData(array) {
    need(1, arguments.length, "getByteTimeDomainData", "AnalyserNode");
    if (!(array instanceof Uint8Array)) throw new TypeError("Failed to execute 'getByteTimeDomainData' on 'AnalyserNode': parameter 1 is not of type 'Uint8Array'.");
    const samples = this.#recent();
    for (let i = 0; i < Math.min(array.length, samples.length); i++) {
      array[i] = Math.max(0, Math.min(255, Math.floor(128 * (1 + samples[i]))));
    }
  }
}

export const AudioProcessingEvent = eventInterface("AudioProcessingEvent", Event, {
  playbackTime: 0, inputBuffer: null, outputBuffer: null,
});

export class ScriptProcessorNode extends AudioNode {
  #size;
  #ins;
  #outs;
  #buffers; // two pairs of input and output: one is filled and played while the script has the other
  #current = 0;
  #filled = 0;
  constructor(secret, context, size, ins, outs) {
    if (secret !== SECRET) illegalConstructor("ScriptProcessorNode");
    const channels = Math.max(1, ins);
    super(SECRET, context, {
      name: "ScriptProcessorNode", inputs: 1, outputs: 1, channelCount: channels, channelCountMode: "explicit",
      allow: {
        count(value, where) {
          if (value !== channels) fail("NotSupportedError", `${where}: channelCount cannot be changed from ${channels} to ${value}`);
        },
        mode(value, where) {
          if (value !== "explicit") fail("NotSupportedError", `${where}: channelCountMode cannot be changed from 'explicit' to '${value}'`);
        },
        interpretation() {},
      },
    });
    this.#size = size;
    this.#ins = ins;
    this.#outs = outs;
    this.#buffers = [0, 1].map(() => ({ input: this.#make(ins), output: this.#make(outs) }));
    context[SECRET].watch(this);
  }
  #make(channels) {
    return new AudioBuffer({ numberOfChannels: Math.max(1, channels), length: this.#size, sampleRate: this.context.sampleRate });
  }
  get bufferSize() {
    return this.#size;
  }
  /** Hears a buffer, lets the script fill its output, and plays that while the buffer after the next is heard. */
  [$process]([input], block) {
    const from = this.#filled;
    const pair = this.#buffers[this.#current];
    const incoming = channelsOf(pair.input);
    if (this.#ins > 0) for (let c = 0; c < incoming.length; c++) incoming[c].set(input[c] ?? SILENCE[0], from);
    const out = channelsOf(pair.output).map((channel) => channel.slice(from, from + QUANTUM));
    this.#filled += QUANTUM;
    if (this.#filled >= this.#size) {
      this.#filled = 0;
      const { input: inputBuffer } = pair;
      const outputBuffer = this.#make(this.#outs);
      this.#buffers[this.#current] = { input: this.#make(this.#ins), output: outputBuffer };
      this.#current ^= 1;
      const playbackTime = ((block + 1) * QUANTUM + this.#size) / this.context.sampleRate;
      const deliver = () => fire(this, "audioprocess", { playbackTime, inputBuffer, outputBuffer }, AudioProcessingEvent);
      // Offline, the script's turn comes before the next quantum.
      if (this.context[SECRET].offline) deliver();
      else host.queueTask("audio processing", deliver);
    }
    return [this.#outs === 0 ? SILENCE : out];
  }
}
handlerAttributes(ScriptProcessorNode.prototype, ["audioprocess"]);

export class MediaElementAudioSourceNode extends AudioNode {
  #element;
  constructor(context, options) {
    need(2, arguments.length, "MediaElementAudioSourceNode");
    contextArgument(context, "MediaElementAudioSourceNode");
    const where = whileMaking("MediaElementAudioSourceNode");
    const read = optionsOf(options, "MediaElementAudioSourceNode", "MediaElementAudioSourceOptions");
    const element = read.required("mediaElement").object("mediaElement", isMediaElement, "HTMLMediaElement");
    super(SECRET, context, { name: "MediaElementAudioSourceNode", inputs: 0, outputs: 1 });
    if (taken.has(element)) fail("InvalidStateError", `${where}: HTMLMediaElement already connected previously to a different MediaElementSourceNode.`);
    taken.add(element);
    this.#element = element;
  }
  get mediaElement() {
    return this.#element;
  }
  [$process](_inputs, block) {
    return [host.mediaSamples?.(this.#element, block, this.context) ?? SILENCE];
  }
}
const taken = new WeakSet();
export const isMediaElement = (value) => typeof value === "object" && value !== null && ["audio", "video"].includes(value[$local]);

const classes = { AnalyserNode, MediaElementAudioSourceNode, ScriptProcessorNode };
for (const cls of Object.values(classes)) finishInterface(cls);

export const globals = { ...classes, AudioProcessingEvent };
