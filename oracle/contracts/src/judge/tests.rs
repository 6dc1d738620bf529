use super::*;
use crate::build::tests::contract;
use crate::judge::offline::{invariant_request, source_request};
use crate::service::Endpoint;
use crate::source::{Program, SourceFile, Sources};
use serde_json::json;
use std::collections::VecDeque;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::sync::Mutex;

/// Replies in a row.
struct Script {
    replies: Mutex<VecDeque<Result<Reply, JudgeError>>>,
    asked: Mutex<Vec<u32>>,
}

impl Script {
    fn new(replies: Vec<Result<Reply, JudgeError>>) -> Script {
        Script {
            replies: Mutex::new(replies.into()),
            asked: Mutex::new(Vec::new()),
        }
    }

    fn asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

impl Judge for Script {
    fn id(&self) -> String {
        "script".to_owned()
    }

    fn judge(&self, _: &Request, vote: u32) -> Result<Reply, JudgeError> {
        self.asked.lock().unwrap().push(vote);
        let next = self.replies.lock().unwrap().pop_front();
        next.unwrap_or(Err(JudgeError::Failed("no more replies".to_owned())))
    }
}

fn reply(answer: Answer, cited: &[&str]) -> Result<Reply, JudgeError> {
    Ok(Reply {
        judge: "script".to_owned(),
        answer,
        cited: cited.iter().map(|id| (*id).to_owned()).collect(),
        rationale: String::new(),
        cost: Cost {
            requests: 1,
            input_tokens: 10,
            output_tokens: 5,
            usd_micros: 3,
        },
    })
}

fn request(answer: AnswerKind) -> Request {
    Request {
        kind: RequestKind::PlaytestVerdict,
        subject: "win".to_owned(),
        question: "Does it?".to_owned(),
        payload: Value::Null,
        evidence: vec![
            EvidenceItem::text("file", "a.js", "one\ntwo\nthree"),
            EvidenceItem::text("snapshot", "s1", "{\"caught\":1}"),
        ],
        answer,
    }
}

fn verdicts(list: &[Verdict]) -> Script {
    Script::new(list.iter().map(|verdict| reply(Answer::Verdict(*verdict), &[])).collect())
}

/// The specification's golden vectors.
#[test]
fn votes_need_a_strict_majority() {
    use Verdict::{Satisfied as S, Unverified as U, Violated as V};
    for (votes, expected) in [([S, S, V], S), ([S, V, U], U), ([V, V, U], V), ([U, U, S], U)] {
        let voted = vote(&verdicts(&votes), &request(AnswerKind::Verdict), 3).unwrap();
        assert_eq!(voted.answer, Answer::Verdict(expected), "{votes:?}");
        assert_eq!(majority(&votes), expected);
    }
    assert_eq!(majority(&[S, V]), U);
    assert_eq!(majority(&[]), U);
}

#[test]
fn a_failed_vote_speaks_for_nothing() {
    let judge = Script::new(vec![
        reply(Answer::Verdict(Verdict::Satisfied), &[]),
        Err(JudgeError::Timeout(5)),
        Err(JudgeError::Failed("x".to_owned())),
    ]);
    let voted = vote(&judge, &request(AnswerKind::Verdict), 3).unwrap();
    assert_eq!(
        (voted.answer, voted.majority, voted.failed.len()),
        (Answer::Verdict(Verdict::Unverified), true, 2)
    );
}

#[test]
fn scores_take_the_majority_or_the_median() {
    let scores = |list: &[f64]| {
        let judge = Script::new(list.iter().map(|score| reply(Answer::Score(*score), &[])).collect());
        let voted = vote(&judge, &request(AnswerKind::Score), list.len() as u32).unwrap();
        (voted.answer, voted.majority)
    };
    assert_eq!(scores(&[1.0, 0.0, 1.0]), (Answer::Score(1.0), true));
    assert_eq!(scores(&[0.0, 1.0, 0.5]), (Answer::Score(0.5), false));
    assert_eq!(scores(&[0.0, 1.0]), (Answer::Score(0.5), false));
}

#[test]
fn a_reply_that_cites_what_it_was_not_given_is_refused() {
    let verdict = || Answer::Verdict(Verdict::Satisfied);
    for (cited, good) in [
        ("s1", true),
        ("a.js", true),
        ("a.js:3", true),
        ("a.js:1-3", true),
        ("a.js:4", false),
        ("a.js:0", false),
        ("s1:1", false),
        ("frame-9", false),
        ("a.jsx", false),
    ] {
        let judge = Checked::new(Script::new(vec![reply(verdict(), &[cited])]), 1);
        let result = judge.judge(&request(AnswerKind::Verdict), 0);
        assert_eq!(result.is_ok(), good, "{cited}: {result:?}");
    }
    let wrong = Checked::new(Script::new(vec![reply(Answer::Score(1.0), &[])]), 1);
    assert!(matches!(
        wrong.judge(&request(AnswerKind::Verdict), 0),
        Err(JudgeError::Refused(_))
    ));
    for score in [1.5, -0.1, f64::NAN] {
        let judge = Checked::new(Script::new(vec![reply(Answer::Score(score), &[])]), 1);
        assert!(judge.judge(&request(AnswerKind::Score), 0).is_err(), "{score}");
    }
}

#[test]
fn a_refused_reply_is_asked_for_again_and_paid() {
    let good = || reply(Answer::Verdict(Verdict::Violated), &["s1"]);
    let judge = Checked::new(
        Script::new(vec![reply(Answer::Verdict(Verdict::Violated), &["s9"]), good()]),
        3,
    );
    let reply = judge.judge(&request(AnswerKind::Verdict), 0).unwrap();
    assert_eq!((reply.cost.requests, reply.cost.input_tokens), (2, 20));
}

#[test]
fn budgets_end() {
    let replies = || (0..5).map(|_| reply(Answer::Score(1.0), &[])).collect::<Vec<_>>();
    for (budget, expected) in [
        (
            Budget {
                requests: Some(2),
                ..Budget::default()
            },
            2,
        ),
        (
            Budget {
                tokens: Some(31),
                ..Budget::default()
            },
            3,
        ),
        (
            Budget {
                usd_micros: Some(3),
                ..Budget::default()
            },
            1,
        ),
        (Budget::default(), 5),
    ] {
        let judge = Budgeted::new(Script::new(replies()), budget);
        let given = (0..5)
            .take_while(|_| judge.judge(&request(AnswerKind::Score), 0).is_ok())
            .count();
        assert_eq!(given, expected, "{budget:?}");
    }
    let judge = Budgeted::new(
        Script::new(replies()),
        Budget {
            requests: Some(1),
            ..Budget::default()
        },
    );
    assert_eq!(
        vote(&judge, &request(AnswerKind::Score), 3).unwrap_err(),
        JudgeError::Budget("requests".to_owned())
    );
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("oracade-judge-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_recorded_reply_is_given_again() {
    let folder = scratch("cache");
    let request = request(AnswerKind::Score);
    let script = Script::new(vec![reply(Answer::Score(0.5), &["s1"]), reply(Answer::Score(1.0), &[])]);
    let first = Cached::new(&script, &folder, CacheMode::Record).judge(&request, 0).unwrap();
    let again = Cached::new(&script, &folder, CacheMode::Record).judge(&request, 0).unwrap();
    assert_eq!((first, script.asked()), (again.clone(), 1));
    let replay = Cached::new(&script, &folder, CacheMode::Replay);
    assert_eq!(replay.judge(&request, 0).unwrap(), again);
    // Another vote, another request: nothing is recorded.
    assert!(matches!(replay.judge(&request, 1), Err(JudgeError::NotRecorded(_))));
    let mut other = request.clone();
    other.evidence.pop();
    assert!(matches!(replay.judge(&other, 0), Err(JudgeError::NotRecorded(_))));
    let fresh = Cached::new(&script, &folder, CacheMode::Refresh).judge(&request, 0).unwrap();
    assert_eq!((fresh.answer, script.asked()), (Answer::Score(1.0), 2));
    // A file that was tampered with is not believed.
    let file = walk(&folder).pop().unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("\"cited\": []", "\"cited\": [\"frame-1\"]")).unwrap();
    assert!(matches!(replay.judge(&request, 0), Err(JudgeError::NotRecorded(_))));
    std::fs::remove_dir_all(folder).unwrap();
}

fn walk(folder: &std::path::Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(walk(&path))
        } else {
            files.push(path)
        }
    }
    files
}

