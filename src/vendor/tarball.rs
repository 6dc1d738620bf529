//! Packed packages from a registry. The archive may be hostile: size, count and names are bounded before anything is kept.

use std::collections::BTreeMap;
use std::io::Read;
use std::ops::Range;

use base64::Engine as _;
use flate2::read::GzDecoder;
use sha2::{Digest as _, Sha256, Sha512};

use super::address::checked_path;

/// Largest packed archive, in bytes.
pub(crate) const ARCHIVE_LIMIT: u64 = 128 << 20;
/// Largest unpacked archive, in bytes.
const UNPACKED_LIMIT: u64 = 768 << 20;
/// Most files of a package.
const ENTRY_LIMIT: usize = 50_000;

/// Why an archive is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    /// Not gzip, not tar, or cut short.
    #[error("the archive cannot be read: {0}")]
    Broken(#[from] std::io::Error),
    /// Larger than any library a page uses.
    #[error("the archive unpacks to more than {UNPACKED_LIMIT} bytes")]
    TooLarge,
    /// More files than any library a page uses.
    #[error("the archive holds more than {ENTRY_LIMIT} files")]
    TooMany,
    /// A name that leads out of the package.
    #[error("the archive holds a file named `{0}`")]
    Name(String),
    /// A link or a device; npm packs neither.
    #[error("the archive holds `{0}`, which is neither a file nor a folder")]
    Kind(String),
    /// The bytes are not those that were promised.
    #[error("the archive's checksum is {found}, but {expected} is expected")]
    Integrity {
        /// What was promised.
        expected: String,
        /// What came.
        found: String,
    },
}

/// An unpacked archive.
#[derive(Debug)]
pub(crate) struct Archive {
    bytes: Vec<u8>,
    files: BTreeMap<String, Range<usize>>,
}

impl Archive {
    /// Unpacks a `.tgz` in memory.
    pub(crate) fn unpack(packed: &[u8]) -> Result<Self, ArchiveError> {
        let mut reader = tar::Archive::new(GzDecoder::new(packed).take(UNPACKED_LIMIT + 1));
        let mut bytes = Vec::new();
        let mut files = BTreeMap::new();
        let mut count = 0_usize;
        for entry in reader.entries()? {
            let mut entry = entry?;
            count += 1;
            if count > ENTRY_LIMIT {
                return Err(ArchiveError::TooMany);
            }
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            match entry.header().entry_type() {
                tar::EntryType::Regular | tar::EntryType::Continuous => {}
                tar::EntryType::Directory | tar::EntryType::XGlobalHeader => continue,
                _ => return Err(ArchiveError::Kind(name)),
            }
            // The first part is `package` by custom, but any name will do.
            let inner = name
                .strip_prefix("./")
                .unwrap_or(&name)
                .split_once('/')
                .map_or("", |(_, inner)| inner)
                .to_owned();
            if inner.is_empty() || checked_path(&inner).is_err() || name.starts_with('/') || name.starts_with("../") {
                return Err(ArchiveError::Name(name));
            }
            let start = bytes.len();
            entry.read_to_end(&mut bytes)?;
            if bytes.len() as u64 > UNPACKED_LIMIT {
                return Err(ArchiveError::TooLarge);
            }
            files.insert(inner, start..bytes.len());
        }
        Ok(Self { bytes, files })
    }

    /// A file's bytes.
    pub(crate) fn get(&self, file: &str) -> Option<&[u8]> {
        self.files.get(file).and_then(|range| self.bytes.get(range.clone()))
    }

    /// Bytes held in memory.
    pub(crate) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// All file names in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The Subresource Integrity form of SHA-512.
pub(crate) fn integrity(bytes: &[u8]) -> String {
    format!(
        "sha512-{}",
        base64::engine::general_purpose::STANDARD.encode(Sha512::digest(bytes))
    )
}

/// Checks an archive against an SRI string, which may list several algorithms; SHA-512 must be among them.
pub(crate) fn verify(bytes: &[u8], expected: &str) -> Result<(), ArchiveError> {
    let found = integrity(bytes);
    let mut listed = expected
        .split_ascii_whitespace()
        .map(|item| item.split('?').next().unwrap_or_default());
    if listed.any(|item| item == found) {
        return Ok(());
    }
    Err(ArchiveError::Integrity {
        expected: expected.to_owned(),
        found,
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write as _;

    /// Packs files as npm does.
    pub(crate) fn packed(files: &[(&str, &str)]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for (name, text) in files {
            append(&mut builder, &format!("package/{name}"), text.as_bytes());
        }
        gzip(&builder.into_inner().unwrap())
    }

    fn append(builder: &mut tar::Builder<Vec<u8>>, name: &str, body: &[u8]) {
        let mut header = tar::Header::new_ustar();
        // Written as raw bytes, since the library refuses the names these tests need.
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(body.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        builder.append(&header, body).unwrap();
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn files_are_found_below_the_first_folder() {
        let archive = Archive::unpack(&packed(&[("package.json", "{}"), ("lib/a.js", "1")])).unwrap();
        assert_eq!(archive.get("lib/a.js"), Some(&b"1"[..]));
        assert_eq!(archive.names().collect::<Vec<_>>(), ["lib/a.js", "package.json"]);
    }

    #[test]
    fn names_that_lead_out_are_refused() {
        for name in [
            "package/../../a",
            "/etc/passwd",
            "../a/b",
            "package/a/./b",
            "package//a",
            "a",
            "package/a\\..\\b",
        ] {
            let mut builder = tar::Builder::new(Vec::new());
            append(&mut builder, name, b"x");
            let result = Archive::unpack(&gzip(&builder.into_inner().unwrap()));
            assert!(matches!(result, Err(ArchiveError::Name(_))), "{name}: {result:?}");
        }
    }

    #[test]
    fn links_are_refused() {
        for kind in [tar::EntryType::Symlink, tar::EntryType::Link, tar::EntryType::Fifo] {
            let mut builder = tar::Builder::new(Vec::new());
            let mut header = tar::Header::new_ustar();
            header.set_path("package/a").unwrap();
            header.set_entry_type(kind);
            header.set_link_name("/etc/passwd").unwrap();
            header.set_size(0);
            header.set_cksum();
            builder.append(&header, &[][..]).unwrap();
            assert!(matches!(
                Archive::unpack(&gzip(&builder.into_inner().unwrap())),
                Err(ArchiveError::Kind(_))
            ));
        }
    }

    #[test]
    fn an_archive_that_grows_without_end_is_cut() {
        // A small gzip stream whose header promises a gigabyte of zeros.
        let mut header = tar::Header::new_ustar();
        header.set_path("package/zeros").unwrap();
        header.set_size(4 << 30);
        header.set_cksum();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(header.as_bytes()).unwrap();
        let zeros = vec![0; 1 << 20];
        for _ in 0..16 {
            encoder.write_all(&zeros).unwrap();
        }
        assert!(Archive::unpack(&encoder.finish().unwrap()).is_err());
    }

    #[test]
    fn checksums_are_compared() {
        let bytes = packed(&[("a.js", "1")]);
        verify(&bytes, &integrity(&bytes)).unwrap();
        verify(&bytes, &format!("sha1-abc {}", integrity(&bytes))).unwrap();
        assert!(matches!(
            verify(b"other", &integrity(&bytes)),
            Err(ArchiveError::Integrity { .. })
        ));
        assert!(verify(&bytes, "sha1-abc").is_err());
        assert!(verify(&bytes, "").is_err());
    }
}
