//! Scrolling (CSSOM View §4): offsets, their limits, and scrolling into view.

use crate::Document;
use crate::boxes::{BoxId, BoxKind, BoxTree, Rect};
use crate::dom::tree::Node;
use style::computed_values::position::T as Position;
use style::values::specified::box_::Overflow;

/// Alignment of `scrollIntoView`.
#[derive(Clone, Copy, PartialEq)]
enum Align {
    Start,
    Center,
    End,
    Nearest,
    /// In the middle if nothing of it is to be seen, else as near as it takes.
    CenterIfNeeded,
}

fn align(keyword: &str) -> Align {
    match keyword {
        "center" => Align::Center,
        "end" => Align::End,
        "nearest" => Align::Nearest,
        "center-if-needed" => Align::CenterIfNeeded,
        _ => Align::Start,
    }
}

impl Document {
    /// Size of what a box can scroll over: its scrollable overflow, at least its padding box.
    fn scroll_size(&self, boxes: &BoxTree, id: BoxId) -> (f64, f64) {
        let b = boxes.get(id);
        let viewport = self.viewport();
        let (port, overflow) = if id == BoxId::ROOT {
            ((viewport.width, viewport.height), b.layout.scrollable_overflow_rect)
        } else {
            let border = b.border();
            let outer = b.border_box();
            (
                (
                    outer.width - border.left - border.right,
                    outer.height - border.top - border.bottom,
                ),
                b.layout.scrollable_overflow_rect,
            )
        };
        let side = |v: f32, port: f64| crate::boxes::snap(v).max(port);
        let _ = overflow;
        let extent = self.overflow_extent(boxes, id);
        (side(extent.0, port.0), side(extent.1, port.1))
    }

    /// Right and bottom edge of everything laid out inside a box, relative to its padding edge, as layout gives them.
    fn overflow_extent(&self, boxes: &BoxTree, id: BoxId) -> (f32, f32) {
        let b = boxes.get(id);
        let rect = b.layout.scrollable_overflow_rect;
        let (mut right, mut bottom) = (rect.right, rect.bottom);
        if id == BoxId::ROOT {
            // Out-of-flow boxes of the initial containing block count, fixed ones do not.
            for child in boxes.get(id).hoisted.iter().chain(&boxes.get(id).children) {
                let child = boxes.get(*child);
                if child.style.get_box().position == style::computed_values::position::T::Fixed {
                    continue;
                }
                let at = child.border_box();
                let own = child.layout.scrollable_overflow_rect;
                let clips = child.clips();
                let (w, h) = if clips {
                    (at.width as f32, at.height as f32)
                } else {
                    ((at.width as f32).max(own.right), (at.height as f32).max(own.bottom))
                };
                right = right.max(at.x as f32 + w);
                bottom = bottom.max(at.y as f32 + h);
            }
        }
        (right, bottom)
    }

    pub(super) fn max_scroll(&self, boxes: &BoxTree, id: BoxId) -> (f64, f64) {
        let size = self.scroll_size(boxes, id);
        let port = self.port(boxes, id);
        ((size.0 - port.0).max(0.0), (size.1 - port.1).max(0.0))
    }

    /// Size of the scrollport.
    pub(super) fn port(&self, boxes: &BoxTree, id: BoxId) -> (f64, f64) {
        if id == BoxId::ROOT {
            let viewport = self.viewport();
            return (viewport.width, viewport.height);
        }
        let b = boxes.get(id);
        let border = b.border();
        let outer = b.border_box();
        (
            (outer.width - border.left - border.right).max(0.0),
            (outer.height - border.top - border.bottom).max(0.0),
        )
    }

    /// The box whose offset an element's scroll position is: the viewport's for the root element and the document.
    pub(super) fn scroller(&self, boxes: &BoxTree, node: u32) -> Option<BoxId> {
        if self.stands_for_viewport(node) {
            return Some(BoxId::ROOT);
        }
        boxes
            .of_node(node)
            .first()
            .copied()
            .filter(|id| boxes.get(*id).kind != BoxKind::Inline)
    }

