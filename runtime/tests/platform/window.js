check("localStorage", [3, "b,foo,a", "x", null, true, true, 2, '{"b":"1","a":"2"}', true, "b"], () => {
  localStorage.clear();
  localStorage.setItem("b", 1);
  localStorage.foo = "x";
  localStorage["a"] = 2;
  return [localStorage.length, Object.keys(localStorage).join(), localStorage.foo, localStorage.getItem("zz"), "foo" in localStorage,
    delete localStorage.foo, localStorage.length, JSON.stringify(localStorage), localStorage instanceof Storage, localStorage.key(0)];
});
check("the quota", ["QuotaExceededError", 22], () => {
  try { localStorage.setItem("q", "x".repeat(6e6)); } catch (error) { return [error.name, error.code]; }
});
check("a patched Storage.prototype.setItem is called", [1, "1"], () => {
  const original = Storage.prototype.setItem;
  let calls = 0;
  Storage.prototype.setItem = function (...args) {
    calls++;
    return original.apply(this, args);
  };
  localStorage.setItem("p", "1");
  Storage.prototype.setItem = original;
  return [calls, localStorage.p];
});
check("ports", [1, "back"], async () => {
  const { port1, port2 } = new MessageChannel();
  const seen = [];
  port2.onmessage = (event) => {
    seen.push(event.data.x);
    event.ports[0].postMessage("back");
  };
  const other = new MessageChannel();
  other.port1.onmessage = (event) => seen.push(event.data);
  port1.postMessage({ x: 1 }, [other.port2]);
  await sleep(5);
  return seen;
});
check("postMessage", [1, "http://localhost", true, true], async () => {
  const promise = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
  postMessage({ a: 1 }, "*");
  const event = await promise;
  return [event.data.a, event.origin, event.source === window, event.isTrusted];
});
check("BroadcastChannel", 7, async () => {
  const [one, two] = [new BroadcastChannel("x"), new BroadcastChannel("x")];
  const promise = new Promise((resolve) => two.onmessage = resolve);
  one.postMessage(7);
  return (await promise).data;
});
check("history", ["pop null", "hash a", "http://localhost/q?z=1", 3, { n: 1 }, "pop null", "http://localhost/index.html#a"], async () => {
  const seen = [];
  onhashchange = (event) => seen.push(`hash ${event.newURL.split("#")[1]}`);
  onpopstate = (event) => seen.push(`pop ${JSON.stringify(event.state)}`);
  location.hash = "a";
  await sleep(1);
  history.pushState({ n: 1 }, "", "/q?z=1");
  seen.push(location.href, history.length, history.state);
  history.back();
  await sleep(1);
  seen.push(location.href);
  onhashchange = onpopstate = null;
  return seen;
});
check("sizes and navigator", [1280, 713, 1280, 800, 1, "en-US", 0, 8, false, false, true], () => [
  innerWidth, innerHeight, outerWidth, outerHeight, devicePixelRatio, navigator.language, navigator.maxTouchPoints,
  navigator.getGamepads().length, navigator.webdriver, "ontouchstart" in window, isSecureContext,
]);
check("media queries", [true, false, true], () => [
  matchMedia("(min-width: 600px)").matches, matchMedia("(pointer: coarse)").matches, matchMedia("(orientation: landscape)").matches,
]);
check("the window's members are own and replaceable", [true, true, 5], () => {
  const own = ["innerWidth", "AudioContext"].map((name) => Object.hasOwn(window, name));
  window.screenX = 5;
  return [...own, screenX];
});
check("dialogs are accepted", [true, "d", undefined], () => [confirm("x"), prompt("y", "d"), alert("z")]);
check("clipboard", "hey", async () => {
  await navigator.clipboard.writeText("hey");
  return await navigator.clipboard.readText();
});

check("functions of the platform are native code", [
  "function fetch() { [native code] }",
  "function Blob() { [native code] }",
  "function toString() { [native code] }",
  "function push() { [native code] }",
  "(a) => a + 1",
], () => [fetch, Blob, Function.prototype.toString, [].push, (a) => a + 1].map((f) => `${f}`));
