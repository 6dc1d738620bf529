//! `accent-color` (CSS UI 4 §6.3).

use crate::style::svg_properties;
use style::properties::ComputedValues;
use tiny_skia::Color;

/// The accent colour a page asks for; None for `auto`.
pub(super) fn of(style: &ComputedValues) -> Option<Color> {
    let value = svg_properties::value(style, "accent-color").filter(|value| value != "auto")?;
    crate::paint::gradient::parsed(&value)
}

/// A colour as it looks while it is pressed: lighter by as much as the default accent colour gets.
pub(super) fn pressed(color: Color) -> Color {
    const STEP: f32 = 0.108;
    let (r, g, b) = (color.red(), color.green(), color.blue());
    let (max, min) = (r.max(g).max(b), r.min(g).min(b));
    let light = (max + min) / 2.0;
    let to = (light + STEP).min(1.0);
    let chroma = |l: f32| 1.0 - (2.0 * l - 1.0).abs();
    // Hue and saturation stay: channels keep their places between the new extremes.
    let saturation = if chroma(light) > 0.0 {
        (max - min) / chroma(light)
    } else {
        0.0
    };
    let spread = saturation * chroma(to);
    let low = to - spread / 2.0;
    let channel = |c: f32| {
        let place = if max > min { (c - min) / (max - min) } else { 0.0 };
        (low + place * spread).clamp(0.0, 1.0)
    };
    Color::from_rgba(channel(r), channel(g), channel(b), color.alpha()).unwrap_or(color)
}
