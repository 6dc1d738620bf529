//! Box generation (CSS Display 3 §2): from styled elements to boxes.

mod containers;
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
use oracade_text::Fonts;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use style::computed_values::{float::T as Float, position::T as Position};
use style::properties::ComputedValues;
use style::selector_parser::PseudoElement;
use style::servo_arc::Arc;
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

/// Inline content under construction, with the inline boxes that are open.
struct Flow {
    block: BoxId,
    content: ContentBuilder,
    open: Vec<Opened>,
    /// Boxes of this run that are children of the block or of an open inline box.
    top: Vec<BoxId>,
    blocks: Vec<BoxId>,
    ordinal: u32,
    /// The `::first-letter` that waits for a letter, and its element.
    first_letter: Option<(u32, Arc<ComputedValues>)>,
}

struct Opened {
    id: BoxId,
    node: u32,
    part: BoxPart,
    style: Arc<ComputedValues>,
    /// Bidirectional controls before its end.
    closing: &'static str,
}

fn is_out_of_flow(style: &ComputedValues) -> bool {
    matches!(style.get_box().position, Position::Absolute | Position::Fixed)
}

fn is_replaced(node: &Node) -> bool {
    node.element().is_some_and(|element| match &*element.name {
        "img" => true,
        "canvas" | "video" | "iframe" | "embed" | "audio" => true,
        "object" => element.pixels != crate::ReplacedPixels::None,
        "svg" => element.namespace == markup5ever::ns!(svg),
        "progress" | "meter" => true,
        _ => false,
    })
}

fn control(node: &Node) -> Option<Control> {
    let element = node.element()?;
    let number = |name: &str, default: u32| {
        element
            .attribute(name)
            .and_then(|v| v.trim().parse().ok())
            .filter(|n: &u32| *n > 0)
            .unwrap_or(default)
            .min(10_000)
    };
    match &*element.name {
        "textarea" => Some(Control::TextArea(number("cols", 20), number("rows", 2))),
        "select" => {
            let size = number("size", if element.attribute("multiple").is_some() { 4 } else { 1 });
            Some(if size > 1 || element.attribute("multiple").is_some() {
                Control::ListBox(size)
            } else {
                Control::Select
            })
        }
        "input" => Some(
            match element.attribute("type").unwrap_or("text").to_ascii_lowercase().as_str() {
                "button" | "submit" | "reset" => Control::Button,
                "checkbox" | "radio" => Control::Fixed(13, 13),
                "range" => Control::Fixed(129, 16),
                "color" => Control::Fixed(50, 27),
                "image" => Control::Fixed(14, 14),
                _ => Control::Text(number("size", 20)),
            },
        ),
        _ => None,
    }
}

/// The natural size of an `svg` element: its attributes, unless they are percentages (SVG 2 §8.12).
fn svg_size(element: &Element, style: &ComputedValues) -> NaturalSize {
    let side = |name: &str| {
        let text = element.attribute(name).filter(|text| !text.trim_end().ends_with('%'))?;
        crate::svg::value::length(text, style, 0.0).map(|v| v.max(0.0))
    };
    NaturalSize {
        width: side("width"),
        height: side("height"),
    }
}

/// The ratio of an SVG `viewBox` (SVG 2 §8.2).
fn view_box_ratio(text: &str) -> Option<f32> {
    let mut numbers = text
        .split([' ', ',', '\n', '\t'])
        .filter(|part| !part.is_empty())
        .map(str::parse::<f32>);
    let (_, _) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    let (width, height) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    (width > 0.0 && height > 0.0)
        .then(|| width / height)
        .filter(|ratio| ratio.is_finite())
}

