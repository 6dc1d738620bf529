//! 2D canvases, seen from a page. Every scene of `canvas/scenes.js` is compared with what Chromium 156 drew
//! (`canvas/scenes.png`), and `canvas/api.js` checks the interface's behaviour; expected values are Chromium's.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use oracade_runtime::{Bundle, Engine, Evaluation, Page, PageOptions, Profile, Storage};
use serde_json::Value;

const SCENE: usize = 96;
const COLUMNS: usize = 8;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/canvas")
}

fn open(script: &str) -> Page {
    let source = std::fs::read(folder().join(script)).unwrap();
    let html = b"<!doctype html><meta charset=\"utf-8\"><body><canvas id=\"c\"></canvas><script src=\"script.js\"></script>";
    let files = [("index.html".to_owned(), html.to_vec()), ("script.js".to_owned(), source)];
    let options = PageOptions {
        bundle: Arc::new(Bundle::from_bytes(files)),
        library: None,
        profile: Profile::default(),
        storage: Storage::default(),
        init_scripts: Vec::new(),
        document: String::new(),
    };
    let mut page = Page::open(Engine::get().unwrap(), options).unwrap();
    page.advance(Duration::from_millis(50)).unwrap();
    page
}

fn evaluate(page: &mut Page, expression: &str) -> Value {
    match page.evaluate_within(expression, Duration::from_secs(60)).unwrap() {
        Evaluation::Value(Some(value)) => value,
        other => panic!("{expression}: {other:?}"),
    }
}

/// Straight RGBA of a PNG.
fn straight(png: &[u8]) -> (usize, Vec<u8>) {
    let decoder = png::Decoder::new(std::io::Cursor::new(png));
    let mut reader = decoder.read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgba);
    data.truncate(info.buffer_size());
    (info.width as usize, data)
}

/// How far a scene may be from Chromium's: the mean difference of premultiplied channels, in 1/1000 of full scale.
fn budget(name: &str) -> f64 {
    match name {
        // Chromium's rasteriser is less exact at curved edges, and places stroked and turned glyphs a little differently.
        "arcs" | "composite0" | "composite1" | "hairlines" | "path2d" | "textStyles" => 3.0,
        _ => 2.0,
    }
}

#[test]
fn scenes_look_as_in_chromium() {
    let mut page = open("scenes.js");
    let result = evaluate(
        &mut page,
        "(() => { const r = drawScenes(); return { names: r.names, url: r.sheet.toDataURL() }; })()",
    );
    let names: Vec<String> = serde_json::from_value(result["names"].clone()).unwrap();
    let url = result["url"].as_str().unwrap();
    let bytes = {
        use base64::Engine as _;
        base64::engine::general_purpose::STANDARD
            .decode(url.split(',').nth(1).unwrap())
            .unwrap()
    };
    if let Some(path) = std::env::var_os("ORACADE_SCENES_OUT") {
        std::fs::write(path, &bytes).unwrap();
    }
    let (width, ours) = straight(&bytes);
    let (_, theirs) = straight(&std::fs::read(folder().join("scenes.png")).unwrap());
    assert_eq!(ours.len(), theirs.len(), "as many scenes as recorded");
    let mut failures = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let (left, top) = (index % COLUMNS * SCENE, index / COLUMNS * SCENE);
        let mut sum = 0.0;
        for y in top..top + SCENE {
            for x in left..left + SCENE {
                let at = (y * width + x) * 4;
                for channel in 0..4 {
                    let value = |data: &[u8]| {
                        let alpha = f64::from(data[at + 3]);
                        if channel == 3 {
                            alpha
                        } else {
                            f64::from(data[at + channel]) * alpha / 255.0
                        }
                    };
                    sum += (value(&ours) - value(&theirs)).abs();
                }
            }
        }
        let mean = sum / (SCENE * SCENE * 4) as f64 / 255.0 * 1000.0;
        println!("{name}: {mean:.2}");
        if mean > budget(name) {
            failures.push(format!("{name}: {mean:.2}"));
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn the_interface_behaves_as_in_chromium() {
    let mut page = open("api.js");
    let failures = evaluate(&mut page, "runChecks()");
    assert_eq!(failures, Value::Array(Vec::new()), "{failures:#}");
}

#[test]
fn a_page_shows_its_canvas() {
    let mut page = open("scenes.js");
    evaluate(
        &mut page,
        "(() => { const x = document.getElementById('c').getContext('2d'); x.fillStyle = 'red'; x.fillRect(0, 0, 300, 150); return 1; })()",
    );
    let frame = page.capture_canvas("#c").unwrap();
    assert_eq!((frame.width, frame.height), (300, 150));
    assert_eq!(frame.rgba[..4], [255, 0, 0, 255]);
}
