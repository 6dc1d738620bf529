// Sequential focus navigation through the flat tree (HTML § 6.6.3): documents, shadow trees and slots are scopes, in each of which
// the tab order is that of tabindex.
import { host } from "ext:oracade/internal.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { assignedNodes } from "ext:oracade/dom/shadow.js";
import * as tree from "ext:oracade/dom/tree.js";
import { parseInteger } from "ext:oracade/html/reflect.js";
import { $first, $host, $kind, $local, $ns, $parent, $shadow, HTML_NS } from "ext:oracade/dom/slots.js";

const isSlot = (node) => node[$local] === "slot" && node[$ns] === HTML_NS && host.isShadowRoot(tree.rootOf(node));

/** The elements of a document in tab order. `stops(element)` is its tab index, or null if it is no stop. */
export function tabOrder(root, stops) {
  return root === null ? [] : ordered([root], stops);
}

/** The stops of one scope, given the tops of what is in it. */
function ordered(tops, stops) {
  const entries = [];
  for (const top of tops) collect(top, stops, entries);
  // Positive indices come first, in ascending order; the sort is stable.
  const rank = ({ index }) => (index === 0 ? 32768 * 65536 : index);
  entries.sort((a, b) => rank(a) - rank(b));
  const order = [];
  for (const { node, inner } of entries) {
    if (node !== null) order.push(node);
    if (inner !== null) order.push(...ordered(inner, stops));
  }
  return order;
}

function collect(top, stops, entries) {
  let node = top;
  while (node !== null) {
    let below = true;
    if (node[$kind] === 1) {
      const index = stops(node);
      const given = parseInteger(getAttr(node, "tabindex"));
      if (node[$shadow] !== null) {
        // What is in a host that tabbing passes over is passed over with it.
        if ((given ?? 0) >= 0) entries.push({ node: index === null ? null : node, index: Math.max(0, given ?? 0), inner: children(node[$shadow]) });
        below = false;
      } else if (isSlot(node)) {
        const assigned = assignedNodes(node);
        if ((given ?? 0) >= 0) entries.push({ node: null, index: Math.max(0, given ?? 0), inner: assigned.length > 0 ? assigned : children(node) });
        below = false;
      } else if (index !== null) {
        entries.push({ node, index, inner: null });
      }
    }
    node = below && node[$first] !== null ? node[$first] : tree.followingSkip(node, top);
  }
}

/** Where each node is in a tree and the shadow trees in it. */
export function treeOrder(root) {
  const order = new Map();
  const walk = (top) => {
    for (let node = top; node !== null; node = tree.following(node, top)) {
      order.set(node, order.size);
      if (node[$kind] === 1 && node[$shadow] !== null) walk(node[$shadow]);
    }
  };
  walk(root);
  return order;
}

const children = (parent) => tree.childArray(parent);

/** "focus delegate": what a host that delegates its focus gives it to; null if nothing can take it. */
export function focusDelegate(element, accepts) {
  const shadow = element[$shadow];
  if (shadow === null || !shadow.delegatesFocus) return null;
  let first = null;
  for (let node = shadow[$first]; node !== null; node = tree.following(node, shadow)) {
    if (node[$kind] !== 1) continue;
    const found = accepts(node) ? node : focusDelegate(node, accepts);
    if (found === null) continue;
    if (hasAttr(node, "autofocus")) return found;
    first ??= found;
  }
  return first;
}

host.shadowIncludes = (ancestor, node) => shadowIncludes(ancestor, node);

/** Whether a node is in a tree or in a shadow tree of it. */
export function shadowIncludes(ancestor, node) {
  for (; node !== null && node !== undefined; node = node[$parent] ?? node[$host] ?? null) {
    if (node === ancestor) return true;
  }
  return false;
}
