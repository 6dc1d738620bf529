// Selection (Selection API): the document has one, with at most one range.
import { SECRET, finishInterface, host, illegalConstructor, required } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $end, $start, compare, contains, lengthOf } from "ext:oracade/dom/boundary.js";
import { Range, checkPoint, requireRange, setPoints } from "ext:oracade/dom/range.js";
import { $doc, $kind } from "ext:oracade/dom/slots.js";

let changePosted = false;

function selectionChanged() {
  if (changePosted) return;
  changePosted = true;
  host.queueTask("user interaction", () => {
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
    if (this[$state].range === null || index >>> 0 !== 0) {
      fail("IndexSizeError", `Failed to execute 'getRangeAt' on 'Selection': ${index} is not a valid index.`);
    }
    return this[$state].range;
  }
  addRange(range) {
    if (this[$state].range === null && tree.rootOf(range[$start].node) === host.document) setSelection(this, range, false);
  }
  removeRange(range) {
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
    if (node === null) {
      this.removeAllRanges();
      return;
    }
    this.setBaseAndExtent(node, offset, node, offset);
  }
  setPosition(node, offset = 0) {
    this.collapse(node, offset);
  }
  collapseToStart() {
    const { range } = this[$state];
    if (range === null) fail("InvalidStateError", "Failed to execute 'collapseToStart' on 'Selection': there is no selection.");
    this.collapse(range[$start].node, range[$start].offset);
  }
  collapseToEnd() {
    const { range } = this[$state];
    if (range === null) fail("InvalidStateError", "Failed to execute 'collapseToEnd' on 'Selection': there is no selection.");
    this.collapse(range[$end].node, range[$end].offset);
  }
  extend(node, offset = 0) {
    if (this[$state].range === null) fail("InvalidStateError", "Failed to execute 'extend' on 'Selection': This Selection object doesn't have any Ranges.");
    this.setBaseAndExtent(this.anchorNode, this.anchorOffset, node, offset);
  }
  setBaseAndExtent(anchor, anchorOffset, focus, focusOffset) {
    const range = new Range();
    const backward = compare(anchor, anchorOffset, focus, focusOffset) > 0;
    const [a, b] = backward ? [[focus, focusOffset], [anchor, anchorOffset]] : [[anchor, anchorOffset], [focus, focusOffset]];
    boundary(range, a[0], a[1], true, "setBaseAndExtent");
    boundary(range, b[0], b[1], false, "setBaseAndExtent");
    setSelection(this, range, backward);
  }
  selectAllChildren(node) {
    this.setBaseAndExtent(node, 0, node, lengthOf(node));
  }
  containsNode(node, partial = false) {
    const { range } = this[$state];
    if (range === null) return false;
    return partial ? range.intersectsNode(node) : contains(range, node);
  }
  deleteFromDocument() {
    this[$state].range?.deleteContents();
  }
  toString() {
    return this[$state].range === null ? "" : this[$state].range.toString();
  }
}
const $state = Symbol("selection state");
finishInterface(Selection);

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
