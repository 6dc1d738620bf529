//! Compares the layout of static pages with boxes recorded in Chromium.
//!
//! `cargo run --example agreement -- page.html boxes.json [-v]`: the JSON is a list of elements with their path, box and some
//! computed styles, as an in-page probe writes it.

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/common/loader.rs"]
mod loader;

use loader::Page;
use oracade_layout::{Document, Resources, Viewport};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

struct Nothing;

impl Resources for Nothing {
    fn bytes(&self, _: &str) -> Option<Arc<[u8]>> {
        None
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let verbose = arguments.iter().any(|a| a == "-v");
    let files: Vec<&String> = arguments.iter().filter(|a| !a.starts_with('-')).collect();
    for pair in files.chunks(2) {
        let [page, boxes] = pair else { continue };
        compare(page, boxes, verbose);
    }
}

fn compare(page_path: &str, boxes_path: &str, verbose: bool) {
    let Ok(html) = std::fs::read_to_string(page_path) else {
        return;
    };
    let Ok(json) = std::fs::read_to_string(boxes_path) else {
        return;
    };
    let Ok(expected) = serde_json::from_str::<serde_json::Value>(&json) else {
        return;
    };
    let fonts = Arc::new(Mutex::new(oracade_text::Fonts::new(oracade_text::FontProfile::Reference)));
    let width = expected["innerWidth"].as_f64().unwrap_or(1280.0);
    let height = expected["innerHeight"].as_f64().unwrap_or(713.0);
    let mut document = Document::new(fonts, Viewport::new(width, height, 1.0), Rc::new(Nothing));
    let page = Page::parse(&html);
    page.load(&mut document, true);
    document.anim_tick(0.0);
    document.anim_tick(3500.0);
    let (mut total, mut good, mut styles, mut bad_styles) = (0, 0, 0, 0);
    for element in expected["elements"].as_array().map_or(&[][..], Vec::as_slice) {
        let path = element["path"].as_str().unwrap_or("");
        total += 1;
        let Some(id) = find(&page, path) else {
            println!("  missing {path}");
            continue;
        };
        let rect = document.bounding_rect(id);
        let ours = [rect.x, rect.y, rect.width, rect.height];
        let theirs = ["x", "y", "w", "h"].map(|key| element[key].as_f64().unwrap_or(0.0));
        let same = ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() <= 1.0);
        good += usize::from(same);
        if verbose && !same {
            println!(
                "  {path} {:?}\n     ours {ours:?}\n   theirs {theirs:?}",
                element["id"].as_str().unwrap_or("")
            );
        }
        for (key, property) in [
            ("display", "display"),
            ("visibility", "visibility"),
            ("opacity", "opacity"),
            ("position", "position"),
            ("zIndex", "z-index"),
            ("fontSize", "font-size"),
            ("fontFamily", "font-family"),
            ("color", "color"),
            ("backgroundColor", "background-color"),
            ("cursor", "cursor"),
            ("pointerEvents", "pointer-events"),
            ("overflowX", "overflow-x"),
        ] {
            let value = document.computed(id, "", property);
            styles += 1;
            let wanted = element[key].as_str().unwrap_or("");
            if value != wanted {
                bad_styles += 1;
                if verbose {
                    println!("  {path} {property}: ours {value:?}, theirs {wanted:?}");
                }
            }
        }
    }
    println!(
        "{page_path}: boxes {good}/{total}, computed styles {}/{styles}",
        styles - bad_styles
    );
}

fn find(page: &Page, path: &str) -> Option<u32> {
    let is = |node: usize, name: &str| {
        page.nodes[node]
            .name
            .as_ref()
            .is_some_and(|n| (*n.local).eq_ignore_ascii_case(name))
    };
    let mut current = page.nodes[0].children.iter().copied().find(|n| is(*n, "html"))?;
    for part in path.split('/') {
        let (name, index) = part.trim_end_matches(']').split_once('[')?;
        let index: usize = index.parse().ok()?;
        let children: Vec<usize> = page.nodes[current]
            .children
            .iter()
            .copied()
            .filter(|n| page.nodes[*n].name.is_some() && !is(*n, "script"))
            .collect();
        current = *children.get(index)?;
        if !is(current, name) {
            return None;
        }
    }
    Some(current as u32 + 1)
}
