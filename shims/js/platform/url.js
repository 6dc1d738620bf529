// URL and URLSearchParams (WHATWG URL § 6) and blob: addresses.
import { finishInterface, host, ops, SECRET } from "ext:oracade/internal.js";
import { core } from "ext:core/mod.js";
import { need, usv } from "ext:oracade/platform/idl.js";

function decodeComponent(text) {
  const spaced = text.replaceAll("+", " ");
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Not UTF-8, or a stray "%": decode byte by byte, malformed sequences become U+FFFD.
    const bytes = [];
    const source = core.encode(spaced);
    for (let i = 0; i < source.length; i++) {
      const high = source[i] === 0x25 ? hexDigit(source[i + 1]) : -1;
      const low = high >= 0 ? hexDigit(source[i + 2]) : -1;
      if (low >= 0) {
        bytes.push(high * 16 + low);
        i += 2;
      } else {
        bytes.push(source[i]);
      }
    }
    return core.decode(new Uint8Array(bytes));
  }
}

function hexDigit(byte) {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function encodeComponent(text) {
  return encodeURIComponent(text)
    .replace(/%20/g, "+")
    .replace(/[!'()~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function parseQuery(text) {
  const list = [];
  for (const part of text.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = at < 0 ? part : part.slice(0, at);
    const value = at < 0 ? "" : part.slice(at + 1);
    list.push([decodeComponent(name), decodeComponent(value)]);
  }
  return list;
}

function serializeQuery(list) {
  return list.map(([name, value]) => `${encodeComponent(name)}=${encodeComponent(value)}`).join("&");
}

const ArrayIterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

/** An iterator over a list that is read live, as Web IDL's iterable declarations ask. */
export function pairIterator(listOf, pick, tag) {
  let index = 0;
  const iterator = Object.create(ArrayIterator);
  Object.defineProperty(iterator, "next", {
    value: function next() {
      const list = listOf();
      if (index >= list.length) return { value: undefined, done: true };
      return { value: pick(list[index++]), done: false };
    },
    writable: true,
    enumerable: true,
    configurable: true,
  });
  Object.defineProperty(iterator, Symbol.toStringTag, { value: `${tag} Iterator`, configurable: true });
  return iterator;
}

export class URLSearchParams {
  #list = [];
  #url = null;

  constructor(init = "", secret, url) {
    if (secret === SECRET) {
      this.#url = url;
      this.#list = parseQuery(init);
      return;
    }
    if ((typeof init === "object" && init !== null) || typeof init === "function") {
      if (typeof init[Symbol.iterator] === "function") {
        for (const pair of init) {
          if (pair === null || (typeof pair !== "object")) {
            throw new TypeError("Failed to construct 'URLSearchParams': The provided value cannot be converted to a sequence.");
          }
          const items = [...pair];
          if (items.length !== 2) {
            throw new TypeError("Failed to construct 'URLSearchParams': Sequence initializer must only contain pair elements");
          }
          this.#list.push([usv(items[0]), usv(items[1])]);
        }
      } else {
        for (const key of Reflect.ownKeys(init)) {
          if (!Object.getOwnPropertyDescriptor(init, key)?.enumerable) continue;
          this.#list.push([usv(key), usv(init[key])]);
        }
      }
    } else {
      const text = usv(init);
      this.#list = parseQuery(text.startsWith("?") ? text.slice(1) : text);
    }
  }

  #changed() {
    if (this.#url !== null) this.#url[SECRET](serializeQuery(this.#list));
  }

  /** The owning URL got another query. */
  [SECRET](query) {
    this.#list = parseQuery(query);
  }

  get size() {
    return this.#list.length;
  }
  append(name, value) {
    need(2, arguments.length, "append", "URLSearchParams");
    this.#list.push([usv(name), usv(value)]);
    this.#changed();
  }
  delete(name, value) {
    need(1, arguments.length, "delete", "URLSearchParams");
    name = usv(name);
    const only = value === undefined ? undefined : usv(value);
    this.#list = this.#list.filter((pair) => pair[0] !== name || (only !== undefined && pair[1] !== only));
    this.#changed();
  }
  get(name) {
    need(1, arguments.length, "get", "URLSearchParams");
    name = usv(name);
    const found = this.#list.find((pair) => pair[0] === name);
    return found === undefined ? null : found[1];
  }
  getAll(name) {
    need(1, arguments.length, "getAll", "URLSearchParams");
    name = usv(name);
    return this.#list.filter((pair) => pair[0] === name).map((pair) => pair[1]);
  }
  has(name, value) {
    need(1, arguments.length, "has", "URLSearchParams");
    name = usv(name);
    const only = value === undefined ? undefined : usv(value);
    return this.#list.some((pair) => pair[0] === name && (only === undefined || pair[1] === only));
  }
  set(name, value) {
    need(2, arguments.length, "set", "URLSearchParams");
    name = usv(name);
    value = usv(value);
    const at = this.#list.findIndex((pair) => pair[0] === name);
    if (at < 0) {
      this.#list.push([name, value]);
    } else {
      this.#list[at] = [name, value];
      this.#list = this.#list.filter((pair, i) => i <= at || pair[0] !== name);
    }
    this.#changed();
  }
  sort() {
    this.#list.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
    this.#changed();
  }
  forEach(callback, thisArg) {
    need(1, arguments.length, "forEach", "URLSearchParams");
    for (let i = 0; i < this.#list.length; i++) callback.call(thisArg, this.#list[i][1], this.#list[i][0], this);
  }
  entries() {
    return pairIterator(() => this.#list, (pair) => [pair[0], pair[1]], "URLSearchParams");
  }
  keys() {
    return pairIterator(() => this.#list, (pair) => pair[0], "URLSearchParams");
  }
  values() {
    return pairIterator(() => this.#list, (pair) => pair[1], "URLSearchParams");
  }
  toString() {
    return serializeQuery(this.#list);
  }
}
finishInterface(URLSearchParams);
Object.defineProperty(URLSearchParams.prototype, Symbol.iterator, {
  value: URLSearchParams.prototype.entries,
  writable: true,
  enumerable: false,
  configurable: true,
});
Object.defineProperty(URLSearchParams.prototype, SECRET, { enumerable: false });

/** blob: addresses of this page. */
const blobs = new Map();
let lastBlob = 0;

/** The Blob (or other object) behind a blob: address, or undefined. */
export function blobOf(url) {
  const hash = url.indexOf("#");
  const address = hash < 0 ? url : url.slice(0, hash);
  return blobs.get(address) ?? host.blobOfAgents(address);
}
host.blobOf = blobOf;

export class URL {
  #parts;
  #params = null;

  constructor(url, base = undefined) {
    need(1, arguments.length, "URL");
    const parts = ops.op_url_parse(usv(url), base === undefined ? null : usv(base));
    if (parts === null) {
      throw new TypeError(`Failed to construct 'URL': Invalid ${base !== undefined && ops.op_url_parse(usv(base), null) === null ? "base URL" : "URL"}`);
    }
    this.#parts = parts;
  }

  static parse(url, base = undefined) {
    need(1, arguments.length, "parse", "URL");
    return URL.canParse(url, base) ? new URL(url, base) : null;
  }
  static canParse(url, base = undefined) {
    need(1, arguments.length, "canParse", "URL");
    return ops.op_url_parse(usv(url), base === undefined ? null : usv(base)) !== null;
  }
  static createObjectURL(object) {
    need(1, arguments.length, "createObjectURL", "URL");
    if (!(object instanceof host.globals.Blob) && !(typeof globalThis.MediaSource === "function" && object instanceof globalThis.MediaSource)) {
      throw new TypeError("Failed to execute 'createObjectURL' on 'URL': Overload resolution failed.");
    }
    const serial = (++lastBlob).toString(16).padStart(12, "0");
    const agent = (host.config?.worker?.agent ?? 0).toString(16).padStart(4, "0");
    const url = `blob:${host.parseURL(host.baseURL(), null)?.origin ?? "null"}/00000000-0000-4000-${agent.replace(/^./, "8")}-${serial}`;
    blobs.set(url, object);
    host.shareBlob(url, object);
    return url;
  }
  static revokeObjectURL(url) {
    need(1, arguments.length, "revokeObjectURL", "URL");
    if (blobs.delete(`${url}`)) ops.op_blob_remove(`${url}`);
  }

  /** The query changed through searchParams. */
  [SECRET](query) {
    this.#parts = ops.op_url_set(this.#parts.href, "search", query);
  }

  #set(name, value) {
    const parts = ops.op_url_set(this.#parts.href, name, value);
    if (parts === null) throw new TypeError("Failed to set the 'href' property on 'URL': Invalid URL");
    this.#parts = parts;
    if (this.#params !== null && (name === "search" || name === "href")) this.#params[SECRET](parts.search.slice(1));
  }

  get href() {
    return this.#parts.href;
  }
  set href(value) {
    this.#set("href", usv(value));
  }
  get origin() {
    return this.#parts.origin;
  }
  get protocol() {
    return this.#parts.protocol;
  }
  set protocol(value) {
    this.#set("protocol", usv(value));
  }
  get username() {
    return this.#parts.username;
  }
  set username(value) {
    this.#set("username", usv(value));
  }
  get password() {
    return this.#parts.password;
  }
  set password(value) {
    this.#set("password", usv(value));
  }
  get host() {
    return this.#parts.host;
  }
  set host(value) {
    this.#set("host", usv(value));
  }
  get hostname() {
    return this.#parts.hostname;
  }
  set hostname(value) {
    this.#set("hostname", usv(value));
  }
  get port() {
    return this.#parts.port;
  }
  set port(value) {
    this.#set("port", usv(value));
  }
  get pathname() {
    return this.#parts.pathname;
  }
  set pathname(value) {
    this.#set("pathname", usv(value));
  }
  get search() {
    return this.#parts.search;
  }
  set search(value) {
    this.#set("search", usv(value));
  }
  get searchParams() {
    return this.#params ??= new URLSearchParams(this.#parts.search.slice(1), SECRET, this);
  }
  get hash() {
    return this.#parts.hash;
  }
  set hash(value) {
    this.#set("hash", usv(value));
  }
  toString() {
    return this.#parts.href;
  }
  toJSON() {
    return this.#parts.href;
  }
}
finishInterface(URL);

export const globals = { URL, URLSearchParams, webkitURL: URL };
