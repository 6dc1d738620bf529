// What the promise wrappers around IndexedDB are built on: a request and a transaction as promises.
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const ended = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve("complete");
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
let names = 0;
const open = (upgrade, name = `db${names++}`, version = 1) => {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = (event) => upgrade(request.result, request.transaction, event);
  return done(request);
};
const nameOf = (run) => {
  try {
    return run();
  } catch (error) {
    return error.name;
  }
};

check("keys sort by type, then value", ["-1.5", "0", "1", "date", "", "a", "a\u0000", "b", "\uffff", "0 bytes", "1 bytes", "[]", "[1]", '[1,"x"]', "[2]"], async () => {
  const db = await open((db) => db.createObjectStore("s"));
  const store = db.transaction("s", "readwrite").objectStore("s");
  const keys = [[2], [1, "x"], [], [1], new Uint8Array([7]).buffer, new Uint8Array(0), "\uffff", "b", "a\u0000", "a", "", new Date(3), 1, 0, -1.5];
  for (const key of keys) store.put(1, key);
  const show = (key) => key instanceof Date ? "date" : key instanceof ArrayBuffer ? `${key.byteLength} bytes` : typeof key === "string" ? key : JSON.stringify(key);
  return (await done(store.getAllKeys())).map(show);
});
check("cmp", [1, -1, 0, "DataError", "DataError"], () => [
  indexedDB.cmp("a", 5),
  indexedDB.cmp([1, 2], [1, 2, 0]),
  indexedDB.cmp(new Date(5), new Date(5)),
  nameOf(() => indexedDB.cmp(NaN, 1)),
  nameOf(() => indexedDB.cmp({}, 1)),
]);
check("values are copies of the time of put", [{ n: 1, d: true }, false], async () => {
  const db = await open((db) => db.createObjectStore("s"));
  const value = { n: 1, d: new Date(0) };
  const store = db.transaction("s", "readwrite").objectStore("s");
  store.put(value, "k");
  value.n = 2;
  const found = await done(store.get("k"));
  return [{ n: found.n, d: found.d instanceof Date }, found === value];
});
check("generators, key paths and what is injected", [[1, 10, 11], [{ id: 1, n: "a" }, { id: 10, n: "b" }, { id: 11, n: "c" }]], async () => {
  const db = await open((db) => db.createObjectStore("s", { keyPath: "id", autoIncrement: true }));
  const store = db.transaction("s", "readwrite").objectStore("s");
  const keys = await Promise.all([store.add({ n: "a" }), store.add({ id: 10, n: "b" }), store.add({ n: "c" })].map(done));
  return [keys, (await done(store.getAll())).map(({ id, n }) => ({ id, n }))];
});
check("indexes: unique, of many entries, of several paths", [["x", "y"], [1, 2], "ConstraintError", 2], async () => {
  const db = await open((db) => {
    const store = db.createObjectStore("s", { keyPath: "id" });
    store.createIndex("mail", "mail", { unique: true });
    store.createIndex("tags", "tags", { multiEntry: true });
    store.createIndex("both", ["a", "b"]);
  });
  const transaction = db.transaction("s", "readwrite");
  const store = transaction.objectStore("s");
  store.add({ id: 1, mail: "m", tags: ["x", "y", "x"], a: 1, b: 2 });
  store.add({ id: 2, tags: ["y", null], a: 1, b: 1 });
  const refused = store.add({ id: 3, mail: "m" });
  const why = await new Promise((resolve) => {
    refused.onerror = (event) => (event.preventDefault(), event.stopPropagation(), resolve(refused.error.name));
  });
  const tags = [];
  await new Promise((resolve) => {
    store.index("tags").openKeyCursor(null, "nextunique").onsuccess = ({ target: { result: cursor } }) => {
      if (cursor === null) return resolve();
      tags.push(cursor.key);
      cursor.continue();
    };
  });
  const ofY = await done(store.index("tags").getAllKeys("y"));
  return [tags, ofY, why, await done(store.index("both").getKey([1, 1]))];
});
check("cursors: directions, continue, advance, update, delete", [[1, 3, 5], [5, 3], ["c", "B", "A"], [2, 4, 5]], async () => {
  const db = await open((db) => db.createObjectStore("s"));
  const store = db.transaction("s", "readwrite").objectStore("s");
  ["A", "a", "B", "b", "c"].forEach((value, i) => store.put(value, i + 1));
  const walk = (range, direction, step) =>
    new Promise((resolve) => {
      const seen = [];
      store.openCursor(range, direction).onsuccess = ({ target: { result: cursor } }) => {
        if (cursor === null) return resolve(seen);
        seen.push(cursor.key);
        step(cursor);
      };
    });
  const forward = await walk(null, "next", (cursor) => cursor.advance(2));
  const back = await walk(IDBKeyRange.lowerBound(2, true), "prev", (cursor) => cursor.continue(cursor.key - 2));
  const values = [];
  await walk(null, "prev", (cursor) => {
    if (cursor.value === cursor.value.toUpperCase()) cursor.delete();
    if (cursor.key === 5 || cursor.key === 3 || cursor.key === 1) values.push(cursor.value);
    cursor.continue();
  });
  return [forward, back, values, await done(store.getAllKeys())];
});
check("an aborted transaction has not been", [["AbortError", null], [1], "one"], async () => {
  const db = await open((db) => db.createObjectStore("s"));
  await done(db.transaction("s", "readwrite").objectStore("s").put("one", 1));
  const transaction = db.transaction("s", "readwrite");
  const store = transaction.objectStore("s");
  store.put("two", 1);
  const last = store.put("x", 2);
  transaction.abort();
  const reasons = await Promise.all([done(last).catch((error) => error.name), ended(transaction).catch(() => transaction.error)]);
  const again = db.transaction("s").objectStore("s");
  return [reasons, await done(again.getAllKeys()), await done(again.get(1))];
});
check("an aborted upgrade leaves the old version", ["AbortError", 1, ["s"], ["i"], [1]], async () => {
  const name = `upgrade${names++}`;
  const first = await open((db) => db.createObjectStore("s").createIndex("i", "a"), name);
  await done(first.transaction("s", "readwrite").objectStore("s").put({ a: 1 }, 1));
  first.close();
  const failure = await open((db, transaction) => {
    db.createObjectStore("t");
    transaction.objectStore("s").deleteIndex("i");
    transaction.objectStore("s").clear();
    transaction.abort();
  }, name, 2).catch((error) => error.name);
  const db = await done(indexedDB.open(name));
  const store = db.transaction("s").objectStore("s");
  return [failure, db.version, [...db.objectStoreNames], [...store.indexNames], await done(store.index("i").getAllKeys())];
});
check("writers wait for those before them in their scope, readers of one time run together", [true, true, true, true], async () => {
  const db = await open((db) => (db.createObjectStore("s"), db.createObjectStore("t")));
  const log = [];
  const start = (name, scope, mode) => {
    const transaction = db.transaction(scope, mode);
    transaction.objectStore(scope).count().onsuccess = () => {
      log.push(`${name} runs`);
      transaction.objectStore(scope).count();
    };
    return ended(transaction).then(() => log.push(`${name} done`));
  };
  await Promise.all([start("a", "s", "readonly"), start("b", "s", "readonly"), start("write", "s", "readwrite"), start("c", "s", "readonly"), start("other", "t", "readwrite")]);
  const before = (first, second) => log.indexOf(first) < log.indexOf(second);
  return [
    before("b runs", "a done"),
    before("a done", "write runs") && before("b done", "write runs"),
    before("write done", "c runs"),
    before("other runs", "write runs"),
  ];
});
check("a transaction is active in its callbacks and their microtasks only", ["ok", "TransactionInactiveError", "ok", "TransactionInactiveError"], async () => {
  const db = await open((db) => db.createObjectStore("s"));
  const transaction = db.transaction("s");
  const store = transaction.objectStore("s");
  const ask = () => nameOf(() => (store.count(), "ok"));
  const seen = [];
  await null;
  seen.push(ask());
  setTimeout(() => seen.push(ask()), 0);
  await sleep(0);
  const other = db.transaction("s").objectStore("s");
  await done(other.count());
  seen.push(nameOf(() => (other.count(), "ok")));
  await sleep(10);
  seen.push(nameOf(() => (other.count(), "ok")));
  return seen;
});
check("events bubble, and what nobody prevents aborts", [["store", "transaction", "database"], "ConstraintError", 1], async () => {
  const db = await open((db) => db.createObjectStore("s"));
  await done(db.transaction("s", "readwrite").objectStore("s").add(1, 1));
  const transaction = db.transaction("s", "readwrite");
  const seen = [];
  transaction.onerror = () => seen.push("transaction");
  db.onerror = () => seen.push("database");
  transaction.objectStore("s").put(2, 1);
  transaction.objectStore("s").add(3, 1).onerror = () => seen.push("store");
  await ended(transaction).catch(() => {});
  return [seen, transaction.error.name, await done(db.transaction("s").objectStore("s").get(1))];
});
check("versionchange, blocked and deletion", [["versionchange 1 2", "blocked", "upgraded", "versionchange 2 null", "deleted 2 null"], false], async () => {
  const name = `shared${names++}`;
  const log = [];
  const first = await open((db) => db.createObjectStore("s"), name);
  first.onversionchange = ({ oldVersion, newVersion }) => {
    log.push(`versionchange ${oldVersion} ${newVersion}`);
    setTimeout(() => first.close(), 5);
  };
  const request = indexedDB.open(name, 2);
  request.onblocked = () => log.push("blocked");
  const second = await done(request);
  log.push("upgraded");
  second.onversionchange = ({ oldVersion, newVersion }) => {
    log.push(`versionchange ${oldVersion} ${newVersion}`);
    second.close();
  };
  const deletion = indexedDB.deleteDatabase(name);
  await new Promise((resolve) => {
    deletion.onsuccess = ({ oldVersion, newVersion }) => resolve(log.push(`deleted ${oldVersion} ${newVersion}`));
  });
  return [log, (await indexedDB.databases()).some((entry) => entry.name === name)];
});
check("an older version is refused", "VersionError", async () => {
  const name = `older${names++}`;
  (await open(() => {}, name, 3)).close();
  return open(() => {}, name, 2).catch((error) => error.name);
});
check("what an event listener throws aborts", "AbortError", async () => {
  const db = await open((db) => db.createObjectStore("s"));
  const transaction = db.transaction("s", "readwrite");
  window.addEventListener("error", (event) => event.preventDefault(), { once: true });
  transaction.objectStore("s").put(1, 1).onsuccess = () => {
    throw new Error("mine");
  };
  return ended(transaction).catch((error) => error.name);
});
check("blobs, files and image data are kept", ["text", "f.txt", 4, true], async () => {
  const db = await open((db) => db.createObjectStore("s"));
  const store = db.transaction("s", "readwrite").objectStore("s");
  store.put({ blob: new Blob(["text"]), file: new File(["x"], "f.txt"), image: new ImageData(1, 1), map: new Map([[1, new Set([2])]]) }, 1);
  const found = await done(store.get(1));
  return [await found.blob.text(), found.file.name, found.image.data.length, found.map.get(1).has(2)];
});
check("more than the quota is refused", ["QuotaExceededError", "QuotaExceededError", 0], async () => {
  const db = await open((db) => db.createObjectStore("s"));
  const transaction = db.transaction("s", "readwrite");
  const store = transaction.objectStore("s");
  const large = new Uint8Array(40 << 20);
  const puts = [1, 2, 3, 4].map((key) => done(store.put(large, key)).catch((error) => error.name));
  const why = await ended(transaction).catch((error) => error.name);
  return [why, (await Promise.all(puts))[3], await done(db.transaction("s").objectStore("s").count())];
});
check("a worker sees the same databases", ["from the page", "from the worker", "blocked until closed"], async () => {
  const db = await open((db) => db.createObjectStore("s"), "with worker");
  await done(db.transaction("s", "readwrite").objectStore("s").put("from the page", 1));
  const source = `
    const request = indexedDB.open("with worker");
    request.onsuccess = () => {
      const db = request.result;
      db.onversionchange = () => db.close();
      const transaction = db.transaction("s", "readwrite");
      const store = transaction.objectStore("s");
      store.get(1).onsuccess = (event) => { store.put("from the worker", 2); postMessage(event.target.result); };
      transaction.oncomplete = () => postMessage("written");
    };`;
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  const next = () => new Promise((resolve) => worker.addEventListener("message", (event) => resolve(event.data), { once: true }));
  const first = await next();
  await next();
  const second = await done(db.transaction("s").objectStore("s").get(2));
  db.close();
  const upgraded = await open(() => {}, "with worker", 2);
  worker.terminate();
  return [first, second, upgraded.version === 2 ? "blocked until closed" : ""];
});