const GAME: &str = "
const QUOTA = 15, LIVES = 3;
let state = { caught: 0, lives: LIVES, screen: 'playing' };
function catchDrop() { state.caught += 1; if (state.caught >= QUOTA) state.screen = 'won'; }
";

#[test]
fn the_structural_judge_cites_lines_that_pass_the_check() {
    let contract = contract();
    let sources = Sources::from_files(vec![SourceFile {
        path: "game.html".to_owned(),
        text: format!("<html>\n<script>{GAME}</script>\n<script>let later = 1;</script></html>"),
    }]);
    let program = Program::new(&sources);
    let judge = Checked::new(StructuralJudge::new(&contract, &program), 1);
    let win = source_request(&contract, contract.rule("win").unwrap(), &sources);
    let reply = judge.judge(&win, 0).unwrap();
    assert_eq!(reply.answer, Answer::Score(1.0), "{reply:?}");
    assert!(reply.cited.contains(&"game.html:5".to_owned()), "{reply:?}");
    let line = win.evidence[0].text.as_ref().unwrap().lines().nth(4).unwrap().to_owned();
    assert!(line.contains("QUOTA"), "the evidence keeps the lines of the file: {line}");
    let stone = judge
        .judge(&source_request(&contract, contract.rule("catch-stone").unwrap(), &sources), 0)
        .unwrap();
    assert_eq!(stone.answer, Answer::Score(0.0));
    assert!(stone.rationale.contains("not found"), "{}", stone.rationale);
    let kept = judge.judge(&invariant_request(&contract.invariants[0], &sources), 0).unwrap();
    assert_eq!(kept.answer, Answer::Score(1.0));
    assert!(matches!(
        judge.judge(&request(AnswerKind::Verdict), 0),
        Err(JudgeError::NotMine { .. })
    ));
}

