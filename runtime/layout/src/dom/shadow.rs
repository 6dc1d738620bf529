//! Shadow roots: the trees with style sheets of their own that elements host (DOM §4.8, CSS Scoping 1 §3).

use super::tree::{Kind, Node, Tree};
use selectors::matching::ElementSelectorFlags;
use std::cell::Cell;
use style::author_styles::AuthorStyles;
use style::stylesheets::DocumentStyleSheet;

/// What a shadow root has beyond its place in the tree.
pub(crate) struct ShadowRoot {
    /// Nodes are assigned to slots by script, not by name.
    pub(super) manual: bool,
    /// The sheets of the tree and what the cascade makes of them.
    pub(crate) styles: AuthorStyles<DocumentStyleSheet>,
    /// What structural selectors asked of the root's children.
    pub(crate) selector_flags: Cell<ElementSelectorFlags>,
    /// Slots that have assigned nodes.
    pub(super) filled: Vec<u32>,
}

impl Node {
    pub(crate) fn as_shadow_root(&self) -> Option<&ShadowRoot> {
        match &self.kind {
            Kind::ShadowRoot(root) => Some(root),
            _ => None,
        }
    }

    pub(crate) fn as_shadow_root_mut(&mut self) -> Option<&mut ShadowRoot> {
        match &mut self.kind {
            Kind::ShadowRoot(root) => Some(root),
            _ => None,
        }
    }

    /// Whether the document has any shadow tree at all.
    pub(super) fn shadow_exists(&self) -> bool {
        matches!(&self.document().kind, Kind::Document(document) if document.shadow_roots > 0)
    }

    /// The root of the shadow tree this node is in; of a shadow root itself.
    pub(crate) fn containing_shadow_root(&self) -> Option<&Node> {
        if !self.shadow_exists() {
            return None;
        }
        let mut node = self;
        while node.as_shadow_root().is_none() {
            node = node.parent()?;
        }
        Some(node)
    }

    /// Whether `other` is in the same tree or in one around it.
    pub(crate) fn sees(&self, other: &Node) -> bool {
        let Some(wanted) = other.containing_shadow_root() else {
            return true;
        };
        let mut root = self.containing_shadow_root();
        while let Some(shadow) = root {
            if shadow.id == wanted.id {
                return true;
            }
            root = shadow.parent().and_then(Node::containing_shadow_root);
        }
        false
    }

    /// The parent element, or the host of a shadow root.
    pub(crate) fn parent_element_or_host(&self) -> Option<&Node> {
        let parent = self.parent()?;
        match &parent.kind {
            Kind::Element(_) => Some(parent),
            Kind::ShadowRoot(_) => parent.parent(),
            _ => None,
        }
    }

    /// Selector flags of a parent, be it an element or a shadow root.
    pub(crate) fn selector_flags(&self) -> Option<&Cell<ElementSelectorFlags>> {
        match &self.kind {
            Kind::Element(element) => Some(&element.selector_flags),
            Kind::ShadowRoot(root) => Some(&root.selector_flags),
            _ => None,
        }
    }
}

impl Tree {
    /// Attaches an empty shadow root to `host`; false if it has one or is no element.
    pub(crate) fn attach_shadow(&mut self, host: u32, root: u32, manual: bool) -> bool {
        if self
            .get(host)
            .is_none_or(|h| h.element().is_none() || h.shadow_root().is_some())
        {
            return false;
        }
        let Some(&host_ptr) = self.nodes.get(&host) else {
            return false;
        };
        if self.nodes.contains_key(&root) {
            return false;
        }
        self.add(
            root,
            Kind::ShadowRoot(Box::new(ShadowRoot {
                manual,
                styles: AuthorStyles::new(),
                selector_flags: Cell::new(ElementSelectorFlags::empty()),
                filled: Vec::new(),
            })),
        );
        let Some(&root_ptr) = self.nodes.get(&root) else {
            return false;
        };
        if let Some(node) = self.get_mut(root) {
            node.parent = Some(host_ptr);
        }
        if let Some(element) = self.get_mut(host).and_then(Node::element_mut) {
            element.shadow_root = Some(root_ptr);
        }
        self.shadow_roots.insert(root);
        self.count_shadow_roots();
        self.stale_slots.insert(root);
        true
    }

    /// The shadow roots there are, in order of their ids.
    pub(crate) fn shadow_roots(&self) -> Vec<u32> {
        self.shadow_roots.iter().copied().collect()
    }

    /// Forgets a node that goes, if it is a shadow root.
    pub(super) fn forget_shadow_root(&mut self, id: u32) {
        if self.shadow_roots.remove(&id) {
            self.stale_slots.remove(&id);
            self.count_shadow_roots();
        }
    }

    fn count_shadow_roots(&mut self) {
        let count = self.shadow_roots.len();
        if let Some(Kind::Document(document)) = self.get_mut(1).map(|node| &mut node.kind) {
            document.shadow_roots = count;
        }
    }
}
