// The mouse: what CDP's Input.dispatchMouseEvent does in the page (UI Events § 5.3, Pointer Events 3 § 4).
import { host, ops } from "ext:oracade/internal.js";
import { trusted } from "ext:oracade/dom/event.js";
import { WheelEvent } from "ext:oracade/dom/ui_events.js";
import { borderBox, scrolled } from "ext:oracade/dom/cssom_view.js";
import { dispatch, fire, isBlocked } from "ext:oracade/dom/event_target.js";
import { flush, nodeOf } from "ext:oracade/dom/mirror.js";
import { focusTarget, isTextControl, pointerPressed, setFocus, setStartingPoint } from "ext:oracade/html/focus.js";
import { isHTML, isMutable } from "ext:oracade/html/controls.js";
import { setRangeFraction, spin } from "ext:oracade/html/input.js";
import { dragTo, dropAt, isDragging, moveDraggable, pressDraggable, releaseDraggable } from "ext:oracade/input/drag.js";
import { clipboardElsewhere } from "ext:oracade/input/clipboard.js";
import { dragText, pressText, releaseText, startPress } from "ext:oracade/input/select_text.js";
import { dragOption, pressOption, releaseOption } from "ext:oracade/html/list_box.js";
import {
  arriveCaptured,
  blocked,
  chain,
  commonAncestor,
  fireClick,
  fireMouse,
  firePointer,
  hoveredElement,
  isHoverGone,
  mouse,
  penPointer,
  mouseOver,
  onLeaving,
  overAt,
  pointerOver,
  position,
  releaseCapture,
  setActive,
  targetAt,
} from "ext:oracade/input/pointer.js";
import { $connected, $id, clock } from "ext:oracade/dom/slots.js";

const BUTTONS = { none: -1, left: 0, middle: 1, right: 2, back: 3, forward: 4 };
const BITS = [1, 4, 2, 8, 16];

let previous = null; // last position, for movementX/Y
let pressed = null; // target of the last press; one for all buttons, as Chromium has it
let clickCount = 0;
let suppressed = false; // a canceled pointerdown takes the mouse events of that press away
let rangeDrag = null; // {input, start} while a slider is dragged

/** What the protocol's mouse events come from: the mouse or a pen. */
let device = mouse;

/** Numbers of a CDP event; absent ones are 0. */
const number = (value) => (Number.isFinite(+value) ? +value : 0);

function readButton(event) {
  return BUTTONS[event.button ?? "none"] ?? -1;
}

/** Position and targets of a mouse event: hover moves first, on pointer and mouse. */
function arrive(event, button) {
  const x = number(event.x);
  const y = number(event.y);
  device = event.pointerType === "pen" ? penPointer() : mouse;
  device.x = x;
  device.y = y;
  if (host.pointerLock() === null) lastPlace = { x, y };
  // CDP adds the button to the mask of pressed buttons.
  const bit = button < 0 ? 0 : BITS[button];
  const mask = number(event.buttons) & 31;
  device.buttons = event.type === "mouseReleased" ? mask & ~bit : mask | bit;
  const isPen = device !== mouse;
  device.pressure = isPen && device.buttons === 0 ? 0 : number(event.force);
  device.tilt = isPen ? { tiltX: number(event.tiltX), tiltY: number(event.tiltY), twist: number(event.twist), tangentialPressure: number(event.tangentialPressure) } : null;
  const shown = event.type === "mouseMoved" ? -1 : button;
  const locked = host.pointerLock();
  if (locked !== null) {
    // A locked pointer stays where it was; only its movement is told (Pointer Lock § 5).
    const init = { ...position(lockedAt.x, lockedAt.y, number(event.modifiers)), buttons: device.buttons, button: shown };
    return { x, y, init, target: locked };
  }
  const init = { ...position(x, y, number(event.modifiers)), buttons: device.buttons, button: shown };
  removed.clear();
  const target = arriveCaptured(device, init, () => overAt(x, y), (over) => mouseOver(over, init));
  geometry = ops.op_layout_geometry();
  scrolledSince = false;
  return { x, y, init, target: present(target), lost: present(target) !== target };
}

