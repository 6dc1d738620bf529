//! Inline SVG (SVG 2): what an outermost `svg` element shows, as a tree of items with their geometry, paint and transforms resolved.
//!
//! A scene is made from the mirror and the computed styles when somebody asks (painting, hit testing, script) and kept until something
//! it may depend on changes. What `use` refers to becomes items of the scene again, with styles that inherit from the `use` element.

mod build;
pub(crate) mod filter;
mod marker;
pub(crate) mod measure;
mod painted;
mod resource;
mod server;
mod shape;
mod text;
pub(crate) mod value;

use crate::Document;
use crate::boxes::Rect;
use crate::dom::tree::Node;
use crate::query::geometry::Transform;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use tiny_skia::{Color, FillRule, Path, Stroke};

pub(crate) use resource::{ClipPath, Mask, Pattern, box_units};
pub(crate) use server::Gradient;
pub(crate) use text::{TextContent, TextRun};

/// Most items of one scene, copies made for `use` included.
const ITEMS_MAX: usize = 20_000;
/// Deepest nesting of items.
pub(crate) const DEPTH_MAX: u32 = 200;

/// What one outermost `svg` element shows.
pub(crate) struct Scene {
    /// The root first; parents before their children.
    pub(crate) items: Vec<Item>,
    pub(crate) clips: Vec<ClipPath>,
    pub(crate) masks: Vec<Mask>,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) filters: Vec<filter::FilterGraph>,
    /// Items of elements where they stand, without copies for `use`.
    by_node: FxHashMap<u32, usize>,
}

/// One element, or a copy of one.
pub(crate) struct Item {
    pub(crate) node: u32,
    /// The element that gets the events: the outermost `use` of a copy.
    pub(crate) target: u32,
    pub(crate) parent: Option<usize>,
    /// The size percentages refer to.
    pub(crate) basis: (f64, f64),
    pub(crate) style: Arc<ComputedValues>,
    /// From the item's space to the one its parent's children are in.
    pub(crate) transform: Transform,
    /// From the space of the children to the item's: a `viewBox`, the position of a `use`.
    pub(crate) inner: Transform,
    /// What overflow leaves, in the item's space.
    pub(crate) overflow: Option<Rect>,
    pub(crate) content: Content,
    /// The object bounding box (SVG 2 §8.10): in the space of the children for an element with a viewport, in the item's otherwise.
    pub(crate) bounds: Option<Rect>,
    /// What painting may touch, in the item's space.
    pub(crate) ink: Option<Rect>,
    pub(crate) painted: Painted,
    pub(crate) clip: Option<Reference>,
    pub(crate) mask: Option<Reference>,
    pub(crate) filter: Option<Reference>,
    /// The markers of a shape, which are over it.
    pub(crate) markers: Vec<usize>,
    /// The item is an `svg` element or a `symbol` shown by `use`.
    pub(crate) is_viewport: bool,
}

/// A reference to a resource: its place in the scene's list; None if there is nothing behind it.
pub(crate) type Reference = Option<usize>;

/// What an item consists of.
pub(crate) enum Content {
    Group(Vec<usize>),
    /// A shape; no path: it is not rendered.
    Shape(Option<Rc<Path>>),
    Text(TextContent),
    Image(Picture),
}

/// An `image` element.
pub(crate) struct Picture {
    pub(crate) url: String,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: Option<f64>,
    pub(crate) height: Option<f64>,
    pub(crate) aspect: Option<String>,
}

/// Where colour comes from.
#[derive(Clone)]
pub(crate) enum Paint {
    Color(Color),
    Gradient(Rc<Gradient>),
    Pattern(usize),
}

/// How a shape or text is filled and stroked.
#[derive(Clone, Default)]
pub(crate) struct Painted {
    pub(crate) visible: bool,
    pub(crate) fill: Option<(Paint, f32)>,
    pub(crate) rule: FillRule,
    pub(crate) stroke: Option<(Paint, f32)>,
    pub(crate) pen: Stroke,
    /// Length of one round of the pen's dashes.
    pub(crate) dash_length: f32,
    /// The stroke is drawn before the fill.
    pub(crate) stroke_first: bool,
    /// The stroke's width is in px of the screen.
    pub(crate) fixed_width: bool,
    /// Edges are not smoothed.
    pub(crate) crisp: bool,
}

impl Scene {
    /// The item of an element where it stands.
    pub(crate) fn of_node(&self, node: u32) -> Option<&Item> {
        self.items.get(*self.by_node.get(&node)?)
    }

    /// From an item's own space, in which its bounding box is, to px of the `svg` element's content box.
    pub(crate) fn to_content(&self, item: &Item) -> Transform {
        let mut t = if item.is_viewport { item.inner } else { Transform::IDENTITY };
        t = t.then(&item.transform);
        let mut parent = item.parent;
        while let Some(above) = parent.and_then(|index| self.items.get(index)) {
            t = t.then(&above.inner).then(&above.transform);
            parent = above.parent;
        }
        t
    }

