// Pointers: hit targets, capture, boundary events, hover and active states (Pointer Events 3, UI Events).
import { finishInterface, host, mixin, required } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { trusted } from "ext:oracade/dom/event.js";
import { dispatch, isHeard } from "ext:oracade/dom/event_target.js";
import { MouseEvent, PointerEvent } from "ext:oracade/dom/ui_events.js";
import { Element } from "ext:oracade/dom/element.js";
import { hit, hitsBackdrop } from "ext:oracade/dom/cssom_view.js";
import { setBit } from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import { isDisabled } from "ext:oracade/html/focus.js";
import { $connected, $host, $kind, $listeners, $parent, ACTIVE, HOVER } from "ext:oracade/dom/slots.js";

/** What is known of one pointer while it is active. */
export class Pointer {
  constructor(id, type, primary) {
    this.id = id;
    this.type = type;
    this.primary = primary;
    this.x = 0;
    this.y = 0;
    this.buttons = 0;
    this.over = null; // element the pointer boundary events know
    this.gone = false; // what it was over has left the document; `over` is the parent it had
    this.captured = null;
    this.pending = null; // capture target from the next event on
    this.width = 1;
    this.height = 1;
    this.pressure = 0;
    this.tilt = null; // of a pen: tiltX, tiltY, twist, tangentialPressure
  }
}

/** Active pointers by id. The mouse is always there and has id 1; touches count up from 2. */
export const pointers = new Map();
export const mouse = new Pointer(1, "mouse", true);
pointers.set(1, mouse);

let lastId = 1;
export const nextPointerId = () => ++lastId;

let pen = null;
/** The pen: there from its first event on. */
export function penPointer() {
  if (pen === null) {
    pen = new Pointer(nextPointerId(), "pen", true);
    pointers.set(pen.id, pen);
  }
  return pen;
}

/** The element an event at a viewport position goes to when nothing is captured. */
export function targetAt(x, y) {
  return hit(x, y) ?? host.rootElement(host.document);
}

/** The `::backdrop` of a modal dialog, which a pointer can be over; its events go to the dialog. */
class Backdrop {
  constructor(dialog) {
    this.dialog = dialog;
    this[$kind] = 1;
    this[$parent] = dialog;
    this[$connected] = true;
    this[$listeners] = null;
  }
}
let backdrop = null;

/** What a pointer at a position is over: an element or a backdrop. */
export function overAt(x, y) {
  const element = targetAt(x, y);
  if (!hitsBackdrop()) return element;
  if (backdrop === null || backdrop.dialog !== element) backdrop = new Backdrop(element);
  return backdrop;
}

/** The element that hears of what a pointer is over. */
export function real(over) {
  return over instanceof Backdrop ? over.dialog : over;
}

// A dialog that closes takes its backdrop away.
host.backdropLeaving = (dialog) => {
  if (backdrop === null || backdrop.dialog !== dialog) return;
  const left = backdrop;
  backdrop = null;
  if (hovered === left) {
    hovered = dialog;
    hoveredGone = true;
  }
  for (const pointer of pointers.values()) {
    if (pointer.over !== left) continue;
    pointer.over = dialog;
    pointer.gone = true;
  }
};

/** Ancestors of an element that are elements, itself first, through shadow roots. */
export function chain(element) {
  const elements = [];
  for (let node = element; node !== null && node !== undefined; node = host.flatParent(node)) {
    if (node[$kind] === 1) elements.push(node);
  }
  return elements;
}

export function commonAncestor(a, b) {
  if (a === null || b === null) return null;
  const mine = chain(a);
  return chain(b).find((element) => mine.includes(element)) ?? null;
}

/** The members every mouse-like event has. */
export function position(x, y, modifiers) {
  return {
    bubbles: true, cancelable: true, composed: true, view: globalThis, clientX: x, clientY: y, screenX: x, screenY: y,
    altKey: (modifiers & 1) !== 0, ctrlKey: (modifiers & 2) !== 0, metaKey: (modifiers & 4) !== 0,
    shiftKey: (modifiers & 8) !== 0,
  };
}

