//! Navigation that a page asks for. The op records; the event loop's owner performs it after the running task.

use deno_core::{OpState, op2};

/// What a page asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NavigationRequest {
    /// `assign`, `replace`, `reload` or `close`.
    pub kind: String,
    /// Absolute address; the document's own for `reload`, empty for `close`.
    pub url: String,
}

/// The navigation a page has asked for, in `OpState`. A later request replaces an earlier one that has not begun.
#[derive(Debug, Default)]
pub struct Navigation {
    /// The request that has not been performed yet.
    pub pending: Option<NavigationRequest>,
}

/// Records a navigation.
#[op2(fast)]
pub(super) fn op_navigate(state: &mut OpState, #[string] kind: String, #[string] url: String) {
    if !state.has::<Navigation>() {
        state.put(Navigation::default());
    }
    state.borrow_mut::<Navigation>().pending = Some(NavigationRequest { kind, url });
}
