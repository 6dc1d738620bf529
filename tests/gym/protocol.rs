//! `oracade protocol`: an experiment from `init` to `report`, with a script and with another program.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn protocol(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oracade"));
    let output = command.arg("protocol").args(arguments).output().expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

fn scratch(name: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gym-protocol").join(name);
    let _ = fs::remove_dir_all(&path);
    let shown = path.to_string_lossy().into_owned();
    (path, shown)
}

fn done(arguments: &[&str]) -> Value {
    let (text, error, code) = protocol(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {text}{error}");
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

#[test]
fn an_experiment_runs_from_init_to_report() {
    let (path, folder) = scratch("errand");
    done(&["init", &folder, "--trials", "1"]);
    let (_, error, code) = protocol(&["freeze", &folder]);
    assert_eq!(code, Some(1));
    assert!(error.contains("budgets.total_cost_usd: not set"), "{error}");
    let (_, error, code) = protocol(&["run", &folder]);
    assert_eq!(code, Some(2));
    assert!(error.contains("run `oracade protocol freeze` first"), "{error}");
    fs::remove_dir_all(&path).expect("removed");
    done(&["init", &folder, "--trials", "1", "--budget", "5"]);
    let (_, error, code) = protocol(&["init", &folder]);
    assert!(code == Some(2) && error.contains("has an experiment already"), "{error}");
    let frozen = done(&["freeze", &folder, "--json"]);
    assert_eq!(frozen["checklist"][0]["done"], true);
    let ran = done(&["run", &folder, "--jobs", "2", "--json"]);
    assert_eq!((&ran["played"], &ran["left"]), (&2.into(), &0.into()));
    let (_, error, code) = protocol(&["report", &folder, "--unblind"]);
    assert!(
        code == Some(2) && error.contains("only after the labels are closed"),
        "{error}"
    );
    let told = done(&["annotate", &folder, "--rules", "--resolve", "either", "--close", "--json"]);
    assert_eq!(told["closed"], serde_json::json!(["rules-record", "rules-truth"]));
    let verified = done(&["verify", &folder, "--json"]);
    assert_eq!(
        (&verified["trials"], &verified["faults"]),
        (&2.into(), &serde_json::json!([]))
    );
    let report = done(&["report", &folder, "--unblind", "--json"]);
    for trial in report["trials"].as_array().expect("trials") {
        assert_eq!(
            (&trial["metrics"]["points"], &trial["metrics"]["deepest"]),
            (&20.into(), &"M8".into())
        );
    }
    let out = path.join("told");
    done(&["report", &folder, "--out", &out.to_string_lossy()]);
    let text = fs::read_to_string(out.join("report.md")).expect("a report");
    assert!(
        text.contains("Conditions and trials have their codes") && !text.contains("| window"),
        "{text}"
    );
    assert!(
        fs::read_to_string(out.join("report.html"))
            .expect("a page")
            .starts_with("<!DOCTYPE html>")
    );
    // One bit of one frame.
    let frame = path.join("trials/structured-01/frames/d000004.png");
    let mut bytes = fs::read(&frame).expect("a frame");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&frame, bytes).expect("written");
    let (text, _, code) = protocol(&["verify", &folder]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("trials/structured-01/frames/d000004.png: its bytes are not those"),
        "{text}"
    );
}

#[test]
fn another_program_decides() {
    let (_, folder) = scratch("program");
    // Whatever it is told, it presses A once, and says what that took.
    let answer = r#"{"reasoning_summary": "", "observed": {"screen": "unknown", "location_guess": "", "objective_guess": "", "certainty": 0}, "memory_read": [], "memory_write": [], "actions": ["A"]}"#;
    let quoted = serde_json::to_string(answer).expect("JSON");
    let reply = format!("{{\"text\": {quoted}, \"usage\": {{\"model_id\": \"stub-1\", \"cost_usd\": 0.5, \"latency_ms\": 10}}}}");
    let player = format!("while read -r prompt; do printf '%s\\n' '{reply}'; done");
    done(&["init", &folder, "--trials", "1", "--budget", "2", "--command", &player]);
    let (_, error, code) = protocol(&["freeze", &folder]);
    assert!(
        code == Some(1) && error.contains("conditions.model: \"TO_BE_FROZEN\" is a placeholder"),
        "{error}"
    );
    for file in ["manifest.yaml", "conditions/window.yaml", "conditions/structured.yaml"] {
        let file = Path::new(&folder).join(file);
        let text = fs::read_to_string(&file).expect("a file").replace("TO_BE_FROZEN", "stub-1");
        fs::write(&file, text).expect("written");
    }
    done(&["freeze", &folder]);
    done(&["run", &folder]);
    let lines = fs::read_to_string(Path::new(&folder).join("trials/window-01/trace.jsonl")).expect("a trace");
    let last: Value = serde_json::from_str(lines.lines().last().expect("lines")).expect("JSON");
    // Four answers are two dollars.
    assert_eq!(
        (
            lines.lines().count(),
            &last["termination_reason"],
            &last["model_id"],
            &last["cost_source"]
        ),
        (4, &"money_exhausted".into(), &"stub-1".into(), &"provider".into())
    );
    done(&["verify", &folder]);
}
