use super::*;
use crate::build::tests::contract;
use crate::graph::{ALPHA, Reading};

/// A result under the contract of the tests: source scores and verdicts in the order of its rules.
fn result(builder: &str, source: [f64; 5], play: &str) -> BuildResult {
    let contract = contract();
    let verdicts = play.chars().map(|c| match c {
        'S' => Verdict::Satisfied,
        'V' => Verdict::Violated,
        _ => Verdict::Unverified,
    });
    BuildResult {
        format: ResultFormat::V1,
        contract: "0".repeat(64),
        game: "catch".to_owned(),
        builder: builder.to_owned(),
        build: 1,
        round: 0,
        runs: true,
        judges: BTreeMap::new(),
        rules: contract
            .rules
            .iter()
            .zip(source)
            .zip(verdicts)
            .map(|((rule, score), verdict)| RuleResult {
                rule: rule.id.clone(),
                source: Some(score),
                play: Some(verdict),
                ..RuleResult::default()
            })
            .collect(),
        invariants: vec![InvariantResult {
            invariant: "lives-bounded".to_owned(),
            kept: true,
            evidence: Vec::new(),
            note: String::new(),
            play: None,
            play_evidence: Vec::new(),
        }],
        scenarios: vec![scenario(&[(Category::M, 1.0)], true)],
    }
}

