//! Computed styles as the layout algorithms want them.

use super::quirks::Quirk;
use super::resolve_calc;
use crate::boxes::{BoxKind, BoxPart, CollapsedSide, LayoutBox};
use style::properties::ComputedValues;
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use stylo_taffy::{StyleFlags, TaffyStyloStyle};
use taffy::style_helpers::TaffyAuto;
use taffy::{
    AlignContent, AlignItems, AlignSelf, BlockContainerStyle, BlockItemStyle, BoxGenerationMode, BoxSizing, Clear, Contain,
    ContainingBlockClaims, CoreStyle, Dimension, Direction, FlexDirection, FlexWrap, FlexboxContainerStyle, FlexboxItemStyle,
    Float, GridAutoFlow, GridContainerStyle, GridItemStyle, GridPlacement, JustifyContent, LengthPercentage,
    LengthPercentageAuto, Line, OofItemStyle, Overflow, Point, Position, Rect, ResolveOrZero, Size, TextAlign,
};

type Inner<'s> = TaffyStyloStyle<&'s ComputedValues>;

/// The style of one box.
pub(crate) struct BoxStyle<'s> {
    inner: Inner<'s>,
    special: Special,
    inline_level: bool,
    is_button: bool,
    gives_overflow: bool,
    kind: BoxKind,
    quirk: Quirk,
    own_size: (Option<f32>, Option<f32>),
    /// What a legend adds to the border at the top.
    legend_room: f32,
    collapsed: Option<&'s [CollapsedSide; 4]>,
}

#[derive(Clone, Copy, PartialEq)]
enum Special {
    None,
    /// Only inherited properties count.
    Anonymous,
    /// The initial containing block, with the viewport's size.
    Root(f32, f32),
}

impl<'s> BoxStyle<'s> {
    pub(crate) fn new(b: &'s LayoutBox, viewport: (f32, f32)) -> Self {
        let mut flags = StyleFlags::empty();
        if b.kind == BoxKind::Replaced {
            flags |= StyleFlags::IS_REPLACED;
        }
        if b.is_button {
            flags |= StyleFlags::IS_BUTTON;
        }
        let special = if b.parent.is_none() {
            Special::Root(viewport.0, viewport.1)
        } else if b.part == BoxPart::Anonymous {
            Special::Anonymous
        } else {
            Special::None
        };
        Self {
            inner: TaffyStyloStyle::new(&b.style, flags),
            special,
            inline_level: b.inline_level,
            is_button: b.is_button,
            gives_overflow: b.gives_overflow,
            kind: b.kind,
            quirk: b.quirk,
            own_size: b.own_size,
            legend_room: b.legend_room,
            collapsed: b.collapsed.as_deref(),
        }
    }

    fn plain(&self) -> bool {
        self.special != Special::None
    }

    /// The computed style.
    pub(crate) fn computed(&self) -> &'s ComputedValues {
        self.inner.style
    }

    /// True if the box starts a block formatting context by its display type.
    pub(crate) fn is_flow_root(&self) -> bool {
        if self.plain() {
            return matches!(self.special, Special::Root(..));
        }
        let display = self.inner.style.clone_display();
        matches!(display.inside(), DisplayInside::FlowRoot | DisplayInside::TableCell)
            || display.outside() == DisplayOutside::Inline
            || self.inline_level
            || self.position().is_out_of_flow()
            || self.float().is_floated()
    }
}

