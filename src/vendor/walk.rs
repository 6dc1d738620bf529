//! From what a game asks for to bytes: versions, packages, files, and what those files ask for in turn.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use url::Url;

use super::address::{self, Address, AddressError, Network, Parsed, Shape};
use super::generate;
use super::lock::{Form, Lock, LockedAddress, LockedPackage};
use super::npm::{Npm, NpmError};
use super::package::Package;
use super::page::{References, Role, absolute};
use super::store::Store;
use super::tarball::{Archive, ArchiveError, integrity, sha256, verify};
use super::{script, style};

/// Addresses a game may lead to, at most.
const ADDRESS_LIMIT: usize = 20_000;
/// Bytes of unpacked packages kept in memory, at most; the last used one is kept whatever its size.
const OPEN_BYTES: usize = 384 << 20;

/// Why an address has no bytes.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WalkError {
    /// The address itself.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// npm did not deliver the package.
    #[error("{0}")]
    Npm(#[from] NpmError),
    /// The archive is not acceptable.
    #[error("{package}: {source}")]
    Archive {
        /// `name@version`.
        package: String,
        /// What is wrong.
        source: ArchiveError,
    },
    /// The package has no such file.
    #[error("{package} has no file `{file}`")]
    NoFile {
        /// `name@version`.
        package: String,
        /// What was asked for.
        file: String,
    },
    /// A file that must be text to be served as a module is not.
    #[error("{package}/{file} is not UTF-8 text")]
    NotText {
        /// `name@version`.
        package: String,
        /// The file.
        file: String,
    },
    /// A module's dependency.
    #[error("its import `{specifier}` cannot be resolved: {reason}")]
    Import {
        /// As written.
        specifier: String,
        /// Why.
        reason: String,
    },
    /// The game leads to more files than any game needs.
    #[error("more than {ADDRESS_LIMIT} addresses")]
    TooMany,
}

/// An address without bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The address.
    pub(crate) address: String,
    /// Why.
    pub(crate) reason: String,
}

/// What is served at an address.
#[derive(Debug)]
pub(crate) struct Product {
    pub(crate) package: String,
    pub(crate) file: String,
    pub(crate) form: Option<Form>,
    pub(crate) bytes: Vec<u8>,
    /// Addresses it asks for.
    pub(crate) next: Vec<(String, Role)>,
}

/// What a package says of its licence, and its licence files.
type License = (Option<String>, Vec<(String, Vec<u8>)>);

/// One run. `lock` grows; versions that `pins` knows are kept.
pub(crate) struct Walk<'a> {
    npm: &'a dyn Npm,
    pins: &'a Lock,
    /// The lock file so far.
    pub(crate) lock: Lock,
    /// Required addresses without bytes.
    pub(crate) failures: Vec<Failure>,
    /// Remarks that do not fail the run.
    pub(crate) warnings: Vec<String>,
    /// Packages fetched.
    pub(crate) fetched: Vec<String>,
    /// Recently used packages, latest last.
    open: VecDeque<Rc<Package>>,
    /// The licences of all packages seen.
    licenses: BTreeMap<String, License>,
    /// Packages whose files are part of a combined address, but not its first.
    combined: Vec<String>,
    /// Where bare specifiers of plain modules lead.
    maps: References,
}

impl<'a> Walk<'a> {
    /// A run that keeps the versions and checksums of `pins`.
    pub(crate) fn new(npm: &'a dyn Npm, pins: &'a Lock) -> Self {
        Self {
            npm,
            pins,
            lock: Lock::new(),
            failures: Vec::new(),
            warnings: Vec::new(),
            fetched: Vec::new(),
            open: VecDeque::new(),
            licenses: BTreeMap::new(),
            combined: Vec::new(),
            maps: References::default(),
        }
    }

