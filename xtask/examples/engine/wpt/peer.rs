//! What Chromium made of the same tests (`xtask/chromium/wpt.mjs` writes it): many tests of an older copy are outdated, and a
//! browser of today fails them too.

use super::Outcome;
use anyhow::Context as _;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

#[derive(Deserialize)]
struct Recorded {
    test: String,
    subtests: Vec<RecordedSubtest>,
}

#[derive(Deserialize)]
struct RecordedSubtest {
    name: String,
    status: String,
}

/// The subtests that pass in Chromium.
pub(crate) struct Peer {
    passes: BTreeSet<(String, String)>,
}

impl Peer {
    pub(crate) fn read(file: &Path) -> anyhow::Result<Peer> {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let recorded: Vec<Recorded> = serde_json::from_str(&text).with_context(|| format!("{} is no record", file.display()))?;
        let passes = recorded.into_iter().flat_map(|outcome| {
            let test = outcome.test;
            let passing = outcome.subtests.into_iter().filter(|subtest| subtest.status == "PASS");
            passing.map(move |subtest| (test.clone(), subtest.name))
        });
        Ok(Peer {
            passes: passes.collect(),
        })
    }

    /// Whether a subtest passes in Chromium.
    pub(crate) fn passes(&self, test: &str, subtest: &str) -> bool {
        self.passes.contains(&(test.to_owned(), subtest.to_owned()))
    }

    /// One line: how many of the subtests that pass in Chromium pass here.
    pub(crate) fn print(&self, outcomes: &[Outcome]) {
        let ran: BTreeSet<&str> = outcomes.iter().map(|outcome| outcome.test.as_str()).collect();
        let wanted = self.passes.iter().filter(|(test, _)| ran.contains(test.as_str())).count();
        let passing = outcomes.iter().flat_map(|outcome| {
            let passing = outcome.subtests.iter().filter(|subtest| subtest.passed());
            passing.filter(|subtest| self.passes(&outcome.test, &subtest.name))
        });
        let same = passing.count();
        let share = 100.0 * same as f64 / wanted.max(1) as f64;
        println!("of {wanted} subtests that pass in Chromium, {same} pass here: {share:.2} %");
    }
}
