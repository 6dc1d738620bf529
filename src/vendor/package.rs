//! An unpacked package: its manifest, and which file a path or subpath means.

use serde_json::Value;

use super::tarball::Archive;

/// Conditions of `exports` and `imports` that hold for a module in a browser.
const CONDITIONS: &[&str] = &["browser", "module", "import", "production", "default"];

/// A package of one version.
#[derive(Debug)]
pub(crate) struct Package {
    /// `name@version`.
    pub(crate) id: String,
    /// npm's name.
    pub(crate) name: String,
    /// Its files.
    pub(crate) archive: Archive,
    manifest: Value,
}

impl Package {
    /// Reads the manifest; a package without a readable one is taken for one with an empty one, as networks do.
    pub(crate) fn new(name: &str, version: &str, archive: Archive) -> Self {
        let manifest = archive
            .get("package.json")
            .and_then(|bytes| serde_json::from_slice(bytes).ok())
            .unwrap_or(Value::Null);
        Self {
            id: format!("{name}@{version}"),
            name: name.to_owned(),
            archive,
            manifest,
        }
    }

    /// What the manifest says of the licence.
    pub(crate) fn license(&self) -> Option<String> {
        let license = self
            .manifest
            .get("license")
            .or_else(|| self.manifest.get("licenses")?.get(0))?;
        license.as_str().or_else(|| license.get("type")?.as_str()).map(str::to_owned)
    }

    /// Licence and notice files in the package's own folder.
    pub(crate) fn license_files(&self) -> impl Iterator<Item = &str> {
        self.archive.names().filter(|name| {
            let name = name.to_ascii_lowercase();
            !name.contains('/')
                && ["license", "licence", "copying", "notice"]
                    .iter()
                    .any(|word| name.starts_with(word))
        })
    }

    /// The range the package gives for a package it depends on.
    pub(crate) fn dependency(&self, name: &str) -> Option<&str> {
        ["dependencies", "peerDependencies", "optionalDependencies"]
            .iter()
            .find_map(|field| self.manifest.get(field)?.get(name)?.as_str())
    }

    fn text(&self, field: &str) -> Option<&str> {
        self.manifest.get(field).and_then(Value::as_str)
    }

    /// The file served for the package's bare address, by the first of these manifest fields that names one.
    pub(crate) fn default_file(&self, fields: &[&str]) -> Option<String> {
        let named = fields
            .iter()
            .filter_map(|field| self.text(field))
            .find_map(|path| self.complete(&normal(path)?));
        named.or_else(|| self.complete("index"))
    }

    /// The file whose path ends in `tail` (or its unminified original), preferring the folders that builds are put in.
    pub(crate) fn named(&self, tail: &str) -> Option<String> {
        let rank = |path: &str| {
            let folder = path.split('/').next().unwrap_or_default();
            let preference = ["dist", "build", "lib", "umd"].iter().position(|known| *known == folder);
            (
                path != tail,
                preference.unwrap_or(usize::MAX),
                path.matches('/').count(),
                path.len(),
                path.to_owned(),
            )
        };
        let ends = |tail: &str| {
            let matching = self.archive.names().filter(|path| {
                path.strip_suffix(tail)
                    .is_some_and(|head| head.is_empty() || head.ends_with('/'))
            });
            matching.min_by_key(|path| rank(path)).map(str::to_owned)
        };
        ends(tail).or_else(|| ends(&unminified(tail)?))
    }

    /// The file at a path; networks make the minified form of a file themselves, for which the original stands in.
    pub(crate) fn file(&self, path: &str, completed: bool) -> Option<String> {
        if self.archive.get(path).is_some() {
            return Some(path.to_owned());
        }
        let original = unminified(path).filter(|path| self.archive.get(path).is_some());
        original.or_else(|| completed.then(|| self.complete(path)).flatten())
    }

