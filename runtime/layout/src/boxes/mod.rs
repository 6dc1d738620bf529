//! The box tree: what of the document generates boxes, and the geometry layout gave them.

mod adopt;
mod bidi;
mod build;
mod content;
pub(crate) mod inline;
pub(crate) mod marker;

pub(crate) use adopt::adopt;
pub(crate) use build::{ShapeCache, build};
pub(crate) use content::shape_scaled;

use crate::dom::tree::{NaturalSize, ReplacedPixels};
use inline::InlineContext;
use style::color::AbsoluteColor;
use style::properties::ComputedValues;
use style::servo_arc::Arc;
use style::values::specified::border::BorderStyle;

/// Index of a box in its [`BoxTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoxId(pub(crate) u32);

impl BoxId {
    /// The initial containing block.
    pub const ROOT: Self = Self(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What of its element a box stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoxPart {
    /// The element itself.
    Element,
    /// Its `::before`.
    Before,
    /// Its `::file-selector-button`.
    FileButton,
    /// Its `::after`.
    After,
    /// Its `::first-letter`.
    FirstLetter,
    /// Its `::backdrop`.
    Backdrop,
    /// Anonymous: it groups inline content among blocks, and only inherited properties of its style count.
    Anonymous,
}

/// A border at the edge of two cells.
#[derive(Clone, Debug)]
pub(crate) struct CollapsedSide {
    pub(crate) width: f32,
    pub(crate) style: BorderStyle,
    pub(crate) color: AbsoluteColor,
}

impl CollapsedSide {
    /// No border.
    pub(crate) fn none() -> Self {
        Self {
            width: 0.0,
            style: BorderStyle::None,
            color: AbsoluteColor::TRANSPARENT_BLACK,
        }
    }
}

/// How a box lays out its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxKind {
    /// Block container, of blocks or (if [`LayoutBox::inline`] is set) of lines.
    Block,
    /// Flex container.
    Flex,
    /// Grid container.
    Grid,
    /// Table.
    Table,
    /// Row group of a table.
    RowGroup,
    /// Row of a table.
    Row,
    /// An inline box that is not atomic: its geometry is [`LayoutBox::fragments`].
    Inline,
    /// Replaced content with a natural size.
    Replaced,
    /// A form control whose content is its own text.
    Control(Control),
}

/// The form controls that are not plain containers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A single-line text field; its `size` in characters.
    Text(u32),
    /// A `textarea`: columns and rows.
    TextArea(u32, u32),
    /// A drop-down `select`.
    Select,
    /// A push button made by `input`.
    Button,
    /// A control of a size of its own, or of the style sheet's: width and height, px.
    Fixed(u16, u16),
}

/// A rectangle in CSS px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width, not negative.
    pub width: f64,
    /// Height, not negative.
    pub height: f64,
}

impl Rect {
    /// The smallest rectangle around both.
    pub fn union(self, other: Self) -> Self {
        let x = self.x.min(other.x);
        let y = self.y.min(other.y);
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Self {
            x,
            y,
            width: right - x,
            height: bottom - y,
        }
    }

    /// True if the point is inside; right and bottom edges are outside.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && y >= self.y && x < self.x + self.width && y < self.y + self.height
    }

    /// The rectangle moved.
    pub fn translated(self, x: f64, y: f64) -> Self {
        Self {
            x: self.x + x,
            y: self.y + y,
            ..self
        }
    }

    /// The rectangle with its edges moved inwards.
    pub fn inset(self, edges: Edges) -> Self {
        Self {
            x: self.x + edges.left,
            y: self.y + edges.top,
            width: (self.width - edges.left - edges.right).max(0.0),
            height: (self.height - edges.top - edges.bottom).max(0.0),
        }
    }
}

/// Widths of four edges in CSS px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the four sides")]
pub struct Edges {
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
    pub left: f64,
}

