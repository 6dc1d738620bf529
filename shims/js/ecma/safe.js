// What the other shims call instead of methods of the language's prototypes. They are written as plain JavaScript;
// oracade-harden rewrites `list.push(item)` to `$$push(list, item)` and so on when the start-up snapshot is made
// (docs/containment.md). Nothing here may look up what a page can change: this file is not rewritten.
//
// A name exported as `$$name` is rewritten everywhere. `$$nameList` takes the arguments as a list.
const { apply, getPrototypeOf, defineProperty: reflectDefine, ownKeys, getOwnPropertyDescriptor } = Reflect;
const { setPrototypeOf, freeze, isExtensible } = Object;
const { isArray } = Array;
const { isView } = ArrayBuffer;
const { min } = Math;
const iteratorSymbol = Symbol.iterator;

const { bind, call } = Function.prototype;
/** A method as a function of its receiver. */
const uncurry = bind.bind(call);

const array = {};
const string = {};
const typed = {};
for (const [into, prototype] of [[array, Array.prototype], [string, String.prototype], [typed, getPrototypeOf(Uint8Array.prototype)]]) {
  setPrototypeOf(into, null);
  for (const name of ownKeys(prototype)) {
    const { value } = getOwnPropertyDescriptor(prototype, name);
    if (typeof name === "string" && typeof value === "function") into[name] = uncurry(value);
  }
}
const getter = (prototype, name) => uncurry(getOwnPropertyDescriptor(prototype, name).get);
const typedLength = getter(getPrototypeOf(Uint8Array.prototype), "length");
const typedTag = getter(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
const typedBuffer = getter(getPrototypeOf(Uint8Array.prototype), "buffer");
const typedOffset = getter(getPrototypeOf(Uint8Array.prototype), "byteOffset");
const typedClasses = { __proto__: null };
for (const name of ["Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
  "Float16Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array"]) {
  if (globalThis[name] !== undefined) typedClasses[name] = globalThis[name];
}
// The start-up snapshot has no Float16Array yet.
const classOf = (view) => typedClasses[typedTag(view)] ?? (typedClasses.Float16Array = globalThis.Float16Array);
const isTyped = (value) => isView(value) && typedTag(value) !== undefined;

/** Calls a method that is no built-in's, or a page's. */
function other(object, name, a, b, c, d) {
  if (d !== undefined) return object[name](a, b, c, d);
  if (c !== undefined) return object[name](a, b, c);
  if (b !== undefined) return object[name](a, b);
  return a === undefined ? object[name]() : object[name](a);
}

// Lists

// What is written behind the end of a list is looked for on the prototypes first. As long as no index there can be in the way,
// lists are written as one would; ecma/indices.js sees when a page makes such an index.
let poisoned = false;
const ArrayPrototype = Array.prototype;
const ObjectPrototype = Object.prototype;
const isIndexKey = (key) => typeof key === "string" && key.length < 11 && key !== "" && key >= "0" && key < ":";

/** To be called when an index of `Array.prototype` or `Object.prototype`, or the prototype of the former, may have changed. */
export function lookForIndices() {
  poisoned = ArrayPrototype.length !== 0 || getPrototypeOf(ArrayPrototype) !== ObjectPrototype ||
    isIndexKey(ownKeys(ObjectPrototype)[0]);
}

/** Sets an item whatever is on the prototypes. */
function put(list, index, item) {
  reflectDefine(list, index, { __proto__: null, value: item, writable: true, enumerable: true, configurable: true });
}

/** Adds an item as the last. */
function append(list, item) {
  if (poisoned) put(list, list.length, item);
  else array.push(list, item);
}

export function $$push(o, v) {
  if (!isArray(o)) return o.push(v);
  if (!poisoned) return array.push(o, v);
  put(o, o.length, v);
  return o.length;
}
export function $$pushList(o, list) {
  if (!isArray(o)) return apply(o.push, o, list);
  for (let i = 0; i < list.length; i++) append(o, list[i]);
  return o.length;
}
export function $$pop(o, a, b) {
  return isArray(o) ? array.pop(o) : other(o, "pop", a, b);
}
export function $$shift(o, a, b) {
  return isArray(o) ? array.shift(o) : other(o, "shift", a, b);
}
export function $$unshift(o, v) {
  return $$unshiftList(o, [v]);
}
export function $$unshiftList(o, list) {
  if (!isArray(o)) return apply(o.unshift, o, list);
  for (let i = 0; i < list.length; i++) append(o, undefined);
  array.copyWithin(o, list.length, 0);
  for (let i = 0; i < list.length; i++) o[i] = list[i];
  return o.length;
}

/** An index as `slice` and `splice` take it. */
function relative(index, length, missing) {
  if (index === undefined) return missing;
  index = +index;
  if (index !== index) return 0;
  if (index < 0) return index + length < 0 ? 0 : index + length;
  return min(index, length);
}

// Not the built-in ones: those ask the array's `constructor` what to make.
function sliced(list, from, to) {
  const out = [];
  for (let i = from; i < to; i++) append(out, list[i]);
  return out;
}
export function $$slice(o, from, to, c, d) {
  if (typeof o === "string") return string.slice(o, from, to);
  if (isArray(o)) return sliced(o, relative(from, o.length, 0), relative(to, o.length, o.length));
  if (isTyped(o)) {
    const length = typedLength(o);
    const start = relative(from, length, 0);
    const end = relative(to, length, length);
    const Class = classOf(o);
    const out = new Class(end > start ? end - start : 0);
    if (end > start) typed.set(out, new Class(typedBuffer(o), typedOffset(o) + start * Class.BYTES_PER_ELEMENT, end - start));
    return out;
  }
  return other(o, "slice", from, to, c, d);
}
export function $$subarray(o, from, to) {
  const length = typedLength(o);
  const start = relative(from, length, 0);
  const end = relative(to, length, length);
  const Class = classOf(o);
  return new Class(typedBuffer(o), typedOffset(o) + start * Class.BYTES_PER_ELEMENT, end > start ? end - start : 0);
}
export function $$splice(o, from, count, ...items) {
  if (!isArray(o)) return apply(o.splice, o, [from, count, ...of(items)]);
  const length = o.length;
  const start = relative(from, length, 0);
  let removed = count === undefined && arguments.length < 3 ? length - start : +count;
  if (!(removed > 0)) removed = 0;
  removed = min(removed, length - start);
  const out = sliced(o, start, start + removed);
  const added = items.length;
  if (added === removed) {
    for (let i = 0; i < added; i++) o[start + i] = items[i];
  } else if (added < removed) {
    for (let i = 0; i < added; i++) o[start + i] = items[i];
    array.copyWithin(o, start + added, start + removed, length);
    o.length = length - removed + added;
  } else {
    for (let i = length; i < length + added - removed; i++) append(o, undefined);
    array.copyWithin(o, start + added, start + removed, length);
    for (let i = 0; i < added; i++) o[start + i] = items[i];
  }
  return out;
}
export function $$concat(o, ...others) {
  if (typeof o === "string") return apply(String.prototype.concat, o, others);
  const out = sliced(o, 0, o.length);
  for (let i = 0; i < others.length; i++) {
    const item = others[i];
    if (!isArray(item)) append(out, item);
    else for (let k = 0; k < item.length; k++) append(out, item[k]);
  }
  return out;
}
export function $$map(o, f, self, c, d) {
  if (isArray(o)) {
    const out = [];
    const length = o.length;
    for (let i = 0; i < length; i++) append(out, self === undefined ? f(o[i], i, o) : apply(f, self, [o[i], i, o]));
    return out;
  }
  if (isTyped(o)) {
    const out = new (classOf(o))(typedLength(o));
    for (let i = 0; i < typedLength(out); i++) out[i] = f(o[i], i, o);
    return out;
  }
  return other(o, "map", f, self, c, d);
}
export function $$filter(o, f, b, c, d) {
  if (isArray(o)) {
    const out = [];
    const length = o.length;
    for (let i = 0; i < length; i++) {
      const item = o[i];
      if (f(item, i, o)) append(out, item);
    }
    return out;
  }
  return other(o, "filter", f, b, c, d);
}
export function $$flatMap(o, f) {
  if (!isArray(o)) return o.flatMap(f);
  const out = [];
  for (let i = 0; i < o.length; i++) {
    const item = f(o[i], i, o);
    if (!isArray(item)) append(out, item);
    else for (let k = 0; k < item.length; k++) append(out, item[k]);
  }
  return out;
}
export function $$flat(o) {
  return $$flatMap(o, (item) => item);
}
export function $$includes(o, a, b, c, d) {
  if (typeof o === "string") return b === undefined ? string.includes(o, a) : string.includes(o, a, b);
  if (isArray(o)) return b === undefined ? array.includes(o, a) : array.includes(o, a, b);
  if (isTyped(o)) return b === undefined ? typed.includes(o, a) : typed.includes(o, a, b);
  return other(o, "includes", a, b, c, d);
}
export function $$indexOf(o, a, b, c, d) {
  if (typeof o === "string") return b === undefined ? string.indexOf(o, a) : string.indexOf(o, a, b);
  if (isArray(o)) return b === undefined ? array.indexOf(o, a) : array.indexOf(o, a, b);
  if (isTyped(o)) return b === undefined ? typed.indexOf(o, a) : typed.indexOf(o, a, b);
  return other(o, "indexOf", a, b, c, d);
}
export function $$lastIndexOf(o, a, b, c, d) {
  if (typeof o === "string") return b === undefined ? string.lastIndexOf(o, a) : string.lastIndexOf(o, a, b);
  if (isArray(o)) return b === undefined ? array.lastIndexOf(o, a) : array.lastIndexOf(o, a, b);
  if (isTyped(o)) return b === undefined ? typed.lastIndexOf(o, a) : typed.lastIndexOf(o, a, b);
  return other(o, "lastIndexOf", a, b, c, d);
}
export function $$at(o, a, b, c, d) {
  if (typeof o === "string") return b === undefined ? string.at(o, a) : string.at(o, a, b);
  if (isArray(o)) return b === undefined ? array.at(o, a) : array.at(o, a, b);
  if (isTyped(o)) return b === undefined ? typed.at(o, a) : typed.at(o, a, b);
  return other(o, "at", a, b, c, d);
}
export function $$some(o, f, self, c, d) {
  if (isArray(o)) return array.some(o, f, self);
  if (isTyped(o)) return typed.some(o, f, self);
  return other(o, "some", f, self, c, d);
}
export function $$every(o, f, self, c, d) {
  if (isArray(o)) return array.every(o, f, self);
  if (isTyped(o)) return typed.every(o, f, self);
  return other(o, "every", f, self, c, d);
}
export function $$find(o, f, self, c, d) {
  if (isArray(o)) return array.find(o, f, self);
  if (isTyped(o)) return typed.find(o, f, self);
  return other(o, "find", f, self, c, d);
}
export function $$findIndex(o, f, self, c, d) {
  if (isArray(o)) return array.findIndex(o, f, self);
  if (isTyped(o)) return typed.findIndex(o, f, self);
  return other(o, "findIndex", f, self, c, d);
}
export function $$findLast(o, f, self, c, d) {
  if (isArray(o)) return array.findLast(o, f, self);
  if (isTyped(o)) return typed.findLast(o, f, self);
  return other(o, "findLast", f, self, c, d);
}
export function $$findLastIndex(o, f, self, c, d) {
  if (isArray(o)) return array.findLastIndex(o, f, self);
  if (isTyped(o)) return typed.findLastIndex(o, f, self);
  return other(o, "findLastIndex", f, self, c, d);
}
export function $$forEach(o, f, self, c, d) {
  if (isArray(o)) return array.forEach(o, f, self);
  if (isTyped(o)) return typed.forEach(o, f, self);
  return other(o, "forEach", f, self, c, d);
}
export function $$join(o, a, b, c, d) {
  if (isArray(o)) return array.join(o, a);
  if (isTyped(o)) return typed.join(o, a);
  return other(o, "join", a, b, c, d);
}
export function $$reverse(o, a, b, c, d) {
  if (isArray(o)) return array.reverse(o, a);
  if (isTyped(o)) return typed.reverse(o, a);
  return other(o, "reverse", a, b, c, d);
}
export function $$sort(o, a, b, c, d) {
  if (isArray(o)) return array.sort(o, a);
  if (isTyped(o)) return typed.sort(o, a);
  return other(o, "sort", a, b, c, d);
}
export function $$reduceList(o, list) {
  const apart = isArray(o) ? array.reduce : typed.reduce;
  return list.length === 1 ? apart(o, list[0]) : apart(o, list[0], list[1]);
}
export function $$reduce(o, f) {
  return $$reduceList(o, [f]);
}
export function $$fill(o, a, b, c, d) {
  if (isArray(o) && poisoned && b === undefined) {
    for (let i = 0; i < o.length; i++) put(o, i, a);
    return o;
  }
  if (isArray(o)) return array.fill(o, a, b, c);
  if (isTyped(o)) return typed.fill(o, a, b, c);
  return other(o, "fill", a, b, c, d);
}
export function $$set(o, a, b, c, d) {
  if (isView(o)) return b === undefined ? typed.set(o, a) : typed.set(o, a, b);
  return c === undefined ? o.set(a, b) : other(o, "set", a, b, c, d);
}

// Iteration

/** Goes over a list by index, as long as the list is then. */
class ListIterator {
  constructor(list, length) {
    this.list = list;
    this.length = length; // -1: as long as the list is
    this.at = 0;
  }
  next() {
    const at = this.at;
    if (at >= (this.length < 0 ? this.list.length : this.length)) {
      this.at = Infinity;
      return { value: undefined, done: true };
    }
    this.at = at + 1;
    return { value: this.list[at], done: false };
  }
  [iteratorSymbol]() {
    return this;
  }
}
/** Goes over what `next` of a built-in iterator gives. */
class NativeIterator {
  constructor(next, iterator) {
    this.step = next;
    this.iterator = iterator;
  }
  next() {
    return this.step(this.iterator);
  }
  [iteratorSymbol]() {
    return this;
  }
}
for (const Class of [ListIterator, NativeIterator]) freeze(setPrototypeOf(Class.prototype, null));

const arrayValues = Array.prototype[iteratorSymbol];
const typedValues = getPrototypeOf(Uint8Array.prototype)[iteratorSymbol];
const mapNext = uncurry(getPrototypeOf(new Map().entries()).next);
const setNext = uncurry(getPrototypeOf(new Set().values()).next);
const stringNext = uncurry(getPrototypeOf(""[iteratorSymbol]()).next);
const stringValues = uncurry(String.prototype[iteratorSymbol]);

function of(iterable) {
  if (isArray(iterable)) return new ListIterator(iterable, -1);
  if (typeof iterable === "string") return new NativeIterator(stringNext, stringValues(iterable));
  if (typeof iterable === "object" && iterable !== null) {
    const method = iterable[iteratorSymbol];
    // `arguments`, and lists of ours that pages see.
    if (method === arrayValues) return new ListIterator(iterable, -1);
    if (method === typedValues) return new ListIterator(iterable, typedLength(iterable));
  }
  return iterable;
}
/** What `for…of` and spreading may go over: arrays, strings and the like by index; anything else says itself how. */
export const $$of = of;

/** `object[Symbol.iterator]`: of an array not what a page has made of it. */
export function $$iteratorOf(object) {
  return isArray(object) ? arrayValues : object[iteratorSymbol];
}

/** Sets an item of a list, or of an object that looks like one, whatever is on the prototypes. */
export function setItem(list, index, item) {
  if (poisoned) put(list, index, item);
  else list[index] = item;
}

export function $$entries(o, a, b) {
  if (!isArray(o)) return other(o, "entries", a, b);
  const out = [];
  for (let i = 0; i < o.length; i++) append(out, [i, o[i]]);
  return of(out);
}
export function $$keys(o, a, b) {
  if (!isArray(o)) return other(o, "keys", a, b);
  const out = [];
  for (let i = 0; i < o.length; i++) append(out, i);
  return of(out);
}
export function $$values(o, a, b) {
  return isArray(o) ? of(o) : other(o, "values", a, b);
}
/** `object?.method(…)`. */
export function $$q(object, method, a, b, c) {
  return object === undefined || object === null ? undefined : method(object, a, b, c);
}

// Collections of ours: their prototypes cannot be changed, and nothing else is found on them.
function seal(Class, Native, next, iterators) {
  const own = Class.prototype;
  for (const name of ownKeys(Native.prototype)) {
    if (name === "constructor") continue;
    const descriptor = getOwnPropertyDescriptor(Native.prototype, name);
    setPrototypeOf(descriptor, null);
    reflectDefine(own, name, descriptor);
  }
  for (const name of iterators) {
    const make = uncurry(Native.prototype[name]);
    reflectDefine(own, name, { __proto__: null, value() {
      return new NativeIterator(next, make(this));
    } });
  }
  freeze(setPrototypeOf(own, null));
}
const NativeMap = Map;
const NativeSet = Set;
const mapSet = uncurry(Map.prototype.set);
const setAdd = uncurry(Set.prototype.add);
const weakMapSet = uncurry(WeakMap.prototype.set);
class SafeMap extends NativeMap {
  constructor(entries) {
    super();
    if (entries !== undefined && entries !== null) for (const pair of of(entries)) mapSet(this, pair[0], pair[1]);
  }
}
class SafeSet extends NativeSet {
  constructor(items) {
    super();
    if (items !== undefined && items !== null) for (const item of of(items)) setAdd(this, item);
  }
}
class SafeWeakMap extends WeakMap {
  constructor(entries) {
    super();
    if (entries !== undefined && entries !== null) for (const pair of of(entries)) weakMapSet(this, pair[0], pair[1]);
  }
}
class SafeWeakSet extends WeakSet {
  constructor() {
    super();
  }
}
seal(SafeMap, NativeMap, mapNext, ["entries", "keys", "values", iteratorSymbol]);
seal(SafeSet, NativeSet, setNext, ["entries", "keys", "values", iteratorSymbol]);
seal(SafeWeakMap, WeakMap, null, []);
seal(SafeWeakSet, WeakSet, null, []);
export const $$Map = SafeMap;
export const $$Set = SafeSet;
export const $$WeakMap = SafeWeakMap;
export const $$WeakSet = SafeWeakSet;

// Strings

export function $$toLowerCase(o, a, b) {
  return typeof o === "string" ? string.toLowerCase(o) : other(o, "toLowerCase", a, b);
}
export function $$toUpperCase(o, a, b) {
  return typeof o === "string" ? string.toUpperCase(o) : other(o, "toUpperCase", a, b);
}
export function $$trim(o, a, b) {
  return typeof o === "string" ? string.trim(o) : other(o, "trim", a, b);
}
export function $$trimStart(o, a, b) {
  return typeof o === "string" ? string.trimStart(o) : other(o, "trimStart", a, b);
}
export function $$trimEnd(o, a, b) {
  return typeof o === "string" ? string.trimEnd(o) : other(o, "trimEnd", a, b);
}
export function $$toWellFormed(o, a, b) {
  return typeof o === "string" ? string.toWellFormed(o) : other(o, "toWellFormed", a, b);
}
export function $$startsWith(o, a, b, c, d) {
  return typeof o === "string" ? string.startsWith(o, a, b) : other(o, "startsWith", a, b, c, d);
}
export function $$endsWith(o, a, b, c, d) {
  return typeof o === "string" ? string.endsWith(o, a, b) : other(o, "endsWith", a, b, c, d);
}
export function $$charCodeAt(o, a, b, c, d) {
  return typeof o === "string" ? string.charCodeAt(o, a, b) : other(o, "charCodeAt", a, b, c, d);
}
export function $$codePointAt(o, a, b, c, d) {
  return typeof o === "string" ? string.codePointAt(o, a, b) : other(o, "codePointAt", a, b, c, d);
}
export function $$padStart(o, a, b, c, d) {
  return typeof o === "string" ? string.padStart(o, a, b) : other(o, "padStart", a, b, c, d);
}
export function $$padEnd(o, a, b, c, d) {
  return typeof o === "string" ? string.padEnd(o, a, b) : other(o, "padEnd", a, b, c, d);
}
export function $$repeat(o, a, b, c, d) {
  return typeof o === "string" ? string.repeat(o, a, b) : other(o, "repeat", a, b, c, d);
}
export function $$normalize(o, a, b, c, d) {
  return typeof o === "string" ? string.normalize(o, a, b) : other(o, "normalize", a, b, c, d);
}
export function $$substring(o, a, b, c, d) {
  return typeof o === "string" ? string.substring(o, a, b) : other(o, "substring", a, b, c, d);
}

// Regular expressions. `String.prototype.replace` and the like ask the expression, and that its `exec`; so these go by `exec`,
// which as a built-in asks nobody.
const exec = uncurry(RegExp.prototype.exec);
const isGlobal = getter(RegExp.prototype, "global");
const isUnicode = getter(RegExp.prototype, "unicode");
const isSets = getter(RegExp.prototype, "unicodeSets");
const numberToString = uncurry(Number.prototype.toString);
const RegExpPrototype = RegExp.prototype;

// Expressions of ours have this prototype: pages do not get hold of them.
const isPattern = (value) => typeof value === "object" && value !== null && getPrototypeOf(value) === RegExpPrototype;

export function $$exec(o, text, b, c, d) {
  return isPattern(o) ? exec(o, text) : other(o, "exec", text, b, c, d);
}
export function $$test(o, text, b, c, d) {
  return isPattern(o) ? exec(o, text) !== null : other(o, "test", text, b, c, d);
}

/** All matches of a global expression. */
function matches(pattern, text) {
  const found = [];
  pattern.lastIndex = 0;
  for (let match = exec(pattern, text); match !== null; match = exec(pattern, text)) {
    append(found, match);
    if (match[0] === "") pattern.lastIndex = advance(text, pattern.lastIndex, isUnicode(pattern) || isSets(pattern));
  }
  return found;
}
function advance(text, index, unicode) {
  if (!unicode || index + 1 >= text.length) return index + 1;
  const first = string.charCodeAt(text, index);
  return index + (first >= 0xd800 && first < 0xdc00 ? 2 : 1);
}

/** ECMA-262 § 22.1.3.19.1 GetSubstitution, without named groups. */
function substituted(template, match, text) {
  if (string.indexOf(template, "$") < 0) return template;
  let out = "";
  let from = 0;
  for (let at = string.indexOf(template, "$"); at >= 0 && at + 1 < template.length; at = string.indexOf(template, "$", from)) {
    out += string.slice(template, from, at);
    const next = template[at + 1];
    from = at + 2;
    if (next === "$") out += "$";
    else if (next === "&") out += match[0];
    else if (next === "`") out += string.slice(text, 0, match.index);
    else if (next === "'") out += string.slice(text, match.index + match[0].length);
    else if (next >= "1" && next <= "9" && +next < match.length) out += match[+next] ?? "";
    else out += `$${next}`;
  }
  return out + string.slice(template, from);
}

function replaced(text, found, replacement) {
  let out = "";
  let from = 0;
  for (let i = 0; i < found.length; i++) {
    const match = found[i];
    out += string.slice(text, from, match.index);
    if (typeof replacement === "function") {
      const values = sliced(match, 0, match.length);
      append(values, match.index);
      append(values, text);
      out += apply(replacement, undefined, values);
    } else {
      out += substituted(`${replacement}`, match, text);
    }
    from = match.index + match[0].length;
  }
  return out + string.slice(text, from);
}

/** Places of a plain text in another as matches: the first or all. */
function places(text, wanted, all) {
  const found = [];
  for (let at = string.indexOf(text, wanted); at >= 0; at = string.indexOf(text, wanted, at + (wanted.length || 1))) {
    append(found, { __proto__: null, 0: wanted, index: at, length: 1 });
    if (!all || at >= text.length) break;
  }
  return found;
}

export function $$replace(o, pattern, replacement, c, d) {
  if (typeof o !== "string") return other(o, "replace", pattern, replacement, c, d);
  if (!isPattern(pattern)) return replaced(o, places(o, `${pattern}`, false), replacement);
  if (isGlobal(pattern)) {
    const found = matches(pattern, o);
    return found.length === 0 ? o : replaced(o, found, replacement);
  }
  const match = exec(pattern, o);
  return match === null ? o : replaced(o, [match], replacement);
}
export function $$replaceAll(o, pattern, replacement, c, d) {
  if (typeof o !== "string") return other(o, "replaceAll", pattern, replacement, c, d);
  return replaced(o, isPattern(pattern) ? matches(pattern, o) : places(o, `${pattern}`, true), replacement);
}
export function $$match(o, pattern, b, c, d) {
  if (typeof o !== "string") return other(o, "match", pattern, b, c, d);
  if (!isGlobal(pattern)) return exec(pattern, o);
  const found = matches(pattern, o);
  return found.length === 0 ? null : $$map(found, (match) => match[0]);
}
export function $$matchAll(o, pattern) {
  return of(matches(pattern, o));
}
export function $$split(o, separator, limit, c, d) {
  if (typeof o !== "string") return other(o, "split", separator, limit, c, d);
  const out = [];
  if (!isPattern(separator)) {
    const text = `${separator}`;
    if (text === "") {
      for (let i = 0; i < o.length; i++) append(out, o[i]);
      return out;
    }
    let from = 0;
    for (let at = string.indexOf(o, text); at >= 0; at = string.indexOf(o, text, from)) {
      append(out, string.slice(o, from, at));
      from = at + text.length;
    }
    append(out, string.slice(o, from));
  } else {
    const pattern = isGlobal(separator) ? separator : new NativeRegExp(sourceOf(separator), `${flagsOf(separator)}g`);
    let from = 0;
    const found = matches(pattern, o);
    for (let i = 0; i < found.length; i++) {
      const match = found[i];
      const end = match.index + match[0].length;
      // Empty matches split between characters, not at the ends.
      if (match[0] === "" && (match.index === from && from === 0 && match.index === 0 || match.index >= o.length)) continue;
      append(out, string.slice(o, from, match.index));
      for (let k = 1; k < match.length; k++) append(out, match[k]);
      from = end;
    }
    append(out, string.slice(o, from));
  }
  return limit === undefined || out.length <= limit ? out : sliced(out, 0, limit);
}
const NativeRegExp = RegExp;
const sourceOf = getter(RegExp.prototype, "source");
const flagGetters = [["i", "ignoreCase"], ["m", "multiline"], ["s", "dotAll"], ["u", "unicode"], ["v", "unicodeSets"]];
for (let i = 0; i < flagGetters.length; i++) flagGetters[i] = { flag: flagGetters[i][0], read: getter(RegExp.prototype, flagGetters[i][1]) };
function flagsOf(pattern) {
  let flags = "";
  for (let i = 0; i < flagGetters.length; i++) if (flagGetters[i].read(pattern)) flags += flagGetters[i].flag;
  return flags;
}

// Functions

const callFunction = uncurry(call);
export function $$callList(o, list) {
  if (typeof o !== "function") return apply(o.call, o, list);
  return list.length === 2 ? callFunction(o, list[0], list[1]) : apply(o, list[0], sliced(list, 1, list.length));
}
export function $$call(o, self) {
  return typeof o === "function" ? callFunction(o, self) : o.call(self);
}
export function $$apply(o, self, list) {
  return typeof o === "function" ? apply(o, self, list) : other(o, "apply", self, list);
}
const bindFunction = uncurry(bind);
export function $$bind(o, a, b, c, d) {
  if (typeof o !== "function") return other(o, "bind", a, b, c, d);
  return b === undefined ? bindFunction(o, a) : bindFunction(o, a, b);
}
export function $$toString(o, radix) {
  return typeof o === "number" ? numberToString(o, radix) : radix === undefined ? o.toString() : o.toString(radix);
}
const fixed = uncurry(Number.prototype.toFixed);
const precise = uncurry(Number.prototype.toPrecision);
export function $$toFixed(o, digits) {
  return fixed(o, digits);
}
export function $$toPrecision(o, digits) {
  return precise(o, digits);
}

// Properties: a descriptor's missing members must not be found on `Object.prototype`.

/** A record of ours without a prototype, so that what it lacks is not found on `Object.prototype`. */
export function bare(record) {
  if (typeof record !== "object" || record === null || getPrototypeOf(record) === null) return record;
  return isExtensible(record) ? setPrototypeOf(record, null) : { __proto__: null, ...record };
}
const { defineProperty, getOwnPropertyDescriptor: descriptorOf, getOwnPropertyDescriptors: descriptorsOf } = Object;
export function $$Object_defineProperty(object, key, descriptor) {
  return defineProperty(object, key, bare(descriptor));
}
export function $$Reflect_defineProperty(object, key, descriptor) {
  return reflectDefine(object, key, bare(descriptor));
}
export function $$Object_defineProperties(object, descriptors) {
  const keys = ownKeys(descriptors);
  for (let i = 0; i < keys.length; i++) defineProperty(object, keys[i], bare(descriptors[keys[i]]));
  return object;
}
/** A descriptor without a prototype, so that what it lacks is not found on `Object.prototype`. */
export function $$Object_getOwnPropertyDescriptor(object, key) {
  const descriptor = descriptorOf(object, key);
  return descriptor === undefined ? undefined : setPrototypeOf(descriptor, null);
}
export function $$Reflect_getOwnPropertyDescriptor(object, key) {
  const descriptor = getOwnPropertyDescriptor(object, key);
  return descriptor === undefined ? undefined : setPrototypeOf(descriptor, null);
}
export function $$Object_getOwnPropertyDescriptors(object) {
  const all = descriptorsOf(object);
  const keys = ownKeys(all);
  for (let i = 0; i < keys.length; i++) setPrototypeOf(all[keys[i]], null);
  return all;
}
export function $$Object_fromEntries(entries) {
  const out = {};
  for (const pair of of(entries)) {
    defineProperty(out, pair[0], { __proto__: null, value: pair[1], writable: true, enumerable: true, configurable: true });
  }
  return out;
}
const NativeProxy = Proxy;
export const $$Proxy = function (target, handler) {
  return new NativeProxy(target, getPrototypeOf(handler) === null ? handler : setPrototypeOf(handler, null));
};

const quote = JSON.stringify;
const hasOwn = Object.hasOwn;
/** JSON of plain values of ours, in which no `toJSON` is looked for. Members that are undefined are left out. */
export function stringify(value) {
  if (typeof value !== "object" || value === null) return quote(value);
  let out = "";
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) out += `${i === 0 ? "" : ","}${stringify(value[i]) ?? "null"}`;
    return `[${out}]`;
  }
  for (const key in value) {
    const text = hasOwn(value, key) ? stringify(value[key]) : undefined;
    if (text !== undefined) out += `${out === "" ? "" : ","}${quote(key)}:${text}`;
  }
  return `{${out}}`;
}

