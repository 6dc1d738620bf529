//! Text (SVG 2 §11): characters at the places their elements give them, shaped with the page's fonts.

use super::build::{Builder, Context, union};
use super::painted::grown;
use super::{Content, DEPTH_MAX, Painted, value};
use crate::boxes::Rect;
use crate::boxes::inline::{ClusterKind, Shaped};
use crate::boxes::shape_scaled;
use crate::dom::tree::Node;
use crate::query::geometry::Transform;
use crate::style::svg_properties;
use oracade_text::{FontMetrics, PositionedGlyph};
use std::rc::Rc;
use std::sync::PoisonError;
use style::computed_values::white_space_collapse::T as WhiteSpaceCollapse;
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use style::values::computed::Length;

/// Most characters of one `text` element.
const CHARACTERS_MAX: usize = 100_000;

/// What a `text` element shows.
#[derive(Default)]
pub(crate) struct TextContent {
    pub(crate) runs: Vec<TextRun>,
}

/// Glyphs of one font in one element.
pub(crate) struct TextRun {
    shaped: Rc<Shaped>,
    font: u32,
    pub(crate) glyphs: Vec<PositionedGlyph>,
    /// From the space of the glyphs to user units.
    pub(crate) place: Transform,
    pub(crate) painted: Rc<Painted>,
    pub(crate) style: Arc<ComputedValues>,
    /// The element the characters are in.
    pub(crate) node: u32,
    /// Where the characters are, in user units before any rotation.
    pub(crate) cell: Rect,
    pub(crate) baseline: f64,
    /// The characters' advances together.
    pub(crate) advance: f64,
    turned: bool,
}

impl TextRun {
    /// The font of the glyphs.
    pub(crate) fn font(&self) -> Option<&crate::boxes::inline::FontRun> {
        self.shaped.runs.get(self.font as usize)
    }

    /// The font size in user units.
    pub(crate) fn em(&self) -> f64 {
        f64::from(crate::style::font_size::of(self.style.get_font()))
    }

    /// The box around the characters.
    pub(crate) fn bounds(&self) -> Rect {
        if self.turned {
            self.place.bounds(self.cell)
        } else {
            self.cell
        }
    }
}

/// A stretch of text in one element.
struct Piece {
    end: usize,
    node: u32,
    style: Arc<ComputedValues>,
    painted: Rc<Painted>,
}

/// Where a character is put, as far as attributes say.
#[derive(Clone, Copy, Default)]
struct Spot {
    x: Option<f64>,
    y: Option<f64>,
    dx: f64,
    dy: f64,
    rotate: Option<f64>,
}

#[derive(Default)]
struct Collected {
    text: String,
    pieces: Vec<Piece>,
    /// One for each character.
    spots: Vec<Spot>,
    at_space: bool,
    /// The items of `tspan`s.
    parts: Vec<(u32, usize)>,
}

impl<'d> Builder<'d> {
    pub(super) fn text(&mut self, node: &'d Node, index: usize, style: &Arc<ComputedValues>, own: &Context) {
        let mut all = Collected {
            at_space: true,
            ..Collected::default()
        };
        self.collect(node, style, own, &mut all);
        if all.text.ends_with(' ') && style.get_inherited_text().white_space_collapse == WhiteSpaceCollapse::Collapse {
            all.text.pop();
            let end = all.text.len();
            all.spots.pop();
            for piece in &mut all.pieces {
                piece.end = piece.end.min(end);
            }
        }
        let ratio = self.document.viewport().device_pixel_ratio;
        let scale = (own.scale * ratio) as f32;
        let scale = if scale.is_finite() && scale > 1.0e-4 {
            scale.min(1.0e4)
        } else {
            1.0
        };
        let content = self.lay_out(&all, scale);
        let (mut bounds, mut ink) = (None, None);
        for run in &content.runs {
            let around = run.bounds();
            bounds = union(bounds, Some(around));
            // Glyphs reach out of their cells.
            let size = around.height.max(1.0);
            let wide = Rect {
                x: around.x - size,
                y: around.y - size,
                width: around.width + 2.0 * size,
                height: around.height + 2.0 * size,
            };
            ink = union(ink, Some(grown(wide, &run.painted)));
        }
        for (part, item) in &all.parts {
            let own = content.runs.iter().filter(|run| self.is_inside(run.node, *part));
            let around = own.map(TextRun::bounds).reduce(Rect::union);
            if let Some(item) = self.scene.items.get_mut(*item) {
                item.bounds = around;
            }
        }
        let painted = self.painted(style, own, 1.0);
        let item = &mut self.scene.items[index];
        (item.bounds, item.ink, item.painted) = (bounds, ink, painted);
        item.content = Content::Text(content);
    }

