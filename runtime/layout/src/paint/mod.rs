//! Painting the page (CSS 2 Appendix E): stacking contexts in order, each box's shadows, background, border and content.

mod background;
mod border;
mod clip;
mod compose;
mod decoration;
mod effect_cache;
mod ellipsis;
mod emphasis;
mod extent;
mod fill_cache;
mod geometry;
mod gradient;
mod marker;
mod native;
mod plane;
mod reference;
mod repaint;
mod shape;
mod surface;
mod svg;
mod svg_filter;
mod text;

use crate::Document;
use crate::boxes::{BoxId, BoxKind, BoxPart, BoxTree, LayoutBox, Rect};
use crate::dom::tree::ReplacedPixels;
use crate::query::geometry::Transform;
use crate::query::stacking::{FlowItem, StackingContext};
pub(crate) use background::Areas;
use clip::Clip;
pub(crate) use effect_cache::EffectCache;
pub(crate) use geometry::{RoundRect, skia};
pub(crate) use gradient::{absolute, color};
use native::Native;
use oracade_canvas::css_filter::Filter;
use reference::References;
pub(crate) use repaint::Last;
use repaint::{CanvasDraw, PutOff};
use rustc_hash::FxHashMap;
pub(crate) use shape::{Kept, clip_path};
use std::rc::Rc;
use style::computed_values::background_blend_mode::single_value::T as BackgroundBlendMode;
use style::computed_values::image_rendering::T as ImageRendering;
use style::computed_values::mix_blend_mode::T as MixBlendMode;
use style::computed_values::object_fit::T as ObjectFit;
use style::computed_values::visibility::T as Visibility;
use style::properties::ComputedValues;
use style::values::computed::Image;
use style::values::computed::basic_shape::ClipPath;
use style_traits::ToCss;
use surface::Surface;
use tiny_skia::{BlendMode, Color, Pixmap};

/// Where pictures come from.
pub trait PaintSource {
    /// The pixels of a canvas or image element; None: nothing to paint.
    fn pixels(&mut self, pixels: ReplacedPixels) -> Option<Rc<Pixmap>>;

    /// The picture at an absolute address named by CSS.
    fn image(&mut self, url: &str) -> Option<Rc<Pixmap>>;

    /// Whether a picture is smoothed when it is scaled.
    fn smooth(&self, style: &ComputedValues) -> bool {
        style.clone_image_rendering() == ImageRendering::Auto
    }
}

/// Deepest nesting of stacking contexts that is painted.
const DEPTH_MAX: u32 = 512;

impl Document {
    /// Paints the viewport on white, in device pixels. None: no memory for a picture of that size.
    pub fn paint(&mut self, source: &mut dyn PaintSource) -> Option<Pixmap> {
        self.update();
        Some(self.paint_putting_off(source, false)?.0)
    }

    /// Paints what is up to date. If canvases are to be put off, and nothing but canvases is painted on canvases: with the picture
    /// without them, and with them.
    fn paint_putting_off(&mut self, source: &mut dyn PaintSource, put_off: bool) -> Option<(Pixmap, Option<(Pixmap, PutOff)>)> {
        let viewport = self.viewport();
        let ratio = viewport.device_pixel_ratio;
        let width = (viewport.width * ratio).round().clamp(1.0, 16384.0) as u32;
        let height = (viewport.height * ratio).round().clamp(1.0, 16384.0) as u32;
        let mut target = Pixmap::new(width, height)?;
        target.fill(Color::WHITE);
        let contexts = self.stacking_now();
        let effects = std::mem::take(&mut self.effects);
        let Some(boxes) = self.current_boxes() else {
            return Some((target, None));
        };
        let zoom = Transform {
            a: ratio,
            d: ratio,
            ..Transform::IDENTITY
        };
        let mut painter = Painter {
            document: self,
            boxes,
            surface: Surface::new(target, effects),
            source,
            clips: FxHashMap::default(),
            zoom,
            ratio,
            flat: None,
            plane_root: None,
            canvas_from: None,
        };
        if put_off {
            painter.surface.put_off = Some(PutOff::default());
        }
        painter.canvas_background();
        painter.context(&contexts, 0);
        let put_off = painter.surface.put_off.take();
        let base = put_off.and_then(|put_off| Some((painter.surface.base()?, put_off)));
        if let Some((_, put_off)) = &base {
            put_off.draw(&mut painter.surface);
        }
        let (picture, effects) = painter.surface.finish();
        self.effects = effects;
        Some((picture?, base))
    }
}

