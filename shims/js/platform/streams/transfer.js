// Transfer of streams: what passes through one goes on through a pair of ports (Streams § 4.2.6, § 5.2.6, § 6.2.4, § 8.2).
import { addListener } from "ext:oracade/dom/event_target.js";
import { fail } from "ext:oracade/dom/exception.js";
import { closeOf, newChannel, postTo, startOf, transferPort } from "ext:oracade/platform/messaging.js";
import { transferable, wires } from "ext:oracade/platform/structured_clone.js";
import { pipe } from "ext:oracade/platform/streams/pipe.js";
import { deferred, handled, mapped, rejected, resolved } from "ext:oracade/platform/streams/promises.js";
import { newReadable, readableOf } from "ext:oracade/platform/streams/readable_stream.js";
import { Readable } from "ext:oracade/platform/streams/readable.js";
import { recordOf } from "ext:oracade/platform/streams/slot.js";
import { Transform, transformOf } from "ext:oracade/platform/streams/transform.js";
import { Writable, writableOf } from "ext:oracade/platform/streams/writable.js";

const PIPE = { preventClose: false, preventAbort: false, preventCancel: false, signal: undefined };

function listen(port, message, broken) {
  addListener(port, "message", (event) => {
    const { data } = event;
    if (typeof data === "object" && data !== null) message(data.type, data.value);
  });
  addListener(port, "messageerror", broken);
  startOf(port);
}

const post = (port, type, value) => postTo(port, { type, value });

/** "PackAndPostMessageHandlingError": what cannot be cloned is told as an error; a promise. */
function postOrFail(port, type, value) {
  try {
    post(port, type, value);
    return resolved();
  } catch (error) {
    post(port, "error", error);
    return rejected(error);
  }
}

/** "SetUpCrossRealmTransformReadable": the record of a stream of what comes out of a port. */
function readableFrom(port) {
  const record = newReadable({
    start: () => undefined,
    pull() {
      post(port, "pull", undefined);
      return resolved();
    },
    cancel(reason) {
      const result = postOrFail(port, "error", reason);
      closeOf(port);
      return result;
    },
  }, 0);
  listen(port, (type, value) => {
    const { controller } = record;
    if (type === "chunk") {
      controller.enqueue(value);
      return;
    }
    if (type === "close") controller.close();
    else if (type === "error") controller.fail(value);
    else return;
    closeOf(port);
  }, () => {
    const error = unreadable();
    post(port, "error", error);
    record.controller.fail(error);
    closeOf(port);
  });
  return record;
}

/** "SetUpCrossRealmTransformWritable": the record of a stream whose chunks go into a port. */
function writableTo(port) {
  let wanted = deferred();
  const record = new Writable({
    start: () => undefined,
    write: (chunk) => mapped(wanted.promise, () => {
      wanted = deferred();
      return mapped(postOrFail(port, "chunk", chunk), () => undefined, (error) => {
        closeOf(port);
        throw error;
      });
    }),
    close() {
      post(port, "close", undefined);
      closeOf(port);
      return resolved();
    },
    abort(reason) {
      const result = postOrFail(port, "error", reason);
      closeOf(port);
      return result;
    },
  }, 1, () => 1);
  listen(port, (type, value) => {
    if (type === "error") record.fail(value);
    if (type === "error" || type === "pull") wanted.resolve();
  }, () => {
    const error = unreadable();
    post(port, "error", error);
    record.fail(error);
    closeOf(port);
  });
  return record;
}

function unreadable() {
  try {
    fail("DataCloneError", "chunk could not be cloned.");
  } catch (error) {
    return error;
  }
}

/** Sends what a stream gives through a port; the port for the receiver. */
function leaveReadable(record) {
  const { port1, port2 } = newChannel();
  handled(pipe(record, writableTo(port1), PIPE));
  return port2;
}

function leaveWritable(record) {
  const { port1, port2 } = newChannel();
  handled(pipe(readableFrom(port1), record, PIPE));
  return port2;
}

/** What can be transferred: how each leaves (a list of ports), and how it arrives. */
const KINDS = [
  {
    tag: "ReadableStream",
    of: (object) => recordOf(object, Readable),
    isFree: (record) => !record.locked,
    leave: (record) => [leaveReadable(record)],
    arrive: ([port]) => readableOf(readableFrom(port)),
  },
  {
    tag: "WritableStream",
    of: (object) => recordOf(object, Writable),
    isFree: (record) => !record.locked,
    leave: (record) => [leaveWritable(record)],
    arrive: ([port]) => writableOf(writableTo(port)),
  },
  {
    tag: "TransformStream",
    of: (object) => recordOf(object, Transform),
    isFree: (record) => !record.readable.locked && !record.writable.locked,
    leave: (record) => [leaveReadable(record.readable), leaveWritable(record.writable)],
    arrive: ([one, two]) => transformOf(readableOf(readableFrom(one)), writableOf(writableTo(two))),
  },
];

for (const { tag, of, isFree, leave, arrive } of KINDS) {
  const begin = (object) => {
    const record = of(object);
    if (!isFree(record)) fail("DataCloneError", `Failed to execute 'postMessage': Cannot transfer a locked stream`);
    return leave(record);
  };
  transferable.push([
    (object) => of(object) !== undefined,
    (object) => arrive(begin(object).map((port) => transferPort(port))),
    (object, ports) => [tag, begin(object).map((port) => transferPort(port, ports))],
  ]);
  wires.push({ tag, is: () => false, in: (payload, take) => arrive(payload.map(take)) });
}