fn scenario(items: &[(Category, f64)], valid: bool) -> ScenarioResult {
    ScenarioResult {
        scenario: "s1".to_owned(),
        valid,
        items: items
            .iter()
            .enumerate()
            .map(|(at, (category, score))| ItemResult {
                item: format!("i{}", at + 1),
                category: *category,
                score: *score,
                evidence: vec!["frame-3".to_owned()],
                note: String::new(),
            })
            .collect(),
    }
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

fn axes(result: &BuildResult) -> Fidelity {
    fidelity(&contract(), result, ALPHA, Weights::default(), Reading::Potential)
}

#[test]
fn scenarios_weigh_their_categories() {
    use Category::{A, D, M, V};
    near(
        scenario_score(&scenario(&[(M, 0.8), (D, 0.5), (V, 1.0), (A, 0.4)], true)),
        0.585,
    );
    // A category that is missing does not count; the others share the whole.
    near(scenario_score(&scenario(&[(M, 1.0), (D, 0.0)], true)), 0.15 / 0.5);
    near(scenario_score(&scenario(&[(M, 1.0), (M, 0.0)], true)), 0.5);
    assert_eq!(scenario_score(&scenario(&[(M, 1.0)], false)), 0.0);
    assert_eq!(scenario_score(&scenario(&[], true)), 0.0);
}

#[test]
fn fidelity_is_the_mean_of_the_axes() {
    let all = axes(&result("a", [1.0; 5], "SSSSS"));
    assert_eq!(all.total, Some(100.0));
    let half = axes(&result("a", [1.0; 5], "SSSVU"));
    near(half.play.unwrap(), 60.0);
    near(half.total.unwrap(), 260.0 / 3.0);
    let mut dead = result("a", [1.0; 5], "SSSSS");
    dead.runs = false;
    let dead = axes(&dead);
    assert_eq!((dead.replay, dead.play), (Some(0.0), Some(0.0)));
    near(dead.total.unwrap(), 100.0 / 3.0);
    let mut open = result("a", [1.0; 5], "SSSSS");
    open.scenarios.clear();
    assert_eq!((axes(&open).replay, axes(&open).total), (None, None));
    let mut broken = result("a", [1.0; 5], "SSSSS");
    broken.invariants[0].kept = false;
    assert_eq!(axes(&broken).source, Some(0.0));
}

#[test]
fn tables_and_rates_look_across_axes() {
    let one = result("a", [1.0, 1.0, 0.5, 0.0, 0.0], "SVSSU");
    let table = cross_axis([&one]);
    assert_eq!(
        (table.complete.share(), table.absent.share(), table.partial.share()),
        (Some(0.5), Some(0.5), Some(1.0))
    );
    let contract = contract();
    // `catch-lantern` fails, and `win` and `dawn` depend on it.
    let (local, adjusted) = dependency_rates(&contract, &[true, false, true, true, true], Reading::Potential);
    near(local, 0.8);
    near(adjusted, 0.2);
    let (_, satisfiable) = dependency_rates(&contract, &[true, true, true, false, true], Reading::Satisfiable);
    near(satisfiable, 0.8);
    let mut two = result("b", [1.0; 5], "SSVUU");
    two.rules[2].adversarial = true;
    let seen = coverage(&contract, [&one, &two]);
    assert_eq!((seen.rules, seen.ordinary, seen.all), (10, 6, 7));
}

#[test]
fn feedback_names_what_to_repair_first() {
    let mut found = result("a", [1.0, 0.5, 1.0, 1.0, 1.0], "SSVSS");
    found.rules[1].source_evidence = vec!["game.js:12".to_owned()];
    found.invariants[0].kept = false;
    found.scenarios = vec![scenario(&[(Category::M, 0.5)], true)];
    let records = feedback(&contract(), &found, Reading::Potential);
    let short: Vec<(&str, &str, &str)> = records
        .iter()
        .map(|r| (r.requirement.as_str(), r.axis.as_str(), r.verdict.as_str()))
        .collect();
    assert_eq!(
        short,
        [
            ("catch-lantern", "source", "partial"),
            ("win", "playtest", "violated"),
            ("lives-bounded", "source", "broken"),
            ("s1/i1", "replay", "partial"),
        ]
    );
    assert_eq!(records[0].evidence, ["game.js:12"]);
    assert_eq!(records[1].upstream_failing, ["catch-lantern"]);
    assert!(
        records[1].condition.contains("when night.caught >= DBT-1.quota"),
        "{}",
        records[1].condition
    );
    assert_eq!(
        (records[3].upstream.as_slice(), records[3].upstream_failing.len()),
        (["catch-lantern".to_owned()].as_slice(), 1)
    );
    assert_eq!(feedback(&contract(), &result("a", [1.0; 5], "SSSSS"), Reading::Potential), []);
}

#[test]
fn rounds_are_compared_rule_by_rule() {
    let (before, mut after) = (
        result("a", [0.0, 1.0, 0.5, 1.0, 1.0], "VSUSS"),
        result("a", [1.0, 1.0, 0.5, 1.0, 0.5], "SSUSV"),
    );
    let comparison = compare(&contract(), (&before, axes(&before)), (&after, axes(&after))).unwrap();
    let names = |list: &[Change]| {
        list.iter()
            .map(|c| format!("{} {} {}>{}", c.rule, c.axis, c.before, c.after))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names(&comparison.repaired),
        ["catch-stone source 0>1", "catch-stone playtest violated>satisfied"]
    );
    assert_eq!(
        names(&comparison.regressed),
        ["dawn source 1>0.5", "dawn playtest satisfied>violated"]
    );
    assert_eq!(comparison.still_failing, ["win"]);
    near(comparison.gain.play.unwrap(), 0.0);
    after.contract = "1".repeat(64);
    assert_eq!(compare(&contract(), (&before, axes(&before)), (&after, axes(&after))), None);
}

#[test]
fn rankings_are_shaken() {
    let contract = contract();
    let mut results = [
        result("a", [1.0; 5], "SSSSS"),
        result("b", [1.0, 1.0, 0.0, 0.0, 0.0], "SSSSV"),
        result("c", [0.5; 5], "VVVVV"),
    ];
    results[2].scenarios = vec![scenario(&[(Category::M, 0.2)], true)];
    let builds: Vec<(&Contract, &BuildResult)> = results.iter().map(|result| (&contract, result)).collect();
    let found = sensitivity(&builds, Reading::Potential);
    assert_eq!(found.weights, 66);
    assert_eq!(found.weights_same_best, Some(1.0));
    assert_eq!(found.alpha.iter().map(|point| point.tau).collect::<Vec<_>>(), [Some(1.0); 3]);
    let flips: Vec<Option<f64>> = found.dropped.iter().map(|drop| drop.flips).collect();
    assert_eq!(flips, [Some(0.0); 3]);
    // Two builds that two axes rank apart.
    let apart = [result("a", [1.0; 5], "SVVVV"), result("b", [0.0; 5], "SSSSS")];
    let builds: Vec<(&Contract, &BuildResult)> = apart.iter().map(|result| (&contract, result)).collect();
    let found = sensitivity(&builds, Reading::Potential);
    assert_eq!(
        found.dropped[0].flips,
        Some(1.0),
        "without the source the other one is better"
    );
    assert!(found.weights_least.unwrap() < 0.0 && found.weights_same_best.unwrap() < 1.0);
    assert_eq!(sensitivity(&[], Reading::Potential).weights_tau, None);
}

#[test]
fn correlations_have_their_known_values() {
    let some = |list: &[f64]| list.iter().copied().map(Some).collect::<Vec<_>>();
    assert_eq!(kendall(&some(&[1.0, 2.0, 3.0]), &some(&[1.0, 2.0, 3.0])), Some(1.0));
    assert_eq!(kendall(&some(&[1.0, 2.0, 3.0]), &some(&[3.0, 2.0, 1.0])), Some(-1.0));
    assert_eq!(kendall(&some(&[1.0, 1.0]), &some(&[1.0, 2.0])), None);
    near(pearson(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]).unwrap(), 1.0);
    near(pearson(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]).unwrap(), 0.5);
    assert_eq!(pearson(&[(1.0, 1.0), (1.0, 2.0)]), None);
    assert_eq!(agreement(&[(1, 1), (1, 2)]), Some(0.5));
}

