//! One trial: restored, verified, played decision by decision, and ended mechanically.

use crate::answer::{self, Answer};
use crate::chain::{Chain, root};
use crate::clock;
use crate::error::{ProtocolError, Result, io, wrong};
use crate::files::Folder;
use crate::manifest::{Clock, Condition, Experiment, Prices};
use crate::memory::Store;
use crate::oracle;
use crate::player::{Left, Player, Prompt, Reply, Usage};
use crate::records::{OracleRecord, OracleStep, Reason, TraceRecord, TrialRecord};
use crate::routes::{Transition, Watch};
use crate::stage::{Look, Stage};
use oracade_gym::{EnvError, Spec};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;
use std::time::Instant;

/// What a trial is of.
pub struct Place<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The environment.
    pub spec: &'a Arc<Spec>,
    /// The condition.
    pub condition: &'a Condition,
    /// The trial's name.
    pub id: String,
    /// Its folder, from `folder` on.
    pub name: String,
    /// Where files go.
    pub folder: &'a Folder,
    /// Its block.
    pub slot: u32,
    /// How often the block was begun before.
    pub repeated: u32,
    /// What the chains begin with: the digest of what was frozen.
    pub frozen: &'a str,
    /// The digest of the state that it must begin with.
    pub initial: &'a str,
}

/// What has been used up.
#[derive(Default)]
struct Used {
    actions: u64,
    decisions: u64,
    cost: Option<f64>,
    latency_ms: f64,
}

/// A trial that is being played.
struct Trial<'a> {
    place: &'a Place<'a>,
    stage: Stage,
    store: Store,
    used: Used,
    begun: Instant,
    clock_us: u64,
    reached: BTreeSet<String>,
    order: Vec<String>,
    shown: BTreeSet<String>,
    recent: Vec<String>,
    observations: Vec<String>,
    goal: Option<String>,
    watch: Watch,
    looping: bool,
    lost: bool,
    progress: Vec<String>,
}

/// All answers to one prompt.
struct Asked {
    answer: Option<Answer>,
    usage: Usage,
    source: Option<String>,
    refused: u64,
    prompt_sha256: String,
    path: String,
}

fn derived(usage: &Usage, prices: &Prices) -> Option<f64> {
    let tokens = |count: Option<u64>, price: f64| count.unwrap_or(0) as f64 * price / 1e6;
    usage.input_tokens.or(usage.output_tokens)?;
    Some(
        tokens(usage.input_tokens, prices.input)
            + tokens(usage.output_tokens, prices.output)
            + tokens(usage.cached_tokens, prices.cached),
    )
}

fn sum<T: std::ops::Add<Output = T>>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (a, b) => a.or(b),
    }
}

/// Plays a trial into its folder. `trial.json` is written last: a trial without it is none.
///
/// # Errors
/// The state is not the frozen one, the player failed, or a file cannot be written. All of these are failures of the harness.
pub fn play(place: &Place<'_>, player: &mut dyn Player) -> Result<TrialRecord> {
    let path = place.folder.path(&place.name);
    fs::create_dir_all(path.join("frames")).map_err(|error| io(&path, &error))?;
    fs::create_dir_all(path.join("responses")).map_err(|error| io(&path, &error))?;
    let mut stage = Stage::restore(place.spec, &place.experiment.manifest)?;
    let restored = stage.state_sha256()?;
    if restored != place.initial {
        return Err(ProtocolError::State(format!(
            "{}: the restored state is {restored}, not the frozen {}",
            place.id, place.initial
        )));
    }
    let milestones = &place.experiment.scoring.milestones;
    let chain = |file: &str| Chain::begin(&path.join(file), &root(&[place.frozen, &place.id, file]));
    let (mut trace, mut memory, mut hidden) = (chain("trace.jsonl")?, chain("memory.jsonl")?, chain("oracle.jsonl")?);
    place.folder.write(&format!("{}/annotations.jsonl", place.name), b"")?;
    let mut reached = BTreeSet::new();
    let order = oracle::reached(milestones, stage.hidden(), &mut reached)?;
    let progress = oracle::progress(&milestones.oracle, stage.hidden())?;
    let clock_us = stage.clock_us();
    let mut trial = Trial {
        place,
        store: Store::new(place.condition.memory_policy, &place.experiment.manifest.memory),
        used: Used::default(),
        begun: Instant::now(),
        clock_us,
        reached,
        order,
        shown: BTreeSet::new(),
        recent: Vec::new(),
        observations: Vec::new(),
        goal: None,
        watch: Watch::default(),
        looping: false,
        lost: false,
        progress,
        stage,
    };
    let reason = loop {
        let (record, seen) = trial.decide(player)?;
        for entry in trial.store.take_log() {
            memory.push(&entry)?;
        }
        hidden.push(&seen)?;
        trace.push(&record)?;
        if let Some(reason) = record.termination_reason {
            break reason;
        }
    };
    let record = TrialRecord {
        trial_id: place.id.clone(),
        condition_id: place.condition.id.clone(),
        slot: place.slot,
        repeated: place.repeated,
        restored_state_sha256: restored,
        termination_reason: reason,
        decisions: trial.used.decisions,
        accepted_actions: trial.used.actions,
        wall_time_ms: trial.elapsed_ms(),
        provider_cost_usd: trial.used.cost,
        milestones: trial.order,
        chains: [&trace, &memory, &hidden].map(|chain| chain.last().to_owned()),
    };
    place.folder.write_json(&format!("{}/trial.json", place.name), &record)?;
    Ok(record)
}

