//! How far annotators agree, over the decisions of all trials.

use super::{Sheet, played};
use crate::agreement;
use crate::error::Result;
use crate::manifest::Experiment;
use serde::Serialize;
use std::collections::BTreeSet;

/// How far annotators agree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Who.
    pub annotators: Vec<String>,
    /// Decisions that they labelled.
    pub decisions: usize,
    /// Cohen's κ of each pair.
    pub kappa: Vec<(String, String, Option<f64>)>,
    /// Krippendorff's α of all.
    pub alpha: Option<f64>,
    /// Labels that not all gave.
    pub disagreements: usize,
    /// Of those, the ones that nobody has resolved.
    pub open: usize,
}

/// Measures the agreement of those who went through all trials.
///
/// # Errors
/// A file cannot be read.
pub fn agreement(experiment: &Experiment) -> Result<Agreement> {
    let mut annotators: Option<BTreeSet<String>> = None;
    let mut sheets = Vec::new();
    for trial in played(experiment) {
        let sheet = Sheet::load(&experiment.folder, &trial.name)?;
        let own = sheet.annotators();
        annotators = Some(annotators.map_or(own.clone(), |all| &all & &own));
        let decisions = crate::trial::load(&experiment.folder, &trial.name)?.decisions;
        sheets.push((sheet, decisions));
    }
    let annotators: Vec<String> = annotators.unwrap_or_default().into_iter().collect();
    let labels_of = |annotator: &String| -> Vec<String> {
        let all = sheets
            .iter()
            .flat_map(|(sheet, decisions)| (1..=*decisions).map(move |decision| sheet.told(annotator, decision)));
        all.collect()
    };
    let labels: Vec<Vec<String>> = annotators.iter().map(labels_of).collect();
    let mut kappa = Vec::new();
    for a in 0..annotators.len() {
        for b in a + 1..annotators.len() {
            kappa.push((
                annotators[a].clone(),
                annotators[b].clone(),
                agreement::cohen(&labels[a], &labels[b]),
            ));
        }
    }
    let units = labels.first().map_or(0, Vec::len);
    let by_unit: Vec<Vec<String>> = (0..units)
        .map(|unit| labels.iter().map(|own| own[unit].clone()).collect())
        .collect();
    let differ = |sheet: &Sheet| {
        sheet
            .labels()
            .values()
            .filter(|by| by.len() < sheet.annotators().len())
            .count()
    };
    Ok(Agreement {
        decisions: units,
        kappa,
        alpha: agreement::krippendorff(&by_unit),
        disagreements: sheets.iter().map(|(sheet, _)| differ(sheet)).sum(),
        open: sheets.iter().map(|(sheet, _)| sheet.open().len()).sum(),
        annotators,
    })
}
