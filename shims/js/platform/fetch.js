// Request, Response and fetch (Fetch § 5). What can be fetched: the bundle, vendored packages, data: and blob: addresses.
import { core } from "ext:core/mod.js";
import { finishInterface, host, ops, SECRET } from "ext:oracade/internal.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { blobBytes } from "ext:oracade/platform/blob.js";
import { Body, extractBody, mixBody } from "ext:oracade/platform/body.js";
import { fillHeaders, guardHeaders, Headers } from "ext:oracade/platform/headers.js";
import { need, usv } from "ext:oracade/platform/idl.js";

/** Virtual time from a request to its response in ms. */
export const LATENCY = 1;

const METHODS = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"]);

/** Checks and normalises a method name. */
export function methodOf(value, where) {
  const method = `${value}`;
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(method)) throw new TypeError(`${where}: '${method}' is not a valid HTTP method.`);
  const upper = method.toUpperCase();
  if (upper === "CONNECT" || upper === "TRACE" || upper === "TRACK") throw new TypeError(`${where}: '${method}' HTTP method is unsupported.`);
  return METHODS.has(upper) ? upper : method;
}

/**
 * What is at an address: `{status, statusText, url, type, bytes}`, or null for a network error. The page's own origin
 * answers like a static server, 404 for files that are not there and 501 for methods that would change something.
 */
export function obtain(url, method, kind, blob = undefined) {
  const parts = ops.op_url_parse(url, null);
  if (parts === null) return null;
  const plain = parts.hash === "" ? parts.href : parts.href.slice(0, parts.href.length - parts.hash.length);
  if (parts.protocol === "blob:") {
    blob ??= host.blobOf(plain);
    if (blob === undefined || method !== "GET") return null;
    return { status: 200, statusText: "OK", url: plain, type: blob.type, bytes: blobBytes(blob) };
  }
  const own = parts.origin === ownOrigin();
  if (own && method !== "GET" && method !== "HEAD") {
    return errorPage(501, `Unsupported method ('${method}')`, plain);
  }
  if (parts.protocol === "data:" && method !== "GET" && method !== "HEAD" && method !== "POST") return null;
  const loaded = ops.op_resource_load(plain, kind);
  if (loaded !== null && loaded !== undefined) {
    const bytes = method === "HEAD" ? new Uint8Array(0) : loaded.body;
    return { status: loaded.status, statusText: "OK", url: loaded.url, type: loaded.type, bytes };
  }
  return own ? errorPage(404, "File not found", plain) : null;
}

/** "blob URL entry": what is at a blob: address now, which may be revoked before it is fetched. */
export function blobEntry(url) {
  return url.startsWith("blob:") ? host.blobOf(url.split("#")[0]) : undefined;
}

/** What a frame shows at a blob: address. */
host.blobResponse = (url) => {
  const answer = obtain(url, "GET", "document");
  return answer === null ? null : { ...answer, body: answer.bytes };
};

function ownOrigin() {
  return ops.op_url_parse(host.baseURL(), null)?.origin;
}

function errorPage(status, reason, url) {
  const html = `<!DOCTYPE HTML>\n<html lang="en">\n    <head>\n        <meta charset="utf-8">\n        <title>Error response</title>\n    </head>\n    <body>\n        <h1>Error response</h1>\n        <p>Error code: ${status}</p>\n        <p>Message: ${reason}.</p>\n    </body>\n</html>\n`;
  return { status, statusText: reason, url, type: "text/html;charset=utf-8", bytes: core.encode(html) };
}

/** Header pairs of an answer, as a static server sends them. */
export function headersOf(answer) {
  const pairs = [["content-length", `${answer.bytes.length}`]];
  if (answer.type !== "") pairs.push(["content-type", answer.type]);
  return pairs;
}

const ENUMS = {
  mode: ["navigate", "same-origin", "no-cors", "cors"],
  credentials: ["omit", "same-origin", "include"],
  cache: ["default", "no-store", "reload", "no-cache", "force-cache", "only-if-cached"],
  redirect: ["follow", "error", "manual"],
  referrerPolicy: ["", "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin",
    "origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url"],
};
const DEFAULTS = { mode: "cors", credentials: "same-origin", cache: "default", redirect: "follow", referrerPolicy: "" };

export class Request {
  #data;
  #body = null;

