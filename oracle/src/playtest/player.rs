//! A game that is played for the record: every act is on a tape, and after every act and frame it is seen what the game says.

use super::camera::{Camera, Shot};
use super::moves::{Move, PRESS_MS, Start};
use oracade_contracts::model::Input;
use oracade_contracts::play::trajectory::{Done, Observation, words};
use oracade_recorder::keys::key_input;
use oracade_recorder::play::Player as TapePlayer;
use oracade_recorder::tape::{Act, Event, frame_us};
use oracade_recorder::{Answer, End};
use oracade_runtime::{Evaluation, Guest, PageError};
use serde_json::{Value, json};

/// Observations of one trajectory.
const MAX_OBSERVATIONS: usize = 40_000;
/// Virtual time a page has to load, in µs.
const LOAD_US: u64 = 8_000_000;
/// Virtual time the page has before the first input, in µs.
const SETTLE_US: u64 = 500_000;
/// Frames that a guest is asked for at once.
const AT_ONCE: usize = 64;
/// Steps of a drag.
const DRAG_STEPS: u32 = 6;

/// Opens a game; each call gives a new page under the same conditions.
pub type Opener<'a> = dyn Fn(u64) -> Result<Box<dyn Guest>, PageError> + Sync + 'a;

/// A game that is played.
pub struct Player {
    guest: Box<dyn Guest>,
    tape_player: TapePlayer,
    /// What was done.
    pub tape: Vec<Event>,
    /// What was seen.
    pub seen: Vec<Observation>,
    done: Vec<Done>,
    at_us: u64,
    camera: Option<Camera>,
    /// How the page died.
    pub died: Option<PageError>,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// There is no such control now.
    #[error("there is no control `{0}` now")]
    NoControl(String),
    /// The game does not know that scenario.
    #[error("the game has no scenario {0}")]
    NoScenario(String),
    /// The page is dead.
    #[error("the page has ended: {0}")]
    Dead(String),
    /// The page or the game refuses it.
    #[error("{0}")]
    Refused(String),
}

impl Player {
    /// Opens a page and lets it come up.
    ///
    /// # Errors
    /// The page cannot be opened.
    pub fn open(opener: &Opener<'_>, seed: u64) -> Result<Player, PageError> {
        let mut player = Player {
            guest: opener(seed)?,
            tape_player: TapePlayer::default(),
            tape: Vec::new(),
            seen: Vec::new(),
            done: Vec::new(),
            at_us: 0,
            camera: None,
            died: None,
        };
        player.come_up();
        player.observe();
        Ok(player)
    }

    /// Up to eight seconds until the page has loaded, then half a second.
    fn come_up(&mut self) {
        let until_us = self.at_us + LOAD_US;
        while !self.guest.loaded() && self.at_us < until_us && self.died.is_none() {
            self.advance_to(self.at_us + 100_000);
        }
        self.advance_to(self.at_us + SETTLE_US);
    }

    /// The clock in µs.
    pub fn at_us(&self) -> u64 {
        self.at_us
    }

    /// What was seen last.
    pub fn snapshot(&self) -> &Value {
        self.seen.last().map_or(&Value::Null, |seen| &seen.snapshot)
    }

    /// From here on pictures are taken, every so many frames.
    pub fn film(&mut self, every: u64) {
        self.camera = Some(Camera::new(every));
    }

    /// What the pictures were like.
    pub fn shots(&self) -> &[Shot] {
        self.camera.as_ref().map_or(&[], |camera| &camera.shots)
    }

    /// The page.
    pub fn guest(&self) -> &dyn Guest {
        &*self.guest
    }

    fn advance_to(&mut self, until_us: u64) {
        if self.died.is_none() {
            self.at_us = self.at_us.max(until_us);
            self.died = self.guest.advance_to(self.at_us).err();
        }
    }

    /// Puts an act on the tape and does it.
    fn act(&mut self, act: Act) -> Result<Answer, Refusal> {
        if let Some(died) = &self.died {
            return Err(Refusal::Dead(died.to_string()));
        }
        let event = Event {
            at_us: self.at_us,
            hold: false,
            act,
        };
        let answer = self.tape_player.perform(&mut *self.guest, &event);
        self.tape.push(event);
        match answer {
            Ok(answer) => {
                // An expression whose promise took time has moved the clock.
                self.at_us = self.at_us.max(self.guest.now_us());
                Ok(answer)
            }
            Err(PageError::BadInput(message)) => Err(Refusal::Refused(message)),
            Err(error) => {
                let message = error.to_string();
                self.died = Some(error);
                Err(Refusal::Dead(message))
            }
        }
    }

