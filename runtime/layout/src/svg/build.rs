//! From the mirror to a [`Scene`].

use super::painted::{grown, limit_dashes};
use super::shape::{self, Basis, from_skia, is_shape, resolve};
use super::{Content, DEPTH_MAX, ITEMS_MAX, Item, Painted, Picture, Reference, Scene, value};
use crate::Document;
use crate::boxes::Rect;
use crate::dom::tree::Node;
use crate::query::geometry::{Transform, style_transform};
use crate::style::svg_properties;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use style::computed_values::visibility::T as Visibility;
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use style::values::computed::Image;
use style::values::computed::basic_shape::ClipPath as ClipValue;
use style::values::specified::box_::Overflow;

/// What an element's place in the scene means for it.
pub(super) struct Context {
    /// What styles of copies inherit from, and font sizes of lengths refer to.
    pub(super) style: Arc<ComputedValues>,
    /// What percentages refer to.
    pub(super) basis: Basis,
    /// How much user units are stretched on the way to px of the page.
    pub(super) scale: f64,
    pub(super) depth: u32,
    /// The `use` element the events of copies go to.
    pub(super) target: Option<u32>,
    /// Elements are copies made for a `use`.
    pub(super) copied: bool,
    /// Elements belong to a resource, not to the picture.
    pub(super) detached: bool,
    pub(super) parent: Option<usize>,
}

impl Context {
    /// The context of what is inside an element with this style and no coordinates of its own.
    pub(super) fn deeper(&self, style: Arc<ComputedValues>) -> Self {
        Self {
            style,
            basis: Basis { ..self.basis },
            depth: self.depth + 1,
            ..*self
        }
    }
}

/// Makes one scene.
pub(super) struct Builder<'d> {
    pub(super) document: &'d Document,
    pub(super) scene: Scene,
    /// The resources and `use` targets being built.
    pub(super) open: Vec<u32>,
    pub(super) clips: FxHashMap<u32, Reference>,
    pub(super) masks: FxHashMap<u32, Reference>,
    pub(super) patterns: FxHashMap<u32, Option<usize>>,
    pub(super) filters: FxHashMap<u32, Reference>,
}

impl<'d> Builder<'d> {
    fn new(document: &'d Document) -> Self {
        Self {
            document,
            scene: Scene {
                items: Vec::new(),
                clips: Vec::new(),
                masks: Vec::new(),
                patterns: Vec::new(),
                filters: Vec::new(),
                by_node: FxHashMap::default(),
            },
            open: Vec::new(),
            clips: FxHashMap::default(),
            masks: FxHashMap::default(),
            patterns: FxHashMap::default(),
            filters: FxHashMap::default(),
        }
    }
}

impl Context {
    /// The context of what stands at the top of a scene of this size.
    fn top(style: &Arc<ComputedValues>, size: (f64, f64), detached: bool) -> Self {
        Self {
            style: style.clone(),
            basis: Basis {
                width: size.0,
                height: size.1,
            },
            scale: 1.0,
            depth: 0,
            target: None,
            copied: false,
            detached,
            parent: None,
        }
    }
}

/// A scene of the resources a box of HTML of this size refers to; its first item stands for the box.
pub(super) fn references(document: &Document, node: &Node, style: &Arc<ComputedValues>, size: (f64, f64)) -> Scene {
    let mut builder = Builder::new(document);
    let context = Context::top(style, size, true);
    let index = builder.add(node, style, &context, Content::Group(Vec::new()));
    let (clip, mask) = (builder.clip_of(style, &context), builder.mask_of(style, &context));
    let filter = builder.filter_of(style, &context);
    let item = &mut builder.scene.items[index];
    (item.clip, item.mask, item.filter) = (clip, mask, filter);
    builder.scene
}

/// The scene of an `svg` element whose content box has this size.
pub(super) fn scene(document: &Document, svg: &Node, style: &Arc<ComputedValues>, size: (f64, f64)) -> Scene {
    let mut builder = Builder::new(document);
    let context = Context::top(style, size, false);
    let Some(svg) = document.tree.get(svg.id) else {
        return builder.scene;
    };
    let root = builder.add(svg, style, &context, Content::Group(Vec::new()));
    builder.scene.items[root].is_viewport = true;
    builder.viewport(svg, root, style, &context, size);
    builder.scene
}

impl<'d> Builder<'d> {
    fn add(&mut self, node: &Node, style: &Arc<ComputedValues>, context: &Context, content: Content) -> usize {
        let index = self.scene.items.len();
        if !context.copied && !context.detached {
            self.scene.by_node.entry(node.id).or_insert(index);
        }
        self.scene.items.push(Item {
            node: node.id,
            target: context.target.unwrap_or(node.id),
            parent: context.parent,
            basis: (context.basis.width, context.basis.height),
            style: style.clone(),
            transform: Transform::IDENTITY,
            inner: Transform::IDENTITY,
            overflow: None,
            content,
            bounds: None,
            ink: None,
            painted: Painted::default(),
            clip: None,
            mask: None,
            filter: None,
            markers: Vec::new(),
            is_viewport: false,
        });
        index
    }

