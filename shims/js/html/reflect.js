// Reflecting content attributes in IDL attributes (HTML § 2.6.1), table-driven.
import { asciiLower, host } from "ext:oracade/internal.js";
import { getAttr, hasAttr, removeAttr, setAttr, toggleAttr } from "ext:oracade/dom/attributes.js";
import { fail } from "ext:oracade/dom/exception.js";
import { tokenList } from "ext:oracade/dom/token_list.js";

/** Parses an integer as HTML does; null on error. */
export function parseInteger(text) {
  const match = /^[\t\n\f\r ]*([+-]?\d+)/.exec(text ?? "");
  if (match === null) return null;
  const value = parseInt(match[1], 10);
  return value >= -2147483648 && value <= 2147483647 ? value + 0 : null; // never −0
}

/** Parses a floating-point number as HTML does; NaN on error. */
export function parseFloating(text) {
  const match = /^[\t\n\f\r ]*([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)/.exec(text ?? "");
  return match === null ? NaN : parseFloat(match[1]);
}

/** The absolute form of a URL attribute; the text itself if it does not parse. */
export function resolveURL(text) {
  return host.parseURL(text, host.documentBase())?.href ?? text;
}

/** An enumerated attribute: `states` are the keywords, `missing` and `invalid` the defaults (null gives null). */
export function enumerated(attr, states, missing = "", invalid = missing) {
  const known = new Map(states.map((state) => (Array.isArray(state) ? state : [state, state])));
  return {
    get(element) {
      const text = getAttr(element, attr);
      if (text === null) return missing;
      const state = known.get(asciiLower(text));
      return state === undefined ? invalid : state;
    },
    set(element, value) {
      if ((value === null || value === undefined) && missing === null) removeAttr(element, attr);
      else setAttr(element, attr, `${value}`);
    },
  };
}

/** `referrerPolicy`, as many elements have it. */
export const referrerPolicy = enumerated("referrerpolicy", ["no-referrer", "no-referrer-when-downgrade", "same-origin", "origin",
  "strict-origin", "origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url"]);

const ENCTYPES = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
/** What buttons that submit say about the submission. */
export const submission = {
  formAction: {
    get: (element) => {
      const text = getAttr(element, "formaction");
      return text === null || text === "" ? host.documentURL(host.document) : resolveURL(text);
    },
    set: (element, value) => setAttr(element, "formaction", `${value}`),
  },
  formEnctype: enumerated("formenctype", ENCTYPES, "", ENCTYPES[0]),
  formMethod: enumerated("formmethod", ["get", "post", "dialog"], "", "get"),
  formNoValidate: "boolean",
  formTarget: "string",
};

const KINDS = {
  string: (attr) => ({
    get: (element) => getAttr(element, attr) ?? "",
    set: (element, value) => setAttr(element, attr, `${value}`),
  }),
  nullToEmpty: (attr) => ({ // [LegacyNullToEmptyString]
    get: (element) => getAttr(element, attr) ?? "",
    set: (element, value) => setAttr(element, attr, value === null ? "" : `${value}`),
  }),
  nullable: (attr) => ({
    get: (element) => getAttr(element, attr),
    set: (element, value) => (value === null || value === undefined ? removeAttr(element, attr) : setAttr(element, attr, `${value}`)),
  }),
  boolean: (attr) => ({
    get: (element) => hasAttr(element, attr),
    set: (element, value) => toggleAttr(element, attr, Boolean(value)),
  }),
  url: (attr) => ({
    get: (element) => {
      const text = getAttr(element, attr);
      return text === null ? "" : resolveURL(text);
    },
    set: (element, value) => setAttr(element, attr, `${value}`),
  }),
  long: (attr, fallback = 0) => ({
    get: (element) => parseInteger(getAttr(element, attr)) ?? fallback,
    set: (element, value) => setAttr(element, attr, `${value | 0}`),
  }),
  unsigned: (attr, fallback = 0, minimum = 0) => ({
    get: (element) => {
      const value = parseInteger(getAttr(element, attr));
      return value !== null && value >= minimum ? value : fallback;
    },
    set: (element, value) => {
      value >>>= 0;
      if (value === 0 && minimum > 0) fail("IndexSizeError", `Failed to set the '${attr}' property: The value provided is 0, which is an invalid size.`);
      setAttr(element, attr, `${value > 2147483647 ? fallback : value}`);
    },
  }),
  positive: (attr, fallback) => ({ // "limited to only positive numbers with fallback"
    get: (element) => {
      const value = parseInteger(getAttr(element, attr));
      return value !== null && value > 0 ? value : fallback;
    },
    set: (element, value) => {
      value >>>= 0;
      setAttr(element, attr, `${value === 0 || value > 2147483647 ? fallback : value}`);
    },
  }),
  clamped: (attr, minimum, maximum, fallback) => ({ // "clamped to the range"
    get: (element) => {
      const digits = /^[\t\n\f\r ]*\+?(\d+)/.exec(getAttr(element, attr) ?? "");
      return digits === null ? fallback : Math.min(Math.max(Number(digits[1]), minimum), maximum);
    },
    set: (element, value) => {
      value >>>= 0;
      setAttr(element, attr, `${value > 2147483647 ? fallback : value}`);
    },
  }),
  limited: (attr, fallback = -1) => ({ // non-negative
    get: (element) => {
      const value = parseInteger(getAttr(element, attr));
      return value !== null && value >= 0 ? value : fallback;
    },
    set: (element, value) => {
      value |= 0;
      if (value < 0) {
        const member = attr.replace("length", "Length");
        fail("IndexSizeError", `Failed to set the '${member}' property on '${element.constructor.name}': The value provided (${value}) is not positive or 0.`);
      }
      setAttr(element, attr, `${value}`);
    },
  }),
};

/**
 * Defines reflecting attributes on a class. `table`: IDL name → kind, or [kind, content attribute, …arguments], or an
 * object {get(element), set(element, value)} as `enumerated` makes.
 */
export function reflect(cls, table) {
  for (const [name, spec] of Object.entries(table)) {
    let accessor;
    if (typeof spec === "object" && !Array.isArray(spec)) {
      accessor = spec;
    } else {
      const [kind, attr = name.toLowerCase(), ...rest] = Array.isArray(spec) ? spec : [spec];
      accessor = KINDS[kind](attr, ...rest);
    }
    const { get, set } = accessor;
    Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors({
      get [name]() {
        return get(this);
      },
      set [name](value) {
        set(this, value);
      },
    }));
  }
}

/** Defines a DOMTokenList attribute; assignment forwards to its value. */
export function reflectTokens(cls, name, attr, supported) {
  const $list = Symbol(name);
  Object.defineProperties(cls.prototype, Object.getOwnPropertyDescriptors({
    get [name]() {
      return this[$list] ??= tokenList(this, attr, supported);
    },
    set [name](value) {
      setAttr(this, attr, `${value}`);
    },
  }));
}
