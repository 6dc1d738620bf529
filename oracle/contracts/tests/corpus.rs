//! The corpus' contracts: frozen ones are those of their documents, references have their rules, and wrong games lack them.
//!
//! `ORACADE_BLESS=1` writes the frozen contracts and pictures again.

use oracade_contracts::build::{Draft, Frozen, build};
use oracade_contracts::canonical;
use oracade_contracts::design;
use oracade_contracts::graph::{ALPHA, Reading};
use oracade_contracts::judge::offline::source_request;
use oracade_contracts::judge::{Answer, Checked, Judge, StructuralJudge};
use oracade_contracts::model::Contract;
use oracade_contracts::picture;
use oracade_contracts::source::{Program, SourceFile, SourceReport, Sources, source_report};
use std::fs;
use std::path::{Path, PathBuf};

const GAMES: [&str; 2] = ["lantern-orchard", "weft"];

fn folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../corpus/contracts")
        .join(game)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn frozen(game: &str) -> Frozen {
    let path = folder(game).join("contract.json");
    Frozen::read(&path.display().to_string(), &read(&path)).unwrap_or_else(|error| panic!("{error}"))
}

fn made(game: &str) -> Contract {
    let folder = folder(game);
    let design = design::extract(&read(&folder.join("design.md")));
    assert_eq!(design.problems, [], "{game}");
    let draft = Draft::read("draft.json", &read(&folder.join("draft.json"))).unwrap_or_else(|error| panic!("{game}: {error}"));
    let built = build("design.md", &design, &[draft], 1).unwrap_or_else(|error| panic!("{game}: {error}"));
    built.contract
}

#[test]
fn frozen_contracts_are_those_of_their_documents() {
    for game in GAMES {
        let contract = made(game);
        let now = Frozen::freeze(std::slice::from_ref(&contract)).unwrap_or_else(|error| panic!("{game}: {error}"));
        let path = folder(game).join("contract.json");
        let svg = picture::svg(&contract);
        if std::env::var_os("ORACADE_BLESS").is_some() {
            fs::write(&path, canonical::pretty(&now)).unwrap();
            fs::write(folder(game).join("graph.svg"), &svg).unwrap();
        }
        assert_eq!(
            frozen(game),
            now,
            "{game}: document or draft were changed; see ORACADE_BLESS above"
        );
        assert!(
            read(&folder(game).join("graph.svg")) == svg,
            "{game}: the picture is not the contract's"
        );
    }
}

fn report(contract: &Contract, html: &str) -> SourceReport {
    let file = SourceFile {
        path: "index.html".to_owned(),
        text: html.to_owned(),
    };
    let program = Program::new(&Sources::from_files(vec![file]));
    source_report(&program, contract, ALPHA, Reading::Potential)
}

#[test]
fn references_have_their_rules() {
    for game in GAMES {
        let contract = frozen(game).contract;
        let report = report(&contract, &oracade_corpus::task(game).unwrap().reference_html().unwrap());
        let lacking: Vec<_> = report.rules.iter().filter(|rule| rule.score < 1.0).collect();
        let broken: Vec<_> = report.invariants.iter().filter(|invariant| !invariant.passed).collect();
        assert_eq!(broken, Vec::<&_>::new(), "{game}");
        // What is guarded by which buttons are shown, or calculated by way of a table, is found in part.
        assert!(
            lacking.len() * 10 <= report.rules.len(),
            "{game}: more than a tenth of the rules are found in part: {lacking:#?}"
        );
        assert!(
            report.rules.iter().all(|rule| rule.score > 0.0),
            "{game}: a rule of the reference counts as absent"
        );
    }
}

#[test]
fn the_same_source_gives_the_same_bytes() {
    for game in GAMES {
        let contract = frozen(game).contract;
        let html = oracade_corpus::task(game).unwrap().reference_html().unwrap();
        let texts: Vec<String> = (0..3).map(|_| canonical::text_of(&report(&contract, &html))).collect();
        assert!(texts.windows(2).all(|pair| pair[0] == pair[1]), "{game}");
    }
}