#[test]
fn intervals_are_the_same_for_the_same_seed() {
    let sample = [0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0];
    let one = mean(&sample, 2000, 7).unwrap();
    assert_eq!(Some(one), mean(&sample, 2000, 7));
    near(one.mean, 0.7);
    assert!(
        one.low >= 0.3 && one.low < 0.6 && one.high > 0.8 && one.high <= 1.0,
        "{one:?}"
    );
    assert_eq!(
        mean(&[2.0; 4], 100, 1).map(|interval| (interval.low, interval.high)),
        Some((2.0, 2.0))
    );
    assert_eq!(mean(&[], 100, 1), None);
    // The published inspection coverage: 449 and 398 of 560.
    let listed = |count: usize| (0..560).map(|at| at < count).collect::<Vec<_>>();
    near(inspection_coverage(&listed(449)).unwrap(), 449.0 / 560.0);
    let pairs: Vec<(f64, f64)> = (0..560)
        .map(|at| (f64::from(u8::from(at < 449)), f64::from(u8::from(at < 398))))
        .collect();
    let interval = difference(&pairs, 5000, 1).unwrap();
    assert!(interval.low > 0.05 && interval.high < 0.13, "{interval:?}");
}

#[test]
fn results_are_read_strictly() {
    let text = crate::canonical::pretty(&result("a", [1.0; 5], "SSVUU"));
    assert_eq!(BuildResult::read("r.json", &text).unwrap(), result("a", [1.0; 5], "SSVUU"));
    let error = |from: &str, to: &str| {
        BuildResult::read("r.json", &text.replacen(from, to, 1))
            .unwrap_err()
            .to_string()
    };
    assert!(error("\"source\": 1.0", "\"source\": 1.5").contains("rules[0].source: a score is from 0 to 1"));
    assert!(error("catch-lantern", "catch-stone").contains("rules[1].rule: `catch-stone` is there twice"));
    assert!(error("\"violated\"", "\"bad\"").contains("unknown variant `bad`"));
}
