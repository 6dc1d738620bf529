//# a loop without end : ends
for (;;);
//# a microtask that queues itself : ends
const again = () => queueMicrotask(again);
again();
//# a promise that never settles its chain : ends
const again = () => Promise.resolve().then(again);
again();
//# an async loop : ends
(async () => { for (;;) await 0; })();
//# a mutation observer that mutates : ends
const target = document.createElement("p");
new MutationObserver(() => target.append("x")).observe(target, { childList: true });
target.append("x");
//# a resize observer that resizes : alive
const p = document.createElement("p");
document.body.append(p);
p.style.width = "10px";
p.style.position = "absolute";
new ResizeObserver(() => { p.style.width = `${p.offsetWidth + 1}px`; }).observe(p);
setTimeout(() => p.remove(), 100);
//# a frame callback that asks for frames
const again = () => { requestAnimationFrame(again); requestAnimationFrame(() => {}); };
again();
//# a frame callback that asks for twice as many : bounded
const twice = () => { requestAnimationFrame(twice); requestAnimationFrame(twice); };
twice();
//# a timer that starts two timers : bounded
const twice = () => { setTimeout(twice); setTimeout(twice); };
twice();
//# very many timers : bounded
try { for (let i = 0; i < 1000000; i++) setTimeout(() => {}, 1e6); } catch {}
//# messages without end : bounded
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => { port2.postMessage(1); port2.postMessage(2); };
port2.postMessage(0);
//# a window that posts to itself : bounded
addEventListener("message", () => { postMessage("a".repeat(1000), "*"); postMessage("b", "*"); });
postMessage("", "*");
//# a getter that never returns : ends
const options = { get bubbles() { for (;;); } };
new Event("x", options);
//# a snapshot that never ends : alive
globalThis.__late = () => { for (;;); };
//# a proxy that never ends : ends
const proxy = new Proxy({}, { get() { for (;;); } });
document.body.append(proxy);
//# toString that never ends : ends
document.title = { toString() { for (;;); } };
//# a regular expression that backtracks : ends
/^(a+)+$/.test("a".repeat(40) + "b");
//# a regular expression in a replace : ends
("a".repeat(40) + "b").replace(/^(a|a)*$/, "");
//# a pattern attribute that backtracks : bounded
const input = document.createElement("input");
input.pattern = "(a+)+";
input.value = "a".repeat(35) + "b";
input.checkValidity();
//# a sort whose comparison is chance
const list = Array.from({ length: 10000 }, (_, i) => i);
list.sort(() => Math.random() - 0.5);
//# a listener that dispatches to itself without end
addEventListener("loop", () => dispatchEvent(new Event("loop")));
dispatchEvent(new Event("loop"));
//# BigInt that grows : bounded
let n = 2n;
try { for (let i = 0; i < 40; i++) n *= n; } catch {}
//# Atomics.wait on the page
try { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); } catch {}
try { Atomics.wait(new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer), 0, 0); } catch {}
//# worker bombs : bounded
const source = URL.createObjectURL(new Blob(["try { for (let i = 0; i < 10; i++) new Worker(self.name || location.href) } catch {}"]));
for (let i = 0; i < 1000; i++) { try { new Worker(source); } catch {} }
//# a worker that never ends : bounded
new Worker(URL.createObjectURL(new Blob(["for (;;);"])));
//# a worker that floods its page : bounded
new Worker(URL.createObjectURL(new Blob(["for (let i = 0; i < 1e6; i++) postMessage('x'.repeat(100))"]))).onmessage = () => {};
//# a worker that eats memory : bounded
new Worker(URL.createObjectURL(new Blob(["const kept = []; for (;;) kept.push(new Array(1000).fill({}))"])));
//# a worker whose language is broken
new Worker(URL.createObjectURL(new Blob(["for (const name of Object.getOwnPropertyNames(Array.prototype)) if (name !== 'length') delete Array.prototype[name]; delete Object.prototype.__proto__; postMessage(1); self.onmessage = () => {}; close()"])));
//# a worker looks for the runtime
const seen = new Worker(URL.createObjectURL(new Blob(["postMessage(['Deno', '__bootstrap', '__oracade', 'core', 'ops'].filter((name) => name in self).join())"])));
seen.onmessage = (event) => { if (event.data !== "") globalThis.__outcome = () => event.data; };
//# broadcast storms : bounded
const a = new BroadcastChannel("x");
const b = new BroadcastChannel("x");
a.onmessage = () => { a.postMessage(1); a.postMessage(2); };
b.onmessage = () => { b.postMessage(1); b.postMessage(2); };
a.postMessage(0);
//# animations without end
for (let i = 0; i < 300; i++) {
  const p = document.createElement("p");
  document.body.append(p);
  p.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1, iterations: Infinity }).onfinish = () => {};
  p.remove();
}
//# animations with keyframes of any size : bounded
document.createElement("p").animate(Array.from({ length: 100000 }, (_, i) => ({ opacity: i % 2, transform: `rotate(${i}deg)` })), { duration: 1e9, iterations: 1e9 });
//# an animation whose iterations are tiny : bounded
const p = document.createElement("p");
document.body.append(p);
p.style.animation = "spin 0.0000001s infinite, spin 1e-30s 1e30";
const style = document.createElement("style");
style.textContent = "@keyframes spin { to { rotate: 1turn } }";
document.head.append(style);
setTimeout(() => { p.remove(); style.remove(); }, 50);
//# intervals that are all due
for (let i = 0; i < 500; i++) { const id = setInterval(() => {}, 0); setTimeout(() => clearInterval(id), 30); }
//# sockets are absent or dead : alive
for (const f of [() => new WebSocket("ws://localhost/"), () => new EventSource("/x"), () => new RTCPeerConnection(), () => new WebTransport("https://localhost/"), () => navigator.sendBeacon("/x", "y")]) { try { f(); } catch {} }
//# fetches without end : bounded
for (let i = 0; i < 20000; i++) fetch("data.json").catch(() => {});
//# a stream without end : bounded
const reader = new ReadableStream({ pull(controller) { controller.enqueue(new Uint8Array(65536)); } }).getReader();
(async () => { for (;;) await reader.read(); })();
//# a decompression bomb : bounded
(async () => {
  const zipped = new Response(new Blob([new Uint8Array(1 << 26)]).stream().pipeThrough(new CompressionStream("gzip")));
  let blob = await zipped.blob();
  await new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
})().catch(() => {});
//# reload without end : bounded
if (!sessionStorage.getItem("n") || +sessionStorage.getItem("n") < 5) { sessionStorage.setItem("n", +(sessionStorage.getItem("n") ?? 0) + 1); location.reload(); }
//# document.write without end : bounded
for (let i = 0; i < 20000; i++) document.write("<i></i>");
document.querySelectorAll("i").forEach((i) => i.remove());
