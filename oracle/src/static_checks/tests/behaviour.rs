use super::*;

#[test]
fn regex_kinds() {
    let page = "<html><script>let a = 1; let b = 2; let b2;</script>";
    for (section, check, status, found) in [
        (
            "checks",
            json!({"type": "regex_any", "patterns": ["zz", r"\bb\b"]}),
            Status::Pass,
            json!({"matched": [r"\bb\b"]}),
        ),
        (
            "checks",
            json!({"type": "regex_any", "patterns": ["zz"]}),
            Status::Fail,
            json!({"matched": []}),
        ),
        (
            "checks",
            json!({"type": "regex_all", "patterns": ["a", "zz"]}),
            Status::Fail,
            json!({"matched": ["a"], "missing": ["zz"]}),
        ),
        (
            "checks",
            json!({"type": "regex_all", "patterns": ["a"]}),
            Status::Pass,
            json!({"matched": ["a"], "missing": []}),
        ),
        (
            "anti_patterns",
            json!({"type": "regex_none", "patterns": ["zz", "b2"]}),
            Status::Fail,
            json!({"bad_matches": ["b2"]}),
        ),
        (
            "anti_patterns",
            json!({"type": "regex_none", "patterns": ["b2"], "exclude_in": ["= 1"]}),
            Status::Pass,
            json!({"bad_matches": []}),
        ),
        // A lone string is iterated over by characters.
        (
            "anti_patterns",
            json!({"type": "regex_none", "patterns": ["b2"], "exclude_in": "~1"}),
            Status::Pass,
            json!({"bad_matches": []}),
        ),
        (
            "anti_patterns",
            json!({"type": "regex_any", "patterns": ["b2"]}),
            Status::Pass,
            json!({"matched": ["b2"]}),
        ),
        (
            "proximity_checks",
            json!({"type": "regex_proximity", "patterns": ["let"], "min_count": 3}),
            Status::Pass,
            json!({"matched": ["let... (x3)"]}),
        ),
        (
            "proximity_checks",
            json!({"type": "regex_proximity", "patterns": ["let"], "min_count": 4}),
            Status::Fail,
            json!({"matched": []}),
        ),
    ] {
        let item = item(page, section, check.clone());
        assert_eq!(item.status, status, "{check}");
        let shown = json!(item);
        for (key, value) in found.as_object().unwrap() {
            assert_eq!(&shown[key], value, "{check}");
        }
        assert_eq!(shown.get("fix_hint").is_some(), status != Status::Pass);
    }
}

#[test]
fn dot_crosses_lines_only_in_proximity() {
    let page = "a\nb";
    assert_eq!(
        item(page, "checks", json!({"type": "regex_any", "patterns": ["a.b"]})).status,
        Status::Fail
    );
    assert_eq!(
        item(page, "proximity_checks", json!({"type": "proximity", "patterns": ["a.b"]})).status,
        Status::Pass
    );
}

#[test]
fn line_ends_are_unified_before_anything_is_searched() {
    assert_eq!(
        item("a\r\nb\rc", "checks", json!({"type": "regex_all", "patterns": ["a\\nb\\nc"]})).status,
        Status::Pass
    );
}

#[test]
fn an_excuse_counts_within_two_hundred_characters() {
    for (gap, status) in [(200 - 2, Status::Pass), (200 - 1, Status::Fail)] {
        let page = format!("OK{}bad", "é".repeat(gap));
        let check = json!({"type": "regex_none", "patterns": ["bad"], "exclude_in": ["OK"]});
        assert_eq!(item(&page, "anti_patterns", check).status, status, "{gap}");
    }
}

#[test]
fn tools() {
    let page = "<html><body><script>  let a = 1;  </script><script type=module>await a</script>";
    let tool = |check: Value| {
        let item = item(page, "tool_checks", check);
        (item.status, item.info.unwrap_or_default())
    };
    for (check, status, info) in [
        (
            json!({"type": "tool_check", "tool": "html_structure", "required_tags": ["BODY", "canvas"]}),
            Status::Fail,
            "missing tags: canvas",
        ),
        (json!({"type": "html_parse"}), Status::Pass, "all tags present: html, script"),
        (
            json!({"type": "tool_check", "tool": "node_syntax"}),
            Status::Pass,
            "syntax OK (2 scripts)",
        ),
        (json!({"type": "syntax"}), Status::Pass, "syntax OK (2 scripts)"),
        // The tool's name wins over the type.
        (
            json!({"type": "regex_any", "tool": "node_syntax"}),
            Status::Pass,
            "syntax OK (2 scripts)",
        ),
        (
            json!({"type": "tool_check", "tool": "script_not_empty", "min_length": 11}),
            Status::Fail,
            "longest script has 10 characters, 11 needed",
        ),
        (
            json!({"type": "script_not_empty", "min_length": 10}),
            Status::Pass,
            "longest script: 10 characters (inline script #1)",
        ),
        (json!({"type": "tool_check", "tool": "eslint_undef"}), Status::Fail, ""),
        (
            json!({"type": "file_exists", "paths": ["index.html", "game.js"]}),
            Status::Fail,
            "missing files: game.js",
        ),
        (json!({"type": "min_size_kb", "value": 0.05}), Status::Pass, "0.1 KB"),
        (json!({"type": "min_size_kb", "value": 1}), Status::Fail, "0.1 KB"),
    ] {
        let (found, said) = tool(check.clone());
        assert_eq!(found, status, "{check} {said}");
        assert!(info.is_empty() || said == info, "{check} {said}");
    }
    let empty = item("<p>", "tool_checks", json!({"type": "syntax"}));
    assert_eq!(
        (empty.status, empty.info.as_deref()),
        (Status::Fail, Some("no local or inline <script> found"))
    );
}

