const put = (html) => {
  const box = document.createElement("div");
  box.innerHTML = html;
  document.body.append(box);
  return box;
};
const frames = () => sleep(60);

check("the first size is told whatever it is, and of every kind of box", [
  "DIV 5,5 100x30 border 112x42", "SPAN 0,0 0x0 border 0x0", "CANVAS 3,3 30x20 border 38x28", "svg 0,0 30x20 border 30x20",
  "rect 0,0 20x10 border 20x10", "I 0,0 0x0 border 0x0", "B 4,4 16x6 border 24x14",
], async () => {
  const box = put(`<div style="width:100px;height:30px;padding:5px;border:1px solid"></div><span style="padding:3px">x</span>
    <canvas width="30" height="20" style="padding:3px;border:1px solid"></canvas><svg width="30" height="20"><rect x="5" width="20" height="10"/></svg>
    <i style="display:none"></i><b style="display:block;box-sizing:border-box;width:24px;height:14px;padding:4px"></b>`);
  const seen = [];
  const observer = new ResizeObserver((entries) => {
    for (const { target, contentRect: r, borderBoxSize: [b] } of entries) {
      seen.push(`${target.nodeName} ${r.x},${r.y} ${r.width}x${r.height} border ${b.inlineSize}x${b.blockSize}`);
    }
  });
  for (const target of box.querySelectorAll("*")) observer.observe(target);
  await frames();
  observer.disconnect();
  box.remove();
  return seen;
});
check("a canvas that changes, hides and goes", ["3x4", "9x4", "0x0", "9x4", "0x0"], async () => {
  const box = put("<canvas width=3 height=4></canvas>");
  const canvas = box.firstChild;
  const seen = [];
  const observer = new ResizeObserver(([{ contentRect }]) => seen.push(`${contentRect.width}x${contentRect.height}`));
  observer.observe(canvas);
  await frames();
  canvas.width = 9;
  await frames();
  canvas.style.display = "none";
  await frames();
  canvas.style.display = "";
  await frames();
  box.remove();
  await frames();
  observer.disconnect();
  return seen;
});
check("observers are called in the order in which they were made", ["first", "second"], async () => {
  const box = put("<p>x</p>");
  const seen = [];
  const first = new ResizeObserver(() => seen.push("first"));
  const second = new ResizeObserver(() => seen.push("second"));
  second.observe(box);
  first.observe(box);
  await frames();
  first.disconnect();
  second.disconnect();
  box.remove();
  return seen;
});
check("what has no box does not intersect", ["I true 0.5", "B false 0", "U true 1"], async () => {
  const box = put(`<i style="position:fixed;left:-50px;top:0;width:100px;height:10px"></i><b style="display:none"></b>
    <u style="display:inline-block;width:0;height:0"></u>`);
  const seen = [];
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) seen.push(`${entry.target.nodeName} ${entry.isIntersecting} ${entry.intersectionRatio}`);
  });
  for (const target of box.children) observer.observe(target);
  await frames();
  observer.disconnect();
  box.remove();
  return seen;
});
check("roots clip by their padding box, and thresholds are what counts", ["100x80 false", "100x80 true", "100x80 false", "0x0 false"], async () => {
  const box = put(`<div style="width:100px;height:80px;overflow:auto;border:5px solid"><div style="height:60px"></div><p style="height:100px;margin:0"></p></div>`);
  const root = box.firstChild;
  const seen = [];
  const observer = new IntersectionObserver((entries) => {
    for (const { rootBounds, isIntersecting } of entries) seen.push(`${rootBounds.width}x${rootBounds.height} ${isIntersecting}`);
  }, { root, threshold: 0.5 });
  observer.observe(root.lastChild);
  await frames();
  root.scrollTop = 60;
  await frames();
  root.scrollTop = 10;
  await frames();
  root.scrollTop = 60;
  await frames();
  seen.pop();
  root.lastChild.style.display = "none";
  await frames();
  observer.disconnect();
  box.remove();
  return seen;
});
