//! The benchmark's arithmetic: what counts, and what is a strict success.

use super::GameReport;
use crate::behaviour::CheckRecord;
use serde_json::Value;
use std::collections::BTreeSet;

/// The levels there are, in order.
pub const LEVELS: [&str; 3] = ["P0", "P1", "P2"];
/// The result arrays of a static report, in order.
pub(crate) const SECTIONS: [&str; 4] = ["tool_checks", "checks", "anti_patterns", "proximity_checks"];

/// Passed of total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many passed.
    pub passed: usize,
    /// How many apply.
    pub total: usize,
}

impl Count {
    fn of<'a>(statuses: impl Iterator<Item = Option<&'a str>>) -> Count {
        statuses.fold(Count::default(), |count, status| Count {
            passed: count.passed + usize::from(status == Some("PASS")),
            total: count.total + 1,
        })
    }

    /// Everything passed, and there was something.
    pub fn all(self) -> bool {
        self.total > 0 && self.passed == self.total
    }

    /// Share that passed, in percent; `None` of nothing.
    pub fn percent(self) -> Option<f64> {
        (self.total > 0).then(|| 100.0 * self.passed as f64 / self.total as f64)
    }

    fn plus(self, other: Count) -> Count {
        Count {
            passed: self.passed + other.passed,
            total: self.total + other.total,
        }
    }
}

/// Counts of the behaviour checks by level: P0, P1, P2.
pub type Levels = [Count; 3];

/// What one game scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Static checks over all four arrays; `None` if they did not run or the report is not valid.
    pub statics: Option<Count>,
    /// Applicable behaviour checks; `None` if they did not run or the report is not valid.
    pub behaviour: Option<Count>,
    /// The applicable behaviour checks by level.
    pub levels: Levels,
    /// Strict success: all static checks, and all applicable P0 and P1 behaviour checks, of which there is at least one each.
    /// P2 checks and page exceptions do not count.
    pub strict: bool,
    /// Everything that was asked for passed: strict success or, where a layer or some checks were left out, what is left of it.
    pub passed: bool,
}

/// Passed and total of a static report in the benchmark's shape; `None` for an invalid one.
pub fn static_count(report: &Value) -> Option<Count> {
    if report.get("error").is_some_and(|error| !error.is_null()) {
        return None;
    }
    let items = SECTIONS
        .iter()
        .filter_map(|section| report.get(section)?.as_array())
        .flatten();
    let count = Count::of(items.map(|item| item.get("status").and_then(Value::as_str)));
    (count.total > 0).then_some(count)
}

fn valid(records: &[CheckRecord]) -> bool {
    let known_level = |record: &CheckRecord| record.level().is_some_and(|level| LEVELS.contains(&level));
    let known_status = |record: &CheckRecord| matches!(record.status(), Some("PASS" | "FAIL" | "NOT_APPLICABLE"));
    !records.is_empty() && records.iter().all(|record| known_level(record) && known_status(record))
}

/// Scores a game from its reports.
pub(crate) fn score(game: &GameReport) -> Score {
    let statics = game.static_report.as_ref().and_then(static_count);
    let mut score = Score {
        statics,
        ..Score::default()
    };
    let applicable: Vec<&CheckRecord> = match &game.checks {
        Some(records) if valid(records) => records
            .iter()
            .filter(|record| record.status() != Some("NOT_APPLICABLE"))
            .collect(),
        _ => Vec::new(),
    };
    if !applicable.is_empty() {
        score.behaviour = Some(Count::of(applicable.iter().map(|record| record.status())));
        for (count, level) in score.levels.iter_mut().zip(LEVELS) {
            let of_level = applicable.iter().filter(|record| record.level() == Some(level));
            *count = Count::of(of_level.map(|record| record.status()));
        }
    }
    let required = score.levels[0].plus(score.levels[1]);
    let both_levels = score.levels[0].total > 0 && score.levels[1].total > 0;
    let delivered = game.outcome.is_none();
    score.strict = delivered && !game.partial && statics.is_some_and(Count::all) && both_levels && required.all();
    let static_asked = game.static_report.is_some();
    let behaviour_asked = game.checks.is_some();
    let static_passed = !static_asked || statics.is_some_and(Count::all);
    let behaviour_passed = match &game.checks {
        None => true,
        // Of some checks named one by one, all count, whatever their level.
        Some(records) if game.partial => records
            .iter()
            .all(|record| matches!(record.status(), Some("PASS" | "NOT_APPLICABLE"))),
        Some(_) => score.behaviour.is_some() && both_levels && required.all(),
    };
    score.passed = delivered && (static_asked || behaviour_asked) && static_passed && behaviour_passed;
    score
}

/// What all games of a run come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Games there were.
    pub games: usize,
    /// Games with valid static and behaviour reports.
    pub evaluated: usize,
    /// Strict successes.
    pub strict: usize,
    /// Games of which everything asked for passed.
    pub passed: usize,
    /// Mean over the evaluated games of the share of static checks passed, in percent.
    pub static_mean: Option<f64>,
    /// The same of the applicable behaviour checks.
    pub behaviour_mean: Option<f64>,
    /// Behaviour checks of all evaluated games together, by level.
    pub levels: Levels,
}

