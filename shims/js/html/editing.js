// What keys and the clipboard do to text controls (Input Events; Chromium's key bindings on Linux).
import { host, ops, slot } from "ext:oracade/internal.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { InputEvent } from "ext:oracade/dom/ui_events.js";
import { fireClipboard } from "ext:oracade/dom/data_transfer.js";
import { controlLines, lineOf, measureIn, offsetAt } from "ext:oracade/html/control_lines.js";
import { isTextControl } from "ext:oracade/html/focus.js";
import { parseInteger } from "ext:oracade/html/reflect.js";
import { isEditable, isPlainText, selection, setRange, setUserText, textOf, userSelectRange } from "ext:oracade/html/text_control.js";
import { $id, $local } from "ext:oracade/dom/slots.js";

const $history = slot("what can be undone"); // {undo: [], redo: [], typing}
const HISTORY = 1000;

function historyOf(element) {
  return element[$history] ??= { undo: [], redo: [], typing: false };
}

// What script puts in cannot be taken back, nor what was before it; Chromium still goes through the motions.
host.forgetEdits = (element) => {
  const history = element[$history];
  if (history === undefined) return;
  for (const state of [...history.undo, ...history.redo]) state.isVoid = true;
  history.typing = false;
};

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

/** What of typed text can be put into a number between what is before and after it: digits, signs, one point and one exponent. */
function numberPart(text, left, right) {
  let part = "";
  for (const c of text) {
    const all = left + part + right;
    if (/[\d+-]/.test(c) || (/[eE]/.test(c) && !/[eE]/.test(all)) || (c === "." && !all.includes("."))) part += c;
  }
  return part;
}

/** What of a text a control takes: a line where it has but one, a number's characters, and not more than fits. */
function accepted(element, text, start, end) {
  if (element[$local] === "input") {
    if (element.type === "number") return numberPart(text, textOf(element).slice(0, start), textOf(element).slice(end));
    text = text.replace(/[\r\n]+/g, " ");
  } else {
    text = text.replace(/\r\n?/g, "\n");
  }
  const limit = parseInteger(getAttr(element, "maxlength"));
  if (limit === null || limit < 0) return text;
  return text.slice(0, Math.max(0, limit - (textOf(element).length - (end - start))));
}

/** Puts text in place of a part of a control's. `asks` is false for commands of scripts, which send no `beforeinput`. */
function edit(element, inputType, data, text, start, end, asks = true) {
  if (asks && !before(element, inputType, data)) return;
  const value = textOf(element);
  end = Math.min(end, value.length);
  start = Math.min(start, end);
  const put = accepted(element, text, start, end);
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
  if (text[at] === "\n") return at + 1;
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

/** What the caret goes by from line to line: the x, and whether it stands at a soft line's end rather than the next one's start. */
let track = { element: null, offset: 0, x: null, upstream: false };
const trackAt = (element, offset) => (track.element === element && track.offset === offset ? track : { x: null, upstream: false });

/** The offset `count` lines above (-) or below (+). From the first line it goes to the start, from the last to the end. */
function lineAway(element, text, at, count) {
  const { x: kept, upstream } = trackAt(element, at);
  const lines = controlLines(element, text);
  const width = measureIn(element);
  const here = lineOf(lines, at, upstream);
  const x = kept ?? width(text.slice(lines[here].start, at));
  const line = lines[here + count];
  const offset = line !== undefined ? offsetAt(text, line, x, width) : count < 0 ? 0 : text.length;
  return { offset, x, upstream: line !== undefined && line.soft && offset === line.end };
}

/** The same place in the paragraph above or below. */
function paragraphAway(element, text, at, direction) {
  const start = lineStart(text, at);
  const width = measureIn(element);
  const x = trackAt(element, at).x ?? width(text.slice(start, at));
  const next = direction < 0 ? lineStart(text, start - 1) : text.indexOf("\n", at) + 1;
  if (direction < 0 ? start === 0 : next === 0) return { offset: direction < 0 ? 0 : text.length, x };
  const end = text.indexOf("\n", next);
  return { offset: offsetAt(text, { start: next, end: end < 0 ? text.length : end, soft: false }, x, width), x };
}

/** Lines that PageUp and PageDown skip; 0 where the area cannot be scrolled. */
function pageLines(element) {
  if (!/auto|scroll/.test(ops.op_style_computed(element[$id], "", "overflow-y"))) return 0;
  const line = parseFloat(ops.op_style_computed(element[$id], "", "line-height")) || parseFloat(ops.op_style_computed(element[$id], "", "font-size")) * 1.15;
  return Math.max(1, Math.floor(Math.floor(element.clientHeight * 0.875) / line));
}

/** Where a key moves the caret to: `{offset, x, upstream}`, or null if it is no such key. */
function target(element, key, ctrl, { start, end, focus }, extends_) {
  const text = textOf(element);
  const many = element[$local] === "textarea";
  const at = (offset, more) => ({ offset, x: null, upstream: false, ...more });
  switch (key) {
    case "ArrowLeft":
      if (ctrl) return at(wordBefore(text, focus));
      return at(start !== end && !extends_ ? start : back(text, focus));
    case "ArrowRight":
      if (ctrl) return at(wordAfter(text, focus));
      return at(start !== end && !extends_ ? end : on(text, focus));
    case "ArrowUp":
    case "ArrowDown": {
      if (!many) return at(focus);
      const direction = key === "ArrowUp" ? -1 : 1;
      const away = ctrl ? paragraphAway(element, text, focus, direction) : lineAway(element, text, focus, direction);
      return at(away.offset, { x: away.x, upstream: away.upstream ?? false });
    }
    case "Home":
    case "End": {
      const isEnd = key === "End";
      if (!many || ctrl) return at(isEnd ? text.length : 0);
      const lines = controlLines(element, text);
      const line = lines[lineOf(lines, focus, trackAt(element, focus).upstream)];
      return at(isEnd ? line.end : line.start, { upstream: isEnd && line.soft });
    }
    case "PageUp":
    case "PageDown": {
      if (!many) return null;
      const count = pageLines(element);
      if (count === 0) return at(focus);
      const away = lineAway(element, text, focus, key === "PageUp" ? -count : count);
      return at(away.offset, { x: away.x });
    }
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
  const moved = target(element, key, ctrlKey, { start, end, focus }, shiftKey);
  if (moved === null) return false;
  const { offset: to, x, upstream } = moved;
  historyOf(element).typing = false;
  track = { element, offset: to, x, upstream };
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

function travel(element, direction, asks = true) {
  const history = historyOf(element);
  const from = history[direction];
  if (!isEditable(element) || from.length === 0) return true;
  const inputType = direction === "undo" ? "historyUndo" : "historyRedo";
  if (asks && !before(element, inputType, null)) return true;
  const state = from.pop();
  history[direction === "undo" ? "redo" : "undo"].push({ text: textOf(element), ...selection(element) });
  history.typing = false;
  if (!state.isVoid) setUserText(element, state.text, state.start, state.end);
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
      return travel(element, name, false);
    default:
      return false;
  }
}
