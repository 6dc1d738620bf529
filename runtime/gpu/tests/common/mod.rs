//! Plays scenes: JSON that `scene.js` plays in a browser as well.
#![allow(dead_code, reason = "each of the test binaries uses a part")]

use oracade_glsl::{Backend, ContextVersion, LinkOptions, Options, Program, Stage, compile, link};
use oracade_gpu::clear::{self, ClearColour};
use oracade_gpu::copy;
use oracade_gpu::draw::{AttributeSource, AttributeType, IndexType, Indices};
use oracade_gpu::sampler::{MagFilter, MinFilter, Wrap};
use oracade_gpu::state::*;
use oracade_gpu::transfer::{self, PixelStore, Region, Source};
use oracade_gpu::*;
use serde_json::Value;
use std::sync::Arc;

/// The compiled back end if it is built in.
pub(crate) fn backend() -> Backend {
    if cfg!(feature = "wasm") {
        Backend::Wasm
    } else {
        Backend::Interpreter
    }
}

pub(crate) fn program(vertex: &str, fragment: &str) -> Arc<Program> {
    let mut options = Options::new(ContextVersion::WebGl2);
    options.extensions = oracade_glsl::Extensions::ALL;
    let (v, f) = (
        compile(vertex, Stage::Vertex, &options),
        compile(fragment, Stage::Fragment, &options),
    );
    assert!(v.ok(), "{}\n{vertex}", v.log());
    assert!(f.ok(), "{}\n{fragment}", f.log());
    Arc::new(link(&v, &f, &LinkOptions::default(), &options.limits).unwrap_or_else(|log| panic!("{}", log.text())))
}

/// GL's number of a name.
fn gl(name: &str) -> u32 {
    match name {
        "NEVER" => 0x0200,
        "LESS" => 0x0201,
        "EQUAL" => 0x0202,
        "LEQUAL" => 0x0203,
        "GREATER" => 0x0204,
        "NOTEQUAL" => 0x0205,
        "GEQUAL" => 0x0206,
        "ALWAYS" => 0x0207,
        "KEEP" => 0x1E00,
        "REPLACE" => 0x1E01,
        "INCR" => 0x1E02,
        "DECR" => 0x1E03,
        "INVERT" => 0x150A,
        "INCR_WRAP" => 0x8507,
        "DECR_WRAP" => 0x8508,
        "ZERO" => 0,
        "ONE" => 1,
        "SRC_COLOR" => 0x0300,
        "ONE_MINUS_SRC_COLOR" => 0x0301,
        "SRC_ALPHA" => 0x0302,
        "ONE_MINUS_SRC_ALPHA" => 0x0303,
        "DST_ALPHA" => 0x0304,
        "ONE_MINUS_DST_ALPHA" => 0x0305,
        "DST_COLOR" => 0x0306,
        "ONE_MINUS_DST_COLOR" => 0x0307,
        "SRC_ALPHA_SATURATE" => 0x0308,
        "CONSTANT_COLOR" => 0x8001,
        "FUNC_ADD" => 0x8006,
        "MIN" => 0x8007,
        "MAX" => 0x8008,
        "FUNC_SUBTRACT" => 0x800A,
        "FUNC_REVERSE_SUBTRACT" => 0x800B,
        "FRONT" => 0x0404,
        "BACK" => 0x0405,
        "POINTS" => 0,
        "LINES" => 1,
        "LINE_LOOP" => 2,
        "LINE_STRIP" => 3,
        "TRIANGLES" => 4,
        "TRIANGLE_STRIP" => 5,
        "TRIANGLE_FAN" => 6,
        "NEAREST" => 0x2600,
        "LINEAR" => 0x2601,
        "NEAREST_MIPMAP_NEAREST" => 0x2700,
        "LINEAR_MIPMAP_NEAREST" => 0x2701,
        "NEAREST_MIPMAP_LINEAR" => 0x2702,
        "LINEAR_MIPMAP_LINEAR" => 0x2703,
        "REPEAT" => 0x2901,
        "CLAMP_TO_EDGE" => 0x812F,
        "MIRRORED_REPEAT" => 0x8370,
        "RGBA8" => 0x8058,
        "SRGB8_ALPHA8" => 0x8C43,
        "RGBA4" => 0x8056,
        "RGB565" => 0x8D62,
        "RGB5_A1" => 0x8057,
        "RGBA16F" => 0x881A,
        "RGB10_A2" => 0x8059,
        "DEPTH_COMPONENT16" => 0x81A5,
        "DEPTH24_STENCIL8" => 0x88F0,
        other => panic!("{other}"),
    }
}

