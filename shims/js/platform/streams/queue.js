// Queuing strategies and queues with sizes (Streams § 7, § 8.1).
import { Fifo } from "ext:oracade/ecma/fifo.js";
import { finishInterface } from "ext:oracade/internal.js";
import { need } from "ext:oracade/platform/idl.js";

const apply = Reflect.apply;

/** A queue whose entries have sizes. */
export class SizedQueue {
  items = new Fifo();
  total = 0;
  add(value, size) {
    size = +size;
    if (!(size >= 0) || size === Infinity) throw new RangeError("The return value of a queuing strategy's size function must be a finite, non-NaN, non-negative number");
    this.items.push({ value, size });
    this.total += size;
  }
  take() {
    const { value, size } = this.items.shift();
    this.total = Math.max(0, this.total - size);
    return value;
  }
  peek() {
    return this.items.peek().value;
  }
  reset() {
    this.items = new Fifo();
    this.total = 0;
  }
  get length() {
    return this.items.length;
  }
}

/** A member of an underlying object that is a function; `of` names it. */
export function callback(dictionary, name, what, of) {
  const value = dictionary?.[name];
  if (value === undefined) return undefined;
  if (typeof value !== "function") throw new TypeError(`${what}: ${of} must be a function or undefined`);
  return value;
}

/** An underlying source, sink or transformer: an object, or nothing given. */
export function objectOf(value, what) {
  if (value === null) throw new TypeError(`${what}: Cannot convert undefined or null to object`);
  return dictionaryOf(value, what);
}

/** A dictionary argument: an object, or nothing. */
export function dictionaryOf(value, what) {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object" && typeof value !== "function") throw new TypeError(`${what}: The provided value is not of type 'object'.`);
  return value;
}

/** Web IDL `QueuingStrategy`. */
export function strategyOf(value, what) {
  const strategy = dictionaryOf(value, what);
  const mark = strategy?.highWaterMark;
  const highWaterMark = mark === undefined ? undefined : +mark;
  const size = strategy?.size;
  if (size !== undefined && typeof size !== "function") throw new TypeError(`${what}: A queuing strategy's size property must be a function`);
  return { highWaterMark, size };
}

/** "ExtractHighWaterMark". */
export function markOf({ highWaterMark }, fallback) {
  if (highWaterMark === undefined) return fallback;
  if (Number.isNaN(highWaterMark) || highWaterMark < 0) {
    throw new RangeError("A queuing strategy's highWaterMark property must be a nonnegative, non-NaN number");
  }
  return highWaterMark;
}

/** "ExtractSizeAlgorithm". */
export function sizeOf({ size }) {
  return size === undefined ? () => 1 : (chunk) => apply(size, undefined, [chunk]);
}

function markOfInit(init, name) {
  const what = `Failed to construct '${name}'`;
  if (init === null || (typeof init !== "object" && typeof init !== "function")) {
    throw new TypeError(`${what}: The provided value is not of type 'QueuingStrategyInit'.`);
  }
  if (init.highWaterMark === undefined) {
    throw new TypeError(`${what}: Failed to read the 'highWaterMark' property from 'QueuingStrategyInit': Required member is undefined.`);
  }
  return +init.highWaterMark;
}

// One function for all strategies of a kind, without a prototype, as interface members are.
const { size: byteLengthSize } = {
  size(chunk) {
    return chunk.byteLength;
  },
};
const { size: countSize } = {
  size() {
    return 1;
  },
};

class ByteLengthQueuingStrategy {
  #mark;
  constructor(init) {
    need(1, arguments.length, "ByteLengthQueuingStrategy");
    this.#mark = markOfInit(init, "ByteLengthQueuingStrategy");
  }
  get highWaterMark() {
    return this.#mark;
  }
  get size() {
    void this.#mark;
    return byteLengthSize;
  }
}
finishInterface(ByteLengthQueuingStrategy);

class CountQueuingStrategy {
  #mark;
  constructor(init) {
    need(1, arguments.length, "CountQueuingStrategy");
    this.#mark = markOfInit(init, "CountQueuingStrategy");
  }
  get highWaterMark() {
    return this.#mark;
  }
  get size() {
    void this.#mark;
    return countSize;
  }
}
finishInterface(CountQueuingStrategy);

export const globals = { ByteLengthQueuingStrategy, CountQueuingStrategy };
