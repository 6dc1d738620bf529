//# a huge string : bounded
let text = "x".repeat(1 << 28);
try { text += text; text += text; } catch {}
document.title = text.slice(0, 1000);
try { document.createElement("div").textContent = text; } catch {}
//# a huge text in the document : bounded
const p = document.createElement("p");
p.textContent = "word ".repeat(1 << 20);
document.body.append(p);
p.getBoundingClientRect();
p.remove();
//# huge arrays
for (const f of [() => new Array(4294967295), () => new Uint8Array(2 ** 40), () => new ArrayBuffer(2 ** 33), () => new Float64Array(2 ** 30), () => new Array(4294967295).fill(0).length > 1e12]) {
  try { if (f !== undefined && !/fill/.test(String(f))) f(); } catch {}
}
//# a sparse array as an argument : bounded
const sparse = new Array(4294967295);
for (const f of [() => document.body.append.apply(document.body, { length: 2 ** 32 }), () => new Blob({ length: 1e9 })]) { try { f(); } catch {} }
try { console.log(sparse); } catch {}
//# buffers without end : bounded
const kept = [];
try { for (;;) kept.push(new ArrayBuffer(1 << 26)); } catch {}
kept.length = 0;
//# objects without end : ends
const kept = [];
for (;;) kept.push({ a: kept.length, b: [1, 2, 3] });
//# strings without end : ends
const kept = [];
for (let i = 0; ; i++) kept.push("x".repeat(1 << 20) + i, [...Array(1000)].map(() => i + "y"));
//# canvases of any size
for (const [width, height] of [[1e9, 1e9], [32767, 32767], [65535, 1], [1, 65535], [-1, -1], [NaN, 0], [2 ** 31, 2 ** 31], [4294967295, 1], [16384, 16384]]) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const c = canvas.getContext("2d");
  c.fillRect(0, 0, 1e9, 1e9);
  try { c.getImageData(0, 0, 1, 1); } catch {}
  try { canvas.toDataURL(); } catch {}
}
//# a thousand large canvases : bounded
const kept = [];
for (let i = 0; i < 1000; i++) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2048;
  const c = canvas.getContext("2d");
  c.fillRect(0, 0, 10, 10);
  try { c.getImageData(0, 0, 1, 1); } catch {}
  kept.push(canvas);
}
//# OffscreenCanvas of any size
for (const [width, height] of [[1e9, 1e9], [0, 0], [65535, 65535], [NaN, 1]]) {
  try { const c = new OffscreenCanvas(width, height).getContext("2d"); c.fillRect(0, 0, 9, 9); c.getImageData(0, 0, 1, 1); } catch {}
}
//# ImageData of any size
for (const [width, height] of [[1e9, 1e9], [32768, 32768], [0, 1], [-1, 1], [NaN, NaN], [2 ** 31, 2], [65536, 65536]]) { try { new ImageData(width, height); } catch {} }
const c = document.getElementById("canvas").getContext("2d");
for (const rect of [[0, 0, 1e9, 1e9], [-1e9, -1e9, 1e5, 1e5], [0, 0, -5, -5], [NaN, 0, 1, 1], [2147483647, 2147483647, 2147483647, 2147483647]]) { try { c.getImageData(...rect); } catch {} try { c.createImageData(rect[2], rect[3]); } catch {} }
c.reset();
//# image data that fills memory : bounded
const kept = [];
try { for (let i = 0; i < 200; i++) kept.push(new ImageData(4096, 4096)); } catch {}
kept.length = 0;
//# AudioBuffers of any size
for (const options of [{ length: 2 ** 31, sampleRate: 44100 }, { length: 1e12, sampleRate: 44100 }, { length: 0, sampleRate: 44100 }, { length: 1, sampleRate: 1 }, { length: 2 ** 28, numberOfChannels: 32, sampleRate: 44100 }]) { try { new AudioBuffer(options); } catch {} }
for (const list of [[1, 2 ** 31, 44100], [32, 2 ** 30, 44100], [1e9, 1, 44100], [1, 1, 1e9]]) { try { new OfflineAudioContext(...list); } catch {} }
//# an audio graph that is never heard : bounded
const context = new OfflineAudioContext(2, 44100 * 600, 44100);
let node = context.createGain();
for (let i = 0; i < 2000; i++) { const next = context.createGain(); node.connect(next); node = next; }
node.connect(context.destination);
context.startRendering().catch(() => {});
//# a million drawing commands : bounded
const c = document.createElement("canvas").getContext("2d");
for (let i = 0; i < 1000000; i++) { c.fillRect(i % 300, 0, 5, 5); }
c.getImageData(0, 0, 1, 1);
//# paths of a million segments : bounded
const c = document.createElement("canvas").getContext("2d");
c.beginPath();
for (let i = 0; i < 300000; i++) c.quadraticCurveTo(i % 300, i % 7, i % 150, i % 11);
c.lineWidth = 3;
c.setLineDash([0.01, 0.01]);
c.stroke();
c.getImageData(0, 0, 1, 1);
//# dashes and curves that want endless work : bounded
const c = document.createElement("canvas").getContext("2d");
for (const f of [() => c.setLineDash([1e-9]), () => c.moveTo(0, 0), () => c.lineTo(1e9, 1e9), () => c.stroke(), () => c.arc(0, 0, 1e9, 0, 1e9), () => c.stroke(), () => { c.shadowBlur = 1e9; c.shadowColor = "red"; c.fillRect(0, 0, 9, 9); }, () => { c.filter = "blur(100000px)"; c.fillRect(0, 0, 9, 9); }, () => { c.font = "100000px serif"; c.fillText("x".repeat(1e5), 0, 0); }, () => c.scale(1e300, 1e300), () => c.fillRect(-1e300, -1e300, 1e300, 1e300), () => c.getImageData(0, 0, 1, 1)]) { try { f(); } catch {} }
//# a save stack without end : bounded
const c = document.createElement("canvas").getContext("2d");
for (let i = 0; i < 500000; i++) c.save();
c.getImageData(0, 0, 1, 1);
//# layers without end : bounded
const c = document.createElement("canvas").getContext("2d");
for (let i = 0; i < 2000; i++) { c.beginPath(); c.rect(0, 0, 100 + i, 100); c.clip(); c.globalCompositeOperation = "copy"; c.shadowBlur = 30; c.shadowColor = "red"; c.fillRect(0, 0, 300, 150); }
c.getImageData(0, 0, 1, 1);
//# blobs without end : bounded
const kept = [];
let blob = new Blob(["x".repeat(1 << 20)]);
try { for (let i = 0; i < 20; i++) { blob = new Blob([blob, blob]); kept.push(blob); } } catch {}
try { URL.createObjectURL(blob); } catch {}
//# object URLs without end : bounded
const blob = new Blob(["x".repeat(1 << 16)]);
try { for (let i = 0; i < 100000; i++) URL.createObjectURL(blob); } catch {}
//# nodes without end : bounded
const host = document.createElement("div");
try { for (let i = 0; i < 3000000; i++) host.append(document.createElement("i")); } catch {}
document.body.append(host);
host.remove();
//# a parse that makes too many nodes : bounded
try { document.createElement("div").innerHTML = "<i></i>".repeat(2000000); } catch {}
//# attributes, classes and styles without end : bounded
const p = document.createElement("p");
document.body.append(p);
for (let i = 0; i < 20000; i++) p.setAttribute(`a${i}`, "x");
p.className = Array.from({ length: 100000 }, (_, i) => `c${i}`).join(" ");
p.offsetWidth;
p.style.cssText = "color:red;".repeat(100000);
p.remove();
//# style rules without end : bounded
const style = document.createElement("style");
style.textContent = Array.from({ length: 200000 }, (_, i) => `.c${i} > b:nth-child(${i}){color:red}`).join("");
document.head.append(style);
document.body.offsetWidth;
style.remove();
//# insertRule without end : bounded
const style = document.createElement("style");
document.head.append(style);
for (let i = 0; i < 50000; i++) style.sheet.insertRule(`.x${i}{color:red}`, 0);
document.body.offsetWidth;
style.remove();
//# fonts of any size : bounded
for (const bytes of [new ArrayBuffer(1 << 26), new Uint8Array([0, 1, 0, 0, 255, 255, 255, 255]).buffer]) { try { new FontFace("x", bytes).load().catch(() => {}); } catch {} }
for (let i = 0; i < 10000; i++) document.fonts.add(new FontFace(`f${i}`, "url(none.woff)"));
//# images that claim to be huge
const png = (width, height) => { const b = [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, width >>> 24, width >>> 16 & 255, width >>> 8 & 255, width & 255, height >>> 24, height >>> 16 & 255, height >>> 8 & 255, height & 255, 8, 6, 0, 0, 0, 0, 0, 0, 0]; return URL.createObjectURL(new Blob([new Uint8Array(b)], { type: "image/png" })); };
for (const [w, h] of [[1e9, 1e9], [65535, 65535], [2147483647, 2147483647], [0, 0]]) { const image = new Image(); image.src = png(w, h); image.decode().catch(() => {}); }
for (const size of ["1e9", "100000", "-1", "NaN", "1e400"]) { const image = new Image(); image.src = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="9" height="9"/></svg>`; image.decode().catch(() => {}); }
//# storage that is full
try { for (let i = 0; ; i++) localStorage.setItem(`k${i}`, "x".repeat(100000)); } catch (error) { if (error.name !== "QuotaExceededError") throw error; }
localStorage.clear();
//# session storage that is full
try { for (let i = 0; ; i++) sessionStorage.setItem(`k${i}`, "x".repeat(100000)); } catch (error) { if (error.name !== "QuotaExceededError") throw error; }
//# storage with very many keys : bounded
try { for (let i = 0; i < 300000; i++) localStorage.setItem(i, ""); } catch {}
localStorage.clear();
//# databases without end : bounded
for (let i = 0; i < 2000; i++) indexedDB.open(`bomb${i}`, 1);
//# a database that is full : bounded
const request = indexedDB.open("full", 1);
request.onupgradeneeded = () => request.result.createObjectStore("s", { autoIncrement: true });
request.onsuccess = () => {
  const store = request.result.transaction("s", "readwrite").objectStore("s");
  const value = new Uint8Array(1 << 20);
  for (let i = 0; i < 300; i++) store.put(value).onerror = (event) => event.preventDefault();
};
//# cookies without end
for (let i = 0; i < 10000; i++) document.cookie = `c${i}=${"x".repeat(100)}`;
for (let i = 0; i < 10000; i++) document.cookie = `c${i}=;max-age=0`;
//# history without end
for (let i = 0; i < 100000; i++) { try { history.replaceState({ i }, "", `#${i}`); } catch { break; } }
try { history.replaceState("x".repeat(1 << 25), ""); } catch {}
history.replaceState(null, "", "/index.html");
//# console without end : alive
for (let i = 0; i < 100000; i++) console.log("x".repeat(1000));
//# console of hostile things : alive
const cyclic = {};
cyclic.self = cyclic;
const proxy = new Proxy({}, { get() { throw new Error("get"); }, ownKeys() { throw new Error("keys"); }, getPrototypeOf() { throw new Error("proto"); } });
for (const value of [cyclic, proxy, new Proxy(() => {}, {}), Object.create(null), Symbol("x"), 10n, { get a() { throw new Error("a"); } }, new Array(1e9), "x".repeat(1 << 24), new Uint8Array(1 << 24), { toString() { throw new Error("s"); } }, Object.assign(new Error("e"), { stack: { toString() { throw new Error(); } } }), document, window, new Map([[{}, {}]]), (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()]) {
  for (const name of ["log", "error", "table", "dir", "assert", "group", "count", "time"]) { try { console[name](value, value); } catch {} }
}
console.log("%s %d %i %f %o %O %c %%", proxy, proxy, proxy);
for (let i = 0; i < 1000; i++) console.group("x");
for (let i = 0; i < 1000; i++) console.groupEnd();
