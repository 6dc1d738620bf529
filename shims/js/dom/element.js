// Element (DOM § 4.9).
import { SECRET, asciiLower, asciiUpper, finishInterface, host, mixin, required } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { Node } from "ext:oracade/dom/node.js";
import { ChildNode, ParentNode, unscopable } from "ext:oracade/dom/parent_node.js";
import { siblingElement } from "ext:oracade/dom/character_data.js";
import * as attributes from "ext:oracade/dom/attributes.js";
import { nameFor } from "ext:oracade/dom/attributes.js";
import { byTagName, byTagNameNS, cachedList, descendants, liveList } from "ext:oracade/dom/collections.js";
import { classesOf, tokenList } from "ext:oracade/dom/token_list.js";
import * as tree from "ext:oracade/dom/tree.js";
import {
  $compat,
  $attrs,
  $bits,
  $classes,
  $clone,
  $definition,
  $doc,
  $first,
  $handlerTarget,
  $html,
  $is,
  $kind,
  $local,
  $misc,
  $next,
  $ns,
  $parent,
  $prefix,
  $prev,
  $replaced,
  $shadow,
  $style,
  $styleStale,
  $tagName,
  HTML_NS,
  clock,
} from "ext:oracade/dom/slots.js";

const upperNames = new Map();

export class Element extends Node {
  constructor(secret, document, local, ns, prefix) {
    super(secret, document, 1);
    this[$local] = local;
    this[$ns] = ns;
    this[$prefix] = prefix;
    this[$attrs] = [];
    this[$classes] = null;
    this[$style] = null;
    this[$styleStale] = false;
    this[$bits] = 0;
    this[$replaced] = null;
    this[$misc] = null;
    this[$shadow] = null;
    this[$definition] = null;
    this[$tagName] = null;
  }

  get namespaceURI() {
    return this[$ns];
  }
  get prefix() {
    return this[$prefix];
  }
  get localName() {
    return this[$local];
  }
  get tagName() {
    return this[$tagName] ??= tagNameOf(this);
  }
  get id() {
    return attributes.getAttr(this, "id") ?? "";
  }
  set id(value) {
    attributes.setAttr(this, "id", `${value}`);
  }
  get className() {
    return attributes.getAttr(this, "class") ?? "";
  }
  set className(value) {
    attributes.setAttr(this, "class", `${value}`);
  }
  get classList() {
    const slots = misc(this);
    return slots.classList ??= tokenList(this, "class");
  }
  set classList(value) {
    attributes.setAttr(this, "class", `${value}`);
  }
  get slot() {
    return attributes.getAttr(this, "slot") ?? "";
  }
  set slot(value) {
    attributes.setAttr(this, "slot", `${value}`);
  }
  get part() {
    return misc(this).part ??= tokenList(this, "part");
  }
  get attributes() {
    return attributes.attributeMap(this);
  }
  get shadowRoot() {
    const shadow = this[$shadow];
    return shadow !== null && shadow.mode === "open" ? shadow : null;
  }
  get assignedSlot() {
    return host.assignedSlot(this, true);
  }
  get previousElementSibling() {
    return siblingElement(this, $prev);
  }
  get nextElementSibling() {
    return siblingElement(this, $next);
  }

