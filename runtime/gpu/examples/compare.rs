//! Compares the scenes of the tests with what Chromium's software renderer draws: pixels that differ, and by how much.
//!
//!     cargo run --example compare [CHROMIUM]

#[path = "../tests/common/mod.rs"]
mod common;

use oracade_gpu::{Device, DeviceOptions};

fn main() {
    let chromium = std::env::args().nth(1).unwrap_or_else(|| "chromium".into());
    let scenes = common::scenes();
    let all: serde_json::Map<_, _> = scenes.iter().cloned().collect();
    let script = include_str!("../tests/scene.js");
    let page = format!(
        "<!doctype html><body><script>const scenes = {};\n{script}</script>",
        serde_json::to_string(&all).unwrap()
    );
    let folder = std::env::temp_dir().join(format!("oracade-gpu-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("scenes.html");
    std::fs::write(&file, page).unwrap();
    let output = std::process::Command::new(chromium)
        .args([
            "--headless",
            "--no-sandbox",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    let text = String::from_utf8_lossy(&output.stdout).replace("&quot;", "\"");
    let Some(start) = text.find("<body>{") else {
        panic!("no answer: {text}\n{}", String::from_utf8_lossy(&output.stderr));
    };
    let json = &text[start + 6..text.find("</body>").unwrap()];
    let theirs: serde_json::Map<String, serde_json::Value> = serde_json::from_str(json.trim()).unwrap();
    let mut device = Device::new(DeviceOptions {
        backend: common::backend(),
        threads: 1,
    });
    println!("{:24} {:>7} {:>7} {:>7} {:>7}", "scene", "pixels", "differ", ">2", "most");
    for (name, scene) in &scenes {
        let (width, _, ours) = common::play(scene, &mut device);
        let hex = theirs[name].as_str().unwrap();
        if hex.starts_with("error") {
            println!("{name:24} {hex}");
            continue;
        }
        let bytes: Vec<u8> = (0..hex.len() / 2)
            .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
            .collect();
        let (mut differ, mut far, mut most, mut place) = (0, 0, 0, String::new());
        for (i, (a, b)) in ours.chunks_exact(4).zip(bytes.chunks_exact(4)).enumerate() {
            let d = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
            differ += usize::from(d > 0);
            far += usize::from(d > 2);
            if d > most {
                most = d;
                place = format!("at {},{} ours {a:?} theirs {b:?}", i % width as usize, i / width as usize);
            }
        }
        println!("{name:24} {:>7} {differ:>7} {far:>7} {most:>7}  {place}", ours.len() / 4);
    }
}
