use super::super::python_re::{Flags, Limit, MatchError, Regex, Text};
use super::*;

const LIMIT: Limit = Limit {
    steps: 5_000_000,
    frames: 1_000_000,
};

fn search(pattern: &str, text: &str) -> Result<bool, MatchError> {
    let regex = Regex::new(pattern, Flags::NONE).unwrap();
    regex.search(&Text::new(text), LIMIT).map(|found| found.is_some())
}

#[test]
fn bombs_end() {
    let text = format!("{}!", "a".repeat(5000));
    for pattern in [
        r"(a|a)*$",
        r"(a|aa)+$",
        r"(?:a+){1,50}$",
        r"(.*)(.*)(.*)\1\2\3x",
        r"(?:(a)|(a))*\2$",
        r"^(\w+\s?)*\1$",
    ] {
        assert_eq!(search(pattern, &text), Err(MatchError::StepLimit), "{pattern}");
    }
    assert_eq!(search("(?:(a)b?)*c", &"a".repeat(400_000)), Err(MatchError::MemoryLimit));
}

/// What makes a naive engine quadratic or worse is answered.
#[test]
fn familiar_shapes_stay_cheap() {
    let text = format!("{}!{}", "a".repeat(50_000), "const x = 1;\n".repeat(10_000));
    for (pattern, expected) in [
        (r"(a+)+$", false),
        (r"(x+x+)+y", false),
        (r"[\s\S]*nothere", false),
        (r"(?s)(?=.*const)(?=.*nothere)", false),
        (r"(?s)(?=.*nothere)(?=.*const)x", false),
        (r"const[\s\S]{0,9000}nothere", false),
        (r"const[\s\S]{0,100000}?nothere[\s\S]{0,100000}nor", false),
        (r"^(?![\s\S]*(nothere|nor))[\s\S]*$", true),
        (r"\A(?=[\s\S]*?\bx\b)(?=[\s\S]*?\bnothere\b)", false),
        (r"<[^>]*nothere", false),
    ] {
        assert_eq!(search(pattern, &text), Ok(expected), "{pattern}");
    }
}

#[test]
fn long_repeats_use_no_stack() {
    let text = "ab".repeat(100_000);
    assert_eq!(search(r"\A(?:ab)*\Z", &text), Ok(true));
    assert_eq!(search(r"\A(?:a|b)*?\Z", &text), Ok(true));
    assert_eq!(search(r"\A(?:ab){100000}\Z", &text), Ok(true));
    assert_eq!(search(r"\A(?>(?:ab)*)\Z", &text), Ok(true));
}

#[test]
fn deep_patterns_are_refused() {
    for depth in [100, 240, 1000, 100_000] {
        for open in ["(", "(?:", "(?=", "(?>", "(?i:", "(a)?(?(1)"] {
            let pattern = format!("{}{}", open.repeat(depth), ")".repeat(depth));
            assert_eq!(Regex::new(&pattern, Flags::NONE).is_ok(), depth < 250, "{open} {depth}");
        }
    }
}

#[test]
fn an_undecided_pattern_is_an_error_unless_it_does_not_matter() {
    let page = "a".repeat(40) + "!";
    let bomb = r"^(?:a|a)*$";
    for (section, kind, patterns, status) in [
        ("checks", "regex_any", json!([bomb]), Status::Error),
        ("checks", "regex_any", json!([bomb, "!"]), Status::Pass),
        ("checks", "regex_all", json!([bomb, "!"]), Status::Error),
        ("checks", "regex_all", json!([bomb, "z"]), Status::Fail),
        ("anti_patterns", "regex_none", json!([bomb, "z"]), Status::Error),
        ("anti_patterns", "regex_none", json!([bomb, "!"]), Status::Fail),
    ] {
        let found = item(&page, section, json!({"type": kind, "patterns": patterns}));
        assert_eq!(found.status, status, "{kind} {patterns}");
        assert_eq!(found.error.as_deref(), Some(r"pattern step limit exceeded: ^(?:a|a)*$"));
    }
}

#[test]
fn large_and_odd_documents() {
    let page = format!(
        "<html>{}<script>{}</script>",
        "<p class='x'>word</p>".repeat(400_000),
        "x;".repeat(1000)
    );
    assert!(page.len() > 8_000_000);
    let report = checked(
        &page,
        json!({
            "tool_checks": [{"id": "s", "type": "syntax", "fix_hint": "h"}],
            "checks": [
                {"id": "a", "type": "regex", "patterns": [r"^(?![\s\S]*nothere)[\s\S]*$", r"(?s)(?=.*word)(?=.*script)"], "fix_hint": "h"},
                {"id": "b", "type": "regex_none", "patterns": [r"word[\s\S]{0,9000}nothere", r"(\w)<\1"], "fix_hint": "h"},
            ],
        }),
    );
    assert!(report.pass, "{:?}", report.items().find(|item| item.status != Status::Pass));
    // Quotes and brackets that never close, bytes that are no text.
    for start in ["<a b='", "<a =\"", "<!--", "<script>", "<![CDATA[", "<?", "</", "<a ", "<a/"] {
        checked(&start.repeat(20_000), json!({}));
    }
    assert!(run_bytes("x", &[0xff; 10_000], Beside::Nothing, &json!({}), &OxcSyntax).pass());
}

#[test]
fn deep_scripts_get_a_verdict() {
    for (script, status) in [
        (format!("{}1{}", "(".repeat(20_000), ")".repeat(20_000)), Status::Pass),
        ("[".repeat(20_000), Status::Fail),
        (format!("{}1", "!".repeat(100_000)), Status::Pass),
        ("(".repeat(3_000_000), Status::Fail),
    ] {
        let page = format!("<script>{script}</script>");
        assert_eq!(item(&page, "tool_checks", json!({"type": "syntax"})).status, status);
        assert_eq!(
            item(&page, "tool_checks", json!({"type": "tool_check", "tool": "eslint_undef"})).status,
            status
        );
    }
}
