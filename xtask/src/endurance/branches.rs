//! `cargo xtask endurance --branches`: random tapes are recorded, replayed, and played by pages that were one page until a random
//! frame; all must end as the page that was never branched.

use crate::{built, determinism, library, root};
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::fs;
use std::process::Command as Process;

/// The games: one that draws by itself, one of elements, one of a library.
const GAMES: [&str; 3] = ["lantern-orchard", "weft", "kettle-bot"];

/// Runs so many tapes over the games.
pub(super) fn run(tapes: usize, seconds: u64, as_json: bool) -> anyhow::Result<()> {
    let folder = root().join("target/endurance-branches");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let mut rows = Vec::new();
    let mut unequal = 0;
    for (number, game) in GAMES.iter().enumerate() {
        let own = (tapes + GAMES.len() - 1 - number) / GAMES.len();
        let mut engine = Process::new(built("examples/engine")?);
        engine
            .arg("branches")
            .arg("--program")
            .arg(built("oracade")?)
            .arg("--library")
            .arg(library()?);
        for tape in 0..own {
            let path = folder.join(format!("{game}-{tape}.jsonl"));
            fs::write(&path, determinism::random_tape((number * tapes + tape) as u64, seconds))?;
            engine.arg("--tape").arg(path);
        }
        let output = engine
            .arg(root().join("corpus/tasks").join(game).join("reference"))
            .output()?;
        // 1 says that something differs, which the figures say too.
        ensure!(
            matches!(output.status.code(), Some(0 | 1)),
            "{game}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let found: Value = serde_json::from_slice(&output.stdout).context("branches printed no figures")?;
        let faults = found[0]["unequal"].as_array().context("branches printed no verdict")?;
        unequal += faults.len();
        eprintln!("{game}: {own} tapes of {seconds} s, {} that differ", faults.len());
        for fault in faults {
            eprintln!("    {fault}");
        }
        rows.push(json!({ "game": game, "tapes": own, "unequal": faults }));
    }
    if as_json {
        println!("{:#}", json!({ "tapes": tapes, "seconds": seconds, "games": rows }));
    } else {
        println!("{tapes} tapes, {unequal} that differ");
    }
    ensure!(unequal == 0, "a branch is not the page it was made of");
    Ok(())
}
