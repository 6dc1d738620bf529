// ReadableStream and its readers (Streams § 4.2–4.5).
import { isSignal } from "ext:oracade/dom/abort.js";
import { finishInterface, host } from "ext:oracade/internal.js";
import { need } from "ext:oracade/platform/idl.js";
import { ByteController, needView, partsOf, shapeOf } from "ext:oracade/platform/streams/byte_controller.js";
import { DefaultController } from "ext:oracade/platform/streams/default_controller.js";
import { iterate } from "ext:oracade/platform/streams/iterator.js";
import { pipe } from "ext:oracade/platform/streams/pipe.js";
import { call, deferred, handled, mapped, rejected, resolved } from "ext:oracade/platform/streams/promises.js";
import { callback, dictionaryOf, markOf, objectOf, sizeOf, strategyOf } from "ext:oracade/platform/streams/queue.js";
import { Readable, Reader, readOnce } from "ext:oracade/platform/streams/readable.js";
import { own, recordOf, setRecord } from "ext:oracade/platform/streams/slot.js";
import { tee } from "ext:oracade/platform/streams/tee.js";
import { Writable } from "ext:oracade/platform/streams/writable.js";

const apply = Reflect.apply;
const isDetached = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "detached").get;
const bufferLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength").get;
const RELEASED = "This readable stream reader has been released and cannot be used to";
const illegal = () => rejected(new TypeError("Illegal invocation"));

/** The record of a new default stream: algorithms {start, pull, cancel}. */
export function newReadable(algorithms, mark = 1, size = () => 1) {
  const record = new Readable();
  new DefaultController(record, algorithms, mark, size);
  return record;
}

/** The record of a new byte stream. */
export function newByteReadable(algorithms, mark = 0, autoAllocate = undefined) {
  const record = new Readable();
  new ByteController(record, algorithms, mark, autoAllocate);
  return record;
}

/** A ReadableStream of a page's over a record. */
export function readableOf(record) {
  const stream = Object.create(ReadableStream.prototype);
  setRecord(stream, record);
  return stream;
}

export const isReadable = (object) => recordOf(object, Readable) !== undefined;
export const readableRecord = (object) => recordOf(object, Readable);
export const isLocked = (stream) => own(stream, Readable).locked;
export const isDisturbed = (stream) => own(stream, Readable).disturbed;

/** How the messages of a constructor begin that `getReader` calls. */
const WHERE = Symbol("where");

/** Common to both kinds of readers: "SetUpReadableStreamDefaultReader" and "…BYOBReader". */
function newReader(stream, byob, where) {
  const name = byob ? "ReadableStreamBYOBReader" : "ReadableStreamDefaultReader";
  where ??= `Failed to construct '${name}'`;
  const record = recordOf(stream, Readable);
  if (record === undefined) throw new TypeError(`${where}: parameter 1 is not of type 'ReadableStream'.`);
  if (byob && !(record.controller instanceof ByteController)) throw new TypeError(`${where}: Cannot use a BYOB reader with a non-byte stream`);
  needUnlocked(record, where, name);
  return new Reader(record, byob);
}

function needUnlocked(record, where, name = "ReadableStreamDefaultReader") {
  if (record.locked) throw new TypeError(`${where}: ${name} constructor can only accept readable streams that are not yet locked to a reader`);
}

const readerOf = (object, byob) => {
  const record = recordOf(object, Reader);
  return record !== undefined && record.byob === byob ? record : undefined;
};

/** The members of the mixin ReadableStreamGenericReader. */
const generic = (byob, name) => ({
  get closed() {
    return readerOf(this, byob)?.closed.promise ?? illegal();
  },
  cancel(reason = undefined) {
    const record = readerOf(this, byob);
    if (record === undefined) return illegal();
    if (record.stream === null) return rejected(new TypeError(`Failed to execute 'cancel' on '${name}': ${RELEASED} cancel its previous owner stream`));
    return record.cancel(reason);
  },
  releaseLock() {
    const record = readerOf(this, byob);
    if (record === undefined) throw new TypeError("Illegal invocation");
    if (record.stream !== null) record.release();
  },
});

export class ReadableStreamDefaultReader {
  constructor(stream) {
    need(1, arguments.length, "ReadableStreamDefaultReader");
    setRecord(this, newReader(stream, false, arguments[1]?.[WHERE]));
  }
  read() {
    const record = readerOf(this, false);
    if (record === undefined) return illegal();
    if (record.stream === null) return rejected(new TypeError(`Failed to execute 'read' on 'ReadableStreamDefaultReader': ${RELEASED} read from its previous owner stream`));
    return readOnce(record);
  }
}
Object.defineProperties(ReadableStreamDefaultReader.prototype, Object.getOwnPropertyDescriptors(generic(false, "ReadableStreamDefaultReader")));
finishInterface(ReadableStreamDefaultReader);