    /// `scrollLeft`, `scrollTop`, `scrollWidth`, `scrollHeight`.
    pub fn scroll_rect(&mut self, node: u32) -> Rect {
        self.update();
        let Some(boxes) = self.current_boxes() else {
            return Rect::default();
        };
        let Some(id) = self.scroller(boxes, node) else {
            return Rect::default();
        };
        let (width, height) = self.scroll_size(boxes, id);
        let (x, y) = self.scroll_of(boxes, id);
        let round = |v: f64| libm::floor(v + 0.5);
        Rect {
            x,
            y,
            width: round(width),
            height: round(height),
        }
    }

    /// Sets an element's scroll offset (of the viewport for node 1 and the root element), clamped. True if it moved.
    pub fn scroll_to(&mut self, node: u32, x: f64, y: f64) -> bool {
        self.update();
        let Some(boxes) = self.current_boxes() else {
            return false;
        };
        let Some(id) = self.scroller(boxes, node) else {
            return false;
        };
        self.set_scroll(id, x, y)
    }

    fn set_scroll(&mut self, id: BoxId, x: f64, y: f64) -> bool {
        let Some(boxes) = self.current_boxes() else {
            return false;
        };
        if id != BoxId::ROOT && !boxes.get(id).is_scroll_container() {
            return false;
        }
        let max = self.max_scroll(boxes, id);
        let clamp = |v: f64, max: f64| {
            if v.is_finite() { v.clamp(0.0, max) } else { 0.0 }
        };
        let new = (clamp(x, max.0), clamp(y, max.1));
        let old = self.scroll_of(boxes, id);
        if new == old {
            return false;
        }
        let node = boxes.get(id).node;
        self.revision += 1;
        if id == BoxId::ROOT {
            self.scroll = new;
        } else {
            if let Some(element) = self.tree.get_mut(node).and_then(Node::element_mut) {
                element.scroll = new;
            }
            if let Some(boxes) = &mut self.boxes {
                boxes.get_mut(id).scroll = new;
            }
        }
        true
    }

    /// After layout no offset may exceed its limit.
    pub(crate) fn clamp_scrolls(&mut self) {
        let scrolled: Vec<BoxId> = self.current_boxes().map_or_else(Vec::new, |boxes| {
            (0..boxes.len() as u32)
                .map(BoxId)
                .filter(|id| self.scroll_of(boxes, *id) != (0.0, 0.0))
                .collect()
        });
        for id in scrolled {
            let Some(boxes) = self.current_boxes() else {
                return;
            };
            let (x, y) = self.scroll_of(boxes, id);
            self.set_scroll(id, x, y);
        }
    }

    /// The nearest ancestor (or the element itself) that a wheel over it scrolls in a direction; 1 for the viewport, 0: none.
    pub fn wheel_target(&mut self, node: u32, dx: f64, dy: f64) -> u32 {
        self.update();
        let Some(boxes) = self.current_boxes() else {
            return 0;
        };
        let mut current = boxes.of_node(node).first().copied();
        while let Some(id) = current {
            let b = boxes.get(id);
            let can_user = |overflow: Overflow| matches!(overflow, Overflow::Auto | Overflow::Scroll);
            let style = b.style.get_box();
            let is_root = id == BoxId::ROOT;
            // The viewport scrolls by itself unless what is propagated to it says otherwise (CSS Overflow 3 §3.3).
            let (own_x, own_y) = match boxes.viewport_overflow.map(|from| boxes.get(from)) {
                Some(from) if is_root => {
                    let from = from.style.get_box();
                    let auto = |overflow: Overflow| {
                        if overflow == Overflow::Visible {
                            Overflow::Auto
                        } else {
                            overflow
                        }
                    };
                    (auto(from.overflow_x), auto(from.overflow_y))
                }
                _ if is_root => (Overflow::Auto, Overflow::Auto),
                _ => (style.overflow_x, style.overflow_y),
            };
            let max = self.max_scroll(boxes, id);
            let at = self.scroll_of(boxes, id);
            let room = |delta: f64, at: f64, max: f64| (delta > 0.0 && at < max) || (delta < 0.0 && at > 0.0);
            let scrolls = is_root || b.is_scroll_container();
            if scrolls && can_user(own_x) && room(dx, at.0, max.0) || scrolls && can_user(own_y) && room(dy, at.1, max.1) {
                return b.node;
            }
            current = b.geometry_parent;
        }
        0
    }