struct Painter<'a> {
    document: &'a Document,
    boxes: &'a BoxTree,
    surface: Surface,
    source: &'a mut dyn PaintSource,
    clips: FxHashMap<BoxId, Clip>,
    zoom: Transform,
    /// Device pixels a CSS px has.
    ratio: f64,
    /// From the viewport to the picture that is painted on, where that is a plane seen in perspective.
    flat: Option<Transform>,
    /// The box that plane is of.
    plane_root: Option<BoxId>,
    /// The box whose background was painted on the whole canvas.
    canvas_from: Option<BoxId>,
}

impl Painter<'_> {
    fn transform(&self, id: BoxId) -> Transform {
        let transform = self.document.to_viewport(self.boxes, id);
        match &self.flat {
            // What is flat there was made so from both sides.
            Some(flat) => plane::cleaned(&transform.then(&self.zoom).then(flat)),
            None => transform.then(&self.zoom),
        }
    }

    /// CSS Backgrounds 3 §2.11: the root's background, or else the body's, covers the canvas.
    fn canvas_background(&mut self) {
        let Some(root) = self.document.tree.root_element() else {
            return;
        };
        let has_background = |b: &LayoutBox| {
            let background = b.style.get_background();
            let color = gradient::color(&background.background_color, &background::current_color(&b.style));
            color.alpha() > 0.0 || background.background_image.0.iter().any(|i| !matches!(i, Image::None))
        };
        let root_box = self.boxes.of_node(root.id).first().copied();
        let body = root.child_elements().find(|n| n.is_html("body"));
        let body_box = body.and_then(|n| self.boxes.of_node(n.id).first().copied());
        let from = [root_box, body_box]
            .into_iter()
            .flatten()
            .find(|id| has_background(self.boxes.get(*id)));
        let (Some(from), Some(root_box)) = (from, root_box) else {
            return;
        };
        self.canvas_from = Some(from);
        let viewport = self.document.viewport();
        let scroll = self.document.scroll;
        let b = self.boxes.get(from);
        // The positioning area is the root element's; the painting area is everything.
        let rect = self.boxes.get(root_box).border_box();
        let area = Rect {
            x: rect.x.min(scroll.0),
            y: rect.y.min(scroll.1),
            width: rect.width.max(viewport.width + scroll.0),
            height: rect.height.max(viewport.height + scroll.1),
        };
        let transform = Transform::translation(-scroll.0, -scroll.1).then(&self.zoom);
        let areas = Areas {
            border: RoundRect::square(area),
            border_edges: Default::default(),
            padding_edges: Default::default(),
        };
        background::paint(&mut self.surface, self.source, &b.style, &areas, &transform, false);
    }

    /// The clip of what is inside a box: its own overflow clip and those around it.
    fn clip_inside(&mut self, id: BoxId) -> Clip {
        if let Some(clip) = self.clips.get(&id) {
            return clip.clone();
        }
        let b = self.boxes.get(id);
        let mut clip = self.clip_around(id);
        if b.clips() && Some(id) != self.canvas_from {
            let transform = self.transform(id);
            let rect = background::border_rect(b, &transform);
            let shape = RoundRect::border_box(b, rect).inset(b.border());
            clip = clip.narrowed(&shape, &transform);
        }
        self.clips.insert(id, clip.clone());
        clip
    }

    /// The clip a box is painted in.
    fn clip_around(&mut self, id: BoxId) -> Clip {
        let around = match self.boxes.geometry_parent(id) {
            Some(parent) if self.plane_root != Some(id) => self.clip_inside(parent),
            _ => self.surface.everything(),
        };
        let b = self.boxes.get(id);
        if b.is_anonymous() || matches!(b.style.get_svg().clip_path, ClipPath::None) {
            return around;
        }
        let transform = self.transform(id);
        if let Some(references) = References::of(self, id, &transform) {
            return references.narrow(around, &transform);
        }
        let areas = Areas::of(b, background::border_rect(b, &transform));
        match shape::clip_path(&b.style, &areas) {
            Some(shape::Kept::Path(path, rule)) => around.narrowed_by_path(&path, rule, &transform),
            Some(shape::Kept::Nothing) => Clip::nothing(),
            None => around,
        }
    }

    /// Background of a box or of a fragment of an inline box.
    fn background(&mut self, id: BoxId, areas: &Areas, transform: &Transform) {
        let style = &self.boxes.get(id).style;
        background::paint(&mut self.surface, self.source, style, areas, transform, false);
        if !background::clips_to_text(style) || !self.surface.push(&[]) {
            return;
        }
        background::paint(&mut self.surface, self.source, style, areas, transform, true);
        if self.surface.push(&[]) {
            text::silhouette(self, id);
            self.surface.pop(&[], 1.0, BlendMode::DestinationIn);
        }
        self.surface.pop(&[], 1.0, BlendMode::SourceOver);
    }

    fn context(&mut self, context: &StackingContext, depth: u32) {
        if depth > DEPTH_MAX {
            return;
        }
        let transform = self.transform(context.root);
        if transform.is_affine() {
            self.flat_context(context, depth, true);
        } else {
            self.in_perspective(context, &transform, depth);
        }
    }

    /// Paints a context that is flat on what is painted on; `whole`: with the contexts in it.
    fn flat_context(&mut self, context: &StackingContext, depth: u32, whole: bool) {
        let b = self.boxes.get(context.root);
        let anonymous = b.is_anonymous() || context.root == BoxId::ROOT;
        let effects = b.style.get_effects();
        let own_effects = context.is_real && !anonymous;
        if own_effects && effects.opacity <= 0.0 {
            return;
        }
        let clip = self.clip_around(context.root);
        self.surface.clip = clip;
        let filters = if own_effects {
            parse_filters(&effects.filter.to_css_string(), &self.transform(context.root))
        } else {
            Vec::new()
        };
        let blend = if own_effects {
            blend_mode(effects.mix_blend_mode)
        } else {
            BlendMode::SourceOver
        };
        let opacity = if own_effects { effects.opacity } else { 1.0 };
        if own_effects && !effects.backdrop_filter.0.is_empty() {
            let transform = self.transform(context.root);
            let backdrop = parse_filters(&effects.backdrop_filter.to_css_string(), &transform);
            let shape = RoundRect::border_box(b, background::border_rect(b, &transform));
            self.surface.backdrop(&shape, &backdrop, &transform);
        }
        let transform = self.transform(context.root);
        let references = if own_effects {
            References::of(self, context.root, &transform)
        } else {
            None
        };
        let layered = references.as_ref().is_some_and(References::need_layer);
        if let Some(references) = &references {
            let clip = self.surface.clip.clone();
            self.surface.clip = references.filter_region(clip, &transform);
        }
        let masked = own_effects
            && !references.as_ref().is_some_and(References::masks)
            && b.style.get_svg().mask_image.0.iter().any(|i| !matches!(i, Image::None));
        let grouped = opacity < 1.0 || !filters.is_empty() || blend != BlendMode::SourceOver || masked || layered;
        if grouped && !self.surface.push(&filters) {
            return;
        }
        self.paint_box(context.root);
        for child in context.negative.iter().filter(|_| whole) {
            self.context(child, depth + 1);
        }
        for item in &context.flow {
            match item {
                FlowItem::Box(id) => self.paint_box(*id),
                FlowItem::Lines(id) => self.lines(*id),
                FlowItem::Atomic(inner) => self.context(inner, depth + 1),
            }
        }
        for child in context.above.iter().filter(|_| whole) {
            self.context(child, depth + 1);
        }
        if grouped {
            self.surface.clip = self.clip_around(context.root);
            if let Some(references) = references.filter(|_| layered) {
                references.apply(self, &transform);
            }
            if masked && self.surface.push(&[]) {
                let transform = self.transform(context.root);
                let areas = Areas::of(b, background::border_rect(b, &transform));
                background::mask(&mut self.surface, self.source, &b.style, &areas, &transform);
                self.surface.pop(&[], 1.0, BlendMode::DestinationIn);
            }
            self.surface.pop(&filters, opacity, blend);
        }
    }

    /// Shadows, background, border and own pixels of one box.
    fn paint_box(&mut self, id: BoxId) {
        let b = self.boxes.get(id);
        if b.is_anonymous() && b.marker.is_some() {
            self.surface.clip = self.clip_around(id);
            let transform = self.transform(id);
            marker::paint(self, id, &transform);
            return;
        }
        if id == BoxId::ROOT || b.is_anonymous() || b.kind == BoxKind::Inline {
            return;
        }
        if b.style.get_inherited_box().visibility != Visibility::Visible {
            return;
        }
        self.surface.clip = self.clip_around(id);
        let transform = self.transform(id);
        let mut rect = background::border_rect(b, &transform);
        // The frame of a fieldset begins in the middle of its legend.
        let sunk = (f64::from(b.legend_room) / 2.0).floor().min(rect.height);
        rect.y += sunk;
        rect.height -= sunk;
        let areas = Areas::of(b, rect);
        let native = Native::of(self, b);
        let replaced = native.is_some_and(|native| native.replaces_box());
        background::shadows(&mut self.surface, &b.style, &areas, false, &transform);
        if self.canvas_from != Some(id) && !replaced {
            self.background(id, &areas, &transform);
        }
        background::shadows(&mut self.surface, &b.style, &areas, true, &transform);
        if !replaced {
            let saved = self.surface.clip.clone();
            if b.has_legend
                && let Some(legend) = b.children.first()
            {
                let gap = geometry::snapped(self.boxes.get(*legend).border_box(), &transform);
                self.surface.clip = saved.without(&RoundRect::square(gap), &transform);
            }
            match &b.collapsed {
                // A table's are those of its cells.
                Some(_) if b.kind == BoxKind::Table => {}
                Some(sides) => {
                    let cell = Rect {
                        x: 0.0,
                        y: 0.0,
                        ..b.border_box()
                    };
                    border::collapsed(&mut self.surface, sides, cell, &transform);
                }
                None => self.border(&b.style, &areas, &transform),
            }
            self.surface.clip = saved;
        }
        if let Some(native) = &native {
            native::paint(self, id, native, &areas, &transform);
        }
        self.content(id, &areas, &transform);
        let ring = Native::ring(native.as_ref());
        border::outline(
            &mut self.surface,
            &b.style,
            &areas.border,
            areas.border_edges,
            ring,
            &transform,
        );
    }

    /// The borders of a box or of a fragment of one, or the image in their place.
    fn border(&mut self, style: &ComputedValues, areas: &Areas, transform: &Transform) {
        let is_image = !matches!(style.get_border().border_image_source, Image::None);
        if !is_image || !border::image::paint(&mut self.surface, self.source, style, areas, transform) {
            border::paint(&mut self.surface, style, areas, transform);
        }
    }

    /// Pixels of replaced content, and list markers.
    fn content(&mut self, id: BoxId, areas: &Areas, transform: &Transform) {
        let b = self.boxes.get(id);
        match b.kind {
            BoxKind::Replaced if self.document.tree.get(b.node).is_some_and(crate::svg::is_outermost) => {
                self.svg(id, areas, transform);
            }
            BoxKind::Replaced => {
                let pixels = self.source.pixels(b.pixels);
                let content = areas.border.inset(areas.border_edges).inset(areas.padding_edges);
                let size = pixels.as_ref().map(|pixels| (pixels.width(), pixels.height()));
                let draw = CanvasDraw {
                    handle: if let ReplacedPixels::Canvas(handle) = b.pixels {
                        handle
                    } else {
                        0
                    },
                    size,
                    rect: size.map_or(content.rect, |(width, height)| {
                        object_rect(&b.style, content.rect, (f64::from(width), f64::from(height)))
                    }),
                    frame: content.rect,
                    smooth: self.source.smooth(&b.style),
                    transform: *transform,
                    clip: self.surface.clip.narrowed(&content, transform),
                };
                if let (ReplacedPixels::Canvas(_), Some(put_off)) = (b.pixels, self.surface.putting_off()) {
                    put_off.add(draw, pixels);
                } else {
                    self.surface.has_met(b.pixels, pixels.as_ref());
                    if let Some(pixels) = &pixels {
                        draw.draw(&mut self.surface, pixels);
                    }
                }
                if size.is_none() {
                    return;
                }
            }
            _ => {}
        }
        if b.marker.is_some() && b.part == BoxPart::Element {
            marker::paint(self, id, transform);
        }
    }

    /// Text of a block's lines, and backgrounds and borders of its inline boxes.
    fn lines(&mut self, id: BoxId) {
        self.surface.clip = self.clip_inside(id);
        let transform = self.lines_transform(id);
        text::inline_boxes(self, id, &transform);
        text::lines(self, id, &transform);
    }

    /// From the coordinates of a block's lines to pixels.
    fn lines_transform(&mut self, id: BoxId) -> Transform {
        let scroll = self.document.scroll_of(self.boxes, id);
        Transform::translation(-scroll.0, -scroll.1).then(&self.transform(id))
    }
}

