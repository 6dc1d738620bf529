// Object stores and indexes as a connection knows them (Indexed Database API § 2.2, § 2.6), and the text in which a database keeps
// them.

import { stringify } from "ext:oracade/ecma/safe.js";
/** An index. `id` is the number of its tree. */
class Index {
  deleted = false;
  constructor({ id, name, keyPath, unique, multiEntry }) {
    this.id = id;
    this.name = name;
    this.keyPath = keyPath;
    this.unique = unique;
    this.multiEntry = multiEntry;
  }
}

/** An object store. `indexes` are those that script sees; `built` those that records are entered into already. */
class Store {
  deleted = false;
  constructor({ id, name, keyPath, autoIncrement, indexes }) {
    this.id = id;
    this.name = name;
    this.keyPath = keyPath;
    this.autoIncrement = autoIncrement;
    this.indexes = indexes.map((index) => new Index(index));
    this.built = this.indexes.slice();
  }
  index(name) {
    return this.indexes.find((index) => index.name === name);
  }
  addIndex(schema, parts) {
    const index = new Index({ id: schema.next++, ...parts });
    this.indexes.push(index);
    return index;
  }
}

export class Schema {
  constructor(text) {
    const { next, stores } = text === "" ? { next: 1, stores: [] } : JSON.parse(text);
    this.next = next;
    this.stores = stores.map((store) => new Store(store));
  }
  store(name) {
    return this.stores.find((store) => store.name === name);
  }
  addStore(name, keyPath, autoIncrement) {
    const store = new Store({ id: this.next++, name, keyPath, autoIncrement, indexes: [] });
    this.stores.push(store);
    return store;
  }
  toText() {
    const stores = this.stores.map(({ id, name, keyPath, autoIncrement, indexes }) => ({
      id,
      name,
      keyPath,
      autoIncrement,
      indexes: indexes.map(({ deleted: _, ...index }) => index),
    }));
    return stringify({ next: this.next, stores });
  }

  /** A function that makes everything as it is now; what has been added since then is deleted. */
  keep() {
    const stores = this.stores.slice();
    const parts = stores.map((store) => ({ store, name: store.name, indexes: store.indexes.map((index) => [index, index.name]) }));
    const { next } = this;
    return () => {
      for (const store of this.stores) {
        if (stores.includes(store)) continue;
        store.deleted = true;
        for (const index of store.indexes) index.deleted = true;
        store.indexes = [];
      }
      this.stores = stores;
      this.next = next;
      for (const { store, name, indexes } of parts) {
        for (const index of store.indexes) index.deleted = true;
        store.deleted = false;
        store.name = name;
        store.indexes = indexes.map(([index, old]) => {
          index.deleted = false;
          index.name = old;
          return index;
        });
      }
    };
  }
}

/** Names in the order of their code units, as a DOMStringList has them. */
export function sortedNames(items) {
  return items.map((item) => item.name).sort();
}