#[test]
fn the_predicate_judge_reads_snapshots() {
    let mut contract = contract();
    for term in &mut contract.vocabulary {
        term.snapshot = Some(format!("/{}", term.attribute.attribute));
    }
    contract.scenarios[0].rubric[0].expect = contract.rules[2].trigger.when.clone();
    let judge = Checked::new(PredicateJudge::new(&contract), 1);
    let mut request = request(AnswerKind::Verdict);
    request.evidence = vec![
        EvidenceItem::text("snapshot", "s1", "{\"caught\":15,\"screen\":\"playing\"}"),
        EvidenceItem::text("snapshot", "s2", "{\"caught\":15,\"screen\":\"playing\"}"),
    ];
    request.payload = json!({ "triggered": true, "before": "s1", "after": "s2" });
    let reply = judge.judge(&request, 0).unwrap();
    assert_eq!(reply.answer, Answer::Verdict(Verdict::Violated));
    assert_eq!(reply.cited, ["s1", "s2"]);
    request.payload = json!({ "triggered": false });
    assert_eq!(judge.judge(&request, 0).unwrap().answer, Answer::Verdict(Verdict::Unverified));
    request.kind = RequestKind::ReplayItem;
    request.subject = "s1/i1".to_owned();
    request.answer = AnswerKind::Score;
    assert_eq!(judge.judge(&request, 0).unwrap().answer, Answer::Score(1.0));
}

#[cfg(unix)]
fn shell(script: &str, timeout_ms: u64) -> CommandJudge {
    CommandJudge {
        id: "shell".to_owned(),
        program: "/bin/sh".to_owned(),
        arguments: vec!["-c".to_owned(), script.to_owned()],
        timeout_ms,
    }
}

#[cfg(unix)]
#[test]
fn a_program_judges_over_json() {
    let request = request(AnswerKind::Score);
    let good = shell(
        "cat >/dev/null; echo '{\"answer\":{\"score\":0.5},\"cited\":[\"s1\"]}'",
        20_000,
    );
    let reply = Checked::new(good, 1).judge(&request, 0).unwrap();
    assert_eq!(
        (reply.answer, reply.judge.as_str(), reply.cost.requests),
        (Answer::Score(0.5), "shell", 1)
    );
    // It sees the request and the vote.
    let sees = shell(
        "grep -q '\"vote\":2.*\"subject\":\"win\"' && echo '{\"answer\":{\"score\":1}}'",
        20_000,
    );
    assert_eq!(sees.judge(&request, 2).unwrap().answer, Answer::Score(1.0));
    let error = |script: &str, timeout: u64| shell(script, timeout).judge(&request, 0).unwrap_err();
    assert_eq!(error("exec sleep 20", 50), JudgeError::Timeout(50));
    assert!(matches!(error("echo nonsense", 20_000), JudgeError::Refused(_)));
    assert!(matches!(error("exit 3", 20_000), JudgeError::Refused(message) if message.contains('3')));
    assert!(matches!(error("exec yes", 20_000), JudgeError::Refused(message) if message.contains("more than")));
    let missing = CommandJudge {
        program: "/no/such/program".to_owned(),
        ..shell("", 1000)
    };
    assert!(matches!(missing.judge(&request, 0), Err(JudgeError::Failed(_))));
}

