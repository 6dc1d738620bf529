// Structured cloning (HTML § 2.7): serialisation and deserialisation in one step, with transfer.
import { core } from "ext:core/mod.js";
import { exceptionOf, fail, isException } from "ext:oracade/dom/exception.js";
import { describe } from "ext:oracade/platform/console.js";

const apply = Reflect.apply;
const getOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const defineProperty = Object.defineProperty;
const getPrototypeOf = Object.getPrototypeOf;
const mapEntries = Map.prototype.entries;
const setValues = Set.prototype.values;
const mapIterator = getPrototypeOf(apply(mapEntries, new Map(), [])).next;
const setIterator = getPrototypeOf(apply(setValues, new Set(), [])).next;
const dateValue = Date.prototype.getTime;
const NativeDate = Date;
const regExpSource = getOwnPropertyDescriptor(RegExp.prototype, "source").get;
const regExpFlags = getOwnPropertyDescriptor(RegExp.prototype, "flags").get;
const typedArrayTag = getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
const transferBuffer = ArrayBuffer.prototype.transfer;
const sliceBuffer = ArrayBuffer.prototype.slice;
const isDetached = getOwnPropertyDescriptor(ArrayBuffer.prototype, "detached").get;
const isArray = Array.isArray;

const VIEWS = {
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array,
  BigInt64Array, BigUint64Array,
};
if (typeof Float16Array === "function") VIEWS.Float16Array = Float16Array;
const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

/** Deepest nesting that is cloned; V8's serializer also stops where its stack ends. */
const DEPTH_LIMIT = 10_000;

/** Platform classes that clone: [isInstance(object), clone(object, cloneValue)]. Modules add their own. */
export const serializable = [];
/** Platform classes that transfer: [isInstance(object), transfer(object), toWire(object, ports)]; see wire.js for the third. */
export const transferable = [];
/**
 * How platform objects travel to other agents: `{tag, is(object), out(object), in(payload)}`, where a payload is made of plain
 * values. Objects without an entry do not leave their agent.
 */
export const wires = [];

/** Makes objects of a platform class cloneable, within an agent and between agents: an entry of `wires`. */
export function cloneable(entry) {
  wires.push(entry);
  serializable.push([entry.is, (object) => entry.in(entry.out(object))]);
}

/** How messages begin: the call that clones. */
const OWN = "Failed to execute 'structuredClone' on 'Window'";
let where = OWN;

// Its own stack and name travel along, like those of the language's errors.
cloneable({
  tag: "DOMException",
  is: isException,
  out: ({ name, message, stack }) => ({ name, message, stack }),
  in: exceptionOf,
});

const isTransferable = (value) => typeof value === "object" && value !== null && transferable.some(([is]) => is(value));

/** What messages call a value that cannot be cloned. */
function nameOf(value) {
  if (typeof value === "symbol") return String(value);
  if (typeof value === "function") return describe(value);
  if (core.isProxy(value) || !isPlatformObject(value)) return `#<${describe(value)}>`;
  const name = interfaceOf(value);
  return isTransferable(value) ? `${/^[AEIOU]/.test(name) ? "An" : "A"} ${name}` : `${name} object`;
}

/** The interface of a platform object. */
function interfaceOf(object) {
  for (let proto = getPrototypeOf(object); proto !== null; proto = getPrototypeOf(proto)) {
    if (platformPrototypes.has(proto)) return getOwnPropertyDescriptor(proto, Symbol.toStringTag)?.value ?? "Object";
  }
  return "Object";
}

function refuse(value) {
  fail("DataCloneError", `${where}: ${nameOf(value)} could not be cloned${isTransferable(value) ? " because it was not transferred" : ""}.`);
}

class Cloner {
  /** `hosts`: null for a copy in this agent, else the list of what stands for platform objects: [placeholder, tag, payload]. */
  constructor(hosts = null) {
    this.hosts = hosts;
    this.memory = new Map();
    this.depth = 0;
  }

  value(value) {
    switch (typeof value) {
      case "symbol":
      case "function":
        return refuse(value);
      case "object":
        return value === null ? null : this.object(value);
      default:
        return value;
    }
  }

  object(object) {
    const known = this.memory.get(object);
    if (known !== undefined) return known;
    if (++this.depth > DEPTH_LIMIT) throw new RangeError("Maximum call stack size exceeded");
    const clone = this.fresh(object);
    this.depth--;
    return clone;
  }

  keep(object, clone) {
    this.memory.set(object, clone);
    return clone;
  }

