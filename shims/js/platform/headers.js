// Headers (Fetch § 5.1).
import { finishInterface } from "ext:oracade/internal.js";
import { byteString, need } from "ext:oracade/platform/idl.js";
import { pairIterator } from "ext:oracade/platform/url.js";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const FORBIDDEN = new Set([
  "accept-charset", "accept-encoding", "access-control-request-headers", "access-control-request-method", "connection",
  "content-length", "cookie", "cookie2", "date", "dnt", "expect", "host", "keep-alive", "origin", "referer", "set-cookie",
  "te", "trailer", "transfer-encoding", "upgrade", "via",
]);

function nameOf(name, method) {
  name = byteString(name, `Failed to execute '${method}' on 'Headers'`);
  if (!TOKEN.test(name)) throw new TypeError(`Failed to execute '${method}' on 'Headers': Invalid name`);
  return name.toLowerCase();
}

function valueOf(value, method) {
  value = byteString(value, `Failed to execute '${method}' on 'Headers'`).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
  if (/[\0\n\r]/.test(value)) throw new TypeError(`Failed to execute '${method}' on 'Headers': Invalid value`);
  return value;
}

/** True for headers a request may not set. */
export function isForbidden(name) {
  return FORBIDDEN.has(name) || name.startsWith("proxy-") || name.startsWith("sec-");
}

export class Headers {
  #list = []; // [lower-case name, value]
  #guard = "none";

  constructor(init = undefined) {
    if (init !== undefined) this.#fill(init);
  }

  /** Sets who may change the headers: "none", "request" or "immutable". */
  static guard(headers, guard) {
    headers.#guard = guard;
    return headers;
  }

  static fill(headers, init) {
    headers.#fill(init);
  }

  #fill(init) {
    if (typeof init !== "object" || init === null) {
      throw new TypeError("Failed to construct 'Headers': The provided value is not of type '(record<ByteString, ByteString> or sequence<sequence<ByteString>>)'.");
    }
    if (#list in init) {
      for (const [name, value] of init.#list) this.#append(name, value, "construct");
    } else if (typeof init[Symbol.iterator] === "function") {
      for (const pair of init) {
        const items = [...pair];
        if (items.length !== 2) throw new TypeError("Failed to construct 'Headers': Invalid value");
        this.#append(items[0], items[1], "construct");
      }
    } else {
      for (const key of Reflect.ownKeys(init)) {
        if (Object.getOwnPropertyDescriptor(init, key)?.enumerable) this.#append(key, init[key], "construct");
      }
    }
  }

  #writable(name) {
    if (this.#guard === "immutable") throw new TypeError("Headers are immutable");
    return this.#guard !== "request" || !isForbidden(name);
  }

  #append(name, value, method) {
    name = nameOf(name, method);
    value = valueOf(value, method);
    if (this.#writable(name)) this.#list.push([name, value]);
  }

  #sorted() {
    const names = [...new Set(this.#list.map((pair) => pair[0]))].sort();
    const result = [];
    for (const name of names) {
      const values = this.#list.filter((pair) => pair[0] === name).map((pair) => pair[1]);
      if (name === "set-cookie") values.forEach((value) => result.push([name, value]));
      else result.push([name, values.join(", ")]);
    }
    return result;
  }

  append(name, value) {
    need(2, arguments.length, "append", "Headers");
    this.#append(name, value, "append");
  }
  delete(name) {
    need(1, arguments.length, "delete", "Headers");
    name = nameOf(name, "delete");
    if (this.#writable(name)) this.#list = this.#list.filter((pair) => pair[0] !== name);
  }
  get(name) {
    need(1, arguments.length, "get", "Headers");
    name = nameOf(name, "get");
    const values = this.#list.filter((pair) => pair[0] === name).map((pair) => pair[1]);
    return values.length === 0 ? null : values.join(", ");
  }
  getSetCookie() {
    return this.#list.filter((pair) => pair[0] === "set-cookie").map((pair) => pair[1]);
  }
  has(name) {
    need(1, arguments.length, "has", "Headers");
    name = nameOf(name, "has");
    return this.#list.some((pair) => pair[0] === name);
  }
  set(name, value) {
    need(2, arguments.length, "set", "Headers");
    name = nameOf(name, "set");
    value = valueOf(value, "set");
    if (!this.#writable(name)) return;
    const at = this.#list.findIndex((pair) => pair[0] === name);
    if (at < 0) this.#list.push([name, value]);
    else this.#list = this.#list.filter((pair, i) => i <= at || pair[0] !== name).map((pair, i) => (i === at ? [name, value] : pair));
  }
  forEach(callback, thisArg) {
    need(1, arguments.length, "forEach", "Headers");
    for (const [name, value] of this.#sorted()) callback.call(thisArg, value, name, this);
  }
  entries() {
    return pairIterator(() => this.#sorted(), (pair) => [pair[0], pair[1]], "Headers");
  }
  keys() {
    return pairIterator(() => this.#sorted(), (pair) => pair[0], "Headers");
  }
  values() {
    return pairIterator(() => this.#sorted(), (pair) => pair[1], "Headers");
  }
}
finishInterface(Headers);
export const guardHeaders = Headers.guard;
export const fillHeaders = Headers.fill;
delete Headers.guard;
delete Headers.fill;
Object.defineProperty(Headers.prototype, Symbol.iterator, {
  value: Headers.prototype.entries,
  writable: true,
  enumerable: false,
  configurable: true,
});

export const globals = { Headers };
