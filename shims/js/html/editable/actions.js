// What the user and `execCommand` do to an editing host: the events around each change (Input Events § 5), and the selection after it.
import { host } from "ext:oracade/internal.js";
import { trusted } from "ext:oracade/dom/event.js";
import { dispatch, fire } from "ext:oracade/dom/event_target.js";
import { fireClipboard, newStore, transferOf } from "ext:oracade/dom/data_transfer.js";
import { getSelection, selectBetween, selectionChanged } from "ext:oracade/dom/selection.js";
import { $targetRanges, InputEvent } from "ext:oracade/dom/ui_events.js";
import { StaticRange } from "ext:oracade/dom/range.js";
import { $end, $start, compare } from "ext:oracade/dom/boundary.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $connected, $kind, $parent } from "ext:oracade/dom/slots.js";
import { putLineBreak, putNodes, putParagraph, putText, removeBetween } from "ext:oracade/html/editable/changes.js";
import { applyFormat, FORMATS, isFormatted } from "ext:oracade/html/editable/formats.js";
import { canTravel, endTyping, remember, travel } from "ext:oracade/html/editable/history.js";
import { editingHost, isPlainHost } from "ext:oracade/html/editable/host.js";
import { step, stepWord } from "ext:oracade/html/editable/moves.js";
import { paragraphsOf, placeOf, pointOf } from "ext:oracade/html/editable/paragraphs.js";

const EVENTS = { bubbles: true, composed: true };

/** The editing host that the selection is in; null if it is not, or not with both ends. */
export function hostOfSelection() {
  const range = host.selectionRange();
  if (range === null) return null;
  const root = editingHost(range[$start].node);
  return root !== null && root[$connected] && editingHost(range[$end].node) === root ? root : null;
}

/** The selection as places: `{from, to, anchor, focus, collapsed}`. */
export function selected(root, paragraphs = paragraphsOf(root)) {
  const range = host.selectionRange();
  const from = placeOf(paragraphs, range[$start].node, range[$start].offset);
  const to = range.collapsed ? from : placeOf(paragraphs, range[$end].node, range[$end].offset);
  const backward = !range.collapsed && getSelection().anchorNode === range[$end].node && getSelection().anchorOffset === range[$end].offset;
  return { from, to, anchor: backward ? to : from, focus: backward ? from : to, collapsed: from.at === to.at && from.index === to.index };
}

/** The selection's boundary points, to be restored. */
function points() {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection();
  return [anchorNode, anchorOffset, focusNode, focusOffset];
}

const caretAt = ({ node, offset }) => selectBetween(node, offset, node, offset);

/** What of typing is to be in which elements, decided with the caret where it is: {node, offset, names}. */
let typingStyle = null;

/** Fires `beforeinput`; false if it was canceled or took the selection away. */
function ask(root, inputType, data, ranges, dataTransfer = null) {
  const event = trusted(InputEvent, "beforeinput", { ...EVENTS, inputType, data, dataTransfer, cancelable: true });
  event[$targetRanges] = isPlainHost(root) ? [] : ranges.map(([start, end]) => new StaticRange({
    startContainer: start.node, startOffset: start.offset, endContainer: end.node, endOffset: end.offset,
  }));
  return dispatch(root, event) && root[$connected] && hostOfSelection() === root;
}

function tell(root, inputType, data, dataTransfer = null) {
  fire(root, "input", { ...EVENTS, inputType, data, dataTransfer }, InputEvent);
}

/** The range an edit is about, from a place to another. */
function spanOf(paragraphs, from, to) {
  const start = pointOf(paragraphs[from.at], from.index);
  let end = pointOf(paragraphs[to.at], to.index);
  // Over the edge of a block, the range ends at the block's own start; over a line break, it is the break.
  if (from.at !== to.at && to.index === 0) {
    const { block } = paragraphs[to.at];
    const broken = paragraphs[from.at].end;
    if (block !== paragraphs[from.at].block) end = { node: block, offset: 0 };
    else if (broken !== null && broken.node === undefined && to.at === from.at + 1) {
      const node = broken[$parent];
      const offset = tree.indexOf(broken);
      return [{ node, offset }, { node, offset: offset + 1 }];
    }
  }
  return [start, end];
}

