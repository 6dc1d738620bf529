//! Font sizes as the page gave them.
//!
//! The style engine keeps ten binary digits of a font size, so that it says 17.59375 where the page said 17.6. What was meant is taken to
//! be the simplest decimal fraction that is kept as that, which it nearly always is.

use style::properties::style_structs::Font;

/// Digits the engine keeps.
const DIGITS: i32 = 10;

/// The font size in px.
pub(crate) fn of(font: &Font) -> f32 {
    meant(font.font_size.used_size.0.px())
}

/// The simplest size that the engine keeps as `kept`.
pub(crate) fn meant(kept: f32) -> f32 {
    if !(kept > 0.0 && kept < 10_000.0) {
        return kept;
    }
    let kept64 = f64::from(kept);
    // Half of the last digit kept.
    let slack = libm::exp2(f64::from(libm::ilogb(kept64) + 1 - DIGITS) - 1.0) * 1.000_001;
    // Thirds are what 10 pt and the font of controls (13⅓ px) come to.
    for parts in [1.0, 2.0, 10.0, 20.0, 3.0, 100.0] {
        let near = (kept64 * parts).round() / parts;
        if (near - kept64).abs() <= slack {
            return near as f32;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn sizes_come_back_from_ten_digits() {
        for (kept, size) in [
            (16.0, 16.0),
            (17.593_75, 17.6),
            (26.406_25, 26.4),
            (13.328_125, 13.333_333),
            (13.0, 13.0),
            (14.078_125, 14.08),
            (12.5, 12.5),
            (0.0, 0.0),
        ] {
            assert!((meant(kept) - size).abs() < 1e-5, "{kept}: {}", meant(kept));
        }
    }
}
