// Asynchronous iteration over a ReadableStream (Streams § 4.2.5, Web IDL § 3.7.10.2).
import { deferred, mapped, rejected, resolved } from "ext:oracade/platform/streams/promises.js";

const AsyncIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);
const records = new WeakMap();

class Iteration {
  ongoing = null;
  finished = false;
  constructor(reader, preventCancel) {
    this.reader = reader;
    this.preventCancel = preventCancel;
  }

  /** "get the next iteration result". */
  next() {
    if (this.finished) return resolved({ value: undefined, done: true });
    const { reader } = this;
    const { promise, resolve, reject } = deferred();
    reader.read({
      chunk: (value) => resolve({ value, done: false }),
      close: () => {
        reader.release();
        resolve(null);
      },
      error: (reason) => {
        reader.release();
        reject(reason);
      },
    });
    return mapped(promise, (step) => {
      this.ongoing = null;
      if (step !== null) return step;
      this.finished = true;
      return { value: undefined, done: true };
    }, (reason) => {
      this.ongoing = null;
      this.finished = true;
      throw reason;
    });
  }

  return(value) {
    if (this.finished) return resolved({ value, done: true });
    this.finished = true;
    const { reader } = this;
    const result = this.preventCancel ? resolved() : reader.cancel(value);
    reader.release();
    return mapped(result, () => ({ value, done: true }));
  }

  /** Steps wait for each other. */
  after(step) {
    this.ongoing = this.ongoing === null ? step() : mapped(this.ongoing, step, step);
    return this.ongoing;
  }
}

const prototype = Object.create(AsyncIteratorPrototype, Object.getOwnPropertyDescriptors({
  next() {
    const iteration = records.get(this);
    return iteration === undefined ? rejected(new TypeError("Illegal invocation")) : iteration.after(() => iteration.next());
  },
  return(value = undefined) {
    const iteration = records.get(this);
    return iteration === undefined ? rejected(new TypeError("Illegal invocation")) : iteration.after(() => iteration.return(value));
  },
}));
Object.defineProperty(prototype, Symbol.toStringTag, { value: "ReadableStream AsyncIterator", configurable: true });

export function iterate(reader, preventCancel) {
  const iterator = Object.create(prototype);
  records.set(iterator, new Iteration(reader, preventCancel));
  return iterator;
}
