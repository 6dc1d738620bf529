//! The page's thread while somebody plays: real time is led to virtual time, what is pressed to input, frames to pictures.
//!
//! Only here does the person's clock touch the page, and only as the times of inputs, which the tape holds.

use super::asks::{Ask, Hands};
use super::hub::{Heard, Hub};
use super::interrupt;
use super::pixels::Shot;
use oracade_recorder::live::{Acted, Live};
use oracade_recorder::tape::frame_us;
use oracade_recorder::write::TapeWriter;
use oracade_recorder::{Act, Answer, End, Event};
use oracade_runtime::Evaluation;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufWriter};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often somebody who watches is told how far the run is.
const TELL_EVERY: Duration = Duration::from_millis(100);
/// Real time that one turn may take before the run is behind and lets time go.
const TURN_MAX: Duration = Duration::from_millis(100);
/// Longest wait for something to happen.
const WAIT_MAX: Duration = Duration::from_millis(200);
/// Lines of the console that are kept for those who come later, told at once, and their length in characters.
const LINES_MAX: usize = 200;
const LINE_MAX: usize = 2_000;
/// Longest snapshot that is shown, in bytes of JSON.
const SNAPSHOT_MAX: usize = 256 << 10;
/// Speeds that can be chosen.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.25..=8.0;

/// What a run came to.
pub(crate) struct Played {
    pub(crate) at_us: u64,
    pub(crate) inputs: usize,
    pub(crate) checkpoints: usize,
    pub(crate) end: End,
}

/// The tape, and what is counted and shown of it.
struct Sink {
    writer: Option<TapeWriter<BufWriter<File>>>,
    inputs: usize,
    checkpoints: usize,
    /// The last snapshot, and whether it has been told.
    snapshot: Option<(u64, Value)>,
    fresh: bool,
}

impl Sink {
    fn keep(&mut self, event: &Event) -> io::Result<()> {
        match &event.act {
            Act::Checkpoint(seen) => {
                self.checkpoints += 1;
                if !seen.value.is_null() {
                    self.snapshot = Some((event.at_us, seen.value.clone()));
                    self.fresh = true;
                }
            }
            Act::Input(_) => self.inputs += 1,
            _ => {}
        }
        match &mut self.writer {
            Some(writer) => writer.event(event),
            None => Ok(()),
        }
    }
}

/// Virtual time by real time.
struct Clock {
    running: bool,
    speed: f64,
    real: Instant,
    virtual_us: u64,
}

impl Clock {
    fn now_us(&self, now: Instant) -> u64 {
        let passed = now.duration_since(self.real).as_secs_f64() * 1e6 * self.speed;
        self.virtual_us + passed as u64
    }

    /// From `now` on it is `virtual_us`.
    fn set(&mut self, now: Instant, virtual_us: u64) {
        (self.real, self.virtual_us) = (now, virtual_us);
    }

    /// When it will be `virtual_us`.
    fn wait(&self, now: Instant, virtual_us: u64) -> Duration {
        let left = virtual_us.saturating_sub(self.now_us(now)) as f64 / 1e6 / self.speed;
        Duration::from_secs_f64(left)
    }
}

/// See the module's documentation.
pub(crate) struct Session {
    live: Live,
    sink: Sink,
    hub: Arc<Hub>,
    heard: Receiver<Heard>,
    about: Value,
    hands: Hands,
    clock: Clock,
    /// Somebody has let time stand; a player who comes does not change that.
    held: bool,
    /// The last frame that has been shown to the page.
    frame: u64,
    pictures: u32,
    /// The frame of the picture that is shown.
    pictured: u64,
    console_told: usize,
    exceptions_told: usize,
    lines: VecDeque<Value>,
    told_at: Instant,
    over: bool,
}

impl Session {
    pub(crate) fn new(
        live: Live,
        writer: Option<TapeWriter<BufWriter<File>>>,
        hub: Arc<Hub>,
        heard: Receiver<Heard>,
        about: Value,
        paused: bool,
    ) -> Session {
        Session {
            live,
            sink: Sink {
                writer,
                inputs: 0,
                checkpoints: 0,
                snapshot: None,
                fresh: false,
            },
            hub,
            heard,
            about,
            hands: Hands::default(),
            clock: Clock {
                running: false,
                speed: 1.0,
                real: Instant::now(),
                virtual_us: 0,
            },
            held: paused,
            frame: 0,
            pictures: 0,
            pictured: 0,
            console_told: 0,
            exceptions_told: 0,
            lines: VecDeque::new(),
            told_at: Instant::now(),
            over: false,
        }
    }

