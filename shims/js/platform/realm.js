// A realm beside the document's, for the scripts of a worklet: ECMAScript's objects, whose clock, chance and collector are the page's
// (docs/determinism.md). What a global scope has beside them is its kind's.
import { ops } from "ext:oracade/internal.js";
import { randomStream } from "ext:oracade/ecma/random.js";

let made = 0;
/** What of the language could tell time, chance or collection, as the page has it; taken when the snapshot is built. */
let shared = {};

const hidden = { writable: true, enumerable: false, configurable: true };

/** Makes a realm; its global object. */
export function newRealm() {
  const number = ++made;
  const global = ops.op_realm_new(number);
  for (const name of Object.keys(shared)) Object.defineProperty(global, name, { value: shared[name], ...hidden });
  Object.defineProperty(global.Math, "random", { value: randomStream(number), ...hidden });
  Object.defineProperty(global.Function.prototype, "toString", { value: functionText, ...hidden });
  // The first is there for isolated pages only, the second is no part of the language.
  delete global.SharedArrayBuffer;
  delete global.queueMicrotask;
  return global;
}
let functionText;

/**
 * Loads and runs a module graph in a realm. Gives `{promise}` of its evaluation, `{error}` if it cannot be compiled or linked, or
 * `{}` if a part of it is not there.
 */
export function runModule(global, url) {
  const [kind, value] = ops.op_realm_module(global, url) ?? [1];
  return kind === 0 ? { promise: value } : kind === 2 ? { error: value } : {};
}

export function install() {
  for (const name of ["Date", "Intl", "Temporal", "WeakRef", "FinalizationRegistry"]) {
    if (name in globalThis) shared[name] = globalThis[name];
  }
  functionText = Function.prototype.toString;
}

export function start() {
  made = 0;
}
