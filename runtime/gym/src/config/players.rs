//! Games for several players at once: `[[players]]`.

use super::raw::{Raw, RawPlayer};
use super::{Actions, Deed, Place, Player, Vector, discrete};
use crate::error::{EnvError, Result};

/// Most players.
const PLAYERS_MAX: usize = 16;

/// The players that a description has, and what all of them together can do; nothing if it is a game for one.
pub(super) fn players(place: &Place<'_>, raw: &Raw, vector: Option<&Vector>) -> Result<Option<(Vec<Player>, Actions)>> {
    let Some(first) = raw.players.first() else { return Ok(None) };
    let at = first.get_ref().name.span().start;
    let given = &raw.actions;
    if given.kind.is_some() || given.numbers.is_some() || !given.list.is_empty() || !given.keys.is_empty() {
        let message = "each player has its own list; take the actions out of [actions]";
        return Err(place.wrong(at, "players", message));
    }
    if raw.players.len() > PLAYERS_MAX {
        let message = format!("{} of them; there are at most {PLAYERS_MAX}", raw.players.len());
        return Err(place.wrong(at, "players", message));
    }
    let mut players: Vec<Player> = Vec::new();
    let mut lists: Vec<Vec<(String, Deed)>> = Vec::new();
    for spanned in &raw.players {
        let RawPlayer {
            name,
            reward,
            fields,
            list,
        } = spanned.get_ref();
        let (name, at) = (name.get_ref(), name.span().start);
        if name.is_empty() || players.iter().any(|known| known.name == *name) {
            let message = format!("the name {name:?} is empty or taken; choose another");
            return Err(place.wrong(at, "players.name", message));
        }
        if fields.is_some() != vector.is_some() {
            let advice = "give each player fields, and [observation.vector] with their length, or neither";
            return Err(place.wrong(at, "players.fields", advice));
        }
        if list.is_empty() {
            return Err(EnvError::Config(format!(
                "{}: players.list: {name} has no actions; add list = [{{ name = \"stay\" }}, …]",
                place.file
            )));
        }
        if let Actions::Discrete(list) = discrete(place, list, None)? {
            lists.push(list);
        }
        players.push(Player {
            name: name.clone(),
            reward: place.rule("players.reward", reward)?,
            fields: fields.clone().unwrap_or_default(),
        });
    }
    Ok(Some((players, Actions::Players(lists))))
}
