// Transactions: their life, their requests, and IDBTransaction (Indexed Database API § 2.7, § 4.10, § 5.4, § 5.5).
import { Fifo } from "ext:oracade/ecma/fifo.js";
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { handlerAttributes } from "ext:oracade/dom/event_handlers.js";
import { EventTarget } from "ext:oracade/dom/event_target.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { $eventParent } from "ext:oracade/dom/slots.js";
import { storeHandle } from "ext:oracade/platform/indexeddb/object_store.js";
import { whenGranted } from "ext:oracade/platform/indexeddb/notices.js";
import { afterMicrotasks, deliver, Request, send } from "ext:oracade/platform/indexeddb/request.js";
import { sortedNames } from "ext:oracade/platform/indexeddb/schema.js";
import { $, of } from "ext:oracade/platform/indexeddb/slots.js";
import { need } from "ext:oracade/platform/idl.js";
import { stringList } from "ext:oracade/platform/string_list.js";

const SOURCE = "database access";

/** The record of a transaction. */
export class Work {
  /** "active", "inactive", "committing" or "finished". */
  state = "active";
  /** Its number while records may be read and written, 0 before it has started. */
  id = 0;
  error = null;
  /** Operations that have not run: {request or null, run(id)}. */
  queue = new Fifo();
  /** Handles by store. */
  handles = new Map();
  #lock = 0;
  #restore = null;
  #ended = null;

  constructor(connection, mode, stores, durability) {
    this.connection = connection;
    this.mode = mode;
    this.stores = stores;
    this.durability = durability;
    this.wrapper = new IDBTransaction(SECRET, this);
    connection.works.add(this);
  }

  /** Waits for its turn: when no earlier transaction is in its way. */
  schedule() {
    const names = this.stores.map((store) => `${this.connection.key}/${store.id}`);
    this.#lock = ops.op_idb_lock(names, this.mode === "readwrite");
    whenGranted(this.#lock, () => this.#start());
    afterMicrotasks(() => {
      this.deactivate();
      this.settle();
    });
  }

  /** Starts the transaction of an upgrade, which has the database for itself. `ended(error or null)` is called when it is over. */
  startUpgrade(ended) {
    this.#restore = this.connection.schema.keep();
    this.#ended = ended;
    this.#start();
    ops.op_idb_make_tree(this.id, 0);
  }

  #start() {
    if (this.state === "finished") return;
    this.id = ops.op_idb_begin(this.connection.key);
    for (let i = 0; i < this.queue.length; i++) this.#post();
    this.settle();
  }

  activate() {
    if (this.state === "inactive") this.state = "active";
  }

  deactivate() {
    if (this.state === "active") this.state = "inactive";
  }

  /** "asynchronously execute a request". `run(id)` gives the result or throws the error. */
  place(request, run) {
    this.queue.push({ request, run });
    if (this.id !== 0) this.#post();
    return request;
  }

  /** A new request of this transaction. */
  request(source, run) {
    return this.place(new Request(source, this), run).wrapper;
  }

  #post() {
    host.queueTask(SOURCE, () => this.#next());
  }