    /// The file that a subpath (empty for the entry) means to an importing module.
    pub(crate) fn entry(&self, subpath: &str) -> Option<String> {
        if !subpath.is_empty() && self.archive.get(subpath).is_some() {
            return Some(subpath.to_owned());
        }
        let exports = self.manifest.get("exports").filter(|exports| !exports.is_null());
        let file = exports
            .and_then(|exports| exported(exports, subpath))
            .and_then(|path| self.complete(&normal(&path)?));
        let file = file.or_else(|| {
            if subpath.is_empty() {
                // A `browser` map replaces single files and is looked at below; only its text form is an entry.
                self.default_file(&["module", "jsnext:main", "browser", "main"])
            } else {
                self.complete(subpath)
            }
        });
        file.map(|file| self.for_browser(file))
    }

    /// The file a relative specifier means inside the package.
    pub(crate) fn relative(&self, from: &str, specifier: &str) -> Option<String> {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let path = normal(&format!("{folder}/{specifier}"))?;
        self.complete(&path).map(|file| self.for_browser(file))
    }

    /// What an internal specifier (`#name`) means: a relative path or another package.
    pub(crate) fn internal(&self, specifier: &str) -> Option<String> {
        let imports = self.manifest.get("imports")?.as_object()?;
        match imports.get(specifier) {
            Some(target) => conditional(target, None),
            None => pattern(imports, specifier),
        }
    }

    /// Replaces a file as the manifest's `browser` map says.
    fn for_browser(&self, file: String) -> String {
        let replaced = self.manifest.get("browser").and_then(Value::as_object).and_then(|map| {
            let target = map.get(&format!("./{file}")).or_else(|| map.get(&file))?.as_str()?;
            self.complete(&normal(target)?)
        });
        replaced.unwrap_or(file)
    }

    /// The path itself, with the usual extensions, or the folder's entry.
    fn complete(&self, path: &str) -> Option<String> {
        if self.archive.get(path).is_some() {
            return Some(path.to_owned());
        }
        for extension in [".mjs", ".js", ".cjs", ".json"] {
            let candidate = format!("{path}{extension}");
            if self.archive.get(&candidate).is_some() {
                return Some(candidate);
            }
        }
        let manifest = self
            .archive
            .get(&format!("{path}/package.json"))
            .and_then(|bytes| serde_json::from_slice::<Value>(bytes).ok());
        let inner = manifest
            .as_ref()
            .and_then(|m| ["module", "main"].iter().find_map(|field| m.get(field)?.as_str()));
        let inner = inner
            .and_then(|inner| normal(&format!("{path}/{inner}")))
            .filter(|inner| self.archive.get(inner).is_some());
        let index = || {
            ["index.mjs", "index.js"]
                .iter()
                .map(|name| format!("{path}/{name}"))
                .find(|name| self.archive.get(name).is_some())
        };
        inner.or_else(index)
    }
}

fn unminified(path: &str) -> Option<String> {
    let stem = path.strip_suffix(".min.js").map(|stem| format!("{stem}.js"));
    stem.or_else(|| path.strip_suffix(".min.css").map(|stem| format!("{stem}.css")))
}

/// A path without `.` and `..`; `None` if it leads out of the package.
pub(crate) fn normal(path: &str) -> Option<String> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// `exports`: the target of a subpath.
fn exported(exports: &Value, subpath: &str) -> Option<String> {
    let key = if subpath.is_empty() {
        ".".to_owned()
    } else {
        format!("./{subpath}")
    };
    match exports.as_object() {
        Some(map) if map.keys().any(|key| key.starts_with('.')) => match map.get(&key) {
            Some(target) => conditional(target, None),
            None => pattern(map, &key),
        },
        _ if subpath.is_empty() => conditional(exports, None),
        _ => None,
    }
}

