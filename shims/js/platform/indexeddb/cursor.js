// IDBCursor and IDBCursorWithValue (Indexed Database API § 4.8, § 6.8).
import { finishInterface, illegalConstructor, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { after, compare, join, keyOf, keyOrNull, valueOfKey } from "ext:oracade/platform/indexeddb/key.js";
import { evaluate } from "ext:oracade/platform/indexeddb/key_path.js";
import { before, notBefore } from "ext:oracade/platform/indexeddb/key_range.js";
import { deleteRecords, Item, nextRecord, storeRecord } from "ext:oracade/platform/indexeddb/records.js";
import { $, of } from "ext:oracade/platform/indexeddb/slots.js";
import { need } from "ext:oracade/platform/idl.js";

/** The record of a cursor. */
export class Cursor {
  /** Where it is: {key, primary, value()}; null before the first and after the last record. */
  at = null;
  gotValue = false;
  key = undefined;
  primaryKey = undefined;
  value = undefined;

  constructor(work, source, store, index, span, direction, keyOnly, request) {
    this.work = work;
    this.source = source;
    this.store = store;
    this.index = index;
    this.span = span;
    this.direction = direction;
    this.keyOnly = keyOnly;
    this.request = request;
    this.wrapper = keyOnly ? new IDBCursor(SECRET, this) : new IDBCursorWithValue(SECRET, this);
  }

  get backwards() {
    return this.direction.startsWith("prev");
  }

  /** The bytes of a record's place in the source. */
  #place(key, primary) {
    return this.index === null ? key : join(key, primary);
  }

  /** "iterate a cursor" `count` times; with `key`, to that key or beyond; with `primary`, and to that primary key or beyond. */
  iterate(id, { key, primary }, count) {
    let at = this.at;
    for (; count > 0; count--) {
      let span = this.span;
      if (at !== null) {
        const unique = this.direction.endsWith("unique");
        const here = this.#place(at.key, at.primary);
        span = this.backwards
          ? before(span, unique ? at.key : here)
          : notBefore(span, after(unique ? at.key : here));
      }
      if (key !== undefined) {
        const goal = primary === undefined ? key : this.#place(key, primary);
        span = this.backwards ? before(span, after(goal)) : notBefore(span, goal);
      }
      at = nextRecord(id, this.store, this.index, span, this.direction) ?? null;
      if (at === null) break;
    }
    this.at = at;
    if (at === null) {
      this.key = undefined;
      this.primaryKey = undefined;
      this.value = undefined;
      return null;
    }
    this.key = valueOfKey(at.key);
    this.primaryKey = this.index === null ? this.key : valueOfKey(at.primary);
    if (!this.keyOnly) this.value = at.value();
    this.gotValue = true;
    return this.wrapper;
  }

  /** Throws unless the cursor may be moved. */
  needMovable(where) {
    this.work.needActive(where);
    this.needSource(where);
    this.needValue(where);
  }

  needSource(where) {
    if (this.store.deleted || this.index?.deleted) {
      fail("InvalidStateError", `${where}: The cursor's source or effective object store has been deleted.`);
    }
  }

  needValue(where) {
    if (!this.gotValue) fail("InvalidStateError", `${where}: The cursor is being iterated or has iterated past its end.`);
  }

  /** Throws unless the record may be changed. */
  needWritable(where) {
    this.work.needActive(where);
    if (this.work.mode === "readonly") {
      fail("ReadOnlyError", `${where}: The record may not be ${where.includes("'update'") ? "updated" : "deleted"} inside a read-only transaction.`);
    }
    this.needSource(where);
    this.needValue(where);
    if (this.keyOnly) fail("InvalidStateError", `${where}: The cursor is a key cursor.`);
  }

  /** Asks for the next record, with the request that the cursor was opened with. */
  move(target, count) {
    this.gotValue = false;
    this.request.done = false;
    this.work.place(this.request, (id) => this.iterate(id, target, count));
  }
}

const whereOf = (method) => `Failed to execute '${method}' on 'IDBCursor'`;

