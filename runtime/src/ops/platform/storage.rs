//! Web Storage.

use std::cell::RefCell;
use std::rc::Rc;

use crate::databases::Databases;
use deno_core::{OpState, op2};
use indexmap::IndexMap;

/// Quota of one storage area in UTF-16 code units of keys and values, as Chromium has it (10 MiB of two-byte units).
pub const STORAGE_QUOTA: usize = 5 << 20;

/// A storage area: keys and values in order of first insertion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StorageArea {
    items: IndexMap<String, String>,
    units: usize,
}

fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

impl StorageArea {
    /// Value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.items.get(key).map(String::as_str)
    }

    /// Sets a value. False, and nothing changed, if the area would exceed [`STORAGE_QUOTA`].
    pub fn set(&mut self, key: &str, value: String) -> bool {
        let key_units = units(key);
        let old = self.get(key).map_or(0, |old| key_units + units(old));
        let new = key_units + units(&value);
        let total = self.units - old + new;
        if total > STORAGE_QUOTA && new > old {
            return false;
        }
        self.units = total;
        self.items.insert(key.to_owned(), value);
        true
    }

    /// Removes a key if it is there.
    pub fn remove(&mut self, key: &str) {
        if let Some(value) = self.items.shift_remove(key) {
            self.units -= units(key) + units(&value);
        }
    }

    /// Removes all keys.
    pub fn clear(&mut self) {
        self.items.clear();
        self.units = 0;
    }

    /// Keys and values in order of insertion.
    pub fn items(&self) -> impl Iterator<Item = (&str, &str)> {
        self.items.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
}

/// The two storage areas of a page. `localStorage` is shared by the pages of one profile; `sessionStorage` belongs to one
/// page and outlives its reloads.
#[derive(Clone, Debug, Default)]
pub struct Storages {
    /// `localStorage`.
    pub local: Rc<RefCell<StorageArea>>,
    /// `sessionStorage`.
    pub session: Rc<RefCell<StorageArea>>,
    /// What IndexedDB keeps; shared as `localStorage` is, and by workers too.
    pub(crate) databases: Rc<RefCell<Databases>>,
}

fn area(state: &mut OpState, session: bool) -> Rc<RefCell<StorageArea>> {
    if !state.has::<Storages>() {
        state.put(Storages::default());
    }
    let storages = state.borrow::<Storages>();
    Rc::clone(if session { &storages.session } else { &storages.local })
}

/// All keys in order.
#[op2]
#[serde]
pub(super) fn op_storage_keys(state: &mut OpState, session: bool) -> Vec<String> {
    let area = area(state, session);
    let area = area.borrow();
    area.items().map(|(key, _)| key.to_owned()).collect()
}

/// The value of a key, or `null`.
#[op2]
#[string]
pub(super) fn op_storage_get(state: &mut OpState, session: bool, #[string] key: &str) -> Option<String> {
    area(state, session).borrow().get(key).map(str::to_owned)
}

/// Sets a value; false if the quota forbids it.
#[op2(fast)]
pub(super) fn op_storage_set(state: &mut OpState, session: bool, #[string] key: &str, #[string] value: String) -> bool {
    area(state, session).borrow_mut().set(key, value)
}

/// Removes a key.
#[op2(fast)]
pub(super) fn op_storage_remove(state: &mut OpState, session: bool, #[string] key: &str) {
    area(state, session).borrow_mut().remove(key);
}

/// Removes all keys.
#[op2(fast)]
pub(super) fn op_storage_clear(state: &mut OpState, session: bool) {
    area(state, session).borrow_mut().clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_of_first_insertion() {
        let mut area = StorageArea::default();
        for key in ["b", "a", "c"] {
            assert!(area.set(key, "1".to_owned()));
        }
        assert!(area.set("b", "2".to_owned()));
        area.remove("a");
        assert!(area.set("a", "3".to_owned()));
        assert_eq!(area.items().collect::<Vec<_>>(), [("b", "2"), ("c", "1"), ("a", "3")]);
    }

    #[test]
    fn quota_counts_utf16_units() {
        let mut area = StorageArea::default();
        // One character beyond the BMP is two units.
        assert!(!area.set("k", "😀".repeat(STORAGE_QUOTA / 2)));
        assert!(area.set("k", "x".repeat(STORAGE_QUOTA - 1)));
        assert!(!area.set("m", String::new()));
        assert_eq!(area.get("m"), None);
        assert!(area.set("k", "y".to_owned()));
        assert!(area.set("m", "z".to_owned()));
        area.remove("k");
        area.remove("m");
        assert_eq!(area.units, 0);
    }
}
