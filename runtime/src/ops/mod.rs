//! The ops: what the shims can ask of Rust (docs/boundary.md). One file per part of the platform.

#[path = "canvas.rs"]
pub(crate) mod canvas;
pub(crate) mod contain;
pub(crate) mod database;
pub(crate) mod dom;
pub(crate) mod event_loop;
pub mod platform;
pub(crate) mod realm;
pub(crate) mod script;
pub(crate) mod webgl;
pub(crate) mod worker;

use crate::frame::Frame;
use crate::page::PageError;
use crate::page_state::PageState;
use crate::resources::Resources;
use deno_core::{Extension, ExtensionFileSource, OpState};
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

/// The extensions of a page, in a fixed order: the snapshot and the pages opened from it must agree. With `sources`, the shims
/// are evaluated (when the snapshot is built).
pub(crate) fn extensions(sources: bool) -> Vec<Extension> {
    let mut shims = event_loop::oracade_event_loop::init();
    if sources {
        let files = reachable()
            .into_iter()
            .map(|(name, text)| ExtensionFileSource::new_computed(String::leak(name), ascii(&text)));
        shims.esm_files = Cow::Owned(files.collect());
        shims.esm_entry_point = Some(oracade_shims::ENTRY);
    }
    vec![
        dom::oracade_dom::init(),
        canvas::oracade_canvas::init(),
        webgl::oracade_webgl::init(),
        platform::oracade_platform::init(),
        script::oracade_script::init(),
        worker::oracade_worker::init(),
        realm::oracade_realm::init(),
        database::oracade_database::init(),
        shims,
    ]
}

/// Puts each part's own state where its ops find it.
pub(crate) fn put_state(ops: &mut OpState, state: &Rc<PageState>) {
    dom::put_state(ops, state);
}

/// Drops all that the ops of a document have kept, so that the next one finds what the first found: nothing.
pub(crate) fn drop_state(ops: &mut OpState) {
    database::drop_state(ops);
    canvas::drop_state(ops);
    webgl::drop_state(ops);
    dom::drop_state(ops);
    drop(ops.try_take::<platform::Navigation>());
    drop(ops.try_take::<platform::Storages>());
    drop(ops.try_take::<Resources>());
    drop(ops.try_take::<worker::Agent>());
    drop(ops.try_take::<Rc<contain::Defect>>());
    drop(ops.try_take::<Rc<PageState>>());
}

/// Paints the viewport, in its own size or another.
pub(crate) fn paint_viewport(ops: &mut OpState, size: Option<(u32, u32)>) -> Result<Frame, PageError> {
    dom::paint_viewport(ops, size)
}

/// Pixels of a canvas by handle.
pub(crate) fn canvas_frame(ops: &mut OpState, handle: u32) -> Option<Frame> {
    dom::canvas_frame(ops, handle)
}

/// The shims that the entry point imports, directly or not: deno_core insists that every module is evaluated.
fn reachable() -> Vec<(String, String)> {
    // A folder that cannot be read has no entry point either, and the engine's start says so.
    let mut sources = oracade_shims::sources().unwrap_or_else(|error| {
        eprintln!("the shims cannot be used: {error}");
        Vec::new()
    });
    let mut todo = vec![oracade_shims::ENTRY.to_owned()];
    let mut found = Vec::new();
    while let Some(name) = todo.pop() {
        if let Some(at) = sources.iter().position(|(known, _)| *known == name) {
            let source = sources.swap_remove(at);
            let imports = source.1.split('"').filter(|part| part.starts_with("ext:oracade/"));
            todo.extend(imports.map(str::to_owned));
            found.push(source);
        }
    }
    found.sort_unstable();
    found
}

/// Sources in a snapshot must be 7-bit ASCII: other characters become escapes, which mean the same in strings, templates and
/// regular expressions, and nothing in comments.
fn ascii(source: &str) -> Arc<str> {
    if source.is_ascii() {
        return Arc::from(source);
    }
    let mut out = String::with_capacity(source.len() + 64);
    let mut units = [0; 2];
    for c in source.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    Arc::from(out)
}
