// WritableStream, its controller and writer (Streams § 5).
import { Fifo } from "ext:oracade/ecma/fifo.js";
import { AbortController } from "ext:oracade/dom/abort.js";
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { call, deferred, handled, rejected, resolved, Tracked, upon } from "ext:oracade/platform/streams/promises.js";
import { callback, markOf, objectOf, SizedQueue, sizeOf, strategyOf } from "ext:oracade/platform/streams/queue.js";
import { own, recordOf, setRecord } from "ext:oracade/platform/streams/slot.js";

const apply = Reflect.apply;
const CLOSE = Symbol("close sentinel");
const abortSignal = AbortController.prototype.abort;
const signalOf = Object.getOwnPropertyDescriptor(AbortController.prototype, "signal").get;

/** The record of a WritableStream with its controller. */
export class Writable {
  state = "writable"; // "erroring", "errored", "closed"
  error = undefined;
  writer = null;
  backpressure = false;
  requests = new Fifo();
  inFlight = null;
  closeRequest = null;
  inFlightClose = null;
  pendingAbort = null; // {deferred, reason, wasErroring}
  started = false;
  queue = new SizedQueue();
  abortController = null;
  write;
  close;
  abort;
  mark;
  size;
  controller;

  /** `algorithms`: {start, write, close, abort}. */
  constructor(algorithms, mark, size) {
    this.write = algorithms.write;
    this.close = algorithms.close;
    this.abort = algorithms.abort;
    this.mark = mark;
    this.size = size;
    this.abortController = new AbortController();
    this.controller = new WritableStreamDefaultController(SECRET, this);
    this.#updateBackpressure();
    upon(resolved(algorithms.start(this.controller)), () => {
      this.started = true;
      this.#advance();
    }, (reason) => {
      this.started = true;
      this.#dealWithRejection(reason);
    });
  }

  get locked() {
    return this.writer !== null;
  }

  get closing() {
    return this.closeRequest !== null || this.inFlightClose !== null;
  }

  /** "WritableStreamDefaultControllerGetDesiredSize". */
  get room() {
    return this.mark - this.queue.total;
  }

  #updateBackpressure() {
    const backpressure = this.room <= 0;
    if (this.writer !== null && backpressure !== this.backpressure && this.state === "writable" && !this.closing) {
      if (backpressure) this.writer.ready = new Tracked();
      else this.writer.ready.resolve();
    }
    this.backpressure = backpressure;
  }

  /** "WritableStreamAbort". */
  abortWith(reason) {
    if (this.state === "closed" || this.state === "errored") return resolved();
    apply(abortSignal, this.abortController, [reason]);
    if (this.state === "closed" || this.state === "errored") return resolved();
    if (this.pendingAbort !== null) return this.pendingAbort.deferred.promise;
    const wasErroring = this.state === "erroring";
    if (wasErroring) reason = undefined;
    const pending = { deferred: deferred(), reason, wasErroring };
    this.pendingAbort = pending;
    if (!wasErroring) this.#startErroring(reason);
    return pending.deferred.promise;
  }

  /** "WritableStreamClose". */
  closeNow() {
    if (this.state === "closed" || this.state === "errored") {
      return rejected(new TypeError(`Failed to execute 'close' on 'WritableStream': Cannot close ${this.state === "closed" ? "a closed" : "an errored"} writable stream`));
    }
    this.closeRequest = deferred();
    const { promise } = this.closeRequest;
    if (this.writer !== null && this.backpressure && this.state === "writable") this.writer.ready.resolve();
    this.queue.add(CLOSE, 0);
    this.#advance();
    return promise;
  }

  #dealWithRejection(error) {
    if (this.state === "writable") this.#startErroring(error);
    else this.#finishErroring();
  }

  #startErroring(reason) {
    this.state = "erroring";
    this.error = reason;
    if (this.writer !== null) this.writer.readyRejected(reason);
    if (this.inFlight === null && this.inFlightClose === null && this.started) this.#finishErroring();
  }

  #finishErroring() {
    if (this.state !== "erroring" || this.inFlight !== null || this.inFlightClose !== null) return;
    this.state = "errored";
    this.queue.reset();
    for (const request of this.requests.drain()) request.reject(this.error);
    const pending = this.pendingAbort;
    if (pending === null) {
      this.#rejectCloseAndClosed();
      return;
    }
    this.pendingAbort = null;
    if (pending.wasErroring) {
      pending.deferred.reject(this.error);
      this.#rejectCloseAndClosed();
      return;
    }
    const result = this.abort(pending.reason);
    this.#forget();
    upon(result, () => {
      pending.deferred.resolve();
      this.#rejectCloseAndClosed();
    }, (reason) => {
      pending.deferred.reject(reason);
      this.#rejectCloseAndClosed();
    });
  }

  #rejectCloseAndClosed() {
    if (this.closeRequest !== null) {
      this.closeRequest.reject(this.error);
      this.closeRequest = null;
    }
    if (this.writer !== null) {
      this.writer.closed.reject(this.error);
      handled(this.writer.closed.promise);
    }
  }

  #forget() {
    this.write = null;
    this.close = null;
    this.abort = null;
    this.size = null;
  }

  /** "WritableStreamDefaultControllerErrorIfNeeded" and "…Error". */
  fail(error) {
    if (this.state !== "writable") return;
    this.#forget();
    this.#startErroring(error);
  }

  /** "WritableStreamDefaultControllerGetChunkSize". */
  chunkSize(chunk) {
    if (this.size === null) return 1;
    try {
      return this.size(chunk);
    } catch (error) {
      this.fail(error);
      return 1;
    }
  }

  /** "WritableStreamDefaultControllerWrite". */
  enqueue(chunk, size) {
    try {
      this.queue.add(chunk, size);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (!this.closing && this.state === "writable") this.#updateBackpressure();
    this.#advance();
  }

  /** "WritableStreamDefaultControllerAdvanceQueueIfNeeded". */
  #advance() {
    if (!this.started || this.inFlight !== null) return;
    if (this.state === "erroring") {
      this.#finishErroring();
      return;
    }
    if (this.queue.length === 0 || this.state !== "writable") return;
    const value = this.queue.peek();
    if (value === CLOSE) this.#processClose();
    else this.#processWrite(value);
  }

  #processClose() {
    this.inFlightClose = this.closeRequest;
    this.closeRequest = null;
    this.queue.take();
    const result = this.close();
    this.#forget();
    upon(result, () => {
      this.inFlightClose.resolve();
      this.inFlightClose = null;
      if (this.state === "erroring") {
        this.error = undefined;
        if (this.pendingAbort !== null) {
          this.pendingAbort.deferred.resolve();
          this.pendingAbort = null;
        }
      }
      this.state = "closed";
      if (this.writer !== null) this.writer.closed.resolve();
    }, (reason) => {
      this.inFlightClose.reject(reason);
      this.inFlightClose = null;
      if (this.pendingAbort !== null) {
        this.pendingAbort.deferred.reject(reason);
        this.pendingAbort = null;
      }
      this.#dealWithRejection(reason);
    });
  }

  #processWrite(chunk) {
    this.inFlight = this.requests.shift();
    upon(this.write(chunk, this.controller), () => {
      this.inFlight.resolve();
      this.inFlight = null;
      this.queue.take();
      if (!this.closing && this.state === "writable") this.#updateBackpressure();
      this.#advance();
    }, (reason) => {
      if (this.state === "writable") this.#forget();
      this.inFlight.reject(reason);
      this.inFlight = null;
      this.#dealWithRejection(reason);
    });
  }
}

