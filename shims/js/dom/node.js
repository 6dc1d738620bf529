// Node (DOM § 4.4).
import { SECRET, constants, finishInterface, host, illegalConstructor } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import * as tree from "ext:oracade/dom/tree.js";
import { childNodesOf } from "ext:oracade/dom/collections.js";
import {
  $attrs,
  $clone,
  $connected,
  $data,
  $dirtyMirror,
  $doc,
  $eventParent,
  $first,
  $host,
  $id,
  $kind,
  $last,
  $lists,
  $local,
  $next,
  $ns,
  $observers,
  $parent,
  $prefix,
  $prev,
  $ranged,
  $shadow,
  clock,
} from "ext:oracade/dom/slots.js";

// 1 is the document of the page.
let nextId = 2;
host.newNodeId = () => nextId++;

export class Node extends EventTarget {
  constructor(secret, document, kind) {
    if (secret !== SECRET) illegalConstructor(new.target.name);
    super();
    this[$kind] = kind;
    this[$id] = nextId++;
    this[$doc] = document;
    this[$parent] = null;
    this[$first] = null;
    this[$last] = null;
    this[$next] = null;
    this[$prev] = null;
    this[$connected] = false;
    this[$observers] = null;
    this[$lists] = null;
    this[$dirtyMirror] = 0;
  }