    /// Looks at the game now.
    pub fn observe(&mut self) {
        if self.seen.len() >= MAX_OBSERVATIONS {
            return;
        }
        let snapshot = match self.act(Act::Snapshot) {
            Ok(Answer::Evaluated(Evaluation::Value(Some(value)))) => value,
            _ => Value::Null,
        };
        if let Some(camera) = &mut self.camera
            && self.died.is_none()
        {
            let frame = self.at_us * 60 / 1_000_000;
            camera.look(&mut *self.guest, frame, &snapshot, !self.done.is_empty());
        }
        self.note_seen(snapshot);
    }

    /// Lets time pass, looking at every frame.
    pub fn pass(&mut self, ms: f64) {
        let until_us = self.at_us + (ms.clamp(0.0, 600_000.0) * 1_000.0) as u64;
        while self.at_us < until_us && self.died.is_none() {
            if self.camera.is_some() || self.seen.len() + AT_ONCE > MAX_OBSERVATIONS {
                self.advance_to(next_frame(self.at_us).min(until_us));
                self.observe();
            } else {
                self.pass_frames(until_us);
            }
        }
    }

    /// The same for as many frames as a guest is asked for at once.
    fn pass_frames(&mut self, until_us: u64) {
        let mut moments: Vec<u64> = Vec::with_capacity(AT_ONCE);
        let mut at_us = self.at_us;
        while at_us < until_us && moments.len() < AT_ONCE {
            at_us = next_frame(at_us).min(until_us);
            moments.push(at_us);
        }
        let taken = self.guest.snapshots(&moments);
        let looked = taken.list.len();
        for (moment, (now_us, value)) in moments.iter().zip(taken.list) {
            self.at_us = now_us.max(*moment);
            self.note_snapshot(*moment, value.unwrap_or(Value::Null));
        }
        if let (Some((error, looking)), Some(moment)) = (taken.died, moments.get(looked)) {
            self.at_us = self.at_us.max(*moment);
            self.died = Some(error);
            if looking {
                self.tape.push(look_at(*moment));
            }
            self.note_seen(Value::Null);
        }
    }

    fn note_snapshot(&mut self, moment: u64, snapshot: Value) {
        self.tape.push(look_at(moment));
        self.note_seen(snapshot);
    }

    fn note_seen(&mut self, snapshot: Value) {
        self.seen.push(Observation {
            at_us: self.at_us,
            frame: self.at_us * 60 / 1_000_000,
            done: std::mem::take(&mut self.done),
            snapshot,
        });
    }

    /// A player that goes on from here by itself, as this one does; neither notices the other.
    ///
    /// # Errors
    /// As [`Guest::branch`].
    pub(crate) fn branch(&self) -> Result<Player, PageError> {
        Ok(Player {
            tape: self.tape.clone(),
            seen: self.seen.clone(),
            ..self.onward()?
        })
    }

    /// The same without its past, but for what was seen last.
    ///
    /// # Errors
    /// As [`Guest::branch`].
    pub(crate) fn onward(&self) -> Result<Player, PageError> {
        Ok(Player {
            guest: self.guest.branch()?,
            // It waits for nothing: what a player asks for has come before the next thing is done.
            tape_player: TapePlayer::default(),
            tape: Vec::new(),
            seen: self.seen.last().cloned().into_iter().collect(),
            done: self.done.clone(),
            at_us: self.at_us,
            camera: None,
            died: self.died.clone(),
        })
    }

    fn note(&mut self, text: String, input: Option<Input>, hold_ms: f64, setup: bool) {
        self.done.push(Done {
            text,
            input,
            hold_us: (hold_ms * 1_000.0) as u64,
            setup,
        });
    }

    /// Makes a move, looking right after it.
    ///
    /// # Errors
    /// See [`Refusal`]; what is refused is no part of the trajectory.
    pub fn make(&mut self, one: &Move) -> Result<Value, Refusal> {
        match one {
            Move::Wait(ms) => {
                self.pass(*ms);
                Ok(Value::Null)
            }
            Move::Begin(start) => self.begin(start),
            Move::Input(input) => self.input(input),
        }
    }

