// CSSStyleDeclaration (CSSOM § 6.6): inline styles, style rules and computed styles.
import { SECRET, finishInterface, host, illegalConstructor, ops, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { findRec, getAttr, observeStyle } from "ext:oracade/dom/attributes.js";
import { computedShorthand } from "ext:oracade/css/computed_shorthands.js";
import * as mirror from "ext:oracade/dom/mirror.js";
import { ALIASES, BOXES, LENGTHS, PAIRS, PROPERTIES, SIZES, WEBKIT } from "ext:oracade/css/properties.js";
import { $connected, $definition, $id, $style, $styleStale, clock } from "ext:oracade/dom/slots.js";

const $entries = slot("declarations"); // Map longhand → Entry
const $element = Symbol("owner element");
const $rule = slot("owner rule");
const $computed = slot("computed style"); // {element, pseudo} or null
const $whole = slot("shorthands set as a whole"); // Map name → text, or null

/**
 * One declaration. A `raw` value is known to be valid but has not been serialised the canonical way yet. A longhand of a shorthand
 * with var() has no value of its own but that `pending` shorthand, {name, text}, which its longhands share.
 */
class Entry {
  constructor(value, important, raw, pending = null) {
    this.value = value;
    this.important = important;
    this.raw = raw;
    this.pending = pending;
  }
}

/** Gives the longhands of one parse the same object for the shorthand they come from. */
function pendings() {
  const known = new Map();
  return (name, text) => {
    if (!text) return null;
    const key = `${name}:${text}`;
    if (!known.has(key)) known.set(key, { name, text });
    return known.get(key);
  };
}

// ---------------------------------------------------------------------------------------------------------- parsing

const parsed = new Map(); // property → Map value → [[longhand, value]…] or null
const VALUES_PER_PROPERTY = 1000;

/** op_style_parse, asked once per (property, value). */
function parse(property, value) {
  let values = parsed.get(property);
  if (values === undefined) parsed.set(property, values = new Map());
  let result = values.get(value);
  if (result === undefined) {
    result = ops.op_style_parse(property, value) ?? null;
    if (values.size >= VALUES_PER_PROPERTY) values.clear();
    values.set(value, result);
  }
  return result;
}

const blocks = new Map();
/** op_style_parse_block, asked once per text. */
function parseBlock(text) {
  let result = blocks.get(text);
  if (result === undefined) {
    result = text.trim() === "" ? [] : ops.op_style_parse_block(text);
    if (blocks.size >= 500) blocks.clear();
    blocks.set(text, result);
  }
  return result;
}

// Animated values change every time, so the caches do not help them; these forms are valid at sight.
const NUMBER = "-?(?:\\d+(?:\\.\\d+)?|\\.\\d+)";
const LENGTH = new RegExp(`^${NUMBER}(?:px|%|em|rem|vw|vh)$`);
const SIZE = /^(?:\d+(?:\.\d+)?|\.\d+)(?:px|%|em|rem|vw|vh)$/;
const PLAIN_NUMBER = new RegExp(`^${NUMBER}$`);
const LEN = `${NUMBER}(?:px|%|em|rem|vw|vh)`;
const DEG = `${NUMBER}(?:deg|rad|turn)`;
const TRANSFORM = new RegExp(
  `^(?:(?:translate\\(${LEN}(?:, ?${LEN})?\\)|translate[XY]\\(${LEN}\\)|translate3d\\(${LEN}, ?${LEN}, ?${NUMBER}px\\)|` +
    `translateZ\\(${NUMBER}px\\)|scale\\(${NUMBER}(?:, ?${NUMBER})?\\)|scale[XY]\\(${NUMBER}\\)|` +
    `rotate[XYZ]?\\(${DEG}\\)|skew[XY]?\\(${DEG}\\))(?: (?=\\w)|$))+$`,
);

function validAtSight(property, text) {
  if (text.length > 200) return false;
  if (property === "transform") return TRANSFORM.test(text);
  if (property === "opacity") return PLAIN_NUMBER.test(text);
  if (LENGTHS.has(property)) return LENGTH.test(text);
  return SIZES.has(property) && SIZE.test(text);
}

function canonical(property, entry) {
  if (entry.raw) {
    const result = parse(property, entry.value);
    if (result !== null && result.length === 1) entry.value = result[0][1];
    entry.raw = false;
  }
  return entry.value;
}

// -------------------------------------------------------------------------------------------------- owners and text

/** The declarations, loaded from the `style` attribute when first needed. */
function entriesOf(style) {
  let entries = style[$entries];
  if (entries === null) {
    entries = style[$entries] = new Map();
    const rec = findRec(style[$element], "style");
    if (rec !== null) load(entries, rec.value);
  }
  return entries;
}

function load(entries, text) {
  const pendingOf = pendings();
  for (const [name, value, important, shorthand, pending] of parseBlock(text)) {
    const present = entries.get(name);
    if (present !== undefined && present.important && !important) continue;
    // A later declaration also comes later in order.
    entries.delete(name);
    entries.set(name, new Entry(value, Boolean(important), false, pendingOf(shorthand, pending)));
  }
}

host.styleAttributeChanged = (style) => {
  style[$entries] = null;
  style[$whole] = null;
};

function beforeChange(style) {
  const element = style[$element];
  if (element === null) return;
  if (clock.observed) observeStyle(element);
  if (clock.custom && element[$definition] !== null) textBefore = getAttr(element, "style");
}
let textBefore = null; // of the attribute of a custom element, which may want to hear of its change

function afterChange(style) {
  const element = style[$element];
  if (element !== null) {
    element[$styleStale] = true;
    if (element[$connected]) mirror.styleChanged(element);
    if (clock.custom && element[$definition] !== null) {
      const text = getAttr(element, "style");
      host.customAttribute(element, findRec(element, "style"), textBefore, text);
    }
  } else if (style[$rule] !== null) {
    host.ruleChanged(style[$rule]);
  }
}

function joined(entries, value) {
  let text = "";
  let written = null; // pending shorthands that are in the text
  for (const [name, entry] of entries) {
    const { pending } = entry;
    if (pending !== null && pending !== undefined) {
      if (written !== null && written.has(pending)) continue;
      (written ??= new Set()).add(pending);
    }
    const declaration = pending ? `${pending.name}: ${pending.text}` : `${name}: ${value(name, entry)}`;
    text += `${text === "" ? "" : " "}${declaration}${entry.important ? " !important" : ""};`;
  }
  return text;
}

/** The block as Rust wants it: any valid spelling will do. */
host.inlineText = (style) => joined(entriesOf(style), (_, entry) => entry.value);

const serialized = new Map();
/** The canonical text of a block: longhands collapsed to shorthands as CSSOM says. */
function cssTextOf(style) {
  const text = joined(entriesOf(style), canonical);
  if (text === "" || entriesOf(style).size === 1) return text;
  let result = serialized.get(text);
  if (result === undefined) {
    result = ops.op_style_serialize === undefined ? collapse(style, text) : ops.op_style_serialize(text);
    if (serialized.size >= 500) serialized.clear();
    serialized.set(text, result);
  }
  return result;
}

/** Collapses what can be collapsed without knowing CSS: sides and pairs. */
function collapse(style, text) {
  const entries = new Map(entriesOf(style));
  for (const [name, longhands] of [...Object.entries(BOXES), ...Object.entries(PAIRS)]) {
    const value = shorthand(style, name, longhands);
    if (value === "") continue;
    const at = longhands.find((longhand) => entries.has(longhand));
    const important = entries.get(at).important;
    const rebuilt = new Map();
    for (const [key, entry] of entries) {
      if (key === at) rebuilt.set(name, new Entry(value, important, false));
      else if (!longhands.includes(key)) rebuilt.set(key, entry);
    }
    entries.clear();
    for (const [key, entry] of rebuilt) entries.set(key, entry);
  }
  return entries.size === entriesOf(style).size ? text : joined(entries, (_, entry) => entry.value);
}

/** The value of a box or pair shorthand from its longhands, or "". */
function shorthand(style, name, longhands) {
  const entries = entriesOf(style);
  const values = [];
  for (const longhand of longhands) {
    const entry = entries.get(longhand);
    if (entry === undefined || entry.important !== entries.get(longhands[0]).important) return "";
    values.push(canonical(longhand, entry));
  }
  if (values.length === 2) return values[0] === values[1] ? values[0] : values.join(" ");
  const [top, right, bottom, left] = values;
  if (left !== right) return values.join(" ");
  if (top !== bottom) return `${top} ${right} ${bottom}`;
  return top === right ? top : `${top} ${right}`;
}

// ---------------------------------------------------------------------------------------------------------- access

function readOnly(style, method) {
  if (style[$computed] !== null) {
    fail("NoModificationAllowedError", `Failed to execute '${method}' on 'CSSStyleDeclaration': These styles are computed, and therefore read-only.`);
  }
}

function canonicalName(name) {
  name = `${name}`;
  if (name.startsWith("--")) return name;
  name = name.toLowerCase();
  return WEBKIT[name] ?? ALIASES[name] ?? name;
}

function get(style, name) {
  if (style[$computed] !== null) return computed(style, name);
  const entries = entriesOf(style);
  const entry = entries.get(name);
  if (entry !== undefined) return canonical(name, entry);
  if (entries.size === 0 || !SHORTHANDS.has(name)) return "";
  const longhands = BOXES[name] ?? PAIRS[name];
  if (longhands !== undefined) {
    const first = entries.get(longhands[0]);
    if (first === undefined) return "";
    if (first.pending === null) return shorthand(style, name, longhands);
  }
  if (ops.op_style_shorthand !== undefined) return ops.op_style_shorthand(joined(entries, canonical), name);
  return style[$whole]?.get(name) ?? "";
}

// Every property that is not its own longhand, found by asking the parser once would cost a page's start; CSS fixes them.
const SHORTHANDS = new Set([...Object.keys(BOXES), ...Object.keys(PAIRS), ...`all animation animation-range background
  background-position border border-block border-block-color border-block-end border-block-start border-block-style
  border-block-width border-bottom border-image border-inline border-inline-color border-inline-end border-inline-start
  border-inline-style border-inline-width border-left border-radius border-right border-top column-rule columns
  contain-intrinsic-size container flex flex-flow font font-synthesis font-variant grid grid-area grid-column grid-row
  grid-template inset-block inset-inline list-style margin-block margin-inline marker mask mask-position offset outline
  padding-block padding-inline page-break-after page-break-before page-break-inside scroll-margin-block
  scroll-margin-inline scroll-padding-block scroll-padding-inline scroll-timeline text-box text-decoration text-emphasis
  text-wrap transition view-timeline white-space -webkit-text-stroke -webkit-line-clamp`.split(/\s+/)]);

function set(style, name, value, important) {
  const text = value === null ? "" : `${value}`;
  if (text === "") {
    remove(style, name);
    return;
  }
  const entries = entriesOf(style);
  if (name.charCodeAt(0) === 45 && name.charCodeAt(1) === 45) {
    const trimmed = text.trim();
    const present = entries.get(name);
    if (present !== undefined && present.value === trimmed && present.important === important) return;
    if (trimmed === "" || /[;{}]/.test(trimmed) && parse(name, trimmed) === null) return;
    beforeChange(style);
    entries.set(name, new Entry(trimmed, important, false));
    afterChange(style);
    return;
  }
  const present = entries.get(name);
  if (validAtSight(name, text)) {
    if (present !== undefined && present.pending !== null) {
      // It comes after the shorthand it overrides.
      if (clock.observed) beforeChange(style);
      entries.delete(name);
      entries.set(name, new Entry(text, important, true));
    } else if (present !== undefined) {
      if (present.value === text && present.important === important) return;
      if (clock.observed) beforeChange(style);
      present.value = text;
      present.raw = true;
      present.important = important;
    } else {
      if (clock.observed) beforeChange(style);
      entries.set(name, new Entry(text, important, true));
    }
    afterChange(style);
    return;
  }
  const result = parse(name, text);
  if (result === null) return;
  if (result.length === 1 && present !== undefined && present.value === result[0][1] && present.important === important) {
    return;
  }
  beforeChange(style);
  const pendingOf = pendings();
  for (const [longhand, canonicalText, shorthand, pending] of result) {
    if (entries.get(longhand)?.pending) entries.delete(longhand);
    entries.set(longhand, new Entry(canonicalText, important, false, pendingOf(shorthand, pending)));
  }
  if (result.length !== 1 || result[0][0] !== name) (style[$whole] ??= new Map()).set(name, text.trim());
  afterChange(style);
}

function longhandsOf(name) {
  if (!SHORTHANDS.has(name)) return null;
  return BOXES[name] ?? PAIRS[name] ?? (parse(name, "initial") ?? []).map(([longhand]) => longhand);
}

function remove(style, name) {
  const entries = entriesOf(style);
  if (entries.size === 0) return "";
  const old = get(style, name);
  const names = longhandsOf(name) ?? [name];
  if (!names.some((longhand) => entries.has(longhand))) return old;
  beforeChange(style);
  for (const longhand of names) entries.delete(longhand);
  style[$whole]?.delete(name);
  afterChange(style);
  return old;
}

function computed(style, name) {
  const { element, pseudo } = style[$computed];
  if (!element[$connected]) return "";
  mirror.flush();
  const { [$id]: id } = element;
  return computedShorthand(name, (longhand) => ops.op_style_computed(id, pseudo, longhand)) ?? ops.op_style_computed(id, pseudo, name);
}

function namesOf(style) {
  if (style[$computed] !== null) {
    return style[$computed].element[$connected] ? ops.op_style_property_names() : [];
  }
  return [...entriesOf(style).keys()];
}

export class CSSStyleDeclaration {
  constructor(secret, element, rule, computedOf) {
    if (secret !== SECRET) illegalConstructor();
    this[$entries] = element === null ? new Map() : null;
    this[$element] = element;
    this[$rule] = rule;
    this[$computed] = computedOf;
    this[$whole] = null;
  }
  get cssText() {
    return this[$computed] !== null ? "" : cssTextOf(this);
  }
  set cssText(text) {
    readOnly(this, "cssText");
    beforeChange(this);
    const entries = this[$entries] = new Map();
    this[$whole] = null;
    load(entries, `${text}`);
    afterChange(this);
  }
  get length() {
    return this[$computed] !== null ? namesOf(this).length : entriesOf(this).size;
  }
  get parentRule() {
    return this[$rule];
  }
  item(index) {
    return namesOf(this)[index >>> 0] ?? "";
  }
  getPropertyValue(name) {
    return get(this, canonicalName(name));
  }
  getPropertyPriority(name) {
    if (this[$computed] !== null) return "";
    name = canonicalName(name);
    const entries = entriesOf(this);
    const names = longhandsOf(name) ?? [name];
    return names.length > 0 && names.every((longhand) => entries.get(longhand)?.important === true) ? "important" : "";
  }
  setProperty(name, value, priority) {
    readOnly(this, "setProperty");
    priority = priority === undefined || priority === null ? "" : `${priority}`.toLowerCase();
    if (priority !== "" && priority !== "important") return;
    set(this, canonicalName(name), value, priority === "important");
  }
  removeProperty(name) {
    readOnly(this, "removeProperty");
    return remove(this, canonicalName(name));
  }
  [Symbol.iterator]() {
    return namesOf(this)[Symbol.iterator]();
  }
}

function attribute(member, property) {
  Object.defineProperty(CSSStyleDeclaration.prototype, member, {
    get() {
      return get(this, property);
    },
    set(value) {
      if (this[$computed] !== null) readOnly(this, member);
      set(this, property, value, false);
    },
    enumerable: true,
    configurable: true,
  });
}

const camel = (name) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());

