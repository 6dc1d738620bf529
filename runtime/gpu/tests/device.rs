//! What pictures do not show: exact values, counts, captures, several attachments, integers.

mod common;

use common::{backend, image, program};
use oracade_glsl::{Backend, LinkOptions, Program};
use oracade_gpu::clear::{self, ClearColour};
use oracade_gpu::draw::{AttributeSource, AttributeType, Feedback};
use oracade_gpu::sampler::{MagFilter, MinFilter, Sampler, Wrap};
use oracade_gpu::state::*;
use oracade_gpu::transfer::{self, PixelStore, Region, Source};
use oracade_gpu::*;
use std::sync::Arc;

fn device() -> Device {
    Device::new(DeviceOptions {
        backend: backend(),
        threads: 1,
    })
}

fn floats(values: &[f32], components: u8) -> AttributeSource {
    AttributeSource::Array {
        data: Arc::new(values.iter().flat_map(|v| v.to_le_bytes()).collect()),
        offset: 0,
        stride: usize::from(components) * 4,
        ty: AttributeType::F32,
        components,
        normalized: false,
        integer: false,
        divisor: 0,
    }
}

fn call(program: Arc<Program>, size: u32, topology: Topology, count: u32, attributes: &[(&str, AttributeSource)]) -> DrawCall {
    let mut sources = vec![AttributeSource::default(); 16];
    for a in &program.attributes {
        if let Some((_, source)) = attributes.iter().find(|(n, _)| *n == a.name) {
            sources[a.location as usize] = source.clone();
        }
    }
    DrawCall {
        uniforms: Arc::new(vec![0; program.uniforms.words as usize]),
        program,
        blocks: Vec::new(),
        textures: Vec::new(),
        attributes: sources,
        topology,
        indices: None,
        first: 0,
        count,
        instances: 1,
        draw_id: 0,
        state: RasterState::new(size, size),
        feedback: None,
        count_samples: false,
    }
}

fn to(images: &[&Image]) -> Framebuffer {
    let mut target = Framebuffer::default();
    for (at, image) in target.colour.iter_mut().zip(images) {
        *at = Some(Attachment::of(image));
    }
    target
}

fn words(image: &Image, size: u32, format: u32, ty: u32) -> Vec<u32> {
    let layout = PixelStore::default().layout(format, ty, size, size, 1).unwrap();
    let mut out = vec![0; layout.end];
    let all = Rect {
        x: 0,
        y: 0,
        width: size,
        height: size,
    };
    transfer::read(&Attachment::of(image), all, format, ty, &layout, &mut out);
    out.chunks_exact(4)
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}

const RGBA: u32 = 0x1908;
const RGBA_INTEGER: u32 = 0x8D99;
const FLOAT: u32 = 0x1406;
const INT: u32 = 0x1404;

/// A varying that is the same at all corners is the same in every pixel, to the last bit: however w differs, and where the triangle is clipped.
#[test]
fn constants_are_interpolated_exactly() {
    let program = program(
        "#version 300 es\nin vec4 p; in vec2 c; out vec2 v; void main() { gl_Position = p; v = c; }",
        "#version 300 es\nprecision highp float; in vec2 v; out vec4 o; void main() { o = vec4(v, 1.0, 1.0); }",
    );
    let size = 33;
    for (i, value) in [0.1f32, 1.0 / 3.0, 16_777_215.0, -7.77e-12].into_iter().enumerate() {
        for corners in [
            [[-1.0f32, -1.0, 0.0, 1.0], [1.0, -1.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0]],
            [[-0.3, -0.3, 0.1, 0.3], [2.9, -2.5, 0.0, 3.1], [0.0, 7.0, 1.0, 7.3]],
            [[-0.9, -0.8, -2.0, -0.3], [5.9, -2.5, 0.0, 3.1], [0.0, 7.0, 1.0, 7.3]],
        ] {
            let target = image(Format::Rgba32f, size, size, 1);
            let attributes = [
                ("p", floats(&corners.concat(), 4)),
                ("c", floats(&[value, i as f32].repeat(3), 2)),
            ];
            let mut call = call(program.clone(), size, Topology::Triangles, 3, &attributes);
            call.count_samples = true;
            let drawn = device().draw(&call, &to(&[&target])).unwrap();
            let pixels = words(&target, size, RGBA, FLOAT);
            let covered: Vec<_> = pixels.chunks_exact(4).filter(|p| p[3] != 0).collect();
            assert_eq!(covered.len() as u64, drawn.samples);
            assert!(covered.len() > 20, "{}", covered.len());
            assert!(
                covered
                    .iter()
                    .all(|p| p[0] == value.to_bits() && p[1] == (i as f32).to_bits()),
                "{corners:?}"
            );
        }
    }
}

