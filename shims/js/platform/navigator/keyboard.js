// Keyboard and KeyboardLayoutMap (Keyboard Map § 4, Keyboard Lock § 4): an American board, of which keys may be locked.
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { DOMException } from "ext:oracade/dom/exception.js";

const letters = Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => [`Key${letter.toUpperCase()}`, letter]);
const digits = Array.from("0123456789", (digit) => [`Digit${digit}`, digit]);
// Pages see its iterators.
const NativeMap = Map;
const LAYOUT = new NativeMap([
  ...letters, ...digits, ["Backquote", "`"], ["Backslash", "\\"], ["BracketLeft", "["], ["BracketRight", "]"], ["Comma", ","],
  ["Equal", "="], ["IntlBackslash", "<"], ["IntlYen", "¥"], ["Minus", "-"], ["Period", "."], ["Quote", "'"], ["Semicolon", ";"],
  ["Slash", "/"],
]);
/** Codes that are not of a writing key. */
const CODE = /^(F\d{1,2}|Arrow(Up|Down|Left|Right)|(Control|Shift|Alt|Meta)(Left|Right)|Numpad\w+|Escape|Enter|Tab|Space|Backspace|CapsLock|ContextMenu|Delete|End|Home|Insert|Page(Up|Down)|NumLock|Pause|PrintScreen|ScrollLock)$/;

class KeyboardLayoutMap {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("KeyboardLayoutMap");
  }
  get size() {
    return LAYOUT.size;
  }
  get(key) {
    return LAYOUT.get(`${key}`);
  }
  has(key) {
    return LAYOUT.has(`${key}`);
  }
  entries() {
    return LAYOUT.entries();
  }
  keys() {
    return LAYOUT.keys();
  }
  values() {
    return LAYOUT.values();
  }
  forEach(callback, thisArg = undefined) {
    for (const [key, value] of LAYOUT) callback.call(thisArg, value, key, this);
  }
}
Object.defineProperty(KeyboardLayoutMap.prototype, Symbol.iterator, { value: KeyboardLayoutMap.prototype.entries, writable: true, configurable: true });
finishInterface(KeyboardLayoutMap);
const layout = new KeyboardLayoutMap(SECRET);

export class Keyboard {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("Keyboard");
  }
  async getLayoutMap() {
    return layout;
  }
  /** Input never goes elsewhere here, so that a lock changes nothing. */
  async lock(keyCodes = []) {
    for (const code of keyCodes) {
      if (!LAYOUT.has(`${code}`) && !CODE.test(`${code}`)) throw new DOMException("No valid key codes passed into lock().", "InvalidAccessError");
    }
  }
  unlock() {}
}
finishInterface(Keyboard);

export const globals = { Keyboard, KeyboardLayoutMap };
