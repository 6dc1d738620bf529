//! What is seen in perspective: painted flat, on a picture of its own, which is then drawn as it is seen.

use super::clip::pixels_of;
use super::surface::Surface;
use super::{EffectCache, Painter};
use crate::boxes::{BoxId, BoxTree, Rect};
use crate::query::geometry::Transform;
use crate::query::stacking::StackingContext;
use rustc_hash::FxHashSet;
use tiny_skia::Pixmap;

/// Longest side of such a picture in pixels.
const SIDE_MAX: f64 = 4096.0;
/// Room around a box for what it paints outside of it (shadows, outlines), px.
const AROUND: f64 = 96.0;

impl Painter<'_> {
    /// Paints a context whose root is seen in perspective. What has a depth of its own in it is drawn apart, where it is.
    pub(super) fn in_perspective(&mut self, context: &StackingContext, transform: &Transform, depth: u32) {
        let apart = self.boxes.get(context.root).keeps_depth();
        if apart {
            for child in &context.negative {
                self.context(child, depth + 1);
            }
        }
        self.plane(context, transform, |painter| painter.flat_context(context, depth, !apart));
        if apart {
            for child in &context.above {
                self.context(child, depth + 1);
            }
        }
    }

    fn plane(&mut self, context: &StackingContext, transform: &Transform, paint: impl FnOnce(&mut Self)) {
        let root = context.root;
        let clip = match self.boxes.geometry_parent(root) {
            Some(parent) if self.plane_root != Some(root) => self.clip_inside(parent),
            _ => self.surface.everything(),
        };
        let scale = self.ratio;
        let Some(back) = transform.invert() else { return };
        let ink = ink_of(self.boxes, root);
        let seen = if clip.rect.is_empty() {
            return;
        } else {
            pixels_of(ink, transform).intersect(&clip.rect)
        };
        if seen.is_empty() {
            return;
        }
        // A pixel more on each side lets edges fade.
        let (x, y) = ((ink.x * scale).floor() - 1.0, (ink.y * scale).floor() - 1.0);
        let side = |from: f64, to: f64| ((to * scale).ceil() + 1.0 - from).clamp(1.0, SIDE_MAX) as u32;
        let size = (side(x, ink.x + ink.width), side(y, ink.y + ink.height));
        let Some(pixels) = Pixmap::new(size.0, size.1) else { return };
        let onto = Transform {
            a: scale,
            d: scale,
            e: -x,
            f: -y,
            ..Transform::IDENTITY
        };
        // What it shows of canvases is not told.
        self.surface.put_off_no_longer();
        let surface = std::mem::replace(&mut self.surface, Surface::new(pixels, EffectCache::default()));
        let clips = std::mem::take(&mut self.clips);
        let inside = back.then(&onto);
        let flat = self.flat;
        self.flat = Some(flat.map_or(inside, |flat| flat.then(&inside)));
        let plane_root = self.plane_root.replace(root);
        paint(self);
        self.plane_root = plane_root;
        self.flat = flat;
        self.clips = clips;
        let (pixels, _) = std::mem::replace(&mut self.surface, surface).finish();
        let Some(pixels) = pixels else { return };
        let saved = std::mem::replace(&mut self.surface.clip, clip);
        let place = onto.invert().map(|from| from.then(transform));
        if let Some(place) = place {
            self.surface.seen(pixels.as_ref(), &place, &inside, seen);
        }
        self.surface.clip = saved;
    }
}

/// What a context may paint, in the coordinates of its root: its box and what overflows it.
fn ink_of(boxes: &BoxTree, root: BoxId) -> Rect {
    let mut around: Option<Rect> = None;
    let mut todo: Vec<(BoxId, (f64, f64))> = vec![(root, (0.0, 0.0))];
    let mut met: FxHashSet<BoxId> = FxHashSet::default();
    while let Some((id, at)) = todo.pop() {
        if !met.insert(id) {
            continue;
        }
        let b = boxes.get(id);
        let rect = b.border_box();
        let own = Rect {
            x: at.0,
            y: at.1,
            width: rect.width,
            height: rect.height,
        };
        around = Some(around.map_or(own, |around| around.union(own)));
        if b.clips() {
            continue;
        }
        for child in b.children.iter().chain(&b.hoisted) {
            let inner = boxes.get(*child).border_box();
            todo.push((*child, (at.0 + inner.x, at.1 + inner.y)));
        }
    }
    let around = around.unwrap_or_default();
    Rect {
        x: around.x - AROUND,
        y: around.y - AROUND,
        width: around.width + 2.0 * AROUND,
        height: around.height + 2.0 * AROUND,
    }
}

/// A transform without the traces of the arithmetic that made it.
pub(super) fn cleaned(t: &Transform) -> Transform {
    let clean = |v: f64| {
        let rounded = (v * 1e6).round() / 1e6;
        if (v - rounded).abs() < 1e-8 { rounded } else { v }
    };
    if !(t.g.abs() < 1e-9 && t.h.abs() < 1e-9) || t.i == 0.0 {
        return *t;
    }
    Transform {
        a: clean(t.a / t.i),
        b: clean(t.b / t.i),
        c: clean(t.c / t.i),
        d: clean(t.d / t.i),
        e: clean(t.e / t.i),
        f: clean(t.f / t.i),
        ..Transform::IDENTITY
    }
}
