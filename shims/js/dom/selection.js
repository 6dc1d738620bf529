// Selection (Selection API): the document has one, with at most one range.
import { SECRET, finishInterface, host, illegalConstructor, required, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $end, $start, compare, contains } from "ext:oracade/dom/boundary.js";
import { Range, StaticRange, checkPoint, requireRange, setPoints } from "ext:oracade/dom/range.js";
import { $first, $next } from "ext:oracade/dom/slots.js";

let changePosted = false;

/** Tells of a change of the selection, once until it has been told. */
export function selectionChanged() {
  if (changePosted) return;
  changePosted = true;
  host.queueAnswer(() => {
    changePosted = false;
    host.fire(host.document, "selectionchange");
  });
}

export class Selection {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    Object.defineProperty(this, $state, { value: { range: null, backward: false } });
  }
  get anchorNode() {
    const { range, backward } = this[$state];
    return range === null ? null : backward ? range[$end].node : range[$start].node;
  }
  get anchorOffset() {
    const { range, backward } = this[$state];
    return range === null ? 0 : backward ? range[$end].offset : range[$start].offset;
  }
  get focusNode() {
    const { range, backward } = this[$state];
    return range === null ? null : backward ? range[$start].node : range[$end].node;
  }
  get focusOffset() {
    const { range, backward } = this[$state];
    return range === null ? 0 : backward ? range[$start].offset : range[$end].offset;
  }
  get baseNode() {
    return this.anchorNode;
  }
  get baseOffset() {
    return this.anchorOffset;
  }
  get extentNode() {
    return this.focusNode;
  }
  get extentOffset() {
    return this.focusOffset;
  }
  get isCollapsed() {
    return this[$state].range === null || this[$state].range.collapsed;
  }
  get rangeCount() {
    return this[$state].range === null ? 0 : 1;
  }
  get type() {
    return this[$state].range === null ? "None" : this.isCollapsed ? "Caret" : "Range";
  }
  get direction() {
    return this.isCollapsed ? "none" : this[$state].backward ? "backward" : "forward";
  }
  getRangeAt(index) {
    required(arguments, 1, "getRangeAt", "Selection");
    if (this[$state].range === null || index >>> 0 !== 0) {
      fail("IndexSizeError", `Failed to execute 'getRangeAt' on 'Selection': ${index} is not a valid index.`);
    }
    return this[$state].range;
  }
  addRange(range) {
    requireRange(range, "addRange", "Selection");
    if (this[$state].range === null && tree.rootOf(range[$start].node) === host.document) setSelection(this, range, false);
  }
  removeRange(range) {
    requireRange(range, "removeRange", "Selection");
    if (this[$state].range !== range) fail("NotFoundError", "Failed to execute 'removeRange' on 'Selection': The given range isn't in document.");
    setSelection(this, null, false);
  }
  removeAllRanges() {
    if (this[$state].range !== null) setSelection(this, null, false);
  }
  empty() {
    this.removeAllRanges();
  }
  collapse(node, offset = 0) {
    required(arguments, 1, "collapse", "Selection");
    collapse(this, node, offset, "collapse");
  }
  setPosition(node, offset = 0) {
    required(arguments, 1, "setPosition", "Selection");
    collapse(this, node, offset, "setPosition");
  }
  collapseToStart() {
    const { range } = this[$state];
    if (range === null) fail("InvalidStateError", "Failed to execute 'collapseToStart' on 'Selection': there is no selection.");
    select(this, range[$start].node, range[$start].offset, range[$start].node, range[$start].offset);
  }
  collapseToEnd() {
    const { range } = this[$state];
    if (range === null) fail("InvalidStateError", "Failed to execute 'collapseToEnd' on 'Selection': there is no selection.");
    select(this, range[$end].node, range[$end].offset, range[$end].node, range[$end].offset);
  }
  extend(node, offset = 0) {
    const what = "'extend' on 'Selection'";
    required(arguments, 1, "extend", "Selection");
    tree.requireNode(node, what);
    if (!isOurs(node)) return;
    const { range, backward } = this[$state];
    if (range === null) fail("InvalidStateError", `Failed to execute ${what}: This Selection object doesn't have any Ranges.`);
    offset >>>= 0;
    checkPoint(node, offset, what);
    const anchor = backward ? range[$end] : range[$start];
    if (tree.rootOf(anchor.node) !== tree.rootOf(node)) select(this, node, offset, node, offset);
    else select(this, anchor.node, anchor.offset, node, offset);
  }
  setBaseAndExtent(anchor, anchorOffset, focus, focusOffset) {
    const what = "'setBaseAndExtent' on 'Selection'";
    required(arguments, 4, "setBaseAndExtent", "Selection");
    if (anchor === null || focus === null) {
      this.removeAllRanges();
      return;
    }
    tree.requireNode(anchor, what);
    tree.requireNode(focus, what, 3);
    anchorOffset >>>= 0;
    focusOffset >>>= 0;
    checkPoint(anchor, anchorOffset, what);
    checkPoint(focus, focusOffset, what);
    if (isOurs(anchor) && isOurs(focus)) select(this, anchor, anchorOffset, focus, focusOffset);
  }
  selectAllChildren(node) {
    const what = "'selectAllChildren' on 'Selection'";
    tree.requireNode(node, what);
    checkPoint(node, 0, what);
    if (!isOurs(node)) return;
    let count = 0;
    for (let child = node[$first]; child !== null; child = child[$next]) count++;
    select(this, node, 0, node, count);
  }
  containsNode(node, partial = false) {
    tree.requireNode(node, "'containsNode' on 'Selection'");
    const { range } = this[$state];
    if (range === null || tree.rootOf(node) !== host.document) return false;
    return contains(range, node) || (Boolean(partial) && range.intersectsNode(node));
  }
  deleteFromDocument() {
    this[$state].range?.deleteContents();
  }
  getComposedRanges() {
    const { range } = this[$state];
    if (range === null) return [];
    return [new StaticRange({
      startContainer: range[$start].node, startOffset: range[$start].offset, endContainer: range[$end].node, endOffset: range[$end].offset,
    })];
  }
  /** Moves the end of the selection, or with "move" the caret, as the keys do. */
  modify(alter = "", direction = "", granularity = "") {
    if (this[$state].range !== null) host.modifySelection(`${alter}`.toLowerCase(), `${direction}`.toLowerCase(), `${granularity}`.toLowerCase());
  }
  toString() {
    return this[$state].range === null ? "" : this[$state].range.toString();
  }
}
const $state = slot("selection state");
finishInterface(Selection);

