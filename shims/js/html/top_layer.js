// The top layer (CSS Positioned Layout 4, "top layer") and what closes its elements from outside: the Escape key ("close requests")
// and presses beside them ("light dismiss", HTML § 6.12).
import { host } from "ext:oracade/internal.js";
import { stateChanged } from "ext:oracade/dom/mirror.js";
import { $bits, $connected, $host, $parent } from "ext:oracade/dom/slots.js";

/** From the bottom to the top: {element, modal, escape(): closes it, dismiss(target): closes it if a press there does so}. */
const layer = [];

host.topLayer = () => layer;
host.topModal = () => {
  for (let i = layer.length - 1; i >= 0; i--) if (layer[i].modal && layer[i].element[$connected]) return layer[i].element;
  return null;
};

// What Escape closes: the elements in the layer and dialogs that are shown without it, in the order in which they were shown.
const closers = [];

// State bits from 22 on tell layout an element's place.
const PLACE = 1 << 22;
const PLACE_MAX = 511;
const placeOf = (element) => Math.floor(element[$bits] / PLACE);

/** Puts an element on top of all others. */
export function enter(element, entry) {
  const place = layer.length === 0 ? 1 : Math.min(placeOf(layer[layer.length - 1].element) + 1, PLACE_MAX);
  layer.push({ element, modal: false, ...entry });
  element[$bits] = (element[$bits] & (PLACE - 1)) | (place * PLACE);
  stateChanged(element);
}

export function leave(element) {
  const at = layer.findIndex((entry) => entry.element === element);
  if (at >= 0) layer.splice(at, 1);
}

/** From now on Escape calls `escape()`, until `unwatch`. */
export function watch(element, escape) {
  closers.push({ element, escape });
}

export function unwatch(element) {
  const at = closers.findIndex((entry) => entry.element === element);
  if (at >= 0) closers.splice(at, 1);
}

/** Escape: asks what was shown last to close; true if there was anything. */
export function requestClose() {
  const last = closers[closers.length - 1];
  if (last === undefined) return false;
  last.escape();
  return true;
}

/** Whether an element is inside another, through shadow roots. */
export function holds(outer, inner) {
  for (let node = inner; node !== null && node !== undefined; node = node[$parent] ?? node[$host]) {
    if (node === outer) return true;
  }
  return false;
}

const dismissers = [];
/** Adds a function that is called with the target of each press (true) and release (false) of a pointer. */
export function onPress(dismiss) {
  dismissers.push(dismiss);
}
host.pointerPressed = (target, down, x, y) => {
  for (const dismiss of dismissers) dismiss(target, down, x, y);
};

const releasers = [];
/** Adds a function that is called when a press is over and has been told, before its click: gives the element it has closed, or null. */
export function onReleased(dismiss) {
  releasers.push(dismiss);
}
host.pointerReleased = (target, x, y) => {
  let closed = null;
  for (const dismiss of releasers) closed = dismiss(target, x, y) ?? closed;
  return closed;
};
