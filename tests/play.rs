//! `oracade play` with a WebSocket client in place of a browser: what is played is on the tape, and nobody else gets in.
//! `cargo xtask play-test` does it with a real browser.

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket};

/// A game that shows all it hears, with everything that could tell a run that is watched from one that is not.
const GAME: &str = include_str!("play/game.html");

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder for the test");
    path
}

/// The command while it runs; killed if a test fails.
struct Playing {
    child: Child,
    out: BufReader<ChildStdout>,
    port: u16,
    token: String,
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Playing {
    fn start(game: &str, more: &[&str]) -> Playing {
        let mut child = Command::new(env!("CARGO_BIN_EXE_oracade"))
            .args(["play", game, "--json", "--viewport", "320x200"])
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        let told: Value = serde_json::from_str(&line).expect(&line);
        let address = told["address"].as_str().expect("an address");
        let rest = address.strip_prefix("http://127.0.0.1:").expect(address);
        let (port, token) = rest.trim_end_matches('/').split_once('/').expect(address);
        Playing {
            child,
            out,
            port: port.parse().expect("a port"),
            token: token.to_owned(),
        }
    }

    fn request(&self, lines: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a limit");
        let text = lines.replace("WORD", &self.token).replace("PORT", &self.port.to_string());
        stream.write_all(text.replace('\n', "\r\n").as_bytes()).expect("a request");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or(0), answer)
    }

    fn join(&self) -> Viewer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
        let request = format!(
            "GET /{}/socket HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nOrigin: http://127.0.0.1:{}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.token, self.port, self.port
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("an answer");
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).expect("text");
        assert!(
            head.starts_with("HTTP/1.1 101 ") && head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
            "{head}"
        );
        Viewer {
            socket: WebSocket::from_raw_socket(stream, Role::Client, None),
            pictures: 0,
            bytes: 0,
        }
    }

    /// Waits for the end and gives what is printed.
    fn finish(mut self) -> Value {
        let mut text = String::new();
        self.out.read_to_string(&mut text).expect("output");
        let status = self.child.wait().expect("an end");
        assert!(status.success(), "{status}: {text}");
        serde_json::from_str(&text).expect(&text)
    }
}

struct Viewer {
    socket: WebSocket<TcpStream>,
    pictures: u32,
    bytes: usize,
}

impl Viewer {
    fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).expect("it listens");
    }

    /// The next message that is none of pictures, which are shown.
    fn hear(&mut self) -> Result<Value, String> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Ok(serde_json::from_str(&text).expect("JSON")),
                Ok(Message::Binary(bytes)) => {
                    self.pictures += 1;
                    self.bytes += bytes.len();
                    let number = u32::from_le_bytes(bytes[..4].try_into().expect("four bytes"));
                    self.say(json!({ "do": "ack", "picture": number }));
                }
                Ok(Message::Close(frame)) => {
                    let frame = frame.map(|frame| format!("{} {}", u16::from(frame.code), frame.reason));
                    return Err(frame.unwrap_or_default());
                }
                Ok(_) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// Waits for a message that has something.
    fn wait(&mut self, name: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(30) {
            let message = self.hear().unwrap_or_else(|end| panic!("no {name}: {end}"));
            if let Some(value) = message.get(name).filter(|value| fits(value)) {
                return value.clone();
            }
        }
        panic!("no {name} in time");
    }

    fn wait_until(&mut self, at_ms: f64) {
        self.wait("state", |state| state["at_ms"].as_f64() >= Some(at_ms));
    }

    fn closed(&mut self) -> String {
        loop {
            if let Err(end) = self.hear() {
                return end;
            }
        }
    }

    fn key(&mut self, key: &str) {
        for down in [true, false] {
            let code = format!("Key{}", key.to_uppercase());
            self.say(json!({ "do": "key", "down": down, "key": key, "code": code, "key_code": 65, "location": 0, "repeat": false, "modifiers": 0 }));
        }
    }
}

