//! The part of a suite that compares pictures, and the playing of the reference game that gives them.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::Value;

use super::{Look, Mosaics};

const BEGIN: &str = "// ---- pictures: what docs/look.md shows (cargo xtask looks)";
const END: &str = "// ---- end of pictures\n\n";
/// Before this line the part stands where a suite has none yet.
const BEFORE: &str = "// ---- P1";
const HELPERS: &str = include_str!("look.js");

/// The suite with its part for these mosaics.
pub(super) fn with_part(look: &Look, suite: &str, mosaics: &Mosaics) -> anyhow::Result<String> {
    let mut part = format!("{BEGIN} {}\n", "-".repeat(40));
    part += &described(look)?;
    part += HELPERS;
    part += "// The mosaics: rows of red, green and blue, deflated.\nconst MOSAICS = {\n";
    for view in &look.pictures.views {
        let _ = writeln!(
            part,
            "  '{}': '{}',",
            view.name,
            BASE64.encode(deflated(&mosaics[&view.name])?)
        );
    }
    let check = &look.check;
    let _ = write!(
        part,
        "}};\ncheck('{}', 'P1', '{}', looks, {});\n{END}",
        check.id, check.name, check.timeout_ms
    );
    let (head, tail) = around(suite)?;
    Ok(format!("{head}{part}{tail}"))
}

/// Plays the reference game and takes all pictures.
pub(super) fn play(folder: &Path, look: &Look, suite: &str, library: &Path) -> anyhow::Result<Mosaics> {
    let (head, tail) = around(suite)?;
    let tail = tail.replace("module.exports = { suite };", "");
    let taking = "module.exports = { suite: [{ id: 'looks', level: 'P1', name: 'looks', timeoutMs: 600000, run: async ({ browser }) => {\n\
                  const g = new Driver(browser), out = {};\n\
                  for (const view of PICTURES.views) out[view.name] = await g.js(mosaic(view));\n\
                  return { status: 'PASS', detail: JSON.stringify(out) };\n\
                  } }] };\n";
    let scratch = crate::root().join("target/looks");
    std::fs::create_dir_all(&scratch)?;
    let file = scratch.join(format!("{}.js", look.check.id));
    let text = format!("{head}{}{HELPERS}const MOSAICS = {{}};\n{tail}{taking}", described(look)?);
    std::fs::write(&file, text)?;
    let mut command = Command::new(crate::built("oracade")?);
    command.arg("check").arg(folder.join("reference")).arg("--suite").arg(&file);
    command
        .arg("--checks")
        .arg(folder.join("checks.json"))
        .arg("--library")
        .arg(library)
        .arg("--json");
    let output = command.output().context("cannot run oracade")?;
    let name = folder.display();
    let report: Value =
        serde_json::from_slice(&output.stdout).with_context(|| format!("{name}: {}", String::from_utf8_lossy(&output.stderr)))?;
    let check = find(&report).with_context(|| format!("{name}: the report names no check `looks`"))?;
    let detail = check["detail"].as_str().unwrap_or_default();
    ensure!(
        check["status"] == "PASS",
        "{name}: the reference game cannot be looked at: {detail}"
    );
    let texts: std::collections::BTreeMap<String, String> = serde_json::from_str(detail).with_context(|| name.to_string())?;
    let mut mosaics = Mosaics::new();
    for view in &look.pictures.views {
        let text = texts
            .get(&view.name)
            .with_context(|| format!("{name}: no picture {}", view.name))?;
        let rgb = BASE64.decode(text)?;
        let (columns, rows) = view.size();
        ensure!(
            rgb.len() == columns as usize * rows as usize * 3,
            "{name}: {} has another size",
            view.name
        );
        mosaics.insert(view.name.clone(), rgb);
    }
    Ok(mosaics)
}

/// What the views are, a line each. The field and places are code; in the suite they stay texts, that are put into what the page runs.
fn described(look: &Look) -> anyhow::Result<String> {
    let mut settings = serde_json::to_value(&look.pictures)?;
    let views = settings["views"].take();
    let mut text = String::from("const PICTURES = {\n");
    for (name, value) in settings
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| *name != "views")
    {
        let _ = writeln!(text, "  {name}: {value},");
    }
    text += "  views: [\n";
    for view in views.as_array().into_iter().flatten() {
        let _ = writeln!(text, "    {view},");
    }
    text += "  ],\n};\n";
    Ok(text)
}

/// A suite's text before and behind the part.
fn around(suite: &str) -> anyhow::Result<(&str, &str)> {
    if let Some(begin) = suite.find(BEGIN) {
        let end = suite.find(END).context("the part with the pictures does not end")?;
        ensure!(begin < end, "the part with the pictures ends before it begins");
        return Ok((&suite[..begin], &suite[end + END.len()..]));
    }
    let at = suite
        .find(BEFORE)
        .with_context(|| format!("the suite has no line that begins with `{BEFORE}`"))?;
    Ok(suite.split_at(at))
}

/// The check of the playing suite, wherever in the report it stands.
fn find(value: &Value) -> Option<&Value> {
    match value {
        Value::Object(map) if map.get("id").is_some_and(|id| id == "looks") && map.contains_key("detail") => Some(value),
        Value::Object(map) => map.values().find_map(find),
        Value::Array(list) => list.iter().find_map(find),
        _ => None,
    }
}

fn deflated(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}
