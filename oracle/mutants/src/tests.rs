use super::*;
use oracade_contracts::source::SourceFile;

fn files(path: &str, text: &str) -> Vec<SourceFile> {
    vec![SourceFile {
        path: path.to_owned(),
        text: text.to_owned(),
    }]
}

/// What each operator makes of a script.
fn made(text: &str, operators: &[Operator]) -> Vec<String> {
    let found = find(files("a.js", text), operators).expect("it parses");
    for mutant in &found.mutants {
        assert!(found.parses(mutant), "{} in {text}", mutant.id);
    }
    found.mutants.iter().map(|mutant| mutant.apply(text).unwrap()).collect()
}

#[test]
fn each_operator_makes_the_change_it_is_named_for() {
    use Operator as O;
    let cases: [(O, &str, &[&str]); 26] = [
        (
            O::ConditionalBoundary,
            "if (a /* < */ < b) c();",
            &["if (a /* < */ <= b) c();"],
        ),
        (O::NegatedCondition, "if (a < b) c();", &["if (!(a < b)) c();"]),
        (O::NegatedCondition, "x = !a ? 1 : 2", &["x = (a) ? 1 : 2"]),
        (O::NegatedCondition, "if (a === b) c();", &["if (a !== b) c();"]),
        (O::Arithmetic, "x += a * b", &["x -= a * b", "x += a / b"]),
        (O::Arithmetic, "x = 'n' + a + b", &[]),
        (O::Constant, "x = 4", &["x = 5", "x = 3", "x = 0"]),
        (O::Constant, "x = 0", &["x = 1", "x = (-1)"]),
        (O::Constant, "x = { 1: 2 }", &["x = { 1: 3 }", "x = { 1: 1 }", "x = { 1: 0 }"]),
        (O::ReturnValue, "f = () => a > b", &["f = () => !(a > b)"]),
        (
            O::ReturnValue,
            "function f() { return g(); }",
            &["function f() { return void 0; }"],
        ),
        (
            O::RemovedStatement,
            "if (a) go(); else x = 1;",
            &["if (a) ; else x = 1;", "if (a) go(); else ;"],
        ),
        (O::BooleanLiteral, "x = true", &["x = false"]),
        (O::Increment, "x ++; --y", &["x --; --y", "x ++; ++y"]),
        (O::Logical, "x = a && b || c", &["x = (a && b && c)", "x = (a || b) || c"]),
        (
            O::StateLiteral,
            "'use strict'; if (s === 'won') s = 'lost'; t = s === 'lost' || typeof s === 'string'",
            &[
                "'use strict'; if (s === 'lost') s = 'lost'; t = s === 'lost' || typeof s === 'string'",
                "'use strict'; if (s === 'won') s = 'won'; t = s === 'lost' || typeof s === 'string'",
                "'use strict'; if (s === 'won') s = 'lost'; t = s === 'won' || typeof s === 'string'",
            ],
        ),
        (O::DeadListener, "w.addEventListener('keydown', f);", &["w;"]),
        (
            O::DeadListener,
            "b.onclick = f; b.onclick = null",
            &["void 0; b.onclick = null"],
        ),
        (
            O::DeadListener,
            "b.on('down', f).on('up', g)",
            &["b.on('down', f)", "b.on('up', g)"],
        ),
        (
            O::FrozenLoop,
            "requestAnimationFrame(go)",
            &[
                "((globalThis[Symbol.for('frozen loop')] = (globalThis[Symbol.for('frozen loop')] || 0) + 1) > 240 ? 0 : requestAnimationFrame(go))",
            ],
        ),
        (
            O::FrozenLoop,
            "class A extends B { update() { go(); } }",
            &[
                "class A extends B { update() { if ((globalThis[Symbol.for('frozen loop')] = (globalThis[Symbol.for('frozen loop')] || 0) + 1) > 240) return; go(); } }",
            ],
        ),
        (
            O::ConstantSnapshot,
            "g = { getSnapshot: state }",
            &["g = { getSnapshot: (...given) => (globalThis[Symbol.for('snapshot')] ??= [state(...given)])[0] }"],
        ),
        (
            O::OffByOneLimit,
            "if (n >= QUOTA) go(); m = Math.min(a, 3)",
            &[
                "if (n >= (QUOTA + 1)) go(); m = Math.min(a, 3)",
                "if (n >= (QUOTA - 1)) go(); m = Math.min(a, 3)",
            ],
        ),
        (
            O::LeakingPause,
            "if (s === 'playing') go(); p = s === 'paused'",
            &["if ((s === 'playing' || s === 'paused')) go(); p = s === 'paused'"],
        ),
        (O::LeakingPause, "if (!this.paused) go()", &["if (true) go()"]),
        (O::DeadTimer, "setTimeout(go, 10)", &["0"]),
    ];
    for (operator, text, expected) in cases {
        assert_eq!(made(text, &[operator]), expected, "{operator} of {text}");
    }
}

