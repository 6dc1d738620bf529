//! An environment for another program, over a pair of pipes: a request is a JSON object in a line; its answer is one too, and the bytes
//! that it announces follow it (docs/gymnasium.md, "Served").

use crate::env::{Env, Saved};
use crate::error::{EnvError, Result};
use crate::spaces::{Item, Space};
use crate::spec::{Settings, Spec};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

/// Longest request, in bytes.
const REQUEST_MAX: u64 = 16 << 20;
/// Most states that are kept.
const STATES_MAX: usize = 1024;

/// Finds environments.
pub type Find<'a> = &'a dyn Fn(&str, &Settings) -> Result<Arc<Spec>>;

struct Server<'a> {
    find: Find<'a>,
    env: Option<Env>,
    states: BTreeMap<u64, Saved>,
    next_state: u64,
}

/// An answer: what is told, and the bytes of observations and pictures.
#[derive(Default)]
struct Answer {
    told: Map<String, Value>,
    bytes: Vec<u8>,
}

impl Answer {
    fn tell(&mut self, key: &str, value: Value) {
        self.told.insert(key.to_owned(), value);
    }

    /// Bytes and floats are told by how many bytes they are; they lie in the order in which they are told.
    fn item(&mut self, item: &Item) -> Value {
        match item {
            Item::Bytes(bytes) => {
                self.bytes.extend_from_slice(bytes);
                json!({ "u8": bytes.len() })
            }
            Item::Floats(floats) => {
                self.bytes.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
                json!({ "f32": floats.len() * 4 })
            }
            Item::Text(text) => json!(text),
            Item::Dict(items) => {
                let inner = items.iter().map(|(name, item)| (name.clone(), self.item(item)));
                let inner: Map<String, Value> = inner.collect();
                json!({ "dict": inner })
            }
            Item::Discrete(number) => json!(number),
            Item::Multi(numbers) => json!(numbers),
            Item::Bits(bits) => json!(bits),
        }
    }
}

/// What a user needs to know of an environment.
pub fn described(spec: &Spec) -> Value {
    let players = spec.config.players.iter().enumerate();
    let players: Vec<Value> = players
        .map(|(n, player)| json!({ "name": player.name, "actions": spec.player_actions(n) }))
        .collect();
    json!({
        "id": spec.id,
        "action_space": spec.action_space().to_json(),
        "actions": spec.action_names(),
        "observation_space": spec.observation_space().to_json(),
        "views": crate::check::views(spec).iter().map(|view| view.name()).collect::<Vec<_>>(),
        "max_steps": spec.config.max_steps,
        "players": players,
    })
}

/// An action of a space from JSON.
fn action(space: &Space, given: Option<&Value>) -> Result<Item> {
    let numbers = |given: &Value| {
        let items = given.as_array()?.iter();
        items
            .map(|item| item.as_i64().or(item.as_bool().map(i64::from)))
            .collect::<Option<Vec<i64>>>()
    };
    let found = given.and_then(|given| match space {
        Space::Discrete { .. } => given.as_i64().map(Item::Discrete),
        Space::MultiBinary(_) => numbers(given).map(|bits: Vec<i64>| Item::Bits(bits.into_iter().map(|bit| bit != 0).collect())),
        _ => numbers(given).map(Item::Multi),
    });
    found.ok_or_else(|| EnvError::Action {
        action: given.map_or_else(|| "none".to_owned(), Value::to_string),
        space: space.to_string(),
    })
}

