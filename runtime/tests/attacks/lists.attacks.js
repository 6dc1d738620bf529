//# Array.prototype.push is nothing
Array.prototype.push = undefined;
//# Array.prototype.push throws
Array.prototype.push = () => { throw new Error("push"); };
//# Array.prototype.push drops what it is given
Array.prototype.push = function () { return this.length; };
//# every method of arrays throws
for (const name of Object.getOwnPropertyNames(Array.prototype)) {
  if (name !== "constructor" && typeof Array.prototype[name] === "function") Array.prototype[name] = () => { throw new Error(name); };
}
//# every method of arrays gives nonsense
for (const name of Object.getOwnPropertyNames(Array.prototype)) {
  if (name !== "constructor" && typeof Array.prototype[name] === "function") Array.prototype[name] = () => [{}, "x"];
}
//# every method of arrays is deleted
for (const name of Object.getOwnPropertyNames(Array.prototype)) if (name !== "length") delete Array.prototype[name];
//# the iterator of arrays is gone
delete Array.prototype[Symbol.iterator];
//# the iterator of arrays gives nothing
Array.prototype[Symbol.iterator] = function* () {};
//# the iterator of arrays never ends
Array.prototype[Symbol.iterator] = () => ({ next: () => ({ value: {}, done: false }) });
//# the iterator of arrays is a getter that throws
Object.defineProperty(Array.prototype, Symbol.iterator, { get() { throw new Error("iterator"); } });
//# next of array iterators throws
Object.getPrototypeOf([][Symbol.iterator]()).next = () => { throw new Error("next"); };
//# next of array iterators is done at once
Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true });
//# next of array iterators lies
const ArrayIterator = Object.getPrototypeOf([][Symbol.iterator]());
const honest = ArrayIterator.next;
ArrayIterator.next = function () { const step = honest.call(this); return step.done ? step : { value: null, done: false }; };
//# return of array iterators
Object.getPrototypeOf([][Symbol.iterator]()).return = () => { throw new Error("return"); };
//# next of map, set, string and generator iterators
for (const iterator of [new Map().entries(), new Set().values(), ""[Symbol.iterator](), "".matchAll(/x/g)]) {
  Object.getPrototypeOf(iterator).next = () => { throw new Error("next"); };
}
Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())).next = () => { throw new Error("next"); };
//# the prototype of all iterators is polluted
const Iterator_ = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
Iterator_.next = Iterator_.return = Iterator_.throw = () => { throw new Error("iterator"); };
delete Iterator_[Symbol.iterator];
//# every method of maps and sets throws
for (const Class of [Map, Set, WeakMap, WeakSet]) {
  for (const name of Object.getOwnPropertyNames(Class.prototype)) {
    if (name !== "constructor" && name !== "size") Class.prototype[name] = () => { throw new Error(name); };
  }
}
//# the size of maps and sets is a lie
for (const Class of [Map, Set]) Object.defineProperty(Class.prototype, "size", { get: () => 1e9 });
//# Map.prototype.get gives what is not there
Map.prototype.get = () => ({});
Map.prototype.has = () => true;
//# iterators of maps and sets are gone
delete Map.prototype[Symbol.iterator];
delete Set.prototype[Symbol.iterator];
delete Map.prototype.entries;
//# Array.prototype.constructor makes other things
Array.prototype.constructor = { [Symbol.species]: function () { return { length: 3 }; } };
//# Array.prototype.constructor throws
Object.defineProperty(Array.prototype, "constructor", { get() { throw new Error("constructor"); } });
//# Symbol.species of everything throws
for (const Class of [Array, Map, Set, Promise, RegExp, ArrayBuffer, Object.getPrototypeOf(Uint8Array)]) {
  Object.defineProperty(Class, Symbol.species, { get() { throw new Error("species"); } });
}
//# typed arrays' constructors make other things
for (const Class of [Uint8Array, Uint32Array, Float32Array, Float64Array]) {
  Object.defineProperty(Class.prototype, "constructor", { get() { throw new Error("constructor"); } });
}
//# every method of typed arrays throws
const Typed = Object.getPrototypeOf(Uint8Array.prototype);
for (const name of Object.getOwnPropertyNames(Typed)) {
  const { value } = Object.getOwnPropertyDescriptor(Typed, name);
  if (name !== "constructor" && typeof value === "function") Typed[name] = () => { throw new Error(name); };
}
//# typed arrays iterate wrongly
Object.getPrototypeOf(Uint8Array.prototype)[Symbol.iterator] = function* () { throw new Error("typed"); };
//# the length, buffer and offset of typed arrays are lies : bounded
const Typed = Object.getPrototypeOf(Uint8Array.prototype);
Object.defineProperty(Typed, "length", { get: () => 1e9 });
Object.defineProperty(Typed, "byteLength", { get: () => 1e9 });
Object.defineProperty(Typed, "byteOffset", { get: () => 7 });
Object.defineProperty(Typed, "buffer", { get: () => new ArrayBuffer(8) });
//# indices of Array.prototype have setters : alive
for (let i = 0; i < 8; i++) Object.defineProperty(Array.prototype, i, { set() { throw new Error("set"); }, get() { return {}; }, configurable: true });
//# indices of Object.prototype have setters : alive
for (let i = 0; i < 8; i++) Object.defineProperty(Object.prototype, i, { set() { throw new Error("set"); }, get() { return {}; }, configurable: true });
//# indices of Object.prototype cannot be written : alive
for (let i = 0; i < 8; i++) Object.defineProperty(Object.prototype, i, { value: "polluted", writable: false });
//# indices of Array.prototype are values : alive
for (let i = 0; i < 8; i++) Array.prototype[i] = "polluted";
//# the prototype of Array.prototype is a proxy that throws : alive
Object.setPrototypeOf(Array.prototype, new Proxy({}, {
  get(target, key) { throw new Error(String(key)); }, set() { throw new Error("set"); }, has() { throw new Error("has"); },
}));
//# the prototype of Array.prototype is nothing
Object.setPrototypeOf(Array.prototype, null);
//# Array.prototype is frozen
Object.freeze(Array.prototype);
//# Symbol.isConcatSpreadable
Object.defineProperty(Array.prototype, Symbol.isConcatSpreadable, { value: false });
Object.defineProperty(Object.prototype, Symbol.isConcatSpreadable, { value: true });
//# Array.from, Array.isArray, Array.of are replaced
Array.from = () => { throw new Error("from"); };
Array.isArray = () => { throw new Error("isArray"); };
Array.of = () => { throw new Error("of"); };
//# a game's polyfills of arrays
for (const [name, f] of Object.entries({
  remove(item) { const at = this.indexOf(item); if (at >= 0) this.splice(at, 1); return this; },
  last() { return this[this.length - 1]; },
  shuffle() { return this; },
  insert(at, item) { this.splice(at, 0, item); },
})) Array.prototype[name] = f;
String.prototype.format = function () { return String(this); };
Object.prototype.clone = function () { return { ...this }; };
Function.prototype.method = function (name, f) { this.prototype[name] = f; return this; };
Number.prototype.clamp = function (a, b) { return Math.min(Math.max(this, a), b); };
