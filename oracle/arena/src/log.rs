//! Logs of episodes in the form that LMGame-Bench's have: a line for each step, pictures if wanted, a summary, and what was set.

use crate::picture;
use oracade_gym::rollout::Line;
use oracade_gym::{EnvError, Result};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The summary's file.
pub const SUMMARY: &str = "gym_run_summary.json";
/// The file of what was set.
pub const SETTINGS: &str = "agent_config.json";

/// The log of one episode.
pub struct Log {
    folder: PathBuf,
    number: u32,
    pictures: bool,
    file: BufWriter<File>,
}

fn failed(path: &Path, error: &io::Error) -> EnvError {
    EnvError::State(format!("{} cannot be written: {error}", path.display()))
}

impl Log {
    /// Begins the log of an episode in a folder, which is made.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(folder: &Path, number: u32, pictures: bool) -> Result<Log> {
        fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        let path = folder.join(format!("episode_{number:03}_log.jsonl"));
        let file = File::create(&path).map_err(|error| failed(&path, &error))?;
        Ok(Log {
            folder: folder.to_owned(),
            number,
            pictures,
            file: BufWriter::new(file),
        })
    }

    fn picture(&self, line: &mut Line<'_>) -> Result<Option<String>> {
        if !self.pictures {
            return Ok(None);
        }
        let name = format!("observations/env_obs_e{:03}_s{:04}.png", self.number, line.step);
        let path = self.folder.join(&name);
        let bytes = picture::png(&line.env.render()?);
        let written = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| failed(&path, &error))?;
        Ok(Some(name))
    }

    /// Writes a step: what it came to, what is seen after it, and what the player was given for it.
    ///
    /// # Errors
    /// The file cannot be written, or the environment has no info.
    pub fn line(&mut self, line: &mut Line<'_>) -> Result<()> {
        // Defects of originals that are reproduced: some steps are not logged.
        if line.env.snapshot().get("logged") == Some(&Value::Bool(false)) {
            return Ok(());
        }
        let given = line.given.clone().unwrap_or_default();
        let text = line.env.text().unwrap_or_else(|_| line.env.snapshot().to_string());
        let rules = line.env.spec().config.rules.clone();
        let observation = json!({
            "img_path": self.picture(line)?,
            "game_trajectory": given["game_trajectory"],
            "reflection": given["reflection"],
            "processed_visual_description": given["processed_visual_description"],
            "textual_representation": text,
            "background": (!rules.is_empty()).then_some(rules),
        });
        let told = json!({
            "episode_id": self.number,
            "step": line.step,
            "agent_action": line.action,
            "thought": line.thought,
            "reward": line.reward,
            "perf_score": line.reward,
            "info": line.env.info()?,
            "agent_observation": observation.to_string(),
            "terminated": line.terminated,
            "truncated": line.truncated,
            // Wall time is nobody's business here: logs are the same bytes on every run.
            "time_taken_s": 0,
        });
        writeln!(self.file, "{told}").map_err(|error| failed(&self.folder, &error))
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(mut self) -> Result<()> {
        self.file.flush().map_err(|error| failed(&self.folder, &error))
    }
}

/// Writes the summary of a folder's episodes, and what was set.
///
/// # Errors
/// The files cannot be written.
pub fn finish_run(folder: &Path, settings: &Value, summary: &Value) -> Result<()> {
    for (name, value) in [(SUMMARY, summary), (SETTINGS, settings)] {
        let path = folder.join(name);
        fs::write(&path, format!("{value:#}\n")).map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}
