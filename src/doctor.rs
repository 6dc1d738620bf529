//! `oracade doctor`: what this build consists of.

use crate::conditions::{self, archive_digest};
use crate::vendor;
use anyhow::Context;
use oracade_runtime::{Engine, FontProfile, Profile, V8_FLAGS, fonts_digest, is_libm_interposed};
use serde_json::json;
use std::process::ExitCode;

/// Arguments of `oracade doctor`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Prints the facts; exit code 1 if something keeps this build from its promise of equal bits everywhere.
///
/// # Errors
/// The engine does not start.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let engine = Engine::get().context("the engine does not start")?;
    let profile = Profile::default();
    let told = conditions::describe(engine, &profile);
    let libm = is_libm_interposed();
    let flags: Vec<&str> = V8_FLAGS.split_whitespace().collect();
    let library = vendor::default_library().ok();
    if args.json {
        let facts = json!({
            "version": told.version,
            "v8": { "version": told.v8, "flags": flags, "archive_sha256": archive_digest(), "snapshot_bytes": engine.snapshot_len() },
            "engine_digest": told.engine_digest,
            "fonts": { "default": fonts_digest(FontProfile::Default), "reference": fonts_digest(FontProfile::Reference) },
            "libm_interposed": libm,
            "cpu": cpu_features(),
            "library": library,
            "profile": {
                "width": profile.width, "height": profile.height, "dpr": profile.dpr, "locale": profile.locale,
                "time_zone": profile.time_zone, "epoch_ms": profile.epoch_ms, "seed": profile.seed, "user_agent": profile.user_agent,
                "touch_points": profile.touch_points,
            },
        });
        println!("{}", serde_json::to_string_pretty(&facts)?);
    } else {
        let library = library.map_or_else(|| "none (pass --library)".to_owned(), |path| path.display().to_string());
        let rows = [
            ("version", told.version),
            ("V8", told.v8),
            ("V8 flags", flags.join(" ")),
            ("V8 archive", archive_digest().unwrap_or("not the pinned one").to_owned()),
            ("engine digest", told.engine_digest),
            ("snapshot", format!("{} KiB", engine.snapshot_len() / 1024)),
            ("fonts", format!("default {}", fonts_digest(FontProfile::Default))),
            ("", format!("reference {}", fonts_digest(FontProfile::Reference))),
            (
                "libm",
                if libm {
                    "portable, interposed"
                } else {
                    "NOT interposed: results may differ between machines"
                }
                .to_owned(),
            ),
            (
                "CPU has",
                format!("{} (nothing a page sees depends on it)", cpu_features().join(" ")),
            ),
            ("library", library),
            (
                "profile",
                format!(
                    "{}x{} at {}, {}, {}",
                    profile.width, profile.height, profile.dpr, profile.locale, profile.time_zone
                ),
            ),
        ];
        for (name, value) in rows {
            println!("{name:<14} {value}");
        }
    }
    Ok(if libm { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Which of the instruction sets that libraries choose their code by the processor has.
fn cpu_features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    {
        let sets = [
            ("sse4.1", std::arch::is_x86_feature_detected!("sse4.1")),
            ("sse4.2", std::arch::is_x86_feature_detected!("sse4.2")),
            ("avx", std::arch::is_x86_feature_detected!("avx")),
            ("avx2", std::arch::is_x86_feature_detected!("avx2")),
            ("fma", std::arch::is_x86_feature_detected!("fma")),
            ("bmi2", std::arch::is_x86_feature_detected!("bmi2")),
            ("avx512f", std::arch::is_x86_feature_detected!("avx512f")),
        ];
        sets.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        vec![std::env::consts::ARCH]
    }
}
