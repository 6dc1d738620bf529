//! Models behind an interface like OpenAI's as players, with a server of this machine in their place.

use crate::{begun, change, digests, frozen, scratch, spec};
use oracade_contracts::service::{CacheMode, Records};
use oracade_protocol::manifest::{Experiment, PlayerSpec, Prices};
use oracade_protocol::players::BuiltIn;
use oracade_protocol::records::{Reason, TraceRecord, TrialRecord};
use oracade_protocol::run::{self, Ran};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::JoinHandle;

fn request_of(stream: &mut TcpStream) -> Value {
    let (mut asked, mut buffer) = (Vec::new(), [0_u8; 4096]);
    loop {
        let count = stream.read(&mut buffer).expect("a request");
        asked.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&asked);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: "));
        if body.len() >= length.and_then(|length| length.parse().ok()).unwrap_or(0) || count == 0 {
            assert!(head.starts_with("POST /v1/chat/completions"), "{head}");
            return serde_json::from_str(body).expect("JSON");
        }
    }
}

/// Answers as many requests as there are answers; `None`: it fails. What comes back is its address, and what it was asked.
fn server(answers: Vec<Option<String>>) -> (String, JoinHandle<Vec<Value>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let thread = std::thread::spawn(move || {
        let answers = answers.into_iter().enumerate();
        let seen = answers.map(|(number, answer)| {
            let (mut stream, _) = listener.accept().expect("a connection");
            let asked = request_of(&mut stream);
            let (status, body) = match answer {
                Some(text) => (
                    "200 OK",
                    json!({
                        "id": format!("a-{number}"), "model": "stand-in-2026-01",
                        "choices": [{ "message": { "role": "assistant", "content": text } }],
                        "usage": { "prompt_tokens": 1000, "completion_tokens": 50, "prompt_tokens_details": { "cached_tokens": 400 } },
                    }),
                ),
                None => ("503 Busy", json!({ "error": "busy" })),
            };
            let body = body.to_string();
            let length = body.len();
            write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}").expect("sent");
            asked
        });
        seen.collect()
    });
    (address, thread)
}

fn answer(action: &str) -> Option<String> {
    let answer = json!({
        "reasoning_summary": "walk", "actions": [action], "memory_read": [], "memory_write": [],
        "observed": { "screen": "overworld", "location_guess": "house", "objective_guess": "leave", "certainty": 0.5 },
    });
    Some(answer.to_string())
}

/// An experiment whose second condition asks a model three times in a trial.
fn with_endpoint(name: &str, base_url: &str, request: Value) -> Experiment {
    let folder = begun(name, 1);
    change(&folder, |manifest, conditions| {
        manifest.budgets.model_decisions = 3;
        manifest.agent.invalid_output_retries = 1;
        conditions[1].prices = Some(Prices {
            input: 2.0,
            output: 10.0,
            cached: 1.0,
        });
        let spec = json!({
            "kind": "endpoint", "base_url": base_url, "model": "stand-in", "attempts": 2, "request": request,
        });
        conditions[1].player = serde_json::from_value::<PlayerSpec>(spec).expect("a player");
    });
    frozen(&folder)
}

fn play(experiment: &Experiment, records: Option<Records>) -> Ran {
    let options = run::Options {
        jobs: 1,
        slots: None,
        tell: &|_| {},
    };
    run::run(experiment, &spec(), &BuiltIn { records }, &options).expect("it runs")
}