  fresh(object) {
    if (core.isProxy(object)) return refuse(object);
    if (isArray(object)) return this.properties(object, this.keep(object, new Array(object.length)));
    const proto = getPrototypeOf(object);
    if (proto === Object.prototype || proto === null) {
      // The usual case; exotic objects below may have had their prototype changed, but not to these in practice.
      if (!isExotic(object)) return this.properties(object, this.keep(object, {}));
    }
    if (core.isDate(object)) return this.keep(object, new NativeDate(apply(dateValue, object, [])));
    if (core.isRegExp(object)) {
      return this.keep(object, new RegExp(apply(regExpSource, object, []), apply(regExpFlags, object, [])));
    }
    if (core.isMap(object)) return this.map(object);
    if (core.isSet(object)) return this.set(object);
    if (core.isAnyArrayBuffer(object)) return this.buffer(object);
    if (core.isDataView(object)) {
      return this.keep(object, new DataView(this.object(object.buffer), object.byteOffset, object.byteLength));
    }
    if (core.isTypedArray(object)) {
      const View = VIEWS[apply(typedArrayTag, object, [])];
      return this.keep(object, new View(this.object(object.buffer), object.byteOffset, object.length));
    }
    if (core.isBoxedPrimitive(object)) {
      if (core.isSymbolObject(object)) return refuse(object);
      return this.keep(object, Object(object.valueOf()));
    }
    if (this.hosts !== null) {
      const wire = wires.find((entry) => entry.is(object));
      if (wire !== undefined) return this.keep(object, this.stand(wire.tag, wire.out(object, where)));
      return this.rest(object);
    }
    for (let i = 0; i < serializable.length; i++) {
      if (serializable[i][0](object)) {
        return this.keep(object, serializable[i][1](object, (value) => this.value(value), where));
      }
    }
    return this.rest(object);
  }

  /** A placeholder for a platform object, which the receiver fills in. */
  stand(tag, payload) {
    const placeholder = { [core.hostObjectBrand]: true };
    this.hosts.push([placeholder, tag, payload]);
    return placeholder;
  }

  rest(object) {
    if (core.isNativeError(object)) return this.error(object);
    if (isExotic(object) || isPlatformObject(object)) return refuse(object);
    return this.properties(object, this.keep(object, {}));
  }

  map(object) {
    const clone = this.keep(object, new Map());
    const entries = [];
    const iterator = apply(mapEntries, object, []);
    for (let step = apply(mapIterator, iterator, []); !step.done; step = apply(mapIterator, iterator, [])) {
      entries.push(step.value);
    }
    for (const [key, value] of entries) clone.set(this.value(key), this.value(value));
    return clone;
  }

  set(object) {
    const clone = this.keep(object, new Set());
    const values = [];
    const iterator = apply(setValues, object, []);
    for (let step = apply(setIterator, iterator, []); !step.done; step = apply(setIterator, iterator, [])) {
      values.push(step.value);
    }
    for (const value of values) clone.add(this.value(value));
    return clone;
  }

  buffer(object) {
    if (core.isSharedArrayBuffer(object)) return refuse(object);
    if (apply(isDetached, object, [])) {
      fail("DataCloneError", `${where}: An ArrayBuffer is detached and could not be cloned.`);
    }
    if (object.resizable) {
      const clone = new ArrayBuffer(object.byteLength, { maxByteLength: object.maxByteLength });
      new Uint8Array(clone).set(new Uint8Array(object));
      return this.keep(object, clone);
    }
    return this.keep(object, apply(sliceBuffer, object, [0]));
  }

  error(object) {
    const name = `${object.name}`;
    const Class = Object.hasOwn(ERRORS, name) ? ERRORS[name] : Error;
    const made = this.keep(object, new Class());
    const message = getOwnPropertyDescriptor(object, "message");
    if (message !== undefined && "value" in message) {
      defineProperty(made, "message", { value: `${message.value}`, writable: true, configurable: true, enumerable: false });
    }
    const stack = object.stack;
    if (typeof stack === "string") {
      defineProperty(made, "stack", { value: stack, writable: true, configurable: true, enumerable: false });
    }
    const cause = getOwnPropertyDescriptor(object, "cause");
    if (cause !== undefined && "value" in cause) {
      const value = this.value(cause.value);
      defineProperty(made, "cause", { value, writable: true, configurable: true, enumerable: false });
    }
    return made;
  }

  properties(object, clone) {
    const keys = Object.keys(object);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      // A getter may have removed a later property.
      if (i > 0 && !Object.hasOwn(object, key)) continue;
      const value = this.value(object[key]);
      // Not by assignment where a prototype might have a setter.
      if (key in clone) {
        defineProperty(clone, key, { value, writable: true, enumerable: true, configurable: true });
      } else {
        clone[key] = value;
      }
    }
    return clone;
  }
}

function isExotic(object) {
  return core.isPromise(object) || core.isWeakMap(object) || core.isWeakSet(object) || core.isGeneratorObject(object) ||
    core.isMapIterator(object) || core.isSetIterator(object) || core.isModuleNamespaceObject(object) ||
    core.isDate(object) || core.isRegExp(object) || core.isMap(object) || core.isSet(object) ||
    core.isAnyArrayBuffer(object) || core.isArrayBufferView(object) || core.isBoxedPrimitive(object) ||
    core.isNativeError(object) || (typeof WeakRef === "function" && object instanceof WeakRef);
}

