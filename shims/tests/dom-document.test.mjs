// Documents besides the page's: those of frames, of DOMParser, written ones; XML serialisation.
import assert from "node:assert";
import { test } from "node:test";
import { load } from "./harness.mjs";

const { ops, runTasks } = await load("<!doctype html><html><head><title>T</title></head><body></body></html>");
const bytes = (text) => Buffer.from(text);
ops.op_resource_load = (url) => ({
  "http://localhost/inner.html": { status: 200, url, type: "text/html", body: bytes("<!doctype html><html><body><p id=a>inner</p><script>window.ran = 1</script></body></html>") },
}[url] ?? null);
ops.op_encoding_decoder = () => 0;
ops.op_encoding_decode = (_, body) => Buffer.from(body).toString();
ops.op_load_blocker ??= () => {};

test("a frame has a document as soon as it is inserted, and none when it is gone", () => {
  const frame = document.createElement("iframe");
  assert.strictEqual(frame.contentDocument, null);
  let loads = 0;
  frame.onload = () => loads++;
  document.body.append(frame);
  assert.strictEqual(loads, 1);
  const inner = frame.contentDocument;
  assert.strictEqual(inner.URL, "about:blank");
  assert.strictEqual(inner.defaultView, frame.contentWindow);
  assert.strictEqual(frame.contentWindow.document, inner);
  assert.strictEqual(frame.contentWindow.parent, globalThis);
  assert.strictEqual(globalThis.length, 1);
  const p = document.createElement("p");
  inner.body.append(p);
  assert.strictEqual(p.ownerDocument, inner);
  assert.ok(p instanceof frame.contentWindow.HTMLElement);
  frame.remove();
  assert.strictEqual(frame.contentDocument, null);
  assert.strictEqual(inner.defaultView, null);
  assert.strictEqual(globalThis.length, 0);
});

test("srcdoc and files of the bundle are shown without their scripts; other origins are closed", () => {
  const [file, text, other, sandboxed] = Array.from({ length: 4 }, () => document.createElement("iframe"));
  file.src = "http://localhost/inner.html";
  text.srcdoc = "<html><body><b>bold</b></body></html>";
  other.src = "https://elsewhere.test/";
  sandboxed.srcdoc = "x";
  sandboxed.setAttribute("sandbox", "");
  document.body.append(file, text, other, sandboxed);
  for (let i = 0; i < 5; i++) runTasks();
  assert.strictEqual(other.contentDocument, null);
  assert.strictEqual(sandboxed.contentDocument, null);
  assert.strictEqual(text.contentDocument.URL, "about:srcdoc");
  assert.strictEqual(text.contentDocument.querySelector("b").textContent, "bold");
  assert.strictEqual(file.contentDocument.getElementById("a").textContent, "inner");
  assert.strictEqual(globalThis.ran, undefined);
  for (const frame of [file, text, other, sandboxed]) frame.remove();
});

test("a frame's document can be written", () => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  const inner = frame.contentDocument;
  inner.open();
  inner.write("<p>one</p>");
  inner.writeln("<p>two</p>");
  inner.close();
  assert.strictEqual(inner.querySelectorAll("p").length, 2);
  frame.remove();
  assert.throws(() => document.implementation.createDocument(null, "r").write(""), { name: "InvalidStateError" });
});

test("XMLSerializer finds prefixes and drops what says nothing", () => {
  const text = (node) => new XMLSerializer().serializeToString(node);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.append(document.createElementNS("http://www.w3.org/2000/svg", "g"));
  svg.firstChild.setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", "#a\n<\"&");
  assert.strictEqual(text(svg),
    '<svg xmlns="http://www.w3.org/2000/svg"><g xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#a&#10;&lt;&quot;&amp;"/></svg>');
  svg.setAttributeNS("http://www.w3.org/2000/xmlns/", "xmlns:xlink", "http://www.w3.org/1999/xlink");
  assert.strictEqual(text(svg).match(/xmlns:xlink/g).length, 1);
  const root = new DOMParser().parseFromString('<r xmlns="u"><a xmlns="u"/><p:b xmlns:p="u"/><c xmlns=""/></r>', "text/xml").documentElement;
  assert.strictEqual(text(root), '<r xmlns="u"><a/><b xmlns:p="u"/><c xmlns=""/></r>');
  assert.strictEqual(text(document.createElement("br")), '<br xmlns="http://www.w3.org/1999/xhtml" />');
  assert.strictEqual(text(document.createElement("p")), '<p xmlns="http://www.w3.org/1999/xhtml"></p>');
  assert.strictEqual(new DOMParser().parseFromString("<a :b='c'/>", "text/xml").querySelectorAll("parsererror").length, 1);
});

test("DOMParser's documents have the page's address", () => {
  const parsed = new DOMParser().parseFromString("<p>x</p>", "text/html");
  assert.strictEqual(parsed.URL, document.URL);
  assert.strictEqual(parsed.defaultView, null);
  assert.strictEqual(document.implementation.createHTMLDocument("").URL, "about:blank");
});
