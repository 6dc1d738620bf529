// Tree mutation algorithms (DOM § 4.2.3). Nothing here goes through methods that a page could replace.
import { host } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import * as mirror from "ext:oracade/dom/mirror.js";
import {
  $adopted,
  $attrs,
  $childrenChanged,
  $connected,
  $definition,
  $doc,
  $first,
  $host,
  $html,
  $inserted,
  $kind,
  $last,
  $next,
  $parent,
  $prev,
  $removed,
  $shadow,
  $tagName,
  clock,
} from "ext:oracade/dom/slots.js";

export function rootOf(node) {
  while (node[$parent] !== null) node = node[$parent];
  return node;
}

export function isInclusiveAncestor(ancestor, node) {
  for (; node !== null; node = node[$parent]) {
    if (node === ancestor) return true;
  }
  return false;
}

/** The node after `node` in tree order within `root`, or null. */
export function following(node, root) {
  if (node[$first] !== null) return node[$first];
  return followingSkip(node, root);
}

/** As `following`, without the descendants of `node`. */
export function followingSkip(node, root) {
  while (node !== root) {
    if (node[$next] !== null) return node[$next];
    node = node[$parent];
    if (node === null) return null;
  }
  return null;
}

/** The node before `node` in tree order within `root`, or null. */
export function preceding(node, root) {
  if (node === root) return null;
  let previous = node[$prev];
  if (previous === null) return node[$parent];
  while (previous[$last] !== null) previous = previous[$last];
  return previous;
}

export function indexOf(node) {
  let index = 0;
  for (let sibling = node[$prev]; sibling !== null; sibling = sibling[$prev]) index++;
  return index;
}

function firstOfKind(parent, kind, except) {
  for (let child = parent[$first]; child !== null; child = child[$next]) {
    if (child[$kind] === kind && child !== except) return child;
  }
  return null;
}

function hierarchy(what, message) {
  fail("HierarchyRequestError", `Failed to execute ${what}: ${message}`);
}

/** "ensure pre-insertion validity"; `replaced` is the child that goes away, for replaceChild. */
function check(parent, node, child, what, replaced) {
  const parentKind = parent[$kind];
  if (parentKind !== 1 && parentKind !== 9 && parentKind !== 11) {
    if (parentKind === undefined) throw new TypeError("Illegal invocation");
    hierarchy(what, "This node type does not support this method.");
  }
  if (node[$first] !== null || node === parent) {
    for (let up = parent; up !== null; up = up[$parent] ?? up[$host] ?? null) {
      if (up === node) hierarchy(what, "The new child element contains the parent.");
    }
  }
  if (child !== null && child[$parent] !== parent) {
    fail("NotFoundError", `Failed to execute ${what}: The node before which the new node is to be inserted is not a child of this node.`);
  }
  const kind = node[$kind];
  if (kind === 9 || kind === 2) hierarchy(what, `Nodes of type '${node.nodeName}' may not be inserted inside nodes of type '${parent.nodeName}'.`);
  if (parentKind !== 9) {
    if (kind === 10) hierarchy(what, `Nodes of type '${node.nodeName}' may not be inserted inside nodes of type '${parent.nodeName}'.`);
    return;
  }
  const forbidden = () => hierarchy(what, "Only one element on document allowed.");
  if (kind === 3 || kind === 4) {
    hierarchy(what, `Nodes of type '${node.nodeName}' may not be inserted inside nodes of type '#document'.`);
  } else if (kind === 11) {
    let elements = 0;
    for (let n = node[$first]; n !== null; n = n[$next]) {
      if (n[$kind] === 1) elements++;
      if (n[$kind] === 3 || n[$kind] === 4) hierarchy(what, "Nodes of type '#text' may not be inserted inside nodes of type '#document'.");
    }
    if (elements > 1 || (elements === 1 && firstOfKind(parent, 1, replaced) !== null)) forbidden();
    if (elements === 1) doctypeAfter(child, replaced, what);
  } else if (kind === 1) {
    if (firstOfKind(parent, 1, replaced) !== null) forbidden();
    doctypeAfter(child, replaced, what);
  } else if (kind === 10) {
    if (firstOfKind(parent, 10, replaced) !== null) hierarchy(what, "Only one doctype on document allowed.");
    for (let n = child === null ? parent[$last] : child[$prev]; n !== null; n = n[$prev]) {
      if (n[$kind] === 1 && n !== replaced) hierarchy(what, "The document type must precede the element.");
    }
  }
}

