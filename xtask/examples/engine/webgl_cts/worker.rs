//! Plays pages of the suite whose names come on standard input, one at a time.

use super::{Args, Outcome};
use anyhow::Context as _;
use oracade_runtime::{Bundle, Engine, Evaluation, Page, PageOptions, Profile, Storage};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{BufRead as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Virtual time a page may take.
const LIMIT: Duration = Duration::from_secs(60);
const STEP_US: u64 = 20_000;
/// The largest file that is served, in bytes.
const FILE_LIMIT: u64 = 8 << 20;

#[derive(Deserialize)]
struct Reported {
    done: bool,
    held: usize,
    all: usize,
    messages: Vec<String>,
}

/// What pages report to.
const HARNESS: &str = r#"
(() => {
  const r = window.__cts = { done: false, held: 0, all: 0, messages: [] };
  window.webglTestHarness = {
    reportResults(url, success, message) {
      r.all++;
      if (success) r.held++;
      else if (r.messages.length < 8) r.messages.push(String(message).slice(0, 500));
    },
    notifyFinished() { r.done = true; },
  };
})();
"#;

/// Answers each line of standard input with a line of standard output.
pub(super) fn serve(args: &Args) -> anyhow::Result<()> {
    let engine = Engine::get()?;
    let bundle = Arc::new(bundle(&args.root)?);
    let mut profile = Profile {
        width: 800,
        height: 600,
        ..Profile::default()
    };
    profile.limits.watchdog = Duration::from_secs(args.seconds);
    for test in std::io::stdin().lock().lines() {
        let test = test?;
        let outcome = play(engine, &bundle, &profile, &test, args.version)
            .unwrap_or_else(|error| Outcome::ended(&test, format!("{error:#}")));
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", serde_json::to_string(&outcome)?)?;
        out.flush()?;
    }
    Ok(())
}

/// All files of the suite that are not too large.
fn bundle(root: &Path) -> anyhow::Result<Bundle> {
    let mut contents = BTreeMap::new();
    let mut todo = vec![root.to_owned()];
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                todo.push(path);
            } else if entry.metadata()?.len() <= FILE_LIMIT
                && let Ok(name) = path.strip_prefix(root)
            {
                contents.insert(name.to_string_lossy().replace('\\', "/"), std::fs::read(&path)?);
            }
        }
    }
    contents.insert("index.html".to_owned(), Vec::new());
    Ok(Bundle::from_bytes(contents))
}

fn play(engine: &'static Engine, bundle: &Arc<Bundle>, profile: &Profile, test: &str, version: u32) -> anyhow::Result<Outcome> {
    // `webglVersion` comes as the suite's own harness gives it; `quiet` keeps what passes out of the document.
    let version = format!("history.replaceState(null, '', location.pathname + '?webglVersion={version}&quiet=1');");
    let options = PageOptions {
        bundle: bundle.clone(),
        document: format!("/{test}"),
        library: None,
        profile: profile.clone(),
        storage: Storage::default(),
        init_scripts: vec![HARNESS.to_owned(), version],
    };
    let mut page = Page::open(engine, options)?;
    let until = u64::try_from(LIMIT.as_micros())?;
    let mut next_look = STEP_US;
    loop {
        page.advance_to(next_look)?;
        let reported = match page.evaluate("JSON.stringify(window.__cts)")? {
            Evaluation::Value(Some(value)) => value.as_str().map(str::to_owned),
            _ => None,
        };
        let reported: Reported = serde_json::from_str(&reported.context("the page has lost its harness")?)?;
        let now = page.now_us();
        if reported.done || now > until {
            let mut messages = reported.messages;
            let thrown = page.exceptions();
            messages.extend(
                thrown
                    .iter()
                    .take(2)
                    .map(|line| line.description.clone().unwrap_or_else(|| line.text.clone())),
            );
            if !reported.done {
                messages.push("no end".to_owned());
            }
            return Ok(Outcome {
                test: test.to_owned(),
                passed: reported.done && reported.held == reported.all && reported.all > 0,
                held: reported.held,
                all: reported.all,
                messages,
            });
        }
        next_look = page.next_due_us().unwrap_or(until).min(until + 1).max(now + STEP_US);
    }
}
