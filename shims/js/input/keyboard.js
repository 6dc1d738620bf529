// Keys: what CDP's Input.dispatchKeyEvent does in the page (UI Events § 5.7 and Chromium's default actions).
import { host } from "ext:oracade/internal.js";
import { hasAttr } from "ext:oracade/dom/attributes.js";
import { trusted } from "ext:oracade/dom/event.js";
import { dispatch } from "ext:oracade/dom/event_target.js";
import { KeyboardEvent, PointerEvent, simulate } from "ext:oracade/dom/ui_events.js";
import { setBit } from "ext:oracade/dom/mirror.js";
import { descendants } from "ext:oracade/dom/collections.js";
import { focusedElement, isFocusable, isSummary, isTextControl, moveFocus, setFocus, setKeyboardModality } from "ext:oracade/html/focus.js";
import { formOf, isActuallyDisabled, isHTML } from "ext:oracade/html/controls.js";
import { editKey, insertText } from "ext:oracade/html/text_control.js";
import { radioGroup, userStep } from "ext:oracade/html/input.js";
import { userChoose } from "ext:oracade/html/select.js";
import { cancelModal } from "ext:oracade/html/links.js";
import { scrollBy } from "ext:oracade/input/mouse.js";
import { codeName, keyName } from "ext:oracade/input/key_names.js";
import { position } from "ext:oracade/input/pointer.js";
import { $connected, ACTIVE } from "ext:oracade/dom/slots.js";

const CHECKABLE = new Set(["checkbox", "radio"]);
const PUSHABLE = new Set(["submit", "reset", "button", "image", "color", "file"]);

/** Where keys go: the focused element, else the body. */
function keyTarget() {
  return focusedElement() ?? host.document.body ?? host.document.documentElement ?? host.document;
}

function keyInit(event) {
  const modifiers = Number.isFinite(+event.modifiers) ? +event.modifiers : 0;
  const { bubbles, cancelable, composed, view, altKey, ctrlKey, metaKey, shiftKey } = position(0, 0, modifiers);
  return {
    bubbles, cancelable, composed, view, altKey, ctrlKey, metaKey, shiftKey,
    key: keyName(event.key), code: codeName(event.code),
    location: event.location ?? (event.isKeypad ? 3 : 0),
    repeat: Boolean(event.autoRepeat),
  };
}

let spacePressed = null; // the control that Space went down on

export function key(event) {
  switch (event.type) {
    case "keyDown":
    case "rawKeyDown":
      keyDown(event);
      break;
    case "keyUp":
      keyUp(event);
      break;
    case "char":
      keyPress(event, keyTarget());
      break;
    default:
      return `Unexpected event type '${event.type}'`;
  }
  return null;
}

function keyDown(event) {
  const target = keyTarget();
  const init = { ...keyInit(event), keyCode: event.windowsVirtualKeyCode ?? 0, charCode: 0 };
  setKeyboardModality(true);
  if (init.key !== "Escape") host.userGesture();
  if (!dispatch(target, trusted(KeyboardEvent, "keydown", init))) return;
  const before = focusedElement();
  defaultDown(target, init, event);
  if (event.type === "keyDown" && typeof event.text === "string" && event.text !== "") {
    // The character goes where the focus is now.
    keyPress(event, before === focusedElement() ? target : keyTarget());
  }
}

