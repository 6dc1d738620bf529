//! A hundred random tapes over three games: recorded, replayed, branched at a random frame and gone on from there, all the same.

use super::tapes::Chance;
use oracade_recorder::observe::Observer;
use oracade_recorder::play::Player;
use oracade_recorder::record::{Moment, record};
use oracade_recorder::replay::replay;
use oracade_recorder::tape::frame_us;
use oracade_recorder::{Act, Checkpoint, Event, Tape};
use oracade_runtime::{Bundle, Engine, Guest, PageOptions, Profile, Storage};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;

const TAPES: u64 = 100;
/// Frames of a tape.
const FRAMES: u64 = 45;
/// Frames from checkpoint to checkpoint.
const EVERY: u64 = 9;

/// A task of the corpus that draws on a canvas, one made of elements, and a game of ours that keeps a save.
fn games() -> Vec<Arc<Bundle>> {
    let bundle = |html: String| Arc::new(Bundle::from_bytes([("index.html".to_owned(), html.into_bytes())]));
    let task = |name: &str| {
        let task = oracade_corpus::task(name).expect("a task");
        bundle(task.reference_html().expect("its game"))
    };
    let hopper = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/hopper/index.html");
    vec![
        task("lantern-orchard"),
        task("weft"),
        bundle(std::fs::read_to_string(hopper).expect("a game of ours")),
    ]
}

fn open(bundle: &Arc<Bundle>, seed: u64) -> Box<dyn Guest> {
    let options = PageOptions {
        bundle: bundle.clone(),
        document: String::new(),
        library: None,
        profile: Profile {
            width: 480,
            height: 360,
            seed,
            ..Profile::default()
        },
        storage: Storage::default(),
        init_scripts: Vec::new(),
    };
    oracade_runtime::open(Engine::get().expect("the engine starts"), options).expect("the page opens")
}

fn random_events(chance: &mut Chance) -> Vec<Event> {
    let mut at_us = 0;
    let mut events = Vec::new();
    while events.len() < 16 {
        at_us += chance.below(90_000);
        if at_us >= frame_us(FRAMES) {
            break;
        }
        let (x, y) = (chance.below(480), chance.below(360));
        let [key, code] = [
            ["ArrowLeft", "ArrowLeft"],
            ["ArrowRight", "ArrowRight"],
            [" ", "Space"],
            ["Enter", "Enter"],
        ][chance.below(4) as usize];
        let input: Value = match chance.below(6) {
            0 | 1 => json!({ "kind": "key", "type": "keyDown", "key": key, "code": code }),
            2 => json!({ "kind": "key", "type": "keyUp", "key": key, "code": code }),
            3 => json!({ "kind": "mouse", "type": "mousePressed", "x": x, "y": y, "button": "left", "clickCount": 1 }),
            4 => json!({ "kind": "mouse", "type": "mouseReleased", "x": x, "y": y, "button": "left", "clickCount": 1 }),
            _ => json!({ "kind": "mouse", "type": "mouseMoved", "x": x, "y": y, "buttons": 1 }),
        };
        events.push(Event {
            at_us,
            hold: false,
            act: Act::Input(input),
        });
    }
    events
}

/// Puts lines of a tape on a page; what is seen at checkpoints must be what the tape has.
fn go_on(page: &mut dyn Guest, lines: &[Event], what: &str) {
    let (mut player, mut observer) = (Player::default(), Observer::default());
    for line in lines {
        player.perform(page, line).expect("accepted");
        if let Act::Checkpoint(was) = &line.act {
            let is = observer.checkpoint(page, was.frame).expect("the page lives");
            // The chain and the console go back to the start, which this observer has not seen.
            let seen = |seen: &Checkpoint| {
                let Checkpoint {
                    pixels,
                    snapshot,
                    storage,
                    order,
                    ..
                } = seen;
                [pixels, snapshot, storage, order].map(Clone::clone)
            };
            assert_eq!(seen(&is), seen(was), "{what}, frame {}", was.frame);
        }
    }
    page.advance_to(frame_us(FRAMES)).expect("the page lives");
}

#[test]
fn a_hundred_tapes_branch_where_they_like() {
    let games = games();
    let mut ends = BTreeSet::new();
    for number in 0..TAPES {
        let bundle = &games[(number % games.len() as u64) as usize];
        let mut chance = Chance(number * 77 + 1);
        let events = random_events(&mut chance);
        let mut lines = Vec::new();
        let end = record(&mut *open(bundle, number), &events, EVERY, frame_us(FRAMES), |moment| {
            if let Moment::Before(event) | Moment::Seen(event, _) = moment {
                lines.push(event.clone());
            }
            Ok::<(), Infallible>(())
        })
        .expect("every input is accepted");
        assert_eq!(end.died, None, "tape {number}");
        ends.insert(end.chain.clone());

        let tape = Tape {
            header: None,
            events: lines.clone(),
            end_us: frame_us(FRAMES),
            end: Some(end.clone()),
            broken_off: false,
        };
        let replayed = replay(&mut *open(bundle, number), &tape, false, |_| {}).expect("the same inputs");
        assert_eq!((replayed.divergence, replayed.compared), (None, 5), "tape {number}");

        let frame = chance.below(FRAMES);
        let before = lines.iter().take_while(|line| line.at_us < frame_us(frame)).count();
        let mut page = open(bundle, number);
        page.keep_calls();
        let (mut player, mut observer) = (Player::default(), Observer::default());
        for line in &lines[..before] {
            player.perform(&mut *page, line).expect("accepted");
            if let Act::Checkpoint(was) = &line.act {
                observer.checkpoint(&mut *page, was.frame).expect("the page lives");
            }
        }
        page.advance_to(frame_us(frame)).expect("the page lives");
        let mut branch = page.branch().expect("a branch");
        // The branch goes first: nothing of it may show in the page it came from.
        go_on(&mut *branch, &lines[before..], &format!("tape {number}, branched at {frame}"));
        assert_eq!(branch.digest(), end.digest, "tape {number}, branched at {frame}");
        go_on(
            &mut *page,
            &lines[before..],
            &format!("tape {number} after a branch at {frame}"),
        );
        assert_eq!(page.digest(), end.digest, "tape {number} after a branch at {frame}");
        assert_eq!(branch.console(), page.console());
    }
    // The tapes are of something: nearly all of them are runs of their own.
    assert!(ends.len() as u64 > TAPES * 9 / 10, "{}", ends.len());
}
