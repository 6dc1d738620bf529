// DOMStringList (HTML § 2.6.2.4).
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { need } from "ext:oracade/platform/idl.js";

export class DOMStringList {
  #items;
  constructor(secret, items) {
    if (secret !== SECRET) illegalConstructor();
    this.#items = items;
    // The list never changes, so its indexed properties are plain ones.
    items.forEach((value, i) => Object.defineProperty(this, i, { value, enumerable: true, configurable: true }));
  }
  get length() {
    return this.#items.length;
  }
  item(index) {
    need(1, arguments.length, "item", "DOMStringList");
    return this.#items[index >>> 0] ?? null;
  }
  contains(string) {
    need(1, arguments.length, "contains", "DOMStringList");
    return this.#items.includes(`${string}`);
  }
}
finishInterface(DOMStringList);
Object.defineProperty(DOMStringList.prototype, Symbol.iterator, {
  value: Array.prototype.values,
  writable: true,
  configurable: true,
});

export function stringList(items) {
  return new DOMStringList(SECRET, items);
}

export const globals = { DOMStringList };