function pointerInit(pointer, init) {
  return {
    ...init, pointerId: pointer.id, pointerType: pointer.type, isPrimary: pointer.primary, width: pointer.width,
    height: pointer.height, pressure: pointer.pressure, ...pointer.tilt,
  };
}

/** Dispatches a pointer event; pending capture is processed first. Returns false if it was canceled. */
export function firePointer(pointer, type, target, init) {
  processCapture(pointer, init);
  return send(pointer, type, pointer.captured ?? target, init);
}

/** Dispatches a pointer event to a target, whatever is captured. */
export function send(pointer, type, target, init) {
  target = real(target);
  if (target === null || !isHeard(target, type)) return true;
  return dispatch(target, trusted(PointerEvent, type, pointerInit(pointer, init)));
}

/** A mouse event; `click`, `auxclick` and `contextmenu` are pointer events by class. */
export function fireMouse(type, target, init, Class = MouseEvent) {
  if (target === null || !target[$connected]) return true;
  return dispatch(target, trusted(Class, type, init));
}

/** Fires a click-like event that came from a pointer. */
export function fireClick(pointer, type, target, init) {
  const pointerType = host.pointerLock() === null ? pointer.type : "";
  const plain = { id: pointer.id, type: pointerType, primary: false, width: 1, height: 1, pressure: 0 };
  return fireMouse(type, target, pointerInit(plain, init), PointerEvent);
}

/** "process pending pointer capture". */
export function processCapture(pointer, init) {
  if (pointer.captured !== null && !pointer.captured[$connected]) {
    pointer.captured = null;
    if (pointer.pending !== null && !pointer.pending[$connected]) pointer.pending = null;
    send(pointer, "lostpointercapture", host.document, { ...init, cancelable: false });
  }
  while (pointer.captured !== pointer.pending) {
    const { captured, pending } = pointer;
    pointer.captured = pending;
    if (captured !== null) send(pointer, "lostpointercapture", captured, { ...init, cancelable: false });
    if (pending !== null) send(pointer, "gotpointercapture", pending, { ...init, cancelable: false });
  }
}

/** Boundary events and pending capture of a pointer that is at a position; returns the target of its next event. */
export function arriveCaptured(pointer, init, hitTarget, over = () => {}) {
  const capturing = pointer.pending !== null && pointer.pending !== pointer.captured && pointer.pending[$connected];
  if (!capturing) processCapture(pointer, init);
  const target = (capturing ? pointer.pending : pointer.captured) ?? hitTarget();
  pointerOver(pointer, target, init);
  if (capturing) processCapture(pointer, init);
  over(target);
  return pointer.captured ?? real(target);
}

export function releaseCapture(pointer, init) {
  pointer.pending = null;
  processCapture(pointer, init);
}

/**
 * Leave/enter events between two targets. `fireOne(type, target, related, bubbles)` makes each. If what was left is `gone`, its
 * parent stands for it, which hears of no leaving of its own.
 */
function boundary(from, to, gone, fireOne) {
  const [out, leave, over, enter] = fireOne.types;
  if (from !== null && !from[$connected]) from = null;
  const common = commonAncestor(from, to);
  // Both chains are as they were before any handler ran.
  const until = (element) => {
    const elements = chain(element);
    const at = common === null ? elements.length : elements.indexOf(common);
    return elements.slice(0, at);
  };
  const left = until(from);
  const entered = until(to);
  if (from !== null) {
    if (!gone) fireOne(out, from, to, true);
    for (const element of left) fireOne(leave, element, to, false);
  }
  if (to === null) return;
  fireOne(over, to, from, true);
  for (let i = entered.length - 1; i >= 0; i--) fireOne(enter, entered[i], from, false);
}

/** Moves a pointer to another element: pointer boundary events. */
export function pointerOver(pointer, target, init) {
  if (pointer.over === target && !pointer.gone) return;
  const from = pointer.over;
  const { gone } = pointer;
  pointer.over = target;
  pointer.gone = false;
  const fireOne = (type, element, related, bubbles) =>
    send(pointer, type, element, { ...init, relatedTarget: real(related), bubbles, composed: bubbles, cancelable: bubbles });
  fireOne.types = ["pointerout", "pointerleave", "pointerover", "pointerenter"];
  boundary(from, target, gone, fireOne);
}

