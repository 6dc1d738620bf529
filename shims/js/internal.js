// What the shim modules share: internal slots, the registry of hooks between modules, and small helpers.
import { core } from "ext:core/mod.js";

/** The ops table. Ops are looked up when they are called: modules also load where only some ops exist. */
export const ops = core.ops;

/**
 * Hooks between shim modules that would otherwise import in circles. Each is set by the module named in brackets.
 *
 * document, window                          [dom/document.js, main.js]
 * fire(target, type, init, Class) -> bool   dispatches a trusted event [dom/event_target.js]
 * reportException(error)                    fires `error` at window and logs [dom/window.js]
 * nodeOf(id) -> connected node or undefined [dom/mirror.js]
 * userGesture()                             a trusted activation happened [platform]
 * queueTask(source, fn)                     a task at the present virtual time [platform]
 * setTimeout(fn, ms) / clearTimeout(id)     internal timers [platform]
 * requestFrame()                            the next rendering opportunity must call runFrame [below]
 * parseURL(url, base) -> {href, …} or null  [below]
 * location, navigate(url)                   [platform]
 * loadResource(url, kind) -> {status, url, type, body} or null, synchronously [below]
 * loadImage(img)                            src, srcset, sizes or crossorigin of an <img> changed: (re)starts its load,
 *                                           which keeps the record img[$image] [platform/images.js]
 * decodeImage(img) -> promise               [platform/images.js]
 * viewport() -> {width, height, dpr}        [platform]
 * formEntries(form, submitter)              [[name, string or File]…] for FormData [html/form.js]
 * media                                     {of(element), canPlayType(type), sourceChanged(element), inserted(element),
 *                                           removed(element)} of HTMLMediaElement [platform/media/player.js]
 * (animate)                                 platform/animations.js defines Element.prototype.animate and getAnimations,
 *                                           and document.timeline/getAnimations
 * canvas                                    getContext/toDataURL/toBlob/reset of HTMLCanvasElement [canvas]
 * windowListens(type)                       the window has its first listener of a type [platform/device_orientation.js]
 * cookies                                   {list() -> Map, put(name, value, expired)} of the page [dom/html_document.js]
 * gamepads() -> what navigator.getGamepads gives [input/gamepad.js]
 * prepareScript(script)                     HTML "prepare the script element" [html/script.js]
 */
export const host = {
  window: globalThis,
  document: null,
  /** The interfaces, whatever a page makes of the global object. */
  globals: { __proto__: null },
  config: null,
  requestFrame() {
    ops.op_frame_request();
  },
  parseURL(url, base) {
    return ops.op_url_parse(String(url), base === undefined ? host.baseURL() : base);
  },
  baseURL() {
    return host.config === null ? "about:blank" : host.config.url;
  },
  loadResource(url, kind) {
    return ops.op_resource_load(url, kind);
  },
  userGesture() {},
  windowListens() {},
  /** What the animation timeline was at in the last frame. */
  frameTime: 0,
};

/**
 * The key of an internal slot that objects have as their own. Nothing a page does finds it (not `Reflect.ownKeys`, no proxy), and
 * freezing an object does not freeze it. It is not looked for on prototypes: what classes have in common has a plain Symbol.
 */
export function slot(name) {
  return ops.op_slot === undefined ? Symbol(name) : ops.op_slot(name);
}

/** Passed as first argument to constructors that only this code may call. */
export const SECRET = Symbol("internal constructor");

/** Throws the error that a constructor gives which pages may not call. */
export function illegalConstructor(name) {
  throw new TypeError(name === undefined ? "Illegal constructor" : `Failed to construct '${name}': Illegal constructor`);
}

/** Throws the TypeError of Web IDL if a method got fewer arguments than it needs. */
export function required(args, count, method, name) {
  if (args.length >= count) return;
  throw new TypeError(`Failed to execute '${method}' on '${name}': ${count} argument${count === 1 ? "" : "s"} required, but only ${args.length} present.`);
}

/** Steps of a frame in their order; the bit of a step in `due` is `1 << its index`. */
const frameSteps = [];
/** Bits of the steps that have something to do. */
let due = 0;
/** A worker has nothing to render; its frames are for requestAnimationFrame and for canvases that show elsewhere. */
let workerSteps = 0;

/**
 * Adds a step to "update the rendering" (HTML § 8.1.7.3). Steps run in ascending `order`:
 * 10 deferred input, 15 audio, 20 resize, 25 smooth scrolling, 30 scroll, 40 media queries, 50 events of CSS animations, 52 script's
 * animations, 55 autofocus, 58 events that come with frames, 60 fullscreen, 70 animation frame callbacks, 75 canvases of other agents,
 * 78 focus fixup, 80 ResizeObserver, 85 CSS animations begin, 87 script's begin, 90 IntersectionObserver, 93 fonts are ready, 95 WebGL canvases are shown,
 * 97 images that load when they come near, 100 held tasks.
 *
 * A frame runs the steps that somebody wants (`wantStep`), each wish once: most frames of most games have two or three of them. A
 * step with something to do in every frame wants itself.
 */
