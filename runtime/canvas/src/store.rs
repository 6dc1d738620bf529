//! All images and canvases of one page, by handle.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use oracade_text::Fonts;
use sha2::{Digest, Sha256};
use tiny_skia::Pixmap;

use crate::color_space::{ColorSpace, Converter};
use crate::encode::{Encoded, encode};
use crate::image::{Image, ImageError};
use crate::path::Matrix;
use crate::picture::{Beyond, Picture, Sampling};
use crate::source::{Source, premultiply_px, unpremultiply_px};
use crate::surface::{Chunk, ImageRef, Put, Surface};
use crate::text::TextEngine;

/// Most bytes a page's images and canvas bitmaps may take together, by default.
pub const DEFAULT_LIMIT: u64 = 1 << 30;

enum Object {
    Surface(Rc<RefCell<Surface>>),
    Image(ImageRef),
}

/// The images and canvases of one page.
pub struct CanvasStore {
    /// Fonts, shaped words and glyphs.
    pub text: TextEngine,
    objects: BTreeMap<u32, Object>,
    /// Decoded files by the digest of their bytes, so that one file is decoded and kept once.
    decoded: BTreeMap<[u8; 32], std::rc::Weak<Image>>,
    next: u32,
    limit: u64,
}

impl CanvasStore {
    /// A store that draws text with a page's fonts.
    pub fn new(fonts: Arc<Mutex<Fonts>>) -> Self {
        Self {
            text: TextEngine::new(fonts),
            objects: BTreeMap::new(),
            decoded: BTreeMap::new(),
            next: 1,
            limit: DEFAULT_LIMIT,
        }
    }

    /// Sets the limit on bytes of images and bitmaps ([`DEFAULT_LIMIT`]).
    pub fn set_limit(&mut self, bytes: u64) {
        self.limit = bytes;
    }

    fn add(&mut self, object: Object) -> u32 {
        let handle = self.next;
        self.next = self.next.wrapping_add(1).max(1);
        self.objects.insert(handle, object);
        handle
    }

    /// Bytes all images and canvases take; an image under several handles counts once per handle.
    pub fn bytes(&self) -> u64 {
        self.objects
            .values()
            .map(|object| match object {
                Object::Surface(surface) => surface.borrow().bytes(),
                Object::Image(ImageRef::Image(image)) => u64::from(image.width()) * u64::from(image.height()) * 4,
                Object::Image(ImageRef::Snapshot(_)) => 0,
            })
            .sum()
    }

    /// Makes a canvas bitmap. One that is over the page's limit draws nothing.
    pub fn create_surface(&mut self, width: u32, height: u32, opaque: bool, space: ColorSpace) -> u32 {
        let mut surface = Surface::new(width, height, opaque, space);
        surface.lost = self.bytes().saturating_add(surface.bytes()) > self.limit;
        self.add(Object::Surface(Rc::new(RefCell::new(surface))))
    }

    /// Keeps an image.
    pub fn add_image(&mut self, pixels: Pixmap, space: ColorSpace) -> Result<u32, ImageError> {
        let bytes = pixels.data().len() as u64;
        if self.bytes().saturating_add(bytes) > self.limit {
            return Err(ImageError::OutOfMemory(self.limit));
        }
        Ok(self.add(Object::Image(ImageRef::Image(Rc::new(
            Image::new(Rc::new(pixels)).in_space(space),
        )))))
    }

    /// Keeps a transparent picture.
    ///
    /// # Errors
    /// When it is over the limits.
    pub fn blank_image(&mut self, width: u32, height: u32) -> Result<u32, ImageError> {
        crate::image::check_size(width, height)?;
        self.add_image(
            Pixmap::new(width, height).ok_or(ImageError::TooManyPixels(width, height))?,
            ColorSpace::Srgb,
        )
    }

