// Input of the kind "gamepad": the state of a pad, as a driver would report it. docs/formats.md describes it.
import { host, now, SECRET } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { GamepadEvent } from "ext:oracade/dom/events.js";
import { Gamepad, GamepadButton, GamepadHapticActuator } from "ext:oracade/platform/gamepad.js";

/** Pads that a page can tell apart, and the most a pad has, as in Chromium. */
const MAX_PADS = 8;
const MAX_AXES = 16;
const MAX_BUTTONS = 32;
const MAX_ID = 127;
/** What the standard mapping has. */
const STANDARD = { axes: 4, buttons: 17 };
/** From where on a button counts as pressed, and an axis as moved on purpose. */
const PRESSED = 30 / 255;
const MOVED = 0.5;

const pads = new Array(MAX_PADS).fill(null);
/** Pads are hidden from a page until one of them is used. */
let used = false;

const isNumber = (value, low, high) => typeof value === "number" && value >= low && value <= high;

/** The state of a button as it is kept, or null if it is none. */
function buttonOf(given) {
  const button = typeof given === "number" ? { value: given } : given;
  if (typeof button !== "object" || button === null) return null;
  const { value = button.pressed === true ? 1 : 0 } = button;
  const { pressed = value > PRESSED, touched = pressed || value > 0 } = button;
  if (!isNumber(value, 0, 1) || typeof pressed !== "boolean" || typeof touched !== "boolean") return null;
  return { pressed, touched, value };
}

/** What is wrong with an event, or null. */
function problem(event) {
  const { index, id, mapping, connected, axes, buttons, vibration } = event;
  if (!Number.isInteger(index) || !isNumber(index, 0, MAX_PADS - 1)) return `index must be a whole number from 0 to ${MAX_PADS - 1}`;
  if (id !== undefined && (typeof id !== "string" || id.length > MAX_ID)) return `id must be a string of at most ${MAX_ID} characters`;
  if (mapping !== undefined && mapping !== "" && mapping !== "standard") return 'mapping must be "standard" or ""';
  if (connected !== undefined && typeof connected !== "boolean") return "connected must be true or false";
  if (vibration !== undefined && typeof vibration !== "boolean") return "vibration must be true or false";
  if (axes !== undefined && !(Array.isArray(axes) && axes.length <= MAX_AXES && axes.every((value) => isNumber(value, -1, 1)))) {
    return `axes must be at most ${MAX_AXES} numbers from -1 to 1`;
  }
  if (buttons !== undefined && !(Array.isArray(buttons) && buttons.length <= MAX_BUTTONS && buttons.every((item) => buttonOf(item) !== null))) {
    return `buttons must be at most ${MAX_BUTTONS} numbers from 0 to 1 or {value, pressed, touched}`;
  }
  if (connected === false && pads[index] === null) return `there is no gamepad ${index}`;
  return null;
}

/** A pad as it is first plugged in. */
function plugIn({ index, id = "Standard Gamepad", mapping = "standard", axes, buttons, vibration = mapping === "standard" }) {
  const count = mapping === "standard" ? STANDARD : { axes: axes?.length ?? 0, buttons: buttons?.length ?? 0 };
  return {
    index, id, mapping, connected: true, announced: false, picture: null, timestamp: 0,
    axes: new Array(count.axes).fill(0),
    buttons: Array.from({ length: count.buttons }, () => buttonOf(0)),
    vibrationActuator: vibration ? new GamepadHapticActuator(SECRET) : null,
  };
}

/** The page's view of a pad; the same object until something changes. */
function pictureOf(pad) {
  return pad.picture ??= new Gamepad(SECRET, {
    id: pad.id, index: pad.index, connected: pad.connected, timestamp: pad.timestamp, mapping: pad.mapping,
    axes: Object.freeze([...pad.axes]), buttons: Object.freeze(pad.buttons.map((button) => new GamepadButton(SECRET, button))),
    vibrationActuator: pad.vibrationActuator,
  });
}

function announce(pad, type) {
  fire(globalThis, type, { gamepad: pictureOf(pad) }, GamepadEvent);
}

/** Handles an event; an error's text, or null. */
export function gamepad(event) {
  const wrong = problem(event);
  if (wrong !== null) return wrong;
  const { index } = event;
  if (event.connected === false) {
    const pad = pads[index];
    pads[index] = null;
    pad.connected = false;
    pad.picture = null;
    pad.timestamp = Math.floor(now() * 10) / 10;
    if (pad.announced) announce(pad, "gamepaddisconnected");
    return null;
  }
  const pad = pads[index] ??= plugIn(event);
  // Lists may be shorter than the pad's: what they leave out stays.
  event.axes?.forEach((value, i) => {
    pad.axes[i] = value;
  });
  event.buttons?.forEach((item, i) => {
    pad.buttons[i] = buttonOf(item);
  });
  pad.picture = null;
  pad.timestamp = Math.floor(now() * 10) / 10;
  if (pad.buttons.some((button) => button.pressed) || pad.axes.some((value) => Math.abs(value) > MOVED)) used = true;
  if (!used) return null;
  for (const each of pads) {
    if (each === null || each.announced) continue;
    each.announced = true;
    announce(each, "gamepadconnected");
  }
  return null;
}

/** What `navigator.getGamepads` gives. */
host.gamepads = () => pads.map((pad) => (pad === null || !pad.announced ? null : pictureOf(pad)));
