//! JUnit XML, as continuous-integration services read it. Times are virtual.

use super::{GameReport, score::SECTIONS};
use serde_json::Value;
use std::fmt::Write;

struct Case {
    name: String,
    seconds: f64,
    verdict: Verdict,
}

enum Verdict {
    Passed,
    Skipped(String),
    Failed { kind: String, message: String },
    Broken { kind: String, message: String },
}

/// The run as one `<testsuites>` document: per game a suite of its static checks and one of its behaviour checks.
pub fn junit(games: &[GameReport]) -> String {
    let mut suites: Vec<(String, Vec<Case>)> = Vec::new();
    for game in games {
        if let Some(outcome) = &game.outcome {
            let verdict = Verdict::Broken {
                kind: outcome.name.clone(),
                message: outcome.message.clone(),
            };
            suites.push((
                game.name.clone(),
                vec![Case {
                    name: outcome.name.clone(),
                    seconds: 0.0,
                    verdict,
                }],
            ));
        }
        if let Some(report) = &game.static_report {
            suites.push((format!("{}.l1", game.name), static_cases(report)));
        }
        if game.checks.is_some() {
            suites.push((format!("{}.l2", game.name), behaviour_cases(game)));
        }
    }
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let all = suites.iter().flat_map(|(_, cases)| cases);
    let _ = writeln!(xml, "<testsuites name=\"oracade\"{}>", totals(all));
    for (name, cases) in &suites {
        let _ = writeln!(xml, "  <testsuite name=\"{}\"{}>", escaped(name), totals(cases.iter()));
        for case in cases {
            write_case(&mut xml, name, case);
        }
        xml.push_str("  </testsuite>\n");
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn static_cases(report: &Value) -> Vec<Case> {
    let text = |item: &Value, key: &str| item.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut cases = Vec::new();
    for section in SECTIONS {
        for item in report.get(section).and_then(Value::as_array).into_iter().flatten() {
            let status = text(item, "status");
            let verdict = match status.as_str() {
                "PASS" => Verdict::Passed,
                "ERROR" => Verdict::Broken {
                    kind: status,
                    message: text(item, "fix_hint"),
                },
                _ => Verdict::Failed {
                    kind: status,
                    message: text(item, "fix_hint"),
                },
            };
            let name = format!("{} {}: {}", text(item, "level"), text(item, "id"), text(item, "name"));
            cases.push(Case {
                name,
                seconds: 0.0,
                verdict,
            });
        }
    }
    if report.get("error").is_some_and(|error| !error.is_null()) {
        let verdict = Verdict::Broken {
            kind: text(report, "error"),
            message: text(report, "message"),
        };
        cases.push(Case {
            name: text(report, "error"),
            seconds: 0.0,
            verdict,
        });
    }
    cases
}

fn behaviour_cases(game: &GameReport) -> Vec<Case> {
    let records = game.checks.as_deref().unwrap_or_default();
    let case = |record: &crate::behaviour::CheckRecord| {
        let detail = record.detail().unwrap_or_default();
        let verdict = match record.status() {
            Some("PASS") => Verdict::Passed,
            Some("NOT_APPLICABLE") => Verdict::Skipped(detail),
            status => Verdict::Failed {
                kind: record
                    .outcome
                    .clone()
                    .or(status.map(str::to_owned))
                    .unwrap_or_else(|| "invalid-result".to_owned()),
                message: detail,
            },
        };
        Case {
            name: format!("{} {}: {}", record.level().unwrap_or("?"), record.id, record.name()),
            seconds: record.virtual_us as f64 / 1e6,
            verdict,
        }
    };
    records.iter().map(case).collect()
}

fn totals<'a>(cases: impl Iterator<Item = &'a Case>) -> String {
    let (mut tests, mut failures, mut errors, mut skipped, mut seconds) = (0, 0, 0, 0, 0.0);
    for case in cases {
        tests += 1;
        seconds += case.seconds;
        match case.verdict {
            Verdict::Passed => {}
            Verdict::Skipped(_) => skipped += 1,
            Verdict::Failed { .. } => failures += 1,
            Verdict::Broken { .. } => errors += 1,
        }
    }
    format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{seconds:.3}\"")
}

fn write_case(xml: &mut String, suite: &str, case: &Case) {
    let _ = write!(
        xml,
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escaped(suite),
        escaped(&case.name),
        case.seconds
    );
    let mut child = |tag: &str, kind: &str, message: &str| {
        let _ = write!(
            xml,
            ">\n      <{tag} type=\"{}\" message=\"{}\"/>\n    </testcase>\n",
            escaped(kind),
            escaped(message)
        );
    };
    match &case.verdict {
        Verdict::Failed { kind, message } => child("failure", kind, message),
        Verdict::Broken { kind, message } => child("error", kind, message),
        Verdict::Skipped(message) => {
            let _ = write!(xml, ">\n      <skipped message=\"{}\"/>\n    </testcase>\n", escaped(message));
        }
        Verdict::Passed => xml.push_str("/>\n"),
    }
}

/// Text for an attribute value of XML 1.0: markup is escaped, characters XML cannot hold become U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\r' | '\t' => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn markup_and_control_characters_in_details_stay_well_formed() {
        assert_eq!(escaped("a<b>&\"\u{1}\n"), "a&lt;b&gt;&amp;&quot;\u{fffd}&#10;");
        let game = GameReport {
            name: "g".into(),
            static_report: Some(
                json!({ "checks": [{ "id": "s", "level": "P0", "name": "a & b", "status": "FAIL", "fix_hint": "<script>" }] }),
            ),
            ..GameReport::default()
        };
        let xml = junit(&[game]);
        assert!(
            xml.contains("<testsuites name=\"oracade\" tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\" time=\"0.000\">"),
            "{xml}"
        );
        assert!(xml.contains("name=\"P0 s: a &amp; b\""), "{xml}");
        assert!(xml.contains("message=\"&lt;script&gt;\""), "{xml}");
    }
}
