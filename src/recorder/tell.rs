//! What differs, in words.

use oracade_recorder::replay::Divergence;
use oracade_recorder::verify::Difference;
use oracade_runtime::Evaluation;
use serde_json::{Value, json};

/// Longest value that is printed, in characters.
const VALUE_MAX: usize = 100;

fn short(value: Option<&Value>) -> String {
    let text = value.map_or_else(|| "nothing".to_owned(), Value::to_string);
    shortened(&text)
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= VALUE_MAX {
        return text.to_owned();
    }
    let cut: String = text.chars().take(VALUE_MAX).collect();
    format!("{cut}…")
}

/// A difference as a line; `left` and `right` name the sides.
pub(crate) fn difference(difference: &Difference, left: &str, right: &str) -> String {
    match difference {
        Difference::Pixels => "pixels      the viewport".to_owned(),
        Difference::Snapshot {
            path,
            expected: None,
            got: None,
        } if path.is_empty() => "snapshot    (too long to be kept, or other order of keys)".to_owned(),
        Difference::Snapshot { path, expected, got } => format!(
            "snapshot    {}: {left} {}, {right} {}",
            if path.is_empty() { "/" } else { path },
            short(expected.as_ref()),
            short(got.as_ref())
        ),
        Difference::Console {
            expected: None,
            got: None,
        } => "console     (beyond the lines that were kept)".to_owned(),
        Difference::Console { expected, got } => {
            let line = |line: &Option<String>| {
                line.as_ref()
                    .map_or_else(|| "nothing".to_owned(), |line| shortened(&format!("{line:?}")))
            };
            format!("console     {left} {}, {right} {}", line(expected), line(got))
        }
        Difference::Storage => "storage     local or session storage".to_owned(),
        Difference::Order => "order       of tasks, timers and frames, or their times".to_owned(),
    }
}

/// Where something first differs, in lines.
pub(crate) fn divergence(divergence: &Divergence, left: &str, right: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let at_ms = divergence.at_us as f64 / 1e3;
    match (divergence.frame, divergence.equal_until) {
        (Some(frame), Some(equal)) if equal + 1 == frame => {
            lines.push(format!("frame {frame} ({at_ms:.3} ms) is the first that differs"))
        }
        (Some(frame), Some(equal)) => lines.push(format!(
            "frame {frame} ({at_ms:.3} ms) differs, frame {equal} was equal; a tape with --every 1 names the first exactly"
        )),
        (Some(frame), None) => lines.push(format!("frame {frame} ({at_ms:.3} ms) differs, the first that was looked at")),
        (None, _) => lines.push(format!("all frames looked at are equal; the end ({at_ms:.3} ms) differs")),
    }
    lines.extend(divergence.differences.iter().map(|one| difference(one, left, right)));
    if let Some((was, is)) = &divergence.ended {
        let end = |end: &Option<String>| end.clone().unwrap_or_else(|| "lived on".to_owned());
        lines.push(format!("end         {left} {}, {right} {}", end(was), end(is)));
    }
    if divergence.digest && divergence.differences.is_empty() {
        lines.push("digest      of inputs, console, exceptions, snapshots and captures".to_owned());
    }
    lines
}

/// The result of an expression as JSON: `value`, `thrown` or `failed`.
pub(crate) fn evaluation(result: &Evaluation) -> Value {
    match result {
        Evaluation::Value(value) => json!({ "value": value }),
        Evaluation::Thrown(thrown) => json!({ "thrown": thrown.description.as_ref().unwrap_or(&thrown.text) }),
        Evaluation::Failed(message) => json!({ "failed": message }),
        Evaluation::Pending(_) => json!({ "pending": true }),
    }
}
