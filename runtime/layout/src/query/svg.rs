//! What scripts ask about SVG elements (SVG 2 §4.6, §9.8, §11.11), and hits on them.

use super::geometry::Transform;
use crate::Document;
use crate::boxes::{BoxId, BoxTree, Edges, Rect};
use crate::dom::tree::Node;
use crate::paint::{Kept, RoundRect, clip_path};
use crate::style::svg_properties;
use crate::svg::measure::Curve;
use crate::svg::{Content, Item, Painted, Scene, box_units, geometry_of, is_inner, outermost};
use oracade_canvas::hit::contains;
use std::rc::Rc;
use style::computed_values::pointer_events::T as PointerEvents;
use tiny_skia::{FillRule, Path};

/// Deepest nesting of items looked through for a hit.
const DEPTH_MAX: u32 = 256;

impl Document {
    /// The scene an element is in, with layout up to date.
    fn scene_around(&mut self, node: u32) -> Option<(Rc<Scene>, u32)> {
        self.update();
        let svg = outermost(self.tree.get(node)?)?.id;
        Some((self.scene(svg)?, svg))
    }

    /// From the content box of an outermost `svg` element to the viewport.
    fn content_to_viewport(&self, boxes: &BoxTree, svg: u32) -> Option<Transform> {
        let id = *boxes.of_node(svg).first()?;
        let b = boxes.get(id);
        let (content, outer) = (b.content_box(), b.border_box());
        let at = Transform::translation(content.x - outer.x, content.y - outer.y);
        Some(at.then(&self.to_viewport(boxes, id)))
    }

    /// `getBBox()`: x, y, width, height in the element's own space; None if it is not rendered.
    pub fn svg_bounds(&mut self, node: u32) -> Option<Rect> {
        let (scene, _) = self.scene_around(node)?;
        Some(scene.of_node(node)?.bounds.unwrap_or_default())
    }

    /// `getCTM()` or `getScreenCTM()`; None if no picture is around the element.
    pub fn svg_matrix(&mut self, node: u32, screen: bool) -> Option<Transform> {
        let (scene, svg) = self.scene_around(node)?;
        // What is not rendered has the coordinates of what is around it.
        let mut current = self.tree.get(node);
        let item = loop {
            let at = current?;
            match scene.of_node(at.id) {
                Some(item) => break item,
                None => current = at.parent_element(),
            }
        };
        if !screen {
            return Some(scene.to_nearest_viewport(item));
        }
        let place = self.content_to_viewport(self.current_boxes()?, svg)?;
        Some(scene.to_content(item).then(&place))
    }

    /// The rectangle of an inner SVG element in the viewport: its bounding box, mapped.
    pub(super) fn svg_client_rect(&self, node: u32) -> Option<Rect> {
        let svg = outermost(self.tree.get(node).filter(|n| is_inner(n))?)?.id;
        let scene = self.scene(svg)?;
        let item = scene.of_node(node)?;
        let place = self.content_to_viewport(self.current_boxes()?, svg)?;
        let all = scene.to_content(item).then(&place);
        Some(all.bounds(item.bounds.unwrap_or_default()))
    }

    /// The size transforms of an inner SVG element refer to (CSS Transforms 1 §6, `transform-box`).
    pub(crate) fn svg_reference_box(&self, node: u32) -> Option<(f64, f64)> {
        let svg = outermost(self.tree.get(node).filter(|n| is_inner(n))?);
        let scene = svg.and_then(|svg| self.scene(svg.id));
        let item = scene.as_ref().and_then(|scene| scene.of_node(node));
        Some(match item {
            Some(item) if svg_properties::value(&item.style, "transform-box").is_some_and(|b| b != "view-box") => {
                item.bounds.map(|b| (b.width, b.height)).unwrap_or_default()
            }
            Some(item) => item.basis,
            None => scene
                .as_ref()
                .and_then(|s| s.items.first())
                .map_or((0.0, 0.0), |root| root.basis),
        })
    }

    fn svg_curve(&mut self, node: u32) -> Option<Curve> {
        let scene = self.scene_around(node).map(|(scene, _)| scene);
        let basis = scene
            .as_ref()
            .and_then(|s| s.of_node(node).or(s.items.first()))
            .map(|item| item.basis);
        let at = self.tree.get(node)?;
        let style = self.engine.style_of(at)?;
        geometry_of(at, &style, basis.unwrap_or_default()).map(|g| Curve::of(&g))
    }

    /// `getTotalLength()`; None for what is no shape.
    pub fn svg_length(&mut self, node: u32) -> Option<f64> {
        self.svg_curve(node).map(|curve| curve.length())
    }

