//! What a page is opened with.

use crate::bundle::Bundle;
use crate::databases::{DatabaseContent, Trees};
use crate::library::Library;
use crate::ops::platform::{StorageArea, Storages};
use crate::profile::Profile;
use std::sync::Arc;

/// Local storage and databases that pages opened with the same value share (a browser profile). Session storage belongs to one page.
#[derive(Clone, Debug, Default)]
pub struct Storage {
    pub(crate) areas: Storages,
}

impl Storage {
    /// A profile whose local storage holds these keys and values, in this order; what exceeds the quota is left out.
    pub fn with_items<'a>(items: impl IntoIterator<Item = (&'a str, &'a str)>) -> Storage {
        let storage = Storage::default();
        for (key, value) in items {
            storage.areas.local.borrow_mut().set(key, value.to_owned());
        }
        storage
    }

    /// A profile of its own that holds what this one holds now.
    pub(crate) fn copy(&self) -> Storage {
        let copy = Storage::default();
        copy.restore(&self.image());
        copy
    }

    /// What it holds now.
    pub fn image(&self) -> StorageImage {
        StorageImage {
            local: self.areas.local.borrow().clone(),
            databases: self.areas.databases.borrow().trees.clone(),
        }
    }

    /// Holds from now on what an image holds. No page may be using it.
    pub fn restore(&self, image: &StorageImage) {
        *self.areas.local.borrow_mut() = image.local.clone();
        self.areas.databases.borrow_mut().trees = image.databases.clone();
    }

    /// Bytes that the databases (IndexedDB) take.
    pub fn database_bytes(&self) -> usize {
        self.areas.databases.borrow().trees.bytes()
    }

    /// What the databases hold, in the order of their names.
    pub fn databases(&self) -> Vec<DatabaseContent> {
        self.areas.databases.borrow().trees.content()
    }

    /// Adds databases; false: what exceeds the quota was left out.
    pub fn add_databases<'a>(&self, databases: impl IntoIterator<Item = &'a DatabaseContent>) -> bool {
        let mut held = self.areas.databases.borrow_mut();
        let mut all = true;
        for content in databases {
            all &= held.trees.add(content);
        }
        all
    }

    /// Keys and values of local storage, in order of insertion.
    pub fn items(&self) -> Vec<(String, String)> {
        let area = self.areas.local.borrow();
        area.items().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
    }
}

/// What a [`Storage`] held at a moment. It may go to another thread; two are equal if pages could not tell them apart.
#[derive(Clone, Debug, Default)]
pub struct StorageImage {
    local: StorageArea,
    databases: Trees,
}

impl PartialEq for StorageImage {
    fn eq(&self, other: &StorageImage) -> bool {
        // `localStorage.key(n)` shows the order of keys.
        self.local.items().eq(other.local.items()) && self.databases == other.databases
    }
}

/// What a page is opened with.
pub struct PageOptions {
    /// The files at the page's origin.
    pub bundle: Arc<Bundle>,
    /// The document that is opened, as an address relative to the origin (`menu/start.html?level=2`); empty: `index.html`.
    pub document: String,
    /// Vendored packages behind CDN addresses.
    pub library: Option<Arc<Library>>,
    /// The host as the page sees it.
    pub profile: Profile,
    /// Local storage.
    pub storage: Storage,
    /// Run before any page script in every new document, also after a reload.
    pub init_scripts: Vec<String>,
}
