//! Plays one scenario and records everything.

use crate::playtest::{Move, Opener, Player, Shot, Start};
use oracade_contracts::model::{Scenario, TimedInput};
use oracade_contracts::play::lens::{Lens, View};
use oracade_contracts::play::trajectory::Observation;
use oracade_recorder::{End, Event};
use oracade_runtime::PageError;
use serde_json::{Value, json};

/// A picture is taken every this many frames, besides those at inputs and where something happens: most of a scenario's cost are its
/// pictures.
const PICTURE_EVERY: u64 = 30;

/// A scenario as it was played.
pub struct Recording {
    /// It ran to its end, from its entry, with inputs that could be made.
    pub valid: bool,
    /// Why not.
    pub problem: Option<String>,
    /// Seed of the page.
    pub seed: u64,
    /// When the scenario began, in µs of the page.
    pub begun_us: u64,
    /// When it ended.
    pub end_us: u64,
    /// The inputs, at the times they were made.
    pub inputs: Vec<TimedInput>,
    /// How many observations were made before the scenario began.
    pub first: usize,
    /// What was seen, from the beginning on.
    pub seen: Vec<Observation>,
    /// What that says.
    pub views: Vec<View>,
    /// What the pictures were like.
    pub shots: Vec<Shot>,
    /// Everything that was done.
    pub tape: Vec<Event>,
    /// The tape's last line.
    pub end: End,
    /// Console lines.
    pub console: Vec<Value>,
    /// Uncaught exceptions.
    pub exceptions: Vec<Value>,
}

impl Recording {
    /// A moment in ms from the scenario's beginning.
    pub fn ms(&self, at_us: u64) -> f64 {
        at_us.saturating_sub(self.begun_us) as f64 / 1e3
    }

    /// The frame of a moment of the scenario.
    pub fn frame(&self, ms: f64) -> u64 {
        (self.begun_us + (ms * 1e3) as u64) * 60 / 1_000_000
    }
}

/// Plays a scenario with these inputs.
///
/// # Errors
/// The page cannot be opened.
pub fn record(
    lens: &Lens<'_>,
    opener: &Opener<'_>,
    seed: u64,
    scenario: &Scenario,
    inputs: &[TimedInput],
) -> Result<Recording, PageError> {
    let mut player = Player::open(opener, seed)?;
    let mut problem = None;
    if let Some(name) = &scenario.entry.scenario {
        let start = Start::Scenario {
            name: name.clone(),
            options: scenario.entry.options.clone(),
        };
        problem = player.make(&Move::Begin(start)).err().map(|refusal| refusal.to_string());
    }
    player.film(PICTURE_EVERY);
    player.observe();
    let from = player.seen.len() - 1;
    let view = lens.view(player.snapshot());
    let fails = scenario.entry.state.iter().find(|predicate| {
        let test = lens.test(predicate);
        lens.holds(&test, &view, &view) == Some(false)
    });
    if let Some(predicate) = fails {
        problem = problem.or_else(|| Some(format!("it begins without {predicate}")));
    }
    let begun_us = player.at_us();
    let end_us = begun_us + (scenario.duration_ms * 1e3) as u64;
    let mut made = Vec::new();
    for timed in inputs {
        if problem.is_some() {
            break;
        }
        let due_us = (begun_us + (timed.at_ms * 1e3) as u64).min(end_us);
        player.pass(due_us.saturating_sub(player.at_us()) as f64 / 1e3);
        let at_ms = (player.at_us() - begun_us) as f64 / 1e3;
        match player.make(&Move::Input(timed.input.clone())) {
            Ok(_) => made.push(TimedInput {
                at_ms,
                input: timed.input.clone(),
            }),
            Err(refusal) => problem = Some(refusal.to_string()),
        }
    }
    player.pass(end_us.saturating_sub(player.at_us()) as f64 / 1e3);
    problem = problem.or_else(|| player.died.as_ref().map(ToString::to_string));
    let console = player.guest().console().into_iter().take(200);
    let console = console
        .map(|line| json!({ "at_ms": line.at_us as f64 / 1e3, "kind": line.kind, "text": line.text }))
        .collect();
    let exceptions = player.guest().exceptions().into_iter().take(50);
    let exceptions = exceptions
        .map(|one| json!({ "at_ms": one.at_us as f64 / 1e3, "text": one.text }))
        .collect();
    let end = player.end();
    let end_us = player.at_us();
    let shots = player.shots().to_vec();
    let seen = player.seen.split_off(from);
    Ok(Recording {
        valid: problem.is_none(),
        views: seen.iter().map(|seen| lens.view(&seen.snapshot)).collect(),
        tape: std::mem::take(&mut player.tape),
        inputs: made,
        first: from,
        seed,
        problem,
        begun_us,
        end_us,
        seen,
        shots,
        end,
        console,
        exceptions,
    })
}
