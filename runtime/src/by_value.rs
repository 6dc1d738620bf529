//! Values by value, as `Runtime.evaluate{returnByValue}` gives them (the inspector's protocol value conversion, not
//! `JSON.stringify`: `toJSON` is ignored, functions and dates become `{}`, and so on).

use deno_core::v8;
use serde_json::{Map, Number, Value};

/// Depth at which the inspector gives up.
const DEPTH_MAX: usize = 1000;
/// Values one conversion may make; beyond it the object could not be returned in reasonable memory.
const VALUES_MAX: usize = 4_000_000;

/// Messages the inspector answers with.
pub(crate) const CHAIN_TOO_LONG: &str = "Object reference chain is too long";
const NOT_BY_VALUE: &str = "Object couldn't be returned by value";
const INTERNAL: &str = "Internal error";

/// Converts a value. `Ok(None)`: there is no value (`undefined`, `NaN`, `-0`, bigint, … at top level).
pub(crate) fn by_value<'s>(scope: &mut v8::PinScope<'s, '_>, value: v8::Local<'s, v8::Value>) -> Result<Option<Value>, String> {
    if value.is_number() {
        let n = value.number_value(scope).unwrap_or(f64::NAN);
        if !n.is_finite() || (n == 0.0 && n.is_sign_negative()) {
            return Ok(None);
        }
    }
    if value.is_undefined() || value.is_big_int() {
        return Ok(None);
    }
    let mut left = VALUES_MAX;
    convert(scope, value, DEPTH_MAX, &mut left)
}

fn number(n: f64) -> Value {
    if !n.is_finite() {
        return Value::Null;
    }
    if n.fract() == 0.0 && n.abs() < 9_007_199_254_740_992.0 {
        return Value::Number(Number::from(n as i64));
    }
    Number::from_f64(n).map_or(Value::Null, Value::Number)
}

/// None: the property is left out.
fn convert<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    value: v8::Local<'s, v8::Value>,
    depth: usize,
    left: &mut usize,
) -> Result<Option<Value>, String> {
    if depth == 0 {
        return Err(CHAIN_TOO_LONG.to_owned());
    }
    *left = left.checked_sub(1).ok_or_else(|| CHAIN_TOO_LONG.to_owned())?;
    if value.is_undefined() {
        return Ok(None);
    }
    if value.is_null() {
        return Ok(Some(Value::Null));
    }
    if value.is_boolean() {
        return Ok(Some(Value::Bool(value.is_true())));
    }
    if value.is_number() {
        return Ok(Some(number(value.number_value(scope).unwrap_or(f64::NAN))));
    }
    if value.is_string() {
        return Ok(Some(Value::String(value.to_rust_string_lossy(scope))));
    }
    if value.is_symbol() || value.is_big_int() {
        return Err(NOT_BY_VALUE.to_owned());
    }
    if value.is_proxy() {
        return Ok(Some(Value::Object(Map::new())));
    }
    if let Ok(array) = v8::Local::<v8::Array>::try_from(value) {
        return array_by_value(scope, array, depth, left).map(Some);
    }
    let Ok(object) = v8::Local::<v8::Object>::try_from(value) else {
        return Err(NOT_BY_VALUE.to_owned());
    };
    object_by_value(scope, object, depth, left).map(Some)
}

fn array_by_value<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    array: v8::Local<'s, v8::Array>,
    depth: usize,
    left: &mut usize,
) -> Result<Value, String> {
    let length = array.length();
    let mut items = Vec::with_capacity(length.min(4096) as usize);
    for index in 0..length {
        v8::scope!(let scope, scope);
        v8::tc_scope!(let tc, scope);
        let item = array.get_index(tc, index).ok_or_else(|| INTERNAL.to_owned())?;
        items.push(convert(tc, item, depth - 1, left)?.unwrap_or(Value::Null));
    }
    Ok(Value::Array(items))
}

fn object_by_value<'s>(
    scope: &mut v8::PinScope<'s, '_>,
    object: v8::Local<'s, v8::Object>,
    depth: usize,
    left: &mut usize,
) -> Result<Value, String> {
    let args = v8::GetPropertyNamesArgs {
        mode: v8::KeyCollectionMode::OwnOnly,
        property_filter: v8::PropertyFilter::ONLY_ENUMERABLE | v8::PropertyFilter::SKIP_SYMBOLS,
        index_filter: v8::IndexFilter::IncludeIndices,
        key_conversion: v8::KeyConversionMode::ConvertToString,
    };
    let names = {
        v8::tc_scope!(let tc, scope);
        object.get_property_names(tc, args).ok_or_else(|| INTERNAL.to_owned())?
    };
    let mut map = Map::new();
    for index in 0..names.length() {
        v8::scope!(let scope, scope);
        v8::tc_scope!(let tc, scope);
        let Some(key) = names.get_index(tc, index) else { continue };
        let item = object.get(tc, key).ok_or_else(|| INTERNAL.to_owned())?;
        if let Some(item) = convert(tc, item, depth - 1, left)? {
            map.insert(key.to_rust_string_lossy(tc), item);
        }
    }
    Ok(Value::Object(map))
}

/// A JSON value as a JavaScript value.
pub(crate) fn from_json<'s>(scope: &mut v8::PinScope<'s, '_>, value: &Value) -> Option<v8::Local<'s, v8::Value>> {
    let text = serde_json::to_string(value).ok()?;
    let text = v8::String::new(scope, &text)?;
    v8::json::parse(scope, text)
}
