// Scheduler, TaskController, TaskSignal (Prioritized Task Scheduling § 2, 3). Tasks of one instant run by their priority; those of
// the background wait until other tasks of the instant and of the next millisecond have run.
import { finishInterface, host, illegalConstructor, SECRET, slot } from "ext:oracade/internal.js";
import { AbortController, AbortSignal, dependentSignal, onAbort } from "ext:oracade/dom/abort.js";
import { Event, eventInterface } from "ext:oracade/dom/event.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { DOMException } from "ext:oracade/dom/exception.js";
import { defineReplaceable, need } from "ext:oracade/platform/idl.js";

const PRIORITIES = ["user-blocking", "user-visible", "background"];
/** How long a task of the background waits in ms. */
const BACKGROUND = 1;

function priorityOf(value, where) {
  const priority = `${value}`;
  if (!PRIORITIES.includes(priority)) throw new TypeError(`${where}The provided value '${priority}' is not a valid enum value of type TaskPriority.`);
  return priority;
}

const TaskPriorityChangeEvent = eventInterface("TaskPriorityChangeEvent", Event, { previousPriority: "user-visible" });

const $priority = slot("priority");
const $changing = slot("priority is changing");

class TaskSignal extends AbortSignal {
  constructor(secret, priority) {
    if (secret !== SECRET) illegalConstructor("TaskSignal");
    super(SECRET);
    this[$priority] = priority;
    this[$changing] = false;
  }
  get priority() {
    if (this[$priority] === undefined) throw new TypeError("Illegal invocation");
    return this[$priority];
  }
  static any(signals, init = undefined) {
    const where = "Failed to execute 'any' on 'TaskSignal': Failed to read the 'priority' property from 'TaskSignalAnyInit': ";
    const given = init?.priority ?? "user-visible";
    const priority = given instanceof TaskSignal ? given.priority : priorityOf(given, where);
    return dependentSignal(new TaskSignal(SECRET, priority), signals);
  }
}
finishInterface(TaskSignal);
handlerAttributes(TaskSignal.prototype, ["prioritychange"]);

class TaskController extends AbortController {
  constructor(init = undefined) {
    const where = "Failed to construct 'TaskController': Failed to read the 'priority' property from 'TaskControllerInit': ";
    super(SECRET, new TaskSignal(SECRET, init?.priority === undefined ? "user-visible" : priorityOf(init.priority, where)));
  }
  setPriority(priority) {
    const where = "Failed to execute 'setPriority' on 'TaskController': ";
    need(1, arguments.length, "setPriority", "TaskController");
    priority = priorityOf(priority, where);
    const { signal } = this;
    if (signal[$changing]) throw new DOMException(`${where}Cannot change priority when a prioritychange event is in progress.`, "NotAllowedError");
    const previousPriority = signal[$priority];
    if (previousPriority === priority) return;
    signal[$changing] = true;
    signal[$priority] = priority;
    for (const task of waiting) if (task.signal === signal && priority !== "background") pump(task);
    fire(signal, "prioritychange", { previousPriority }, TaskPriorityChangeEvent);
    signal[$changing] = false;
  }
}
finishInterface(TaskController);

/** Tasks that may run: {signal or null, priority, again, run}; `again` for what goes on after a yield. */
const waiting = new Set();
let current = "user-visible"; // priority of the task that runs

/** Where a task stands; the lowest rank runs first. */
const rank = (task) => 2 * PRIORITIES.indexOf(task.signal?.[$priority] ?? task.priority) + (task.again ? 0 : 1);

/** Runs the first of the waiting tasks, some time after now. */
function pump(task) {
  const isLast = (task.signal?.[$priority] ?? task.priority) === "background";
  const run = () => {
    let first = null;
    for (const each of waiting) if (first === null || rank(each) < rank(first)) first = each;
    if (first === null) return;
    waiting.delete(first);
    current = first.signal?.[$priority] ?? first.priority;
    try {
      first.run();
    } finally {
      current = "user-visible";
    }
  };
  if (isLast) host.queueTaskAfter(BACKGROUND, run);
  else host.queueTask("scheduler", run);
}
function add(task) {
  waiting.add(task);
  pump(task);
}

class Scheduler {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor("Scheduler");
  }
  async postTask(callback, options = undefined) {
    const where = "Failed to execute 'postTask' on 'Scheduler': ";
    need(1, arguments.length, "postTask", "Scheduler");
    if (typeof callback !== "function") throw new TypeError(`${where}parameter 1 is not of type 'Function'.`);
    const member = (key) => `${where}Failed to read the '${key}' property from 'SchedulerPostTaskOptions': `;
    const delay = Math.trunc(Number(options?.delay ?? 0));
    if (!(delay >= 0 && delay <= Number.MAX_SAFE_INTEGER)) throw new TypeError(`${member("delay")}Value is outside the 'unsigned long long' value range.`);
    const priority = options?.priority === undefined ? null : priorityOf(options.priority, member("priority"));
    const signal = options?.signal;
    if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError(`${member("signal")}Failed to convert value to 'AbortSignal'.`);
    if (signal?.aborted) throw signal.reason;
    const result = Promise.withResolvers();
    const task = {
      signal: priority === null && signal instanceof TaskSignal ? signal : null,
      priority: priority ?? "user-visible",
      again: false,
      run() {
        try {
          result.resolve(callback());
        } catch (error) {
          result.reject(error);
        }
      },
    };
    let timer = 0;
    if (delay > 0) timer = host.queueTaskAfter(delay, () => add(task));
    else add(task);
    if (signal !== undefined) {
      onAbort(signal, () => {
        host.cancelTask(timer);
        waiting.delete(task);
        result.reject(signal.reason);
      });
    }
    return await result.promise;
  }
  yield() {
    const result = Promise.withResolvers();
    add({ signal: null, priority: current, again: true, run: () => result.resolve(undefined) });
    return result.promise;
  }
}
finishInterface(Scheduler);
const scheduler = new Scheduler(SECRET);

export const globals = { Scheduler, TaskController, TaskPriorityChangeEvent, TaskSignal };

export function install() {
  defineReplaceable(globalThis, "scheduler", () => scheduler);
}
