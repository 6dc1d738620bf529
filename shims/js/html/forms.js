// Forms and their simpler controls (HTML § 4.10.3–4.10.16).
import { finishInterface, host, mixin, toFiniteDouble, define } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { $cloned } from "ext:oracade/dom/element.js";
import { HTMLCollection, NodeList, cachedList, descendants, listItems, liveList } from "ext:oracade/dom/collections.js";
import { dispatch, fire } from "ext:oracade/dom/event_target.js";
import { trusted } from "ext:oracade/dom/event.js";
import { PointerEvent, $mouse } from "ext:oracade/dom/ui_events.js";
import { FormDataEvent, SubmitEvent } from "ext:oracade/dom/events.js";
import * as tree from "ext:oracade/dom/tree.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import { element as register } from "ext:oracade/html/elements.js";
import {
  $validity,
  Disableable,
  Labelable,
  checkValidity,
  control,
  controlAttribute,
  controlsChanged,
  disabledBit,
  formOf,
  isActuallyDisabled,
  isHTML,
  isListed,
  isMutable,
  labeled,
  labelsOf,
  refresh,
} from "ext:oracade/html/controls.js";
import { CommandInvoker, runCommand } from "ext:oracade/html/commands.js";
import { PopoverInvoker, activatePopover } from "ext:oracade/html/popover.js";
import { deferFocusEvents } from "ext:oracade/html/focus.js";
import { $clickedAt, resetInput } from "ext:oracade/html/input.js";
import { resetSelect } from "ext:oracade/html/select.js";
import { $setUserValue, $userEdited, TextSelection, valueReset } from "ext:oracade/html/text_control.js";
import { autocomplete } from "ext:oracade/html/autofill.js";
import { enumerated, parseFloating, parseInteger, reflect, reflectTokens, resolveURL, submission } from "ext:oracade/html/reflect.js";
import {
  $activate,
  $attrChanged,
  $childrenChanged,
  $connected,
  $controlText,
  $data,
  $inserted,
  $kind,
  $local,
  $ns,
  $parent,
  $stateBits,
  $target,
  DISABLED,
  HTML_NS,
  PLACEHOLDER_SHOWN,
} from "ext:oracade/dom/slots.js";

function controlsOf(form) {
  return descendants(tree.rootOf(form), (e) =>
    isListed(e) && !(e[$local] === "input" && e.type === "image") && formOf(e) === form);
}

export class RadioNodeList extends NodeList {
  get value() {
    return listItems(this).find((e) => isHTML(e, "input") && e.type === "radio" && e.checked)?.value ?? "";
  }
  set value(value) {
    const radio = listItems(this).find((e) => isHTML(e, "input") && e.type === "radio" && e.value === `${value}`);
    if (radio !== undefined) radio.checked = true;
  }
}
finishInterface(RadioNodeList);

export class HTMLFormControlsCollection extends HTMLCollection {
  namedItem(name) {
    return namedControl(listItems(this), `${name}`) ?? null;
  }
}
finishInterface(HTMLFormControlsCollection);

function namedControl(items, name) {
  const pick = () => items.filter((e) => getAttr(e, "id") === name || getAttr(e, "name") === name);
  const found = pick();
  if (found.length <= 1) return found[0];
  return liveList(() => found, RadioNodeList);
}

