//! `oracade protocol`: comparing players by a protocol that survives review (docs/protocol.md).

use crate::gym::source::{find, on_thread};
use anyhow::Context;
use oracade_contracts::service::{CacheMode, Records};
use oracade_gym::{Settings, Spec};
use oracade_protocol::annotate::{self, Resolver};
use oracade_protocol::files::{Folder, MANIFEST};
use oracade_protocol::init::{self, New, WINDLE};
use oracade_protocol::manifest::{Design, Experiment, Manifest};
use oracade_protocol::players::BuiltIn;
use oracade_protocol::{bundle, clock, freeze, report, run};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Arguments of `oracade protocol`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Write a new experiment: manifest, conditions, prompts and scoring, to be looked at and changed.
    ///
    /// Exit code: 0 written, 2 it cannot be.
    Init(Init),
    /// Freeze it: digests of everything, the state restored twice, a dry run, codes, the order.
    ///
    /// Exit code: 0 frozen, 1 something is open or does not agree, 2 it cannot be used.
    Freeze(Freeze),
    /// Play the trials that have not been played.
    ///
    /// Exit code: 0 the trials were played, 1 the harness failed in some, 2 it cannot be run.
    Run(Run),
    /// Label errors of memory: by rules, by people, with disagreements resolved and labels closed.
    ///
    /// Exit code: 0 done, 2 it cannot be.
    Annotate(Annotate),
    /// Verify that everything is what it was: digests, what was frozen, chains of records.
    ///
    /// Exit code: 0 it is, 1 something is not, 2 it cannot be read.
    Verify(Plain),
    /// Say what came of it.
    ///
    /// Exit code: 0 told, 2 it cannot be.
    Report(Report),
}