impl Server<'_> {
    fn env(&mut self) -> Result<&mut Env> {
        let none = || EnvError::State("no environment was made; ask for `make` first".to_owned());
        self.env.as_mut().ok_or_else(none)
    }

    fn seen(&mut self, answer: &mut Answer) -> Result<()> {
        let env = self.env()?;
        let (seen, info) = (env.observe()?, env.info()?);
        let seen = answer.item(&seen);
        answer.tell("seen", seen);
        answer.tell("info", Value::Object(info));
        Ok(())
    }

    fn state_of(request: &Map<String, Value>) -> u64 {
        request.get("state").and_then(Value::as_u64).unwrap_or(u64::MAX)
    }

    fn answer(&mut self, request: &Map<String, Value>) -> Result<Answer> {
        let mut answer = Answer::default();
        let asked = request.get("do").and_then(Value::as_str).unwrap_or_default();
        match asked {
            "make" => {
                let name = request.get("env").and_then(Value::as_str).unwrap_or_default();
                let settings = request.get("settings").and_then(Value::as_object);
                let settings = Settings::from_json(settings.unwrap_or(&Map::new()))?;
                let spec = (self.find)(name, &settings)?;
                answer.tell("described", described(&spec));
                self.states.clear();
                self.env = Some(Env::new(spec)?);
            }
            "reset" => {
                let seed = request.get("seed").and_then(Value::as_u64);
                let options = request.get("options").and_then(Value::as_object);
                self.env()?.restart(seed, options)?;
                self.seen(&mut answer)?;
            }
            "step" => {
                let env = self.env()?;
                let action = action(&env.action_space(), request.get("action"))?;
                let outcome = env.advance(&action)?;
                answer.tell("reward", json!(outcome.reward));
                answer.tell("terminated", json!(outcome.terminated));
                answer.tell("truncated", json!(outcome.truncated));
                self.seen(&mut answer)?;
            }
            "rewards" => answer.tell("rewards", json!(self.env()?.rewards()?)),
            "player" => {
                let player = request.get("player").and_then(Value::as_u64).unwrap_or(u64::MAX);
                let seen = self.env()?.player_vector(usize::try_from(player).unwrap_or(usize::MAX))?;
                let seen = answer.item(&Item::Floats(seen));
                answer.tell("seen", seen);
            }
            "render" => {
                let picture = self.env()?.render()?;
                let mut bytes = vec![0; picture.width as usize * picture.height as usize * 3];
                picture.write(3, &mut bytes);
                let seen = answer.item(&Item::Bytes(bytes));
                answer.tell("size", json!([picture.width, picture.height]));
                answer.tell("seen", seen);
            }
            "text" => answer.tell("text", json!(self.env()?.text()?)),
            "snapshot" => answer.tell("snapshot", self.env()?.snapshot().clone()),
            "score" => answer.tell("score", json!(self.env()?.score()?)),
            "save" => {
                if self.states.len() >= STATES_MAX {
                    let message = format!("{STATES_MAX} states are kept; drop some before you save another");
                    return Err(EnvError::State(message));
                }
                let saved = self.env()?.save()?;
                self.states.insert(self.next_state, saved);
                answer.tell("state", json!(self.next_state));
                self.next_state += 1;
            }
            "restore" => {
                let state = Server::state_of(request);
                let none = || EnvError::Restore(format!("there is no state {state}; it was dropped or never saved"));
                let saved = self.states.get(&state).ok_or_else(none)?;
                let env = self.env.as_mut().ok_or_else(none)?;
                env.restore(saved)?;
                self.seen(&mut answer)?;
            }
            "drop" => drop(self.states.remove(&Server::state_of(request))),
            other => {
                let known = "make, reset, step, rewards, player, render, text, snapshot, score, save, restore, drop";
                return Err(EnvError::State(format!("there is no request {other:?}; known are {known}")));
            }
        }
        Ok(answer)
    }
}

fn told(error: &EnvError) -> Answer {
    let kind = match error {
        EnvError::Action { .. } => "action",
        EnvError::State(_) | EnvError::Restore(_) => "state",
        EnvError::Game(_) => "game",
        EnvError::Config(_) | EnvError::Unknown { .. } | EnvError::Formula { .. } => "config",
    };
    let mut answer = Answer::default();
    answer.tell("error", json!(error.to_string()));
    answer.tell("kind", json!(kind));
    answer
}

