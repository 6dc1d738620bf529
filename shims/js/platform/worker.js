// Worker: the outside of a dedicated worker (HTML § 10.2.6). The inside is worker_scope.js, in another agent.
import { stringify } from "ext:oracade/ecma/safe.js";
import { core } from "ext:core/mod.js";
import { finishInterface, host, ops } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { ErrorEvent, MessageEvent } from "ext:oracade/dom/events.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { blobBytes } from "ext:oracade/platform/blob.js";
import { need, usv } from "ext:oracade/platform/idl.js";
import { closePort, ERROR, FAILURE, fireMessage, MESSAGE, openPort, readMessage, sendTo } from "ext:oracade/platform/messaging.js";
import { transferOf } from "ext:oracade/platform/structured_clone.js";

const ENUMS = { type: "WorkerType", credentials: "RequestCredentials" };
export function choice(options, name, values, cls = "Worker") {
  if (options[name] === undefined) return values[0];
  const value = `${options[name]}`;
  if (!values.includes(value)) {
    throw new TypeError(`Failed to construct '${cls}': Failed to read the '${name}' property from 'WorkerOptions': The provided value '${value}' is not a valid enum value of type ${ENUMS[name]}.`);
  }
  return value;
}

/** The address of a worker's script; it must be of the page's origin, or data: or blob:. */
export function scriptAddress(url, cls = "Worker") {
  const parts = host.parseURL(usv(url));
  if (parts === null) {
    throw new DOMException(`Failed to construct '${cls}': '${url}' is not a valid URL.`, "SyntaxError");
  }
  const origin = host.parseURL(host.baseURL(), null)?.origin;
  if (parts.protocol !== "data:" && parts.origin !== origin) {
    throw new DOMException(`Failed to construct '${cls}': Script at '${parts.href}' cannot be accessed from origin '${origin}'.`, "SecurityError");
  }
  return parts;
}

class Worker extends EventTarget {
  #agent = 0;
  #port = 0;

  constructor(url, options = undefined) {
    need(1, arguments.length, "Worker");
    super();
    options ??= { __proto__: null };
    const type = choice(options, "type", ["classic", "module"]);
    choice(options, "credentials", ["same-origin", "omit", "include"]);
    const name = options.name === undefined ? "" : `${options.name}`;
    const parts = scriptAddress(url);
    // A blob: address may be revoked as soon as the worker has been asked for.
    const blob = parts.protocol === "blob:" ? host.blobOf(parts.href) : undefined;
    const source = blob === undefined ? null : core.decode(blobBytes(blob));
    const made = ops.op_worker_new(parts.href, stringify({ name, type, url: parts.href, source }));
    if (made === null || made === undefined) {
      ops.op_report("error", "limit: too many workers at once; this one does not start");
      host.queueTask("DOM manipulation", () => fire(this, "error"));
      return;
    }
    [this.#agent, this.#port] = made;
    openPort(this.#port, (message) => this.#receive(message));
  }

  #receive(message) {
    if (this.#agent === 0) return;
    if (message.kind === FAILURE) {
      fire(this, "error");
      return;
    }
    const read = readMessage(message);
    if (read === null) {
      fire(this, "messageerror", {}, MessageEvent);
    } else if (message.kind === ERROR) {
      const { info, description } = read.value;
      const init = { message: info.message, filename: info.url, lineno: info.line, colno: info.column, error: null, cancelable: true };
      if (fire(this, "error", init, ErrorEvent)) host.uncaughtInWorker(info, description);
    } else {
      fireMessage(this, read.value, { ports: read.ports });
    }
  }

  postMessage(message, options = undefined) {
    need(1, arguments.length, "postMessage", "Worker");
    const where = "Failed to execute 'postMessage' on 'Worker'";
    const transfer = transferOf(options, where);
    if (this.#agent !== 0) sendTo(this.#port, MESSAGE, message, transfer, where);
  }

  terminate() {
    if (this.#agent === 0) return;
    ops.op_worker_end(this.#agent);
    closePort(this.#port);
    this.#agent = 0;
  }
}
finishInterface(Worker);
handlerAttributes(Worker.prototype, ["message", "messageerror", "error"]);

export const globals = { Worker };
