// Web Storage (HTML § 12).
import { finishInterface, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { defineReadOnly, need } from "ext:oracade/platform/idl.js";

const kinds = new WeakMap(); // Storage (its proxy and what is behind it) → is a session storage

function kindOf(storage) {
  const kind = kinds.get(storage);
  if (kind === undefined) throw new TypeError("Illegal invocation");
  return kind;
}

function setItem(session, key, value) {
  if (ops.op_storage_set(session, key, value)) return;
  fail("QuotaExceededError", `Failed to execute 'setItem' on 'Storage': Setting the value of '${key}' exceeded the quota.`);
}

function getItem(session, key) {
  return ops.op_storage_get(session, key) ?? null;
}

export class Storage {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  get length() {
    return ops.op_storage_keys(kindOf(this)).length;
  }
  key(index) {
    need(1, arguments.length, "key", "Storage");
    return ops.op_storage_keys(kindOf(this))[index >>> 0] ?? null;
  }
  getItem(key) {
    need(1, arguments.length, "getItem", "Storage");
    return getItem(kindOf(this), `${key}`);
  }
  setItem(key, value) {
    need(2, arguments.length, "setItem", "Storage");
    setItem(kindOf(this), `${key}`, `${value}`);
  }
  removeItem(key) {
    need(1, arguments.length, "removeItem", "Storage");
    ops.op_storage_remove(kindOf(this), `${key}`);
  }
  clear() {
    ops.op_storage_clear(kindOf(this));
  }
}
finishInterface(Storage);

/** Named properties (Web IDL § 3.9): items show as own properties unless the prototype chain has the name. */
function handlerFor(session) {
  const named = (target, key) => typeof key === "string" && !(key in target);
  return {
    get(target, key, receiver) {
      if (named(target, key)) return getItem(session, key) ?? undefined;
      return Reflect.get(target, key, receiver);
    },
    set(target, key, value, receiver) {
      // A name that the prototypes have is no item.
      if (!named(target, key)) return Reflect.set(target, key, value, target);
      void receiver;
      setItem(session, key, `${value}`);
      return true;
    },
    has(target, key) {
      return key in target || (typeof key === "string" && getItem(session, key) !== null);
    },
    deleteProperty(target, key) {
      if (typeof key !== "string") return Reflect.deleteProperty(target, key);
      if (named(target, key)) ops.op_storage_remove(session, key);
      return true;
    },
    defineProperty(target, key, descriptor) {
      if (typeof key !== "string") return Reflect.defineProperty(target, key, descriptor);
      if (!("value" in descriptor)) return false;
      setItem(session, key, `${descriptor.value}`);
      return true;
    },
    ownKeys(target) {
      const keys = ops.op_storage_keys(session).filter((key) => named(target, key));
      return [...keys, ...Reflect.ownKeys(target)];
    },
    getOwnPropertyDescriptor(target, key) {
      if (named(target, key)) {
        const value = getItem(session, key);
        return value === null ? undefined : { value, writable: true, enumerable: true, configurable: true };
      }
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    preventExtensions() {
      return false;
    },
  };
}

function make(session) {
  const target = new Storage(SECRET);
  const proxy = new Proxy(target, handlerFor(session));
  kinds.set(target, session);
  kinds.set(proxy, session);
  return proxy;
}

const localStorage = make(false);
const sessionStorage = make(true);

export const globals = { Storage };

export function install() {
  defineReadOnly(globalThis, "localStorage", () => localStorage);
  defineReadOnly(globalThis, "sessionStorage", () => sessionStorage);
}
