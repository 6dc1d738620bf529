// UI Events, Pointer Events and Touch Events interfaces.
import { setItem } from "ext:oracade/ecma/safe.js";
import { SECRET, constants, finishInterface, host, illegalConstructor, required, slot } from "ext:oracade/internal.js";
import { Event, dictionary, eventInterface, initialize, setFields } from "ext:oracade/dom/event.js";
import { orientation } from "ext:oracade/dom/pen_angles.js";
import { $related, $target, $type } from "ext:oracade/dom/slots.js";

const $view = slot("view");
const $detail = slot("detail");
export const $mouse = slot("mouse data");
const $key = slot("key data");

function viewOf(view) {
  if (view === undefined || view === null) return null;
  if (view !== globalThis) {
    throw new TypeError("Failed to construct 'UIEvent': member view is not of type Window.");
  }
  return view;
}

/** An attribute's slot; reading it from what is no such event is an error (Web IDL § 3.7.6). */
function member(event, slot) {
  const value = event[slot];
  if (value === undefined) throw new TypeError("Illegal invocation");
  return value;
}

export class UIEvent extends Event {
  constructor(type, init = undefined) {
    super(...arguments);
    init = dictionary(init, "UIEvent");
    this[$view] = viewOf(init.view);
    this[$detail] = init.detail === undefined ? 0 : init.detail | 0;
  }
  get view() {
    return member(this, $view);
  }
  get detail() {
    return member(this, $detail);
  }
  get sourceCapabilities() {
    return null;
  }
  get which() {
    member(this, $view);
    return 0;
  }
  initUIEvent(type, bubbles = false, cancelable = false, view = null, detail = 0) {
    required(arguments, 1, "initUIEvent", "UIEvent");
    member(this, $view);
    if (!initialize(this, type, bubbles, cancelable)) return;
    this[$view] = viewOf(view);
    this[$detail] = detail | 0;
  }
}
finishInterface(UIEvent);

const SHIFT = 1;
const CTRL = 2;
const ALT = 4;
const META = 8;
const EXTRA = {
  modifierAltGraph: "AltGraph",
  modifierCapsLock: "CapsLock",
  modifierFn: "Fn",
  modifierNumLock: "NumLock",
  modifierScrollLock: "ScrollLock",
  modifierSymbol: "Symbol",
};

function modifiersOf(init) {
  return (init.shiftKey ? SHIFT : 0) | (init.ctrlKey ? CTRL : 0) | (init.altKey ? ALT : 0) | (init.metaKey ? META : 0);
}

function extraModifiers(init) {
  let found = null;
  for (const member in EXTRA) {
    if (init[member]) (found ??= []).push(EXTRA[member]);
  }
  return found;
}

function modifierState(bits, extra, name) {
  switch (name) {
    case "Shift":
      return (bits & SHIFT) !== 0;
    case "Control":
      return (bits & CTRL) !== 0;
    case "Alt":
      return (bits & ALT) !== 0;
    case "Meta":
      return (bits & META) !== 0;
    default:
      return extra !== null && extra.includes(name);
  }
}

const number = (value) => {
  const result = +(value ?? 0);
  return Number.isFinite(result) ? result : 0;
};

/** Position relative to the target's padding box; a click without a position has none. */
function offsetOf(event) {
  const { simulated, clientX, clientY } = event[$mouse];
  return simulated ? [0, 0] : host.offsetIn(event[$target], clientX, clientY);
}

/** Marks a click that came from a keyboard or script: it has no position. */
export function simulate(event) {
  event[$mouse].simulated = true;
  return event;
}

