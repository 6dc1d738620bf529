//! Linking: the log's lines and what a program tells are Chromium's; blocks, lookups, vertices and captures run as they should.

use oracade_glsl::{
    Backend, Bindings, Cache, ContextVersion, Dim, Extensions, LinkOptions, Lod, LookupKind, NoTextures, Options, Program,
    Request, Stage, Textures, compile, link,
};
use std::sync::{Arc, Mutex};

const V3: &str = "#version 300 es\n";
const F3: &str = "#version 300 es\nprecision mediump float;\n";
const F1: &str = "precision mediump float;\n";

fn try_link(vertex: &str, fragment: &str, linking: &LinkOptions) -> Result<Arc<Program>, String> {
    let mut options = Options::new(ContextVersion::WebGl2);
    options.extensions = Extensions::ALL;
    let (v, f) = (
        compile(vertex, Stage::Vertex, &options),
        compile(fragment, Stage::Fragment, &options),
    );
    assert!(v.ok(), "{}{vertex}", v.log());
    assert!(f.ok(), "{}{fragment}", f.log());
    link(&v, &f, linking, &options.limits)
        .map(Arc::new)
        .map_err(|log| log.text().to_string())
}

fn back_ends() -> Vec<Backend> {
    let mut all = vec![Backend::Interpreter];
    if cfg!(feature = "wasm") {
        all.push(Backend::Wasm);
    }
    all
}

