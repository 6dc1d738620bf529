//! Reading tapes: strict, bounded, and with the number of the line that is wrong.

use crate::tape::{Act, Checkpoint, End, Event, FORMAT, Header, Tape};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::io::{BufRead, BufReader, Read};

/// Longest line, in bytes: a header with the storage and scripts of a check fits many times.
pub const LINE_MAX: usize = 32 << 20;
/// Bytes of a whole tape.
pub const BYTES_MAX: u64 = 1 << 30;
/// Lines of a whole tape.
pub const LINES_MAX: usize = 5_000_000;
/// Longest time, in ms: a week.
pub const TIME_MAX_MS: f64 = 7.0 * 86_400_000.0;

/// Why a tape cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// A line, counted from 1.
    #[error("line {line}: {message}")]
    Line {
        /// Its number.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// Nothing in it.
    #[error("is empty: a tape has a header and events, a list of events has at least one")]
    Empty,
    /// Too much in it.
    #[error("is larger than a tape may be (1 GiB, 5,000,000 lines)")]
    TooLarge,
}

/// Reads a whole tape, or a bare list of events. A last line without its line end that is not valid is taken as cut off.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(source: impl Read) -> Result<Tape, ReadError> {
    let mut source = BufReader::new(source.take(BYTES_MAX + 1));
    let mut tape = Tape {
        header: None,
        events: Vec::new(),
        end_us: 0,
        end: None,
        broken_off: false,
    };
    let (mut number, mut bytes, mut anything) = (0_usize, 0_u64, false);
    let mut line = Vec::new();
    loop {
        line.clear();
        let taken = (&mut source).take(LINE_MAX as u64 + 1).read_until(b'\n', &mut line)?;
        if taken == 0 {
            break;
        }
        number += 1;
        bytes += taken as u64;
        if bytes > BYTES_MAX || number > LINES_MAX {
            return Err(ReadError::TooLarge);
        }
        let wrong = |message: String| ReadError::Line { line: number, message };
        let whole = line.ends_with(b"\n");
        if !whole && line.len() > LINE_MAX {
            return Err(wrong(format!("longer than {} MiB", LINE_MAX >> 20)));
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if tape.end.is_some() {
            return Err(wrong("comes after the end".to_owned()));
        }
        let parsed = std::str::from_utf8(&line)
            .map_err(|_| "not UTF-8".to_owned())
            .and_then(|text| serde_json::from_str::<Value>(text).map_err(|error| json_message(&error)));
        let value = match parsed {
            Ok(value) => value,
            // What a crash leaves: the line never became whole.
            Err(_) if !whole && anything => {
                tape.broken_off = true;
                break;
            }
            Err(message) => return Err(wrong(message)),
        };
        let Value::Object(object) = value else {
            return Err(wrong("not an object".to_owned()));
        };
        if !anything && object.contains_key("tape") {
            tape.header = Some(header(object).map_err(wrong)?);
        } else {
            add(&mut tape, object).map_err(wrong)?;
        }
        anything = true;
    }
    if anything { Ok(tape) } else { Err(ReadError::Empty) }
}

/// serde_json counts lines itself; here there is always one.
fn json_message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text);
    format!("not JSON: {message} (column {})", error.column())
}

fn header(object: Map<String, Value>) -> Result<Header, String> {
    let version = object.get("tape").and_then(Value::as_u64);
    if version != Some(u64::from(FORMAT)) {
        let found = object.get("tape").cloned().unwrap_or_default();
        return Err(format!(
            "a tape of format {found}; this version of oracade reads format {FORMAT}"
        ));
    }
    let header: Header = shaped(Value::Object(object), "the header")?;
    header.profile.to_profile().map_err(|error| error.to_string())?;
    crate::database::contents(&header.databases).map_err(|error| error.to_string())?;
    Ok(header)
}

fn shaped<T: DeserializeOwned>(value: Value, what: &str) -> Result<T, String> {
    T::deserialize(value).map_err(|error| format!("{what}: {error}"))
}

fn add(tape: &mut Tape, mut object: Map<String, Value>) -> Result<(), String> {
    let at = object.shift_remove("at_ms");
    let at_ms = at
        .as_ref()
        .and_then(Value::as_f64)
        .filter(|at| (0.0..=TIME_MAX_MS).contains(at));
    let at_us = (at_ms.ok_or("at_ms must be a time in milliseconds, from 0 to a week")? * 1_000.0).round() as u64;
    let hold = match object.shift_remove("hold") {
        None => false,
        Some(Value::Bool(hold)) => hold,
        Some(_) => return Err("hold is true or false".to_owned()),
    };
    if at_us < tape.end_us {
        return Err(format!(
            "at_ms goes back from {} to {}; a tape is in order of time",
            tape.end_us as f64 / 1e3,
            at_us as f64 / 1e3
        ));
    }
    let mut rest = object.into_iter();
    let (Some((key, value)), None) = (rest.next(), rest.next()) else {
        return Err(format!("a line has at_ms and one of {KEYS}"));
    };
    tape.end_us = at_us;
    if key == "end" {
        tape.end = Some(shaped::<End>(value, "end")?);
        return Ok(());
    }
    let act = act(&key, value)?;
    tape.events.push(Event { at_us, hold, act });
    Ok(())
}

const KEYS: &str = "input, eval, evaluate, settle, scenario, snapshot, reload, viewport, touch_points, capture, checkpoint, end";

