//! `oracade evaluate`, `oracade contract play` and `oracade contract replay`: builds judged under a contract, on the axes that need play.

mod table;

use crate::conditions::{self, PageArgs};
use crate::contract::{give, read_contract, read_frozen};
use crate::games;
use crate::nursery::{self, GameNursery};
use crate::recorder::stage::Stage;
use anyhow::{Context, bail, ensure};
use oracade_contracts::build::Frozen;
use oracade_contracts::graph::{ALPHA, Reading};
use oracade_contracts::judge::{CacheMode, Checked, Judge, JudgeConfig, PredicateJudge, Verdict};
use oracade_contracts::model::Contract;
use oracade_contracts::play::lens::Lens;
use oracade_contracts::play::trajectory::Kind;
use oracade_contracts::replay::Policy;
use oracade_contracts::results::{BuildResult, Fidelity, Weights, coverage, fidelity, scenario_score};
use oracade_contracts::source::{Program, SourceFile, SourceReport, Sources, source_report};
use oracade_contracts::{canonical, json};
use oracade_oracle::evaluation::{Axes, Bench, Build, Files, find, write};
use oracade_oracle::playtest::{Bot, Effort};
use oracade_runtime::{Engine, Guest, PageError};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A build's own inputs for scenarios, beside it.
const POLICY_FILE: &str = "policy.json";

/// Arguments of the commands that play builds under a contract.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The contract; to be written to a folder it has to be frozen.
    contract: PathBuf,
    /// Builds: folders with index.html or game.wasm, HTML files, or tasks of the corpus.
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// A variant of the task that is wrong on purpose, instead of the reference game; may be given several times.
    #[arg(long = "variant", value_name = "NAME")]
    variants: Vec<String>,
    /// Who built the games [default: each game's name].
    #[arg(long, value_name = "NAME")]
    builder: Option<String>,
    /// Votes on each rule, each from play of its own, and on each item of a scenario.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=25))]
    votes: u32,
    /// Chooses which of the scenarios that are held out are played [default: the seed].
    #[arg(long, value_name = "N")]
    held_out_seed: Option<u64>,
    /// A bot of your own, beside those that are made: the body of an async function of `bot`. One whose name begins with `adversarial` may
    /// start from states that are set up.
    #[arg(long = "bot", value_name = "FILE")]
    bots: Vec<PathBuf>,
    /// Play only for this rule, the others stay unverified; may be given several times. To see one again costs little.
    #[arg(long = "rule", value_name = "ID")]
    rules: Vec<String>,
    /// A judge's file (a program, or a model over HTTP) for what is played [default: predicates, which need none].
    #[arg(long, value_name = "FILE")]
    judge: Option<PathBuf>,
    /// Keep the judge's replies in this folder, and use those that are there.
    #[arg(long, value_name = "DIR", requires = "judge")]
    record: Option<PathBuf>,
    /// Use only the replies kept in this folder.
    #[arg(long, value_name = "DIR", requires = "judge", conflicts_with = "record")]
    replay: Option<PathBuf>,
    /// Votes and scenarios played at the same time [default: the machine's cores].
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    page: PageArgs,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Print the results as JSON.
    #[arg(long)]
    json: bool,
    /// Write the evaluation folder: results, trajectories, tapes and frames (docs/contracts.md).
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

thread_local! {
    /// The processes that this thread's pages are forked from, by build.
    static NURSERIES: RefCell<BTreeMap<usize, Option<GameNursery>>> = const { RefCell::new(BTreeMap::new()) };
}

/// A build that was found.
struct Entrant {
    name: String,
    stage: Stage,
    policy: Option<Policy>,
    source: SourceReport,
}

