check("URL and its query", "http://localhost/q/x?a=1&b=2&c=%C3%BC+%7E#h", () => {
  const url = new URL("../x?a=1&b=2#h", "http://localhost/q/w/e");
  url.searchParams.append("c", "ü ~");
  return url.href;
});
check("URLSearchParams", ["a=1&b=x+y", "😀 %zz", "z,1"], () => {
  const url = new URL("http://h/?q=1");
  url.search = "?z=1";
  return [`${new URLSearchParams({ a: 1, b: "x y" })}`, new URLSearchParams("?a=%F0%9F%98%80+%zz").get("a"), [...url.searchParams].join()];
});
check("a bad URL throws", "Failed to construct 'URL': Invalid URL", () => {
  try { new URL("x"); } catch (error) { return error.message; }
});
check("base64 and UTF-8", ["hi\xff", "é€😀", "TypeError", "€"], () => {
  let name;
  try { new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255])); } catch (error) { name = error.name; }
  const decoder = new TextDecoder();
  const text = decoder.decode(new Uint8Array([0xe2, 0x82]), { stream: true }) + decoder.decode(new Uint8Array([0xac]));
  return [atob(btoa("hi\xff")), new TextDecoder().decode(new TextEncoder().encode("é€😀")), name, text];
});
check("encodeInto", { read: 2, written: 4 }, () => new TextEncoder().encodeInto("a€😀", new Uint8Array(6)));
check("Blob", [3, "text/plain", "abc", "b", 3], async () => {
  const blob = new Blob(["ab", new Uint8Array([99])], { type: "Text/Plain" });
  return [blob.size, blob.type, await blob.text(), await blob.slice(1, -1).text(), (await blob.arrayBuffer()).byteLength];
});
check("FileReader", ["loadstart,progress,load,loadend", "data:application/octet-stream;base64,aGk="], async () => {
  const events = [];
  const reader = new FileReader();
  for (const type of ["loadstart", "progress", "load", "loadend"]) reader[`on${type}`] = (event) => events.push(event.type);
  reader.readAsDataURL(new Blob(["hi"]));
  await new Promise((resolve) => reader.addEventListener("loadend", resolve));
  return [events.join(), reader.result];
});
check("structuredClone", [true, 5, 1, true, "/x/gi", "m", true, 2, true, 1, 3, false], () => {
  const c = {
    d: new Date(5), m: new Map([[1, { a: 1 }]]), s: new Set([1]), r: /x/gi, e: new RangeError("m"), t: new Float32Array([1, 2]),
    u: undefined, b: new Blob(["x"]), arr: [1, , 3],
  };
  c.self = c;
  const k = structuredClone(c);
  return [k.self === k, k.d.getTime(), k.m.get(1).a, k.s.has(1), String(k.r), k.e.message, k.e instanceof RangeError, k.t[1], "u" in k, k.b.size, k.arr.length, 1 in k.arr];
});
check("what does not clone", "25,25,25,25,25,25", () => {
  const codes = [() => {}, Symbol(), new WeakMap(), Promise.resolve(), document.body, navigator].map((x) => {
    try { structuredClone({ x }); return "cloned"; } catch (error) { return error.code; }
  });
  return codes.join();
});
check("transfer", [0, 8], () => {
  const buffer = new ArrayBuffer(8);
  const copy = structuredClone({ buffer }, { transfer: [buffer] });
  return [buffer.byteLength, copy.buffer.byteLength];
});
check("streams", ["hello hello", [1, 2, 10, 20], [1, 2, 3, "c"], [70000]], async () => {
  const packed = new Blob(["hello hello"]).stream().pipeThrough(new CompressionStream("gzip")).pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(packed).text();
  const source = new ReadableStream({ start(c) { c.enqueue(1); c.enqueue(2); c.close(); } });
  const [a, b] = source.tee();
  const teed = [];
  for await (const x of a) teed.push(x);
  for await (const x of b) teed.push(x * 10);
  const piped = [];
  await new ReadableStream({ start(c) { for (const x of [1, 2, 3]) c.enqueue(x); c.close(); } }).pipeTo(new WritableStream({ write(x) { piped.push(x); }, close() { piped.push("c"); } }));
  const sizes = [];
  for await (const chunk of new Blob(["x".repeat(70000)]).stream()) sizes.push(chunk.length);
  return [text, teed, piped, sizes];
});
check("crypto", [36, "4", [186, 120], true], async () => {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode("abc")));
  const uuid = crypto.randomUUID();
  return [uuid.length, uuid[14], [...digest.slice(0, 2)], crypto.getRandomValues(new Uint32Array(4)).some((x) => x !== 0)];
});
