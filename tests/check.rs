//! `oracade check` end to end, with games and suites of a few lines.

#[path = "check/mutate.rs"]
mod mutate;

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("oracade-check-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn game(&self, name: &str, html: &str, suite: &str) -> String {
        let folder = self.0.join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("index.html"), html).unwrap();
        fs::write(folder.join("checks.js"), suite).unwrap();
        name.to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn oracade(at: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oracade"));
    command.current_dir(at).args(arguments).output().unwrap()
}

fn report(at: &Path, arguments: &[&str]) -> (i32, Value) {
    let output = oracade(at, arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let report = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}\n{errors}"));
    (output.status.code().unwrap(), report)
}

/// Status and detail of each check of a game.
fn verdicts(report: &Value, game: usize) -> Vec<(String, Value)> {
    let checks = report["games"][game]["l2"]["report"]["checks"]
        .as_array()
        .expect("an L2 report");
    checks
        .iter()
        .map(|check| (check["status"].as_str().unwrap().to_owned(), check["detail"].clone()))
        .collect()
}

const GAME: &str = r#"<!DOCTYPE html><html><body style="margin:0"><canvas id="c" width="320" height="200"></canvas><script>
const g = document.getElementById('c').getContext('2d');
let frames = 0, keys = [], runs = Number(localStorage.getItem('runs') || 0) + 1;
localStorage.setItem('runs', runs);
addEventListener('keydown', (e) => keys.push(e.code + ':' + e.key + ':' + e.keyCode));
addEventListener('mousedown', (e) => keys.push('mouse:' + e.clientX + ',' + e.clientY));
function frame() { frames += 1; g.fillStyle = 'red'; g.fillRect(frames % 320, 0, 10, 200); requestAnimationFrame(frame); }
requestAnimationFrame(frame);
window.__gameTest = { getSnapshot: () => ({ frames, keys, runs }) };
</script></body></html>"#;

const SUITE: &str = r#"'use strict';
const snap = (b) => b.eval('window.__gameTest.getSnapshot()');
module.exports.suite = [
  { id: 'input', level: 'P0', name: 'Input arrives', run: async ({ browser }) => {
    await browser.keyDown('KeyA'); await browser.keyUp('KeyA'); await browser.keyDown('KeyM');
    await browser.mouseClick(20, 30);
    return { status: 'PASS', detail: (await snap(browser)).keys.join(' ') };
  } },
  { id: 'time', level: 'P0', name: 'One clock', run: async ({ browser }) => {
    const before = await snap(browser), t0 = Date.now();
    await browser.sleep(1000);
    const after = await snap(browser);
    const page = await browser.eval('Date.now()');
    return { status: 'PASS', detail: [after.frames - before.frames, Date.now() - t0, Date.now() - page < 5, after.runs] };
  } },
  { id: 'errors', level: 'P1', name: 'Messages', run: async ({ browser }) => {
    const text = async (f) => { try { return JSON.stringify(await f()); } catch (e) { return e.message; } };
    return { status: 'PASS', detail: [
      await text(() => browser.eval('nothing.at.all')),
      await text(() => browser.eval('1 +')),
      await text(() => browser.eval('Promise.reject(new TypeError("no"))')),
      await text(() => browser.eval('new Promise(() => {})')),
      await text(() => browser.mouseClick(undefined, 1)),
      await text(() => browser.cdp.send('Nothing.here')),
      await text(() => browser.eval('({ value: 7 })')),
    ] };
  } },
  { id: 'picture', level: 'P1', name: 'Pictures', run: async ({ browser }) => {
    const first = await browser.canvasPixelHash(); await browser.sleep(100);
    return { status: first !== null && first !== await browser.canvasPixelHash() ? 'PASS' : 'FAIL', detail: await browser.getCanvasSize() };
  } },
  { id: 'slow', level: 'P2', name: 'Too slow', timeoutMs: 400, run: () => new Promise(() => {}) },
  { id: 'skip', level: 'P2', name: 'Not here', run: async () => ({ status: 'NOT_APPLICABLE' }) },
];"#;

