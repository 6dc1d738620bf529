// The mirror: mutations of the connected tree, recorded for Rust (docs/boundary.md, "Ops: the mirror").
import { host, ops, wantStep } from "ext:oracade/internal.js";
import {
  $attrs,
  $bits,
  $connected,
  $controlText,
  $customStates,
  $data,
  $dirtyMirror,
  $first,
  $id,
  $kind,
  $local,
  $next,
  $ns,
  $prefix,
  $replaced,
  $shadow,
  $slotted,
  $stateBits,
  $style,
  HTML_NS,
  MATHML_NS,
  NOT_DEFINED,
  SVG_NS,
  clock,
} from "ext:oracade/dom/slots.js";

// Grown when the page first writes: the start-up snapshot carries no buffers.
let words = new Uint32Array(0);
let floats = new Float32Array(0);
let length = 0;
let strings = [];
let dirty = [];
const byId = new Map();

// What is emitted once per flush, however often it changed.
const STYLE = 1;
const TEXT = 2;
const STATE = 4;
const CONTROL = 8;
const REPLACED = 16;
const SLOTTED = 32;
const STATES = 64;

// A page that nobody looks at must not pile up mutations for ever.
const FLUSH_AT = 1 << 17;

let frameWanted = false;
/** The steps of a frame that look at what has changed. */
const changeSteps = [];

/** The step is wanted by every frame before which, or in whose callbacks, something changes. */
export function wantAfterChange(step) {
  changeSteps.push(step);
}

/** A mutation makes a rendering opportunity due, once until the next one: transitions and animations start there. */
function want() {
  frameWanted = true;
  for (let i = 0; i < changeSteps.length; i++) wantStep(changeSteps[i]);
  ops.op_frame_request();
}

/** Called at each rendering opportunity. */
export function frameStarted() {
  frameWanted = false;
}

/** Grows with every mutation but those of text: what may have changed whether an element is shown. */
let changes = 0;
export function changeCount() {
  return changes;
}

function room(count) {
  changes++;
  if (!frameWanted) want();
  grow(count);
}

/** Makes room for `count` words. */
function grow(count) {
  if (length + count <= words.length) return;
  let size = Math.max(1 << 12, words.length * 2);
  while (size < length + count) size *= 2;
  const grown = new Uint32Array(size);
  grown.set(words);
  words = grown;
  floats = new Float32Array(grown.buffer);
}

function text(value) {
  strings.push(value);
  return strings.length - 1;
}

function mark(node, bit) {
  if (bit !== TEXT && bit !== REPLACED) changes++;
  if (!frameWanted) want();
  if (node[$dirtyMirror] === 0) dirty.push(node);
  node[$dirtyMirror] |= bit;
}

/** Says that the document is in quirks mode, before anything of it is known. */
export function quirks() {
  room(1);
  words[length++] = 19;
}

/** Hands all recorded mutations over; to be called before every query. */
export function flush() {
  if (dirty.length > 0) settle();
  if (length === 0) return;
  const count = length;
  const handed = strings;
  length = 0;
  strings = [];
  ops.op_dom_apply(words, count, handed);
}

function settle() {
  const nodes = dirty;
  dirty = [];
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const marks = node[$dirtyMirror];
    node[$dirtyMirror] = 0;
    if (!node[$connected]) continue;
    const id = node[$id];
    grow(24);
    if (marks & TEXT) {
      words[length++] = 7;
      words[length++] = id;
      words[length++] = text(node[$data]);
    }
    if (marks & STYLE) {
      const style = node[$style];
      words[length++] = 14;
      words[length++] = id;
      const css = style === null ? styleAttribute(node) : host.inlineText(style);
      const override = overrides.get(node);
      words[length++] = text(override === undefined ? css : `${css}${/;\s*$/.test(css) || css === "" ? "" : ";"}${override}`);
    }
    if (marks & STATE) {
      words[length++] = 10;
      words[length++] = id;
      words[length++] = node[$bits] | (node[$stateBits] === undefined ? 0 : node[$stateBits]() | host.controlBits(node)) | (host.isDefined(node) ? 0 : NOT_DEFINED);
    }
    if (marks & CONTROL) {
      const [shown, placeholder] = node[$controlText]();
      words[length++] = 12;
      words[length++] = id;
      words[length++] = text(shown);
      words[length++] = placeholder ? 1 : 0;
    }
    if (marks & SLOTTED) {
      const nodes = node[$slotted];
      room(3 + nodes.length);
      words[length++] = 17;
      words[length++] = id;
      words[length++] = nodes.length;
      for (const slotted of nodes) words[length++] = slotted[$id];
      room(16);
    }
    if (marks & STATES) {
      const states = node[$customStates];
      room(3 + states.size);
      words[length++] = 18;
      words[length++] = id;
      words[length++] = states.size;
      for (const state of states) words[length++] = text(state);
      room(16);
    }
    if (marks & REPLACED) {
      const { width, height, kind, handle } = node[$replaced];
      words[length++] = 11;
      words[length++] = id;
      floats[length++] = width;
      floats[length++] = height;
      words[length++] = 13;
      words[length++] = id;
      words[length++] = kind;
      words[length++] = handle;
    }
  }
}

