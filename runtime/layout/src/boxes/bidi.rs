//! `direction` and `unicode-bidi` as controls of the bidirectional algorithm (CSS Writing Modes 3 §2.4.2).

use oracade_text::bidi::{FSI, LRE, LRI, LRO, PDF, PDI, RLE, RLI, RLO};
use parley::BaseDirection;
use style::computed_values::direction::T as Direction;
use style::computed_values::unicode_bidi::T as UnicodeBidi;
use style::properties::ComputedValues;

fn is_rtl(style: &ComputedValues) -> bool {
    style.get_inherited_box().direction == Direction::Rtl
}

/// What opens and what closes an inline box's text.
pub(super) fn of_inline(style: &ComputedValues) -> (String, &'static str) {
    const END: [&str; 2] = ["\u{202c}", "\u{2069}"];
    let rtl = is_rtl(style);
    let pick = |ltr: char, right: char| if rtl { right } else { ltr };
    let one = |c: char, end| (c.to_string(), end);
    debug_assert!(END[0].starts_with(PDF) && END[1].starts_with(PDI));
    match style.get_text().unicode_bidi {
        UnicodeBidi::Normal => (String::new(), ""),
        UnicodeBidi::Embed => one(pick(LRE, RLE), END[0]),
        UnicodeBidi::Isolate => one(pick(LRI, RLI), END[1]),
        UnicodeBidi::BidiOverride => one(pick(LRO, RLO), END[0]),
        UnicodeBidi::IsolateOverride => ([FSI, pick(LRO, RLO)].iter().collect(), "\u{202c}\u{2069}"),
        UnicodeBidi::Plaintext => one(FSI, END[1]),
    }
}

/// What a block's text begins with, and the direction of its paragraphs.
pub(super) fn of_block(style: &ComputedValues) -> (&'static str, BaseDirection) {
    let rtl = is_rtl(style);
    let base = if rtl { BaseDirection::Rtl } else { BaseDirection::Ltr };
    match style.get_text().unicode_bidi {
        UnicodeBidi::Plaintext => ("", BaseDirection::Auto),
        UnicodeBidi::BidiOverride | UnicodeBidi::IsolateOverride => (if rtl { "\u{202e}" } else { "\u{202d}" }, base),
        _ => ("", base),
    }
}
