// Tells safe.js when a page gives `Array.prototype` or `Object.prototype` an index, or `Array.prototype` another prototype. Only
// what can make accessors and read-only values is of interest: a plain value on a prototype is in nobody's way.
import { lookForIndices } from "ext:oracade/ecma/safe.js";

const { apply, defineProperty, setPrototypeOf, getPrototypeOf } = Reflect;
const ArrayPrototype = Array.prototype;
const ObjectPrototype = Object.prototype;
const natives = { __proto__: null };
for (const name of ["defineProperty", "defineProperties", "setPrototypeOf", "freeze", "seal"]) natives[name] = Object[name];
const legacy = { __proto__: null };
for (const name of ["__defineGetter__", "__defineSetter__"]) legacy[name] = ObjectPrototype[name];
const proto = Object.getOwnPropertyDescriptor(ObjectPrototype, "__proto__");

/** Keys that may be an index: not the names of ordinary properties. */
function mayBeIndex(key) {
  return typeof key === "string" ? key >= "0" && key < ":" : typeof key !== "symbol";
}
function lookForPrototype() {
  if (getPrototypeOf(ArrayPrototype) !== ObjectPrototype) lookForIndices();
}

const object = {
  defineProperty(o, key, descriptor) {
    const result = natives.defineProperty(o, key, descriptor);
    if (mayBeIndex(key)) lookForIndices();
    return result;
  },
  defineProperties(o, descriptors) {
    try {
      return natives.defineProperties(o, descriptors);
    } finally {
      lookForIndices();
    }
  },
  setPrototypeOf(o, prototype) {
    const result = natives.setPrototypeOf(o, prototype);
    lookForPrototype();
    return result;
  },
  freeze(o) {
    const result = natives.freeze(o);
    lookForIndices();
    return result;
  },
  seal(o) {
    const result = natives.seal(o);
    lookForIndices();
    return result;
  },
};
const reflect = {
  defineProperty(target, key, descriptor) {
    const result = defineProperty(target, key, descriptor);
    if (mayBeIndex(key)) lookForIndices();
    return result;
  },
  setPrototypeOf(target, prototype) {
    const result = setPrototypeOf(target, prototype);
    lookForPrototype();
    return result;
  },
};
const members = {
  __defineGetter__(key, f) {
    apply(legacy.__defineGetter__, this, [key, f]);
    lookForIndices();
  },
  __defineSetter__(key, f) {
    apply(legacy.__defineSetter__, this, [key, f]);
    lookForIndices();
  },
  get __proto__() {
    return apply(proto.get, this, []);
  },
  set __proto__(value) {
    apply(proto.set, this, [value]);
    lookForPrototype();
  },
};

export function install() {
  const put = (target, from) => {
    for (const name of Object.getOwnPropertyNames(from)) {
      const descriptor = Object.getOwnPropertyDescriptor(from, name);
      defineProperty(target, name, { ...descriptor, enumerable: false });
    }
  };
  put(Object, object);
  put(Reflect, reflect);
  put(ObjectPrototype, members);
}
