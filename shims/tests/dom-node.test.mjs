// Nodes, names, attributes and live collections (DOM § 4).
import assert from "node:assert";
import { test } from "node:test";
import { load } from "./harness.mjs";

await load("<!doctype html><html><head><title>T</title></head><body></body></html>");
const throws = (name, run) => assert.throws(run, (error) => error.name === name);
const bad = (run) => throws("InvalidCharacterError", run);

test("names are checked as Chromium checks them", () => {
  for (const name of ["1foo", "}foo", "a b", "a/b", "", "-a"]) bad(() => document.createElement(name));
  for (const name of ["f<oo", "foo}", "a=b", "×", "a:"]) document.createElement(name);
  for (const name of ["a:", ":a", "a:0", "a::b", "1foo"]) bad(() => document.createElementNS("http://x", name));
  assert.strictEqual(document.createElementNS("http://x", "f:o:o").tagName, "f:o");
  for (const name of ["", "a b", "a/b", "a=b", "a>b"]) bad(() => document.body.setAttribute(name, ""));
  for (const name of ["1foo", "<a", "a:"]) document.createElement("p").setAttribute(name, "");
  for (const name of ["a b", "a>b", "a\0b"]) bad(() => document.implementation.createDocumentType(name, "", ""));
  document.implementation.createDocumentType("", "", "");
  bad(() => document.createProcessingInstruction("1a", ""));
  bad(() => document.createProcessingInstruction("a", "?>"));
  bad(() => document.createAttribute(""));
  throws("NamespaceError", () => document.createElementNS(null, "a:b"));
});

test("an XML document keeps the case of names", () => {
  const xml = document.implementation.createDocument("http://www.w3.org/1999/xhtml", "html", null);
  assert.strictEqual(xml.contentType, "application/xhtml+xml");
  assert.ok(xml instanceof XMLDocument && xml.cloneNode(true) instanceof XMLDocument);
  const div = document.createElement("div");
  assert.strictEqual(div.tagName, "DIV");
  xml.documentElement.append(div);
  assert.strictEqual(div.tagName, "div");
  assert.strictEqual(div.ownerDocument, xml);
  div.setAttribute("viewBox", "1");
  assert.deepStrictEqual(div.getAttributeNames(), ["viewBox"]);
  throws("InvalidCharacterError", () => xml.createCDATASection("]]>"));
  assert.strictEqual(xml.createCDATASection("<").nodeName, "#cdata-section");
  const cdata = xml.documentElement.appendChild(xml.createCDATASection("abcd"));
  assert.strictEqual(cdata.splitText(2).nodeType, 4);
});

test("attribute nodes: replaced in place, adopted, looked up by namespace", () => {
  const p = document.createElement("p");
  p.setAttribute("a", "1");
  p.setAttribute("b", "2");
  const attr = document.createAttribute("A");
  attr.value = "3";
  assert.strictEqual(p.setAttributeNode(attr).value, "1");
  assert.deepStrictEqual(p.getAttributeNames(), ["a", "b"]);
  assert.strictEqual(p.getAttributeNS("", "a"), "3");
  assert.strictEqual(p.hasAttributeNS(null, "a"), true);
  throws("InUseAttributeError", () => document.createElement("i").setAttributeNode(attr));
  p.setAttributeNS("http://x", "X:Y", "");
  assert.deepStrictEqual(Object.getOwnPropertyNames(p.attributes), ["0", "1", "2", "a", "b"]);
  p.removeAttributeNS("http://x", "Y");
  assert.strictEqual(p.attributes.length, 2);
});

test("replaceChild checks in the standard's order", () => {
  const [parent, child] = [document.createElement("div"), document.createElement("p")];
  throws("NotFoundError", () => parent.replaceChild(document, child));
  parent.append(child);
  throws("HierarchyRequestError", () => parent.replaceChild(document, child));
  assert.strictEqual(parent.replaceChild(child, child), child);
  assert.strictEqual(parent.firstChild, child);
  const fragment = document.createDocumentFragment();
  fragment.append(document.createElement("p"));
  const empty = document.implementation.createHTMLDocument("");
  empty.documentElement.remove();
  throws("HierarchyRequestError", () => empty.insertBefore(fragment, empty.doctype));
});

test("live collections: named items cannot be shadowed or deleted, expandos can", () => {
  const root = document.body.appendChild(document.createElement("div"));
  const item = root.appendChild(document.createElement("q"));
  item.id = "here";
  const list = root.getElementsByTagName("q");
  assert.strictEqual(list.here, item);
  assert.throws(() => list.here = 5, TypeError);
  assert.throws(() => delete list.here, TypeError);
  assert.throws(() => list[0] = 5, TypeError);
  assert.throws(() => Object.defineProperty(list, 7, { value: 1 }), TypeError);
  assert.strictEqual(delete list[7], true);
  list.other = 5;
  assert.strictEqual(list.other, 5);
  assert.deepStrictEqual(Reflect.ownKeys(list), ["0", "here", "other"]);
  const heir = Object.create(list);
  heir.here = "mine";
  assert.strictEqual(heir.here, "mine");
  assert.strictEqual(NodeList.prototype.forEach, Array.prototype.forEach);
  root.remove();
});

test("the contents of a template belong to a document without a window", () => {
  const template = document.createElement("template");
  const inside = template.content.appendChild(document.createElement("p"));
  assert.notStrictEqual(inside.ownerDocument, document);
  assert.strictEqual(inside.ownerDocument.defaultView, null);
  assert.strictEqual(document.importNode(template.content, true).firstChild.ownerDocument, document);
  assert.strictEqual(template.cloneNode(false).content.firstChild, null);
  assert.strictEqual(template.cloneNode(true).content.firstChild.ownerDocument, inside.ownerDocument);
  document.body.append(template.content);
  assert.strictEqual(inside.ownerDocument, document);
  inside.remove();
  const shadow = document.createElement("div").attachShadow({ mode: "open" });
  throws("HierarchyRequestError", () => document.adoptNode(shadow));
});

test("filters that answer neither accept nor skip are not descended into", () => {
  const root = document.createElement("div");
  root.innerHTML = "";
  root.append(document.createElement("p"), document.createElement("b"));
  root.firstChild.append(document.createElement("i"));
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ALL, (node) => node.localName === "i");
  assert.strictEqual(walker.firstChild(), null);
  assert.strictEqual(walker.nextNode().localName, "i");
});
