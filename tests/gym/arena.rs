//! `oracade arena` and the players of `oracade gym` that are files: grids, records, statistics, contamination tests, prompts.

use super::{root, scratch};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn oracade(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_oracade"))
        .args(arguments)
        .current_dir(root())
        .env("ORACADE_TEST_KEY", "secret-1")
        .output()
        .expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

fn arena(arguments: &[&str]) -> (String, String, Option<i32>) {
    oracade(&[&["arena"], arguments].concat())
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// All files of a folder with their bytes, in order.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(place) = folders.pop() {
        for entry in fs::read_dir(&place).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("within");
                found.push((shown(name), fs::read(&path).expect("a file")));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_grid_is_the_same_at_any_number_of_jobs_and_goes_on_where_it_was() {
    let plan = "tests/gym/plan.toml";
    let (one, two) = (scratch("grid-1"), scratch("grid-2"));
    let (text, error, code) = arena(&["ablate", plan, "-o", &shown(&one), "--jobs", "1"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(text.contains("48 episodes, 0 of them there already"), "{text}");
    assert_eq!(arena(&["ablate", plan, "-o", &shown(&two), "--jobs", "3"]).2, Some(0));
    let all = files(&one);
    assert!(all == files(&two), "files differ by the number of jobs");
    // A run that was broken off: what is missing is played again, to the same bytes.
    fs::remove_file(one.join("results.jsonl")).expect("it is there");
    for entry in fs::read_dir(one.join("cells")).expect("cells").take(5) {
        fs::remove_file(entry.expect("a cell").path()).expect("it is there");
    }
    let (text, _, _) = arena(&["ablate", plan, "-o", &shown(&one), "--json"]);
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&told["played"], &told["kept"]), (&json!(5), &json!(43)));
    assert!(all == files(&one), "what was played again differs");
    // The logs are in the benchmark's form.
    let logs = one.join("runs/rounds/2048-v0/perception+memory+reasoning");
    let settings: Value = serde_json::from_slice(&fs::read(logs.join("agent_config.json")).expect("settings")).expect("JSON");
    assert_eq!(
        (&settings["harness"], &settings["modules"]),
        (&json!(true), &json!("perception+memory+reasoning"))
    );
    assert!(
        settings["prompts"]["plan"]
            .as_str()
            .expect("a prompt")
            .contains("{game_trajectory}")
    );
    let log = fs::read_to_string(logs.join("episode_002_log.jsonl")).expect("a log");
    let line: Value = serde_json::from_str(log.lines().nth(1).expect("lines")).expect("JSON");
    let observation: Value = serde_json::from_str(line["agent_observation"].as_str().expect("a text")).expect("JSON");
    let keys: Vec<&String> = observation.as_object().expect("fields").keys().collect();
    assert_eq!(
        keys,
        [
            "img_path",
            "game_trajectory",
            "reflection",
            "processed_visual_description",
            "textual_representation",
            "background"
        ]
    );
    assert!(
        observation["game_trajectory"]
            .as_str()
            .expect("a text")
            .starts_with("Past 1 turn(s)")
    );
    assert!(
        observation["processed_visual_description"]
            .as_str()
            .expect("a text")
            .starts_with("4 columns, 4 rows")
    );
    let summary: Value = serde_json::from_slice(&fs::read(logs.join("gym_run_summary.json")).expect("a summary")).expect("JSON");
    assert_eq!(summary["individual_run_results"].as_array().map(Vec::len), Some(3));

    // What the results come to.
    let folder = shown(&one);
    let external = one.join("external.json");
    fs::write(
        &external,
        r#"{"riddles": {"random": 1, "corner": 2, "rounds": 3, "mumbler": 4}}"#,
    )
    .expect("a file");
    let (text, error, code) = arena(&["analyse", &folder, "--external", &shown(&external), "--json"]);
    assert_eq!(code, Some(0), "{error}");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    let effect = |player: &str, modules: &str| {
        let all = told["effects"].as_array().expect("effects");
        let found = all
            .iter()
            .find(|it| it["player"] == player && it["modules"] == modules && it["game"] == "2048-v0");
        found.expect("an effect").clone()
    };
    // Who mumbles unless it reasons gains by reasoning, and who goes round by being told that it is stuck.
    assert!(
        effect("mumbler", "perception+memory+reasoning")["paired"]["difference"].as_f64() > Some(0.0),
        "{text}"
    );
    assert_eq!(effect("rounds", "memory")["paired"]["pairs"], 3);
    assert!(
        told["together"]
            .as_array()
            .expect("pairs")
            .iter()
            .any(|it| it["b"] == "riddles")
    );
    assert_eq!(told["factors"]["tasks"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        told["above_random"]["none"]
            .as_f64()
            .map(|share| (0.0..=1.0).contains(&share)),
        Some(true)
    );
    assert!(
        arena(&["analyse", &folder])
            .0
            .contains("what modules add, runs of one seed compared")
    );

    let (markdown, _, code) = arena(&["board", &folder]);
    assert_eq!(code, Some(0));
    assert!(
        markdown.starts_with("| player | with | Tetris-v0 | 2048-v0 |") && markdown.contains("| o3 † | harness | 42.0 | 128.6 |"),
        "{markdown}"
    );
    let page = one.join("board.html");
    assert_eq!(arena(&["board", &folder, "--format", "html", "-o", &shown(&page)]).2, Some(0));
    assert!(fs::read_to_string(page).expect("a page").contains("<table>"));
    let (text, _, _) = arena(&["board", &folder, "--json"]);
    let board: Value = serde_json::from_str(&text).expect("JSON");
    assert!(board["source"].as_str().expect("a source").contains("LMGame-Bench"));
}

/// A service like OpenAI's: it answers by what the question contains, counts, and fails each first time if it is told to.
struct Service {
    address: String,
    asked: Arc<AtomicUsize>,
}

impl Service {
    fn start(answer: fn(&str) -> String) -> Service {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let asked = Arc::new(AtomicUsize::new(0));
        let count = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { break };
                let count = count.clone();
                std::thread::spawn(move || {
                    let Some(body) = request(&mut stream) else { return };
                    count.fetch_add(1, Ordering::SeqCst);
                    let content = answer(&body);
                    let body = json!({
                        "choices": [{ "message": { "role": "assistant", "content": content } }],
                        "usage": { "prompt_tokens": 100, "completion_tokens": 10 },
                    })
                    .to_string();
                    let _ = write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
                });
            }
        });
        Service { address, asked }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

fn request(stream: &mut TcpStream) -> Option<String> {
    let (mut asked, mut buffer) = (Vec::new(), [0; 65_536]);
    loop {
        let count = stream.read(&mut buffer).ok().filter(|count| *count > 0)?;
        asked.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&asked);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length: usize = head
            .lines()
            .find_map(|line| line.strip_prefix("Content-Length: ")?.parse().ok())?;
        if body.len() >= length {
            assert!(head.contains("Authorization: Bearer secret-1"), "{head}");
            return Some(body.to_owned());
        }
    }
}

fn endpoint(service: &Service, more: &str) -> String {
    format!(
        "format = \"oracade-arena-1\"\ngames = [\"2048-v0\"]\nmodules = [\"none\", \"memory\"]\nseeds = {{ runs = 2 }}\nmax_steps = 8\n{more}\n\
         [[player]]\nname = \"tiny\"\nendpoint = {{ base_url = \"{}\", model = \"tiny-1\", key_variable = \"ORACADE_TEST_KEY\", input_price = 1000000 }}\n",
        service.address
    )
}

#[test]
fn a_model_behind_an_endpoint_plays_and_is_replayed_without_it() {
    let service = Service::start(|body| {
        if body.contains("reflection: …") {
            "reflection: go on".to_owned()
        } else if body.contains("go on") {
            "thought: as told\naction: up".to_owned()
        } else {
            "action: left".to_owned()
        }
    });
    let folder = scratch("endpoint");
    let plan = folder.join("plan.toml");
    fs::write(&plan, endpoint(&service, "")).expect("a plan");
    let (plan, records) = (shown(&plan), shown(&folder.join("records")));
    let (first, again) = (shown(&folder.join("first")), shown(&folder.join("again")));
    let (text, error, code) = arena(&["ablate", &plan, "-o", &first, "--recorded", &records, "--jobs", "2", "--json"]);
    assert_eq!(code, Some(0), "{error}");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    // Two episodes of eight turns without modules, two with a reflection on all but the first turn.
    assert_eq!((service.asked(), &told["spent"]["requests"]), (16 + 16 + 14, &json!(46)));
    assert_eq!(
        (&told["spent"]["input_tokens"], &told["spent"]["usd_micros"]),
        (&json!(4600), &json!(4600))
    );
    // Again, elsewhere, from records alone: nobody is asked, and all bytes are the same.
    let (text, error, code) = arena(&["ablate", &plan, "-o", &again, "--recorded", &records, "--replay", "--json"]);
    assert_eq!(code, Some(0), "{error}");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((service.asked(), &told["spent"]["requests"]), (46, &json!(0)));
    assert!(files(Path::new(&first)) == files(Path::new(&again)), "a replay differs");
    // What is not recorded is not made up.
    let other = folder.join("other.toml");
    fs::write(
        &other,
        endpoint(&service, "max_memory = 4\n[slots]\nrole = \"You are hasty.\""),
    )
    .expect("a plan");
    let elsewhere = shown(&folder.join("elsewhere"));
    let (_, error, code) = arena(&["ablate", &shown(&other), "-o", &elsewhere, "--recorded", &records, "--replay"]);
    assert_eq!(code, Some(1));
    assert!(
        error.contains("no answer is recorded for question 0 of oracade/2048-v0 none seed 0"),
        "{error}"
    );
}

#[test]
fn a_budget_ends_a_run_and_what_is_done_is_kept() {
    let service = Service::start(|_| "action: left".to_owned());
    let folder = scratch("budget");
    let plan = folder.join("plan.toml");
    let out = shown(&folder.join("out"));
    fs::write(&plan, endpoint(&service, "[budget]\nrequests = 20")).expect("a plan");
    let (_, error, code) = arena(&["ablate", &shown(&plan), "-o", &out, "--jobs", "1"]);
    assert_eq!(code, Some(1), "{error}");
    assert!(
        error.contains("the budget of requests of this run is used up") && error.contains("not tried"),
        "{error}"
    );
    assert_eq!(service.asked(), 20);
    fs::write(&plan, endpoint(&service, "[budget]\nrequests = 200")).expect("a plan");
    let (text, error, code) = arena(&["ablate", &shown(&plan), "-o", &out, "--jobs", "1"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(text.contains("4 episodes, 2 of them there already"), "{text}");
}

#[test]
fn a_service_that_fails_is_told() {
    let folder = scratch("down");
    let plan = folder.join("plan.toml");
    // A port that nobody listens at.
    let port = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a port")
        .port();
    let down = Service {
        address: format!("http://127.0.0.1:{port}/v1"),
        asked: Arc::default(),
    };
    fs::write(&plan, endpoint(&down, "attempts = 2")).expect("a plan");
    let (_, error, code) = arena(&["ablate", &shown(&plan), "-o", &shown(&folder.join("out"))]);
    assert_eq!(code, Some(1));
    assert!(error.contains("the model tiny gave no answer after 2 attempts"), "{error}");
    let (_, error, code) = arena(&["ablate", "tests/gym/corner.js", "-o", &shown(&folder)]);
    assert_eq!(code, Some(2));
    assert!(error.contains("corner.js:1: "), "{error}");
    assert!(
        arena(&["analyse", &shown(&folder)])
            .1
            .contains("give a folder that `oracade arena ablate` wrote")
    );
}

#[test]
fn levels_and_texts_known_by_heart_are_found() {
    let folder = scratch("contamination");
    let (level, policy) = (shown(&folder.join("level.png")), folder.join("walk.js"));
    fs::write(
        &policy,
        "let n = 0; globalThis.act = () => (n++ % 9 < 6 ? 'right_a_b' : 'right_b');",
    )
    .expect("a policy");
    let (text, error, code) = arena(&["panorama", "Ridgeway-v0", "--policy", &shown(&policy), "-o", &level]);
    assert_eq!(code, Some(0), "{error}");
    assert!(text.contains(" by "), "{text}");
    let plan = folder.join("plan.toml");
    let script = "format = \"oracade-arena-1\"\ngames = [\"2048-v0\"]\n[[player]]\nname = \"guesser\"\nscript = [\n\
        { purpose = \"order\", answers = ['[\"A\", \"B\", \"C\"]'] },\n\
        { purpose = \"recite\", answers = [\"The ferry bell of Harrow is gone.\"] },\n]\n";
    fs::write(&plan, script).expect("a plan");
    let plan = shown(&plan);
    let arguments = [
        "order",
        &plan,
        "--panorama",
        &level,
        "--game",
        "Ridgeway",
        "--runs",
        "3",
        "--json",
    ];
    let (text, error, code) = arena(&arguments);
    assert_eq!(code, Some(0), "{error}");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(told["models"][0]["runs"].as_array().map(Vec::len), Some(3));
    assert_eq!(arena(&arguments).0, text);
    let texts = folder.join("texts.json");
    let recital = json!({
        "game": "Assize",
        "passages": [{ "title": "the background", "text": "The ferry bell of Harrow is gone." }],
        "masking": { "names": { "Harrow": "Milden", "bell": "gong" } },
    });
    fs::write(&texts, recital.to_string()).expect("texts");
    let (text, error, code) = arena(&["recite", &plan, "--texts", &shown(&texts), "--json"]);
    assert_eq!(code, Some(0), "{error}");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(told["models"][0]["plain"], 1.0);
    assert!(told["models"][0]["masked"].as_f64() < Some(0.9), "{text}");
}

#[test]
fn thoughts_are_judged_by_rules() {
    let folder = scratch("thoughts");
    let plan = folder.join("plan.toml");
    let out = shown(&folder.join("out"));
    let text = "format = \"oracade-arena-1\"\ngames = [\"Assize-v0\"]\nseeds = { runs = 1 }\nmax_steps = 6\n[masking.names]\nPell = \"Brandt\"\n\
        [[player]]\nname = \"guess\"\nscript = [{ answers = [\"thought: no idea\\naction: a\"] }]\n[[player]]\nname = \"argue\"\n\
        script = [{ answers = [\"thought: the bell rope contradicts him\\naction: a\"] }]\n";
    fs::write(&plan, text).expect("a plan");
    let (_, error, code) = arena(&["ablate", &shown(&plan), "-o", &out]);
    assert_eq!(code, Some(0), "{error}");
    let (text, error, code) = arena(&["reasoning", &out, "--json"]);
    assert_eq!(code, Some(0), "{error}");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    let quality = |n: usize| told["models"][n]["quality"].as_f64().expect("a number");
    assert_eq!(
        (&told["models"][0]["player"], &told["models"][0]["thoughts"]),
        (&json!("argue"), &json!(5))
    );
    assert!(quality(0) > 0.5 && quality(1) == 0.0, "{text}");
    assert!(
        arena(&["reasoning", &out, "--game", "2048-v0"])
            .1
            .contains("no model has played 2048-v0")
    );
}

#[test]
fn prompts_are_searched_for() {
    let folder = scratch("prompts");
    let how = folder.join("search.toml");
    fs::write(
        &how,
        "rounds = 2\nbatch = 2\nkeep = 2\nchildren = 4\n[variants]\ncaution = [\"Hum.\", \"Keep the stack flat.\"]\n",
    )
    .expect("a search");
    let plan = folder.join("plan.toml");
    let script = "format = \"oracade-arena-1\"\ngames = [\"Tetris-v0\"]\nmodules = [\"reasoning\"]\n[[player]]\nname = \"builder\"\nscript = [\n\
        { contains = \"stack flat\", answers = [\"action: left 4 hard_drop\", \"action: hard_drop\", \"action: right 4 hard_drop\"] },\n\
        { answers = [\"action: hard_drop\"] },\n]\n";
    fs::write(&plan, script).expect("a plan");
    let (text, error, code) = arena(&["prompts", &shown(&plan), "--search", &shown(&how), "--json"]);
    assert_eq!(code, Some(0), "{error}");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(told[0]["found"]["best"][0]["slots"]["caution"], "Keep the stack flat.");
    assert!(told[0]["found"]["variance_reduction"].is_number(), "{text}");
}

#[test]
fn a_page_is_played_in_a_grid() {
    let folder = scratch("page");
    let plan = folder.join("plan.toml");
    let game = shown(&root().join("games/envs/hopper.toml"));
    let text = format!(
        "format = \"oracade-arena-1\"\ngames = [{game:?}]\nmodules = [\"memory\"]\nobservation = \"both\"\nauxiliary = \"rules\"\nmax_steps = 12\n\
         seeds = {{ runs = 2 }}\n[[player]]\nname = \"still\"\nscript = [{{ answers = [\"mumble\"] }}]\n[[player]]\nname = \"random\"\nagent = \"random\"\n"
    );
    fs::write(&plan, text).expect("a plan");
    let (one, two) = (folder.join("one"), folder.join("two"));
    let (_, error, code) = arena(&["ablate", &shown(&plan), "-o", &shown(&one), "--jobs", "2"]);
    assert_eq!(code, Some(0), "{error}");
    assert_eq!(
        arena(&["ablate", &shown(&plan), "-o", &shown(&two), "--jobs", "1"]).2,
        Some(0)
    );
    assert!(files(&one) == files(&two), "a page's runs differ");
    assert_eq!(
        fs::read_to_string(one.join("results.jsonl"))
            .expect("results")
            .lines()
            .count(),
        4
    );
}

#[test]
fn a_file_of_javascript_plays() {
    let folder = scratch("policy");
    let log = shown(&folder);
    let arguments = [
        "gym",
        "rollout",
        "Tetris-v0",
        "--policy",
        "tests/gym/corner.js",
        "--episodes",
        "2",
        "--log",
        &log,
        "--pictures",
    ];
    let (text, error, code) = oracade(&arguments);
    assert_eq!(code, Some(0), "{error}");
    let line = fs::read_to_string(folder.join("episode_001_log.jsonl")).expect("a log");
    let line: Value = serde_json::from_str(line.lines().next().expect("lines")).expect("JSON");
    assert_eq!(
        (&line["agent_action"], &line["thought"]),
        (&json!("6"), &json!("down with it"))
    );
    assert!(folder.join("observations/env_obs_e001_s0001.png").is_file());
    let all = files(&folder);
    assert_eq!((oracade(&arguments).0, files(&folder) == all), (text, true));
    let wrong = folder.join("wrong.js");
    for (source, expected) in [
        ("globalThis.act = (", "wrong.js: SyntaxError"),
        ("globalThis.act = () => { throw new TypeError('no'); };", "TypeError: no"),
        ("globalThis.act = () => [1];", "act gave [1]; give an action's name"),
        ("globalThis.act = () => new Promise(() => {});", "a promise that waits"),
        ("globalThis.act = () => { for (;;); };", "watchdog"),
    ] {
        fs::write(&wrong, source).expect("a policy");
        let (_, error, code) = oracade(&["gym", "rollout", "Tetris-v0", "--policy", &shown(&wrong)]);
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains(expected), "{expected}\n{error}");
    }
}
