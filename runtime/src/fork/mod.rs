//! Branching a page by fork(2): the page lives in a process of its own that has one thread, and a branch of it is a copy of the
//! process, whose memory is copied only where one of the two writes.
//!
//! A [`Nursery`] is a process that has the engine and nothing else. A page is opened in a fork of it, a branch is a fork of the page's
//! process, and each [`ForkedPage`] speaks to its own process over a pair of sockets ([`wire`]). Threads do not survive a fork, so a
//! process forks only if it has no second thread; where that is not so, or the system refuses, the branch is made by doing all calls
//! again in a fork of the nursery, and says so ([`ForkedPage::fallback`]). Both ways lead to the same page, to the last bit.

mod guest;
mod nursery;
mod page;
mod serve;
mod sys;
mod wire;

pub use nursery::Nursery;
pub use page::ForkedPage;
pub use serve::{PageOpener, serve};

/// Why a process could not be forked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum ForkError {
    /// Other systems have no fork(2), or none that keeps what a page needs.
    #[error("this system cannot fork a page's process")]
    Unsupported,
    /// A process with several threads cannot go on as a copy of one of them.
    #[error("the page's process has more threads than one")]
    Threads,
    /// The nursery has as many pages as it may have.
    #[error("there are {0} pages already, as many as there may be")]
    TooMany(usize),
    /// The system refused.
    #[error("the system refused: {0}")]
    Refused(String),
    /// The process could not be started, or has come to its end.
    #[error("the nursery cannot be used: {0}")]
    Gone(String),
}