let lastPlace = { x: 0, y: 0 };
let lockedAt = lastPlace;
host.pointerLockChanged = (locked) => {
  if (locked) lockedAt = lastPlace;
  // The first move of a pointer that was set free has come from nowhere.
  else previous = null;
};

/** What was taken out of the page since the last mouse event came, even if it is back elsewhere. */
const removed = new Set();

onLeaving((root) => {
  // A press on what has left makes no click.
  if (pressed !== null && isWithin(root, pressed)) pressed = null;
  const under = device.captured ?? hoveredElement();
  if (under !== null && isWithin(root, under)) removed.add(root);
});

function isWithin(root, element) {
  return chain(element).includes(root);
}

/** A target that a handler took out of the page gives way to the ancestor that is hovered now. */
function present(target) {
  const left = !target[$connected] || (removed.size > 0 && chain(target).some((element) => removed.has(element)));
  return left ? hoveredElement() ?? host.rootElement(host.document) : target;
}

export function mouseMoved(event) {
  if (isDragging()) {
    dragTo(number(event.x), number(event.y), number(event.modifiers));
    return;
  }
  const from = previous;
  const { x, y, init, target, lost } = arrive(event, readButton(event));
  previous = { x, y };
  // Movement counts whole pixels.
  const moved = {
    ...init,
    movementX: from === null ? 0 : Math.floor(x) - Math.floor(from.x),
    movementY: from === null ? 0 : Math.floor(y) - Math.floor(from.y),
  };
  // A target that has left while it was told of the pointer's coming takes the move with it.
  if (!lost) firePointer(device, "pointermove", target, { ...moved, button: -1 });
  if (!suppressed) fireMouse("mousemove", present(device.captured ?? target), { ...moved, button: 0 });
  if (rangeDrag !== null) dragRange(x, y);
  if (device.buttons & 1 && isHTML(target, "option")) dragOption(target);
  if (device.buttons & 1 && !moveDraggable(x, y, number(event.modifiers), cancelPointer)) dragText(x, y);
}

/** The browser took the mouse for a drag: its pointer is gone until the mouse moves again. */
function cancelPointer() {
  device.buttons = 0;
  const init = { ...position(0, 0, 0), view: null, buttons: 0, button: 0 };
  firePointer(device, "pointercancel", device.over, { ...init, cancelable: false });
  releaseCapture(device, init);
  pointerOver(device, null, init);
  pressed = null;
  suppressed = false;
  setActive(null);
}

/** Moves the focus as a press does: to the nearest focusable element around the target, else away. */
function pressFocus(target) {
  setStartingPoint(target);
  for (const element of chain(target)) {
    const focusable = focusTarget(element);
    if (focusable !== null) {
      setFocus(focusable, { preventScroll: true, visible: isTextControl(focusable), byPointer: true });
      return;
    }
  }
  setFocus(null);
}

export function mousePressed(event) {
  const button = Math.max(0, readButton(event));
  const { x, y, init, target } = arrive(event, button);
  previous = { x, y };
  pointerPressed();
  host.userGesture();
  clickCount = number(event.clickCount) | 0;
  startPress();
  pressed = target;
  const down = { ...init, button, detail: 0 };
  if (device.buttons === BITS[button]) {
    host.pointerPressed(target, true, x, y);
    suppressed = !firePointer(device, "pointerdown", target, down);
  } else {
    firePointer(device, "pointermove", target, down);
  }
  setActive(target);
  const reached = present(device.captured ?? target);
  if (!suppressed && blocked(reached)) {
    // A press on what is disabled is not told, but takes the focus away.
    pressFocus(reached);
  } else if (!suppressed) {
    if (fireMouse("mousedown", reached, { ...init, button, detail: clickCount })) {
      const draggable = button === 0 && startDefault(reached, x, y, init);
      pressFocus(present(reached));
      if (!draggable) pressText(present(reached), x, y, { count: clickCount, shiftKey: init.shiftKey, button });
    }
  }
  // On Linux the context menu comes with the press.
  if (button === 2) contextMenu(reached, init);
}

