// Web Cryptography: random values and digests. Both come from the page's seed or from the data alone.
import { core } from "ext:core/mod.js";
import { finishInterface, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { bytesOf, defineReadOnly, need } from "ext:oracade/platform/idl.js";

const INTEGER_VIEWS = new Set([
  "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
  "BigInt64Array", "BigUint64Array",
]);
const tagOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
const DIGESTS = { "sha-1": "SHA-1", "sha-256": "SHA-256", "sha-384": "SHA-384", "sha-512": "SHA-512" };

class SubtleCrypto {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  async digest(algorithm, data) {
    need(2, arguments.length, "digest", "SubtleCrypto");
    const name = `${typeof algorithm === "object" && algorithm !== null ? algorithm.name : algorithm}`;
    const digest = DIGESTS[name.toLowerCase()];
    if (digest === undefined) throw new DOMException("Algorithm: Unrecognized name", "NotSupportedError");
    const bytes = bytesOf(data);
    if (bytes === undefined) throw new TypeError("Failed to execute 'digest' on 'SubtleCrypto': parameter 2 is not a BufferSource");
    return ops.op_digest(digest, bytes).buffer;
  }
}
finishInterface(SubtleCrypto);

class Crypto {
  #subtle = new SubtleCrypto(SECRET);
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  get subtle() {
    return this.#subtle;
  }
  getRandomValues(array) {
    need(1, arguments.length, "getRandomValues", "Crypto");
    void this.#subtle;
    if (!ArrayBuffer.isView(array)) {
      throw new TypeError("Failed to execute 'getRandomValues' on 'Crypto': parameter 1 is not of type 'ArrayBufferView'.");
    }
    if (!core.isTypedArray(array) || !INTEGER_VIEWS.has(tagOf.call(array))) {
      fail("TypeMismatchError", "Failed to execute 'getRandomValues' on 'Crypto': The provided ArrayBufferView is not an integer array type.");
    }
    if (array.byteLength > 65536) {
      fail("QuotaExceededError", `Failed to execute 'getRandomValues' on 'Crypto': The ArrayBufferView's byte length (${array.byteLength}) exceeds the number of bytes of entropy available via this API (65536).`);
    }
    ops.op_random_fill(bytesOf(array));
    return array;
  }
  randomUUID() {
    void this.#subtle;
    const bytes = new Uint8Array(16);
    ops.op_random_fill(bytes);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}
finishInterface(Crypto);

const crypto = new Crypto(SECRET);

export const globals = { Crypto, SubtleCrypto };

export function install() {
  defineReadOnly(globalThis, "crypto", () => crypto);
}
