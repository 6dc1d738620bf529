//! `oracade gym`: environments through the command, of the tree and of a page.

#[path = "gym/protocol.rs"]
mod protocol;

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[path = "gym/arena.rs"]
mod arena;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gym").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder for the test");
    path
}

/// What the command says, and how it ended.
fn gym(arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oracade"));
    command.arg("gym").args(arguments).current_dir(root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut pipe = child.stdin.take().expect("an input");
    pipe.write_all(input.as_bytes()).expect("it reads");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn environments_are_listed() {
    let (text, _, code) = gym(&["list"], "");
    assert_eq!(code, Some(0));
    assert!(
        text.lines()
            .any(|line| line.starts_with("oracade/Tetris-v0 ") && line.contains("Discrete(7)")),
        "{text}"
    );
    let (json, _, _) = gym(&["list", "--json"], "");
    let list: Value = serde_json::from_str(&json).expect("JSON");
    let candy = list
        .as_array()
        .expect("a list")
        .iter()
        .find(|env| env["id"] == "oracade/Candy-v0")
        .expect("candy");
    assert_eq!(
        (&candy["action_space"]["n"], &candy["observations"]["vector"]["shape"][0]),
        (&112.into(), &64.into())
    );
}

#[test]
fn environments_keep_their_promises() {
    let (text, error, code) = gym(&["check", "2048-v0", "games/envs/hopper.toml", "--steps", "30"], "");
    assert_eq!(code, Some(0), "{text}{error}");
    assert_eq!(text.matches("  kept    ").count(), 10, "{text}");
}

#[test]
fn trails_are_equal_in_two_processes_on_two_threads_and_with_restores() {
    let (text, error, code) = gym(
        &[
            "check",
            "2048-v0",
            "Assize-v0",
            "games/envs/hopper.toml",
            "--equality",
            "--steps",
            "60",
        ],
        "",
    );
    assert_eq!(code, Some(0), "{text}{error}");
    assert_eq!(text.matches("  kept    ").count(), 12, "{text}");
    let (json, _, _) = gym(
        &[
            "check",
            "Tetris-v0",
            "--equality",
            "--steps",
            "200",
            "--frames",
            "2",
            "--json",
        ],
        "",
    );
    let told: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&told[0]["kept"], told[0]["findings"][3]["promise"].as_str()),
        (&true.into(), Some("in another process"))
    );
}

#[test]
fn a_page_is_played_by_steps() {
    let arguments = [
        "rollout",
        "games/envs/hopper.toml",
        "--episodes",
        "2",
        "--seed",
        "4",
        "--max-steps",
        "120",
        "--json",
    ];
    let (text, error, code) = gym(&arguments, "");
    assert_eq!(code, Some(0), "{error}");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    // A lizard that hops at random meets its first thistles.
    let runs = told["individual_run_results"].as_array().expect("runs");
    assert!(
        runs.iter()
            .any(|run| run["terminated"] == true && run["steps"].as_u64() > Some(10)),
        "{text}"
    );
    assert_eq!(gym(&arguments, "").0, text);
}

#[test]
fn logs_have_a_line_for_each_step() {
    let folder = scratch("logs");
    let log = folder.to_string_lossy().into_owned();
    let (text, error, code) = gym(&["rollout", "Candy-v0", "--episodes", "2", "--log", &log], "");
    assert_eq!(code, Some(0), "{error}");
    assert!(text.contains("score "), "{text}");
    let lines = fs::read_to_string(folder.join("episode_002_log.jsonl")).expect("a log");
    let last: Value = serde_json::from_str(lines.lines().last().expect("lines")).expect("JSON");
    assert_eq!(
        (lines.lines().count(), &last["step"], &last["terminated"]),
        (50, &50.into(), &true.into())
    );
    let summary = fs::read_to_string(folder.join("gym_run_summary.json")).expect("a summary");
    let summary: Value = serde_json::from_str(&summary).expect("JSON");
    assert_eq!(summary["overall_stat_summary"]["steps_taken"]["mean"], 50.0);
    assert_eq!(summary["settings"]["game"], "oracade/Candy-v0");
}

#[test]
fn another_program_plays() {
    let folder = scratch("program");
    let log = folder.to_string_lossy().into_owned();
    // It answers each turn with the same words: two moves to the left, then a drop.
    let player = "while read -r turn; do echo '{\"thought\": \"left\", \"action\": \"left, 2 hard_drop\"}'; done";
    let arguments = ["rollout", "Tetris-v0", "--episodes", "1", "--command", player, "--log", &log];
    let (text, error, code) = gym(&arguments, "");
    assert_eq!(code, Some(0), "{error}");
    assert!(text.contains("score "), "{text}");
    let lines = fs::read_to_string(folder.join("episode_001_log.jsonl")).expect("a log");
    let actions: Vec<Value> = lines
        .lines()
        .take(4)
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(
        actions
            .iter()
            .map(|line| line["agent_action"].as_str().unwrap_or_default())
            .collect::<String>(),
        "1161"
    );
    assert_eq!(actions[0]["thought"], "left");
    let (_, error, code) = gym(&["rollout", "Tetris-v0", "--command", "true"], "");
    assert_eq!(code, Some(2));
    assert!(error.contains("the player ") && error.contains("turn 1"), "{error}");
}

