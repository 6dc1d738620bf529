//! From computed font properties to the page's fonts.

use oracade_text::{Attributes, CssFamily, CssGenericFamily, FontStyle, FontWeight, FontWidth};
use style::properties::style_structs::Font;
use style::values::computed::font::{FontStyle as ComputedStyle, GenericFontFamily, SingleFontFamily};

/// The family list of a computed style.
pub(crate) fn family_list(font: &Font) -> Vec<CssFamily> {
    font.font_family
        .families
        .iter()
        .map(|family| match family {
            SingleFontFamily::FamilyName(name) => CssFamily::Named(name.name.to_string()),
            SingleFontFamily::Generic(generic) => CssFamily::Generic(match generic {
                GenericFontFamily::Serif | GenericFontFamily::None => CssGenericFamily::Serif,
                GenericFontFamily::SansSerif => CssGenericFamily::SansSerif,
                GenericFontFamily::Monospace => CssGenericFamily::Monospace,
                GenericFontFamily::Cursive => CssGenericFamily::Cursive,
                GenericFontFamily::Fantasy => CssGenericFamily::Fantasy,
                GenericFontFamily::SystemUi => CssGenericFamily::SystemUi,
            }),
        })
        .collect()
}

/// Weight, slope and width of a computed style.
pub(crate) fn font_attributes(font: &Font) -> Attributes {
    Attributes {
        width: FontWidth::from_percentage(font.font_width.0.to_float()),
        weight: FontWeight::new(font.font_weight.value()),
        style: match font.font_style {
            ComputedStyle::NORMAL => FontStyle::Normal,
            ComputedStyle::ITALIC => FontStyle::Italic,
            // Chromium asks for an italic face from a slant of 14 degrees on, which is what `oblique` alone says.
            other if other.oblique_degrees() >= 14.0 => FontStyle::Italic,
            _ => FontStyle::Normal,
        },
    }
}
