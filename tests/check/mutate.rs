//! `oracade mutate` and `oracade report` end to end, with a game and a suite of a few lines.

use super::{Folder, oracade, report};
use serde_json::Value;
use std::fs;

/// `unused` is never looked at by anybody; the suite does not look at `double`, and `loop` ends.
const GAME: &str = r#"<!DOCTYPE html><html><body><script>
let score = 0, double = 0, unused = 0;
const LIMIT = 3;
addEventListener('keydown', () => { if (score < LIMIT) score++; });
addEventListener('keyup', () => { double = score * 2; });
function sum(n) { let s = 0; for (let i = 0; i < n; i++) s += 1; return s; }
window.__gameTest = { getSnapshot() { return { score, double, sum: sum(4) }; } };
function never() { unused = 7; }
</script></body></html>"#;

const SUITE: &str = r#"
const look = "JSON.parse(JSON.stringify(window.__gameTest.getSnapshot()))";
module.exports = { suite: [{ id: 'keys', level: 'P0', name: 'Keys score up to three', run: async ({ browser }) => {
  const press = async () => { await browser.keyDown('Space'); await browser.keyUp('Space'); };
  const first = await browser.eval(look);
  if (first.sum !== 4) return { status: 'FAIL', detail: 'sum ' + first.sum };
  for (let i = 0; i < 5; i++) await press();
  const s = await browser.eval(look);
  return s.score === 3 ? { status: 'PASS' } : { status: 'FAIL', detail: 'score ' + s.score };
} }, { id: 'broken', level: 'P1', name: 'Fails on the game itself', run: async () => ({ status: 'FAIL', detail: 'always' }) }] };
"#;

fn fate<'r>(report: &'r Value, id: &str) -> &'r Value {
    let mutants = report["mutants"].as_array().unwrap();
    let found = mutants.iter().find(|mutant| mutant["id"] == id);
    found.unwrap_or_else(|| panic!("no {id}"))
}

#[test]
fn mutants_are_killed_survive_or_are_the_same_game() {
    let folder = Folder::new("mutate");
    let game = folder.game("game", GAME, SUITE);
    let run = |more: &[&str]| {
        report(
            &folder.0,
            &[&["mutate", &game, "--json", "--quiet", "--timeout", "1"], more].concat(),
        )
    };
    let (code, told) = run(&["--tapes", "1", "--jobs", "2"]);
    assert_eq!(code, 0);
    assert_eq!(told["left_out"], serde_json::json!(["broken"]));
    let killed = |id: &str| {
        let mutant = fate(&told, id);
        assert_eq!(mutant["fate"], "killed", "{mutant}");
        assert_eq!(mutant["killed_by"][0]["check"], "keys", "{mutant}");
        mutant["killed_by"][0]["kind"].clone()
    };
    assert_eq!(killed("dead-listener@index.html:4:1"), "check");
    assert_eq!(killed("off-by-one-limit@index.html:4:49"), "check");
    assert_eq!(killed("constant-snapshot@index.html:7:37"), "check");
    // i-- never reaches n.
    assert_eq!(killed("increment@index.html:6:54"), "timeout");
    let survivor = fate(&told, "arithmetic@index.html:5:50");
    assert_eq!(survivor["fate"], "survived", "{survivor}");
    assert!(
        survivor["differs"]["what"][0]
            .as_str()
            .unwrap()
            .starts_with("snapshot /double"),
        "{survivor}"
    );
    assert_eq!(survivor["differs"]["only_pictures"], false);
    assert!(
        survivor["diff"]
            .as_str()
            .unwrap()
            .contains("+addEventListener('keyup', () => { double = score / 2; });")
    );
    assert_eq!(fate(&told, "constant@index.html:8:29")["fate"], "equivalent");
    let strength = &told["strength"];
    let (killed, survived) = (
        strength["killed"].as_f64().unwrap(),
        strength["survived_state"].as_f64().unwrap(),
    );
    let percent = (killed / (killed + survived) * 10_000.0).round() / 100.0;
    assert_eq!(strength["percent"].as_f64(), Some(percent));

    // A sample is the same bytes at any number of jobs, and says that it is one.
    let sample = |jobs: &str, seed: &str| {
        let arguments = [
            "mutate",
            &game,
            "--json",
            "--quiet",
            "--timeout",
            "1",
            "--tapes",
            "1",
            "--limit",
            "6",
            "--jobs",
            jobs,
        ];
        oracade(&folder.0, &[&arguments[..], &["--seed", seed]].concat()).stdout
    };
    assert_eq!(sample("1", "3"), sample("3", "3"));
    let small: Value = serde_json::from_slice(&sample("2", "4")).unwrap();
    assert_eq!((small["tried"].as_u64(), small["found"] == told["found"]), (Some(6), true));
    let fates: Vec<String> = small["mutants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mutant| format!("{} {}", mutant["fate"], mutant["id"]).replace('"', ""))
        .collect();
    let expected = [
        "survived constant@index.html:2:25.2",
        "killed conditional-boundary@index.html:4:47",
        "survived removed-statement@index.html:5:35",
        "survived arithmetic@index.html:5:50",
        "killed negated-condition@index.html:6:46",
        "killed constant@index.html:7:72.3",
    ];
    assert_eq!(fates, expected);

    let (code, one) = run(&["--only", "arithmetic@index.html:5:50", "--tapes", "0", "--at-least", "50"]);
    assert_eq!((code, one["tried"].as_u64()), (1, Some(1)), "nothing was killed");
}

#[test]
fn what_cannot_be_mutated_has_a_name() {
    let folder = Folder::new("mutate-not");
    let game = folder.game("game", "<!DOCTYPE html><html><script>let = = 1</script></html>", SUITE);
    let text = |arguments: &[&str]| {
        let output = oracade(&folder.0, arguments);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(text(&["mutate", &game]).contains("source: index.html:1:"));
    fs::create_dir_all(folder.0.join("module")).unwrap();
    fs::write(folder.0.join("module/game.wasm"), "\0asm").unwrap();
    fs::write(folder.0.join("module/checks.js"), SUITE).unwrap();
    assert!(text(&["mutate", "module"]).contains("wasm-game"));
    assert!(text(&["mutate", &game, "--operators", "nonsense"]).contains("conditional-boundary"));
}

/// A check that fails after a key and a click, of a game that says hostile things.
const HOSTILE: &str = r#"<!DOCTYPE html><html><body><script>
console.error('<\/script><script>document.title = "owned"<\/script><img src=x onerror=alert(1)>');
let n = 0;
addEventListener('keydown', () => { n++; console.warn('key </li><b>' + n); });
window.__gameTest = { getSnapshot: () => ({ n, '<i>key</i>': n }) };
</script></body></html>"#;

const FAILING: &str = r#"module.exports = { suite: [{ id: 'a"b<c', level: 'P0', name: '<u>named</u>', run: async ({ browser }) => {
  await browser.keyDown('Space'); await browser.keyUp('Space'); await browser.mouseClick(100, 60);
  return { status: 'FAIL', detail: '</li><script>bad()</script>' };
} }] };"#;

