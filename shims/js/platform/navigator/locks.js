// LockManager and Lock (Web Locks § 3, 4). Locks are the page's own: nobody else shares its origin.
import { finishInterface, host, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { AbortSignal, onAbort } from "ext:oracade/dom/abort.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { need } from "ext:oracade/platform/idl.js";

/** Name of the page among those that could ask for locks. */
const CLIENT = "00000000-0000-4000-8000-000000000001";
const MODES = ["exclusive", "shared"];

class Lock {
  #name;
  #mode;
  constructor(secret, name, mode) {
    if (secret !== SECRET) illegalConstructor("Lock");
    this.#name = name;
    this.#mode = mode;
  }
  get name() {
    return this.#name;
  }
  get mode() {
    return this.#mode;
  }
}
finishInterface(Lock);

/** Requests in order of their making, and locks that are held: {name, mode, callback, result, …}. */
let pending = [];
let held = [];

const fits = (request) => {
  const rivals = [...held, ...pending.slice(0, pending.indexOf(request) >>> 0)].filter((other) => other.name === request.name);
  return rivals.every((other) => other.mode === "shared" && request.mode === "shared");
};

/** Grants what can be granted, each in a task of its own. */
function process() {
  for (const request of [...pending]) {
    if (!fits(request)) continue;
    pending = pending.filter((other) => other !== request);
    held.push(request);
    host.queueTask("web locks", () => grant(request));
  }
}

/** Runs the callback; the lock is held until what it gives is settled. */
async function grant(request) {
  request.granted = true;
  try {
    const value = await request.callback(new Lock(SECRET, request.name, request.mode));
    request.result.resolve(value);
  } catch (error) {
    request.result.reject(error);
  }
  held = held.filter((other) => other !== request);
  process();
}

export class LockManager {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("LockManager");
  }
  async request(name, options, callback = undefined) {
    const where = "Failed to execute 'request' on 'LockManager'";
    need(2, arguments.length, "request", "LockManager");
    if (arguments.length === 2) [options, callback] = [{}, options];
    if (typeof callback !== "function") throw new TypeError(`${where}: parameter ${arguments.length === 2 ? 2 : 3} is not of type 'Function'.`);
    if (options !== undefined && options !== null && typeof options !== "object") throw new TypeError(`${where}: The provided value is not of type 'LockOptions'.`);
    name = `${name}`;
    const ifAvailable = Boolean(options?.ifAvailable);
    const mode = options?.mode === undefined ? "exclusive" : `${options.mode}`;
    const signal = options?.signal;
    const steal = Boolean(options?.steal);
    const member = (key, what) => new TypeError(`${where}: Failed to read the '${key}' property from 'LockOptions': ${what}`);
    if (!MODES.includes(mode)) throw member("mode", `The provided value '${mode}' is not a valid enum value of type LockMode.`);
    if (signal !== undefined && !(signal instanceof AbortSignal)) throw member("signal", "Failed to convert value to 'AbortSignal'.");
    const refuse = (what) => {
      throw new DOMException(`${where}: ${what}`, "NotSupportedError");
    };
    if (name.startsWith("-")) refuse("Names cannot start with '-'.");
    if (steal && ifAvailable) refuse("The 'steal' and 'ifAvailable' options cannot be used together.");
    if (steal && mode !== "exclusive") refuse("The 'steal' option may only be used with 'exclusive' locks.");
    if (signal !== undefined && (steal || ifAvailable)) refuse(`The 'signal' and '${steal ? "steal" : "ifAvailable"}' options cannot be used together.`);
    if (signal?.aborted) throw signal.reason;
    const request = { name, mode, callback, granted: false, result: Promise.withResolvers() };
    if (steal) {
      const broken = new DOMException("Lock broken by another request with the 'steal' option.", "AbortError");
      for (const other of held) if (other.name === name) other.result.reject(broken);
      held = held.filter((other) => other.name !== name);
      pending.unshift(request);
    } else if (ifAvailable && ![...held, ...pending].every((other) => other.name !== name || (other.mode === "shared" && mode === "shared"))) {
      await new Promise((resolve) => host.queueTask("web locks", () => resolve(undefined)));
      return await callback(null);
    } else pending.push(request);
    if (signal !== undefined) {
      onAbort(signal, () => {
        if (request.granted) return;
        pending = pending.filter((other) => other !== request);
        held = held.filter((other) => other !== request);
        request.callback = () => {};
        request.result.reject(signal.reason);
        process();
      });
    }
    process();
    return await request.result.promise;
  }
  async query() {
    const told = (list) => list.map(({ name, mode }) => ({ clientId: CLIENT, mode, name }));
    return { held: told(held), pending: told(pending) };
  }
}
finishInterface(LockManager);

export const globals = { Lock, LockManager };
