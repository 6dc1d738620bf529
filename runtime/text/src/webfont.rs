//! Fonts a page brings: containers, limits and descriptors (CSS Fonts 4 §4, WOFF 1.0 and 2.0).

use fontique::{FontStyle, FontWeight, FontWidth};
use skrifa::FontRef;
use thiserror::Error;

/// Largest font file accepted, in bytes, before and after decompression.
pub const MAX_FONT_BYTES: usize = 32 * 1024 * 1024;

/// The descriptors by which faces of one family are told apart; `None` takes what the font file says.
#[derive(Clone, Debug, Default)]
pub struct FontFaceDescriptors {
    /// `font-weight`.
    pub weight: Option<FontWeight>,
    /// `font-style`.
    pub style: Option<FontStyle>,
    /// `font-stretch`.
    pub width: Option<FontWidth>,
    /// `unicode-range`: first and last characters; empty for all.
    pub characters: Vec<(u32, u32)>,
    /// What the face's metrics are changed by.
    pub metrics: MetricsOverride,
}

/// The descriptors that change a face's metrics (CSS Fonts 4 §4.9, §4.10), as parts of one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MetricsOverride {
    /// `size-adjust`.
    pub size: Option<f32>,
    /// `ascent-override`.
    pub ascent: Option<f32>,
    /// `descent-override`.
    pub descent: Option<f32>,
    /// `line-gap-override`.
    pub line_gap: Option<f32>,
}

/// Why a font was refused. A page sees a `NetworkError` or `SyntaxError` DOMException, the log this text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FontFaceError {
    /// The file is larger than [`MAX_FONT_BYTES`].
    #[error("font of {0} bytes is over the limit of {MAX_FONT_BYTES}")]
    TooLarge(usize),
    /// The container or its tables cannot be read.
    #[error("the data is no font (TrueType, OpenType, WOFF or WOFF2)")]
    Malformed,
}

/// The bare font of a TTF, OTF, WOFF or WOFF2 file.
pub(crate) fn decode_font(bytes: &[u8]) -> Result<Vec<u8>, FontFaceError> {
    if bytes.len() > MAX_FONT_BYTES {
        return Err(FontFaceError::TooLarge(bytes.len()));
    }
    let declared = declared_size(bytes);
    let data = match bytes.get(..4) {
        Some(b"wOFF") if declared <= MAX_FONT_BYTES => wuff::decompress_woff1(bytes).map_err(|_| FontFaceError::Malformed)?,
        Some(b"wOF2") if declared <= MAX_FONT_BYTES => wuff::decompress_woff2(bytes).map_err(|_| FontFaceError::Malformed)?,
        Some(b"wOFF" | b"wOF2") => return Err(FontFaceError::TooLarge(declared)),
        _ => bytes.to_vec(),
    };
    if data.len() > MAX_FONT_BYTES {
        return Err(FontFaceError::TooLarge(data.len()));
    }
    FontRef::from_index(&data, 0).map_err(|_| FontFaceError::Malformed)?;
    Ok(data)
}

/// `totalSfntSize` of a WOFF header (both versions keep it at offset 16).
fn declared_size(bytes: &[u8]) -> usize {
    match bytes.get(16..20) {
        Some(&[a, b, c, d]) => u32::from_be_bytes([a, b, c, d]) as usize,
        _ => 0,
    }
}
