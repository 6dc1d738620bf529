//! The workers of one document (HTML, 10.2): isolates beside the document's, each with its own event loop.
//!
//! Which agent runs next is decided by virtual time alone (docs/determinism.md): the one whose next entry is ready first; at the
//! same instant the document before its workers, and workers in the order in which they were asked for.

use crate::buffers;
use crate::document::{AgentSetup, Isolation};
use crate::engine::Engine;
use crate::event_loop::{Entry, Next, frame_timestamp_ms};
use crate::hub::{Hub, WorkerRequest};
use crate::ops::platform::Storages;
use crate::ops::worker::Agent;
use crate::page::PageError;
use crate::page_options::PageOptions;
use crate::page_state::{Hook, Journal};
use crate::profile::Profile;
use crate::scripts::call_hook;
use deno_core::v8;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// See the module's documentation.
pub(crate) struct Workers {
    pub(crate) hub: Rc<RefCell<Hub>>,
    /// What all agents may take for their buffers together.
    pub(crate) buffer_budget: Arc<AtomicUsize>,
    running: BTreeMap<u32, Isolation>,
    profile: Profile,
    journal: Rc<RefCell<Journal>>,
}

impl Workers {
    pub(crate) fn new(profile: Profile, journal: Rc<RefCell<Journal>>) -> Workers {
        Workers {
            hub: Rc::default(),
            buffer_budget: buffers::budget(profile.limits.buffer_bytes),
            running: BTreeMap::new(),
            profile,
            journal,
        }
    }

    /// The document's own place.
    pub(crate) fn document_agent(&self) -> Agent {
        Agent {
            hub: self.hub.clone(),
            number: 0,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// The worker that is ready first, and when.
    pub(crate) fn next(&self) -> Option<(u64, u32)> {
        let ready = self.running.iter();
        ready
            .filter_map(|(agent, isolation)| Some((isolation.state().event_loop.ready_us()?, *agent)))
            .min()
    }

    /// Runs what a worker has next, if it is due by `until_us`.
    pub(crate) fn run(&mut self, agent: u32, until_us: u64) -> Result<(), PageError> {
        let Some(isolation) = self.running.get_mut(&agent) else {
            return Ok(());
        };
        let Some(next) = isolation.state().event_loop.take(until_us) else {
            return Ok(());
        };
        isolation.turn(|scope, state| run_entry(scope, state, next))?;
        let now = isolation.state().event_loop.now_us();
        for notice in isolation.take_notices() {
            self.journal.borrow_mut().console("error", &notice, now);
        }
        Ok(())
    }

    /// Moves the clocks of all workers to `us` at least.
    pub(crate) fn set_now(&self, us: u64) {
        for isolation in self.running.values() {
            isolation.state().event_loop.set_now(us);
        }
    }

    /// Starts and ends what the agents have asked for since the last call. To be called between turns.
    pub(crate) fn settle(&mut self, engine: &Engine, options: &PageOptions) -> Result<(), PageError> {
        for agent in self.hub.borrow_mut().take_ended() {
            self.running.remove(&agent);
        }
        let requests = self.hub.borrow_mut().take_requests();
        for request in requests {
            self.start(engine, options, request)?;
        }
        Ok(())
    }

    fn start(&mut self, engine: &Engine, options: &PageOptions, request: WorkerRequest) -> Result<(), PageError> {
        let mut profile = self.profile.clone();
        // A stream of chance of its own, which does not depend on what other agents draw.
        profile.seed = profile
            .seed
            .wrapping_add(u64::from(request.agent).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let agent = Agent {
            hub: self.hub.clone(),
            number: request.agent,
        };
        let setup = AgentSetup {
            profile,
            url: request.url,
            journal: self.journal.clone(),
            storages: Storages {
                databases: options.storage.areas.databases.clone(),
                ..Storages::default()
            },
            agent,
            buffer_budget: self.buffer_budget.clone(),
            now_us: request.at_us,
            isolates: None,
        };
        let mut isolation = Isolation::new(engine, options, setup).map_err(PageError::Internal)?;
        let mut config: Value = serde_json::from_str(&request.config).unwrap_or_default();
        if !config.is_object() {
            config = Value::Object(serde_json::Map::new());
        }
        config["agent"] = request.agent.into();
        isolation.start(&[], &config, None)?;
        self.running.insert(request.agent, isolation);
        Ok(())
    }

    /// Ends the page when its agents together have more memory than one page may have.
    pub(crate) fn check_memory(&mut self, document: &mut Isolation) -> Result<(), PageError> {
        let limit = self.profile.limits.total_bytes();
        let used: usize = self.running.values_mut().map(Isolation::memory_bytes).sum();
        if used + document.memory_bytes() > limit {
            let limit_mib = (limit >> 20) as u64;
            return Err(PageError::OutOfMemory { limit_mib });
        }
        Ok(())
    }
}

/// Runs an entry of an event loop that is not the loader's.
pub(crate) fn run_entry(scope: &mut v8::PinScope<'_, '_>, state: &crate::page_state::PageState, next: Next) {
    let (hook, argument) = match next {
        Next::Frame(k) => (Hook::RunFrame, frame_timestamp_ms(k)),
        Next::Entry(Entry::Timer(id)) => (Hook::FireTimer, f64::from(id)),
        Next::Entry(Entry::Task(id)) => (Hook::RunTask, f64::from(id)),
        Next::Entry(Entry::Port(id)) => (Hook::PortMessage, f64::from(id)),
        Next::Entry(Entry::Database) => {
            call_hook(scope, state, Hook::DatabaseNotice, &[]);
            return;
        }
        // Only documents have a loader.
        Next::Entry(Entry::Host(_)) => return,
    };
    let argument = v8::Number::new(scope, argument).into();
    call_hook(scope, state, hook, &[argument]);
}
