//! Ops of IndexedDB (docs/boundary.md, "Databases").

use crate::databases::{Databases, Notice, QUOTA, Span};
use crate::ops::platform::Storages;
use crate::page_state::PageState;
use deno_core::{JsBuffer, OpState, ToJsBuffer, extension, op2};
use std::cell::RefCell;
use std::rc::Rc;

extension!(
    oracade_database,
    ops = [
        op_idb_take,
        op_idb_cleanup,
        op_idb_lock,
        op_idb_unlock,
        op_idb_connect,
        op_idb_disconnect,
        op_idb_connections,
        op_idb_announce,
        op_idb_list,
        op_idb_head,
        op_idb_usage,
        op_idb_remove,
        op_idb_begin,
        op_idb_commit,
        op_idb_roll_back,
        op_idb_set_head,
        op_idb_make_tree,
        op_idb_drop_tree,
        op_idb_put,
        op_idb_delete,
        op_idb_get,
        op_idb_scan,
        op_idb_count,
    ],
);

/// This agent as a user of the databases; when it goes, what it holds is released and what it has not committed undone.
struct User {
    databases: Rc<RefCell<Databases>>,
    agent: u32,
    transactions: Vec<u32>,
}

impl Drop for User {
    fn drop(&mut self) {
        let mut databases = self.databases.borrow_mut();
        for id in self.transactions.drain(..) {
            databases.trees.roll_back(id);
        }
        databases.agents.leave(self.agent);
    }
}

/// This agent uses the databases no more.
pub(crate) fn drop_state(state: &mut OpState) {
    drop(state.try_take::<User>());
}

fn user(state: &mut OpState) -> &mut User {
    if !state.has::<User>() {
        if !state.has::<Storages>() {
            state.put(Storages::default());
        }
        let databases = state.borrow::<Storages>().databases.clone();
        let page = state.borrow::<Rc<PageState>>().clone();
        let agent = databases.borrow_mut().agents.join(&page);
        state.put(User {
            databases,
            agent,
            transactions: Vec::new(),
        });
    }
    state.borrow_mut::<User>()
}

fn databases(state: &mut OpState) -> Rc<RefCell<Databases>> {
    user(state).databases.clone()
}

fn now(state: &OpState) -> u64 {
    state.borrow::<Rc<PageState>>().event_loop.now_us()
}

/// What this agent is told next: `[kind, id, old version, new version]`, or null.
#[op2]
#[serde]
fn op_idb_take(state: &mut OpState) -> Option<(&'static str, u32, f64, f64)> {
    let user = user(state);
    let notice = user.databases.borrow_mut().agents.take(user.agent)?;
    Some(match notice {
        Notice::Granted(id) => ("granted", id, 0.0, 0.0),
        Notice::Disconnected(id) => ("disconnected", id, 0.0, 0.0),
        Notice::VersionChange(id, old, new) => ("versionchange", id, old as f64, new as f64),
    })
}

/// Asks for the hook `microtasksDone` after this task's microtasks.
#[op2(fast)]
fn op_idb_cleanup(state: &mut OpState) {
    state.borrow::<Rc<PageState>>().cleanup_wanted.set(true);
}

/// Asks for a lock: its id. It is granted in a later task.
#[op2]
fn op_idb_lock(state: &mut OpState, #[serde] names: Vec<String>, exclusive: bool) -> u32 {
    let at = now(state);
    let user = user(state);
    user.databases.borrow_mut().agents.lock(user.agent, names, exclusive, at)
}

/// Gives a lock back, or does not want it any more.
#[op2(fast)]
fn op_idb_unlock(state: &mut OpState, id: u32) {
    let at = now(state);
    let user = user(state);
    user.databases.borrow_mut().agents.unlock(user.agent, id, at);
}

/// Opens a connection: its id.
#[op2(fast)]
fn op_idb_connect(state: &mut OpState, #[string] name: String) -> u32 {
    let user = user(state);
    user.databases.borrow_mut().agents.connect(user.agent, name)
}

#[op2(fast)]
fn op_idb_disconnect(state: &mut OpState, id: u32) {
    let at = now(state);
    databases(state).borrow_mut().agents.disconnect(id, at);
}

/// The open connections of a database, other agents' included.
#[op2]
#[serde]
fn op_idb_connections(state: &mut OpState, #[string] name: &str) -> Vec<u32> {
    databases(state).borrow().agents.connections(name)
}