fn numbers(v: &Value) -> Vec<f64> {
    v.as_array()
        .map(|a| a.iter().map(|v| v.as_f64().unwrap()).collect())
        .unwrap_or_default()
}

fn text(v: &Value) -> String {
    match v {
        Value::Array(lines) => lines.iter().map(|l| l.as_str().unwrap()).collect::<Vec<_>>().join("\n"),
        _ => v.as_str().unwrap().to_string(),
    }
}

/// The texels of a pattern: see scene.js.
pub(crate) fn pattern(name: &str, width: u32, height: u32, seed: u32) -> Vec<u8> {
    let mut out = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let c: [u32; 4] = match name {
                "checker" => {
                    if (x / 2 + y / 2) % 2 == 0 {
                        [255, 255, 255, 255]
                    } else {
                        [40, 60 + seed * 30, 200, 255]
                    }
                }
                "gradient" => [
                    x * 255 / (width - 1).max(1),
                    y * 255 / (height - 1).max(1),
                    seed * 40 % 256,
                    255,
                ],
                "noise" => {
                    let mut h = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ seed.wrapping_mul(83_492_791);
                    h ^= h >> 13;
                    h = h.wrapping_mul(0x5bd1_e995);
                    h ^= h >> 15;
                    [h & 255, (h >> 8) & 255, (h >> 16) & 255, h >> 24]
                }
                _ => [seed * 37 % 256, seed * 91 % 256, seed * 151 % 256, 255],
            };
            out.extend(c.map(|v| v as u8));
        }
    }
    out
}

fn texture(v: &Value) -> TextureBinding {
    let size = numbers(&v["size"]);
    let (width, height) = (size[0] as u32, size[1] as u32);
    let depth = size.get(2).map_or(1, |d| *d as u32);
    let kind = match v["kind"].as_str().unwrap_or("2d") {
        "cube" => ImageKind::Cube,
        "3d" => ImageKind::D3,
        "array" => ImageKind::Array2D,
        _ => ImageKind::D2,
    };
    let format = Format::from_gl(v["format"].as_str().map_or(0x8058, gl)).unwrap();
    let image = Image::new(kind);
    let largest = width.max(height).max(if kind == ImageKind::D3 { depth } else { 1 });
    let levels = if v["mipmap"] == true {
        32 - largest.leading_zeros()
    } else {
        1
    };
    let info = LevelInfo {
        format,
        width,
        height,
        depth,
        samples: 1,
    };
    image.allocate(levels, info).unwrap();
    let store = PixelStore::default();
    for layer in 0..if kind == ImageKind::Cube { 6 } else { depth } {
        let data = pattern(v["pattern"].as_str().unwrap(), width, height, layer + 1);
        let source = Source {
            data: &data,
            format: 0x1908,
            ty: 0x1401,
            layout: store.layout(0x1908, 0x1401, width, height, 1).unwrap(),
            flip_y: false,
            premultiply: false,
        };
        let region = Region {
            x: 0,
            y: 0,
            z: layer,
            width,
            height,
            depth: 1,
        };
        transfer::upload(&image, 0, region, &source);
    }
    if levels > 1 {
        copy::generate_mipmap(&image, 0, levels - 1);
    }
    let wrap: Vec<Wrap> = v["wrap"].as_array().map_or(vec![Wrap::Repeat; 3], |w| {
        w.iter().map(|w| Wrap::from_gl(gl(w.as_str().unwrap())).unwrap()).collect()
    });
    TextureBinding {
        image,
        sampler: Sampler {
            mag: MagFilter::from_gl(v["mag"].as_str().map_or(0x2601, gl)).unwrap(),
            min: MinFilter::from_gl(v["min"].as_str().map_or(0x2601, gl)).unwrap(),
            wrap: [wrap[0], wrap[1], *wrap.get(2).unwrap_or(&Wrap::Repeat)],
            ..Sampler::default()
        },
        base_level: 0,
        max_level: levels - 1,
        seamless: true,
    }
}

