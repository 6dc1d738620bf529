// Range and StaticRange (DOM § 5).
import { SECRET, constants, finishInterface, host, illegalConstructor, required } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import * as tree from "ext:oracade/dom/tree.js";
import {
  $end,
  $start,
  commonAncestor,
  compare,
  contains,
  follow,
  isText,
  lengthOf,
  markContainer,
} from "ext:oracade/dom/boundary.js";
import { $collapseTo, $setEnd, contents, deleteContents, insertNode, surroundContents } from "ext:oracade/dom/range_contents.js";
import { $data, $doc, $html, $kind, $local, $ns, $parent, HTML_NS } from "ext:oracade/dom/slots.js";

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
    if (arguments.length === 0 || init === null || typeof init !== "object") {
      throw new TypeError("Failed to construct 'StaticRange': parameter 1 is not of type 'StaticRangeInit'.");
    }
    const members = {};
    // Dictionary members are read in alphabetical order (Web IDL § 3.2.17).
    for (const name of ["endContainer", "endOffset", "startContainer", "startOffset"]) {
      const value = init[name];
      if (value === undefined) throw new TypeError(`Failed to construct 'StaticRange': Failed to read the '${name}' property from 'StaticRangeInit': Required member is undefined.`);
      if (!name.endsWith("Container")) members[name] = value >>> 0;
      else if (value === null || value[$kind] === undefined) throw new TypeError(`Failed to construct 'StaticRange': member ${name} is not of type Node.`);
      else members[name] = value;
    }
    const { startContainer, startOffset, endContainer, endOffset } = members;
    for (const node of [startContainer, endContainer]) {
      if (node[$kind] === 10 || node[$kind] === 2) {
        fail("InvalidNodeTypeError", "Failed to construct 'StaticRange': Neither startContainer nor endContainer can be a DocumentType or Attribute node.");
      }
    }
    super(SECRET, startContainer, startOffset, endContainer, endOffset);
  }
}
finishInterface(StaticRange);

