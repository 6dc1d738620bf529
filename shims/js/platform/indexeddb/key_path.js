// Key paths (Indexed Database API § 2.5, § 7.1–7.3).
import { host } from "ext:oracade/internal.js";
import { isBlob } from "ext:oracade/platform/blob.js";

const isArray = Array.isArray;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

function isValidText(path) {
  return path === "" || path.split(".").every((name) => IDENTIFIER.test(name));
}

/** Whether a key path (a text or a list of texts) is valid. */
export function isValidPath(path) {
  return isArray(path) ? path.length > 0 && path.every(isValidText) : isValidText(path);
}

/** Web IDL `(DOMString or sequence<DOMString>)`. */
export function pathOf(value) {
  const isList = (typeof value === "object" || typeof value === "function") && value !== null &&
    typeof value[Symbol.iterator] === "function";
  return isList ? Array.from(value, (item) => `${item}`) : `${value}`;
}

function step(value, name) {
  if (typeof value === "string") return name === "length" ? value.length : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (isArray(value) && name === "length") return value.length;
  if (isBlob(value)) {
    if (name === "size") return value.size;
    if (name === "type") return value.type;
    if (value instanceof host.globals.File && (name === "name" || name === "lastModified")) return value[name];
  }
  // The value is a clone of ours: there are no getters.
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** What a key path leads to in a cloned value; undefined: nothing. */
export function evaluate(value, path) {
  if (isArray(path)) {
    const found = [];
    for (let i = 0; i < path.length; i++) {
      const item = evaluate(value, path[i]);
      if (item === undefined) return undefined;
      set(found, i, item);
    }
    return found;
  }
  if (path === "") return value;
  for (const name of path.split(".")) {
    value = step(value, name);
    if (value === undefined) return undefined;
  }
  return value;
}

const holdsKey = (value) => typeof value === "object" && value !== null && !isBlob(value) && !ArrayBuffer.isView(value);

/** "check that a key could be injected into a value". */
export function canInject(value, path) {
  const names = path.split(".");
  names.pop();
  for (const name of names) {
    if (!holdsKey(value)) return false;
    if (!Object.hasOwn(value, name)) return true;
    value = value[name];
  }
  return holdsKey(value);
}

function set(value, name, item) {
  Object.defineProperty(value, name, { value: item, writable: true, enumerable: true, configurable: true });
}

/** "inject a key into a value": after `canInject` has said yes. */
export function inject(value, path, key) {
  const names = path.split(".");
  const last = names.pop();
  for (const name of names) {
    if (!Object.hasOwn(value, name)) set(value, name, {});
    value = value[name];
  }
  set(value, last, key);
}