fn act(key: &str, value: Value) -> Result<Act, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Viewport {
        width: u32,
        height: u32,
        #[serde(default = "one")]
        dpr: f64,
        #[serde(default)]
        mobile: bool,
    }
    fn one() -> f64 {
        1.0
    }
    let text = |value: Value| match value {
        Value::String(text) => Ok(text),
        _ => Err(format!("{key} is a string")),
    };
    let flag = |value: &Value| {
        (value == &Value::Bool(true))
            .then_some(())
            .ok_or_else(|| format!("{key} is true or not there"))
    };
    let number = |value: &Value| {
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| format!("{key} is a whole number"))
    };
    Ok(match key {
        "input" if value.is_object() => Act::Input(value),
        "input" => return Err("input is an object".to_owned()),
        "eval" => Act::Eval(text(value)?),
        "evaluate" => Act::Evaluate(text(value)?),
        "settle" => Act::Settle(number(&value)?),
        "scenario" => Act::Scenario(value),
        "snapshot" => flag(&value).map(|()| Act::Snapshot)?,
        "reload" => flag(&value).map(|()| Act::Reload)?,
        "viewport" => {
            let Viewport {
                width,
                height,
                dpr,
                mobile,
            } = shaped(value, key)?;
            Act::Viewport {
                width,
                height,
                dpr,
                mobile,
            }
        }
        "touch_points" => Act::TouchPoints(number(&value)?),
        "capture" if value.is_string() => Act::Capture(Some(text(value)?)),
        "capture" => flag(&value).map(|()| Act::Capture(None))?,
        "checkpoint" => Act::Checkpoint(Box::new(shaped::<Checkpoint>(value, key)?)),
        other => return Err(format!("{other:?} is unknown; a line has at_ms and one of {KEYS}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::event_line;
    use serde_json::json;

    const LINES: &str = r##"{"at_ms":0,"scenario":{"level":2}}
{"at_ms":16.667,"input":{"kind":"key","type":"keyDown","key":"a"}}
{"at_ms":16.667,"hold":true,"evaluate":"1 + 1"}
{"at_ms":20,"settle":3}
{"at_ms":20,"eval":"window.score"}
{"at_ms":30,"snapshot":true}
{"at_ms":31,"viewport":{"width":390,"height":844,"dpr":2.0,"mobile":true}}
{"at_ms":32,"touch_points":5}
{"at_ms":33,"capture":"#board"}
{"at_ms":33,"capture":true}
{"at_ms":34,"reload":true}
"##;

    #[test]
    fn lines_are_written_as_they_were_read() {
        let tape = read(LINES.as_bytes()).unwrap();
        let again: String = tape.events.iter().map(|event| event_line(event).to_string() + "\n").collect();
        assert_eq!(again, LINES);
        assert_eq!(
            (tape.events[1].at_us, tape.end_us, tape.header.is_none()),
            (16_667, 34_000, true)
        );
    }

    #[test]
    fn the_last_line_may_be_cut_off_but_no_other() {
        let cut = read(&LINES.as_bytes()[..LINES.len() - 9]).unwrap();
        assert!(cut.broken_off);
        assert_eq!(cut.events.len(), 10);
        let whole_but_wrong = format!("{LINES}nonsense\n");
        assert!(matches!(
            read(whole_but_wrong.as_bytes()),
            Err(ReadError::Line { line: 12, .. })
        ));
        // A file that is nothing but rubbish is no tape that was cut off.
        assert!(matches!(read(&b"rubbish"[..]), Err(ReadError::Line { line: 1, .. })));
    }

    #[test]
    fn nothing_comes_after_the_end() {
        let text = r#"{"at_ms":1,"end":{"chain":"","digest":""}}
{"at_ms":2,"reload":true}"#;
        assert!(matches!(read(text.as_bytes()), Err(ReadError::Line { line: 2, .. })));
    }

    #[test]
    fn long_lines_and_deep_values_are_refused() {
        let long = format!("{{\"at_ms\":1,\"eval\":\"{}\"}}", "x".repeat(LINE_MAX + 10));
        assert!(matches!(read(long.as_bytes()), Err(ReadError::Line { line: 1, .. })));
        let deep = format!(
            "{{\"at_ms\":1,\"scenario\":{}{}}}\n",
            "[".repeat(100_000),
            "]".repeat(100_000)
        );
        assert!(matches!(read(deep.as_bytes()), Err(ReadError::Line { line: 1, .. })));
    }

    /// Rubbish made of good lines: whatever comes of it, it is an answer.
    #[test]
    fn no_bytes_make_the_reader_panic() {
        let seed = LINES.as_bytes();
        let mut state = 1_u64;
        let mut chance = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut read_well = 0;
        for _ in 0..20_000 {
            let mut bytes = seed.to_vec();
            for _ in 0..=chance(4) {
                let at = chance(bytes.len());
                match chance(4) {
                    0 => bytes[at] = chance(256) as u8,
                    1 => drop(bytes.drain(at..(at + chance(40)).min(bytes.len()))),
                    2 => bytes.insert(at, b"{}[]\",:0-9e\n"[chance(12)]),
                    _ => bytes.truncate(at.max(1)),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            if let Ok(tape) = read(bytes.as_slice()) {
                read_well += 1;
                let mut last = 0;
                for event in &tape.events {
                    assert!(event.at_us >= last);
                    last = event.at_us;
                }
            }
        }
        assert!((500..19_500).contains(&read_well), "{read_well}");
    }

    #[test]
    fn what_is_not_true_is_not_a_flag() {
        for line in [
            json!({ "at_ms": 1, "reload": false }),
            json!({ "at_ms": 1, "hold": 1, "reload": true }),
        ] {
            assert!(read(line.to_string().as_bytes()).is_err());
        }
    }
}