    /// `getPointAtLength(distance)`.
    pub fn svg_point(&mut self, node: u32, distance: f64) -> Option<(f64, f64)> {
        self.svg_curve(node).map(|curve| curve.at(distance))
    }

    /// `isPointInFill(point)` or `isPointInStroke(point)`.
    pub fn svg_contains(&mut self, node: u32, x: f64, y: f64, stroke: bool) -> Option<bool> {
        let (scene, _) = self.scene_around(node)?;
        let item = scene.of_node(node)?;
        let Content::Shape(path) = &item.content else { return None };
        Some(path.as_ref().is_some_and(|path| {
            if stroke {
                in_stroke(path, &item.painted, x, y)
            } else {
                contains(path, x, y, item.painted.rule)
            }
        }))
    }

    /// Number of characters and length of a text element's text.
    pub fn svg_text(&mut self, node: u32) -> Option<(usize, f64)> {
        let (scene, _) = self.scene_around(node)?;
        let tree = &self.tree;
        let inside = |mut at: u32| {
            while at != node {
                match tree.get(at).and_then(Node::parent_element) {
                    Some(parent) => at = parent.id,
                    None => return false,
                }
            }
            true
        };
        let mut item = scene.of_node(node)?;
        while !matches!(item.content, Content::Text(_)) {
            item = scene.items.get(item.parent?)?;
        }
        let Content::Text(content) = &item.content else { return None };
        let runs = content.runs.iter().filter(|run| inside(run.node));
        Some(runs.fold((0, 0.0), |(count, length), run| {
            (count + run.glyphs.len(), length + run.advance)
        }))
    }

    /// The elements of a picture at a point of its box's border box, topmost first.
    pub(super) fn svg_hits(&self, boxes: &BoxTree, id: BoxId, (x, y): (f64, f64), found: &mut Vec<u32>) {
        let b = boxes.get(id);
        let Some(scene) = self.scene(b.node) else { return };
        let (content, outer) = (b.content_box(), b.border_box());
        let inside = Rect {
            x: content.x - outer.x,
            y: content.y - outer.y,
            ..content
        };
        if inside.width <= 0.0 || inside.height <= 0.0 || (b.clips() && !inside.contains(x, y)) {
            return;
        }
        let Some(root) = scene.items.first() else { return };
        let hits = SvgHits { scene: &scene };
        hits.children(root, (x - inside.x, y - inside.y), found, 0);
    }
}

struct SvgHits<'s> {
    scene: &'s Scene,
}

