//! Pages that attack the platform's own JavaScript and the process.
//!
//! Each `attacks/*.attacks.js` is a list of attacks: `//# name`, then page code that runs before an ordinary scenario
//! (`attacks/scenario.js`). What must come of it follows the name after a colon:
//!
//! * nothing: the scenario gives what it gives without the attack, bit for bit (results, picture, snapshot, log, storage);
//! * `alive`: the page cannot work as before (a browser's would not either), but it still answers;
//! * `ends`: the page ends by name (out of time, out of memory, a limit);
//! * `bounded`: it answers or ends by name.
//!
//! After every list an unattacked page of the same process still gives the same. `ORACADE_ATTACK=part of a name` runs some,
//! `ORACADE_SHIMS=folder` reads the shims from there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use oracade_runtime::{Bundle, Engine, Evaluation, Page, PageError, PageOptions, Profile, Storage};
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    Equal,
    Alive,
    Ends,
    Bounded,
}

struct Attack {
    name: String,
    code: String,
    expected: Expected,
}

/// What can be told of a run.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    outcome: String,
    snapshot: String,
    console: Vec<String>,
    storage: Vec<(String, String)>,
    pixels: Vec<u8>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks")
}

fn attacks(list: &str) -> Vec<Attack> {
    let text = std::fs::read_to_string(folder().join(format!("{list}.attacks.js"))).unwrap();
    let wanted = std::env::var("ORACADE_ATTACK").unwrap_or_default();
    text.split("//# ")
        .skip(1)
        .map(|entry| {
            let (head, code) = entry.split_once('\n').unwrap();
            let (name, expected) = head.split_once(" : ").unwrap_or((head, ""));
            let expected = match expected {
                "" => Expected::Equal,
                "alive" => Expected::Alive,
                "ends" => Expected::Ends,
                "bounded" => Expected::Bounded,
                other => panic!("{name}: what is {other:?}?"),
            };
            Attack {
                name: name.to_owned(),
                code: code.to_owned(),
                expected,
            }
        })
        .filter(|attack| attack.name.contains(&wanted))
        .collect()
}

fn open(attack: &str, expected: Expected, storage: &Storage) -> Result<Page, PageError> {
    let file = |name: &str| (name.to_owned(), std::fs::read(folder().join(name)).unwrap());
    let files = [
        file("index.html"),
        file("before.js"),
        file("hostile.js"),
        file("scenario.js"),
        file("worker.js"),
        // In a block, so that its names are its own.
        ("attack.js".to_owned(), format!("{{\n{attack}\n}}").into_bytes()),
        (
            "data.json".to_owned(),
            br#"{"list":[1,{"name":"two"},[3]],"text":"x"}"#.to_vec(),
        ),
    ];
    let mut profile = Profile::default();
    (profile.width, profile.height) = (400, 500);
    profile.limits.heap_bytes = 128 << 20;
    profile.limits.buffer_bytes = 128 << 20;
    profile.limits.watchdog = Duration::from_millis(if expected == Expected::Ends { 300 } else { 4000 });
    let options = PageOptions {
        bundle: Arc::new(Bundle::from_bytes(files)),
        library: None,
        profile,
        storage: storage.clone(),
        init_scripts: Vec::new(),
        document: String::new(),
    };
    if let Some(folder) = std::env::var_os("ORACADE_SHIMS") {
        oracade_shims::read_from(Path::new(&folder));
    }
    Page::open(Engine::get().unwrap(), options)
}

