//! Character tests: categories, case and bracketed sets as Python's `re` sees them.

use super::ast::{Category, Flags, SetItem};
use super::tables;

/// How a test treats case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    /// Exact.
    None,
    /// `IGNORECASE` over all of Unicode.
    Unicode,
    /// `IGNORECASE` with `ASCII`.
    Ascii,
}

impl Fold {
    pub(super) fn of(flags: Flags) -> Fold {
        match (flags.has(Flags::IGNORE_CASE), flags.has(Flags::ASCII)) {
            (false, _) => Fold::None,
            (true, false) => Fold::Unicode,
            (true, true) => Fold::Ascii,
        }
    }

    /// The simple lower case of `c`, or `c` itself.
    pub(super) fn lower(self, c: u32) -> u32 {
        match self {
            Fold::None => c,
            _ if c < 128 => {
                if (65..=90).contains(&c) {
                    c + 32
                } else {
                    c
                }
            }
            Fold::Ascii => c,
            Fold::Unicode => lower(c),
        }
    }
}

fn lower(c: u32) -> u32 {
    let after = tables::LOWER.partition_point(|run| run.0 <= c);
    let Some((first, last, step, offset)) = after.checked_sub(1).and_then(|at| tables::LOWER.get(at)) else {
        return c;
    };
    if c > *last || !(c - first).is_multiple_of(*step) {
        return c;
    }
    c.wrapping_add_signed(*offset)
}

fn in_ranges(ranges: &[(u32, u32)], c: u32) -> bool {
    let after = ranges.partition_point(|range| range.0 <= c);
    after
        .checked_sub(1)
        .and_then(|at| ranges.get(at))
        .is_some_and(|range| c <= range.1)
}

/// `\w` for one code point.
pub(super) fn is_word(c: u32, ascii: bool) -> bool {
    if c < 128 {
        return c == 95 || (c as u8).is_ascii_alphanumeric();
    }
    !ascii && in_ranges(tables::WORD, c)
}

/// `\s` for one code point.
pub(super) fn is_space(c: u32) -> bool {
    Category::Space.has(c, false)
}

impl Category {
    fn has(self, c: u32, ascii: bool) -> bool {
        match self {
            Category::Digit => {
                if ascii || c < 128 {
                    (48..=57).contains(&c)
                } else {
                    in_ranges(tables::DIGIT, c)
                }
            }
            Category::Space => {
                if ascii {
                    c == 32 || (9..=13).contains(&c)
                } else {
                    in_ranges(tables::SPACE, c)
                }
            }
            Category::Word => is_word(c, ascii),
            Category::NotDigit => !Category::Digit.has(c, ascii),
            Category::NotSpace => !Category::Space.has(c, ascii),
            Category::NotWord => !Category::Word.has(c, ascii),
        }
    }
}

/// A set of code points with a bitmap for the first 256.
#[derive(Clone, Debug)]
pub(super) struct CharSet {
    latin: [u64; 4],
    /// Sorted, disjoint; compared with the folded code point.
    ranges: Vec<(u32, u32)>,
    categories: Vec<Category>,
    /// Beyond the Basic Multilingual Plane a range under `IGNORECASE` also holds what has an upper case in it.
    upper_ranges: Vec<(u32, u32)>,
    negate: bool,
    ascii: bool,
    fold: Fold,
}

impl CharSet {
    /// The set `items` under `flags`.
    pub(super) fn new(items: &[SetItem], negate: bool, flags: Flags) -> CharSet {
        let fold = Fold::of(flags);
        let mut set = CharSet {
            latin: [0; 4],
            ranges: Vec::new(),
            categories: Vec::new(),
            upper_ranges: Vec::new(),
            negate,
            ascii: flags.has(Flags::ASCII),
            fold,
        };
        for item in items {
            match *item {
                SetItem::Category(category) => set.categories.push(category),
                SetItem::Literal(c) => set.add(c, c),
                SetItem::Range(low, high) => set.add(low, high),
            }
        }
        set.ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::new();
        for (low, high) in set.ranges.drain(..) {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        set.ranges = merged;
        for c in 0..256u32 {
            if set.contains_slow(c) {
                set.latin[(c >> 6) as usize] |= 1 << (c & 63);
            }
        }
        set
    }

    /// One code point, negated or not.
    pub(super) fn literal(c: u32, negate: bool, flags: Flags) -> CharSet {
        CharSet::new(&[SetItem::Literal(c)], negate, flags)
    }

    fn add(&mut self, low: u32, high: u32) {
        if self.fold == Fold::None {
            self.ranges.push((low, high));
            return;
        }
        for c in low..=high.min(0xffff) {
            let folded = self.fold.lower(c);
            self.ranges.push((folded, folded));
            if self.fold == Fold::Unicode
                && let Ok(at) = tables::EXTRA_CASES.binary_search_by_key(&folded, |row| row.0)
            {
                let others = tables::EXTRA_CASES.get(at).map_or(&[][..], |row| row.1);
                self.ranges.extend(others.iter().map(|c| (*c, *c)));
            }
        }
        // The reference keeps these unfolded, so an upper-case letter up there is never found in a set.
        if high > 0xffff {
            let low = low.max(0x1_0000);
            self.ranges.push((low, high));
            if low != high {
                self.upper_ranges.push((low, high));
            }
        }
    }

    /// Whether `c` is in the set.
    #[inline]
    pub(super) fn contains(&self, c: u32) -> bool {
        if c < 256 {
            self.latin[(c >> 6) as usize] >> (c & 63) & 1 != 0
        } else {
            self.contains_slow(c)
        }
    }

    fn contains_slow(&self, c: u32) -> bool {
        let c = self.fold.lower(c);
        let inside = in_ranges(&self.ranges, c)
            || self.categories.iter().any(|category| category.has(c, self.ascii))
            || (!self.upper_ranges.is_empty() && {
                let upper = char::from_u32(c).and_then(|c| c.to_uppercase().next()).map_or(c, u32::from);
                self.upper_ranges.iter().any(|range| (range.0..=range.1).contains(&upper))
            });
        inside != self.negate
    }

    /// The bitmap of the first 256 code points, and whether anything above may be inside.
    pub(super) fn outline(&self) -> ([u64; 4], bool) {
        let empty_above = !self.negate
            && self.categories.is_empty()
            && self.upper_ranges.is_empty()
            && self.ranges.iter().all(|range| range.1 < 256)
            && self.fold == Fold::None;
        (self.latin, !empty_above)
    }
}
