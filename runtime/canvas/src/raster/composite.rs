//! Compositing of shapes: shadow, filter, clip and operator (HTML § 4.12.5.1.21, drawing model).

use oracade_text::coverage::{PixelRect, Rasterizer};

use super::Raster;
use super::clip::Clip;
use crate::blend::{CompositeOp, Px, blend_row, div255};
use crate::effects::{self, Layer};
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
        fill_layer(&mut layer, shape, source, &mut self.rasterizer, &mut self.row);
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
        let full = vec![255_u8; width];
        let stride = self.pixmap.width() as usize * 4;
        for y in area.y0..area.y1 {
            self.row.clear();
            self.row.resize(width, [0; 4]);
            if y >= placed.y0 && y < placed.y1 {
                let (x0, x1) = (area.x0.max(placed.x0), area.x1.min(placed.x1));
                if x0 < x1 {
                    let from = layer.row(x0 - dx, y - dy, (x1 - x0) as usize);
                    let start = (x0 - area.x0) as usize;
                    if let Some(slots) = self.row.get_mut(start..start + from.len()) {
                        slots.copy_from_slice(from);
                    }
                }
            }
            let covered = match &clip.mask {
                Some(mask) => {
                    let skip = (area.x0 - mask.rect.x0) as usize;
                    mask.row(y).get(skip..skip + width).unwrap_or(&full)
                }
                None => &full,
            };
            let start = y as usize * stride + area.x0 as usize * 4;
            if let Some(ground) = self.pixmap.data_mut().get_mut(start..start + width * 4) {
                blend_row(mode, &self.row, covered, ground);
            }
        }
    }

    /// Composites a shape directly, inside the clip.
    pub(super) fn composite(&mut self, shape: &Shape, source: &Source, mode: CompositeOp) {
        let clip = self.clip();
        if clip.rect.is_empty() {
            return;
        }
        let area = clip.rect.intersect(&self.canvas_rect());
        let stride = self.pixmap.width() as usize * 4;
        let data = self.pixmap.data_mut();
        let row = &mut self.row;
        let covered = &mut self.coverage;
        let opaque = match source {
            Source::Solid(color) if mode == CompositeOp::SourceOver && clip.mask.is_none() => Some(*color),
            _ => None,
        };
        shape.spans(&mut self.rasterizer, area, &mut |x, y, len, coverage| {
            let start = y as usize * stride + x as usize * 4;
            let Some(ground) = data.get_mut(start..start + len * 4) else {
                return;
            };
            if let Some(color) = opaque {
                return solid_over(color, coverage, ground);
            }
            if row.len() < len {
                row.resize(len, [0; 4]);
            }
            let row = &mut row[..len];
            source.fetch(x, y, row);
            covered.clear();
            match &clip.mask {
                Some(mask) => {
                    let skip = (x - mask.rect.x0) as usize;
                    let from = mask.row(y).get(skip..skip + len).unwrap_or(&[]);
                    covered.extend(from.iter().map(|outer| div255(u32::from(*outer) * u32::from(coverage)) as u8));
                }
                None => covered.resize(len, coverage),
            }
            blend_row(mode, row, covered, ground);
        });
    }
}

/// Source-over of one colour on a row, the path most shapes take.
fn solid_over(color: Px, coverage: u8, ground: &mut [u8]) {
    let color = if coverage == 255 {
        color
    } else {
        crate::blend::scale(color, u32::from(coverage))
    };
    let pixels = ground.as_chunks_mut::<4>().0;
    match color[3] {
        0 => {}
        255 => pixels.fill(color),
        _ => {
            for pixel in pixels {
                *pixel = crate::blend::over(color, *pixel);
            }
        }
    }
}

fn fill_layer(layer: &mut Layer, shape: &Shape, source: &Source, rasterizer: &mut Rasterizer, row: &mut Vec<Px>) {
    let rect = layer.rect;
    let width = rect.width();
    let mut covered = Vec::new();
    shape.spans(rasterizer, rect, &mut |x, y, len, coverage| {
        row.resize(len, [0; 4]);
        source.fetch(x, y, row);
        covered.clear();
        covered.resize(len, coverage);
        let start = ((y - rect.y0) as usize * width + (x - rect.x0) as usize) * 4;
        if let Some(ground) = layer.data.get_mut(start..start + len * 4) {
            blend_row(CompositeOp::SourceOver, row, &covered, ground);
        }
    });
}
