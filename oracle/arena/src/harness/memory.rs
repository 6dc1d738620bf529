//! What a player remembers: the last turns, what it made of the last one, and a summary in place of what would be forgotten.

use std::collections::VecDeque;

/// Tokens, estimated by three characters each, from which on a memory is summarised however few its entries are.
const TOKENS_MAX: usize = 10_000;
/// Characters of a state that are kept.
const SEEN_MAX: usize = 4000;
/// Characters of a thought that are kept.
const THOUGHT_MAX: usize = 1000;

/// See the module's documentation.
#[derive(Clone, Debug)]
pub struct Memory {
    max: usize,
    entries: VecDeque<String>,
    last_turn: u32,
}

fn cut(text: &str, most: usize) -> String {
    let text = text.trim();
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

impl Memory {
    /// A memory of at most `max` entries, of which each turn makes two.
    pub fn new(max: usize) -> Memory {
        Memory {
            max: max.max(1),
            entries: VecDeque::new(),
            last_turn: 0,
        }
    }

    fn push(&mut self, turn: u32, entry: String) {
        self.last_turn = turn;
        self.entries.push_back(entry);
        while self.entries.len() > self.max {
            self.entries.pop_front();
        }
    }

    /// Keeps what was seen at a turn.
    pub fn saw(&mut self, turn: u32, words: Option<&str>, description: Option<&str>) {
        let parts = [words, description].into_iter().flatten().map(|part| cut(part, SEEN_MAX));
        let seen = parts.collect::<Vec<_>>().join("\n");
        let seen = if seen.is_empty() { "a picture".to_owned() } else { seen };
        self.push(turn, format!("Turn {turn}, seen: {seen}"));
    }

    /// Keeps what was done at a turn.
    pub fn did(&mut self, turn: u32, action: Option<&str>, thought: &str) {
        let action = action.unwrap_or("none");
        let thought = cut(thought, THOUGHT_MAX);
        self.push(
            turn,
            format!(
                "Turn {turn}, done: {action}; because: {}",
                if thought.is_empty() { "-" } else { &thought }
            ),
        );
    }

    /// Whether an entry more would push one out, or it is long.
    pub fn is_full(&self) -> bool {
        let characters: usize = self.entries.iter().map(|entry| entry.chars().count()).sum();
        self.entries.len() >= self.max || characters / 3 > TOKENS_MAX
    }

    /// Puts a summary in place of all entries.
    pub fn summarised(&mut self, summary: &str) {
        let entry = format!("Up to turn {}: {}", self.last_turn, summary.trim());
        self.entries.clear();
        self.entries.push_back(entry);
    }

    /// What is remembered, in words; the background of the game first, if there is one. `None` before the first turn has ended.
    pub fn trajectory(&self, background: Option<&str>) -> Option<String> {
        if self.entries.is_empty() {
            return background.map(|text| format!("Background: {}", text.trim()));
        }
        let turns: Vec<&str> = {
            let mut seen: Vec<&str> = self
                .entries
                .iter()
                .filter_map(|entry| entry.split([',', ':']).next())
                .collect();
            seen.dedup();
            seen
        };
        let mut text = background.map_or_else(String::new, |text| format!("Background: {}\n", text.trim()));
        text.push_str(&format!("Past {} turn(s), oldest first:\n", turns.len()));
        text.push_str(&self.entries.iter().map(String::as_str).collect::<Vec<_>>().join("\n"));
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_entries_are_kept() {
        let mut memory = Memory::new(4);
        assert_eq!(memory.trajectory(None), None);
        assert_eq!(memory.trajectory(Some("A trial.")).unwrap(), "Background: A trial.");
        for turn in 1..=3 {
            memory.saw(turn, Some(&format!("state {turn}")), None);
            memory.did(turn, Some("up"), "");
        }
        let told = memory.trajectory(None).unwrap();
        // Four entries are two turns.
        assert_eq!(
            told,
            "Past 2 turn(s), oldest first:\nTurn 2, seen: state 2\nTurn 2, done: up; because: -\nTurn 3, seen: state 3\nTurn 3, done: up; because: -"
        );
        assert!(memory.is_full());
        memory.summarised(" went up thrice ");
        assert!(!memory.is_full());
        memory.did(4, None, "lost");
        assert_eq!(
            memory.trajectory(None).unwrap(),
            "Past 2 turn(s), oldest first:\nUp to turn 3: went up thrice\nTurn 4, done: none; because: lost"
        );
        memory.saw(5, Some(&"long ".repeat(10_000)), None);
        assert!(memory.trajectory(None).unwrap().ends_with(" …"));
        assert!(!Memory::new(1).is_full());
    }
}
