//! Does with a page what a recipe says, and writes down the same things that the recorder writes down of Chromium.

use super::fixture::{Recipe, Step};
use anyhow::{Context as _, bail};
use oracade_runtime::{Bundle, Engine, Evaluation, FontProfile, Frame, Library, Page, PageOptions, Profile, Storage};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const RANDOM: &str = include_str!("../../../chromium/page/random.js");
const EVENTS: &str = include_str!("../../../chromium/page/events.js");
const PROBE: &str = include_str!("../../../chromium/page/probe.js");
const PROPERTIES: &str = include_str!("../../../chromium/page/properties.json");

/// What became of a page.
pub(crate) struct Replay {
    /// In the form of `chromium.json`.
    pub(crate) report: Value,
    /// Pictures by the moment's name.
    pub(crate) pictures: Vec<(String, Frame)>,
}

/// The page of a fixture, as Chromium's machine was: its fonts, its window.
pub(crate) fn open(
    engine: &'static Engine,
    bundle: Bundle,
    library: Option<Library>,
    viewport: (u32, u32),
) -> anyhow::Result<Page> {
    let profile = Profile {
        width: viewport.0,
        height: viewport.1,
        fonts: FontProfile::Reference,
        ..Profile::default()
    };
    let options = PageOptions {
        bundle: Arc::new(bundle),
        document: String::new(),
        library: library.map(Arc::new),
        profile,
        storage: Storage::default(),
        init_scripts: vec![RANDOM.to_owned(), EVENTS.to_owned()],
    };
    Ok(Page::open(engine, options)?)
}

/// Opens a fixture's page and does all its steps.
pub(crate) fn replay(
    engine: &'static Engine,
    folder: &Path,
    library: Option<Library>,
    recipe: &Recipe,
) -> anyhow::Result<Replay> {
    let bundle = Bundle::from_file(&folder.join("index.html"))?;
    let mut page = open(engine, bundle, library, recipe.viewport)?;
    let mut pictures = Vec::new();
    let mut moments = Vec::new();
    let mut steps = Vec::new();
    for step in &recipe.steps {
        page.advance_to((step.at * 1000.0).round() as u64)?;
        steps.push(Value::Object(take(&mut page, step, recipe, &mut moments, &mut pictures)?));
    }
    let exceptions: Vec<Value> = page
        .exceptions()
        .into_iter()
        .map(|one| {
            let description = one.description.unwrap_or_default();
            json!({ "text": one.text, "description": description.lines().next().unwrap_or_default() })
        })
        .collect();
    let report = json!({ "moments": moments, "steps": steps, "exceptions": exceptions });
    Ok(Replay { report, pictures })
}

fn take(
    page: &mut Page,
    step: &Step,
    recipe: &Recipe,
    moments: &mut Vec<Value>,
    pictures: &mut Vec<(String, Frame)>,
) -> anyhow::Result<Map<String, Value>> {
    let mut answer = Map::new();
    if let Some(input) = &step.input
        && page.input(input)?.deferred
    {
        // Chromium answers when the page has seen it, with the next frame.
        page.advance_to(page.next_frame_us())?;
    }
    if let Some(expression) = &step.eval {
        answer.insert("value".to_owned(), evaluate(page, expression)?);
    }
    if recipe.settle {
        for _ in 0..2 {
            page.advance_to(page.next_frame_us())?;
        }
    }
    if let Some(name) = &step.observe {
        let mut moment = match step.elements {
            true => look(page, &recipe.measure)?,
            false => json!({}),
        };
        moment["name"] = name.as_str().into();
        moments.push(moment);
        if step.picture {
            pictures.push((name.clone(), page.capture()?));
        }
    }
    answer.insert("events".to_owned(), evaluate(page, "__events()")?);
    Ok(answer)
}

/// Elements, styles and text of a page.
pub(crate) fn look(page: &mut Page, measure: &Value) -> anyhow::Result<Value> {
    let expression = format!(
        "({})({{ properties: {}, measure: {measure} }})",
        PROBE.trim(),
        PROPERTIES.trim()
    );
    evaluate(page, &expression)
}

/// The value of an expression; an error if it has thrown.
pub(crate) fn evaluate(page: &mut Page, expression: &str) -> anyhow::Result<Value> {
    match page.evaluate_within(expression, Duration::from_secs(5))? {
        Evaluation::Value(value) => Ok(value.unwrap_or(Value::Null)),
        Evaluation::Thrown(thrown) => {
            let start: String = expression.chars().take(60).collect();
            Err(anyhow::anyhow!(thrown.description.unwrap_or(thrown.text))).context(start)
        }
        other => bail!("{other:?}"),
    }
}
