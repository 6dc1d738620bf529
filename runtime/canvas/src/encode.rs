//! Encoding of canvas pixels: PNG, JPEG and WebP, the same bytes every time.

use image::ImageEncoder as _;
use tiny_skia::Pixmap;

use crate::blend::over;
use crate::color_space::ColorSpace;
use crate::icc;
use crate::source::unpremultiply_px;

/// An encoded picture and the type it really has (types we do not have become PNG, as in HTML).
pub struct Encoded {
    /// The file.
    pub bytes: Vec<u8>,
    /// `image/png`, `image/jpeg` or `image/webp`.
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

/// Encodes pixels of a colour space. `quality` is 0–1 for JPEG; outside that range the default of 0.92 counts. `None` for pictures that no
/// format holds.
pub fn encode(pixels: &Pixmap, space: ColorSpace, mime: &str, quality: f64) -> Option<Encoded> {
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
        let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, quality);
        if let Some(profile) = icc::profile(space) {
            encoder.set_icc_profile(profile).ok()?;
        }
        encoder.encode(&rgb, width, height, image::ExtendedColorType::Rgb8).ok()?;
        return Some(Encoded {
            bytes,
            mime: "image/jpeg",
        });
    }
    if mime.eq_ignore_ascii_case("image/webp") && width <= 16_383 && height <= 16_383 {
        // Without loss at any quality.
        let mut bytes = Vec::new();
        let mut encoder = image::codecs::webp::WebPEncoder::new_lossless(&mut bytes);
        if let Some(profile) = icc::profile(space) {
            encoder.set_icc_profile(profile).ok()?;
        }
        let straight = straight(pixels);
        encoder
            .encode(&straight, width, height, image::ExtendedColorType::Rgba8)
            .ok()?;
        return Some(Encoded {
            bytes,
            mime: "image/webp",
        });
    }
    let mut bytes = Vec::new();
    let mut info = png::Info::with_size(width, height);
    info.icc_profile = icc::profile(space).map(Into::into);
    let mut encoder = png::Encoder::with_info(&mut bytes, info).ok()?;
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
