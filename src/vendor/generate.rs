//! Modules that networks such as esm.sh make from packages: specifiers become absolute addresses of the same network, and
//! CommonJS becomes a module. The text is a function of the packages and the chosen versions, so the lock file can pin it.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use super::address::{Address, module_address, module_options};
use super::lock::Form;
use super::package::Package;
use super::page::{Role, absolute};
use super::script;
use super::walk::{Product, Walk, WalkError, content_type};

/// Files one CommonJS module may be made of.
const REQUIRE_LIMIT: usize = 4096;

/// Node's own modules, which no browser has.
const BUILTINS: &[&str] = &[
    "assert",
    "buffer",
    "child_process",
    "crypto",
    "events",
    "fs",
    "http",
    "https",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "stream",
    "string_decoder",
    "timers",
    "tls",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "worker_threads",
    "zlib",
];

/// Where a specifier of a package's module leads.
enum Target {
    /// A file of a package, served at an address.
    File {
        address: String,
        package: Rc<Package>,
        file: String,
    },
    /// It stays as it is.
    Kept,
}

/// The module of a package's file at an address of a module network.
pub(crate) fn module(
    walk: &mut Walk<'_>,
    at: &str,
    address: &Address,
    package: &Rc<Package>,
    file: String,
) -> Result<Product, WalkError> {
    if content_type(&file) != "text/javascript" {
        let bytes = package.archive.get(&file).unwrap_or_default().to_vec();
        return Ok(Product {
            package: package.id.clone(),
            file,
            form: None,
            bytes,
            next: Vec::new(),
        });
    }
    let source = text(package, &file)?;
    let found = script::scan(&source);
    let canonical = module_address(address.network, &package.id, &file, &module_options(address));
    if canonical != at {
        // One instance whatever the address: ranges and subpaths re-export the exact file.
        let default = if found.default || !is_module(&file, &found) {
            "export { default } from "
        } else {
            ""
        };
        let quoted = quote(&canonical);
        let default = if default.is_empty() {
            String::new()
        } else {
            format!("{default}{quoted};\n")
        };
        let bytes = format!("export * from {quoted};\n{default}").into_bytes();
        return Ok(Product {
            package: package.id.clone(),
            file,
            form: Some(Form::Alias),
            bytes,
            next: vec![(canonical, Role::Module)],
        });
    }
    if is_module(&file, &found) {
        rewritten(walk, address, package, file, &source, &found)
    } else {
        commonjs(walk, address, package, file)
    }
}

fn is_module(file: &str, found: &script::Scan) -> bool {
    file.ends_with(".mjs") || (found.module && !file.ends_with(".cjs"))
}

fn text(package: &Package, file: &str) -> Result<String, WalkError> {
    let bytes = package.archive.get(file).unwrap_or_default();
    let text = std::str::from_utf8(bytes).map_err(|_| WalkError::NotText {
        package: package.id.clone(),
        file: file.to_owned(),
    })?;
    // What bundlers and networks put in for a browser in production.
    Ok(text.replace("process.env.NODE_ENV", "\"production\""))
}

/// An ES module with absolute specifiers.
fn rewritten(
    walk: &mut Walk<'_>,
    address: &Address,
    package: &Rc<Package>,
    file: String,
    source: &str,
    found: &script::Scan,
) -> Result<Product, WalkError> {
    let mut out = String::with_capacity(source.len());
    let mut next = Vec::new();
    let mut from = 0;
    for import in &found.imports {
        let target = target(walk, address, package, &file, &import.specifier);
        let address = match target {
            Ok(Target::File { address, .. }) => address,
            Ok(Target::Kept) => {
                next.extend(absolute(&import.specifier).map(|address| (address, Role::Module)));
                continue;
            }
            // A module that is only imported when it is wanted may be missing.
            Err(_) if import.dynamic => continue,
            Err(error) => return Err(error),
        };
        out.push_str(source.get(from..import.span.0).unwrap_or_default());
        out.push_str(&address);
        from = import.span.1;
        next.push((address, if import.dynamic { Role::Mention } else { Role::Module }));
    }
    out.push_str(source.get(from..).unwrap_or_default());
    Ok(Product {
        package: package.id.clone(),
        file,
        form: Some(Form::Module),
        bytes: out.into_bytes(),
        next,
    })
}

fn target(
    walk: &mut Walk<'_>,
    address: &Address,
    package: &Rc<Package>,
    file: &str,
    specifier: &str,
) -> Result<Target, WalkError> {
    let import = |reason: String| WalkError::Import {
        specifier: specifier.to_owned(),
        reason,
    };
    if absolute(specifier).is_some() || specifier.starts_with("data:") {
        return Ok(Target::Kept);
    }
    let options = module_options(address);
    let found = |package: &Rc<Package>, file: String| Target::File {
        address: module_address(address.network, &package.id, &file, &options),
        package: Rc::clone(package),
        file,
    };
    let inside = |specifier: &str| package.relative(file, specifier).map(|file| found(package, file));
    if specifier.starts_with('.') {
        return inside(specifier).ok_or_else(|| import(format!("{} has no such file", package.id)));
    }
    let internal = if specifier.starts_with('#') {
        let target = package
            .internal(specifier)
            .ok_or_else(|| import(format!("{} does not define it", package.id)))?;
        if target.starts_with('.') {
            let target = target.trim_start_matches("./").to_owned();
            return package
                .file(&target, true)
                .map(|file| found(package, file))
                .ok_or_else(|| import(format!("{} has no such file", package.id)));
        }
        Some(target)
    } else {
        None
    };
    let specifier = internal.as_deref().unwrap_or(specifier);
    let parts = specifier
        .splitn(if specifier.starts_with('@') { 3 } else { 2 }, '/')
        .collect::<Vec<_>>();
    let (name, subpath) = match parts.as_slice() {
        [scope, name, rest @ ..] if specifier.starts_with('@') => {
            (format!("{scope}/{name}"), rest.first().copied().unwrap_or_default())
        }
        [name, rest @ ..] => ((*name).to_owned(), rest.first().copied().unwrap_or_default()),
        [] => return Err(import("it is empty".to_owned())),
    };
    if address.external.iter().any(|external| *external == "*" || *external == name) {
        return Ok(Target::Kept);
    }
    if specifier.starts_with("node:") || (BUILTINS.contains(&name.as_str()) && package.dependency(&name).is_none()) {
        walk.warnings.push(format!(
            "{} imports `{specifier}` of Node.js, which no browser has",
            package.id
        ));
        return Ok(Target::Kept);
    }
    let dependency = if name == package.name {
        Rc::clone(package)
    } else {
        walk.dependency(package, address, &name)?
    };
    let entry = dependency
        .entry(subpath)
        .ok_or_else(|| import(format!("{} has no such file", dependency.id)))?;
    Ok(found(&dependency, entry))
}

