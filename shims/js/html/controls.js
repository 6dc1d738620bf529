// What form controls share: form owner, labels, disabledness, constraint validation (HTML § 4.10.18–4.10.21).
import { SECRET, finishInterface, host, illegalConstructor, mixin, slot } from "ext:oracade/internal.js";
import { getAttr, hasAttr, setAttr, toggleAttr } from "ext:oracade/dom/attributes.js";
import { NodeList, cachedList, descendants, liveList } from "ext:oracade/dom/collections.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { canStep } from "ext:oracade/html/input_value.js";
import { messageFor } from "ext:oracade/html/validation_message.js";
import { controlChanged, stateChanged } from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import {
  $first,
  $kind,
  $local,
  $next,
  $ns,
  $parent,
  DEFAULT,
  DISABLED,
  HTML_NS,
  INVALID,
  IN_RANGE,
  OUT_OF_RANGE,
  VALID,
  clock,
} from "ext:oracade/dom/slots.js";

const $custom = slot("custom validity message");
export const $validity = Symbol("validity flags of a control"); // method() → object of flags
const LABELABLE = new Set(["button", "input", "meter", "output", "progress", "select", "textarea"]);
const LISTED = new Set(["button", "fieldset", "input", "object", "output", "select", "textarea"]);

/** Whether an element is one of those that have a form owner. */
export function isListed(element) {
  return element[$ns] === HTML_NS && (LISTED.has(element[$local]) || host.isFormAssociated(element));
}

export function isHTML(element, local) {
  return element !== null && element[$kind] === 1 && element[$local] === local && element[$ns] === HTML_NS;
}

/** The form owner. */
export function formOf(element) {
  const id = getAttr(element, "form");
  const root = tree.rootOf(element);
  if (id !== null && (root[$kind] === 9 || root[$kind] === 11) && isListed(element)) {
    const form = root.getElementById(id);
    return isHTML(form, "form") ? form : null;
  }
  for (let node = element[$parent]; node !== null; node = node[$parent]) {
    if (isHTML(node, "form")) return node;
  }
  return null;
}

/** True if a fieldset around the control disables it. */
function fieldsetDisabled(element) {
  let child = element;
  for (let node = element[$parent]; node !== null; child = node, node = node[$parent]) {
    if (!isHTML(node, "fieldset") || !hasAttr(node, "disabled")) continue;
    if (isHTML(child, "legend") && firstLegend(node) === child) continue;
    return true;
  }
  return false;
}

function firstLegend(fieldset) {
  for (let child = fieldset[$first]; child !== null; child = child[$next]) {
    if (isHTML(child, "legend")) return child;
  }
  return null;
}

export function isActuallyDisabled(element) {
  return hasAttr(element, "disabled") || fieldsetDisabled(element);
}

export function disabledBit(element) {
  return isActuallyDisabled(element) ? DISABLED : 0;
}

/** Marks the controls under an element whose disabledness may have changed. */
export function controlsChanged(root) {
  for (let node = root; node !== null; node = tree.following(node, root)) {
    if (node[$kind] !== 1) continue;
    stateChanged(node);
    if (clock.custom) host.formElementDisabled(node);
  }
}

/** The labels of a control as a live list, or null if it cannot have any. */
export function labelsOf(element) {
  if (isHTML(element, "input") && element.type === "hidden") return null;
  return cachedList(element, "labels", () =>
    liveList(() => descendants(tree.rootOf(element), (e) => isHTML(e, "label") && labeled(e) === element), NodeList));
}

/** The control a label is for. */
export function labeled(label) {
  const id = getAttr(label, "for");
  const labelable = (e) =>
    e[$kind] === 1 && e[$ns] === HTML_NS && (LABELABLE.has(e[$local]) || host.isFormAssociated(e)) && !(e[$local] === "input" && e.type === "hidden");
  if (id !== null) {
    const root = tree.rootOf(label);
    if (id === "" || (root[$kind] !== 9 && root[$kind] !== 11)) return null;
    const element = root.getElementById(id);
    return element !== null && labelable(element) ? element : null;
  }
  return descendants(label, labelable)[0] ?? null;
}

const FLAGS = ["valueMissing", "typeMismatch", "patternMismatch", "tooLong", "tooShort", "rangeUnderflow", "rangeOverflow",
  "stepMismatch", "badInput", "customError"];

