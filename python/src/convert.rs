//! Between the environments' values and Python's.

use crate::{ActionError, ConfigError, GameError, StateError};
use oracade_gym::{EnvError, Item, NAMES, Settings, Space, Spec, folder, named};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::{Map, Value};
use std::path::Path;
use std::sync::Arc;

/// An error as an exception of the right kind.
pub(crate) fn raised(error: EnvError) -> PyErr {
    let told = error.to_string();
    match error {
        EnvError::Action { .. } => ActionError::new_err(told),
        EnvError::State(_) | EnvError::Restore(_) => StateError::new_err(told),
        EnvError::Game(_) => GameError::new_err(told),
        EnvError::Config(_) | EnvError::Unknown { .. } | EnvError::Formula { .. } => ConfigError::new_err(told),
    }
}

/// A JSON object of a text.
pub(crate) fn object(text: Option<&str>) -> PyResult<Option<Map<String, Value>>> {
    let Some(text) = text else { return Ok(None) };
    let parsed = serde_json::from_str(text);
    parsed
        .map(Some)
        .map_err(|error| ConfigError::new_err(format!("options are no JSON object: {error}")))
}

/// An environment by its name or the path of its description, with settings as a JSON object.
pub(crate) fn spec(name: &str, settings: &str) -> PyResult<Arc<Spec>> {
    let given = object(Some(settings))?.unwrap_or_default();
    let settings = Settings::from_json(&given).map_err(raised)?;
    let plain = name.strip_prefix("oracade/").unwrap_or(name);
    let found = if NAMES.contains(&plain) || !Path::new(name).exists() {
        named(name, &settings)
    } else {
        folder(Path::new(name), &settings, None)
    };
    found.map(Arc::new).map_err(raised)
}

/// An action of a space from what Python gives.
pub(crate) fn action(space: &Space, given: &Bound<'_, PyAny>) -> PyResult<Item> {
    let no_action = |error: PyErr| {
        let told = ActionError::new_err(format!("{given} is no action of {space}"));
        told.set_cause(given.py(), Some(error));
        told
    };
    Ok(match space {
        Space::Discrete { .. } => Item::Discrete(given.extract().map_err(no_action)?),
        Space::MultiBinary(_) => {
            let bits: Vec<i64> = given.extract().map_err(no_action)?;
            Item::Bits(bits.into_iter().map(|bit| bit != 0).collect())
        }
        _ => Item::Multi(given.extract().map_err(no_action)?),
    })
}

/// An observation: bytes of pixels or of floats, a text, or a dictionary of these.
pub(crate) fn observation<'py>(py: Python<'py>, item: &Item) -> PyResult<Bound<'py, PyAny>> {
    match item {
        Item::Bytes(bytes) => PyBytes::new(py, bytes).into_bound_py_any(py),
        Item::Floats(floats) => {
            let bytes: Vec<u8> = floats.iter().flat_map(|float| float.to_ne_bytes()).collect();
            PyBytes::new(py, &bytes).into_bound_py_any(py)
        }
        Item::Text(text) => text.into_bound_py_any(py),
        Item::Dict(items) => {
            let dict = PyDict::new(py);
            for (name, item) in items {
                dict.set_item(name, observation(py, item)?)?;
            }
            dict.into_bound_py_any(py)
        }
        Item::Discrete(number) => number.into_bound_py_any(py),
        Item::Multi(numbers) => numbers.into_bound_py_any(py),
        Item::Bits(bits) => bits.into_bound_py_any(py),
    }
}
