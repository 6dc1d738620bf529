// XMLHttpRequest.
import { core } from "ext:core/mod.js";
import { constants, finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { ProgressEvent } from "ext:oracade/dom/events.js";
import { fail } from "ext:oracade/dom/exception.js";
import { blobOfBytes } from "ext:oracade/platform/blob.js";
import { extractBody } from "ext:oracade/platform/body.js";
import { blobEntry, headersOf, LATENCY, methodOf, obtain } from "ext:oracade/platform/fetch.js";
import { isForbidden } from "ext:oracade/platform/headers.js";
import { byteString, need, usv } from "ext:oracade/platform/idl.js";

const HANDLERS = ["loadstart", "progress", "abort", "error", "load", "timeout", "loadend"];

class XMLHttpRequestEventTarget extends EventTarget {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    super();
  }
}
finishInterface(XMLHttpRequestEventTarget);
handlerAttributes(XMLHttpRequestEventTarget.prototype, HANDLERS);

class XMLHttpRequestUpload extends XMLHttpRequestEventTarget {}
finishInterface(XMLHttpRequestUpload);

const UNSENT = 0;
const OPENED = 1;
const HEADERS_RECEIVED = 2;
const LOADING = 3;
const DONE = 4;
const TYPES = ["", "arraybuffer", "blob", "document", "json", "text"];

export class XMLHttpRequest extends XMLHttpRequestEventTarget {
  #state = UNSENT;
  #blob;
  #method = "GET";
  #url = "";
  #async = true;
  #headers = [];
  #sent = false;
  #timeout = 0;
  #withCredentials = false;
  #responseType = "";
  #mime = null;
  #answer = null;
  #response = undefined;
  #upload = new XMLHttpRequestUpload(SECRET);
  #tasks = [];
  #run = 0;

  constructor() {
    super(SECRET);
  }

  get readyState() {
    return this.#state;
  }
  get upload() {
    return this.#upload;
  }
  get timeout() {
    return this.#timeout;
  }
  set timeout(value) {
    if (!this.#async && this.#state === OPENED) {
      fail("InvalidAccessError", "Failed to set the 'timeout' property on 'XMLHttpRequest': Timeouts cannot be set for synchronous requests made from a document.");
    }
    this.#timeout = value >>> 0;
  }
  get withCredentials() {
    return this.#withCredentials;
  }
  set withCredentials(value) {
    if (this.#state > OPENED || this.#sent) {
      fail("InvalidStateError", "Failed to set the 'withCredentials' property on 'XMLHttpRequest': The value may only be set if the object's state is UNSENT or OPENED.");
    }
    this.#withCredentials = Boolean(value);
  }
  get responseType() {
    return this.#responseType;
  }
  set responseType(value) {
    value = `${value}`;
    if (!TYPES.includes(value)) return;
    if (this.#state >= LOADING) {
      fail("InvalidStateError", "Failed to set the 'responseType' property on 'XMLHttpRequest': The response type cannot be set if the object's state is LOADING or DONE.");
    }
    if (!this.#async && this.#state === OPENED) {
      fail("InvalidAccessError", "Failed to set the 'responseType' property on 'XMLHttpRequest': The response type cannot be changed for synchronous requests made from a document.");
    }
    this.#responseType = value;
  }
  get responseURL() {
    return this.#answer === null ? "" : this.#answer.url;
  }
  get status() {
    return this.#answer === null ? 0 : this.#answer.status;
  }
  get statusText() {
    return this.#answer === null ? "" : this.#answer.statusText;
  }

