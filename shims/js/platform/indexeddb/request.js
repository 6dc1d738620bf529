// IDBRequest, IDBOpenDBRequest and their events (Indexed Database API § 4.1, § 4.2, § 5.9–5.11).
import { finishInterface, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { Event, LISTENER_THREW, trusted } from "ext:oracade/dom/event.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { dispatch, EventTarget } from "ext:oracade/dom/event_target.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { $eventParent, $flags } from "ext:oracade/dom/slots.js";
import { $, of } from "ext:oracade/platform/indexeddb/slots.js";
import { need } from "ext:oracade/platform/idl.js";

/** The record of a request. */
export class Request {
  result = undefined;
  error = null;
  done = false;
  /** The Cursor of a request that iterates one. */
  cursor = null;
  constructor(source, work, isOpen = false) {
    this.source = source;
    this.work = work;
    this.wrapper = isOpen ? new IDBOpenDBRequest(SECRET, this) : new IDBRequest(SECRET, this);
  }
  settle(result, error) {
    this.done = true;
    this.result = error === null ? result : undefined;
    this.error = error;
  }
}

function settled(request, name) {
  const record = of(request, IDBRequest);
  if (!record.done) {
    fail("InvalidStateError", `Failed to read the '${name}' property from 'IDBRequest': The request has not finished.`);
  }
  return record;
}

export class IDBRequest extends EventTarget {
  constructor(secret, record) {
    if (secret !== SECRET) illegalConstructor();
    super();
    Object.defineProperty(this, $, { value: record });
  }
  get result() {
    return settled(this, "result").result;
  }
  get error() {
    return settled(this, "error").error;
  }
  get source() {
    return of(this, IDBRequest).source;
  }
  get transaction() {
    return of(this, IDBRequest).work?.wrapper ?? null;
  }
  get readyState() {
    return of(this, IDBRequest).done ? "done" : "pending";
  }
  [$eventParent]() {
    return this[$].work?.wrapper ?? null;
  }
}
finishInterface(IDBRequest);
Object.defineProperty(IDBRequest.prototype, $eventParent, { enumerable: false });
handlerAttributes(IDBRequest.prototype, ["success", "error"]);

export class IDBOpenDBRequest extends IDBRequest {}
finishInterface(IDBOpenDBRequest);
handlerAttributes(IDBOpenDBRequest.prototype, ["blocked", "upgradeneeded"]);

export class IDBVersionChangeEvent extends Event {
  #oldVersion;
  #newVersion;
  constructor(type, init = undefined) {
    need(1, arguments.length, "IDBVersionChangeEvent");
    super(type, init);
    this.#oldVersion = Math.trunc(+(init?.oldVersion ?? 0)) || 0;
    this.#newVersion = init?.newVersion === undefined || init.newVersion === null ? null : Math.trunc(+init.newVersion) || 0;
  }
  get oldVersion() {
    return this.#oldVersion;
  }
  get newVersion() {
    return this.#newVersion;
  }
  get dataLoss() {
    return "none";
  }
  get dataLossMessage() {
    return "";
  }
}
finishInterface(IDBVersionChangeEvent);

/** Functions that run when a task's microtasks have. */
const cleanups = [];

/** "cleanup Indexed Database transactions": calls `cleanup` when the microtasks of this task have run. */
export function afterMicrotasks(cleanup) {
  cleanups.push(cleanup);
  if (cleanups.length === 1) ops.op_idb_cleanup();
}

/** Hook. */
export function microtasksDone() {
  for (const cleanup of cleanups.splice(0)) cleanup();
}

/** Dispatches an event of a task here, microtasks included: whether it was canceled, and whether a listener threw. */
export function send(target, type, init = undefined, Class = Event) {
  const event = trusted(Class, type, init);
  const canceled = !dispatch(target, event);
  ops.op_microtasks();
  microtasksDone();
  return { canceled, threw: (event[$flags] & LISTENER_THREW) !== 0 };
}

/** "fire a success event" and "fire an error event": what a transaction's request came to. */
export function deliver(request, result, error) {
  const { work } = request;
  request.settle(result, error);
  work.activate();
  const { canceled, threw } = error === null
    ? send(request.wrapper, "success")
    : send(request.wrapper, "error", { bubbles: true, cancelable: true });
  // After `commit()` nothing that a listener throws matters.
  const wasActive = work.state === "active";
  work.deactivate();
  if (threw && wasActive) work.abort(new DOMException("Uncaught exception in event handler.", "AbortError"));
  else if (error !== null && !canceled) work.abort(error);
}

export const globals = { IDBOpenDBRequest, IDBRequest, IDBVersionChangeEvent };
export const hooks = { microtasksDone };
