//! Where an adversarial bot may start: the states a contract names.

use super::moves::Start;
use oracade_contracts::model::Contract;

/// The starts of a contract and the entries of its scenarios, each once.
pub(crate) fn of(contract: &Contract) -> Vec<Start> {
    let entries = contract.starts.iter().map(|start| &start.entry);
    let entries = entries.chain(contract.scenarios.iter().map(|scenario| &scenario.entry));
    let mut starts: Vec<Start> = Vec::new();
    for entry in entries {
        let Some(name) = &entry.scenario else { continue };
        let start = Start::Scenario {
            name: name.clone(),
            options: entry.options.clone(),
        };
        if !starts.contains(&start) {
            starts.push(start);
        }
    }
    starts
}
