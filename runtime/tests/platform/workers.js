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
