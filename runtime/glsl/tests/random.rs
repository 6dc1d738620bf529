//! Random shaders: the back ends must agree on every bit, whatever control flow and arithmetic meet. And random damage to
//! sources: nothing may panic or hang.

mod generator;

use generator::Generator;
use oracade_glsl::{
    Backend, Bindings, ContextVersion, Extensions, LinkOptions, Options, Program, Request, RunError, Stage, Textures, compile,
    link,
};
use std::sync::Arc;

/// How many random shaders; `ORACADE_GLSL_RANDOM` sets another number.
fn rounds(usual: u64) -> u64 {
    std::env::var("ORACADE_GLSL_RANDOM")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(usual)
}

/// Runs something on a stack smaller than that of the threads that pages run on.
fn with_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(run).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// A texture whose texels are a hash of the request.
struct Hash;

impl Textures for Hash {
    fn lookup(&self, request: &Request<'_>, out: &mut [[u32; 4]; 4]) {
        for lane in (0..4).filter(|l| request.mask & (1 << l) != 0) {
            let mut h = request.unit.wrapping_mul(0x9e37_79b9);
            for arg in request.args {
                h = (h ^ arg[lane]).wrapping_mul(0x85eb_ca6b).rotate_left(13);
            }
            for (c, out) in out.iter_mut().enumerate() {
                let v = h.wrapping_mul(0xc2b2_ae35 + 2 * c as u32) >> 8;
                out[lane] = (v as f32 / (1 << 24) as f32).to_bits();
            }
        }
    }
}

fn run(program: &Arc<Program>, backend: Backend, seed: u32) -> Result<(Vec<u32>, Vec<u8>), RunError> {
    let mut instance = program.instantiate(backend);
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    };
    // Ordinary numbers mostly, now and then one at the edge.
    let mut number = || match next() % 16 {
        0 => [0.0f32, -0.0, f32::NAN, f32::INFINITY, 1e-40, 3e38, -1.0, 1.0][next() as usize % 8],
        _ => (next() as f32 / (1 << 24) as f32 - 0.5) * 8.0,
    };
    const GROUPS: usize = 3;
    let slots = program.input_slots(Stage::Fragment);
    let inputs: Vec<u32> = (0..GROUPS * slots * 4).map(|_| number().to_bits()).collect();
    let words: Vec<u32> = (0..program.uniforms.words)
        .map(|w| {
            let is = |scalar| {
                program.uniforms.list.iter().any(|u| {
                    let n = u.size * u.columns * u.rows;
                    u.scalar == scalar && u.word <= w && w < u.word + n
                })
            };
            if is(oracade_glsl::Scalar::Float) {
                number().to_bits()
            } else {
                (number() as i32) as u32
            }
        })
        .collect();
    let bindings = Bindings {
        uniforms: &words,
        blocks: &[],
        textures: Arc::new(Hash),
    };
    let slots = program.output_slots(Stage::Fragment) * 4;
    let mut outputs = vec![0; GROUPS * slots];
    let mut alive = vec![0; GROUPS];
    instance.run_quads(&bindings, &inputs, &mut outputs, &mut alive)?;
    for (group, alive) in alive.iter().enumerate() {
        if *alive == 0 {
            outputs[group * slots..(group + 1) * slots].fill(0);
        }
    }
    Ok((outputs, alive))
}

const VERTEX: &str = "#version 300 es\nout vec4 a; out vec2 b; flat out ivec2 c;\nvoid main() { gl_Position = vec4(0.0); a = vec4(1.0); b = vec2(2.0); c = ivec2(3); }";

#[test]
fn back_ends_agree() {
    with_stack(back_ends_agree_there);
}

fn back_ends_agree_there() {
    let mut options = Options::new(ContextVersion::WebGl2);
    options.limits.fuel = 200_000;
    let vertex = compile(VERTEX, Stage::Vertex, &options);
    assert!(vertex.ok(), "{}", vertex.log());
    for seed in 0..rounds(60) {
        let source = Generator::new(seed).shader();
        let shader = compile(&source, Stage::Fragment, &options);
        assert!(shader.ok(), "seed {seed}: {}\n{source}", shader.log());
        let program = match link(&vertex, &shader, &LinkOptions::default(), &options.limits) {
            Ok(program) => Arc::new(program),
            Err(log) => panic!("seed {seed}: {}\n{source}", log.text()),
        };
        let expected = run(&program, Backend::Interpreter, seed as u32);
        if cfg!(feature = "wasm") {
            let got = run(&program, Backend::Wasm, seed as u32);
            assert_eq!(expected, got, "seed {seed}\n{source}");
        }
        assert!(!matches!(expected, Err(RunError::Internal(_))), "seed {seed}: {expected:?}");
    }
}

