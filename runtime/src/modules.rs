//! ES modules and import maps (HTML, 8.1.6). All resources are at hand, so a module graph is fetched and linked in one go;
//! evaluation may still wait for a top-level await.

use crate::module_types::{Attributes, ModuleType, synthetic};
use crate::ops::worker::Agent;
use crate::page_state::PageState;
use crate::resources::{Resource, Resources};
use crate::scripts::{Origin, script_origin};
use deno_core::v8;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Modules one document may load.
const MODULES_MAX: usize = 10_000;

/// Specifiers (or prefixes that end in a slash) and the addresses they stand for; None blocks the specifier. Longest first.
type SpecifierMap = Vec<(String, Option<String>)>;

/// Number of a realm beside the document's, in its context's slot.
pub(crate) struct Realm(pub(crate) u32);

/// The realm of the running code; None for the document's own.
fn realm_of(scope: &v8::PinScope<'_, '_>) -> Option<u32> {
    let realm = scope.get_current_context().get_slot::<Realm>()?;
    Some(realm.0)
}

/// The name under which a module is known: each realm has modules of its own.
fn key_of(scope: &v8::PinScope<'_, '_>, kind: ModuleType, url: &str) -> String {
    match realm_of(scope) {
        None => kind.key(url),
        Some(number) => format!("realm {number} {}", kind.key(url)),
    }
}

/// The document's module map and import map.
#[derive(Default)]
pub(crate) struct ModuleMap {
    /// By realm, type and address (`key_of`).
    by_url: BTreeMap<String, v8::Global<v8::Module>>,
    by_hash: Vec<(i32, v8::Global<v8::Module>, String)>,
    imports: SpecifierMap,
    scopes: Vec<(String, SpecifierMap)>,
    /// What the modules that are not JavaScript export.
    pub(crate) exports: Vec<(v8::Global<v8::Module>, v8::Global<v8::Value>)>,
}

impl ModuleMap {
    /// Merges an import map's JSON (HTML, "parse an import map string"); existing entries win.
    pub(crate) fn add_import_map(&mut self, json: &str, base: &str) -> Result<(), String> {
        let value: serde_json::Value =
            serde_json::from_str(json).map_err(|e| format!("Failed to parse import map: invalid JSON ({e})"))?;
        let object = value.as_object().ok_or("Failed to parse import map: not an object")?;
        if let Some(imports) = object.get("imports") {
            let fresh = specifier_map(imports, base)?;
            merge(&mut self.imports, fresh);
        }
        if let Some(scopes) = object.get("scopes") {
            let scopes = scopes
                .as_object()
                .ok_or("Failed to parse import map: \"scopes\" is not an object")?;
            for (prefix, map) in scopes {
                let Some(prefix) = resolve_url(prefix, base) else { continue };
                let fresh = specifier_map(map, base)?;
                match self.scopes.iter_mut().find(|(p, _)| *p == prefix) {
                    Some((_, existing)) => merge(existing, fresh),
                    None => self.scopes.push((prefix, fresh)),
                }
            }
            self.scopes.sort_by(|a, b| b.0.cmp(&a.0));
        }
        Ok(())
    }

    /// HTML, "resolve a module specifier". The error is a TypeError's message.
    pub(crate) fn resolve(&self, specifier: &str, base: &str) -> Result<String, String> {
        let like_url = ["/", "./", "../"].iter().any(|p| specifier.starts_with(p));
        let as_url = if like_url {
            resolve_url(specifier, base)
        } else {
            resolve_url(specifier, "")
        };
        let normalized = as_url.clone().unwrap_or_else(|| specifier.to_owned());
        for (prefix, map) in &self.scopes {
            if (prefix == base || (prefix.ends_with('/') && base.starts_with(prefix.as_str())))
                && let Some(found) = match_in(&normalized, map)?
            {
                return Ok(found);
            }
        }
        if let Some(found) = match_in(&normalized, &self.imports)? {
            return Ok(found);
        }
        as_url.ok_or_else(|| {
            format!(
                "Failed to resolve module specifier \"{specifier}\". Relative references must start with either \"/\", \"./\", or \"../\"."
            )
        })
    }