impl CoreStyle for BoxStyle<'_> {
    type CustomIdent = style::Atom;

    fn box_generation_mode(&self) -> BoxGenerationMode {
        BoxGenerationMode::Normal
    }

    fn is_block(&self) -> bool {
        if self.plain() {
            return true;
        }
        matches!(self.kind, BoxKind::Block | BoxKind::Table) && self.inner.is_block()
    }

    /// As blocks, controls and buttons are as wide as their content; grid areas and insets stretch them like any other box.
    fn is_compressible_replaced(&self) -> bool {
        matches!(self.kind, BoxKind::Replaced | BoxKind::Control(_)) || self.is_button
    }

    fn is_replaced(&self) -> bool {
        self.inner.is_replaced()
    }

    fn box_sizing(&self) -> BoxSizing {
        match self.special {
            Special::None => self.inner.box_sizing(),
            _ => BoxSizing::BorderBox,
        }
    }

    fn direction(&self) -> Direction {
        if self.inner.style.writing_mode.is_bidi_ltr() {
            Direction::Ltr
        } else {
            Direction::Rtl
        }
    }

    fn overflow(&self) -> Point<Overflow> {
        if self.plain() || self.gives_overflow {
            Point {
                x: Overflow::Visible,
                y: Overflow::Visible,
            }
        } else {
            self.inner.overflow()
        }
    }

    fn scrollbar_width(&self) -> f32 {
        0.0
    }

    fn position(&self) -> Position {
        if self.plain() {
            Position::Static
        } else {
            self.inner.position()
        }
    }

    fn inset(&self) -> Rect<LengthPercentageAuto> {
        // Sticky offsets depend on the scroll position and are applied when positions are asked for.
        if self.plain() || self.inner.position() == Position::Sticky {
            Rect::auto()
        } else {
            self.inner.inset()
        }
    }

    fn is_containing_block(&self) -> ContainingBlockClaims {
        match self.special {
            Special::Root(..) => ContainingBlockClaims::ALL,
            Special::Anonymous => ContainingBlockClaims::NONE,
            Special::None => self.inner.is_containing_block(),
        }
    }

    fn size(&self) -> Size<Dimension> {
        match self.special {
            Special::None => {
                let mut size = self.inner.size();
                if let Some(height) = self.quirk.height {
                    size.height = Dimension::length(height);
                }
                let own = self.own_size;
                let edges = || match self.box_sizing() {
                    BoxSizing::ContentBox => Size::ZERO,
                    BoxSizing::BorderBox => {
                        let padding = self.padding().resolve_or_zero(None, resolve_calc);
                        (padding + self.border().resolve_or_zero(None, resolve_calc)).sum_axes()
                    }
                };
                if let Some(width) = own.0.filter(|_| size.width == Dimension::AUTO) {
                    size.width = Dimension::length(width + edges().width);
                }
                if let Some(height) = own.1.filter(|_| size.height == Dimension::AUTO) {
                    size.height = Dimension::length(height + edges().height);
                }
                size
            }
            Special::Anonymous => Size::auto(),
            Special::Root(width, height) => Size {
                width: Dimension::length(width),
                height: Dimension::length(height),
            },
        }
    }

    fn min_size(&self) -> Size<LengthPercentageAuto> {
        if self.plain() {
            Size {
                width: LengthPercentageAuto::AUTO,
                height: LengthPercentageAuto::AUTO,
            }
        } else {
            let mut size = self.inner.min_size();
            if let Some(height) = self.quirk.least {
                size.height = LengthPercentageAuto::length(height);
            }
            size
        }
    }

    fn max_size(&self) -> Size<LengthPercentageAuto> {
        if self.plain() {
            Size {
                width: LengthPercentageAuto::AUTO,
                height: LengthPercentageAuto::AUTO,
            }
        } else {
            self.inner.max_size()
        }
    }

    fn aspect_ratio(&self) -> Option<f32> {
        if self.plain() {
            return None;
        }
        // `auto 4 / 3` of replaced content gives way to the natural ratio, which the replaced algorithm knows.
        self.inner.aspect_ratio().filter(|ratio| ratio.is_finite() && *ratio > 0.0)
    }

    fn margin(&self) -> Rect<LengthPercentageAuto> {
        if self.plain() { Rect::zero() } else { self.inner.margin() }
    }

    fn padding(&self) -> Rect<LengthPercentage> {
        if self.plain() { Rect::zero() } else { self.inner.padding() }
    }

    fn border(&self) -> Rect<LengthPercentage> {
        if self.plain() {
            return Rect::zero();
        }
        if let Some([top, right, bottom, left]) = self.collapsed {
            let half = |side: &CollapsedSide| LengthPercentage::length(side.width / 2.0);
            return Rect {
                left: half(left),
                right: half(right),
                top: half(top),
                bottom: half(bottom),
            };
        }
        let mut border = self.inner.border();
        if self.legend_room > 0.0 {
            let top = self.inner.style.get_border().border_top_width.0.to_f32_px();
            border.top = LengthPercentage::length(top + self.legend_room);
        }
        border
    }

    fn contain(&self) -> Contain {
        if self.plain() {
            Contain::default()
        } else {
            self.inner.contain()
        }
    }
}