    /// Follows a game's requests to the end and keeps every file in the store.
    pub(crate) fn run(&mut self, references: References, requests: BTreeMap<String, Role>, store: &Store) -> anyhow::Result<()> {
        self.maps = references;
        let mut queue: VecDeque<(String, Role)> = requests.iter().map(|(address, role)| (address.clone(), *role)).collect();
        self.lock.requests = requests;
        let mut seen: BTreeMap<String, Role> = BTreeMap::new();
        while let Some((address, role)) = queue.pop_front() {
            let known = seen.get(&address).copied();
            if known.is_some_and(|known| known >= role) {
                continue;
            }
            seen.insert(address.clone(), role);
            if seen.len() > ADDRESS_LIMIT {
                self.fail(&address, Role::Module, &WalkError::TooMany);
                break;
            }
            let outcome = match address::parse(&address) {
                Ok(_) if role == Role::Prefix => continue,
                Ok(None) => continue,
                Ok(Some(Parsed::One(one))) if matches!(one.shape, Shape::Folder(_)) => {
                    self.folder(&address, &one).map(|files| queue.extend(files))
                }
                Ok(Some(parsed)) => match self.produce(&address, &parsed, role) {
                    Ok(product) => {
                        let sha256 = store.put(&product.bytes)?;
                        let content_type = content_type(&product.file).to_owned();
                        let entry = LockedAddress {
                            package: product.package,
                            file: product.file,
                            sha256,
                            content_type,
                            form: product.form,
                        };
                        self.lock.addresses.insert(address.clone(), entry);
                        queue.extend(product.next);
                        Ok(())
                    }
                    Err(error) => Err(error),
                },
                Err(error) => Err(error.into()),
            };
            if let Err(error) = outcome {
                self.fail(&address, role, &error);
            }
        }
        self.keep_packages(store)
    }

    fn fail(&mut self, address: &str, role: Role, error: &WalkError) {
        if role <= Role::Mention {
            self.warnings.push(format!("{address} is mentioned, but {error}"));
        } else if !self.failures.iter().any(|failure| failure.address == address) {
            self.failures.push(Failure {
                address: address.to_owned(),
                reason: error.to_string(),
            });
        }
    }

    /// Keeps what the lock file says of packages to those that serve something, and stores their licences.
    fn keep_packages(&mut self, store: &Store) -> anyhow::Result<()> {
        let served = self.lock.addresses.values().map(|entry| &entry.package);
        let mut used: Vec<String> = served.chain(&self.combined).cloned().collect();
        used.sort();
        used.dedup();
        self.lock.packages.retain(|id, _| used.contains(id));
        for (id, entry) in &mut self.lock.packages {
            let Some((license, files)) = self.licenses.get(id) else {
                continue;
            };
            entry.license.clone_from(license);
            for (file, text) in files {
                entry.license_files.insert(file.clone(), store.put(text)?);
            }
        }
        Ok(())
    }

    /// The version a range means; exact versions are themselves, and a choice once made is kept.
    fn version(&mut self, package: &str, range: &str) -> Result<String, WalkError> {
        let range = if range.is_empty() { "latest" } else { range };
        let exact = range.trim_start_matches(['v', '=']);
        if semver::Version::parse(exact).is_ok() {
            return Ok(exact.to_owned());
        }
        let key = format!("{package}@{range}");
        if let Some(version) = self.lock.resolutions.get(&key) {
            return Ok(version.clone());
        }
        let version = match self.pins.resolutions.get(&key) {
            Some(version) => version.clone(),
            None => self.npm.resolve(package, range)?,
        };
        self.lock.resolutions.insert(key, version.clone());
        Ok(version)
    }

