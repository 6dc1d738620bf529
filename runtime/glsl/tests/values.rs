//! Shaders run on a quad; the values are compared with what Chromium gave for the same shader, and the back ends with each
//! other, bit for bit.

use oracade_glsl::{
    Backend, Bindings, ContextVersion, LinkOptions, NoTextures, Options, Program, RunError, Stage, compile, link,
};
use std::sync::Arc;

const VERTEX: &str = "#version 300 es\nvoid main() { gl_Position = vec4(0.0); }";

fn back_ends() -> Vec<Backend> {
    let mut all = vec![Backend::Interpreter];
    if cfg!(feature = "wasm") {
        all.push(Backend::Wasm);
    }
    all
}

fn program(vertex: &str, fragment: &str) -> Arc<Program> {
    let options = Options::new(ContextVersion::WebGl2);
    let (v, f) = (
        compile(vertex, Stage::Vertex, &options),
        compile(fragment, Stage::Fragment, &options),
    );
    assert!(v.ok(), "{}", v.log());
    assert!(f.ok(), "{}\n{fragment}", f.log());
    Arc::new(link(&v, &f, &LinkOptions::default(), &options.limits).unwrap_or_else(|log| panic!("{}", log.text())))
}

/// The uniforms every case has: `u[8]` and `n`.
fn uniforms(program: &Program) -> Vec<u32> {
    let mut words = vec![0; program.uniforms.words as usize];
    for uniform in &program.uniforms.list {
        let at = uniform.word as usize;
        match uniform.name.as_str() {
            "u[0]" => (0..8).for_each(|i| words[at + i] = (i as f32 * 0.375 - 1.0).to_bits()),
            "n" => words[at] = 3,
            _ => {}
        }
    }
    words
}

/// Outputs of a quad at (0.5, 0.5), and the lanes that are alive.
fn quad(program: &Arc<Program>, backend: Backend) -> Result<(Vec<u32>, u8), RunError> {
    let mut instance = program.instantiate(backend);
    let mut inputs = vec![0u32; program.input_slots(Stage::Fragment) * 4];
    let xs = [0.5f32, 1.5, 0.5, 1.5];
    let ys = [0.5f32, 0.5, 1.5, 1.5];
    for lane in 0..4 {
        inputs[lane] = xs[lane].to_bits();
        inputs[4 + lane] = ys[lane].to_bits();
        inputs[12 + lane] = 1f32.to_bits();
        inputs[16 + lane] = 1;
    }
    let words = uniforms(program);
    let bindings = Bindings {
        uniforms: &words,
        blocks: &[],
        textures: Arc::new(NoTextures),
    };
    let mut outputs = vec![0; program.output_slots(Stage::Fragment) * 4];
    let mut alive = [0];
    instance.run_quads(&bindings, &inputs, &mut outputs, &mut alive)?;
    Ok((outputs, alive[0]))
}