/// A CommonJS file and all it requires inside its package, as one module; other packages are imported.
fn commonjs(walk: &mut Walk<'_>, address: &Address, package: &Rc<Package>, entry: String) -> Result<Product, WalkError> {
    let mut files: BTreeMap<String, (String, BTreeMap<String, String>)> = BTreeMap::new();
    let mut imports: Vec<(String, bool)> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut queue = VecDeque::from([entry.clone()]);
    while let Some(file) = queue.pop_front() {
        if files.contains_key(&file) {
            continue;
        }
        if files.len() >= REQUIRE_LIMIT {
            return Err(WalkError::TooMany);
        }
        let source = text(package, &file)?;
        let mut required = BTreeMap::new();
        if !file.ends_with(".json") {
            let found = script::scan(&source);
            names.extend(found.names);
            for specifier in found.requires {
                let key = match target(walk, address, package, &file, &specifier) {
                    Ok(Target::File { package: of, file, .. }) if of.id == package.id => {
                        queue.push_back(file.clone());
                        file
                    }
                    Ok(Target::File {
                        address,
                        package: of,
                        file,
                    }) => {
                        // Another CommonJS package's exports are its default export here.
                        let module = is_module(&file, &script::scan(&text(&of, &file)?));
                        if !imports.iter().any(|(known, _)| *known == address) {
                            imports.push((address.clone(), module));
                        }
                        address
                    }
                    // Left to throw when it runs, as `require` does for what is missing.
                    Ok(Target::Kept) | Err(_) => continue,
                };
                required.insert(specifier, key);
            }
        }
        files.insert(file, (source, required));
    }
    names.retain(|name| name != "default" && name != "__esModule" && is_name(name));
    names.sort();
    names.dedup();
    let bytes = bundle(&entry, &files, &imports, &names).into_bytes();
    let next = imports.into_iter().map(|(address, _)| (address, Role::Module)).collect();
    Ok(Product {
        package: package.id.clone(),
        file: entry,
        form: Some(Form::Commonjs),
        bytes,
        next,
    })
}

fn bundle(
    entry: &str,
    files: &BTreeMap<String, (String, BTreeMap<String, String>)>,
    imports: &[(String, bool)],
    names: &[String],
) -> String {
    let mut out = String::new();
    for (number, (address, _)) in imports.iter().enumerate() {
        out.push_str(&format!("import * as $import{number} from {};\n", quote(address)));
    }
    out.push_str("const $loaded = {\n");
    for (number, (address, module)) in imports.iter().enumerate() {
        let value = if *module {
            format!("$import{number}")
        } else {
            format!("$import{number}.default")
        };
        out.push_str(&format!("  {}: {{ get exports() {{ return {value}; }} }},\n", quote(address)));
    }
    out.push_str("};\nconst $files = {\n");
    for (file, (source, required)) in files {
        let map: Vec<_> = required
            .iter()
            .map(|(specifier, key)| format!("{}: {}", quote(specifier), quote(key)))
            .collect();
        let body = if file.ends_with(".json") {
            format!("module.exports = {source};")
        } else {
            source.clone()
        };
        let parameters = "exports, require, module, global, process";
        out.push_str(&format!(
            "{}: [{{ {} }}, function ({parameters}) {{\n{body}\n}}],\n",
            quote(file),
            map.join(", ")
        ));
    }
    out.push_str(
        r#"};
function $load(key) {
  if (Object.hasOwn($loaded, key)) return $loaded[key].exports;
  const [required, body] = $files[key];
  const module = $loaded[key] = { exports: {} };
  const require = specifier => {
    if (!Object.hasOwn(required, specifier)) throw new Error(`Cannot find module '${specifier}'`);
    return $load(required[specifier]);
  };
  body.call(module.exports, module.exports, require, module, globalThis, { env: { NODE_ENV: "production" } });
  return module.exports;
}
"#,
    );
    out.push_str(&format!("const $exports = $load({});\n", quote(entry)));
    out.push_str("export default $exports && $exports.__esModule && \"default\" in $exports ? $exports.default : $exports;\n");
    for (number, name) in names.iter().enumerate() {
        out.push_str(&format!(
            "const $name{number} = $exports[{}]; export {{ $name{number} as {name} }};\n",
            quote(name)
        ));
    }
    out
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'$')
}

/// A JavaScript string literal.
fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
