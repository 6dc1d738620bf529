// HTMLDialogElement (HTML § 4.11.4).
import { host, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { getAttr, hasAttr, removeAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { fireWithFrame } from "ext:oracade/dom/frame_events.js";
import { setBit, stateChanged } from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import { element as register } from "ext:oracade/html/elements.js";
import { focusedElement, isFocusable, setFocus } from "ext:oracade/html/focus.js";
import { isPopoverOpen } from "ext:oracade/html/popover.js";
import { enumerated, reflect } from "ext:oracade/html/reflect.js";
import { enter, holds, leave, onPress, onReleased, unwatch, watch } from "ext:oracade/html/top_layer.js";
import { beforeToggle, queueToggle } from "ext:oracade/html/toggle.js";
import { heldOff, mayHoldOff } from "ext:oracade/platform/gesture.js";
import { $attrChanged, $connected, $kind, $removed, $stateBits, MODAL, OPEN } from "ext:oracade/dom/slots.js";

const $modal = slot("is modal");
const $return = slot("returnValue");
const $previousFocus = slot("previously focused element");
const open = []; // dialogs that are shown, in order

const closedBy = enumerated("closedby", ["any", "closerequest", "none"], "auto");

/** The closedby state that counts. */
function closing(dialog) {
  const state = closedBy.get(dialog);
  if (state !== "auto") return state;
  return dialog[$modal] ? "closerequest" : "none";
}

/** The dialog focusing steps: the autofocus element, else the first focusable one, else the dialog. */
function focusDialog(dialog) {
  dialog[$previousFocus] = focusedElement();
  let target = hasAttr(dialog, "autofocus") ? dialog : null;
  for (let node = tree.following(dialog, dialog); node !== null && target !== dialog; node = tree.following(node, dialog)) {
    if (node[$kind] !== 1 || !isFocusable(node)) continue;
    if (hasAttr(node, "autofocus")) {
      target = node;
      break;
    }
    target ??= node;
  }
  setFocus(target ?? dialog);
}

/** Takes a dialog out of everything that showing it put it into. */
function hide(dialog) {
  const at = open.indexOf(dialog);
  if (at >= 0) open.splice(at, 1);
  leave(dialog);
  unwatch(dialog);
  if (dialog[$modal]) host.backdropLeaving(dialog);
  dialog[$modal] = false;
  setBit(dialog, MODAL, false);
}

function shown(dialog, modal) {
  setAttr(dialog, "open", "");
  dialog[$modal] = modal;
  if (modal) {
    enter(dialog, { modal: true });
    setBit(dialog, MODAL, true);
  }
  open.push(dialog);
  if (closing(dialog) !== "none") watch(dialog, () => requestClose(dialog, undefined, { byUser: true }));
  focusDialog(dialog);
}

host.closeDialog = (dialog, result, source = null) => {
  if (!hasAttr(dialog, "open")) return;
  beforeToggle(dialog, "closed", source);
  if (!hasAttr(dialog, "open")) return;
  queueToggle(dialog, "open", "closed", source);
  const wasModal = dialog[$modal];
  removeAttr(dialog, "open");
  hide(dialog);
  if (result !== undefined) dialog[$return] = `${result}`;
  const previous = dialog[$previousFocus];
  dialog[$previousFocus] = null;
  const focused = focusedElement();
  const restores = wasModal || (focused !== null && holds(dialog, focused));
  if (restores && previous !== null && previous !== undefined && isFocusable(previous)) setFocus(previous, { preventScroll: true });
  fireWithFrame(dialog, "close");
};

/** "request to close the dialog". Escape can be held off once for each time the user does something else. */
function requestClose(dialog, result, { source = null, byUser = false } = {}) {
  if (!hasAttr(dialog, "open") || dialog[$requested]) return;
  dialog[$requested] = true;
  let allowed;
  try {
    allowed = fire(dialog, "cancel", { cancelable: !byUser || mayHoldOff() });
  } finally {
    dialog[$requested] = false;
  }
  if (allowed) host.closeDialog(dialog, result, source);
  else if (byUser) heldOff();
}
const $requested = slot("is being asked to close");
host.requestCloseDialog = (dialog, result, source) => requestClose(dialog, result, { source });

// "light dismiss open dialogs": a press and its release outside the dialog shown last.
let pressedIn = null;
function dialogAt(last, target, x, y) {
  const box = host.boxOf(last);
  const within = x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3];
  return open.findLast((one) => holds(one, target) && (one !== target || !one[$modal] || one !== last || within)) ?? null;
}
onPress((target, down, x, y) => {
  const last = open[open.length - 1];
  if (last !== undefined && down) pressedIn = dialogAt(last, target, x, y);
});
onReleased((target, x, y) => {
  const last = open[open.length - 1];
  if (last === undefined) return null;
  const dialog = dialogAt(last, target, x, y);
  const same = pressedIn === dialog;
  pressedIn = null;
  if (!same || dialog === last || closing(last) !== "any") return null;
  requestClose(last, undefined);
  return hasAttr(last, "open") ? null : last;
});

function showModal(dialog, source = null) {
  if (hasAttr(dialog, "open")) {
    if (dialog[$modal]) return;
    fail("InvalidStateError", "Failed to execute 'showModal' on 'HTMLDialogElement': The dialog is already open as non-modal, and therefore cannot be opened as modal.");
  }
  if (!dialog[$connected]) {
    fail("InvalidStateError", "Failed to execute 'showModal' on 'HTMLDialogElement': The element is not in a Document.");
  }
  if (isPopoverOpen(dialog)) {
    fail("InvalidStateError", "Failed to execute 'showModal' on 'HTMLDialogElement': The dialog is already open as a Popover, and therefore cannot be opened as a modal dialog.");
  }
  if (!beforeToggle(dialog, "open", source) || hasAttr(dialog, "open") || !dialog[$connected]) return;
  queueToggle(dialog, "closed", "open", source);
  host.hidePopoversAround(dialog);
  shown(dialog, true);
}
host.showModalDialog = showModal;

export class HTMLDialogElement extends HTMLElement {
  get returnValue() {
    return this[$return] ?? "";
  }
  set returnValue(value) {
    this[$return] = `${value}`;
  }
  show() {
    if (hasAttr(this, "open")) {
      if (this[$modal]) fail("InvalidStateError", "Failed to execute 'show' on 'HTMLDialogElement': The dialog is already open as modal, and therefore cannot be opened as non-modal.");
      return;
    }
    if (!beforeToggle(this, "open") || hasAttr(this, "open")) return;
    queueToggle(this, "closed", "open");
    shown(this, false);
  }
  showModal() {
    showModal(this);
  }
  close(result) {
    host.closeDialog(this, result);
  }
  requestClose(result) {
    requestClose(this, result);
  }
  [$attrChanged](local, old, value) {
    if (local !== "open") return;
    stateChanged(this);
    if (value === null && this[$modal]) host.backdropLeaving(this);
  }
  [$removed]() {
    hide(this);
    this[$previousFocus] = null;
  }
  [$stateBits]() {
    return hasAttr(this, "open") ? OPEN : 0;
  }
}
reflect(HTMLDialogElement, { open: "boolean", closedBy: { get: closing, set: (dialog, value) => setAttr(dialog, "closedby", `${value}`) } });
register(HTMLDialogElement, "dialog");
