// TreeWalker, NodeIterator and NodeFilter (DOM § 6).
import { SECRET, finishInterface, host, illegalConstructor, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $first, $kind, $last, $next, $parent, $prev, clock } from "ext:oracade/dom/slots.js";

const ACCEPT = 1;
const REJECT = 2;
const SKIP = 3;

/** A callback interface: its object holds constants only, and has no prototype. */
export const { NodeFilter } = {
  NodeFilter() {
    illegalConstructor();
  },
};
for (
  const [name, value] of Object.entries({
  FILTER_ACCEPT: 1, FILTER_REJECT: 2, FILTER_SKIP: 3, SHOW_ALL: 0xffffffff, SHOW_ELEMENT: 1, SHOW_ATTRIBUTE: 2,
  SHOW_TEXT: 4, SHOW_CDATA_SECTION: 8, SHOW_ENTITY_REFERENCE: 16, SHOW_ENTITY: 32, SHOW_PROCESSING_INSTRUCTION: 64,
  SHOW_COMMENT: 128, SHOW_DOCUMENT: 256, SHOW_DOCUMENT_TYPE: 512, SHOW_DOCUMENT_FRAGMENT: 1024, SHOW_NOTATION: 2048,
  })
) Object.defineProperty(NodeFilter, name, { value, writable: false, enumerable: true, configurable: false });

class Traversal {
  constructor(root, show, filter) {
    this.root = root;
    this.show = show;
    this.filter = filter ?? null;
    this.active = false;
  }
  test(node) {
    if (this.active) fail("InvalidStateError", "Failed to execute a traversal: the filter is being called.");
    if ((this.show & (1 << (node[$kind] - 1))) === 0) return 3;
    if (this.filter === null) return ACCEPT;
    this.active = true;
    try {
      const filter = this.filter;
      return (typeof filter === "function" ? filter(node) : filter.acceptNode(node)) & 0xffff;
    } finally {
      this.active = false;
    }
  }
}

const $t = slot("traversal");
const $at = slot("current node");
const $before = slot("pointer before reference");

export class TreeWalker {
  constructor(secret, root, show, filter) {
    if (secret !== SECRET) illegalConstructor();
    this[$t] = new Traversal(root, show, filter);
    this[$at] = root;
  }
  get root() {
    return this[$t].root;
  }
  get whatToShow() {
    return this[$t].show;
  }
  get filter() {
    return this[$t].filter;
  }
  get currentNode() {
    return this[$at];
  }
  set currentNode(node) {
    tree.requireNode(node, "'currentNode' on 'TreeWalker'");
    this[$at] = node;
  }
  parentNode() {
    let node = this[$at];
    while (node !== null && node !== this[$t].root) {
      node = node[$parent];
      if (node !== null && this[$t].test(node) === ACCEPT) return this[$at] = node;
    }
    return null;
  }
  firstChild() {
    return child(this, $first, $next);
  }
  lastChild() {
    return child(this, $last, $prev);
  }
  nextSibling() {
    return sibling(this, $next, $first);
  }
  previousSibling() {
    return sibling(this, $prev, $last);
  }
  previousNode() {
    const root = this[$t].root;
    let node = this[$at];
    while (node !== root) {
      let previous = node[$prev];
      while (previous !== null) {
        node = previous;
        let result = this[$t].test(node);
        while (result !== REJECT && node[$last] !== null) {
          node = node[$last];
          result = this[$t].test(node);
        }
        if (result === ACCEPT) return this[$at] = node;
        previous = node[$prev];
      }
      if (node === root || node[$parent] === null) return null;
      node = node[$parent];
      if (this[$t].test(node) === ACCEPT) return this[$at] = node;
    }
    return null;
  }
  nextNode() {
    const root = this[$t].root;
    let node = this[$at];
    let result = ACCEPT;
    for (;;) {
      while (result !== REJECT && node[$first] !== null) {
        node = node[$first];
        result = this[$t].test(node);
        if (result === ACCEPT) return this[$at] = node;
      }
      node = tree.followingSkip(node, root);
      if (node === null) return null;
      result = this[$t].test(node);
      if (result === ACCEPT) return this[$at] = node;
    }
  }
}
finishInterface(TreeWalker);

