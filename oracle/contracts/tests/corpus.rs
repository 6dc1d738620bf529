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
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const GAMES: [&str; 4] = ["lantern-orchard", "weft", "hollow-almanac", "sunken-orrery"];

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

/// What readers made of a game's document: one, or three apart from each other.
fn drafts(game: &str) -> Vec<Draft> {
    let names = ["draft.json", "draft-1.json", "draft-2.json", "draft-3.json"];
    let found = names.into_iter().map(|name| (name, folder(game).join(name)));
    let found = found.filter(|(_, path)| path.exists());
    found
        .map(|(name, path)| Draft::read(name, &read(&path)).unwrap_or_else(|error| panic!("{game}: {error}")))
        .collect()
}

/// The generations of a game's contract, one for each draft.
fn made(game: &str) -> Vec<Contract> {
    let design = design::extract(&read(&folder(game).join("design.md")));
    assert_eq!(design.problems, [], "{game}");
    let drafts = drafts(game);
    (1..=drafts.len())
        .map(|generation| {
            let built = build("design.md", &design, &drafts, generation).unwrap_or_else(|error| panic!("{game}: {error}"));
            built.contract
        })
        .collect()
}

#[test]
fn frozen_contracts_are_those_of_their_documents() {
    for game in GAMES {
        let generations = made(game);
        let now = Frozen::freeze(&generations).unwrap_or_else(|error| panic!("{game}: {error}"));
        let path = folder(game).join("contract.json");
        let svg = picture::svg(&generations[0]);
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

fn sources(files: BTreeMap<String, Vec<u8>>) -> Sources {
    let files = files.into_iter().map(|(path, bytes)| SourceFile {
        path,
        text: String::from_utf8(bytes).unwrap_or_default(),
    });
    Sources::from_files(files.collect())
}

fn report_of(contract: &Contract, files: BTreeMap<String, Vec<u8>>) -> SourceReport {
    source_report(&Program::new(&sources(files)), contract, ALPHA, Reading::Potential)
}

fn report(contract: &Contract, html: &str) -> SourceReport {
    report_of(
        contract,
        BTreeMap::from([("index.html".to_owned(), html.as_bytes().to_vec())]),
    )
}

#[test]
fn references_have_their_rules() {
    for game in GAMES {
        let contract = frozen(game).contract;
        let report = report_of(&contract, oracade_corpus::task(game).unwrap().reference_files().unwrap());
        let lacking: Vec<_> = report.rules.iter().filter(|rule| rule.score < 1.0).collect();
        let broken: Vec<_> = report.invariants.iter().filter(|invariant| !invariant.passed).collect();
        assert_eq!(broken, Vec::<&_>::new(), "{game}");
        let complete = report.rules.len() - lacking.len();
        println!("{game}: {complete} of {} rules are found completely", report.rules.len());
        // What is guarded by which buttons are shown, or calculated by way of a table, is found in part.
        assert!(
            lacking.len() * 8 <= report.rules.len(),
            "{game}: more than an eighth of the rules are found in part: {lacking:#?}"
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
        let files = oracade_corpus::task(game).unwrap().reference_files().unwrap();
        let texts: Vec<String> = (0..3)
            .map(|_| canonical::text_of(&report_of(&contract, files.clone())))
            .collect();
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

/// Wrong builds of the corpus say which rule they break, and whether a look at the source notices it.
#[test]
fn variants_are_noticed_where_they_say_so() {
    let mut seen = 0;
    for game in GAMES {
        let contract = frozen(game).contract;
        let task = oracade_corpus::task(game).unwrap();
        let right = report_of(&contract, task.reference_files().unwrap());
        for variant in &task.variants {
            let Some(broken) = &variant.breaks else { continue };
            assert!(
                contract.rule(&broken.rule).is_some(),
                "{game} {}: no rule {}",
                variant.name,
                broken.rule
            );
            let start = |id: &String| contract.starts.iter().any(|start| start.id == *id);
            assert!(
                broken.from_start.as_ref().is_none_or(start),
                "{game} {}: no such start",
                variant.name
            );
            let wrong = report_of(&contract, task.variant_files(&variant.name).unwrap());
            let score = |report: &SourceReport| report.rules.iter().find(|found| found.rule == broken.rule).unwrap().score;
            assert_eq!(
                score(&wrong) < score(&right),
                broken.in_source,
                "{game} {}: {} has {} in the source, and {} in the reference's",
                variant.name,
                broken.rule,
                score(&wrong),
                score(&right)
            );
            seen += 1;
        }
    }
    assert!(seen >= 9);
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
