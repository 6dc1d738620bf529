//! SVG images: the tree usvg makes of a document, drawn with this crate's rasteriser. Text, filters and nested raster
//! images beyond `data:` URLs are not drawn; nothing is ever loaded.

use std::rc::Rc;

use oracade_text::coverage::PixelRect;
use tiny_skia::{FillRule, Path, Pixmap, Transform};
use usvg::roxmltree;
use usvg::{Group, ImageHrefResolver, Node, Paint, Tree};

use crate::blend::{CompositeOp, blend_row, div255};
use crate::fill::{Buffers, Ground, Region, fill};
use crate::gradient::{Gradient, GradientKind, GradientStyle};
use crate::image::{Image, ImageError, check_size};
use crate::path::Matrix;
use crate::picture::{Beyond, Picture, Sampling};
use crate::shape::Shape;
use crate::source::{Source, premultiply};

/// Deepest nesting of groups that is drawn.
const MAX_DEPTH: u32 = 48;

/// True if bytes start like an SVG document.
pub(crate) fn looks_like_svg(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(bytes.get(..bytes.len().min(1024)).unwrap_or(&[])).to_ascii_lowercase();
    let head = head.trim_start_matches('\u{feff}').trim_start();
    head.starts_with("<svg") || ((head.starts_with("<?xml") || head.starts_with("<!")) && head.contains("<svg"))
}

/// Draws a document at its natural size.
pub(crate) fn render(bytes: &[u8]) -> Result<Pixmap, ImageError> {
    let options = usvg::Options {
        default_size: usvg::Size::from_wh(300.0, 150.0).unwrap_or_else(|| usvg::Options::default().default_size),
        image_href_resolver: ImageHrefResolver {
            resolve_data: ImageHrefResolver::default_data_resolver(),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    };
    let broken = |error: &dyn core::fmt::Display| ImageError::Broken(error.to_string());
    let text = core::str::from_utf8(bytes).map_err(|error| broken(&error))?;
    let parsing = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(text, parsing).map_err(|error| broken(&error))?;
    let (width, height) = natural_size(&document.root_element());
    let (width, height) = (whole(width), whole(height));
    if width == 0 || height == 0 {
        return Err(ImageError::Empty(width, height));
    }
    check_size(width, height)?;
    let tree = Tree::from_xmltree(&document, &options).map_err(|error| broken(&error))?;
    let size = tree.size();
    let mut pixmap = Pixmap::new(width, height).ok_or(ImageError::TooManyPixels(width, height))?;
    let base = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    let mut drawing = Drawing {
        buffers: Buffers::default(),
    };
    drawing.group(tree.root(), base, &mut pixmap, 0);
    Ok(pixmap)
}

/// The size an SVG document is shown at where nobody gives it another (SVG 2 § 8.12, CSS Images § 5.1): its own width and
/// height; from one of them and the view box's shape the other; by that shape as much as goes into 300 by 150 px.
fn natural_size(root: &roxmltree::Node<'_, '_>) -> (f32, f32) {
    let own = |name| root.attribute(name).and_then(length);
    let shape = root.attribute("viewBox").and_then(|text| {
        let mut numbers = text.split([' ', ',', '\t', '\n', '\r']).filter(|part| !part.is_empty());
        let mut next = || numbers.next()?.parse::<f32>().ok();
        let (_, _, width, height) = (next()?, next()?, next()?, next()?);
        (width > 0.0 && height > 0.0).then_some(width / height)
    });
    match (own("width"), own("height"), shape) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some(shape)) => (width, width / shape),
        (None, Some(height), Some(shape)) => (height * shape, height),
        (None, None, Some(shape)) if shape > 2.0 => (300.0, 300.0 / shape),
        (None, None, Some(shape)) => (150.0 * shape, 150.0),
        (width, height, None) => (width.unwrap_or(300.0), height.unwrap_or(150.0)),
    }
}

