//! Processor time of canvas drawing: the scenes of xtask/bench/canvas.js, as one JSON object of milliseconds a frame.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use oracade_runtime::{Bundle, Engine, Evaluation, Page, PageOptions, Profile, Storage};

/// Repetitions; the fastest counts, for the rest is what other programs cost.
const RUNS: u32 = 5;
const FRAMES: u32 = 3;

/// Arguments of `canvas-speed`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The script with the scenes.
    script: PathBuf,
    /// Only scenes whose name contains this.
    #[arg(long)]
    only: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let script = std::fs::read(&args.script).with_context(|| format!("cannot read {}", args.script.display()))?;
    let html = b"<!doctype html><body><script src=\"canvas.js\"></script>".to_vec();
    let options = PageOptions {
        bundle: Arc::new(Bundle::from_bytes([
            ("index.html".to_owned(), html),
            ("canvas.js".to_owned(), script),
        ])),
        library: None,
        profile: Profile::default(),
        storage: Storage::default(),
        init_scripts: Vec::new(),
        document: String::new(),
    };
    let mut page = Page::open(Engine::get()?, options)?;
    page.advance(Duration::from_millis(50))?;
    let Evaluation::Value(Some(serde_json::Value::Array(names))) = evaluate(&mut page, "sceneNames")? else {
        bail!("the script names no scenes");
    };
    let mut figures = serde_json::Map::new();
    for name in names.iter().filter_map(|name| name.as_str()) {
        if args.only.as_ref().is_some_and(|part| !name.contains(part)) {
            continue;
        }
        let quoted = serde_json::to_string(name)?;
        evaluate(&mut page, &format!("draw({quoted}, 0, 1)"))?;
        let mut best = f64::INFINITY;
        for run in 0..RUNS {
            let before = processor_ms()?;
            evaluate(&mut page, &format!("draw({quoted}, {}, {FRAMES})", 1 + run * FRAMES))?;
            best = best.min((processor_ms()? - before) / f64::from(FRAMES));
        }
        figures.insert(name.to_owned(), best.into());
    }
    println!("{}", serde_json::Value::Object(figures));
    Ok(())
}

fn evaluate(page: &mut Page, expression: &str) -> anyhow::Result<Evaluation> {
    let evaluation = page.evaluate_within(expression, Duration::from_secs(120))?;
    match &evaluation {
        Evaluation::Value(_) => Ok(evaluation),
        other => bail!("{expression}: {other:?}"),
    }
}

/// Processor time of this thread so far (Linux): other programs on the machine do not count.
fn processor_ms() -> anyhow::Result<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").context("no processor time of threads here")?;
    let nanoseconds: f64 = text.split_whitespace().next().context("an empty schedstat")?.parse()?;
    Ok(nanoseconds / 1e6)
}
