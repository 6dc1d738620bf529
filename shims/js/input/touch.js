// Touch: what CDP's Input.dispatchTouchEvent does in the page: pointer and touch events, taps, long presses, scrolling
// (Touch Events, Pointer Events 3 § 4.2).
import { SECRET, host, ops } from "ext:oracade/internal.js";
import { trusted } from "ext:oracade/dom/event.js";
import { dispatch, isHeard } from "ext:oracade/dom/event_target.js";
import { Touch, TouchEvent, TouchList } from "ext:oracade/dom/ui_events.js";
import { flush } from "ext:oracade/dom/mirror.js";
import { isFocusable, isTextControl, setFocus, setKeyboardModality } from "ext:oracade/html/focus.js";
import { scrollBy } from "ext:oracade/input/mouse.js";
import {
  Pointer,
  blocked,
  chain,
  fireClick,
  fireMouse,
  firePointer,
  mouseOver,
  pointerOver,
  pointers,
  position,
  releaseCapture,
  setActive,
  targetAt,
} from "ext:oracade/input/pointer.js";
import { $connected, $id } from "ext:oracade/dom/slots.js";

/** A finger that stays within this many CSS px taps. */
const SLOP = 15;
/** Milliseconds until a resting finger is a long press. */
const LONG_PRESS = 500;

class Finger {
  constructor(id, identifier, pointer, point) {
    this.id = id; // as the caller numbers its points
    this.identifier = identifier; // Touch.identifier
    this.pointer = pointer;
    this.startX = point.x;
    this.startY = point.y;
    this.target = null;
    this.mouseSuppressed = false; // pointerdown was canceled
  }
}

const fingers = new Map(); // in the order in which they came down
let nextPointerId = 2;
// The gesture of the sequence, from the first finger down to the last one up.
let gesture = null;

class Gesture {
  constructor() {
    this.tap = true;
    this.prevented = false; // a touchstart was canceled: no gesture at all
    this.scrolling = false;
    this.longPressed = false;
    this.timer = 0;
  }
}

const number = (value, fallback = 0) => (Number.isFinite(+value) ? +value : fallback);

function readPoint(point) {
  return {
    x: number(point.x), y: number(point.y), radiusX: number(point.radiusX, 1), radiusY: number(point.radiusY, 1),
    force: number(point.force, 1), rotationAngle: number(point.rotationAngle),
  };
}

/** The points of an event with their ids; without ids they are numbered. Returns an error message or the list. */
function readPoints(event) {
  const list = event.touchPoints ?? [];
  const withIds = list.filter((point) => point.id !== undefined).length;
  if (withIds !== 0 && withIds !== list.length) return "All or none of the provided TouchPoints must supply ids.";
  const points = new Map();
  for (let i = 0; i < list.length; i++) points.set(withIds === 0 ? i : list[i].id, readPoint(list[i]));
  if (points.size !== list.length) return "Multiple TouchPoints with the same id are not allowed.";
  return points;
}

/** Why an event cannot be, or null. */
export function touchError(event) {
  const points = readPoints(event);
  if (typeof points === "string") return points;
  switch (event.type) {
    case "touchStart":
      return points.size === 0 ? "TouchStart and TouchMove must have at least one touch point." : null;
    case "touchMove":
      if (points.size === 0) return "TouchStart and TouchMove must have at least one touch point.";
      return fingers.size === 0 ? "Must send a TouchStart first to start a new touch." : null;
    case "touchCancel":
      if (points.size !== 0) return "TouchEnd and TouchCancel must not have any touch points.";
      return fingers.size === 0 ? "Must send a TouchStart first to start a new touch." : null;
    case "touchEnd":
      return fingers.size === 0 ? "Must send a TouchStart first to start a new touch." : null;
    default:
      return `Unexpected event type '${event.type}'`;
  }
}

/** True if a touchMove moves nothing: it is dropped. */
export function isStill(event) {
  for (const [id, point] of readPoints(event)) {
    const finger = fingers.get(id);
    if (finger === undefined || finger.pointer.x !== point.x || finger.pointer.y !== point.y) return false;
  }
  return true;
}

function touchOf(finger) {
  const { pointer } = finger;
  const [scrollX, scrollY] = host.scrollOffset();
  return new Touch({
    identifier: finger.identifier, target: finger.target, clientX: pointer.x, clientY: pointer.y, screenX: pointer.x,
    screenY: pointer.y, pageX: pointer.x + scrollX, pageY: pointer.y + scrollY, radiusX: pointer.width / 2,
    radiusY: pointer.height / 2, force: finger.force, rotationAngle: finger.rotation,
  });
}

