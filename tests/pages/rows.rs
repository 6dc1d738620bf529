//! Rows of pages in one isolate: each is, to the last bit, the page it is in an isolate of its own.

use oracade_runtime::{Bundle, Engine, Isolates, Limits, PageOptions, Profile, Storage};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// Rounds in which all pages follow each other.
const ROUNDS: u64 = 3;
const FRAMES: u64 = 40;

/// Looks at what the page before it could have left, and leaves as much as it can: globals, changed prototypes, storage, buffers, errors of ops,
/// workers, databases, modules that were compiled, the depth of the stack.
const NOSY: &str = r##"<!doctype html><title>nosy</title><canvas id=c width=64 height=64></canvas><div id=d style="color: red">text</div>
<script type=module>import.meta; globalThis.fromModule = import.meta.url;</script>
<script>
const told = [];
const tell = (name, look) => {
  let seen;
  try { seen = look(); } catch (e) {
    seen = [e instanceof Error, e instanceof DOMException, e instanceof TypeError, Object.getPrototypeOf(e) === globalThis[e.name]?.prototype, e.name, e.message];
  }
  told.push([name, seen]);
};
tell("fatal", () => new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255, 254])));
tell("atob", () => atob("*"));
tell("names", () => [Object.getOwnPropertyNames(globalThis).join(), globalThis.left, Object.prototype.left, [].left, localStorage.length, sessionStorage.length]);
tell("registry", () => [Symbol.for("left").description, document.querySelectorAll("*").length, history.length, performance.now(), Date.now()]);
tell("chance", () => [Math.random(), crypto.randomUUID()]);
tell("depth", () => { let depth = 0; const down = () => { depth += 1; down(); }; try { down(); } catch {} return depth; });
tell("depth again", () => { let depth = 0; const down = n => { depth = n; return down(n + 1) + 1; }; for (let i = 0; i < 3; i++) try { down(0); } catch {} return depth; });
tell("classes", () => { let most = 0; class A { f(n) { most = n; this.f(n + 1); } } try { new A().f(0); } catch {} return most; });
tell("buffers", () => { const all = []; try { for (;;) all.push(new ArrayBuffer(1 << 20)); } catch (e) { return [all.length, e instanceof RangeError, e.message]; } });
tell("clone", () => structuredClone(() => 1));
tell("selector", () => document.querySelector("::("));
tell("sort", () => [5, 3, 9].sort().concat("left").join());
const gl = document.createElement("canvas").getContext("webgl");
tell("gl", () => { const s = gl.createShader(gl.VERTEX_SHADER); gl.shaderSource(s, "void main() {"); gl.compileShader(s); return [gl.getShaderInfoLog(s), gl.getError()]; });
const two = document.getElementById("c").getContext("2d");
two.fillStyle = "rgb(" + told.length * 9 + ", 90, 20)";
two.fillRect(3, 3, 40, 40);
two.fillText("page", 5, 30);
globalThis.left = Object.prototype.left = Array.prototype.left = 1;
Array.prototype.sort = Array.prototype.join = () => "left";
localStorage.left = sessionStorage.left = "1";
Error.prepareStackTrace = (e, sites) => "left " + sites.length;
WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(m => console.log("module", m instanceof WebAssembly.Module));
const worker = new Worker(URL.createObjectURL(new Blob(["onmessage = e => postMessage([e.data + 1, Math.random(), typeof left])"])));
worker.onmessage = e => console.log("worker", JSON.stringify(e.data));
worker.postMessage(1);
const open = indexedDB.open("rows", 1);
open.onupgradeneeded = e => console.log("database", e.oldVersion, open.result.createObjectStore("s").name);
open.onsuccess = () => console.log("opened", open.result.objectStoreNames.length);
fetch("missing").then(r => console.log("fetched", r.status), e => console.log("no", e instanceof TypeError, e.message));
Promise.reject(new RangeError("unhandled"));
setInterval(() => document.getElementById("d").append("."), 50);
addEventListener("keydown", e => { console.log(e.code, new Error("where").stack.length); gone(); });
addEventListener("load", () => { delete Object.prototype.left; console.log(JSON.stringify(told)); });
</script>"##;

fn pages() -> Vec<Arc<Bundle>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = |path: &str| Arc::new(Bundle::from_dir(&root.join(path)).expect("a page"));
    let nosy = Bundle::from_bytes([("index.html".to_owned(), NOSY.as_bytes().to_vec())]);
    vec![
        Arc::new(nosy),
        folder("xtask/determinism/sensors/order"),
        folder("xtask/determinism/sensors/numbers"),
        folder("games/hopper"),
        folder("corpus/tasks/weft/reference"),
        folder("corpus/tasks/lantern-orchard/reference"),
    ]
}

/// All that can be seen of a page that is played for a moment.
fn history(bundle: &Arc<Bundle>, seed: u64, isolates: Option<Isolates>) -> Vec<String> {
    let limits = Limits {
        buffer_bytes: 64 << 20,
        ..Limits::default()
    };
    let profile = Profile {
        width: 480,
        height: 360,
        seed,
        limits,
        ..Profile::default()
    };
    let options = PageOptions {
        bundle: bundle.clone(),
        document: String::new(),
        library: None,
        profile,
        storage: Storage::default(),
        init_scripts: Vec::new(),
    };
    let engine = Engine::get().expect("the engine starts");
    let mut page = oracade_runtime::open_in(engine, options, isolates).expect("the page opens");
    for frame in 1..=FRAMES {
        if frame % 9 == seed % 9 {
            for kind in ["keyDown", "keyUp"] {
                let event = json!({ "kind": "key", "type": kind, "key": " ", "code": "Space" });
                page.input(&event).expect("the page lives");
            }
        }
        page.advance_to(page.next_frame_us()).expect("the page lives");
    }
    page.capture().expect("a picture");
    let said = page
        .console_since(0)
        .into_iter()
        .map(|line| format!("{} {}", line.at_us, line.text));
    let threw = page.exceptions_since(0).into_iter().map(|entry| format!("{entry:?}"));
    let mut seen: Vec<String> = said.chain(threw).collect();
    seen.extend([page.digest(), page.order_digest(), page.storage_digest()]);
    seen
}

#[test]
fn a_page_cannot_tell_whose_isolate_it_has() {
    let row = Isolates::default();
    let pages = pages();
    for round in 0..ROUNDS {
        for (number, bundle) in pages.iter().enumerate() {
            let seed = round * 7 + number as u64;
            let alone = history(bundle, seed, None);
            let in_a_row = history(bundle, seed, Some(row.clone()));
            assert!(row.is_keeping(), "page {number} has not left its isolate to the next");
            assert!(alone.len() > 3 || number > 0, "the first page says nothing");
            assert_eq!(alone, in_a_row, "page {number}, round {round}");
        }
    }
}