    /// A package of an exact version, checked against the lock file's checksum or the registry's.
    fn package(&mut self, name: &str, version: &str) -> Result<Rc<Package>, WalkError> {
        let id = format!("{name}@{version}");
        if let Some(at) = self.open.iter().position(|package| package.id == id)
            && let Some(package) = self.open.remove(at)
        {
            self.open.push_back(Rc::clone(&package));
            return Ok(package);
        }
        let promised = match self.lock.packages.get(&id).or_else(|| self.pins.packages.get(&id)) {
            Some(pin) => Some(pin.integrity.clone()),
            None => self.npm.integrity(name, version)?,
        };
        let bytes = self.npm.pack(name, version)?;
        let refused = |source| WalkError::Archive {
            package: id.clone(),
            source,
        };
        // A registry of old may promise less than SHA-512; npm has then checked what it does promise.
        if let Some(promised) = promised.filter(|promised| promised.contains("sha512-")) {
            verify(&bytes, &promised).map_err(refused)?;
        }
        let archive = Archive::unpack(&bytes).map_err(refused)?;
        if !self.lock.packages.contains_key(&id) {
            self.fetched.push(id.clone());
            let entry = LockedPackage {
                integrity: integrity(&bytes),
                tarball_sha256: sha256(&bytes),
                ..LockedPackage::default()
            };
            self.lock.packages.insert(id.clone(), entry);
        }
        let package = Rc::new(Package::new(name, version, archive));
        let licenses = package
            .license_files()
            .map(|file| (file.to_owned(), package.archive.get(file).unwrap_or_default().to_vec()));
        self.licenses
            .entry(id)
            .or_insert_with(|| (package.license(), licenses.collect()));
        self.open.push_back(Rc::clone(&package));
        while self.open.len() > 1 && self.open.iter().map(|package| package.archive.size()).sum::<usize>() > OPEN_BYTES {
            self.open.pop_front();
        }
        Ok(package)
    }

    /// The bytes of one file of a package.
    pub(crate) fn file(&mut self, name: &str, version: &str, file: &str) -> Result<Vec<u8>, WalkError> {
        let package = self.package(name, version)?;
        package
            .archive
            .get(file)
            .map(<[u8]>::to_vec)
            .ok_or_else(|| no_file(&package, file))
    }

    fn package_of(&mut self, address: &Address) -> Result<Rc<Package>, WalkError> {
        let version = self.version(&address.package, &address.range)?;
        self.package(&address.package, &version)
    }

    /// Every file below a folder, by address.
    fn folder(&mut self, base: &str, address: &Address) -> Result<Vec<(String, Role)>, WalkError> {
        let package = self.package_of(address)?;
        let Shape::Folder(folder) = &address.shape else {
            return Ok(Vec::new());
        };
        let base = Url::parse(base).map_err(|_| AddressError::Path(base.to_owned()))?;
        let inside = package.archive.names().filter_map(|name| name.strip_prefix(folder.as_str()));
        let files: Vec<_> = inside
            .filter_map(|rest| base.join(&format!("./{rest}")).ok())
            .map(|url| (url.into(), Role::Mention))
            .collect();
        if files.is_empty() {
            return Err(WalkError::NoFile {
                package: package.id.clone(),
                file: folder.clone(),
            });
        }
        Ok(files)
    }

    /// The bytes an address serves.
    pub(crate) fn produce(&mut self, address: &str, parsed: &Parsed, role: Role) -> Result<Product, WalkError> {
        match parsed {
            Parsed::Combine(parts) => {
                let mut bytes = Vec::new();
                let mut first = None;
                for part in parts {
                    let package = self.package_of(part)?;
                    let file = self.plain_file(part, &package)?;
                    bytes.extend_from_slice(package.archive.get(&file).unwrap_or_default());
                    // A file without a final newline must not swallow the next one's first line.
                    bytes.extend_from_slice(b"\n;\n");
                    self.combined.push(package.id.clone());
                    first.get_or_insert((package.id.clone(), file));
                }
                let (package, file) = first.ok_or(AddressError::Form("jsDelivr"))?;
                Ok(Product {
                    package,
                    file,
                    form: Some(Form::Combine),
                    bytes,
                    next: Vec::new(),
                })
            }
            Parsed::One(one) => {
                let package = self.package_of(one)?;
                match &one.shape {
                    Shape::Module(subpath) => {
                        let file = package.entry(subpath).ok_or_else(|| no_file(&package, subpath))?;
                        generate::module(self, address, one, &package, file)
                    }
                    _ => {
                        let file = self.plain_file(one, &package)?;
                        Ok(self.plain(address, &package, file, role))
                    }
                }
            }
        }
    }

    fn plain_file(&self, address: &Address, package: &Package) -> Result<String, WalkError> {
        let completed = address.network == Network::Unpkg;
        let (file, asked) = match &address.shape {
            Shape::File(path) if path.is_empty() => {
                let fields: &[&str] = match address.network {
                    Network::Unpkg => &["unpkg", "main"],
                    _ => &["jsdelivr", "browser", "main"],
                };
                (package.default_file(fields), "its default file")
            }
            Shape::File(path) => (package.file(path, completed), path.as_str()),
            Shape::Named(tail) => (package.named(tail), tail.as_str()),
            Shape::Folder(path) | Shape::Module(path) => (None, path.as_str()),
        };
        file.ok_or_else(|| no_file(package, asked))
    }

