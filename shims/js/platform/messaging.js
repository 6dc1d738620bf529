// window.postMessage, MessageChannel, MessagePort and BroadcastChannel (HTML § 9).
import { finishInterface, host, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { getHandler, handlerAttributes, setHandler } from "ext:oracade/dom/event_handlers.js";
import { MessageEvent } from "ext:oracade/dom/events.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { defineOperations, need } from "ext:oracade/platform/idl.js";
import { cloneWithTransfer, structuredCloneOf, transferable, transferOf } from "ext:oracade/platform/structured_clone.js";

/** Both ends of a channel; an end moves to another MessagePort object when it is transferred. */
class End {
  port = null;
  other = null;
  queue = [];
  started = false;

  post(message) {
    const target = this.other;
    if (target === null) return;
    target.queue.push(message);
    target.flush();
  }
  flush() {
    if (!this.started) return;
    for (const message of this.queue.splice(0)) {
      host.queueTask("posted message", () => {
        if (this.port === null || this.closed) return;
        fire(this.port, "message", { data: message.value, ports: message.ports }, MessageEvent);
      });
    }
  }
}

class MessagePort extends EventTarget {
  #end;
  constructor(secret, end) {
    if (secret !== SECRET) illegalConstructor();
    super();
    this.#end = end;
    end.port = this;
  }
  static take(port) {
    const end = port.#end;
    if (end === null) fail("DataCloneError", "Failed to execute 'postMessage' on 'MessagePort': A MessagePort could not be cloned because it was not transferred.");
    port.#end = null;
    end.started = false;
    return new MessagePort(SECRET, end);
  }
  static is(object) {
    return #end in object;
  }
  postMessage(message, options = undefined) {
    need(1, arguments.length, "postMessage", "MessagePort");
    const transfer = [...transferOf(options)];
    if (transfer.includes(this)) fail("DataCloneError", "Failed to execute 'postMessage' on 'MessagePort': Port at index 0 contains the source port.");
    const { value, moved } = cloneWithTransfer(message, transfer);
    this.#end?.post({ value, ports: moved.filter((object) => object instanceof MessagePort) });
  }
  start() {
    if (this.#end === null || this.#end.started) return;
    this.#end.started = true;
    this.#end.flush();
  }
  close() {
    const end = this.#end;
    if (end === null) return;
    end.closed = true;
    if (end.other !== null) {
      const other = end.other;
      other.other = null;
      end.other = null;
      host.queueTask("posted message", () => {
        if (other.port !== null) fire(other.port, "close");
      });
    }
  }
  get onmessage() {
    return getHandler(this, "message");
  }
  set onmessage(value) {
    setHandler(this, "message", value);
    // Setting the handler starts the port, adding a listener does not.
    this.start();
  }
}
const takePort = MessagePort.take;
const isPort = MessagePort.is;
delete MessagePort.take;
delete MessagePort.is;
finishInterface(MessagePort);
handlerAttributes(MessagePort.prototype, ["messageerror", "close"]);
transferable.push([(object) => typeof object === "object" && object !== null && isPort(object), takePort]);

class MessageChannel {
  #port1;
  #port2;
  constructor() {
    const one = new End();
    const two = new End();
    one.other = two;
    two.other = one;
    this.#port1 = new MessagePort(SECRET, one);
    this.#port2 = new MessagePort(SECRET, two);
  }
  get port1() {
    return this.#port1;
  }
  get port2() {
    return this.#port2;
  }
}
finishInterface(MessageChannel);

const channels = [];

class BroadcastChannel extends EventTarget {
  #name;
  #closed = false;
  constructor(name) {
    need(1, arguments.length, "BroadcastChannel");
    super();
    this.#name = `${name}`;
    channels.push(this);
  }
  get name() {
    return this.#name;
  }
  postMessage(message) {
    need(1, arguments.length, "postMessage", "BroadcastChannel");
    if (this.#closed) {
      throw new DOMException("Failed to execute 'postMessage' on 'BroadcastChannel': Channel is closed", "InvalidStateError");
    }
    const origin = globalThis.location?.origin ?? "";
    for (const channel of channels) {
      if (channel === this || channel.#name !== this.#name) continue;
      const data = structuredCloneOf(message);
      host.queueTask("posted message", () => {
        if (!channel.#closed) fire(channel, "message", { data, origin }, MessageEvent);
      });
    }
  }
  close() {
    this.#closed = true;
    const at = channels.indexOf(this);
    if (at >= 0) channels.splice(at, 1);
  }
}
finishInterface(BroadcastChannel);
handlerAttributes(BroadcastChannel.prototype, ["message", "messageerror"]);

function postMessage(message, targetOrigin = undefined, transfer = undefined) {
  need(1, arguments.length, "postMessage", "Window");
  const isOptions = typeof targetOrigin === "object" && targetOrigin !== null;
  const own = globalThis.location?.origin ?? "null";
  const target = isOptions ? targetOrigin.targetOrigin ?? "/" : targetOrigin === undefined ? "/" : `${targetOrigin}`;
  const { value, moved } = cloneWithTransfer(message, isOptions ? transferOf(targetOrigin) : transfer ?? []);
  if (target !== "*" && target !== "/") {
    const parts = host.parseURL(target, null);
    if (parts === null) {
      fail("SyntaxError", `Failed to execute 'postMessage' on 'Window': Invalid target origin '${target}' in a call to 'postMessage'.`);
    }
    if (parts.origin !== own) return;
  }
  const ports = moved.filter((object) => object instanceof MessagePort);
  host.queueTask("posted message", () => {
    fire(globalThis, "message", { data: value, origin: own, source: globalThis, ports }, MessageEvent);
  });
}

export const globals = { BroadcastChannel, MessageChannel, MessagePort };

export function install() {
  defineOperations(globalThis, { postMessage });
}
