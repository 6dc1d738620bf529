// ConvolverNode (Web Audio § 1.17): convolution in blocks by Fourier transforms, without delay.
import { finishInterface, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { AudioBuffer, channelsOf } from "ext:oracade/platform/audio/buffer.js";
import { inverse, transform } from "ext:oracade/platform/audio/fft.js";
import { $process, AudioNode, QUANTUM, SILENCE, upToStereo } from "ext:oracade/platform/audio/node.js";
import { contextArgument, optionsOf, whileMaking } from "ext:oracade/platform/audio/options.js";
import { need } from "ext:oracade/platform/idl.js";

const { ceil, max, min, sqrt } = Math;

/** Blocks of the first part of a response, in quanta; the rest is done in larger blocks. */
const LARGE = 16;

/** A stretch of a response in blocks of one size; what it makes of a block of input sounds with the next one at the earliest. */
class Stretch {
  constructor(response, from, to, size) {
    this.size = size;
    this.count = ceil((min(to, response.length) - from) / size);
    this.blocks = [];
    for (let k = 0; k < this.count; k++) {
      const re = new Float64Array(2 * size);
      re.set(response.subarray(from + k * size, min(from + (k + 1) * size, to)));
      const im = new Float64Array(2 * size);
      transform(re, im);
      this.blocks.push([re, im]);
    }
    this.spectra = []; // of the last inputs, newest first
    this.rest = new Float64Array(size);
  }
  /** Hears a block of input and gives the block of output that ends with it. */
  next(input) {
    const { size } = this;
    const re = new Float64Array(2 * size);
    const im = new Float64Array(2 * size);
    re.set(input);
    transform(re, im);
    this.spectra.unshift([re, im]);
    if (this.spectra.length > this.count) this.spectra.pop();
    const sumRe = new Float64Array(2 * size);
    const sumIm = new Float64Array(2 * size);
    for (let k = 0; k < this.spectra.length; k++) {
      const [ar, ai] = this.spectra[k];
      const [br, bi] = this.blocks[k];
      for (let i = 0; i < 2 * size; i++) {
        sumRe[i] += ar[i] * br[i] - ai[i] * bi[i];
        sumIm[i] += ar[i] * bi[i] + ai[i] * br[i];
      }
    }
    inverse(sumRe, sumIm);
    const out = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      out[i] = sumRe[i] / (2 * size) + this.rest[i];
      this.rest[i] = sumRe[size + i] / (2 * size);
    }
    return out;
  }
}

/** One channel of a response with what it has heard. */
class Kernel {
  constructor(response) {
    const split = LARGE * QUANTUM;
    this.near = new Stretch(response, 0, split, QUANTUM);
    this.far = response.length > split ? new Stretch(response, split, response.length, split) : null;
    this.heard = new Float64Array(split);
    this.coming = new Float64Array(split);
    this.at = 0;
  }
  next(input) {
    const out = this.near.next(input);
    if (this.far === null) return out;
    for (let i = 0; i < QUANTUM; i++) out[i] += this.coming[this.at + i];
    this.heard.set(input, this.at);
    this.at += QUANTUM;
    if (this.at === this.heard.length) {
      this.at = 0;
      this.coming = this.far.next(this.heard);
    }
    return out;
  }
}

/** For so many channels of input and response: [input, response, output]. */
function paths(ins, responses) {
  if (responses === 1) return ins === 1 ? [[0, 0, 0]] : [[0, 0, 0], [1, 0, 1]];
  const right = ins === 1 ? 0 : 1;
  if (responses === 2) return [[0, 0, 0], [right, 1, 1]];
  return [[0, 0, 0], [0, 1, 1], [right, 2, 0], [right, 3, 1]];
}

export class ConvolverNode extends AudioNode {
  #buffer = null;
  #normalize;
  #kernels = null;
  #wide = false; // has heard two channels
  #response = null;
  #scale = 1;
  constructor(context, options = {}) {
    need(1, arguments.length, "ConvolverNode");
    contextArgument(context, "ConvolverNode");
    const read = optionsOf(options, "ConvolverNode", "ConvolverOptions");
    const buffer = read.object("buffer", (value) => value instanceof AudioBuffer, "AudioBuffer", true);
    const plain = read.boolean("disableNormalization", false);
    super(SECRET, context, {
      name: "ConvolverNode", inputs: 1, outputs: 1, channelCountMode: "clamped-max",
      allow: upToStereo("ConvolverNode: channelCountMode cannot be changed to 'max'"),
    }, options);
    this.#normalize = !plain;
    if (buffer !== null) this.#set(buffer, whileMaking("ConvolverNode"));
  }
  get buffer() {
    return this.#buffer;
  }
  set buffer(value) {
    const where = "Failed to set the 'buffer' property on 'ConvolverNode'";
    if (value === null || value === undefined) {
      this.#buffer = this.#kernels = this.#response = null;
      return;
    }
    if (!(value instanceof AudioBuffer)) throw new TypeError(`${where}: Failed to convert value to 'AudioBuffer'.`);
    this.#set(value, where);
  }
  #set(buffer, where) {
    const { sampleRate: rate } = this.context;
    const count = buffer.numberOfChannels;
    if (buffer.sampleRate !== rate) fail("NotSupportedError", `${where}: The buffer sample rate of ${buffer.sampleRate} does not match the context rate of ${rate} Hz.`);
    if (count !== 1 && count !== 2 && count !== 4) fail("NotSupportedError", `${where}: The buffer must have 1, 2, or 4 channels, not ${count}`);
    this.#buffer = buffer;
    this.#kernels = null;
    this.#wide = false;
    // The response is what it is now, whatever becomes of the buffer.
    // If the page has transferred the memory of one of its channels, it is silent.
    const channels = channelsOf(buffer);
    const gone = channels.some((channel) => channel.length === 0);
    this.#response = channels.map((channel) => (gone ? new Float32Array(buffer.length) : channel.slice()));
    this.#scale = 1;
    if (!this.#normalize) return;
    let power = 0;
    for (const channel of this.#response) for (const sample of channel) power += sample * sample;
    power = max(sqrt(power / (count * buffer.length)), 0.000125);
    this.#scale = (0.00125 / power) * (44100 / rate) * (count === 4 ? 0.5 : 1);
  }
  get normalize() {
    return this.#normalize;
  }
  set normalize(value) {
    this.#normalize = Boolean(value);
  }
  [$process]([input]) {
    if (this.#response === null || (input === SILENCE && this.#kernels === null)) return [SILENCE];
    if (input.length === 2 && !this.#wide) {
      this.#wide = true;
      this.#kernels = null;
    }
    const ins = this.#wide ? 2 : 1;
    const routes = paths(ins, this.#response.length);
    this.#kernels ??= routes.map(([, response]) => new Kernel(this.#response[response]));
    const out = Array.from({ length: routes.some(([, , to]) => to === 1) ? 2 : 1 }, () => new Float64Array(QUANTUM));
    routes.forEach(([from, , to], r) => {
      const heard = this.#kernels[r].next(input[min(from, input.length - 1)]);
      for (let i = 0; i < QUANTUM; i++) out[to][i] += heard[i] * this.#scale;
    });
    return [out.map((channel) => Float32Array.from(channel))];
  }
}
finishInterface(ConvolverNode);

export const globals = { ConvolverNode };