export class ValidityState {
  #element;
  constructor(secret, element) {
    if (secret !== SECRET) illegalConstructor();
    this.#element = element;
  }
  get valid() {
    return !FLAGS.some((flag) => this[flag]);
  }
  get customError() {
    return (this.#element[$custom] ?? "") !== "" || Boolean(flagsOf(this.#element).customError);
  }
  /** One flag of the control. */
  static read(state, flag) {
    return Boolean(flagsOf(state.#element)[flag]);
  }
}
const readFlag = ValidityState.read;
delete ValidityState.read;
for (const flag of FLAGS) {
  if (flag === "customError") continue;
  Object.defineProperties(ValidityState.prototype, Object.getOwnPropertyDescriptors({
    get [flag]() {
      return readFlag(this, flag);
    },
  }));
}
finishInterface(ValidityState);

function flagsOf(element) {
  return element[$validity] === undefined ? {} : element[$validity]();
}

/** Whether the user can change a field: nothing is missing in one that cannot be filled in. */
export function isMutable(element) {
  return !hasAttr(element, "readonly") && !isActuallyDisabled(element);
}

export function willValidate(element) {
  if (isActuallyDisabled(element)) return false;
  for (let node = element[$parent]; node !== null; node = node[$parent]) {
    if (isHTML(node, "datalist")) return false;
  }
  switch (element[$local]) {
    case "input":
      return !["hidden", "button", "reset", "image"].includes(element.type) && !hasAttr(element, "readonly");
    case "button":
      return element.type === "submit";
    case "textarea":
      return !hasAttr(element, "readonly");
    case "select":
      return true;
    default:
      return host.isFormAssociated(element) && !hasAttr(element, "readonly");
  }
}

export function isValid(element) {
  return !willValidate(element) || (!Object.values(flagsOf(element)).some(Boolean) && (element[$custom] ?? "") === "");
}

export function checkValidity(element) {
  if (isValid(element)) return true;
  fire(element, "invalid", { cancelable: true });
  return false;
}

/** `:valid`/`:invalid`: null for what neither matches. */
host.validity = (element) => {
  if (element[$ns] !== HTML_NS) return null;
  if (element[$local] === "form") return [...element.elements].every(isValid);
  if (element[$local] === "fieldset") return descendants(element, isListed).every(isValid);
  return isListed(element) && willValidate(element) ? isValid(element) : null;
};
host.inRange = (element) => {
  if (!isHTML(element, "input") || !willValidate(element)) return null;
  const { type } = element;
  if (!canStep(type) || (!hasAttr(element, "min") && !hasAttr(element, "max") && type !== "range")) return null;
  const flags = flagsOf(element);
  return !flags.rangeUnderflow && !flags.rangeOverflow;
};

/** The state bits of a control that follow from its value and constraints. */
host.controlBits = (element) => {
  const valid = host.validity(element);
  const range = host.inRange(element);
  return (valid === null ? 0 : valid ? VALID : INVALID) | (range === null ? 0 : range ? IN_RANGE : OUT_OF_RANGE) |
    (host.isDefaultControl(element) ? DEFAULT : 0);
};

const $state = slot("validity state");

/** Members of every listed element. */
export const FormControl = {
  get form() {
    return formOf(this);
  },
  get name() {
    return getAttr(this, "name") ?? "";
  },
  set name(value) {
    setAttr(this, "name", `${value}`);
  },
  get willValidate() {
    return willValidate(this);
  },
  get validity() {
    return this[$state] ??= new ValidityState(SECRET, this);
  },
  get validationMessage() {
    if (!willValidate(this) || isValid(this)) return "";
    if ((this[$custom] ?? "") !== "") return this[$custom];
    const flags = flagsOf(this);
    return messageFor(this, FLAGS.find((flag) => flags[flag]));
  },
  checkValidity() {
    return checkValidity(this);
  },
  reportValidity() {
    const valid = checkValidity(this);
    if (!valid) this.focus();
    return valid;
  },
  setCustomValidity(message) {
    this[$custom] = `${message}`;
    stateChanged(this);
  },
};

/** Members of labelable controls that can be disabled. */
export const Labelable = {
  get labels() {
    return labelsOf(this);
  },
};
export const Disableable = {
  get disabled() {
    return hasAttr(this, "disabled");
  },
  set disabled(value) {
    toggleAttr(this, "disabled", Boolean(value));
  },
};

export function control(cls, ...mixins) {
  for (const members of [FormControl, ...mixins]) mixin(cls, members);
}

/** What a control shows or its state changed. */
export function refresh(element) {
  controlChanged(element);
  stateChanged(element);
}

/** Attributes that change the state of every control. */
export function controlAttribute(element, local) {
  if (local === "disabled") stateChanged(element);
}

export function fireInput(element, inputType) {
  return host.fireInput(element, inputType);
}

export const globals = { ValidityState };
