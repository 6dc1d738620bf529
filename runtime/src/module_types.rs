//! Types of modules (ECMA-262, import attributes; HTML, "module type from module request"), and modules that are not JavaScript:
//! one default export each, made of a resource's text.

use crate::modules::ModuleFailure;
use crate::ops::worker::Agent;
use crate::page_state::{Hook, PageState};
use crate::resources::Resource;
use crate::scripts::call_hook;
use deno_core::v8;

/// What a module is to be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ModuleType {
    JavaScript,
    Json,
    Css,
    Text,
}

/// How the attributes of a request lie in V8's list: key and value, and for static imports a position.
#[derive(Clone, Copy)]
pub(crate) enum Attributes {
    Static = 3,
    Dynamic = 2,
}

/// Whether the running code belongs to a worker.
fn in_worker(isolate: &v8::Isolate) -> bool {
    let ops = deno_core::JsRuntime::op_state_from(isolate);
    let ops = ops.borrow();
    ops.try_borrow::<Agent>().is_some_and(|agent| agent.number != 0)
}

impl ModuleType {
    /// The type that a request asks for.
    pub(crate) fn of_request(
        scope: &mut v8::PinScope<'_, '_>,
        attributes: v8::Local<'_, v8::FixedArray>,
        layout: Attributes,
    ) -> Result<ModuleType, ModuleFailure> {
        let text = |scope: &mut v8::PinScope<'_, '_>, index: usize| {
            let value = attributes.get(scope, index)?;
            let value = v8::Local::<v8::Value>::try_from(value).ok()?;
            Some(value.to_rust_string_lossy(scope))
        };
        let mut found = ModuleType::JavaScript;
        for at in (0..attributes.length()).step_by(layout as usize) {
            let (Some(key), Some(value)) = (text(scope, at), text(scope, at + 1)) else {
                continue;
            };
            if key != "type" {
                let message = format!("Invalid attribute key \"{key}\".");
                return Err(match layout {
                    Attributes::Static => ModuleFailure::syntax_error(scope, &message),
                    Attributes::Dynamic => ModuleFailure::type_error(scope, &message),
                });
            }
            found = match value.as_str() {
                "json" => ModuleType::Json,
                // Style sheets are a document's (HTML, "module type allowed").
                "css" if !in_worker(scope) => ModuleType::Css,
                "text" => ModuleType::Text,
                _ => {
                    let message = format!("\"{value}\" is not a valid module type.");
                    return Err(ModuleFailure::type_error(scope, &message));
                }
            };
        }
        Ok(found)
    }

    /// Whether a resource may be a module of this type.
    pub(crate) fn accepts(self, resource: &Resource) -> bool {
        let essence = resource.content_type.split(';').next().unwrap_or("").trim();
        let essence = essence.to_ascii_lowercase();
        match self {
            ModuleType::JavaScript => essence.contains("javascript") || essence.contains("ecmascript"),
            ModuleType::Json => essence == "application/json" || essence == "text/json" || essence.ends_with("+json"),
            ModuleType::Css => essence == "text/css",
            ModuleType::Text => true,
        }
    }

    /// The name under which a module of this type and address is known.
    pub(crate) fn key(self, url: &str) -> String {
        match self {
            ModuleType::JavaScript => url.to_owned(),
            other => format!("{other:?} {url}"),
        }
    }
}

/// A module whose default export is made of a text. None: there is no such thing here.
pub(crate) fn synthetic<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    state: &PageState,
    kind: ModuleType,
    text: &str,
    url: &str,
) -> Result<v8::Local<'s, v8::Module>, ModuleFailure> {
    let missing = || ModuleFailure::Fetch(url.to_owned());
    let source = v8::String::new(scope, text).ok_or_else(missing)?;
    let value = match kind {
        ModuleType::Json => {
            v8::tc_scope!(let tc, scope);
            match v8::json::parse(tc, source) {
                Some(value) => v8::Global::new(tc, value),
                None => return Err(ModuleFailure::caught(tc)),
            }
        }
        ModuleType::Css => {
            let sheet = call_hook(scope, state, Hook::StyleModule, &[source.into()]).ok_or_else(missing)?;
            v8::Global::new(scope, sheet)
        }
        _ => {
            let text: v8::Local<'_, v8::Value> = source.into();
            v8::Global::new(scope, text)
        }
    };
    let name = v8::String::new(scope, url).ok_or_else(missing)?;
    let export = v8::String::new(scope, "default").ok_or_else(missing)?;
    let module = v8::Module::create_synthetic_module(scope, name, &[export], evaluate);
    let global = v8::Global::new(scope, module);
    state.modules.borrow_mut().exports.push((global, value));
    Ok(module)
}

/// Gives a module of `synthetic` its export.
fn evaluate<'s>(context: v8::Local<'s, v8::Context>, module: v8::Local<'s, v8::Module>) -> Option<v8::Local<'s, v8::Value>> {
    // SAFETY: V8 calls this on the thread and in the context that evaluates the module.
    v8::callback_scope!(unsafe scope, context);
    let state = PageState::of(scope)?;
    let value = {
        let modules = state.modules.borrow();
        let found = modules
            .exports
            .iter()
            .find(|(known, _)| v8::Local::new(scope, known) == module);
        v8::Local::new(scope, &found?.1)
    };
    let export = v8::String::new(scope, "default")?;
    module.set_synthetic_module_export(scope, export, value)?;
    let resolver = v8::PromiseResolver::new(scope)?;
    let undefined = v8::undefined(scope);
    resolver.resolve(scope, undefined.into())?;
    Some(resolver.get_promise(scope).into())
}
