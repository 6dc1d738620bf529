// Scrolls that take time (CSSOM View § 4.1 "smooth scroll"): on the virtual clock, with Chromium's curve.
import { addFrameStep, host, ops, wantStep } from "ext:oracade/internal.js";
import { scrollTo, scrolled } from "ext:oracade/dom/cssom_view.js";
import { flush } from "ext:oracade/dom/mirror.js";
import { $connected, $id, $kind } from "ext:oracade/dom/slots.js";

const running = new Map(); // node → {from, to, start, duration, done}
let offset = null; // a scratch array, made when it is first needed

function offsetOf(node) {
  flush();
  offset ??= new Float64Array(4);
  return ops.op_layout_rects(node[$id], 4, offset) === 0 ? [0, 0] : [offset[0], offset[1]];
}

/** Whether a scroll of a scroller is to take time: as it is asked, else as `scroll-behavior` says. */
function isSmooth(node, behavior) {
  if (behavior === "smooth" || behavior === "instant") return behavior === "smooth";
  const element = node[$kind] === 9 ? host.rootElement(node) : node;
  return element !== null && ops.op_style_computed(element[$id], "", "scroll-behavior") === "smooth";
}

/** Scrolls the document or an element; the promise settles when it is there. */
export function performScroll(node, x, y, behavior) {
  if (!node[$connected]) return Promise.resolve();
  flush();
  stop(node);
  [x, y] = ops.op_layout_snap(node[$id], x, y);
  if (!isSmooth(node, behavior)) {
    scrollTo(node, x, y);
    return Promise.resolve();
  }
  const from = offsetOf(node);
  ops.op_layout_scroll(node[$id], x, y);
  const to = offsetOf(node);
  return animate(node, from, to);
}

/** Moves a scroller that is at `to` already: from `from`, in its time. */
function animate(node, from, to) {
  const distance = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  if (distance === 0) return Promise.resolve();
  ops.op_layout_scroll(node[$id], from[0], from[1]);
  return new Promise((resolve) => {
    const duration = Math.min(1500, Math.sqrt(distance) * 1000 / 60);
    running.set(node, { from, to, start: null, duration, done: resolve });
    wantStep(smoothStep);
    host.requestFrame();
  });
}

/** What scrolling into view moved at once, moves in its time where it is to. */
export function settleMoves(moves, nodeOf, behavior) {
  const smooth = [];
  for (let i = 0; i < moves.length; i += 5) {
    const node = nodeOf(moves[i]);
    if (node === undefined) continue;
    stop(node);
    if (isSmooth(node, behavior)) smooth.push([node, [moves[i + 1], moves[i + 2]], [moves[i + 3], moves[i + 4]]]);
    else scrolled(node);
  }
  return Promise.all(smooth.map(([node, from, to]) => animate(node, from, to)));
}

/** Another scroll takes the place of one that is under way. */
function stop(node) {
  const scroll = running.get(node);
  if (scroll === undefined) return;
  running.delete(node);
  scroll.done();
}

/** The cubic Bézier curve (0.4, 0, 0, 1), solved for its progress by bisection. */
function ease(time) {
  let [low, high] = [0, 1];
  for (let i = 0; i < 40; i++) {
    const s = (low + high) / 2;
    const x = 3 * (1 - s) * (1 - s) * s * 0.4 + s * s * s;
    if (x < time) low = s;
    else high = s;
  }
  const s = (low + high) / 2;
  return 3 * (1 - s) * s * s + s * s * s;
}

const smoothStep = addFrameStep(25, (now) => {
  for (const [node, scroll] of [...running]) {
    scroll.start ??= now;
    const time = scroll.duration === 0 ? 1 : Math.min(1, (now - scroll.start) / scroll.duration);
    const progress = time === 1 ? 1 : ease(time);
    const at = (axis) => scroll.from[axis] + (scroll.to[axis] - scroll.from[axis]) * progress;
    const connected = node[$connected];
    if (connected && ops.op_layout_scroll(node[$id], at(0), at(1))) scrolled(node, time === 1);
    else if (connected && time === 1) scrolled(node);
    if (!connected || time === 1) stop(node);
  }
  if (running.size === 0) return;
  wantStep(smoothStep);
  host.requestFrame();
});
