//! The scorecards that come with Oracade.

use super::Scorecard;

/// Ids and texts.
pub const BUILTIN: [(&str, &str); 4] = [
    ("strict-success", include_str!("../../scorecards/strict-success.json")),
    ("fidelity", include_str!("../../scorecards/fidelity.json")),
    ("ue-survivors-web", include_str!("../../scorecards/ue-survivors-web.json")),
    ("gamecraft", include_str!("../../scorecards/gamecraft.json")),
];

/// The scorecard with that id.
pub fn builtin(id: &str) -> Option<Scorecard> {
    let (id, text) = BUILTIN.iter().find(|(known, _)| *known == id)?;
    Scorecard::read(&format!("{id}.json"), text).ok()
}
