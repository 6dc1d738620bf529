use super::*;

const PLAIN: &str = r#"
title = "Steps"

[game]
options = { level = 2 }

[[actions.list]]
name = "left"
tap = ["ArrowLeft"]

[[actions.list]]
name = "right"
hold = ["ArrowRight"]
press = [3, 4.5]

[observation.vector]
fields = ["board"]
length = 4

[reward]
value = "score - before.score"

[end]
terminated = "over"
"#;

#[test]
fn a_description_is_read() {
    let config = Config::parse("env.toml", PLAIN).unwrap();
    assert_eq!(
        (config.title.as_str(), config.view, config.frames),
        ("Steps", View::Vector, 1)
    );
    assert_eq!(config.options["level"], 2);
    let Actions::Discrete(actions) = &config.actions else {
        panic!()
    };
    assert_eq!(actions[1].1.press, Some([3.0, 4.5]));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let cases = [
        ("title = \"Steps\"", "titel = \"Steps\"", "env.toml:2: "),
        (
            "name = \"right\"",
            "name = \"left\"",
            "env.toml:11: actions.list.name: the name \"left\" is taken by line 7",
        ),
        (
            "length = 4",
            "length = 0",
            "env.toml:18: observation.vector.length: 0 is not between 1 and",
        ),
        (
            "score - before.score",
            "score -",
            "env.toml:21: reward.value: cannot be read at column",
        ),
        ("terminated = \"over\"", "", "env.toml: end.terminated is missing"),
        (
            "[observation.vector]",
            "[observation]\ndefault = \"vector\"\n[observation.pixels]\nwidth = 9\n[x.y]",
            "env.toml:2",
        ),
        (
            "tap = [\"ArrowLeft\"]",
            "press = [1, inf]",
            "action \"left\": press is a place",
        ),
        ("hold = [\"ArrowRight\"]", "helt = []", "unknown field `helt`"),
        (
            "[[actions.list]]\nname = \"left\"",
            "[actions]\nkind = \"dance\"\n[[actions.list]]\nname = \"left\"",
            "actions.kind: not one of",
        ),
    ];
    for (from, to, expected) in cases {
        let text = PLAIN.replace(from, to);
        let error = Config::parse("env.toml", &text).unwrap_err().to_string();
        assert!(error.contains(expected), "{expected}\n{error}");
    }
}
