const NS = "http://www.w3.org/2000/svg";
document.body.style.margin = "0";
const stage = document.createElement("div");
stage.style.cssText = "position:absolute;left:0;top:0";
document.body.append(stage);
function show(markup) {
  stage.innerHTML = markup;
  return stage.querySelector("[id=x]") ?? stage.firstElementChild;
}
const box = (r) => [r.x, r.y, r.width, r.height].map((v) => Math.round(v * 100) / 100);
const six = (m) => [m.a, m.b, m.c, m.d, m.e, m.f].map((v) => Math.round(v * 1000) / 1000 + 0);

check("boxes of shapes", [[5, 5, 10, 10], [27, 79, 20, 20], [0, 0, 15, 15], [17, 69, 30, 30]], () => {
  const rect = show(`<svg viewBox="0 0 100 50" style="width:200px;height:200px;padding:10px;border:5px solid red">
    <g transform="translate(1,2)"><rect id="x" x="5" y="5" width="10" height="10" stroke="red" stroke-width="4"/><path d="M0 0h10l5 5"/></g></svg>`);
  const group = rect.parentNode;
  return [rect.getBBox(), rect.getBoundingClientRect(), group.getBBox(), group.getBoundingClientRect()].map(box);
});
check("matrices", [[2, 0, 0, 2, 2, 54], [2, 0, 0, 2, 17, 69], [2, 0, 0, 2, 0, 50], [2, 0, 0, 2, 15, 65], "SVGMatrix"], () => {
  const rect = show(`<svg viewBox="0 0 100 50" style="width:200px;height:200px;padding:10px;border:5px solid red">
    <g transform="translate(1,2)"><rect id="x" x="5" y="5" width="10" height="10"/></g></svg>`);
  const svg = rect.ownerSVGElement;
  return [six(rect.getCTM()), six(rect.getScreenCTM()), six(svg.getCTM()), six(svg.getScreenCTM()), rect.getCTM().constructor.name];
});
check("a point of the page in the picture", [50, 25, "SVGPoint"], () => {
  const svg = show(`<svg viewBox="0 0 100 50" width="200" height="100" style="display:block"></svg>`);
  const point = svg.createSVGPoint();
  point.x = 100;
  point.y = 50;
  const there = point.matrixTransform(svg.getScreenCTM().inverse());
  return [there.x, there.y, there.constructor.name];
});
check("nested viewports and use", [[0, 0, 10, 10], [20, 20, 40, 40], [35, 5, 10, 10], [70, 10, 20, 20]], () => {
  show(`<svg viewBox="0 0 100 50" width="200" height="100" style="display:block"><rect id="r" x="5" y="5" width="10" height="10"/>
    <svg id="n" x="10" y="10" width="20" height="20" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg><use id="u" href="#r" x="30"/></svg>`);
  const [nested, use] = [document.getElementById("n"), document.getElementById("u")];
  return [nested.getBBox(), nested.getBoundingClientRect(), use.getBBox(), use.getBoundingClientRect()].map(box);
});
check("lengths of paths", [17.0711, [11.4142, 1.4142], 30.6147, 35.3137, 10, "InvalidStateError"], () => {
  show(`<svg><path id="p" d="M0 0h10l5 5"/><circle id="c" r="5"/><rect id="r" x="5" y="5" width="10" height="10" rx="2"/></svg>`);
  const [path, circle, rect] = ["p", "c", "r"].map((id) => document.getElementById(id));
  const four = (v) => Math.round(v * 1e4) / 1e4;
  const at = path.getPointAtLength(12);
  const loose = document.createElementNS(NS, "path");
  loose.setAttribute("d", "M0 0h10");
  let name;
  try { document.createElementNS(NS, "rect").getTotalLength(); } catch (error) { name = error.name; }
  return [four(path.getTotalLength()), [four(at.x), four(at.y)], four(circle.getTotalLength()), four(rect.getTotalLength()),
    loose.getTotalLength(), name];
});
check("attributes set by script", [[0, 0, 10, 10], [20, 0, 10, 30], [2, 2, 6, 6], [0, 0, 4, 8]], () => {
  show(`<svg width="100" height="100" style="display:block"><rect id="r" width="10" height="10"/><circle id="c" cx="5" cy="5" r="5"/>
    <polygon id="p" points="0,0 1,1"/></svg>`);
  const [rect, circle, polygon] = ["r", "c", "p"].map((id) => document.getElementById(id));
  const before = box(rect.getBoundingClientRect());
  rect.setAttribute("x", 20);
  rect.height.baseVal.value = 30;
  circle.style.r = "3px";
  polygon.setAttribute("points", "0,0 4,0 4,8");
  return [before, box(rect.getBoundingClientRect()), box(circle.getBoundingClientRect()), box(polygon.getBBox())];
});
check("hits", ["r", "svg", "stroke", "svg", "svg", "all", "u", "t", "g1"], () => {
  show(`<svg id="svg" width="200" height="200" style="display:block"><rect id="r" width="20" height="20"/>
    <rect id="stroke" x="40" y="10" width="20" height="20" fill="none" stroke="red" stroke-width="6"/>
    <rect id="none" x="80" width="20" height="20" pointer-events="none"/>
    <circle id="all" cx="130" cy="10" r="10" fill="none" pointer-events="all"/>
    <use id="u" href="#r" x="160"/><text id="t" y="80" font-size="30">Text</text>
    <g id="g"><path id="g1" d="M0 100h40v40z"/></g></svg>`);
  const at = (x, y) => document.elementFromPoint(x, y).id;
  return [at(10, 10), at(25, 25), at(40, 20), at(50, 20), at(90, 10), at(130, 10), at(165, 5), at(5, 70), at(35, 110)];
});
check("events of shapes", ["click c g svg", "c", "enter"], async () => {
  show(`<svg id="svg" width="50" height="50" style="display:block"><g id="g"><circle id="c" cx="20" cy="20" r="20"/></g></svg>`);
  const [circle, group, svg] = ["c", "g", "svg"].map((id) => document.getElementById(id));
  const seen = [];
  let target;
  circle.onclick = (event) => seen.push(event.type, "c") && (target = event.target.id);
  group.addEventListener("click", () => seen.push("g"));
  svg.addEventListener("click", () => seen.push("svg"));
  document.elementFromPoint(20, 20).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return [seen.join(" "), target, typeof circle.onpointerenter === "object" ? "enter" : ""];
});
check("live values", ["0 0 24 12", 24, "0 0 48 12", "translate(1 2) scale(3)", 2, "0,0 5,5", 2, [5, 5]], () => {
  const svg = show(`<svg viewBox="0 0 24 12"><g id="g" transform="translate(1 2)scale(3)"/><polyline id="p" points="0,0 5,5"/></svg>`);
  const view = svg.viewBox.baseVal;
  const first = svg.getAttribute("viewBox");
  const width = view.width;
  view.width = 48;
  const list = document.getElementById("g").transform.baseVal;
  const texts = [...list].map((t) => (t.type === 2 ? `translate(${t.matrix.e} ${t.matrix.f})` : `scale(${t.matrix.a})`)).join(" ");
  const count = list.numberOfItems;
  const points = document.getElementById("p").points;
  const { x, y } = points.getItem(1);
  return [first, width, svg.getAttribute("viewBox"), texts, count,
    document.getElementById("p").getAttribute("points"), points.length, [x, y]];
});
check("transforms from script", ["translate(5 6)", "rotate(90 10 10)", [0, 1, -1, 0, 20, 0]], () => {
  const svg = show(`<svg width="50" height="50" style="display:block"><g id="g"/></svg>`);
  const group = document.getElementById("g");
  const one = svg.createSVGTransform();
  one.setTranslate(5, 6);
  group.transform.baseVal.initialize(one);
  const first = group.getAttribute("transform");
  group.transform.baseVal.getItem(0).setRotate(90, 10, 10);
  return [first, group.getAttribute("transform"), six(group.getCTM())];
});
check("styles of SVG properties", ["rgb(255, 0, 0)", "middle", "2px", "rgb(0, 128, 0)", "fill-box", "all", "evenodd", "0.5"], () => {
  show(`<style>.a{fill:red;text-anchor:middle;stroke-width:2}.s{stop-color:green;stop-opacity:.5}</style>
    <svg><text id="t" class="a" clip-rule="evenodd">x</text><stop id="s" class="s"/><g id="g" style="transform-box:fill-box;pointer-events:all"/></svg>`);
  const of = (id) => getComputedStyle(document.getElementById(id));
  return [of("t").fill, of("t").textAnchor, of("t").strokeWidth, of("s").stopColor, of("g").transformBox, of("g").pointerEvents,
    of("t").clipRule, of("s").stopOpacity];
});
check("inline styles of SVG properties", ["text-anchor: end; paint-order: stroke;", "end", true, false, ""], () => {
  const g = show(`<svg><g id="x"/></svg>`);
  g.style.textAnchor = "end";
  g.style.setProperty("paint-order", "stroke");
  const text = g.getAttribute("style");
  g.style.textAnchor = "nonsense";
  const kept = g.style.textAnchor;
  g.style.textAnchor = "";
  return [text, kept, CSS.supports("text-anchor", "middle"), CSS.supports("text-anchor", "left"), g.style.textAnchor];
});
check("a style element in the picture", ["rgb(0, 0, 255)", "SVGStyleElement", true], () => {
  const rect = show(`<svg><style id="st">.inner{fill:#00f}</style><rect id="x" class="inner"/></svg>`);
  const style = document.getElementById("st");
  return [getComputedStyle(rect).fill, style.constructor.name, style.sheet instanceof CSSStyleSheet];
});
check("text", [4, true, true], () => {
  const text = show(`<svg width="100" height="50" style="display:block"><text id="x" x="50" y="30" text-anchor="middle">Text</text></svg>`);
  const length = text.getComputedTextLength();
  const { x, width } = text.getBBox();
  return [text.getNumberOfChars(), length > 20 && length < 40, Math.abs(x + width / 2 - 50) < 0.5 && Math.abs(width - length) < 1];
});
check("what has no place", [[0, 0, 0, 0], [0, 0, 0, 0], null, "svg", "svg"], () => {
  show(`<svg id="svg"><defs><rect id="d" width="5" height="5"/></defs><rect id="h" width="5" height="5" style="display:none"/></svg>`);
  const hidden = document.getElementById("h");
  const loose = document.createElementNS(NS, "rect");
  return [box(document.getElementById("d").getBoundingClientRect()), box(hidden.getBBox()), loose.ownerSVGElement,
    hidden.ownerSVGElement.id, hidden.nearestViewportElement.id];
});
check("className and href", ["a b", "a b c", "#q", "#r"], () => {
  const use = show(`<svg><use id="x" class="a b" href="#q"/></svg>`);
  const first = use.className.baseVal;
  use.classList.add("c");
  const href = use.href.baseVal;
  use.href.baseVal = "#r";
  return [first, use.className.baseVal, href, use.getAttribute("href")];
});
