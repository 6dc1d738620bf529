//! Many environments that step together. Each lane lives on one thread for good, since games do not wander; which thread that is, and
//! how many there are, changes nothing of what a lane does.

use crate::config::View;
use crate::env::{Env, Outcome, Saved};
use crate::error::{EnvError, Result};
use crate::spaces::{Item, Space};
use crate::spec::Spec;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// Most lanes.
const LANES_MAX: usize = 4096;

/// What happens to a lane whose episode has ended, by the names of Gymnasium's `AutoresetMode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// Its next step begins an episode, whatever the action; reward 0.
    #[default]
    NextStep,
    /// The same step begins an episode; what was seen last is told beside.
    SameStep,
    /// It has to be reset by its user.
    Disabled,
}

/// Observations of all lanes, one after another.
#[derive(Clone, Debug, PartialEq)]
pub enum Batch {
    /// Pictures.
    Bytes(Vec<u8>),
    /// Vectors.
    Floats(Vec<f32>),
    /// All else, one a lane.
    Items(Vec<Item>),
}

/// What is told of a lane's step beside the batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneInfo {
    /// The environment's own.
    pub info: Map<String, Value>,
    /// The last observation and info of the episode that ended, where another has begun in the same step.
    pub ended: Option<(Item, Map<String, Value>)>,
}

struct Lane {
    env: Env,
    /// Its episode has ended, and none has begun since.
    ended: bool,
}

thread_local! {
    /// The lanes of this thread, in order. A pool has threads of its own, so they are those of one `VecEnv`.
    static LANES: RefCell<Vec<Lane>> = const { RefCell::new(Vec::new()) };
    /// What was saved of them, by its number.
    static SAVED: RefCell<BTreeMap<usize, Vec<Saved>>> = const { RefCell::new(BTreeMap::new()) };
}

/// The part of the buffers that a thread writes.
struct Part<'a> {
    actions: &'a [Item],
    observations: Slot<'a>,
    outcomes: &'a mut [Outcome],
    infos: &'a mut [LaneInfo],
}

