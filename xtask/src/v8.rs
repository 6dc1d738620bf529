//! The pinned engine: building the static V8 from registry packages, and checking the archive in the tree.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use anyhow::{Context as _, bail, ensure};
use flate2::read::GzDecoder;
use sha2::{Digest as _, Sha256};

/// Version of the crate `v8`, which is also in the archive's name.
const CRATE: &str = "150.4.0";
/// What V8 itself says it is.
const ENGINE: &str = "15.0.245.2-rusty";
/// ICU's major version, by which its symbols are named.
const ICU: &str = "77";
/// The only target whose archive is pinned in the tree.
const TARGET: &str = "x86_64-unknown-linux-gnu";
/// Largest unpacked archive that is read, in bytes.
const UNPACKED_LIMIT: u64 = 1 << 30;

/// Symbols that the crates link, one for each part that a build could have left out.
const SYMBOLS: &[&str] = &[
    "v8__V8__GetVersion",
    "v8__Isolate__New",
    "v8__Script__Compile",
    "v8__Module__Evaluate",
    "v8__SnapshotCreator__CreateBlob",
    "v8__WasmModuleObject__Compile",
    "v8_inspector__V8Inspector__create",
];

/// Commands for the pinned engine.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Build the archive from the sources in the crate `v8` (90 minutes on two cores, 4 GB of disk; Debian, as root).
    Build {
        /// Folder to work in; the archive is left there.
        folder: PathBuf,
        /// Put the archive into third_party/v8 when it has been checked.
        #[arg(long)]
        install: bool,
    },
    /// Check the archive in third_party/v8, or another: checksum, version, symbols.
    Verify {
        /// The archive; beside it lies its checksum, named with `.sha256` added.
        archive: Option<PathBuf>,
    },
}

pub(crate) fn run(command: &Command) -> anyhow::Result<()> {
    let pinned = crate::root().join("third_party/v8").join(name());
    match command {
        Command::Verify { archive } => verify(archive.as_ref().unwrap_or(&pinned)),
        Command::Build { folder, install } => {
            let script = crate::root().join("xtask/v8/build.sh");
            let mut build = Process::new("bash");
            build.arg(script).arg(folder);
            build.env("V8_CRATE", CRATE).env("ARCHIVE", name());
            crate::run(&mut build)?;
            let built = folder.join(name());
            verify(&built)?;
            if *install {
                for (from, to) in [(built.clone(), pinned.clone()), (checksum(&built), checksum(&pinned))] {
                    fs::copy(&from, &to).with_context(|| format!("cannot write {}", to.display()))?;
                }
                println!("installed {}", pinned.display());
            }
            Ok(())
        }
    }
}

fn name() -> String {
    format!("librusty_v8-{CRATE}-{TARGET}.a.gz")
}

fn checksum(archive: &Path) -> PathBuf {
    let mut name = archive.as_os_str().to_owned();
    name.push(".sha256");
    PathBuf::from(name)
}

/// Checks an archive.
fn verify(archive: &Path) -> anyhow::Result<()> {
    let packed = fs::read(archive).with_context(|| format!("cannot read {}", archive.display()))?;
    let sums = checksum(archive);
    let text = fs::read_to_string(&sums).with_context(|| format!("cannot read {}", sums.display()))?;
    let expected = text.split_ascii_whitespace().next().unwrap_or_default();
    let found: String = Sha256::digest(&packed).iter().map(|byte| format!("{byte:02x}")).collect();
    ensure!(
        found == expected,
        "{} has SHA-256 {found}, but {} says {expected}",
        archive.display(),
        sums.display()
    );
    println!("checksum  {found}");

    let mut library = Vec::new();
    GzDecoder::new(packed.as_slice())
        .take(UNPACKED_LIMIT)
        .read_to_end(&mut library)
        .context("the archive is not gzip")?;
    let mut version = ENGINE.as_bytes().to_vec();
    version.push(0);
    ensure!(contains(&library, &version), "V8 {ENGINE} is not in the archive");
    println!("V8        {ENGINE}");

    let symbols = symbols(&library)?;
    let icu = [format!("u_init_{ICU}"), format!("udata_setCommonData_{ICU}")];
    let wanted = SYMBOLS.iter().copied().chain(icu.iter().map(String::as_str));
    let missing: Vec<_> = wanted.filter(|symbol| !symbols.contains(symbol.as_bytes())).collect();
    if !missing.is_empty() {
        bail!("the archive lacks {}", missing.join(", "));
    }
    println!("symbols   {} and ICU {ICU}'s, of {}", SYMBOLS.len(), symbols.len());

    let locked = locked_version("v8")?;
    ensure!(
        locked == CRATE,
        "Cargo.lock has the crate v8 {locked}, but the archive is for {CRATE}; see docs/v8.md"
    );
    println!("crate     v8 {locked}");
    Ok(())
}

fn contains(text: &[u8], wanted: &[u8]) -> bool {
    // The version stands in V8's read-only data, far fewer times than its first byte occurs.
    text.windows(wanted.len()).any(|window| window == wanted)
}

/// The names in an archive's symbol index (System V form: count and offsets in big-endian order, then names).
fn symbols(library: &[u8]) -> anyhow::Result<BTreeSet<&[u8]>> {
    let rest = library.strip_prefix(b"!<arch>\n").context("not an ar archive")?;
    ensure!(rest.starts_with(b"/ "), "the archive has no symbol index");
    let size = rest
        .get(48..58)
        .and_then(|field| std::str::from_utf8(field).ok())
        .and_then(|field| field.trim().parse::<usize>().ok());
    let index = size
        .and_then(|size| rest.get(60..60 + size))
        .context("the symbol index is cut short")?;
    let (count, rest) = index.split_first_chunk::<4>().context("the symbol index is empty")?;
    let offsets = u32::from_be_bytes(*count) as usize;
    let names = rest
        .get(offsets.saturating_mul(4)..)
        .context("the symbol index is cut short")?;
    Ok(names.split(|byte| *byte == 0).filter(|name| !name.is_empty()).collect())
}

/// A crate's version in Cargo.lock.
fn locked_version(package: &str) -> anyhow::Result<String> {
    let lock = fs::read_to_string(crate::root().join("Cargo.lock")).context("cannot read Cargo.lock")?;
    let entry = format!("name = \"{package}\"\nversion = \"");
    let at = lock.find(&entry).with_context(|| format!("Cargo.lock has no {package}"))?;
    Ok(lock[at + entry.len()..].chars().take_while(|c| *c != '"').collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(names: &[&str]) -> Vec<u8> {
        let mut index = (names.len() as u32).to_be_bytes().to_vec();
        index.extend(names.iter().flat_map(|_| 8_u32.to_be_bytes()));
        index.extend(names.iter().flat_map(|name| name.bytes().chain([0])));
        let mut out = b"!<arch>\n".to_vec();
        out.extend(format!("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", "/", 0, 0, 0, 0, index.len()).bytes());
        out.extend(index);
        out
    }

    #[test]
    fn the_symbol_index_is_read() {
        let bytes = archive(&["a", "bc"]);
        assert_eq!(symbols(&bytes).unwrap(), BTreeSet::from([&b"a"[..], b"bc"]));
        assert!(symbols(&bytes[..70]).is_err());
        assert!(symbols(b"!<arch>\n").is_err());
    }

    #[test]
    fn the_lock_file_names_the_crate() {
        assert_eq!(locked_version("v8").unwrap(), CRATE);
        assert!(locked_version("no such crate").is_err());
    }
}