fn kind_of(display: Display) -> BoxKind {
    match display.inside() {
        DisplayInside::Flex => BoxKind::Flex,
        DisplayInside::Grid => BoxKind::Grid,
        DisplayInside::Table => BoxKind::Table,
        DisplayInside::TableRowGroup | DisplayInside::TableHeaderGroup | DisplayInside::TableFooterGroup => BoxKind::RowGroup,
        DisplayInside::TableRow => BoxKind::Row,
        _ => BoxKind::Block,
    }
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
        let control = control(node);
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
                        self.block_container(node, id, &style, marker);
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

    /// Adds an element's children, pseudo-elements included, to a flow.
    fn flow_children(&mut self, node: &Node, style: &Arc<ComputedValues>, flow: &mut Flow) {
        self.flow_pseudo(node, BoxPart::Before, flow);
        for child in node.flat_children() {
            self.flow_child(child, style, flow);
        }
        self.flow_pseudo(node, BoxPart::After, flow);
    }

    fn flow_pseudo(&mut self, node: &Node, part: BoxPart, flow: &mut Flow) {
        let Some(style) = self.pseudo_style(node, part) else {
            return;
        };
        let display = style.clone_display();
        if display.is_inline_flow() && !is_out_of_flow(&style) && style.get_box().float == Float::None {
            self.counters.enter(&style);
            let text = content_text(&style, &mut self.counters);
            let id = self.open_inline(node.id, part, &style, flow);
            flow.content.push_text(&text, &style, id);
            self.close_inline(flow);
        } else {
            let id = self.pseudo_box(node, part, style.clone(), flow.block);
            self.place(id, &style, flow);
        }
    }

    fn flow_child(&mut self, child: &Node, parent_style: &Arc<ComputedValues>, flow: &mut Flow) {
        if let Some(text) = child.text() {
            let rest = self.first_letter(child.id, text, parent_style, flow);
            let text = rest.unwrap_or(text);
            let owner = flow.owner();
            flow.content.push_node_text(child.id, text, parent_style, owner);
            return;
        }
        let Some(style) = child.primary_style() else {
            return;
        };
        let display = style.clone_display();
        if display.is_none() || crate::svg::is_inner(child) || self.lift(child) {
            return;
        }
        if display.is_contents() {
            if self.depth < MAX_DEPTH {
                self.depth += 1;
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.flow_children(child, &style, flow));
                self.depth -= 1;
            }
            return;
        }
        let plain_inline = display.is_inline_flow()
            && !is_replaced(child)
            && control(child).is_none()
            && !is_out_of_flow(&style)
            && style.get_box().float == Float::None;
        if plain_inline {
            if child.is_html("br") {
                let owner = flow.owner();
                let id = self.open_inline(child.id, BoxPart::Element, &style, flow);
                flow.content.push_break(&style, id);
                self.close_inline(flow);
                let _ = owner;
                return;
            }
            if child.is_html("wbr") {
                let owner = flow.owner();
                flow.content.push_text("\u{200b}", &style, owner);
                return;
            }
            self.counters.enter(&style);
            self.open_inline(child.id, BoxPart::Element, &style, flow);
            if self.depth < MAX_DEPTH {
                self.depth += 1;
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.flow_children(child, &style, flow));
                self.depth -= 1;
            }
            self.close_inline(flow);
            return;
        }
        if display.outside() == DisplayOutside::InternalTable
            && !is_out_of_flow(&style)
            && style.get_box().float == Float::None
            && self.boxes[flow.block.index()].kind == BoxKind::Block
        {
            self.stray_part(child, style, flow);
            return;
        }
        let id = self.element_box(child, style.clone(), flow.block);
        self.place(id, &style, flow);
    }

    fn open_inline(&mut self, node: u32, part: BoxPart, style: &Arc<ComputedValues>, flow: &mut Flow) -> BoxId {
        let parent = flow.owner();
        let id = self.add(LayoutBox::new(node, part, style.clone(), BoxKind::Inline), parent);
        self.attach(id, flow);
        flow.content.push_item(InlineItem::Open(id));
        let (opening, closing) = bidi::of_inline(style);
        flow.content.push_controls(&opening, style);
        flow.open.push(Opened {
            id,
            node,
            part,
            style: style.clone(),
            closing,
        });
        id
    }

    fn close_inline(&mut self, flow: &mut Flow) {
        if let Some(opened) = flow.open.pop() {
            flow.content.push_controls(opened.closing, &opened.style);
            flow.content.push_item(InlineItem::Close(opened.id));
        }
    }

    /// Makes a box a child of the innermost open inline box, or of the run.
    fn attach(&mut self, id: BoxId, flow: &mut Flow) {
        match flow.open.last() {
            Some(opened) => {
                let parent = opened.id;
                self.boxes[id.index()].parent = Some(parent);
                self.boxes[parent.index()].children.push(id);
            }
            None => flow.top.push(id),
        }
    }

    /// Puts a finished box that is not a plain inline box where it belongs.
    fn place(&mut self, id: BoxId, style: &Arc<ComputedValues>, flow: &mut Flow) {
        if !is_out_of_flow(style) && style.get_box().float == Float::None {
            flow.first_letter = None;
        }
        let outside = style.clone_display().outside();
        let originally_inline = style.get_box().original_display.outside() == DisplayOutside::Inline;
        let in_run = flow.content.has_content || !flow.open.is_empty();
        if is_out_of_flow(style) {
            // One that follows a waiting one waits with it, so that they stay in tree order, which is painting order.
            if in_run || originally_inline || !flow.top.is_empty() {
                self.boxes[id.index()].inline_level = originally_inline;
                self.attach(id, flow);
                flow.content.push_item(InlineItem::OutOfFlow(id));
            } else {
                flow.blocks.push(id);
            }
        } else if style.get_box().float != Float::None {
            if in_run {
                self.attach(id, flow);
                flow.content.push_item(InlineItem::Float(id));
            } else {
                flow.blocks.push(id);
            }
        } else if outside == DisplayOutside::Inline {
            self.boxes[id.index()].inline_level = true;
            self.attach(id, flow);
            let around = flow
                .open
                .last()
                .map_or_else(|| self.boxes[flow.block.index()].style.clone(), |o| o.style.clone());
            flow.content.push_atomic(id, &around);
        } else {
            self.split(flow);
            flow.blocks.push(id);
        }
    }

    /// Ends the current run before a block; open inline boxes go on after it (CSS 2 §9.2.1.1).
    fn split(&mut self, flow: &mut Flow) {
        let open = std::mem::take(&mut flow.open);
        for opened in open.iter().rev() {
            flow.content.push_controls(opened.closing, &opened.style);
            flow.content.push_item(InlineItem::Close(opened.id));
        }
        self.flush(flow);
        for opened in open {
            self.open_inline(opened.node, opened.part, &opened.style, flow);
        }
    }

    /// Wraps the current run in an anonymous block, if there is anything in it.
    fn flush(&mut self, flow: &mut Flow) {
        let content = std::mem::replace(&mut flow.content, ContentBuilder::new());
        let top = std::mem::take(&mut flow.top);
        let has_inline_box = content.items.iter().any(|item| matches!(item, InlineItem::Open(_)));
        if !content.has_content && !has_inline_box {
            // Out-of-flow boxes among white space stand between the blocks.
            flow.blocks
                .extend(top.into_iter().filter(|id| is_out_of_flow(&self.boxes[id.index()].style)));
            return;
        }
        let (node, style) = {
            let block = &self.boxes[flow.block.index()];
            (block.node, block.style.clone())
        };
        let id = self.anonymous(node, &style, flow.block);
        self.set_content(id, content, top, node, BoxPart::Anonymous, flow.ordinal);
        flow.ordinal += 1;
        flow.blocks.push(id);
    }

    fn finish_flow(&mut self, mut flow: Flow, node: u32, part: BoxPart, _style: &Arc<ComputedValues>) {
        let block = flow.block;
        if flow.blocks.is_empty() && !flow.content.is_empty() {
            let content = std::mem::replace(&mut flow.content, ContentBuilder::new());
            if content.has_content || !flow.top.is_empty() {
                self.set_content(block, content, flow.top, node, part, flow.ordinal);
                return;
            }
        }
        self.flush(&mut flow);
        for id in &flow.blocks {
            self.boxes[id.index()].parent = Some(block);
        }
        self.boxes[block.index()].children = flow.blocks;
    }

    fn set_content(
        &mut self,
        block: BoxId,
        mut content: ContentBuilder,
        top: Vec<BoxId>,
        node: u32,
        part: BoxPart,
        ordinal: u32,
    ) {
        let style = self.boxes[block.index()].style.clone();
        let (controls, base) = bidi::of_block(&style);
        content.lead_with(controls, &style);
        let shaped = self.shaped(&content, (node, part, ordinal), base);
        for id in &top {
            self.boxes[id.index()].parent = Some(block);
        }
        let owner = block;
        let mut context = content.finish(shaped);
        // Text directly in the block was added before the block of this run was known.
        let boxes = &self.boxes;
        for item in &mut context.items {
            if let InlineItem::Text { owner: of, .. } = item
                && boxes[of.index()].kind != BoxKind::Inline
            {
                *of = owner;
            }
        }
        let b = &mut self.boxes[block.index()];
        b.children = top;
        b.inline = Some(Box::new(context));
    }

    fn shaped(&mut self, content: &ContentBuilder, key: (u32, BoxPart, u32), base: parley::BaseDirection) -> Rc<Shaped> {
        let cached = self.old.entries.remove(&key).filter(|cached| {
            cached.text == content.text
                && cached.base == base
                && cached.small == content.small_capitals()
                && cached.styles.len() == content.styles().len()
                && cached
                    .styles
                    .iter()
                    .zip(content.styles())
                    .all(|((end, style), (new_end, new_style))| end == new_end && shapes_alike(style, new_style))
        });
        let shaped = match cached {
            Some(cached) => cached.shaped,
            None => {
                let styling = Styling {
                    styles: content.styles(),
                    small: content.small_capitals(),
                    base,
                    scale: 1.0,
                };
                Rc::new(shape(self.fonts, &content.text, &styling))
            }
        };
        self.new.entries.insert(
            key,
            CachedText {
                text: content.text.clone(),
                styles: content.styles().to_vec(),
                small: content.small_capitals().to_vec(),
                base,
                shaped: shaped.clone(),
            },
        );
        shaped
    }
}

impl Flow {
    fn new(block: BoxId) -> Self {
        Self {
            block,
            content: ContentBuilder::new(),
            open: Vec::new(),
            top: Vec::new(),
            blocks: Vec::new(),
            ordinal: 0,
            first_letter: None,
        }
    }

    fn owner(&self) -> BoxId {
        self.open.last().map_or(self.block, |opened| opened.id)
    }
}
