// What must work after every attack. It uses the language's syntax and what `before.js` took, so that only the platform is asked.
{
  const t = globalThis.__take;
  const o = (object) => ({ __proto__: null, ...object });
  let out = "";
  const note = (name, value) => { out += `${name}=${value};`; };
  const step = (name, run) => {
    try { note(name, run()); } catch (error) { note(name, `threw ${error}`); }
  };
  const waits = [];
  let waiting = 0;
  const later = (name) => {
    waiting++;
    return (value) => { waiting--; note(name, value); };
  };
  const asynchronous = async (name, run) => {
    const done = later(name);
    try { done(await run()); } catch (error) { done(`rejected ${error}`); }
  };
  const body = t.body(t.document);
  const sum = (list, length) => {
    let total = 0;
    for (let i = 0; i < length; i++) total = (total * 31 + list[i] * 1000) % 1000003;
    return total;
  };

  step("dom", () => {
    const div = t.create(t.document, "div");
    t.setAttr(div, "id", "first");
    t.setAttr(div, "class", "a b a");
    t.append(body, div);
    t.setHtml(div, `<p>one</p><p title="x &amp; y">two <b>bold</b></p><ul><li>1<li>2</ul>`);
    const third = t.create(t.document, "p");
    t.setText(third, "three");
    t.insert(div, third, t.query(t.document, "#first > p:nth-child(2)"));
    t.appendMany(div, "text", t.create(t.document, "i"));
    const copy = t.clone(div, true);
    t.setAttr(copy, "id", "second");
    t.append(body, copy);
    t.remove(t.query(t.document, "#second li"));
    return `${t.html(body).length} ${t.html(t.byId(t.document, "second"))}`;
  });
  step("query", () => `${t.length(t.queryAll(t.document, "p, li:not(:first-child)"))} ${t.count(t.children(body)) > 0} ${
    t.matches(t.query(t.document, "b"), "p > b")} ${t.attr(t.closest(t.query(t.document, "b"), "div"), "id")}`);
  step("classes", () => {
    const list = t.classes(t.byId(t.document, "first"));
    t.addClass(list, "c", "d");
    t.toggleClass(list, "a");
    return `${t.attr(t.byId(t.document, "first"), "class")} ${t.hasClass(list, "d")} ${t.hasClass(list, "a")}`;
  });
  step("style", () => {
    const first = t.byId(t.document, "first");
    t.setProperty(t.style(first), "width", "120px");
    t.setProperty(t.style(first), "margin", "1px 2px");
    t.setProperty(t.style(first), "color", "rgb(10, 20, 30)");
    return `${t.attr(first, "style")} ${t.property(t.computed(t.window, first), "color")} ${
      t.property(t.computed(t.window, first), "margin-left")}`;
  });
  step("layout", () => {
    const box = t.box(t.byId(t.document, "first"));
    return `${t.width(box)} ${t.height(box)}`;
  });
  step("shadow", () => {
    const host = t.create(t.document, "div");
    t.append(body, host);
    const root = t.shadow(host, o({ mode: "open" }));
    t.setHtml(root, "<span>inside</span><slot></slot>");
    t.setText(host, "light");
    return `${t.html(root)} ${t.width(t.box(host)) > 0}`;
  });
  step("range", () => {
    const range = t.range(t.document);
    t.selectNode(range, t.query(t.document, "#second > p"));
    return t.rangeText(range);
  });
  step("element", () => {
    let made = "";
    class Mine extends t.HTMLElement {
      connectedCallback() { made += "connected "; }
      attributeChangedCallback(name, before, after) { made += `${name}:${after} `; }
      static get observedAttributes() { return ["data-x"]; }
    }
    t.define(t.registry, "my-element", Mine);
    const element = t.create(t.document, "my-element");
    t.append(body, element);
    t.setAttr(element, "data-x", "1");
    return made;
  });

  step("events", () => {
    let heard = "";
    const first = t.byId(t.document, "first");
    const p = t.query(t.document, "#first p");
    const gone = () => { heard += "gone "; };
    t.listen(first, "game", (event) => { heard += `capture:${t.detail(event)} `; }, o({ capture: true }));
    t.listen(first, "game", gone);
    t.unlisten(first, "game", gone);
    t.listen(first, "game", () => { heard += "once "; }, o({ once: true }));
    t.listen(body, "game", () => { heard += "body "; });
    t.listen(p, "game", o({ handleEvent(event) { heard += `${t.eventType(event)} `; } }));
    t.dispatch(p, t.custom("game", o({ bubbles: true, detail: 7 })));
    t.dispatch(p, t.custom("game", o({ bubbles: true, detail: 8 })));
    return heard;
  });
  step("abort", () => {
    const controller = t.abort();
    let told = 0;
    t.listen(t.signal(controller), "abort", () => { told++; });
    t.doAbort(controller);
    return `${told} ${t.aborted(t.signal(controller))}`;
  });
  {
    let clicks = 0;
    const target = t.byId(t.document, "target");
    t.listen(target, "click", (event) => { clicks++; note("click", `${t.eventType(event)} ${clicks}`); });
    t.listen(t.document, "keydown", (event) => { note("key", event.key); });
  }

  step("timers", () => {
    const first = later("timeout");
    const second = later("timeout with arguments");
    const third = later("interval");
    const fourth = later("frame");
    const fifth = later("microtask");
    t.timeout(t.window, () => first("5"), 5);
    t.timeout(t.window, (a, b) => second(`${a} ${b}`), 1, "x", "y");
    let ticks = 0;
    const id = t.interval(t.window, () => {
      if (++ticks === 3) { t.stop(t.window, id); third(ticks); }
    }, 4);
    t.frame(t.window, (time) => fourth(typeof time));
    t.microtask(t.window, () => fifth("ran"));
    return typeof id;
  });
  step("observers", () => {
    const changes = later("mutations");
    const sizes = later("sizes");
    let told = false;
    t.observe(t.observer((records) => {
      if (!told) { told = true; changes(`${records.length} ${records[0].type} ${records[0].attributeName}`); }
    }), t.byId(t.document, "second"), o({ attributes: true, childList: true, subtree: true }));
    t.setAttr(t.byId(t.document, "second"), "data-changed", "1");
    let sized = false;
    t.observeSize(t.resizeObserver((entries) => {
      if (!sized) { sized = true; sizes(`${entries.length} ${entries[0].contentRect.width}`); }
    }), t.byId(t.document, "first"));
    return "asked";
  });

  step("canvas", () => {
    const canvas = t.byId(t.document, "canvas");
    const c = t.context(canvas, "2d");
    t.setFill(c, "#204060");
    t.fillRect(c, 0, 0, 100, 60);
    const gradient = t.gradient(c, 0, 0, 100, 0);
    t.stopAt(gradient, 0, "red");
    t.stopAt(gradient, 1, "hsl(120deg 50% 50% / 0.5)");
    t.setFill(c, gradient);
    t.begin(c);
    t.arc(c, 50, 30, 20, 0, 6);
    t.fill(c);
    t.dash(c, [3, 1, 2]);
    t.setFont(c, "bold 14px sans-serif");
    t.setFill(c, "white");
    t.fillText(c, "Hello", 10, 20);
    t.fill(c, t.path("M10 40 h20 v10 h-20 z"));
    const data = t.data(t.pixels(c, 0, 0, 100, 60));
    return `${sum(data, 24000)} ${t.textWidth(t.measure(c, "Hello"))} ${t.dataURL(canvas).length}`;
  });

  step("values", () => {
    const url = t.url("a/../b?x=1&y=%20z#h", "http://localhost/d/");
    const clone = t.structuredClone(t.window, o({ a: [1, 2, o({ b: "c" })], d: 4n }));
    const form = t.form();
    t.formSet(form, "k", "v");
    return `${t.href(url)} ${t.param(t.params(url), "y")} ${clone.a[2].b} ${clone.d} ${
      t.decode(t.decoder(), t.encode(t.encoder(), "h\u00e9\u4e2d"))} ${t.formGet(form, "k")} ${
      t.header(t.headers(o({ "X-A": " b " })), "x-a")} ${t.e(t.translate(t.matrix("scale(2)"), 3, 4))} ${
      t.mediaMatches(t.media(t.window, "(min-width: 100px)"))}`;
  });
  step("storage", () => {
    t.keep(t.localStorage, "score", "42");
    return t.kept(t.localStorage, "score");
  });
  step("log", () => t.log("logged", 1, "two"));

  asynchronous("fetch", async () => {
    const response = await t.fetch(t.window, "data.json");
    return `${t.status(response)} ${await t.text(response)}`;
  });
  asynchronous("json", async () => {
    const value = await t.json(await t.fetch(t.window, "data.json"));
    return `${value.list.length} ${value.list[1].name}`;
  });
  asynchronous("blob", () => t.blobText(t.blob(["a", "b\u00e9"])));
  asynchronous("audio", async () => {
    const context = t.audio(256);
    const oscillator = t.oscillator(context);
    t.connect(oscillator, t.destination(context));
    t.startSource(oscillator);
    const buffer = await t.render(context);
    return sum(t.channel(buffer, 0), 256);
  });
  step("xhr", () => {
    const done = later("xhr loaded");
    const request = t.xhr();
    t.open(request, "GET", "data.json");
    t.listen(request, "load", () => done(t.responseText(request).length));
    t.send(request);
    return "sent";
  });
  step("worker", () => {
    const done = later("worker said");
    const worker = t.worker("worker.js");
    t.listen(worker, "message", (event) => done(`${t.messageData(event).twice} ${t.messageData(event).text}`));
    t.tell(worker, o({ n: 21, text: "hi" }));
    return "told";
  });
  step("database", () => {
    const done = later("database gave");
    const request = t.openDatabase(t.indexedDB, "scenario", 1);
    t.listen(request, "upgradeneeded", () => t.store(t.result(request), "things", o({ keyPath: "id" })));
    t.listen(request, "success", () => {
      const store = t.storeOf(t.transaction(t.result(request), "things", "readwrite"), "things");
      t.put(store, { __proto__: null, id: 1, name: "thing" });
      const found = t.get(store, 1);
      t.listen(found, "success", () => done(t.result(found).name));
    });
    return "opened";
  });

  globalThis.__outcome = () => `${out}waiting=${waiting}`;
  globalThis.__gameTest = { getSnapshot: () => ({ score: 42, lives: [3, 2, 1], name: "x" }) };
}
