//! The bidirectional algorithm (UAX #9) for text whose direction and embeddings CSS gives.
//!
//! Levels come from the engine that shapes, so that a run is shaped in the direction it is shown in. Reordering is ours, because lines
//! are.

use parley::BaseDirection;
use parley_engine::{Analysis, AnalysisOptions, Analyzer};

/// Left-to-right embedding.
pub const LRE: char = '\u{202a}';
/// Right-to-left embedding.
pub const RLE: char = '\u{202b}';
/// End of an embedding or override.
pub const PDF: char = '\u{202c}';
/// Left-to-right override.
pub const LRO: char = '\u{202d}';
/// Right-to-left override.
pub const RLO: char = '\u{202e}';
/// Left-to-right isolate.
pub const LRI: char = '\u{2066}';
/// Right-to-left isolate.
pub const RLI: char = '\u{2067}';
/// Isolate in the direction of its first strong character.
pub const FSI: char = '\u{2068}';
/// End of an isolate.
pub const PDI: char = '\u{2069}';

/// Embedding levels of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// Level of the paragraph.
    pub base: u8,
    /// Start of each stretch of one level, bytes, and its level.
    stretches: Vec<(usize, u8)>,
}

impl Levels {
    /// The levels of a text; `None` if all of it is at level 0.
    pub fn of(text: &str, base: BaseDirection) -> Option<Self> {
        if base != BaseDirection::Rtl && !text.chars().any(may_turn) {
            return None;
        }
        let mut analysis = Analysis::new();
        let options = AnalysisOptions {
            base_direction: base,
            ..AnalysisOptions::default()
        };
        Analyzer::new().analyze(text, &options, &mut analysis);
        let base = analysis.paragraph_level().to_u8();
        let mut stretches: Vec<(usize, u8)> = Vec::new();
        for ((at, _), level) in text.char_indices().zip(analysis.bidi_levels()) {
            let level = level.to_u8();
            if stretches.last().is_none_or(|(_, last)| *last != level) {
                stretches.push((at, level));
            }
        }
        if base == 0 && stretches.iter().all(|(_, level)| *level == 0) {
            return None;
        }
        Some(Self { base, stretches })
    }

    /// The level at an offset.
    pub fn at(&self, offset: usize) -> u8 {
        let after = self.stretches.partition_point(|(start, _)| *start <= offset);
        after
            .checked_sub(1)
            .and_then(|index| self.stretches.get(index))
            .map_or(self.base, |(_, level)| *level)
    }
}

/// True for characters that may raise a level: right-to-left letters and marks, Arabic digits, embeddings and isolates.
fn may_turn(c: char) -> bool {
    matches!(c as u32, 0x590..=0x8ff | 0x200f | 0x202a..=0x202e | 0x2066..=0x2069 | 0xfb1d..=0xfdff | 0xfe70..=0xfeff
        | 0x10800..=0x10fff | 0x1e800..=0x1efff)
}

/// Indices in the order they are shown in, by their levels (rule L2).
pub fn visual_order(levels: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..levels.len()).collect();
    let highest = levels.iter().copied().max().unwrap_or(0);
    let lowest_odd = levels.iter().copied().filter(|level| level % 2 == 1).min().unwrap_or(u8::MAX);
    for level in (lowest_odd..=highest).rev() {
        let mut at = 0;
        while at < order.len() {
            let start = at;
            while at < order.len() && levels[order[at]] >= level {
                at += 1;
            }
            if start < at {
                order[start..at].reverse();
            } else {
                at += 1;
            }
        }
    }
    order
}

/// Direction of a text's first strong character outside of isolates: true for right to left (rules P2 and P3).
pub fn first_strong(text: &str) -> Option<bool> {
    let mut analyzer = Analyzer::new();
    let mut analysis = Analysis::new();
    let strong = text.chars().find(|c| may_turn(*c) || c.is_alphabetic())?;
    if !may_turn(strong) {
        return Some(false);
    }
    // A character may stand in these blocks without being strong; the algorithm itself says what leads.
    analyzer.analyze(text, &AnalysisOptions::default(), &mut analysis);
    Some(analysis.paragraph_level().is_rtl())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_has_no_levels() {
        assert_eq!(Levels::of("Score: 12", BaseDirection::Ltr), None);
        assert_eq!(Levels::of("", BaseDirection::Ltr), None);
    }

    #[test]
    fn levels_follow_direction_and_digits() {
        let text = "ab שלום 12";
        let levels = Levels::of(text, BaseDirection::Ltr).unwrap_or_default();
        assert_eq!(levels.base, 0);
        assert_eq!(levels.at(0), 0);
        assert_eq!(levels.at(text.find('ל').unwrap_or(0)), 1);
        assert_eq!(levels.at(text.len() - 1), 2);
        let rtl = Levels::of("ab 12", BaseDirection::Rtl).unwrap_or_default();
        assert_eq!((rtl.base, rtl.at(0)), (1, 2));
    }

    #[test]
    fn overrides_and_isolates_count() {
        let levels = Levels::of("\u{202e}abc\u{202c}", BaseDirection::Ltr).unwrap_or_default();
        assert_eq!(levels.at(4), 1);
        let levels = Levels::of("a \u{2067}b\u{2069} c", BaseDirection::Ltr).unwrap_or_default();
        assert_eq!(levels.at(5), 2);
        assert_eq!(levels.at(10), 0);
    }

    #[test]
    fn order_is_turned_level_by_level() {
        assert_eq!(visual_order(&[0, 0, 0]), [0, 1, 2]);
        assert_eq!(visual_order(&[1, 1, 1]), [2, 1, 0]);
        assert_eq!(visual_order(&[0, 1, 2, 2, 1, 0]), [0, 4, 2, 3, 1, 5]);
        assert!(visual_order(&[]).is_empty());
    }

    #[test]
    fn the_first_strong_character_leads() {
        assert_eq!(first_strong("12 שלום abc"), Some(true));
        assert_eq!(first_strong("(a) שלום"), Some(false));
        assert_eq!(first_strong("123 !"), None);
    }
}
