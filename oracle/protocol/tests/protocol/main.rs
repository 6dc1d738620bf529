//! Experiments from `init` to `report`, with the courier and its planted faults.

mod endpoint;
mod integrity;
mod planted;
mod trials;

use oracade_gym::{Settings, Spec, named};
use oracade_protocol::files::{Folder, MANIFEST};
use oracade_protocol::init::{self, New, WINDLE};
use oracade_protocol::manifest::{Design, Experiment, Manifest, PlayerSpec, Policy};
use oracade_protocol::players::BuiltIn;
use oracade_protocol::run::{self, Ran};
use oracade_protocol::{Result, freeze};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder for a test, empty.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("protocol").join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

pub(crate) fn spec() -> Arc<Spec> {
    let settings = Settings {
        max_steps: Some(0),
        ..Settings::default()
    };
    Arc::new(named(WINDLE, &settings).expect("the game"))
}

pub(crate) fn begun(name: &str, trials: u32) -> Folder {
    let folder = Folder(scratch(name));
    let new = New {
        experiment_id: "test".to_owned(),
        created_utc: "2026-01-01T00:00:00Z".to_owned(),
        design: Design::B,
        per_condition: trials,
        total_cost_usd: Some(5.0),
        command: None,
        screen_text: true,
    };
    init::init(&folder, &spec(), WINDLE, &new).expect("it is written");
    folder
}

/// Changes the manifest and the conditions of an experiment.
pub(crate) fn change(folder: &Folder, work: impl FnOnce(&mut Manifest, &mut Vec<oracade_protocol::manifest::Condition>)) {
    let mut experiment = Experiment::load(folder.clone()).expect("an experiment");
    work(&mut experiment.manifest, &mut experiment.conditions);
    let text = serde_json::to_string_pretty(&experiment.manifest).expect("JSON");
    folder.write(MANIFEST, text.as_bytes()).expect("written");
    for condition in &experiment.conditions {
        let text = serde_json::to_string_pretty(condition).expect("JSON");
        folder
            .write(&format!("conditions/{}.yaml", condition.id), text.as_bytes())
            .expect("written");
    }
    init::write_schema(folder, &experiment.manifest).expect("written");
}

/// Both conditions with the store, the second with a fault.
pub(crate) fn plant(folder: &Folder, fault: &str) {
    change(folder, |manifest, conditions| {
        for (compared, condition) in manifest.conditions.iter_mut().zip(conditions.iter_mut()) {
            (compared.memory_policy, condition.memory_policy) = (Policy::Structured, Policy::Structured);
        }
        conditions[1].player = PlayerSpec::Courier {
            fault: Some(fault.to_owned()),
        };
    });
}

pub(crate) fn frozen(folder: &Folder) -> Experiment {
    let experiment = Experiment::load(folder.clone()).expect("an experiment");
    freeze::freeze(&experiment, &spec(), Some(1)).expect("it is frozen");
    experiment
}

pub(crate) fn play(experiment: &Experiment, jobs: usize, slots: Option<usize>) -> Result<Ran> {
    let options = run::Options {
        jobs,
        slots,
        tell: &|_| {},
    };
    run::run(experiment, &spec(), &BuiltIn::default(), &options)
}

/// All files and their digests.
pub(crate) fn digests(folder: &Folder) -> Vec<(String, String)> {
    let mut files = folder.below(".").expect("files");
    files.sort();
    files
        .into_iter()
        .map(|file| (file.clone(), folder.sha256(&file).expect("a digest")))
        .collect()
}
