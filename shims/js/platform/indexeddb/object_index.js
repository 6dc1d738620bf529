// IDBIndex (Indexed Database API § 4.6).
import { finishInterface, illegalConstructor, mixin, SECRET } from "ext:oracade/internal.js";
import { fail } from "ext:oracade/dom/exception.js";
import { needRename, queries } from "ext:oracade/platform/indexeddb/queries.js";
import { $, of } from "ext:oracade/platform/indexeddb/slots.js";

function source(object, where) {
  const { parent, index } = of(object, IDBIndex);
  const { work, store } = parent;
  if (store.deleted || index.deleted) fail("InvalidStateError", `${where}: The index or its object store has been deleted.`);
  work.needActive(where);
  return { wrapper: object, work, store, index };
}

export class IDBIndex {
  #keyPath;
  constructor(secret, record) {
    if (secret !== SECRET) illegalConstructor();
    Object.defineProperty(this, $, { value: record });
  }
  get name() {
    return of(this, IDBIndex).index.name;
  }
  set name(value) {
    const { parent, index } = of(this, IDBIndex);
    const { work, store } = parent;
    const where = "Failed to set the 'name' property on 'IDBIndex'";
    const name = `${value}`;
    if (work.mode === "versionchange" && (store.deleted || index.deleted)) {
      fail("InvalidStateError", `${where}: The index has been deleted.`);
    }
    needRename(work, where);
    if (index.name === name) return;
    if (store.index(name) !== undefined) {
      fail("ConstraintError", `${where}: An index with the specified name already exists.`);
    }
    index.name = name;
  }
  get objectStore() {
    return of(this, IDBIndex).parent.wrapper;
  }
  get keyPath() {
    const { keyPath } = of(this, IDBIndex).index;
    return Array.isArray(keyPath) ? this.#keyPath ??= keyPath.slice() : keyPath;
  }
  get multiEntry() {
    return of(this, IDBIndex).index.multiEntry;
  }
  get unique() {
    return of(this, IDBIndex).index.unique;
  }
}
mixin(IDBIndex, queries(source, "IDBIndex"));
finishInterface(IDBIndex);

/** The handle of an index of a store's handle, always the same one. */
export function indexHandle(parent, index) {
  let handle = parent.indexes.get(index);
  if (handle === undefined) {
    handle = new IDBIndex(SECRET, { parent, index });
    parent.indexes.set(index, handle);
  }
  return handle;
}

export const globals = { IDBIndex };