function contextMenu(target, init) {
  if (!blocked(target)) fireClick(device, "contextmenu", target, { ...init, button: 2, detail: 0 });
}

/** Where everything was when the mouse was last found over something. */
let geometry = -1;
let scrolledSince = false;
host.pageScrolled = () => {
  scrolledSince = true;
};

/**
 * At a frame: hover follows what has moved under a resting mouse. Nobody can tell unless something listens for that, or a style or
 * selector says `:hover`; then layout need not be asked. Whether the mouse is anywhere.
 */
export function refreshHover() {
  if (previous === null) return false;
  if (!clock.hover || isDragging() || host.pointerLock() !== null) return true;
  flush();
  const now = ops.op_layout_geometry();
  if (now === geometry && !scrolledSince && !isHoverGone()) return true;
  geometry = now;
  scrolledSince = false;
  const { x, y } = previous;
  const { buttons } = device;
  device.pressure = buttons === 0 ? 0 : 0.5;
  const init = { ...position(x, y, 0), buttons, button: -1 };
  arriveCaptured(device, init, () => overAt(x, y), (over) => mouseOver(over, init));
  return true;
}

export function mouseReleased(event) {
  if (isDragging()) {
    dropAt(number(event.x), number(event.y), number(event.modifiers));
    return;
  }
  releaseDraggable();
  const button = Math.max(0, readButton(event));
  const { x, y, init, target } = arrive(event, button);
  previous = { x, y };
  const up = { ...init, button, detail: 0 };
  if (device.buttons === 0) host.pointerPressed(target, false, x, y);
  firePointer(device, device.buttons === 0 ? "pointerup" : "pointermove", target, up);
  const reached = present(device.captured ?? target);
  if (!suppressed && !blocked(reached)) {
    fireMouse("mouseup", reached, { ...init, button, detail: clickCount });
  }
  const closed = device.buttons === 0 ? host.pointerReleased(target, x, y) : null;
  if (rangeDrag !== null && button === 0) endRange();
  if (spinning !== null && button === 0) endSpin();
  if (button === 0) releaseOption();
  const down = pressed;
  const count = clickCount;
  pressed = null;
  clickCount = 0;
  if (device.buttons === 0) {
    suppressed = false;
    setActive(null);
  }
  const hadCapture = device.captured !== null;
  if (device.buttons === 0) releaseCapture(device, init);
  // What has captured the pointer gets the click, wherever the press was.
  if (down !== null && count > 0 && (closed === null || closed !== reached)) click(hadCapture ? reached : down, reached, button, count, init);
  if (button === 0) releaseText();
  if (device.buttons === 0) {
    // With the capture gone the pointer is over what it really is over.
    if (host.pointerLock() === null && (hadCapture || isHoverGone())) {
      const under = hadCapture ? overAt(x, y) : present(reached);
      pointerOver(device, under, init);
      mouseOver(under, init);
    }
  }
}

function click(down, up, button, count, init) {
  const target = commonAncestor(down[$connected] ? down : null, up[$connected] ? up : null);
  if (target === null) return;
  if (blocked(target)) return;
  const clicked = { ...init, button, detail: count };
  if (button !== 0) {
    const allowed = fireClick(device, "auxclick", target, clicked);
    // On Linux the middle button pastes.
    if (button === 1 && allowed && target[$connected]) clipboardElsewhere(target, "paste");
    return;
  }
  fireClick(device, "click", target, clicked);
  if (count % 2 === 0) fireMouse("dblclick", target, clicked);
}

// -------------------------------------------------------------------------------------------------- default actions

