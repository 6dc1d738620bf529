//! Whether an environment keeps the promises that its users build on.

use crate::config::View;
use crate::env::Env;
use crate::rng::Chance;
use crate::spec::{Settings, Spec};
use crate::trail::{Course, digest, lanes_trail, trail};
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

/// Steps of chance; what was seen and told, a digest each.
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
        lines.push(digest(&step.observation, step.outcome, &step.info));
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
    let alone = told(lanes_trail(spec, 1, 1, 7, steps))?;
    let among = told(lanes_trail(spec, 3, 2, 7, steps))?;
    let first: Vec<String> = among.into_iter().step_by(3).collect();
    equal("one lane alone and among three", &alone, &first)
}

/// Compares trails of `steps` steps: the same course again, one with detours, and lanes on one thread and on two. `other` is the trail
/// that another process has left on the straight course, if there is one.
pub fn equality(spec: &Arc<Spec>, steps: u32, other: Option<&[String]>) -> Vec<Finding> {
    let straight = told(trail(spec, 0, steps, Course::Straight));
    let against = |what: &str, found: &[String]| equal(what, straight.as_ref().map_err(Clone::clone)?, found);
    let again = || against("two runs", &told(trail(spec, 0, steps, Course::Straight))?);
    let detours = || {
        against(
            "a straight run and one with detours",
            &told(trail(spec, 0, steps, Course::Detours))?,
        )
    };
    let threads = || {
        let run = |threads| told(lanes_trail(spec, 2, threads, 0, steps.div_ceil(2)));
        equal("lanes on one thread and on two", &run(1)?, &run(2)?)
    };
    let mut findings = vec![
        ("again in this process", again()),
        ("with detours and restores at random steps", detours()),
        ("lanes on one thread and on two", threads()),
    ];
    if let Some(other) = other {
        findings.push(("in another process", against("two processes", other)));
    }
    let finding = |(promise, outcome): (&'static str, Outcome)| Finding {
        promise,
        broken: outcome.err(),
    };
    findings.into_iter().map(finding).collect()
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
    let snapshot = (!spec.config.hidden).then_some(View::Json);
    let plain = [View::Pixels, View::Text];
    plain.into_iter().chain(snapshot).chain(vector).collect()
}

/// Settings under which all that an environment has is seen.
pub fn seeing_all(spec: &Spec) -> Settings {
    Settings {
        views: views(spec),
        ..Settings::default()
    }
}