#[test]
fn feedback_captures_whole_primitives() {
    let options = oracade_glsl::Options::new(oracade_glsl::ContextVersion::WebGl2);
    let compile = |text: &str, stage| oracade_glsl::compile(text, stage, &options);
    let v = compile(
        "#version 300 es\nin vec2 p; flat out ivec2 n; out float f; void main() { gl_Position = vec4(p, 0, 1); n = ivec2(gl_VertexID, gl_InstanceID); f = p.x * 2.0; }",
        oracade_glsl::Stage::Vertex,
    );
    let f = compile("#version 300 es\nvoid main() {}", oracade_glsl::Stage::Fragment);
    for (interleaved, expected) in [
        (true, vec![vec![0u32, 0, 0, 1, 0, 2f32.to_bits(), 0, 1, 0]]),
        (
            false,
            vec![vec![0, 0, 1, 0, 0, 1, 1, 1], vec![0, 2f32.to_bits(), 0, 2f32.to_bits()]],
        ),
    ] {
        let link = LinkOptions {
            feedback: Some((vec!["n".into(), "f".into()], !interleaved)),
            ..LinkOptions::default()
        };
        let program = Arc::new(oracade_glsl::link(&v, &f, &link, &options.limits).unwrap());
        let mut call = call(program, 4, Topology::Points, 2, &[("p", floats(&[0.0, 0.0, 1.0, 0.0], 2))]);
        call.instances = 2;
        call.state.rasterizer_discard = true;
        call.feedback = Some(Feedback {
            interleaved,
            // Room for three points.
            room: if interleaved { vec![40] } else { vec![100, 16] },
        });
        let drawn = device().draw(&call, &Framebuffer::default()).unwrap();
        let got: Vec<Vec<u32>> = drawn
            .feedback
            .iter()
            .map(|b| {
                b.chunks_exact(4)
                    .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                    .collect()
            })
            .collect();
        assert_eq!(got, expected);
        assert_eq!(drawn.primitives as usize, if interleaved { 3 } else { 4 });
    }
}

#[test]
fn several_attachments_and_integers() {
    let program = program(
        "#version 300 es\nin vec2 p; void main() { gl_Position = vec4(p, 0, 1); }",
        "#version 300 es\nprecision highp float; layout(location = 0) out vec4 a; layout(location = 1) out ivec2 b; layout(location = 2) out uvec4 c;
         void main() { a = vec4(0.5, 2.0, -1.0, gl_FragCoord.x); b = ivec2(-300, gl_FragCoord.y); c = uvec4(70000u, 1u, 2u, 3u); }",
    );
    let size = 4;
    let (a, b, c) = (
        image(Format::Rgba16f, size, size, 1),
        image(Format::Rg8i, size, size, 1),
        image(Format::Rgba16ui, size, size, 1),
    );
    clear::colour(&Attachment::of(&b), ClearColour::Int([7, -7, 0, 0]), [true; 4], None);
    let mut call = call(
        program,
        size,
        Topology::TriangleStrip,
        4,
        &[("p", floats(&[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0], 2))],
    );
    call.state.scissor = Some(Rect {
        x: 1,
        y: 0,
        width: 2,
        height: 9,
    });
    call.state.targets[2].mask = [true, false, true, true];
    device().draw(&call, &to(&[&a, &b, &c])).unwrap();
    assert_eq!(words(&a, size, RGBA, FLOAT)[4..8], [0.5f32, 2.0, -1.0, 1.5].map(f32::to_bits));
    let b = words(&b, size, RGBA_INTEGER, INT);
    // Outside of the scissor rectangle what was cleared; inside the nearest number that fits.
    assert_eq!(b[..8], [7, -7i32 as u32, 0, 1, -128i32 as u32, 0, 0, 1]);
    assert_eq!(words(&c, size, RGBA_INTEGER, 0x1405)[4..8], [65535, 0, 2, 3]);
}

