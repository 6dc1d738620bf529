// Clipboard and ClipboardItem (Clipboard API § 7). The clipboard is the page's own: there is no system behind it.
import { core } from "ext:core/mod.js";
import { finishInterface, host, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { blobBytes, blobOfBytes, isBlob } from "ext:oracade/platform/blob.js";
import { need, usv } from "ext:oracade/platform/idl.js";

let clipboardItems = [];
let clipboardText = "";
host.clipboardText = () => clipboardText;
host.setClipboardText = (text) => {
  clipboardText = text;
  clipboardItems = [new ClipboardItem({ "text/plain": text })];
};

class ClipboardItem {
  #entries;
  constructor(items) {
    need(1, arguments.length, "ClipboardItem");
    this.#entries = Object.entries(items);
    if (this.#entries.length === 0) throw new TypeError("Failed to construct 'ClipboardItem': Empty dictionary argument");
  }
  get types() {
    return Object.freeze(this.#entries.map(([type]) => type));
  }
  async getType(type) {
    const entry = this.#entries.find(([name]) => name === `${type}`);
    if (entry === undefined) throw new DOMException("The type was not found", "NotFoundError");
    const value = await entry[1];
    return isBlob(value) ? value : blobOfBytes(core.encode(usv(value)), entry[0]);
  }
  static supports(type) {
    return ["text/plain", "text/html", "image/png", "image/svg+xml"].includes(`${type}`);
  }
}
finishInterface(ClipboardItem);

export class Clipboard extends EventTarget {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    super();
  }
  async read() {
    return clipboardItems.slice();
  }
  async readText() {
    for (const item of clipboardItems) {
      if (item.types.includes("text/plain")) return core.decode(blobBytes(await item.getType("text/plain")));
    }
    return "";
  }
  async write(items) {
    clipboardItems = [...items];
    clipboardText = await this.readText();
  }
  async writeText(text) {
    need(1, arguments.length, "writeText", "Clipboard");
    host.setClipboardText(usv(text));
  }
}
finishInterface(Clipboard);

export const globals = { Clipboard, ClipboardItem };
