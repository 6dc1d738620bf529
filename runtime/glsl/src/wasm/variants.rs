//! Which code a stage runs: the general one, or one made for the filters of the textures that it looks up often.
//!
//! Nothing is compiled before the first run, when the textures are known, so that a program that never meets other filters is compiled once.

use super::inline::{Fixed, candidates};
use super::{Instance, Module};
use crate::ir::Func;
use crate::program::{Bindings, RunError};
use crate::textures::Textures;
use std::sync::{Arc, Mutex, PoisonError};

/// Sets of filters that code is made for; after them there is the general code.
const MOST: usize = 4;

/// Code with what it was made for.
type Made = (Vec<Fixed>, Result<Arc<Module>, String>);

/// The modules of a stage, shared by its instances.
pub(crate) struct Modules {
    /// Uniforms that name textures with many lookups.
    candidates: Vec<u32>,
    made: Mutex<Vec<Made>>,
}

/// What modules are made of.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    pub(crate) func: &'a Func,
    pub(crate) uniforms: u32,
    pub(crate) blocks: &'a [u32],
    pub(crate) fuel: u32,
}

impl Modules {
    pub(crate) fn new(func: &Func) -> Modules {
        Modules {
            candidates: candidates(func),
            made: Mutex::default(),
        }
    }

    fn module(&self, wanted: &[Fixed], sources: Sources<'_>) -> Result<Arc<Module>, RunError> {
        // Held while the code is made: others want the same.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let module = match made.iter().find(|(fixed, _)| fixed == wanted) {
            Some((_, module)) => module.clone(),
            None => {
                let module = Module::compile(sources, wanted).map(Arc::new);
                made.push((wanted.to_vec(), module.clone()));
                module
            }
        };
        module.map_err(RunError::Internal)
    }

    /// What code is wanted for these textures.
    fn wanted(&self, bindings: &Bindings<'_>) -> Vec<Fixed> {
        let fixed = self.candidates.iter().filter_map(|word| {
            let unit = bindings.uniforms.get(*word as usize).copied().unwrap_or(0);
            let flat = bindings.textures.flat(unit).filter(crate::textures::Flat::fits)?;
            Some(Fixed {
                unit: *word,
                linear: flat.linear,
                wrap: flat.wrap,
            })
        });
        let fixed: Vec<Fixed> = fixed.collect();
        if fixed.is_empty() {
            return fixed;
        }
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let others = made.iter().filter(|(known, _)| !known.is_empty() && *known != fixed).count();
        if others >= MOST && made.iter().all(|(known, _)| *known != fixed) {
            return Vec::new();
        }
        fixed
    }
}

/// A stage that runs.
#[derive(Default)]
pub(crate) struct Stage {
    instances: Vec<(Vec<Fixed>, Instance)>,
    current: usize,
    /// The textures that the current one was chosen for, and the units of those that were looked at.
    chosen: Option<(Arc<dyn Textures>, Vec<u32>)>,
}

impl Stage {
    /// Bytes of texels it keeps.
    pub(crate) fn held(&self) -> usize {
        self.instances.iter().map(|(_, i)| i.held()).sum()
    }

    /// The instance for what is bound, with all of it in its memory.
    pub(crate) fn bind(
        &mut self,
        modules: &Modules,
        sources: Sources<'_>,
        bindings: &Bindings<'_>,
    ) -> Result<&mut Instance, RunError> {
        let units = |word: &u32| bindings.uniforms.get(*word as usize).copied().unwrap_or(0);
        let known = self.chosen.as_ref().is_some_and(|(textures, seen)| {
            std::ptr::addr_eq(Arc::as_ptr(textures), Arc::as_ptr(&bindings.textures))
                && modules.candidates.iter().map(units).eq(seen.iter().copied())
        });
        if !known {
            let wanted = modules.wanted(bindings);
            self.choose(wanted, modules, sources)?;
            let seen = modules.candidates.iter().map(units).collect();
            self.chosen = Some((bindings.textures.clone(), seen));
        }
        if !self.instance()?.bind(bindings)? {
            // There is no room for the textures that the code was made for.
            self.choose(Vec::new(), modules, sources)?;
            self.instance()?.bind(bindings)?;
        }
        self.instance()
    }

    fn choose(&mut self, wanted: Vec<Fixed>, modules: &Modules, sources: Sources<'_>) -> Result<(), RunError> {
        self.current = match self.instances.iter().position(|(fixed, _)| *fixed == wanted) {
            Some(found) => found,
            None => {
                let module = modules.module(&wanted, sources)?;
                let instance = module.instantiate(sources.func).map_err(RunError::Internal)?;
                self.instances.push((wanted, instance));
                self.instances.len() - 1
            }
        };
        Ok(())
    }

    /// The instance that was bound last.
    pub(crate) fn instance(&mut self) -> Result<&mut Instance, RunError> {
        match self.instances.get_mut(self.current) {
            Some((_, instance)) => Ok(instance),
            None => Err(RunError::Internal("nothing is bound".into())),
        }
    }
}
