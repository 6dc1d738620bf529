//! One environment: episodes of steps, by Gymnasium's meaning of the words.

use crate::adapter::{is_no_action, no_action};
use crate::config::{Actions, Rule, View};
use crate::deeds::{Held, Inputs};
use crate::error::{EnvError, Result};
use crate::rng::Chance;
use crate::scope::{States, json_of, numbers};
use crate::seen::{Asked, Seen};
use crate::spaces::{Item, Space};
use crate::spec::Spec;
use crate::world::{Picture, World};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::sync::Arc;

/// Purposes of chance.
const EPISODES: u64 = 1;
const STICKY: u64 = 2;

/// What a step comes to, without what is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The reward.
    pub reward: f64,
    /// The game is over.
    pub terminated: bool,
    /// It was cut off.
    pub truncated: bool,
}

impl Outcome {
    /// Whether the episode has ended.
    pub fn ended(&self) -> bool {
        self.terminated || self.truncated
    }
}

/// A step, whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What is seen after it.
    pub observation: Item,
    /// What it came to.
    pub outcome: Outcome,
    /// What is told beside.
    pub info: Map<String, Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    Ended,
}

/// All of an environment but its game.
#[derive(Clone)]
struct State {
    phase: Phase,
    episodes: Chance,
    sticky: Chance,
    seed: u64,
    options: Value,
    steps: u32,
    held: Held,
    last: Option<Item>,
    repeated: bool,
    before: Seen,
    now: Seen,
    actions: Vec<Item>,
}

/// Where an environment was. The chance of the game and of the environment, the clock, what is held down and what is seen are in it.
pub struct Saved {
    id: String,
    world: RefCell<Box<dyn World>>,
    state: State,
}

/// An episode as what was given to it: enough to be there again anywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    /// The episode's seed.
    pub seed: u64,
    /// What it began with.
    pub options: Value,
    /// The actions since.
    pub actions: Vec<Item>,
}

/// See the module's documentation. It stays on the thread that made it.
pub struct Env {
    spec: Arc<Spec>,
    world: Box<dyn World>,
    state: State,
    asked: Asked,
}

impl Env {
    /// Makes one; nothing is seen before a reset.
    ///
    /// # Errors
    /// The game cannot be used.
    pub fn new(spec: Arc<Spec>) -> Result<Env> {
        let world = (spec.maker)()?;
        Ok(Env {
            spec,
            world,
            state: State {
                phase: Phase::New,
                episodes: Chance::new(0, EPISODES),
                sticky: Chance::new(0, STICKY),
                seed: 0,
                options: json!({}),
                steps: 0,
                held: Held::default(),
                last: None,
                repeated: false,
                before: Seen::of(Value::Null),
                now: Seen::of(Value::Null),
                actions: Vec::new(),
            },
            asked: Asked::default(),
        })
    }

    /// What it was made of.
    pub fn spec(&self) -> &Arc<Spec> {
        &self.spec
    }

    /// What can be done.
    pub fn action_space(&self) -> Space {
        self.spec.action_space()
    }

    /// What is observed.
    pub fn observation_space(&self) -> Space {
        self.spec.observation_space()
    }

    /// Begins an episode. With a seed this and all later ones are of that seed, 0 as any other; without, the next of the episodes
    /// that follow from the last seed (0 if none was ever given). `options` go over those of the description.
    ///
    /// # Errors
    /// The game has no such scenario, or ended.
    pub fn restart(&mut self, seed: Option<u64>, options: Option<&Map<String, Value>>) -> Result<()> {
        let state = &mut self.state;
        state.phase = Phase::New;
        match seed {
            Some(seed) => {
                state.episodes = Chance::new(seed, EPISODES);
                state.seed = seed;
            }
            // Of 53 bits, so that it is the same number in JSON.
            None => state.seed = state.episodes.bits() >> 11,
        }
        let mut all = self.spec.config.options.clone();
        all.extend(options.cloned().unwrap_or_default());
        state.options = Value::Object(all);
        state.sticky = Chance::new(state.seed, STICKY);
        (state.steps, state.held, state.last, state.repeated) = (0, Held::default(), None, false);
        state.actions.clear();
        self.world.reset(state.seed, &state.options)?;
        self.state.now = self.take_snapshot()?;
        self.state.before = self.state.now.clone();
        self.state.phase = Phase::Running;
        Ok(())
    }

    /// [`Env::restart`], and what is seen then.
    ///
    /// # Errors
    /// As [`Env::restart`], or what is observed is not as described.
    pub fn reset(&mut self, seed: Option<u64>, options: Option<&Map<String, Value>>) -> Result<(Item, Map<String, Value>)> {
        self.restart(seed, options)?;
        Ok((self.observe()?, self.info()?))
    }

