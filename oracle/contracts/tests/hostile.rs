//! Bytes from outside, changed at random by a fixed generator: reading ends with a value or a named error, never otherwise.

use oracade_contracts::build::{Draft, Frozen};
use oracade_contracts::canonical;
use oracade_contracts::checklist::{Checklist, UE_SURVIVORS_WEB};
use oracade_contracts::design;
use oracade_contracts::formula::Formula;
use oracade_contracts::model::Contract;
use oracade_contracts::results::BuildResult;
use oracade_contracts::scorecard::{BUILTIN, Entry, Scorecard};
use oracade_contracts::source::{Program, SourceFile, Sources, inspect};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A 64-bit linear congruential generator (Knuth's constants), its upper half.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
}

/// Bytes that mean something to one of the readers.
const SPICE: [&str; 24] = [
    "{", "}", "[", "]", "\"", "\\", "|", "\n", "`", "'", "-", "#", "é", "\u{301}", "null", "1e999", "<script", "-->", "RT-",
    "ELSE", "(", "?", ":", "\u{0}",
];

fn changed(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(4) {
            0 => {
                let to = (at + random.below(40)).min(bytes.len());
                bytes.drain(at..to);
            }
            1 => {
                let spice = SPICE[random.below(SPICE.len())].as_bytes();
                bytes.splice(at..at, spice.iter().copied());
            }
            2 if !bytes.is_empty() => {
                let at = at.min(bytes.len() - 1);
                bytes[at] = random.below(128) as u8;
            }
            _ => {
                let to = (at + random.below(200)).min(bytes.len());
                let part = bytes[at..to].to_vec();
                let into = random.below(bytes.len() + 1);
                bytes.splice(into..into, part);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn many(text: &str, rounds: usize, mut read: impl FnMut(&str)) {
    let mut random = Random(7);
    for _ in 0..rounds {
        read(&changed(text, &mut random));
    }
}

fn corpus(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(file)).unwrap()
}

#[test]
fn documents() {
    many(&corpus("contracts/weft/design.md"), 400, |text| {
        let design = design::extract(text);
        assert!(design.rows.iter().all(|row| row.line > 0));
    });
}

#[test]
fn contracts_drafts_and_results() {
    let frozen = corpus("contracts/weft/contract.json");
    many(&frozen, 60, |text| {
        let _ = Frozen::read("x", text);
    });
    let contract = canonical::pretty(&Frozen::read("x", &frozen).unwrap().contract);
    Contract::read("x", &contract).unwrap();
    many(&contract, 60, |text| {
        let _ = Contract::read("x", text);
    });
    many(&corpus("contracts/weft/draft.json"), 100, |text| {
        let _ = Draft::read("x", text);
    });
    let result =
        "{\"format\":\"oracade-build-result-1\",\"contract\":\"\",\"game\":\"g\",\"builder\":\"b\",\"build\":1,\"runs\":true,
        \"rules\":[{\"rule\":\"a\",\"source\":0.5,\"play\":\"satisfied\"}]}";
    BuildResult::read("x", result).unwrap();
    many(result, 1000, |text| {
        let _ = BuildResult::read("x", text);
    });
}

#[test]
fn scorecards_entries_and_checklists() {
    for (id, card) in BUILTIN {
        many(card, 60, |text| {
            let _ = Scorecard::read(id, text);
        });
    }
    many(
        "{\"format\":\"oracade-entry-1\",\"scorecard\":\"x\",\"values\":{\"a\":{\"max\":[1,{\"at_most\":2,\"of\":null}]}}}",
        1000,
        |text| {
            let _ = Entry::read("x", text);
        },
    );
    many(UE_SURVIVORS_WEB, 100, |text| {
        let _ = Checklist::read("x", text);
    });
}

#[test]
fn formulas() {
    let names = BTreeMap::new();
    many(
        "default(a.b, 3) > round(pow(2, x) / 3, 2) && !(min(1, 2) == 'won') ? clamp(-1, 0, 5) : 7 % 2",
        4000,
        |text| {
            if let Ok(formula) = Formula::parse(text) {
                let _ = formula.evaluate(&names);
            }
        },
    );
}

#[test]
fn programs() {
    let contract = Frozen::read("x", &corpus("contracts/weft/contract.json")).unwrap().contract;
    let html = corpus("tasks/weft/reference/index.html");
    let script = &html[html.find("<script>").unwrap()..];
    many(script, 40, |text| {
        let file = SourceFile {
            path: "index.html".to_owned(),
            text: text.to_owned(),
        };
        let program = Program::new(&Sources::from_files(vec![file]));
        if program.broken().is_empty() {
            inspect(&program, &contract);
        }
    });
}