for (const name of PROPERTIES) {
  const property = ALIASES[name] ?? name;
  attribute(camel(name), property);
  if (name.includes("-")) attribute(name, property);
}
attribute("cssFloat", "float");
for (const [name, property] of Object.entries(WEBKIT)) {
  attribute(name, property);
  attribute(camel(name), property); // WebkitTransform
  attribute(camel(name.slice(1)), property); // webkitTransform
}
finishInterface(CSSStyleDeclaration);
Object.defineProperty(CSSStyleDeclaration.prototype, Symbol.iterator, { enumerable: false });
for (let index = 0; index < 128; index++) {
  Object.defineProperty(CSSStyleDeclaration.prototype, index, {
    get() {
      return namesOf(this)[index];
    },
    enumerable: false,
    configurable: true,
  });
}

/** `element.style`. */
export function styleOf(element) {
  return element[$style] ??= new CSSStyleDeclaration(SECRET, element, null, null);
}

/** Sets one property of an element's inline style. */
export function setInline(element, property, value) {
  set(styleOf(element), property, value, false);
}

/** The declarations of a rule with the given text. */
export function ruleStyle(rule, text) {
  const style = new CSSStyleDeclaration(SECRET, null, rule, null);
  load(style[$entries], text);
  return style;
}

/** getComputedStyle (CSSOM § 9). */
export function getComputedStyle(element, pseudo) {
  if (element?.[$styleStale] === undefined) {
    throw new TypeError("Failed to execute 'getComputedStyle' on 'Window': parameter 1 is not of type 'Element'.");
  }
  const name = pseudo === undefined || pseudo === null ? "" : `${pseudo}`.replace(/^::?/, "").toLowerCase();
  return new CSSStyleDeclaration(SECRET, null, null, { element, pseudo: name });
}

export const globals = { CSSStyleDeclaration };
