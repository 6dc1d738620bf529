//! Trials: what they come to, where they end, that they go on, and that the number of threads does not matter.

use crate::{begun, change, digests, frozen, plant, play};
use oracade_protocol::annotate::{self, Resolver};
use oracade_protocol::detect::{Found, MemoryError, Severity, Timeline, severity};
use oracade_protocol::manifest::{Experiment, PlayerSpec, Prices};
use oracade_protocol::records::{Reason, TraceRecord, TrialRecord};
use oracade_protocol::{bundle, report};
use serde_json::{Value, json};

fn record(experiment: &Experiment, id: &str) -> TrialRecord {
    experiment.folder.json(&format!("trials/{id}/trial.json")).expect("a trial")
}

fn trace(experiment: &Experiment, id: &str) -> Vec<TraceRecord> {
    experiment.folder.lines(&format!("trials/{id}/trace.jsonl")).expect("a trace")
}

#[test]
fn the_errand_is_done_and_the_bytes_are_the_same_with_any_number_of_threads() {
    let mut seen = Vec::new();
    for (name, jobs, pieces) in [("jobs-1", 1, 1), ("jobs-3", 3, 1), ("pieces", 2, 3)] {
        let experiment = frozen(&begun(name, 3));
        for piece in 1..=pieces {
            let slots = (pieces > 1).then_some(1);
            let ran = play(&experiment, jobs, slots).expect("it runs");
            assert_eq!(ran.played, 6 / pieces, "{name}, {piece}");
        }
        assert_eq!(play(&experiment, 1, None).expect("nothing is left").kept, 6);
        for id in ["window-01", "structured-03"] {
            let record = record(&experiment, id);
            assert_eq!(record.termination_reason, Reason::Success);
            assert_eq!(record.milestones, ["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8"]);
        }
        let verified = bundle::verify(&experiment.folder).expect("digests");
        assert_eq!((verified.trials, verified.faults), (6, vec![]));
        seen.push(digests(&experiment.folder));
    }
    assert!(seen.iter().all(|files| *files == seen[0]));
}

#[test]
fn a_trial_that_was_broken_off_is_played_anew() {
    let experiment = frozen(&begun("broken-off", 1));
    play(&experiment, 1, None).expect("it runs");
    let before = digests(&experiment.folder);
    std::fs::remove_file(experiment.folder.path("trials/structured-01/trial.json")).expect("removed");
    let ran = play(&experiment, 1, None).expect("it goes on");
    assert_eq!((ran.played, ran.kept), (1, 1));
    assert_eq!(digests(&experiment.folder), before);
}

/// An error from one decision to another.
fn error(decision_id: u64, recovered_decision: Option<u64>) -> Found {
    Found {
        error: MemoryError::Omission,
        decision_id,
        recovered_decision,
        facts: Vec::new(),
        evidence: String::new(),
    }
}

fn ended(name: &str, fault: Option<&str>, work: impl Fn(&mut Value)) -> (Experiment, TrialRecord) {
    let folder = begun(name, 1);
    if let Some(fault) = fault {
        plant(&folder, fault);
    }
    change(&folder, |manifest, _| {
        let mut value = json!(manifest);
        work(&mut value);
        *manifest = serde_json::from_value(value).expect("a manifest");
    });
    let experiment = frozen(&folder);
    play(&experiment, 1, None).expect("it runs");
    let record = record(&experiment, "structured-01");
    (experiment, record)
}

#[test]
fn trials_end_where_the_manifest_says() {
    let (_, record) = ended("actions", None, |manifest| {
        manifest["budgets"]["accepted_actions"] = json!(10)
    });
    assert_eq!(
        (record.termination_reason, record.accepted_actions),
        (Reason::ActionsExhausted, 10)
    );
    let (_, record) = ended("decisions", None, |manifest| {
        manifest["budgets"]["model_decisions"] = json!(3)
    });
    assert_eq!((record.termination_reason, record.decisions), (Reason::DecisionsExhausted, 3));
    // Ten frames an action and 400 ms a decision.
    let (_, record) = ended("time", None, |manifest| {
        manifest["budgets"]["wall_time_minutes"] = json!(0.05)
    });
    assert_eq!(record.termination_reason, Reason::WallClockExhausted);
    assert!((3000.0..4100.0).contains(&record.wall_time_ms), "{}", record.wall_time_ms);
    let (experiment, record) = ended("loop", Some("loop"), |_| {});
    assert_eq!((record.termination_reason, record.milestones.len()), (Reason::RouteLoop, 1));
    let timeline = Timeline::load(&experiment, &experiment.folder, "trials/structured-01").expect("a trial");
    // Who never comes out of it has erred critically.
    assert_eq!(severity(&timeline, &error(1, None)), Severity::Critical);
    // The third time to the right: four moves there, four back, twice, and four.
    let moved = trace(&experiment, "structured-01").last().expect("a line").accepted_actions;
    assert!(moved > 0 && record.accepted_actions == 4 + 1 + 20, "{record:?}");
}