/** What a press of the left button begins; true where that leaves nothing to select. */
function startDefault(target, x, y, init) {
  if (pressDraggable(target, x, y)) return true;
  if (isHTML(target, "input") && target.type === "range") {
    rangeDrag = { input: target, start: target.value };
    device.pending = target;
    dragRange(x, y);
  } else if (isHTML(target, "option")) {
    pressOption(target, init);
  } else if (isHTML(target, "input") && target.type === "number" && isMutable(target)) {
    return pressSpin(target, x, y);
  }
  return rangeDrag !== null;
}

/** Width of a number's spin buttons in CSS px, as Chromium has them at its end. */
const SPIN = 15;
let spinning = null; // {input, changed} while a spin button is pressed

/** A press on a spin button; true if it was one. */
function pressSpin(input, x, y) {
  const [left, top, width, height] = borderBox(input);
  const px = (name) => parseFloat(ops.op_style_computed(input[$id], "", name)) || 0;
  const end = left + width - px("border-right-width") - px("padding-right");
  if (x < end - SPIN || x >= end) return false;
  setFocus(input, { preventScroll: true, visible: true });
  spinning = { input, changed: spin(input, y < top + height / 2 ? 1 : -1) };
  device.pending = input;
  return true;
}

function endSpin() {
  const { input, changed } = spinning;
  spinning = null;
  if (changed && input[$connected]) fire(input, "change", { bubbles: true });
}

/** Half the width of a slider's thumb in CSS px, as Chromium draws it. */
const THUMB = 8;

function dragRange(x, y) {
  const { input } = rangeDrag;
  if (!input[$connected]) {
    rangeDrag = null;
    return;
  }
  const [left, top, width, height] = borderBox(input);
  const vertical = height > width;
  const fraction = vertical
    ? 1 - (y - top - THUMB) / Math.max(1, height - 2 * THUMB)
    : (x - left - THUMB) / Math.max(1, width - 2 * THUMB);
  if (setRangeFraction(input, fraction)) fire(input, "input", { bubbles: true, composed: true });
}

function endRange() {
  const { input, start } = rangeDrag;
  rangeDrag = null;
  if (input.value !== start) fire(input, "change", { bubbles: true });
}

export function mouseWheel(event) {
  // A wheel moves neither the pointer nor what is hovered.
  const locked = host.pointerLock();
  const x = locked === null ? number(event.x) : lockedAt.x;
  const y = locked === null ? number(event.y) : lockedAt.y;
  const init = { ...position(x, y, number(event.modifiers)), buttons: number(event.buttons) & 31 };
  let target = locked ?? targetAt(x, y);
  const deltaX = number(event.deltaX);
  const deltaY = number(event.deltaY);
  if (deltaX === 0 && deltaY === 0) return;
  const scrolls = !(number(event.modifiers) & 2);
  // Where nothing can cancel the event Chromium scrolls first, and tells what is under the mouse then.
  const blocks = locked !== null || isBlocked(target, WHEEL);
  if (!blocks && scrolls) {
    scrollBy(target, deltaX, deltaY);
    target = targetAt(x, y);
  }
  const wheel = trusted(WheelEvent, "wheel", {
    ...init, deltaX, deltaY, button: 0, cancelable: blocks, wheelDeltaX: -120 * Math.sign(deltaX), wheelDeltaY: -120 * Math.sign(deltaY),
  });
  if (dispatch(target, wheel) && blocks && scrolls) scrollBy(target, deltaX, deltaY);
}
const WHEEL = ["wheel", "mousewheel"];

let offsets = null;

/** Scrolls the nearest scroller around `target` that can move that way. */
export function scrollBy(target, dx, dy) {
  flush();
  offsets ??= new Float64Array(4);
  const id = ops.op_layout_wheel_target(target[$id], dx, dy);
  if (id === 0 || ops.op_layout_rects(id, 4, offsets) === 0) return false;
  if (!ops.op_layout_scroll(id, offsets[0] + dx, offsets[1] + dy)) return false;
  const node = id === 1 ? host.document : nodeOf(id);
  if (node !== undefined) scrolled(node);
  return true;
}
