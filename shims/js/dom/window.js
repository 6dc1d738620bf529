// Window: the global object's interface, its DOM members, and the named objects of the document (HTML § 7.2.2).
import { define, host, illegalConstructor } from "ext:oracade/internal.js";
import { trusted, Event } from "ext:oracade/dom/event.js";
import { EventTarget, dispatch, windowEvent } from "ext:oracade/dom/event_target.js";
import {
  GLOBAL_HANDLERS,
  TOUCH_HANDLERS,
  WINDOW_HANDLERS,
  handlerAttributes,
} from "ext:oracade/dom/event_handlers.js";
import { namedObject, pageDocument } from "ext:oracade/dom/document.js";
import { getSelection } from "ext:oracade/dom/selection.js";
import { customElements } from "ext:oracade/dom/custom_elements.js";
import { scrollArguments, scrollBehavior } from "ext:oracade/dom/cssom_view.js";
import { performScroll } from "ext:oracade/dom/smooth_scroll.js";
import { getComputedStyle } from "ext:oracade/css/declaration.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import { $eventParent, $handlers, $listeners } from "ext:oracade/dom/slots.js";

export class Window extends EventTarget {
  constructor() {
    illegalConstructor();
    super();
  }
}
Object.defineProperty(Window.prototype, Symbol.toStringTag, { value: "Window", configurable: true });
Window.prototype[$eventParent] = () => null;
Object.defineProperty(Window.prototype, $eventParent, { enumerable: false });

/** Defines a method of the window: an own property of the global object, as Chromium has them. */
function method(name, fn) {
  Object.defineProperty(fn, "name", { value: name });
  Object.defineProperty(globalThis, name, { value: fn, writable: true, enumerable: true, configurable: true });
}

/** A [Replaceable] attribute: assignment turns it into a plain property. */
function replaceable(name, get) {
  Object.defineProperty(globalThis, name, {
    get,
    set(value) {
      Object.defineProperty(globalThis, name, { value, writable: true, enumerable: true, configurable: true });
    },
    enumerable: true,
    configurable: true,
  });
}

function unforgeable(name, get) {
  Object.defineProperty(globalThis, name, { get, set: undefined, enumerable: true, configurable: false });
}

export function install() {
  define(globalThis, $listeners, null);
  define(globalThis, $handlers, null);
  Object.setPrototypeOf(globalThis, Window.prototype);

  for (const name of ["self", "frames", "parent"]) replaceable(name, () => globalThis);
  replaceable("length", () => host.frameCount());
  replaceable("event", windowEvent);
  for (const name of ["opener", "frameElement"]) {
    Object.defineProperty(globalThis, name, { value: null, writable: true, enumerable: true, configurable: true });
  }
  for (const name of ["name", "status"]) {
    let text = "";
    Object.defineProperty(globalThis, name, {
      get: () => text,
      set: (value) => {
        text = `${value}`;
      },
      enumerable: true,
      configurable: true,
    });
  }
  Object.defineProperty(globalThis, "closed", { get: () => false, enumerable: true, configurable: true });
  Object.defineProperty(globalThis, "customElements", { get: () => customElements, enumerable: true, configurable: true });

  method("getComputedStyle", function (element, pseudo) {
    if (arguments.length === 0) {
      throw new TypeError("Failed to execute 'getComputedStyle' on 'Window': 1 argument required, but only 0 present.");
    }
    return getComputedStyle(element, pseudo);
  });
  method("getSelection", () => getSelection());
  const scroll = (relative) => async function (...args) {
    const [x, y] = scrollArguments(args, host.scrollOffset(), relative);
    const what = `'${relative ? "scrollBy" : "scrollTo"}' on 'Window'`;
    await performScroll(pageDocument, x, y, args.length === 1 ? scrollBehavior(args[0] ?? null, what) : "auto");
  };
  method("scroll", scroll(false));
  method("scrollTo", scroll(false));
  method("scrollBy", scroll(true));

  // Accessors on the global object itself: `window.hasOwnProperty("onload")` is true in browsers.
  // Those of the clipboard are elements' and documents' only.
  const own = GLOBAL_HANDLERS.filter((type) => !["copy", "cut", "paste"].includes(type));
  handlerAttributes(globalThis, [...own, ...WINDOW_HANDLERS, "devicemotion", "deviceorientation",
    "deviceorientationabsolute", "gamepadconnected", "gamepaddisconnected", "appinstalled", "beforeinstallprompt"]);
}

/** `load` fires at the window with the document as target; so its path is the window alone. */
host.dispatchLoad = () => dispatch(globalThis, trusted(Event, "load"), pageDocument);

/** Names that the document's elements add to the window live behind a proxy at the end of the prototype chain. */
function namedProperties() {
  const next = EventTarget.prototype;
  const found = (key) => {
    if (typeof key !== "string" || key in next) return undefined;
    return host.frameCount() > 0 && /^(?:0|[1-9]\d{0,3})$/.test(key) ? host.frameAt(+key) : namedObject(key);
  };
  return new Proxy(Object.create(next), {
    get(_, key, receiver) {
      const object = found(key);
      return object === undefined ? Reflect.get(next, key, receiver) : object;
    },
    has(_, key) {
      return key in next || found(key) !== undefined;
    },
    getOwnPropertyDescriptor(target, key) {
      const object = found(key);
      if (object === undefined) return Reflect.getOwnPropertyDescriptor(target, key);
      return { value: object, writable: true, enumerable: false, configurable: true };
    },
    set(_, key, value, receiver) {
      return Reflect.set(next, key, value, receiver);
    },
  });
}

/** Touch handlers exist on touch devices only; pages probe for `ontouchstart`. */
export function start(page) {
  // Not in the snapshot: they cannot be taken away again, and workers start from it too.
  unforgeable("window", () => globalThis);
  unforgeable("document", () => pageDocument);
  unforgeable("top", () => globalThis);
  Object.setPrototypeOf(Window.prototype, namedProperties());
  if (page.touchPoints > 0) {
    host.touchHandlers = new Set(TOUCH_HANDLERS);
    for (const target of [globalThis, Object.getPrototypeOf(pageDocument), HTMLElement.prototype]) {
      handlerAttributes(target, TOUCH_HANDLERS);
    }
  }
}

export const globals = { Window };
