//! `oracade contract`: from a design document to a frozen contract, and from a frozen contract to the source axis.

mod results;
mod source;

use anyhow::{Context, bail, ensure};
use oracade_contracts::build::{self, Draft, Frozen, accept};
use oracade_contracts::design::{self, Design, Severity};
use oracade_contracts::model::Contract;
use oracade_contracts::{canonical, json, picture};
use oracade_oracle::evaluation::Axes;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `oracade contract`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List what a design document states in tables (DBT, RT, LED), and what is wrong with it.
    ///
    /// Exit code: 0 it is sound, 1 it has errors, 2 it cannot be read.
    Rows {
        /// The document, in Markdown.
        design: PathBuf,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Build a contract from a design document and what readers made of it.
    Build {
        /// The document, in Markdown.
        design: PathBuf,
        /// Drafts: what one reader made of the document; facts are kept that more than half of them state.
        #[arg(long = "draft", required = true, value_name = "FILE")]
        drafts: Vec<PathBuf>,
        /// The draft whose rules are taken, from 1.
        #[arg(long, value_name = "N", default_value_t = 1)]
        generation: usize,
        /// Where the contract is written [default: standard output].
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Say whether generations of a contract agree well enough to freeze the first one.
    ///
    /// Exit code: 0 they do, 1 they do not, 2 they cannot be read.
    Accept {
        /// Contracts that were built, each with the rules of another draft.
        #[arg(required = true, value_name = "CONTRACT")]
        contracts: Vec<PathBuf>,
    },
    /// Freeze the first of the generations under its digest, if they are accepted.
    ///
    /// Exit code: 0 it is frozen, 1 it is not accepted, 2 something cannot be read or written.
    Freeze {
        /// Contracts that were built, each with the rules of another draft.
        #[arg(required = true, value_name = "CONTRACT")]
        contracts: Vec<PathBuf>,
        /// Where the frozen contract is written.
        #[arg(long, short, value_name = "FILE")]
        out: PathBuf,
    },
    /// Show a contract: its rules with what depends on them, or its graph as a picture.
    Show {
        /// A contract, frozen or not.
        contract: PathBuf,
        /// The graph in Mermaid's language.
        #[arg(long, conflicts_with = "svg")]
        mermaid: bool,
        /// The graph as SVG.
        #[arg(long)]
        svg: bool,
        /// Where it is written [default: standard output].
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Judge how much of a contract a game's source has.
    Source(source::Args),
    /// Let bots play a game, and judge which rules of its contract it keeps in play.
    ///
    /// Exit code: 0 no rule is violated, 1 one is, 2 something could not be run.
    Play(crate::evaluate::Args),
    /// Replay a contract's scenarios on a game, and judge their items.
    ///
    /// Exit code: 0 played, 1 the game does not run, 2 something could not be run.
    Replay(crate::evaluate::Args),
    /// Add up what was found of builds: axes, fidelity, rates, coverage, sensitivity; or feedback, or a comparison of two rounds.
    Results(results::Args),
}

/// Does it.
///
/// # Errors
/// Something cannot be read, used or written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Rows { design, json } => rows(design, *json),
        Command::Build {
            design,
            drafts,
            generation,
            out,
        } => {
            let file = name_of(design);
            let drafts: Vec<Draft> = drafts.iter().map(|path| draft(path)).collect::<anyhow::Result<_>>()?;
            let built = build::build(&file, &read_design(design)?, &drafts, *generation)?;
            let vote = built.vote;
            eprintln!(
                "{} rules, {} edges; {} of {} facts are kept, {} of them unanimous over {} drafts",
                built.contract.rules.len(),
                built.contract.edges.len(),
                vote.kept,
                vote.stated,
                vote.unanimous,
                vote.readers
            );
            if !built.unused.is_empty() {
                eprintln!("nothing refers to: {}", built.unused.join(", "));
            }
            give(out.as_deref(), &canonical::pretty(&built.contract))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Accept { contracts } => {
            let acceptance = accept(&generations(contracts)?);
            give(None, &canonical::pretty(&acceptance))?;
            Ok(ExitCode::from(u8::from(!acceptance.accepted)))
        }
        Command::Freeze { contracts, out } => match Frozen::freeze(&generations(contracts)?) {
            Ok(frozen) => {
                give(Some(out), &canonical::pretty(&frozen))?;
                println!("{}", frozen.digest);
                Ok(ExitCode::SUCCESS)
            }
            Err(error) => {
                eprintln!("oracade: {error}");
                Ok(ExitCode::from(1))
            }
        },
        Command::Show {
            contract,
            mermaid,
            svg,
            out,
        } => {
            let contract = read_contract(contract)?;
            let text = match (mermaid, svg) {
                (true, _) => picture::mermaid(&contract),
                (_, true) => picture::svg(&contract),
                _ => picture::outline(&contract),
            };
            give(out.as_deref(), &text)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Source(args) => source::run(args),
        Command::Play(args) => {
            let axes = Axes {
                replay: false,
                play: true,
            };
            crate::evaluate::run(args, axes)
        }
        Command::Replay(args) => {
            let axes = Axes {
                replay: true,
                play: false,
            };
            crate::evaluate::run(args, axes)
        }
        Command::Results(args) => results::run(args),
    }
}

fn rows(path: &Path, as_json: bool) -> anyhow::Result<ExitCode> {
    let design = read_design(path)?;
    if as_json {
        let value = serde_json::json!({ "title": design.title, "sha256": design.sha256, "rows": design.rows, "problems": design.problems });
        give(None, &canonical::pretty(&value))?;
    } else {
        let lines = design
            .rows
            .iter()
            .map(|row| format!("{}:{}: {}: {}\n", path.display(), row.line, row.id, row.text()));
        give(None, &lines.collect::<String>())?;
    }
    for problem in &design.problems {
        let kind = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        eprintln!("{}:{}: {kind}: {}", path.display(), problem.line, problem.message);
    }
    Ok(ExitCode::from(u8::from(!design.is_sound())))
}

fn read_design(path: &Path) -> anyhow::Result<Design> {
    Ok(design::extract(&json::load(path)?))
}

fn draft(path: &Path) -> anyhow::Result<Draft> {
    Ok(Draft::read(&path.display().to_string(), &json::load(path)?)?)
}

fn generations(paths: &[PathBuf]) -> anyhow::Result<Vec<Contract>> {
    let contracts: Vec<Contract> = paths.iter().map(|path| read_contract(path)).collect::<anyhow::Result<_>>()?;
    for pair in contracts.windows(2) {
        ensure!(
            pair[0].document.sha256 == pair[1].document.sha256,
            "the contracts were built from different documents; build them from one"
        );
    }
    Ok(contracts)
}

/// A contract that must be frozen.
pub(crate) fn read_frozen(path: &Path) -> anyhow::Result<Frozen> {
    Ok(Frozen::read(&path.display().to_string(), &json::load(path)?)?)
}

/// A contract, frozen or not.
pub(crate) fn read_contract(path: &Path) -> anyhow::Result<Contract> {
    let (file, text) = (path.display().to_string(), json::load(path)?);
    // The first key says which; what is neither gets the message of a contract.
    if text.contains("\"oracade-frozen-contract-1\"") {
        return Ok(Frozen::read(&file, &text)?.contract);
    }
    Ok(Contract::read(&file, &text)?)
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Writes to a file, or to standard output.
pub(crate) fn give(out: Option<&Path>, text: &str) -> anyhow::Result<()> {
    use std::io::Write;
    match out {
        Some(path) => fs::write(path, text).with_context(|| format!("cannot write {}", path.display())),
        None => match std::io::stdout().lock().write_all(text.as_bytes()) {
            // A reader that has seen enough (head) closes the pipe.
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => bail!("cannot write: {error}"),
            _ => Ok(()),
        },
    }
}
