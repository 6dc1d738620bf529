// MutationObserver (DOM § 4.3).
import { SECRET, finishInterface, host, illegalConstructor, slot } from "ext:oracade/internal.js";
import { fire } from "ext:oracade/dom/event_target.js";
import { nodeList } from "ext:oracade/dom/collections.js";
import { requireNode } from "ext:oracade/dom/tree.js";
import { $observers, $parent, clock } from "ext:oracade/dom/slots.js";

const $queue = slot("record queue");
const $callback = slot("callback");
const $nodes = slot("node list");
const $fields = Symbol("fields");

export class MutationRecord {
  constructor(secret, fields) {
    if (secret !== SECRET) illegalConstructor();
    this[$fields] = fields;
  }
  get type() {
    return this[$fields].type;
  }
  get target() {
    return this[$fields].target;
  }
  get addedNodes() {
    return this[$fields].added ??= nodeList([]);
  }
  get removedNodes() {
    return this[$fields].removed ??= nodeList([]);
  }
  get previousSibling() {
    return this[$fields].previous ?? null;
  }
  get nextSibling() {
    return this[$fields].next ?? null;
  }
  get attributeName() {
    return this[$fields].attribute ?? null;
  }
  get attributeNamespace() {
    return this[$fields].namespace ?? null;
  }
  get oldValue() {
    return this[$fields].oldValue ?? null;
  }
}
finishInterface(MutationRecord);

let scheduled = false;
const active = new Set();
const signalSlots = new Set();

function schedule() {
  if (scheduled) return;
  scheduled = true;
  host.queueMicrotask(notify);
}

function notify() {
  scheduled = false;
  const slots = [...signalSlots];
  signalSlots.clear();
  // What gets its first record while others are told of theirs waits for the next microtask.
  for (const observer of [...active].filter((observer) => observer[$queue].length > 0)) {
    const records = observer[$queue];
    if (records.length === 0) continue;
    observer[$queue] = [];
    for (const node of observer[$nodes]) {
      if (node[$observers] !== null) node[$observers] = node[$observers].filter((r) => r.observer !== observer || !r.transient);
    }
    try {
      observer[$callback].call(observer, records, observer);
    } catch (error) {
      host.reportException(error);
    }
  }
  for (const slot of slots) fire(slot, "slotchange", { bubbles: true });
}

/** "signal a slot change". */
host.signalSlot = (slot) => {
  signalSlots.add(slot);
  schedule();
};

export class MutationObserver {
  constructor(callback) {
    if (arguments.length === 0) {
      throw new TypeError("Failed to construct 'MutationObserver': 1 argument required, but only 0 present.");
    }
    if (typeof callback !== "function") {
      throw new TypeError("Failed to construct 'MutationObserver': parameter 1 is not of type 'Function'.");
    }
    this[$callback] = callback;
    this[$queue] = [];
    this[$nodes] = new Set();
  }
  observe(target, options = {}) {
    requireNode(target, "'observe' on 'MutationObserver'");
    const o = { ...options };
    if ((o.attributeOldValue !== undefined || o.attributeFilter !== undefined) && o.attributes === undefined) {
      o.attributes = true;
    }
    if (o.characterDataOldValue !== undefined && o.characterData === undefined) o.characterData = true;
    if (!o.childList && !o.attributes && !o.characterData) {
      throw new TypeError("Failed to execute 'observe' on 'MutationObserver': The options object must set at least one of 'attributes', 'characterData', or 'childList' to true.");
    }
    if (o.attributeOldValue && !o.attributes) {
      throw new TypeError("Failed to execute 'observe' on 'MutationObserver': The options object may only set 'attributeOldValue' to true when 'attributes' is true or not present.");
    }
    if (o.attributeFilter !== undefined && !o.attributes) {
      throw new TypeError("Failed to execute 'observe' on 'MutationObserver': The options object may only set 'attributeFilter' when 'attributes' is true or not present.");
    }
    if (o.characterDataOldValue && !o.characterData) {
      throw new TypeError("Failed to execute 'observe' on 'MutationObserver': The options object may only set 'characterDataOldValue' to true when 'characterData' is true or not present.");
    }
    if (o.attributeFilter !== undefined) o.attributeFilter = [...o.attributeFilter].map(String);
    const list = target[$observers] ??= [];
    const present = list.find((r) => r.observer === this && !r.transient);
    if (present !== undefined) present.options = o;
    else list.push({ observer: this, options: o, transient: false });
    this[$nodes].add(target);
    active.add(this);
    clock.observed = true;
  }
  disconnect() {
    for (const node of this[$nodes]) {
      if (node[$observers] !== null) node[$observers] = node[$observers].filter((r) => r.observer !== this);
    }
    this[$nodes].clear();
    this[$queue] = [];
    active.delete(this);
    clock.observed = active.size > 0;
  }
  takeRecords() {
    const records = this[$queue];
    this[$queue] = [];
    return records;
  }
}
finishInterface(MutationObserver);

/** "queue a mutation record": `wants(options)` says who is interested, `oldValue` goes to those who asked. */
function queue(target, wants, fields, oldValue, wantsOld) {
  let interested = null;
  for (let node = target; node !== null; node = node[$parent]) {
    const list = node[$observers];
    if (list === null) continue;
    for (let i = 0; i < list.length; i++) {
      const { observer, options } = list[i];
      if ((node !== target && !options.subtree) || !wants(options)) continue;
      interested ??= new Map();
      interested.set(observer, interested.get(observer) || (wantsOld !== undefined && Boolean(options[wantsOld])));
    }
  }
  if (interested === null) return;
  for (const [observer, old] of interested) {
    observer[$queue].push(new MutationRecord(SECRET, { ...fields, target, oldValue: old ? oldValue : null }));
  }
  schedule();
}

host.queueTreeRecord = (target, added, removed, previous, next) => {
  queue(target, (options) => options.childList, {
    type: "childList", added: nodeList(added), removed: nodeList(removed), previous, next,
  }, null, undefined);
};

host.queueAttributeRecord = (element, attr, oldValue) => {
  queue(
    element,
    (options) =>
      options.attributes &&
      (options.attributeFilter === undefined || (attr.ns === null && options.attributeFilter.includes(attr.local))),
    { type: "attributes", attribute: attr.local, namespace: attr.ns },
    oldValue,
    "attributeOldValue",
  );
};

host.queueDataRecord = (node, oldValue) => {
  queue(node, (options) => options.characterData, { type: "characterData" }, oldValue, "characterDataOldValue");
};

/** Observers of a subtree go on seeing what is removed from it until they are notified. */
host.observeRemoved = (node, parent) => {
  for (let up = parent; up !== null; up = up[$parent]) {
    if (up[$observers] === null) continue;
    for (const { observer, options } of up[$observers]) {
      if (!options.subtree) continue;
      (node[$observers] ??= []).push({ observer, options, transient: true });
      observer[$nodes].add(node);
    }
  }
};

export const globals = { MutationObserver, MutationRecord, WebKitMutationObserver: MutationObserver };
