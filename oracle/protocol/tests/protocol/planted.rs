//! Each planted fault is found as what it is, by both sets of rules, and nothing is found where nothing was planted.

use crate::{begun, frozen, plant, play};
use oracade_protocol::detect::{MemoryError, Rules, Severity, TYPES, Timeline, find, severity};
use oracade_protocol::manifest::Experiment;

fn planted(fault: &str) -> Experiment {
    let folder = begun(&format!("planted-{fault}"), 1);
    plant(&folder, fault);
    let experiment = frozen(&folder);
    let ran = play(&experiment, 1, None).expect("it runs");
    assert_eq!((ran.played, ran.left), (2, 0), "{ran:?}");
    experiment
}

/// What the rules find in a trial: type, first decision, recovery, weight.
fn found(experiment: &Experiment, rules: Rules, trial: &str) -> Vec<(MemoryError, u64, Option<u64>, Severity)> {
    let timeline = Timeline::load(experiment, &experiment.folder, &format!("trials/{trial}")).expect("a trial");
    let found = find(rules, &timeline).expect("rules");
    let told =
        |one: &oracade_protocol::detect::Found| (one.error, one.decision_id, one.recovered_decision, severity(&timeline, one));
    found.iter().map(told).collect()
}

#[test]
fn each_of_the_eight_types_is_found() {
    // Decision, recovery and weight of each, golden.
    let golden: [(&str, u64, Option<u64>, Severity); 8] = [
        ("omission", 0, Some(0), Severity::Minor),
        ("stale_persistence", 0, None, Severity::Minor),
        ("fabrication", 0, Some(0), Severity::Minor),
        ("contradiction", 0, Some(0), Severity::Minor),
        ("repeated_goal", 0, Some(0), Severity::Minor),
        ("context_substitution", 0, Some(0), Severity::Minor),
        ("memory_use_failure", 0, Some(0), Severity::Minor),
        ("unsupported_overwrite", 0, Some(0), Severity::Minor),
    ];
    for (error, (fault, decision, recovered, weight)) in TYPES.into_iter().zip(golden) {
        assert_eq!(error.name(), fault);
        let experiment = planted(fault);
        for rules in Rules::BOTH {
            assert_eq!(
                found(&experiment, rules, "window-01"),
                [],
                "{fault}, {rules:?}: nothing was planted there"
            );
            assert_eq!(
                found(&experiment, rules, "structured-01"),
                [(error, decision, recovered, weight)],
                "{fault}, {rules:?}"
            );
        }
    }
}
