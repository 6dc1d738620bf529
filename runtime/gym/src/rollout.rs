//! Episodes of a player, and their numbers, in the form that LMGame-Bench's logs have.

use crate::agents::Agent;
use crate::env::Env;
use crate::error::Result;
use crate::rng::Chance;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// One episode.
#[derive(Clone, Debug, PartialEq)]
pub struct Episode {
    /// Its number among those of the run, from 1.
    pub number: u32,
    /// Its seed.
    pub seed: u64,
    /// What it came to: by the description's score, or the sum of rewards.
    pub score: f64,
    /// Steps.
    pub steps: u32,
    /// The sum of rewards.
    pub reward: f64,
    /// The game was over.
    pub terminated: bool,
    /// Nothing had changed for so long that the player counted as stuck.
    pub stuck: bool,
}

/// What is told of a step.
pub struct Line<'a> {
    /// The environment after it.
    pub env: &'a mut Env,
    /// Step of the episode, from 1.
    pub step: u32,
    /// The action.
    pub action: String,
    /// What led to it, of players who say so.
    pub thought: Option<&'a str>,
    /// What the player was given for it, of players who say so.
    pub given: Option<Value>,
    /// The step's reward.
    pub reward: f64,
    /// The game is over.
    pub terminated: bool,
    /// The episode was cut off.
    pub truncated: bool,
}

/// What a player sees of a state, to tell whether anything has changed: the text, or of one who sees pictures only a digest of the
/// picture.
fn seen(env: &mut Env, by_picture: bool) -> Option<Vec<u8>> {
    if by_picture && let Ok(picture) = env.render() {
        return Some(Sha256::digest(&picture.rgba).to_vec());
    }
    env.text().ok().map(String::into_bytes)
}

/// Plays an episode. Actions after which a player sees what it saw before are counted; too many of them in a row end it, as the
/// description says.
///
/// # Errors
/// As [`Env::advance`], or the player cannot play this.
pub fn episode(
    env: &mut Env,
    agent: &mut dyn Agent,
    number: u32,
    seed: u64,
    each: &mut dyn FnMut(&mut Line<'_>) -> Result<()>,
) -> Result<Episode> {
    env.restart(Some(seed), None)?;
    agent.begin(seed);
    let most = env.spec().config.stuck;
    let by_picture = agent.sees_pictures_only();
    let (mut reward, mut same) = (0.0, 0);
    let mut before = most.and_then(|_| seen(env, by_picture));
    loop {
        let action = agent.act(env)?;
        let outcome = env.apply(&action)?;
        reward += outcome.reward;
        let mut terminated = outcome.terminated;
        let mut stuck = false;
        if let Some(most) = most.filter(|_| !terminated) {
            let now = seen(env, by_picture);
            same = if now == before { same + 1 } else { 0 };
            before = now;
            stuck = same >= most;
            terminated = stuck;
        }
        each(&mut Line {
            step: env.steps(),
            env,
            action: action.to_string(),
            thought: agent.thought(),
            given: agent.given(),
            reward: outcome.reward,
            terminated,
            truncated: outcome.truncated,
        })?;
        if terminated || outcome.truncated {
            return Ok(Episode {
                number,
                seed,
                score: env.score()?.unwrap_or(reward),
                steps: env.steps(),
                reward,
                terminated: outcome.terminated,
                stuck,
            });
        }
    }
}

/// Mean, standard deviation of the population, least and greatest of some numbers; all null without any.
pub fn summary(values: &[f64]) -> Value {
    let Some(count) = (!values.is_empty()).then_some(values.len() as f64) else {
        return json!({ "mean": null, "std": null, "min": null, "max": null, "values": [] });
    };
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
    json!({
        "mean": mean,
        "std": variance.sqrt(),
        "min": values.iter().copied().fold(f64::INFINITY, f64::min),
        "max": values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        "values": values,
    })
}

/// The summary of a run, under the keys of `gym_run_summary.json`.
pub fn run_summary(settings: Value, episodes: &[Episode]) -> Value {
    let each = |pick: fn(&Episode) -> f64| summary(&episodes.iter().map(pick).collect::<Vec<_>>());
    let runs: Vec<Value> = episodes
        .iter()
        .map(|episode| {
            json!({
                "run_id": episode.number,
                "seed": episode.seed,
                "score": episode.score,
                "steps": episode.steps,
                "total_reward_for_episode": episode.reward,
                "total_perf_score_for_episode": episode.reward,
                "terminated": episode.terminated,
                "stuck": episode.stuck,
            })
        })
        .collect();
    json!({
        "settings": settings,
        "individual_run_results": runs,
        "overall_stat_summary": {
            "final_env_scores": each(|episode| episode.score),
            "steps_taken": each(|episode| f64::from(episode.steps)),
            "total_rewards": each(|episode| episode.reward),
            "total_performance_scores": each(|episode| episode.reward),
        },
    })
}

/// A 95 % interval of a mean by resampling, with chance of a seed; `None` without values.
pub fn interval(values: &[f64], seed: u64) -> Option<(f64, f64)> {
    const RESAMPLES: usize = 2000;
    if values.is_empty() {
        return None;
    }
    let mut chance = Chance::new(seed, 11);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let picked = (0..values.len()).map(|_| values[chance.below(values.len() as u64) as usize]);
            picked.sum::<f64>() / values.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Some((means[RESAMPLES * 25 / 1000], means[RESAMPLES * 975 / 1000 - 1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_of_the_population() {
        let told = summary(&[2.0, 4.0]);
        assert_eq!(
            (&told["mean"], &told["std"], &told["min"], &told["max"]),
            (&json!(3.0), &json!(1.0), &json!(2.0), &json!(4.0))
        );
        assert_eq!(summary(&[])["mean"], Value::Null);
        let (low, high) = interval(&[1.0, 2.0, 3.0, 4.0, 5.0], 0).unwrap();
        assert!((1.0..2.6).contains(&low) && (3.5..=5.0).contains(&high), "{low} {high}");
    }
}