impl BlockContainerStyle for BoxStyle<'_> {
    fn text_align(&self) -> TextAlign {
        BlockContainerStyle::text_align(&self.inner)
    }

    fn align_content(&self) -> AlignContent {
        // The table moves the content of its cells by their `vertical-align`.
        if self.plain() || self.inner.style.clone_display().inside() == DisplayInside::TableCell {
            AlignContent::NORMAL
        } else {
            BlockContainerStyle::align_content(&self.inner)
        }
    }

    fn justify_items(&self) -> AlignItems {
        if self.plain() {
            AlignItems::NORMAL
        } else {
            BlockContainerStyle::justify_items(&self.inner)
        }
    }
}

impl BlockItemStyle for BoxStyle<'_> {
    fn is_table(&self) -> bool {
        self.kind == BoxKind::Table
    }

    fn align_self(&self) -> Option<AlignSelf> {
        None
    }

    fn justify_self(&self) -> Option<AlignSelf> {
        None
    }

    fn align_content(&self) -> AlignContent {
        BlockContainerStyle::align_content(self)
    }

    fn float(&self) -> Float {
        if self.plain() { Float::None } else { self.inner.float() }
    }

    fn clear(&self) -> Clear {
        if self.plain() { Clear::None } else { self.inner.clear() }
    }
}

impl FlexboxContainerStyle for BoxStyle<'_> {
    fn flex_direction(&self) -> FlexDirection {
        self.inner.flex_direction()
    }

    fn flex_wrap(&self) -> FlexWrap {
        self.inner.flex_wrap()
    }

    fn gap(&self) -> Size<LengthPercentage> {
        FlexboxContainerStyle::gap(&self.inner)
    }

    fn align_content(&self) -> AlignContent {
        FlexboxContainerStyle::align_content(&self.inner)
    }

    fn align_items(&self) -> AlignItems {
        FlexboxContainerStyle::align_items(&self.inner)
    }

    fn justify_content(&self) -> JustifyContent {
        FlexboxContainerStyle::justify_content(&self.inner)
    }
}

impl FlexboxItemStyle for BoxStyle<'_> {
    fn flex_basis(&self) -> Dimension {
        if self.plain() {
            Dimension::AUTO
        } else {
            self.inner.flex_basis()
        }
    }

    fn flex_grow(&self) -> f32 {
        if self.plain() { 0.0 } else { self.inner.flex_grow() }
    }

    fn flex_shrink(&self) -> f32 {
        if self.plain() { 1.0 } else { self.inner.flex_shrink() }
    }

    fn align_self(&self) -> Option<AlignSelf> {
        if self.plain() {
            None
        } else {
            FlexboxItemStyle::align_self(&self.inner)
        }
    }
}