    fn begin(&mut self, start: &Start) -> Result<Value, Refusal> {
        let expression = match start {
            Start::Reset => "window.__gameTest.reset()".to_owned(),
            Start::Scenario { name, options } => {
                let name = Value::from(name.as_str());
                match options {
                    Some(options) => format!("window.__gameTest.loadScenario({name}, {options})"),
                    None => format!("window.__gameTest.loadScenario({name})"),
                }
            }
        };
        let answer = self.act(Act::Eval(expression))?;
        self.note(Move::Begin(start.clone()).words(), None, 0.0, true);
        self.observe();
        let value = match answer {
            Answer::Evaluated(Evaluation::Value(value)) => value.unwrap_or(Value::Null),
            _ => return Err(Refusal::NoScenario(Move::Begin(start.clone()).words())),
        };
        if value.get("ok") == Some(&Value::Bool(false)) {
            return Err(Refusal::NoScenario(Move::Begin(start.clone()).words()));
        }
        Ok(value)
    }

    fn input(&mut self, input: &Input) -> Result<Value, Refusal> {
        match input {
            Input::Wait { ms } => self.pass(*ms),
            Input::Key { code, hold_ms } => {
                let hold_ms = hold_ms.max(PRESS_MS);
                self.act(Act::Input(key_input(true, code)))?;
                self.note(words(input), Some(input.clone()), hold_ms, false);
                self.observe();
                self.pass(hold_ms);
                self.act(Act::Input(key_input(false, code)))?;
            }
            Input::Control { name } => {
                let (x, y, width, height) = self.place(name)?;
                self.click(input, x + width / 2.0, y + height / 2.0)?;
            }
            Input::Action { action } => {
                let answer = self.act(Act::Eval(format!("window.__gameTest.input({action})")))?;
                self.note(words(input), Some(input.clone()), 0.0, false);
                self.observe();
                return match answer {
                    Answer::Evaluated(Evaluation::Value(value)) => Ok(value.unwrap_or(Value::Null)),
                    _ => Err(Refusal::Refused(words(input))),
                };
            }
            Input::Point { x, y } => {
                let (width, height) = self.viewport();
                self.mouse("mouseMoved", x * width, y * height)?;
                self.note(words(input), Some(input.clone()), 0.0, false);
                self.observe();
            }
            Input::Drag { control, x, y, dx, dy } => {
                let (left, top, width, height) = match control {
                    Some(control) => self.place(control)?,
                    None => {
                        let (width, height) = self.viewport();
                        (0.0, 0.0, width, height)
                    }
                };
                self.drag(input, (left + x * width, top + y * height), (*dx, *dy))?;
            }
            Input::Hide { ms } => {
                self.act(Act::Eval(visibility(true)))?;
                self.note(words(input), Some(input.clone()), 0.0, false);
                self.observe();
                self.pass(ms.max(PRESS_MS));
                self.act(Act::Eval(visibility(false)))?;
            }
            Input::Reload => {
                self.act(Act::Reload)?;
                self.come_up();
                self.note(words(input), Some(input.clone()), 0.0, false);
                self.observe();
            }
        }
        Ok(Value::Null)
    }

    fn mouse(&mut self, kind: &str, x: f64, y: f64) -> Result<(), Refusal> {
        let mut input = json!({ "kind": "mouse", "type": kind, "x": x, "y": y });
        match kind {
            "mousePressed" | "mouseReleased" => {
                input["button"] = "left".into();
                input["clickCount"] = 1.into();
                if kind == "mousePressed" {
                    input["buttons"] = 1.into();
                }
            }
            "dragged" => {
                input["type"] = "mouseMoved".into();
                input["button"] = "left".into();
                input["buttons"] = 1.into();
            }
            _ => {}
        }
        self.act(Act::Input(input)).map(|_| ())
    }

    /// Clicks somewhere; the input counts from the press on.
    pub(crate) fn click(&mut self, input: &Input, x: f64, y: f64) -> Result<(), Refusal> {
        self.mouse("mouseMoved", x, y)?;
        self.mouse("mousePressed", x, y)?;
        self.note(words(input), Some(input.clone()), PRESS_MS, false);
        self.observe();
        self.pass(PRESS_MS);
        self.mouse("mouseReleased", x, y)?;
        self.observe();
        Ok(())
    }

