//! The page through its public door: what hostile pages come to, that histories repeat, and what evaluation answers.

#[path = "pages/branches.rs"]
mod branches;
#[path = "pages/fidelity.rs"]
mod fidelity;
#[path = "pages/gamepads.rs"]
mod gamepads;
#[path = "pages/rows.rs"]
mod rows;
#[path = "pages/tapes.rs"]
mod tapes;

use oracade_runtime::{Bundle, Engine, Evaluation, Limits, Page, PageError, PageOptions, Profile, Storage};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

fn open_with(html: &str, profile: Profile, storage: Storage) -> Page {
    let bundle = Arc::new(Bundle::from_bytes([("index.html".to_owned(), html.as_bytes().to_vec())]));
    let options = PageOptions {
        bundle,
        library: None,
        profile,
        storage,
        init_scripts: Vec::new(),
        document: String::new(),
    };
    Page::open(Engine::get().expect("the engine starts"), options).expect("the page opens")
}

fn open(html: &str) -> Page {
    open_with(html, Profile::default(), Storage::default())
}

fn hasty() -> Profile {
    let limits = Limits {
        watchdog: Duration::from_millis(400),
        heap_bytes: 96 << 20,
        buffer_bytes: 64 << 20,
        ..Limits::default()
    };
    Profile {
        limits,
        ..Profile::default()
    }
}

fn value(page: &mut Page, expression: &str) -> Value {
    match page.evaluate_within(expression, Duration::from_secs(5)) {
        Ok(Evaluation::Value(value)) => value.unwrap_or(json!("<no value>")),
        other => panic!("{expression}: {other:?}"),
    }
}

/// A script that hogs the page for ever, in each way there is; all end as `watchdog`, and the page stays dead.
#[test]
fn pages_that_never_yield_end_by_name() {
    let hogs = [
        "for (;;);",
        "(function again() { Promise.resolve().then(again); })();",
        "while (true) try { for (;;); } catch {}",
        "requestAnimationFrame(() => { for (;;); });",
        "document.addEventListener('DOMContentLoaded', () => { for (;;); });",
        "new MutationObserver(() => document.body.append('x')).observe(document.documentElement, { childList: true, subtree: true }); document.documentElement.append('y')",
        "/(a+)+$/.test('a'.repeat(60) + 'b');",
    ];
    for hog in hogs {
        let mut page = open_with(
            &format!("<!doctype html><body><script>{hog}</script>"),
            hasty(),
            Storage::default(),
        );
        let end = page.advance(Duration::from_secs(1));
        assert!(
            matches!(
                end,
                Err(PageError::Watchdog { limit_ms: 400 } | PageError::OutOfMemory { .. })
            ),
            "{hog}: {end:?}"
        );
        assert!(page.evaluate("1").is_err(), "{hog}");
        assert!(page.capture().is_err(), "{hog}");
    }
}

#[test]
fn a_page_that_wants_all_memory_ends_by_name() {
    let html = "<!doctype html><script>const all = []; for (;;) all.push(new Array(1e5).fill({}).map(() => ({})));</script>";
    let profile = Profile {
        limits: Limits {
            watchdog: Duration::from_secs(60),
            ..hasty().limits
        },
        ..Profile::default()
    };
    let mut page = open_with(html, profile, Storage::default());
    assert!(matches!(
        page.advance(Duration::from_secs(1)),
        Err(PageError::OutOfMemory { limit_mib: 160 })
    ));
}

