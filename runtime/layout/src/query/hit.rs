//! Hit testing: painting order backwards.

use super::geometry::Transform;
use super::stacking::{FlowItem, StackingContext};
use crate::Document;
use crate::boxes::inline::{InlineContext, InlineItem, TextRun};
use crate::boxes::{BoxId, BoxKind, BoxPart, BoxTree, Rect};
use rustc_hash::FxHashMap;
use style::computed_values::{pointer_events::T as PointerEvents, visibility::T as Visibility};
use style::properties::ComputedValues;
use style::values::computed::Length;

struct Hits<'d> {
    document: &'d Document,
    boxes: &'d BoxTree,
    x: f64,
    y: f64,
    all: bool,
    /// Elements and the parts of them that were hit, topmost first.
    found: Vec<(u32, BoxPart)>,
    inverse: FxHashMap<BoxId, Option<Transform>>,
}

impl Document {
    /// The topmost element at a point of the viewport; 0 if there is none.
    pub fn hit(&mut self, x: f64, y: f64) -> u32 {
        self.hits(x, y, false).first().copied().unwrap_or(0)
    }

    /// All elements at a point, topmost first.
    pub fn hit_all(&mut self, x: f64, y: f64) -> Vec<u32> {
        self.hits(x, y, true)
    }

    fn hits(&mut self, x: f64, y: f64, all: bool) -> Vec<u32> {
        self.update();
        let viewport = self.viewport();
        let inside = Rect {
            x: 0.0,
            y: 0.0,
            width: viewport.width,
            height: viewport.height,
        };
        if !inside.contains(x, y) {
            return Vec::new();
        }
        let stacking = self.stacking_now();
        let Some(boxes) = self.current_boxes() else {
            return Vec::new();
        };
        let mut hits = Hits {
            document: self,
            boxes,
            x,
            y,
            all,
            found: Vec::new(),
            inverse: FxHashMap::default(),
        };
        hits.context(&stacking);
        let mut found: Vec<u32> = hits.found.into_iter().map(|(node, _)| node).collect();
        // A generated box counts as its element, which may be there again further below.
        found.dedup();
        // The root element takes what nothing else does: its background covers the canvas.
        if let Some(root) = self.tree.root_element()
            && !found.contains(&root.id)
            && root.primary_style().is_some_and(|style| takes_events(&style))
            && (all || found.is_empty())
        {
            found.push(root.id);
        }
        found
    }
}

fn takes_events(style: &ComputedValues) -> bool {
    style.get_inherited_ui().pointer_events != PointerEvents::None && style.get_inherited_box().visibility == Visibility::Visible
}

