// Tasks, timers and animation frames (HTML § 8.6, 8.7, 8.11; requestIdleCallback).
import { addFrameStep, finishInterface, host, illegalConstructor, now, ops, SECRET, wantStep } from "ext:oracade/internal.js";
import { defineOperations, need } from "ext:oracade/platform/idl.js";

const timers = new Map(); // the page's number → {run, repeat, entry}
const entries = new Map(); // the event loop's number → the page's
let lastTimer = 0;
const tasks = new Map(); // id → function
let frameCallbacks = new Map(); // handle → callback
let lastFrameHandle = 0;
const idleCallbacks = new Map(); // handle → {callback, timer}
let lastIdleHandle = 0;
let idleTask = false;

const apply = Reflect.apply;

function guarded(callback, args) {
  try {
    apply(callback, globalThis, args);
  } catch (error) {
    host.reportException(error);
  }
}

function startTimer(handler, delay, args, repeat) {
  let run;
  if (typeof handler === "function") {
    run = () => guarded(handler, args);
  } else {
    const source = `${handler}`;
    run = () => ops.op_script_run(source, host.baseURL(), 1, 1);
  }
  // Web IDL `long`: values beyond 2^31 wrap, and what is then negative counts as 0.
  const ms = Math.max(0, delay | 0);
  const entry = ops.op_timer_start(ms, repeat);
  if (entry === 0) return 0;
  // Numbers begin at 1 and count timers only, as in Chromium: some games show them, or compare them.
  const id = ++lastTimer;
  timers.set(id, { run, repeat, entry });
  entries.set(entry, id);
  return id;
}

function stopTimer(id) {
  id |= 0;
  const timer = timers.get(id);
  if (timer === undefined) return;
  timers.delete(id);
  entries.delete(timer.entry);
  ops.op_timer_cancel(timer.entry);
}

function fireTimer(entry) {
  const id = entries.get(entry);
  const timer = timers.get(id);
  if (timer === undefined) return;
  if (!timer.repeat) {
    timers.delete(id);
    entries.delete(entry);
  }
  timer.run();
}

function runTask(id) {
  const task = tasks.get(id);
  if (task === undefined) return;
  tasks.delete(id);
  try {
    task();
  } catch (error) {
    host.reportException(error);
  }
}

/** Queues a task at the present virtual time; returns what `cancelTask` takes. The source is a name for readers only. */
export function queueTask(_source, fn) {
  const id = ops.op_task_post();
  tasks.set(id, fn);
  return id;
}

/** Queues a task that runs after `ms` of virtual time. */
export function queueTaskAfter(ms, fn) {
  const id = ops.op_task_post_after(ms);
  tasks.set(id, fn);
  return id;
}

/** Takes back a task that has not run. */
export function cancelTask(id) {
  tasks.delete(id);
}

host.queueTask = queueTask;
host.queueTaskAfter = queueTaskAfter;
host.cancelTask = cancelTask;
host.setTimeout = (fn, ms) => queueTaskAfter(Math.max(0, +ms || 0), fn);
host.clearTimeout = cancelTask;

// ------------------------------------------------------------------------------------------------ animation frames

const callbacksStep = addFrameStep(70, (timestamp) => {
  // Callbacks added by these callbacks belong to the next frame; those cancelled meanwhile do not run.
  const current = frameCallbacks;
  frameCallbacks = new Map();
  runningFrames = current;
  for (const [handle, callback] of current) {
    current.delete(handle);
    guarded(callback, [timestamp]);
    // "clean up after running script": what a callback has settled goes on before the next one.
    ops.op_microtasks();
  }
  runningFrames = null;
});
let runningFrames = null;

// ---------------------------------------------------------------------------------------------------- idle periods

/** Length of an idle period in ms; Chromium gives at most 50, less when a frame is due. */
const IDLE_PERIOD = 10;