/** Throws if (node, offset) is no boundary point. */
export function checkPoint(node, offset, what) {
  if (node[$kind] === 10) fail("InvalidNodeTypeError", `Failed to execute ${what}: The node provided is of type '${node.nodeName}'.`);
  if (offset > lengthOf(node)) {
    fail("IndexSizeError", `Failed to execute ${what}: ${
      node[$data] === undefined ? `There is no child at offset ${offset}.` : `The offset ${offset} is larger than the node's length (${lengthOf(node)}).`
    }`);
  }
}

/** "set the start or end". */
function boundary(range, node, offset, isStart, method) {
  tree.requireNode(node, `'${method}' on 'Range'`);
  offset >>>= 0;
  checkPoint(node, offset, `'${method}' on 'Range'`);
  set(range, node, offset, isStart);
}

function set(range, node, offset, isStart) {
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
  markContainer(node);
  host.rangeMoved(range);
}

/** Sets both points, which are known to be in order. */
export function setPoints(range, startNode, startOffset, endNode, endOffset) {
  range[$start] = { node: startNode, offset: startOffset };
  range[$end] = { node: endNode, offset: endOffset };
  markContainer(startNode);
  markContainer(endNode);
  host.rangeMoved(range);
}

function parentOf(node, method) {
  tree.requireNode(node, `'${method}' on 'Range'`);
  if (node[$parent] === null) fail("InvalidNodeTypeError", `Failed to execute '${method}' on 'Range': the given Node has no parent.`);
  return node[$parent];
}

// Border boxes of the elements that are in the range as a whole and whose parents are not, and the characters of the rest
// (CSSOM View §8).
function rectsOf(range) {
  const { node, offset } = range[$start];
  const end = range[$end];
  const root = commonAncestor(range);
  const rects = [];
  for (let n = root; n !== null; n = tree.following(n, root)) {
    if (isText(n)) {
      const from = n === node ? offset : 0;
      const to = n === end.node ? end.offset : n[$data].length;
      if (n === node || n === end.node || contains(range, n)) rects.push(...host.textRects(n, from, to));
    } else if (n[$kind] === 1 && contains(range, n) && !(n[$parent] !== null && n[$parent] !== root && contains(range, n[$parent]))) {
      rects.push(...host.elementRects(n));
    }
  }
  return rects;
}

export class Range extends AbstractRange {
  constructor(secret, document) {
    const node = secret === SECRET ? document : host.document;
    super(SECRET, node, 0, node, 0);
    markContainer(node);
    follow(this);
  }
  get commonAncestorContainer() {
    return commonAncestor(this);
  }
  setStart(node, offset) {
    required(arguments, 2, "setStart", "Range");
    boundary(this, node, offset, true, "setStart");
  }
  setEnd(node, offset) {
    required(arguments, 2, "setEnd", "Range");
    boundary(this, node, offset, false, "setEnd");
  }
  setStartBefore(node) {
    set(this, parentOf(node, "setStartBefore"), tree.indexOf(node), true);
  }
  setStartAfter(node) {
    set(this, parentOf(node, "setStartAfter"), tree.indexOf(node) + 1, true);
  }
  setEndBefore(node) {
    set(this, parentOf(node, "setEndBefore"), tree.indexOf(node), false);
  }
  setEndAfter(node) {
    set(this, parentOf(node, "setEndAfter"), tree.indexOf(node) + 1, false);
  }
  collapse(toStart = false) {
    const { node, offset } = toStart ? this[$start] : this[$end];
    setPoints(this, node, offset, node, offset);
  }
  selectNode(node) {
    const parent = parentOf(node, "selectNode");
    const index = tree.indexOf(node);
    setPoints(this, parent, index, parent, index + 1);
  }
  selectNodeContents(node) {
    tree.requireNode(node, "'selectNodeContents' on 'Range'");
    checkPoint(node, 0, "'selectNodeContents' on 'Range'");
    setPoints(this, node, 0, node, lengthOf(node));
  }
  compareBoundaryPoints(how, other) {
    required(arguments, 2, "compareBoundaryPoints", "Range");
    how = how & 0xffff;
    requireRange(other, "compareBoundaryPoints");
    if (how > 3) {
      fail("NotSupportedError", "Failed to execute 'compareBoundaryPoints' on 'Range': The comparison method provided must be one of 'START_TO_START', 'START_TO_END', 'END_TO_END', or 'END_TO_START'.");
    }
    const mine = how === 0 || how === 3 ? this[$start] : this[$end];
    const theirs = how === 0 || how === 1 ? other[$start] : other[$end];
    if (tree.rootOf(mine.node) !== tree.rootOf(theirs.node)) {
      fail("WrongDocumentError", "Failed to execute 'compareBoundaryPoints' on 'Range': The source range is in a different document than this range.");
    }
    return compare(mine.node, mine.offset, theirs.node, theirs.offset);
  }
  comparePoint(node, offset) {
    required(arguments, 2, "comparePoint", "Range");
    tree.requireNode(node, "'comparePoint' on 'Range'");
    offset >>>= 0;
    if (tree.rootOf(node) !== tree.rootOf(this[$start].node)) {
      fail("WrongDocumentError", "Failed to execute 'comparePoint' on 'Range': The node provided and the Range are not in the same tree.");
    }
    checkPoint(node, offset, "'comparePoint' on 'Range'");
    return sideOf(this, node, offset);
  }
  isPointInRange(node, offset) {
    required(arguments, 2, "isPointInRange", "Range");
    tree.requireNode(node, "'isPointInRange' on 'Range'");
    offset >>>= 0;
    if (tree.rootOf(node) !== tree.rootOf(this[$start].node)) return false;
    checkPoint(node, offset, "'isPointInRange' on 'Range'");
    return sideOf(this, node, offset) === 0;
  }
  intersectsNode(node) {
    tree.requireNode(node, "'intersectsNode' on 'Range'");
    if (tree.rootOf(node) !== tree.rootOf(this[$start].node)) return false;
    const parent = node[$parent];
    if (parent === null) return true;
    const index = tree.indexOf(node);
    return compare(parent, index, this[$end].node, this[$end].offset) < 0 &&
      compare(parent, index + 1, this[$start].node, this[$start].offset) > 0;
  }
  cloneRange() {
    const range = new Range(SECRET, this[$start].node);
    range[$start] = { ...this[$start] };
    range[$end] = { ...this[$end] };
    markContainer(this[$end].node);
    return range;
  }
  cloneContents() {
    return contents(this, false);
  }
  extractContents() {
    return contents(this, true);
  }
  deleteContents() {
    deleteContents(this);
  }
  insertNode(node) {
    tree.requireNode(node, "'insertNode' on 'Range'");
    insertNode(this, node, "'insertNode' on 'Range'");
  }
  surroundContents(parent) {
    tree.requireNode(parent, "'surroundContents' on 'Range'");
    surroundContents(this, parent);
  }
  createContextualFragment(html) {
    required(arguments, 1, "createContextualFragment", "Range");
    const node = this[$start].node;
    const element = elementOf(node);
    const document = node[$kind] === 9 ? node : node[$doc];
    const plain = element === null || (document[$html] && element[$ns] === HTML_NS && element[$local] === "html");
    // Unlike those of innerHTML, its scripts run when they are inserted.
    return host.parseFragment(plain ? host.createElement(document, "body") : element, `${html}`, true);
  }
  getBoundingClientRect() {
    // The union of those that have an area; without one, the first.
    const rects = rectsOf(this);
    const solid = rects.filter((rect) => rect.width !== 0 && rect.height !== 0);
    if (solid.length === 0) return rects.length === 0 ? host.rect(0, 0, 0, 0) : rects[0];
    const left = Math.min(...solid.map((rect) => rect.left));
    const top = Math.min(...solid.map((rect) => rect.top));
    const right = Math.max(...solid.map((rect) => rect.right));
    return host.rect(left, top, right - left, Math.max(...solid.map((rect) => rect.bottom)) - top);
  }
  getClientRects() {
    return host.rectList(rectsOf(this));
  }
  detach() {}
  toString() {
    const { node, offset } = this[$start];
    const end = this[$end];
    if (node === end.node && isText(node)) return node[$data].slice(offset, end.offset);
    let text = isText(node) ? node[$data].slice(offset) : "";
    const root = commonAncestor(this);
    for (let n = root; n !== null; n = tree.following(n, root)) {
      if (isText(n) && n !== node && n !== end.node && contains(this, n)) text += n[$data];
    }
    return isText(end.node) ? text + end.node[$data].slice(0, end.offset) : text;
  }

  [$collapseTo](node, offset) {
    setPoints(this, node, offset, node, offset);
  }
  [$setEnd](node, offset) {
    set(this, node, offset, false);
  }
}
finishInterface(Range);
constants(Range, { START_TO_START: 0, START_TO_END: 1, END_TO_END: 2, END_TO_START: 3 });

export function requireRange(value, method, name = "Range") {
  if (value === null || typeof value !== "object" || !(value instanceof Range)) {
    throw new TypeError(`Failed to execute '${method}' on '${name}': parameter 1 is not of type 'Range'.`);
  }
}

/** −1, 0 or 1: a point before, in or after a range. */
function sideOf(range, node, offset) {
  if (compare(node, offset, range[$start].node, range[$start].offset) < 0) return -1;
  return compare(node, offset, range[$end].node, range[$end].offset) > 0 ? 1 : 0;
}

function elementOf(node) {
  return node[$kind] === 1 ? node : node[$parent] !== null && node[$parent][$kind] === 1 ? node[$parent] : null;
}

host.createRange = (document) => new Range(SECRET, document);

export const globals = { AbstractRange, Range, StaticRange };
