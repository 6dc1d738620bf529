//# arguments that throw when they are converted
const hostile = { toString() { throw new Error("a"); }, valueOf() { throw new Error("b"); }, [Symbol.toPrimitive]() { throw new Error("c"); } };
const c = document.getElementById("canvas").getContext("2d");
for (const object of [document, document.body, c, localStorage, window, performance]) {
  for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (/^(alert|confirm|prompt|print|close|open|write|writeln|stop|reload|replace|assign|clear|reset|removeChild|replaceChildren|normalize|remove|replaceWith|append|prepend|before|after|moveBefore|replaceChild|insertBefore|appendChild|setTimeout|setInterval|clearTimeout|focus|blur|click)$/.test(name)) continue;
      let f;
      try { f = object[name]; } catch { continue; }
      if (typeof f !== "function" || name === "constructor") continue;
      try { f.call(object, hostile, hostile, hostile, hostile, hostile, hostile); } catch {}
    }
  }
}
c.reset();
//# a proxy as a callback
const traps = { apply() { throw new Error("apply"); }, get() { throw new Error("get"); } };
const callback = new Proxy(() => {}, traps);
addEventListener("click", callback);
addEventListener("keydown", new Proxy({}, traps));
setTimeout(callback, 1);
requestAnimationFrame(callback);
queueMicrotask(callback);
new MutationObserver(callback).observe(document.body, { childList: true, subtree: true });
//# proxies as nodes
for (const trap of [{}, { get() { throw new Error("get"); } }, { getPrototypeOf: () => Node.prototype }]) {
  for (const target of [document.body, document.createElement("p"), {}]) {
    const proxy = new Proxy(target, trap);
    for (const f of [() => document.body.appendChild(proxy), () => document.body.append(proxy), () => proxy.remove(), () => document.body.contains(proxy),
      () => document.body.insertBefore(document.createElement("p"), proxy), () => getComputedStyle(proxy), () => new MutationObserver(() => {}).observe(proxy, { childList: true }),
      () => document.createRange().selectNode(proxy), () => document.adoptNode(proxy), () => document.importNode(proxy)]) {
      try { f(); } catch {}
    }
  }
}
document.body.querySelectorAll("p").forEach((p) => p.remove());
for (const child of [...document.body.childNodes]) if (child.nodeType === 3 && /object/.test(child.data)) child.remove();
//# a proxy as a prototype of a class that extends ours
const Base = new Proxy(HTMLElement, { construct() { throw new Error("construct"); }, get(target, key) { return target[key]; } });
class Hostile extends Base {}
customElements.define("x-hostile", Hostile);
document.createElement("x-hostile");
//# a subclass whose constructor returns something else
class Wrong extends HTMLElement { constructor() { super(); return {}; } }
customElements.define("x-wrong", Wrong);
document.createElement("x-wrong");
class Again extends HTMLElement { constructor() { super(); document.createElement("x-again"); } }
customElements.define("x-again", Again);
try { document.createElement("x-again"); } catch {}
//# option getters that remove the node while it is inserted
const p = document.createElement("p");
document.body.append(p);
addEventListener("x", () => {}, { get capture() { p.remove(); return true; } });
const parent = document.createElement("div");
class Mover extends HTMLElement { connectedCallback() { this.remove(); } disconnectedCallback() { if (this.n) return; this.n = 1; parent.append(this); } }
customElements.define("x-mover", Mover);
for (let i = 0; i < 10; i++) parent.append(document.createElement("x-mover"));
document.body.append(parent);
parent.remove();
//# toString that changes the tree while text is set
const p = document.createElement("p");
document.body.append(p);
p.textContent = { toString() { p.remove(); document.body.append(p); p.replaceChildren("a"); return "b"; } };
p.append({ toString() { p.remove(); return "x"; } });
document.body.append(p);
p.setAttribute({ toString() { p.remove(); return "a"; } }, { toString() { document.body.append(p); return "b"; } });
p.remove();
//# listeners that add and remove listeners
let n = 0;
const add = () => { if (n++ < 1000) document.addEventListener("hello", add.bind()); };
document.addEventListener("hello", add);
for (let i = 0; i < 5; i++) document.dispatchEvent(new Event("hello"));
//# an event that is dispatched by its own listener
let depth = 0;
addEventListener("self", function again(event) { depth++; try { dispatchEvent(event); } catch {} if (depth < 5000) dispatchEvent(new Event("self")); });
dispatchEvent(new Event("self"));
//# detached, resized and shared buffers
const c = document.getElementById("canvas").getContext("2d");
const detached = new Uint8ClampedArray(400);
structuredClone(detached, { transfer: [detached.buffer] });
const resizable = new ArrayBuffer(400, { maxByteLength: 4000 });
const view = new Uint8ClampedArray(resizable);
const image = (() => { try { return new ImageData(view, 10); } catch { return null; } })();
resizable.resize(4);
const own = new ImageData(10, 10);
structuredClone(own.data, { transfer: [own.data.buffer] });
for (const f of [() => new ImageData(detached, 10), () => c.putImageData(own, 0, 0), () => image && c.putImageData(image, 0, 0), () => createImageBitmap(own),
  () => new TextDecoder().decode(detached), () => new TextDecoder().decode(view), () => new Blob([detached, view]), () => crypto.getRandomValues(view), () => crypto.getRandomValues(detached),
  () => new TextEncoder().encodeInto("abc", new Uint8Array(detached.buffer)), () => structuredClone(detached), () => structuredClone(view), () => postMessage(view, "*", [resizable]), () => crypto.subtle.digest("SHA-1", detached),
  () => new FontFace("x", detached.buffer), () => new OfflineAudioContext(1, 10, 8000).decodeAudioData(detached.buffer), () => localStorage.getItem(detached)]) {
  try { const result = f(); result?.catch?.(() => {}); } catch {}
}
c.reset();
//# an array that shrinks while a sequence is read
const shrinking = [1, 2, 3, 4];
Object.defineProperty(shrinking, 0, { get() { shrinking.length = 1; return 1; } });
const c = document.getElementById("canvas").getContext("2d");
for (const f of [() => c.setLineDash(shrinking), () => new Blob(shrinking), () => new DOMMatrix(shrinking), () => c.roundRect(0, 0, 5, 5, shrinking), () => new Headers([shrinking]),
  () => structuredClone(shrinking), () => navigator.vibrate(shrinking)]) { try { f(); } catch {} }
