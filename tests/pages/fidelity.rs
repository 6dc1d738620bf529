//! What was recorded in Chromium of the pages in tests/fidelity, held against what we make of them (docs/fidelity.md).

// The same modules that `cargo xtask fidelity` is made of.
#[allow(dead_code, reason = "the command uses more of it")]
#[path = "../../xtask/examples/engine/fidelity/compare.rs"]
mod compare;
#[allow(dead_code, reason = "the command uses more of it")]
#[path = "../../xtask/examples/engine/fidelity/fixture.rs"]
mod fixture;
#[allow(dead_code, reason = "the command uses more of it")]
#[path = "../../xtask/examples/engine/fidelity/pixels.rs"]
mod pixels;
#[allow(dead_code, reason = "the command uses more of it")]
#[path = "../../xtask/examples/engine/fidelity/replay.rs"]
mod replay;

use fixture::Fixture;
use oracade_runtime::Engine;
use std::path::Path;

fn outcome(folder: &Path) -> compare::Outcome {
    let engine = Engine::get().expect("the engine starts");
    let fixture = Fixture::read(folder).expect("the fixture is whole");
    let replay = replay::replay(engine, folder, None, &fixture.recipe).expect("the page runs");
    let mut items = compare::reports(&replay.report, &fixture.recorded);
    for (name, ours) in replay.pictures {
        let theirs = pixels::read(&folder.join(format!("{name}.png"))).expect("the picture is there");
        let difference = pixels::difference(&ours, &theirs).expect("pictures have one size");
        items.push(compare::picture(&name, difference, fixture.recipe.pixels));
    }
    compare::Outcome::of(&fixture.name, items, Vec::new(), &fixture.recipe.known_difference)
}

#[test]
fn pages_are_as_chromium_has_them_but_for_known_differences() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fidelity");
    let folders = fixture::folders(&root).expect("there are fixtures");
    assert!(folders.len() >= 20, "{} fixtures", folders.len());
    let mut wrong = Vec::new();
    for folder in folders {
        let outcome = outcome(&folder);
        for item in &outcome.unexpected {
            wrong.push(format!(
                "{}: {} {}: {} for {}",
                outcome.name, item.kind, item.key, item.ours, item.theirs
            ));
        }
        for known in &outcome.stale {
            wrong.push(format!(
                "{}: {} {} agrees now; take the entry out",
                outcome.name, known.kind, known.at
            ));
        }
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_difference_that_is_not_known_and_one_that_is_gone_are_both_told() {
    let known = |at: &str| fixture::Known {
        kind: "box".to_owned(),
        at: at.to_owned(),
        reason: "for the test".to_owned(),
    };
    let item = |key: &str, ours: [f64; 4]| {
        compare::boxes(
            "box",
            key.to_owned(),
            &ours.into_iter().collect(),
            &serde_json::json!([0, 0, 10, 10]),
            [0.5; 4],
        )
    };
    let items = || vec![item("load a", [0.0, 0.0, 10.5, 10.0]), item("load b", [0.0, 0.0, 10.6, 10.0])];
    let judge = |known: &[fixture::Known]| compare::Outcome::of("test", items(), Vec::new(), known);
    assert_eq!(judge(&[]).unexpected.len(), 1);
    assert!(judge(&[known("load b")]).as_known());
    assert!(judge(&[known("load *")]).as_known());
    assert_eq!(judge(&[known("load b"), known("load a")]).stale.len(), 1);
    assert!(compare::alike("rgba(0, 0, 0, 0.5)", "rgba(0, 0, 0, 0.52)"));
    assert!(!compare::alike("13.3px", "13.4px"));
}
