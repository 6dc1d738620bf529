// Stands in for testdriver-vendor.js. What a test asks of the driver becomes events of the DevTools protocol, which the runner
// fetches one by one, so that coordinates are those of the moment an event is sent.
(() => {
  const queue = [];
  const MODIFIERS = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

  // WebDriver, "keyboard actions": the code points that stand for keys: key, virtual key code, code (the key's name if left out).
  const KEYS = {
    "\uE003": ["Backspace", 8], "\uE004": ["Tab", 9], "\uE005": ["Clear", 12, "NumpadClear"], "\uE006": ["Enter", 13],
    "\uE007": ["Enter", 13, "NumpadEnter"], "\uE008": ["Shift", 16, "ShiftLeft"], "\uE009": ["Control", 17, "ControlLeft"],
    "\uE00A": ["Alt", 18, "AltLeft"], "\uE00B": ["Pause", 19], "\uE00C": ["Escape", 27], "\uE00D": [" ", 32, "Space"],
    "\uE00E": ["PageUp", 33], "\uE00F": ["PageDown", 34], "\uE010": ["End", 35], "\uE011": ["Home", 36],
    "\uE012": ["ArrowLeft", 37], "\uE013": ["ArrowUp", 38], "\uE014": ["ArrowRight", 39], "\uE015": ["ArrowDown", 40],
    "\uE016": ["Insert", 45], "\uE017": ["Delete", 46], "\uE018": [";", 186, "Semicolon"], "\uE019": ["=", 187, "Equal"],
    "\uE024": ["*", 106, "NumpadMultiply"], "\uE025": ["+", 107, "NumpadAdd"], "\uE027": ["-", 109, "NumpadSubtract"],
    "\uE028": [".", 110, "NumpadDecimal"], "\uE029": ["/", 111, "NumpadDivide"], "\uE03D": ["Meta", 91, "MetaLeft"],
    "\uE050": ["Shift", 16, "ShiftRight"], "\uE051": ["Control", 17, "ControlRight"], "\uE052": ["Alt", 18, "AltRight"],
    "\uE053": ["Meta", 92, "MetaRight"], " ": [" ", 32, "Space"], "\n": ["Enter", 13], "\r": ["Enter", 13], "\t": ["Tab", 9],
  };
  for (let digit = 0; digit < 10; digit += 1) {
    KEYS[String.fromCharCode(0xe01a + digit)] = [`${digit}`, 96 + digit, `Numpad${digit}`];
  }
  for (let number = 1; number <= 12; number += 1) KEYS[String.fromCharCode(0xe030 + number)] = [`F${number}`, 111 + number];
  // The keys of an American board that bear neither letter nor digit, without and with Shift.
  const PUNCTUATION = [
    ["`", "~", 192, "Backquote"], ["-", "_", 189, "Minus"], ["=", "+", 187, "Equal"], ["[", "{", 219, "BracketLeft"],
    ["]", "}", 221, "BracketRight"], ["\\", "|", 220, "Backslash"], [";", ":", 186, "Semicolon"], ["'", '"', 222, "Quote"],
    [",", "<", 188, "Comma"], [".", ">", 190, "Period"], ["/", "?", 191, "Slash"],
  ];
  const SHIFTED_DIGITS = ")!@#$%^&*(";

  /** {key, keyCode, code, shifted} of what a test names by one character. */
  function keyOf(character) {
    const known = KEYS[character];
    if (known) return { key: known[0], keyCode: known[1], code: known[2] ?? known[0], shifted: false };
    const upper = character.toUpperCase();
    if (/^[A-Z]$/.test(upper)) return { key: character, keyCode: upper.charCodeAt(0), code: `Key${upper}`, shifted: character === upper };
    const digit = /^[0-9]$/.test(character) ? +character : SHIFTED_DIGITS.indexOf(character);
    if (digit >= 0) return { key: character, keyCode: 48 + digit, code: `Digit${digit}`, shifted: character !== `${digit}` };
    const sign = PUNCTUATION.find((row) => row[0] === character || row[1] === character);
    if (sign) return { key: character, keyCode: sign[2], code: sign[3], shifted: character === sign[1] };
    return { key: character, keyCode: 0, code: "", shifted: false };
  }

  // The state of the keyboard and of each input source outlives a sequence (WebDriver, "input state").
  const keyboard = { modifiers: 0 };
  const pointers = new Map();
  const touching = new Map();

  function keyEvent(type, character) {
    const { key, keyCode, code } = keyOf(character);
    const modifier = MODIFIERS[key] ?? 0;
    if (type === "keyDown") keyboard.modifiers |= modifier;
    else keyboard.modifiers &= ~modifier;
    const shift = (keyboard.modifiers & MODIFIERS.Shift) !== 0;
    const shown = shift && /^[a-z]$/.test(key) ? key.toUpperCase() : key;
    const event = { kind: "key", type, key: shown, code, windowsVirtualKeyCode: keyCode, modifiers: keyboard.modifiers };
    if (modifier) event.location = code.endsWith("Right") ? 2 : 1;
    else if (code.startsWith("Numpad")) event.isKeypad = true;
    const text = key === "Enter" ? "\r" : [...shown].length === 1 ? shown : "";
    if (type === "keyDown" && text !== "") {
      event.unmodifiedText = key === "Enter" ? "\r" : key;
      if (!(keyboard.modifiers & ~MODIFIERS.Shift)) event.text = text;
    }
    return event;
  }

  /** WebDriver, "in-view center point". */
  function centre(element) {
    const rect = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const left = Math.max(0, rect.left);
    const top = Math.max(0, rect.top);
    return {
      x: Math.floor((left + Math.min(innerWidth, rect.right)) / 2), y: Math.floor((top + Math.min(innerHeight, rect.bottom)) / 2),
    };
  }

  const BUTTONS = ["left", "middle", "right", "back", "forward"];
  const BITS = [1, 4, 2, 8, 16];
  const SERIES_PX = 4;

  function pointerOf(source) {
    const type = source.parameters?.pointerType ?? "mouse";
    const name = `${type} ${source.id}`;
    if (!pointers.has(name)) {
      pointers.set(name, {
        type, number: pointers.size, x: 0, y: 0, buttons: 0, clicks: 0, downX: 0, downY: 0, downButton: -1,
      });
    }
    return pointers.get(name);
  }

  /** What a pen or a finger says of itself beside its place. */
  function contact(action) {
    const fields = {};
    if (action.pressure !== undefined) fields.force = action.pressure;
    for (const name of ["tangentialPressure", "tiltX", "tiltY", "twist"]) if (action[name] !== undefined) fields[name] = action[name];
    return fields;
  }

  function mouse(pointer, type, action, button = -1) {
    if (type === "mousePressed") pointer.buttons |= BITS[button];
    if (type === "mouseReleased") pointer.buttons &= ~BITS[button];
    const shown = type === "mouseMoved" ? BITS.findIndex((bit) => pointer.buttons & bit) : button;
    return {
      kind: "mouse", type, x: pointer.x, y: pointer.y, button: BUTTONS[shown] ?? "none", buttons: pointer.buttons,
      clickCount: type === "mouseMoved" ? 0 : pointer.clicks, modifiers: keyboard.modifiers, pointerType: pointer.type,
      ...contact(action),
    };
  }

  function place(pointer, action) {
    let origin = { x: 0, y: 0 };
    if (action.origin === "pointer") origin = { x: pointer.x, y: pointer.y };
    else if (action.origin instanceof Element) origin = centre(action.origin);
    [pointer.x, pointer.y] = [origin.x + action.x, origin.y + action.y];
  }

  function* mouseAction(pointer, action) {
    if (action.type === "pointerMove") {
      place(pointer, action);
      yield mouse(pointer, "mouseMoved", action);
    } else if (action.type === "pointerDown") {
      const button = action.button ?? 0;
      const near = Math.hypot(pointer.x - pointer.downX, pointer.y - pointer.downY) < SERIES_PX;
      pointer.clicks = pointer.downButton === button && near ? pointer.clicks + 1 : 1;
      [pointer.downX, pointer.downY, pointer.downButton] = [pointer.x, pointer.y, button];
      yield mouse(pointer, "mousePressed", action, button);
    } else if (action.type === "pointerUp") {
      yield mouse(pointer, "mouseReleased", action, action.button ?? 0);
    }
  }

  const touchPoint = (pointer, action = {}) => ({ id: pointer.number, x: pointer.x, y: pointer.y, ...contact(action) });

  /** The fingers' actions of one tick: those that do the same are one event. */
  function* touchActions(actions) {
    const points = { pointerDown: [], pointerMove: [], pointerUp: [], pointerCancel: [] };
    for (const [pointer, action] of actions) {
      if (action.type === "pointerMove") {
        place(pointer, action);
        if (!touching.has(pointer.number)) continue;
      }
      if (action.type === "pointerDown") touching.set(pointer.number, pointer);
      if (action.type === "pointerUp") touching.delete(pointer.number);
      points[action.type].push(touchPoint(pointer, action));
    }
    const modifiers = keyboard.modifiers;
    const others = (some) => [...touching.values()].filter((pointer) => !some.some(({ id }) => id === pointer.number));
    const all = (some) => [...others(some).map((pointer) => touchPoint(pointer)), ...some];
    // A start or a move names all the fingers that are down, an end those that go up.
    const { pointerDown: down, pointerMove: moved, pointerUp: up } = points;
    if (up.length > 0) yield { kind: "touch", type: "touchEnd", touchPoints: touching.size === 0 ? [] : up, modifiers };
    if (moved.length > 0) yield { kind: "touch", type: "touchMove", touchPoints: all(moved), modifiers };
    if (down.length > 0) yield { kind: "touch", type: "touchStart", touchPoints: all(down), modifiers };
    if (points.pointerCancel.length > 0) {
      touching.clear();
      yield { kind: "touch", type: "touchCancel", touchPoints: [], modifiers };
    }
  }

  function* wheelAction(action) {
    const origin = action.origin instanceof Element ? centre(action.origin) : { x: 0, y: 0 };
    const { deltaX, deltaY } = action;
    yield {
      kind: "mouse", type: "mouseWheel", x: origin.x + action.x, y: origin.y + action.y, deltaX, deltaY, modifiers: keyboard.modifiers,
    };
  }

  function* sequence(sources) {
    const ticks = Math.max(0, ...sources.map((source) => source.actions.length));
    for (let tick = 0; tick < ticks; tick += 1) {
      let pause = 0;
      const fingers = [];
      for (const source of sources) {
        const action = source.actions[tick];
        if (action === undefined) continue;
        pause = Math.max(pause, action.duration ?? 0);
        if (action.type === "pause") continue;
        if (source.type === "key") {
          yield keyEvent(action.type === "keyDown" ? "keyDown" : "keyUp", action.value);
        } else if (source.type === "wheel") {
          yield* wheelAction(action);
        } else if (source.type === "pointer") {
          const pointer = pointerOf(source);
          if (pointer.type === "touch") fingers.push([pointer, action]);
          else yield* mouseAction(pointer, action);
        }
      }
      yield* touchActions(fingers);
      // A tick takes a frame at least.
      yield { pause: Math.max(17, pause) };
    }
  }

  /** WebDriver, "element send keys": modifiers stay down until they are named again, or U+E000, or the end. */
  function* keys(element, text) {
    element.focus();
    const held = [];
    function* release() {
      while (held.length > 0) yield keyEvent("keyUp", held.pop());
    }
    for (const character of text) {
      const { key, shifted } = keyOf(character);
      if (character === "\uE000") {
        yield* release();
      } else if (MODIFIERS[key]) {
        const at = held.indexOf(character);
        if (at >= 0) held.splice(at, 1);
        else held.push(character);
        yield keyEvent(at >= 0 ? "keyUp" : "keyDown", character);
      } else {
        const shift = shifted && !(keyboard.modifiers & MODIFIERS.Shift);
        if (shift) yield keyEvent("keyDown", "\uE008");
        yield keyEvent("keyDown", character);
        yield keyEvent("keyUp", character);
        if (shift) yield keyEvent("keyUp", "\uE008");
      }
      yield { pause: 1 };
    }
    yield* release();
  }

  const ask = (steps) => new Promise((done) => queue.push({ steps, done }));

  /** The next event to send, a pause in ms, or null. */
  window.__nextInput = () => {
    if (queue.length === 0) return null;
    const { value, done } = queue[0].steps.next();
    if (!done) return value;
    queue.shift().done();
    // What waited for the answer may ask for more at once.
    return { pause: 1 };
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
      return ask(sequence([{ type: "pointer", id: "click", actions }]));
    },
    send_keys: (element, text) => ask(keys(element, text)),
    action_sequence: (actions) => ask(sequence(actions)),
  });
})();
