//! Loading a document (HTML, 13.2.6 "parsing", 13.2.7 "the end", and 4.12.1 for scripts): which script runs when, and the
//! events on the way to `load`. Each step is a host task of the event loop.

use crate::html_parser::{DocumentParser, PARSER_IDS_FROM, Stop};
use crate::module_types::ModuleType;
use crate::modules::{ModuleFailure, load, load_graph};
use crate::page_state::{Hook, PageState};
use crate::scripts::{Origin, call_hook, report_exception, run_classic};
use crate::tree_words::TreeWords;
use deno_core::v8;
use std::collections::VecDeque;
use std::rc::Rc;

const PARSE: u32 = 1;
const DEFERRED: u32 = 2;
const ASYNC: u32 = 3;
const FINISH: u32 = 4;

/// A script as `scriptOf` describes it.
struct Script {
    node: u32,
    kind: Kind,
    /// Absolute address; None: inline.
    src: Option<String>,
    text: String,
    is_async: bool,
    defer: bool,
    line: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Classic,
    Module,
    ImportMap,
}

/// The state of one document's loading.
pub(crate) struct Loader {
    parser: Option<DocumentParser>,
    deferred: VecDeque<Script>,
    asynchronous: VecDeque<Script>,
    finishing: bool,
    loaded: bool,
}

impl Loader {
    pub(crate) fn new(html: &str, state: &Rc<PageState>) -> Loader {
        let html = html.strip_prefix('\u{feff}').unwrap_or(html);
        let parser = DocumentParser::new(html, PARSER_IDS_FROM, state.profile.limits.nodes);
        state.event_loop.post_host(PARSE);
        Loader {
            parser: Some(parser),
            deferred: VecDeque::new(),
            asynchronous: VecDeque::new(),
            finishing: false,
            loaded: false,
        }
    }

    pub(crate) fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// Runs one step. The answer is the name of a limit that was passed.
    pub(crate) fn run(&mut self, scope: &mut v8::PinScope<'_, '_>, state: &Rc<PageState>, step: u32) -> Option<String> {
        match step {
            PARSE => return self.parse(scope, state),
            DEFERRED => match self.deferred.pop_front() {
                Some(script) => {
                    run_script(scope, state, &script);
                    state.event_loop.post_host(DEFERRED);
                }
                None => {
                    document_event(scope, state, "DOMContentLoaded");
                    self.finishing = true;
                    state.event_loop.post_host(FINISH);
                }
            },
            ASYNC => {
                if let Some(script) = self.asynchronous.pop_front() {
                    run_script(scope, state, &script);
                }
            }
            _ => self.finish(scope, state),
        }
        None
    }

    fn finish(&mut self, scope: &mut v8::PinScope<'_, '_>, state: &Rc<PageState>) {
        if self.loaded || !self.finishing {
            return;
        }
        if state.load_blockers.get() > 0 || !self.asynchronous.is_empty() {
            // Asked again when the last blocker goes (`op_load_blocker`), or after the asynchronous scripts already posted.
            if state.load_blockers.get() == 0 {
                state.event_loop.post_host(FINISH);
            }
            return;
        }
        self.loaded = true;
        for name in ["complete", "load", "pageshow"] {
            document_event(scope, state, name);
            scope.perform_microtask_checkpoint();
        }
    }

    fn parse(&mut self, scope: &mut v8::PinScope<'_, '_>, state: &Rc<PageState>) -> Option<String> {
        loop {
            let parser = self.parser.as_mut()?;
            let written = std::mem::take(&mut *state.written.borrow_mut());
            if !written.is_empty() {
                parser.insert(&written);
            }
            let step = parser.step();
            let next_id = parser.next_id();
            // Fragments parsed by scripts in between take ids from the same range, far above the document's own.
            state
                .next_parser_id
                .set(state.next_parser_id.get().max(next_id + FRAGMENT_IDS_FROM));
            apply_tree(scope, state, &step.tree);
            match step.stop {
                Stop::Script { node, line } => {
                    if let Some(script) = script_of(scope, state, node, line) {
                        self.meet(scope, state, script);
                    }
                    if scope.is_execution_terminating() {
                        return None;
                    }
                }
                Stop::TooManyNodes => {
                    return Some(format!("the document has more than {} nodes", state.profile.limits.nodes));
                }
                Stop::Done => {
                    if !state.written.borrow().is_empty() {
                        continue;
                    }
                    self.parser = None;
                    document_event(scope, state, "interactive");
                    state.event_loop.post_host(DEFERRED);
                    return None;
                }
            }
        }
    }

