// TextEncoderStream and TextDecoderStream (Encoding § 7.5, § 7.6), CompressionStream and DecompressionStream (Compression § 4).
import { core } from "ext:core/mod.js";
import { host, finishInterface, ops } from "ext:oracade/internal.js";
import { bytesOf, need } from "ext:oracade/platform/idl.js";
import { newTransform } from "ext:oracade/platform/streams/transform.js";

/** The bytes of a chunk that must be a BufferSource. */
function chunkBytes(chunk, mayShare = false) {
  const buffer = ArrayBuffer.isView(chunk) ? chunk.buffer : chunk;
  // Bytes that have gone elsewhere are none.
  if (core.isArrayBuffer(buffer) && buffer.detached) return new Uint8Array(0);
  const bytes = bytesOf(chunk);
  if (bytes === undefined || (!mayShare && core.isSharedArrayBuffer(bytes.buffer))) {
    throw new TypeError("The provided value is not of type '(ArrayBuffer or ArrayBufferView)'.");
  }
  return bytes;
}

const isHigh = (unit) => unit >= 0xd800 && unit <= 0xdbff;

class TextEncoderStream {
  #record;
  constructor() {
    let high = "";
    this.#record = newTransform((chunk, out) => {
      let text = high + `${chunk}`;
      high = "";
      if (text !== "" && isHigh(text.charCodeAt(text.length - 1))) {
        high = text.slice(-1);
        text = text.slice(0, -1);
      }
      if (text !== "") out.enqueue(core.encode(text));
    }, (out) => {
      if (high !== "") out.enqueue(new Uint8Array([0xef, 0xbf, 0xbd]));
    });
  }
  get encoding() {
    void this.#record;
    return "utf-8";
  }
  get readable() {
    return this.#record.readableObject;
  }
  get writable() {
    return this.#record.writableObject;
  }
}
finishInterface(TextEncoderStream);

class TextDecoderStream {
  #record;
  #decoder;
  constructor(label = "utf-8", options = undefined) {
    const decoder = new host.globals.TextDecoder(label, options);
    this.#decoder = decoder;
    this.#record = newTransform((chunk, out) => {
      const text = decoder.decode(chunkBytes(chunk, true), { stream: true });
      if (text !== "") out.enqueue(text);
    }, (out) => {
      const text = decoder.decode();
      if (text !== "") out.enqueue(text);
    });
  }
  get encoding() {
    return this.#decoder.encoding;
  }
  get fatal() {
    return this.#decoder.fatal;
  }
  get ignoreBOM() {
    return this.#decoder.ignoreBOM;
  }
  get readable() {
    return this.#record.readableObject;
  }
  get writable() {
    return this.#record.writableObject;
  }
}
finishInterface(TextDecoderStream);

/** A transform that compresses, or decompresses; what comes of a chunk is cut into pieces as long as Chromium's. */
function packer(format, name, compress) {
  format = `${format}`;
  if (format !== "gzip" && format !== "deflate" && format !== "deflate-raw") {
    throw new TypeError(`Failed to construct '${name}': Unsupported compression format: '${format}'`);
  }
  const packer = ops.op_pack_new(format, compress);
  const piece = compress ? 16384 : 65536;
  const feed = (bytes, last, out) => {
    const [made, error] = ops.op_pack_feed(packer, bytes, last);
    for (let at = 0; at < made.length; at += piece) out.enqueue(made.slice(at, at + piece));
    if (error !== null) throw new TypeError(error);
  };
  return newTransform((chunk, out) => feed(chunkBytes(chunk), false, out), (out) => feed(NOTHING, true, out));
}

const NOTHING = new Uint8Array(0);

class CompressionStream {
  #record;
  constructor(format) {
    need(1, arguments.length, "CompressionStream");
    this.#record = packer(format, "CompressionStream", true);
  }
  get readable() {
    return this.#record.readableObject;
  }
  get writable() {
    return this.#record.writableObject;
  }
}
finishInterface(CompressionStream);

class DecompressionStream {
  #record;
  constructor(format) {
    need(1, arguments.length, "DecompressionStream");
    this.#record = packer(format, "DecompressionStream", false);
  }
  get readable() {
    return this.#record.readableObject;
  }
  get writable() {
    return this.#record.writableObject;
  }
}
finishInterface(DecompressionStream);

export const globals = { CompressionStream, DecompressionStream, TextDecoderStream, TextEncoderStream };