    /// Does an action, without looking.
    ///
    /// # Errors
    /// The action is not of the space, the episode has ended, or a formula has no value.
    pub fn advance(&mut self, action: &Item) -> Result<Outcome> {
        self.running()?;
        let spec = self.spec.clone();
        let config = &spec.config;
        // What is not of the space changes nothing.
        let no_action = || EnvError::Action {
            action: action.to_string(),
            space: spec.action_space().to_string(),
        };
        if !spec.action_space().contains(action) {
            return Err(no_action());
        }
        let state = &mut self.state;
        let repeats = config.sticky > 0.0 && state.sticky.unit() < config.sticky;
        let done = match (&state.last, repeats) {
            (Some(last), true) => last.clone(),
            _ => action.clone(),
        };
        let inputs = state.held.inputs(&config.actions, &done).ok_or_else(no_action)?;
        state.repeated = repeats && state.last.is_some();
        state.last = Some(done);
        state.actions.push(action.clone());
        self.perform(inputs)
    }

    /// Inputs, frames, and what they come to.
    fn perform(&mut self, inputs: Inputs) -> Result<Outcome> {
        let spec = self.spec.clone();
        let config = &spec.config;
        for event in &inputs.before {
            self.world.input(event)?;
        }
        for call in &inputs.calls {
            self.world.call(call)?;
        }
        // What was tapped is let go after all frames, or after the first ones.
        let pressed = config.press.map_or(config.frames, |press| press.min(config.frames));
        self.world.frames(pressed)?;
        for event in &inputs.after {
            self.world.input(event)?;
        }
        self.world.frames(config.frames - pressed)?;
        let now = self.take_snapshot()?;
        self.state.before = std::mem::replace(&mut self.state.now, now);
        self.state.steps = self.state.steps.saturating_add(1);
        if let Some((rule, most)) = &config.until {
            for _ in 0..*most {
                if self.truth(rule)? {
                    break;
                }
                self.world.frames(1)?;
                self.state.now = self.take_snapshot()?;
            }
        }
        let over = config.max_steps.is_some_and(|most| self.state.steps >= most);
        let outcome = Outcome {
            reward: self.number(&config.reward)?,
            terminated: self.truth(&config.terminated)?,
            truncated: over || config.truncated.as_ref().map_or(Ok(false), |rule| self.truth(rule))?,
        };
        if outcome.ended() {
            self.state.phase = Phase::Ended;
        }
        Ok(outcome)
    }

    /// A turn without an action, as of a player that was not understood: games that are played by numbers get one that is none of
    /// theirs, and do what they do then.
    ///
    /// # Errors
    /// As [`Env::advance`].
    pub fn pass(&mut self) -> Result<Outcome> {
        self.running()?;
        let by_number = match &self.spec.config.actions {
            Actions::Discrete(list) => list.iter().any(|(_, deed)| deed.action.is_some()),
            Actions::Players(lists) => lists.iter().flatten().any(|(_, deed)| deed.action.is_some()),
            Actions::Buttons(_) | Actions::Pointer { .. } => false,
        };
        self.state.repeated = false;
        self.state.actions.push(no_action());
        let event = json!({ "kind": "action", "action": -1 });
        self.perform(Inputs {
            before: if by_number { vec![event] } else { Vec::new() },
            ..Inputs::default()
        })
    }

    /// An action, or none ([`no_action`]).
    ///
    /// # Errors
    /// As [`Env::advance`].
    pub fn apply(&mut self, action: &Item) -> Result<Outcome> {
        if is_no_action(action) {
            self.pass()
        } else {
            self.advance(action)
        }
    }

    /// A whole step.
    ///
    /// # Errors
    /// As [`Env::advance`] and [`Env::observe`].
    pub fn step(&mut self, action: &Item) -> Result<Step> {
        let outcome = self.advance(action)?;
        Ok(Step {
            observation: self.observe()?,
            outcome,
            info: self.info()?,
        })
    }

    fn take_snapshot(&mut self) -> Result<Seen> {
        match self.world.snapshot_text()? {
            Some(text) => Seen::read(&text, &self.asked),
            None => self.world.snapshot().map(Seen::of),
        }
    }

    fn running(&self) -> Result<()> {
        match self.state.phase {
            Phase::Running => Ok(()),
            Phase::New => Err(EnvError::State("no episode has begun; reset first".to_owned())),
            Phase::Ended => Err(EnvError::State(
                "the episode has ended; reset before the next step".to_owned(),
            )),
        }
    }

    fn begun(&self) -> Result<()> {
        match self.state.phase {
            Phase::New => Err(EnvError::State("no episode has begun; reset first".to_owned())),
            _ => Ok(()),
        }
    }

