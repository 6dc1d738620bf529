// What expressions find beside ECMAScript: the game's exports, under the name that pages give theirs.
(() => {
  "use strict";
  const { call } = host;
  delete globalThis.host;
  const define = (target, name, value) =>
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: target !== globalThis });
  define(globalThis, "window", globalThis);
  define(globalThis, "self", globalThis);
  const gameTest = {};
  define(gameTest, "getSnapshot", () => call("snapshot", null));
  define(gameTest, "text", () => call("text", null));
  define(gameTest, "loadScenario", (scenario) => call("loadScenario", scenario ?? null));
  define(gameTest, "reset", () => {
    call("reset", null);
  });
  define(gameTest, "canvas", call("canvas", null));
  define(globalThis, "__gameTest", gameTest);
})();
