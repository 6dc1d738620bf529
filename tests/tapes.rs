//! Tapes through the command: recorded, replayed, compared, shortened, and left by failing checks.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A game that counts: keys move a square, `b` right after `a` wins, the background changes with every frame.
const GAME: &str = r#"<!doctype html><html><body style="margin:0"><canvas id=c width=200 height=100></canvas><script>
const state = { frame: 0, x: 0, last: '', won: false, luck: 0 };
const context = c.getContext('2d');
addEventListener('keydown', (event) => {
  if (state.last === 'a' && event.key === 'b') { state.won = true; console.log('won'); localStorage.won = 'yes'; }
  state.last = event.key;
  state.x += STEP;
});
function frame() {
  state.frame++;
  if (state.frame % 30 === 0) state.luck = Math.floor(Math.random() * 1000);
  context.fillStyle = `rgb(${state.frame % 256}, 40, 90)`;
  context.fillRect(0, 0, 200, 100);
  context.fillStyle = state.won ? 'gold' : 'white';
  context.fillRect(state.x, 40, 20, 20);
  requestAnimationFrame(frame);
}
frame();
window.__gameTest = { getSnapshot: () => structuredClone(state), loadScenario: (from) => Object.assign(state, from) };
</script></body></html>"#;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tapes").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file of the test");
        path.to_string_lossy().into_owned()
    }

    /// The game with a square that moves by `step` pixels a key.
    fn game(&self, name: &str, step: &str) -> String {
        self.write(name, &GAME.replace("STEP", step))
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file of the command")
    }
}

fn oracade(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_oracade")).args(arguments).output();
    output.expect("the command starts")
}

fn told(arguments: &[&str], code: i32) -> String {
    let output = oracade(arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}\n{error}");
    if code == 2 { error } else { text }
}

fn answer(arguments: &[&str], code: i32) -> Value {
    let text = told(&[arguments, &["--json"]].concat(), code);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn presses(keys: &[(u64, &str)]) -> String {
    let line = |at: u64, kind: &str, key: &str| {
        let code = format!("Key{}", key.to_uppercase());
        json!({ "at_ms": at, "input": { "kind": "key", "type": kind, "key": key, "code": code } }).to_string() + "\n"
    };
    keys.iter()
        .map(|(at, key)| line(*at, "keyDown", key) + &line(at + 20, "keyUp", key))
        .collect()
}

const KEYS: &[(u64, &str)] = &[
    (100, "c"),
    (210, "a"),
    (330, "d"),
    (450, "a"),
    (610, "b"),
    (800, "c"),
    (900, "a"),
];

/// Records two seconds of the game in this folder, with a checkpoint every 5 frames.
fn recorded(folder: &Folder) -> (String, String) {
    let game = folder.game("game.html", "5");
    let events = folder.write("events.jsonl", &presses(KEYS));
    let tape = folder.path("game.tape");
    let arguments = [
        "record",
        &game,
        "--events",
        &events,
        "--for",
        "2s",
        "--every",
        "5",
        "--pictures",
        "--viewport",
        "320x200",
        "-o",
        &tape,
    ];
    told(&arguments, 0);
    (game, tape)
}

#[test]
fn a_tape_plays_as_it_was_recorded() {
    let folder = Folder::new("plays");
    let (game, tape) = recorded(&folder);
    let result = answer(&["replay", "--verify", &tape], 0);
    assert_eq!(result["equal"], true);
    assert_eq!(result["compared"], 24);
    assert_eq!(result["end_compared"], true);
    // The run lives: no two checkpoints look alike, and the snapshot moves.
    let text = folder.read("game.tape");
    let seen: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let seen: Vec<&Value> = seen.iter().filter_map(|line| line.get("checkpoint")).collect();
    let pixels: std::collections::BTreeSet<&str> = seen.iter().filter_map(|seen| seen["pixels"].as_str()).collect();
    assert_eq!((seen.len(), pixels.len()), (24, 24));
    assert_eq!(seen[23]["value"]["won"], true);
    assert_eq!(seen[23]["value"]["x"], 35);
    // Recorded again it is the same file.
    let again = folder.path("again.tape");
    let arguments = [
        "record",
        &game,
        "--events",
        &tape,
        "--for",
        "2s",
        "--every",
        "5",
        "--viewport",
        "320x200",
        "-o",
        &again,
    ];
    told(&arguments, 0);
    assert_eq!(text, folder.read("again.tape"));
    assert!(told(&arguments, 2).contains("is there already"));
    // Another seed is another run.
    let other = folder.path("other.tape");
    let arguments = [
        "record",
        &game,
        "--events",
        &tape,
        "--for",
        "2s",
        "--every",
        "5",
        "--viewport",
        "320x200",
        "--seed",
        "2",
        "-o",
        &other,
    ];
    told(&arguments, 0);
    assert_ne!(text, folder.read("other.tape"));
}

#[test]
fn the_first_frame_that_differs_is_named_with_what_differs() {
    let folder = Folder::new("differs");
    let (_, tape) = recorded(&folder);
    let text = folder.read("game.tape");
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let mut line: Value = serde_json::from_str(line).expect("JSON");
            if let Some(seen) = line.get_mut("checkpoint").filter(|seen| seen["frame"].as_u64() >= Some(60)) {
                seen["value"]["x"] = 999.into();
                seen["snapshot"] = "0".repeat(64).into();
                seen["pixels"] = "0".repeat(64).into();
            }
            line.to_string()
        })
        .collect();
    let forged = folder.write("forged.tape", &(lines.join("\n") + "\n"));
    fs::rename(folder.path("game.tape.frames"), folder.path("forged.tape.frames")).expect("pictures");
    let out = folder.path("pictures");
    let result = answer(&["replay", "--verify", &forged, "--out", &out], 1);
    let divergence = &result["divergence"];
    assert_eq!(divergence["frame"], 60);
    assert_eq!(divergence["equal_until"], 55);
    let expected = json!([
        { "what": "snapshot", "path": "/x", "expected": 999, "got": 35 },
        { "what": "pixels" },
    ]);
    assert_eq!(divergence["differences"], expected);
    for what in ["now", "tape", "difference"] {
        assert!(Path::new(&out).join(format!("frame-000060-{what}.png")).is_file(), "{what}");
    }
    let text = told(&["replay", &forged], 0);
    assert!(text.contains("frame 60 (1000.000 ms) differs, frame 55 was equal"), "{text}");
    assert!(text.contains("/x: tape 999, now 35"), "{text}");
    assert_eq!(answer(&["replay", "--verify", &tape], 0)["equal"], true);
}

