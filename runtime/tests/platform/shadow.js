// Shadow trees in style and layout: scoped sheets, slots, parts, hits.

document.body.style.margin = "0";
const sheet = document.head.appendChild(document.createElement("style"));
const px = (element, name) => parseFloat(getComputedStyle(element)[name]);
const color = (element, pseudo) => getComputedStyle(element, pseudo).color;

/** A host in the body with a shadow tree. */
function make(inner, outer = "", init = {}) {
  const element = document.body.appendChild(document.createElement("section"));
  element.innerHTML = outer;
  const root = element.attachShadow({ mode: "open", ...init });
  root.innerHTML = inner;
  return { element, root, find: (selector) => root.querySelector(selector) };
}
const gone = (made) => made.element.remove();

check("sheets stay in their trees", ["rgb(1, 0, 0)", "rgb(2, 0, 0)", "rgb(2, 0, 0)", "rgb(0, 0, 0)"], () => {
  sheet.textContent = "p { color: rgb(1, 0, 0) }";
  const a = make("<style>p, b { color: rgb(2, 0, 0) }</style><p></p><b></b>", "<p></p><b></b>");
  const out = document.body.appendChild(document.createElement("p"));
  const result = [color(out), color(a.find("p")), color(a.find("b")), color(document.body)];
  out.remove(), gone(a);
  return result;
});
check(":host, :host(), :host-context() and the document's rules, which win", [30, 40, "rgb(9, 0, 0)", 7, 0], () => {
  sheet.textContent = "section { color: rgb(9, 0, 0) }";
  const a = make("<style>:host { display: block; width: 30px; color: red } :host(.wide) { width: 40px } " +
    ":host-context(.dark) i { margin-left: 7px }</style><i></i>");
  const result = [px(a.element, "width")];
  a.element.className = "wide";
  document.body.className = "dark";
  result.push(px(a.element, "width"), color(a.element), px(a.find("i"), "marginLeft"));
  document.body.className = "";
  result.push(px(a.find("i"), "marginLeft"));
  gone(a);
  return result;
});
check("slotted nodes inherit from their slot and are laid out in it", ["rgb(0, 5, 0)", 50, true, "inline", ""], () => {
  sheet.textContent = "";
  const a = make("<style>div { color: rgb(0, 5, 0); padding-left: 50px } ::slotted(b) { letter-spacing: 3px }</style>" +
    "<u>first</u><div><slot name=x></slot></div>", "<i>nowhere</i><b slot=x>shown</b>");
  const [lost, shown] = a.element.children;
  const result = [color(shown), shown.getBoundingClientRect().left, lost.getClientRects().length === 0 &&
    getComputedStyle(shown).letterSpacing === "3px", getComputedStyle(shown).display, getComputedStyle(lost).display];
  gone(a);
  return result;
});
check("assignment follows attributes, and fallback content comes and goes", ["f", "b", "b", "f", "bi", "f"], () => {
  const a = make("<slot name=x><em>f</em></slot>", "<b>b</b><i>i</i>");
  const [b, i] = a.element.children;
  const shown = () => [a.find("em"), b, i].filter((e) => e.getClientRects().length > 0).map((e) => e.textContent).join("");
  const result = [shown()];
  b.slot = "x", result.push(shown());
  i.slot = "y", result.push(shown());
  a.find("slot").name = "", result.push(shown());
  a.find("slot").name = "x", i.slot = "x", result.push(shown());
  b.remove(), i.remove(), result.push(shown());
  gone(a);
  return result;
});
check("manual assignment decides place and order", ["", "cb", "b"], () => {
  const a = make("<slot></slot>", "<b>b</b><i>c</i>", { slotAssignment: "manual" });
  const [b, c] = a.element.children;
  const order = () => [b, c].filter((e) => e.getClientRects().length > 0)
    .sort((x, y) => x.getBoundingClientRect().left - y.getBoundingClientRect().left).map((e) => e.textContent).join("");
  const result = [order()];
  a.find("slot").assign(c, b), result.push(order());
  a.find("slot").assign(b), result.push(order());
  gone(a);
  return result;
});
check("a slot in a slot, and ::slotted() of both trees", ["rgb(0, 0, 7)", "rgb(0, 0, 8)", 11], () => {
  const a = make("<style>::slotted(b) { color: rgb(0, 0, 7); margin-left: 11px }</style><section id=in><slot></slot></section>", "<b>b</b>");
  const inner = a.find("#in").attachShadow({ mode: "closed" });
  inner.innerHTML = "<style>::slotted(*) { color: rgb(0, 0, 8) }</style><slot></slot>";
  const b = a.element.firstChild;
  // The outer tree's rule wins over the inner one's; an important one of the inner tree over both.
  const result = [color(b)];
  inner.firstChild.textContent = "::slotted(*) { color: rgb(0, 0, 8) !important }";
  result.push(color(b), px(b, "marginLeft"));
  gone(a);
  return result;
});
check("parts are styled from outside, through exportparts too", ["rgb(4, 0, 0)", "rgb(5, 0, 0)", "rgb(0, 0, 0)"], () => {
  sheet.textContent = "section::part(name) { color: rgb(4, 0, 0) } section::part(far) { color: rgb(5, 0, 0) }";
  const a = make("<b part='x name'></b><section exportparts='deep: far'></section>");
  const deep = a.find("section").attachShadow({ mode: "open" });
  deep.innerHTML = "<i part=deep></i>";
  const result = [color(a.find("b")), color(deep.firstChild)];
  a.find("section").removeAttribute("exportparts");
  result.push(color(deep.firstChild));
  gone(a), sheet.textContent = "";
  return result;
});
check("custom properties cross, and keyframes are the tree's own", ["6px", "0.5"], () => {
  sheet.textContent = "section { --space: 6px } @keyframes k { from, to { opacity: 0.1 } }";
  const a = make("<style>b { padding-left: var(--space); animation: k 1s infinite } @keyframes k { from, to { opacity: 0.5 } }</style><b></b>");
  const result = [getComputedStyle(a.find("b")).paddingLeft, getComputedStyle(a.find("b")).opacity];
  gone(a), sheet.textContent = "";
  return result;
});
check("adopted sheets of documents and shadow roots", ["rgb(1, 1, 1)", "rgb(2, 2, 2)", "rgb(3, 3, 3)", "rgb(0, 0, 0)", "rgb(3, 3, 3)", true], () => {
  const [a, b] = [make("<b></b>"), make("<b></b>")];
  const constructed = new CSSStyleSheet();
  constructed.replaceSync("b { color: rgb(1, 1, 1) }");
  a.root.adoptedStyleSheets = [constructed];
  b.root.adoptedStyleSheets.push(constructed);
  const result = [color(a.find("b"))];
  constructed.replaceSync("b { color: rgb(2, 2, 2) }");
  result.push(color(b.find("b")));
  const second = new CSSStyleSheet();
  second.insertRule("b { color: rgb(3, 3, 3) }");
  b.root.adoptedStyleSheets.push(second);
  result.push(color(b.find("b")));
  a.root.adoptedStyleSheets.length = 0;
  result.push(color(a.find("b")));
  b.element.remove(), document.body.append(b.element);
  result.push(color(b.find("b")), b.root.adoptedStyleSheets === b.root.adoptedStyleSheets);
  gone(a), gone(b);
  return result;
});
check("only constructed sheets are adopted", ["NotAllowedError", "TypeError", 0], () => {
  const a = make("<style></style>");
  const name = (run) => { try { run(); } catch (error) { return error.name; } };
  const result = [name(() => a.root.adoptedStyleSheets.push(a.find("style").sheet)), name(() => a.root.adoptedStyleSheets = [{}]),
    a.root.adoptedStyleSheets.length];
  gone(a);
  return result;
});
check("changes inside are seen: classes, siblings, structure", ["rgb(1, 0, 0)", "rgb(2, 0, 0)", "rgb(3, 0, 0)", "rgb(0, 0, 0)"], () => {
  const a = make("<style>.on { color: rgb(1, 0, 0) } .on + b { color: rgb(2, 0, 0) } b:last-child { color: rgb(3, 0, 0) }</style><i></i><b></b><b></b>");
  const [i, first, last] = a.root.querySelectorAll("i, b");
  color(first);
  i.className = "on";
  const result = [color(i), color(first), color(last)];
  a.root.append(document.createElement("u"));
  result.push(color(last));
  gone(a);
  return result;
});
check("points are those of the tree that asks", ["host", "in", "light", "light"], () => {
  const a = make("<style>:host { display: block } div { width: 40px; height: 40px }</style><div id=in></div><slot></slot>", "<p id=light style='margin:0;height:30px'>x</p>");
  a.element.id = "host";
  const { top } = a.element.getBoundingClientRect();
  const result = [document.elementFromPoint(5, top + 5).id, a.root.elementFromPoint(5, top + 5).id,
    document.elementFromPoint(5, top + 50).id, a.root.elementFromPoint(5, top + 50).id];
  gone(a);
  return result;
});
check("offsetParent does not show what is inside a shadow tree", ["BODY", "outer"], () => {
  const a = make("<div style='position:relative;left:9px'><slot></slot></div>", "<b>x</b>");
  const b = a.element.firstChild;
  const result = [b.offsetParent.tagName];
  a.element.style.position = "relative", a.element.id = "outer";
  result.push(b.offsetParent.id);
  gone(a);
  return result;
});
