//! `oracade play`: a person plays a game in their own browser, and what they do becomes a tape.
//!
//! The page lives here, on its thread, and sees nothing of the person's browser but input. That browser shows pictures
//! ([`session`] takes them, [`socket`] sends them) and says what is pressed ([`asks`]). [`http`] lets in nobody else.

mod asks;
mod http;
mod hub;
mod interrupt;
mod pixels;
mod server;
mod session;
mod socket;

use crate::conditions::PageArgs;
use crate::recorder::record::create_tape;
use crate::recorder::stage::{Stage, on_page_thread};
use anyhow::{Context, ensure};
use oracade_recorder::live::Live;
use oracade_recorder::write::TapeWriter;
use serde_json::json;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `oracade play`.
#[derive(clap::Args, Clone)]
#[command(
    after_help = "The page runs on this machine as under `oracade run`; the browser only shows its pictures and sends \
                        input. It has no sound. Only this machine can open the address, and only with the word in it. \
                        The first window plays, others watch. Ctrl-C or the page's End button ends it."
)]
pub(crate) struct Args {
    /// The game: a folder with index.html, an HTML file, or a task of the corpus.
    #[arg(value_name = "GAME")]
    game: String,
    /// A variant of the task that is wrong on purpose.
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Record what is played as a tape; `oracade replay --verify` plays it again.
    #[arg(long, value_name = "FILE")]
    tape: Option<PathBuf>,
    /// Write over a tape that is there.
    #[arg(long, requires = "tape")]
    force: bool,
    /// A checkpoint every this many frames (60 a second) of the tape; 0: none. Each takes a snapshot of the game.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    every: u64,
    /// The port of 127.0.0.1 [default: a free one].
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Wait for Run to be pressed.
    #[arg(long)]
    paused: bool,
    #[command(flatten)]
    page: PageArgs,
    /// Folder of the vendored packages [default: see `oracade vendor --help`].
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Print the address and then the result as JSON, one object a line.
    #[arg(long)]
    json: bool,
}

/// Longest side of a viewport that is shown live: each frame is sent as it is.
const SIDE_MAX: u32 = 4096;

/// Lets a person play until they end it.
///
/// # Errors
/// The game is not there, the port is taken, or the tape cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (width, height) = args.page.viewport;
    ensure!(
        width <= SIDE_MAX && height <= SIDE_MAX,
        "a viewport of {width}x{height} is too large to be shown live: at most {SIDE_MAX} a side"
    );
    let stage = Stage::load(&args.game, args.variant.as_deref(), args.library.as_deref())?;
    on_page_thread(|engine| {
        let profile = args.page.profile();
        let header = stage.header(engine, &profile, args.every, args.variant.as_deref());
        let page = stage.open(engine, &header, args.page.timeout)?;
        let writer = match &args.tape {
            Some(path) => Some(TapeWriter::new(BufWriter::new(create_tape(path, args.force)?), &header)?),
            None => None,
        };
        let (hub, heard) = hub::Hub::new();
        let server = server::Server::start(args.port, hub.clone())?;
        tell_address(args, &stage.name, &server.address())?;
        interrupt::catch();
        let about = json!({
            "game": stage.name, "seed": profile.seed, "viewport": [width, height], "dpr": profile.dpr,
            "tape": args.tape.as_ref().map(|path| path.display().to_string()), "version": env!("CARGO_PKG_VERSION"),
        });
        let live = Live::new(page, if args.tape.is_some() { args.every } else { 0 });
        let session = session::Session::new(live, writer, hub.clone(), heard, about, args.paused);
        let played = session.run();
        hub.close();
        let played = played.with_context(|| match &args.tape {
            Some(path) => format!("cannot write {}", path.display()),
            None => "the run".to_owned(),
        })?;
        tell_result(args, &played);
        Ok(ExitCode::SUCCESS)
    })
}

fn tell_address(args: &Args, game: &str, address: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", json!({ "game": game, "address": address, "tape": args.tape }))?;
    } else {
        writeln!(out, "open        {address}")?;
        if let Some(tape) = &args.tape {
            writeln!(out, "tape        {}", tape.display())?;
        }
        writeln!(out, "end         Ctrl-C, or End in the page")?;
    }
    Ok(out.flush()?)
}

fn tell_result(args: &Args, played: &session::Played) {
    let session::Played {
        at_us,
        inputs,
        checkpoints,
        end,
    } = played;
    if args.json {
        let result = json!({
            "tape": args.tape, "at_ms": *at_us as f64 / 1e3, "inputs": inputs, "checkpoints": checkpoints, "chain": end.chain,
            "digest": end.digest, "died": end.died,
        });
        println!("{result}");
        return;
    }
    println!(
        "played      {:.3} ms, {inputs} inputs, {checkpoints} checkpoints",
        *at_us as f64 / 1e3
    );
    println!("digest      {}", end.digest);
    if let Some(died) = &end.died {
        println!("ended       {died}");
    }
    if let Some(tape) = &args.tape {
        println!("replay it   oracade replay --verify {}", tape.display());
    }
}
