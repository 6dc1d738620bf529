//! A model that plays, with the modules around it.

use super::templates::Variables;
use super::{Auxiliary, Harness, Memory, parts, rules};
use crate::contamination::masked;
use crate::model::{Ask, Message, Model, ModelError, Purpose};
use crate::picture;
use oracade_contracts::service::Cost;
use oracade_gym::adapter::{Answer, actions, answer, no_action};
use oracade_gym::agents::Agent;
use oracade_gym::{Env, EnvError, Item, Result};
use serde_json::{Value, json};
use std::collections::VecDeque;

/// Words of a reflection, of a description and of a summary.
const REFLECTION_WORDS: usize = 100;
const DESCRIPTION_WORDS: usize = 300;
const SUMMARY_WORDS: usize = 200;

/// What a turn began with and what was done, for the turn after it.
struct Last {
    /// The whole state, to tell whether it changed.
    state: String,
    /// What was shown of it.
    seen: String,
    score: f64,
    action: Option<String>,
    thought: String,
}

/// What a turn's question was made of.
#[derive(Clone, Debug, Default, PartialEq)]
struct Given {
    trajectory: Option<String>,
    reflection: Option<String>,
    description: Option<String>,
}

/// See the module's documentation.
pub struct Player<'m> {
    model: &'m dyn Model,
    harness: Harness,
    seed: u64,
    turn: u32,
    asked: u32,
    memory: Memory,
    last: Option<Last>,
    idle: u32,
    given: Given,
    thought: String,
    /// What the last answer asked for and has not been done.
    rest: VecDeque<Item>,
    cost: Cost,
    refused: Option<ModelError>,
}

