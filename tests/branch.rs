//! A page that goes on twice: both ways to branch lead to the same page, to the last bit.
#![cfg(target_os = "linux")]

use oracade_runtime::fork::{ForkError, ForkedPage, Nursery};
use oracade_runtime::{Branching, Bundle, Engine, Guest, Page, PageError, PageOptions, Profile, Storage};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// What a page can have: chance of both kinds, timers, frames, input, a canvas, storage of all kinds, a worker, promises that wait,
/// animations.
const GAME: &str = r#"<!DOCTYPE html><html><head><style>@keyframes grow { to { width: 300px } }
  #bar { width: 0; height: 9px; background: teal; animation: grow 7s infinite alternate }</style></head>
<body style="margin:0"><canvas id="c" width="300" height="200"></canvas><div id="bar"></div><input id="text"><script>
const x = document.getElementById('c').getContext('2d');
const state = { frames: 0, ticks: 0, luck: 0, bytes: 0, keys: [], worker: [], stored: 0, late: 0 };
(function frame(t) { state.frames += 1; state.luck += Math.random();
  x.fillStyle = `hsl(${state.luck * 40 % 360} 80% 50% / 0.3)`; x.fillRect(state.luck * 31 % 290, state.frames % 190, 12, 12);
  if (state.frames % 50 === 0) { const p = x.getImageData(0, 0, 1, 1).data; state.bytes += p[0]; }
  requestAnimationFrame(frame); })(0);
setInterval(() => { state.ticks += 1; localStorage.setItem('ticks', state.ticks); sessionStorage.setItem('s', Date.now());
  state.bytes += crypto.getRandomValues(new Uint8Array(1))[0]; }, 70);
const worker = new Worker(URL.createObjectURL(new Blob([`let n = 0; setInterval(() => { n += Math.random(); postMessage(n); }, 110);
  onmessage = (e) => { n += e.data; };`])));
worker.onmessage = (e) => { state.worker.push(e.data); if (state.worker.length > 9) state.worker.shift(); };
const open = indexedDB.open('d', 1);
open.onupgradeneeded = () => open.result.createObjectStore('s', { autoIncrement: true });
open.onsuccess = () => setInterval(() => { const s = open.result.transaction('s', 'readwrite').objectStore('s');
  s.add({ luck: Math.random() }); s.count().onsuccess = (e) => { state.stored = e.target.result; }; }, 130);
for (const type of ['keydown', 'keyup', 'mousedown', 'mousemove', 'wheel', 'touchstart', 'input']) addEventListener(type, (e) => {
  state.keys.push([type, e.code ?? e.clientX ?? 0, Math.round(e.timeStamp)]); if (state.keys.length > 20) state.keys.shift();
  worker.postMessage(state.keys.length); });
window.later = (ms) => new Promise((done) => setTimeout(() => { state.late += 1; done(state.luck); }, ms));
window.__gameTest = { getSnapshot: () => state };
</script></body></html>"#;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("branch").join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        std::fs::write(path.join("index.html"), GAME).expect("the game");
        Folder(path)
    }

    fn nursery(&self, most: usize) -> Nursery {
        let mut program = Command::new(env!("CARGO_BIN_EXE_oracade"));
        program.args(["nursery", "--memory", "8192", "--readable"]).arg(&self.0);
        Nursery::start(program, most, Duration::from_secs(300)).expect("a nursery")
    }

    fn open(&self, nursery: &Nursery) -> ForkedPage {
        let spec = json!({ "game": self.0.join("index.html") });
        nursery.open(&spec, &Profile::default()).expect("a page")
    }

    /// The same page in this process.
    fn here(&self) -> Page {
        let bundle = Bundle::from_file(&self.0.join("index.html")).expect("the game");
        let options = PageOptions {
            bundle: Arc::new(bundle),
            library: None,
            profile: Profile::default(),
            storage: Storage::default(),
            init_scripts: Vec::new(),
            document: String::new(),
        };
        let mut page = Page::open(Engine::get().expect("the engine"), options).expect("a page");
        page.keep_calls();
        page
    }
}

/// The same acts for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn act(&mut self, page: &mut dyn Guest) {
        let until = page.now_us() + 1_000 * self.below(120);
        page.advance_to(until).expect("time passes");
        let (x, y) = (self.below(300), self.below(200));
        let mouse = |kind: &str| json!({ "kind": "mouse", "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
        match self.below(12) {
            0 => drop(page.input(&json!({ "kind": "key", "type": "keyDown", "key": "a", "code": "KeyA", "text": "a" }))),
            1 => drop(page.input(&json!({ "kind": "key", "type": "keyUp", "key": "a", "code": "KeyA" }))),
            2 => drop(page.input(&mouse("mousePressed"))),
            3 => drop(page.input(&mouse("mouseReleased"))),
            4 => drop(page.input(&mouse("mouseMoved"))),
            5 => drop(page.snapshot()),
            6 => drop(page.capture()),
            7 => drop(page.evaluate(&format!("later({})", self.below(400)))),
            8 if self.below(3) == 0 => drop(page.reload()),
            9 => drop(page.set_viewport(640 + self.0 as u32 % 300, 480, 1.0, false)),
            10 => {
                let now = page.now_us();
                let taken = page.snapshots(&[now + 5_000, now + 21_667, now + 38_334]);
                assert!(taken.died.is_none() && taken.list.len() == 3, "{taken:?}");
            }
            _ => drop(page.input(&json!({ "kind": "mouse", "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": 90 }))),
        }
    }

    fn acts(seed: u64, count: usize, page: &mut dyn Guest) {
        let mut chance = Chance(seed);
        for _ in 0..count {
            chance.act(page);
        }
    }
}

