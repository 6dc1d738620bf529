// ShadowRoot, slots and retargeting (DOM § 4.2.2, 4.8).
import { SECRET, finishInterface, host, illegalConstructor, required, slot } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { isComposed } from "ext:oracade/dom/event_target.js";
import { getAttr } from "ext:oracade/dom/attributes.js";
import { DocumentFragment } from "ext:oracade/dom/parent_node.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import * as mirror from "ext:oracade/dom/mirror.js";
import * as tree from "ext:oracade/dom/tree.js";
import {
  $doc,
  $connected,
  $definition,
  $eventParent,
  $first,
  $host,
  $kind,
  $local,
  $next,
  $ns,
  $parent,
  $path,
  $shadow,
  $slotted,
  HTML_NS,
  clock,
} from "ext:oracade/dom/slots.js";

const $mode = slot("mode");
const $options = slot("options");
export const $forInternals = slot("available to element internals");
const $assigned = slot("assigned nodes"); // of a slot: last seen, for slotchange

export class ShadowRoot extends DocumentFragment {
  constructor(secret, document, element, init) {
    if (secret !== SECRET) illegalConstructor();
    super(SECRET, document);
    this[$host] = element;
    this[$mode] = init.mode;
    this[$options] = init;
  }
  get mode() {
    return this[$mode];
  }
  get host() {
    return this[$host];
  }
  get delegatesFocus() {
    return Boolean(this[$options].delegatesFocus);
  }
  get clonable() {
    return this[$options].clonable;
  }
  get serializable() {
    return this[$options].serializable;
  }
  get slotAssignment() {
    return this[$options].slotAssignment === "manual" ? "manual" : "named";
  }
  get activeElement() {
    const active = host.focused();
    return active === null ? null : inside(retarget(active, this), this);
  }
  get innerHTML() {
    return host.serializeChildren(this);
  }
  set innerHTML(value) {
    tree.replaceAll(this, host.parseFragment(this[$host], value === null ? "" : `${value}`));
  }
  getHTML() {
    return host.serializeChildren(this);
  }
  setHTMLUnsafe(html) {
    required(arguments, 1, "setHTMLUnsafe", "ShadowRoot");
    tree.replaceAll(this, host.parseFragment(this[$host], `${html}`));
  }
  elementFromPoint(x, y) {
    return retarget(host.elementFromPoint(x, y), this);
  }
  get fullscreenElement() {
    return shown(host.document.fullscreenElement, this);
  }
  get pointerLockElement() {
    return shown(host.pointerLock(), this);
  }
  [$eventParent](event) {
    const path = event[$path];
    // An event that is not composed stays in the tree where it was dispatched.
    if (!isComposed(event) && tree.rootOf(path === null ? event.target ?? this : path.items[0]) === this) return null;
    return this[$host];
  }
}
finishInterface(ShadowRoot);
handlerAttributes(ShadowRoot.prototype, ["slotchange"]);

/** An element as a tree shows it: null where it is not in it. */
const shown = (element, root) => (element === null ? null : inside(retarget(element, root), root));

function inside(node, root) {
  return tree.rootOf(node) === root ? node : null;
}

const HOSTS = new Set(["article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6",
  "header", "main", "nav", "p", "section", "span"]);

/** The members of a ShadowRootInit (Web IDL dictionary), in order of their names. */
function readInit(init, what) {
  const refuse = (message) => {
    throw new TypeError(`Failed to execute ${what}: ${message}`);
  };
  if (init === undefined) refuse("1 argument required, but only 0 present.");
  if (init !== null && typeof init !== "object" && typeof init !== "function") refuse("The provided value is not of type 'ShadowRootInit'.");
  const enumerated = (name, values, fallback) => {
    const value = init?.[name];
    if (value === undefined) return fallback;
    if (!values.includes(`${value}`)) {
      refuse(`Failed to read the '${name}' property from 'ShadowRootInit': The provided value '${value}' is not a valid enum value of type ${
        name === "mode" ? "ShadowRootMode" : "SlotAssignmentMode"}.`);
    }
    return `${value}`;
  };
  const clonable = Boolean(init?.clonable);
  const delegatesFocus = Boolean(init?.delegatesFocus);
  const mode = enumerated("mode", ["open", "closed"], null);
  if (mode === null) refuse("Failed to read the 'mode' property from 'ShadowRootInit': Required member is undefined.");
  const serializable = Boolean(init?.serializable);
  const slotAssignment = enumerated("slotAssignment", ["manual", "named"], "named");
  return { clonable, delegatesFocus, mode, serializable, slotAssignment };
}

