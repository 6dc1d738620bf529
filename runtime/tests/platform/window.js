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
check("speech has no voices, and what is spoken fails at once", [0, true, false, ["synthesis-failed", "SpeechSynthesisErrorEvent"], false, 10], async () => {
  const utterance = new SpeechSynthesisUtterance("hello");
  const told = new Promise((done) => { utterance.onerror = (event) => done([event.error, event.constructor.name]); });
  speechSynthesis.speak(utterance);
  const before = [speechSynthesis.getVoices().length, speechSynthesis.speaking, speechSynthesis.pending];
  utterance.rate = 99;
  return [...before, await told, speechSynthesis.speaking, utterance.rate];
});
check("a close watcher asks, closes once, and is gone when its signal aborts", ["cancel", "close", "third"], async () => {
  const told = [];
  const watcher = new CloseWatcher();
  watcher.oncancel = () => told.push("cancel");
  watcher.onclose = () => told.push("close");
  watcher.requestClose();
  watcher.requestClose();
  const gone = new CloseWatcher({ signal: AbortSignal.abort() });
  gone.onclose = () => told.push("gone");
  gone.close();
  const third = new CloseWatcher();
  third.onclose = () => told.push("third");
  third.close();
  return told;
});
check("forms and selects are iterable, elements have ARIA members", [2, 1, "button", "true", null, null], async () => {
  const form = document.createElement("form");
  form.innerHTML = "<input name=a><select><option>x</select>";
  form.role = "button";
  form.ariaPressed = true;
  const set = [form.role, form.getAttribute("aria-pressed")];
  form.ariaPressed = null;
  return [[...form].length, [...form.elements[1]].length, ...set, form.getAttribute("aria-pressed"), form.ariaLabel];
});
check("timers count from 1 on, whatever else was queued", true, async () => {
  const first = setTimeout(() => {}, 0);
  fetch("t.txt");
  return setTimeout(() => {}, 0) === first + 1;
});
check("the selection moves by name, and text is found under a point", ["ne tw", "one", 0], async () => {
  const p = document.createElement("p");
  p.textContent = "one two";
  document.body.append(p);
  const chosen = getSelection();
  chosen.collapse(p.firstChild, 1);
  chosen.modify("extend", "forward", "word");
  for (let i = 0; i < 3; i++) chosen.modify("extend", "forward", "character");
  const text = chosen.toString();
  const box = p.getBoundingClientRect();
  const place = document.caretPositionFromPoint(box.x + 1, box.y + box.height / 2);
  p.remove();
  return [text, place.offsetNode.data.slice(0, 3), place.offset];
});
check("names that Storage has itself are no items", [1, "number", null, null], () => {
  localStorage.clear();
  localStorage.b = 1;
  localStorage.key = 3;
  try { localStorage.length = 5; } catch { /* in strict code */ }
  const seen = [localStorage.length, typeof localStorage.key, localStorage.getItem("key"), localStorage.getItem("length")];
  delete localStorage.key;
  localStorage.clear();
  return seen;
});
check("errors that are no Error", ["Uncaught str", "Uncaught 3", "Uncaught [object Object]", "Uncaught null", true], async () => {
  const seen = [];
  let here = true;
  const hear = (event) => {
    seen.push(event.message);
    here &&= event.filename.startsWith("http://localhost/");
    event.preventDefault();
  };
  addEventListener("error", hear);
  for (const thrown of ["str", 3, { a: 1 }, null]) setTimeout(() => { throw thrown; });
  await sleep(5);
  removeEventListener("error", hear);
  return [...seen, here];
});