/// Plays a little with the page and looks at it.
fn play(attack: &str, expected: Expected) -> Result<Seen, PageError> {
    let storage = Storage::default();
    let mut page = open(attack, expected, &storage)?;
    page.advance(Duration::from_millis(50))?;
    for (kind, name) in [("mousePressed", "left"), ("mouseReleased", "left")] {
        page.input(&json!({ "kind": "mouse", "type": kind, "x": 50, "y": 20, "button": name, "clickCount": 1 }))?;
    }
    for kind in ["keyDown", "keyUp"] {
        page.input(&json!({ "kind": "key", "type": kind, "key": "a", "code": "KeyA", "text": "a" }))?;
    }
    page.advance(Duration::from_millis(450))?;
    let outcome = match page.evaluate("__outcome()")? {
        Evaluation::Value(Some(Value::String(text))) => text,
        other => format!("{other:?}"),
    };
    if std::env::var_os("ORACADE_ATTACK").is_some() {
        for exception in page.exceptions() {
            eprintln!("  {} {:?}", exception.text, exception.description);
        }
    }
    let snapshot = match page.snapshot() {
        Ok(value) => value.to_string(),
        Err(PageError::Snapshot(text)) => text,
        Err(error) => return Err(error),
    };
    let frame = page.capture()?;
    match page.evaluate("1 + 1")? {
        Evaluation::Value(Some(value)) if value == 2 => {}
        other => panic!("1 + 1 is {other:?}"),
    }
    let console = page
        .console()
        .into_iter()
        .map(|entry| format!("{}: {}", entry.kind, entry.text));
    Ok(Seen {
        outcome,
        snapshot,
        console: console.collect(),
        storage: storage.items(),
        pixels: frame.rgba,
    })
}

/// What differs, in a line.
fn difference(seen: &Seen, plain: &Seen) -> Option<String> {
    let parts = |text: &str| text.split(';').map(str::to_owned).collect::<Vec<_>>();
    let (ours, theirs) = (parts(&seen.outcome), parts(&plain.outcome));
    let lost: Vec<_> = theirs.iter().filter(|part| !ours.contains(part)).cloned().collect();
    let came: Vec<_> = ours.iter().filter(|part| !theirs.contains(part)).cloned().collect();
    if !lost.is_empty() || !came.is_empty() {
        let short = |list: Vec<String>| list.join("; ").chars().take(900).collect::<String>();
        return Some(format!("{} instead of {}", short(came), short(lost)));
    }
    if ours != theirs {
        return Some("another order".to_owned());
    }
    if seen.snapshot != plain.snapshot {
        return Some(format!("snapshot {}", seen.snapshot));
    }
    if seen.console != plain.console {
        return Some(format!("console {:?}", seen.console));
    }
    if seen.storage != plain.storage {
        return Some(format!("storage {:?}", seen.storage));
    }
    (seen.pixels != plain.pixels).then(|| "picture".to_owned())
}

fn judge(attack: &Attack, plain: &Seen) -> Result<(), String> {
    let result = play(&attack.code, attack.expected);
    match (attack.expected, result) {
        (Expected::Equal, Ok(seen)) => difference(&seen, plain).map_or(Ok(()), Err),
        (Expected::Alive | Expected::Bounded, Ok(_)) => Ok(()),
        (
            Expected::Ends | Expected::Bounded,
            Err(PageError::Watchdog { .. } | PageError::OutOfMemory { .. } | PageError::Limit(_)),
        ) => Ok(()),
        (Expected::Ends, Ok(_)) => Err("the page did not end".to_owned()),
        (_, Err(error)) => Err(error.to_string()),
    }
}

fn run(list: &str) {
    let plain = play("", Expected::Equal).unwrap();
    assert!(plain.outcome.ends_with("waiting=0"), "{}", plain.outcome);
    assert!(
        !plain.outcome.contains("threw") && !plain.outcome.contains("rejected"),
        "{}",
        plain.outcome
    );
    let mut failures = Vec::new();
    for attack in attacks(list) {
        let begun = Instant::now();
        eprint!("{list}: {} … ", attack.name);
        match judge(&attack, &plain) {
            Ok(()) => eprintln!("contained, {} ms", begun.elapsed().as_millis()),
            Err(message) => {
                eprintln!("FAILED, {} ms", begun.elapsed().as_millis());
                failures.push(format!("{}: {message}", attack.name));
            }
        }
    }
    let after = play("", Expected::Equal).unwrap();
    assert_eq!(difference(&after, &plain), None, "a page after all attacks");
    assert!(failures.is_empty(), "{} failed\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn lists() {
    run("lists");
}

#[test]
fn language() {
    run("language");
}

#[test]
fn properties() {
    run("properties");
}

#[test]
fn arguments() {
    run("arguments");
}

#[test]
fn interfaces() {
    run("interfaces");
}

#[test]
fn deep() {
    run("deep");
}

#[test]
fn large() {
    run("large");
}

#[test]
fn endless() {
    run("endless");
}
