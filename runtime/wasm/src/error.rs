//! How a game can end.

/// What can go wrong with a game. All but `Busy` are the game's own doing, and the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The bundle's module or manifest cannot be used.
    #[error("{0}")]
    Refused(String),
    /// One call executed more instructions than it may.
    #[error("the call {call} executed more than {fuel} instructions")]
    Fuel {
        /// The export that was called.
        call: &'static str,
        /// The limit.
        fuel: u64,
    },
    /// A limit was passed.
    #[error("{0}")]
    Limit(String),
    /// The game trapped.
    #[error("{text} (in {call})")]
    Trap {
        /// The export that was called.
        call: &'static str,
        /// What happened, in wasmtime's words or ours.
        text: String,
    },
    /// The game lacks an export.
    #[error("the game has no export {0}")]
    Lacking(&'static str),
    /// This process has no room for another game now.
    #[error("no room for another game in this process: {0}")]
    Busy(String),
}

/// What an import refuses, on its way through wasmtime.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Fault(pub(crate) String);

/// A limit that an import found passed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Beyond(pub(crate) String);

/// The end that a failed call means.
pub(crate) fn end_of(call: &'static str, fuel: u64, error: &wasmtime::Error) -> GameError {
    if let Some(trap) = error.downcast_ref::<wasmtime::Trap>() {
        return match trap {
            wasmtime::Trap::OutOfFuel => GameError::Fuel { call, fuel },
            other => GameError::Trap {
                call,
                text: other.to_string(),
            },
        };
    }
    if let Some(Beyond(text)) = error.downcast_ref::<Beyond>() {
        return GameError::Limit(text.clone());
    }
    let text = error
        .downcast_ref::<Fault>()
        .map_or_else(|| error.root_cause().to_string(), |fault| fault.0.clone());
    GameError::Trap { call, text }
}