    fn style(&self, node: &Node, context: &Context) -> Option<Arc<ComputedValues>> {
        self.style_in(node, context, &context.style)
    }

    /// The style of a part of a text, which inherits from `parent` in a copy.
    pub(super) fn style_in(&self, node: &Node, context: &Context, parent: &ComputedValues) -> Option<Arc<ComputedValues>> {
        let style = self.document.engine.style_of(node)?;
        if context.copied {
            Some(self.document.engine.inheriting(node, &style, parent))
        } else {
            Some(style)
        }
    }

    /// An item that only says where a part of a text is.
    pub(super) fn part(&mut self, node: &Node, style: &Arc<ComputedValues>, context: &Context) -> usize {
        self.add(node, style, context, Content::Group(Vec::new()))
    }

    /// The items of an element's children.
    pub(super) fn children(&mut self, node: &'d Node, context: &Context) -> Vec<usize> {
        let mut items = Vec::new();
        for child in node.flat_children() {
            if self.scene.items.len() >= ITEMS_MAX {
                break;
            }
            items.extend(self.element(child, context));
        }
        items
    }

    /// The item of an element, if it is rendered where it stands.
    fn element(&mut self, node: &'d Node, context: &Context) -> Option<usize> {
        let element = node.element().filter(|e| e.namespace == markup5ever::ns!(svg))?;
        if context.depth >= DEPTH_MAX || self.scene.items.len() >= ITEMS_MAX {
            return None;
        }
        let tag = &*element.name;
        if !matches!(tag, "g" | "a" | "switch" | "use" | "svg" | "text" | "image") && !is_shape(tag) {
            return None;
        }
        let style = self.style(node, context).filter(|style| !style.clone_display().is_none())?;
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.rendered(node, tag, &style, context))
    }

    fn rendered(&mut self, node: &'d Node, tag: &str, style: &Arc<ComputedValues>, context: &Context) -> Option<usize> {
        let index = self.add(node, style, context, Content::Group(Vec::new()));
        let needs_bounds = svg_properties::value(style, "transform-box").is_some_and(|b| b != "view-box");
        if !needs_bounds {
            self.place(index, style, context, None);
        }
        let own = Context {
            style: style.clone(),
            basis: Basis { ..context.basis },
            scale: context.scale * value::stretch(&self.scene.items[index].transform),
            depth: context.depth + 1,
            parent: Some(index),
            ..*context
        };
        match tag {
            "g" | "a" => self.group(node, index, &own),
            "switch" => {
                // Which child is shown depends on languages and features; nearly always it is the first.
                let first = node.child_elements().find(|child| {
                    let lang = child.element().and_then(|e| e.attribute("systemLanguage"));
                    lang.is_none_or(|l| l.split(',').any(|l| l.trim().to_ascii_lowercase().starts_with("en")))
                });
                let items = first.and_then(|child| self.element(child, &own)).into_iter().collect();
                self.set_group(index, items);
            }
            "svg" => {
                let svg = style.get_svg();
                let position = style.get_position();
                let (w, h) = (context.basis.width, context.basis.height);
                let at = Transform::translation(resolve(&svg.x, w), resolve(&svg.y, h));
                let size = (
                    shape::size(&position.width, w).unwrap_or(w),
                    shape::size(&position.height, h).unwrap_or(h),
                );
                self.nested(node, index, style, &own, at, size);
            }
            "use" => self.copy(node, index, style, &own),
            "text" => self.text(node, index, style, &own),
            "image" => self.image(node, index, style, &own),
            _ => self.shape(node, index, style, &own),
        }
        if needs_bounds {
            let bounds = self.scene.items[index].bounds.unwrap_or_default();
            self.place(index, style, context, Some(bounds));
        }
        let (clip, mask) = (self.clip_of(style, &own), self.mask_of(style, &own));
        let filter = self.filter_of(style, &own);
        let item = &mut self.scene.items[index];
        (item.clip, item.mask, item.filter) = (clip, mask, filter);
        Some(index)
    }

    /// Sets an item's own transform, which refers to the viewport or to the bounding box.
    fn place(&mut self, index: usize, style: &ComputedValues, context: &Context, bounds: Option<Rect>) {
        let reference = bounds.unwrap_or(Rect {
            x: 0.0,
            y: 0.0,
            width: context.basis.width,
            height: context.basis.height,
        });
        if let Some(t) = style_transform(style, reference) {
            let item = &mut self.scene.items[index];
            item.transform = item.transform.then(&t);
        }
    }

    pub(super) fn clip_of(&mut self, style: &ComputedValues, context: &Context) -> Option<Reference> {
        match &style.get_svg().clip_path {
            ClipValue::Url(url) => Some(self.clip(url.url()?.as_str(), context)),
            _ => None,
        }
    }

    pub(super) fn mask_of(&mut self, style: &ComputedValues, context: &Context) -> Option<Reference> {
        match style.get_svg().mask_image.0.first()? {
            Image::Url(url) => Some(self.mask(url.url()?.as_str(), context)),
            _ => None,
        }
    }

    fn group(&mut self, node: &'d Node, index: usize, own: &Context) {
        let items = self.children(node, own);
        self.set_group(index, items);
    }

    /// Makes an item the group of others, with the boxes around them.
    pub(super) fn set_group(&mut self, index: usize, items: Vec<usize>) {
        let (mut bounds, mut ink): (Option<Rect>, Option<Rect>) = (None, None);
        for child in items.iter().filter_map(|i| self.scene.items.get(*i)) {
            let own = if child.is_viewport {
                child.inner.then(&child.transform)
            } else {
                child.transform
            };
            let mut around = child.bounds.map(|b| own.bounds(b));
            let mut painted = child.ink.map(|b| child.transform.bounds(b));
            if let Some(cut) = child.overflow.map(|rect| child.transform.bounds(rect)) {
                around = around.map(|b| intersection(b, cut));
                painted = painted.map(|b| intersection(b, cut));
            }
            bounds = union(bounds, around);
            ink = union(ink, painted);
        }
        let item = &mut self.scene.items[index];
        item.bounds = if item.is_viewport {
            bounds
        } else {
            bounds.map(|b| item.inner.bounds(b))
        };
        item.ink = ink.map(|b| item.inner.bounds(b));
        item.content = Content::Group(items);
    }

    /// The content of an element with a viewport of this size.
    fn viewport(&mut self, node: &'d Node, index: usize, style: &Arc<ComputedValues>, own: &Context, size: (f64, f64)) {
        let Some(element) = node.element() else { return };
        let view = value::view_box(element);
        let inner = match view {
            Some(view) => value::fit(&view, element.attribute("preserveAspectRatio"), size.0, size.1),
            None => Some(Transform::IDENTITY),
        };
        // An empty viewBox or viewport shows nothing; what is in an outermost element without an area still has its place.
        let empty = own.parent.is_some() && (size.0 <= 0.0 || size.1 <= 0.0);
        let Some(inner) = inner.filter(|_| !empty) else {
            return;
        };
        self.scene.items[index].inner = inner;
        let context = Context {
            style: style.clone(),
            basis: Basis {
                width: view.map_or(size.0, |v| v.width),
                height: view.map_or(size.1, |v| v.height),
            },
            scale: own.scale * value::stretch(&inner),
            depth: own.depth + 1,
            parent: Some(index),
            ..*own
        };
        let items = self.children(node, &context);
        self.set_group(index, items);
    }

    /// A nested `svg`, or a `symbol` that is used.
    fn nested(
        &mut self,
        node: &'d Node,
        index: usize,
        style: &Arc<ComputedValues>,
        own: &Context,
        at: Transform,
        size: (f64, f64),
    ) {
        let item = &mut self.scene.items[index];
        item.is_viewport = true;
        item.transform = at.then(&item.transform);
        if style.get_box().overflow_x != Overflow::Visible {
            item.overflow = Some(Rect {
                x: 0.0,
                y: 0.0,
                width: size.0.max(0.0),
                height: size.1.max(0.0),
            });
        }
        self.viewport(node, index, style, own, size);
    }

    /// `use` (SVG 2 §5.5): the element it refers to, once more.
    fn copy(&mut self, node: &'d Node, index: usize, style: &Arc<ComputedValues>, own: &Context) {
        let Some(element) = node.element() else { return };
        let (w, h) = (own.basis.width, own.basis.height);
        let side = |name: &str, basis| element.attribute(name).and_then(|text| value::length(text, style, basis));
        let svg = style.get_svg();
        self.scene.items[index].inner = Transform::translation(resolve(&svg.x, w), resolve(&svg.y, h));
        let target = value::href(element)
            .and_then(value::fragment)
            .and_then(|id| self.document.node_with_id(id))
            .filter(|target| target.element().is_some_and(|e| e.namespace == markup5ever::ns!(svg)));
        let Some(target) = target.filter(|target| !self.open.contains(&target.id)) else {
            return;
        };
        // A copy must not hold the `use` it is made for.
        let mut above = Some(node);
        while let Some(ancestor) = above {
            if ancestor.id == target.id {
                return;
            }
            above = ancestor.parent_element();
        }
        self.open.push(target.id);
        let context = Context {
            style: style.clone(),
            basis: Basis { ..own.basis },
            target: own.target.or(Some(node.id)),
            copied: true,
            ..*own
        };
        let tag = target.element().map_or("", |e| &*e.name);
        let copy = if matches!(tag, "symbol" | "svg") {
            let made = self.style(target, &context);
            made.filter(|made| tag == "symbol" || !made.clone_display().is_none())
                .map(|made| {
                    let inner = self.add(target, &made, &context, Content::Group(Vec::new()));
                    self.place(inner, &made, &context, None);
                    let position = made.get_position();
                    // The size given at the `use` goes before the element's own.
                    let size = (
                        side("width", w).or(shape::size(&position.width, w)).unwrap_or(w),
                        side("height", h).or(shape::size(&position.height, h)).unwrap_or(h),
                    );
                    let inside = Context {
                        style: made.clone(),
                        basis: Basis { ..own.basis },
                        depth: context.depth + 1,
                        parent: Some(inner),
                        ..context
                    };
                    let at = Transform::translation(resolve(&made.get_svg().x, w), resolve(&made.get_svg().y, h));
                    self.nested(target, inner, &made, &inside, at, size);
                    inner
                })
        } else {
            self.element(target, &context)
        };
        self.open.pop();
        self.set_group(index, copy.into_iter().collect());
    }

    fn shape(&mut self, node: &'d Node, index: usize, style: &Arc<ComputedValues>, own: &Context) {
        let Some(geometry) = shape::geometry(node, style, &own.basis) else {
            return;
        };
        let path = geometry.path();
        let bounds = geometry.bounds(path.as_ref());
        let factor = node
            .element()
            .and_then(|e| e.attribute("pathLength"))
            .and_then(|text| text.trim().parse::<f64>().ok())
            .filter(|v| v.is_finite() && *v > 0.0)
            .map(|given| super::measure::Curve::of(&geometry).length() / given);
        let mut painted = self.painted(style, own, factor.unwrap_or(1.0));
        if let Some(path) = &path {
            limit_dashes(&mut painted, path);
        }
        let item = &mut self.scene.items[index];
        item.bounds = bounds;
        item.ink = path.as_ref().map(|path| grown(from_skia(path.bounds()), &painted));
        let width = f64::from(painted.pen.width);
        item.painted = painted;
        let path = path.map(Rc::new);
        item.content = Content::Shape(path.clone());
        // Of the shapes, those made of segments have markers.
        if let Some(path) = path
            && matches!(geometry, shape::Geometry::Points(..) | shape::Geometry::Path(_))
        {
            self.markers(index, style, &path, width, own);
        }
    }

    fn image(&mut self, node: &'d Node, index: usize, style: &Arc<ComputedValues>, own: &Context) {
        let Some(element) = node.element() else { return };
        let Some(url) = value::href(element).filter(|url| url.len() <= value::TEXT_MAX) else {
            return;
        };
        let url = self.document.engine.url.0.join(url.trim());
        let (svg, position) = (style.get_svg(), style.get_position());
        let (w, h) = (own.basis.width, own.basis.height);
        let picture = Picture {
            url: url.map(|url| url.as_str().to_owned()).unwrap_or_default(),
            x: resolve(&svg.x, w),
            y: resolve(&svg.y, h),
            width: shape::size(&position.width, w),
            height: shape::size(&position.height, h),
            aspect: element.attribute("preserveAspectRatio").map(str::to_owned),
        };
        let bounds = Rect {
            x: picture.x,
            y: picture.y,
            width: picture.width.unwrap_or(0.0).max(0.0),
            height: picture.height.unwrap_or(0.0).max(0.0),
        };
        let whole = picture.width.is_some() && picture.height.is_some();
        let item = &mut self.scene.items[index];
        item.bounds = Some(bounds);
        // Without a size the picture's own counts, which is known only when it is painted.
        item.ink = Some(if whole { bounds } else { everywhere() });
        item.painted.visible = style.get_inherited_box().visibility == Visibility::Visible;
        item.content = Content::Image(picture);
    }
}

fn everywhere() -> Rect {
    Rect {
        x: -1.0e6,
        y: -1.0e6,
        width: 2.0e6,
        height: 2.0e6,
    }
}

pub(super) fn union(a: Option<Rect>, b: Option<Rect>) -> Option<Rect> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.union(b)),
        (a, b) => a.or(b),
    }
}

pub(super) fn intersection(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.max(b.x), a.y.max(b.y));
    Rect {
        x,
        y,
        width: ((a.x + a.width).min(b.x + b.width) - x).max(0.0),
        height: ((a.y + a.height).min(b.y + b.height) - y).max(0.0),
    }
}
