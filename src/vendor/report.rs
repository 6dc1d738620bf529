//! What `oracade vendor` tells: for people, and as JSON.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::lock::Lock;
use super::walk::Failure;

/// The outcome of a run.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) lock: PathBuf,
    pub(crate) library: PathBuf,
    /// The lock file was written.
    pub(crate) changed: bool,
    /// The lock file as it now is.
    pub(crate) contents: Lock,
    /// Packages fetched by npm.
    pub(crate) fetched: Vec<String>,
    /// Files of an unchanged lock file that the library lacked.
    pub(crate) restored: usize,
    /// Needed addresses without bytes.
    pub(crate) failures: Vec<Failure>,
    pub(crate) warnings: Vec<String>,
    /// Addresses of networks that serve no npm packages.
    pub(crate) unrecognised: Vec<String>,
}

impl Report {
    /// The report as lines.
    pub(crate) fn text(&self, licenses: bool) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let mut line = |text: String| _ = writeln!(out, "{text}");
        for (id, package) in &self.contents.packages {
            let count = self.contents.addresses.values().filter(|entry| entry.package == *id).count();
            let fetched = if self.fetched.contains(id) { ", fetched" } else { "" };
            let license = package.license.as_deref().unwrap_or("no licence stated");
            line(format!(
                "{id}: {count} {} ({license}{fetched})",
                plural(count, "address", "addresses")
            ));
            if licenses {
                if package.license_files.is_empty() {
                    line("  no licence file in the package".to_owned());
                }
                for (file, digest) in &package.license_files {
                    line(format!("  {file}: {}", self.library.join("store").join(digest).display()));
                }
            }
        }
        for warning in &self.warnings {
            line(format!("warning: {warning}"));
        }
        for address in &self.unrecognised {
            line(format!(
                "warning: {address} is not served from an npm package; the page will see it fail, unless the file is put beside the game"
            ));
        }
        for failure in &self.failures {
            line(format!("error: {}: {}", failure.address, failure.reason));
            line("  correct the address in the game, or put the file beside it".to_owned());
        }
        let count = self.contents.addresses.len();
        if self.restored > 0 {
            line(format!(
                "{} {} fetched as pinned",
                self.restored,
                plural(self.restored, "file", "files")
            ));
        }
        let state = if self.changed { "written" } else { "up to date" };
        if self.contents.requests.is_empty() && !self.changed {
            line("nothing to fetch: the game names no package of a content network".to_owned());
        } else {
            line(format!(
                "{}: {state}, {count} {}",
                self.lock.display(),
                plural(count, "address", "addresses")
            ));
        }
        out
    }

    /// The report as one JSON object.
    pub(crate) fn json(&self) -> anyhow::Result<String> {
        let packages: serde_json::Map<_, _> = self.contents.packages.iter().map(|(id, package)| {
            let value = serde_json::json!({ "license": package.license, "license_files": package.license_files, "fetched": self.fetched.contains(id) });
            (id.clone(), value)
        }).collect();
        let failures: Vec<_> = self
            .failures
            .iter()
            .map(|f| serde_json::json!({ "address": f.address, "reason": f.reason }))
            .collect();
        let value = serde_json::json!({
            "lock": self.lock,
            "library": self.library,
            "changed": self.changed,
            "restored": self.restored,
            "packages": packages,
            "addresses": self.contents.addresses.keys().collect::<Vec<_>>(),
            "warnings": self.warnings,
            "unrecognised": self.unrecognised,
            "failures": failures,
        });
        Ok(serde_json::to_string_pretty(&value)? + "\n")
    }
}

fn plural<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}
