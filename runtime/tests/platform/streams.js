const all = async (stream) => {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
};
const reason = async (promise) => {
  try {
    await promise;
    return "fine";
  } catch (error) {
    return error?.name ?? error;
  }
};
const numbers = (count) => {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      if (next === count) controller.close();
      else controller.enqueue(next++);
    },
  });
};

check("a source is asked when somebody wants something", [1, 1, 3], async () => {
  let pulls = 0;
  const stream = new ReadableStream({ pull: (controller) => controller.enqueue(pulls++) });
  await sleep(1);
  const before = pulls;
  const reader = stream.getReader();
  await reader.read();
  const { value } = await reader.read();
  await sleep(1);
  return [before, value, pulls];
});
check("chunks have sizes", [3, -1, null], async () => {
  let controller;
  const stream = new ReadableStream({ start: (own) => (controller = own) }, new ByteLengthQueuingStrategy({ highWaterMark: 8 }));
  controller.enqueue(new Uint8Array(5));
  const room = [controller.desiredSize];
  controller.enqueue(new Uint8Array(4));
  room.push(controller.desiredSize);
  controller.error(new Error("over"));
  room.push(controller.desiredSize);
  await reason(stream.getReader().closed);
  return room;
});
check("views are filled in place", [[[1, 2, 3], 8], [[4], 1], [[0, 258], 2], true], async () => {
  const stream = new ReadableStream({
    type: "bytes",
    start(controller) {
      controller.enqueue(new Uint8Array([1, 2, 3, 4]));
    },
    pull({ byobRequest }) {
      if (byobRequest === null) return;
      new Uint8Array(byobRequest.view.buffer, byobRequest.view.byteOffset, byobRequest.view.byteLength).set([0, 0, 2, 1].slice(0, byobRequest.view.byteLength));
      byobRequest.respond(byobRequest.view.byteLength);
    },
  });
  const reader = stream.getReader({ mode: "byob" });
  const buffer = new ArrayBuffer(8);
  const first = await reader.read(new Uint8Array(buffer, 0, 3));
  const second = await reader.read(new Uint8Array(1));
  const third = await reader.read(new Uint16Array(2), { min: 2 });
  return [
    [[...first.value], first.value.buffer.byteLength],
    [[...second.value], second.value.length],
    [[...third.value], third.value.length],
    buffer.detached,
  ];
});
check("branches of a tee get everything, and cancel together", [[0, 1, 2], [0, 1, 2], ["a", "b"]], async () => {
  const [one, two] = numbers(3).tee();
  const both = await Promise.all([all(one), all(two)]);
  let canceled;
  const [three, four] = new ReadableStream({ cancel: (reasons) => (canceled = reasons) }).tee();
  three.cancel("a");
  await four.cancel("b");
  return [...both, canceled];
});
check("pipes end with their source, and tell each end what befell the other", [["0", "1", "close"], ["bad", "aborted bad"], ["full", "canceled full"], ["stop", "canceled stop", "aborted stop"]], async () => {
  const log = [];
  const sink = (extra) => new WritableStream({
    write: (chunk) => void log.push(`${chunk}`),
    close: () => void log.push("close"),
    abort: (why) => void log.push(`aborted ${why}`),
    ...extra,
  });
  const source = (extra) => new ReadableStream({ cancel: (why) => void log.push(`canceled ${why}`), ...extra });
  await numbers(2).pipeTo(sink());
  const first = log.splice(0);
  const second = [await reason(source({ start: (controller) => controller.error("bad") }).pipeTo(sink())), ...log.splice(0)];
  const third = [await reason(source({ pull: (controller) => controller.enqueue(1) }).pipeTo(sink({ write: () => Promise.reject("full") }))), ...log.splice(0)];
  const stop = new AbortController();
  const going = source().pipeTo(sink(), { signal: stop.signal });
  stop.abort("stop");
  const fourth = [await reason(going), ...log.splice(0).sort().reverse()];
  return [first, second, third, fourth];
});
check("writers feel back pressure", [0, "waits", 1, "closed"], async () => {
  let release;
  const stream = new WritableStream({ write: () => new Promise((resolve) => (release = resolve)) });
  const writer = stream.getWriter();
  await writer.ready;
  const written = writer.write(1);
  const seen = [writer.desiredSize];
  let ready = false;
  writer.ready.then(() => (ready = true));
  await sleep(1);
  seen.push(ready ? "ready" : "waits");
  release();
  await written;
  seen.push(writer.desiredSize);
  await writer.close();
  await writer.closed;
  return [...seen, "closed"];
});
check("transforms", [["A", "B", "!"], "TypeError", "mine"], async () => {
  const upper = new TransformStream({
    transform: (chunk, controller) => controller.enqueue(chunk.toUpperCase()),
    flush: (controller) => controller.enqueue("!"),
  });
  const source = new ReadableStream({ start: (c) => (c.enqueue("a"), c.enqueue("b"), c.close()) });
  const made = await all(source.pipeThrough(upper));
  const over = new TransformStream({ start: (controller) => controller.terminate() });
  const broken = new TransformStream({ transform: () => { throw new TypeError("x"); } });
  const writer = broken.writable.getWriter();
  writer.write(1).catch(() => {});
  const failed = await reason(broken.readable.getReader().read());
  const writerOver = over.writable.getWriter();
  await reason(writerOver.closed);
  const mine = new TransformStream({ flush: () => Promise.reject("mine") });
  mine.readable.getReader().read().catch(() => {});
  return [made, failed, await reason(mine.writable.close())];
});
check("iteration gives the stream back, or cancels it", [[0, 1], true, false], async () => {
  const first = numbers(9);
  const seen = [];
  for await (const chunk of first.values({ preventCancel: true })) {
    seen.push(chunk);
    if (chunk === 1) break;
  }
  let canceled = false;
  const second = new ReadableStream({ pull: (c) => c.enqueue(0), cancel: () => void (canceled = true) });
  for await (const _ of second) break;
  return [seen, canceled, first.locked];
});
check("text and compressed streams", ["grüße", 5, "TypeError", [104, 105]], async () => {
  const text = (await all(new Blob(["grüße"]).stream().pipeThrough(new TextDecoderStream()))).join("");
  const squeezed = new Blob(["hello hello hello hello hello"]).stream().pipeThrough(new CompressionStream("deflate"));
  const round = await new Response(squeezed.pipeThrough(new DecompressionStream("deflate"))).text();
  const broken = new Response(new Blob([new Uint8Array([9, 9, 9])]).stream().pipeThrough(new DecompressionStream("gzip")));
  const bytes = await all(new ReadableStream({ start: (c) => (c.enqueue("hi"), c.close()) }).pipeThrough(new TextEncoderStream()));
  return [text, round.split(" ").length, await reason(broken.text()), [...bytes[0]]];
});
check("streams travel to workers and back", [["0!", "1!"], "DataCloneError", false], async () => {
  const source = `onmessage = ({ data: [readable, writable] }) => readable.pipeThrough(new TransformStream({
    transform: (chunk, controller) => controller.enqueue(chunk + "!") })).pipeTo(writable);`;
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  const { readable, writable } = new TransformStream();
  const sent = numbers(2);
  worker.postMessage([sent, writable], [sent, writable]);
  const back = await all(readable);
  const locked = new ReadableStream();
  locked.getReader();
  let refused;
  try {
    worker.postMessage(locked, [locked]);
  } catch (error) {
    refused = error.name;
  }
  worker.terminate();
  return [back, refused, "from" in ReadableStream];
});