    fn url_of(&self, scope: &mut v8::PinScope<'_, '_>, module: v8::Local<'_, v8::Module>) -> Option<String> {
        let hash = module.get_identity_hash().get();
        let mut candidates = self.by_hash.iter().filter(|(h, ..)| *h == hash);
        candidates
            .find(|(_, m, _)| v8::Local::new(scope, m) == module)
            .map(|(.., url)| url.clone())
    }
}

fn merge(into: &mut SpecifierMap, fresh: SpecifierMap) {
    for entry in fresh {
        if !into.iter().any(|(k, _)| *k == entry.0) {
            into.push(entry);
        }
    }
    // Longest key first, so that the most specific prefix is found first.
    into.sort_by(|a, b| b.0.cmp(&a.0));
}

fn specifier_map(value: &serde_json::Value, base: &str) -> Result<SpecifierMap, String> {
    let object = value
        .as_object()
        .ok_or("Failed to parse import map: \"imports\" is not an object")?;
    let mut map = Vec::new();
    for (key, address) in object {
        if key.is_empty() {
            continue;
        }
        let like_url = ["/", "./", "../"].iter().any(|p| key.starts_with(p));
        let key = if like_url {
            resolve_url(key, base)
        } else {
            resolve_url(key, "")
        }
        .unwrap_or_else(|| key.clone());
        let address = address.as_str().and_then(|a| {
            let like_url = ["/", "./", "../"].iter().any(|p| a.starts_with(p));
            if like_url { resolve_url(a, base) } else { resolve_url(a, "") }
        });
        map.push((key, address));
    }
    Ok(map)
}

fn match_in(specifier: &str, map: &[(String, Option<String>)]) -> Result<Option<String>, String> {
    for (key, address) in map {
        if key == specifier {
            return match address {
                Some(address) => Ok(Some(address.clone())),
                None => Err(format!(
                    "Failed to resolve module specifier \"{specifier}\": blocked by a null entry"
                )),
            };
        }
        if key.ends_with('/') && specifier.starts_with(key.as_str()) {
            let Some(address) = address else {
                return Err(format!(
                    "Failed to resolve module specifier \"{specifier}\": blocked by a null entry"
                ));
            };
            return Ok(resolve_url(&specifier[key.len()..], address));
        }
    }
    Ok(None)
}

fn resolve_url(specifier: &str, base: &str) -> Option<String> {
    let url = if base.is_empty() {
        url::Url::parse(specifier)
    } else {
        url::Url::parse(base).and_then(|base| base.join(specifier))
    };
    url.ok().map(String::from)
}

/// Why a module graph could not be run.
pub(crate) enum ModuleFailure {
    /// A fetch failed: `error` fires at the script element; nothing is thrown.
    Fetch(String),
    /// A parse, resolution or link error: reported as an exception.
    Error(v8::Global<v8::Value>),
    /// The page is being terminated.
    Terminated,
}

impl ModuleFailure {
    pub(crate) fn type_error(scope: &mut v8::PinScope<'_, '_>, message: &str) -> ModuleFailure {
        let text = v8::String::new(scope, message).unwrap_or_else(|| v8::String::empty(scope));
        let error = v8::Exception::type_error(scope, text);
        ModuleFailure::Error(v8::Global::new(scope, error))
    }

    pub(crate) fn syntax_error(scope: &mut v8::PinScope<'_, '_>, message: &str) -> ModuleFailure {
        let text = v8::String::new(scope, message).unwrap_or_else(|| v8::String::empty(scope));
        let error = v8::Exception::syntax_error(scope, text);
        ModuleFailure::Error(v8::Global::new(scope, error))
    }

    /// What was thrown.
    pub(crate) fn caught(tc: &mut v8::PinnedRef<'_, v8::TryCatch<'_, '_, v8::HandleScope<'_>>>) -> ModuleFailure {
        failure(tc)
    }
}

