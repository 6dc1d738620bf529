//! Which files are tests, and the bundle that serves them.

use anyhow::Context as _;
use oracade_runtime::Bundle;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Folders that tests reach by absolute addresses.
const SHARED: [&str; 5] = ["resources", "common", "images", "fonts", "interfaces"];
/// The largest file that is served, in bytes.
const FILE_LIMIT: u64 = 8 << 20;

/// Test documents below the given paths, with leading slashes, sorted.
pub(crate) fn tests(root: &Path, paths: &[String]) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for path in paths {
        for file in files(&root.join(path.trim_matches('/')))? {
            let name = address(root, &file);
            if is_excluded(&name) {
                continue;
            }
            if let Some(stem) = name.strip_suffix(".any.js") {
                found.push(format!("{stem}.any.html"));
            } else if let Some(stem) = name.strip_suffix(".window.js") {
                found.push(format!("{stem}.window.html"));
            } else if [".html", ".htm"].iter().any(|end| name.ends_with(end)) && is_testharness(&file)? {
                found.push(name);
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// Everything the tests can reach: their top-level folders and the shared ones.
pub(crate) fn bundle(root: &Path, paths: &[String]) -> anyhow::Result<Bundle> {
    let mut folders: Vec<&str> = SHARED.to_vec();
    folders.extend(paths.iter().filter_map(|path| {
        // All of css/ or html/ is large; one level below is enough for what tests share.
        let trimmed = path.trim_matches('/');
        let second = trimmed.match_indices('/').nth(1).map_or(trimmed.len(), |(at, _)| at);
        trimmed.get(..second)
    }));
    folders.push("css/support");
    folders.push("html/resources");
    folders.push("html/canvas/resources");
    let mut contents = BTreeMap::new();
    for folder in folders {
        let folder = root.join(folder);
        let folder = if folder.is_file() {
            folder.parent().map(Path::to_owned).unwrap_or(folder)
        } else {
            folder
        };
        if !folder.is_dir() {
            continue;
        }
        for file in files(&folder)? {
            // A link that leads nowhere is no file.
            if !std::fs::metadata(&file).is_ok_and(|found| found.len() <= FILE_LIMIT) {
                continue;
            }
            let name = address(root, &file).trim_start_matches('/').to_owned();
            let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            for (end, wrapper) in [(".any.js", ".any.html"), (".window.js", ".window.html")] {
                if let Some(stem) = name.strip_suffix(end) {
                    contents.insert(format!("{stem}{wrapper}"), wrap(&name, &bytes));
                }
            }
            contents.insert(name, bytes);
        }
    }
    contents.insert(
        "resources/testharnessreport.js".to_owned(),
        include_bytes!("report.js").to_vec(),
    );
    contents.insert(
        "resources/testdriver-vendor.js".to_owned(),
        include_bytes!("driver.js").to_vec(),
    );
    // wptserve gives the parser of interface definitions this name.
    if let Some(parser) = contents.get("resources/webidl2/lib/webidl2.js").cloned() {
        contents.insert("resources/WebIDLParser.js".to_owned(), parser);
    }
    contents.insert("index.html".to_owned(), Vec::new());
    Ok(Bundle::from_bytes(contents))
}

/// The document that wptserve makes for a script of its own.
fn wrap(name: &str, source: &[u8]) -> Vec<u8> {
    let source = String::from_utf8_lossy(source);
    let mut head = String::from("<!doctype html>\n<meta charset=utf-8>\n");
    for line in source.lines().map_while(|line| line.strip_prefix("// META: ")) {
        match line.split_once('=') {
            Some(("title", title)) => head.push_str(&format!("<title>{title}</title>\n")),
            Some(("timeout", "long")) => head.push_str("<meta name=timeout content=long>\n"),
            _ => {}
        }
    }
    head.push_str(
        "<script>self.GLOBAL = { isWindow: () => true, isWorker: () => false };</script>\n\
         <script src=/resources/testharness.js></script>\n<script src=/resources/testharnessreport.js></script>\n",
    );
    for line in source.lines().map_while(|line| line.strip_prefix("// META: ")) {
        if let Some(("script", path)) = line.split_once('=') {
            head.push_str(&format!("<script src=\"{path}\"></script>\n"));
        }
    }
    head.push_str(&format!("<div id=log></div>\n<script src=\"/{name}\"></script>\n"));
    head.into_bytes()
}

fn is_excluded(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.contains("-manual")
        || file.contains(".sub.")
        || file.contains(".tentative.")
        || file.contains("-ref.")
        || ["/resources/", "/support/", "/manual/", "/tools/"]
            .iter()
            .any(|folder| name.contains(folder))
}

fn is_testharness(file: &Path) -> anyhow::Result<bool> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let wanted = b"/resources/testharness.js";
    Ok(bytes.windows(wanted.len()).any(|window| window == wanted))
}

fn address(root: &Path, file: &Path) -> String {
    let path = file.strip_prefix(root).unwrap_or(file);
    format!("/{}", path.to_string_lossy().replace('\\', "/"))
}

/// All files at a path, sorted.
fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
