//! What every task of the corpus has to keep.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::{CorpusError, LevelCounts, Task, task, tasks};

/// Id and level of every `check('id', 'P1', …)` in a suite.
fn suite(task: &Task) -> Vec<(String, String)> {
    let source = fs::read_to_string(task.behaviour_checks_path()).unwrap();
    source
        .lines()
        .filter_map(|line| line.strip_prefix("check('"))
        .map(|rest| {
            let mut quoted = rest.split('\'');
            (quoted.next().unwrap().to_owned(), quoted.nth(1).unwrap().to_owned())
        })
        .collect()
}

/// The suite's strings and templates, as the parts that stand in a detail as they are, leaving out the very short ones.
fn templates(task: &Task) -> Vec<Vec<String>> {
    let source = fs::read_to_string(task.behaviour_checks_path()).unwrap();
    source
        .split(['\'', '`'])
        .map(|text| {
            text.split("${")
                .enumerate()
                .filter_map(|(n, part)| match n {
                    0 => Some(part),
                    _ => part.split_once('}').map(|(_, after)| after),
                })
                .map(|part| part.trim().to_owned())
                .filter(|part| part.len() >= 4)
                .collect::<Vec<_>>()
        })
        .filter(|parts| parts.iter().map(String::len).sum::<usize>() >= 6)
        .collect()
}

/// Whether a detail can be of a template: the fixed parts stand in it in their order, or a long one of them does, where strings within the
/// template cut it up, or it is a piece of one of them.
fn says(template: &[String], detail: &str) -> bool {
    let mut rest = Some(detail);
    for part in template {
        rest = rest.and_then(|rest| rest.split_once(part.as_str()).map(|(_, after)| after));
    }
    rest.is_some()
        || template
            .iter()
            .any(|part| part.len() >= 10 && detail.contains(part.as_str()) || part.contains(detail))
}

