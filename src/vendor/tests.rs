//! The whole command against a registry made of archives that the tests pack.

use std::cell::RefCell;
use std::fs;

use super::npm::{NpmError, newest};
use super::tarball::tests::packed;
use super::tarball::{integrity, sha256};
use super::*;

/// A registry in memory: packages by name and version.
#[derive(Default)]
struct Registry {
    archives: BTreeMap<(String, String), Vec<u8>>,
    /// Integrity answers that differ from the archive's own.
    promised: BTreeMap<String, String>,
    calls: RefCell<Vec<String>>,
}

impl Registry {
    fn with(mut self, name: &str, version: &str, files: &[(&str, &str)]) -> Self {
        self.archives.insert((name.to_owned(), version.to_owned()), packed(files));
        self
    }
}

impl Npm for Registry {
    fn resolve(&self, package: &str, range: &str) -> Result<String, NpmError> {
        self.calls.borrow_mut().push(format!("resolve {package}@{range}"));
        let range = semver::VersionReq::parse(if range == "latest" { "*" } else { range }).unwrap();
        let versions = self
            .archives
            .keys()
            .filter(|(name, version)| name == package && range.matches(&version.parse().unwrap()));
        newest(versions.map(|(_, version)| version.clone())).ok_or_else(|| NpmError::Failed("no version matches".to_owned()))
    }

    fn integrity(&self, package: &str, version: &str) -> Result<Option<String>, NpmError> {
        let id = format!("{package}@{version}");
        let archive = self.archives.get(&(package.to_owned(), version.to_owned()));
        let archive = archive.ok_or_else(|| NpmError::Failed(format!("{id} is not in this registry")))?;
        Ok(Some(self.promised.get(&id).cloned().unwrap_or_else(|| integrity(archive))))
    }

    fn pack(&self, package: &str, version: &str) -> Result<Vec<u8>, NpmError> {
        self.calls.borrow_mut().push(format!("pack {package}@{version}"));
        let archive = self.archives.get(&(package.to_owned(), version.to_owned()));
        archive
            .cloned()
            .ok_or_else(|| NpmError::Failed("not in this registry".to_owned()))
    }
}

/// A game in a folder of its own, with a library of its own.
struct Game {
    folder: PathBuf,
    args: Args,
}