function isOurs(node) {
  return tree.rootOf(node) === host.document;
}

function collapse(selection, node, offset, method) {
  if (node === null || node === undefined) {
    selection.removeAllRanges();
    return;
  }
  const what = `'${method}' on 'Selection'`;
  tree.requireNode(node, what);
  offset >>>= 0;
  checkPoint(node, offset, what);
  if (isOurs(node)) select(selection, node, offset, node, offset);
}

/** Selects between two points for the user; nothing happens where that is what is selected. */
export function selectBetween(anchor, anchorOffset, focus, focusOffset) {
  const chosen = getSelection();
  if (chosen.anchorNode === anchor && chosen.anchorOffset === anchorOffset && chosen.focusNode === focus &&
    chosen.focusOffset === focusOffset) return;
  select(chosen, anchor, anchorOffset, focus, focusOffset);
}

/** Gives the selection a new range between two points, in whatever order they are. */
function select(selection, anchor, anchorOffset, focus, focusOffset) {
  const range = new Range();
  const backward = compare(anchor, anchorOffset, focus, focusOffset) > 0;
  if (backward) setPoints(range, focus, focusOffset, anchor, anchorOffset);
  else setPoints(range, anchor, anchorOffset, focus, focusOffset);
  setSelection(selection, range, backward);
}

function setSelection(target, range, backward) {
  target[$state].range = range;
  target[$state].backward = backward;
  selectionChanged();
}

/** The page's selection. */
export function getSelection() {
  return selectionObject ??= new Selection(SECRET);
}
let selectionObject = null;

host.selectionRange = () => (selectionObject === null ? null : selectionObject[$state].range);
host.rangeMoved = (range) => {
  if (selectionObject !== null && selectionObject[$state].range === range) selectionChanged();
};

export const globals = { Selection };
