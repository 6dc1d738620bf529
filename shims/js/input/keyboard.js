// Keys: what CDP's Input.dispatchKeyEvent does in the page (UI Events § 5.7 and Chromium's default actions).
import { host, now } from "ext:oracade/internal.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { trusted } from "ext:oracade/dom/event.js";
import { dispatch } from "ext:oracade/dom/event_target.js";
import { KeyboardEvent, PointerEvent, simulate } from "ext:oracade/dom/ui_events.js";
import { setBit } from "ext:oracade/dom/mirror.js";
import { descendants } from "ext:oracade/dom/collections.js";
import { focusedElement, isFocusable, isSummary, isTextControl, keyPressed, moveFocus, setFocus } from "ext:oracade/html/focus.js";
import { formOf, isActuallyDisabled, isHTML } from "ext:oracade/html/controls.js";
import { clipboardElsewhere, selectDocument } from "ext:oracade/input/clipboard.js";
import { fieldsKey, fieldsTab, hasFields, typeField } from "ext:oracade/html/date_fields.js";
import { clearSearch, editKey, insertText } from "ext:oracade/html/editing.js";
import { hostOfSelection } from "ext:oracade/html/editable/actions.js";
import { editableKey, editableText } from "ext:oracade/html/editable/keys.js";
import { radioGroup, userRangeKey, userStep } from "ext:oracade/html/input.js";
import { selectKey, typeAhead } from "ext:oracade/html/list_box.js";
import { requestClose } from "ext:oracade/html/top_layer.js";
import { scrollBy } from "ext:oracade/input/mouse.js";
import { codeName, keyName } from "ext:oracade/input/key_names.js";
import { position } from "ext:oracade/input/pointer.js";
import { $connected, ACTIVE } from "ext:oracade/dom/slots.js";

const CHECKABLE = new Set(["checkbox", "radio"]);
const PUSHABLE = new Set(["submit", "reset", "button", "image", "color", "file"]);

/** Where keys go: the focused element, else the body. */
function keyTarget() {
  return focusedElement() ?? host.bodyOf(host.document) ?? host.rootElement(host.document) ?? host.document;
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
  if (!init.ctrlKey && !init.altKey && !init.metaKey) keyPressed();
  if (init.key !== "Escape") host.userGesture();
  accessKey(event, init);
  if (!dispatch(target, trusted(KeyboardEvent, "keydown", init))) return;
  const before = focusedElement();
  if (defaultDown(target, init, event)) return;
  if (event.type === "keyDown" && typeof event.text === "string" && event.text !== "") {
    // The character goes where the focus is now.
    keyPress(event, before === focusedElement() ? target : keyTarget());
  }
}

/** Alt and an access key do what a click does (HTML § 6.9), before the key is told. */
function accessKey(event, { altKey, ctrlKey, metaKey }) {
  const key = event.unmodifiedText;
  if (!altKey || ctrlKey || metaKey || typeof key !== "string" || key === "") return;
  const root = host.rootElement(host.document);
  const wanted = key.toLowerCase();
  const element = root === null ? undefined : descendants(root, (e) => getAttr(e, "accesskey")?.toLowerCase() === wanted)[0];
  if (element === undefined || isActuallyDisabled(element)) return;
  if (isFocusable(element)) setFocus(element, { visible: true });
  if (!isHTML(element, "select")) click(element, {});
}

const isDateInput = (element) => isHTML(element, "input") && hasFields(element);

/** The editing host that keys at a target edit; null if they edit none. */
function editedBy(target) {
  return isTextControl(target) || isHTML(target, "select") || isHTML(target, "button") ? null : hostOfSelection();
}