host.attachShadow = (element, init) => {
  const what = "'attachShadow' on 'Element'";
  init = readInit(init, what);
  if (host.customShadowDisabled(element)) {
    fail("NotSupportedError", `Failed to execute ${what}: attachShadow() is disabled by disabledFeatures static field.`);
  }
  if (element[$ns] !== HTML_NS || (!HOSTS.has(element[$local]) && !element[$local].includes("-"))) {
    fail("NotSupportedError", `Failed to execute ${what}: This element does not support attachShadow`);
  }
  if (element[$shadow] !== null) {
    fail("NotSupportedError", `Failed to execute ${what}: Shadow root cannot be created on a host which already hosts a shadow tree.`);
  }
  clock.shadow = true;
  clock.tree++;
  const shadow = new ShadowRoot(SECRET, element[$doc], element, init);
  shadow[$forInternals] = element[$definition] !== null;
  element[$shadow] = shadow;
  if (element[$connected]) {
    mirror.connectShadow(element, shadow, host.elementConnected);
  }
  return shadow;
};

/** "retarget" a against b. */
export function retarget(a, b) {
  for (;;) {
    if (a === null || a[$kind] === undefined) return a;
    const root = tree.rootOf(a);
    if (root[$kind] !== 11 || root[$host] === null || root[$mode] === undefined) return a;
    if (b !== null && b[$kind] !== undefined && isShadowIncludingAncestor(root, b)) return a;
    a = root[$host];
  }
}
host.retarget = retarget;

function isShadowIncludingAncestor(ancestor, node) {
  while (node !== null) {
    if (node === ancestor) return true;
    node = node[$parent] ?? (node[$kind] === 11 ? node[$host] : null);
  }
  return false;
}

host.isShadowRoot = (node) => node[$mode] !== undefined;

host.inShadowTree = (node) =>
  node !== null && node[$kind] !== undefined && tree.rootOf(node)[$mode] !== undefined;

/** The closed shadow roots around an event path item. */
host.closedRoots = (item) => {
  const roots = [];
  let node = item;
  while (node !== null && node !== undefined && node[$kind] !== undefined) {
    const root = tree.rootOf(node);
    if (root[$mode] === undefined) break;
    if (root[$mode] === "closed") roots.push(root);
    node = root[$host];
  }
  return roots;
};

function slotsOf(root) {
  const slots = [];
  for (let node = root[$first]; node !== null; node = tree.following(node, root)) {
    if (node[$kind] === 1 && node[$local] === "slot" && node[$ns] === HTML_NS) slots.push(node);
  }
  return slots;
}

/** The slot a child of a shadow host goes into, or null; with `open`, only if the shadow root is open. */
function findSlot(node, open) {
  const parent = node[$parent];
  const shadow = parent !== null && parent[$kind] === 1 ? parent[$shadow] : null;
  if (shadow === null || (open && shadow[$mode] !== "open")) return null;
  if (shadow.slotAssignment === "manual") {
    return slotsOf(shadow).find((slot) => (slot[$slotted] ?? []).includes(node)) ?? null;
  }
  const name = node[$kind] === 1 ? getAttr(node, "slot") ?? "" : "";
  return slotsOf(shadow).find((slot) => (getAttr(slot, "name") ?? "") === name) ?? null;
}
host.assignedSlot = (node, open) => (clock.shadow ? findSlot(node, open) : null);