export class MouseEvent extends UIEvent {
  constructor(type, init = undefined) {
    super(...arguments);
    init = dictionary(init, "MouseEvent");
    this[$related] = init.relatedTarget ?? null;
    this[$mouse] = {
      clientX: number(init.clientX),
      clientY: number(init.clientY),
      screenX: number(init.screenX),
      screenY: number(init.screenY),
      movementX: number(init.movementX),
      movementY: number(init.movementY),
      button: (init.button ?? 0) << 16 >> 16,
      buttons: init.buttons & 0xffff,
      modifiers: modifiersOf(init),
      extra: extraModifiers(init),
      simulated: false,
    };
  }
  get clientX() {
    return Math.floor(this[$mouse].clientX);
  }
  get clientY() {
    return Math.floor(this[$mouse].clientY);
  }
  get x() {
    return this.clientX;
  }
  get y() {
    return this.clientY;
  }
  get screenX() {
    return Math.floor(this[$mouse].screenX);
  }
  get screenY() {
    return Math.floor(this[$mouse].screenY);
  }
  get pageX() {
    return this.clientX + host.scrollOffset()[0];
  }
  get pageY() {
    return this.clientY + host.scrollOffset()[1];
  }
  get offsetX() {
    return Math.round(offsetOf(this)[0]);
  }
  get offsetY() {
    return Math.round(offsetOf(this)[1]);
  }
  get layerX() {
    return this.offsetX;
  }
  get layerY() {
    return this.offsetY;
  }
  get movementX() {
    return this[$mouse].movementX;
  }
  get movementY() {
    return this[$mouse].movementY;
  }
  get button() {
    return this[$mouse].button;
  }
  get buttons() {
    return this[$mouse].buttons;
  }
  get ctrlKey() {
    return (this[$mouse].modifiers & CTRL) !== 0;
  }
  get shiftKey() {
    return (this[$mouse].modifiers & SHIFT) !== 0;
  }
  get altKey() {
    return (this[$mouse].modifiers & ALT) !== 0;
  }
  get metaKey() {
    return (this[$mouse].modifiers & META) !== 0;
  }
  get relatedTarget() {
    return member(this, $related);
  }
  get which() {
    return this[$mouse].button + 1;
  }
  get fromElement() {
    const out = this[$type] === "mouseout" || this[$type] === "mouseleave";
    return out ? this[$target] : this[$related];
  }
  get toElement() {
    const out = this[$type] === "mouseout" || this[$type] === "mouseleave";
    return out ? this[$related] : this[$target];
  }
  getModifierState(key) {
    required(arguments, 1, "getModifierState", "MouseEvent");
    return modifierState(this[$mouse].modifiers, this[$mouse].extra, `${key}`);
  }
  initMouseEvent(
    type, bubbles = false, cancelable = false, view = null, detail = 0, screenX = 0, screenY = 0, clientX = 0,
    clientY = 0, ctrlKey = false, altKey = false, shiftKey = false, metaKey = false, button = 0, relatedTarget = null,
  ) {
    required(arguments, 1, "initMouseEvent", "MouseEvent");
    if (!initialize(this, type, bubbles, cancelable)) return;
    this[$view] = viewOf(view);
    this[$detail] = detail | 0;
    this[$related] = relatedTarget;
    Object.assign(this[$mouse], {
      screenX: screenX | 0, screenY: screenY | 0, clientX: clientX | 0, clientY: clientY | 0, button: button << 16 >> 16,
      modifiers: modifiersOf({ ctrlKey, altKey, shiftKey, metaKey }),
    });
  }
}
finishInterface(MouseEvent);
host.isMouseEvent = (event) => event[$mouse] !== undefined;

const $pointer = slot("pointer data");
const WHOLE = new Set(["click", "auxclick", "contextmenu"]);

export class PointerEvent extends MouseEvent {
  constructor(type, init = undefined) {
    super(...arguments);
    init = dictionary(init, "PointerEvent");
    this[$pointer] = {
      pointerId: init.pointerId === undefined ? 0 : init.pointerId | 0,
      width: init.width === undefined ? 1 : +init.width,
      height: init.height === undefined ? 1 : +init.height,
      pressure: init.pressure === undefined ? 0 : Math.fround(init.pressure),
      tangentialPressure: init.tangentialPressure === undefined ? 0 : Math.fround(init.tangentialPressure),
      twist: init.twist === undefined ? 0 : init.twist | 0,
      pointerType: init.pointerType === undefined ? "" : `${init.pointerType}`,
      isPrimary: Boolean(init.isPrimary),
      persistentDeviceId: init.persistentDeviceId === undefined ? 0 : init.persistentDeviceId | 0,
      ...orientation(init),
      coalesced: init.coalescedEvents === undefined ? [] : [...init.coalescedEvents],
      predicted: init.predictedEvents === undefined ? [] : [...init.predictedEvents],
    };
  }
  get clientX() {
    return WHOLE.has(this[$type]) ? Math.floor(this[$mouse].clientX) : this[$mouse].clientX;
  }
  get clientY() {
    return WHOLE.has(this[$type]) ? Math.floor(this[$mouse].clientY) : this[$mouse].clientY;
  }
  get screenX() {
    return WHOLE.has(this[$type]) ? Math.floor(this[$mouse].screenX) : this[$mouse].screenX;
  }
  get screenY() {
    return WHOLE.has(this[$type]) ? Math.floor(this[$mouse].screenY) : this[$mouse].screenY;
  }
  get offsetX() {
    const x = offsetOf(this)[0];
    return WHOLE.has(this[$type]) ? Math.round(x) : x;
  }
  get offsetY() {
    const y = offsetOf(this)[1];
    return WHOLE.has(this[$type]) ? Math.round(y) : y;
  }
  get fromElement() {
    return null;
  }
  get toElement() {
    return null;
  }
  getCoalescedEvents() {
    return this[$pointer].coalesced.slice();
  }
  getPredictedEvents() {
    return this[$pointer].predicted.slice();
  }
}
for (
  const name of ["pointerId", "width", "height", "pressure", "tangentialPressure", "tiltX", "tiltY", "twist",
    "altitudeAngle", "azimuthAngle", "pointerType", "isPrimary", "persistentDeviceId"]
) {
  Object.defineProperty(PointerEvent.prototype, name, {
    get: Object.getOwnPropertyDescriptor({
      get [name]() {
        return this[$pointer][name];
      },
    }, name).get,
    configurable: true,
    enumerable: true,
  });
}
finishInterface(PointerEvent);