  get nodeType() {
    return this[$kind];
  }
  get nodeName() {
    switch (this[$kind]) {
      case 1:
        return this.tagName;
      case 2:
      case 7:
      case 10:
        return this.name ?? this.target;
      case 3:
        return "#text";
      case 4:
        return "#cdata-section";
      case 8:
        return "#comment";
      case 9:
        return "#document";
      default:
        return "#document-fragment";
    }
  }
  get baseURI() {
    return host.baseOf(this[$doc]);
  }
  get isConnected() {
    if (this[$connected]) return true;
    let node = this;
    for (;;) {
      const up = node[$parent] ?? (isShadowRoot(node) ? node[$host] : null);
      if (up === null) return node[$kind] === 9;
      node = up;
    }
  }
  get ownerDocument() {
    return this[$kind] === 9 ? null : this[$doc];
  }
  get parentNode() {
    return this[$parent];
  }
  get parentElement() {
    const parent = this[$parent];
    return parent !== null && parent[$kind] === 1 ? parent : null;
  }
  get childNodes() {
    return childNodesOf(this);
  }
  get firstChild() {
    return this[$first];
  }
  get lastChild() {
    return this[$last];
  }
  get previousSibling() {
    return this[$prev];
  }
  get nextSibling() {
    return this[$next];
  }
  get nodeValue() {
    return this[$data] ?? null;
  }
  set nodeValue(value) {
    if (this[$kind] === 2) this.value = value ?? "";
    else if (this[$data] !== undefined) this.data = value ?? "";
  }
  get textContent() {
    switch (this[$kind]) {
      case 1:
      case 11:
        return tree.textOf(this, $data);
      case 9:
      case 10:
        return null;
      case 2:
        return this.value;
      default:
        return this[$data];
    }
  }
  set textContent(value) {
    const kind = this[$kind];
    if (kind === 1 || kind === 11) {
      const text = value === null || value === undefined ? "" : `${value}`;
      if (text === "") {
        if (this[$first] !== null) tree.replaceAll(this, null);
      } else {
        tree.replaceAll(this, host.createText(this[$doc], text));
      }
    } else if (kind !== 9 && kind !== 10) {
      this.nodeValue = value;
    }
  }
  getRootNode(options) {
    let root = tree.rootOf(this);
    if (options !== null && options !== undefined && options.composed) {
      while (isShadowRoot(root)) root = tree.rootOf(root[$host]);
    }
    return root;
  }
  hasChildNodes() {
    return this[$first] !== null;
  }
  normalize() {
    let node = this[$first];
    while (node !== null) {
      let next = tree.following(node, this);
      if (node[$kind] === 3) {
        if (node[$data] === "") {
          tree.remove(node);
        } else if (node[$next] !== null && node[$next][$kind] === 3) {
          host.mergeText(node);
          next = tree.following(node, this);
        }
      }
      node = next;
    }
  }
  cloneNode(deep = false) {
    if (isShadowRoot(this)) {
      fail("NotSupportedError", "Failed to execute 'cloneNode' on 'Node': ShadowRoot nodes are not clonable.");
    }
    return cloneNode(this, Boolean(deep), this[$kind] === 9 ? null : this[$doc]);
  }
  isEqualNode(other) {
    return other !== null && other !== undefined && equal(this, other);
  }
  isSameNode(other) {
    return this === other;
  }
  compareDocumentPosition(other) {
    tree.requireNode(other, "'compareDocumentPosition' on 'Node'");
    return comparePosition(this, other);
  }
  contains(other) {
    return other !== null && other !== undefined && other[$kind] !== undefined && tree.isInclusiveAncestor(this, other);
  }
  lookupPrefix(namespace) {
    return lookup(this, (element) => {
      if (element[$ns] === namespace && element[$prefix] !== null) return element[$prefix];
      for (const attr of element[$attrs]) {
        if (attr.prefix === "xmlns" && attr.value === namespace) return attr.local;
      }
      return undefined;
    });
  }
  lookupNamespaceURI(prefix) {
    prefix = prefix === null || prefix === undefined || prefix === "" ? null : `${prefix}`;
    return lookup(this, (element) => {
      if (element[$ns] !== null && element[$prefix] === prefix) return element[$ns];
      for (const attr of element[$attrs]) {
        if ((attr.prefix === "xmlns" && attr.local === prefix) || (prefix === null && attr.name === "xmlns")) {
          return attr.value === "" ? null : attr.value;
        }
      }
      return undefined;
    });
  }
  isDefaultNamespace(namespace) {
    return this.lookupNamespaceURI(null) === (namespace === "" || namespace === undefined ? null : namespace);
  }
  insertBefore(node, child) {
    tree.requireNode(node, "'insertBefore' on 'Node'");
    if (arguments.length < 2) {
      throw new TypeError("Failed to execute 'insertBefore' on 'Node': 2 arguments required, but only 1 present.");
    }
    if (child !== null && child !== undefined) tree.requireNode(child, "'insertBefore' on 'Node'", 2);
    return tree.preInsert(this, node, child ?? null, "'insertBefore' on 'Node'");
  }
  appendChild(node) {
    tree.requireNode(node, "'appendChild' on 'Node'");
    return tree.preInsert(this, node, null, "'appendChild' on 'Node'");
  }
  replaceChild(node, child) {
    tree.requireNode(node, "'replaceChild' on 'Node'");
    tree.requireNode(child, "'replaceChild' on 'Node'", 2);
    return tree.replace(this, node, child, "'replaceChild' on 'Node'");
  }
  removeChild(child) {
    tree.requireNode(child, "'removeChild' on 'Node'");
    if (child[$parent] !== this) {
      if (this?.[$kind] === undefined) throw new TypeError("Illegal invocation");
      fail("NotFoundError", "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.");
    }
    tree.remove(child);
    return child;
  }
}
finishInterface(Node);
constants(Node, {
  ELEMENT_NODE: 1, ATTRIBUTE_NODE: 2, TEXT_NODE: 3, CDATA_SECTION_NODE: 4, ENTITY_REFERENCE_NODE: 5, ENTITY_NODE: 6,
  PROCESSING_INSTRUCTION_NODE: 7, COMMENT_NODE: 8, DOCUMENT_NODE: 9, DOCUMENT_TYPE_NODE: 10, DOCUMENT_FRAGMENT_NODE: 11,
  NOTATION_NODE: 12, DOCUMENT_POSITION_DISCONNECTED: 1, DOCUMENT_POSITION_PRECEDING: 2, DOCUMENT_POSITION_FOLLOWING: 4,
  DOCUMENT_POSITION_CONTAINS: 8, DOCUMENT_POSITION_CONTAINED_BY: 16, DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC: 32,
});
Node.prototype[$eventParent] = function () {
  return (clock.shadow ? host.slotParent(this) : null) ?? this[$parent];
};

