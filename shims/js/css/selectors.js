// Selector matching (Selectors Level 4) for querySelector, matches and closest. Selectors are compiled to closures.
import { asciiLower, host, tokens } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { getAttr, hasAttr } from "ext:oracade/dom/attributes.js";
import { classesOf } from "ext:oracade/dom/token_list.js";
import { elementById, isHTMLDocument } from "ext:oracade/dom/document.js";
import { descendants } from "ext:oracade/dom/collections.js";
import { directionOf } from "ext:oracade/css/direction.js";
import { parseSelectorList } from "ext:oracade/css/selector_parser.js";
import * as tree from "ext:oracade/dom/tree.js";
import {
  $compat,
  $attrs,
  $bits,
  $connected,
  $data,
  $doc,
  $first,
  $host,
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
  USER_INVALID,
  USER_VALID,
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

const sameType = (a, b) => a[$local] === b[$local] && a[$ns] === b[$ns];
const bits = (element) => element[$bits] | (element[$stateBits] === undefined ? 0 : element[$stateBits]());
const bitTest = (bit) => (element) => (bits(element) & bit) !== 0;

const CONTROLS = new Set(["button", "input", "select", "textarea", "optgroup", "option", "fieldset"]);
const isHTML = (element) => element[$ns] === HTML_NS;
const isControl = (element) => isHTML(element) && (CONTROLS.has(element[$local]) || host.isFormAssociated(element));
const REQUIRABLE = new Set(["input", "select", "textarea"]);
const OPTIONAL = new Set([...REQUIRABLE, "button"]);
/** Types of input to which `required` does not apply. */
const NEVER_REQUIRED = new Set(["hidden", "range", "color", "submit", "image", "reset", "button"]);
const isRequired = (element) => isHTML(element) && REQUIRABLE.has(element[$local]) && hasAttr(element, "required") &&
  !(element[$local] === "input" && NEVER_REQUIRED.has(element.type));
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
  required: isRequired,
  optional: (element) => isControl(element) && OPTIONAL.has(element[$local]) && !isRequired(element),
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
  indeterminate: (element) => (bits(element) & INDETERMINATE) !== 0 || host.isIndeterminate(element),
  "popover-open": (element) => host.isPopoverOpen(element),
  "any-link": (element) => isHTML(element) && (element[$local] === "a" || element[$local] === "area") && hasAttr(element, "href"),
  scope: (element, context) => element === context.scope || (context.scope === null && PSEUDO.root(element)),
  defined: (element) => host.isDefined(element),
  default: (element) => host.isDefaultControl(element),
  valid: (element) => host.validity(element) === true,
  invalid: (element) => host.validity(element) === false,
  "user-valid": bitTest(USER_VALID),
  "user-invalid": bitTest(USER_INVALID),
  "in-range": (element) => host.inRange(element) === true,
  "out-of-range": (element) => host.inRange(element) === false,
};
PSEUDO["-webkit-any-link"] = PSEUDO["any-link"];
PSEUDO["-webkit-full-screen"] = PSEUDO.fullscreen;
PSEUDO.link = PSEUDO["any-link"];

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

