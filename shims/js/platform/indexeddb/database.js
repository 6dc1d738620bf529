// Connections and IDBDatabase (Indexed Database API § 2.1, § 4.4, § 5.2).
import { finishInterface, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import { fail } from "ext:oracade/dom/exception.js";
import { isValidPath, pathOf } from "ext:oracade/platform/indexeddb/key_path.js";
import { addConnection, removeConnection } from "ext:oracade/platform/indexeddb/notices.js";
import { createStore } from "ext:oracade/platform/indexeddb/object_store.js";
import { dropStore } from "ext:oracade/platform/indexeddb/records.js";
import { IDBVersionChangeEvent, send } from "ext:oracade/platform/indexeddb/request.js";
import { Schema, sortedNames } from "ext:oracade/platform/indexeddb/schema.js";
import { $, of } from "ext:oracade/platform/indexeddb/slots.js";
import { Work } from "ext:oracade/platform/indexeddb/transaction.js";
import { need } from "ext:oracade/platform/idl.js";
import { stringList } from "ext:oracade/platform/string_list.js";

/** The record of a connection. `key` names the database for Rust. */
export class Connection {
  closePending = false;
  closed = false;
  /** Transactions that have not finished. */
  works = new Set();
  /** The transaction of an upgrade that is running. */
  upgrade = null;

  constructor(name, key, version, schema) {
    this.name = name;
    this.key = key;
    this.oldVersion = version;
    this.version = version;
    this.schema = new Schema(schema);
    this.id = ops.op_idb_connect(key);
    this.wrapper = new IDBDatabase(SECRET, this);
    addConnection(this);
  }

  /** "close a database connection". */
  close() {
    this.closePending = true;
    this.closeIfIdle();
  }

  closeIfIdle() {
    if (!this.closePending || this.closed || this.works.size > 0) return;
    this.closed = true;
    removeConnection(this);
    ops.op_idb_disconnect(this.id);
  }

  /** Somebody wants another version, or none (null). */
  versionChange(oldVersion, newVersion) {
    if (!this.closePending) send(this.wrapper, "versionchange", { oldVersion, newVersion }, IDBVersionChangeEvent);
  }

  needUpgrade(where) {
    if (this.upgrade === null) {
      fail("InvalidStateError", `${where}: The database is not running a version change transaction.`);
    }
    this.upgrade.needActive(where);
    return this.upgrade;
  }
}

const MODES = ["readonly", "readwrite", "versionchange"];
const DURABILITIES = ["default", "strict", "relaxed"];

function choice(value, values, type, where) {
  const text = `${value}`;
  if (!values.includes(text)) throw new TypeError(`${where}: The provided value '${text}' is not a valid enum value of type ${type}.`);
  return text;
}

export class IDBDatabase extends EventTarget {
  constructor(secret, record) {
    if (secret !== SECRET) illegalConstructor();
    super();
    Object.defineProperty(this, $, { value: record });
  }
  get name() {
    return of(this, IDBDatabase).name;
  }
  get version() {
    return of(this, IDBDatabase).version;
  }
  get objectStoreNames() {
    return stringList(sortedNames(of(this, IDBDatabase).schema.stores));
  }
  transaction(storeNames, mode = "readonly", options = undefined) {
    need(1, arguments.length, "transaction", "IDBDatabase");
    const where = "Failed to execute 'transaction' on 'IDBDatabase'";
    const connection = of(this, IDBDatabase);
    const names = pathOf(storeNames);
    mode = choice(mode, MODES, "IDBTransactionMode", where);
    const durability = options?.durability === undefined ? "default" : choice(options.durability, DURABILITIES, "IDBTransactionDurability", where);
    if (connection.upgrade !== null) fail("InvalidStateError", `${where}: A version change transaction is running.`);
    if (connection.closePending) fail("InvalidStateError", `${where}: The database connection is closing.`);
    const scope = [...new Set(Array.isArray(names) ? names : [names])];
    const stores = scope.map((name) => {
      const store = connection.schema.store(name);
      if (store === undefined) fail("NotFoundError", `${where}: One of the specified object stores was not found.`);
      return store;
    });
    if (stores.length === 0) fail("InvalidAccessError", `${where}: The storeNames parameter was empty.`);
    if (mode === "versionchange") {
      throw new TypeError(`${where}: The mode provided ('versionchange') is not one of 'readonly' or 'readwrite'.`);
    }
    const work = new Work(connection, mode, stores, durability);
    work.schedule();
    return work.wrapper;
  }
  close() {
    of(this, IDBDatabase).close();
  }
  createObjectStore(name, options = undefined) {
    need(1, arguments.length, "createObjectStore", "IDBDatabase");
    const where = "Failed to execute 'createObjectStore' on 'IDBDatabase'";
    const connection = of(this, IDBDatabase);
    name = `${name}`;
    if (options !== undefined && options !== null && typeof options !== "object" && typeof options !== "function") {
      throw new TypeError(`${where}: The provided value is not of type 'IDBObjectStoreParameters'.`);
    }
    const autoIncrement = Boolean(options?.autoIncrement);
    const path = options?.keyPath;
    const keyPath = path === undefined || path === null ? null : pathOf(path);
    const work = connection.needUpgrade(where);
    if (keyPath !== null && !isValidPath(keyPath)) fail("SyntaxError", `${where}: The keyPath option is not a valid key path.`);
    if (connection.schema.store(name) !== undefined) {
      fail("ConstraintError", `${where}: An object store with the specified name already exists.`);
    }
    if (autoIncrement && (keyPath === "" || Array.isArray(keyPath))) {
      fail("InvalidAccessError", `${where}: The autoIncrement option was set but the keyPath option was empty or an array.`);
    }
    return createStore(work, name, keyPath, autoIncrement);
  }
  deleteObjectStore(name) {
    need(1, arguments.length, "deleteObjectStore", "IDBDatabase");
    const where = "Failed to execute 'deleteObjectStore' on 'IDBDatabase'";
    const connection = of(this, IDBDatabase);
    name = `${name}`;
    const work = connection.needUpgrade(where);
    const { schema } = connection;
    const store = schema.store(name);
    if (store === undefined) fail("NotFoundError", `${where}: The specified object store was not found.`);
    schema.stores = schema.stores.filter((other) => other !== store);
    store.deleted = true;
    for (const index of store.indexes) index.deleted = true;
    store.indexes = [];
    work.place(null, (id) => dropStore(id, store));
  }
}
finishInterface(IDBDatabase);
handlerAttributes(IDBDatabase.prototype, ["abort", "close", "error", "versionchange"]);

export const globals = { IDBDatabase };