/// Arguments of `oracade protocol verify`.
#[derive(clap::Args)]
struct Plain {
    /// The experiment's folder.
    folder: PathBuf,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct Init {
    #[command(flatten)]
    plain: Plain,
    /// The environment: a name, a folder with an env.toml, or such a file.
    #[arg(long, value_name = "ENV", default_value = WINDLE)]
    environment: String,
    /// The experiment's name [default: that of the folder].
    #[arg(long, value_name = "NAME")]
    id: Option<String>,
    /// What is compared: complete products (A), or one model with and without memory (B).
    #[arg(long, value_name = "A|B", default_value = "B")]
    design: String,
    /// Trials of each condition.
    #[arg(long, value_name = "N", default_value_t = 5)]
    trials: u32,
    /// Money of a trial in USD; an experiment without it cannot be frozen.
    #[arg(long, value_name = "USD")]
    budget: Option<f64>,
    /// A program that plays, run by the shell: a prompt a line in, an answer a line out. Without it a script plays.
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
    /// Tell the screen in words too.
    #[arg(long)]
    words: bool,
    /// When it is written [default: 2026-01-01T00:00:00Z for scripts, now for programs].
    #[arg(long, value_name = "TIME")]
    created: Option<String>,
    /// Only write the schema of answers anew, after the manifest's actions were changed.
    #[arg(long)]
    schema: bool,
}

#[derive(clap::Args)]
struct Freeze {
    #[command(flatten)]
    plain: Plain,
    /// The seed that deals out codes; secret from annotators [default: from the frozen files].
    #[arg(long, value_name = "N")]
    blind_seed: Option<u64>,
}

#[derive(clap::Args)]
struct Run {
    #[command(flatten)]
    plain: Plain,
    /// Threads; what is written is the same with any number.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// At most so many blocks now; a later run goes on.
    #[arg(long, value_name = "N")]
    blocks: Option<usize>,
    /// Keep the answers of endpoints in this folder, and do not ask again for what is there.
    #[arg(long, value_name = "DIR")]
    recorded: Option<PathBuf>,
    /// Ask no endpoint: use recorded answers alone.
    #[arg(long, requires = "recorded")]
    replay: bool,
}

#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("deed").multiple(true)))]
struct Annotate {
    #[command(flatten)]
    plain: Plain,
    /// Let two sets of rules label all trials, each as an annotator of its own.
    #[arg(long, group = "deed")]
    rules: bool,
    /// Write what an annotator needs into this folder, by codes.
    #[arg(long, value_name = "DIR", group = "deed")]
    export: Option<PathBuf>,
    /// Take an annotator's labels in: a JSON object a line.
    #[arg(long, value_name = "FILE", requires = "annotator", group = "deed")]
    import: Option<PathBuf>,
    /// Who gave them.
    #[arg(long, value_name = "NAME")]
    annotator: Option<String>,
    /// Resolve disagreements: a file with a JSON object a line, or `either` or `both` for all that are open.
    #[arg(long, value_name = "FILE|either|both", group = "deed")]
    resolve: Option<String>,
    /// Close the labels.
    #[arg(long, group = "deed")]
    close: bool,
}

#[derive(clap::Args)]
struct Report {
    #[command(flatten)]
    plain: Plain,
    /// Resolve the codes; labels must be closed.
    #[arg(long)]
    unblind: bool,
    /// Write report.md, report.json and report.html into this folder instead of printing.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Does it.
///
/// # Errors
/// The experiment cannot be used.
pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    on_thread(|| match args.command {
        Command::Init(args) => init(&args),
        Command::Freeze(args) => freeze(&args),
        Command::Run(args) => play(&args),
        Command::Annotate(args) => annotate(&args),
        Command::Verify(args) => verify(&args),
        Command::Report(args) => tell(&args),
    })
}

/// Prints a value as JSON, or words.
fn print(plain: &Plain, value: &Value, words: impl FnOnce() -> String) {
    let text = if plain.json {
        format!("{value:#}")
    } else {
        words().trim_end().to_owned()
    };
    // Who reads only the beginning has what it wanted.
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// The environment of an experiment: a path counts from its folder on. Only its budgets end a trial, never the environment's own limit.
fn spec_of(folder: &Folder, environment: &str) -> anyhow::Result<Arc<Spec>> {
    let settings = Settings {
        max_steps: Some(0),
        ..Settings::default()
    };
    let beside = folder.path(environment);
    let name = if beside.exists() {
        beside.to_string_lossy().into_owned()
    } else {
        environment.to_owned()
    };
    Ok(find(&name, &settings, None)?)
}

fn load(plain: &Plain) -> anyhow::Result<Experiment> {
    Ok(Experiment::load(Folder(plain.folder.clone()))?)
}

fn init(args: &Init) -> anyhow::Result<ExitCode> {
    let folder = Folder(args.plain.folder.clone());
    if args.schema {
        let manifest: Manifest = folder.yaml(MANIFEST)?;
        init::write_schema(&folder, &manifest)?;
        print(&args.plain, &json!({ "written": oracade_protocol::files::SCHEMA }), || {
            "the schema of answers is written".to_owned()
        });
        return Ok(ExitCode::SUCCESS);
    }
    let design = match args.design.as_str() {
        "A" | "a" => Design::A,
        "B" | "b" => Design::B,
        other => anyhow::bail!("there is no design {other:?}; choose A or B"),
    };
    let now = || {
        std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |now| now.as_micros() as i64)
    };
    let created = match (&args.created, &args.command) {
        (Some(created), _) => created.clone(),
        (None, Some(_)) => clock::text(now()),
        (None, None) => "2026-01-01T00:00:00Z".to_owned(),
    };
    let name = args.plain.folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let new = New {
        experiment_id: args.id.clone().or(name).unwrap_or_else(|| "experiment".to_owned()),
        created_utc: created,
        design,
        per_condition: args.trials,
        total_cost_usd: args.budget,
        command: args.command.clone(),
        screen_text: args.words,
    };
    let spec = spec_of(&folder, &args.environment)?;
    let manifest = init::init(&folder, &spec, &args.environment, &new)?;
    let shown = args.plain.folder.display();
    let told = json!({ "experiment_id": manifest.experiment_id, "folder": args.plain.folder, "open": manifest.open_values() });
    print(&args.plain, &told, || {
        let open = manifest.open_values().into_iter().map(|value| format!("\nopen: {value}"));
        format!(
            "{shown} is written; look at its files, then `oracade protocol freeze {shown}`{}",
            open.collect::<String>()
        )
    });
    Ok(ExitCode::SUCCESS)
}

fn freeze(args: &Freeze) -> anyhow::Result<ExitCode> {
    let experiment = load(&args.plain)?;
    let spec = spec_of(&experiment.folder, &experiment.manifest.game.environment)?;
    let frozen = match freeze::freeze(&experiment, &spec, args.blind_seed) {
        Ok(frozen) => frozen,
        Err(error) => {
            eprintln!("oracade: {error}");
            return Ok(ExitCode::FAILURE);
        }
    };
    print(&args.plain, &serde_json::to_value(&frozen)?, || {
        let item = |item: &freeze::Item| {
            format!(
                "  {:>2} {:<5} {}: {}\n",
                item.number,
                if item.done { "done" } else { "later" },
                item.item,
                item.evidence
            )
        };
        format!(
            "{} is frozen\n{}",
            experiment.manifest.experiment_id,
            frozen.checklist.iter().map(item).collect::<String>()
        )
    });
    Ok(ExitCode::SUCCESS)
}

fn play(args: &Run) -> anyhow::Result<ExitCode> {
    let experiment = load(&args.plain)?;
    let spec = spec_of(&experiment.folder, &experiment.manifest.game.environment)?;
    let options = run::Options {
        jobs: args.jobs,
        slots: args.blocks,
        tell: &|record| {
            // Names of conditions stay off the terminal: whoever runs may annotate.
            eprintln!(
                "a trial of block {} ended by {}",
                record.slot,
                record.termination_reason.name()
            );
        },
    };
    let mode = if args.replay { CacheMode::Replay } else { CacheMode::Record };
    let players = BuiltIn {
        records: args.recorded.as_ref().map(|folder| Records::new(folder, mode)),
    };
    let ran = run::run(&experiment, &spec, &players, &options)?;
    print(&args.plain, &serde_json::to_value(&ran)?, || {
        let failed: String = ran.failed.iter().map(|failure| format!("\nfailed: {failure}")).collect();
        let aside = match ran.set_aside.len() {
            0 => String::new(),
            n => format!(", {n} set aside"),
        };
        format!(
            "{} trials played, {} played before, {} left{aside}{failed}",
            ran.played, ran.kept, ran.left
        )
    });
    Ok(if ran.failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn annotate(args: &Annotate) -> anyhow::Result<ExitCode> {
    let experiment = load(&args.plain)?;
    let mut told = serde_json::Map::new();
    let mut lines: Vec<String> = Vec::new();
    if let Some(to) = &args.export {
        let trials = annotate::export(&experiment, &Folder(to.clone()))?;
        told.insert("exported".to_owned(), json!(trials));
        lines.push(format!("{trials} trials written to {} by their codes", to.display()));
    }
    if let (Some(file), Some(annotator)) = (&args.import, &args.annotator) {
        let labels = annotate::import(&experiment, annotator, &read(file)?)?;
        told.insert("imported".to_owned(), json!(labels));
        lines.push(format!("{labels} labels of {annotator}"));
    }
    if args.rules {
        let counts = annotate::by_rules(&experiment)?;
        lines.extend(counts.iter().map(|(name, count)| format!("{count} labels of {name}")));
        told.insert("rules".to_owned(), json!(counts));
    }
    if let Some(by) = &args.resolve {
        let text;
        let resolver = match by.as_str() {
            "either" => Resolver::Either,
            "both" => Resolver::Both,
            file => {
                text = read(Path::new(file))?;
                Resolver::Lines(&text)
            }
        };
        let resolved = annotate::resolve(&experiment, &resolver)?;
        told.insert("resolved".to_owned(), json!(resolved));
        lines.push(format!("{resolved} disagreements resolved"));
    }
    if args.close {
        let closed = annotate::close(&experiment)?;
        lines.push(format!("closed: labels of {}", closed.annotators.join(", ")));
        told.insert("closed".to_owned(), json!(closed.annotators));
    }
    let agreement = annotate::agreement(&experiment)?;
    let value = |value: Option<f64>| value.map_or("none".to_owned(), |value| format!("{value:.4}"));
    let kappa = agreement
        .kappa
        .iter()
        .map(|(a, b, kappa)| format!("κ of {a} and {b}: {}", value(*kappa)));
    lines.extend(kappa);
    lines.push(format!("{} disagreements, {} open", agreement.disagreements, agreement.open));
    told.insert("agreement".to_owned(), serde_json::to_value(&agreement)?);
    print(&args.plain, &Value::Object(told), || lines.join("\n"));
    Ok(ExitCode::SUCCESS)
}

fn verify(args: &Plain) -> anyhow::Result<ExitCode> {
    let verified = bundle::verify(&Folder(args.folder.clone()))?;
    print(args, &serde_json::to_value(&verified)?, || {
        let faults: String = verified
            .faults
            .iter()
            .map(|fault| format!("{}: {}\n", fault.file, fault.message))
            .collect();
        let end = if verified.faults.is_empty() {
            "all is what it was"
        } else {
            "not what it was"
        };
        format!("{faults}{} files, {} trials: {end}", verified.files, verified.trials)
    });
    Ok(if verified.faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn tell(args: &Report) -> anyhow::Result<ExitCode> {
    let experiment = load(&args.plain)?;
    let made = report::make(&experiment, args.unblind)?;
    let value = serde_json::to_value(&made)?;
    let Some(out) = &args.out else {
        print(&args.plain, &value, || report::markdown(&made));
        return Ok(ExitCode::SUCCESS);
    };
    let folder = Folder(out.clone());
    folder.write("report.md", report::markdown(&made).as_bytes())?;
    folder.write("report.html", report::html(&made).as_bytes())?;
    folder.write_json("report.json", &made)?;
    print(&args.plain, &json!({ "out": out }), || {
        format!("written to {}: report.md, report.html, report.json", out.display())
    });
    Ok(ExitCode::SUCCESS)
}