function styleAttribute(element) {
  for (const attr of element[$attrs]) {
    if (attr.name === "style") return attr.value;
  }
  return "";
}

function namespaceCode(ns) {
  return ns === HTML_NS ? 0 : ns === SVG_NS ? 1 : ns === MATHML_NS ? 2 : 3;
}

/** Creates a node (without children) and inserts it. Comments and the like stay unknown to Rust. */
function create(node, parentId, beforeId) {
  const id = node[$id];
  const kind = node[$kind];
  if (kind === 1) {
    const attrs = node[$attrs];
    room(9 + attrs.length * 2);
    words[length++] = 1;
    words[length++] = id;
    words[length++] = namespaceCode(node[$ns]);
    words[length++] = text(node[$prefix] === null ? node[$local] : `${node[$prefix]}:${node[$local]}`);
    const countAt = length++;
    let count = 0;
    for (let i = 0; i < attrs.length; i++) {
      const attr = attrs[i];
      if (attr.name === "style") continue;
      words[length++] = text(attr.name);
      words[length++] = text(attr.value);
      count++;
    }
    words[countAt] = count;
    if (count !== attrs.length || node[$style] !== null || overrides.has(node)) mark(node, STYLE);
    if (node[$bits] !== 0 || node[$stateBits] !== undefined || !host.isDefined(node)) mark(node, STATE);
    if (node[$controlText] !== undefined) mark(node, CONTROL);
    if (node[$replaced] !== null) mark(node, REPLACED);
    if (node[$slotted] !== undefined) mark(node, SLOTTED);
    if (node[$customStates] !== undefined) mark(node, STATES);
  } else if (kind === 3 || kind === 4) {
    room(7);
    words[length++] = 2;
    words[length++] = id;
    words[length++] = text(node[$data]);
  } else {
    return false;
  }
  words[length++] = 3;
  words[length++] = parentId;
  words[length++] = id;
  words[length++] = beforeId;
  return true;
}

function mirrored(kind) {
  return kind === 1 || kind === 3 || kind === 4;
}

/**
 * Records that `node` and its subtree are now connected under `parent`; sets the connected flag of each and
 * calls `visit(element)` for elements, in tree order.
 */
export function connect(node, parent, visit) {
  let before = node[$next];
  while (before !== null && !mirrored(before[$kind])) before = before[$next];
  connectUnder(node, parent[$id], before === null ? 0 : before[$id], visit);
  if (length > FLUSH_AT) flush();
}

function connectUnder(node, parentId, beforeId, visit) {
  node[$connected] = true;
  byId.set(node[$id], node);
  create(node, parentId, beforeId);
  if (node[$kind] !== 1) return;
  visit(node);
  const shadow = node[$shadow];
  if (shadow !== null) connectShadow(node, shadow, visit);
  for (let child = node[$first]; child !== null; child = child[$next]) connectUnder(child, node[$id], 0, visit);
}