export class HTMLFormElement extends HTMLElement {
  get elements() {
    return cachedList(this, "elements", () =>
      liveList(() => controlsOf(this), HTMLFormControlsCollection, (name) => namedControl(controlsOf(this), name)));
  }
  get length() {
    return controlsOf(this).length;
  }
  submit() {
    submit(this, null);
  }
  requestSubmit(submitter = null) {
    if (submitter !== null && formOf(submitter) !== this) {
      fail("NotFoundError", "Failed to execute 'requestSubmit' on 'HTMLFormElement': The specified element is not owned by this form element.");
    }
    host.submitForm(this, submitter);
  }
  reset() {
    host.resetForm(this);
  }
  checkValidity() {
    return controlsOf(this).map(checkValidity).every(Boolean);
  }
  reportValidity() {
    const valid = this.checkValidity();
    if (!valid) controlsOf(this).find((e) => host.validity(e) === false)?.focus();
    return valid;
  }
}
reflect(HTMLFormElement, {
  acceptCharset: ["string", "accept-charset"],
  action: {
    get: (form) => resolveURL(getAttr(form, "action") || host.baseURL()),
    set: (form, value) => form.setAttribute("action", value),
  },
  autocomplete: enumerated("autocomplete", ["on", "off"], "on"),
  enctype: enumerated("enctype", ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"],
    "application/x-www-form-urlencoded"),
  encoding: enumerated("enctype", ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"],
    "application/x-www-form-urlencoded"),
  method: enumerated("method", ["get", "post", "dialog"], "get"),
  name: "string", noValidate: "boolean", target: "string", rel: "string",
});
register(HTMLFormElement, "form");
define(HTMLFormElement.prototype, Symbol.iterator, Array.prototype.values);
// `form.fieldName` and `form[0]`: a proxy between the interface's prototype and the next one sees only unknown names.
const base = Object.getPrototypeOf(HTMLFormElement.prototype);
Object.setPrototypeOf(HTMLFormElement.prototype, new Proxy(Object.create(base), {
  get(_, key, receiver) {
    if (typeof key === "symbol" || key in base || receiver?.[$kind] !== 1) return Reflect.get(base, key, receiver);
    const controls = controlsOf(receiver);
    return /^\d+$/.test(key) ? controls[key] : namedControl(controls, key);
  },
}));

const submitting = new WeakSet();
host.submitForm = (form, submitter) => {
  if (!form[$connected] || submitting.has(form)) return;
  submitting.add(form);
  try {
    const skip = hasAttr(form, "novalidate") || (submitter !== null && hasAttr(submitter, "formnovalidate"));
    if (!skip && !form.reportValidity()) return;
    // Chromium lets the event out of shadow trees where a button submits.
    if (!fire(form, "submit", { bubbles: true, cancelable: true, composed: submitter !== null, submitter }, SubmitEvent)) return;
  } finally {
    submitting.delete(form);
  }
  submit(form, submitter);
};

/** What a submitter gives a dialog as its return value. */
function resultOf(submitter) {
  if (submitter === null) return undefined;
  if (isHTML(submitter, "input") && submitter.type === "image") return (submitter[$clickedAt] ?? [0, 0]).join();
  return getAttr(submitter, "value") ?? undefined;
}

const constructing = new WeakSet();

/** "construct the entry list": [name, string or File] pairs, after `formdata` has been heard; null while it is being constructed. */
host.formEntries = (form, submitter) => {
  if (constructing.has(form)) return null;
  constructing.add(form);
  try {
    const formData = host.formDataOf(controlEntries(form, submitter));
    fire(form, "formdata", { bubbles: true, formData }, FormDataEvent);
    return host.formDataEntries(formData);
  } finally {
    constructing.delete(form);
  }
};

/** What a form's successful controls have to say. */
function controlEntries(form, submitter) {
  const entries = [];
  // Image buttons are no listed elements of the form, but may submit it.
  const controls = submitter !== null && isHTML(submitter, "input") && submitter.type === "image"
    ? [...controlsOf(form), submitter]
    : controlsOf(form);
  for (const e of controls) {
    const name = getAttr(e, "name") ?? "";
    if (isActuallyDisabled(e) || inDatalist(e)) continue;
    if (host.isFormAssociated(e)) {
      entries.push(...host.formElementEntries(e, name));
      continue;
    }
    if (isHTML(e, "input") && e.type === "image") {
      const [x, y] = e[$clickedAt] ?? [0, 0];
      const prefix = name === "" ? "" : `${name}.`;
      entries.push([`${prefix}x`, `${x}`], [`${prefix}y`, `${y}`]);
      continue;
    }
    if (name === "") continue;
    if (isHTML(e, "select")) {
      for (const option of e.selectedOptions) if (!isOptionDisabled(option)) entries.push([name, option.value]);
    } else if (isHTML(e, "input")) {
      const button = ["submit", "reset", "button"].includes(e.type);
      if (button ? e !== submitter : (e.type === "checkbox" || e.type === "radio") && !e.checked) continue;
      if (e.type === "file") entries.push([name, host.emptyFile()]);
      else if (e.type === "hidden" && name.toLowerCase() === "_charset_") entries.push([name, "UTF-8"]);
      else entries.push([name, e.value]);
      addDirection(e, entries);
    } else if (isHTML(e, "button")) {
      if (e === submitter) entries.push([name, e.value]);
    } else if (isHTML(e, "textarea")) {
      entries.push([name, e.value]);
      addDirection(e, entries);
    }
  }
  return entries;
}

