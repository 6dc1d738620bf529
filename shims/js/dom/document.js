// Document, XMLDocument and DOMImplementation (DOM § 4.5, HTML § 3.1).
import { SECRET, asciiLower, finishInterface, host, illegalConstructor, mixin, required, stripAscii, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { Node, cloneNode, comparePosition } from "ext:oracade/dom/node.js";
import { INITIALIZED } from "ext:oracade/dom/event.js";
import { LEGACY_EVENTS } from "ext:oracade/dom/events.js";
import { Comment, CDATASection, DocumentType, ProcessingInstruction, createText } from "ext:oracade/dom/character_data.js";
import { ParentNode, createFragment, unscopable } from "ext:oracade/dom/parent_node.js";
import { checkAttributeName, checkDoctypeName, checkElementName, createAttr, detachAttr, extractName, getAttr } from "ext:oracade/dom/attributes.js";
import { byClassName } from "ext:oracade/dom/element.js";
import { NodeList, byTagName, byTagNameNS, cachedList, descendants, liveList } from "ext:oracade/dom/collections.js";
import * as mirror from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import {
  $compat,
  $attrs,
  $clone,
  $connected,
  $data,
  $doc,
  $eventParent,
  $first,
  $flags,
  $host,
  $html,
  $id,
  $kind,
  $local,
  $next,
  $ns,
  $parent,
  $shadow,
  $type,
  HTML_NS,
  SVG_NS,
  clock,
} from "ext:oracade/dom/slots.js";

const $contentType = slot("contentType");
const $implementation = slot("implementation");
const $inert = slot("inert document");
/** The URL of a document that is not the page's, or null: about:blank. */
export const $address = slot("URL");
/** The window of the frame that shows a document, or null. */
export const $frameWindow = slot("window of a frame");

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

/** Whether an element of the page's document may give it a named property. */
const mayName = (element) => NAMED.has(element[$local]) && element[$ns] === HTML_NS;

host.elementConnected = (element) => {
  const attrs = element[$attrs];
  const named = mayName(element);
  for (let i = 0; i < attrs.length; i++) {
    if (attrs[i].name === "id") register(ids, attrs[i].value, element);
    else if (attrs[i].name === "name" && named) register(names, attrs[i].value, element);
  }
  if (named) showNames(element);
};
host.elementDisconnected = (element) => {
  const attrs = element[$attrs];
  const named = mayName(element);
  for (let i = 0; i < attrs.length; i++) {
    if (attrs[i].name === "id") unregister(ids, attrs[i].value, element);
    else if (attrs[i].name === "name" && named) unregister(names, attrs[i].value, element);
  }
  if (named) showNames(element);
};
host.idChanged = (element, old, value) => {
  if (!element[$connected]) return;
  if (old !== null) unregister(ids, old, element);
  if (value !== null) register(ids, value, element);
  if (mayName(element)) {
    showName(old);
    showName(value);
  }
};
host.nameChanged = (element, old, value) => {
  if (!element[$connected] || !mayName(element)) return;
  if (old !== null) unregister(names, old, element);
  if (value !== null) register(names, value, element);
  showName(old);
  showName(value);
  showName(attributeOf(element, "id"));
};

// The named properties of a document (HTML § 3.1.5) are properties of its own while there are elements for them: a proxy would cost
// every use of the document.
const shownNames = new Set();

function attributeOf(element, name) {
  const attrs = element[$attrs];
  for (let i = 0; i < attrs.length; i++) if (attrs[i].name === name) return attrs[i].value;
  return null;
}

/** Whether an element of the document answers to a name: by `name`, objects also by `id`, and so do images that have both. */
function answersTo(element, name) {
  if (!mayName(element)) return false;
  if (attributeOf(element, "name") === name) return true;
  if (attributeOf(element, "id") !== name) return false;
  return element[$local] === "object" || (element[$local] === "img" && (attributeOf(element, "name") ?? "") !== "");
}

function namedProperty(name) {
  const test = (element) => answersTo(element, name);
  const list = descendants(pageDocument, test);
  if (list.length > 1) return cachedList(pageDocument, `named ${name}`, () => liveList(() => descendants(pageDocument, test)));
  return list.length === 0 ? undefined : list[0][$local] === "iframe" ? host.frameWindow(list[0]) : list[0];
}

function showName(name) {
  if (name === null || name === "") return;
  const isNamed = (names.get(name) ?? []).length > 0 || (ids.get(name) ?? []).some((element) => answersTo(element, name));
  if (isNamed === shownNames.has(name)) return;
  if (!isNamed) {
    shownNames.delete(name);
    delete pageDocument[name];
  } else if (!Object.hasOwn(pageDocument, name)) {
    shownNames.add(name);
    Object.defineProperty(pageDocument, name, { get: () => namedProperty(name), set: undefined, enumerable: true, configurable: true });
  }
}

function showNames(element) {
  showName(attributeOf(element, "name"));
  showName(attributeOf(element, "id"));
}

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
  const frame = names.get(name)?.find((element) => element[$local] === "iframe");
  if (frame !== undefined) return host.frameWindow(frame);
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
    this[$html] = type === "html";
    this[$contentType] = contentType;
    this[$implementation] = null;
    this[$inert] = null;
    this[$address] = null;
    this[$frameWindow] = null;
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
    return rootElement(this);
  }

  getElementById(id) {
    id = `${id}`;
    if (id === "") return null;
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
    if (arguments.length === 0) required(arguments, 1, "createElement", "Document");
    name = `${name}`;
    const local = this[$html] ? asciiLower(name) : name;
    if (!SIMPLE_NAME.test(local)) checkElementName(name, "'createElement' on 'Document'");
    const ns = this[$html] || this[$contentType] === "application/xhtml+xml" ? HTML_NS : null;
    if (clock.custom) return host.createCustom(this, local, ns, null, options);
    return host.makeElement(this, local, ns, null);
  }
  createElementNS(namespace, qualified, options) {
    required(arguments, 2, "createElementNS", "Document");
    const { ns, prefix, local } = extractName(namespace, qualified, "'createElementNS' on 'Document'", true);
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
    if (this[$html]) {
      fail("NotSupportedError", "Failed to execute 'createCDATASection' on 'Document': This operation is not supported for HTML documents.");
    }
    data = `${data}`;
    if (data.includes("]]>")) {
      fail("InvalidCharacterError", "Failed to execute 'createCDATASection' on 'Document': String cannot contain ']]>' since that is the end delimiter of a CData section.");
    }
    return new CDATASection(SECRET, this, 4, data);
  }
  createProcessingInstruction(target, data) {
    required(arguments, 2, "createProcessingInstruction", "Document");
    target = `${target}`;
    data = `${data}`;
    if (!XML_NAME.test(target)) {
      fail("InvalidCharacterError", `Failed to execute 'createProcessingInstruction' on 'Document': The target provided ('${target}') is not a valid name.`);
    }
    if (data.includes("?>")) {
      fail("InvalidCharacterError", `Failed to execute 'createProcessingInstruction' on 'Document': The data provided ('${data}') contains '?>'.`);
    }
    return new ProcessingInstruction(SECRET, this, target, data);
  }
  createAttribute(name) {
    name = `${name}`;
    checkAttributeName(name, "'createAttribute' on 'Document'");
    return createAttr(this, null, null, this[$html] ? asciiLower(name) : name);
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
    if (node[$kind] === 11 && node[$host]?.[$shadow] === node) {
      fail("NotSupportedError", "Failed to execute 'importNode' on 'Document': The node provided is a shadow root, which may not be imported.");
    }
    return cloneNode(node, typeof deep === "object" && deep !== null ? !deep.selfOnly : Boolean(deep), this);
  }
  adoptNode(node) {
    tree.requireNode(node, "'adoptNode' on 'Document'");
    if (node[$kind] === 9) {
      fail("NotSupportedError", "Failed to execute 'adoptNode' on 'Document': The node provided is of type '#document', which may not be adopted.");
    }
    if (node[$kind] === 11 && node[$host] !== null) {
      if (node[$host][$shadow] === node) {
        fail("HierarchyRequestError", "Failed to execute 'adoptNode' on 'Document': The node provided is a shadow root, which may not be adopted.");
      }
      return node; // the contents of a template stay in their document
    }
    if (node[$kind] === 2) detachAttr(node);
    if (node[$parent] !== null) tree.remove(node);
    tree.adopt(node, this);
    return node;
  }
  createEvent(name) {
    required(arguments, 1, "createEvent", "Document");
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
    const Class = this instanceof XMLDocument ? XMLDocument : this instanceof HTMLDocument ? HTMLDocument : Document;
    const copy = new Class(SECRET, this[$html] ? "html" : "xml", this[$contentType]);
    copy[$compat] = this[$compat];
    return copy;
  }
  [$eventParent](event) {
    return this === host.document && event[$type] !== "load" ? globalThis : null;
  }
}
mixin(Document, ParentNode);
unscopable(Document, "append", "fullscreen", "prepend", "replaceChildren");
finishInterface(Document);
// XPath needs an engine of its own; without one the members are absent.

