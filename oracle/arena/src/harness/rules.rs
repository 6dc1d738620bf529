//! What describes, reflects and summarises where no model does.

use serde_json::Value;

/// Lines that a description or a comparison has at most.
const LINES_MAX: usize = 24;

/// A state in words from its snapshot: its plain values, a line each.
pub(super) fn described(snapshot: &Value) -> Option<String> {
    let fields = snapshot.as_object()?;
    let plain = fields
        .iter()
        .filter(|(_, value)| !value.is_array() && !value.is_object() && !value.is_null());
    let lines: Vec<String> = plain
        .take(LINES_MAX)
        .map(|(name, value)| match value.as_str() {
            Some(text) => format!("{name}: {text}"),
            None => format!("{name}: {value}"),
        })
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// What came of an action: whether anything changed, from what to what, and what it was worth.
pub(super) fn reflected(changed: Option<(&str, &str)>, action: &str, gained: f64, idle: u32) -> String {
    let Some((before, now)) = changed else {
        let often = if idle > 1 {
            format!(", {idle} times in a row")
        } else {
            String::new()
        };
        return format!("The last action ({action}) changed nothing{often}; do something else.");
    };
    let gained = match gained {
        gained if gained > 0.0 => format!(" and was worth {gained}"),
        gained if gained < 0.0 => format!(" and cost {}", -gained),
        _ => " and was worth nothing yet".to_owned(),
    };
    let changed: Vec<String> = before
        .lines()
        .zip(now.lines())
        .filter(|(before, now)| before != now)
        .take(6)
        .map(|(before, now)| format!("`{}` became `{}`", before.trim(), now.trim()))
        .collect();
    let changed = if changed.is_empty() {
        String::new()
    } else {
        format!(": {}", changed.join("; "))
    };
    format!("The last action ({action}) changed the state{gained}{changed}.")
}

/// A memory made shorter: its last lines.
pub(super) fn summarised(trajectory: &str) -> String {
    let done: Vec<&str> = trajectory.lines().filter(|line| line.contains(", done: ")).collect();
    let from = done.len().saturating_sub(LINES_MAX);
    done[from..].join("\n")
}