/** The entry that `dirname` asks for. */
function addDirection(e, entries) {
  const name = getAttr(e, "dirname");
  if (name === null || name === "") return;
  let dir = "ltr";
  for (let node = e; node !== null && node[$kind] === 1; node = node[$parent]) {
    const value = getAttr(node, "dir")?.toLowerCase();
    if (value === "auto") dir = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(e.value) ? "rtl" : "ltr";
    if (value === "rtl" || value === "ltr") dir = value;
    if (value !== undefined) break;
  }
  entries.push([name, dir]);
}

function inDatalist(e) {
  for (let node = e[$parent]; node !== null; node = node[$parent]) if (isHTML(node, "datalist")) return true;
  return false;
}

const isOptionDisabled = (option) =>
  hasAttr(option, "disabled") || (isHTML(option[$parent], "optgroup") && hasAttr(option[$parent], "disabled"));

function submit(form, submitter) {
  if (!form[$connected]) return;
  const choice = (name, fallback) => (submitter === null ? null : getAttr(submitter, name)) ?? fallback;
  const method = choice("formmethod", form.method).toLowerCase();
  if (method === "dialog") {
    for (let node = form[$parent]; node !== null; node = node[$parent]) {
      if (isHTML(node, "dialog")) {
        deferFocusEvents(() => host.closeDialog(node, resultOf(submitter)));
        return;
      }
    }
    return;
  }
  const entries = host.formEntries(form, submitter);
  if (entries === null) return;
  const action = choice("formaction", getAttr(form, "action")) || host.documentURL(host.document);
  const url = host.parseURL(action);
  if (url === null) return;
  const text = (value) => (typeof value === "string" ? value : value.name);
  const query = entries.map(([name, value]) => `${encode(name)}=${encode(text(value))}`).join("&");
  // A form that posts leads to the same place: there is no server that could answer differently.
  const target = method === "get" ? `${url.href.replace(/[?#].*$/, "")}?${query}` : url.href;
  host.queueTask("DOM manipulation", () => host.navigate(target));
}