// The production `Name` of XML.
const XML_NAME = new RegExp(
  "^[:A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}]" +
    "[-.0-9:A-Z_a-z\\u00B7\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u203F\\u2040\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}]*$",
  "u",
);
const SIMPLE_NAME = /^[a-z][a-z0-9-]*$/;

export class XMLDocument extends Document {
  constructor(secret, type, contentType) {
    if (secret !== SECRET) illegalConstructor("XMLDocument");
    super(secret, type, contentType);
  }
}
finishInterface(XMLDocument);
export class HTMLDocument extends Document {
  constructor(secret, type, contentType) {
    if (secret !== SECRET) illegalConstructor("HTMLDocument");
    super(secret, type, contentType);
  }
}
finishInterface(HTMLDocument);

export class DOMImplementation {
  #document;
  constructor(secret, document) {
    if (secret !== SECRET) illegalConstructor();
    this.#document = document;
  }
  createDocumentType(name, publicId, systemId) {
    required(arguments, 3, "createDocumentType", "DOMImplementation");
    name = `${name}`;
    checkDoctypeName(name, "'createDocumentType' on 'DOMImplementation'");
    return new DocumentType(SECRET, this.#document, name, `${publicId}`, `${systemId}`);
  }
  createDocument(namespace, qualified, doctype = null) {
    required(arguments, 2, "createDocument", "DOMImplementation");
    if (doctype !== null && doctype?.[$kind] !== 10) {
      throw new TypeError("Failed to execute 'createDocument' on 'DOMImplementation': parameter 3 is not of type 'DocumentType'.");
    }
    namespace = namespace === undefined || namespace === "" ? null : namespace;
    let root = null;
    const document = new XMLDocument(
      SECRET, "xml",
      namespace === HTML_NS ? "application/xhtml+xml" : namespace === SVG_NS ? "image/svg+xml" : "application/xml",
    );
    qualified = qualified === null ? "" : `${qualified}`;
    if (qualified !== "") {
      const { ns, prefix, local } = extractName(namespace, qualified, "'createDocument' on 'DOMImplementation'", true);
      root = host.makeElement(document, local, ns, prefix);
    }
    if (doctype !== null) tree.preInsert(document, doctype, null, "'createDocument' on 'DOMImplementation'");
    if (root !== null) tree.insert(document, root, null);
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

/** "appropriate template contents owner document" (HTML § 4.12.3). */
export function inertDocument(document) {
  return document[$inert] ??= (() => {
    const inert = document[$html] ? createHTMLDocument() : new Document(SECRET, "xml", "application/xml");
    return inert[$inert] = inert;
  })();
}

host.inertDocument = inertDocument;

/** An empty HTML document that is not the page's. */
export function createHTMLDocument(type = "text/html") {
  return new HTMLDocument(SECRET, "html", type);
}

export function isHTMLDocument(document) {
  return document[$html];
}

export function setQuirks(document, quirks) {
  document[$compat] = quirks ? "BackCompat" : "CSS1Compat";
}

host.createElement = (document, local) => host.makeElement(document, local, HTML_NS, null);

/** First child element of the root with one of two names. */
function rootChild(document, a, b) {
  const root = rootElement(document);
  if (root === null || root[$local] !== "html" || root[$ns] !== HTML_NS) return null;
  for (let child = root[$first]; child !== null; child = child[$next]) {
    if (child[$kind] === 1 && child[$ns] === HTML_NS && (child[$local] === a || child[$local] === b)) return child;
  }
  return null;
}

function rootElement(document) {
  for (let child = document[$first]; child !== null; child = child[$next]) {
    if (child[$kind] === 1) return child;
  }
  return null;
}
host.rootElement = rootElement;

export function bodyOf(document) {
  return rootChild(document, "body", "frameset");
}

host.bodyOf = bodyOf;

export function headOf(document) {
  return rootChild(document, "head", "head");
}

/** The title element of a document, or null. */
export function titleElement(document) {
  const root = rootElement(document);
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
