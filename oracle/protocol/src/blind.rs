//! Blinding: conditions are called by codes, which a seed deals out. Whoever judges sees the codes only; the file that resolves them is
//! kept apart, and what was frozen holds its digest.

use crate::error::{Result, wrong};
use crate::files::{Folder, LABELS};
use crate::freeze::Frozen;
use crate::manifest::Manifest;
use oracade_contracts::canonical;
use oracade_gym::Chance;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Purpose of the chance that deals out codes.
const CODES: u64 = 0x626c_696e;

/// `sealed/labels.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labels {
    /// The seed.
    pub seed: u64,
    /// The code of each condition.
    pub codes: BTreeMap<String, String>,
    /// The code of each trial.
    pub trials: BTreeMap<String, String>,
}

fn shuffled(count: usize, chance: &mut Chance) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for at in (1..count).rev() {
        order.swap(at, chance.below(at as u64 + 1) as usize);
    }
    order
}

impl Labels {
    /// Deals codes out: X, Y, Z, … (from the 4th on C4, C5, …) to conditions, numbers to trials.
    pub fn deal(manifest: &Manifest, seed: u64) -> Labels {
        let mut chance = Chance::new(seed, CODES);
        let code = |n: usize| match n {
            0..=2 => ["X", "Y", "Z"][n].to_owned(),
            _ => format!("C{}", n + 1),
        };
        let order = shuffled(manifest.conditions.len(), &mut chance);
        let codes: BTreeMap<String, String> = manifest
            .conditions
            .iter()
            .zip(order)
            .map(|(condition, n)| (condition.id.clone(), code(n)))
            .collect();
        let ids: Vec<String> = crate::schedule::blocks(manifest)
            .iter()
            .flat_map(|block| &block.trials)
            .map(crate::schedule::Planned::id)
            .collect();
        let order = shuffled(ids.len(), &mut chance);
        let trials = ids
            .into_iter()
            .zip(order)
            .map(|(id, n)| (id, format!("T{:03}", n + 1)))
            .collect();
        Labels { seed, codes, trials }
    }

    /// Reads the codes, and that they are those that were frozen.
    ///
    /// # Errors
    /// They are not, or are not here.
    pub fn load(folder: &Folder, frozen: &Frozen) -> Result<Labels> {
        let labels: Labels = folder.json(LABELS)?;
        if canonical::digest_of(&labels) != frozen.labels_sha256 {
            return Err(wrong(
                LABELS,
                "these are not the codes that were frozen; verification would fail",
            ));
        }
        Ok(labels)
    }
}