#[test]
fn a_person_plays_in_words() {
    let (text, _, code) = gym(&["play", "2048-v0", "--max-steps", "2"], "left\nsideways\nup\n");
    assert_eq!(code, Some(0));
    assert!(text.contains("Actions: Discrete(4) up, right, down, left"), "{text}");
    assert!(
        text.contains("that is no action") && text.contains("the episode has ended: score "),
        "{text}"
    );
}

#[test]
fn what_is_wrong_is_told_with_the_next_step() {
    let folder = scratch("wrong");
    let file = folder.join("env.toml");
    let given = file.to_string_lossy().into_owned();
    let plain = fs::read_to_string(root().join("games/envs/hopper.toml")).expect("the example");
    let cases = [
        ("frames = 4", "frames = \"four\"", "env.toml:11: "),
        (
            "passed - before.passed",
            "passed - before.passed )",
            "env.toml:28: reward.value: cannot be read",
        ),
        ("../hopper", "nowhere", "nowhere"),
    ];
    for (from, to, expected) in cases {
        fs::write(&file, plain.replace(from, to)).expect("a file");
        let (_, error, code) = gym(&["rollout", &given], "");
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(expected), "{expected}\n{error}");
    }
    let hopper = root().join("games/hopper").to_string_lossy().into_owned();
    fs::write(&file, plain.replace("../hopper", &hopper).replace("phase ==", "fase ==")).expect("a file");
    let (_, error, code) = gym(&["rollout", &given, "--episodes", "1"], "");
    assert_eq!(code, Some(2), "{error}");
    assert!(
        error.contains("end.terminated of") && error.contains("there is no `fase`; known are: phase, x"),
        "{error}"
    );
    assert!(gym(&["rollout", "Chess-v0"], "").1.contains("known are 2048-v0"));
}

/// What is answered to requests over pipes, with the bytes of each answer.
fn served(requests: &[&str]) -> Vec<(Value, Vec<u8>)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oracade"));
    command.args(["gym", "serve"]).current_dir(root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut pipe = child.stdin.take().expect("an input");
    pipe.write_all((requests.join("\n") + "\n").as_bytes()).expect("it reads");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let (mut rest, mut answers) = (output.stdout.as_slice(), Vec::new());
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == b'\n').expect("a line");
        let told: Value = serde_json::from_slice(&rest[..end]).expect("JSON");
        let bytes = told["bytes"].as_u64().expect("a number") as usize;
        let rest_of = &rest[end + 1..];
        answers.push((told, rest_of[..bytes].to_vec()));
        rest = &rest_of[bytes..];
    }
    answers
}

#[test]
fn pictures_of_a_page_are_those_of_painting_it_whole_and_shrinking_it() {
    for (env, action) in [("games/envs/hopper.toml", 1), ("games/envs/weft.toml", 3)] {
        let make = |view: &str| {
            let settings = serde_json::json!({ "views": [view], "size": [84, 84] });
            serde_json::json!({ "do": "make", "env": env, "settings": settings }).to_string()
        };
        let reset = serde_json::json!({ "do": "reset", "seed": 3 }).to_string();
        let steps: Vec<String> = (0..12)
            .map(|n| serde_json::json!({ "do": "step", "action": if n % 5 == 1 { action } else { 0 } }).to_string())
            .collect();
        let render = r#"{"do": "render"}"#.to_owned();
        let run = |view: &str| {
            let all = [vec![make(view), reset.clone()], steps.clone(), vec![render.clone()]].concat();
            served(&all.iter().map(String::as_str).collect::<Vec<_>>())
        };
        // One has looked at every step, the other never before.
        let (watched, blind) = (run("pixels"), run("json"));
        let (told, whole) = blind.last().expect("an answer");
        let size = |n: usize| told["size"][n].as_u64().expect("a size") as u32;
        assert!(watched.last().expect("an answer").1 == *whole, "{env}");
        let picture = oracade_gym::Picture {
            width: size(0),
            height: size(1),
            rgba: whole
                .as_chunks::<3>()
                .0
                .iter()
                .flat_map(|[r, g, b]| [*r, *g, *b, 255])
                .collect(),
        };
        let mut small = vec![0; 84 * 84 * 3];
        picture.resized(84, 84).write(3, &mut small);
        assert!(watched[watched.len() - 2].1 == small, "{env}");
        assert!(watched[3].1 != small, "{env}: nothing has moved");
    }
}

#[test]
fn a_page_is_served_over_pipes() {
    let requests = [
        r#"{"do": "make", "env": "games/envs/hopper.toml", "settings": {"views": ["pixels", "json"], "size": [40, 30]}}"#,
        r#"{"do": "reset", "seed": 3}"#,
        r#"{"do": "step", "action": 1}"#,
        r#"{"do": "step", "action": 2}"#,
        r#"{"do": "snapshot"}"#,
    ];
    let answers = served(&requests);
    assert_eq!(answers.len(), requests.len());
    assert_eq!(answers[0].0["described"]["action_space"]["n"], 2);
    assert_eq!((answers[1].1.len(), answers[2].1.len()), (40 * 30 * 3, 40 * 30 * 3));
    assert_eq!(answers[2].0["seen"]["dict"]["pixels"]["u8"], 40 * 30 * 3);
    assert_eq!(answers[3].0["kind"], "action");
    assert!(answers[4].0["snapshot"]["y"].is_number(), "{:?}", answers[4].0);
}
