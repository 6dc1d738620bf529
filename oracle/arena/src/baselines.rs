//! Published scores, to stand beside ours.

use serde::Serialize;

/// Where the scores are from.
pub const SOURCE: &str = "LMGame-Bench (lmgame-org/GamingAgent), as published: means of three runs of its own programs";

/// What has to be known to compare.
pub const CAVEAT: &str = "2048, Sokoban, Candy and Tetris have the published rules here and chance of the same distribution, not the same \
boards. Ridgeway and Assize stand where Super Mario Bros and Ace Attorney do: levels and texts are ours, and their scores cannot be compared.";

/// The games here that the columns of [`PUBLISHED`] are compared with, in order.
pub const GAMES: [&str; 6] = ["Sokoban-v0", "Ridgeway-v0", "Tetris-v0", "2048-v0", "Candy-v0", "Assize-v0"];

/// What the games are called where the scores are from.
pub const ORIGINALS: [&str; 6] = ["Sokoban", "Super Mario Bros", "Tetris", "2048", "Candy Crush", "Ace Attorney"];

/// Whether scores of a game here can be compared with the published ones.
pub fn comparable(game: &str) -> bool {
    !game.starts_with("Ridgeway") && !game.starts_with("Assize")
}

/// A published row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Published {
    /// Who played.
    pub player: &'static str,
    /// With the harness or without; `None` where that means nothing.
    pub harness: Option<bool>,
    /// Scores in the order of [`GAMES`].
    pub scores: [f64; 6],
}

const fn row(player: &'static str, harness: Option<bool>, scores: [f64; 6]) -> Published {
    Published { player, harness, scores }
}

/// The rows.
pub const PUBLISHED: [Published; 8] = [
    row("Random", None, [0.0, 987.0, 10.2, 100.4, 116.5, 0.0]),
    row("Human", None, [9.7, 4333.0, 353.3, 115.5, 283.3, 17.3]),
    row("o3", Some(false), [2.0, 1955.0, 31.0, 128.2, 106.0, 8.0]),
    row("o3", Some(true), [8.0, 2267.0, 42.0, 128.6, 647.0, 11.3]),
    row("o1", Some(true), [2.3, 855.0, 35.0, 128.9, 159.0, 16.0]),
    row("Gemini-2.5-pro", Some(true), [4.3, 1498.0, 23.3, 117.3, 416.3, 7.7]),
    row("Claude-3.7 thinking", Some(true), [2.3, 1419.0, 16.3, 113.3, 484.0, 7.0]),
    row("GPT-4.1", Some(true), [0.0, 2126.0, 13.7, 105.7, 182.0, 3.3]),
];

/// The published score of players of chance in a game.
pub fn random(game: &str) -> Option<f64> {
    let column = GAMES.iter().position(|known| *known == game)?;
    comparable(game).then(|| PUBLISHED[0].scores[column])
}