/// A piece of an inline box on one line: its border box in the coordinates of the block that holds the lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fragment {
    /// Border box.
    pub rect: Rect,
    /// Index of the line.
    pub line: u32,
    /// The inline box starts here (its left border is drawn).
    pub first: bool,
    /// The inline box ends here (its right border is drawn).
    pub last: bool,
}

/// One box.
pub struct LayoutBox {
    /// The element's node id; for anonymous boxes that of the element they are in; 1 for the initial containing block.
    pub node: u32,
    /// Part of the element.
    pub part: BoxPart,
    /// Computed style; of an anonymous box only inherited properties count.
    pub style: Arc<ComputedValues>,
    /// Kind of formatting.
    pub kind: BoxKind,
    /// Parent in the box tree.
    pub parent: Option<BoxId>,
    /// Children in tree order (order-modified in flex and grid containers), out-of-flow ones where they stand.
    pub children: Vec<BoxId>,
    /// Lines, if the box is a block container of inline content.
    pub inline: Option<Box<InlineContext>>,
    /// Pieces of an inline box.
    pub fragments: Vec<Fragment>,
    /// A list item's outside marker, or what an anonymous box in its first line shows.
    pub marker: Option<marker::Marker>,
    /// Style of the marker, if it has one of its own (`::marker`).
    pub(crate) marker_style: Option<Arc<ComputedValues>>,
    /// Natural size of replaced content.
    pub natural_size: NaturalSize,
    /// Natural ratio of replaced content without a natural size (an SVG `viewBox`).
    pub(crate) natural_ratio: Option<f32>,
    /// Width of the widest option of a `select`.
    pub(crate) options_width: f32,
    /// Width and height of the content of a control where they are `auto`.
    pub(crate) own_size: (Option<f32>, Option<f32>),
    /// Pixels of replaced content.
    pub pixels: ReplacedPixels,
    /// The element is a button, whose content is centred.
    pub is_button: bool,
    /// An atomic inline or inline-level box of a line.
    pub(crate) inline_level: bool,
    /// The block whose border box this box's location is relative to.
    pub(crate) geometry_parent: Option<BoxId>,
    pub(crate) hoisted: Vec<BoxId>,
    pub(crate) cache: taffy::Cache,
    /// Baselines it had at sizes it was measured at.
    pub(crate) baselines: Vec<(taffy::Size<f32>, taffy::Baselines)>,
    pub(crate) layout: taffy::Layout,
    pub(crate) grid_info: taffy::DetailedLayoutInfo<style::Atom>,
    /// Scroll offset, clamped.
    pub(crate) scroll: (f64, f64),
    /// A box of the top layer (CSS Position 4 §3).
    pub(crate) top_layer: bool,
    /// Its `overflow` is the viewport's; its own is `visible`.
    pub(crate) gives_overflow: bool,
    /// The first child is the rendered legend of a fieldset.
    pub(crate) has_legend: bool,
    /// How much higher that legend is than the border it stands in.
    pub(crate) legend_room: f32,
    /// Borders of a table or cell whose borders collapse: top, right, bottom, left.
    pub(crate) collapsed: Option<Box<[CollapsedSide; 4]>>,
    /// How far the content of a table cell is moved down.
    pub(crate) content_shift: f32,
    /// `colspan` and `rowspan` of a table cell.
    pub(crate) cell: (u16, u16),
    /// Height and least height that quirks mode gives the box.
    pub(crate) quirk: crate::flow::Quirk,
    /// The block of lines that holds this out-of-flow box, whose containing block is an inline box.
    pub(crate) claimed_by: Option<BoxId>,
}

