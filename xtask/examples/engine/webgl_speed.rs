//! What a frame of a page that draws with WebGL costs, as one JSON object: a frame that is looked at, one that is not, and, where the
//! page has `compile(first, count)`, a program. The viewport is 1280×713.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use oracade_runtime::{Bundle, Engine, Evaluation, Library, Page, PageOptions, Profile, Storage};

const PLAIN: u32 = 300;
/// As many programs as Chromium is asked for.
const PROGRAMS: u32 = 8;
const LONG: Duration = Duration::from_secs(120);

/// Arguments of `webgl-speed`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The page's folder.
    page: PathBuf,
    /// The library of vendored packages.
    library: PathBuf,
    /// Threads that pixels are drawn on.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Frames that are looked at.
    #[arg(long, default_value_t = 20)]
    frames: u32,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    oracade_runtime::draw_on_threads(args.threads);
    let lock = args.page.join("oracade.lock.json");
    let library = match lock.is_file() {
        true => Some(Arc::new(Library::open_with(&lock, &args.library)?)),
        false => None,
    };
    let mut profile = Profile {
        width: 1280,
        height: 713,
        ..Profile::default()
    };
    profile.limits.watchdog = LONG;
    let options = PageOptions {
        bundle: Arc::new(Bundle::from_dir(&args.page)?),
        library,
        profile,
        storage: Storage::default(),
        init_scripts: Vec::new(),
        document: String::new(),
    };
    let mut page = Page::open(Engine::get()?, options)?;
    while number(&mut page, "window.frames_drawn > 3 || window.ready ? 1 : 0")? == 0.0 {
        ensure!(page.now_us() < 30_000_000, "the page draws nothing within 30 virtual seconds");
        let next = page.next_due_us().unwrap_or_else(|| page.next_frame_us());
        page.advance_to(next)?;
    }
    let mut figures = serde_json::Map::new();
    let mut tell = |name: &str, value: f64| figures.insert(name.to_owned(), value.into());
    if number(&mut page, "typeof compile === 'function' ? 1 : 0")? != 0.0 {
        number(&mut page, "compile(0, 2)")?;
        let [wall, processor] = cost(
            PROGRAMS,
            |_| number(&mut page, &format!("compile(2, {PROGRAMS})")).map(drop),
            true,
        )?;
        tell("program_ms", wall);
        tell("program_processor_ms", processor);
    } else {
        let step = |page: &mut Page| -> anyhow::Result<()> {
            let next = page.next_frame_us();
            Ok(page.advance_to(next)?)
        };
        // What the first frames make is made once.
        for _ in 0..3 {
            step(&mut page)?;
            page.capture()?;
        }
        let [wall, processor] = cost(
            args.frames,
            |_| {
                step(&mut page)?;
                page.capture()?;
                Ok(())
            },
            false,
        )?;
        tell("frame_ms", wall);
        tell("frame_processor_ms", processor);
        let [wall, processor] = cost(PLAIN, |_| step(&mut page), false)?;
        tell("plain_ms", wall);
        tell("plain_processor_ms", processor);
    }
    println!("{}", serde_json::Value::Object(figures));
    Ok(())
}

/// Milliseconds on the clock and of the processor that each of `count` things takes; they are done one by one or at `once`.
fn cost(count: u32, mut work: impl FnMut(u32) -> anyhow::Result<()>, once: bool) -> anyhow::Result<[f64; 2]> {
    let (start, before) = (Instant::now(), processor_ms()?);
    for i in 0..if once { 1 } else { count } {
        work(i)?;
    }
    let wall = start.elapsed().as_secs_f64() * 1e3;
    Ok([wall, processor_ms()? - before].map(|ms| ms / f64::from(count)))
}

fn number(page: &mut Page, expression: &str) -> anyhow::Result<f64> {
    match page.evaluate_within(expression, LONG)? {
        Evaluation::Value(Some(value)) => value.as_f64().with_context(|| format!("{expression} is no number")),
        other => bail!("{expression}: {other:?}"),
    }
}

/// Processor time of this process so far, of all its threads, also of those that have ended (Linux).
fn processor_ms() -> anyhow::Result<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").context("no processor time here")?;
    let after_name = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = |field: usize| {
        after_name
            .split_ascii_whitespace()
            .nth(field)
            .and_then(|v| v.parse::<f64>().ok())
    };
    // Fields 14 and 15 of the line, in hundredths of a second.
    let (user, system) = ticks(11).zip(ticks(12)).context("an unknown /proc/self/stat")?;
    Ok((user + system) * 10.0)
}
