//! Running scripts and reporting what they throw (HTML, 8.1.4).

use crate::page_state::{Hook, PageState};
use deno_core::v8;
use std::rc::Rc;

/// Where a script comes from.
pub(crate) struct Origin<'a> {
    pub(crate) url: &'a str,
    /// 0-based line and column of the script's first character in its resource.
    pub(crate) line: i32,
    pub(crate) column: i32,
    pub(crate) module: bool,
}

pub(crate) fn script_origin<'s>(scope: &mut v8::PinScope<'s, '_>, origin: &Origin<'_>) -> Option<v8::ScriptOrigin<'s>> {
    let name = v8::String::new(scope, origin.url)?;
    Some(v8::ScriptOrigin::new(
        scope,
        name.into(),
        origin.line,
        origin.column,
        false,
        0,
        None,
        false,
        false,
        origin.module,
        None,
    ))
}

/// Calls one of the shims' hooks. None when the page is being terminated, or when the hook itself failed (a defect of the shims,
/// which is put into the log as an exception so that it is seen).
pub(crate) fn call_hook<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    state: &PageState,
    hook: Hook,
    args: &[v8::Local<'s, v8::Value>],
) -> Option<v8::Local<'s, v8::Value>> {
    let function = state.hook(hook)?;
    v8::tc_scope!(let tc, scope);
    let function = v8::Local::new(tc, function);
    let receiver = v8::undefined(tc).into();
    let result = function.call(tc, receiver, args);
    if result.is_none() && !tc.has_terminated() {
        let text = tc.exception().map(|e| describe(tc, e).unwrap_or_default());
        let now = state.event_loop.now_us();
        let text = text.unwrap_or_default();
        state.journal.borrow_mut().exception("Uncaught", Some(&text), now);
    }
    result
}

/// An error's stack, as the inspector describes a thrown object; None for primitives.
pub(crate) fn describe(scope: &mut v8::PinScope<'_, '_>, value: v8::Local<'_, v8::Value>) -> Option<String> {
    let object = v8::Local::<v8::Object>::try_from(value).ok()?;
    v8::tc_scope!(let tc, scope);
    if value.is_native_error() {
        let key = v8::String::new(tc, "stack")?;
        if let Some(stack) = object.get(tc, key.into())
            && stack.is_string()
        {
            return Some(stack.to_rust_string_lossy(tc));
        }
    }
    tc.reset();
    let key = v8::String::new(tc, "stack")?;
    if let Some(stack) = object.get(tc, key.into())
        && stack.is_string()
    {
        // DOMException: not native, but it has a stack and is described by it.
        return Some(stack.to_rust_string_lossy(tc));
    }
    tc.reset();
    Some(object.get_constructor_name().to_rust_string_lossy(tc))
}

/// HTML, "report an exception": hands it to the shims, which fire `error` at the window and put it into the log unless a
/// listener took it.
pub(crate) fn report_exception<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    state: &PageState,
    exception: v8::Local<'s, v8::Value>,
    message: Option<v8::Local<'s, v8::Message>>,
) {
    let info = exception_info(scope, exception, message);
    let info = info.map_or_else(|| v8::undefined(scope).into(), Into::into);
    call_hook(scope, state, Hook::ReportException, &[exception, info]);
}

/// `{message, url, line, column}` of a thrown value.
pub(crate) fn exception_info<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    exception: v8::Local<'s, v8::Value>,
    message: Option<v8::Local<'s, v8::Message>>,
) -> Option<v8::Local<'s, v8::Object>> {
    let message = match message {
        Some(message) => message,
        None => v8::Exception::create_message(scope, exception),
    };
    let info = v8::Object::new(scope);
    let text = message.get(scope);
    let url = message.get_script_resource_name(scope);
    let line = message.get_line_number(scope).unwrap_or(0);
    // An error without a place has none (-1 in V8).
    let column = message.get_start_column().wrapping_add(1);
    let put = |name: &str, value: v8::Local<'s, v8::Value>| {
        let key = v8::String::new(scope, name)?;
        info.set(scope, key.into(), value)
    };
    put("message", text.into())?;
    if let Some(url) = url {
        put("url", url)?;
    }
    let line = v8::Integer::new(scope, line as i32).into();
    let column = v8::Integer::new(scope, column as i32).into();
    let put = |name: &str, value: v8::Local<'s, v8::Value>| {
        let key = v8::String::new(scope, name)?;
        info.set(scope, key.into(), value)
    };
    put("line", line)?;
    put("column", column)?;
    Some(info)
}

/// Compiles and runs a classic script; what it throws is reported. Returns false if it threw or did not compile.
pub(crate) fn run_classic<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    state: &Rc<PageState>,
    source: v8::Local<'s, v8::String>,
    origin: &Origin<'_>,
) -> bool {
    v8::tc_scope!(let tc, scope);
    let origin = script_origin(tc, origin);
    let done = v8::Script::compile(tc, source, origin.as_ref())
        .and_then(|script| script.run(tc))
        .is_some();
    if !done && !tc.has_terminated() {
        let message = tc.message();
        if let Some(exception) = tc.exception() {
            tc.reset();
            report_exception(tc, state, exception, message);
        }
    }
    done
}

