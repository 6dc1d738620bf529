//! Compares what two browsers made of a page, piece by piece.

use super::fixture::{Known, Limits};
use super::pixels::Difference;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Edges of boxes may be this far apart, in CSS pixels.
const BOX_PX: f64 = 0.5;
/// Widths of text may be this far apart.
const TEXT_PX: f64 = 0.1;
/// Numbers in computed styles may be this far apart: both browsers round, each in its own unit.
const STYLE: f64 = 0.05;

/// One thing that was compared.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Item {
    /// `verdict`, `exception`, `box`, `text`, `metric`, `style`, `event`, `value`, `pixel`.
    pub(crate) kind: &'static str,
    /// Which of its kind.
    pub(crate) key: String,
    /// What it is here.
    pub(crate) ours: String,
    /// What it is in Chromium.
    pub(crate) theirs: String,
    /// Whether they agree.
    pub(crate) agrees: bool,
}

/// Counts of a kind.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Tally {
    /// Those that agree.
    pub(crate) agree: usize,
    /// All.
    pub(crate) total: usize,
    /// Those that are known to differ.
    pub(crate) known: usize,
}

/// The outcome of a fixture.
#[derive(Debug, Serialize)]
pub(crate) struct Outcome {
    /// The fixture.
    pub(crate) name: String,
    /// By kind.
    pub(crate) kinds: BTreeMap<&'static str, Tally>,
    /// Differences of pictures, by moment.
    pub(crate) pictures: Vec<(String, Difference)>,
    /// Differences that nobody knew of.
    pub(crate) unexpected: Vec<Item>,
    /// Differences that are known and are there no more.
    pub(crate) stale: Vec<Known>,
}

impl Outcome {
    /// Counts items and holds them against what is known.
    pub(crate) fn of(name: &str, items: Vec<Item>, pictures: Vec<(String, Difference)>, known: &[Known]) -> Outcome {
        let mut kinds: BTreeMap<&'static str, Tally> = BTreeMap::new();
        let mut unexpected = Vec::new();
        let mut seen = vec![false; known.len()];
        for item in items {
            let tally = kinds.entry(item.kind).or_default();
            tally.total += 1;
            tally.agree += usize::from(item.agrees);
            if item.agrees {
                continue;
            }
            let mut covered = false;
            for (entry, seen) in known.iter().zip(&mut seen) {
                if entry.covers(item.kind, &item.key) {
                    covered = true;
                    *seen = true;
                }
            }
            tally.known += usize::from(covered);
            if !covered {
                unexpected.push(item);
            }
        }
        let stale = known.iter().zip(seen).filter(|(_, seen)| !seen);
        Outcome {
            name: name.to_owned(),
            kinds,
            pictures,
            unexpected,
            stale: stale.map(|(entry, _)| entry.clone()).collect(),
        }
    }

    /// Whether everything is as it was known to be.
    pub(crate) fn as_known(&self) -> bool {
        self.unexpected.is_empty() && self.stale.is_empty()
    }
}

/// Compares two reports of the recorder's form.
pub(crate) fn reports(ours: &Value, theirs: &Value) -> Vec<Item> {
    let mut items = Vec::new();
    for moment in list(theirs, "moments") {
        let name = moment["name"].as_str().unwrap_or_default();
        let same = list(ours, "moments").find(|one| one["name"] == moment["name"]);
        moments(name, same.unwrap_or(&Value::Null), moment, &mut items);
    }
    for (at, step) in list(theirs, "steps").enumerate() {
        let same = &ours["steps"][at];
        if step.get("value").is_some() {
            exact("value", format!("step {at}"), &same["value"], &step["value"], &mut items);
        }
        if step["events"] != Value::Array(Vec::new()) || same["events"] != step["events"] {
            exact("event", format!("step {at}"), &same["events"], &step["events"], &mut items);
        }
    }
    exact(
        "exception",
        "all".to_owned(),
        &ours["exceptions"],
        &theirs["exceptions"],
        &mut items,
    );
    items
}

/// The item of a picture.
pub(crate) fn picture(name: &str, difference: Difference, limits: Limits) -> Item {
    let text = |mean: f64, share: f64| format!("mean {mean:.3}, share {share:.4}");
    Item {
        kind: "pixel",
        key: name.to_owned(),
        ours: text(difference.mean, difference.share),
        theirs: format!("at most {}", text(limits.mean, limits.share)),
        agrees: difference.mean <= limits.mean && difference.share <= limits.share,
    }
}