#[test]
fn a_model_behind_an_interface_plays_and_is_not_asked_again_for_what_is_recorded() {
    // It fails once, and answers once with what is no answer.
    let (address, asked) = server(vec![
        None,
        answer("UP"),
        Some("UP, I think".to_owned()),
        answer("LEFT"),
        answer("UP"),
    ]);
    let experiment = with_endpoint("endpoint", &address, json!({ "temperature": 0.5 }));
    let kept = scratch("endpoint-answers");
    let ran = play(&experiment, Some(Records::new(&kept, CacheMode::Record)));
    assert_eq!((ran.played, ran.failed.as_slice()), (2, [].as_slice()));
    let asked = asked.join().expect("a server");

    let id = &experiment.conditions[1].id;
    let trial: TrialRecord = experiment
        .folder
        .json(&format!("trials/{id}-01/trial.json"))
        .expect("a trial");
    assert_eq!((trial.termination_reason, trial.decisions), (Reason::DecisionsExhausted, 3));
    // Four answers: 600 tokens read, 400 from a cache and 50 written of each.
    let cost = 4.0 * (600.0 * 2.0 + 400.0 * 1.0 + 50.0 * 10.0) / 1e6;
    assert!((trial.provider_cost_usd.expect("a cost") - cost).abs() < 1e-12);
    let trace: Vec<TraceRecord> = experiment
        .folder
        .lines(&format!("trials/{id}-01/trace.jsonl"))
        .expect("a trace");
    let told = serde_json::to_value(&trace[1]).expect("JSON").to_string();
    assert!(told.contains("stand-in-2026-01") && told.contains("a-3"), "{told}");

    // It is told what every player is told, with the frame, and neither condition nor trial.
    assert_eq!(
        (asked[0]["model"].as_str(), asked[0]["temperature"].as_f64()),
        (Some("stand-in"), Some(0.5))
    );
    assert_eq!(asked[0], asked[1]);
    let system = asked[1]
        .pointer("/messages/0/content")
        .and_then(Value::as_str)
        .expect("a text");
    assert!(system.contains("reasoning_summary"), "{system}");
    let user = asked[1]
        .pointer("/messages/1/content/0/text")
        .and_then(Value::as_str)
        .expect("a text");
    let prompt: Value = serde_json::from_str(user).expect("JSON");
    assert_eq!(
        (&prompt["decision"], &prompt["error"], &prompt["frame"]),
        (&json!(1), &Value::Null, &Value::Null)
    );
    assert!(!user.contains(id.as_str()) && !user.contains("trials/"), "{user}");
    let frame = asked[1]
        .pointer("/messages/1/content/1/image_url/url")
        .and_then(Value::as_str);
    assert!(frame.expect("a picture").starts_with("data:image/png;base64,iVBOR"));
    let again = asked[3]
        .pointer("/messages/1/content/0/text")
        .and_then(Value::as_str)
        .expect("a text");
    let again: Value = serde_json::from_str(again).expect("JSON");
    assert!(again["error"].is_string() && again["decision"] == json!(2), "{again}");

    // Nobody answers there any more.
    let before = digests(&experiment.folder);
    std::fs::remove_file(experiment.folder.path(&format!("trials/{id}-01/trial.json"))).expect("removed");
    let ran = play(&experiment, Some(Records::new(&kept, CacheMode::Replay)));
    assert_eq!((ran.played, ran.kept, ran.failed.len()), (1, 1, 0));
    assert_eq!(digests(&experiment.folder), before);
}

#[test]
fn an_endpoint_that_cannot_be_reached_is_a_failure_of_the_harness() {
    let free = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a port");
    let experiment = with_endpoint("endpoint-absent", &format!("http://{free}/v1"), json!({}));
    let ran = play(&experiment, None);
    assert!(
        ran.failed.iter().any(|why| why.contains("no answer after 2 attempts")),
        "{:?}",
        ran.failed
    );
    let empty = scratch("endpoint-nothing");
    let ran = play(&experiment, Some(Records::new(&empty, CacheMode::Replay)));
    assert!(
        ran.failed.iter().any(|why| why.contains("without --replay")),
        "{:?}",
        ran.failed
    );

    let experiment = with_endpoint("endpoint-taken", "http://127.0.0.1:1/v1", json!({ "model": "another" }));
    let ran = play(&experiment, None);
    assert!(ran.failed.iter().any(|why| why.contains("request.model")), "{:?}", ran.failed);
}

#[test]
fn a_field_that_no_player_has_is_refused() {
    let spec = |more: &str| {
        let text = format!("{{\"kind\": \"endpoint\", \"base_url\": \"b\", \"model\": \"m\"{more}}}");
        serde_json::from_str::<PlayerSpec>(&text)
    };
    let PlayerSpec::Endpoint(player) = spec("").expect("a player") else {
        panic!("no endpoint")
    };
    assert_eq!(
        (player.attempts, player.endpoint.timeout_ms, player.endpoint.max_tokens),
        (3, 120_000, 2000)
    );
    assert!(spec(", \"max_tokens\": 5").is_ok());
    // Prices are the condition's.
    for wrong in [", \"input_price\": 5", ", \"atempts\": 5"] {
        assert!(spec(wrong).is_err(), "{wrong}");
    }
}