export class ReadableStreamBYOBReader {
  constructor(stream) {
    need(1, arguments.length, "ReadableStreamBYOBReader");
    setRecord(this, newReader(stream, true, arguments[1]?.[WHERE]));
  }
  read(view, options = undefined) {
    const record = readerOf(this, true);
    if (record === undefined) return illegal();
    const where = "Failed to execute 'read' on 'ReadableStreamBYOBReader'";
    let min;
    try {
      need(1, arguments.length, "read", "ReadableStreamBYOBReader");
      needView(view, where);
      min = dictionaryOf(options, where)?.min;
      min = min === undefined ? 1 : Math.trunc(+min);
      if (!(min >= 0 && min <= Number.MAX_SAFE_INTEGER)) {
        throw new TypeError(`${where}: Failed to read the 'min' property from 'ReadableStreamBYOBReaderReadOptions': Value is outside the 'unsigned long long' value range.`);
      }
      const { buffer, byteLength } = partsOf(view);
      if (byteLength === 0) throw new TypeError(`${where}: This readable stream reader cannot be used to read as the view has byte length equal to 0`);
      if (apply(bufferLength, buffer, []) === 0) throw new TypeError(`${where}: This readable stream reader cannot be used to read as the viewed array buffer has 0 byte length`);
      if (apply(isDetached, buffer, [])) throw new TypeError(`${where}: This readable stream reader cannot be used to read as the view is detached`);
      if (min === 0) throw new TypeError(`${where}: min cannot be 0`);
      if (min > byteLength / shapeOf(view).elementSize) throw new RangeError(`${where}: min cannot be larger than view's length`);
      if (record.stream === null) throw new TypeError(`${where}: ${RELEASED} read from its previous owner stream`);
    } catch (error) {
      return rejected(error);
    }
    const { promise, resolve, reject } = deferred();
    record.readInto(view, min, {
      chunk: (value) => resolve({ value, done: false }),
      close: (value) => resolve({ value, done: true }),
      error: reject,
    });
    return promise;
  }
}
Object.defineProperties(ReadableStreamBYOBReader.prototype, Object.getOwnPropertyDescriptors(generic(true, "ReadableStreamBYOBReader")));
finishInterface(ReadableStreamBYOBReader);

/** `StreamPipeOptions`. */
function pipeOptions(value, what) {
  const options = dictionaryOf(value, what);
  const preventAbort = Boolean(options?.preventAbort);
  const preventCancel = Boolean(options?.preventCancel);
  const preventClose = Boolean(options?.preventClose);
  const signal = options?.signal;
  if (signal !== undefined && !isSignal(signal)) {
    throw new TypeError(`${what}: Failed to read the 'signal' property from 'StreamPipeOptions': Failed to convert value to 'AbortSignal'.`);
  }
  return { preventClose, preventAbort, preventCancel, signal };
}

export class ReadableStream {
  constructor(underlyingSource = undefined, strategy = undefined) {
    const what = "Failed to construct 'ReadableStream'";
    const source = objectOf(underlyingSource, what);
    const queuing = strategyOf(strategy, what);
    let autoAllocate = source?.autoAllocateChunkSize;
    if (autoAllocate !== undefined) {
      autoAllocate = Math.trunc(+autoAllocate);
      if (!(autoAllocate >= 0 && autoAllocate <= Number.MAX_SAFE_INTEGER)) {
        throw new TypeError(`${what}: Failed to read the 'autoAllocateChunkSize' property from 'UnderlyingSource': Value is outside the 'unsigned long long' value range.`);
      }
    }
    const cancel = callback(source, "cancel", what, "underlyingSource.cancel");
    const pull = callback(source, "pull", what, "underlyingSource.pull");
    const start = callback(source, "start", what, "underlyingSource.start");
    const type = source?.type;
    if (type !== undefined && `${type}` !== "bytes") {
      throw new RangeError(`${what}: Invalid type is specified`);
    }
    const record = new Readable();
    setRecord(this, record);
    const algorithms = {
      start: (controller) => (start === undefined ? undefined : apply(start, underlyingSource, [controller])),
      pull: () => call(pull, underlyingSource, [record.controller.wrapper]),
      cancel: (reason) => call(cancel, underlyingSource, [reason]),
    };
    if (type !== undefined) {
      if (queuing.size !== undefined) throw new RangeError(`${what}: Cannot create byte stream with size() defined on the strategy`);
      const mark = markOf(queuing, 0);
      if (autoAllocate === 0) throw new TypeError(`${what}: autoAllocateChunkSize cannot be 0`);
      new ByteController(record, algorithms, mark, autoAllocate);
    } else {
      const size = sizeOf(queuing);
      new DefaultController(record, algorithms, markOf(queuing, 1), size);
    }
  }

