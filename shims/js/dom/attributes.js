// Attributes (DOM § 4.9.1, 4.9.2): records inside elements, with Attr nodes made only when a page asks.
import { SECRET, asciiLower, finishInterface, host, illegalConstructor } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { Node } from "ext:oracade/dom/node.js";
import * as mirror from "ext:oracade/dom/mirror.js";
import {
  $attrChanged,
  $attrs,
  $classes,
  $clone,
  $connected,
  $definition,
  $doc,
  $html,
  $lists,
  $ns,
  $parent,
  $style,
  $styleStale,
  HTML_NS,
  XMLNS_NS,
  XML_NS,
  clock,
} from "ext:oracade/dom/slots.js";

class AttrRec {
  constructor(ns, prefix, local, name, value) {
    this.ns = ns;
    this.prefix = prefix;
    this.local = local;
    this.name = name;
    this.value = value;
    this.node = null;
  }
}

const $rec = Symbol("attribute record");
const $owner = Symbol("owner element");

export class Attr extends Node {
  constructor(secret, document, rec, owner) {
    super(secret, document, 2);
    this[$rec] = rec;
    this[$owner] = owner;
  }
  get namespaceURI() {
    return this[$rec].ns;
  }
  get prefix() {
    return this[$rec].prefix;
  }
  get localName() {
    return this[$rec].local;
  }
  get name() {
    return this[$rec].name;
  }
  get value() {
    if (this[$owner] !== null && this[$rec].name === "style") syncStyle(this[$owner]);
    return this[$rec].value;
  }
  set value(value) {
    if (this[$owner] === null) this[$rec].value = `${value}`;
    else change(this[$owner], this[$rec], `${value}`);
  }
  get nodeValue() {
    return this.value;
  }
  set nodeValue(value) {
    this.value = value ?? "";
  }
  get ownerElement() {
    return this[$owner];
  }
  get specified() {
    return true;
  }
  [$clone](document) {
    const { ns, prefix, local, name, value } = this[$rec];
    return new Attr(SECRET, document, new AttrRec(ns, prefix, local, name, value), null);
  }
}
finishInterface(Attr);

/** A new, unattached attribute node. */
export function createAttr(document, ns, prefix, local) {
  const name = prefix === null ? local : `${prefix}:${local}`;
  return new Attr(SECRET, document, new AttrRec(ns, prefix, local, name, ""), null);
}

function nodeFor(element, rec) {
  return rec.node ??= new Attr(SECRET, element[$doc], rec, element);
}

// Attributes that a live collection may depend on.
const COLLECTED = new Set(["class", "id", "name", "type", "href", "form"]);

export function findRec(element, name) {
  const attrs = element[$attrs];
  for (let i = 0; i < attrs.length; i++) {
    if (attrs[i].name === name) return attrs[i];
  }
  return null;
}

function findNS(element, ns, local) {
  if (ns === "" || ns === undefined) ns = null;
  const attrs = element[$attrs];
  for (let i = 0; i < attrs.length; i++) {
    if (attrs[i].local === local && attrs[i].ns === ns) return attrs[i];
  }
  return null;
}

/** The value of an attribute by namespace and local name, or null. */
export function getAttrNS(element, ns, local) {
  syncStyle(element);
  const rec = findNS(element, ns, local);
  return rec === null ? null : rec.value;
}

/** Takes an attribute away by namespace and local name. */
export function removeAttrNS(element, ns, local) {
  syncStyle(element);
  const rec = findNS(element, ns, local);
  if (rec !== null) drop(element, rec);
}

/** A qualified name as an element's attributes are looked up: HTML elements of HTML documents know lower case only. */
export function nameFor(element, name) {
  name = `${name}`;
  return element[$ns] === HTML_NS && element[$doc][$html] ? asciiLower(name) : name;
}

/** The value of an attribute by qualified name (already in the right case), or null. */
export function getAttr(element, name) {
  if (name === "style" && element[$styleStale]) syncStyle(element);
  const rec = findRec(element, name);
  return rec === null ? null : rec.value;
}

export function hasAttr(element, name) {
  if (name === "style" && element[$styleStale]) syncStyle(element);
  return findRec(element, name) !== null;
}

