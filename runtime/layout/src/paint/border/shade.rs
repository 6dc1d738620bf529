//! The two shades of a colour that make a border look raised or sunken.

use tiny_skia::Color;

/// How far the largest channel moves, of 1.
const STEP: f32 = 0.33;
/// Luminance up to which a colour is too dark to be darkened.
const DARK: f32 = 0.015;

/// The lit and the unlit shade of a colour.
pub(super) fn pair(color: Color) -> (Color, Color) {
    if luminance(color) < DARK {
        let unlit = lightened(color);
        return (lightened(unlit), unlit);
    }
    // Nearly white is light enough.
    let from_white = [color.red(), color.green(), color.blue()]
        .iter()
        .map(|c| (1.0 - c) * (1.0 - c))
        .sum::<f32>();
    const NEAR_WHITE: f32 = 3.0 * (20.0 / 255.0) * (20.0 / 255.0);
    let lit = if from_white > NEAR_WHITE { lightened(color) } else { color };
    (lit, darkened(color))
}

fn lightened(color: Color) -> Color {
    let largest = color.red().max(color.green()).max(color.blue());
    if largest == 0.0 {
        return Color::from_rgba(STEP, STEP, STEP, color.alpha()).unwrap_or(color);
    }
    scaled(color, (largest + STEP).min(1.0) / largest)
}

fn darkened(color: Color) -> Color {
    let largest = color.red().max(color.green()).max(color.blue());
    if largest == 0.0 {
        return color;
    }
    scaled(color, (largest - STEP).max(0.0) / largest)
}

fn scaled(color: Color, factor: f32) -> Color {
    // Channels are whole numbers below 256.
    let channel = |c: f32| ((c * factor * 255.999).floor() / 255.0).clamp(0.0, 1.0);
    Color::from_rgba(
        channel(color.red()),
        channel(color.green()),
        channel(color.blue()),
        color.alpha(),
    )
    .unwrap_or(color)
}

/// Relative luminance (WCAG 2).
pub(in crate::paint) fn luminance(color: Color) -> f32 {
    let linear = |c: f32| {
        if c <= 0.040_45 {
            c / 12.92
        } else {
            libm::powf((c + 0.055) / 1.055, 2.4)
        }
    };
    0.2126 * linear(color.red()) + 0.7152 * linear(color.green()) + 0.0722 * linear(color.blue())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shades(hex: u32) -> (u32, u32) {
        let [_, r, g, b] = hex.to_be_bytes();
        let (lit, unlit) = pair(Color::from_rgba8(r, g, b, 255));
        let number = |c: Color| {
            let c = c.to_color_u8();
            u32::from_be_bytes([0, c.red(), c.green(), c.blue()])
        };
        (number(lit), number(unlit))
    }

    #[test]
    fn shades_are_those_of_chromium() {
        for (color, lit, unlit) in [
            (0x000000, 0xa8a8a8, 0x545454),
            (0x202020, 0xc8c8c8, 0x747474),
            (0x303030, 0x848484, 0x000000),
            (0x767676, 0xcacaca, 0x212121),
            (0xc0c0c0, 0xffffff, 0x6c6c6c),
            (0xeeeeee, 0xeeeeee, 0x9a9a9a),
            (0xffffff, 0xffffff, 0xababab),
            (0x400000, 0xe90000, 0x940000),
            (0x004000, 0x009400, 0x000000),
            (0xcc6600, 0xff7f00, 0x783c00),
            (0x339966, 0x4fee9e, 0x17452e),
        ] {
            assert_eq!(shades(color), (lit, unlit), "{color:06x}");
        }
    }
}
