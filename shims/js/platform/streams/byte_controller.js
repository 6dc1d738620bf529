// ReadableByteStreamController and ReadableStreamBYOBRequest (Streams § 4.7, § 4.8).
import { core } from "ext:core/mod.js";
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { need } from "ext:oracade/platform/idl.js";
import { resolved, upon } from "ext:oracade/platform/streams/promises.js";

const apply = Reflect.apply;
const bufferTransfer = ArrayBuffer.prototype.transfer;
const bufferSlice = ArrayBuffer.prototype.slice;
const lengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength").get;
const detachedOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "detached").get;
const viewPrototype = Object.getPrototypeOf(Uint8Array.prototype);
const VIEW_GETTERS = Object.fromEntries(["buffer", "byteOffset", "byteLength"].map((name) => [name, {
  typed: Object.getOwnPropertyDescriptor(viewPrototype, name).get,
  data: Object.getOwnPropertyDescriptor(DataView.prototype, name).get,
}]));
const tagOf = Object.getOwnPropertyDescriptor(viewPrototype, Symbol.toStringTag).get;
const VIEWS = {
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array,
  BigUint64Array,
};
if (typeof Float16Array === "function") VIEWS.Float16Array = Float16Array;
const NativeUint8Array = Uint8Array;
const NativeArrayBuffer = ArrayBuffer;

/** Buffer, offset and length of a view, whatever its prototype says. */
export function partsOf(view) {
  const kind = core.isDataView(view) ? "data" : "typed";
  return {
    buffer: apply(VIEW_GETTERS.buffer[kind], view, []),
    byteOffset: apply(VIEW_GETTERS.byteOffset[kind], view, []),
    byteLength: apply(VIEW_GETTERS.byteLength[kind], view, []),
  };
}

/** The class of a view and the size of its elements. */
export function shapeOf(view) {
  if (core.isDataView(view)) return { View: DataView, elementSize: 1 };
  const View = VIEWS[apply(tagOf, view, [])];
  return { View, elementSize: View.BYTES_PER_ELEMENT };
}

const transfer = (buffer) => apply(bufferTransfer, buffer, []);
const isDetached = (buffer) => apply(detachedOf, buffer, []);
const byteLength = (buffer) => apply(lengthOf, buffer, []);

export function needView(view, what) {
  if (!NativeArrayBuffer.isView(view)) throw new TypeError(`${what}: parameter 1 is not of type 'ArrayBufferView'.`);
  if (core.isSharedArrayBuffer(partsOf(view).buffer)) throw new TypeError(`${what}: The provided ArrayBufferView value must not be shared.`);
}

/** The record of a controller. */
export class ByteController {
  queue = []; // {buffer, byteOffset, byteLength}
  total = 0;
  started = false;
  closing = false;
  pulling = false;
  stream;
  pull;
  cancel;
  mark;
  autoAllocate;
  wrapper;
  pullAgain = false;
  request = null; // the ReadableStreamBYOBRequest that is out
  pending = []; // pull-into descriptors

  constructor(stream, { start, pull, cancel }, mark, autoAllocate) {
    this.stream = stream;
    this.pull = pull;
    this.cancel = cancel;
    this.mark = mark;
    this.autoAllocate = autoAllocate;
    this.wrapper = new ReadableByteStreamController(SECRET, this);
    stream.controller = this;
    upon(resolved(start(this.wrapper)), () => {
      this.started = true;
      this.callPull();
    }, (reason) => this.fail(reason));
  }

  get desiredSize() {
    const { state } = this.stream;
    if (state === "errored") return null;
    return state === "closed" ? 0 : this.mark - this.total;
  }

