//! Evaluation folders as reports: verdicts, films, evidence, hostile text.

use oracade_report::{Verdict, html, junit, markdown, read};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        // Tests of one process run side by side.
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("oracade-report-{}-{count}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn put(&self, path: &str, bytes: &[u8]) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn json(&self, path: &str, value: &Value) {
        self.put(path, value.to_string().as_bytes());
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn picture(shade: u8) -> Vec<u8> {
    let mut png = std::io::Cursor::new(Vec::new());
    let pixels = image::RgbaImage::from_pixel(1280, 713, image::Rgba([shade, 40, 90, 255]));
    pixels.write_to(&mut png, image::ImageFormat::Png).unwrap();
    png.into_inner()
}

const HOSTILE: &str = "</script><script>alert(1)</script><!-- \u{202e}]]>";

/// One build of the contract of weft: a rule kept, a rule broken on a frame, one nobody saw, a scenario with pictures.
fn evaluation() -> Folder {
    let folder = Folder::new("evaluation");
    let contract = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/contracts/weft/contract.json");
    folder.put("contract.json", &fs::read(contract).unwrap());
    folder.json(
        "evaluation.json",
        &json!({
            "format": "oracade-evaluation-1",
            "contract": { "id": "weft", "title": "Weft", "digest": "0123456789abcdef" },
            "conditions": { "version": "0.1.0", "v8": "1", "seed": 1, "profile": { "width": 1280, "height": 713 } },
            "seed": 1, "votes": 3, "judges": { "source": "structural-1", "play": "predicates-1" },
            "builds": [{ "name": "reference", "game": "weft", "builder": "us", "runs": true, "folder": "builds/reference" }],
            "coverage": { "rules": 31, "ordinary": 20, "all": 30 },
        }),
    );
    let base = "builds/reference";
    folder.json(
        &format!("{base}/result.json"),
        &json!({ "rules": [
            { "rule": "start", "source": 1.0, "source_evidence": ["index.html:12"] },
            { "rule": "begin-screen", "source": 0.5, "source_note": HOSTILE },
        ] }),
    );
    folder.json(
        &format!("{base}/playtest.json"),
        &json!({
            "format": "oracade-playtest-1", "votes": 3, "trajectories": ["v1-ordinary-1"],
            "rules": [
                { "rule": "start", "verdict": "satisfied", "adversarial": false, "votes": [], "evidence": ["v1-ordinary-1/s1"], "note": "" },
                { "rule": "begin-screen", "verdict": "violated", "adversarial": true, "note": "it stays", "evidence": ["v1-ordinary-1/s2", "v1-ordinary-1/f90"],
                  "votes": [{ "vote": 1, "verdict": "violated", "why": HOSTILE, "trajectory": "v1-ordinary-1", "before": "s1", "after": "s2", "frame": 90 }] },
                { "rule": "begin-moves", "verdict": "unverified", "votes": [], "evidence": [], "note": "nobody came there" },
            ],
            "invariants": [{ "invariant": "open-bounded", "kept": true, "snapshots": 12, "evidence": [], "note": "" }],
            "bots": [],
        }),
    );
    folder.json(
        &format!("{base}/replay.json"),
        &json!({ "format": "oracade-replay-1", "scenarios": [{
            "scenario": "first-cloth", "valid": true, "held_out": false, "policy": "contract", "trajectory": "replay-first-cloth", "score": 0.5,
            "inputs": [{ "at_ms": 500, "text": "click level-1" }],
            "items": [{ "item": "1", "category": "M", "text": "a row moves", "score": 0.5, "from_ms": 0, "to_ms": 1000,
                "frames": [
                    { "frame": 29, "at_ms": 483, "file": "frames/replay-first-cloth/000029.png", "why": "before" },
                    { "frame": 31, "at_ms": 516, "file": "frames/replay-first-cloth/000031.png", "why": "input" },
                    { "frame": 32, "at_ms": 533, "file": "../../../../etc/passwd", "why": "last" },
                ], "snapshots": [], "evidence": ["replay-first-cloth/f31"], "note": "half" }],
        }] }),
    );
    folder.json(
        &format!("{base}/trajectories/v1-ordinary-1.json"),
        &json!({
            "format": "oracade-trajectory-1", "id": "v1-ordinary-1", "kind": "ordinary", "vote": 1, "seed": 7, "end_ms": 4000,
            "tape": "tapes/v1-ordinary-1.tape",
            "observations": [
                { "id": "s1", "at_ms": 1000, "frame": 60, "inputs": ["key Enter 60 ms"], "rules": ["start"], "snapshot": { "screen": "menu", "level": 1 } },
                { "id": "s2", "at_ms": 1500, "frame": 90, "inputs": [], "rules": ["begin-screen"], "snapshot": { "screen": HOSTILE, "level": 1 } },
            ],
            "console": [{ "at_ms": 3, "kind": "error", "text": HOSTILE }], "exceptions": [],
        }),
    );
    folder.put(&format!("{base}/tapes/v1-ordinary-1.tape"), b"{\"tape\":1}\n");
    folder.put(&format!("{base}/frames/v1-ordinary-1/000090.png"), &picture(200));
    folder.put(&format!("{base}/frames/replay-first-cloth/000029.png"), &picture(10));
    folder.put(&format!("{base}/frames/replay-first-cloth/000031.png"), &picture(20));
    folder
}

#[test]
fn an_evaluation_becomes_verdicts_with_evidence() {
    let folder = evaluation();
    let dossier = read(&folder.0).unwrap();
    let rules = &dossier.matrices[0];
    assert_eq!(rules.columns, ["reference source", "reference play"]);
    let row = rules.rows.iter().find(|row| row.id == "begin-screen").unwrap();
    let verdicts: Vec<Verdict> = row.cells.iter().flatten().map(|cell| cell.verdict).collect();
    assert_eq!(verdicts, [Verdict::Partial, Verdict::Bad]);
    let section = &dossier.sections[0];
    let finding = section.findings.iter().find(|it| it.id == "begin-screen").unwrap();
    assert_eq!(finding.changes.len(), 1);
    assert_eq!(finding.changes[0].path, "/screen");
    assert_eq!(finding.film.frames.len(), 1);
    let anchors: Vec<&str> = section.runs[0].moments.iter().map(|moment| moment.anchor.as_str()).collect();
    let cited: Vec<&str> = finding.evidence.iter().filter_map(|it| it.target.as_deref()).collect();
    assert_eq!(cited, [anchors[1], anchors[1]]);
    let scenario = section.findings.iter().find(|it| it.id == "first-cloth").unwrap();
    assert_eq!(scenario.film.frames.len(), 2, "what lies outside of the folder is not shown");
    assert_eq!(scenario.film.frames[1].inputs, ["click level-1"]);
    assert!(dossier.graph.as_ref().unwrap().contains("class=\"rule bad\""));
}

#[test]
fn hostile_text_stays_text_and_links_lead_somewhere() {
    let folder = evaluation();
    let dossier = read(&folder.0).unwrap();
    let page = html(&dossier);
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("</script").count(), 1);
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)") && page.contains("⟨U+202E⟩"));
    assert!(page.contains("download=\"v1-ordinary-1.tape\" href=\"data:application/octet-stream;base64,eyJ0YXBlIjoxfQo=\""));
    assert!(page == html(&read(&folder.0).unwrap()), "twice the same bytes");
    let ids: Vec<&str> = page
        .split(" id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    let unique: std::collections::BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "anchors are unique");
    for href in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.contains(&href), "#{href}");
    }
    let xml = junit(&dossier);
    assert!(xml.contains("tests=\"5\" failures=\"2\" skipped=\"1\""), "{xml}");
    assert!(!xml.contains("<script"));
    assert!(!markdown(&dossier).contains("<script"));
}

