//! Compiled modules, kept by the digest of their bytes for the life of the process.

use crate::engine::engine;
use crate::error::GameError;
use crate::host::Host;
use crate::imports;
use crate::rewrite::{Rewritten, global_name, rewrite};
#[cfg(feature = "programs")]
use crate::wasi;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use wasmtime::{InstancePre, Linker};

/// Modules kept at most; all are forgotten when there are more.
const KEPT: usize = 256;

/// What a module is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It speaks the ABI of docs/wasm-abi.md.
    Game,
    /// A WASI preview 1 command.
    Program,
}

pub(crate) enum Ready {
    Game(InstancePre<Host>),
    #[cfg(feature = "programs")]
    Program(InstancePre<wasi::Program>),
}

/// A compiled module.
pub struct Module {
    pub(crate) ready: Ready,
    /// Exports of its mutable globals.
    pub(crate) globals: Vec<String>,
}

impl Module {
    /// Compiles a module, or finds it among those that were.
    ///
    /// # Errors
    /// `Refused`: it is none, lacks what a game needs, or asks for what there is not.
    pub fn load(wasm: &[u8]) -> Result<Arc<Module>, GameError> {
        static CACHE: OnceLock<Mutex<BTreeMap<[u8; 32], Arc<Module>>>> = OnceLock::new();
        let digest: [u8; 32] = Sha256::digest(wasm).into();
        let cache = || {
            CACHE
                .get_or_init(Mutex::default)
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(known) = cache().get(&digest) {
            return Ok(known.clone());
        }
        let module = Arc::new(Module::compile(wasm)?);
        let mut cache = cache();
        if cache.len() >= KEPT {
            cache.clear();
        }
        cache.insert(digest, module.clone());
        Ok(module)
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        match self.ready {
            Ready::Game(_) => Kind::Game,
            #[cfg(feature = "programs")]
            Ready::Program(_) => Kind::Program,
        }
    }

    fn compile(wasm: &[u8]) -> Result<Module, GameError> {
        let read = rewrite(wasm)?;
        let kind = kind_of(&read)?;
        let engine = engine().map_err(GameError::Busy)?;
        let refused = |error: wasmtime::Error| GameError::Refused(format!("game.wasm cannot be used: {error:#}"));
        let module = wasmtime::Module::new(engine, &read.wasm).map_err(refused)?;
        if module.get_export("memory").is_none_or(|export| export.memory().is_none()) {
            return Err(GameError::Refused(
                "game.wasm does not export its memory as \"memory\"".to_owned(),
            ));
        }
        let ready = match kind {
            Kind::Game => {
                let mut linker = Linker::new(engine);
                imports::add(&mut linker).map_err(refused)?;
                Ready::Game(linker.instantiate_pre(&module).map_err(refused)?)
            }
            #[cfg(feature = "programs")]
            Kind::Program => {
                let mut linker = Linker::new(engine);
                wasi::add(&mut linker).map_err(refused)?;
                Ready::Program(linker.instantiate_pre(&module).map_err(refused)?)
            }
            #[cfg(not(feature = "programs"))]
            Kind::Program => return Err(no_programs()),
        };
        Ok(Module {
            ready,
            globals: read.globals.iter().map(|index| global_name(*index)).collect(),
        })
    }
}

#[cfg(not(feature = "programs"))]
fn no_programs() -> GameError {
    GameError::Refused("game.wasm is a WASI program, and this is built for games only; the command `oracade` runs it".to_owned())
}

/// What a module is, by what it imports and exports; what it lacks or asks too much is named.
fn kind_of(read: &Rewritten) -> Result<Kind, GameError> {
    let has = |name: &str| read.exports.contains(name);
    let kind = if has("_start") && !has("oracade_abi") {
        Kind::Program
    } else {
        Kind::Game
    };
    let (module, known): (&str, fn(&str) -> bool) = match kind {
        Kind::Game => (imports::MODULE, imports::is_known),
        #[cfg(feature = "programs")]
        Kind::Program => (wasi::MODULE, wasi::is_known),
        #[cfg(not(feature = "programs"))]
        Kind::Program => return Err(no_programs()),
    };
    let unknown: Vec<String> = read
        .imports
        .iter()
        .filter(|(from, name)| from != module || !known(name))
        .map(|(from, name)| format!("{from}.{name}"))
        .collect();
    if !unknown.is_empty() {
        let what = match kind {
            Kind::Game => "a game may import functions of the module \"oracade\" only (docs/wasm-abi.md)",
            Kind::Program => "a program may import functions of WASI preview 1 only",
        };
        return Err(GameError::Refused(format!(
            "game.wasm imports {}: {what}",
            unknown.join(", ")
        )));
    }
    if kind == Kind::Game {
        let needed = ["oracade_abi", "init", "step"];
        let lacking: Vec<&str> = needed.into_iter().filter(|name| !has(name)).collect();
        if !lacking.is_empty() {
            return Err(GameError::Refused(format!(
                "game.wasm does not export {}: it is neither a game (docs/wasm-abi.md) nor a WASI program",
                lacking.join(", ")
            )));
        }
    }
    Ok(kind)
}