export function setAttr(element, name, value) {
  if (name === "style" && element[$styleStale]) syncStyle(element);
  const rec = findRec(element, name);
  if (rec !== null) change(element, rec, value);
  else append(element, new AttrRec(null, null, name, name, value));
}

export function setAttrNS(element, ns, prefix, local, value) {
  const rec = findNS(element, ns, local);
  if (rec !== null) change(element, rec, value);
  else append(element, new AttrRec(ns, prefix, local, prefix === null ? local : `${prefix}:${local}`, value));
}

export function removeAttr(element, name) {
  if (name === "style" && element[$styleStale]) syncStyle(element);
  const rec = findRec(element, name);
  if (rec !== null) drop(element, rec);
}

/** Sets or removes a boolean attribute. */
export function toggleAttr(element, name, on) {
  if (!on) removeAttr(element, name);
  else if (findRec(element, name) === null) setAttr(element, name, "");
}

/** Adds an attribute of a node under construction: no records, no mirror, but the element's own steps run. */
export function initAttr(element, ns, prefix, local, value) {
  const rec = new AttrRec(ns, prefix, local, prefix === null ? local : `${prefix}:${local}`, value);
  element[$attrs].push(rec);
  steps(element, rec, null, value);
}

function append(element, rec) {
  if (clock.observed) host.queueAttributeRecord(element, rec, null);
  element[$attrs].push(rec);
  steps(element, rec, null, rec.value);
  if (element[$connected]) report(element, rec);
}

function change(element, rec, value) {
  const old = rec.value;
  if (clock.observed) host.queueAttributeRecord(element, rec, old);
  rec.value = value;
  steps(element, rec, old, value);
  if (element[$connected] && old !== value) report(element, rec);
}

function drop(element, rec) {
  if (clock.observed) host.queueAttributeRecord(element, rec, rec.value);
  const attrs = element[$attrs];
  attrs.splice(attrs.indexOf(rec), 1);
  if (rec.node !== null) {
    rec.node[$owner] = null;
    rec.node = null;
  }
  steps(element, rec, rec.value, null);
  if (element[$connected]) {
    if (rec.name === "style") mirror.styleChanged(element);
    else mirror.attributeRemoved(element, rec.name);
  }
}

function report(element, rec) {
  if (rec.name === "style") mirror.styleChanged(element);
  else mirror.attributeSet(element, rec.name, rec.value);
}

function steps(element, rec, old, value) {
  if (rec.ns === null) {
    const local = rec.local;
    if (COLLECTED.has(local)) {
      clock.tree++;
      if (local === "class") element[$classes] = null;
      else if (local === "id" && old !== value) host.idChanged(element, old, value);
      else if (local === "name" && old !== value) {
        host.nameChanged(element, old, value);
        if (clock.shadow) host.slotsChanged(element);
      }
    } else if (local === "style") {
      element[$styleStale] = false;
      if (element[$style] !== null) host.styleAttributeChanged(element[$style], value);
    } else if (local.charCodeAt(0) === 111 && local.charCodeAt(1) === 110 && local.length > 2) {
      host.contentHandlerChanged(element, local.slice(2), value);
    } else if (local === "popover") {
      host.popoverAttributeChanged(element);
    } else if (local === "inert") {
      clock.inert = true;
    } else if (local === "slot") {
      clock.tree++;
      if (clock.shadow && element[$parent] !== null) host.slotsChanged(element[$parent]);
    }
    if (element[$attrChanged] !== undefined) element[$attrChanged](local, old, value);
  } else if (element[$attrChanged] !== undefined && element[$ns] !== HTML_NS) {
    element[$attrChanged](rec.name, old, value);
  }
  if (clock.custom && element[$definition] !== null) host.customAttribute(element, rec, old, value);
}

/** Writes the inline style that CSSOM calls changed back into the `style` attribute. */
export function syncStyle(element) {
  if (!element[$styleStale]) return;
  element[$styleStale] = false;
  const text = element[$style].cssText;
  const rec = findRec(element, "style");
  if (rec !== null) rec.value = text;
  else element[$attrs].push(new AttrRec(null, null, "style", "style", text));
}
host.syncStyle = syncStyle;

