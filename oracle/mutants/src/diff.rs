//! A mutant as people read it.

use crate::Mutant;
use std::fmt::Write;

/// Lines shown before and after what changes.
const AROUND: usize = 2;
/// Longest line shown, in characters.
const MAX_LINE: usize = 400;

/// The edit as a unified diff with a little of what stands around it. Empty if the text is not the one it was found in.
pub fn diff(mutant: &Mutant, text: &str) -> String {
    let Some(changed) = mutant.apply(text) else {
        return String::new();
    };
    let (old, new): (Vec<&str>, Vec<&str>) = (text.split('\n').collect(), changed.split('\n').collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - same;
    let tail = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take(rest)
        .take_while(|(a, b)| a == b)
        .count();
    let from = same.saturating_sub(AROUND);
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    let after = AROUND.min(tail);
    let mut out = format!("--- {0}\n+++ {0}\n", mutant.file);
    let (old_count, new_count) = (old_end + after - from, new_end + after - from);
    let _ = writeln!(out, "@@ -{},{old_count} +{},{new_count} @@", from + 1, from + 1);
    let mut line = |sign: char, text: &str| {
        let text = text.trim_end_matches('\r');
        let cut: String = text.chars().take(MAX_LINE).collect();
        let dots = if cut.len() < text.len() { "…" } else { "" };
        let _ = writeln!(out, "{sign}{cut}{dots}");
    };
    old.iter().take(same).skip(from).for_each(|text| line(' ', text));
    old.iter().take(old_end).skip(same).for_each(|text| line('-', text));
    new.iter().take(new_end).skip(same).for_each(|text| line('+', text));
    old.iter().skip(old_end).take(after).for_each(|text| line(' ', text));
    out
}
