//! Films of failed checks: the tape is played again, and pictures are taken where something was done.

use crate::recorder::stage::{Stage, on_page_thread};
use oracade_recorder::play::Player;
use oracade_recorder::{Act, Event, read};
use oracade_report::{Change, ConsoleLine, FailedCheck, Film, Frame, Mark, changes, jpeg_of_png};
use oracade_runtime::{Guest, PageError};
use serde_json::Value;
use std::path::Path;

/// Pictures of one film.
const MAX_FRAMES: usize = 12;
/// How long after something was done a picture shows what came of it, in µs.
const AFTER_US: u64 = 100_000;
/// Inputs closer together than this are one step, in µs.
const STEP_US: u64 = 250_000;
/// Lines of the console.
const MAX_LINES: usize = 100;
/// Inputs named under one picture.
const MAX_INPUTS: usize = 4;

type Filmed = (Film, Vec<Change>, Vec<ConsoleLine>);

/// Plays the tape of a failed check. A tape that cannot be played (another version, the game is not there any more or was changed) has
/// no film; the report has the picture of the check's end all the same.
pub(super) fn of(failed: &FailedCheck<'_>, library: Option<&Path>) -> Option<Filmed> {
    let mut tape = read::read(failed.tape).ok()?;
    let header = tape.header.take()?;
    on_page_thread(|engine| {
        let stage = Stage::of_tape(&header, None, library, false)?;
        let mut page = stage.open(engine, &header, None)?;
        Ok(shoot(page.as_mut(), &tape.actions(), tape.end_us))
    })
    .ok()
}

/// What was done at about one time.
struct Step {
    begun_us: u64,
    /// When the first picture after it is due.
    show_us: u64,
    inputs: Vec<String>,
    marks: Vec<(f64, f64)>,
}

fn shoot(page: &mut dyn Guest, events: &[Event], end_us: u64) -> Filmed {
    let mut steps = steps(events, end_us);
    // The first picture is of the moment before anything was done.
    let first_us = steps.first().map_or(end_us, |step| step.begun_us.saturating_sub(1));
    let skipped = thin(&mut steps);
    let mut film = Film::default();
    let mut player = Player::default();
    let mut left = events.iter().peekable();
    let mut snapshots = Vec::new();
    let start = Step {
        begun_us: first_us,
        show_us: first_us,
        inputs: Vec::new(),
        marks: Vec::new(),
    };
    for step in std::iter::once(&start).chain(&steps) {
        let played = play_until(page, &mut player, &mut left, step.show_us);
        if played.is_err() {
            break;
        }
        let Ok(picture) = page.capture() else { break };
        snapshots.extend(page.snapshot().ok());
        let (width, height) = (f64::from(picture.width), f64::from(picture.height));
        let mark = |(x, y): &(f64, f64)| Mark {
            x: (x / width * 100.0).clamp(0.0, 100.0),
            y: (y / height * 100.0).clamp(0.0, 100.0),
        };
        film.frames.extend(jpeg_of_png(&picture.to_png()).map(|jpeg| Frame {
            anchor: String::new(),
            image: oracade_report::jpeg_address(&jpeg),
            caption: format!("{:.2} s", page.now_us() as f64 / 1e6),
            inputs: step.inputs.clone(),
            marks: step.marks.iter().map(mark).collect(),
        }));
    }
    if skipped > 0
        && let Some(last) = film.frames.last_mut()
    {
        last.caption = format!("{}; {skipped} steps are not shown", last.caption);
    }
    let differences = match (snapshots.first(), snapshots.last()) {
        (Some(first), Some(last)) => changes(first, last),
        _ => Vec::new(),
    };
    let console = page.console().into_iter().take(MAX_LINES).map(|line| ConsoleLine {
        at: format!("{} ms", line.at_us / 1_000),
        kind: line.kind,
        text: line.text.chars().take(2_000).collect(),
    });
    (film, differences, console.collect())
}

fn play_until<'e>(
    page: &mut dyn Guest,
    player: &mut Player,
    events: &mut std::iter::Peekable<impl Iterator<Item = &'e Event>>,
    until_us: u64,
) -> Result<(), PageError> {
    while let Some(event) = events.next_if(|event| event.at_us <= until_us) {
        match player.perform(page, event) {
            Ok(_) | Err(PageError::BadInput(_)) => {}
            Err(error) => return Err(error),
        }
    }
    page.advance_to(until_us.max(page.now_us()))
}

/// Gathers what was done into steps; the last one is the end.
fn steps(events: &[Event], end_us: u64) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for event in events {
        let Some((words, mark)) = told(&event.act) else { continue };
        let open = steps.last_mut().filter(|step| event.at_us < step.begun_us + STEP_US);
        match open {
            Some(step) => {
                step.show_us = event.at_us + AFTER_US;
                if step.inputs.len() < MAX_INPUTS && step.inputs.last() != Some(&words) {
                    step.inputs.push(words);
                }
                step.marks.extend(mark);
            }
            None => steps.push(Step {
                begun_us: event.at_us,
                show_us: event.at_us + AFTER_US,
                inputs: vec![words],
                marks: mark.into_iter().collect(),
            }),
        }
    }
    if steps.last().is_none_or(|step| step.show_us < end_us) {
        steps.push(Step {
            begun_us: end_us,
            show_us: end_us,
            inputs: Vec::new(),
            marks: Vec::new(),
        });
    }
    steps
}

/// Keeps the first steps and the last ones; answers with how many were left out.
fn thin(steps: &mut Vec<Step>) -> usize {
    let all = steps.len();
    if all > MAX_FRAMES - 1 {
        let head = (MAX_FRAMES - 1) / 2;
        steps.drain(head..all - (MAX_FRAMES - 1 - head));
    }
    all - steps.len()
}

/// What was done, in words, and where. Looks at the page are nothing that was done.
fn told(act: &Act) -> Option<(String, Option<(f64, f64)>)> {
    let text = |input: &Value, name: &str| input.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let at = |input: &Value| Some((input.get("x")?.as_f64()?, input.get("y")?.as_f64()?));
    Some(match act {
        Act::Input(input) => match text(input, "type").as_str() {
            "keyDown" | "rawKeyDown" => (format!("key {} down", text(input, "code")), None),
            "keyUp" => (format!("key {} up", text(input, "code")), None),
            "mousePressed" => ("press".to_owned(), at(input)),
            "mouseReleased" => ("release".to_owned(), at(input)),
            "mouseWheel" => ("wheel".to_owned(), at(input)),
            "touchStart" => (
                "touch".to_owned(),
                input.get("touchPoints").and_then(|points| at(points.get(0)?)),
            ),
            "touchEnd" => ("touch ends".to_owned(), None),
            _ => return None,
        },
        Act::Scenario(scenario) => (format!("scenario {scenario}"), None),
        Act::Evaluate(expression) | Act::Eval(expression) => {
            // Of a check's expressions, those that act through the contract.
            let call = ["loadScenario(", "input(", "reset("].iter().find_map(|name| {
                expression
                    .split_once(&format!("__gameTest.{name}"))
                    .map(|(_, rest)| (name, rest))
            });
            let (name, rest) = call?;
            let argument: String = rest.chars().take_while(|c| *c != ')').take(60).collect();
            (format!("{name}{argument})"), None)
        }
        Act::Reload => ("reload".to_owned(), None),
        Act::Viewport { width, height, .. } => (format!("window {width} × {height}"), None),
        _ => return None,
    })
}
