// Custom elements (HTML § 4.13).
import { SECRET, finishInterface, host, illegalConstructor } from "ext:oracade/internal.js";
import { $is } from "ext:oracade/dom/slots.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import * as tree from "ext:oracade/dom/tree.js";
import {
  $attrs,
  $connected,
  $definition,
  $kind,
  $local,
  $ns,
  $prefix,
  $shadow,
  HTML_NS,
  clock,
} from "ext:oracade/dom/slots.js";

const byName = new Map();
const byConstructor = new Map();
const waiting = new Map(); // name → {promise, resolve}
const FORBIDDEN = new Set(["annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri",
  "font-face-format", "font-face-name", "missing-glyph"]);
const VALID_NAME = /^[a-z][^\0\t\n\f\r />A-Z]*-[^\0\t\n\f\r />A-Z]*$/;

class Definition {
  constructor(name, local, constructor) {
    this.name = name;
    this.local = local;
    this.constructor = constructor;
    this.observed = [];
    this.callbacks = {};
    this.formAssociated = false;
    this.stack = []; // elements under upgrade, innermost last
  }
}

const $registry = Symbol("registry");

export class CustomElementRegistry {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
    this[$registry] = true;
  }
  define(name, constructor, options) {
    const what = "'define' on 'CustomElementRegistry'";
    if (typeof constructor !== "function" || constructor.prototype === undefined) {
      throw new TypeError(`Failed to execute ${what}: parameter 2 is not of type 'Function'.`);
    }
    name = `${name}`;
    if (!VALID_NAME.test(name) || FORBIDDEN.has(name)) {
      fail("SyntaxError", `Failed to execute ${what}: "${name}" is not a valid custom element name`);
    }
    if (byName.has(name)) {
      fail("NotSupportedError", `Failed to execute ${what}: the name "${name}" has already been used with this registry`);
    }
    if (byConstructor.has(constructor)) {
      fail("NotSupportedError", `Failed to execute ${what}: this constructor has already been used with this registry`);
    }
    const extend = options?.extends === undefined ? null : `${options.extends}`;
    if (extend !== null && extend.includes("-")) {
      fail("NotSupportedError", `Failed to execute ${what}: "${extend}" is a valid custom element name`);
    }
    const definition = new Definition(name, extend ?? name, constructor);
    const prototype = constructor.prototype;
    for (const callback of ["connectedCallback", "disconnectedCallback", "adoptedCallback", "attributeChangedCallback"]) {
      const method = prototype[callback];
      if (method !== undefined) {
        if (typeof method !== "function") throw new TypeError(`Failed to execute ${what}: ${callback} is not callable.`);
        definition.callbacks[callback] = method;
      }
    }
    if (definition.callbacks.attributeChangedCallback !== undefined) {
      const observed = constructor.observedAttributes;
      if (observed !== undefined) definition.observed = [...observed].map(String);
    }
    definition.formAssociated = Boolean(constructor.formAssociated);
    byName.set(name, definition);
    byConstructor.set(constructor, definition);
    clock.custom = true;
    upgradeTree(host.document);
    const waiter = waiting.get(name);
    if (waiter !== undefined) {
      waiting.delete(name);
      waiter.resolve(constructor);
    }
  }
  get(name) {
    return byName.get(`${name}`)?.constructor;
  }
  getName(constructor) {
    return byConstructor.get(constructor)?.name ?? null;
  }
  whenDefined(name) {
    name = `${name}`;
    if (!VALID_NAME.test(name) || FORBIDDEN.has(name)) {
      return Promise.reject(new DOMException(`Failed to execute 'whenDefined' on 'CustomElementRegistry': "${name}" is not a valid custom element name`, "SyntaxError"));
    }
    const definition = byName.get(name);
    if (definition !== undefined) return Promise.resolve(definition.constructor);
    let waiter = waiting.get(name);
    if (waiter === undefined) {
      waiter = {};
      waiter.promise = new Promise((resolve) => waiter.resolve = resolve);
      waiting.set(name, waiter);
    }
    return waiter.promise;
  }
  upgrade(root) {
    tree.requireNode(root, "'upgrade' on 'CustomElementRegistry'");
    upgradeTree(root, true);
  }
}
finishInterface(CustomElementRegistry);


function definitionFor(element) {
  if (element[$ns] !== HTML_NS) return undefined;
  return lookUp(element[$local], element[$is] ?? isAttribute(element));
}

/** "look up a custom element definition": by local name, else by the `is` value. */
function lookUp(local, is) {
  const autonomous = byName.get(local);
  if (autonomous !== undefined && autonomous.local === local) return autonomous;
  const definition = is === undefined ? undefined : byName.get(is);
  return definition !== undefined && definition.local === local ? definition : undefined;
}

function isAttribute(element) {
  for (const attr of element[$attrs]) {
    if (attr.name === "is") return attr.value;
  }
  return undefined;
}

