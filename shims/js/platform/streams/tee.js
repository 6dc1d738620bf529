// "ReadableStreamTee" (Streams § 4.9.1).
import { ByteController, partsOf } from "ext:oracade/platform/streams/byte_controller.js";
import { deferred, resolved, upon } from "ext:oracade/platform/streams/promises.js";
import { Reader } from "ext:oracade/platform/streams/readable.js";

const NativeUint8Array = Uint8Array;

/** Two branches of a stream. `make(algorithms)` makes the record of a default stream, `makeBytes(algorithms)` of a byte stream. */
export function tee(stream, make, makeBytes, cloneSecond = undefined) {
  return stream.controller instanceof ByteController ? teeBytes(stream, makeBytes) : teeDefault(stream, make, cloneSecond);
}

/** What the two branches share: cancelling happens when both are cancelled. */
class Cancelling {
  canceled = [false, false];
  reasons = [undefined, undefined];
  result = deferred();
  constructor(stream) {
    this.stream = stream;
  }
  get both() {
    return this.canceled[0] && this.canceled[1];
  }
  cancel(which, reason) {
    this.canceled[which] = true;
    this.reasons[which] = reason;
    if (this.both) this.result.resolve(this.stream.cancel(this.reasons));
    return this.result.promise;
  }
}

function teeDefault(stream, make, cloneSecond) {
  const reader = new Reader(stream, false);
  const state = new Cancelling(stream);
  let reading = false;
  let again = false;
  const branches = [null, null];
  const each = (run) => {
    for (let i = 0; i < 2; i++) if (!state.canceled[i]) run(branches[i].controller, i);
  };
  const pull = () => {
    if (reading) {
      again = true;
      return resolved();
    }
    reading = true;
    reader.read({
      chunk(value) {
        queueMicrotask_(() => {
          again = false;
          const chunks = [value, value];
          if (cloneSecond !== undefined && !state.canceled[1]) {
            try {
              chunks[1] = cloneSecond(value);
            } catch (error) {
              for (const branch of branches) branch.controller.fail(error);
              state.result.resolve(stream.cancel(error));
              return;
            }
          }
          each((controller, i) => controller.enqueue(chunks[i]));
          reading = false;
          if (again) pull();
        });
      },
      close() {
        reading = false;
        each((controller) => controller.close());
        if (!state.both) state.result.resolve();
      },
      error() {
        reading = false;
      },
    });
    return resolved();
  };
  for (let i = 0; i < 2; i++) branches[i] = make({ start: () => undefined, pull, cancel: (reason) => state.cancel(i, reason) });
  upon(reader.closed.promise, () => {}, (error) => {
    for (const branch of branches) branch.controller.fail(error);
    if (!state.both) state.result.resolve();
  });
  return branches;
}

function queueMicrotask_(run) {
  upon(resolved(), run);
}

function teeBytes(stream, makeBytes) {
  let reader = new Reader(stream, false);
  const state = new Cancelling(stream);
  const { canceled } = state;
  let reading = false;
  const again = [false, false];
  const branches = [null, null];
  const watch = (which) => {
    upon(which.closed.promise, () => {}, (error) => {
      if (which !== reader) return;
      for (const branch of branches) branch.controller.fail(error);
      if (!state.both) state.result.resolve();
    });
  };
  const copyOf = (chunk) => {
    const { buffer, byteOffset, byteLength } = partsOf(chunk);
    return new NativeUint8Array(buffer, byteOffset, byteLength).slice();
  };
  const broken = (error) => {
    for (const branch of branches) branch.controller.fail(error);
    state.result.resolve(stream.cancel(error));
  };
  const pullAgain = () => {
    reading = false;
    if (again[0]) pull(0);
    else if (again[1]) pull(1);
  };
  const pullWithDefaultReader = () => {
    if (reader.byob) {
      reader.release();
      reader = new Reader(stream, false);
      watch(reader);
    }
    reader.read({
      chunk(value) {
        queueMicrotask_(() => {
          again[0] = again[1] = false;
          let second = value;
          if (!canceled[0] && !canceled[1]) {
            try {
              second = copyOf(value);
            } catch (error) {
              broken(error);
              return;
            }
          }
          if (!canceled[0]) branches[0].controller.enqueue(value);
          if (!canceled[1]) branches[1].controller.enqueue(second);
          pullAgain();
        });
      },
      close() {
        reading = false;
        for (let i = 0; i < 2; i++) if (!canceled[i]) branches[i].controller.close();
        for (const { controller } of branches) if (controller.pending.length > 0) controller.respond(0);
        if (!state.both) state.result.resolve();
      },
      error() {
        reading = false;
      },
    });
  };
  const pullWithByobReader = (view, which) => {
    if (!reader.byob) {
      reader.release();
      reader = new Reader(stream, true);
      watch(reader);
    }
    const other = 1 - which;
    reader.readInto(view, 1, {
      chunk(value) {
        queueMicrotask_(() => {
          again[0] = again[1] = false;
          if (!canceled[other]) {
            let copy;
            try {
              copy = copyOf(value);
            } catch (error) {
              broken(error);
              return;
            }
            if (!canceled[which]) branches[which].controller.respondWithNewView(value);
            branches[other].controller.enqueue(copy);
          } else if (!canceled[which]) {
            branches[which].controller.respondWithNewView(value);
          }
          pullAgain();
        });
      },
      close(value) {
        reading = false;
        for (let i = 0; i < 2; i++) if (!canceled[i]) branches[i].controller.close();
        if (value !== undefined) {
          if (!canceled[which]) branches[which].controller.respondWithNewView(value);
          if (!canceled[other] && branches[other].controller.pending.length > 0) branches[other].controller.respond(0);
        }
        if (!state.both) state.result.resolve();
      },
      error() {
        reading = false;
      },
    });
  };
  const pull = (which) => {
    if (reading) {
      again[which] = true;
      return resolved();
    }
    reading = true;
    const request = branches[which].controller.byobRequest;
    if (request === null) pullWithDefaultReader();
    else pullWithByobReader(request.view, which);
    return resolved();
  };
  for (let i = 0; i < 2; i++) {
    branches[i] = makeBytes({ start: () => undefined, pull: () => pull(i), cancel: (reason) => state.cancel(i, reason) });
  }
  watch(reader);
  return branches;
}
