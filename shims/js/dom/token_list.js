// DOMTokenList (DOM § 7.1) and DOMStringMap (HTML § 3.2.6.6).
import { SECRET, finishInterface, illegalConstructor, required, tokens } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { getAttr, hasAttr, removeAttr, setAttr, syncStyle } from "ext:oracade/dom/attributes.js";
import { $attrs, $classes, $definition, clock } from "ext:oracade/dom/slots.js";

const $element = Symbol("element");
const $attribute = Symbol("attribute");
const $source = Symbol("text that was split");
const $tokens = Symbol("tokens");
const $supported = Symbol("supported tokens");
const NONE = [];

/** The class names of an element, split once per change of the attribute. */
export function classesOf(element) {
  const cached = element[$classes];
  if (cached !== null) return cached;
  const attrs = element[$attrs];
  for (let i = 0; i < attrs.length; i++) {
    if (attrs[i].name === "class") return element[$classes] = tokens(attrs[i].value);
  }
  return element[$classes] = NONE;
}

function read(list) {
  if (list[$attribute] === "class") return classesOf(list[$element]);
  const text = getAttr(list[$element], list[$attribute]);
  if (text !== list[$source]) {
    list[$source] = text;
    list[$tokens] = text === null ? NONE : tokens(text);
  }
  return list[$tokens];
}

function checkToken(token, method) {
  token = `${token}`;
  if (token === "") fail("SyntaxError", `Failed to execute '${method}' on 'DOMTokenList': The token provided must not be empty.`);
  if (/[\t\n\f\r ]/.test(token)) {
    fail("InvalidCharacterError", `Failed to execute '${method}' on 'DOMTokenList': The token provided ('${token}') contains HTML space characters, which are not valid in tokens.`);
  }
  return token;
}

function write(list, found) {
  const element = list[$element];
  if (found.length === 0 && !hasAttr(element, list[$attribute])) return;
  setAttr(element, list[$attribute], found.join(" "));
}

export class DOMTokenList {
  constructor(secret, element, attribute, supported) {
    if (secret !== SECRET) illegalConstructor();
    this[$element] = element;
    this[$attribute] = attribute;
    this[$source] = undefined;
    this[$tokens] = NONE;
    this[$supported] = supported;
  }
  get length() {
    return read(this).length;
  }
  item(index) {
    return read(this)[index >>> 0] ?? null;
  }
  contains(token) {
    return read(this).includes(`${token}`);
  }
  add(...names) {
    const found = read(this);
    let next = null;
    for (let i = 0; i < names.length; i++) names[i] = checkToken(names[i], "add");
    for (let i = 0; i < names.length; i++) {
      if (!(next ?? found).includes(names[i])) (next ??= found.slice()).push(names[i]);
    }
    if (next !== null) write(this, next);
    else again(this, found);
  }
  remove(...names) {
    const found = read(this);
    for (let i = 0; i < names.length; i++) names[i] = checkToken(names[i], "remove");
    const next = found.filter((token) => !names.includes(token));
    if (next.length !== found.length) write(this, next);
    else again(this, found);
  }
  toggle(token, force) {
    token = checkToken(token, "toggle");
    const found = read(this);
    if (found.includes(token)) {
      if (force === undefined || !force) {
        write(this, found.filter((other) => other !== token));
        return false;
      }
      return true;
    }
    if (force === undefined || force) {
      write(this, [...found, token]);
      return true;
    }
    return false;
  }
  replace(token, next) {
    required(arguments, 2, "replace", "DOMTokenList");
    next = `${next}`;
    if (next === "") checkToken(next, "replace");
    token = checkToken(token, "replace");
    next = checkToken(next, "replace");
    const found = read(this);
    const at = found.indexOf(token);
    if (at < 0) return false;
    const result = found.map((other) => (other === token ? next : other));
    write(this, [...new Set(result)]);
    return true;
  }
  supports(token) {
    const supported = this[$supported];
    if (supported === undefined) {
      throw new TypeError("Failed to execute 'supports' on 'DOMTokenList': DOMTokenList has no supported tokens.");
    }
    return supported.includes(`${token}`.toLowerCase());
  }
  get value() {
    return getAttr(this[$element], this[$attribute]) ?? "";
  }
  set value(value) {
    setAttr(this[$element], this[$attribute], `${value}`);
  }
  toString() {
    return this.value;
  }
}
// Web IDL's value iterators are the array's own functions.
for (const name of ["entries", "forEach", "keys", "values"]) {
  Object.defineProperty(DOMTokenList.prototype, name, { value: Array.prototype[name], writable: true, enumerable: true, configurable: true });
}
finishInterface(DOMTokenList);
Object.defineProperty(DOMTokenList.prototype, Symbol.iterator, { value: Array.prototype.values, writable: true, configurable: true });
// Indexed access through the prototype keeps the lists themselves ordinary, fast objects.
for (let index = 0; index < 512; index++) {
  Object.defineProperty(DOMTokenList.prototype, index, {
    get() {
      return read(this)[index];
    },
    enumerable: false,
    configurable: true,
  });
}