#[test]
fn a_tape_that_broke_off_is_good_up_to_its_last_whole_line() {
    let folder = Folder::new("broken-off");
    recorded(&folder);
    let text = folder.read("game.tape");
    let cut = folder.write("cut.tape", &text[..text.len() * 2 / 3]);
    let result = answer(&["replay", "--verify", &cut], 0);
    assert_eq!(result["equal"], true);
    assert_eq!(result["end_compared"], false);
    assert!(
        result["compared"].as_u64().is_some_and(|count| (8..24).contains(&count)),
        "{result}"
    );
}

#[test]
fn what_is_no_tape_is_refused_with_the_line() {
    let folder = Folder::new("refused");
    let (game, tape) = recorded(&folder);
    let text = folder.read("game.tape");
    let with = |name: &str, line: &str| folder.write(name, &format!("{}\n{line}\n", text.lines().next().unwrap_or_default()));
    for (line, message) in [
        ("{\"at_ms\": 5, \"fly\": true}", "line 2: \"fly\" is unknown"),
        ("{\"at_ms\": -1, \"reload\": true}", "line 2: at_ms must be a time"),
        ("{\"at_ms\": 5}", "line 2: a line has at_ms and one of"),
        ("{\"at_ms\": 5, \"input\": 1}", "line 2: input is an object"),
        ("nonsense", "line 2: not JSON"),
        (
            "{\"at_ms\": 9, \"reload\": true}\n{\"at_ms\": 8, \"reload\": true}",
            "line 3: at_ms goes back",
        ),
        ("{\"at_ms\": 9, \"checkpoint\": {}}", "line 2: checkpoint: missing field"),
    ] {
        let error = told(&["replay", &with("bad.tape", line)], 2);
        assert!(error.contains(message), "{line}: {error}");
    }
    let header = text.lines().next().unwrap_or_default();
    for (from, to, message) in [
        ("\"tape\":1", "\"tape\":9", "format 9; this version of oracade reads format 1"),
        ("[320,200]", "[0,200]", "viewport must be two sizes"),
        ("\"default\"", "\"comic\"", "profile.fonts is \"comic\""),
        ("\"UTC\"", "\"Mars/Base\"", "pages live in UTC"),
    ] {
        assert!(header.contains(from), "{header}");
        let error = told(&["replay", &folder.write("bad.tape", &header.replacen(from, to, 1))], 2);
        assert!(error.contains(message), "{to}: {error}");
    }
    assert!(told(&["replay", &folder.write("empty.tape", "")], 2).contains("is empty"));
    assert!(told(&["replay", &folder.path("none.tape")], 2).contains("cannot read"));
    let list = folder.write("list.jsonl", "{\"at_ms\": 1, \"reload\": true}\n");
    assert!(told(&["replay", &list], 2).contains("oracade record"));
    // Another version of the game is not what was recorded.
    let changed = folder.game("changed.html", "6");
    let error = told(&["replay", "--verify", &tape, "--game", &changed], 2);
    assert!(
        error.contains("is not the game that was recorded") && error.contains("oracade diff"),
        "{error}"
    );
    let refused = folder.write(
        "events.jsonl",
        "{\"at_ms\": 100, \"input\": {\"kind\": \"key\", \"type\": \"keyFlown\"}}\n",
    );
    let error = told(&["record", &game, "--events", &refused, "-o", &folder.path("x.tape")], 2);
    assert!(error.contains("the input at 100 ms is refused"), "{error}");
}