  #forget() {
    this.pull = null;
    this.cancel = null;
  }

  #resetQueue() {
    this.queue = [];
    this.total = 0;
  }

  callPull() {
    const { stream } = this;
    if (stream.state !== "readable" || this.closing || !this.started) return;
    if (stream.waiting === 0 && !(this.desiredSize > 0)) return;
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
    if (this.closing || this.stream.state !== "readable") return;
    if (this.total > 0) {
      this.closing = true;
      return;
    }
    if (this.pending.length > 0 && this.pending[0].filled % this.pending[0].elementSize !== 0) {
      const error = new TypeError("Failed to execute 'close' on 'ReadableByteStreamController': Cannot close while a view is partly filled");
      this.fail(error);
      throw error;
    }
    this.#forget();
    this.stream.close();
  }

  fail(error) {
    if (this.stream.state !== "readable") return;
    this.#clearPending();
    this.#resetQueue();
    this.#forget();
    this.stream.fail(error);
  }

  #clearPending() {
    this.#invalidate();
    this.pending = [];
  }

  /** "ReadableByteStreamControllerInvalidateBYOBRequest". */
  #invalidate() {
    if (this.request === null) return;
    invalidate(this.request);
    this.request = null;
  }

  /** "ReadableByteStreamControllerGetBYOBRequest". */
  get byobRequest() {
    if (this.request === null && this.pending.length > 0) {
      const first = this.pending[0];
      const view = new NativeUint8Array(first.buffer, first.byteOffset + first.filled, first.byteLength - first.filled);
      this.request = new ReadableStreamBYOBRequest(SECRET, this, view);
    }
    return this.request;
  }

  #push(buffer, byteOffset, length) {
    this.queue.push({ buffer, byteOffset, byteLength: length });
    this.total += length;
  }

  #pushClone(buffer, byteOffset, length) {
    let copy;
    try {
      copy = apply(bufferSlice, buffer, [byteOffset, byteOffset + length]);
    } catch (error) {
      this.fail(error);
      throw error;
    }
    this.#push(copy, 0, length);
  }

  /** "ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue". */
  #releaseFirst() {
    const first = this.pending[0];
    if (first.filled > 0) this.#pushClone(first.buffer, first.byteOffset, first.filled);
    this.pending.shift();
  }

  enqueue(chunk) {
    const { stream } = this;
    if (this.closing || stream.state !== "readable") return;
    const { buffer, byteOffset, byteLength: length } = partsOf(chunk);
    if (isDetached(buffer)) throw new TypeError("Failed to execute 'enqueue' on 'ReadableByteStreamController': chunk's buffer is detached");
    const own = transfer(buffer);
    if (this.pending.length > 0) {
      const first = this.pending[0];
      if (isDetached(first.buffer)) {
        throw new TypeError("Failed to execute 'enqueue' on 'ReadableByteStreamController': The BYOB request's buffer has been detached and so cannot be filled with an enqueued chunk");
      }
      this.#invalidate();
      first.buffer = transfer(first.buffer);
      if (first.kind === "none") this.#releaseFirst();
    }
    if (stream.hasDefaultReader) {
      while (stream.waiting > 0 && this.total > 0) this.#fillRequest(stream.reader.requests.shift());
      if (stream.waiting === 0) {
        this.#push(own, byteOffset, length);
      } else {
        if (this.pending.length > 0) this.pending.shift();
        stream.fulfill(new NativeUint8Array(own, byteOffset, length), false);
      }
    } else {
      this.#push(own, byteOffset, length);
      if (stream.hasByobReader) for (const filled of this.#fillPending()) this.#commit(filled);
    }
    this.callPull();
  }

  /** "ReadableByteStreamControllerFillReadRequestFromQueue". */
  #fillRequest(request) {
    const { buffer, byteOffset, byteLength: length } = this.queue.shift();
    this.total -= length;
    this.#drained();
    request.chunk(new NativeUint8Array(buffer, byteOffset, length));
  }

  /** "ReadableByteStreamControllerHandleQueueDrain". */
  #drained() {
    if (this.total === 0 && this.closing) {
      this.#forget();
      this.stream.close();
    } else {
      this.callPull();
    }
  }

  /** "ReadableByteStreamControllerFillPullIntoDescriptorFromQueue": whether it has what it asked for. */
  #fill(into) {
    const most = Math.min(this.total, into.byteLength - into.filled);
    const aligned = into.filled + most - ((into.filled + most) % into.elementSize);
    const ready = aligned >= into.minimum;
    let left = ready ? aligned - into.filled : most;
    while (left > 0) {
      const head = this.queue[0];
      const count = Math.min(left, head.byteLength);
      new NativeUint8Array(into.buffer, into.byteOffset + into.filled, count).set(new NativeUint8Array(head.buffer, head.byteOffset, count));
      if (head.byteLength === count) {
        this.queue.shift();
      } else {
        head.byteOffset += count;
        head.byteLength -= count;
      }
      this.total -= count;
      into.filled += count;
      left -= count;
    }
    return ready;
  }

  /** "ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue". */
  #fillPending() {
    const done = [];
    while (this.pending.length > 0 && this.total > 0 && this.#fill(this.pending[0])) done.push(this.pending.shift());
    return done;
  }

  /** "ReadableByteStreamControllerConvertPullIntoDescriptor". */
  #convert({ View, buffer, byteOffset, filled, elementSize }) {
    return new View(transfer(buffer), byteOffset, filled / elementSize);
  }

  /** "ReadableByteStreamControllerCommitPullIntoDescriptor". */
  #commit(into) {
    const done = this.stream.state === "closed";
    this.stream.fulfill(this.#convert(into), done);
  }

  /** "ReadableByteStreamControllerPullInto". */
  pullInto(view, min, request) {
    const { stream } = this;
    const { View, elementSize } = shapeOf(view);
    const { buffer, byteOffset, byteLength: length } = partsOf(view);
    let own;
    try {
      own = transfer(buffer);
    } catch (error) {
      request.error(error);
      return;
    }
    const into = {
      View, elementSize, byteOffset, buffer: own, bufferLength: byteLength(own), byteLength: length, filled: 0,
      minimum: min * elementSize, kind: "byob",
    };
    if (this.pending.length > 0) {
      this.pending.push(into);
      stream.reader.requests.push(request);
      return;
    }
    if (stream.state === "closed") {
      request.close(new View(own, byteOffset, 0));
      return;
    }
    if (this.total > 0) {
      if (this.#fill(into)) {
        const filled = this.#convert(into);
        this.#drained();
        request.chunk(filled);
        return;
      }
      if (this.closing) {
        const error = new TypeError("Insufficient bytes to fill elements in the given buffer");
        this.fail(error);
        request.error(error);
        return;
      }
    }
    this.pending.push(into);
    stream.reader.requests.push(request);
    this.callPull();
  }

  /** "ReadableByteStreamControllerRespond". */
  respond(written) {
    const first = this.pending[0];
    const where = "Failed to execute 'respond' on 'ReadableStreamBYOBRequest'";
    if (this.stream.state === "closed") {
      if (written !== 0) throw new TypeError(`${where}: bytesWritten must be 0 when calling respond() on a closed stream`);
    } else {
      if (written === 0) throw new TypeError(`${where}: bytesWritten must be greater than 0 when calling respond() on a readable stream`);
      if (first.filled + written > first.byteLength) throw new RangeError(`${where}: bytesWritten out of range`);
    }
    first.buffer = transfer(first.buffer);
    this.#responded(written);
  }

  /** "ReadableByteStreamControllerRespondWithNewView". */
  respondWithNewView(view) {
    const first = this.pending[0];
    const where = "Failed to execute 'respondWithNewView' on 'ReadableStreamBYOBRequest'";
    const { buffer, byteOffset, byteLength: length } = partsOf(view);
    if (this.stream.state === "closed") {
      if (length !== 0) throw new TypeError(`${where}: The view's length must be 0 when calling respondWithNewView() on a closed stream`);
    } else if (length === 0) {
      throw new TypeError(`${where}: The view's length must be greater than 0 when calling respondWithNewView() on a readable stream`);
    }
    if (first.byteOffset + first.filled !== byteOffset) throw new RangeError(`${where}: The region specified by view does not match byobRequest`);
    if (first.bufferLength !== byteLength(buffer)) throw new RangeError(`${where}: The buffer of view has different capacity than byobRequest`);
    if (first.filled + length > first.byteLength) throw new RangeError(`${where}: The region specified by view is larger than byobRequest`);
    first.buffer = transfer(buffer);
    this.#responded(length);
  }

  #responded(written) {
    const first = this.pending[0];
    this.#invalidate();
    if (this.stream.state === "closed") this.#respondClosed(first);
    else this.#respondReadable(written, first);
    this.callPull();
  }

  #respondClosed(first) {
    const { stream } = this;
    if (first.kind === "none") this.pending.shift();
    if (!stream.hasByobReader) return;
    const done = [];
    while (done.length < stream.waiting) done.push(this.pending.shift());
    for (const into of done) this.#commit(into);
  }

  #respondReadable(written, into) {
    into.filled += written;
    if (into.kind === "none") {
      this.#releaseFirst();
      for (const filled of this.#fillPending()) this.#commit(filled);
      return;
    }
    if (into.filled < into.minimum) return;
    this.pending.shift();
    const rest = into.filled % into.elementSize;
    if (rest > 0) {
      this.#pushClone(into.buffer, into.byteOffset + into.filled - rest, rest);
      into.filled -= rest;
    }
    const filled = this.#fillPending();
    this.#commit(into);
    for (const other of filled) this.#commit(other);
  }

  cancelSteps(reason) {
    this.#clearPending();
    this.#resetQueue();
    const result = this.cancel(reason);
    this.#forget();
    return result;
  }

  pullSteps(request) {
    if (this.total > 0) {
      this.#fillRequest(request);
      return;
    }
    if (this.autoAllocate !== undefined) {
      let buffer;
      try {
        buffer = new NativeArrayBuffer(this.autoAllocate);
      } catch (error) {
        request.error(error);
        return;
      }
      this.pending.push({
        View: NativeUint8Array, elementSize: 1, byteOffset: 0, buffer, bufferLength: this.autoAllocate, byteLength: this.autoAllocate,
        filled: 0, minimum: 1, kind: "default",
      });
    }
    this.stream.reader.requests.push(request);
    this.callPull();
  }

  releaseSteps() {
    if (this.pending.length === 0) return;
    this.pending[0].kind = "none";
    this.pending.length = 1;
  }
}

