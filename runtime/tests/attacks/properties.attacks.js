//# Object.prototype has get and set
Object.prototype.get = () => { throw new Error("get"); };
Object.prototype.set = () => { throw new Error("set"); };
//# Object.prototype has value, writable, enumerable and configurable
Object.prototype.value = "polluted";
Object.prototype.writable = Object.prototype.enumerable = Object.prototype.configurable = true;
//# Object.prototype has getters for what descriptors may have : alive
for (const name of ["get", "set", "value", "writable", "enumerable", "configurable"]) {
  Object.defineProperty(Object.prototype, name, { __proto__: null, get() { throw new Error(name); }, configurable: true });
}
//# Object.prototype has traps
for (const name of ["has", "ownKeys", "deleteProperty", "defineProperty", "getOwnPropertyDescriptor", "getPrototypeOf", "setPrototypeOf", "apply",
  "construct", "isExtensible", "preventExtensions"]) {
  Object.prototype[name] = () => { throw new Error(name); };
}
//# Object.prototype has members of option dictionaries : alive
for (const name of ["bubbles", "cancelable", "composed", "detail", "view", "capture", "once", "passive", "signal", "mode", "type", "method", "body",
  "headers", "alpha", "desynchronized", "transfer", "behavior", "keyPath", "autoIncrement", "unique", "root", "rootMargin", "threshold", "box",
  "fatal", "ignoreBOM", "stream", "endings", "timeout", "delay", "highWaterMark", "size", "start", "pull", "cancel", "relatedTarget", "button",
  "buttons", "clientX", "clientY", "screenX", "screenY", "key", "code", "repeat", "is", "extends", "name", "credentials", "redirect"]) {
  Object.defineProperty(Object.prototype, name, { __proto__: null, get() { throw new Error(name); }, set(value) {
    Object.defineProperty(this, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  }, configurable: true });
}
//# Object.prototype has members that are records' : alive
for (const name of ["handler", "node", "parent", "next", "list", "id", "kind", "target", "items", "index", "length", "width", "height", "done", "state"]) {
  Object.defineProperty(Object.prototype, name, { __proto__: null, get() { throw new Error(name); }, set(value) {
    Object.defineProperty(this, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  }, configurable: true });
}
//# Object.prototype is enumerable, as games make it
Object.prototype.extend = function (other) { for (const key in other) this[key] = other[key]; return this; };
Object.prototype.each = function (f) { for (const key in this) f(this[key], key); };
Object.prototype.keys = 1;
Object.prototype.foo = { bar: 1 };
//# hasOwnProperty and propertyIsEnumerable throw
for (const name of ["hasOwnProperty", "propertyIsEnumerable", "isPrototypeOf", "toLocaleString", "__defineGetter__", "__lookupGetter__"]) {
  Object.prototype[name] = () => { throw new Error(name); };
}
//# __proto__ is deleted
delete Object.prototype.__proto__;
//# __proto__ throws
Object.defineProperty(Object.prototype, "__proto__", { get() { throw new Error("proto"); }, set() { throw new Error("proto"); } });
//# Object.prototype is frozen
Object.freeze(Object.prototype);
//# prototypes of the language are frozen
for (const Class of [Object, Function, Array, String, Number, RegExp, Map, Set, WeakMap, Promise, Error, Symbol, ArrayBuffer, Uint8Array]) Object.freeze(Class.prototype);
//# prototypes of the platform are frozen
for (const name of Object.getOwnPropertyNames(globalThis)) {
  const value = Object.getOwnPropertyDescriptor(globalThis, name).value;
  if (typeof value === "function" && value.prototype) { Object.freeze(value.prototype); Object.freeze(value); }
}
//# document, body and canvas are frozen
for (const object of [document, document.body, document.documentElement, document.getElementById("canvas"), document.getElementById("target")]) {
  Object.freeze(object);
}
//# document and elements cannot be extended
for (const object of [document, document.body, document.documentElement, document.getElementById("canvas"), document.getElementById("target")]) {
  Object.preventExtensions(object);
}
//# every own symbol of elements is overwritten
for (const object of [document.body, document.getElementById("target"), document.getElementById("canvas")]) {
  for (const symbol of Object.getOwnPropertySymbols(object)) object[symbol] = { hostile: true };
}
//# events are frozen while they are dispatched
const freeze = (event) => { Object.freeze(event); };
for (const type of ["click", "game", "keydown", "mousedown"]) document.addEventListener(type, freeze, true);
//# the prototype of elements is taken away : alive
Object.setPrototypeOf(document.getElementById("target"), null);
//# the prototype of an element is a proxy : alive
Object.setPrototypeOf(document.getElementById("target"), new Proxy({}, { get() { throw new Error("get"); } }));
//# methods of the DOM are replaced
for (const Class of [EventTarget, Node, Element, HTMLElement, Document, CharacterData, Event, DOMTokenList, CSSStyleDeclaration]) {
  for (const name of Object.getOwnPropertyNames(Class.prototype)) {
    const descriptor = Object.getOwnPropertyDescriptor(Class.prototype, name);
    if (name !== "constructor" && descriptor.configurable && typeof descriptor.value === "function") Class.prototype[name] = () => { throw new Error(name); };
  }
}
//# attributes of the DOM are replaced
for (const Class of [EventTarget, Node, Element, HTMLElement, Document, CharacterData, Event, DOMTokenList, Window]) {
  for (const name of Object.getOwnPropertyNames(Class.prototype)) {
    const descriptor = Object.getOwnPropertyDescriptor(Class.prototype, name);
    if (descriptor.configurable && descriptor.get) {
      Object.defineProperty(Class.prototype, name, { get() { throw new Error(name); }, set() { throw new Error(name); } });
    }
  }
}
//# methods of canvas, storage, requests and the rest are replaced
for (const Class of [HTMLCanvasElement, CanvasRenderingContext2D, Path2D, ImageData, Storage, Response, Headers, XMLHttpRequest, Blob, URL,
  URLSearchParams, Worker, MessagePort, TextDecoder, AbortController, AbortSignal, MutationObserver, IDBRequest, IDBDatabase, IDBObjectStore,
  IDBTransaction, AudioNode, AudioParam, BaseAudioContext, ReadableStream, FormData, DOMMatrixReadOnly, DOMRectReadOnly]) {
  for (const name of Object.getOwnPropertyNames(Class.prototype)) {
    const descriptor = Object.getOwnPropertyDescriptor(Class.prototype, name);
    if (name !== "constructor" && descriptor.configurable && typeof descriptor.value === "function") Class.prototype[name] = () => { throw new Error(name); };
  }
}
//# interfaces lose their prototypes' parents : alive
Object.setPrototypeOf(HTMLElement.prototype, null);
Object.setPrototypeOf(Element.prototype, null);
//# interfaces get another parent class : alive
Object.setPrototypeOf(HTMLElement, class { constructor() { return {}; } });
Object.setPrototypeOf(HTMLDivElement, class { constructor() { throw new Error("parent"); } });
//# console is replaced
for (const name of Object.getOwnPropertyNames(console)) console[name] = () => { throw new Error(name); };
//# console is nothing
globalThis.console = undefined;
//# window's event handlers throw
onerror = () => { throw new Error("onerror"); };
onunhandledrejection = () => { throw new Error("onunhandledrejection"); };
onload = () => { throw new Error("onload"); };
//# globalThis gets another prototype : alive
try { Object.setPrototypeOf(globalThis, null); } catch {}
