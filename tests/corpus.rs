//! The tasks of the corpus: each reference passes strictly, each wrong variant fails the checks it must, for the stated reason.

#[path = "corpus/games.rs"]
mod games;

use serde_json::Value;
use std::process::Command;
use std::sync::Once;

fn oracade(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_oracade"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// Brings what the Phaser task pins; needs npm and its registry the first time.
fn vendored() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let (code, _, errors) = oracade(&["vendor", "corpus/tasks/kettle-bot/reference", "--frozen"]);
        assert_eq!(code, 0, "{errors}");
    });
}

/// The list of check results in a report, wherever it is.
fn checks(report: &Value) -> Option<&Vec<Value>> {
    match report {
        Value::Object(object) => match object.get("checks").and_then(Value::as_array) {
            Some(list) if list.first().is_some_and(|c| c.get("elapsed_ms").is_some()) => Some(list),
            _ => object.values().find_map(checks),
        },
        Value::Array(list) => list.iter().find_map(checks),
        _ => None,
    }
}

fn references_pass(task: &str) {
    let (code, output, errors) = oracade(&["check", task, "--quiet"]);
    assert_eq!(code, 0, "{output}{errors}");
    assert!(output.contains("yes"), "{output}");
}

fn variants_fail(task: &str) {
    let path = format!("{}/corpus/tasks/{task}/task.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("task.json is there");
    let description: Value = serde_json::from_str(&text).expect("task.json is JSON");
    let variants = description["variants"].as_array().expect("a list of variants");
    assert!(variants.len() >= 4, "{task} has too few variants");
    let text_of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for variant in variants {
        let name = text_of(&variant["name"]);
        let fails = variant["fails"].as_array().expect("checks that must fail");
        let ids: Vec<String> = fails.iter().map(|f| text_of(&f["check"])).collect();
        let (code, output, errors) = oracade(&[
            "check",
            task,
            "--variant",
            &name,
            "--only",
            &ids.join(","),
            "--json",
            "--quiet",
        ]);
        assert_eq!(code, 1, "{task} {name}: {errors}");
        let report: Value = serde_json::from_str(&output).expect("a report");
        let results = checks(&report).expect("check results");
        for expected in fails {
            let id = text_of(&expected["check"]);
            let result = results
                .iter()
                .find(|r| text_of(&r["id"]) == id)
                .unwrap_or_else(|| panic!("{task} {name}: no {id}"));
            assert_eq!(result["status"], "FAIL", "{task} {name} {id}");
            let detail = text_of(&result["detail"]);
            assert!(detail.contains(&text_of(&expected["detail"])), "{task} {name} {id}: {detail}");
        }
    }
}

#[test]
fn lantern_orchard_passes() {
    references_pass("lantern-orchard");
}

#[test]
fn lantern_orchard_variants_fail() {
    variants_fail("lantern-orchard");
}

#[test]
fn weft_passes() {
    references_pass("weft");
}

#[test]
fn weft_variants_fail() {
    variants_fail("weft");
}

#[test]
fn hollow_almanac_passes() {
    references_pass("hollow-almanac");
}

#[test]
fn hollow_almanac_variants_fail() {
    variants_fail("hollow-almanac");
}

#[test]
fn sunken_orrery_passes() {
    references_pass("sunken-orrery");
}

#[test]
fn sunken_orrery_variants_fail() {
    variants_fail("sunken-orrery");
}

#[test]
fn kettle_bot_passes() {
    vendored();
    references_pass("kettle-bot");
}

#[test]
fn kettle_bot_variants_fail() {
    vendored();
    variants_fail("kettle-bot");
}
