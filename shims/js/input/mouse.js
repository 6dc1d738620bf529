// The mouse: what CDP's Input.dispatchMouseEvent does in the page (UI Events § 5.3, Pointer Events 3 § 4).
import { host, ops } from "ext:oracade/internal.js";
import { trusted } from "ext:oracade/dom/event.js";
import { WheelEvent } from "ext:oracade/dom/ui_events.js";
import { borderBox, scrolled } from "ext:oracade/dom/cssom_view.js";
import { dispatch, fire } from "ext:oracade/dom/event_target.js";
import { flush, nodeOf } from "ext:oracade/dom/mirror.js";
import { isFocusable, isTextControl, setFocus, setKeyboardModality } from "ext:oracade/html/focus.js";
import { isHTML } from "ext:oracade/html/controls.js";
import { setRangeFraction } from "ext:oracade/html/input.js";
import { userSelect } from "ext:oracade/html/select.js";
import {
  arriveCaptured,
  blocked,
  chain,
  commonAncestor,
  fireClick,
  fireMouse,
  firePointer,
  hoveredElement,
  mouse,
  mouseOver,
  pointerOver,
  position,
  releaseCapture,
  setActive,
  targetAt,
} from "ext:oracade/input/pointer.js";
import { $connected, $id } from "ext:oracade/dom/slots.js";

const BUTTONS = { none: -1, left: 0, middle: 1, right: 2, back: 3, forward: 4 };
const BITS = [1, 4, 2, 8, 16];

let previous = null; // last position, for movementX/Y
let pressed = null; // target of the last press; one for all buttons, as Chromium has it
let clickCount = 0;
let suppressed = false; // a canceled pointerdown takes the mouse events of that press away
let rangeDrag = null; // {input, start} while a slider is dragged

/** Numbers of a CDP event; absent ones are 0. */
const number = (value) => (Number.isFinite(+value) ? +value : 0);

function readButton(event) {
  return BUTTONS[event.button ?? "none"] ?? -1;
}

/** Position and targets of a mouse event: hover moves first, on pointer and mouse. */
function arrive(event, button) {
  const x = number(event.x);
  const y = number(event.y);
  mouse.x = x;
  mouse.y = y;
  // CDP adds the button to the mask of pressed buttons.
  const bit = button < 0 ? 0 : BITS[button];
  const mask = number(event.buttons) & 31;
  mouse.buttons = event.type === "mouseReleased" ? mask & ~bit : mask | bit;
  mouse.pressure = number(event.force);
  const init = { ...position(x, y, number(event.modifiers)), buttons: mouse.buttons, button: event.type === "mouseMoved" ? -1 : button };
  const locked = host.pointerLock();
  if (locked !== null) return { x, y, init, target: locked };
  const target = arriveCaptured(mouse, init, () => targetAt(x, y), (over) => mouseOver(over, init));
  return { x, y, init, target: present(target) };
}

/** A target that a handler took out of the page gives way to the ancestor that is hovered now. */
function present(target) {
  return target[$connected] ? target : hoveredElement() ?? host.document.documentElement;
}

export function mouseMoved(event) {
  const from = previous;
  const { x, y, init, target } = arrive(event, readButton(event));
  previous = { x, y };
  // Movement counts whole pixels.
  const moved = {
    ...init,
    movementX: from === null ? 0 : Math.floor(x) - Math.floor(from.x),
    movementY: from === null ? 0 : Math.floor(y) - Math.floor(from.y),
  };
  firePointer(mouse, "pointermove", target, { ...moved, button: -1 });
  if (!suppressed) fireMouse("mousemove", present(mouse.captured ?? target), { ...moved, button: 0 });
  if (rangeDrag !== null) dragRange(x, y);
}

/** Moves the focus as a press does: to the nearest focusable element around the target, else away. */
function pressFocus(target) {
  for (const element of chain(target)) {
    if (isFocusable(element)) {
      setFocus(element, { preventScroll: true, visible: isTextControl(element) });
      return;
    }
  }
  setFocus(null);
}