/// Formats `error.stack` as V8 does by itself, without the frames of the shims, and honours `Error.prepareStackTrace`. (deno_core's
/// own formatter names files its own way.)
pub(crate) fn prepare_stack_trace<'s, 'i>(
    scope: &mut v8::PinScope<'s, 'i>,
    error: v8::Local<'s, v8::Value>,
    sites: v8::Local<'s, v8::Array>,
) -> v8::Local<'s, v8::Value> {
    format_stack(scope, error, sites).unwrap_or_else(|| v8::undefined(scope).into())
}

fn format_stack<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    error: v8::Local<'s, v8::Value>,
    sites: v8::Local<'s, v8::Array>,
) -> Option<v8::Local<'s, v8::Value>> {
    let global = scope.get_current_context().global(scope);
    let key = v8::String::new(scope, "Error")?;
    let constructor = global
        .get(scope, key.into())
        .and_then(|e| v8::Local::<v8::Object>::try_from(e).ok());
    if let Some(constructor) = constructor {
        let key = v8::String::new(scope, "prepareStackTrace")?;
        let custom = constructor
            .get(scope, key.into())
            .and_then(|f| v8::Local::<v8::Function>::try_from(f).ok());
        if let Some(custom) = custom {
            return custom.call(scope, constructor.into(), &[error, sites.into()]);
        }
    }
    let mut text = match error.to_detail_string(scope) {
        Some(head) => head.to_rust_string_lossy(scope),
        None => String::from("Error"),
    };
    let key = v8::String::new(scope, "toString")?;
    for index in 0..sites.length() {
        let site = sites
            .get_index(scope, index)
            .and_then(|s| v8::Local::<v8::Object>::try_from(s).ok());
        let Some(site) = site else { continue };
        let to_string = site
            .get(scope, key.into())
            .and_then(|f| v8::Local::<v8::Function>::try_from(f).ok());
        let Some(line) = to_string.and_then(|f| f.call(scope, site.into(), &[])) else {
            continue;
        };
        let line = line.to_rust_string_lossy(scope);
        if !line.contains("ext:") {
            text.push_str("\n    at ");
            text.push_str(&line);
        }
    }
    v8::String::new(scope, &text).map(Into::into)
}

/// V8's promise rejection callback (HTML, HostPromiseRejectionTracker).
pub(crate) extern "C" fn promise_reject(message: v8::PromiseRejectMessage) {
    // SAFETY: V8 calls this with a message of the isolate that is running on this thread.
    v8::callback_scope!(unsafe scope, &message);
    let Some(state) = PageState::of(scope) else { return };
    let promise = message.get_promise();
    match message.get_event() {
        v8::PromiseRejectEvent::PromiseRejectWithNoHandler => {
            let Some(reason) = message.get_value() else { return };
            let entry = (v8::Global::new(scope, promise), v8::Global::new(scope, reason));
            state.rejections.borrow_mut().about_to_be_notified.push(entry);
        }
        v8::PromiseRejectEvent::PromiseHandlerAddedAfterReject => {
            let promise = v8::Global::new(scope, promise);
            let mut rejections = state.rejections.borrow_mut();
            let before = rejections.about_to_be_notified.len();
            rejections.about_to_be_notified.retain(|(p, _)| *p != promise);
            if rejections.about_to_be_notified.len() == before
                && let Some(at) = rejections.outstanding.iter().position(|p| *p == promise)
            {
                let promise = rejections.outstanding.remove(at);
                rejections.handled.push(promise);
            }
        }
        _ => {}
    }
}

/// Notifies about rejected promises after a microtask checkpoint; their handlers may reject more.
pub(crate) fn notify_rejections(scope: &mut v8::PinScope<'_, '_>, state: &Rc<PageState>) {
    const ROUNDS_MAX: usize = 1000;
    for _ in 0..ROUNDS_MAX {
        let (fresh, handled) = {
            let mut rejections = state.rejections.borrow_mut();
            (
                std::mem::take(&mut rejections.about_to_be_notified),
                std::mem::take(&mut rejections.handled),
            )
        };
        if fresh.is_empty() && handled.is_empty() {
            return;
        }
        v8::scope!(let scope, scope);
        for promise in handled {
            let promise = v8::Local::new(scope, promise);
            if let Some(kind) = v8::String::new(scope, "handled") {
                let reason = promise.result(scope);
                call_hook(scope, state, Hook::Rejection, &[kind.into(), promise.into(), reason]);
            }
        }
        for (global, reason) in fresh {
            let promise = v8::Local::new(scope, &global);
            if promise.has_handler() {
                continue;
            }
            let reason = v8::Local::new(scope, reason);
            let Some(kind) = v8::String::new(scope, "unhandled") else {
                return;
            };
            let prevented = call_hook(scope, state, Hook::Rejection, &[kind.into(), promise.into(), reason])
                .is_some_and(|v| v.boolean_value(scope));
            if !prevented {
                let description = describe(scope, reason);
                let now = state.event_loop.now_us();
                state
                    .journal
                    .borrow_mut()
                    .exception("Uncaught (in promise)", description.as_deref(), now);
            }
            state.rejections.borrow_mut().outstanding.push(global);
        }
        scope.perform_microtask_checkpoint();
    }
}