impl Trial<'_> {
    fn experiment(&self) -> &Experiment {
        self.place.experiment
    }

    /// Time since the first decision was asked.
    fn elapsed_ms(&self) -> f64 {
        match self.experiment().manifest.trials.clock {
            Clock::Virtual => (self.stage.clock_us() - self.clock_us) as f64 / 1000.0 + self.used.latency_ms,
            Clock::Wall => self.begun.elapsed().as_secs_f64() * 1000.0,
        }
    }

    fn timestamp(&self) -> String {
        match self.experiment().manifest.trials.clock {
            Clock::Virtual => {
                let created = clock::parse(&self.experiment().manifest.created_utc).unwrap_or(0);
                clock::text(created.saturating_add((self.elapsed_ms() * 1000.0) as i64))
            }
            Clock::Wall => {
                let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
                clock::text(now.map_or(0, |now| now.as_micros() as i64))
            }
        }
    }

    fn money_left(&self) -> bool {
        let most = self.experiment().manifest.budgets.total_cost_usd;
        let spent = self.used.cost.unwrap_or(0.0);
        most.is_none_or(|most| spent < most || (spent == 0.0 && most == 0.0))
    }

    fn time_left(&self) -> bool {
        self.elapsed_ms() < self.experiment().manifest.budgets.wall_time_minutes * 60_000.0
    }

    /// Why it ends here, if it does: the first that applies.
    fn ends(&self) -> Option<Reason> {
        let budgets = &self.experiment().manifest.budgets;
        let reasons = [
            (
                self.reached.contains(&self.experiment().scoring.milestones.success),
                Reason::Success,
            ),
            (self.used.actions >= budgets.accepted_actions, Reason::ActionsExhausted),
            (self.used.decisions >= budgets.model_decisions, Reason::DecisionsExhausted),
            (!self.time_left(), Reason::WallClockExhausted),
            (!self.money_left(), Reason::MoneyExhausted),
            (self.lost || self.stage.has_ended(), Reason::Unrecoverable),
            (self.looping, Reason::RouteLoop),
        ];
        reasons.into_iter().find(|(applies, _)| *applies).map(|(_, reason)| reason)
    }

    fn prompt(&mut self, look: &Look) -> Result<Prompt> {
        let decision = self.used.decisions;
        let memory = self.store.retrieve(decision);
        let rules = &self.place.experiment.manifest.agent;
        let budgets = &self.place.experiment.manifest.budgets;
        let frame = format!("{}/frames/d{decision:06}.png", self.place.name);
        if rules.screenshot_every_decision {
            self.place.folder.write(&frame, &look.png)?;
        }
        Ok(Prompt {
            system: self.place.experiment.folder.text(crate::files::SYSTEM)?,
            schema: answer::schema(rules),
            decision,
            error: None,
            frame_sha256: rules.screenshot_every_decision.then(|| look.frame_sha256.clone()),
            frame: rules.screenshot_every_decision.then(|| self.place.folder.path(&frame)),
            screen: look.text.clone().filter(|_| rules.screen_text),
            recent_actions: self.recent.clone(),
            recent_observations: self.observations.clone(),
            goal: self.goal.clone(),
            memory,
            left: Left {
                actions: budgets.accepted_actions - self.used.actions,
                decisions: budgets.model_decisions - (decision - 1),
            },
        })
    }

    /// Asks until there is an answer, or too often.
    fn ask(&mut self, player: &mut dyn Player, mut prompt: Prompt) -> Result<Asked> {
        let rules = &self.place.experiment.manifest.agent;
        let decision = prompt.decision;
        let mut asked = Asked {
            answer: None,
            usage: Usage::default(),
            source: None,
            refused: 0,
            prompt_sha256: prompt.sha256(),
            path: String::new(),
        };
        for attempt in 0..=rules.invalid_output_retries {
            let begun = Instant::now();
            let Reply { text, mut usage } = player.answer(&prompt)?;
            if self.place.experiment.manifest.trials.clock == Clock::Wall && usage.latency_ms.is_none() {
                usage.latency_ms = Some(begun.elapsed().as_secs_f64() * 1000.0);
            }
            asked.path = format!("responses/d{decision:06}-{attempt}.json");
            let told = json!({ "text": text, "usage": usage });
            self.place
                .folder
                .write(&format!("{}/{}", self.place.name, asked.path), format!("{told}\n").as_bytes())?;
            let source = match (usage.cost_usd, &self.place.condition.prices) {
                (Some(_), _) => Some("provider"),
                (None, Some(prices)) => {
                    usage.cost_usd = derived(&usage, prices);
                    usage.cost_usd.map(|_| "derived")
                }
                (None, None) => None,
            };
            // One part that was derived makes the sum so.
            if source == Some("derived") || asked.source.is_none() {
                asked.source = source.map(str::to_owned);
            }
            self.used.latency_ms += usage.latency_ms.unwrap_or(0.0).max(0.0);
            self.used.cost = sum(self.used.cost, usage.cost_usd);
            let sums = &mut asked.usage;
            sums.input_tokens = sum(sums.input_tokens, usage.input_tokens);
            sums.output_tokens = sum(sums.output_tokens, usage.output_tokens);
            sums.cached_tokens = sum(sums.cached_tokens, usage.cached_tokens);
            sums.cost_usd = sum(sums.cost_usd, usage.cost_usd);
            sums.latency_ms = sum(sums.latency_ms, usage.latency_ms);
            (sums.model_id, sums.response_id) = (usage.model_id, usage.response_id);
            match answer::read(&text, rules) {
                Ok(answer) => {
                    asked.answer = Some(answer);
                    break;
                }
                Err(error) => {
                    asked.refused += 1;
                    prompt.error = Some(error);
                }
            }
        }
        Ok(asked)
    }

    /// Does an action and sees what it came to; `None`: the game ended instead.
    fn act(&mut self, action: &str) -> Result<Option<OracleStep>> {
        let milestones = &self.place.experiment.scoring.milestones;
        let before = oracle::spot(&milestones.oracle, self.stage.hidden())?;
        let backtracking = milestones.backtracking.iter().try_fold(false, |any, way| {
            Ok::<bool, ProtocolError>(any || way.maps.contains(&before.map) && oracle::holds(&way.when, self.stage.hidden())?)
        })?;
        match self.stage.act(action) {
            Ok(()) => {}
            Err(ProtocolError::Env(EnvError::Game(_))) => {
                self.lost = true;
                return Ok(None);
            }
            Err(other) => return Err(other),
        }
        self.used.actions += 1;
        let spot = oracle::spot(&milestones.oracle, self.stage.hidden())?;
        let new = oracle::reached(milestones, self.stage.hidden(), &mut self.reached)?;
        self.order.extend(new.iter().cloned());
        let now = oracle::progress(&milestones.oracle, self.stage.hidden())?;
        let progress = std::mem::replace(&mut self.progress, now) != self.progress || !new.is_empty();
        if let Some(formula) = &milestones.oracle.unrecoverable {
            self.lost = oracle::holds(formula, self.stage.hidden())?;
        }
        if progress || backtracking {
            self.watch.clear();
        } else if spot != before {
            let key = |spot: &oracle::Spot| [spot.map.clone(), spot.x.clone(), spot.y.clone()];
            let transition = Transition {
                from: key(&before),
                action: action.to_owned(),
                to: key(&spot),
            };
            self.looping |= self.watch.push(transition);
        }
        Ok(Some(OracleStep {
            number: self.used.actions,
            action: action.to_owned(),
            state: oracle::kept(&milestones.oracle, self.stage.hidden()),
            view: self.stage.view()?,
            spot,
            milestones: new,
            progress,
            backtracking,
        }))
    }

    /// One decision.
    fn decide(&mut self, player: &mut dyn Player) -> Result<(TraceRecord, OracleRecord)> {
        self.used.decisions += 1;
        let decision = self.used.decisions;
        let timestamp = self.timestamp();
        let look = self.stage.look()?;
        self.shown.insert(look.frame_sha256.clone());
        let mut seen = OracleRecord {
            decision_id: decision,
            state: oracle::kept(&self.experiment().scoring.milestones.oracle, self.stage.hidden()),
            view: self.stage.view()?,
            steps: Vec::new(),
        };
        let before: Vec<String> = self.order.clone();
        let prompt = self.prompt(&look)?;
        let delivered = prompt.memory.iter().map(|fact| fact.fact_id.clone()).collect();
        let asked = self.ask(player, prompt)?;
        let window = self.experiment().manifest.agent.recent_action_window as usize;
        if let Some(answer) = &asked.answer {
            self.store.read(decision, &answer.memory_read);
            for write in &answer.memory_write {
                self.store.write(decision, write, &look.frame_sha256, &self.shown);
            }
            let observed = &answer.observed;
            self.observations.push(format!(
                "{decision}: {} / {}",
                observed.location_guess, observed.objective_guess
            ));
            self.goal = Some(observed.objective_guess.clone()).filter(|goal| !goal.is_empty());
            for action in &answer.actions {
                // Time and money may have ended while it was asked, and anything between two actions.
                let over = self.ends();
                if over.is_some_and(|reason| reason != Reason::DecisionsExhausted) {
                    break;
                }
                let Some(step) = self.act(action)? else { break };
                self.recent.push(action.clone());
                seen.steps.push(step);
            }
            let more = self.recent.len().saturating_sub(window);
            self.recent.drain(..more);
            let more = self.observations.len().saturating_sub(window);
            self.observations.drain(..more);
        }
        let observed = asked.answer.as_ref().map(|answer| answer.observed.clone());
        let (actions, reads, writes) = asked
            .answer
            .map(|answer| (answer.actions, answer.memory_read, answer.memory_write))
            .unwrap_or_default();
        let record = TraceRecord {
            experiment_id: self.experiment().manifest.experiment_id.clone(),
            condition_id: self.place.condition.id.clone(),
            trial_id: self.place.id.clone(),
            decision_id: decision,
            timestamp_utc: timestamp,
            frame_sha256: look.frame_sha256,
            prompt_sha256: asked.prompt_sha256,
            model_id: asked.usage.model_id.unwrap_or_else(|| self.place.condition.model.clone()),
            response_id: asked.usage.response_id,
            input_tokens: asked.usage.input_tokens,
            output_tokens: asked.usage.output_tokens,
            cached_tokens: asked.usage.cached_tokens,
            provider_cost_usd: asked.usage.cost_usd,
            cost_source: asked.source,
            latency_ms: asked.usage.latency_ms,
            raw_response_path: asked.path,
            invalid_attempts: asked.refused,
            invalid_output: observed.is_none(),
            observed,
            parsed_actions: actions,
            accepted_actions: seen.steps.len() as u64,
            memory_delivered: delivered,
            memory_reads: reads,
            memory_writes: writes,
            milestones_before: before,
            milestones_after: self.order.clone(),
            termination_reason: self.ends(),
        };
        Ok((record, seen))
    }
}

/// Reads what a trial came to.
///
/// # Errors
/// It is not whole.
pub fn load(folder: &Folder, name: &str) -> Result<TrialRecord> {
    if !folder.has(&format!("{name}/trial.json")) {
        return Err(wrong(
            name,
            "this trial has not been played to its end; run `oracade protocol run`",
        ));
    }
    folder.json(&format!("{name}/trial.json"))
}
