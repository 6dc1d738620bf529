// ResizeObserver and IntersectionObserver.
import { addFrameStep, finishInterface, host, illegalConstructor, now, ops, SECRET, wantStep } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { ErrorEvent } from "ext:oracade/dom/events.js";
import { fail } from "ext:oracade/dom/exception.js";
import { $connected, $id, $ns, $parent, SVG_NS } from "ext:oracade/dom/slots.js";
import { DOMRectReadOnly } from "ext:oracade/canvas/geometry.js";
import { need } from "ext:oracade/platform/idl.js";

const out = new Float64Array(8);

/** Numbers of a layout query: null if the element has no box. */
function rects(element, kind) {
  if (!element[$connected]) return null;
  host.flush();
  return ops.op_layout_rects(element[$id], kind, out) === 0 ? null : [out[0], out[1], out[2], out[3]];
}

function isElement(value) {
  return typeof host.globals.Element === "function" && value instanceof host.globals.Element;
}

/** The border box of what is rendered; null for what is not. */
function boxOf(element) {
  const box = rects(element, 0);
  return box !== null && (element[$ns] === SVG_NS || ops.op_layout_is_rendered(element[$id])) ? box : null;
}

const rect = (x, y, width, height) => new DOMRectReadOnly(x, y, width, height);

// ------------------------------------------------------------------------------------------------------ ResizeObserver

class ResizeObserverSize {
  #inline;
  #block;
  constructor(secret, inline, block) {
    if (secret !== SECRET) illegalConstructor();
    this.#inline = inline;
    this.#block = block;
  }
  get inlineSize() {
    return this.#inline;
  }
  get blockSize() {
    return this.#block;
  }
}
finishInterface(ResizeObserverSize);

class ResizeObserverEntry {
  #target;
  #size;
  constructor(secret, target, size) {
    if (secret !== SECRET) illegalConstructor();
    this.#target = target;
    this.#size = size;
  }
  get target() {
    return this.#target;
  }
  get contentRect() {
    const { left, top, content } = this.#size;
    return rect(left, top, content[0], content[1]);
  }
  #list(size) {
    return Object.freeze([new ResizeObserverSize(SECRET, size[0], size[1])]);
  }
  get borderBoxSize() {
    return this.#list(this.#size.border);
  }
  get contentBoxSize() {
    return this.#list(this.#size.content);
  }
  get devicePixelContentBoxSize() {
    const { dpr } = host.viewport();
    return this.#list(this.#size.content.map((v) => Math.round(v * dpr)));
  }
}
finishInterface(ResizeObserverEntry);

const NO_BOX = Object.freeze({ left: 0, top: 0, content: [0, 0], border: [0, 0] });

/** A computed length in CSS px, in the layout's units of 1/64; NaN for a keyword. */
function length(element, property) {
  return Math.round(parseFloat(ops.op_style_computed(element[$id], "", property)) * 64) / 64;
}

/** Content and border box of an element; all zero for what has none of its own, as inline text. */
function measure(element) {
  if (rects(element, 0) === null) return NO_BOX;
  if (element[$ns] === SVG_NS && element[$parent]?.[$ns] === SVG_NS) {
    if (ops.op_svg_geometry(element[$id], 0, 0, 0, out) === 0) return NO_BOX;
    const size = [out[2], out[3]];
    return { left: 0, top: 0, content: size, border: size };
  }
  const size = [length(element, "width"), length(element, "height")];
  if (!(size[0] >= 0 && size[1] >= 0) || !ops.op_layout_is_rendered(element[$id])) return NO_BOX;
  const [top, right, bottom, left] = ["top", "right", "bottom", "left"].map((side) => length(element, `padding-${side}`));
  const edge = (side) => length(element, `border-${side}-width`);
  const around = [left + right + edge("left") + edge("right"), top + bottom + edge("top") + edge("bottom")];
  const [content, border] = ops.op_style_computed(element[$id], "", "box-sizing") === "border-box"
    ? [size.map((whole, i) => Math.max(0, whole - around[i])), size]
    : [size, size.map((inner, i) => inner + around[i])];
  return { left, top, content, border };
}