fn replay(tape: &str, code: i32) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_oracade"))
        .args(["replay", "--verify", tape, "--json"])
        .output()
        .expect("the command starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(
        output.status.code(),
        Some(code),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_str(&text).expect(&text)
}

fn game_in(folder: &Path) -> (String, String) {
    let (game, tape) = (folder.join("game.html"), folder.join("game.tape"));
    fs::write(&game, GAME).expect("a game");
    (game.to_string_lossy().into_owned(), tape.to_string_lossy().into_owned())
}

#[test]
fn what_is_played_is_on_the_tape() {
    let folder = folder("played");
    let (game, tape) = game_in(&folder);
    let playing = Playing::start(&game, &["--tape", &tape, "--every", "7", "--seed", "5"]);
    let mut player = playing.join();
    let hello = player.wait("hello", |_| true);
    assert_eq!((&hello["seed"], &hello["viewport"]), (&json!(5), &json!([320, 200])));
    player.wait("role", |role| role == "player");
    player.wait_until(300.0);
    player.key("a");
    player.key("b");
    player.say(json!({ "do": "move", "x": 30.5, "y": 40, "modifiers": 0 }));
    for down in [true, false] {
        player.say(json!({ "do": "press", "down": down, "x": 31, "y": 40, "button": 0, "clicks": 1, "modifiers": 0 }));
    }
    player.say(json!({ "do": "wheel", "x": 31, "y": 40, "dx": 0, "dy": 40, "modifiers": 0 }));
    player.wait("console", |lines| lines[0]["text"] == "won");
    for (phase, x) in [("start", 10), ("move", 60), ("end", 60)] {
        player.say(json!({ "do": "touch", "phase": phase, "points": [{ "id": 0, "x": x, "y": 20 }], "modifiers": 0 }));
    }
    player.say(
        json!({ "do": "pad", "index": 0, "id": "Pad", "standard": true, "connected": true, "axes": [0.75, 0], "buttons": [1] }),
    );
    player.say(json!({ "do": "snapshot" }));
    let seen = player.wait("snapshot", |snapshot| {
        snapshot["value"]["log"].as_array().is_some_and(|log| log.len() > 8)
    });
    assert_eq!(seen["value"]["won"], true, "{seen}");
    // Paused, a step is a frame, and what is done stays where it is.
    player.say(json!({ "do": "pause" }));
    let state = player.wait("state", |state| state["running"] == false);
    let frame = state["frame"].as_u64().expect("a frame");
    player.key("c");
    player.say(json!({ "do": "step" }));
    let state = player.wait("state", |state| state["frame"].as_u64() > Some(frame));
    assert_eq!(state["frame"], frame + 1);
    player.say(json!({ "do": "speed", "factor": 8 }));
    player.say(json!({ "do": "run" }));
    let at_ms = state["at_ms"].as_f64().expect("a time");
    player.wait_until(at_ms + 500.0);
    player.say(json!({ "do": "reload" }));
    player.wait("snapshot", |snapshot| snapshot["value"]["log"] == json!([]));
    // A key that is held at the end is let go.
    player.say(json!({ "do": "key", "down": true, "key": "d", "code": "KeyD", "key_code": 68, "location": 0, "repeat": false, "modifiers": 0 }));
    player.say(json!({ "do": "end" }));
    let over = player.wait("over", |_| true);
    assert!(player.closed().starts_with("1000"));
    assert!(player.pictures > 20 && player.bytes < 320 * 200 * 4 * player.pictures as usize);
    let result = playing.finish();
    assert_eq!(result["digest"], over["digest"]);
    assert_eq!(result["died"], Value::Null);
    let text = fs::read_to_string(&tape).expect("a tape");
    for part in [
        "\"KeyB\"",
        "mouseWheel",
        "touchMove",
        "gamepad",
        "\"reload\":true",
        "\"snapshot\":true",
        "\"keyUp\",\"key\":\"d\"",
        "\"end\"",
    ] {
        assert!(text.contains(part), "{part}");
    }
    let replayed = replay(&tape, 0);
    assert_eq!(replayed["equal"], true, "{replayed}");
    assert_eq!(replayed["digest"], result["digest"]);
    assert_eq!(replayed["end_compared"], true);
    assert_eq!(replayed["compared"], result["checkpoints"]);
    assert!(replayed["compared"].as_u64() > Some(5));
}

