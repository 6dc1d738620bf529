// HTMLInputElement (HTML § 4.10.5).
import { host, mixin, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { getAttr, hasAttr, setAttr } from "ext:oracade/dom/attributes.js";
import { $cloned } from "ext:oracade/dom/element.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { InputEvent } from "ext:oracade/dom/ui_events.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import { element as register } from "ext:oracade/html/elements.js";
import {
  $validity,
  Disableable,
  Labelable,
  control,
  controlAttribute,
  disabledBit,
  formOf,
  isActuallyDisabled,
  isHTML,
  isMutable,
  refresh,
} from "ext:oracade/html/controls.js";
import { fieldsText, hasFields, isHalfFilled } from "ext:oracade/html/date_fields.js";
import { canStep, numberOf, sanitize, stepBase, stepOf, textOf } from "ext:oracade/html/input_value.js";
import { $setUserValue, $shownText, $userEdited, announce, TextSelection, typeChanged, userSelectRange, valueReset } from "ext:oracade/html/text_control.js";
import { autocomplete } from "ext:oracade/html/autofill.js";
import { parseInteger, reflect, submission } from "ext:oracade/html/reflect.js";
import { PopoverInvoker, activatePopover } from "ext:oracade/html/popover.js";
import * as tree from "ext:oracade/dom/tree.js";
import { descendants } from "ext:oracade/dom/collections.js";
import {
  $activate,
  $attrChanged,
  $cancelActivate,
  $connected,
  $controlText,
  $idle,
  $inserted,
  $preActivate,
  $stateBits,
  CHECKED,
  INDETERMINATE,
  PLACEHOLDER_SHOWN,
} from "ext:oracade/dom/slots.js";

const $value = Symbol("value");
const $dirty = Symbol("dirty value");
const $checked = slot("checkedness");
const $dirtyChecked = slot("dirty checkedness");
const $indeterminate = slot("indeterminate");
const $type = slot("type");
export const $clickedAt = slot("where an image button was clicked");
const $raw = slot("text that the user has typed and that is no value, or null");

const TYPES = new Set(["hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time",
  "datetime-local", "number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button"]);
const BY_ATTRIBUTE = new Set(["hidden", "submit", "image", "reset", "button"]);
const PLACEHOLDERS = new Set(["text", "search", "tel", "url", "email", "password", "number"]);
const BUTTON_LABELS = { submit: "Submit", reset: "Reset", button: "", image: "" };

function mode(type) {
  if (BY_ATTRIBUTE.has(type)) return "default";
  if (type === "checkbox" || type === "radio") return "default/on";
  return type === "file" ? "filename" : "value";
}

function setChecked(input, checked) {
  input[$checked] = checked;
  if (checked && input[$type] === "radio") {
    for (const other of radioGroup(input)) {
      if (other !== input && other[$checked]) {
        other[$checked] = false;
        refresh(other);
      }
    }
  }
  refresh(input);
}

/** The radio buttons of a group, itself included, in tree order. */
export function radioGroup(input) {
  const name = getAttr(input, "name");
  if (name === null || name === "") return [input];
  const form = formOf(input);
  const root = tree.rootOf(input);
  if (root === input) return [input];
  return descendants(root, (e) => isHTML(e, "input") && e[$type] === "radio" && getAttr(e, "name") === name && formOf(e) === form);
}
host.radioGroup = radioGroup;

/** `:indeterminate` of what has no state bit for it: radio buttons of a group in which nothing is chosen, progress without a value. */
host.isIndeterminate = (element) =>
  isHTML(element, "progress") ? !hasAttr(element, "value")
    : isHTML(element, "input") && element[$type] === "radio" && !radioGroup(element).some((radio) => radio[$checked]);

export class HTMLInputElement extends HTMLElement {
  constructor(secret, document, local, ns, prefix) {
    super(secret, document, local, ns, prefix);
    this[$type] = "text";
    this[$value] = "";
    this[$raw] = null;
    this[$dirty] = false;
    this[$checked] = false;
    this[$dirtyChecked] = false;
    this[$indeterminate] = false;
    this[$userEdited] = false;
  }
  get type() {
    return this[$type];
  }
  set type(value) {
    setAttr(this, "type", `${value}`);
  }
  get value() {
    switch (mode(this[$type])) {
      case "value":
        return this[$value];
      case "default":
        return getAttr(this, "value") ?? "";
      case "default/on":
        return getAttr(this, "value") ?? "on";
      default:
        return "";
    }
  }
  set value(value) {
    const text = value === null ? "" : `${value}`;
    switch (mode(this[$type])) {
      case "value": {
        const old = this[$value];
        this[$dirty] = true;
        this[$value] = sanitize(this, text);
        if (this[$value] !== old || this[$raw] !== null) {
          this[$raw] = null;
          valueReset(this);
          refresh(this);
        }
        break;
      }
      case "filename":
        if (text !== "") {
          fail("InvalidStateError", "Failed to set the 'value' property on 'HTMLInputElement': This input element accepts a filename, which may only be programmatically set to the empty string.");
        }
        break;
      default:
        setAttr(this, "value", text);
    }
  }
  get defaultValue() {
    return getAttr(this, "value") ?? "";
  }
  set defaultValue(value) {
    setAttr(this, "value", `${value}`);
  }
  get checked() {
    return this[$checked];
  }
  set checked(value) {
    this[$dirtyChecked] = true;
    setChecked(this, Boolean(value));
  }
  get defaultChecked() {
    return hasAttr(this, "checked");
  }
  set defaultChecked(value) {
    if (value) setAttr(this, "checked", "");
    else this.removeAttribute("checked");
  }
  get indeterminate() {
    return this[$indeterminate];
  }
  set indeterminate(value) {
    this[$indeterminate] = Boolean(value);
    refresh(this);
  }
  get files() {
    return this[$type] === "file" ? host.emptyFileList?.() ?? null : null;
  }
  get list() {
    const id = getAttr(this, "list");
    const found = id === null ? null : tree.rootOf(this).getElementById?.(id) ?? null;
    return isHTML(found, "datalist") ? found : null;
  }
  get valueAsNumber() {
    return numberOf(this[$type], this.value);
  }
  set valueAsNumber(value) {
    value = +value;
    if (!canStep(this[$type])) {
      fail("InvalidStateError", "Failed to set the 'valueAsNumber' property on 'HTMLInputElement': This input element does not support Number values.");
    }
    if (value === Infinity || value === -Infinity) throw new TypeError("Failed to set the 'valueAsNumber' property on 'HTMLInputElement': The value provided is infinite.");
    this.value = Number.isNaN(value) ? "" : textOf(this[$type], value);
  }
  get valueAsDate() {
    if (!["date", "month", "week", "time"].includes(this[$type])) return null;
    const number = numberOf(this[$type], this.value);
    if (Number.isNaN(number)) return null;
    return new Date(this[$type] === "month" ? Date.UTC(1970, number, 1) : number);
  }
  set valueAsDate(value) {
    if (!["date", "month", "week", "time"].includes(this[$type])) {
      fail("InvalidStateError", "Failed to set the 'valueAsDate' property on 'HTMLInputElement': This input element does not support Date values.");
    }
    if (value === null || Number.isNaN(+value)) this.value = "";
    else if (this[$type] === "month") this.value = textOf("month", (value.getUTCFullYear() - 1970) * 12 + value.getUTCMonth());
    else this.value = textOf(this[$type], +value);
  }
  stepUp(count = 1) {
    step(this, count | 0, "stepUp");
  }
  stepDown(count = 1) {
    step(this, -(count | 0), "stepDown");
  }

  [$setUserValue](text) {
    this[$dirty] = true;
    this[$userEdited] = true;
    // "1." is a number on its way.
    this[$value] = sanitize(this, this[$type] === "number" && /^-?\d+\.$/.test(text) ? text.slice(0, -1) : text);
    this[$raw] = this[$value] === text ? null : text;
    refresh(this);
  }
  [$shownText]() {
    return this[$raw] ?? this.value;
  }
  [$attrChanged](local, old, value) {
    controlAttribute(this, local);
    switch (local) {
      case "type": {
        const type = value === null ? "text" : value.toLowerCase();
        const before = mode(this[$type]);
        const oldValue = this.value;
        this[$type] = TYPES.has(type) ? type : "text";
        const after = mode(this[$type]);
        if (before === "value" && after !== "value" && after !== "filename" && oldValue !== "") setAttr(this, "value", oldValue);
        else if (before !== "value" && after === "value") {
          this[$value] = getAttr(this, "value") ?? "";
          this[$dirty] = false;
        }
        this[$raw] = null;
        if (after === "value") this[$value] = sanitize(this, this[$value]);
        typeChanged(this, old ?? "text");
        refresh(this);
        break;
      }
      case "value":
        if (!this[$dirty] && mode(this[$type]) === "value") this[$value] = sanitize(this, value ?? "");
        refresh(this);
        break;
      case "checked":
        if (!this[$dirtyChecked]) setChecked(this, value !== null);
        break;
      case "min":
      case "max":
      case "step":
        if (this[$type] === "range") {
          this[$value] = sanitize(this, this[$dirty] ? this[$value] : getAttr(this, "value") ?? "");
        }
        refresh(this);
        break;
      case "multiple":
        if (mode(this[$type]) === "value") this[$value] = sanitize(this, this[$value]);
        refresh(this);
        break;
      case "placeholder":
        refresh(this);
        break;
      case "name":
        if (this[$checked] && this[$type] === "radio") setChecked(this, true);
        break;
    }
  }
  [$inserted]() {
    if (this[$checked] && this[$type] === "radio") setChecked(this, true);
    host.autofocus(this);
  }
  [$cloned](source) {
    this[$value] = source[$value];
    this[$dirty] = source[$dirty];
    this[$checked] = source[$checked];
    this[$dirtyChecked] = source[$dirtyChecked];
  }
  [$stateBits]() {
    let bits = disabledBit(this);
    if (this[$type] === "checkbox" || this[$type] === "radio") {
      if (this[$checked]) bits |= CHECKED;
      if (this[$indeterminate] && this[$type] === "checkbox") bits |= INDETERMINATE;
    } else if (PLACEHOLDERS.has(this[$type]) && this[$value] === "" && hasAttr(this, "placeholder")) {
      bits |= PLACEHOLDER_SHOWN;
    }
    return bits;
  }
  [$controlText]() {
    const type = this[$type];
    switch (mode(type)) {
      case "value":
        if (this[$value] === "" && this[$raw] === null && PLACEHOLDERS.has(type)) return [getAttr(this, "placeholder") ?? "", true];
        if (this[$raw] !== null) return [this[$raw], false];
        if (hasFields(this)) return [fieldsText(this), false];
        return [type === "password" ? "•".repeat([...this[$value]].length) : this[$value], false];
      case "default":
        return [type === "hidden" ? "" : getAttr(this, "value") ?? BUTTON_LABELS[type], false];
      case "filename":
        return ["No file chosen", false];
      default:
        return ["", false];
    }
  }
  [$preActivate]() {
    const saved = { checked: this[$checked], indeterminate: this[$indeterminate], radio: null };
    if (this[$type] === "checkbox") {
      this[$dirtyChecked] = true;
      this[$indeterminate] = false;
      setChecked(this, !this[$checked]);
    } else if (this[$type] === "radio") {
      saved.radio = radioGroup(this).find((other) => other[$checked]) ?? null;
      this[$dirtyChecked] = true;
      setChecked(this, true);
    }
    this[$before] = saved;
    return saved;
  }
  [$cancelActivate](saved) {
    if (this[$type] === "checkbox") {
      this[$indeterminate] = saved.indeterminate;
      setChecked(this, saved.checked);
    } else if (this[$type] === "radio") {
      if (saved.radio !== null && saved.radio[$type] === "radio") setChecked(saved.radio, true);
      else setChecked(this, false);
    }
  }
  [$idle]() {
    return this[$type] === "hidden";
  }
  [$activate](event) {
    if (isActuallyDisabled(this)) return;
    if (this[$type] === "image") {
      this[$clickedAt] = [Math.max(0, Math.round(event.offsetX ?? 0)), Math.max(0, Math.round(event.offsetY ?? 0))];
    }
    switch (this[$type]) {
      case "checkbox":
      case "radio":
        // Clicking the radio button that was on already changes nothing.
        if (this[$type] === "radio" && this[$before]?.checked) return;
        if (!this[$connected]) return;
        fire(this, "input", { bubbles: true, composed: true });
        fire(this, "change", { bubbles: true });
        break;
      case "submit":
      case "image": {
        const form = formOf(this);
        if (form !== null) host.submitForm(form, this);
        else activatePopover(this);
        break;
      }
      case "reset": {
        const form = formOf(this);
        if (form !== null) host.resetForm(form);
        else activatePopover(this);
        break;
      }
      case "button":
        activatePopover(this);
        break;
    }
  }
  [$validity]() {
    const type = this[$type];
    const value = this.value;
    const flags = {};
    if (type === "radio") {
      const group = radioGroup(this);
      flags.valueMissing = (getAttr(this, "name") ?? "") !== "" && group.some((other) => hasAttr(other, "required")) && !group.some((other) => other[$checked]);
    } else if (hasAttr(this, "required")) {
      if (type === "checkbox") flags.valueMissing = !this[$checked];
      else if (mode(type) === "value" && type !== "range" && type !== "color") {
        flags.valueMissing = value === "" && isMutable(this);
      }
      else if (type === "file") flags.valueMissing = true;
    }
    if (value === "") {
      if (this[$raw] !== null || (hasFields(this) && isHalfFilled(this))) flags.badInput = true;
      return flags;
    }
    const values = type === "email" && hasAttr(this, "multiple") ? value.split(",") : [value];
    if (type === "email") flags.typeMismatch = !values.every((one) => EMAIL.test(one));
    if (type === "url") flags.typeMismatch = host.parseURL(value, null) === null;
    const pattern = getAttr(this, "pattern");
    if (pattern !== null && PLACEHOLDERS.has(type) && type !== "number") {
      try {
        // The pattern has to be one by itself: it cannot close the group around it.
        new RegExp(pattern, "v");
        const whole = new RegExp(`^(?:${pattern})$`, "v");
        flags.patternMismatch = !values.every((one) => whole.test(one));
      } catch {
        // A pattern that does not compile constrains nothing.
      }
    }
    if (this[$userEdited]) {
      const maximum = parseInteger(getAttr(this, "maxlength"));
      const minimum = parseInteger(getAttr(this, "minlength"));
      if (maximum !== null && maximum >= 0) flags.tooLong = value.length > maximum;
      if (minimum !== null) flags.tooShort = value.length < minimum;
    }
    if (canStep(type)) {
      const number = numberOf(type, value);
      const minimum = numberOf(type, getAttr(this, "min") ?? "");
      const maximum = numberOf(type, getAttr(this, "max") ?? "");
      flags.rangeUnderflow = number < minimum;
      flags.rangeOverflow = number > maximum;
      // A time's range may go over midnight.
      if (type === "time" && maximum < minimum) flags.rangeUnderflow = flags.rangeOverflow = number > maximum && number < minimum;
      const size = stepOf(this);
      if (size !== null && !Number.isNaN(number)) {
        const steps = (number - stepBase(this)) / size;
        flags.stepMismatch = Math.abs(steps - Math.round(steps)) > 1e-7;
      }
    }
    return flags;
  }
}
const $before = slot("state before activation");
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

host.isAddress = (text) => EMAIL.test(text);

/** The valid values around one that is between two steps, as the user sees them; null where they are not named. */
host.nearestSteps = (input) => {
  const type = input[$type];
  const [size, base] = [stepOf(input), stepBase(input)];
  const number = numberOf(type, input.value);
  if (type !== "number" || size === null || Number.isNaN(number)) return null;
  const below = base + Math.floor((number - base) / size) * size;
  const [minimum, maximum] = [limit(input, "min"), limit(input, "max")];
  const nearest = [below, below + size].filter((one) => one >= minimum && one <= maximum);
  return nearest.length === 0 ? null : nearest.map((one) => textOf(type, +one.toPrecision(15)));
};

function step(input, count, method) {
  const type = input[$type];
  if (!canStep(type)) fail("InvalidStateError", `Failed to execute '${method}' on 'HTMLInputElement': This form element is not steppable.`);
  const size = stepOf(input);
  if (size === null) fail("InvalidStateError", `Failed to execute '${method}' on 'HTMLInputElement': This form element does not have an allowed value step.`);
  const base = stepBase(input);
  const minimum = limit(input, "min");
  const maximum = limit(input, "max");
  if (minimum > maximum) return;
  let value = numberOf(type, input.value);
  if (Number.isNaN(value)) value = 0;
  const steps = (value - base) / size;
  let next;
  if (Math.abs(steps - Math.round(steps)) > 1e-9) {
    next = base + (count > 0 ? Math.floor(steps) + count : Math.ceil(steps) + count) * size;
  } else {
    next = base + (Math.round(steps) + count) * size;
  }
  if (next < minimum) next = base + Math.ceil((minimum - base) / size) * size;
  if (next > maximum) next = base + Math.floor((maximum - base) / size) * size;
  if ((count > 0 && next < value) || (count < 0 && next > value)) return;
  input.value = textOf(type, +next.toPrecision(15));
}

function limit(input, name) {
  const number = numberOf(input[$type], getAttr(input, name) ?? "");
  if (!Number.isNaN(number)) return number;
  if (input[$type] === "range") return name === "min" ? 0 : 100;
  return name === "min" ? -Infinity : Infinity;
}

/** The value a step away, as the user steps, whose step is 1 where any is allowed; the same where there is none. */
function stepped(input, count) {
  if (stepOf(input) === null) {
    const now = numberOf(input[$type], input.value) || 0;
    const next = +(now + count).toPrecision(15);
    return textOf(input[$type], Math.min(limit(input, "max"), Math.max(limit(input, "min"), next)));
  }
  const old = input.value;
  step(input, count, "stepUp");
  const { value } = input;
  input.value = old;
  return value;
}

/** One step of a number by the user: fires beforeinput, input and change. */
export function userStep(input, count) {
  if (!spin(input, count)) return;
  fire(input, "change", { bubbles: true });
}

/** One step without the `change`, as a press on a spin button makes it; true if the value is another now. */
export function spin(input, count) {
  const value = stepped(input, count);
  const now = numberOf(input[$type], input.value);
  // From outside the limits the nearest one is taken, without asking.
  if ((count > 0 && now < limit(input, "min")) || (count < 0 && now > limit(input, "max"))) {
    return changeTo(input, textOf(input[$type], limit(input, count > 0 ? "min" : "max")));
  }
  const init = { bubbles: true, composed: true, cancelable: true, inputType: "insertText", data: value };
  if (!fire(input, "beforeinput", init, InputEvent) || value === input.value) return false;
  return changeTo(input, value);
}

function changeTo(input, value) {
  input.value = value;
  userSelectRange(input, value.length, value.length);
  announce(input);
  fire(input, "input", { bubbles: true, composed: true });
  return true;
}

/** A key on a range: fires input and change if it moves the slider; true if the key was one of those that do. */
export function userRangeKey(input, key) {
  const minimum = limit(input, "min");
  const maximum = Math.max(minimum, limit(input, "max"));
  const span = maximum - minimum;
  const small = stepOf(input) ?? span / 100;
  const large = Math.max(span / 10, small);
  const now = numberOf("range", input.value);
  const next = {
    ArrowRight: now + small, ArrowUp: now + small, ArrowLeft: now - small, ArrowDown: now - small, PageUp: now + large,
    PageDown: now - large, Home: minimum, End: maximum,
  }[key];
  if (next === undefined) return false;
  const old = input.value;
  input.value = textOf("range", Math.min(maximum, Math.max(minimum, +next.toPrecision(15))));
  if (input.value === old) return true;
  fire(input, "input", { bubbles: true, composed: true });
  fire(input, "change", { bubbles: true });
  return true;
}

/** The value of a range at a fraction of its track, set by dragging; true if it changed. */
export function setRangeFraction(input, fraction) {
  const minimum = limit(input, "min");
  const maximum = Math.max(minimum, limit(input, "max"));
  const old = input[$value];
  input[$dirty] = true;
  input[$value] = sanitize(input, textOf("range", minimum + Math.min(1, Math.max(0, fraction)) * (maximum - minimum)));
  if (input[$value] === old) return false;
  refresh(input);
  return true;
}

/** The fields of a date or time say another value. */
host.setFieldsValue = (input, text) => {
  input[$dirty] = true;
  input[$value] = sanitize(input, text);
  refresh(input);
};

/** Back to what the attributes say. */
export function resetInput(input) {
  input[$dirty] = false;
  input[$dirtyChecked] = false;
  input[$userEdited] = false;
  input[$raw] = null;
  if (mode(input[$type]) === "value") input[$value] = sanitize(input, getAttr(input, "value") ?? "");
  setChecked(input, hasAttr(input, "checked"));
}

control(HTMLInputElement, Labelable, Disableable);
mixin(HTMLInputElement, TextSelection);
mixin(HTMLInputElement, PopoverInvoker);
reflect(HTMLInputElement, {
  accept: "string", align: "string", alt: "string", autocomplete, capture: "string", dirName: "string",
  ...submission,
  max: "string", maxLength: "limited", min: "string", minLength: "limited", multiple: "boolean", pattern: "string",
  placeholder: "string", readOnly: "boolean", required: "boolean", size: ["unsigned", "size", 20, 1], src: "url",
  step: "string", useMap: "string", height: "unsigned", width: "unsigned",
});
register(HTMLInputElement, "input");
