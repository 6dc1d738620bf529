//! What a mutation makes the cascade look at again.

use crate::Document;
use markup5ever::{LocalName, ns};
use selectors::matching::ElementSelectorFlags;
use style::attr::{AttrIdentifier, AttrValue};
use style::dom::OpaqueNode;
use style::invalidation::element::restyle_hints::RestyleHint;
use style::values::GenericAtomIdent;
use style::{Atom, LocalName as StyleLocalName};

impl Document {
    /// Remembers an element as it was before a change, for the invalidation of selectors. The attributes are always among it:
    /// the engine asks a snapshot for classes and ids, whatever it was that changed.
    pub(super) fn snapshot(&mut self, id: u32, fill: impl FnOnce(&mut style::servo::selector_parser::ServoElementSnapshot)) {
        let Some(node) = self.tree.get(id) else {
            return;
        };
        let Some(element) = node.element() else {
            return;
        };
        if !node.has_style_data() {
            return;
        }
        if self.engine.uses_has
            && let Some(root) = self.tree.root_element()
        {
            root.add_restyle_hint(RestyleHint::restyle_subtree());
        }
        // Siblings may be in slots that the traversal comes to before this one.
        if let Some(parent) = node.parent().filter(|parent| parent.shadow_root().is_some())
            && parent.selector_flags().is_some_and(|flags| !flags.get().is_empty())
        {
            for sibling in parent.child_elements().filter(|sibling| sibling.id != id) {
                sibling.add_restyle_hint(RestyleHint::restyle_subtree());
            }
        }
        let snapshot = self.engine.snapshots.entry(OpaqueNode(id as usize)).or_default();
        snapshot.attrs.get_or_insert_with(|| snapshot_attributes(&element.attributes));
        fill(snapshot);
        element.has_snapshot.set(true);
        element.handled_snapshot.set(false);
        node.mark_ancestors_dirty();
    }

    pub(super) fn snapshot_attribute(&mut self, id: u32, name: &str) {
        let changed: StyleLocalName = GenericAtomIdent(LocalName::from(name));
        let kind = name.to_owned();
        self.snapshot(id, |snapshot| {
            if !snapshot.changed_attrs.contains(&changed) {
                snapshot.changed_attrs.push(changed);
            }
            match kind.as_str() {
                "class" => snapshot.class_changed = true,
                "id" => snapshot.id_changed = true,
                _ => snapshot.other_attributes_changed = true,
            }
        });
    }

    /// Restyles the elements around a node whose direction depends on their text.
    pub(super) fn text_changes(&mut self, id: u32) {
        if !self.engine.uses_auto_direction {
            return;
        }
        let mut around = self.tree.get(id);
        while let Some(node) = around {
            if crate::dom::direction::is_auto(node) {
                node.add_restyle_hint(RestyleHint::RESTYLE_SELF);
                self.engine.dirty = true;
            }
            around = node.parent();
        }
    }

    /// Restyles what structural selectors may match differently once `id` comes or goes among its siblings.
    pub(super) fn structure_changes(&mut self, id: u32) {
        self.text_changes(id);
        let Some(node) = self.tree.get(id) else {
            return;
        };
        if self.engine.uses_has
            && let Some(root) = self.tree.root_element()
        {
            root.add_restyle_hint(RestyleHint::restyle_subtree());
        }
        let Some(parent) = node.parent() else { return };
        let Some(flags) = parent.selector_flags().map(std::cell::Cell::get) else {
            return;
        };
        if flags.is_empty() {
            return;
        }
        if flags.contains(ElementSelectorFlags::HAS_EMPTY_SELECTOR) {
            parent.add_restyle_hint(RestyleHint::restyle_subtree());
        }
        let later = ElementSelectorFlags::HAS_SLOW_SELECTOR_LATER_SIBLINGS;
        let edge = ElementSelectorFlags::HAS_EDGE_CHILD_SELECTOR;
        if flags.contains(ElementSelectorFlags::HAS_SLOW_SELECTOR) {
            for child in parent.child_elements() {
                child.add_restyle_hint(RestyleHint::restyle_subtree());
            }
        } else if flags.intersects(later | edge) {
            let mut following = node.next();
            while let Some(next) = following {
                if next.element().is_some() && flags.contains(later) {
                    next.add_restyle_hint(RestyleHint::restyle_subtree());
                }
                following = next.next();
            }
            if flags.contains(edge) {
                let mut elements = parent.child_elements();
                let first = elements.next();
                let last = elements.last().or(first);
                // The neighbours at either end may become or cease to be first or last.
                for end in [first, last, node.previous(), node.next()].into_iter().flatten() {
                    if end.element().is_some() {
                        end.add_restyle_hint(RestyleHint::restyle_subtree());
                    }
                }
            }
        }
        self.engine.dirty = true;
    }
}

/// An element's attributes in the engine's form; it takes ids for atoms, and classes and parts for lists of tokens.
fn snapshot_attributes(attributes: &[(LocalName, String)]) -> Vec<(AttrIdentifier, AttrValue)> {
    attributes
        .iter()
        .map(|(key, value)| {
            let local: StyleLocalName = GenericAtomIdent(key.clone());
            let identifier = AttrIdentifier {
                local_name: local.clone(),
                name: local,
                namespace: GenericAtomIdent(ns!()),
                prefix: None,
            };
            let value = match &**key {
                "id" => AttrValue::Atom(Atom::from(value.as_str())),
                "class" | "part" => AttrValue::from_serialized_tokenlist(value.clone()),
                _ => AttrValue::String(value.clone()),
            };
            (identifier, value)
        })
        .collect()
}
