//! The mirror of the connected DOM tree: nodes at stable addresses, linked by pointers, so that the style engine's traits,
//! which want a one-word handle, can be implemented on a plain reference.

use super::flat::Children;
use super::shadow::ShadowRoot;
use markup5ever::{LocalName, Namespace};
use rustc_hash::FxHashMap;
use selectors::matching::ElementSelectorFlags;
use std::cell::{Cell, UnsafeCell};
use std::collections::BTreeSet;
use std::ptr::NonNull;
use style::data::{ElementDataMut, ElementDataRef, ElementDataWrapper};
use style::properties::PropertyDeclarationBlock;
use style::servo_arc::Arc;
use style::shared_lock::{Locked, SharedRwLock};
use style::values::AtomIdent;
use style::{Atom, invalidation::element::restyle_hints::RestyleHint};
use stylo_dom::ElementState;

pub(super) type Link = Option<NonNull<Node>>;

/// One node of the mirror.
pub(crate) struct Node {
    /// The id JavaScript gave it.
    pub(crate) id: u32,
    document: Link,
    pub(super) parent: Link,
    first_child: Link,
    last_child: Link,
    previous: Link,
    next: Link,
    /// The slot a child of a shadow host is shown in.
    pub(super) assigned_slot: Link,
    /// The id of the slot at the last assignment; 0 for none.
    pub(super) last_slot: u32,
    pub(crate) kind: Kind,
}

/// What a node is.
pub(crate) enum Kind {
    Document(Box<DocumentNode>),
    Element(Box<Element>),
    Text(String),
    /// A shadow root; its parent link is the host.
    ShadowRoot(Box<ShadowRoot>),
}

/// What belongs to the document.
pub(crate) struct DocumentNode {
    lock: SharedRwLock,
    /// Without any shadow root the flat tree is the tree, and nobody has to look for one.
    pub(super) shadow_roots: usize,
}

/// The natural size of replaced content in CSS px; a missing side is `None` (CSS Images 3 §4.1).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NaturalSize {
    /// Width, if the content has one.
    pub width: Option<f64>,
    /// Height, if the content has one.
    pub height: Option<f64>,
}

/// Where the pixels of a replaced element come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplacedPixels {
    /// Nothing to paint.
    #[default]
    None,
    /// An image with this handle.
    Image(u32),
    /// A canvas with this handle.
    Canvas(u32),
}

/// The text a form control shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ControlText {
    pub(crate) text: String,
    pub(crate) is_placeholder: bool,
}

/// What an element has beyond its place in the tree.
pub(crate) struct Element {
    pub(crate) name: LocalName,
    pub(crate) namespace: Namespace,
    pub(crate) attributes: Vec<(LocalName, String)>,
    pub(crate) id_attribute: Option<Atom>,
    pub(crate) classes: Vec<AtomIdent>,
    pub(crate) style_attribute: Option<Arc<Locked<PropertyDeclarationBlock>>>,
    pub(crate) state: ElementState,
    data: UnsafeCell<Option<ElementDataWrapper>>,
    pub(crate) selector_flags: Cell<ElementSelectorFlags>,
    pub(crate) dirty_descendants: Cell<bool>,
    /// How deep it was nested when its style was last made.
    pub(crate) depth: Cell<u32>,
    pub(crate) has_snapshot: Cell<bool>,
    pub(crate) handled_snapshot: Cell<bool>,
    /// Place among the elements of the top layer.
    pub(crate) top_layer_order: u32,
    pub(crate) natural_size: NaturalSize,
    pub(crate) pixels: ReplacedPixels,
    pub(crate) control_text: Option<ControlText>,
    /// Content box of the last layout, for container queries (CSS Contain 3); `None` before the first.
    pub(crate) container_size: Cell<Option<(f32, f32)>>,
    pub(crate) scroll: (f64, f64),
    /// States a custom element gave itself.
    pub(crate) custom_states: Vec<AtomIdent>,
    pub(crate) shadow_root: Link,
    /// Of a slot: the nodes assigned to it, in order.
    pub(super) assigned: Vec<NonNull<Node>>,
    /// Of a slot of a tree with manual assignment: the ids it was given.
    pub(super) manually_assigned: Vec<u32>,
    /// Of a slot: it showed assigned nodes after the last assignment, not its fallback content.
    pub(super) was_filled: bool,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| &**n == name).map(|(_, v)| v.as_str())
    }
}