#[test]
fn undefined_names_are_listed() {
    let page = "<script>foo(bar);\nfoo()</script><script>let bar; a; b; c; d; e</script>";
    let item = item(page, "tool_checks", json!({"type": "tool_check", "tool": "eslint_undef"}));
    let info = "7 undefined ref(s): 'foo' line 1; 'foo' line 2; 'a' line 4; 'b' line 4; 'c' line 4 ... +2 more";
    assert_eq!(item.info.as_deref(), Some(info));
}

#[test]
fn older_spellings() {
    for (section, kind, shown) in [
        ("checks", "regex", "missing"),
        ("checks", "static", "missing"),
        ("checks", "static_signal", "missing"),
        ("checks", "static_mixed", "missing"),
        ("checks", "static_all", "missing"),
        ("tool_checks", "regex", "missing"),
        ("tool_checks", "static_any", "matched"),
        ("checks", "static_any", "matched"),
        ("anti_patterns", "anti_regex", "bad_matches"),
        ("anti_patterns", "anti_pattern", "bad_matches"),
        ("anti_patterns", "regex_absent", "bad_matches"),
        ("anti_patterns", "regex_forbid", "bad_matches"),
        ("anti_patterns", "regex", "bad_matches"),
        ("anti_patterns", "static", "missing"),
        ("proximity_checks", "regex_near", "matched"),
        ("proximity_checks", "regex", "matched"),
        ("proximity_checks", "static", "missing"),
    ] {
        let found = json!(item("x", section, json!({"type": kind, "patterns": ["x"]})));
        assert!(found.get(shown).is_some(), "{section} {kind} {found}");
        assert_eq!(
            (&found["id"], &found["level"], &found["name"]),
            (&json!(format!("{section}-1")), &json!("P1"), &json!(format!("{section}-1")))
        );
    }
    let found = item(
        "x",
        "checks",
        json!({"type": "regex", "patterns": ["x"], "priority": "P2", "description": "D"}),
    );
    assert_eq!((found.level, found.name.as_str()), (config::Level::P2, "D"));
    let flags = checked(
        "<script>)</script>",
        json!({"tool_checks": {"requires_html_entry": true, "requires_no_fatal_js": 1}}),
    );
    let found: Vec<_> = flags.items().map(|item| (item.id.as_str(), item.status)).collect();
    assert_eq!(found, [("tool-html-entry", Status::Pass), ("tool-js-syntax", Status::Fail)]);
}

#[test]
fn every_mistake_is_reported() {
    assert_eq!(mistakes(&json!([])), ["top level must be a JSON object"]);
    let good = json!({"id": "a", "name": "n", "type": "regex", "patterns": ["x"], "fix_hint": "h"});
    let with = |key: &str, value: Value| {
        let mut check = good.clone();
        check[key] = value;
        check
    };
    for (config, expected) in [
        (json!({"checks": {}}), "checks must be an array"),
        (json!({"tool_checks": "x"}), "tool_checks must be an array"),
        (json!({"checks": [1]}), "checks[0] must be an object"),
        (
            json!({"checks": [with("id", json!(" "))]}),
            "checks[0].id must be a non-empty string",
        ),
        (
            json!({"checks": [good], "anti_patterns": [good]}),
            "anti_patterns[0].id duplicates checks[0] ('a')",
        ),
        (
            json!({"checks": [with("name", json!(""))]}),
            "checks[0].name must be a non-empty string",
        ),
        (
            json!({"checks": [with("level", json!("P3"))]}),
            "checks[0].level must be one of P0, P1, P2; got \"P3\"",
        ),
        (
            json!({"checks": [with("status", Value::Null)]}),
            "checks[0].status belongs to reports; a configured check has none",
        ),
        (
            json!({"checks": [with("fix_hint", json!(1))]}),
            "checks[0].fix_hint must be a non-empty string",
        ),
        (
            json!({"checks": [with("type", json!("nope"))]}),
            "checks[0].type is unsupported: \"nope\"",
        ),
        (
            json!({"checks": [with("type", Value::Null)]}),
            "checks[0].type is unsupported: null",
        ),
        (
            json!({"checks": [{"id": "a", "type": "tool_check", "tool": "node_syntax", "fix_hint": "h"}]}),
            "checks[0].tool_check is only valid in tool_checks",
        ),
        (
            json!({"tool_checks": [{"id": "a", "type": "tool_check", "tool": "x", "fix_hint": "h"}]}),
            "tool_checks[0].tool is unsupported: \"x\"",
        ),
        (
            json!({"checks": [with("patterns", json!([]))]}),
            "checks[0].patterns must be a non-empty array",
        ),
        (
            json!({"checks": [with("patterns", json!("x"))]}),
            "checks[0].patterns must be a non-empty array",
        ),
        (
            json!({"checks": [with("patterns", json!(["x", ""]))]}),
            "checks[0].patterns[1] must be a non-empty string",
        ),
        (
            json!({"checks": [with("patterns", json!(["(a"]))]}),
            "checks[0].patterns[0] is invalid: missing ), unterminated subpattern at position 0",
        ),
        (
            json!({"checks": [{"id": "a", "type": "min_size_kb", "value": true, "fix_hint": "h"}]}),
            "checks[0].value must be a positive number",
        ),
        (
            json!({"checks": [{"id": "a", "type": "min_size_kb", "value": 0, "fix_hint": "h"}]}),
            "checks[0].value must be a positive number",
        ),
    ] {
        assert_eq!(
            mistakes(&config),
            ["invalid checks config:".to_owned(), format!("- {expected}")],
            "{config}"
        );
    }
    let many = mistakes(&json!({"checks": [{}, 1], "anti_patterns": 1}));
    assert_eq!(many.len(), 1 + 2 + 1 + 1, "{many:?}");
}

