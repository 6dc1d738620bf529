//! Opens a page, lets it run, and prints what it logged: `probe PAGE [SECONDS] [EXPRESSION]`, where the page is a file or a folder with
//! `index.html`. With `ORACADE_SHIMS` the shims are read from that folder.

use oracade_runtime::{Bundle, Engine, Library, Page, PageOptions, Profile, Storage};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let Some(file) = args.get(1) else {
        eprintln!("usage: probe PAGE [SECONDS] [EXPRESSION] [OUT.png]");
        std::process::exit(2);
    };
    let seconds: f64 = args.get(2).and_then(|s| s.parse().ok()).unwrap_or(4.0);
    if let Some(folder) = std::env::var_os("ORACADE_SHIMS") {
        oracade_shims::read_from(Path::new(&folder));
    }
    let start = Instant::now();
    let engine = Engine::get().unwrap_or_else(|e| panic!("{e}"));
    println!("engine {:?}, snapshot {} KiB", start.elapsed(), engine.snapshot_len() / 1024);
    let library = std::env::var_os("ORACADE_LIBRARY").map(|dir| Library::open(Path::new(&dir)).unwrap_or_else(|e| panic!("{e}")));
    let path = Path::new(file);
    let bundle = match path.is_dir() {
        true => Bundle::from_dir(path),
        false => Bundle::from_file(path),
    };
    let options = PageOptions {
        bundle: Arc::new(bundle.unwrap_or_else(|e| panic!("{e}"))),
        library: library.map(Arc::new),
        profile: Profile::default(),
        storage: Storage::default(),
        init_scripts: Vec::new(),
        document: String::new(),
    };
    let start = Instant::now();
    let mut page = Page::open(engine, options).unwrap_or_else(|e| panic!("{e}"));
    println!("open {:?}", start.elapsed());
    let start = Instant::now();
    let outcome = page.advance(Duration::from_secs_f64(seconds));
    println!(
        "advance {seconds} s: {:?}, {outcome:?}, loaded {}",
        start.elapsed(),
        page.loaded()
    );
    if let Some(expression) = args.get(3).filter(|e| !e.is_empty()) {
        println!("{:?}", page.evaluate_within(expression, Duration::from_secs(5)));
    }
    if let Some(out) = args.get(4) {
        let start = Instant::now();
        match page.capture() {
            Ok(frame) => {
                println!("capture {:?}", start.elapsed());
                std::fs::write(out, frame.to_png()).unwrap_or_else(|e| panic!("{e}"));
            }
            Err(e) => println!("capture: {e}"),
        }
    }
    for line in page.console() {
        println!("[{}] {}", line.kind, line.text);
    }
    for e in page.exceptions() {
        println!("EXCEPTION {} {}", e.text, e.description.unwrap_or_default());
    }
    println!("{}", page.summary());
}