const $wheel = slot("wheel data");
export class WheelEvent extends MouseEvent {
  constructor(type, init = undefined) {
    super(...arguments);
    init = dictionary(init, "WheelEvent");
    const x = number(init.deltaX);
    const y = number(init.deltaY);
    this[$wheel] = {
      x, y, z: number(init.deltaZ), mode: init.deltaMode >>> 0,
      wheelX: init.wheelDeltaX === undefined ? x : init.wheelDeltaX | 0,
      wheelY: init.wheelDeltaY === undefined ? y : init.wheelDeltaY | 0,
    };
  }
  get deltaX() {
    return this[$wheel].x;
  }
  get deltaY() {
    return this[$wheel].y;
  }
  get deltaZ() {
    return this[$wheel].z;
  }
  get deltaMode() {
    return this[$wheel].mode;
  }
  get wheelDeltaX() {
    return this[$wheel].wheelX;
  }
  get wheelDeltaY() {
    return this[$wheel].wheelY;
  }
  get wheelDelta() {
    return this[$wheel].wheelY !== 0 ? this[$wheel].wheelY : this[$wheel].wheelX;
  }
}
finishInterface(WheelEvent);
constants(WheelEvent, { DOM_DELTA_PIXEL: 0, DOM_DELTA_LINE: 1, DOM_DELTA_PAGE: 2 });

export const DragEvent = eventInterface("DragEvent", MouseEvent, { dataTransfer: null });

export class KeyboardEvent extends UIEvent {
  constructor(type, init = undefined) {
    super(...arguments);
    init = dictionary(init, "KeyboardEvent");
    this[$key] = {
      key: init.key === undefined ? "" : `${init.key}`,
      code: init.code === undefined ? "" : `${init.code}`,
      location: init.location >>> 0,
      repeat: Boolean(init.repeat),
      isComposing: Boolean(init.isComposing),
      charCode: init.charCode >>> 0,
      keyCode: init.keyCode >>> 0,
      modifiers: modifiersOf(init),
      extra: extraModifiers(init),
    };
  }
  get key() {
    return this[$key].key;
  }
  get code() {
    return this[$key].code;
  }
  get location() {
    return this[$key].location;
  }
  get repeat() {
    return this[$key].repeat;
  }
  get isComposing() {
    return this[$key].isComposing;
  }
  get charCode() {
    return this[$key].charCode;
  }
  get keyCode() {
    return this[$key].keyCode;
  }
  get which() {
    return this[$key].keyCode || this[$key].charCode;
  }
  get ctrlKey() {
    return (this[$key].modifiers & CTRL) !== 0;
  }
  get shiftKey() {
    return (this[$key].modifiers & SHIFT) !== 0;
  }
  get altKey() {
    return (this[$key].modifiers & ALT) !== 0;
  }
  get metaKey() {
    return (this[$key].modifiers & META) !== 0;
  }
  getModifierState(key) {
    required(arguments, 1, "getModifierState", "KeyboardEvent");
    return modifierState(this[$key].modifiers, this[$key].extra, `${key}`);
  }
  initKeyboardEvent(
    type, bubbles = false, cancelable = false, view = null, key = "", location = 0, ctrlKey = false, altKey = false,
    shiftKey = false, metaKey = false,
  ) {
    required(arguments, 1, "initKeyboardEvent", "KeyboardEvent");
    if (!initialize(this, type, bubbles, cancelable)) return;
    this[$view] = viewOf(view);
    Object.assign(this[$key], {
      key: `${key}`, location: location >>> 0, modifiers: modifiersOf({ ctrlKey, altKey, shiftKey, metaKey }),
    });
  }
}
finishInterface(KeyboardEvent);
constants(KeyboardEvent, {
  DOM_KEY_LOCATION_STANDARD: 0, DOM_KEY_LOCATION_LEFT: 1, DOM_KEY_LOCATION_RIGHT: 2, DOM_KEY_LOCATION_NUMPAD: 3,
});

