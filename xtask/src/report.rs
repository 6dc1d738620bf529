//! `oracade report` in a real browser.

use crate::chromium;
use std::path::PathBuf;
use std::process::Command;

/// Arguments of `report-test`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder for pictures of the pages, in both colour schemes, wide and narrow.
    #[arg(long, value_name = "DIR")]
    shots: Option<PathBuf>,
    /// Reports to open instead of making one.
    reports: Vec<PathBuf>,
}

/// Makes a report of a wrong game's checks and opens it in Chromium. Without Chromium it says so and passes.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if chromium::browser().is_none() {
        println!("skipped: Chromium is not installed (CHROMIUM names its program)");
        return Ok(());
    }
    let mut reports = args.reports.clone();
    if reports.is_empty() {
        crate::build_program()?;
        let oracade = crate::built("oracade")?;
        let folder = crate::root().join("target/report-test");
        // It fails: that is what the report is about.
        let check = ["check", "lantern-orchard", "--variant", "dead-keys", "--quiet", "--out"];
        Command::new(&oracade)
            .current_dir(crate::root())
            .args(check)
            .arg(&folder)
            .output()?;
        crate::run(Command::new(&oracade).current_dir(crate::root()).arg("report").arg(&folder))?;
        reports.push(folder.join("report.html"));
    }
    for report in &reports {
        let name = report.parent().and_then(|folder| folder.file_name());
        let name = name.map_or_else(|| "report".to_owned(), |name| name.to_string_lossy().into_owned());
        let mut node = chromium::tool("report.mjs")?;
        node.arg("--html").arg(report).arg("--name").arg(name);
        if let Some(shots) = &args.shots {
            node.arg("--shots").arg(shots);
        }
        crate::run(&mut node)?;
    }
    Ok(())
}
