//! Which author sheets a document and its shadow trees have, in which order (CSSOM §6.2): those of elements in tree order, then
//! the adopted ones.

use super::engine::StyleEngine;
use super::sheets;
use crate::dom::handle::Handle;
use crate::dom::tree::{Node, Tree};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use style::stylesheets::{DocumentStyleSheet, OriginSet};

/// The document's id, which stands for it as the root of a tree.
const DOCUMENT: u32 = 1;

/// The sheets by the tree they are of.
#[derive(Default)]
pub(super) struct SheetLists {
    /// Sheets of elements with their owners, in tree order.
    owned: BTreeMap<u32, Vec<(u32, DocumentStyleSheet)>>,
    /// Constructed sheets a tree adopts, in order.
    adopted: BTreeMap<u32, Vec<(u32, DocumentStyleSheet)>>,
    /// The ids that script gave for them, of which some may be disabled and have no sheet.
    wanted: BTreeMap<u32, Vec<u32>>,
    /// The tree an owner's sheet is in.
    root_of: FxHashMap<u32, u32>,
    /// Constructed sheets by their own ids.
    constructed: FxHashMap<u32, DocumentStyleSheet>,
}

impl StyleEngine {
    /// Sets or replaces the sheet an element owns, or the constructed sheet of an id that is no element.
    pub(crate) fn set_sheet(&mut self, tree: &mut Tree, owner: u32, css: &str, media: &str) {
        self.uses_first_line |= css.contains(":first-line") || css.contains(":FIRST-LINE");
        self.uses_has |= css.contains(":has(") || css.contains(":host-context(");
        self.uses_direction |= super::engine::may_set_direction(css);
        self.uses_motion |= super::engine::may_declare_motion(css);
        let sheet = sheets::author_sheet(css, media, &self.url, self.quirks_mode(), &self.lock, &self.resources);
        self.dirty = true;
        if tree.get(owner).and_then(Node::element).is_none() {
            self.sheets.constructed.insert(owner, sheet);
            self.adopt_again(tree, owner);
            return;
        }
        self.remove_sheet(tree, owner);
        let root = tree
            .get(owner)
            .and_then(Node::containing_shadow_root)
            .map_or(DOCUMENT, |root| root.id);
        if root == DOCUMENT {
            self.load_faces(&sheet);
        }
        let at = self.position(tree, root, owner);
        let next = self.list(root).nth(at).map(|(_, sheet)| sheet.clone());
        self.add(tree, root, &sheet, next);
        self.sheets.owned.entry(root).or_default().insert(at, (owner, sheet));
        self.sheets.root_of.insert(owner, root);
    }

    /// The sheets of a tree in order.
    fn list(&self, root: u32) -> impl Iterator<Item = &(u32, DocumentStyleSheet)> {
        let owned = self.sheets.owned.get(&root).into_iter().flatten();
        owned.chain(self.sheets.adopted.get(&root).into_iter().flatten())
    }

    /// Where in the list an element's sheet belongs: before the first sheet whose owner follows it in the tree.
    fn position(&self, tree: &Tree, root: u32, owner: u32) -> usize {
        let Some(owned) = self.sheets.owned.get(&root).filter(|owned| !owned.is_empty()) else {
            return 0;
        };
        let mut before = 0;
        for id in tree.subtree(root) {
            if id == owner {
                break;
            }
            before += usize::from(owned.iter().any(|(other, _)| *other == id));
        }
        before.min(owned.len())
    }

    /// The element owns no sheet any more, or the constructed sheet is gone.
    pub(crate) fn remove_sheet(&mut self, tree: &mut Tree, owner: u32) {
        if self.sheets.constructed.remove(&owner).is_some() {
            self.adopt_again(tree, owner);
            return;
        }
        let Some(root) = self.sheets.root_of.remove(&owner) else {
            return;
        };
        let Some(owned) = self.sheets.owned.get_mut(&root) else {
            return;
        };
        if let Some(at) = owned.iter().position(|(other, _)| *other == owner) {
            let (_, sheet) = owned.remove(at);
            self.take_out(tree, root, &sheet);
        }
    }