#[test]
fn uploads_convert_flip_and_multiply() {
    let target = image(Format::Rgba8, 2, 2, 1);
    let data = [255, 128, 0, 128, 10, 20, 30, 255, 1, 2, 3, 0, 255, 255, 255, 255];
    let mut source = Source {
        data: &data,
        format: RGBA,
        ty: 0x1401,
        layout: PixelStore::default().layout(RGBA, 0x1401, 2, 2, 1).unwrap(),
        flip_y: true,
        premultiply: true,
    };
    let region = Region {
        x: 0,
        y: 0,
        z: 0,
        width: 2,
        height: 2,
        depth: 1,
    };
    transfer::upload(&target, 0, region, &source);
    assert_eq!(
        common::read(&target, 2, 2),
        [0, 0, 0, 0, 255, 255, 255, 255, 128, 64, 0, 128, 10, 20, 30, 255]
    );
    // A snapshot keeps what it saw.
    let before = target.snapshot();
    source.premultiply = false;
    source.flip_y = false;
    transfer::upload(&target, 0, region, &source);
    assert_eq!(common::read(&target, 2, 2), data);
    assert_eq!(common::read(&before, 2, 2)[4..8], [255; 4]);
    // Short data, a region that goes beyond: what fits is written.
    source.data = &data[..6];
    transfer::upload(&target, 0, Region { x: 1, y: 1, ..region }, &source);
    transfer::upload(&target, 0, Region { x: 9, y: 1, ..region }, &source);
    transfer::upload(
        &target,
        0,
        Region {
            x: 1,
            y: u32::MAX,
            ..region
        },
        &source,
    );
}

#[test]
fn distances_in_client_memory() {
    let store = PixelStore {
        row_length: 5,
        skip_pixels: 1,
        skip_rows: 2,
        ..PixelStore::default()
    };
    // Rows of 15 bytes, rounded to 16.
    let l = store.layout(0x1907, 0x1401, 3, 2, 1).unwrap();
    assert_eq!((l.start, l.row, l.end), (35, 16, 60));
    assert!(store.layout(0x1907, 0x1234, 3, 2, 1).is_none());
    assert_eq!(store.layout(0x1907, 0x1401, 0, 2, 1).unwrap().end, 0);
    let huge = PixelStore {
        skip_images: u32::MAX,
        row_length: u32::MAX,
        image_height: u32::MAX,
        ..store
    };
    assert!(huge.layout(RGBA, FLOAT, 1, 1, 1).is_none());
}

/// Numbers from a hostile caller: nothing to draw, nothing to read, no panic.
#[test]
fn senseless_numbers_are_harmless() {
    let program = program(
        "#version 300 es\nin vec4 p; void main() { gl_Position = p; gl_PointSize = p.x * 1e30; }",
        "#version 300 es\nprecision highp float; out vec4 o; void main() { o = vec4(1.0); }",
    );
    let target = image(Format::Rgba8, 8, 8, 1);
    let mut seed = 3u64;
    let mut next = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 32) as u32
    };
    let odd = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN_POSITIVE,
        1e-40,
        0.5,
        3e9,
    ];
    for round in 0..600 {
        let data: Vec<f32> = (0..24).map(|_| odd[next() as usize % odd.len()]).collect();
        let topology = Topology::from_gl(round % 7).unwrap();
        let mut call = call(program.clone(), 8, topology, 9, &[("p", floats(&data, 4))]);
        let corner = |v: u32| [i32::MIN, -5, 0, 3, i32::MAX][v as usize % 5];
        let size = |v: u32| [0, 1, 9, u32::MAX][v as usize % 4];
        call.state.viewport = Viewport {
            x: corner(next()),
            y: corner(next()),
            width: size(next()),
            height: size(next()),
            near: odd[next() as usize % odd.len()],
            far: odd[next() as usize % odd.len()],
        };
        if round % 3 == 0 {
            call.state.scissor = Some(Rect {
                x: corner(next()),
                y: corner(next()),
                width: size(next()),
                height: size(next()),
            });
        }
        call.first = [0, 1, u32::MAX][round as usize % 3];
        device().draw(&call, &to(&[&target])).unwrap();
    }
}

/// Textures that compiled code samples by itself come out as those that the host samples, at any coordinate.
#[test]
fn both_back_ends_sample_alike() {
    // The place comes from the code, so that the lookup cannot be made before it runs; one of the two is in a branch.
    sample_alike(
        "o = texture(t, at.yx);
         if (gl_FragCoord.x > 3.0 + v.y) o += textureLod(t, at, 0.5) * 2.0;",
        false,
    );
}

/// The same where there are so many lookups that code is made for the filter.
#[test]
fn both_back_ends_sample_often_alike() {
    sample_alike(
        "o = texture(t, at) + texture(t, vec2(at.x + 0.2, at.y)) * 3.0;
         if (v.x > 0.3) { o += texture(t, at + 0.2); if (v.y > 0.4) discard; o.xz -= texture(t, vec2(at.x, at.y + 0.2)).yw; }
         o += textureLod(t, at, 0.5) * 2.0;",
        true,
    );
    // What is made of a texel alone is made beforehand.
    sample_alike(
        "
         #define D(i) depth = sqrt(dot(texture(t, at + vec2(i, i & 1) * 0.3), vec4(1.0, 1.0 / 256.0, pow(2.0, -16.0), -0.3)) - 0.2);\
           if (v.x + v.y > 0.2 * float(i)) sum += depth > v.x ? 1.0 : depth;
         float depth, sum = 0.0;
         D(0) D(1) D(2) D(3) D(4)
         o = vec4(sum, sum == sum, 0.0, 1.0);",
        true,
    );
}

