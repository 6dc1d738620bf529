//! Boxes in containers that are no block containers: flex and grid items, parts of tables.

use super::*;

impl Builder<'_> {
    /// Children of a flex or grid container: each an item, text wrapped (CSS Flexbox 1 §4).
    pub(super) fn item_container(&mut self, node: &Node, id: BoxId, style: &Arc<ComputedValues>) {
        let mut items = Vec::new();
        let mut run = Flow::new(id);
        self.item_pseudo(node, id, BoxPart::Before, &mut items);
        self.item_children(node, style, id, &mut items, &mut run);
        self.flush(&mut run);
        items.append(&mut run.blocks);
        self.item_pseudo(node, id, BoxPart::After, &mut items);
        let boxes = &self.boxes;
        items.sort_by_key(|item| {
            let item = &boxes[item.index()];
            if item.is_anonymous() {
                0
            } else {
                item.style.get_position().order
            }
        });
        self.boxes[id.index()].children = items;
    }

    fn item_pseudo(&mut self, node: &Node, id: BoxId, part: BoxPart, items: &mut Vec<BoxId>) {
        if let Some(style) = self.pseudo_style(node, part) {
            items.push(self.pseudo_box(node, part, style, id));
        }
    }

    fn item_children(&mut self, node: &Node, style: &Arc<ComputedValues>, id: BoxId, items: &mut Vec<BoxId>, run: &mut Flow) {
        for child in node.flat_children() {
            if let Some(text) = child.text() {
                run.content.push_node_text(child.id, text, style, id);
                continue;
            }
            let Some(child_style) = child.primary_style() else {
                continue;
            };
            let display = child_style.clone_display();
            if display.is_none() || crate::svg::is_inner(child) || self.lift(child) {
                continue;
            }
            // A break is text: it makes no item of its own.
            if self.flow_break(child, &child_style, run) {
                continue;
            }
            if display.is_contents() {
                if self.depth < MAX_DEPTH {
                    self.depth += 1;
                    stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                        self.item_children(child, &child_style, id, items, run);
                    });
                    self.depth -= 1;
                }
                continue;
            }
            self.flush(run);
            items.append(&mut run.blocks);
            items.push(self.element_box(child, child_style, id));
        }
    }

    /// Children of a table, row group or row; anything that is no part of a table goes into anonymous cells.
    pub(super) fn table_part(&mut self, node: &Node, id: BoxId, style: &Arc<ComputedValues>) {
        let mut parts = Vec::new();
        let mut flow = Flow::new(id);
        for child in node.flat_children() {
            if child.text().is_some_and(|text| text.trim().is_empty()) {
                continue;
            }
            if let Some(child_style) = child.primary_style() {
                let display = child_style.clone_display();
                if display.is_none()
                    || matches!(display.inside(), DisplayInside::TableColumn | DisplayInside::TableColumnGroup)
                    || self.lift(child)
                {
                    continue;
                }
                let is_part = matches!(
                    display.outside(),
                    DisplayOutside::InternalTable | DisplayOutside::TableCaption
                ) || is_out_of_flow(&child_style);
                if is_part {
                    self.flush(&mut flow);
                    parts.append(&mut flow.blocks);
                    parts.push(self.table_child(child, child_style, id));
                    continue;
                }
            }
            self.flow_child(child, style, &mut flow);
        }
        self.flush(&mut flow);
        parts.append(&mut flow.blocks);
        for part in &parts {
            self.boxes[part.index()].parent = Some(id);
        }
        self.boxes[id.index()].children = parts;
    }

    /// A cell, row, row group or caption.
    fn table_child(&mut self, child: &Node, style: Arc<ComputedValues>, table: BoxId) -> BoxId {
        let part = self.element_box(child, style, table);
        if let Some(element) = child.element() {
            let span = |name: &str| {
                element
                    .attribute(name)
                    .and_then(|v| v.trim().parse().ok())
                    .unwrap_or(1u16)
                    .clamp(1, 1000)
            };
            self.boxes[part.index()].cell = (span("colspan"), span("rowspan"));
        }
        part
    }

    /// A part of a table in a block container: an anonymous table goes around it and those that follow (CSS 2 §17.2.1).
    pub(super) fn stray_part(&mut self, child: &Node, style: Arc<ComputedValues>, flow: &mut Flow) {
        if matches!(
            style.clone_display().inside(),
            DisplayInside::TableColumn | DisplayInside::TableColumnGroup
        ) {
            return;
        }
        self.split(flow);
        let open = flow.blocks.last().copied().filter(|last| {
            let last = &self.boxes[last.index()];
            last.is_anonymous() && last.kind == BoxKind::Table
        });
        let table = match open {
            Some(table) => table,
            None => {
                let (node, style) = {
                    let block = &self.boxes[flow.block.index()];
                    (block.node, block.style.clone())
                };
                let table = self.add(LayoutBox::new(node, BoxPart::Anonymous, style, BoxKind::Table), flow.block);
                flow.blocks.push(table);
                table
            }
        };
        let part = self.table_child(child, style, table);
        self.boxes[table.index()].children.push(part);
    }
}