#[test]
fn logs_are_chromiums() {
    let plain = LinkOptions::default();
    let at_zero = LinkOptions {
        attribute_locations: vec![("a".into(), 0), ("b".into(), 0)],
        feedback: None,
    };
    let capture = |names: &[&str]| LinkOptions {
        feedback: Some((names.iter().map(|n| n.to_string()).collect(), false)),
        ..LinkOptions::default()
    };
    let f1 = |body: &str| format!("{F1}{body}");
    let f3 = |body: &str| format!("{F3}{body}");
    let v3 = |body: &str| format!("{V3}{body}");
    let colour = f3("out vec4 c; void main() { c = vec4(1.); }");
    let cases: Vec<(String, String, &LinkOptions, &str)> = vec![
        (
            "varying vec2 v; void main() { v = vec2(1.); gl_Position = vec4(1.); }".into(),
            f1("varying vec3 v; void main() { gl_FragColor = vec4(v, 1.); }"),
            &plain,
            "Types of varying 'v' differ between VERTEX and FRAGMENT shaders.\nFRAGMENT varying v does not match any VERTEX varying\n",
        ),
        (
            "void main() { gl_Position = vec4(1.); }".into(),
            f1("varying vec3 v; void main() { gl_FragColor = vec4(v, 1.); }"),
            &plain,
            "FRAGMENT varying v does not match any VERTEX varying\n",
        ),
        (
            "uniform vec2 v; void main() { gl_Position = vec4(1.); }".into(),
            f1("uniform vec3 v; void main() { gl_FragColor = vec4(v, 1.); }"),
            &plain,
            "Types of uniform 'v' differ between VERTEX and FRAGMENT shaders.\n",
        ),
        (
            "uniform vec2 v; void main() { gl_Position = vec4(v, 1., 1.); }".into(),
            f1("uniform vec2 v; void main() { gl_FragColor = vec4(v, 1., 1.); }"),
            &plain,
            "Precisions of uniform 'v' differ between VERTEX and FRAGMENT shaders.\n",
        ),
        (
            "uniform vec2 v[2]; void main() { gl_Position = vec4(v[0], 1., 1.); }".into(),
            f1("uniform highp vec2 v[3]; void main() { gl_FragColor = vec4(v[0], 1., 1.); }"),
            &plain,
            "Array sizes of uniform 'v' differ between VERTEX and FRAGMENT shaders.\n",
        ),
        (
            "struct S { vec2 a; }; uniform S v; void main() { gl_Position = vec4(v.a, 1., 1.); }".into(),
            f1("struct S { highp vec3 a; }; uniform S v; void main() { gl_FragColor = vec4(v.a, 1.); }"),
            &plain,
            "Types of uniform 'v' member 'v.a' differ between VERTEX and FRAGMENT shaders.\n",
        ),
        (
            "struct S { vec2 a; }; uniform S v; void main() { gl_Position = vec4(v.a, 1., 1.); }".into(),
            f1("struct T { highp vec2 a; }; uniform T v; void main() { gl_FragColor = vec4(v.a, 1., 1.); }"),
            &plain,
            "Structure names of uniform 'v' differ between VERTEX and FRAGMENT shaders.\n",
        ),
        (
            "attribute vec4 a; attribute vec4 b; void main() { gl_Position = a + b; }".into(),
            f1("void main() { gl_FragColor = vec4(1.); }"),
            &at_zero,
            "Attribute 'b' aliases attribute 'a' at location 0\n",
        ),
        (
            "attribute mat4 a, b, c, d, e; void main() { gl_Position = a[0] + b[0] + c[0] + d[0] + e[0]; }".into(),
            f1("void main() { gl_FragColor = vec4(1.); }"),
            &plain,
            "Too many attributes (e)\n",
        ),
        (
            "varying vec4 a[40]; void main() { a[0] = vec4(1.); gl_Position = vec4(1.); }".into(),
            f1("varying vec4 a[40]; void main() { gl_FragColor = a[0] + a[39]; }"),
            &plain,
            "Could not pack varying a\n",
        ),
        (
            "uniform vec4 a[5000]; uniform int i; void main() { gl_Position = a[i]; }".into(),
            f1("void main() { gl_FragColor = vec4(1.); }"),
            &plain,
            "VERTEX shader uniforms count exceeds MAX_VERTEX_UNIFORM_VECTORS(4096)\n",
        ),
        (
            "void main() { gl_Position = vec4(1.); }".into(),
            colour.clone(),
            &plain,
            "Fragment shader version does not match other shader versions.\n",
        ),
        (
            v3("flat out vec2 v; void main() { v = vec2(1.); gl_Position = vec4(1.); }"),
            f3("in vec2 v; out vec4 c; void main() { c = vec4(v, 1., 1.); }"),
            &plain,
            "Interpolation types of varying 'v' differ between VERTEX and FRAGMENT shaders.\nFRAGMENT varying v does not match any VERTEX varying\n",
        ),
        (
            v3("uniform B { vec2 v; }; void main() { gl_Position = vec4(v, 1., 1.); }"),
            f3("uniform B { highp vec3 v; }; out vec4 c; void main() { c = vec4(v, 1.); }"),
            &plain,
            "Types of uniform block 'B' member 'B.v' differ between VERTEX and FRAGMENT shaders.\n",
        ),
        (
            v3("uniform B { vec2 v; }; void main() { gl_Position = vec4(v, 1., 1.); }"),
            f3("uniform B { highp vec2 v; } b; out vec4 c; void main() { c = vec4(b.v, 1., 1.); }"),
            &plain,
            "Instance name qualifiers of uniform block 'B' differ between VERTEX and FRAGMENT shaders.\n",
        ),
        (
            v3("layout(row_major) uniform B { mat4 v; }; void main() { gl_Position = v[0]; }"),
            f3("uniform B { highp mat4 v; }; out vec4 c; void main() { c = v[0]; }"),
            &plain,
            "Matrix Packings of uniform block 'B' differ between VERTEX and FRAGMENT shaders.\n",
        ),
        (
            v3("uniform B { vec4 v[5000]; }; uniform int n; void main() { gl_Position = v[n]; }"),
            colour.clone(),
            &plain,
            "Size of uniform block B in VERTEX shader exceeds GL_MAX_UNIFORM_BLOCK_SIZE (65536)\n",
        ),
        (
            v3("uniform B { vec2 v; }; void main() { gl_Position = vec4(v, 1., 1.); }"),
            f3("uniform highp vec2 v; out vec4 c; void main() { c = vec4(v, 1., 1.); }"),
            &plain,
            "Name conflicts between a uniform and a uniform block field: v\n",
        ),
    ];
    for (vertex, fragment, linking, log) in cases {
        assert_eq!(
            try_link(&vertex, &fragment, linking).err().as_deref(),
            Some(log),
            "{vertex}\n{fragment}"
        );
    }
    let vertex = v3("out vec2 v; void main() { v = vec2(1.); gl_Position = vec4(1.); }");
    for (names, log) in [
        (
            &["nope"][..],
            "Transform feedback varying nope does not exist in the vertex shader.\n",
        ),
        (
            &["v", "v"][..],
            "Two transform feedback varyings specify the same output variable (v).\n",
        ),
    ] {
        assert_eq!(try_link(&vertex, &colour, &capture(names)).err().as_deref(), Some(log));
    }
    // Not used is not missing; centroid is no difference.
    for (vertex, fragment) in [
        (
            "void main() { gl_Position = vec4(1.); }".to_string(),
            f1("varying vec3 v; void main() { gl_FragColor = vec4(1.); }"),
        ),
        (
            v3("centroid out vec2 v; void main() { v = vec2(1.); gl_Position = vec4(1.); }"),
            f3("in vec2 v; out vec4 c; void main() { c = vec4(v, 1., 1.); }"),
        ),
    ] {
        assert!(try_link(&vertex, &fragment, &plain).is_ok());
    }
}

