// Selector matching (Selectors Level 4) for querySelector, matches and closest. Selectors are compiled to closures.
import { host, tokens } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { classesOf } from "ext:oracade/dom/token_list.js";
import { elementById, isHTMLDocument } from "ext:oracade/dom/document.js";
import { descendants } from "ext:oracade/dom/collections.js";
import { parseSelectorList } from "ext:oracade/css/selector_parser.js";
import * as tree from "ext:oracade/dom/tree.js";
import {
  $attrs,
  $bits,
  $connected,
  $data,
  $doc,
  $first,
  $kind,
  $local,
  $next,
  $ns,
  $parent,
  $prev,
  $stateBits,
  ACTIVE,
  CHECKED,
  DISABLED,
  FOCUS,
  FOCUS_VISIBLE,
  FOCUS_WITHIN,
  FULLSCREEN,
  HOVER,
  HTML_NS,
  INDETERMINATE,
  MODAL,
  OPEN,
  PLACEHOLDER_SHOWN,
  TARGET,
  clock,
} from "ext:oracade/dom/slots.js";

function next(element) {
  let node = element[$next];
  while (node !== null && node[$kind] !== 1) node = node[$next];
  return node;
}

function previous(element) {
  let node = element[$prev];
  while (node !== null && node[$kind] !== 1) node = node[$prev];
  return node;
}

function parent(element) {
  const node = element[$parent];
  return node !== null && node[$kind] === 1 ? node : null;
}

const sameType = (a, b) => a[$local] === b[$local] && a[$ns] === b[$ns];
const bits = (element) => element[$bits] | (element[$stateBits] === undefined ? 0 : element[$stateBits]());
const bitTest = (bit) => (element) => (bits(element) & bit) !== 0;

const CONTROLS = new Set(["button", "input", "select", "textarea", "optgroup", "option", "fieldset"]);
const isHTML = (element) => element[$ns] === HTML_NS;
const isControl = (element) => isHTML(element) && CONTROLS.has(element[$local]);
const REQUIRABLE = new Set(["input", "select", "textarea"]);
const EDITABLE_TYPES = new Set(["text", "search", "url", "tel", "email", "password", "date", "month", "week", "time",
  "datetime-local", "number"]);

function isEditable(element) {
  if (!isHTML(element)) return false;
  if (element[$local] === "textarea" || (element[$local] === "input" && EDITABLE_TYPES.has(element.type))) {
    return !hasAttr(element, "readonly") && (bits(element) & DISABLED) === 0;
  }
  return element.isContentEditable === true;
}

