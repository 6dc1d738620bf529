//! What can go wrong with an environment: the cause, and what to do.

/// See the module's documentation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvError {
    /// A description of an environment that cannot be used; it names file, line and key.
    #[error("{0}")]
    Config(String),
    /// There is no environment of this name.
    #[error("there is no environment `{name}`; known are {known}, or give a folder or file with an env.toml")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// An action that is not of the action space.
    #[error("the action {action} is not of the action space {space}")]
    Action {
        /// The action.
        action: String,
        /// The space.
        space: String,
    },
    /// Something was asked for in a state that does not have it.
    #[error("{0}")]
    State(String),
    /// The game ended for good: it trapped, ran too long, or cannot be used.
    #[error("the game ended: {0}")]
    Game(String),
    /// A formula of the description has no value.
    #[error("{key} of {file}: {message}")]
    Formula {
        /// The description.
        file: String,
        /// Its key.
        key: String,
        /// What is wrong.
        message: String,
    },
    /// A state that is not of this environment.
    #[error("the state cannot be restored: {0}")]
    Restore(String),
}

/// The answer of most things here.
pub type Result<T> = std::result::Result<T, EnvError>;
