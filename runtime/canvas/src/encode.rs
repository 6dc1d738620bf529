//! Encoding of canvas pixels: PNG and JPEG, the same bytes every time.

use tiny_skia::Pixmap;

use crate::blend::over;
use crate::source::unpremultiply_px;

/// An encoded picture and the type it really has (types we do not have become PNG, as in HTML).
pub struct Encoded {
    /// The file.
    pub bytes: Vec<u8>,
    /// `image/png` or `image/jpeg`.
    pub mime: &'static str,
}

/// Straight RGBA bytes of premultiplied pixels.
pub fn straight(pixels: &Pixmap) -> Vec<u8> {
    let mut out = Vec::with_capacity(pixels.data().len());
    for pixel in pixels.data().as_chunks::<4>().0 {
        out.extend(unpremultiply_px(*pixel));
    }
    out
}

/// Encodes pixels. `quality` is 0–1 for JPEG; outside that range the default of 0.92 counts. `None` for pictures that no
/// format holds.
pub fn encode(pixels: &Pixmap, mime: &str, quality: f64) -> Option<Encoded> {
    let (width, height) = (pixels.width(), pixels.height());
    if mime.eq_ignore_ascii_case("image/jpeg") && width <= 65_535 && height <= 65_535 {
        let mut rgb = Vec::with_capacity(pixels.data().len() / 4 * 3);
        for pixel in pixels.data().as_chunks::<4>().0 {
            let [r, g, b, _] = over(*pixel, [0, 0, 0, 255]);
            rgb.extend([r, g, b]);
        }
        let quality = if (0.0..=1.0).contains(&quality) { quality } else { 0.92 };
        let mut bytes = Vec::new();
        let quality = ((quality * 100.0).round() as u8).clamp(1, 100);
        image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, quality)
            .encode(&rgb, width, height, image::ExtendedColorType::Rgb8)
            .ok()?;
        return Some(Encoded {
            bytes,
            mime: "image/jpeg",
        });
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&straight(pixels)).ok()?;
    writer.finish().ok()?;
    Some(Encoded {
        bytes,
        mime: "image/png",
    })
}
