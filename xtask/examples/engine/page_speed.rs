//! Speed and memory of one page, as one JSON object.
//!
//! Opening is the median of eleven pages, up to the load event. Stepping is ten virtual seconds in steps of a frame, without
//! and with a capture of each frame at 800×600. Peak memory is what the process grew by from before the first page.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use oracade_runtime::{Bundle, Engine, Library, Page, PageOptions, Profile, Storage};

const OPENS: usize = 11;
const FRAMES: u32 = 600;
const CAPTURES: u32 = 120;

/// Arguments of `page-speed`.
#[derive(clap::Args)]
pub(crate) struct Args {
    game: PathBuf,
    library: PathBuf,
}

pub(crate) fn run(Args { game, library }: &Args) -> anyhow::Result<()> {
    let engine = Engine::get()?;
    let bundle = Arc::new(Bundle::from_dir(game)?);
    let lock = game.join("oracade.lock.json");
    let library = if lock.is_file() {
        Some(Arc::new(Library::open_with(&lock, library)?))
    } else {
        None
    };
    let before = memory("VmRSS:")?;

    let mut opens = Vec::with_capacity(OPENS);
    for _ in 0..OPENS {
        let start = Instant::now();
        drop(open(engine, &bundle, library.as_ref())?);
        opens.push(start.elapsed());
    }
    opens.sort();

    let mut page = open(engine, &bundle, library.as_ref())?;
    page.advance(Duration::from_millis(3500))?;
    let plain = rate(FRAMES, || {
        let next = page.next_frame_us();
        Ok(page.advance_to(next)?)
    })?;
    let captured = rate(CAPTURES, || {
        let next = page.next_frame_us();
        page.advance_to(next)?;
        page.capture()?;
        Ok(())
    })?;
    let peak = memory("VmHWM:")?.saturating_sub(before);
    let figures = serde_json::json!({
        "open_ms": opens.get(OPENS / 2).copied().unwrap_or_default().as_secs_f64() * 1e3,
        "frames_per_s": plain,
        "captures_per_s": captured,
        "peak_mib": peak as f64 / 1024.0,
    });
    println!("{figures}");
    Ok(())
}

/// A page after its load event.
fn open(engine: &'static Engine, bundle: &Arc<Bundle>, library: Option<&Arc<Library>>) -> anyhow::Result<Page> {
    let options = PageOptions {
        bundle: Arc::clone(bundle),
        library: library.cloned(),
        profile: Profile {
            width: 800,
            height: 600,
            ..Profile::default()
        },
        storage: Storage::default(),
        init_scripts: Vec::new(),
        document: String::new(),
    };
    let mut page = Page::open(engine, options)?;
    while !page.loaded() {
        ensure!(page.now_us() < 30_000_000, "the page did not load within 30 virtual seconds");
        let next = page.next_due_us().unwrap_or_else(|| page.next_frame_us());
        page.advance_to(next)?;
    }
    Ok(page)
}

/// Steps a wall-clock second.
fn rate(steps: u32, mut step: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<f64> {
    let start = Instant::now();
    for _ in 0..steps {
        step()?;
    }
    Ok(f64::from(steps) / start.elapsed().as_secs_f64())
}

/// A line of /proc/self/status in KiB; 0 where there is no such file.
fn memory(line: &str) -> anyhow::Result<u64> {
    let path = Path::new("/proc/self/status");
    if !path.exists() {
        return Ok(0);
    }
    let text = std::fs::read_to_string(path)?;
    let value = text
        .lines()
        .find_map(|text| text.strip_prefix(line)?.split_ascii_whitespace().next()?.parse().ok());
    value.with_context(|| format!("{} has no {line}", path.display()))
}
