//! Local storage, as a game reaches it.

use crate::ops::platform::StorageArea;
use crate::page_options::Storage;
use std::cell::RefCell;
use std::rc::Rc;

/// The profile's local storage.
pub(super) struct Local(Rc<RefCell<StorageArea>>);

impl Local {
    pub(super) fn new(storage: &Storage) -> Local {
        Local(storage.areas.local.clone())
    }
}

impl oracade_wasm::Storage for Local {
    fn get(&self, key: &str) -> Option<String> {
        self.0.borrow().get(key).map(str::to_owned)
    }

    fn set(&self, key: &str, value: &str) -> bool {
        self.0.borrow_mut().set(key, value.to_owned())
    }

    fn remove(&self, key: &str) {
        self.0.borrow_mut().remove(key);
    }
}
