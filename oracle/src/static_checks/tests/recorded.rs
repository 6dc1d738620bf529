use super::super::html;
use super::super::python_re::{Flags, Limit, Regex, Text};
use super::super::syntax::node_check;
use super::super::undef;
use super::*;

fn rows(table: &'static str) -> impl Iterator<Item = Value> {
    table.lines().map(|line| serde_json::from_str(line).unwrap())
}

/// `p`attern, `t`ext, `s` for DOTALL; `m`atches with all groups, or `e`rror at compilation.
#[test]
fn patterns_match_as_in_python() {
    let mut wrong = Vec::new();
    for row in rows(include_str!("../../../tests/static/python_re.jsonl")) {
        let flags = if row["s"] == true { Flags::DOT_ALL } else { Flags::NONE };
        let found = match Regex::new(row["p"].as_str().unwrap(), flags) {
            Err(_) => json!("error"),
            Ok(regex) => {
                let text = Text::new(row["t"].as_str().unwrap_or_default());
                let all = regex.captures(&text, Limit::default()).unwrap();
                let spans: Vec<_> = regex.matches(&text, Limit::default()).map(Result::unwrap).collect();
                let outer: Vec<_> = all.iter().filter_map(|groups| groups[0]).collect();
                assert_eq!(spans, outer, "shortcuts changed the matches of {row}");
                json!(all)
            }
        };
        let expected = if row["e"] == true { json!("error") } else { row["m"].clone() };
        if found != expected {
            wrong.push(format!("{row}\n  found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Text; tags, inline scripts, linked scripts, or null where the parser raises an exception.
#[test]
fn documents_parse_as_in_python() {
    for row in rows(include_str!("../../../tests/static/html_parser.jsonl")) {
        let found = html::parse(row[0].as_str().unwrap()).ok().map(|page| {
            let inline: Vec<_> = page.inline.iter().map(|script| (&script.content, &script.kind)).collect();
            let linked: Vec<_> = page.linked.iter().map(|script| (&script.src, &script.kind)).collect();
            json!([page.tags, inline, linked])
        });
        assert_eq!(json!(found), row[1], "{}", row[0]);
    }
}

/// Source; whether `node --check` takes it as `.js` and as `.mjs` (null where the parser without an engine differs).
#[test]
fn syntax_verdicts_are_nodes() {
    for row in rows(include_str!("../../../tests/static/node_check.jsonl")) {
        for (module, expected) in [(false, &row[1]), (true, &row[2])] {
            if let Some(expected) = expected.as_bool() {
                let found = node_check(&OxcSyntax, row[0].as_str().unwrap(), module);
                assert_eq!(found.is_ok(), expected, "{} module: {module} {found:?}", row[0]);
            }
        }
    }
}

/// Source; undefined references with line and column, or null for a parse error.
#[test]
fn undefined_names_are_those_acorn_walk_sees() {
    for row in rows(include_str!("../../../tests/static/undef.jsonl")) {
        let found = undef::check(row[0].as_str().unwrap(), &OxcSyntax).ok();
        let found = found.map(|names| {
            names
                .into_iter()
                .map(|name| (name.name, name.line, name.col))
                .collect::<Vec<_>>()
        });
        assert_eq!(json!(found), row[1], "{}", row[0]);
    }
}

/// The tasks of the corpus have their verdicts by Python's `re` beside them.
#[test]
fn corpus_tasks_get_the_recorded_verdicts() {
    let tasks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/tasks");
    let mut seen = 0;
    for task in fs::read_dir(tasks).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(recorded) = fs::read(task.join("static.json")) else {
            continue;
        };
        let recorded: Value = serde_json::from_slice(&recorded).unwrap();
        let report = run(
            &task.join("reference/index.html"),
            task.join("checks.json").as_path(),
            &OxcSyntax,
        );
        for expected in recorded["static"].as_array().unwrap() {
            let id = expected["id"].as_str().unwrap();
            let item = report.item(id).unwrap();
            assert_eq!(json!(item.status), expected["status"], "{} {id}", task.display());
            seen += 1;
        }
    }
    assert!(seen > 0);
}