/// A length in px; `None` for percentages and what is no length.
fn length(text: &str) -> Option<f32> {
    let text = text.trim();
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'));
    let number: f32 = text.strip_suffix(unit)?.parse().ok()?;
    let scale = match unit.trim() {
        "" | "px" => 1.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 9.6 / 2.54,
        "pt" => 96.0 / 72.0,
        "pc" => 16.0,
        "em" | "rem" => 16.0,
        "ex" => 8.0,
        _ => return None,
    };
    Some((number * scale).max(0.0))
}

/// Whole pixels; what is there at all has one at least.
fn whole(size: f32) -> u32 {
    if size > 0.0 { size.round().max(1.0) as u32 } else { 0 }
}

struct Drawing {
    buffers: Buffers,
}

impl Drawing {
    fn group(&mut self, group: &Group, base: Transform, target: &mut Pixmap, depth: u32) {
        if depth > MAX_DEPTH {
            return;
        }
        let isolated = group.should_isolate();
        if !isolated {
            return self.children(group, base, target, depth);
        }
        let Some(mut layer) = Pixmap::new(target.width(), target.height()) else {
            return;
        };
        self.children(group, base, &mut layer, depth);
        if let Some(clip) = group.clip_path() {
            let mask = self.clip(clip, base.pre_concat(group.abs_transform()), &layer, depth);
            multiply(&mut layer, &mask);
        }
        if let Some(mask) = group.mask() {
            let mask = self.mask(mask, base.pre_concat(group.abs_transform()), &layer, depth);
            multiply(&mut layer, &mask);
        }
        let opacity = (group.opacity().get() * 255.0 + 0.5) as u8;
        let covered = vec![opacity; layer.width() as usize];
        let stride = layer.width() as usize * 4;
        let op = blend_mode(group.blend_mode());
        for (row, ground) in layer
            .data()
            .chunks_exact(stride)
            .zip(target.data_mut().chunks_exact_mut(stride))
        {
            blend_row(op, row.as_chunks::<4>().0, &covered, ground);
        }
    }