/// Fetches, compiles and links the graph that starts at `url`; `source` is an inline module's text.
pub(crate) fn load_graph<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    state: &Rc<PageState>,
    url: &str,
    kind: ModuleType,
    source: Option<&str>,
    line: i32,
) -> Result<v8::Local<'s, v8::Module>, ModuleFailure> {
    let root = match source {
        Some(text) => compile(scope, state, text, url, line)?,
        None => fetch_and_compile(scope, state, kind, url)?,
    };
    let mut todo = vec![root.clone()];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(global) = todo.pop() {
        let (requests, base) = {
            v8::scope!(let scope, scope);
            let module = v8::Local::new(scope, &global);
            let base = state.modules.borrow().url_of(scope, module).unwrap_or_default();
            if !seen.insert((module.get_identity_hash().get(), base.clone())) {
                continue;
            }
            if module.is_synthetic_module() {
                continue;
            }
            let requests = module.get_module_requests();
            let mut specifiers = Vec::new();
            for index in 0..requests.length() {
                if let Some(request) = requests.get(scope, index)
                    && let Ok(request) = v8::Local::<v8::ModuleRequest>::try_from(request)
                {
                    let kind = ModuleType::of_request(scope, request.get_import_attributes(), Attributes::Static)?;
                    specifiers.push((kind, request.get_specifier().to_rust_string_lossy(scope)));
                }
            }
            (specifiers, base)
        };
        for (kind, specifier) in requests {
            let resolved = state.modules.borrow().resolve(&specifier, &base);
            let url = match resolved {
                Ok(url) => url,
                Err(message) => return Err(ModuleFailure::type_error(scope, &message)),
            };
            todo.push(fetch_and_compile(scope, state, kind, &url)?);
        }
    }
    let module = v8::Local::new(scope, root);
    if module.get_status() == v8::ModuleStatus::Uninstantiated {
        v8::tc_scope!(let tc, scope);
        if module.instantiate_module(tc, resolve_callback).is_none() {
            return Err(failure(tc));
        }
    }
    Ok(module)
}

macro_rules! caught {
    ($tc:expr) => {
        if $tc.has_terminated() {
            ModuleFailure::Terminated
        } else {
            match $tc.exception() {
                Some(e) => ModuleFailure::Error(v8::Global::new($tc, e)),
                None => ModuleFailure::Terminated,
            }
        }
    };
}

fn failure(tc: &mut v8::PinnedRef<'_, v8::TryCatch<'_, '_, v8::HandleScope<'_>>>) -> ModuleFailure {
    caught!(tc)
}

/// Loads a script's resource; what is missing has been noted for the log.
pub(crate) fn load(isolate: &v8::Isolate, url: &str) -> Option<Resource> {
    let ops = deno_core::JsRuntime::op_state_from(isolate);
    let mut ops = ops.borrow_mut();
    if url.starts_with("blob:") {
        let address = url.split('#').next().unwrap_or(url);
        let (content_type, bytes) = ops.try_borrow::<Agent>()?.hub.borrow().blob(address)?;
        return Some(Resource {
            url: address.to_owned(),
            content_type,
            bytes: Arc::from(&*bytes),
        });
    }
    ops.try_borrow_mut::<Resources>()?.load(url).ok()
}

