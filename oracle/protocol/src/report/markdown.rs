//! The report as Markdown; and its tables, which the page has too.

use super::{ConditionReport, Report, Spread};
use crate::detect::TYPES;
use std::fmt::Write;

/// A heading and a table.
pub(super) struct Table {
    pub(super) title: String,
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

/// The numbers that the table of conditions has, and their names.
const SHOWN: [(&str, &str); 14] = [
    ("milestones", "milestones"),
    ("points", "weighted points"),
    ("accepted_actions", "accepted actions"),
    ("decisions", "decisions"),
    ("wall_time_ms", "wall time, ms"),
    ("cost_usd", "cost, USD"),
    ("cost_per_verified_milestone", "cost per milestone"),
    ("actions_per_verified_milestone", "actions per milestone"),
    ("productive_action_rate", "productive actions"),
    ("progress_efficiency", "points per dollar"),
    ("memory_error_rate", "memory errors per 100 decisions"),
    ("material_memory_error_rate", "material ones"),
    ("memory_recovery_cost", "actions to recovery"),
    ("repeat_overhead", "repeated moves"),
];

/// A number for people; a dash for one that there is not.
pub(super) fn number(value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(value) if value.fract() == 0.0 && value.abs() < 1e15 => format!("{value:.0}"),
        Some(value) => format!("{value:.4}").trim_end_matches('0').to_owned(),
    }
}

fn spread(value: Option<&Spread>) -> String {
    match value {
        Some(spread) if spread.n > 0 && spread.min == spread.max => number(spread.mean),
        Some(spread) if spread.n > 0 => format!("{} ({} to {})", number(spread.mean), number(spread.min), number(spread.max)),
        _ => "–".to_owned(),
    }
}

fn table(title: &str, head: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table {
        title: title.to_owned(),
        head: head.iter().map(|cell| (*cell).to_owned()).collect(),
        rows,
    }
}

fn conditions(report: &Report) -> Vec<Table> {
    let names: Vec<&str> = report.conditions.iter().map(|condition| condition.id.as_str()).collect();
    let head: Vec<&str> = std::iter::once("mean (least to greatest) over trials")
        .chain(names.iter().copied())
        .collect();
    let by = |title: &str, cell: &dyn Fn(&ConditionReport) -> String| -> Vec<String> {
        std::iter::once(title.to_owned())
            .chain(report.conditions.iter().map(cell))
            .collect()
    };
    let mut rows = vec![by("trials", &|condition| condition.trials.to_string())];
    if report.unblinded {
        rows.push(by("model", &|condition| condition.model.clone().unwrap_or_default()));
        rows.push(by("memory", &|condition| {
            let policy = condition.memory_policy.as_ref().and_then(serde_json::Value::as_str);
            policy.unwrap_or_default().replace('_', " ")
        }));
    }
    rows.extend(
        SHOWN
            .iter()
            .map(|(key, title)| by(title, &|condition| spread(condition.metrics.get(*key)))),
    );
    rows.push(by("ended by", &|condition| {
        let each = condition
            .terminations
            .iter()
            .map(|(reason, count)| format!("{count} {}", reason.replace('_', " ")));
        each.collect::<Vec<_>>().join(", ")
    }));
    let errors = TYPES
        .iter()
        .map(|kind| {
            by(&kind.name().replace('_', " "), &|condition| {
                condition.errors[kind.name()].to_string()
            })
        })
        .collect();
    let head_errors: Vec<&str> = std::iter::once("type").chain(names).collect();
    vec![
        table("Conditions", &head, rows),
        table("Errors of memory", &head_errors, errors),
    ]
}

/// All tables of a report.
pub(super) fn tables(report: &Report) -> Vec<Table> {
    let mut all = conditions(report);
    let trial = |trial: &super::TrialReport| {
        let metrics = &trial.metrics;
        let errors: u64 = metrics.errors.values().sum();
        vec![
            trial.condition.clone(),
            trial.id.clone(),
            metrics.deepest.clone().unwrap_or_else(|| "–".to_owned()),
            metrics.points.to_string(),
            metrics.accepted_actions.to_string(),
            metrics.decisions.to_string(),
            number(metrics.cost_usd),
            errors.to_string(),
            metrics.repeated_routes.to_string(),
            metrics.termination_reason.replace('_', " "),
        ]
    };
    let head = [
        "condition",
        "trial",
        "deepest",
        "points",
        "actions",
        "decisions",
        "USD",
        "errors",
        "routes repeated",
        "ended by",
    ];
    all.push(table("Trials", &head, report.trials.iter().map(trial).collect()));
    let kappa = |(a, b, kappa): &(String, String, Option<f64>)| vec![format!("Cohen's κ, {a} and {b}"), number(*kappa)];
    let mut rows: Vec<Vec<String>> = report.agreement.kappa.iter().map(kappa).collect();
    rows.push(vec!["Krippendorff's α".to_owned(), number(report.agreement.alpha)]);
    rows.push(vec!["decisions".to_owned(), report.agreement.decisions.to_string()]);
    rows.push(vec![
        "disagreements, open".to_owned(),
        format!("{}, {}", report.agreement.disagreements, report.agreement.open),
    ]);
    all.push(table("Agreement", &["measure", "value"], rows));
    let item = |item: &crate::freeze::Item| {
        let done = if item.done { "done" } else { "open" };
        vec![
            item.number.to_string(),
            done.to_owned(),
            item.item.clone(),
            item.evidence.clone(),
        ]
    };
    all.push(table(
        "Checklist",
        &["", "", "item", "evidence"],
        report.checklist.iter().map(item).collect(),
    ));
    let control = |(name, value): &(String, String)| vec![name.clone(), value.clone()];
    all.push(table(
        "The same for all conditions",
        &["", "value"],
        report.controls.iter().map(control).collect(),
    ));
    all
}

/// The lines above the tables.
pub(super) fn lines(report: &Report) -> Vec<String> {
    let mut lines = vec![
        format!("Design {}.", report.design),
        format!("{} of {} trials.", report.trials.len(), report.planned),
        format!("Errors of memory labelled by {}.", report.judged_by),
    ];
    if !report.unblinded {
        lines.push("Conditions and trials have their codes; labels are not closed yet, or codes were not asked for.".to_owned());
    }
    if !report.set_aside.is_empty() {
        lines.push(format!(
            "Set aside, since the harness failed, and run again: {}.",
            report.set_aside.join(", ")
        ));
    }
    lines
}

/// The report as Markdown.
pub fn markdown(report: &Report) -> String {
    let mut text = format!("# {}\n\n", report.experiment_id);
    for line in lines(report) {
        let _ = writeln!(text, "{line}  ");
    }
    for table in tables(report) {
        let row = |cells: &[String]| {
            format!(
                "| {} |\n",
                cells
                    .iter()
                    .map(|cell| cell.replace('|', "\\|"))
                    .collect::<Vec<_>>()
                    .join(" | ")
            )
        };
        let _ = write!(
            text,
            "\n## {}\n\n{}|{}\n",
            table.title,
            row(&table.head),
            "---|".repeat(table.head.len())
        );
        for cells in &table.rows {
            text.push_str(&row(cells));
        }
    }
    text
}
