//! Search for prompts: the slots of the templates are filled otherwise, what plays best in small batches of episodes is kept, and how far
//! the scores of prompts lie apart is told before and after.

use crate::harness::{Harness, Player, SLOTS, Templates};
use crate::model::{Ask, Message, Model, Purpose};
use crate::stats::{mean, population_deviation, rounded};
use oracade_gym::rollout::episode;
use oracade_gym::{Chance, Env, Spec};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Purpose of the chance that variants are of.
const VARIANTS: u64 = 43;
/// Most prompts that are tried in a round.
const POOL_MAX: usize = 256;

/// How prompts are searched for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// Other fillings of slots, by slot.
    #[serde(default)]
    pub variants: BTreeMap<String, Vec<String>>,
    /// Rewordings of a slot that a model is asked for in each round; 0: none.
    #[serde(default)]
    pub rewrites: usize,
    /// Rounds.
    #[serde(default = "three")]
    pub rounds: u32,
    /// Prompts that are kept after each.
    #[serde(default = "two")]
    pub keep: usize,
    /// Prompts that are made of each of them in a round.
    #[serde(default = "four")]
    pub children: usize,
    /// Episodes of a batch.
    #[serde(default = "two_runs")]
    pub batch: u32,
    /// Seed of batches and variants.
    #[serde(default)]
    pub seed: u64,
}

fn two() -> usize {
    2
}

fn two_runs() -> u32 {
    2
}

fn three() -> u32 {
    3
}

fn four() -> usize {
    4
}

/// A prompt that was tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tried {
    /// In which round, from 0 (the beginning).
    pub round: u32,
    /// What fills the slots.
    pub slots: BTreeMap<String, String>,
    /// Scores, by episode.
    pub scores: Vec<f64>,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    /// All that was tried, in order.
    pub tried: Vec<Tried>,
    /// The best, best first.
    pub best: Vec<Tried>,
    /// How far the means of the first round's prompts lie apart: their standard deviation.
    pub spread_before: f64,
    /// The same of those that were kept.
    pub spread_after: f64,
    /// 1 - after / before; `None` if they did not lie apart.
    pub variance_reduction: Option<f64>,
}

struct Trial<'a> {
    model: &'a dyn Model,
    spec: &'a Arc<Spec>,
    harness: &'a Harness,
    search: &'a Search,
}

impl Trial<'_> {
    /// Plays a batch: the same episodes for every prompt of a round.
    fn play(&self, round: u32, slots: &BTreeMap<String, String>) -> Result<Tried, String> {
        let harness = Harness {
            templates: Templates { slots: slots.clone() },
            ..self.harness.clone()
        };
        let mut env = Env::new(self.spec.clone()).map_err(|error| error.to_string())?;
        let mut player = Player::new(self.model, harness);
        let first = self.search.seed.wrapping_add(u64::from(round) * u64::from(self.search.batch));
        let mut scores = Vec::new();
        for run in 0..self.search.batch.max(1) {
            let played = episode(
                &mut env,
                &mut player,
                run + 1,
                first.wrapping_add(u64::from(run)),
                &mut |_| Ok(()),
            );
            scores.push(played.map_err(|error| error.to_string())?.score);
        }
        Ok(Tried {
            round,
            slots: slots.clone(),
            mean: rounded(mean(&scores).unwrap_or(0.0)),
            deviation: rounded(population_deviation(&scores).unwrap_or(0.0)),
            scores,
        })
    }

    /// Asks for another wording of a slot.
    fn rewritten(&self, number: u32, slot: &str, parent: &Tried) -> Result<String, String> {
        let text = format!(
            "A part of a prompt for a player of {} reads:\n\n{}\n\nWith it the player scores {} on average. Write another part that may make it \
             play better, in one paragraph of at most 60 words. Answer with it and nothing else.",
            self.spec.config.title,
            parent.slots.get(slot).map_or("", String::as_str),
            parent.mean
        );
        let ask = Ask {
            purpose: Purpose::Rewrite,
            messages: vec![Message {
                role: "user",
                text,
                pictures: Vec::new(),
            }],
            seed: self.search.seed,
            scope: format!("{} search seed {}", self.spec.id, self.search.seed),
            number,
        };
        let answer = self.model.answer(&ask).map_err(|error| error.to_string())?;
        Ok(answer.text.trim().to_owned())
    }
}

fn spread(tried: &[&Tried]) -> f64 {
    population_deviation(&tried.iter().map(|tried| tried.mean).collect::<Vec<_>>()).unwrap_or(0.0)
}

/// Best first; of equals the one that was tried first.
fn ranked(mut tried: Vec<Tried>, keep: usize) -> Vec<Tried> {
    tried.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    tried.truncate(keep.max(1));
    tried
}