#[test]
fn a_run_that_is_killed_leaves_a_tape() {
    let folder = folder("killed");
    for (name, signal, ends) in [("killed", "-KILL", false), ("interrupted", "-INT", true)] {
        let (game, _) = game_in(&folder);
        let tape = folder.join(format!("{name}.tape")).to_string_lossy().into_owned();
        let mut playing = Playing::start(&game, &["--tape", &tape, "--every", "5"]);
        let mut player = playing.join();
        player.wait_until(200.0);
        player.key("a");
        player.key("b");
        player.wait_until(500.0);
        let sent = Command::new("kill").args([signal, &playing.child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        let status = playing.child.wait().expect("an end");
        assert_eq!(status.success(), ends, "{name}: {status}");
        let replayed = replay(&tape, 0);
        assert_eq!(
            (&replayed["equal"], &replayed["end_compared"]),
            (&json!(true), &json!(ends)),
            "{name}"
        );
        assert!(replayed["compared"].as_u64() >= Some(4), "{name}: {replayed}");
        // A tape that is there is not written over.
        let refused = Command::new(env!("CARGO_BIN_EXE_oracade"))
            .args(["play", &game, "--tape", &tape])
            .output();
        let refused = refused.expect("the command starts");
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains("--force writes over it"));
    }
}

#[test]
fn one_plays_and_others_watch() {
    let folder = folder("watch");
    let (game, tape) = game_in(&folder);
    let playing = Playing::start(&game, &["--tape", &tape]);
    let mut player = playing.join();
    player.wait("role", |role| role == "player");
    let mut watcher = playing.join();
    watcher.wait("hello", |_| true);
    watcher.say(json!({ "do": "key", "down": true, "key": "x", "code": "KeyX", "key_code": 88, "location": 0, "repeat": false, "modifiers": 0 }));
    watcher.wait("refused", |why| {
        why.as_str().is_some_and(|why| why.contains("another window plays"))
    });
    watcher.wait("state", |state| state["at_ms"].as_f64() > Some(100.0));
    assert!(watcher.pictures > 0, "it sees the game");
    // The player goes while a key is down: it is let go, and the one who watched plays.
    player.say(json!({ "do": "key", "down": true, "key": "a", "code": "KeyA", "key_code": 65, "location": 0, "repeat": false, "modifiers": 0 }));
    player.wait("state", |state| state["inputs"].as_u64() > Some(0));
    drop(player);
    watcher.wait("role", |role| role == "player");
    let state = watcher.wait("state", |state| state["inputs"] == 2);
    watcher.wait_until(state["at_ms"].as_f64().expect("a time") + 200.0);
    watcher.say(json!({ "do": "end" }));
    watcher.wait("over", |_| true);
    playing.finish();
    let text = fs::read_to_string(&tape).expect("a tape");
    assert!(!text.contains("KeyX") && text.contains("\"keyUp\",\"key\":\"a\""));
    assert_eq!(replay(&tape, 0)["equal"], true);
}

#[test]
fn nobody_else_gets_in() {
    let folder = folder("doors");
    let (game, _) = game_in(&folder);
    let playing = Playing::start(&game, &["--paused"]);
    let (status, page) = playing.request("GET /WORD/ HTTP/1.1\nHost: 127.0.0.1:PORT\n\n");
    assert_eq!(status, 200);
    assert!(
        page.contains("Content-Security-Policy: default-src 'none'") && page.contains("<canvas") && !page.contains("@NONCE@")
    );
    // There is a picture as soon as the page has had its first frame.
    let picture = (0..500).find_map(|_| {
        std::thread::sleep(Duration::from_millis(20));
        let (status, picture) = playing.request("GET /WORD/picture.png HTTP/1.1\nHost: localhost:PORT\n\n");
        (status == 200).then_some(picture)
    });
    assert!(picture.is_some_and(|picture| picture.contains("image/png")));
    let key = "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n";
    for (lines, expected) in [
        ("GET /WORD/ HTTP/1.1\nHost: game.example:PORT\n\n".to_owned(), 403),
        (
            "GET /WORD/ HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://game.example\n\n".to_owned(),
            403,
        ),
        ("GET / HTTP/1.1\nHost: 127.0.0.1:PORT\n\n".to_owned(), 404),
        (
            "GET /0123456789abcdef0123456789abcdef/ HTTP/1.1\nHost: 127.0.0.1:PORT\n\n".to_owned(),
            404,
        ),
        (format!("GET /WORD/socket HTTP/1.1\nHost: 127.0.0.1:PORT\n{key}\n"), 403),
        (
            format!("GET /WORD/socket HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: null\n{key}\n"),
            403,
        ),
        (
            format!("GET /0/socket HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://127.0.0.1:PORT\n{key}\n"),
            404,
        ),
    ] {
        assert_eq!(playing.request(&lines).0, expected, "{lines}");
    }
    // Another port of this machine serves other people's pages.
    let mut viewer = playing.join();
    viewer.say(json!({ "do": "fly" }));
    assert!(viewer.closed().starts_with("1008 a message is not understood"));
    let mut viewer = playing.join();
    viewer.say(json!({ "do": "x".repeat(20_000) }));
    assert!(viewer.closed().starts_with("1009"));
    let mut viewer = playing.join();
    viewer.socket.send(Message::binary(vec![1, 2])).expect("it listens");
    assert!(viewer.closed().starts_with("1003"));
    let mut viewer = playing.join();
    for _ in 0..4_000 {
        if viewer.socket.write(Message::text(r#"{"do":"ack","picture":0}"#)).is_err() {
            break;
        }
    }
    let _ = viewer.socket.flush();
    let end = viewer.closed();
    assert!(end.starts_with("1008 too many") || end.contains("reset"), "{end}");
    // After all that it still serves.
    let seats: Vec<Viewer> = (0..8).map(|_| playing.join()).collect();
    let (status, _) = playing.request(&format!(
        "GET /WORD/socket HTTP/1.1\nHost: 127.0.0.1:PORT\nOrigin: http://127.0.0.1:PORT\n{key}\n"
    ));
    assert_eq!(status, 503, "a ninth viewer");
    drop(seats);
}

#[test]
fn a_page_that_dies_is_shown_as_dead_and_recorded_so() {
    let folder = folder("dead");
    let game = folder.join("game.html");
    fs::write(
        &game,
        "<!doctype html><html><body><script>console.log('here'); addEventListener('keydown', () => { for (;;); });</script></body></html>",
    )
    .expect("a game");
    let tape = folder.join("game.tape").to_string_lossy().into_owned();
    let playing = Playing::start(&game.to_string_lossy(), &["--tape", &tape, "--every", "5", "--timeout", "1"]);
    let mut player = playing.join();
    player.wait_until(150.0);
    player.key("a");
    let state = player.wait("state", |state| !state["died"].is_null());
    assert_eq!(state["running"], false);
    player.say(json!({ "do": "run" }));
    player.say(json!({ "do": "end" }));
    player.wait("over", |over| !over["died"].is_null());
    assert!(!playing.finish()["died"].is_null());
    let output = Command::new(env!("CARGO_BIN_EXE_oracade"))
        .args(["replay", "--verify", "--timeout", "1", &tape])
        .output()
        .expect("the command starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("the page ended as on the tape"), "{text}");
}