/// Too much of one thing is an error the page itself gets; it lives on.
#[test]
fn excess_is_refused_and_the_page_lives_on() {
    let cases = [
        (
            "(() => { try { (function f() { f(); })(); } catch (e) { return e.name; } })()",
            json!("RangeError"),
        ),
        (
            "(() => { try { for (const all = [];;) all.push(new ArrayBuffer(1 << 24)); } catch (e) { return e.name; } })()",
            json!("RangeError"),
        ),
        (
            "(() => { try { localStorage.big = 'x'.repeat(6 << 20); } catch (e) { return e.name; } })()",
            json!("QuotaExceededError"),
        ),
        (
            "(() => { try { return 'x'.repeat(2 ** 30).length; } catch (e) { return e.name; } })()",
            json!("RangeError"),
        ),
    ];
    let mut page = open_with("<!doctype html><body>", hasty(), Storage::default());
    page.advance(Duration::from_millis(100)).expect("the page runs");
    for (expression, answer) in cases {
        assert_eq!(value(&mut page, expression), answer, "{expression}");
    }
    assert_eq!(value(&mut page, "1 + 1"), json!(2));
}

#[test]
fn a_huge_canvas_draws_nothing_and_harms_nobody() {
    let mut page = open(
        "<!doctype html><canvas id=c width=30000 height=30000></canvas>
         <script>const x = c.getContext('2d'); x.fillStyle = 'red'; x.fillRect(0, 0, 30000, 30000);</script>",
    );
    page.advance(Duration::from_millis(100)).expect("the page runs");
    assert_eq!(value(&mut page, "c.width"), json!(30000));
    assert_eq!(
        value(&mut page, "[...c.getContext('2d').getImageData(5, 5, 1, 1).data].join()"),
        json!("0,0,0,0")
    );
    assert!(page.capture().is_ok());
}

#[test]
fn a_deep_tree_is_laid_out_without_overflowing_anything() {
    let html = format!("<!doctype html><body>{}x", "<div>".repeat(20_000));
    let mut page = open(&html);
    page.advance(Duration::from_millis(100)).expect("the page runs");
    assert_eq!(
        value(&mut page, "document.body.getBoundingClientRect().width > 0"),
        json!(true)
    );
    assert!(page.capture().is_ok());
}

#[test]
fn what_a_page_throws_at_load_is_logged_and_the_rest_runs() {
    let mut page = open(
        "<!doctype html><script>let a = ;</script><script>throw new TypeError('first')</script>
         <script>Promise.reject(new Error('second')); window.ran = true;</script>",
    );
    page.advance(Duration::from_millis(100)).expect("the page runs");
    assert_eq!(value(&mut page, "window.ran"), json!(true));
    let exceptions = page.exceptions();
    let texts: Vec<&str> = exceptions.iter().map(|e| e.text.as_str()).collect();
    assert_eq!(texts, ["Uncaught", "Uncaught", "Uncaught (in promise)"]);
    let first = |index: usize| exceptions[index].description.clone().unwrap_or_default();
    assert!(first(0).starts_with("SyntaxError"), "{}", first(0));
    assert!(first(1).starts_with("TypeError: first"), "{}", first(1));
    assert!(first(2).starts_with("Error: second"), "{}", first(2));
}

const LIVELY: &str = "<!doctype html><style>p { animation: slide 2s infinite alternate } @keyframes slide { to { margin-left: 200px } }</style>
    <p>text</p><canvas id=c width=200 height=100></canvas><script>
    const x = c.getContext('2d'), dots = [];
    setInterval(() => dots.push([Math.random() * 200, Math.random() * 100]), 37);
    addEventListener('mousemove', e => dots.push([e.clientX, e.clientY]));
    (function frame(t) {
      x.clearRect(0, 0, 200, 100);
      dots.forEach(([u, v], i) => { x.fillStyle = `hsl(${i * 40} 80% ${50 + 20 * Math.sin(t / 300 + i)}%)`; x.beginPath(); x.arc(u, v, 5, 0, 7); x.fill(); });
      x.fillText(new Date().toISOString(), 4, 90);
      requestAnimationFrame(frame);
    })(0);
    console.log(crypto.randomUUID(), performance.now(), Math.tanh(0.3) ** 1.7);
    </script>";

