//! `game.json`: what a bundle says about its module.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Longest side of a canvas, in px.
const SIDE_MAX: u32 = 4_096;

/// What a bundle says about its module.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Manifest {
    /// The game's name.
    pub title: String,
    /// Width of the canvas in px.
    pub width: u32,
    /// Height of the canvas in px.
    pub height: u32,
    /// Arguments of a program, its name first.
    pub args: Vec<String>,
    /// Environment of a program.
    pub env: BTreeMap<String, String>,
    /// A file of the bundle that a program finds on its standard input.
    pub stdin: Option<String>,
}

impl Default for Manifest {
    fn default() -> Self {
        Manifest {
            title: String::new(),
            width: 640,
            height: 400,
            args: vec!["game".to_owned()],
            env: BTreeMap::new(),
            stdin: None,
        }
    }
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// It is no JSON, has a key that is not known, or a canvas that is none.
    pub fn parse(text: &[u8]) -> Result<Manifest, String> {
        let wrong = |error: serde_json::Error| format!("game.json: {error}");
        // An object, and not the list of its values that a parser may take too.
        let fields: Map<String, Value> = serde_json::from_slice(text).map_err(wrong)?;
        let manifest: Manifest = serde_json::from_value(Value::Object(fields)).map_err(wrong)?;
        let side = 1..=SIDE_MAX;
        if !side.contains(&manifest.width) || !side.contains(&manifest.height) {
            return Err(format!("game.json: width and height are 1 to {SIDE_MAX}"));
        }
        Ok(manifest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_says_what_it_is() {
        let manifest = Manifest::parse(br#"{"title": "Reed", "width": 320, "height": 240}"#).unwrap();
        assert_eq!((manifest.width, manifest.height, manifest.args.len()), (320, 240, 1));
        for wrong in [
            "{\"width\": 0}",
            "{\"colour\": 1}",
            "[]",
            "{\"height\": 4097}",
            "{\"width\": \"1\"}",
        ] {
            assert!(
                Manifest::parse(wrong.as_bytes()).unwrap_err().starts_with("game.json: "),
                "{wrong}"
            );
        }
    }
}
