//! Colours outside a document's styles: what a canvas is given.

use super::sheets::context;
use style::color::{AbsoluteColor, ColorSpace};
use style::servo_arc::Arc;
use style::stylesheets::{CssRuleType, UrlExtraData};
use style::values::specified::Color;
use style_traits::ToCss;

/// Parses a CSS `<color>` whose value needs no element but for `currentcolor` (straight sRGB): its serialisation, and the
/// colour in extended sRGB with its opacity. System colours and `light-dark()` are not known here.
pub fn parse_color(css: &str, current: [f32; 4]) -> Option<(String, [f32; 4])> {
    let url = UrlExtraData(Arc::new(url::Url::parse("about:blank").ok()?));
    let context = context(&url, CssRuleType::Style);
    let mut parser = cssparser::Parser::new(css);
    let computed = Color::parse_and_compute(&context, &mut parser, None).ok()?;
    let [r, g, b, a] = current;
    let color = computed.resolve_to_absolute(&AbsoluteColor::new(ColorSpace::Srgb, r, g, b, a));
    let srgb = color.to_color_space(ColorSpace::Srgb);
    let number = |v: f32| if v.is_finite() { v } else { 0.0 };
    Some((color.to_css_string(), srgb.raw_components().map(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modern_colours_are_read() {
        let black = [0.0, 0.0, 0.0, 1.0];
        let bytes = |css: &str| parse_color(css, black).map(|(_, color)| color.map(|v| (v * 255.0).round() as i32));
        assert_eq!(bytes("color(rec2020 .2 .3 .4)"), Some([36, 94, 118, 255]));
        assert_eq!(bytes("color-mix(in oklch, red, blue)"), Some([186, -44, 194, 255]));
        assert_eq!(bytes("rgb(from red calc(r / 2) g b / 50%)"), Some([128, 0, 0, 128]));
        assert_eq!(bytes("rgb(calc(1 + 2) 3 4)"), Some([3, 3, 4, 255]));
        assert_eq!(bytes("color-mix(in srgb, currentcolor, white)"), Some([128, 128, 128, 255]));
        assert_eq!(parse_color("no colour", black), None);
    }
}
