//! Ops of the event loop, scripts and reporting.

use crate::page_state::PageState;
use crate::scripts::{Origin, exception_info, run_classic, script_origin};
use crate::{html_parser, loader};
use deno_core::{JsBuffer, OpState, extension, op2, v8};
use std::rc::Rc;

extension!(
    oracade_event_loop,
    ops = [
        op_now_us,
        op_timeline_ms,
        op_epoch_ms,
        op_timer_start,
        op_timer_cancel,
        op_task_post,
        op_task_post_after,
        op_frame_request,
        op_callback_done,
        op_slot,
        op_microtasks,
        op_script_run,
        op_script_import,
        op_module_run,
        op_import_map,
        op_report,
        op_exception_record,
        op_error_info,
        op_function_is_shim,
        op_random_fill,
        op_document_write,
        op_load_blocker,
        op_html_parse_fragment,
    ],
);

fn page(state: &OpState) -> Rc<PageState> {
    state.borrow::<Rc<PageState>>().clone()
}

/// µs since the time origin; each look moves the clock on.
#[op2(fast)]
fn op_now_us(state: &mut OpState) -> f64 {
    state
        .try_borrow::<Rc<PageState>>()
        .map_or(0.0, |page| page.event_loop.read_clock() as f64)
}

/// Time of the animation timeline in ms, where the last frame had `last`. While frames follow each other it is theirs; a page in which
/// nothing has moved for longer is at the frame that comes next, as in Chromium.
#[op2(fast)]
fn op_timeline_ms(state: &mut OpState, last: f64) -> f64 {
    const FRAME_MS: f64 = 1000.0 / 60.0;
    let Some(page) = state.try_borrow::<Rc<PageState>>() else {
        return last;
    };
    let event_loop = &page.event_loop;
    let now = event_loop.now_us().saturating_sub(event_loop.origin_us()) as f64 / 1000.0;
    if now - last <= FRAME_MS + 0.01 {
        return last;
    }
    ((now * 60.0 / 1000.0).floor() + 1.0) * 1000.0 / 60.0
}

/// Wall date of the time origin in ms.
#[op2(fast)]
fn op_epoch_ms(state: &mut OpState) -> f64 {
    let page = page(state);
    page.profile.epoch_ms + page.event_loop.origin_us() as f64 / 1000.0
}

/// Starts a timer; 0: the page has too many.
#[op2(fast)]
fn op_timer_start(state: &mut OpState, delay_ms: f64, repeat: bool) -> u32 {
    page(state).event_loop.start_timer(delay_ms, repeat).unwrap_or(0)
}

#[op2(fast)]
fn op_timer_cancel(state: &mut OpState, id: u32) {
    page(state).event_loop.cancel_timer(id);
}

#[op2(fast)]
fn op_task_post(state: &mut OpState) -> u32 {
    page(state).event_loop.post(0.0)
}

#[op2(fast)]
fn op_task_post_after(state: &mut OpState, ms: f64) -> u32 {
    page(state).event_loop.post(ms)
}

#[op2(fast)]
fn op_frame_request(state: &mut OpState) {
    if let Some(page) = state.try_borrow::<Rc<PageState>>() {
        page.event_loop.request_frame();
    }
}

#[op2(nofast, reentrant)]
fn op_microtasks(isolate: &mut v8::Isolate) {
    isolate.perform_microtask_checkpoint();
}

/// A key of internal slots: a symbol that reflection and proxies do not see.
#[op2]
fn op_slot<'s>(scope: &mut v8::PinScope<'s, '_>, #[string] name: &str) -> v8::Local<'s, v8::Value> {
    let undefined = v8::undefined(scope).into();
    let (Some(key), Some(text)) = (v8::String::new(scope, "slot"), v8::String::new(scope, name)) else {
        return undefined;
    };
    // A template is what can hand a private symbol over as a value.
    let private = v8::Private::new(scope, Some(text));
    let template = v8::ObjectTemplate::new(scope);
    template.set(key.into(), private.into());
    let carrier = template.new_instance(scope);
    carrier
        .and_then(|carrier| carrier.get(scope, key.into()))
        .unwrap_or(undefined)
}

/// Frames that are looked at: between a page's code and an event of the platform there are a few of the shims'.
const FRAMES_MAX: usize = 64;

/// The microtask checkpoint after a callback (HTML § 8.1.4.4 "clean up after running script"): only if no code of the page is
/// on the stack.
#[op2(nofast, reentrant)]
fn op_callback_done<'s>(scope: &mut v8::PinScope<'s, '_>) {
    let ours = v8::StackTrace::current_stack_trace(scope, FRAMES_MAX).is_none_or(|trace| {
        (0..trace.get_frame_count()).all(|index| {
            let name = trace.get_frame(scope, index).and_then(|frame| frame.get_script_name(scope));
            name.is_some_and(|name| name.to_rust_string_lossy(scope).starts_with("ext:"))
        })
    });
    if ours {
        scope.perform_microtask_checkpoint();
    }
}

/// Compiles and runs a classic script; what it throws is reported. `line` and `column` are 0-based.
#[op2(nofast, reentrant)]
fn op_script_run<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    source: v8::Local<'s, v8::String>,
    #[string] url: &str,
    #[smi] line: i32,
    #[smi] column: i32,
) -> bool {
    let Some(state) = PageState::of(scope) else { return false };
    run_classic(
        scope,
        &state,
        source,
        &Origin {
            url,
            line,
            column,
            module: false,
        },
    )
}

