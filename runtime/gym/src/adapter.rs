//! From what a reader of texts answers to actions: the sections of an answer, and the ways in which environments name actions.

use crate::config::{Actions, Answers};
use crate::spaces::Item;
use crate::spec::Spec;

/// Most steps that one answer may ask for.
const STEPS_MAX: usize = 1000;

/// The parts of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// What led to the action.
    pub thought: String,
    /// The action, as it was written.
    pub action: Option<String>,
}

/// The action that is none: what is not understood, or left out.
pub fn no_action() -> Item {
    Item::Text(String::new())
}

/// Whether an item stands for no action.
pub fn is_no_action(item: &Item) -> bool {
    matches!(item, Item::Text(text) if text.is_empty())
}

/// The section that a line begins, and what follows its name.
fn section(line: &str) -> Option<(bool, &str)> {
    let line = line.trim_start().trim_start_matches('#').trim_start();
    [("thought:", false), ("action:", true), ("move:", true)]
        .into_iter()
        .find_map(|(name, is_action)| {
            let head = line.get(..name.len())?;
            head.eq_ignore_ascii_case(name).then(|| (is_action, &line[name.len()..]))
        })
}

/// Takes an answer apart: sections `thought:` and `action:` or `move:` at the beginning of a line, each up to the next. Without any
/// all of it is thought; what stands before the first one is thought too.
pub fn answer(text: &str) -> Answer {
    let (mut thought, mut action): (Vec<&str>, Option<Vec<&str>>) = (Vec::new(), None);
    let mut in_action = false;
    for line in text.lines() {
        let rest = match section(line) {
            Some((is_action, rest)) => {
                in_action = is_action;
                rest
            }
            None => line,
        };
        if in_action {
            action.get_or_insert_default().push(rest);
        } else {
            thought.push(rest);
        }
    }
    let joined = |lines: Vec<&str>| lines.join("\n").trim().to_owned();
    Answer {
        thought: joined(thought),
        action: action.map(joined).filter(|action| !action.is_empty()),
    }
}

/// The actions that a text names, by the environment's way of naming them; at least one, which may be none.
pub fn actions(spec: &Spec, text: Option<&str>) -> Vec<Item> {
    let text = text.unwrap_or("none").trim().to_lowercase();
    let found = match &spec.config.actions {
        Actions::Discrete(list) => {
            let named = |name: &str| list.iter().position(|(known, _)| known.to_lowercase() == name);
            let number = |name: &str| named(name).map(|number| Item::Discrete(number as i64));
            match spec.config.answers {
                Answers::Name => number(&text).into_iter().collect(),
                Answers::Sequence => sequence(&text, &number),
                Answers::Frames => frames(&text, &number),
                Answers::Swap => swap(&text, list.len()).into_iter().collect(),
            }
        }
        Actions::Buttons(_) | Actions::Pointer { .. } | Actions::Players(_) => {
            let numbers = text
                .trim_matches(['[', ']', '(', ')'])
                .split(',')
                .enumerate()
                .map(|(place, word)| number_of(&spec.config.actions, place, word.trim()));
            let item = numbers
                .collect::<Option<Vec<i64>>>()
                .map(|numbers| match &spec.config.actions {
                    Actions::Buttons(_) => Item::Bits(numbers.into_iter().map(|bit| bit != 0).collect()),
                    _ => Item::Multi(numbers),
                });
            item.filter(|item| spec.action_space().contains(item)).into_iter().collect()
        }
    };
    if found.is_empty() { vec![no_action()] } else { found }
}

/// A number of an action of several: as it is written, or by the name that a player's action has.
fn number_of(actions: &Actions, place: usize, word: &str) -> Option<i64> {
    let named = match actions {
        Actions::Players(lists) => lists.get(place)?.iter().position(|(name, _)| name.to_lowercase() == word),
        _ => None,
    };
    named.map_or_else(|| word.parse().ok(), |number| Some(number as i64))
}

fn words(text: &str) -> Vec<&str> {
    let parted = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'));
    parted.filter(|word| !word.is_empty()).collect()
}

