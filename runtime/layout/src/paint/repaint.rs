//! Pictures of a document in which nothing but the pixels of canvases has changed: what lies under and around the canvases is painted
//! once, and each picture after that draws the canvases on it.
//!
//! The bits are those of painting everything: what a canvas is drawn with is kept as it was, and a canvas is put off only as long as
//! nothing else is painted where it goes.

use super::clip::{Clip, pixels_of};
use super::surface::Surface;
use super::{PaintSource, seen};
use crate::Document;
use crate::boxes::Rect;
use crate::dom::tree::ReplacedPixels;
use crate::query::geometry::Transform;
use oracade_text::coverage::PixelRect;
use std::borrow::Cow;
use std::rc::Rc;
use tiny_skia::Pixmap;

/// A canvas as it is drawn.
pub(super) struct CanvasDraw {
    pub(super) handle: u32,
    /// Its size in pixels; None: it was all transparent.
    pub(super) size: Option<(u32, u32)>,
    /// Where it lies, and the box that shows it.
    pub(super) rect: Rect,
    pub(super) frame: Rect,
    pub(super) smooth: bool,
    pub(super) transform: Transform,
    pub(super) clip: Clip,
}

impl CanvasDraw {
    /// The pixels it may change.
    fn region(&self) -> PixelRect {
        pixels_of(self.rect, &self.transform).grow(1).intersect(&self.clip.rect)
    }

    pub(super) fn draw(&self, surface: &mut Surface, pixels: &Rc<Pixmap>) {
        let saved = std::mem::replace(&mut surface.clip, self.clip.clone());
        let (part, rect) = seen(pixels, self.rect, self.frame);
        let pixels = part.as_ref().unwrap_or(pixels);
        surface.picture(pixels.as_ref(), rect, self.smooth, &self.transform);
        surface.clip = saved;
    }
}

/// Canvases that are put off until the rest has been painted.
#[derive(Default)]
pub(super) struct PutOff {
    draws: Vec<(CanvasDraw, Option<Rc<Pixmap>>)>,
    /// Pictures that were painted, and what they were.
    others: Vec<(ReplacedPixels, Option<Rc<Pixmap>>)>,
}

impl PutOff {
    pub(super) fn add(&mut self, draw: CanvasDraw, pixels: Option<Rc<Pixmap>>) {
        self.draws.push((draw, pixels));
    }

    pub(super) fn met(&mut self, which: ReplacedPixels, pixels: Option<Rc<Pixmap>>) {
        self.others.push((which, pixels));
    }

    /// Whether a canvas goes where something is about to be painted.
    pub(super) fn is_under(&self, region: &PixelRect) -> bool {
        self.draws.iter().any(|(draw, _)| !draw.region().intersect(region).is_empty())
    }

    /// Draws what was put off, in its order.
    pub(super) fn draw(&self, surface: &mut Surface) {
        for (draw, pixels) in &self.draws {
            if let Some(pixels) = pixels {
                draw.draw(surface, pixels);
            }
        }
    }

    fn stage(self, base: Pixmap, picture: Pixmap) -> Stage {
        Stage {
            base,
            picture,
            // Pixels that somebody holds would be copied before a canvas is drawn on again.
            canvases: self.draws.into_iter().map(|(draw, _)| draw).collect(),
            others: self.others,
        }
    }
}

/// The last picture, in so far as it helps to make the next one.
#[derive(Default)]
pub(crate) struct Last {
    /// The document's revision that was painted.
    revision: Option<u64>,
    stage: Option<Stage>,
}

/// The picture without its canvases, with them, and what they are drawn with.
struct Stage {
    base: Pixmap,
    picture: Pixmap,
    canvases: Vec<CanvasDraw>,
    others: Vec<(ReplacedPixels, Option<Rc<Pixmap>>)>,
}

fn same(a: Option<&Rc<Pixmap>>, b: Option<&Rc<Pixmap>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

impl Stage {
    /// The pixels of its canvases, if all that is not drawn anew is as it was.
    fn pixels(&self, source: &mut dyn PaintSource) -> Option<Vec<Option<Rc<Pixmap>>>> {
        for (which, known) in &self.others {
            if !same(source.pixels(*which).as_ref(), known.as_ref()) {
                return None;
            }
        }
        let pixels = self.canvases.iter().map(|draw| {
            let pixels = source.pixels(ReplacedPixels::Canvas(draw.handle));
            let size = pixels.as_ref().map(|pixels| (pixels.width(), pixels.height()));
            (size == draw.size).then_some(pixels)
        });
        pixels.collect()
    }
}

impl Document {
    /// [`Document::paint`], for somebody who paints again and again: a document that was changed by nothing but
    /// [`Document::apply`], by scrolling, by its viewport and by time is painted anew only if something other than the pixels of
    /// canvases is another.
    pub fn painted(&mut self, source: &mut dyn PaintSource) -> Option<Cow<'_, Pixmap>> {
        self.update();
        let last = std::mem::take(&mut self.last);
        let known = last.revision == Some(self.revision);
        let first = !known || last.stage.is_some();
        self.last.revision = Some(self.revision);
        if let (true, Some(stage)) = (known, last.stage)
            && let Some(pixels) = stage.pixels(source)
        {
            self.last.stage = self.with_canvases(stage, &pixels);
        } else {
            // What is painted a second time is worth a copy.
            let (picture, put_off) = self.paint_putting_off(source, !first)?;
            let Some((base, put_off)) = put_off else {
                return Some(Cow::Owned(picture));
            };
            self.last.stage = Some(put_off.stage(base, picture));
        }
        self.last.stage.as_ref().map(|stage| Cow::Borrowed(&stage.picture))
    }

    /// The picture before, with what its canvases show now.
    fn with_canvases(&mut self, stage: Stage, pixels: &[Option<Rc<Pixmap>>]) -> Option<Stage> {
        let effects = std::mem::take(&mut self.effects);
        let mut surface = Surface::new(stage.picture, effects);
        for draw in &stage.canvases {
            surface.put_back(&stage.base, draw.region());
        }
        for (draw, pixels) in stage.canvases.iter().zip(pixels) {
            if let Some(pixels) = pixels {
                draw.draw(&mut surface, pixels);
            }
        }
        let (picture, effects) = surface.finish();
        self.effects = effects;
        Some(Stage {
            picture: picture?,
            ..stage
        })
    }
}
