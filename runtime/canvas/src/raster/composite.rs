//! Compositing of shapes: shadow, filter, clip and operator (HTML § 4.12.5.1.21, drawing model).

use oracade_text::coverage::PixelRect;

use super::Raster;
use super::clip::Clip;
use crate::blend::{CompositeOp, blend_row, blend_run};
use crate::effects::{self, Layer};
use crate::fill::{Buffers, Ground, Region, fill};
use crate::shape::Shape;
use crate::source::Source;

impl Raster<'_> {
    /// Draws a shape with shadow, filter and compositing.
    pub(super) fn draw(&mut self, shape: &Shape, source: &Source) {
        let mode = self.state.composite;
        let (color, blur, sx, sy) = self.state.shadow;
        let shadow = color[3] > 0.0 && (blur > 0.0 || sx != 0.0 || sy != 0.0) && mode != CompositeOp::Copy;
        let filters = self.state.filters.clone();
        if matches!(source, Source::Nothing) && !mode.is_unbounded() && mode != CompositeOp::Clear {
            return;
        }
        if !shadow && filters.is_empty() && !mode.is_unbounded() {
            return self.composite(shape, source, mode);
        }
        if mode == CompositeOp::Clear {
            // With a shadow or a filter Chromium draws by way of a layer, and clears all of it.
            let nothing = Layer::new(PixelRect::new(0, 0, 0, 0));
            return self.merge(&nothing, CompositeOp::Copy, &self.clip(), (0, 0));
        }
        let clip = self.clip();
        if clip.rect.is_empty() {
            return;
        }
        let sigma = blur / 2.0;
        let offset = (
            sx.clamp(-32768.0, 32768.0).round() as i32,
            sy.clamp(-32768.0, 32768.0).round() as i32,
        );
        let mut margin = effects::filter_reach(&filters);
        if shadow {
            margin = margin.saturating_add(effects::reach(sigma));
        }
        // All that can reach the clip, and where the shape is.
        let mut needed = clip.rect.grow(margin);
        if shadow {
            let moved = needed.offset(-offset.0, -offset.1);
            needed = PixelRect::new(
                needed.x0.min(moved.x0),
                needed.y0.min(moved.y0),
                needed.x1.max(moved.x1),
                needed.y1.max(moved.y1),
            );
        }
        let rect = shape.bounds().intersect(&needed).grow(margin).intersect(&needed.grow(margin));
        if rect.is_empty() || rect.width() as u64 * rect.height() as u64 > 1 << 28 {
            if mode.is_unbounded() {
                self.merge(&Layer::new(PixelRect::new(0, 0, 0, 0)), mode, &clip, (0, 0));
            }
            return;
        }
        let mut layer = Layer::new(rect);
        fill_layer(&mut layer, shape, source, &mut self.buffers);
        effects::apply(&mut layer, &filters);
        if shadow {
            let mut color = color;
            // The shape's own alpha, with globalAlpha in it, weakens the shadow.
            color[3] = color[3].min(1.0);
            let below = effects::shadow(&layer, sigma, color);
            self.merge(&below, mode, &clip, offset);
        }
        self.merge(&layer, mode, &clip, (0, 0));
    }

    /// Composites a layer, moved by an offset, onto the canvas inside a clip.
    pub(super) fn merge(&mut self, layer: &Layer, mode: CompositeOp, clip: &Clip, (dx, dy): (i32, i32)) {
        let placed = layer.rect.offset(dx, dy);
        let area = if mode.is_unbounded() {
            clip.rect
        } else {
            placed.intersect(&clip.rect)
        };
        if area.is_empty() {
            return;
        }
        let width = area.width();
        let stride = self.pixmap.width() as usize * 4;
        let row = &mut self.buffers.row;
        for y in area.y0..area.y1 {
            let (x0, x1) = (area.x0.max(placed.x0), area.x1.min(placed.x1));
            let pixels = if area == placed.intersect(&clip.rect) {
                layer.row(area.x0 - dx, y - dy, width)
            } else {
                // Around the layer the source is transparent.
                row.clear();
                row.resize(width, [0; 4]);
                if y >= placed.y0 && y < placed.y1 && x0 < x1 {
                    let from = layer.row(x0 - dx, y - dy, (x1 - x0) as usize);
                    let start = (x0 - area.x0) as usize;
                    if let Some(slots) = row.get_mut(start..start + from.len()) {
                        slots.copy_from_slice(from);
                    }
                }
                &*row
            };
            let start = y as usize * stride + area.x0 as usize * 4;
            let Some(ground) = self.pixmap.data_mut().get_mut(start..start + width * 4) else {
                continue;
            };
            let skip = clip.mask.as_ref().map_or(0, |mask| (area.x0 - mask.rect.x0) as usize);
            match clip.mask.as_ref().and_then(|mask| mask.row(y).get(skip..skip + width)) {
                Some(covered) => blend_row(mode, pixels, covered, ground),
                None => blend_run(mode, pixels, 255, ground),
            }
        }
    }

    /// Composites a shape directly, inside the clip.
    pub(super) fn composite(&mut self, shape: &Shape, source: &Source, mode: CompositeOp) {
        let clip = self.clip();
        let region = Region {
            rect: clip.rect,
            mask: clip.mask.as_deref(),
        };
        let ground = Ground {
            rect: self.canvas_rect(),
            data: self.pixmap.data_mut(),
        };
        fill(ground, shape, source, mode, &region, &mut self.buffers);
    }
}

/// Fills a shape on a layer of its own.
fn fill_layer(layer: &mut Layer, shape: &Shape, source: &Source, buffers: &mut Buffers) {
    let region = Region {
        rect: layer.rect,
        mask: None,
    };
    let ground = Ground {
        rect: layer.rect,
        data: &mut layer.data,
    };
    fill(ground, shape, source, CompositeOp::SourceOver, &region, buffers);
}