/** Records a shadow root of a connected host, with its tree. */
export function connectShadow(element, shadow, visit) {
  shadow[$connected] = true;
  byId.set(shadow[$id], shadow);
  room(4);
  words[length++] = 15;
  words[length++] = element[$id];
  words[length++] = shadow[$id];
  words[length++] = shadow.slotAssignment === "manual" ? 1 : 0;
  host.rootConnected(shadow);
  for (let child = shadow[$first]; child !== null; child = child[$next]) connectUnder(child, shadow[$id], 0, visit);
}

/** Records that a connected subtree left; clears the connected flags and calls `visit(element)` for its elements. */
export function disconnect(node, visit) {
  if (mirrored(node[$kind])) {
    room(2);
    words[length++] = 4;
    words[length++] = node[$id];
  }
  forget(node, visit);
  if (length > FLUSH_AT) flush();
}

function forget(node, visit) {
  node[$connected] = false;
  byId.delete(node[$id]);
  if (node[$kind] === 1) {
    visit(node);
    if (node[$shadow] !== null) {
      host.rootDisconnected(node[$shadow]);
      forget(node[$shadow], visit);
    }
  }
  for (let child = node[$first]; child !== null; child = child[$next]) forget(child, visit);
}

/** The document is connected from the start. */
export function adoptDocument(document) {
  document[$connected] = true;
  byId.set(document[$id], document);
}

export function attributeSet(element, name, value) {
  room(4);
  words[length++] = 5;
  words[length++] = element[$id];
  words[length++] = text(name);
  words[length++] = text(value);
  // What constrains a control is in its attributes.
  if (element[$stateBits] !== undefined) mark(element, STATE);
  if (length > FLUSH_AT) flush();
}

export function attributeRemoved(element, name) {
  room(3);
  words[length++] = 6;
  words[length++] = element[$id];
  words[length++] = text(name);
  if (element[$stateBits] !== undefined) mark(element, STATE);
}

export function textChanged(node) {
  mark(node, TEXT);
}

export function styleChanged(element) {
  if (element[$connected]) mark(element, STYLE);
}

const overrides = new WeakMap(); // element → declarations of script animations

/** Declarations that override the inline style without showing in it; null takes them away. */
export function setOverride(element, css) {
  if (css === null) {
    if (!overrides.delete(element)) return;
  } else {
    if (overrides.get(element) === css) return;
    overrides.set(element, css);
  }
  if (element[$connected]) mark(element, STYLE);
}

/** The state bits or checkedness/disabledness of an element may have changed. */
export function stateChanged(element) {
  if (element[$connected]) mark(element, STATE);
}

export function setBit(element, bit, on) {
  const bits = on ? element[$bits] | bit : element[$bits] & ~bit;
  if (bits === element[$bits]) return;
  element[$bits] = bits;
  stateChanged(element);
}

export function controlChanged(element) {
  if (element[$connected] && element[$controlText] !== undefined) mark(element, CONTROL);
}

/**
 * Sets the replaced content of a canvas, image or video: natural size in CSS px (negative: none), and the pixels
 * as kind (0 none, 1 image, 2 canvas) and handle.
 */
export function setReplaced(element, width, height, kind, handle) {
  element[$replaced] = { width, height, kind, handle };
  if (element[$connected]) mark(element, REPLACED);
}
host.setReplaced = setReplaced;

export function sheetSet(element, css, media) {
  if (css.includes(":hover")) clock.hover = true;
  room(4);
  words[length++] = 8;
  words[length++] = element[$id];
  words[length++] = text(css);
  words[length++] = text(media);
}

export function sheetRemoved(element) {
  room(2);
  words[length++] = 9;
  words[length++] = element[$id];
}

/** The constructed sheets a document or shadow root adopts, by their ids, in order. */
export function sheetsAdopted(root, ids) {
  room(3 + ids.length);
  words[length++] = 16;
  words[length++] = root[$id];
  words[length++] = ids.length;
  for (const id of ids) words[length++] = id;
}

/** The states a custom element gave itself changed. */
export function customStatesChanged(element) {
  if (element[$connected]) mark(element, STATES);
}

/** The nodes a slot was given by script changed. */
export function slotAssigned(slot) {
  if (slot[$connected]) mark(slot, SLOTTED);
}

/** The connected node of an id. */
export function nodeOf(id) {
  return byId.get(id);
}
host.nodeOf = nodeOf;
host.flush = flush;

export const hooks = { capture: flush };
