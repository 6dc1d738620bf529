//! Tapes of random input on pages: what was recorded is what is played, wherever it is looked at in between.

use oracade_recorder::record::{Moment, record};
use oracade_recorder::replay::replay;
use oracade_recorder::{Act, End, Event, Tape, calls};
use oracade_runtime::{Page, Profile, Storage};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;

/// A page that reacts to everything: keys, mouse, touch; with timers, promises, storage, chance and drawing.
const PAGE: &str = "<!doctype html><style>p { transition: margin-left 0.3s } p.on { margin-left: 80px }</style><p id=p>text</p>
<canvas id=c width=120 height=60></canvas><input id=i><script>
const log = [], x = c.getContext('2d');
for (const type of ['keydown', 'keyup', 'mousedown', 'mouseup', 'mousemove', 'wheel', 'touchstart', 'touchend', 'click', 'input'])
  addEventListener(type, (e) => { log.push(type + (e.key || '') + (e.clientX | 0)); p.classList.toggle('on'); localStorage.n = log.length; });
setInterval(() => { log.push('tick' + Math.random()); console.log(log.length); }, 70);
(async () => { for (;;) { await new Promise((r) => setTimeout(r, 33)); x.fillStyle = `hsl(${log.length * 7} 80% 50%)`; } })();
(function frame(t) { x.fillRect(t % 110, log.length % 50, 10, 10); requestAnimationFrame(frame); })(0);
window.__gameTest = { getSnapshot: () => ({ log: log.slice(-5), n: log.length }) };
</script>";

pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn random_events(seed: u64) -> Vec<Event> {
    let mut chance = Chance(seed);
    let mut at_us = 0;
    let mut events = Vec::new();
    for _ in 0..30 {
        at_us += chance.below(60_000);
        let (x, y) = (chance.below(300), chance.below(150));
        let input: Value = match chance.below(6) {
            0 => json!({ "kind": "key", "type": "keyDown", "key": "a", "code": "KeyA", "text": "a" }),
            1 => json!({ "kind": "key", "type": "keyUp", "key": "a", "code": "KeyA" }),
            2 => json!({ "kind": "mouse", "type": "mouseMoved", "x": x, "y": y }),
            3 => json!({ "kind": "mouse", "type": "mousePressed", "x": x, "y": y, "button": "left", "clickCount": 1 }),
            4 => json!({ "kind": "mouse", "type": "mouseReleased", "x": x, "y": y, "button": "left", "clickCount": 1 }),
            _ => json!({ "kind": "mouse", "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": 40 }),
        };
        events.push(Event {
            at_us,
            hold: false,
            act: Act::Input(input),
        });
    }
    events
}

fn open(seed: u64) -> Page {
    let profile = Profile {
        width: 320,
        height: 200,
        seed,
        ..Profile::default()
    };
    super::open_with(PAGE, profile, Storage::default())
}

fn recorded(seed: u64, events: &[Event], every: u64) -> (Vec<Event>, End) {
    let mut lines = Vec::new();
    let end = record(&mut open(seed), events, every, 2_000_000, |moment| {
        if let Moment::Before(event) | Moment::Seen(event, _) = moment {
            lines.push(event.clone());
        }
        Ok::<(), Infallible>(())
    });
    (lines, end.expect("every input is accepted"))
}

fn tape(events: Vec<Event>, end: End) -> Tape {
    Tape {
        header: None,
        events,
        end_us: 2_000_000,
        end: Some(end),
        broken_off: false,
    }
}

#[test]
fn random_tapes_play_as_they_were_recorded() {
    for seed in 0..8 {
        let events = random_events(seed);
        let (lines, end) = recorded(seed, &events, 12);
        let tape = tape(lines, end);
        let replayed = replay(&mut open(seed), &tape, false, |_| {}).expect("the same inputs");
        assert_eq!(replayed.divergence, None, "seed {seed}");
        assert_eq!(replayed.compared, 10);
        // Another seed of the page is found out at the first checkpoint that shows its chance.
        let other = replay(&mut open(seed + 1), &tape, false, |_| {}).expect("the same inputs");
        assert!(other.divergence.is_some(), "seed {seed}");
    }
}

