//! Scenes against pictures that have been looked at. `UPDATE_GOLDENS=1` writes them anew.

mod common;

use common::{backend, play, scenes};
use oracade_gpu::{Device, DeviceOptions};

fn golden(name: &str) -> String {
    format!("{}/tests/scenes/{name}.png", env!("CARGO_MANIFEST_DIR"))
}

/// Pictures have the top row first.
fn turned(width: u32, pixels: &[u8]) -> Vec<u8> {
    pixels.chunks_exact(width as usize * 4).rev().flatten().copied().collect()
}

fn load(path: &str) -> Option<Vec<u8>> {
    let file = std::fs::File::open(path).ok()?;
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().ok()?;
    let mut out = vec![0; reader.output_buffer_size()?];
    let n = reader.next_frame(&mut out).ok()?.buffer_size();
    out.truncate(n);
    Some(out)
}

fn save(path: &str, width: u32, height: u32, pixels: &[u8]) {
    let mut encoder = png::Encoder::new(std::fs::File::create(path).unwrap(), width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(pixels).unwrap();
}

#[test]
fn scenes_look_as_they_did() {
    let update = std::env::var_os("UPDATE_GOLDENS").is_some();
    let mut device = Device::new(DeviceOptions {
        backend: backend(),
        threads: 1,
    });
    let mut wrong = Vec::new();
    let all = scenes();
    assert!(all.len() >= 12, "{}", all.len());
    for (name, scene) in all {
        let (width, height, pixels) = play(&scene, &mut device);
        let pixels = turned(width, &pixels);
        if update {
            save(&golden(&name), width, height, &pixels);
        } else if load(&golden(&name)).as_ref() != Some(&pixels) {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn threads_change_nothing() {
    let device = |threads| {
        Device::new(DeviceOptions {
            backend: backend(),
            threads,
        })
    };
    let (mut one, mut three) = (device(1), device(3));
    for (name, mut scene) in scenes() {
        // Large enough to be shared out.
        scene["size"] = serde_json::json!([300, 257]);
        assert!(play(&scene, &mut one) == play(&scene, &mut three), "{name}");
    }
}