/// Cuts, copies and swaps pieces of a source.
fn damage(source: &str, seed: u64) -> String {
    let mut words: Vec<&str> = source
        .split_inclusive([' ', ';', '(', ')', '{', '}', ',', '[', ']', '.', '\n'])
        .collect();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n.max(1) as u64) as usize
    };
    const STRANGE: [&str; 22] = [
        "}",
        "{",
        "(",
        "[",
        "vec4",
        "1",
        "0.5",
        "$",
        "struct ",
        "\n#define A(x) A(x) x\n",
        "\n#if 1/0\n",
        "if (",
        "for (;;) ",
        "gl_FragData[9]",
        "9999999999",
        "é",
        "switch (1) {",
        "/*",
        "const int n = ",
        "float[2](",
        "\n#endif\n",
        "uniform ",
    ];
    for _ in 0..1 + next(2) {
        let (a, b) = (next(words.len()), next(words.len()));
        match next(5) {
            0 => {
                words.remove(a);
            }
            1 => words.swap(a, b),
            2 => words.insert(a, words[b]),
            3 => words.insert(a, STRANGE[next(STRANGE.len())]),
            _ => words.truncate(a.max(1)),
        }
        if words.is_empty() {
            break;
        }
    }
    words.concat()
}

#[test]
fn damaged_sources_are_answered() {
    with_stack(damaged_sources_are_answered_there);
}

fn damaged_sources_are_answered_there() {
    let mut options = Options::new(ContextVersion::WebGl2);
    options.extensions = Extensions::ALL;
    options.limits.fuel = 20_000;
    options.limits.instructions = 20_000;
    let vertex = compile(VERTEX, Stage::Vertex, &options);
    let mut sources: Vec<String> = (0..6).map(|s| Generator::new(s).shader()).collect();
    for file in ["wrong-100.txt", "wrong-300.txt"] {
        let path = format!("{}/tests/logs/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        sources.extend(
            text.split("=== ")
                .skip(1)
                .filter_map(|p| Some(p.split_once('\n')?.1.split("--- log").next()?.to_string())),
        );
    }
    let mut good = 0;
    for seed in 0..rounds(1500) {
        let source = damage(&sources[seed as usize % sources.len()], seed + 1);
        let shader = compile(&source, Stage::Fragment, &options);
        assert_eq!(shader.ok(), !shader.log().contains("ERROR"), "{}\n{source}", shader.log());
        if let Ok(program) = link(&vertex, &shader, &LinkOptions::default(), &options.limits) {
            good += 1;
            let _ = run(&Arc::new(program), Backend::Interpreter, seed as u32);
        }
    }
    assert!(good > 5, "{good}");
    // Bytes that are no text at all.
    for seed in 0..200u32 {
        let bytes: Vec<u8> = (0..seed * 7)
            .map(|i| (i.wrapping_mul(seed ^ 0x5bd1_e995) >> 11) as u8)
            .collect();
        compile(&String::from_utf8_lossy(&bytes), Stage::Vertex, &options);
    }
}

#[test]
fn bombs_are_refused() {
    with_stack(bombs_are_refused_there);
}

fn bombs_are_refused_there() {
    let options = Options::new(ContextVersion::WebGl2);
    let head = "#version 300 es\nprecision highp float;\nout vec4 o;\n";
    let nested = |open: &str, close: &str, n: usize| {
        format!("{head}void main() {{ o = vec4({}1.0{}); }}", open.repeat(n), close.repeat(n))
    };
    let doubling = |n: usize| {
        let mut text = format!("{head}float f0(float x) {{ return x * 1.5; }}\n");
        for i in 1..n {
            text += &format!("float f{i}(float x) {{ return f{0}(x) + f{0}(x + 1.0); }}\n", i - 1);
        }
        text + &format!("void main() {{ o = vec4(f{}(gl_FragCoord.x)); }}", n - 1)
    };
    let macros = |n: usize| {
        let mut text = format!("{head}#define M0 1.0 +\n");
        for i in 1..n {
            text += &format!("#define M{i} M{0} M{0}\n", i - 1);
        }
        text + &format!("void main() {{ o = vec4(M{} 1.0); }}", n - 1)
    };
    let sources = [
        nested("(", ")", 100_000),
        nested("-", "", 100_000),
        nested("f(", ")", 10_000),
        nested("vec4(", ")", 10_000),
        format!(
            "{head}void main() {{ {} o = vec4(1.0); {} }}",
            "{".repeat(50_000),
            "}".repeat(50_000)
        ),
        format!("{head}void main() {{ {} o = vec4(1.0); }}", "if (true) ".repeat(50_000)),
        format!(
            "{head}void main() {{ o = vec4({}); }}",
            vec!["gl_FragCoord.x"; 20_000].join("+")
        ),
        format!("{head}void main() {{ vec4 v; o = v{}; }}", ".xyzw".repeat(50_000)),
        doubling(64),
        macros(64),
        format!(
            "{head}float a[65536]; float b[65536]; float c[65536]; float d[65536]; float e[65536]; void main() {{ int i = int(gl_FragCoord.x); a[i] = 1.0; b[i] = 2.0; c[i] = 1.0; d[i] = 1.0; e[i] = 1.0; o = vec4(a[i + 1], b[i], c[i] + d[i], e[i]); }}"
        ),
        format!("{head}struct S {{ mat4 m[1000]; }}; S s[1000]; void main() {{ o = s[3].m[2][0]; }}"),
    ];
    let vertex = compile(VERTEX, Stage::Vertex, &options);
    for source in sources {
        let shader = compile(&source, Stage::Fragment, &options);
        let linked = link(&vertex, &shader, &LinkOptions::default(), &options.limits);
        assert!(linked.is_err(), "{}…", &source[..200]);
    }
}

