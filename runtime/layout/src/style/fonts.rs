//! Font metrics for the cascade's font-relative units.

use crate::SharedFonts;
use crate::text::{family_list, font_attributes};
use std::fmt;
use std::sync::PoisonError;
use style::device::servo::FontMetricsProvider;
use style::font_metrics::FontMetrics;
use style::properties::style_structs::Font;
use style::values::computed::font::{GenericFontFamily, QueryFontMetricsFlags};
use style::values::computed::{CSSPixelLength, Length};

/// Answers the style engine's questions about fonts from the page's fonts.
pub(super) struct Provider(pub(super) SharedFonts);

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Provider")
    }
}

impl FontMetricsProvider for Provider {
    fn query_font_metrics(&self, _vertical: bool, font: &Font, size: CSSPixelLength, _: QueryFontMetricsFlags) -> FontMetrics {
        let mut fonts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let list = family_list(font);
        let metrics = fonts.primary_metrics(&list, font_attributes(font), super::font_size::meant(size.px()));
        FontMetrics {
            ascent: CSSPixelLength::new(metrics.ascent_exact),
            x_height: Some(CSSPixelLength::new(metrics.x_height)),
            cap_height: Some(CSSPixelLength::new(metrics.cap_height)),
            zero_advance_measure: Some(CSSPixelLength::new(metrics.zero_width)),
            ic_width: Some(size),
            script_percent_scale_down: None,
            script_script_percent_scale_down: None,
        }
    }

    fn base_size_for_generic(&self, generic: GenericFontFamily) -> Length {
        // Chromium's settings: 16 px, and 13 px where the list is exactly `monospace`.
        Length::new(if generic == GenericFontFamily::Monospace { 13.0 } else { 16.0 })
    }
}