// The update steps always write: an attribute with odd spacing is normalised even if no token changed. That nothing changed is seen
// by observers only.
function again(list, found) {
  const element = list[$element];
  const text = getAttr(element, list[$attribute]);
  if (text !== null && (text !== found.join(" ") || clock.observed || element[$definition] !== null)) write(list, found);
}

/** The token list of an attribute. */
export function tokenList(element, attribute, supported) {
  return new DOMTokenList(SECRET, element, attribute, supported);
}

export class DOMStringMap {
  constructor(secret, element) {
    if (secret !== SECRET) illegalConstructor();
    this[$element] = element;
  }
}
finishInterface(DOMStringMap);

const attributeNames = new Map();
/** `fooBar` → `data-foo-bar`. */
function dataName(property) {
  let name = attributeNames.get(property);
  if (name === undefined) {
    name = `data-${property.replace(/[A-Z]/g, (upper) => `-${upper.toLowerCase()}`)}`;
    if (attributeNames.size > 1000) attributeNames.clear();
    attributeNames.set(property, name);
  }
  return name;
}

const DATA_TRAPS = {
  get(target, key) {
    if (typeof key === "symbol" || key in target) return target[key];
    return getAttr(target[$element], dataName(key)) ?? undefined;
  },
  has(target, key) {
    return (typeof key === "string" && hasAttr(target[$element], dataName(key))) || key in target;
  },
  set(target, key, value) {
    if (typeof key === "symbol") {
      target[key] = value;
      return true;
    }
    if (/-[a-z]/.test(key)) {
      fail("SyntaxError", `Failed to set a named property '${key}' on 'DOMStringMap': '${key}' is not a valid property name.`);
    }
    setAttr(target[$element], dataName(key), `${value}`);
    return true;
  },
  deleteProperty(target, key) {
    if (typeof key === "string") removeAttr(target[$element], dataName(key));
    return true;
  },
  ownKeys(target) {
    syncStyle(target[$element]);
    const keys = [];
    for (const { name } of target[$element][$attrs]) {
      if (name.startsWith("data-") && !/[A-Z]/.test(name)) {
        keys.push(name.slice(5).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()));
      }
    }
    return keys;
  },
  getOwnPropertyDescriptor(target, key) {
    if (typeof key !== "string") return undefined;
    const value = getAttr(target[$element], dataName(key));
    return value === null ? undefined : { value, writable: true, enumerable: true, configurable: true };
  },
  defineProperty(target, key, descriptor) {
    setAttr(target[$element], dataName(`${key}`), `${descriptor.value}`);
    return true;
  },
};

export function datasetOf(element) {
  // The internal slot hides behind a plain target that has no own keys a page could list.
  const map = new DOMStringMap(SECRET, element);
  Object.defineProperty(map, $element, { enumerable: false, configurable: true });
  return new Proxy(map, DATA_TRAPS);
}

export const globals = { DOMTokenList, DOMStringMap };