/// Compiles and runs a classic script; what it throws is thrown on (`importScripts`).
#[op2(nofast, reentrant)]
fn op_script_import<'s>(scope: &mut v8::PinScope<'s, '_>, source: v8::Local<'s, v8::String>, #[string] url: &str) {
    let origin = Origin {
        url,
        line: 0,
        column: 0,
        module: false,
    };
    let origin = script_origin(scope, &origin);
    if let Some(script) = v8::Script::compile(scope, source, origin.as_ref()) {
        script.run(scope);
    }
}

/// Loads and evaluates a module graph; the hook `scriptDone(node, ok)` follows.
#[op2(reentrant)]
fn op_module_run(scope: &mut v8::PinScope<'_, '_>, #[string] source: Option<String>, #[string] url: &str, node: u32) {
    let Some(state) = PageState::of(scope) else { return };
    loader::run_module(scope, &state, source.as_deref(), url, node, 0);
}

/// Registers an import map; the answer is an error message, or null.
#[op2]
#[string]
fn op_import_map(state: &mut OpState, #[string] json: &str) -> Option<String> {
    let page = page(state);
    let added = page.modules.borrow_mut().add_import_map(json, &page.url);
    added.err()
}

/// A console line.
#[op2(fast)]
fn op_report(state: &mut OpState, #[string] kind: &str, #[string] text: &str) {
    let page = page(state);
    page.journal.borrow_mut().console(kind, text, page.event_loop.now_us());
}

/// An uncaught exception that no listener took.
#[op2]
fn op_exception_record(state: &mut OpState, #[string] text: &str, #[string] description: Option<String>) {
    let page = page(state);
    page.journal
        .borrow_mut()
        .exception(text, description.as_deref(), page.event_loop.now_us());
}

/// Message, address, line and column of a thrown value: `{message, url, line, column}`.
#[op2]
fn op_error_info<'s>(scope: &mut v8::PinScope<'s, '_>, error: v8::Local<'s, v8::Value>) -> v8::Local<'s, v8::Value> {
    match exception_info(scope, error, None) {
        Some(info) => info.into(),
        None => v8::null(scope).into(),
    }
}

/// Whether a function's source is the shims'.
#[op2(nofast)]
fn op_function_is_shim<'s>(scope: &mut v8::PinScope<'s, '_>, function: v8::Local<'s, v8::Function>) -> bool {
    let name = function.get_script_origin(scope).resource_name();
    name.is_some_and(|name| name.to_rust_string_lossy(scope).starts_with("ext:"))
}

/// Bytes of the page's seeded stream for `crypto`.
#[op2]
fn op_random_fill(state: &mut OpState, #[buffer] mut bytes: JsBuffer) {
    let page = page(state);
    let mut counter = page.crypto_stream.get();
    for chunk in bytes.chunks_mut(8) {
        let word = splitmix(page.profile.seed ^ 0x6372_7970_746f, counter).to_le_bytes();
        counter += 1;
        chunk.copy_from_slice(&word[..chunk.len()]);
    }
    page.crypto_stream.set(counter);
}

/// Word number `counter` of a stream: a counter-based generator (SplitMix64's output function over seed and counter).
fn splitmix(seed: u64, counter: u64) -> u64 {
    let mut z = seed.wrapping_add(counter.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `document.write` while the parser waits for a script: the text is parsed when the script has ended.
#[op2(fast)]
fn op_document_write(state: &mut OpState, #[string] text: &str) {
    page(state).written.borrow_mut().push_str(text);
}

/// A resource that delays the load event begins (+1) or is done (-1).
#[op2(fast)]
fn op_load_blocker(state: &mut OpState, #[smi] change: i32) {
    let page = page(state);
    let count = page.load_blockers.get().saturating_add_signed(change);
    page.load_blockers.set(count);
    if count == 0 && change < 0 {
        loader::ask_to_finish(&page);
    }
}

/// Parses a fragment: `[words, strings]`; the root element is the first node created.
#[op2]
fn op_html_parse_fragment<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    #[string] context: &str,
    namespace: u32,
    #[string] html: &str,
    scripting: bool,
) -> v8::Local<'s, v8::Value> {
    let null = v8::null(scope).into();
    let Some(page) = PageState::of(scope) else { return null };
    let first = page.next_parser_id.get();
    let limit = page.profile.limits.nodes;
    let parsed = super::contain::contained_in(scope, || {
        if context == "#document" {
            html_parser::parse_document(html, first, limit)
        } else {
            html_parser::parse_fragment(context, namespace, html, scripting, first, limit)
        }
    });
    let Some((tree, next)) = parsed else { return null };
    page.next_parser_id.set(next);
    let (Some(words), Some(strings)) = (
        loader::words_array(scope, &tree.words),
        loader::strings_array(scope, &tree.strings),
    ) else {
        return null;
    };
    v8::Array::new_with_elements(scope, &[words.into(), strings.into()]).into()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_stream_depends_on_seed_and_counter_only() {
        assert_eq!(super::splitmix(1, 0), super::splitmix(1, 0));
        assert_ne!(super::splitmix(1, 0), super::splitmix(1, 1));
        assert_ne!(super::splitmix(1, 0), super::splitmix(2, 0));
    }
}