#[test]
fn programs_tell_what_chromium_tells() {
    let program = try_link(
        "struct S { vec4 a; float b[3]; }; uniform S s[2]; uniform vec4 unused; uniform mat4 m; attribute vec4 z; attribute vec4 p; attribute float un; void main() { gl_Position = m * p + s[1].a * s[0].b[1] + z; }",
        &format!("{F1}uniform sampler2D t; uniform highp mat4 m; uniform vec3 arr[5]; void main() {{ gl_FragColor = texture2D(t, vec2(0.)) + m[0] + vec4(arr[1], 1.); }}"),
        &LinkOptions::default(),
    )
    .unwrap();
    let uniforms: Vec<String> = program
        .uniforms
        .list
        .iter()
        .map(|u| format!("{} {:x} {}", u.name, u.gl_type, u.size))
        .collect();
    assert_eq!(
        uniforms,
        [
            "s[0].a 8b52 1",
            "s[0].b[0] 1406 3",
            "s[1].a 8b52 1",
            "s[1].b[0] 1406 3",
            "m 8b5c 1",
            "arr[0] 8b51 5",
            "t 8b5e 1"
        ]
    );
    let attributes: Vec<String> = program
        .attributes
        .iter()
        .map(|a| format!("{} {:x} @{}", a.name, a.gl_type, a.location))
        .collect();
    assert_eq!(attributes, ["z 8b52 @0", "p 8b52 @1"]);

    let program = try_link(
        &format!("{V3}uniform B {{ vec4 a; mat3 b; float c[2]; }} bb[2]; uniform C {{ vec4 q; float r; }}; in vec4 p; in ivec4 j; layout(location = 3) in mat2 k; void main() {{ gl_Position = p + bb[0].a + bb[1].b[0].xyzz + q + vec4(j) + k[0].xyxy + float(gl_VertexID); }}"),
        &format!("{F3}out vec4 c; uniform highp sampler3D t; void main() {{ c = texture(t, vec3(0.)); }}"),
        &LinkOptions::default(),
    )
    .unwrap();
    let mut uniforms: Vec<String> = program
        .uniforms
        .list
        .iter()
        .map(|u| format!("{} {:x} {}", u.name, u.gl_type, u.size))
        .collect();
    assert_eq!(uniforms.remove(0), "t 8b5f 1");
    uniforms.sort();
    assert_eq!(
        uniforms,
        ["B.a 8b52 1", "B.b 8b5b 1", "B.c[0] 1406 2", "q 8b52 1", "r 1406 1"]
    );
    let blocks: Vec<(&str, u32)> = program.uniforms.blocks.iter().map(|b| (b.name.as_str(), b.size)).collect();
    assert_eq!(blocks, [("B[0]", 96), ("B[1]", 96), ("C", 32)]);
    let attributes: Vec<String> = program
        .attributes
        .iter()
        .map(|a| format!("{} {:x} @{}", a.name, a.gl_type, a.location))
        .collect();
    assert_eq!(attributes, ["p 8b52 @0", "j 8b55 @1", "k 8b5a @3", "gl_VertexID 1404 @-1"]);
}

