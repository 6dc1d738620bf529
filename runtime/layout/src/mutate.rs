//! Mutations of the mirror.

mod invalidation;
mod words;

pub use words::{MutationError, Namespace};

use crate::Document;
use crate::dom::tree::{ControlText, NaturalSize, Node, ReplacedPixels};
use crate::style::engine::{may_declare_motion, may_set_direction};
use markup5ever::{LocalName, ns};
use style::Atom;
use style::dom::OpaqueNode;
use style::invalidation::element::restyle_hints::RestyleHint;
use style::properties::declaration_block::parse_style_attribute;
use style::servo_arc::Arc;
use style::stylesheets::CssRuleType;
use style::values::AtomIdent;
use stylo_dom::ElementState;

impl Document {
    /// How many nodes the mirror has.
    pub fn node_count(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Code 1: a new element, not yet in the tree.
    pub fn create_element(&mut self, id: u32, namespace: Namespace, name: &str) {
        let namespace = match namespace {
            Namespace::Html => ns!(html),
            Namespace::Svg => ns!(svg),
            Namespace::MathMl => ns!(mathml),
            Namespace::Other => ns!(),
        };
        self.engine.uses_auto_direction |= name == "bdi";
        self.tree.create_element(id, namespace, name);
    }

    /// Code 2: a new text node, not yet in the tree.
    pub fn create_text(&mut self, id: u32, text: &str) {
        self.tree.create_text(id, text);
    }

    /// Code 3: inserts `child` under `parent` before `before` (0: at the end).
    pub fn insert(&mut self, parent: u32, child: u32, before: u32) {
        let was_attached = self.tree.get(child).is_some_and(|c| c.parent().is_some());
        if was_attached {
            self.structure_changes(child);
            self.forget_styles(child);
        }
        if self.tree.insert(parent, child, before) {
            if let Some(node) = self.tree.get(child) {
                node.mark_ancestors_dirty();
            }
            self.structure_changes(child);
            self.changed_at(parent);
        }
    }

    /// Code 4: removes a subtree; its ids are forgotten.
    pub fn remove(&mut self, id: u32) {
        if self.tree.get(id).is_none() {
            return;
        }
        self.structure_changes(id);
        let parent = self.tree.get(id).and_then(Node::parent).map_or(1, |parent| parent.id);
        for gone in self.tree.remove(id) {
            self.engine.remove_sheet(&mut self.tree, gone);
            self.engine.forget_root(gone);
            self.engine.snapshots.remove(&OpaqueNode(gone as usize));
            self.forget_animations(gone);
        }
        self.changed_at(parent);
    }

    /// Code 5: sets an attribute.
    pub fn set_attribute(&mut self, id: u32, name: &str, value: &str) {
        if self
            .tree
            .get(id)
            .and_then(Node::element)
            .is_none_or(|e| e.attribute(name) == Some(value))
        {
            return;
        }
        self.snapshot_attribute(id, name);
        let key = LocalName::from(name);
        if let Some(element) = self.tree.get_mut(id).and_then(Node::element_mut) {
            match element.attributes.iter_mut().find(|(n, _)| *n == key) {
                Some((_, old)) => value.clone_into(old),
                None => element.attributes.push((key, value.to_owned())),
            }
        }
        self.attribute_changed(id, name, Some(value));
    }

    /// Code 6: removes an attribute.
    pub fn remove_attribute(&mut self, id: u32, name: &str) {
        if self
            .tree
            .get(id)
            .and_then(Node::element)
            .is_none_or(|e| e.attribute(name).is_none())
        {
            return;
        }
        self.snapshot_attribute(id, name);
        if let Some(element) = self.tree.get_mut(id).and_then(Node::element_mut) {
            element.attributes.retain(|(n, _)| &**n != name);
        }
        self.attribute_changed(id, name, None);
    }

    fn attribute_changed(&mut self, id: u32, name: &str, value: Option<&str>) {
        if name == "style" {
            self.set_inline_style(id, value.unwrap_or(""));
            return;
        }
        self.engine.uses_direction |= name == "dir";
        if let Some(element) = self.tree.get_mut(id).and_then(Node::element_mut) {
            match name {
                "id" => element.id_attribute = value.filter(|v| !v.is_empty()).map(Atom::from),
                "class" => {
                    element.classes = value.unwrap_or("").split_ascii_whitespace().map(AtomIdent::from).collect();
                }
                _ => {}
            }
        }
        let slot_name = match name {
            "slot" => true,
            "name" => self.tree.get(id).is_some_and(|node| node.is_html("slot")),
            _ => false,
        };
        if slot_name {
            self.tree.slots_change(id);
            self.layout_dirty = true;
        }
        self.engine.uses_auto_direction |= name == "dir" && value.is_some_and(|dir| dir.eq_ignore_ascii_case("auto"));
        // Presentational hints, `attr()` and structure given by attributes are not tracked by selectors.
        if !matches!(name, "id" | "class")
            && !name.starts_with("data-")
            && !name.starts_with("aria-")
            && let Some(node) = self.tree.get(id)
        {
            node.add_restyle_hint(if matches!(name, "exportparts" | "dir") {
                RestyleHint::restyle_subtree()
            } else {
                RestyleHint::RESTYLE_SELF
            });
            if matches!(
                name,
                "colspan" | "rowspan" | "rows" | "cols" | "size" | "multiple" | "type" | "start" | "value" | "lang"
            ) {
                self.layout_dirty = true;
            }
        }
        if let Some(node) = self
            .tree
            .get(id)
            .filter(|n| crate::svg::is_inner(n) || crate::svg::is_outermost(n))
        {
            // Attributes of shapes and resources count without being style.
            self.layout_dirty |= matches!(name, "viewBox" | "width" | "height") && crate::svg::is_outermost(node);
            self.picture_changed();
        }
        self.engine.dirty = true;
    }

    /// Code 7: sets a text node's data.
    pub fn set_text(&mut self, id: u32, text: &str) {
        if let Some(node) = self.tree.get_mut(id)
            && let crate::dom::tree::Kind::Text(old) = &mut node.kind
            && old != text
        {
            let was_empty = old.is_empty();
            text.clone_into(old);
            let parent = self.tree.get(id).and_then(Node::parent).map_or(1, |parent| parent.id);
            self.text_changed_in(parent);
            self.text_changes(id);
            if was_empty != text.is_empty() {
                self.structure_changes(id);
            }
        }
    }

    /// Code 8: the style sheet a `<style>` or `<link>` element owns.
    pub fn set_style_sheet(&mut self, id: u32, css: &str, media: &str) {
        self.engine.set_sheet(&mut self.tree, id, css, media);
        self.changed();
    }

    /// Code 9: the element owns no sheet any more.
    pub fn remove_style_sheet(&mut self, id: u32) {
        self.engine.remove_sheet(&mut self.tree, id);
        self.changed();
    }

    /// Code 10: an element's state bits, as the boundary numbers them.
    pub fn set_state(&mut self, id: u32, bits: u32) {
        /// The bits above hold the place in the top layer.
        const TOP_LAYER_SHIFT: u32 = 22;
        const TABLE: [(u32, ElementState); 21] = [
            (1, ElementState::HOVER),
            (2, ElementState::ACTIVE),
            (4, ElementState::FOCUS),
            (8, ElementState::FOCUSRING),
            (16, ElementState::FOCUS_WITHIN),
            (32, ElementState::CHECKED),
            (64, ElementState::DISABLED),
            (128, ElementState::INDETERMINATE),
            (256, ElementState::PLACEHOLDER_SHOWN),
            (512, ElementState::OPEN),
            (1024, ElementState::FULLSCREEN),
            (2048, ElementState::MODAL),
            (4096, ElementState::URLTARGET),
            (1 << 13, ElementState::DEFAULT),
            (1 << 14, ElementState::VALID),
            (1 << 15, ElementState::INVALID),
            (1 << 16, ElementState::USER_VALID),
            (1 << 17, ElementState::USER_INVALID),
            (1 << 18, ElementState::INRANGE),
            (1 << 19, ElementState::OUTOFRANGE),
            (1 << 20, ElementState::POPOVER_OPEN),
        ];
        const UNDEFINED: u32 = 1 << 21;
        let mut state = ElementState::empty();
        state.set(ElementState::DEFINED, bits & UNDEFINED == 0);
        for (bit, flag) in TABLE {
            if bits & bit != 0 {
                state |= flag;
            }
        }
        let Some(old) = self.tree.get(id).and_then(Node::element).map(|e| e.state) else {
            return;
        };
        if let Some(element) = self.tree.get_mut(id).and_then(Node::element_mut) {
            element.top_layer_order = bits >> TOP_LAYER_SHIFT;
        }
        if old == state {
            return;
        }
        self.snapshot(id, |snapshot| {
            snapshot.state.get_or_insert(old);
        });
        if let Some(element) = self.tree.get_mut(id).and_then(Node::element_mut) {
            element.state = state;
        }
        if (old ^ state).contains(ElementState::INRANGE) {
            self.restyle_around(id);
        }
        self.engine.dirty = true;
    }

    /// Code 11: natural size of replaced content in CSS px; negative sides are absent.
    pub fn set_natural_size(&mut self, id: u32, width: f64, height: f64) {
        let side = |v: f64| (v.is_finite() && v >= 0.0).then_some(v);
        let size = NaturalSize {
            width: side(width),
            height: side(height),
        };
        if let Some(element) = self.tree.get_mut(id).and_then(Node::element_mut)
            && element.natural_size != size
        {
            element.natural_size = size;
            self.layout_dirty = true;
        }
    }

    /// Code 12: the text a form control shows.
    pub fn set_control_text(&mut self, id: u32, text: &str, is_placeholder: bool) {
        let text = ControlText {
            text: text.to_owned(),
            is_placeholder,
        };
        if let Some(element) = self.tree.get_mut(id).and_then(Node::element_mut)
            && element.control_text.as_ref() != Some(&text)
        {
            element.control_text = Some(text);
            self.layout_dirty = true;
            self.text_changes(id);
        }
    }

    /// Code 13: where a replaced element's pixels come from.
    pub fn set_pixels(&mut self, id: u32, pixels: ReplacedPixels) {
        if let Some(element) = self.tree.get_mut(id).and_then(Node::element_mut) {
            element.pixels = pixels;
        }
        if let Some(boxes) = &mut self.boxes {
            for b in boxes.of_node(id).to_vec() {
                boxes.get_mut(b).pixels = pixels;
            }
        }
    }

    /// Code 14: the text of the inline style.
    pub fn set_inline_style(&mut self, id: u32, css: &str) {
        if self.tree.get(id).and_then(Node::element).is_none() {
            return;
        }
        let block = (!css.is_empty()).then(|| {
            let block = parse_style_attribute(
                &crate::style::inline_css(css),
                &self.engine.url,
                None,
                self.engine.quirks_mode(),
                CssRuleType::Style,
            );
            Arc::new(self.engine.lock.wrap(block))
        });
        self.engine.uses_direction |= may_set_direction(css);
        self.engine.uses_motion |= may_declare_motion(css);
        self.snapshot_attribute(id, "style");
        if let Some(element) = self.tree.get_mut(id).and_then(Node::element_mut) {
            element.style_attribute = block;
            let key = LocalName::from("style");
            match element.attributes.iter_mut().find(|(n, _)| *n == key) {
                Some((_, old)) => css.clone_into(old),
                None => element.attributes.push((key, css.to_owned())),
            }
        }
        if let Some(node) = self.tree.get(id) {
            node.add_restyle_hint(RestyleHint::RESTYLE_STYLE_ATTRIBUTE);
        }
        self.engine.dirty = true;
    }

    /// Code 15: the shadow root of a host, whose children it shows instead of the host's own.
    pub fn attach_shadow(&mut self, host: u32, root: u32, manual: bool) {
        if self.tree.attach_shadow(host, root, manual) {
            // Until they are in a slot, the host's children have no place.
            self.forget_styles_below(host);
            if let Some(host) = self.tree.get(host) {
                host.add_restyle_hint(RestyleHint::restyle_subtree());
            }
            self.changed();
        }
    }

    /// Code 16: the constructed sheets a document (node 1) or shadow root adopts, in order.
    pub fn set_adopted_sheets(&mut self, root: u32, sheets: Vec<u32>) {
        self.engine.set_adopted(&mut self.tree, root, &sheets);
        self.changed();
    }

    /// Code 17: the nodes script assigns to a slot.
    pub fn assign_slot(&mut self, slot: u32, nodes: Vec<u32>) {
        self.tree.assign_manually(slot, nodes);
        self.changed();
    }

    /// Brings the flat tree up to date: nodes that moved in it are styled as if they were new.
    pub(crate) fn assign_slots(&mut self) {
        let assigned = self.tree.assign_slots();
        for moved in &assigned.moved {
            self.forget_styles(*moved);
        }
        for host in &assigned.hosts {
            if let Some(host) = self.tree.get(*host) {
                for child in host.children() {
                    child.mark_ancestors_dirty();
                }
                host.add_restyle_hint(RestyleHint::RESTYLE_SELF);
            }
        }
        for moved in assigned.moved {
            if let Some(node) = self.tree.get(moved) {
                node.mark_ancestors_dirty();
            }
        }
        if !assigned.hosts.is_empty() {
            self.changed();
        }
    }

    /// Code 18: the states a custom element gave itself.
    pub fn set_custom_states(&mut self, id: u32, states: &[&str]) {
        let Some(element) = self.tree.get_mut(id).and_then(Node::element_mut) else {
            return;
        };
        element.custom_states = states.iter().map(|state| AtomIdent::from(*state)).collect();
        self.restyle_around(id);
    }

    /// Restyles an element and its siblings with what is inside, after a change that selectors' invalidation does not track.
    fn restyle_around(&mut self, id: u32) {
        let Some(node) = self.tree.get(id) else { return };
        let mut current = Some(node);
        while let Some(sibling) = current {
            sibling.add_restyle_hint(RestyleHint::restyle_subtree());
            current = sibling.next();
        }
        if self.engine.uses_has
            && let Some(root) = self.tree.root_element()
        {
            root.add_restyle_hint(RestyleHint::restyle_subtree());
        }
        self.engine.dirty = true;
    }

    /// Code 19: the document is in quirks mode.
    pub fn set_quirks(&mut self) {
        self.engine.set_quirks();
        self.changed();
    }

    fn changed(&mut self) {
        self.layout_dirty = true;
        self.engine.dirty = true;
    }

    /// The children of a node changed.
    fn changed_at(&mut self, parent: u32) {
        self.text_changed_in(parent);
        self.engine.dirty = true;
    }

    /// Boxes must be laid out again, unless the change is within a picture.
    fn text_changed_in(&mut self, parent: u32) {
        let in_picture = self
            .tree
            .get(parent)
            .is_some_and(|n| crate::svg::outermost(n).is_some() && !crate::svg::is_svg(n, "foreignObject"));
        self.layout_dirty |= !in_picture;
        self.picture_changed();
    }

    fn forget_styles_below(&mut self, id: u32) {
        let children: Vec<u32> = self
            .tree
            .get(id)
            .map_or_else(Vec::new, |node| node.children().map(|child| child.id).collect());
        for child in children {
            self.forget_styles(child);
        }
    }

    fn forget_styles(&mut self, id: u32) {
        for node in self.tree.subtree(id) {
            if let Some(node) = self.tree.get(node) {
                node.clear_style_data();
                if let Some(element) = node.element() {
                    element.has_snapshot.set(false);
                }
            }
            self.engine.snapshots.remove(&OpaqueNode(node as usize));
        }
    }
}
