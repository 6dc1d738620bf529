// Keys (Indexed Database API § 2.4, § 7.4) and the bytes they are stored under, whose order is the keys' order.
import { core } from "ext:core/mod.js";
import { fail } from "ext:oracade/dom/exception.js";

const apply = Reflect.apply;
const isArray = Array.isArray;
const NativeDate = Date;
const dateValue = Date.prototype.getTime;
const isDetached = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "detached").get;
const hasOwn = Object.hasOwn;

/** First byte of a key of each type; the end of an array sorts before any key, `AFTER` after any. */
const NUMBER = 0x10;
const DATE = 0x20;
const STRING = 0x30;
const BINARY = 0x40;
const ARRAY = 0x50;
const END = 0x00;
export const AFTER = 0xff;

/** Deepest nesting of arrays; Chromium's is the same. */
const DEPTH_LIMIT = 2000;

class Writer {
  bytes = new Uint8Array(32);
  length = 0;
  room(count) {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes);
    this.bytes = larger;
  }
  byte(value) {
    this.room(1);
    this.bytes[this.length++] = value;
  }
  done() {
    return this.bytes.slice(0, this.length);
  }
}

const double = new Float64Array(1);
const half = new Uint32Array(double.buffer); // little-endian

/** A double so that bytes sort as numbers do: the sign bit flipped, all bits of negative ones. */
function writeNumber(writer, type, number) {
  double[0] = number === 0 ? 0 : number;
  let high = half[1];
  let low = half[0];
  if (high >>> 31) {
    high = ~high;
    low = ~low;
  } else {
    high ^= 0x80000000;
  }
  writer.room(9);
  writer.byte(type);
  for (let shift = 24; shift >= 0; shift -= 8) writer.byte((high >>> shift) & 255);
  for (let shift = 24; shift >= 0; shift -= 8) writer.byte((low >>> shift) & 255);
}

/** Code units in one, two or three bytes whose first one says how many; the smallest byte ends the string. */
function writeString(writer, text) {
  writer.room(text.length * 3 + 2);
  writer.byte(STRING);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x7f) {
      writer.byte(unit + 1);
    } else if (unit < 0x407f) {
      writer.byte(0x80 | ((unit - 0x7f) >> 8));
      writer.byte((unit - 0x7f) & 255);
    } else {
      writer.byte(0xc0);
      writer.byte(unit >> 8);
      writer.byte(unit & 255);
    }
  }
  writer.byte(END);
}

function writeBinary(writer, bytes) {
  writer.room(bytes.length * 2 + 2);
  writer.byte(BINARY);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte < 0xfe) {
      writer.byte(byte + 1);
    } else {
      writer.byte(0xff);
      writer.byte(byte);
    }
  }
  writer.byte(END);
}

/** The bytes of a buffer or a view; null if they are not there any more or are shared. */
function binaryOf(value) {
  if (core.isArrayBuffer(value)) return apply(isDetached, value, []) ? null : new Uint8Array(value);
  if (!ArrayBuffer.isView(value)) return undefined;
  const buffer = value.buffer;
  if (!core.isArrayBuffer(buffer) || apply(isDetached, buffer, [])) return null;
  return new Uint8Array(buffer, value.byteOffset, value.byteLength);
}

/** Writes a value as a key; false if it is none. What its getters throw comes through. */
function write(writer, value, seen) {
  switch (typeof value) {
    case "number":
      if (value !== value) return false;
      writeNumber(writer, NUMBER, value);
      return true;
    case "string":
      writeString(writer, value);
      return true;
    case "object":
      break;
    default:
      return false;
  }
  if (value === null) return false;
  if (core.isDate(value)) {
    const ms = apply(dateValue, value, []);
    if (ms !== ms) return false;
    writeNumber(writer, DATE, ms);
    return true;
  }
  const bytes = binaryOf(value);
  if (bytes === null) return false;
  if (bytes !== undefined) {
    writeBinary(writer, bytes);
    return true;
  }
  if (!isArray(value) || core.isProxy(value) || seen.length >= DEPTH_LIMIT || seen.includes(value)) return false;
  seen.push(value);
  writer.byte(ARRAY);
  const length = value.length;
  for (let i = 0; i < length; i++) {
    if (!hasOwn(value, i) || !write(writer, value[i], seen)) return false;
  }
  seen.pop();
  writer.byte(END);
  return true;
}