/** The record a MutationObserver sees when CSSOM is about to change the inline style. */
export function observeStyle(element) {
  syncStyle(element);
  const rec = findRec(element, "style") ?? new AttrRec(null, null, "style", "style", null);
  host.queueAttributeRecord(element, rec, rec.value);
}

export class NamedNodeMap {
  constructor(secret, element) {
    if (secret !== SECRET) illegalConstructor();
    this[$owner] = element;
  }
  get length() {
    syncStyle(this[$owner]);
    return this[$owner][$attrs].length;
  }
  item(index) {
    const element = this[$owner];
    syncStyle(element);
    const rec = element[$attrs][index >>> 0];
    return rec === undefined ? null : nodeFor(element, rec);
  }
  getNamedItem(name) {
    return getAttrNode(this[$owner], name);
  }
  getNamedItemNS(ns, local) {
    syncStyle(this[$owner]);
    const rec = findNS(this[$owner], ns, `${local}`);
    return rec === null ? null : nodeFor(this[$owner], rec);
  }
  setNamedItem(attr) {
    return setAttrNode(this[$owner], attr);
  }
  setNamedItemNS(attr) {
    return setAttrNode(this[$owner], attr);
  }
  removeNamedItem(name) {
    const node = getAttrNode(this[$owner], name);
    if (node === null) {
      fail("NotFoundError", `Failed to execute 'removeNamedItem' on 'NamedNodeMap': No item with name '${name}' was found.`);
    }
    drop(this[$owner], node[$rec]);
    return node;
  }
  removeNamedItemNS(ns, local) {
    syncStyle(this[$owner]);
    const rec = findNS(this[$owner], ns, `${local}`);
    if (rec === null) {
      fail("NotFoundError", `Failed to execute 'removeNamedItemNS' on 'NamedNodeMap': No item with name '${local}' was found.`);
    }
    const node = nodeFor(this[$owner], rec);
    drop(this[$owner], rec);
    return node;
  }
}
finishInterface(NamedNodeMap);
Object.defineProperty(NamedNodeMap.prototype, Symbol.iterator, {
  value: Array.prototype.values, writable: true, configurable: true,
});

const MAP_TRAPS = {
  get(target, key, receiver) {
    if (typeof key === "symbol") return target[key];
    if (/^\d+$/.test(key)) return target.item(+key) ?? undefined;
    if (key in target) return Reflect.get(target, key, receiver);
    return getAttrNode(target[$owner], key) ?? undefined;
  },
  has(target, key) {
    if (typeof key === "string") {
      if (/^\d+$/.test(key)) return +key < target.length;
      if (getAttrNode(target[$owner], key) !== null) return true;
    }
    return key in target;
  },
  ownKeys(target) {
    syncStyle(target[$owner]);
    const element = target[$owner];
    const attrs = element[$attrs];
    const names = attrs.map((rec) => rec.name).filter((name) => nameFor(element, name) === name);
    const own = Reflect.ownKeys(target).filter((key) => key !== $owner);
    return [...new Set([...attrs.keys()].map(String).concat(names, own))];
  },
  getOwnPropertyDescriptor(target, key) {
    if (typeof key === "string") {
      const indexed = /^\d+$/.test(key);
      const value = indexed ? target.item(+key) : getAttrNode(target[$owner], key);
      if (value !== null && !(key in target)) return { value, enumerable: indexed, configurable: true, writable: false };
    }
    return Reflect.getOwnPropertyDescriptor(target, key);
  },
};

export function attributeMap(element) {
  const lists = element[$lists] ??= new Map();
  let map = lists.get("attributes");
  if (map === undefined) lists.set("attributes", map = new Proxy(new NamedNodeMap(SECRET, element), MAP_TRAPS));
  return map;
}

export function getAttrNode(element, name) {
  syncStyle(element);
  name = `${name}`;
  const rec = findRec(element, nameFor(element, name));
  return rec === null ? null : nodeFor(element, rec);
}

