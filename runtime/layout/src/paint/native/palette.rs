//! Colours of native controls in the light and the dark colour scheme.

use super::{Part, accent};
use crate::paint::border::luminance;
use style::properties::ComputedValues;
use style::values::specified::color::ColorSchemeFlags;
use tiny_skia::Color;

/// The colours of one control.
pub(super) struct Palette {
    dark: bool,
    accent: Option<Color>,
}

/// Contrast with a mark below which an accent colour calls for the other scheme.
const CONTRAST_MIN: f32 = 3.0;

fn rgb(hex: u32) -> Color {
    let [_, r, g, b] = hex.to_be_bytes();
    Color::from_rgba8(r, g, b, 255)
}

fn rgba(hex: u32, alpha: f32) -> Color {
    let mut color = rgb(hex);
    color.set_alpha(alpha);
    color
}

/// The translucency of most disabled things: 77 of 255.
const FAINT: f32 = 77.0 / 255.0;

fn contrast(a: Color, b: Color) -> f32 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

impl Palette {
    pub(super) fn of(style: &ComputedValues, accent: Option<Color>, part: Part) -> Self {
        let bits = style.get_inherited_ui().color_scheme.bits;
        let mut dark = bits.contains(ColorSchemeFlags::DARK) && !bits.contains(ColorSchemeFlags::LIGHT);
        if let Some(color) = accent
            && matches!(part, Part::CheckBox | Part::Radio | Part::Slider | Part::Progress)
        {
            let bright = rgb(if matches!(part, Part::CheckBox | Part::Radio) {
                0xff_ffff
            } else {
                0xef_efef
            });
            let (with_bright, with_dim) = (contrast(color, bright), contrast(color, rgb(0x3b_3b3b)));
            if dark {
                dark = with_dim >= CONTRAST_MIN || with_dim >= with_bright;
            } else {
                dark = with_bright < CONTRAST_MIN && with_bright < with_dim;
            }
        }
        Self { dark, accent }
    }

    fn pick(&self, light: u32, dark: u32) -> Color {
        rgb(if self.dark { dark } else { light })
    }

    /// The frame of a field or of an empty box.
    pub(super) fn border(&self, disabled: bool, pressed: bool) -> Color {
        match (disabled, pressed) {
            (true, _) if self.dark => rgb(0x62_6262),
            (true, _) => rgba(0x76_7676, FAINT),
            (_, true) => self.pick(0x8d_8d8d, 0xac_acac),
            _ => self.pick(0x76_7676, 0x85_8585),
        }
    }

    /// The inside of a field or of an empty box.
    pub(super) fn field(&self, disabled: bool) -> Color {
        match (disabled, self.dark) {
            (true, false) => rgba(0xf5_f5f5, 174.0 / 255.0),
            (_, dark) => rgb(if dark { 0x3b_3b3b } else { 0xff_ffff }),
        }
    }

    /// Inside and frame of a button.
    pub(super) fn button(&self, disabled: bool, pressed: bool) -> (Color, Color) {
        let fill = match (disabled, pressed) {
            (true, _) if self.dark => rgb(0x36_3636),
            (true, _) => rgba(0xd9_d9d9, 113.0 / 255.0),
            (_, true) => self.pick(0xf5_f5f5, 0x61_6161),
            _ => self.pick(0xef_efef, 0x6b_6b6b),
        };
        (fill, if self.dark { fill } else { self.border(disabled, pressed) })
    }

    /// What a control is filled with that is on.
    pub(super) fn accent(&self, pressed: bool) -> Color {
        match (self.accent, pressed) {
            (Some(color), true) => accent::pressed(color),
            (Some(color), false) => color,
            (None, true) => self.pick(0x37_93ff, 0xd1_e6ff),
            (None, false) => self.pick(0x00_75ff, 0x99_c8ff),
        }
    }

    /// A check box or radio button that is on.
    pub(super) fn toggle(&self, disabled: bool, pressed: bool) -> Color {
        match (disabled, self.dark) {
            (true, true) => rgb(0x75_7575),
            (true, false) => rgba(0xc4_c4c4, 199.0 / 255.0),
            _ => self.accent(pressed),
        }
    }

    /// The mark of a check box.
    pub(super) fn mark(&self, disabled: bool) -> Color {
        match (disabled, self.dark) {
            (true, false) => rgba(0xff_ffff, 155.0 / 255.0),
            (_, dark) => rgb(if dark { 0x3b_3b3b } else { 0xff_ffff }),
        }
    }

    /// The groove of a slider or progress bar.
    pub(super) fn groove(&self, disabled: bool) -> Color {
        match (disabled, self.dark) {
            (true, true) => rgb(0x36_3636),
            (true, false) => rgba(0xef_efef, FAINT),
            (false, dark) => rgb(if dark { 0x3b_3b3b } else { 0xef_efef }),
        }
    }

    /// The line around a groove.
    pub(super) fn groove_border(&self, disabled: bool) -> Color {
        match (disabled, self.dark) {
            (true, true) => rgb(0x62_6262),
            (true, false) => rgba(0x76_7676, FAINT),
            (false, true) => rgb(0x85_8585),
            (false, false) => rgba(0x76_7676, 128.0 / 255.0),
        }
    }

    /// The thumb of a slider, and the groove before it.
    pub(super) fn slider(&self, disabled: bool, pressed: bool) -> Color {
        if disabled {
            self.pick(0xcb_cbcb, 0x75_7575)
        } else {
            self.accent(pressed)
        }
    }

    /// The bar of a meter: `off` counts how far the value is from the optimum.
    pub(super) fn meter(&self, off: usize) -> Color {
        match off {
            0 => self.pick(0x10_7c10, 0x74_b374),
            1 => self.pick(0xff_b900, 0xf2_c812),
            _ => self.pick(0xd8_3b01, 0xe9_8f6d),
        }
    }

    /// The line around a meter.
    pub(super) fn meter_border(&self) -> Color {
        if self.dark { rgb(0x85_8585) } else { rgba(0x76_7676, 0.3) }
    }
}