    fn is_inside(&self, node: u32, ancestor: u32) -> bool {
        let mut current = self.document.tree.get(node);
        while let Some(at) = current {
            if at.id == ancestor {
                return true;
            }
            current = at.parent_element();
        }
        false
    }

    fn collect(&mut self, node: &'d Node, style: &Arc<ComputedValues>, own: &Context, all: &mut Collected) {
        let painted = Rc::new(self.painted(style, own, 1.0));
        let first = all.spots.len();
        let collapse = style.get_inherited_text().white_space_collapse == WhiteSpaceCollapse::Collapse;
        for child in node.flat_children() {
            if let Some(text) = child.text() {
                for c in text.chars() {
                    if all.spots.len() >= CHARACTERS_MAX {
                        break;
                    }
                    let c = if matches!(c, '\n' | '\t' | '\r' | '\u{c}') { ' ' } else { c };
                    if c == ' ' && collapse && all.at_space {
                        continue;
                    }
                    all.at_space = c == ' ' && collapse;
                    all.text.push(c);
                    all.spots.push(Spot::default());
                }
                let end = all.text.len();
                if all.pieces.last().map_or(0, |piece| piece.end) < end {
                    all.pieces.push(Piece {
                        end,
                        node: node.id,
                        style: style.clone(),
                        painted: painted.clone(),
                    });
                }
                continue;
            }
            let is_part = child
                .element()
                .is_some_and(|e| e.namespace == markup5ever::ns!(svg) && matches!(&*e.name, "tspan" | "a" | "textPath"));
            if !is_part || own.depth >= DEPTH_MAX {
                continue;
            }
            let Some(inner) = self.style_in(child, own, style).filter(|s| !s.clone_display().is_none()) else {
                continue;
            };
            let context = own.deeper(inner.clone());
            let item = self.part(child, &inner, &context);
            all.parts.push((child.id, item));
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.collect(child, &inner, &context, all));
        }
        // The lists of inner elements were set before and stay.
        let Some(element) = node.element() else { return };
        let list = |name: &str, basis: f64| -> Vec<f64> {
            let text = element.attribute(name).unwrap_or("");
            let words = text.split([' ', ',', '\t', '\n', '\r']).filter(|word| !word.is_empty());
            words.map_while(|word| value::length(word, style, basis)).collect()
        };
        let (w, h) = (own.basis.width, own.basis.height);
        let (xs, ys, dxs, dys) = (list("x", w), list("y", h), list("dx", w), list("dy", h));
        let turns = value::numbers(element.attribute("rotate").unwrap_or(""));
        let spots = all.spots.get_mut(first..).unwrap_or_default();
        for (index, spot) in spots.iter_mut().enumerate() {
            spot.x = spot.x.or(xs.get(index).copied());
            spot.y = spot.y.or(ys.get(index).copied());
            if spot.dx == 0.0 {
                spot.dx = dxs.get(index).copied().unwrap_or(0.0);
            }
            if spot.dy == 0.0 {
                spot.dy = dys.get(index).copied().unwrap_or(0.0);
            }
            // The last angle holds for the rest.
            spot.rotate = spot.rotate.or(turns.get(index).or(turns.last()).copied());
        }
    }

    /// Puts the glyphs where they belong, in user units times `scale`.
    fn lay_out(&self, all: &Collected, scale: f32) -> TextContent {
        let mut content = TextContent::default();
        if all.text.is_empty() {
            return content;
        }
        let styles: Vec<_> = all.pieces.iter().map(|piece| (piece.end, piece.style.clone())).collect();
        let shaped = {
            let mut fonts = self.document.fonts.lock().unwrap_or_else(PoisonError::into_inner);
            Rc::new(shape_scaled(&mut fonts, &all.text, &styles, scale))
        };
        let starts: Vec<usize> = all.text.char_indices().map(|(at, _)| at).collect();
        let user = f64::from(scale);
        let back = Transform {
            a: 1.0 / user,
            d: 1.0 / user,
            ..Transform::IDENTITY
        };
        let (mut x, mut y) = (0.0, 0.0);
        let mut chunk = Chunk::default();
        for cluster in &shaped.clusters {
            let at = starts.partition_point(|start| *start < cluster.start as usize);
            let spot = all.spots.get(at).copied().unwrap_or_default();
            let piece_at = all.pieces.partition_point(|piece| piece.end <= cluster.start as usize);
            let Some(piece) = all.pieces.get(piece_at) else { continue };
            if spot.x.is_some() || spot.y.is_some() || content.runs.is_empty() {
                chunk.finish(&mut content.runs, x);
                x = spot.x.unwrap_or(x);
                y = spot.y.unwrap_or(y);
                chunk = Chunk::at(x, content.runs.len(), &piece.style);
            }
            x += spot.dx;
            y += spot.dy;
            let Some(font) = shaped.runs.get(cluster.run as usize) else {
                continue;
            };
            let metrics = FontMetrics::of(&font.font, font.size);
            let baseline = y + shift(&piece.style, &metrics) / user;
            let size = f64::from(crate::style::font_size::of(piece.style.get_font()));
            let text = piece.style.get_inherited_text();
            let basis = Length::new(size as f32);
            let mut advance = f64::from(cluster.advance) / user + f64::from(text.letter_spacing.0.resolve(basis).px());
            if matches!(cluster.kind, ClusterKind::Space | ClusterKind::NoBreakSpace) {
                advance += f64::from(text.word_spacing.resolve(basis).px());
            }
            let cell = Rect {
                x,
                y: baseline - f64::from(metrics.ascent) / user,
                width: advance.max(0.0),
                height: f64::from(metrics.ascent + metrics.descent) / user,
            };
            let turn = spot.rotate.filter(|angle| *angle != 0.0);
            let goes_on = content.runs.last().filter(|run| {
                content.runs.len() > chunk.first
                    && run.font == cluster.run
                    && run.node == piece.node
                    && turn.is_none()
                    && !run.turned
                    && run.baseline == baseline
            });
            if goes_on.is_none() {
                content.runs.push(TextRun {
                    shaped: shaped.clone(),
                    font: cluster.run,
                    glyphs: Vec::new(),
                    place: back,
                    painted: piece.painted.clone(),
                    style: piece.style.clone(),
                    node: piece.node,
                    cell,
                    baseline,
                    advance: 0.0,
                    turned: turn.is_some(),
                });
            }
            if let Some(run) = content.runs.last_mut() {
                if let Some(angle) = turn {
                    let (cos, sin) = (libm::cos(angle.to_radians()), libm::sin(angle.to_radians()));
                    let rotation = Transform {
                        a: cos,
                        b: sin,
                        c: -sin,
                        d: cos,
                        ..Transform::IDENTITY
                    };
                    run.place = back
                        .then(&Transform::translation(-x, -y))
                        .then(&rotation)
                        .then(&Transform::translation(x, y));
                }
                run.cell = run.cell.union(cell);
                run.advance += advance;
                let mut pen = (x * user) as f32;
                if !matches!(cluster.kind, ClusterKind::Newline | ClusterKind::Object) {
                    let range = cluster.glyphs.0 as usize..cluster.glyphs.1 as usize;
                    for glyph in shaped.glyphs.get(range).unwrap_or(&[]) {
                        run.glyphs.push(PositionedGlyph {
                            id: glyph.id,
                            x: pen + glyph.x,
                            y: (baseline * user) as f32 - glyph.y,
                        });
                        pen += glyph.advance;
                    }
                }
            }
            x += advance;
        }
        chunk.finish(&mut content.runs, x);
        content
    }
}

