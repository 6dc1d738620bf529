//! Ops of a context without a page.

use crate::script::ScriptState;
use deno_core::{OpState, extension, op2};
use deno_error::JsErrorBox;
use std::rc::Rc;

extension!(
    oracade_script,
    ops = [
        op_script_now_ms,
        op_script_epoch_ms,
        op_script_timer_start,
        op_script_timer_cancel,
        op_script_random,
        op_script_console,
        op_script_request,
        op_script_call,
    ],
);

fn script(state: &OpState) -> Rc<ScriptState> {
    state.borrow::<Rc<ScriptState>>().clone()
}

#[op2(fast)]
fn op_script_now_ms(state: &mut OpState) -> f64 {
    let script = script(state);
    script.epoch_ms + script.event_loop.read_clock() as f64 / 1000.0
}

#[op2(fast)]
fn op_script_epoch_ms(state: &mut OpState) -> f64 {
    script(state).epoch_ms
}

#[op2(fast)]
fn op_script_timer_start(state: &mut OpState, delay_ms: f64, repeat: bool) -> u32 {
    // Node's timers wait at least 1 ms.
    script(state).event_loop.start_timer(delay_ms.max(1.0), repeat).unwrap_or(0)
}

#[op2(fast)]
fn op_script_timer_cancel(state: &mut OpState, id: u32) {
    script(state).event_loop.cancel_timer(id);
}

#[op2(fast)]
fn op_script_random(state: &mut OpState) -> f64 {
    script(state).random()
}

#[op2(fast)]
fn op_script_console(state: &mut OpState, #[string] kind: &str, #[string] text: &str) {
    script(state).console(kind, text);
}

#[op2(fast)]
fn op_script_request(state: &mut OpState, #[string] method: String, #[string] params: String) -> f64 {
    script(state).request(method, &params) as f64
}

/// The host's answer as JSON text.
#[op2]
#[string]
fn op_script_call(state: &mut OpState, #[string] name: String, #[string] argument: String) -> Result<String, JsErrorBox> {
    script(state).call(&name, &argument).map_err(JsErrorBox::generic)
}