export function addFrameStep(order, run) {
  const step = { order, run, bit: 0 };
  const wanted = frameSteps.filter(({ bit }) => (due & bit) !== 0);
  frameSteps.push(step);
  frameSteps.sort((a, b) => a.order - b.order);
  if (frameSteps.length > 30) throw new RangeError("more steps than bits");
  workerSteps = 0;
  for (let i = 0; i < frameSteps.length; i++) {
    frameSteps[i].bit = 1 << i;
    if (frameSteps[i].order === 70 || frameSteps[i].order === 75) workerSteps |= 1 << i;
  }
  due = 0;
  for (const { bit } of wanted) due |= bit;
  return step;
}

/** The present frame runs a step if it has not come to it yet, or else the next frame does. Asks for no frame. */
export function wantStep(step) {
  due |= step.bit;
}

/** Hook `runFrame`. A step that throws is a bug of a shim; it must not lose the other steps. */
export function runFrame(timestampMs) {
  let ahead = host.config !== null && host.config.worker ? workerSteps : -1;
  for (;;) {
    const wanted = due & ahead;
    if (wanted === 0) return;
    const bit = wanted & -wanted;
    due &= ~bit;
    ahead &= ~(bit | (bit - 1));
    try {
      frameSteps[31 - Math.clz32(bit)].run(timestampMs);
    } catch (error) {
      host.reportException(error);
    }
  }
}

// `await` of a native promise uses intrinsics only, so page code cannot get in between.
const settled = Promise.resolve();
/** Queues a microtask; an exception is reported, not turned into a rejection. */
export async function queueMicrotask_(callback) {
  await settled;
  try {
    callback();
  } catch (error) {
    host.reportException(error);
  }
}
host.queueMicrotask = queueMicrotask_;

/** Milliseconds since the time origin: the clock of `performance.now` and `Event.timeStamp`. */
export function now() {
  return ops.op_now_us() / 1000;
}

/** Defines a method or class on an object as Web IDL does: writable, configurable, not enumerable. */
export function define(target, name, value) {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
}

/** Makes members of a class's prototype enumerable, as interface members are, and sets its class string. */
export function finishInterface(cls, name = cls.name) {
  // Constructors that pages may not call, or may call without arguments, have no required ones (Web IDL § 3.7.1).
  if (cls.length > 0 && /\bconstructor\((?:secret|data)\b/.test(Function.prototype.toString.call(cls))) {
    Object.defineProperty(cls, "length", { value: 0, configurable: true });
  }
  for (const key of Object.getOwnPropertyNames(cls)) {
    // Static operations and attributes.
    if (key !== "prototype" && key !== "length" && key !== "name") Object.defineProperty(cls, key, { enumerable: true });
  }
  const proto = cls.prototype;
  for (const key of Object.getOwnPropertyNames(proto)) {
    if (key === "constructor") continue;
    const descriptor = Object.getOwnPropertyDescriptor(proto, key);
    if (!descriptor.enumerable) {
      descriptor.enumerable = true;
      Object.defineProperty(proto, key, descriptor);
    }
  }
  if (!Object.hasOwn(proto, Symbol.toStringTag)) {
    Object.defineProperty(proto, Symbol.toStringTag, { value: name, configurable: true });
  }
  return cls;
}

/** Adds numeric constants to a class and its prototype, as Web IDL constants are. */
export function constants(cls, table) {
  for (const [name, value] of Object.entries(table)) {
    const descriptor = { value, writable: false, enumerable: true, configurable: false };
    Object.defineProperty(cls, name, descriptor);
    Object.defineProperty(cls.prototype, name, descriptor);
  }
}

/** Copies the accessors and methods of `mixin` (an object literal) to a class's prototype. */
export function mixin(cls, members) {
  Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors(members));
}

/** Web IDL `unsigned long` conversion. */
export function toUint32(value) {
  return value >>> 0;
}

/** Web IDL `double` conversion: throws on NaN and infinities. */
export function toFiniteDouble(value, what) {
  const number = +value;
  if (!Number.isFinite(number)) {
    throw new TypeError(`${what}: The provided double value is non-finite.`);
  }
  return number;
}

/** ASCII lower case. Most names already are, so the common case allocates nothing. */
export function asciiLower(text) {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase()) : text;
}

/** ASCII upper case. */
export function asciiUpper(text) {
  return text.replace(/[a-z]+/g, (lower) => lower.toUpperCase());
}

/** Splits on ASCII white space and removes duplicates, in order (DOM "ordered set parser"). */
export function tokens(text) {
  const found = text.match(/[^\t\n\f\r ]+/g);
  if (found === null) return [];
  if (found.length === 1) return found;
  return [...new Set(found)];
}

/** Strips leading and trailing ASCII white space. */
export function stripAscii(text) {
  return text.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, "");
}