/// Text from one absolute position to the next (SVG 2 §11.4.3).
#[derive(Default)]
struct Chunk {
    start: f64,
    /// Its first run.
    first: usize,
    /// The share of its length that goes before its position.
    before: f64,
}

impl Chunk {
    fn at(start: f64, first: usize, style: &ComputedValues) -> Self {
        let before = match svg_properties::value(style, "text-anchor").as_deref() {
            Some("middle") => 0.5,
            Some("end") => 1.0,
            _ => 0.0,
        };
        Self { start, first, before }
    }

    /// Moves the chunk's runs to where its anchor is; `end` is where it ends without.
    fn finish(&self, runs: &mut [TextRun], end: f64) {
        let by = -(end - self.start) * self.before;
        if by == 0.0 {
            return;
        }
        for run in runs.get_mut(self.first..).unwrap_or_default() {
            run.cell.x += by;
            run.place = run.place.then(&Transform::translation(by, 0.0));
        }
    }
}

/// How far the alphabetic baseline lies below the one that is aligned (SVG 2 §11.10.2), at the size of the metrics.
fn shift(style: &ComputedValues, metrics: &FontMetrics) -> f64 {
    let (ascent, descent) = (f64::from(metrics.ascent), f64::from(metrics.descent));
    match svg_properties::value(style, "dominant-baseline").as_deref() {
        Some("middle") => f64::from(metrics.x_height) / 2.0,
        Some("central") => (ascent - descent) / 2.0,
        Some("hanging") => ascent * 0.8,
        Some("mathematical") => ascent / 2.0,
        Some("text-before-edge" | "text-top") => ascent,
        Some("text-after-edge" | "text-bottom" | "ideographic") => -descent,
        _ => 0.0,
    }
}
