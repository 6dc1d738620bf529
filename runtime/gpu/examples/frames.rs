//! Milliseconds a frame: 20,000 lit and textured triangles, and 5,000 blended sprites, at 1280×713.
//!
//!     cargo run --workspace --example frames [THREADS [FRAMES [SAMPLES]]]

#[path = "../tests/common/mod.rs"]
mod common;

use oracade_gpu::clear::{self, ClearColour};
use oracade_gpu::draw::{AttributeSource, AttributeType, IndexType, Indices};
use oracade_gpu::sampler::{MagFilter, MinFilter, Wrap};
use oracade_gpu::state::*;
use oracade_gpu::transfer::{self, PixelStore, Region, Source};
use oracade_gpu::*;
use std::sync::Arc;
use std::time::Instant;

const WIDTH: u32 = 1280;
const HEIGHT: u32 = 713;

const LIT_VERTEX: &str = "#version 300 es
in vec3 position; in vec3 normal; in vec2 uv;
uniform mat4 view; uniform mat4 projection;
out vec3 vNormal; out vec3 vPosition; out vec2 vUv;
void main() {
  vec4 p = view * vec4(position, 1.0);
  vPosition = -p.xyz; vNormal = mat3(view) * normal; vUv = uv;
  gl_Position = projection * p;
}";

const LIT_FRAGMENT: &str = "#version 300 es
precision highp float;
in vec3 vNormal; in vec3 vPosition; in vec2 vUv;
uniform sampler2D map; uniform vec3 lights[2]; uniform vec3 colours[2];
out vec4 colour;
void main() {
  vec4 base = texture(map, vUv);
  vec3 n = normalize(vNormal); vec3 v = normalize(vPosition);
  vec3 sum = vec3(0.05);
  for (int i = 0; i < 2; i++) {
    vec3 l = normalize(lights[i]); vec3 h = normalize(l + v);
    sum += colours[i] * (max(dot(n, l), 0.0) + pow(max(dot(n, h), 0.0), 32.0));
  }
  colour = vec4(pow(base.rgb * sum, vec3(1.0 / 2.2)), 1.0);
}";

const SPRITE_VERTEX: &str = "
attribute vec2 position; attribute vec2 uv; attribute vec4 tint;
uniform mat4 projection;
varying vec2 vUv; varying vec4 vTint;
void main() { vUv = uv; vTint = tint; gl_Position = projection * vec4(position, 1.0, 1.0); }";

const SPRITE_FRAGMENT: &str = "
precision mediump float;
uniform sampler2D map; varying vec2 vUv; varying vec4 vTint;
void main() { gl_FragColor = texture2D(map, vUv) * vec4(vTint.rgb * vTint.a, vTint.a); }";

fn floats(values: &[f32]) -> Arc<Vec<u8>> {
    Arc::new(values.iter().flat_map(|v| v.to_le_bytes()).collect())
}

fn array(data: &Arc<Vec<u8>>, offset: usize, stride: usize, components: u8) -> AttributeSource {
    AttributeSource::Array {
        data: data.clone(),
        offset: offset * 4,
        stride: stride * 4,
        ty: AttributeType::F32,
        components,
        normalized: false,
        integer: false,
        divisor: 0,
    }
}

fn texture(size: u32, pattern: &str, mipmap: bool) -> TextureBinding {
    let image = Image::new(ImageKind::D2);
    let info = LevelInfo {
        format: Format::Rgba8,
        width: size,
        height: size,
        depth: 1,
        samples: 1,
    };
    image.allocate(1, info).unwrap();
    let data = common::pattern(pattern, size, size, 3);
    let source = Source {
        data: &data,
        format: 0x1908,
        ty: 0x1401,
        layout: PixelStore::default().layout(0x1908, 0x1401, size, size, 1).unwrap(),
        flip_y: false,
        premultiply: true,
    };
    let region = Region {
        x: 0,
        y: 0,
        z: 0,
        width: size,
        height: size,
        depth: 1,
    };
    transfer::upload(&image, 0, region, &source);
    let last = if mipmap { size.ilog2() } else { 0 };
    copy::generate_mipmap(&image, 0, last);
    TextureBinding {
        image,
        sampler: Sampler {
            mag: MagFilter::Linear,
            min: if mipmap {
                MinFilter::LinearMipmapLinear
            } else {
                MinFilter::Linear
            },
            wrap: [Wrap::Repeat; 3],
            ..Sampler::default()
        },
        base_level: 0,
        max_level: last,
        seamless: true,
    }
}