/// The longest matching key with a `*`, or an old key that ends in a slash.
fn pattern(map: &serde_json::Map<String, Value>, key: &str) -> Option<String> {
    let matches = map.iter().filter_map(|(candidate, target)| {
        let (head, tail) = candidate
            .split_once('*')
            .or_else(|| candidate.ends_with('/').then_some((candidate.as_str(), "")))?;
        let middle = key.strip_prefix(head)?.strip_suffix(tail)?;
        (!middle.is_empty()).then_some((head.len(), candidate.contains('*'), middle, target))
    });
    let (_, starred, middle, target) = matches.max_by_key(|(length, ..)| *length)?;
    let target = conditional(target, Some(middle))?;
    Some(if starred { target } else { target + middle })
}

/// The first target whose conditions hold.
fn conditional(target: &Value, star: Option<&str>) -> Option<String> {
    // Manifests are parsed with a bounded depth, so this recursion is bounded too.
    match target {
        Value::String(path) => Some(star.map_or_else(|| path.clone(), |star| path.replace('*', star))),
        Value::Array(list) => list.iter().find_map(|target| conditional(target, star)),
        Value::Object(map) => map
            .iter()
            .filter(|(condition, _)| CONDITIONS.contains(&condition.as_str()))
            .find_map(|(_, target)| conditional(target, star)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tarball::tests::packed;
    use super::*;

    fn package(files: &[(&str, &str)]) -> Package {
        Package::new("p", "1.0.0", Archive::unpack(&packed(files)).unwrap())
    }

    #[test]
    fn entries_follow_exports_in_the_manifests_order() {
        let p = package(&[
            (
                "package.json",
                r##"{"main":"c.cjs","exports":{".":{"node":"./n.js","import":{"types":"./t.d.ts","default":"./m.js"},"require":"./c.cjs"},
                "./addons/*":"./jsm/*","./hidden":null,"./old/":"./jsm/"},"imports":{"#x":{"browser":"./b.js","default":"./n.js"}}}"##,
            ),
            ("m.js", ""),
            ("c.cjs", ""),
            ("n.js", ""),
            ("b.js", ""),
            ("jsm/a.js", ""),
        ]);
        assert_eq!(p.entry("").as_deref(), Some("m.js"));
        assert_eq!(p.entry("addons/a.js").as_deref(), Some("jsm/a.js"));
        assert_eq!(p.entry("old/a.js").as_deref(), Some("jsm/a.js"));
        assert_eq!(p.entry("jsm/a.js").as_deref(), Some("jsm/a.js"));
        assert_eq!(p.entry("hidden"), None);
        assert_eq!(p.internal("#x").as_deref(), Some("./b.js"));
    }

    #[test]
    fn entries_without_exports() {
        let p = package(&[
            (
                "package.json",
                r#"{"main":"./lib","browser":{"./lib/index.js":"./lib/web.js"}}"#,
            ),
            ("lib/index.js", ""),
            ("lib/web.js", ""),
        ]);
        assert_eq!(p.entry("").as_deref(), Some("lib/web.js"));
        assert_eq!(p.entry("lib").as_deref(), Some("lib/web.js"));
        assert_eq!(p.relative("lib/web.js", "./index").as_deref(), Some("lib/web.js"));
        assert_eq!(p.relative("lib/web.js", "../../../etc/passwd"), None);
    }

    #[test]
    fn files_by_name_prefer_build_folders() {
        let p = package(&[
            ("src/p.min.js", ""),
            ("dist/p.min.js", ""),
            ("dist/deep/p.min.js", ""),
            ("build/q.js", ""),
            ("test/xp.min.js", ""),
        ]);
        assert_eq!(p.named("p.min.js").as_deref(), Some("dist/p.min.js"));
        assert_eq!(p.named("deep/p.min.js").as_deref(), Some("dist/deep/p.min.js"));
        assert_eq!(p.named("q.min.js").as_deref(), Some("build/q.js"));
        assert_eq!(p.named("r.js"), None);
    }
}
