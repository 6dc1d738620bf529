//! `bench --webgl`: what a frame of pages that draw with WebGL costs here and in Chromium, whose WebGL is SwiftShader's; one after the
//! other on the same machine.

use super::figure;
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::process::Command;

/// What `engine webgl-speed` prints for a page.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
struct Own {
    frame_ms: Option<f64>,
    frame_processor_ms: Option<f64>,
    plain_ms: Option<f64>,
    plain_processor_ms: Option<f64>,
    program_ms: Option<f64>,
    program_processor_ms: Option<f64>,
}

/// What webgl_speed.mjs prints.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
struct Peer {
    browser: String,
    frame_ms: Option<f64>,
    frame_processor_ms: Option<f64>,
    program_ms: Option<f64>,
    program_processor_ms: Option<f64>,
}

/// Milliseconds of one kind of work.
#[derive(Serialize)]
struct Row {
    page: String,
    what: &'static str,
    oracade_ms: f64,
    oracade_processor_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    chromium_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chromium_processor_ms: Option<f64>,
    /// How many times as fast as Chromium, on the clock and in processor time.
    #[serde(skip_serializing_if = "Option::is_none")]
    times_chromium: Option<[f64; 2]>,
}

impl Row {
    fn new(page: &str, what: &'static str, own: [Option<f64>; 2], peer: [Option<f64>; 2]) -> Option<Row> {
        let (wall, processor) = own[0].zip(own[1])?;
        Some(Row {
            page: page.to_owned(),
            what,
            oracade_ms: wall,
            oracade_processor_ms: processor,
            chromium_ms: peer[0],
            chromium_processor_ms: peer[1],
            times_chromium: peer[0].zip(peer[1]).map(|(w, p)| [w / wall, p / processor]),
        })
    }
}

/// Measures the pages of xtask/bench/webgl, or others.
pub(super) fn run(pages: &[PathBuf], json: bool, with_chromium: bool) -> anyhow::Result<()> {
    let folder = crate::root().join("xtask/bench/webgl");
    let given = pages.to_vec();
    let pages = if given.is_empty() {
        ["three", "phaser", "shaders"].map(|name| folder.join(name)).to_vec()
    } else {
        given
    };
    let mut rows = Vec::new();
    let mut browser = String::new();
    for page in &pages {
        let name = super::name(page);
        eprintln!("measuring {name}");
        let mut example = Command::new(crate::built("examples/engine")?);
        let own = crate::output(example.arg("webgl-speed").arg(page).arg(crate::library()?))?;
        let own: Own = serde_json::from_slice(&own).context("webgl-speed printed no figures")?;
        let peer = if with_chromium && crate::chromium::browser().is_some() {
            let figures = crate::output(&mut crate::chromium::script("webgl_speed.mjs", &page.join("index.html"))?)?;
            serde_json::from_slice(&figures).context("webgl_speed.mjs printed no figures")?
        } else {
            Peer::default()
        };
        let frame = [peer.frame_ms, peer.frame_processor_ms];
        let program = [peer.program_ms, peer.program_processor_ms];
        rows.extend(Row::new(
            &name,
            "a frame that is looked at",
            [own.frame_ms, own.frame_processor_ms],
            frame,
        ));
        rows.extend(Row::new(
            &name,
            "a frame that is not",
            [own.plain_ms, own.plain_processor_ms],
            frame,
        ));
        rows.extend(Row::new(
            &name,
            "a program",
            [own.program_ms, own.program_processor_ms],
            program,
        ));
        browser = peer.browser;
    }
    if json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
        return Ok(());
    }
    println!("Milliseconds on the clock and of the processor; {browser}");
    println!("{:<36} {:>18} {:>18} {:>18}", "", "Oracade", "Chromium", "times as fast");
    for row in rows {
        let pair = |a: Option<f64>, b: Option<f64>, unit| format!("{:>8} {:>9}", figure(a, unit), figure(b, unit));
        let [wall, processor] = row.times_chromium.map_or([None; 2], |times| times.map(Some));
        println!(
            "{:<36} {} {} {}",
            format!("{}: {}", row.page, row.what),
            pair(Some(row.oracade_ms), Some(row.oracade_processor_ms), ""),
            pair(row.chromium_ms, row.chromium_processor_ms, ""),
            pair(wall, processor, "x")
        );
    }
    Ok(())
}