/// Tells the owner of a connection that the database's version is to change (0: it is to be deleted).
#[op2(fast)]
fn op_idb_announce(state: &mut OpState, connection: u32, old: f64, new: f64) {
    let at = now(state);
    databases(state)
        .borrow_mut()
        .agents
        .announce(connection, old as u64, new as u64, at);
}

/// Names and versions of all databases.
#[op2]
#[serde]
fn op_idb_list(state: &mut OpState) -> Vec<(String, f64)> {
    let databases = databases(state);
    let databases = databases.borrow();
    databases
        .trees
        .list()
        .map(|(name, version)| (name.to_owned(), version))
        .collect()
}

/// Version and schema of a database, or null.
#[op2]
#[serde]
fn op_idb_head(state: &mut OpState, #[string] name: &str) -> Option<(f64, String)> {
    let databases = databases(state);
    let databases = databases.borrow();
    databases
        .trees
        .head(name)
        .map(|(version, schema)| (version, schema.to_owned()))
}

/// Bytes in use and the quota.
#[op2]
#[serde]
fn op_idb_usage(state: &mut OpState) -> (usize, usize) {
    (databases(state).borrow().trees.bytes(), QUOTA)
}

/// Deletes a database.
#[op2(fast)]
fn op_idb_remove(state: &mut OpState, #[string] name: &str) {
    databases(state).borrow_mut().trees.remove(name);
}

/// Starts a transaction: its id. A database that is not there is made.
#[op2(fast)]
fn op_idb_begin(state: &mut OpState, #[string] name: &str) -> u32 {
    let user = user(state);
    let id = user.databases.borrow_mut().trees.begin(name);
    user.transactions.push(id);
    id
}

#[op2(fast)]
fn op_idb_commit(state: &mut OpState, id: u32) {
    let user = user(state);
    user.transactions.retain(|open| *open != id);
    user.databases.borrow_mut().trees.commit(id);
}

#[op2(fast)]
fn op_idb_roll_back(state: &mut OpState, id: u32) {
    let user = user(state);
    user.transactions.retain(|open| *open != id);
    user.databases.borrow_mut().trees.roll_back(id);
}

/// Sets version and schema.
#[op2(fast)]
fn op_idb_set_head(state: &mut OpState, id: u32, version: f64, #[string] schema: String) {
    databases(state).borrow_mut().trees.set_head(id, version, schema);
}

#[op2(fast)]
fn op_idb_make_tree(state: &mut OpState, id: u32, tree: u32) {
    databases(state).borrow_mut().trees.make_tree(id, tree);
}

#[op2(fast)]
fn op_idb_drop_tree(state: &mut OpState, id: u32, tree: u32) {
    databases(state).borrow_mut().trees.drop_tree(id, tree);
}

/// Sets a record; false: over the quota.
#[op2(fast)]
fn op_idb_put(state: &mut OpState, id: u32, tree: u32, #[buffer] key: &[u8], #[buffer] value: &[u8]) -> bool {
    databases(state).borrow_mut().trees.put(id, tree, key, value)
}

/// Removes the records from one key up to another; an empty one: to the end.
#[op2(fast)]
fn op_idb_delete(state: &mut OpState, id: u32, tree: u32, #[buffer] from: &[u8], #[buffer] to: &[u8]) {
    databases(state).borrow_mut().trees.delete(id, tree, Span(from, to));
}

/// The value of a key, or null.
#[op2]
#[serde]
fn op_idb_get(state: &mut OpState, id: u32, tree: u32, #[buffer] key: &[u8]) -> Option<ToJsBuffer> {
    let databases = databases(state);
    let databases = databases.borrow();
    databases.trees.get(id, tree, key).map(|value| value.to_vec().into())
}

/// Records of a span: `[key, value, key, value, …]`.
#[op2]
#[serde]
fn op_idb_scan(
    state: &mut OpState,
    id: u32,
    tree: u32,
    #[buffer] from: JsBuffer,
    #[buffer] to: JsBuffer,
    backwards: bool,
    limit: u32,
) -> Vec<ToJsBuffer> {
    let databases = databases(state);
    let databases = databases.borrow();
    let found = databases.trees.scan(id, tree, Span(&from, &to), backwards, limit as usize);
    found
        .into_iter()
        .flat_map(|(key, value)| [key.to_vec().into(), value.to_vec().into()])
        .collect()
}

/// How many records a span has.
#[op2(fast)]
fn op_idb_count(state: &mut OpState, id: u32, tree: u32, #[buffer] from: &[u8], #[buffer] to: &[u8]) -> u32 {
    databases(state).borrow().trees.count(id, tree, Span(from, to)) as u32
}
