//! Box generation (CSS Display 3 §2): from styled elements to boxes.

mod containers;
mod controls;
mod first_line;
mod flow;
mod kind;
mod legend;
mod letter;
mod top_layer;

use super::bidi;
use super::content::{ContentBuilder, Styling, shape, shapes_alike};
use super::inline::{InlineItem, Shaped};
use super::marker::{Counters, Marker, content_text, marker_of};
use super::{BoxId, BoxKind, BoxPart, BoxTree, Control, LayoutBox};
use crate::dom::tree::{Element, NaturalSize, Node, Tree};
use crate::style::engine::StyleEngine;
use crate::style::selector_stand_in::FIRST_LINE;
use flow::Flow;
use kind::{control, is_replaced, kind_of, svg_size, view_box_ratio};
use oracade_text::Fonts;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use style::computed_values::{float::T as Float, position::T as Position};
use style::properties::ComputedValues;
use style::selector_parser::PseudoElement;
use style::servo_arc::Arc;
use style::values::computed::Appearance;
use style::values::specified::box_::{Display, DisplayInside, DisplayOutside, Overflow};

/// Elements nested deeper than this generate no boxes; it bounds the depth of layout.
const MAX_DEPTH: u32 = 512;

/// Shaped text of the previous box tree, so that unchanged text is not shaped again.
#[derive(Default)]
pub(crate) struct ShapeCache {
    entries: FxHashMap<(u32, BoxPart, u32), CachedText>,
    fonts_generation: u64,
}

struct CachedText {
    text: String,
    styles: Vec<(usize, Arc<ComputedValues>)>,
    small: Vec<std::ops::Range<usize>>,
    base: parley::BaseDirection,
    shaped: Rc<Shaped>,
}

struct Builder<'a> {
    engine: &'a StyleEngine,
    tree: &'a Tree,
    fonts: &'a mut Fonts,
    boxes: Vec<LayoutBox>,
    by_node: FxHashMap<u32, Vec<BoxId>>,
    old: ShapeCache,
    new: ShapeCache,
    counters: Counters,
    depth: u32,
    /// Elements of the top layer that were met, not yet generated.
    lifted: Vec<u32>,
}

/// Generates the boxes of the document.
pub(crate) fn build(engine: &StyleEngine, tree: &Tree, fonts: &mut Fonts, cache: &mut ShapeCache) -> BoxTree {
    let generation = fonts.generation();
    let old = if cache.fonts_generation == generation {
        std::mem::take(cache)
    } else {
        ShapeCache::default()
    };
    let initial = engine.stylist.device().default_computed_values_arc().clone();
    let mut builder = Builder {
        engine,
        tree,
        fonts,
        boxes: vec![LayoutBox::new(1, BoxPart::Element, initial, BoxKind::Block)],
        by_node: FxHashMap::default(),
        old,
        new: ShapeCache {
            entries: FxHashMap::default(),
            fonts_generation: generation,
        },
        counters: Counters::default(),
        depth: 0,
        lifted: Vec::new(),
    };
    if let Some(root) = tree.root_element()
        && let Some(style) = root.primary_style()
        && !style.clone_display().is_none()
    {
        let id = builder.element_box(root, style, BoxId::ROOT);
        builder.boxes[0].children.push(id);
    }
    builder.top_layer(tree);
    let viewport_overflow = builder.give_overflow(tree);
    *cache = builder.new;
    BoxTree {
        quirks: engine.quirks(),
        viewport_overflow,
        boxes: builder.boxes,
        by_node: builder.by_node,
    }
}

fn is_out_of_flow(style: &ComputedValues) -> bool {
    matches!(style.get_box().position, Position::Absolute | Position::Fixed)
}

