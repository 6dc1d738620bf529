// SharedWorker: the outside of a worker that is found by its address and name (HTML § 10.2.6.4). A page has one document, so what shares
// it are that document's objects. The inside is worker_scope.js, in another agent.
import { core } from "ext:core/mod.js";
import { finishInterface, host, ops } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { blobBytes } from "ext:oracade/platform/blob.js";
import { need } from "ext:oracade/platform/idl.js";
import { closePort, ENDED, ERROR, FAILURE, MESSAGE, newChannel, openPort, readMessage, sendTo } from "ext:oracade/platform/messaging.js";
import { choice, scriptAddress } from "ext:oracade/platform/worker.js";

/** Workers that run, by address and name: {port, type, credentials, objects}. */
let running = new Map();

function begin(parts, name, type, credentials) {
  const blob = parts.protocol === "blob:" ? host.blobOf(parts.href) : undefined;
  const source = blob === undefined ? null : core.decode(blobBytes(blob));
  const made = ops.op_worker_new(parts.href, JSON.stringify({ name, type, url: parts.href, source, shared: true }));
  if (made === null || made === undefined) return null;
  const worker = { port: made[1], type, credentials, objects: [] };
  openPort(worker.port, (message) => {
    if (message.kind === FAILURE) {
      for (const object of worker.objects) fire(object, "error");
    } else if (message.kind === ERROR) {
      // Nobody is told of what a shared worker's script throws.
      ops.op_report("error", readMessage(message)?.value.info.message ?? "Uncaught");
    } else if (message.kind === ENDED) {
      closePort(worker.port);
      for (const [key, one] of running) if (one === worker) running.delete(key);
    }
  });
  return worker;
}

class SharedWorker extends EventTarget {
  #port;
  constructor(url, options = undefined) {
    need(1, arguments.length, "SharedWorker");
    super();
    const given = options === null || typeof options !== "object" ? { name: options } : options;
    const type = choice(given, "type", ["classic", "module"], "SharedWorker");
    const credentials = choice(given, "credentials", ["same-origin", "omit", "include"], "SharedWorker");
    const name = given.name === undefined ? "" : `${given.name}`;
    const parts = scriptAddress(url, "SharedWorker");
    const { port1, port2 } = newChannel();
    this.#port = port1;
    const key = `${parts.href} ${name}`;
    let worker = running.get(key);
    if (worker !== undefined && (worker.type !== type || worker.credentials !== credentials)) {
      host.queueTask("DOM manipulation", () => fire(this, "error"));
      return;
    }
    if (worker === undefined) {
      worker = begin(parts, name, type, credentials);
      if (worker === null) throw new DOMException("Failed to construct 'SharedWorker': too many workers at once.", "QuotaExceededError");
      running.set(key, worker);
    }
    worker.objects.push(this);
    sendTo(worker.port, MESSAGE, "", [port2]);
  }
  get port() {
    return this.#port;
  }
}
finishInterface(SharedWorker);
handlerAttributes(SharedWorker.prototype, ["error"]);

export const globals = { SharedWorker };

export function start() {
  running = new Map();
}
