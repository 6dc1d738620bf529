//! Decoded images: PNG, JPEG, GIF (first frame), WebP, BMP and SVG as premultiplied pixels.

use std::io::Cursor;
use std::rc::Rc;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use thiserror::Error;
use tiny_skia::Pixmap;

use crate::source::premultiply_px;
use crate::svg;

/// Largest image that is decoded, in pixels.
pub const MAX_PIXELS: u64 = 64 << 20;
/// Largest encoded image, in bytes.
pub const MAX_ENCODED: usize = 64 << 20;

/// Why an image was not decoded. A page sees an `error` event, the log this text.
#[derive(Debug, Error)]
pub enum ImageError {
    /// The file is larger than [`MAX_ENCODED`].
    #[error("image file of {0} bytes is over the limit of {MAX_ENCODED}")]
    FileTooLarge(usize),
    /// The image is larger than [`MAX_PIXELS`].
    #[error("image of {0} x {1} pixels is over the limit of {MAX_PIXELS}")]
    TooManyPixels(u32, u32),
    /// The bytes are none of the formats.
    #[error("not a PNG, JPEG, GIF, WebP, BMP or SVG image")]
    UnknownFormat,
    /// The bytes are of a format but broken.
    #[error("the image is broken: {0}")]
    Broken(String),
    /// The page's memory for images and canvases is used up.
    #[error("images and canvases of this page need more than {0} bytes")]
    OutOfMemory(u64),
}

/// A decoded image.
#[derive(Clone, Debug)]
pub struct Image {
    pixels: Rc<Pixmap>,
}

impl Image {
    /// An image of given pixels.
    pub fn new(pixels: Rc<Pixmap>) -> Self {
        Self { pixels }
    }

    /// The premultiplied pixels.
    pub fn pixels(&self) -> Rc<Pixmap> {
        self.pixels.clone()
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.pixels.width()
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.pixels.height()
    }

    /// Decodes a file. The format is told from its first bytes, as browsers do; `mime` decides for SVG only.
    ///
    /// # Errors
    /// When the bytes are no image we can read or over a limit ([`ImageError`]).
    pub fn decode(bytes: &[u8], mime: &str) -> Result<Self, ImageError> {
        if bytes.len() > MAX_ENCODED {
            return Err(ImageError::FileTooLarge(bytes.len()));
        }
        if mime.starts_with("image/svg") || svg::looks_like_svg(bytes) {
            return svg::render(bytes).map(|pixmap| Self::new(Rc::new(pixmap)));
        }
        let format = image::guess_format(bytes).map_err(|_| ImageError::UnknownFormat)?;
        if !matches!(
            format,
            ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::Gif | ImageFormat::WebP | ImageFormat::Bmp
        ) {
            return Err(ImageError::UnknownFormat);
        }
        let broken = |error: image::ImageError| ImageError::Broken(error.to_string());
        let mut decoder = ImageReader::with_format(Cursor::new(bytes), format)
            .into_decoder()
            .map_err(broken)?;
        let (width, height) = decoder.dimensions();
        check_size(width, height)?;
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let mut decoded = DynamicImage::from_decoder(decoder).map_err(broken)?;
        decoded.apply_orientation(orientation);
        let rgba = decoded.into_rgba8();
        let (width, height) = rgba.dimensions();
        let mut pixmap = Pixmap::new(width, height).ok_or(ImageError::TooManyPixels(width, height))?;
        let source = rgba.as_raw().as_chunks::<4>().0;
        for (target, source) in pixmap.data_mut().as_chunks_mut::<4>().0.iter_mut().zip(source) {
            *target = if source[3] == 255 { *source } else { premultiply_px(*source) };
        }
        Ok(Self::new(Rc::new(pixmap)))
    }
}

/// Refuses sizes over the limit.
pub(crate) fn check_size(width: u32, height: u32) -> Result<(), ImageError> {
    if width == 0 || height == 0 {
        return Err(ImageError::Broken("no pixels".to_owned()));
    }
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(ImageError::TooManyPixels(width, height));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_survives_png_and_keeps_its_alpha() {
        let mut pixmap = Pixmap::new(2, 1).expect("a pixmap");
        pixmap.data_mut().copy_from_slice(&[128, 0, 0, 128, 0, 255, 0, 255]);
        let png = pixmap.encode_png().expect("a PNG");
        let image = Image::decode(&png, "").expect("an image");
        assert_eq!((image.width(), image.height()), (2, 1));
        assert_eq!(image.pixels().data(), pixmap.data());
    }

    #[test]
    fn an_svg_is_drawn_at_its_size() {
        let svg = br##"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="4" height="6" fill="#00f"/><g opacity=".5"><circle cx="6" cy="3" r="9" fill="red" clip-path="url(#c)"/></g><clipPath id="c"><rect x="5" y="1" width="2" height="2"/></clipPath></svg>"##;
        let image = Image::decode(svg, "image/svg+xml").expect("an image");
        assert_eq!((image.width(), image.height()), (8, 6));
        let at = |x: u32, y: u32| image.pixels().pixel(x, y).map(|p| (p.red(), p.green(), p.blue(), p.alpha()));
        assert_eq!(at(1, 1), Some((0, 0, 255, 255)));
        assert_eq!(at(5, 1), Some((128, 0, 0, 128)));
        assert_eq!(at(5, 4), Some((0, 0, 0, 0)));
    }

    #[test]
    fn what_is_no_image_is_refused_by_name() {
        assert!(matches!(Image::decode(b"hello", ""), Err(ImageError::UnknownFormat)));
        assert!(matches!(
            Image::decode(b"\x89PNG\r\n\x1a\n....", ""),
            Err(ImageError::Broken(_))
        ));
        let huge = br##"<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>"##;
        assert!(matches!(
            Image::decode(huge, "image/svg+xml"),
            Err(ImageError::TooManyPixels(..))
        ));
    }
}