export class WritableStreamDefaultController {
  #stream;
  constructor(secret, stream) {
    if (secret !== SECRET) illegalConstructor();
    this.#stream = stream;
  }
  get signal() {
    return apply(signalOf, this.#stream.abortController, []);
  }
  error(error = undefined) {
    this.#stream.fail(error);
  }
}
finishInterface(WritableStreamDefaultController);

const RELEASED = "This writable stream writer has been released and cannot be";

/** The record of a writer. */
export class Writer {
  closed = new Tracked();
  ready = new Tracked();

  stream;

  constructor(stream, where = "Failed to construct 'WritableStreamDefaultWriter'") {
    if (stream.locked) throw new TypeError(`${where}: Cannot create writer when WritableStream is locked`);
    this.stream = stream;
    stream.writer = this;
    const { state } = stream;
    if (state === "writable") {
      if (stream.closing || !stream.backpressure) this.ready.resolve();
    } else if (state === "erroring") {
      this.ready.reject(stream.error);
      handled(this.ready.promise);
    } else if (state === "closed") {
      this.ready.resolve();
      this.closed.resolve();
    } else {
      for (const one of [this.ready, this.closed]) {
        one.reject(stream.error);
        handled(one.promise);
      }
    }
  }

  /** "WritableStreamDefaultWriterEnsureReadyPromiseRejected". */
  readyRejected(error) {
    if (!this.ready.pending) this.ready = new Tracked();
    this.ready.reject(error);
    handled(this.ready.promise);
  }

  get desiredSize() {
    const { state } = this.stream;
    if (state === "errored" || state === "erroring") return null;
    return state === "closed" ? 0 : this.stream.room;
  }

  abort(reason) {
    return this.stream.abortWith(reason);
  }

  close() {
    return this.stream.closeNow();
  }

  /** "WritableStreamDefaultWriterCloseWithErrorPropagation". */
  closeAfterPipe() {
    const { stream } = this;
    if (stream.closing || stream.state === "closed") return resolved();
    return stream.state === "errored" ? rejected(stream.error) : this.close();
  }

  write(chunk) {
    const { stream } = this;
    const size = stream.chunkSize(chunk);
    if (stream !== this.stream) return rejected(new TypeError(`${RELEASED} written to`));
    if (stream.state === "errored") return rejected(stream.error);
    if (stream.closing || stream.state === "closed") {
      return rejected(new TypeError("Failed to execute 'write' on 'WritableStreamDefaultWriter': Cannot write to a closed or closing writable stream"));
    }
    if (stream.state === "erroring") return rejected(stream.error);
    const request = deferred();
    stream.requests.push(request);
    stream.enqueue(chunk, size);
    return request.promise;
  }