impl LayoutBox {
    pub(crate) fn new(node: u32, part: BoxPart, style: Arc<ComputedValues>, kind: BoxKind) -> Self {
        Self {
            node,
            part,
            style,
            kind,
            parent: None,
            children: Vec::new(),
            inline: None,
            fragments: Vec::new(),
            marker: None,
            marker_style: None,
            natural_size: NaturalSize::default(),
            natural_ratio: None,
            options_width: 0.0,
            own_size: (None, None),
            pixels: ReplacedPixels::None,
            is_button: false,
            inline_level: false,
            geometry_parent: None,
            hoisted: Vec::new(),
            cache: taffy::Cache::new(),
            baselines: Vec::new(),
            layout: taffy::Layout::new(),
            grid_info: taffy::DetailedLayoutInfo::None,
            scroll: (0.0, 0.0),
            top_layer: false,
            gives_overflow: false,
            has_legend: false,
            legend_room: 0.0,
            collapsed: None,
            content_shift: 0.0,
            cell: (1, 1),
            quirk: crate::flow::Quirk::default(),
            claimed_by: None,
        }
    }

    /// True for a box without an element or pseudo-element of its own.
    pub fn is_anonymous(&self) -> bool {
        self.part == BoxPart::Anonymous
    }

    /// Border box in the coordinates of the box it is positioned in; of an inline box, the one around its fragments.
    pub fn border_box(&self) -> Rect {
        if self.kind == BoxKind::Inline {
            let mut rects = self.fragments.iter().map(|fragment| fragment.rect);
            let first = rects.next().unwrap_or_default();
            return rects.fold(first, Rect::union);
        }
        Rect {
            x: snap(self.layout.location.x),
            y: snap(self.layout.location.y),
            width: snap(self.layout.size.width),
            height: snap(self.layout.size.height),
        }
    }

    /// Border widths.
    pub fn border(&self) -> Edges {
        let mut edges = edges(&self.layout.border);
        if self.has_legend {
            edges.top = f64::from(self.style.get_border().border_top_width.0.to_f32_px());
        }
        edges
    }

    /// Padding widths.
    pub fn padding(&self) -> Edges {
        edges(&self.layout.padding)
    }

    /// Used margins.
    pub fn margin(&self) -> Edges {
        edges(&self.layout.margin)
    }

    /// Padding box in the same coordinates as [`Self::border_box`].
    pub fn padding_box(&self) -> Rect {
        self.border_box().inset(self.border())
    }

    /// Content box in the same coordinates as [`Self::border_box`].
    pub fn content_box(&self) -> Rect {
        self.padding_box().inset(self.padding())
    }
}

fn edges(rect: &taffy::Rect<f32>) -> Edges {
    Edges {
        top: snap(rect.top),
        right: snap(rect.right),
        bottom: snap(rect.bottom),
        left: snap(rect.left),
    }
}

/// Rounds to Chromium's layout unit, 1/64 px.
pub(crate) fn snap(value: f32) -> f64 {
    if value.is_finite() {
        (f64::from(value) * 64.0).round() / 64.0
    } else {
        0.0
    }
}

/// All boxes of a document.
pub struct BoxTree {
    pub(crate) boxes: Vec<LayoutBox>,
    /// The document is in quirks mode.
    pub(crate) quirks: bool,
    /// The box whose `overflow` is the viewport's: the root element's, or the body's.
    pub(crate) viewport_overflow: Option<BoxId>,
    /// Boxes of each element, in order; most have one.
    by_node: rustc_hash::FxHashMap<u32, Vec<BoxId>>,
}

impl BoxTree {
    /// A box.
    pub fn get(&self, id: BoxId) -> &LayoutBox {
        &self.boxes[id.index()]
    }

    /// All boxes.
    pub(crate) fn ids(&self) -> impl Iterator<Item = BoxId> + use<> {
        (0..self.boxes.len() as u32).map(BoxId)
    }

    pub(crate) fn get_mut(&mut self, id: BoxId) -> &mut LayoutBox {
        &mut self.boxes[id.index()]
    }

    /// The boxes of an element itself: one, or several pieces of an inline box that a block splits; none if it is not
    /// rendered.
    pub fn of_node(&self, node: u32) -> &[BoxId] {
        self.by_node.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// True if there are no boxes (there is always the initial containing block).
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// The box whose border box [`LayoutBox::border_box`] is relative to, as coordinates and clipping chain.
    pub fn geometry_parent(&self, id: BoxId) -> Option<BoxId> {
        self.get(id).geometry_parent
    }
}
