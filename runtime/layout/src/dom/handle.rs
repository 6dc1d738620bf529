//! The one-word node handle the style engine works with, and its tree traits.

use super::flat::Children;
use super::tree::{Kind, Node};
use selectors::OpaqueElement;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ptr::NonNull;
use style::context::QuirksMode;
use style::dom::{NodeInfo, OpaqueNode, TDocument, TNode, TShadowRoot};
use style::shared_lock::SharedRwLock;

/// A node of the mirror, as document, node, element or shadow root.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Handle<'a>(pub(crate) &'a Node);

impl PartialEq for Handle<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Handle<'_> {}

impl Hash for Handle<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl fmt::Debug for Handle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.element() {
            Some(element) => write!(f, "<{} #{}>", element.name, self.0.id),
            None => write!(f, "node {}", self.0.id),
        }
    }
}

impl<'a> Handle<'a> {
    /// The element's selector-matching identity: its id, which is never reused.
    pub(crate) fn opaque_element(self) -> OpaqueElement {
        let address = self.0.id as usize as *mut ();
        OpaqueElement::from_non_null_ptr(NonNull::new(address).unwrap_or(NonNull::dangling()))
    }
}

impl NodeInfo for Handle<'_> {
    fn is_element(&self) -> bool {
        self.0.element().is_some()
    }

    fn is_text_node(&self) -> bool {
        self.0.text().is_some()
    }
}

impl<'a> TDocument for Handle<'a> {
    type ConcreteNode = Handle<'a>;

    fn as_node(&self) -> Self::ConcreteNode {
        *self
    }

    fn is_html_document(&self) -> bool {
        true
    }

    fn quirks_mode(&self) -> QuirksMode {
        QuirksMode::NoQuirks
    }

    #[allow(
        clippy::panic,
        reason = "a document node always holds the lock; there is no other kind of document"
    )]
    fn shared_lock(&self) -> &SharedRwLock {
        match self.0.lock() {
            Some(lock) => lock,
            None => panic!("a document without a lock"),
        }
    }
}

impl<'a> TNode for Handle<'a> {
    type ConcreteElement = Handle<'a>;
    type ConcreteDocument = Handle<'a>;
    type ConcreteShadowRoot = Handle<'a>;

    fn parent_node(&self) -> Option<Self> {
        match self.0.kind {
            Kind::ShadowRoot(_) => None,
            _ => self.0.parent().map(Handle),
        }
    }

    fn first_child(&self) -> Option<Self> {
        self.0.first_child().map(Handle)
    }

    fn last_child(&self) -> Option<Self> {
        self.0.last_child().map(Handle)
    }

    fn prev_sibling(&self) -> Option<Self> {
        self.0.previous().map(Handle)
    }

    fn next_sibling(&self) -> Option<Self> {
        self.0.next().map(Handle)
    }

    fn owner_doc(&self) -> Self::ConcreteDocument {
        Handle(self.0.document())
    }

    fn is_in_document(&self) -> bool {
        true
    }

    fn traversal_parent(&self) -> Option<Self::ConcreteElement> {
        self.0.flat_parent().map(Handle)
    }

    fn opaque(&self) -> OpaqueNode {
        OpaqueNode(self.0.id as usize)
    }

    fn debug_id(self) -> usize {
        self.0.id as usize
    }

    fn as_element(&self) -> Option<Self::ConcreteElement> {
        self.0.element().map(|_| *self)
    }

    fn as_document(&self) -> Option<Self::ConcreteDocument> {
        matches!(self.0.kind, Kind::Document(_)).then_some(*self)
    }

    fn as_shadow_root(&self) -> Option<Self::ConcreteShadowRoot> {
        self.0.as_shadow_root().map(|_| *self)
    }
}

impl<'a> TShadowRoot for Handle<'a> {
    type ConcreteNode = Handle<'a>;

    fn as_node(&self) -> Self::ConcreteNode {
        *self
    }

    fn host(&self) -> Handle<'a> {
        self.0.parent().map_or(*self, Handle)
    }

    fn style_data<'b>(&self) -> Option<&'b style::stylist::CascadeData>
    where
        Self: 'b,
    {
        self.0.as_shadow_root().map(|root| &*root.styles.data)
    }
}

/// The flat tree's children as handles.
pub(crate) struct HandleChildren<'a>(pub(crate) Children<'a>);

impl<'a> Iterator for HandleChildren<'a> {
    type Item = Handle<'a>;

    fn next(&mut self) -> Option<Handle<'a>> {
        self.0.next().map(Handle)
    }
}
