//! `oracade export`: a tape as a list of events of another system.

use super::stage::read_tape;
use anyhow::{Context, ensure};
use oracade_recorder::export::{Exported, Form, Loss, export};
use oracade_recorder::{Act, Event, Tape};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// What a tape is turned into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum To {
    /// Steps as Playwright has them, as JSON; `oracade record --events` takes them back.
    Playwright,
    /// A script (.mjs) that plays the tape in a real browser with Playwright and its clock.
    PlaywrightScript,
    /// A trace of frames as GameCraft-Bench has it, as JSON; `oracade record --events` takes it back.
    Gamecraft,
    /// The events alone, a JSON object a line; `oracade run --tape` and `record --events` take them.
    Jsonl,
}

/// Arguments of `oracade export`.
#[derive(clap::Args, Clone)]
#[command(after_help = "What the other list cannot say is told on standard error, by name, with how often and when first.")]
pub(crate) struct Args {
    /// The tape, or a list of events.
    #[arg(value_name = "TAPE")]
    tape: PathBuf,
    /// What it is turned into.
    #[arg(long, value_name = "FORM", value_enum)]
    to: To,
    /// The file [default: standard output].
    #[arg(long, short, value_name = "FILE", required_if_eq("json", "true"))]
    out: Option<PathBuf>,
    /// The viewport of a list without header, in CSS pixels; a trace is scaled by it.
    #[arg(long, value_name = "WxH", value_parser = crate::conditions::parse_viewport, default_value = "1280x713")]
    viewport: (u32, u32),
    /// Exit with 1 if anything is lost.
    #[arg(long)]
    strict: bool,
    /// Print what was written and what is lost as JSON (with --out).
    #[arg(long)]
    json: bool,
}

/// Exports. Exit code: 0 written, 1 with --strict: something is lost.
///
/// # Errors
/// The tape cannot be read, or the file cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let tape = read_tape(&args.tape)?;
    let exported = match args.to {
        To::Playwright => export(Form::Playwright, &tape, args.viewport),
        To::Gamecraft => export(Form::Gamecraft, &tape, args.viewport),
        To::Jsonl => export(Form::Jsonl, &tape, args.viewport),
        To::PlaywrightScript => script(&tape, args.viewport),
    };
    ensure!(
        exported.events > 0 || tape.events.is_empty(),
        "nothing of {} can be said in this form: it has {}",
        args.tape.display(),
        exported.losses.iter().map(words).collect::<Vec<_>>().join("; ")
    );
    match &args.out {
        Some(path) => fs::write(path, &exported.text).with_context(|| format!("cannot write {}", path.display()))?,
        None => std::io::stdout().lock().write_all(exported.text.as_bytes())?,
    }
    if args.json {
        let result = json!({ "tape": args.tape, "out": args.out, "events": exported.events, "lost": exported.losses });
        println!("{result:#}");
    } else {
        for loss in &exported.losses {
            eprintln!("not in it: {}", words(loss));
        }
        if let Some(path) = &args.out {
            println!("{} events in {}", exported.events, path.display());
        }
    }
    Ok(if args.strict && !exported.losses.is_empty() {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn words(loss: &Loss) -> String {
    match loss.first_at_us {
        Some(at_us) if loss.count == 1 => format!("{}, at {} ms", loss.what, at_us as f64 / 1e3),
        Some(at_us) => format!("{}, {} times, first at {} ms", loss.what, loss.count, at_us as f64 / 1e3),
        None if loss.count == 1 => loss.what.clone(),
        None => format!("{}, {} of them", loss.what, loss.count),
    }
}

/// The script around a tape's inputs; what it does is in the file itself.
const SCRIPT: &str = include_str!("export_playwright.mjs");

fn script(tape: &Tape, viewport: (u32, u32)) -> Exported {
    // The inputs go to the browser as they are on the tape, by its DevTools protocol; so nothing of them is lost but what it lacks.
    let mut losses: Vec<Loss> = Vec::new();
    let mut lose = |what: &str, at_us: Option<u64>| match losses.iter_mut().find(|loss| loss.what == what) {
        Some(loss) => loss.count += 1,
        None => losses.push(Loss {
            what: what.to_owned(),
            count: 1,
            first_at_us: at_us,
        }),
    };
    lose("header: seed (Math.random is the browser's own)", None);
    let mut lines = Vec::new();
    for event in &tape.events {
        match said(event) {
            Ok(Some(said)) => lines.push(format!("  [{}, {said}],", event.at_us as f64 / 1e3)),
            Ok(None) => {}
            Err(what) => lose(what, Some(event.at_us)),
        }
        if event.hold {
            lose("hold (nothing runs between two acts of one instant)", Some(event.at_us));
        }
    }
    let conditions = match &tape.header {
        Some(header) => {
            if !header.databases.is_empty() {
                lose("header: what databases held", None);
            }
            let profile = &header.profile;
            json!({
                "game": header.game, "document": header.document, "viewport": profile.viewport, "dpr": profile.dpr, "locale": profile.locale,
                "zone": profile.time_zone, "epoch": profile.epoch_ms, "agent": profile.user_agent, "touch": profile.touch_points > 0,
                "storage": header.storage, "scripts": header.init_scripts, "end": tape.end_us as f64 / 1e3,
            })
        }
        None => json!({
            "game": "", "document": "", "viewport": viewport, "dpr": 1, "locale": "en-US", "zone": "UTC",
            "epoch": oracade_runtime::EPOCH_MS, "touch": false, "storage": [], "scripts": [], "end": tape.end_us as f64 / 1e3,
        }),
    };
    losses.sort_by(|a, b| a.what.cmp(&b.what));
    Exported {
        text: SCRIPT
            .replace("'@CONDITIONS@'", &format!("{conditions:#}"))
            .replace("  '@EVENTS@',", &lines.join("\n")),
        events: lines.len(),
        losses,
    }
}

/// An event as the script takes it; `None`: it only looks at the page; an error: what cannot be done.
fn said(event: &Event) -> Result<Option<Value>, &'static str> {
    Ok(Some(match &event.act {
        Act::Input(input) => {
            let mut parameters = input.clone();
            let kind = parameters.as_object_mut().and_then(|parts| parts.shift_remove("kind"));
            let method = match kind.as_ref().and_then(Value::as_str) {
                Some("mouse" | "wheel") => "Input.dispatchMouseEvent",
                Some("touch") => "Input.dispatchTouchEvent",
                Some("key") => "Input.dispatchKeyEvent",
                _ => return Err("input: gamepad"),
            };
            json!({ "cdp": method, "with": parameters })
        }
        Act::Eval(expression) | Act::Evaluate(expression) => json!({ "evaluate": expression }),
        Act::Scenario(scenario) => json!({ "evaluate": format!("window.__gameTest.loadScenario({scenario})") }),
        Act::Reload => json!({ "reload": true }),
        Act::Viewport {
            width,
            height,
            dpr,
            mobile,
        } => json!({
            "cdp": "Emulation.setDeviceMetricsOverride", "with": { "width": width, "height": height, "deviceScaleFactor": dpr, "mobile": mobile },
        }),
        Act::TouchPoints(points) => json!({
            "cdp": "Emulation.setTouchEmulationEnabled", "with": { "enabled": *points > 0, "maxTouchPoints": (*points).max(1) },
        }),
        Act::Settle(_) | Act::Snapshot | Act::Capture(_) | Act::Checkpoint(_) => return Ok(None),
    }))
}