impl Node {
    pub(crate) fn element(&self) -> Option<&Element> {
        match &self.kind {
            Kind::Element(element) => Some(element),
            _ => None,
        }
    }

    pub(crate) fn element_mut(&mut self) -> Option<&mut Element> {
        match &mut self.kind {
            Kind::Element(element) => Some(element),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn is_html(&self, name: &str) -> bool {
        self.element()
            .is_some_and(|e| &*e.name == name && e.namespace == markup5ever::ns!(html))
    }

    pub(super) fn follow(&self, link: Link) -> Option<&Node> {
        // SAFETY: links point at nodes owned by the same `Tree`; nodes are freed only through `&mut Tree` after every link
        // to them is cleared, and a `&Node` can exist only while the tree is borrowed.
        link.map(|node| unsafe { node.as_ref() })
    }

    pub(crate) fn document(&self) -> &Node {
        self.follow(self.document).unwrap_or(self)
    }

    pub(crate) fn lock(&self) -> Option<&SharedRwLock> {
        match &self.document().kind {
            Kind::Document(document) => Some(&document.lock),
            _ => None,
        }
    }

    pub(crate) fn parent(&self) -> Option<&Node> {
        self.follow(self.parent)
    }

    pub(crate) fn first_child(&self) -> Option<&Node> {
        self.follow(self.first_child)
    }

    pub(crate) fn last_child(&self) -> Option<&Node> {
        self.follow(self.last_child)
    }

    pub(crate) fn previous(&self) -> Option<&Node> {
        self.follow(self.previous)
    }

    pub(crate) fn next(&self) -> Option<&Node> {
        self.follow(self.next)
    }

    pub(crate) fn shadow_root(&self) -> Option<&Node> {
        self.follow(self.element()?.shadow_root)
    }

    /// The parent if it is an element.
    pub(crate) fn parent_element(&self) -> Option<&Node> {
        self.parent().filter(|parent| parent.element().is_some())
    }

    pub(crate) fn children(&self) -> Children<'_> {
        Children::Siblings(self.first_child())
    }

    pub(crate) fn child_elements(&self) -> impl Iterator<Item = &Node> {
        self.children().filter(|node| node.element().is_some())
    }

    // Style data. It is reached through shared references only while a style traversal, which is sequential, runs.

    pub(crate) fn has_style_data(&self) -> bool {
        // SAFETY: no exclusive borrow of the option itself is held outside `ensure_style_data` and `clear_style_data`.
        self.element().is_some_and(|e| unsafe { &*e.data.get() }.is_some())
    }

    pub(crate) fn style_data(&self) -> Option<ElementDataRef<'_>> {
        // SAFETY: as in `has_style_data`.
        unsafe { &*self.element()?.data.get() }.as_ref().map(|data| data.borrow())
    }

    pub(crate) fn style_data_mut(&self) -> Option<ElementDataMut<'_>> {
        // SAFETY: as in `has_style_data`; the wrapper checks the inner borrow.
        unsafe { &*self.element()?.data.get() }.as_ref().map(|data| data.borrow_mut())
    }

    pub(crate) fn ensure_style_data(&self) {
        if let Some(element) = self.element()
            && !self.has_style_data()
        {
            // SAFETY: there is no data yet, so nothing can be borrowed from it.
            unsafe { *element.data.get() = Some(ElementDataWrapper::default()) };
        }
    }

    /// Throws the computed styles away.
    pub(crate) fn clear_style_data(&self) {
        if let Some(element) = self.element() {
            // SAFETY: the style engine calls this between elements, and we call it with the tree borrowed exclusively.
            unsafe { *element.data.get() = None };
            element.dirty_descendants.set(false);
        }
    }

    pub(crate) fn primary_style(&self) -> Option<Arc<style::properties::ComputedValues>> {
        self.style_data().and_then(|data| data.styles.get_primary().cloned())
    }

    /// Marks the ancestors so that a traversal reaches this element.
    pub(crate) fn mark_ancestors_dirty(&self) {
        let mut current = self.flat_parent();
        while let Some(node) = current {
            let Some(element) = node.element() else { break };
            if element.dirty_descendants.replace(true) {
                break;
            }
            current = node.flat_parent();
        }
    }

    /// Adds a restyle hint; an element without styles only needs to be reached.
    pub(crate) fn add_restyle_hint(&self, hint: RestyleHint) {
        if let Some(mut data) = self.style_data_mut() {
            data.hint.insert(hint);
        }
        self.mark_ancestors_dirty();
    }
}

