//! Contracts and scorecards through the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn oracade(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oracade"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Standard output of a call that ends with 0.
fn good(arguments: &[&str]) -> String {
    let output = oracade(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("oracade-contract-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn path(folder: &Path, file: &str) -> String {
    folder.join(file).display().to_string()
}

#[test]
fn a_document_becomes_a_frozen_contract_and_judges_a_source() {
    let folder = scratch("build");
    let (design, draft) = ("corpus/contracts/weft/design.md", "corpus/contracts/weft/draft.json");
    assert!(good(&["contract", "rows", design]).contains("design.md:16: DBT-CLOTH.levels: id: levels | value: 3"));
    let (built, frozen) = (path(&folder, "built.json"), path(&folder, "frozen.json"));
    good(&["contract", "build", design, "--draft", draft, "-o", &built]);
    assert!(good(&["contract", "accept", &built]).contains("\"accepted\": true"));
    let digest = good(&["contract", "freeze", &built, "-o", &frozen]);
    let kept = fs::read_to_string("corpus/contracts/weft/contract.json").unwrap();
    assert!(kept.contains(digest.trim()), "the corpus has another digest than {digest}");
    assert!(good(&["contract", "show", &frozen]).contains("32 rules"));
    assert!(good(&["contract", "show", "--mermaid", &frozen]).starts_with("flowchart LR"));
    let table = good(&["contract", "source", &frozen, "corpus/tasks/weft/reference"]);
    assert!(table.contains("judge structural-1"), "{table}");
    let result = path(&folder, "result.json");
    good(&[
        "contract",
        "source",
        &frozen,
        "corpus/tasks/weft/reference",
        "--result",
        "us",
        "-o",
        &result,
    ]);
    let numbers = good(&["contract", "results", &frozen, &result]);
    assert!(
        numbers.contains("\"replay\": null") && numbers.contains("\"source\": 9"),
        "{numbers}"
    );
    assert!(good(&["contract", "results", &frozen, &result, "--feedback"]).contains("\"verdict\": \"partial\""));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_line() {
    let folder = scratch("wrong");
    let design = path(&folder, "design.md");
    fs::write(&design, "# G\n\n### RT-A\n\n| # | when |\n|---|---|\n| 1 | x |\n").unwrap();
    let output = oracade(&["contract", "rows", &design]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("design.md:5: error: RT-A has no ELSE"),
        "{}",
        text(&output.stderr)
    );
    let frozen = path(&folder, "frozen.json");
    let kept = fs::read_to_string("corpus/contracts/weft/contract.json").unwrap();
    fs::write(&frozen, kept.replacen("Undo is one move less", "Undo is two moves less", 1)).unwrap();
    let output = oracade(&["contract", "show", &frozen]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("frozen.json:3: digest: the contract was changed"),
        "{}",
        text(&output.stderr)
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn entries_are_scored_and_ranked() {
    let folder = scratch("score");
    let entry = |name: &str, build: bool, depth: f64| {
        let text = format!(
            "{{\"format\":\"oracade-entry-1\",\"scorecard\":\"gamecraft\",\"about\":{{\"agent\":\"{name}\"}},
              \"values\":{{\"build\":{build},\"mechanics\":[0.8],\"depth\":[{depth}],\"visuals\":[1],\"art\":[0.4]}}}}"
        );
        fs::write(folder.join(format!("{name}.json")), text).unwrap();
        path(&folder, &format!("{name}.json"))
    };
    let (a, b, c) = (entry("a", true, 0.5), entry("b", true, 1.0), entry("c", false, 0.0));
    assert!(good(&["score", "gamecraft", &a]).contains("total 0.585 (pass)"));
    let results = path(&folder, "results.json");
    good(&["score", "gamecraft", &a, &c, "--json", "-o", &results]);
    let board = good(&["leaderboard", "gamecraft", &results, &b]);
    let rows: Vec<&str> = board
        .lines()
        .filter(|line| line.starts_with("| 1 |") || line.starts_with("| 2 |") || line.starts_with("| - |"))
        .collect();
    assert_eq!(rows.len(), 3, "{board}");
    assert!(
        rows[0].contains("| b |") && rows[1].contains("| a |") && rows[2].contains("❌ it does not build"),
        "{board}"
    );
    let output = oracade(&["score", "no-such-card", &a]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("one of strict-success"),
        "{}",
        text(&output.stderr)
    );
    fs::remove_dir_all(folder).unwrap();
}

/// The files below a folder with their bytes.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push((path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn builds_are_played_under_a_contract_and_the_bytes_are_the_same_at_any_jobs() {
    let folder = scratch("evaluate");
    let (built, frozen) = (path(&folder, "built.json"), path(&folder, "contract.json"));
    let (design, draft) = ("tests/play-contract/design.md", "tests/play-contract/draft.json");
    good(&["contract", "build", design, "--draft", draft, "-o", &built]);
    good(&["contract", "freeze", &built, "-o", &frozen]);
    let html = fs::read_to_string("tests/play-contract/index.html").unwrap();
    let game = |name: &str, html: &str| -> String {
        fs::create_dir_all(folder.join(name)).unwrap();
        fs::write(folder.join(name).join("index.html"), html).unwrap();
        path(&folder, name)
    };
    let sound = game("sound", &html);
    let dead = game("dead", &html.replace("if (event.code === 'KeyS') light();", ""));
    let endless = game("endless", &html.replace(" && hall.lamps < MOST", ""));
    let mute = game("mute", &html.replace("window.__gameTest", "window.nothing"));
    let evaluated = |jobs: &str, out: &str| {
        let arguments = [
            "evaluate", &frozen, &sound, &dead, &endless, &mute, "--votes", "3", "--jobs", jobs, "--out", out, "--json",
        ];
        let output = oracade(&arguments);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "");
        text(&output.stdout)
    };
    let (one, two) = (path(&folder, "one"), path(&folder, "two"));
    let results = evaluated("1", &one);
    assert_eq!(results, evaluated("3", &two));
    assert!(tree(Path::new(&one)) == tree(Path::new(&two)), "the folders differ");
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    let play = |build: usize, rule: usize| results[build]["rules"][rule]["play"].as_str().unwrap_or_default().to_owned();
    let rules = |build: usize| (0..3).map(|rule| play(build, rule)).collect::<Vec<_>>();
    assert_eq!(rules(0), ["satisfied", "satisfied", "satisfied"]);
    assert_eq!(rules(1), ["satisfied", "violated", "satisfied"]);
    assert_eq!(rules(2), ["satisfied", "violated", "violated"]);
    assert_eq!(results[2]["invariants"][0]["play"], false);
    assert_eq!(results[3]["runs"], false);
    assert_eq!(results[0]["scenarios"][0]["items"][0]["score"], 1.0);
    assert_eq!(results[1]["scenarios"][0]["items"][0]["score"], 0.0);
    // What is cited is there, and plays again.
    let replay: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(Path::new(&one).join("builds/sound/replay.json")).unwrap()).unwrap();
    let frames = replay["scenarios"][0]["items"][0]["frames"].as_array().unwrap();
    assert!(frames.len() <= 8 && frames[0]["why"] == "before", "{frames:?}");
    assert!(frames.iter().all(|frame| {
        Path::new(&one)
            .join("builds/sound")
            .join(frame["file"].as_str().unwrap())
            .is_file()
    }));
    let tape = path(Path::new(&one), "builds/sound/tapes/replay-first-lamp.tape");
    assert!(good(&["replay", "--verify", &tape]).contains("and the end"));
    let entry = path(Path::new(&one), "builds/sound/entry.json");
    assert!(good(&["leaderboard", "fidelity", &entry]).contains("sound"));
    let result = path(Path::new(&one), "builds/sound/result.json");
    assert!(good(&["contract", "results", &frozen, &result]).contains("\"play\": 100.0"));
    fs::remove_dir_all(folder).unwrap();
}
