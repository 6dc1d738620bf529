//! A canvas bitmap and the commands recorded for it that have not been drawn yet.

use std::cell::{OnceCell, RefCell};
use std::rc::{Rc, Weak};

use tiny_skia::Pixmap;

use crate::color_space::ColorSpace;
use crate::derived::Derived;
use crate::image::Image;
use crate::raster::{DrawState, Raster};
use crate::text::TextEngine;

/// Longest edge of a canvas that draws, px (Chromium's limit).
pub const MAX_EDGE: u32 = 65_535;
/// Largest area of a canvas that draws, px² (Chromium's limit).
pub const MAX_AREA: u64 = 268_435_456;
/// Recorded numbers after which a surface is drawn although nobody looks.
const MAX_PENDING_WORDS: usize = 1 << 20;
/// Longest chain of surfaces that wait for each other's pixels.
const MAX_DEPTH: u32 = 32;

/// What a command may draw: a decoded image, or a canvas as it was at a moment.
#[derive(Clone)]
pub enum ImageRef {
    /// A decoded image.
    Image(Rc<Image>),
    /// A canvas's pixels at the moment of a snapshot.
    Snapshot(Rc<Snapshot>),
}

/// A canvas as it was at one point of its command list; its pixels are made when they are first needed.
pub struct Snapshot {
    pixels: OnceCell<Option<Rc<Pixmap>>>,
    surface: Rc<RefCell<Surface>>,
    width: u32,
    height: u32,
    space: ColorSpace,
    derived: Derived,
}

impl Snapshot {
    /// Size in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The colour space of the canvas.
    pub(crate) fn space(&self) -> ColorSpace {
        self.space
    }

    /// The pixels in a colour space; `None` as for [`Self::pixels`].
    pub(crate) fn pixels_in(&self, space: ColorSpace, text: &mut TextEngine) -> Option<Rc<Pixmap>> {
        let pixels = self.pixels(text)?;
        Some(self.derived.converted(&pixels, self.space, space))
    }

    /// The pixels; `None` for a canvas that has none (transparent, or over the limits).
    pub(crate) fn pixels(&self, text: &mut TextEngine) -> Option<Rc<Pixmap>> {
        if self.pixels.get().is_none()
            && let Ok(mut surface) = self.surface.try_borrow_mut()
        {
            surface.rasterize(text);
        }
        self.pixels.get().cloned().flatten()
    }
}

impl ImageRef {
    /// The picture, whose pixels in a colour space are given, halved a number of times.
    pub(crate) fn halved(&self, pixels: &Rc<Pixmap>, space: ColorSpace, times: usize) -> Option<Rc<Pixmap>> {
        match self {
            Self::Image(image) => image.derived().halved(pixels, space, times),
            Self::Snapshot(snapshot) => snapshot.derived.halved(pixels, space, times),
        }
    }
}

/// A batch of recorded commands with what they refer to.
pub struct Chunk {
    /// The commands.
    pub words: Vec<f64>,
    /// Texts, by index.
    pub strings: Vec<String>,
    /// Pictures, by index.
    pub images: Vec<ImageRef>,
}

/// Straight RGBA pixels to be put (`putImageData`).
pub struct Put {
    /// Where the data's top left pixel goes.
    pub x: i32,
    /// See `x`.
    pub y: i32,
    /// Size of the data.
    pub width: u32,
    /// Size of the data.
    pub height: u32,
    /// Part of the data that is put: x, y, width, height.
    pub dirty: [i32; 4],
    /// Colour space of the data.
    pub space: ColorSpace,
    /// `width * height * 4` bytes.
    pub data: Vec<u8>,
}

enum Item {
    Chunk(Chunk),
    Put(Put),
    /// All pixels become transparent; the context's state is set anew by what follows.
    Reset,
    Snapshot(Weak<Snapshot>),
}

/// Draws one batch of commands on a transparent bitmap that nobody keeps; `None` for a size that is over the limits.
pub fn paint(width: u32, height: u32, chunk: Chunk, text: &mut TextEngine) -> Option<Pixmap> {
    let mut surface = Surface::new(width, height, false, ColorSpace::Srgb);
    surface.submit(chunk, text);
    surface.rasterize(text);
    match surface.pixels.take() {
        Some(pixels) => Some(Rc::unwrap_or_clone(pixels)),
        None if surface.is_drawable() => Pixmap::new(width, height),
        None => None,
    }
}

/// A canvas bitmap.
pub struct Surface {
    width: u32,
    height: u32,
    opaque: bool,
    space: ColorSpace,
    pixels: Option<Rc<Pixmap>>,
    pending: Vec<Item>,
    pending_words: usize,
    depth: u32,
    state: DrawState,
    /// Set when the page's canvas memory is used up: the surface draws nothing.
    pub(crate) lost: bool,
}

impl Surface {
    pub(crate) fn new(width: u32, height: u32, opaque: bool, space: ColorSpace) -> Self {
        Self {
            width,
            height,
            opaque,
            space,
            pixels: None,
            pending: Vec::new(),
            pending_words: 0,
            depth: 0,
            state: DrawState::default(),
            lost: false,
        }
    }

    /// Size in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The colour space of the pixels.
    pub(crate) fn space(&self) -> ColorSpace {
        self.space
    }

    /// True if the canvas is one that shows something (Chromium's limits on size).
    pub fn is_drawable(&self) -> bool {
        !self.lost
            && self.width > 0
            && self.height > 0
            && self.width <= MAX_EDGE
            && self.height <= MAX_EDGE
            && u64::from(self.width) * u64::from(self.height) <= MAX_AREA
    }