  open(method, url, async = true) {
    need(2, arguments.length, "open", "XMLHttpRequest");
    let checked;
    try {
      checked = methodOf(method, "Failed to execute 'open' on 'XMLHttpRequest'");
    } catch (error) {
      fail(/unsupported/.test(error.message) ? "SecurityError" : "SyntaxError", error.message);
    }
    const parts = host.parseURL(usv(url));
    if (parts === null) fail("SyntaxError", "Failed to execute 'open' on 'XMLHttpRequest': Invalid URL");
    if (arguments.length >= 3 && !async && (this.#timeout !== 0 || this.#responseType !== "")) {
      fail("InvalidAccessError", "Failed to execute 'open' on 'XMLHttpRequest': Synchronous requests from a document must not set a response type.");
    }
    this.#terminate();
    this.#method = checked;
    this.#url = parts.href.split("#")[0];
    this.#blob = blobEntry(this.#url);
    this.#async = arguments.length < 3 || Boolean(async);
    this.#headers = [];
    this.#sent = false;
    this.#answer = null;
    this.#response = undefined;
    if (this.#state !== OPENED) this.#become(OPENED);
  }
  setRequestHeader(name, value) {
    need(2, arguments.length, "setRequestHeader", "XMLHttpRequest");
    if (this.#state !== OPENED || this.#sent) {
      fail("InvalidStateError", "Failed to execute 'setRequestHeader' on 'XMLHttpRequest': The object's state must be OPENED.");
    }
    name = byteString(name, "Failed to execute 'setRequestHeader' on 'XMLHttpRequest'");
    value = byteString(value, "Failed to execute 'setRequestHeader' on 'XMLHttpRequest'");
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) || /[\0\n\r]/.test(value)) {
      fail("SyntaxError", `Failed to execute 'setRequestHeader' on 'XMLHttpRequest': '${name}' is not a valid HTTP header field name.`);
    }
    if (!isForbidden(name.toLowerCase())) this.#headers.push([name, value]);
  }
  send(body = null) {
    if (this.#state !== OPENED || this.#sent) {
      fail("InvalidStateError", "Failed to execute 'send' on 'XMLHttpRequest': The object's state must be OPENED.");
    }
    // Nobody receives the body; it is converted for the errors the conversion may throw.
    if (body !== null && body !== undefined && this.#method !== "GET" && this.#method !== "HEAD") {
      if (!(typeof host.globals.Document === "function" && body instanceof host.globals.Document)) extractBody(body);
    }
    if (!this.#async) {
      const answer = obtain(this.#url, this.#method, "xhr", this.#blob);
      if (answer === null) {
        this.#state = DONE;
        fail("NetworkError", `Failed to execute 'send' on 'XMLHttpRequest': Failed to load '${this.#url}'.`);
      }
      this.#answer = answer;
      this.#become(DONE);
      this.#progress("load");
      this.#progress("loadend");
      return;
    }
    this.#sent = true;
    const run = ++this.#run;
    fire(this, "loadstart", { lengthComputable: false, loaded: 0, total: 0 }, ProgressEvent);
    if (run !== this.#run || this.#state !== OPENED || !this.#sent) return;
    this.#tasks.push(host.queueTaskAfter(LATENCY, () => this.#receive(run)));
    if (this.#timeout > 0 && this.#timeout < LATENCY) {
      this.#tasks.push(host.queueTaskAfter(this.#timeout, () => this.#stop("timeout")));
    }
  }
  abort() {
    const active = this.#sent && this.#state !== DONE && this.#state !== UNSENT;
    this.#terminate();
    if (active) this.#stop("abort");
    if (this.#state === DONE) this.#state = UNSENT;
  }
  overrideMimeType(mime) {
    need(1, arguments.length, "overrideMimeType", "XMLHttpRequest");
    if (this.#state >= LOADING) {
      fail("InvalidStateError", "Failed to execute 'overrideMimeType' on 'XMLHttpRequest': MimeType cannot be overridden when the state is LOADING or DONE.");
    }
    this.#mime = `${mime}`;
  }
  getResponseHeader(name) {
    need(1, arguments.length, "getResponseHeader", "XMLHttpRequest");
    if (this.#answer === null) return null;
    name = `${name}`.toLowerCase();
    return headersOf(this.#answer).find((pair) => pair[0] === name)?.[1] ?? null;
  }
  getAllResponseHeaders() {
    if (this.#answer === null) return "";
    return headersOf(this.#answer).map(([name, value]) => `${name}: ${value}\r\n`).sort().join("");
  }

  get response() {
    if (this.#responseType === "" || this.#responseType === "text") return this.responseText;
    if (this.#state !== DONE || this.#answer === null) return null;
    if (this.#response === undefined) this.#response = this.#convert();
    return this.#response;
  }
  get responseText() {
    if (this.#responseType !== "" && this.#responseType !== "text") {
      fail("InvalidStateError", `Failed to read the 'responseText' property from 'XMLHttpRequest': The value is only accessible if the object's 'responseType' is '' or 'text' (was '${this.#responseType}').`);
    }
    if (this.#state < LOADING || this.#answer === null) return "";
    this.#response ??= this.#text();
    return this.#response;
  }
  get responseXML() {
    if (this.#responseType !== "" && this.#responseType !== "document") {
      fail("InvalidStateError", `Failed to read the 'responseXML' property from 'XMLHttpRequest': The value is only accessible if the object's 'responseType' is '' or 'document' (was '${this.#responseType}').`);
    }
    if (this.#state !== DONE || this.#answer === null) return null;
    return this.#document();
  }

  #mimeType() {
    return this.#mime ?? (this.#answer.type === "" ? "text/xml" : this.#answer.type);
  }
  #text() {
    const label = /;\s*charset="?([^";\s]+)/i.exec(this.#mimeType())?.[1];
    const name = label === undefined ? "utf-8" : ops.op_encoding_label(label) ?? "utf-8";
    if (name === "utf-8") return core.decode(this.#answer.bytes);
    return ops.op_encoding_decode(ops.op_encoding_decoder(name, false, false), this.#answer.bytes, true);
  }
  #document() {
    const type = this.#mimeType().split(";")[0].trim().toLowerCase();
    const isHTML = type === "text/html";
    const isXML = type === "text/xml" || type === "application/xml" || type.endsWith("+xml");
    if (!isXML && !(isHTML && this.#responseType === "document")) return null;
    if (typeof host.globals.DOMParser !== "function") return null;
    const document = new host.globals.DOMParser().parseFromString(this.#text(), isHTML ? "text/html" : type);
    return document.querySelector?.("parsererror") ? null : document;
  }
  #convert() {
    const bytes = this.#answer.bytes;
    switch (this.#responseType) {
      case "arraybuffer":
        return bytes.slice().buffer;
      case "blob":
        return blobOfBytes(bytes.slice(), this.#mimeType());
      case "json":
        try {
          return JSON.parse(core.decode(bytes));
        } catch {
          return null;
        }
      default:
        return this.#document();
    }
  }

  #receive(run) {
    if (run !== this.#run) return;
    const answer = obtain(this.#url, this.#method, "xhr", this.#blob);
    if (answer === null) {
      this.#stop("error");
      return;
    }
    this.#answer = answer;
    this.#become(HEADERS_RECEIVED);
    if (run !== this.#run) return;
    if (answer.bytes.length > 0) {
      this.#become(LOADING);
      if (run !== this.#run) return;
    }
    this.#progress("progress");
    if (run !== this.#run) return;
    this.#sent = false;
    this.#become(DONE);
    if (run !== this.#run) return;
    this.#progress("load");
    if (run === this.#run) this.#progress("loadend");
  }
  #stop(type) {
    this.#terminate();
    this.#sent = false;
    this.#answer = null;
    this.#response = undefined;
    const run = this.#run;
    this.#become(DONE);
    if (run !== this.#run) return;
    fire(this, type, { lengthComputable: false, loaded: 0, total: 0 }, ProgressEvent);
    if (run === this.#run) fire(this, "loadend", { lengthComputable: false, loaded: 0, total: 0 }, ProgressEvent);
  }
  #terminate() {
    this.#run++;
    for (const task of this.#tasks.splice(0)) host.cancelTask(task);
  }
  #become(state) {
    this.#state = state;
    fire(this, "readystatechange");
  }
  #progress(type) {
    const length = this.#answer.bytes.length;
    fire(this, type, { lengthComputable: true, loaded: length, total: length }, ProgressEvent);
  }
}
finishInterface(XMLHttpRequest);
constants(XMLHttpRequest, { UNSENT, OPENED, HEADERS_RECEIVED, LOADING, DONE });
handlerAttributes(XMLHttpRequest.prototype, ["readystatechange"]);

export const globals = { XMLHttpRequest, XMLHttpRequestEventTarget, XMLHttpRequestUpload };