fn state(v: &Value, width: u32, height: u32) -> RasterState {
    let mut s = RasterState::new(width, height);
    let name = |v: &Value| gl(v.as_str().unwrap());
    if let Some(b) = v["blend"].as_array() {
        let f = |i: usize| BlendFactor::from_gl(name(&b[i])).unwrap();
        let e = |i: usize| {
            b.get(i)
                .map_or(BlendEquation::Add, |v| BlendEquation::from_gl(name(v)).unwrap())
        };
        let part = |equation, src, dst| BlendPart { equation, src, dst };
        s.targets[0].blend = Some(Blend {
            colour: part(e(4), f(0), f(1)),
            alpha: part(e(5), f(2), f(3)),
        });
    }
    if let [r, g, b, a] = numbers(&v["blendColor"])[..] {
        s.blend_constant = [r as f32, g as f32, b as f32, a as f32];
    }
    if let Some(m) = v["mask"].as_array() {
        s.targets[0].mask = std::array::from_fn(|i| m[i] == true);
    }
    if v["depth"].is_string() {
        s.depth = Some(DepthState {
            func: Compare::from_gl(name(&v["depth"])).unwrap(),
            write: v["depthMask"] != false,
        });
    }
    if v["cull"].is_string() {
        s.cull = CullFace::from_gl(name(&v["cull"]));
    }
    if let [x, y, w, h] = numbers(&v["scissor"])[..] {
        s.scissor = Some(Rect {
            x: x as i32,
            y: y as i32,
            width: w as u32,
            height: h as u32,
        });
    }
    if let [x, y, w, h] = numbers(&v["viewport"])[..] {
        s.viewport = Viewport {
            x: x as i32,
            y: y as i32,
            width: w as u32,
            height: h as u32,
            ..s.viewport
        };
    }
    if let [factor, units] = numbers(&v["polygonOffset"])[..] {
        s.polygon_offset = Some(PolygonOffset {
            factor: factor as f32,
            units: units as f32,
        });
    }
    if v["stencil"].is_object() {
        let st = &v["stencil"];
        let op = |i: usize| StencilOp::from_gl(name(&st["op"][i])).unwrap();
        let face = StencilFace {
            func: Compare::from_gl(name(&st["func"])).unwrap(),
            reference: st["ref"].as_u64().unwrap() as u8,
            read_mask: 0xFF,
            write_mask: 0xFF,
            fail: op(0),
            depth_fail: op(1),
            pass: op(2),
        };
        s.stencil = Some(StencilState { front: face, back: face });
    }
    s.alpha_to_coverage = v["alphaToCoverage"] == true;
    s
}

fn draw_call(v: &Value, textures: &[TextureBinding], width: u32, height: u32) -> DrawCall {
    let program = program(&text(&v["vs"]), &text(&v["fs"]));
    let mut attributes = vec![AttributeSource::default(); 16];
    for a in &program.attributes {
        let Ok(location) = usize::try_from(a.location) else { continue };
        let d = &v["attributes"][&a.name];
        if d.is_null() {
            continue;
        }
        let data: Vec<u8> = numbers(&d["data"]).iter().flat_map(|n| (*n as f32).to_le_bytes()).collect();
        let components = d["size"].as_u64().unwrap() as u8;
        attributes[location] = AttributeSource::Array {
            data: Arc::new(data),
            offset: 0,
            stride: usize::from(components) * 4,
            ty: AttributeType::F32,
            components,
            normalized: false,
            integer: false,
            divisor: d["divisor"].as_u64().unwrap_or(0) as u32,
        };
    }
    let mut words = vec![0u32; program.uniforms.words as usize];
    for u in program.uniforms.list.iter().filter(|u| u.block.is_none()) {
        let given = numbers(&v["uniforms"][u.name.trim_end_matches("[0]")]);
        for (i, n) in given.iter().enumerate() {
            words[u.word as usize + i] = match u.scalar {
                oracade_glsl::Scalar::Float => (*n as f32).to_bits(),
                _ => *n as i32 as u32,
            };
        }
    }
    let indices = v["indices"].as_array().map(|_| Indices {
        data: Arc::new(
            numbers(&v["indices"])
                .iter()
                .flat_map(|n| (*n as u16).to_le_bytes())
                .collect(),
        ),
        offset: 0,
        ty: IndexType::U16,
        restart: true,
    });
    DrawCall {
        program,
        uniforms: Arc::new(words),
        blocks: Vec::new(),
        textures: textures.iter().cloned().map(Some).collect(),
        attributes,
        topology: Topology::from_gl(gl(v["mode"].as_str().unwrap_or("TRIANGLES"))).unwrap(),
        indices,
        first: 0,
        count: v["count"].as_u64().unwrap() as u32,
        instances: v["instances"].as_u64().unwrap_or(1) as u32,
        draw_id: 0,
        state: state(&v["state"], width, height),
        feedback: None,
        count_samples: false,
    }
}