/// An item whose sides must be equal.
pub(crate) fn exact(kind: &'static str, key: String, ours: &Value, theirs: &Value, items: &mut Vec<Item>) {
    items.push(Item {
        kind,
        key,
        ours: ours.to_string(),
        theirs: theirs.to_string(),
        agrees: ours == theirs,
    });
}

fn moments(name: &str, ours: &Value, theirs: &Value, items: &mut Vec<Item>) {
    let named = by_path(ours, "elements");
    for element in list(theirs, "elements") {
        let path = element["path"].as_str().unwrap_or_default();
        let same = named.get(path).copied().unwrap_or(&Value::Null);
        let key = format!("{name} {path}");
        items.push(boxes("box", key.clone(), &same["box"], &element["box"], [BOX_PX; 4]));
        for property in theirs["base"].as_object().into_iter().flat_map(|base| base.keys()) {
            let of = |element: &Value, base: &Value| {
                let value = element["style"].get(property).or_else(|| base.get(property));
                value.and_then(Value::as_str).unwrap_or("(nothing)").to_owned()
            };
            let (ours, theirs) = (of(same, &ours["base"]), of(element, &theirs["base"]));
            items.push(Item {
                kind: "style",
                key: format!("{key} {property}"),
                agrees: alike(&ours, &theirs),
                ours,
                theirs,
            });
        }
    }
    let named = by_path(ours, "texts");
    for text in list(theirs, "texts") {
        let path = text["path"].as_str().unwrap_or_default();
        let same = named.get(path).copied().unwrap_or(&Value::Null);
        let mut item = boxes(
            "text",
            format!("{name} {path}"),
            &same["box"],
            &text["box"],
            [BOX_PX, BOX_PX, TEXT_PX, BOX_PX],
        );
        item.agrees &= same["lines"] == text["lines"];
        for (side, value) in [(&mut item.ours, same), (&mut item.theirs, text)] {
            *side = format!("{side} lines {} {}", value["lines"], value["text"]);
        }
        items.push(item);
    }
    for (at, metric) in list(theirs, "metrics").enumerate() {
        let same = &ours["metrics"][at];
        for (field, value) in metric["fields"].as_object().into_iter().flatten() {
            let ours = &same["fields"][field];
            items.push(Item {
                kind: "metric",
                key: format!(
                    "{name} {} {} {field}",
                    metric["font"].as_str().unwrap_or_default(),
                    metric["text"]
                ),
                ours: ours.to_string(),
                theirs: value.to_string(),
                agrees: near(ours, value, TEXT_PX),
            });
        }
    }
}

/// Compares two boxes `[x, y, width, height]`.
pub(crate) fn boxes(kind: &'static str, key: String, ours: &Value, theirs: &Value, apart: [f64; 4]) -> Item {
    Item {
        kind,
        key,
        ours: ours.to_string(),
        theirs: theirs.to_string(),
        agrees: (0..4).all(|side| near(&ours[side], &theirs[side], apart[side])),
    }
}

fn near(ours: &Value, theirs: &Value, apart: f64) -> bool {
    match (ours.as_f64(), theirs.as_f64()) {
        // A hair more than asked for, since both are rounded to thousandths.
        (Some(ours), Some(theirs)) => (ours - theirs).abs() <= apart + 0.001,
        _ => ours == theirs,
    }
}

/// Whether two property values are the same but for the last digits of numbers.
pub(crate) fn alike(ours: &str, theirs: &str) -> bool {
    if ours == theirs {
        return true;
    }
    let (ours, theirs) = (pieces(ours), pieces(theirs));
    ours.len() == theirs.len()
        && ours
            .iter()
            .zip(&theirs)
            .all(|(one, other)| match (one.parse::<f64>(), other.parse::<f64>()) {
                (Ok(one), Ok(other)) => (one - other).abs() <= STYLE,
                _ => one == other,
            })
}

/// Numbers, and what stands between them.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut in_number = false;
    for letter in text.chars() {
        let number = letter.is_ascii_digit() || letter == '.' || (letter == '-' && !in_number);
        match pieces.last_mut() {
            Some(last) if number == in_number => last.push(letter),
            _ => pieces.push(letter.into()),
        }
        in_number = number;
    }
    pieces
}

fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

fn by_path<'a>(value: &'a Value, name: &str) -> BTreeMap<&'a str, &'a Value> {
    list(value, name)
        .filter_map(|one| Some((one["path"].as_str()?, one)))
        .collect()
}