/// One quad with zeros for inputs; the outputs.
fn quad(program: &Arc<Program>, backend: Backend, bindings: &Bindings<'_>) -> Vec<f32> {
    let mut instance = program.instantiate(backend);
    let inputs: Vec<u32> = (0..program.input_slots(Stage::Fragment) * 4)
        .map(|i| ((i % 4) as f32).to_bits())
        .collect();
    let mut outputs = vec![0; program.output_slots(Stage::Fragment) * 4];
    instance.run_quads(bindings, &inputs, &mut outputs, &mut [0]).unwrap();
    outputs.iter().map(|w| f32::from_bits(*w)).collect()
}

#[test]
fn blocks_lie_as_std140_says() {
    let program = try_link(
        &format!("{V3}void main() {{ gl_Position = vec4(0.); }}"),
        &format!(
            "{F3}struct S {{ highp float x; highp vec2 y; }};\n\
             layout(std140) uniform B {{ highp float a; highp vec3 b; highp float c[3]; highp mat2 d; layout(row_major) highp mat3x2 e; S s[2]; bool f; highp int g; }} u[2];\n\
             uniform highp int n; out highp vec4 o[4];\n\
             void main() {{ o[0] = vec4(u[0].a, u[0].b.yz, u[1].c[n + 1]); o[1] = vec4(u[0].d[1], u[0].e[n].xy); o[2] = vec4(u[0].s[n].x, u[0].s[1].y, float(u[0].f)); o[3] = vec4(float(u[0].g), u[0].e[2][1], u[0].d[n][0], u[0].c[2]); }}"
        ),
        &LinkOptions::default(),
    )
    .unwrap();
    let offset = |name: &str| {
        program
            .uniforms
            .list
            .iter()
            .find(|u| u.name == name)
            .unwrap()
            .block
            .unwrap()
            .offset
    };
    let offsets = [
        "B.a", "B.b", "B.c[0]", "B.d", "B.e", "B.s[0].x", "B.s[0].y", "B.s[1].x", "B.f", "B.g",
    ]
    .map(offset);
    assert_eq!(offsets, [0, 16, 32, 80, 112, 144, 152, 160, 176, 180]);
    // Each word of the block is its own number.
    let bytes = |base: f32| -> Vec<u8> {
        (0..program.uniforms.blocks[0].size / 4)
            .flat_map(|i| {
                let word = if i == 44 {
                    5
                } else if i == 45 {
                    7
                } else {
                    (base + i as f32).to_bits()
                };
                word.to_le_bytes()
            })
            .collect()
    };
    let (first, second) = (bytes(0.0), bytes(1000.0));
    let n = program.uniforms.list.iter().find(|u| u.name == "n").unwrap().word as usize;
    let mut words = vec![0; program.uniforms.words as usize];
    words[n] = 1;
    for backend in back_ends() {
        let bindings = Bindings {
            uniforms: &words,
            blocks: &[&first, &second],
            textures: Arc::new(NoTextures),
        };
        let out = quad(&program, backend, &bindings);
        let lane0: Vec<f32> = out.iter().step_by(4).copied().collect();
        assert_eq!(lane0[0..4], [0.0, 5.0, 6.0, 1016.0]);
        assert_eq!(lane0[4..8], [24.0, 25.0, 29.0, 33.0]);
        assert_eq!(lane0[8..12], [40.0, 42.0, 43.0, 1.0]);
        assert_eq!(lane0[12..16], [7.0, 34.0, 24.0, 16.0]);
    }
}