#[test]
fn a_suite_sees_the_page_the_clock_and_the_messages_it_would_see_in_a_browser() {
    let folder = Folder::new("suite");
    folder.game("game", GAME, SUITE);
    let (code, report) = report(&folder.0, &["check", "game", "--json", "--quiet"]);
    let seen = verdicts(&report, 0);
    // The runner passes a key that it has no name for by its code, which is no key value: the event has none.
    assert_eq!(seen[0], ("PASS".into(), json!("KeyA:a:0 KeyM::0 mouse:20,30")));
    let time = &seen[1].1;
    assert!((59..=61).contains(&time[0].as_u64().unwrap()), "frames in a second: {time}");
    assert!((1000..=1010).contains(&time[1].as_u64().unwrap()), "ms in a second: {time}");
    assert_eq!(
        (&time[2], &time[3]),
        (&json!(true), &json!(2)),
        "same date, and storage is shared by the checks"
    );
    assert_eq!(
        seen[2].1,
        json!([
            r#"{"__l2_err__":"nothing is not defined"}"#,
            r#"{"__l2_err__":"Uncaught"}"#,
            r#"{"__l2_err__":"Uncaught (in promise) TypeError: no"}"#,
            "CDP timeout: Runtime.evaluate",
            "mouseClick requires semantic runtime coordinates",
            "CDP error: 'Nothing.here' wasn't found",
            "7",
        ])
    );
    assert_eq!(seen[3].0, "PASS");
    assert_eq!(seen[3].1["cssW"], 320);
    assert_eq!(seen[4], ("FAIL".into(), json!("exception: check timeout")));
    assert_eq!(seen[5].0, "NOT_APPLICABLE");
    // P2 does not count.
    assert_eq!(code, 0);
    assert_eq!(
        report["games"][0]["l2"]["count"],
        json!({ "passed": 4, "total": 5, "percent": 80.0 })
    );
    assert_eq!(
        report["games"][0]["strict"], false,
        "without static checks nothing is a strict success"
    );
}

#[test]
fn reports_are_the_same_bytes_at_any_number_of_jobs() {
    let folder = Folder::new("bytes");
    for name in ["one", "two", "three"] {
        folder.game(name, GAME, SUITE);
    }
    let bytes = |jobs: &str| {
        let arguments = [
            "check", "one", "two", "three", "--quiet", "--json", "--out", jobs, "--jobs", jobs,
        ];
        let output = oracade(&folder.0, &arguments);
        let junit = fs::read(folder.0.join(jobs).join("junit.xml")).unwrap();
        let picture = fs::read(folder.0.join(jobs).join("two/failures/slow.png")).unwrap();
        (output.stdout, junit, picture)
    };
    let first = bytes("1");
    assert!(first.2.starts_with(b"\x89PNG"));
    assert!(first == bytes("3"), "the report depends on --jobs");
}

#[test]
fn a_page_that_hangs_fails_its_check_and_no_other() {
    let folder = Folder::new("hang");
    let suite = r#"module.exports = { suite: [
      { id: 'hang', level: 'P0', name: 'h', run: async ({ browser }) => { try { await browser.eval('(() => { for (;;); })()'); } catch {} return { status: 'PASS' }; } },
      { id: 'after', level: 'P1', name: 'a', run: async ({ browser }) => ({ status: await browser.eval('1 + 1') === 2 ? 'PASS' : 'FAIL' }) },
    ] };"#;
    folder.game("game", GAME, suite);
    let (code, report) = report(&folder.0, &["check", "game", "--json", "--quiet", "--timeout", "1"]);
    let seen = verdicts(&report, 0);
    assert_eq!((seen[0].0.as_str(), seen[1].0.as_str(), code), ("FAIL", "PASS", 1));
    let l2 = &report["games"][0]["l2"]["report"];
    assert_eq!(l2["oracade"]["checks"][0]["outcome"], "page-watchdog");
    assert!(l2["summary"]["runtime_probe_error"].as_str().unwrap().starts_with("hang: "));
    assert_eq!(l2["pass"], false);
}

