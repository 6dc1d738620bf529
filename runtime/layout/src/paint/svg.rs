//! Inline SVG: the items of a scene, with what groups them (SVG 2 §3).

mod cut;

use super::background::Areas;
use super::clip::{Clip, pixels_of};
use super::geometry::{RoundRect, skia};
use super::surface::Surface;
use super::svg_filter::{self, Scale};
use super::{EffectCache, Painter, blend_mode, parse_filters, shape};
use crate::boxes::{BoxId, Edges, Rect};
use crate::query::geometry::Transform;
use crate::style::svg_properties;
use crate::svg::{Content, Item, Paint, Painted, Picture, Scene, TextRun, value};
use cut::shaped_clip;
pub(super) use cut::simple_clip;
use oracade_text::RunRef;
use std::rc::Rc;
use style::values::specified::TextDecorationLine;
use style_traits::ToCss;
use tiny_skia::{BlendMode, Color, FillRule, FilterQuality, Path, PathStroker, Pattern, Pixmap, Shader, SpreadMode, Stroke};

/// Deepest nesting of groups, masks and patterns that is painted.
const DEPTH_MAX: u32 = 256;
/// What one scene may cost, in pixels of layers.
const WORK_MAX: i64 = 1 << 27;
/// What an item costs however small it is.
const ITEM_WORK: i64 = 1 << 10;
/// Most groups, clipping paths and masks on layers of their own within each other.
const LAYERS_MAX: u32 = 48;
/// Longest side of a pattern's tile in pixels.
const TILE_MAX: f64 = 2048.0;

/// One scene being painted.
pub(super) struct Work<'s> {
    scene: &'s Scene,
    left: i64,
    depth: u32,
    layers: u32,
}

impl<'s> Work<'s> {
    /// The work of a scene nothing of which is painted.
    pub(super) fn of(scene: &'s Scene) -> Self {
        Self {
            scene,
            left: WORK_MAX,
            depth: 0,
            layers: 0,
        }
    }
}

impl Work<'_> {
    /// Takes the cost of something off what is left; false: nothing is.
    fn spend(&mut self, cost: i64) -> bool {
        self.left -= cost;
        self.left > 0
    }
}