/// The filters of a computed value, their lengths in device pixels.
fn parse_filters(css: &str, transform: &Transform) -> Vec<Filter> {
    let scale = surface::scale_of(transform) as f32;
    let mut filters = oracade_canvas::css_filter::parse_filter(css, &Default::default()).unwrap_or_default();
    for filter in &mut filters {
        match filter {
            Filter::Blur(sigma) => *sigma *= scale,
            Filter::DropShadow(x, y, sigma, _) => {
                *x *= scale;
                *y *= scale;
                *sigma *= scale;
            }
            _ => {}
        }
    }
    filters
}

/// The part of a picture stretched over `rect` that `frame` shows, in whole pixels, and where it lies: what is cut off does not shine
/// in at the edges. None: all of it.
fn seen(pixels: &Pixmap, rect: Rect, frame: Rect) -> (Option<Pixmap>, Rect) {
    let (w, h) = (f64::from(pixels.width()), f64::from(pixels.height()));
    let (sx, sy) = (rect.width / w, rect.height / h);
    let cut = |from: f64, to: f64, at: f64, scale: f64, size: f64| {
        let first = ((from - at) / scale + 1e-3).floor().clamp(0.0, size);
        let last = ((to - at) / scale - 1e-3).ceil().clamp(first, size);
        (first, last)
    };
    let (left, right) = cut(frame.x, frame.x + frame.width, rect.x, sx, w);
    let (top, bottom) = cut(frame.y, frame.y + frame.height, rect.y, sy, h);
    if (left, top, right, bottom) == (0.0, 0.0, w, h) || !(sx > 0.0 && sy > 0.0) {
        return (None, rect);
    }
    let shown = Rect {
        x: rect.x + left * sx,
        y: rect.y + top * sy,
        width: (right - left) * sx,
        height: (bottom - top) * sy,
    };
    let part = tiny_skia::IntRect::from_ltrb(left as i32, top as i32, right as i32, bottom as i32);
    match part.and_then(|part| pixels.clone_rect(part)) {
        Some(part) => (Some(part), shown),
        None => (None, rect),
    }
}

