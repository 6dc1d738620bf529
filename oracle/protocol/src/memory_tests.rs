use super::*;
use crate::answer::Parts;

fn rules(max_records: u32, max_facts: u32) -> MemoryRules {
    MemoryRules {
        max_records,
        max_facts,
        confirmed_confidence: 0.8,
    }
}

fn write(object: &str, confidence: f64, evidence: &str, supersedes: Option<&str>) -> Write {
    Write {
        kind: Kind::Location,
        value: Claim::Parts(Parts {
            subject: "the key".to_owned(),
            predicate: "is at".to_owned(),
            object: object.to_owned(),
            status: None,
            supersedes: supersedes.map(str::to_owned),
        }),
        confidence,
        evidence: evidence.to_owned(),
    }
}

fn deeds(store: &mut Store) -> String {
    let told = |entry: &Entry| format!("{:?} {}", entry.deed, entry.fact_id.clone().unwrap_or_default());
    store.take_log().iter().map(told).collect::<Vec<_>>().join(", ")
}

#[test]
fn guesses_never_become_facts() {
    let mut store = Store::new(Policy::Structured, &rules(16, 100));
    let shown = BTreeSet::from(["f1".to_owned(), "f2".to_owned()]);
    store.write(1, &write("the mill", 1.0, "I am sure", None), "f1", &shown);
    store.write(2, &write("the mill", 1.0, "quite sure", None), "f2", &shown);
    let facts = store.retrieve(3);
    assert_eq!(
        (facts[0].confidence, facts[0].verified, facts[0].last_confirmed_decision),
        (0.4, false, 2)
    );
    // A frame makes it one; the digest of a frame that was never shown does not.
    store.write(4, &write("the mill", 0.9, "f9", None), "f2", &shown);
    assert!(!store.retrieve(4)[0].verified);
    store.write(5, &write("the mill", 0.9, "frame", None), "f2", &shown);
    let fact = &store.retrieve(5)[0];
    assert_eq!(
        (fact.confidence, fact.verified, fact.evidence_frame_sha256.as_deref()),
        (0.9, true, Some("f2"))
    );
}

#[test]
fn facts_are_superseded_completed_and_kept_together() {
    let mut store = Store::new(Policy::Structured, &rules(3, 100));
    let shown = BTreeSet::from(["f".to_owned()]);
    store.write(1, &write("the mill", 0.9, "frame", None), "f", &shown);
    store.write(2, &write("the well", 0.9, "frame", Some("F1")), "f", &shown);
    assert_eq!(deeds(&mut store), "Write F1, Supersede F1, Write F2");
    // Facts that contradict each other are given together, even if one is old.
    store.write(3, &write("the barn", 0.9, "frame", None), "f", &shown);
    for (decision, words) in [(4, "met the miller"), (5, "heard a bell")] {
        let event = Write {
            kind: Kind::Event,
            value: Claim::Words(words.to_owned()),
            confidence: 1.0,
            evidence: "frame".to_owned(),
        };
        store.write(decision, &event, "f", &shown);
    }
    store.take_log();
    let given: Vec<String> = store.retrieve(6).into_iter().map(|fact| fact.fact_id).collect();
    // At most three: both events, for which there is room, and not one half of a contradiction.
    assert_eq!(given, ["F4", "F5"]);
    assert_eq!(deeds(&mut store), "Deliver F4, Deliver F5");
    let goal = |status| Write {
        kind: Kind::Objective,
        value: Claim::Parts(Parts {
            subject: "self".to_owned(),
            predicate: "must".to_owned(),
            object: "find the key".to_owned(),
            status,
            supersedes: None,
        }),
        confidence: 1.0,
        evidence: "frame".to_owned(),
    };
    store.write(7, &goal(None), "f", &shown);
    store.write(8, &goal(Some(Claimed::Completed)), "f", &shown);
    store.read(8, &["F2".to_owned(), "F77".to_owned()]);
    assert_eq!(deeds(&mut store), "Write F6, Complete F6, Read F2, Miss F77");
}

#[test]
fn there_is_room_for_so_many() {
    let mut store = Store::new(Policy::Structured, &rules(16, 2));
    let shown = BTreeSet::from(["f".to_owned()]);
    for (decision, place) in [(1, "the mill"), (2, "the well"), (3, "the barn")] {
        store.write(decision, &write(place, 0.9, "frame", None), "f", &shown);
    }
    assert_eq!(deeds(&mut store), "Write F1, Write F2, Evict F1, Write F3");
    let mut none = Store::new(Policy::RecentWindow, &rules(16, 2));
    none.write(1, &write("the mill", 0.9, "frame", None), "f", &shown);
    assert_eq!(deeds(&mut none), "Refuse ");
    assert_eq!(none.retrieve(2), []);
}