#[test]
fn values_are_chromiums() {
    let path = format!("{}/tests/run/values.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for part in text.split("=== ").skip(1) {
        let (name, rest) = part.split_once('\n').unwrap();
        let (mut globals, mut body, mut expected) = (String::new(), String::new(), Vec::new());
        for line in rest.lines() {
            if let Some(line) = line.strip_prefix('%') {
                globals.push_str(line);
                globals.push('\n');
            } else if let Some(values) = line.strip_prefix("--- ") {
                let parse = |v: &str| match v {
                    "Infinity" => f32::INFINITY,
                    "-Infinity" => f32::NEG_INFINITY,
                    v => v.parse().unwrap(),
                };
                expected.push(values.split(' ').map(parse).collect::<Vec<f32>>());
            } else {
                body.push_str(line);
            }
        }
        let source = format!(
            "#version 300 es\nprecision highp float;\nprecision highp int;\nuniform float u[8];\nuniform int n;\nout vec4 o;\n{globals}\nvoid main() {{\nfloat x = gl_FragCoord.x, y = gl_FragCoord.y;\n{body}\n}}\n"
        );
        count += 1;
        let program = program(VERTEX, &source);
        let (first, alive) = quad(&program, Backend::Interpreter).unwrap();
        for backend in back_ends() {
            let other = quad(&program, backend).unwrap();
            assert_eq!((first.clone(), alive), other, "{name}: {backend:?}");
        }
        for lane in 0..4 {
            for component in 0..4 {
                let got = f32::from_bits(first[component * 4 + lane]);
                let want = expected[lane][component];
                if alive & (1 << lane) == 0 {
                    // Discarded: Chromium's target keeps what it was cleared to.
                    if want != -77.0 {
                        wrong.push(format!("{name}: lane {lane} is discarded, not {want}"));
                    }
                    continue;
                }
                // Chromium's own trigonometry is good to some 2e-4.
                let near = if name.contains("trig") || name == "hash-noise" {
                    2e-3
                } else {
                    4e-6
                };
                let fine = (got.is_nan() && want.is_nan()) || got == want || (got - want).abs() <= near * want.abs().max(1.0);
                if !fine {
                    wrong.push(format!("{name}: lane {lane} component {component} is {got}, not {want}"));
                }
            }
        }
    }
    assert!(count > 70, "{count} cases");
    assert!(
        wrong.is_empty(),
        "{} wrong of {count} cases:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// What depends on uniforms alone is computed when they are bound: an instance notices that they, or a block's bytes, are others.
#[test]
fn work_on_uniforms_follows_them() {
    let source = "#version 300 es
precision highp float; precision highp int;
uniform float u[8]; uniform int n;
layout(std140) uniform Lights { vec4 lights[3]; };
out vec4 o;
void main() {
    vec3 l = normalize(lights[min(n, 2)].xyz * u[1] + vec3(u[n], 1.0, -2.0));
    float k = n > 2 ? sin(u[2]) : exp2(u[3]);
    float all = 0.0;
    for (int i = 0; i < 3; i++) all += dot(l, lights[i].xyz) * k / float(n);
    o = vec4(l.x * gl_FragCoord.x, l.y + gl_FragCoord.y, all, gl_FragCoord.x > 1.0 ? pow(abs(k), u[4]) : l.z);
}";
    let program = program(VERTEX, source);
    let mut instances: Vec<_> = back_ends().into_iter().map(|b| program.instantiate(b)).collect();
    let mut words = uniforms(&program);
    let mut block = vec![0u8; 48];
    let at = |name: &str| program.uniforms.list.iter().find(|u| u.name == name).unwrap().word as usize;
    let (u, n) = (at("u[0]"), at("n"));
    let mut seen = Vec::new();
    for round in 0..6u32 {
        match round {
            1 => words[n] = 1,
            2 => words[u + 2] = 4f32.to_bits(),
            3 => block[20..24].copy_from_slice(&7f32.to_le_bytes()),
            4 => block.truncate(32),
            5 => block.clear(),
            _ => block
                .chunks_exact_mut(4)
                .enumerate()
                .for_each(|(i, b)| b.copy_from_slice(&(i as f32 - 3.5).to_le_bytes())),
        }
        let mut inputs = vec![0u32; program.input_slots(Stage::Fragment) * 4];
        (0..8).for_each(|i| inputs[i] = (0.5 + (i % 3) as f32).to_bits());
        let results: Vec<Vec<u32>> = instances
            .iter_mut()
            .map(|instance| {
                let bindings = Bindings {
                    uniforms: &words,
                    blocks: &[&block],
                    textures: Arc::new(NoTextures),
                };
                let mut outputs = vec![0; program.output_slots(Stage::Fragment) * 4];
                instance.run_quads(&bindings, &inputs, &mut outputs, &mut [0]).unwrap();
                outputs
            })
            .collect();
        assert!(results.iter().all(|r| *r == results[0]), "round {round}");
        seen.push(results[0].clone());
    }
    // Round 2 changes what only the other way of a branch on a uniform reads.
    let changed: Vec<bool> = seen.windows(2).map(|w| w[0] != w[1]).collect();
    assert_eq!(changed, [true, false, true, true, true]);
}