/// Faults that stand in the source: an edit of the reference, and the rule it breaks.
const WRONG: [(&str, &str, &str, &str); 19] = [
    ("lantern-orchard", "QUOTA = 15", "QUOTA = 16", "win"),
    ("lantern-orchard", "LIVES = 3", "LIVES = 5", "begin-lives"),
    (
        "lantern-orchard",
        "if (S.caught >= QUOTA) finish('won');",
        "finish('won');",
        "win",
    ),
    ("lantern-orchard", "if (S.caught >= QUOTA) finish('won');", "", "win"),
    (
        "lantern-orchard",
        "if (S.lives <= 0) finish('lost')",
        "if (S.lives <= 1) finish('lost')",
        "lose",
    ),
    ("lantern-orchard", "  S.lives -= 1;\n", "", "loss-life"),
    ("lantern-orchard", "  S.combo = 0;\n", "", "loss-row"),
    (
        "lantern-orchard",
        "if (d.kind === 'stone') { loseLife('hit'); return; }",
        "",
        "catch-stone",
    ),
    ("lantern-orchard", "? 50 : 10", "? 40 : 10", "catch-star"),
    ("lantern-orchard", "BELL_COOLDOWN = 4000", "BELL_COOLDOWN = 3000", "ring"),
    (
        "lantern-orchard",
        "d.kind === 'stone' && Math.hypot",
        "Math.hypot",
        "wave-stone",
    ),
    ("lantern-orchard", "if (S.score > best) {", "{", "record"),
    ("lantern-orchard", "muted = !muted;", "", "sound"),
    ("weft", "if (same(S.board, S.target)) solve();", "solve();", "solve"),
    ("weft", "if (same(S.board, S.target)) solve();", "", "solve"),
    (
        "weft",
        "S.moves <= par + 2 ? 2 : 1",
        "S.moves <= par + 2 ? 1 : 1",
        "stars-good",
    ),
    ("weft", "  S.moves -= 1;\n", "", "undo-counts"),
    ("weft", "if (!old || S.moves < old) record.best", "record.best", "record"),
    (
        "weft",
        "if (S.screen !== 'puzzle' || !S.history.length) return false;",
        "if (S.screen !== 'puzzle') return false;",
        "undo-counts",
    ),
];

#[test]
fn wrong_games_lack_what_they_lack() {
    for (game, find, replace, rule) in WRONG {
        let contract = frozen(game).contract;
        let html = oracade_corpus::task(game).unwrap().reference_html().unwrap();
        assert_eq!(html.matches(find).count(), 1, "{game}: {find}");
        let score = |html: &str| {
            let report = report(&contract, html);
            report.rules.iter().find(|found| found.rule == rule).map(|found| found.score)
        };
        let (right, wrong) = (score(&html), score(&html.replacen(find, replace, 1)));
        assert!(
            wrong < right,
            "{game}, `{find}` made `{replace}`: {rule} has {wrong:?}, and {right:?} before"
        );
    }
}

#[test]
fn the_judge_cites_lines_of_the_reference() {
    let contract = frozen("lantern-orchard").contract;
    let html = oracade_corpus::task("lantern-orchard").unwrap().reference_html().unwrap();
    let sources = Sources::from_files(vec![SourceFile {
        path: "index.html".to_owned(),
        text: html.clone(),
    }]);
    let program = Program::new(&sources);
    let judge = Checked::new(StructuralJudge::new(&contract, &program), 1);
    let reply = judge
        .judge(&source_request(&contract, contract.rule("win").unwrap(), &sources), 0)
        .unwrap();
    assert_eq!(reply.answer, Answer::Score(1.0));
    let lines: Vec<&str> = html.lines().collect();
    let cited: Vec<&str> = reply
        .cited
        .iter()
        .filter_map(|cited| {
            lines
                .get(cited.strip_prefix("index.html:")?.parse::<usize>().ok()?.checked_sub(1)?)
                .copied()
        })
        .collect();
    assert!(cited.iter().any(|line| line.contains("S.caught >= QUOTA")), "{cited:#?}");
}