const PSEUDO = {
  root: (element) => element[$parent] !== null && element[$parent][$kind] === 9,
  empty(element) {
    for (let node = element[$first]; node !== null; node = node[$next]) {
      if (node[$kind] === 1 || ((node[$kind] === 3 || node[$kind] === 4) && node[$data] !== "")) return false;
    }
    return true;
  },
  "first-child": (element) => previous(element) === null,
  "last-child": (element) => next(element) === null,
  "only-child": (element) => previous(element) === null && next(element) === null,
  "first-of-type": (element) => !siblingOfType(element, previous),
  "last-of-type": (element) => !siblingOfType(element, next),
  "only-of-type": (element) => !siblingOfType(element, previous) && !siblingOfType(element, next),
  checked: bitTest(CHECKED),
  disabled: (element) => isControl(element) && (bits(element) & DISABLED) !== 0,
  enabled: (element) => isControl(element) && (bits(element) & DISABLED) === 0,
  required: (element) => isHTML(element) && REQUIRABLE.has(element[$local]) && hasAttr(element, "required"),
  optional: (element) => isHTML(element) && REQUIRABLE.has(element[$local]) && !hasAttr(element, "required"),
  "read-write": isEditable,
  "read-only": (element) => !isEditable(element),
  "placeholder-shown": bitTest(PLACEHOLDER_SHOWN),
  hover: (element) => {
    clock.hover = true;
    return (element[$bits] & HOVER) !== 0;
  },
  active: bitTest(ACTIVE),
  focus: bitTest(FOCUS),
  "focus-visible": bitTest(FOCUS_VISIBLE),
  "focus-within": bitTest(FOCUS_WITHIN),
  fullscreen: bitTest(FULLSCREEN),
  modal: bitTest(MODAL),
  open: bitTest(OPEN),
  target: bitTest(TARGET),
  indeterminate: bitTest(INDETERMINATE),
  "popover-open": (element) => host.isPopoverOpen(element),
  "any-link": (element) => isHTML(element) && (element[$local] === "a" || element[$local] === "area") && hasAttr(element, "href"),
  visited: () => false,
  autofill: () => false,
  host: () => false,
  "host-context": () => false,
  state: () => false,
  "target-current": () => false,
  scope: (element, context) => element === context.scope || (context.scope === null && PSEUDO.root(element)),
  defined: (element) => host.isDefined(element),
  default: (element) => host.isDefaultControl(element),
  valid: (element) => host.validity(element) === true,
  invalid: (element) => host.validity(element) === false,
  "user-valid": () => false,
  "user-invalid": () => false,
  "in-range": (element) => host.inRange(element) === true,
  "out-of-range": (element) => host.inRange(element) === false,
  playing: (element) => isMedia(element) && !element.paused,
  paused: (element) => isMedia(element) && element.paused,
  muted: (element) => isMedia(element) && element.muted,
};
PSEUDO.link = PSEUDO["any-link"];

const isMedia = (element) => isHTML(element) && (element[$local] === "audio" || element[$local] === "video");

function siblingOfType(element, step) {
  for (let node = step(element); node !== null; node = step(node)) {
    if (sameType(node, element)) return true;
  }
  return false;
}

function lang(element) {
  for (let node = element; node !== null && node[$kind] === 1; node = node[$parent]) {
    const value = getAttr(node, "lang");
    if (value !== null) return value.toLowerCase();
  }
  return "";
}

function direction(element) {
  for (let node = element; node !== null && node[$kind] === 1; node = node[$parent]) {
    const value = getAttr(node, "dir")?.toLowerCase();
    if (value === "ltr" || value === "rtl") return value;
  }
  return "ltr";
}

function compileNth(test) {
  const { a, b } = test;
  const ofType = test.name.endsWith("of-type");
  const step = test.name.includes("last") ? next : previous;
  const of = test.of === null ? null : compileList(test.of);
  return (element, context) => {
    if (of !== null && !of(element, context)) return false;
    let index = 1;
    for (let node = step(element); node !== null; node = step(node)) {
      if (ofType ? sameType(node, element) : of === null || of(node, context)) index++;
    }
    if (a === 0) return index === b;
    const n = (index - b) / a;
    return n >= 0 && Number.isInteger(n);
  };
}

function compileHas(list) {
  const compiled = list.map((selector) => {
    const first = selector.parts[1].combinator;
    return { test: compileComplex(selector), siblings: first === "+" || first === "~" };
  });
  return (element, context) => {
    const inner = { scope: context.scope, anchor: element };
    for (const { test, siblings } of compiled) {
      const start = siblings ? next(element) : element[$first];
      for (let top = start; top !== null; top = siblings ? next(top) : null) {
        let node = siblings ? top : start;
        const root = siblings ? top : element;
        for (; node !== null; node = tree.following(node, root)) {
          if (node[$kind] === 1 && test(node, inner)) return true;
        }
      }
    }
    return false;
  };
}

// Attributes whose values HTML compares without regard to case.
const CASELESS = new Set(`accept accept-charset align alink axis bgcolor charset checked clear codetype color compact
  declare defer dir direction disabled enctype face frame hreflang http-equiv lang language link media method multiple
  nohref noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype
  vlink`.split(/\s+/));

