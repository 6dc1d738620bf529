//! Addresses of content networks: which package, version and file an `https://cdn…` address means.

use percent_encoding::percent_decode_str;
use url::Url;

use super::catalog;

/// The network an address belongs to; it decides which form generated addresses of dependencies take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Network {
    /// `cdn.jsdelivr.net` and, for modules, `esm.run`.
    Jsdelivr,
    /// `unpkg.com`.
    Unpkg,
    /// `esm.sh`.
    EsmSh,
    /// `cdn.skypack.dev`.
    Skypack,
    /// Networks that only ever serve a package's files as they are.
    Plain,
}

/// What is asked of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// The file at this path as it is; an empty path is the package's default file.
    File(String),
    /// The file whose path ends so; the network lays packages out in its own way (cdnjs).
    Named(String),
    /// Every file below this folder (empty or with a final slash).
    Folder(String),
    /// An ES module made from the package's entry (empty) or subpath, with its imports made absolute.
    Module(String),
}

/// One package file an address means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// Where it is served.
    pub(crate) network: Network,
    /// npm's name of the package.
    pub(crate) package: String,
    /// Version, range or tag; empty for the latest.
    pub(crate) range: String,
    /// What is asked of it.
    pub(crate) shape: Shape,
    /// Versions that the address pins for dependencies (`?deps=`).
    pub(crate) deps: Vec<(String, String)>,
    /// Packages whose imports stay bare (`?external=`); `*` is all of them.
    pub(crate) external: Vec<String>,
}

/// What a recognised address means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parsed {
    /// A single file, folder or module.
    One(Address),
    /// Several files in a row (`/combine/`).
    Combine(Vec<Address>),
}

/// A recognised network's address that leads to nothing npm has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AddressError {
    /// The path does not follow the network's form.
    #[error("not an address of the form that {0} serves")]
    Form(&'static str),
    /// Served from a repository instead of a package registry.
    #[error("served from a source repository, not from an npm package; put the file beside the game instead")]
    Repository,
    /// A name that npm does not allow.
    #[error("`{0}` is not a package name")]
    Name(String),
    /// Neither version, range nor tag. Anything else would let a page choose what npm fetches (a folder, a git remote).
    #[error("`{0}` is not a version, a range or a tag")]
    Range(String),
    /// A library of cdnjs that the catalogue does not know under a different npm name, and whose name npm does not allow.
    #[error("`{0}` is not a path inside a package")]
    Path(String),
}

/// Reads an absolute address. `None`: not one of the networks that serve npm packages.
pub(crate) fn parse(address: &str) -> Result<Option<Parsed>, AddressError> {
    let Ok(url) = Url::parse(address) else {
        return Ok(None);
    };
    if !matches!(url.scheme(), "http" | "https") {
        return Ok(None);
    }
    let path: String = percent_decode_str(url.path()).decode_utf8_lossy().into_owned();
    let path = path.trim_start_matches('/');
    let one = |address: Address| Ok(Some(Parsed::One(address)));
    match url.host_str().unwrap_or_default() {
        "cdn.jsdelivr.net" | "fastly.jsdelivr.net" => jsdelivr(path),
        "unpkg.com" | "www.unpkg.com" => {
            let spec = specifier(path)?.ok_or(AddressError::Form("unpkg"))?;
            let module = url.query_pairs().any(|(key, _)| key == "module");
            let shape = if module {
                Shape::Module(module_path(&spec.rest)?)
            } else {
                file_shape(&spec.rest)?
            };
            one(spec.address(Network::Unpkg, shape))
        }
        "cdnjs.cloudflare.com" => {
            let rest = path.strip_prefix("ajax/libs/").ok_or(AddressError::Form("cdnjs"))?;
            one(catalogued(rest, "cdnjs")?)
        }
        "ajax.googleapis.com" => {
            let rest = path
                .strip_prefix("ajax/libs/")
                .ok_or(AddressError::Form("ajax.googleapis.com"))?;
            one(catalogued(rest, "ajax.googleapis.com")?)
        }
        "esm.run" => {
            let spec = specifier(path)?.ok_or(AddressError::Form("esm.run"))?;
            let shape = Shape::Module(module_path(&spec.rest)?);
            one(spec.address(Network::Jsdelivr, shape))
        }
        "esm.sh" => esm_sh(&url, path).map(Some),
        "cdn.skypack.dev" | "cdn.pika.dev" => skypack(path).map(Some),
        "ga.jspm.io" | "jspm.dev" => {
            let rest = path.strip_prefix("npm:").unwrap_or(path);
            let spec = specifier(rest)?.ok_or(AddressError::Form("jspm"))?;
            let shape = file_shape(&spec.rest)?;
            one(spec.address(Network::Plain, shape))
        }
        host => match catalog::site(host, path) {
            Some((package, range, shape)) => one(Address {
                network: Network::Plain,
                package: checked_name(package)?.to_owned(),
                range: checked_range(&range)?.to_owned(),
                shape,
                deps: Vec::new(),
                external: Vec::new(),
            }),
            None => Ok(None),
        },
    }
}

