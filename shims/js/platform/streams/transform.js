// TransformStream (Streams § 6).
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { call, deferred, mapped, rejected, resolved } from "ext:oracade/platform/streams/promises.js";
import { callback, markOf, objectOf, sizeOf, strategyOf } from "ext:oracade/platform/streams/queue.js";
import { newReadable, readableOf } from "ext:oracade/platform/streams/readable_stream.js";
import { Readable } from "ext:oracade/platform/streams/readable.js";
import { own, recordOf, setRecord } from "ext:oracade/platform/streams/slot.js";
import { Writable, writableOf } from "ext:oracade/platform/streams/writable.js";

/** The record of a TransformStream with its controller. */
export class Transform {
  backpressure = undefined;
  change = null;
  algorithms;
  writable;
  readable;
  controller;

  /** `algorithms`: {transform(chunk, controller), flush(controller)}, which give promises. */
  constructor(algorithms, startPromise, writableMark, writableSize, readableMark, readableSize) {
    this.algorithms = algorithms;
    this.writable = new Writable({
      start: () => startPromise,
      write: (chunk) => this.#write(chunk),
      close: () => this.#close(),
      abort: (reason) => this.#abort(reason),
    }, writableMark, writableSize);
    this.readable = newReadable({
      start: () => startPromise,
      pull: () => {
        this.setBackpressure(false);
        return this.change.promise;
      },
      cancel: (reason) => this.#cancel(reason),
    }, readableMark, readableSize);
    this.setBackpressure(true);
    this.controller = new TransformStreamDefaultController(SECRET, this);
    this.readableObject = readableOf(this.readable);
    this.writableObject = writableOf(this.writable);
  }

  setBackpressure(backpressure) {
    this.change?.resolve();
    this.change = deferred();
    this.backpressure = backpressure;
  }

  #forget() {
    this.algorithms = null;
  }

  /** "TransformStreamError". */
  fail(error) {
    this.readable.controller.fail(error);
    this.failWritable(error);
  }

  /** "TransformStreamErrorWritableAndUnblockWrite". */
  failWritable(error) {
    this.#forget();
    this.writable.fail(error);
    if (this.backpressure) this.setBackpressure(false);
  }

  enqueue(chunk) {
    const { controller } = this.readable;
    if (!controller.canEnqueue) throw new TypeError("Failed to execute 'enqueue' on 'TransformStreamDefaultController': Readable side is not in a state that permits enqueue");
    try {
      controller.enqueue(chunk);
    } catch (error) {
      this.failWritable(error);
      throw this.readable.error;
    }
    // "HasBackpressure" is that nothing more would be pulled.
    const backpressure = !(this.readable.waiting > 0 && this.readable.hasDefaultReader) && !(controller.desiredSize > 0);
    if (backpressure !== this.backpressure) this.setBackpressure(true);
  }

  terminate() {
    this.readable.controller.close();
    this.failWritable(new TypeError("The transform stream has been terminated"));
  }

  #write(chunk) {
    if (!this.backpressure) return this.#transform(chunk);
    return mapped(this.change.promise, () => {
      if (this.writable.state === "erroring") throw this.writable.error;
      return this.#transform(chunk);
    });
  }

  #transform(chunk) {
    return mapped(this.algorithms.transform(chunk, this.controller), () => undefined, (error) => {
      this.fail(error);
      throw error;
    });
  }

  #close() {
    const { readable } = this;
    const result = this.algorithms.flush(this.controller);
    this.#forget();
    return mapped(result, () => {
      if (readable.state === "errored") throw readable.error;
      readable.controller.close();
    }, (reason) => {
      this.fail(reason);
      throw readable.error;
    });
  }

  // Chromium does not call a transformer's `cancel` yet: both ends fail at once.
  #abort(reason) {
    this.fail(reason);
    return resolved();
  }

  #cancel(reason) {
    this.failWritable(reason);
    return resolved();
  }
}

export class TransformStreamDefaultController {
  #stream;
  constructor(secret, stream) {
    if (secret !== SECRET) illegalConstructor();
    this.#stream = stream;
  }
  get desiredSize() {
    return this.#stream.readable.controller.desiredSize;
  }
  enqueue(chunk = undefined) {
    this.#stream.enqueue(chunk);
  }
  error(reason = undefined) {
    this.#stream.fail(reason);
  }
  terminate() {
    this.#stream.terminate();
  }
}
finishInterface(TransformStreamDefaultController);

const apply = Reflect.apply;

export class TransformStream {
  constructor(transformer = undefined, writableStrategy = undefined, readableStrategy = undefined) {
    const what = "Failed to construct 'TransformStream'";
    const object = objectOf(transformer, what);
    const writableQueuing = strategyOf(writableStrategy, what);
    const readableQueuing = strategyOf(readableStrategy, what);
    const flush = callback(object, "flush", what, "transformer.flush");
    const readableType = object?.readableType;
    const start = callback(object, "start", what, "transformer.start");
    const transform = callback(object, "transform", what, "transformer.transform");
    const writableType = object?.writableType;
    if (readableType !== undefined) throw new RangeError(`${what}: Invalid readableType was specified`);
    if (writableType !== undefined) throw new RangeError(`${what}: Invalid writableType was specified`);
    const readableMark = markOf(readableQueuing, 0);
    const readableSize = sizeOf(readableQueuing);
    const writableMark = markOf(writableQueuing, 1);
    const writableSize = sizeOf(writableQueuing);
    const started = deferred();
    const record = new Transform({
      transform: (chunk, controller) => {
        if (transform !== undefined) return call(transform, transformer, [chunk, controller]);
        try {
          record.enqueue(chunk);
          return resolved();
        } catch (error) {
          return rejected(error);
        }
      },
      flush: (controller) => call(flush, transformer, [controller]),
    }, started.promise, writableMark, writableSize, readableMark, readableSize);
    setRecord(this, record);
    started.resolve(start === undefined ? undefined : apply(start, transformer, [record.controller]));
  }
  get readable() {
    return own(this, Transform).readableObject;
  }
  get writable() {
    return own(this, Transform).writableObject;
  }
}
finishInterface(TransformStream);

/** A TransformStream of a page's over two ends that arrived from elsewhere. */
export function transformOf(readable, writable) {
  const record = Object.create(Transform.prototype, {
    readable: { value: recordOf(readable, Readable) },
    writable: { value: recordOf(writable, Writable) },
    readableObject: { value: readable },
    writableObject: { value: writable },
  });
  const stream = Object.create(TransformStream.prototype);
  setRecord(stream, record);
  return stream;
}

/** The record of a TransformStream of the platform's: `transform(chunk, record)` and `flush(record)` throw or return. */
export function newTransform(transform, flush) {
  const attempt = (run) => {
    try {
      return resolved(run());
    } catch (error) {
      return rejected(error);
    }
  };
  const record = new Transform({
    transform: (chunk) => attempt(() => transform(chunk, record)),
    flush: () => attempt(() => flush(record)),
  }, resolved(), 1, () => 1, 0, () => 1);
  return record;
}

export const globals = { TransformStream, TransformStreamDefaultController };
