//! A page's ArrayBuffers under one limit: an allocation beyond it fails, which V8 turns into a RangeError in the page.

use deno_core::v8;
use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Alignment of buffer memory: enough for every typed array and for SIMD.
const ALIGN: usize = 16;
/// Bytes before a buffer's own, which say whom they were taken from.
const HEAD: usize = ALIGN;

/// From what an isolate's buffers are taken: that of the page it serves now.
struct Budget {
    left: Arc<AtomicUsize>,
    refused: Arc<AtomicBool>,
}

/// The buffers of one isolate. An isolate may serve one page after another; what a page took goes back to its own budget,
/// whenever that is freed.
pub(crate) struct Buffers {
    budget: Mutex<Budget>,
}

impl Buffers {
    /// Buffers are taken from `left` from now on. `refused` is set when some were refused: V8 then collects as a last resort, and says
    /// that its heap is near its limit although it is not.
    pub(crate) fn serve(&self, left: Arc<AtomicUsize>, refused: Arc<AtomicBool>) {
        *self.budget.lock().unwrap_or_else(PoisonError::into_inner) = Budget { left, refused };
    }

    fn take(&self, bytes: usize) -> Option<Arc<AtomicUsize>> {
        let budget = self.budget.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = budget
            .left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(bytes));
        if taken.is_err() {
            budget.refused.store(true, Ordering::SeqCst);
            return None;
        }
        Some(budget.left.clone())
    }

    fn allocate(&self, bytes: usize, allocate: unsafe fn(Layout) -> *mut u8) -> *mut c_void {
        let Some((layout, left)) = layout(bytes).and_then(|layout| Some((layout, self.take(bytes)?))) else {
            return std::ptr::null_mut();
        };
        // SAFETY: the layout is not empty; the head is written within it, at an address that is aligned for it.
        unsafe {
            let memory = allocate(layout);
            if memory.is_null() {
                left.fetch_add(bytes, Ordering::SeqCst);
                return std::ptr::null_mut();
            }
            memory.cast::<*const AtomicUsize>().write(Arc::into_raw(left));
            memory.add(HEAD).cast()
        }
    }
}

fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.checked_add(HEAD)?, ALIGN).ok()
}

// SAFETY of the four: V8 calls them with the handle given to `new_rust_allocator`, which lives until `drop` below, and frees
// what it allocated with the length it asked for.
unsafe extern "C" fn allocate(buffers: &Buffers, bytes: usize) -> *mut c_void {
    buffers.allocate(bytes, alloc_zeroed)
}

unsafe extern "C" fn allocate_uninitialized(buffers: &Buffers, bytes: usize) -> *mut c_void {
    // V8 overwrites the memory before it can be read.
    buffers.allocate(bytes, alloc)
}

unsafe extern "C" fn free(_buffers: &Buffers, data: *mut c_void, bytes: usize) {
    if let Some(layout) = layout(bytes)
        && !data.is_null()
    {
        // SAFETY: allocated above with the same layout, with the head before the data.
        let left = unsafe {
            let memory = data.cast::<u8>().sub(HEAD);
            let left = Arc::from_raw(memory.cast::<*const AtomicUsize>().read());
            dealloc(memory, layout);
            left
        };
        left.fetch_add(bytes, Ordering::SeqCst);
    }
}

unsafe extern "C" fn drop_buffers(buffers: *const Buffers) {
    // SAFETY: made by `Arc::into_raw` in `allocator`, dropped once.
    drop(unsafe { Arc::from_raw(buffers) });
}

static VTABLE: v8::RustAllocatorVtable<Buffers> = v8::RustAllocatorVtable {
    allocate,
    allocate_uninitialized,
    free,
    drop: drop_buffers,
};

/// What the agents of one page may allocate together.
pub(crate) fn budget(bytes: usize) -> Arc<AtomicUsize> {
    Arc::new(AtomicUsize::new(bytes))
}

/// An allocator for one isolate, and what says from which budget it takes ([`Buffers::serve`]).
pub(crate) fn serving(left: Arc<AtomicUsize>, refused: Arc<AtomicBool>) -> (v8::UniqueRef<v8::Allocator>, Arc<Buffers>) {
    let budget = Mutex::new(Budget { left, refused });
    let buffers = Arc::new(Buffers { budget });
    // SAFETY: the handle and the table belong together; the table's `drop` frees the handle.
    let allocator = unsafe { v8::new_rust_allocator(Arc::into_raw(buffers.clone()), &VTABLE) };
    (allocator, buffers)
}

/// An allocator for one isolate that serves one page, or none.
pub(crate) fn allocator(left: Arc<AtomicUsize>, refused: Arc<AtomicBool>) -> v8::UniqueRef<v8::Allocator> {
    serving(left, refused).0
}