  hasAttributes() {
    attributes.syncStyle(this);
    return this[$attrs].length > 0;
  }
  getAttributeNames() {
    attributes.syncStyle(this);
    return this[$attrs].map((attr) => attr.name);
  }
  getAttribute(name) {
    return attributes.getAttr(this, nameFor(this, name));
  }
  getAttributeNS(ns, local) {
    return attributes.getAttrNS(this, ns, `${local}`);
  }
  setAttribute(name, value) {
    if (arguments.length < 2) {
      throw new TypeError(`Failed to execute 'setAttribute' on 'Element': 2 arguments required, but only ${arguments.length} present.`);
    }
    name = `${name}`;
    attributes.checkAttributeName(name, "'setAttribute' on 'Element'");
    attributes.setAttr(this, nameFor(this, name), `${value}`);
  }
  setAttributeNS(ns, qualified, value) {
    required(arguments, 3, "setAttributeNS", "Element");
    const name = attributes.extractName(ns, qualified, "'setAttributeNS' on 'Element'");
    attributes.setAttrNS(this, name.ns, name.prefix, name.local, `${value}`);
  }
  removeAttribute(name) {
    attributes.removeAttr(this, nameFor(this, name));
  }
  removeAttributeNS(ns, local) {
    attributes.removeAttrNS(this, ns, `${local}`);
  }
  toggleAttribute(name, force) {
    name = `${name}`;
    attributes.checkAttributeName(name, "'toggleAttribute' on 'Element'");
    name = nameFor(this, name);
    if (attributes.hasAttr(this, name)) {
      if (force !== undefined && force) return true;
      attributes.removeAttr(this, name);
      return false;
    }
    if (force !== undefined && !force) return false;
    attributes.setAttr(this, name, "");
    return true;
  }
  hasAttribute(name) {
    return attributes.hasAttr(this, nameFor(this, name));
  }
  hasAttributeNS(ns, local) {
    return attributes.getAttrNS(this, ns, `${local}`) !== null;
  }
  getAttributeNode(name) {
    return attributes.getAttrNode(this, name);
  }
  getAttributeNodeNS(ns, local) {
    return attributes.attributeMap(this).getNamedItemNS(ns, `${local}`);
  }
  setAttributeNode(attr) {
    return attributes.setAttrNode(this, attr);
  }
  setAttributeNodeNS(attr) {
    return attributes.setAttrNode(this, attr);
  }
  removeAttributeNode(attr) {
    required(arguments, 1, "removeAttributeNode", "Element");
    return attributes.removeAttrNode(this, attr);
  }

  attachShadow(init) {
    return host.attachShadow(this, init);
  }
  closest(selectors) {
    required(arguments, 1, "closest", "Element");
    const test = host.selector(`${selectors}`, "'closest' on 'Element'");
    for (let element = this; element !== null && element[$kind] === 1; element = element[$parent]) {
      if (test.matches(element, this)) return element;
    }
    return null;
  }
  matches(selectors) {
    required(arguments, 1, "matches", "Element");
    return host.selector(`${selectors}`, "'matches' on 'Element'").matches(this, this);
  }
  webkitMatchesSelector(selectors) {
    required(arguments, 1, "webkitMatchesSelector", "Element");
    return host.selector(`${selectors}`, "'webkitMatchesSelector' on 'Element'").matches(this, this);
  }
  getElementsByTagName(name) {
    return byTagName(this, `${name}`);
  }
  getElementsByTagNameNS(ns, local) {
    return byTagNameNS(this, ns, `${local}`);
  }
  getElementsByClassName(names) {
    return byClassName(this, `${names}`);
  }
  insertAdjacentElement(where, element) {
    if (!(element instanceof Element)) {
      throw new TypeError("Failed to execute 'insertAdjacentElement' on 'Element': parameter 2 is not of type 'Element'.");
    }
    return insertAdjacent(this, where, element, "'insertAdjacentElement' on 'Element'") ? element : null;
  }
  insertAdjacentText(where, data) {
    insertAdjacent(this, where, host.createText(this[$doc], `${data}`), "'insertAdjacentText' on 'Element'");
  }
  insertAdjacentHTML(position, html) {
    required(arguments, 2, "insertAdjacentHTML", "Element");
    const where = `${position}`.toLowerCase();
    const outside = where === "beforebegin" || where === "afterend";
    const context = outside ? this[$parent] : this;
    if (outside && (context === null || context[$kind] === 9)) {
      fail("NoModificationAllowedError", "Failed to execute 'insertAdjacentHTML' on 'Element': The element has no parent.");
    }
    if (!outside && where !== "afterbegin" && where !== "beforeend") {
      fail("SyntaxError", `Failed to execute 'insertAdjacentHTML' on 'Element': The value provided ('${position}') is not one of 'beforeBegin', 'afterBegin', 'beforeEnd', or 'afterEnd'.`);
    }
    // In <html> as context the parser would make a head and a body.
    const inHtml = context[$kind] !== 1 || (context[$ns] === HTML_NS && context[$local] === "html" && this[$doc][$html]);
    const fragment = host.parseFragment(inHtml ? host.createElement(this[$doc], "body") : context, `${html}`);
    insertAdjacent(this, where, fragment, "'insertAdjacentHTML' on 'Element'");
  }
  get innerHTML() {
    return host.serializeChildren(this);
  }
  set innerHTML(value) {
    if (clock.custom) host.reactions(() => setInnerHTML(this, value));
    else setInnerHTML(this, value);
  }
  get outerHTML() {
    return host.serializeNode(this);
  }
  set outerHTML(value) {
    host.reactions(() => setOuterHTML(this, value));
  }
  setHTMLUnsafe(html) {
    const target = host.templateContents(this) ?? this;
    host.reactions(() => tree.replaceAll(target, host.parseFragment(this, `${html}`)));
  }
  getHTML() {
    return host.serializeChildren(this);
  }

