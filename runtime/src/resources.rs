//! What an address leads to: the bundle at the page's origin, vendored packages elsewhere, and nothing beyond.

use std::sync::Arc;

use percent_encoding::percent_decode_str;
use url::Url;

use crate::bundle::Bundle;
use crate::library::Library;

/// The origin at which the bundle is served.
pub const ORIGIN: &str = "http://localhost";
/// The document's address.
pub const DOCUMENT_URL: &str = "http://localhost/index.html";

/// Most notices kept: a page that asks for missing files in a loop must not fill memory.
const NOTICE_LIMIT: usize = 256;

/// A resource that was found.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Its address after redirects, without fragment.
    pub url: String,
    /// `Content-Type`.
    pub content_type: String,
    /// The body.
    pub bytes: Arc<[u8]>,
}

/// Why an address leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The page's own origin has no such file (HTTP 404).
    NotInBundle,
    /// Another origin, which is not vendored; there is no network.
    NotVendored,
    /// The address does not parse, or has a scheme that cannot be fetched.
    Unsupported,
}

/// The resources a page can reach.
pub struct Resources {
    bundle: Arc<Bundle>,
    library: Option<Arc<Library>>,
    notices: Vec<String>,
}

impl Resources {
    /// Resources of a bundle, and of a library if there is one.
    pub fn new(bundle: Arc<Bundle>, library: Option<Arc<Library>>) -> Self {
        Self {
            bundle,
            library,
            notices: Vec::new(),
        }
    }

    /// The same resources with a log of their own.
    pub(crate) fn again(&self) -> Self {
        Self::new(Arc::clone(&self.bundle), self.library.clone())
    }

    /// The bundle.
    pub fn bundle(&self) -> &Arc<Bundle> {
        &self.bundle
    }

    /// Lines for the log since the last call: each address that led nowhere, once, with the command that mends it.
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// Loads an absolute address: `http://localhost/…`, `data:…` or a vendored address.
    ///
    /// # Errors
    /// [`Missing`]; a line for the log is kept as well, see [`Resources::take_notices`].
    pub fn load(&mut self, address: &str) -> Result<Resource, Missing> {
        let mut url = Url::parse(address).map_err(|_| Missing::Unsupported)?;
        url.set_fragment(None);
        match url.scheme() {
            "data" => data_url(url.as_str()),
            "http" | "https" if is_own_origin(&url) => self.in_bundle(url),
            "http" | "https" => self.in_library(url),
            _ => Err(Missing::Unsupported),
        }
    }

    fn in_bundle(&mut self, url: Url) -> Result<Resource, Missing> {
        let decoded = percent_decode_str(url.path()).decode_utf8_lossy();
        let path = decoded.trim_start_matches('/');
        let index = |folder: &str| format!("{folder}index.html");
        let found = if path.is_empty() || path.ends_with('/') {
            self.bundle.get(&index(path)).map(|file| (file, url.clone()))
        } else if let Some(file) = self.bundle.get(path) {
            Some((file, url.clone()))
        } else {
            // A static server redirects a folder's name to the folder.
            self.bundle.get(&index(&format!("{path}/"))).map(|file| {
                let mut folder = url.clone();
                folder.set_path(&format!("{}/", url.path()));
                (file, folder)
            })
        };
        match found {
            Some((file, url)) => Ok(Resource {
                url: url.into(),
                content_type: file.content_type.to_owned(),
                bytes: Arc::clone(&file.bytes),
            }),
            None => {
                self.notice(format!("not in the bundle (404): {url}"));
                Err(Missing::NotInBundle)
            }
        }
    }

    fn in_library(&mut self, url: Url) -> Result<Resource, Missing> {
        let found = self.library.as_ref().map(|library| library.get(url.as_str()));
        match found {
            Some(Ok(Some(file))) => Ok(Resource {
                url: url.into(),
                content_type: file.content_type,
                bytes: file.bytes,
            }),
            Some(Err(error)) => {
                self.notice(format!("library not usable: {url}; {error}"));
                Err(Missing::NotVendored)
            }
            Some(Ok(None)) | None => {
                self.notice(format!("library not vendored: {url}; run: oracade vendor GAME"));
                Err(Missing::NotVendored)
            }
        }
    }

    fn notice(&mut self, line: String) {
        if self.notices.len() < NOTICE_LIMIT && !self.notices.contains(&line) {
            self.notices.push(line);
        }
    }
}

/// Whether an address is at the page's origin.
pub(crate) fn is_own_origin(url: &Url) -> bool {
    url.scheme() == "http" && url.host_str() == Some("localhost") && url.port().is_none()
}

fn data_url(address: &str) -> Result<Resource, Missing> {
    let parsed = data_url::DataUrl::process(address).map_err(|_| Missing::Unsupported)?;
    let (bytes, _) = parsed.decode_to_vec().map_err(|_| Missing::Unsupported)?;
    Ok(Resource {
        url: address.to_owned(),
        content_type: parsed.mime_type().to_string(),
        bytes: bytes.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resources() -> Resources {
        let files = [("index.html", "root"), ("a b/index.html", "folder"), ("x.js", "1")];
        let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        Resources::new(Arc::new(Bundle::from_bytes(files)), None)
    }

    #[test]
    fn own_origin_serves_the_bundle() {
        let mut resources = resources();
        let get = |resources: &mut Resources, url: &str| resources.load(url).map(|r| (r.url, r.bytes.to_vec()));
        assert_eq!(
            get(&mut resources, "http://localhost/x.js?v=2#h"),
            Ok(("http://localhost/x.js?v=2".to_owned(), b"1".to_vec()))
        );
        assert_eq!(
            get(&mut resources, "http://localhost/"),
            Ok(("http://localhost/".to_owned(), b"root".to_vec()))
        );
        assert_eq!(
            get(&mut resources, "http://localhost/a%20b"),
            Ok(("http://localhost/a%20b/".to_owned(), b"folder".to_vec()))
        );
        assert_eq!(
            get(&mut resources, "http://localhost/%2e%2e/etc/passwd"),
            Err(Missing::NotInBundle)
        );
        assert_eq!(get(&mut resources, "http://localhost:8080/x.js"), Err(Missing::NotVendored));
        assert_eq!(get(&mut resources, "file:///etc/passwd"), Err(Missing::Unsupported));
    }

    #[test]
    fn missing_library_is_named_once() {
        let mut resources = resources();
        for _ in 0..2 {
            let missing = resources.load("https://cdn.example/phaser.js").map(|r| r.url);
            assert_eq!(missing, Err(Missing::NotVendored));
        }
        let line = "library not vendored: https://cdn.example/phaser.js; run: oracade vendor GAME";
        assert_eq!(resources.take_notices(), [line]);
    }

    #[test]
    fn data_addresses_decode() {
        let mut resources = resources();
        let loaded = resources.load("data:text/plain;base64,aGk=").unwrap();
        assert_eq!((&*loaded.bytes, loaded.content_type.as_str()), (&b"hi"[..], "text/plain"));
        let loaded = resources.load("data:,a%20b").unwrap();
        assert_eq!(&*loaded.bytes, b"a b");
    }
}
