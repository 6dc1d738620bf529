// ElementInternals: custom states, form-associated custom elements, accessibility defaults (HTML § 4.13.7).
import { ARIA } from "ext:oracade/html/aria.js";
import { SECRET, finishInterface, host, illegalConstructor, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { definitionNamed, definitionOf, react } from "ext:oracade/dom/custom_elements.js";
import { customStatesChanged } from "ext:oracade/dom/mirror.js";
import { $forInternals } from "ext:oracade/dom/shadow.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import {
  $validity,
  ValidityState,
  checkValidity,
  formOf,
  isActuallyDisabled,
  isValid,
  labelsOf,
  refresh,
  willValidate,
} from "ext:oracade/html/controls.js";
import { $customStates, $definition, $is, $shadow, $stateBits, DISABLED } from "ext:oracade/dom/slots.js";

const $internals = slot("ElementInternals");
const $element = Symbol("target element");
const $fields = Symbol("form values, validity");
const $form = slot("form owner that was told");
const $disabled = slot("disabledness that was told");

const FLAGS = ["valueMissing", "typeMismatch", "patternMismatch", "tooLong", "tooShort", "rangeUnderflow", "rangeOverflow",
  "stepMismatch", "badInput", "customError"];

export class ElementInternals {
  constructor(secret, element) {
    if (secret !== SECRET) illegalConstructor();
    this[$element] = element;
    this[$fields] = { value: null, state: null, flags: {}, message: "", anchor: null, states: null, validity: null, aria: new Map() };
  }
  get shadowRoot() {
    const shadow = this[$element][$shadow];
    return shadow !== null && shadow[$forInternals] ? shadow : null;
  }
  get states() {
    return this[$fields].states ??= new CustomStateSet(SECRET, this[$element]);
  }
  get form() {
    return formOf(associated(this, "read the 'form' property from"));
  }
  setFormValue(value, state = value) {
    associated(this, "execute 'setFormValue' on");
    this[$fields].value = formValue(value);
    this[$fields].state = formValue(state);
  }
  get willValidate() {
    return willValidate(associated(this, "read the 'willValidate' property from"));
  }
  get validity() {
    const element = associated(this, "read the 'validity' property from");
    return this[$fields].validity ??= new ValidityState(SECRET, element);
  }
  get validationMessage() {
    const element = associated(this, "read the 'validationMessage' property from");
    return isValid(element) ? "" : this[$fields].message;
  }
  setValidity(flags = {}, message = "", anchor = null) {
    const element = associated(this, "execute 'setValidity' on");
    const what = "Failed to execute 'setValidity' on 'ElementInternals'";
    const set = {};
    for (const flag of FLAGS) if (flags?.[flag]) set[flag] = true;
    const invalid = Object.keys(set).length > 0;
    if (invalid && `${message}` === "") throw new TypeError(`${what}: The second argument should not be empty if one or more flags in the first argument are true.`);
    if (anchor !== null && !(anchor instanceof HTMLElement)) throw new TypeError(`${what}: parameter 3 is not of type 'HTMLElement'.`);
    if (anchor !== null && (anchor === element || !host.shadowIncludes(element, anchor))) {
      fail("NotFoundError", `${what}: The anchor element should be a shadow-including descendant of the target element.`);
    }
    Object.assign(this[$fields], { flags: set, message: invalid ? `${message}` : "", anchor });
    refresh(element);
  }
  checkValidity() {
    return checkValidity(associated(this, "execute 'checkValidity' on"));
  }
  reportValidity() {
    const element = associated(this, "execute 'reportValidity' on");
    const valid = checkValidity(element);
    if (!valid) (this[$fields].anchor ?? element).focus();
    return valid;
  }
  get labels() {
    return labelsOf(associated(this, "read the 'labels' property from"));
  }
}

// What assistive technology is told by default; nothing here asks for it.
for (const name of ARIA) {
  Object.defineProperties(ElementInternals.prototype, Object.getOwnPropertyDescriptors({
    get [name]() {
      return this[$fields].aria.get(name) ?? null;
    },
    set [name](value) {
      if (value === null || value === undefined) this[$fields].aria.delete(name);
      else this[$fields].aria.set(name, `${value}`);
    },
  }));
}
finishInterface(ElementInternals);

function associated(internals, what) {
  const element = internals[$element];
  if (!isFormAssociated(element)) {
    fail("NotSupportedError", `Failed to ${what} 'ElementInternals': The target element is not a form-associated custom element.`);
  }
  return element;
}