#[test]
fn money_counts_refused_answers() {
    let folder = begun("money", 1);
    plant(&folder, "invalid_output");
    change(&folder, |manifest, conditions| {
        manifest.budgets.total_cost_usd = Some(0.02);
        for condition in conditions {
            condition.prices = Some(Prices {
                input: 1.0,
                output: 10.0,
                cached: 0.0,
            });
        }
    });
    let experiment = frozen(&folder);
    play(&experiment, 1, None).expect("it runs");
    let record = record(&experiment, "structured-01");
    assert_eq!(record.termination_reason, Reason::MoneyExhausted);
    let lines = trace(&experiment, "structured-01");
    // 900 tokens read and 120 written are 0.0021 dollars; the third decision took two answers, the fifth two for nothing.
    let costs: Vec<f64> = lines.iter().filter_map(|line| line.provider_cost_usd).collect();
    assert_eq!(costs.len(), lines.len());
    assert!(
        (costs[0] - 0.0021).abs() < 1e-12 && (costs[2] - 0.0042).abs() < 1e-12,
        "{costs:?}"
    );
    assert_eq!(lines[2].cost_source.as_deref(), Some("derived"));
    assert_eq!(
        (
            lines[2].invalid_attempts,
            lines[2].invalid_output,
            lines[2].accepted_actions > 0
        ),
        (1, false, true)
    );
    assert_eq!(
        (lines[4].invalid_attempts, lines[4].invalid_output, lines[4].accepted_actions),
        (2, true, 0)
    );
    assert!(
        record.provider_cost_usd.is_some_and(|cost| (0.02..0.0243).contains(&cost)),
        "{record:?}"
    );
}

#[test]
fn a_failure_of_the_harness_sets_the_block_aside() {
    let folder = begun("failure", 1);
    plant(&folder, "failure");
    let experiment = frozen(&folder);
    let ran = play(&experiment, 1, None).expect("it runs");
    assert_eq!((ran.failed.len(), ran.left), (1, 2), "{ran:?}");
    assert!(ran.failed[0].contains("this fault was planted"), "{ran:?}");
    let aside = [
        "trials/window-01.invalid-1",
        "trials/structured-01.invalid-1",
        "trials/window-01.invalid-2",
    ];
    assert!(aside.iter().all(|name| experiment.folder.path(name).is_dir()), "{ran:?}");
    assert!(experiment.folder.has("trials/structured-01.invalid-1/failure.txt"));
    assert_eq!(bundle::verify(&experiment.folder).expect("digests").faults, []);
}

#[test]
fn a_recorded_trial_is_the_same_again() {
    let first = begun("recorded-from", 1);
    plant(&first, "invalid_output");
    let first = frozen(&first);
    play(&first, 1, None).expect("it runs");
    let again = begun("recorded-again", 1);
    plant(&again, "invalid_output");
    change(&again, |_, conditions| {
        for condition in conditions {
            condition.player = PlayerSpec::Recorded {
                experiment: "../recorded-from".to_owned(),
                condition: condition.id.clone(),
            };
        }
    });
    let again = frozen(&again);
    play(&again, 1, None).expect("it runs");
    for (a, b) in trace(&first, "structured-01").iter().zip(trace(&again, "structured-01")) {
        assert_eq!(
            (&a.prompt_sha256, &a.frame_sha256, &a.parsed_actions),
            (&b.prompt_sha256, &b.frame_sha256, &b.parsed_actions)
        );
    }
    assert_eq!(
        record(&first, "structured-01").milestones,
        record(&again, "structured-01").milestones
    );
}

#[test]
fn without_a_store_what_is_written_is_refused_and_nothing_is_remembered() {
    let experiment = frozen(&begun("window", 1));
    play(&experiment, 1, None).expect("it runs");
    let log: Vec<Value> = experiment.folder.lines("trials/window-01/memory.jsonl").expect("a log");
    assert!(
        !log.is_empty() && log.iter().all(|entry| entry["deed"] == "refuse"),
        "{log:?}"
    );
    let told: Vec<Value> = experiment.folder.lines("trials/structured-01/memory.jsonl").expect("a log");
    let deeds: std::collections::BTreeSet<&str> = told.iter().filter_map(|entry| entry["deed"].as_str()).collect();
    assert_eq!(Vec::from_iter(deeds), ["complete", "deliver", "supersede", "write"]);
    assert!(
        trace(&experiment, "window-01")
            .iter()
            .all(|line| line.memory_delivered.is_empty())
    );
}

#[test]
fn a_detour_is_a_repeated_route() {
    let folder = begun("detour", 1);
    plant(&folder, "detour");
    let experiment = frozen(&folder);
    play(&experiment, 1, None).expect("it runs");
    annotate::by_rules(&experiment).expect("labels");
    annotate::resolve(&experiment, &Resolver::Either).expect("resolved");
    annotate::close(&experiment).expect("closed");
    let report = report::make(&experiment, true).expect("a report");
    // An error during which a route is gone again is major; before and after it, it would have been minor.
    let timeline = Timeline::load(&experiment, &experiment.folder, "trials/structured-01").expect("a trial");
    let weight = |decision_id, recovered_decision| severity(&timeline, &error(decision_id, recovered_decision));
    let weights = [weight(1, Some(2)), weight(1, Some(9)), weight(9, Some(12)), weight(9, None)];
    assert_eq!(weights, [Severity::Minor, Severity::Major, Severity::Minor, Severity::Minor]);
    let of = |id: &str| report.trials.iter().find(|trial| trial.id == id).expect("a trial");
    let (plain, detour) = (&of("window-01").metrics, &of("structured-01"));
    assert_eq!((plain.repeated_routes, plain.repeat_overhead), (0, Some(0.0)));
    assert_eq!((detour.repeats.len(), detour.repeats[0].length), (1, 4));
    // Eight moves more, four of which are those of the first time.
    assert_eq!(detour.metrics.accepted_actions, plain.accepted_actions + 8);
    assert_eq!(
        detour.metrics.repeat_overhead,
        Some(4.0 / detour.metrics.accepted_actions as f64)
    );
    assert_eq!((detour.metrics.points, detour.metrics.deepest.as_deref()), (20, Some("M8")));
    let actions = plain.accepted_actions as f64;
    assert_eq!(plain.actions_per_verified_milestone, Some(actions / 8.0));
    assert_eq!(
        (plain.cost_usd, plain.cost_per_verified_milestone, plain.progress_efficiency),
        (None, None, None)
    );
}