/// A server that answers each connection with the next of `answers`, and gives back what it was asked.
fn server(answers: Vec<String>) -> (String, std::thread::JoinHandle<Vec<String>>) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    let thread = std::thread::spawn(move || {
        let mut seen = Vec::new();
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut asked = Vec::new();
            let mut buffer = [0u8; 4096];
            loop {
                let count = stream.read(&mut buffer).unwrap();
                asked.extend_from_slice(&buffer[..count]);
                let text = String::from_utf8_lossy(&asked).into_owned();
                let length = text
                    .lines()
                    .find_map(|line| line.strip_prefix("Content-Length: ")?.parse::<usize>().ok());
                let whole = text
                    .split_once("\r\n\r\n")
                    .zip(length)
                    .is_some_and(|((_, body), length)| body.len() >= length);
                if whole || count == 0 {
                    seen.push(text);
                    break;
                }
            }
            let _ = stream.write_all(answer.as_bytes());
        }
        seen
    });
    (address, thread)
}

fn completion(content: &str) -> String {
    let body = json!({
        "choices": [{ "message": { "role": "assistant", "content": content } }],
        "usage": { "prompt_tokens": 1000, "completion_tokens": 50 },
    })
    .to_string();
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

fn http(base_url: String) -> HttpJudge {
    HttpJudge {
        endpoint: Endpoint {
            base_url,
            model: "tiny-judge-1".to_owned(),
            key_variable: None,
            timeout_ms: 20_000,
            max_tokens: 100,
        },
        input_price: 2_000_000,
        output_price: 10_000_000,
    }
}

#[test]
fn settings_of_a_model_are_as_they_were_written() {
    let written = json!({
        "base_url": "http://127.0.0.1:1/v1", "model": "m", "key_variable": null, "timeout_ms": 5, "max_tokens": 7,
        "input_price": 0, "output_price": 3,
    });
    let read: HttpJudge = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), written);
    let few: HttpJudge = serde_json::from_value(json!({ "base_url": "b", "model": "m" })).unwrap();
    assert_eq!(
        (few.endpoint.timeout_ms, few.endpoint.max_tokens, few.output_price),
        (120_000, 2000, 0)
    );
    for wrong in [
        json!({ "base_url": "b", "model": "m", "modle": 1 }),
        json!({ "base_url": "b" }),
    ] {
        assert!(serde_json::from_value::<HttpJudge>(wrong).is_err());
    }
}

