// Imports every shim module and installs what it offers. A module may export:
//   globals   object: name → value, defined on globalThis (writable, configurable, not enumerable)
//   install() run once, after all globals are there, while the start-up snapshot is built
//   start(page) run once a page, before any page script; `page` is the config of the hook `startPage`
//   hooks     object: functions that Rust calls (docs/boundary.md)
// Order matters for `install` and `start` only.
import { define, host, runFrame } from "ext:oracade/internal.js";
import { modules as canvas } from "ext:oracade/canvas/index.js";
import { modules as dom } from "ext:oracade/dom/index.js";
import * as random from "ext:oracade/ecma/random.js";
import * as weak from "ext:oracade/ecma/weak.js";
import { modules as platform } from "ext:oracade/platform/index.js";

const MODULES = [
  ...dom,
  random,
  weak,
  ...platform,
  ...canvas,
];

function startPage(config) {
  host.config = config;
  for (const module of MODULES) {
    if (module.start !== undefined) module.start(config);
  }
}

const hooks = { startPage, runFrame };
for (const module of MODULES) {
  for (const [name, value] of Object.entries(module.globals ?? {})) define(globalThis, name, value);
  Object.assign(hooks, module.hooks ?? {});
}
for (const module of MODULES) {
  if (module.install !== undefined) module.install();
}
define(globalThis, "__oracade", hooks);
