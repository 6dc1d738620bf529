use super::*;
use crate::model::{Ask, Model, ModelError, Purpose};
use oracade_contracts::service::{Completion, Cost};
use oracade_gym::rollout::episode;
use oracade_gym::{Env, Settings, named};
use serde_json::Value;
use std::sync::{Arc, Mutex};

/// A model that keeps what it was asked and answers by its purpose.
#[derive(Default)]
struct Fake {
    asked: Mutex<Vec<Ask>>,
    plan: &'static str,
}

impl Fake {
    fn new(plan: &'static str) -> Fake {
        Fake {
            asked: Mutex::default(),
            plan,
        }
    }

    fn texts(&self, purpose: Purpose) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        let of = asked.iter().filter(|ask| ask.purpose == purpose);
        of.map(|ask| ask.messages[1].text.clone()).collect()
    }
}

impl Model for Fake {
    fn id(&self) -> String {
        "fake".to_owned()
    }

    fn answer(&self, ask: &Ask) -> Result<Completion, ModelError> {
        self.asked.lock().unwrap().push(ask.clone());
        let text = match ask.purpose {
            Purpose::Plan => self.plan.to_owned(),
            Purpose::Describe => "A hill under a moon.".to_owned(),
            Purpose::Reflect => format!("Well.\n## Reflection: {}", "turn back ".repeat(80)),
            Purpose::Summarise => "summary: nothing but ups".to_owned(),
            _ => String::new(),
        };
        Ok(Completion {
            text,
            cost: Cost {
                requests: 1,
                input_tokens: 10,
                ..Cost::default()
            },
        })
    }
}

fn env(name: &str, steps: u32) -> Env {
    let settings = Settings {
        max_steps: Some(steps),
        ..Settings::default()
    };
    Env::new(Arc::new(named(name, &settings).unwrap())).unwrap()
}

/// Plays an episode; what was logged as given, and the player.
fn play<'m>(model: &'m Fake, name: &str, steps: u32, harness: Harness) -> (Vec<Value>, Player<'m>) {
    let mut player = Player::new(model, harness);
    let mut given = Vec::new();
    episode(&mut env(name, steps), &mut player, 1, 3, &mut |line| {
        given.push(line.given.clone().unwrap());
        Ok(())
    })
    .unwrap();
    (given, player)
}

fn with(modules: &str) -> Harness {
    Harness {
        modules: modules.parse().unwrap(),
        ..Harness::default()
    }
}

#[test]
fn modules_are_named_and_joined() {
    let told = |text: &str| text.parse::<Modules>().map(|modules| modules.to_string());
    assert_eq!(told("none").unwrap(), "none");
    assert_eq!(told("reasoning+memory+perception").unwrap(), "perception+memory+reasoning");
    assert_eq!(told("all").unwrap(), "perception+memory+reasoning");
    assert_eq!(told("long").unwrap(), "reasoning+long");
    assert_eq!(told("summary").unwrap(), "transient+summary");
    assert!(told("sight").unwrap_err().contains("there is no module \"sight\""));
}

#[test]
fn without_modules_there_is_the_state_alone() {
    let model = Fake::new("action: up");
    let (given, player) = play(&model, "2048-v0", 3, with("none"));
    let asked = model.texts(Purpose::Plan);
    assert_eq!((asked.len(), player.turns(), player.cost().input_tokens), (3, 3, 30));
    assert!(asked[0].starts_with("The state:\n{'board': [["), "{}", asked[0]);
    assert!(asked[0].contains("action: the action, such as left") && !asked[0].contains("Earlier turns"));
    assert!(
        given
            .iter()
            .all(|given| given["reflection"].is_null() && given["game_trajectory"].is_null())
    );
    let asked = model.asked.lock().unwrap();
    let system = &asked[0].messages[0].text;
    assert!(
        system.contains("one of: up, right, down, left") && system.contains("Tiles on a board"),
        "{system}"
    );
    assert_eq!((asked[2].number, asked[2].scope.as_str()), (2, "oracade/2048-v0 none seed 3"));
}

