// Document, XMLDocument and DOMImplementation (DOM § 4.5, HTML § 3.1).
import { SECRET, asciiLower, finishInterface, host, illegalConstructor, mixin, stripAscii } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { Node, cloneNode, comparePosition } from "ext:oracade/dom/node.js";
import { INITIALIZED } from "ext:oracade/dom/event.js";
import { LEGACY_EVENTS } from "ext:oracade/dom/events.js";
import { Comment, CDATASection, DocumentType, ProcessingInstruction, createText } from "ext:oracade/dom/character_data.js";
import { ParentNode, createFragment } from "ext:oracade/dom/parent_node.js";
import { checkElementName, createAttr, extractName, getAttr } from "ext:oracade/dom/attributes.js";
import { byClassName } from "ext:oracade/dom/element.js";
import { NodeList, byTagName, byTagNameNS, cachedList, descendants, liveList } from "ext:oracade/dom/collections.js";
import * as mirror from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import {
  $attrs,
  $clone,
  $connected,
  $data,
  $doc,
  $eventParent,
  $first,
  $flags,
  $id,
  $kind,
  $local,
  $next,
  $ns,
  $parent,
  $type,
  HTML_NS,
  SVG_NS,
  clock,
} from "ext:oracade/dom/slots.js";

const $docType = Symbol("document type"); // "html" or "xml"
const $contentType = Symbol("contentType");
const $implementation = Symbol("implementation");
const $compat = Symbol("compatMode");

/** Elements of the page's document by id, and those whose `name` is visible on the window. */
const ids = new Map();
const names = new Map();
const NAMED = new Set(["embed", "form", "img", "object", "iframe"]);

function register(map, key, element) {
  const list = map.get(key);
  if (list === undefined) map.set(key, [element]);
  else if (!list.includes(element)) list.push(element);
}

function unregister(map, key, element) {
  const list = map.get(key);
  if (list === undefined) return;
  const at = list.indexOf(element);
  if (at >= 0) list.splice(at, 1);
  if (list.length === 0) map.delete(key);
}

function firstOf(list) {
  if (list === undefined) return null;
  let first = null;
  for (let i = 0; i < list.length; i++) {
    const element = list[i];
    if (clock.shadow && tree.rootOf(element)[$kind] !== 9) continue;
    if (first === null || comparePosition(first, element) & 2) first = element;
  }
  return first;
}

host.elementConnected = (element) => {
  const attrs = element[$attrs];
  for (let i = 0; i < attrs.length; i++) {
    if (attrs[i].name === "id") register(ids, attrs[i].value, element);
    else if (attrs[i].name === "name" && NAMED.has(element[$local])) register(names, attrs[i].value, element);
  }
};
host.elementDisconnected = (element) => {
  const attrs = element[$attrs];
  for (let i = 0; i < attrs.length; i++) {
    if (attrs[i].name === "id") unregister(ids, attrs[i].value, element);
    else if (attrs[i].name === "name" && NAMED.has(element[$local])) unregister(names, attrs[i].value, element);
  }
};
host.idChanged = (element, old, value) => {
  if (!element[$connected]) return;
  if (old !== null) unregister(ids, old, element);
  if (value !== null) register(ids, value, element);
};
host.nameChanged = (element, old, value) => {
  if (!element[$connected] || !NAMED.has(element[$local])) return;
  if (old !== null) unregister(names, old, element);
  if (value !== null) register(names, value, element);
};

/** The element of the page with this id, or null. */
export function elementById(id) {
  const list = ids.get(id);
  if (list !== undefined && list.length === 1 && !clock.shadow) return list[0];
  return firstOf(list);
}
host.elementById = elementById;

/** What `window[name]` finds among the elements (HTML "named objects"), or undefined. */
export function namedObject(name) {
  if (name === "") return undefined;
  return firstOf(ids.get(name)) ?? firstOf(names.get(name)) ?? undefined;
}

export class Document extends Node {
  constructor(secret, type = "xml", contentType = "application/xml") {
    super(SECRET, null, 9);
    if (secret !== SECRET) {
      type = "xml";
      contentType = "application/xml";
    }
    this[$doc] = this;
    this[$docType] = type;
    this[$contentType] = contentType;
    this[$implementation] = null;
    this[$compat] = "CSS1Compat";
  }

