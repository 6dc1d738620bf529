// IDBKeyRange (Indexed Database API § 4.7).
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { after, compare, keyOf, valueOfKey } from "ext:oracade/platform/indexeddb/key.js";
import { need } from "ext:oracade/platform/idl.js";

const NOTHING = new Uint8Array(0);
/** Every key. */
export const ALL = { from: NOTHING, to: NOTHING };

const inRange = (method) => `Failed to execute '${method}' on 'IDBKeyRange'`;

export class IDBKeyRange {
  #lower;
  #upper;
  #lowerOpen;
  #upperOpen;
  #lowerValue;
  #upperValue;

  /** Bounds as bytes of keys, or undefined. */
  constructor(secret, lower, upper, lowerOpen, upperOpen) {
    if (secret !== SECRET) illegalConstructor();
    this.#lower = lower;
    this.#upper = upper;
    this.#lowerOpen = lowerOpen;
    this.#upperOpen = upperOpen;
  }
  get lower() {
    if (this.#lower !== undefined) this.#lowerValue ??= valueOfKey(this.#lower);
    return this.#lowerValue;
  }
  get upper() {
    if (this.#upper === undefined) return undefined;
    this.#upperValue ??= this.#upper === this.#lower ? this.lower : valueOfKey(this.#upper);
    return this.#upperValue;
  }
  get lowerOpen() {
    return this.#lowerOpen;
  }
  get upperOpen() {
    return this.#upperOpen;
  }
  includes(key) {
    need(1, arguments.length, "includes", "IDBKeyRange");
    const bytes = keyOf(key, inRange("includes"));
    if (this.#lower !== undefined) {
      const order = compare(this.#lower, bytes);
      if (order > 0 || (order === 0 && this.#lowerOpen)) return false;
    }
    if (this.#upper === undefined) return true;
    const order = compare(this.#upper, bytes);
    return order > 0 || (order === 0 && !this.#upperOpen);
  }
  static only(value) {
    need(1, arguments.length, "only", "IDBKeyRange");
    const key = keyOf(value, inRange("only"));
    return new IDBKeyRange(SECRET, key, key, false, false);
  }
  static lowerBound(lower, open = false) {
    need(1, arguments.length, "lowerBound", "IDBKeyRange");
    return new IDBKeyRange(SECRET, keyOf(lower, inRange("lowerBound")), undefined, Boolean(open), true);
  }
  static upperBound(upper, open = false) {
    need(1, arguments.length, "upperBound", "IDBKeyRange");
    return new IDBKeyRange(SECRET, undefined, keyOf(upper, inRange("upperBound")), true, Boolean(open));
  }
  static bound(lower, upper, lowerOpen = false, upperOpen = false) {
    need(2, arguments.length, "bound", "IDBKeyRange");
    const from = keyOf(lower, inRange("bound"));
    const to = keyOf(upper, inRange("bound"));
    const order = compare(from, to);
    if (order > 0) fail("DataError", `${inRange("bound")}: The lower key is greater than the upper key.`);
    if (order === 0 && (lowerOpen || upperOpen)) {
      fail("DataError", `${inRange("bound")}: The lower key and upper key are equal and one of the bounds is open.`);
    }
    return new IDBKeyRange(SECRET, from, to, Boolean(lowerOpen), Boolean(upperOpen));
  }

  /** The span of bytes in which the keys of a range are, and whatever begins with such a key. */
  static span(range) {
    const lower = range.#lower;
    const upper = range.#upper;
    return {
      from: lower === undefined ? NOTHING : range.#lowerOpen ? after(lower) : lower,
      to: upper === undefined ? NOTHING : range.#upperOpen ? upper : after(upper),
    };
  }
  static is(value) {
    return typeof value === "object" && value !== null && #lower in value;
  }
}
const spanOf = IDBKeyRange.span;
export const isKeyRange = IDBKeyRange.is;
delete IDBKeyRange.span;
delete IDBKeyRange.is;
finishInterface(IDBKeyRange);

/** The span of a query: a range, a key, or (unless one is needed) nothing. */
export function spanOfQuery(query, where, needed = false) {
  if (isKeyRange(query)) return spanOf(query);
  if (query === undefined || query === null) {
    if (needed) fail("DataError", `${where}: No key or key range specified.`);
    return ALL;
  }
  const key = keyOf(query, where);
  return { from: key, to: after(key) };
}

/** Only what is at or after `from`. */
export function notBefore(span, from) {
  return compare(span.from, from) < 0 ? { from, to: span.to } : span;
}

/** Only what is before `to`. */
export function before(span, to) {
  return span.to.length === 0 || compare(to, span.to) < 0 ? { from: span.from, to } : span;
}

export const globals = { IDBKeyRange };
