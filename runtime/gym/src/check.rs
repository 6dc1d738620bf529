//! Whether an environment keeps the promises that its users build on.

use crate::config::View;
use crate::env::Env;
use crate::rng::Chance;
use crate::spec::{Settings, Spec};
use crate::vec_env::{Autoreset, Batch, VecEnv};
use std::sync::Arc;

/// A promise, and how it was broken if it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The promise.
    pub promise: &'static str,
    /// What was found instead.
    pub broken: Option<String>,
}

type Outcome = std::result::Result<(), String>;

fn told<T>(result: crate::error::Result<T>) -> std::result::Result<T, String> {
    result.map_err(|error| error.to_string())
}

/// Steps of chance; what was seen and told, a line each.
fn walk(env: &mut Env, chance: &mut Chance, steps: u32) -> std::result::Result<Vec<String>, String> {
    let (space, seen) = (env.action_space(), env.observation_space());
    let mut lines = Vec::new();
    for _ in 0..steps {
        let step = told(env.step(&space.sample(chance)))?;
        if !seen.contains(&step.observation) {
            return Err(format!("an observation is not of its space {seen}"));
        }
        if !step.outcome.reward.is_finite() {
            return Err("a reward is not finite".to_owned());
        }
        lines.push(format!("{:?} {:?} {:?}", step.outcome, step.info, step.observation));
        if step.outcome.ended() {
            told(env.reset(None, None))?;
        }
    }
    Ok(lines)
}

fn equal(what: &str, a: &[String], b: &[String]) -> Outcome {
    match a.iter().zip(b).position(|(a, b)| a != b) {
        Some(step) => Err(format!("{what} part at step {step}")),
        None if a.len() == b.len() => Ok(()),
        None => Err(format!("{what} have not as many steps")),
    }
}

fn fresh(spec: &Arc<Spec>, seed: u64) -> std::result::Result<Env, String> {
    let mut env = told(Env::new(spec.clone()))?;
    told(env.reset(Some(seed), None))?;
    Ok(env)
}

fn observations(spec: &Arc<Spec>, steps: u32) -> Outcome {
    walk(&mut fresh(spec, 0)?, &mut Chance::new(1, 0), steps).map(|_| ())
}

fn determinism(spec: &Arc<Spec>, steps: u32) -> Outcome {
    let runs = [0, 1].map(|_| walk(&mut fresh(spec, 0)?, &mut Chance::new(2, 0), steps));
    let [a, b] = runs;
    equal("two runs with one seed", &a?, &b?)
}

fn resets(spec: &Arc<Spec>) -> Outcome {
    let seen = |seed| {
        let mut env = fresh(spec, seed)?;
        let first = format!("{:?}", told(env.observe())?);
        told(env.reset(None, None))?;
        Ok::<_, String>([first, format!("{:?}", told(env.observe())?)])
    };
    equal("two pairs of resets", &seen(0)?, &seen(0)?)
}

fn copies(spec: &Arc<Spec>, steps: u32) -> Outcome {
    let mut env = fresh(spec, 4)?;
    let mut chance = Chance::new(3, 0);
    for _ in 0..4 {
        let ahead = 1 + chance.below(u64::from(steps)) as u32;
        walk(&mut env, &mut chance, ahead)?;
        let saved = told(env.save())?;
        let before = told(env.observe())?;
        let first = walk(&mut env, &mut chance.clone(), steps)?;
        told(env.restore(&saved))?;
        if told(env.observe())? != before {
            return Err("a restored environment shows something else before its next step".to_owned());
        }
        equal(
            "a run and its repetition from a copy",
            &first,
            &walk(&mut env, &mut chance.clone(), steps)?,
        )?;
    }
    Ok(())
}

fn lanes(spec: &Arc<Spec>, steps: u32) -> Outcome {
    let run = |count: usize, threads: usize| {
        let mut env = told(VecEnv::new(spec.clone(), count, threads, Autoreset::NextStep))?;
        told(env.reset(Some(7), None, None).map(|_| ()))?;
        let mut chances: Vec<Chance> = (0..count as u64).map(|lane| Chance::new(lane, 1)).collect();
        let space = spec.action_space();
        let mut lines = Vec::new();
        for _ in 0..steps {
            let actions: Vec<_> = chances.iter_mut().map(|chance| space.sample(chance)).collect();
            let batch = told(env.step(&actions))?.clone();
            let size = env.observation_space().elements();
            let first = match &batch {
                Batch::Bytes(bytes) => format!("{:?}", &bytes[..size]),
                Batch::Floats(floats) => format!("{:?}", &floats[..size]),
                Batch::Items(items) => items.first().map(ToString::to_string).unwrap_or_default(),
            };
            lines.push(format!("{:?} {first}", env.outcomes()[0]));
        }
        Ok::<_, String>(lines)
    };
    equal("one lane alone and among three", &run(1, 1)?, &run(3, 2)?)
}

/// Checks an environment by so many steps for each promise.
pub fn check(spec: &Arc<Spec>, steps: u32) -> Vec<Finding> {
    let promises: [(&'static str, Outcome); 5] = [
        ("observations and rewards are of their spaces", observations(spec, steps)),
        ("the same seed and actions give the same steps", determinism(spec, steps)),
        ("a reset with a seed and one without are reproducible as a pair", resets(spec)),
        ("what was saved goes on as if nothing had been", copies(spec, steps.min(60))),
        ("a lane does not depend on others or on threads", lanes(spec, steps.min(60))),
    ];
    let finding = |(promise, outcome): (&'static str, Outcome)| Finding {
        promise,
        broken: outcome.err(),
    };
    promises.into_iter().map(finding).collect()
}

/// The views that an environment has.
pub fn views(spec: &Spec) -> Vec<View> {
    let vector = spec.config.vector.as_ref().map(|_| View::Vector);
    [View::Pixels, View::Text, View::Json].into_iter().chain(vector).collect()
}

/// Settings under which all that an environment has is seen.
pub fn seeing_all(spec: &Spec) -> Settings {
    Settings {
        views: views(spec),
        ..Settings::default()
    }
}