/** What a key does as it goes down; true if its character is not told then. */
function defaultDown(target, init, event) {
  const { key: name } = init;
  const plain = !init.ctrlKey && !init.altKey && !init.metaKey;
  if (name === "Tab" && plain) {
    if (isDateInput(target) && fieldsTab(target, init.shiftKey)) return false;
    moveFocus(init.shiftKey);
    return false;
  }
  if (name === "Escape") {
    if (isHTML(target, "input") && clearSearch(target)) return false;
    requestClose();
    return false;
  }
  // Editing and scrolling go by the virtual key code; without one they do not happen.
  const isKey = Boolean(event.windowsVirtualKeyCode);
  const root = editedBy(target);
  if (!plain && isHTML(target, "select") && !isActuallyDisabled(target) && !init.altKey && selectKey(target, name, init)) return false;
  if (!plain) {
    if (!isKey) return false;
    if (root !== null ? !editableKey(root, name, init) : !editKey(target, name, init)) shortcut(target, name, init);
    return false;
  }
  if (root !== null) {
    if (isKey) editableKey(root, name, init);
    return false;
  }
  if (name === "Enter" && (isHTML(target, "a") || isHTML(target, "area")) && hasAttr(target, "href")) {
    click(target, init);
    return true;
  }
  if (name === " " && isPushable(target)) {
    spacePressed = target;
    setBit(target, ACTIVE, true);
    return false;
  }
  if (isHTML(target, "input") && !isActuallyDisabled(target) && inputKey(target, name, init)) return false;
  if (isHTML(target, "select") && !isActuallyDisabled(target) && selectKey(target, name, init)) return false;
  if (!isKey) return false;
  if (editKey(target, name, init)) return false;
  const page = () => Math.floor(host.viewport().height * 0.875);
  const delta = {
    ArrowDown: [0, 40], ArrowUp: [0, -40], ArrowRight: [40, 0], ArrowLeft: [-40, 0], PageDown: [0, page()],
    PageUp: [0, -page()], Home: [0, -1e9], End: [0, 1e9],
  }[name];
  if (delta !== undefined && !isTextControl(target)) scrollBy(target, delta[0], delta[1]);
  return false;
}

/** The clipboard's keys and "select all" where no field has the focus. */
function shortcut(target, name, { ctrlKey, altKey, metaKey }) {
  if (!ctrlKey || altKey || metaKey) return;
  const command = { c: "copy", x: "cut", v: "paste" }[name.toLowerCase()];
  if (command !== undefined) clipboardElsewhere(target, command);
  else if (name.toLowerCase() === "a") selectDocument(target);
}

/** Keys of inputs that hold no text; true if the key was one. */
function inputKey(input, name, init) {
  if (input.type === "range") return userRangeKey(input, name);
  if (hasFields(input)) return fieldsKey(input, name);
  if (input.type === "number") {
    if (hasAttr(input, "readonly") || (name !== "ArrowUp" && name !== "ArrowDown")) return false;
    userStep(input, name === "ArrowUp" ? 1 : -1);
    return true;
  }
  if (input.type !== "radio") return false;
  const direction = name === "ArrowDown" || name === "ArrowRight" ? 1 : name === "ArrowUp" || name === "ArrowLeft" ? -1 : 0;
  if (direction === 0) return false;
  const group = radioGroup(input).filter((radio) => radio === input || isFocusable(radio));
  const next = group[(group.indexOf(input) + direction + group.length) % group.length];
  if (next !== undefined && next !== input) {
    setFocus(next, { visible: true });
    click(next, init);
  }
  return true;
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
  const root = editedBy(target);
  if (root !== null) {
    editableText(root, text, init.shiftKey);
    return;
  }
  if (text === "\r" || text === "\n") {
    if (isHTML(target, "input") && CHECKABLE.has(target.type)) implicitSubmission(target);
    else if (isPushable(target)) click(target, init);
    else if (isHTML(target, "input")) {
      if (isTextControl(target)) insertText(target, "\n");
      implicitSubmission(target);
    }
    else if (isHTML(target, "textarea")) insertText(target, "\n");
    return;
  }
  if (isDateInput(target)) {
    typeField(target, text, now());
  } else if (isTextControl(target)) {
    insertText(target, text);
  } else if (isHTML(target, "select") && !isActuallyDisabled(target)) {
    typeAhead(target, text);
  } else if (text === " " && !isPushable(target)) {
    scrollBy(target, 0, Math.floor(host.viewport().height * 0.875) * (init.shiftKey ? -1 : 1));
  }
}

/** HTML § 4.10.22.2. */
function implicitSubmission(input) {
  host.commitChange(input);
  if (input.type === "search") host.fire(input, "search", { bubbles: true });
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
  // A radio button that is on stays on.
  if (isHTML(control, "input") && control.type === "radio" && control.checked) return;
  if (allowed && control === target && focusedElement() === control) click(control, init);
}