export function setAttrNode(element, attr) {
  if (!(attr instanceof Attr)) {
    throw new TypeError("Failed to execute 'setAttributeNode' on 'Element': parameter 1 is not of type 'Attr'.");
  }
  if (attr[$owner] === element) return attr;
  syncStyle(element);
  if (attr[$owner] !== null) {
    fail("InUseAttributeError", "Failed to execute 'setAttributeNode' on 'Element': The node provided is an attribute node that is already an attribute of another Element; attribute nodes must be explicitly cloned.");
  }
  const rec = attr[$rec];
  const old = findNS(element, rec.ns, rec.local);
  rec.node = attr;
  attr[$owner] = element;
  if (attr[$doc] !== element[$doc]) attr[$doc] = element[$doc];
  if (old === null) {
    append(element, rec);
    return null;
  }
  // "replace an attribute": the new one takes the old one's place.
  const oldNode = nodeFor(element, old);
  if (clock.observed) host.queueAttributeRecord(element, rec, old.value);
  element[$attrs][element[$attrs].indexOf(old)] = rec;
  old.node = null;
  oldNode[$owner] = null;
  steps(element, rec, old.value, rec.value);
  if (element[$connected]) report(element, rec);
  return oldNode;
}

export function removeAttrNode(element, attr) {
  if (attr?.[$owner] !== element) {
    fail("NotFoundError", "Failed to execute 'removeAttributeNode' on 'Element': The node provided is owned by another element.");
  }
  drop(element, attr[$rec]);
  return attr;
}

/** Takes an attribute node off its element, if it has one. */
export function detachAttr(attr) {
  if (attr[$owner] !== null) drop(attr[$owner], attr[$rec]);
}

export function cloneAttrs(from, to) {
  syncStyle(from);
  const attrs = from[$attrs];
  for (let i = 0; i < attrs.length; i++) {
    const { ns, prefix, local, value } = attrs[i];
    initAttr(to, ns, prefix, local, value);
  }
}

// A name may not hold white space, "/", ">" or "="; NUL neither.
const BAD_NAME = /[\0\t\n\f\r />=]/;
export function checkAttributeName(name, what) {
  if (name === "" || BAD_NAME.test(name)) {
    fail("InvalidCharacterError", `Failed to execute ${what}: '${name}' is not a valid attribute name.`);
  }
}

// "valid element local name", "valid namespace prefix" and "valid doctype name" (DOM § 1.4).
const BAD_PREFIX = /[\0\t\n\f\r />]/;
const BAD_DOCTYPE = /[\0\t\n\f\r >]/;
export function checkDoctypeName(name, what) {
  if (BAD_DOCTYPE.test(name)) fail("InvalidCharacterError", `Failed to execute ${what}: The qualified name provided ('${name}') is not a valid doctype name.`);
}

const ELEMENT_NAME = /^(?:[A-Za-z][^\0\t\n\f\r />]*|[:_\u0080-\u{10FFFF}][A-Za-z0-9\-.:_\u0080-\u{10FFFF}]*)$/u;
export function checkElementName(name, what) {
  if (!ELEMENT_NAME.test(name)) {
    fail("InvalidCharacterError", `Failed to execute ${what}: The tag name provided ('${name}') is not a valid name.`);
  }
}

/** "validate and extract" a namespace and qualified name of an element or, without `forElement`, an attribute. */
export function extractName(ns, qualified, what, forElement = false) {
  ns = ns === null || ns === undefined || ns === "" ? null : `${ns}`;
  qualified = `${qualified}`;
  const colon = qualified.indexOf(":");
  const prefix = colon < 0 ? null : qualified.slice(0, colon);
  // What follows a second colon is dropped: the standard takes the first two parts.
  const local = colon < 0 ? qualified : qualified.split(":", 2)[1];
  const good = forElement ? ELEMENT_NAME.test(local) : local !== "" && !BAD_NAME.test(local);
  if (prefix === "" || (prefix !== null && BAD_PREFIX.test(prefix)) || !good) {
    fail("InvalidCharacterError", `Failed to execute ${what}: The qualified name provided ('${qualified}') is invalid.`);
  }
  const xmlns = qualified === "xmlns" || prefix === "xmlns";
  if ((prefix !== null && ns === null) || (prefix === "xml" && ns !== XML_NS) || xmlns !== (ns === XMLNS_NS)) {
    fail("NamespaceError", `Failed to execute ${what}: The namespace URI provided ('${ns}') is not valid for the qualified name provided ('${qualified}').`);
  }
  return { ns, prefix, local };
}

export const globals = { Attr, NamedNodeMap };
