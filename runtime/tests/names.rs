//! The names a page and a worker find, against those of headless Chromium: what we lack is listed in `names/absent.json` with a reason,
//! and nothing is listed that is there. `cargo xtask chromium names` records `names/chromium.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use oracade_runtime::{Bundle, Engine, Evaluation, Page, PageOptions, Profile, Storage};

const ASK: &str = include_str!("../../xtask/chromium/page/names.js");
const CHROMIUM: &str = include_str!("names/chromium.txt");
const ABSENT: &str = include_str!("names/absent.json");

/// Names by owner, as page/names.js lists them.
type Names = BTreeMap<String, BTreeSet<String>>;

fn names(lines: &str) -> Names {
    lines
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(owner, names)| (owner.to_owned(), names.split_whitespace().map(str::to_owned).collect()))
        .collect()
}

/// What `theirs` has and `ours` has not: globals, and members of interfaces that both have.
fn missing(theirs: &Names, ours: &Names) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (owner, names) in theirs {
        let Some(own) = ours.get(owner) else { continue };
        for name in names.difference(own) {
            found.insert(if owner == "globalThis" {
                name.clone()
            } else {
                format!("{owner}.{name}")
            });
        }
    }
    found
}

/// `*` in a pattern stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name
            .strip_prefix(start)
            .is_some_and(|name| (0..=name.len()).any(|at| name.is_char_boundary(at) && matches(rest, &name[at..]))),
    }
}

fn open() -> Page {
    let html = "<!doctype html><meta charset=utf-8><title>names</title>";
    let options = PageOptions {
        bundle: Arc::new(Bundle::from_bytes([("index.html".to_owned(), html.as_bytes().to_vec())])),
        library: None,
        profile: Profile::default(),
        storage: Storage::default(),
        init_scripts: Vec::new(),
        document: String::new(),
    };
    let mut page = Page::open(Engine::get().unwrap(), options).unwrap();
    page.advance(Duration::from_millis(100)).unwrap();
    page
}

/// What page/names.js gives in a page and in a worker.
fn asked() -> (Names, Names) {
    let ask = ASK[ASK.find("(() =>").unwrap()..].trim_end();
    let worker = format!("postMessage({ask})");
    let mut page = open();
    let here = text(&mut page, ask);
    let source = serde_json::to_string(&worker).unwrap();
    let there = format!(
        "new Promise(done => {{ new Worker(URL.createObjectURL(new Blob([{source}]))).onmessage = event => done(event.data) }})"
    );
    let there = text(&mut page, &there);
    (names(&here), names(&there))
}

fn text(page: &mut Page, expression: &str) -> String {
    match page.evaluate_within(expression, Duration::from_secs(10)).unwrap() {
        Evaluation::Value(Some(serde_json::Value::String(list))) => list,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_name_we_lack_has_a_reason_and_every_reason_a_name() {
    let (of_page, of_worker) = CHROMIUM.split_once("## worker\n").unwrap();
    let (page, worker) = asked();
    let in_page = missing(&names(of_page), &page);
    let in_worker = missing(&names(of_worker), &worker);
    let only_worker = in_worker.difference(&in_page).map(|name| format!("worker: {name}"));
    let lacking: BTreeSet<String> = in_page.iter().cloned().chain(only_worker).collect();

    let entries: serde_json::Value = serde_json::from_str(ABSENT).unwrap();
    let mut unexplained = lacking.clone();
    let mut stale = Vec::new();
    for entry in entries.as_array().unwrap() {
        assert!(["on purpose", "later", "differs"].contains(&entry["kind"].as_str().unwrap()));
        for pattern in entry["names"].as_array().unwrap() {
            let pattern = pattern.as_str().unwrap();
            let before = lacking.iter().filter(|name| matches(pattern, name)).count();
            if before == 0 {
                stale.push(pattern.to_owned());
            }
            unexplained.retain(|name| !matches(pattern, name));
        }
    }
    assert!(unexplained.is_empty(), "not there and not in absent.json: {unexplained:?}");
    assert!(stale.is_empty(), "in absent.json, but nothing of it is missing: {stale:?}");
}

#[test]
fn a_page_finds_no_global_that_chromium_lacks() {
    let (of_page, of_worker) = CHROMIUM.split_once("## worker\n").unwrap();
    let (page, worker) = asked();
    for (theirs, ours) in [(names(of_page), page), (names(of_worker), worker)] {
        let extra: Vec<&String> = ours["globalThis"].difference(&theirs["globalThis"]).collect();
        assert!(extra.is_empty(), "{extra:?}");
    }
}

/// Names of all functions that can be reached from the global object, by properties and prototypes, with a number at their end. The shims
/// are one module in the snapshot, where what two of them call the same has such a name.
const NUMBERED: &str = r#"(() => {
  const seen = new Set(), todo = [globalThis, document.body.style, document.createElement("canvas").getContext("2d"), new Image().dataset];
  const found = [];
  while (todo.length > 0) {
    const object = todo.pop();
    if ((typeof object !== "object" && typeof object !== "function") || object === null || seen.has(object)) continue;
    seen.add(object);
    if (typeof object === "function" && /[^ ]\$\d+$/.test(String(object.name))) found.push(object.name);
    todo.push(Reflect.getPrototypeOf(object));
    for (const key of Reflect.ownKeys(object)) {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(object, key);
      todo.push(value, get, set);
    }
  }
  return `${seen.size > 5000} ${found.join()}`;
})()"#;

#[test]
fn no_function_of_a_page_has_the_name_it_has_among_the_shims() {
    assert_eq!(text(&mut open(), NUMBERED), "true ");
}
