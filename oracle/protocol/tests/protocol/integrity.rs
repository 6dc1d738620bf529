//! What is frozen stays frozen, what is recorded stays as it was, and labels are given blind.

use crate::{begun, change, frozen, plant, play, scratch, spec};
use oracade_protocol::annotate::{self, Resolver};
use oracade_protocol::files::{Folder, MANIFEST};
use oracade_protocol::manifest::Experiment;
use oracade_protocol::{bundle, freeze, report};
use std::fs;

fn refusal(folder: &Folder) -> String {
    let experiment = match Experiment::load(folder.clone()) {
        Ok(experiment) => experiment,
        Err(error) => return error.to_string(),
    };
    freeze::freeze(&experiment, &spec(), None)
        .expect_err("it is refused")
        .to_string()
}

#[test]
fn an_altered_byte_is_found_in_whichever_file_it_is() {
    let experiment = frozen(&begun("altered", 1));
    play(&experiment, 1, None).expect("it runs");
    let folder = &experiment.folder;
    let files = folder.text("SHA256SUMS").expect("digests");
    let mut tried = 0;
    let names: Vec<&str> = files
        .lines()
        .filter_map(|line| line.split_once("  "))
        .map(|(_, file)| file)
        .collect();
    // One of each kind, and of the many frames and answers the first.
    let mut kinds = std::collections::BTreeSet::new();
    for file in names.iter().copied().chain(["sealed/labels.json"]) {
        let kind = file.replace(|c: char| c.is_ascii_digit(), "");
        if !kinds.insert(kind) {
            continue;
        }
        let plain = folder.bytes(file).expect("a file");
        if plain.is_empty() {
            continue;
        }
        let mut altered = plain.clone();
        let at = altered.len() / 2;
        altered[at] ^= 1;
        fs::write(folder.path(file), &altered).expect("written");
        let faults = bundle::verify(folder).expect("digests").faults;
        assert!(faults.iter().any(|fault| fault.file == file), "{file}: {faults:?}");
        // Even with digests that were made anew, records and frozen files tell.
        bundle::write(folder).expect("written");
        let told = [
            "manifest",
            "prompts/",
            "conditions/",
            "scoring/",
            "trace",
            "memory.jsonl",
            "oracle",
            "frames/",
            "sealed/",
            "freeze",
        ];
        if told.iter().any(|part| file.contains(part)) {
            assert!(
                !bundle::verify(folder).expect("digests").faults.is_empty(),
                "{file} with new digests"
            );
        }
        fs::write(folder.path(file), &plain).expect("written");
        bundle::write(folder).expect("written");
        tried += 1;
    }
    assert!(tried > 15, "{tried}");
    assert_eq!(bundle::verify(folder).expect("digests").faults, []);
    fs::write(folder.path("trials/window-01/more.txt"), "more").expect("written");
    fs::remove_file(folder.path("trials/window-01/frames/d000002.png")).expect("removed");
    let faults: Vec<String> = bundle::verify(folder)
        .expect("digests")
        .faults
        .into_iter()
        .map(|fault| fault.file)
        .collect();
    assert_eq!(faults, ["trials/window-01/frames/d000002.png", "trials/window-01/more.txt"]);
}

#[test]
fn what_is_open_or_does_not_agree_is_not_frozen() {
    let folder = begun("open", 1);
    let plain = folder.text(MANIFEST).expect("a manifest");
    let cases = [
        (
            "total_cost_usd: 5.0",
            "total_cost_usd: null",
            "budgets.total_cost_usd: not set",
        ),
        ("courier-script-1", "TO_BE_FROZEN", "is a placeholder"),
        ("frame_width: 240", "frame_width: 320", "emulator.frame_width"),
        ("press_frames: 2", "press_frames: 3", "emulator.press_frames"),
        ("- UP", "- JUMP", "schema"),
        ("design: B", "design: C", "unknown variant"),
        ("seed: 0", "sead: 0", "unknown field"),
        ("protocol_version: 1", "protocol_version: one", "manifest.yaml"),
    ];
    for (from, to, expected) in cases {
        let changed = plain.replacen(from, to, if from == "courier-script-1" { 2 } else { 1 });
        assert_ne!(changed, plain, "{from}");
        fs::write(folder.path(MANIFEST), &changed).expect("written");
        if from == "courier-script-1" {
            for id in ["window", "structured"] {
                let file = folder.path(&format!("conditions/{id}.yaml"));
                let text = fs::read_to_string(&file).expect("a condition").replace(from, to);
                fs::write(file, text).expect("written");
            }
        }
        let told = refusal(&folder);
        assert!(told.contains(expected), "{from}: {told}");
        if from == "courier-script-1" {
            for id in ["window", "structured"] {
                let file = folder.path(&format!("conditions/{id}.yaml"));
                let text = fs::read_to_string(&file).expect("a condition").replace(to, from);
                fs::write(file, text).expect("written");
            }
        }
    }
    fs::write(folder.path(MANIFEST), &plain).expect("written");
    let experiment = frozen(&folder);
    assert!(refusal(&folder).contains("frozen already"));
    // What is frozen and changed is not played.
    fs::write(folder.path("prompts/system.txt"), "Play well.").expect("written");
    let error = play(&experiment, 1, None).expect_err("refused").to_string();
    assert!(error.contains("prompts/system.txt is not what was frozen"), "{error}");
}

