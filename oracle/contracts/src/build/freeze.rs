//! A contract that does not change any more, under its digest.

use super::{Acceptance, accept};
use crate::canonical;
use crate::edges;
use crate::json::{self, ReadError};
use crate::model::Contract;
use serde::{Deserialize, Serialize};

/// The format's name, in the file's first key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrozenFormat {
    /// The first format.
    #[serde(rename = "oracade-frozen-contract-1")]
    V1,
}

/// A frozen contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    /// The format.
    pub format: FrozenFormat,
    /// SHA-256 of the contract's canonical JSON.
    pub digest: String,
    /// How its generations agreed.
    pub acceptance: Acceptance,
    /// The first generation.
    pub contract: Contract,
}

/// Why a contract is not frozen.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FreezeError {
    /// There is none.
    #[error("no contract was given")]
    Nothing,
    /// The generations do not agree, or something is open.
    #[error("not accepted: {0}")]
    NotAccepted(String),
}

impl Frozen {
    /// Freezes the first of the generations, if they are accepted.
    ///
    /// # Errors
    /// See [`FreezeError`].
    pub fn freeze(generations: &[Contract]) -> Result<Frozen, FreezeError> {
        let contract = generations.first().ok_or(FreezeError::Nothing)?.clone();
        let acceptance = accept(generations);
        if !acceptance.accepted {
            return Err(FreezeError::NotAccepted(reasons(&acceptance)));
        }
        Ok(Frozen {
            format: FrozenFormat::V1,
            digest: canonical::digest_of(&contract),
            acceptance,
            contract,
        })
    }

    /// Reads a frozen contract and checks its digest and its edges.
    ///
    /// # Errors
    /// It is no JSON, does not fit the format, was changed, or is no contract.
    pub fn read(file: &str, text: &str) -> Result<Frozen, ReadError> {
        let (frozen, node): (Frozen, json::Node) = json::read_located(file, text)?;
        let error = |key: &str, message: String| ReadError {
            file: file.to_owned(),
            line: node.nearest(key).line,
            key: key.to_owned(),
            message,
        };
        if let Some((key, message)) = frozen.contract.problems().into_iter().next() {
            return Err(error(&format!("contract.{key}"), message));
        }
        let digest = canonical::digest_of(&frozen.contract);
        if digest != frozen.digest {
            let message = format!("the contract was changed after it was frozen: its digest is {digest}; freeze it again");
            return Err(error("digest", message));
        }
        if edges::edges(&frozen.contract) != frozen.contract.edges {
            let message = "the edges are not those of the rules; build the contract again".to_owned();
            return Err(error("contract.edges", message));
        }
        Ok(frozen)
    }
}

/// Why an acceptance failed, in a line.
pub(super) fn reasons(acceptance: &Acceptance) -> String {
    let mut reasons = Vec::new();
    let some = |what: &str, list: &[String]| {
        let shown = list.iter().take(5).cloned().collect::<Vec<_>>().join("; ");
        let more = list.len().saturating_sub(5);
        let rest = if more > 0 {
            format!("; and {more} more")
        } else {
            String::new()
        };
        format!("{what}: {shown}{rest}")
    };
    if !acceptance.differing.is_empty() {
        reasons.push(some("the generations differ in", &acceptance.differing));
    }
    if !acceptance.unbound.is_empty() {
        reasons.push(some("open", &acceptance.unbound));
    }
    if acceptance.reachability < super::REACHABILITY {
        reasons.push(format!(
            "reachability agrees {:.3}, and {} is asked for",
            acceptance.reachability,
            super::REACHABILITY
        ));
    }
    reasons.join("\n")
}