const whereOf = (method) => `Failed to execute '${method}' on 'ReadableByteStreamController'`;

export class ReadableByteStreamController {
  #record;
  constructor(secret, record) {
    if (secret !== SECRET) illegalConstructor();
    this.#record = record;
  }
  get byobRequest() {
    return this.#record.byobRequest;
  }
  get desiredSize() {
    return this.#record.desiredSize;
  }
  close() {
    const record = this.#record;
    if (record.closing) throw new TypeError(`${whereOf("close")}: Cannot close a readable stream that has already been requested to be closed`);
    if (record.stream.state !== "readable") throw new TypeError(`${whereOf("close")}: Cannot close a readable stream that is not readable`);
    record.close();
  }
  enqueue(chunk) {
    need(1, arguments.length, "enqueue", "ReadableByteStreamController");
    const record = this.#record;
    needView(chunk, whereOf("enqueue"));
    const { buffer, byteLength: length } = partsOf(chunk);
    if (length === 0) throw new TypeError(`${whereOf("enqueue")}: chunk is empty`);
    if (byteLength(buffer) === 0) throw new TypeError(`${whereOf("enqueue")}: chunk's buffer is empty`);
    if (record.closing) throw new TypeError(`${whereOf("enqueue")}: close requested already`);
    if (record.stream.state !== "readable") throw new TypeError(`${whereOf("enqueue")}: stream is not readable`);
    record.enqueue(chunk);
  }
  error(error = undefined) {
    this.#record.fail(error);
  }
}
finishInterface(ReadableByteStreamController);

