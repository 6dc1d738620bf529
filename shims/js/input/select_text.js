// Selecting text with the mouse: the caret a press places, what a drag and a double or triple click select (in the document and in
// fields).
import { host, ops } from "ext:oracade/internal.js";
import { getSelection, selectBetween } from "ext:oracade/dom/selection.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { flush } from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import { controlLines, measureIn, offsetAt } from "ext:oracade/html/control_lines.js";
import { fieldsPressed, hasFields } from "ext:oracade/html/date_fields.js";
import { wordAround } from "ext:oracade/html/editing.js";
import { isPlainText, selection, setRange, textOf } from "ext:oracade/html/text_control.js";
import { chain, targetAt } from "ext:oracade/input/pointer.js";
import { $connected, $data, $id, $kind, $local, $parent, HTML_NS, $ns } from "ext:oracade/dom/slots.js";

let dragging = null; // {control, anchor} or {node, offset}: where the selection began
let owner = null; // the field that has the page's selection
let formerOwner = null; // the field that had it before the press
let clears = false; // a press inside what is selected, which the release gives up

const style = (element, name) => ops.op_style_computed(element[$id], "", name);

/** The offset in a field's text that is nearest to a point. */
function fieldOffset(control, x, y) {
  const box = host.boxOf(control);
  flush();
  const px = (name) => parseFloat(style(control, name)) || 0;
  const left = box[0] + px("border-left-width") + px("padding-left");
  const text = textOf(control);
  const wanted = x - left;
  const width = measureIn(control);
  if (control[$local] !== "textarea") return offsetAt(text, { start: 0, end: text.length }, wanted, width);
  const height = parseFloat(style(control, "line-height")) || px("font-size") * 1.15;
  const lines = controlLines(control, text);
  const top = box[1] + px("border-top-width") + px("padding-top");
  return offsetAt(text, lines[Math.min(lines.length - 1, Math.max(0, Math.floor((y - top) / height)))], wanted, width);
}

const isDate = (element) => element[$ns] === HTML_NS && element[$local] === "input" && hasFields(element);

/** A press on a field of a date or time. */
function pressDate(input, x) {
  const box = host.boxOf(input);
  flush();
  const px = (name) => parseFloat(style(input, name)) || 0;
  fieldsPressed(input, x, box[0] + px("border-left-width") + px("padding-left"), measureIn(input));
}

/** Whether text in an element can be selected by the user (CSS UI 4 § 4.2; the property inherits, as in Chromium). */
function isSelectable(element) {
  flush();
  return style(element, "user-select") !== "none";
}

/** The place in the document's text nearest to a point within an element: {node, offset}. */
function placeIn(element, x, y) {
  flush();
  // Beside everything there is no text to look for.
  if (element === host.rootElement(host.document) || element === host.bodyOf(host.document)) return { node: element, offset: 0 };
  let best = { node: element, offset: 0, away: Infinity };
  let block = element;
  while (block[$parent] !== null && block[$parent][$kind] === 1 && style(block, "display") === "inline") block = block[$parent];
  let budget = 500; // text nodes looked at
  for (let node = tree.following(block, block); node !== null && budget > 0; node = tree.following(node, block)) {
    if (node[$kind] !== 3 || node[$data].trim() === "") continue;
    budget--;
    for (const rect of host.textRects(node, 0, node[$data].length)) {
      const dx = Math.max(rect.x - x, 0, x - rect.x - rect.width);
      const dy = Math.max(rect.y - y, 0, y - rect.y - rect.height);
      const away = dy * 10000 + dx;
      if (away < best.away) best = { node, rect, away };
    }
  }
  return best.rect === undefined ? best : { node: best.node, offset: offsetIn(best.node, best.rect, x) };
}

/** What `caretPositionFromPoint` and `caretRangeFromPoint` give: `{node, offset}`, or null beside the viewport. */
host.caretAt = (x, y) => {
  const { width, height } = host.viewport();
  if (x < 0 || y < 0 || x >= width || y >= height) return null;
  const target = targetAt(x, y);
  const control = chain(target).find((element) => element[$ns] === HTML_NS && isPlainText(element));
  return control !== undefined ? { node: control, offset: fieldOffset(control, x, y) } : placeIn(target, x, y);
};

