// Range, StaticRange and Selection (DOM § 5, Selection API).
import { SECRET, constants, finishInterface, host, illegalConstructor } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { cloneNode } from "ext:oracade/dom/node.js";
import { replaceData } from "ext:oracade/dom/character_data.js";
import { createFragment } from "ext:oracade/dom/parent_node.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $data, $doc, $first, $kind, $next, $parent, clock } from "ext:oracade/dom/slots.js";

const $start = Symbol("start");
const $end = Symbol("end");

/** Ranges that follow mutations; only the latest, so that dropped ones do not add up. */
const live = [];
const LIVE_RANGES = 256;

function lengthOf(node) {
  if (node[$data] !== undefined) return node[$data].length;
  if (node[$kind] === 10 || node[$kind] === 2) return 0;
  let count = 0;
  for (let child = node[$first]; child !== null; child = child[$next]) count++;
  return count;
}

function childAt(node, index) {
  let child = node[$first];
  while (index-- > 0 && child !== null) child = child[$next];
  return child;
}

/** −1, 0 or 1: the position of boundary point a relative to b. */
function compare(aNode, aOffset, bNode, bOffset) {
  if (aNode === bNode) return Math.sign(aOffset - bOffset);
  const position = aNode.compareDocumentPosition(bNode);
  if (position & 2) return -compare(bNode, bOffset, aNode, aOffset);
  if (position & 16) {
    let child = bNode;
    while (child[$parent] !== aNode) child = child[$parent];
    if (tree.indexOf(child) < aOffset) return 1;
  }
  return -1;
}

export class AbstractRange {
  constructor(secret, startNode, startOffset, endNode, endOffset) {
    if (secret !== SECRET) illegalConstructor();
    this[$start] = { node: startNode, offset: startOffset };
    this[$end] = { node: endNode, offset: endOffset };
  }
  get startContainer() {
    return this[$start].node;
  }
  get startOffset() {
    return this[$start].offset;
  }
  get endContainer() {
    return this[$end].node;
  }
  get endOffset() {
    return this[$end].offset;
  }
  get collapsed() {
    return this[$start].node === this[$end].node && this[$start].offset === this[$end].offset;
  }
}
finishInterface(AbstractRange);

export class StaticRange extends AbstractRange {
  constructor(init) {
    super(SECRET, init.startContainer, init.startOffset >>> 0, init.endContainer, init.endOffset >>> 0);
  }
}
finishInterface(StaticRange);

function boundary(range, node, offset, isStart, method) {
  tree.requireNode(node, `'${method}' on 'Range'`);
  if (node[$kind] === 10) fail("InvalidNodeTypeError", `Failed to execute '${method}' on 'Range': The node provided is of type '${node.nodeName}'.`);
  offset >>>= 0;
  if (offset > lengthOf(node)) {
    fail("IndexSizeError", `Failed to execute '${method}' on 'Range': There is no child at offset ${offset}.`);
  }
  const point = { node, offset };
  const other = isStart ? range[$end] : range[$start];
  const apart = tree.rootOf(node) !== tree.rootOf(other.node);
  if (isStart) {
    range[$start] = point;
    if (apart || compare(node, offset, other.node, other.offset) > 0) range[$end] = { node, offset };
  } else {
    range[$end] = point;
    if (apart || compare(node, offset, other.node, other.offset) < 0) range[$start] = { node, offset };
  }
  if (selectionObject !== null && selectionObject[$state].range === range) selectionChanged();
}

function parentOf(node, method) {
  tree.requireNode(node, `'${method}' on 'Range'`);
  if (node[$parent] === null) fail("InvalidNodeTypeError", `Failed to execute '${method}' on 'Range': the given Node has no parent.`);
  return node[$parent];
}