function compileAttribute(test) {
  const { name, lower, op, flag } = test;
  const caseless = flag === "i" || (flag === "" && CASELESS.has(lower));
  const always = flag === "i";
  const wanted = caseless ? test.value.toLowerCase() : test.value;
  const read = test.anyNamespace
    ? (element) => element[$attrs].find((attr) => attr.local === (isHTML(element) ? lower : name))?.value ?? null
    : (element) => getAttr(element, isHTML(element) ? lower : name);
  if (op === "" && test.anyNamespace) return (element) => read(element) !== null;
  if (op === "") return (element) => hasAttr(element, isHTML(element) ? lower : name);
  const compare = {
    "=": (value) => value === wanted,
    "~=": (value) => wanted !== "" && !/[\t\n\f\r ]/.test(wanted) && tokens(value).includes(wanted),
    "|=": (value) => value === wanted || value.startsWith(`${wanted}-`),
    "^=": (value) => wanted !== "" && value.startsWith(wanted),
    "$=": (value) => wanted !== "" && value.endsWith(wanted),
    "*=": (value) => wanted !== "" && value.includes(wanted),
  }[op];
  return (element) => {
    const value = read(element);
    if (value === null) return false;
    if (caseless && (always || isHTML(element))) return compare(value.toLowerCase());
    return compare(value);
  };
}

function compileTest(test) {
  switch (test.type) {
    case "anchor":
      return (element, context) => element === context.anchor;
    case "nons":
      return (element) => element[$ns] === null;
    case "tag": {
      const { name, lower } = test;
      return (element) => element[$local] === (isHTML(element) && isHTMLDocument(element[$doc]) ? lower : name);
    }
    case "id": {
      const { value } = test;
      return (element) => getAttr(element, "id") === value;
    }
    case "class": {
      const { value } = test;
      return (element) => classesOf(element).includes(value);
    }
    case "attr":
      return compileAttribute(test);
    case "element":
      return () => false;
    default:
      return compilePseudo(test);
  }
}

function compilePseudo(test) {
  switch (test.name) {
    case "not": {
      const list = compileList(test.args);
      return (element, context) => !list(element, context);
    }
    case "is":
    case "where":
      return compileList(test.args);
    case "has":
      return compileHas(test.args);
    case "lang": {
      const ranges = test.args.map((range) => range.toLowerCase());
      return (element) => {
        const value = lang(element);
        return value !== "" && ranges.some((range) => value === range || value.startsWith(`${range}-`) || range === "*");
      };
    }
    case "dir": {
      const wanted = test.args[0].toLowerCase();
      return (element) => direction(element) === wanted;
    }
    default:
      if (test.a !== undefined) return compileNth(test);
      return PSEUDO[test.name];
  }
}

function compileCompound(tests) {
  const compiled = tests.map(compileTest);
  if (compiled.length === 0) return () => true;
  if (compiled.length === 1) return compiled[0];
  if (compiled.length === 2) {
    const [a, b] = compiled;
    return (element, context) => a(element, context) && b(element, context);
  }
  return (element, context) => {
    for (let i = 0; i < compiled.length; i++) {
      if (!compiled[i](element, context)) return false;
    }
    return true;
  };
}

/** Right to left: each part knows how to find candidates for what is left of it. */
function compileComplex({ parts }) {
  let matches = compileCompound(parts[0].tests);
  for (let i = 1; i < parts.length; i++) {
    const left = matches;
    const own = compileCompound(parts[i].tests);
    switch (parts[i].combinator) {
      case ">":
        matches = (element, context) => {
          if (!own(element, context)) return false;
          const up = parent(element);
          return up !== null && left(up, context);
        };
        break;
      case "+":
        matches = (element, context) => {
          if (!own(element, context)) return false;
          const before = previous(element);
          return before !== null && left(before, context);
        };
        break;
      case "~":
        matches = (element, context) => {
          if (!own(element, context)) return false;
          for (let before = previous(element); before !== null; before = previous(before)) {
            if (left(before, context)) return true;
          }
          return false;
        };
        break;
      default:
        matches = (element, context) => {
          if (!own(element, context)) return false;
          for (let up = parent(element); up !== null; up = parent(up)) {
            if (left(up, context)) return true;
          }
          return false;
        };
    }
  }
  return matches;
}

