use super::*;
use crate::canonical;
use crate::design;
use crate::graph::{Graph, Reading};

/// A small game about a catch: enough of every kind of thing.
pub(crate) const DESIGN: &str = "# Catch

### DBT-1 Night

| id | value |
|---|---|
| quota | 15 |
| lives | 3 |

### RT-CATCH What a catch does

| # | when | then |
|---|---|---|
| 1 | a stone | a life is lost |
| ELSE | | points and a lantern |

### RT-END How a night ends

| # | when | then |
|---|---|---|
| 1 | lanterns reach DBT-1.quota | won |
| 2 | no life is left | lost |
| ELSE | | the night goes on |
";

pub(crate) const DRAFT: &str = r#"{
 "format": "oracade-draft-1", "id": "catch", "title": "Catch",
 "vocabulary": [
  {"attribute": "night.caught", "names": ["lanterns"], "snapshot": "/caught"},
  {"attribute": "night.lives"}, {"attribute": "night.screen"}, {"attribute": "thing.kind"}
 ],
 "facts": [
  {"row": "RT-CATCH.1", "reads": ["thing.kind"], "writes": ["night.lives"], "triggers": ["catch"]},
  {"row": "RT-CATCH.else", "writes": ["night.caught"], "triggers": ["catch"]},
  {"row": "RT-END.1", "reads": ["night.caught"], "writes": ["night.screen"]},
  {"row": "RT-END.2", "reads": ["night.lives"], "writes": ["night.screen"]}
 ],
 "rules": [
  {"id": "catch-stone", "label": "A caught stone costs a life",
   "trigger": {"type": "event", "name": "catch", "names": ["catchDrop"]},
   "preconditions": [{"entity": "thing", "attribute": "kind", "operator": "==", "value": "stone"}],
   "effects": [{"entity": "night", "attribute": "lives", "op": "subtract", "value": 1}], "rows": ["RT-CATCH.1"]},
  {"id": "catch-lantern", "label": "A caught lantern counts",
   "trigger": {"type": "event", "name": "catch", "names": ["catchDrop"]},
   "effects": [{"entity": "night", "attribute": "caught", "op": "add", "value": 1}], "rows": ["RT-CATCH.else"]},
  {"id": "win", "label": "Enough lanterns win",
   "trigger": {"type": "state", "name": "quota", "when":
    [{"entity": "night", "attribute": "caught", "operator": ">=", "value": {"kind": "row", "row": "DBT-1.quota"}}]},
   "effects": [{"entity": "night", "attribute": "screen", "op": "set", "value": "won"}, {"emit": "over"}], "rows": ["RT-END.1"]},
  {"id": "lose", "label": "The last life loses",
   "trigger": {"type": "state", "name": "no life", "when":
    [{"entity": "night", "attribute": "lives", "operator": "<=", "value": 0}]},
   "effects": [{"entity": "night", "attribute": "screen", "op": "set", "value": "lost"}], "rows": ["RT-END.2", "DBT-1.lives"]},
  {"id": "dawn", "label": "A won night ends in dawn",
   "trigger": {"type": "event", "name": "over"},
   "preconditions": [{"entity": "night", "attribute": "screen", "operator": "==", "value": "won"}],
   "effects": [{"entity": "night", "attribute": "lives", "op": "set", "value": {"kind": "opaque", "description": "as before"}}],
   "rows": ["RT-END.1"]}
 ],
 "invariants": [
  {"id": "lives-bounded", "label": "Never more lives than at the start",
   "holds": [{"entity": "night", "attribute": "lives", "operator": "<=", "value": {"kind": "row", "row": "DBT-1.lives"}}],
   "rows": ["DBT-1.lives"]}
 ],
 "scenarios": [
  {"id": "s1", "title": "One catch", "duration_ms": 2000, "inputs": [{"at_ms": 10, "input": {"kind": "key", "code": "Space"}}],
   "rubric": [{"id": "i1", "category": "M", "text": "the lantern counts", "rules": ["catch-lantern"]}]}
 ]
}"#;

pub(crate) fn draft() -> Draft {
    Draft::read("draft.json", DRAFT).unwrap()
}

pub(crate) fn contract() -> Contract {
    build("design.md", &design::extract(DESIGN), &[draft()], 1).unwrap().contract
}

fn generations(drafts: &[Draft]) -> Vec<Contract> {
    let design = design::extract(DESIGN);
    let numbers = 1..=drafts.len();
    numbers
        .map(|n| build("design.md", &design, drafts, n).unwrap().contract)
        .collect()
}