impl Hits<'_> {
    fn done(&self) -> bool {
        !self.all && !self.found.is_empty()
    }

    fn context(&mut self, context: &StackingContext) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            for child in context.above.iter().rev() {
                if self.done() {
                    return;
                }
                self.context(child);
            }
            for item in context.flow.iter().rev() {
                if self.done() {
                    return;
                }
                match item {
                    FlowItem::Box(id) => self.test_box(*id),
                    FlowItem::Lines(id) => self.lines(*id),
                    FlowItem::Atomic(child) => self.context(child),
                }
            }
            for child in context.negative.iter().rev() {
                if self.done() {
                    return;
                }
                self.context(child);
            }
            // Whoever asks knows of the top layer, and of the backdrops in it.
            let tested = context.root != BoxId::ROOT && self.boxes.get(context.root).part != BoxPart::Backdrop;
            if tested && !self.done() {
                self.test_box(context.root);
            }
        });
    }

    fn add(&mut self, node: u32, part: BoxPart) {
        if !self.found.contains(&(node, part)) {
            self.found.push((node, part));
        }
    }

    /// The point in the coordinates of a box's border box.
    fn local(&mut self, id: BoxId) -> Option<(f64, f64)> {
        let (document, boxes) = (self.document, self.boxes);
        let inverse = *self
            .inverse
            .entry(id)
            .or_insert_with(|| document.to_viewport(boxes, id).invert());
        inverse.map(|t| t.apply(self.x, self.y))
    }

    /// True if no ancestor cuts the box off at the point.
    fn unclipped(&mut self, id: BoxId) -> bool {
        let mut current = self.boxes.get(id).geometry_parent;
        while let Some(ancestor) = current {
            let b = self.boxes.get(ancestor);
            if b.clips() {
                let Some((x, y)) = self.local(ancestor) else {
                    return false;
                };
                let border = b.border();
                let outer = b.border_box();
                let inner = Rect { x: 0.0, y: 0.0, ..outer }.inset(border);
                if !inner.contains(x, y) || !inside_corners(&b.style, outer, x, y) {
                    return false;
                }
            }
            current = b.geometry_parent;
        }
        true
    }

    fn test_box(&mut self, id: BoxId) {
        let b = self.boxes.get(id);
        if b.kind == BoxKind::Replaced {
            self.picture(id);
        }
        // Rows and their groups are hit through their cells only.
        let is_row = matches!(b.kind, BoxKind::Row | BoxKind::RowGroup);
        if b.is_anonymous() || is_row || b.kind == BoxKind::Inline || !takes_events(&b.style) {
            if b.kind == BoxKind::Inline && takes_events(&b.style) {
                self.fragments(id);
            }
            return;
        }
        let Some((x, y)) = self.local(id) else { return };
        let rect = b.border_box();
        let outer = Rect { x: 0.0, y: 0.0, ..rect };
        if !self.done() && outer.contains(x, y) && inside_corners(&b.style, rect, x, y) && self.unclipped(id) {
            self.add(b.node, b.part);
        }
    }

    /// What an `svg` element shows at the point.
    fn picture(&mut self, id: BoxId) {
        let (document, boxes) = (self.document, self.boxes);
        let is_svg = document.tree.get(boxes.get(id).node).is_some_and(crate::svg::is_outermost);
        if !is_svg || !self.unclipped(id) {
            return;
        }
        let Some(at) = self.local(id) else { return };
        let mut inside = Vec::new();
        document.svg_hits(boxes, id, at, &mut inside);
        for node in inside {
            self.add(node, BoxPart::Element);
        }
    }

    fn fragments(&mut self, id: BoxId) {
        let b = self.boxes.get(id);
        let Some(block) = b.geometry_parent else {
            return;
        };
        let Some((x, y)) = self.local(block) else {
            return;
        };
        if b.fragments.iter().any(|fragment| fragment.rect.contains(x, y)) && self.unclipped_lines(block) {
            self.add(b.node, b.part);
        }
    }

    fn unclipped_lines(&mut self, block: BoxId) -> bool {
        let b = self.boxes.get(block);
        if b.clips() {
            let Some((x, y)) = self.local(block) else {
                return false;
            };
            let outer = b.border_box();
            let inner = Rect { x: 0.0, y: 0.0, ..outer }.inset(b.border());
            if !inner.contains(x, y) {
                return false;
            }
        }
        self.unclipped(block)
    }

    /// Text and inline boxes of a block, topmost first: inner boxes lie over outer ones.
    fn lines(&mut self, block: BoxId) {
        let boxes = self.boxes;
        let b = boxes.get(block);
        let Some(content) = &b.inline else { return };
        let Some((x, y)) = self.local(block) else {
            return;
        };
        let scroll = self.document.scroll_of(boxes, block);
        let (x, y) = (x + scroll.0, y + scroll.1);
        let Some(_) = content
            .lines
            .iter()
            .find(|line| y < f64::from(line.top + line.height) + 1000.0)
        else {
            return;
        };
        let mut owners: Vec<(BoxId, Option<u32>)> = Vec::new();
        for line in &content.lines {
            for run in &line.runs {
                let Some(font) = content.font_run(run) else {
                    continue;
                };
                let rect = Rect {
                    x: f64::from(run.x),
                    y: f64::from(run.baseline - font.ascent),
                    width: f64::from(run.width),
                    height: f64::from(font.ascent + font.descent),
                };
                if rect.contains(x, y) {
                    owners.push((run.owner, self.without_box(content, run)));
                }
            }
        }
        for (owner, parent) in owners.into_iter().rev() {
            let o = boxes.get(owner);
            if takes_events(&o.style) && self.unclipped_lines(block) {
                match parent {
                    Some(parent) => self.add(parent, BoxPart::Element),
                    None if o.is_anonymous() => self.add(o.node, BoxPart::Element),
                    None => self.add(o.node, o.part),
                }
            }
        }
        if self.done() {
            return;
        }
        self.inline_children(block);
    }

    /// The parent of a run's text if what the text is shown in has no box of its own (`display: contents`).
    fn without_box(&self, content: &InlineContext, run: &TextRun) -> Option<u32> {
        let start = content.shaped.clusters.get(run.clusters.start as usize)?.start as usize;
        let text = content.items.iter().find_map(|item| match item {
            InlineItem::Text { end, node, .. } if *end > start => Some(*node),
            _ => None,
        })?;
        let text = self.document.tree.get(text)?;
        let around = text.flat_parent()?.primary_style()?;
        // Of text in a slot it is the host.
        let parent = text.parent_element_or_host()?;
        around.clone_display().is_contents().then_some(parent.id)
    }

    fn inline_children(&mut self, parent: BoxId) {
        for child in self.boxes.get(parent).children.iter().rev() {
            if self.boxes.get(*child).kind == BoxKind::Inline {
                self.inline_children(*child);
                if takes_events(&self.boxes.get(*child).style) {
                    self.fragments(*child);
                }
            }
        }
    }
}

