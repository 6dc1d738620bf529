//! The flow of a block container: what goes on lines, and the blocks between them (CSS 2 §9.2).

use super::*;

/// Inline content under construction, with the inline boxes that are open.
pub(super) struct Flow {
    pub(super) block: BoxId,
    pub(super) content: ContentBuilder,
    pub(super) open: Vec<Opened>,
    /// Boxes of this run that are children of the block or of an open inline box.
    pub(super) top: Vec<BoxId>,
    pub(super) blocks: Vec<BoxId>,
    pub(super) ordinal: u32,
    /// The `::first-letter` that waits for a letter, and its element.
    pub(super) first_letter: Option<(u32, Arc<ComputedValues>)>,
    /// The `::first-line` that waits for a line.
    pub(super) first_line: Option<Arc<ComputedValues>>,
}

pub(super) struct Opened {
    pub(super) id: BoxId,
    pub(super) node: u32,
    pub(super) part: BoxPart,
    pub(super) style: Arc<ComputedValues>,
    /// Bidirectional controls before its end.
    pub(super) closing: &'static str,
}

impl Builder<'_> {
    /// Adds an element's children, pseudo-elements included, to a flow.
    pub(super) fn flow_children(&mut self, node: &Node, style: &Arc<ComputedValues>, flow: &mut Flow) {
        self.flow_pseudo(node, BoxPart::Before, flow);
        let label = node
            .element()
            .filter(|_| node.is_html("option"))
            .and_then(|option| option.attribute("label"));
        if let Some(label) = label.filter(|label| !label.is_empty()) {
            let owner = flow.owner();
            flow.content.push_text(label, style, owner);
        } else {
            // Only elements are in lists of options; what is in details that are closed is not shown.
            let is_closed = node.is_html("details") && node.element().is_some_and(|details| details.attribute("open").is_none());
            let only_elements = is_closed || node.is_html("select") || node.is_html("optgroup");
            for child in node.flat_children().filter(|child| !only_elements || child.text().is_none()) {
                self.flow_child(child, style, flow);
            }
        }
        self.flow_pseudo(node, BoxPart::After, flow);
    }

    pub(super) fn flow_pseudo(&mut self, node: &Node, part: BoxPart, flow: &mut Flow) {
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

    pub(super) fn flow_child(&mut self, child: &Node, parent_style: &Arc<ComputedValues>, flow: &mut Flow) {
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
            if self.flow_break(child, &style, flow) {
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

    /// Adds a `br` or `wbr`; false if the element is neither.
    pub(super) fn flow_break(&mut self, child: &Node, style: &Arc<ComputedValues>, flow: &mut Flow) -> bool {
        if child.is_html("br") {
            let id = self.open_inline(child.id, BoxPart::Element, style, flow);
            flow.content.push_break(style, id);
            self.close_inline(flow);
        } else if child.is_html("wbr") {
            let owner = flow.owner();
            flow.content.push_text("\u{200b}", style, owner);
        } else {
            return false;
        }
        true
    }

    pub(super) fn open_inline(&mut self, node: u32, part: BoxPart, style: &Arc<ComputedValues>, flow: &mut Flow) -> BoxId {
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

    pub(super) fn close_inline(&mut self, flow: &mut Flow) {
        if let Some(opened) = flow.open.pop() {
            flow.content.push_controls(opened.closing, &opened.style);
            flow.content.push_item(InlineItem::Close(opened.id));
        }
    }

    /// Makes a box a child of the innermost open inline box, or of the run.
    pub(super) fn attach(&mut self, id: BoxId, flow: &mut Flow) {
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
    pub(super) fn place(&mut self, id: BoxId, style: &Arc<ComputedValues>, flow: &mut Flow) {
        if !is_out_of_flow(style) && style.get_box().float == Float::None {
            flow.first_letter = None;
            if style.clone_display().outside() != DisplayOutside::Inline && flow.content.is_empty() {
                flow.first_line = None;
            }
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
    pub(super) fn split(&mut self, flow: &mut Flow) {
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
    pub(super) fn flush(&mut self, flow: &mut Flow) {
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
        let first_line = flow.first_line.take();
        self.set_content(id, content, top, (node, BoxPart::Anonymous, flow.ordinal), first_line);
        flow.ordinal += 1;
        flow.blocks.push(id);
    }

    pub(super) fn finish_flow(&mut self, mut flow: Flow, node: u32, part: BoxPart, _style: &Arc<ComputedValues>) {
        let block = flow.block;
        if flow.blocks.is_empty() && !flow.content.is_empty() {
            let content = std::mem::replace(&mut flow.content, ContentBuilder::new());
            if content.has_content || !flow.top.is_empty() {
                self.set_content(block, content, flow.top, (node, part, flow.ordinal), flow.first_line);
                return;
            }
        }
        self.flush(&mut flow);
        for id in &flow.blocks {
            self.boxes[id.index()].parent = Some(block);
        }
        self.boxes[block.index()].children = flow.blocks;
    }

    pub(super) fn set_content(
        &mut self,
        block: BoxId,
        mut content: ContentBuilder,
        top: Vec<BoxId>,
        key: (u32, BoxPart, u32),
        first_line: Option<Arc<ComputedValues>>,
    ) {
        let style = self.boxes[block.index()].style.clone();
        let (controls, base) = bidi::of_block(&style);
        content.lead_with(controls, &style);
        let shaped = self.shaped(&content, key, base);
        let first_line = first_line.map(|style| Box::new(self.first_line(&content, style, key, base)));
        for id in &top {
            self.boxes[id.index()].parent = Some(block);
        }
        let owner = block;
        let mut context = content.finish(shaped);
        context.first_line = first_line;
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

    pub(super) fn shaped(
        &mut self,
        content: &ContentBuilder,
        key: (u32, BoxPart, u32),
        base: parley::BaseDirection,
    ) -> Rc<Shaped> {
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
    pub(super) fn new(block: BoxId) -> Self {
        Self {
            block,
            content: ContentBuilder::new(),
            open: Vec::new(),
            top: Vec::new(),
            blocks: Vec::new(),
            ordinal: 0,
            first_letter: None,
            first_line: None,
        }
    }

    pub(super) fn owner(&self) -> BoxId {
        self.open.last().map_or(self.block, |opened| opened.id)
    }
}
