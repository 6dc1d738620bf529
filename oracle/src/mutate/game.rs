//! The game that is changed: its files, and what judges it.

use super::explore::Probed;
use super::{MutateError, Options, ids};
use crate::batch::EngineSyntax;
use crate::behaviour::{Pictures, SuiteOptions, Tapes};
use crate::static_checks::{self, Beside, Refusal, Report};
use oracade_contracts::source::SourceFile;
use oracade_mutants::{Mutant, Parts};
use oracade_runtime::{Bundle, resources::DOCUMENT_URL};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// The game and its judges, read once.
pub(super) struct Game {
    pub(super) bundle: Arc<Bundle>,
    pub(super) suite: String,
    pub(super) suite_name: String,
    /// Static checks, and those that the game passes.
    statics: Option<(PathBuf, Vec<String>)>,
}

impl Game {
    pub(super) fn read(options: &Options) -> Result<Game, MutateError> {
        let judges: Vec<&std::path::Path> = options.checks.iter().chain([&options.suite]).map(PathBuf::as_path).collect();
        let bundle = options.source.load(&judges).map_err(|outcome| MutateError::Game {
            name: outcome.name,
            message: outcome.message,
        })?;
        if bundle.get("index.html").is_none() {
            return Err(MutateError::Wasm);
        }
        let suite = fs::read(&options.suite).map_err(|error| MutateError::Checks {
            name: "suite-unreadable".to_owned(),
            message: format!("cannot read {}: {error}", options.suite.display()),
        })?;
        let mut game = Game {
            bundle,
            suite: String::from_utf8_lossy(&suite).into_owned(),
            suite_name: options
                .suite
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            statics: None,
        };
        if let Some(checks) = &options.checks {
            let report = game.static_report(&game.bundle, checks)?;
            game.statics = Some((checks.clone(), ids(&report, |status| status == "PASS")));
        }
        Ok(game)
    }

    /// Documents and scripts that are text, without libraries that were packed for delivery.
    pub(super) fn sources(&self) -> Vec<SourceFile> {
        let is_source = |path: &&str| {
            let path = path.to_ascii_lowercase();
            [".html", ".htm", ".js", ".mjs"].iter().any(|end| path.ends_with(end)) && !path.ends_with(".min.js")
        };
        let files = self.bundle.paths().filter(is_source).filter_map(|path| {
            let bytes = &self.bundle.get(path)?.bytes;
            Some(SourceFile {
                path: path.to_owned(),
                text: std::str::from_utf8(bytes).ok()?.to_owned(),
            })
        });
        files.collect()
    }

    /// The text of one file.
    pub(super) fn text(&self, path: &str) -> &str {
        let file = self.bundle.get(path);
        file.and_then(|file| std::str::from_utf8(&file.bytes).ok())
            .unwrap_or_default()
    }

    /// The game with one edit in it.
    pub(super) fn mutated(&self, mutant: &Mutant) -> Arc<Bundle> {
        let files = self.bundle.paths().filter_map(|path| {
            let bytes = if path == mutant.file {
                mutant.apply(self.text(path))?.into_bytes()
            } else {
                self.bundle.get(path)?.bytes.to_vec()
            };
            Some((path.to_owned(), bytes))
        });
        Arc::new(Bundle::from_bytes(files.collect::<Vec<_>>()))
    }

    /// The game with probes that tell which parts of it are entered.
    pub(super) fn probed(&self, parts: &Parts) -> Probed {
        let files = self.bundle.paths().filter_map(|path| {
            let bytes = match parts.probed(path) {
                Some(text) => text.as_bytes().to_vec(),
                None => self.bundle.get(path)?.bytes.to_vec(),
            };
            Some((path.to_owned(), bytes))
        });
        Probed {
            bundle: Arc::new(Bundle::from_bytes(files.collect::<Vec<_>>())),
            listener: Parts::listener(),
        }
    }

    /// How the suite is run on a bundle.
    pub(super) fn suite_options(&self, bundle: Arc<Bundle>, options: &Options, only: Option<Vec<String>>) -> SuiteOptions {
        SuiteOptions {
            bundle,
            library: options.library.clone(),
            profile: options.profile.clone(),
            url: DOCUMENT_URL.to_owned(),
            suite_source: self.suite.clone(),
            suite_name: self.suite_name.clone(),
            only,
            pictures: Pictures::Never,
            tapes: Tapes::Never,
            until_failure: false,
        }
    }

    /// How many static checks the game passes.
    pub(super) fn static_checks(&self) -> &[String] {
        self.statics.as_ref().map(|(_, ids)| ids.as_slice()).unwrap_or_default()
    }

    /// The static checks that fail on a bundle and do not on the game itself.
    pub(super) fn static_failures(&self, bundle: &Bundle) -> Vec<String> {
        let Some((checks, passing)) = &self.statics else {
            return Vec::new();
        };
        let report = self.static_report(bundle, checks).unwrap_or(Value::Null);
        let failed = ids(&report, |status| status != "PASS");
        passing.iter().filter(|id| failed.contains(id)).cloned().collect()
    }

    fn static_report(&self, bundle: &Bundle, checks: &std::path::Path) -> Result<Value, MutateError> {
        let document = bundle.get("index.html").map(|file| file.bytes.as_ref()).unwrap_or_default();
        let report = static_checks::run_bytes("index.html", document, Beside::Nothing, checks, &EngineSyntax);
        if let Report::Refused(refused) = &report
            && refused.error == Refusal::InvalidChecksConfig
        {
            return Err(MutateError::Checks {
                name: "invalid-checks-config".to_owned(),
                message: refused.message.clone(),
            });
        }
        serde_json::to_value(&report).map_err(|error| MutateError::Checks {
            name: "static-checks".to_owned(),
            message: error.to_string(),
        })
    }
}