fn blend_of_layer(mode: BackgroundBlendMode) -> BlendMode {
    match mode {
        BackgroundBlendMode::Normal => BlendMode::SourceOver,
        BackgroundBlendMode::Multiply => BlendMode::Multiply,
        BackgroundBlendMode::Screen => BlendMode::Screen,
        BackgroundBlendMode::Overlay => BlendMode::Overlay,
        BackgroundBlendMode::Darken => BlendMode::Darken,
        BackgroundBlendMode::Lighten => BlendMode::Lighten,
        BackgroundBlendMode::ColorDodge => BlendMode::ColorDodge,
        BackgroundBlendMode::ColorBurn => BlendMode::ColorBurn,
        BackgroundBlendMode::HardLight => BlendMode::HardLight,
        BackgroundBlendMode::SoftLight => BlendMode::SoftLight,
        BackgroundBlendMode::Difference => BlendMode::Difference,
        BackgroundBlendMode::Exclusion => BlendMode::Exclusion,
        BackgroundBlendMode::Hue => BlendMode::Hue,
        BackgroundBlendMode::Saturation => BlendMode::Saturation,
        BackgroundBlendMode::Color => BlendMode::Color,
        BackgroundBlendMode::Luminosity => BlendMode::Luminosity,
    }
}

fn blend_mode(mode: MixBlendMode) -> BlendMode {
    match mode {
        MixBlendMode::Normal => BlendMode::SourceOver,
        MixBlendMode::Multiply => BlendMode::Multiply,
        MixBlendMode::Screen => BlendMode::Screen,
        MixBlendMode::Overlay => BlendMode::Overlay,
        MixBlendMode::Darken => BlendMode::Darken,
        MixBlendMode::Lighten => BlendMode::Lighten,
        MixBlendMode::ColorDodge => BlendMode::ColorDodge,
        MixBlendMode::ColorBurn => BlendMode::ColorBurn,
        MixBlendMode::HardLight => BlendMode::HardLight,
        MixBlendMode::SoftLight => BlendMode::SoftLight,
        MixBlendMode::Difference => BlendMode::Difference,
        MixBlendMode::Exclusion => BlendMode::Exclusion,
        MixBlendMode::Hue => BlendMode::Hue,
        MixBlendMode::Saturation => BlendMode::Saturation,
        MixBlendMode::Color => BlendMode::Color,
        MixBlendMode::Luminosity => BlendMode::Luminosity,
        MixBlendMode::PlusLighter => BlendMode::Plus,
    }
}

/// CSS Images 3 §5.5: where replaced content lies in its content box.
fn object_rect(style: &ComputedValues, content: Rect, natural: (f64, f64)) -> Rect {
    let position = style.get_position();
    let (w, h) = natural;
    let contain = (content.width / w).min(content.height / h);
    let cover = (content.width / w).max(content.height / h);
    let (width, height) = match position.object_fit {
        ObjectFit::Fill => (content.width, content.height),
        ObjectFit::Contain => (w * contain, h * contain),
        ObjectFit::Cover => (w * cover, h * cover),
        ObjectFit::None => (w, h),
        ObjectFit::ScaleDown => (w * contain.min(1.0), h * contain.min(1.0)),
    };
    let length = |v: f64| style::values::computed::Length::new(v as f32);
    let x = position
        .object_position
        .horizontal
        .resolve(length(content.width - width))
        .px();
    let y = position
        .object_position
        .vertical
        .resolve(length(content.height - height))
        .px();
    Rect {
        x: content.x + f64::from(x),
        y: content.y + f64::from(y),
        width,
        height,
    }
}
