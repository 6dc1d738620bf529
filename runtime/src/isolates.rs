//! Isolates that outlive their documents. A page that follows another one (the next episode of an environment) needs a new context, but
//! not a new isolate: most of what an isolate is made of, and all that V8 has compiled in it, is the same for every page.
//!
//! A document in a kept isolate has a context of its own from the start-up snapshot and shares with the documents before it what no
//! page can see: the code of functions, interned strings, the heap's free space. Their garbage is collected when V8 needs room, which no
//! page sees either (docs/determinism.md, "Chance"). Only a document that ended in good order leaves its isolate to the next.

use crate::buffers::Buffers;
use crate::platform;
use crate::script::isolate_key;
use deno_core::{CONTEXT_STATE_SLOT_INDEX, JsRuntime, MODULE_MAP_SLOT_INDEX, v8};
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::rc::Rc;
use std::sync::Arc;

/// Documents after which an isolate is given up, so that nothing can pile up in it without end.
const DOCUMENTS_MAX: u32 = 1000;
/// Garbage of earlier documents, in bytes of V8's heap, at which it is collected.
const GARBAGE_MAX: usize = 64 << 20;
/// What may be left of a heap after that; an isolate that keeps more is given up.
const KEPT_MAX: usize = 32 << 20;

/// Keeps the isolate of the page that was closed last for the page that is opened next. One value serves one row of pages, each opened
/// after the one before it was closed; it stays on its thread.
#[derive(Clone, Default)]
pub struct Isolates(Rc<RefCell<Option<Kept>>>);

impl Isolates {
    /// Whether an isolate waits for the next page.
    pub fn is_keeping(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// An isolate whose heap has this limit, if one is kept.
    pub(crate) fn take(&self, heap_bytes: usize) -> Option<Kept> {
        let kept = self.0.borrow_mut().take()?;
        (kept.heap_bytes == heap_bytes).then_some(kept)
    }

    /// Keeps an isolate that is not entered.
    pub(crate) fn give(&self, mut kept: Kept) {
        kept.documents += 1;
        if kept.documents < DOCUMENTS_MAX && kept.make_room() {
            let before = self.0.borrow_mut().replace(kept);
            drop(before);
        }
    }
}

/// An isolate without a document.
pub(crate) struct Kept {
    pub(crate) runtime: ManuallyDrop<JsRuntime>,
    pub(crate) buffers: Arc<Buffers>,
    pub(crate) heap_bytes: usize,
    /// Documents that have lived in it.
    pub(crate) documents: u32,
}

impl Kept {
    /// Takes it apart without disposing of anything.
    pub(crate) fn open(self) -> (JsRuntime, Arc<Buffers>, u32) {
        let mut kept = ManuallyDrop::new(self);
        // SAFETY: `kept` is never dropped and not used afterwards, so each field is moved out once.
        unsafe {
            (
                ManuallyDrop::take(&mut kept.runtime),
                std::ptr::read(&raw const kept.buffers),
                kept.documents,
            )
        }
    }

    /// Collects what earlier documents have left, when there is much of it. False: too much is still there.
    fn make_room(&mut self) -> bool {
        let isolate = self.runtime.v8_isolate();
        if used_bytes(isolate) < GARBAGE_MAX {
            return true;
        }
        // SAFETY: paired with the exit below, on the isolate's thread.
        unsafe { isolate.enter() };
        isolate.memory_pressure_notification(v8::MemoryPressureLevel::Critical);
        isolate.memory_pressure_notification(v8::MemoryPressureLevel::None);
        let left = used_bytes(isolate);
        // SAFETY: entered above.
        unsafe { isolate.exit() };
        left < KEPT_MAX
    }
}

fn used_bytes(isolate: &mut v8::Isolate) -> usize {
    let statistics = isolate.get_heap_statistics();
    statistics.used_heap_size() + statistics.external_memory()
}

impl Drop for Kept {
    fn drop(&mut self) {
        // SAFETY: V8 wants an isolate entered when it is disposed of; disposing exits it. `runtime` is not used afterwards.
        unsafe {
            let key = isolate_key(&mut self.runtime);
            self.runtime.v8_isolate().enter();
            ManuallyDrop::drop(&mut self.runtime);
            platform::forget_isolate(key);
        }
    }
}

/// A context for one document, beside the runtime's own, which stays as the snapshot has it. The isolate is entered.
pub(crate) fn new_context(runtime: &mut JsRuntime) -> Option<v8::Global<v8::Context>> {
    let main = runtime.main_context();
    v8::scope!(let scope, &mut **runtime.v8_isolate());
    let main = v8::Local::new(scope, main);
    // As deno_core makes its own.
    let context = v8::Context::from_snapshot(scope, 1, v8::ContextOptions::default())
        .or_else(|| v8::Context::from_snapshot(scope, 0, v8::ContextOptions::default()))?;
    for slot in [CONTEXT_STATE_SLOT_INDEX, MODULE_MAP_SLOT_INDEX] {
        // SAFETY: the pointers are the main context's, which lives as long as the isolate; deno_core follows them only while code runs
        // in a context, and frees them through the main one.
        unsafe { context.set_aligned_pointer_in_embedder_data(slot, main.get_aligned_pointer_from_embedder_data(slot)) };
    }
    share_errors(scope, main, context)?;
    Some(v8::Global::new(scope, context))
}

/// Errors that ops throw are to be those of the document's context: deno_core takes their classes from a table of the main one.
fn share_errors<'s>(
    scope: &mut v8::PinScope<'s, '_, ()>,
    main: v8::Local<'s, v8::Context>,
    context: v8::Local<'s, v8::Context>,
) -> Option<()> {
    let table = {
        let scope = &mut v8::ContextScope::new(scope, main);
        error_classes(scope)?
    };
    let scope = &mut v8::ContextScope::new(scope, context);
    let classes = error_classes(scope)?;
    let names = classes.get_own_property_names(scope, v8::GetPropertyNamesArgs::default())?;
    for index in 0..names.length() {
        let name = names.get_index(scope, index)?;
        let class = classes.get(scope, name)?;
        table.set(scope, name, class)?;
    }
    Some(())
}

/// `Deno.core.errorConstructors` of a context that has not been stripped yet.
fn error_classes<'s>(scope: &mut v8::PinScope<'s, '_>) -> Option<v8::Local<'s, v8::Object>> {
    let mut object = scope.get_current_context().global(scope);
    for name in ["Deno", "core", "errorConstructors"] {
        let name = v8::String::new(scope, name)?;
        object = v8::Local::<v8::Object>::try_from(object.get(scope, name.into())?).ok()?;
    }
    Some(object)
}