  constructor(input, init = undefined) {
    need(1, arguments.length, "Request");
    init ??= { __proto__: null };
    const source = typeof input === "object" && input !== null && #data in input ? input : null;
    let url;
    if (source === null) {
      const parts = host.parseURL(usv(input));
      if (parts === null) throw new TypeError(`Failed to construct 'Request': Failed to parse URL from ${input}`);
      if (parts.username !== "" || parts.password !== "") {
        throw new TypeError(`Failed to construct 'Request': Request cannot be constructed from a URL that includes credentials: ${input}`);
      }
      url = parts.href;
    } else {
      url = source.#data.url;
    }
    const data = source === null ? { ...DEFAULTS, method: "GET", referrer: "about:client", integrity: "", keepalive: false } : { ...source.#data };
    data.url = url;
    if (source === null) data.blob = blobEntry(url);
    for (const key of Object.keys(ENUMS)) {
      if (init[key] === undefined) continue;
      const value = `${init[key]}`;
      if (!ENUMS[key].includes(value)) {
        throw new TypeError(`Failed to construct 'Request': The provided value '${value}' is not a valid enum value of type Request${key[0].toUpperCase()}${key.slice(1)}.`);
      }
      data[key] = value;
    }
    if (init.method !== undefined) data.method = methodOf(init.method, "Failed to construct 'Request'");
    if (init.referrer !== undefined) data.referrer = `${init.referrer}`;
    if (init.integrity !== undefined) data.integrity = `${init.integrity}`;
    if (init.keepalive !== undefined) data.keepalive = Boolean(init.keepalive);
    data.signal = init.signal === undefined ? source?.#data.signal ?? null : init.signal;
    if (data.signal !== null && !(data.signal instanceof host.globals.AbortSignal)) {
      throw new TypeError("Failed to construct 'Request': member signal is not of type AbortSignal.");
    }
    data.ownSignal = null;
    data.headers = guardHeaders(new Headers(), "request");
    const headers = init.headers ?? source?.#data.headers;
    if (headers !== undefined) fillHeaders(data.headers, headers);
    this.#data = data;
    const given = init.body ?? null;
    if ((given !== null || source?.#body) && (data.method === "GET" || data.method === "HEAD")) {
      if (given !== null) throw new TypeError("Failed to construct 'Request': Request with GET/HEAD method cannot have body.");
    }
    if (given !== null) {
      const { body, type } = extractBody(given);
      this.#body = body;
      if (type !== null && !data.headers.has("content-type")) data.headers.append("content-type", type);
    } else if (source !== null && source.#body !== null) {
      if (source.#body.isUsed) throw new TypeError("Failed to construct 'Request': Cannot construct a Request with a Request object that has already been used.");
      this.#body = source.#body.clone();
      source.#body.used = true;
    }
  }
  static body(request) {
    return request.#body;
  }
  static blob(request) {
    return request.#data.blob;
  }
  get method() {
    return this.#data.method;
  }
  get url() {
    return this.#data.url;
  }
  get headers() {
    return this.#data.headers;
  }
  get destination() {
    return "";
  }
  get referrer() {
    return this.#data.referrer;
  }
  get referrerPolicy() {
    return this.#data.referrerPolicy;
  }
  get mode() {
    return this.#data.mode;
  }
  get credentials() {
    return this.#data.credentials;
  }
  get cache() {
    return this.#data.cache;
  }
  get redirect() {
    return this.#data.redirect;
  }
  get integrity() {
    return this.#data.integrity;
  }
  get keepalive() {
    return this.#data.keepalive;
  }
  get isHistoryNavigation() {
    return false;
  }
  get duplex() {
    return "half";
  }
  get signal() {
    const data = this.#data;
    return data.signal ?? (data.ownSignal ??= new host.globals.AbortController().signal);
  }
  clone() {
    if (this.#body !== null && (this.#body.isUsed || this.#body.isLocked)) {
      throw new TypeError("Failed to execute 'clone' on 'Request': Request body is already used");
    }
    const copy = new Request(this.#data.url, { ...this.#data, signal: this.#data.signal ?? undefined, body: undefined });
    copy.#body = this.#body === null ? null : this.#body.clone();
    return copy;
  }
}
const requestBody = Request.body;
const requestBlob = Request.blob;
delete Request.body;
delete Request.blob;
mixBody(Request, requestBody, (request) => request.headers.get("content-type") ?? "");
finishInterface(Request);

export class Response {
  #data;
  #body = null;

  constructor(body = null, init = undefined) {
    if (body === SECRET) {
      this.#data = init.data;
      this.#body = init.body;
      return;
    }
    init ??= { __proto__: null };
    const status = init.status === undefined ? 200 : init.status & 0xffff;
    if (status < 200 || status > 599) {
      throw new RangeError(`Failed to construct 'Response': The status provided (${status}) is outside the range [200, 599].`);
    }
    const statusText = init.statusText === undefined ? "" : `${init.statusText}`;
    if (/[^\t\x20-\x7e\x80-\xff]/.test(statusText)) throw new TypeError("Failed to construct 'Response': Invalid statusText");
    const headers = new Headers(init.headers);
    this.#data = { type: "default", url: "", redirected: false, status, statusText, headers };
    if (body !== null && body !== undefined) {
      if (status === 204 || status === 205 || status === 304) {
        throw new TypeError("Failed to construct 'Response': Response with null body status cannot have body");
      }
      const extracted = extractBody(body);
      this.#body = extracted.body;
      if (extracted.type !== null && !headers.has("content-type")) headers.append("content-type", extracted.type);
    }
  }
  static body(response) {
    return response.#body;
  }
  static error() {
    const headers = guardHeaders(new Headers(), "immutable");
    return new Response(SECRET, {
      data: { type: "error", url: "", redirected: false, status: 0, statusText: "", headers },
      body: null,
    });
  }
  static redirect(url, status = 302) {
    const parts = host.parseURL(usv(url));
    if (parts === null) throw new TypeError("Failed to execute 'redirect' on 'Response': Invalid URL");
    if (![301, 302, 303, 307, 308].includes(+status)) throw new RangeError("Failed to execute 'redirect' on 'Response': Invalid status code");
    const headers = guardHeaders(new Headers({ location: parts.href }), "immutable");
    return new Response(SECRET, {
      data: { type: "default", url: "", redirected: false, status: +status, statusText: "", headers },
      body: null,
    });
  }
  static json(data, init = undefined) {
    const text = JSON.stringify(data);
    if (text === undefined) throw new TypeError("Failed to execute 'json' on 'Response': The data is not JSON serializable");
    const response = new Response(text, init);
    if (new Headers(init?.headers).get("content-type") === null) response.headers.set("content-type", "application/json");
    return response;
  }
  get type() {
    return this.#data.type;
  }
  get url() {
    return this.#data.url;
  }
  get redirected() {
    return this.#data.redirected;
  }
  get status() {
    return this.#data.status;
  }
  get ok() {
    return this.#data.status >= 200 && this.#data.status < 300;
  }
  get statusText() {
    return this.#data.statusText;
  }
  get headers() {
    return this.#data.headers;
  }
  clone() {
    if (this.#body !== null && (this.#body.isUsed || this.#body.isLocked)) {
      throw new TypeError("Failed to execute 'clone' on 'Response': Response body is already used");
    }
    const data = { ...this.#data, headers: new Headers(this.#data.headers) };
    return new Response(SECRET, { data, body: this.#body === null ? null : this.#body.clone() });
  }
}
const responseBody = Response.body;
delete Response.body;
mixBody(Response, responseBody, (response) => response.headers.get("content-type") ?? "");
finishInterface(Response);

async function fetch(input, init = undefined) {
  need(1, arguments.length, "fetch", "Window");
  const request = new Request(input, init);
  const signal = request.signal;
  if (signal.aborted) throw signal.reason;
  // A body is sent, so it counts as read.
  const body = requestBody(request);
  if (body !== null) await body.take();
  const answered = Promise.withResolvers();
  const task = host.queueTaskAfter(LATENCY, () => answered.resolve(undefined));
  host.onAbort?.(signal, () => {
    host.cancelTask(task);
    answered.reject(signal.reason ?? new DOMException("signal is aborted without reason", "AbortError"));
  });
  await answered.promise;
  const answer = obtain(request.url, request.method, "fetch", requestBlob(request));
  if (answer === null) throw new TypeError("Failed to fetch");
  const headers = guardHeaders(new Headers(headersOf(answer)), "immutable");
  const own = ops.op_url_parse(answer.url, null)?.origin === ownOrigin() || !/^https?:/.test(answer.url);
  const data = {
    type: own ? "basic" : "cors",
    url: answer.url,
    redirected: answer.url !== request.url.split("#")[0],
    status: answer.status,
    statusText: answer.statusText,
    headers,
  };
  return new Response(SECRET, { data, body: new Body(answer.bytes) });
}

export const globals = { Request, Response };

export function install() {
  Object.defineProperty(globalThis, "fetch", { value: fetch, writable: true, enumerable: true, configurable: true });
}
