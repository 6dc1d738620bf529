//! `fidelity`: replays what was recorded in Chromium and says how far we agree.

mod compare;
mod fixture;
mod games;
mod pixels;
mod replay;
mod sheet;
mod table;

use compare::Outcome;
use fixture::Fixture;
use oracade_runtime::{Engine, Frame};
use std::path::{Path, PathBuf};

/// Arguments of `fidelity`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Fixtures that `cargo xtask chromium record` made, folders of games with recorded verdicts and layouts, or folders of those.
    #[arg(default_value = "tests/fidelity")]
    paths: Vec<PathBuf>,
    /// Print every difference nobody knew of.
    #[arg(long, short)]
    verbose: bool,
    /// Print outcomes as JSON.
    #[arg(long)]
    json: bool,
    /// Folder for a sheet of each fixture or game: its moments in Chromium, here, and how far they are apart.
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
    /// Shrink the pictures on it by that.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    shrink: u32,
    /// Put the figures into docs/fidelity.json; `cargo xtask fidelity --docs` makes the tables of it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Folder of the vendored packages.
    #[arg(long, value_name = "FOLDER", env = "ORACADE_LIBRARY")]
    library: Option<PathBuf>,
    /// Read the shims from a folder instead of those built in, to try a change without a build.
    #[arg(long, value_name = "FOLDER")]
    shims: Option<PathBuf>,
}

/// One moment in both browsers.
pub(crate) struct Shot {
    /// The moment.
    pub(crate) name: String,
    /// Here.
    pub(crate) ours: Frame,
    /// In Chromium.
    pub(crate) theirs: Frame,
}

/// The answer is whether nothing differs that was not known to.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    if let Some(folder) = &args.shims {
        oracade_shims::read_from(folder);
    }
    let engine = Engine::get()?;
    let (mut fixtures, mut games) = (Vec::new(), Vec::new());
    for path in &args.paths {
        for folder in fixture::folders(path)? {
            let mut shots = Vec::new();
            let is_game = fixture::json(&folder.join("chromium.json"))?.get("checks").is_some();
            if is_game {
                games.push(games::judge(engine, &folder, args.library.as_deref(), &mut shots)?);
            } else {
                fixtures.push(judge(engine, &folder, args.library.as_deref(), &mut shots)?);
            }
            if let Some(out) = &args.pictures {
                std::fs::create_dir_all(out)?;
                let name = fixture::name_of(&folder);
                if !shots.is_empty() {
                    sheet::write(engine, &out.join(format!("{name}.png")), &name, &shots, args.shrink)?;
                }
            }
        }
    }
    if let Some(file) = &args.save {
        table::save(file, &fixtures, "fixtures")?;
        table::save(file, &games, "games")?;
    }
    fixtures.extend(games);
    if args.json {
        println!("{}", serde_json::to_string_pretty(&fixtures)?);
    } else {
        table::print(&fixtures, args.verbose);
    }
    Ok(fixtures.iter().all(Outcome::as_known))
}

fn judge(engine: &'static Engine, folder: &Path, root: Option<&Path>, shots: &mut Vec<Shot>) -> anyhow::Result<Outcome> {
    let fixture = Fixture::read(folder)?;
    let replay = replay::replay(engine, folder, games::library(folder, root)?, &fixture.recipe)?;
    let mut items = compare::reports(&replay.report, &fixture.recorded);
    let mut pictures = Vec::new();
    for (name, ours) in replay.pictures {
        let theirs = pixels::read(&fixture.folder.join(format!("{name}.png")))?;
        let difference = pixels::difference(&ours, &theirs)?;
        items.push(compare::picture(&name, difference, fixture.recipe.pixels));
        pictures.push((name.clone(), difference));
        shots.push(Shot { name, ours, theirs });
    }
    let recorded = folder.join("verdicts.json");
    if recorded.is_file() {
        games::verdicts(engine, folder, root, &fixture::json(&recorded)?, &mut items, &mut Vec::new())?;
    }
    Ok(Outcome::of(&fixture.name, items, pictures, &fixture.recipe.known_difference))
}