    /// Runs until somebody ends it.
    ///
    /// # Errors
    /// The tape cannot be written.
    pub(crate) fn run(mut self) -> io::Result<Played> {
        self.frame_on()?;
        while !self.over {
            let now = Instant::now();
            let wait = if self.clock.running {
                self.clock.wait(now, frame_us(self.frame + 1)).min(WAIT_MAX)
            } else {
                WAIT_MAX
            };
            match self.heard.recv_timeout(wait) {
                Ok(heard) => self.hear(heard)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Ok(heard) = self.heard.try_recv() {
                self.hear(heard)?;
            }
            if interrupt::asked() {
                break;
            }
            if self.clock.running {
                self.run_frames()?;
            }
            if self.clock.running && self.told_at.elapsed() >= TELL_EVERY {
                self.tell_state();
            }
        }
        self.finish()
    }

    fn advance_to(&mut self, until_us: u64) -> io::Result<()> {
        let Session { live, sink, .. } = self;
        let alive = live.died().is_none();
        live.advance_to(until_us, &mut |event: &Event| sink.keep(event))?;
        if alive && self.live.died().is_some() {
            self.stop();
        }
        self.tell_lines();
        if std::mem::take(&mut self.sink.fresh) {
            self.tell_snapshot(None);
        }
        Ok(())
    }

    fn act(&mut self, act: Act) -> io::Result<Acted> {
        let Session { live, sink, .. } = self;
        let acted = live.act(act, &mut |event: &Event| sink.keep(event))?;
        if acted == Acted::Dead {
            self.stop();
        }
        if let Acted::Refused(message) = &acted {
            self.hub.tell(None, json!({ "refused": message }).to_string());
        }
        self.tell_lines();
        Ok(acted)
    }

    /// Time stands.
    fn stop(&mut self) {
        self.clock.running = false;
        self.tell_state();
    }

    /// Runs the frames that are due by now.
    fn run_frames(&mut self) -> io::Result<()> {
        let started = Instant::now();
        let due_us = self.clock.now_us(started);
        let mut any = false;
        while self.clock.running && frame_us(self.frame + 1) <= due_us {
            self.frame += 1;
            any = true;
            self.advance_to(frame_us(self.frame))?;
            if started.elapsed() > TURN_MAX {
                break;
            }
        }
        if any {
            self.picture();
        }
        // A page that takes longer than real time runs slowly; it does not run after the clock.
        let now = Instant::now();
        let behind_us = self.clock.now_us(now).saturating_sub(frame_us(self.frame + 1));
        if self.clock.running && behind_us as f64 / 1e6 / self.clock.speed > TURN_MAX.as_secs_f64() {
            self.clock.set(now, frame_us(self.frame));
        }
        Ok(())
    }

    /// One frame further, whatever the clock says.
    fn frame_on(&mut self) -> io::Result<()> {
        self.frame += 1;
        self.advance_to(frame_us(self.frame))?;
        self.clock.set(Instant::now(), frame_us(self.frame));
        self.picture();
        Ok(())
    }

    /// Takes a picture if somebody wants one, right after a frame.
    fn picture(&mut self) {
        let first = self.pictures == 0;
        if !first && self.clock.running && !self.hub.is_wanted() {
            return;
        }
        if let Some(frame) = self.live.look() {
            self.pictures += 1;
            self.pictured = self.frame;
            self.hub.show(Shot {
                number: self.pictures,
                at_us: frame_us(self.frame),
                frame,
            });
        }
    }

    fn hear(&mut self, heard: Heard) -> io::Result<()> {
        match heard {
            Heard::Joined(id) => self.greet(id),
            Heard::Plays(id) => {
                self.hub.tell(Some(id), json!({ "role": "player" }).to_string());
                if !self.held {
                    self.go();
                }
            }
            Heard::PlayerLeft => {
                self.input(&Ask::Release {})?;
                self.pause()?;
            }
            Heard::Asked(ask) => self.ask(&ask)?,
            // What the clock does next shows it.
            Heard::Ready => {}
        }
        Ok(())
    }

    fn go(&mut self) {
        if self.live.died().is_none() && !self.clock.running {
            self.clock.running = true;
            // Time that has been stood still is not made up for.
            let at_us = self.live.at_us().max(frame_us(self.frame));
            self.clock.set(Instant::now(), at_us);
            self.tell_state();
        }
    }

    /// Lets time stand, at a frame that is shown.
    fn pause(&mut self) -> io::Result<()> {
        if self.clock.running {
            self.clock.running = false;
            self.frame_on()?;
            self.tell_state();
        }
        Ok(())
    }

    fn ask(&mut self, ask: &Ask) -> io::Result<()> {
        match ask {
            Ask::Pause {} => {
                self.held = true;
                self.pause()
            }
            Ask::Run {} => {
                self.held = false;
                self.go();
                Ok(())
            }
            Ask::Step {} => {
                self.held = true;
                self.clock.running = false;
                if self.live.died().is_none() {
                    self.frame_on()?;
                }
                self.tell_state();
                Ok(())
            }
            Ask::Speed { factor } => {
                let now = Instant::now();
                let at_us = self.clock.now_us(now);
                if self.clock.running {
                    self.clock.set(now, at_us);
                }
                self.clock.speed = factor.clamp(*SPEEDS.start(), *SPEEDS.end());
                self.tell_state();
                Ok(())
            }
            Ask::Reload {} => {
                self.catch_up()?;
                self.act(Act::Reload)?;
                if !self.clock.running && self.live.died().is_none() {
                    self.frame_on()?;
                }
                self.tell_state();
                Ok(())
            }
            Ask::Snapshot {} => {
                self.catch_up()?;
                let taken = match self.act(Act::Snapshot)? {
                    Acted::Done(Answer::Evaluated(Evaluation::Value(value))) => Ok(value.unwrap_or_default()),
                    Acted::Done(Answer::Evaluated(Evaluation::Failed(message))) => Err(message),
                    _ => Err("the page is dead".to_owned()),
                };
                match taken {
                    Ok(value) => {
                        self.sink.snapshot = Some((self.live.at_us(), value));
                        self.tell_snapshot(None);
                    }
                    Err(message) => self.hub.tell(None, json!({ "snapshot": { "error": message } }).to_string()),
                }
                self.tell_state();
                Ok(())
            }
            Ask::End {} => {
                self.over = true;
                Ok(())
            }
            input => self.input(input),
        }
    }

    /// Brings the page to the present, short of the next frame, whose picture is taken before anything else is done.
    fn catch_up(&mut self) -> io::Result<()> {
        if !self.clock.running {
            return Ok(());
        }
        let present_us = self.clock.now_us(Instant::now());
        let until_us = present_us.min(frame_us(self.frame + 1) - 1);
        if until_us > self.live.at_us() {
            self.advance_to(until_us)?;
        }
        Ok(())
    }

    fn input(&mut self, ask: &Ask) -> io::Result<()> {
        let inputs = self.hands.inputs(ask);
        if !inputs.is_empty() {
            self.catch_up()?;
        }
        for input in inputs {
            self.act(Act::Input(input))?;
        }
        if !self.clock.running {
            self.tell_state();
        }
        Ok(())
    }

    fn greet(&mut self, id: u64) {
        let mut hello = self.about.clone();
        hello["lines"] = self.lines.iter().cloned().collect();
        self.hub.tell(Some(id), json!({ "hello": hello }).to_string());
        self.hub.tell(Some(id), self.state().to_string());
        self.tell_snapshot(Some(id));
    }

    fn state(&self) -> Value {
        let page = self.live.page();
        json!({ "state": {
            "at_ms": self.live.at_us() as f64 / 1e3, "frame": self.frame, "running": self.clock.running, "speed": self.clock.speed,
            "digest": page.digest(), "inputs": self.sink.inputs, "checkpoints": self.sink.checkpoints,
            "pictured": self.pictured, "died": self.live.died().map(ToString::to_string),
        } })
    }

    fn tell_state(&mut self) {
        self.told_at = Instant::now();
        self.hub.tell(None, self.state().to_string());
    }

    /// Tells what the page has said since the last time.
    fn tell_lines(&mut self) {
        let page = self.live.page();
        let short = |text: &str| text.chars().take(LINE_MAX).collect::<String>();
        let line = |kind: &str, text: &str, at_us: u64| json!({ "kind": kind, "text": short(text), "at_ms": at_us as f64 / 1e3 });
        let (said, thrown) = (
            page.console_since(self.console_told),
            page.exceptions_since(self.exceptions_told),
        );
        if said.is_empty() && thrown.is_empty() {
            return;
        }
        self.console_told += said.len();
        self.exceptions_told += thrown.len();
        let mut lines: Vec<Value> = said.iter().map(|entry| line(&entry.kind, &entry.text, entry.at_us)).collect();
        lines.extend(thrown.iter().map(|entry| {
            let text = entry.description.as_ref().unwrap_or(&entry.text);
            line("exception", text, entry.at_us)
        }));
        let skipped = lines.len().saturating_sub(LINES_MAX);
        lines.drain(..skipped);
        self.lines.extend(lines.iter().cloned());
        let old = self.lines.len().saturating_sub(LINES_MAX);
        self.lines.drain(..old);
        self.hub
            .tell(None, json!({ "console": lines, "skipped": skipped }).to_string());
    }

    fn tell_snapshot(&self, id: Option<u64>) {
        let Some((at_us, value)) = &self.sink.snapshot else { return };
        let text = value.to_string();
        let at_ms = *at_us as f64 / 1e3;
        let told = if text.len() <= SNAPSHOT_MAX {
            json!({ "snapshot": { "at_ms": at_ms, "value": value } })
        } else {
            json!({ "snapshot": { "at_ms": at_ms, "error": format!("{} KiB: too long to be shown", text.len() >> 10) } })
        };
        self.hub.tell(id, told.to_string());
    }

    fn finish(mut self) -> io::Result<Played> {
        for input in self.hands.release() {
            self.act(Act::Input(input))?;
        }
        let end = self.live.end();
        let at_us = self.live.at_us();
        if let Some(writer) = self.sink.writer.take() {
            writer.end(at_us, &end)?;
        }
        let over = json!({ "over": { "digest": end.digest, "at_ms": at_us as f64 / 1e3, "died": end.died } });
        self.hub.tell(None, over.to_string());
        Ok(Played {
            at_us,
            inputs: self.sink.inputs,
            checkpoints: self.sink.checkpoints,
            end,
        })
    }
}
