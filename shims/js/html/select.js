// HTMLSelectElement, HTMLOptionElement, HTMLOptGroupElement, HTMLDataListElement (HTML § 4.10.7–4.10.10).
import { SECRET, finishInterface, host, illegalConstructor, stripAscii, define, slot } from "ext:oracade/internal.js";
import { getAttr, hasAttr, setAttr, toggleAttr } from "ext:oracade/dom/attributes.js";
import { $cloned } from "ext:oracade/dom/element.js";
import { $setItem, HTMLCollection, cachedList, liveList, listItems } from "ext:oracade/dom/collections.js";
import { createText } from "ext:oracade/dom/character_data.js";
import { controlChanged, stateChanged } from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import { HTMLElement } from "ext:oracade/html/html_element.js";
import { element as register, globals as elementGlobals } from "ext:oracade/html/elements.js";
import {
  $validity,
  Disableable,
  Labelable,
  control,
  controlAttribute,
  controlsChanged,
  disabledBit,
  formOf,
  isHTML,
  refresh,
} from "ext:oracade/html/controls.js";
import { autocomplete } from "ext:oracade/html/autofill.js";
import { parseInteger, reflect } from "ext:oracade/html/reflect.js";
import {
  $doc,
  $attrChanged,
  $childrenChanged,
  $controlText,
  $data,
  $first,
  $inserted,
  $kind,
  $local,
  $next,
  $parent,
  $stateBits,
  CHECKED,
  DISABLED,
  HTML_NS,
  clock,
} from "ext:oracade/dom/slots.js";

const $selected = slot("selectedness");
const $dirty = Symbol("dirty selectedness");
const $none = slot("selection was cleared by script");
const $owner = Symbol("select of an options collection");

/** The select an option belongs to. */
export function selectOf(option) {
  let parent = option[$parent];
  if (isHTML(parent, "optgroup")) parent = parent[$parent];
  return isHTML(parent, "select") ? parent : null;
}

export function optionsOf(select) {
  const options = [];
  for (let child = select[$first]; child !== null; child = child[$next]) {
    if (isHTML(child, "option")) options.push(child);
    else if (isHTML(child, "optgroup")) {
      for (let inner = child[$first]; inner !== null; inner = inner[$next]) {
        if (isHTML(inner, "option")) options.push(inner);
      }
    }
  }
  return options;
}

export const displaySize = (select) => {
  const size = parseInteger(getAttr(select, "size"));
  return size !== null && size > 0 ? size : hasAttr(select, "multiple") ? 4 : 1;
};

export function optionDisabled(option) {
  return hasAttr(option, "disabled") || (isHTML(option[$parent], "optgroup") && hasAttr(option[$parent], "disabled"));
}

/** The options that are selected now; a drop-down list without one shows its first enabled option. */
export function selectedOf(select) {
  const options = optionsOf(select);
  const selected = options.filter((option) => option[$selected]);
  if (hasAttr(select, "multiple")) return selected;
  if (selected.length > 0) return [selected[selected.length - 1]];
  if (displaySize(select) !== 1 || select[$none]) return [];
  const first = options.find((option) => !optionDisabled(option));
  return first === undefined ? [] : [first];
}

export function choose(select, option) {
  select[$none] = option === null;
  for (const other of optionsOf(select)) {
    const now = other === option;
    if (other[$selected] !== now) {
      other[$selected] = now;
      stateChanged(other);
    }
    other[$dirty] = true;
  }
  refresh(select);
}

