// Selection and editing of text controls (HTML § 4.10.19.7; Input Events).
import { host } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { Event } from "ext:oracade/dom/event.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { InputEvent } from "ext:oracade/dom/ui_events.js";
import { focusedElement, isTextControl } from "ext:oracade/html/focus.js";
import { isActuallyDisabled } from "ext:oracade/html/controls.js";
import { parseInteger } from "ext:oracade/html/reflect.js";
import { $connected, $local } from "ext:oracade/dom/slots.js";

const $selection = Symbol("selection of a text control"); // {start, end, direction}
const $committed = Symbol("value at the last change event");
export const $setUserValue = Symbol("value set by the user"); // method(text)

function selection(element) {
  return element[$selection] ??= { start: element.value.length, end: element.value.length, direction: "none" };
}

/** The value was set by script: the caret goes to its end. */
export function valueReset(element) {
  const length = element.value.length;
  element[$selection] = { start: length, end: length, direction: "none" };
  if (focusedElement() === element) element[$committed] = element.value;
}

const SELECTABLE = new Set(["text", "search", "url", "tel", "password", "textarea"]);

function need(element, method) {
  if (!SELECTABLE.has(element.type)) {
    fail("InvalidStateError", `Failed to execute '${method}' on 'HTMLInputElement': The input element's type ('${element.type}') does not support selection.`);
  }
}

function setRange(element, start, end, direction) {
  const length = element.value.length;
  end = Math.min(end, length);
  start = Math.min(start, end);
  element[$selection] = { start, end, direction: direction === "forward" || direction === "backward" ? direction : "none" };
}

/** Members of input and textarea. */
export const TextSelection = {
  get selectionStart() {
    return SELECTABLE.has(this.type) ? selection(this).start : null;
  },
  set selectionStart(value) {
    need(this, "selectionStart");
    const start = value >>> 0;
    setRange(this, start, Math.max(start, selection(this).end), selection(this).direction);
  },
  get selectionEnd() {
    return SELECTABLE.has(this.type) ? selection(this).end : null;
  },
  set selectionEnd(value) {
    need(this, "selectionEnd");
    setRange(this, selection(this).start, value >>> 0, selection(this).direction);
  },
  get selectionDirection() {
    return SELECTABLE.has(this.type) ? selection(this).direction : null;
  },
  set selectionDirection(value) {
    need(this, "selectionDirection");
    setRange(this, selection(this).start, selection(this).end, `${value}`);
  },
  setSelectionRange(start, end, direction) {
    need(this, "setSelectionRange");
    setRange(this, start >>> 0, end >>> 0, `${direction}`);
    if (this[$connected]) host.queueTask("user interaction", () => fire(this, "select", { bubbles: true }));
  },
  setRangeText(text, start, end, mode = "preserve") {
    need(this, "setRangeText");
    const state = selection(this);
    if (arguments.length === 1) [start, end] = [state.start, state.end];
    start >>>= 0;
    end >>>= 0;
    if (start > end) {
      fail("IndexSizeError", `Failed to execute 'setRangeText' on 'HTMLInputElement': The provided start value (${start}) is larger than the provided end value (${end}).`);
    }
    const value = this.value;
    start = Math.min(start, value.length);
    end = Math.min(end, value.length);
    text = `${text}`;
    const saved = { ...state };
    this.value = value.slice(0, start) + text + value.slice(end);
    const after = start + text.length;
    if (mode === "select") setRange(this, start, after);
    else if (mode === "start") setRange(this, start, start);
    else if (mode === "end") setRange(this, after, after);
    else {
      const delta = text.length - (end - start);
      const move = (offset, clamp) => (offset > end ? offset + delta : offset > start ? clamp : offset);
      setRange(this, move(saved.start, start), move(saved.end, after));
    }
  },
  select() {
    if (!SELECTABLE.has(this.type)) return;
    setRange(this, 0, this.value.length);
    if (this[$connected]) host.queueTask("user interaction", () => fire(this, "select", { bubbles: true }));
  },
};

export function isEditable(element) {
  return isTextControl(element) && !hasAttr(element, "readonly") && !isActuallyDisabled(element);
}

/** Replaces the selection (or `count` characters before/after the caret) as typing does. */
function edit(element, inputType, data, start, end) {
  const init = { bubbles: true, composed: true, inputType, data };
  if (!fire(element, "beforeinput", { ...init, cancelable: true }, InputEvent)) return;
  const value = element.value;
  let text = data ?? "";
  const limit = parseInteger(getAttr(element, "maxlength"));
  if (limit !== null && limit >= 0) text = text.slice(0, Math.max(0, limit - (value.length - (end - start))));
  element[$setUserValue](value.slice(0, start) + text + value.slice(end));
  setRange(element, start + text.length, start + text.length);
  fire(element, "input", init, InputEvent);
}

/** Types text into a control. */
export function insertText(element, text) {
  if (!isEditable(element)) return;
  const { start, end } = selection(element);
  if (text === "\r" || text === "\n") {
    if (element[$local] === "textarea") {
      edit(element, "insertLineBreak", "\n", start, end);
    } else {
      const init = { bubbles: true, composed: true, cancelable: true, inputType: "insertLineBreak" };
      fire(element, "beforeinput", init, InputEvent);
    }
    return;
  }
  edit(element, "insertText", text, start, end);
}

/** Editing keys, which work by their virtual key code. */
export function editKey(element, key) {
  if (!isTextControl(element)) return false;
  const { start, end } = selection(element);
  switch (key) {
    case "Backspace":
      if (isEditable(element) && (start !== end || start > 0)) {
        edit(element, "deleteContentBackward", null, start === end ? start - 1 : start, end);
      }
      return true;
    case "Delete":
      if (isEditable(element) && (start !== end || end < element.value.length)) {
        edit(element, "deleteContentForward", null, start, start === end ? end + 1 : end);
      }
      return true;
    case "ArrowLeft":
      setRange(element, Math.max(0, start === end ? start - 1 : start), Math.max(0, start === end ? start - 1 : start));
      return true;
    case "ArrowRight":
      setRange(element, start === end ? end + 1 : end, start === end ? end + 1 : end);
      return true;
    case "Home":
      setRange(element, 0, 0);
      return true;
    case "End":
      setRange(element, element.value.length, element.value.length);
      return true;
    default:
      return false;
  }
}

host.focusGained = (element) => {
  if (!isTextControl(element)) return;
  element[$committed] = element.value;
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
export const $userEdited = Symbol("edited by the user since the last change event");

host.fireInput = (element, inputType) => {
  if (inputType === undefined) fire(element, "input", { bubbles: true, composed: true }, Event);
  else fire(element, "input", { bubbles: true, composed: true, inputType }, InputEvent);
};
