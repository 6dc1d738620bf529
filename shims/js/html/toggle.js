// The events `beforetoggle` and `toggle` of details, dialogs and popovers (HTML § 3.2.8.3, "queue a … toggle event task").
import { slot } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { ToggleEvent } from "ext:oracade/dom/events.js";
import { queueAnswer } from "ext:oracade/dom/frame_events.js";

const $pending = slot("states of the toggle event that is queued");

/** Fires `beforetoggle`; only opening can be canceled. Returns false if it was. */
export function beforeToggle(element, newState, source = null) {
  const oldState = newState === "open" ? "closed" : "open";
  const init = { cancelable: newState === "open", composed: source !== null, oldState, newState, source };
  return fire(element, "beforetoggle", init, ToggleEvent);
}

/** Queues `toggle`; of several before the task runs the last is fired, and tells of the first state. */
export function queueToggle(element, oldState, newState, source = null) {
  const states = { oldState: element[$pending]?.oldState ?? oldState, newState, source };
  element[$pending] = states;
  queueAnswer(() => {
    if (element[$pending] !== states) return;
    element[$pending] = undefined;
    fire(element, "toggle", { ...states, composed: states.source !== null }, ToggleEvent);
  });
}