#[test]
fn endless_loops_lose_the_context() {
    let mut options = Options::new(ContextVersion::WebGl2);
    options.limits.fuel = 1_000_000;
    let vertex = compile(VERTEX, Stage::Vertex, &options);
    for body in [
        "while (a.x < 2.0) { o.x += a.y; }",
        "for (int i = 0; i < 2; i += int(a.y * 0.0)) { o.x += 1.0; if (o.x < -1.0) break; }",
        "int i = 0; do { i++; } while (i != -1);",
    ] {
        let source =
            format!("#version 300 es\nprecision highp float;\nin vec4 a; out vec4 o;\nvoid main() {{ o = vec4(0.0); {body} }}");
        let fragment = compile(&source, Stage::Fragment, &options);
        let program =
            link(&vertex, &fragment, &LinkOptions::default(), &options.limits).unwrap_or_else(|e| panic!("{}", e.text()));
        let program = Arc::new(program);
        let mut backends = vec![Backend::Interpreter];
        if cfg!(feature = "wasm") {
            backends.push(Backend::Wasm);
        }
        for backend in backends {
            let mut instance = program.instantiate(backend);
            let inputs = vec![0; program.input_slots(Stage::Fragment) * 4];
            let mut outputs = vec![0; program.output_slots(Stage::Fragment) * 4];
            let bindings = Bindings {
                uniforms: &[],
                blocks: &[],
                textures: Arc::new(Hash),
            };
            let end = instance.run_quads(&bindings, &inputs, &mut outputs, &mut [0]);
            assert_eq!(end, Err(RunError::OutOfFuel), "{body} {backend:?}");
        }
    }
}

#[test]
fn a_budget_is_of_all_groups_together() {
    let options = Options::new(ContextVersion::WebGl2);
    let vertex = "#version 300 es\nvoid main() { gl_Position = vec4(0.0); }";
    let fragment = "#version 300 es\nprecision highp float;\nuniform int turns; out vec4 o;\n\
                    void main() { o = vec4(0.0); for (int i = 0; i < turns; i++) { o.x += 1.0; } }";
    let vertex = compile(vertex, Stage::Vertex, &options);
    let fragment = compile(fragment, Stage::Fragment, &options);
    let program = link(&vertex, &fragment, &LinkOptions::default(), &options.limits).unwrap_or_else(|e| panic!("{}", e.text()));
    let program = Arc::new(program);
    let mut backends = vec![Backend::Interpreter];
    if cfg!(feature = "wasm") {
        backends.push(Backend::Wasm);
    }
    let uniforms = vec![100; program.uniforms.words as usize];
    let mut spent = Vec::new();
    for backend in backends {
        let run = |groups: usize, most: u64| {
            let mut instance = program.instantiate(backend);
            let budget = Arc::new(oracade_glsl::Budget::new(most));
            instance.set_budget(budget.clone());
            let inputs = vec![0; groups * program.input_slots(Stage::Fragment) * 4];
            let mut outputs = vec![0; groups * program.output_slots(Stage::Fragment) * 4];
            let bindings = Bindings {
                uniforms: &uniforms,
                blocks: &[],
                textures: Arc::new(Hash),
            };
            let end = instance.run_quads(&bindings, &inputs, &mut outputs, &mut vec![0; groups]);
            (end, most as i64 - budget.left())
        };
        let (end, one) = run(1, 1 << 40);
        assert_eq!(end, Ok(()));
        assert!(one > 100, "{one}");
        let (end, many) = run(3000, 1 << 40);
        assert_eq!((end, many), (Ok(()), 3000 * one));
        assert_eq!(run(3000, many as u64).0, Ok(()));
        assert_eq!(run(3000, many as u64 - 1).0, Err(RunError::OutOfFuel), "{backend:?}");
        spent.push(one);
    }
    assert!(spent.iter().all(|s| *s == spent[0]), "{spent:?}");
}