#[test]
fn a_suite_without_a_report_is_fatal_and_touches_no_other_game() {
    let folder = Folder::new("fatal");
    folder.game("good", GAME, "module.exports.suite = [{ id: 'a', level: 'P0', name: 'a', run: async () => ({ status: 'PASS' }) }, { id: 'b', level: 'P1', name: 'b', run: async () => ({ status: 'PASS' }) }];");
    folder.game(
        "nothing",
        GAME,
        "module.exports = { suite: [{ id: 'a', level: 'P0', name: 'a', run: async () => {} }] };",
    );
    folder.game("syntax", GAME, "module.exports = {");
    folder.game(
        "endless",
        GAME,
        "module.exports.suite = [{ id: 'a', level: 'P0', name: 'a', run: async () => { for (;;); } }];",
    );
    let (code, report) = report(
        &folder.0,
        &[
            "check",
            "good",
            "nothing",
            "syntax",
            "endless",
            "--json",
            "--quiet",
            "--timeout",
            "1",
        ],
    );
    let outcomes: Vec<&Value> = report["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["outcome"]["name"])
        .collect();
    assert_eq!(code, 2);
    assert_eq!(
        outcomes,
        [
            &Value::Null,
            &json!("suite-fatal"),
            &json!("suite-fatal"),
            &json!("checker-watchdog")
        ]
    );
    assert_eq!(report["games"][0]["passed"], true);
    let message = report["games"][1]["outcome"]["message"].as_str().unwrap();
    assert_eq!(message, "Cannot set properties of undefined (setting 'id')");
}

#[test]
fn what_was_not_delivered_is_no_success_and_wrong_usage_says_what_to_do() {
    let folder = Folder::new("usage");
    folder.game("cut", "<html><body>", SUITE);
    let (code, report) = report(&folder.0, &["check", "cut", "--json", "--quiet"]);
    assert_eq!((code, &report["games"][0]["outcome"]["name"]), (1, &json!("incomplete")));
    // A page is run all the same, as a browser runs it.
    assert!(oracade(&folder.0, &["run", "cut", "--for", "50ms"]).status.success());
    fs::create_dir(folder.0.join("bare")).unwrap();
    fs::write(folder.0.join("bare/index.html"), GAME).unwrap();
    for (arguments, says) in [
        (vec!["check", "bare"], "name them with --checks and --suite"),
        (vec!["check", "nowhere"], "give a folder with index.html"),
        (vec!["check", "cut", "--viewport", "12"], "write it as WIDTHxHEIGHT"),
    ] {
        let output = oracade(&folder.0, &arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(says), "{errors}");
    }
}

/// Everything that `oracade check --out` writes, and what it prints.
fn everything(folder: &Folder, game: &str, jobs: &str) -> (Output, Vec<(PathBuf, Vec<u8>)>) {
    fn collect(at: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
        let mut entries: Vec<PathBuf> = fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                collect(&path, files);
            } else {
                files.push((path.clone(), fs::read(&path).unwrap()));
            }
        }
    }
    let out = folder.0.join("out");
    let _ = fs::remove_dir_all(&out);
    let output = oracade(
        &folder.0,
        &[
            "check",
            game,
            "--jobs",
            jobs,
            "--timeout",
            "2",
            "--json",
            "--quiet",
            "--out",
            "out",
        ],
    );
    let mut files = Vec::new();
    collect(&out, &mut files);
    (output, files)
}