/// True if a point of a border box is inside its rounded corners (CSS Backgrounds 3 §5.5).
fn inside_corners(style: &ComputedValues, rect: Rect, x: f64, y: f64) -> bool {
    let border = style.get_border();
    let radius = |corner: &style::values::computed::BorderCornerRadius| {
        let w = corner.0.width.0.resolve(Length::new(rect.width as f32)).px();
        let h = corner.0.height.0.resolve(Length::new(rect.height as f32)).px();
        (f64::from(w), f64::from(h))
    };
    let mut corners = [
        radius(&border.border_top_left_radius),
        radius(&border.border_top_right_radius),
        radius(&border.border_bottom_right_radius),
        radius(&border.border_bottom_left_radius),
    ];
    if corners.iter().all(|c| c.0 == 0.0 || c.1 == 0.0) {
        return true;
    }
    // Radii that overlap are all scaled down.
    let ratio = |sum: f64, side: f64| {
        if sum > side && sum > 0.0 { side / sum } else { 1.0 }
    };
    let scale = ratio(corners[0].0 + corners[1].0, rect.width)
        .min(ratio(corners[3].0 + corners[2].0, rect.width))
        .min(ratio(corners[0].1 + corners[3].1, rect.height))
        .min(ratio(corners[1].1 + corners[2].1, rect.height));
    for corner in &mut corners {
        corner.0 *= scale;
        corner.1 *= scale;
    }
    let (right, bottom) = (rect.width - x, rect.height - y);
    let outside = |(rx, ry): (f64, f64), dx: f64, dy: f64| {
        if rx <= 0.0 || ry <= 0.0 || dx >= rx || dy >= ry {
            return false;
        }
        let (nx, ny) = ((rx - dx) / rx, (ry - dy) / ry);
        nx * nx + ny * ny > 1.0
    };
    !(outside(corners[0], x, y)
        || outside(corners[1], right, y)
        || outside(corners[2], right, bottom)
        || outside(corners[3], x, bottom))
}