/// The address under which a network serves one file of one version as an ES module.
pub(crate) fn module_address(network: Network, id: &str, file: &str, options: &str) -> String {
    let file: String = percent_encoding::utf8_percent_encode(file, PATH).to_string();
    match network {
        Network::Jsdelivr => format!("https://cdn.jsdelivr.net/npm/{id}/{file}/+esm"),
        Network::Unpkg => format!("https://unpkg.com/{id}/{file}?module"),
        Network::Skypack => format!("https://cdn.skypack.dev/{id}/{file}"),
        Network::EsmSh | Network::Plain => format!("https://esm.sh/{id}/{file}{options}"),
    }
}

/// The part of an address's query that changes how its dependencies are found; its generated neighbours carry it too.
pub(crate) fn module_options(address: &Address) -> String {
    let mut parts = Vec::new();
    if !address.deps.is_empty() {
        let deps: Vec<_> = address.deps.iter().map(|(name, range)| format!("{name}@{range}")).collect();
        parts.push(format!("deps={}", deps.join(",")));
    }
    if !address.external.is_empty() {
        parts.push(format!("external={}", address.external.join(",")));
    }
    if parts.is_empty() {
        String::new()
    } else {
        format!("?{}", parts.join("&"))
    }
}

/// The path set of WHATWG URL, so that a generated address equals its own normal form.
const PATH: &percent_encoding::AsciiSet = &percent_encoding::CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'^');

struct Specifier {
    name: String,
    range: String,
    rest: String,
}

impl Specifier {
    fn address(self, network: Network, shape: Shape) -> Address {
        Address {
            network,
            package: self.name,
            range: self.range,
            shape,
            deps: Vec::new(),
            external: Vec::new(),
        }
    }
}

/// Splits `@scope/name@range/rest`. `None` for an empty path.
fn specifier(path: &str) -> Result<Option<Specifier>, AddressError> {
    if path.is_empty() {
        return Ok(None);
    }
    let (head, rest) = if let Some(scoped) = path.strip_prefix('@') {
        let Some((scope, tail)) = scoped.split_once('/') else {
            return Err(AddressError::Name(path.to_owned()));
        };
        let (name, rest) = tail.split_once('/').map_or((tail, None), |(name, rest)| (name, Some(rest)));
        (format!("@{scope}/{name}"), rest)
    } else {
        let (name, rest) = path.split_once('/').map_or((path, None), |(name, rest)| (name, Some(rest)));
        (name.to_owned(), rest)
    };
    let at = head.char_indices().skip(1).find(|(_, c)| *c == '@').map(|(at, _)| at);
    let (name, range) = match at {
        Some(at) => (&head[..at], &head[at + 1..]),
        None => (head.as_str(), ""),
    };
    Ok(Some(Specifier {
        name: checked_name(name)?.to_owned(),
        range: checked_range(range)?.to_owned(),
        // `name@1.0.0/` asks for a folder, `name@1.0.0` for the default file.
        rest: rest
            .map(|rest| if rest.is_empty() { "/".to_owned() } else { rest.to_owned() })
            .unwrap_or_default(),
    }))
}