  release() {
    const { stream } = this;
    const error = new TypeError(`${RELEASED} used to monitor the stream's state`);
    this.readyRejected(error);
    if (!this.closed.pending) this.closed = new Tracked();
    this.closed.reject(error);
    handled(this.closed.promise);
    stream.writer = null;
    this.stream = null;
  }
}

export class WritableStreamDefaultWriter {
  #record;
  constructor(stream) {
    if (stream === SECRET) {
      this.#record = arguments[1];
      return;
    }
    const record = recordOf(stream, Writable);
    if (record === undefined) throw new TypeError("Failed to construct 'WritableStreamDefaultWriter': parameter 1 is not of type 'WritableStream'.");
    this.#record = new Writer(record);
  }
  #call(run, method, verb) {
    if (this.#record.stream !== null) return run(this.#record);
    return rejected(new TypeError(`Failed to execute '${method}' on 'WritableStreamDefaultWriter': ${RELEASED} ${verb}`));
  }
  static guard(object, run) {
    // Operations that give promises reject where others throw (Web IDL § 3.7.7).
    if (typeof object !== "object" || object === null || !(#record in object)) return rejected(new TypeError("Illegal invocation"));
    return run(object);
  }
  get closed() {
    return guard(this, (self) => self.#record.closed.promise);
  }
  get ready() {
    return guard(this, (self) => self.#record.ready.promise);
  }
  get desiredSize() {
    if (this.#record.stream === null) throw new TypeError(`Failed to read the 'desiredSize' property from 'WritableStreamDefaultWriter': ${RELEASED} used to get the desiredSize`);
    return this.#record.desiredSize;
  }
  abort(reason = undefined) {
    return guard(this, (self) => self.#call((record) => record.abort(reason), "abort", "aborted"));
  }
  close() {
    return guard(this, (self) => self.#call((record) => record.stream.closing
      ? rejected(new TypeError("Failed to execute 'close' on 'WritableStreamDefaultWriter': Cannot close an already-closing writable stream"))
      : record.close(), "close", "closed"));
  }
  write(chunk = undefined) {
    return guard(this, (self) => self.#call((record) => record.write(chunk), "write", "written to"));
  }
  releaseLock() {
    if (this.#record.stream !== null) this.#record.release();
  }
}
const guard = WritableStreamDefaultWriter.guard;
delete WritableStreamDefaultWriter.guard;
finishInterface(WritableStreamDefaultWriter);

/** A WritableStream of a page's over a record. */
export function writableOf(record) {
  const stream = Object.create(WritableStream.prototype);
  setRecord(stream, record);
  return stream;
}

export const isWritable = (object) => recordOf(object, Writable) !== undefined;
const illegal = () => rejected(new TypeError("Illegal invocation"));

export class WritableStream {
  constructor(underlyingSink = undefined, strategy = undefined) {
    const what = "Failed to construct 'WritableStream'";
    const sink = objectOf(underlyingSink, what);
    const queuing = strategyOf(strategy, what);
    const abort = callback(sink, "abort", what, "underlyingSink.abort");
    const close = callback(sink, "close", what, "underlyingSink.close");
    const start = callback(sink, "start", what, "underlyingSink.start");
    const type = sink?.type;
    const write = callback(sink, "write", what, "underlyingSink.write");
    if (type !== undefined) throw new RangeError(`${what}: Invalid type is specified`);
    const size = sizeOf(queuing);
    const mark = markOf(queuing, 1);
    setRecord(this, new Writable({
      start: (controller) => (start === undefined ? undefined : apply(start, underlyingSink, [controller])),
      write: (chunk, controller) => call(write, underlyingSink, [chunk, controller]),
      close: () => call(close, underlyingSink, []),
      abort: (reason) => call(abort, underlyingSink, [reason]),
    }, mark, size));
  }
  get locked() {
    return own(this, Writable).locked;
  }
  abort(reason = undefined) {
    if (!isWritable(this)) return illegal();
    const record = own(this, Writable);
    if (record.locked) return rejected(new TypeError("Failed to execute 'abort' on 'WritableStream': Cannot abort a locked stream"));
    return record.abortWith(reason);
  }
  close() {
    if (!isWritable(this)) return illegal();
    const record = own(this, Writable);
    if (record.locked) return rejected(new TypeError("Failed to execute 'close' on 'WritableStream': Cannot close a locked stream"));
    if (record.closing) return rejected(new TypeError("Failed to execute 'close' on 'WritableStream': Cannot close an already-closing stream"));
    return record.closeNow();
  }
  getWriter() {
    return new WritableStreamDefaultWriter(SECRET, new Writer(own(this, Writable), "Failed to execute 'getWriter' on 'WritableStream'"));
  }
}
finishInterface(WritableStream);

export const globals = { WritableStream, WritableStreamDefaultController, WritableStreamDefaultWriter };
