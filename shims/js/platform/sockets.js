// WebSocket and EventSource. The network is closed: they construct as the standards say, and every connection fails the way
// an unreachable server makes it fail.
import { constants, finishInterface, host, ops } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { CloseEvent } from "ext:oracade/dom/events.js";
import { fail } from "ext:oracade/dom/exception.js";
import { need, usv } from "ext:oracade/platform/idl.js";

/** Virtual time until a connection is refused in ms. */
const REFUSAL = 5;
/** Virtual time until an EventSource tries again in ms. */
const RECONNECTION = 3000;

export class WebSocket extends EventTarget {
  #url;
  #state = 0;
  #binaryType = "blob";
  #buffered = 0;

  constructor(url, protocols = []) {
    need(1, arguments.length, "WebSocket");
    super();
    const parts = host.parseURL(usv(url));
    if (parts === null) fail("SyntaxError", `Failed to construct 'WebSocket': The URL '${url}' is invalid.`);
    const scheme = { "http:": "ws:", "https:": "wss:", "ws:": "ws:", "wss:": "wss:" }[parts.protocol];
    if (scheme === undefined) {
      fail("SyntaxError", `Failed to construct 'WebSocket': The URL's scheme must be either 'http', 'https', 'ws', or 'wss'. '${parts.protocol.slice(0, -1)}' is not allowed.`);
    }
    if (parts.hash !== "" || parts.href.endsWith("#")) {
      fail("SyntaxError", `Failed to construct 'WebSocket': The URL contains a fragment identifier ('${parts.hash.slice(1)}'). Fragment identifiers are not allowed in WebSocket URLs.`);
    }
    const list = typeof protocols === "string" ? [protocols] : [...protocols].map((p) => `${p}`);
    for (const [i, protocol] of list.entries()) {
      if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(protocol) || list.indexOf(protocol) !== i) {
        fail("SyntaxError", `Failed to construct 'WebSocket': The subprotocol '${protocol}' is invalid.`);
      }
    }
    this.#url = scheme + parts.href.slice(parts.protocol.length);
    host.queueTaskAfter(REFUSAL, () => this.#refuse());
  }
  #refuse() {
    if (this.#state === 3) return;
    this.#state = 3;
    ops.op_report("error", `WebSocket connection to '${this.#url}' failed: the network is closed`);
    fire(this, "error");
    fire(this, "close", { wasClean: false, code: 1006, reason: "" }, CloseEvent);
  }
  get url() {
    return this.#url;
  }
  get readyState() {
    return this.#state;
  }
  get bufferedAmount() {
    return this.#buffered;
  }
  get extensions() {
    return "";
  }
  get protocol() {
    return "";
  }
  get binaryType() {
    return this.#binaryType;
  }
  set binaryType(value) {
    if (value === "blob" || value === "arraybuffer") this.#binaryType = value;
  }
  send(data) {
    need(1, arguments.length, "send", "WebSocket");
    if (this.#state === 0) fail("InvalidStateError", "Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.");
    const size = typeof data === "string" ? data.length : data?.byteLength ?? data?.size ?? `${data}`.length;
    this.#buffered += size;
  }
  close(code = undefined, reason = undefined) {
    if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999)) {
      fail("InvalidAccessError", `Failed to execute 'close' on 'WebSocket': The close code must be either 1000, or between 3000 and 4999. ${code} is neither.`);
    }
    if (reason !== undefined && usv(reason).length > 123) {
      fail("SyntaxError", "Failed to execute 'close' on 'WebSocket': The close reason must not be greater than 123 UTF-8 bytes.");
    }
    if (this.#state !== 0) return;
    this.#state = 2;
    // "fail the WebSocket connection": closed before it was established.
    host.queueTask("networking", () => this.#refuse());
  }
}
finishInterface(WebSocket);
constants(WebSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
handlerAttributes(WebSocket.prototype, ["open", "error", "close", "message"]);

export class EventSource extends EventTarget {
  #url;
  #state = 0;
  #withCredentials;

  constructor(url, init = undefined) {
    need(1, arguments.length, "EventSource");
    super();
    const parts = host.parseURL(usv(url));
    if (parts === null) fail("SyntaxError", `Failed to construct 'EventSource': Cannot open an EventSource to '${url}'. The URL is invalid.`);
    this.#url = parts.href;
    this.#withCredentials = Boolean(init?.withCredentials);
    const own = parts.origin === globalThis.location?.origin;
    // A static server answers, but not with an event stream, which is final; elsewhere nobody answers, which is tried again.
    const attempt = () => {
      if (this.#state === 2) return;
      this.#state = own ? 2 : 0;
      fire(this, "error");
      if (this.#state === 0) host.queueTaskAfter(RECONNECTION, attempt);
    };
    host.queueTaskAfter(REFUSAL, attempt);
  }
  get url() {
    return this.#url;
  }
  get readyState() {
    return this.#state;
  }
  get withCredentials() {
    return this.#withCredentials;
  }
  close() {
    this.#state = 2;
  }
}
finishInterface(EventSource);
constants(EventSource, { CONNECTING: 0, OPEN: 1, CLOSED: 2 });
handlerAttributes(EventSource.prototype, ["open", "message", "error"]);

export const globals = { EventSource, WebSocket };
