// Calls every method and sets every attribute of every interface with hostile values. `rows` is a list of argument lists.
globalThis.__hostile = (rows) => {
  const skipped = /^(location|navigation|top|parent|self|window|frames|document|constructor|alert|confirm|prompt|print|close|open|write|writeln|reload|replace|assign|href|go|back|forward|stop|debugger|requestFullscreen|__take|__hostile|__outcome|onerror|onunhandledrejection)$/;
  const makers = {
    __proto__: null, Document: () => new DOMParser().parseFromString("<p>x", "text/html"), Window: () => window,
    CanvasRenderingContext2D: () => document.createElement("canvas").getContext("2d"),
    OffscreenCanvasRenderingContext2D: () => new OffscreenCanvas(9, 9).getContext("2d"),
    CSSStyleDeclaration: () => document.createElement("p").style, DOMTokenList: () => document.createElement("p").classList,
    NamedNodeMap: () => document.createElement("p").attributes, NodeList: () => document.querySelectorAll("*"),
    HTMLCollection: () => document.createElement("p").children, Storage: () => sessionStorage, Range: () => document.createRange(),
    Selection: () => getSelection(), TreeWalker: () => document.createTreeWalker(document), NodeIterator: () => document.createNodeIterator(document),
    ImageData: () => new ImageData(4, 4), CanvasGradient: () => document.createElement("canvas").getContext("2d").createLinearGradient(0, 0, 1, 1),
    CanvasPattern: () => document.createElement("canvas").getContext("2d").createPattern(new OffscreenCanvas(2, 2), ""),
    AudioBuffer: () => new AudioBuffer({ length: 9, sampleRate: 8000 }), OfflineAudioContext: () => new OfflineAudioContext(1, 99, 8000),
    CSSStyleSheet: () => new CSSStyleSheet(), MediaQueryList: () => matchMedia("all"), ShadowRoot: () => document.createElement("p").attachShadow({ mode: "open" }),
    Element: () => document.createElementNS("x", "y"), HTMLElement: () => document.createElement("b"), SVGElement: () => document.createElementNS("http://www.w3.org/2000/svg", "g"),
    Text: () => new Text("abc"), IDBFactory: () => indexedDB, Navigator: () => navigator, Performance: () => performance, History: () => null, Crypto: () => crypto,
    Attr: () => document.createAttribute("a"), CustomElementRegistry: () => customElements, MessagePort: () => new MessageChannel().port1,
    DOMMatrix: () => new DOMMatrix(), Path2D: () => new Path2D("M0 0L9 9"), URL: () => new URL("http://a/b"), Event: () => new Event("x"),
    Worker: () => null, Location: () => null,
  };
  const tagged = (name) => {
    const match = /^HTML(\w+)Element$/.exec(name);
    if (match === null) return undefined;
    const tag = { Anchor: "a", Image: "img", Paragraph: "p", TableRow: "tr", TableCell: "td", TableSection: "tbody", OList: "ol", UList: "ul", DList: "dl", LI: "li", FieldSet: "fieldset", IFrame: "iframe", TextArea: "textarea", OptGroup: "optgroup" }[match[1]] ?? match[1].toLowerCase();
    return () => document.createElement(tag);
  };
  const made = (name, Class) => {
    const make = makers[name] ?? tagged(name);
    if (make !== undefined) return make();
    for (const list of [[], ["x"], ["x", {}]]) { try { return new Class(...list); } catch {} }
    return Object.create(Class.prototype);
  };
  const quiet = (run) => {
    try { const value = run(); if (value instanceof Promise) value.catch(() => {}); return value; } catch { return undefined; }
  };
  let calls = 0;
  for (const name of Object.getOwnPropertyNames(globalThis).sort()) {
    if (!/^[A-Z]/.test(name) || name in { Object, Function, Array, Worker, Atomics, Symbol, Proxy, Reflect, Promise }) continue;
    const Class = globalThis[name];
    if (typeof Class !== "function" || !Class.prototype) continue;
    for (const row of rows) quiet(() => new Class(...row));
    for (const key of Object.getOwnPropertyNames(Class)) {
      if (typeof Class[key] === "function" && !skipped.test(key)) for (const row of rows) quiet(() => Class[key](...row));
    }
    for (const key of Object.getOwnPropertyNames(Class.prototype)) {
      if (skipped.test(key)) continue;
      const descriptor = Object.getOwnPropertyDescriptor(Class.prototype, key);
      for (const row of rows) {
        calls++;
        const target = quiet(() => made(name, Class));
        if (target === null || target === undefined) break;
        if (descriptor.get) quiet(() => descriptor.get.call(target));
        if (descriptor.set) quiet(() => descriptor.set.call(target, row[0]));
        if (typeof descriptor.value === "function") {
          quiet(() => descriptor.value.apply(target, row));
          quiet(() => descriptor.value.apply(row[0], row));
        }
      }
    }
  }
  return calls;
};
