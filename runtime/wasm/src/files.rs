//! A bundle's files, as a game can read them.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Files by path, without a leading `/`.
#[derive(Clone, Debug, Default)]
pub struct Files(Arc<BTreeMap<String, Arc<[u8]>>>);

impl Files {
    /// These files.
    pub fn new(files: impl IntoIterator<Item = (String, Arc<[u8]>)>) -> Files {
        Files(Arc::new(files.into_iter().collect()))
    }

    /// A file's bytes. A leading `/` or `./` does not matter.
    pub fn get(&self, path: &str) -> Option<&Arc<[u8]>> {
        let path = path.strip_prefix("./").unwrap_or(path);
        self.0.get(path.trim_start_matches('/'))
    }

    /// All paths, in the order of their bytes.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