/// A host that stops more often than another leads the page through the same history.
#[test]
fn where_the_host_stops_makes_no_difference() {
    let events = random_events(77);
    let mut whole = open(5);
    let mut parts = open(5);
    let mut chance = Chance(9);
    let mut player = oracade_recorder::play::Player::default();
    for event in &events {
        player.perform(&mut whole, event).expect("accepted");
        let mut now = parts.now_us();
        while now < event.at_us {
            now = (now + 1 + chance.below(9_000)).min(event.at_us);
            parts.advance_to(now).expect("the page lives");
        }
        player.perform(&mut parts, event).expect("accepted");
    }
    assert_eq!(whole.digest(), parts.digest());
    assert_eq!(whole.order_digest(), parts.order_digest());
    assert_eq!(whole.storage_digest(), parts.storage_digest());
}

/// The log of the calls that any host made is a tape of them, down to promises awaited and acts without time between.
#[test]
fn the_calls_of_a_host_are_a_tape() {
    let mut page = open(3);
    page.keep_calls();
    let input = json!({ "kind": "mouse", "type": "mousePressed", "x": 5, "y": 5, "button": "left", "clickCount": 1 });
    page.evaluate("console.log('before anything has run')").expect("lives");
    page.advance(Duration::from_millis(333)).expect("lives");
    page.input(&input).expect("accepted");
    page.input(&json!({ "kind": "mouse", "type": "mouseReleased", "x": 5, "y": 5, "button": "left", "clickCount": 1 }))
        .expect("accepted");
    page.evaluate("Promise.resolve().then(() => console.log('micro')); setTimeout(() => console.log('macro'), 0)")
        .expect("lives");
    page.evaluate_within(
        "new Promise((r) => setTimeout(() => r({ get now() { return console.log('read'), 1; } }), 50))",
        Duration::from_secs(1),
    )
    .expect("lives");
    page.snapshot().expect("a snapshot");
    page.set_viewport(200, 100, 1.0, false).expect("a size");
    page.capture().expect("a picture");
    page.reload().expect("lives");
    page.advance(Duration::from_millis(100)).expect("lives");
    page.evaluate("i.focus()").expect("lives");
    let log = page.calls().expect("a log");
    let events = calls::events(log.records);
    assert_eq!(events.iter().filter(|event| event.hold).count(), 8, "{events:#?}");
    let end = End {
        chain: oracade_recorder::observe::Observer::default().chain(),
        digest: page.digest(),
        hold: log.hold,
        died: None,
    };
    let tape = Tape {
        end_us: log.advanced_to_us,
        ..tape(events, end)
    };
    let replayed = replay(&mut open(3), &tape, false, |_| {}).expect("the same inputs");
    assert_eq!(replayed.divergence, None);
    assert!(replayed.end_compared);
}

