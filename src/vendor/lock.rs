//! The lock file `oracade.lock.json`: which bytes every address of a game leads to. It is committed with the game.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};

use super::page::Role;
use super::store::write_new;

/// The lock file's name beside a game.
pub(crate) const LOCK_FILE: &str = "oracade.lock.json";
/// The only version there is.
const VERSION: u32 = 1;

/// The whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lock {
    /// [`VERSION`].
    pub(crate) version: u32,
    /// What the game asks for, and how it uses it; tells whether the rest is up to date.
    #[serde(default)]
    pub(crate) requests: BTreeMap<String, Role>,
    /// Version chosen for each range or tag, by `name@range`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) resolutions: BTreeMap<String, String>,
    /// Packages by `name@version`.
    #[serde(default)]
    pub(crate) packages: BTreeMap<String, LockedPackage>,
    /// Files by the full address without fragment.
    #[serde(default)]
    pub(crate) addresses: BTreeMap<String, LockedAddress>,
}

/// A package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LockedPackage {
    /// SHA-512 of the archive, in the form of Subresource Integrity.
    pub(crate) integrity: String,
    /// SHA-256 of the archive.
    pub(crate) tarball_sha256: String,
    /// What the package says of its licence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) license: Option<String>,
    /// Licence files, by path, with their blobs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) license_files: BTreeMap<String, String>,
}

/// An address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LockedAddress {
    /// `name@version` of the package.
    pub(crate) package: String,
    /// Path inside the package.
    pub(crate) file: String,
    /// SHA-256 of what is served, which is also the blob's name.
    pub(crate) sha256: String,
    /// Content type.
    #[serde(rename = "type")]
    pub(crate) content_type: String,
    /// How the served bytes were made from the file, if they are not the file itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) form: Option<Form>,
}

/// How served bytes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    /// An ES module whose specifiers were made absolute.
    Module,
    /// A CommonJS file and what it requires, as one ES module.
    Commonjs,
    /// A module that re-exports another address.
    Alias,
    /// Several files in a row.
    Combine,
}

impl Lock {
    /// An empty lock file of the present version.
    pub(crate) fn new() -> Self {
        Self {
            version: VERSION,
            ..Self::default()
        }
    }

    /// Reads a lock file; `None` if there is none.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Option<Self>> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        let lock: Self = serde_json::from_str(&text).with_context(|| format!("{} is no lock file", path.display()))?;
        if lock.version != VERSION {
            bail!(
                "{} has version {}, this program reads version {VERSION}",
                path.display(),
                lock.version
            );
        }
        for (name, digest) in lock.blobs() {
            if digest.len() != 64 || !digest.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
                bail!("{}: the digest of {name} is not 64 hexadecimal digits", path.display());
            }
        }
        Ok(Some(lock))
    }

    /// The file's text: keys sorted, two spaces, a final newline.
    pub(crate) fn text(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Replaces a lock file as one step.
    pub(crate) fn write(&self, path: &Path) -> anyhow::Result<()> {
        write_new(path, self.text()?.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Every blob with what it belongs to.
    pub(crate) fn blobs(&self) -> impl Iterator<Item = (&str, &str)> {
        let licenses = self.packages.values().flat_map(|package| package.license_files.iter());
        let licenses = licenses.map(|(name, digest)| (name.as_str(), digest.as_str()));
        self.addresses
            .iter()
            .map(|(address, entry)| (address.as_str(), entry.sha256.as_str()))
            .chain(licenses)
    }
}
