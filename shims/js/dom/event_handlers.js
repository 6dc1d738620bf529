// Event handler attributes, IDL (`onclick`) and content (`onclick="…"`) (HTML § 8.1.8).
import { host } from "ext:oracade/internal.js";
import { CANCELED } from "ext:oracade/dom/event.js";
import { $doc, $flags, $handlers, $handlerTarget, $type } from "ext:oracade/dom/slots.js";
import { addHandlerListener, removeHandlerListener } from "ext:oracade/dom/event_target.js";

const FunctionConstructor = Function;

/** One event handler: a callback, or source text that is compiled when first needed. */
class Handler {
  constructor(type) {
    this.type = type;
    this.value = null;
    this.source = null;
    this.element = null;
    this.listener = null;
  }

  callback() {
    if (this.source !== null) {
      const { source, element } = this;
      this.source = null;
      this.value = compile(this.type, source, element);
    }
    return this.value;
  }

  /** The event handler processing algorithm. */
  run(target, event) {
    const callback = this.callback();
    if (typeof callback !== "function") return;
    if (this.type === "error" && target === globalThis && "error" in event && "lineno" in event) {
      const result = callback.call(target, event.message, event.filename, event.lineno, event.colno, event.error);
      if (result === true) cancel(event);
      return;
    }
    const result = callback.call(target, event);
    if (this.type === "beforeunload" && event[$type] === "beforeunload") {
      if (result !== null && result !== undefined) {
        cancel(event);
        if (event.returnValue === "") event.returnValue = `${result}`;
      }
    } else if (result === false) {
      cancel(event);
    }
  }
}

function cancel(event) {
  if (event.cancelable) event[$flags] |= CANCELED;
}

/** Compiles a content attribute with the scope chain document → form owner → element. */
function compile(type, source, element) {
  const isWindowError = type === "error" && element === host.document?.body;
  const parameters = isWindowError ? "event, source, lineno, colno, error" : "event";
  try {
    // The body alone must parse, so that it cannot close the wrapper.
    new FunctionConstructor(parameters, source);
    const wrap = new FunctionConstructor(
      `with(arguments[0]){with(arguments[1]){with(arguments[2]){return function on${type}(${parameters}) {\n${source}\n}}}}`,
    );
    const scope = Object.create(null);
    return wrap(element[$doc] ?? scope, element.form ?? scope, element);
  } catch (error) {
    host.reportException(error);
    return null;
  }
}

function record(target, type, create) {
  let map = target[$handlers];
  if (map === undefined) throw new TypeError("Illegal invocation");
  if (map === null) {
    if (!create) return undefined;
    map = target[$handlers] = new Map();
  }
  let handler = map.get(type);
  if (handler === undefined && create) map.set(type, handler = new Handler(type));
  return handler;
}

export function getHandler(target, type) {
  const handler = record(target, type, false);
  return handler === undefined ? null : handler.callback();
}

export function setHandler(target, type, value) {
  const callback = typeof value === "function" || (typeof value === "object" && value !== null) ? value : null;
  const handler = record(target, type, callback !== null);
  if (handler === undefined) return;
  handler.source = null;
  handler.value = callback;
  activate(target, type, handler, callback !== null);
}

/** An attribute `on<type>` of `element` was set, changed or removed (null). */
export function setContentHandler(element, type, source) {
  const target = element[$handlerTarget](type);
  const handler = record(target, type, source !== null);
  if (handler === undefined) return;
  handler.value = null;
  handler.source = source;
  handler.element = element;
  activate(target, type, handler, source !== null);
}

/** Handlers whose events are not named in lower case. */
const EVENT_TYPES = {
  __proto__: null,
  webkitanimationend: "webkitAnimationEnd",
  webkitanimationiteration: "webkitAnimationIteration",
  webkitanimationstart: "webkitAnimationStart",
  webkittransitionend: "webkitTransitionEnd",
};

function activate(target, type, handler, wanted) {
  if (wanted && handler.listener === null) {
    handler.listener = addHandlerListener(target, EVENT_TYPES[type] ?? type, handler);
  } else if (!wanted && handler.listener !== null) {
    removeHandlerListener(target, EVENT_TYPES[type] ?? type, handler.listener);
    handler.listener = null;
  }
}

/** Defines `on<type>` accessors on a prototype; `resolve(this, type)` may name another target (body → window). */
export function handlerAttributes(prototype, types, resolve) {
  for (const type of types) {
    const name = `on${type}`;
    const members = resolve === undefined
      ? {
        get [name]() {
          return getHandler(this ?? globalThis, type);
        },
        set [name](value) {
          setHandler(this ?? globalThis, type, value);
        },
      }
      : {
        get [name]() {
          return getHandler(resolve(this, type), type);
        },
        set [name](value) {
          setHandler(resolve(this, type), type, value);
        },
      };
    Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members));
  }
}
host.handlerAttributes = handlerAttributes;

/** GlobalEventHandlers, without the touch handlers that exist only on touch devices. */
export const GLOBAL_HANDLERS = `abort animationcancel animationend animationiteration animationstart auxclick beforeinput beforexrselect command
  contentvisibilityautostatechange scrollsnapchange scrollsnapchanging
  beforematch beforetoggle blur cancel canplay canplaythrough change click close contextlost contextmenu contextrestored
  copy cuechange cut dblclick drag dragend dragenter dragleave dragover dragstart drop durationchange emptied ended error
  focus formdata gotpointercapture input invalid keydown keypress keyup load loadeddata loadedmetadata loadstart
  lostpointercapture mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel paste pause play
  playing pointercancel pointerdown pointerenter pointerleave pointermove pointerout pointerover pointerrawupdate pointerup
  progress ratechange reset resize scroll scrollend securitypolicyviolation seeked seeking select selectionchange
  selectstart slotchange stalled submit suspend timeupdate toggle transitioncancel transitionend transitionrun
  transitionstart volumechange waiting webkitanimationend webkitanimationiteration webkitanimationstart
  webkittransitionend wheel`.split(/\s+/);

export const TOUCH_HANDLERS = ["touchstart", "touchmove", "touchend", "touchcancel"];

/** WindowEventHandlers. */
export const WINDOW_HANDLERS = `afterprint beforeprint beforeunload hashchange languagechange message messageerror offline
  online pagehide pageshow popstate rejectionhandled storage unhandledrejection unload`.split(/\s+/);

/** Handlers of the body element that belong to the window. */
export const BODY_FORWARDED = new Set([...WINDOW_HANDLERS, "blur", "error", "focus", "load", "resize", "scroll"]);
