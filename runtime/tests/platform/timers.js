check("Date is the virtual clock's and subclasses work", [true, 7, "1970-01-01T00:00:00.000Z", true, "Date", "string"], () => {
  class Sub extends Date {}
  return [Math.abs(Date.now() - new Date()) < 50 && new Date() instanceof Date, Date.length, new Sub(0).toISOString(), new Sub() instanceof Sub, Date.name, typeof Date()];
});
check("Intl.DateTimeFormat without a date", true, () => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: "UTC" });
  return format.format() === format.format(new Date());
});
check("timers run in order", "0,1,2,i,i,i", async () => {
  const order = [];
  setTimeout(() => order.push(2), 2);
  setTimeout((a) => order.push(a), 1, 1);
  setTimeout(() => order.push(0), 0);
  const id = setInterval(() => {
    order.push("i");
    if (order.length > 5) clearInterval(id);
  }, 5);
  await sleep(100);
  return order.join();
});
check("a string is a script", 5, async () => {
  setTimeout("window.fromString = 5", 1);
  await sleep(5);
  return window.fromString;
});
check("animation frames are a sixtieth apart", "16.667", async () => {
  await new Promise(requestAnimationFrame);
  const a = await new Promise(requestAnimationFrame);
  const b = await new Promise(requestAnimationFrame);
  return (b - a).toFixed(3);
});
check("a cancelled frame does not run", [1], async () => {
  const ran = [];
  let second;
  requestAnimationFrame(() => {
    ran.push(1);
    cancelAnimationFrame(second);
  });
  second = requestAnimationFrame(() => ran.push(2));
  await sleep(50);
  return ran;
});
check("idle time ends", true, async () => {
  let count = 0;
  await new Promise((resolve) => requestIdleCallback((deadline) => {
    while (deadline.timeRemaining() > 0) count++;
    resolve();
  }));
  return count > 100;
});
check("busy waiting ends", true, () => {
  const end = performance.now() + 5;
  while (performance.now() < end);
  return true;
});
check("marks and measures", [2, "measure", 1], () => {
  performance.mark("a");
  performance.mark("b");
  const measure = performance.measure("m", "a", "b");
  return [performance.getEntriesByType("mark").length, measure.entryType, performance.getEntriesByType("navigation").length];
});
check("window.onerror has five arguments", [5, "Uncaught TypeError: boo", "boo", true], async () => {
  const seen = await new Promise((resolve) => {
    window.onerror = (...args) => {
      resolve([args.length, args[0], args[4].message, args[2] > 0]);
      return true;
    };
    setTimeout(() => { throw new TypeError("boo"); }, 1);
  });
  window.onerror = null;
  return seen;
});
check("unhandledrejection", ["no", true], async () => {
  const event = await new Promise((resolve) => {
    addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      resolve(event);
    }, { once: true });
    Promise.reject("no");
  });
  return [event.reason, event.promise instanceof Promise];
});
check("microtasks run between the callbacks of a frame", [1, "m1", "m1b", 2, "m2", "resize", "m"], async () => {
  const seen = [];
  const box = document.createElement("div");
  document.body.append(box);
  const observer = new ResizeObserver(() => {
    seen.push("resize");
    Promise.resolve().then(() => seen.push("m"));
  });
  observer.observe(box);
  requestAnimationFrame(() => {
    seen.push(1);
    Promise.resolve().then(() => seen.push("m1")).then(() => seen.push("m1b"));
  });
  requestAnimationFrame(() => {
    seen.push(2);
    queueMicrotask(() => seen.push("m2"));
  });
  await sleep(60);
  observer.disconnect();
  box.remove();
  return seen;
});
