//! Bots: programs in JavaScript that play a game through a few calls, each in a context of its own on the game's clock.

use super::moves::{Move, Start};
use super::nest::Nest;
use super::player::{Player, Refusal};
use oracade_contracts::design::Constant;
use oracade_contracts::model::{Input, Op};
use oracade_contracts::play::lens::{Lens, View};
use oracade_contracts::play::trajectory::Kind;
use oracade_contracts::play::weigh::{Truth, conditions_at};
use oracade_runtime::{Engine, PageError, Request, Script, ScriptError, ScriptOptions};
use serde_json::{Value, json};

/// Calls a bot may make.
const MAX_CALLS: u32 = 5_000;
/// Virtual time a bot may take, in µs.
const MAX_US: u64 = 300_000_000;

/// A bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Bot {
    /// Its id, which is that of its trajectory.
    pub id: String,
    /// Whether it may start from states that are set up.
    pub kind: Kind,
    /// The rule it is made for.
    pub target: Option<String>,
    /// Its program: the body of an async function of `bot`.
    pub source: String,
}

/// What came of a bot.
pub struct Played {
    /// The game, with what was done and seen.
    pub player: Player,
    /// Rules its program names, with the observation from which on.
    pub tags: Vec<(usize, Vec<String>)>,
    /// How its program ended, if not by itself.
    pub failed: Option<String>,
}

/// Why a bot could not be run at all.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// The page cannot be opened.
    #[error(transparent)]
    Page(#[from] PageError),
    /// No context for the bot.
    #[error("the bot's context: {0}")]
    Script(ScriptError),
}

/// Runs a bot on a page that has come up; `seed` is that of its own chance.
///
/// # Errors
/// The page or the context cannot be opened. A bot that throws or hangs has played until then.
pub fn run(engine: &'static Engine, lens: &Lens<'_>, bot: &Bot, nest: &mut Nest<'_>, seed: u64) -> Result<Played, BotError> {
    let mut script = Script::open(
        engine,
        ScriptOptions {
            seed,
            ..ScriptOptions::default()
        },
    )
    .map_err(BotError::Script)?;
    let mut host = Host {
        lens,
        bot,
        player: nest.player()?,
        tags: Vec::new(),
        calls: 0,
        over: None,
    };
    let program = format!("__play(async (bot) => {{\n{}\n}});", bot.source);
    let started = script
        .run(include_str!("bot.js"), "oracade:bot.js")
        .and_then(|()| script.run(&program, &bot.id));
    let failed = match started {
        Err(error) => Some(error.to_string()),
        Ok(()) => host.serve(&mut script).err().map(|error| error.to_string()),
    };
    let failed = failed.or_else(|| host.over.take().flatten());
    Ok(Played {
        player: host.player,
        tags: host.tags,
        failed,
    })
}

struct Host<'h, 'a> {
    lens: &'h Lens<'a>,
    bot: &'h Bot,
    player: Player,
    tags: Vec<(usize, Vec<String>)>,
    calls: u32,
    /// The program has ended, with a message if it failed.
    over: Option<Option<String>>,
}

impl Host<'_, '_> {
    fn serve(&mut self, script: &mut Script) -> Result<(), ScriptError> {
        while self.over.is_none() {
            let requests = script.take_requests();
            if requests.is_empty() {
                // It waits for a time of its own.
                let Some(due_us) = script.next_due_us() else {
                    self.over = Some(Some("the bot waits for what does not come".to_owned()));
                    return Ok(());
                };
                let now_us = self.player.at_us();
                if due_us > now_us {
                    self.player.pass((due_us - now_us) as f64 / 1e3);
                }
                script.advance_to(due_us.max(now_us))?;
            }
            for request in requests {
                self.calls += 1;
                let spent = self.calls > MAX_CALLS || self.player.at_us() > MAX_US;
                if spent || self.player.died.is_some() {
                    let why = if spent {
                        "the bot's calls or its time are used up"
                    } else {
                        "the page has ended"
                    };
                    self.over = Some(Some(why.to_owned()));
                    return Ok(());
                }
                let id = request.id;
                if let Some(answer) = self.answer(&request) {
                    script.set_now(self.player.at_us());
                    script.resolve(id, answer)?;
                }
            }
        }
        Ok(())
    }

    fn answer(&mut self, request: &Request) -> Option<Result<Value, String>> {
        let params = &request.params;
        let said = |result: Result<Value, Refusal>| Some(result.map_err(|refusal| refusal.to_string()));
        match request.method.as_str() {
            "observe" => {
                let last = self.player.seen.last();
                Some(Ok(last.map_or(
                    Value::Null,
                    |seen| json!({ "at_ms": seen.at_us as f64 / 1e3, "frame": seen.frame, "snapshot": seen.snapshot }),
                )))
            }
            "wait" => said(self.player.make(&Move::Wait(params["ms"].as_f64().unwrap_or(0.0)))),
            "input" => match serde_json::from_value::<Input>(params.clone()) {
                Ok(input) => said(self.player.make(&Move::Input(input))),
                Err(error) => Some(Err(error.to_string())),
            },
            "tap" => {
                let (x, y) = (params["x"].as_f64().unwrap_or(0.0), params["y"].as_f64().unwrap_or(0.0));
                let input = Input::Control {
                    name: format!("{x},{y}"),
                };
                said(self.player.click(&input, x, y).map(|()| Value::Null))
            }
            "begin" => Some(self.begin(params)),
            "precondition" => Some(self.precondition(&params["state"])),
            "rules" => {
                let ids = params["ids"].as_array().into_iter().flatten();
                let ids = ids.filter_map(Value::as_str).map(str::to_owned).collect();
                self.tags.push((self.player.seen.len(), ids));
                Some(Ok(Value::Null))
            }
            "done" => {
                self.over = Some(None);
                None
            }
            "failed" => {
                self.over = Some(Some(params["message"].as_str().unwrap_or_default().to_owned()));
                None
            }
            other => Some(Err(format!("there is no call {other}"))),
        }
    }