/// Digest of a run with input, and its pictures at two times.
fn history(seed: u64) -> (String, Vec<u8>, Vec<u8>) {
    let mut page = open_with(
        LIVELY,
        Profile {
            seed,
            width: 400,
            height: 300,
            ..Profile::default()
        },
        Storage::default(),
    );
    page.advance(Duration::from_millis(500)).expect("the page runs");
    let early = page.capture().expect("a picture").to_png();
    for i in 0..10 {
        let event = json!({"kind": "mouse", "type": "mouseMoved", "x": 20 + 9 * i, "y": 40 + 3 * i});
        page.input(&event).expect("the move is taken");
        page.advance(Duration::from_millis(30)).expect("the page runs");
    }
    let late = page.capture().expect("a picture").to_png();
    (page.digest(), early, late)
}

#[test]
fn histories_repeat_bit_for_bit_whatever_else_runs() {
    let alone = history(7);
    // Side by side with others, on other threads and with the machine busy.
    let busy = std::thread::spawn(|| (0..40_000_000u64).fold(1u64, |a, b| a.wrapping_mul(b | 1)));
    let runs: Vec<_> = (0..3)
        .map(|_| {
            std::thread::Builder::new()
                .stack_size(64 << 20)
                .spawn(|| history(7))
                .expect("a thread")
        })
        .collect();
    for run in runs {
        assert!(run.join().expect("the run ends") == alone);
    }
    std::hint::black_box(busy.join().ok());
    // Alive as well as equal: the picture changes with time, the history with the seed.
    assert_ne!(alone.1, alone.2);
    assert_ne!(history(8).0, alone.0);
}

#[test]
fn two_pages_on_one_thread_do_not_disturb_each_other() {
    let alone = history(3);
    let mut other = open(LIVELY);
    other.advance(Duration::from_millis(333)).expect("the page runs");
    let again = history(3);
    other.advance(Duration::from_millis(333)).expect("the page runs");
    assert!(alone == again);
}

