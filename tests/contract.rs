//! Contracts and scorecards through the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn oracade(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oracade"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Standard output of a call that ends with 0.
fn good(arguments: &[&str]) -> String {
    let output = oracade(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("oracade-contract-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn path(folder: &Path, file: &str) -> String {
    folder.join(file).display().to_string()
}

#[test]
fn a_document_becomes_a_frozen_contract_and_judges_a_source() {
    let folder = scratch("build");
    let (design, draft) = ("corpus/contracts/weft/design.md", "corpus/contracts/weft/draft.json");
    assert!(good(&["contract", "rows", design]).contains("design.md:16: DBT-CLOTH.levels: id: levels | value: 3"));
    let (built, frozen) = (path(&folder, "built.json"), path(&folder, "frozen.json"));
    good(&["contract", "build", design, "--draft", draft, "-o", &built]);
    assert!(good(&["contract", "accept", &built]).contains("\"accepted\": true"));
    let digest = good(&["contract", "freeze", &built, "-o", &frozen]);
    let kept = fs::read_to_string("corpus/contracts/weft/contract.json").unwrap();
    assert!(kept.contains(digest.trim()), "the corpus has another digest than {digest}");
    assert!(good(&["contract", "show", &frozen]).contains("34 rules"));
    assert!(good(&["contract", "show", "--mermaid", &frozen]).starts_with("flowchart LR"));
    let table = good(&["contract", "source", &frozen, "corpus/tasks/weft/reference"]);
    assert!(table.contains("judge structural-1"), "{table}");
    let result = path(&folder, "result.json");
    good(&[
        "contract",
        "source",
        &frozen,
        "corpus/tasks/weft/reference",
        "--result",
        "us",
        "-o",
        &result,
    ]);
    let numbers = good(&["contract", "results", &frozen, &result]);
    assert!(
        numbers.contains("\"replay\": null") && numbers.contains("\"source\": 9"),
        "{numbers}"
    );
    assert!(good(&["contract", "results", &frozen, &result, "--feedback"]).contains("\"verdict\": \"partial\""));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_line() {
    let folder = scratch("wrong");
    let design = path(&folder, "design.md");
    fs::write(&design, "# G\n\n### RT-A\n\n| # | when |\n|---|---|\n| 1 | x |\n").unwrap();
    let output = oracade(&["contract", "rows", &design]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("design.md:5: error: RT-A has no ELSE"),
        "{}",
        text(&output.stderr)
    );
    let frozen = path(&folder, "frozen.json");
    let kept = fs::read_to_string("corpus/contracts/weft/contract.json").unwrap();
    fs::write(&frozen, kept.replacen("Undo is one move less", "Undo is two moves less", 1)).unwrap();
    let output = oracade(&["contract", "show", &frozen]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("frozen.json:3: digest: the contract was changed"),
        "{}",
        text(&output.stderr)
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn entries_are_scored_and_ranked() {
    let folder = scratch("score");
    let entry = |name: &str, build: bool, depth: f64| {
        let text = format!(
            "{{\"format\":\"oracade-entry-1\",\"scorecard\":\"gamecraft\",\"about\":{{\"agent\":\"{name}\"}},
              \"values\":{{\"build\":{build},\"mechanics\":[0.8],\"depth\":[{depth}],\"visuals\":[1],\"art\":[0.4]}}}}"
        );
        fs::write(folder.join(format!("{name}.json")), text).unwrap();
        path(&folder, &format!("{name}.json"))
    };
    let (a, b, c) = (entry("a", true, 0.5), entry("b", true, 1.0), entry("c", false, 0.0));
    assert!(good(&["score", "gamecraft", &a]).contains("total 0.585 (pass)"));
    let results = path(&folder, "results.json");
    good(&["score", "gamecraft", &a, &c, "--json", "-o", &results]);
    let board = good(&["leaderboard", "gamecraft", &results, &b]);
    let rows: Vec<&str> = board
        .lines()
        .filter(|line| line.starts_with("| 1 |") || line.starts_with("| 2 |") || line.starts_with("| - |"))
        .collect();
    assert_eq!(rows.len(), 3, "{board}");
    assert!(
        rows[0].contains("| b |") && rows[1].contains("| a |") && rows[2].contains("❌ it does not build"),
        "{board}"
    );
    let output = oracade(&["score", "no-such-card", &a]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("one of strict-success"),
        "{}",
        text(&output.stderr)
    );
    fs::remove_dir_all(folder).unwrap();
}

/// The files below a folder with their bytes.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push((path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// The small contract of these tests, frozen in a folder.
fn lamps(folder: &Path) -> String {
    let (built, frozen) = (path(folder, "built.json"), path(folder, "contract.json"));
    let (design, draft) = ("tests/play-contract/design.md", "tests/play-contract/draft.json");
    good(&["contract", "build", design, "--draft", draft, "-o", &built]);
    good(&["contract", "freeze", &built, "-o", &frozen]);
    frozen
}

/// A build of it, with something else in its place.
fn build(folder: &Path, name: &str, from: &str, to: &str) -> String {
    let html = fs::read_to_string("tests/play-contract/index.html").unwrap();
    assert!(html.contains(from), "{from}");
    fs::create_dir_all(folder.join(name)).unwrap();
    fs::write(folder.join(name).join("index.html"), html.replace(from, to)).unwrap();
    path(folder, name)
}

fn json_of(file: &Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn builds_are_played_under_a_contract_and_the_bytes_are_the_same_at_any_jobs() {
    let folder = scratch("evaluate");
    let frozen = lamps(&folder);
    let game = |name: &str, from: &str, to: &str| build(&folder, name, from, to);
    let sound = game("sound", "", "");
    let dead = game("dead", "if (event.code === 'KeyS') light();", "");
    let endless = game("endless", " && hall.lamps < MOST", "");
    let mute = game("mute", "window.__gameTest", "window.nothing");
    let evaluated = |jobs: &str, out: &str| {
        let arguments = [
            "evaluate", &frozen, &sound, &dead, &endless, &mute, "--votes", "3", "--jobs", jobs, "--out", out, "--json",
        ];
        let output = oracade(&arguments);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "");
        text(&output.stdout)
    };
    let (one, two) = (path(&folder, "one"), path(&folder, "two"));
    let results = evaluated("1", &one);
    assert_eq!(results, evaluated("3", &two));
    assert!(tree(Path::new(&one)) == tree(Path::new(&two)), "the folders differ");
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    let play = |build: usize, rule: usize| results[build]["rules"][rule]["play"].as_str().unwrap_or_default().to_owned();
    let rules = |build: usize| (0..3).map(|rule| play(build, rule)).collect::<Vec<_>>();
    assert_eq!(rules(0), ["satisfied", "satisfied", "satisfied"]);
    assert_eq!(rules(1), ["satisfied", "violated", "satisfied"]);
    assert_eq!(rules(2), ["satisfied", "violated", "violated"]);
    assert_eq!(results[2]["invariants"][0]["play"], false);
    assert_eq!(results[3]["runs"], false);
    assert_eq!(results[0]["scenarios"][0]["items"][0]["score"], 1.0);
    assert_eq!(results[1]["scenarios"][0]["items"][0]["score"], 0.0);
    // What is cited is there, and plays again.
    let replay: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(Path::new(&one).join("builds/sound/replay.json")).unwrap()).unwrap();
    let frames = replay["scenarios"][0]["items"][0]["frames"].as_array().unwrap();
    assert!(frames.len() <= 8 && frames[0]["why"] == "before", "{frames:?}");
    assert!(frames.iter().all(|frame| {
        Path::new(&one)
            .join("builds/sound")
            .join(frame["file"].as_str().unwrap())
            .is_file()
    }));
    let tape = path(Path::new(&one), "builds/sound/tapes/replay-first-lamp.tape");
    assert!(good(&["replay", "--verify", &tape]).contains("and the end"));
    let entry = path(Path::new(&one), "builds/sound/entry.json");
    assert!(good(&["leaderboard", "fidelity", &entry]).contains("sound"));
    let result = path(Path::new(&one), "builds/sound/result.json");
    assert!(good(&["contract", "results", &frozen, &result]).contains("\"play\": 100.0"));
    fs::remove_dir_all(folder).unwrap();
}

/// A judge that is a program: it notes that it was asked, and cites what `cited` makes of the first evidence it is given.
fn judge_file(folder: &Path, name: &str, verdict: &str, cited: &str) -> String {
    let program = folder.join(format!("{name}.sh"));
    let script = format!(
        "read -r request\n\
         printf 'asked\\n' >> '{log}'\n\
         id=$(printf '%s' \"$request\" | sed 's/.*\"evidence\":\\[{{\"id\":\"\\([^\"]*\\)\".*/\\1/')\n\
         case $request in\n\
         *'\"answer\":\"score\"'*) answer='{{\"score\":0.5}}' ;;\n\
         *) answer='{{\"verdict\":\"{verdict}\"}}' ;;\n\
         esac\n\
         printf '{{\"answer\":%s,\"cited\":[\"%s\"],\"rationale\":\"as I see it\"}}' \"$answer\" \"{cited}\"\n",
        log = folder.join(format!("{name}.log")).display(),
    );
    fs::write(&program, script).unwrap();
    let file = folder.join(format!("{name}.json"));
    let judge = serde_json::json!({
        "format": "oracade-judge-1", "attempts": 2,
        "judge": { "command": { "id": format!("{name}-1"), "program": "sh", "arguments": [program.display().to_string()] } },
    });
    fs::write(&file, judge.to_string()).unwrap();
    file.display().to_string()
}

/// What a judge that looks at so many pictures was sent for items of scenarios.
fn sent(folder: &Path, frozen: &str, game: &str, pictures: u32) -> (String, Vec<serde_json::Value>) {
    let (program, log) = (folder.join("sees.sh"), folder.join("sees.log"));
    let _ = fs::remove_file(&log);
    let script = format!(
        "read -r request\nprintf '%s\\n' \"$request\" >> '{}'\n\
         case $request in *'\"answer\":\"score\"'*) echo '{{\"answer\":{{\"score\":1}}}}' ;; *) echo '{{\"answer\":{{\"verdict\":\"satisfied\"}}}}' ;; esac\n",
        log.display()
    );
    fs::write(&program, script).unwrap();
    let file = folder.join("sees.json");
    let judge = serde_json::json!({
        "format": "oracade-judge-1", "pictures": pictures,
        "judge": { "command": { "id": "sees-1", "program": "sh", "arguments": [program.display().to_string()] } },
    });
    fs::write(&file, judge.to_string()).unwrap();
    let judge = file.display().to_string();
    let said = good(&[
        "evaluate", frozen, game, "--votes", "1", "--jobs", "1", "--json", "--judge", &judge,
    ]);
    let requests = fs::read_to_string(log).unwrap();
    let requests = requests
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["request"].take());
    (said, requests.filter(|request| request["kind"] == "replay_item").collect())
}

#[cfg(unix)]
#[test]
fn a_judge_that_sees_gets_pictures_and_another_gets_none() {
    let folder = scratch("sees");
    let frozen = lamps(&folder);
    let sound = build(&folder, "sound", "", "");
    let pictures = |request: &serde_json::Value| -> Vec<String> {
        let evidence = request["evidence"].as_array().unwrap().iter();
        evidence
            .filter_map(|item| Some(item["png_base64"].as_str()?.to_owned()))
            .collect()
    };
    let (first, requests) = sent(&folder, &frozen, &sound, 2);
    assert!(!requests.is_empty());
    for request in &requests {
        let pictures = pictures(request);
        assert!((1..=2).contains(&pictures.len()), "{}", pictures.len());
        assert!(pictures.iter().all(|png| png.starts_with("iVBORw0KGgo")));
    }
    // The same question in another run, and none of it without eyes.
    assert_eq!(sent(&folder, &frozen, &sound, 2), (first, requests));
    let (_, blind) = sent(&folder, &frozen, &sound, 0);
    assert!(!blind.is_empty() && blind.iter().all(|request| pictures(request).is_empty()));
    fs::remove_dir_all(folder).unwrap();
}

fn asked(folder: &Path, name: &str) -> usize {
    fs::read_to_string(folder.join(format!("{name}.log"))).map_or(0, |log| log.lines().count())
}

#[cfg(unix)]
#[test]
fn a_program_judges_what_was_played_and_its_replies_are_recorded_and_checked() {
    let folder = scratch("judge");
    let frozen = lamps(&folder);
    let sound = build(&folder, "sound", "", "");
    let (strict, recorded) = (judge_file(&folder, "strict", "violated", "$id"), path(&folder, "replies"));
    let play = |judge: &str, more: &[&str], code: i32| -> String {
        let mut arguments = vec![
            "evaluate", &frozen, &sound, "--votes", "1", "--jobs", "1", "--json", "--judge", judge,
        ];
        arguments.extend(more);
        let output = oracade(&arguments);
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        text(&output.stdout) + &text(&output.stderr)
    };
    // Its word counts, under its name, and every score of a scenario is its own.
    let first = play(&strict, &["--record", &recorded], 1);
    let results: serde_json::Value = serde_json::from_str(&first).unwrap();
    for rule in results[0]["rules"].as_array().unwrap() {
        assert_eq!(
            (&rule["play"], &rule["play_note"]),
            (&"violated".into(), &"as I see it".into()),
            "{rule}"
        );
    }
    assert_eq!(results[0]["judges"]["playtest"], "strict-1");
    assert_eq!(results[0]["scenarios"][0]["items"][0]["score"], 0.5);
    let count = asked(&folder, "strict");
    assert!(count >= 5, "{count}");
    // Its replies come again without it; what was never asked has none.
    assert_eq!(play(&strict, &["--replay", &recorded], 1), first);
    assert_eq!(asked(&folder, "strict"), count);
    let nothing = play(&strict, &["--replay", &recorded, "--seed", "77"], 2);
    assert!(nothing.contains("no reply is recorded"), "{nothing}");
    // Whoever cites what was not given is asked again, and then not believed.
    let liar = judge_file(&folder, "liar", "satisfied", "$id-more");
    let refused: serde_json::Value = serde_json::from_str(&play(&liar, &[], 0)).unwrap();
    for rule in refused[0]["rules"].as_array().unwrap() {
        assert_eq!(rule["play"], "unverified", "{rule}");
    }
    assert_eq!(refused[0]["scenarios"][0]["items"][0]["score"], 0.0);
    assert!(asked(&folder, "liar").is_multiple_of(2) && asked(&folder, "liar") > 0);
    fs::remove_dir_all(folder).unwrap();
}

/// Answers every question over HTTP until nobody asks any more, with what `reply` makes of the request's text.
fn model(reply: impl Fn(&str) -> String + Send + 'static) -> String {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let (mut asked, mut buffer) = (Vec::new(), [0_u8; 4096]);
            while let Ok(count @ 1..) = stream.read(&mut buffer) {
                asked.extend_from_slice(&buffer[..count]);
                let request = String::from_utf8_lossy(&asked);
                let length = request
                    .lines()
                    .find_map(|line| line.strip_prefix("Content-Length: ")?.parse::<usize>().ok());
                if let (Some((_, body)), Some(length)) = (request.split_once("\r\n\r\n"), length)
                    && body.len() >= length
                {
                    break;
                }
            }
            let content = reply(&String::from_utf8_lossy(&asked));
            let body = serde_json::json!({
                "choices": [{ "message": { "role": "assistant", "content": content } }],
                "usage": { "prompt_tokens": 100, "completion_tokens": 10 },
            });
            let body = body.to_string();
            let _ = write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        }
    });
    address
}

