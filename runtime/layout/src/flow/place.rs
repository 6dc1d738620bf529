//! Writing composed lines into the box tree, and the out-of-flow boxes found among them.

use super::compose::Composed;
use super::inline::inline_edges;
use super::{Pass, node, resolve_calc};
use crate::boxes::BoxId;
use crate::boxes::inline::{InlineContext, InlineItem};
use style::values::specified::box_::DisplayOutside;
use taffy::{
    AvailableSpace, AxisStaticEdge, AxisStaticPosition, CoreStyle, LayoutInput, LayoutOutput, LayoutPartialTree, MaybeMath,
    OofCandidate, OofCandidates, OofPositioningArea, Point, Rect, ResolveOrZero, Size,
};

impl Composed {
    pub(super) fn translate(&mut self, x: f32, y: f32) {
        for line in &mut self.lines {
            line.top += y;
            line.baseline += y;
            line.left += x;
            for run in &mut line.runs {
                run.x += x;
                run.baseline += y;
            }
        }
        for (_, fragment) in &mut self.fragments {
            fragment.rect = fragment.rect.translated(f64::from(x), f64::from(y));
        }
        for (_, ax, ay) in &mut self.atomics {
            *ax += x;
            *ay += y;
        }
        for oof in &mut self.out_of_flow {
            oof.x += x;
        }
    }

    /// Right and bottom edge of the lines, from the padding edge of their block; `scrolls`: it is a scroll container, in which its
    /// padding after the content counts (CSS Overflow 3 §2.2).
    pub(super) fn overflow(&self, padding: Rect<f32>, border: Rect<f32>, scrolls: bool) -> Rect<f32> {
        let mut right = padding.left + self.content_width;
        let mut bottom = padding.top + self.height;
        for (atomic, x, y) in &self.atomics {
            right = right.max(x + atomic.size.width - border.left);
            bottom = bottom.max(y + atomic.size.height - border.top);
        }
        if scrolls {
            right += padding.right;
            bottom += padding.bottom;
        }
        Rect {
            left: 0.0,
            right,
            top: 0.0,
            bottom,
        }
    }

    /// Writes the result into the box tree.
    pub(super) fn store(
        self,
        pass: &mut Pass<'_>,
        id: BoxId,
        content: &mut InlineContext,
        inputs: &LayoutInput,
        inset: Rect<f32>,
        size: Size<f32>,
    ) -> OofCandidates {
        let mut candidates = OofCandidates::new();
        for item in &content.items {
            if let InlineItem::Open(span) = item {
                pass.tree.get_mut(*span).fragments.clear();
            }
        }
        for (span, fragment) in self.fragments {
            let edges = inline_edges(pass, span, inputs.parent_size.width);
            let b = pass.tree.get_mut(span);
            b.layout.padding = edges.padding;
            b.layout.border = edges.border;
            b.layout.margin = edges.margin;
            b.fragments.push(fragment);
        }
        let mut order = 0u32;
        for (atomic, x, y) in self.atomics {
            let child = LayoutInput {
                available_space: inputs
                    .available_space
                    .maybe_sub(atomic.margin.sum_axes())
                    .maybe_max(Size::ZERO),
                ..*inputs
            };
            let mut child = child;
            match pass.style(atomic.id).size().width.tag() {
                taffy::CompactLength::MIN_CONTENT_TAG => child.available_space.width = AvailableSpace::MinContent,
                taffy::CompactLength::MAX_CONTENT_TAG => child.available_space.width = AvailableSpace::MaxContent,
                taffy::CompactLength::STRETCH_TAG => {
                    child.known_dimensions.width = child.available_space.width.into_option();
                }
                _ => {}
            }
            let mut output = pass.compute_child_layout(node(atomic.id), child);
            place_child(pass, atomic.id, Point { x, y }, &output, atomic.margin, inputs, order);
            order += 1;
            output.oof_candidates.translate(Point { x, y });
            candidates.append(&mut output.oof_candidates);
        }
        for mut float in self.floats {
            place_child(pass, float.id, float.location, &float.output, float.margin, inputs, order);
            pass.tree.get_mut(float.id).layout.size = float.size;
            order += 1;
            float.output.oof_candidates.translate(float.location);
            candidates.append(&mut float.output.oof_candidates);
        }
        let mut of_spans: Vec<(BoxId, OofCandidate)> = Vec::new();
        for oof in self.out_of_flow {
            let b = pass.tree.get(oof.id);
            let inline_level = b.style.get_box().original_display.outside() == DisplayOutside::Inline;
            let position = pass.style(oof.id).position();
            let (top, bottom) = self
                .lines
                .get(oof.line)
                .map_or((inset.top, inset.top), |l| (l.top, l.top + l.height));
            let (x, y) = if inline_level {
                (oof.x, top)
            } else {
                (inset.left, if oof.before { top } else { bottom })
            };
            let candidate = OofCandidate {
                node: node(oof.id),
                order,
                position,
                static_position: Point {
                    x: AxisStaticPosition::from_edge(x, AxisStaticEdge::Start),
                    y: AxisStaticPosition::from_edge(y, AxisStaticEdge::Start),
                },
            };
            order += 1;
            match oof.span {
                Some(span) => of_spans.push((span, candidate)),
                None => candidates.push(candidate),
            }
        }
        let _ = size;
        content.lines = self.lines;
        layout_in_spans(pass, id, of_spans, &mut candidates);
        candidates
    }
}

/// Out-of-flow boxes whose containing block is an inline box: it spans from its first to its last fragment.
fn layout_in_spans(pass: &mut Pass<'_>, id: BoxId, spans: Vec<(BoxId, OofCandidate)>, candidates: &mut OofCandidates) {
    let mut hoisted = Vec::new();
    for (span, candidate) in spans {
        let b = pass.tree.get(span);
        let rect = b.padding_box();
        let area = OofPositioningArea {
            size: Size {
                width: rect.width as f32,
                height: rect.height as f32,
            },
            offset: Point {
                x: rect.x as f32,
                y: rect.y as f32,
            },
        };
        let style = pass.style(span);
        let (direction, claims) = (style.direction(), style.is_containing_block());
        let mut result = taffy::compute_oof_layout_for_area(pass, node(id), &[candidate], area, direction, claims);
        hoisted.extend(result.hoisted.iter().map(|n| super::box_id(*n)));
        candidates.append(&mut result.unclaimed);
    }
    // The block's own hoisted children are recorded after this; these are kept apart by their geometry parent.
    for child in hoisted {
        pass.tree.get_mut(child).claimed_by = Some(id);
    }
}

fn place_child(
    pass: &mut Pass<'_>,
    id: BoxId,
    location: Point<f32>,
    output: &LayoutOutput,
    margin: Rect<f32>,
    inputs: &LayoutInput,
    order: u32,
) {
    let style = pass.style(id);
    let padding = style.padding().resolve_or_zero(inputs.parent_size.width, resolve_calc);
    let border = style.border().resolve_or_zero(inputs.parent_size.width, resolve_calc);
    pass.tree.get_mut(id).layout = taffy::Layout {
        order,
        location,
        size: output.size,
        scrollable_overflow_rect: output.scrollable_overflow_rect,
        scrollbar_size: Size::ZERO,
        border,
        padding,
        margin,
    };
}
