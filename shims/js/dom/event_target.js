// EventTarget, listeners and dispatch (DOM § 2.7–2.9).
import { finishInterface, host, ops } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import {
  BUBBLES,
  CANCELED,
  COMPOSED,
  DISPATCHING,
  Event,
  INITIALIZED,
  LISTENER_THREW,
  PASSIVE,
  STOP,
  STOP_NOW,
  trusted,
} from "ext:oracade/dom/event.js";
import {
  $activate,
  $cancelActivate,
  $current,
  $eventParent,
  $flags,
  $handlers,
  $host,
  $idle,
  $listened,
  $listeners,
  $parent,
  $path,
  $phase,
  $preActivate,
  $related,
  $target,
  $trusted,
  $type,
  clock,
} from "ext:oracade/dom/slots.js";

export class EventTarget {
  constructor() {
    this[$listeners] = null;
    this[$handlers] = null;
  }

  addEventListener(type, callback, options = undefined) {
    if (arguments.length < 2) {
      throw new TypeError(
        `Failed to execute 'addEventListener' on 'EventTarget': 2 arguments required, but only ${arguments.length} present.`,
      );
    }
    addListener(this ?? globalThis, `${type}`, callback, options);
  }

  removeEventListener(type, callback, options = undefined) {
    if (arguments.length < 2) {
      throw new TypeError(
        `Failed to execute 'removeEventListener' on 'EventTarget': 2 arguments required, but only ${arguments.length} present.`,
      );
    }
    const capture = typeof options === "object" && options !== null ? Boolean(options.capture) : Boolean(options);
    removeListener(this ?? globalThis, `${type}`, callback, capture);
  }

  dispatchEvent(event) {
    if (!(event instanceof Event) || event[$flags] === undefined) {
      throw new TypeError("Failed to execute 'dispatchEvent' on 'EventTarget': parameter 1 is not of type 'Event'.");
    }
    const flags = event[$flags];
    if (flags & DISPATCHING) {
      fail("InvalidStateError", "Failed to execute 'dispatchEvent' on 'EventTarget': The event is already being dispatched.");
    }
    if (!(flags & INITIALIZED)) {
      fail("InvalidStateError", "Failed to execute 'dispatchEvent' on 'EventTarget': The event provided is uninitialized.");
    }
    event[$trusted] = false;
    return dispatch(this ?? globalThis, event);
  }
}
finishInterface(EventTarget);
EventTarget.prototype[$eventParent] = function () {
  return null;
};
EventTarget.prototype[$activate] = undefined;
for (const slot of [$eventParent, $activate]) {
  Object.defineProperty(EventTarget.prototype, slot, { enumerable: false });
}

function listenersOf(target) {
  const map = target[$listeners];
  if (map === undefined) throw new TypeError("Illegal invocation");
  return map;
}

/** "add an event listener". Lists are copied on write, so that a dispatch may go on reading the one it started with. */
export function addListener(target, type, callback, options) {
  let map = listenersOf(target);
  let capture = false;
  let once = false;
  let passive;
  let signal;
  if (typeof options === "object" && options !== null) {
    capture = Boolean(options.capture);
    once = Boolean(options.once);
    if (options.passive !== undefined) passive = Boolean(options.passive);
    signal = options.signal;
    if (signal !== undefined) {
      if (!(signal instanceof host.globals.AbortSignal)) {
        throw new TypeError(
          "Failed to execute 'addEventListener' on 'EventTarget': member signal is not of type AbortSignal.",
        );
      }
      if (signal.aborted) return;
    }
  } else {
    capture = Boolean(options);
  }
  if (callback === null || callback === undefined) return;
  if (typeof callback !== "function" && typeof callback !== "object") {
    throw new TypeError(
      "Failed to execute 'addEventListener' on 'EventTarget': parameter 2 is not of type 'Object'.",
    );
  }
  if (passive === undefined) passive = defaultPassive(type, target);
  if (BOUNDARY.has(type)) clock.hover = true;
  if (map === null) {
    map = target[$listeners] = new Map();
    target[$listened]?.();
  }
  const list = map.get(type);
  const listener = { callback, capture, once, passive, removed: false, handler: null };
  if (list === undefined) {
    map.set(type, [listener]);
    if (target === globalThis) host.windowListens(type);
  } else {
    for (let i = 0; i < list.length; i++) {
      if (list[i].callback === callback && list[i].capture === capture) return;
    }
    map.set(type, [...list, listener]);
  }
  if (signal !== undefined) host.onAbort(signal, () => removeListener(target, type, callback, capture));
}

/** Chromium treats scroll-blocking listeners of the window, document, root and body as passive. */
function defaultPassive(type, target) {
  if (type !== "touchstart" && type !== "touchmove" && type !== "wheel" && type !== "mousewheel") return false;
  const document = host.document;
  return target === globalThis || (document !== null &&
    (target === document || target === host.rootElement(document) || target === host.bodyOf(document)));
}