#[test]
fn two_builds_part_at_an_exact_frame() {
    let folder = Folder::new("diff");
    let (game, tape) = recorded(&folder);
    assert_eq!(answer(&["diff", &tape, &game, &game], 0)["compared"], 120);
    let changed = folder.game("changed.html", "(event.key === 'd' ? 6 : 5)");
    let out = folder.path("pictures");
    let result = answer(&["diff", &tape, &game, &changed, "--out", &out], 1);
    // `d` is pressed at 330 ms; frame 20 is at 333.3 ms.
    assert_eq!(result["divergence"]["frame"], 20);
    let paths: Vec<&str> = result["divergence"]["differences"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["path"].as_str().or(one["what"].as_str()))
        .collect();
    assert_eq!(paths, ["/x", "pixels"]);
    assert_eq!(fs::read_dir(&out).expect("pictures").count(), 3);
    let fast = answer(&["diff", &tape, &game, &changed, "--no-pixels"], 1);
    assert_eq!(fast["divergence"]["frame"], 20);
    // A change that nothing of the tape shows.
    let same = folder.game("same.html", "(event.key === 'q' ? 6 : 5)");
    assert_eq!(answer(&["diff", &tape, &game, &same], 0)["equal"], true);
}

#[test]
fn the_first_build_that_differs_is_found() {
    let folder = Folder::new("bisect");
    let (game, tape) = recorded(&folder);
    let builds: Vec<String> = (0..7)
        .map(|n| {
            folder.game(
                &format!("build-{n}.html"),
                &format!("(/*{n}*/ {})", if n < 4 { 5 } else { 4 }),
            )
        })
        .collect();
    let mut arguments = vec!["bisect", tape.as_str()];
    arguments.extend(builds.iter().map(String::as_str));
    let result = answer(&arguments, 0);
    assert_eq!(result["first"], json!(builds[4]));
    assert_eq!(result["before"], json!(builds[3]));
    assert_eq!(answer(&["bisect", &tape, &game, &builds[1]], 1)["first"], Value::Null);
    assert!(told(&["bisect", &tape, &builds[5], &builds[6]], 2).contains("differs from the tape already"));
}

#[test]
fn a_failure_is_shortened_to_what_it_takes() {
    let folder = Folder::new("minimize");
    let (_, tape) = recorded(&folder);
    let short = folder.path("short.tape");
    let result = answer(&["minimize", &tape, "--until", "localStorage.won === 'yes'", "-o", &short], 0);
    assert_eq!((result["events"].as_u64(), result["before"].as_u64()), (Some(4), Some(14)));
    assert_eq!(
        result["branches"],
        if cfg!(target_os = "linux") { "forks" } else { "repeats" }
    );
    assert_eq!(answer(&["replay", "--verify", &short], 0)["equal"], true);
    let text = folder.read("short.tape");
    let codes: Vec<&str> = text.lines().filter(|line| line.contains("keyDown")).collect();
    assert!(
        codes.len() == 2 && codes[0].contains("KeyA") && codes[1].contains("KeyB"),
        "{codes:?}"
    );
    assert!(told(&["minimize", &tape, "--until", "false"], 2).contains("does not lead there"));
}

#[test]
fn a_tape_is_recorded_again_on_a_changed_game() {
    let folder = Folder::new("retrace");
    let (_, tape) = recorded(&folder);
    let before = folder.read("game.tape");
    let result = answer(&["retrace", &tape, "--dry-run"], 0);
    assert_eq!(result["changed"], json!([]));
    folder.game("game.html", "6");
    let result = answer(&["retrace", &tape, "--dry-run"], 0);
    // The first key is pressed at 100 ms: all checkpoints but that of frame 5 (83 ms) change.
    assert_eq!(result["changed"].as_array().map(Vec::len), Some(23));
    assert_eq!(result["changed"][0]["differences"][0]["path"], "/x");
    assert_eq!(folder.read("game.tape"), before);
    told(&["retrace", &tape], 0);
    assert_ne!(folder.read("game.tape"), before);
    assert_eq!(answer(&["replay", "--verify", &tape], 0)["equal"], true);
}

