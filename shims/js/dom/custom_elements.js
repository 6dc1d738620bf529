// Custom elements (HTML § 4.13): the registry, upgrades, and what is told the elements.
import { SECRET, asciiLower, finishInterface, host, illegalConstructor } from "ext:oracade/internal.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { stateChanged } from "ext:oracade/dom/mirror.js";
import { enqueue, enqueueNext, forgetReactions, operation } from "ext:oracade/dom/reactions.js";
import * as tree from "ext:oracade/dom/tree.js";
import {
  $attrs,
  $connected,
  $definition,
  $doc,
  $first,
  $is,
  $kind,
  $local,
  $ns,
  $parent,
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
const CALLBACKS = ["connectedCallback", "disconnectedCallback", "adoptedCallback", "attributeChangedCallback"];
const FORM_CALLBACKS = ["formAssociatedCallback", "formResetCallback", "formDisabledCallback", "formStateRestoreCallback"];

class Definition {
  constructor(name, local, constructor) {
    this.name = name;
    this.local = local;
    this.constructor = constructor;
    this.observed = [];
    this.callbacks = {};
    this.formAssociated = false;
    this.disableInternals = false;
    this.disableShadow = false;
    this.stack = []; // elements under upgrade, innermost last
  }
}

/** Stands for the definition of an element whose constructor threw. */
const FAILED = new Definition("", "", null);
/** Elements whose constructor runs in an upgrade: they are not custom yet. */
const constructing = new Set();
const DONE = Symbol("already constructed");
let defining = false;

function isConstructor(value) {
  if (typeof value !== "function") return false;
  try {
    // A proxy constructs only if its target does; the target itself is not asked for anything.
    new (new Proxy(value, { construct: () => ({}) }))();
    return true;
  } catch {
    return false;
  }
}

export class CustomElementRegistry {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  define(name, constructor, options) {
    operation(() => define(`${name}`, constructor, options, arguments.length));
  }
  get(name) {
    return byName.get(`${name}`)?.constructor;
  }
  getName(constructor) {
    if (typeof constructor !== "function") {
      throw new TypeError("Failed to execute 'getName' on 'CustomElementRegistry': parameter 1 is not of type 'Function'.");
    }
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
    operation(() => upgradeTree(root, true));
  }
}
finishInterface(CustomElementRegistry);

function define(name, constructor, options, count) {
  const what = "'define' on 'CustomElementRegistry'";
  if (count < 2) throw new TypeError(`Failed to execute ${what}: 2 arguments required, but only ${count} present.`);
  const isPrototype = (value) => value !== null && (typeof value === "object" || typeof value === "function");
  if (!isConstructor(constructor)) {
    throw new TypeError(`Failed to execute ${what}: parameter 2 is not of type 'Function'.`);
  }
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
  if (extend !== null && (VALID_NAME.test(extend) || host.isUnknownTag(extend))) {
    fail("NotSupportedError", `Failed to execute ${what}: "${extend}" is ${VALID_NAME.test(extend) ? "a valid custom element name" : "an HTMLUnknownElement"}`);
  }
  if (defining) fail("NotSupportedError", `Failed to execute ${what}: an element definition is already being processed`);
  defining = true;
  const definition = new Definition(name, extend ?? name, constructor);
  try {
    const prototype = constructor.prototype;
    if (!isPrototype(prototype)) throw new TypeError(`Failed to execute ${what}: constructor prototype is not an object`);
    const read = (callbacks) => {
      for (const callback of callbacks) {
        const method = prototype[callback];
        if (method === undefined) continue;
        if (typeof method !== "function") throw new TypeError(`Failed to execute ${what}: "${callback}" is not a callable object`);
        definition.callbacks[callback] = method;
      }
    };
    const strings = (value) => {
      if (value === undefined) return [];
      if (value === null || (typeof value !== "object" && typeof value !== "function") || value[Symbol.iterator] === undefined) {
        throw new TypeError(`Failed to execute ${what}: The provided value cannot be converted to a sequence.`);
      }
      return [...value].map((item) => `${item}`);
    };
    read(CALLBACKS);
    if (definition.callbacks.attributeChangedCallback !== undefined) definition.observed = strings(constructor.observedAttributes);
    const disabled = strings(constructor.disabledFeatures);
    definition.disableInternals = disabled.includes("internals");
    definition.disableShadow = disabled.includes("shadow");
    definition.formAssociated = Boolean(constructor.formAssociated);
    if (definition.formAssociated) read(FORM_CALLBACKS);
  } finally {
    defining = false;
  }
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

/** "look up a custom element definition": by local name, else by the `is` value; only the page's document has a registry. */
function lookUp(document, ns, local, is) {
  if (ns !== HTML_NS || document !== host.document) return undefined;
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

/** The elements of a tree with the shadow trees in it, in order. */
function eachElement(root, visit) {
  for (let node = root; node !== null; node = tree.following(node, root)) {
    if (node[$kind] !== 1) continue;
    visit(node);
    if (node[$shadow] !== null) eachElement(node[$shadow], visit);
  }
}

/** Upgrades the connected elements of a tree, or all of them. */
function upgradeTree(root, all = false) {
  const candidates = [];
  eachElement(root, (node) => {
    if (node[$definition] === null && (all || node[$connected] || node === root)) candidates.push(node);
  });
  candidates.forEach(tryUpgrade);
}

/** "try to upgrade": queues it. */
function tryUpgrade(element) {
  if (element[$definition] !== null) return;
  const definition = lookUp(element[$doc], element[$ns], element[$local], element[$is] ?? isAttribute(element));
  if (definition !== undefined) enqueue(element, () => upgrade(element, definition));
}

function upgrade(element, definition) {
  if (element[$definition] !== null) return;
  for (const attr of element[$attrs]) queueAttribute(element, definition, attr, null, attr.value, enqueueNext);
  if (element[$connected]) queueCallback(element, definition, "connectedCallback", [], enqueueNext);
  element[$definition] = definition;
  constructing.add(element);
  definition.stack.push(element);
  try {
    if (definition.disableShadow && element[$shadow] !== null) {
      fail("NotSupportedError", "The element already has a ShadowRoot though it is disabled by disabledFeatures static field.");
    }
    const result = Reflect.construct(definition.constructor, []);
    if (result !== element) throw new TypeError("The custom element constructor did not produce the element being upgraded.");
  } catch (error) {
    element[$definition] = FAILED;
    forgetReactions(element);
    throw error;
  } finally {
    definition.stack.pop();
    constructing.delete(element);
  }
  stateChanged(element);
  if (definition.formAssociated) host.formElementDefined(element);
}

function queueCallback(element, definition, name, args, add = enqueue) {
  const callback = definition.callbacks[name];
  if (callback !== undefined) add(element, () => Reflect.apply(callback, element, args));
}

function queueAttribute(element, definition, attr, old, value, add = enqueue) {
  if (definition.observed.includes(attr.local)) {
    queueCallback(element, definition, "attributeChangedCallback", [attr.local, old, value, attr.ns], add);
  }
}

/** Queues a callback of a custom element; of others nothing happens. */
export function react(element, name, args) {
  if (isCustom(element)) queueCallback(element, element[$definition], name, args);
}

function isCustom(element) {
  return element[$definition] !== null && element[$definition] !== FAILED && !constructing.has(element);
}

/** The definition of a custom element, also while its constructor runs; null for others. */
export function definitionOf(element) {
  return element[$definition] === FAILED ? null : element[$definition];
}

/** What `super()` does in a custom element's constructor (HTML § 3.2.3). */
host.constructCustom = (newTarget) => {
  // An interface's own constructor makes nothing, even if it was registered.
  if (host.isElementInterface(newTarget)) illegalConstructor(newTarget.name);
  const definition = byConstructor.get(newTarget);
  if (definition === undefined) illegalConstructor(newTarget.name);
  // The constructor that runs must be the one of the interface the element has.
  let active = Object.getPrototypeOf(newTarget);
  while (active !== null && !host.isElementInterface(active)) active = Object.getPrototypeOf(active);
  const expected = host.interfaceOf(definition.local);
  if (active !== null && active !== expected) illegalConstructor(active.name);
  let prototype = newTarget.prototype;
  if (prototype === null || (typeof prototype !== "object" && typeof prototype !== "function")) prototype = expected.prototype;
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

/** "create an element" with the synchronous custom elements flag set. */
host.createCustom = (document, local, ns, prefix, options) => {
  const is = typeof options === "object" && options !== null && options.is !== undefined ? `${options.is}` : undefined;
  const definition = lookUp(document, ns, local, is);
  if (definition === undefined) {
    const element = host.makeElement(document, local, ns, prefix);
    if (is !== undefined) element[$is] = is;
    return element;
  }
  if (definition.local === definition.name) return construct(definition, document, local, prefix);
  const element = host.makeElement(document, local, ns, prefix);
  element[$is] = is;
  operation(() => enqueue(element, () => upgrade(element, definition)));
  return element;
};

function construct(definition, document, local, prefix) {
  try {
    const element = Reflect.construct(definition.constructor, []);
    if (element?.[$kind] !== 1 || element[$ns] !== HTML_NS) throw new TypeError("The result must implement HTMLElement interface");
    const refuse = (message) => fail("NotSupportedError", `Failed to construct 'CustomElement': The result must not have ${message}`);
    if (element[$attrs].length > 0) refuse("attributes");
    if (element[$first] !== null) refuse("children");
    if (element[$parent] !== null) refuse("a parent");
    if (element[$doc] !== document) refuse("another document");
    if (element[$local] !== local) refuse("another localName");
    element[$prefix] = prefix;
    return element;
  } catch (error) {
    host.reportException(error);
    const element = host.makeUnknown(document, local);
    element[$definition] = FAILED;
    return element;
  }
}

host.customAttribute = (element, attr, old, value) => {
  if (!isCustom(element)) return;
  queueAttribute(element, element[$definition], attr, old, value);
  if (element[$definition].formAssociated) host.formElementAttribute(element, attr.local);
};

host.customAdopted = (element, from, to) => react(element, "adoptedCallback", [from, to]);

/** Elements came into a document: custom ones are told, others upgraded if they can be. */
host.customInserted = (nodes) => {
  operation(() => {
    for (const node of nodes) {
      eachElement(node, (element) => {
        if (element[$definition] === null) {
          tryUpgrade(element);
          return;
        }
        react(element, "connectedCallback", []);
        if (element[$definition].formAssociated) host.formElementMoved(element);
      });
    }
  });
};

/** A subtree left a document. */
host.customRemoved = (root) => {
  operation(() => {
    eachElement(root, (element) => {
      if (element[$definition] === null) return;
      react(element, "disconnectedCallback", []);
      if (element[$definition].formAssociated) host.formElementMoved(element);
    });
  });
};

/** Elements that cloning made are upgraded when the clone is complete. */
host.upgradeClones = (root) => operation(() => upgradeTree(root, true));

/** `:defined`. */
host.isDefined = (element) => element[$definition] !== null
  ? isCustom(element)
  : !(element[$ns] === HTML_NS && (element[$is] !== undefined || (element[$local].includes("-") && VALID_NAME.test(element[$local]))));

host.customShadowDisabled = (element) => {
  const is = element[$is] ?? undefined;
  const definition = element[$definition] ?? lookUp(element[$doc], element[$ns], element[$local], is);
  return definition?.disableShadow === true;
};

/** The definition that an element's name has, for what custom elements may do before they are defined. */
export function definitionNamed(element) {
  return lookUp(element[$doc], element[$ns], asciiLower(element[$local]), undefined) ?? null;
}

export const globals = { CustomElementRegistry };
export const customElements = new CustomElementRegistry(SECRET);
