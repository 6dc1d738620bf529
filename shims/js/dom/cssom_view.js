// CSSOM View: geometry and scrolling of elements, and what events need to know about them.
import { setItem } from "ext:oracade/ecma/safe.js";
import { SECRET, addFrameStep, define, finishInterface, host, illegalConstructor, mixin, ops, wantStep } from "ext:oracade/internal.js";
import { DOMRect } from "ext:oracade/canvas/geometry.js";
import { Element } from "ext:oracade/dom/element.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { flush, nodeOf } from "ext:oracade/dom/mirror.js";
import { performScroll, settleMoves } from "ext:oracade/dom/smooth_scroll.js";
import { $compat, $connected, $host, $id, $kind, $local, $parent, clock } from "ext:oracade/dom/slots.js";

const rects = Symbol("rects");
let out = null; // a scratch array; made per page, because snapshots should not hold buffers for nothing

function ask(id, kind) {
  flush();
  out ??= new Float64Array(4 * 64);
  let count = ops.op_layout_rects(id, kind, out);
  if (count * 4 > out.length && kind === 1) {
    out = new Float64Array(count * 4);
    count = ops.op_layout_rects(id, kind, out);
  }
  return count;
}

/** Four numbers about a connected node; zeros where there is no box. */
function four(element, kind) {
  if (!element[$connected] || ask(element[$id], kind) === 0) return [0, 0, 0, 0];
  return [out[0], out[1], out[2], out[3]];
}

export class DOMRectList {
  constructor(secret, list) {
    if (secret !== SECRET) illegalConstructor();
    this[rects] = list;
    for (let i = 0; i < list.length; i++) setItem(this, i, list[i]);
  }
  get length() {
    return this[rects].length;
  }
  item(index) {
    return this[rects][index >>> 0] ?? null;
  }
}
finishInterface(DOMRectList);
define(DOMRectList.prototype, Symbol.iterator, Array.prototype.values);

host.rect = (x, y, width, height) => new DOMRect(x, y, width, height);
host.elementRects = (element) => {
  if (!element[$connected]) return [];
  const count = ask(element[$id], 1);
  const list = [];
  for (let i = 0; i < count; i++) list.push(new DOMRect(out[i * 4], out[i * 4 + 1], out[i * 4 + 2], out[i * 4 + 3]));
  return list;
};
// The rectangles of a text node's characters from start to end, one a line.
host.textRects = (text, start, end) => {
  if (!text[$connected]) return [];
  flush();
  out ??= new Float64Array(4 * 64);
  let count = ops.op_layout_text_rects(text[$id], start, end, out);
  if (count * 4 > out.length) {
    out = new Float64Array(count * 4);
    count = ops.op_layout_text_rects(text[$id], start, end, out);
  }
  const list = [];
  for (let i = 0; i < count; i++) list.push(new DOMRect(out[i * 4], out[i * 4 + 1], out[i * 4 + 2], out[i * 4 + 3]));
  return list;
};
host.rectList = (list) => new DOMRectList(SECRET, list);

/** Border box relative to the viewport: [x, y, width, height]. */
export function borderBox(element) {
  return four(element, 0);
}

host.boxOf = borderBox;

// offset*, client* and scroll* are integers; Chromium rounds them half away from zero (snapped to pixels).
const round = Math.round;

function dimension(kind, index) {
  return (element) => round(four(element, kind)[index]);
}
const clientLeft = dimension(3, 0);
const clientTop = dimension(3, 1);
const clientWidth = dimension(3, 2);
const clientHeight = dimension(3, 3);
const scrollWidth = dimension(4, 2);
const scrollHeight = dimension(4, 3);

/** The element whose scroll offset an element's scrollTop means: the root (and the body in quirks mode) stand for the page. */
function scroller(element) {
  const document = host.document;
  if (element === host.rootElement(document)) return document[$compat] === "BackCompat" ? null : document;
  if (element === host.bodyOf(document) && document[$compat] === "BackCompat") return document;
  return element;
}

function scrollOf(element) {
  const node = scroller(element);
  return node === null || !element[$connected] || ask(node[$id], 4) === 0 ? [0, 0] : [out[0], out[1]];
}

/** Scrolls and, if that moved anything, makes the `scroll` event of the next frame due. */
export function scrollTo(node, x, y) {
  if (!node[$connected]) return false;
  flush();
  const moved = ops.op_layout_scroll(node[$id], x, y);
  if (moved) scrolled(node);
  return moved;
}

let pendingScrolls = [];

let pendingEnds = [];

/** A node's scroll offset changed; unless a smooth scroll goes on, it has ended with that. */
export function scrolled(node, ended = true) {
  if (!pendingScrolls.includes(node)) pendingScrolls.push(node);
  if (ended && !pendingEnds.includes(node)) pendingEnds.push(node);
  host.pageScrolled?.();
  wantStep(scrollStep);
  host.requestFrame();
}

const scrollStep = addFrameStep(30, () => {
  const [nodes, ends] = [pendingScrolls, pendingEnds];
  pendingScrolls = [];
  pendingEnds = [];
  for (const node of nodes) fire(node, "scroll", { bubbles: node[$kind] === 9 });
  for (const node of ends) fire(node, "scrollend", { bubbles: node[$kind] === 9 });
});