#[test]
fn a_model_judges_over_http_within_its_budget() {
    let folder = scratch("model");
    let frozen = lamps(&folder);
    let sound = build(&folder, "sound", "", "");
    let base_url = model(|request| {
        let kind = if request.contains("0 to 1") {
            "\"score\":1"
        } else {
            "\"verdict\":\"satisfied\""
        };
        format!("{{{kind},\"cited\":[],\"rationale\":\"it is plain\"}}")
    });
    let judge = |max_requests: u64| -> String {
        let file = folder.join("judge.json");
        let judge = serde_json::json!({
            "format": "oracade-judge-1", "max_requests": max_requests,
            "judge": { "http": { "base_url": base_url, "model": "tiny-1" } },
        });
        fs::write(&file, judge.to_string()).unwrap();
        file.display().to_string()
    };
    let arguments = |judge: &str| -> Vec<String> {
        let list = [
            "contract", "play", &frozen, &sound, "--votes", "1", "--jobs", "1", "--json", "--judge", judge,
        ];
        list.map(str::to_owned).to_vec()
    };
    let run = |judge: &str| oracade(&arguments(judge).iter().map(String::as_str).collect::<Vec<_>>());
    let output = run(&judge(1_000));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let results: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(results[0]["judges"]["playtest"], "http:tiny-1");
    for rule in results[0]["rules"].as_array().unwrap() {
        assert_eq!(
            (&rule["play"], &rule["play_note"]),
            (&"satisfied".into(), &"it is plain".into()),
            "{rule}"
        );
    }
    let output = run(&judge(1));
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("the budget of requests is used up"),
        "{}",
        text(&output.stderr)
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn bots_of_ones_own_play_beside_those_that_are_made() {
    let folder = scratch("bots");
    let frozen = lamps(&folder);
    let sound = build(&folder, "sound", "", "");
    let bot = |name: &str, source: &str| -> String {
        fs::write(folder.join(name), source).unwrap();
        path(&folder, name)
    };
    let eager = bot(
        "eager.js",
        "bot.rules('open');\n\
         for (let tries = 0; (await bot.observe()).snapshot.screen !== 'hall' && tries < 5; tries += 1) await bot.key('Enter');\n\
         bot.rules('light', 'full');\n\
         for (let lamp = 0; lamp < 5; lamp += 1) { await bot.click('switch'); await bot.wait(200); }\n\
         let refused = '';\n\
         await bot.scenario('hall', { lamps: 2 }).catch((error) => { refused = error.message; });\n\
         if (!refused.includes('ordinary')) throw new Error('it was let start elsewhere');\n",
    );
    let adversary = bot(
        "adversarial-full.js",
        "await bot.precondition({ 'hall.lamps': 3 });\nawait bot.wait(100);\nawait bot.key('KeyS');\nawait bot.wait(300);\n",
    );
    let broken = bot("broken.js", "await bot.key('Enter');\nawait bot.click('no-such-switch');\n");
    let out = path(&folder, "out");
    let output = oracade(&[
        "evaluate", &frozen, &sound, "--votes", "1", "--out", &out, "--bot", &eager, "--bot", &adversary, "--bot", &broken,
    ]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    let told = text(&output.stdout);
    assert!(
        told.contains("bot v1-broken: ") && told.contains("no control `no-such-switch`"),
        "{told}"
    );
    assert!(
        !told.contains("bot v1-eager") && !told.contains("bot v1-adversarial-full"),
        "{told}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_build_plays_scenarios_by_its_own_policy() {
    let folder = scratch("policy");
    let frozen = lamps(&folder);
    // It has another key than the contract thinks.
    let other = build(&folder, "other", "event.code === 'KeyS'", "event.code === 'KeyL'");
    let score = |code: i32| -> (serde_json::Value, serde_json::Value) {
        let out = path(&folder, "out");
        let output = oracade(&["contract", "replay", &frozen, &other, "--votes", "1", "--out", &out]);
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        let replay = json_of(&folder.join("out/builds/other/replay.json"));
        let scenario = &replay["scenarios"][0];
        (scenario["policy"].clone(), scenario["items"][0]["score"].clone())
    };
    assert_eq!(score(0), ("contract".into(), 0.0.into()));
    let policy = |scenarios: serde_json::Value| {
        let policy = serde_json::json!({ "format": "oracade-policy-1", "scenarios": scenarios });
        fs::write(folder.join("other/policy.json"), policy.to_string()).unwrap();
    };
    policy(serde_json::json!({ "first-lamp": [{ "at_ms": 100, "input": { "kind": "key", "code": "KeyL" } }] }));
    assert_eq!(score(0), ("build".into(), 1.0.into()));
    policy(serde_json::json!({ "first-lamp": [{ "at_ms": 100, "input": { "kind": "control", "name": "no-such-switch" } }] }));
    assert_eq!(score(0), ("build".into(), 0.0.into()));
    policy(serde_json::json!({ "first-lamp": [{ "at_ms": 100 }] }));
    let output = oracade(&["contract", "replay", &frozen, &other, "--votes", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("policy.json:1"), "{}", text(&output.stderr));
    fs::remove_dir_all(folder).unwrap();
}

/// A few of the corpus's wrong builds; `cargo xtask flaws` plays them all, for all rules.
#[test]
fn wrong_builds_are_violated_at_the_rule_they_break_and_the_reference_is_not() {
    for (game, variants) in [
        ("lantern-orchard", ["leaky-pause", "dead-keys"]),
        ("weft", ["moves-kept", "leaky-pause"]),
        ("hollow-almanac", ["aside-card", "no-blame"]),
        ("sunken-orrery", ["key-kept", "over-heal"]),
    ] {
        let contract = format!("corpus/contracts/{game}/contract.json");
        let task = oracade_corpus::task(game).unwrap();
        let broken = |name: &str| {
            let variant = task.variants.iter().find(|variant| variant.name == name).unwrap();
            variant.breaks.as_ref().unwrap().rule.as_str()
        };
        let rules = variants.map(broken);
        let mut arguments = vec!["contract", "play", &contract, game, "--votes", "1", "--json"];
        arguments.extend(rules.iter().flat_map(|rule| ["--rule", *rule]));
        let reference = oracade(&arguments);
        assert_eq!(reference.status.code(), Some(0), "{game}: {}", text(&reference.stdout));
        arguments.extend(variants.iter().flat_map(|variant| ["--variant", *variant]));
        let output = oracade(&arguments);
        assert_eq!(output.status.code(), Some(1), "{game}: {}", text(&output.stderr));
        let reference: serde_json::Value = serde_json::from_slice(&reference.stdout).unwrap();
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for (number, rule) in rules.iter().enumerate() {
            let of = |result: &serde_json::Value, rule: &str| -> serde_json::Value {
                let list = result["rules"].as_array().unwrap();
                list.iter().find(|one| one["rule"] == rule).unwrap().clone()
            };
            assert_eq!(of(&reference[0], rule)["play"], "satisfied", "{game}: {rule}");
            let wrong = of(&found[number], rule);
            assert_eq!(wrong["play"], "violated", "{game} {}: {wrong}", variants[number]);
            let evidence: Vec<&str> = wrong["play_evidence"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|id| id.as_str())
                .collect();
            let cites = |part: &str| evidence.iter().any(|id| id.contains(part));
            assert!(cites("/s") && cites("/f"), "{evidence:?}");
            // The other one's rule is kept.
            assert_ne!(
                of(&found[number], rules[1 - number])["play"],
                "violated",
                "{game} {}",
                variants[number]
            );
        }
    }
}
