// DataTransfer and its items (HTML § 6.11.3), and ClipboardEvent (Clipboard API and events).
import { SECRET, finishInterface, host, illegalConstructor, required } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { Event, eventInterface } from "ext:oracade/dom/event.js";
import { fire } from "ext:oracade/dom/event_target.js";

const $store = Symbol("drag data store");
const $item = Symbol("item of a drag data store");

/** What is dragged or copied: items in order, and how it may be used. */
class Store {
  constructor(mode) {
    this.mode = mode; // "readwrite", "readonly" or "protected"
    this.items = []; // {kind: "string" | "file", type, data}
    this.allowed = "uninitialized";
  }
}

const EFFECTS = new Set(["none", "copy", "link", "move"]);
const ALLOWED = new Set(["none", "copy", "copyLink", "copyMove", "link", "linkMove", "move", "all", "uninitialized"]);

/** The type that a format stands for. */
function typeOf(format) {
  const type = `${format}`.toLowerCase();
  return type === "text" ? "text/plain" : type === "url" ? "text/uri-list" : type;
}

export class DataTransfer {
  constructor(secret, store, effect = "none", allowed = store?.allowed) {
    const given = secret === SECRET;
    this[$store] = given ? { store, effect, allowed, list: null } : { store: new Store("readwrite"), effect: "none", allowed: "none", list: null };
  }
  get dropEffect() {
    return this[$store].effect;
  }
  set dropEffect(value) {
    if (EFFECTS.has(`${value}`)) this[$store].effect = `${value}`;
  }
  get effectAllowed() {
    return this[$store].allowed;
  }
  set effectAllowed(value) {
    const state = this[$store];
    if (!ALLOWED.has(`${value}`) || state.store.mode !== "readwrite") return;
    state.allowed = state.store.allowed = `${value}`;
  }
  get items() {
    return this[$store].list ??= new DataTransferItemList(SECRET, this[$store].store);
  }
  get types() {
    const { items } = this[$store].store;
    const types = items.filter(({ kind }) => kind === "string").map(({ type }) => type);
    return Object.freeze(items.some(({ kind }) => kind === "file") ? [...types, "Files"] : types);
  }
  get files() {
    const { store } = this[$store];
    const files = store.mode === "protected" ? [] : store.items.filter(({ kind }) => kind === "file").map(({ data }) => data);
    return host.fileList?.(files) ?? host.emptyFileList?.() ?? files;
  }
  getData(format) {
    required(arguments, 1, "getData", "DataTransfer");
    const { store } = this[$store];
    if (store.mode === "protected") return "";
    const item = store.items.find(({ kind, type }) => kind === "string" && type === typeOf(format));
    if (item === undefined) return "";
    return `${format}`.toLowerCase() === "url" ? firstAddress(item.data) : item.data;
  }
  setData(format, data) {
    required(arguments, 2, "setData", "DataTransfer");
    const { store } = this[$store];
    if (store.mode !== "readwrite") return;
    const item = { kind: "string", type: typeOf(format), data: `${data}` };
    const at = store.items.findIndex(({ kind, type }) => kind === "string" && type === item.type);
    if (at >= 0) store.items[at] = item;
    else store.items.push(item);
  }
  clearData(format) {
    const { store } = this[$store];
    if (store.mode !== "readwrite") return;
    store.items = store.items.filter(({ kind, type }) => kind === "file" || (format !== undefined && type !== typeOf(format)));
  }
  // Nothing is drawn of what is dragged.
  setDragImage() {
    required(arguments, 3, "setDragImage", "DataTransfer");
  }
}
finishInterface(DataTransfer);

const firstAddress = (list) => list.split(/\r?\n/).find((line) => line !== "" && !line.startsWith("#")) ?? "";

export class DataTransferItemList {
  constructor(secret, store) {
    if (secret !== SECRET) illegalConstructor();
    this[$store] = store;
    return new Proxy(this, {
      get: (list, key) => (typeof key === "string" && /^\d+$/.test(key) ? itemsOf(list)[+key] : Reflect.get(list, key, list)),
      has: (list, key) => (typeof key === "string" && /^\d+$/.test(key) ? +key < itemsOf(list).length : Reflect.has(list, key)),
    });
  }
  get length() {
    return this[$store].items.length;
  }
  add(data, type) {
    required(arguments, 1, "add", "DataTransferItemList");
    const store = this[$store];
    if (store.mode !== "readwrite") return null;
    if (typeof data === "object" && data !== null) {
      store.items.push({ kind: "file", type: data.type ?? "", data });
    } else {
      required(arguments, 2, "add", "DataTransferItemList");
      const name = `${type}`.toLowerCase();
      if (store.items.some((item) => item.kind === "string" && item.type === name)) {
        fail("NotSupportedError", `Failed to execute 'add' on 'DataTransferItemList': An item already exists for type '${name}'.`);
      }
      store.items.push({ kind: "string", type: name, data: `${data}` });
    }
    return itemsOf(this).at(-1);
  }
  remove(index) {
    if (this[$store].mode !== "readwrite") {
      fail("InvalidStateError", "Failed to execute 'remove' on 'DataTransferItemList': The list is not writable.");
    }
    this[$store].items.splice(index >>> 0, 1);
  }
  clear() {
    if (this[$store].mode === "readwrite") this[$store].items.length = 0;
  }
  *[Symbol.iterator]() {
    for (const item of itemsOf(this)) yield item;
  }
}
finishInterface(DataTransferItemList);

function itemsOf(list) {
  const store = list[$store];
  return store.items.map((item) => item.wrapper ??= new DataTransferItem(SECRET, store, item));
}

export class DataTransferItem {
  constructor(secret, store, item) {
    if (secret !== SECRET) illegalConstructor();
    this[$store] = store;
    this[$item] = item;
  }
  get kind() {
    return this[$item].kind;
  }
  get type() {
    return this[$item].type;
  }
  getAsString(callback) {
    required(arguments, 1, "getAsString", "DataTransferItem");
    const { kind, data } = this[$item];
    if (callback === null || kind !== "string" || this[$store].mode === "protected") return;
    host.queueTask("DOM manipulation", () => callback(data));
  }
  getAsFile() {
    const { kind, data } = this[$item];
    return kind === "file" && this[$store].mode !== "protected" ? data : null;
  }
}
finishInterface(DataTransferItem);

/** A store for a drag, and the object through which an event shows it. */
export const newStore = (mode) => new Store(mode);
export const transferOf = (store, effect, allowed) => new DataTransfer(SECRET, store, effect, allowed);
/** What a handler left in the object of its event. */
export const effectOf = (transfer) => transfer[$store].effect;

export const ClipboardEvent = eventInterface("ClipboardEvent", Event, { clipboardData: null });

/** Fires `copy`, `cut` or `paste`; what a canceled `copy` or `cut` has set is on the clipboard then. */
export function fireClipboard(target, type, text) {
  const store = new Store(type === "paste" ? "readonly" : "readwrite");
  if (type === "paste" && text !== "") store.items.push({ kind: "string", type: "text/plain", data: text });
  const init = { bubbles: true, cancelable: true, composed: true, clipboardData: transferOf(store, "none", "uninitialized") };
  const allowed = fire(target, type, init, ClipboardEvent);
  if (!allowed && type !== "paste") {
    const item = store.items.find((one) => one.type === "text/plain");
    if (item !== undefined) host.setClipboardText(item.data);
  }
  store.mode = "protected";
  return allowed;
}

export const globals = { DataTransfer, DataTransferItemList, DataTransferItem, ClipboardEvent };