    /// Keeps a picture of straight RGBA bytes.
    ///
    /// # Errors
    /// When it is over the limits, or the bytes are not of its size.
    pub fn image_from_straight(&mut self, width: u32, height: u32, space: ColorSpace, data: &[u8]) -> Result<u32, ImageError> {
        crate::image::check_size(width, height)?;
        let too_large = || ImageError::TooManyPixels(width, height);
        let mut pixmap = Pixmap::new(width, height).ok_or_else(too_large)?;
        if data.len() != pixmap.data().len() {
            return Err(ImageError::Broken("bytes do not fit the size".to_owned()));
        }
        let target = pixmap.data_mut().as_chunks_mut::<4>().0;
        for (target, source) in target.iter_mut().zip(data.as_chunks::<4>().0) {
            *target = premultiply_px(*source);
        }
        self.add_image(pixmap, space)
    }

    /// Decodes an image file; the same bytes are decoded once.
    ///
    /// # Errors
    /// See [`Image::decode`]; also when the page's limit is reached.
    pub fn decode(&mut self, bytes: &[u8], mime: &str) -> Result<(u32, Rc<Image>), ImageError> {
        let mut hash = Sha256::new();
        hash.update(bytes);
        hash.update(if mime.starts_with("image/svg") { "svg" } else { "" });
        let key: [u8; 32] = hash.finalize().into();
        let known = self.decoded.get(&key).and_then(std::rc::Weak::upgrade);
        let image = match known {
            Some(image) => image,
            None => {
                let image = Rc::new(Image::decode(bytes, mime)?);
                let size = u64::from(image.width()) * u64::from(image.height()) * 4;
                if self.bytes().saturating_add(size) > self.limit {
                    return Err(ImageError::OutOfMemory(self.limit));
                }
                self.decoded.retain(|_, image| image.strong_count() > 0);
                self.decoded.insert(key, Rc::downgrade(&image));
                image
            }
        };
        let handle = self.add(Object::Image(ImageRef::Image(image.clone())));
        Ok((handle, image))
    }

    /// Forgets a canvas or image. What still draws it keeps it alive.
    pub fn release(&mut self, handle: u32) {
        self.objects.remove(&handle);
    }

    fn surface(&self, handle: u32) -> Option<&Rc<RefCell<Surface>>> {
        match self.objects.get(&handle)? {
            Object::Surface(surface) => Some(surface),
            Object::Image(_) => None,
        }
    }

    /// What a handle draws: an image, or a canvas as it is now.
    pub fn image_ref(&mut self, handle: u32) -> Option<ImageRef> {
        match self.objects.get(&handle)? {
            Object::Image(image) => Some(image.clone()),
            Object::Surface(surface) => Some(ImageRef::Snapshot(Surface::snapshot(surface))),
        }
    }

    /// Keeps a canvas as it is now, as an image; its pixels are made when needed. 0 for a handle that is no canvas.
    pub fn snapshot(&mut self, handle: u32) -> u32 {
        let Some(surface) = self.surface(handle) else {
            return 0;
        };
        let snapshot = Surface::snapshot(surface);
        self.add(Object::Image(ImageRef::Snapshot(snapshot)))
    }

    /// Gives an image a second handle. 0 for a handle that is no image.
    pub fn retain(&mut self, handle: u32) -> u32 {
        match self.image_ref(handle) {
            Some(image) => self.add(Object::Image(image)),
            None => 0,
        }
    }

    /// Records commands for a canvas. `images` are handles
    /// (unknown ones draw nothing); `reset` drops what was drawn and recorded before.
    pub fn submit(&mut self, handle: u32, words: Vec<f64>, strings: Vec<String>, images: &[u32], reset: bool) {
        let nothing = || Pixmap::new(1, 1).map(|pixels| ImageRef::Image(Rc::new(Image::new(Rc::new(pixels)))));
        let images: Vec<ImageRef> = images
            .iter()
            .filter_map(|handle| self.image_ref(*handle).or_else(nothing))
            .collect();
        let Some(surface) = self.surface(handle).cloned() else {
            return;
        };
        let mut surface = surface.borrow_mut();
        if reset {
            surface.reset();
        }
        if !words.is_empty() {
            surface.submit(Chunk { words, strings, images }, &mut self.text);
        }
    }

