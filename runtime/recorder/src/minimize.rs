//! Making a list of events shorter while it still does what it did: delta debugging (Zeller and Hildebrandt, 2002), on
//! inputs that belong together first and on single ones then.

use crate::tape::{Act, Event};

/// The shortest list found, and how many were tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimized {
    /// What is left.
    pub events: Vec<Event>,
    /// Lists that were played.
    pub tried: usize,
    /// The limit of tries was reached before nothing more could be taken out.
    pub stopped: bool,
}

/// Takes out events as long as `still` says that what is left does the same. `still` must hold for the list as it is.
///
/// Presses and their releases are taken together, so that what is left is what a person could do.
///
/// # Errors
/// The first error of `still`.
pub fn minimize<E>(
    events: &[Event],
    tries_max: usize,
    mut still: impl FnMut(&[Event]) -> Result<bool, E>,
) -> Result<Minimized, E> {
    let groups = groups(events);
    let mut kept: Vec<usize> = (0..groups.len()).collect();
    let (mut tried, mut stopped) = (0, false);
    let pick = |kept: &[usize]| -> Vec<Event> {
        let mut indices: Vec<usize> = kept.iter().flat_map(|group| groups[*group].iter().copied()).collect();
        indices.sort_unstable();
        indices.into_iter().map(|index| events[index].clone()).collect()
    };
    let mut parts = 2;
    while !kept.is_empty() && !stopped {
        let size = kept.len().div_ceil(parts);
        let mut found = false;
        // From the end: what comes after the failure goes in few steps.
        let starts: Vec<usize> = (0..kept.len()).step_by(size).rev().collect();
        for start in starts {
            if tried >= tries_max {
                stopped = true;
                break;
            }
            let end = (start + size).min(kept.len());
            let rest: Vec<usize> = kept[..start].iter().chain(&kept[end..]).copied().collect();
            tried += 1;
            if still(&pick(&rest))? {
                kept = rest;
                found = true;
                break;
            }
        }
        if found {
            parts = (parts - 1).max(2).min(kept.len().max(1));
        } else if size <= 1 {
            break;
        } else {
            parts = (parts * 2).min(kept.len());
        }
    }
    Ok(Minimized {
        events: pick(&kept),
        tried,
        stopped,
    })
}

/// Events that only make sense together: from a press to its release, of one key or button or of the touches.
fn groups(events: &[Event]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut open: Vec<(String, usize)> = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let key = press_of(&event.act);
        let Some((name, pressed)) = key else {
            groups.push(vec![index]);
            continue;
        };
        let held = open.iter().position(|(other, _)| *other == name);
        match (held, pressed) {
            (Some(at), Some(true)) => groups[open[at].1].push(index),
            (Some(at), released) => {
                groups[open[at].1].push(index);
                if released == Some(false) {
                    open.remove(at);
                }
            }
            (None, _) => {
                groups.push(vec![index]);
                if pressed == Some(true) {
                    open.push((name, groups.len() - 1));
                }
            }
        }
    }
    groups
}

/// The key, button or touch an input is about, and whether it is pressed (`None`: moved while held).
fn press_of(act: &Act) -> Option<(String, Option<bool>)> {
    let Act::Input(input) = act else { return None };
    let text = |name: &str| input.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
    let pressed = match text("type") {
        "keyDown" | "rawKeyDown" | "mousePressed" | "touchStart" => Some(true),
        "keyUp" | "mouseReleased" | "touchEnd" | "touchCancel" => Some(false),
        "touchMove" | "char" => None,
        _ => return None,
    };
    let which = match text("kind") {
        "key" => text("code"),
        "mouse" => text("button"),
        _ => "",
    };
    Some((format!("{} {which}", text("kind")), pressed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn key(kind: &str, code: &str) -> Event {
        Event {
            at_us: 0,
            hold: false,
            act: Act::Input(json!({ "kind": "key", "type": kind, "code": code })),
        }
    }

    fn codes(events: &[Event]) -> Vec<String> {
        let code = |event: &Event| match &event.act {
            Act::Input(input) => format!("{}{}", &input["type"].as_str().unwrap()[3..], input["code"].as_str().unwrap()),
            other => panic!("{other:?}"),
        };
        events.iter().map(code).collect()
    }

    #[test]
    fn what_matters_is_left_in_pairs() {
        let names: Vec<String> = (0..40).map(|n| n.to_string()).collect();
        let events: Vec<Event> = names
            .iter()
            .flat_map(|name| [key("keyDown", name), key("keyUp", name)])
            .collect();
        let needs = |events: &[Event]| {
            let codes = codes(events);
            let has = |code: &str| codes.iter().any(|c| c == code);
            Ok::<bool, ()>(has("Down7") && has("Down31"))
        };
        let shortest = minimize(&events, 1_000, needs).unwrap();
        assert_eq!(codes(&shortest.events), ["Down7", "Up7", "Down31", "Up31"]);
        assert!(!shortest.stopped && shortest.tried < 60, "{}", shortest.tried);
    }

    #[test]
    fn nothing_needed_leaves_nothing() {
        let events = vec![key("keyDown", "a"), key("keyUp", "a")];
        assert!(minimize(&events, 10, |_| Ok::<bool, ()>(true)).unwrap().events.is_empty());
    }

    #[test]
    fn tries_are_bounded() {
        let events: Vec<Event> = (0..100).map(|n| key("keyDown", &n.to_string())).collect();
        let all = events.len();
        let result = minimize(&events, 7, |events| Ok::<bool, ()>(events.len() == all)).unwrap();
        assert!(result.stopped);
        assert_eq!((result.tried, result.events.len()), (7, all));
    }

    #[test]
    fn a_press_that_is_held_belongs_together() {
        let events = [
            key("keyDown", "a"),
            key("keyDown", "b"),
            key("keyDown", "a"),
            key("keyUp", "a"),
            key("keyUp", "b"),
        ];
        assert_eq!(groups(&events), [vec![0, 2, 3], vec![1, 4]]);
    }
}
