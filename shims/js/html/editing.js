// What keys and the clipboard do to text controls (Input Events; Chromium's key bindings on Linux).
import { host } from "ext:oracade/internal.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { InputEvent } from "ext:oracade/dom/ui_events.js";
import { fireClipboard } from "ext:oracade/dom/data_transfer.js";
import { isTextControl } from "ext:oracade/html/focus.js";
import { parseInteger } from "ext:oracade/html/reflect.js";
import { isEditable, isPlainText, selection, setRange, setUserText, textOf, userSelectRange } from "ext:oracade/html/text_control.js";
import { $local } from "ext:oracade/dom/slots.js";

const $history = Symbol("what can be undone"); // {undo: [], redo: [], typing}
const HISTORY = 1000;

function historyOf(element) {
  return element[$history] ??= { undo: [], redo: [], typing: false };
}

/** Remembers the text before a change; typing is taken back as one. */
function remember(element, typing) {
  const history = historyOf(element);
  const more = typing && history.typing;
  history.typing = typing;
  if (more) return;
  history.redo.length = 0;
  history.undo.push({ text: textOf(element), ...selection(element) });
  if (history.undo.length > HISTORY) history.undo.shift();
}

const CHANGES = { bubbles: true, composed: true };

function before(element, inputType, data) {
  return fire(element, "beforeinput", { ...CHANGES, inputType, data, cancelable: true }, InputEvent);
}

const NUMBER = /^[\d+\-.eE]*$/;

/** What of a text a control takes: a line where it has but one, a number's characters, and not more than fits. */
function accepted(element, text, replaced) {
  if (element[$local] === "input") {
    if (element.type === "number" && !NUMBER.test(text)) return "";
    text = text.replace(/[\r\n]+/g, " ");
  } else {
    text = text.replace(/\r\n?/g, "\n");
  }
  const limit = parseInteger(getAttr(element, "maxlength"));
  if (limit === null || limit < 0 || element.type === "number") return text;
  return text.slice(0, Math.max(0, limit - (textOf(element).length - replaced)));
}

/** Puts text in place of a part of a control's. `asks` is false for commands of scripts, which send no `beforeinput`. */
function edit(element, inputType, data, text, start, end, asks = true) {
  if (asks && !before(element, inputType, data)) return;
  const value = textOf(element);
  end = Math.min(end, value.length);
  start = Math.min(start, end);
  const put = accepted(element, text, end - start);
  if (put === "" && (start === end || text !== "")) return;
  remember(element, inputType === "insertText");
  const after = start + put.length;
  setUserText(element, value.slice(0, start) + put + value.slice(end), after, after);
  fire(element, "input", { ...CHANGES, inputType, data }, InputEvent);
}

/** Types text into a control. */
export function insertText(element, text, asks = true) {
  if (!isPlainText(element)) return;
  if (!isEditable(element)) {
    // Of a field that can be read only the page is asked as of any other.
    if (asks && !element.disabled) before(element, "insertText", text);
    return;
  }
  const { start, end } = selection(element);
  if (text !== "\r" && text !== "\n") {
    edit(element, "insertText", text, text, start, end, asks);
  } else if (element[$local] === "textarea") {
    edit(element, "insertLineBreak", null, "\n", start, end, asks);
  } else if (asks) {
    before(element, "insertLineBreak", null);
  }
}

// ------------------------------------------------------------------------------------------------------------- carets

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Where the word before an offset begins. */
function wordBefore(text, at) {
  while (at > 0 && !WORD.test(text[at - 1])) at--;
  while (at > 0 && WORD.test(text[at - 1])) at--;
  return at;
}

/** Where the word after an offset ends. */
function wordAfter(text, at) {
  while (at < text.length && !WORD.test(text[at])) at++;
  while (at < text.length && WORD.test(text[at])) at++;
  return at;
}

/** The word, or the run of other characters, around an offset. */
export function wordAround(text, at) {
  if (text === "") return [0, 0];
  const index = Math.min(at, text.length - 1);
  const kind = (c) => (WORD.test(c) ? 1 : /\s/.test(c) ? 2 : 3);
  const own = kind(text[index]);
  let start = index;
  let end = index + 1;
  while (start > 0 && kind(text[start - 1]) === own) start--;
  while (end < text.length && kind(text[end]) === own) end++;
  return [start, end];
}

const isLow = (unit) => unit >= 0xdc00 && unit <= 0xdfff;
/** One character back or on; surrogate pairs are one. */
const back = (text, at) => (at <= 0 ? 0 : at > 1 && isLow(text.charCodeAt(at - 1)) ? at - 2 : at - 1);
const on = (text, at) => (at >= text.length ? text.length : isLow(text.charCodeAt(at + 1)) ? at + 2 : at + 1);
const lineStart = (text, at) => text.lastIndexOf("\n", at - 1) + 1;
const lineEnd = (text, at) => {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
};

/** The offset a line above (-1) or below (1); the same offset where there is none. */
function lineAway(text, at, direction) {
  const start = lineStart(text, at);
  const column = at - start;
  if (direction < 0) {
    if (start === 0) return at;
    const above = lineStart(text, start - 1);
    return Math.min(above + column, start - 1);
  }
  const end = lineEnd(text, at);
  return end === text.length ? at : Math.min(end + 1 + column, lineEnd(text, end + 1));
}