/// Searches, from the harness's own slots on. In each round each prompt that was kept has children, which differ from it in one slot; then
/// all of them play the round's batch, and the best are kept.
///
/// # Errors
/// A slot is not known, an episode cannot be played, or the model gives no answer.
pub fn search(model: &dyn Model, spec: &Arc<Spec>, harness: &Harness, how: &Search) -> Result<Found, String> {
    if let Some(name) = how.variants.keys().find(|name| !SLOTS.iter().any(|(known, _)| known == name)) {
        let known: Vec<&str> = SLOTS.iter().map(|(name, _)| *name).collect();
        return Err(format!("variants: there is no slot {name:?}; known are {}", known.join(", ")));
    }
    let slots: Vec<&String> = how
        .variants
        .iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(name, _)| name)
        .collect();
    if slots.is_empty() && how.rewrites == 0 {
        return Err("nothing varies; give variants of a slot, or rewrites".to_owned());
    }
    let trial = Trial {
        model,
        spec,
        harness,
        search: how,
    };
    let mut chance = Chance::new(how.seed, VARIANTS);
    let mut asked = 0;
    let mut tried = vec![trial.play(0, &harness.templates.slots)?];
    let mut kept = tried.clone();
    for round in 1..=how.rounds {
        let mut pool: Vec<BTreeMap<String, String>> = kept.iter().map(|parent| parent.slots.clone()).collect();
        for parent in &kept {
            let mut add = |slot: &str, text: String| {
                let mut child = parent.slots.clone();
                child.insert(slot.to_owned(), text);
                if pool.len() < POOL_MAX && !pool.contains(&child) {
                    pool.push(child);
                }
            };
            for _ in 0..if slots.is_empty() { 0 } else { how.children } {
                let slot = slots[chance.below(slots.len() as u64) as usize];
                let variants = &how.variants[slot];
                add(slot, variants[chance.below(variants.len() as u64) as usize].clone());
            }
            for _ in 0..how.rewrites {
                let (slot, _) = SLOTS[chance.below(SLOTS.len() as u64) as usize];
                add(slot, trial.rewritten(asked, slot, parent)?);
                asked += 1;
            }
        }
        let mut played = Vec::new();
        for slots in &pool {
            played.push(trial.play(round, slots)?);
        }
        tried.extend(played.iter().cloned());
        kept = ranked(played, how.keep);
    }
    let first: Vec<&Tried> = tried.iter().filter(|tried| tried.round == 1).collect();
    let (before, after) = (spread(&first), spread(&kept.iter().collect::<Vec<_>>()));
    Ok(Found {
        spread_before: rounded(before),
        spread_after: rounded(after),
        variance_reduction: (before > 0.0).then(|| rounded(1.0 - after / before)),
        best: kept,
        tried,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ScriptRule, Service, Who};
    use oracade_contracts::service::Budget;
    use oracade_gym::{Settings, named};

    fn rule(purpose: Option<Purpose>, contains: &str, answers: &[&str]) -> ScriptRule {
        ScriptRule {
            purpose,
            contains: contains.to_owned(),
            answers: answers.iter().map(|answer| (*answer).to_owned()).collect(),
        }
    }

    /// Plays Tetris well if it is told to keep the stack flat, and drops all in the middle otherwise.
    fn model() -> Service {
        let rules = vec![
            rule(Some(Purpose::Rewrite), "", &["Keep the stack flat.", "Sing."]),
            rule(
                None,
                "stack flat",
                &["action: left 4 hard_drop", "action: hard_drop", "action: right 4 hard_drop"],
            ),
            rule(None, "", &["action: hard_drop"]),
        ];
        Service::new("m", Who::Script { rules }, 1, Budget::default(), None)
    }

    fn spec() -> Arc<Spec> {
        Arc::new(named("Tetris-v0", &Settings::default()).unwrap())
    }

    fn how() -> Search {
        Search {
            variants: [(
                "caution".to_owned(),
                vec!["Hum.".to_owned(), "Keep the stack flat.".to_owned(), "Be quick.".to_owned()],
            )]
            .into(),
            rewrites: 0,
            rounds: 2,
            keep: 2,
            children: 6,
            batch: 2,
            seed: 1,
        }
    }

    #[test]
    fn the_better_prompt_is_found() {
        let harness = Harness {
            modules: "reasoning".parse().unwrap(),
            ..Harness::default()
        };
        let found = search(&model(), &spec(), &harness, &how()).unwrap();
        assert_eq!(found.best[0].slots["caution"], "Keep the stack flat.");
        assert!(
            found.best[0].mean > found.tried[0].mean,
            "{} {}",
            found.best[0].mean,
            found.tried[0].mean
        );
        assert!(found.spread_before > 0.0 && found.variance_reduction.is_some());
        assert_eq!(search(&model(), &spec(), &harness, &how()).unwrap(), found);
    }

    #[test]
    fn a_model_may_write_the_variants() {
        let harness = Harness {
            modules: "reasoning+long".parse().unwrap(),
            ..Harness::default()
        };
        let how = Search {
            variants: BTreeMap::new(),
            rewrites: 6,
            ..how()
        };
        let found = search(&model(), &spec(), &harness, &how).unwrap();
        assert!(
            found.best[0].slots.values().any(|text| text == "Keep the stack flat."),
            "{:?}",
            found.best[0]
        );
    }

    #[test]
    fn what_cannot_be_searched_is_told() {
        let wrong = |variants: BTreeMap<String, Vec<String>>| {
            let how = Search { variants, ..how() };
            search(&model(), &spec(), &Harness::default(), &how).unwrap_err()
        };
        assert!(wrong(BTreeMap::new()).contains("nothing varies"));
        assert!(wrong([("mood".to_owned(), vec![])].into()).contains("there is no slot \"mood\""));
    }
}