#[test]
fn all_modules_are_in_the_question() {
    let model = Fake::new("Thought: corner\nAction: up");
    let (given, _) = play(&model, "2048-v0", 4, with("all"));
    let asked = model.texts(Purpose::Plan);
    // Nothing is behind the first turn.
    assert!(
        asked[0].contains("Earlier turns:\nN/A") && asked[0].contains("What to make of them:\nN/A"),
        "{}",
        asked[0]
    );
    assert!(
        asked[0].contains("4 columns, 4 rows") && asked[0].contains("\nEmpty: ("),
        "{}",
        asked[0]
    );
    assert!(asked[0].contains("Reason before you act"));
    let second = &asked[1];
    assert!(
        second.contains("Past 1 turn(s), oldest first:\nTurn 1, seen: {'board'"),
        "{second}"
    );
    assert!(second.contains("Turn 1, done: up; because: corner"), "{second}");
    // The state now is not among the turns before.
    assert!(!second.contains("Turn 2, "));
    assert_eq!(model.texts(Purpose::Reflect).len(), 3);
    let reflection = given[1]["reflection"].as_str().unwrap();
    assert_eq!((reflection.split(' ').count(), reflection.ends_with("back …")), (101, true));
    assert!(model.texts(Purpose::Describe).is_empty());
}

#[test]
fn rules_reflect_and_describe_without_a_model() {
    let model = Fake::new("action: none of them");
    let harness = Harness {
        auxiliary: Auxiliary::Rules,
        ..with("perception+memory+summary")
    };
    let (given, _) = play(&model, "2048-v0", 9, harness.clone());
    assert_eq!(model.asked.lock().unwrap().len(), 9);
    assert_eq!(
        given[2]["reflection"],
        "The last action (none of them) changed nothing, 2 times in a row; do something else."
    );
    // Ten entries are full; then the memory is one entry.
    let told = given[6]["game_trajectory"].as_str().unwrap();
    assert!(told.contains("Up to turn 5: Turn 1, done: none of them"), "{told}");
    let right = Fake::new("action: (right, 8)");
    let (given, _) = play(&right, "Ridgeway-v0", 20, harness);
    let described = given[8]["processed_visual_description"].as_str().unwrap();
    assert!(
        described.starts_with("x: ") && described.contains("\nlives: 3"),
        "{described}"
    );
    assert!(
        given[8]["reflection"]
            .as_str()
            .unwrap()
            .contains("changed the state and was worth"),
        "{}",
        given[8]
    );
}

#[test]
fn pictures_are_shown_described_and_what_only_they_show_counts() {
    let model = Fake::new("action: right");
    let harness = Harness {
        observation: Sight::Vision,
        grid: Some((5, 5)),
        ..with("perception")
    };
    let (given, _) = play(&model, "Ridgeway-v0", 2, harness.clone());
    assert_eq!(given[1]["processed_visual_description"], "A hill under a moon.");
    {
        let asked = model.asked.lock().unwrap();
        let plan = asked.iter().find(|ask| ask.purpose == Purpose::Plan).unwrap();
        assert!(plan.messages[1].text.contains("The state now:\nN/A"));
        let seen = crate::picture::read_png(&plan.messages[1].pictures[0]).unwrap();
        assert!(seen.width.max(seen.height) > 1000 && seen.width.max(seen.height) <= 1500);
        let url = &plan.messages_json()[1]["content"][1]["image_url"]["url"];
        assert!(url.as_str().unwrap().starts_with("data:image/png;base64,iVBOR"));
    }
    // One that does nothing is stuck by the picture as by the text.
    let idle = Fake::new("nothing");
    let vision = Harness {
        observation: Sight::Vision,
        ..with("none")
    };
    let (given, _) = play(&idle, "2048-v0", 50, vision);
    assert_eq!(given.len(), 10);
}

#[test]
fn a_game_is_told_in_other_words() {
    let model = Fake::new("action: a");
    let mut harness = with("memory");
    let names = [("Pell", "Brandt"), ("Harrow", "Milden"), ("court", "bench")];
    harness.masking.names = names.map(|(name, told)| (name.to_owned(), told.to_owned())).into();
    play(&model, "Assize-v0", 3, harness);
    let asked = model.asked.lock().unwrap();
    assert!(asked.iter().all(|ask| ask.messages.iter().all(|message| {
        let text = message.text.to_lowercase();
        !text.contains("pell") && !text.contains("harrow") && !text.contains("court ")
    })));
    let first = &asked[0].messages;
    assert!(
        first[1].text.contains("The Bell of Brandt's Landing") && first[0].text.contains("a country bench"),
        "{first:?}"
    );
}

#[test]
fn an_answer_may_be_several_steps() {
    let model = Fake::new("action: left, 2 hard_drop");
    let (given, player) = play(&model, "Tetris-v0", 6, with("none"));
    assert_eq!((given.len(), player.turns()), (6, 2));
}

#[test]
fn variables_are_filled_once() {
    let filled = Variables::default()
        .with("a", Some("{b}"))
        .with("b", Some(" x "))
        .with("c", None)
        .fill("{a} {b} {c} {unknown} {'board'} {");
    assert_eq!(filled, "{b} x N/A N/A {'board'} {");
}