    /// `scrollIntoView({block, inline})`: the scrollers that moved, innermost first.
    pub fn scroll_into_view(&mut self, node: u32, block: &str, inline: &str) -> Vec<ScrollMove> {
        self.update();
        let mut moved = Vec::new();
        let Some(mut current) = self.principal(node) else {
            return moved;
        };
        while let Some(boxes) = self.current_boxes() {
            let Some(parent) = boxes.get(current).geometry_parent else {
                break;
            };
            // What is fixed does not move with the viewport.
            let is_fixed = boxes.get(current).style.get_box().position == Position::Fixed;
            current = parent;
            let is_root = current == BoxId::ROOT;
            if is_root && is_fixed {
                break;
            }
            if !is_root && !boxes.get(current).is_scroll_container() {
                continue;
            }
            let mut target = self.bounding_rect(node);
            if let Some(boxes) = self.current_boxes()
                && let Some(id) = self.principal(node)
            {
                target = super::snap::grown(boxes.get(id), target);
            }
            let Some(boxes) = self.current_boxes() else {
                break;
            };
            let port = if is_root {
                let viewport = self.viewport();
                Rect {
                    x: 0.0,
                    y: 0.0,
                    width: viewport.width,
                    height: viewport.height,
                }
            } else {
                let b = boxes.get(current);
                let border = b.border();
                let outer = b.border_box();
                let inner = Rect { x: 0.0, y: 0.0, ..outer }.inset(border);
                self.to_viewport(boxes, current).bounds(inner)
            };
            let styled = if is_root {
                self.tree.root_element().and_then(|root| self.principal(root.id))
            } else {
                Some(current)
            };
            let port = match styled {
                Some(styled) => port.inset(super::snap::padding_of(&boxes.get(styled).style, (port.width, port.height))),
                None => port,
            };
            let dx = delta(align(inline), target.x, target.width, port.x, port.width);
            let dy = delta(align(block), target.y, target.height, port.y, port.height);
            let (x, y) = self.scroll_of(boxes, current);
            let owner = boxes.get(current).node;
            let (wanted_x, wanted_y) = self.snapped_scroll(owner, x + dx, y + dy);
            if self.set_scroll(current, wanted_x, wanted_y)
                && let Some(boxes) = self.current_boxes()
            {
                moved.push(ScrollMove {
                    node: owner,
                    from: (x, y),
                    to: self.scroll_of(boxes, current),
                });
            }
            if is_root {
                break;
            }
        }
        moved
    }
}

/// A scroller whose offset changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScrollMove {
    /// Its element; 1 for the viewport.
    pub node: u32,
    /// The offset before.
    pub from: (f64, f64),
    /// The offset now.
    pub to: (f64, f64),
}

/// How far to scroll so that a target lies as asked in the scrollport.
fn delta(align: Align, at: f64, size: f64, port: f64, extent: f64) -> f64 {
    let start = at - port;
    let end = (at + size) - (port + extent);
    match align {
        Align::Start => start,
        Align::End => end,
        Align::Center => (start + end) / 2.0,
        Align::CenterIfNeeded if end - size >= 0.0 || start + size <= 0.0 => (start + end) / 2.0,
        Align::Nearest | Align::CenterIfNeeded => {
            if (start >= 0.0 && end <= 0.0) || (start <= 0.0 && end >= 0.0) {
                0.0
            } else if (start < 0.0) == (size <= extent) {
                start
            } else {
                end
            }
        }
    }
}
