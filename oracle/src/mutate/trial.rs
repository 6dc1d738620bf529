//! What becomes of one mutant.

use super::explore::Explorer;
use super::game::Game;
use super::{Differs, Fate, Kill, KillKind, Options, Tried};
use crate::behaviour::{CheckRecord, STACK_BYTES, SuiteError, Transcripts, run_suite_knowing};
use oracade_mutants::{Mutant, Parts, diff};
use oracade_runtime::Engine;
use std::collections::BTreeMap;
use std::thread;

/// Longest detail of a kill, in characters.
const MAX_DETAIL: usize = 200;

/// All that a trial needs.
pub(super) struct Bench<'a> {
    pub(super) engine: &'static Engine,
    pub(super) game: &'a Game,
    pub(super) options: &'a Options,
    /// The checks that the game itself passes, and what its page had come to at their ends.
    pub(super) passing: &'a BTreeMap<String, Option<String>>,
    pub(super) explorer: &'a Explorer,
    /// The game's parts.
    pub(super) parts: &'a Parts,
    /// What happened in the checks that the game itself passes.
    pub(super) before: &'a Transcripts,
    /// The tapes of these checks, in their order.
    pub(super) tapes_of: &'a [Option<usize>],
}

/// Tries a mutant on a thread of its own: what it leaves behind on it, even a panic, is its own.
pub(super) fn run(bench: &Bench<'_>, mutant: &Mutant) -> Tried {
    let outcome = thread::scope(|scope| {
        let builder = thread::Builder::new().name(mutant.id.clone()).stack_size(STACK_BYTES);
        match builder.spawn_scoped(scope, || judge(bench, mutant)) {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|_| (Fate::Error, error("panic", "a defect of this program"), None)),
            Err(problem) => (Fate::Error, error("no-thread", &problem.to_string()), None),
        }
    });
    let (fate, killed_by, differs) = outcome;
    let text = bench.game.text(&mutant.file);
    Tried {
        id: mutant.id.clone(),
        operator: mutant.operator,
        file: mutant.file.clone(),
        line: mutant.line,
        column: mutant.column,
        before: text.get(mutant.start..mutant.end).unwrap_or_default().to_owned(),
        after: mutant.replacement.clone(),
        fate,
        killed_by,
        differs,
        diff: diff(mutant, text),
    }
}

fn error(name: &str, detail: &str) -> Vec<Kill> {
    vec![Kill {
        check: name.to_owned(),
        kind: KillKind::Suite,
        detail: detail.to_owned(),
    }]
}

type Outcome = (Fate, Vec<Kill>, Option<Differs>);

fn judge(bench: &Bench<'_>, mutant: &Mutant) -> Outcome {
    let bundle = bench.game.mutated(mutant);
    let full = bench.options.full;
    let mut kills: Vec<Kill> = Vec::new();
    for check in bench.game.static_failures(&bundle) {
        kills.push(Kill {
            check,
            kind: KillKind::Static,
            detail: String::new(),
        });
    }
    if !kills.is_empty() && !full {
        kills.truncate(1);
        return (Fate::Killed, kills, None);
    }
    // What never enters the part that was changed goes as it went.
    let part = bench.parts.of(mutant);
    let enters = |tape: usize| part.is_none_or(|part| bench.explorer.enters(tape, part));
    let same: Vec<bool> = bench
        .tapes_of
        .iter()
        .map(|tape| tape.is_some_and(|tape| !enters(tape)))
        .collect();
    if kills.is_empty() && same.iter().all(|same| *same) && !(0..bench.explorer.tapes()).any(enters) {
        return (Fate::Equivalent, kills, None);
    }
    let only = bench.passing.keys().cloned().collect();
    let mut options = bench.game.suite_options(bundle.clone(), bench.options, Some(only));
    options.until_failure = !full;
    let records = match run_suite_knowing(bench.engine, &options, bench.before, &same) {
        Ok(records) => records,
        Err(SuiteError::Runner(message)) => return (Fate::Error, error("runner-error", &message), None),
        Err(problem) => {
            kills.push(Kill {
                check: problem.outcome().to_owned(),
                kind: KillKind::Suite,
                detail: cut(&problem.to_string()),
            });
            return (Fate::Killed, kills, None);
        }
    };
    kills.extend(records.iter().filter_map(kill));
    if !kills.is_empty() {
        return (Fate::Killed, kills, None);
    }
    if let Some(differs) = bench.explorer.explore(&bundle, part) {
        return (Fate::Survived, kills, Some(differs));
    }
    // What the checks were told counts, too: they look at other moments.
    let told = records.iter().find(|record| {
        let known = bench.passing.get(&record.id);
        known.is_some_and(|digest| *digest != record.page_digest)
    });
    match told {
        None => (Fate::Equivalent, kills, None),
        Some(record) => (Fate::Survived, kills, Some(Differs::answers(&record.id))),
    }
}

fn kill(record: &CheckRecord) -> Option<Kill> {
    if matches!(record.status(), Some("PASS" | "NOT_APPLICABLE")) {
        return None;
    }
    let kind = match record.outcome.as_deref() {
        Some("page-watchdog") => KillKind::Timeout,
        Some("page-out-of-memory" | "page-error") => KillKind::Crash,
        _ => KillKind::Check,
    };
    Some(Kill {
        check: record.id.clone(),
        kind,
        detail: cut(&record.detail().unwrap_or_default()),
    })
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_DETAIL).collect()
}