impl SvgHits<'_> {
    /// The items of a group at a point of the group's space.
    fn children(&self, item: &Item, at: (f64, f64), found: &mut Vec<u32>, depth: u32) {
        let (Content::Group(items), Some(inverse)) = (&item.content, item.inner.invert()) else {
            return;
        };
        let (x, y) = inverse.apply(at.0, at.1);
        for index in items.iter().rev() {
            if let Some(child) = self.scene.items.get(*index).filter(|_| depth < DEPTH_MAX) {
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.item(child, (x, y), found, depth + 1));
            }
        }
    }

    fn item(&self, item: &Item, outer: (f64, f64), found: &mut Vec<u32>, depth: u32) {
        let Some(inverse) = item.transform.invert() else { return };
        let (x, y) = inverse.apply(outer.0, outer.1);
        if item.overflow.is_some_and(|rect| !rect.contains(x, y)) || !self.unclipped(item, x, y, depth) {
            return;
        }
        let mut add = |node: u32| {
            if !found.contains(&node) {
                found.push(node);
            }
        };
        match &item.content {
            Content::Group(_) => self.children(item, (x, y), found, depth),
            Content::Shape(Some(path)) => {
                let painted = &item.painted;
                let wants = Wants::of(item);
                let fill = wants.fill(painted) && contains(path, x, y, painted.rule);
                if fill || (wants.stroke(painted) && in_stroke(path, painted, x, y)) {
                    add(item.target);
                }
            }
            Content::Text(content) => {
                for run in content.runs.iter().rev() {
                    let wants = Wants::of_style(&run.style, run.painted.visible);
                    if (wants.fill(&run.painted) || wants.stroke(&run.painted)) && run.bounds().contains(x, y) {
                        add(if item.target == item.node { run.node } else { item.target });
                    }
                }
            }
            Content::Image(_) => {
                let wants = Wants::of(item);
                if wants.anything && item.bounds.is_some_and(|b| b.contains(x, y)) {
                    add(item.target);
                }
            }
            Content::Shape(None) => {}
        }
    }

    /// True if no clipping path of the item cuts it off at a point.
    fn unclipped(&self, item: &Item, x: f64, y: f64, depth: u32) -> bool {
        let edges = Edges::default();
        let areas = crate::paint::Areas {
            border: RoundRect::square(item.bounds.unwrap_or_default()),
            border_edges: edges,
            padding_edges: edges,
        };
        let kept = match clip_path(&item.style, &areas) {
            Some(Kept::Path(path, rule)) => contains(&path, x, y, rule),
            Some(Kept::Nothing) => false,
            None => true,
        };
        kept && item
            .clip
            .flatten()
            .is_none_or(|clip| self.in_clip(clip, item.bounds, x, y, depth))
    }

    fn in_clip(&self, index: usize, bounds: Option<Rect>, x: f64, y: f64, depth: u32) -> bool {
        let Some(clip) = self.scene.clips.get(index).filter(|_| depth < DEPTH_MAX) else {
            return false;
        };
        let units = if clip.in_box {
            box_units(bounds)
        } else {
            Some(Transform::IDENTITY)
        };
        let Some(inverse) = units.and_then(|units| units.then(&clip.transform).invert()) else {
            return false;
        };
        let at = inverse.apply(x, y);
        clip.items.iter().any(|item| self.in_silhouette(*item, at, depth + 1))
            && clip
                .clip
                .flatten()
                .is_none_or(|outer| self.in_clip(outer, bounds, x, y, depth + 1))
    }

    fn in_silhouette(&self, index: usize, outer: (f64, f64), depth: u32) -> bool {
        let Some(item) = self.scene.items.get(index).filter(|_| depth < DEPTH_MAX) else {
            return false;
        };
        let Some(inverse) = item.transform.invert() else {
            return false;
        };
        let (x, y) = inverse.apply(outer.0, outer.1);
        let inside = match &item.content {
            Content::Shape(Some(path)) => {
                let even_odd = svg_properties::value(&item.style, "clip-rule").is_some_and(|rule| rule == "evenodd");
                let rule = if even_odd { FillRule::EvenOdd } else { FillRule::Winding };
                item.painted.visible && contains(path, x, y, rule)
            }
            Content::Text(content) => content.runs.iter().any(|run| run.bounds().contains(x, y)),
            Content::Group(items) => item.inner.invert().is_some_and(|inverse| {
                let at = inverse.apply(x, y);
                items.iter().any(|index| self.in_silhouette(*index, at, depth + 1))
            }),
            _ => false,
        };
        inside && self.unclipped(item, x, y, depth + 1)
    }
}

/// Which parts of an element take events (SVG 2 §15.6).
struct Wants {
    anything: bool,
    fill: bool,
    stroke: bool,
    /// Only what is painted counts.
    painted: bool,
}

impl Wants {
    fn of(item: &Item) -> Self {
        Self::of_style(&item.style, item.painted.visible)
    }

    fn of_style(style: &style::properties::ComputedValues, visible: bool) -> Self {
        if style.get_inherited_ui().pointer_events == PointerEvents::None {
            return Self {
                anything: false,
                fill: false,
                stroke: false,
                painted: true,
            };
        }
        let value = svg_properties::value(style, "pointer-events");
        let (needs_visible, fill, stroke, painted) = match value.as_deref() {
            Some("visiblefill") => (true, true, false, false),
            Some("visiblestroke") => (true, false, true, false),
            Some("visible") => (true, true, true, false),
            Some("painted") => (false, true, true, true),
            Some("fill") => (false, true, false, false),
            Some("stroke") => (false, false, true, false),
            Some("all" | "bounding-box") => (false, true, true, false),
            _ => (true, true, true, true),
        };
        let anything = visible || !needs_visible;
        Self {
            anything,
            fill: anything && fill,
            stroke: anything && stroke,
            painted,
        }
    }

    fn fill(&self, painted: &Painted) -> bool {
        self.fill && (!self.painted || painted.fill.is_some())
    }

    fn stroke(&self, painted: &Painted) -> bool {
        self.stroke && (!self.painted || painted.stroke.is_some())
    }
}

fn in_stroke(path: &Path, painted: &Painted, x: f64, y: f64) -> bool {
    let dashed = painted.pen.dash.as_ref().and_then(|dash| path.dash(dash, 1.0));
    dashed
        .as_ref()
        .unwrap_or(path)
        .stroke(&painted.pen, 1.0)
        .is_some_and(|outline| contains(&outline, x, y, FillRule::Winding))
}