#[test]
fn a_contract_has_anchors_and_edges() {
    let contract = contract();
    let anchors: Vec<(&str, &[u32])> = contract
        .rules
        .iter()
        .map(|rule| (rule.id.as_str(), rule.anchors.as_slice()))
        .collect();
    assert_eq!(anchors[0], ("catch-stone", [14].as_slice()));
    assert_eq!(anchors[3], ("lose", [8, 22].as_slice()));
    let edges: Vec<String> = contract
        .edges
        .iter()
        .map(|edge| format!("{}>{} {:?}", edge.from, edge.to, edge.satisfiable))
        .collect();
    assert_eq!(
        edges,
        [
            "catch-stone>lose Yes",
            "catch-lantern>win Yes",
            // Their entry says that it reads the lanterns, the rule itself asks nothing of them.
            "catch-lantern>dawn Unknown",
            "win>dawn Yes",
            "lose>dawn No",
            "dawn>lose Unknown"
        ]
    );
    let potential = Graph::new(&contract, Reading::Potential).reached();
    let satisfiable = Graph::new(&contract, Reading::Satisfiable).reached();
    assert_eq!((potential, satisfiable), (vec![2, 3, 2, 1, 1], vec![1, 3, 2, 0, 1]));
}

#[test]
fn a_contract_survives_writing_and_reading() {
    let contract = contract();
    let text = canonical::pretty(&contract);
    assert_eq!(Contract::read("c.json", &text).unwrap(), contract);
}

#[test]
fn equal_generations_are_accepted_and_frozen() {
    let generations = generations(&[draft(), draft(), draft()]);
    let frozen = Frozen::freeze(&generations).unwrap();
    assert!(frozen.acceptance.accepted && frozen.acceptance.opaque == 3);
    assert_eq!((frozen.acceptance.reachability, frozen.acceptance.edges), (1.0, 1.0));
    let text = canonical::pretty(&frozen);
    assert_eq!(Frozen::read("f.json", &text).unwrap(), frozen);
    let changed = text.replace("A caught lantern counts", "A caught lantern may count");
    let error = Frozen::read("f.json", &changed).unwrap_err().to_string();
    assert!(error.starts_with("f.json:3: digest: the contract was changed"), "{error}");
}

#[test]
fn generations_that_differ_are_not_accepted() {
    let mut other = draft();
    other.rules.pop();
    let acceptance = accept(&generations(&[draft(), other]));
    assert!(!acceptance.accepted);
    assert_eq!(acceptance.differing, ["rule dawn of RT-END.1"]);
    // Same rules, but one of them depends on nothing.
    let mut apart = draft();
    apart.rules[2].trigger.when[0].attribute = "screen".to_owned();
    apart.facts.clear();
    let mut first = draft();
    first.facts.clear();
    let acceptance = accept(&generations(&[first, apart]));
    assert!(acceptance.differing.is_empty() && acceptance.reachability < 0.9 && !acceptance.accepted);
    let error = Frozen::freeze(&[]).unwrap_err();
    assert_eq!(error, FreezeError::Nothing);
}

#[test]
fn an_entry_nobody_uses_is_open() {
    let mut draft = draft();
    draft.rules[3].rows.pop();
    draft.invariants.clear();
    let acceptance = accept(&generations(&[draft]));
    assert_eq!(
        acceptance.unbound,
        ["generation 1: no rule, invariant or value refers to the entry DBT-1.lives"]
    );
}

#[test]
fn what_cannot_be_built_is_said() {
    let design = design::extract(DESIGN);
    let error = |draft: Draft| build("design.md", &design, &[draft], 1).unwrap_err().to_string();
    let mut unknown = draft();
    unknown.rules[0].rows = vec!["RT-CATCH.9".to_owned()];
    assert_eq!(
        error(unknown),
        "generation 1: rules[0].rows: the document has no entry `RT-CATCH.9`"
    );
    let mut word = draft();
    word.vocabulary.pop();
    assert!(error(word).contains("`thing.kind` is not in the vocabulary"));
    assert_eq!(build("d", &design, &[], 1).unwrap_err(), BuildError::Drafts(0));
    assert_eq!(build("d", &design, &[draft()], 2).unwrap_err(), BuildError::Generation(2));
    let broken = design::extract("# G\n### RT-A\n| # | when |\n|---|---|\n| 1 | x |\n");
    assert!(matches!(build("d", &broken, &[draft()], 1), Err(BuildError::Document(_))));
}
