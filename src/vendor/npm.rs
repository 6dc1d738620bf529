//! The npm client of the user. Registry, credentials, proxies and caches are what its own configuration says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use super::tarball::ARCHIVE_LIMIT;

/// Why npm did not deliver.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NpmError {
    /// The client is not there.
    #[error("cannot run `npm` ({0}); install Node.js, whose npm client fetches the packages")]
    Missing(std::io::Error),
    /// npm's own words.
    #[error("npm: {0}")]
    Failed(String),
    /// An answer of a shape this program does not know.
    #[error("npm answered in an unknown form: {0}")]
    Answer(String),
    /// The temporary folder.
    #[error("{path}: {source}")]
    Io {
        /// What was read or written.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
}

/// A source of packages.
pub(crate) trait Npm {
    /// The newest version of a package in a range or under a tag.
    fn resolve(&self, package: &str, range: &str) -> Result<String, NpmError>;
    /// The registry's `sha512-…` for a version, if it has one.
    fn integrity(&self, package: &str, version: &str) -> Result<Option<String>, NpmError>;
    /// The packed archive of a version.
    fn pack(&self, package: &str, version: &str) -> Result<Vec<u8>, NpmError>;
}

/// The `npm` on the path.
#[derive(Debug)]
pub(crate) struct Client {
    /// Only npm's cache is asked.
    pub(crate) offline: bool,
}

impl Client {
    fn run(&self, arguments: &[&str]) -> Result<Output, NpmError> {
        let mut command = if cfg!(windows) {
            Command::new("npm.cmd")
        } else {
            Command::new("npm")
        };
        command
            .args(arguments)
            .arg("--json")
            .args(["--loglevel=error", "--no-update-notifier", "--ignore-scripts"]);
        if self.offline {
            command.arg("--offline");
        }
        command.output().map_err(NpmError::Missing)
    }

    /// `npm view` of two fields: every version that matches, with its checksum.
    fn view(&self, package: &str, range: &str) -> Result<Vec<(String, Option<String>)>, NpmError> {
        let spec = format!("{package}@{range}");
        let output = self.run(&["view", &spec, "version", "dist.integrity"])?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(NpmError::Failed(reason(&output)));
        }
        if text.trim().is_empty() {
            return Err(NpmError::Failed(format!("no version of {package} matches {range}")));
        }
        let answer: serde_json::Value = serde_json::from_str(&text).map_err(|error| NpmError::Answer(error.to_string()))?;
        let rows = match answer {
            serde_json::Value::Array(rows) => rows,
            row => vec![row],
        };
        let row = |row: &serde_json::Value| {
            // With a single field left, npm prints it bare.
            let version = row.as_str().or_else(|| row.get("version")?.as_str())?;
            let integrity = row
                .get("dist.integrity")
                .or_else(|| row.get("dist")?.get("integrity"))
                .and_then(|v| v.as_str());
            Some((version.to_owned(), integrity.map(str::to_owned)))
        };
        rows.iter()
            .map(|value| row(value).ok_or_else(|| NpmError::Answer(value.to_string())))
            .collect()
    }
}

impl Npm for Client {
    fn resolve(&self, package: &str, range: &str) -> Result<String, NpmError> {
        let rows = self.view(package, range)?;
        newest(rows.into_iter().map(|(version, _)| version))
            .ok_or_else(|| NpmError::Failed(format!("no version of {package} matches {range}")))
    }

    fn integrity(&self, package: &str, version: &str) -> Result<Option<String>, NpmError> {
        let rows = self.view(package, version)?;
        Ok(rows
            .into_iter()
            .find(|(found, _)| found == version)
            .and_then(|(_, integrity)| integrity))
    }

    fn pack(&self, package: &str, version: &str) -> Result<Vec<u8>, NpmError> {
        let folder = Scratch::new()?;
        let spec = format!("{package}@{version}");
        let destination = folder.0.to_string_lossy().into_owned();
        let output = self.run(&["pack", &spec, "--pack-destination", &destination])?;
        if !output.status.success() {
            return Err(NpmError::Failed(reason(&output)));
        }
        let io = |path: &Path, source| NpmError::Io {
            path: path.to_path_buf(),
            source,
        };
        let archive = fs::read_dir(&folder.0)
            .map_err(|source| io(&folder.0, source))?
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .find(|path| path.extension().is_some_and(|extension| extension == "tgz"))
            .ok_or_else(|| NpmError::Answer("npm pack left no archive".to_owned()))?;
        let size = fs::metadata(&archive).map_err(|source| io(&archive, source))?.len();
        if size > ARCHIVE_LIMIT {
            return Err(NpmError::Failed(format!(
                "{spec} is {size} bytes packed, more than {ARCHIVE_LIMIT}"
            )));
        }
        fs::read(&archive).map_err(|source| io(&archive, source))
    }
}

/// The highest version by semver's order.
pub(crate) fn newest(versions: impl Iterator<Item = String>) -> Option<String> {
    versions.max_by(|a, b| match (semver::Version::parse(a), semver::Version::parse(b)) {
        (Ok(a), Ok(b)) => a.cmp(&b),
        (a, b) => a.is_ok().cmp(&b.is_ok()),
    })
}

/// The summary npm gives in JSON, else the first line of its complaint.
fn reason(output: &Output) -> String {
    let json = serde_json::from_slice::<serde_json::Value>(&output.stdout).ok();
    let summary = json
        .as_ref()
        .and_then(|v| v.get("error")?.get("summary")?.as_str())
        .map(str::to_owned);
    summary.unwrap_or_else(|| {
        let text = String::from_utf8_lossy(&output.stderr);
        text.lines()
            .map(|line| line.trim_start_matches("npm error").trim())
            .find(|line| !line.is_empty())
            .unwrap_or("no reason given")
            .to_owned()
    })
}

/// A temporary folder of this process alone, removed when done.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, NpmError> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("oracade-npm-{}-{number}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(NpmError::Io { path, source }),
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What remains in the temporary folder harms nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_newest_version_is_by_number_not_by_order() {
        let versions = ["3.88.0", "3.9.0", "3.88.2", "3.88.1", "4.0.0-rc.1"].map(str::to_owned);
        assert_eq!(super::newest(versions.into_iter()).as_deref(), Some("4.0.0-rc.1"));
        assert_eq!(
            super::newest(["3.9.0", "3.88.2", "odd"].map(str::to_owned).into_iter()).as_deref(),
            Some("3.88.2")
        );
    }
}