function compileList(list) {
  const compiled = list.map(compileComplex);
  if (compiled.length === 1) return compiled[0];
  return (element, context) => {
    for (let i = 0; i < compiled.length; i++) {
      if (compiled[i](element, context)) return true;
    }
    return false;
  };
}

/** A compiled selector list. `id` is set if every match must have that id. */
class Selector {
  constructor(list) {
    this.test = compileList(list);
    this.id = null;
    if (list.length === 1) {
      const last = list[0].parts[list[0].parts.length - 1];
      this.id = last.tests.find((test) => test.type === "id")?.value ?? null;
    }
  }
  matches(element, scope) {
    return this.test(element, { scope, anchor: null });
  }
}

const cache = new Map();
const CACHE_LIMIT = 1000;

/** The compiled form of a selector list; throws SyntaxError for `what`. */
export function selector(text, what) {
  let compiled = cache.get(text);
  if (compiled === undefined) {
    const list = parseSelectorList(text);
    if (text === "") fail("SyntaxError", `Failed to execute ${what}: The provided selector is empty.`);
    if (list === null) fail("SyntaxError", `Failed to execute ${what}: '${text}' is not a valid selector.`);
    compiled = new Selector(list);
    if (cache.size >= CACHE_LIMIT) cache.clear();
    cache.set(text, compiled);
  }
  return compiled;
}
host.selector = selector;

const SIMPLE = /^([#.]?)(-?[A-Za-z_][\w-]*)$/;

function simpleTest(kind, name) {
  if (kind === ".") return (element) => classesOf(element).includes(name);
  const lower = name.toLowerCase();
  return (element) => element[$local] === (isHTML(element) && isHTMLDocument(element[$doc]) ? lower : name);
}

function ownerName(root) {
  return root[$kind] === 9 ? "Document" : root[$kind] === 11 ? "DocumentFragment" : "Element";
}

/** True if ids of `root`'s tree can be looked up in the document's table. */
const indexed = (root) => root[$connected] && tree.rootOf(root) === host.document;

function firstDescendant(root, test) {
  for (let node = root[$first]; node !== null; node = tree.following(node, root)) {
    if (node[$kind] === 1 && test(node)) return node;
  }
  return null;
}

host.querySelector = (root, text) => {
  const simple = SIMPLE.exec(text);
  if (simple !== null) {
    const [, kind, name] = simple;
    if (kind !== "#") return firstDescendant(root, simpleTest(kind, name));
    if (root === host.document) return elementById(name);
    return firstDescendant(root, (element) => getAttr(element, "id") === name);
  }
  const compiled = selector(text, `'querySelector' on '${ownerName(root)}'`);
  const context = { scope: root[$kind] === 1 ? root : null, anchor: null };
  if (compiled.id !== null && indexed(root)) {
    const element = elementById(compiled.id);
    if (element === null) return null;
    // A second element with the same id may be the one that matches; look at all then.
    if (element !== root && tree.isInclusiveAncestor(root, element) && compiled.test(element, context)) return element;
  }
  return firstDescendant(root, (element) => compiled.test(element, context));
};

host.querySelectorAll = (root, text) => {
  const simple = SIMPLE.exec(text);
  if (simple !== null) {
    const [, kind, name] = simple;
    if (kind !== "#") return descendants(root, simpleTest(kind, name));
    return descendants(root, (element) => getAttr(element, "id") === name);
  }
  const compiled = selector(text, `'querySelectorAll' on '${ownerName(root)}'`);
  const context = { scope: root[$kind] === 1 ? root : null, anchor: null };
  return descendants(root, (element) => compiled.test(element, context));
};