    /// HTML, "prepare the script element", for a script the parser inserted.
    fn meet(&mut self, scope: &mut v8::PinScope<'_, '_>, state: &Rc<PageState>, script: Script) {
        match script.kind {
            Kind::ImportMap => run_script(scope, state, &script),
            Kind::Module if !script.is_async => self.deferred.push_back(script),
            Kind::Classic if script.src.is_some() && script.defer && !script.is_async => self.deferred.push_back(script),
            _ if script.is_async && (script.src.is_some() || script.kind == Kind::Module) => {
                self.asynchronous.push_back(script);
                state.event_loop.post_host(ASYNC);
            }
            _ => run_script(scope, state, &script),
        }
        scope.perform_microtask_checkpoint();
    }
}

/// Distance between the ids of a document's nodes and those of fragments parsed while it is still being parsed.
const FRAGMENT_IDS_FROM: u32 = 1 << 24;

/// Called when a resource that delayed the load event is done.
pub(crate) fn ask_to_finish(state: &PageState) {
    state.event_loop.post_host(FINISH);
}

/// Hands tree operations to the shims.
pub(crate) fn apply_tree(scope: &mut v8::PinScope<'_, '_>, state: &PageState, tree: &TreeWords) {
    if tree.is_empty() {
        return;
    }
    v8::scope!(let scope, scope);
    let Some(words) = words_array(scope, &tree.words) else {
        return;
    };
    let Some(strings) = strings_array(scope, &tree.strings) else {
        return;
    };
    call_hook(scope, state, Hook::ApplyTree, &[words.into(), strings.into()]);
}

/// Words as a Uint32Array.
pub(crate) fn words_array<'s>(scope: &mut v8::PinScope<'s, '_>, words: &[u32]) -> Option<v8::Local<'s, v8::Uint32Array>> {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_ne_bytes()).collect();
    let store = v8::ArrayBuffer::new_backing_store_from_vec(bytes).make_shared();
    let buffer = v8::ArrayBuffer::with_backing_store(scope, &store);
    v8::Uint32Array::new(scope, buffer, 0, words.len())
}

/// Strings as an Array.
pub(crate) fn strings_array<'s>(scope: &mut v8::PinScope<'s, '_>, strings: &[String]) -> Option<v8::Local<'s, v8::Array>> {
    let elements: Option<Vec<v8::Local<v8::Value>>> = strings
        .iter()
        .map(|text| v8::String::new(scope, text).map(Into::into))
        .collect();
    Some(v8::Array::new_with_elements(scope, &elements?))
}

fn document_event(scope: &mut v8::PinScope<'_, '_>, state: &PageState, name: &str) {
    if let Some(name) = v8::String::new(scope, name) {
        call_hook(scope, state, Hook::DocumentEvent, &[name.into()]);
    }
}

fn script_of(scope: &mut v8::PinScope<'_, '_>, state: &PageState, node: u32, line: u64) -> Option<Script> {
    let id = v8::Number::new(scope, f64::from(node)).into();
    let info = call_hook(scope, state, Hook::ScriptOf, &[id])?;
    let info = crate::by_value::by_value(scope, info).ok().flatten()?;
    let text_of = |key: &str| info.get(key).and_then(|v| v.as_str());
    let flag = |key: &str| info.get(key).and_then(serde_json::Value::as_bool).unwrap_or(false);
    let kind = match text_of("kind")? {
        "classic" => Kind::Classic,
        "module" => Kind::Module,
        "importmap" => Kind::ImportMap,
        _ => return None,
    };
    let text = text_of("text").unwrap_or("").to_owned();
    // The parser tells the line of the end tag; the text begins as many lines before.
    let lines = text.bytes().filter(|b| *b == b'\n').count() as i64;
    let line = i32::try_from(line as i64 - 1 - lines).unwrap_or(0).max(0);
    let src = text_of("src").map(str::to_owned);
    Some(Script {
        node,
        kind,
        src,
        text,
        is_async: flag("async"),
        defer: flag("defer"),
        line,
    })
}