  get implementation() {
    return this[$implementation] ??= new DOMImplementation(SECRET, this);
  }
  get URL() {
    return host.documentURL(this);
  }
  get documentURI() {
    return host.documentURL(this);
  }
  get compatMode() {
    return this[$compat];
  }
  get characterSet() {
    return "UTF-8";
  }
  get charset() {
    return "UTF-8";
  }
  get inputEncoding() {
    return "UTF-8";
  }
  get contentType() {
    return this[$contentType];
  }
  get doctype() {
    for (let child = this[$first]; child !== null; child = child[$next]) {
      if (child[$kind] === 10) return child;
    }
    return null;
  }
  get documentElement() {
    for (let child = this[$first]; child !== null; child = child[$next]) {
      if (child[$kind] === 1) return child;
    }
    return null;
  }

  getElementById(id) {
    id = `${id}`;
    if (this === host.document) return elementById(id);
    for (let node = this[$first]; node !== null; node = tree.following(node, this)) {
      if (node[$kind] === 1 && getAttr(node, "id") === id) return node;
    }
    return null;
  }
  getElementsByTagName(name) {
    return byTagName(this, `${name}`);
  }
  getElementsByTagNameNS(ns, local) {
    return byTagNameNS(this, ns, `${local}`);
  }
  getElementsByClassName(classNames) {
    return byClassName(this, `${classNames}`);
  }
  getElementsByName(name) {
    name = `${name}`;
    return cachedList(this, `name ${name}`, () =>
      liveList(() => descendants(this, (e) => e[$ns] === HTML_NS && getAttr(e, "name") === name), NodeList));
  }

  createElement(name, options) {
    name = `${name}`;
    const local = this[$docType] === "html" ? asciiLower(name) : name;
    if (!SIMPLE_NAME.test(local)) checkElementName(name, "'createElement' on 'Document'");
    const ns = this[$docType] === "html" || this[$contentType] === "application/xhtml+xml" ? HTML_NS : null;
    if (clock.custom) return host.createCustom(this, local, ns, null, options);
    return host.makeElement(this, local, ns, null);
  }
  createElementNS(namespace, qualified, options) {
    const { ns, prefix, local } = extractName(namespace, qualified, "'createElementNS' on 'Document'");
    if (clock.custom && ns === HTML_NS) return host.createCustom(this, local, ns, prefix, options);
    return host.makeElement(this, local, ns, prefix);
  }
  createDocumentFragment() {
    return createFragment(this);
  }
  createTextNode(data) {
    return createText(this, `${data}`);
  }
  createComment(data) {
    return new Comment(SECRET, this, `${data}`);
  }
  createCDATASection(data) {
    if (this[$docType] === "html") {
      fail("NotSupportedError", "Failed to execute 'createCDATASection' on 'Document': This operation is not supported for HTML documents.");
    }
    return new CDATASection(SECRET, this, 4, `${data}`);
  }
  createProcessingInstruction(target, data) {
    return new ProcessingInstruction(SECRET, this, `${target}`, `${data}`);
  }
  createAttribute(name) {
    return createAttr(this, null, null, this[$docType] === "html" ? asciiLower(`${name}`) : `${name}`);
  }
  createAttributeNS(namespace, qualified) {
    const { ns, prefix, local } = extractName(namespace, qualified, "'createAttributeNS' on 'Document'");
    return createAttr(this, ns, prefix, local);
  }
  importNode(node, deep = false) {
    tree.requireNode(node, "'importNode' on 'Document'");
    if (node[$kind] === 9) {
      fail("NotSupportedError", "Failed to execute 'importNode' on 'Document': The node provided is a document, which may not be imported.");
    }
    return cloneNode(node, typeof deep === "object" && deep !== null ? !deep.selfOnly : Boolean(deep), this);
  }
  adoptNode(node) {
    tree.requireNode(node, "'adoptNode' on 'Document'");
    if (node[$kind] === 9) {
      fail("NotSupportedError", "Failed to execute 'adoptNode' on 'Document': The node provided is of type '#document', which may not be adopted.");
    }
    if (node[$parent] !== null) tree.remove(node);
    tree.adopt(node, this);
    return node;
  }
  createEvent(name) {
    const Class = LEGACY_EVENTS[asciiLower(`${name}`)];
    if (Class === undefined || (Class.name === "TouchEvent" && !("ontouchstart" in globalThis))) {
      fail("NotSupportedError", `Failed to execute 'createEvent' on 'Document': The provided event type ('${name}') is invalid.`);
    }
    const event = new Class("");
    event[$flags] &= ~INITIALIZED;
    event[$type] = "";
    return event;
  }
  createRange() {
    return host.createRange(this);
  }
  createTreeWalker(root, whatToShow = 0xffffffff, filter = null) {
    return host.createTreeWalker(root, whatToShow >>> 0, filter);
  }
  createNodeIterator(root, whatToShow = 0xffffffff, filter = null) {
    return host.createNodeIterator(root, whatToShow >>> 0, filter);
  }

