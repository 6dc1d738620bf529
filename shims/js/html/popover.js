// Popovers (HTML § 6.12) and the buttons that show them.
import { host, mixin, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { getAttr, hasAttr, removeAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { setBit } from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import { focusedElement, isFocusable, setFocus } from "ext:oracade/html/focus.js";
import { enter, holds, leave, onPress, unwatch, watch } from "ext:oracade/html/top_layer.js";
import { beforeToggle, queueToggle } from "ext:oracade/html/toggle.js";
import { $connected, $host, $kind, $local, $parent, POPOVER_OPEN } from "ext:oracade/dom/slots.js";

const $popover = slot("state of a shown popover"); // {type, source, focus, busy}

/** The popover attribute's state: null, "auto", "hint" or "manual". */
function typeOf(element) {
  const value = getAttr(element, "popover");
  if (value === null) return null;
  const type = value.toLowerCase();
  return type === "" ? "auto" : type === "auto" || type === "hint" ? type : "manual";
}

export function isPopoverOpen(element) {
  return element[$popover]?.open === true;
}
host.isPopoverOpen = isPopoverOpen;

/** "check popover validity": false where nothing is to be done, an error where it cannot be done. */
function check(element, expected, throws, method) {
  const refuse = (name, why) => {
    if (throws) fail(name, `Failed to execute '${method}' on 'HTMLElement': ${why}`);
    return false;
  };
  if (typeOf(element) === null) return refuse("NotSupportedError", "Not supported on elements that do not have a valid value for the 'popover' attribute.");
  if (isPopoverOpen(element) !== expected) return false;
  if (!element[$connected]) return refuse("InvalidStateError", "Invalid on disconnected popover elements.");
  if (element[$local] === "dialog" && hasAttr(element, "open") && !expected) {
    return refuse("InvalidStateError", "The dialog is already open as a dialog, and therefore cannot be opened as a popover.");
  }
  return true;
}

const shown = []; // open popovers of the kinds that close each other, in order

/** "topmost popover ancestor": the one that a node, or what has opened it, is in. */
function ancestorOf(element, source) {
  for (let i = shown.length - 1; i >= 0; i--) {
    const outer = shown[i];
    if (outer === element) continue;
    if (holds(outer, element[$parent] ?? element[$host] ?? null) || (source !== null && holds(outer, source))) return outer;
  }
  return null;
}

/** "hide all popovers until": those above `keep`; all where that is null. */
function hideUntil(keep, focusPrevious, fireEvents) {
  for (let guard = 0; shown.length > 0 && guard < 1000; guard++) {
    const last = shown[shown.length - 1];
    if (last === keep) return;
    if (keep !== null && !shown.includes(keep)) return;
    hide(last, focusPrevious, fireEvents);
  }
}
host.hidePopoversAround = (element) => hideUntil(ancestorOf(element, null), false, true);

function show(element, source, throws) {
  if (!check(element, false, throws, "showPopover") || element[$popover]?.busy) return;
  const state = element[$popover] = { open: false, type: typeOf(element), source, focus: null, busy: true };
  try {
    if (!beforeToggle(element, "open", source) || !check(element, false, throws, "showPopover")) return;
    if (state.type !== "manual") {
      const { type } = state;
      hideUntil(ancestorOf(element, source), false, true);
      if (typeOf(element) !== type || !check(element, false, throws, "showPopover")) return;
    }
    const before = focusedElement();
    const first = shown.length === 0;
    enter(element, {});
    state.open = true;
    if (state.type !== "manual") {
      shown.push(element);
      watch(element, () => hide(element, true, true));
    }
    setBit(element, POPOVER_OPEN, true);
    focusPopover(element);
    if (first && state.type !== "manual") state.focus = before;
    queueToggle(element, "closed", "open", source);
  } finally {
    state.busy = false;
  }
}

/** "popover focusing steps": only what asks for it gets the focus. */
function focusPopover(element) {
  if (element[$local] === "dialog") return;
  for (let node = element; node !== null; node = tree.following(node, element)) {
    if (node[$kind] === 1 && hasAttr(node, "autofocus") && isFocusable(node)) {
      setFocus(node);
      return;
    }
  }
}

function hide(element, focusPrevious, fireEvents, throws = false, source = null) {
  if (!check(element, true, throws, "hidePopover")) return;
  const state = element[$popover];
  const nested = state.busy;
  if (nested) fireEvents = false;
  state.busy = true;
  try {
    if (state.type !== "manual" && shown.includes(element)) hideUntil(element, focusPrevious, fireEvents);
    if (!isPopoverOpen(element)) return;
    if (fireEvents) {
      beforeToggle(element, "closed", source);
      if (!isPopoverOpen(element)) return;
    }
    forget(element);
    if (fireEvents) queueToggle(element, "open", "closed", source);
    const inside = focusedElement();
    if (focusPrevious && state.focus !== null && (inside === null || holds(element, inside)) && isFocusable(state.focus)) {
      setFocus(state.focus, { preventScroll: true });
    }
  } finally {
    if (!nested) state.busy = false;
  }
}

function forget(element) {
  element[$popover].open = false;
  const at = shown.indexOf(element);
  if (at >= 0) shown.splice(at, 1);
  leave(element);
  unwatch(element);
  setBit(element, POPOVER_OPEN, false);
}

// A popover that leaves the document, or is none any more, is hidden without more ado.
host.popoverLeaving = (root) => {
  for (const { element } of host.topLayer().slice()) {
    if (isPopoverOpen(element) && holds(root, element)) forget(element);
  }
};
host.popoverAttributeChanged = (element) => {
  if (isPopoverOpen(element) && typeOf(element) !== element[$popover].type) {
    const { type } = element[$popover];
    if (typeOf(element) === null) {
      beforeToggle(element, "closed");
      if (isPopoverOpen(element)) forget(element);
      queueToggle(element, "open", "closed");
    } else if (typeOf(element) !== type) {
      hide(element, true, true);
    }
  }
};

// "light dismiss open popovers": a press and its release outside.
let pressedIn = null;
onPress((target, down) => {
  if (shown.length === 0) return;
  const popover = clicked(target);
  if (down) {
    pressedIn = popover;
    return;
  }
  const same = pressedIn === popover;
  pressedIn = null;
  if (same) hideUntil(popover, false, true);
});

/** "topmost clicked popover": the one pressed in, or that the pressed button has opened. */
function clicked(target) {
  let best = -1;
  for (let node = target; node !== null && node !== undefined; node = node[$parent] ?? node[$host]) {
    if (node[$kind] !== 1) continue;
    best = Math.max(best, shown.indexOf(node));
    const controlled = targetOf(node);
    if (controlled !== null) best = Math.max(best, shown.indexOf(controlled));
  }
  return best < 0 ? null : shown[best];
}

const $target = slot("popover target element, set by script");
const BUTTONS = new Set(["button", "reset", "submit", "image"]);

/** The popover that a button controls, or null. */
function targetOf(button) {
  if (button[$local] !== "button" && !(button[$local] === "input" && BUTTONS.has(button.type))) return null;
  const explicit = button[$target];
  if (explicit !== undefined && explicit !== null) return typeOf(explicit) === null ? null : explicit;
  const id = getAttr(button, "popovertarget");
  const element = id === null ? null : tree.rootOf(button).getElementById?.(id) ?? null;
  return element === null || typeOf(element) === null ? null : element;
}

/** "popover target attribute activation behavior"; `event` began it. */
export function activatePopover(button) {
  const element = targetOf(button);
  if (element === null) return false;
  const action = (getAttr(button, "popovertargetaction") ?? "").toLowerCase();
  const isOpen = isPopoverOpen(element);
  if ((action === "show" && isOpen) || (action === "hide" && !isOpen)) return true;
  if (isOpen) hide(element, true, true, false, button);
  else show(element, button, false);
  return true;
}

mixin(HTMLElement, {
  get popover() {
    return typeOf(this);
  },
  set popover(value) {
    if (value === null || value === undefined) removeAttr(this, "popover");
    else setAttr(this, "popover", `${value}`);
  },
  showPopover(options = {}) {
    show(this, options?.source ?? null, true);
  },
  hidePopover() {
    hide(this, true, true, true);
  },
  togglePopover(options = {}) {
    const force = typeof options === "boolean" ? options : options?.force;
    const source = typeof options === "boolean" ? null : options?.source ?? null;
    if (isPopoverOpen(this) && force !== true) hide(this, true, true, true);
    else if (!isPopoverOpen(this) && force !== false) show(this, source, true);
    else check(this, isPopoverOpen(this), true, "togglePopover");
    return isPopoverOpen(this);
  },
});
host.showPopover = (element, source) => show(element, source, false);
host.hidePopover = (element, source) => hide(element, true, true, false, source);

/** Members of buttons (PopoverInvokerElement). */
export const PopoverInvoker = {
  get popoverTargetElement() {
    const explicit = this[$target];
    if (explicit !== undefined && explicit !== null) return explicit;
    const id = getAttr(this, "popovertarget");
    return id === null ? null : tree.rootOf(this).getElementById?.(id) ?? null;
  },
  set popoverTargetElement(value) {
    this[$target] = value ?? null;
    if (value === null || value === undefined) removeAttr(this, "popovertarget");
    else setAttr(this, "popovertarget", "");
  },
  get popoverTargetAction() {
    const value = (getAttr(this, "popovertargetaction") ?? "").toLowerCase();
    return value === "show" || value === "hide" ? value : "toggle";
  },
  set popoverTargetAction(value) {
    setAttr(this, "popovertargetaction", `${value}`);
  },
};