function doctypeAfter(child, replaced, what) {
  for (let n = child; n !== null; n = n[$next]) {
    if (n[$kind] === 10 && n !== replaced) hierarchy(what, "The document type must precede the element.");
  }
}

/** Throws the TypeError of Web IDL if `value` is not a node. */
export function requireNode(value, what, position = 1) {
  if (value === null || value === undefined || value[$kind] === undefined) {
    throw new TypeError(`Failed to execute ${what}: parameter ${position} is not of type 'Node'.`);
  }
}

/** "pre-insert". */
export function preInsert(parent, node, child, what) {
  check(parent, node, child, what, null);
  insert(parent, node, child === node ? node[$next] : child);
  return node;
}

/** "ensure pre-insertion validity", for callers that have something to do between it and the insertion. */
export function checkInsert(parent, node, what, child = null) {
  check(parent, node, child, what, null);
}

/** "adopt", for a node that has no parent any more. */
export function adopt(node, document) {
  const old = node[$doc];
  if (old === document) return;
  for (let n = node; n !== null; n = following(n, node)) {
    n[$doc] = document;
    if (n[$kind] === 1) adoptElement(n, old, document);
  }
}

function adoptElement(element, old, document) {
  if (old[$html] !== document[$html]) element[$tagName] = null;
  const attrs = element[$attrs];
  for (let i = 0; i < attrs.length; i++) {
    if (attrs[i].node !== null) attrs[i].node[$doc] = document;
  }
  if (element[$shadow] !== null) adopt(element[$shadow], document);
  if (element[$adopted] !== undefined) element[$adopted](old);
  if (clock.custom && element[$definition] !== null) host.customAdopted(element, old, document);
}

function link(parent, node, child) {
  const previous = child === null ? parent[$last] : child[$prev];
  node[$parent] = parent;
  node[$prev] = previous;
  node[$next] = child;
  if (previous === null) parent[$first] = node;
  else previous[$next] = node;
  if (child === null) parent[$last] = node;
  else child[$prev] = node;
}

function unlink(parent, node) {
  const previous = node[$prev];
  const next = node[$next];
  if (previous === null) parent[$first] = next;
  else previous[$next] = next;
  if (next === null) parent[$last] = previous;
  else next[$prev] = previous;
  node[$parent] = null;
  node[$prev] = null;
  node[$next] = null;
}

const NONE = Object.freeze([]);

/** "insert" a node or the children of a fragment before `child` (null: at the end). */
export function insert(parent, node, child, quiet = false) {
  const document = parent[$kind] === 9 ? parent : parent[$doc];
  let nodes;
  if (node[$kind] === 11) {
    if (node[$first] === null) return;
    nodes = childArray(node);
    for (let i = 0; i < nodes.length; i++) unlink(node, nodes[i]);
    clock.tree++;
    if (clock.observed) host.queueTreeRecord(node, NONE, nodes, null, null);
  } else {
    if (node[$parent] !== null) remove(node);
    nodes = [node];
  }
  const previous = child === null ? parent[$last] : child[$prev];
  if (clock.ranges) host.rangesInserted(parent, child, nodes.length, nodes);
  clock.tree++;
  const connected = parent[$connected];
  let pending = null;
  for (let i = 0; i < nodes.length; i++) {
    const inserted = nodes[i];
    if (inserted[$doc] !== document) adopt(inserted, document);
    link(parent, inserted, child);
    if (connected) {
      mirror.connect(inserted, parent, (element) => {
        host.elementConnected(element);
        if (element[$inserted] !== undefined) (pending ??= []).push(element);
      });
    }
  }
  if (clock.observed && !quiet) host.queueTreeRecord(parent, nodes, NONE, previous, child);
  if (clock.shadow) host.slotChildrenChanged(parent, null);
  if (parent[$childrenChanged] !== undefined) parent[$childrenChanged](nodes);
  if (pending !== null) {
    for (let i = 0; i < pending.length; i++) {
      const element = pending[i];
      if (element[$inserted] !== undefined && element[$connected]) element[$inserted]();
    }
  }
  if (clock.custom && (connected || inDocument(parent))) host.customInserted(nodes);
}

