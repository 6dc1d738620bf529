//! Programs of real libraries, captured from a browser into a folder that is not part of the tree: set
//! `ORACADE_GLSL_CAPTURES` to it. Each program is three files: `NAME.vert`, `NAME.frag`, and `NAME.info` with lines
//! `version 1|2`, `u NAME TYPE SIZE` and `a NAME TYPE SIZE` as the browser told them. Without the folder there is nothing to
//! do: the libraries' own code is not part of the tree.

use oracade_glsl::{
    Backend, Bindings, ContextVersion, Extensions, LinkOptions, Options, Request, Stage, Textures, compile, link,
};
use std::sync::Arc;

/// A texture of a pattern.
struct Pattern;

impl Textures for Pattern {
    fn lookup(&self, request: &Request<'_>, out: &mut [[u32; 4]; 4]) {
        for lane in 0..4 {
            for (c, out) in out.iter_mut().enumerate() {
                let x = request.float(0, lane);
                let v = if x.is_finite() {
                    (x * 3.7 + c as f32 * 0.13).fract().abs()
                } else {
                    0.5
                };
                out[lane] = v.to_bits();
            }
        }
    }
}

#[test]
fn programs_of_libraries() {
    let Ok(folder) = std::env::var("ORACADE_GLSL_CAPTURES") else {
        return;
    };
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .filter_map(|e| {
            e.unwrap()
                .file_name()
                .to_str()
                .unwrap()
                .strip_suffix(".info")
                .map(str::to_string)
        })
        .collect();
    names.sort();
    let mut wrong = Vec::new();
    let mut sizes = Vec::new();
    for name in &names {
        let read = |ext: &str| std::fs::read_to_string(format!("{folder}/{name}.{ext}")).unwrap();
        let info = read("info");
        let context = if info.contains("version 1") {
            ContextVersion::WebGl1
        } else {
            ContextVersion::WebGl2
        };
        let mut options = Options::new(context);
        options.extensions = Extensions::ALL;
        let start = std::time::Instant::now();
        let (v, f) = (
            compile(&read("vert"), Stage::Vertex, &options),
            compile(&read("frag"), Stage::Fragment, &options),
        );
        if !v.ok() || !f.ok() {
            wrong.push(format!("{name}: {}{}", v.log(), f.log()));
            continue;
        }
        let parsed = start.elapsed();
        let program = match link(&v, &f, &LinkOptions::default(), &options.limits) {
            Ok(program) => Arc::new(program),
            Err(log) => {
                wrong.push(format!("{name}: {}", log.text()));
                continue;
            }
        };
        let linked = start.elapsed();
        let mut told: Vec<String> = program
            .uniforms
            .list
            .iter()
            .map(|u| format!("u {} {} {}", u.name, u.gl_type, u.size))
            .collect();
        told.extend(program.attributes.iter().map(|a| format!("a {} {} 1", a.name, a.gl_type)));
        let want: Vec<&str> = info.lines().filter(|l| l.starts_with("u ") || l.starts_with("a ")).collect();
        if told != want {
            wrong.push(format!("{name}: tells {told:?}\n  not {want:?}"));
        }
        let mut results = Vec::new();
        let mut backends = vec![Backend::Interpreter];
        if cfg!(feature = "wasm") {
            backends.push(Backend::Wasm);
        }
        let mut compiled = std::time::Duration::ZERO;
        for backend in backends {
            let start = std::time::Instant::now();
            let mut instance = program.instantiate(backend);
            compiled = start.elapsed();
            let words: Vec<u32> = (0..program.uniforms.words)
                .map(|i| {
                    let sampler = program
                        .uniforms
                        .list
                        .iter()
                        .any(|u| u.sampler.is_some() && u.word <= i && i < u.word + u.size);
                    if sampler {
                        i % 4
                    } else {
                        (0.1 + (i % 17) as f32 * 0.21).to_bits()
                    }
                })
                .collect();
            let bindings = Bindings {
                uniforms: &words,
                blocks: &[],
                textures: Arc::new(Pattern),
            };
            let fill = |slots: usize| -> Vec<u32> { (0..slots * 4).map(|i| (0.05 + (i % 13) as f32 * 0.17).to_bits()).collect() };
            let mut outputs = vec![0; program.output_slots(Stage::Vertex) * 4];
            instance
                .run_vertices(&bindings, &fill(program.input_slots(Stage::Vertex)), &mut outputs)
                .unwrap_or_else(|e| panic!("{name}: {e}"));
            let mut colours = vec![0; program.output_slots(Stage::Fragment) * 4];
            let mut alive = [0];
            instance
                .run_quads(
                    &bindings,
                    &fill(program.input_slots(Stage::Fragment)),
                    &mut colours,
                    &mut alive,
                )
                .unwrap_or_else(|e| panic!("{name}: {e}"));
            if alive[0] == 0 {
                colours.fill(0);
            }
            results.push((outputs, colours, alive));
        }
        if results.windows(2).any(|w| w[0] != w[1]) {
            wrong.push(format!("{name}: the back ends differ"));
        }
        let count = |s| program.instructions(s);
        sizes.push((
            count(Stage::Fragment),
            format!(
                "{name}: {} + {} instructions, parse {:.1} ms, link {:.1} ms, code {:.1} ms",
                count(Stage::Vertex),
                count(Stage::Fragment),
                parsed.as_secs_f64() * 1e3,
                (linked - parsed).as_secs_f64() * 1e3,
                compiled.as_secs_f64() * 1e3
            ),
        ));
    }
    sizes.sort();
    for (_, line) in sizes.iter().rev().take(12) {
        println!("{line}");
    }
    println!("{} programs", names.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
