// window.postMessage, MessageChannel, MessagePort and BroadcastChannel (HTML § 9).
import { Fifo } from "ext:oracade/ecma/fifo.js";
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { setFields, trusted } from "ext:oracade/dom/event.js";
import { dispatch, EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { getHandler, handlerAttributes, setHandler } from "ext:oracade/dom/event_handlers.js";
import { MessageEvent } from "ext:oracade/dom/events.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { defineOperations, need, usv } from "ext:oracade/platform/idl.js";
import { cloneWithTransfer, objectList, transferable, transferOf } from "ext:oracade/platform/structured_clone.js";
import { fromWire, toWire } from "ext:oracade/platform/wire.js";

/** Kinds of what comes out of a port between agents. */
export const MESSAGE = 0;
export const ERROR = 1;
export const FAILURE = 2;
const CLOSE = 3;
/** A shared worker has closed itself. */
export const ENDED = 4;

/** What takes the messages of the ports that are connected to other agents: number → function({kind, bytes, ports}). */
const receivers = new Map();

/** Hook: a message waits at a port. */
function portMessage(id) {
  const receive = receivers.get(id);
  if (receive === undefined) return;
  const message = ops.op_port_take(id);
  if (message !== null && message !== undefined) receive(message);
}

/** Listens to a port between agents from now on. */
export function openPort(id, receive) {
  receivers.set(id, receive);
  ops.op_port_start(id);
}

/** Stops listening. */
export function closePort(id) {
  receivers.delete(id);
  ops.op_port_close(id);
}

/** Sends a value out of a port between agents. */
export function sendTo(id, kind, value, transfer = [], where = "Failed to execute 'postMessage' on 'MessagePort'") {
  const { bytes, ports } = toWire(value, transfer, where);
  if (!ops.op_port_post(id, kind, bytes, ports)) {
    fail("DataCloneError", `${where}: Data cannot be cloned, out of memory.`);
  }
}

/** The value and the ports of a message that came from another agent; null if it cannot be read. */
export function readMessage({ bytes, ports }) {
  const objects = ports.map((id) => {
    ops.op_port_adopt(id);
    return new MessagePort(SECRET, new End(id));
  });
  try {
    const taken = new Set();
    const value = fromWire(bytes, objects, taken);
    return { value, ports: objects.filter((port) => !taken.has(port)) };
  } catch {
    return null;
  }
}

/** Fires `message`. The data may be undefined, which in an init dictionary would stand for the default. */
export function fireMessage(target, data, init) {
  const event = trusted(MessageEvent, "message", init);
  setFields(MessageEvent, event, { data });
  dispatch(target, event);
}

/** One end of a channel; it moves to another MessagePort object when it is transferred. */
class End {
  port = null;
  other = null;
  queue = new Fifo();
  started = false;
  closed = false;
  /** The port's number if the other end is, or may be, with another agent. */
  remote = 0;

  constructor(remote = 0) {
    this.remote = remote;
  }
  post(message) {
    const target = this.other;
    if (target === null) return;
    target.queue.push(message);
    if (target.started) target.wake();
  }
  wake() {
    host.queueTask("posted message", () => this.deliver());
  }
  /** Hands over the first message that waits. The port may have moved on or been closed since the task was queued. */
  deliver() {
    if (this.port === null || this.closed || !this.started || this.queue.length === 0) return;
    const message = this.queue.shift();
    if (message === null) fire(this.port, "messageerror", {}, MessageEvent);
    else fireMessage(this.port, message.value, { ports: message.ports });
  }
  start() {
    if (this.started) return;
    this.started = true;
    for (let i = 0; i < this.queue.length; i++) this.wake();
    if (this.remote !== 0) this.listen();
  }
  listen() {
    openPort(this.remote, (message) => {
      if (message.kind === CLOSE) {
        if (this.port !== null && !this.closed) fire(this.port, "close");
        return;
      }
      this.queue.push(readMessage(message));
      this.deliver();
    });
  }
  /** Makes the channel one between agents; returns this end's number and lets go of it. */
  leave() {
    if (this.remote === 0) {
      const id = ops.op_port_pair();
      if (id === 0) fail("DataCloneError", "Failed to execute 'postMessage': A MessagePort could not be cloned: too many ports.");
      this.remote = id;
      const other = this.other;
      for (const message of this.queue.drain()) sendTo(id + 1, MESSAGE, message.value, message.ports);
      if (other === null) {
        ops.op_port_close(id + 1);
      } else {
        other.remote = id + 1;
        if (other.started) other.listen();
      }
    }
    receivers.delete(this.remote);
    this.port = null;
    return this.remote;
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
  static take(port, where) {
    const end = port.#release(where);
    end.started = false;
    return new MessagePort(SECRET, end);
  }
  static leave(port, ports, where) {
    ports.push(port.#release(where).leave());
    return ["MessagePort", ports.length - 1];
  }
  static is(object) {
    return #end in object;
  }
  #release(where = "Failed to execute 'postMessage' on 'MessagePort'") {
    const end = this.#end;
    if (end === null || end.closed) fail("DataCloneError", `${where}: Port at index 0 is already neutered.`);
    this.#end = null;
    return end;
  }
  postMessage(message, options = undefined) {
    need(1, arguments.length, "postMessage", "MessagePort");
    const where = "Failed to execute 'postMessage' on 'MessagePort'";
    const transfer = transferOf(options, where);
    if (transfer.includes(this)) fail("DataCloneError", "Failed to execute 'postMessage' on 'MessagePort': Port at index 0 contains the source port.");
    const end = this.#end;
    if (end !== null && !end.closed && end.remote !== 0) {
      sendTo(end.remote, MESSAGE, message, transfer);
      return;
    }
    const { value, moved } = cloneWithTransfer(message, transfer, null, where);
    end?.post({ value, ports: moved.filter((object) => object instanceof MessagePort) });
  }
  start() {
    this.#end?.start();
  }
  close() {
    const end = this.#end;
    if (end === null || end.closed) return;
    end.closed = true;
    if (end.remote !== 0) {
      ops.op_port_post(end.remote, CLOSE, new Uint8Array(0), []);
      closePort(end.remote);
    } else if (end.other !== null) {
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
const { postMessage: postMethod, start: startMethod, close: closeMethod } = MessagePort.prototype;
/** `postMessage`, `start` and `close` of a port, whatever a page has made of them. */
export const postTo = (port, message) => Reflect.apply(postMethod, port, [message]);
export const startOf = (port) => Reflect.apply(startMethod, port, []);
export const closeOf = (port) => Reflect.apply(closeMethod, port, []);
const takePort = MessagePort.take;
const leavePort = MessagePort.leave;
const isPort = MessagePort.is;
delete MessagePort.take;
delete MessagePort.leave;
delete MessagePort.is;
finishInterface(MessagePort);
handlerAttributes(MessagePort.prototype, ["messageerror", "close"]);
transferable.push([(object) => typeof object === "object" && object !== null && isPort(object), takePort, leavePort]);

/** Transfers a port that is the platform's own: to another agent (its place among `ports`) or within this one. */
export function transferPort(port, ports) {
  return Array.isArray(ports) ? leavePort(port, ports)[1] : takePort(port);
}

export const newChannel = () => new MessageChannel();

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

class BroadcastChannel extends EventTarget {
  #name;
  #port;
  constructor(name) {
    need(1, arguments.length, "BroadcastChannel");
    super();
    this.#name = usv(name);
    this.#port = ops.op_channel_open(this.#name);
    openPort(this.#port, ({ bytes }) => {
      if (this.#port === 0) return;
      const origin = globalThis.location?.origin ?? "";
      let data;
      try {
        data = fromWire(bytes);
      } catch {
        fire(this, "messageerror", { origin }, MessageEvent);
        return;
      }
      fireMessage(this, data, { origin });
    });
  }
  get name() {
    return this.#name;
  }
  postMessage(message) {
    need(1, arguments.length, "postMessage", "BroadcastChannel");
    const where = "Failed to execute 'postMessage' on 'BroadcastChannel'";
    if (this.#port === 0) throw new DOMException(`${where}: Channel is closed`, "InvalidStateError");
    const { bytes } = toWire(message, [], where);
    if (!ops.op_channel_post(this.#port, bytes)) fail("DataCloneError", `${where}: Data cannot be cloned, out of memory.`);
  }
  close() {
    if (this.#port !== 0) closePort(this.#port);
    this.#port = 0;
  }
}
finishInterface(BroadcastChannel);
handlerAttributes(BroadcastChannel.prototype, ["message", "messageerror"]);

function postMessage(message, targetOrigin = undefined, transfer = undefined) {
  need(1, arguments.length, "postMessage", "Window");
  const isOptions = typeof targetOrigin === "object" && targetOrigin !== null;
  const own = globalThis.location?.origin ?? "null";
  const target = isOptions ? targetOrigin.targetOrigin ?? "/" : targetOrigin === undefined ? "/" : `${targetOrigin}`;
  const where = "Failed to execute 'postMessage' on 'Window'";
  const list = isOptions ? transferOf(targetOrigin, where) : transfer === undefined ? [] : objectList(transfer, where);
  const { value, moved } = cloneWithTransfer(message, list, null, where);
  if (target !== "*" && target !== "/") {
    const parts = host.parseURL(target, null);
    if (parts === null) {
      fail("SyntaxError", `Failed to execute 'postMessage' on 'Window': Invalid target origin '${target}' in a call to 'postMessage'.`);
    }
    if (parts.origin !== own) return;
  }
  const ports = moved.filter((object) => object instanceof MessagePort);
  host.queueTask("posted message", () => {
    fireMessage(globalThis, value, { origin: own, source: globalThis, ports });
  });
}

export const globals = { BroadcastChannel, MessageChannel, MessagePort };
export const hooks = { portMessage };

export function install() {
  defineOperations(globalThis, { postMessage });
}
