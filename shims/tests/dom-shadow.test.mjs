// Slots: flattening, manual assignment, slotchange (DOM § 4.2.2, HTML § 4.12.4).
import assert from "node:assert";
import { test } from "node:test";
import { load } from "./harness.mjs";

await load("<!doctype html><html><head><title>T</title></head><body></body></html>");
const settled = () => new Promise((resolve) => setImmediate(resolve));

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

test("slots among the assigned nodes give what they show; empty ones their fallback", () => {
  const child = make("b", { slot: "outer" });
  const outerHost = make("div", {}, child);
  const passing = make("slot", { name: "outer", slot: "inner" });
  const innerHost = make("div", {}, passing);
  outerHost.attachShadow({ mode: "open" }).append(innerHost);
  const fallback = make("i");
  const [inner, empty] = [make("slot", { name: "inner" }), make("slot", { name: "none" }, fallback, "text")];
  innerHost.attachShadow({ mode: "open" }).append(inner, empty);
  assert.deepStrictEqual(inner.assignedNodes(), [passing]);
  assert.deepStrictEqual(inner.assignedNodes({ flatten: true }), [child]);
  assert.deepStrictEqual(empty.assignedElements({ flatten: true }), [fallback]);
  assert.deepStrictEqual(make("slot", {}, make("b")).assignedNodes({ flatten: true }), []);
});

test("a change of slot or name attributes is signalled", async () => {
  const child = make("b");
  const owner = make("div", {}, child);
  const slot = make("slot", { name: "a" });
  owner.attachShadow({ mode: "open" }).append(slot);
  let changes = 0;
  slot.onslotchange = () => changes++;
  child.slot = "a";
  await settled();
  assert.strictEqual(changes, 1);
  slot.setAttribute("name", "b");
  await settled();
  assert.strictEqual(changes, 2);
  child.slot = "c";
  await settled();
  assert.strictEqual(changes, 2);
});

test("a node assigned by hand has one slot", async () => {
  const child = make("b");
  const owner = make("div", {}, child);
  const [one, two] = [make("slot"), make("slot")];
  owner.attachShadow({ mode: "open", slotAssignment: "manual" }).append(one, two);
  one.assign(child);
  await settled();
  const changed = [];
  one.onslotchange = two.onslotchange = (event) => changed.push(event.target);
  one.assign(child);
  await settled();
  assert.deepStrictEqual(changed, []);
  two.assign(child);
  assert.strictEqual(child.assignedSlot, two);
  assert.deepStrictEqual(one.assignedNodes(), []);
  await settled();
  assert.strictEqual(changed.length, 2);
  assert.throws(() => one.assign(document), TypeError);
});