impl<'m> Player<'m> {
    /// A model that plays in a harness.
    pub fn new(model: &'m dyn Model, harness: Harness) -> Player<'m> {
        Player {
            model,
            memory: Memory::new(harness.max_memory),
            harness,
            seed: 0,
            turn: 0,
            asked: 0,
            last: None,
            idle: 0,
            given: Given::default(),
            thought: String::new(),
            rest: VecDeque::new(),
            cost: Cost::default(),
            refused: None,
        }
    }

    /// Turns of this episode: decisions, each of which may be several steps.
    pub fn turns(&self) -> u32 {
        self.turn
    }

    /// What the answers of this episode cost, or would have if they had not been recorded.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Why the model gave no answer, if that ended the episode.
    pub fn refused(&self) -> Option<&ModelError> {
        self.refused.as_ref()
    }

    fn ask(&mut self, env: &Env, purpose: Purpose, text: String, pictures: Vec<Vec<u8>>) -> Result<String> {
        let spec = env.spec();
        let masking = &self.harness.masking;
        let (game, actions) = (masked(&parts::game(spec), masking), parts::actions(spec));
        let rules = masked(&spec.config.rules, masking);
        let system = Variables::default()
            .with("game", Some(&game))
            .with("rules", Some(&rules))
            .with("actions", Some(&actions));
        let ask = Ask {
            purpose,
            messages: vec![
                Message {
                    role: "system",
                    text: self.harness.templates.system(&system),
                    pictures: Vec::new(),
                },
                Message {
                    role: "user",
                    text,
                    pictures,
                },
            ],
            seed: self.seed,
            scope: format!("{} {} seed {}", spec.id, self.harness.modules, self.seed),
            number: self.asked,
        };
        self.asked += 1;
        match self.model.answer(&ask) {
            Ok(answer) => {
                self.cost = self.cost.plus(answer.cost);
                Ok(answer.text)
            }
            Err(error) => {
                let told = EnvError::State(error.to_string());
                self.refused = Some(error);
                Err(told)
            }
        }
    }

    /// What lies where: by the description of the environment, by the model, or by rules.
    fn perceive(&mut self, env: &Env, words: Option<&str>, picture: Option<&Vec<u8>>) -> Result<Option<String>> {
        if let Some(table) = env.perceived()? {
            return Ok(Some(masked(&table, &self.harness.masking)));
        }
        if self.harness.auxiliary == Auxiliary::Rules {
            let told = rules::described(env.snapshot());
            return Ok(told.map(|told| masked(&told, &self.harness.masking)));
        }
        let Some(picture) = picture else { return Ok(None) };
        let text = self
            .harness
            .templates
            .describe(&Variables::default().with("textual_representation", words));
        let told = self.ask(env, Purpose::Describe, text, vec![picture.clone()])?;
        Ok(Some(parts::section(&told, "description", DESCRIPTION_WORDS)))
    }

    fn reflect(&mut self, env: &Env, seen: &str, same: bool, gained: f64) -> Result<Option<String>> {
        let Some(last) = &self.last else { return Ok(None) };
        let action = last.action.clone().unwrap_or_else(|| "none".to_owned());
        if self.harness.auxiliary == Auxiliary::Rules {
            let changed = (!same).then_some((last.seen.as_str(), seen));
            return Ok(Some(rules::reflected(changed, &action, gained, self.idle)));
        }
        let trajectory = self.memory.trajectory(None);
        let text = self.harness.templates.reflect(
            &Variables::default()
                .with("game_trajectory", trajectory.as_deref())
                .with("action", Some(&action))
                .with("thought", Some(&last.thought))
                .with("before", Some(&last.seen))
                .with("textual_representation", Some(seen)),
        );
        let told = self.ask(env, Purpose::Reflect, text, Vec::new())?;
        Ok(Some(parts::section(&told, "reflection", REFLECTION_WORDS)))
    }

    fn summarise(&mut self, env: &Env) -> Result<()> {
        let Some(trajectory) = self.memory.trajectory(None) else {
            return Ok(());
        };
        let fallback = || {
            let short = rules::summarised(&trajectory);
            if short.is_empty() {
                "nothing that could be summed up".to_owned()
            } else {
                short
            }
        };
        let summary = match self.harness.auxiliary {
            Auxiliary::Rules => fallback(),
            Auxiliary::Model => {
                let text = self
                    .harness
                    .templates
                    .summarise(&Variables::default().with("game_trajectory", Some(&trajectory)));
                let told = self.ask(env, Purpose::Summarise, text, Vec::new())?;
                let summary = parts::section(&told, "summary", SUMMARY_WORDS);
                // What has no letters sums nothing up.
                if summary.chars().any(char::is_alphabetic) {
                    summary
                } else {
                    fallback()
                }
            }
        };
        self.memory.summarised(&summary);
        Ok(())
    }

    fn picture(&self, env: &mut Env) -> Result<Option<Vec<u8>>> {
        if !self.harness.observation.pictures() {
            return Ok(None);
        }
        let mut seen = env.render()?;
        if self.harness.modules.perception {
            seen = picture::enlarged(&seen);
        }
        if let Some((columns, rows)) = self.harness.grid {
            seen = picture::scaffolded(&seen, columns, rows);
        }
        Ok(Some(picture::png(&seen)))
    }

    /// A turn: what is seen, what is made of it, and a decision.
    fn decide(&mut self, env: &mut Env) -> Result<Answer> {
        let modules = self.harness.modules;
        let state = masked(
            &env.text().unwrap_or_else(|_| env.snapshot().to_string()),
            &self.harness.masking,
        );
        let words = self.harness.observation.words().then_some(state.as_str());
        let picture = self.picture(env)?;
        let score = env.score()?.unwrap_or(0.0);
        let gained = self.last.as_ref().map_or(0.0, |last| score - last.score);
        let same = self.last.as_ref().is_some_and(|last| last.state == state);
        self.idle = if same { self.idle + 1 } else { 0 };
        let description = match modules.perception {
            true => self.perceive(env, words, picture.as_ref())?,
            false => None,
        };
        let seen = words.or(description.as_deref()).unwrap_or_default().to_owned();
        let reflection = match modules.reflection {
            true => self.reflect(env, &seen, same, gained)?,
            false => None,
        };
        let trajectory = modules.transient.then(|| self.memory.trajectory(None)).flatten();
        let form = parts::form(env.spec(), modules.reasoning);
        let variables = Variables::default()
            .with("textual_representation", words)
            .with("processed_visual_description", description.as_deref())
            .with("game_trajectory", trajectory.as_deref())
            .with("reflection", reflection.as_deref())
            .with("form", Some(&form));
        let question = if modules.any() {
            self.harness.templates.plan(&variables, modules.reasoning, modules.long)
        } else {
            self.harness.templates.base(&variables)
        };
        // The question has the turns before this one; what is seen now is kept for the next.
        if modules.transient {
            if modules.summary && self.memory.is_full() {
                self.summarise(env)?;
            }
            self.memory.saw(self.turn, words, description.as_deref());
        }
        let told = self.ask(env, Purpose::Plan, question, picture.into_iter().collect())?;
        let decision = answer(&told);
        if modules.transient {
            self.memory.did(self.turn, decision.action.as_deref(), &decision.thought);
        }
        self.given = Given {
            trajectory,
            reflection,
            description,
        };
        self.last = Some(Last {
            seen,
            state,
            score,
            action: decision.action.clone(),
            thought: decision.thought.clone(),
        });
        Ok(decision)
    }
}

impl Agent for Player<'_> {
    fn begin(&mut self, seed: u64) {
        (self.seed, self.turn, self.asked, self.idle) = (seed, 0, 0, 0);
        self.memory = Memory::new(self.harness.max_memory);
        (self.last, self.refused) = (None, None);
        (self.given, self.cost) = (Given::default(), Cost::default());
        self.thought.clear();
        self.rest.clear();
    }

    fn act(&mut self, env: &mut Env) -> Result<Item> {
        if self.rest.is_empty() {
            self.turn += 1;
            let Answer { thought, action } = self.decide(env)?;
            self.thought = thought;
            self.rest.extend(actions(env.spec(), action.as_deref()));
        }
        Ok(self.rest.pop_front().unwrap_or_else(no_action))
    }

    fn thought(&self) -> Option<&str> {
        Some(&self.thought)
    }

    fn given(&self) -> Option<Value> {
        Some(json!({
            "game_trajectory": self.given.trajectory,
            "reflection": self.given.reflection,
            "processed_visual_description": self.given.description,
        }))
    }

    fn sees_pictures_only(&self) -> bool {
        !self.harness.observation.words()
    }
}