/** One change: asks, remembers, changes and tells. `change(from, to)` gives the caret. */
function perform(root, { inputType, data = null, typing = "", asks = true, from, to, dataTransfer = null }, change) {
  const paragraphs = paragraphsOf(root);
  const now = selected(root, paragraphs);
  from ??= now.from;
  to ??= now.to;
  if (asks && !ask(root, inputType, data, [spanOf(paragraphs, from, to)], dataTransfer)) return false;
  remember(root, points(), typing);
  // A handler may have changed what was selected.
  const [first, last] = asks ? recheck(root, from, to, now) : [from, to];
  const before = points();
  caretAt(change(first, last));
  // The range may have followed the change by itself.
  if (points().some((part, i) => part !== before[i])) selectionChanged();
  tell(root, inputType, data, dataTransfer);
  return true;
}

function recheck(root, from, to, before) {
  const now = selected(root);
  const moved = now.from.at !== before.from.at || now.from.index !== before.from.index || now.to.at !== before.to.at || now.to.index !== before.to.index;
  return moved ? [now.from, now.to] : [from, to];
}

const isSame = (a, b) => a.at === b.at && a.index === b.index;

/** Takes a span out and gives the place that is left. */
function clear(root, from, to) {
  if (isSame(from, to)) return from;
  const { node, offset } = removeBetween(root, from, to);
  return placeOf(paragraphsOf(root), node, offset);
}

/** Types text. */
export function typeText(root, text, asks = true, inputType = "insertText") {
  const wrap = wanted();
  return perform(root, { inputType, data: text, typing: "text", asks }, (from, to) => putText(root, clear(root, from, to), text, wrap));
}

/** Elements that text typed now goes into. */
function wanted() {
  const chosen = getSelection();
  const names = typingStyle !== null && typingStyle.node === chosen.focusNode && typingStyle.offset === chosen.focusOffset ? typingStyle.names : [];
  typingStyle = null;
  return names;
}

export function breakLine(root, asks = true) {
  return perform(root, { inputType: "insertLineBreak", asks }, (from, to) => putLineBreak(root, clear(root, from, to)));
}

export function breakParagraph(root, asks = true) {
  if (isPlainHost(root)) return breakLine(root, asks);
  return perform(root, { inputType: "insertParagraph", asks }, (from, to) => putParagraph(root, clear(root, from, to)));
}

/** Takes out what is selected, else a character or a word beside the caret. */
export function remove(root, forward, word = false, asks = true) {
  const paragraphs = paragraphsOf(root);
  const { from, to, collapsed } = selected(root, paragraphs);
  const inputType = `delete${word && collapsed ? "Word" : "Content"}${forward ? "Forward" : "Backward"}`;
  if (!collapsed) return perform(root, { inputType, asks, from, to }, (first, last) => removeBetween(root, first, last));
  const other = (word ? stepWord : step)(paragraphs, from, forward ? 1 : -1);
  if (other === null || isSame(other, from)) {
    if (asks) ask(root, inputType, null, [spanOf(paragraphs, from, from)]);
    return false;
  }
  const [first, last] = forward ? [from, other] : [other, from];
  const joins = first.at !== last.at;
  const done = perform(root, { inputType, asks, typing: forward ? "forward" : "backward", from: first, to: last }, (a, b) => removeBetween(root, a, b));
  if (joins) endTyping(root);
  return done;
}

// -------------------------------------------------------------------------------------------------------------- the clipboard

/** The clipboard's commands. */
export function clipboard(root, command, asks = true) {
  const text = getSelection().toString();
  const pasted = command === "paste" ? host.clipboardText() : "";
  if (command !== "paste" && text === "") return false;
  if (!fireClipboard(root, command, pasted)) return true;
  if (command === "paste") {
    if (pasted !== "") paste(root, pasted, asks);
    return true;
  }
  host.setClipboardText(text);
  if (command === "cut") {
    const { from, to } = selected(root);
    perform(root, { inputType: "deleteByCut", asks, from, to }, (first, last) => removeBetween(root, first, last));
  }
  return true;
}