/// Judges builds on these axes; `source` is looked at in any case.
///
/// # Errors
/// Something cannot be read, used, run or written.
pub(crate) fn run(args: &Args, axes: Axes) -> anyhow::Result<ExitCode> {
    let (contract, digest) = match read_frozen(&args.contract) {
        Ok(Frozen { contract, digest, .. }) => (contract, Some(digest)),
        Err(error) if args.out.is_some() => return Err(error),
        Err(_) => (read_contract(&args.contract)?, None),
    };
    let digest = digest.unwrap_or_else(|| canonical::digest_of(&contract));
    let lens = Lens::new(&contract);
    let engine = Engine::get().context("the engine does not start; `oracade doctor` says more")?;
    let judge = judge(args, &contract)?;
    let entrants = entrants(args, &contract)?;
    let profile = args.page.profile();
    let open = |stage: &Stage, seed: u64| -> Result<Box<dyn Guest>, PageError> {
        let mut profile = profile.clone();
        profile.seed = seed;
        oracade_runtime::open(engine, stage.options(profile))
    };
    let openers: Vec<_> = entrants
        .iter()
        .map(|entrant| move |seed: u64| open(&entrant.stage, seed))
        .collect();
    let open_in_nursery = |at: usize, stage: &Stage, seed: u64| -> Result<Box<dyn Guest>, PageError> {
        let mut profile = profile.clone();
        profile.seed = seed;
        let header = stage.header(engine, &profile, 0, stage.variant.as_deref());
        let forked = NURSERIES.with_borrow_mut(|nurseries| {
            let nursery = nurseries
                .entry(at)
                .or_insert_with(|| nursery::of(stage, args.library.as_deref(), true));
            nursery.as_ref().map(|nursery| nursery.open(&header, args.page.timeout))
        });
        match forked {
            Some(Ok(page)) => Ok(page),
            // Where there are no nurseries, or this one does not work, a page here does the same and costs more.
            _ => open(stage, seed),
        }
    };
    let branchers: Vec<_> = entrants
        .iter()
        .enumerate()
        .map(|(at, entrant)| move |seed: u64| open_in_nursery(at, &entrant.stage, seed))
        .collect();
    let builds: Vec<Build<'_>> = entrants
        .iter()
        .zip(openers.iter().zip(&branchers))
        .enumerate()
        .map(|(at, (entrant, (opener, brancher)))| Build {
            name: entrant.name.clone(),
            game: entrant.stage.given.clone(),
            builder: args.builder.clone().unwrap_or_else(|| entrant.name.clone()),
            number: if args.builder.is_some() { at as u32 + 1 } else { 1 },
            bundle: entrant.stage.bundle.digest().to_owned(),
            policy: entrant.policy.clone(),
            source: BuildResult::of_source(&entrant.source, &digest, &contract.id, &entrant.name),
            opener,
            brancher,
        })
        .collect();
    let bots = args.bots.iter().map(|path| bot(path)).collect::<anyhow::Result<Vec<Bot>>>()?;
    let wanted = wanted(args, &contract)?;
    let bench = Bench {
        engine,
        lens: &lens,
        judge: &*judge,
        votes: args.votes,
        seed: args.page.seed,
        held_out_seed: args.held_out_seed.unwrap_or(args.page.seed),
        effort: Effort::default(),
        wanted: &wanted,
        bots: &bots,
        jobs: args
            .jobs
            .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from),
    };
    let found = find(&bench, &builds, axes)?;
    let results: Vec<BuildResult> = found
        .iter()
        .zip(&builds)
        .map(|(found, build)| found.result(&lens, build, &judge.id()))
        .collect();
    if let Some(folder) = &args.out {
        let header = |at: usize, seed: u64| {
            let mut profile = profile.clone();
            profile.seed = seed;
            let stage = &entrants[at].stage;
            stage.header(engine, &profile, 0, stage.variant.as_deref())
        };
        let written = write(&bench, &builds, &found, &results, &header)?;
        let mut files = Files::new();
        for (one, build) in written.into_iter().zip(&builds) {
            for id in one.differ {
                eprintln!("oracade: {}: the tape {id} does not play again as it was made", build.name);
            }
            files.extend(one.files);
        }
        for ((entrant, build), result) in entrants.iter().zip(&builds).zip(&results) {
            let folder = format!("builds/{}", build.name);
            files.insert(
                format!("{folder}/source.json"),
                canonical::pretty(&entrant.source).into_bytes(),
            );
            files.insert(
                format!("{folder}/entry.json"),
                canonical::pretty(&entry(&contract, result)).into_bytes(),
            );
        }
        let conditions = conditions::describe(engine, &profile).json();
        let index = index(args, &contract, &digest, conditions, &builds, &results);
        files.insert("evaluation.json".to_owned(), canonical::pretty(&index).into_bytes());
        files.insert("contract.json".to_owned(), json::load(&args.contract)?.into_bytes());
        put(folder, &files)?;
    }
    let text = if args.json {
        canonical::pretty(&results)
    } else {
        table::text(&lens, &builds, &found, &results, axes)
    };
    give(None, &text)?;
    let bad = results
        .iter()
        .any(|result| !result.runs || result.rules.iter().any(|rule| rule.play == Some(Verdict::Violated)));
    Ok(ExitCode::from(u8::from(bad)))
}

fn judge<'c>(args: &Args, contract: &'c Contract) -> anyhow::Result<Box<dyn Judge + 'c>> {
    let Some(path) = &args.judge else {
        return Ok(Box::new(Checked::new(PredicateJudge::new(contract), 1)));
    };
    let config = JudgeConfig::read(&path.display().to_string(), &json::load(path)?)?;
    let recorded = match (&args.record, &args.replay) {
        (Some(folder), _) => Some((folder.as_path(), CacheMode::Record)),
        (_, Some(folder)) => Some((folder.as_path(), CacheMode::Replay)),
        _ => None,
    };
    Ok(config.open(recorded))
}

