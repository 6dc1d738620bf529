//! `oracade batch` and `oracade merge`: the same results whatever happens on the way.

use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const GAME: &str = "<!doctype html><html><body><canvas id=c></canvas><script>
let n = 0; const x = c.getContext('2d');
(function frame() { n += Math.random(); x.fillRect(n * 9 % 200, 5, 9, 9); requestAnimationFrame(frame); })();
window.__gameTest = { getSnapshot: () => ({ n }) };
</script></body></html>";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a file of the test");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file of the command")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_oracade"));
        command.current_dir(&self.0).args(arguments);
        command
    }

    fn run(&self, arguments: &[&str], code: i32) -> Output {
        let output = self.command(arguments).output().expect("the command starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        output
    }

    fn results(&self, name: &str) -> Vec<Value> {
        let text = self.read(name);
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

/// Many short jobs, some of which cannot be done.
fn plan(jobs: usize) -> String {
    (0..jobs)
        .map(|n| {
            let game = if n % 17 == 5 { "missing.html" } else { "game.html" };
            json!({ "id": format!("job {n}"), "game": game, "run": "200ms", "seed": n, "viewport": [64, 48] }).to_string() + "\n"
        })
        .collect()
}

#[test]
fn results_do_not_depend_on_processes_shards_or_kills() {
    let folder = Folder::new("same");
    folder.write("game.html", GAME);
    folder.write("plan.jsonl", &plan(60));
    folder.run(&["batch", "plan.jsonl", "-o", "one.jsonl", "--jobs", "1", "-q"], 1);
    let one = folder.read("one.jsonl");
    let results = folder.results("one.jsonl");
    assert_eq!(results.len(), 60);
    assert!(results.iter().enumerate().all(|(n, result)| result["job"] == n));
    let digests: std::collections::BTreeSet<&str> = results.iter().filter_map(|result| result["digest"].as_str()).collect();
    assert!(digests.len() > 50, "each seed is a run of its own");
    assert_eq!(results[5]["outcome"], "refused");
    assert!(
        results[5]["message"]
            .as_str()
            .is_some_and(|text| text.contains("missing.html")),
        "{}",
        results[5]
    );

    folder.run(&["batch", "plan.jsonl", "-o", "three.jsonl", "--jobs", "3", "-q"], 1);
    assert_eq!(folder.read("three.jsonl"), one);

    for shard in ["1/3", "2/3", "3/3"] {
        let out = format!("shard-{}.jsonl", &shard[..1]);
        folder.run(&["batch", "plan.jsonl", "-o", &out, "--shard", shard, "-q"], 1);
    }
    folder.run(
        &[
            "merge",
            "shard-3.jsonl",
            "shard-1.jsonl",
            "shard-2.jsonl",
            "-o",
            "merged.jsonl",
        ],
        0,
    );
    assert_eq!(folder.read("merged.jsonl"), one);
    folder.run(&["merge", "shard-3.jsonl", "shard-1.jsonl", "-o", "part.jsonl"], 2);
    // The last job is missing, and no number shows a gap.
    folder.write("short.jsonl", &one[..one.trim_end().rfind('\n').expect("lines") + 1]);
    let short = folder.run(&["merge", "short.jsonl", "-o", "part.jsonl"], 2);
    assert!(String::from_utf8_lossy(&short.stderr).contains("job 59 of 60"));
    folder.write("other.jsonl", &one.replace("\"of\":60", "\"of\":61"));
    folder.run(&["merge", "other.jsonl", "shard-1.jsonl", "-o", "part.jsonl"], 2);
    folder.run(&["merge", "shard-3.jsonl", "shard-3.jsonl", "-o", "part.jsonl"], 2);
    folder.write("shard-2.jsonl.journal", "");
    let unfinished = folder.run(
        &["merge", "shard-1.jsonl", "shard-2.jsonl", "shard-3.jsonl", "-o", "part.jsonl"],
        2,
    );
    assert!(String::from_utf8_lossy(&unfinished.stderr).contains("is not at its end"));

    folder.run(&["batch", "plan.jsonl", "-o", "one.jsonl", "--jobs", "1", "-q"], 2);
}

/// Killed again and again; what is there at each kill is the beginning of the whole. The full size is `cargo xtask endurance`.
#[test]
fn a_batch_that_is_killed_five_times_comes_to_the_same_results() {
    const JOBS: usize = 100;
    let folder = Folder::new("killed");
    folder.write("game.html", GAME);
    folder.write("plan.jsonl", &plan(JOBS));
    folder.run(&["batch", "plan.jsonl", "-o", "whole.jsonl", "-q"], 1);
    let whole = folder.read("whole.jsonl");
    let arguments = ["batch", "plan.jsonl", "-o", "killed.jsonl", "--jobs", "2", "-q"];
    let journal = folder.0.join("killed.jsonl.journal");
    let done = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count().saturating_sub(1));
    for kill in 1..=5 {
        let mut child = folder
            .command(&arguments)
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        // By what has been done, not by time: a machine may be busy.
        while done() < kill * JOBS / 6 {
            assert!(child.try_wait().expect("its state").is_none(), "it ended before kill {kill}");
            std::thread::sleep(Duration::from_millis(3));
        }
        child.kill().expect("a kill");
        child.wait().expect("its end");
        let text = folder.read("killed.jsonl");
        assert!(whole.starts_with(text.as_str()), "{text}");
    }
    // What a kill in the middle of a write leaves: it was no result, and its job is done again.
    let text = fs::read_to_string(&journal).expect("a journal");
    fs::write(&journal, &text[..text.len() - 20]).expect("a journal that is cut off");
    folder.run(&arguments, 1);
    assert_eq!(folder.read("killed.jsonl"), whole);
    assert!(!journal.exists());
    // What is finished is not done again unless asked.
    folder.run(&arguments, 2);
}

#[test]
fn a_process_that_dies_or_hangs_is_one_outcome() {
    let folder = Folder::new("dies");
    folder.write("game.html", GAME);
    // Each gap in the page's own limits that is found belongs here; an endless page under a short limit of real time is one.
    folder.write("hog.html", "<!doctype html><html><script>for (;;);</script></html>");
    let jobs = [
        json!({ "game": "game.html", "run": "100ms" }),
        json!({ "game": "hog.html", "run": "100ms" }),
        json!({ "game": "game.html", "run": "100ms" }),
    ];
    folder.write("plan.jsonl", &jobs.map(|job| job.to_string() + "\n").concat());
    folder.run(
        &[
            "batch",
            "plan.jsonl",
            "-o",
            "out.jsonl",
            "--timeout",
            "8",
            "--jobs",
            "1",
            "-q",
        ],
        1,
    );
    let outcomes: Vec<Value> = folder
        .results("out.jsonl")
        .into_iter()
        .map(|result| result["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["done", "hung", "done"]);
}

#[test]
fn a_plan_that_is_wrong_is_refused_before_anything_runs() {
    let folder = Folder::new("wrong");
    folder.write("game.html", GAME);
    for (line, message) in [
        ("{}", "missing field `game`"),
        (r#"{"game": "game.html"}"#, "one of \"check\", \"tape\" and \"run\""),
        (
            r#"{"game": "game.html", "run": "1s", "check": true}"#,
            "one of \"check\", \"tape\" and \"run\"",
        ),
        (r#"{"game": "game.html", "run": "soon"}"#, "is not a time"),
        (r#"{"game": "game.html", "run": "1s", "viewport": [0, 5]}"#, "viewport"),
        (r#"{"game": "game.html", "run": "1s", "speed": 9}"#, "unknown field `speed`"),
        ("rubbish", "plan.jsonl:2"),
    ] {
        folder.write(
            "plan.jsonl",
            &format!("{{\"game\": \"game.html\", \"run\": \"100ms\"}}\n{line}\n"),
        );
        let output = folder.run(&["batch", "plan.jsonl", "-o", "out.jsonl"], 2);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(message) && error.contains("plan.jsonl:2"), "{line}: {error}");
        assert!(!folder.0.join("out.jsonl").exists());
    }
    folder.write("plan.jsonl", "\n");
    folder.run(&["batch", "plan.jsonl"], 2);
}

#[test]
fn a_journal_of_another_plan_is_not_taken_up() {
    let folder = Folder::new("journal");
    folder.write("game.html", GAME);
    folder.write("plan.jsonl", "{\"game\": \"game.html\", \"run\": \"100ms\"}\n");
    folder.write(
        "out.jsonl.journal",
        "{\"plan\":\"00\",\"shard\":[1,1],\"conditions\":\"00\",\"jobs\":1}\n",
    );
    let output = folder.run(&["batch", "plan.jsonl", "-o", "out.jsonl"], 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("--force begins anew"));
    folder.run(&["batch", "plan.jsonl", "-o", "out.jsonl", "--force", "-q"], 0);
    assert_eq!(folder.results("out.jsonl").len(), 1);
}

#[test]
fn judging_and_tapes_are_jobs_too() {
    let folder = Folder::new("kinds");
    folder.write("game.html", GAME);
    folder.run(&["record", "game.html", "--for", "500ms", "-o", "game.tape"], 0);
    let suite = "module.exports.suite = [{ id: 'lives', level: 'P0', name: 'lives', run: async ({ browser }) => {
      const n = await browser.eval('window.__gameTest.getSnapshot().n'); return { status: n > 0 ? 'PASS' : 'FAIL', detail: String(n) }; } }];";
    folder.write("checks.js", suite);
    folder.write("other.html", &GAME.replace("9, 9)", "8, 8)"));
    let jobs = [
        json!({ "game": "game.html", "tape": "game.tape" }),
        json!({ "game": "other.html", "tape": "game.tape" }),
        json!({ "game": "game.html", "check": { "suite": "checks.js" } }),
    ];
    folder.write("plan.jsonl", &jobs.map(|job| job.to_string() + "\n").concat());
    folder.run(&["batch", "plan.jsonl", "-o", "out.jsonl", "-q"], 0);
    let results = folder.results("out.jsonl");
    assert_eq!(results[0]["equal"], true);
    assert_eq!(results[1]["equal"], Value::Null);
    assert!(results[1]["digest"].is_string());
    assert_eq!(results[2]["report"]["l2"]["report"]["pass"], true, "{}", results[2]);
}

/// What a page that had broken out of the engine could do.
#[test]
fn the_sandbox_leaves_nothing_but_computing() {
    let folder = Folder::new("sandbox");
    folder.write("game.html", GAME);
    let mut child = folder
        .command(&["batch-worker", "--memory", "4096", "--probe"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a worker");
    let hello = json!({ "readable": [folder.0.join("game.html")] }).to_string() + "\n";
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(hello.as_bytes())
        .expect("written");
    let output = child.wait_with_output().expect("its end");
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    if found["walls"] != json!({ "files": true, "calls": true }) {
        eprintln!("skipped: this system has only part of the sandbox: {found}");
        return;
    }
    for refused in ["reads_other_files", "writes_files", "opens_sockets", "starts_programs"] {
        assert_eq!(found[refused], false, "{found}");
    }
    for allowed in ["reads_what_it_may", "starts_threads"] {
        assert_eq!(found[allowed], true, "{found}");
    }
}
