// Uncaught errors and rejections (HTML § 8.1.4.6, 8.1.5.6).
import { core } from "ext:core/mod.js";
import { host, ops } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { ErrorEvent, PromiseRejectionEvent } from "ext:oracade/dom/events.js";
import { isException as isBranded } from "ext:oracade/dom/exception.js";
import { describe, textOf } from "ext:oracade/platform/console.js";

const isException = (error) => typeof error === "object" && error !== null && isBranded(error);

let reporting = false;

/** Where an error came from: the first frame of its stack. */
function locate(error) {
  let stack;
  try {
    if (typeof error === "object" && error !== null) stack = error.stack;
  } catch {
    // A getter of the page's; the position stays unknown.
  }
  if (typeof stack === "string") {
    const frame = /(?:\(|at )((?:https?|blob|data|about):[^\s()]*?):(\d+):(\d+)\)?\s*$/m.exec(stack);
    if (frame !== null) return { url: frame[1], line: +frame[2], column: +frame[3] };
  }
  return { url: host.config === null ? "" : host.baseURL(), line: 0, column: 0 };
}

/** The message of an `error` event: V8's "Uncaught …". */
function messageOf(error) {
  try {
    if (typeof error === "object" && error !== null) {
      const isError = core.isNativeError(error) || error instanceof host.globals.DOMException;
      if (!isError) return `Uncaught ${describe(error) === "Object" ? "[object Object]" : `${error}`}`;
      const name = error.name === undefined ? "Error" : `${error.name}`;
      const text = `${error.message ?? ""}`;
      return `Uncaught ${text === "" ? name : name === "" ? text : `${name}: ${text}`}`;
    }
    return `Uncaught ${error === undefined ? "undefined" : typeof error === "symbol" ? textOf(error) : `${error}`}`;
  } catch {
    return "Uncaught exception";
  }
}

/** Fires `error` at the window; true if a handler prevented the default. */
function fireError(error, place, message) {
  // An error inside an `error` handler must not come back here for ever.
  if (reporting) return false;
  reporting = true;
  try {
    const init = {
      message,
      filename: place.url ?? "",
      lineno: place.line ?? 0,
      colno: place.column ?? 0,
      error,
      cancelable: true,
    };
    return !fire(globalThis, "error", init, ErrorEvent);
  } finally {
    reporting = false;
  }
}

/**
 * Reports an uncaught error: fires `error` at the window and records it in the log unless a handler prevented that. `info`
 * is `{message, url, line, column}` from the engine; shims that called page code do not have it.
 */
export function reportException(error, info) {
  info ??= ops.op_error_info(error) ?? locate(error);
  // What has no stack is known to the engine by the place where it was caught: in the shims.
  if (info.url?.startsWith("ext:")) info = { ...locate(error), message: info.message };
  // The engine has no words for objects that only the shims know to be errors, and others than Chromium for what is none.
  const hasOwnWords = isException(error) || (typeof error === "object" && error !== null && !core.isNativeError(error));
  const message = hasOwnWords ? messageOf(error) : info.message ?? messageOf(error);
  if (fireError(error, info, message)) return;
  const isObject = (typeof error === "object" && error !== null) || typeof error === "function";
  const description = isObject ? describe(error) : null;
  // A worker's error goes on to the one who made it.
  if (host.uncaught !== undefined) host.uncaught({ message, url: info.url ?? "", line: info.line, column: info.column }, description);
  else ops.op_exception_record("Uncaught", description);
}
host.reportException = reportException;

/** An error in a worker that nobody took, neither inside nor at the Worker object. */
host.uncaughtInWorker = (info, description) => {
  if (!fireError(null, info, info.message)) ops.op_exception_record("Uncaught", description ?? info.message);
};

/** Hook `rejection`: fires `unhandledrejection` or `rejectionhandled`; returns true if the default was prevented. */
function rejection(kind, promise, reason) {
  const type = kind === "handled" ? "rejectionhandled" : "unhandledrejection";
  return !fire(globalThis, type, { promise, reason, cancelable: kind !== "handled" }, PromiseRejectionEvent);
}

export const hooks = { reportException, rejection };

export function install() {
  Object.defineProperty(globalThis, "reportError", {
    value: function reportError(error) {
      if (arguments.length === 0) {
        throw new TypeError("Failed to execute 'reportError' on 'Window': 1 argument required, but only 0 present.");
      }
      reportException(error);
    },
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
