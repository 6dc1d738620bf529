// Drag and drop (HTML § 6.11) as the mouse makes it: from a press on something draggable to the drop.
import { host } from "ext:oracade/internal.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { effectOf, newStore, transferOf } from "ext:oracade/dom/data_transfer.js";
import { trusted } from "ext:oracade/dom/event.js";
import { dispatch } from "ext:oracade/dom/event_target.js";
import { DragEvent } from "ext:oracade/dom/ui_events.js";
import { isHTML } from "ext:oracade/html/controls.js";
import { chain, position, targetAt } from "ext:oracade/input/pointer.js";
import { $connected } from "ext:oracade/dom/slots.js";

/** How far in CSS px the mouse must go before a press becomes a drag, by what is pressed. */
const SLOP = { image: 5, link: 40, element: 3 };

let candidate = null; // {source, kind, x, y}: a press that may become a drag
let drag = null;

class Drag {
  constructor(source, store) {
    this.source = source;
    this.store = store;
    this.over = null; // the target of the last dragenter
    this.effect = "none"; // what a drop would do now
    this.overNext = false; // the next move over the same target is told it alone, not the source
  }
}

/** True while something is dragged: the mouse is silent then. */
export function isDragging() {
  return drag !== null;
}

/** What of an element's ancestors a press on it drags. */
function draggable(target) {
  for (const element of chain(target)) {
    const value = getAttr(element, "draggable")?.toLowerCase();
    if (value === "true") return { source: element, kind: isHTML(element, "img") ? "image" : "element" };
    if (value === "false") continue;
    if (isHTML(element, "img") && hasAttr(element, "src")) return { source: element, kind: "image" };
    if (isHTML(element, "a") && hasAttr(element, "href")) return { source: element, kind: "link" };
  }
  return null;
}

/** A press of the left button that nobody canceled; true if it may become a drag. */
export function pressDraggable(target, x, y) {
  const found = draggable(target);
  candidate = found === null ? null : { ...found, x, y };
  return candidate !== null;
}

export function releaseDraggable() {
  candidate = null;
}

/** Fires an event of the drag; returns whether it was not canceled, and what the handlers left as its effect. */
function fire(type, target, { x, y, modifiers, buttons, related = null, effect = "none", allowed = drag.store.allowed }) {
  if (target === null || !target[$connected]) return { allowed: true, effect };
  const dataTransfer = transferOf(drag.store, effect, allowed);
  const cancelable = type !== "dragleave" && type !== "dragend";
  const init = { ...position(x, y, modifiers), cancelable, button: 0, buttons, relatedTarget: related, dataTransfer };
  const uncanceled = dispatch(target, trusted(DragEvent, type, init));
  return { allowed: uncanceled, effect: effectOf(dataTransfer) };
}

/** What a dragged link or image carries. */
function fill(store, source, kind) {
  const address = kind === "link" ? source.href : kind === "image" ? source.src : null;
  if (address === null) return;
  store.items.push({ kind: "string", type: "text/uri-list", data: address });
  store.items.push({ kind: "string", type: "text/html", data: source.outerHTML });
  if (kind === "link") store.items.push({ kind: "string", type: "text/plain", data: address });
}

/** A move with the button down; true if it began a drag. `cancelPointer()` ends the pointer that was the mouse's. */
export function moveDraggable(x, y, modifiers, cancelPointer) {
  if (candidate === null) return false;
  const slop = SLOP[candidate.kind];
  if (Math.abs(x - candidate.x) < slop && Math.abs(y - candidate.y) < slop) return false;
  const { source, kind } = candidate;
  const from = { x: candidate.x, y: candidate.y };
  candidate = null;
  if (!source[$connected]) return false;
  drag = new Drag(source, newStore("readwrite"));
  fill(drag.store, source, kind);
  const { allowed } = fire("dragstart", source, { ...from, modifiers, buttons: 1 });
  if (!allowed) {
    drag = null;
    return false;
  }
  drag.store.mode = "protected";
  cancelPointer();
  dragTo(x, y, modifiers);
  dragTo(x, y, modifiers);
  return true;
}

const MASKS = { none: 0, copy: 1, link: 2, move: 4, copyLink: 3, copyMove: 5, linkMove: 6, all: 7, uninitialized: 7 };

/** What dropping does if the target does not say. */
function usual(mask) {
  if (mask === 7) return "copy";
  return mask & 4 ? "move" : mask & 1 ? "copy" : mask & 2 ? "link" : "none";
}

/** Tells a target of the drag, and learns what a drop there would do. */
function ask(type, target, at) {
  const mask = MASKS[drag.store.allowed];
  const allowed = drag.store.allowed === "uninitialized" ? "all" : drag.store.allowed;
  const answer = fire(type, target, { ...at, buttons: 1, effect: usual(mask), allowed });
  drag.effect = !answer.allowed && MASKS[answer.effect] & mask ? answer.effect : "none";
}

/** A move while something is dragged. */
export function dragTo(x, y, modifiers) {
  const target = targetAt(x, y);
  const at = { x, y, modifiers };
  const { over } = drag;
  if (target !== over) {
    fire("drag", drag.source, { ...at, buttons: 1 });
    ask("dragenter", target, { ...at, related: over });
    const { effect } = drag;
    const allowed = drag.store.allowed === "uninitialized" ? "all" : drag.store.allowed;
    if (over !== null) fire("dragleave", over, { ...at, buttons: 1, related: target, allowed });
    drag.effect = effect;
    drag.over = target;
    drag.overNext = true;
    return;
  }
  if (!drag.overNext) fire("drag", drag.source, { ...at, buttons: 1 });
  drag.overNext = false;
  ask("dragover", target, at);
}

/** The button is released: a drop, if the target takes it; then the end. */
export function dropAt(x, y, modifiers) {
  const at = { x, y, modifiers };
  const { effect } = drag;
  if (effect !== "none" && drag.over !== null && drag.over[$connected]) {
    drag.store.mode = "readonly";
    fire("drop", drag.over, { ...at, buttons: 1, effect });
    drag.store.mode = "protected";
  } else {
    fire("drag", drag.source, { ...at, buttons: 0 });
    fire("dragleave", drag.over, { ...at, buttons: 0 });
  }
  fire("dragend", drag.source, { ...at, buttons: 0, effect });
  drag = null;
}
host.isDragging = isDragging;
