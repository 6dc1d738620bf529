//! A page, or any other guest of the runtime, as a world.

use crate::error::{EnvError, Result};
use crate::world::{Picture, World};
use oracade_runtime::{Engine, Evaluation, Guest, Isolates, PageError, PageOptions, Profile};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// Virtual time that a page may take until it has loaded.
const LOADING_US: u64 = 30_000_000;
/// Virtual time that a call may take until its promise is settled.
const CALL: Duration = Duration::from_secs(1);

/// What a page is opened with, for a profile.
pub type Opener = Arc<dyn Fn(Profile) -> PageOptions + Send + Sync>;

/// See the module's documentation.
pub struct PageWorld {
    engine: &'static Engine,
    opener: Opener,
    profile: Profile,
    warmup_ms: u32,
    guest: Option<Box<dyn Guest>>,
    /// The page of an episode follows that of the one before it.
    isolates: Isolates,
}

fn ended(error: &PageError) -> EnvError {
    EnvError::Game(error.to_string())
}

impl PageWorld {
    /// A world in which nothing has been opened.
    pub fn new(engine: &'static Engine, opener: Opener, profile: Profile, warmup_ms: u32) -> PageWorld {
        PageWorld {
            engine,
            opener,
            profile,
            warmup_ms,
            guest: None,
            isolates: Isolates::default(),
        }
    }

    fn guest(&mut self) -> Result<&mut Box<dyn Guest>> {
        let guest = self.guest.as_mut();
        guest.ok_or_else(|| EnvError::State("the page is not open; reset first".to_owned()))
    }

    fn evaluate(&mut self, expression: &str) -> Result<Option<Value>> {
        let guest = self.guest()?;
        match guest.evaluate_within(expression, CALL).map_err(|error| ended(&error))? {
            Evaluation::Value(value) => Ok(value),
            Evaluation::Pending(id) => {
                guest.drop_evaluation(id);
                Ok(None)
            }
            Evaluation::Thrown(thrown) => {
                let told = thrown.description.unwrap_or(thrown.text);
                Err(EnvError::State(format!("`{expression}` throws: {told}")))
            }
            Evaluation::Failed(message) => Err(EnvError::State(format!("`{expression}`: {message}"))),
        }
    }
}

impl World for PageWorld {
    fn reset(&mut self, seed: u64, options: &Value) -> Result<()> {
        self.guest = None;
        let profile = Profile {
            seed,
            ..self.profile.clone()
        };
        let isolates = Some(self.isolates.clone());
        let guest = oracade_runtime::open_in(self.engine, (self.opener)(profile), isolates);
        let mut guest = guest.map_err(|error| ended(&error))?;
        guest.keep_calls();
        loop {
            let next = guest.next_frame_us();
            guest.advance_to(next).map_err(|error| ended(&error))?;
            if guest.loaded() {
                break;
            }
            if next > LOADING_US {
                return Err(EnvError::Game("the page has not loaded in 30 virtual seconds".to_owned()));
            }
        }
        let until = guest.now_us() + u64::from(self.warmup_ms) * 1000;
        while guest.next_frame_us() <= until {
            let next = guest.next_frame_us();
            guest.advance_to(next).map_err(|error| ended(&error))?;
        }
        self.guest = Some(guest);
        if let Some(fields) = options.as_object().filter(|fields| !fields.is_empty()) {
            // A scenario by its name is given as the contract of pages has it: name, options.
            let call = match fields.get("scenario") {
                Some(name) => format!("window.__gameTest.loadScenario({name}, {options})"),
                None => format!("window.__gameTest.loadScenario({options})"),
            };
            self.evaluate(&call)?;
        }
        Ok(())
    }

    fn input(&mut self, event: &Value) -> Result<()> {
        match self.guest()?.input(event) {
            Ok(_) => Ok(()),
            Err(PageError::BadInput(message)) => Err(EnvError::State(format!("the input is refused: {message}"))),
            Err(error) => Err(ended(&error)),
        }
    }

    fn call(&mut self, expression: &str) -> Result<()> {
        self.evaluate(expression).map(|_| ())
    }

    fn frames(&mut self, count: u32) -> Result<()> {
        let guest = self.guest()?;
        for _ in 0..count {
            let next = guest.next_frame_us();
            guest.advance_to(next).map_err(|error| ended(&error))?;
        }
        Ok(())
    }

    fn snapshot(&mut self) -> Result<Value> {
        match self.guest()?.snapshot() {
            Ok(value) => Ok(value),
            Err(PageError::Snapshot(message)) => {
                let advice = "an environment needs a page with window.__gameTest.getSnapshot()";
                Err(EnvError::State(format!("{message}; {advice}")))
            }
            Err(error) => Err(ended(&error)),
        }
    }

    fn text(&mut self) -> Result<String> {
        let told = self.evaluate("typeof window.__gameTest?.text === 'function' ? String(window.__gameTest.text()) : null")?;
        match told {
            Some(Value::String(text)) => Ok(text),
            _ => Ok(self.snapshot()?.to_string()),
        }
    }

    fn picture(&mut self, width: u32, height: u32) -> Result<Picture> {
        let guest = self.guest()?;
        let seen = guest.look_at(width, height).map_err(|error| ended(&error))?;
        let frame = match seen {
            Some(frame) => frame,
            None => guest.capture().map_err(|error| ended(&error))?.resized(width, height),
        };
        Ok(Picture {
            width: frame.width,
            height: frame.height,
            rgba: frame.rgba,
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.profile.width, self.profile.height)
    }

    fn copy(&mut self) -> Result<Box<dyn World>> {
        let guest = match &self.guest {
            Some(guest) => Some(guest.branch().map_err(|error| ended(&error))?),
            None => None,
        };
        Ok(Box::new(PageWorld {
            engine: self.engine,
            opener: self.opener.clone(),
            profile: self.profile.clone(),
            warmup_ms: self.warmup_ms,
            guest,
            isolates: self.isolates.clone(),
        }))
    }

    fn clock_us(&self) -> u64 {
        self.guest.as_ref().map_or(0, |guest| guest.now_us())
    }
}
