// Events and tasks whose moment is a frame's: events that come with the next rendering opportunity, and tasks that Chromium holds
// back while a press, a click or a key is answered, until the frame with that answer is drawn.
import { addFrameStep, host, wantStep } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";

let waiting = []; // [target, type, init, Class] of events for the next frame
let held = []; // tasks for the time after it
let answering = false;

/** Fires an event with the next frame, before its callbacks ("animation frame event" in Chromium: `select`, `close`). */
export function fireWithFrame(target, type, init, Class) {
  waiting.push([target, type, init, Class]);
  wantStep(eventsStep);
  host.requestFrame();
}

/** Runs what answers a press or a key: tasks that are queued meanwhile come after the next frame. */
export function answer(run) {
  const before = answering;
  answering = true;
  try {
    return run();
  } finally {
    answering = before;
  }
}

/** Queues a task; one that answers a press or a key waits for the next frame. */
export function queueAnswer(task) {
  if (!answering) {
    host.queueTask("DOM manipulation", task);
    return;
  }
  held.push(task);
  wantStep(tasksStep);
  host.requestFrame();
}
host.queueAnswer = queueAnswer;

const eventsStep = addFrameStep(58, () => {
  const events = waiting;
  waiting = [];
  for (const [target, type, init, Class] of events) fire(target, type, init, Class);
});
// After all else of the frame.
const tasksStep = addFrameStep(100, () => {
  const tasks = held;
  held = [];
  for (const task of tasks) host.queueTask("DOM manipulation", task);
});
