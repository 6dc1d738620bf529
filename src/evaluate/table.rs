//! What an evaluation found, for people.

use super::axes_of;
use oracade_contracts::judge::Verdict;
use oracade_contracts::play::lens::Lens;
use oracade_contracts::results::{BuildResult, coverage};
use oracade_oracle::evaluation::{Axes, Build, Found};
use std::fmt::Write;

/// All builds, one after another.
pub(super) fn text(lens: &Lens<'_>, builds: &[Build<'_>], found: &[Found], results: &[BuildResult], axes: Axes) -> String {
    let mut out = String::new();
    for ((build, found), result) in builds.iter().zip(found).zip(results) {
        if builds.len() > 1 {
            let _ = writeln!(out, "== {}", build.name);
        }
        if let Some(problem) = &found.problem {
            let _ = writeln!(out, "does not run: {problem}");
        }
        if axes.play && result.runs {
            play(&mut out, lens, found, result);
        }
        if axes.replay && result.runs {
            replay(&mut out, found);
        }
        numbers(&mut out, lens, result, axes);
    }
    out
}

fn play(out: &mut String, lens: &Lens<'_>, found: &Found, result: &BuildResult) {
    for rule in &result.rules {
        let word = match rule.play {
            Some(Verdict::Satisfied) => "satisfied",
            Some(Verdict::Violated) => "VIOLATED",
            _ => "unverified",
        };
        let star = if rule.adversarial { " *" } else { "" };
        let _ = writeln!(
            out,
            "{word:<10} {}{star}  {}  {}",
            rule.rule,
            rule.play_note,
            rule.play_evidence.join(" ")
        );
    }
    for (number, invariant) in lens.contract.invariants.iter().enumerate() {
        if let Some((id, at)) = found.broken(number) {
            let _ = writeln!(out, "BROKEN     {}  {}  {id}/s{at}", invariant.id, invariant.label);
        }
    }
    for vote in &found.votes {
        for one in vote.trajectories.iter().filter(|one| one.failed.is_some()) {
            let _ = writeln!(out, "bot {}: {}", one.id, one.failed.as_deref().unwrap_or_default());
        }
    }
}

fn replay(out: &mut String, found: &Found) {
    for scenario in &found.scenarios {
        let held = if scenario.held_out { " (held out)" } else { "" };
        let _ = writeln!(out, "{:<10.2} {}{held}", scenario.score(), scenario.scenario);
        if let Some(problem) = &scenario.recording.problem {
            let _ = writeln!(out, "           invalid: {problem}");
        }
        for item in scenario.items.iter().filter(|item| item.score < 1.0) {
            let _ = writeln!(out, "           {:<4} {}: {}", item.score, item.item, item.note);
        }
    }
}

fn numbers(out: &mut String, lens: &Lens<'_>, result: &BuildResult, axes: Axes) {
    let fidelity = axes_of(lens.contract, result);
    let number = |axis: Option<f64>| axis.map_or_else(|| "–".to_owned(), |axis| format!("{axis:.1}"));
    if axes.play {
        let coverage = coverage(lens.contract, [result]);
        let share = |count: usize| 100.0 * count as f64 / coverage.rules.max(1) as f64;
        let _ = writeln!(
            out,
            "judged in play: {:.1} % of {} rules from the beginning, {:.1} % with starts from precondition states (*)",
            share(coverage.ordinary),
            coverage.rules,
            share(coverage.all),
        );
    }
    let _ = writeln!(
        out,
        "source {}, replay {}, playtest {}, fidelity {}; judges {}\n",
        number(fidelity.source),
        number(fidelity.replay),
        number(fidelity.play),
        number(fidelity.total),
        result
            .judges
            .iter()
            .map(|(axis, judge)| format!("{axis} {judge}"))
            .collect::<Vec<_>>()
            .join(", "),
    );
}