function defaultDown(target, init, event) {
  const { key: name } = init;
  const plain = !init.ctrlKey && !init.altKey && !init.metaKey;
  if (name === "Tab" && plain) {
    moveFocus(init.shiftKey);
    return;
  }
  if (name === "Escape") {
    cancelModal();
    return;
  }
  if (!plain) return;
  if (name === "Enter" && (isHTML(target, "a") || isHTML(target, "area")) && hasAttr(target, "href")) {
    click(target, init);
    return;
  }
  if (name === " " && isPushable(target)) {
    spacePressed = target;
    setBit(target, ACTIVE, true);
    return;
  }
  const direction = name === "ArrowDown" || name === "ArrowRight" ? 1 : name === "ArrowUp" || name === "ArrowLeft" ? -1 : 0;
  if (isHTML(target, "input") && !isActuallyDisabled(target)) {
    if (target.type === "range") {
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[name];
      if (step !== undefined) {
        userStep(target, step);
        return;
      }
    } else if (target.type === "number" && !hasAttr(target, "readonly") && (name === "ArrowUp" || name === "ArrowDown")) {
      userStep(target, name === "ArrowUp" ? 1 : -1);
      return;
    } else if (target.type === "radio" && direction !== 0) {
      const group = radioGroup(target).filter((radio) => radio === target || isFocusable(radio));
      const next = group[(group.indexOf(target) + direction + group.length) % group.length];
      if (next !== undefined && next !== target) {
        setFocus(next, { visible: true });
        click(next, init);
      }
      return;
    }
  }
  if (isHTML(target, "select") && direction !== 0 && !isActuallyDisabled(target)) {
    userChoose(target, direction);
    return;
  }
  // Editing and scrolling go by the virtual key code; without one they do not happen.
  if (!event.windowsVirtualKeyCode) return;
  if (editKey(target, name)) return;
  const page = () => Math.floor(host.viewport().height * 0.875);
  const delta = {
    ArrowDown: [0, 40], ArrowUp: [0, -40], ArrowRight: [40, 0], ArrowLeft: [-40, 0], PageDown: [0, page()],
    PageUp: [0, -page()], Home: [0, -1e9], End: [0, 1e9],
  }[name];
  if (delta !== undefined && !isTextControl(target)) scrollBy(target, delta[0], delta[1]);
}

function isPushable(element) {
  if (isHTML(element, "button")) return true;
  if (isHTML(element, "input")) return CHECKABLE.has(element.type) || PUSHABLE.has(element.type);
  return isHTML(element, "summary") && isSummary(element);
}

function click(element, init) {
  if (isActuallyDisabled(element) || !element[$connected]) return;
  const { altKey, ctrlKey, metaKey, shiftKey } = init;
  dispatch(element, simulate(trusted(PointerEvent, "click", {
    bubbles: true, cancelable: true, composed: true, view: globalThis, detail: 0, pointerId: -1, altKey, ctrlKey, metaKey,
    shiftKey,
  })));
}

/** `keypress`, and what characters do: typing, Enter and implicit submission. */
function keyPress(event, target) {
  const text = event.text ?? "";
  if (text === "") return;
  const charCode = text.codePointAt(0);
  const init = { ...keyInit(event), charCode, keyCode: charCode };
  if (!dispatch(target, trusted(KeyboardEvent, "keypress", init))) return;
  if (init.ctrlKey || init.metaKey) return;
  if (text === "\r" || text === "\n") {
    if (isPushable(target)) click(target, init);
    else if (isHTML(target, "input")) {
      if (isTextControl(target)) insertText(target, "\n");
      implicitSubmission(target);
    }
    else if (isHTML(target, "textarea")) insertText(target, "\n");
    return;
  }
  if (isTextControl(target)) {
    insertText(target, text);
  } else if (text === " " && !isPushable(target)) {
    scrollBy(target, 0, Math.floor(host.viewport().height * 0.875) * (init.shiftKey ? -1 : 1));
  }
}

/** HTML § 4.10.22.2. */
function implicitSubmission(input) {
  host.commitChange(input);
  const form = formOf(input);
  if (form === null) return;
  const controls = [...form.elements];
  const button = controls.find((e) => e.type === "submit" && (isHTML(e, "button") || isHTML(e, "input"))) ??
    descendants(form, (e) => isHTML(e, "input") && e.type === "image")[0];
  if (button !== undefined) {
    if (!isActuallyDisabled(button)) click(button, {});
    return;
  }
  if (controls.filter((e) => isHTML(e, "input") && isTextControl(e)).length <= 1) host.submitForm(form, null);
}

function keyUp(event) {
  const target = keyTarget();
  const init = { ...keyInit(event), keyCode: event.windowsVirtualKeyCode ?? 0, charCode: 0 };
  const allowed = dispatch(target, trusted(KeyboardEvent, "keyup", init));
  if (init.key !== " ") return;
  const control = spacePressed;
  spacePressed = null;
  if (control === null) return;
  setBit(control, ACTIVE, false);
  if (allowed && control === target && focusedElement() === control) click(control, init);
}