export class HTMLSelectElement extends HTMLElement {
  get type() {
    return hasAttr(this, "multiple") ? "select-multiple" : "select-one";
  }
  get options() {
    return cachedList(this, "options", () => {
      const list = liveList(() => optionsOf(this), HTMLOptionsCollection);
      list[$owner] = this;
      list[$setItem] = (index, value) => setOption(this, index, value);
      return list;
    });
  }
  get length() {
    return optionsOf(this).length;
  }
  set length(value) {
    const options = optionsOf(this);
    value >>>= 0;
    if (value > 100000) return;
    for (let i = value; i < options.length; i++) tree.remove(options[i]);
    for (let i = options.length; i < value; i++) tree.insert(this, host.makeElement(this[$doc], "option", HTML_NS, null), null);
  }
  item(index) {
    return optionsOf(this)[index >>> 0] ?? null;
  }
  namedItem(name) {
    return this.options.namedItem(name);
  }
  add(element, before = null) {
    if (!(element instanceof HTMLOptionElement) && !isHTML(element, "optgroup")) {
      throw new TypeError("Failed to execute 'add' on 'HTMLSelectElement': The provided value is not of type '(HTMLOptGroupElement or HTMLOptionElement)'.");
    }
    const reference = typeof before === "number" ? optionsOf(this)[before] ?? null : before;
    if (reference === null) tree.preInsert(this, element, null, "'add' on 'HTMLSelectElement'");
    else tree.preInsert(reference[$parent], element, reference, "'add' on 'HTMLSelectElement'");
  }
  remove(index) {
    if (arguments.length === 0) {
      if (this[$parent] !== null) tree.remove(this);
      return;
    }
    const option = optionsOf(this)[index | 0];
    if (option !== undefined) tree.remove(option);
  }
  get selectedOptions() {
    return cachedList(this, "selectedOptions", () => liveList(() => selectedOf(this)));
  }
  get selectedIndex() {
    const selected = selectedOf(this)[0];
    return selected === undefined ? -1 : optionsOf(this).indexOf(selected);
  }
  set selectedIndex(value) {
    choose(this, optionsOf(this)[value | 0] ?? null);
    clock.tree++;
  }
  get value() {
    return selectedOf(this)[0]?.value ?? "";
  }
  set value(value) {
    value = `${value}`;
    choose(this, optionsOf(this).find((option) => option.value === value) ?? null);
    clock.tree++;
  }
  [$childrenChanged]() {
    this[$none] = false;
    refresh(this);
  }
  [$attrChanged](local, old, value) {
    controlAttribute(this, local);
    if (local === "multiple" && old === null && value !== null) {
      // The option that a drop-down list showed stays selected.
      const options = optionsOf(this);
      const shown = options.find((option) => !optionDisabled(option));
      if (!this[$none] && shown !== undefined && !options.some((option) => option[$selected])) shown[$selected] = true;
    }
    if (local === "multiple" || local === "size") refresh(this);
  }
  [$inserted]() {
    host.autofocus(this);
  }
  [$cloned]() {
    refresh(this);
  }
  [$stateBits]() {
    return disabledBit(this);
  }
  [$controlText]() {
    if (displaySize(this) !== 1 || hasAttr(this, "multiple")) return ["", false];
    const shown = selectedOf(this)[0];
    return [shown === undefined ? "" : shown.label || optionText(shown), false];
  }
  [$validity]() {
    if (!hasAttr(this, "required")) return { valueMissing: false };
    // The first option without a value stands for none, where one is chosen from a pop-up list (HTML § 4.10.7, "placeholder label").
    const first = isListBox(this) ? undefined : optionsOf(this)[0];
    const placeholder = first !== undefined && first[$parent] === this && first.value === "" ? first : null;
    return { valueMissing: !selectedOf(this).some((option) => option !== placeholder) };
  }
}
control(HTMLSelectElement, Labelable, Disableable);
reflect(HTMLSelectElement, { autocomplete, multiple: "boolean", required: "boolean", size: "unsigned" });
register(HTMLSelectElement, "select");
define(HTMLSelectElement.prototype, Symbol.iterator, Array.prototype.values);
// `select[0]` and `select[0] = option`.
for (let index = 0; index < 64; index++) {
  Object.defineProperty(HTMLSelectElement.prototype, index, {
    get() {
      return optionsOf(this)[index];
    },
    set(value) {
      setOption(this, index, value);
    },
    configurable: true,
  });
}

function setOption(select, index, value) {
  const options = optionsOf(select);
  if (value === null || value === undefined) {
    if (options[index] !== undefined) tree.remove(options[index]);
    return true;
  }
  if (!(value instanceof HTMLOptionElement)) {
    throw new TypeError("Failed to set an indexed property on 'HTMLOptionsCollection': parameter 2 is not of type 'HTMLOptionElement'.");
  }
  if (index < options.length) {
    tree.replace(options[index][$parent], value, options[index], "'replaceChild' on 'Node'");
  } else {
    select.length = index;
    tree.insert(select, value, null);
  }
  return true;
}

/** True if the options are shown in the page, not in a pop-up list. */
export const isListBox = (select) => hasAttr(select, "multiple") || displaySize(select) > 1;

/** Sets the selectedness of each option of a list to `rule(option, was)`. */
export function selectIn(select, rule) {
  for (const option of optionsOf(select)) {
    const selected = rule(option, option[$selected]);
    if (selected !== option[$selected]) {
      option[$selected] = selected;
      stateChanged(option);
    }
    option[$dirty] = true;
  }
  refresh(select);
}