/// Draws with both back ends, for all filters; the program anew for each if it is to be made for it.
fn sample_alike(code: &str, anew: bool) {
    let vertex = "#version 300 es\nin vec4 p; in vec2 c; out vec2 v; void main() { gl_Position = p; v = c; }";
    let fragment = format!(
        "#version 300 es\nprecision highp float; in vec2 v; uniform sampler2D t; uniform float scale; out vec4 o;
         void main() {{
           vec2 at = v * scale + vec2(0.0, 1.0) / (v.x > 0.9 ? 0.0 : 1.0) * (v.y > 0.9 ? 0.0 : 1.0);
           {code}
         }}"
    );
    let common = program(vertex, &fragment);
    let size = 24;
    let texture = |width: u32, height: u32| {
        let texture = Image::new(ImageKind::D2);
        let info = LevelInfo {
            format: Format::Rgba8,
            width,
            height,
            depth: 1,
            samples: 1,
        };
        texture.allocate(1, info).unwrap();
        texture
    };
    let fill = |texture: &Image, width: u32, height: u32, seed: u32| {
        let data: Vec<u8> = (0..width * height * 4).map(|i| (i.wrapping_mul(seed) >> 5) as u8).collect();
        let source = Source {
            data: &data,
            format: RGBA,
            ty: 0x1401,
            layout: PixelStore::default().layout(RGBA, 0x1401, width, height, 1).unwrap(),
            flip_y: false,
            premultiply: false,
        };
        let region = Region {
            x: 0,
            y: 0,
            z: 0,
            width,
            height,
            depth: 1,
        };
        transfer::upload(texture, 0, region, &source);
    };
    let mut devices = [backend(), Backend::Interpreter].map(|backend| Device::new(DeviceOptions { backend, threads: 1 }));
    let whole = [-1.0f32, -1.0, 0.0, 1.0, 3.0, -1.0, 0.0, 1.0, -1.0, 3.0, 0.0, 1.0];
    let wraps = [Wrap::Repeat, Wrap::ClampToEdge, Wrap::MirroredRepeat];
    for (width, height) in [(1, 1), (7, 4), (64, 33)] {
        let texture = texture(width, height);
        for (round, scale) in [1.0f32, -3.3, 1e9, 5_000_000.0].into_iter().enumerate() {
            // The same image with other contents.
            fill(&texture, width, height, 2_654_435_761 + 2 * round as u32);
            for (i, linear) in [false, true].into_iter().cycle().take(6).enumerate() {
                let attributes = [
                    ("p", floats(&whole, 4)),
                    ("c", floats(&[-0.2, -0.3, 2.1, -0.3, -0.2, 2.2], 2)),
                ];
                let program = if anew { program(vertex, &fragment) } else { common.clone() };
                let mut call = call(program.clone(), size, Topology::Triangles, 3, &attributes);
                let mut uniforms = vec![0; program.uniforms.words as usize];
                let at = program.uniforms.list.iter().find(|u| u.name == "scale").unwrap().word;
                uniforms[at as usize] = scale.to_bits();
                call.uniforms = Arc::new(uniforms);
                let (mag, min) = match linear {
                    true => (MagFilter::Linear, MinFilter::Linear),
                    false => (MagFilter::Nearest, MinFilter::Nearest),
                };
                call.textures = vec![Some(TextureBinding {
                    image: texture.clone(),
                    sampler: Sampler {
                        mag,
                        min,
                        wrap: [wraps[i % 3], wraps[(i + round) % 3], Wrap::Repeat],
                        ..Sampler::default()
                    },
                    base_level: 0,
                    max_level: 0,
                    seamless: true,
                })];
                let pictures = devices.each_mut().map(|device| {
                    let target = image(Format::Rgba32f, size, size, 1);
                    device.draw(&call, &to(&[&target])).unwrap();
                    words(&target, size, RGBA, FLOAT)
                });
                assert_eq!(pictures[0], pictures[1], "{width}x{height}, {scale}, linear: {linear}, {i}");
                assert!(pictures[0].chunks_exact(4).any(|p| p[0] != pictures[0][0]) || width == 1 || scale > 1e8);
            }
        }
    }
}
