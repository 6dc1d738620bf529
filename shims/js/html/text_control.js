// Selection and values of text controls (HTML § 4.10.20); what keys do to them is editing.js.
import { host, ops, required, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { hasAttr } from "ext:oracade/dom/attributes.js";
import { scrolled } from "ext:oracade/dom/cssom_view.js";
import { Event } from "ext:oracade/dom/event.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { fireWithFrame, queueAnswer } from "ext:oracade/dom/frame_events.js";
import { flush } from "ext:oracade/dom/mirror.js";
import { InputEvent } from "ext:oracade/dom/ui_events.js";
import { fieldsFocused, hasFields } from "ext:oracade/html/date_fields.js";
import { focusedElement, isTextControl } from "ext:oracade/html/focus.js";
import { isActuallyDisabled } from "ext:oracade/html/controls.js";
import { $connected, $id, $local } from "ext:oracade/dom/slots.js";

const $selection = slot("selection of a text control"); // {start, end, direction}
const $announced = slot("a selectionchange event is queued");
const $committed = slot("value at the last change event");
export const $setUserValue = Symbol("value set by the user"); // method(text)
export const $shownText = Symbol("text that is edited, where it is not the value"); // method() → text
export const $userEdited = slot("edited by the user since the last change event");

/** The text that is edited: a number field may hold text that is no value. */
export function textOf(element) {
  return element[$shownText] === undefined ? element.value : element[$shownText]();
}

/** {start, end, direction}; at the start until something moves it, and never beyond the text. */
export function selection(element) {
  const state = element[$selection];
  if (state === undefined) return { start: 0, end: 0, direction: "forward" };
  const { length } = textOf(element);
  if (state.end > length) {
    state.end = length;
    state.start = Math.min(state.start, length);
  }
  return state;
}

/** An input of another type than before: one that could not be selected from begins at the start. */
export function typeChanged(element, old) {
  if (!SELECTABLE.has(old.toLowerCase()) && SELECTABLE.has(element.type)) element[$selection] = { start: 0, end: 0, direction: "forward" };
}

/** The value was set by script: the caret goes to its end. */
export function valueReset(element) {
  host.forgetEdits(element);
  const { length } = textOf(element);
  element[$selection] = { start: length, end: length, direction: "forward" };
  if (focusedElement() === element) element[$committed] = element.value;
}

const SELECTABLE = new Set(["text", "search", "url", "tel", "password", "textarea"]);

function need(element, method) {
  if (!SELECTABLE.has(element.type)) {
    fail("InvalidStateError", `Failed to execute '${method}' on 'HTMLInputElement': The input element's type ('${element.type}') does not support selection.`);
  }
}

/** Queues the control's `selectionchange`, one until it has been fired. */
export function announce(element) {
  if (element[$announced] || !element[$connected]) return;
  element[$announced] = true;
  queueAnswer(() => {
    element[$announced] = false;
    fire(element, "selectionchange", { bubbles: true });
  });
}

/** Sets the selection; true if it was another. */
export function setRange(element, start, end, direction) {
  const { length } = textOf(element);
  end = Math.min(end, length);
  start = Math.min(start, end);
  const old = element[$selection];
  // Where selections have no direction of their own, as on Linux, "none" is "forward".
  direction = direction === "backward" ? "backward" : "forward";
  element[$selection] = { start, end, direction };
  if (old !== undefined && old.start === start && old.end === end && old.direction === direction) return false;
  announce(element);
  return true;
}

/** Scrolls a text area to its caret, as it does when its user has moved it. */
function revealCaret(element) {
  if (element[$local] !== "textarea" || !element[$connected]) return;
  flush();
  const { start, end, direction } = element[$selection];
  if (ops.op_layout_reveal_caret(element[$id], direction === "backward" ? start : end)) scrolled(element);
}

/** Sets the selection as keys and the mouse do: `select` is fired at once where something is selected. */
export function userSelectRange(element, anchor, focus) {
  const [start, end] = anchor <= focus ? [anchor, focus] : [focus, anchor];
  const changed = setRange(element, start, end, focus < anchor ? "backward" : "forward");
  revealCaret(element);
  return changed && start !== end;
}

/** What a script selects is told with the next frame. */
function scriptRange(element, start, end, direction) {
  if (setRange(element, start, end, direction)) fireWithFrame(element, "select", { bubbles: true });
}

/** Selects all of a control, as Tab into it does. */
export function selectAll(element) {
  scriptRange(element, 0, textOf(element).length);
}

/** Members of input and textarea. */
export const TextSelection = {
  get selectionStart() {
    return SELECTABLE.has(this.type) ? selection(this).start : null;
  },
  set selectionStart(value) {
    need(this, "selectionStart");
    const start = value >>> 0;
    scriptRange(this, start, Math.max(start, selection(this).end), selection(this).direction);
  },
  get selectionEnd() {
    return SELECTABLE.has(this.type) ? selection(this).end : null;
  },
  set selectionEnd(value) {
    need(this, "selectionEnd");
    scriptRange(this, selection(this).start, value >>> 0, selection(this).direction);
  },
  get selectionDirection() {
    return SELECTABLE.has(this.type) ? selection(this).direction : null;
  },
  set selectionDirection(value) {
    need(this, "selectionDirection");
    scriptRange(this, selection(this).start, selection(this).end, `${value}`);
  },
  setSelectionRange(start, end, direction) {
    need(this, "setSelectionRange");
    scriptRange(this, start >>> 0, end >>> 0, `${direction}`);
  },
  setRangeText(text, start, end, mode = "preserve") {
    required(arguments, 1, "setRangeText", "HTMLInputElement");
    need(this, "setRangeText");
    const state = selection(this);
    if (arguments.length === 1) [start, end] = [state.start, state.end];
    start >>>= 0;
    end >>>= 0;
    if (start > end) {
      fail("IndexSizeError", `Failed to execute 'setRangeText' on 'HTMLInputElement': The provided start value (${start}) is larger than the provided end value (${end}).`);
    }
    const { value } = this;
    start = Math.min(start, value.length);
    end = Math.min(end, value.length);
    text = `${text}`;
    const saved = { ...state };
    // Unlike a value that is set, this counts as a change when the focus leaves.
    const committed = this[$committed];
    this.value = value.slice(0, start) + text + value.slice(end);
    this[$committed] = committed;
    this[$userEdited] = true;
    const after = start + text.length;
    if (mode === "select") scriptRange(this, start, after);
    else if (mode === "start") scriptRange(this, start, start);
    else if (mode === "end") scriptRange(this, after, after);
    else {
      const delta = text.length - (end - start);
      const move = (offset, clamp) => (offset > end ? offset + delta : offset > start ? clamp : offset);
      scriptRange(this, move(saved.start, start), move(saved.end, after));
    }
  },
  select() {
    if (!SELECTABLE.has(this.type)) return;
    selectAll(this);
  },
};

export function isEditable(element) {
  return isTextControl(element) && !hasAttr(element, "readonly") && !isActuallyDisabled(element);
}

/** Replaces the text as the user does; the selection goes to `caret`. */
export function setUserText(element, text, start, end) {
  element[$setUserValue](text);
  setRange(element, start, end, "forward");
  revealCaret(element);
}

host.focusGained = (element) => {
  if (!isTextControl(element)) {
    host.editableFocused(element);
    return;
  }
  if (element[$local] === "input" && hasFields(element)) fieldsFocused(element, host.tabbedBackward === true);
  element[$committed] = element.value;
  host.fieldFocused(element);
  if (element[$selection] === undefined && EDITED.has(element.type)) {
    setRange(element, 0, 0, "forward");
  }
};
const EDITED = new Set([...SELECTABLE, "email", "number"]);

/** True if the control shows one text that is edited, rather than fields of a date. */
export function isPlainText(element) {
  return isTextControl(element) && EDITED.has(element.type);
}

/** Tab into a field selects all of it; a text area keeps its caret. */
host.focusedByTab = (element) => {
  if (isPlainText(element) && element[$local] === "input") selectAll(element);
};

/** Fires `change` if the user edited the value since the last time. */
host.commitChange = (element) => {
  if (!isTextControl(element)) return;
  if (element[$committed] !== undefined && element[$userEdited] && element[$committed] !== element.value) {
    element[$committed] = element.value;
    element[$userEdited] = false;
    fire(element, "change", { bubbles: true });
  }
};

host.fireInput = (element, inputType) => {
  if (inputType === undefined) fire(element, "input", { bubbles: true, composed: true }, Event);
  else fire(element, "input", { bubbles: true, composed: true, inputType }, InputEvent);
};

host.isTextField = isPlainText;