export function mousePressed(event) {
  const button = Math.max(0, readButton(event));
  const { x, y, init, target } = arrive(event, button);
  previous = { x, y };
  setKeyboardModality(false);
  host.userGesture();
  clickCount = number(event.clickCount) | 0;
  pressed = target;
  const down = { ...init, button, detail: 0 };
  if (mouse.buttons === BITS[button]) {
    suppressed = !firePointer(mouse, "pointerdown", target, down);
  } else {
    firePointer(mouse, "pointermove", target, down);
  }
  setActive(target);
  const reached = mouse.captured ?? target;
  if (!suppressed && !blocked(reached)) {
    if (fireMouse("mousedown", reached, { ...init, button, detail: clickCount })) {
      if (button === 0) startDefault(reached, x, y);
      pressFocus(present(reached));
    }
  }
  // On Linux the context menu comes with the press.
  if (button === 2) contextMenu(reached, init);
}

function contextMenu(target, init) {
  if (!blocked(target)) fireClick(mouse, "contextmenu", target, { ...init, button: 2, detail: 0 });
}

/** Frames that look again at what is under the mouse, because a click has probably changed the page. */
let looks = 0;

/** At a frame: hover follows what has moved under a resting mouse. */
export function refreshHover() {
  if (looks === 0 || previous === null || mouse.buttons !== 0) return;
  looks--;
  host.requestFrame();
  const { x, y } = previous;
  const target = targetAt(x, y);
  if (target === hoveredElement()) return;
  const init = { ...position(x, y, 0), buttons: 0, button: -1 };
  pointerOver(mouse, target, init);
  mouseOver(target, init);
}

export function mouseReleased(event) {
  const button = Math.max(0, readButton(event));
  const { x, y, init, target } = arrive(event, button);
  previous = { x, y };
  const up = { ...init, button, detail: 0 };
  firePointer(mouse, mouse.buttons === 0 ? "pointerup" : "pointermove", target, up);
  const reached = mouse.captured ?? target;
  if (!suppressed && !blocked(reached)) {
    fireMouse("mouseup", reached, { ...init, button, detail: clickCount });
  }
  if (rangeDrag !== null && button === 0) endRange();
  const down = pressed;
  const count = clickCount;
  pressed = null;
  clickCount = 0;
  if (mouse.buttons === 0) {
    looks = 2;
    host.requestFrame();
    suppressed = false;
    setActive(null);
  }
  if (mouse.buttons === 0) releaseCapture(mouse, init);
  if (down !== null && count > 0) click(down, reached, button, count, init);
  if (mouse.buttons === 0) {
    // With the capture gone the pointer is over what it really is over.
    if (host.pointerLock() === null && hoveredElement() === reached && reached[$connected]) {
      const under = targetAt(x, y);
      if (under !== reached) {
        pointerOver(mouse, under, init);
        mouseOver(under, init);
      }
    }
  }
}

function click(down, up, button, count, init) {
  const target = commonAncestor(down[$connected] ? down : null, up[$connected] ? up : null);
  if (target === null) return;
  if (blocked(target)) return;
  const clicked = { ...init, button, detail: count };
  if (button !== 0) {
    fireClick(mouse, "auxclick", target, clicked);
    return;
  }
  fireClick(mouse, "click", target, clicked);
  if (count % 2 === 0) fireMouse("dblclick", target, clicked);
}

// -------------------------------------------------------------------------------------------------- default actions

function startDefault(target, x, y) {
  if (isHTML(target, "input") && target.type === "range") {
    rangeDrag = { input: target, start: target.value };
    mouse.pending = target;
    dragRange(x, y);
  } else if (isHTML(target, "option")) {
    userSelect(target);
  }
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
  const x = number(event.x);
  const y = number(event.y);
  const init = { ...position(x, y, number(event.modifiers)), buttons: number(event.buttons) & 31 };
  const target = host.pointerLock() ?? targetAt(x, y);
  const deltaX = number(event.deltaX);
  const deltaY = number(event.deltaY);
  if (deltaX === 0 && deltaY === 0) return;
  const wheel = trusted(WheelEvent, "wheel", {
    ...init, deltaX, deltaY, button: 0, wheelDeltaX: -120 * Math.sign(deltaX), wheelDeltaY: -120 * Math.sign(deltaY),
  });
  if (dispatch(target, wheel) && !(number(event.modifiers) & 2)) scrollBy(target, deltaX, deltaY);
}

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