impl Painter<'_> {
    /// What an outermost `svg` element shows.
    pub(super) fn svg(&mut self, id: BoxId, areas: &Areas, transform: &Transform) {
        let b = self.boxes.get(id);
        let Some(scene) = self.document.scene(b.node) else { return };
        let Some(root) = scene.items.first() else { return };
        let content = areas.content();
        let size = b.content_box();
        if size.width <= 0.0 || size.height <= 0.0 {
            return;
        }
        // The content follows the box where that is snapped to pixels.
        let place = Transform {
            a: content.rect.width / size.width,
            d: content.rect.height / size.height,
            e: content.rect.x,
            f: content.rect.y,
            ..Transform::IDENTITY
        }
        .then(transform);
        let saved = self.surface.clip.clone();
        if b.clips() {
            self.surface.clip = saved.narrowed(&content, transform);
        }
        let mut work = Work::of(&scene);
        if let Content::Group(items) = &root.content {
            self.svg_items(&mut work, items, &root.inner.then(&place));
        }
        self.surface.clip = saved;
    }

    fn svg_items(&mut self, work: &mut Work<'_>, items: &[usize], outer: &Transform) {
        if work.depth >= DEPTH_MAX {
            return;
        }
        work.depth += 1;
        for index in items {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.svg_item(work, *index, outer));
        }
        work.depth -= 1;
    }

    fn svg_item(&mut self, work: &mut Work<'_>, index: usize, outer: &Transform) {
        let scene = work.scene;
        let Some(item) = scene.items.get(index) else { return };
        let Some(ink) = item.ink.filter(|_| work.spend(ITEM_WORK)) else {
            return;
        };
        let t = item.transform.then(outer);
        let effects = item.style.get_effects();
        if effects.opacity <= 0.0 || !value::finite(&t) {
            return;
        }
        let saved = self.surface.clip.clone();
        let filters = if effects.filter.0.is_empty() {
            Vec::new()
        } else {
            parse_filters(&effects.filter.to_css_string(), &t)
        };
        let device = pixels_of(ink, &t).grow(1);
        let graph = item.filter.flatten().and_then(|index| scene.filters.get(index));
        if filters.is_empty() && graph.is_none() && device.intersect(&saved.rect).is_empty() {
            return;
        }
        let mut clip = saved.clone();
        let scale = graph.map(|graph| Scale::of(graph, item.bounds, &t));
        let reach = graph.zip(scale.as_ref()).map(|(graph, scale)| scale.reach(graph));
        if let Some(graph) = graph {
            // What lies outside the filter's region is not shown.
            let units = if graph.region_in_box {
                crate::svg::box_units(item.bounds)
            } else {
                Some(Transform::IDENTITY)
            };
            let Some(units) = units else { return };
            let region = pixels_of(units.bounds(graph.region), &t);
            clip = clip.within(&region).within(&device.grow(reach.unwrap_or(0)));
        }
        if let Some(rect) = item.overflow {
            clip = clip.narrowed(&RoundRect::square(rect), &t);
        }
        clip = shaped_clip(item, clip, &t);
        let mut by_layer = None;
        if let Some(Some(index)) = item.clip {
            match simple_clip(scene, index, item.bounds) {
                Some((path, rule, place)) => clip = clip.narrowed_by_path(&path, rule, &place.then(&t)),
                None => by_layer = Some(index),
            }
        }
        let mask = item.mask.flatten();
        let blend = blend_mode(effects.mix_blend_mode);
        let mut opacity = effects.opacity;
        let mut faded = 1.0;
        let plain =
            filters.is_empty() && graph.is_none() && blend == BlendMode::SourceOver && mask.is_none() && by_layer.is_none();
        if plain
            && opacity < 1.0
            && matches!(item.content, Content::Shape(_))
            && item.markers.is_empty()
            && has_one_paint(&item.painted)
        {
            // What is painted in one go needs no layer.
            faded = std::mem::replace(&mut opacity, 1.0);
        }
        let grouped = !plain || opacity < 1.0;
        if grouped && filters.is_empty() && graph.is_none() {
            clip = clip.within(&device);
        }
        self.surface.clip = clip.clone();
        let area = clip.rect.width() as i64 * clip.rect.height() as i64;
        let cost = graph.map_or(area, |graph| area * (1 + 4 * graph.primitives.len() as i64));
        let too_deep = work.layers >= LAYERS_MAX;
        if clip.rect.is_empty() || (grouped && (too_deep || !work.spend(cost) || !self.surface.push(&filters))) {
            self.surface.clip = saved;
            return;
        }
        work.layers += u32::from(grouped);
        self.svg_content(work, item, &t, faded);
        work.layers -= u32::from(grouped);
        if let (Some(graph), Some(scale)) = (graph, &scale) {
            // The filter comes before clipping paths, masks and opacity (Filter Effects 1 §3).
            self.surface.clip = clip.clone();
            let late = mask.is_some() || by_layer.is_some() || !filters.is_empty();
            let (opacity, blend) = if late {
                (1.0, BlendMode::SourceOver)
            } else {
                (opacity, blend)
            };
            let effect = |layer| svg_filter::apply(graph, layer, scale);
            if !late {
                self.surface.pop_through(effect, opacity, blend);
                self.surface.clip = saved;
                return;
            }
            self.surface.filter_layer(effect);
        }
        if grouped {
            self.surface.clip = clip.clone();
            if let Some(index) = by_layer {
                self.svg_clip(work, index, item.bounds, &t);
            }
            if let Some(index) = mask {
                self.svg_mask(work, index, item.bounds, &t);
            }
            self.surface.clip = clip;
            self.surface.pop(&filters, opacity, blend);
        }
        self.surface.clip = saved;
    }

    fn svg_content(&mut self, work: &mut Work<'_>, item: &Item, t: &Transform, faded: f32) {
        match &item.content {
            Content::Group(items) => self.svg_items(work, items, &item.inner.then(t)),
            Content::Shape(Some(path)) if item.painted.visible => {
                self.svg_path(work, path, &item.painted, item.bounds, (t, t), faded);
                self.svg_items(work, &item.markers, t);
            }
            Content::Text(content) => {
                for run in &content.runs {
                    self.svg_text(work, run, item.bounds, t);
                }
            }
            Content::Image(picture) if item.painted.visible => self.svg_image(item, picture, t),
            Content::Shape(_) | Content::Image(_) => {}
        }
    }

    /// Fill and stroke of a path; the transforms are those of the path and of what paint refers to.
    fn svg_path(
        &mut self,
        work: &mut Work<'_>,
        path: &Path,
        painted: &Painted,
        bounds: Option<Rect>,
        (of_path, of_paint): (&Transform, &Transform),
        faded: f32,
    ) {
        for step in 0..2 {
            if (step == 0) == painted.stroke_first {
                if let Some((paint, opacity)) = &painted.stroke
                    && let Some((outline, place)) = self.outline(path, painted, of_path)
                {
                    let how = (FillRule::Winding, painted.crisp);
                    self.svg_fill(work, &outline, how, (paint, opacity * faded), bounds, (&place, of_paint));
                }
            } else if let Some((paint, opacity)) = &painted.fill {
                let how = (painted.rule, painted.crisp);
                self.svg_fill(work, path, how, (paint, opacity * faded), bounds, (of_path, of_paint));
            }
        }
    }

    /// What a stroke covers, and the transform to pixels.
    fn outline(&self, path: &Path, painted: &Painted, place: &Transform) -> Option<(Path, Transform)> {
        if painted.fixed_width {
            let path = path.clone().transform(skia(place))?;
            let zoom = self.zoom.a as f32;
            let mut pen = painted.pen.clone();
            pen.width *= zoom;
            return Some((stroked(&path, &pen, 1.0)?, Transform::IDENTITY));
        }
        let scale = PathStroker::compute_resolution_scale(&skia(place));
        Some((stroked(path, &painted.pen, scale)?, *place))
    }

    fn svg_fill(
        &mut self,
        work: &mut Work<'_>,
        path: &Path,
        (rule, crisp): (FillRule, bool),
        (paint, opacity): (&Paint, f32),
        bounds: Option<Rect>,
        (of_path, of_paint): (&Transform, &Transform),
    ) {
        match paint {
            Paint::Color(color) => {
                let mut color = *color;
                color.apply_opacity(opacity);
                if color.alpha() > 0.0 {
                    self.surface.fill_exact(path, rule, Shader::SolidColor(color), of_path, crisp);
                }
            }
            Paint::Gradient(gradient) => {
                if let Some(shader) = gradient.shader(bounds, opacity, of_paint) {
                    self.surface.fill_exact(path, rule, shader, of_path, crisp);
                }
            }
            Paint::Pattern(index) => {
                let Some((tile, place)) = self.svg_tile(work, *index, bounds, of_paint) else {
                    return;
                };
                let shader = Pattern::new(
                    tile.as_ref(),
                    SpreadMode::Repeat,
                    FilterQuality::Bilinear,
                    opacity,
                    skia(&place),
                );
                self.surface.fill_exact(path, rule, shader, of_path, crisp);
            }
        }
    }

    /// The tile of a pattern, and the transform from it to pixels.
    fn svg_tile(
        &mut self,
        work: &mut Work<'_>,
        index: usize,
        bounds: Option<Rect>,
        t: &Transform,
    ) -> Option<(Pixmap, Transform)> {
        let pattern = work.scene.patterns.get(index)?;
        let units = crate::svg::box_units(bounds);
        let mut area = pattern.area;
        if pattern.area_in_box {
            area = units?.bounds(area);
        }
        let place = pattern.transform.then(t);
        let length = |x: f64, y: f64| libm::sqrt(x * x + y * y);
        let side = |v: f64| if v.is_finite() { v.ceil().clamp(1.0, TILE_MAX) } else { 1.0 };
        let (w, h) = (
            side(area.width * length(place.a, place.b)),
            side(area.height * length(place.c, place.d)),
        );
        if area.width <= 0.0 || area.height <= 0.0 || !work.spend((w * h) as i64) {
            return None;
        }
        let tile = Pixmap::new(w as u32, h as u32)?;
        let (sx, sy) = (w / area.width, h / area.height);
        let scale = Transform {
            a: sx,
            d: sy,
            ..Transform::IDENTITY
        };
        let content = match &pattern.view {
            Some((view, aspect)) => value::fit(view, aspect.as_deref(), area.width, area.height)?,
            None => {
                let content = if pattern.content_in_box { units? } else { Transform::IDENTITY };
                content.then(&Transform::translation(-area.x, -area.y))
            }
        };
        let surface = std::mem::replace(&mut self.surface, Surface::new(tile, EffectCache::default()));
        self.svg_items(work, &pattern.items, &content.then(&scale));
        let (tile, _) = std::mem::replace(&mut self.surface, surface).finish();
        let back = Transform {
            a: 1.0 / sx,
            d: 1.0 / sy,
            e: area.x,
            f: area.y,
            ..Transform::IDENTITY
        };
        Some((tile?, back.then(&place)))
    }

    fn svg_text(&mut self, work: &mut Work<'_>, run: &TextRun, bounds: Option<Rect>, t: &Transform) {
        let painted = run.painted.clone();
        let Some(font) = run.font().filter(|_| painted.visible && work.spend(ITEM_WORK)) else {
            return;
        };
        let place = run.place.then(t);
        let text = RunRef {
            font: &font.font,
            size: font.size,
            coords: &font.coords,
            synthesis: font.synthesis,
            glyphs: &run.glyphs,
        };
        self.svg_decorations(work, run, bounds, t, false);
        if let (Some((Paint::Color(color), opacity)), None) = (&painted.fill, &painted.stroke) {
            let mut color = *color;
            color.apply_opacity(*opacity);
            self.surface.text(&text, color, &place);
        } else if let Some(path) = self
            .surface
            .glyphs
            .run_path(&text)
            .and_then(|p| p.transform(skia(&run.place)))
        {
            self.svg_path(work, &path, &painted, bounds, (t, t), 1.0);
        }
        self.svg_decorations(work, run, bounds, t, true);
    }

    fn svg_decorations(&mut self, work: &mut Work<'_>, run: &TextRun, bounds: Option<Rect>, t: &Transform, above: bool) {
        let lines = run.style.get_text().text_decoration_line;
        let Some(font) = run.font().filter(|_| !lines.is_empty()) else {
            return;
        };
        let metrics = oracade_text::FontMetrics::of(&font.font, font.size);
        let mut bar = |y: f32, thickness: f32| {
            let glyphs = Rect {
                x: run.cell.x,
                y: run.baseline + f64::from(y) / f64::from(font.size) * run.em(),
                width: run.cell.width,
                height: f64::from(thickness) / f64::from(font.size) * run.em(),
            };
            if let (Some(path), Some((paint, opacity))) = (RoundRect::square(glyphs).path(), &run.painted.fill) {
                self.svg_fill(work, &path, (FillRule::Winding, false), (paint, *opacity), bounds, (t, t));
            }
        };
        if !above && lines.contains(TextDecorationLine::UNDERLINE) {
            bar(
                metrics.underline_offset.abs().max(1.0),
                metrics.underline_thickness.max(1.0).round(),
            );
        }
        if !above && lines.contains(TextDecorationLine::OVERLINE) {
            bar(-metrics.ascent, metrics.underline_thickness);
        }
        if above && lines.contains(TextDecorationLine::LINE_THROUGH) {
            bar(-metrics.strikeout_offset.abs(), metrics.strikeout_thickness);
        }
    }

    fn svg_image(&mut self, item: &Item, picture: &Picture, t: &Transform) {
        let Some(pixels) = self.source.image(&picture.url) else {
            return;
        };
        let natural = (f64::from(pixels.width()), f64::from(pixels.height()));
        let (width, height) = match (picture.width, picture.height) {
            (Some(w), Some(h)) => (w, h),
            (Some(w), None) => (w, w * natural.1 / natural.0),
            (None, Some(h)) => (h * natural.0 / natural.1, h),
            (None, None) => natural,
        };
        if width <= 0.0 || height <= 0.0 {
            return;
        }
        let view = Rect {
            x: 0.0,
            y: 0.0,
            width: natural.0,
            height: natural.1,
        };
        let Some(fit) = value::fit(&view, picture.aspect.as_deref(), width, height) else {
            return;
        };
        let shown = fit.bounds(view).translated(picture.x, picture.y);
        let saved = self.surface.clip.clone();
        let frame = Rect {
            x: picture.x,
            y: picture.y,
            width,
            height,
        };
        self.surface.clip = saved.narrowed(&RoundRect::square(frame), t);
        let smooth = self.source.smooth(&item.style);
        self.surface.picture((*pixels).as_ref(), shown, smooth, t);
        self.surface.clip = saved;
    }
}

/// True if fading each paint is the same as fading the whole.
fn has_one_paint(painted: &Painted) -> bool {
    painted.fill.is_none() || painted.stroke.is_none()
}

fn stroked(path: &Path, pen: &Stroke, scale: f32) -> Option<Path> {
    let dashed = match &pen.dash {
        Some(dash) => Some(path.dash(dash, scale)?),
        None => None,
    };
    dashed.as_ref().unwrap_or(path).stroke(pen, scale)
}
