//! Many environments. They live on threads of their own, so that this may be used from any; the interpreter is free while they step.

use crate::StateError;
use crate::convert::{object, observation, raised, spec};
use oracade_gym::serve::described;
use oracade_gym::{Autoreset, Batch, EnvError, Item, VecEnv};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::Value;

/// Environments that step together.
#[pyclass(module = "oracade._native")]
pub(crate) struct NativeVecEnv {
    env: VecEnv,
}

/// Gives work the interpreter's freedom.
fn freely<R: Send>(py: Python<'_>, work: impl FnOnce() -> Result<R, EnvError> + Send) -> PyResult<R> {
    py.detach(work).map_err(raised)
}

#[pymethods]
impl NativeVecEnv {
    #[new]
    fn new(
        py: Python<'_>,
        name: &str,
        settings: &str,
        lanes: usize,
        threads: usize,
        mode: &str,
        infos: bool,
    ) -> PyResult<NativeVecEnv> {
        let mode = match mode {
            "NextStep" => Autoreset::NextStep,
            "SameStep" => Autoreset::SameStep,
            "Disabled" => Autoreset::Disabled,
            other => return Err(StateError::new_err(format!("there is no autoreset mode {other}"))),
        };
        let spec = spec(name, settings)?;
        let mut env = freely(py, || VecEnv::new(spec, lanes, threads, mode))?;
        env.set_with_info(infos);
        Ok(NativeVecEnv { env })
    }

    /// What it is, as JSON.
    fn described(&self) -> String {
        described(self.env.spec()).to_string()
    }

    #[pyo3(signature = (seeds, options=None, mask=None))]
    fn reset(&mut self, py: Python<'_>, seeds: Vec<Option<u64>>, options: Option<&str>, mask: Option<Vec<bool>>) -> PyResult<()> {
        let options = object(options)?;
        let env = &mut self.env;
        freely(py, || env.reset_with(&seeds, options.as_ref(), mask.as_deref()).map(|_| ()))
    }

    fn step(&mut self, py: Python<'_>, actions: Vec<i64>) -> PyResult<()> {
        let env = &mut self.env;
        let actions: Vec<Item> = actions.into_iter().map(Item::Discrete).collect();
        freely(py, || env.step(&actions).map(|_| ()))
    }

    /// As `step`, of spaces with several numbers a lane.
    fn step_many(&mut self, py: Python<'_>, actions: Vec<Vec<i64>>, bits: bool) -> PyResult<()> {
        let item = |numbers: Vec<i64>| {
            if bits {
                Item::Bits(numbers.into_iter().map(|bit| bit != 0).collect())
            } else {
                Item::Multi(numbers)
            }
        };
        let env = &mut self.env;
        let actions: Vec<Item> = actions.into_iter().map(item).collect();
        freely(py, || env.step(&actions).map(|_| ()))
    }

    /// Writes pixels of all lanes into an array of bytes: one copy.
    fn write_bytes(&self, py: Python<'_>, to: PyBuffer<u8>) -> PyResult<()> {
        match self.env.observations() {
            Batch::Bytes(bytes) => to.copy_from_slice(py, bytes),
            _ => Err(StateError::new_err("the observations are no bytes")),
        }
    }

    /// Writes vectors of all lanes into an array of floats: one copy.
    fn write_floats(&self, py: Python<'_>, to: PyBuffer<f32>) -> PyResult<()> {
        match self.env.observations() {
            Batch::Floats(floats) => to.copy_from_slice(py, floats),
            _ => Err(StateError::new_err("the observations are no floats")),
        }
    }

    /// Observations of other kinds, a lane each.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self.env.observations() {
            Batch::Items(items) => {
                let items: Vec<_> = items.iter().map(|item| observation(py, item)).collect::<PyResult<_>>()?;
                PyList::new(py, items)
            }
            _ => Err(StateError::new_err("the observations are numbers")),
        }
    }

    /// Writes rewards and flags.
    fn write_outcomes(
        &self,
        py: Python<'_>,
        rewards: PyBuffer<f64>,
        terminated: PyBuffer<u8>,
        truncated: PyBuffer<u8>,
    ) -> PyResult<()> {
        let outcomes = self.env.outcomes();
        rewards.copy_from_slice(py, &outcomes.iter().map(|outcome| outcome.reward).collect::<Vec<_>>())?;
        terminated.copy_from_slice(
            py,
            &outcomes
                .iter()
                .map(|outcome| u8::from(outcome.terminated))
                .collect::<Vec<_>>(),
        )?;
        truncated.copy_from_slice(
            py,
            &outcomes.iter().map(|outcome| u8::from(outcome.truncated)).collect::<Vec<_>>(),
        )
    }

    /// Infos of all lanes, as a JSON list.
    fn infos(&self) -> String {
        let infos = self.env.infos().iter().map(|lane| Value::Object(lane.info.clone()));
        Value::Array(infos.collect()).to_string()
    }

    /// Of lanes that ended in this step and began anew: lane, last observation, last info as JSON.
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Vec<(usize, Bound<'py, PyAny>, String)>> {
        let lanes = self.env.infos().iter().enumerate();
        let ended = lanes.filter_map(|(lane, told)| told.ended.as_ref().map(|ended| (lane, ended)));
        ended
            .map(|(lane, (seen, info))| Ok((lane, observation(py, seen)?, Value::Object(info.clone()).to_string())))
            .collect()
    }

    /// Keeps where all lanes are.
    fn save(&mut self, py: Python<'_>) -> PyResult<usize> {
        let env = &mut self.env;
        freely(py, || env.save())
    }

    /// Goes where all lanes were.
    fn restore(&mut self, py: Python<'_>, save: usize) -> PyResult<()> {
        let env = &mut self.env;
        freely(py, || env.restore(save).map(|_| ()))
    }

    /// Lets go of what was saved.
    fn release(&mut self, py: Python<'_>, save: usize) -> PyResult<()> {
        let env = &mut self.env;
        freely(py, || env.release(save))
    }
}
