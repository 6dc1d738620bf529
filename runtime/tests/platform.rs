//! The platform shims, seen from a page. Each script under `platform/` is a page's script that registers checks with
//! `check(name, expected, async () => actual)`; values are compared as JSON, and what a browser gives is what is expected.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use oracade_runtime::{Bundle, Engine, Evaluation, Page, PageOptions, Profile, Storage};
use serde_json::{Value, json};

const HARNESS: &str = r#"<!doctype html><meta charset="utf-8"><title>checks</title><body><script>
const checks = [];
function check(name, expected, run) { checks.push({ name, expected, run }); }
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function runChecks() {
  const failures = [];
  for (const { name, expected, run } of checks.splice(0)) {
    let actual;
    try { actual = await run(); } catch (error) { actual = `threw ${error && error.stack || error}`; }
    const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (a !== b) failures.push(`${name}: ${a} instead of ${b}`);
  }
  return failures;
}
</script><script src="checks.js"></script>"#;

/// A 16-bit mono WAV file of a fifth of a second at half amplitude.
fn wav() -> Vec<u8> {
    let samples = 4410_u32;
    let mut file = b"RIFF".to_vec();
    file.extend((36 + samples * 2).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend([1, 0, 1, 0]);
    file.extend(22050_u32.to_le_bytes());
    file.extend(44100_u32.to_le_bytes());
    file.extend([2, 0, 16, 0]);
    file.extend(b"data");
    file.extend((samples * 2).to_le_bytes());
    file.extend((0..samples).flat_map(|_| 16384_i16.to_le_bytes()));
    file
}

/// Opens the page of a script and runs its checks; with `click`, a click comes first.
fn run(script: &str, click: bool) {
    let source = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/platform").join(script)).unwrap();
    let files = [
        ("index.html", HARNESS.as_bytes().to_vec()),
        ("checks.js", source),
        ("a.json", br#"{"x":1}"#.to_vec()),
        ("t.txt", b"hello".to_vec()),
        (
            "w.js",
            b"importScripts('lib.js'); postMessage([mine, location.pathname, fromLib])".to_vec(),
        ),
        ("lib.js", b"var mine = 'w.js', fromLib = 'hello'".to_vec()),
        ("s.wav", wav()),
        (
            "add.wasm",
            b"\0asm\x01\0\0\0\x01\x07\x01\x60\x02\x7f\x7f\x01\x7f\x03\x02\x01\0\x07\x07\x01\x03add\0\0\x0a\x09\x01\x07\0\x20\0\x20\x01\x6a\x0b"
                .to_vec(),
        ),
        (
            "s.css",
            b"body { color: rgb(1, 2, 3) } @import 'x.css'; p { margin: 0 }".to_vec(),
        ),
        (
            "json.js",
            b"import value from './a.json' with { type: 'json' }; export default value.x".to_vec(),
        ),
        ("nojson.js", b"import value from './a.json'; export default value.x".to_vec()),
    ];
    let bundle = Bundle::from_bytes(files.map(|(name, bytes)| (name.to_owned(), bytes)));
    let options = PageOptions {
        bundle: Arc::new(bundle),
        library: None,
        profile: Profile::default(),
        storage: Storage::default(),
        init_scripts: Vec::new(),
        document: String::new(),
    };
    let mut page = Page::open(Engine::get().unwrap(), options).unwrap();
    page.advance(Duration::from_millis(100)).unwrap();
    let mut failures = failures_of(&mut page, "runChecks()");
    if click {
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"kind": "mouse", "type": kind, "x": 5, "y": 5, "button": "left", "clickCount": 1});
            page.input(&event).unwrap();
        }
        failures.extend(failures_of(&mut page, "afterClick(), runChecks()"));
    }
    assert!(failures.is_empty(), "{script}:\n{}", failures.join("\n"));
}

fn failures_of(page: &mut Page, expression: &str) -> Vec<String> {
    match page.evaluate_within(expression, Duration::from_secs(120)).unwrap() {
        Evaluation::Value(Some(Value::Array(list))) => list.iter().map(ToString::to_string).collect(),
        other => vec![format!("{other:?}")],
    }
}