impl<'s> GridContainerStyle for BoxStyle<'s> {
    type Repetition<'a>
        = <Inner<'s> as GridContainerStyle>::Repetition<'a>
    where
        Self: 'a;
    type TemplateTrackList<'a>
        = <Inner<'s> as GridContainerStyle>::TemplateTrackList<'a>
    where
        Self: 'a;
    type AutoTrackList<'a>
        = <Inner<'s> as GridContainerStyle>::AutoTrackList<'a>
    where
        Self: 'a;
    type TemplateLineNames<'a>
        = <Inner<'s> as GridContainerStyle>::TemplateLineNames<'a>
    where
        Self: 'a;
    type GridTemplateAreas<'a>
        = <Inner<'s> as GridContainerStyle>::GridTemplateAreas<'a>
    where
        Self: 'a;

    fn grid_template_rows(&self) -> Option<Self::TemplateTrackList<'_>> {
        self.inner.grid_template_rows()
    }

    fn grid_template_columns(&self) -> Option<Self::TemplateTrackList<'_>> {
        self.inner.grid_template_columns()
    }

    fn grid_auto_rows(&self) -> Self::AutoTrackList<'_> {
        self.inner.grid_auto_rows()
    }

    fn grid_auto_columns(&self) -> Self::AutoTrackList<'_> {
        self.inner.grid_auto_columns()
    }

    fn grid_template_areas(&self) -> Option<Self::GridTemplateAreas<'_>> {
        self.inner.grid_template_areas()
    }

    fn grid_template_area_row_count(&self) -> u16 {
        self.inner.grid_template_area_row_count()
    }

    fn grid_template_area_column_count(&self) -> u16 {
        self.inner.grid_template_area_column_count()
    }

    fn grid_template_column_names(&self) -> Option<Self::TemplateLineNames<'_>> {
        self.inner.grid_template_column_names()
    }

    fn grid_template_row_names(&self) -> Option<Self::TemplateLineNames<'_>> {
        self.inner.grid_template_row_names()
    }

    fn grid_auto_flow(&self) -> GridAutoFlow {
        self.inner.grid_auto_flow()
    }

    fn gap(&self) -> Size<LengthPercentage> {
        GridContainerStyle::gap(&self.inner)
    }

    fn align_content(&self) -> AlignContent {
        GridContainerStyle::align_content(&self.inner)
    }

    fn justify_content(&self) -> JustifyContent {
        GridContainerStyle::justify_content(&self.inner)
    }

    fn align_items(&self) -> AlignItems {
        GridContainerStyle::align_items(&self.inner)
    }

    fn justify_items(&self) -> AlignItems {
        GridContainerStyle::justify_items(&self.inner)
    }
}

impl GridItemStyle for BoxStyle<'_> {
    fn grid_row(&self) -> Line<GridPlacement<style::Atom>> {
        if self.plain() {
            Line::default()
        } else {
            GridItemStyle::grid_row(&self.inner)
        }
    }

    fn grid_column(&self) -> Line<GridPlacement<style::Atom>> {
        if self.plain() {
            Line::default()
        } else {
            GridItemStyle::grid_column(&self.inner)
        }
    }

    fn align_self(&self) -> Option<AlignSelf> {
        if self.plain() {
            None
        } else {
            GridItemStyle::align_self(&self.inner)
        }
    }

    fn justify_self(&self) -> Option<AlignSelf> {
        if self.plain() {
            None
        } else {
            GridItemStyle::justify_self(&self.inner)
        }
    }
}

impl OofItemStyle for BoxStyle<'_> {
    fn align_self(&self) -> Option<AlignSelf> {
        if self.plain() {
            None
        } else {
            OofItemStyle::align_self(&self.inner)
        }
    }

    fn justify_self(&self) -> Option<AlignSelf> {
        if self.plain() {
            None
        } else {
            OofItemStyle::justify_self(&self.inner)
        }
    }

    fn is_table(&self) -> bool {
        self.kind == BoxKind::Table
    }

    fn grid_row(&self) -> Line<GridPlacement<style::Atom>> {
        OofItemStyle::grid_row(&self.inner)
    }

    fn grid_column(&self) -> Line<GridPlacement<style::Atom>> {
        OofItemStyle::grid_column(&self.inner)
    }
}
