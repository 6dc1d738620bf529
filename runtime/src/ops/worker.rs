//! Ops of workers and of message ports between agents (docs/boundary.md, "Workers").

use crate::hub::{Hub, Message};
use crate::page_state::PageState;
use deno_core::{JsBuffer, OpState, ToJsBuffer, extension, op2};
use serde::Serialize;
use std::cell::RefCell;
use std::rc::Rc;

extension!(
    oracade_worker,
    ops = [
        op_worker_new,
        op_worker_end,
        op_worker_close,
        op_worker_port,
        op_port_pair,
        op_port_post,
        op_port_start,
        op_port_adopt,
        op_port_take,
        op_port_close,
        op_channel_open,
        op_channel_post,
        op_blob_put,
        op_blob_remove,
        op_blob_get,
    ],
);

/// One agent's place in its page, in `OpState`.
#[derive(Clone, Default)]
pub(crate) struct Agent {
    pub(crate) hub: Rc<RefCell<Hub>>,
    pub(crate) number: u32,
}

fn agent(state: &OpState) -> Agent {
    state.borrow::<Agent>().clone()
}

fn now(state: &OpState) -> u64 {
    state.borrow::<Rc<PageState>>().event_loop.now_us()
}

/// Asks for a worker: `[agent, outside port]`, or null when there are too many. The worker's port is the outside port + 1.
#[op2]
#[serde]
fn op_worker_new(state: &mut OpState, #[string] url: String, #[string] config: String) -> Option<(u32, u32)> {
    let me = agent(state);
    let at = now(state);
    let mut hub = me.hub.borrow_mut();
    let worker = hub.request_worker(me.number, at, url, config)?;
    let port = hub.pair(me.number, worker);
    Some((worker, port))
}

/// `Worker.terminate()`.
#[op2(fast)]
fn op_worker_end(state: &mut OpState, worker: u32) {
    let me = agent(state);
    let mut hub = me.hub.borrow_mut();
    if hub.parent_of(worker) == Some(me.number) {
        hub.end(worker);
    }
}

/// `self.close()`.
#[op2(fast)]
fn op_worker_close(state: &mut OpState) {
    let me = agent(state);
    me.hub.borrow_mut().end(me.number);
}

/// The worker's own port, which is connected to its `Worker` object.
#[op2(fast)]
fn op_worker_port(state: &mut OpState) -> u32 {
    let me = agent(state);
    me.hub.borrow().inside_port(me.number)
}

/// Two connected ports of this agent, the second with the next number; 0: too many.
#[op2(fast)]
fn op_port_pair(state: &mut OpState) -> u32 {
    let me = agent(state);
    me.hub.borrow_mut().pair(me.number, me.number)
}

/// Sends bytes and ports out of a port; false if too much is on its way.
#[op2]
fn op_port_post(state: &mut OpState, port: u32, kind: u32, #[buffer] bytes: JsBuffer, #[serde] ports: Vec<u32>) -> bool {
    let me = agent(state);
    let at = now(state);
    let message = Message {
        kind,
        bytes: bytes.to_vec(),
        ports,
    };
    me.hub.borrow_mut().post(port, message, at)
}

#[op2(fast)]
fn op_port_start(state: &mut OpState, port: u32) {
    let me = agent(state);
    let at = now(state);
    me.hub.borrow_mut().start(port, me.number, at);
}

#[op2(fast)]
fn op_port_adopt(state: &mut OpState, port: u32) {
    let me = agent(state);
    me.hub.borrow_mut().adopt(port, me.number);
}

/// A message as the shims see it.
#[derive(Serialize)]
struct Taken {
    kind: u32,
    bytes: ToJsBuffer,
    ports: Vec<u32>,
}

/// The next message that waits at a port, or null.
#[op2]
#[serde]
fn op_port_take(state: &mut OpState, port: u32) -> Option<Taken> {
    let me = agent(state);
    let message = me.hub.borrow_mut().take_message(port, me.number)?;
    Some(Taken {
        kind: message.kind,
        bytes: message.bytes.into(),
        ports: message.ports,
    })
}

#[op2(fast)]
fn op_port_close(state: &mut OpState, port: u32) {
    agent(state).hub.borrow_mut().close(port);
}

/// A port of a broadcast channel; 0: too many.
#[op2(fast)]
fn op_channel_open(state: &mut OpState, #[string] name: String) -> u32 {
    let me = agent(state);
    me.hub.borrow_mut().channel(me.number, name)
}

/// Sends bytes to the other ports of a broadcast channel; false if too much is on its way.
#[op2(fast)]
fn op_channel_post(state: &mut OpState, port: u32, #[buffer] bytes: &[u8]) -> bool {
    let me = agent(state);
    let at = now(state);
    me.hub.borrow_mut().broadcast(port, bytes, at)
}

/// Makes a blob: address known to the page's other agents.
#[op2]
fn op_blob_put(state: &mut OpState, #[string] url: String, #[string] content_type: String, #[buffer] bytes: JsBuffer) {
    agent(state).hub.borrow_mut().put_blob(url, content_type, bytes.to_vec());
}

#[op2(fast)]
fn op_blob_remove(state: &mut OpState, #[string] url: &str) {
    agent(state).hub.borrow_mut().remove_blob(url);
}

/// What another agent has put: `[type, bytes]`, or null.
#[op2]
#[serde]
fn op_blob_get(state: &mut OpState, #[string] url: &str) -> Option<(String, ToJsBuffer)> {
    let (content_type, bytes) = agent(state).hub.borrow().blob(url)?;
    Some((content_type, bytes.to_vec().into()))
}
