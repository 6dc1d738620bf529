//! In place of the compiled back end where it is left out.

use crate::budget::Budget;
use crate::ir::Func;
use crate::program::{Bindings, RunError};

pub(crate) struct Modules;
pub(crate) struct Instance;
#[derive(Default)]
pub(crate) struct Stage;

#[allow(dead_code, reason = "the compiled back end reads it")]
pub(crate) struct Sources<'a> {
    pub(crate) func: &'a Func,
    pub(crate) uniforms: u32,
    pub(crate) blocks: &'a [u32],
    pub(crate) fuel: u32,
}

pub(crate) struct Room<'a> {
    pub(crate) bytes: &'a mut [u8],
    pub(crate) stride: usize,
}

pub(crate) struct Results<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) alive: &'a [u8],
}

pub(crate) fn encode(_: &Func, _: u32, _: &[u32], _: u32) -> (Vec<u8>, ()) {
    (Vec::new(), ())
}

fn none<T>() -> Result<T, RunError> {
    Err(RunError::Internal("built without the compiled back end".into()))
}

impl Modules {
    pub(crate) fn new(_: &Func) -> Modules {
        Modules
    }
}

impl Stage {
    pub(crate) fn held(&self) -> usize {
        0
    }

    pub(crate) fn bind(&mut self, _: &Modules, _: Sources<'_>, _: &Bindings<'_>) -> Result<&mut Instance, RunError> {
        none()
    }

    pub(crate) fn instance(&mut self) -> Result<&mut Instance, RunError> {
        none()
    }
}

impl Instance {
    pub(crate) fn most(&self) -> usize {
        0
    }

    pub(crate) fn room(&mut self) -> Room<'_> {
        Room {
            bytes: &mut [],
            stride: 0,
        }
    }

    pub(crate) fn run(&mut self, _: &Func, _: &Bindings<'_>, _: usize, _: (i64, &Budget)) -> Result<(), RunError> {
        none()
    }

    pub(crate) fn results(&self) -> Results<'_> {
        Results { bytes: &[], alive: &[] }
    }
}