/** Those that observe something, in the order in which they were made. */
const resizeObservers = [];
let resizeObserversMade = 0;

class ResizeObserver {
  #callback;
  #targets = new Map(); // element → {box, last, layout}: the size that was told, the layout it was looked at in
  #number = resizeObserversMade++;
  constructor(callback) {
    need(1, arguments.length, "ResizeObserver");
    if (typeof callback !== "function") throw new TypeError("Failed to construct 'ResizeObserver': parameter 1 is not of type 'Function'.");
    this.#callback = callback;
  }
  observe(target, options = undefined) {
    need(1, arguments.length, "observe", "ResizeObserver");
    if (!isElement(target)) throw new TypeError("Failed to execute 'observe' on 'ResizeObserver': parameter 1 is not of type 'Element'.");
    const box = options?.box === undefined ? "content-box" : `${options.box}`;
    this.#targets.delete(target);
    // The first size is news whatever it is.
    this.#targets.set(target, { box, last: [-1, -1], layout: -1 });
    if (!resizeObservers.includes(this)) {
      const at = resizeObservers.findIndex((other) => other.#number > this.#number);
      resizeObservers.splice(at < 0 ? resizeObservers.length : at, 0, this);
    }
    wantStep(resizeStep);
    host.requestFrame();
  }
  unobserve(target) {
    need(1, arguments.length, "unobserve", "ResizeObserver");
    this.#targets.delete(target);
    if (this.#targets.size === 0) this.#rest();
  }
  disconnect() {
    this.#targets.clear();
    this.#rest();
  }
  #rest() {
    const at = resizeObservers.indexOf(this);
    if (at >= 0) resizeObservers.splice(at, 1);
  }
  /** Targets deeper than `depth` whose size changed; their shallowest depth, or Infinity if there are none. */
  static deliver(observer, depth) {
    const entries = [];
    let shallowest = Infinity;
    let skipped = false;
    host.flush();
    const layout = ops.op_layout_geometry();
    for (const [target, record] of observer.#targets) {
      // Nothing has been laid out since.
      if (record.layout === layout) continue;
      const size = measure(target);
      const current = record.box === "border-box" ? size.border : size.content;
      if (current[0] === record.last[0] && current[1] === record.last[1]) {
        record.layout = layout;
        continue;
      }
      const level = depthOf(target);
      if (level <= depth) {
        skipped = true;
        continue;
      }
      record.layout = layout;
      record.last = current;
      shallowest = Math.min(shallowest, level);
      entries.push(new ResizeObserverEntry(SECRET, target, size));
    }
    if (entries.length > 0) {
      try {
        observer.#callback.call(observer, entries, observer);
      } catch (error) {
        host.reportException(error);
      }
      ops.op_microtasks();
    }
    return { shallowest, skipped };
  }
}
const deliverResize = ResizeObserver.deliver;
delete ResizeObserver.deliver;
finishInterface(ResizeObserver);

function depthOf(node) {
  let depth = 0;
  for (let at = node[$parent]; at !== null && at !== undefined; at = at[$parent]) depth++;
  return depth;
}

const resizeStep = addFrameStep(80, () => {
  if (resizeObservers.length === 0) return;
  let depth = -1;
  for (;;) {
    let next = Infinity;
    let skipped = false;
    for (const observer of [...resizeObservers]) {
      const result = deliverResize(observer, depth);
      next = Math.min(next, result.shallowest);
      skipped ||= result.skipped;
    }
    if (next === Infinity) {
      if (skipped) {
        fire(globalThis, "error", { message: "ResizeObserver loop completed with undelivered notifications." }, ErrorEvent);
      }
      break;
    }
    depth = next;
  }
  wantStep(resizeStep);
  host.requestFrame();
});

// ------------------------------------------------------------------------------------------------ IntersectionObserver

class IntersectionObserverEntry {
  #data;
  constructor(secret, data) {
    if (secret !== SECRET) illegalConstructor();
    this.#data = data;
  }
  get time() {
    return this.#data.time;
  }
  get rootBounds() {
    return rect(...this.#data.root);
  }
  get boundingClientRect() {
    return rect(...this.#data.bounds);
  }
  get intersectionRect() {
    return rect(...this.#data.intersection);
  }
  get isIntersecting() {
    return this.#data.isIntersecting;
  }
  get isVisible() {
    return false;
  }
  get intersectionRatio() {
    return this.#data.ratio;
  }
  get target() {
    return this.#data.target;
  }
}
finishInterface(IntersectionObserverEntry);

/** What a scroller or another element that clips lets through: its padding box. */
function clipOf(element) {
  const box = rects(element, 0);
  if (box === null) return [0, 0, 0, 0];
  const [left, top, width, height] = rects(element, 3) ?? [0, 0, box[2], box[3]];
  // Under a transform the two are not of one scale; inline boxes have no inner size.
  return width + 2 * left > box[2] + 1 || width === 0 ? box : [box[0] + left, box[1] + top, width, height];
}

/** Intersection of two boxes [x, y, w, h]; null if they do not even touch. */
function intersect(a, b) {
  const left = Math.max(a[0], b[0]);
  const top = Math.max(a[1], b[1]);
  const right = Math.min(a[0] + a[2], b[0] + b[2]);
  const bottom = Math.min(a[1] + a[3], b[1] + b[3]);
  return right < left || bottom < top ? null : [left, top, right - left, bottom - top];
}

function parseMargin(text, name) {
  const parts = `${text ?? ""}`.trim() === "" ? ["0px"] : `${text}`.trim().split(/\s+/);
  if (parts.length > 4 || parts.some((part) => !/^[-+]?(\d+\.?\d*|\.\d+)(px|%)$/.test(part) && part !== "0")) {
    fail("SyntaxError", `Failed to construct 'IntersectionObserver': ${name} must be specified in absolute length units or percent.`);
  }
  const all = parts.map((part) => ({ number: parseFloat(part), percent: part.endsWith("%") }));
  return [all[0], all[1] ?? all[0], all[2] ?? all[0], all[3] ?? all[1] ?? all[0]];
}

/** Whether what is rendered is in the viewport or so near to it. */
export function isNearViewport(element, distance) {
  const box = boxOf(element);
  const { width, height } = host.viewport();
  return box !== null && intersect(box, [-distance, -distance, width + 2 * distance, height + 2 * distance]) !== null;
}

const intersectionObservers = new Set();

class IntersectionObserver {
  #callback;
  #root;
  #margin;
  #thresholds;
  #targets = new Map(); // element → {index}
  #queue = [];
  #queued = false;
  constructor(callback, options = undefined) {
    if (typeof callback !== "function") throw new TypeError("Failed to construct 'IntersectionObserver': parameter 1 is not of type 'Function'.");
    this.#callback = callback;
    this.#root = options?.root ?? null;
    this.#margin = parseMargin(options?.rootMargin, "rootMargin");
    const given = options?.threshold === undefined ? [0] : typeof options.threshold === "object" ? [...options.threshold] : [options.threshold];
    this.#thresholds = given.map(Number).sort((a, b) => a - b);
    if (this.#thresholds.length === 0) this.#thresholds = [0];
    if (!this.#thresholds.every(Number.isFinite)) throw new TypeError("Failed to construct 'IntersectionObserver': Failed to read the 'threshold' property from 'IntersectionObserverInit': The provided double value is non-finite.");
    if (this.#thresholds.some((t) => !(t >= 0 && t <= 1))) throw new RangeError("Failed to construct 'IntersectionObserver': Threshold values must be numbers between 0 and 1");
  }
  get root() {
    return this.#root;
  }
  get rootMargin() {
    return this.#margin.map(({ number, percent }) => `${number}${percent ? "%" : "px"}`).join(" ");
  }
  get scrollMargin() {
    return "0px 0px 0px 0px";
  }
  get thresholds() {
    return Object.freeze(this.#thresholds.slice());
  }
  get delay() {
    return 0;
  }
  get trackVisibility() {
    return false;
  }
  observe(target) {
    need(1, arguments.length, "observe", "IntersectionObserver");
    if (!isElement(target)) throw new TypeError("Failed to execute 'observe' on 'IntersectionObserver': parameter 1 is not of type 'Element'.");
    if (this.#targets.has(target)) return;
    this.#targets.set(target, { index: -1 });
    intersectionObservers.add(this);
    wantStep(intersectionStep);
    host.requestFrame();
  }
  unobserve(target) {
    need(1, arguments.length, "unobserve", "IntersectionObserver");
    this.#targets.delete(target);
    if (this.#targets.size === 0) intersectionObservers.delete(this);
  }
  disconnect() {
    this.#targets.clear();
    intersectionObservers.delete(this);
  }
  takeRecords() {
    return this.#queue.splice(0);
  }
  #rootBox() {
    const { width, height } = host.viewport();
    const box = isElement(this.#root) ? clipOf(this.#root) : [0, 0, width, height];
    const side = (i, whole) => (this.#margin[i].percent ? (this.#margin[i].number * whole) / 100 : this.#margin[i].number);
    const [top, right, bottom, left] = [side(0, box[3]), side(1, box[2]), side(2, box[3]), side(3, box[2])];
    return [box[0] - left, box[1] - top, box[2] + left + right, box[3] + top + bottom];
  }
  /** The part of a target that its clipping ancestors and the root let through. */
  #visible(target, bounds, root) {
    let box = bounds;
    for (let at = target[$parent]; at !== null && at !== undefined && box !== null; at = at[$parent]) {
      if (!isElement(at)) break;
      if (at === this.#root) return intersect(box, root);
      if (at === host.rootElement(host.document) || at === host.bodyOf(host.document)) continue;
      const clips = ops.op_style_computed(at[$id], "", "overflow-x") !== "visible" || ops.op_style_computed(at[$id], "", "overflow-y") !== "visible";
      if (clips) box = intersect(box, clipOf(at));
    }
    if (this.#root !== null && isElement(this.#root)) return null;
    return box === null ? null : intersect(box, root);
  }
  static update(observer) {
    const root = observer.#rootBox();
    for (const [target, record] of observer.#targets) {
      const bounds = boxOf(target);
      const visible = bounds === null ? null : observer.#visible(target, bounds, root);
      const touches = visible !== null;
      const area = bounds === null ? 0 : bounds[2] * bounds[3];
      const ratio = !touches ? 0 : area === 0 ? 1 : Math.fround(Math.min(1, (visible[2] * visible[3]) / area));
      // How many thresholds are reached; none of them is no intersection.
      let index = touches ? observer.#thresholds.findIndex((t) => t > ratio) : 0;
      if (index < 0) index = observer.#thresholds.length;
      if (index === record.index) continue;
      record.index = index;
      observer.#queue.push(new IntersectionObserverEntry(SECRET, {
        time: now(),
        root: bounds === null ? [0, 0, 0, 0] : root,
        bounds: bounds ?? [0, 0, 0, 0],
        intersection: visible ?? [0, 0, 0, 0],
        isIntersecting: index > 0,
        ratio,
        target,
      }));
    }
    if (observer.#queue.length === 0 || observer.#queued) return;
    observer.#queued = true;
    host.queueTask("IntersectionObserver", () => {
      observer.#queued = false;
      const entries = observer.takeRecords();
      if (entries.length > 0) observer.#callback.call(observer, entries, observer);
    });
  }
}
const updateIntersection = IntersectionObserver.update;
delete IntersectionObserver.update;
finishInterface(IntersectionObserver);

const intersectionStep = addFrameStep(90, () => {
  if (intersectionObservers.size === 0) return;
  for (const observer of [...intersectionObservers]) updateIntersection(observer);
  wantStep(intersectionStep);
  host.requestFrame();
});

export const globals = {
  IntersectionObserver, IntersectionObserverEntry, ResizeObserver, ResizeObserverEntry, ResizeObserverSize,
};