// Array.from over what may be a page's iterable, a list, or something with a length.
export function $$Array_from(source, f) {
  const out = [];
  if (isArray(source) || typeof source === "string" || source[iteratorSymbol] !== undefined) {
    let i = 0;
    for (const item of of(source)) append(out, f === undefined ? item : f(item, i++));
  } else {
    for (let i = 0; i < source.length; i++) append(out, f === undefined ? source[i] : f(source[i], i));
  }
  return out;
}
function typedFrom(source, f) {
  const list = $$Array_from(source, f);
  const out = new this(list.length);
  for (let i = 0; i < list.length; i++) out[i] = list[i];
  return out;
}
export const $$Float32Array_from = bindFunction(typedFrom, Float32Array);
export const $$Float64Array_from = bindFunction(typedFrom, Float64Array);
export const $$Uint8Array_from = bindFunction(typedFrom, Uint8Array);

// Numbers in buffers

const readInt8 = uncurry(DataView.prototype.getInt8);
export function $$getInt8(o, at, little) {
  return readInt8(o, at, little);
}
const readUint8 = uncurry(DataView.prototype.getUint8);
export function $$getUint8(o, at, little) {
  return readUint8(o, at, little);
}
const readInt16 = uncurry(DataView.prototype.getInt16);
export function $$getInt16(o, at, little) {
  return readInt16(o, at, little);
}
const readUint16 = uncurry(DataView.prototype.getUint16);
export function $$getUint16(o, at, little) {
  return readUint16(o, at, little);
}
const readInt32 = uncurry(DataView.prototype.getInt32);
export function $$getInt32(o, at, little) {
  return readInt32(o, at, little);
}
const readUint32 = uncurry(DataView.prototype.getUint32);
export function $$getUint32(o, at, little) {
  return readUint32(o, at, little);
}
const readFloat32 = uncurry(DataView.prototype.getFloat32);
export function $$getFloat32(o, at, little) {
  return readFloat32(o, at, little);
}
const readFloat64 = uncurry(DataView.prototype.getFloat64);
export function $$getFloat64(o, at, little) {
  return readFloat64(o, at, little);
}
const writeUint32 = uncurry(DataView.prototype.setUint32);
export function $$setUint32(o, at, value, little) {
  writeUint32(o, at, value, little);
}