/** Where a key moves the caret to, or null if it is no such key. */
function target(element, key, ctrl, { start, end, focus }, extends_) {
  const text = textOf(element);
  const many = element[$local] === "textarea";
  switch (key) {
    case "ArrowLeft":
      if (ctrl) return wordBefore(text, focus);
      return start !== end && !extends_ ? start : back(text, focus);
    case "ArrowRight":
      if (ctrl) return wordAfter(text, focus);
      return start !== end && !extends_ ? end : on(text, focus);
    case "ArrowUp":
      return many ? lineAway(text, focus, -1) : focus;
    case "ArrowDown":
      return many ? lineAway(text, focus, 1) : focus;
    case "Home":
      return many && !ctrl ? lineStart(text, focus) : 0;
    case "End":
      return many && !ctrl ? lineEnd(text, focus) : text.length;
    case "PageUp":
      return many ? 0 : null;
    case "PageDown":
      return many ? text.length : null;
    default:
      return null;
  }
}

/** Editing keys, which work by their virtual key code; true if the key was one. */
export function editKey(element, key, { shiftKey, ctrlKey, altKey, metaKey }) {
  if (!isTextControl(element) || altKey || metaKey) return false;
  if (!isPlainText(element)) return ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key);
  const { start, end, direction } = selection(element);
  if (key === "Backspace" || key === "Delete") {
    if (!isEditable(element)) return true;
    if (key === "Delete" && shiftKey && !ctrlKey) return clipboard(element, "cut");
    const text = textOf(element);
    const forward = key === "Delete";
    const word = ctrlKey && start === end;
    const type = `delete${word ? "Word" : "Content"}${forward ? "Forward" : "Backward"}`;
    let [from, to] = [start, end];
    if (from === to && forward) to = word ? wordAfter(text, to) : on(text, to);
    else if (from === to) from = word ? wordBefore(text, from) : back(text, from);
    edit(element, type, null, "", from, to);
    return true;
  }
  if (ctrlKey && !key.startsWith("Arrow") && key.length === 1) return shortcut(element, key.toLowerCase(), shiftKey);
  if (key === "Insert" && (ctrlKey || shiftKey)) return clipboard(element, ctrlKey ? "copy" : "paste");
  const anchor = direction === "backward" ? end : start;
  const focus = direction === "backward" ? start : end;
  const to = target(element, key, ctrlKey, { start, end, focus }, shiftKey);
  if (to === null) return false;
  historyOf(element).typing = false;
  if (to === focus && start === end) return true;
  select(element, shiftKey ? anchor : to, to);
  return true;
}

/** Selects as the user does, with `select` where something is selected. */
function select(element, anchor, focus) {
  if (userSelectRange(element, anchor, focus)) fire(element, "select", { bubbles: true });
}

function shortcut(element, key, shift) {
  switch (key) {
    case "a":
      fire(element, "selectstart", { bubbles: true, cancelable: true });
      select(element, 0, textOf(element).length);
      return true;
    case "c":
      return clipboard(element, "copy");
    case "x":
      return clipboard(element, "cut");
    case "v":
      return clipboard(element, "paste");
    case "z":
      return travel(element, shift ? "redo" : "undo");
    case "y":
      return travel(element, "redo");
    default:
      return false;
  }
}

/** Escape in a search field empties it; true if there was anything to empty. */
export function clearSearch(element) {
  if (element[$local] !== "input" || element.type !== "search" || textOf(element) === "" || !isEditable(element)) return false;
  remember(element, false);
  setUserText(element, "", 0, 0);
  fire(element, "input", CHANGES);
  fire(element, "search", { bubbles: true });
  return true;
}

/** The clipboard commands: the event, then what it does unless it was canceled. */
export function clipboard(element, command, asks = true) {
  const { start, end } = selection(element);
  const chosen = textOf(element).slice(start, end);
  const secret = element.type === "password";
  const pasted = command === "paste" ? host.clipboardText() : "";
  if (!fireClipboard(element, command, pasted)) return true;
  if (command === "paste") {
    if (isEditable(element) && pasted !== "") edit(element, "insertFromPaste", pasted, pasted, start, end, asks);
    return true;
  }
  if (chosen === "" || secret) return true;
  host.setClipboardText(chosen);
  if (command === "cut" && isEditable(element)) edit(element, "deleteByCut", null, "", start, end, asks);
  return true;
}

function travel(element, direction) {
  const history = historyOf(element);
  const from = history[direction];
  if (!isEditable(element) || from.length === 0) return true;
  const inputType = direction === "undo" ? "historyUndo" : "historyRedo";
  if (!before(element, inputType, null)) return true;
  const state = from.pop();
  history[direction === "undo" ? "redo" : "undo"].push({ text: textOf(element), ...selection(element) });
  history.typing = false;
  setUserText(element, state.text, state.start, state.end);
  fire(element, "input", { ...CHANGES, inputType, data: null }, InputEvent);
  return true;
}

/** `document.execCommand` on the focused control; false for what it does not do. */
export function command(element, name, value) {
  if (!isPlainText(element)) return false;
  const { start, end } = selection(element);
  switch (name) {
    case "inserttext":
      if (!isEditable(element)) return false;
      edit(element, "insertText", value, value, start, end, false);
      return true;
    case "delete":
    case "forwarddelete": {
      if (!isEditable(element)) return false;
      const text = textOf(element);
      const forward = name === "forwarddelete";
      const from = start === end && !forward ? back(text, start) : start;
      const to = start === end && forward ? on(text, end) : end;
      edit(element, forward ? "deleteContentForward" : "deleteContentBackward", null, "", from, to, false);
      return true;
    }
    case "selectall":
      setRange(element, 0, textOf(element).length, "forward");
      return true;
    case "copy":
    case "cut":
      return start !== end && clipboard(element, name, false);
    case "undo":
    case "redo":
      return travel(element, name);
    default:
      return false;
  }
}