c.reset();
//# an iterator that never ends : bounded
const endless = { *[Symbol.iterator]() { for (;;) yield ["a", "b"]; } };
try { new Headers(endless); } catch {}
//# a document that is a proxy, and windows
for (const f of [() => Document.prototype.createElement.call(new Proxy(document, {}), "p"), () => new Proxy(window, {}).setTimeout(() => {}), () => Reflect.construct(Image, [], class {}), () => Reflect.construct(HTMLElement, [], HTMLDivElement), () => Reflect.construct(Event, ["x"], Function.prototype.bind.call(class {}, null)), () => new (class extends Node {})(), () => new (class extends EventTarget { constructor() { super(); this.addEventListener("a", this); } handleEvent() { throw new Error("a"); } })().dispatchEvent(new Event("a"))]) {
  try { f(); } catch {}
}
//# thenables that re-enter
const thenable = { get then() { return (resolve) => { resolve(thenable2); }; } };
let left = 1000;
const thenable2 = { then(resolve) { if (left-- > 0) resolve({ then: thenable2.then }); else resolve(1); } };
Promise.resolve(thenable);
(async () => await thenable)();
new ReadableStream({ start: () => thenable, pull: () => thenable }).getReader().read().then(() => {});
//# the internals of the runtime are not there
for (const name of ["Deno", "__bootstrap", "__oracade", "core", "ops", "__core", "__infra"]) {
  if (name in globalThis) { globalThis.__outcome = () => `${name} is there`; throw new Error(name); }
}