/** A fragment with a host is a shadow root or the contents of a template. */
function isShadowRoot(node) {
  return node[$kind] === 11 && node[$host] !== null && node[$host][$shadow] === node;
}

function lookup(node, test) {
  let element = node[$kind] === 9 ? host.rootElement(node) : node[$kind] === 2 ? node.ownerElement : node;
  while (element !== null && element !== undefined && element[$kind] !== 1) element = element[$parent];
  for (; element !== null && element !== undefined && element[$kind] === 1; element = element[$parent]) {
    const found = test(element);
    if (found !== undefined) return found;
  }
  return null;
}

/** Copies a node; each class knows how by its `$clone` method. The walk is iterative: depth is the page's choice. */
export function cloneNode(node, deep, document) {
  const root = copyNode(node, deep, document);
  if (clock.custom && document === host.document) host.upgradeClones(root);
  return root;
}

function copyNode(node, deep, document) {
  const root = node[$clone](document, deep);
  if (!deep) return root;
  const owner = root[$kind] === 9 ? root : document;
  let source = node[$first];
  let parent = root;
  while (source !== null) {
    const copy = source[$clone](owner, true);
    tree.insert(parent, copy, null, true);
    if (source[$first] !== null) {
      source = source[$first];
      parent = copy;
      continue;
    }
    while (source !== node && source[$next] === null) {
      source = source[$parent];
      if (source === node) return root;
      parent = parent[$parent];
    }
    source = source[$next];
  }
  return root;
}

function equal(a, b) {
  if (a[$kind] !== b[$kind]) return false;
  switch (a[$kind]) {
    case 1: {
      if (a[$ns] !== b[$ns] || a[$local] !== b[$local] || a[$prefix] !== b[$prefix]) return false;
      host.syncStyle(a);
      host.syncStyle(b);
      if (a[$attrs].length !== b[$attrs].length) return false;
      for (const attr of a[$attrs]) {
        if (!b[$attrs].some((other) => other.ns === attr.ns && other.local === attr.local && other.value === attr.value)) {
          return false;
        }
      }
      break;
    }
    case 2:
      return a.namespaceURI === b.namespaceURI && a.localName === b.localName && a.value === b.value;
    case 10:
      return a.name === b.name && a.publicId === b.publicId && a.systemId === b.systemId;
    case 3:
    case 4:
    case 7:
    case 8:
      return a[$data] === b[$data] && a.target === b.target;
  }
  let left = a[$first];
  let right = b[$first];
  for (; left !== null && right !== null; left = left[$next], right = right[$next]) {
    if (!equal(left, right)) return false;
  }
  return left === right;
}

/** compareDocumentPosition, as seen from `reference`. */
export function comparePosition(reference, other) {
  if (reference === other) return 0;
  const chain = (node) => {
    const nodes = [];
    if (node[$kind] === 2) {
      nodes.push(node);
      node = node.ownerElement;
    }
    for (; node !== null && node !== undefined; node = node[$parent]) nodes.push(node);
    return nodes.reverse();
  };
  const mine = chain(reference);
  const theirs = chain(other);
  if (mine[0] !== theirs[0]) return 1 | 32 | (reference[$id] < other[$id] ? 4 : 2);
  let at = 0;
  while (at < mine.length && at < theirs.length && mine[at] === theirs[at]) at++;
  if (at === mine.length) return 4 | 16;
  if (at === theirs.length) return 2 | 8;
  const a = mine[at];
  const b = theirs[at];
  if (a[$kind] === 2 || b[$kind] === 2) return a[$kind] === 2 && b[$kind] === 2 ? 32 | 4 : a[$kind] === 2 ? 4 : 2;
  for (let next = a[$next]; next !== null; next = next[$next]) {
    if (next === b) return 4;
  }
  return 2;
}

export const globals = { Node };