export function removeListener(target, type, callback, capture) {
  const map = listenersOf(target);
  const list = map === null ? undefined : map.get(type);
  if (list === undefined) return;
  for (let i = 0; i < list.length; i++) {
    const listener = list[i];
    if (listener.callback === callback && listener.capture === capture) {
      dropListener(map, type, list, listener);
      return;
    }
  }
}

function dropListener(map, type, list, listener) {
  listener.removed = true;
  if (list.length === 1) map.delete(type);
  else map.set(type, list.filter((other) => other !== listener));
}

/** "erase all event listeners and handlers" (HTML § 8.4.1). */
export function eraseListeners(target) {
  const map = target[$listeners];
  if (map !== null) for (const list of map.values()) for (const listener of list) listener.removed = true;
  target[$listeners] = null;
  target[$handlers] = null;
}

/** Who hears of these can tell when something moves under a resting mouse. */
const BOUNDARY = new Set(["pointerover", "pointerout", "pointerenter", "pointerleave", "mouseover", "mouseout", "mouseenter",
  "mouseleave", "gotpointercapture"]);

/** Adds a listener for an event handler record (see event_handlers.js). */
export function addHandlerListener(target, type, handler) {
  let map = target[$listeners];
  if (map === null) {
    map = target[$listeners] = new Map();
    target[$listened]?.();
  }
  if (BOUNDARY.has(type)) clock.hover = true;
  const passive = defaultPassive(type, target);
  const listener = { callback: handler, capture: false, once: false, passive, removed: false, handler };
  if (target === globalThis && !map.has(type)) host.windowListens(type);
  map.set(type, [...(map.get(type) ?? []), listener]);
  return listener;
}

export function removeHandlerListener(target, type, listener) {
  const list = target[$listeners].get(type);
  if (list !== undefined && list.includes(listener)) dropListener(target[$listeners], type, list, listener);
}

/** True if some target on the event path of `target` could hear `type`; lets callers skip making events. */
export function isHeard(target, type) {
  for (let node = target; node !== null && node !== undefined; node = node[$parent] ?? node[$host]) {
    const map = node[$listeners];
    if (map !== null && map.has(type)) return true;
  }
  const map = globalThis[$listeners];
  return map !== null && map !== undefined && map.has(type);
}

/** True if some target on the event path of `target` has a listener for one of `types` that may cancel the event. */
export function isBlocked(target, types) {
  const blocks = (map) => map !== null && map !== undefined &&
    types.some((type) => map.has(type) && map.get(type).some((listener) => !listener.passive));
  for (let node = target; node !== null && node !== undefined; node = node[$parent] ?? node[$host]) {
    if (blocks(node[$listeners])) return true;
  }
  return blocks(globalThis[$listeners]);
}

/** The event path: items from the target to the root, each with what `target` and `relatedTarget` are there. */
class Path {
  constructor(items, targets, related, roots) {
    this.items = items;
    this.targets = targets; // null when no shadow tree is involved: the target is items[0] everywhere
    this.related = related;
    this.roots = roots; // the closed shadow roots around each item, or null
  }

  /** composedPath(): hides what is inside closed shadow trees that `current` is not in. */
  visible(current) {
    if (this.roots === null) return this.items.slice();
    const at = this.items.indexOf(current);
    const open = at < 0 ? [] : this.roots[at];
    return this.items.filter((_, i) => this.roots[i].every((root) => open.includes(root)));
  }
}

function simplePath(target, event) {
  const items = [target];
  let parent = target[$eventParent](event);
  while (parent !== null) {
    items.push(parent);
    parent = parent[$eventParent](event);
  }
  return new Path(items, null, null, null);
}

function shadowPath(target, event, relatedTarget) {
  const items = [];
  const targets = [];
  const related = [];
  const roots = [];
  let item = target;
  let adjusted = target;
  while (item !== null) {
    if (items.length > 0 && host.retarget(adjusted, item) !== adjusted) {
      adjusted = host.retarget(adjusted, item);
      targets.push(adjusted);
    } else {
      targets.push(items.length === 0 ? adjusted : null);
    }
    items.push(item);
    related.push(relatedTarget === null ? null : host.retarget(relatedTarget, item));
    roots.push(host.closedRoots(item));
    if (relatedTarget !== null && related[related.length - 1] === adjusted && targets[targets.length - 1] !== null &&
      items.length > 1) {
      // The event must not be seen outside the tree where target and related target differ.
      items.pop();
      targets.pop();
      related.pop();
      roots.pop();
      break;
    }
    item = item[$eventParent](event);
  }
  return new Path(items, targets, related, roots);
}

/** "inner invoke": names that hear the user agent's events on targets where nothing listens to the standard name. */
const LEGACY_TYPES = {
  __proto__: null,
  animationend: "webkitAnimationEnd",
  animationiteration: "webkitAnimationIteration",
  animationstart: "webkitAnimationStart",
  transitionend: "webkitTransitionEnd",
  wheel: "mousewheel",
};

let currentEvent;
/** `window.event`. */
export function windowEvent() {
  return currentEvent;
}

