//! The static checks against recorded verdicts of Python 3.12, Node 20 and acorn, and against hostile input.

mod behaviour;
mod hostile;
mod recorded;

use super::*;
use serde_json::json;

/// A report on a document in memory, whose checks must be valid.
fn checked(html: &str, checks: Value) -> Checked {
    match run_bytes("index.html", html.as_bytes(), Beside::Nothing, &checks, &OxcSyntax) {
        Report::Checked(checked) => *checked,
        Report::Refused(refused) => panic!("{}", refused.message),
    }
}

/// One check's result.
fn item(html: &str, section: &str, check: Value) -> Item {
    let mut check = check;
    check["fix_hint"] = json!("do it");
    checked(html, json!({ section: [check] })).items().next().unwrap().clone()
}

/// The message of a configuration that is refused.
fn mistakes(checks: &Value) -> Vec<String> {
    match run_bytes("index.html", b"", Beside::Nothing, checks, &OxcSyntax) {
        Report::Checked(_) => Vec::new(),
        Report::Refused(refused) => {
            assert_eq!(refused.error, Refusal::InvalidChecksConfig);
            refused.message.lines().map(str::to_owned).collect()
        }
    }
}