/// Answers requests until there are no more.
///
/// # Errors
/// A pipe is broken, or a request is too long to be read.
pub fn serve(find: Find<'_>, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut server = Server {
        find,
        env: None,
        states: BTreeMap::new(),
        next_state: 0,
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        if (&mut input).take(REQUEST_MAX).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.last() != Some(&b'\n') && line.len() as u64 == REQUEST_MAX {
            return Err(io::Error::other("a request of more than 16 MiB"));
        }
        let answer = match serde_json::from_slice::<Map<String, Value>>(&line) {
            Ok(request) => server.answer(&request).unwrap_or_else(|error| told(&error)),
            Err(error) => told(&EnvError::State(format!("a request is no JSON object in a line: {error}"))),
        };
        let Answer { mut told, bytes } = answer;
        told.insert("bytes".to_owned(), json!(bytes.len()));
        serde_json::to_writer(&mut output, &told)?;
        output.write_all(b"\n")?;
        output.write_all(&bytes)?;
        output.flush()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::named;

    fn answers(requests: &[Value]) -> Vec<(Value, Vec<u8>)> {
        let lines: Vec<String> = requests.iter().map(|request| format!("{request}\n")).collect();
        let mut output = Vec::new();
        let find = |name: &str, settings: &Settings| named(name, settings).map(Arc::new);
        serve(&find, lines.concat().as_bytes(), &mut output).unwrap();
        let (mut rest, mut found) = (output.as_slice(), Vec::new());
        while !rest.is_empty() {
            let end = rest.iter().position(|byte| *byte == b'\n').unwrap();
            let told: Value = serde_json::from_slice(&rest[..end]).unwrap();
            let size = told["bytes"].as_u64().unwrap() as usize;
            found.push((told, rest[end + 1..end + 1 + size].to_vec()));
            rest = &rest[end + 1 + size..];
        }
        found
    }

    #[test]
    fn what_is_served_is_the_environment() {
        let settings = json!({ "views": ["pixels", "vector"], "size": [20, 10] });
        let found = answers(&[
            json!({ "do": "make", "env": "Dyers-v0", "settings": settings }),
            json!({ "do": "reset", "seed": 5 }),
            json!({ "do": "step", "action": [2, 1] }),
            json!({ "do": "rewards" }),
            json!({ "do": "save" }),
            json!({ "do": "player", "player": 1 }),
            json!({ "do": "step", "action": [2, 1] }),
            json!({ "do": "restore", "state": 0 }),
            json!({ "do": "step", "action": [2, 1] }),
            json!({ "do": "drop", "state": 0 }),
            json!({ "do": "restore", "state": 0 }),
        ]);
        let spec = named("Dyers-v0", &Settings::from_json(settings.as_object().unwrap()).unwrap()).unwrap();
        let mut env = Env::new(Arc::new(spec)).unwrap();
        env.reset(Some(5), None).unwrap();
        let step = env.step(&Item::Multi(vec![2, 1])).unwrap();
        let mut expected = Answer::default();
        let seen = expected.item(&step.observation);
        assert_eq!((&found[2].0["seen"], &found[2].1), (&seen, &expected.bytes));
        assert_eq!(found[2].1.len(), 20 * 10 * 3 + 88 * 4);
        assert_eq!(found[2].0["info"], Value::Object(step.info));
        assert_eq!(found[3].0["rewards"], json!([0.0, 0.0]));
        assert_eq!(found[5].1.len(), 88 * 4);
        assert_eq!(found[6], found[8]);
        assert_eq!((&found[10].0["kind"], found[9].0.get("error")), (&json!("state"), None));
    }

    #[test]
    fn what_is_wrong_is_told_and_the_next_request_is_answered() {
        let found = answers(&[
            json!({ "do": "step", "action": 0 }),
            json!({ "do": "make", "env": "Chess-v0" }),
            json!({ "do": "make", "env": "2048-v0", "settings": { "views": ["smell"] } }),
            json!({ "do": "make", "env": "2048-v0" }),
            json!({ "do": "reset", "seed": 0 }),
            json!({ "do": "step", "action": "up" }),
            json!({ "do": "sing" }),
            json!([1]),
            json!({ "do": "step", "action": 0 }),
        ]);
        let kinds: Vec<&str> = found.iter().map(|(told, _)| told["kind"].as_str().unwrap_or("-")).collect();
        assert_eq!(
            kinds,
            ["state", "config", "config", "-", "-", "action", "state", "state", "-"]
        );
        assert!(found[1].0["error"].as_str().unwrap().contains("known are 2048-v0"));
    }
}
