//! CSS font family lists (CSS Fonts 4 §2.1) matched to the bundled families as Chromium does on Debian.
//!
//! Chromium asks fontconfig for each family of the list and takes the answer only if it is that family itself or one with
//! the same metrics ("Arial" → Liberation Sans); otherwise it goes on with the next family of the list, and at its end with
//! the standard font, Times New Roman. So `Georgia` alone is drawn in Liberation Serif, and `Verdana, sans-serif` in
//! Liberation Sans, although fontconfig would offer DejaVu for both.

use crate::bundled::{FIXED, MONO, SANS, SERIF, SYMBOLS};

/// One entry of a `font-family` list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CssFamily {
    /// A family by name, quoted or not, without its quotes.
    Named(String),
    /// A generic family keyword.
    Generic(CssGenericFamily),
}

/// The generic family keywords (CSS Fonts 4 §2.1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the keywords")]
pub enum CssGenericFamily {
    Serif,
    SansSerif,
    Monospace,
    Cursive,
    Fantasy,
    SystemUi,
    UiSerif,
    UiSansSerif,
    UiMonospace,
    UiRounded,
    Emoji,
    Math,
    Fangsong,
}

impl CssGenericFamily {
    /// The keyword's generic family, compared without regard to ASCII case.
    pub fn parse(keyword: &str) -> Option<Self> {
        Some(match keyword.to_ascii_lowercase().as_str() {
            "serif" => Self::Serif,
            "sans-serif" => Self::SansSerif,
            "monospace" => Self::Monospace,
            "cursive" => Self::Cursive,
            "fantasy" => Self::Fantasy,
            "system-ui" => Self::SystemUi,
            "ui-serif" => Self::UiSerif,
            "ui-sans-serif" => Self::UiSansSerif,
            "ui-monospace" => Self::UiMonospace,
            "ui-rounded" => Self::UiRounded,
            "emoji" => Self::Emoji,
            "math" => Self::Math,
            "fangsong" => Self::Fangsong,
            _ => return None,
        })
    }

    /// The bundled family Chromium's settings give the keyword; `None` where they name a font that is not installed, so
    /// that matching goes on with the next entry of the list.
    pub fn bundled(self) -> Option<&'static str> {
        match self {
            Self::Serif => Some(SERIF),
            Self::SansSerif => Some(SANS),
            Self::Monospace => Some(FIXED),
            Self::SystemUi => Some(SYMBOLS),
            Self::Cursive
            | Self::Fantasy
            | Self::UiSerif
            | Self::UiSansSerif
            | Self::UiMonospace
            | Self::UiRounded
            | Self::Emoji
            | Self::Math
            | Self::Fangsong => None,
        }
    }
}

/// The bundled family fontconfig gives for a family name, where Chromium accepts it: the family itself or one of equal
/// metrics.
pub fn bundled_family(name: &str) -> Option<&'static str> {
    Some(match name.trim().to_ascii_lowercase().as_str() {
        "arial" | "helvetica" | "arimo" | "albany" | "albany amt" | "liberation sans" => SANS,
        "times" | "times new roman" | "tinos" | "thorndale" | "thorndale amt" | "liberation serif" => SERIF,
        "courier" | "courier new" | "cousine" | "cumberland" | "cumberland amt" | "liberation mono" => MONO,
        "dejavu sans" | "sans" => SYMBOLS,
        "dejavu sans mono" | "monospace" => FIXED,
        "serif" => SERIF,
        "noto color emoji" => crate::bundled::EMOJI,
        "droid sans fallback" => crate::bundled::CJK,
        _ => return None,
    })
}
