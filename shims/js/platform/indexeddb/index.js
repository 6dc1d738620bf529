// The modules of IndexedDB in the order in which `main.js` installs them.
import * as cursor from "ext:oracade/platform/indexeddb/cursor.js";
import * as database from "ext:oracade/platform/indexeddb/database.js";
import * as factory from "ext:oracade/platform/indexeddb/factory.js";
import * as keyRange from "ext:oracade/platform/indexeddb/key_range.js";
import * as notices from "ext:oracade/platform/indexeddb/notices.js";
import * as objectIndex from "ext:oracade/platform/indexeddb/object_index.js";
import * as objectStore from "ext:oracade/platform/indexeddb/object_store.js";
import * as queries from "ext:oracade/platform/indexeddb/queries.js";
import * as request from "ext:oracade/platform/indexeddb/request.js";
import * as transaction from "ext:oracade/platform/indexeddb/transaction.js";

export const modules = [request, notices, keyRange, cursor, queries, objectIndex, objectStore, transaction, database, factory];
