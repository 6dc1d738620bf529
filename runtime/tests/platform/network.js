check("fetch", [true, 200, "application/json", 1, true, '{"x":1}', "http://localhost/a.json", "basic"], async () => {
  const response = await fetch("a.json");
  const copy = response.clone();
  return [response.ok, response.status, response.headers.get("Content-Type"), (await response.json()).x, response.bodyUsed, await copy.text(), response.url, response.type];
});
check("a missing file is 404", [404, false], async () => {
  const response = await fetch("/none");
  return [response.status, response.ok];
});
check("another origin fails", ["TypeError", "Failed to fetch"], async () => {
  try { await fetch("https://x.example/"); } catch (error) { return [error.name, error.message]; }
});
check("blob: and data:", "zzq q", async () => {
  const url = URL.createObjectURL(new Blob(["zz"]));
  return await (await fetch(url)).text() + await (await fetch("data:,q%20q")).text();
});
check("abort", "AbortError", async () => {
  const controller = new AbortController();
  const promise = fetch("a.json", { signal: controller.signal });
  controller.abort();
  try { await promise; } catch (error) { return error.name; }
});
check("XMLHttpRequest", ["loadstart1,readystatechange2,readystatechange3,progress3,readystatechange4,load4,loadend4", 1, 200], async () => {
  const request = new XMLHttpRequest();
  const events = [];
  request.open("GET", "a.json");
  request.responseType = "json";
  for (const type of ["loadstart", "progress", "load", "loadend", "readystatechange"]) {
    request.addEventListener(type, () => events.push(type + request.readyState));
  }
  request.send();
  await new Promise((resolve) => request.onloadend = resolve);
  return [events.join(), request.response.x, request.status];
});
check("synchronous XMLHttpRequest", "hello", () => {
  const request = new XMLHttpRequest();
  request.open("GET", "t.txt", false);
  request.send();
  return request.responseText;
});
check("XMLHttpRequest to nowhere", ["error", 0, 4], async () => {
  const request = new XMLHttpRequest();
  request.open("GET", "https://no.example/");
  request.send();
  const type = await new Promise((resolve) => request.onerror = request.onload = (event) => resolve(event.type));
  return [type, request.status, request.readyState];
});
check("WebSocket is refused", ["error", 1006, 3, "ws://x.example/s"], async () => {
  const socket = new WebSocket("ws://x.example/s");
  const seen = [];
  socket.onerror = (event) => seen.push(event.type);
  await new Promise((resolve) => socket.onclose = (event) => { seen.push(event.code); resolve(); });
  return [...seen, socket.readyState, socket.url];
});
check("FormData through a Response", ["1", "n.txt", "xyz"], async () => {
  const data = new FormData();
  data.append("a", "1");
  data.append("f", new File(["xyz"], "n.txt", { type: "text/plain" }));
  const back = await new Response(data).formData();
  return [back.get("a"), back.get("f").name, await back.get("f").text()];
});
check("Headers and Request", ["a,1|b,2, 3", "POST", "http://localhost/x", "text/plain;charset=UTF-8", "q"], async () => {
  const headers = new Headers({ B: "2", a: "1" });
  headers.append("b", "3");
  const request = new Request("x", { method: "post", body: "q" });
  return [[...headers].join("|"), request.method, request.url, request.headers.get("content-type"), await request.text()];
});
const PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
check("an image loads and decodes", [false, "load", true, 1, 1, "error", true, 0, "EncodingError"], async () => {
  const image = new Image();
  image.src = PNG;
  const before = image.complete;
  const type = await new Promise((resolve) => image.onload = image.onerror = (event) => resolve(event.type));
  await image.decode();
  const broken = new Image();
  broken.src = "none.png";
  const bad = await new Promise((resolve) => broken.onload = broken.onerror = (event) => resolve(event.type));
  const reason = await broken.decode().catch((error) => error.name);
  return [before, type, image.complete, image.naturalWidth, image.naturalHeight, bad, broken.complete, broken.naturalWidth, reason];
});
check("a blob: address is what it was when it was asked for", ["kept", "kept", "kept", "kept"], async () => {
  const make = () => URL.createObjectURL(new Blob(["kept"], { type: "text/plain" }));
  const first = make();
  const request = new Request(first);
  URL.revokeObjectURL(first);
  const second = make();
  const fetching = fetch(second);
  URL.revokeObjectURL(second);
  const third = make();
  const xhr = new XMLHttpRequest();
  xhr.open("GET", third);
  URL.revokeObjectURL(third);
  const loaded = new Promise((resolve) => (xhr.onload = () => resolve(xhr.responseText)));
  xhr.send();
  const fourth = URL.createObjectURL(new Blob(["window.fromBlob = 'kept'"]));
  const script = document.createElement("script");
  script.src = fourth;
  const ran = new Promise((resolve) => (script.onload = () => resolve(window.fromBlob)));
  document.body.append(script);
  URL.revokeObjectURL(fourth);
  return [await (await fetch(request)).text(), await (await fetching).text(), await loaded, await ran];
});