/** The bytes of a value as a key, or null if it is none. */
export function keyOrNull(value) {
  const writer = new Writer();
  return write(writer, value, []) ? writer.done() : null;
}

/** The bytes of a value as a key; anything else is a DataError. */
export function keyOf(value, where) {
  const key = keyOrNull(value);
  if (key === null) fail("DataError", `${where}: The parameter is not a valid key.`);
  return key;
}

/** "convert a value to a multiEntry key": the keys of an array's valid entries, each once, or the one key. */
export function multiEntryKeys(value) {
  if (!isArray(value)) {
    const key = keyOrNull(value);
    return key === null ? [] : [key];
  }
  const keys = [];
  for (let i = 0; i < value.length; i++) {
    let key = null;
    try {
      if (hasOwn(value, i)) {
        const writer = new Writer();
        if (write(writer, value[i], [value])) key = writer.done();
      }
    } catch {
      // An entry that cannot be read is left out.
    }
    if (key !== null && !keys.some((other) => compare(other, key) === 0)) keys.push(key);
  }
  return keys;
}

class Reader {
  at = 0;
  constructor(bytes) {
    this.bytes = bytes;
  }
  number() {
    const { bytes, at } = this;
    let high = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
    let low = (bytes[at + 4] << 24) | (bytes[at + 5] << 16) | (bytes[at + 6] << 8) | bytes[at + 7];
    if (high >>> 31) {
      high ^= 0x80000000;
    } else {
      high = ~high;
      low = ~low;
    }
    half[1] = high;
    half[0] = low;
    this.at += 8;
    return double[0];
  }
  string() {
    const { bytes } = this;
    let text = "";
    for (let byte = bytes[this.at++]; byte !== END; byte = bytes[this.at++]) {
      if (byte < 0x80) {
        text += String.fromCharCode(byte - 1);
      } else if (byte < 0xc0) {
        text += String.fromCharCode((((byte & 0x3f) << 8) | bytes[this.at++]) + 0x7f);
      } else {
        text += String.fromCharCode((bytes[this.at] << 8) | bytes[this.at + 1]);
        this.at += 2;
      }
    }
    return text;
  }
  binary() {
    const { bytes } = this;
    const found = [];
    for (let byte = bytes[this.at++]; byte !== END; byte = bytes[this.at++]) {
      found.push(byte === 0xff ? bytes[this.at++] : byte - 1);
    }
    return Uint8Array.from(found).buffer;
  }
  value() {
    switch (this.bytes[this.at++]) {
      case NUMBER:
        return this.number();
      case DATE:
        return new NativeDate(this.number());
      case STRING:
        return this.string();
      case BINARY:
        return this.binary();
      default: {
        const array = [];
        for (let i = 0; this.bytes[this.at] !== END; i++) {
          // As an own property, whatever setters prototypes have.
          Object.defineProperty(array, i, { value: this.value(), writable: true, enumerable: true, configurable: true });
        }
        this.at++;
        return array;
      }
    }
  }
}

/** The value of a key's bytes. */
export function valueOfKey(bytes) {
  return new Reader(bytes).value();
}

/** The two keys of a record of an index: its own and the one of the record that it refers to. */
export function splitKey(bytes) {
  const reader = new Reader(bytes);
  reader.value();
  return [bytes.slice(0, reader.at), bytes.slice(reader.at)];
}

/** The number of a numeric key, else undefined. */
export function numberOfKey(bytes) {
  return bytes[0] === NUMBER ? new Reader(bytes).value() : undefined;
}

/** -1, 0 or 1. */
export function compare(a, b) {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return Math.sign(a.length - b.length);
}

/** Two runs of bytes, one after the other. */
export function join(a, b) {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Where what begins with `key` ends. */
export function after(key) {
  const end = new Uint8Array(key.length + 1);
  end.set(key);
  end[key.length] = AFTER;
  return end;
}
