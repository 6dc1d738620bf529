//! Comparing what is seen with what was seen.

use crate::tape::Checkpoint;
use serde::Serialize;
use serde_json::Value;

/// One thing that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Difference {
    /// The viewport's pixels.
    Pixels,
    /// A field of the snapshot.
    Snapshot {
        /// The field as a JSON pointer; empty is the whole snapshot.
        path: String,
        /// As it was; `None`: the field was not there, or the snapshot too long to be kept.
        expected: Option<Value>,
        /// As it is.
        got: Option<Value>,
    },
    /// The console or the uncaught exceptions.
    Console {
        /// The first line since the checkpoint before that differs, as it was.
        expected: Option<String>,
        /// As it is.
        got: Option<String>,
    },
    /// Local or session storage.
    Storage,
    /// The order or the times in which tasks, timers and frames have run.
    Order,
}

/// Fields of a snapshot that are told of one checkpoint.
const FIELDS_MAX: usize = 12;
/// Depth to which snapshots are compared field by field.
const DEPTH_MAX: usize = 32;

/// What differs between two checkpoints of the same frame; empty if nothing does.
pub fn compare(expected: &Checkpoint, got: &Checkpoint) -> Vec<Difference> {
    let mut differences = Vec::new();
    if expected.order != got.order {
        differences.push(Difference::Order);
    }
    if expected.console != got.console {
        let lines = expected.said.len().max(got.said.len());
        let first = (0..lines).find(|index| expected.said.get(*index) != got.said.get(*index));
        let line = |said: &[String]| first.and_then(|index| said.get(index).cloned());
        differences.push(Difference::Console {
            expected: line(&expected.said),
            got: line(&got.said),
        });
    }
    if expected.snapshot != got.snapshot {
        let before = differences.len();
        fields(&expected.value, &got.value, &mut String::new(), 0, &mut differences);
        if differences.len() == before {
            // Too long to be kept, or different only in the order of keys.
            differences.push(Difference::Snapshot {
                path: String::new(),
                expected: None,
                got: None,
            });
        }
    }
    if expected.storage != got.storage {
        differences.push(Difference::Storage);
    }
    if expected.pixels != got.pixels {
        differences.push(Difference::Pixels);
    }
    differences
}

fn fields(expected: &Value, got: &Value, path: &mut String, depth: usize, found: &mut Vec<Difference>) {
    if expected == got || found.len() >= FIELDS_MAX {
        return;
    }
    let inside = |name: &str, a: Option<&Value>, b: Option<&Value>, path: &mut String, found: &mut Vec<Difference>| {
        let length = path.len();
        path.push('/');
        path.push_str(&name.replace('~', "~0").replace('/', "~1"));
        match (a, b) {
            (Some(a), Some(b)) => fields(a, b, path, depth + 1, found),
            (a, b) if found.len() < FIELDS_MAX => found.push(Difference::Snapshot {
                path: path.clone(),
                expected: a.cloned(),
                got: b.cloned(),
            }),
            _ => {}
        }
        path.truncate(length);
    };
    match (expected, got) {
        (Value::Object(a), Value::Object(b)) if depth < DEPTH_MAX => {
            for (name, value) in a {
                inside(name, Some(value), b.get(name), path, found);
            }
            for (name, value) in b.iter().filter(|(name, _)| !a.contains_key(*name)) {
                inside(name, None, Some(value), path, found);
            }
        }
        (Value::Array(a), Value::Array(b)) if depth < DEPTH_MAX => {
            for index in 0..a.len().max(b.len()) {
                inside(&index.to_string(), a.get(index), b.get(index), path, found);
            }
        }
        _ => found.push(Difference::Snapshot {
            path: path.clone(),
            expected: Some(expected.clone()),
            got: Some(got.clone()),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn seen(value: Value) -> Checkpoint {
        Checkpoint {
            frame: 1,
            chain: String::new(),
            pixels: "p".into(),
            snapshot: value.to_string(),
            value,
            console: String::new(),
            said: Vec::new(),
            storage: String::new(),
            order: String::new(),
        }
    }

    #[test]
    fn names_the_fields_that_differ() {
        let a = seen(json!({ "score": 1, "ship": { "x": 2, "a/b": 0 }, "list": [1, 2] }));
        let b = seen(json!({ "score": 1, "ship": { "x": 3, "a/b": 1 }, "list": [1], "new": null }));
        let paths: Vec<String> = compare(&a, &b)
            .into_iter()
            .map(|difference| match difference {
                Difference::Snapshot { path, .. } => path,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(paths, ["/ship/x", "/ship/a~1b", "/list/1", "/new"]);
        assert!(compare(&a, &a).is_empty());
    }

    #[test]
    fn fields_told_are_bounded() {
        let many = |offset: i32| seen((0..1_000).map(|n| json!(n + offset)).collect());
        assert_eq!(compare(&many(0), &many(1)).len(), FIELDS_MAX);
        let deep = |leaf: i32| seen((0..100).fold(json!(leaf), |inner, _| json!([inner])));
        assert_eq!(compare(&deep(0), &deep(1)).len(), 1);
    }

    #[test]
    fn every_kind_is_told() {
        let a = seen(json!(null));
        let b = Checkpoint {
            pixels: "q".into(),
            storage: "s".into(),
            order: "o".into(),
            console: "c".into(),
            said: vec!["log: hi".into()],
            ..a.clone()
        };
        assert_eq!(
            compare(&a, &b),
            [
                Difference::Order,
                Difference::Console {
                    expected: None,
                    got: Some("log: hi".into())
                },
                Difference::Storage,
                Difference::Pixels
            ]
        );
    }
}