export class IDBCursor {
  constructor(secret, record) {
    if (secret !== SECRET) illegalConstructor();
    Object.defineProperty(this, $, { value: record });
  }
  get source() {
    return of(this, IDBCursor).source;
  }
  get direction() {
    return of(this, IDBCursor).direction;
  }
  get key() {
    return of(this, IDBCursor).key;
  }
  get primaryKey() {
    return of(this, IDBCursor).primaryKey;
  }
  get request() {
    return of(this, IDBCursor).request.wrapper;
  }
  advance(count) {
    need(1, arguments.length, "advance", "IDBCursor");
    const where = whereOf("advance");
    const cursor = of(this, IDBCursor);
    const steps = Math.trunc(+count);
    if (!(steps >= 0 && steps <= 0xffffffff)) throw new TypeError(`${where}: Value is outside the 'unsigned long' value range.`);
    if (steps === 0) throw new TypeError(`${where}: A count argument with value 0 (zero) was supplied, must be greater than 0.`);
    cursor.needMovable(where);
    cursor.move({}, steps);
  }
  continue(key = undefined) {
    const where = whereOf("continue");
    const cursor = of(this, IDBCursor);
    cursor.needMovable(where);
    if (key === undefined) {
      cursor.move({}, 1);
      return;
    }
    const bytes = keyOf(key, where);
    const order = compare(bytes, cursor.at.key);
    if (!cursor.backwards && order <= 0) {
      fail("DataError", `${where}: The parameter is less than or equal to this cursor's position.`);
    }
    if (cursor.backwards && order >= 0) {
      fail("DataError", `${where}: The parameter is greater than or equal to this cursor's position.`);
    }
    cursor.move({ key: bytes }, 1);
  }
  continuePrimaryKey(key, primaryKey) {
    need(2, arguments.length, "continuePrimaryKey", "IDBCursor");
    const where = whereOf("continuePrimaryKey");
    const cursor = of(this, IDBCursor);
    cursor.work.needActive(where);
    cursor.needSource(where);
    if (cursor.index === null) fail("InvalidAccessError", `${where}: The cursor's source is not an index.`);
    if (cursor.direction.endsWith("unique")) {
      fail("InvalidAccessError", `${where}: The cursor's direction is not 'next' or 'prev'.`);
    }
    cursor.needValue(where);
    const bytes = keyOf(key, where);
    const primary = keyOf(primaryKey, where);
    const order = compare(join(bytes, primary), join(cursor.at.key, cursor.at.primary));
    if (!cursor.backwards && order <= 0) {
      fail("DataError", `${where}: The parameter is less than or equal to this cursor's position.`);
    }
    if (cursor.backwards && order >= 0) {
      fail("DataError", `${where}: The parameter is greater than or equal to this cursor's position.`);
    }
    cursor.move({ key: bytes, primary }, 1);
  }
  update(value) {
    need(1, arguments.length, "update", "IDBCursor");
    const where = whereOf("update");
    const cursor = of(this, IDBCursor);
    cursor.needWritable(where);
    const { work, store } = cursor;
    const item = work.clone(() => new Item(value, where));
    const key = cursor.at.primary;
    if (store.keyPath !== null) {
      const found = evaluate(item.value(), store.keyPath);
      const own = found === undefined ? null : keyOrNull(found);
      if (own === null || compare(own, key) !== 0) {
        fail("DataError", `${where}: The effective object store of this cursor uses in-line keys and evaluating the key path of the value parameter results in a different value than the cursor's effective key.`);
      }
    }
    return work.request(this, (id) => valueOfKey(storeRecord(id, store, item, key, false)));
  }
  delete() {
    const where = whereOf("delete");
    const cursor = of(this, IDBCursor);
    cursor.needWritable(where);
    const key = cursor.at.primary;
    return cursor.work.request(this, (id) => deleteRecords(id, cursor.store, { from: key, to: after(key) }));
  }
}
finishInterface(IDBCursor);

export class IDBCursorWithValue extends IDBCursor {
  get value() {
    return of(this, IDBCursorWithValue).value;
  }
}
finishInterface(IDBCursorWithValue);

export const globals = { IDBCursor, IDBCursorWithValue };