function finite(value) {
  const number = +value;
  return Number.isFinite(number) ? number : 0;
}

const BEHAVIORS = new Set(["auto", "instant", "smooth"]);

/** The member `behavior` of scroll options. */
export function scrollBehavior(options, what) {
  const value = options === null || typeof options !== "object" || options.behavior === undefined ? "auto" : `${options.behavior}`;
  if (!BEHAVIORS.has(value)) {
    throw new TypeError(`Failed to execute ${what}: Failed to read the 'behavior' property from 'ScrollOptions': The provided value '${value}' is not a valid enum value of type ScrollBehavior.`);
  }
  return value;
}

/** Arguments of scrollTo/scrollBy: (x, y) or ({left, top}). */
export function scrollArguments(args, current, relative) {
  let [x, y] = current;
  if (args.length === 0) return current;
  if (args.length === 1) {
    const options = args[0];
    if (options === null || options === undefined) return current;
    if (typeof options !== "object") {
      throw new TypeError("Failed to execute 'scrollTo' on 'Window': The provided value is not of type 'ScrollToOptions'.");
    }
    if (options.left !== undefined) x = finite(options.left) + (relative ? x : 0);
    if (options.top !== undefined) y = finite(options.top) + (relative ? y : 0);
    return [x, y];
  }
  return [finite(args[0]) + (relative ? x : 0), finite(args[1]) + (relative ? y : 0)];
}

const NEAREST = new Set(["start", "center", "end", "nearest"]);

export function scrollIntoView(element, block, inline, behavior = "auto") {
  if (!element[$connected]) return Promise.resolve();
  flush();
  const moves = ops.op_layout_scroll_into_view(element[$id], block, inline);
  return settleMoves(moves, (id) => (id === 1 ? host.document : nodeOf(id)), behavior);
}
host.scrollIntoView = scrollIntoView;

mixin(Element, {
  getBoundingClientRect() {
    const [x, y, width, height] = borderBox(this);
    return new DOMRect(x, y, width, height);
  },
  getClientRects() {
    return new DOMRectList(SECRET, host.elementRects(this));
  },
  checkVisibility(options) {
    if (!this[$connected]) return false;
    flush();
    if (!ops.op_layout_is_rendered(this[$id])) return false;
    const property = (name) => ops.op_style_computed(this[$id], "", name);
    if ((options?.visibilityProperty || options?.checkVisibilityCSS) && property("visibility") !== "visible") return false;
    if (options?.opacityProperty || options?.checkOpacity) {
      for (let node = this; node !== null && node[$kind] === 1; node = node[$parent]) {
        if (ops.op_style_computed(node[$id], "", "opacity") === "0") return false;
      }
    }
    return true;
  },
  get clientLeft() {
    return clientLeft(this);
  },
  get clientTop() {
    return clientTop(this);
  },
  get clientWidth() {
    return clientWidth(this);
  },
  get clientHeight() {
    return clientHeight(this);
  },
  get scrollWidth() {
    return scrollWidth(this);
  },
  get scrollHeight() {
    return scrollHeight(this);
  },
  get scrollLeft() {
    return scrollOf(this)[0];
  },
  set scrollLeft(value) {
    const node = scroller(this);
    if (node !== null) performScroll(node, finite(value), scrollOf(this)[1], "auto");
  },
  get scrollTop() {
    return scrollOf(this)[1];
  },
  set scrollTop(value) {
    const node = scroller(this);
    if (node !== null) performScroll(node, scrollOf(this)[0], finite(value), "auto");
  },
  // The scroll methods return promises that settle when the scroll has ended.
  async scroll(...args) {
    await elementScroll(this, args, false);
  },
  async scrollTo(...args) {
    await elementScroll(this, args, false);
  },
  async scrollBy(...args) {
    await elementScroll(this, args, true);
  },
  async scrollIntoView(options) {
    const isObject = typeof options === "object" && options !== null;
    const read = (name, fallback) => {
      const value = isObject && options[name] !== undefined ? `${options[name]}` : fallback;
      if (!NEAREST.has(value)) {
        throw new TypeError(`Failed to execute 'scrollIntoView' on 'Element': Failed to read the '${name}' property from 'ScrollIntoViewOptions': The provided value '${value}' is not a valid enum value of type ScrollLogicalPosition.`);
      }
      return value;
    };
    const behavior = scrollBehavior(options ?? null, "'scrollIntoView' on 'Element'");
    const block = read("block", options === false || (options !== undefined && !isObject && !options && options !== null) ? "end" : "start");
    const inline = read("inline", "nearest");
    await scrollIntoView(this, block, inline, behavior);
  },
  scrollIntoViewIfNeeded(center = true) {
    scrollIntoView(this, center ? "center-if-needed" : "nearest", center ? "center-if-needed" : "nearest");
  },
});
finishInterface(Element);