/// Names, each with how often it is done, if a number follows; other words are left out.
fn sequence(text: &str, number: &dyn Fn(&str) -> Option<Item>) -> Vec<Item> {
    let words = words(text);
    let mut found = Vec::new();
    for (n, word) in words.iter().enumerate() {
        let Some(item) = number(word) else { continue };
        let times = words
            .get(n + 1)
            .and_then(|word| word.parse::<usize>().ok())
            .unwrap_or(1)
            .max(1);
        let room = STEPS_MAX.saturating_sub(found.len());
        found.extend(std::iter::repeat_n(item, times.min(room)));
    }
    found
}

/// A name and for how many frames; a name that is not known is the first action.
fn frames(text: &str, number: &dyn Fn(&str) -> Option<Item>) -> Vec<Item> {
    let words = words(text);
    let Some(name) = words.first() else { return Vec::new() };
    let item = number(name).unwrap_or(Item::Discrete(0));
    let times = words.get(1).and_then(|word| word.parse::<usize>().ok()).unwrap_or(1);
    vec![item; times.clamp(1, STEPS_MAX)]
}

/// Two neighbouring cells `((row, column), (row, column))` of a square board in either order, or the number of a swap: those with the
/// cell below first, then those with the cell to the right.
fn swap(text: &str, count: usize) -> Option<Item> {
    let numbers: Vec<i64> = words(text).iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let side = (1..64_i64).find(|side| 2 * side * (side - 1) == count as i64)?;
    let number = match numbers.as_slice() {
        [number] => *number,
        [a, b, c, d] => {
            let (low, high) = ((*a, *b).min((*c, *d)), (*a, *b).max((*c, *d)));
            let inside = [a, b, c, d].into_iter().all(|place| (0..side).contains(place));
            match (high.0 - low.0, high.1 - low.1) {
                (1, 0) if inside => low.0 * side + low.1,
                (0, 1) if inside => side * (side - 1) + low.0 * (side - 1) + low.1,
                _ => return None,
            }
        }
        _ => return None,
    };
    (0..count as i64).contains(&number).then_some(Item::Discrete(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Settings, named};

    #[test]
    fn answers_have_sections() {
        let parts = |text: &str| {
            let Answer { thought, action } = answer(text);
            (thought, action)
        };
        let told = |thought: &str, action: Option<&str>| (thought.to_owned(), action.map(str::to_owned));
        assert_eq!(parts("Thought: go up\nand on\nAction: up"), told("go up\nand on", Some("up")));
        assert_eq!(parts("# MOVE: left\n# thought: late"), told("late", Some("left")));
        assert_eq!(parts("just words"), told("just words", None));
        assert_eq!(parts("before\naction: up"), told("before", Some("up")));
        assert_eq!(parts("action:\n\n"), told("", None));
        assert_eq!(parts("ätion: x"), told("ätion: x", None));
    }

    #[test]
    fn actions_are_named_as_environments_name_them() {
        let moves = |name: &str, text: &str| {
            let spec = named(name, &Settings::default()).unwrap();
            let items = actions(&spec, Some(text));
            items
                .iter()
                .map(|item| if let Item::Discrete(n) = item { *n } else { -1 })
                .collect::<Vec<_>>()
        };
        assert_eq!(moves("2048-v0", " Left "), [3]);
        assert_eq!(moves("2048-v0", "skip"), [-1]);
        assert_eq!(moves("Sokoban-v0", "push down"), [2]);
        assert_eq!(moves("Tetris-v0", "left, 2; hover, rotate_left hard_drop"), [1, 1, 3, 6]);
        assert_eq!(moves("Tetris-v0", "up"), [-1]);
        assert_eq!(moves("Tetris-v0", "left, 0"), [1]);
        assert_eq!(moves("Ridgeway-v0", "(right_a_b, 3)"), [4, 4, 4]);
        assert_eq!(moves("Ridgeway-v0", "(fly, 2)"), [0, 0]);
        for (text, number) in [
            ("((0,0),(1,0))", 0),
            ("((7,7),(6,7))", 55),
            ("((0,1), (0,0))", 56),
            ("((7,6),(7,7))", 111),
            ("17", 17),
        ] {
            assert_eq!(moves("Candy-v0", text), [number], "{text}");
        }
        for text in ["((0,0),(2,0))", "((0,0),(1,1))", "((0,8),(0,7))", "112", "-1", "left"] {
            assert_eq!(moves("Candy-v0", text), [-1], "{text}");
        }
    }
}
