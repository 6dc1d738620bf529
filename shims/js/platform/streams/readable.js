// The record of a ReadableStream and what is done to it (Streams § 4.9).
import { Fifo } from "ext:oracade/ecma/fifo.js";
import { deferred, handled, mapped, rejected, resolved } from "ext:oracade/platform/streams/promises.js";

/** See the module's comment. `controller` is set up by default_controller.js or byte_controller.js. */
export class Readable {
  state = "readable";
  error = undefined;
  reader = null;
  disturbed = false;
  controller = null;

  get locked() {
    return this.reader !== null;
  }

  /** "ReadableStreamClose". */
  close() {
    this.state = "closed";
    const { reader } = this;
    if (reader === null) return;
    reader.closed.resolve();
    if (!reader.byob) for (const request of reader.requests.drain()) request.close();
  }

  /** "ReadableStreamError". */
  fail(error) {
    this.state = "errored";
    this.error = error;
    const { reader } = this;
    if (reader === null) return;
    reader.closed.reject(error);
    handled(reader.closed.promise);
    for (const request of reader.requests.drain()) request.error(error);
  }

  /** "ReadableStreamCancel". */
  cancel(reason) {
    this.disturbed = true;
    if (this.state === "closed") return resolved();
    if (this.state === "errored") return rejected(this.error);
    this.close();
    const { reader } = this;
    if (reader !== null && reader.byob) for (const request of reader.requests.drain()) request.close(undefined);
    return mapped(this.controller.cancelSteps(reason), () => undefined);
  }

  /** How many requests of the kind of the reader are waiting. */
  get waiting() {
    return this.reader === null ? 0 : this.reader.requests.length;
  }

  get hasDefaultReader() {
    return this.reader !== null && !this.reader.byob;
  }

  get hasByobReader() {
    return this.reader !== null && this.reader.byob;
  }

  /** "ReadableStreamFulfillReadRequest" and "ReadableStreamFulfillReadIntoRequest". */
  fulfill(chunk, done) {
    const request = this.reader.requests.shift();
    if (done) request.close(chunk);
    else request.chunk(chunk);
  }
}

/** The record of a reader. Requests: {chunk(value), close(value), error(reason)}. */
export class Reader {
  requests = new Fifo();
  closed = deferred();
  byob;
  stream;

  constructor(stream, byob) {
    this.byob = byob;
    this.stream = stream;
    stream.reader = this;
    if (stream.state === "closed") this.closed.resolve();
    if (stream.state === "errored") {
      this.closed.reject(stream.error);
      handled(this.closed.promise);
    }
  }

  /** "ReadableStreamDefaultReaderRead". */
  read(request) {
    const { stream } = this;
    stream.disturbed = true;
    if (stream.state === "closed") request.close();
    else if (stream.state === "errored") request.error(stream.error);
    else stream.controller.pullSteps(request);
  }

  /** "ReadableStreamBYOBReaderRead". */
  readInto(view, min, request) {
    const { stream } = this;
    stream.disturbed = true;
    if (stream.state === "errored") request.error(stream.error);
    else stream.controller.pullInto(view, min, request);
  }

  /** "ReadableStreamReaderGenericCancel". */
  cancel(reason) {
    return this.stream.cancel(reason);
  }

  /** "ReadableStreamDefaultReaderRelease" and "ReadableStreamBYOBReaderRelease". */
  release() {
    const { stream } = this;
    const error = new TypeError(`Releasing ${this.byob ? "BYOB" : "Default"} reader`);
    if (stream.state !== "readable") this.closed = deferred();
    this.closed.reject(new TypeError("This readable stream reader has been released and cannot be used to monitor the stream's state"));
    handled(this.closed.promise);
    stream.controller.releaseSteps();
    stream.reader = null;
    this.stream = null;
    for (const request of this.requests.drain()) request.error(error);
  }
}

/** Reads from a reader's stream: a promise of {value, done}. */
export function readOnce(reader) {
  const { promise, resolve, reject } = deferred();
  reader.read({
    chunk: (value) => resolve({ value, done: false }),
    close: () => resolve({ value: undefined, done: true }),
    error: reject,
  });
  return promise;
}
