// IDBObjectStore (Indexed Database API § 4.5).
import { finishInterface, illegalConstructor, mixin, ops, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { keyOf, keyOrNull, valueOfKey } from "ext:oracade/platform/indexeddb/key.js";
import { canInject, evaluate, isValidPath, pathOf } from "ext:oracade/platform/indexeddb/key_path.js";
import { spanOfQuery } from "ext:oracade/platform/indexeddb/key_range.js";
import { indexHandle } from "ext:oracade/platform/indexeddb/object_index.js";
import { needRename, queries } from "ext:oracade/platform/indexeddb/queries.js";
import { buildIndex, clearStore, deleteRecords, dropIndex, Item, storeRecord } from "ext:oracade/platform/indexeddb/records.js";
import { sortedNames } from "ext:oracade/platform/indexeddb/schema.js";
import { $, of } from "ext:oracade/platform/indexeddb/slots.js";
import { need } from "ext:oracade/platform/idl.js";
import { stringList } from "ext:oracade/platform/string_list.js";

const whereOf = (method) => `Failed to execute '${method}' on 'IDBObjectStore'`;

/** What a handle's requests are made of; throws unless they may be made. */
function source(object, where) {
  const handle = of(object, IDBObjectStore);
  const { work, store } = handle;
  if (store.deleted) fail("InvalidStateError", `${where}: The object store has been deleted.`);
  work.needActive(where);
  return { wrapper: object, work, store, index: null };
}

function writable(object, where) {
  const found = source(object, where);
  if (found.work.mode === "readonly") fail("ReadOnlyError", `${where}: The transaction is read-only.`);
  return found;
}

/** "add or put". */
function addOrPut(object, value, keyValue, method, noOverwrite) {
  const where = whereOf(method);
  const { wrapper, work, store } = writable(object, where);
  const inLine = store.keyPath !== null;
  if (inLine && keyValue !== undefined) {
    fail("DataError", `${where}: The object store uses in-line keys and the key parameter was provided.`);
  }
  if (!inLine && !store.autoIncrement && keyValue === undefined) {
    fail("DataError", `${where}: The object store uses out-of-line keys and has no key generator and the key parameter was not provided.`);
  }
  let key = keyValue === undefined ? null : keyOf(keyValue, where);
  const item = work.clone(() => new Item(value, where));
  if (inLine) {
    const found = evaluate(item.value(), store.keyPath);
    if (found !== undefined) {
      key = keyOrNull(found);
      if (key === null) fail("DataError", `${where}: Evaluating the object store's key path yielded a value that is not a valid key.`);
    } else if (!store.autoIncrement) {
      fail("DataError", `${where}: Evaluating the object store's key path did not yield a value.`);
    } else if (!canInject(item.value(), store.keyPath)) {
      fail("DataError", `${where}: A generated key could not be inserted into the value.`);
    }
  }
  return work.request(wrapper, (id) => valueOfKey(storeRecord(id, store, item, key, noOverwrite)));
}

/** Throws unless the schema may be changed. */
function changeable(object, where) {
  const handle = of(object, IDBObjectStore);
  const { work, store } = handle;
  if (work.mode !== "versionchange") {
    fail("InvalidStateError", `${where}: The database is not running a version change transaction.`);
  }
  if (store.deleted) fail("InvalidStateError", `${where}: The object store has been deleted.`);
  work.needActive(where);
  return handle;
}

export class IDBObjectStore {
  #keyPath;
  constructor(secret, record) {
    if (secret !== SECRET) illegalConstructor();
    Object.defineProperty(this, $, { value: record });
  }
  get name() {
    return of(this, IDBObjectStore).store.name;
  }
  set name(value) {
    const { work, store } = of(this, IDBObjectStore);
    const where = "Failed to set the 'name' property on 'IDBObjectStore'";
    const name = `${value}`;
    if (work.mode === "versionchange" && store.deleted) fail("InvalidStateError", `${where}: The object store has been deleted.`);
    needRename(work, where);
    if (store.name === name) return;
    if (work.connection.schema.store(name) !== undefined) {
      fail("ConstraintError", `${where}: An object store with the specified name already exists.`);
    }
    store.name = name;
  }
  get keyPath() {
    const { keyPath } = of(this, IDBObjectStore).store;
    return Array.isArray(keyPath) ? this.#keyPath ??= keyPath.slice() : keyPath;
  }
  get indexNames() {
    return stringList(sortedNames(of(this, IDBObjectStore).store.indexes));
  }
  get transaction() {
    return of(this, IDBObjectStore).work.wrapper;
  }
  get autoIncrement() {
    return of(this, IDBObjectStore).store.autoIncrement;
  }
  put(value, key = undefined) {
    need(1, arguments.length, "put", "IDBObjectStore");
    return addOrPut(this, value, key, "put", false);
  }
  add(value, key = undefined) {
    need(1, arguments.length, "add", "IDBObjectStore");
    return addOrPut(this, value, key, "add", true);
  }
  delete(query) {
    need(1, arguments.length, "delete", "IDBObjectStore");
    const where = whereOf("delete");
    const { wrapper, work, store } = writable(this, where);
    const span = spanOfQuery(query, where, true);
    return work.request(wrapper, (id) => deleteRecords(id, store, span));
  }
  clear() {
    const { wrapper, work, store } = writable(this, whereOf("clear"));
    return work.request(wrapper, (id) => clearStore(id, store));
  }
  index(name) {
    need(1, arguments.length, "index", "IDBObjectStore");
    const where = whereOf("index");
    const handle = of(this, IDBObjectStore);
    name = `${name}`;
    if (handle.store.deleted) fail("InvalidStateError", `${where}: The object store has been deleted.`);
    if (handle.work.closed) fail("InvalidStateError", `${where}: The transaction has finished.`);
    const index = handle.store.index(name);
    if (index === undefined) fail("NotFoundError", `${where}: The specified index was not found.`);
    return indexHandle(handle, index);
  }
  createIndex(name, keyPath, options = undefined) {
    need(2, arguments.length, "createIndex", "IDBObjectStore");
    const where = whereOf("createIndex");
    name = `${name}`;
    keyPath = pathOf(keyPath);
    const unique = Boolean(options?.unique);
    const multiEntry = Boolean(options?.multiEntry);
    const handle = changeable(this, where);
    const { work, store } = handle;
    if (store.index(name) !== undefined) fail("ConstraintError", `${where}: An index with the specified name already exists.`);
    if (!isValidPath(keyPath)) fail("SyntaxError", `${where}: The keyPath argument contains an invalid key path.`);
    if (Array.isArray(keyPath) && multiEntry) {
      fail("InvalidAccessError", `${where}: The keyPath argument was an array and the multiEntry option is true.`);
    }
    const index = store.addIndex(work.connection.schema, { name, keyPath, unique, multiEntry });
    work.place(null, (id) => buildIndex(id, store, index));
    return indexHandle(handle, index);
  }
  deleteIndex(name) {
    need(1, arguments.length, "deleteIndex", "IDBObjectStore");
    const where = whereOf("deleteIndex");
    const { work, store } = changeable(this, where);
    const index = store.index(`${name}`);
    if (index === undefined) fail("NotFoundError", `${where}: The specified index was not found.`);
    store.indexes = store.indexes.filter((other) => other !== index);
    index.deleted = true;
    work.place(null, (id) => dropIndex(id, store, index));
  }
}
mixin(IDBObjectStore, queries(source, "IDBObjectStore"));
finishInterface(IDBObjectStore);

/** The handle of a store in a transaction, always the same one. */
export function storeHandle(work, store) {
  let handle = work.handles.get(store);
  if (handle === undefined) {
    handle = { work, store, wrapper: null, indexes: new Map() };
    handle.wrapper = new IDBObjectStore(SECRET, handle);
    work.handles.set(store, handle);
  }
  return handle.wrapper;
}

/** Adds a store to the database of an upgrade. */
export function createStore(work, name, keyPath, autoIncrement) {
  const store = work.connection.schema.addStore(name, keyPath, autoIncrement);
  ops.op_idb_make_tree(work.id, store.id);
  return storeHandle(work, store);
}

export const globals = { IDBObjectStore };
