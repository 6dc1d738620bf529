//! `oracade minimize`: a shorter tape that still shows the failure.

use super::stage::{Stage, on_page_thread, read_recorded, warn_of_conditions};
use anyhow::{Context, bail, ensure};
use oracade_recorder::Event;
use oracade_recorder::beginnings::{Beginnings, Played};
use oracade_recorder::minimize::minimize;
use oracade_recorder::play::Player;
use oracade_recorder::record::{Moment, record};
use oracade_recorder::write::TapeWriter;
use oracade_runtime::{Evaluation, Guest, PageError};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `oracade minimize`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The tape.
    #[arg(value_name = "TAPE")]
    tape: PathBuf,
    /// What a tape must still lead to: this expression is true in the page at the end.
    #[arg(long, value_name = "EXPR", required_unless_present_any = ["exception", "died"])]
    until: Option<String>,
    /// … an uncaught exception whose text contains this.
    #[arg(long, value_name = "TEXT")]
    exception: Option<String>,
    /// … the page's end (out of memory, hung).
    #[arg(long)]
    died: bool,
    /// The shorter tape [default: TAPE.min.tape].
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Tapes that are tried at most.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    tries: u32,
    /// The game, if it does not lie where it lay.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Pages that are kept at beginnings of the tape.
const KEPT: usize = 24;

struct Trial<'a> {
    beginnings: Beginnings<'a>,
    end_us: u64,
    args: &'a Args,
}

impl Trial<'_> {
    /// Whether these events still lead there.
    fn holds(&mut self, events: &[Event]) -> anyhow::Result<bool> {
        let (mut page, mut died) = match self.beginnings.play(events) {
            Ok(Played { page, died }) => (page, died),
            // A release without its press and the like: such a list is no tape.
            Err(PageError::BadInput(_)) => return Ok(false),
            Err(error) => return Err(error).context("the page cannot be opened"),
        };
        if died.is_none() {
            died = page.advance_to(self.end_us).err();
        }
        Ok(self.judge(page.as_mut(), died.is_some()))
    }

    fn judge(&self, page: &mut dyn Guest, died: bool) -> bool {
        if self.args.died && !died {
            return false;
        }
        if let Some(text) = &self.args.exception {
            let has = |wanted: &str| {
                page.exceptions()
                    .iter()
                    .any(|exception| exception.description.as_ref().unwrap_or(&exception.text).contains(wanted))
            };
            if !has(text) {
                return false;
            }
        }
        let Some(expression) = &self.args.until else { return true };
        match page.evaluate_within(&format!("!!({expression}\n)"), Duration::from_secs(5)) {
            Ok(Evaluation::Value(Some(Value::Bool(answer)))) => answer,
            _ => false,
        }
    }
}

/// The events without inputs that the page refuses, which a check may have sent.
fn accepted(page: &mut dyn Guest, events: Vec<Event>) -> Vec<Event> {
    let mut player = Player::default();
    let mut dead = false;
    let mut keep = |event: &Event| match player.perform(page, event) {
        _ if dead => true,
        Err(PageError::BadInput(_)) => false,
        outcome => {
            dead = outcome.is_err();
            true
        }
    };
    events.into_iter().filter(|event| keep(event)).collect()
}

/// Shortens.
///
/// # Errors
/// The tape or its game cannot be used, or the tape does not lead there as it is.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (header, tape) = read_recorded(&args.tape)?;
    on_page_thread(|engine| {
        let stage = Stage::of_tape(&header, args.game.as_deref(), args.library.as_deref(), false)?;
        warn_of_conditions(engine, &header, &args.tape);
        let events = accepted(&mut *stage.open(engine, &header, None)?, tape.actions());
        let nursery = crate::nursery::of(&stage, args.library.as_deref(), false);
        let open = || match &nursery {
            Some(nursery) => nursery.open(&header, None),
            None => stage
                .open(engine, &header, None)
                .map_err(|error| PageError::Internal(format!("{error:#}"))),
        };
        let mut trial = Trial {
            beginnings: Beginnings::new(KEPT, Box::new(open)),
            end_us: tape.end_us,
            args,
        };
        ensure!(
            trial.holds(&events)?,
            "the tape as it is does not lead there: check --until, --exception or --died against `oracade replay {}`",
            args.tape.display()
        );
        let mut tried = 0_usize;
        let shortest = minimize(&events, args.tries as usize, |events| {
            tried += 1;
            if tried.is_multiple_of(10) {
                let _ = writeln!(std::io::stderr(), "{tried} tapes tried, {} events in this one", events.len());
            }
            trial.holds(events)
        })?;
        let path = args.out.clone().unwrap_or_else(|| args.tape.with_extension("min.tape"));
        if path == args.tape {
            bail!("--out is the tape itself");
        }
        let mut writer = TapeWriter::new(Vec::new(), &header)?;
        let mut page = stage.open(engine, &header, None)?;
        let end = record(
            page.as_mut(),
            &shortest.events,
            header.every,
            tape.end_us,
            |moment| match moment {
                Moment::Before(event) | Moment::Seen(event, _) => writer.event(event),
                Moment::After(..) => Ok(()),
            },
        )?;
        fs::write(&path, writer.end(tape.end_us, &end)?).with_context(|| format!("cannot write {}", path.display()))?;
        if args.json {
            let result = json!({
                "tape": path, "branches": if nursery.is_some() { "forks" } else { "repeats" }, "events": shortest.events.len(), "before": events.len(), "tried": shortest.tried, "stopped": shortest.stopped,
            });
            println!("{result:#}");
        } else {
            println!(
                "{} of {} events are needed ({} tapes tried)",
                shortest.events.len(),
                events.len(),
                shortest.tried
            );
            if shortest.stopped {
                println!("the limit of {} tries was reached; --tries allows more", args.tries);
            }
            println!("tape        {}", path.display());
        }
        Ok(ExitCode::SUCCESS)
    })
}