let invalidate;
export class ReadableStreamBYOBRequest {
  #controller;
  #view;
  static {
    invalidate = (request) => {
      request.#controller = null;
      request.#view = null;
    };
  }
  constructor(secret, controller, view) {
    if (secret !== SECRET) illegalConstructor();
    this.#controller = controller;
    this.#view = view;
  }
  get view() {
    return this.#view;
  }
  respond(bytesWritten) {
    need(1, arguments.length, "respond", "ReadableStreamBYOBRequest");
    const where = "Failed to execute 'respond' on 'ReadableStreamBYOBRequest'";
    const written = Math.trunc(+bytesWritten);
    if (!(written >= 0 && written <= Number.MAX_SAFE_INTEGER)) throw new TypeError(`${where}: Value is outside the 'unsigned long long' value range.`);
    if (this.#controller === null) throw new TypeError(`${where}: Cannot respond to an invalidated ReadableStreamBYOBRequest`);
    if (isDetached(partsOf(this.#view).buffer)) throw new TypeError(`${where}: ArrayBuffer is detached`);
    this.#controller.respond(written);
  }
  respondWithNewView(view) {
    need(1, arguments.length, "respondWithNewView", "ReadableStreamBYOBRequest");
    const where = "Failed to execute 'respondWithNewView' on 'ReadableStreamBYOBRequest'";
    needView(view, where);
    if (this.#controller === null) throw new TypeError(`${where}: Cannot respond to an invalidated ReadableStreamBYOBRequest`);
    if (isDetached(partsOf(view).buffer)) throw new TypeError(`${where}: ViewedArrayBuffer is detached`);
    this.#controller.respondWithNewView(view);
  }
}
finishInterface(ReadableStreamBYOBRequest);

export const globals = { ReadableByteStreamController, ReadableStreamBYOBRequest };