#[test]
fn timers_and_clock() {
    run("timers.js", false);
}

#[test]
fn data_and_text() {
    run("data.js", false);
}

#[test]
fn network() {
    run("network.js", false);
}

#[test]
fn web_assembly() {
    run("wasm.js", false);
}

#[test]
fn documents() {
    run("documents.js", false);
}

#[test]
fn observers() {
    run("observers.js", false);
}

#[test]
fn images() {
    run("images.js", false);
}

#[test]
fn forms() {
    run("forms.js", false);
}

#[test]
fn window_and_storage() {
    run("window.js", false);
}

#[test]
fn databases() {
    run("indexeddb.js", false);
}

/// Databases outlive a document as local storage does: pages of one profile share them, a reload keeps them, and what a document
/// has not committed when it goes was never there.
#[test]
fn databases_outlive_documents() {
    const DOCUMENT: &str = r#"<!doctype html><script>
        const opened = new Promise((resolve) => {
          const request = indexedDB.open("save");
          request.onupgradeneeded = () => request.result.createObjectStore("s");
          request.onsuccess = () => resolve(request.result);
        });
        const read = async () => {
          const db = await opened;
          return new Promise((resolve) => {
            db.transaction("s").objectStore("s").getAll().onsuccess = (event) => resolve(event.target.result);
          });
        };
        const write = async (value, commit) => {
          const transaction = (await opened).transaction("s", "readwrite");
          const store = transaction.objectStore("s");
          store.put(value, value);
          const spin = () => { store.get(0).onsuccess = spin; };
          if (!commit) spin();
          await new Promise((resolve) => { commit ? transaction.oncomplete = resolve : setTimeout(resolve, 5); });
        };
      </script>"#;
    let bundle = Arc::new(Bundle::from_bytes([("index.html".to_owned(), DOCUMENT.as_bytes().to_vec())]));
    let storage = Storage::default();
    let open = || {
        let options = PageOptions {
            bundle: bundle.clone(),
            library: None,
            profile: Profile::default(),
            storage: storage.clone(),
            init_scripts: Vec::new(),
            document: String::new(),
        };
        let mut page = Page::open(Engine::get().unwrap(), options).unwrap();
        page.advance(Duration::from_millis(50)).unwrap();
        page
    };
    let ask = |page: &mut Page, expression: &str| match page.evaluate_within(expression, Duration::from_secs(5)).unwrap() {
        Evaluation::Value(value) => value,
        other => panic!("{expression}: {other:?}"),
    };
    let mut page = open();
    ask(&mut page, "write(1, true)");
    ask(&mut page, "write(2, false)");
    page.reload().unwrap();
    page.advance(Duration::from_millis(50)).unwrap();
    assert_eq!(ask(&mut page, "read()"), Some(json!([1])));
    ask(&mut page, "write(3, true)");
    drop(page);
    assert_eq!(ask(&mut open(), "read()"), Some(json!([1, 3])));
}

#[test]
fn streams() {
    run("streams.js", false);
}

#[test]
fn modules() {
    run("modules.js", false);
}

#[test]
fn inline_svg() {
    run("svg.js", false);
}

#[test]
fn shadow_trees() {
    run("shadow.js", false);
}

#[test]
fn selectors() {
    run("selectors.js", false);
}

#[test]
fn custom_elements() {
    run("custom_elements.js", false);
}

#[test]
fn scrolling() {
    run("scroll.js", false);
}

#[test]
fn workers() {
    run("workers.js", false);
}

#[test]
fn audio_worklets() {
    run("worklet.js", false);
}

#[test]
fn sound() {
    run("sound.js", true);
}

#[test]
fn navigator() {
    run("navigator.js", false);
}

#[test]
fn audio_graph() {
    run("audio_graph.js", false);
}

#[test]
fn animations_and_observers() {
    run("animation.js", false);
}
