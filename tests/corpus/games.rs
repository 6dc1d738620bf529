//! The games of `games/`: each passes its checks, those that cannot run yet end with the error they are known for, and wrong ones
//! fail the checks they must.

use super::{checks, oracade};
use oracade_games::{GAMES, MUTANTS};
use serde_json::Value;
use std::path::Path;

/// Judges the game in a folder; the exit code and the report's check results.
fn judge(folder: &Path) -> (i32, Value) {
    let folder = folder.to_str().expect("a path in UTF-8");
    let (code, output, errors) = oracade(&["check", folder, "--json", "--quiet"]);
    let report = serde_json::from_str(&output).unwrap_or_else(|_| panic!("{folder}: {errors}"));
    (code, report)
}

fn vendored(name: &str) {
    let folder = oracade_games::folder(name);
    if folder.join("oracade.lock.json").is_file() {
        let (code, _, errors) = oracade(&["vendor", folder.to_str().expect("a path in UTF-8"), "--frozen"]);
        assert_eq!(code, 0, "{errors}");
    }
}

/// Identifier and detail of each check that did not pass.
fn failures(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let results = checks(report).expect("check results");
    assert!(results.len() >= 3, "too few checks");
    let failed = results.iter().filter(|c| c["status"] != "PASS");
    failed.map(|c| (text(&c["id"]), text(&c["detail"]))).collect()
}

fn passes(name: &str) {
    let game = GAMES.iter().find(|g| g.name == name).expect("a game of that name");
    vendored(name);
    let (code, report) = judge(&game.folder());
    let failed = failures(&report);
    match game.known {
        None => {
            assert_eq!(failed, [], "{name}");
            assert_eq!(code, 0, "{name}");
        }
        Some(error) => {
            assert!(!failed.is_empty(), "{name} runs now; it is known no more");
            assert!(report.to_string().contains(error), "{name}: {report}");
        }
    }
}

macro_rules! games {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            passes(stringify!($name));
        })*

        #[test]
        fn every_game_is_tested() {
            let listed: Vec<_> = GAMES.iter().map(|g| g.name).collect();
            assert_eq!(listed, [$(stringify!($name)),*]);
            let folders = std::fs::read_dir(oracade_games::folder("")).expect("the games are there");
            let found = folders.filter_map(|entry| entry.ok()).filter(|entry| entry.path().join("index.html").is_file());
            assert_eq!(found.count(), listed.len());
        }
    };
}

games! { bubbles burrow chimes deep fen glow hopper orbit orchard skiff tower }

/// What is played to a game in its `play.jsonl` is the same each time: pictures, snapshots, everything a tape compares.
#[test]
fn tapes_of_games_repeat() {
    let mut played = 0;
    for game in GAMES {
        let events = game.folder().join("play.jsonl");
        if !events.is_file() {
            continue;
        }
        vendored(game.name);
        let tape = std::env::temp_dir().join(format!("oracade-{}-{}.tape", game.name, std::process::id()));
        let (folder, events) = (game.folder(), events);
        let [folder, events, tape] = [&folder, &events, &tape].map(|path| path.to_str().expect("a path in UTF-8"));
        let recorded = oracade(&[
            "record", folder, "--events", events, "--for", "5s", "--every", "50", "--force", "-o", tape,
        ]);
        assert_eq!(recorded.0, 0, "{}: {}", game.name, recorded.2);
        let (code, output, errors) = oracade(&["replay", tape, "--verify"]);
        assert_eq!(code, 0, "{}: {output}{errors}", game.name);
        std::fs::remove_file(tape).expect("the tape goes");
        played += 1;
    }
    assert_eq!(played, 5);
}

#[test]
fn mutants_fail_what_they_must() {
    for mutant in MUTANTS {
        vendored(mutant.game);
        let place = std::env::temp_dir().join(format!("oracade-mutant-{}-{}", mutant.game, std::process::id()));
        std::fs::create_dir_all(&place).expect("a folder for the mutant");
        for entry in std::fs::read_dir(oracade_games::folder(mutant.game)).expect("the game is there") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                std::fs::copy(&path, place.join(path.file_name().expect("a name"))).expect("a copy");
            }
        }
        let file = place.join(mutant.file);
        let text = std::fs::read_to_string(&file).expect("the file to edit");
        assert_eq!(text.matches(mutant.find).count(), 1, "{}: {}", mutant.game, mutant.find);
        std::fs::write(&file, text.replace(mutant.find, mutant.replace)).expect("the edit");
        let (code, report) = judge(&place);
        std::fs::remove_dir_all(&place).expect("the folder goes");
        assert_eq!(code, 1, "{}", mutant.game);
        let failed = failures(&report);
        assert_eq!(failed.len(), mutant.fails.len(), "{}: {failed:?}", mutant.game);
        for (id, words) in mutant.fails {
            assert!(
                failed.iter().any(|(i, d)| i == id && d.contains(words)),
                "{}: {failed:?}",
                mutant.game
            );
        }
    }
}