    /// Bytes the bitmap takes when it is drawn.
    pub fn bytes(&self) -> u64 {
        if self.is_drawable() {
            u64::from(self.width) * u64::from(self.height) * 4
        } else {
            0
        }
    }

    /// Gives the canvas a size: it becomes transparent and forgets its state.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        self.settle_snapshots_as_needed();
        self.width = width;
        self.height = height;
        self.pixels = None;
        self.lost = false;
        self.state = DrawState::default();
    }

    /// Drops what is recorded. Snapshots still wanted must have been served before.
    fn settle_snapshots_as_needed(&mut self) {
        self.pending.clear();
        self.pending_words = 0;
        self.depth = 0;
    }

    pub(crate) fn has_wanted_snapshot(&self) -> bool {
        self.pending
            .iter()
            .any(|item| matches!(item, Item::Snapshot(weak) if weak.strong_count() > 0))
    }

    /// Records that all pixels become transparent. Earlier commands are dropped unless a snapshot needs them.
    pub(crate) fn reset(&mut self) {
        if self.has_wanted_snapshot() {
            self.pending.push(Item::Reset);
        } else {
            self.settle_snapshots_as_needed();
            self.pending.push(Item::Reset);
        }
    }

    /// Records commands. Long lists are drawn.
    pub(crate) fn submit(&mut self, chunk: Chunk, text: &mut TextEngine) {
        if !self.is_drawable() {
            return;
        }
        for image in &chunk.images {
            if let ImageRef::Snapshot(snapshot) = image {
                let depth = snapshot.surface.try_borrow().map_or(MAX_DEPTH, |surface| surface.depth);
                if depth >= MAX_DEPTH {
                    snapshot.pixels(text);
                } else {
                    self.depth = self.depth.max(depth + 1);
                }
            }
        }
        self.pending_words += chunk.words.len() + chunk.strings.iter().map(|s| s.len() / 8 + 4).sum::<usize>();
        self.pending.push(Item::Chunk(chunk));
        if self.pending_words > MAX_PENDING_WORDS {
            self.rasterize(text);
        }
    }

    /// Records pixels to be put.
    pub(crate) fn put(&mut self, put: Put, text: &mut TextEngine) {
        if !self.is_drawable() {
            return;
        }
        self.pending_words += put.data.len() / 8 + 16;
        self.pending.push(Item::Put(put));
        if self.pending_words > MAX_PENDING_WORDS {
            self.rasterize(text);
        }
    }

    /// Draws what is recorded.
    pub(crate) fn rasterize(&mut self, text: &mut TextEngine) {
        let items = core::mem::take(&mut self.pending);
        self.pending_words = 0;
        self.depth = 0;
        if items.is_empty() {
            return;
        }
        // What is drawn over by a reset is drawn only for a snapshot taken in between.
        let mut wanted = vec![false; items.len()];
        let mut needed = true;
        for (index, item) in items.iter().enumerate().rev() {
            if let Item::Snapshot(weak) = item {
                needed |= weak.strong_count() > 0;
            }
            wanted[index] = needed;
            if matches!(item, Item::Reset) {
                needed = false;
            }
        }
        for (item, wanted) in items.into_iter().zip(wanted) {
            if !wanted {
                continue;
            }
            match item {
                Item::Reset => {
                    self.state = DrawState::default();
                    self.pixels = None;
                }
                Item::Snapshot(weak) => {
                    if let Some(snapshot) = weak.upgrade() {
                        let _ = snapshot.pixels.set(self.pixels.clone());
                    }
                }
                Item::Chunk(chunk) => {
                    let mut state = core::mem::take(&mut self.state);
                    let space = self.space;
                    if let Some(pixmap) = self.pixmap_mut() {
                        Raster::new(pixmap, space, &mut state, text, &chunk).run();
                    }
                    self.state = state;
                }
                Item::Put(put) => {
                    let space = self.space;
                    if let Some(pixmap) = self.pixmap_mut() {
                        crate::raster::put_pixels(pixmap, space, &put);
                    }
                }
            }
        }
        if self.opaque
            && let Some(pixmap) = self.pixmap_mut()
        {
            for pixel in pixmap.data_mut().as_chunks_mut::<4>().0 {
                pixel[3] = 255;
            }
        }
    }

    fn pixmap_mut(&mut self) -> Option<&mut Pixmap> {
        if !self.is_drawable() {
            return None;
        }
        if self.pixels.is_none() {
            let mut pixmap = Pixmap::new(self.width, self.height)?;
            if self.opaque {
                for pixel in pixmap.data_mut().as_chunks_mut::<4>().0 {
                    pixel[3] = 255;
                }
            }
            self.pixels = Some(Rc::new(pixmap));
        }
        self.pixels.as_mut().map(Rc::make_mut)
    }

    /// The pixels as they are now; `None` if the canvas is transparent or draws nothing.
    pub(crate) fn current(&mut self, text: &mut TextEngine) -> Option<Rc<Pixmap>> {
        self.rasterize(text);
        self.pixels.clone()
    }

    /// Takes a snapshot of what has been recorded so far.
    pub(crate) fn snapshot(this: &Rc<RefCell<Self>>) -> Rc<Snapshot> {
        let mut surface = this.borrow_mut();
        let snapshot = Rc::new(Snapshot {
            pixels: OnceCell::new(),
            surface: this.clone(),
            width: surface.width,
            height: surface.height,
            space: surface.space,
            derived: Derived::default(),
        });
        surface.pending.push(Item::Snapshot(Rc::downgrade(&snapshot)));
        snapshot
    }

    /// Breaks the circles that surfaces drawing each other make.
    pub(crate) fn forget(&mut self) {
        self.pending.clear();
        self.pixels = None;
    }
}
