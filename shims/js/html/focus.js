// Focus (HTML § 6.6): what can be focused, focus and blur with their events, sequential navigation.
import { addFrameStep, host, wantStep } from "ext:oracade/internal.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { FocusEvent } from "ext:oracade/dom/ui_events.js";
import { isRendered, scrollIntoView } from "ext:oracade/dom/cssom_view.js";
import { changeCount, setBit } from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import { editingHost } from "ext:oracade/html/editable/host.js";
import { focusDelegate, shadowIncludes, tabOrder, treeOrder } from "ext:oracade/html/focus_order.js";
import { parseInteger } from "ext:oracade/html/reflect.js";
import {
  $connected,
  $first,
  $host,
  $kind,
  $local,
  $next,
  $ns,
  $parent,
  $shadow,
  $stateBits,
  DISABLED,
  FOCUS,
  FOCUS_VISIBLE,
  FOCUS_WITHIN,
  HTML_NS,
  SVG_NS,
} from "ext:oracade/dom/slots.js";

let focused = null;
let fromPointer = false; // the last element that got the focus got it from a press, and no key has followed

export function focusedElement() {
  return focused;
}
host.focused = focusedElement;

let pointing = false; // the last input was a press
/** A press of a mouse, a pen or a finger. */
export function pointerPressed() {
  pointing = true;
}
export const isPointing = () => pointing;

/** A key was pressed: what has the focus shows it, and so does what gets it next. */
export function keyPressed() {
  fromPointer = false;
  pointing = false;
  if (focused !== null) setBit(focused, FOCUS_VISIBLE, true);
}

const TEXT_TYPES = new Set(["text", "search", "url", "tel", "email", "password", "number", "date", "month", "week", "time",
  "datetime-local"]);

/** True for controls that text is typed into. */
export function isTextControl(element) {
  if (element[$ns] !== HTML_NS) return false;
  return element[$local] === "textarea" || (element[$local] === "input" && TEXT_TYPES.has(element.type));
}

export function isDisabled(element) {
  return element[$stateBits] !== undefined && (element[$stateBits]() & DISABLED) !== 0;
}

/** Focusable without a tabindex. */
export function focusableByDefault(element) {
  if (element[$ns] === SVG_NS) return element[$local] === "a" && hasAttr(element, "href");
  if (element[$ns] !== HTML_NS) return false;
  switch (element[$local]) {
    case "a":
    case "area":
      return hasAttr(element, "href");
    case "button":
    case "select":
    case "textarea":
    case "iframe":
      return true;
    case "input":
      return element.type !== "hidden";
    case "audio":
    case "video":
      return hasAttr(element, "controls");
    case "summary":
      return isSummary(element);
    case "dialog":
      return hasAttr(element, "open");
    default: {
      return editingHost(element) === element;
    }
  }
}

/** The summary that opens its details element. */
export function isSummary(element) {
  const parent = element[$parent];
  if (parent === null || parent[$kind] !== 1 || parent[$local] !== "details") return false;
  for (let child = parent[$first]; child !== null; child = child[$next]) {
    if (child[$kind] === 1 && child[$local] === "summary") return child === element;
  }
  return false;
}

/** HTML § 6.3: what is in a subtree marked so, or outside the topmost modal dialog, cannot be focused or hit. */
function isInert(element) {
  const modal = host.topModal?.() ?? null;
  let inModal = modal === null;
  for (let node = element; node !== null; node = node[$parent] ?? node[$host] ?? null) {
    if (node === modal) inModal = true;
    if (node[$kind] === 1 && hasAttr(node, "inert")) return true;
  }
  return !inModal;
}
host.isInert = isInert;

export function isFocusable(element) {
  if (!element[$connected] || isDisabled(element)) return false;
  if (parseInteger(getAttr(element, "tabindex")) === null && !focusableByDefault(element)) return false;
  // A host that delegates its focus has none of its own.
  if (element[$shadow] !== null && element[$shadow].delegatesFocus) return false;
  return !isInert(element) && isRendered(element);
}

function chain(element) {
  const nodes = [];
  for (let node = element; node !== null; node = host.flatParent(node)) {
    if (node[$kind] === 1) nodes.push(node);
  }
  return nodes;
}

function setFocusBits(element, on, visible) {
  setBit(element, FOCUS, on);
  // The hosts around are what other trees see as focused.
  for (let root = tree.rootOf(element); root[$host] !== undefined && root[$host] !== null; root = tree.rootOf(root[$host])) {
    setBit(root[$host], FOCUS, on);
  }
  setBit(element, FOCUS_VISIBLE, on && visible);
  for (const node of chain(element)) setBit(node, FOCUS_WITHIN, on);
}

let scopes = 0;
let scoped = [];

/** Runs `run`; focusin and focusout of it come at its end, as where Chromium submits a form ("EventQueueScope"). */
export function deferFocusEvents(run) {
  scopes++;
  try {
    run();
  } finally {
    scopes--;
    if (scopes === 0) for (const send of scoped.splice(0)) send();
  }
}

/** focusin or focusout. */
function fireScoped(target, type, relatedTarget) {
  const send = () => fire(target, type, { relatedTarget, bubbles: true, composed: true, view: globalThis }, FocusEvent);
  if (scopes > 0) scoped.push(send);
  else send();
}

