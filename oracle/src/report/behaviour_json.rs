//! The behaviour report in the benchmark's shape, with our own facts under `oracade`.

use super::{GameReport, score::LEVELS};
use crate::behaviour::CheckRecord;
use serde_json::{Map, Value, json};

/// Console errors and exceptions listed; all are counted.
const LISTED: usize = 20;

/// The report of a game's behaviour checks; `None` if they did not run to the end.
pub fn behaviour_report(game: &GameReport) -> Option<Value> {
    let records = game.checks.as_deref()?;
    let mut summary = Map::new();
    let status_is = |record: &&CheckRecord, status: &str| record.status() == Some(status);
    for level in LEVELS {
        let of_level: Vec<&CheckRecord> = records.iter().filter(|record| record.level() == Some(level)).collect();
        if of_level.is_empty() {
            continue;
        }
        let skipped = of_level.iter().filter(|record| status_is(record, "NOT_APPLICABLE")).count();
        let passed = of_level.iter().filter(|record| status_is(record, "PASS")).count();
        let key = level.to_lowercase();
        summary.insert(format!("{key}_pass"), passed.into());
        summary.insert(format!("{key}_total"), (of_level.len() - skipped).into());
        summary.insert(format!("{key}_configured_total"), of_level.len().into());
        summary.insert(format!("{key}_not_applicable"), skipped.into());
    }
    let skipped = records.iter().filter(|record| status_is(record, "NOT_APPLICABLE")).count();
    let passed = records.iter().filter(|record| status_is(record, "PASS")).count();
    let applicable = records.len() - skipped;
    let console_errors: Vec<&Value> = records.iter().flat_map(|record| &record.console_errors).collect();
    let exceptions: Vec<&Value> = records.iter().flat_map(|record| &record.exceptions).collect();
    let raf_errors: u64 = records.iter().map(|record| record.raf_errors).sum();
    let probe_errors: Vec<&str> = records.iter().filter_map(|record| record.probe_error.as_deref()).collect();
    let checks_pass = passed == applicable;
    let runtime_pass = exceptions.is_empty() && raf_errors == 0 && probe_errors.is_empty();
    summary.insert("configured_total".into(), records.len().into());
    summary.insert("applicable_total".into(), applicable.into());
    summary.insert("not_applicable".into(), skipped.into());
    summary.insert("console_errors".into(), console_errors.len().into());
    summary.insert("exceptions".into(), exceptions.len().into());
    summary.insert("raf_errors".into(), raf_errors.into());
    summary.insert("checks_pass".into(), checks_pass.into());
    let probe_error = if probe_errors.is_empty() {
        Value::Null
    } else {
        probe_errors.join("; ").into()
    };
    summary.insert("runtime_probe_error".into(), probe_error);
    summary.insert("runtime_pass".into(), runtime_pass.into());
    Some(json!({
        "url": game.url,
        "duration_seconds": 30,
        "role": "target",
        "runner": { "source": "oracade", "checks_file": game.suite_name, "auto_reset": true, "reset_mode": "new-page" },
        "checks": records.iter().map(|record| &record.result).collect::<Vec<_>>(),
        "summary": summary,
        "console_errors": console_errors.iter().take(LISTED).collect::<Vec<_>>(),
        "exceptions": exceptions.iter().take(LISTED).collect::<Vec<_>>(),
        "pass": checks_pass && runtime_pass,
        "oracade": { "checks": records.iter().map(own_facts).collect::<Vec<_>>() },
    }))
}

fn own_facts(record: &CheckRecord) -> Value {
    let mut facts = Map::new();
    facts.insert("id".into(), record.id.clone().into());
    facts.insert("outcome".into(), record.outcome.clone().into());
    facts.insert("virtual_ms".into(), (record.virtual_us as f64 / 1_000.0).into());
    facts.insert("frames".into(), record.frames.into());
    facts.insert("page_digest".into(), record.page_digest.clone().into());
    facts.insert("console_errors".into(), record.console_errors.len().into());
    facts.insert("exceptions".into(), record.exceptions.clone().into());
    if !record.log.is_empty() {
        facts.insert("log".into(), record.log.clone().into());
    }
    Value::Object(facts)
}