fn fetch_and_compile(
    scope: &mut v8::PinScope<'_, '_>,
    state: &Rc<PageState>,
    kind: ModuleType,
    url: &str,
) -> Result<v8::Global<v8::Module>, ModuleFailure> {
    let key = key_of(scope, kind, url);
    if let Some(module) = state.modules.borrow().by_url.get(&key) {
        return Ok(module.clone());
    }
    let resource = load(scope, url).ok_or_else(|| ModuleFailure::Fetch(url.to_owned()))?;
    if !kind.accepts(&resource) || state.modules.borrow().by_url.len() >= MODULES_MAX {
        return Err(ModuleFailure::Fetch(url.to_owned()));
    }
    let text = String::from_utf8_lossy(&resource.bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let module = match kind {
        ModuleType::JavaScript => compile(scope, state, text, url, 0)?,
        other => {
            v8::scope!(let scope, scope);
            let module = synthetic(scope, state, other, text, url)?;
            v8::Global::new(scope, module)
        }
    };
    state.modules.borrow_mut().by_url.insert(key, module.clone());
    Ok(module)
}

fn compile(
    scope: &mut v8::PinScope<'_, '_>,
    state: &Rc<PageState>,
    text: &str,
    url: &str,
    line: i32,
) -> Result<v8::Global<v8::Module>, ModuleFailure> {
    if state.modules.borrow().by_hash.len() >= MODULES_MAX {
        return Err(ModuleFailure::Fetch(url.to_owned()));
    }
    v8::tc_scope!(let tc, scope);
    let Some(source) = v8::String::new(tc, text) else {
        return Err(ModuleFailure::Fetch(url.to_owned()));
    };
    let origin = script_origin(
        tc,
        &Origin {
            url,
            line,
            column: 0,
            module: true,
        },
    );
    let mut source = v8::script_compiler::Source::new(source, origin.as_ref());
    let Some(module) = v8::script_compiler::compile_module(tc, &mut source) else {
        return Err(failure(tc));
    };
    let global = v8::Global::new(tc, module);
    let entry = (module.get_identity_hash().get(), global.clone(), url.to_owned());
    state.modules.borrow_mut().by_hash.push(entry);
    Ok(global)
}

fn resolve_callback<'s>(
    context: v8::Local<'s, v8::Context>,
    specifier: v8::Local<'s, v8::String>,
    attributes: v8::Local<'s, v8::FixedArray>,
    referrer: v8::Local<'s, v8::Module>,
) -> Option<v8::Local<'s, v8::Module>> {
    // SAFETY: V8 calls this on the thread and in the context that is linking the module.
    v8::callback_scope!(unsafe scope, context);
    let state = PageState::of(scope)?;
    let kind = ModuleType::of_request(scope, attributes, Attributes::Static).ok()?;
    let modules = state.modules.borrow();
    let base = modules.url_of(scope, referrer)?;
    let specifier = specifier.to_rust_string_lossy(scope);
    let url = modules.resolve(&specifier, &base).ok()?;
    let module = modules.by_url.get(&key_of(scope, kind, &url))?;
    Some(v8::Local::new(scope, module))
}

/// `import()` (HTML, HostLoadImportedModule): resolves with the namespace when the graph has been evaluated.
pub(crate) fn import_dynamically<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    _options: v8::Local<'s, v8::Data>,
    referrer: v8::Local<'s, v8::Value>,
    specifier: v8::Local<'s, v8::String>,
    phase: v8::ModuleImportPhase,
    attributes: v8::Local<'s, v8::FixedArray>,
) -> Option<v8::Local<'s, v8::Promise>> {
    if phase != v8::ModuleImportPhase::kEvaluation {
        // `import.source()`: scripts have no source object, and WebAssembly is no module here.
        let resolver = v8::PromiseResolver::new(scope)?;
        let text = v8::String::new(scope, "Source phase import object is not defined for module")?;
        let error = v8::Exception::syntax_error(scope, text);
        resolver.reject(scope, error)?;
        return Some(resolver.get_promise(scope));
    }
    if realm_of(scope).is_some() {
        let resolver = v8::PromiseResolver::new(scope)?;
        let text = v8::String::new(scope, "import() is disallowed on WorkletGlobalScope.")?;
        let error = v8::Exception::type_error(scope, text);
        resolver.reject(scope, error)?;
        return Some(resolver.get_promise(scope));
    }
    let state = PageState::of(scope)?;
    let base = referrer.to_rust_string_lossy(scope);
    let base = if url::Url::parse(&base).is_ok() {
        base
    } else {
        state.url.clone()
    };
    let specifier = specifier.to_rust_string_lossy(scope);
    let resolver = v8::PromiseResolver::new(scope)?;
    let promise = resolver.get_promise(scope);
    let resolved = state.modules.borrow().resolve(&specifier, &base);
    let outcome = match (resolved, ModuleType::of_request(scope, attributes, Attributes::Dynamic)) {
        (_, Err(failure)) => Err(failure),
        (Ok(url), Ok(kind)) => load_graph(scope, &state, &url, kind, None, 0).map_err(|failure| match failure {
            // The message names what script asked for, whichever part of the graph is missing.
            ModuleFailure::Fetch(_) => ModuleFailure::Fetch(url),
            other => other,
        }),
        (Err(message), Ok(_)) => {
            let message = if message.contains("null entry") {
                message
            } else {
                format!("Failed to resolve module specifier '{specifier}'")
            };
            Err(ModuleFailure::type_error(scope, &message))
        }
    };
    match outcome {
        Ok(module) => {
            let namespace = module.get_module_namespace();
            match module.evaluate(scope) {
                Some(evaluated) => {
                    let evaluated = v8::Local::<v8::Promise>::try_from(evaluated).ok()?;
                    let data = v8::Array::new_with_elements(scope, &[resolver.into(), namespace]);
                    let done = v8::Function::builder(settle_import).data(data.into()).build(scope)?;
                    let failed = v8::Function::builder(fail_import).data(resolver.into()).build(scope)?;
                    evaluated.then2(scope, done, failed)?;
                }
                None => return None,
            }
        }
        Err(ModuleFailure::Fetch(url)) => {
            let text = v8::String::new(scope, &format!("Failed to fetch dynamically imported module: {url}"))?;
            let error = v8::Exception::type_error(scope, text);
            resolver.reject(scope, error)?;
        }
        Err(ModuleFailure::Error(error)) => {
            let error = v8::Local::new(scope, error);
            resolver.reject(scope, error)?;
        }
        Err(ModuleFailure::Terminated) => return None,
    }
    Some(promise)
}

