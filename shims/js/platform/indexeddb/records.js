// What requests do to records (Indexed Database API § 6). Everything runs in a started transaction, whose number is `id`.
import { core } from "ext:core/mod.js";
import { ops } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { after, join, keyOrNull, multiEntryKeys, numberOfKey, splitKey } from "ext:oracade/platform/indexeddb/key.js";
import { evaluate, inject } from "ext:oracade/platform/indexeddb/key_path.js";
import { fromWire, toWire } from "ext:oracade/platform/wire.js";

/** The tree that holds the current numbers of key generators. */
const GENERATORS = 0;
const GENERATOR_END = 2 ** 53;
const EVERYTHING = 0xffffffff;
const NOTHING = new Uint8Array(0);

/** A value to be stored: its bytes, and the clone they are of when it is wanted. */
export class Item {
  #value;
  #read = false;
  constructor(value, where) {
    this.bytes = toWire(value, [], where).bytes;
  }
  value() {
    if (!this.#read) this.#value = fromWire(this.bytes);
    this.#read = true;
    return this.#value;
  }
  inject(path, key) {
    inject(this.value(), path, key);
    this.bytes = toWire(this.#value).bytes;
  }
}

function generatorKey(store) {
  const key = new Uint8Array(4);
  new DataView(key.buffer).setUint32(0, store.id);
  return key;
}

function currentNumber(id, store) {
  const bytes = ops.op_idb_get(id, GENERATORS, generatorKey(store)) ?? null;
  return bytes === null ? 1 : core.deserialize(bytes);
}

function setCurrentNumber(id, store, number) {
  put(id, GENERATORS, generatorKey(store), core.serialize(number));
}

/** "generate a key": the number that `update` then moves on from. */
function generate(id, store) {
  const number = currentNumber(id, store);
  if (number > GENERATOR_END) fail("ConstraintError", "Maximum key generator value reached.");
  return number;
}

/** "possibly update the key generator", after a record has been stored under `key`. */
function update(id, store, key) {
  const number = numberOfKey(key);
  if (number === undefined || number < currentNumber(id, store)) return;
  // The number after the last is one more that a double can tell from it.
  setCurrentNumber(id, store, number >= GENERATOR_END ? GENERATOR_END + 2 : Math.floor(number) + 1);
}

function put(id, tree, key, bytes) {
  if (!ops.op_idb_put(id, tree, key, bytes)) fail("QuotaExceededError", "The current transaction exceeded its quota limitations.");
}

/** The keys under which an index has a value. */
function indexKeys(index, value) {
  let found;
  try {
    found = evaluate(value, index.keyPath);
    if (found === undefined) return [];
    if (index.multiEntry) return multiEntryKeys(found);
    const key = keyOrNull(found);
    return key === null ? [] : [key];
  } catch {
    return [];
  }
}

/** Throws if a unique index has one of the keys for another record. */
function needUnique(id, index, keys, primary) {
  if (!index.unique) return;
  for (const key of keys) {
    for (const [, other] of entries(id, index, { from: key, to: after(key) }, false, 2)) {
      if (primary !== null && same(other, primary)) continue;
      fail("ConstraintError", `Unable to add key to index '${index.name}': at least one key does not satisfy the uniqueness requirements.`);
    }
  }
}

function same(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Takes the entries of a record out of the indexes. */
function forget(id, store, primary, bytes) {
  if (store.built.length === 0) return;
  const value = fromWire(bytes);
  for (const index of store.built) {
    for (const key of indexKeys(index, value)) {
      const entry = join(key, primary);
      ops.op_idb_delete(id, index.id, entry, after(entry));
    }
  }
}

/** "store a record into an object store": the bytes of its key. `key` is null if it is to be generated. */
export function storeRecord(id, store, item, key, noOverwrite) {
  if (store.autoIncrement && key === null) {
    const number = generate(id, store);
    key = keyOrNull(number);
    if (store.keyPath !== null) item.inject(store.keyPath, number);
  }
  const old = ops.op_idb_get(id, store.id, key) ?? null;
  if (old !== null && noOverwrite) fail("ConstraintError", "Key already exists in the object store.");
  const added = store.built.map((index) => indexKeys(index, item.value()));
  store.built.forEach((index, i) => needUnique(id, index, added[i], key));
  if (old !== null) forget(id, store, key, old);
  put(id, store.id, key, item.bytes);
  store.built.forEach((index, i) => {
    for (const entry of added[i]) put(id, index.id, join(entry, key), NOTHING);
  });
  if (store.autoIncrement) update(id, store, key);
  return key;
}

/** "delete records from an object store". */
export function deleteRecords(id, store, span) {
  if (store.built.length > 0) {
    const found = ops.op_idb_scan(id, store.id, span.from, span.to, false, EVERYTHING);
    for (let i = 0; i < found.length; i += 2) forget(id, store, found[i], found[i + 1]);
  }
  ops.op_idb_delete(id, store.id, span.from, span.to);
}

/** "clear an object store". */
export function clearStore(id, store) {
  for (const tree of [store.id, ...store.built.map((index) => index.id)]) ops.op_idb_delete(id, tree, NOTHING, NOTHING);
}

/** Removes a store with its indexes. */
export function dropStore(id, store) {
  for (const tree of [store.id, ...store.built.map((index) => index.id)]) ops.op_idb_drop_tree(id, tree);
  ops.op_idb_delete(id, GENERATORS, generatorKey(store), after(generatorKey(store)));
  store.built = [];
}

/** Enters the records that a store has into a new index. */
export function buildIndex(id, store, index) {
  ops.op_idb_make_tree(id, index.id);
  const found = ops.op_idb_scan(id, store.id, NOTHING, NOTHING, false, EVERYTHING);
  for (let i = 0; i < found.length; i += 2) {
    const keys = indexKeys(index, fromWire(found[i + 1]));
    needUnique(id, index, keys, found[i]);
    for (const key of keys) put(id, index.id, join(key, found[i]), NOTHING);
  }
  store.built.push(index);
}

export function dropIndex(id, store, index) {
  ops.op_idb_drop_tree(id, index.id);
  store.built = store.built.filter((other) => other !== index);
}

/** Records of an index in a span: [key, primary key]. */
function entries(id, index, span, backwards, limit) {
  const found = ops.op_idb_scan(id, index.id, span.from, span.to, backwards, limit);
  const list = [];
  for (let i = 0; i < found.length; i += 2) list.push(splitKey(found[i]));
  return list;
}

/** One entry a key. */
function distinct(list) {
  return list.filter(([key], i) => i === 0 || !same(key, list[i - 1][0]));
}

/**
 * Records of a store (`index` null) or of an index, as a list of {key, primary, value()} with the bytes of the keys.
 * `direction` is a cursor's.
 */
export function records(id, store, index, span, direction, limit) {
  const backwards = direction.startsWith("prev");
  if (index === null) {
    const found = ops.op_idb_scan(id, store.id, span.from, span.to, backwards, limit);
    const list = [];
    for (let i = 0; i < found.length; i += 2) {
      list.push({ key: found[i], primary: found[i], value: () => fromWire(found[i + 1]) });
    }
    return list;
  }
  const unique = direction.endsWith("unique");
  let list = entries(id, index, span, unique ? false : backwards, unique ? EVERYTHING : limit);
  if (unique) {
    list = distinct(list);
    // Of records with the same key, the one with the least primary key stands for all, in both directions.
    if (backwards) list.reverse();
    list = list.slice(0, limit);
  }
  return list.map(([key, primary]) => ({ key, primary, value: () => valueOf(id, store, primary) }));
}

function valueOf(id, store, primary) {
  const bytes = ops.op_idb_get(id, store.id, primary) ?? null;
  return bytes === null ? undefined : fromWire(bytes);
}

/** The first record, or undefined. */
export function firstRecord(id, store, index, span) {
  return records(id, store, index, span, "next", 1)[0];
}

/** The record that a cursor comes to next in a span, or undefined. */
export function nextRecord(id, store, index, span, direction) {
  if (direction !== "prevunique" || index === null) {
    // Spans of "nextunique" begin after the present key.
    return records(id, store, index, span, direction === "nextunique" ? "next" : direction.slice(0, 4), 1)[0];
  }
  const last = records(id, store, index, span, "prev", 1)[0];
  return last && records(id, store, index, { from: last.key, to: after(last.key) }, "next", 1)[0];
}

export function countRecords(id, tree, span) {
  return ops.op_idb_count(id, tree, span.from, span.to);
}
