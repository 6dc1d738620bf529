// A script inside the table takes it out of its parent: what the parser then finds goes to the element around it.
document.write('<div id=foster><table id=gone><tr><td>a</td></tr><script>document.getElementById("gone").remove()</' +
  'script>lost<b>found</b></table></div>');
check("what a table pushes out survives the table's removal", "lost<b>found</b>", () => document.getElementById("foster").innerHTML);

check("DOMParser keeps what is around the root, and has no scripting", ["8,10,1", "en", "x", "P", "http://localhost/index.html", null], () => {
  const parsed = new DOMParser().parseFromString(
    "<!--a--><!doctype html><html lang=en><body class=x><noscript><p>n</p></noscript><script>window.ran = 1</script>", "text/html");
  return [[...parsed.childNodes].map((node) => node.nodeType).join(), parsed.documentElement.lang, parsed.body.className,
    parsed.querySelector("noscript").firstChild.nodeName, parsed.URL, window.ran ?? null];
});
check("scripts of a contextual fragment run, those of innerHTML do not", [1, null], () => {
  document.body.append(document.createRange().createContextualFragment("<script>window.fragment = 1</" + "script>"));
  const div = document.body.appendChild(document.createElement("div"));
  div.innerHTML = "<script>window.inner = 1</" + "script>";
  return [window.fragment, window.inner ?? null];
});
check("annotation-xml with HTML inside", "http://www.w3.org/1999/xhtml", () => {
  const div = document.createElement("div");
  div.innerHTML = "<math><annotation-xml encoding='text/html'><p id=p>x</p></annotation-xml></math>";
  return div.querySelector("annotation-xml").firstChild.namespaceURI;
});

const loaded = (frame) => new Promise((resolve) => frame.onload = resolve);
check("frames show files, blobs and srcdoc without scripts", ["hello", "text/plain", "b", "s", null], async () => {
  const frames = [];
  const shown = async (set) => {
    const frame = document.createElement("iframe");
    set(frame);
    frames.push(frame);
    const done = loaded(frame);
    document.body.append(frame);
    await done;
    return frame.contentDocument;
  };
  const text = await shown((frame) => frame.src = "t.txt");
  const blob = await shown((frame) => frame.src = URL.createObjectURL(new Blob(["<i>b</i>"], { type: "text/html" })));
  const inner = await shown((frame) => frame.srcdoc = "<p>s</p><script>parent.fromFrame = 1</" + "script>");
  const result = [text.body.textContent, text.contentType, blob.querySelector("i").textContent, inner.querySelector("p").textContent,
    window.fromFrame ?? null];
  for (const frame of frames) frame.remove();
  return result;
});
check("custom elements are upgraded in clones", ["X", "Y", true], () => {
  class X extends HTMLElement {}
  class Y extends HTMLDivElement {}
  customElements.define("x-x", X);
  customElements.define("y-y", Y, { extends: "div" });
  const root = document.createElement("p");
  root.append(new X(), document.createElement("div", { is: "y-y" }));
  const copy = root.cloneNode(true);
  return [copy.firstChild.constructor.name, copy.lastChild.constructor.name, document.importNode(root, true).lastChild instanceof Y];
});