/** The offset in a text node whose edge in the line `rect` is nearest to `x`. */
function offsetIn(node, rect, x) {
  const { length } = node[$data];
  let nearest = 0;
  let distance = Infinity;
  for (let offset = 0; offset < length; offset++) {
    const [one] = host.textRects(node, offset, offset + 1);
    if (one === undefined || Math.abs(one.y - rect.y) > 1) continue;
    for (const [edge, at] of [[one.x, offset], [one.x + one.width, offset + 1]]) {
      if (Math.abs(edge - x) < distance) [distance, nearest] = [Math.abs(edge - x), at];
    }
  }
  return nearest;
}

/** The start or the end of what is selected around a place by a double (2) or triple (3) click. */
function around(node, offset, count) {
  if (node[$kind] !== 3) return [offset, offset];
  return count === 2 ? wordAround(node[$data], offset) : [0, node[$data].length];
}

function isIn(range, node, offset) {
  return range !== null && !range.collapsed && range.isPointInRange(node, offset);
}

/** A press: places the caret, or extends or makes a selection. */
export function pressText(target, x, y, { count, shiftKey, button }) {
  dragging = null;
  clears = false;
  const control = chain(target).find((element) => element[$ns] === HTML_NS && isPlainText(element));
  if (control !== undefined) {
    const had = formerOwner === control;
    owner = control;
    const at = fieldOffset(control, x, y);
    if (button === 2) {
      const { start, end } = selection(control);
      if (!had || at < start || at > end || start === end) setRange(control, at, at, "forward");
      return;
    }
    const [start, end] = count === 2 ? wordAround(textOf(control), at) : count > 2 ? paragraphAround(textOf(control), at) : [at, at];
    if (shiftKey) setRange(control, Math.min(selection(control).start, at), Math.max(selection(control).start, at), "forward");
    else setRange(control, start, end, "forward");
    if (button === 0) dragging = { control, anchor: start };
    return;
  }
  const dates = chain(target).find((element) => isDate(element));
  if (dates !== undefined && button === 0) pressDate(dates, x);
  if (isControl(target) || !isSelectable(target)) return;
  const { node, offset } = placeIn(target, x, y);
  const chosen = getSelection();
  if (count === 1 && !shiftKey && owner === null && isIn(host.selectionRange(), node, offset)) {
    clears = button === 0;
    return;
  }
  if (!fire(node, "selectstart", { bubbles: true, cancelable: true })) return;
  owner = null;
  if (shiftKey && chosen.rangeCount > 0) {
    selectBetween(chosen.anchorNode, chosen.anchorOffset, node, offset);
  } else {
    const [start, end] = count > 1 ? around(node, offset, count) : [offset, offset];
    selectBetween(node, start, node, end);
    if (button === 0) dragging = { node, offset: start };
  }
}

/** The paragraph around an offset, with the line feed at its end. */
function paragraphAround(text, at) {
  const end = text.indexOf("\n", at);
  return [text.lastIndexOf("\n", at - 1) + 1, end < 0 ? text.length : end + 1];
}

/** Buttons and the like begin no selection. */
function isControl(target) {
  return chain(target).some((element) => element[$ns] === HTML_NS &&
    ["button", "input", "select", "option", "canvas", "img", "video", "iframe"].includes(element[$local]));
}

/** A press begins: what a press before it has begun is over. */
export function startPress() {
  formerOwner = owner;
  dragging = null;
  clears = false;
}

/** A move with the button down. */
export function dragText(x, y) {
  if (dragging === null) return;
  clears = false;
  if (dragging.control !== undefined) {
    const { control, anchor } = dragging;
    if (!control[$connected]) return;
    const at = fieldOffset(control, x, y);
    setRange(control, Math.min(anchor, at), Math.max(anchor, at), at < anchor ? "backward" : "forward");
    return;
  }
  if (!dragging.node[$connected]) return;
  const target = targetAt(x, y);
  if (isControl(target) || !isSelectable(target)) return;
  const { node, offset } = placeIn(target, x, y);
  selectBetween(dragging.node, dragging.offset, node, offset);
}

/** The release, after the click: a field that has something selected says so. */
export function releaseText() {
  dragging = null;
  if (clears) {
    clears = false;
    getSelection().removeAllRanges();
  }
  if (owner === null || !owner[$connected]) return;
  const { start, end } = selection(owner);
  if (start !== end) fire(owner, "select", { bubbles: true });
}

// A field that gets the focus has the page's selection.
host.fieldFocused = (control) => {
  owner = control;
};
