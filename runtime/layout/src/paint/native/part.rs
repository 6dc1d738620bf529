//! Parts of controls that the page styles (`::-webkit-slider-thumb` and the like).

use crate::boxes::{Edges, Rect};
use crate::paint::Painter;
use crate::paint::background::{self, Areas};
use crate::paint::border;
use crate::paint::geometry::{RoundRect, snapped};
use crate::query::geometry::Transform;
use style::properties::ComputedValues;
use style::selector_parser::PseudoElement;
use style::servo_arc::Arc;
use style::values::computed::{Appearance, Length, LengthPercentage};
use style::values::generics::NonNegative;
use style::values::generics::length::GenericSize;
use style::values::specified::border::BorderStyle;

/// A part with a style of its own.
pub(super) struct StyledPart(Arc<ComputedValues>);

impl StyledPart {
    /// The part of an element, if a rule of the page matches it.
    pub(super) fn of(painter: &Painter<'_>, node: u32, pseudo: PseudoElement) -> Option<Self> {
        let node = painter.document.tree.get(node)?;
        painter.document.engine.pseudo_style(node, pseudo).map(Self)
    }

    /// True if the part is painted as its style says instead of natively.
    pub(super) fn is_bare(&self) -> bool {
        self.0.get_box().clone_appearance() == Appearance::None
    }

    /// Width and height of the border box where they are given.
    pub(super) fn size(&self, basis: (f64, f64)) -> (Option<f64>, Option<f64>) {
        let edges = self.border();
        let position = self.0.get_position();
        let content = position.box_sizing == style::computed_values::box_sizing::T::ContentBox;
        let side = |size: &GenericSize<NonNegative<LengthPercentage>>, basis: f64, frame: f64| match size {
            GenericSize::LengthPercentage(length) => {
                Some(f64::from(length.0.resolve(Length::new(basis as f32)).px()) + if content { frame } else { 0.0 })
            }
            _ => None,
        };
        (
            side(&position.width, basis.0, edges.left + edges.right),
            side(&position.height, basis.1, edges.top + edges.bottom),
        )
    }

    /// The margin at the top.
    pub(super) fn margin_top(&self, basis: f64) -> f64 {
        use style::values::generics::length::GenericMargin;
        match &self.0.get_margin().margin_top {
            GenericMargin::LengthPercentage(length) => f64::from(length.resolve(Length::new(basis as f32)).px()),
            _ => 0.0,
        }
    }

    pub(super) fn border(&self) -> Edges {
        let border = self.0.get_border();
        let side = |style: BorderStyle, width: f32| if style.none_or_hidden() { 0.0 } else { f64::from(width) };
        Edges {
            top: side(border.border_top_style, border.border_top_width.0.to_f32_px()),
            right: side(border.border_right_style, border.border_right_width.0.to_f32_px()),
            bottom: side(border.border_bottom_style, border.border_bottom_width.0.to_f32_px()),
            left: side(border.border_left_style, border.border_left_width.0.to_f32_px()),
        }
    }

    /// Paints the part's box.
    pub(super) fn paint(&self, painter: &mut Painter<'_>, rect: Rect, transform: &Transform) {
        if rect.width <= 0.0 || rect.height <= 0.0 {
            return;
        }
        let style = &self.0;
        let areas = Areas {
            border: RoundRect::of_style(style, snapped(rect, transform)),
            border_edges: self.border(),
            padding_edges: Edges::default(),
        };
        background::shadows(&mut painter.surface, style, &areas, false, transform);
        background::paint(&mut painter.surface, painter.source, style, &areas, transform, false);
        background::shadows(&mut painter.surface, style, &areas, true, transform);
        border::paint(&mut painter.surface, style, &areas, transform);
    }
}