enum Slot<'a> {
    Bytes(&'a mut [u8]),
    Floats(&'a mut [f32]),
    Items(&'a mut [Item]),
}

/// See the module's documentation.
pub struct VecEnv {
    pool: ThreadPool,
    spec: Arc<Spec>,
    lanes: usize,
    threads: usize,
    mode: Autoreset,
    with_info: bool,
    observations: Batch,
    outcomes: Vec<Outcome>,
    infos: Vec<LaneInfo>,
    /// Numbers of what is kept, and the next one.
    kept: BTreeSet<usize>,
    next_save: usize,
}

impl VecEnv {
    /// Makes `lanes` environments on `threads` threads; 0: as many as there are cores, and no more than lanes.
    ///
    /// # Errors
    /// There are none or too many lanes, or the game cannot be used.
    pub fn new(spec: Arc<Spec>, lanes: usize, threads: usize, mode: Autoreset) -> Result<VecEnv> {
        if !(1..=LANES_MAX).contains(&lanes) {
            return Err(EnvError::State(format!("{lanes} lanes; choose 1 to {LANES_MAX}")));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let wanted = if threads == 0 { cores } else { threads };
        let threads = wanted.min(lanes);
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(16 << 20)
            .thread_name(|n| format!("lanes {n}"))
            .build()
            .map_err(|error| EnvError::State(format!("no threads for lanes: {error}")))?;
        let elements = spec.observation_space().elements();
        let observations = match spec.views.as_slice() {
            [View::Pixels] => Batch::Bytes(vec![0; elements * lanes]),
            [View::Vector] => Batch::Floats(vec![0.0; elements * lanes]),
            _ => Batch::Items(vec![Item::Text(String::new()); lanes]),
        };
        let vec_env = VecEnv {
            pool,
            spec: spec.clone(),
            lanes,
            threads,
            mode,
            with_info: true,
            observations,
            outcomes: vec![Outcome::default(); lanes],
            infos: vec![LaneInfo::default(); lanes],
            kept: BTreeSet::new(),
            next_save: 0,
        };
        vec_env.everywhere(|range| {
            for _ in range {
                let env = Env::new(spec.clone())?;
                LANES.with_borrow_mut(|lanes| lanes.push(Lane { env, ended: false }));
            }
            Ok(())
        })?;
        Ok(vec_env)
    }

    /// Whether infos are made; they cost where nobody reads them.
    pub fn set_with_info(&mut self, with_info: bool) {
        self.with_info = with_info;
    }

    /// How many lanes there are.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// What it was made of.
    pub fn spec(&self) -> &Arc<Spec> {
        &self.spec
    }

    /// What is observed of one lane.
    pub fn observation_space(&self) -> Space {
        self.spec.observation_space()
    }

    fn range(&self, thread: usize) -> std::ops::Range<usize> {
        self.lanes * thread / self.threads..self.lanes * (thread + 1) / self.threads
    }

    /// Runs work on each thread with the numbers of its lanes; the first lane's error counts.
    fn everywhere(&self, work: impl Fn(std::ops::Range<usize>) -> Result<()> + Sync) -> Result<()> {
        let outcomes = self.pool.broadcast(|context| work(self.range(context.index())));
        outcomes.into_iter().collect()
    }

    /// Runs work on each thread with its part of the buffers.
    fn with_parts(&mut self, actions: &[Item], work: impl Fn(Part<'_>, usize) -> Result<()> + Sync) -> Result<()> {
        let (lanes, threads) = (self.lanes, self.threads);
        let size = self.spec.observation_space().elements();
        let mut observations = match &mut self.observations {
            Batch::Bytes(bytes) => Slot::Bytes(bytes),
            Batch::Floats(floats) => Slot::Floats(floats),
            Batch::Items(items) => Slot::Items(items),
        };
        let (mut outcomes, mut infos) = (self.outcomes.as_mut_slice(), self.infos.as_mut_slice());
        let mut parts = Vec::new();
        for thread in 0..threads {
            let (begin, end) = (lanes * thread / threads, lanes * (thread + 1) / threads);
            let (mine, rest) = observations.split(end - begin, size);
            observations = rest;
            let (my_outcomes, rest) = std::mem::take(&mut outcomes).split_at_mut(end - begin);
            outcomes = rest;
            let (my_infos, rest) = std::mem::take(&mut infos).split_at_mut(end - begin);
            infos = rest;
            let part = Part {
                actions: actions.get(begin..end).unwrap_or_default(),
                observations: mine,
                outcomes: my_outcomes,
                infos: my_infos,
            };
            parts.push(Mutex::new(Some((part, begin))));
        }
        let answers = self.pool.broadcast(|context| {
            let part = parts.get(context.index());
            let part = part.and_then(|part| part.lock().unwrap_or_else(PoisonError::into_inner).take());
            part.map_or(Ok(()), |(part, begin)| work(part, begin))
        });
        answers.into_iter().collect()
    }

    /// Begins episodes: with a seed lane `i` gets `seed + i`, so that it does not depend on how many lanes there are. A mask leaves
    /// lanes as they are.
    ///
    /// # Errors
    /// As [`Env::restart`].
    pub fn reset(&mut self, seed: Option<u64>, options: Option<&Map<String, Value>>, mask: Option<&[bool]>) -> Result<&Batch> {
        let seeds: Vec<Option<u64>> = (0..self.lanes as u64)
            .map(|n| seed.map(|seed| seed.wrapping_add(n)))
            .collect();
        self.reset_with(&seeds, options, mask)
    }

    /// Begins episodes with a seed for each lane.
    ///
    /// # Errors
    /// There are not as many seeds as lanes; as [`Env::restart`].
    pub fn reset_with(
        &mut self,
        seeds: &[Option<u64>],
        options: Option<&Map<String, Value>>,
        mask: Option<&[bool]>,
    ) -> Result<&Batch> {
        if seeds.len() != self.lanes || mask.is_some_and(|mask| mask.len() != self.lanes) {
            return Err(EnvError::State(format!(
                "there are {} lanes; give as many seeds and flags",
                self.lanes
            )));
        }
        let with_info = self.with_info;
        self.with_parts(&[], |mut part, begin| {
            LANES.with_borrow_mut(|lanes| {
                for (n, lane) in lanes.iter_mut().enumerate() {
                    if mask.is_some_and(|mask| !mask[begin + n]) {
                        continue;
                    }
                    lane.env.restart(seeds[begin + n], options)?;
                    lane.ended = false;
                    part.outcomes[n] = Outcome::default();
                    part.finish(n, lane, with_info, None)?;
                }
                Ok(())
            })
        })?;
        Ok(&self.observations)
    }

    /// One step of all lanes.
    ///
    /// # Errors
    /// There are not as many actions as lanes; as [`Env::advance`].
    pub fn step(&mut self, actions: &[Item]) -> Result<&Batch> {
        if actions.len() != self.lanes {
            return Err(EnvError::State(format!(
                "{} actions for {} lanes; give one for each",
                actions.len(),
                self.lanes
            )));
        }
        let (with_info, mode) = (self.with_info, self.mode);
        self.with_parts(actions, |mut part, _| {
            LANES.with_borrow_mut(|lanes| {
                for (n, lane) in lanes.iter_mut().enumerate() {
                    let last = lane.step(&part.actions[n], mode, with_info, &mut part.outcomes[n])?;
                    part.finish(n, lane, with_info, last)?;
                }
                Ok(())
            })
        })?;
        Ok(&self.observations)
    }

    /// What all lanes see.
    pub fn observations(&self) -> &Batch {
        &self.observations
    }

    /// What the lanes' last step came to.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// What is told of the lanes beside.
    pub fn infos(&self) -> &[LaneInfo] {
        &self.infos
    }

    /// Keeps where all lanes are until it is released; what comes back names it for [`VecEnv::restore`].
    ///
    /// # Errors
    /// There is no room for copies.
    pub fn save(&mut self) -> Result<usize> {
        let number = self.next_save;
        self.everywhere(|_| {
            let saved =
                LANES.with_borrow_mut(|lanes| lanes.iter_mut().map(|lane| lane.env.save()).collect::<Result<Vec<_>>>())?;
            SAVED.with_borrow_mut(|all| all.insert(number, saved));
            Ok(())
        })?;
        self.next_save += 1;
        self.kept.insert(number);
        Ok(number)
    }

    /// How many times where all lanes are is kept.
    pub fn saves(&self) -> usize {
        self.kept.len()
    }

    /// Lets go of what was saved, and of its memory.
    ///
    /// # Errors
    /// Nothing is kept by this name.
    pub fn release(&mut self, save: usize) -> Result<()> {
        self.known(save)?;
        self.kept.remove(&save);
        self.everywhere(|_| {
            // Games are dropped after the table has been left.
            drop(SAVED.with_borrow_mut(|all| all.remove(&save)));
            Ok(())
        })
    }

    fn known(&self, save: usize) -> Result<()> {
        if self.kept.contains(&save) {
            return Ok(());
        }
        let why = if save < self.next_save {
            "was released"
        } else {
            "was never saved"
        };
        Err(EnvError::Restore(format!("there is no number {save}: it {why}")))
    }

    /// Goes where all lanes were.
    ///
    /// # Errors
    /// Nothing is kept by this name.
    pub fn restore(&mut self, save: usize) -> Result<&Batch> {
        self.known(save)?;
        let with_info = self.with_info;
        self.with_parts(&[], |mut part, _| {
            LANES.with_borrow_mut(|lanes| {
                SAVED.with_borrow(|all| {
                    let saved = all.get(&save).map(Vec::as_slice).unwrap_or_default();
                    for (n, (lane, saved)) in lanes.iter_mut().zip(saved).enumerate() {
                        lane.env.restore(saved)?;
                        lane.ended = lane.env.has_ended();
                        part.finish(n, lane, with_info, None)?;
                    }
                    Ok(())
                })
            })
        })?;
        Ok(&self.observations)
    }
}

type Last = Option<(Item, Map<String, Value>)>;

impl Lane {
    fn step(&mut self, action: &Item, mode: Autoreset, with_info: bool, outcome: &mut Outcome) -> Result<Last> {
        if self.ended && mode == Autoreset::NextStep {
            self.env.restart(None, None)?;
            self.ended = false;
            *outcome = Outcome::default();
            return Ok(None);
        }
        *outcome = self.env.advance(action)?;
        self.ended = outcome.ended();
        if !self.ended || mode != Autoreset::SameStep {
            return Ok(None);
        }
        let info = if with_info { self.env.info()? } else { Map::new() };
        let last = (self.env.observe()?, info);
        self.env.restart(None, None)?;
        self.ended = false;
        Ok(Some(last))
    }
}

impl<'a> Slot<'a> {
    /// The first `lanes` lanes of `size` numbers each, and the others.
    fn split(self, lanes: usize, size: usize) -> (Slot<'a>, Slot<'a>) {
        match self {
            Slot::Bytes(bytes) => {
                let (mine, rest) = bytes.split_at_mut(lanes * size);
                (Slot::Bytes(mine), Slot::Bytes(rest))
            }
            Slot::Floats(floats) => {
                let (mine, rest) = floats.split_at_mut(lanes * size);
                (Slot::Floats(mine), Slot::Floats(rest))
            }
            Slot::Items(items) => {
                let (mine, rest) = items.split_at_mut(lanes);
                (Slot::Items(mine), Slot::Items(rest))
            }
        }
    }
}

impl Part<'_> {
    /// Writes down what a lane sees and tells.
    fn finish(&mut self, n: usize, lane: &mut Lane, with_info: bool, last: Last) -> Result<()> {
        let count = self.outcomes.len();
        match &mut self.observations {
            Slot::Bytes(bytes) => {
                let size = bytes.len() / count;
                lane.env.pixels_into(&mut bytes[n * size..(n + 1) * size])?;
            }
            Slot::Floats(floats) => {
                let size = floats.len() / count;
                let mut found = Vec::with_capacity(size);
                lane.env.vector_into(&mut found)?;
                floats[n * size..(n + 1) * size].copy_from_slice(&found);
            }
            Slot::Items(items) => items[n] = lane.env.observe()?,
        }
        self.infos[n] = LaneInfo {
            info: if with_info { lane.env.info()? } else { Map::new() },
            ended: last,
        };
        Ok(())
    }
}
