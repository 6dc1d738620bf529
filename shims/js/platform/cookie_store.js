// CookieStore and CookieChangeEvent (Cookie Store § 3, 5) over the document's cookies.
import { finishInterface, host, illegalConstructor, now, ops, SECRET } from "ext:oracade/internal.js";
import { Event, eventInterface } from "ext:oracade/dom/event.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { defineReadOnly, need } from "ext:oracade/platform/idl.js";

const list = (value) => Object.freeze(value === undefined ? [] : [...value]);
const CookieChangeEvent = eventInterface("CookieChangeEvent", Event, { changed: list, deleted: list });

const item = (name, value) => ({ domain: null, expires: null, name, partitioned: false, path: "/", sameSite: "strict", secure: true, value });

function nameOf(options, method) {
  if (typeof options !== "object" || options === null) return `${options}`;
  if (options.name === undefined && method === "get" && options.url === undefined) {
    throw new TypeError("Failed to execute 'get' on 'CookieStore': CookieStoreGetOptions must not be empty");
  }
  return options.name === undefined ? null : `${options.name}`;
}

class CookieStore extends EventTarget {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("CookieStore");
    super();
  }
  async get(name = {}) {
    const wanted = nameOf(name, "get");
    for (const [key, value] of host.cookies.list()) if (wanted === null || key === wanted) return item(key, value);
    return null;
  }
  async getAll(name = {}) {
    const wanted = nameOf(name, "getAll");
    return [...host.cookies.list()].filter(([key]) => wanted === null || key === wanted).map(([key, value]) => item(key, value));
  }
  async set(name, value = undefined) {
    need(1, arguments.length, "set", "CookieStore");
    const options = typeof name === "object" && name !== null ? name : { name, value };
    const key = `${options.name}`.trim();
    const text = `${options.value}`.trim();
    if (/[;=\x00-\x1f\x7f]/.test(key)) throw new TypeError("Failed to execute 'set' on 'CookieStore': Cookie name cannot contain '='");
    if (/[;\x00-\x1f\x7f]/.test(text)) throw new TypeError("Failed to execute 'set' on 'CookieStore': Cookie value cannot contain ';'");
    const expired = options.expires !== undefined && options.expires !== null && +options.expires <= ops.op_epoch_ms() + now();
    host.cookies.put(key, text, expired);
    this.#changed(key, expired ? null : text);
  }
  async delete(name) {
    need(1, arguments.length, "delete", "CookieStore");
    const key = nameOf(name, "delete") ?? "";
    host.cookies.put(key, "", true);
    this.#changed(key, null);
  }
  #changed(name, value) {
    const init = value === null ? { deleted: [{ ...item(name, undefined) }] } : { changed: [item(name, value)] };
    host.queueTask("cookies", () => fire(this, "change", init, CookieChangeEvent));
  }
}
finishInterface(CookieStore);
handlerAttributes(CookieStore.prototype, ["change"]);
const cookieStore = new CookieStore(SECRET);

export const globals = { CookieChangeEvent, CookieStore };

export function install() {
  defineReadOnly(globalThis, "cookieStore", () => cookieStore);
}