function child(walker, $start, $step) {
  let node = walker[$at][$start];
  while (node !== null) {
    const result = walker[$t].test(node);
    if (result === ACCEPT) return walker[$at] = node;
    if (result === SKIP && node[$start] !== null) {
      node = node[$start];
      continue;
    }
    while (node !== null) {
      if (node[$step] !== null) {
        node = node[$step];
        break;
      }
      const parent = node[$parent];
      if (parent === null || parent === walker[$t].root || parent === walker[$at]) return null;
      node = parent;
    }
  }
  return null;
}

function sibling(walker, $step, $start) {
  let node = walker[$at];
  if (node === walker[$t].root) return null;
  for (;;) {
    let next = node[$step];
    while (next !== null) {
      node = next;
      const result = walker[$t].test(node);
      if (result === ACCEPT) return walker[$at] = node;
      next = node[$start];
      if (result === REJECT || next === null) next = node[$step];
    }
    node = node[$parent];
    if (node === null || node === walker[$t].root) return null;
    if (walker[$t].test(node) === ACCEPT) return null;
  }
}

export class NodeIterator {
  constructor(secret, root, show, filter) {
    if (secret !== SECRET) illegalConstructor();
    this[$t] = new Traversal(root, show, filter);
    this[$at] = root;
    this[$before] = true;
  }
  get root() {
    return this[$t].root;
  }
  get whatToShow() {
    return this[$t].show;
  }
  get filter() {
    return this[$t].filter;
  }
  get referenceNode() {
    return this[$at];
  }
  get pointerBeforeReferenceNode() {
    return this[$before];
  }
  nextNode() {
    return traverse(this, true);
  }
  previousNode() {
    return traverse(this, false);
  }
  detach() {}
}
finishInterface(NodeIterator);

function traverse(iterator, forward) {
  const root = iterator[$t].root;
  let node = iterator[$at];
  let before = iterator[$before];
  for (;;) {
    if (forward) {
      if (before) {
        before = false;
      } else {
        node = tree.following(node, root);
        if (node === null) return null;
      }
    } else if (!before) {
      before = true;
    } else {
      node = tree.preceding(node, root);
      if (node === null) return null;
    }
    if (iterator[$t].test(node) === ACCEPT) break;
  }
  iterator[$at] = node;
  iterator[$before] = before;
  return node;
}

/** Iterators that removals must fix up. Only the latest are: a page cannot make us remember every one it dropped. */
const iterators = [];

host.iteratorsRemoved = (node) => {
  for (const iterator of iterators) {
    const root = iterator[$t].root;
    if (!tree.isInclusiveAncestor(node, iterator[$at]) || tree.isInclusiveAncestor(node, root)) continue;
    if (iterator[$before]) {
      const next = tree.followingSkip(node, root);
      if (next !== null) {
        iterator[$at] = next;
        continue;
      }
      iterator[$before] = false;
    }
    let previous = node[$prev];
    if (previous === null) {
      previous = node[$parent];
    } else {
      while (previous[$last] !== null) previous = previous[$last];
    }
    iterator[$at] = previous;
  }
};

host.createTreeWalker = (root, show, filter) => {
  tree.requireNode(root, "'createTreeWalker' on 'Document'");
  return new TreeWalker(SECRET, root, show, filter);
};
host.createNodeIterator = (root, show, filter) => {
  tree.requireNode(root, "'createNodeIterator' on 'Document'");
  const iterator = new NodeIterator(SECRET, root, show, filter);
  iterators.push(iterator);
  if (iterators.length > 512) iterators.shift();
  clock.ranges = true;
  return iterator;
};

export const globals = { NodeFilter, TreeWalker, NodeIterator };
