//! What a call to a page can fail with.

/// What can go wrong at the door.
#[derive(Debug, Clone, PartialEq, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum PageError {
    /// Parameters the protocol refuses; the text is the protocol's error message.
    #[error("{0}")]
    BadInput(String),
    /// Page code ran longer than the watchdog allows (processor time). The page is dead; this is never a verdict.
    #[error("watchdog: page code ran for more than {limit_ms} ms without yielding")]
    Watchdog {
        /// The limit.
        limit_ms: u64,
    },
    /// The page needed more memory than its limit. The page is dead.
    #[error("out of memory: the page needed more than {limit_mib} MiB of script heap")]
    OutOfMemory {
        /// The limit.
        limit_mib: u64,
    },
    /// A limit of the page was passed.
    #[error("limit: {0}")]
    Limit(String),
    /// The bundle has no such document.
    #[error("the bundle has no document {0:?}")]
    NoDocument(String),
    /// The selector names no canvas.
    #[error("no canvas matches {0:?}")]
    NoCanvas(String),
    /// The page has no `__gameTest.getSnapshot`, or it failed.
    #[error("snapshot: {0}")]
    Snapshot(String),
    /// The calls on the page were not kept from the start, or were too many to keep.
    #[error("the calls made on the page were not kept, so it cannot be branched")]
    NotKept,
    /// The process that the page lived in has ended, or does not answer.
    #[error("the page's process: {0}")]
    Crashed(String),
    /// The bundle's module of WebAssembly cannot be used; the text says why.
    #[error("{0}")]
    Module(String),
    /// The bundle's module trapped. The game is dead.
    #[error("trap: {0}")]
    Trap(String),
    /// A defect of the runtime.
    #[error("internal: {0}")]
    Internal(String),
}
