//! Whole games: the verdicts of their suites, and folders that hold what was recorded of a game in real time: `chromium.json` with
//! verdicts, `layout.json` and `layout-static.json` with boxes 3.5 s after the load event, with and without scripts, and `shots`.

use super::compare::{self, Item, Outcome};
use super::fixture::{self, Known};
use super::{Shot, pixels, replay};
use anyhow::{Context as _, ensure};
use oracade_oracle::behaviour::{Pictures, SuiteOptions, Tapes, run_suite};
use oracade_runtime::resources::DOCUMENT_URL;
use oracade_runtime::{Bundle, Engine, FontProfile, Library, Profile};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How long a browser takes for a picture on the machine the games were recorded on.
const PICTURE_TAKES: Duration = Duration::from_millis(600);
/// When the layouts and the picture `_loaded` were taken.
const LOOKED_AT_US: u64 = 3_500_000;

/// A game's packages, if it has any.
pub(crate) fn library(folder: &Path, root: Option<&Path>) -> anyhow::Result<Option<Library>> {
    let lock = folder.join(oracade_runtime::library::LOCK_FILE);
    if !lock.is_file() {
        return Ok(None);
    }
    let root = root.context("the game loads packages: set ORACADE_LIBRARY or --library")?;
    Ok(Some(Library::open_with(&lock, root)?))
}

/// Replays a folder of that form.
pub(crate) fn judge(
    engine: &'static Engine,
    folder: &Path,
    root: Option<&Path>,
    shots: &mut Vec<Shot>,
) -> anyhow::Result<Outcome> {
    let name = fixture::name_of(folder);
    let recorded = fixture::json(&folder.join("chromium.json"))?;
    let mut items = Vec::new();
    for (file, scripts) in [("layout.json", true), ("layout-static.json", false)] {
        let file = folder.join(file);
        if file.is_file() {
            layout(engine, folder, root, &fixture::json(&file)?, scripts, &mut items, shots)?;
        }
    }
    verdicts(engine, folder, root, &recorded, &mut items, shots)?;
    let known = folder.join("fixture.json");
    let known: Vec<Known> = match known.is_file() {
        true => serde_json::from_value(fixture::json(&known)?["known_difference"].take())?,
        false => Vec::new(),
    };
    let mut pictures = Vec::new();
    for shot in shots.iter() {
        pictures.push((shot.name.clone(), pixels::difference(&shot.ours, &shot.theirs)?));
    }
    Ok(Outcome::of(&name, items, pictures, &known))
}

fn layout(
    engine: &'static Engine,
    folder: &Path,
    root: Option<&Path>,
    recorded: &Value,
    scripts: bool,
    items: &mut Vec<Item>,
    shots: &mut Vec<Shot>,
) -> anyhow::Result<()> {
    let side = |name: &str, otherwise: u64| recorded[name].as_u64().unwrap_or(otherwise) as u32;
    let viewport = (side("innerWidth", 1280), side("innerHeight", 713));
    let bundle = if scripts {
        Bundle::from_file(&folder.join("index.html"))?
    } else {
        let html = std::fs::read_to_string(folder.join("index.html"))?;
        Bundle::from_bytes([("index.html".to_owned(), without_scripts(&html).into_bytes())])
    };
    let mut page = replay::open(engine, bundle, library(folder, root)?, viewport)?;
    page.advance_to(LOOKED_AT_US)?;
    let mut ours = replay::look(&mut page, &Value::Null)?;
    let name = if scripts { "loaded" } else { "static" };
    ours["name"] = name.into();
    let theirs = moment(name, recorded);
    items.extend(compare::reports(
        &json!({ "moments": [ours] }),
        &json!({ "moments": [theirs] }),
    ));
    let shot = folder.join("shots/_loaded.png");
    if scripts && shot.is_file() {
        shots.push(Shot {
            name: "_loaded".to_owned(),
            ours: page.capture()?,
            theirs: pixels::read(&shot)?,
        });
    }
    Ok(())
}

