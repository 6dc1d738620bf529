// Notification (Notifications § 3). Nobody is there to be asked or told: permission is denied when it is requested.
import { finishInterface, host, now, ops } from "ext:oracade/internal.js";
import { EventTarget, fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { need } from "ext:oracade/platform/idl.js";
import { structuredCloneOf } from "ext:oracade/platform/structured_clone.js";

const DIRECTIONS = ["auto", "ltr", "rtl"];
const TEXTS = ["lang", "body", "tag"];
const ADDRESSES = ["image", "icon", "badge"];

let permission = "default";

export class Notification extends EventTarget {
  #record;
  constructor(title, options = undefined) {
    need(1, arguments.length, "Notification");
    super();
    const record = { title: `${title}`, actions: [], vibrate: null, timestamp: Math.floor(ops.op_epoch_ms() + now()) };
    const dir = options?.dir === undefined ? "auto" : `${options.dir}`;
    if (!DIRECTIONS.includes(dir)) {
      throw new TypeError(`Failed to construct 'Notification': Failed to read the 'dir' property from 'NotificationOptions': The provided value '${dir}' is not a valid enum value of type NotificationDirection.`);
    }
    record.dir = dir;
    for (const key of TEXTS) record[key] = options?.[key] === undefined ? "" : `${options[key]}`;
    for (const key of ADDRESSES) record[key] = options?.[key] === undefined ? "" : host.parseURL(`${options[key]}`)?.href ?? "";
    if (options?.timestamp !== undefined) record.timestamp = Math.trunc(+options.timestamp) || 0;
    record.renotify = Boolean(options?.renotify);
    if (record.renotify && record.tag === "") throw new TypeError("Failed to construct 'Notification': Notifications which set the renotify flag must specify a non-empty tag.");
    record.silent = Boolean(options?.silent);
    record.requireInteraction = Boolean(options?.requireInteraction);
    record.data = options?.data === undefined ? null : structuredCloneOf(options.data);
    if (options?.actions?.length > 0) {
      throw new TypeError("Failed to construct 'Notification': Actions are only supported for persistent notifications shown using ServiceWorkerRegistration.showNotification().");
    }
    this.#record = record;
    if (permission !== "granted") host.queueTask("notification", () => fire(this, "error"));
  }
  static record(notification) {
    return notification.#record;
  }
  static get permission() {
    return permission;
  }
  static get maxActions() {
    return 2;
  }
  static async requestPermission(deprecatedCallback = undefined) {
    permission = "denied";
    if (typeof deprecatedCallback === "function") deprecatedCallback(permission);
    return permission;
  }
  get actions() {
    return Object.freeze([...this.#record.actions]);
  }
  close() {
    void this.#record;
  }
}
const recordOf = Notification.record;
delete Notification.record;
for (const key of ["title", "dir", ...TEXTS, ...ADDRESSES, "vibrate", "timestamp", "renotify", "silent", "requireInteraction", "data"]) {
  const accessor = Object.getOwnPropertyDescriptor({
    get [key]() {
      return recordOf(this)[key];
    },
  }, key);
  Object.defineProperty(Notification.prototype, key, { get: accessor.get, enumerable: true, configurable: true });
}
finishInterface(Notification);
handlerAttributes(Notification.prototype, ["click", "close", "error", "show"]);

export const globals = { Notification };
