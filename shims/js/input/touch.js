// Touch: what CDP's Input.dispatchTouchEvent does in the page: pointer and touch events, taps, long presses, scrolling
// (Touch Events, Pointer Events 3 § 4.2).
import { SECRET, host, now, ops } from "ext:oracade/internal.js";
import { trusted } from "ext:oracade/dom/event.js";
import { dispatch, isBlocked, isHeard } from "ext:oracade/dom/event_target.js";
import { Touch, TouchEvent, TouchList } from "ext:oracade/dom/ui_events.js";
import { flush } from "ext:oracade/dom/mirror.js";
import { isFocusable, isTextControl, pointerPressed, setFocus } from "ext:oracade/html/focus.js";
import { scrollBy } from "ext:oracade/input/mouse.js";
import {
  arriveCaptured,
  blocked,
  chain,
  fireClick,
  fireMouse,
  firePointer,
  mouseOver,
  nextPointerId,
  Pointer,
  pointerOver,
  pointers,
  position,
  releaseCapture,
  send,
  setActive,
  targetAt,
} from "ext:oracade/input/pointer.js";
import { $connected, $id } from "ext:oracade/dom/slots.js";

/** A finger that stays within this many CSS px taps, and its moves are not told as touch events. */
const SLOP = 15;
/** Two fingers pinch once the distance between them has changed by this many CSS px. */
const SPAN_SLOP = 8;
/** A tap that moved less than this many CSS px is where it began. */
const SHAKE = 10;
/** A tap counts as the next click of a series within this many ms and CSS px of the last. */
const SERIES_MS = 400;
const SERIES_PX = 20;
/** While the page scrolls, touch moves are told this many ms apart. */
const ASYNC_MOVES_MS = 200;

class Finger {
  constructor(id, pointer, point) {
    this.id = id; // as the caller numbers its points; Touch.identifier
    this.pointer = pointer;
    this.startX = point.x;
    this.startY = point.y;
    this.startTime = now();
    this.target = null;
    this.mouseSuppressed = false; // pointerdown was canceled
  }
}

const fingers = new Map(); // in the order in which they came down
// The gesture of the sequence, from the first finger down to the last one up.
let gesture = null;

class Gesture {
  constructor() {
    this.tap = true;
    this.prevented = false; // a touchstart was canceled: no gesture at all
    this.multi = false; // there was more than one finger
    this.beyond = false; // a finger left the slop region
    this.blocking = false; // the page is asked before the browser uses the fingers
    this.async = false; // a move was not canceled: those that follow cannot be
    this.scrolling = false;
    this.noPan = false; // touch-action forbids it
    this.fromX = 0; // what the next scroll step is measured from
    this.fromY = 0;
    this.throttled = false; // the last step scrolled something
    this.lastMove = 0;
    this.heldBack = null; // the finger whose last touch move has not been told yet
  }
}
let lastTap = null; // {time, x, y, count}

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
  return new Map([...points].sort(([a], [b]) => a - b));
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
    identifier: finger.id, target: finger.target, clientX: pointer.x, clientY: pointer.y, screenX: pointer.x,
    screenY: pointer.y, pageX: pointer.x + scrollX, pageY: pointer.y + scrollY, radiusX: finger.radiusX,
    radiusY: finger.radiusY, force: finger.force, rotationAngle: finger.rotation,
  });
}

/** Fires a touch event for the changed fingers at each of their targets; returns false if one was canceled. */
function fireTouch(type, changed, modifiers, cancelable = true) {
  const targets = new Set(changed.map((finger) => finger.target));
  let allowed = true;
  for (const target of type === "touchcancel" ? [...targets].reverse() : targets) {
    allowed = fireTouchAt(target, type, changed, modifiers, cancelable) && allowed;
  }
  return allowed;
}

function fireTouchAt(target, type, changed, modifiers, cancelable) {
  if (!isHeard(target, type)) return true;
  const up = type === "touchend" || type === "touchcancel";
  const all = new Map();
  for (const finger of fingers.values()) {
    if (!up || !changed.includes(finger)) all.set(finger, touchOf(finger));
  }
  const own = changed.map((finger) => all.get(finger) ?? touchOf(finger));
  const list = (touches) => new TouchList(SECRET, touches);
  const here = [...all].filter(([finger]) => finger.target === target).map(([, touch]) => touch);
  const { bubbles, composed, view, altKey, ctrlKey, metaKey, shiftKey } = position(0, 0, modifiers);
  return dispatch(target, trusted(TouchEvent, type, {
    bubbles, composed, view, altKey, ctrlKey, metaKey, shiftKey, cancelable, touches: list([...all.values()]),
    targetTouches: list(here), changedTouches: list(own), detail: 0,
  }));
}

