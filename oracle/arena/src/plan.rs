//! Plans of ablations, as a file a person writes: who plays which games with which modules, and how often (docs/arena.md, "Plans").

use crate::contamination::Masking;
use crate::harness::{Auxiliary, Harness, Modules, SLOTS, Sight, Templates};
use crate::model::{ScriptRule, Who};
use oracade_contracts::service::{Budget, PricedEndpoint};
use oracade_gym::agents::AGENTS;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The format's name.
const FORMAT: &str = "oracade-arena-1";
/// Most cells of a plan.
const CELLS_MAX: usize = 100_000;

/// A player.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    /// Its name in reports and folders.
    pub name: String,
    /// Whether it counts as one that reasons by itself, for tables.
    pub reasoning: bool,
    /// Who it is.
    pub kind: Kind,
}

/// Kinds of players.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A model in the harness.
    Model(Who),
    /// A player of the tree, by name.
    Agent(String),
    /// Another program, run by the shell, that plays by lines.
    Command(String),
    /// A file of JavaScript that plays.
    Policy(String),
}

impl Kind {
    /// What kind it is, for results.
    pub fn name(&self) -> String {
        match self {
            Kind::Model(_) => "model".to_owned(),
            Kind::Agent(name) => format!("agent {name}"),
            Kind::Command(_) => "command".to_owned(),
            Kind::Policy(_) => "policy".to_owned(),
        }
    }

    /// Who it is, with what its actions depend on as far as it is known here.
    pub fn id(&self) -> String {
        match self {
            Kind::Model(who) => format!("model {}", oracade_contracts::canonical::text_of(who)),
            Kind::Agent(name) => format!("agent {name}"),
            Kind::Command(command) => format!("command {command}"),
            Kind::Policy(path) => format!("policy {path}"),
        }
    }
}

/// A checked plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Environments: names, folders with an env.toml, or such files.
    pub games: Vec<String>,
    /// Sets of modules; players that are no models have `none` alone.
    pub modules: Vec<Modules>,
    /// Seed of the first run.
    pub first_seed: u64,
    /// Runs of each condition; those that follow have the next seeds.
    pub runs: u32,
    /// What models are shown.
    pub observation: Sight,
    /// Steps after which episodes are cut off, if otherwise than their environments say.
    pub max_steps: Option<u32>,
    /// Entries of memories.
    pub max_memory: usize,
    /// Grid over pictures.
    pub grid: Option<(u32, u32)>,
    /// Who describes, reflects and summarises.
    pub auxiliary: Auxiliary,
    /// Times a model is asked for one answer.
    pub attempts: u32,
    /// What each model may spend in this run.
    pub budget: Budget,
    /// Whether logs have pictures.
    pub pictures: bool,
    /// The prompts.
    pub templates: Templates,
    /// What is replaced in all that games tell models.
    pub masking: Masking,
    /// The players.
    pub players: Vec<Contestant>,
}

/// A cell of the grid: one episode.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell<'p> {
    /// Who plays.
    pub player: &'p Contestant,
    /// What.
    pub game: &'p str,
    /// With which modules.
    pub modules: Modules,
    /// Its number among the runs of its condition, from 1.
    pub run: u32,
    /// Its seed.
    pub seed: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format: String,
    games: Vec<String>,
    #[serde(default = "zero_shot")]
    modules: Vec<Modules>,
    #[serde(default)]
    seeds: RawSeeds,
    #[serde(default)]
    observation: Sight,
    max_steps: Option<u32>,
    #[serde(default = "ten")]
    max_memory: usize,
    grid: Option<(u32, u32)>,
    #[serde(default)]
    auxiliary: Auxiliary,
    #[serde(default = "three")]
    attempts: u32,
    #[serde(default)]
    budget: RawBudget,
    #[serde(default)]
    pictures: bool,
    #[serde(default)]
    slots: BTreeMap<String, String>,
    #[serde(default)]
    masking: Masking,
    player: Vec<RawPlayer>,
}

fn zero_shot() -> Vec<Modules> {
    vec![Modules::default()]
}

fn ten() -> usize {
    10
}