/** The ranges that an event of the user's is about. */
export const $targetRanges = slot("target ranges");
export const InputEvent = eventInterface("InputEvent", UIEvent, {
  data: (value) => (value === undefined || value === null ? null : `${value}`),
  isComposing: false,
  inputType: "",
  dataTransfer: null,
}, {
  getTargetRanges() {
    return [...(this[$targetRanges] ?? [])];
  },
});
export const CompositionEvent = eventInterface("CompositionEvent", UIEvent, { data: "" }, {
  initCompositionEvent(type, bubbles = false, cancelable = false, view = null, data = "") {
    required(arguments, 1, "initCompositionEvent", "CompositionEvent");
    member(this, $view);
    if (!initialize(this, type, bubbles, cancelable)) return;
    this[$view] = viewOf(view);
    setFields(CompositionEvent, this, { data: `${data}` });
  },
});

export class FocusEvent extends UIEvent {
  constructor(type, init = undefined) {
    super(...arguments);
    this[$related] = dictionary(init, "FocusEvent").relatedTarget ?? null;
  }
  get relatedTarget() {
    return member(this, $related);
  }
}
finishInterface(FocusEvent);

const $touch = slot("touch data");
export class Touch {
  constructor(init) {
    if (arguments.length === 0) {
      throw new TypeError("Failed to construct 'Touch': 1 argument required, but only 0 present.");
    }
    if (init === null || typeof init !== "object" || init.identifier === undefined || !(init.target instanceof
      host.globals.EventTarget)) {
      throw new TypeError("Failed to construct 'Touch': Failed to read the 'identifier' or 'target' property.");
    }
    this[$touch] = {
      identifier: init.identifier | 0, target: init.target,
      screenX: number(init.screenX), screenY: number(init.screenY),
      clientX: number(init.clientX), clientY: number(init.clientY),
      pageX: number(init.pageX), pageY: number(init.pageY),
      radiusX: number(init.radiusX), radiusY: number(init.radiusY),
      rotationAngle: number(init.rotationAngle), force: number(init.force),
    };
  }
}
for (
  const name of ["identifier", "target", "screenX", "screenY", "clientX", "clientY", "pageX", "pageY", "radiusX",
    "radiusY", "rotationAngle", "force"]
) {
  Object.defineProperty(Touch.prototype, name, {
    get: Object.getOwnPropertyDescriptor({
      get [name]() {
        return this[$touch][name];
      },
    }, name).get,
    configurable: true,
    enumerable: true,
  });
}
finishInterface(Touch);

export class TouchList {
  constructor(secret, touches) {
    if (secret !== SECRET) illegalConstructor();
    for (let i = 0; i < touches.length; i++) setItem(this, i, touches[i]);
    this[$touch] = touches;
  }
  get length() {
    return this[$touch].length;
  }
  item(index) {
    return this[$touch][index >>> 0] ?? null;
  }
}
finishInterface(TouchList);
Object.defineProperty(TouchList.prototype, Symbol.iterator, {
  value: Array.prototype.values, writable: true, configurable: true,
});

const asTouchList = (value) =>
  value instanceof TouchList ? value : new TouchList(SECRET, value === undefined ? [] : [...value]);
export const TouchEvent = eventInterface("TouchEvent", UIEvent, {
  touches: asTouchList, targetTouches: asTouchList, changedTouches: asTouchList,
  altKey: false, metaKey: false, ctrlKey: false, shiftKey: false,
});

export const globals = {
  UIEvent, MouseEvent, PointerEvent, WheelEvent, DragEvent, KeyboardEvent, InputEvent, CompositionEvent, FocusEvent,
  Touch, TouchList, TouchEvent,
};