/** Whether a node is connected to a document without a window, which nothing else needs to know. */
function inDocument(node) {
  for (;;) {
    const root = rootOf(node);
    if (root[$kind] === 9) return true;
    if (root[$kind] !== 11 || !host.isShadowRoot(root)) return false;
    node = root[$host];
  }
}

/** "remove" a node from its parent. */
export function remove(node, quiet = false) {
  const parent = node[$parent];
  if (node[$connected]) {
    // Blur handlers run here; they may take the node away themselves.
    host.nodeLeaving(node);
    if (node[$parent] !== parent) return;
  }
  const previous = node[$prev];
  const next = node[$next];
  if (clock.ranges) host.rangesRemoved(node, parent);
  let gone = null;
  const wasInDocument = clock.custom && (node[$connected] || inDocument(node));
  if (node[$connected]) {
    mirror.disconnect(node, (element) => {
      host.elementDisconnected(element);
      if (element[$removed] !== undefined) (gone ??= []).push(element);
    });
  }
  unlink(parent, node);
  clock.tree++;
  if (clock.observed && !quiet) host.queueTreeRecord(parent, NONE, [node], previous, next);
  if (clock.observed) host.observeRemoved(node, parent);
  if (clock.shadow) host.slotChildrenChanged(parent, node);
  if (parent[$childrenChanged] !== undefined) parent[$childrenChanged](NONE);
  if (gone !== null) {
    for (let i = 0; i < gone.length; i++) {
      if (gone[i][$removed] !== undefined) gone[i][$removed](parent);
    }
  }
  if (clock.custom && wasInDocument) host.customRemoved(node);
}

/** "replace" `child` with `node` within `parent`. */
export function replace(parent, node, child, what) {
  check(parent, node, child, what, child);
  let reference = child[$next];
  if (reference === node) reference = node[$next];
  const previous = child[$prev] === node ? node[$prev] : child[$prev];
  // The new node leaves its place first, with a record of its own; a node that replaces itself has gone by then.
  if (node[$parent] !== null) remove(node);
  const removed = child[$parent] === parent ? [child] : NONE;
  if (removed !== NONE) remove(child, true);
  if (reference !== null && reference[$parent] !== parent) reference = null;
  const added = node[$kind] === 11 ? childArray(node) : [node];
  insert(parent, node, reference, true);
  if (clock.observed) host.queueTreeRecord(parent, added, removed, previous, reference);
  return child;
}

/** "replace all" children with `node` (may be null). */
export function replaceAll(parent, node) {
  const removed = childArray(parent);
  const added = node === null ? NONE : node[$kind] === 11 ? childArray(node) : [node];
  for (let i = 0; i < removed.length; i++) {
    if (removed[i][$parent] === parent) remove(removed[i], true);
  }
  if (node !== null) insert(parent, node, null, true);
  if (clock.observed && (added.length > 0 || removed.length > 0)) {
    host.queueTreeRecord(parent, added, removed, null, null);
  }
}

export function childArray(parent) {
  const nodes = [];
  for (let child = parent[$first]; child !== null; child = child[$next]) nodes.push(child);
  return nodes;
}

/** Concatenated data of the text descendants. */
export function textOf(node, $data) {
  const first = node[$first];
  if (first === null) return "";
  if (first[$next] === null && (first[$kind] === 3 || first[$kind] === 4)) return first[$data];
  let text = "";
  for (let n = first; n !== null; n = following(n, node)) {
    if (n[$kind] === 3 || n[$kind] === 4) text += n[$data];
  }
  return text;
}