/// All nodes by id. The document is node 1.
pub(crate) struct Tree {
    pub(crate) nodes: FxHashMap<u32, NonNull<Node>>,
    document: NonNull<Node>,
    /// The shadow roots there are, and those whose slots must be assigned anew.
    pub(super) shadow_roots: BTreeSet<u32>,
    pub(super) stale_slots: BTreeSet<u32>,
}

impl Tree {
    pub(crate) fn new(lock: SharedRwLock) -> Self {
        let node = Node {
            id: 1,
            document: None,
            parent: None,
            first_child: None,
            last_child: None,
            previous: None,
            next: None,
            assigned_slot: None,
            last_slot: 0,
            kind: Kind::Document(Box::new(DocumentNode { lock, shadow_roots: 0 })),
        };
        let document = Self::allocate(node);
        let mut nodes = FxHashMap::default();
        nodes.insert(1, document);
        Self {
            nodes,
            document,
            shadow_roots: BTreeSet::new(),
            stale_slots: BTreeSet::new(),
        }
    }

    fn allocate(node: Node) -> NonNull<Node> {
        NonNull::from(Box::leak(Box::new(node)))
    }

    pub(crate) fn document(&self) -> &Node {
        // SAFETY: the document lives as long as the tree.
        unsafe { self.document.as_ref() }
    }

    pub(crate) fn get(&self, id: u32) -> Option<&Node> {
        // SAFETY: the map holds live nodes only.
        self.nodes.get(&id).map(|node| unsafe { node.as_ref() })
    }

    pub(crate) fn get_mut(&mut self, id: u32) -> Option<&mut Node> {
        // SAFETY: the map holds live nodes only, and the tree is borrowed exclusively.
        self.nodes.get(&id).map(|node| unsafe { &mut *node.as_ptr() })
    }

    pub(crate) fn root_element(&self) -> Option<&Node> {
        self.document().child_elements().next()
    }

    pub(super) fn add(&mut self, id: u32, kind: Kind) {
        if id <= 1 || self.nodes.contains_key(&id) {
            return;
        }
        let node = Self::allocate(Node {
            id,
            document: Some(self.document),
            parent: None,
            first_child: None,
            last_child: None,
            previous: None,
            next: None,
            assigned_slot: None,
            last_slot: 0,
            kind,
        });
        self.nodes.insert(id, node);
    }

    pub(crate) fn create_element(&mut self, id: u32, namespace: Namespace, name: &str) {
        let element = Element {
            name: LocalName::from(name),
            namespace,
            attributes: Vec::new(),
            id_attribute: None,
            classes: Vec::new(),
            style_attribute: None,
            state: ElementState::DEFINED,
            data: UnsafeCell::new(None),
            selector_flags: Cell::new(ElementSelectorFlags::empty()),
            dirty_descendants: Cell::new(false),
            depth: Cell::new(0),
            has_snapshot: Cell::new(false),
            handled_snapshot: Cell::new(false),
            natural_size: NaturalSize::default(),
            pixels: ReplacedPixels::None,
            top_layer_order: 0,
            control_text: None,
            container_size: Cell::new(None),
            scroll: (0.0, 0.0),
            custom_states: Vec::new(),
            shadow_root: None,
            assigned: Vec::new(),
            manually_assigned: Vec::new(),
            was_filled: false,
        };
        self.add(id, Kind::Element(Box::new(element)));
    }

    pub(crate) fn create_text(&mut self, id: u32, text: &str) {
        self.add(id, Kind::Text(text.to_owned()));
    }