    pub(crate) fn states(&self) -> States<'_> {
        States {
            now: &self.state.now,
            before: &self.state.before,
            steps: self.state.steps,
        }
    }

    pub(crate) fn wrong(&self, key: &str, message: impl std::fmt::Display) -> EnvError {
        EnvError::Formula {
            file: self.spec.config.file.clone(),
            key: key.to_owned(),
            message: message.to_string(),
        }
    }

    fn number(&self, rule: &Rule) -> Result<f64> {
        rule.formula
            .number(&self.states())
            .map_err(|error| self.wrong(&rule.key, error))
    }

    fn truth(&self, rule: &Rule) -> Result<bool> {
        rule.formula
            .truth(&self.states())
            .map_err(|error| self.wrong(&rule.key, error))
    }

    /// What is told beside: the description's fields, and the episode's seed.
    ///
    /// # Errors
    /// A formula has no value.
    pub fn info(&self) -> Result<Map<String, Value>> {
        let mut info = Map::new();
        for (name, rule) in &self.spec.config.info {
            let value = rule
                .formula
                .evaluate(&self.states())
                .map_err(|error| self.wrong(&rule.key, error))?;
            info.insert(name.clone(), json_of(value));
        }
        info.insert("seed".to_owned(), json!(self.state.seed));
        if self.spec.config.sticky > 0.0 {
            info.insert("repeated".to_owned(), json!(self.state.repeated));
        }
        Ok(info)
    }

    /// What the episode comes to so far, by the description's `reward.score`.
    ///
    /// # Errors
    /// The formula has no value.
    pub fn score(&self) -> Result<Option<f64>> {
        self.spec.config.score.as_ref().map(|rule| self.number(rule)).transpose()
    }

    /// The snapshot after the last step.
    pub fn snapshot(&self) -> &Value {
        self.state.now.whole()
    }

    /// Steps of this episode.
    pub fn steps(&self) -> u32 {
        self.state.steps
    }

    /// The seed of this episode.
    pub fn seed(&self) -> u64 {
        self.state.seed
    }

    /// What is seen.
    ///
    /// # Errors
    /// There is nothing of the kind, or it is not as described.
    pub fn observe(&mut self) -> Result<Item> {
        let views = self.spec.views.clone();
        match views.as_slice() {
            [view] => self.view(*view),
            views => {
                let seen = views.iter().map(|view| Ok((view.name().to_owned(), self.view(*view)?)));
                Ok(Item::Dict(seen.collect::<Result<_>>()?))
            }
        }
    }

    /// One view, whether or not it is what is observed.
    ///
    /// # Errors
    /// As [`Env::observe`].
    pub fn view(&mut self, view: View) -> Result<Item> {
        self.begun()?;
        match view {
            View::Pixels => {
                let pixels = self.spec.config.pixels;
                let mut bytes = vec![0; pixels.width as usize * pixels.height as usize * self.spec.config.channels()];
                self.pixels_into(&mut bytes)?;
                Ok(Item::Bytes(bytes))
            }
            View::Vector => {
                let mut floats = Vec::new();
                self.vector_into(&mut floats)?;
                Ok(Item::Floats(floats))
            }
            View::Text => {
                let text = self.text()?;
                self.fitting(text).map(Item::Text)
            }
            View::Json if self.spec.config.hidden => Err(EnvError::State(
                "the snapshot is hidden from players; choose pixels, text or vector".to_owned(),
            )),
            View::Json => {
                let text = self.snapshot().to_string();
                self.fitting(text).map(Item::Text)
            }
        }
    }

    fn fitting(&self, text: String) -> Result<String> {
        let most = self.spec.config.text_length;
        let length = text.chars().count();
        if length <= most {
            return Ok(text);
        }
        let message = format!("a text of {length} characters is longer than {most}; set a greater max_length");
        Err(self.wrong("observation.text.max_length", message))
    }

    /// The state in words.
    ///
    /// # Errors
    /// There are none.
    pub fn text(&mut self) -> Result<String> {
        self.begun()?;
        self.world.text()
    }

    /// Writes the picture that is observed: one copy of what was drawn.
    ///
    /// # Errors
    /// The game ended.
    pub fn pixels_into(&mut self, to: &mut [u8]) -> Result<()> {
        self.begun()?;
        let pixels = self.spec.config.pixels;
        let picture = self.world.picture(pixels.width, pixels.height)?;
        picture.write(self.spec.config.channels(), to);
        Ok(())
    }

    /// The rewards of the last step of all players, in their order; none in a game for one.
    ///
    /// # Errors
    /// A formula has no value.
    pub fn rewards(&self) -> Result<Vec<f64>> {
        let players = self.spec.config.players.iter();
        players.map(|player| self.number(&player.reward)).collect()
    }

    /// What a player sees as a vector.
    ///
    /// # Errors
    /// As [`Env::vector_into`]; or there is no such player.
    pub fn player_vector(&self, player: usize) -> Result<Vec<f32>> {
        let Some(found) = self.spec.config.players.get(player) else {
            let count = self.spec.config.players.len();
            return Err(EnvError::State(format!(
                "there are {count} players, and none with number {player}"
            )));
        };
        let mut vector = Vec::new();
        self.fields_into(&found.fields, "players.fields", &mut vector)?;
        Ok(vector)
    }

    /// Appends the vector that is observed.
    ///
    /// # Errors
    /// The snapshot does not have its fields, or not so many numbers.
    pub fn vector_into(&mut self, to: &mut Vec<f32>) -> Result<()> {
        let spec = self.spec.clone();
        let fields = spec.config.vector.as_ref().map(|vector| vector.fields.as_slice());
        self.fields_into(fields.unwrap_or_default(), "observation.vector.fields", to)
    }

    fn fields_into(&self, fields: &[String], key: &str, to: &mut Vec<f32>) -> Result<()> {
        self.begun()?;
        let Some(vector) = &self.spec.config.vector else {
            return Err(EnvError::State("there is no vector; add [observation.vector]".to_owned()));
        };
        let mut found = Vec::with_capacity(vector.length);
        for field in fields {
            let value = self.state.now.at(field).ok_or_else(|| {
                let known = self.state.now.names();
                self.wrong(key, format!("the snapshot has no `{field}`; it has {known:?}"))
            })?;
            if !numbers(value, &mut found) {
                return Err(self.wrong(key, format!("`{field}` is not made of numbers")));
            }
        }
        if found.len() != vector.length {
            let message = format!("the fields have {} numbers, not {}", found.len(), vector.length);
            return Err(self.wrong("observation.vector.length", message));
        }
        let wrong = found.iter().find(|number| !(vector.low..=vector.high).contains(*number));
        if let Some(number) = wrong {
            let message = format!("{number} is not between low {} and high {}", vector.low, vector.high);
            return Err(self.wrong("observation.vector", message));
        }
        to.extend(found.into_iter().map(|number| number as f32));
        Ok(())
    }

    /// The game as it looks, in its own size.
    ///
    /// # Errors
    /// The game ended.
    pub fn render(&mut self) -> Result<Picture> {
        self.begun()?;
        let (width, height) = self.world.size();
        self.world.picture(width, height)
    }

    /// Keeps where it is: game with clock, chance and storage, what is held down, chance of this environment, and what is seen.
    ///
    /// # Errors
    /// There is no room for a copy.
    pub fn save(&mut self) -> Result<Saved> {
        Ok(Saved {
            id: self.spec.id.clone(),
            world: RefCell::new(self.world.copy()?),
            state: self.state.clone(),
        })
    }

    /// Goes where it or another of its kind was. What was saved can be used again.
    ///
    /// # Errors
    /// `Restore`: it is of another kind; or there is no room.
    pub fn restore(&mut self, saved: &Saved) -> Result<()> {
        if saved.id != self.spec.id {
            return Err(EnvError::Restore(format!("it is of {}, not of {}", saved.id, self.spec.id)));
        }
        let mut world = saved
            .world
            .try_borrow_mut()
            .map_err(|error| EnvError::Restore(error.to_string()))?;
        self.world = world.copy()?;
        self.state = saved.state.clone();
        Ok(())
    }

    /// Another environment that is where this one is.
    ///
    /// # Errors
    /// There is no room for a copy.
    pub fn fork(&mut self) -> Result<Env> {
        Ok(Env {
            spec: self.spec.clone(),
            world: self.world.copy()?,
            state: self.state.clone(),
            asked: self.asked.clone(),
        })
    }

    /// The episode so far as what was given to it.
    pub fn history(&self) -> History {
        History {
            seed: self.state.seed,
            options: self.state.options.clone(),
            actions: self.state.actions.clone(),
        }
    }

    /// Plays an episode again, up to where its history ends.
    ///
    /// # Errors
    /// It is not of this kind of environment.
    pub fn replay(&mut self, history: &History) -> Result<()> {
        self.restart(Some(history.seed), history.options.as_object())?;
        for action in &history.actions {
            self.apply(action)?;
        }
        Ok(())
    }

    /// Whether the episode has ended.
    pub fn has_ended(&self) -> bool {
        self.state.phase == Phase::Ended
    }

    /// Virtual time of the game, in µs.
    pub fn clock_us(&self) -> u64 {
        self.world.clock_us()
    }
}