export class Range extends AbstractRange {
  constructor() {
    super(SECRET, host.document, 0, host.document, 0);
    live.push(this);
    if (live.length > LIVE_RANGES) live.shift();
    clock.ranges = true;
  }
  get commonAncestorContainer() {
    let node = this[$start].node;
    while (!tree.isInclusiveAncestor(node, this[$end].node)) node = node[$parent];
    return node;
  }
  setStart(node, offset) {
    boundary(this, node, offset, true, "setStart");
  }
  setEnd(node, offset) {
    boundary(this, node, offset, false, "setEnd");
  }
  setStartBefore(node) {
    boundary(this, parentOf(node, "setStartBefore"), tree.indexOf(node), true, "setStartBefore");
  }
  setStartAfter(node) {
    boundary(this, parentOf(node, "setStartAfter"), tree.indexOf(node) + 1, true, "setStartAfter");
  }
  setEndBefore(node) {
    boundary(this, parentOf(node, "setEndBefore"), tree.indexOf(node), false, "setEndBefore");
  }
  setEndAfter(node) {
    boundary(this, parentOf(node, "setEndAfter"), tree.indexOf(node) + 1, false, "setEndAfter");
  }
  collapse(toStart = false) {
    const { node, offset } = toStart ? this[$start] : this[$end];
    boundary(this, node, offset, true, "collapse");
    boundary(this, node, offset, false, "collapse");
  }
  selectNode(node) {
    const parent = parentOf(node, "selectNode");
    const index = tree.indexOf(node);
    boundary(this, parent, index, true, "selectNode");
    boundary(this, parent, index + 1, false, "selectNode");
  }
  selectNodeContents(node) {
    boundary(this, node, 0, true, "selectNodeContents");
    boundary(this, node, lengthOf(node), false, "selectNodeContents");
  }
  compareBoundaryPoints(how, other) {
    const mine = how === 0 || how === 3 ? this[$start] : this[$end];
    const theirs = how === 0 || how === 1 ? other[$start] : other[$end];
    if (tree.rootOf(mine.node) !== tree.rootOf(theirs.node)) {
      fail("WrongDocumentError", "Failed to execute 'compareBoundaryPoints' on 'Range': The source range is in a different document than this range.");
    }
    return compare(mine.node, mine.offset, theirs.node, theirs.offset);
  }
  comparePoint(node, offset) {
    if (compare(node, offset, this[$start].node, this[$start].offset) < 0) return -1;
    return compare(node, offset, this[$end].node, this[$end].offset) > 0 ? 1 : 0;
  }
  isPointInRange(node, offset) {
    return tree.rootOf(node) === tree.rootOf(this[$start].node) && this.comparePoint(node, offset) === 0;
  }
  intersectsNode(node) {
    const parent = node[$parent];
    if (parent === null) return true;
    const index = tree.indexOf(node);
    return compare(parent, index, this[$end].node, this[$end].offset) < 0 &&
      compare(parent, index + 1, this[$start].node, this[$start].offset) > 0;
  }
  cloneRange() {
    const range = new Range();
    range[$start] = { ...this[$start] };
    range[$end] = { ...this[$end] };
    return range;
  }
  cloneContents() {
    return contents(this, false);
  }
  extractContents() {
    return contents(this, true);
  }
  deleteContents() {
    contents(this, true);
  }
  insertNode(node) {
    tree.requireNode(node, "'insertNode' on 'Range'");
    const start = this[$start];
    let reference = start.node[$kind] === 3 ? start.node.splitText(start.offset) : childAt(start.node, start.offset);
    const parent = reference === null ? start.node : reference[$parent];
    if (node === reference) reference = node[$next];
    const collapsed = this.collapsed;
    const count = node[$kind] === 11 ? lengthOf(node) : 1;
    tree.preInsert(parent, node, reference, "'insertNode' on 'Range'");
    const after = (reference === null ? lengthOf(parent) : tree.indexOf(reference));
    if (collapsed) this[$end] = { node: parent, offset: Math.max(after, count) };
  }
  surroundContents(parent) {
    const fragment = contents(this, true);
    tree.replaceAll(parent, null);
    this.insertNode(parent);
    tree.insert(parent, fragment, null);
    this.selectNode(parent);
  }
  createContextualFragment(html) {
    const node = this[$start].node;
    const element = node[$kind] === 1 ? node : node[$parent];
    const context = element === null || element[$kind] !== 1 || element.localName === "html"
      ? host.createElement(host.document, "body")
      : element;
    return host.parseFragment(context, `${html}`);
  }
  getBoundingClientRect() {
    const element = elementOf(this.commonAncestorContainer);
    return element === null ? host.rect(0, 0, 0, 0) : element.getBoundingClientRect();
  }
  getClientRects() {
    const element = elementOf(this.commonAncestorContainer);
    return element === null ? host.rectList([]) : element.getClientRects();
  }
  detach() {}
  toString() {
    const { node, offset } = this[$start];
    const end = this[$end];
    if (node === end.node && node[$kind] === 3) return node[$data].slice(offset, end.offset);
    let text = node[$kind] === 3 ? node[$data].slice(offset) : "";
    const root = this.commonAncestorContainer;
    for (let n = root; n !== null; n = tree.following(n, root)) {
      if (n[$kind] === 3 && n !== node && n !== end.node && contains(this, n)) text += n[$data];
    }
    return end.node[$kind] === 3 ? text + end.node[$data].slice(0, end.offset) : text;
  }
}
finishInterface(Range);
constants(Range, { START_TO_START: 0, START_TO_END: 1, END_TO_END: 2, END_TO_START: 3 });

