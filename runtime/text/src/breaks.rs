//! Where a line may end (UAX #14), for what parley does not tell: it keeps the opportunities of text to itself.

use parley_engine::{Analysis, AnalysisOptions, Analyzer};

/// Byte offsets of the characters after an object replacement character that a line may begin with.
///
/// Objects are no wider than nothing to the shaper, which tells no opportunity after content without width.
pub fn after_objects(text: &str) -> Vec<usize> {
    const OBJECT: char = '\u{fffc}';
    let pairs = || text.char_indices().zip(text.chars().skip(1));
    if !pairs().any(|((_, before), _)| before == OBJECT) {
        return Vec::new();
    }
    let mut analysis = Analysis::new();
    Analyzer::new().analyze(text, &AnalysisOptions::default(), &mut analysis);
    pairs()
        .zip(analysis.char_info().iter().skip(1))
        .filter(|(((_, before), _), info)| *before == OBJECT && info.is_soft_wrap_opportunity())
        .map(|(((at, before), _), _)| at + before.len_utf8())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_broken_between_but_not_before_a_full_stop_or_a_space() {
        let text = "\u{fffc}\u{fffc}. \u{fffc} a\u{fffc}b\u{fffc}\u{a0}";
        let found: Vec<&str> = after_objects(text).into_iter().map(|at| &text[at..]).collect();
        assert_eq!(found, ["\u{fffc}. \u{fffc} a\u{fffc}b\u{fffc}\u{a0}", "b\u{fffc}\u{a0}"]);
    }
}
