//! The top layer (CSS Position 4 §3): its boxes are children of the initial containing block, each after its backdrop.

use super::*;
use stylo_dom::ElementState;

impl Builder<'_> {
    /// Keeps an element of the top layer for later; true if it is one.
    pub(super) fn lift(&mut self, node: &Node) -> bool {
        let lifted = node.element().is_some_and(|element| {
            element
                .state
                .intersects(ElementState::MODAL | ElementState::FULLSCREEN | ElementState::POPOVER_OPEN)
        });
        if lifted {
            self.lifted.push(node.id);
        }
        lifted
    }

    /// Generates the boxes of the top layer in its order.
    pub(super) fn top_layer(&mut self, tree: &Tree) {
        let mut layers: Vec<(u32, BoxId)> = Vec::new();
        let mut at = 0;
        // One may be met inside another.
        while let Some(node) = self.lifted.get(at).and_then(|id| tree.get(*id)) {
            at += 1;
            let (Some(style), Some(element)) = (node.primary_style(), node.element()) else {
                continue;
            };
            let order = element.top_layer_order;
            if let Some(style) = self.engine.pseudo_style(node, PseudoElement::Backdrop)
                && !style.clone_display().is_none()
            {
                let backdrop = LayoutBox::new(node.id, BoxPart::Backdrop, style, BoxKind::Block);
                layers.push((order, self.add(backdrop, BoxId::ROOT)));
            }
            layers.push((order, self.element_box(node, style, BoxId::ROOT)));
        }
        layers.sort_by_key(|(order, _)| *order);
        for (_, id) in layers {
            self.boxes[id.index()].top_layer = true;
            self.boxes[0].children.push(id);
        }
    }
}
