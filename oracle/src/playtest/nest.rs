//! Pages of a game that have come up: a page is opened and let come up once, and every trajectory of a vote begins on a branch of it.

use super::player::{Opener, Player};
use oracade_runtime::{Branching, PageError};

/// See the module's documentation.
pub struct Nest<'n> {
    opener: &'n Opener<'n>,
    seed: u64,
    /// The page that is branched; none before the first, and where a branch costs what a new page costs.
    up: Option<Player>,
}

impl<'n> Nest<'n> {
    /// Pages by an opener under a seed.
    pub fn new(opener: &'n Opener<'n>, seed: u64) -> Nest<'n> {
        Nest { opener, seed, up: None }
    }

    /// A page that has come up, and nothing has been done to.
    ///
    /// # Errors
    /// No page can be opened.
    pub fn player(&mut self) -> Result<Player, PageError> {
        if let Some(up) = &self.up
            && let Ok(player) = up.branch()
        {
            return Ok(player);
        }
        let player = Player::open(self.opener, self.seed)?;
        if player.guest().branching() == Branching::Repeats || player.died.is_some() {
            return Ok(player);
        }
        let branch = player.branch();
        self.up = Some(player);
        match branch {
            Ok(branch) => Ok(branch),
            Err(_) => Player::open(self.opener, self.seed),
        }
    }
}
