//! The courier: a script that does the errand of the game Windle without a mistake, and notes what a careful player would; or with one
//! fault planted into it, by which detectors and metrics are proved. It reads its prompt like any player: what it remembers comes
//! from the facts that it is given.

use super::route::{self, Leg, Note, Told, leg};
use crate::answer::Kind;
use crate::error::{ProtocolError, Result};
use crate::memory::Status;
use crate::player::{Player, Prompt, Reply, Usage};
use serde_json::{Value, json};
use std::collections::VecDeque;

/// A fault that is planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It does not know what it is for, though its memory says so.
    Omission,
    /// It keeps holding what it has delivered.
    StalePersistence,
    /// It claims to hold what it never had.
    Fabrication,
    /// It keeps two places of one thing.
    Contradiction,
    /// It sets out again for what it has done.
    RepeatedGoal,
    /// It takes one place for another where it was before.
    ContextSubstitution,
    /// It rests a plan on a fact that forbids it.
    MemoryUseFailure,
    /// It puts a guess in the place of what it saw.
    UnsupportedOverwrite,
    /// It walks to and fro once and goes on.
    Detour,
    /// It walks to and fro for ever.
    Loop,
    /// Its answers are not of the form, once or twice.
    InvalidOutput,
    /// It fails before its fifth decision.
    Failure,
}

/// The names of faults.
pub const FAULTS: [(&str, Fault); 12] = [
    ("omission", Fault::Omission),
    ("stale_persistence", Fault::StalePersistence),
    ("fabrication", Fault::Fabrication),
    ("contradiction", Fault::Contradiction),
    ("repeated_goal", Fault::RepeatedGoal),
    ("context_substitution", Fault::ContextSubstitution),
    ("memory_use_failure", Fault::MemoryUseFailure),
    ("unsupported_overwrite", Fault::UnsupportedOverwrite),
    ("detour", Fault::Detour),
    ("loop", Fault::Loop),
    ("invalid_output", Fault::InvalidOutput),
    ("failure", Fault::Failure),
];

/// A decision of the script.
struct Step {
    place: &'static str,
    goal: &'static str,
    says: &'static str,
    rests_on: Option<Told>,
    notes: Vec<Note>,
    actions: Vec<&'static str>,
}

/// What is done when there is nothing to do.
fn idle() -> Step {
    Step {
        place: "",
        goal: "",
        says: "",
        rests_on: None,
        notes: Vec::new(),
        actions: vec!["NOOP"],
    }
}

/// See the module's documentation.
pub(super) struct Courier {
    fault: Option<Fault>,
    legs: VecDeque<Leg>,
    steps: VecDeque<Step>,
}

/// The legs with a fault planted.
fn planted(fault: Option<Fault>) -> Vec<Leg> {
    use Kind::{Inventory, Location, Objective};
    let mut legs = route::errand();
    match fault {
        Some(Fault::Omission) => legs[route::LEG_ROAD].goal = "",
        Some(Fault::StalePersistence) => {
            legs[route::LEG_END]
                .notes
                .retain(|note| !matches!(note, Note::Replace(Inventory, ..)));
        }
        Some(Fault::Fabrication) => {
            legs[route::LEG_TOWN].notes.push(Note::Keep(Inventory, route::HOLDS));
            legs[route::LEG_CHOSEN]
                .notes
                .push(Note::Replace(Inventory, route::HOLDS, route::KITE));
        }
        Some(Fault::Contradiction) => {
            legs[route::LEG_HARBOUR]
                .notes
                .push(Note::Guess(Location, route::AT_TOWN, 0.3));
            legs[route::LEG_SHOP]
                .notes
                .push(Note::Replace(Location, route::AT_TOWN, route::AT_HARBOUR));
        }
        Some(Fault::RepeatedGoal) => {
            legs[route::LEG_BACK].notes.push(Note::Keep(Objective, route::FETCH));
            legs[route::LEG_HOME].notes.push(Note::Done(route::FETCH));
        }
        Some(Fault::ContextSubstitution) => legs[route::LEG_HARBOUR].says = Some(route::TOWN),
        Some(Fault::MemoryUseFailure) => {
            let goal = "choose a kite";
            let mut gate = leg(route::TOWN, goal, "U5", &[]);
            gate.rests_on = Some(route::GATE);
            let detour = [
                leg(route::LOFT, goal, "D3", &[Note::Here]),
                leg(route::TOWN, goal, "R4 U6 L3", &[Note::Here]),
                gate,
                leg(route::TOWN, goal, "A1", &[]),
            ];
            legs.splice(route::LEG_LOFT..route::LEG_LOFT, detour);
        }
        Some(Fault::UnsupportedOverwrite) => {
            legs[route::LEG_HARBOUR]
                .notes
                .push(Note::Overwrite(Location, route::AT_HARBOUR, route::AT_TOWN, 0.3));
            legs[route::LEG_SHOP]
                .notes
                .push(Note::Replace(Location, route::AT_TOWN, route::AT_HARBOUR));
        }
        Some(Fault::Detour) => legs[route::LEG_TOWN].presses = "D1 R4 L4 R6 U5 A3",
        Some(Fault::Loop) => legs[route::LEG_TOWN].presses = "D1 R4 L4 R4 L4 R4 L4 R4 L4",
        Some(Fault::InvalidOutput | Fault::Failure) | None => {}
    }
    legs
}

