//# Function.prototype.call, apply and bind throw
for (const name of ["call", "apply", "bind"]) Function.prototype[name] = () => { throw new Error(name); };
//# Function.prototype.call is a getter
Object.defineProperty(Function.prototype, "call", { get() { throw new Error("call"); } });
//# Function.prototype.toString throws
Function.prototype.toString = () => { throw new Error("toString"); };
//# every method of strings throws
for (const name of Object.getOwnPropertyNames(String.prototype)) {
  if (name !== "constructor" && typeof String.prototype[name] === "function") String.prototype[name] = () => { throw new Error(name); };
}
//# every method of strings gives nonsense
for (const name of Object.getOwnPropertyNames(String.prototype)) {
  if (name !== "constructor" && typeof String.prototype[name] === "function") String.prototype[name] = () => "nonsense";
}
//# the iterator of strings
String.prototype[Symbol.iterator] = function* () {};
//# strings answer to the symbols of regular expressions
for (const symbol of [Symbol.replace, Symbol.split, Symbol.match, Symbol.matchAll, Symbol.search]) {
  for (const Class of [String, Object]) Object.defineProperty(Class.prototype, symbol, { value() { throw new Error("symbol"); }, configurable: true });
}
//# RegExp.prototype.exec finds nothing
RegExp.prototype.exec = () => null;
//# RegExp.prototype.exec always finds
RegExp.prototype.exec = () => Object.assign(["found", "found"], { index: 0 });
//# RegExp.prototype.exec is a getter that changes its mind
const exec = RegExp.prototype.exec;
let asked = 0;
Object.defineProperty(RegExp.prototype, "exec", { get: () => (asked++ % 2 === 0 ? exec : () => { throw new Error("exec"); }) });
//# RegExp.prototype.test throws
RegExp.prototype.test = () => { throw new Error("test"); };
//# the symbols of RegExp.prototype throw
for (const symbol of [Symbol.replace, Symbol.split, Symbol.match, Symbol.matchAll, Symbol.search]) {
  RegExp.prototype[symbol] = () => { throw new Error("symbol"); };
}
//# the flags of RegExp.prototype throw
for (const name of ["flags", "global", "unicode", "sticky", "ignoreCase", "source", "hasIndices"]) {
  Object.defineProperty(RegExp.prototype, name, { get() { throw new Error(name); } });
}
//# RegExp.prototype.lastIndex
Object.defineProperty(RegExp.prototype, "lastIndex", { set() { throw new Error("lastIndex"); } });
//# statics of Object throw
for (const name of Object.getOwnPropertyNames(Object)) {
  if (typeof Object[name] === "function") Object.defineProperty(Object, name, { value() { throw new Error(name); } });
}
//# statics of Reflect throw
for (const name of Object.getOwnPropertyNames(Reflect)) if (typeof Reflect[name] === "function") Reflect[name] = () => { throw new Error(name); };
//# Math throws
for (const name of Object.getOwnPropertyNames(Math)) if (typeof Math[name] === "function") Math[name] = () => { throw new Error(name); };
//# Math lies
for (const name of Object.getOwnPropertyNames(Math)) if (typeof Math[name] === "function") Math[name] = () => NaN;
//# Number, parseInt, isNaN and their statics
for (const name of Object.getOwnPropertyNames(Number)) {
  if (typeof Number[name] === "function") Number[name] = () => { throw new Error(name); };
}
Number.prototype.toString = Number.prototype.toFixed = () => { throw new Error("number"); };
globalThis.parseInt = globalThis.parseFloat = globalThis.isNaN = globalThis.isFinite = () => { throw new Error("number"); };
globalThis.Number = globalThis.String = globalThis.Boolean = globalThis.BigInt = () => { throw new Error("number"); };
//# String's statics
String.fromCharCode = String.fromCodePoint = String.raw = () => { throw new Error("String"); };
//# JSON is gone
globalThis.JSON = undefined;
//# JSON.stringify and JSON.parse throw
JSON.stringify = JSON.parse = () => { throw new Error("JSON"); };
//# toJSON is everywhere
for (const Class of [Object, Array, String, Number, Map]) Class.prototype.toJSON = () => "polluted";
//# every global of the language is nothing
for (const name of ["Object", "Function", "Array", "String", "Number", "Boolean", "Symbol", "BigInt", "Math", "JSON", "Reflect", "Promise",
  "Map", "Set", "WeakMap", "WeakSet", "Proxy", "RegExp", "Error", "TypeError", "RangeError", "SyntaxError", "ArrayBuffer", "Uint8Array",
  "Uint8ClampedArray", "Uint32Array", "Float32Array", "Float64Array", "DataView", "Date", "Intl", "WeakRef", "parseInt", "isNaN"]) {
  globalThis[name] = undefined;
}
//# every global of the platform is nothing
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (/^[A-Z]/.test(name) || /^(set|clear|request|cancel|queue)/.test(name)) {
    try { globalThis[name] = undefined; } catch {}
  }
}
//# every global of the platform is deleted
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (/^[A-Z]/.test(name) || /^(set|clear|request|cancel|queue|fetch|atob|btoa|structuredClone)/.test(name)) {
    try { delete globalThis[name]; } catch {}
  }
}
//# every global of the platform is a getter that throws
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (!/^[A-Z]/.test(name)) continue;
  try { Object.defineProperty(globalThis, name, { get() { throw new Error(name); }, set() {}, configurable: true }); } catch {}
}
//# Error.prepareStackTrace throws : alive
Error.prepareStackTrace = () => { throw new Error("prepareStackTrace"); };
//# Error.prepareStackTrace keeps the call sites
Error.prepareStackTrace = (error, sites) => {
  for (const site of sites) {
    const f = site.getFunction?.();
    if (f) f.call?.(undefined);
  }
  return sites;
};
//# Error.stackTraceLimit is a getter, captureStackTrace throws
Object.defineProperty(Error, "stackTraceLimit", { get() { throw new Error("limit"); } });
Error.captureStackTrace = () => { throw new Error("capture"); };
//# Error.prototype is hostile
for (const name of ["message", "name", "stack", "cause", "toString"]) {
  Object.defineProperty(Error.prototype, name, { get() { throw "hostile"; }, set() { throw "hostile"; } });
}
//# Symbol.toPrimitive, toString and valueOf of Object.prototype throw
Object.defineProperty(Object.prototype, Symbol.toPrimitive, { value() { throw new Error("primitive"); } });
Object.prototype.toString = Object.prototype.valueOf = () => { throw new Error("primitive"); };
//# Symbol.hasInstance of the classes lies : alive
for (const name of ["EventTarget", "Node", "Element", "HTMLElement", "Event", "Document", "HTMLCanvasElement", "AbortSignal", "Promise", "Array", "Map",
  "ArrayBuffer", "Uint8Array", "Blob", "FormData", "MouseEvent"]) {
  Object.defineProperty(globalThis[name], Symbol.hasInstance, { value: () => true });
}
//# Symbol.toStringTag of Object.prototype
Object.defineProperty(Object.prototype, Symbol.toStringTag, { get() { throw new Error("tag"); } });
//# Symbol.unscopables
Object.defineProperty(Object.prototype, Symbol.unscopables, { get() { throw new Error("unscopables"); } });
//# Promise.prototype.then throws
Promise.prototype.then = () => { throw new Error("then"); };
Promise.prototype.catch = Promise.prototype.finally = () => { throw new Error("catch"); };
//# Promise's statics throw
for (const name of ["resolve", "reject", "all", "race", "any", "allSettled", "withResolvers", "try"]) {
  Promise[name] = () => { throw new Error(name); };
}
//# Promise is another class
class Other { constructor(run) { run(() => {}, () => {}); } then() { return this; } catch() { return this; } static resolve() { return new Other(() => {}); } }
globalThis.Promise = Other;
//# then of Object.prototype is a getter that throws now and then : alive
Object.defineProperty(Object.prototype, "then", { get() { throw new Error("then"); }, configurable: true });
//# ArrayBuffer and DataView throw
for (const Class of [ArrayBuffer, DataView]) {
  for (const name of Object.getOwnPropertyNames(Class.prototype)) {
    if (typeof Object.getOwnPropertyDescriptor(Class.prototype, name).value === "function" && name !== "constructor") {
      Class.prototype[name] = () => { throw new Error(name); };
    }
  }
}
ArrayBuffer.isView = () => { throw new Error("isView"); };
//# Date throws
for (const name of Object.getOwnPropertyNames(Date.prototype)) if (name !== "constructor") Date.prototype[name] = () => { throw new Error(name); };
Date.now = () => { throw new Error("now"); };
//# a game's Math.random, Date.now and performance.now
Math.random = () => 0.5;
Date.now = () => 5;
performance.now = () => 5;
//# eval and Function are replaced
globalThis.eval = () => { throw new Error("eval"); };
globalThis.Function = () => { throw new Error("Function"); };
