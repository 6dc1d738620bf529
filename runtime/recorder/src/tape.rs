//! What is on a tape: a header that says under which conditions it was recorded, events in order of time, checkpoints among
//! them, and an end.

pub use crate::database::TapeDatabase;
use oracade_runtime::{FontProfile, Profile};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the format that this program writes and reads.
pub const FORMAT: u32 = 1;

/// The first line of a tape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`FORMAT`].
    pub tape: u32,
    /// Version of the program that recorded it.
    pub oracade: String,
    /// Digest of the engine (V8's archive, version and flags).
    pub engine: String,
    /// Digest of the fonts.
    pub fonts: String,
    /// The game as it was given, for people and as a default when the tape is played.
    pub game: String,
    /// Digest of the game's files.
    pub bundle: String,
    /// The document that was opened, relative to the origin; empty is `index.html`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub document: String,
    /// What the page was told about its host.
    pub profile: TapeProfile,
    /// A checkpoint every this many frames; 0 is none.
    #[serde(default)]
    pub every: u64,
    /// Local storage at the start: `[key, value]` pairs in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub storage: Vec<(String, String)>,
    /// Databases (IndexedDB) at the start, in the order of their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub databases: Vec<TapeDatabase>,
    /// Scripts run in each document before its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init_scripts: Vec<String>,
}

/// The parts of a [`Profile`] that a page can see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TapeProfile {
    /// Viewport in CSS px.
    pub viewport: (u32, u32),
    /// Device pixels per CSS px.
    pub dpr: f64,
    /// BCP 47 tag.
    pub locale: String,
    /// IANA zone.
    pub time_zone: String,
    /// Wall date at the start, in ms since 1970.
    pub epoch_ms: f64,
    /// Seed of everything random.
    pub seed: u64,
    /// `default` or `reference`.
    pub fonts: String,
    /// `navigator.maxTouchPoints`.
    #[serde(default)]
    pub touch_points: u32,
    /// `navigator.userAgent`.
    pub user_agent: String,
}

/// Why a header's profile cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// Not a font profile of this version.
    #[error("profile.fonts is {0:?}; this version has \"default\" and \"reference\"")]
    Fonts(String),
    /// A size that no page can have.
    #[error("profile.viewport must be two sizes from 1 to 16384, and dpr from 0.1 to 8")]
    Viewport,
    /// Pages have one zone.
    #[error("profile.time_zone is {0:?}; pages live in UTC")]
    TimeZone(String),
    /// Not a date.
    #[error("profile.epoch_ms is not a date")]
    Epoch,
    /// More than a screen has.
    #[error("profile.touch_points must be at most 16")]
    TouchPoints,
}

impl TapeProfile {
    /// The visible parts of a profile.
    pub fn of(profile: &Profile) -> TapeProfile {
        let fonts = match profile.fonts {
            FontProfile::Default => "default",
            FontProfile::Reference => "reference",
        };
        TapeProfile {
            viewport: (profile.width, profile.height),
            dpr: profile.dpr,
            locale: profile.locale.clone(),
            time_zone: profile.time_zone.clone(),
            epoch_ms: profile.epoch_ms,
            seed: profile.seed,
            fonts: fonts.to_owned(),
            touch_points: profile.touch_points,
            user_agent: profile.user_agent.clone(),
        }
    }

    /// A profile that shows this, with the default limits.
    ///
    /// # Errors
    /// A value that no page of this version can have.
    pub fn to_profile(&self) -> Result<Profile, ProfileError> {
        let (width, height) = self.viewport;
        let side = 1..=16_384;
        if !side.contains(&width) || !side.contains(&height) || !(0.1..=8.0).contains(&self.dpr) {
            return Err(ProfileError::Viewport);
        }
        if self.time_zone != "UTC" {
            return Err(ProfileError::TimeZone(self.time_zone.clone()));
        }
        if !(0.0..=8.64e15).contains(&self.epoch_ms) {
            return Err(ProfileError::Epoch);
        }
        if self.touch_points > 16 {
            return Err(ProfileError::TouchPoints);
        }
        let fonts = match self.fonts.as_str() {
            "default" => FontProfile::Default,
            "reference" => FontProfile::Reference,
            other => return Err(ProfileError::Fonts(other.to_owned())),
        };
        Ok(Profile {
            width,
            height,
            dpr: self.dpr,
            locale: self.locale.clone(),
            time_zone: self.time_zone.clone(),
            epoch_ms: self.epoch_ms,
            seed: self.seed,
            fonts,
            touch_points: self.touch_points,
            user_agent: self.user_agent.clone(),
            ..Profile::default()
        })
    }
}