/// Writes down what it is asked.
#[derive(Default)]
struct Seen(Mutex<Vec<String>>);

impl Textures for Seen {
    fn lookup(&self, request: &Request<'_>, out: &mut [[u32; 4]; 4]) {
        let l = request.lookup;
        let args: Vec<f32> = (0..request.args.len()).map(|a| request.float(a, 1)).collect();
        let line = format!(
            "{:?} {:?} {:?} unit {} {args:?} mask {:04b}",
            l.sampler.dim, l.kind, l.offset, request.unit, request.mask
        );
        self.0.lock().unwrap().push(line);
        for (c, out) in out.iter_mut().enumerate() {
            *out = [(0.25 * c as f32).to_bits(); 4];
        }
    }
}

#[test]
fn lookups_ask_what_they_mean() {
    let program = try_link(
        &format!("{V3}void main() {{ gl_Position = vec4(0.); }}"),
        &format!(
            "{F3}precision highp float; uniform sampler2D s[2]; uniform highp sampler2DShadow h; uniform highp sampler2DArray r; uniform samplerCube q; out vec4 o;\n\
             vec4 f(sampler2D x, vec2 p) {{ return texture(x, p, 0.5); }}\n\
             void main() {{ vec2 p = gl_FragCoord.xy; o = texture(s[1], p); o += f(s[0], p * 2.0); o += textureProj(s[0], vec3(p, 2.0)); o += textureLodOffset(s[1], p, 1.5, ivec2(-1, 2));\n\
             o += textureGrad(q, vec3(p, 1.0), vec3(3.0), vec3(4.0)); o += vec4(texture(h, vec3(p, 0.75))); if (p.x > 1.5) o += texture(r, vec3(p, 3.0)); o += vec4(textureOffset(h, vec3(p, 0.5), ivec2(1, 0))); }}"
        ),
        &LinkOptions::default(),
    )
    .unwrap();
    let mut words = vec![0; program.uniforms.words as usize];
    for uniform in program.uniforms.list.iter().filter(|u| u.sampler.is_some()) {
        for i in 0..uniform.size {
            words[(uniform.word + i) as usize] = 10 + uniform.word + i;
        }
    }
    let unit = |name: &str| 10 + program.uniforms.list.iter().find(|u| u.name == name).unwrap().word;
    let (s, h, r, q) = (unit("s[0]"), unit("h"), unit("r"), unit("q"));
    for backend in back_ends() {
        let seen = Arc::new(Seen::default());
        let bindings = Bindings {
            uniforms: &words,
            blocks: &[],
            textures: seen.clone(),
        };
        quad(&program, backend, &bindings);
        let sample = |lod: Lod| format!("{:?}", LookupKind::Sample(lod));
        let (implicit, bias, explicit, gradient) = (
            sample(Lod::Implicit),
            sample(Lod::Bias),
            sample(Lod::Explicit),
            sample(Lod::Gradient),
        );
        let (d2, cube, array) = (Dim::D2, Dim::Cube, Dim::Array2D);
        assert_eq!(
            *seen.0.lock().unwrap(),
            [
                format!("{d2:?} {implicit} [0, 0, 0] unit {} [1.0, 1.0] mask 1111", s + 1),
                format!("{d2:?} {bias} [0, 0, 0] unit {s} [2.0, 2.0, 0.5] mask 1111"),
                format!("{d2:?} {implicit} [0, 0, 0] unit {s} [0.5, 0.5] mask 1111"),
                format!("{d2:?} {explicit} [-1, 2, 0] unit {} [1.0, 1.0, 1.5] mask 1111", s + 1),
                format!("{cube:?} {gradient} [0, 0, 0] unit {q} [1.0, 1.0, 1.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0] mask 1111"),
                format!("{d2:?} {implicit} [0, 0, 0] unit {h} [1.0, 1.0, 0.75] mask 1111"),
                format!("{array:?} {implicit} [0, 0, 0] unit {r} [1.0, 1.0, 3.0] mask 1100"),
                format!("{d2:?} {implicit} [1, 0, 0] unit {h} [1.0, 1.0, 0.5] mask 1111"),
            ]
        );
    }
}

