// The queries that object stores and indexes have in common (Indexed Database API § 4.5, § 4.6).
import { core } from "ext:core/mod.js";
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { Cursor } from "ext:oracade/platform/indexeddb/cursor.js";
import { valueOfKey } from "ext:oracade/platform/indexeddb/key.js";
import { isKeyRange, spanOfQuery } from "ext:oracade/platform/indexeddb/key_range.js";
import { countRecords, firstRecord, records } from "ext:oracade/platform/indexeddb/records.js";
import { Request } from "ext:oracade/platform/indexeddb/request.js";

const DIRECTIONS = ["next", "nextunique", "prev", "prevunique"];
const EVERYTHING = 0xffffffff;

export class IDBRecord {
  #key;
  #primaryKey;
  #value;
  constructor(secret, key, primaryKey, value) {
    if (secret !== SECRET) illegalConstructor();
    this.#key = key;
    this.#primaryKey = primaryKey;
    this.#value = value;
  }
  get key() {
    return this.#key;
  }
  get primaryKey() {
    return this.#primaryKey;
  }
  get value() {
    return this.#value;
  }
}
finishInterface(IDBRecord);

function directionOf(value, where, inside = "") {
  const direction = `${value}`;
  if (!DIRECTIONS.includes(direction)) {
    throw new TypeError(`${where}: ${inside}The provided value '${direction}' is not a valid enum value of type IDBCursorDirection.`);
  }
  return direction;
}

/** `[EnforceRange] unsigned long`; 0 stands for all. */
function countOf(value, where, inside = "") {
  if (value === undefined) return EVERYTHING;
  const count = Math.trunc(+value);
  if (!(count >= 0 && count <= EVERYTHING)) {
    throw new TypeError(`${where}: ${inside}Value is outside the 'unsigned long' value range.`);
  }
  return count === 0 ? EVERYTHING : count;
}

/** "is a potentially valid key range": anything but an object of a type that no key has. */
function mayBeQuery(value) {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return true;
  return isKeyRange(value) || Array.isArray(value) || core.isDate(value) || core.isArrayBuffer(value) || ArrayBuffer.isView(value);
}

/** `getAll` and its kin: what they ask for. */
function optionsOf(queryOrOptions, count, where, onlyOptions) {
  if (!onlyOptions && mayBeQuery(queryOrOptions)) {
    return { query: queryOrOptions, count: countOf(count, where), direction: "next" };
  }
  const options = queryOrOptions ?? {};
  if (typeof options !== "object" && typeof options !== "function") {
    throw new TypeError(`${where}: The provided value is not of type 'IDBGetAllOptions'.`);
  }
  const inside = (member) => `Failed to read the '${member}' property from 'IDBGetAllOptions': `;
  return {
    count: countOf(options.count, where, inside("count")),
    direction: options.direction === undefined ? "next" : directionOf(options.direction, where, inside("direction")),
    query: options.query,
  };
}

/**
 * Makes the operations. `source(this, where)` checks that requests may be made and gives {wrapper, work, store, index}; `index` is null
 * for a store.
 */
export function queries(source, name) {
  const whereOf = (method) => `Failed to execute '${method}' on '${name}'`;
  const first = (object, query, method, given, pick) => {
    const where = whereOf(method);
    if (given < 1) throw new TypeError(`${where}: 1 argument required, but only 0 present.`);
    const { wrapper, work, store, index } = source(object, where);
    const span = spanOfQuery(query, where, true);
    return work.request(wrapper, (id) => {
      const record = firstRecord(id, store, index, span);
      return record === undefined ? undefined : pick(record);
    });
  };
  const all = (object, queryOrOptions, count, method, pick) => {
    const where = whereOf(method);
    const { wrapper, work, store, index } = source(object, where);
    const options = optionsOf(queryOrOptions, count, where, method === "getAllRecords");
    const span = spanOfQuery(options.query, where);
    return work.request(wrapper, (id) => records(id, store, index, span, options.direction, options.count).map(pick));
  };
  const cursor = (object, query, direction, method, keyOnly) => {
    const where = whereOf(method);
    direction = directionOf(direction, where);
    const { wrapper, work, store, index } = source(object, where);
    const span = spanOfQuery(query, where);
    const request = new Request(wrapper, work);
    request.cursor = new Cursor(work, wrapper, store, index, span, direction, keyOnly, request);
    work.place(request, (id) => request.cursor.iterate(id, {}, 1));
    return request.wrapper;
  };
  return {
    get(query) {
      return first(this, query, "get", arguments.length, (record) => record.value());
    },
    getKey(query) {
      return first(this, query, "getKey", arguments.length, (record) => valueOfKey(record.primary));
    },
    getAll(query = undefined, count = undefined) {
      return all(this, query, count, "getAll", (record) => record.value());
    },
    getAllKeys(query = undefined, count = undefined) {
      return all(this, query, count, "getAllKeys", (record) => valueOfKey(record.primary));
    },
    getAllRecords(options = undefined) {
      const pick = ({ key, primary, value }) => new IDBRecord(SECRET, valueOfKey(key), valueOfKey(primary), value());
      return all(this, options, undefined, "getAllRecords", pick);
    },
    count(key = undefined) {
      const where = whereOf("count");
      const { wrapper, work, store, index } = source(this, where);
      const span = spanOfQuery(key, where);
      return work.request(wrapper, (id) => countRecords(id, (index ?? store).id, span));
    },
    openCursor(query = undefined, direction = "next") {
      return cursor(this, query, direction, "openCursor", false);
    },
    openKeyCursor(query = undefined, direction = "next") {
      return cursor(this, query, direction, "openKeyCursor", true);
    },
  };
}

/** The name that a handle is to have; see the setters of `name`. */
export function needRename(work, where) {
  if (work.mode !== "versionchange") {
    fail("InvalidStateError", `${where}: The database is not running a version change transaction.`);
  }
  work.needActive(where);
}

export const globals = { IDBRecord };
