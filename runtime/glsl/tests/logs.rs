//! Info logs: folders of shaders with the log each must give. The expected ones are Chromium's.

use oracade_glsl::{ContextVersion, Extensions, Options, Stage, compile};

/// A case: name, stage, context version, `ext` if all extensions are in force; source; log.
struct Case<'a> {
    name: &'a str,
    stage: Stage,
    options: Options,
    source: &'a str,
    log: &'a str,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    text.split("=== ")
        .skip(1)
        .map(|part| {
            let (head, rest) = part.split_once('\n').unwrap_or((part, ""));
            let mut words = head.split_whitespace();
            let name = words.next().unwrap_or("");
            let stage = if words.next() == Some("vert") {
                Stage::Vertex
            } else {
                Stage::Fragment
            };
            let context = if words.next() == Some("2") {
                ContextVersion::WebGl2
            } else {
                ContextVersion::WebGl1
            };
            let mut options = Options::new(context);
            if words.next() == Some("ext") {
                options.extensions = Extensions::ALL;
            }
            let (source, log) = rest.split_once("--- log\n").unwrap_or((rest, ""));
            Case {
                name,
                stage,
                options,
                source: source.strip_suffix('\n').unwrap_or(source),
                log,
            }
        })
        .collect()
}

#[test]
fn logs_are_chromiums() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in ["wrong-100.txt", "wrong-300.txt"] {
        let path = format!("{}/tests/logs/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        for case in cases(&text) {
            count += 1;
            let shader = compile(case.source, case.stage, &case.options);
            let log = shader.log();
            let failed = case.log.lines().any(|l| l.starts_with("ERROR"));
            if log != case.log || shader.ok() == failed {
                wrong.push(format!(
                    "{file} {}:\n  expected {:?}\n  got      {log:?}",
                    case.name, case.log
                ));
            }
        }
    }
    assert!(count > 200, "{count} cases");
    assert!(
        wrong.is_empty(),
        "{} of {count} logs differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