    /// A constructed sheet changed: whoever adopts it takes it anew.
    fn adopt_again(&mut self, tree: &mut Tree, sheet: u32) {
        let roots: Vec<(u32, Vec<u32>)> = self
            .sheets
            .wanted
            .iter()
            .filter(|(_, ids)| ids.contains(&sheet))
            .map(|(root, ids)| (*root, ids.clone()))
            .collect();
        for (root, ids) in roots {
            self.set_adopted(tree, root, &ids);
        }
    }

    /// The constructed sheets a tree adopts; those without a text are none.
    pub(crate) fn set_adopted(&mut self, tree: &mut Tree, root: u32, ids: &[u32]) {
        self.sheets.wanted.insert(root, ids.to_vec());
        for (_, sheet) in self.sheets.adopted.remove(&root).unwrap_or_default() {
            self.take_out(tree, root, &sheet);
        }
        // A sheet that is there twice counts where it is last.
        let wanted = ids
            .iter()
            .enumerate()
            .filter(|(at, id)| !ids[at + 1..].contains(id))
            .filter_map(|(_, id)| Some((*id, self.sheets.constructed.get(id)?.clone())));
        let sheets: Vec<(u32, DocumentStyleSheet)> = wanted.collect();
        for (_, sheet) in &sheets {
            self.add(tree, root, sheet, None);
        }
        self.sheets.adopted.insert(root, sheets);
        self.dirty = true;
    }

    /// A shadow root that is gone has no sheets.
    pub(crate) fn forget_root(&mut self, root: u32) {
        for (owner, _) in self.sheets.owned.remove(&root).unwrap_or_default() {
            self.sheets.root_of.remove(&owner);
        }
        self.sheets.adopted.remove(&root);
        self.sheets.wanted.remove(&root);
    }

    fn add(&mut self, tree: &mut Tree, root: u32, sheet: &DocumentStyleSheet, before: Option<DocumentStyleSheet>) {
        let guard = self.lock.read();
        if root == DOCUMENT {
            match before {
                Some(next) => self.stylist.insert_stylesheet_before(sheet.clone(), next, &guard),
                None => self.stylist.append_stylesheet(sheet.clone(), &guard),
            }
            return;
        }
        let device = Some(self.stylist.device());
        let Some(shadow) = tree.get_mut(root).and_then(Node::as_shadow_root_mut) else {
            return;
        };
        let data = shadow.styles.data.clone();
        let (set, custom_media) = (&mut shadow.styles.stylesheets, data.custom_media_map());
        match before {
            Some(next) => set.insert_stylesheet_before(device, custom_media, sheet.clone(), next, &guard),
            None => set.append_stylesheet(device, custom_media, sheet.clone(), &guard),
        }
    }

    fn take_out(&mut self, tree: &mut Tree, root: u32, sheet: &DocumentStyleSheet) {
        let guard = self.lock.read();
        if root == DOCUMENT {
            self.stylist.remove_stylesheet(sheet.clone(), &guard);
            self.stylist.force_stylesheet_origins_dirty(OriginSet::all());
        } else if let Some(shadow) = tree.get_mut(root).and_then(Node::as_shadow_root_mut) {
            let data = shadow.styles.data.clone();
            let device = Some(self.stylist.device());
            let set = &mut shadow.styles.stylesheets;
            set.remove_stylesheet(device, data.custom_media_map(), sheet.clone(), &guard);
            set.force_dirty();
        }
        self.dirty = true;
    }

    /// Brings the cascade data of shadow trees up to date, and marks what their changed sheets may style.
    pub(super) fn flush_shadow_sheets(&mut self, tree: &mut Tree) {
        let guard = self.lock.read();
        let mut flushed = false;
        for id in tree.shadow_roots() {
            let Some(shadow) = tree.get_mut(id).and_then(Node::as_shadow_root_mut) else {
                continue;
            };
            if !shadow.styles.stylesheets.dirty() {
                continue;
            }
            flushed = true;
            let invalidations = shadow.styles.flush(&mut self.stylist, &guard);
            if let Some(host) = tree.get(id).and_then(Node::parent)
                && invalidations.process_style(Handle(host), Some(&self.snapshots))
            {
                host.mark_ancestors_dirty();
            }
        }
        if flushed {
            self.stylist.remove_unique_author_data_cache_entries();
        }
    }
}