impl Courier {
    /// The script, with a fault if one is named.
    pub(super) fn new(fault: Option<&str>) -> Result<Courier> {
        let fault = match fault {
            None => None,
            Some(name) => {
                let found = FAULTS.iter().find(|(known, _)| *known == name).map(|(_, fault)| *fault);
                Some(found.ok_or_else(|| {
                    let known: Vec<&str> = FAULTS.iter().map(|(name, _)| *name).collect();
                    ProtocolError::State(format!("the courier has no fault {name:?}; it has {}", known.join(", ")))
                })?)
            }
        };
        Ok(Courier {
            fault,
            legs: planted(fault).into(),
            steps: VecDeque::new(),
        })
    }

    /// The next decision; after the errand, nothing is done for ever.
    fn step(&mut self, most: usize) -> Step {
        while self.steps.is_empty() {
            let Some(leg) = self.legs.pop_front() else {
                return idle();
            };
            for (number, actions) in route::actions(leg.presses).chunks(most.max(1)).enumerate() {
                self.steps.push_back(Step {
                    place: leg.place,
                    goal: leg.goal,
                    // A place that is mistaken is mistaken once.
                    says: leg.says.filter(|_| number == 0).unwrap_or(leg.place),
                    rests_on: leg.rests_on,
                    notes: if number == 0 { leg.notes.clone() } else { Vec::new() },
                    actions: actions.to_vec(),
                });
            }
        }
        self.steps.pop_front().unwrap_or_else(idle)
    }
}

/// The name of an active fact that the player was given.
fn known(prompt: &Prompt, (subject, predicate, object): (&str, &str, &str)) -> Option<String> {
    let is_it = |fact: &&crate::memory::Fact| {
        fact.status == Status::Active
            && (fact.subject.as_str(), fact.predicate.as_str()) == (subject, predicate)
            && (object.is_empty() || fact.object == object)
    };
    prompt.memory.iter().find(is_it).map(|fact| fact.fact_id.clone())
}

fn write(kind: Kind, told: Told, supersedes: Option<String>, guess: Option<f64>) -> Value {
    let mut value = json!({ "subject": told.0, "predicate": told.1, "object": told.2 });
    if let Some(id) = supersedes {
        value["supersedes"] = json!(id);
    }
    json!({
        "kind": kind,
        "value": value,
        "confidence": guess.unwrap_or(0.95),
        "evidence": if guess.is_some() { "I think so" } else { "frame" },
    })
}

fn noted(prompt: &Prompt, note: Note, place: &'static str) -> Value {
    match note {
        Note::Here => write(
            Kind::Location,
            ("self", "is in", place),
            known(prompt, ("self", "is in", "")),
            None,
        ),
        Note::Keep(kind, told) => write(kind, told, None, None),
        Note::Guess(kind, told, confidence) => write(kind, told, None, Some(confidence)),
        Note::Replace(kind, old, new) => write(kind, new, known(prompt, old), None),
        Note::Overwrite(kind, old, new, confidence) => write(kind, new, known(prompt, old), Some(confidence)),
        Note::Done(told) => {
            let mut value = write(Kind::Objective, told, None, None);
            value["value"]["status"] = json!("completed");
            value
        }
    }
}

impl Player for Courier {
    fn answer(&mut self, prompt: &Prompt) -> Result<Reply> {
        let usage = Usage {
            latency_ms: Some(400.0),
            input_tokens: Some(900),
            output_tokens: Some(120),
            ..Usage::default()
        };
        let prose = match (self.fault, prompt.decision, &prompt.error) {
            (Some(Fault::InvalidOutput), 3, None) | (Some(Fault::InvalidOutput), 5, _) => true,
            (Some(Fault::Failure), 5, _) => return Err(ProtocolError::Player("this fault was planted".to_owned())),
            _ => false,
        };
        if prose {
            return Ok(Reply {
                text: "I would go up now.".to_owned(),
                usage,
            });
        }
        let most = prompt.schema["properties"]["actions"]["maxItems"].as_u64().unwrap_or(1);
        let step = self.step(most as usize);
        let screen = if step.actions.first() == Some(&"A") {
            "dialogue"
        } else {
            "overworld"
        };
        let rests_on: Vec<String> = step.rests_on.and_then(|told| known(prompt, told)).into_iter().collect();
        let writes: Vec<Value> = step.notes.iter().map(|note| noted(prompt, *note, step.place)).collect();
        let answer = json!({
            "reasoning_summary": step.goal,
            "observed": { "screen": screen, "location_guess": step.says, "objective_guess": step.goal, "certainty": 0.9 },
            "memory_read": rests_on,
            "memory_write": writes,
            "actions": step.actions,
        });
        Ok(Reply {
            text: answer.to_string(),
            usage,
        })
    }
}