let hovered = null;
let hoveredGone = false; // as a pointer's `gone`
let active = null;

/** The element under the mouse, as the last mouse event saw it. */
export function hoveredElement() {
  return real(hovered);
}

/** True if what was under the mouse has left the document since. */
export function isHoverGone() {
  return hoveredGone;
}

/** Mouse boundary events and the :hover chain. */
export function mouseOver(target, init) {
  if (hovered === target && !hoveredGone) return;
  const from = hovered;
  const gone = hoveredGone;
  hovered = target;
  hoveredGone = false;
  const before = chain(real(from));
  const after = chain(real(target));
  for (const element of before) if (!after.includes(element)) setBit(element, HOVER, false);
  for (const element of after) setBit(element, HOVER, true);
  const fireOne = (type, over, related, bubbles) => {
    const element = real(over);
    if (!isHeard(element, type)) return;
    const member = { ...init, relatedTarget: real(related), bubbles, composed: bubbles, cancelable: bubbles, button: 0 };
    dispatch(element, trusted(MouseEvent, type, member));
  };
  fireOne.types = ["mouseout", "mouseleave", "mouseover", "mouseenter"];
  boundary(from, target, gone, fireOne);
}

/** The :active chain; null ends it. */
export function setActive(element) {
  const after = chain(element);
  for (const node of chain(active)) if (!after.includes(node)) setBit(node, ACTIVE, false);
  for (const node of after) setBit(node, ACTIVE, true);
  active = element;
}

/** True if `element` is (in) a disabled form control: presses and clicks do not reach it. */
export function blocked(element) {
  return element !== null && isDisabled(element);
}

/** What leaves the document is neither hovered nor active; its nearest remaining ancestor is hovered without events. */
export function inputLeaving(root) {
  const up = (element) => {
    let node = root[$parent];
    for (const inside of chain(element)) {
      setBit(inside, HOVER, false);
      setBit(inside, ACTIVE, false);
      if (inside === root) break;
    }
    while (node !== null && node[$kind] !== 1) node = node[$parent] ?? node[$host] ?? null;
    return node;
  };
  for (const listener of leavingListeners) listener(root);
  const holds = (over) => over !== null && tree.isInclusiveAncestor(root, real(over));
  if (holds(hovered)) {
    hovered = up(real(hovered));
    hoveredGone = true;
  }
  if (active !== null && tree.isInclusiveAncestor(root, active)) active = up(active);
  for (const pointer of pointers.values()) {
    if (!holds(pointer.over)) continue;
    pointer.over = up(real(pointer.over));
    pointer.gone = true;
  }
}
const leavingListeners = [];
/** Calls `listener(root)` when a subtree leaves the document. */
export function onLeaving(listener) {
  leavingListeners.push(listener);
}
host.inputLeaving = inputLeaving;

function pointerFor(id, method) {
  const pointer = pointers.get(id | 0);
  if (pointer === undefined) {
    fail("NotFoundError", `Failed to execute '${method}' on 'Element': No active pointer with the given id is found.`);
  }
  return pointer;
}

mixin(Element, {
  setPointerCapture(id) {
    if (this?.[$kind] !== 1) throw new TypeError("Illegal invocation");
    required(arguments, 1, "setPointerCapture", "Element");
    const pointer = pointerFor(id, "setPointerCapture");
    if (!this[$connected]) {
      fail("InvalidStateError", "Failed to execute 'setPointerCapture' on 'Element': The element is not in a valid document.");
    }
    // A pointer that presses nothing cannot be captured; that is no error.
    if (pointer.buttons !== 0) pointer.pending = this;
  },
  releasePointerCapture(id) {
    if (this?.[$kind] !== 1) throw new TypeError("Illegal invocation");
    required(arguments, 1, "releasePointerCapture", "Element");
    const pointer = pointerFor(id, "releasePointerCapture");
    if (pointer.pending === this) pointer.pending = null;
  },
  hasPointerCapture(id) {
    if (this?.[$kind] !== 1) throw new TypeError("Illegal invocation");
    required(arguments, 1, "hasPointerCapture", "Element");
    const pointer = pointers.get(id | 0);
    return pointer !== undefined && pointer.pending === this;
  },
});
finishInterface(Element);
