//! A game told in other words: names are replaced, and whole lines, so that who knows it by heart does not know it again.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Masking {
    /// Names, in any case, by what stands for them.
    pub names: BTreeMap<String, String>,
    /// Whole lines, by what stands for them.
    pub lines: BTreeMap<String, String>,
}

/// A text with its lines and then its names replaced. Longer names go first, names only as whole words.
pub fn masked(text: &str, masking: &Masking) -> String {
    if masking.names.is_empty() && masking.lines.is_empty() {
        return text.to_owned();
    }
    let mut names: Vec<(&String, &String)> = masking.names.iter().filter(|(name, _)| !name.is_empty()).collect();
    names.sort_by_key(|(name, _)| (std::cmp::Reverse(name.len()), *name));
    let line = |line: &str| {
        if let Some(told) = masking.lines.get(line.trim()) {
            return told.clone();
        }
        replaced(line, &names)
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn replaced(line: &str, names: &[(&String, &String)]) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    let mut in_word = false;
    while let Some(letter) = rest.chars().next() {
        let found = names.iter().filter(|_| !in_word).find(|(name, _)| {
            let head = rest
                .get(..name.len())
                .filter(|head| head.to_lowercase() == name.to_lowercase());
            let after = rest.get(name.len()..).and_then(|after| after.chars().next());
            head.is_some() && !after.is_some_and(char::is_alphanumeric)
        });
        let length = match found {
            Some((name, told)) => {
                let head = &rest[..name.len()];
                // Names that are shouted stay so.
                let shouted = head.chars().any(char::is_alphabetic) && head == head.to_uppercase();
                out.push_str(&if shouted { told.to_uppercase() } else { (*told).clone() });
                name.len()
            }
            None => {
                out.push(letter);
                letter.len_utf8()
            }
        };
        in_word = rest[..length].chars().next_back().is_some_and(char::is_alphanumeric);
        rest = &rest[length..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_lines_are_replaced() {
        let masking = Masking {
            names: [("pell", "Arno"), ("Osric Pell", "Hugo Brandt"), ("bell", "gong")]
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
                .into(),
            lines: [("It was so.".to_owned(), "Thus it came.".to_owned())].into(),
        };
        assert_eq!(
            masked("OSRIC PELL sold the bell.\nIt was so.\nPell's bells, pellet.", &masking),
            "HUGO BRANDT sold the gong.\nThus it came.\nArno's bells, pellet."
        );
        assert_eq!(masked("ß Pell", &masking), "ß Arno");
        assert_eq!(masked("", &Masking::default()), "");
    }
}