    /// Drags; the input counts from the moment it is let go.
    fn drag(&mut self, input: &Input, (x, y): (f64, f64), (dx, dy): (f64, f64)) -> Result<(), Refusal> {
        self.mouse("mouseMoved", x, y)?;
        self.mouse("mousePressed", x, y)?;
        for step in 1..=DRAG_STEPS {
            let part = f64::from(step) / f64::from(DRAG_STEPS);
            self.mouse("dragged", x + dx * part, y + dy * part)?;
            self.pass(1_000.0 / 60.0);
        }
        self.mouse("mouseReleased", x + dx, y + dy)?;
        self.note(words(input), Some(input.clone()), 0.0, false);
        self.observe();
        Ok(())
    }

    fn viewport(&mut self) -> (f64, f64) {
        let answer = self.act(Act::Eval("[innerWidth, innerHeight]".to_owned()));
        let side = |value: &Value, at: usize| value.get(at).and_then(Value::as_f64);
        match answer {
            Ok(Answer::Evaluated(Evaluation::Value(Some(value)))) => {
                (side(&value, 0).unwrap_or(1280.0), side(&value, 1).unwrap_or(713.0))
            }
            _ => (1280.0, 713.0),
        }
    }

    /// Where a control is: of the snapshot's `controls`, or an element that bears its name and can be clicked now.
    fn place(&mut self, name: &str) -> Result<(f64, f64, f64, f64), Refusal> {
        let none = || Refusal::NoControl(name.to_owned());
        let rect = |value: &Value| {
            let number = |keys: [&str; 2]| keys.iter().find_map(|key| value.get(*key).and_then(Value::as_f64));
            let (x, y) = (number(["left", "x"])?, number(["top", "y"])?);
            Some((
                x,
                y,
                number(["width", "w"]).unwrap_or(0.0),
                number(["height", "h"]).unwrap_or(0.0),
            ))
        };
        if let Some(controls) = self.snapshot().get("controls") {
            let listed = controls.as_array().and_then(|list| {
                let named = |item: &&Value| {
                    ["id", "name"]
                        .iter()
                        .any(|key| item.get(*key).and_then(Value::as_str) == Some(name))
                };
                list.iter().find(named)
            });
            let found = controls.get(name).or(listed).and_then(|item| {
                let off = item.get("enabled") == Some(&Value::Bool(false)) || item.get("visible") == Some(&Value::Bool(false));
                (!off).then(|| rect(item).or_else(|| rect(item.get("rect")?)))?
            });
            if let Some(found) = found {
                return Ok(found);
            }
        }
        let expression = format!("({FIND_CONTROL})({})", Value::from(name));
        match self.act(Act::Eval(expression))? {
            Answer::Evaluated(Evaluation::Value(Some(value))) => rect(&value).ok_or_else(none),
            _ => Err(none()),
        }
    }

    /// The tape's last line.
    pub fn end(&mut self) -> End {
        End {
            chain: oracade_recorder::observe::Observer::default().chain(),
            digest: self.guest.digest(),
            hold: false,
            died: self.died.as_ref().map(ToString::to_string),
        }
    }
}

/// The first frame after a moment.
fn next_frame(at_us: u64) -> u64 {
    frame_us(at_us * 60 / 1_000_000 + 1).max(at_us + 1)
}

fn look_at(moment: u64) -> Event {
    Event {
        at_us: moment,
        hold: false,
        act: Act::Snapshot,
    }
}

/// Finds an element by the names that pages give their controls, and says where it is if it can be clicked.
const FIND_CONTROL: &str = r#"name => {
  const quoted = JSON.stringify(name);
  const list = [`[data-action=${quoted}]`, `[data-control=${quoted}]`, `[id=${quoted}]`, `[name=${quoted}]`];
  if (/^[a-z][a-z0-9-]*$/.test(name)) list.push(`[data-${name}]`);
  for (const selector of list) {
    for (const element of document.querySelectorAll(selector)) {
      const box = element.getBoundingClientRect();
      if (element.disabled || box.width <= 0 || box.height <= 0) continue;
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (hit === null || !(element === hit || element.contains(hit) || hit.contains(element))) continue;
      return { left: box.left, top: box.top, width: box.width, height: box.height };
    }
  }
  return null;
}"#;

/// The page is hidden or shown, as a browser tells it.
fn visibility(hidden: bool) -> String {
    let state = if hidden { "hidden" } else { "visible" };
    format!(
        "Object.defineProperty(document, 'hidden', {{ configurable: true, value: {hidden} }}); \
         Object.defineProperty(document, 'visibilityState', {{ configurable: true, value: '{state}' }}); \
         document.dispatchEvent(new Event('visibilitychange')); undefined"
    )
}
