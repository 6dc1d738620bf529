// What the databases tell this agent: a lock was granted, a connection of somebody's was closed, a version is to change.
import { ops } from "ext:oracade/internal.js";

const granted = new Map(); // lock → function
const waiting = new Map(); // lock of a database → function
const connections = new Map(); // number → Connection of this agent

/** Calls `run`, in a task, when a lock has been granted. */
export function whenGranted(lock, run) {
  granted.set(lock, run);
}

/** Calls `run` whenever a connection to the database that `lock` is for is closed. */
export function whenDisconnected(lock, run) {
  if (run === null) waiting.delete(lock);
  else waiting.set(lock, run);
}

export function addConnection(connection) {
  connections.set(connection.id, connection);
}

export function removeConnection(connection) {
  connections.delete(connection.id);
}

/** Hook. */
function databaseNotice() {
  const notice = ops.op_idb_take();
  if (notice === null || notice === undefined) return;
  const [kind, id, oldVersion, newVersion] = notice;
  if (kind === "granted") {
    const run = granted.get(id);
    granted.delete(id);
    run?.();
  } else if (kind === "disconnected") {
    waiting.get(id)?.();
  } else {
    connections.get(id)?.versionChange(oldVersion, newVersion === 0 ? null : newVersion);
  }
}

export const hooks = { databaseNotice };
