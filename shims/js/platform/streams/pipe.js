// "ReadableStreamPipeTo" (Streams § 4.9.1).
import { onAbort } from "ext:oracade/dom/abort.js";
import { all, deferred, resolved, upon } from "ext:oracade/platform/streams/promises.js";
import { Reader } from "ext:oracade/platform/streams/readable.js";
import { Writer } from "ext:oracade/platform/streams/writable.js";

/** Pipes records of streams that are not locked; a promise. */
export function pipe(source, destination, { preventClose, preventAbort, preventCancel, signal }) {
  const reader = new Reader(source, false);
  const writer = new Writer(destination);
  source.disturbed = true;
  const result = deferred();
  let shuttingDown = false;
  let lastWrite = resolved();

  const finalize = (failed, error) => {
    writer.release();
    reader.release();
    removeAbort();
    if (failed) result.reject(error);
    else result.resolve();
  };

  /** Resolves when every write that has been made so far is done. */
  const writesDone = () => {
    const { promise, resolve } = deferred();
    const wait = (write) => {
      const again = () => (write === lastWrite ? resolve() : wait(lastWrite));
      upon(write, again, again);
    };
    wait(lastWrite);
    return promise;
  };

  /** "shutdown with an action", or without (null). */
  const shutdown = (action, failed = false, error = undefined) => {
    if (shuttingDown) return;
    shuttingDown = true;
    const act = () => {
      if (action === null) {
        finalize(failed, error);
        return;
      }
      upon(action(), () => finalize(failed, error), (newError) => finalize(true, newError));
    };
    if (destination.state === "writable" && !destination.closing) upon(writesDone(), act);
    else act();
  };

  let removeAbort = () => {};
  if (signal !== undefined) {
    const abort = () => {
      const { reason } = signal;
      const actions = [];
      if (!preventAbort) actions.push(() => (destination.state === "writable" ? destination.abortWith(reason) : resolved()));
      if (!preventCancel) actions.push(() => (source.state === "readable" ? source.cancel(reason) : resolved()));
      shutdown(() => all(actions.map((action) => action())), true, reason);
    };
    if (signal.aborted) {
      abort();
      return result.promise;
    }
    removeAbort = onAbort(signal, abort);
  }

  // What has happened already, in the order in which it counts; then what happens.
  const sourceFailed = () => {
    if (preventAbort) shutdown(null, true, source.error);
    else shutdown(() => destination.abortWith(source.error), true, source.error);
  };
  const destinationFailed = () => {
    if (preventCancel) shutdown(null, true, destination.error);
    else shutdown(() => source.cancel(destination.error), true, destination.error);
  };
  const sourceClosed = () => {
    if (preventClose) shutdown(null);
    else shutdown(() => writer.closeAfterPipe());
  };
  const watch = (isNow, promise, wanted, action) => {
    if (isNow) action();
    else if (wanted === "error") upon(promise, () => {}, action);
    else upon(promise, action);
  };
  watch(source.state === "errored", reader.closed.promise, "error", sourceFailed);
  watch(destination.state === "errored", writer.closed.promise, "error", destinationFailed);
  watch(source.state === "closed", reader.closed.promise, "close", sourceClosed);
  if (destination.closing || destination.state === "closed") {
    const error = new TypeError("Destination stream closed");
    if (preventCancel) shutdown(null, true, error);
    else shutdown(() => source.cancel(error), true, error);
  }

  const step = () => {
    if (shuttingDown) return;
    upon(writer.ready.promise, () => {
      if (shuttingDown) return;
      reader.read({
        chunk(chunk) {
          // In a microtask: the source may be in the middle of something.
          upon(resolved(), () => {
            if (writer.stream === null) return;
            lastWrite = writer.write(chunk);
            upon(lastWrite, () => {});
          });
          upon(resolved(), () => upon(resolved(), step));
        },
        close() {},
        error() {},
      });
    });
  };
  step();
  return result.promise;
}
