// Nodes that let scripts see samples: AnalyserNode, ScriptProcessorNode; and the sources that media elements feed (Web Audio
// § 1.8, 1.24, 1.29).
import { finishInterface, host, SECRET } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { eventInterface, Event } from "ext:oracade/dom/event.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { fail } from "ext:oracade/dom/exception.js";
import { AudioBuffer, channelsOf } from "ext:oracade/platform/audio/buffer.js";
import { $node, $process, AudioNode, QUANTUM, SILENCE } from "ext:oracade/platform/audio/node.js";
import { need } from "ext:oracade/platform/idl.js";

const { cos, sin, sqrt, log10, PI } = Math;
const MAX_FFT = 32768;

/** Radix-2 FFT of real samples; returns magnitudes of the first half divided by the size. */
function magnitudes(samples) {
  const n = samples.length;
  const re = Float64Array.from(samples);
  const im = new Float64Array(n);
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j |= bit;
    if (i < j) [re[i], re[j]] = [re[j], re[i]];
  }
  for (let size = 2; size <= n; size <<= 1) {
    const half = size >> 1;
    for (let k = 0; k < half; k++) {
      const angle = (-2 * PI * k) / size;
      const wr = cos(angle);
      const wi = sin(angle);
      for (let i = k; i < n; i += size) {
        const j = i + half;
        const tr = re[j] * wr - im[j] * wi;
        const ti = re[j] * wi + im[j] * wr;
        re[j] = re[i] - tr;
        im[j] = im[i] - ti;
        re[i] += tr;
        im[i] += ti;
      }
    }
  }
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
    super(SECRET, context, 1, 1, options);
    for (const key of ["fftSize", "smoothingTimeConstant"]) if (options?.[key] !== undefined) this[key] = options[key];
    if (options?.maxDecibels !== undefined) this.#high = +options.maxDecibels;
    if (options?.minDecibels !== undefined) this.minDecibels = options.minDecibels;
    context[SECRET].watch(this);
  }
  get fftSize() {
    return this.#size;
  }
  set fftSize(value) {
    value >>>= 0;
    if (value < 32 || value > MAX_FFT || (value & (value - 1)) !== 0) {
      fail("IndexSizeError", `Failed to set the 'fftSize' property on 'AnalyserNode': The value provided (${value}) is not a power of two in the range [32, 32768].`);
    }
    this.#size = value;
    this.#smooth = new Float64Array(value >> 1);
  }
  get frequencyBinCount() {
    return this.#size >> 1;
  }
  get minDecibels() {
    return this.#low;
  }
  set minDecibels(value) {
    if (!(+value < this.#high)) fail("IndexSizeError", `Failed to set the 'minDecibels' property on 'AnalyserNode': The minDecibels provided (${value}) is greater than or equal to the maximum bound (${this.#high}).`);
    this.#low = +value;
  }
  get maxDecibels() {
    return this.#high;
  }
  set maxDecibels(value) {
    if (!(+value > this.#low)) fail("IndexSizeError", `Failed to set the 'maxDecibels' property on 'AnalyserNode': The maxDecibels provided (${value}) is less than or equal to the minimum bound (${this.#low}).`);
    this.#high = +value;
  }
  get smoothingTimeConstant() {
    return this.#smoothing;
  }
  set smoothingTimeConstant(value) {
    if (!(+value >= 0 && +value <= 1)) fail("IndexSizeError", `Failed to set the 'smoothingTimeConstant' property on 'AnalyserNode': The smoothing value provided (${value}) is outside the range [0, 1].`);
    this.#smoothing = +value;
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
    const spectrum = this.#spectrum();
    for (let i = 0; i < Math.min(array.length, spectrum.length); i++) array[i] = 20 * log10(spectrum[i]);
  }
  getByteFrequencyData(array) {
    need(1, arguments.length, "getByteFrequencyData", "AnalyserNode");
    const spectrum = this.#spectrum();
    for (let i = 0; i < Math.min(array.length, spectrum.length); i++) {
      const scaled = (255 / (this.#high - this.#low)) * (20 * log10(spectrum[i]) - this.#low);
      array[i] = Math.max(0, Math.min(255, Math.floor(scaled)));
    }
  }
  getFloatTimeDomainData(array) {
    need(1, arguments.length, "getFloatTimeDomainData", "AnalyserNode");
    const samples = this.#recent();
    for (let i = 0; i < Math.min(array.length, samples.length); i++) array[i] = samples[i];
  }
  getByteTimeDomainData(array) {
    need(1, arguments.length, "getByteTimeDomainData", "AnalyserNode");
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
  #input;
  #output;
  #filled = 0;
  constructor(secret, context, size, ins, outs) {
    super(secret, context, 1, 1);
    this.#size = size;
    this.#ins = ins;
    this.#outs = outs;
    this.#input = this.#make(ins);
    this.#output = this.#make(outs);
    Object.assign(this[$node], { channelCount: Math.max(1, ins), mode: "explicit" });
    context[SECRET].watch(this);
  }
  #make(channels) {
    return new AudioBuffer({ numberOfChannels: Math.max(1, channels), length: this.#size, sampleRate: this.context.sampleRate });
  }
  get bufferSize() {
    return this.#size;
  }
  /** A node with a bufferSize of n frames hears n frames, then a task lets the script fill the next n. */
  [$process]([input], block) {
    const from = this.#filled;
    const incoming = channelsOf(this.#input);
    for (let c = 0; c < incoming.length; c++) incoming[c].set(input[c] ?? SILENCE[0], from);
    const out = channelsOf(this.#output).map((channel) => channel.slice(from, from + QUANTUM));
    this.#filled += QUANTUM;
    if (this.#filled >= this.#size) {
      this.#filled = 0;
      const inputBuffer = this.#input;
      this.#input = this.#make(this.#ins);
      const outputBuffer = this.#make(this.#outs);
      const playbackTime = ((block + 1) * QUANTUM) / this.context.sampleRate;
      this.#output = outputBuffer;
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
    super(SECRET, context, 0, 1);
    const element = options?.mediaElement;
    if (typeof globalThis.HTMLMediaElement !== "function" || !(element instanceof globalThis.HTMLMediaElement)) {
      throw new TypeError("Failed to construct 'MediaElementAudioSourceNode': member mediaElement is not of type HTMLMediaElement.");
    }
    if (taken.has(element)) fail("InvalidStateError", "Failed to construct 'MediaElementAudioSourceNode': HTMLMediaElement already connected previously to a different MediaElementSourceNode.");
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

const classes = { AnalyserNode, MediaElementAudioSourceNode, ScriptProcessorNode };
for (const cls of Object.values(classes)) finishInterface(cls);

export const globals = { ...classes, AudioProcessingEvent };
