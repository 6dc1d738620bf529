//! Where pages cannot be forked: there are no nurseries, and branches are made by repeating.

use crate::recorder::stage::Stage;
use oracade_recorder::Header;
use oracade_runtime::{Guest, PageError};
use std::convert::Infallible;
use std::path::Path;

/// None.
pub(crate) struct GameNursery(Infallible);

/// None.
pub(crate) fn of(_stage: &Stage, _library: Option<&Path>, _brief: bool) -> Option<GameNursery> {
    None
}

impl GameNursery {
    /// Never.
    pub(crate) fn open(&self, _header: &Header, _timeout: Option<u64>) -> Result<Box<dyn Guest>, PageError> {
        match self.0 {}
    }
}
