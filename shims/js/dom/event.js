// Event and CustomEvent (DOM § 2).
import { bare } from "ext:oracade/ecma/safe.js";
import { SECRET, constants, finishInterface, now, slot } from "ext:oracade/internal.js";
import { $current, $flags, $path, $phase, $related, $target, $time, $trusted, $type } from "ext:oracade/dom/slots.js";

export const BUBBLES = 1;
export const CANCELABLE = 2;
export const COMPOSED = 4;
export const STOP = 8;
export const STOP_NOW = 16;
export const CANCELED = 32;
export const PASSIVE = 64;
export const INITIALIZED = 128;
export const DISPATCHING = 256;
/** A listener has thrown ("legacyOutputDidListenersThrowFlag"). */
export const LISTENER_THREW = 512;

const TRUSTED = {
  get: Object.getOwnPropertyDescriptor(
    {
      get isTrusted() {
        return this[$trusted];
      },
    },
    "isTrusted",
  ).get,
  set: undefined,
  enumerable: true,
  configurable: false,
};
const defineProperty = Object.defineProperty;

/** Converts an `init` argument: undefined and null are an empty dictionary, other primitives an error. */
export function dictionary(init, what) {
  if (init === undefined || init === null) return EMPTY;
  if (typeof init !== "object" && typeof init !== "function") {
    throw new TypeError(`Failed to construct '${what}': The provided value is not of type '${what}Init'.`);
  }
  return init;
}
const EMPTY = Object.freeze(Object.create(null));

export class Event {
  constructor(type, init) {
    if (arguments.length === 0) {
      throw new TypeError(`Failed to construct '${new.target.name}': 1 argument required, but only 0 present.`);
    }
    init = dictionary(init, new.target.name);
    this[$type] = `${type}`;
    this[$target] = null;
    this[$current] = null;
    this[$related] = null;
    this[$phase] = 0;
    this[$flags] = INITIALIZED | (init.bubbles ? BUBBLES : 0) | (init.cancelable ? CANCELABLE : 0) |
      (init.composed ? COMPOSED : 0);
    this[$trusted] = false;
    this[$path] = null;
    this[$time] = now();
    defineProperty(this, "isTrusted", TRUSTED);
  }

  get type() {
    return this[$type];
  }
  get target() {
    return this[$target];
  }
  get srcElement() {
    return this[$target];
  }
  get currentTarget() {
    return this[$current];
  }
  get eventPhase() {
    return this[$phase];
  }
  get bubbles() {
    return (this[$flags] & BUBBLES) !== 0;
  }
  get cancelable() {
    return (this[$flags] & CANCELABLE) !== 0;
  }
  get composed() {
    return (this[$flags] & COMPOSED) !== 0;
  }
  get defaultPrevented() {
    return (this[$flags] & CANCELED) !== 0;
  }
  get timeStamp() {
    return this[$time];
  }
  get cancelBubble() {
    return (this[$flags] & STOP) !== 0;
  }
  set cancelBubble(value) {
    if (value) this[$flags] |= STOP;
  }
  get returnValue() {
    return (this[$flags] & CANCELED) === 0;
  }
  set returnValue(value) {
    if (!value) setCanceled(this);
  }
  stopPropagation() {
    this[$flags] |= STOP;
  }
  stopImmediatePropagation() {
    this[$flags] |= STOP | STOP_NOW;
  }
  preventDefault() {
    setCanceled(this);
  }
  composedPath() {
    const path = this[$path];
    if (path === null) return [];
    return path.visible(this[$current]);
  }
  initEvent(type, bubbles = false, cancelable = false) {
    if (arguments.length === 0) {
      throw new TypeError("Failed to execute 'initEvent' on 'Event': 1 argument required, but only 0 present.");
    }
    initialize(this, type, bubbles, cancelable);
  }
}

function setCanceled(event) {
  if ((event[$flags] & (CANCELABLE | PASSIVE)) === CANCELABLE) event[$flags] |= CANCELED;
}

/** DOM "initialize"; false if the event is being dispatched and must stay as it is. */
export function initialize(event, type, bubbles, cancelable) {
  if (event[$flags] & DISPATCHING) return false;
  event[$flags] = INITIALIZED | (event[$flags] & COMPOSED) | (bubbles ? BUBBLES : 0) | (cancelable ? CANCELABLE : 0);
  event[$trusted] = false;
  event[$target] = null;
  event[$type] = `${type}`;
  return true;
}

finishInterface(Event);
constants(Event, { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 });

const $detail = slot("detail");
export class CustomEvent extends Event {
  constructor(type, init) {
    super(...arguments);
    const detail = dictionary(init, "CustomEvent").detail;
    this[$detail] = detail === undefined ? null : detail;
  }
  get detail() {
    return this[$detail];
  }
  initCustomEvent(type, bubbles = false, cancelable = false, detail = null) {
    if (arguments.length < 1) {
      throw new TypeError("Failed to execute 'initCustomEvent' on 'CustomEvent': 1 argument required, but only 0 present.");
    }
    if (initialize(this, type, bubbles, cancelable)) this[$detail] = detail;
  }
}
finishInterface(CustomEvent);

/** Makes an event of `Class` as the user agent does. */
export function trusted(Class, type, init) {
  const event = new Class(type, bare(init));
  event[$trusted] = true;
  return event;
}

/**
 * Defines an event interface whose attributes come one to one from its init dictionary.
 * `fields`: attribute → default value, or a function that converts the given value.
 */
export function eventInterface(name, Base, fields, methods = {}) {
  const entries = Object.entries(fields).map(([key, spec]) => {
    const convert = typeof spec === "function" ? spec : converterOf(spec);
    return { key, slot: slot(key), convert };
  });
  const cls = {
    [name]: class extends Base {
      constructor(type, init = undefined) {
        super(...arguments);
        init = dictionary(init, name);
        for (let i = 0; i < entries.length; i++) {
          const { key, slot, convert } = entries[i];
          this[slot] = convert(init[key]);
        }
      }
    },
  }[name];
  for (const { key, slot } of entries) {
    const accessor = Object.getOwnPropertyDescriptor(
      {
        get [key]() {
          const value = this[slot];
          if (value === undefined && !(slot in this)) throw new TypeError("Illegal invocation");
          return value;
        },
      },
      key,
    );
    Object.defineProperty(cls.prototype, key, { get: accessor.get, enumerable: true, configurable: true });
  }
  Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(methods));
  finishInterface(cls, name);
  cls[SECRET] = Object.fromEntries(entries.map(({ key, slot }) => [key, slot]));
  return cls;
}

/** Sets attributes of an event made by `eventInterface`, for the init…Event methods. */
export function setFields(cls, event, values) {
  const slots = cls[SECRET];
  for (const key of Object.keys(values)) event[slots[key]] = values[key];
}

function converterOf(fallback) {
  switch (typeof fallback) {
    case "boolean":
      return (value) => (value === undefined ? fallback : Boolean(value));
    case "number":
      return (value) => (value === undefined ? fallback : +value);
    case "string":
      return (value) => (value === undefined ? fallback : `${value}`);
    default:
      return (value) => (value === undefined ? fallback : value);
  }
}

export const globals = { Event, CustomEvent };