/** Objects of the platform's interfaces do not clone unless they are registered in `serializable`. */
function isPlatformObject(object) {
  for (let proto = getPrototypeOf(object); proto !== null; proto = getPrototypeOf(proto)) {
    if (platformPrototypes.has(proto)) return true;
    if (proto === Object.prototype) return false;
  }
  return false;
}
const platformPrototypes = new Set();

/** Takes what the page holds as "platform object": instances of the interfaces on the global object. */
function collectInterfaces() {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const descriptor = getOwnPropertyDescriptor(globalThis, name);
    const value = descriptor.value;
    if (typeof value !== "function" || typeof value.prototype !== "object" || value.prototype === null) continue;
    const tag = getOwnPropertyDescriptor(value.prototype, Symbol.toStringTag);
    if (tag?.value === name && value !== Map && value !== Set && value !== Promise) platformPrototypes.add(value.prototype);
  }
}

/**
 * Clones a value and transfers the given objects. Throws DataCloneError before anything is transferred. With `wire`
 * (`{hosts: [], ports: []}`) the copy is for another agent.
 */
export function cloneWithTransfer(value, transfer, wire = null, caller = OWN) {
  where = caller;
  const cloner = new Cloner(wire === null ? null : wire.hosts);
  const moved = [];
  const list = [...transfer];
  list.forEach((object, i) => {
    if (list.indexOf(object) === i) return;
    const name = core.isArrayBuffer(object) ? "ArrayBuffer" : interfaceOf(object);
    fail("DataCloneError", `${where}: ${name} at index ${i} is a duplicate of an earlier ${name}.`);
  });
  const buffers = [];
  const objects = [];
  for (const object of list) {
    if (typeof object === "object" && object !== null && core.isArrayBuffer(object)) {
      if (apply(isDetached, object, [])) {
        fail("DataCloneError", `${where}: ArrayBuffer at index ${list.indexOf(object)} is already detached.`);
      }
      // The views of a buffer are remade on the copy, which takes the memory only when all else has been cloned.
      buffers.push(object);
      continue;
    }
    const entry = transferable.find(([is]) => is(object));
    if (entry === undefined) {
      fail("DataCloneError", `${where}: Value at index ${list.indexOf(object)} does not have a transferable type.`);
    }
    objects.push([object, entry]);
    // Stands for the object while the rest is cloned.
    cloner.memory.set(object, wire === null ? object : cloner.stand(null, null));
  }
  let clone = cloner.value(value);
  if (wire !== null) {
    for (const [object, entry] of objects) {
      if (entry[2] === undefined) return refuse(object);
      const host = wire.hosts.find(([placeholder]) => placeholder === cloner.memory.get(object));
      [host[1], host[2]] = entry[2](object, wire.ports, where);
    }
  } else if (objects.length > 0) {
    // Once more, with the objects that the receiver gets: now nothing can fail.
    const second = new Cloner();
    for (const [object, entry] of objects) {
      const target = entry[1](object, where);
      second.memory.set(object, target);
      moved.push(target);
    }
    clone = second.value(value);
  }
  for (const buffer of buffers) apply(transferBuffer, buffer, []);
  return { value: clone, moved };
}

/** Clones a value without transfer. */
export function structuredCloneOf(value, caller = OWN) {
  where = caller;
  switch (typeof value) {
    case "symbol":
    case "function":
    case "object":
      return value === null ? null : new Cloner().value(value);
    default:
      return value;
  }
}

/** The `transfer` member of an options argument, or the list itself: a list of objects. */
export function transferOf(options, caller = OWN) {
  if (options === undefined || options === null) return [];
  if (typeof options !== "object" && typeof options !== "function") {
    throw new TypeError(`${caller}: The provided value is not of type 'StructuredSerializeOptions'.`);
  }
  const isList = typeof options[Symbol.iterator] === "function";
  const list = isList ? options : options.transfer;
  if (list === undefined) return [];
  return objectList(list, caller, isList ? "" : "Failed to read the 'transfer' property from 'StructuredSerializeOptions': ");
}

/** Web IDL `sequence<object>`. */
export function objectList(list, caller, inside = "") {
  if (list === null || (typeof list !== "object" && typeof list !== "function") || typeof list[Symbol.iterator] !== "function") {
    throw new TypeError(`${caller}: ${inside}The provided value cannot be converted to a sequence.`);
  }
  return Array.from(list, (object) => {
    if ((typeof object !== "object" && typeof object !== "function") || object === null) {
      throw new TypeError(`${caller}: ${inside}Failed to convert value to 'object'.`);
    }
    return object;
  });
}

export function install() {
  collectInterfaces();
  Object.defineProperty(globalThis, "structuredClone", {
    value: function structuredClone(value, options) {
      if (arguments.length === 0) {
        throw new TypeError(`${where}: 1 argument required, but only 0 present.`);
      }
      return cloneWithTransfer(value, transferOf(options)).value;
    },
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