fn settle_import(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, _rv: v8::ReturnValue<'_>) {
    let Ok(data) = v8::Local::<v8::Array>::try_from(args.data()) else {
        return;
    };
    let (Some(resolver), Some(namespace)) = (data.get_index(scope, 0), data.get_index(scope, 1)) else {
        return;
    };
    // SAFETY: `import_dynamically` put the resolver there.
    let resolver = unsafe { v8::Local::<v8::PromiseResolver>::cast_unchecked(resolver) };
    resolver.resolve(scope, namespace);
}

fn fail_import(scope: &mut v8::PinScope<'_, '_>, args: v8::FunctionCallbackArguments<'_>, _rv: v8::ReturnValue<'_>) {
    // SAFETY: `import_dynamically` put the resolver there.
    let resolver = unsafe { v8::Local::<v8::PromiseResolver>::cast_unchecked(args.data()) };
    resolver.reject(scope, args.get(0));
}

/// `import.meta.url` (HTML, HostGetImportMetaProperties).
pub(crate) extern "C" fn import_meta(
    context: v8::Local<'_, v8::Context>,
    module: v8::Local<'_, v8::Module>,
    meta: v8::Local<'_, v8::Object>,
) {
    // SAFETY: V8 calls this on the thread and in the context that evaluates the module.
    v8::callback_scope!(unsafe scope, context);
    let Some(state) = PageState::of(scope) else { return };
    let Some(url) = state.modules.borrow().url_of(scope, module) else {
        return;
    };
    if let (Some(key), Some(url)) = (v8::String::new(scope, "url"), v8::String::new(scope, &url)) {
        meta.create_data_property(scope, key.into(), url.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn import_maps_match_exactly_then_by_longest_prefix() {
        let mut map = ModuleMap::default();
        let json = r#"{"imports":{"three":"https://cdn.example/three.js","three/addons/":"https://cdn.example/jsm/","./a.js":"./b.js"}}"#;
        map.add_import_map(json, "http://localhost/index.html").unwrap();
        let base = "http://localhost/index.html";
        assert_eq!(map.resolve("three", base).unwrap(), "https://cdn.example/three.js");
        assert_eq!(
            map.resolve("three/addons/x/y.js", base).unwrap(),
            "https://cdn.example/jsm/x/y.js"
        );
        assert_eq!(map.resolve("./a.js", base).unwrap(), "http://localhost/b.js");
        assert_eq!(
            map.resolve("./c.js", "http://localhost/x/y.js").unwrap(),
            "http://localhost/x/c.js"
        );
        assert!(
            map.resolve("bare", base)
                .unwrap_err()
                .contains("Failed to resolve module specifier \"bare\"")
        );
    }

    #[test]
    fn broken_import_maps_are_named() {
        let mut map = ModuleMap::default();
        for json in ["", "[]", "{\"imports\":3}", "{\"scopes\":[]}"] {
            assert!(map.add_import_map(json, "http://localhost/").is_err(), "{json}");
        }
    }
}