  get locked() {
    return own(this, Readable).locked;
  }
  cancel(reason = undefined) {
    const record = recordOf(this, Readable);
    if (record === undefined) return illegal();
    if (record.locked) return rejected(new TypeError("Failed to execute 'cancel' on 'ReadableStream': Cannot cancel a locked stream"));
    return record.cancel(reason);
  }
  getReader(options = undefined) {
    own(this, Readable);
    const where = "Failed to execute 'getReader' on 'ReadableStream'";
    const mode = dictionaryOf(options, where)?.mode;
    if (mode === undefined) return new ReadableStreamDefaultReader(this, { [WHERE]: where });
    if (`${mode}` !== "byob") {
      throw new TypeError(`${where}: Failed to read the 'mode' property from 'ReadableStreamGetReaderOptions': The provided value '${mode}' is not a valid enum value of type ReadableStreamReaderMode.`);
    }
    return new ReadableStreamBYOBReader(this, { [WHERE]: where });
  }
  pipeThrough(transform, options = undefined) {
    const record = own(this, Readable);
    need(1, arguments.length, "pipeThrough", "ReadableStream");
    const where = "Failed to execute 'pipeThrough' on 'ReadableStream'";
    const pair = dictionaryOf(transform, where);
    const readable = pair?.readable;
    if (readable === undefined) {
      throw new TypeError(`${where}: Failed to read the 'readable' property from 'ReadableWritablePair': Required member is undefined.`);
    }
    if (!isReadable(readable)) {
      throw new TypeError(`${where}: Failed to read the 'readable' property from 'ReadableWritablePair': Failed to convert value to 'ReadableStream'.`);
    }
    const destination = recordOf(pair.writable, Writable);
    if (destination === undefined) {
      throw new TypeError(`${where}: Failed to read the 'writable' property from 'ReadableWritablePair': Failed to convert value to 'WritableStream'.`);
    }
    const settings = pipeOptions(options, where);
    if (record.locked) throw new TypeError(`${where}: Cannot pipe a locked stream`);
    if (destination.locked) throw new TypeError(`${where}: parameter 1's 'writable' is locked`);
    handled(pipe(record, destination, settings));
    return readable;
  }
  pipeTo(destination, options = undefined) {
    const record = recordOf(this, Readable);
    if (record === undefined) return illegal();
    const where = "Failed to execute 'pipeTo' on 'ReadableStream'";
    let target;
    let settings;
    try {
      need(1, arguments.length, "pipeTo", "ReadableStream");
      target = recordOf(destination, Writable);
      if (target === undefined) throw new TypeError(`${where}: parameter 1 is not of type 'WritableStream'.`);
      settings = pipeOptions(options, where);
      if (record.locked) throw new TypeError(`${where}: Cannot pipe a locked stream`);
      if (target.locked) throw new TypeError(`${where}: Cannot pipe to a locked stream`);
    } catch (error) {
      return rejected(error);
    }
    return pipe(record, target, settings);
  }
  tee() {
    return teeStream(this);
  }
  values(options = undefined) {
    const record = own(this, Readable);
    const preventCancel = Boolean(dictionaryOf(options, "Failed to execute 'values' on 'ReadableStream'")?.preventCancel);
    needUnlocked(record, "Failed to execute 'values' on 'ReadableStream'");
    return iterate(new Reader(record, false), preventCancel);
  }
}
finishInterface(ReadableStream);
Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, {
  value: ReadableStream.prototype.values,
  writable: true,
  enumerable: false,
  configurable: true,
});

/** The two branches of a stream of a page's; `cloneSecond(chunk)` makes what the second one gets. */
export function teeStream(stream, cloneSecond = undefined) {
  const record = own(stream, Readable);
  needUnlocked(record, "Failed to execute 'tee' on 'ReadableStream'");
  return tee(record, (algorithms) => newReadable(algorithms, 1), (algorithms) => newByteReadable(algorithms, 0), cloneSecond).map(readableOf);
}

/** Longest chunk of a stream of bytes that are at hand: the most that Chromium's pipes give at once. */
const CHUNK = 2 << 20;

/** A stream that gives bytes. */
export function streamOfBytes(bytes) {
  let at = 0;
  const record = newByteReadable({
    start: () => undefined,
    pull() {
      const { controller } = record;
      if (at < bytes.length) {
        const chunk = bytes.slice(at, at + CHUNK);
        at += chunk.length;
        controller.enqueue(chunk);
      }
      if (at >= bytes.length) {
        controller.close();
        if (controller.pending.length > 0) controller.respond(0);
      }
      return resolved();
    },
    cancel: () => resolved(),
  });
  return readableOf(record);
}
host.streamOfBytes = streamOfBytes;

/** Reads a stream of Uint8Array chunks to its end. */
export async function bytesOfStream(stream) {
  const reader = new Reader(own(stream, Readable), false);
  const chunks = [];
  let length = 0;
  for (;;) {
    const { value, done } = await readOnce(reader);
    if (done) break;
    if (!(value instanceof Uint8Array)) {
      const error = new TypeError("Received non-Uint8Array chunk");
      handled(reader.cancel(error));
      throw error;
    }
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

export const globals = { ReadableStream, ReadableStreamBYOBReader, ReadableStreamDefaultReader };