#[test]
fn vertices_run_and_are_captured() {
    let linking = LinkOptions {
        attribute_locations: vec![("p".into(), 4)],
        feedback: Some((vec!["a[1]".into(), "gl_Position".into(), "n".into()], false)),
    };
    let program = try_link(
        &format!("{V3}in vec3 p; in uint k; out vec2 a[2]; flat out int n; out float unread; void main() {{ gl_Position = vec4(p, 1.); gl_PointSize = 3.; a[0] = p.xy; a[1] = p.yz * float(k); n = gl_VertexID * 2 + gl_InstanceID; unread = 1.; }}"),
        &format!("{F3}in vec2 a[2]; out vec4 c; void main() {{ c = vec4(a[0], a[1]); }}"),
        &linking,
    )
    .unwrap();
    assert_eq!(program.attributes[0].location, 4);
    let slots = program.input_slots(Stage::Vertex);
    let mut inputs = vec![0; slots * 8];
    for vertex in 0..8 {
        let (group, lane) = (vertex / 4, vertex % 4);
        let mut put = |slot: u32, word: u32| inputs[(group * slots + slot as usize) * 4 + lane] = word;
        put(0, vertex as u32);
        put(1, 100);
        for (attribute, values) in program.attributes.iter().zip([vec![1.0f32, 2.0, 3.0], vec![0.0]]) {
            for (i, value) in values.iter().enumerate() {
                let word = if attribute.name == "k" {
                    2
                } else {
                    (value + vertex as f32).to_bits()
                };
                put(attribute.slot + i as u32, word);
            }
        }
    }
    for backend in back_ends() {
        let mut instance = program.instantiate(backend);
        let outs = program.output_slots(Stage::Vertex);
        let mut outputs = vec![0; outs * 8];
        let bindings = Bindings {
            uniforms: &[],
            blocks: &[],
            textures: Arc::new(NoTextures),
        };
        instance.run_vertices(&bindings, &inputs, &mut outputs).unwrap();
        let word = |vertex: usize, slot: u32| outputs[(vertex / 4 * outs + slot as usize) * 4 + vertex % 4];
        let captured: Vec<Vec<u32>> = program
            .captures
            .iter()
            .map(|c| c.slots.iter().map(|s| word(6, *s)).collect())
            .collect();
        let floats = |v: &[f32]| -> Vec<u32> { v.iter().map(|f| f.to_bits()).collect() };
        assert_eq!(captured, [floats(&[16.0, 18.0]), floats(&[7.0, 8.0, 9.0, 1.0]), vec![112]]);
        assert_eq!(word(6, 4), 3f32.to_bits());
    }
}

#[test]
fn the_cache_gives_what_was_made() {
    let cache = Cache::new(2, 1);
    let options = Options::new(ContextVersion::WebGl1);
    let vertex = "void main() { gl_Position = vec4(1.0); }";
    let fragment = "void main() { gl_FragColor = vec4(1.0); }";
    let first = cache.program(vertex, fragment, &options, &LinkOptions::default()).unwrap();
    let again = cache.program(vertex, fragment, &options, &LinkOptions::default()).unwrap();
    assert!(Arc::ptr_eq(&first, &again));
    // A wrong one is remembered too, and a store with room for one forgets the other.
    let wrong = cache.program(vertex, "void main() { x; }", &options, &LinkOptions::default());
    assert!(wrong.is_err());
    let later = cache.program(vertex, fragment, &options, &LinkOptions::default()).unwrap();
    assert!(!Arc::ptr_eq(&first, &later));
}
