//! The list of known failures.
//!
//! A line that begins with `# ` is the reason of the lines after it. Each of those is a test's path and, after a tab, a
//! subtest's name; a path without a subtest, or one that ends with `*`, stands for all subtests it matches.

use super::Outcome;
use anyhow::Context as _;
use std::collections::BTreeSet;
use std::path::Path;

struct Entry {
    line: usize,
    test: String,
    subtest: Option<String>,
}

impl Entry {
    fn matches(&self, test: &str, subtest: &str) -> bool {
        let test_matches = match self.test.strip_suffix('*') {
            Some(start) => test.starts_with(start),
            None => test == self.test,
        };
        test_matches && self.subtest.as_deref().is_none_or(|name| name == subtest)
    }
}

/// Compares outcomes with the list; the answer is whether they agree. Entries for tests that did not run are not looked at.
pub(crate) fn compare(file: &Path, outcomes: &[Outcome]) -> anyhow::Result<bool> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let entries: Vec<Entry> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(at, line)| {
            let (test, subtest) = line.split_once('\t').map_or((line, None), |(test, name)| (test, Some(name)));
            Entry {
                line: at + 1,
                test: test.to_owned(),
                subtest: subtest.map(str::to_owned),
            }
        })
        .collect();
    let mut failing = BTreeSet::new();
    let mut ran = BTreeSet::new();
    let mut surprises = 0;
    for outcome in outcomes {
        for subtest in &outcome.subtests {
            let name = subtest.name.replace(['\n', '\t'], " ");
            let mut listed = false;
            for entry in entries.iter().filter(|entry| entry.matches(&outcome.test, &name)) {
                listed = true;
                ran.insert(entry.line);
                if !subtest.passed() {
                    failing.insert(entry.line);
                }
            }
            if !listed && !subtest.passed() {
                println!("not listed: {}\t{name}", outcome.test);
                surprises += 1;
            }
        }
    }
    for line in ran.difference(&failing) {
        println!("passes now: {}:{line}", file.display());
        surprises += 1;
    }
    Ok(surprises == 0)
}
