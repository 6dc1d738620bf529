//! One environment. It stays on the Python thread that made it.

use crate::convert::{action, object, observation, raised, spec};
use oracade_gym::serve::described;
use oracade_gym::{Env, Item, Saved, Space};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Map, Value};

/// Where an environment was.
#[pyclass(unsendable, module = "oracade._native")]
pub(crate) struct NativeState(Saved);

/// An environment.
#[pyclass(unsendable, module = "oracade._native")]
pub(crate) struct NativeEnv {
    env: Env,
    space: Space,
}

type Seen<'py> = (Bound<'py, PyAny>, String);
type Stepped<'py> = (Bound<'py, PyAny>, f64, bool, bool, String);

fn text_of(info: Map<String, Value>) -> String {
    Value::Object(info).to_string()
}

#[pymethods]
impl NativeEnv {
    #[new]
    fn new(name: &str, settings: &str) -> PyResult<NativeEnv> {
        let spec = spec(name, settings)?;
        let space = spec.action_space();
        let env = Env::new(spec).map_err(raised)?;
        Ok(NativeEnv { env, space })
    }

    /// What it is, as JSON.
    fn described(&self) -> String {
        described(self.env.spec()).to_string()
    }

    #[pyo3(signature = (seed=None, options=None))]
    fn reset<'py>(&mut self, py: Python<'py>, seed: Option<u64>, options: Option<&str>) -> PyResult<Seen<'py>> {
        let options = object(options)?;
        let (seen, info) = self.env.reset(seed, options.as_ref()).map_err(raised)?;
        Ok((observation(py, &seen)?, text_of(info)))
    }

    fn step<'py>(&mut self, py: Python<'py>, given: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let step = self.env.step(&action(&self.space, given)?).map_err(raised)?;
        let seen = observation(py, &step.observation)?;
        let outcome = step.outcome;
        Ok((
            seen,
            outcome.reward,
            outcome.terminated,
            outcome.truncated,
            text_of(step.info),
        ))
    }

    /// The rewards of the last step of all players.
    fn rewards(&self) -> PyResult<Vec<f64>> {
        self.env.rewards().map_err(raised)
    }

    /// What a player sees, as floats.
    fn player<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyAny>> {
        let seen = self.env.player_vector(player).map_err(raised)?;
        observation(py, &Item::Floats(seen))
    }

    /// Width, height, and rows of red, green, blue.
    fn render<'py>(&mut self, py: Python<'py>) -> PyResult<(u32, u32, Bound<'py, PyBytes>)> {
        let picture = self.env.render().map_err(raised)?;
        let mut bytes = vec![0; picture.width as usize * picture.height as usize * 3];
        picture.write(3, &mut bytes);
        Ok((picture.width, picture.height, PyBytes::new(py, &bytes)))
    }

    fn text(&mut self) -> PyResult<String> {
        self.env.text().map_err(raised)
    }

    /// The game's own view of its state, as JSON.
    fn snapshot(&self) -> String {
        self.env.snapshot().to_string()
    }

    fn score(&self) -> PyResult<Option<f64>> {
        self.env.score().map_err(raised)
    }

    fn save(&mut self) -> PyResult<NativeState> {
        self.env.save().map(NativeState).map_err(raised)
    }

    fn restore<'py>(&mut self, py: Python<'py>, state: &NativeState) -> PyResult<Seen<'py>> {
        self.env.restore(&state.0).map_err(raised)?;
        let seen = self.env.observe().map_err(raised)?;
        Ok((observation(py, &seen)?, text_of(self.env.info().map_err(raised)?)))
    }
}
