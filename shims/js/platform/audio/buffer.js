// AudioBuffer and decoding of audio files (Web Audio § 1.4).
import { finishInterface, ops } from "ext:oracade/internal.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { float32Array, numberText, optionsOf, whileMaking } from "ext:oracade/platform/audio/options.js";
import { need } from "ext:oracade/platform/idl.js";

/** Most samples of one buffer, all channels together. */
const SAMPLE_LIMIT = 2 ** 28;

export class AudioBuffer {
  #rate;
  #length;
  #channels;

  constructor(options) {
    need(1, arguments.length, "AudioBuffer");
    const where = whileMaking("AudioBuffer");
    const read = optionsOf(options, "AudioBuffer", "AudioBufferOptions");
    const length = read.required("length").count("length");
    const channels = read.count("numberOfChannels", 1);
    const rate = read.required("sampleRate").float("sampleRate");
    if (channels < 1 || channels > 32) fail("NotSupportedError", `${where}: The number of channels provided (${channels}) is outside the range [1, 32].`);
    if (!(rate >= 3000 && rate <= 768000)) fail("NotSupportedError", `${where}: The sample rate provided (${numberText(rate)}) is outside the range [3000, 768000].`);
    if (length === 0) fail("NotSupportedError", `${where}: The number of frames provided (0) is less than or equal to the minimum bound (0).`);
    if (channels * length > SAMPLE_LIMIT) fail("NotSupportedError", `${where}: createBuffer(${channels}, ${length}, ${rate}) failed.`);
    this.#rate = rate;
    this.#length = length;
    this.#channels = Array.from({ length: channels }, () => new Float32Array(length));
  }
  static channels(buffer) {
    return buffer.#channels;
  }
  get sampleRate() {
    return this.#rate;
  }
  get length() {
    return this.#length;
  }
  get duration() {
    return this.#length / this.#rate;
  }
  get numberOfChannels() {
    return this.#channels.length;
  }
  #channel(index, method) {
    const channel = this.#channels[index >>> 0];
    if (channel === undefined) {
      fail("IndexSizeError", `Failed to execute '${method}' on 'AudioBuffer': channel index (${index >>> 0}) exceeds number of channels (${this.#channels.length})`);
    }
    return channel;
  }
  getChannelData(index) {
    need(1, arguments.length, "getChannelData", "AudioBuffer");
    return this.#channel(index, "getChannelData");
  }
  #copied(index, where) {
    const channel = this.#channels[index >>> 0];
    if (channel === undefined) fail("IndexSizeError", `${where}: The channelNumber provided (${index >>> 0}) is outside the range [0, ${this.#channels.length - 1}].`);
    return channel;
  }
  copyFromChannel(destination, channelNumber, bufferOffset = 0) {
    need(2, arguments.length, "copyFromChannel", "AudioBuffer");
    const where = "Failed to execute 'copyFromChannel' on 'AudioBuffer'";
    float32Array(destination, 1, where);
    const channel = this.#copied(channelNumber, where);
    const start = bufferOffset >>> 0;
    if (start < channel.length) destination.set(channel.subarray(start, start + destination.length));
  }
  copyToChannel(source, channelNumber, bufferOffset = 0) {
    need(2, arguments.length, "copyToChannel", "AudioBuffer");
    const where = "Failed to execute 'copyToChannel' on 'AudioBuffer'";
    float32Array(source, 1, where);
    const channel = this.#copied(channelNumber, where);
    const start = bufferOffset >>> 0;
    if (start < channel.length) channel.set(source.subarray(0, channel.length - start), start);
  }
}
export const channelsOf = AudioBuffer.channels;
delete AudioBuffer.channels;
finishInterface(AudioBuffer);

/** Converts samples to another rate by linear interpolation. */
function resample(samples, from, to) {
  const length = Math.max(1, Math.floor((samples.length * to) / from));
  const result = new Float32Array(length);
  const step = from / to;
  for (let i = 0; i < length; i++) {
    const position = i * step;
    const k = Math.floor(position);
    const a = samples[k] ?? 0;
    const b = samples[k + 1] ?? a;
    result[i] = a + (b - a) * (position - k);
  }
  return result;
}

