//! Scroll snapping (CSS Scroll Snap 1): where a scroll comes to rest.

use crate::Document;
use crate::boxes::{BoxId, BoxTree, Edges, Rect};
use crate::style::text_properties;
use style::properties::ComputedValues;

/// How near a place to rest must be, in parts of the scrollport, where resting is not mandatory.
const PROXIMITY: f64 = 1.0 / 3.0;

/// Where along one axis a box may come to rest.
struct Axis {
    /// The wanted offset, and the largest.
    wanted: f64,
    max: f64,
    /// Length of the scrollport.
    port: f64,
    best: Option<f64>,
}

impl Axis {
    /// Takes an alignment of a box into account; `start` and `size` are those of the box in what is scrolled.
    fn offer(&mut self, align: &str, start: f64, size: f64) {
        let at = match align {
            "start" => start,
            "center" => start + (size - self.port) / 2.0,
            "end" => start + size - self.port,
            _ => return,
        };
        let at = at.clamp(0.0, self.max);
        let nearer = |best: f64| (at - self.wanted).abs() < (best - self.wanted).abs();
        if self.best.is_none_or(nearer) {
            self.best = Some(at);
        }
    }

    fn rest(&self, strict: bool) -> f64 {
        match self.best {
            Some(best) if strict || (best - self.wanted).abs() <= self.port * PROXIMITY => best,
            _ => self.wanted,
        }
    }
}

impl Document {
    /// Where a scroll of an element (the viewport for node 1 and the root element) to an offset comes to rest.
    pub fn snapped_scroll(&mut self, node: u32, x: f64, y: f64) -> (f64, f64) {
        self.update();
        let Some(boxes) = self.current_boxes() else {
            return (x, y);
        };
        let Some(id) = self.scroller(boxes, node) else {
            return (x, y);
        };
        // What the root element says is said of the viewport.
        let styled = if id == BoxId::ROOT {
            self.tree
                .root_element()
                .and_then(|root| boxes.of_node(root.id).first().copied())
        } else {
            Some(id)
        };
        let Some(styled) = styled else { return (x, y) };
        let style = &boxes.get(styled).style;
        let Some(text) = text_properties::keyword(style, "scroll-snap-type") else {
            return (x, y);
        };
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let along = |names: &[&str]| words.first().is_some_and(|axis| names.contains(axis));
        let (across, down) = (along(&["x", "inline", "both"]), along(&["y", "block", "both"]));
        if !(across || down) || !x.is_finite() || !y.is_finite() {
            return (x, y);
        }
        let strict = words.get(1) == Some(&"mandatory");
        let (max, port) = (self.max_scroll(boxes, id), self.port(boxes, id));
        let padding = padding_of(style, port);
        let port = (port.0 - padding.left - padding.right, port.1 - padding.top - padding.bottom);
        let axis = |wanted: f64, max: f64, port: f64| Axis {
            wanted: wanted.clamp(0.0, max),
            max,
            port,
            best: None,
        };
        let (mut horizontal, mut vertical) = (axis(x, max.0, port.0), axis(y, max.1, port.1));
        for (target, rect) in self.snap_areas(boxes, id) {
            let align = text_properties::keyword(&boxes.get(target).style, "scroll-snap-align").unwrap_or_default();
            let mut words = align.split_ascii_whitespace();
            let block = words.next().unwrap_or("none");
            let inline = words.next().unwrap_or(block);
            horizontal.offer(inline, rect.x - padding.left, rect.width);
            vertical.offer(block, rect.y - padding.top, rect.height);
        }
        (
            if across { horizontal.rest(strict) } else { x },
            if down { vertical.rest(strict) } else { y },
        )
    }

    /// The boxes a scroller snaps to, with their areas in what it scrolls.
    fn snap_areas(&self, boxes: &BoxTree, id: BoxId) -> Vec<(BoxId, Rect)> {
        let mut areas = Vec::new();
        let border = boxes.get(id).border();
        let mut todo = vec![(id, (-border.left, -border.top))];
        while let Some((id, at)) = todo.pop() {
            let b = boxes.get(id);
            for child in b.children.iter().chain(&b.hoisted).rev() {
                let inner = boxes.get(*child);
                if inner.geometry_parent != Some(id) || inner.kind == crate::boxes::BoxKind::Inline {
                    continue;
                }
                let rect = inner.border_box().translated(at.0, at.1);
                if !inner.is_anonymous() && text_properties::keyword(&inner.style, "scroll-snap-align").is_some() {
                    areas.push((*child, grown(inner, rect)));
                }
                if !inner.is_scroll_container() {
                    todo.push((*child, (rect.x, rect.y)));
                }
            }
        }
        areas
    }
}

/// A box with its `scroll-margin`.
pub(super) fn grown(b: &crate::boxes::LayoutBox, rect: Rect) -> Rect {
    if b.is_anonymous() {
        return rect;
    }
    let px = |name: &str| -text_properties::side(&b.style, name, 0.0);
    rect.inset(Edges {
        top: px("scroll-margin-top"),
        right: px("scroll-margin-right"),
        bottom: px("scroll-margin-bottom"),
        left: px("scroll-margin-left"),
    })
}

/// What a scroller's `scroll-padding` takes of its scrollport.
pub(super) fn padding_of(style: &ComputedValues, port: (f64, f64)) -> Edges {
    let side = |name: &str, basis: f64| text_properties::side(style, name, basis).max(0.0);
    Edges {
        top: side("scroll-padding-top", port.1),
        right: side("scroll-padding-right", port.0),
        bottom: side("scroll-padding-bottom", port.1),
        left: side("scroll-padding-left", port.0),
    }
}
