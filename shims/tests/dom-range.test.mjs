// Ranges: live updates, contents, boundary checks (DOM § 5).
import assert from "node:assert";
import { test } from "node:test";
import { load } from "./harness.mjs";

await load("<!doctype html><html><head><title>T</title></head><body></body></html>");

/** Builds a tree from ["name", child…] and strings. */
function build([name, ...children]) {
  const element = document.createElement(name);
  element.append(...children.map((child) => (typeof child === "string" ? child : build(child))));
  return element;
}
function range(startNode, startOffset, endNode, endOffset) {
  const made = document.createRange();
  made.setStart(startNode, startOffset);
  made.setEnd(endNode, endOffset);
  return made;
}
const ends = (r) => [r.startContainer, r.startOffset, r.endContainer, r.endOffset];
const html = (node) => (node.nodeType === 3 ? node.data : node.nodeType === 11 ? [...node.childNodes].map(html).join("")
  : `<${node.localName}>${[...node.childNodes].map(html).join("")}</${node.localName}>`);
const throws = (name, run) => assert.throws(run, (error) => error.name === name);

test("points after an insertion or a removal move; those before stay", () => {
  const root = build(["div", ["a"], ["b"], ["i"]]);
  const r = range(root, 1, root, 3);
  root.prepend("x");
  assert.deepStrictEqual(ends(r), [root, 2, root, 4]);
  root.append("y");
  assert.deepStrictEqual(ends(r), [root, 2, root, 4]);
  root.firstChild.remove();
  root.children[1].remove();
  assert.deepStrictEqual(ends(r), [root, 1, root, 2]);
});

test("what leaves with a removed subtree ends up where the subtree was, however the subtree came there", () => {
  const deep = build(["p", ["span", "text"]]);
  const text = deep.firstChild.firstChild;
  const r = range(text, 1, text, 3);
  const root = build(["div", ["a"]]);
  root.append(deep, "tail");
  assert.deepStrictEqual(ends(r), [text, 1, text, 3]);
  deep.remove();
  assert.deepStrictEqual(ends(r), [root, 1, root, 1]);
});

test("text edits, splits and normalisation carry ranges along", () => {
  const root = build(["div", "abcdef"]);
  const text = root.firstChild;
  const r = range(text, 2, text, 5);
  text.insertData(0, "__");
  assert.deepStrictEqual(ends(r), [text, 4, text, 7]);
  text.deleteData(0, 3);
  assert.deepStrictEqual(ends(r), [text, 1, text, 4]);
  const outer = range(root, 0, root, 1);
  const rest = text.splitText(2);
  assert.deepStrictEqual(ends(r), [text, 1, rest, 2]);
  assert.deepStrictEqual(ends(outer), [root, 0, root, 2]);
  root.normalize();
  assert.deepStrictEqual(ends(r), [text, 1, text, 4]);
});

test("thousands of ranges follow at once", () => {
  const root = build(["div", ["a"], ["b"]]);
  const ranges = Array.from({ length: 2000 }, () => range(root, 1, root, 2));
  root.prepend("x");
  assert.ok(ranges.every((r) => r.startOffset === 2 && r.endOffset === 3));
});

test("contents are cloned, extracted and deleted across levels", () => {
  const make = () => build(["div", ["p", "one", ["b", "two"]], ["i"], ["p", ["b", "three"], "four"]]);
  const select = (root) => range(root.firstChild.lastChild.firstChild, 1, root.lastChild.firstChild.firstChild, 2);
  const cloned = make();
  assert.strictEqual(html(select(cloned).cloneContents()), "<p><b>wo</b></p><i></i><p><b>th</b></p>");
  assert.strictEqual(html(cloned), html(make()));
  const extracted = make();
  const r = select(extracted);
  assert.strictEqual(html(r.extractContents()), "<p><b>wo</b></p><i></i><p><b>th</b></p>");
  assert.strictEqual(html(extracted), "<div><p>one<b>t</b></p><p><b>ree</b>four</p></div>");
  assert.deepStrictEqual(ends(r), [extracted, 1, extracted, 1]);
  const deleted = make();
  select(deleted).deleteContents();
  assert.strictEqual(html(deleted), "<div><p>one<b>t</b></p><p><b>ree</b>four</p></div>");
});

test("a very deep selection is extracted without recursion", () => {
  const root = document.createElement("div");
  let at = root;
  for (let i = 0; i < 20000; i++) at = at.appendChild(document.createElement("b"));
  at.append("x");
  const other = root.appendChild(document.createElement("i"));
  const r = document.createRange();
  r.setStart(at.firstChild, 0);
  r.setEnd(other, 0);
  assert.strictEqual(r.extractContents().textContent, "x");
});

test("insertNode splits text and grows a collapsed range; surroundContents refuses half elements", () => {
  const root = build(["div", "abcd"]);
  const r = range(root.firstChild, 2, root.firstChild, 2);
  const b = document.createElement("b");
  r.insertNode(b);
  assert.strictEqual(html(root), "<div>ab<b></b>cd</div>");
  assert.deepStrictEqual(ends(r), [root.firstChild, 2, root, 2]);
  const half = range(b, 0, root.lastChild, 1);
  throws("InvalidStateError", () => half.surroundContents(document.createElement("u")));
  const whole = range(root.firstChild, 1, root.lastChild, 1);
  whole.surroundContents(document.createElement("u"));
  assert.strictEqual(html(root), "<div>a<u>b<b></b>c</u>d</div>");
  throws("HierarchyRequestError", () => range(root, 0, root, 0).insertNode(root));
});

test("points are checked, and compared within one tree only", () => {
  const root = build(["div", "abc"]);
  const r = range(root, 0, root, 1);
  throws("IndexSizeError", () => r.comparePoint(root.firstChild, 4));
  throws("IndexSizeError", () => r.isPointInRange(root.firstChild, -1));
  throws("WrongDocumentError", () => r.comparePoint(document.createElement("p"), 0));
  assert.strictEqual(r.isPointInRange(document.createElement("p"), 9), false);
  assert.strictEqual(r.intersectsNode(document.createElement("p")), false);
  throws("InvalidNodeTypeError", () => r.setStart(document.doctype, 0));
  throws("NotSupportedError", () => r.compareBoundaryPoints(4, r));
  throws("InvalidNodeTypeError", () => new StaticRange({ startContainer: document.doctype, startOffset: 0, endContainer: root, endOffset: 0 }));
  assert.throws(() => new StaticRange({ startContainer: root }), TypeError);
});

test("the selection's own range is followed, whoever moves it", () => {
  const root = document.body.appendChild(build(["div", ["a"], ["b"]]));
  const selection = getSelection();
  selection.setBaseAndExtent(root, 2, root, 1);
  assert.strictEqual(selection.direction, "backward");
  root.prepend("x");
  assert.deepStrictEqual([selection.anchorOffset, selection.focusOffset], [3, 2]);
  selection.removeAllRanges();
  root.remove();
});
