// adoptedStyleSheets of documents and shadow roots (CSSOM § 6.2.4): observable arrays (Web IDL § 3.10).
import { host } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import * as mirror from "ext:oracade/dom/mirror.js";
import { CSSStyleSheet, countAdopters, isConstructed } from "ext:oracade/css/stylesheet.js";
import { $connected } from "ext:oracade/dom/slots.js";

const $adopted = Symbol("adopted style sheets"); // {list, proxy, known}

function slotsOf(root) {
  if (root[$adopted] === undefined) {
    const list = [];
    root[$adopted] = { list, proxy: new Proxy(list, handler(root)), known: [] };
  }
  return root[$adopted];
}

/** The attribute's value: always the same object, which the page may change. */
export function adoptedSheets(root) {
  return slotsOf(root).proxy;
}

export function setAdoptedSheets(root, value) {
  const sheets = [...value];
  sheets.forEach((sheet) => check(root, sheet));
  const { list } = slotsOf(root);
  list.splice(0, list.length, ...sheets);
  emit(root);
}

function check(root, sheet) {
  const what = `'adoptedStyleSheets' property on '${root.constructor.name}'`;
  if (!(sheet instanceof CSSStyleSheet)) {
    throw new TypeError(`Failed to set the ${what}: Failed to convert value to 'CSSStyleSheet'.`);
  }
  if (!isConstructed(sheet)) {
    fail("NotAllowedError", `Failed to set the ${what}: Can't adopt non-constructed stylesheets.`);
  }
}

function emit(root) {
  if (!root[$connected]) return;
  const slots = root[$adopted];
  const before = slots.known;
  slots.known = [...slots.list];
  const ids = slots.known.map((sheet) => countAdopters(sheet, 1));
  mirror.sheetsAdopted(root, ids);
  for (const sheet of before) countAdopters(sheet, -1);
}

host.rootConnected = (root) => {
  if (root[$adopted] !== undefined) emit(root);
};

host.rootDisconnected = (root) => {
  if (root[$adopted] === undefined) return;
  for (const sheet of root[$adopted].known) countAdopters(sheet, -1);
  root[$adopted].known = [];
};

const INDEX = /^(?:0|[1-9]\d*)$/;

/** Changes go through one by one, as a page makes them. */
function handler(root) {
  const put = (list, index, sheet) => {
    if (index > list.length) return false;
    check(root, sheet);
    list[index] = sheet;
    emit(root);
    return true;
  };
  const resize = (list, value) => {
    const length = value >>> 0;
    if (length !== +value) throw new RangeError("Invalid array length");
    if (length > list.length) return false;
    if (length < list.length) {
      list.length = length;
      emit(root);
    }
    return true;
  };
  return {
    set(list, key, value, receiver) {
      if (key === "length") return resize(list, value);
      return typeof key === "string" && INDEX.test(key) ? put(list, +key, value) : Reflect.set(list, key, value, receiver);
    },
    defineProperty(list, key, descriptor) {
      const indexed = typeof key === "string" && INDEX.test(key);
      if (!indexed && key !== "length") return Reflect.defineProperty(list, key, descriptor);
      if ("get" in descriptor || "set" in descriptor) return false;
      if (key === "length") return !descriptor.configurable && !descriptor.enumerable && (!("value" in descriptor) || resize(list, descriptor.value));
      if (descriptor.configurable === false || descriptor.enumerable === false || descriptor.writable === false) return false;
      return !("value" in descriptor) || put(list, +key, descriptor.value);
    },
    deleteProperty(list, key) {
      if (typeof key !== "string" || !INDEX.test(key)) return key !== "length" && Reflect.deleteProperty(list, key);
      if (+key >= list.length) return true;
      if (+key !== list.length - 1) return false;
      return resize(list, +key);
    },
    preventExtensions() {
      return false;
    },
  };
}