fn static_ids(task: &Task) -> Vec<String> {
    let checks: Value = serde_json::from_str(&fs::read_to_string(task.static_checks_path()).unwrap()).unwrap();
    ["tool_checks", "checks", "anti_patterns", "proximity_checks"]
        .iter()
        .flat_map(|section| checks[section].as_array().unwrap())
        .map(|check| check["id"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_technologies_are_there() {
    let made_with: Vec<String> = tasks().unwrap().into_iter().map(|t| t.technology).collect();
    assert_eq!(
        made_with,
        ["DOM and CSS", "Phaser 4.1.0", "Canvas 2D", "Canvas 2D", "DOM and CSS"]
    );
}

#[test]
fn a_task_is_named_like_its_folder_and_has_its_documents() {
    for task in tasks().unwrap() {
        assert_eq!(task.folder().file_name().unwrap().to_str(), Some(task.id.as_str()));
        let [design, contract] = task.documents().unwrap();
        assert!(design.starts_with(&format!("# {}", task.title)), "{}", task.id);
        assert!(contract.contains("window.__gameTest"), "{}", task.id);
        assert!(
            task.reference_html()
                .unwrap()
                .contains(&format!("<title>{}</title>", task.title))
        );
    }
}

#[test]
fn ids_are_unique_over_the_corpus() {
    let mut seen = BTreeSet::new();
    for task in tasks().unwrap() {
        for id in suite(&task).into_iter().map(|(id, _)| id).chain(static_ids(&task)) {
            assert!(seen.insert(id.clone()), "{id} occurs twice");
        }
        let names: BTreeSet<&str> = task.variants.iter().map(|v| v.name.as_str()).collect();
        assert_eq!(names.len(), task.variants.len(), "{}", task.id);
    }
}

#[test]
fn the_level_counts_are_those_of_the_suite() {
    for task in tasks().unwrap() {
        let suite = suite(&task);
        let count = |level: &str| suite.iter().filter(|(_, l)| l == level).count();
        assert_eq!(
            LevelCounts {
                p0: count("P0"),
                p1: count("P1"),
                p2: count("P2")
            },
            task.levels,
            "{}",
            task.id
        );
        assert_eq!(task.levels.p0 + task.levels.p1 + task.levels.p2, suite.len(), "{}", task.id);
    }
}

#[test]
fn every_edit_matches_exactly_once_and_changes_the_game() {
    for task in tasks().unwrap() {
        assert!(task.variants.len() >= 5, "{}", task.id);
        let reference = task.reference_files().unwrap();
        for variant in &task.variants {
            let files = task.variant_files(&variant.name).unwrap();
            assert_ne!(files, reference, "{} {}", task.id, variant.name);
            for edit in task.variant_edits(&variant.name).unwrap() {
                let text = String::from_utf8_lossy(&reference[&edit.file]);
                assert_eq!(text.matches(&edit.find).count(), 1, "{} {}", task.id, variant.name);
            }
        }
    }
}

#[test]
fn every_patch_belongs_to_a_variant() {
    for task in tasks().unwrap() {
        for entry in fs::read_dir(task.folder().join("variants")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            task.variant(name.strip_suffix(".patch.json").unwrap()).unwrap();
        }
    }
}

#[test]
fn every_variant_names_checks_that_exist_and_what_they_say() {
    for task in tasks().unwrap() {
        let templates = templates(&task);
        let ids: Vec<String> = suite(&task).into_iter().map(|(id, _)| id).collect();
        for variant in &task.variants {
            assert!(!variant.fails.is_empty() && !variant.reason.is_empty());
            for failure in &variant.fails {
                assert!(ids.contains(&failure.check), "{}: no check {}", variant.name, failure.check);
                assert!(
                    templates.iter().any(|template| says(template, &failure.detail)),
                    "{}: nothing says {}",
                    variant.name,
                    failure.detail
                );
            }
        }
    }
}

#[test]
fn chromium_passes_every_check_of_the_references() {
    for task in tasks().unwrap() {
        let report: Value = serde_json::from_str(&fs::read_to_string(task.chromium_path()).unwrap()).unwrap();
        let verdicts: Vec<(&str, &str)> = report["checks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| (c["id"].as_str().unwrap(), c["status"].as_str().unwrap()))
            .collect();
        let suite = suite(&task);
        let wanted: Vec<(&str, &str)> = suite.iter().map(|(id, _)| (id.as_str(), "PASS")).collect();
        assert_eq!(verdicts, wanted, "{}", task.id);
        assert_eq!(report["exceptions"].as_array().map(Vec::len), Some(0), "{}", task.id);
    }
}

#[test]
fn the_static_checks_pass_on_the_references() {
    for task in tasks().unwrap() {
        let path = task.static_verdicts_path();
        let report: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let verdicts: Vec<(&str, &str)> = report["static"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| (c["id"].as_str().unwrap(), c["status"].as_str().unwrap()))
            .collect();
        let ids = static_ids(&task);
        let wanted: Vec<(&str, &str)> = ids.iter().map(|id| (id.as_str(), "PASS")).collect();
        assert_eq!(verdicts, wanted, "{}", task.id);
    }
}

#[test]
fn what_is_missing_or_ambiguous_is_named() {
    assert!(matches!(task("no-such-task"), Err(CorpusError::NoSuchTask(_))));
    let mut weft = task("weft").unwrap();
    assert!(matches!(
        weft.variant_html("no-such-variant"),
        Err(CorpusError::NoSuchVariant { .. })
    ));
    // A patch applied to a page that lacks what it looks for.
    let other = task("lantern-orchard").unwrap();
    let dir = std::env::temp_dir().join(format!("oracade-corpus-{}", std::process::id()));
    fs::create_dir_all(dir.join("reference")).unwrap();
    fs::create_dir_all(dir.join("variants")).unwrap();
    fs::copy(other.reference_path(), dir.join("reference/index.html")).unwrap();
    fs::copy(
        weft.folder().join("variants/leaky-pause.patch.json"),
        dir.join("variants/leaky-pause.patch.json"),
    )
    .unwrap();
    weft.folder = dir.clone();
    let result = weft.variant_html("leaky-pause");
    // And one to a file that is not there.
    let patch = r#"{"edits":[{"file":"none.js","find":"a","replace":"b"}]}"#;
    fs::write(dir.join("variants/leaky-pause.patch.json"), patch).unwrap();
    let elsewhere = weft.variant_html("leaky-pause");
    fs::remove_dir_all(&dir).unwrap();
    assert!(
        matches!(elsewhere, Err(CorpusError::NoSuchFile { index: 0, .. })),
        "{elsewhere:?}"
    );
    assert!(
        matches!(
            result,
            Err(CorpusError::Ambiguous {
                index: 0,
                matches: 0,
                ..
            })
        ),
        "{result:?}"
    );
}
