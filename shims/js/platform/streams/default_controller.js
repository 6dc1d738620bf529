// ReadableStreamDefaultController (Streams § 4.6).
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { resolved, upon } from "ext:oracade/platform/streams/promises.js";
import { SizedQueue } from "ext:oracade/platform/streams/queue.js";

/** The record of a controller; `pull()` and `cancel(reason)` give promises. */
export class DefaultController {
  queue = new SizedQueue();
  started = false;
  closing = false;
  pulling = false;
  // Fields, so that no setter of a prototype is in the way of what the constructor assigns.
  stream;
  pull;
  cancel;
  mark;
  size;
  wrapper;
  pullAgain = false;

  constructor(stream, { start, pull, cancel }, mark, size) {
    this.stream = stream;
    this.pull = pull;
    this.cancel = cancel;
    this.mark = mark;
    this.size = size;
    this.wrapper = new ReadableStreamDefaultController(SECRET, this);
    stream.controller = this;
    // What it throws, the constructor of the stream throws.
    upon(resolved(start(this.wrapper)), () => {
      this.started = true;
      this.callPull();
    }, (reason) => this.fail(reason));
  }

  get desiredSize() {
    const { state } = this.stream;
    if (state === "errored") return null;
    return state === "closed" ? 0 : this.mark - this.queue.total;
  }

  get canEnqueue() {
    return !this.closing && this.stream.state === "readable";
  }

  #forget() {
    this.pull = null;
    this.cancel = null;
    this.size = null;
  }

  callPull() {
    if (!this.canEnqueue || !this.started) return;
    if (!(this.stream.hasDefaultReader && this.stream.waiting > 0) && !(this.desiredSize > 0)) return;
    if (this.pulling) {
      this.pullAgain = true;
      return;
    }
    this.pulling = true;
    upon(this.pull(), () => {
      this.pulling = false;
      if (!this.pullAgain) return;
      this.pullAgain = false;
      this.callPull();
    }, (reason) => this.fail(reason));
  }

  close() {
    if (!this.canEnqueue) return;
    this.closing = true;
    if (this.queue.length > 0) return;
    this.#forget();
    this.stream.close();
  }

  enqueue(chunk) {
    if (!this.canEnqueue) return;
    if (this.stream.hasDefaultReader && this.stream.waiting > 0) {
      this.stream.fulfill(chunk, false);
    } else {
      try {
        const size = this.size(chunk);
        this.queue.add(chunk, size);
      } catch (error) {
        this.fail(error);
        throw error;
      }
    }
    this.callPull();
  }

  fail(error) {
    if (this.stream.state !== "readable") return;
    this.queue.reset();
    this.#forget();
    this.stream.fail(error);
  }

  cancelSteps(reason) {
    this.queue.reset();
    const result = this.cancel(reason);
    this.#forget();
    return result;
  }

  pullSteps(request) {
    if (this.queue.length === 0) {
      this.stream.reader.requests.push(request);
      this.callPull();
      return;
    }
    const chunk = this.queue.take();
    if (this.closing && this.queue.length === 0) {
      this.#forget();
      this.stream.close();
    } else {
      this.callPull();
    }
    request.chunk(chunk);
  }

  releaseSteps() {}
}

const whereOf = (method) => `Failed to execute '${method}' on 'ReadableStreamDefaultController'`;

export class ReadableStreamDefaultController {
  #record;
  constructor(secret, record) {
    if (secret !== SECRET) illegalConstructor();
    this.#record = record;
  }
  get desiredSize() {
    return this.#record.desiredSize;
  }
  close() {
    const record = this.#record;
    if (!record.canEnqueue) {
      throw new TypeError(record.stream.state === "errored"
        ? `${whereOf("close")}: Cannot close an errored readable stream`
        : `${whereOf("close")}: Cannot close a readable stream that has already been requested to be closed`);
    }
    record.close();
  }
  enqueue(chunk = undefined) {
    const record = this.#record;
    if (!record.canEnqueue) {
      throw new TypeError(record.stream.state === "errored"
        ? `${whereOf("enqueue")}: Cannot enqueue a chunk into an errored readable stream`
        : `${whereOf("enqueue")}: Cannot enqueue a chunk into a readable stream that is closed or has been requested to be closed`);
    }
    record.enqueue(chunk);
  }
  error(error = undefined) {
    this.#record.fail(error);
  }
}
finishInterface(ReadableStreamDefaultController);

export const globals = { ReadableStreamDefaultController };