/** Fires a touch event for one changed finger; returns false if it was canceled. */
function fireTouch(type, changed, modifiers, cancelable = true) {
  const target = changed.target;
  if (!isHeard(target, type)) return true;
  const up = type === "touchend" || type === "touchcancel";
  const all = new Map();
  for (const finger of fingers.values()) {
    if (!up || finger !== changed) all.set(finger, touchOf(finger));
  }
  const own = all.get(changed) ?? touchOf(changed);
  const list = (touches) => new TouchList(SECRET, touches);
  const here = [...all].filter(([finger]) => finger.target === target).map(([, touch]) => touch);
  const { bubbles, composed, view, altKey, ctrlKey, metaKey, shiftKey } = position(0, 0, modifiers);
  return dispatch(target, trusted(TouchEvent, type, {
    bubbles, composed, view, altKey, ctrlKey, metaKey, shiftKey, cancelable, touches: list([...all.values()]),
    targetTouches: list(here), changedTouches: list([own]), detail: 0,
  }));
}

function place(finger, point) {
  const { pointer } = finger;
  pointer.x = point.x;
  pointer.y = point.y;
  pointer.width = point.radiusX * 2;
  pointer.height = point.radiusY * 2;
  pointer.pressure = point.force;
  finger.force = point.force;
  finger.rotation = point.rotationAngle;
}

const initOf = (finger, modifiers) => ({
  ...position(finger.pointer.x, finger.pointer.y, modifiers), buttons: finger.pointer.buttons,
});

export function touchStart(event) {
  const modifiers = number(event.modifiers);
  for (const [id, point] of readPoints(event)) {
    if (fingers.has(id)) move(fingers.get(id), point, modifiers);
    else start(id, point, modifiers);
  }
}

function start(id, point, modifiers) {
  const first = fingers.size === 0;
  const pointer = new Pointer(nextPointerId++, "touch", first);
  let identifier = 0;
  while ([...fingers.values()].some((finger) => finger.identifier === identifier)) identifier++;
  const finger = new Finger(id, identifier, pointer, point);
  if (first) gesture = new Gesture();
  else gesture.tap = false;
  place(finger, point);
  fingers.set(id, finger);
  pointers.set(pointer.id, pointer);
  setKeyboardModality(false);
  finger.target = targetAt(point.x, point.y);
  const target = finger.target;
  pointer.buttons = 1;
  const init = initOf(finger, modifiers);
  pointerOver(pointer, target, init);
  // Touch captures implicitly: the element that was touched gets the rest of the sequence.
  pointer.pending = target;
  pointer.captured = target;
  finger.mouseSuppressed = !firePointer(pointer, "pointerdown", target, { ...init, button: 0 });
  if (pointer.pending === target) {
    pointer.captured = null;
    pointer.pending = target;
  }
  setActive(target);
  if (!fireTouch("touchstart", finger, modifiers)) gesture.prevented = true;
  clearLongPress();
  if (first && !gesture.prevented) {
    gesture.timer = host.setTimeout(() => longPress(finger, modifiers), LONG_PRESS);
  }
}

function clearLongPress() {
  if (gesture !== null && gesture.timer !== 0) {
    host.clearTimeout(gesture.timer);
    gesture.timer = 0;
  }
}

function longPress(finger, modifiers) {
  if (gesture === null) return;
  gesture.timer = 0;
  if (!gesture.tap || fingers.get(finger.id) !== finger || !finger.target[$connected]) return;
  gesture.tap = false;
  gesture.longPressed = true;
  fireClick(finger.pointer, "contextmenu", finger.target, { ...initOf(finger, modifiers), button: 0, detail: 0 });
}

export function touchMove(event) {
  const modifiers = number(event.modifiers);
  for (const [id, point] of readPoints(event)) {
    const finger = fingers.get(id);
    if (finger === undefined) continue;
    if (finger.pointer.x !== point.x || finger.pointer.y !== point.y) move(finger, point, modifiers);
  }
}

function move(finger, point, modifiers) {
  const { pointer } = finger;
  const dx = point.x - pointer.x;
  const dy = point.y - pointer.y;
  place(finger, point);
  const beyond = Math.hypot(point.x - finger.startX, point.y - finger.startY) > SLOP;
  if (beyond && gesture.tap) {
    gesture.tap = false;
    clearLongPress();
    setActive(null);
  }
  if (pointers.has(pointer.id)) {
    const init = { ...initOf(finger, modifiers), movementX: dx, movementY: dy };
    const target = pointer.pending ?? targetAt(point.x, point.y);
    if (pointer.pending === null) pointerOver(pointer, target, init);
    firePointer(pointer, "pointermove", target, { ...init, button: -1 });
  }
  // Within the slop region the moves are still for the page alone; a scroll that runs cannot be stopped any more.
  const allowed = fireTouch("touchmove", finger, modifiers, !gesture.scrolling);
  if (gesture.prevented || fingers.size !== 1 || !beyond || gesture.longPressed) return;
  if (!gesture.scrolling) {
    if (!allowed || !mayPan(finger)) return;
    gesture.scrolling = true;
    cancelPointer(finger, modifiers);
    scrollBy(finger.target, finger.startX - point.x, finger.startY - point.y);
    return;
  }
  scrollBy(finger.target, -dx, -dy);
}

