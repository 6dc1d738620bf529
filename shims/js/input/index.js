// The hook `input`: one low-level input as the DevTools protocol gives it. Moves, wheels and touch moves wait for the next
// frame, as Chromium aligns them with rendering; whatever else comes flushes them first.
import { addFrameStep, host, ops, wantStep } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { AnimationEvent, TransitionEvent } from "ext:oracade/dom/events.js";
import { answer } from "ext:oracade/dom/frame_events.js";
import { flush, frameStarted, nodeOf, wantAfterChange } from "ext:oracade/dom/mirror.js";
import { isFocusable, isPointing, isTextControl, setFocus } from "ext:oracade/html/focus.js";
import { gamepad } from "ext:oracade/input/gamepad.js";
import { key } from "ext:oracade/input/keyboard.js";
import { mouseMoved, mousePressed, mouseReleased, mouseWheel, refreshHover } from "ext:oracade/input/mouse.js";
import { isStill, touchCancel, touchEnd, touchError, touchMove, touchStart } from "ext:oracade/input/touch.js";

const pending = [];

/** Puts a frame-aligned event off; a move replaces the one that waits, wheels add up. */
function defer(handle, event) {
  const last = pending[pending.length - 1];
  if (last !== undefined && last.handle === handle && last.event.modifiers === event.modifiers) {
    if (handle === mouseWheel) {
      event = {
        ...event, deltaX: (+last.event.deltaX || 0) + (+event.deltaX || 0),
        deltaY: (+last.event.deltaY || 0) + (+event.deltaY || 0),
      };
    }
    last.event = event;
  } else {
    pending.push({ handle, event });
  }
  host.requestFrame();
  return { deferred: true };
}

function deliver() {
  while (pending.length > 0) {
    const { handle, event } = pending.shift();
    handle(event);
  }
}
const inputStep = addFrameStep(10, () => {
  deliver();
  if (refreshHover()) wantStep(inputStep);
});

const DONE = { deferred: false };

function now(handle, event) {
  deliver();
  answer(() => handle(event));
  return DONE;
}

/** Hook. `event.kind`: "mouse", "wheel", "touch" or "key", the rest are the protocol's parameters; or "gamepad" (docs/formats.md). */
function input(event) {
  wantStep(inputStep);
  switch (event.kind) {
    case "mouse":
    case "wheel":
      switch (event.type) {
        case "mouseMoved":
          return defer(mouseMoved, event);
        case "mousePressed":
          return now(mousePressed, event);
        case "mouseReleased":
          return now(mouseReleased, event);
        case "mouseWheel":
          return defer(mouseWheel, event);
        default:
          return { error: `Unexpected event type '${event.type}'` };
      }
    case "touch": {
      if (event.type !== "touchMove") deliver();
      const error = touchError(event);
      if (error !== null) return { error };
      if (event.type === "touchMove") return isStill(event) ? DONE : defer(touchMove, event);
      return now({ touchStart, touchEnd, touchCancel }[event.type], event);
    }
    case "key": {
      deliver();
      // Chromium does not count the end of a key press among what has to be answered first.
      const error = event.type === "keyUp" ? key(event) : answer(() => key(event));
      return error === null ? DONE : { error };
    }
    case "gamepad": {
      deliver();
      const error = gamepad(event);
      return error === null ? DONE : { error };
    }
    default:
      return { error: `unknown input kind '${event.kind}'` };
  }
}

// A label's click focuses its control, as a click on the control itself would.
host.labelActivated = (control) => {
  if (!isFocusable(control)) return;
  const byPointer = isPointing();
  setFocus(control, { preventScroll: true, byPointer, visible: byPointer ? isTextControl(control) : undefined });
};

// Step 50 of a frame: its time, and the events of CSS animations and transitions. In most frames nothing moves, and nothing is asked
// but whether that is so.
const tickStep = addFrameStep(50, (timestamp) => {
  wantStep(tickStep);
  frameStarted();
  flush();
  host.frameTime = timestamp;
  if (!ops.op_anim_due(timestamp)) return;
  wantStep(beginStep);
  for (const [id, type, name, elapsed, pseudo] of ops.op_anim_tick(timestamp)) {
    const target = nodeOf(id);
    if (target === undefined) continue;
    const init = { bubbles: true, elapsedTime: elapsed, pseudoElement: pseudo };
    if (type.startsWith("transition")) {
      fire(target, type, { ...init, propertyName: name, cancelable: type !== "transitioncancel" }, TransitionEvent);
    } else {
      fire(target, type, { ...init, animationName: name, cancelable: true }, AnimationEvent);
    }
  }
  if (ops.op_anim_active()) host.requestFrame();
});

// Step 85: what the frame's callbacks have started begins with it (Web Animations § 4.4.9). Only changes start something.
const beginStep = addFrameStep(85, () => {
  flush();
  ops.op_anim_ready();
});
wantStep(tickStep);
wantAfterChange(beginStep);

export const hooks = { input };