    /// Unlinks a node from its parent; the subtree stays alive.
    pub(crate) fn detach(&mut self, id: u32) {
        let Some(node) = self.get_mut(id) else { return };
        if matches!(node.kind, Kind::ShadowRoot(_) | Kind::Document(_)) {
            return;
        }
        let (parent, previous, next) = (node.parent.take(), node.previous.take(), node.next.take());
        let Some(parent) = parent else { return };
        // SAFETY: links point at live nodes, and the tree is borrowed exclusively; each reference below ends at once.
        unsafe {
            match previous {
                Some(previous) => (*previous.as_ptr()).next = next,
                None => (*parent.as_ptr()).first_child = next,
            }
            match next {
                Some(next) => (*next.as_ptr()).previous = previous,
                None => (*parent.as_ptr()).last_child = previous,
            }
        }
    }

    /// Inserts `child` under `parent` before `before` (0 or not a child of `parent`: at the end). False if that would make a
    /// cycle or a node is unknown.
    pub(crate) fn insert(&mut self, parent: u32, child: u32, before: u32) -> bool {
        let (Some(&parent_ptr), Some(&child_ptr)) = (self.nodes.get(&parent), self.nodes.get(&child)) else {
            return false;
        };
        let mut ancestor = self.get(parent);
        while let Some(node) = ancestor {
            if node.id == child {
                return false;
            }
            ancestor = node.parent();
        }
        if self
            .get(child)
            .is_some_and(|c| matches!(c.kind, Kind::ShadowRoot(_) | Kind::Document(_)))
            || self.get(parent).is_some_and(|p| p.text().is_some())
        {
            return false;
        }
        self.slots_change(child);
        self.detach(child);
        let before = self.nodes.get(&before).copied().filter(|b| {
            // SAFETY: a live node of this tree.
            unsafe { b.as_ref() }.parent == Some(parent_ptr)
        });
        // SAFETY: all pointers are live nodes of this exclusively borrowed tree; no two references are held at a time.
        unsafe {
            let previous = match before {
                Some(before) => (*before.as_ptr()).previous,
                None => (*parent_ptr.as_ptr()).last_child,
            };
            (*child_ptr.as_ptr()).parent = Some(parent_ptr);
            (*child_ptr.as_ptr()).previous = previous;
            (*child_ptr.as_ptr()).next = before;
            match previous {
                Some(previous) => (*previous.as_ptr()).next = Some(child_ptr),
                None => (*parent_ptr.as_ptr()).first_child = Some(child_ptr),
            }
            match before {
                Some(before) => (*before.as_ptr()).previous = Some(child_ptr),
                None => (*parent_ptr.as_ptr()).last_child = Some(child_ptr),
            }
        }
        self.slots_change(child);
        true
    }

    /// The ids of a subtree, shadow trees included, in tree order.
    pub(crate) fn subtree(&self, id: u32) -> Vec<u32> {
        let mut ids = Vec::new();
        let mut stack: Vec<&Node> = self.get(id).into_iter().collect();
        while let Some(node) = stack.pop() {
            ids.push(node.id);
            let at = stack.len();
            stack.extend(node.shadow_root());
            stack.extend(node.children());
            stack[at..].reverse();
        }
        ids
    }

    /// Removes a subtree and forgets its ids, which are returned.
    pub(crate) fn remove(&mut self, id: u32) -> Vec<u32> {
        if id == 1 || self.get(id).is_none() {
            return Vec::new();
        }
        self.slots_change(id);
        self.detach(id);
        let ids = self.subtree(id);
        for id in &ids {
            self.forget_shadow_root(*id);
            if let Some(node) = self.nodes.remove(id) {
                // SAFETY: allocated by `allocate`; the map entry just removed was its owner, and the rest of the subtree that
                // points at it is freed in this same loop without being followed.
                drop(unsafe { Box::from_raw(node.as_ptr()) });
            }
        }
        ids
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        for (_, node) in self.nodes.drain() {
            // SAFETY: allocated by `allocate` and owned by the map.
            drop(unsafe { Box::from_raw(node.as_ptr()) });
        }
    }
}