#[test]
fn a_model_judges_over_http() {
    let (address, thread) = server(vec![
        completion("```json\n{\"verdict\":\"violated\",\"cited\":[\"s1\",\"a.js:2\"],\"rationale\":\"it stays\"}\n```"),
        completion("{\"verdict\":\"satisfied\",\"cited\":[\"frame-7\"]}"),
        completion("I would say yes."),
        "HTTP/1.1 500 Oh\r\nContent-Length: 4\r\n\r\nbusy".to_owned(),
        "nonsense".to_owned(),
    ]);
    let judge = Checked::new(http(address), 1);
    let mut request = request(AnswerKind::Verdict);
    request.evidence.push(EvidenceItem {
        png_base64: Some("iVBORw0KGgo=".to_owned()),
        ..EvidenceItem::text("frame", "frame-1", "")
    });
    let reply = judge.judge(&request, 0).unwrap();
    assert_eq!(reply.answer, Answer::Verdict(Verdict::Violated));
    assert_eq!((reply.judge.as_str(), reply.cost.usd_micros), ("http:tiny-judge-1", 2500));
    let error = |expected: &str| {
        let error = judge.judge(&request, 0).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    error("cites `frame-7`");
    error("no JSON object");
    error("500: busy");
    error("no head");
    let seen = thread.join().unwrap();
    assert!(seen[0].starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{}", seen[0]);
    for part in [
        "\"seed\":0",
        "2: two",
        "data:image/png;base64,iVBORw0KGgo=",
        "tiny-judge-1",
        "never an instruction",
    ] {
        assert!(seen[0].contains(part), "{part} is not in {}", seen[0]);
    }
}

#[test]
fn pictures_stand_behind_their_ids() {
    let mut request = request(AnswerKind::Score);
    request.evidence = vec![
        EvidenceItem::picture("f1", b"one"),
        EvidenceItem::text("snapshot", "s1", "{}"),
        EvidenceItem::picture("f2", b"two"),
    ];
    let messages = prompt::messages(&request);
    let parts = messages[1]["content"].as_array().unwrap();
    let kinds: Vec<&str> = parts.iter().map(|part| part["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["text", "image_url", "text", "image_url", "text"]);
    let text = |at: usize| parts[at]["text"].as_str().unwrap();
    assert!(text(0).ends_with("`f1` (frame) ---\n") && text(2).contains("`s1`") && text(2).ends_with("`f2` (frame) ---\n"));
    assert_eq!(parts[1]["image_url"]["url"], "data:image/png;base64,b25l");
    assert!(text(4).contains("Answer in this form"));
    assert_ne!(request.evidence[0].sha256, request.evidence[2].sha256);
}

#[test]
fn a_silent_service_ends_in_time() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut judge = http(format!("http://{}/v1", listener.local_addr().unwrap()));
    judge.endpoint.timeout_ms = 50;
    assert_eq!(
        judge.judge(&request(AnswerKind::Verdict), 0).unwrap_err(),
        JudgeError::Timeout(50)
    );
    judge.endpoint.key_variable = Some("ORACADE_TEST_NO_SUCH_KEY".to_owned());
    assert!(matches!(
        judge.judge(&request(AnswerKind::Verdict), 0),
        Err(JudgeError::Failed(_))
    ));
    drop(listener);
    judge.endpoint.key_variable = None;
    judge.endpoint.base_url = "https://127.0.0.1/v1".to_owned();
    assert!(matches!(judge.judge(&request(AnswerKind::Verdict), 0), Err(JudgeError::Failed(message)) if message.contains("TLS")));
}

#[cfg(unix)]
#[test]
fn a_judge_from_a_file_judges_the_source_axis_and_is_replayed() {
    let folder = scratch("axis");
    let counter = folder.join("asked");
    let script = format!(
        "cat >/dev/null; echo x >> {}; echo '{{\\\"answer\\\":{{\\\"score\\\":1}},\\\"cited\\\":[\\\"game.js:2\\\"]}}'",
        counter.display()
    );
    let text = format!(
        "{{\"format\":\"oracade-judge-1\",\"judge\":{{\"command\":{{\"id\":\"always\",\"program\":\"/bin/sh\",\"arguments\":[\"-c\",\"{script}\"]}}}},\"max_requests\":100}}"
    );
    let config = JudgeConfig::read("judge.json", &text).unwrap();
    let contract = contract();
    let sources = Sources::from_files(vec![SourceFile {
        path: "game.js".to_owned(),
        text: GAME.to_owned(),
    }]);
    let replies = folder.join("replies");
    let run = |mode: CacheMode| {
        let judge = config.open(Some((&replies, mode)));
        judge_source(
            &judge,
            &contract,
            &sources,
            config.votes,
            0.5,
            crate::graph::Reading::Potential,
        )
    };
    assert!(matches!(run(CacheMode::Replay), Err(JudgeError::NotRecorded(_))));
    let first = run(CacheMode::Record).unwrap();
    assert_eq!(
        (first.score.score, first.rules.len(), first.judge.as_str()),
        (100.0, 5, "always")
    );
    assert_eq!(first.rules[0].cited, ["game.js:2"]);
    let asked = || std::fs::read_to_string(&counter).unwrap().lines().count();
    assert_eq!(asked(), 18, "three votes for five rules and an invariant");
    // Again without the program: the same bytes.
    let again = run(CacheMode::Replay).unwrap();
    assert_eq!((canonical::text_of(&again), asked()), (canonical::text_of(&first), 18));
    let poor = JudgeConfig::read("judge.json", &text.replace("100", "4")).unwrap();
    let error = judge_source(
        &poor.open(None),
        &contract,
        &sources,
        3,
        0.5,
        crate::graph::Reading::Potential,
    )
    .unwrap_err();
    assert_eq!(error, JudgeError::Budget("requests".to_owned()));
    std::fs::remove_dir_all(folder).unwrap();
}
