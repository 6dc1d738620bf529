// IDBFactory: opening, upgrading and deleting databases (Indexed Database API § 4.3, § 5.1, § 5.3, § 5.7).
import { finishInterface, host, illegalConstructor, ops, SECRET } from "ext:oracade/internal.js";
import { DOMException, fail } from "ext:oracade/dom/exception.js";
import { Connection } from "ext:oracade/platform/indexeddb/database.js";
import { compare, keyOf } from "ext:oracade/platform/indexeddb/key.js";
import { whenDisconnected, whenGranted } from "ext:oracade/platform/indexeddb/notices.js";
import { IDBVersionChangeEvent, Request, send } from "ext:oracade/platform/indexeddb/request.js";
import { Work } from "ext:oracade/platform/indexeddb/transaction.js";
import { defineReadOnly, need } from "ext:oracade/platform/idl.js";

const SOURCE = "database access";

/** What Rust knows a name by: its code units, so that the order of names is theirs. */
function keyOfName(name) {
  let key = "";
  for (let i = 0; i < name.length; i++) key += name.charCodeAt(i).toString(16).padStart(4, "0");
  return key;
}

function nameOfKey(key) {
  return key.replace(/.{4}/g, (unit) => String.fromCharCode(parseInt(unit, 16)));
}

/** Requests for one database wait for each other: `run(lock)` has its turn until the lock is given back. */
function whenTurn(key, run) {
  const lock = ops.op_idb_lock([key], true);
  whenGranted(lock, () => run(lock));
}

/** Asks the other connections to close, and waits until they have. */
function whenAlone(lock, key, own, request, oldVersion, newVersion, run) {
  const others = () => (ops.op_idb_connections(key)).filter((id) => id !== own);
  const asked = others();
  if (asked.length === 0) {
    run();
    return;
  }
  for (const id of asked) ops.op_idb_announce(id, oldVersion, newVersion ?? 0);
  const check = () => {
    if (others().length > 0) return false;
    whenDisconnected(lock, null);
    run();
    return true;
  };
  // After the events above; those of other agents may need a moment.
  host.queueTask(SOURCE, () => {
    if (check()) return;
    whenDisconnected(lock, check);
    send(request.wrapper, "blocked", { oldVersion, newVersion }, IDBVersionChangeEvent);
  });
}

function finish(lock, request, result, error) {
  ops.op_idb_unlock(lock);
  request.settle(result, error);
  if (error === null) send(request.wrapper, "success");
  else send(request.wrapper, "error", { bubbles: true, cancelable: true });
}

/** "open a database connection". */
function open(request, name, version) {
  const key = keyOfName(name);
  whenTurn(key, (lock) => {
    const head = ops.op_idb_head(key) ?? null;
    const [current, schema] = head ?? [0, ""];
    version ??= head === null ? 1 : current;
    if (current > version) {
      const text = `The requested version (${version}) is less than the existing version (${current}).`;
      finish(lock, request, undefined, new DOMException(text, "VersionError"));
      return;
    }
    const connection = new Connection(name, key, current, schema);
    if (current === version) {
      finish(lock, request, connection.wrapper, null);
      return;
    }
    whenAlone(lock, key, connection.id, request, current, version, () => upgrade(lock, request, connection, version));
  });
}

/** "upgrade a database". */
function upgrade(lock, request, connection, version) {
  const work = new Work(connection, "versionchange", [], "default");
  connection.upgrade = work;
  const { oldVersion } = connection;
  connection.version = version;
  request.work = work;
  work.startUpgrade((error) => {
    request.work = null;
    if (error !== null) {
      connection.close();
      finish(lock, request, undefined, error);
      return;
    }
    host.queueTask(SOURCE, () => {
      if (connection.closePending) finish(lock, request, undefined, new DOMException("The connection was closed.", "AbortError"));
      else finish(lock, request, connection.wrapper, null);
    });
  });
  request.settle(connection.wrapper, null);
  const { threw } = send(request.wrapper, "upgradeneeded", { oldVersion, newVersion: version }, IDBVersionChangeEvent);
  work.deactivate();
  if (threw) work.abort(new DOMException("Uncaught exception in event handler.", "AbortError"));
  work.settle();
}

/** "delete a database". */
function remove(request, name) {
  const key = keyOfName(name);
  whenTurn(key, (lock) => {
    const [version] = ops.op_idb_head(key) ?? [0];
    whenAlone(lock, key, 0, request, version, null, () => {
      ops.op_idb_remove(key);
      ops.op_idb_unlock(lock);
      request.settle(undefined, null);
      send(request.wrapper, "success", { oldVersion: version, newVersion: null }, IDBVersionChangeEvent);
    });
  });
}

function versionOf(value) {
  const where = "Failed to execute 'open' on 'IDBFactory'";
  const version = Math.trunc(+value);
  if (Number.isNaN(version)) throw new TypeError(`${where}: Value is not of type 'unsigned long long'.`);
  if (!(version >= 0 && version <= Number.MAX_SAFE_INTEGER)) {
    throw new TypeError(`${where}: Value is outside the 'unsigned long long' value range.`);
  }
  if (version === 0) throw new TypeError(`${where}: The version provided must not be 0.`);
  return version;
}

function needFactory(object) {
  if (!(object instanceof IDBFactory)) throw new TypeError("Illegal invocation");
}

/** Origins of their own, as data: workers have, store nothing. */
function needOrigin(method) {
  if (host.parseURL(host.baseURL(), null)?.origin !== "null") return;
  fail("SecurityError", `Failed to execute '${method}' on 'IDBFactory': access to the Indexed Database API is denied in this context.`);
}

export class IDBFactory {
  constructor(secret) {
    if (secret !== SECRET) illegalConstructor();
  }
  open(name, version = undefined) {
    needFactory(this);
    need(1, arguments.length, "open", "IDBFactory");
    needOrigin("open");
    const text = `${name}`;
    const number = version === undefined ? undefined : versionOf(version);
    const request = new Request(null, null, true);
    open(request, text, number);
    return request.wrapper;
  }
  deleteDatabase(name) {
    needFactory(this);
    need(1, arguments.length, "deleteDatabase", "IDBFactory");
    needOrigin("deleteDatabase");
    const request = new Request(null, null, true);
    remove(request, `${name}`);
    return request.wrapper;
  }
  async databases() {
    needFactory(this);
    needOrigin("databases");
    const { promise, resolve } = Promise.withResolvers();
    const found = ops.op_idb_list().filter(([, version]) => version > 0);
    host.queueTask(SOURCE, resolve);
    await promise;
    return found.map(([key, version]) => ({ name: nameOfKey(key), version }));
  }
  cmp(first, second) {
    needFactory(this);
    need(2, arguments.length, "cmp", "IDBFactory");
    const where = "Failed to execute 'cmp' on 'IDBFactory'";
    return compare(keyOf(first, where), keyOf(second, where));
  }
}
finishInterface(IDBFactory);

const indexedDB = new IDBFactory(SECRET);

export const globals = { IDBFactory };

export function install() {
  defineReadOnly(globalThis, "indexedDB", () => indexedDB);
}
