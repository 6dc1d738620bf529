// ReadableStream with its default controller and reader (Streams § 4). Byte streams hand out their chunks the same way; BYOB
// readers do not exist.
import { finishInterface, host, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { isWritable, pipeInto } from "ext:oracade/platform/writable_stream.js";

const apply = Reflect.apply;

/** A promise with its resolvers. `handled` keeps a rejection from being reported. */
export function deferred(handled = false) {
  const result = Promise.withResolvers();
  if (handled) result.promise.catch(() => {});
  return result;
}

/** Calls an underlying method; the result is always a promise. */
export async function invoke(fn, self, args) {
  return fn === undefined ? undefined : await apply(fn, self, args);
}

/** High-water mark and size function of a strategy argument. */
export function strategyOf(strategy, fallback) {
  const mark = strategy?.highWaterMark === undefined ? fallback : +strategy.highWaterMark;
  if (Number.isNaN(mark) || mark < 0) throw new RangeError("Invalid highWaterMark");
  const size = strategy?.size;
  if (size !== undefined && typeof size !== "function") throw new TypeError("Invalid size");
  return { mark, size: size === undefined ? () => 1 : (chunk) => size(chunk) };
}

const slots = new WeakMap(); // ReadableStream → state
const stateOf = (stream) => {
  const state = slots.get(stream);
  if (state === undefined) throw new TypeError("Illegal invocation");
  return state;
};

export const isReadable = (object) => typeof object === "object" && object !== null && slots.has(object);
export const isLocked = (stream) => stateOf(stream).reader !== null;
export const isDisturbed = (stream) => stateOf(stream).disturbed;
export const readableState = stateOf;

function closeState(state) {
  if (state.status !== "readable") return;
  state.status = "closed";
  const reader = state.reader;
  if (reader === null) return;
  for (const request of reader.requests.splice(0)) request.resolve({ value: undefined, done: true });
  reader.closed.resolve(undefined);
}

export function errorState(state, error) {
  if (state.status !== "readable") return;
  state.status = "errored";
  state.error = error;
  state.queue = [];
  state.total = 0;
  const reader = state.reader;
  if (reader === null) return;
  for (const request of reader.requests.splice(0)) request.reject(error);
  reader.closed.reject(error);
}

function desired(state) {
  if (state.status === "errored") return null;
  if (state.status === "closed") return 0;
  return state.mark - state.total;
}

async function pullIfNeeded(state) {
  if (state.status !== "readable" || state.closing || !state.started) return;
  const waits = state.reader !== null && state.reader.requests.length > 0;
  if (!waits && !(desired(state) > 0)) return;
  if (state.pulling) {
    state.pullAgain = true;
    return;
  }
  state.pulling = true;
  try {
    await invoke(state.pull, state.source, [state.controller]);
    state.pulling = false;
    if (state.pullAgain) {
      state.pullAgain = false;
      pullIfNeeded(state);
    }
  } catch (error) {
    errorState(state, error);
  }
}

function enqueue(state, chunk) {
  const reader = state.reader;
  if (reader !== null && reader.requests.length > 0) {
    reader.requests.shift().resolve({ value: chunk, done: false });
  } else {
    let size;
    try {
      size = +state.size(chunk);
      if (!(size >= 0) || size === Infinity) throw new RangeError("Invalid chunk size");
    } catch (error) {
      errorState(state, error);
      throw error;
    }
    state.queue.push({ chunk, size });
    state.total += size;
  }
  pullIfNeeded(state);
}

function readInto(state) {
  state.disturbed = true;
  if (state.status === "errored") return Promise.reject(state.error);
  if (state.queue.length > 0) {
    const { chunk, size } = state.queue.shift();
    state.total = Math.max(0, state.total - size);
    if (state.closing && state.queue.length === 0) closeState(state);
    else pullIfNeeded(state);
    return Promise.resolve({ value: chunk, done: false });
  }
  if (state.status === "closed") return Promise.resolve({ value: undefined, done: true });
  const request = deferred();
  state.reader.requests.push(request);
  pullIfNeeded(state);
  return request.promise;
}

export async function cancelState(state, reason) {
  state.disturbed = true;
  if (state.status === "closed") return;
  if (state.status === "errored") throw state.error;
  closeState(state);
  state.queue = [];
  state.total = 0;
  await invoke(state.cancel, state.source, [reason]);
}

class ReadableStreamDefaultController {
  #state;
  constructor(secret, state) {
    if (secret !== SECRET) illegalConstructor();
    this.#state = state;
  }
  get desiredSize() {
    return desired(this.#state);
  }
  close() {
    const state = this.#state;
    if (state.closing || state.status !== "readable") {
      throw new TypeError("Failed to execute 'close' on 'ReadableStreamDefaultController': Cannot close a readable stream that has already been requested to be closed");
    }
    state.closing = true;
    if (state.queue.length === 0) closeState(state);
  }
  enqueue(chunk) {
    const state = this.#state;
    if (state.closing || state.status !== "readable") {
      throw new TypeError("Failed to execute 'enqueue' on 'ReadableStreamDefaultController': Cannot enqueue a chunk into a closed readable stream");
    }
    enqueue(state, chunk);
  }
  error(error) {
    errorState(this.#state, error);
  }
}
finishInterface(ReadableStreamDefaultController);

export class ReadableStreamDefaultReader {
  #state;
  #closed;
  constructor(stream) {
    if (!isReadable(stream)) {
      throw new TypeError("Failed to construct 'ReadableStreamDefaultReader': parameter 1 is not of type 'ReadableStream'.");
    }
    const state = stateOf(stream);
    if (state.reader !== null) {
      throw new TypeError("Failed to construct 'ReadableStreamDefaultReader': ReadableStreamDefaultReader constructor can only accept readable streams that are not yet locked to a reader");
    }
    this.#state = state;
    this.#closed = deferred(true);
    state.reader = { requests: [], closed: this.#closed };
    if (state.status === "closed") this.#closed.resolve(undefined);
    if (state.status === "errored") this.#closed.reject(state.error);
  }
  get closed() {
    return this.#closed.promise;
  }
  read() {
    if (this.#state === null) return Promise.reject(new TypeError("This readable stream reader has been released and cannot be used to read from its previous owner stream"));
    return readInto(this.#state);
  }
  cancel(reason) {
    if (this.#state === null) return Promise.reject(new TypeError("This readable stream reader has been released and cannot be used to cancel its previous owner stream"));
    return cancelState(this.#state, reason);
  }
  releaseLock() {
    const state = this.#state;
    if (state === null) return;
    const released = new TypeError("Releasing Default reader");
    for (const request of state.reader.requests.splice(0)) request.reject(released);
    if (state.status === "readable") {
      this.#closed.reject(released);
    } else {
      this.#closed = deferred(true);
      this.#closed.reject(released);
    }
    state.reader = null;
    this.#state = null;
  }
}
finishInterface(ReadableStreamDefaultReader);

export class ReadableStream {
  constructor(source = undefined, strategy = undefined) {
    if (source !== undefined && (typeof source !== "object" || source === null) && typeof source !== "function") {
      throw new TypeError("Failed to construct 'ReadableStream': The provided value is not of type 'object'.");
    }
    const type = source?.type;
    if (type !== undefined && `${type}` !== "bytes") {
      throw new TypeError(`Failed to construct 'ReadableStream': The provided value '${type}' is not a valid enum value of type ReadableStreamType.`);
    }
    const bytes = type !== undefined;
    const { mark, size } = strategyOf(strategy, bytes ? 0 : 1);
    const state = {
      status: "readable", error: undefined, reader: null, disturbed: false, queue: [], total: 0, mark,
      size: bytes ? (chunk) => chunk.byteLength : size, source, pull: source?.pull, cancel: source?.cancel,
      controller: null, started: false, closing: false, pulling: false, pullAgain: false, bytes,
    };
    slots.set(this, state);
    state.controller = new ReadableStreamDefaultController(SECRET, state);
    const start = source?.start;
    const started = start === undefined ? undefined : apply(start, source, [state.controller]);
    begin(state, started);
  }

  static from(iterable) {
    const method = iterable?.[Symbol.asyncIterator] ?? iterable?.[Symbol.iterator];
    if (typeof method !== "function") throw new TypeError("Failed to execute 'from' on 'ReadableStream': the object is not iterable");
    const iterator = apply(method, iterable, []);
    return new ReadableStream({
      async pull(controller) {
        const step = await iterator.next();
        if (step.done) controller.close();
        else controller.enqueue(await step.value);
      },
      async cancel(reason) {
        await iterator.return?.(reason);
      },
    }, { highWaterMark: 0 });
  }

  get locked() {
    return isLocked(this);
  }
  cancel(reason) {
    if (isLocked(this)) return Promise.reject(new TypeError("Failed to execute 'cancel' on 'ReadableStream': Cannot cancel a locked stream"));
    return cancelState(stateOf(this), reason);
  }
  getReader(options = undefined) {
    stateOf(this);
    if (options?.mode !== undefined) {
      throw new TypeError("Failed to execute 'getReader' on 'ReadableStream': BYOB readers are not supported");
    }
    return new ReadableStreamDefaultReader(this);
  }
  pipeThrough(pair, options = undefined) {
    if (!isReadable(pair?.readable) || !isWritable(pair?.writable)) {
      throw new TypeError("Failed to execute 'pipeThrough' on 'ReadableStream': parameter 1 is not a transform");
    }
    if (isLocked(this) || pair.writable.locked) throw new TypeError("Cannot pipe a locked stream");
    pipeInto(new ReadableStreamDefaultReader(this), pair.writable, options).catch(() => {});
    return pair.readable;
  }
  pipeTo(destination, options = undefined) {
    if (!isWritable(destination)) {
      return Promise.reject(new TypeError("Failed to execute 'pipeTo' on 'ReadableStream': parameter 1 is not of type 'WritableStream'."));
    }
    if (isLocked(this) || destination.locked) {
      return Promise.reject(new TypeError("Failed to execute 'pipeTo' on 'ReadableStream': Cannot pipe a locked stream"));
    }
    return pipeInto(new ReadableStreamDefaultReader(this), destination, options);
  }
  tee() {
    const reader = new ReadableStreamDefaultReader(this);
    const controllers = [null, null];
    const canceled = [false, false];
    const reasons = [undefined, undefined];
    const done = deferred();
    let reading = false;
    const pull = async () => {
      if (reading) return;
      reading = true;
      const { value, done: end } = await reader.read().catch((error) => {
        controllers.forEach((controller) => controller.error(error));
        return { done: null };
      });
      reading = false;
      if (end === null) return;
      for (let i = 0; i < 2; i++) {
        if (canceled[i]) continue;
        if (end) controllers[i].close();
        else controllers[i].enqueue(value);
      }
      if (end) done.resolve(undefined);
    };
    const branch = (i) =>
      new ReadableStream({
        start(controller) {
          controllers[i] = controller;
        },
        pull,
        cancel(reason) {
          canceled[i] = true;
          reasons[i] = reason;
          if (canceled[0] && canceled[1]) reader.cancel(reasons).then(done.resolve, done.reject);
          return done.promise;
        },
      }, { highWaterMark: 0 });
    return [branch(0), branch(1)];
  }
  values(options = undefined) {
    const reader = new ReadableStreamDefaultReader(this);
    const preventCancel = Boolean(options?.preventCancel);
    let finished = false;
    return Object.setPrototypeOf({
      async next() {
        if (finished) return { value: undefined, done: true };
        try {
          const step = await reader.read();
          if (step.done) {
            finished = true;
            reader.releaseLock();
          }
          return step;
        } catch (error) {
          finished = true;
          reader.releaseLock();
          throw error;
        }
      },
      async return(value) {
        if (!finished) {
          finished = true;
          if (!preventCancel) await reader.cancel(value);
          reader.releaseLock();
        }
        return { value, done: true };
      },
    }, AsyncIterator);
  }
}
const AsyncIterator = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}.prototype));

async function begin(state, started) {
  try {
    await started;
    state.started = true;
    pullIfNeeded(state);
  } catch (error) {
    errorState(state, error);
  }
}
finishInterface(ReadableStream);
Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
  value: ReadableStream.prototype.values,
  writable: true,
  enumerable: false,
  configurable: true,
});

/** A stream that gives the bytes in chunks of at most 64 KiB. */
export function streamOfBytes(bytes) {
  let at = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      if (at < bytes.length) {
        controller.enqueue(bytes.slice(at, at + 65536));
        at += 65536;
      }
      if (at >= bytes.length) controller.close();
    },
  });
}

/** Reads a stream of Uint8Array chunks to its end. */
export async function bytesOfStream(stream) {
  const reader = new ReadableStreamDefaultReader(stream);
  const chunks = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    if (!(value instanceof Uint8Array)) throw new TypeError("Received non-Uint8Array chunk");
    chunks.push(value);
    length += value.length;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
host.streamOfBytes = streamOfBytes;

export class ByteLengthQueuingStrategy {
  #mark;
  constructor(init) {
    this.#mark = +init.highWaterMark;
  }
  get highWaterMark() {
    return this.#mark;
  }
  get size() {
    return byteLengthSize;
  }
}
const byteLengthSize = function size(chunk) {
  return chunk.byteLength;
};
finishInterface(ByteLengthQueuingStrategy);

export class CountQueuingStrategy {
  #mark;
  constructor(init) {
    this.#mark = +init.highWaterMark;
  }
  get highWaterMark() {
    return this.#mark;
  }
  get size() {
    return countSize;
  }
}
const countSize = function size() {
  return 1;
};
finishInterface(CountQueuingStrategy);

export const globals = {
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  ReadableStream,
  ReadableStreamDefaultController,
  ReadableStreamDefaultReader,
};
