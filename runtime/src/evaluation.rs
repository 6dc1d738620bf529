//! Evaluating an expression as the DevTools protocol's `Runtime.evaluate` does, with `returnByValue` and `awaitPromise`.

use crate::by_value::by_value;
use crate::scripts::{Origin, describe, script_origin};
use deno_core::v8;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Names an evaluation whose promise is not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct EvaluationId(pub(crate) u32);

impl EvaluationId {
    /// Its number among the evaluations of the document, as a log of calls names it.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A thrown value, as `exceptionDetails` gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown {
    /// `Uncaught`, `Uncaught (in promise) TypeError: …`, …
    pub text: String,
    /// The error's stack, if it was an object.
    pub description: Option<String>,
    /// The value, if it has one by value.
    pub value: Option<Value>,
}

/// What an evaluation came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluation {
    /// A value; None when there is none by value (`undefined`, `NaN`, …).
    Value(Option<Value>),
    /// The expression, or the promise it gave, threw.
    Thrown(Thrown),
    /// The protocol refuses the result.
    Failed(String),
    /// A promise that is not settled yet.
    Pending(EvaluationId),
}

/// An evaluation whose promise is not settled yet, or has been.
enum Pending {
    Waiting,
    Fulfilled(v8::Global<v8::Value>),
    Rejected(v8::Global<v8::Value>),
}

/// The evaluations of a context that were not settled at once; in a slot of its isolate.
pub(crate) struct Evaluations {
    pending: RefCell<BTreeMap<u32, Pending>>,
    next: Cell<u32>,
}

impl Default for Evaluations {
    fn default() -> Self {
        Evaluations {
            pending: RefCell::default(),
            next: Cell::new(1),
        }
    }
}

/// What an evaluation has come to by now.
pub(crate) enum Looked {
    Unknown,
    Waiting,
    /// It is known no more.
    Settled(Settled),
}

/// What a promise was settled with.
pub(crate) struct Settled {
    fulfilled: bool,
    value: v8::Global<v8::Value>,
}

impl Settled {
    pub(crate) fn result(self, scope: &mut v8::PinScope<'_, '_>) -> Evaluation {
        let value = v8::Local::new(scope, self.value);
        if self.fulfilled {
            value_result(scope, value)
        } else {
            rejected_result(scope, value)
        }
    }
}

impl Evaluations {
    pub(crate) fn look(&self, id: EvaluationId) -> Looked {
        let mut pending = self.pending.borrow_mut();
        match pending.remove(&id.0) {
            None => Looked::Unknown,
            Some(Pending::Waiting) => {
                pending.insert(id.0, Pending::Waiting);
                Looked::Waiting
            }
            Some(Pending::Fulfilled(value)) => Looked::Settled(Settled { fulfilled: true, value }),
            Some(Pending::Rejected(value)) => Looked::Settled(Settled { fulfilled: false, value }),
        }
    }

    pub(crate) fn forget(&self, id: EvaluationId) {
        self.pending.borrow_mut().remove(&id.0);
    }

    pub(crate) fn clear(&self) {
        self.pending.borrow_mut().clear();
    }
}

pub(crate) fn start_evaluation<'s>(scope: &mut v8::PinScope<'s, '_>, state: &Rc<Evaluations>, expression: &str) -> Evaluation {
    v8::tc_scope!(let tc, scope);
    let Some(source) = v8::String::new(tc, expression) else {
        return Evaluation::Failed("Expression too long".to_owned());
    };
    let origin = script_origin(
        tc,
        &Origin {
            url: "",
            line: 0,
            column: 0,
            module: false,
        },
    );
    let value = v8::Script::compile(tc, source, origin.as_ref()).and_then(|script| script.run(tc));
    let Some(value) = value else {
        let Some(exception) = tc.exception().filter(|_| !tc.has_terminated()) else {
            return Evaluation::Failed("Execution was terminated".to_owned());
        };
        tc.reset();
        let description = describe(tc, exception);
        let value = by_value(tc, exception).ok().flatten();
        return Evaluation::Thrown(Thrown {
            text: "Uncaught".to_owned(),
            description,
            value,
        });
    };
    if !value.is_object() {
        return value_result(tc, value);
    }
    match promise_of(tc, value) {
        Ok(None) => value_result(tc, value),
        Ok(Some(promise)) => wait_for(tc, state, promise).unwrap_or_else(|| Evaluation::Failed("Internal error".to_owned())),
        Err(()) => Evaluation::Failed("Internal error".to_owned()),
    }
}

/// The promise to wait for: the value itself, or one that follows a thenable.
fn promise_of<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    value: v8::Local<'s, v8::Value>,
) -> Result<Option<v8::Local<'s, v8::Promise>>, ()> {
    if let Ok(promise) = v8::Local::<v8::Promise>::try_from(value) {
        return Ok(Some(promise));
    }
    let object = v8::Local::<v8::Object>::try_from(value).map_err(|_| ())?;
    v8::tc_scope!(let tc, scope);
    let key = v8::String::new(tc, "then").ok_or(())?;
    let Some(then) = object.get(tc, key.into()) else {
        tc.reset();
        return Ok(None);
    };
    if !then.is_function() {
        return Ok(None);
    }
    let resolver = v8::PromiseResolver::new(tc).ok_or(())?;
    resolver.resolve(tc, value).ok_or(())?;
    Ok(Some(resolver.get_promise(tc)))
}

fn wait_for<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    state: &Rc<Evaluations>,
    promise: v8::Local<'s, v8::Promise>,
) -> Option<Evaluation> {
    let id = state.next.get();
    state.next.set(id.wrapping_add(1));
    state.pending.borrow_mut().insert(id, Pending::Waiting);
    let data: v8::Local<v8::Value> = v8::Integer::new_from_unsigned(scope, id).into();
    let fulfilled = v8::Function::builder(settle::<true>).data(data).build(scope)?;
    let rejected = v8::Function::builder(settle::<false>).data(data).build(scope)?;
    promise.then2(scope, fulfilled, rejected)?;
    Some(Evaluation::Pending(EvaluationId(id)))
}

fn settle<const FULFILLED: bool>(
    scope: &mut v8::PinScope<'_, '_>,
    args: v8::FunctionCallbackArguments<'_>,
    _rv: v8::ReturnValue<'_>,
) {
    let Some(state) = scope.get_slot::<Rc<Evaluations>>().cloned() else {
        return;
    };
    let Some(id) = args.data().uint32_value(scope) else { return };
    let value = v8::Global::new(scope, args.get(0));
    if let Some(slot) = state.pending.borrow_mut().get_mut(&id) {
        *slot = if FULFILLED {
            Pending::Fulfilled(value)
        } else {
            Pending::Rejected(value)
        };
    }
}

fn value_result<'s>(scope: &mut v8::PinScope<'s, '_>, value: v8::Local<'s, v8::Value>) -> Evaluation {
    match by_value(scope, value) {
        Ok(value) => Evaluation::Value(value),
        Err(message) => Evaluation::Failed(message),
    }
}

fn rejected_result<'s>(scope: &mut v8::PinScope<'s, '_>, reason: v8::Local<'s, v8::Value>) -> Evaluation {
    let mut text = "Uncaught (in promise)".to_owned();
    if reason.is_native_error() {
        v8::tc_scope!(let tc, scope);
        if let Some(detail) = reason.to_detail_string(tc) {
            text = format!("{text} {}", detail.to_rust_string_lossy(tc));
        }
    }
    let description = describe(scope, reason);
    let value = by_value(scope, reason).ok().flatten();
    Evaluation::Thrown(Thrown {
        text,
        description,
        value,
    })
}