    /// A file as it is, and what it asks for.
    fn plain(&mut self, address: &str, package: &Package, file: String, role: Role) -> Product {
        let bytes = package.archive.get(&file).unwrap_or_default().to_vec();
        let text = std::str::from_utf8(&bytes).ok();
        let mut next = Vec::new();
        let base = Url::parse(address).ok();
        let join = |path: &str| {
            base.as_ref()
                .and_then(|base| base.join(path).ok())
                .and_then(|url| absolute(url.as_str()))
        };
        match (content_type(&file), text) {
            ("text/javascript", Some(text)) if role != Role::Script => {
                let found = script::scan(text);
                for import in found.imports {
                    let mut to = if import.dynamic { Role::Mention } else { role };
                    // A relative path can only be meant for the address it was served from.
                    let target = if import.specifier.starts_with(['.', '/']) || absolute(&import.specifier).is_some() {
                        join(&import.specifier)
                    } else {
                        self.maps.mapped(&import.specifier)
                    };
                    if file.ends_with(".mjs") && to == Role::File {
                        to = Role::Module;
                    }
                    match target {
                        Some(target) => next.push((target, to)),
                        None if role == Role::Module && !import.dynamic => self.warnings.push(format!(
                            "{address} imports `{}`, which no import map of the game leads anywhere",
                            import.specifier
                        )),
                        None => {}
                    }
                }
                next.extend(
                    found
                        .assets
                        .iter()
                        .filter_map(|path| join(path))
                        .map(|target| (target, Role::Mention)),
                );
            }
            ("text/css", Some(text)) => {
                // Style sheets name every format of a font; what is missing is not needed.
                let to = |import| if import { Role::Style } else { Role::Mention };
                next.extend(
                    style::scan(text)
                        .into_iter()
                        .filter_map(|(path, import)| Some((join(&path)?, to(import)))),
                );
            }
            _ => {}
        }
        Product {
            package: package.id.clone(),
            file,
            form: None,
            bytes,
            next,
        }
    }

    /// A dependency of a package, in the version its manifest or the address asks for.
    pub(crate) fn dependency(&mut self, from: &Package, address: &Address, name: &str) -> Result<Rc<Package>, WalkError> {
        let name = address::checked_name(name)?;
        let pinned = address
            .deps
            .iter()
            .find(|(dep, _)| dep == name)
            .map(|(_, range)| range.clone());
        let range = pinned.unwrap_or_else(|| from.dependency(name).unwrap_or("latest").to_owned());
        let version = match address::checked_range(&range) {
            Ok(range) => self.version(name, range)?,
            // An alias or a place: networks serve the newest then.
            Err(_) => self.version(name, "latest")?,
        };
        self.package(name, &version)
    }
}

fn no_file(package: &Package, file: &str) -> WalkError {
    let file = if file.is_empty() { "its entry" } else { file };
    WalkError::NoFile {
        package: package.id.clone(),
        file: file.to_owned(),
    }
}

/// Splits `name@version`; scoped names begin with an `@` of their own.
pub(crate) fn split_id(id: &str) -> Option<(&str, &str)> {
    id.rsplit_once('@').filter(|(name, _)| !name.is_empty())
}

/// Content type by extension, as the networks send it.
pub(crate) fn content_type(file: &str) -> &'static str {
    match file
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension)
        .to_ascii_lowercase()
        .as_str()
    {
        "js" | "mjs" | "cjs" => "text/javascript",
        "css" => "text/css",
        "json" | "map" => "application/json",
        "wasm" => "application/wasm",
        "html" | "htm" => "text/html",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "mp4" => "video/mp4",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "gltf" => "model/gltf+json",
        "glb" => "model/gltf-binary",
        "txt" | "md" | "glsl" | "vert" | "frag" => "text/plain",
        _ => "application/octet-stream",
    }
}
