// console (Console Standard). Each line's text is what a debugging client makes of the arguments: their values joined by
// spaces, objects by their description.
import { core } from "ext:core/mod.js";
import { now, ops } from "ext:oracade/internal.js";

const functionToString = Function.prototype.toString;
const apply = Reflect.apply;
const getPrototypeOf = Object.getPrototypeOf;
const getOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const toISO = Date.prototype.toString;
const regExpToString = RegExp.prototype.toString;
const symbolToString = Symbol.prototype.toString;
const mapSize = getOwnPropertyDescriptor(Map.prototype, "size").get;
const setSize = getOwnPropertyDescriptor(Set.prototype, "size").get;
const isArray = Array.isArray;

/** Longest text of one line in UTF-16 units. */
const TEXT_LIMIT = 100_000;

/** The class name of an object without running page code. */
function className(object) {
  for (let o = object, depth = 0; o !== null && depth < 1000; o = getPrototypeOf(o), depth++) {
    if (core.isProxy(o)) break;
    const constructor = getOwnPropertyDescriptor(o, "constructor")?.value;
    if (typeof constructor === "function" && !core.isProxy(constructor)) {
      const name = getOwnPropertyDescriptor(constructor, "name")?.value;
      if (typeof name === "string" && name !== "") return name;
    }
  }
  return "Object";
}

function dataProperty(object, name) {
  for (let o = object; o !== null; o = getPrototypeOf(o)) {
    const descriptor = getOwnPropertyDescriptor(o, name);
    if (descriptor !== undefined) return descriptor.value;
  }
  return undefined;
}

/** Hook for descriptions of platform objects, by the module that owns the class: object → text or undefined. */
export const describers = [];

/** The description of an object as the inspector gives it. */
export function describe(object) {
  if (typeof object === "function") return core.isProxy(object) ? "Proxy(Function)" : apply(functionToString, object, []);
  if (core.isProxy(object)) return "Proxy(Object)";
  if (isArray(object)) return `${className(object)}(${object.length})`;
  if (core.isNativeError(object)) {
    const stack = getOwnPropertyDescriptor(object, "stack");
    const text = stack === undefined ? undefined : stack.value ?? object.stack;
    return typeof text === "string" && text !== "" ? text : `${className(object)}: ${dataProperty(object, "message") ?? ""}`;
  }
  if (core.isDate(object)) return apply(toISO, object, []);
  if (core.isRegExp(object)) return apply(regExpToString, object, []);
  if (core.isMap(object)) return `${className(object)}(${apply(mapSize, object, [])})`;
  if (core.isSet(object)) return `${className(object)}(${apply(setSize, object, [])})`;
  if (core.isTypedArray(object)) return `${className(object)}(${object.length})`;
  if (core.isDataView(object) || core.isAnyArrayBuffer(object)) return `${className(object)}(${object.byteLength})`;
  for (const describer of describers) {
    const text = describer(object);
    if (text !== undefined) return text;
  }
  return className(object);
}

/** The text of one argument: its value if it is a primitive, else its description. */
export function textOf(value) {
  switch (typeof value) {
    case "string":
      return value;
    case "undefined":
      return "";
    case "number":
      return Object.is(value, -0) ? "-0" : `${value}`;
    case "bigint":
      return `${value}n`;
    case "symbol":
      return apply(symbolToString, value, []);
    case "boolean":
      return `${value}`;
    default:
      return value === null ? "" : describe(value);
  }
}

/** Joins arguments to the text of a line. */
export function lineOf(args) {
  let text = "";
  for (let i = 0; i < args.length; i++) {
    let part;
    try {
      part = textOf(args[i]);
    } catch {
      part = "Object";
    }
    text += i === 0 ? part : ` ${part}`;
    if (text.length > TEXT_LIMIT) return text.slice(0, TEXT_LIMIT);
  }
  return text;
}

function print(kind, args) {
  ops.op_report(kind, lineOf(args));
}

const counts = new Map();
const timers = new Map();
const labelOf = (label) => (label === undefined ? "default" : `${label}`);

const members = {
  debug(...args) {
    print("debug", args);
  },
  error(...args) {
    print("error", args);
  },
  info(...args) {
    print("info", args);
  },
  log(...args) {
    print("log", args);
  },
  warn(...args) {
    print("warning", args);
  },
  dir(...args) {
    print("dir", args);
  },
  dirxml(...args) {
    print("dirxml", args);
  },
  table(...args) {
    print("table", args);
  },
  trace(...args) {
    print("trace", args.length === 0 ? ["console.trace"] : args);
  },
  group(...args) {
    print("startGroup", args.length === 0 ? ["console.group"] : args);
  },
  groupCollapsed(...args) {
    print("startGroupCollapsed", args.length === 0 ? ["console.groupCollapsed"] : args);
  },
  groupEnd() {
    print("endGroup", ["console.groupEnd"]);
  },
  clear() {
    print("clear", ["console.clear"]);
  },
  count(label) {
    const name = labelOf(label);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    print("count", [`${name}: ${count}`]);
  },
  countReset(label) {
    const name = labelOf(label);
    if (!counts.has(name)) print("warning", [`Count for '${name}' does not exist`]);
    counts.delete(name);
  },
  assert(condition, ...args) {
    if (condition) return;
    print("assert", args.length === 0 ? ["console.assert"] : args);
  },
  profile() {},
  profileEnd() {},
  time(label) {
    const name = labelOf(label);
    if (timers.has(name)) print("warning", [`Timer '${name}' already exists`]);
    else timers.set(name, now());
  },
  timeLog(label, ...args) {
    const name = labelOf(label);
    const begun = timers.get(name);
    if (begun === undefined) print("warning", [`Timer '${name}' does not exist`]);
    else print("log", [`${name}: ${now() - begun} ms`, ...args]);
  },
  timeEnd(label) {
    const name = labelOf(label);
    const begun = timers.get(name);
    if (begun === undefined) {
      print("warning", [`Timer '${name}' does not exist`]);
      return;
    }
    timers.delete(name);
    print("timeEnd", [`${name}: ${now() - begun} ms`]);
  },
  timeStamp() {},
};

export function install() {
  const console = Object.create({});
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(console, name, { value, writable: true, enumerable: true, configurable: true });
  }
  Object.defineProperty(console, "memory", {
    get: () => globalThis.performance?.memory,
    enumerable: true,
    configurable: true,
  });
  Object.defineProperty(console, Symbol.toStringTag, { value: "console", configurable: true });
  Object.defineProperty(globalThis, "console", { value: console, writable: true, enumerable: false, configurable: true });
}