#[test]
fn a_guard_is_skipped_as_a_whole_and_in_its_parts() {
    let text = "function f() { if (a && b) return; if (c) go(); }";
    assert_eq!(
        made(text, &[Operator::SkippedGuard]),
        [
            "function f() { if (false) return; if (c) go(); }",
            "function f() { if (a) return; if (c) go(); }",
            "function f() { if (b) return; if (c) go(); }",
            "function f() { if (a && b) return; if (true) go(); }",
        ]
    );
}

#[test]
fn snapshots_of_every_shape_can_be_held_still() {
    for text in [
        "g = { getSnapshot() { return { a: this.a }; } }",
        "g = { getSnapshot: () => ({ a: 1 }) }",
        "g = { getSnapshot: async () => { return 1; } }",
        "g = { getSnapshot: state }",
        "function getSnapshot() { return 1; }",
        "class G { getSnapshot() { return 1; } }",
    ] {
        assert_eq!(made(text, &[Operator::ConstantSnapshot]).len(), 1, "{text}");
    }
}

#[test]
fn places_are_those_of_the_document() {
    let page = "<html>\n<script>const é = 'é'; let n = 1;\nif (n < 2) n++;</script></html>";
    let found = find(
        files("index.html", page),
        &[Operator::ConditionalBoundary, Operator::Increment],
    )
    .unwrap();
    let ids: Vec<&str> = found.mutants.iter().map(|mutant| mutant.id.as_str()).collect();
    assert_eq!(ids, ["conditional-boundary@index.html:3:7", "increment@index.html:3:13"]);
    let first = &found.mutants[0];
    assert_eq!(first.apply(page).unwrap(), page.replace("n < 2", "n <= 2"));
    assert_eq!(
        diff(first, page),
        "--- index.html\n+++ index.html\n@@ -1,3 +1,3 @@\n <html>\n <script>const é = 'é'; let n = 1;\n-if (n < 2) n++;</script></html>\n+if (n <= 2) n++;</script></html>\n"
    );
}

#[test]
fn what_cannot_be_parsed_is_said_with_its_line() {
    let page = "<script>\nlet = = 1;\n</script>";
    let error = find(files("index.html", page), &Operator::ALL).unwrap_err();
    assert!(matches!(&error, FindError::Syntax { line: 2, .. }), "{error}");
}

#[test]
fn deep_and_broken_scripts_end() {
    let deep = format!("x = {}1{}", "(".repeat(20_000), ")".repeat(20_000));
    assert!(find(files("a.js", &deep), &[Operator::Constant]).is_ok());
    for text in ["", "/*", "`${", "#!/bin/node\nx = 1", "\u{feff}x = 1 + 2"] {
        let _ = find(files("a.js", text), &Operator::ALL);
    }
}

/// The documents and scripts of a folder.
fn folder(root: &std::path::Path, prefix: &str, files: &mut Vec<SourceFile>) {
    for entry in std::fs::read_dir(root).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            folder(&entry.path(), &format!("{name}/"), files);
        } else if [".html", ".js", ".mjs"].iter().any(|end| name.ends_with(end)) {
            files.push(SourceFile {
                path: name,
                text: std::fs::read_to_string(entry.path()).unwrap(),
            });
        }
    }
}

#[test]
fn all_mutants_of_the_corpus_parse_and_change_one_place() {
    for task in oracade_corpus::tasks().unwrap() {
        let mut files = Vec::new();
        folder(task.reference_path().parent().unwrap(), "", &mut files);
        let found = find(files.clone(), &Operator::ALL).unwrap();
        assert!(found.mutants.len() > 500, "{}: {}", task.id, found.mutants.len());
        let mut ids = std::collections::BTreeSet::new();
        for mutant in &found.mutants {
            let text = &files.iter().find(|file| file.path == mutant.file).unwrap().text;
            assert!(ids.insert(&mutant.id), "{} twice", mutant.id);
            assert!(found.parses(mutant), "{}: {}\n{}", task.id, mutant.id, diff(mutant, text));
            let changed = mutant.apply(text).unwrap();
            assert_eq!(
                changed.len() + mutant.end - mutant.start,
                text.len() + mutant.replacement.len()
            );
            assert_ne!(changed, *text, "{}", mutant.id);
        }
        let sampled = sample(&found, Some(60), 7);
        assert_eq!(sampled.mutants.len(), 60);
        assert_eq!(sampled.mutants, sample(&found, Some(60), 7).mutants);
        assert_ne!(sampled.mutants, sample(&found, Some(60), 8).mutants);
        let kinds = sampled.strata.iter().filter(|stratum| stratum.taken > 0).count();
        assert_eq!(kinds, sampled.strata.len(), "{}", task.id);
    }
}
