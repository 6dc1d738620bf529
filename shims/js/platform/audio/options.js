// Web IDL for the constructors and factory methods of Web Audio: contexts, dictionaries and the errors they give.
import { SECRET } from "ext:oracade/internal.js";

const fround = Math.fround;
const isFinite = Number.isFinite;

let method = null; // the factory method that is making a node

/** Runs `make` for a factory method of a context: errors name the method instead of the constructor. */
export function creating(context, name, make, cls = "BaseAudioContext") {
  engineOf(context);
  const outer = method;
  method = `Failed to execute '${name}' on '${cls}'`;
  try {
    return make();
  } finally {
    method = outer;
  }
}

/** How errors begin while an object of a class is made. */
export const whileMaking = (name) => method ?? `Failed to construct '${name}'`;

/** What drives a context; throws for what is no context. */
export function engineOf(context) {
  const engine = typeof context === "object" && context !== null ? context[SECRET] : undefined;
  if (engine?.context !== context) throw new TypeError("Illegal invocation");
  return engine;
}

/** The first argument of a node's constructor. */
export function contextArgument(context, name) {
  const engine = typeof context === "object" && context !== null ? context[SECRET] : undefined;
  if (engine?.context !== context) throw new TypeError(`${whileMaking(name)}: parameter 1 is not of type 'BaseAudioContext'.`);
  return engine;
}

/** A `float` that may not be infinite or NaN. */
export function floatOf(value, where) {
  const number = fround(+value);
  if (!isFinite(number)) throw new TypeError(`${where}: The provided float value is non-finite.`);
  return number;
}

/** A `double` that may not be infinite or NaN. */
export function doubleOf(value, where) {
  const number = +value;
  if (!isFinite(number)) throw new TypeError(`${where}: The provided double value is non-finite.`);
  return number;
}

/** A number in a message: six digits. */
export function numberText(value) {
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return `${value}`;
  return value.toPrecision(6);
}

/** A sequence of numbers as an array. */
export function sequenceOf(value, where, convert) {
  const iterator = value === null || typeof value !== "object" ? undefined : value[Symbol.iterator];
  if (typeof iterator !== "function") throw new TypeError(`${where}: The provided value cannot be converted to a sequence.`);
  return Array.from(value, (item) => convert(item, where));
}

/** A Float32Array over memory of its own kind (not shared, not resizable). */
export function float32Array(value, index, where) {
  if (!(value instanceof Float32Array)) throw new TypeError(`${where}: parameter ${index} is not of type 'Float32Array'.`);
  if (!(value.buffer instanceof ArrayBuffer)) throw new TypeError(`${where}: The provided Float32Array value must not be shared.`);
  return value;
}

/** Members of a dictionary. */
class Options {
  constructor(value, name, type) {
    this.value = value;
    this.where = whileMaking(name);
    this.type = type;
  }
  #read(key, convert, fallback) {
    const value = this.value[key];
    if (value === undefined) return fallback;
    return convert(value, `${this.where}: Failed to read the '${key}' property from '${this.type}'`);
  }
  has(key) {
    return this.value[key] !== undefined;
  }
  required(key) {
    const value = this.value[key];
    if (value === undefined) throw new TypeError(`${this.where}: Failed to read the '${key}' property from '${this.type}': Required member is undefined.`);
    return this;
  }
  float(key, fallback) {
    return this.#read(key, floatOf, fallback);
  }
  double(key, fallback) {
    return this.#read(key, doubleOf, fallback);
  }
  count(key, fallback) {
    return this.#read(key, (value) => value >>> 0, fallback);
  }
  boolean(key, fallback) {
    return this.#read(key, Boolean, fallback);
  }
  choice(key, values, type, fallback) {
    return this.#read(key, (value, where) => {
      if (!values.includes(`${value}`)) throw new TypeError(`${where}: The provided value '${value}' is not a valid enum value of type ${type}.`);
      return `${value}`;
    }, fallback);
  }
  object(key, test, type, nullable = false) {
    return this.#read(key, (value, where) => {
      if (value === null && nullable) return null;
      if (!test(value)) throw new TypeError(`${where}: Failed to convert value to '${type}'.`);
      return value;
    }, null);
  }
  sequence(key, convert) {
    return this.#read(key, (value, where) => sequenceOf(value, where, convert), null);
  }
}

/** The dictionary argument of a constructor. */
export function optionsOf(value, name, type) {
  if (value === undefined || value === null) value = {};
  else if (typeof value !== "object" && typeof value !== "function") {
    throw new TypeError(`${whileMaking(name)}: The provided value is not of type '${type}'.`);
  }
  return new Options(value, name, type);
}
