// Boundary points and the ranges that follow mutations (DOM § 5.2, 5.5).
import { host, slot } from "ext:oracade/internal.js";
import { NativeWeakRef } from "ext:oracade/ecma/weak.js";
import { comparePosition } from "ext:oracade/dom/node.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $data, $first, $kind, $next, $parent, $ranged, clock } from "ext:oracade/dom/slots.js";

export const $start = slot("start"); // {node, offset}
export const $end = slot("end");

/** "length" of a node. */
export function lengthOf(node) {
  if (node[$data] !== undefined) return node[$data].length;
  let count = 0;
  for (let child = node[$first]; child !== null; child = child[$next]) count++;
  return count;
}

export function childAt(node, index) {
  let child = node[$first];
  while (index-- > 0 && child !== null) child = child[$next];
  return child;
}

/** −1, 0 or 1: the position of boundary point a relative to b, which has the same root. */
export function compare(aNode, aOffset, bNode, bOffset) {
  if (aNode === bNode) return Math.sign(aOffset - bOffset);
  const position = comparePosition(aNode, bNode);
  if (position & 2) return -compare(bNode, bOffset, aNode, aOffset);
  if (position & 16) {
    let child = bNode;
    while (child[$parent] !== aNode) child = child[$parent];
    if (tree.indexOf(child) < aOffset) return 1;
  }
  return -1;
}

/** The lowest node that holds both boundary points. */
export function commonAncestor(range) {
  let node = range[$start].node;
  while (!tree.isInclusiveAncestor(node, range[$end].node)) node = node[$parent];
  return node;
}

/** "contained": the node lies between the range's boundary points. */
export function contains(range, node) {
  return compare(node, 0, range[$start].node, range[$start].offset) > 0 &&
    compare(node, lengthOf(node), range[$end].node, range[$end].offset) < 0;
}

// ---------------------------------------------------------------------------------------------------------- live ranges

/**
 * The latest ranges, weakly: a page may drop any number of them, and whether one was collected is not to be seen. Which ones are
 * followed depends on their number alone.
 */
const live = [];
const LIVE_RANGES = 4096;

/** Bits of `$ranged`: mutations elsewhere need not look at the ranges at all. */
const CONTAINER = 1; // a range starts or ends here (or once did)
const ABOVE = 2; // … or below

export function follow(range) {
  live.push(new NativeWeakRef(range));
  if (live.length > LIVE_RANGES) {
    const oldest = live.shift();
    if (oldest.deref() === host.selectionRange()) live.push(oldest);
  }
  clock.ranges = true;
}

/** Notes that a range has a boundary point in a node. */
export function markContainer(node) {
  if (node[$ranged] & CONTAINER) return;
  const above = node[$ranged] > 0;
  node[$ranged] |= CONTAINER;
  if (!above) markAbove(node[$parent]);
}

function markAbove(node) {
  for (; node !== null && (node[$ranged] & ABOVE) === 0; node = node[$parent]) {
    const stop = node[$ranged] > 0;
    node[$ranged] |= ABOVE;
    if (stop) return;
  }
}

function move(point, node, offset) {
  point.node = node;
  point.offset = offset;
  markContainer(node);
}

/** Calls `change(point)` for both boundary points of every live range. */
function eachPoint(change) {
  let dead = 0;
  for (let i = 0; i < live.length; i++) {
    const range = live[i].deref();
    if (range === undefined) {
      dead++;
      continue;
    }
    change(range[$start]);
    change(range[$end]);
  }
  if (dead > 64) prune();
}

/** Dead ones keep their place in the count, so that collection never decides which range is forgotten. */
const NOBODY = { deref: () => undefined };
function prune() {
  for (let i = 0; i < live.length; i++) {
    if (live[i].deref() === undefined) live[i] = NOBODY;
  }
}

host.rangesInserted = (parent, child, count, nodes) => {
  for (let i = 0; i < nodes.length; i++) {
    if (nodes[i][$ranged] > 0) markAbove(parent);
  }
  if (child === null || (parent[$ranged] & CONTAINER) === 0) return;
  const index = tree.indexOf(child);
  eachPoint((point) => {
    if (point.node === parent && point.offset > index) point.offset += count;
  });
};
host.rangesRemoved = (node, parent) => {
  host.iteratorsRemoved(node);
  if (!(node[$ranged] > 0) && (parent[$ranged] & CONTAINER) === 0) return;
  const index = tree.indexOf(node);
  eachPoint((point) => {
    if (point.node === parent) {
      if (point.offset > index) point.offset--;
    } else if (tree.isInclusiveAncestor(node, point.node)) {
      move(point, parent, index);
    }
  });
};
host.rangesData = (node, offset, count, inserted) => {
  if ((node[$ranged] & CONTAINER) === 0) return;
  eachPoint((point) => {
    if (point.node !== node || point.offset <= offset) return;
    point.offset = point.offset <= offset + count ? offset : point.offset + inserted - count;
  });
};
/** "split" a text node: `rest` is in the tree already. */
host.rangesSplit = (node, offset, rest) => {
  const parent = node[$parent];
  const after = tree.indexOf(node) + 1;
  eachPoint((point) => {
    if (point.node === node && point.offset > offset) move(point, rest, point.offset - offset);
    else if (point.node === parent && point.offset === after) point.offset++;
  });
};
/** "normalize": `text`, which is about to go, has been appended to `node` at `length`. */
host.rangesMerged = (text, node, length) => {
  const parent = text[$parent];
  const index = tree.indexOf(text);
  eachPoint((point) => {
    if (point.node === text) move(point, node, point.offset + length);
    else if (point.node === parent && point.offset === index) move(point, node, length);
  });
};

export function isCharacterData(node) {
  const kind = node[$kind];
  return kind === 3 || kind === 4 || kind === 7 || kind === 8;
}

export function isText(node) {
  return node[$kind] === 3 || node[$kind] === 4;
}
