//! What can go wrong: the cause, and what to do.

use oracade_gym::EnvError;
use std::path::Path;

/// See the module's documentation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// A file that cannot be used; it names the file and, where there is one, the key.
    #[error("{file}: {message}")]
    File {
        /// The file, from the experiment's folder on.
        file: String,
        /// What is wrong, and what to do.
        message: String,
    },
    /// Something was asked for in a state of the experiment that does not allow it.
    #[error("{0}")]
    State(String),
    /// What was frozen is no longer what it was.
    #[error("{file} is not what was frozen; restore it, or begin another experiment")]
    Changed {
        /// The file.
        file: String,
    },
    /// The environment cannot be used.
    #[error(transparent)]
    Env(#[from] EnvError),
    /// The player failed, as opposed to having answered wrongly.
    #[error("the player failed: {0}")]
    Player(String),
}

/// The answer of most things here.
pub type Result<T> = std::result::Result<T, ProtocolError>;

/// A file that cannot be used.
pub(crate) fn wrong(file: impl Into<String>, message: impl std::fmt::Display) -> ProtocolError {
    ProtocolError::File {
        file: file.into(),
        message: message.to_string(),
    }
}

/// A file that cannot be read or written.
pub(crate) fn io(path: &Path, error: &std::io::Error) -> ProtocolError {
    wrong(path.display().to_string(), error)
}