#[test]
fn any_frames_of_a_tape_become_pictures() {
    let folder = Folder::new("frames");
    let (_, tape) = recorded(&folder);
    let out = folder.path("pictures");
    told(&["frames", &tape, "--at", "10..40", "--every", "10", "-o", &out], 0);
    let picture = |frame: u64| fs::read(Path::new(&out).join(format!("frame-{frame:06}.png"))).expect("a picture");
    assert_eq!(fs::read_dir(&out).expect("pictures").count(), 4);
    assert_ne!(picture(10), picture(20));
    // What a checkpoint saw is what its frame shows.
    let kept = fs::read(Path::new(&folder.path("game.tape.frames")).join("frame-000030.png")).expect("a picture");
    assert_eq!(picture(30), kept);
    for (form, name) in [("strip", "strip.png"), ("apng", "all.png")] {
        let file = folder.path(name);
        told(
            &["frames", &tape, "--every", "20", "--as", form, "--shrink", "2", "-o", &file],
            0,
        );
        let bytes = fs::read(&file).expect("a picture");
        assert_eq!(&bytes[1..4], b"PNG");
        assert_eq!(bytes.windows(4).any(|chunk| chunk == b"acTL"), form == "apng");
    }
    assert!(told(&["frames", &tape, "--at", "500"], 2).contains("the tape has frames 0 to 120"));
}

#[test]
fn lists_of_other_systems_are_recorded() {
    let folder = Folder::new("lists");
    let game = folder.game("game.html", "5");
    let trace = json!({ "scenario": { "x": 50 }, "duration_frames": 30, "events": [
        { "frame": 3, "type": "key_press", "keycode": 65 }, { "frame": 9, "type": "key_press", "keycode": 66 },
    ]});
    let steps = json!([
        { "action": "wait", "ms": 100 }, { "action": "press", "key": "a" }, { "action": "press", "key": "b" },
        { "action": "evaluate", "expression": "localStorage.won" },
    ]);
    for (name, list) in [("trace", trace), ("steps", steps)] {
        let list = folder.write(&format!("{name}.json"), &format!("{list:#}"));
        let tape = folder.path(&format!("{name}.tape"));
        let result = answer(&["record", &game, "--events", &list, "--for", "1s", "-o", &tape], 0);
        assert_eq!(answer(&["replay", "--verify", &tape], 0)["equal"], true, "{name}");
        let text = folder.read(&format!("{name}.tape"));
        assert!(text.contains("\"won\":true"), "{name}: {text}");
        if name == "steps" {
            assert_eq!(result["evaluations"][0]["value"], "yes");
        } else {
            assert!(text.contains("\"x\":60"), "{text}");
        }
    }
}

