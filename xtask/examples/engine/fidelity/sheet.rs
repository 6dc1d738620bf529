//! One picture for a game or fixture: its moments below each other; in Chromium, here, and how far the two are apart. The sheet is a
//! page of the engine's own, so its labels are set by what is being judged.

use super::Shot;
use super::pixels::{self, Reduced};
use anyhow::ensure;
use oracade_runtime::{Bundle, Engine, Page, PageOptions, Profile, Storage};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// How the difference is strengthened, so that it can be seen.
const STRENGTH: u32 = 4;
const MARGIN: u32 = 12;
const GAP: u32 = 8;
const TITLE: u32 = 30;
const CAPTION: u32 = 22;

/// Writes the sheet of some moments, each picture shrunk by a whole number.
pub(crate) fn write(engine: &'static Engine, file: &Path, title: &str, shots: &[Shot], shrink: u32) -> anyhow::Result<()> {
    let mut files = Vec::new();
    let mut rows = String::new();
    let (mut column, mut height) = (0, 2 * MARGIN + TITLE);
    for (number, shot) in shots.iter().enumerate() {
        let difference = pixels::difference(&shot.ours, &shot.theirs)?;
        let apart = pixels::apart(&shot.ours, &shot.theirs, STRENGTH);
        let columns = [("chromium", &shot.theirs), ("ours", &shot.ours), ("apart", &apart)];
        let moment = if shot.name == "_loaded" { "at load" } else { &shot.name };
        let (mean, share) = (difference.mean, 100.0 * difference.share);
        let moment = escaped(moment);
        let _ = write!(
            rows,
            "<p>{moment}: mean difference {mean:.2} of 255, {share:.1} % of pixels differ</p>"
        );
        let mut tallest = 0;
        for (side, frame) in columns {
            let small = Reduced::of(frame, shrink);
            (column, tallest) = (column.max(small.width), tallest.max(small.height));
            let name = format!("{side}-{number}.png");
            let _ = write!(rows, "<img src={name}>");
            files.push((name, small.to_png()?));
        }
        height += CAPTION + tallest + 2 * GAP;
    }
    let width = 2 * MARGIN + 3 * column + 2 * GAP;
    ensure!(
        width <= 16_384 && height <= 16_384,
        "a sheet of {width}×{height} is too large; --shrink makes it smaller"
    );
    let title = escaped(title);
    let html = format!(
        "<!doctype html><style>
        body {{ margin: {MARGIN}px; font: 14px sans-serif; color: #222; background: #fff }}
        h1 {{ margin: 0; height: {TITLE}px; font-size: 16px }}
        main {{ display: grid; grid-template-columns: repeat(3, {column}px); gap: {GAP}px; row-gap: 0 }}
        p {{ grid-column: 1 / -1; margin: 0; height: {CAPTION}px }}
        img {{ display: block; margin-bottom: {}px }}
        </style><h1>{title}: Chromium, Oracade, what differs ({STRENGTH} times as strong)</h1><main>{rows}</main>",
        2 * GAP
    );
    files.push(("index.html".to_owned(), html.into_bytes()));
    let options = PageOptions {
        bundle: Arc::new(Bundle::from_bytes(files)),
        library: None,
        profile: Profile {
            width,
            height,
            ..Profile::default()
        },
        storage: Storage::default(),
        init_scripts: Vec::new(),
        document: String::new(),
    };
    let mut page = Page::open(engine, options)?;
    while !page.loaded() {
        ensure!(page.now_us() < 30_000_000, "the sheet does not load");
        let next = page.next_due_us().unwrap_or_else(|| page.next_frame_us());
        page.advance_to(next)?;
    }
    std::fs::write(file, Reduced::of(&page.capture()?, 1).to_png()?)?;
    Ok(())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
