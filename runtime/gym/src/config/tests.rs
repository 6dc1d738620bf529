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

const SEVERAL: &str = r#"title = "Two"
[[players]]
name = "west"
reward = "west - before.west"
fields = ["west"]
list = [{ name = "stay" }, { name = "up", hold = ["KeyW"] }]
[[players]]
name = "east"
reward = "east - before.east"
fields = ["east"]
list = [{ name = "stay" }, { name = "up", hold = ["ArrowUp"] }, { name = "down", hold = ["ArrowDown"] }]
[observation.vector]
fields = ["west", "east"]
length = 1
[reward]
value = "west"
[end]
terminated = "over"
"#;

#[test]
fn players_have_lists_of_their_own() {
    let config = Config::parse("env.toml", SEVERAL).unwrap();
    let Actions::Players(lists) = &config.actions else {
        panic!("they are players");
    };
    assert_eq!((lists[0].len(), lists[1].len()), (2, 3));
    let names: Vec<&str> = config.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["west", "east"]);
    let cases = [
        (
            "name = \"east\"",
            "name = \"west\"",
            "env.toml:8: players.name: the name \"west\"",
        ),
        (
            "reward = \"east - before.east\"",
            "reward = \"east -\"",
            "env.toml:9: players.reward: cannot be read",
        ),
        ("fields = [\"west\"]\nlist", "list", "env.toml:3: players.fields"),
        (
            "list = [{ name = \"stay\" }, { name = \"up\", hold = [\"KeyW\"] }]",
            "",
            "players.list: west has no actions",
        ),
        (
            "[reward]",
            "[actions]\nnumbers = 3\n[reward]",
            "env.toml:3: players: each player has its own list",
        ),
    ];
    for (from, to, expected) in cases {
        let error = Config::parse("env.toml", &SEVERAL.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(expected), "{expected}\n{error}");
    }
}