function encode(text) {
  return encodeURIComponent(`${text}`.replace(/\r\n?|\n/g, "\r\n").toWellFormed()).replace(/%20/g, "+")
    .replace(/[!'()~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

host.resetForm = (form) => {
  if (!fire(form, "reset", { bubbles: true, cancelable: true })) return;
  for (const e of controlsOf(form)) {
    if (isHTML(e, "input")) resetInput(e);
    else if (isHTML(e, "select")) resetSelect(e);
    else if (isHTML(e, "textarea")) resetTextArea(e);
    else if (isHTML(e, "output")) e.value = e.defaultValue;
    else if (host.isFormAssociated(e)) host.formElementReset(e);
  }
};

/** `:default`. */
host.isDefaultControl = (e) => {
  if (isHTML(e, "option")) return hasAttr(e, "selected");
  if (isHTML(e, "input") && (e.type === "checkbox" || e.type === "radio")) return hasAttr(e, "checked");
  const form = isHTML(e, "button") || isHTML(e, "input") ? formOf(e) : null;
  if (form === null) return false;
  const submits = (c) => (isHTML(c, "button") && c.type === "submit") || (isHTML(c, "input") && (c.type === "submit" || c.type === "image"));
  return submits(e) && descendants(tree.rootOf(form), (c) => submits(c) && formOf(c) === form)[0] === e;
};

// --------------------------------------------------------------------------------------------------------- controls

export class HTMLButtonElement extends HTMLElement {
  get type() {
    const type = (getAttr(this, "type") ?? "submit").toLowerCase();
    return type === "reset" || type === "button" ? type : "submit";
  }
  set type(value) {
    this.setAttribute("type", value);
  }
  [$attrChanged](local) {
    controlAttribute(this, local);
  }
  [$inserted]() {
    host.autofocus(this);
  }
  [$stateBits]() {
    return disabledBit(this);
  }
  [$activate]() {
    if (isActuallyDisabled(this)) return;
    const form = formOf(this);
    if (form !== null && this.type === "submit") host.submitForm(form, this);
    else if (form !== null && this.type === "reset") host.resetForm(form);
    else if (!runCommand(this)) activatePopover(this);
  }
  [$validity]() {
    return {};
  }
}
control(HTMLButtonElement, Labelable, Disableable);
mixin(HTMLButtonElement, PopoverInvoker);
mixin(HTMLButtonElement, CommandInvoker);
reflect(HTMLButtonElement, {
  ...submission,
  value: "string",
});
register(HTMLButtonElement, "button");

const $value = Symbol("raw value");
const $dirty = Symbol("dirty value");

function childText(element) {
  let text = "";
  for (const child of tree.childArray(element)) if (child[$kind] === 3) text += child[$data];
  return text;
}

function resetTextArea(area) {
  area[$dirty] = false;
  area[$userEdited] = false;
  area[$value] = childText(area);
  refresh(area);
}

export class HTMLTextAreaElement extends HTMLElement {
  constructor(secret, document, local, ns, prefix) {
    super(secret, document, local, ns, prefix);
    this[$value] = "";
    this[$dirty] = false;
    this[$userEdited] = false;
  }
  get type() {
    return "textarea";
  }
  get value() {
    return this[$value].replace(/\r\n?/g, "\n");
  }
  set value(value) {
    const text = value === null ? "" : `${value}`;
    this[$dirty] = true;
    const same = text.replace(/\r\n?/g, "\n") === this.value;
    this[$value] = text;
    if (same) return;
    valueReset(this);
    refresh(this);
  }
  get defaultValue() {
    return childText(this);
  }
  set defaultValue(value) {
    this.textContent = value;
  }
  get textLength() {
    return this.value.length;
  }
  [$setUserValue](text) {
    this[$dirty] = true;
    this[$userEdited] = true;
    this[$value] = text;
    refresh(this);
  }
  [$childrenChanged]() {
    if (this[$dirty]) return;
    this[$value] = childText(this);
    refresh(this);
  }
  [$attrChanged](local) {
    controlAttribute(this, local);
    if (local === "placeholder") refresh(this);
  }
  [$inserted]() {
    host.autofocus(this);
  }
  [$cloned](source) {
    this[$value] = source[$value];
    this[$dirty] = source[$dirty];
  }
  [$stateBits]() {
    return disabledBit(this) | (this[$value] === "" && hasAttr(this, "placeholder") ? PLACEHOLDER_SHOWN : 0);
  }
  [$controlText]() {
    return this[$value] === "" ? [getAttr(this, "placeholder") ?? "", true] : [this.value, false];
  }
  [$validity]() {
    const flags = { valueMissing: hasAttr(this, "required") && this[$value] === "" && isMutable(this) };
    const maximum = parseInteger(getAttr(this, "maxlength"));
    const minimum = parseInteger(getAttr(this, "minlength"));
    if (this[$userEdited] && maximum !== null && maximum >= 0) flags.tooLong = this.value.length > maximum;
    if (this[$userEdited] && minimum !== null && this[$value] !== "") flags.tooShort = this.value.length < minimum;
    return flags;
  }
}
control(HTMLTextAreaElement, Labelable, Disableable);
mixin(HTMLTextAreaElement, TextSelection);
reflect(HTMLTextAreaElement, {
  autocomplete, cols: ["positive", "cols", 20], dirName: "string", maxLength: "limited",
  minLength: "limited", placeholder: "string", readOnly: "boolean", required: "boolean",
  rows: ["positive", "rows", 2], wrap: "string",
});
register(HTMLTextAreaElement, "textarea");

export class HTMLLabelElement extends HTMLElement {
  get form() {
    const element = labeled(this);
    return element === null ? null : formOf(element);
  }
  get control() {
    return labeled(this);
  }
  /** A click on a label clicks its control, unless it went to something interactive inside the label. */
  [$activate](event) {
    const target = labeled(this);
    if (target === null || isActuallyDisabled(target)) return;
    for (let node = event[$target]; node !== null && node !== this; node = node[$parent]) {
      if (node === target || (node[$kind] === 1 && isInteractive(node))) return;
    }
    host.labelActivated(target, event);
    const { clientX, clientY, screenX, screenY } = event[$mouse];
    const click = event.isTrusted ? trusted(PointerEvent, "click", init()) : new PointerEvent("click", init());
    dispatch(target, click);
    function init() {
      return {
        bubbles: true, cancelable: true, composed: true, view: globalThis, detail: event.detail, clientX, clientY, screenX,
        screenY, pointerId: event.pointerId ?? -1, pointerType: event.pointerType ?? "",
      };
    }
  }
}
const INTERACTIVE = new Set(["button", "embed", "iframe", "label", "select", "textarea"]);

/** Interactive content (HTML § 3.2.5.2.7). */
function isInteractive(element) {
  switch (element[$local]) {
    case "a":
      return hasAttr(element, "href");
    case "input":
      return element.type !== "hidden";
    case "audio":
    case "video":
      return hasAttr(element, "controls");
    case "img":
    case "object":
      return hasAttr(element, "usemap");
    default:
      return INTERACTIVE.has(element[$local]);
  }
}
reflect(HTMLLabelElement, { htmlFor: ["string", "for"] });
register(HTMLLabelElement, "label");

export class HTMLFieldSetElement extends HTMLElement {
  get type() {
    return "fieldset";
  }
  get elements() {
    return cachedList(this, "elements", () =>
      liveList(() => descendants(this, (e) => isListed(e)), HTMLFormControlsCollection));
  }
  [$attrChanged](local) {
    if (local === "disabled") controlsChanged(this);
  }
  [$stateBits]() {
    return isActuallyDisabled(this) ? DISABLED : 0;
  }
}
control(HTMLFieldSetElement, Disableable);
register(HTMLFieldSetElement, "fieldset");

export class HTMLLegendElement extends HTMLElement {
  get form() {
    return isHTML(this[$parent], "fieldset") ? formOf(this[$parent]) : null;
  }
}
reflect(HTMLLegendElement, { align: "string" });
register(HTMLLegendElement, "legend");

const $default = Symbol("default value override");
export class HTMLOutputElement extends HTMLElement {
  get type() {
    return "output";
  }
  get value() {
    return this.textContent;
  }
  set value(value) {
    this[$default] ??= this.textContent;
    this.textContent = `${value}`;
  }
  get defaultValue() {
    return this[$default] ?? this.textContent;
  }
  set defaultValue(value) {
    if (this[$default] === undefined) this.textContent = `${value}`;
    else this[$default] = `${value}`;
  }
}
control(HTMLOutputElement, Labelable);
reflectTokens(HTMLOutputElement, "htmlFor", "for");
register(HTMLOutputElement, "output");

export class HTMLProgressElement extends HTMLElement {
  get max() {
    const max = parseFloating(getAttr(this, "max"));
    return max > 0 ? max : 1;
  }
  set max(value) {
    if (value > 0) this.setAttribute("max", `${+value}`);
  }
  get value() {
    const value = parseFloating(getAttr(this, "value"));
    return Number.isNaN(value) ? 0 : Math.min(this.max, Math.max(0, value));
  }
  set value(value) {
    this.setAttribute("value", `${+value}`);
  }
  get position() {
    return hasAttr(this, "value") ? this.value / this.max : -1;
  }
  get labels() {
    return labelsOf(this);
  }
}
register(HTMLProgressElement, "progress");

export class HTMLMeterElement extends HTMLElement {
  get labels() {
    return labelsOf(this);
  }
}
/** A meter's attribute as a number between two others. */
const bound = (name, fallback, from = () => -Infinity, to = () => Infinity) => ({
  get: (e) => {
    const value = parseFloating(getAttr(e, name));
    return Math.min(Math.max(Number.isNaN(value) ? fallback(e) : value, from(e)), Math.max(from(e), to(e)));
  },
  set: (e, value) => e.setAttribute(name, `${toFiniteDouble(value, `Failed to set the '${name}' property on 'HTMLMeterElement'`)}`),
});
reflect(HTMLMeterElement, {
  min: bound("min", () => 0), max: bound("max", () => 1, (e) => e.min), value: bound("value", () => 0, (e) => e.min, (e) => e.max),
  low: bound("low", (e) => e.min, (e) => e.min, (e) => e.max), high: bound("high", (e) => e.max, (e) => e.low, (e) => e.max),
  optimum: bound("optimum", (e) => (e.min + e.max) / 2, (e) => e.min, (e) => e.max),
});
register(HTMLMeterElement, "meter");

export const globals = { RadioNodeList, HTMLFormControlsCollection };
