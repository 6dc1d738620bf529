// Imports every shim module and installs what it offers. A module may export:
//   globals   object: name → value, defined on globalThis (writable, configurable, not enumerable)
//   install() run once, after all globals are there, while the start-up snapshot is built
//   start(page) run once a page, before any page script; `page` is the config of the hook `startPage`
//   hooks     object: functions that Rust calls (docs/boundary.md)
// Order matters for `install` and `start` only.
import { define, host, runFrame } from "ext:oracade/internal.js";
import { modules as canvas } from "ext:oracade/canvas/index.js";
import { modules as dom } from "ext:oracade/dom/index.js";
import * as functionText from "ext:oracade/ecma/function_text.js";
import * as indices from "ext:oracade/ecma/indices.js";
import * as random from "ext:oracade/ecma/random.js";
import * as weak from "ext:oracade/ecma/weak.js";
import { modules as platform } from "ext:oracade/platform/index.js";
import * as navigator from "ext:oracade/platform/navigator.js";
import * as performance from "ext:oracade/platform/performance.js";
import * as wasm from "ext:oracade/platform/wasm.js";
import * as windowParts from "ext:oracade/platform/window_parts.js";
import { moduleDone, rememberAll, rememberLanguage, startWorker } from "ext:oracade/platform/worker_scope.js";

// Before anything is added.
rememberLanguage(Object.getOwnPropertyNames(globalThis));

const MODULES = [
  ...dom,
  functionText,
  indices,
  random,
  weak,
  ...platform,
  ...canvas,
];

/** What a worker needs started. */
const WORKER_MODULES = [random, performance, navigator, wasm, windowParts];

function startPage(config) {
  host.config = config;
  if (config.worker) {
    for (const module of WORKER_MODULES) module.start(config);
    startWorker(config);
    return;
  }
  for (const module of MODULES) {
    if (module.start !== undefined) module.start(config);
  }
}

const hooks = { startPage, runFrame };
for (const module of MODULES) {
  for (const [name, value] of Object.entries(module.globals ?? {})) {
    define(globalThis, name, value);
    host.globals[name] = value;
  }
  Object.assign(hooks, module.hooks ?? {});
}
for (const module of MODULES) {
  if (module.install !== undefined) module.install();
}
const documentScriptDone = hooks.scriptDone;
hooks.scriptDone = (id, ok) => (host.config.worker ? moduleDone(ok) : documentScriptDone(id, ok));
define(globalThis, "__oracade", hooks);
rememberAll(Object.getOwnPropertyNames(globalThis));
