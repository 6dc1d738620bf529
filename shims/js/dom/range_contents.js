// What ranges do to the tree: clone, extract, delete, insert, surround (DOM § 5.5). The walks are iterative: depth is the page's choice.
import { fail } from "ext:oracade/dom/exception.js";
import { cloneNode } from "ext:oracade/dom/node.js";
import { replaceData, splitText } from "ext:oracade/dom/character_data.js";
import { createFragment } from "ext:oracade/dom/parent_node.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $end, $start, childAt, commonAncestor, contains, isCharacterData, isText, lengthOf } from "ext:oracade/dom/boundary.js";
import { $data, $doc, $first, $kind, $next, $parent } from "ext:oracade/dom/slots.js";

function isCollapsed(range) {
  return range[$start].node === range[$end].node && range[$start].offset === range[$end].offset;
}

/** The child of `ancestor` that holds `node`. */
function childHolding(ancestor, node) {
  while (node[$parent] !== ancestor) node = node[$parent];
  return node;
}

/** A copy of a piece of character data; with `extract` the piece goes. */
function takeData(node, from, to, extract) {
  const copy = cloneNode(node, false, node[$doc]);
  copy[$data] = node[$data].slice(from, to);
  if (extract) replaceData(node, from, to - from, "");
  return copy;
}

function takeSiblings(first, stop, into, extract) {
  for (let node = first; node !== stop && node !== null;) {
    const next = node[$next];
    tree.insert(into, extract ? node : cloneNode(node, true, node[$doc]), null);
    node = next;
  }
}

/** Of `node`, what follows the start point; goes before whatever `into` holds already. */
function takeStart(node, start, into, extract) {
  for (;;) {
    if (isCharacterData(node)) {
      tree.insert(into, takeData(node, start.offset, node[$data].length, extract), into[$first]);
      return;
    }
    const copy = cloneNode(node, false, node[$doc]);
    tree.insert(into, copy, into[$first]);
    if (node === start.node) {
      takeSiblings(childAt(node, start.offset), null, copy, extract);
      return;
    }
    const child = childHolding(node, start.node);
    takeSiblings(child[$next], null, copy, extract);
    into = copy;
    node = child;
  }
}

/** Of `node`, what precedes the end point. */
function takeEnd(node, end, into, extract) {
  for (;;) {
    if (isCharacterData(node)) {
      tree.insert(into, takeData(node, 0, end.offset, extract), null);
      return;
    }
    const copy = cloneNode(node, false, node[$doc]);
    tree.insert(into, copy, null);
    if (node === end.node) {
      takeSiblings(node[$first], childAt(node, end.offset), copy, extract);
      return;
    }
    const child = childHolding(node, end.node);
    takeSiblings(node[$first], child, copy, extract);
    into = copy;
    node = child;
  }
}

/** Where a range collapses to when its contents go. */
function pointAfter(start, end) {
  if (tree.isInclusiveAncestor(start.node, end.node)) return start;
  let reference = start.node;
  while (reference[$parent] !== null && !tree.isInclusiveAncestor(reference[$parent], end.node)) reference = reference[$parent];
  return { node: reference[$parent], offset: tree.indexOf(reference) + 1 };
}