#[test]
fn what_is_not_validated_ends_in_an_error_item() {
    for (section, check) in [
        (
            "anti_patterns",
            json!({"type": "regex_none", "patterns": ["x"], "exclude_in": [1]}),
        ),
        (
            "proximity_checks",
            json!({"type": "proximity", "patterns": ["x"], "min_count": "2"}),
        ),
        ("tool_checks", json!({"type": "script_not_empty", "min_length": []})),
        ("tool_checks", json!({"type": "file_exists", "paths": {"a": 1}})),
    ] {
        let found = item("x", section, check);
        assert_eq!(found.status, Status::Error);
        assert!(found.error.is_some() && found.fix_hint.is_some());
    }
}

#[test]
fn counts_and_verdict() {
    let check = |id: &str, level: &str, pattern: &str| json!({"id": id, "level": level, "type": "regex", "patterns": [pattern], "fix_hint": "h"});
    let config = json!({
        "_doc": "Title", "ignored": 1,
        "tool_checks": [check("t", "P0", "x")],
        "checks": [check("a", "P0", "x"), check("b", "P1", "x"), check("c", "P2", "x")],
        "anti_patterns": [check("d", "P0", "y")],
        "proximity_checks": [check("e", "P0", "y"), check("f", "P1", "x"), check("g", "P2", "x")],
    });
    let report = checked("x", config);
    let summary = json!(report.summary);
    assert_eq!(
        summary.to_string(),
        r#"{"tool_pass":1,"tool_total":1,"p0_pass":1,"p0_total":1,"p1_pass":2,"p1_total":2,"p2_pass":2,"p2_total":2,"anti_pattern_triggers":0}"#
    );
    // A P0 proximity check counts nowhere but in the leaderboard's count.
    assert!(report.pass);
    assert_eq!(
        report.recount,
        Recount {
            passed: 7,
            total: 8,
            valid: true
        }
    );
    let keys: Vec<_> = json!(report).as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        keys,
        [
            "file",
            "file_size_kb",
            "tool_checks",
            "checks",
            "anti_patterns",
            "proximity_checks",
            "summary",
            "pass",
            "recount"
        ]
    );
    let text = Report::Checked(Box::new(report)).text();
    assert!(
        text.starts_with("Title: static checks\nindex.html (0.0 KB)\n") && text.ends_with("All: 7/8, passed\n"),
        "{text}"
    );
    let nothing = checked("x", json!({}));
    assert!(nothing.pass && !nothing.recount.valid);
}

#[test]
fn runs_that_cannot_start() {
    let report = run(Path::new("/nowhere/index.html"), &json!({}), &OxcSyntax);
    assert_eq!(report.exit_code(), 2);
    assert_eq!(json!(report)["error"], "html_not_found");
    let report = run_bytes("x", b"", Beside::Nothing, Path::new("/nowhere/checks.json"), &OxcSyntax);
    assert_eq!(
        (json!(report)["error"].clone(), json!(report)["checks"].clone()),
        (json!("invalid_checks_config"), json!("/nowhere/checks.json"))
    );
    let report = run_bytes("x", b"<p><![oops[", Beside::Nothing, &json!({}), &OxcSyntax);
    assert_eq!(json!(report)["error"], "html_parser_failed");
    assert!(!report.pass() && !report.recount().valid);
}
