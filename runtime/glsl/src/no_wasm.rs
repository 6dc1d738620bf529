//! In place of the compiled back end where it is left out.

use crate::budget::Budget;
use crate::ir::Func;
use crate::program::{Bindings, RunError};

pub(crate) struct Module;
pub(crate) struct Instance;

pub(crate) fn encode(_: &Func, _: u32, _: &[u32], _: u32) -> (Vec<u8>, ()) {
    (Vec::new(), ())
}

impl Module {
    pub(crate) fn compile(_: &Func, _: u32, _: &[u32], _: u32) -> Result<Module, String> {
        Err("built without the compiled back end".into())
    }

    pub(crate) fn instantiate(&self, _: &Func) -> Result<Instance, String> {
        Err("built without the compiled back end".into())
    }
}

impl Instance {
    pub(crate) fn held(&self) -> usize {
        0
    }

    pub(crate) fn run(
        &mut self,
        _: &Func,
        _: &Bindings<'_>,
        _: &[u32],
        _: &mut [u32],
        _: &mut [u8],
        _: (i64, &Budget),
    ) -> Result<(), RunError> {
        Err(RunError::Internal("built without the compiled back end".into()))
    }
}
