// WeakRef and FinalizationRegistry without a view of the collector (ECMA-262 § 26.1, 26.2). When V8 collects is not part of a page's
// inputs, so a page must not see it: here targets live as long as the references to them, which the standard allows.
import { finishInterface } from "ext:oracade/internal.js";

/** V8's own, for shims that hold caches a page cannot see. */
export const NativeWeakRef = globalThis.WeakRef;

/** ECMA-262 § 9.14 CanBeHeldWeakly. */
function canBeHeldWeakly(value) {
  if (typeof value === "symbol") return Symbol.keyFor(value) === undefined;
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

class WeakRef {
  #target;
  constructor(target) {
    if (!canBeHeldWeakly(target)) throw new TypeError("WeakRef: target must be an object");
    this.#target = target;
  }
  deref() {
    return this.#target;
  }
}

class FinalizationRegistry {
  #tokens = new WeakMap();
  constructor(cleanupCallback) {
    if (typeof cleanupCallback !== "function") throw new TypeError("FinalizationRegistry: cleanup must be callable");
  }
  register(target, heldValue, unregisterToken = undefined) {
    if (!canBeHeldWeakly(target)) {
      throw new TypeError("FinalizationRegistry.prototype.register: invalid target");
    }
    if (target === heldValue) {
      throw new TypeError("FinalizationRegistry.prototype.register: target and holdings must not be same");
    }
    if (unregisterToken === undefined) return;
    if (!canBeHeldWeakly(unregisterToken)) throw new TypeError(`Invalid unregisterToken ('${String(unregisterToken)}')`);
    this.#tokens.set(unregisterToken, true);
  }
  unregister(token) {
    if (!canBeHeldWeakly(token)) throw new TypeError(`Invalid unregisterToken ('${String(token)}')`);
    return this.#tokens.delete(token);
  }
}

export function install() {
  for (const cls of [WeakRef, FinalizationRegistry]) {
    finishInterface(cls);
    for (const key of Object.getOwnPropertyNames(cls.prototype)) {
      const descriptor = Object.getOwnPropertyDescriptor(cls.prototype, key);
      // Members of ECMAScript's classes are not enumerable, unlike those of the web's.
      Object.defineProperty(cls.prototype, key, { ...descriptor, enumerable: false });
    }
    Object.defineProperty(globalThis, cls.name, { value: cls, writable: true, enumerable: false, configurable: true });
  }
}
