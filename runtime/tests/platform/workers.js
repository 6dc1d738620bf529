const workerOf = (source, options) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url, options);
  URL.revokeObjectURL(url);
  return worker;
};
const next = (target, type = "message") =>
  new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));

check("messages go both ways as clones", [3, "x", true], async () => {
  const worker = workerOf("onmessage = (e) => postMessage(e.data)");
  const sent = { map: new Map([["k", 3]]), text: "x", date: new Date(5) };
  worker.postMessage(sent);
  const { data } = await next(worker);
  return [data.map.get("k"), data.text, data.date instanceof Date && data !== sent];
});
check("a transferred buffer leaves", [0, 8, 7], async () => {
  const worker = workerOf("onmessage = (e) => postMessage([e.data.length, e.data[2]])");
  const bytes = new Uint8Array(8);
  bytes[2] = 7;
  worker.postMessage(bytes, [bytes.buffer]);
  return [bytes.length, ...(await next(worker)).data];
});
check("blobs and image data travel", ["hi", "text/x", 4], async () => {
  const worker = workerOf("onmessage = async (e) => postMessage([await e.data[0].text(), e.data[0].type, e.data[1].data.length])");
  worker.postMessage([new Blob(["hi"], { type: "text/x" }), new ImageData(1, 1)]);
  return (await next(worker)).data;
});
check("functions do not clone", "DataCloneError", () => {
  try {
    workerOf("").postMessage(() => {});
  } catch (error) {
    return error.name;
  }
});
check("a worker's globals", ["undefined", "undefined", "[object DedicatedWorkerGlobalScope]", true, "n", "undefined", false], async () => {
  const worker = workerOf(
    `postMessage([typeof window, typeof document, String(self), self instanceof WorkerGlobalScope, name, typeof SharedArrayBuffer,
      "localStorage" in self])`,
    { name: "n" },
  );
  return (await next(worker)).data;
});
check("a script of the bundle, with relative importScripts", ["w.js", "/w.js", "hello"], async () => {
  const worker = new Worker("w.js");
  return (await next(worker)).data;
});
check("a module worker", ["module", "function"], async () => {
  const worker = workerOf(`import { kind } from "data:text/javascript,export const kind = 'module'"; postMessage([kind, typeof fetch])`, {
    type: "module",
  });
  return (await next(worker)).data;
});
check("a script that is not there", "error", async () => (await next(new Worker("nowhere.js"), "error")).type);
check("addresses of other origins are refused", "SecurityError", () => {
  try {
    new Worker("https://example.com/w.js");
  } catch (error) {
    return error.name;
  }
});
check("errors reach the Worker object", ["Uncaught Error: oops", 2], async () => {
  const worker = workerOf("\nthrow new Error('oops')");
  const event = await next(worker, "error");
  event.preventDefault();
  return [event.message, event.lineno];
});
check("ports connect workers", "to b: from a", async () => {
  const a = workerOf("onmessage = (e) => e.data.postMessage('from a')");
  const b = workerOf("onmessage = (e) => { e.ports[0].onmessage = (m) => postMessage('to b: ' + m.data) }");
  const { port1, port2 } = new MessageChannel();
  a.postMessage(port1, [port1]);
  b.postMessage(null, [port2]);
  return (await next(b)).data;
});
check("nested workers", 42, async () => {
  const worker = workerOf(`
    const inner = new Worker("data:text/javascript," + encodeURIComponent("onmessage = (e) => postMessage(e.data + 1)"));
    inner.onmessage = (e) => postMessage(e.data);
    inner.postMessage(41);`);
  return (await next(worker)).data;
});
check("terminate and close", [["a"], ["b"]], async () => {
  const lists = [[], []];
  const ended = workerOf("postMessage('a'); setInterval(() => postMessage('again'), 10)");
  ended.onmessage = (e) => {
    lists[0].push(e.data);
    ended.terminate();
  };
  const closed = workerOf("postMessage('b'); setInterval(() => postMessage('again'), 10); close()");
  closed.onmessage = (e) => lists[1].push(e.data);
  await sleep(100);
  return lists;
});
check("a busy worker does not stop the page's clock", [true, true], async () => {
  const worker = workerOf("const end = performance.now() + 50; while (performance.now() < end); postMessage(performance.now() >= 50)");
  const start = performance.now();
  await sleep(20);
  const early = performance.now() - start < 25;
  return [early, (await next(worker)).data];
});
check("a worker draws off screen", [255, 0, 0, 255], async () => {
  const worker = workerOf(`
    const context = new OffscreenCanvas(2, 2).getContext("2d");
    context.fillStyle = "red";
    context.fillRect(0, 0, 2, 2);
    postMessage([...context.getImageData(0, 0, 1, 1).data])`);
  return (await next(worker)).data;
});
const pixelOf = (source, x = 0, y = 0) => {
  const context = new OffscreenCanvas(8, 8).getContext("2d");
  context.drawImage(source, 0, 0);
  return [...context.getImageData(x, y, 1, 1).data];
};
check("bitmaps travel, and leave when they are transferred", [[255, 0, 0, 255], 0, 2, [0, 0, 255, 128]], async () => {
  const worker = workerOf(`onmessage = async ({ data: [moved, copied] }) => {
    const canvas = new OffscreenCanvas(2, 2);
    const context = canvas.getContext("2d");
    context.drawImage(moved, 0, 0);
    const [r, g, b, a] = context.getImageData(1, 1, 1, 1).data;
    context.clearRect(0, 0, 2, 2);
    context.drawImage(copied, 0, 0);
    const answer = canvas.transferToImageBitmap();
    postMessage([[r, g, b, a], answer], [answer]);
  };`);
  const made = async (color) => {
    const context = new OffscreenCanvas(2, 2).getContext("2d");
    context.fillStyle = color;
    context.fillRect(0, 0, 2, 2);
    return createImageBitmap(context.canvas);
  };
  const [moved, copied] = [await made("red"), await made("rgb(0 0 255 / 50%)")];
  worker.postMessage([moved, copied], [moved]);
  const [seen, answer] = (await next(worker)).data;
  return [seen, moved.width, copied.width, pixelOf(answer)];
});
check("a canvas whose control has gone to a worker shows what is drawn there", [[0, 128, 0, 255], [40, 30], "InvalidStateError", [1, 2, 3, 255]], async () => {
  const canvas = document.createElement("canvas");
  canvas.width = 40;
  canvas.height = 20;
  const offscreen = canvas.transferControlToOffscreen();
  const worker = workerOf(`onmessage = ({ data }) => {
    data.height = 30;
    const context = data.getContext("2d");
    context.fillStyle = "green";
    context.fillRect(0, 0, 40, 30);
    setTimeout(() => requestAnimationFrame(() => {
      context.fillStyle = "rgb(1, 2, 3)";
      context.fillRect(0, 0, 9, 9);
    }), 50);
  };`);
  worker.postMessage(offscreen, [offscreen]);
  await sleep(40);
  const first = [pixelOf(canvas), [canvas.width, canvas.height]];
  let refused;
  try {
    canvas.getContext("2d");
  } catch (error) {
    refused = error.name;
  }
  await sleep(100);
  return [...first, refused, pixelOf(canvas)];
});
check("control given away within the page", [[255, 0, 0, 255], [10, 3]], () => {
  const canvas = document.createElement("canvas");
  const offscreen = canvas.transferControlToOffscreen();
  offscreen.width = 10;
  offscreen.height = 3;
  const context = offscreen.getContext("2d");
  context.fillStyle = "red";
  context.fillRect(0, 0, 10, 3);
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve([pixelOf(canvas), [canvas.width, canvas.height]]))));
});
check("broadcasts reach workers and the page", ["hi from page", "back"], async () => {
  const channel = new BroadcastChannel("b");
  const worker = workerOf(`const channel = new BroadcastChannel("b");
    channel.onmessage = ({ data }) => { postMessage("hi " + data); channel.postMessage("back"); };
    postMessage("ready");`);
  await next(worker);
  channel.postMessage("from page");
  const answers = await Promise.all([next(worker), next(channel)]);
  channel.close();
  return answers.map(({ data }) => data);
});
check("errors and exceptions keep what they are", ["RangeError", "far", "inner", "AbortError", 20, "[object DOMRect]", 3], async () => {
  const worker = workerOf("onmessage = ({ data }) => postMessage(data)");
  worker.postMessage([new RangeError("far", { cause: new Error("inner") }), new DOMException("stop", "AbortError"), new DOMRect(1, 2, 3, 4)]);
  const [error, exception, rect] = (await next(worker)).data;
  return [error.name, error.message, error.cause.message, exception.name, exception.code, String(rect), rect.width];
});
check("a worker's own address, and files read at once", ["#part", "text", "data:text/plain;base64,dGV4dA==", "undefined"], async () => {
  const url = URL.createObjectURL(new Blob([`const blob = new Blob(["text"], { type: "text/plain" });
    const reader = new FileReaderSync();
    postMessage([location.hash, reader.readAsText(blob), reader.readAsDataURL(blob)]);`]));
  const worker = new Worker(`${url}#part`);
  return [...(await next(worker)).data, typeof FileReaderSync];
});
check("exceptions that nobody takes have their name", ["Uncaught AbortError: mine", "Uncaught DataCloneError: theirs"], async () => {
  const mine = next(window, "error");
  setTimeout(() => {
    throw new DOMException("mine", "AbortError");
  });
  const first = await mine;
  first.preventDefault();
  const worker = workerOf("throw new DOMException('theirs', 'DataCloneError')");
  const second = await next(worker, "error");
  second.preventDefault();
  return [first.message, second.message];
});
check("a module that does not parse is an event and no more; one that throws says what", ["[object Event]", "Uncaught Error: mine"], async () => {
  const broken = await next(workerOf("import {", { type: "module" }), "error");
  const thrown = await next(workerOf("throw new Error('mine')", { type: "module" }), "error");
  thrown.preventDefault();
  return [String(broken), thrown.message];
});
check("a worker without an origin has no databases", "SecurityError", async () => {
  const worker = new Worker(`data:text/javascript,try{indexedDB.open("x")}catch(e){postMessage(e.name)}`);
  return (await next(worker)).data;
});
check("a worker has WebAssembly, and its members on the prototype of its scope", ["object", false, true, true], async () => {
  const source = `postMessage([typeof WebAssembly, Object.hasOwn(self, "fetch"), Object.hasOwn(WorkerGlobalScope.prototype, "setTimeout"), typeof setTimeout === "function"])`;
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  return await new Promise((done) => { worker.onmessage = (event) => done(event.data); });
});
check("style sheets are no modules in a worker", "TypeError", async () => {
  const source = `import(${JSON.stringify(new URL("s.css", location).href)}, { with: { type: "css" } }).catch((error) => postMessage(error.name))`;
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
  return await new Promise((done) => { worker.onmessage = (event) => done(event.data); });
});
check("a shared worker is one for all who name it so, and a mismatch is an error", [1, 2, "[object SharedWorkerGlobalScope]", 1, "error", "undefined"], async () => {
  const source = `let count = 0; onconnect = (event) => event.ports[0].postMessage([++count, String(self), typeof postMessage])`;
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const heard = (worker) => new Promise((done) => { worker.port.onmessage = (event) => done(event.data); });
  const [one] = await heard(new SharedWorker(address, "a"));
  const [two, scope, post] = await heard(new SharedWorker(address, { name: "a" }));
  const [other] = await heard(new SharedWorker(address, "b"));
  const wrong = new SharedWorker(address, { name: "a", type: "module" });
  const error = await new Promise((done) => { wrong.onerror = (event) => done(event.type); });
  return [one, two, scope, other, error, post];
});