/// The builds that are meant, with names that are unique.
fn entrants(args: &Args, contract: &Contract) -> anyhow::Result<Vec<Entrant>> {
    let variants: Vec<Option<&str>> = if args.variants.is_empty() {
        vec![None]
    } else {
        args.variants.iter().map(|name| Some(name.as_str())).collect()
    };
    let mut list: Vec<Entrant> = Vec::new();
    for given in &args.games {
        for variant in &variants {
            let stage = Stage::load(given, *variant, args.library.as_deref())?;
            let beside = games::find(given, *variant)?.checks.join(POLICY_FILE);
            let policy = match beside.is_file() {
                true => Some(Policy::read(&beside.display().to_string(), &json::load(&beside)?)?),
                false => None,
            };
            let plain: String = stage
                .name
                .chars()
                .map(|c| {
                    if c.is_ascii_alphanumeric() || ".-_".contains(c) {
                        c
                    } else {
                        '-'
                    }
                })
                .collect();
            let alike = list.iter().filter(|other| other.stage.name == stage.name).count();
            let name = if alike == 0 { plain } else { format!("{plain}-{}", alike + 1) };
            let texts = stage.bundle.paths().filter_map(|path| {
                let file = stage.bundle.get(path)?;
                Some(SourceFile {
                    path: path.to_owned(),
                    text: String::from_utf8(file.bytes.to_vec()).ok()?,
                })
            });
            let program = Program::new(&Sources::from_files(texts.collect()));
            list.push(Entrant {
                source: source_report(&program, contract, ALPHA, Reading::Potential),
                name,
                stage,
                policy,
            });
        }
    }
    Ok(list)
}

/// For each rule, whether play looks for it.
fn wanted(args: &Args, contract: &Contract) -> anyhow::Result<Vec<bool>> {
    for id in &args.rules {
        ensure!(contract.rule(id).is_some(), "the contract has no rule {id}");
    }
    let rules = contract.rules.iter();
    Ok(rules
        .map(|rule| args.rules.is_empty() || args.rules.contains(&rule.id))
        .collect())
}

fn bot(path: &Path) -> anyhow::Result<Bot> {
    let source = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path
        .file_stem()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let good = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    ensure!(good, "{}: a bot's name has letters, digits, - and _", path.display());
    Ok(Bot {
        kind: if name.starts_with("adversarial") {
            Kind::Adversarial
        } else {
            Kind::Ordinary
        },
        id: name,
        target: None,
        source,
    })
}

/// The axes of a build.
fn axes_of(contract: &Contract, result: &BuildResult) -> Fidelity {
    fidelity(contract, result, ALPHA, Weights::default(), Reading::Potential)
}

/// What `oracade score fidelity` and `oracade leaderboard fidelity` read.
fn entry(contract: &Contract, result: &BuildResult) -> Value {
    let scores = result
        .rules
        .iter()
        .filter_map(|rule| Some((rule.rule.clone(), rule.source?)))
        .collect();
    let kept: BTreeMap<String, bool> = result
        .invariants
        .iter()
        .map(|one| (one.invariant.clone(), one.kept))
        .collect();
    let source = oracade_contracts::source::score(contract, &scores, &kept, ALPHA, Reading::Potential);
    let replay: Vec<f64> = result.scenarios.iter().map(scenario_score).collect();
    let mut values = json!({
        "runs": result.runs, "f_rule": source.rules, "f_inv": source.invariants,
        "satisfied": result.satisfied(contract).iter().filter(|is| **is).count(), "rules": contract.rules.len(),
    });
    if !replay.is_empty() {
        values["replay_scores"] = json!(replay);
    }
    json!({
        "format": "oracade-entry-1", "scorecard": "fidelity",
        "about": { "agent": result.builder, "model": "", "game": result.game, "build": result.build.to_string() },
        "judges": result.judges, "values": values,
    })
}

fn index(
    args: &Args,
    contract: &Contract,
    digest: &str,
    conditions: Value,
    builds: &[Build<'_>],
    results: &[BuildResult],
) -> Value {
    let list: Vec<Value> = builds
        .iter()
        .zip(results)
        .map(|(build, result)| {
            json!({
                "name": build.name, "game": build.game, "builder": build.builder, "build": build.number, "bundle": build.bundle,
                "runs": result.runs, "fidelity": axes_of(contract, result), "folder": format!("builds/{}", build.name),
            })
        })
        .collect();
    json!({
        "format": "oracade-evaluation-1", "contract": { "id": contract.id, "title": contract.title, "digest": digest },
        "conditions": conditions, "seed": args.page.seed, "votes": args.votes,
        "judges": results.first().map(|result| &result.judges), "builds": list, "coverage": coverage(contract, results),
    })
}

fn put(folder: &Path, files: &Files) -> anyhow::Result<()> {
    if folder.join("evaluation.json").is_file() {
        // What an earlier evaluation left would be taken for this one's.
        let old = folder.join("builds");
        if old.is_dir() {
            fs::remove_dir_all(&old).with_context(|| format!("cannot clear {}", old.display()))?;
        }
    } else if folder.is_dir() && fs::read_dir(folder).is_ok_and(|mut list| list.next().is_some()) {
        bail!(
            "{} is not empty, and no evaluation lies there: give another folder with --out",
            folder.display()
        );
    }
    for (path, bytes) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        }
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