#[test]
fn design_b_is_of_one_model_and_budgets_are_positive() {
    for (name, work) in [
        (
            "models",
            (|manifest, _| manifest.conditions[0].model = "another".to_owned())
                as fn(&mut oracade_protocol::manifest::Manifest, &mut Vec<_>),
        ),
        ("budgets", |manifest, _| manifest.budgets.model_decisions = 0),
        ("ids", |manifest, _| manifest.conditions[1].id = "window".to_owned()),
        ("one", |manifest, _| manifest.conditions.truncate(1)),
    ] {
        let folder = begun(&format!("checked-{name}"), 1);
        change(&folder, work);
        let told = refusal(&folder);
        assert!(told.starts_with("manifest.yaml: "), "{name}: {told}");
    }
}

#[test]
fn annotators_get_codes_and_their_labels_are_closed_before_codes_are_resolved() {
    let folder = begun("blind", 1);
    plant(&folder, "stale_persistence");
    let experiment = frozen(&folder);
    play(&experiment, 1, None).expect("it runs");
    let packet = Folder(scratch("blind-packet"));
    assert_eq!(annotate::export(&experiment, &packet).expect("a packet"), 2);
    for file in packet
        .below(".")
        .expect("files")
        .iter()
        .filter(|file| file.ends_with(".jsonl"))
    {
        let text = packet.text(file).expect("a file");
        for telling in ["window", "structured", "courier", "\"latency_ms\""] {
            assert!(!text.contains(telling), "{telling} in {file}");
        }
    }
    let told = |result: oracade_protocol::Result<report::Report>| result.expect_err("refused").to_string();
    assert!(told(report::make(&experiment, true)).contains("only after the labels are closed"));
    // The packet says which trial ends with the fault: its last decision keeps what was delivered.
    let trial_of = |code: &str| packet.text(&format!("./{code}/trace.jsonl")).expect("a trace");
    let last = trial_of("T001").lines().count() as u64;
    let blind = report::make(&experiment, false).expect("a report");
    assert_eq!(
        blind
            .conditions
            .iter()
            .map(|condition| condition.id.as_str())
            .collect::<Vec<_>>(),
        ["X", "Y"]
    );
    let first = format!(
        "{{\"trial\": \"T001\", \"decision_id\": {last}, \"error\": \"stale_persistence\", \"evidence\": \"holds it still\"}}\n"
    );
    assert_eq!(annotate::import(&experiment, "ada", &first).expect("labels"), 1);
    assert!(
        annotate::close(&experiment)
            .expect_err("refused")
            .to_string()
            .contains("two are needed")
    );
    assert!(
        annotate::import(&experiment, "ada", "")
            .expect_err("refused")
            .to_string()
            .contains("already")
    );
    let wrong = annotate::import(
        &experiment,
        "ben",
        "{\"trial\": \"T009\", \"decision_id\": 1, \"error\": \"omission\"}",
    );
    assert!(wrong.expect_err("refused").to_string().contains("there is no trial"));
    let second = format!("{first}{{\"trial\": \"T002\", \"decision_id\": 3, \"error\": \"omission\"}}\n");
    assert_eq!(annotate::import(&experiment, "ben", &second).expect("labels"), 2);
    let agreement = annotate::agreement(&experiment).expect("agreement");
    assert_eq!((agreement.disagreements, agreement.open), (1, 1));
    let kappa = agreement.kappa[0].2.expect("a number");
    assert!((0.5..1.0).contains(&kappa), "{kappa}");
    assert!(
        annotate::close(&experiment)
            .expect_err("refused")
            .to_string()
            .contains("resolve them first")
    );
    let resolution =
        "{\"trial\": \"T002\", \"decision_id\": 3, \"error\": \"omission\", \"confirmed\": false, \"reason\": \"it named one\"}";
    assert_eq!(
        annotate::resolve(&experiment, &Resolver::Lines(resolution)).expect("resolved"),
        1
    );
    annotate::close(&experiment).expect("closed");
    assert!(annotate::resolve(&experiment, &Resolver::Both).is_err());
    assert_eq!(bundle::verify(&experiment.folder).expect("digests").faults, []);
    let open = report::make(&experiment, true).expect("a report");
    assert!(open.checklist.iter().all(|item| item.done), "{:?}", open.checklist);
    let errors: u64 = open.trials.iter().flat_map(|trial| trial.metrics.errors.values()).sum();
    assert_eq!(errors, 1);
    let text = report::markdown(&open);
    assert!(
        text.contains("| memory | ") && text.contains("stale persistence") && report::html(&open).contains("<table>"),
        "{text}"
    );
}