/// Checks that are run ahead of their turn leave no trace: whatever they assumed, the reports are those of one after the other.
#[test]
fn reports_are_the_same_bytes_however_many_checks_run_at_a_time() {
    let folder = Folder::new("ahead");
    // Each page counts in local storage and in a database; dates, chance and what failed go into the reports.
    let counts = r#"<!DOCTYPE html><html><body><script>
      const runs = Number(localStorage.getItem('runs') || 0) + 1; localStorage.setItem('runs', runs);
      let stored = null; const born = Date.now(), luck = Math.random();
      const open = indexedDB.open('d', 1);
      open.onupgradeneeded = () => open.result.createObjectStore('s');
      open.onsuccess = () => { const s = open.result.transaction('s', 'readwrite').objectStore('s');
        s.get('n').onsuccess = (e) => { stored = (e.target.result || 0) + 1; s.put(stored, 'n'); }; };
      console.warn('born ' + born);
      window.__gameTest = { getSnapshot: () => ({ runs, stored, born, luck, now: Date.now() }) };
    </script></body></html>"#;
    // Nothing is stored, or the same by every page.
    let settles = r#"<!DOCTYPE html><html><body><script>
      localStorage.setItem('best', '7'); const born = Date.now();
      let frames = 0; (function frame() { frames += 1; requestAnimationFrame(frame); })();
      window.__gameTest = { getSnapshot: () => ({ frames, born, luck: Math.random() }) };
    </script></body></html>"#;
    let still = settles.replace("localStorage.setItem('best', '7');", "");
    // What checks share beside the storage: the suite's own variables, the results so far, chance, and a run that was given up.
    let suite = r#"'use strict';
      let shared = 0; const seen = [];
      const look = async ({ browser, results }) => { shared += 1; seen.push(shared); await browser.sleep(100 * Math.ceil(5 * Math.random()));
        const snapshot = await browser.eval('window.__gameTest.getSnapshot()');
        return { status: shared % 3 ? 'PASS' : 'FAIL', detail: JSON.stringify([snapshot, shared, seen, results.length, Date.now(), Math.random()]) }; };
      module.exports.suite = Array.from({ length: 9 }, (_, n) => ({ id: 'c' + n, level: n < 5 ? 'P0' : 'P1', name: 'Check ' + n, run: look }));
      module.exports.suite[2].run = async ({ browser }) => { if (shared === 2) await browser.sleep(70000); return look({ browser, results: [] }); };
      module.exports.suite[2].timeoutMs = 90000;
      module.exports.suite[4].run = async ({ browser }) => { for (;;) { await browser.sleep(5000); shared += 10; if (shared > 99) return; } };
      module.exports.suite[4].timeoutMs = 12000;
      module.exports.suite[6].run = async ({ browser }) => { await browser.eval('(() => { for (;;); })()').catch(() => 0); return { status: 'PASS' }; };
      module.exports.suite[7].run = async ({ browser }) => { if (shared > 20) await browser.keyDown('KeyA');
        return { status: 'PASS', detail: await browser.eval('1') }; };"#;
    // A page that hangs costs as much processor time as it may take.
    let quick = suite.replace("for (;;); })", "throw 1; })");
    for (name, html, suite) in [
        ("counts", counts, suite),
        ("settles", settles, &*quick),
        ("still", &*still, &*quick),
    ] {
        folder.game(name, html, suite);
    }
    for name in ["counts", "settles", "still"] {
        let (one, files) = everything(&folder, name, "1");
        assert!(files.len() > 5, "reports and pictures: {}", files.len());
        for jobs in ["2", "4"] {
            let (more, same) = everything(&folder, name, jobs);
            assert_eq!(
                String::from_utf8_lossy(&one.stdout),
                String::from_utf8_lossy(&more.stdout),
                "{name} {jobs}"
            );
            assert_eq!(one.status.code(), more.status.code());
            for ((path, bytes), (other, others)) in files.iter().zip(&same) {
                assert_eq!((path, bytes == others), (other, true), "{name} {jobs}");
            }
            assert_eq!(files.len(), same.len());
        }
    }
}