  [$clone]() {
    return new Document(SECRET, this[$docType], this[$contentType]);
  }
  [$eventParent](event) {
    return this === host.document && event[$type] !== "load" ? globalThis : null;
  }
}
mixin(Document, ParentNode);
finishInterface(Document);
// XPath needs an engine of its own; without one the members are absent.

const SIMPLE_NAME = /^[a-z][a-z0-9-]*$/;

export class XMLDocument extends Document {}
finishInterface(XMLDocument);
export class HTMLDocument extends Document {}
finishInterface(HTMLDocument);

export class DOMImplementation {
  #document;
  constructor(secret, document) {
    if (secret !== SECRET) illegalConstructor();
    this.#document = document;
  }
  createDocumentType(name, publicId, systemId) {
    return new DocumentType(SECRET, this.#document, `${name}`, `${publicId}`, `${systemId}`);
  }
  createDocument(namespace, qualified, doctype = null) {
    const document = new XMLDocument(
      SECRET, "xml",
      namespace === HTML_NS ? "application/xhtml+xml" : namespace === SVG_NS ? "image/svg+xml" : "application/xml",
    );
    if (doctype !== null) tree.preInsert(document, doctype, null, "'createDocument' on 'DOMImplementation'");
    if (qualified !== null && `${qualified}` !== "") {
      tree.insert(document, document.createElementNS(namespace, qualified), null);
    }
    return document;
  }
  createHTMLDocument(title) {
    const document = createHTMLDocument();
    tree.insert(document, new DocumentType(SECRET, document, "html", "", ""), null);
    const html = host.makeElement(document, "html", HTML_NS, null);
    tree.insert(document, html, null);
    const head = host.makeElement(document, "head", HTML_NS, null);
    tree.insert(html, head, null);
    if (title !== undefined) {
      const element = host.makeElement(document, "title", HTML_NS, null);
      tree.insert(head, element, null);
      tree.insert(element, createText(document, `${title}`), null);
    }
    tree.insert(html, host.makeElement(document, "body", HTML_NS, null), null);
    return document;
  }
  hasFeature() {
    return true;
  }
}
finishInterface(DOMImplementation);

/** An empty HTML document that is not the page's. */
export function createHTMLDocument() {
  return new HTMLDocument(SECRET, "html", "text/html");
}

export function isHTMLDocument(document) {
  return document[$docType] === "html";
}

export function setQuirks(document, quirks) {
  document[$compat] = quirks ? "BackCompat" : "CSS1Compat";
}

host.createElement = (document, local) => host.makeElement(document, local, HTML_NS, null);

/** First child element of the root with one of two names. */
function rootChild(document, a, b) {
  const root = document.documentElement;
  if (root === null || root[$local] !== "html" || root[$ns] !== HTML_NS) return null;
  for (let child = root[$first]; child !== null; child = child[$next]) {
    if (child[$kind] === 1 && child[$ns] === HTML_NS && (child[$local] === a || child[$local] === b)) return child;
  }
  return null;
}

export function bodyOf(document) {
  return rootChild(document, "body", "frameset");
}

export function headOf(document) {
  return rootChild(document, "head", "head");
}

/** The title element of a document, or null. */
export function titleElement(document) {
  const root = document.documentElement;
  if (root === null) return null;
  const svg = root[$local] === "svg" && root[$ns] === SVG_NS;
  for (let node = root[$first]; node !== null; node = tree.following(node, root)) {
    if (node[$kind] === 1 && node[$local] === "title" && node[$ns] === (svg ? SVG_NS : HTML_NS)) return node;
  }
  return null;
}

export function titleText(element) {
  let text = "";
  for (let child = element[$first]; child !== null; child = child[$next]) {
    if (child[$kind] === 3) text += child[$data];
  }
  return stripAscii(text.replace(/[\t\n\f\r ]+/g, " "));
}

/** The page's document; made in the snapshot, so that a page starts with it. */
export const pageDocument = new HTMLDocument(SECRET, "html", "text/html");
pageDocument[$id] = 1;
host.document = pageDocument;
mirror.adoptDocument(pageDocument);

export const globals = { Document, XMLDocument, HTMLDocument, DOMImplementation };
