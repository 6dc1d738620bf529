//! What serde cannot see of a scorecard: names that are not there, names given twice, tiers out of order.

use super::{Derived, MAX_PARTS, Note, Scorecard};
use crate::formula::Formula;
use std::collections::BTreeSet;

/// The first thing wrong: key and message.
pub(super) fn problem(card: &Scorecard) -> Option<(String, String)> {
    check(card).err()
}

type Found = Result<(), (String, String)>;

fn check(card: &Scorecard) -> Found {
    let parts = [
        ("inputs", card.inputs.len()),
        ("groups", card.groups.iter().map(|group| group.items.len() + 1).sum()),
        ("caps", card.caps.len()),
        ("penalties", card.penalties.len()),
        ("bonuses", card.bonuses.len()),
        ("values", card.values.len() + card.before_caps.len()),
        ("aggregates", card.aggregates.len()),
    ];
    for (key, count) in parts {
        if count > MAX_PARTS {
            return Err((key.to_owned(), format!("{count} of them; at most {MAX_PARTS}")));
        }
    }
    let mut known: BTreeSet<String> = BTreeSet::new();
    for (index, input) in card.inputs.iter().enumerate() {
        name(&mut known, &input.id, &format!("inputs[{index}].id"))?;
    }
    for (index, group) in card.groups.iter().enumerate() {
        name(&mut known, &group.id, &format!("groups[{index}].id"))?;
        for (at, item) in group.items.iter().enumerate() {
            let key = format!("groups[{index}].items[{at}]");
            name(&mut known, &format!("{}.{}", group.id, item.id), &format!("{key}.id"))?;
            if !(item.max > 0.0 && item.max.is_finite()) {
                return Err((format!("{key}.max"), "an item has more than 0 points".to_owned()));
            }
        }
    }
    for (list, counts) in [("penalties", &card.penalties), ("bonuses", &card.bonuses)] {
        for (index, count) in counts.iter().enumerate() {
            name(&mut known, &count.id, &format!("{list}[{index}].id"))?;
            if !(count.each >= 0.0 && count.each.is_finite()) {
                let message = "points for each are not negative; penalties are subtracted".to_owned();
                return Err((format!("{list}[{index}].each"), message));
            }
        }
    }
    derived(&card.before_caps, "before_caps", &mut known)?;
    let bounded: BTreeSet<&str> = known.iter().map(String::as_str).collect();
    for (index, cap) in card.caps.iter().enumerate() {
        names(&cap.when, &known, &format!("caps[{index}].when"))?;
        let is_part = card.groups.iter().any(|group| group.id == cap.item) || card.items().contains_key(&cap.item);
        if !is_part || !bounded.contains(cap.item.as_str()) {
            return Err((
                format!("caps[{index}].item"),
                format!("there is no item or group `{}`", cap.item),
            ));
        }
    }
    for (sum, _) in card.sums() {
        name(&mut known, sum, "bonuses")?;
    }
    derived(&card.values, "values", &mut known)?;
    if let Some(gate) = &card.gate {
        names(&gate.formula, &known, "gate.formula")?;
        notes(&gate.reasons, &known, "gate.reasons")?;
    }
    names(&card.total, &known, "total")?;
    name(&mut known, "total", "values")?;
    notes(&card.warnings, &known, "warnings")?;
    if !card.tiers.is_sorted_by(|a, b| a.from < b.from) {
        return Err(("tiers".to_owned(), "tiers stand from the lowest to the highest".to_owned()));
    }
    if card.gate.is_some() {
        known.insert("gate".to_owned());
    }
    let mut over = known;
    derived(&card.aggregates, "aggregates", &mut over)
}

fn name(known: &mut BTreeSet<String>, id: &str, key: &str) -> Found {
    let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    if id.is_empty() || !id.starts_with(|c: char| c.is_ascii_alphabetic()) || !id.chars().all(good) {
        let message = format!("`{id}` cannot be named in a formula; use letters, digits and `_`");
        return Err((key.to_owned(), message));
    }
    if !known.insert(id.to_owned()) {
        return Err((key.to_owned(), format!("`{id}` is there twice; names are given once")));
    }
    Ok(())
}

fn names(formula: &Formula, known: &BTreeSet<String>, key: &str) -> Found {
    for name in formula.names() {
        if !known.contains(name) {
            let message = format!("there is no `{name}` yet; values may use inputs, groups, and values that stand before them");
            return Err((key.to_owned(), message));
        }
    }
    Ok(())
}

fn derived(list: &[Derived], key: &str, known: &mut BTreeSet<String>) -> Found {
    for (index, value) in list.iter().enumerate() {
        names(&value.formula, known, &format!("{key}[{index}].formula"))?;
        name(known, &value.id, &format!("{key}[{index}].id"))?;
    }
    Ok(())
}

fn notes(list: &[Note], known: &BTreeSet<String>, key: &str) -> Found {
    for (index, note) in list.iter().enumerate() {
        names(&note.when, known, &format!("{key}[{index}].when"))?;
    }
    Ok(())
}
