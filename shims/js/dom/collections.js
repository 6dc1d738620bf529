// NodeList and HTMLCollection (DOM § 4.2.10). Live ones recompute when `clock.tree` moved on.
import { setItem } from "ext:oracade/ecma/safe.js";
import { SECRET, asciiLower, finishInterface, illegalConstructor } from "ext:oracade/internal.js";
import {
  $attrs,
  $doc,
  $first,
  $html,
  $kind,
  $lists,
  $local,
  $next,
  $ns,
  $parent,
  $prefix,
  HTML_NS,
  clock,
} from "ext:oracade/dom/slots.js";

const $items = Symbol("items");
const $live = Symbol("live list");

/** Items of a live list, computed at most once per tree version. */
class Live {
  constructor(compute) {
    this.compute = compute;
    this.version = 0;
    this.items = null;
    this.names = null;
  }
  get() {
    if (this.version !== clock.tree) {
      this.items = this.compute();
      this.names = null;
      this.version = clock.tree;
    }
    return this.items;
  }
}

export class NodeList {
  constructor(secret, items, live) {
    if (secret !== SECRET) illegalConstructor();
    this[$items] = items;
    this[$live] = live;
  }
  get length() {
    return itemsOf(this).length;
  }
  item(index) {
    return itemsOf(this)[index >>> 0] ?? null;
  }
}
// Web IDL's value iterators are the array's own functions.
for (const name of ["entries", "forEach", "keys", "values"]) {
  Object.defineProperty(NodeList.prototype, name, { value: Array.prototype[name], writable: true, enumerable: true, configurable: true });
}
finishInterface(NodeList);
const arrayValues = Array.prototype.values;
Object.defineProperty(NodeList.prototype, Symbol.iterator, { value: arrayValues, writable: true, configurable: true });

export class HTMLCollection {
  constructor(secret, items, live) {
    if (secret !== SECRET) illegalConstructor();
    this[$items] = items;
    this[$live] = live;
  }
  get length() {
    return itemsOf(this).length;
  }
  item(index) {
    return itemsOf(this)[index >>> 0] ?? null;
  }
  namedItem(name) {
    return named(this[$live], `${name}`) ?? null;
  }
}
finishInterface(HTMLCollection);
Object.defineProperty(HTMLCollection.prototype, Symbol.iterator, {
  value: arrayValues, writable: true, configurable: true,
});

function itemsOf(list) {
  const live = list[$live];
  return live === null ? list[$items] : live.get();
}

/** The array behind any list made here. */
export function listItems(list) {
  return itemsOf(list);
}

function attribute(element, name) {
  const attrs = element[$attrs];
  for (let i = 0; i < attrs.length; i++) {
    if (attrs[i].name === name) return attrs[i].value;
  }
  return "";
}

function namesOf(live) {
  const items = live.get();
  if (live.names === null) {
    live.names = new Map();
    for (const element of items) {
      for (const key of [attribute(element, "id"), element[$ns] === HTML_NS ? attribute(element, "name") : ""]) {
        if (key !== "" && !live.names.has(key)) live.names.set(key, element);
      }
    }
  }
  return live.names;
}

function named(live, name) {
  return namesOf(live).get(name);
}

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

function isIndex(key) {
  const code = key.charCodeAt(0);
  return code >= 48 && code <= 57 && INDEX.test(key) && +key < 4294967295;
}

