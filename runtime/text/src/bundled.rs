//! The font files compiled into the program, and the sets of them a page may be given.

use sha2::{Digest, Sha256};

/// Which bundled fonts a page has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FontProfile {
    /// Liberation, DejaVu Sans, Noto Color Emoji, and Droid Sans Fallback for Chinese, Japanese and Korean.
    #[default]
    Default,
    /// The fonts of the reference Chromium: none for emoji, which are drawn by DejaVu Sans or as missing-glyph boxes, nor for
    /// Chinese, Japanese and Korean.
    Reference,
}

/// One bundled font file.
#[derive(Clone, Copy, Debug)]
pub struct BundledFont {
    /// File name, part of the digest.
    pub name: &'static str,
    /// The family it is registered under.
    pub family: &'static str,
    /// The file's bytes (TrueType).
    pub bytes: &'static [u8],
}

macro_rules! font {
    ($name:literal, $family:expr) => {
        BundledFont {
            name: $name,
            family: $family,
            bytes: include_bytes!(concat!("../../../third_party/fonts/", $name)),
        }
    };
}

/// Family name of the sans-serif fonts with Arial's metrics.
pub const SANS: &str = "Liberation Sans";
/// Family name of the serif fonts with Times New Roman's metrics; also the font of last resort.
pub const SERIF: &str = "Liberation Serif";
/// Family name of the font Chromium's `monospace` is on Debian.
pub const FIXED: &str = "DejaVu Sans Mono";
/// Family name of the fixed-width fonts with Courier New's metrics.
pub const MONO: &str = "Liberation Mono";
/// Family name of the font with the widest repertoire: the user interface's font and the fallback for symbols.
pub const SYMBOLS: &str = "DejaVu Sans";
/// Family name of the colour bitmap emoji font.
pub const EMOJI: &str = "Noto Color Emoji";
/// Family name of the font for Chinese, Japanese and Korean.
pub const CJK: &str = "Droid Sans Fallback";

static FONTS: [BundledFont; 18] = [
    font!("LiberationSans-Regular.ttf", SANS),
    font!("LiberationSans-Bold.ttf", SANS),
    font!("LiberationSans-Italic.ttf", SANS),
    font!("LiberationSans-BoldItalic.ttf", SANS),
    font!("LiberationSerif-Regular.ttf", SERIF),
    font!("LiberationSerif-Bold.ttf", SERIF),
    font!("LiberationSerif-Italic.ttf", SERIF),
    font!("LiberationSerif-BoldItalic.ttf", SERIF),
    font!("LiberationMono-Regular.ttf", MONO),
    font!("LiberationMono-Bold.ttf", MONO),
    font!("LiberationMono-Italic.ttf", MONO),
    font!("LiberationMono-BoldItalic.ttf", MONO),
    font!("DejaVuSans.ttf", SYMBOLS),
    font!("DejaVuSans-Bold.ttf", SYMBOLS),
    font!("DejaVuSansMono.ttf", FIXED),
    font!("DejaVuSansMono-Bold.ttf", FIXED),
    font!("NotoColorEmoji.ttf", EMOJI),
    font!("DroidSansFallback.ttf", CJK),
];

impl FontProfile {
    /// The profile's fonts, in the order they are registered.
    pub fn fonts(self) -> impl Iterator<Item = &'static BundledFont> {
        FONTS
            .iter()
            .filter(move |font| self == FontProfile::Default || ![EMOJI, CJK].contains(&font.family))
    }
}

/// SHA-256 over the names and bytes of a profile's fonts, lower-case hexadecimal. Part of what a recorded run names as its
/// conditions: other fonts give other pixels.
pub fn bundle_digest(profile: FontProfile) -> String {
    let mut hash = Sha256::new();
    for font in profile.fonts() {
        hash.update((font.name.len() as u64).to_le_bytes());
        hash.update(font.name.as_bytes());
        hash.update((font.bytes.len() as u64).to_le_bytes());
        hash.update(font.bytes);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