fn run_script(scope: &mut v8::PinScope<'_, '_>, state: &Rc<PageState>, script: &Script) {
    v8::scope!(let scope, scope);
    let inline = script.src.is_none();
    let ok = match script.kind {
        Kind::ImportMap => {
            let added = state.modules.borrow_mut().add_import_map(&script.text, &state.url);
            if let Err(message) = added {
                throw_later(scope, state, &message);
            }
            return;
        }
        Kind::Module => {
            let url = script.src.as_deref().unwrap_or(&state.url);
            let source = inline.then_some(script.text.as_str());
            return run_module(scope, state, source, url, script.node, script.line);
        }
        Kind::Classic => match classic_source(scope, script) {
            Some(source) => {
                let url = script.src.as_deref().unwrap_or(&state.url);
                let line = if inline { script.line } else { 0 };
                node_hook(scope, state, Hook::BeginScript, script.node, None);
                run_classic(
                    scope,
                    state,
                    source,
                    &Origin {
                        url,
                        line,
                        column: 0,
                        module: false,
                    },
                );
                node_hook(scope, state, Hook::EndScript, script.node, None);
                scope.perform_microtask_checkpoint();
                true
            }
            None => false,
        },
    };
    if !inline {
        node_hook(scope, state, Hook::ScriptDone, script.node, Some(ok));
    }
}

fn classic_source<'s>(scope: &mut v8::PinScope<'s, '_>, script: &Script) -> Option<v8::Local<'s, v8::String>> {
    match &script.src {
        None => v8::String::new(scope, &script.text),
        Some(url) => {
            let resource = load(scope, url)?;
            let text = String::from_utf8_lossy(&resource.bytes);
            v8::String::new(scope, text.strip_prefix('\u{feff}').unwrap_or(&text))
        }
    }
}

fn node_hook(scope: &mut v8::PinScope<'_, '_>, state: &PageState, hook: Hook, node: u32, flag: Option<bool>) {
    let node = v8::Number::new(scope, f64::from(node)).into();
    match flag {
        None => call_hook(scope, state, hook, &[node]),
        Some(flag) => {
            let flag = v8::Boolean::new(scope, flag).into();
            call_hook(scope, state, hook, &[node, flag])
        }
    };
}

fn throw_later(scope: &mut v8::PinScope<'_, '_>, state: &PageState, message: &str) {
    if let Some(text) = v8::String::new(scope, message) {
        let error = v8::Exception::type_error(scope, text);
        report_exception(scope, state, error, None);
    }
}

/// Loads and evaluates a module script; `scriptDone` follows when its evaluation has ended (node 0: nobody to tell).
pub(crate) fn run_module(
    scope: &mut v8::PinScope<'_, '_>,
    state: &Rc<PageState>,
    source: Option<&str>,
    url: &str,
    node: u32,
    line: i32,
) {
    v8::scope!(let scope, scope);
    match load_graph(scope, state, url, ModuleType::JavaScript, source, line) {
        Ok(module) => {
            v8::tc_scope!(let tc, scope);
            let evaluated = module.evaluate(tc);
            if let Some(promise) = evaluated.and_then(|p| v8::Local::<v8::Promise>::try_from(p).ok()) {
                let data: v8::Local<v8::Value> = v8::Number::new(tc, f64::from(node)).into();
                let done = v8::Function::builder(module_done).data(data).build(tc);
                let failed = v8::Function::builder(module_failed).data(data).build(tc);
                if let (Some(done), Some(failed)) = (done, failed) {
                    promise.then2(tc, done, failed);
                }
            }
        }
        Err(ModuleFailure::Fetch(address)) => {
            let now = state.event_loop.now_us();
            state
                .journal
                .borrow_mut()
                .console("error", &format!("Failed to load module script: {address}"), now);
            node_hook(scope, state, Hook::ScriptDone, node, Some(false));
        }
        Err(ModuleFailure::Error(error)) => {
            let error = v8::Local::new(scope, error);
            report_exception(scope, state, error, None);
            // A script whose graph could be fetched fires `load` even if it is broken, except for resolution errors; Chromium
            // fires `error` for both when nothing was evaluated.
            node_hook(scope, state, Hook::ScriptDone, node, Some(false));
        }
        Err(ModuleFailure::Terminated) => {}
    }
    scope.perform_microtask_checkpoint();
}

fn module_done(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, _rv: v8::ReturnValue<'_>) {
    tell_module_done(scope, &args);
}

fn tell_module_done(scope: &mut v8::PinScope<'_, '_>, args: &v8::FunctionCallbackArguments<'_>) {
    let Some(state) = PageState::of(scope) else { return };
    let node = args.data().number_value(scope).unwrap_or(0.0) as u32;
    node_hook(scope, &state, Hook::ScriptDone, node, Some(true));
}

fn module_failed<'s>(scope: &mut v8::PinScope<'s, '_>, args: v8::FunctionCallbackArguments<'s>, _rv: v8::ReturnValue<'_>) {
    let Some(state) = PageState::of(scope) else { return };
    let reason = args.get(0);
    report_exception(scope, &state, reason, None);
    tell_module_done(scope, &args);
}