const LIVE_TRAPS = {
  get(target, key, receiver) {
    if (typeof key === "symbol") return target[key];
    if (isIndex(key)) return target[$live].get()[key];
    if (key === "length") return target[$live].get().length;
    if (key in target) return Reflect.get(target, key, receiver);
    return target instanceof HTMLCollection ? namedOf(target, key) : undefined;
  },
  has(target, key) {
    if (typeof key === "string") {
      if (isIndex(key)) return +key < target[$live].get().length;
      if (target instanceof HTMLCollection && namedOf(target, key) !== undefined) return true;
    }
    return key in target;
  },
  ownKeys(target) {
    const items = target[$live].get();
    const keys = items.map((_, index) => `${index}`);
    if (target instanceof HTMLCollection) keys.push(...namesOf(target[$live]).keys());
    const own = Reflect.ownKeys(target).filter((key) => !SLOTS.has(key));
    return [...new Set([...keys, ...own])];
  },
  getOwnPropertyDescriptor(target, key) {
    if (typeof key === "string") {
      const live = target[$live];
      const value = isIndex(key)
        ? live.get()[key]
        : target instanceof HTMLCollection && !(key in target)
        ? namedOf(target, key)
        : undefined;
      if (value !== undefined) {
        return { value, writable: false, enumerable: isIndex(key), configurable: true };
      }
    }
    return Reflect.getOwnPropertyDescriptor(target, key);
  },
  set(target, key, value, receiver) {
    if (typeof key === "string" && isIndex(key)) return target[$setItem]?.(+key, value) ?? false;
    // An object that has the list as its prototype takes the value itself.
    return Reflect.set(target, key, value, receiver);
  },
  defineProperty(target, key, descriptor) {
    if (typeof key === "string") {
      if (isIndex(key)) return target[$setItem]?.(+key, descriptor.value) ?? false;
      if (isNamedProperty(target, key)) return false;
    }
    return Reflect.defineProperty(target, key, descriptor);
  },
  deleteProperty(target, key) {
    if (typeof key === "string") {
      if (isIndex(key)) return +key >= target[$live].get().length;
      if (isNamedProperty(target, key)) return false;
    }
    return Reflect.deleteProperty(target, key);
  },
};

/** Whether a named item shows under a key: what the object or its prototypes have comes first. */
function isNamedProperty(target, key) {
  return target instanceof HTMLCollection && !(key in target) && namedOf(target, key) !== undefined;
}

export const $setItem = Symbol("set an indexed item"); // method(index, value) → accepted
const $named = Symbol("named item lookup"); // method(name) → item or undefined

const SLOTS = new Set([$items, $live, $named, $setItem]);

function namedOf(target, key) {
  const own = target[$named];
  return own === undefined ? named(target[$live], key) : own(key);
}

/** A static NodeList. */
export function nodeList(items) {
  const list = new NodeList(SECRET, items, null);
  for (let i = 0; i < items.length; i++) setItem(list, i, items[i]);
  return list;
}

/** A live list of class `Class` (default HTMLCollection); `lookup` replaces the default named lookup. */
export function liveList(compute, Class = HTMLCollection, lookup) {
  const list = new Class(SECRET, null, new Live(compute));
  if (lookup !== undefined) list[$named] = lookup;
  return new Proxy(list, LIVE_TRAPS);
}

/** Caches a live list on a node under a key. */
export function cachedList(node, key, make) {
  const lists = node[$lists] ??= new Map();
  let list = lists.get(key);
  if (list === undefined) lists.set(key, list = make());
  return list;
}

export function childNodesOf(node) {
  return cachedList(node, "childNodes", () =>
    liveList(() => {
      const items = [];
      for (let child = node[$first]; child !== null; child = child[$next]) items.push(child);
      return items;
    }, NodeList));
}

export function childrenOf(node) {
  return cachedList(node, "children", () =>
    liveList(() => {
      const items = [];
      for (let child = node[$first]; child !== null; child = child[$next]) {
        if (child[$kind] === 1) items.push(child);
      }
      return items;
    }));
}

/** All element descendants of `root` that pass `test`, in tree order. */
export function descendants(root, test) {
  const items = [];
  let node = root[$first];
  while (node !== null) {
    if (node[$kind] === 1) {
      if (test(node)) items.push(node);
      if (node[$first] !== null) {
        node = node[$first];
        continue;
      }
    }
    while (node !== root && node[$next] === null) {
      node = node[$parent];
      if (node === root) return items;
    }
    node = node[$next];
  }
  return items;
}

/** getElementsByTagName. */
export function byTagName(root, name) {
  const html = root[$doc][$html];
  return cachedList(root, `${html ? "tag" : "xml tag"} ${name}`, () => {
    if (name === "*") return liveList(() => descendants(root, () => true));
    const lower = asciiLower(name);
    return liveList(() => {
      return descendants(root, (element) => {
        const wanted = html && element[$ns] === HTML_NS ? lower : name;
        return element[$prefix] === null ? element[$local] === wanted : `${element[$prefix]}:${element[$local]}` === wanted;
      });
    });
  });
}

export function byTagNameNS(root, ns, name) {
  ns = ns === "" || ns === undefined ? null : ns;
  return cachedList(root, `ns ${ns} ${name}`, () =>
    liveList(() =>
      descendants(root, (element) => (ns === "*" || element[$ns] === ns) && (name === "*" || element[$local] === name))
    ));
}

export const globals = { NodeList, HTMLCollection };