fn call(vertex: &str, fragment: &str, uniforms: &[(&str, &[f32])], attributes: &[(&str, AttributeSource)]) -> DrawCall {
    let program = common::program(vertex, fragment);
    let mut words = vec![0; program.uniforms.words as usize];
    for u in &program.uniforms.list {
        if let Some((_, values)) = uniforms.iter().find(|(n, _)| *n == u.name.trim_end_matches("[0]")) {
            for (i, v) in values.iter().enumerate() {
                words[u.word as usize + i] = v.to_bits();
            }
        }
    }
    let mut sources = vec![AttributeSource::default(); 16];
    for a in &program.attributes {
        if let Some((_, source)) = attributes.iter().find(|(n, _)| *n == a.name) {
            sources[a.location as usize] = source.clone();
        }
    }
    DrawCall {
        program,
        uniforms: Arc::new(words),
        blocks: Vec::new(),
        textures: Vec::new(),
        attributes: sources,
        topology: Topology::Triangles,
        indices: None,
        first: 0,
        count: 0,
        instances: 1,
        draw_id: 0,
        state: RasterState::new(WIDTH, HEIGHT),
        feedback: None,
        count_samples: false,
    }
}

/// A field of spheres: 100 of 200 triangles.
fn lit() -> DrawCall {
    let (mut vertices, mut indices) = (Vec::new(), Vec::<u16>::new());
    let (rings, sectors) = (10, 11);
    for ball in 0..100 {
        let base = (vertices.len() / 8) as u16;
        let centre = [
            (ball % 10) as f32 * 2.0 - 9.0,
            (ball / 10) as f32 * 1.2 - 5.4,
            -(ball / 10) as f32 * 0.8,
        ];
        for r in 0..=rings {
            for s in 0..=sectors {
                let (a, b) = (
                    r as f32 / rings as f32 * std::f32::consts::PI,
                    s as f32 / sectors as f32 * std::f32::consts::TAU,
                );
                let n = [a.sin() * b.cos(), a.cos(), a.sin() * b.sin()];
                vertices.extend((0..3).map(|i| centre[i] + n[i]));
                vertices.extend(n);
                vertices.extend([b * 2.0, a * 2.0]);
            }
        }
        for r in 0..rings {
            for s in 0..sectors {
                let at = base + r * (sectors + 1) + s;
                let below = at + sectors + 1;
                if r > 0 {
                    indices.extend([at, at + 1, below]);
                }
                if r + 1 < rings {
                    indices.extend([at + 1, below + 1, below]);
                }
            }
        }
    }
    let data = floats(&vertices);
    let f = 1.6f32;
    let aspect = WIDTH as f32 / HEIGHT as f32;
    let (near, far) = (0.1f32, 100.0f32);
    let projection = [
        f / aspect,
        0.0,
        0.0,
        0.0,
        0.0,
        f,
        0.0,
        0.0,
        0.0,
        0.0,
        (far + near) / (near - far),
        -1.0,
        0.0,
        0.0,
        2.0 * far * near / (near - far),
        0.0,
    ];
    let view = [
        1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -9.0, 1.0,
    ];
    let uniforms: [(&str, &[f32]); 4] = [
        ("view", &view),
        ("projection", &projection),
        ("lights", &[1.0, 2.0, 3.0, -3.0, 1.0, 1.0]),
        ("colours", &[0.9, 0.8, 0.7, 0.2, 0.3, 0.5]),
    ];
    let attributes = [
        ("position", array(&data, 0, 8, 3)),
        ("normal", array(&data, 3, 8, 3)),
        ("uv", array(&data, 6, 8, 2)),
    ];
    let mut call = call(LIT_VERTEX, LIT_FRAGMENT, &uniforms, &attributes);
    call.count = indices.len() as u32;
    call.indices = Some(Indices {
        data: Arc::new(indices.iter().flat_map(|i| i.to_le_bytes()).collect()),
        offset: 0,
        ty: IndexType::U16,
        restart: true,
    });
    call.textures = vec![Some(texture(256, "noise", true))];
    call.state.depth = Some(DepthState {
        func: Compare::LessEqual,
        write: true,
    });
    call.state.cull = Some(CullFace::Back);
    call
}

