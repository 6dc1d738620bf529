//! Each planted fault is found as what it is, by both sets of rules, and nothing is found where nothing was planted.

use crate::{begun, change, frozen, play};
use oracade_protocol::annotate;
use oracade_protocol::detect::{MemoryError, Rules, Severity, TYPES, Timeline, find, severity};
use oracade_protocol::manifest::{Compared, Condition, Experiment, PlayerSpec, Policy};
use oracade_protocol::report;

/// One condition for each type, named after it, and one without a fault.
fn planted() -> Experiment {
    let folder = begun("planted", 1);
    change(&folder, |manifest, conditions| {
        let model = manifest.conditions[0].model.clone();
        let faults = TYPES.iter().map(|error| Some(error.name())).chain([None]);
        (manifest.conditions, *conditions) = faults
            .map(|fault| {
                let id = fault.unwrap_or("plain").to_owned();
                let player = PlayerSpec::Courier {
                    fault: fault.map(str::to_owned),
                };
                let (model, memory_policy) = (model.clone(), Policy::Structured);
                let compared = Compared {
                    id: id.clone(),
                    model: model.clone(),
                    memory_policy,
                };
                let condition = Condition {
                    id,
                    model,
                    memory_policy,
                    player,
                    prices: None,
                };
                (compared, condition)
            })
            .unzip();
    });
    let experiment = frozen(&folder);
    let ran = play(&experiment, 2, None).expect("it runs");
    assert_eq!((ran.played, ran.left), (9, 0), "{ran:?}");
    experiment
}

/// What rules find in a trial: type, first decision, recovery, weight.
type Told = Vec<(MemoryError, u64, Option<u64>, Severity)>;

fn found(experiment: &Experiment, rules: Rules, condition: &str) -> Told {
    let timeline = Timeline::load(experiment, &experiment.folder, &format!("trials/{condition}-01")).expect("a trial");
    let found = find(rules, &timeline).expect("rules");
    let told =
        |one: &oracade_protocol::detect::Found| (one.error, one.decision_id, one.recovered_decision, severity(&timeline, one));
    found.iter().map(told).collect()
}

#[test]
fn each_of_the_eight_types_is_found() {
    use MemoryError::{
        ContextSubstitution, Contradiction, Fabrication, MemoryUseFailure, Omission, RepeatedGoal, StalePersistence,
        UnsupportedOverwrite,
    };
    let experiment = planted();
    let golden: [(&str, Told); 9] = [
        ("omission", vec![(Omission, 19, Some(26), Severity::Minor)]),
        ("stale_persistence", vec![(StalePersistence, 50, None, Severity::Minor)]),
        ("fabrication", vec![(Fabrication, 2, Some(9), Severity::Minor)]),
        ("contradiction", vec![(Contradiction, 26, Some(29), Severity::Minor)]),
        ("repeated_goal", vec![(RepeatedGoal, 36, Some(43), Severity::Minor)]),
        (
            "context_substitution",
            vec![(ContextSubstitution, 26, Some(27), Severity::Minor)],
        ),
        ("memory_use_failure", vec![(MemoryUseFailure, 12, Some(14), Severity::Minor)]),
        (
            "unsupported_overwrite",
            vec![(UnsupportedOverwrite, 26, Some(29), Severity::Minor)],
        ),
        ("plain", vec![]),
    ];
    for rules in Rules::BOTH {
        let all: Vec<(&str, Told)> = golden
            .iter()
            .map(|(condition, _)| (*condition, found(&experiment, rules, condition)))
            .collect();
        assert_eq!(all, golden, "{rules:?}");
    }
    // What both found is confirmed; the report has one error of each type, and κ is 1.
    annotate::by_rules(&experiment).expect("labels");
    annotate::close(&experiment).expect("nothing is open");
    let report = report::make(&experiment, true).expect("a report");
    assert_eq!((report.agreement.kappa[0].2, report.agreement.alpha), (Some(1.0), Some(1.0)));
    for condition in &report.conditions {
        let errors: u64 = condition.errors.values().sum();
        assert_eq!(errors, u64::from(condition.id != "plain"), "{}", condition.id);
    }
}