export class HTMLOptionsCollection extends HTMLCollection {
  constructor(secret, items, live) {
    if (secret !== SECRET) illegalConstructor();
    super(SECRET, items, live);
  }
  get length() {
    return listItems(this).length;
  }
  set length(value) {
    this[$owner].length = value;
  }
  get selectedIndex() {
    return this[$owner].selectedIndex;
  }
  set selectedIndex(value) {
    this[$owner].selectedIndex = value;
  }
  add(element, before) {
    this[$owner].add(element, before);
  }
  remove(index) {
    this[$owner].remove(index);
  }
}
finishInterface(HTMLOptionsCollection);

function optionText(option) {
  let text = "";
  for (let node = option[$first]; node !== null; node = tree.following(node, option)) {
    if (node[$kind] === 3 && node[$parent][$local] !== "script") text += node[$data];
  }
  return stripAscii(text.replace(/[\t\n\f\r ]+/g, " "));
}

export class HTMLOptionElement extends HTMLElement {
  constructor(secret, document, local, ns, prefix) {
    super(secret, document, local, ns, prefix);
    this[$selected] = false;
    this[$dirty] = false;
  }
  get disabled() {
    return hasAttr(this, "disabled");
  }
  set disabled(value) {
    toggleAttr(this, "disabled", Boolean(value));
  }
  get form() {
    const select = selectOf(this);
    return select === null ? null : formOf(select);
  }
  get label() {
    return getAttr(this, "label") ?? optionText(this);
  }
  set label(value) {
    setAttr(this, "label", `${value}`);
  }
  get defaultSelected() {
    return hasAttr(this, "selected");
  }
  set defaultSelected(value) {
    toggleAttr(this, "selected", Boolean(value));
  }
  get selected() {
    const select = selectOf(this);
    return select === null ? this[$selected] : selectedOf(select).includes(this);
  }
  set selected(value) {
    this[$dirty] = true;
    const select = selectOf(this);
    if (select !== null && !hasAttr(select, "multiple")) {
      if (value) choose(select, this);
      else if (this[$selected] || this.selected) {
        this[$selected] = false;
        select[$none] = false;
      }
    } else {
      this[$selected] = Boolean(value);
    }
    stateChanged(this);
    if (select !== null) refresh(select);
    clock.tree++;
  }
  get value() {
    return getAttr(this, "value") ?? optionText(this);
  }
  set value(value) {
    setAttr(this, "value", `${value}`);
  }
  get text() {
    return optionText(this);
  }
  set text(value) {
    this.textContent = value;
  }
  get index() {
    const select = selectOf(this);
    return select === null ? 0 : optionsOf(select).indexOf(this);
  }
  [$attrChanged](local, old, value) {
    if (local === "selected") {
      if (!this[$dirty]) this[$selected] = value !== null;
    } else if (local === "disabled") {
      stateChanged(this);
    }
    const select = selectOf(this);
    if (select !== null) controlChanged(select);
  }
  [$childrenChanged]() {
    const select = selectOf(this);
    if (select !== null) controlChanged(select);
  }
  [$cloned](source) {
    this[$selected] = source[$selected];
    this[$dirty] = source[$dirty];
  }
  [$stateBits]() {
    return (this.selected ? CHECKED : 0) | (optionDisabled(this) ? DISABLED : 0);
  }
}
register(HTMLOptionElement, "option");

/** The named constructor `Option`. */
export function Option(text, value, defaultSelected = false, selected = false) {
  if (new.target === undefined) throw new TypeError("Failed to construct 'Option': Please use the 'new' operator");
  const option = host.makeElement(host.document, "option", HTML_NS, null);
  if (text !== undefined && `${text}` !== "") tree.insert(option, createText(host.document, `${text}`), null);
  if (value !== undefined) setAttr(option, "value", `${value}`);
  if (defaultSelected) setAttr(option, "selected", "");
  option[$selected] = Boolean(selected);
  return option;
}
Option.prototype = HTMLOptionElement.prototype;
elementGlobals.Option = Option;

export class HTMLOptGroupElement extends HTMLElement {
  [$attrChanged](local) {
    if (local === "disabled") controlsChanged(this);
  }
  [$stateBits]() {
    return hasAttr(this, "disabled") ? DISABLED : 0;
  }
}
reflect(HTMLOptGroupElement, { disabled: "boolean", label: "string" });
register(HTMLOptGroupElement, "optgroup");

export class HTMLDataListElement extends HTMLElement {
  get options() {
    return cachedList(this, "options", () =>
      liveList(() => [...this.getElementsByTagName("option")]));
  }
}
register(HTMLDataListElement, "datalist");

/** Selectedness as the attributes say. */
export function resetSelect(select) {
  select[$none] = false;
  for (const option of optionsOf(select)) {
    option[$selected] = hasAttr(option, "selected");
    option[$dirty] = false;
    stateChanged(option);
  }
  refresh(select);
}

export const globals = { HTMLOptionsCollection };