pub(crate) fn image(format: Format, width: u32, height: u32, samples: u32) -> Image {
    let image = Image::new(ImageKind::D2);
    let info = LevelInfo {
        format,
        width,
        height,
        depth: 1,
        samples,
    };
    image.allocate(1, info).unwrap();
    image
}

pub(crate) fn read(image: &Image, width: u32, height: u32) -> Vec<u8> {
    let mut out = vec![0; (width * height * 4) as usize];
    let layout = PixelStore::default().layout(0x1908, 0x1401, width, height, 1).unwrap();
    let all = Rect {
        x: 0,
        y: 0,
        width,
        height,
    };
    transfer::read(&Attachment::of(image), all, 0x1908, 0x1401, &layout, &mut out);
    out
}

/// The pixels of a scene, first row first.
pub(crate) fn play(scene: &Value, device: &mut Device) -> (u32, u32, Vec<u8>) {
    let size = numbers(&scene["size"]);
    let (width, height) = (size[0] as u32, size[1] as u32);
    let samples = scene["samples"].as_u64().unwrap_or(1) as u32;
    let format = Format::from_gl(scene["format"].as_str().map_or(0x8058, gl)).unwrap();
    let depth = Format::from_gl(scene["depthFormat"].as_str().map_or(0x88F0, gl)).unwrap();
    let colour = image(format, width, height, samples);
    let depth = Attachment::of(&image(depth, width, height, samples));
    let mut target = Framebuffer {
        stencil: depth
            .image
            .info(0, 0)
            .filter(|i| i.format.has_stencil())
            .map(|_| depth.clone()),
        depth: Some(depth.clone()),
        ..Framebuffer::default()
    };
    target.colour[0] = Some(Attachment::of(&colour));
    let c = numbers(&scene["clear"]);
    let c: [f32; 4] = std::array::from_fn(|i| c.get(i).map_or(0.0, |v| *v as f32));
    clear::colour(&Attachment::of(&colour), ClearColour::Float(c), [true; 4], None);
    clear::depth(&depth, 1.0, None);
    let textures: Vec<_> = scene["textures"]
        .as_array()
        .map(|t| t.iter().map(texture).collect())
        .unwrap_or_default();
    for draw in scene["draws"].as_array().unwrap() {
        device.draw(&draw_call(draw, &textures, width, height), &target).unwrap();
    }
    let out = image(format, width, height, 1);
    copy::resolve(&Attachment::of(&colour), &Attachment::of(&out));
    (width, height, read(&out, width, height))
}

/// The scenes of the folder, by name.
pub(crate) fn scenes() -> Vec<(String, Value)> {
    let folder = format!("{}/tests/scenes", env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "json"))
        .map(|p| {
            let name = p.file_stem().unwrap().to_string_lossy().into_owned();
            let scene = serde_json::from_str(&std::fs::read_to_string(&p).unwrap()).unwrap_or_else(|e| panic!("{name}: {e}"));
            (name, scene)
        })
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}
