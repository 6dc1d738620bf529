//! The flat tree: shadow trees in the place of their hosts' children, and these in the slots they are assigned to
//! (CSS Scoping 1 §3.1, DOM §4.2.2).

use super::handle::Handle;
use super::tree::{Node, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ptr::NonNull;

/// Children in order.
pub(crate) enum Children<'a> {
    /// This node and its later siblings.
    Siblings(Option<&'a Node>),
    /// The nodes assigned to a slot.
    Assigned(std::slice::Iter<'a, Handle<'a>>),
}

impl<'a> Iterator for Children<'a> {
    type Item = &'a Node;

    fn next(&mut self) -> Option<&'a Node> {
        match self {
            Children::Siblings(next) => {
                let node = (*next)?;
                *next = node.next();
                Some(node)
            }
            Children::Assigned(nodes) => nodes.next().map(|handle| handle.0),
        }
    }
}

impl Node {
    /// The slot that shows this node.
    pub(crate) fn assigned_slot(&self) -> Option<&Node> {
        self.follow(self.assigned_slot)
    }

    /// The nodes a slot shows instead of its children.
    pub(crate) fn assigned_nodes(&self) -> &[Handle<'_>] {
        let assigned = self.element().map_or(&[][..], |element| &element.assigned);
        // SAFETY: a handle is a reference to a node and nothing else (`repr(transparent)`), which has the layout of a pointer
        // that is not null. The nodes are alive: whatever frees or moves one of them clears the assignment first.
        unsafe { std::slice::from_raw_parts(assigned.as_ptr().cast(), assigned.len()) }
    }

    pub(crate) fn flat_children(&self) -> Children<'_> {
        if let Some(root) = self.shadow_root() {
            return root.children();
        }
        match self.assigned_nodes() {
            [] => self.children(),
            assigned => Children::Assigned(assigned.iter()),
        }
    }

    /// The parent element in the flat tree; none for the root, and for what the flat tree does not have: children of a host
    /// that are in no slot, and fallback content that is not shown.
    pub(crate) fn flat_parent(&self) -> Option<&Node> {
        let parent = self.parent_element_or_host()?;
        if self.parent().is_some_and(|p| p.element().is_none()) {
            return Some(parent);
        }
        if parent.shadow_root().is_some() {
            return self.assigned_slot();
        }
        parent.assigned_nodes().is_empty().then_some(parent)
    }

    /// Whether the flat tree has this node.
    pub(crate) fn is_in_flat_tree(&self) -> bool {
        if !self.shadow_exists() {
            return true;
        }
        let mut node = self;
        while let Some(parent) = node.flat_parent() {
            node = parent;
        }
        node.parent().is_some_and(|parent| parent.id == 1)
    }
}

impl Tree {
    /// To be called before and after a node comes, goes, or is named anew: forgets the assignments it may change.
    pub(crate) fn slots_change(&mut self, id: u32) {
        if self.shadow_roots.is_empty() {
            return;
        }
        let Some(node) = self.get(id) else { return };
        let among_assigned = node.parent().and_then(Node::shadow_root).map(|root| root.id);
        let of_slots = node
            .containing_shadow_root()
            .map(|root| root.id)
            .filter(|_| self.subtree_has_slot(id));
        for root in [among_assigned, of_slots].into_iter().flatten() {
            self.forget_assignments(root);
        }
    }

    fn subtree_has_slot(&self, id: u32) -> bool {
        let mut stack: Vec<&Node> = self.get(id).into_iter().collect();
        while let Some(node) = stack.pop() {
            if node.is_html("slot") {
                return true;
            }
            stack.extend(node.children());
        }
        false
    }

    fn forget_assignments(&mut self, root: u32) {
        if !self.stale_slots.insert(root) {
            return;
        }
        let filled = self
            .get_mut(root)
            .and_then(Node::as_shadow_root_mut)
            .map(|root| std::mem::take(&mut root.filled));
        for slot in filled.unwrap_or_default() {
            if let Some(element) = self.get_mut(slot).and_then(Node::element_mut) {
                element.assigned.clear();
            }
        }
        let host = self.get(root).and_then(Node::parent);
        let children: Vec<u32> = host.map_or_else(Vec::new, |host| host.children().map(|child| child.id).collect());
        for child in children {
            if let Some(node) = self.get_mut(child) {
                node.assigned_slot = None;
            }
        }
    }

    /// The ids a slot was given by script.
    pub(crate) fn assign_manually(&mut self, slot: u32, nodes: Vec<u32>) {
        if let Some(element) = self.get_mut(slot).and_then(Node::element_mut) {
            element.manually_assigned = nodes;
        }
        let root = self.get(slot).and_then(Node::containing_shadow_root).map(|root| root.id);
        if let Some(root) = root {
            self.forget_assignments(root);
        }
    }

