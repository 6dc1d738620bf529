//! Ops of WebGL contexts (shims/js/webgl; docs/webgl.md, "Commands"). Contexts are known by number.
#![allow(
    clippy::too_many_arguments,
    reason = "ops take the arguments of the methods they stand for, one by one"
)]

use super::canvas;
use super::contain::contained;
use ::oracade_canvas::ColorSpace;
use ::oracade_webgl::{Answer, Attributes, Context, Extension, Source, StreamError, Version};
use deno_core::{GarbageCollected, OpState, op2, v8};
use deno_error::JsErrorBox;
use oracade_glsl::Cache;
use oracade_gpu::DeviceOptions;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Shaders and programs of the process. What it gives is what compiling would give.
fn cache() -> Arc<Cache> {
    static CACHE: OnceLock<Arc<Cache>> = OnceLock::new();
    CACHE.get_or_init(Arc::default).clone()
}

/// Threads of the contexts that are made from now on.
static THREADS: AtomicUsize = AtomicUsize::new(1);

/// Lets large draws of WebGL be shared by threads, in pages whose contexts are made from now on: for a process whose page runs alone. Pixels are the
/// same for any number.
pub fn draw_on_threads(count: usize) {
    THREADS.store(count.clamp(1, MOST_THREADS), Ordering::Relaxed);
}

/// More wait for one another.
const MOST_THREADS: usize = 8;

/// A page's contexts, and the numbers of those that the collector has freed.
#[derive(Default)]
struct Contexts {
    list: BTreeMap<u32, Context>,
    next: u32,
    freed: Rc<RefCell<Vec<u32>>>,
}

/// Drops the page's contexts.
pub(crate) fn drop_state(state: &mut OpState) {
    drop(state.try_take::<Contexts>());
}

fn contexts(state: &mut OpState) -> &mut Contexts {
    if !state.has::<Contexts>() {
        state.put(Contexts::default());
    }
    let contexts = state.borrow_mut::<Contexts>();
    for id in core::mem::take(&mut *contexts.freed.borrow_mut()) {
        contexts.list.remove(&id);
    }
    contexts
}

fn context(state: &mut OpState, id: u32) -> Option<&mut Context> {
    contexts(state).list.get_mut(&id)
}

/// Frees a context when the object that holds this is collected.
struct Guard {
    id: u32,
    freed: Rc<RefCell<Vec<u32>>>,
}

// SAFETY: the object holds no reference to anything that V8's collector manages, so there is nothing to trace.
unsafe impl GarbageCollected for Guard {
    fn trace(&self, _visitor: &mut v8::cppgc::Visitor) {}

    fn get_name(&self) -> &'static std::ffi::CStr {
        c"WebGLGuard"
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.freed.borrow_mut().push(self.id);
    }
}

fn version(two: bool) -> Version {
    if two { Version::Two } else { Version::One }
}

/// A new context. The bits of `attributes`: alpha, depth, stencil, antialias, premultipliedAlpha, preserveDrawingBuffer.
#[op2(fast)]
fn op_webgl_new(state: &mut OpState, two: bool, attributes: u32, width: u32, height: u32) -> u32 {
    contained(state, |state| {
        let has = |bit: u32| attributes & (1 << bit) != 0;
        let attributes = Attributes {
            alpha: has(0),
            depth: has(1),
            stencil: has(2),
            antialias: has(3),
            premultiplied_alpha: has(4),
            preserve: has(5),
        };
        let options = DeviceOptions {
            threads: THREADS.load(Ordering::Relaxed),
            ..DeviceOptions::default()
        };
        let made = Context::new(version(two), attributes, width, height, cache(), options);
        let contexts = contexts(state);
        contexts.next += 1;
        let id = contexts.next;
        contexts.list.insert(id, made);
        id
    })
}

/// An object whose collection frees a context.
#[op2]
#[cppgc]
fn op_webgl_guard(state: &mut OpState, id: u32) -> Guard {
    Guard {
        id,
        freed: contexts(state).freed.clone(),
    }
}

/// The extensions of a version.
#[op2]
#[serde]
fn op_webgl_extensions(two: bool) -> Vec<&'static str> {
    Extension::names(version(two))
}

/// A fault of a batch as the exception that it is to the shims.
fn thrown(fault: Option<StreamError>) -> Result<(), JsErrorBox> {
    fault.map_or(Ok(()), |error| Err(JsErrorBox::type_error(error.to_string())))
}

/// Takes a batch of commands.
#[op2(fast)]
fn op_webgl_submit(state: &mut OpState, id: u32, #[buffer] words: &[u32], #[buffer] bytes: &[u8]) -> Result<(), JsErrorBox> {
    thrown(contained(state, |state| context(state, id)?.submit(words, bytes).err()))
}

/// An answer as JavaScript gets it: what it is, and its value.
#[derive(Default, Serialize)]
#[serde(untagged)]
enum Value {
    #[default]
    Nothing,
    Bool(bool),
    Number(f64),
    Text(String),
    Numbers(Vec<f64>),
    Bools(Vec<bool>),
    Info(String, u32, u32),
}

