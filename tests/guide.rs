//! docs/tapes.md: each command in it works, and says what the guide says it does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Step {
    line: usize,
    command: String,
    /// What the output has, in this order.
    says: Vec<String>,
}

/// The commands: indented lines that begin with `$ `, those with `> ` go on, and others are what is said.
fn steps(guide: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut within = false;
    for (number, line) in guide.lines().enumerate() {
        let Some(text) = line.strip_prefix("    ") else {
            within = false;
            continue;
        };
        if let Some(command) = text.strip_prefix("$ ") {
            within = true;
            steps.push(Step {
                line: number + 1,
                command: command.to_owned(),
                says: Vec::new(),
            });
        } else if let Some(step) = steps.last_mut().filter(|_| within) {
            match text.strip_prefix("> ") {
                Some(more) => step.command += &format!("\n{more}"),
                None => step.says.push(text.trim().trim_end_matches('…').to_owned()),
            }
        }
    }
    steps
}

#[test]
fn the_guide_to_tapes_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    std::os::unix::fs::symlink(root.join("games"), folder.join("games")).expect("the games");
    let program = PathBuf::from(env!("CARGO_BIN_EXE_oracade"));
    let programs = program.parent().expect("a folder");
    let path = std::env::join_paths(
        std::iter::once(programs.to_path_buf()).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.expect("a path");
    let guide = fs::read_to_string(root.join("docs/tapes.md")).expect("the guide");
    let steps = steps(&guide);
    assert!(steps.len() > 20, "{}", steps.len());
    for Step { line, command, says } in steps {
        let output = Command::new("bash")
            .args(["-c", &command])
            .current_dir(&folder)
            .env("PATH", &path)
            .output()
            .expect("bash");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "docs/tapes.md:{line}: {command}\n{text}\n{error}");
        let mut rest = text.as_str();
        for said in says {
            let at = rest.find(&said);
            assert!(
                at.is_some(),
                "docs/tapes.md:{line}: {command}\nsays nowhere {said:?}:\n{text}"
            );
            rest = &rest[at.unwrap_or_default() + said.len()..];
        }
    }
    // Pictures are whole, and open elsewhere.
    for name in ["hop.png", "pictures/frame-000162-old.png"] {
        let bytes = fs::read(folder.join(name)).expect(name);
        assert!(
            bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.ends_with(b"IEND\xaeB`\x82"),
            "{name}"
        );
    }
}
