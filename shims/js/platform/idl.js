// Small helpers for Web IDL conversions and for members of the global object.
import { core } from "ext:core/mod.js";
import { define } from "ext:oracade/internal.js";

const defineProperty = Object.defineProperty;
const isView = ArrayBuffer.isView;

/** Throws the error Chromium gives for missing arguments. */
export function need(count, given, method, cls) {
  if (given >= count) return;
  const where = cls === undefined ? `construct '${method}'` : `execute '${method}' on '${cls}'`;
  const noun = count === 1 ? "argument" : "arguments";
  throw new TypeError(`Failed to ${where}: ${count} ${noun} required, but only ${given} present.`);
}

/** `[EnforceRange] long`; `where` begins the message. */
export function enforceLong(value, where) {
  const number = Math.trunc(+value);
  if (!Number.isFinite(number)) throw new TypeError(`${where}: Value is not of type 'long'.`);
  if (!(number >= -0x80000000 && number <= 0x7fffffff)) {
    throw new TypeError(`${where}: Value is outside the 'long' value range.`);
  }
  return number + 0;
}

/** Adds operations to the global object: own, enumerable, writable and configurable. */
export function defineOperations(target, table) {
  for (const [name, value] of Object.entries(table)) {
    defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** Adds a read-only attribute to the global object. */
export function defineReadOnly(target, name, get) {
  const accessor = Object.getOwnPropertyDescriptor(
    {
      get [name]() {
        return get();
      },
    },
    name,
  );
  defineProperty(target, name, { get: accessor.get, set: undefined, enumerable: true, configurable: true });
}

/** Adds a `[Replaceable]` attribute: assigning turns it into a plain property, as `var screen = …` in a game does. */
export function defineReplaceable(target, name, get) {
  const accessor = Object.getOwnPropertyDescriptor(
    {
      get [name]() {
        return get();
      },
      set [name](value) {
        defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
      },
    },
    name,
  );
  defineProperty(target, name, { get: accessor.get, set: accessor.set, enumerable: true, configurable: true });
}

/** The bytes of an ArrayBuffer or a view, without a copy; undefined for anything else. */
export function bytesOf(source) {
  if (isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  // Its class has no name on the global object (window_parts.js).
  if (core.isSharedArrayBuffer(source)) return new Uint8Array(source);
  return undefined;
}

/** A USVString: lone surrogates become U+FFFD. */
export function usv(value) {
  return `${value}`.toWellFormed();
}

/** ByteString of a header: throws on code units above 255. */
export function byteString(value, what) {
  const text = `${value}`;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 255) {
      throw new TypeError(`${what}: String contains non ISO-8859-1 code point.`);
    }
  }
  return text;
}

export { define };