  #next() {
    const operation = this.queue.shift();
    // What an abort has taken out of the queue.
    if (operation === undefined || this.state === "finished") return;
    const { request, run } = operation;
    let result;
    let error = null;
    try {
      result = run(this.id);
    } catch (thrown) {
      error = thrown;
    }
    if (request !== null) deliver(request, result, error);
    else if (error !== null) this.abort(error);
    if (error?.name === "QuotaExceededError") this.abort(error);
    this.settle();
  }

  /** Commits if nothing can come any more. */
  settle() {
    if (this.id === 0 || this.queue.length > 0) return;
    if (this.state === "inactive" || this.state === "committing") this.#commit();
  }

  /** `commit()`: nothing more may be asked for. */
  close() {
    this.state = "committing";
    this.settle();
  }

  #commit() {
    const { connection, id } = this;
    this.state = "committing";
    this.id = 0;
    if (this.mode === "versionchange") ops.op_idb_set_head(id, connection.version, connection.schema.toText());
    ops.op_idb_commit(id);
    host.queueTask(SOURCE, () => {
      this.state = "finished";
      this.#leave();
      send(this.wrapper, "complete");
      this.#ended?.(null);
    });
  }

  /** "abort a transaction": undoes what it did; `error` is null if script asked for it. */
  abort(error) {
    if (this.state === "finished") return;
    this.state = "finished";
    this.error = error;
    if (this.id !== 0) ops.op_idb_roll_back(this.id);
    this.id = 0;
    if (this.#restore !== null) this.#restore();
    if (this.mode === "versionchange") this.connection.version = this.connection.oldVersion;
    for (const { request } of this.queue.drain()) {
      if (request === null) continue;
      host.queueTask(SOURCE, () => {
        const text = "The transaction was aborted, so the request cannot be fulfilled.";
        request.settle(undefined, new DOMException(text, "AbortError"));
        send(request.wrapper, "error", { bubbles: true, cancelable: true });
      });
    }
    host.queueTask(SOURCE, () => {
      this.#leave();
      send(this.wrapper, "abort", { bubbles: true });
      this.#ended?.(new DOMException("Version change transaction was aborted in upgradeneeded event handler.", "AbortError"));
    });
  }

  #leave() {
    if (this.#lock !== 0) ops.op_idb_unlock(this.#lock);
    const { connection } = this;
    connection.works.delete(this);
    if (connection.upgrade === this) connection.upgrade = null;
    connection.closeIfIdle();
  }

  /** Clones a value to be stored; its getters cannot make requests. */
  clone(run) {
    this.deactivate();
    try {
      return run();
    } finally {
      this.activate();
    }
  }

  /** Throws unless requests may be made now. */
  needActive(where) {
    if (this.state === "active") return;
    fail("TransactionInactiveError", `${where}: ${this.why()}`);
  }

  get closed() {
    return this.state === "committing" || this.state === "finished";
  }

  /** Why it is not active. */
  why() {
    return this.closed ? "The transaction has finished." : "The transaction is not active.";
  }
}

export class IDBTransaction extends EventTarget {
  constructor(secret, record) {
    if (secret !== SECRET) illegalConstructor();
    super();
    Object.defineProperty(this, $, { value: record });
  }
  get objectStoreNames() {
    const { mode, connection, stores } = of(this, IDBTransaction);
    return stringList(sortedNames(mode === "versionchange" ? connection.schema.stores : stores));
  }
  get mode() {
    return of(this, IDBTransaction).mode;
  }
  get durability() {
    return of(this, IDBTransaction).durability;
  }
  get db() {
    return of(this, IDBTransaction).connection.wrapper;
  }
  get error() {
    return of(this, IDBTransaction).error;
  }
  objectStore(name) {
    need(1, arguments.length, "objectStore", "IDBTransaction");
    const work = of(this, IDBTransaction);
    const where = "Failed to execute 'objectStore' on 'IDBTransaction'";
    name = `${name}`;
    if (work.closed) fail("InvalidStateError", `${where}: The transaction has finished.`);
    const stores = work.mode === "versionchange" ? work.connection.schema.stores : work.stores;
    const store = stores.find((candidate) => candidate.name === name);
    if (store === undefined) fail("NotFoundError", `${where}: The specified object store was not found.`);
    return storeHandle(work, store);
  }
  commit() {
    const work = of(this, IDBTransaction);
    if (work.state !== "active") {
      fail("InvalidStateError", `Failed to execute 'commit' on 'IDBTransaction': ${work.why()}`);
    }
    work.close();
  }
  abort() {
    const work = of(this, IDBTransaction);
    if (work.closed) {
      fail("InvalidStateError", "Failed to execute 'abort' on 'IDBTransaction': The transaction has finished.");
    }
    work.abort(null);
  }
  [$eventParent]() {
    return this[$].connection.wrapper;
  }
}
finishInterface(IDBTransaction);
Object.defineProperty(IDBTransaction.prototype, $eventParent, { enumerable: false });
handlerAttributes(IDBTransaction.prototype, ["abort", "complete", "error"]);

export const globals = { IDBTransaction };