fn three() -> u32 {
    3
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawSeeds {
    first: u64,
    runs: u32,
}

impl Default for RawSeeds {
    fn default() -> Self {
        RawSeeds { first: 0, runs: 3 }
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RawBudget {
    requests: Option<u64>,
    tokens: Option<u64>,
    usd_micros: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawProgram {
    program: String,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default = "two_minutes")]
    timeout_ms: u64,
}

fn two_minutes() -> u64 {
    120_000
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlayer {
    name: String,
    #[serde(default)]
    reasoning: bool,
    endpoint: Option<PricedEndpoint>,
    program: Option<RawProgram>,
    script: Option<Vec<ScriptRule>>,
    agent: Option<String>,
    command: Option<String>,
    policy: Option<String>,
}

/// Whether a name can be a folder's everywhere.
fn is_plain(name: &str) -> bool {
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    !name.is_empty() && name.len() <= 64 && !name.starts_with('.') && name.bytes().all(fine)
}

fn contestant(raw: RawPlayer) -> Result<Contestant, String> {
    let name = raw.name;
    if !is_plain(&name) {
        return Err(format!(
            "player {name:?}: use letters, digits, `.`, `_` and `-` in names, at most 64"
        ));
    }
    let program = raw.program.map(|given| Who::Program {
        program: given.program,
        arguments: given.arguments,
        timeout_ms: given.timeout_ms,
    });
    let script = raw.script.map(|rules| Who::Script { rules });
    let models = [raw.endpoint.map(Who::Endpoint), program, script];
    let mut kinds: Vec<Kind> = models.into_iter().flatten().map(Kind::Model).collect();
    kinds.extend(raw.agent.map(Kind::Agent));
    kinds.extend(raw.command.map(Kind::Command));
    kinds.extend(raw.policy.map(Kind::Policy));
    let count = kinds.len();
    let kind = kinds.pop().filter(|_| count == 1).ok_or_else(|| {
        format!("player {name:?} has {count} of endpoint, program, script, agent, command and policy; give it one of them")
    })?;
    match &kind {
        Kind::Agent(agent) if !AGENTS.contains(&agent.as_str()) => Err(format!(
            "player {name:?}: there is no agent {agent:?}; known are {}",
            AGENTS.join(", ")
        )),
        _ => Ok(Contestant {
            name,
            reasoning: raw.reasoning,
            kind,
        }),
    }
}

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    /// What is wrong, with the file and, where it is known, the line.
    pub fn parse(file: &str, text: &str) -> Result<Plan, String> {
        let raw: Raw = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let message = error.message().trim_end().replace('\n', " ");
            format!("{file}:{line}: {message}; docs/arena.md has the keys")
        })?;
        Plan::check(raw).map_err(|message| format!("{file}: {message}"))
    }

    fn check(raw: Raw) -> Result<Plan, String> {
        if raw.format != FORMAT {
            return Err(format!("format {:?} is not known; write format = {FORMAT:?}", raw.format));
        }
        let twice = |names: &[&str]| {
            (1..names.len())
                .find(|n| names[..*n].contains(&names[*n]))
                .map(|n| names[n].to_owned())
        };
        // Games are folders of logs too.
        let folders: Vec<String> = raw.games.iter().map(|game| folder_name(game)).collect();
        let games: Vec<&str> = folders.iter().map(String::as_str).collect();
        if let Some(game) = twice(&games) {
            return Err(format!(
                "games names {game:?} twice, or two that have one name as a folder; leave one out"
            ));
        }
        let players: Vec<Contestant> = raw.player.into_iter().map(contestant).collect::<Result<_, _>>()?;
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        if let Some(name) = twice(&names) {
            return Err(format!("two players are called {name:?}; choose another name"));
        }
        let mut templates = Templates::default();
        for (name, text) in raw.slots {
            if !SLOTS.iter().any(|(known, _)| *known == name) {
                let known: Vec<&str> = SLOTS.iter().map(|(name, _)| *name).collect();
                return Err(format!("slots: there is no slot {name:?}; known are {}", known.join(", ")));
            }
            templates.slots.insert(name, text);
        }
        let cells = games.len() * raw.modules.len() * players.len() * raw.seeds.runs as usize;
        if !(1..=CELLS_MAX).contains(&cells) {
            return Err(format!(
                "{cells} cells; choose games, modules, players and runs so that there are 1 to {CELLS_MAX}"
            ));
        }
        let mut modules = raw.modules;
        modules.sort_unstable();
        modules.dedup();
        Ok(Plan {
            games: raw.games,
            modules,
            first_seed: raw.seeds.first,
            runs: raw.seeds.runs,
            observation: raw.observation,
            max_steps: raw.max_steps,
            max_memory: raw.max_memory,
            grid: raw.grid,
            auxiliary: raw.auxiliary,
            attempts: raw.attempts,
            budget: Budget {
                requests: raw.budget.requests,
                tokens: raw.budget.tokens,
                usd_micros: raw.budget.usd_micros,
            },
            pictures: raw.pictures,
            templates,
            masking: raw.masking,
            players,
        })
    }

    /// All episodes, in the order in which they are reported.
    pub fn cells(&self) -> Vec<Cell<'_>> {
        let mut cells = Vec::new();
        for player in &self.players {
            let none = [Modules::default()];
            let modules = match player.kind {
                Kind::Model(_) => self.modules.as_slice(),
                _ => &none,
            };
            for game in &self.games {
                for modules in modules {
                    cells.extend((1..=self.runs).map(|run| Cell {
                        player,
                        game,
                        modules: *modules,
                        run,
                        seed: self.first_seed.wrapping_add(u64::from(run) - 1),
                    }));
                }
            }
        }
        cells
    }

    /// How a model plays with a set of modules.
    pub fn harness(&self, modules: Modules) -> Harness {
        Harness {
            modules,
            observation: self.observation,
            max_memory: self.max_memory,
            grid: self.grid,
            auxiliary: self.auxiliary,
            templates: self.templates.clone(),
            masking: self.masking.clone(),
        }
    }
}