    fn begin(&mut self, params: &Value) -> Result<Value, String> {
        let start = match params.get("scenario").and_then(Value::as_str) {
            None => Start::Reset,
            Some(name) => Start::Scenario {
                name: name.to_owned(),
                options: params.get("options").cloned(),
            },
        };
        if start != Start::Reset && self.bot.kind == Kind::Ordinary {
            return Err("an ordinary bot plays from the beginning; only an adversarial one starts elsewhere".to_owned());
        }
        let answer = self.player.make(&Move::Begin(start)).map_err(|refusal| refusal.to_string())?;
        self.refuse_outcome()?;
        Ok(answer)
    }

    /// The state that was set up must not be what the rule is to bring about.
    fn refuse_outcome(&self) -> Result<(), String> {
        let Some(at) = self.bot.target.as_ref().and_then(|target| self.lens.rule(target)) else {
            return Ok(());
        };
        let view = self.lens.view(self.player.snapshot());
        if is_outcome(self.lens, at, &view) {
            return Err(format!(
                "this state is the outcome of {}, not where it begins",
                self.lens.plans[at].rule.id
            ));
        }
        Ok(())
    }

    fn precondition(&mut self, state: &Value) -> Result<Value, String> {
        if self.bot.kind == Kind::Ordinary {
            return Err("an ordinary bot plays from the beginning; only an adversarial one sets a state".to_owned());
        }
        let asked = state.as_object().ok_or("a state is {\"entity.attribute\": value}")?;
        let target = self.bot.target.as_ref().and_then(|target| self.lens.rule(target));
        for (name, value) in asked {
            if let Some(at) = target
                && sets(self.lens, at, name, value)
            {
                return Err(format!("{name} is what {} brings about", self.lens.plans[at].rule.id));
            }
        }
        let fits = |view: &View| {
            asked.iter().all(|(name, value)| {
                let terms = &self.lens.contract.vocabulary;
                let at = terms.iter().position(|term| term.attribute.to_string() == *name);
                at.is_some_and(|at| {
                    view.values[at]
                        .as_ref()
                        .is_some_and(|known| json!(known) == *value || same(known, value))
                })
            })
        };
        let mut starts: Vec<Start> = super::starts::of(self.lens.contract);
        if let Some(setter) = &self.lens.contract.setter {
            starts.insert(
                0,
                Start::Scenario {
                    name: setter.clone(),
                    options: Some(state.clone()),
                },
            );
        }
        for start in starts {
            let made = self.player.make(&Move::Begin(start.clone()));
            if made.is_ok() && fits(&self.lens.view(self.player.snapshot())) {
                self.refuse_outcome()?;
                return Ok(start.describe().unwrap_or(Value::Null));
            }
        }
        Err("no start of the contract has this state".to_owned())
    }
}

fn same(known: &Constant, value: &Value) -> bool {
    match (known, value) {
        (Constant::Number(known), Value::Number(value)) => value.as_f64().is_some_and(|value| value == *known),
        _ => false,
    }
}

/// Whether a value of an attribute is what a rule sets it to.
pub(crate) fn sets(lens: &Lens<'_>, at: usize, name: &str, value: &Value) -> bool {
    let view = View {
        values: vec![None; lens.len()],
        labels: Vec::new(),
    };
    let terms = &lens.contract.vocabulary;
    lens.plans[at].writes.iter().any(|write| {
        write.op == Op::Set
            && !write.stays
            && terms[write.term].attribute.to_string() == name
            && lens
                .resolve(&write.operand, &view)
                .is_some_and(|values| values.iter().any(|known| json!(known) == *value || same(known, value)))
    })
}

/// Whether a state is what a rule brings about rather than where it begins: everything the rule sets is so, and its conditions do not hold.
pub(crate) fn is_outcome(lens: &Lens<'_>, at: usize, view: &View) -> bool {
    let plan = &lens.plans[at];
    let sets: Vec<_> = plan
        .writes
        .iter()
        .filter(|write| write.op == Op::Set && !write.stays)
        .collect();
    !sets.is_empty()
        && conditions_at(lens, plan, view) == Truth::No
        && sets.iter().all(|write| {
            let wanted = lens.resolve(&write.operand, view);
            wanted
                .zip(view.values[write.term].as_ref())
                .is_some_and(|(wanted, now)| wanted.contains(now))
        })
}