#[test]
fn a_report_is_one_file_in_which_hostile_text_stays_text() {
    let folder = Folder::new("report");
    let game = folder.game("game", HOSTILE, FAILING);
    assert_eq!(
        oracade(&folder.0, &["check", &game, "--out", "out", "--quiet"]).status.code(),
        Some(1)
    );
    let written = oracade(&folder.0, &["report", "out"]);
    assert_eq!(written.status.code(), Some(0), "{}", String::from_utf8_lossy(&written.stderr));
    let page = fs::read_to_string(folder.0.join("out/report.html")).unwrap();
    assert_eq!(page.matches("<script").count(), 1, "only the page's own script");
    assert_eq!(page.matches("</script").count(), 1);
    for markup in ["<img src=x", "<b>1", "<i>key", "<u>named", "bad()</script>"] {
        assert!(!page.contains(markup), "{markup}");
    }
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;"), "the console is shown");
    assert!(
        page.contains("key Space down") && page.contains("class=\"mark\""),
        "inputs are laid over the pictures"
    );
    assert!(page.contains("/n</code>"), "the snapshot's change is shown");
    assert!(page.contains("download=\"a_b_c.tape\""));
    assert!(
        !page.contains("http://")
            || page.matches("http://").count()
                == page.matches("http://www.w3.org").count() + page.matches("http://localhost").count()
    );
    let text = |format: &str| String::from_utf8(oracade(&folder.0, &["report", "out", "--format", format]).stdout).unwrap();
    let markdown = text("markdown");
    assert!(
        markdown.contains("&lt;u&gt;named&lt;/u&gt;") && !markdown.contains("<u>"),
        "{markdown}"
    );
    let junit = text("junit");
    assert!(junit.contains("failures=\"1\"") && junit.contains("a&quot;b&lt;c"), "{junit}");
    // Twice the same bytes.
    oracade(&folder.0, &["report", "out", "-o", "again.html"]);
    assert_eq!(fs::read_to_string(folder.0.join("again.html")).unwrap(), page);
    let nothing = oracade(&folder.0, &["report", "game"]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("evaluation.json"));
}
