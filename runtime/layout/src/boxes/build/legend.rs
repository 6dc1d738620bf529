//! The rendered legend of a fieldset (HTML §15.5.13).

use super::*;

impl Builder<'_> {
    /// Puts the rendered legend of a fieldset, if it has one, before its other boxes.
    pub(super) fn rendered_legend(&mut self, node: &Node, id: BoxId) {
        if !node.is_html("fieldset") || self.boxes[id.index()].inline.is_some() {
            return;
        }
        let Some(legend) = node.child_elements().find(|child| {
            child.is_html("legend")
                && child.primary_style().is_some_and(|style| {
                    !style.clone_display().is_none() && !is_out_of_flow(&style) && style.get_box().float == Float::None
                })
        }) else {
            return;
        };
        let of = |b: &LayoutBox| b.node == legend.id && b.part == BoxPart::Element;
        if let Some(at) = self.boxes[id.index()]
            .children
            .iter()
            .position(|child| of(&self.boxes[child.index()]))
        {
            let b = &mut self.boxes[id.index()];
            let legend = b.children.remove(at);
            b.children.insert(0, legend);
            b.has_legend = true;
        }
    }
}