function compileNth(test) {
  const { a, b } = test;
  const ofType = test.name.endsWith("of-type");
  const step = test.name.includes("last") ? next : previous;
  const of = test.of === false ? null : compileList(test.of);
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

function comparison(op, wanted) {
  return {
    "": () => true,
    "=": (value) => value === wanted,
    "~=": (value) => wanted !== "" && !/[\t\n\f\r ]/.test(wanted) && tokens(value).includes(wanted),
    "|=": (value) => value === wanted || value.startsWith(`${wanted}-`),
    "^=": (value) => wanted !== "" && value.startsWith(wanted),
    "$=": (value) => wanted !== "" && value.endsWith(wanted),
    "*=": (value) => wanted !== "" && value.includes(wanted),
  }[op];
}

function compileAttribute(test) {
  const { name, lower, ns, op, flag } = test;
  const always = flag === "i";
  const caseless = always || CASELESS.has(lower);
  const wanted = caseless ? asciiLower(test.value) : test.value;
  const localOf = (element) => (isHTML(element) && isHTMLDocument(element[$doc]) ? lower : name);
  const compare = comparison(op, wanted);
  const plain = comparison(op, test.value);
  const matches = (element, value) => {
    if (caseless && (always || (isHTML(element) && isHTMLDocument(element[$doc])))) return compare(asciiLower(value));
    return op === "=" ? value === test.value : plain(value);
  };
  if (ns !== null) {
    return (element) => {
      const local = localOf(element);
      return element[$attrs].some((attr) => attr.local === local && (ns === undefined || attr.ns === ns) &&
        (op === "" || matches(element, attr.value)));
    };
  }
  if (op === "") return (element) => hasAttr(element, localOf(element));
  return (element) => {
    const value = getAttr(element, localOf(element));
    return value !== null && matches(element, value);
  };
}

function compileTest(test) {
  switch (test.type) {
    case "anchor":
      return (element, context) => element === context.anchor;
    case "universal": {
      const { ns } = test;
      return ns === undefined ? () => true : (element) => element[$ns] === ns;
    }
    case "tag": {
      const { name, lower, ns } = test;
      const matches = (element) => element[$local] === (isHTML(element) && isHTMLDocument(element[$doc]) ? lower : name);
      return ns === undefined ? matches : (element) => element[$ns] === ns && matches(element);
    }
    case "nest":
      return PSEUDO.scope;
    case "id": {
      const { value } = test;
      const lower = asciiLower(value);
      return (element) => {
        const id = getAttr(element, "id");
        return id === value || (id !== null && isQuirky(element[$doc]) && asciiLower(id) === lower);
      };
    }
    case "class": {
      const { value } = test;
      const lower = asciiLower(value);
      return (element) =>
        classesOf(element).includes(value) ||
        (isQuirky(element[$doc]) && classesOf(element).some((name) => asciiLower(name) === lower));
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
    case "-webkit-any":
      return compileList(test.args);
    case "has":
      return compileHas(test.args);
    case "lang": {
      const range = test.args[0].toLowerCase();
      return (element) => {
        const value = lang(element);
        return value !== "" && (value === range || value.startsWith(`${range}-`));
      };
    }
    case "dir": {
      const wanted = test.args[0].toLowerCase();
      return (element) => isHTML(element) && directionOf(element) === wanted;
    }
    case "state": {
      const state = test.args[0];
      return (element) => host.hasCustomState?.(element, state) === true;
    }
    default:
      if (test.a !== undefined) return compileNth(test);
      return PSEUDO[test.name] ?? (() => false);
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

/**
 * What a compound says of the root of a tree that is no document: the scope of a query, or a shadow root, which stands for its
 * host, of which a shadow tree sees only `:host` and what is about it (Selectors 4 § 3.4). Null if it cannot match.
 */
function compileRoot(tests) {
  const compiled = [];
  for (const test of tests) {
    const matches = rootTest(test);
    if (matches === null) return null;
    compiled.push(matches);
  }
  return (root, context) => compiled.every((matches) => matches(root, context));
}

function rootTest(test) {
  if (test.type === "anchor") return (root, context) => root === context.anchor;
  if (test.type === "nest") return (root, context) => root === context.scope;
  if (test.type !== "pseudo") return null;
  const alternatives = (list) => list.map(({ parts }) => (parts.length === 1 ? compileRoot(parts[0].tests) : null)).filter((one) => one !== null);
  switch (test.name) {
    case "scope":
      return (root, context) => root === context.scope;
    case "host": {
      const list = test.args === null ? null : compileList(test.args);
      return (root, context) => isShadowRoot(root) && (list === null || list(root[$host], context));
    }
    case "host-context": {
      const list = compileList(test.args);
      return (root, context) => {
        if (!isShadowRoot(root)) return false;
        for (let node = root[$host]; node !== null; node = node[$parent] ?? (isShadowRoot(node) ? node[$host] : null)) {
          if (node[$kind] === 1 && list(node, context)) return true;
        }
        return false;
      };
    }
    case "is":
    case "where": {
      const list = alternatives(test.args);
      return list.length === 0 ? null : (root, context) => list.some((matches) => matches(root, context));
    }
    case "not": {
      const list = alternatives(test.args);
      return (root, context) => !list.some((matches) => matches(root, context));
    }
    case "has": {
      const matches = compileHas(test.args);
      return (root, context) => matches(root, context);
    }
    default:
      return null;
  }
}

const isShadowRoot = (node) => node[$kind] === 11 && host.isShadowRoot(node);

/** Right to left: each part knows how to find candidates for what is left of it. */
function compileComplex({ parts }) {
  let matches = compileCompound(parts[0].tests);
  let root = compileRoot(parts[0].tests);
  for (let i = 1; i < parts.length; i++) {
    const left = matches;
    const leftRoot = root;
    root = null;
    const own = compileCompound(parts[i].tests);
    switch (parts[i].combinator) {
      case ">":
        matches = (element, context) => {
          if (!own(element, context)) return false;
          const up = element[$parent];
          if (up === null) return false;
          return up[$kind] === 1 ? left(up, context) : leftRoot !== null && up[$kind] === 11 && leftRoot(up, context);
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
          let up = element[$parent];
          for (; up !== null && up[$kind] === 1; up = up[$parent]) {
            if (left(up, context)) return true;
          }
          return up !== null && leftRoot !== null && up[$kind] === 11 && leftRoot(up, context);
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

/** In quirks mode ids and classes are compared without case. */
const isQuirky = (document) => document[$compat] === "BackCompat";

/** True if ids of `root`'s tree can be looked up in the document's table. */
const indexed = (root) => root[$connected] && tree.rootOf(root) === host.document;

function firstDescendant(root, test) {
  for (let node = root[$first]; node !== null; node = tree.following(node, root)) {
    if (node[$kind] === 1 && test(node)) return node;
  }
  return null;
}

host.querySelector = (root, text) => {
  const simple = isQuirky(root[$doc] ?? root) ? null : SIMPLE.exec(text);
  if (simple !== null) {
    const [, kind, name] = simple;
    if (kind !== "#") return firstDescendant(root, simpleTest(kind, name));
    if (root === host.document) return elementById(name);
    return firstDescendant(root, (element) => getAttr(element, "id") === name);
  }
  const compiled = selector(text, `'querySelector' on '${ownerName(root)}'`);
  const context = { scope: root[$kind] === 9 ? null : root, anchor: null };
  if (compiled.id !== null && indexed(root) && !isQuirky(root[$doc] ?? root)) {
    const element = elementById(compiled.id);
    if (element === null) return null;
    // A second element with the same id may be the one that matches; look at all then.
    if (element !== root && tree.isInclusiveAncestor(root, element) && compiled.test(element, context)) return element;
  }
  return firstDescendant(root, (element) => compiled.test(element, context));
};

host.querySelectorAll = (root, text) => {
  const simple = isQuirky(root[$doc] ?? root) ? null : SIMPLE.exec(text);
  if (simple !== null) {
    const [, kind, name] = simple;
    if (kind !== "#") return descendants(root, simpleTest(kind, name));
    return descendants(root, (element) => getAttr(element, "id") === name);
  }
  const compiled = selector(text, `'querySelectorAll' on '${ownerName(root)}'`);
  const context = { scope: root[$kind] === 9 ? null : root, anchor: null };
  return descendants(root, (element) => compiled.test(element, context));
};