/// A failing check leaves a tape, and the tape does again what the check did, to the last line of the digest.
#[test]
fn a_failing_check_leaves_a_tape_that_reproduces_it() {
    let folder = Folder::new("check");
    let out = folder.path("out");
    let output = oracade(&["check", "weft", "--variant", "dead-drag", "--out", &out]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let tapes: Vec<&str> = error
        .lines()
        .filter_map(|line| line.strip_prefix("reproduce: oracade replay --verify "))
        .collect();
    assert!(!tapes.is_empty(), "{error}");
    for tape in tapes {
        let result = answer(&["replay", "--verify", tape], 0);
        assert_eq!(result["end_compared"], true, "{tape}");
        assert!(
            result["evaluations"].as_array().is_some_and(|list| !list.is_empty()),
            "{tape}: {result}"
        );
    }
}

/// A page that counts its visits in a database, and a suite whose second check begins with what the first one left.
const VISITS: &str = r#"<!doctype html><html><body><script>
const request = indexedDB.open('save', 2);
request.onupgradeneeded = () => {
  const store = request.result.createObjectStore('visits', { keyPath: 'id', autoIncrement: true });
  store.createIndex('when', 'when');
};
window.state = { visits: null };
request.onsuccess = () => {
  const store = request.result.transaction('visits', 'readwrite').objectStore('visits');
  store.add({ when: new Date(5), bytes: new Uint8Array([1, 2, 255]), map: new Map([['a', 1n]]) });
  store.getAll().onsuccess = (event) => {
    state.visits = event.target.result.length;
    state.kept = event.target.result.every((visit) => visit.bytes[2] === 255 && visit.map.get('a') === 1n && +visit.when === 5);
    console.log('visits', state.visits, state.kept);
  };
};
window.__gameTest = { getSnapshot: () => structuredClone(state) };
</script></body></html>"#;

#[test]
fn a_tape_holds_the_databases_a_check_began_with() {
    let folder = Folder::new("databases");
    let game = folder.write("game.html", VISITS);
    folder.write(
        "checks.js",
        "module.exports.suite = [1, 2, 3].map((n) => ({ id: `visit-${n}`, level: 'P1', name: 'n', async run({ browser }) {
           await browser.sleep(300);
           const visits = await browser.eval('state.visits');
           return { status: n === 1 ? 'PASS' : 'FAIL', detail: `visits ${visits}` };
         } }));",
    );
    let out = folder.path("out");
    let output = oracade(&["check", &game, "--out", &out]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{error}");
    for (check, visits) in [("visit-2", 2), ("visit-3", 3)] {
        let path = format!("out/game/failures/{check}.tape");
        let header: Value = serde_json::from_str(folder.read(&path).lines().next().expect("a header")).expect("JSON");
        let database = &header["databases"][0];
        assert_eq!(
            (&database["name"], database["version"].as_f64()),
            (&json!("0073006100760065"), Some(2.0)),
            "{database}"
        );
        let tape = folder.path(&path);
        let result = answer(&["replay", "--verify", &tape], 0);
        assert_eq!(
            (&result["equal"], &result["end_compared"]),
            (&json!(true), &json!(true)),
            "{result}"
        );
        let evaluations = result["evaluations"].to_string();
        assert!(evaluations.contains(&format!("\"value\":{visits}")), "{check}: {evaluations}");
        // Without its databases it is another run.
        let mut bare = header.clone();
        bare.as_object_mut().expect("a header").remove("databases");
        let text = folder.read(&path);
        let rest = text.split_once('\n').expect("lines").1;
        let forged = folder.write("bare.tape", &format!("{bare}\n{rest}"));
        assert_eq!(answer(&["replay", "--verify", &forged], 1)["equal"], false);
        // One that nobody can have written is refused by name.
        let mut bad = header.clone();
        bad["databases"][0]["version"] = json!(1.5);
        let bad = folder.write("bad.tape", &format!("{bad}\n{rest}"));
        assert!(told(&["replay", &bad], 2).contains("line 1: databases: the version of \"0073"));
    }
}

#[test]
fn tapes_become_lists_of_other_systems_and_back() {
    let folder = Folder::new("export");
    let (game, tape) = recorded(&folder);
    for (form, name, time) in [
        ("playwright", "steps.json", "2s"),
        ("jsonl", "events.jsonl", "2s"),
        ("gamecraft", "trace.json", "2s"),
    ] {
        let list = folder.path(name);
        let result = answer(&["export", &tape, "--to", form, "-o", &list], 0);
        assert_eq!(result["events"], 14, "{form}");
        let again = folder.path(&format!("{form}.tape"));
        let arguments = [
            "record",
            &game,
            "--events",
            &list,
            "--for",
            time,
            "--every",
            "5",
            "--viewport",
            "320x200",
            "-o",
            &again,
        ];
        told(&arguments, 0);
        // The keys are the same ones; only a trace moves them to its frames.
        let last = |name: &str| {
            let text = folder.read(name);
            let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            lines
                .iter()
                .rev()
                .find_map(|line| line.get("checkpoint").map(|seen| seen["value"]["x"].clone()))
        };
        assert_eq!(last(&format!("{form}.tape")), last("game.tape"), "{form}");
        if form == "jsonl" {
            assert_eq!(folder.read("jsonl.tape"), folder.read("game.tape"));
        }
    }
    let error = String::from_utf8_lossy(&oracade(&["export", &tape, "--to", "gamecraft"]).stderr).into_owned();
    assert!(
        error.contains("not in it: time (moved to the nearest the list can say)"),
        "{error}"
    );
    assert!(error.contains("not in it: header: seed"), "{error}");
    let list = folder.write(
        "list.jsonl",
        "{\"at_ms\": 100, \"input\": {\"kind\": \"gamepad\", \"index\": 0}}\n",
    );
    assert!(told(&["export", &list, "--to", "playwright"], 2).contains("input: gamepad, at 100 ms"));
    told(&["export", &list, "--to", "jsonl", "--strict"], 0);
    let script = told(&["export", &tape, "--to", "playwright-script"], 0);
    assert!(
        script.contains("\"Input.dispatchKeyEvent\"") && !script.contains('@'),
        "{script}"
    );
}