function place(finger, point) {
  const { pointer } = finger;
  pointer.x = point.x;
  pointer.y = point.y;
  pointer.width = point.radiusX * 2;
  pointer.height = point.radiusY * 2;
  pointer.pressure = point.force;
  finger.radiusX = point.radiusX;
  finger.radiusY = point.radiusY;
  finger.force = point.force;
  finger.rotation = point.rotationAngle;
}

const initOf = (finger, modifiers) => ({
  ...position(finger.pointer.x, finger.pointer.y, modifiers), buttons: finger.pointer.buttons, button: 0,
});

export function touchStart(event) {
  const modifiers = number(event.modifiers);
  for (const [id, point] of readPoints(event)) {
    const finger = fingers.get(id);
    if (finger === undefined) start(id, point, modifiers);
    else if (finger.pointer.x !== point.x || finger.pointer.y !== point.y) move([[finger, point]], modifiers);
  }
}

function start(id, point, modifiers) {
  const first = fingers.size === 0;
  const pointer = new Pointer(nextPointerId(), "touch", first);
  const finger = new Finger(id, pointer, point);
  if (first) gesture = new Gesture();
  else gesture.tap = false;
  if (!first) gesture.multi = true;
  place(finger, point);
  fingers.set(id, finger);
  pointers.set(pointer.id, pointer);
  pointerPressed();
  finger.target = targetAt(point.x, point.y);
  const target = finger.target;
  pointer.buttons = 1;
  const init = initOf(finger, modifiers);
  pointerOver(pointer, target, init);
  // Touch captures implicitly: the element that was touched gets the rest of the sequence.
  pointer.pending = target;
  host.pointerPressed(target, true, point.x, point.y);
  finger.mouseSuppressed = !send(pointer, "pointerdown", target, init);
  setActive(target);
  const blocking = isBlocked(target, BLOCKING) || isUnused(target);
  if (first) gesture.blocking = blocking;
  if (!fireTouch("touchstart", [finger], modifiers, blocking)) gesture.prevented = true;
}

/** Listeners for these that may cancel make Chromium wait for the page; a region that the browser makes no use of does as well. */
const BLOCKING = ["touchstart", "touchmove"];

/** Whether `touch-action` leaves the browser nothing to do with a finger on an element. */
function isUnused(target) {
  flush();
  return chain(target).some((element) => ops.op_style_computed(element[$id], "", "touch-action") === "none");
}

export function touchMove(event) {
  const modifiers = number(event.modifiers);
  const moved = [];
  for (const [id, point] of readPoints(event)) {
    const finger = fingers.get(id);
    if (finger !== undefined && (finger.pointer.x !== point.x || finger.pointer.y !== point.y)) moved.push([finger, point]);
  }
  if (moved.length > 0) move(moved, modifiers);
}

function move(moved, modifiers) {
  for (let i = moved.length - 1; i >= 0; i--) {
    const [finger, point] = moved[i];
    const { pointer } = finger;
    const movementX = Math.floor(point.x) - Math.floor(pointer.x);
    const movementY = Math.floor(point.y) - Math.floor(pointer.y);
    place(finger, point);
    if (Math.hypot(point.x - finger.startX, point.y - finger.startY) > SLOP || fingers.size > 1) leaveSlop(finger);
    if (!pointers.has(pointer.id)) continue;
    const init = { ...initOf(finger, modifiers), button: -1 };
    const target = arriveCaptured(pointer, init, () => targetAt(point.x, point.y));
    send(pointer, "pointermove", target, { ...init, movementX, movementY });
  }
  if (!gesture.beyond) return;
  const changed = moved.map(([finger]) => finger);
  const finger = changed[0];
  if (gesture.throttled && now() - gesture.lastMove < ASYNC_MOVES_MS) {
    gesture.heldBack = finger;
  } else {
    const asks = gesture.blocking && !gesture.async;
    const canceled = !fireTouch("touchmove", changed, modifiers, asks);
    gesture.lastMove = gesture.throttled ? now() : -Infinity;
    gesture.heldBack = null;
    if (asks && canceled) {
      gesture.fromX = finger.pointer.x;
      gesture.fromY = finger.pointer.y;
      return;
    }
    if (asks && !gesture.prevented && (!gesture.multi || hasPinched())) gesture.async = true;
  }
  if (!gesture.prevented && fingers.size === 1) scroll(finger, modifiers);
}

/** Whether two fingers have moved towards or away from each other. */
function hasPinched() {
  const [one, two] = [...fingers.values()];
  if (two === undefined) return false;
  const before = Math.hypot(one.startX - two.startX, one.startY - two.startY);
  const after = Math.hypot(one.pointer.x - two.pointer.x, one.pointer.y - two.pointer.y);
  return Math.abs(after - before) > SPAN_SLOP;
}