    /// Gives a canvas a size, which clears it.
    pub fn resize(&mut self, handle: u32, width: u32, height: u32) {
        let Some(surface) = self.surface(handle).cloned() else {
            return;
        };
        let others = self.bytes();
        let mut surface = surface.borrow_mut();
        if surface.has_wanted_snapshot() {
            surface.rasterize(&mut self.text);
        }
        let before = surface.bytes();
        surface.resize(width, height);
        surface.lost = others.saturating_sub(before).saturating_add(surface.bytes()) > self.limit;
    }

    /// Records straight pixels to be put into a canvas.
    pub fn put(&mut self, handle: u32, put: Put) {
        if let Some(surface) = self.surface(handle).cloned() {
            surface.borrow_mut().put(put, &mut self.text);
        }
    }

    /// Size of a canvas or image; `None` for an unknown handle.
    pub fn size(&self, handle: u32) -> Option<(u32, u32)> {
        Some(match self.objects.get(&handle)? {
            Object::Surface(surface) => surface.borrow().size(),
            Object::Image(ImageRef::Image(image)) => (image.width(), image.height()),
            Object::Image(ImageRef::Snapshot(snapshot)) => snapshot.size(),
        })
    }

    /// The premultiplied pixels of a canvas (drawn now if need be) or image. `None` for an unknown handle and for a canvas
    /// that is all transparent.
    pub fn pixels(&mut self, handle: u32) -> Option<Rc<Pixmap>> {
        match self.objects.get(&handle)? {
            Object::Surface(surface) => {
                let surface = surface.clone();
                surface.borrow_mut().current(&mut self.text)
            }
            Object::Image(ImageRef::Image(image)) => Some(image.pixels()),
            Object::Image(ImageRef::Snapshot(snapshot)) => {
                let snapshot = snapshot.clone();
                snapshot.pixels(&mut self.text)
            }
        }
    }

    /// The colour space of a canvas or image; `None` for an unknown handle.
    pub fn space(&self, handle: u32) -> Option<ColorSpace> {
        Some(match self.objects.get(&handle)? {
            Object::Surface(surface) => surface.borrow().space(),
            Object::Image(ImageRef::Image(image)) => image.space(),
            Object::Image(ImageRef::Snapshot(snapshot)) => snapshot.space(),
        })
    }

    /// [`Self::pixels`] in sRGB, as a page is painted.
    pub fn page_pixels(&mut self, handle: u32) -> Option<Rc<Pixmap>> {
        let space = self.space(handle)?;
        let pixels = self.pixels(handle)?;
        Some(match Converter::between(space, ColorSpace::Srgb) {
            None => pixels,
            Some(mut converter) => Rc::new(converter.picture(&pixels)),
        })
    }

    /// Reads straight RGBA bytes of a rectangle into `out`, transparent black outside (`getImageData`).
    #[expect(clippy::too_many_arguments, reason = "the arguments of the method it stands for")]
    pub fn read(&mut self, handle: u32, x: i32, y: i32, width: u32, height: u32, space: ColorSpace, out: &mut [u8]) {
        out.fill(0);
        let mut converter = self.space(handle).and_then(|own| Converter::between(own, space));
        let Some(pixels) = self.pixels(handle) else {
            return;
        };
        let source = pixels.data().as_chunks::<4>().0;
        let (w, h) = (i64::from(pixels.width()), i64::from(pixels.height()));
        let (x, y) = (i64::from(x), i64::from(y));
        // The columns of the rectangle that the bitmap has.
        let first = (-x).clamp(0, i64::from(width));
        let last = (w - x).clamp(first, i64::from(width));
        let rows = out.as_chunks_mut::<4>().0.chunks_exact_mut(width.max(1) as usize);
        for (row, line) in rows.take(height as usize).zip(y..) {
            let start = line * w + x + first;
            if !(0..h).contains(&line) || first == last {
                continue;
            }
            let Some(from) = source.get(start as usize..(start + last - first) as usize) else {
                continue;
            };
            for (pixel, slot) in from.iter().zip(&mut row[first as usize..]) {
                let straight = unpremultiply_px(*pixel);
                *slot = converter.as_mut().map_or(straight, |converter| converter.straight(straight));
            }
        }
    }