/** Decodes an audio file: `{rate, channels: Float32Array[]}`, or null if the format is not known or the data is broken. */
export function decodeFile(bytes) {
  const wav = decodeWav(bytes);
  if (wav !== null) return wav;
  const decoded = ops.op_audio_decode?.(bytes);
  if (decoded === null || decoded === undefined) return null;
  const channels = [];
  const frames = decoded.samples.byteLength / 4 / decoded.channels;
  const samples = new Float32Array(decoded.samples.buffer, decoded.samples.byteOffset, frames * decoded.channels);
  for (let c = 0; c < decoded.channels; c++) channels.push(samples.slice(c * frames, (c + 1) * frames));
  return { rate: decoded.rate, channels };
}

/** RIFF/WAVE: PCM of 8, 16, 24 and 32 bits, float of 32 and 64 bits, A-law and µ-law. */
export function decodeWav(bytes) {
  if (bytes.length < 12 || tag(bytes, 0) !== "RIFF" || tag(bytes, 8) !== "WAVE") return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const id = tag(bytes, at);
    const size = Math.min(view.getUint32(at + 4, true), bytes.length - at - 8);
    const body = at + 8;
    if (id === "fmt " && size >= 16) {
      format = {
        code: view.getUint16(body, true),
        channels: view.getUint16(body + 2, true),
        rate: view.getUint32(body + 4, true),
        bits: view.getUint16(body + 14, true),
      };
      if (format.code === 0xfffe && size >= 26) format.code = view.getUint16(body + 24, true);
    } else if (id === "data" && format !== null) {
      return samplesOf(view, body, size, format);
    }
    at = body + size + (size & 1);
  }
  return null;
}

function tag(bytes, at) {
  return String.fromCharCode(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]);
}

function samplesOf(view, from, size, { code, channels, rate, bits }) {
  const reader = readerOf(view, code, bits);
  if (reader === null || channels < 1 || channels > 32 || rate < 1) return null;
  const width = bits / 8;
  const frames = Math.floor(size / (width * channels));
  if (frames === 0) return null;
  const result = Array.from({ length: channels }, () => new Float32Array(frames));
  let at = from;
  for (let i = 0; i < frames; i++) {
    for (let c = 0; c < channels; c++, at += width) result[c][i] = reader(at);
  }
  return { rate, channels: result };
}

function readerOf(view, code, bits) {
  if (code === 1) {
    switch (bits) {
      case 8:
        return (at) => (view.getUint8(at) - 128) / 128;
      case 16:
        return (at) => view.getInt16(at, true) / 32768;
      case 24:
        return (at) => ((view.getUint16(at, true) | (view.getInt8(at + 2) << 16)) / 8388608);
      case 32:
        return (at) => view.getInt32(at, true) / 2147483648;
    }
  }
  if (code === 3 && bits === 32) return (at) => view.getFloat32(at, true);
  if (code === 3 && bits === 64) return (at) => view.getFloat64(at, true);
  if (code === 6 && bits === 8) return (at) => aLaw(view.getUint8(at));
  if (code === 7 && bits === 8) return (at) => muLaw(view.getUint8(at));
  return null;
}

function aLaw(byte) {
  const value = byte ^ 0x55;
  const exponent = (value >> 4) & 7;
  const mantissa = ((value & 15) << 4) | 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (value & 0x80 ? magnitude : -magnitude) / 32768;
}

function muLaw(byte) {
  const value = ~byte & 0xff;
  const magnitude = ((((value & 15) << 3) + 0x84) << ((value >> 4) & 7)) - 0x84;
  return (value & 0x80 ? -magnitude : magnitude) / 32768;
}

/** An AudioBuffer at the context's rate from a file's bytes; throws EncodingError. */
export function bufferOfFile(bytes, rate) {
  const decoded = decodeFile(bytes);
  if (decoded === null) throw new DOMException("Unable to decode audio data", "EncodingError");
  const channels = decoded.rate === rate ? decoded.channels : decoded.channels.map((samples) => resample(samples, decoded.rate, rate));
  const buffer = new AudioBuffer({ numberOfChannels: channels.length, length: channels[0].length, sampleRate: rate });
  channels.forEach((samples, i) => channelsOf(buffer)[i].set(samples));
  return buffer;
}

export const globals = { AudioBuffer };