impl Game {
    fn new(name: &str, html: &str) -> Self {
        let folder = env::temp_dir().join(format!("oracade-vendor-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("game")).unwrap();
        fs::write(folder.join("game/index.html"), html).unwrap();
        let args = Args {
            game: folder.join("game"),
            lock: None,
            library: Some(folder.join("library")),
            update: false,
            frozen: false,
            offline: false,
            all_files: false,
            licenses: false,
            json: false,
        };
        Self { folder, args }
    }

    fn lock(&self) -> Lock {
        Lock::read(&lock_of(&self.args.game)).unwrap().unwrap()
    }

    fn body(&self, address: &str) -> String {
        let lock = self.lock();
        let entry = lock
            .addresses
            .get(address)
            .unwrap_or_else(|| panic!("{address} is not in {:?}", lock.addresses.keys()));
        let bytes = fs::read(self.folder.join("library/store").join(&entry.sha256)).unwrap();
        assert_eq!(sha256(&bytes), entry.sha256);
        String::from_utf8(bytes).unwrap()
    }

    fn addresses(&self) -> Vec<String> {
        self.lock().addresses.into_keys().collect()
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn three() -> Registry {
    Registry::default().with(
        "three",
        "0.180.0",
        &[
            (
                "package.json",
                r#"{"license":"MIT","exports":{".":{"import":"./build/three.module.js"},"./addons/*":"./examples/jsm/*"}}"#,
            ),
            ("LICENSE", "The MIT License"),
            ("build/three.module.js", "import { a } from './three.core.js'; export { a };"),
            ("build/three.core.js", "export const a = 1;"),
            (
                "examples/jsm/controls/Orbit.js",
                "import { a } from 'three'; import '../math/Octree.js'; export const Orbit = a;",
            ),
            ("examples/jsm/math/Octree.js", "import 'three';"),
            ("examples/jsm/Unused.js", ""),
        ],
    )
}

const MAP: &str = r#"<script type="importmap">{"imports":{"three":"https://cdn.jsdelivr.net/npm/three@0.180.0/build/three.module.js",
    "three/addons/":"https://cdn.jsdelivr.net/npm/three@0.180.0/examples/jsm/"}}</script>"#;

#[test]
fn an_import_map_brings_what_is_reachable() {
    let game = Game::new(
        "map",
        &format!(r#"{MAP}<script type="module">import * as T from "three"; import "three/addons/controls/Orbit.js"</script>"#),
    );
    let report = vendor(&game.args, &three()).unwrap();
    assert_eq!((report.failures, report.warnings), (vec![], vec![]));
    let base = "https://cdn.jsdelivr.net/npm/three@0.180.0";
    let want = [
        "build/three.core.js",
        "build/three.module.js",
        "examples/jsm/controls/Orbit.js",
        "examples/jsm/math/Octree.js",
    ];
    assert_eq!(game.addresses(), want.map(|file| format!("{base}/{file}")));
    let entry = &game.lock().packages["three@0.180.0"];
    assert_eq!(entry.license.as_deref(), Some("MIT"));
    assert!(entry.license_files.contains_key("LICENSE"));
}

#[test]
fn a_computed_import_or_a_wish_brings_the_whole_folder() {
    let unused = "https://cdn.jsdelivr.net/npm/three@0.180.0/examples/jsm/Unused.js".to_owned();
    let game = Game::new(
        "computed",
        &format!(r#"{MAP}<script type="module">import("three/addons/" + name)</script>"#),
    );
    vendor(&game.args, &three()).unwrap();
    assert!(game.addresses().contains(&unused));
    let mut game = Game::new("whole", MAP);
    vendor(&game.args, &three()).unwrap();
    assert!(!game.addresses().contains(&unused));
    game.args.all_files = true;
    vendor(&game.args, &three()).unwrap();
    assert!(game.addresses().contains(&unused));
}

#[test]
fn a_second_run_changes_nothing_and_asks_nobody() {
    let game = Game::new(
        "again",
        r#"<script src="https://unpkg.com/three@^0.180.0/build/three.core.js"></script>"#,
    );
    let registry = three();
    assert!(vendor(&game.args, &registry).unwrap().changed);
    let text = fs::read_to_string(lock_of(&game.args.game)).unwrap();
    registry.calls.borrow_mut().clear();
    let again = vendor(&game.args, &registry).unwrap();
    assert!(!again.changed && again.fetched.is_empty());
    assert_eq!(*registry.calls.borrow(), Vec::<String>::new());
    assert_eq!(fs::read_to_string(lock_of(&game.args.game)).unwrap(), text);
}

#[test]
fn ranges_stay_pinned_until_an_update() {
    let mut game = Game::new("pin", r#"<script src="https://unpkg.com/p@1/a.js"></script>"#);
    let one = || Registry::default().with("p", "1.0.0", &[("a.js", "1")]);
    let two = || one().with("p", "1.2.0", &[("a.js", "2")]);
    let address = "https://unpkg.com/p@1/a.js";
    vendor(&game.args, &one()).unwrap();
    // A new address makes the lock file anew, with the version once chosen.
    fs::write(game.args.game.join("more.js"), "'https://unpkg.com/p@1.0.0/a.js'").unwrap();
    vendor(&game.args, &two()).unwrap();
    assert_eq!(
        (game.body(address).as_str(), game.lock().resolutions["p@1"].as_str()),
        ("1", "1.0.0")
    );
    game.args.update = true;
    vendor(&game.args, &two()).unwrap();
    assert_eq!(game.body(address), "2");
}

#[test]
fn frozen_refuses_to_change_the_lock_file() {
    let mut game = Game::new(
        "frozen",
        r#"<script src="https://unpkg.com/three@0.180.0/build/three.core.js"></script>"#,
    );
    game.args.frozen = true;
    let error = vendor(&game.args, &three()).unwrap_err().to_string();
    assert!(error.contains("run: oracade vendor"), "{error}");
    assert!(!lock_of(&game.args.game).exists());
    game.args.frozen = false;
    vendor(&game.args, &three()).unwrap();
    game.args.frozen = true;
    vendor(&game.args, &three()).unwrap();
}

#[test]
fn missing_blobs_come_back_from_the_lock_file_alone() {
    let html = format!(
        r#"{MAP}<script type="module">import "three/addons/controls/Orbit.js"; import "https://esm.sh/uses-three@1"</script>
        <script src="https://cdn.jsdelivr.net/combine/npm/three@0.180.0/build/three.core.js,npm/c@1.0.0/c.js"></script>"#
    );
    let game = Game::new("ensure", &html);
    let registry = || {
        three()
            .with(
                "uses-three",
                "1.0.0",
                &[
                    ("package.json", r#"{"module":"m.js","peerDependencies":{"three":"^0.180.0"}}"#),
                    ("m.js", "export * from 'three'"),
                ],
            )
            .with("c", "1.0.0", &[("c.js", "c")])
    };
    let report = vendor(&game.args, &registry()).unwrap();
    assert_eq!(report.failures, []);
    let library = game.folder.join("library");
    let count = fs::read_dir(library.join("store")).unwrap().count();
    fs::remove_dir_all(&library).unwrap();
    let lock = lock_of(&game.args.game);
    assert_eq!(missing(&lock, &library).unwrap(), game.lock().blobs().count());
    let done = complete(&game.lock(), &Store::new(&library), &registry()).unwrap();
    assert_eq!(done.packages, ["c@1.0.0", "three@0.180.0", "uses-three@1.0.0"]);
    assert_eq!(missing(&lock, &library).unwrap(), 0);
    assert_eq!(fs::read_dir(library.join("store")).unwrap().count(), count);
    // The command does the same, even if it may not change the lock file.
    fs::remove_dir_all(&library).unwrap();
    let frozen = Args {
        frozen: true,
        ..game.args.clone()
    };
    assert_eq!(vendor(&frozen, &registry()).unwrap().restored, count);
    // Other bytes under the pinned version are refused.
    fs::remove_dir_all(&library).unwrap();
    let changed = registry().with("c", "1.0.0", &[("c.js", "evil")]);
    let error = format!("{:#}", complete(&game.lock(), &Store::new(&library), &changed).unwrap_err());
    assert!(error.contains("checksum"), "{error}");
}

#[test]
fn an_archive_that_differs_from_the_registrys_word_is_refused() {
    let game = Game::new(
        "integrity",
        r#"<script src="https://unpkg.com/three@0.180.0/build/three.core.js"></script>"#,
    );
    let mut registry = three();
    registry.promised.insert("three@0.180.0".to_owned(), integrity(b"other"));
    let report = vendor(&game.args, &registry).unwrap();
    assert_eq!(report.failures.len(), 1);
    assert!(report.failures[0].reason.contains("checksum"), "{:?}", report.failures);
    assert_eq!(report.contents.addresses.len(), 0);
}

#[test]
fn failures_name_the_address_and_mentions_do_not_fail() {
    let html = r#"<script src="https://unpkg.com/three@0.180.0/nothing.js"></script><script src="https://cdn.example/x.js"></script>
        <script>load("https://unpkg.com/absent@1.0.0/x.js")</script>"#;
    let game = Game::new("failures", html);
    let report = vendor(&game.args, &three()).unwrap();
    let failed: Vec<_> = report.failures.iter().map(|failure| failure.address.as_str()).collect();
    assert_eq!(failed, ["https://unpkg.com/three@0.180.0/nothing.js"]);
    assert_eq!(report.unrecognised, ["https://cdn.example/x.js"]);
    assert_eq!(report.warnings.len(), 1);
    let text = report.text(true);
    assert!(
        text.contains("error: https://unpkg.com/three@0.180.0/nothing.js: three@0.180.0 has no file `nothing.js`"),
        "{text}"
    );
}

#[test]
fn module_networks_make_specifiers_absolute_and_share_instances() {
    let registry = three()
        .with(
            "lib",
            "2.1.0",
            &[
                ("package.json", r##"{"exports":{".":"./src/index.js"},"imports":{"#in":"./src/in.js"},"dependencies":{"dep":"^1.0.0"},"peerDependencies":{"three":"*"}}"##),
                (
                    "src/index.js",
                    "import d from 'dep'; import { a } from \"three\"; import './side'; import '#in'; export default () => import('three/addons/math/Octree.js'); const e = process.env.NODE_ENV;",
                ),
                ("src/side.js", "export {}"),
                ("src/in.js", "export {}"),
            ],
        )
        .with("dep", "1.4.0", &[("package.json", r#"{"main":"index.js"}"#), ("index.js", "exports.x = require('./part'); exports.y = 2;"), ("part.js", "module.exports = 7")]);
    let game = Game::new(
        "esm",
        r#"<script type="module">import lib from "https://esm.sh/lib"; import "https://esm.sh/three@0.180.0"</script>"#,
    );
    let report = vendor(&game.args, &registry).unwrap();
    assert_eq!((report.failures, report.warnings), (vec![], vec![]));
    let canonical = "https://esm.sh/lib@2.1.0/src/index.js";
    assert_eq!(
        game.body("https://esm.sh/lib"),
        format!("export * from \"{canonical}\";\nexport {{ default }} from \"{canonical}\";\n")
    );
    assert_eq!(
        game.body(canonical),
        "import d from 'https://esm.sh/dep@1.4.0/index.js'; import { a } from \"https://esm.sh/three@0.180.0/build/three.module.js\"; \
         import 'https://esm.sh/lib@2.1.0/src/side.js'; import 'https://esm.sh/lib@2.1.0/src/in.js'; \
         export default () => import('https://esm.sh/three@0.180.0/examples/jsm/math/Octree.js'); const e = \"production\";"
    );
    let three = game.body("https://esm.sh/three@0.180.0");
    assert_eq!(
        three,
        "export * from \"https://esm.sh/three@0.180.0/build/three.module.js\";\n"
    );
    let common = game.body("https://esm.sh/dep@1.4.0/index.js");
    assert!(
        common.contains("\"part.js\": [{  }, function (exports, require, module, global, process) {\nmodule.exports = 7\n}]"),
        "{common}"
    );
    assert!(common.contains("as x }") && common.contains("as y }"), "{common}");
}

#[test]
fn style_sheets_bring_their_fonts() {
    let registry = Registry::default().with(
        "@fortawesome/fontawesome-free",
        "6.0.0",
        &[
            (
                "css/all.min.css",
                "@font-face { src: url(../webfonts/a.woff2) format('woff2'), url(../webfonts/none.ttf) }",
            ),
            ("webfonts/a.woff2", "font"),
        ],
    );
    let game = Game::new(
        "style",
        r#"<link rel="stylesheet" href="https://cdnjs.cloudflare.com/ajax/libs/font-awesome/6.0.0/css/all.min.css">"#,
    );
    let report = vendor(&game.args, &registry).unwrap();
    assert_eq!(report.failures, []);
    let base = "https://cdnjs.cloudflare.com/ajax/libs/font-awesome/6.0.0";
    assert_eq!(
        game.addresses(),
        ["css/all.min.css", "webfonts/a.woff2"].map(|file| format!("{base}/{file}"))
    );
    assert_eq!(
        game.lock().addresses[&format!("{base}/webfonts/a.woff2")].content_type,
        "font/woff2"
    );
}

#[test]
fn a_game_without_addresses_gets_no_lock_file() {
    let game = Game::new("none", "<canvas></canvas><script>'./local.js'</script>");
    let report = vendor(&game.args, &Registry::default()).unwrap();
    assert!(!report.changed && !lock_of(&game.args.game).exists());
    assert!(report.text(false).starts_with("nothing to fetch"));
}