/// A branch goes on as the page it came from would have, and neither touches the other.
#[test]
fn a_branch_is_the_same_page() {
    for seed in [2, 11] {
        let events = random_events(seed);
        let (before, after) = events.split_at(12);
        let mut page = open(seed);
        assert!(matches!(page.branch(), Err(oracade_runtime::PageError::NotKept)));
        page.keep_calls();
        let mut player = oracade_recorder::play::Player::default();
        for event in before {
            player.perform(&mut page, event).expect("accepted");
        }
        page.evaluate_within("indexedDB.open('d', 1)", Duration::from_secs(1))
            .expect("lives");
        let mut branch = page.branch().expect("a branch");
        assert_eq!(branch.now_us(), page.now_us());
        assert_eq!(branch.digest(), page.digest());
        // The branch is led elsewhere first: the page must not notice.
        let mut astray = page.branch().expect("a branch");
        astray
            .evaluate("localStorage.clear(); document.body.remove()")
            .expect("lives");
        astray.advance(Duration::from_millis(500)).expect("lives");
        assert_ne!(astray.storage_digest(), page.storage_digest());
        for page in [&mut page, &mut branch] {
            let mut player = oracade_recorder::play::Player::default();
            for event in after {
                player.perform(page, event).expect("accepted");
            }
            page.advance_to(2_000_000).expect("lives");
        }
        assert_eq!(branch.capture().expect("a picture"), page.capture().expect("a picture"));
        assert_eq!(branch.snapshot().expect("a snapshot"), page.snapshot().expect("a snapshot"));
        assert_eq!(branch.digest(), page.digest());
        assert_eq!(branch.order_digest(), page.order_digest());
        assert_eq!(branch.storage_digest(), page.storage_digest());
        assert_ne!(branch.digest(), astray.digest());
    }
}

/// Somebody who watches every frame leaves no trace: not in when transitions begin, which is when styles are worked out.
#[test]
fn who_watches_changes_nothing() {
    const MOVING: &str = "<!doctype html><style>
      p { position: absolute; left: 0; transition: left 0.3s } p.on { left: 150px } b.on { animation: turn 1s linear infinite; position: absolute; top: 60px }
      @keyframes turn { to { transform: rotate(360deg) } }</style><p id=p>text</p><b id=b>more</b><canvas id=c width=50 height=50></canvas><script>
      const x = c.getContext('2d');
      let n = 0;
      requestAnimationFrame(function frame() {
        if (++n % 7 === 0) p.classList.toggle('on');
        if (n === 11) b.className = 'on';
        if (n === 23) { const q = p.cloneNode(true); q.id = ''; q.style.top = '90px'; document.body.append(q); }
        x.fillRect(n % 50, n % 41, 5, 5);
        new MessageChannel().port1.postMessage(0);
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = () => { if (n % 13 === 0) document.querySelectorAll('p').forEach((p) => p.classList.toggle('on')); };
        port1.postMessage(0);
        requestAnimationFrame(frame);
      });
      setInterval(() => { if (n % 3) p.style.fontSize = 10 + n % 9 + 'px'; }, 50);
      for (const type of ['transitionrun', 'transitionend', 'animationiteration']) addEventListener(type, (e) => console.log(type, e.elapsedTime, n));
    </script>";
    let profile = || Profile {
        width: 320,
        height: 200,
        ..Profile::default()
    };
    let mut watched = super::open_with(MOVING, profile(), Storage::default());
    let mut alone = super::open_with(MOVING, profile(), Storage::default());
    let mut seen = std::collections::BTreeSet::new();
    for frame in 1..=120 {
        let at_us = oracade_recorder::tape::frame_us(frame);
        watched.advance_to(at_us).expect("lives");
        if let Some(picture) = watched.look().expect("lives") {
            seen.insert(oracade_recorder::observe::pixels_digest(&picture));
        }
        if frame % 20 == 3 {
            // An input between frames, before the next look.
            for page in [&mut watched, &mut alone] {
                page.advance_to(at_us + 5_000).expect("lives");
                page.input(&json!({ "kind": "mouse", "type": "mouseMoved", "x": frame, "y": 20 }))
                    .expect("accepted");
            }
        }
    }
    for page in [&mut watched, &mut alone] {
        page.advance_to(2_100_000).expect("lives");
    }
    assert!(seen.len() > 100, "{}", seen.len());
    assert_eq!(watched.console(), alone.console());
    assert!(alone.console().len() > 10);
    assert_eq!(
        (watched.digest(), watched.order_digest()),
        (alone.digest(), alone.order_digest())
    );
    assert_eq!(watched.capture().expect("a picture"), alone.capture().expect("a picture"));
}