/// Numbers of the kinds of answers: shims/js/webgl/commands.js has the same.
fn tagged(answer: Answer) -> (u32, Value) {
    match answer {
        Answer::Null => (0, Value::Nothing),
        Answer::Bool(value) => (1, Value::Bool(value)),
        Answer::Number(value) => (1, Value::Number(value)),
        Answer::Text(value) => (1, Value::Text(value)),
        Answer::Numbers(values) => (1, Value::Numbers(values)),
        Answer::Bools(values) => (1, Value::Bools(values)),
        Answer::Ints(values) => (2, Value::Numbers(values.into_iter().map(f64::from).collect())),
        Answer::Uints(values) => (3, Value::Numbers(values.into_iter().map(f64::from).collect())),
        Answer::Floats(values) => (4, Value::Numbers(values.into_iter().map(f64::from).collect())),
        Answer::Object(name) => (5, Value::Number(f64::from(name))),
        Answer::Objects(names) => (6, Value::Numbers(names.into_iter().map(f64::from).collect())),
        Answer::Info { name, size, kind } => (7, Value::Info(name, size, kind)),
        Answer::Location { location, serial } => (8, Value::Numbers(vec![f64::from(location), f64::from(serial)])),
    }
}

/// Answers a question.
#[op2]
#[serde]
fn op_webgl_ask(
    state: &mut OpState,
    id: u32,
    #[buffer] words: &[u32],
    #[buffer] bytes: &[u8],
) -> Result<(u32, Value), JsErrorBox> {
    let (answer, fault) = contained(state, |state| {
        match context(state, id).map(|context| context.ask(words, bytes)) {
            Some(Ok(answer)) => (tagged(answer), None),
            Some(Err(error)) => ((0, Value::Nothing), Some(error)),
            None => ((0, Value::Nothing), None),
        }
    });
    thrown(fault).map(|()| answer)
}

/// `readPixels` into an array's bytes.
#[op2(fast)]
fn op_webgl_read(
    state: &mut OpState,
    id: u32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    format: u32,
    kind: u32,
    class: u32,
    #[buffer] out: &mut [u8],
) {
    contained(state, |state| {
        if let Some(context) = context(state, id) {
            context.read_pixels([x, y, width, height], format, kind, class, out);
        }
    })
}

/// `getBufferSubData`.
#[op2(fast)]
fn op_webgl_read_buffer(state: &mut OpState, id: u32, target: u32, offset: f64, #[buffer] out: &mut [u8]) {
    contained(state, |state| {
        if let Some(context) = context(state, id) {
            context.read_buffer_bytes(target, offset as i64, out);
        }
    })
}

/// `texImage*` and `texSubImage*` of a canvas or picture, by handle; `as_is` if it is an `ImageBitmap`'s.
#[op2(fast)]
fn op_webgl_upload(state: &mut OpState, id: u32, #[buffer] words: &[u32], handle: u32, as_is: bool) -> Result<(), JsErrorBox> {
    thrown(contained(state, |state| {
        let (width, height) = canvas::store(state).size(handle)?;
        let rgba = match canvas::pixels(state, handle) {
            Some(pixels) => pixels.data().to_vec(),
            // Nothing has been drawn.
            None => vec![0; width as usize * height as usize * 4],
        };
        let source = Source {
            width,
            height,
            rgba,
            premultiplied: true,
            as_is,
        };
        context(state, id)?.upload_source(words, source).err()
    }))
}

/// The same of straight RGBA bytes.
#[op2(fast)]
fn op_webgl_upload_straight(
    state: &mut OpState,
    id: u32,
    #[buffer] words: &[u32],
    width: u32,
    height: u32,
    #[buffer] data: &[u8],
    as_is: bool,
) -> Result<(), JsErrorBox> {
    thrown(contained(state, |state| {
        if data.len() as u64 != u64::from(width) * u64::from(height) * 4 {
            return None;
        }
        let source = Source {
            width,
            height,
            rgba: data.to_vec(),
            premultiplied: false,
            as_is,
        };
        context(state, id)?.upload_source(words, source).err()
    }))
}

/// Draws what has been recorded and gives what the canvas shows as a picture's handle; 0 if it is over the limits.
#[op2(fast)]
fn op_webgl_picture(state: &mut OpState, id: u32) -> u32 {
    contained(state, |state| {
        let Some(picture) = context(state, id).map(|context| context.picture()) else {
            return 0;
        };
        let size = tiny_skia::IntSize::from_wh(picture.width, picture.height);
        let pixels = size.and_then(|size| tiny_skia::Pixmap::from_vec(picture.rgba, size));
        pixels
            .and_then(|pixels| canvas::store(state).add_image(pixels, ColorSpace::Srgb).ok())
            .unwrap_or(0)
    })
}

/// Whether a page that reads the drawing buffer finds it empty, as it has been shown.
#[op2(fast)]
fn op_webgl_empty(state: &mut OpState, id: u32) -> bool {
    contained(state, |state| context(state, id).is_some_and(|context| context.is_empty()))
}

/// A number that grows when what the canvas shows changes.
#[op2(fast)]
fn op_webgl_changes(state: &mut OpState, id: u32) -> f64 {
    contained(state, |state| {
        context(state, id).map_or(0, |context| context.changes()) as f64
    })
}

/// Whether the context has been lost, and why if a shader was the reason.
#[op2]
#[string]
fn op_webgl_failure(state: &mut OpState, id: u32) -> String {
    contained(state, |state| {
        context(state, id).and_then(|context| context.failure()).unwrap_or_default()
    })
}

deno_core::extension!(
    oracade_webgl,
    ops = [
        op_webgl_new,
        op_webgl_guard,
        op_webgl_extensions,
        op_webgl_submit,
        op_webgl_ask,
        op_webgl_read,
        op_webgl_read_buffer,
        op_webgl_upload,
        op_webgl_upload_straight,
        op_webgl_picture,
        op_webgl_empty,
        op_webgl_changes,
        op_webgl_failure,
    ],
);