    /// `getCTM()`: from an item's own space to the viewport it is in (SVG 2 §4.6.2).
    pub(crate) fn to_nearest_viewport(&self, item: &Item) -> Transform {
        let mut t = if item.is_viewport { item.inner } else { Transform::IDENTITY };
        t = t.then(&item.transform);
        let mut parent = item.parent;
        while let Some(above) = parent.and_then(|index| self.items.get(index)) {
            t = t.then(&above.inner).then(&above.transform);
            if above.is_viewport {
                break;
            }
            parent = above.parent;
        }
        t
    }
}

/// The path of path data; None if it draws nothing.
pub(crate) fn path_of_data(data: &str) -> Option<Path> {
    let data = if data.len() > value::TEXT_MAX { "" } else { data };
    shape::Geometry::Path(oracade_canvas::path::from_svg(data)).path()
}

/// Length of path data, and the point at a distance along it.
pub fn measure_path(data: &str, distance: f64) -> (f64, (f64, f64)) {
    let data = if data.len() > value::TEXT_MAX { "" } else { data };
    let curve = measure::Curve::of_path(data);
    (curve.length(), curve.at(distance))
}

/// Scenes made since the document last changed, by the node of their `svg` element.
#[derive(Default)]
pub(crate) struct Scenes {
    made: RefCell<FxHashMap<u32, Rc<Scene>>>,
    references: RefCell<FxHashMap<u32, Rc<Scene>>>,
    ids: RefCell<Option<Rc<FxHashMap<String, u32>>>>,
}

impl Scenes {
    /// Forgets everything: something scenes are made of changed.
    pub(crate) fn clear(&mut self) {
        self.made.get_mut().clear();
        self.references.get_mut().clear();
        *self.ids.get_mut() = None;
    }
}

/// The geometry of a shape element for percentages of this size.
pub(crate) fn geometry_of(node: &Node, style: &ComputedValues, basis: (f64, f64)) -> Option<shape::Geometry> {
    let (width, height) = basis;
    shape::geometry(node, style, &shape::Basis { width, height })
}

/// True for an element of the SVG namespace with this name.
pub(crate) fn is_svg(node: &Node, name: &str) -> bool {
    node.element()
        .is_some_and(|e| e.namespace == markup5ever::ns!(svg) && &*e.name == name)
}

fn in_svg(node: &Node) -> bool {
    node.element().is_some_and(|e| e.namespace == markup5ever::ns!(svg))
}

/// True for an `svg` element that is laid out by CSS: its parent is no SVG element, or one with HTML inside.
pub(crate) fn is_outermost(node: &Node) -> bool {
    is_svg(node, "svg")
        && node
            .parent_element()
            .is_none_or(|parent| !in_svg(parent) || is_svg(parent, "foreignObject"))
}

/// True for an SVG element that has no CSS box: all but the outermost ones.
pub(crate) fn is_inner(node: &Node) -> bool {
    in_svg(node) && !is_outermost(node)
}

/// The outermost `svg` element around a node, or the node itself.
pub(crate) fn outermost(node: &Node) -> Option<&Node> {
    let mut current = Some(node);
    while let Some(node) = current.filter(|node| in_svg(node)) {
        if is_outermost(node) {
            return Some(node);
        }
        current = node.parent_element();
    }
    None
}

impl Document {
    /// The scene of an outermost `svg` element with a box. Styles and layout must be up to date.
    pub(crate) fn scene(&self, svg: u32) -> Option<Rc<Scene>> {
        if let Some(scene) = self.scenes.made.borrow().get(&svg) {
            return Some(scene.clone());
        }
        let node = self.tree.get(svg).filter(|node| is_outermost(node))?;
        let b = self.current_boxes()?.get(self.principal(svg)?);
        let content = b.content_box();
        let scene = Rc::new(build::scene(self, node, &b.style, (content.width, content.height)));
        self.scenes.made.borrow_mut().insert(svg, scene.clone());
        Some(scene)
    }

    /// The resources a box of this size refers to, as a scene whose first item stands for the box.
    pub(crate) fn references(&self, node: u32, style: &Arc<ComputedValues>, size: (f64, f64)) -> Option<Rc<Scene>> {
        if let Some(scene) = self.scenes.references.borrow().get(&node) {
            return Some(scene.clone());
        }
        let scene = Rc::new(build::references(self, self.tree.get(node)?, style, size));
        self.scenes.references.borrow_mut().insert(node, scene.clone());
        Some(scene)
    }

    /// The element with an id, the first in tree order.
    pub(crate) fn node_with_id(&self, id: &str) -> Option<&Node> {
        let ids = self.scenes.ids.borrow().clone();
        let ids = ids.unwrap_or_else(|| {
            let mut ids = FxHashMap::default();
            for node in self.tree.subtree(1) {
                if let Some(name) = self
                    .tree
                    .get(node)
                    .and_then(Node::element)
                    .and_then(|e| e.id_attribute.as_ref())
                {
                    ids.entry(name.to_string()).or_insert(node);
                }
            }
            let ids = Rc::new(ids);
            *self.scenes.ids.borrow_mut() = Some(ids.clone());
            ids
        });
        self.tree.get(*ids.get(id)?)
    }
}