/// A name of an environment that can be a folder's.
pub fn folder_name(game: &str) -> String {
    let plain = game.strip_prefix("oracade/").unwrap_or(game);
    let fine = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let name: String = plain.chars().map(|letter| if fine(letter) { letter } else { '-' }).collect();
    name.trim_start_matches(['.', '-']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "format = \"oracade-arena-1\"\ngames = [\"2048-v0\", \"Tetris-v0\"]\nmodules = [\"perception+memory\", \"none\"]\n\
        seeds = { first = 5, runs = 2 }\n[[player]]\nname = \"chance\"\nagent = \"random\"\n[[player]]\nname = \"ups\"\n\
        script = [{ answers = [\"action: up\"] }]\n";

    #[test]
    fn cells_are_in_order() {
        let plan = Plan::parse("p.toml", PLAN).unwrap();
        let told: Vec<String> = plan
            .cells()
            .iter()
            .map(|cell| {
                format!(
                    "{} {} {} {} {}",
                    cell.player.name, cell.game, cell.modules, cell.run, cell.seed
                )
            })
            .collect();
        assert_eq!(told.len(), 4 + 8);
        assert_eq!(
            (told[0].as_str(), told[3].as_str()),
            ("chance 2048-v0 none 1 5", "chance Tetris-v0 none 2 6")
        );
        assert_eq!(
            (told[4].as_str(), told[11].as_str()),
            ("ups 2048-v0 none 1 5", "ups Tetris-v0 perception+memory 2 6")
        );
        assert_eq!(
            (folder_name("oracade/2048-v0").as_str(), folder_name("../a/b c.toml").as_str()),
            ("2048-v0", "a-b-c.toml")
        );
    }

    #[test]
    fn what_is_wrong_is_told() {
        let cases = [
            (
                "format = \"oracade-arena-1\"",
                "format = \"2\"",
                "write format = \"oracade-arena-1\"",
            ),
            ("\"none\"]", "\"sight\"]", "p.toml:3: there is no module \"sight\""),
            ("agent = \"random\"", "agent = \"clever\"", "known are random"),
            ("agent = \"random\"", "reasoning = true", "has 0 of endpoint"),
            ("name = \"ups\"", "name = \"chance\"", "two players are called \"chance\""),
            ("name = \"ups\"", "name = \"../up\"", "use letters"),
            ("\"Tetris-v0\"", "\"2048-v0\"", "twice"),
            ("runs = 2", "runs = 0", "0 cells"),
            (
                "[[player]]\nname = \"chance\"",
                "[slots]\nmood = \"x\"\n[[player]]\nname = \"chance\"",
                "there is no slot \"mood\"",
            ),
        ];
        for (from, to, expected) in cases {
            let error = Plan::parse("p.toml", &PLAN.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(expected), "{expected}\n{error}");
        }
    }
}