impl Builder<'_> {
    /// Propagates `overflow` to the viewport: the root element's, or the body's if the root's is `visible` (CSS Overflow 3 §3.3).
    fn give_overflow(&mut self, tree: &Tree) -> Option<BoxId> {
        let root = tree.root_element()?;
        let of = |node: &Node| self.by_node.get(&node.id).and_then(|boxes| boxes.first()).copied();
        let visible = |id: BoxId| self.boxes[id.index()].style.get_box().overflow_x == Overflow::Visible;
        let own = of(root)?;
        let from = if root.is_html("html") && visible(own) {
            root.child_elements()
                .find(|child| child.is_html("body"))
                .and_then(of)
                .unwrap_or(own)
        } else {
            own
        };
        self.boxes[from.index()].gives_overflow = true;
        Some(from)
    }

    fn add(&mut self, b: LayoutBox, parent: BoxId) -> BoxId {
        let id = BoxId(self.boxes.len() as u32);
        if b.part == BoxPart::Element {
            self.by_node.entry(b.node).or_default().push(id);
        }
        self.boxes.push(LayoutBox {
            parent: Some(parent),
            ..b
        });
        id
    }

    /// The box of an element that is not a plain inline box, with everything inside.
    fn element_box(&mut self, node: &Node, style: Arc<ComputedValues>, parent: BoxId) -> BoxId {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.element_box_inner(node, style, parent))
    }

    fn element_box_inner(&mut self, node: &Node, style: Arc<ComputedValues>, parent: BoxId) -> BoxId {
        let display = style.clone_display();
        // A check box or radio button without its look is a box like any other, with what the page generates in it.
        let is_bare = style.get_box().clone_appearance() == Appearance::None;
        let control = control(node).filter(|control| !(is_bare && matches!(control, Control::Fixed(13, _))));
        let kind = match control {
            Some(control) => BoxKind::Control(control),
            None if is_replaced(node) => BoxKind::Replaced,
            None => kind_of(display),
        };
        self.counters.enter(&style);
        let mut b = LayoutBox::new(node.id, BoxPart::Element, style.clone(), kind);
        if let Some(element) = node.element() {
            b.natural_size = if crate::svg::is_outermost(node) {
                svg_size(element, &style)
            } else {
                element.natural_size
            };
            b.pixels = element.pixels;
            b.natural_ratio = element
                .attribute("viewBox")
                .filter(|_| kind == BoxKind::Replaced)
                .and_then(view_box_ratio);
            b.is_button = node.is_html("button");
            b.own_size = self.own_size(node, element, &style);
            b.scroll = element.scroll;
        }
        if display.is_list_item() {
            let own = self.engine.pseudo_style(node, PseudoElement::Marker);
            b.marker = marker_of(node, &style, own.as_deref(), &mut self.counters);
            b.marker_style = own;
        }
        let inside_marker = b.marker.is_some() && crate::boxes::marker::is_inside(&style);
        let id = self.add(b, parent);
        match kind {
            BoxKind::Replaced => {}
            BoxKind::Control(_) => self.control_content(node, id, &style),
            _ if self.depth >= MAX_DEPTH => {}
            _ => {
                self.depth += 1;
                match kind {
                    BoxKind::Flex | BoxKind::Grid => {
                        self.item_container(node, id, &style);
                        self.rendered_legend(node, id);
                    }
                    BoxKind::Table | BoxKind::RowGroup | BoxKind::Row => self.table_part(node, id, &style),
                    _ => {
                        let marker = if inside_marker {
                            self.boxes[id.index()].marker.take()
                        } else {
                            None
                        };
                        if kind::is_file_field(node) {
                            self.file_field(node, id, &style);
                        } else {
                            self.block_container(node, id, &style, marker);
                        }
                        self.rendered_legend(node, id);
                    }
                }
                self.depth -= 1;
            }
        }
        id
    }

    /// The box of `::before` or `::after` if it is not inline, else nothing.
    fn pseudo_style(&self, node: &Node, part: BoxPart) -> Option<Arc<ComputedValues>> {
        let pseudo = if part == BoxPart::Before {
            PseudoElement::Before
        } else {
            PseudoElement::After
        };
        let style = self.engine.pseudo_style(node, pseudo)?;
        (!style.clone_display().is_none() && !style.ineffective_content_property()).then_some(style)
    }

    fn pseudo_box(&mut self, node: &Node, part: BoxPart, style: Arc<ComputedValues>, parent: BoxId) -> BoxId {
        self.counters.enter(&style);
        let text = content_text(&style, &mut self.counters);
        let kind = kind_of(style.clone_display());
        let id = self.add(LayoutBox::new(node.id, part, style.clone(), kind), parent);
        let mut flow = Flow::new(if kind == BoxKind::Block { id } else { BoxId::ROOT });
        if kind == BoxKind::Block {
            flow.content.push_text(&text, &style, id);
            self.finish_flow(flow, node.id, part, &style);
        } else if !text.trim().is_empty() {
            let inner = self.anonymous(node.id, &style, id);
            flow.block = inner;
            flow.content.push_text(&text, &style, inner);
            self.finish_flow(flow, node.id, part, &style);
            self.boxes[id.index()].children.push(inner);
        }
        id
    }

    fn anonymous(&mut self, node: u32, style: &Arc<ComputedValues>, parent: BoxId) -> BoxId {
        self.add(
            LayoutBox::new(node, BoxPart::Anonymous, style.clone(), BoxKind::Block),
            parent,
        )
    }

    fn block_container(&mut self, node: &Node, id: BoxId, style: &Arc<ComputedValues>, marker: Option<Marker>) {
        let mut flow = Flow::new(id);
        if let Some(marker) = marker {
            let own = self.boxes[id.index()].marker_style.take();
            self.inside_marker(node, marker, own.as_ref().unwrap_or(style), &mut flow);
        }
        flow.first_letter = self
            .engine
            .pseudo_style(node, PseudoElement::FirstLetter)
            .map(|style| (node.id, style));
        if self.engine.uses_first_line {
            flow.first_line = self.engine.pseudo_style(node, FIRST_LINE);
        }
        self.flow_children(node, style, &mut flow);
        self.finish_flow(flow, node.id, BoxPart::Element, style);
    }

    /// Adds the marker of a list item to its first line.
    fn inside_marker(&mut self, node: &Node, marker: Marker, style: &Arc<ComputedValues>, flow: &mut Flow) {
        match marker {
            Marker::Text(text) => flow.content.push_text(&text, style, flow.block),
            Marker::Symbol(symbol) => {
                let font = style.get_font();
                let size = crate::style::font_size::of(font);
                let list = crate::text::family_list(font);
                let attributes = crate::text::font_attributes(font);
                let ascent = self.fonts.primary_metrics(&list, attributes, size).ascent;
                let mut b = LayoutBox::new(node.id, BoxPart::Anonymous, style.clone(), BoxKind::Replaced);
                b.natural_size.width = Some(f64::from(symbol.inline_width(ascent, size)));
                b.natural_size.height = Some(0.0);
                b.marker = Some(marker);
                b.inline_level = true;
                let id = self.add(b, flow.block);
                self.attach(id, flow);
                flow.content.push_atomic(id, style);
            }
        }
    }
}
