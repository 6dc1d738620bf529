// What a bot is given: everything it does is asked of the host, which plays and looks.
(() => {
  "use strict";
  const ask = (what, with_) => host.request(what, with_ ?? null);
  const bot = Object.freeze({
    /** What is seen now: {at_ms, frame, snapshot}. */
    observe: () => ask("observe"),
    /** A key by its code, pressed and let go. */
    key: (code, holdMs = 0) => ask("input", { kind: "key", code: String(code), hold_ms: Number(holdMs) || 0 }),
    /** The same, held for a time. */
    hold: (code, ms) => ask("input", { kind: "key", code: String(code), hold_ms: Number(ms) || 0 }),
    /** A click on a control by its name. */
    click: (name) => ask("input", { kind: "control", name: String(name) }),
    /** A click or tap at a place, in CSS px. */
    tap: (x, y) => ask("tap", { x: Number(x), y: Number(y) }),
    /** The mouse is moved to a place: shares of the viewport. */
    point: (x, y) => ask("input", { kind: "point", x: Number(x), y: Number(y) }),
    /** A drag from a place of a control or of the viewport, by CSS px. */
    drag: (from, dx, dy) =>
      ask("input", { kind: "drag", control: from.control ?? null, x: from.x ?? 0.5, y: from.y ?? 0.5, dx: Number(dx), dy: Number(dy) }),
    /** The page is hidden for a time. */
    hide: (ms = 0) => ask("input", { kind: "hide", ms: Number(ms) || 0 }),
    /** Another visit: the page is loaded anew, with what it stored. */
    reload: () => ask("input", { kind: "reload" }),
    /** Time passes. */
    wait: (ms) => ask("wait", { ms: Number(ms) || 0 }),
    /** An action of the game's own input. */
    input: (action) => ask("input", { kind: "action", action: action ?? null }),
    /** The game begins anew. */
    reset: () => ask("begin", {}),
    /** A state of the game's own, to start from: for bots that may. */
    scenario: (name, options) => ask("begin", options === undefined ? { scenario: String(name) } : { scenario: String(name), options }),
    /** A state in which these attributes are so: {"entity.attribute": value}. */
    precondition: (state) => ask("precondition", { state: state ?? {} }),
    /** What comes next is about these rules. */
    rules: (...ids) => ask("rules", { ids: ids.map(String) }),
  });
  Object.defineProperty(globalThis, "__play", {
    value: (program) => {
      Promise.resolve()
        .then(() => program(bot))
        .then(() => ask("done"), (error) => ask("failed", { message: String(error && error.message || error) }));
    },
  });
})();
