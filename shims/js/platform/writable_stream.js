// WritableStream and its default writer (Streams § 5), and piping.
import { finishInterface, host, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { deferred, invoke, strategyOf } from "ext:oracade/platform/readable_stream.js";

const apply = Reflect.apply;
const slots = new WeakMap();
const stateOf = (stream) => {
  const state = slots.get(stream);
  if (state === undefined) throw new TypeError("Illegal invocation");
  return state;
};

export const isWritable = (object) => typeof object === "object" && object !== null && slots.has(object);

function backpressureChanged(state) {
  const writer = state.writer;
  if (writer === null) return;
  const ready = state.status === "writable" && !state.closing && state.mark - state.total <= 0;
  if (ready && writer.isReady) {
    writer.isReady = false;
    writer.ready = deferred(true);
  } else if (!ready && !writer.isReady) {
    writer.isReady = true;
    writer.ready.resolve(undefined);
  }
}

/** Puts the stream in error: everything that waits is rejected. */
export function errorWritable(state, error) {
  if (state.status !== "writable") return;
  state.status = "errored";
  state.error = error;
  for (const { done } of state.queue.splice(0)) done.reject(error);
  state.total = 0;
  state.abortSignal.abort(error);
  const writer = state.writer;
  if (writer === null) return;
  if (writer.isReady) writer.ready = deferred(true);
  writer.isReady = true;
  writer.ready.reject(error);
  writer.closed.reject(error);
}

async function advance(state) {
  if (state.busy || !state.started) return;
  state.busy = true;
  while (state.queue.length > 0 && state.status === "writable") {
    const item = state.queue.shift();
    try {
      if (item.close) {
        await invoke(state.close, state.sink, []);
        if (state.status !== "writable") break;
        state.status = "closed";
        state.writer?.closed.resolve(undefined);
      } else {
        await invoke(state.write, state.sink, [item.chunk, state.controller]);
        state.total = Math.max(0, state.total - item.size);
        if (state.status === "writable") backpressureChanged(state);
      }
      item.done.resolve(undefined);
    } catch (error) {
      item.done.reject(error);
      errorWritable(state, error);
    }
  }
  state.busy = false;
}

function write(state, chunk) {
  if (state.status === "errored") return Promise.reject(state.error);
  if (state.closing || state.status === "closed") return Promise.reject(new TypeError("Cannot write to a closing writable stream"));
  let size;
  try {
    size = +state.size(chunk);
    if (!(size >= 0) || size === Infinity) throw new RangeError("Invalid chunk size");
  } catch (error) {
    errorWritable(state, error);
    return Promise.reject(error);
  }
  const done = deferred(true);
  state.queue.push({ close: false, chunk, size, done });
  state.total += size;
  backpressureChanged(state);
  advance(state);
  return done.promise;
}

function close(state) {
  if (state.status === "errored") return Promise.reject(state.error);
  if (state.closing || state.status === "closed") return Promise.reject(new TypeError("Cannot close an already-closing writable stream"));
  state.closing = true;
  const done = deferred(true);
  state.queue.push({ close: true, chunk: undefined, size: 0, done });
  backpressureChanged(state);
  advance(state);
  return done.promise;
}

async function abort(state, reason) {
  if (state.status !== "writable") return;
  errorWritable(state, reason);
  await invoke(state.abort, state.sink, [reason]);
}

class WritableStreamDefaultController {
  #state;
  constructor(secret, state) {
    if (secret !== SECRET) illegalConstructor();
    this.#state = state;
  }
  get signal() {
    return this.#state.abortSignal.signal;
  }
  error(error) {
    errorWritable(this.#state, error);
  }
}
finishInterface(WritableStreamDefaultController);

export class WritableStreamDefaultWriter {
  #state;
  #slots;
  constructor(stream) {
    const state = stateOf(stream);
    if (state.writer !== null) throw new TypeError("Failed to construct 'WritableStreamDefaultWriter': the stream is locked to a writer");
    this.#state = state;
    this.#slots = state.writer = { isReady: true, ready: deferred(true), closed: deferred(true) };
    this.#slots.ready.resolve(undefined);
    if (state.status === "closed") this.#slots.closed.resolve(undefined);
    else if (state.status === "errored") {
      this.#slots.ready = deferred(true);
      this.#slots.ready.reject(state.error);
      this.#slots.closed.reject(state.error);
    } else backpressureChanged(state);
  }
  get closed() {
    return this.#slots.closed.promise;
  }
  get ready() {
    return this.#slots.ready.promise;
  }
  get desiredSize() {
    const state = this.#state;
    if (state === null) throw new TypeError("This writable stream writer has been released");
    if (state.status === "errored") return null;
    return state.status === "closed" ? 0 : state.mark - state.total;
  }
  write(chunk) {
    return this.#state === null ? released() : write(this.#state, chunk);
  }
  close() {
    return this.#state === null ? released() : close(this.#state);
  }
  abort(reason) {
    return this.#state === null ? released() : abort(this.#state, reason);
  }
  releaseLock() {
    if (this.#state === null) return;
    const error = new TypeError("This writable stream writer has been released");
    this.#slots.closed = deferred(true);
    this.#slots.closed.reject(error);
    this.#slots.ready = deferred(true);
    this.#slots.ready.reject(error);
    this.#state.writer = null;
    this.#state = null;
  }
}
finishInterface(WritableStreamDefaultWriter);

function released() {
  return Promise.reject(new TypeError("This writable stream writer has been released"));
}

export class WritableStream {
  constructor(sink = undefined, strategy = undefined) {
    const { mark, size } = strategyOf(strategy, 1);
    const state = {
      status: "writable", error: undefined, writer: null, queue: [], total: 0, mark, size, sink, write: sink?.write,
      close: sink?.close, abort: sink?.abort, controller: null, started: false, closing: false, busy: false,
      abortSignal: new globalThis.AbortController(),
    };
    slots.set(this, state);
    state.controller = new WritableStreamDefaultController(SECRET, state);
    const started = sink?.start === undefined ? undefined : apply(sink.start, sink, [state.controller]);
    begin(state, started);
  }
  get locked() {
    return stateOf(this).writer !== null;
  }
  abort(reason) {
    if (stateOf(this).writer !== null) return Promise.reject(new TypeError("Cannot abort a locked stream"));
    return abort(stateOf(this), reason);
  }
  close() {
    if (stateOf(this).writer !== null) return Promise.reject(new TypeError("Cannot close a locked stream"));
    return close(stateOf(this));
  }
  getWriter() {
    return new WritableStreamDefaultWriter(this);
  }
}
finishInterface(WritableStream);
export const writableState = stateOf;

async function begin(state, started) {
  try {
    await started;
    state.started = true;
    advance(state);
  } catch (error) {
    errorWritable(state, error);
  }
}

/** Pipes from a reader into a stream (Streams "ReadableStreamPipeTo"). */
export async function pipeInto(reader, destination, options) {
  const preventClose = Boolean(options?.preventClose);
  const preventAbort = Boolean(options?.preventAbort);
  const preventCancel = Boolean(options?.preventCancel);
  const signal = options?.signal;
  const writer = new WritableStreamDefaultWriter(destination);
  const stop = deferred(true);
  if (signal !== undefined) {
    if (signal.aborted) stop.reject(signal.reason);
    else host.onAbort(signal, () => stop.reject(signal.reason));
  }
  let fromSource = false;
  try {
    for (;;) {
      await Promise.race([writer.ready, stop.promise]);
      fromSource = true;
      const { value, done } = await Promise.race([reader.read(), stop.promise]);
      fromSource = false;
      if (done) break;
      writer.write(value).catch(() => {});
    }
    if (!preventClose) await writer.close();
  } catch (error) {
    const aborted = signal?.aborted;
    if ((fromSource || aborted) && !preventAbort) await writer.abort(error);
    if ((!fromSource || aborted) && !preventCancel) await reader.cancel(error).catch(() => {});
    throw error;
  } finally {
    writer.releaseLock();
    reader.releaseLock();
  }
}

export const globals = { WritableStream, WritableStreamDefaultController, WritableStreamDefaultWriter };
