//! Shaders and programs already made, by digest. Games compile the same sources again at each start and after each lost
//! context, and pages of a batch are often of one game.

use crate::{InfoLog, LinkOptions, Options, Program, Shader, Stage, compile, link};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

type Key = [u8; 32];

/// A bounded store: what was asked for longest ago goes first.
struct Store<T> {
    map: HashMap<Key, T>,
    order: VecDeque<Key>,
    most: usize,
}

impl<T: Clone> Store<T> {
    fn new(most: usize) -> Store<T> {
        Store {
            map: HashMap::new(),
            order: VecDeque::new(),
            most,
        }
    }

    fn get(&mut self, key: &Key) -> Option<T> {
        let found = self.map.get(key).cloned()?;
        self.order.retain(|k| k != key);
        self.order.push_back(*key);
        Some(found)
    }

    fn put(&mut self, key: Key, value: T) {
        if self.map.insert(key, value).is_none() {
            self.order.push_back(key);
        }
        while self.order.len() > self.most {
            if let Some(old) = self.order.pop_front() {
                self.map.remove(&old);
            }
        }
    }
}

/// A cache that threads share. What it gives is what compiling would give, so that nothing observable depends on it.
pub struct Cache {
    shaders: Mutex<Store<Shader>>,
    programs: Mutex<Store<Result<Arc<Program>, InfoLog>>>,
}

impl Default for Cache {
    fn default() -> Cache {
        Cache::new(512, 256)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Cache {
    /// With bounds on what it holds.
    pub fn new(shaders: usize, programs: usize) -> Cache {
        Cache {
            shaders: Mutex::new(Store::new(shaders)),
            programs: Mutex::new(Store::new(programs)),
        }
    }

    fn shader_key(source: &str, stage: Stage, options: &Options) -> Key {
        let mut hash = Sha256::new();
        // The options' text form is complete and unambiguous.
        hash.update(format!("{stage:?} {options:?}\n"));
        hash.update(source);
        hash.finalize().into()
    }

    /// See [`compile`].
    pub fn compile(&self, source: &str, stage: Stage, options: &Options) -> Shader {
        let key = Self::shader_key(source, stage, options);
        if let Some(found) = lock(&self.shaders).get(&key) {
            return found;
        }
        let made = compile(source, stage, options);
        lock(&self.shaders).put(key, made.clone());
        made
    }

    /// Compiles and links: a vertex source, a fragment source.
    pub fn program(
        &self,
        vertex: &str,
        fragment: &str,
        options: &Options,
        linking: &LinkOptions,
    ) -> Result<Arc<Program>, InfoLog> {
        let mut hash = Sha256::new();
        hash.update(Self::shader_key(vertex, Stage::Vertex, options));
        hash.update(Self::shader_key(fragment, Stage::Fragment, options));
        hash.update(format!("{linking:?}"));
        let key = hash.finalize().into();
        if let Some(found) = lock(&self.programs).get(&key) {
            return found;
        }
        let (v, f) = (
            self.compile(vertex, Stage::Vertex, options),
            self.compile(fragment, Stage::Fragment, options),
        );
        let made = link(&v, &f, linking, &options.limits).map(Arc::new);
        lock(&self.programs).put(key, made.clone());
        made
    }
}