#[test]
fn values_come_back_as_the_inspector_gives_them() {
    let mut page = open("<!doctype html><body>");
    page.advance(Duration::from_millis(50)).expect("the page runs");
    let table = [
        ("undefined", json!("<no value>")),
        ("NaN", json!("<no value>")),
        ("-0", json!("<no value>")),
        ("10n", json!("<no value>")),
        (
            "({a: undefined, b: NaN, c: -0, d: [undefined, , 1]})",
            json!({"b": null, "c": 0, "d": [null, null, 1]}),
        ),
        (
            "({f() {}, d: new Date(), m: new Map([[1, 2]]), toJSON() { return 1; }})",
            json!({"f": {}, "d": {}, "m": {}, "toJSON": {}}),
        ),
        ("document.body.getBoundingClientRect()", json!({})),
        ("new Uint8Array([1, 2])", json!({"0": 1, "1": 2})),
        ("({b: 1, 2: 1, a: 1, 1: 1})", json!({"1": 1, "2": 1, "b": 1, "a": 1})),
        ("new Promise(r => setTimeout(() => r({x: 1}), 400))", json!({"x": 1})),
        ("({then(r) { r(5) }})", json!(5)),
    ];
    for (expression, expected) in table {
        assert_eq!(value(&mut page, expression), expected, "{expression}");
    }
    let keys = value(&mut page, "({b: 1, 2: 1, a: 1, 1: 1})");
    assert_eq!(keys.to_string(), r#"{"1":1,"2":1,"b":1,"a":1}"#);
    for (expression, message) in [
        ("const a = {}; a.a = a; a", "Object reference chain is too long"),
        ("({s: Symbol()})", "Object couldn't be returned by value"),
        ("({get x() { throw 1 }})", "Internal error"),
    ] {
        assert_eq!(
            page.evaluate(expression).expect("alive"),
            Evaluation::Failed(message.to_owned()),
            "{expression}"
        );
    }
    let thrown = |page: &mut Page, expression: &str| match page.evaluate(expression).expect("alive") {
        Evaluation::Thrown(thrown) => thrown.text,
        other => panic!("{other:?}"),
    };
    assert_eq!(thrown(&mut page, "let ="), "Uncaught");
    assert_eq!(
        thrown(&mut page, "Promise.reject(new TypeError('m'))"),
        "Uncaught (in promise) TypeError: m"
    );
    assert_eq!(thrown(&mut page, "Promise.reject(3)"), "Uncaught (in promise)");
}

#[test]
fn tasks_microtasks_timers_and_frames_come_in_the_standards_order() {
    let mut page = open(
        "<!doctype html><script>
        window.log = [];
        const say = w => () => log.push(w);
        requestAnimationFrame(t => { log.push('frame ' + t.toFixed(3)); Promise.resolve().then(say('micro in frame')); });
        setTimeout(say('t10'), 10); setTimeout(say('t0'), 0); setTimeout(say('t5a'), 5); setTimeout(say('t5b'), 5);
        const channel = new MessageChannel(); channel.port1.onmessage = say('message'); channel.port2.postMessage(0);
        Promise.resolve().then(say('micro')); queueMicrotask(say('micro 2'));
        log.push('script');
        addEventListener('DOMContentLoaded', say('DOMContentLoaded')); addEventListener('load', say('load'));
        </script><script defer src='data:text/javascript,log.push(\"defer\")'></script><script>log.push('second script')</script>
        <script type=module>log.push('module')</script>",
    );
    page.advance(Duration::from_millis(60)).expect("the page runs");
    let log = value(&mut page, "log.join()").as_str().unwrap_or_default().to_owned();
    let at = |what: &str| log.find(what).unwrap_or_else(|| panic!("{what} in {log}"));
    let order = [
        "script",
        "micro",
        "micro 2",
        "second script",
        "defer",
        "module",
        "DOMContentLoaded",
        "load",
        "t5a",
        "t5b",
        "t10",
        "frame 16.667",
        "micro in frame",
    ];
    assert!(order.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{log}");
    assert!(at("t0") < at("t5a") && at("message") < at("t5a"), "{log}");
}

#[test]
fn storage_outlives_a_reload_and_is_shared_by_pages_of_a_profile() {
    let storage = Storage::default();
    let html = "<!doctype html><script>window.count = localStorage.count = +(localStorage.count || 0) + 1; sessionStorage.own = 1</script>";
    let mut first = open_with(html, Profile::default(), storage.clone());
    first.advance(Duration::from_millis(50)).expect("the page runs");
    first.reload().expect("it reloads");
    first.advance(Duration::from_millis(50)).expect("the page runs");
    assert_eq!(value(&mut first, "[count, sessionStorage.own].join()"), json!("2,1"));
    let mut second = open_with(html, Profile::default(), storage);
    second.advance(Duration::from_millis(50)).expect("the page runs");
    assert_eq!(value(&mut second, "[count, sessionStorage.length].join()"), json!("3,1"));
    assert_eq!(value(&mut open(html), "1"), json!(1));
}

#[test]
fn a_page_cannot_reach_the_host() {
    let mut page = open("<!doctype html><body>");
    page.advance(Duration::from_millis(50)).expect("the page runs");
    for name in [
        "Deno",
        "__bootstrap",
        "__oracade",
        "process",
        "require",
        "importScripts",
        "GPU",
    ] {
        assert_eq!(value(&mut page, &format!("typeof {name}")), json!("undefined"), "{name}");
    }
    assert_eq!(
        value(&mut page, "fetch('https://example.com/').then(() => 'reached', e => e.name)"),
        json!("TypeError")
    );
    assert_eq!(value(&mut page, "fetch('/../../etc/passwd').then(r => r.status)"), json!(404));
    assert_eq!(
        value(
            &mut page,
            "new Date().getTimezoneOffset() + Intl.DateTimeFormat().resolvedOptions().locale"
        ),
        json!("0en-US")
    );
}

/// What is covered by an opaque picture need not be drawn; a picture that is only thought opaque would show here.
#[test]
fn pictures_cover_only_when_they_are_opaque() {
    let mut page = open(
        "<!doctype html><body><script>
        const make = () => Object.assign(document.createElement('canvas'), { width: 20, height: 20 });
        const b = make(), bx = b.getContext('2d'), c = make(), x = c.getContext('2d'), seen = [];
        const look = (u, v) => seen.push([...x.getImageData(u, v, 1, 1).data].join());
        const fresh = () => { x.fillStyle = 'blue'; x.fillRect(0, 0, 20, 20); };
        bx.fillStyle = '#123456'; bx.fillRect(0, 0, 20, 20);
        fresh(); x.fillStyle = 'red'; x.fillRect(3, 3, 5, 5); x.drawImage(b, 0, 0); look(4, 4);
        bx.clearRect(5, 5, 5, 5); fresh(); x.drawImage(b, 0, 0); look(6, 6); look(1, 1);
        bx.fillRect(0, 0, 20, 20); bx.globalCompositeOperation = 'destination-out'; bx.fillRect(0, 0, 4, 4);
        fresh(); x.drawImage(b, 0, 0); look(1, 1); look(9, 9);
        bx.globalCompositeOperation = 'source-over'; bx.fillRect(0, 0, 20, 20); bx.putImageData(new ImageData(4, 4), 0, 0);
        fresh(); x.drawImage(b, 0, 0); look(1, 1);
        </script>",
    );
    page.advance(Duration::from_millis(50)).expect("the page runs");
    let (dark, blue) = ("18,52,86,255", "0,0,255,255");
    assert_eq!(value(&mut page, "seen"), json!([dark, blue, dark, blue, dark, blue]));
}

#[test]
fn scripts_in_inner_html_never_run() {
    let mut page = open(
        "<!doctype html><div id=d></div><script>
        d.innerHTML = '<script>window.ran = 1<' + '/script>';
        document.body.append(d.firstChild);
        d.innerHTML = '<button id=b onclick=\"window.clicked = 1\">x</button>'; b.click();
        d.insertAdjacentHTML('beforeend', '<img src=none.png onerror=\"window.failed = 1\">');
        const made = document.createElement('script'); made.textContent = 'window.made = 1'; document.body.append(made);
        </script>",
    );
    page.advance(Duration::from_millis(50)).expect("the page runs");
    assert_eq!(
        value(
            &mut page,
            "[window.ran, window.made, window.clicked, window.failed, document.scripts.length].join()"
        ),
        json!(",1,1,1,3")
    );
}

/// `import()` settles, with the namespace or with the error that a browser gives.
#[test]
fn modules_are_imported_late() {
    let mut page = open(
        "<!doctype html><script>var log = [];</script><script type=module>\
        const late = await import('data:text/javascript,log.push(\"run\"); export const a = 1; export default 2;');\
        log.push(Object.keys(late).join(), late.a + late.default);</script>",
    );
    page.advance(Duration::from_millis(100)).expect("time passes");
    assert_eq!(value(&mut page, "log"), json!(["run", "a,default", 3]));
    let twice = "Promise.all([1, 2].map(() => import('data:text/javascript,export let o = {}'))).then(([a, b]) => a === b)";
    assert_eq!(value(&mut page, twice), json!(true));
    for (specifier, error) in [
        (
            "./none.js",
            "TypeError: Failed to fetch dynamically imported module: http://localhost/none.js",
        ),
        ("bare", "TypeError: Failed to resolve module specifier"),
        ("data:text/javascript,throw new RangeError('late')", "RangeError: late"),
        ("data:text/javascript,let let = 1", "SyntaxError"),
    ] {
        let result = value(
            &mut page,
            &format!("import({}).then(() => 'no error', String)", json!(specifier)),
        );
        assert!(
            result.as_str().is_some_and(|text| text.starts_with(error)),
            "{specifier}: {result}"
        );
    }
}