/// Adds up the games of a run. Strict success is measured against all games, failed deliveries included.
pub fn summarize(games: &[GameReport]) -> Summary {
    let mut summary = Summary {
        games: games.len(),
        ..Summary::default()
    };
    let (mut static_shares, mut behaviour_shares) = (Vec::new(), Vec::new());
    for GameReport { score, .. } in games {
        summary.strict += usize::from(score.strict);
        summary.passed += usize::from(score.passed);
        static_shares.extend(score.statics.and_then(Count::percent));
        behaviour_shares.extend(score.behaviour.and_then(Count::percent));
        for (sum, level) in summary.levels.iter_mut().zip(score.levels) {
            *sum = sum.plus(level);
        }
        summary.evaluated += usize::from(score.statics.is_some() && score.behaviour.is_some());
    }
    let mean = |shares: &[f64]| (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64);
    summary.static_mean = mean(&static_shares);
    summary.behaviour_mean = mean(&behaviour_shares);
    summary
}

/// Exit code of a run: 0 all passed, 1 some did not, 2 something could not be run.
pub fn exit_code(games: &[GameReport]) -> u8 {
    let fatal = games
        .iter()
        .any(|game| game.outcome.as_ref().is_some_and(|outcome| outcome.fatal));
    let statuses: BTreeSet<bool> = games.iter().map(|game| game.score.passed).collect();
    match (fatal, statuses.contains(&false)) {
        (true, _) => 2,
        (false, true) => 1,
        (false, false) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Outcome;
    use serde_json::json;

    pub(crate) fn record(level: &str, status: &str) -> CheckRecord {
        CheckRecord {
            id: format!("{level}-{status}"),
            result: json!({ "status": status, "level": level, "id": "x", "name": "n" }),
            console_errors: Vec::new(),
            exceptions: Vec::new(),
            raf_errors: 0,
            probe_error: None,
            outcome: None,
            virtual_us: 0,
            page_digest: None,
            frames: 0,
            log: Vec::new(),
            picture: None,
            tape: None,
        }
    }

    fn game(checks: Vec<CheckRecord>) -> GameReport {
        let mut game = GameReport {
            static_report: Some(json!({ "checks": [{ "status": "PASS" }], "anti_patterns": [], "pass": false })),
            checks: Some(checks),
            ..GameReport::default()
        };
        game.score = score(&game);
        game
    }

    #[test]
    fn p2_does_not_count_but_both_required_levels_must_be_there() {
        let strict = |checks| game(checks).score.strict;
        assert!(strict(vec![record("P0", "PASS"), record("P1", "PASS"), record("P2", "FAIL")]));
        assert!(!strict(vec![record("P0", "PASS"), record("P1", "FAIL")]));
        assert!(!strict(vec![record("P0", "PASS"), record("P1", "NOT_APPLICABLE")]));
        assert!(!strict(vec![record("P0", "PASS"), record("P2", "PASS")]));
    }

    #[test]
    fn an_unknown_level_or_status_makes_the_behaviour_report_invalid() {
        assert_eq!(game(vec![record("P0", "PASS"), record("P9", "PASS")]).score.behaviour, None);
        assert_eq!(game(vec![record("P0", "PASS"), record("P1", "pass")]).score.behaviour, None);
    }

    #[test]
    fn static_counts_run_over_all_four_arrays() {
        let report = json!({
            "tool_checks": [{ "status": "PASS" }], "checks": [{ "status": "FAIL" }],
            "anti_patterns": [{ "status": "PASS" }], "proximity_checks": [{ "status": "ERROR" }],
        });
        assert_eq!(static_count(&report), Some(Count { passed: 2, total: 4 }));
        assert_eq!(
            static_count(&json!({ "error": "invalid_checks_config", "checks": "x" })),
            None
        );
        assert_eq!(static_count(&json!({ "checks": [] })), None);
    }

    #[test]
    fn an_outcome_is_never_a_success_and_a_fatal_one_wins_the_exit_code() {
        let good = game(vec![record("P0", "PASS"), record("P1", "PASS")]);
        assert_eq!(exit_code(std::slice::from_ref(&good)), 0);
        let mut bad = good.clone();
        bad.outcome = Some(Outcome {
            name: "symlink".into(),
            message: String::new(),
            fatal: false,
        });
        bad.score = score(&bad);
        assert_eq!(exit_code(&[good.clone(), bad.clone()]), 1);
        bad.outcome = Some(Outcome {
            name: "panic".into(),
            message: String::new(),
            fatal: true,
        });
        assert_eq!(exit_code(&[good.clone(), bad]), 2);
        let summary = summarize(&[good, game(vec![record("P0", "FAIL"), record("P1", "PASS")])]);
        assert_eq!((summary.strict, summary.games, summary.behaviour_mean), (1, 2, Some(75.0)));
    }
}
