// AbortController and AbortSignal (DOM § 3).
import { SECRET, finishInterface, host, illegalConstructor, slot } from "ext:oracade/internal.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";

const $aborted = slot("aborted");
const $reason = slot("abort reason");
const $algorithms = slot("abort algorithms");
const $dependents = slot("dependent signals");

export class AbortSignal extends EventTarget {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    super();
    this[$aborted] = false;
    this[$reason] = undefined;
    this[$algorithms] = [];
    this[$dependents] = [];
  }
  get aborted() {
    return this[$aborted];
  }
  get reason() {
    return this[$reason];
  }
  throwIfAborted() {
    if (this[$aborted]) throw this[$reason];
  }
  static abort(reason) {
    const signal = new AbortSignal(SECRET);
    signal[$aborted] = true;
    signal[$reason] = reasonOr(reason);
    return signal;
  }
  static timeout(milliseconds) {
    const signal = new AbortSignal(SECRET);
    host.setTimeout(() => abortSignal(signal, new DOMException("signal timed out", "TimeoutError")), +milliseconds);
    return signal;
  }
  static any(signals) {
    return dependentSignal(new AbortSignal(SECRET), signals);
  }
}
finishInterface(AbortSignal);
handlerAttributes(AbortSignal.prototype, ["abort"]);

/** A new signal that is aborted with the first of others. */
export function dependentSignal(result, signals) {
  const sources = [...signals];
  for (const source of sources) {
    if (source[$aborted]) {
      result[$aborted] = true;
      result[$reason] = source[$reason];
      return result;
    }
  }
  for (const source of sources) source[$dependents].push(result);
  return result;
}

function reasonOr(reason) {
  return reason === undefined ? new DOMException("signal is aborted without reason", "AbortError") : reason;
}

function abortSignal(signal, reason) {
  if (signal[$aborted]) return;
  signal[$aborted] = true;
  signal[$reason] = reasonOr(reason);
  const algorithms = signal[$algorithms];
  signal[$algorithms] = [];
  for (const algorithm of algorithms) algorithm();
  fire(signal, "abort");
  for (const dependent of signal[$dependents]) abortSignal(dependent, signal[$reason]);
}

/** Runs `algorithm` when the signal is aborted; returns a function that takes it back. */
export function onAbort(signal, algorithm) {
  if (!signal[$aborted]) signal[$algorithms].push(algorithm);
  return () => {
    signal[$algorithms] = signal[$algorithms].filter((other) => other !== algorithm);
  };
}

/** Whether an object is a signal, and not just looks like one. */
export function isSignal(object) {
  return typeof object === "object" && object !== null && Object.hasOwn(object, $algorithms);
}
host.onAbort = onAbort;

export class AbortController {
  #signal;
  constructor(secret = undefined, signal = undefined) {
    this.#signal = secret === SECRET ? signal : new AbortSignal(SECRET);
  }
  get signal() {
    return this.#signal;
  }
  abort(reason) {
    abortSignal(this.#signal, reason);
  }
}
finishInterface(AbortController);

export const globals = { AbortController, AbortSignal };