/** Whether `touch-action` lets the browser pan along the finger's main direction. */
function mayPan(finger) {
  const horizontal = Math.abs(finger.pointer.x - finger.startX) > Math.abs(finger.pointer.y - finger.startY);
  flush();
  for (const element of chain(finger.target)) {
    const action = ops.op_style_computed(element[$id], "", "touch-action");
    if (action === "none" || action === "pinch-zoom") return false;
    if (action === "auto" || action === "manipulation" || action === "") continue;
    if (!action.includes(horizontal ? "pan-x" : "pan-y") && !(horizontal
      ? finger.pointer.x > finger.startX ? action.includes("pan-left") : action.includes("pan-right")
      : finger.pointer.y > finger.startY ? action.includes("pan-up") : action.includes("pan-down"))) return false;
  }
  return true;
}

/** The browser took the finger for a scroll: its pointer is gone, its touch events go on. */
function cancelPointer(finger, modifiers) {
  const { pointer } = finger;
  const init = { ...initOf(finger, modifiers), buttons: 0, cancelable: false };
  pointer.buttons = 0;
  pointer.pressure = 0;
  firePointer(pointer, "pointercancel", pointer.pending ?? finger.target, { ...init, button: 0 });
  leave(pointer, init);
}

function leave(pointer, init) {
  releaseCapture(pointer, init);
  pointerOver(pointer, null, init);
  pointers.delete(pointer.id);
}

export function touchEnd(event) {
  const modifiers = number(event.modifiers);
  const points = readPoints(event);
  // Without points all fingers go up; with points, those that are named.
  const named = [...points.keys()].filter((id) => fingers.has(id));
  for (const id of named.length > 0 ? named : [...fingers.keys()]) end(fingers.get(id), modifiers);
}

function end(finger, modifiers) {
  const { pointer } = finger;
  const { target } = finger;
  clearLongPress();
  host.userGesture();
  if (pointers.has(pointer.id)) {
    pointer.buttons = 0;
    pointer.pressure = 0;
    const init = initOf(finger, modifiers);
    const reached = pointer.pending ?? targetAt(pointer.x, pointer.y);
    firePointer(pointer, "pointerup", reached, { ...init, button: 0 });
    leave(pointer, init);
  }
  const allowed = fireTouch("touchend", finger, modifiers, !gesture.scrolling);
  fingers.delete(finger.id);
  if (fingers.size > 0) return;
  const done = gesture;
  gesture = null;
  setActive(null);
  if (done.tap && !done.prevented && allowed && target[$connected]) tap(finger, modifiers);
}

/** A tap: compatibility mouse events, then click. */
function tap(finger, modifiers) {
  const { x, y } = finger.pointer;
  const init = { ...position(x, y, modifiers), buttons: 0 };
  let target = targetAt(x, y);
  mouseOver(target, init);
  if (!finger.mouseSuppressed) {
    fireMouse("mousemove", target, { ...init, button: 0 });
    target = targetAt(x, y);
    if (!blocked(target) && fireMouse("mousedown", target, { ...init, button: 0, buttons: 1, detail: 1 })) focus(target);
    if (!blocked(target)) fireMouse("mouseup", target, { ...init, button: 0, detail: 1 });
  } else if (!blocked(target)) {
    focus(target);
  }
  if (!blocked(target) && target[$connected]) fireClick(finger.pointer, "click", target, { ...init, button: 0, detail: 1 });
}

function focus(target) {
  for (const element of chain(target)) {
    if (isFocusable(element)) {
      setFocus(element, { preventScroll: true, visible: isTextControl(element) });
      return;
    }
  }
  setFocus(null);
}

export function touchCancel(event) {
  const modifiers = number(event.modifiers);
  clearLongPress();
  for (const finger of [...fingers.values()]) {
    if (pointers.has(finger.pointer.id)) cancelPointer(finger, modifiers);
    fireTouch("touchcancel", finger, modifiers, false);
    fingers.delete(finger.id);
  }
  gesture = null;
  setActive(null);
}
