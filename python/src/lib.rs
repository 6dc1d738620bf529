//! The module `oracade._native`: environments for Python. What it gives are plain values and bytes; arrays and spaces are made of them in
//! Python, where Gymnasium is.

mod convert;
mod single;
mod vector;

use pyo3::prelude::*;

pyo3::create_exception!(
    _native,
    OracadeError,
    pyo3::exceptions::PyException,
    "What an environment refuses, with its cause."
);
pyo3::create_exception!(
    _native,
    ActionError,
    OracadeError,
    "An action that is not of the action space."
);
pyo3::create_exception!(
    _native,
    StateError,
    OracadeError,
    "Something was asked for at the wrong time."
);
pyo3::create_exception!(
    _native,
    ConfigError,
    OracadeError,
    "An environment or a setting that there is not, or a description that cannot be used."
);
pyo3::create_exception!(
    _native,
    GameError,
    OracadeError,
    "The game ended for good: it trapped, or ran too long."
);

/// Names of the environments, without the namespace.
#[pyfunction]
fn names() -> Vec<&'static str> {
    oracade_gym::NAMES.to_vec()
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("OracadeError", module.py().get_type::<OracadeError>())?;
    module.add("ActionError", module.py().get_type::<ActionError>())?;
    module.add("StateError", module.py().get_type::<StateError>())?;
    module.add("ConfigError", module.py().get_type::<ConfigError>())?;
    module.add("GameError", module.py().get_type::<GameError>())?;
    module.add_function(wrap_pyfunction!(names, module)?)?;
    module.add_class::<single::NativeEnv>()?;
    module.add_class::<single::NativeState>()?;
    module.add_class::<vector::NativeVecEnv>()?;
    Ok(())
}