/** "clone"/"extract the contents". */
export function contents(range, extract) {
  // Copies: the range's own points move with the extraction.
  const start = { ...range[$start] };
  const end = { ...range[$end] };
  const fragment = createFragment(start.node[$kind] === 9 ? start.node : start.node[$doc]);
  if (isCollapsed(range)) return fragment;
  if (start.node === end.node && isCharacterData(start.node)) {
    tree.insert(fragment, takeData(start.node, start.offset, end.offset, extract), null);
    return fragment;
  }
  const common = commonAncestor(range);
  const first = tree.isInclusiveAncestor(start.node, end.node) ? null : childHolding(common, start.node);
  const last = tree.isInclusiveAncestor(end.node, start.node) ? null : childHolding(common, end.node);
  const from = first === null ? childAt(common, start.offset) : first[$next];
  const to = last === null ? childAt(common, end.offset) : last;
  for (let node = from; node !== to && node !== null; node = node[$next]) {
    if (node[$kind] === 10) {
      fail("HierarchyRequestError", `Failed to execute '${extract ? "extract" : "clone"}Contents' on 'Range': A document type cannot be in a fragment.`);
    }
  }
  const after = extract ? pointAfter(start, end) : null;
  if (first !== null) takeStart(first, start, fragment, extract);
  takeSiblings(from, to, fragment, extract);
  if (last !== null) takeEnd(last, end, fragment, extract);
  if (extract) range[$collapseTo](after.node, after.offset);
  return fragment;
}
export const $collapseTo = Symbol("set start and end");

export function deleteContents(range) {
  if (isCollapsed(range)) return;
  const start = { ...range[$start] };
  const end = { ...range[$end] };
  if (start.node === end.node && isCharacterData(start.node)) {
    replaceData(start.node, start.offset, end.offset - start.offset, "");
    return;
  }
  const doomed = [];
  const common = commonAncestor(range);
  for (let node = common; node !== null;) {
    if (node !== common && contains(range, node)) {
      doomed.push(node);
      node = tree.followingSkip(node, common);
    } else {
      node = tree.following(node, common);
    }
  }
  const after = pointAfter(start, end);
  if (isCharacterData(start.node)) replaceData(start.node, start.offset, start.node[$data].length - start.offset, "");
  for (const node of doomed) {
    if (node[$parent] !== null) tree.remove(node);
  }
  if (isCharacterData(end.node)) replaceData(end.node, 0, end.offset, "");
  range[$collapseTo](after.node, after.offset);
}

export function insertNode(range, node, what) {
  const start = range[$start];
  const kind = start.node[$kind];
  if (kind === 7 || kind === 8 || (isText(start.node) && start.node[$parent] === null) || start.node === node) {
    fail("HierarchyRequestError", `Failed to execute ${what}: This operation would yield an incorrect node tree.`);
  }
  const text = isText(start.node);
  let reference = text ? start.node : childAt(start.node, start.offset);
  const parent = reference === null ? start.node : reference[$parent];
  tree.checkInsert(parent, node, what, reference);
  if (text) reference = splitText(start.node, start.offset);
  if (node === reference) reference = reference[$next];
  if (node[$parent] !== null) tree.remove(node);
  const before = reference === null ? lengthOf(parent) : tree.indexOf(reference);
  const count = node[$kind] === 11 ? lengthOf(node) : 1;
  tree.preInsert(parent, node, reference, what);
  if (isCollapsed(range)) range[$setEnd](parent, before + count);
}
export const $setEnd = Symbol("set the end");

export function surroundContents(range, parent) {
  const what = "'surroundContents' on 'Range'";
  // Partially contained are the ancestors of one boundary point's node up to the common ancestor.
  const common = commonAncestor(range);
  for (let node of [range[$start].node, range[$end].node]) {
    for (; node !== common; node = node[$parent]) {
      if (!isText(node)) fail("InvalidStateError", `Failed to execute ${what}: The Range has partially selected a non-Text node.`);
    }
  }
  if (parent[$kind] === 9 || parent[$kind] === 10 || parent[$kind] === 11) {
    fail("InvalidNodeTypeError", `Failed to execute ${what}: The node provided is of type '${parent.nodeName}'.`);
  }
  const fragment = contents(range, true);
  if (parent[$first] !== null) tree.replaceAll(parent, null);
  insertNode(range, parent, what);
  tree.preInsert(parent, fragment, null, what);
  const index = tree.indexOf(parent);
  range[$collapseTo](parent[$parent], index);
  range[$setEnd](parent[$parent], index + 1);
}