    fn children(&mut self, group: &Group, base: Transform, target: &mut Pixmap, depth: u32) {
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner, base, target, depth + 1),
                Node::Path(path) if path.is_visible() => self.path(path, base, target, depth),
                Node::Image(image) if image.is_visible() => self.image(image, base, target, depth),
                Node::Path(_) | Node::Image(_) | Node::Text(_) => {}
            }
        }
    }

    fn path(&mut self, path: &usvg::Path, base: Transform, target: &mut Pixmap, depth: u32) {
        let transform = base.pre_concat(path.abs_transform());
        for step in 0..2 {
            let fill_now = (step == 0) == (path.paint_order() == usvg::PaintOrder::FillAndStroke);
            if fill_now {
                if let Some(fill) = path.fill()
                    && let Some(outline) = path.data().clone().transform(transform)
                {
                    let rule = match fill.rule() {
                        usvg::FillRule::NonZero => FillRule::Winding,
                        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
                    };
                    self.paint(outline, rule, fill.paint(), fill.opacity().get(), transform, target, depth);
                }
            } else if let Some(stroke) = path.stroke() {
                let pen = stroke.to_tiny_skia();
                let scale = tiny_skia::PathStroker::compute_resolution_scale(&transform);
                let dashed = pen.dash.as_ref().and_then(|dash| path.data().dash(dash, scale));
                if let Some(outline) = dashed.as_ref().unwrap_or(path.data()).stroke(&pen, scale)
                    && let Some(outline) = outline.transform(transform)
                {
                    let opacity = stroke.opacity().get();
                    self.paint(outline, FillRule::Winding, stroke.paint(), opacity, transform, target, depth);
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "everything a fill consists of")]
    fn paint(
        &mut self,
        outline: Path,
        rule: FillRule,
        paint: &Paint,
        opacity: f32,
        transform: Transform,
        target: &mut Pixmap,
        depth: u32,
    ) {
        let source = match paint {
            Paint::Color(color) => Source::Solid(premultiply(straight(*color, 1.0), opacity)),
            Paint::LinearGradient(gradient) => {
                let kind = GradientKind::Linear {
                    x0: gradient.x1().into(),
                    y0: gradient.y1().into(),
                    x1: gradient.x2().into(),
                    y1: gradient.y2().into(),
                };
                self.gradient(kind, gradient.stops(), transform.pre_concat(gradient.transform()), opacity)
            }
            Paint::RadialGradient(gradient) => {
                let kind = GradientKind::Radial {
                    x0: gradient.fx().into(),
                    y0: gradient.fy().into(),
                    r0: gradient.fr().get().into(),
                    x1: gradient.cx().into(),
                    y1: gradient.cy().into(),
                    r1: gradient.r().get().into(),
                };
                self.gradient(kind, gradient.stops(), transform.pre_concat(gradient.transform()), opacity)
            }
            Paint::Pattern(pattern) => {
                let rect = pattern.rect();
                let place = transform.pre_concat(pattern.transform());
                let scale = tiny_skia::PathStroker::compute_resolution_scale(&place).clamp(0.01, 16.0);
                let (w, h) = (
                    (rect.width() * scale).ceil().max(1.0),
                    (rect.height() * scale).ceil().max(1.0),
                );
                if w * h > 4.0e6 {
                    return;
                }
                let Some(mut tile) = Pixmap::new(w as u32, h as u32) else {
                    return;
                };
                let (sx, sy) = (w / rect.width(), h / rect.height());
                let inner = Transform::from_scale(sx, sy).pre_translate(-rect.x(), -rect.y());
                self.group(pattern.root(), inner, &mut tile, depth + 1);
                let forward = place.pre_translate(rect.x(), rect.y()).pre_scale(1.0 / sx, 1.0 / sy);
                let Some(inverse) = matrix(forward).invert() else {
                    return;
                };
                Source::Picture(Picture {
                    area: [0, 0, w as i32, h as i32],
                    pixels: Rc::new(tile),
                    inverse,
                    sampling: Sampling::Linear,
                    beyond: (Beyond::Repeat, Beyond::Repeat),
                    alpha: (opacity * 255.0 + 0.5) as u8,
                })
            }
        };
        self.fill(&Shape::Path(outline, rule), &source, target);
    }

    fn gradient(&self, kind: GradientKind, stops: &[usvg::Stop], transform: Transform, opacity: f32) -> Source {
        let stops = stops
            .iter()
            .map(|s| (s.offset().get(), straight(s.color(), s.opacity().get())))
            .collect();
        let style = Rc::new(GradientStyle { kind, stops });
        Gradient::new(style, &matrix(transform), opacity).map_or(Source::Nothing, Source::Gradient)
    }

    fn image(&mut self, image: &usvg::Image, base: Transform, target: &mut Pixmap, depth: u32) {
        let bytes = match image.kind() {
            usvg::ImageKind::JPEG(bytes)
            | usvg::ImageKind::PNG(bytes)
            | usvg::ImageKind::GIF(bytes)
            | usvg::ImageKind::WEBP(bytes) => bytes,
            usvg::ImageKind::SVG(tree) => {
                return self.group(tree.root(), base.pre_concat(image.abs_transform()), target, depth + 1);
            }
        };
        let Ok(decoded) = Image::decode(bytes, "image/png") else {
            return;
        };
        let forward = matrix(base.pre_concat(image.abs_transform()));
        let Some(inverse) = forward.invert() else {
            return;
        };
        let (w, h) = (f64::from(decoded.width()), f64::from(decoded.height()));
        let source = Source::Picture(Picture {
            area: [0, 0, w as i32, h as i32],
            pixels: decoded.pixels(),
            inverse,
            sampling: Sampling::Linear,
            beyond: (Beyond::Clamp, Beyond::Clamp),
            alpha: 255,
        });
        let corners = [
            forward.map(0.0, 0.0),
            forward.map(w, 0.0),
            forward.map(w, h),
            forward.map(0.0, h),
        ];
        self.fill(&Shape::Quad(corners), &source, target);
    }

    fn fill(&mut self, shape: &Shape, source: &Source, target: &mut Pixmap) {
        let rect = PixelRect::new(0, 0, target.width() as i32, target.height() as i32);
        let ground = Ground {
            rect,
            data: target.data_mut(),
        };
        let region = Region { rect, mask: None };
        fill(ground, shape, source, CompositeOp::SourceOver, &region, &mut self.buffers);
    }

    /// What a clip path lets through, one byte per pixel.
    fn clip(&mut self, clip: &usvg::ClipPath, base: Transform, like: &Pixmap, depth: u32) -> Vec<u8> {
        let Some(mut layer) = Pixmap::new(like.width(), like.height()) else {
            return Vec::new();
        };
        let base = base.pre_concat(clip.transform());
        self.group(clip.root(), base, &mut layer, depth + 1);
        let mut mask: Vec<u8> = layer.data().as_chunks::<4>().0.iter().map(|p| p[3]).collect();
        if depth < MAX_DEPTH
            && let Some(outer) = clip.clip_path()
        {
            let outer = self.clip(outer, base, like, depth + 1);
            for (slot, outer) in mask.iter_mut().zip(outer) {
                *slot = div255(u32::from(*slot) * u32::from(outer)) as u8;
            }
        }
        mask
    }

    fn mask(&mut self, mask: &usvg::Mask, base: Transform, like: &Pixmap, depth: u32) -> Vec<u8> {
        let Some(mut layer) = Pixmap::new(like.width(), like.height()) else {
            return Vec::new();
        };
        self.group(mask.root(), base, &mut layer, depth + 1);
        let luminance = mask.kind() == usvg::MaskType::Luminance;
        let value = |p: &[u8; 4]| {
            if luminance {
                let [r, g, b, _] = p.map(f32::from);
                (0.2125 * r + 0.7154 * g + 0.0721 * b + 0.5) as u8
            } else {
                p[3]
            }
        };
        layer.data().as_chunks::<4>().0.iter().map(value).collect()
    }
}

fn multiply(layer: &mut Pixmap, mask: &[u8]) {
    for (pixel, amount) in layer.data_mut().as_chunks_mut::<4>().0.iter_mut().zip(mask) {
        *pixel = crate::blend::scale(*pixel, u32::from(*amount));
    }
}

fn straight(color: usvg::Color, alpha: f32) -> [f32; 4] {
    [
        f32::from(color.red) / 255.0,
        f32::from(color.green) / 255.0,
        f32::from(color.blue) / 255.0,
        alpha,
    ]
}

fn matrix(t: Transform) -> Matrix {
    Matrix {
        m: [t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from),
    }
}

fn blend_mode(mode: usvg::BlendMode) -> CompositeOp {
    use usvg::BlendMode as B;
    match mode {
        B::Normal => CompositeOp::SourceOver,
        B::PlusLighter => CompositeOp::Lighter,
        B::Multiply => CompositeOp::Multiply,
        B::Screen => CompositeOp::Screen,
        B::Overlay => CompositeOp::Overlay,
        B::Darken => CompositeOp::Darken,
        B::Lighten => CompositeOp::Lighten,
        B::ColorDodge => CompositeOp::ColorDodge,
        B::ColorBurn => CompositeOp::ColorBurn,
        B::HardLight => CompositeOp::HardLight,
        B::SoftLight => CompositeOp::SoftLight,
        B::Difference => CompositeOp::Difference,
        B::Exclusion => CompositeOp::Exclusion,
        B::Hue => CompositeOp::Hue,
        B::Saturation => CompositeOp::Saturation,
        B::Color => CompositeOp::Color,
        B::Luminosity => CompositeOp::Luminosity,
    }
}