/** Upgrades the connected elements of a tree, or all of them, in shadow-including tree order. */
function upgradeTree(root, all = false) {
  const candidates = [];
  const collect = (top) => {
    for (let node = top; node !== null; node = tree.following(node, top)) {
      if (node[$kind] !== 1) continue;
      if (node[$definition] === null && (all || node[$connected] || node === root)) candidates.push(node);
      if (node[$shadow] !== null) collect(node[$shadow]);
    }
  };
  collect(root);
  for (const element of candidates) tryUpgrade(element);
}

function tryUpgrade(element) {
  if (element[$definition] !== null) return;
  const definition = definitionFor(element);
  if (definition !== undefined) upgrade(element, definition);
}

function upgrade(element, definition) {
  element[$definition] = definition;
  const attrs = element[$attrs].map((attr) => ({ ...attr }));
  definition.stack.push(element);
  try {
    const result = Reflect.construct(definition.constructor, []);
    if (result !== element) throw new TypeError("The custom element constructor did not produce the element being upgraded.");
  } catch (error) {
    element[$definition] = FAILED;
    host.reportException(error);
    return;
  } finally {
    definition.stack.pop();
  }
  for (const attr of attrs) host.customAttribute(element, attr, null, attr.value);
  if (element[$connected]) call(element, "connectedCallback", []);
}
const FAILED = new Definition("", "", null);

function call(element, name, args) {
  const definition = element[$definition];
  const callback = definition?.callbacks[name];
  if (callback === undefined) return;
  try {
    Reflect.apply(callback, element, args);
  } catch (error) {
    host.reportException(error);
  }
}

/** What `super()` does in a custom element's constructor. */
host.constructCustom = (newTarget) => {
  // HTML § 3.2.3: an interface's own constructor makes nothing, even if it was registered.
  if (host.isElementInterface(newTarget)) illegalConstructor(newTarget.name);
  const definition = byConstructor.get(newTarget);
  if (definition === undefined) illegalConstructor(newTarget.name);
  const prototype = newTarget.prototype;
  if (definition.stack.length === 0) {
    const element = host.makeElement(host.document, definition.local, HTML_NS, null);
    Object.setPrototypeOf(element, prototype);
    element[$definition] = definition;
    if (definition.local !== definition.name) element[$is] = definition.name;
    return element;
  }
  const element = definition.stack[definition.stack.length - 1];
  if (element === DONE) throw new TypeError("This instance is already constructed");
  definition.stack[definition.stack.length - 1] = DONE;
  Object.setPrototypeOf(element, prototype);
  return element;
};
const DONE = Symbol("already constructed");

host.createCustom = (document, local, ns, prefix, options) => {
  const is = typeof options === "object" && options !== null && options.is !== undefined ? `${options.is}` : undefined;
  const definition = ns === HTML_NS ? lookUp(local, is) : undefined;
  if (definition !== undefined) {
    if (definition.local === definition.name) {
      try {
        const element = Reflect.construct(definition.constructor, []);
        if (element?.[$kind] !== 1) throw new TypeError("The result must implement HTMLElement interface");
        tree.adopt(element, document);
        element[$prefix] = prefix;
        return element;
      } catch (error) {
        host.reportException(error);
        const element = host.makeElement(document, local, ns, prefix);
        element[$definition] = FAILED;
        return element;
      }
    }
    const element = host.makeElement(document, local, ns, prefix);
    element[$is] = is;
    upgrade(element, definition);
    return element;
  }
  const element = host.makeElement(document, local, ns, prefix);
  if (is !== undefined) element[$is] = is;
  return element;
};

host.customAttribute = (element, attr, old, value) => {
  const definition = element[$definition];
  if (definition.observed.includes(attr.local)) {
    call(element, "attributeChangedCallback", [attr.local, old, value, attr.ns]);
  }
};

host.customAdopted = (element, from, to) => {
  if (element[$definition] !== FAILED) call(element, "adoptedCallback", [from, to]);
};

host.customConnected = (elements) => {
  for (const element of elements) {
    if (!element[$connected]) continue;
    if (element[$definition] !== null) call(element, "connectedCallback", []);
  }
};

host.customDisconnected = (elements) => {
  for (const element of elements) {
    if (element[$definition] !== null) call(element, "disconnectedCallback", []);
  }
};

/** Elements that cloning made are upgraded when the clone is complete. */
host.upgradeClones = (root) => {
  const made = [];
  for (let node = root; node !== null; node = tree.following(node, root)) {
    if (node[$kind] === 1 && node[$definition] === null) made.push(node);
  }
  for (const element of made) tryUpgrade(element);
};

/** Elements that came in undefined are upgraded when they are connected. */
host.upgradeConnected = (root) => {
  const undefinedElements = [];
  for (let node = root; node !== null; node = tree.following(node, root)) {
    if (node[$kind] === 1 && node[$definition] === null) undefinedElements.push(node);
  }
  for (const element of undefinedElements) tryUpgrade(element);
};

/** `:defined`. */
host.isDefined = (element) => element[$definition] !== null
  ? element[$definition] !== FAILED
  : !(element[$ns] === HTML_NS && (element[$local].includes("-") || element[$is] !== undefined));

export const globals = { CustomElementRegistry };
export const customElements = new CustomElementRegistry(SECRET);

