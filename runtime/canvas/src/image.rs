//! Decoded images: PNG, JPEG, GIF (first frame), WebP, BMP and SVG as premultiplied pixels.

use std::io::Cursor;
use std::rc::Rc;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use thiserror::Error;
use tiny_skia::Pixmap;

use crate::color_space::ColorSpace;
use crate::derived::Derived;
use crate::source::premultiply_px;
use crate::{icc, svg};

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
    /// The image is whole but has no width or no height, as SVG documents may.
    #[error("image of {0} x {1} pixels has nothing to show")]
    Empty(u32, u32),
    /// The page's memory for images and canvases is used up.
    #[error("images and canvases of this page need more than {0} bytes")]
    OutOfMemory(u64),
}

/// A decoded image.
#[derive(Clone, Debug)]
pub struct Image {
    pixels: Rc<Pixmap>,
    complete: bool,
    space: ColorSpace,
    derived: Derived,
}

impl Image {
    /// An image of given pixels.
    pub fn new(pixels: Rc<Pixmap>) -> Self {
        Self {
            pixels,
            complete: true,
            space: ColorSpace::Srgb,
            derived: Derived::default(),
        }
    }

    /// False if the file ended early or was broken: pixels that did not come are transparent.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The same image with its pixels taken as of a colour space.
    pub fn in_space(self, space: ColorSpace) -> Self {
        Self { space, ..self }
    }

    /// The colour space the pixels are in.
    pub fn space(&self) -> ColorSpace {
        self.space
    }

    /// The premultiplied pixels.
    pub fn pixels(&self) -> Rc<Pixmap> {
        self.pixels.clone()
    }

    /// The premultiplied pixels in a colour space.
    pub(crate) fn pixels_in(&self, space: ColorSpace) -> Rc<Pixmap> {
        self.derived.converted(&self.pixels, self.space, space)
    }

    pub(crate) fn derived(&self) -> &Derived {
        &self.derived
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
        let space = decoder.icc_profile().ok().flatten();
        let space = space.map_or(ColorSpace::Srgb, |profile| icc::space(&profile));
        let Ok(mut decoded) = DynamicImage::from_decoder(decoder) else {
            return partial(bytes, format, width, height);
        };
        decoded.apply_orientation(orientation);
        let rgba = decoded.into_rgba8();
        let (width, height) = rgba.dimensions();
        let mut pixmap = Pixmap::new(width, height).ok_or(ImageError::TooManyPixels(width, height))?;
        fill(&mut pixmap, 0, rgba.as_raw());
        Ok(Self::new(Rc::new(pixmap)).in_space(space))
    }
}

/// Writes straight pixels from the beginning of a row on.
fn fill(pixmap: &mut Pixmap, row: usize, straight: &[u8]) {
    let start = row * pixmap.width() as usize;
    let target = pixmap.data_mut().as_chunks_mut::<4>().0.get_mut(start..).unwrap_or_default();
    for (target, source) in target.iter_mut().zip(straight.as_chunks::<4>().0) {
        *target = if source[3] == 255 { *source } else { premultiply_px(*source) };
    }
}

/// What there is of a file that breaks off after its head: the rows that came of a PNG that is not interlaced, else nothing
/// but its size. Browsers show as much as they can.
fn partial(bytes: &[u8], format: ImageFormat, width: u32, height: u32) -> Result<Image, ImageError> {
    let mut pixmap = Pixmap::new(width, height).ok_or(ImageError::TooManyPixels(width, height))?;
    if format == ImageFormat::Png {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
        if let Ok(mut reader) = decoder.read_info()
            && !reader.info().interlaced
        {
            let color = reader.output_color_type().0;
            for y in 0..height as usize {
                let Ok(Some(row)) = reader.next_row() else { break };
                match color {
                    png::ColorType::Rgba => fill(&mut pixmap, y, row.data()),
                    png::ColorType::GrayscaleAlpha => {
                        let rgba: Vec<u8> = row
                            .data()
                            .as_chunks::<2>()
                            .0
                            .iter()
                            .flat_map(|[g, a]| [*g, *g, *g, *a])
                            .collect();
                        fill(&mut pixmap, y, &rgba);
                    }
                    _ => break,
                }
            }
        }
    }
    Ok(Image {
        complete: false,
        ..Image::new(Rc::new(pixmap))
    })
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
    fn of_a_png_that_breaks_off_the_rows_that_came_are_shown() {
        let mut pixmap = Pixmap::new(40, 40).expect("a pixmap");
        for (index, byte) in pixmap.data_mut().iter_mut().enumerate() {
            *byte = if index % 4 == 3 { 255 } else { (index * index / 7) as u8 };
        }
        let png = pixmap.encode_png().expect("a PNG");
        let image = Image::decode(&png[..png.len() / 2], "").expect("an image");
        assert!(!image.is_complete());
        assert_eq!((image.width(), image.height()), (40, 40));
        let (top, bottom) = (image.pixels().pixel(3, 0), image.pixels().pixel(3, 39));
        assert_eq!(top, pixmap.pixel(3, 0));
        assert_eq!(bottom.map(|p| p.alpha()), Some(0));
        assert!(Image::decode(&png[..20], "").is_err());
    }

    #[test]
    fn an_svg_has_the_size_its_root_says() {
        for (attributes, size) in [
            ("", Ok((300, 150))),
            ("viewBox='0 0 30 20'", Ok((225, 150))),
            ("width='100%' height='50%'", Ok((300, 150))),
            ("width='30'", Ok((30, 150))),
            ("width='60' viewBox='0 0 30 20'", Ok((60, 40))),
            ("width='2em' height='1in'", Ok((32, 96))),
            ("width='0' height='10'", Err((0, 10))),
            ("width='-5' height='5'", Err((0, 5))),
        ] {
            let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' {attributes}/>");
            let got = match Image::decode(svg.as_bytes(), "image/svg+xml") {
                Ok(image) => Ok((image.width(), image.height())),
                Err(ImageError::Empty(width, height)) => Err((width, height)),
                Err(error) => panic!("{attributes}: {error}"),
            };
            assert_eq!(got, size, "{attributes}");
        }
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
