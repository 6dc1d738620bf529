// TextEncoder, TextDecoder (Encoding Standard), atob and btoa.
import { core } from "ext:core/mod.js";
import { finishInterface, ops } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { bytesOf, defineOperations, need } from "ext:oracade/platform/idl.js";

export class TextEncoder {
  get encoding() {
    return "utf-8";
  }
  encode(input = "") {
    return core.encode(`${input}`);
  }
  encodeInto(source, destination) {
    need(2, arguments.length, "encodeInto", "TextEncoder");
    if (!(destination instanceof Uint8Array)) {
      throw new TypeError("Failed to execute 'encodeInto' on 'TextEncoder': parameter 2 is not of type 'Uint8Array'.");
    }
    const text = `${source}`;
    let read = 0;
    let written = 0;
    while (read < text.length) {
      let code = text.codePointAt(read);
      const units = code > 0xffff ? 2 : 1;
      if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
      const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      if (written + size > destination.length) break;
      if (size === 1) {
        destination[written] = code;
      } else {
        destination[written] = (size === 2 ? 0xc0 : size === 3 ? 0xe0 : 0xf0) | (code >> (6 * (size - 1)));
        for (let i = 1; i < size; i++) destination[written + i] = 0x80 | ((code >> (6 * (size - 1 - i))) & 0x3f);
      }
      written += size;
      read += units;
    }
    return { read, written };
  }
}
finishInterface(TextEncoder);

export class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  #decoder = null;

  constructor(label = "utf-8", options = undefined) {
    const name = ops.op_encoding_label(`${label}`.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, ""));
    if (name === null || name === undefined) {
      throw new RangeError(`Failed to construct 'TextDecoder': The encoding label provided ('${label}') is invalid.`);
    }
    this.#encoding = name;
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBOM = Boolean(options?.ignoreBOM);
  }
  get encoding() {
    return this.#encoding;
  }
  get fatal() {
    return this.#fatal;
  }
  get ignoreBOM() {
    return this.#ignoreBOM;
  }
  decode(input = undefined, options = undefined) {
    const bytes = input === undefined ? new Uint8Array(0) : bytesOf(input);
    if (bytes === undefined) {
      throw new TypeError("Failed to execute 'decode' on 'TextDecoder': parameter 1 is not of type 'ArrayBuffer'.");
    }
    const stream = Boolean(options?.stream);
    if (!stream && this.#decoder === null && this.#encoding === "utf-8" && !this.#fatal && !this.#ignoreBOM) {
      return core.decode(bytes);
    }
    const decoder = this.#decoder ??= ops.op_encoding_decoder(this.#encoding, this.#fatal, this.#ignoreBOM);
    if (!stream) this.#decoder = null;
    try {
      return ops.op_encoding_decode(decoder, bytes, !stream);
    } catch {
      this.#decoder = null;
      throw new TypeError("Failed to execute 'decode' on 'TextDecoder': The encoded data was not valid.");
    }
  }
}
finishInterface(TextDecoder);

const CHUNK = 8192;

/** A string with one UTF-16 unit per byte. */
export function latin1(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += CHUNK) {
    text += String.fromCharCode.apply(null, bytes.subarray(i, i + CHUNK));
  }
  return text;
}

/** The bytes of a string whose units are all below 256; undefined if one is not. */
export function latin1Bytes(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 255) return undefined;
    bytes[i] = unit;
  }
  return bytes;
}

const operations = {
  atob(data) {
    need(1, arguments.length, "atob", "Window");
    let bytes;
    try {
      bytes = ops.op_base64_decode(`${data}`);
    } catch {
      fail("InvalidCharacterError", "Failed to execute 'atob' on 'Window': The string to be decoded is not correctly encoded.");
    }
    return latin1(bytes);
  },
  btoa(data) {
    need(1, arguments.length, "btoa", "Window");
    const bytes = latin1Bytes(`${data}`);
    if (bytes === undefined) {
      fail("InvalidCharacterError", "Failed to execute 'btoa' on 'Window': The string to be encoded contains characters outside of the Latin1 range.");
    }
    return ops.op_base64_encode(bytes);
  },
};

export const globals = { TextDecoder, TextEncoder };

export function install() {
  defineOperations(globalThis, operations);
}
