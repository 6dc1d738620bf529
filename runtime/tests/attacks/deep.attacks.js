//# innerHTML 100 000 deep
document.createElement("div").innerHTML = "<b>".repeat(100000);
//# innerHTML 100 000 deep, shown : bounded
const div = document.createElement("div");
div.innerHTML = "<b>".repeat(100000) + "text";
document.body.append(div);
div.getBoundingClientRect();
div.remove();
//# a scripted DOM 20 000 deep : bounded
let at = document.body;
for (let i = 0; i < 20000; i++) { const next = document.createElement("div"); at.append(next); at = next; }
document.body.lastChild.getBoundingClientRect();
document.body.lastChild.textContent;
document.body.lastChild.cloneNode(true);
document.body.lastChild.remove();
//# a scripted DOM 20 000 deep, not connected : bounded
let at = document.createElement("div");
for (let i = 0; i < 20000; i++) { const next = document.createElement("div"); next.append(at); at = next; }
try { at.outerHTML; at.cloneNode(true); at.textContent; at.normalize(); at.querySelectorAll("div").length; at.isEqualNode(at.cloneNode(true)); } catch {}
document.body.append(at);
at.remove();
//# shadow trees 3 000 deep : bounded
let at = document.body;
for (let i = 0; i < 3000; i++) { const next = document.createElement("div"); at.append(next); at = next.attachShadow({ mode: "open" }); }
document.body.lastChild.getBoundingClientRect();
at.dispatchEvent(new Event("x", { bubbles: true, composed: true }));
document.body.lastChild.remove();
//# JSON 100 000 deep : alive
try { JSON.parse("[".repeat(100000) + "]".repeat(100000)); } catch {}
let deep = [];
for (let i = 0; i < 100000; i++) deep = [deep];
try { structuredClone(deep); } catch {}
try { postMessage(deep); } catch {}
try { console.log(deep); } catch {}
try { history.replaceState(deep, ""); } catch {}
//# style rules 10 000 deep : bounded
const style = document.createElement("style");
style.textContent = "a{".repeat(10000) + "}".repeat(10000) + "@media all{".repeat(10000) + "}".repeat(10000);
document.head.append(style);
document.body.offsetWidth;
style.remove();
//# selectors 10 000 deep : bounded
for (const text of [":not(".repeat(10000) + "a" + ")".repeat(10000), ":is(".repeat(300) + "a" + ")".repeat(300), "a ".repeat(20000) + "a", "a" + ":hover".repeat(20000), "a:has(".repeat(50) + "b" + ")".repeat(50)]) {
  try { document.querySelector(text); } catch {}
  const style = document.createElement("style");
  style.textContent = `${text}{color:red}`;
  document.head.append(style);
  document.body.offsetWidth;
  style.remove();
}
//# calc, var and gradients nested deeply : bounded
const style = document.createElement("style");
style.textContent = `body{width:${"calc(1px + ".repeat(5000)}1px${")".repeat(5000)};--a:${"(".repeat(20000)}${")".repeat(20000)};height:${"var(--x,".repeat(3000)}1px${")".repeat(3000)}}` +
  Array.from({ length: 200 }, (_, i) => `body{--v${i}:var(--v${i + 1}) var(--v${i + 1})}`).join("") + "body{--v200:x;font-family:var(--v0)}";
document.head.append(style);
getComputedStyle(document.body).width;
style.remove();
//# recursion without end
function f() { f(); }
try { f(); } catch {}
const o = { get a() { return this.a; } };
try { o.a; } catch {}
addEventListener("deep", () => dispatchEvent(new Event("deep")));
try { dispatchEvent(new Event("deep")); } catch {}
//# recursion at the end of the stack inside the platform : alive
function at(depth) { try { at(depth + 1); } catch {} document.createElement("p").setAttribute("a", "b"); document.body.getBoundingClientRect(); }
try { at(0); } catch {}
//# an SVG image 10 000 deep : bounded
const image = new Image();
image.src = `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${"<g>".repeat(10000)}${"</g>".repeat(10000)}</svg>`;
document.body.append(image);
image.remove();
//# XML 10 000 deep
try { new DOMParser().parseFromString("<a>".repeat(10000) + "</a>".repeat(10000), "text/xml"); } catch {}
//# ranges over deep trees : bounded
const host = document.createElement("div");
let at = host;
for (let i = 0; i < 5000; i++) { const next = document.createElement("i"); at.append("x", next, "y"); at = next; }
document.body.append(host);
const range = document.createRange();
range.selectNodeContents(host);
try { range.cloneContents(); range.toString(); range.extractContents(); } catch {}
host.remove();
//# tables, flex and grid nested 2 000 deep : bounded
const host = document.createElement("div");
host.innerHTML = ["display:flex", "display:grid", "display:inline-block", "display:table-cell", "float:left", "position:absolute"].map((style) => `<div style="${style}">`.repeat(300)).join("") + "x";
document.body.append(host);
host.getBoundingClientRect();
host.remove();
