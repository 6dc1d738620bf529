//! Clips: the region drawings are cut to (HTML § 4.12.5.1.11, "clip").

use std::rc::Rc;

use oracade_text::coverage::{Coverage, PixelRect};
use tiny_skia::{FillRule, Path};

use super::Raster;
use crate::blend::div255;
use crate::shape::as_rect;

/// A clip: a rectangle of pixels, and coverage inside it where it is not simply that.
#[derive(Clone)]
pub(super) struct Clip {
    pub(super) rect: PixelRect,
    pub(super) mask: Option<Rc<Coverage>>,
}

impl Raster<'_> {
    pub(super) fn clip(&self) -> Clip {
        let whole = self.canvas_rect();
        self.state.clips.last().cloned().unwrap_or(Clip { rect: whole, mask: None })
    }

    pub(super) fn push_clip(&mut self, path: Option<&Path>, rule: FillRule) {
        let outer = self.clip();
        let nothing = Clip {
            rect: PixelRect::new(0, 0, 0, 0),
            mask: None,
        };
        let Some(path) = path else {
            return self.state.clips.push(nothing);
        };
        if let Some([x0, y0, x1, y1]) = as_rect(path)
            && [x0, y0, x1, y1].iter().all(|v| v.fract() == 0.0 && v.abs() < 1.0e9)
        {
            let rect = PixelRect::new(x0 as i32, y0 as i32, x1 as i32, y1 as i32).intersect(&outer.rect);
            let mask = if rect == outer.rect {
                outer.mask
            } else {
                outer.mask.map(|mask| Rc::new(crop(&mask, rect)))
            };
            return self.state.clips.push(Clip { rect, mask });
        }
        let inner = self
            .buffers
            .rasterizer
            .coverage(path, tiny_skia::Transform::identity(), rule, outer.rect);
        let Some(mut inner) = inner else {
            return self.state.clips.push(nothing);
        };
        if let Some(mask) = outer.mask {
            let width = inner.rect.width();
            for y in inner.rect.y0..inner.rect.y1 {
                let from = mask.row(y);
                let skip = (inner.rect.x0 - mask.rect.x0) as usize;
                let start = (y - inner.rect.y0) as usize * width;
                for (slot, outer) in inner.data[start..start + width].iter_mut().zip(from.iter().skip(skip)) {
                    *slot = div255(u32::from(*slot) * u32::from(*outer)) as u8;
                }
            }
        }
        self.state.clips.push(Clip {
            rect: inner.rect,
            mask: Some(Rc::new(inner)),
        });
    }
}

fn crop(mask: &Coverage, rect: PixelRect) -> Coverage {
    let rect = rect.intersect(&mask.rect);
    let mut out = Coverage::empty(rect);
    if rect.is_empty() {
        return out;
    }
    let width = rect.width();
    for (index, y) in (rect.y0..rect.y1).enumerate() {
        let skip = (rect.x0 - mask.rect.x0) as usize;
        if let (Some(slots), Some(from)) = (
            out.data.get_mut(index * width..(index + 1) * width),
            mask.row(y).get(skip..skip + width),
        ) {
            slots.copy_from_slice(from);
        }
    }
    out
}