    /// Encodes a canvas or image ([`encode`]); `None` for canvases without pixels.
    pub fn encode(&mut self, handle: u32, mime: &str, quality: f64) -> Option<Encoded> {
        if self.surface(handle).is_some_and(|surface| !surface.borrow().is_drawable()) {
            return None;
        }
        let (width, height) = self.size(handle)?;
        let space = self.space(handle).unwrap_or_default();
        match self.pixels(handle) {
            Some(pixels) => encode(&pixels, space, mime, quality),
            None => encode(&Pixmap::new(width, height)?, space, mime, quality),
        }
    }

    /// Cuts a rectangle out of a picture, scales it and perhaps turns it over (`createImageBitmap`). Outside the picture is
    /// transparent black. `quality`: 0 pixelated, 1 low, 2 medium or high.
    ///
    /// # Errors
    /// When the result is over the limits.
    pub fn crop(&mut self, handle: u32, rect: [f64; 4], size: (u32, u32), quality: u8, flip: bool) -> Result<u32, ImageError> {
        crate::image::check_size(size.0, size.1)?;
        let [x, y, w, h] = rect;
        let space = self.space(handle).unwrap_or_default();
        let [width, height] = match self.pixels(handle) {
            Some(pixels) => [pixels.width(), pixels.height()].map(f64::from),
            None => [0.0, 0.0],
        };
        let is_inside = x >= 0.0 && y >= 0.0 && x + w <= width && y + h <= height;
        if !is_inside && (w, h) != (f64::from(size.0), f64::from(size.1)) {
            // What is scaled ends at the cut: the transparent black around the picture is part of it, what is beyond the cut is not.
            let cut = self.crop(handle, rect, (w as u32, h as u32), quality, false)?;
            let made = self.crop(cut, [0.0, 0.0, w, h], size, quality, flip);
            self.release(cut);
            return made;
        }
        let mut out = Pixmap::new(size.0, size.1).ok_or(ImageError::TooManyPixels(size.0, size.1))?;
        if let Some(pixels) = self.pixels(handle) {
            let (sx, sy) = (w / f64::from(size.0), h / f64::from(size.1));
            let inverse = if flip {
                Matrix {
                    m: [sx, 0.0, 0.0, -sy, x, y + h],
                }
            } else {
                Matrix {
                    m: [sx, 0.0, 0.0, sy, x, y],
                }
            };
            let plain = sx == 1.0 && sy == 1.0;
            let (area, beyond) = match is_inside {
                true => ([x as i32, y as i32, (x + w) as i32, (y + h) as i32], Beyond::Clamp),
                false => ([0, 0, pixels.width() as i32, pixels.height() as i32], Beyond::Transparent),
            };
            let source = Source::Picture(Picture {
                area,
                pixels,
                inverse,
                sampling: if plain || quality == 0 {
                    Sampling::Nearest
                } else {
                    Sampling::Linear
                },
                beyond: (beyond, beyond),
                alpha: 255,
            });
            let width = size.0 as usize;
            for (y, row) in out.data_mut().chunks_exact_mut(width * 4).enumerate() {
                source.fetch(0, y as i32, row.as_chunks_mut::<4>().0);
            }
        }
        self.add_image(out, space)
    }
}

impl Drop for CanvasStore {
    fn drop(&mut self) {
        for object in self.objects.values() {
            if let Object::Surface(surface) = object
                && let Ok(mut surface) = surface.try_borrow_mut()
            {
                surface.forget();
            }
        }
    }
}
