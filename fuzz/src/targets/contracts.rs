//! Contracts, and the documents they are made from.

use oracade_contracts::design;
use oracade_contracts::edges::edges;
use oracade_contracts::graph::{Graph, Reading};
use oracade_contracts::model::Contract;
use std::path::Path;

fn files(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/contracts");
    ["lantern-orchard", "weft"]
        .iter()
        .filter_map(|game| std::fs::read(folder.join(game).join(name)).ok())
        .collect()
}

/// The contracts inside the frozen files of the corpus.
pub(super) fn contracts() -> Vec<Vec<u8>> {
    files("contract.json")
        .iter()
        .filter_map(|bytes| serde_json::from_slice::<serde_json::Value>(bytes).ok())
        .map(|frozen| frozen["contract"].to_string().into_bytes())
        .collect()
}

pub(super) fn contract(bytes: &[u8]) {
    let Ok(contract) = Contract::read("contract.json", &String::from_utf8_lossy(bytes)) else {
        return;
    };
    for reading in [Reading::Potential, Reading::Satisfiable] {
        Graph::new(&contract, reading).weights(0.5);
    }
    edges(&contract);
}

pub(super) fn documents() -> Vec<Vec<u8>> {
    files("design.md")
}

pub(super) fn document(bytes: &[u8]) {
    design::extract(&String::from_utf8_lossy(bytes));
}