fn file_shape(rest: &str) -> Result<Shape, AddressError> {
    if rest == "/" {
        return Ok(Shape::Folder(String::new()));
    }
    let rest = checked_path(rest)?;
    Ok(if rest.ends_with('/') {
        Shape::Folder(rest.to_owned())
    } else {
        Shape::File(rest.to_owned())
    })
}

fn module_path(rest: &str) -> Result<String, AddressError> {
    Ok(checked_path(rest.trim_end_matches('/'))?.to_owned())
}

fn jsdelivr(path: &str) -> Result<Option<Parsed>, AddressError> {
    if let Some(list) = path.strip_prefix("combine/") {
        let mut parts = Vec::new();
        for part in list.split(',') {
            match jsdelivr(part)? {
                Some(Parsed::One(address)) if matches!(address.shape, Shape::File(_)) => parts.push(address),
                _ => return Err(AddressError::Form("jsDelivr")),
            }
        }
        return Ok(Some(Parsed::Combine(parts)));
    }
    if let Some(repository) = path.strip_prefix("gh/") {
        return match catalog::repository(repository) {
            Some((package, range, file)) => Ok(Some(Parsed::One(Address {
                network: Network::Plain,
                package: package.to_owned(),
                range: checked_range(&range)?.to_owned(),
                shape: file_shape(&file)?,
                deps: Vec::new(),
                external: Vec::new(),
            }))),
            None => Err(AddressError::Repository),
        };
    }
    let rest = path.strip_prefix("npm/").ok_or(AddressError::Form("jsDelivr"))?;
    let spec = specifier(rest)?.ok_or(AddressError::Form("jsDelivr"))?;
    let module = spec.rest.strip_suffix("+esm").map(str::to_owned);
    let shape = match module {
        Some(path) => Shape::Module(module_path(&path)?),
        None => file_shape(&spec.rest)?,
    };
    Ok(Some(Parsed::One(spec.address(Network::Jsdelivr, shape))))
}

fn esm_sh(url: &Url, path: &str) -> Result<Parsed, AddressError> {
    let mut path = path;
    // Build versions and channels come first: /v135/three@…, /stable/react@…
    if let Some((first, rest)) = path.split_once('/') {
        let build = first
            .strip_prefix('v')
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        if build || first == "stable" {
            path = rest;
        }
        if matches!(first, "gh" | "jsr" | "pr" | "pkg.pr.new") {
            return Err(AddressError::Repository);
        }
    }
    let all_external = path.starts_with('*');
    let path = path.trim_start_matches('*');
    // Options may stand in the path too: /three@0.180.0&external=…/examples/….
    let (path, inline) = match path.split_once('&') {
        Some((head, tail)) => {
            let (options, rest) = tail
                .split_once('/')
                .map_or((tail, None), |(options, rest)| (options, Some(rest)));
            (
                rest.map_or_else(|| head.to_owned(), |rest| format!("{head}/{rest}")),
                options.to_owned(),
            )
        }
        None => (path.to_owned(), String::new()),
    };
    let spec = specifier(&path)?.ok_or(AddressError::Form("esm.sh"))?;
    let shape = if spec.rest.ends_with('/') {
        file_shape(&spec.rest)?
    } else {
        Shape::Module(module_path(without_target(&spec.rest))?)
    };
    let mut address = spec.address(Network::EsmSh, shape);
    let options = url::form_urlencoded::parse(inline.as_bytes()).chain(url.query_pairs());
    for (key, value) in options {
        for item in value.split(',').filter(|item| !item.is_empty()) {
            match &*key {
                "deps" => {
                    let dep = specifier(item)?.ok_or(AddressError::Form("esm.sh"))?;
                    address.deps.push((dep.name, dep.range));
                }
                "external" => address.external.push(item.to_owned()),
                _ => {}
            }
        }
    }
    if all_external {
        address.external = vec!["*".to_owned()];
    }
    Ok(Parsed::One(address))
}

