//! Realms beside the document's, in its own agent: the global scopes of worklets (HTML, 11). They share the document's heap, clock and
//! microtasks, and have ECMAScript's objects of their own; the shims give them the rest.

use crate::module_types::ModuleType;
use crate::modules::{ModuleFailure, Realm, load_graph};
use crate::page_state::PageState;
use deno_core::{extension, op2, v8};
use std::rc::Rc;

extension!(oracade_realm, ops = [op_realm_new, op_realm_module]);

/// A new realm: its global object. `number` is not 0 and names its module map.
#[op2]
fn op_realm_new<'s>(scope: &mut v8::PinScope<'s, '_>, number: u32) -> v8::Local<'s, v8::Value> {
    let context = v8::Context::new(scope, v8::ContextOptions::default());
    // Without the same token neither realm could touch the other's objects.
    let token = scope.get_current_context().get_security_token(scope);
    context.set_security_token(token);
    context.set_slot(Rc::new(Realm(number)));
    context.global(scope).into()
}

/// Loads a module graph into a realm and evaluates it: `[0, promise]`, `[1]` if a part of it could not be loaded, or `[2, error]`.
#[op2(reentrant)]
fn op_realm_module<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    global: v8::Local<'s, v8::Object>,
    #[string] url: &str,
) -> v8::Local<'s, v8::Value> {
    let null = v8::null(scope).into();
    let (Some(state), Some(context)) = (PageState::of(scope), global.get_creation_context(scope)) else {
        return null;
    };
    let answer = |scope: &mut v8::PinScope<'s, '_>, kind: i32, value: Option<v8::Local<'s, v8::Value>>| {
        let kind = v8::Integer::new(scope, kind).into();
        let value = value.unwrap_or_else(|| v8::undefined(scope).into());
        v8::Array::new_with_elements(scope, &[kind, value]).into()
    };
    let outcome = {
        let scope = &mut v8::ContextScope::new(scope, context);
        match load_graph(scope, &state, url, ModuleType::JavaScript, None, 0) {
            Ok(module) => Ok(module.evaluate(scope)),
            Err(failure) => Err(failure),
        }
    };
    match outcome {
        Ok(Some(promise)) => answer(scope, 0, Some(promise)),
        Err(ModuleFailure::Error(error)) => {
            let error = v8::Local::new(scope, error);
            answer(scope, 2, Some(error))
        }
        Err(ModuleFailure::Fetch(_)) => answer(scope, 1, None),
        Ok(None) | Err(ModuleFailure::Terminated) => null,
    }
}
