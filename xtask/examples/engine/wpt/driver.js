// Stands in for testdriver-vendor.js. What a test asks of the driver becomes events of the DevTools protocol, which the runner
// fetches one by one, so that coordinates are those of the moment an event is sent.
(() => {
  const queue = [];
  const MODIFIERS = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };
  // WebDriver, 17.4.2 "keyboard actions": the code points that stand for keys.
  const KEYS = {
    "\uE003": ["Backspace", 8], "\uE004": ["Tab", 9], "\uE006": ["Enter", 13], "\uE007": ["Enter", 13],
    "\uE008": ["Shift", 16], "\uE009": ["Control", 17], "\uE00A": ["Alt", 18], "\uE00C": ["Escape", 27],
    "\uE00D": [" ", 32, "Space"], "\uE00E": ["PageUp", 33], "\uE00F": ["PageDown", 34], "\uE010": ["End", 35],
    "\uE011": ["Home", 36], "\uE012": ["ArrowLeft", 37], "\uE013": ["ArrowUp", 38], "\uE014": ["ArrowRight", 39],
    "\uE015": ["ArrowDown", 40], "\uE016": ["Insert", 45], "\uE017": ["Delete", 46], "\uE03D": ["Meta", 91],
  };
  const pressed = { modifiers: 0 };

  function keyEvent(type, character) {
    const known = KEYS[character];
    const upper = character.toUpperCase();
    const isLetter = /^[A-Z]$/.test(upper);
    const isDigit = /^[0-9]$/.test(character);
    const event = { kind: "key", type };
    if (known) {
      event.key = known[0];
      event.code = known[2] ?? (known[0].length > 1 && MODIFIERS[known[0]] ? `${known[0]}Left` : known[0]);
      event.windowsVirtualKeyCode = known[1];
    } else {
      event.key = character;
      event.code = isLetter ? `Key${upper}` : isDigit ? `Digit${character}` : "";
      event.windowsVirtualKeyCode = isLetter || isDigit ? upper.charCodeAt(0) : 0;
    }
    const modifier = MODIFIERS[event.key] ?? 0;
    if (type === "keyDown") {
      pressed.modifiers |= modifier;
      const text = event.key === "Enter" ? "\r" : event.key;
      if ([...text].length === 1 && !(pressed.modifiers & ~MODIFIERS.Shift)) event.text = text;
    } else {
      pressed.modifiers &= ~modifier;
    }
    event.modifiers = pressed.modifiers;
    return event;
  }

  function centre(element) {
    const rect = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const left = Math.max(0, rect.left);
    const top = Math.max(0, rect.top);
    return { x: (left + Math.min(innerWidth, rect.right)) / 2, y: (top + Math.min(innerHeight, rect.bottom)) / 2 };
  }

  const BUTTONS = ["left", "middle", "right", "back", "forward"];
  const BITS = [1, 4, 2, 8, 16];

  function mouse(pointer, type, button = -1) {
    if (type === "mousePressed") pointer.buttons |= BITS[button];
    if (type === "mouseReleased") pointer.buttons &= ~BITS[button];
    const shown = type === "mouseMoved" ? BITS.findIndex((bit) => pointer.buttons & bit) : button;
    return {
      kind: "mouse", type, x: pointer.x, y: pointer.y, button: BUTTONS[shown] ?? "none", buttons: pointer.buttons,
      clickCount: type === "mouseMoved" ? 0 : pointer.clicks, modifiers: pressed.modifiers,
      ...(pointer.type === "pen" ? { pointerType: "pen" } : {}),
    };
  }

  function* pointerAction(pointer, action, touches) {
    if (action.type === "pointerMove") {
      let origin = { x: 0, y: 0 };
      if (action.origin === "pointer") origin = pointer;
      else if (action.origin instanceof Element) origin = centre(action.origin);
      const moved = pointer.x !== origin.x + action.x || pointer.y !== origin.y + action.y;
      if (moved) pointer.clicks = 0;
      [pointer.x, pointer.y] = [origin.x + action.x, origin.y + action.y];
    }
    if (pointer.type === "touch") {
      const id = pointer.number;
      if (action.type === "pointerDown") touches.set(id, pointer);
      else if (action.type === "pointerMove" && !touches.has(id)) return;
      const type = { pointerDown: "touchStart", pointerMove: "touchMove", pointerUp: "touchEnd" }[action.type];
      if (action.type === "pointerUp") touches.delete(id);
      yield { kind: "touch", type, touchPoints: [...touches.values()].map((t) => ({ id: t.number, x: t.x, y: t.y })) };
      return;
    }
    if (action.type === "pointerMove") yield mouse(pointer, "mouseMoved");
    if (action.type === "pointerDown") {
      const near = Math.hypot(pointer.x - pointer.downX, pointer.y - pointer.downY) < 4;
      pointer.clicks = pointer.downButton === action.button && near ? pointer.clicks + 1 : 1;
      [pointer.downX, pointer.downY, pointer.downButton] = [pointer.x, pointer.y, action.button];
      yield mouse(pointer, "mousePressed", action.button);
    }
    if (action.type === "pointerUp") yield mouse(pointer, "mouseReleased", action.button);
  }

  function* sequence(sources) {
    const touches = new Map();
    let number = 0;
    const state = sources.map((source) => ({
      type: source.parameters?.pointerType ?? "mouse", number: number++, x: 0, y: 0, buttons: 0, clicks: 0, downX: -99, downY: -99,
    }));
    const ticks = Math.max(0, ...sources.map((source) => source.actions.length));
    for (let tick = 0; tick < ticks; tick += 1) {
      let pause = 0;
      for (const [index, source] of sources.entries()) {
        const action = source.actions[tick];
        if (action === undefined) continue;
        pause = Math.max(pause, action.duration ?? 0);
        if (source.type === "key" && action.type !== "pause") {
          yield keyEvent(action.type === "keyDown" ? "keyDown" : "keyUp", action.value);
        } else if (source.type === "wheel" && action.type === "scroll") {
          const origin = action.origin instanceof Element ? centre(action.origin) : { x: 0, y: 0 };
          const at = { x: origin.x + action.x, y: origin.y + action.y };
          yield { kind: "mouse", type: "mouseWheel", ...at, deltaX: action.deltaX, deltaY: action.deltaY };
        } else if (source.type === "pointer" && action.type !== "pause") {
          yield* pointerAction(state[index], action, touches);
        }
      }
      yield { pause: Math.max(17, pause) };
    }
  }

  function* keys(element, text) {
    element.focus();
    for (const character of text) {
      yield keyEvent("keyDown", character);
      yield keyEvent("keyUp", character);
      yield { pause: 1 };
    }
  }

  const ask = (steps) => new Promise((done) => queue.push({ steps, done }));

  /** The next event to send, a pause in ms, or null. */
  window.__nextInput = () => {
    while (queue.length > 0) {
      const { value, done } = queue[0].steps.next();
      if (!done) return value;
      queue.shift().done();
    }
    return null;
  };

  const pointer = (type, fields = {}) => ({ type, ...fields });
  window.test_driver_internal = Object.assign(window.test_driver_internal ?? {}, {
    in_automation: true,
    click: (element, coords) => {
      const at = coords ?? centre(element);
      const actions = [
        pointer("pointerMove", { x: at.x, y: at.y, origin: "viewport" }),
        pointer("pointerDown", { button: 0 }),
        pointer("pointerUp", { button: 0 }),
      ];
      return ask(sequence([{ type: "pointer", actions }]));
    },
    send_keys: (element, text) => ask(keys(element, text)),
    action_sequence: (actions) => ask(sequence(actions)),
  });
})();
