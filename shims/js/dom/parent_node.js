// The mixins ParentNode, ChildNode and NonDocumentTypeChildNode (DOM § 4.2.6–4.2.8), and DocumentFragment.
import { SECRET, finishInterface, host, mixin } from "ext:oracade/internal.js";
import { Node } from "ext:oracade/dom/node.js";
import { CharacterData, DocumentType, createText, siblingElement } from "ext:oracade/dom/character_data.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { childrenOf, nodeList } from "ext:oracade/dom/collections.js";
import * as tree from "ext:oracade/dom/tree.js";
import { $clone, $doc, $first, $host, $kind, $last, $next, $parent, $prev } from "ext:oracade/dom/slots.js";

/** "convert nodes into a node". */
function convert(nodes, document) {
  if (nodes.length === 1) return asNode(nodes[0], document);
  const fragment = createFragment(document);
  for (let i = 0; i < nodes.length; i++) {
    tree.preInsert(fragment, asNode(nodes[i], document), null, "'append' on 'Element'");
  }
  return fragment;
}

function asNode(value, document) {
  if (typeof value === "object" && value !== null && value[$kind] !== undefined) return value;
  return createText(document, `${value}`);
}

const documentOf = (node) => (node[$kind] === 9 ? node : node[$doc]);

export const ParentNode = {
  get children() {
    return childrenOf(this);
  },
  get firstElementChild() {
    const first = this[$first];
    return first === null || first[$kind] === 1 ? first : siblingElement(first, $next);
  },
  get lastElementChild() {
    const last = this[$last];
    return last === null || last[$kind] === 1 ? last : siblingElement(last, $prev);
  },
  get childElementCount() {
    let count = 0;
    for (let child = this[$first]; child !== null; child = child[$next]) {
      if (child[$kind] === 1) count++;
    }
    return count;
  },
  prepend(...nodes) {
    tree.preInsert(this, convert(nodes, documentOf(this)), this[$first], "'prepend' on 'Element'");
  },
  append(...nodes) {
    tree.preInsert(this, convert(nodes, documentOf(this)), null, "'append' on 'Element'");
  },
  replaceChildren(...nodes) {
    const node = convert(nodes, documentOf(this));
    // Validity is checked before anything is removed.
    if (node[$kind] !== 11 || node[$first] !== null) tree.checkInsert(this, node, "'replaceChildren' on 'Element'");
    tree.replaceAll(this, node);
  },
  moveBefore(node, child) {
    tree.requireNode(node, "'moveBefore' on 'Element'");
    tree.preInsert(this, node, child ?? null, "'moveBefore' on 'Element'");
  },
  querySelector(selectors) {
    if (arguments.length === 0) missing("querySelector");
    return host.querySelector(this, `${selectors}`);
  },
  querySelectorAll(selectors) {
    if (arguments.length === 0) missing("querySelectorAll");
    return nodeList(host.querySelectorAll(this, `${selectors}`));
  },
};

function missing(method) {
  throw new TypeError(`Failed to execute '${method}' on 'Document': 1 argument required, but only 0 present.`);
}

/** The first sibling along `$direction` that is not among `nodes`. */
function viable(node, $direction, nodes) {
  let sibling = node[$direction];
  while (sibling !== null && nodes.includes(sibling)) sibling = sibling[$direction];
  return sibling;
}

export const ChildNode = {
  before(...nodes) {
    const parent = this[$parent];
    if (parent === null) return;
    const previous = viable(this, $prev, nodes);
    const node = convert(nodes, documentOf(this));
    tree.preInsert(parent, node, previous === null ? parent[$first] : previous[$next], "'before' on 'Element'");
  },
  after(...nodes) {
    const parent = this[$parent];
    if (parent === null) return;
    const next = viable(this, $next, nodes);
    tree.preInsert(parent, convert(nodes, documentOf(this)), next, "'after' on 'Element'");
  },
  replaceWith(...nodes) {
    const parent = this[$parent];
    if (parent === null) return;
    const next = viable(this, $next, nodes);
    const node = convert(nodes, documentOf(this));
    if (this[$parent] === parent) tree.replace(parent, node, this, "'replaceWith' on 'Element'");
    else tree.preInsert(parent, node, next, "'replaceWith' on 'Element'");
  },
  remove() {
    if (this[$parent] !== null) tree.remove(this);
  },
};

/** What `with` statements (event handler content attributes) must not see. */
export function unscopable(cls, ...names) {
  const value = Object.create(null);
  for (const name of names) value[name] = true;
  Object.defineProperty(cls.prototype, Symbol.unscopables, { value, configurable: true });
}

mixin(CharacterData, ChildNode);
mixin(DocumentType, ChildNode);
for (const cls of [CharacterData, DocumentType]) {
  finishInterface(cls);
  unscopable(cls, "after", "before", "remove", "replaceWith");
}

export class DocumentFragment extends Node {
  constructor(secret, document) {
    super(SECRET, secret === SECRET ? document : host.document, 11);
    this[$host] = null;
  }
  getElementById(id) {
    id = `${id}`;
    if (id === "") return null;
    for (let node = this[$first]; node !== null; node = tree.following(node, this)) {
      if (node[$kind] === 1 && getAttr(node, "id") === id) return node;
    }
    return null;
  }
  [$clone](document) {
    return createFragment(document);
  }
}
mixin(DocumentFragment, ParentNode);
unscopable(DocumentFragment, "append", "prepend", "replaceChildren");
finishInterface(DocumentFragment);

export function createFragment(document) {
  return new DocumentFragment(SECRET, document);
}

export const globals = { DocumentFragment };