/// Something that is done to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// An input event with the parameters of the DevTools protocol and `kind`.
    Input(Value),
    /// An expression, whose promise is awaited for up to 5 s of virtual time.
    Eval(String),
    /// An expression; what it promises is taken by a later [`Act::Settle`].
    Evaluate(String),
    /// Takes the result of the evaluation of that number.
    Settle(u32),
    /// `__gameTest.loadScenario` of a value.
    Scenario(Value),
    /// `__gameTest.getSnapshot()`.
    Snapshot,
    /// The document is loaded anew.
    Reload,
    /// The viewport changes.
    Viewport {
        /// CSS px.
        width: u32,
        /// CSS px.
        height: u32,
        /// Device pixels per CSS px.
        dpr: f64,
        /// Whether it is a mobile device's.
        mobile: bool,
    },
    /// `navigator.maxTouchPoints` changes.
    TouchPoints(u32),
    /// A picture is taken of the viewport or of the first canvas that matches a selector; what it shows is in the page's digest.
    Capture(Option<String>),
    /// What is seen is compared with what was seen.
    Checkpoint(Box<Checkpoint>),
}

impl Act {
    /// Whether it can change what the page does, as opposed to looking at it.
    pub fn is_action(&self) -> bool {
        !matches!(self, Act::Capture(_) | Act::Checkpoint(_) | Act::Snapshot | Act::Settle(_))
    }
}

/// A line of a tape.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Virtual time in µs. What is due up to and including that time runs first, unless `hold`.
    pub at_us: u64,
    /// Acts at the instant the line before left, before anything that is due.
    pub hold: bool,
    /// What is done.
    pub act: Act,
}

/// What was seen at a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// Number of the frame: 60 a second from the start of the tape.
    pub frame: u64,
    /// Digest over everything seen from the start.
    pub chain: String,
    /// Digest of the viewport's size and pixels.
    pub pixels: String,
    /// Digest of the snapshot's JSON.
    pub snapshot: String,
    /// The snapshot, if it is not too long to be kept; `null` if the page gave none.
    #[serde(default)]
    pub value: Value,
    /// Digest of all console lines and uncaught exceptions so far.
    pub console: String,
    /// Lines and exceptions since the checkpoint before, shortened: for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
    /// Digest of local and session storage.
    pub storage: String,
    /// Digest of the order and times in which tasks, timers and frames have run.
    pub order: String,
}

/// The last line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// Digest over everything that was seen at checkpoints.
    pub chain: String,
    /// The page's own digest chain.
    pub digest: String,
    /// Nothing was advanced after the last event.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hold: bool,
    /// How the page died, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub died: Option<String>,
}

/// A tape that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Tape {
    /// `None`: a bare list of events, written by hand.
    pub header: Option<Header>,
    /// In order of time.
    pub events: Vec<Event>,
    /// Time of the last line in µs; with an `end` line that one's.
    pub end_us: u64,
    /// `None` if the recording broke off or the tape was written by hand.
    pub end: Option<End>,
    /// The last line was cut off, as a crash leaves it, and was not read.
    pub broken_off: bool,
}

impl Tape {
    /// The checkpoints in order.
    pub fn checkpoints(&self) -> impl Iterator<Item = &Checkpoint> {
        self.events.iter().filter_map(|event| match &event.act {
            Act::Checkpoint(checkpoint) => Some(checkpoint.as_ref()),
            _ => None,
        })
    }

    /// The events without what only looks at the page.
    pub fn actions(&self) -> Vec<Event> {
        actions(&self.events)
    }
}

/// Events without those that only look at the page. One that held behind such a look comes when the look came: what was due then has run.
pub fn actions(events: &[Event]) -> Vec<Event> {
    let mut kept = Vec::new();
    let mut moved = false;
    for event in events {
        if event.act.is_action() {
            let hold = event.hold && !moved;
            kept.push(Event { hold, ..event.clone() });
            moved = false;
        } else {
            moved |= !event.hold;
        }
    }
    kept
}

/// Time of frame `k` of a tape in whole µs.
pub fn frame_us(k: u64) -> u64 {
    k.saturating_mul(1_000_000).div_ceil(60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_held_behind_a_look_comes_when_the_look_came() {
        let event = |at_us, hold, act| Event { at_us, hold, act };
        let evaluate = || Act::Evaluate("1".to_owned());
        let events = [
            event(10, false, evaluate()),
            event(10, true, evaluate()),
            event(20, false, Act::Settle(1)),
            event(20, true, Act::Snapshot),
            event(20, true, evaluate()),
            event(20, true, evaluate()),
            event(20, true, Act::Snapshot),
            event(20, true, evaluate()),
        ];
        let held: Vec<(u64, bool)> = actions(&events).iter().map(|event| (event.at_us, event.hold)).collect();
        assert_eq!(held, [(10, false), (10, true), (20, false), (20, true), (20, true)]);
    }
}
