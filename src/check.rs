//! `oracade check`: judges games.

use crate::conditions::{self, PageArgs};
use crate::games;
use anyhow::{Context, ensure};
use oracade_oracle::batch::{self, Options};
use oracade_oracle::behaviour::{CheckTape, Pictures, Progress};
use oracade_oracle::report::{self, GameReport, Style};
use oracade_recorder::Header;
use oracade_recorder::tape::{FORMAT, TapeDatabase, TapeProfile};
use oracade_recorder::write::TapeWriter;
use oracade_runtime::Engine;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Arguments of `oracade check`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Games: folders with index.html, HTML files, or tasks of the corpus.
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// Static checks [default: checks.json beside the game].
    #[arg(long, value_name = "FILE")]
    checks: Option<PathBuf>,
    /// Behaviour checks [default: checks.js beside the game].
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Only the checks of these ids.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    only: Option<Vec<String>>,
    /// Games judged at the same time, and checks of them when there are fewer games [default: the machine's cores].
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    page: PageArgs,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Judge this variant of the tasks, which is wrong on purpose, instead of the reference game.
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Print the report as JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Write report.json, junit.xml, and for each game its reports in the benchmark's shape and pictures of failed checks.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// No progress on standard error.
    #[arg(long, short)]
    quiet: bool,
}

/// Judges the games and says so.
///
/// # Errors
/// The arguments cannot be used, the engine does not start, or the reports cannot be written.
pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    let engine = Engine::get().context("the engine does not start; `oracade doctor` says more")?;
    let tasks = games::tasks(
        &args.games,
        args.variant.as_deref(),
        args.checks.as_deref(),
        args.suite.as_deref(),
        &mut games::Libraries::new(args.library.as_deref()),
    )?;
    if let Some(only) = &args.only {
        ensure!(
            only.iter().all(|id| !id.is_empty()),
            "--only has an empty id; write --only ID,ID"
        );
    }
    if let Some(out) = &args.out {
        fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    }
    let profile = args.page.profile();
    let conditions = conditions::describe(engine, &profile);
    let options = Options {
        profile,
        only: args.only.clone(),
        pictures: if args.out.is_some() {
            Pictures::Failures
        } else {
            Pictures::Never
        },
        tapes: args.out.is_some(),
    };
    let jobs = args
        .jobs
        .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let ticker = Ticker::new(args.quiet);
    let reports = batch::run(engine, &tasks, &options, jobs, &|game, progress| ticker.tell(game, progress));
    let document = report::json(&conditions, &reports);
    let mut tapes = Vec::new();
    if let Some(out) = &args.out {
        tapes = write_out(out, &document, &reports, &Taping::new(engine, &args))?;
    }
    let mut stdout = std::io::stdout().lock();
    let text = if args.json {
        document
    } else {
        let colour = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        report::table(&reports, Style { colour })
    };
    // A reader that has seen enough (head) closes the pipe; the verdict stands.
    let _ = stdout.write_all(text.as_bytes());
    if !args.quiet {
        for tape in &tapes {
            eprintln!("reproduce: oracade replay --verify {}", tape.display());
        }
    }
    Ok(ExitCode::from(report::exit_code(&reports)))
}

/// Tells a person how far the run is. The only place where wall time is looked at, and none of it reaches a report.
struct Ticker {
    quiet: bool,
    started: Instant,
    done: AtomicUsize,
}

impl Ticker {
    fn new(quiet: bool) -> Self {
        Ticker {
            quiet,
            started: Instant::now(),
            done: AtomicUsize::new(0),
        }
    }

    fn tell(&self, game: &str, progress: &Progress<'_>) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.quiet {
            return;
        }
        let rate = done as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let Progress { done, total, record } = progress;
        let status = record.status().unwrap_or("?");
        let width = total.to_string().len();
        let line = format!(
            "{game} {done:>width$}/{total} {status:<4} {} ({rate:.1} checks/s)\n",
            record.id
        );
        let _ = std::io::stderr().lock().write_all(line.as_bytes());
    }
}

/// What tapes of checks say beside what was done.
struct Taping {
    engine: &'static Engine,
    variant: Option<String>,
}

impl Taping {
    fn new(engine: &'static Engine, args: &Args) -> Taping {
        Taping {
            engine,
            variant: args.variant.clone(),
        }
    }

    fn bytes(&self, game: &GameReport, tape: &CheckTape) -> anyhow::Result<Vec<u8>> {
        let conditions = conditions::describe(self.engine, &tape.profile);
        let header = Header {
            tape: FORMAT,
            oracade: conditions.version,
            engine: conditions.engine_digest,
            fonts: conditions.fonts_digest,
            game: match &self.variant {
                Some(variant) => format!("{} --variant {variant}", game.given),
                None => game.given.clone(),
            },
            bundle: game.bundle.clone().unwrap_or_default(),
            document: String::new(),
            profile: TapeProfile::of(&tape.profile),
            every: 0,
            storage: tape.storage.clone(),
            databases: tape.databases.iter().map(TapeDatabase::of).collect(),
            init_scripts: tape.init_scripts.clone(),
        };
        let mut writer = TapeWriter::new(Vec::new(), &header)?;
        for event in &tape.events {
            writer.event(event)?;
        }
        Ok(writer.end(tape.end_us, &tape.end)?)
    }
}

/// Writes the reports; answers with the tapes of failing checks.
fn write_out(out: &Path, document: &str, reports: &[GameReport], taping: &Taping) -> anyhow::Result<Vec<PathBuf>> {
    let mut tapes = Vec::new();
    let write = |path: PathBuf, bytes: &[u8]| fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()));
    write(out.join("report.json"), document.as_bytes())?;
    write(out.join("junit.xml"), report::junit(reports).as_bytes())?;
    for game in reports {
        let folder = out.join(file_name(&game.name));
        let failures = folder.join("failures");
        // Pictures of an earlier run would be taken for this one's.
        match fs::remove_dir_all(&failures) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot clear {}", failures.display()));
            }
            _ => {}
        }
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let pretty = |value: &serde_json::Value| serde_json::to_string_pretty(value).map(|text| text + "\n");
        if let Some(statics) = &game.static_report {
            write(folder.join("report-l1.json"), pretty(statics)?.as_bytes())?;
        }
        if let Some(behaviour) = report::behaviour_report(game) {
            write(folder.join("report-l2.json"), pretty(&behaviour)?.as_bytes())?;
        }
        for record in game.checks.iter().flatten() {
            if let Some(picture) = &record.picture {
                fs::create_dir_all(&failures).with_context(|| format!("cannot make {}", failures.display()))?;
                write(failures.join(format!("{}.png", file_name(&record.id))), picture)?;
            }
            if let Some(tape) = &record.tape {
                fs::create_dir_all(&failures).with_context(|| format!("cannot make {}", failures.display()))?;
                let path = failures.join(format!("{}.tape", file_name(&record.id)));
                write(path.clone(), &taping.bytes(game, tape)?)?;
                tapes.push(path);
            }
        }
    }
    Ok(tapes)
}

/// A name that is one safe path component everywhere.
fn file_name(text: &str) -> String {
    let safe: String = text
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') {
                c
            } else {
                '_'
            }
        })
        .take(100)
        .collect();
    if safe.trim_matches('.').is_empty() {
        format!("_{safe}")
    } else {
        safe
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_cannot_lead_out_of_the_folder() {
        assert_eq!(file_name("../a/b"), ".._a_b");
        assert_eq!(file_name(".."), "_..");
        assert_eq!(file_name("AA-P1-X"), "AA-P1-X");
    }
}
