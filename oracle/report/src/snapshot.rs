//! What differs between two snapshots.

use crate::dossier::Change;
use serde_json::Value;

/// Fields told at most.
const MAX_CHANGES: usize = 40;
/// Depth to which snapshots are compared field by field.
const MAX_DEPTH: usize = 32;
/// Longest value told, in characters.
const MAX_VALUE: usize = 160;

/// The fields that differ, as JSON pointers, at most forty.
pub fn changes(before: &Value, after: &Value) -> Vec<Change> {
    let mut found = Vec::new();
    walk(Some(before), Some(after), &mut String::new(), 0, &mut found);
    found
}

fn walk(before: Option<&Value>, after: Option<&Value>, path: &mut String, depth: usize, found: &mut Vec<Change>) {
    if before == after || found.len() >= MAX_CHANGES {
        return;
    }
    let mut inside = |name: &str, a: Option<&Value>, b: Option<&Value>| {
        let length = path.len();
        path.push('/');
        path.push_str(&name.replace('~', "~0").replace('/', "~1"));
        walk(a, b, path, depth + 1, found);
        path.truncate(length);
    };
    match (before, after) {
        (Some(Value::Object(a)), Some(Value::Object(b))) if depth < MAX_DEPTH => {
            for (name, value) in a {
                inside(name, Some(value), b.get(name));
            }
            for (name, value) in b.iter().filter(|(name, _)| !a.contains_key(*name)) {
                inside(name, None, Some(value));
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) if depth < MAX_DEPTH => {
            for index in 0..a.len().max(b.len()) {
                inside(&index.to_string(), a.get(index), b.get(index));
            }
        }
        (before, after) => found.push(Change {
            path: path.clone(),
            before: short(before),
            after: short(after),
        }),
    }
}

fn short(value: Option<&Value>) -> String {
    let text = value.map_or_else(String::new, Value::to_string);
    cut(&text, MAX_VALUE)
}

/// The beginning of a text.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fields_have_pointers() {
        let found = changes(
            &json!({ "a": 1, "l": [1, 2], "x/y": 0 }),
            &json!({ "a": 2, "l": [1], "x/y": 0, "n": null }),
        );
        let seen: Vec<(&str, &str, &str)> = found
            .iter()
            .map(|it| (it.path.as_str(), it.before.as_str(), it.after.as_str()))
            .collect();
        assert_eq!(seen, [("/a", "1", "2"), ("/l/1", "2", ""), ("/n", "", "null")]);
    }
}