class IdleDeadline {
  #end;
  #timedOut;
  constructor(secret, end, timedOut) {
    if (secret !== SECRET) illegalConstructor();
    this.#end = end;
    this.#timedOut = timedOut;
  }
  get didTimeout() {
    return this.#timedOut;
  }
  timeRemaining() {
    return Math.max(0, this.#end - now());
  }
}
finishInterface(IdleDeadline);

function scheduleIdle() {
  if (idleTask || idleCallbacks.size === 0) return;
  idleTask = true;
  queueTaskAfter(1, () => {
    idleTask = false;
    const end = now() + IDLE_PERIOD;
    // Only the callbacks that are there now: each may ask for another idle period.
    for (const handle of [...idleCallbacks.keys()]) {
      if (now() >= end) break;
      runIdle(handle, new IdleDeadline(SECRET, end, false));
    }
    scheduleIdle();
  });
}

function runIdle(handle, deadline) {
  const entry = idleCallbacks.get(handle);
  if (entry === undefined) return;
  idleCallbacks.delete(handle);
  if (entry.timer !== 0) cancelTask(entry.timer);
  guarded(entry.callback, [deadline]);
  ops.op_microtasks();
}

// ------------------------------------------------------------------------------------------------------- operations

function needFunction(value, method) {
  if (typeof value === "function") return;
  throw new TypeError(`Failed to execute '${method}' on 'Window': parameter 1 is not of type 'Function'.`);
}

const operations = {
  setTimeout(handler, timeout = 0, ...args) {
    need(1, arguments.length, "setTimeout", "Window");
    return startTimer(handler, timeout, args, false);
  },
  setInterval(handler, timeout = 0, ...args) {
    need(1, arguments.length, "setInterval", "Window");
    return startTimer(handler, timeout, args, true);
  },
  clearTimeout(id = 0) {
    stopTimer(id);
  },
  clearInterval(id = 0) {
    stopTimer(id);
  },
  queueMicrotask(callback) {
    need(1, arguments.length, "queueMicrotask", "Window");
    needFunction(callback, "queueMicrotask");
    host.queueMicrotask(callback);
  },
  requestAnimationFrame(callback) {
    need(1, arguments.length, "requestAnimationFrame", "Window");
    needFunction(callback, "requestAnimationFrame");
    frameCallbacks.set(++lastFrameHandle, callback);
    wantStep(callbacksStep);
    host.requestFrame();
    return lastFrameHandle;
  },
  cancelAnimationFrame(handle) {
    need(1, arguments.length, "cancelAnimationFrame", "Window");
    handle >>>= 0;
    frameCallbacks.delete(handle);
    if (runningFrames !== null) runningFrames.delete(handle);
  },
  requestIdleCallback(callback, options) {
    need(1, arguments.length, "requestIdleCallback", "Window");
    needFunction(callback, "requestIdleCallback");
    const handle = ++lastIdleHandle;
    const timeout = options?.timeout >>> 0;
    const timer = timeout > 0
      ? queueTaskAfter(timeout, () => runIdle(handle, new IdleDeadline(SECRET, now(), true)))
      : 0;
    idleCallbacks.set(handle, { callback, timer });
    scheduleIdle();
    return handle;
  },
  cancelIdleCallback(handle) {
    need(1, arguments.length, "cancelIdleCallback", "Window");
    handle >>>= 0;
    const entry = idleCallbacks.get(handle);
    if (entry === undefined) return;
    idleCallbacks.delete(handle);
    if (entry.timer !== 0) cancelTask(entry.timer);
  },
};

export const globals = { IdleDeadline };
export const hooks = { fireTimer, runTask };

export function install() {
  defineOperations(globalThis, operations);
  operations.webkitRequestAnimationFrame = operations.requestAnimationFrame;
  defineOperations(globalThis, {
    webkitRequestAnimationFrame: operations.requestAnimationFrame,
    webkitCancelAnimationFrame: operations.cancelAnimationFrame,
  });
}