fn sprites() -> DrawCall {
    let mut vertices: Vec<f32> = Vec::new();
    let mut seed = 1u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    };
    for _ in 0..5000 {
        let (x, y, angle, half) = (
            next() * WIDTH as f32,
            next() * HEIGHT as f32,
            next() * std::f32::consts::TAU,
            16.0,
        );
        let tint = [next(), next(), next(), 0.5 + next() * 0.5];
        let corner = |u: f32, v: f32| {
            let (a, b) = ((u * 2.0 - 1.0) * half, (v * 2.0 - 1.0) * half);
            [
                x + a * angle.cos() - b * angle.sin(),
                y + a * angle.sin() + b * angle.cos(),
                u,
                v,
            ]
        };
        for (u, v) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)] {
            vertices.extend(corner(u, v));
            vertices.extend(tint);
        }
    }
    let data = floats(&vertices);
    let projection = [
        2.0 / WIDTH as f32,
        0.0,
        0.0,
        0.0,
        0.0,
        -2.0 / HEIGHT as f32,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        -1.0,
        1.0,
        0.0,
        1.0,
    ];
    let attributes = [
        ("position", array(&data, 0, 8, 2)),
        ("uv", array(&data, 2, 8, 2)),
        ("tint", array(&data, 4, 8, 4)),
    ];
    let mut call = call(SPRITE_VERTEX, SPRITE_FRAGMENT, &[("projection", &projection)], &attributes);
    call.count = 30_000;
    call.textures = vec![Some(texture(64, "noise", false))];
    let over = BlendPart {
        equation: BlendEquation::Add,
        src: BlendFactor::One,
        dst: BlendFactor::OneMinusSrcAlpha,
    };
    call.state.targets[0].blend = Some(Blend {
        colour: over,
        alpha: over,
    });
    call
}

/// Milliseconds this thread has had of a processor: of use on a machine that does other things too.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace()
        .next()
        .and_then(|n| n.parse::<f64>().ok())
        .unwrap_or(0.0)
        / 1e6
}

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<usize>().unwrap());
    let (threads, frames, samples) = (
        args.next().unwrap_or(1),
        args.next().unwrap_or(20),
        args.next().unwrap_or(1) as u32,
    );
    for (name, call) in [("lit", lit()), ("sprites", sprites())] {
        let colour = common::image(Format::Rgba8, WIDTH, HEIGHT, samples);
        let depth = common::image(Format::Depth24Stencil8, WIDTH, HEIGHT, samples);
        let mut target = Framebuffer {
            depth: Some(Attachment::of(&depth)),
            ..Framebuffer::default()
        };
        target.colour[0] = Some(Attachment::of(&colour));
        let mut device = Device::new(DeviceOptions {
            backend: common::backend(),
            threads,
        });
        let mut times = Vec::new();
        let mut busy = Vec::new();
        for _ in 0..=frames {
            let (from, had) = (Instant::now(), processor());
            clear::colour(
                &Attachment::of(&colour),
                ClearColour::Float([0.1, 0.1, 0.2, 1.0]),
                [true; 4],
                None,
            );
            clear::depth(&Attachment::of(&depth), 1.0, None);
            device.draw(&call, &target).unwrap();
            times.push(from.elapsed().as_secs_f64() * 1000.0);
            busy.push(processor() - had);
        }
        let first = times.remove(0);
        times.sort_by(f64::total_cmp);
        busy.remove(0);
        busy.sort_by(f64::total_cmp);
        let passed = {
            let mut counted = call.clone();
            counted.count_samples = true;
            clear::depth(&Attachment::of(&depth), 1.0, None);
            device.draw(&counted, &target).unwrap().samples
        };
        println!(
            "{name:8} {} triangles, {passed} samples, {threads} threads: first {first:.1} ms, median {:.2} ms, least {:.2} ms a frame; this thread busy {:.2} ms",
            call.count / 3,
            times[times.len() / 2],
            times[0],
            busy[busy.len() / 2]
        );
        if samples == 1
            && let Some(path) = std::env::var_os("FRAMES_OUT")
        {
            let pixels = common::read(&colour, WIDTH, HEIGHT);
            let file = std::fs::File::create(std::path::Path::new(&path).join(format!("{name}.png"))).unwrap();
            let mut encoder = png::Encoder::new(file, WIDTH, HEIGHT);
            encoder.set_color(png::ColorType::Rgba);
            encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        }
    }
}