/// Everything that can be seen of a page. Looking is part of its history.
fn look(page: &mut dyn Guest) -> Value {
    let (snapshot, frame) = (page.snapshot().expect("a snapshot"), page.capture().expect("a picture"));
    let canvas = page.capture_canvas("#c").expect("a canvas");
    let sum = |rgba: &[u8]| {
        rgba.iter()
            .fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)))
    };
    json!({
        "snapshot": snapshot, "frame": [frame.width, frame.height, sum(&frame.rgba)], "canvas": sum(&canvas.rgba),
        "digests": [page.digest(), page.order_digest(), page.storage_digest()], "now": page.now_us(), "due": page.next_due_us(),
        "counters": page.counters(), "console": page.console().len(), "exceptions": page.exceptions().len(), "loaded": page.loaded(),
    })
}

#[test]
fn a_fork_and_a_repetition_are_the_page_itself() {
    let folder = Folder::new("same");
    let nursery = folder.nursery(16);
    let mut page = folder.open(&nursery);
    let mut here = folder.here();
    Chance::acts(1, 25, &mut page);
    Chance::acts(1, 25, &mut here);
    assert_eq!(page.branching(), Branching::Forks);
    assert_eq!(here.branching(), Branching::Repeats);
    let mut forked = page.branch().expect("a fork");
    assert!(forked.fallback().is_none(), "{:?}", forked.fallback());
    let mut repeated = page.branch_by_repeating().expect("a repetition");
    let mut copied = Page::branch(&here).expect("a repetition here");
    assert_eq!(nursery.pages(), 3);
    // What one of them does, the others do not see.
    let mut astray = forked.branch().expect("a fork of a fork");
    Chance::acts(99, 15, &mut astray);
    let all: [&mut dyn Guest; 5] = [&mut page, &mut here, &mut forked, &mut repeated, &mut copied];
    let seen: Vec<Value> = all
        .into_iter()
        .map(|page| {
            Chance::acts(2, 25, page);
            look(page)
        })
        .collect();
    for other in &seen[1..] {
        assert_eq!(&seen[0], other);
    }
    assert!(
        seen[0]["snapshot"]["worker"].as_array().is_some_and(|heard| heard.len() > 5),
        "{}",
        seen[0]
    );
    assert!(
        seen[0]["snapshot"]["stored"].as_u64().is_some_and(|stored| stored > 5),
        "{}",
        seen[0]
    );
    assert_ne!(seen[0], look(&mut astray));
    // A branch outlives the page it was made of, and can be branched itself.
    let mut late = forked.branch().expect("a fork");
    drop((page, forked));
    Chance::acts(3, 10, &mut late);
    Chance::acts(3, 10, &mut repeated);
    assert_eq!(look(&mut late), look(&mut repeated));
    drop((late, repeated, astray));
    assert_eq!(nursery.pages(), 0);
}

#[test]
fn what_waits_at_the_fork_comes_in_both() {
    let folder = Folder::new("waits");
    let nursery = folder.nursery(4);
    let mut page = folder.open(&nursery);
    page.advance(Duration::from_millis(500)).expect("time passes");
    let pending = page.evaluate("later(800)").expect("an evaluation");
    let oracade_runtime::Evaluation::Pending(id) = pending else {
        panic!("{pending:?}")
    };
    let mut ways = [
        page.branch().expect("a fork"),
        page.branch_by_repeating().expect("a repetition"),
        page,
    ];
    let settled: Vec<String> = ways
        .iter_mut()
        .map(|page| {
            assert_eq!(page.poll_evaluation(id), Ok(oracade_runtime::Evaluation::Pending(id)));
            page.advance(Duration::from_secs(1)).expect("time passes");
            format!("{:?} {}", page.poll_evaluation(id), page.digest())
        })
        .collect();
    assert!(settled[0].starts_with("Ok(Value(Some(Number("), "{settled:?}");
    assert!(settled.iter().all(|one| *one == settled[0]), "{settled:?}");
}

#[test]
fn a_process_with_a_second_thread_is_repeated_and_says_so() {
    let folder = Folder::new("threads");
    let nursery = folder.nursery(2);
    let mut page = folder.open(&nursery);
    Chance::acts(5, 12, &mut page);
    page.start_thread().expect("a thread");
    let mut branch = page.branch().expect("a branch all the same");
    assert_eq!(branch.fallback(), Some(&ForkError::Threads));
    Chance::acts(6, 12, &mut page);
    Chance::acts(6, 12, &mut branch);
    assert_eq!(look(&mut page), look(&mut branch));
    // There are as many as there may be.
    let refused = branch.branch().map(|_| ());
    assert!(
        matches!(&refused, Err(PageError::Limit(text)) if text.contains("2 pages")),
        "{refused:?}"
    );
    // What was refused is told as everywhere.
    let refused = page.input(&json!({ "kind": "mouse", "type": "nonsense" }));
    assert!(matches!(refused, Err(PageError::BadInput(_))), "{refused:?}");
    assert!(nursery.open(&json!({ "game": "nowhere" }), &Profile::default()).is_err());
}

#[test]
fn a_page_that_never_yields_ends_alone() {
    let folder = Folder::new("hangs");
    let nursery = folder.nursery(4);
    let spec = json!({ "game": folder.0.join("index.html"), "timeout": 1 });
    let mut page = nursery.open(&spec, &Profile::default()).expect("a page");
    page.advance(Duration::from_millis(300)).expect("time passes");
    let mut branch = page.branch().expect("a fork");
    let hung = branch.evaluate("(() => { for (;;); })()");
    assert!(matches!(hung, Err(PageError::Watchdog { .. })), "{hung:?}");
    page.advance(Duration::from_millis(300)).expect("the other goes on");
    assert!(page.snapshot().is_ok());
}