function formValue(value) {
  if (value === null || value === undefined) return null;
  return value instanceof host.globals.FormData || value instanceof host.globals.File ? value : `${value}`;
}

// Pages see its iterators.
const NativeSet = Set;

export class CustomStateSet {
  #element;
  #states = new NativeSet();
  constructor(secret, element) {
    if (secret !== SECRET) illegalConstructor();
    this.#element = element;
    element[$customStates] = this.#states;
  }
  get size() {
    return this.#states.size;
  }
  add(state) {
    this.#states.add(`${state}`);
    customStatesChanged(this.#element);
    return this;
  }
  delete(state) {
    const had = this.#states.delete(`${state}`);
    if (had) customStatesChanged(this.#element);
    return had;
  }
  clear() {
    this.#states.clear();
    customStatesChanged(this.#element);
  }
  has(state) {
    return this.#states.has(`${state}`);
  }
  forEach(callback, thisArgument) {
    for (const state of this.#states) callback.call(thisArgument, state, state, this);
  }
  entries() {
    return this.#states.entries();
  }
  keys() {
    return this.#states.keys();
  }
  values() {
    return this.#states.values();
  }
}
finishInterface(CustomStateSet);
Object.defineProperty(CustomStateSet.prototype, Symbol.iterator, { value: CustomStateSet.prototype.values, writable: true, configurable: true });

host.hasCustomState = (element, state) => element[$customStates] !== undefined && element[$customStates].has(state);

Object.defineProperty(HTMLElement.prototype, "attachInternals", {
  value: {
    attachInternals() {
      const what = "Failed to execute 'attachInternals' on 'HTMLElement'";
      if (this[$is] !== undefined) fail("NotSupportedError", `${what}: Unable to attach ElementInternals to a customized built-in element.`);
      const named = definitionNamed(this);
      if (named === null || named.local !== named.name) {
        fail("NotSupportedError", `${what}: Unable to attach ElementInternals to non-custom elements.`);
      }
      if (named.disableInternals) fail("NotSupportedError", `${what}: ElementInternals is disabled by disabledFeature static field.`);
      if (this[$internals] !== undefined) fail("NotSupportedError", `${what}: ElementInternals for the specified element was already attached.`);
      if (definitionOf(this) === null) {
        fail("NotSupportedError", `${what}: The attachInternals() function cannot be called prior to the execution of the custom element constructor.`);
      }
      const internals = this[$internals] = new ElementInternals(SECRET, this);
      if (named.formAssociated) prepare(this);
      return internals;
    },
  }.attachInternals,
  writable: true, enumerable: true, configurable: true,
});

// ------------------------------------------------------------------------------------------- form-associated elements

export function isFormAssociated(element) {
  return element[$definition] !== null && element[$definition] !== undefined && element[$definition].formAssociated;
}
host.isFormAssociated = isFormAssociated;

/** Gives a form-associated element what controls have. */
function prepare(element) {
  if (element[$validity] !== undefined) return;
  element[$validity] = () => element[$internals]?.[$fields].flags ?? {};
  element[$stateBits] = () => (isActuallyDisabled(element) ? DISABLED : 0);
}

host.formElementDefined = (element) => {
  prepare(element);
  host.formElementMoved(element);
};

/** Its place in the tree changed: so may its form owner and what disables it. */
host.formElementMoved = (element) => {
  const form = formOf(element);
  if ((element[$form] ?? null) !== form) {
    element[$form] = form;
    react(element, "formAssociatedCallback", [form]);
  }
  tellDisabled(element);
};

host.formElementAttribute = (element, local) => {
  if (local === "form") host.formElementMoved(element);
  else if (local === "disabled" || local === "readonly") {
    tellDisabled(element);
    refresh(element);
  }
};

/** Something around it may have become disabled or enabled. */
host.formElementDisabled = (element) => {
  if (isFormAssociated(element)) tellDisabled(element);
};

function tellDisabled(element) {
  const disabled = isActuallyDisabled(element);
  if (disabled === (element[$disabled] ?? false)) return;
  element[$disabled] = disabled;
  react(element, "formDisabledCallback", [disabled]);
}

host.formElementReset = (element) => react(element, "formResetCallback", []);

/** The entries a form-associated element adds to its form's. */
host.formElementEntries = (element, name) => {
  const value = element[$internals]?.[$fields].value ?? null;
  if (value === null) return [];
  if (value instanceof host.globals.FormData) return [...value];
  return name === "" ? [] : [[name, value]];
};

export const globals = { ElementInternals, CustomStateSet };