/** A finger moved too far for a tap. Scrolling counts from the edge of the slop region on. */
function leaveSlop(finger) {
  gesture.tap = false;
  if (gesture.beyond) return;
  gesture.beyond = true;
  setActive(null);
  const dx = finger.pointer.x - finger.startX;
  const dy = finger.pointer.y - finger.startY;
  const distance = Math.hypot(dx, dy) || 1;
  gesture.fromX = finger.startX + (dx / distance) * SLOP;
  gesture.fromY = finger.startY + (dy / distance) * SLOP;
}

/** The browser's own use of the finger. */
function scroll(finger, modifiers) {
  if (!gesture.scrolling) {
    if (gesture.noPan || !mayPan(finger)) {
      gesture.noPan = true;
      return;
    }
    gesture.scrolling = true;
    cancelPointer(finger, modifiers, { clientX: 0, clientY: 0, screenX: 0, screenY: 0, view: null });
  }
  const { x, y } = finger.pointer;
  gesture.throttled = scrollBy(finger.target, gesture.fromX - x, gesture.fromY - y);
  gesture.fromX = x;
  gesture.fromY = y;
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
function cancelPointer(finger, modifiers, where) {
  const { pointer } = finger;
  lift(pointer);
  cancel(finger, { ...initOf(finger, modifiers), ...where });
}

function cancel(finger, init) {
  firePointer(finger.pointer, "pointercancel", finger.pointer.pending ?? finger.target, { ...init, cancelable: false });
  leave(finger.pointer, init);
}

/** A pointer that is no longer on the surface has neither size nor pressure. */
function lift(pointer) {
  pointer.buttons = 0;
  pointer.pressure = 0;
  pointer.width = 1;
  pointer.height = 1;
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
  for (const id of named) place(fingers.get(id), points.get(id));
  for (const id of named.length > 0 ? named : [...fingers.keys()]) end(fingers.get(id), modifiers);
}

function end(finger, modifiers) {
  const { pointer } = finger;
  const { target } = finger;
  host.userGesture();
  if (gesture.heldBack === finger) fireTouch("touchmove", [finger], modifiers, false);
  if (pointers.has(pointer.id)) {
    lift(pointer);
    const init = initOf(finger, modifiers);
    const reached = pointer.pending ?? targetAt(pointer.x, pointer.y);
    host.pointerPressed(reached, false, pointer.x, pointer.y);
    firePointer(pointer, "pointerup", reached, { ...init, button: 0 });
    host.pointerReleased(reached, pointer.x, pointer.y);
    leave(pointer, init);
  }
  const allowed = fireTouch("touchend", [finger], modifiers, !gesture.async && !gesture.scrolling);
  fingers.delete(finger.id);
  if (fingers.size > 0) return;
  const done = gesture;
  gesture = null;
  setActive(null);
  if (done.tap && !done.prevented && allowed && target[$connected]) tap(finger, modifiers);
}

/** A tap: compatibility mouse events, then click. */
function tap(finger, modifiers) {
  // Small shakes do not move a tap.
  const shaken = Math.hypot(finger.pointer.x - finger.startX, finger.pointer.y - finger.startY) <= SHAKE;
  const x = shaken ? finger.startX : finger.pointer.x;
  const y = shaken ? finger.startY : finger.pointer.y;
  const time = now();
  const series = lastTap !== null && finger.startTime - lastTap.time <= SERIES_MS &&
    Math.hypot(x - lastTap.x, y - lastTap.y) <= SERIES_PX;
  const detail = series ? (lastTap.count % 3) + 1 : 1;
  lastTap = { time, x, y, count: detail };
  const init = { ...position(x, y, modifiers), buttons: 0 };
  let target = targetAt(x, y);
  mouseOver(target, init);
  if (!finger.mouseSuppressed) {
    fireMouse("mousemove", target, { ...init, button: 0 });
    target = targetAt(x, y);
    if (!blocked(target) && fireMouse("mousedown", target, { ...init, button: 0, buttons: 1, detail })) focus(target);
    if (!blocked(target)) fireMouse("mouseup", target, { ...init, button: 0, detail });
  }
  if (blocked(target) || !target[$connected]) return;
  fireClick(finger.pointer, "click", target, { ...init, button: 0, detail });
  if (detail === 2) fireMouse("dblclick", target, { ...init, button: 0, detail });
}

function focus(target) {
  for (const element of chain(target)) {
    if (isFocusable(element)) {
      setFocus(element, { preventScroll: true, visible: isTextControl(element), byPointer: true });
      return;
    }
  }
  setFocus(null);
}

export function touchCancel(event) {
  const modifiers = number(event.modifiers);
  const all = [...fingers.values()];
  for (const finger of all) {
    if (!pointers.has(finger.pointer.id)) continue;
    finger.pointer.buttons = 0;
    finger.pointer.pressure = 0;
    cancel(finger, { ...initOf(finger, modifiers), button: -1 });
  }
  fireTouch("touchcancel", all, modifiers, false);
  fingers.clear();
  gesture = null;
  setActive(null);
}
