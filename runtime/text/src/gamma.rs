//! Skia's correction of text coverage: thin strokes of dark text on light ground get a little more contrast, by the
//! luminance of the text's colour.

use std::sync::OnceLock;

/// Skia's `SK_GAMMA_CONTRAST` in Chromium's build for Linux.
const CONTRAST: f32 = 0.2;
/// Skia's `SK_GAMMA_EXPONENT` there, 1.2, as the six fraction bits of its scaler record keep it.
const EXPONENT: f32 = 76.0 / 64.0;
/// Luminance is kept to three bits.
const LEVELS: usize = 8;

/// Corrected coverage by raw coverage.
pub type CoverageTable = [u8; 256];

/// The table for text of a colour (0–255 each).
pub fn table_for(red: u8, green: u8, blue: u8) -> &'static CoverageTable {
    static TABLES: OnceLock<[CoverageTable; LEVELS]> = OnceLock::new();
    let tables = TABLES.get_or_init(|| core::array::from_fn(|level| build(level as f32 / (LEVELS - 1) as f32)));
    let luminance = 0.2126 * f32::from(red) + 0.7152 * f32::from(green) + 0.0722 * f32::from(blue);
    let level = ((luminance + 0.5) as usize >> 5).min(LEVELS - 1);
    &tables[level]
}

fn to_linear(value: f32) -> f32 {
    libm::powf(value, EXPONENT)
}

fn from_linear(value: f32) -> f32 {
    libm::powf(value, 1.0 / EXPONENT)
}

fn build(source: f32) -> CoverageTable {
    let ground = 1.0 - source;
    let (linear_source, linear_ground) = (to_linear(source), to_linear(ground));
    let contrast = CONTRAST * linear_ground;
    core::array::from_fn(|raw| {
        let raw = raw as f32 / 255.0;
        let alpha = raw + (1.0 - raw) * contrast * raw;
        let corrected = if (ground - source).abs() < 1.0 / 256.0 {
            alpha
        } else {
            let out = from_linear(linear_source * alpha + (1.0 - alpha) * linear_ground);
            (out - ground) / (source - ground)
        };
        (corrected.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_fixed_and_tables_rise() {
        for (r, g, b) in [(0, 0, 0), (255, 255, 255), (128, 128, 128), (255, 0, 0)] {
            let table = table_for(r, g, b);
            assert_eq!((table[0], table[255]), (0, 255));
            assert!(table.windows(2).all(|pair| pair[0] <= pair[1]));
        }
    }

    /// Pairs Chromium drew for the same pixels: the black text's coverage, and that of text in another colour.
    #[test]
    fn tables_relate_as_in_chromium() {
        for (color, pairs) in [
            ([255, 255, 255], [(64, 80), (129, 146), (171, 187), (202, 215)]),
            ([128, 128, 128], [(64, 69), (129, 138), (171, 181), (202, 212)]),
            ([255, 0, 0], [(64, 65), (129, 133), (171, 176), (202, 208)]),
            ([0, 255, 0], [(64, 71), (129, 140), (171, 183), (202, 212)]),
            ([0, 0, 255], [(64, 64), (129, 129), (171, 171), (202, 202)]),
        ] {
            let (black, other) = (table_for(0, 0, 0), table_for(color[0], color[1], color[2]));
            for (from, to) in pairs {
                let near = (0..256).any(|raw| black[raw].abs_diff(from) <= 1 && other[raw].abs_diff(to) <= 1);
                assert!(near, "{color:?} {from} {to}");
            }
        }
    }
}
