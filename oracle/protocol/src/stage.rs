//! The game of a trial: brought to where every trial begins, looked at, and played by the names of actions.

use crate::error::{ProtocolError, Result};
use crate::manifest::Manifest;
use oracade_contracts::canonical;
use oracade_gym::{Env, Item, Picture, Spec};
use serde_json::{Value, json};
use std::sync::Arc;

/// A game that is played.
pub struct Stage {
    env: Env,
    actions: Vec<String>,
}

/// What is seen of a game.
#[derive(Clone, Debug)]
pub struct Look {
    /// The frame as PNG.
    pub png: Vec<u8>,
    /// Its digest.
    pub frame_sha256: String,
    /// The screen in words, of games that have words.
    pub text: Option<String>,
}

fn png_of(picture: &Picture) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut rgb = vec![0; picture.width as usize * picture.height as usize * 3];
    picture.write(3, &mut rgb);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&rgb)?;
        writer.finish()
    });
    written.map_err(|error| ProtocolError::State(format!("a frame cannot be written: {error}")))?;
    Ok(bytes)
}

/// The digest of an environment's description, as far as it bears on play.
pub fn config_sha256(spec: &Spec) -> String {
    let config = &spec.config;
    let actions: Vec<String> = spec.action_names().into_iter().map(str::to_owned).collect();
    canonical::digest(&json!({
        "title": config.title,
        "options": config.options,
        "frames": config.frames,
        "press": config.press,
        "sticky": config.sticky,
        "until": config.until.as_ref().map(|(rule, most)| (rule.formula.text(), *most)),
        "keep_storage": config.keep_storage,
        "actions": actions,
        "deeds": format!("{:?}", config.actions),
    }))
}

impl Stage {
    /// Makes a game of its own and brings it to where every trial begins: seed, options, and what is done before.
    ///
    /// # Errors
    /// The environment cannot be used, or has no such action.
    pub fn restore(spec: &Arc<Spec>, manifest: &Manifest) -> Result<Stage> {
        let mut env = Env::new(spec.clone())?;
        env.restart(Some(manifest.game.seed), Some(&manifest.game.options))?;
        let mut stage = Stage {
            env,
            actions: spec.action_names().into_iter().map(str::to_owned).collect(),
        };
        for action in &manifest.game.prelude {
            stage.act(action)?;
        }
        Ok(stage)
    }

    /// The digest of all that can be known of the state: the hidden snapshot, the clock, the frame and the words.
    ///
    /// # Errors
    /// The game ended.
    pub fn state_sha256(&mut self) -> Result<String> {
        let look = self.look()?;
        Ok(canonical::digest(&json!({
            "snapshot": self.env.snapshot(),
            "clock_us": self.env.clock_us(),
            "frame": look.frame_sha256,
            "text": look.text,
        })))
    }

    /// Looks at it, which changes nothing.
    ///
    /// # Errors
    /// The game ended.
    pub fn look(&mut self) -> Result<Look> {
        let png = png_of(&self.env.render()?)?;
        Ok(Look {
            frame_sha256: canonical::sha256(&png),
            png,
            text: self.env.text().ok(),
        })
    }

    /// The screen's digest: of its words where it has some, otherwise of its frame.
    ///
    /// # Errors
    /// The game ended.
    pub fn view(&mut self) -> Result<String> {
        match self.env.text() {
            Ok(text) => Ok(canonical::sha256(text.as_bytes())),
            Err(_) => Ok(self.look()?.frame_sha256),
        }
    }

    /// The hidden snapshot.
    pub fn hidden(&self) -> &Value {
        self.env.snapshot()
    }

    /// Virtual time, in µs.
    pub fn clock_us(&self) -> u64 {
        self.env.clock_us()
    }

    /// Whether it takes no more actions.
    pub fn has_ended(&self) -> bool {
        self.env.has_ended()
    }

    /// Width and height of a frame.
    ///
    /// # Errors
    /// The game ended.
    pub fn frame_size(&mut self) -> Result<(u32, u32)> {
        let picture = self.env.render()?;
        Ok((picture.width, picture.height))
    }

    /// Does an action; the size of its letters does not matter.
    ///
    /// # Errors
    /// There is none of the name, or the game ended.
    pub fn act(&mut self, name: &str) -> Result<()> {
        let found = self.actions.iter().position(|action| action.eq_ignore_ascii_case(name));
        let number = found.ok_or_else(|| {
            let known = self.actions.join(", ");
            ProtocolError::State(format!("the environment has no action {name:?}; it has {known}"))
        })?;
        self.env.advance(&Item::Discrete(number as i64))?;
        Ok(())
    }
}