#[test]
fn mutants_are_shown_beside() {
    let folder = evaluation();
    folder.json(
        "mutation.json",
        &json!({
            "game": HOSTILE, "tried": 2, "found": 9, "tapes": 3,
            "strength": { "killed": 1, "survived_state": 1, "survived_picture": 0, "equivalent": 0, "percent": 50.0, "state_percent": 50.0 },
            "operators": [{ "operator": "constant", "found": 9, "tried": 2, "killed": 1, "survived_state": 1, "percent": 50.0 }],
            "checks": [{ "id": "c", "level": "P0", "kills": 1 }],
            "mutants": [{ "id": "constant@a.js:1:1", "fate": "survived", "diff": "--- a.js\n+++ a.js\n-1\n+</script>\n",
                "differs": { "tape": "random 1", "frame": 30, "what": ["snapshot /x: 1 → 2"] } }],
        }),
    );
    let dossier = read(&folder.0).unwrap();
    assert_eq!(dossier.mutations.len(), 1);
    let page = html(&dossier);
    assert_eq!(page.matches("</script").count(), 1);
    assert!(page.contains("<span class=\"add\">+&lt;/script&gt;</span>"));
    assert!(junit(&dossier).contains("no check notices it"));
}

#[test]
fn a_folder_of_nothing_says_what_it_should_hold() {
    let folder = Folder::new("nothing");
    assert!(read(&folder.0).unwrap_err().to_string().contains("evaluation.json"));
    folder.put("report.json", b"{");
    assert!(read(&folder.0).unwrap_err().to_string().contains("report.json"));
    folder.put("report.json", b"[]");
    assert!(
        html(&read(&folder.0).unwrap()).ends_with("</html>\n"),
        "what is not there is not shown"
    );
}
