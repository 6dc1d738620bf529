// Navigator and its neighbours: what is there, what headless Chromium answers, and what is absent on purpose.
const named = (promise) => Promise.resolve(promise).then((value) => `${value}`, (error) => `${error.name}: ${error.message}`);

check("present", "", () => {
  const names = "BarProp BatteryManager Clipboard CookieStore DeviceMotionEvent DeviceOrientationEvent Gamepad GamepadButton GamepadEvent GamepadHapticActuator Keyboard KeyboardLayoutMap Lock LockManager MediaDevices Notification PermissionStatus Permissions Scheduler Scheduling TaskController TaskPriorityChangeEvent TaskSignal WakeLock";
  return names.split(" ").filter((name) => typeof window[name] !== "function").join();
});
check("absent", "", () => ["SharedArrayBuffer", "MediaStream", "MediaSource", "navigation", "trustedTypes"].filter((name) => name in window).join());
check("absent of navigator", "", () => ["share", "canShare", "xr", "usb", "credentials", "globalPrivacyControl"].filter((name) => name in navigator).join());
check("languages, brands", [["en-US", "en"], ["Not:A-Brand", "Chromium"], "Linux"], () => [navigator.languages, navigator.userAgentData.brands.map(({ brand }) => brand), navigator.userAgentData.platform]);
check("high entropy", "architecture,brands,fullVersionList,mobile,platform", async () => Object.keys(await navigator.userAgentData.getHighEntropyValues(["fullVersionList", "architecture"])).join());
check("gamepads", [8, true], () => [navigator.getGamepads().length, navigator.getGamepads().every((pad) => pad === null)]);
check("permissions", ["denied", "prompt", "granted", "TypeError", "TypeError", "NotSupportedError"], async () => {
  const state = (name) => navigator.permissions.query({ name }).then((status) => status.state, (error) => error.name);
  return [await state("notifications"), await state("geolocation"), await state("storage-access"), await state("nope"), await state("fullscreen"), await state("push")];
});
check("notifications", ["default", "denied", "denied", "hi", "b", "auto", "error"], async () => {
  const before = Notification.permission;
  const answer = await Notification.requestPermission();
  const notification = new Notification("hi", { body: "b" });
  const type = await new Promise((resolve) => {
    for (const name of ["show", "error"]) notification[`on${name}`] = (event) => resolve(event.type);
  });
  return [before, answer, Notification.permission, notification.title, notification.body, notification.dir, type];
});
check("media devices", [[], "NotFoundError: Requested device not found"], async () => [await navigator.mediaDevices.enumerateDevices(), await named(navigator.mediaDevices.getUserMedia({ audio: true }))]);
check("keyboard", [49, "q", false, "undefined", "InvalidAccessError: No valid key codes passed into lock()."], async () => {
  const map = await navigator.keyboard.getLayoutMap();
  return [map.size, map.get("KeyQ"), map.has("Enter"), await named(navigator.keyboard.lock(["KeyW", "Escape"])), await named(navigator.keyboard.lock(["nope"]))];
});
check("locks wait for each other; shared ones do not", ["a+ a- b+ c+ b- c-", "none", "null"], async () => {
  const seen = [];
  const hold = (name, mode) => navigator.locks.request("r", { mode }, async () => {
    seen.push(`${name}+`);
    await sleep(5);
    seen.push(`${name}-`);
  });
  const all = [hold("a", "exclusive"), hold("b", "shared"), hold("c", "shared")];
  const busy = await navigator.locks.request("r", { ifAvailable: true }, (lock) => `${lock}`);
  await Promise.all(all);
  const { held } = await navigator.locks.query();
  return [seen.join(" "), held.length === 0 ? "none" : "some", busy];
});
check("a lock that is stolen, a request that is given up", ["AbortError: Lock broken by another request with the 'steal' option.", "stolen", "AbortError: signal is aborted without reason", "NotSupportedError: Failed to execute 'request' on 'LockManager': Names cannot start with '-'."], async () => {
  const first = named(navigator.locks.request("s", () => new Promise(() => {})));
  await sleep(1);
  const second = await navigator.locks.request("s", { steal: true }, () => "stolen");
  navigator.locks.request("t", () => sleep(5));
  const controller = new AbortController();
  const third = named(navigator.locks.request("t", { signal: controller.signal }, () => "never"));
  controller.abort();
  return [await first, second, await third, await named(navigator.locks.request("-x", () => 1))];
});
check("tasks run by priority, what is yielded first", "micro,blocking,yield,visible,visible2,background", async () => {
  const seen = [];
  const note = (what) => () => void seen.push(what);
  const all = [
    scheduler.postTask(note("background"), { priority: "background" }), scheduler.postTask(note("visible")),
    scheduler.postTask(note("blocking"), { priority: "user-blocking" }), scheduler.yield().then(note("yield")),
    scheduler.postTask(note("visible2")),
  ];
  queueMicrotask(note("micro"));
  await Promise.all(all);
  return seen.join();
});
check("a task's signal", ["changed background", "first,second", "AbortError", 20], async () => {
  const controller = new TaskController({ priority: "background" });
  const seen = [];
  let changed = "";
  controller.signal.onprioritychange = (event) => changed = `changed ${event.previousPriority}`;
  const one = scheduler.postTask(() => seen.push("first"), { signal: controller.signal });
  const two = scheduler.postTask(() => seen.push("second"));
  controller.setPriority("user-blocking");
  await Promise.all([one, two]);
  const late = scheduler.postTask(() => seen.push("never"), { signal: controller.signal, delay: 10 }).catch((error) => error.name);
  controller.abort();
  const begun = performance.now();
  await scheduler.postTask(() => {}, { delay: 20 });
  return [changed, seen.join(), await late, Math.round(performance.now() - begun)];
});
check("a desktop has no sensors", [null, false, "granted", 3], async () => {
  const event = await new Promise((resolve) => addEventListener("deviceorientation", resolve, { once: true }));
  return [event.alpha, event.absolute, await DeviceOrientationEvent.requestPermission(), new DeviceOrientationEvent("x", { alpha: 3 }).alpha];
});
check("cookies", ["a=b", "b", "strict", null, ""], async () => {
  await cookieStore.set("a", "b");
  const text = document.cookie;
  const { value, sameSite } = await cookieStore.get("a");
  await cookieStore.delete("a");
  return [text, value, sameSite, await cookieStore.get("a"), document.cookie];
});
check("bars", [true, "[object BarProp]", true], () => [toolbar.visible, `${menubar}`, originAgentCluster]);
check("navigator cannot be replaced", "[object Navigator]", () => {
  (0, eval)("navigator = 3");
  return `${navigator}`;
});
check("a location's members are its own", [true, true, false, "assign,replace,reload"], () => {
  const { href } = JSON.parse(JSON.stringify(location));
  const own = Object.getOwnPropertyDescriptor(location, "href");
  location.assign = 3;
  return [href === location.href, `${location}` === href, own.configurable, ["assign", "replace", "reload"].filter((name) => Object.hasOwn(location, name) && typeof location[name] === "function").join()];
});