function paste(root, text, asks) {
  const store = newStore("readonly");
  store.items.push({ kind: "string", type: "text/plain", data: text });
  const plain = isPlainHost(root);
  const dataTransfer = plain ? null : transferOf(store, "none", "uninitialized");
  perform(root, { inputType: "insertFromPaste", data: plain ? text : null, asks, dataTransfer }, (from, to) => {
    let place = clear(root, from, to);
    let point = null;
    text.replace(/\r\n?/g, "\n").split("\n").forEach((line, i) => {
      if (i > 0) point = plain ? putLineBreak(root, place) : putParagraph(root, place);
      if (point !== null) place = placeOf(paragraphsOf(root), point.node, point.offset);
      if (line !== "") point = putText(root, place, line);
      if (point !== null) place = placeOf(paragraphsOf(root), point.node, point.offset);
    });
    return point ?? pointOf(paragraphsOf(root)[place.at], place.index);
  });
  store.mode = "protected";
}

// --------------------------------------------------------------------------------------------------------- undoing and formats

export function travelHistory(root, direction, asks = true) {
  if (!canTravel(root, direction)) return false;
  const inputType = direction === "undo" ? "historyUndo" : "historyRedo";
  const paragraphs = paragraphsOf(root);
  const { from, to } = selected(root, paragraphs);
  if (asks && !ask(root, inputType, null, [spanOf(paragraphs, from, to)])) return true;
  const [anchor, anchorOffset, focus, focusOffset] = travel(root, direction, points());
  if (anchor?.[$connected] && focus?.[$connected]) selectBetween(anchor, anchorOffset, focus, focusOffset);
  tell(root, inputType, null);
  return true;
}

/** Bold and the like: of what is selected, or of what is typed next. */
export function format(root, name, asks = true) {
  if (isPlainHost(root)) return false;
  const { inputType, tag } = FORMATS[name];
  const paragraphs = paragraphsOf(root);
  const { from, to, collapsed } = selected(root, paragraphs);
  if (collapsed) {
    if (asks && !ask(root, inputType, null, [spanOf(paragraphs, from, to)])) return true;
    const chosen = getSelection();
    const { focusNode: node, focusOffset: offset } = chosen;
    const names = wanted();
    typingStyle = { node, offset, names: names.includes(tag) ? names.filter((one) => one !== tag) : [...names, tag] };
    return true;
  }
  if (asks && !ask(root, inputType, null, [spanOf(paragraphs, from, to)])) return true;
  remember(root, points());
  const [start, end] = applyFormat(root, name);
  selectBetween(start.node, start.offset, end.node, end.offset);
  tell(root, inputType, null);
  return true;
}

/** Whether what is selected, or typed next, is formatted so. */
export function hasFormat(root, name) {
  const chosen = getSelection();
  if (typingStyle !== null && typingStyle.node === chosen.focusNode && typingStyle.offset === chosen.focusOffset && typingStyle.names.includes(FORMATS[name].tag)) return true;
  return isFormatted(root, name);
}

/** Puts a fragment in place of what is selected; the caret goes behind it. */
export function putFragment(root, fragment) {
  return perform(root, { inputType: "", asks: false }, (from, to) => putNodes(root, clear(root, from, to), fragment));
}

/** Selects all of a host. */
export function selectHost(root) {
  if (!fire(root, "selectstart", { bubbles: true, cancelable: true })) return;
  const paragraphs = paragraphsOf(root);
  const start = pointOf(paragraphs[0], 0);
  const end = pointOf(paragraphs.at(-1), paragraphs.at(-1).atoms.length);
  endTyping(root);
  if (compare(start.node, start.offset, end.node, end.offset) <= 0) selectBetween(start.node, start.offset, end.node, end.offset);
}

// An editing host that gets the focus has the selection in it, at its start unless it is there already.
host.editableFocused = (element) => {
  if (editingHost(element) !== element || hostOfSelection() === element) return;
  const { node, offset } = pointOf(paragraphsOf(element)[0], 0);
  selectBetween(node, offset, node, offset);
};

/** Whether an editing host's caret can be seen: then focusing it scrolls nothing. */
host.isCaretSeen = (element) => {
  if (hostOfSelection() !== element) return false;
  const { focusNode: node, focusOffset: offset } = getSelection();
  const rect = node[$kind] === 3 ? host.textRects(node, Math.max(0, offset - 1), offset)[0] : element.getBoundingClientRect();
  const { width, height } = host.viewport();
  return rect === undefined || (rect.x >= 0 && rect.y >= 0 && rect.x < width && rect.y + rect.height <= height);
};
