//! Pictures small enough to be many in one file.

use base64::Engine;
use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// Width of pictures in a report, in pixels.
const WIDTH: u32 = 640;
/// Quality of the JPEG.
const QUALITY: u8 = 82;
/// Longest side of a picture that is read.
const MAX_SIDE: u32 = 16_384;
/// Memory a picture may take.
const MAX_MEMORY: u64 = 256 << 20;

/// A PNG as a smaller JPEG; `None` if it is no picture that can be read.
pub fn jpeg_of_png(png: &[u8]) -> Option<Vec<u8>> {
    let mut reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let picture = reader.decode().ok()?.to_rgb8();
    let (width, height) = picture.dimensions();
    let small = if width > WIDTH {
        let height = (u64::from(height) * u64::from(WIDTH) / u64::from(width)).max(1) as u32;
        image::imageops::thumbnail(&picture, WIDTH, height)
    } else {
        picture
    };
    let mut out = Vec::new();
    JpegEncoder::new_with_quality(&mut out, QUALITY).encode_image(&small).ok()?;
    Some(out)
}

/// A JPEG as the address of a picture.
pub fn jpeg_address(jpeg: &[u8]) -> String {
    format!("data:image/jpeg;base64,{}", base64(jpeg))
}

/// A PNG as the address of a smaller picture.
pub(crate) fn address(png: &[u8]) -> Option<String> {
    Some(jpeg_address(&jpeg_of_png(png)?))
}

/// Bytes in base 64.
pub(crate) fn base64(bytes: &[u8]) -> String {
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