/** Moves the focus to `element` (null: nowhere). Returns false if it cannot go there. */
export function setFocus(element, { preventScroll = false, visible, byPointer = false } = {}) {
  if (element === focused) return true;
  const old = focused;
  focused = null;
  if (old !== null) {
    setFocusBits(old, false, false);
    host.commitChange(old);
    fire(old, "blur", { relatedTarget: element, composed: true, view: globalThis }, FocusEvent);
    // A handler may have moved the focus itself.
    if (focused !== null) return focused === element;
    fireScoped(old, "focusout", element);
    if (focused !== null) return focused === element;
  }
  if (element === null || !element[$connected]) return element === null;
  setWindowFocus(true);
  if (focused !== null) return focused === element;
  focused = element;
  wantStep(fixupStep);
  startingPoint = null;
  if (byPointer) fromPointer = true;
  setFocusBits(element, true, visible ?? (!fromPointer || isTextControl(element)));
  host.focusGained(element);
  if (!preventScroll && !host.isCaretSeen(element)) scrollIntoView(element, "nearest", "nearest");
  fire(element, "focus", { relatedTarget: old, composed: true, view: globalThis }, FocusEvent);
  if (focused !== element) return true;
  fireScoped(element, "focusin", old);
  return true;
}

/** "get the focusable area": the element itself, or what it delegates its focus to; null if it cannot have it. */
export function focusTarget(element) {
  const shadow = element[$shadow];
  if (shadow === null || !shadow.delegatesFocus) return isFocusable(element) ? element : null;
  if (focused !== null && shadowIncludes(shadow, focused)) return focused;
  return isInert(element) ? null : focusDelegate(element, isFocusable);
}

/** The method `focus(options)`. */
export function focusElement(element, options) {
  const target = focusTarget(element);
  if (target === null) return;
  setFocus(target, { preventScroll: Boolean(options?.preventScroll), visible: options?.focusVisible });
}

export function blurElement(element) {
  if (focused !== null && host.retarget(focused, element) === element) setFocus(null);
}

/** What leaves the tree loses the focus, with events, before it is gone. */
export function fixup(root) {
  if (focused !== null && shadowIncludes(root, focused)) setFocus(null);
}

let seenChanges = 0;
/** "focus fixup" at a frame, once its callbacks have run: what can no longer have the focus loses it, with events as in Chromium. */
const fixupStep = addFrameStep(78, () => {
  if (focused === null) return;
  wantStep(fixupStep);
  if (changeCount() === seenChanges) return;
  if (!isFocusable(focused)) setFocus(null);
  seenChanges = changeCount();
});

// Chromium says 0 for these even where they cannot be focused.
const ZERO_TAB_INDEX = new Set(["a", "area", "audio", "object", "video"]);

export function tabIndexOf(element) {
  const value = parseInteger(getAttr(element, "tabindex"));
  if (value !== null) return value;
  // A dialog can have the focus, but Tab does not lead there.
  if (element[$ns] === HTML_NS && element[$local] === "dialog") return -1;
  if (focusableByDefault(element)) return 0;
  return element[$ns] === HTML_NS && ZERO_TAB_INDEX.has(element[$local]) ? 0 : -1;
}

// Whether the window has the focus. It loses it when Tab goes past the end of the page, where the browser's own controls would be.
let windowFocused = true;
// "sequential focus navigation starting point" (HTML § 6.6.5): where Tab goes on from while nothing has the focus.
let startingPoint = null;

/** A press on an element makes Tab go on from there. */
export function setStartingPoint(node) {
  startingPoint = node;
}

function setWindowFocus(value) {
  if (windowFocused === value) return;
  windowFocused = value;
  if (!value) startingPoint = null;
  fire(globalThis, value ? "focus" : "blur", {}, FocusEvent);
}

/** Moves the focus to the next (or previous) element in tab order; past the end it leaves the page. */
export function moveFocus(backward) {
  const root = host.rootElement(host.document);
  const candidates = tabOrder(root, (node) => {
    const index = tabIndexOf(node);
    if (index < 0 || !isFocusable(node)) return null;
    return node[$local] === "input" && node.type === "radio" && !isRadioStop(node, backward) ? null : index;
  });
  if (candidates.length === 0) return;
  const at = candidates.indexOf(focused);
  let next;
  const from = focused ?? startingPoint;
  if (at >= 0) {
    next = candidates[at + (backward ? -1 : 1)];
  } else if (from !== null && from[$connected]) {
    const order = treeOrder(root);
    const start = order.get(from);
    next = backward
      ? candidates.findLast((one) => order.get(one) < start)
      : candidates.find((one) => tabIndexOf(one) === 0 && order.get(one) > start);
  } else {
    next = candidates[backward ? candidates.length - 1 : 0];
  }
  if (next === undefined) {
    setFocus(null);
    setWindowFocus(false);
    // Backwards Chromium comes in again at the end.
    if (backward) setFocus(candidates[candidates.length - 1], { visible: true });
    return;
  }
  host.tabbedBackward = backward;
  const moved = setFocus(next, { visible: true });
  host.tabbedBackward = false;
  if (moved) host.focusedByTab(next);
}

/** Of a radio group only the checked button is a tab stop; if none is, the first one on the way. From within, Tab leaves the group. */
function isRadioStop(radio, backward) {
  if (radio === focused) return true;
  const group = host.radioGroup(radio);
  if (group.includes(focused)) return false;
  if (radio.checked) return true;
  if (group.some((other) => other.checked)) return false;
  const usable = group.filter(isFocusable);
  return radio === (backward ? usable[usable.length - 1] : usable[0]);
}
