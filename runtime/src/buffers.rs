//! A page's ArrayBuffers under one limit: an allocation beyond it fails, which V8 turns into a RangeError in the page.

use deno_core::v8;
use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Alignment of buffer memory: enough for every typed array and for SIMD.
const ALIGN: usize = 16;

struct Budget {
    left: Arc<AtomicUsize>,
    refused: Arc<AtomicBool>,
}

impl Budget {
    fn take(&self, bytes: usize) -> bool {
        let taken = self
            .left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(bytes))
            .is_ok();
        if !taken {
            self.refused.store(true, Ordering::SeqCst);
        }
        taken
    }
}

fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.max(1), ALIGN).ok()
}

// SAFETY of the four: V8 calls them with the handle given to `new_rust_allocator`, which lives until `drop` below, and frees
// what it allocated with the length it asked for.
unsafe extern "C" fn allocate(budget: &Budget, bytes: usize) -> *mut c_void {
    match layout(bytes) {
        // SAFETY: the layout is not empty.
        Some(layout) if budget.take(bytes) => unsafe { alloc_zeroed(layout).cast() },
        _ => std::ptr::null_mut(),
    }
}

unsafe extern "C" fn allocate_uninitialized(budget: &Budget, bytes: usize) -> *mut c_void {
    match layout(bytes) {
        // SAFETY: the layout is not empty. V8 overwrites the memory before it can be read.
        Some(layout) if budget.take(bytes) => unsafe { alloc(layout).cast() },
        _ => std::ptr::null_mut(),
    }
}

unsafe extern "C" fn free(budget: &Budget, data: *mut c_void, bytes: usize) {
    if let Some(layout) = layout(bytes)
        && !data.is_null()
    {
        // SAFETY: allocated above with the same layout.
        unsafe { dealloc(data.cast(), layout) };
        budget.left.fetch_add(bytes, Ordering::SeqCst);
    }
}

unsafe extern "C" fn drop_budget(budget: *const Budget) {
    // SAFETY: made by `Box::into_raw` in `allocator`, dropped once.
    drop(unsafe { Box::from_raw(budget.cast_mut()) });
}

static VTABLE: v8::RustAllocatorVtable<Budget> = v8::RustAllocatorVtable {
    allocate,
    allocate_uninitialized,
    free,
    drop: drop_budget,
};

/// What the agents of one page may allocate together.
pub(crate) fn budget(bytes: usize) -> Arc<AtomicUsize> {
    Arc::new(AtomicUsize::new(bytes))
}

/// An allocator that takes from `left`. `refused` is set when it has refused some: V8 then collects as
/// a last resort, and says that its heap is near its limit although it is not.
pub(crate) fn allocator(left: Arc<AtomicUsize>, refused: Arc<AtomicBool>) -> v8::UniqueRef<v8::Allocator> {
    let budget = Box::into_raw(Box::new(Budget { left, refused }));
    // SAFETY: the handle and the table belong together; the table's `drop` frees the handle.
    unsafe { v8::new_rust_allocator(budget, &VTABLE) }
}
