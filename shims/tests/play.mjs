// Plays one recorded input sequence against the shims and prints the event log as JSON: `node play.mjs NAME`.
import { readFileSync } from "node:fs";
import { load } from "./harness.mjs";
import { seqs } from "./recorded/sequences.mjs";

const read = (name) => readFileSync(new URL(`recorded/${name}`, import.meta.url), "utf8");
const steps = seqs[process.argv[2]];
const { hooks, ops, runTasks } = await load(read("page.html").replace(/<style>[^]*<\/style>/, ""));
const { host } = await import("ext:oracade/internal.js");
for (const name of ["interactive", "DOMContentLoaded", "complete", "load", "pageshow"]) hooks.documentEvent(name);

// The layout of page.html.
const RECTS = {
  lnk: [200, 400, 60, 20], dis: [0, 400, 100, 30], lab: [200, 300, 100, 20], rng: [0, 300, 140, 20], txt: [300, 200, 100, 30],
  chk: [200, 200, 20, 20], btn: [0, 200, 100, 30], cap: [400, 0, 100, 100], c: [200, 0, 100, 100], b: [20, 20, 40, 40],
  a: [0, 0, 100, 100],
};
const idOf = (element) => {
  for (let id = 1; id < 1000; id++) if (host.nodeOf(id) === element) return id;
};
const ids = new Map(Object.keys(RECTS).map((name) => [name, idOf(document.getElementById(name))]));
const names = new Map([...ids].map(([name, id]) => [id, name]));
const body = idOf(document.body);
let scrollY = 0;
ops.hit = (x, y) => {
  for (const [name, [left, top, width, height]] of Object.entries(RECTS)) {
    if (host.nodeOf(ids.get(name)) === undefined) continue;
    if (x >= left && x < left + width && y + scrollY >= top && y + scrollY < top + height) return ids.get(name);
  }
  return x >= 0 && y >= 0 && x < 1280 && y < 713 ? body : 0;
};
ops.op_layout_rects = (id, kind, out) => {
  const name = names.get(id);
  const [left, top, width, height] = RECTS[name] ?? [0, 0, 1280, 3000];
  const border = ["btn", "txt", "dis"].includes(name) ? 2 : 0;
  if (kind === 4) out.set(id === 1 ? [0, scrollY, 1280, 3000] : [0, 0, width, height]);
  else if (kind === 3) out.set([border, border, width, height]);
  else out.set([left, top - (kind === 0 ? scrollY : 0), width, height]);
  return 1;
};
ops.op_layout_wheel_target = (id, dx, dy) => (dy !== 0 ? 1 : 0);
ops.op_layout_scroll = (id, x, y) => {
  const next = Math.max(0, Math.min(3000 - 713, y));
  const moved = next !== scrollY;
  scrollY = next;
  return moved;
};
ops.op_style_computed = (id, pseudo, name) =>
  name === "visibility" ? "visible" : name === "touch-action" ? (names.get(id) === "c" ? "none" : "auto") : "";

// The recording waited about this long between two inputs.
const BETWEEN_MS = 40;
let clock = 0;
ops.op_now_us = () => clock * 1000;
const frame = (ms) => {
  runTasks();
  clock += ms;
  hooks.runFrame(clock);
  runTasks();
};
(0, eval)(read("log.js"));
frame(17);
globalThis.__log.length = 0;
for (const step of steps) {
  if (typeof step === "string") {
    const [kind, argument] = [step.slice(0, step.indexOf(":")), step.slice(step.indexOf(":") + 1)];
    if (kind === "prevent") globalThis.__prevent = argument.split(",");
    else if (kind === "wait") frame(+argument);
    else globalThis.__log.push(`= ${JSON.stringify((0, eval)(argument))}`);
    continue;
  }
  const [kind, parameters] = step;
  globalThis.__log.push(`> ${parameters.type}`);
  const answer = hooks.input({ kind, ...parameters });
  if (answer.error !== undefined) globalThis.__log.push(`ERR ${answer.error}`);
  frame(BETWEEN_MS);
}
for (let i = 0; i < 8; i++) frame(17);
process.stdout.write(JSON.stringify({ log: [...globalThis.__log], exceptions: ops.exceptions }));
