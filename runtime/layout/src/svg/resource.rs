//! Resources with content of their own: clipping paths and masks (CSS Masking 1 §6, §7), patterns (SVG 2 §14.3).

use super::build::{Builder, Context};
use super::server::{chain, inherited};
use super::shape::Basis;
use super::value;
use super::{DEPTH_MAX, Reference};
use crate::boxes::Rect;
use crate::dom::tree::Node;
use crate::query::geometry::Transform;

/// A `clipPath` element.
pub(crate) struct ClipPath {
    pub(crate) items: Vec<usize>,
    /// The content's units are shares of the bounding box.
    pub(crate) in_box: bool,
    pub(crate) transform: Transform,
    /// The clipping path of the element itself.
    pub(crate) clip: Option<Reference>,
}

/// A `mask` element.
pub(crate) struct Mask {
    pub(crate) items: Vec<usize>,
    /// The content's units are shares of the bounding box.
    pub(crate) content_in_box: bool,
    /// So are those of the area.
    pub(crate) area_in_box: bool,
    pub(crate) area: Rect,
    /// Alpha counts, not luminance.
    pub(crate) by_alpha: bool,
    /// The mask of the element itself.
    pub(crate) mask: Option<Reference>,
}

/// A `pattern` element.
pub(crate) struct Pattern {
    pub(crate) items: Vec<usize>,
    pub(crate) area_in_box: bool,
    pub(crate) content_in_box: bool,
    pub(crate) area: Rect,
    pub(crate) transform: Transform,
    pub(crate) view: Option<(Rect, Option<String>)>,
}

/// From shares of a bounding box to the space it is in.
pub(crate) fn box_units(bounds: Option<Rect>) -> Option<Transform> {
    let b = bounds.filter(|b| b.width > 0.0 && b.height > 0.0)?;
    Some(Transform {
        a: b.width,
        d: b.height,
        e: b.x,
        f: b.y,
        ..Transform::IDENTITY
    })
}

/// A rectangle given by `x`, `y`, `width` and `height`.
fn area<'a>(get: impl Fn(&str) -> Option<&'a str>, in_box: bool, context: &Context, otherwise: [f64; 4]) -> Rect {
    let (w, h) = if in_box {
        (1.0, 1.0)
    } else {
        (context.basis.width, context.basis.height)
    };
    let side = |name: &str, basis: f64, otherwise: f64| {
        get(name)
            .and_then(|text| value::length(text, &context.style, basis))
            .unwrap_or(otherwise * basis)
    };
    Rect {
        x: side("x", w, otherwise[0]),
        y: side("y", h, otherwise[1]),
        width: side("width", w, otherwise[2]).max(0.0),
        height: side("height", h, otherwise[3]).max(0.0),
    }
}

fn in_box_unless_user(text: Option<&str>) -> bool {
    text.is_none_or(|units| units.trim() != "userSpaceOnUse")
}

fn is_in_box(text: Option<&str>) -> bool {
    text.is_some_and(|units| units.trim() == "objectBoundingBox")
}

impl<'d> Builder<'d> {
    /// The element of a kind that a reference names.
    pub(super) fn resource(&self, url: &str, tag: &str) -> Option<&'d Node> {
        let node = self.document.node_with_id(value::fragment(url)?)?;
        super::is_svg(node, tag).then_some(node)
    }

    /// Builds what is inside a resource. Its styles are those it has where it stands; a resource that is being built is none.
    pub(super) fn content(&mut self, node: &'d Node, context: &Context) -> Vec<usize> {
        if context.depth >= DEPTH_MAX || self.open.contains(&node.id) {
            return Vec::new();
        }
        self.open.push(node.id);
        let inner = Context {
            style: self.document.engine.style_of(node).unwrap_or_else(|| context.style.clone()),
            basis: Basis { ..context.basis },
            depth: context.depth + 1,
            target: None,
            copied: false,
            detached: true,
            parent: None,
            ..*context
        };
        let items = self.children(node, &inner);
        self.open.pop();
        items
    }

    /// The clipping path behind a reference; None in the reference: nothing that clips.
    pub(super) fn clip(&mut self, url: &str, context: &Context) -> Reference {
        let node = self.resource(url, "clipPath")?;
        if let Some(known) = self.clips.get(&node.id) {
            return *known;
        }
        let element = node.element()?;
        let style = self.document.engine.style_of(node)?;
        // One that refers to itself clips nothing.
        self.clips.insert(node.id, None);
        let clip = self.clip_of(&style, context);
        let items = self.content(node, context);
        let transform = element.attribute("transform").and_then(value::transform_list);
        self.scene.clips.push(ClipPath {
            items,
            in_box: is_in_box(element.attribute("clipPathUnits")),
            transform: transform.unwrap_or(Transform::IDENTITY),
            clip,
        });
        let index = Some(self.scene.clips.len() - 1);
        self.clips.insert(node.id, index);
        index
    }

    /// The mask behind a reference.
    pub(super) fn mask(&mut self, url: &str, context: &Context) -> Reference {
        let node = self.resource(url, "mask")?;
        if let Some(known) = self.masks.get(&node.id) {
            return *known;
        }
        let element = node.element()?;
        let style = self.document.engine.style_of(node)?;
        self.masks.insert(node.id, None);
        let mask = self.mask_of(&style, context);
        let items = self.content(node, context);
        let area_in_box = in_box_unless_user(element.attribute("maskUnits"));
        let by_alpha = style.get_svg().mask_type == style::computed_values::mask_type::T::Alpha
            || element.attribute("mask-type").is_some_and(|t| t.trim() == "alpha");
        self.scene.masks.push(Mask {
            items,
            content_in_box: is_in_box(element.attribute("maskContentUnits")),
            area_in_box,
            area: area(|name| element.attribute(name), area_in_box, context, [-0.1, -0.1, 1.2, 1.2]),
            by_alpha,
            mask,
        });
        let index = Some(self.scene.masks.len() - 1);
        self.masks.insert(node.id, index);
        index
    }

    /// The pattern an element stands for; None: it paints nothing.
    pub(super) fn pattern(&mut self, node: &'d Node, context: &Context) -> Option<usize> {
        if let Some(known) = self.patterns.get(&node.id) {
            return *known;
        }
        self.patterns.insert(node.id, None);
        let chain = chain(self, node, &["pattern"]);
        let get = |name: &str| inherited(&chain, name, |_| true);
        let owner = chain.iter().find(|n| n.child_elements().next().is_some()).copied()?;
        let area_in_box = in_box_unless_user(get("patternUnits"));
        let pattern = Pattern {
            items: self.content(owner, context),
            area_in_box,
            content_in_box: is_in_box(get("patternContentUnits")),
            area: area(get, area_in_box, context, [0.0; 4]),
            transform: get("patternTransform")
                .and_then(value::transform_list)
                .unwrap_or(Transform::IDENTITY),
            view: chain
                .iter()
                .filter_map(|n| n.element())
                .find_map(value::view_box)
                .map(|view| (view, get("preserveAspectRatio").map(str::to_owned))),
        };
        if pattern.area.width <= 0.0 || pattern.area.height <= 0.0 {
            return None;
        }
        self.scene.patterns.push(pattern);
        let index = Some(self.scene.patterns.len() - 1);
        self.patterns.insert(node.id, index);
        index
    }
}
