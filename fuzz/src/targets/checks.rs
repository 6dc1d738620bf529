//! Static checks.

use oracade_oracle::static_checks;

pub(super) fn checks() -> Vec<Vec<u8>> {
    let tasks = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/tasks");
    let folders = std::fs::read_dir(tasks).into_iter().flatten().flatten();
    let mut files: Vec<_> = folders
        .map(|folder| folder.path().join("checks.json"))
        .filter(|file| file.exists())
        .collect();
    files.sort();
    let mut seeds: Vec<Vec<u8>> = files.iter().filter_map(|file| std::fs::read(file).ok()).collect();
    seeds.push(br#"{"title":"t","checks":[{"id":"a","pattern":"(?i)x+"}]}"#.to_vec());
    seeds
}

pub(super) fn judge(bytes: &[u8]) {
    let Ok(value) = serde_json::from_slice::<serde_json::Value>(bytes) else {
        return;
    };
    let html =
        "<!doctype html><title>Game</title><canvas></canvas><script>let score = 0; function draw() { score += 1 }</script>";
    static_checks::run_bytes(
        "index.html",
        html.as_bytes(),
        static_checks::Beside::Nothing,
        &value,
        &static_checks::OxcSyntax,
    );
}