function elementScroll(element, args, relative) {
  const node = scroller(element);
  if (node === null) return;
  const [x, y] = scrollArguments(args, scrollOf(element), relative);
  const what = `'${relative ? "scrollBy" : "scrollTo"}' on 'Element'`;
  return performScroll(node, x, y, args.length === 1 ? scrollBehavior(args[0] ?? null, what) : "auto");
}

/** offsetLeft, offsetTop, offsetWidth, offsetHeight as rounded integers. */
export function offsetOf(element, index) {
  return round(four(element, 2)[index]);
}

export function offsetParent(element) {
  if (!element[$connected] || ask(element[$id], 2) === 0) return null;
  const id = out[4];
  return id === 0 ? null : nodeOf(id) ?? null;
}

let pageScroll = null;
/** The page's scroll offset [x, y]. */
host.scrollOffset = () => {
  if (ask(1, 4) === 0) return pageScroll ??= [0, 0];
  return [out[0], out[1]];
};
host.setPageScroll = (x, y) => scrollTo(host.document, x, y);

const REPLACED = new Set(["img", "canvas", "video", "audio", "iframe", "embed", "object", "input", "textarea", "select", "button", "svg",
  "progress", "meter"]);

/** The element itself, or for an inline one the block that it is a part of: Chromium measures from there. */
function blockOf(element) {
  if (!element[$connected]) return element;
  for (let node = element; node !== null && node[$kind] === 1; node = node[$parent]) {
    if (REPLACED.has(node[$local])) return node;
    flush();
    if (ops.op_style_computed(node[$id], "", "display") !== "inline") return node;
  }
  return element;
}

/** A viewport position relative to the padding box of an event's target. */
host.offsetIn = (target, x, y) => {
  if (target === null || target === undefined || target[$kind] !== 1 || target === host.rootElement(host.document)) {
    const [sx, sy] = host.scrollOffset();
    return [x + sx, y + sy];
  }
  const block = blockOf(target);
  const [left, top, width, height] = borderBox(block);
  if (block !== target) return [x - left, y - top];
  if (width === 0 && height === 0) return [x - left, y - top];
  const size = four(target, 2);
  const [borderLeft, borderTop] = four(target, 3);
  // offsetWidth is a whole number: less than one apart is no scaling.
  const scale = (whole, real) => (real === 0 || Math.abs(whole - real) < 1 ? 1 : whole / real || 1);
  const scaleX = scale(size[2], width);
  const scaleY = scale(size[3], height);
  return [(x - left) * scaleX - borderLeft, (y - top) * scaleY - borderTop];
};

function elementOf(id) {
  let node = id === 1 ? host.rootElement(host.document) : nodeOf(id) ?? null;
  while (node !== null && node[$kind] !== 1) node = node[$parent];
  return node;
}

let backdropHit = false;
/** Whether the last hit was that of a modal dialog's backdrop; the dialog stands for it. */
export function hitsBackdrop() {
  return backdropHit;
}

/** The element at a viewport point, or null. */
export function hit(x, y) {
  flush();
  backdropHit = false;
  const layer = host.topLayer();
  if (layer.length === 0 && !clock.inert) {
    const id = ops.op_layout_hit(x, y);
    return id === 0 ? null : elementOf(id);
  }
  const found = [];
  for (const id of ops.op_layout_hit_all(x, y)) {
    const element = elementOf(id);
    if (element !== null && !host.isInert(element)) found.push(element);
  }
  // What is in the top layer is above all else, the last shown above the others, a modal dialog on a backdrop (HTML § 6.3).
  for (let i = layer.length - 1; i >= 0; i--) {
    const { element, modal } = layer[i];
    const inside = found.find((one) => holds(element, one));
    if (inside !== undefined) return inside;
    if (modal && isBoxed(element)) {
      backdropHit = true;
      return element;
    }
  }
  return found[0] ?? null;
}

function holds(ancestor, element) {
  for (let node = element; node !== null && node !== undefined; node = node[$parent] ?? node[$host]) {
    if (node === ancestor) return true;
  }
  return false;
}

const isBoxed = (element) => ops.op_layout_is_rendered(element[$id]);
host.topLayer = () => NONE;
const NONE = [];
host.elementFromPoint = (x, y) => {
  const config = host.viewport();
  if (x < 0 || y < 0 || x >= config.width || y >= config.height) return null;
  return hit(x, y);
};
host.elementsFromPoint = (x, y) => {
  const config = host.viewport();
  if (x < 0 || y < 0 || x >= config.width || y >= config.height) return [];
  flush();
  const elements = [];
  for (const id of ops.op_layout_hit_all(x, y)) {
    let node = id === 1 ? host.rootElement(host.document) : nodeOf(id) ?? null;
    while (node !== null && node[$kind] !== 1) node = node[$parent];
    if (node !== null && !elements.includes(node)) elements.push(node);
  }
  return elements;
};

/** Whether an element has a box and is visible, as focusing asks. */
export function isRendered(element) {
  if (!element[$connected]) return false;
  flush();
  return ops.op_layout_is_rendered(element[$id]) && ops.op_style_computed(element[$id], "", "visibility") === "visible";
}

export const globals = { DOMRectList };
