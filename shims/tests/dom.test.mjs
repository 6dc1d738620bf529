// Scripts give the answers that headless Chromium 156 gave (recorded/answers.json). Those that need a real HTML or CSS parser
// run in the engine's own tests.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./harness.mjs";
import { snips } from "./recorded/scripts.mjs";

const expected = JSON.parse(readFileSync(new URL("recorded/answers.json", import.meta.url), "utf8"));
const { hooks, ops, runTasks } = await load("<!doctype html><html><head><title>T</title></head><body><p>para</p></body></html>");
for (const name of ["interactive", "DOMContentLoaded", "complete", "load", "pageshow"]) hooks.documentEvent(name);
const { host } = await import("ext:oracade/internal.js");
process.on("unhandledRejection", () => {});
const immediate = globalThis.setImmediate;
globalThis.setTimeout = (callback) => host.queueTask("test", callback);

async function answer(script) {
  const result = (0, eval)(script);
  for (let i = 0; i < 40; i++) {
    runTasks();
    hooks.runFrame(16);
    await new Promise((resolve) => immediate(resolve));
  }
  return JSON.parse(JSON.stringify(await result));
}

for (const name of Object.keys(expected)) {
  test(`dom: ${name}`, async () => {
    assert.deepStrictEqual(await answer(snips[name]), expected[name]);
  });
}

test("the mirror is told once per flush what changed often, and forgets what left", () => {
  const div = document.createElement("div");
  div.append("x");
  host.flush();
  ops.batches.length = 0;
  document.body.append(div);
  for (let i = 0; i < 100; i++) div.style.left = `${i}px`;
  host.flush();
  const { words, strings } = ops.batches.pop();
  assert.deepStrictEqual(words.slice(0, 2), [1, words[1]]);
  assert.strictEqual(strings.filter((text) => text.startsWith("left:")).join(), "left: 99px;");
  div.remove();
  host.flush();
  assert.deepStrictEqual(ops.batches.pop().words, [4, words[1]]);
});

test("a node moved within the document is removed and created again under its id", () => {
  const [a, b] = [document.createElement("p"), document.createElement("p")];
  document.body.append(a, b);
  host.flush();
  ops.batches.length = 0;
  document.body.append(a);
  host.flush();
  const { words } = ops.batches.pop();
  assert.strictEqual(words[0], 4);
  assert.strictEqual(words[2], 1);
  assert.strictEqual(words[1], words[3]);
});

test("legacy names hear the user agent's events only where nothing listens to the standard name", () => {
  const heard = [];
  const outer = document.createElement("div");
  const inner = document.createElement("div");
  outer.append(inner);
  for (const name of ["webkitAnimationEnd", "mousewheel"]) inner.addEventListener(name, (event) => heard.push(event.type));
  outer.onwebkitanimationend = (event) => heard.push(`outer ${event.type}`);
  host.fire(inner, "animationend", { bubbles: true });
  host.fire(inner, "wheel", { bubbles: true });
  inner.addEventListener("animationend", (event) => heard.push(event.type));
  host.fire(inner, "animationend", {});
  inner.dispatchEvent(new Event("wheel"));
  assert.deepStrictEqual(heard, ["webkitAnimationEnd", "outer webkitAnimationEnd", "mousewheel", "animationend"]);
});

test("a pen's tilts and angles follow from each other", () => {
  const of = (init) => {
    const { tiltX, tiltY, altitudeAngle, azimuthAngle } = new PointerEvent("x", init);
    return [tiltX, tiltY, altitudeAngle, azimuthAngle].map((value) => +value.toFixed(4));
  };
  assert.deepStrictEqual(of({}), [0, 0, 1.5708, 0]);
  assert.deepStrictEqual(of({ tiltX: 0, tiltY: -45 }), [0, -45, 0.7854, 4.7124]);
  assert.deepStrictEqual(of({ altitudeAngle: 0, azimuthAngle: Math.PI }), [-90, 0, 0, 3.1416]);
  assert.deepStrictEqual(of({ tiltX: 5, altitudeAngle: 1 }), [5, 0, 1, 0]);
});
