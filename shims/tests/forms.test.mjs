// Forms, popovers and drag data as HTML has them, in the mocked engine.
import assert from "node:assert";
import { test } from "node:test";
import { load } from "./harness.mjs";

const { hooks, runTasks } = await load(`<!doctype html><html><body>
  <form id="f"><input name="a" value="1" required><input type="radio" name="r" required><input name="e" type="email" multiple>
  <input type="file" name="file"><button name="go" value="yes">go</button></form>
  <div id="pop" popover>pop</div><button id="opener" popovertarget="pop">open</button><input id="text" value="one two">
  <meter id="m" min="2" max="1" value="5"></meter><label id="l"><a id="plain">x</a><input id="box" type="checkbox"></label></body></html>`);
for (const name of ["interactive", "DOMContentLoaded", "complete", "load", "pageshow"]) hooks.documentEvent(name);
const get = (id) => document.getElementById(id);
const frame = () => {
  runTasks();
  hooks.runFrame(16);
  runTasks();
};

test("formdata is heard while a form's entries are collected, and can add to them", () => {
  const form = get("f");
  form.addEventListener("formdata", (event) => event.formData.append("more", "x"), { once: true });
  const data = new FormData(form, form.querySelector("button"));
  const seen = [...data].map(([name, value]) => `${name}=${typeof value === "string" ? value : value.constructor.name}`);
  assert.deepStrictEqual(seen, ["a=1", "e=", "file=File", "go=yes", "more=x"]);
  assert.throws(() => new FormData(form, get("opener")), { name: "NotFoundError" });
});

test("nothing is missing in a field that cannot be changed; a group of radio buttons is required by one of them", () => {
  const [field, radio, mail] = get("f").querySelectorAll("input");
  field.value = "";
  assert.strictEqual(field.validity.valueMissing, true);
  field.readOnly = true;
  assert.strictEqual(field.validity.valueMissing, false);
  assert.strictEqual(radio.validity.valueMissing, true);
  mail.value = " a@b.c ,  d@e.f ";
  assert.strictEqual(mail.value, "a@b.c,d@e.f");
  assert.strictEqual(mail.validity.typeMismatch, false);
  mail.value = "a@b.c,nobody";
  assert.strictEqual(mail.validity.typeMismatch, true);
});

test("a popover tells of its opening before and after, and the opening can be stopped", () => {
  const log = [];
  const pop = get("pop");
  const stop = (event) => event.preventDefault();
  for (const type of ["beforetoggle", "toggle"]) pop.addEventListener(type, (event) => log.push(`${type} ${event.newState}`));
  pop.addEventListener("beforetoggle", stop);
  pop.showPopover();
  assert.strictEqual(pop.matches(":popover-open"), false);
  pop.removeEventListener("beforetoggle", stop);
  get("opener").click();
  frame();
  assert.strictEqual(pop.matches(":popover-open"), true);
  get("opener").click();
  frame();
  assert.deepStrictEqual(log, ["beforetoggle open", "beforetoggle open", "toggle open", "beforetoggle closed", "toggle closed"]);
});

test("the selection of a field begins at its start, and scripts' selections are told with the next frame", () => {
  const text = get("text");
  const log = [];
  for (const type of ["select", "selectionchange"]) text.addEventListener(type, () => log.push(type));
  assert.deepStrictEqual([text.selectionStart, text.selectionEnd], [0, 0]);
  text.setSelectionRange(1, 3);
  assert.deepStrictEqual(log, []);
  frame();
  assert.deepStrictEqual(log.sort(), ["select", "selectionchange"]);
  assert.throws(() => text.setRangeText(), TypeError);
});

test("keys edit a field, and Control+Z takes typing back as one", () => {
  const text = get("text");
  text.focus();
  text.setSelectionRange(7, 7);
  const key = (name, more = {}) => hooks.input({ kind: "key", type: "keyDown", key: name, windowsVirtualKeyCode: 65, ...more });
  for (const letter of "abc") key(letter, { text: letter });
  assert.strictEqual(text.value, "one twoabc");
  key("Backspace", { modifiers: 2 });
  assert.strictEqual(text.value, "one ");
  key("z", { modifiers: 2 });
  key("z", { modifiers: 2 });
  assert.strictEqual(text.value, "one two");
});

test("a meter's numbers stay between each other", () => {
  const meter = get("m");
  assert.deepStrictEqual([meter.min, meter.max, meter.value, meter.low, meter.high], [2, 2, 2, 2, 2]);
});

test("a click on what is not interactive in a label goes to its control", () => {
  get("plain").click();
  assert.strictEqual(get("box").checked, true);
});

test("drag data can be written while a drag begins", () => {
  const data = new DataTransfer();
  data.setData("text", "t");
  data.setData("URL", "http://x/");
  assert.deepStrictEqual([...data.types], ["text/plain", "text/uri-list"]);
  assert.strictEqual(data.getData("text/plain"), "t");
  data.clearData("text");
  assert.strictEqual(data.items.length, 1);
});

test("what is disabled or hidden loses the focus with the next frame", () => {
  const button = get("opener");
  const log = [];
  button.addEventListener("blur", () => log.push("blur"));
  button.focus();
  button.disabled = true;
  assert.strictEqual(document.activeElement, button);
  frame();
  assert.strictEqual(document.activeElement, document.body);
  assert.deepStrictEqual(log, ["blur"]);
});