/** The nodes assigned to a slot. */
export function assignedNodes(slot) {
  const root = tree.rootOf(slot);
  if (root[$mode] === undefined) return [];
  const nodes = [];
  if (root.slotAssignment === "manual") {
    return (slot[$slotted] ?? []).filter((node) => node[$parent] === root[$host]);
  }
  for (let child = root[$host][$first]; child !== null; child = child[$next]) {
    if ((child[$kind] === 1 || child[$kind] === 3) && findSlot(child, false) === slot) nodes.push(child);
  }
  return nodes;
}

/** "find flattened slottables": slots among the assigned nodes give what they show, and a slot without any gives its fallback. */
export function flattenedNodes(slot) {
  if (tree.rootOf(slot)[$mode] === undefined) return [];
  const found = [];
  const pending = [slot];
  while (pending.length > 0) {
    const node = pending.pop();
    if (node !== slot && !(isSlot(node) && tree.rootOf(node)[$mode] !== undefined)) {
      found.push(node);
      continue;
    }
    const assigned = assignedNodes(node);
    const shown = assigned.length > 0 ? assigned : tree.childArray(node).filter((child) => child[$kind] === 1 || child[$kind] === 3);
    for (let i = shown.length - 1; i >= 0; i--) pending.push(shown[i]);
  }
  return found;
}

function isSlot(node) {
  return node[$kind] === 1 && node[$local] === "slot" && node[$ns] === HTML_NS;
}

/** "assign" of a slot in a tree with manual assignment: a node has one slot, the last it was given to. */
export function assign(slot, nodes) {
  const former = slot[$slotted] ?? [];
  for (const node of former) {
    if (node[$manualSlot] === slot) node[$manualSlot] = null;
  }
  const others = new Set();
  slot[$slotted] = [...new Set(nodes)];
  for (const node of slot[$slotted]) {
    const other = node[$manualSlot];
    if (other !== undefined && other !== null && other !== slot) {
      other[$slotted] = other[$slotted].filter((kept) => kept !== node);
      others.add(other);
    }
    node[$manualSlot] = slot;
  }
  mirror.slotAssigned(slot);
  for (const other of others) mirror.slotAssigned(other);
  host.slotsChanged(slot);
  for (const other of others) host.slotsChanged(other);
}
const $manualSlot = slot("slot a node was assigned to");

/** Children came to `parent`, or `removed` left it. */
host.slotChildrenChanged = (parent, removed) => {
  host.slotsChanged(parent);
  if (tree.rootOf(parent)[$mode] === undefined) return;
  // Fallback content that is shown changes what the slot shows.
  if (isSlot(parent) && assignedNodes(parent).length === 0) host.signalSlot(parent);
  for (let node = removed; node !== null; node = tree.following(node, removed)) {
    if (isSlot(node) && (node[$assigned] ?? []).length > 0) {
      node[$assigned] = [];
      host.signalSlot(node);
    }
  }
};

/** Children of a host or slots of a shadow tree changed: signals `slotchange` where the assignment differs. */
host.slotsChanged = (parent) => {
  const shadow = parent[$kind] === 1 && parent[$shadow] !== null ? parent[$shadow] : tree.rootOf(parent);
  if (shadow[$mode] === undefined) return;
  for (const slot of slotsOf(shadow)) {
    const now = assignedNodes(slot);
    const before = slot[$assigned] ?? [];
    if (now.length !== before.length || now.some((node, i) => node !== before[i])) {
      slot[$assigned] = now;
      host.signalSlot(slot);
    }
  }
};

// A slotted node's event goes through its slot (DOM "get the parent" of a node).
/** The parent in the flat tree, as far as there is one: through slots and shadow roots. */
host.flatParent = (node) => {
  const slot = clock.shadow ? findSlot(node, false) : null;
  return slot ?? node[$parent] ?? (node[$kind] === 11 ? node[$host] : null);
};

host.slotParent = (node) => (clock.shadow ? findSlot(node, false) : null);

export const globals = { ShadowRoot };