  [$clone](document, deep) {
    const copy = host.makeElement(document, this[$local], this[$ns], this[$prefix]);
    attributes.cloneAttrs(this, copy);
    if (this[$is] !== undefined) copy[$is] = this[$is];
    if (copy[$cloned] !== undefined) copy[$cloned](this, deep);
    return copy;
  }
  [$handlerTarget]() {
    return this;
  }
}
function setInnerHTML(element, value) {
  const text = value === null ? "" : `${value}`;
  const target = host.templateContents(element) ?? element;
  if (text === "") {
    if (target[$first] !== null) tree.replaceAll(target, null);
    return;
  }
  // Text without markup is by far the most frequent value: "0", "Level 3", …
  if (!/[<&\0\r]/.test(text) && target === element && host.takesPlainText(element)) {
    tree.replaceAll(element, host.createText(element[$doc], text));
    return;
  }
  tree.replaceAll(target, host.parseFragment(element, text));
}

function setOuterHTML(element, value) {
  const parent = element[$parent];
  if (parent === null) return;
  if (parent[$kind] === 9) {
    fail("NoModificationAllowedError", "Failed to set the 'outerHTML' property on 'Element': This element's parent is a Document, which may not be modified.");
  }
  const context = parent[$kind] === 11 ? host.createElement(element[$doc], "body") : parent;
  tree.replace(parent, host.parseFragment(context, value === null ? "" : `${value}`), element, "'outerHTML' on 'Element'");
}

export const $cloned = Symbol("cloning steps of a class"); // method(source, deep)
mixin(Element, ParentNode);
mixin(Element, ChildNode);
finishInterface(Element);
unscopable(Element, "after", "append", "before", "prepend", "remove", "replaceChildren", "replaceWith", "slot");

function tagNameOf(element) {
  const name = element[$prefix] === null ? element[$local] : `${element[$prefix]}:${element[$local]}`;
  if (element[$ns] !== HTML_NS || !element[$doc][$html]) return name;
  let upper = upperNames.get(name);
  if (upper === undefined) {
    upper = asciiUpper(name);
    if (upperNames.size < 1000) upperNames.set(name, upper);
  }
  return upper;
}

/** The record of rarely used slots. */
export function misc(element) {
  return element[$misc] ??= {
    classList: null, dataset: null, part: null, relList: null, tabIndex: null, extra: null,
  };
}

/** getElementsByClassName. */
export function byClassName(root, names) {
  return cachedList(root, `class ${names}`, () => {
    const wanted = names.match(/[^\t\n\f\r ]+/g) ?? [];
    if (wanted.length === 0) return liveList(() => []);
    return liveList(() => {
      if (root[$doc][$compat] === "BackCompat") return quirky(root, wanted);
      return descendants(root, (element) => {
        const classes = classesOf(element);
        for (let i = 0; i < wanted.length; i++) {
          if (!classes.includes(wanted[i])) return false;
        }
        return true;
      });
    });
  });
}

/** In quirks mode class names are compared without case. */
function quirky(root, wanted) {
  wanted = wanted.map(asciiLower);
  return descendants(root, (element) => {
    const classes = classesOf(element).map(asciiLower);
    return wanted.every((name) => classes.includes(name));
  });
}

function badPosition(what, position) {
  fail("SyntaxError", `Failed to execute ${what}: The value provided ('${position}') is not one of 'beforebegin', 'afterbegin', 'beforeend', or 'afterend'.`);
}

function insertAdjacent(element, position, node, what) {
  switch (`${position}`.toLowerCase()) {
    case "beforebegin":
      if (element[$parent] === null) return false;
      tree.preInsert(element[$parent], node, element, what);
      return true;
    case "afterbegin":
      tree.preInsert(element, node, element[$first], what);
      return true;
    case "beforeend":
      tree.preInsert(element, node, null, what);
      return true;
    case "afterend":
      if (element[$parent] === null) return false;
      tree.preInsert(element[$parent], node, element[$next], what);
      return true;
    default:
      badPosition(what, position);
  }
}

export const globals = { Element };