/// Drops the build target that esm.sh puts between version and file: `es2022/three.mjs` is the entry.
fn without_target(rest: &str) -> &str {
    let Some((target, file)) = rest.split_once('/') else {
        return rest;
    };
    let year = target
        .strip_prefix("es")
        .is_some_and(|y| y == "next" || (!y.is_empty() && y.bytes().all(|b| b.is_ascii_digit())));
    if !year {
        return rest;
    }
    match file.strip_suffix(".mjs") {
        Some(stem) if !stem.contains('/') => "",
        Some(stem) => stem,
        None => file,
    }
}

fn skypack(path: &str) -> Result<Parsed, AddressError> {
    let pinned = path.strip_prefix("pin/");
    let spec = specifier(pinned.or(path.strip_prefix("-/")).unwrap_or(path))?.ok_or(AddressError::Form("Skypack"))?;
    let mut address = spec.address(Network::Skypack, Shape::Module(String::new()));
    // A pinned version is `v1.2.3-` and twenty letters; its path names an optimised build of the entry.
    if pinned.is_some() || path.starts_with("-/") {
        let version = address.range.trim_start_matches('v');
        address.range = version.rsplit_once('-').map_or(version, |(version, _)| version).to_owned();
        return Ok(Parsed::One(address));
    }
    let spec = specifier(path)?.ok_or(AddressError::Form("Skypack"))?;
    address.shape = if spec.rest.ends_with('/') {
        file_shape(&spec.rest)?
    } else {
        Shape::Module(module_path(&spec.rest)?)
    };
    Ok(Parsed::One(address))
}

/// `library/version/file` of networks that lay packages out themselves.
fn catalogued(rest: &str, network: &'static str) -> Result<Address, AddressError> {
    let mut parts = rest.splitn(3, '/');
    let (Some(library), Some(version), Some(file)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(AddressError::Form(network));
    };
    let package = catalog::package_of(library);
    let file = checked_path(file)?;
    Ok(Address {
        network: Network::Plain,
        package: checked_name(package)?.to_owned(),
        range: checked_range(&catalog::version_of(package, version))?.to_owned(),
        shape: Shape::Named(file.to_owned()),
        deps: Vec::new(),
        external: Vec::new(),
    })
}

/// npm's rules for names, old ones included (capitals were once allowed).
pub(crate) fn checked_name(name: &str) -> Result<&str, AddressError> {
    let part = |s: &str| {
        !s.is_empty()
            && !s.starts_with(['.', '-'])
            && s.bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'~'))
    };
    let good = name.len() <= 214
        && match name.strip_prefix('@') {
            Some(scoped) => scoped.split_once('/').is_some_and(|(scope, name)| part(scope) && part(name)),
            None => part(name),
        };
    if good {
        Ok(name)
    } else {
        Err(AddressError::Name(name.to_owned()))
    }
}

/// A version, range or tag, and nothing that npm would read as a place (`file:…`, `git+…`, `owner/repository`, `npm:…`).
pub(crate) fn checked_range(range: &str) -> Result<&str, AddressError> {
    let good = range.len() <= 128
        && !range.starts_with('-')
        && range
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'+' | b'^' | b'~' | b'*' | b'<' | b'>' | b'=' | b'|' | b' '))
        // npm takes a name like `x.tgz` for a file.
        && !(range.ends_with(".tgz") || range.ends_with(".tar") || range.ends_with(".gz"))
        && !range.starts_with('.')
        && !range.starts_with("~/");
    if good {
        Ok(range)
    } else {
        Err(AddressError::Range(range.to_owned()))
    }
}

/// A relative path without empty, `.` or `..` parts.
pub(crate) fn checked_path(path: &str) -> Result<&str, AddressError> {
    let body = path.strip_suffix('/').unwrap_or(path);
    let good = path.len() <= 1024
        && (path.is_empty() || body.split('/').all(|part| !part.is_empty() && part != "." && part != ".."))
        && !path.contains(['\\', '\0']);
    if good {
        Ok(path)
    } else {
        Err(AddressError::Path(path.to_owned()))
    }
}

#[cfg(test)]
#[path = "address_tests.rs"]
mod tests;
