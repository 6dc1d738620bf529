//! Options that say under which conditions pages run, and what is reported of them.

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use oracade_oracle::report::Conditions;
use oracade_runtime::{Engine, FontProfile, Profile, V8_FLAGS, fonts_digest};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// SHA-256 of the pinned V8 archive; other targets bring their own.
#[cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]
const ARCHIVE: Option<&str> = Some(include_str!(
    "../third_party/v8/librusty_v8-150.4.0-x86_64-unknown-linux-gnu.a.gz.sha256"
));
#[cfg(not(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")))]
const ARCHIVE: Option<&str> = None;

/// Which fonts exist for the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fonts {
    /// Liberation, DejaVu Sans and a colour emoji font.
    #[default]
    Default,
    /// The fonts of the reference Chromium: no emoji font.
    Reference,
}

/// Conditions of a run.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PageArgs {
    /// Seed of everything random a page can see.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Viewport in CSS pixels.
    #[arg(long, value_name = "WxH", value_parser = parse_viewport, default_value = "1280x713")]
    pub(crate) viewport: (u32, u32),
    /// Fonts the page finds.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) fonts: Fonts,
    /// Seconds of real time one uninterrupted run of page code may take before the page counts as hung.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timeout: Option<u64>,
}

impl PageArgs {
    /// What pages are told.
    pub(crate) fn profile(&self) -> Profile {
        let (width, height) = self.viewport;
        let mut profile = Profile {
            width,
            height,
            seed: self.seed,
            fonts: match self.fonts {
                Fonts::Default => FontProfile::Default,
                Fonts::Reference => FontProfile::Reference,
            },
            ..Profile::default()
        };
        if let Some(seconds) = self.timeout {
            profile.limits.watchdog = Duration::from_secs(seconds);
        }
        profile
    }
}

/// A viewport as a person writes it: `390x844`.
///
/// # Errors
/// It is not written so, or no page can have it.
pub(crate) fn parse_viewport(text: &str) -> anyhow::Result<(u32, u32)> {
    let (width, height) = text
        .split_once(['x', 'X'])
        .context("write it as WIDTHxHEIGHT, e.g. 1280x713")?;
    let side = |text: &str| {
        text.trim()
            .parse::<u32>()
            .with_context(|| format!("{text:?} is not a number of pixels"))
    };
    let (width, height) = (side(width)?, side(height)?);
    if !(1..=16_384).contains(&width) || !(1..=16_384).contains(&height) {
        bail!("each side must be between 1 and 16384");
    }
    Ok((width, height))
}

/// Virtual time as a person writes it: `10s`, `500ms`, `2m`.
///
/// # Errors
/// It is not written so, or is more than a day.
pub(crate) fn parse_time(text: &str) -> anyhow::Result<Duration> {
    let digits = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: f64 = number
        .trim()
        .parse()
        .with_context(|| format!("{text:?} is not a time; write 10s, 500ms or 2m"))?;
    let seconds = match unit {
        "ms" => number / 1_000.0,
        "s" | "" => number,
        "m" => number * 60.0,
        _ => bail!("{unit:?} is not a unit of time; write 10s, 500ms or 2m"),
    };
    ensure!(
        (0.0..=86_400.0).contains(&seconds),
        "a run may take between nothing and a day"
    );
    Ok(Duration::from_secs_f64(seconds))
}

/// SHA-256 of the V8 archive this build was linked with, if it is the pinned one.
pub(crate) fn archive_digest() -> Option<&'static str> {
    ARCHIVE.and_then(|line| line.split_whitespace().next())
}

/// Digest of everything in this build that decides what pages do: this program's own file.
pub(crate) fn build_digest() -> String {
    let program = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
    oracade_runtime::hex(&Sha256::digest(&program))
}

/// What a report says about the conditions of its run.
pub(crate) fn describe(engine: &Engine, profile: &Profile) -> Conditions {
    let mut hash = Sha256::new();
    for part in [archive_digest().unwrap_or(""), engine.v8_version(), V8_FLAGS] {
        hash.update(part.as_bytes());
        hash.update(b"\0");
    }
    Conditions {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        v8: engine.v8_version().to_owned(),
        engine_digest: oracade_runtime::hex(&hash.finalize()),
        fonts: match profile.fonts {
            FontProfile::Default => "default",
            FontProfile::Reference => "reference",
        }
        .to_owned(),
        fonts_digest: fonts_digest(profile.fonts),
        seed: profile.seed,
        viewport: (profile.width, profile.height),
        dpr: profile.dpr,
        locale: profile.locale.clone(),
        time_zone: profile.time_zone.clone(),
        epoch_ms: profile.epoch_ms,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_viewport_is_two_sizes() {
        assert_eq!(parse_viewport("390x844").unwrap(), (390, 844));
        for bad in ["390", "0x10", "axb", "20000x1", "-1x5"] {
            assert!(parse_viewport(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("10s").unwrap(), Duration::from_secs(10));
        assert_eq!(parse_time("1.5").unwrap(), Duration::from_millis(1500));
        assert_eq!(parse_time("250ms").unwrap(), Duration::from_millis(250));
        assert_eq!(parse_time("2m").unwrap(), Duration::from_secs(120));
        for bad in ["", "s", "10h", "-1s", "1e9s", "nan"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }
}