function elementOf(node) {
  return node[$kind] === 1 ? node : node[$parent] !== null && node[$parent][$kind] === 1 ? node[$parent] : null;
}

function contains(range, node) {
  return compare(node, 0, range[$start].node, range[$start].offset) > 0 &&
    compare(node, lengthOf(node), range[$end].node, range[$end].offset) < 0;
}

/** "clone"/"extract the contents": walks the children of the common ancestor that the range touches. */
function contents(range, extract) {
  const fragment = createFragment(range[$start].node[$doc] ?? host.document);
  const start = range[$start];
  const end = range[$end];
  if (range.collapsed) return fragment;
  take(range.commonAncestorContainer, fragment, start, end, extract);
  if (extract) {
    let node = start.node;
    let offset = start.offset;
    const common = range.commonAncestorContainer;
    if (!tree.isInclusiveAncestor(node, end.node)) {
      while (node[$parent] !== common && node[$parent] !== null) node = node[$parent];
      if (node[$parent] !== null) {
        offset = tree.indexOf(node) + 1;
        node = node[$parent];
      }
    }
    range[$start] = { node, offset };
    range[$end] = { node, offset };
  }
  return fragment;
}

function take(node, into, start, end, extract) {
  if (node[$data] !== undefined) {
    const from = node === start.node ? start.offset : 0;
    const to = node === end.node ? end.offset : node[$data].length;
    const copy = cloneNode(node, false, node[$doc]);
    copy[$data] = node[$data].slice(from, to);
    tree.insert(into, copy, null);
    if (extract) replaceData(node, from, to - from, "");
    return;
  }
  const children = tree.childArray(node);
  const from = node === start.node ? start.offset : 0;
  const to = node === end.node ? end.offset : children.length;
  children.forEach((child, index) => {
    const hasStart = tree.isInclusiveAncestor(child, start.node);
    const hasEnd = tree.isInclusiveAncestor(child, end.node);
    const startsLater = node !== start.node && !hasStart && compare(node, index, start.node, start.offset) < 0 &&
      tree.rootOf(node) === tree.rootOf(start.node);
    const endsEarlier = node !== end.node && !hasEnd && compare(node, index, end.node, end.offset) >= 0;
    if (index < from || index >= to + (hasEnd ? 1 : 0) || startsLater || endsEarlier) return;
    if (!hasStart && !hasEnd) {
      tree.insert(into, extract ? child : cloneNode(child, true, child[$doc]), null);
      return;
    }
    if (child[$data] !== undefined) {
      take(child, into, start, end, extract);
      return;
    }
    const copy = cloneNode(child, false, child[$doc]);
    tree.insert(into, copy, null);
    take(child, copy, start, end, extract);
  });
}

host.rangesInserted = (parent, index, count) => {
  for (const range of live) {
    for (const point of [range[$start], range[$end]]) {
      if (point.node === parent && point.offset > index) point.offset += count;
    }
  }
};
host.rangesRemoved = (node, parent, index) => {
  for (const range of live) {
    for (const point of [range[$start], range[$end]]) {
      if (tree.isInclusiveAncestor(node, point.node)) {
        point.node = parent;
        point.offset = index;
      } else if (point.node === parent && point.offset > index) {
        point.offset--;
      }
    }
  }
  host.iteratorsRemoved(node);
};
host.rangesData = (node, offset, count, inserted) => {
  for (const range of live) {
    for (const point of [range[$start], range[$end]]) {
      if (point.node !== node || point.offset <= offset) continue;
      point.offset = point.offset <= offset + count ? offset : point.offset + inserted - count;
    }
  }
};
host.rangesSplit = (node, offset, rest) => {
  for (const range of live) {
    for (const point of [range[$start], range[$end]]) {
      if (point.node === node && point.offset > offset) {
        point.node = rest;
        point.offset -= offset;
      }
    }
  }
};
host.createRange = (document) => {
  const range = new Range();
  range[$start] = { node: document, offset: 0 };
  range[$end] = { node: document, offset: 0 };
  return range;
};


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

export function selectionRange() {
  return selectionObject === null ? null : selectionObject[$state].range;
}

export const globals = { AbstractRange, Range, StaticRange, Selection };