/** DOM "dispatch". Returns false if the event was canceled. */
export function dispatch(target, event, targetOverride) {
  event[$flags] |= DISPATCHING;
  const relatedTarget = event[$related];
  const path = clock.shadow ? shadowPath(target, event, relatedTarget) : simplePath(target, event);
  const items = path.items;
  event[$path] = path;
  const origin = targetOverride ?? target;
  event[$target] = origin;

  let activation = null;
  let activationState;
  if (event[$type] === "click" && host.isMouseEvent(event)) {
    const length = event[$flags] & BUBBLES ? items.length : 1;
    for (let i = 0; i < length; i++) {
      if (items[i][$activate] !== undefined && items[i][$idle]?.() !== true) {
        activation = items[i];
        break;
      }
    }
    if (activation !== null && activation[$preActivate] !== undefined) activationState = activation[$preActivate]();
  }

  const type = event[$type];
  const legacy = event[$trusted] ? LEGACY_TYPES[type] : undefined;
  for (let i = items.length - 1; i >= 0; i--) {
    const atTarget = i === 0 || (path.targets !== null && path.targets[i] !== null);
    const map = items[i][$listeners];
    if (map === null || map === undefined) continue;
    let list = map.get(type);
    if (list === undefined) {
      if (legacy === undefined || (list = map.get(legacy)) === undefined) continue;
      event[$type] = legacy;
    }
    event[$phase] = atTarget ? 2 : 1;
    adjust(event, path, i, origin);
    invoke(items[i], list, event, true);
    event[$type] = type;
  }
  const bubbles = (event[$flags] & BUBBLES) !== 0;
  for (let i = 0; i < items.length; i++) {
    const atTarget = i === 0 || (path.targets !== null && path.targets[i] !== null);
    if (!atTarget && !bubbles) {
      if (path.targets === null) break;
      continue;
    }
    const map = items[i][$listeners];
    if (map === null || map === undefined) continue;
    let list = map.get(type);
    if (list === undefined) {
      if (legacy === undefined || (list = map.get(legacy)) === undefined) continue;
      event[$type] = legacy;
    }
    event[$phase] = atTarget ? 2 : 3;
    adjust(event, path, i, origin);
    invoke(items[i], list, event, false);
    event[$type] = type;
  }

  event[$phase] = 0;
  event[$current] = null;
  event[$path] = null;
  event[$flags] &= ~(DISPATCHING | STOP | STOP_NOW);
  if (path.targets !== null) {
    adjust(event, path, items.length - 1, origin);
    if (host.inShadowTree(event[$target])) {
      event[$target] = null;
      event[$related] = null;
    }
  }
  const canceled = (event[$flags] & CANCELED) !== 0;
  if (activation !== null) {
    if (!canceled) activation[$activate](event);
    else if (activation[$cancelActivate] !== undefined) activation[$cancelActivate](activationState);
  }
  return !canceled;
}

function adjust(event, path, index, origin) {
  if (path.targets === null) return;
  let at = index;
  while (at > 0 && path.targets[at] === null) at--;
  event[$target] = at === 0 ? origin : path.targets[at];
  event[$related] = path.related[index];
}

function invoke(item, list, event, capturing) {
  if (event[$flags] & STOP) return;
  event[$current] = item;
  for (let i = 0; i < list.length; i++) {
    const listener = list[i];
    if (listener.capture !== capturing || listener.removed) continue;
    if (listener.once) {
      const map = item[$listeners];
      const present = map.get(event[$type]);
      if (present !== undefined) dropListener(map, event[$type], present, listener);
    }
    const saved = currentEvent;
    // Listeners inside shadow trees are not told of in window.event (DOM § 2.10, "inner invoke").
    currentEvent = clock.shadow && host.inShadowTree(item) ? undefined : event;
    if (listener.passive) event[$flags] |= PASSIVE;
    try {
      const callback = listener.callback;
      if (listener.handler !== null) {
        listener.handler.run(item, event);
      } else if (typeof callback === "function") {
        callback.call(item, event);
      } else {
        const method = callback.handleEvent;
        if (typeof method !== "function") {
          throw new TypeError("Failed to execute 'handleEvent' on 'EventListener': The object is not callable.");
        }
        method.call(callback, event);
      }
    } catch (error) {
      event[$flags] |= LISTENER_THREW;
      host.reportException(error);
    }
    event[$flags] &= ~PASSIVE;
    currentEvent = saved;
    if (event[$trusted]) ops.op_callback_done();
    if (event[$flags] & STOP_NOW) return;
  }
}

/** Fires a trusted event; returns false if it was canceled. */
export function fire(target, type, init, Class = Event) {
  return dispatch(target, trusted(Class, type, init));
}
host.fire = fire;
host.dispatch = dispatch;

/** Whether an event crosses shadow boundaries, for `get the parent` of a shadow root. */
export function isComposed(event) {
  return (event[$flags] & COMPOSED) !== 0;
}

export const globals = { EventTarget };
