//! Rectangles of elements (CSSOM View §6, §7, §8).

use super::geometry::is_transformed;
use crate::Document;
use crate::boxes::{BoxId, BoxKind, BoxTree, Rect};
use style::computed_values::position::T as Position;

impl Document {
    /// `getBoundingClientRect()`; all zero without a box.
    pub fn bounding_rect(&mut self, node: u32) -> Rect {
        let rects = self.client_rects(node);
        let solid = rects
            .iter()
            .copied()
            .filter(|r| r.width != 0.0 && r.height != 0.0)
            .reduce(Rect::union);
        solid.or(rects.first().copied()).unwrap_or_default()
    }

    /// `getClientRects()`: border boxes relative to the viewport, transforms included.
    pub fn client_rects(&mut self, node: u32) -> Vec<Rect> {
        self.update();
        let Some(boxes) = self.current_boxes() else {
            return Vec::new();
        };
        let mut rects = Vec::new();
        for id in boxes.of_node(node) {
            let b = boxes.get(*id);
            let transform = self.to_viewport(boxes, *id);
            if b.kind == BoxKind::Inline {
                rects.extend(b.fragments.iter().map(|fragment| transform.bounds(fragment.rect)));
            } else {
                let rect = b.border_box();
                rects.push(transform.bounds(Rect { x: 0.0, y: 0.0, ..rect }));
            }
        }
        if rects.is_empty()
            && let Some(rect) = self.svg_client_rect(node)
        {
            rects.push(rect);
        }
        if rects.is_empty()
            && let Some(id) = boxes.of_node(node).first()
        {
            // An inline box that ended up on no line still has a position.
            let transform = self.to_viewport(boxes, *id);
            rects.push(transform.bounds(Rect::default()));
        }
        rects
    }

    /// `offsetLeft`, `offsetTop`, `offsetWidth`, `offsetHeight` and the id of `offsetParent` (0: none).
    pub fn offset_rect(&mut self, node: u32) -> (Rect, u32) {
        self.update();
        let Some(boxes) = self.current_boxes() else {
            return (Rect::default(), 0);
        };
        let Some(id) = boxes.of_node(node).first().copied() else {
            return (Rect::default(), 0);
        };
        let (x, y) = untransformed_origin(boxes, id);
        let size = own_rect(boxes, id);
        let round = |v: f64| libm::floor(v + 0.5);
        let is_body = self.tree.get(node).is_some_and(|n| n.is_html("body") || n.is_html("html"));
        let parent = if is_body || boxes.get(id).style.get_box().position == Position::Fixed {
            None
        } else {
            self.offset_parent(boxes, node)
        };
        let (mut px, mut py) = (0.0, 0.0);
        if let Some(parent) = parent
            && let Some(parent_box) = boxes.of_node(parent).first().copied()
            && !self
                .tree
                .get(parent)
                .is_some_and(|n| n.is_html("body") && boxes.get(parent_box).style.get_box().position == Position::Static)
        {
            let origin = untransformed_origin(boxes, parent_box);
            let border = boxes.get(parent_box).border();
            (px, py) = (origin.0 + border.left, origin.1 + border.top);
        }
        let rect = Rect {
            x: round(x - px),
            y: round(y - py),
            width: round(x + size.width) - round(x),
            height: round(y + size.height) - round(y),
        };
        let rect = if is_body { Rect { x: 0.0, y: 0.0, ..rect } } else { rect };
        (rect, parent.unwrap_or(0))
    }

    fn offset_parent(&self, boxes: &BoxTree, node: u32) -> Option<u32> {
        let own_position = boxes.get(*boxes.of_node(node).first()?).style.get_box().position;
        let own = self.tree.get(node)?;
        let mut current = own.flat_parent();
        while let Some(candidate) = current {
            // What is inside of shadow trees around the element is not shown to it.
            if !own.sees(candidate) {
                current = candidate.flat_parent();
                continue;
            }
            let style = candidate.primary_style()?;
            let positioned = style.get_box().position != Position::Static || is_transformed(&style);
            if positioned
                || candidate.is_html("body")
                || (own_position == Position::Static
                    && (candidate.is_html("td") || candidate.is_html("th") || candidate.is_html("table")))
            {
                return Some(candidate.id);
            }
            current = candidate.flat_parent();
        }
        None
    }

    /// True for the document and the element whose box stands for the viewport: the root, in quirks mode the body.
    pub(super) fn stands_for_viewport(&self, node: u32) -> bool {
        let Some(root) = self.tree.root_element().filter(|_| node != 1) else {
            return node == 1;
        };
        if self.engine.quirks() {
            root.children()
                .find(|child| child.is_html("body"))
                .is_some_and(|body| body.id == node)
        } else {
            root.id == node
        }
    }

    /// `clientLeft`, `clientTop`, `clientWidth`, `clientHeight`; of the root element the viewport's size.
    pub fn client_rect(&mut self, node: u32) -> Rect {
        self.update();
        let viewport = self.viewport();
        if self.stands_for_viewport(node) {
            return Rect {
                x: 0.0,
                y: 0.0,
                width: viewport.width,
                height: viewport.height,
            };
        }
        let Some(boxes) = self.current_boxes() else {
            return Rect::default();
        };
        let Some(id) = boxes.of_node(node).first() else {
            return Rect::default();
        };
        let b = boxes.get(*id);
        if b.kind == BoxKind::Inline {
            return Rect::default();
        }
        let border = b.border();
        let outer = b.border_box();
        let round = |v: f64| libm::floor(v + 0.5);
        Rect {
            x: round(border.left),
            y: round(border.top),
            width: round(outer.width - border.left - border.right),
            height: round(outer.height - border.top - border.bottom),
        }
    }
}

/// Border box of a box (of an inline box: around its fragments) with no position.
fn own_rect(boxes: &BoxTree, id: BoxId) -> Rect {
    boxes.get(id).border_box()
}

/// Top left corner of the border box relative to the document, without transforms and scrolling.
fn untransformed_origin(boxes: &BoxTree, id: BoxId) -> (f64, f64) {
    let (mut x, mut y) = (0.0, 0.0);
    let mut current = Some(id);
    let mut guard = boxes.len() + 1;
    while let Some(id) = current
        && guard > 0
    {
        guard -= 1;
        let b = boxes.get(id);
        let rect = b.border_box();
        x += rect.x;
        y += rect.y;
        current = b.geometry_parent;
    }
    (x, y)
}
