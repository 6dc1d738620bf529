//! Writing tapes, a line at a time, so that what has been recorded stays readable when the recorder dies.

use crate::tape::{Act, End, Event, Header};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Appends lines to a tape.
pub struct TapeWriter<W: Write> {
    out: W,
}

/// µs as the milliseconds of a tape.
pub(crate) fn millis(us: u64) -> Value {
    if us.is_multiple_of(1_000) {
        json!(us / 1_000)
    } else {
        json!(us as f64 / 1e3)
    }
}

impl<W: Write> TapeWriter<W> {
    /// Begins a tape.
    ///
    /// # Errors
    /// As the writer's.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        serde_json::to_writer(&mut out, header)?;
        out.write_all(b"\n")?;
        out.flush()?;
        Ok(TapeWriter { out })
    }

    /// Adds an event.
    ///
    /// # Errors
    /// As the writer's.
    pub fn event(&mut self, event: &Event) -> io::Result<()> {
        self.line(event_line(event))
    }

    /// Adds the end.
    ///
    /// # Errors
    /// As the writer's.
    pub fn end(mut self, at_us: u64, end: &End) -> io::Result<W> {
        let mut line = Map::new();
        line.insert("at_ms".into(), millis(at_us));
        line.insert("end".into(), serde_json::to_value(end)?);
        self.line(Value::Object(line))?;
        Ok(self.out)
    }

    /// One write a line: a line is either there or not.
    fn line(&mut self, line: Value) -> io::Result<()> {
        let mut bytes = line.to_string().into_bytes();
        bytes.push(b'\n');
        self.out.write_all(&bytes)?;
        self.out.flush()
    }
}

/// An event as the JSON of its line.
pub fn event_line(event: &Event) -> Value {
    let mut line = Map::new();
    line.insert("at_ms".into(), millis(event.at_us));
    if event.hold {
        line.insert("hold".into(), true.into());
    }
    let (key, value) = match &event.act {
        Act::Input(input) => ("input", input.clone()),
        Act::Eval(text) => ("eval", text.as_str().into()),
        Act::Evaluate(text) => ("evaluate", text.as_str().into()),
        Act::Settle(number) => ("settle", (*number).into()),
        Act::Scenario(value) => ("scenario", value.clone()),
        Act::Snapshot => ("snapshot", true.into()),
        Act::Reload => ("reload", true.into()),
        Act::Viewport {
            width,
            height,
            dpr,
            mobile,
        } => (
            "viewport",
            json!({ "width": width, "height": height, "dpr": dpr, "mobile": mobile }),
        ),
        Act::TouchPoints(points) => ("touch_points", (*points).into()),
        Act::Capture(None) => ("capture", true.into()),
        Act::Capture(Some(selector)) => ("capture", selector.as_str().into()),
        Act::Checkpoint(checkpoint) => ("checkpoint", serde_json::to_value(checkpoint).unwrap_or_default()),
    };
    line.insert(key.into(), value);
    Value::Object(line)
}