    /// Whether [`Tree::assign_slots`] has anything to do.
    pub(crate) fn has_stale_slots(&self) -> bool {
        !self.stale_slots.is_empty()
    }

    /// Assigns slottables wherever something changed. The answer names the nodes whose place in the flat tree is another than
    /// before, and the hosts around.
    pub(crate) fn assign_slots(&mut self) -> Assigned {
        let mut result = Assigned::default();
        for root in std::mem::take(&mut self.stale_slots) {
            let Some(host) = self.get(root).and_then(Node::parent).map(|host| host.id) else {
                continue;
            };
            let chosen = self.choose(root, host);
            let mut lists: FxHashMap<u32, Vec<NonNull<Node>>> = FxHashMap::default();
            let children: Vec<u32> = self
                .get(host)
                .map_or_else(Vec::new, |host| host.children().map(|child| child.id).collect());
            for child in children {
                let slot = chosen.get(&child).copied().unwrap_or(0);
                let slot_pointer = self.nodes.get(&slot).copied();
                let Some(node) = self.get_mut(child) else { continue };
                node.assigned_slot = slot_pointer;
                if std::mem::replace(&mut node.last_slot, slot) != slot {
                    result.moved.push(child);
                }
                if slot != 0 && !self.manual(root) {
                    lists.entry(slot).or_default().extend(self.nodes.get(&child).copied());
                }
            }
            if self.manual(root) {
                for slot in self.slots(root) {
                    let ids = self
                        .get(slot)
                        .and_then(Node::element)
                        .map_or_else(Vec::new, |e| e.manually_assigned.clone());
                    for id in ids.into_iter().filter(|id| chosen.get(id) == Some(&slot)) {
                        lists.entry(slot).or_default().extend(self.nodes.get(&id).copied());
                    }
                }
            }
            let mut filled = Vec::new();
            for slot in self.slots(root) {
                let list = lists.remove(&slot).unwrap_or_default();
                let is_filled = !list.is_empty();
                if is_filled {
                    filled.push(slot);
                }
                let Some(element) = self.get_mut(slot).and_then(Node::element_mut) else {
                    continue;
                };
                element.assigned = list;
                if std::mem::replace(&mut element.was_filled, is_filled) != is_filled
                    && let Some(slot) = self.get(slot)
                {
                    result.moved.extend(slot.children().map(|child| child.id));
                }
            }
            if let Some(root) = self.get_mut(root).and_then(Node::as_shadow_root_mut) {
                root.filled = filled;
            }
            result.hosts.push(host);
        }
        result
    }

    fn manual(&self, root: u32) -> bool {
        self.get(root).and_then(Node::as_shadow_root).is_some_and(|root| root.manual)
    }

    /// The slots of a shadow tree, in tree order.
    fn slots(&self, root: u32) -> Vec<u32> {
        let mut slots = Vec::new();
        let mut stack: Vec<&Node> = self.get(root).into_iter().collect();
        while let Some(node) = stack.pop() {
            if node.is_html("slot") {
                slots.push(node.id);
            }
            let at = stack.len();
            stack.extend(node.children());
            stack[at..].reverse();
        }
        slots
    }

    /// The slot of each child of the host that has one ("find a slot").
    fn choose(&self, root: u32, host: u32) -> FxHashMap<u32, u32> {
        let mut chosen = FxHashMap::default();
        let children = || self.get(host).into_iter().flat_map(Node::children);
        if self.manual(root) {
            let children: FxHashSet<u32> = children().map(|child| child.id).collect();
            for slot in self.slots(root) {
                let ids = self.get(slot).and_then(Node::element).map(|e| e.manually_assigned.as_slice());
                for id in ids.unwrap_or_default().iter().filter(|id| children.contains(id)) {
                    chosen.entry(*id).or_insert(slot);
                }
            }
            return chosen;
        }
        let mut names: FxHashMap<&str, u32> = FxHashMap::default();
        for slot in self.slots(root) {
            let name = self.get(slot).and_then(Node::element).and_then(|e| e.attribute("name"));
            names.entry(name.unwrap_or("")).or_insert(slot);
        }
        for child in children() {
            let name = child.element().and_then(|e| e.attribute("slot")).unwrap_or("");
            if let Some(slot) = names.get(name) {
                chosen.insert(child.id, *slot);
            }
        }
        chosen
    }
}

/// What an assignment of slots changed.
#[derive(Default)]
pub(crate) struct Assigned {
    /// Nodes whose place in the flat tree changed.
    pub(crate) moved: Vec<u32>,
    /// Hosts whose shadow trees were assigned anew.
    pub(crate) hosts: Vec<u32>,
}