/// A recorded layout in the form of a moment.
fn moment(name: &str, recorded: &Value) -> Value {
    let mut base = Map::new();
    let mut elements = Vec::new();
    for element in recorded["elements"].as_array().into_iter().flatten() {
        let mut style = Map::new();
        for (key, value) in element.as_object().into_iter().flatten() {
            if !matches!(key.as_str(), "path" | "id" | "x" | "y" | "w" | "h") {
                let property = kebab(key);
                base.insert(property.clone(), "".into());
                style.insert(property, value.clone());
            }
        }
        let sides: Vec<&Value> = ["x", "y", "w", "h"].iter().map(|side| &element[side]).collect();
        elements.push(json!({ "path": element["path"], "box": sides, "style": style }));
    }
    json!({ "name": name, "base": base, "elements": elements })
}

/// `zIndex` as `z-index`.
fn kebab(name: &str) -> String {
    let letters = name.chars().flat_map(|letter| {
        let dash = letter.is_ascii_uppercase().then_some('-');
        dash.into_iter().chain([letter.to_ascii_lowercase()])
    });
    letters.collect()
}

fn without_scripts(html: &str) -> String {
    let mut rest = html;
    let mut kept = String::with_capacity(html.len());
    while let Some(start) = rest.find("<script") {
        kept.push_str(&rest[..start]);
        rest = match rest[start..].find("</script>") {
            Some(end) => &rest[start + end + "</script>".len()..],
            None => "",
        };
    }
    kept.push_str(rest);
    kept
}

/// Runs the suite beside a page and compares verdicts and exceptions with a recorded run's.
pub(crate) fn verdicts(
    engine: &'static Engine,
    folder: &Path,
    root: Option<&Path>,
    recorded: &Value,
    items: &mut Vec<Item>,
    shots: &mut Vec<Shot>,
) -> anyhow::Result<()> {
    let suite = folder.join("checks.js");
    ensure!(suite.is_file(), "{} has verdicts but no checks.js", folder.display());
    let options = SuiteOptions {
        bundle: Arc::new(Bundle::from_file(&folder.join("index.html"))?),
        library: library(folder, root)?.map(Arc::new),
        profile: Profile {
            fonts: FontProfile::Reference,
            ..Profile::default()
        },
        url: DOCUMENT_URL.to_owned(),
        suite_source: std::fs::read_to_string(&suite)?,
        suite_name: "checks.js".to_owned(),
        only: None,
        pictures: Pictures::Always(PICTURE_TAKES),
        tapes: Tapes::Never,
        until_failure: false,
    };
    let records = run_suite(engine, &options, &mut |_| ())?;
    let status = |verdict: &Value| format!("{} {}", word(verdict, "status"), word(verdict, "detail"));
    for check in recorded["checks"].as_array().into_iter().flatten() {
        let id = word(check, "id");
        let ours = records.iter().find(|record| record.id == id);
        items.push(Item {
            kind: "verdict",
            key: id.clone(),
            ours: ours.map_or_else(|| "none".to_owned(), |record| status(&record.result)),
            theirs: status(check),
            agrees: ours.and_then(|record| record.status()) == check["status"].as_str(),
        });
        let file = folder.join("shots").join(format!("{id}.png"));
        if let Some(picture) = ours.and_then(|record| record.picture.as_ref())
            && file.is_file()
        {
            shots.push(Shot {
                name: id,
                ours: pixels::decode(picture)?,
                theirs: pixels::read(&file)?,
            });
        }
    }
    let ours = firsts(records.iter().flat_map(|record| &record.exceptions));
    let theirs = firsts(recorded["exceptions"].as_array().into_iter().flatten());
    compare::exact("exception", "suite".to_owned(), &ours, &theirs, items);
    Ok(())
}

fn word(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_default().to_owned()
}

/// The different exceptions, by their first lines; how often one comes depends on how often a page was opened.
fn firsts<'a>(exceptions: impl Iterator<Item = &'a Value>) -> Value {
    let lines: BTreeSet<String> = exceptions
        .map(|one| {
            let description = word(one, "description");
            let text = word(one, "text");
            format!("{text} {}", description.lines().next().unwrap_or_default())
        })
        .collect();
    json!(lines)
}
