use super::*;
use crate::build::tests::contract;
use crate::graph::{ALPHA, Reading};

fn program(text: &str) -> Program {
    Program::new(&Sources::from_files(vec![SourceFile {
        path: "game.js".to_owned(),
        text: text.to_owned(),
    }]))
}

const GOOD: &str = "
const QUOTA = 15, LIVES = 3;
let state = fresh();
function fresh() { return { screen: 'playing', caught: 0, lives: LIVES }; }
function finish(screen) { state.screen = screen; }
function loseLife() {
  state.lives -= 1;
  if (state.lives <= 0) finish('lost');
}
function catchDrop(thing) {
  if (thing.kind === 'stone') { loseLife(); return; }
  state.caught += 1;
  if (state.caught >= QUOTA) finish('won');
}
function over() { if (state.screen !== 'won') return; state.lives = keep(state.lives); }
";

fn scores(text: &str) -> Vec<(String, f64)> {
    let program = program(text);
    let contract = contract();
    contract
        .rules
        .iter()
        .map(|rule| (rule.id.clone(), inspect_rule(&program, &contract, rule).score))
        .collect()
}

fn score_of(text: &str, rule: &str) -> f64 {
    scores(text).into_iter().find(|(id, _)| id == rule).unwrap().1
}

#[test]
fn a_game_that_has_the_rules_is_found_to_have_them() {
    let contract = contract();
    let program = program(GOOD);
    for rule in &contract.rules {
        let finding = inspect_rule(&program, &contract, rule);
        assert_eq!(finding.score, 1.0, "{finding:#?}");
    }
    let win = inspect_rule(&program, &contract, contract.rule("win").unwrap());
    let lines: Vec<u32> = win
        .parts
        .iter()
        .flat_map(|part| part.evidence.iter().map(|e| e.line))
        .collect();
    assert!(lines.contains(&13), "the guard on the quota is on line 13: {win:#?}");
    let report = source_report(&program, &contract, ALPHA, Reading::Potential);
    assert_eq!(report.score.score, 100.0, "{report:#?}");
}

#[test]
fn a_wrong_limit_is_a_contradiction() {
    assert_eq!(score_of(&GOOD.replace("QUOTA = 15", "QUOTA = 20"), "win"), 0.0);
    assert_eq!(
        score_of(
            &GOOD.replace("'won')", "'lost')").replace("finish('won')", "finish('lost')"),
            "win"
        ),
        0.0
    );
    assert_eq!(score_of(&GOOD.replace(">= QUOTA", "> 14"), "win"), 1.0);
}

#[test]
fn a_missing_rule_is_absent() {
    let without = GOOD.replace("state.lives -= 1;", "");
    assert_eq!(score_of(&without, "catch-stone"), 0.0);
    // A word in a comment is no rule.
    let comment = "// if (state.caught >= 15) screen = 'won'; lives -= 1";
    assert!(scores(comment).iter().all(|(_, score)| *score == 0.0));
}

#[test]
fn a_skipped_guard_leaves_half() {
    let loose = GOOD.replace("if (thing.kind === 'stone') { loseLife(); return; }", "loseLife();");
    assert_eq!(score_of(&loose, "catch-stone"), 0.5);
}

#[test]
fn other_ways_to_write_the_same_are_found() {
    let classes = "
class Night {
  static LIMIT = 15;
  #lives = 3;
  onCatch(item) {
    switch (item.kind) {
      case 'stone': this.#lives--; break;
      default: this.caught = this.caught + 1;
    }
    this.caught > 14 && this.end({ screen: 'won' });
    if (!this.#lives) this.end({ screen: 'lost' });
  }
}";
    let contract = contract();
    let program = program(classes);
    for id in ["catch-stone", "catch-lantern", "win", "lose"] {
        let finding = inspect_rule(&program, &contract, contract.rule(id).unwrap());
        assert!(finding.score >= 0.5, "{finding:#?}");
    }
}

#[test]
fn invariants_look_for_what_keeps_a_bound() {
    let contract = contract();
    let invariant = &contract.invariants[0];
    assert!(inspect_invariant(&program(GOOD), &contract, invariant).passed);
    assert!(
        !inspect_invariant(
            &program("let lives = 3; function heal() { lives += 1; }"),
            &contract,
            invariant
        )
        .passed
    );
    assert!(!inspect_invariant(&program("let lives = 9;"), &contract, invariant).passed);
    assert!(
        inspect_invariant(
            &program("let lives = 3; function heal() { lives = Math.min(3, lives + 1); }"),
            &contract,
            invariant
        )
        .passed
    );
    assert!(!inspect_invariant(&program("let hearts = 3;"), &contract, invariant).passed);
}

#[test]
fn a_failing_prerequisite_fails_what_depends_on_it() {
    let contract = contract();
    let broken = program(&GOOD.replace("state.caught += 1;", ""));
    let report = source_report(&broken, &contract, ALPHA, Reading::Potential);
    assert!(
        report.score.dependency_adjusted_pass < report.score.local_pass,
        "{:?}",
        report.score
    );
}

#[test]
fn broken_scripts_are_listed_and_the_rest_is_read() {
    let sources = Sources::from_files(vec![
        SourceFile {
            path: "a.js".to_owned(),
            text: "let a = ;".to_owned(),
        },
        SourceFile {
            path: "b.js".to_owned(),
            text: "let lives = 3;".to_owned(),
        },
    ]);
    let program = Program::new(&sources);
    assert_eq!(program.broken().len(), 1);
    assert_eq!((program.broken()[0].0.file.as_str(), program.broken()[0].0.line), ("a.js", 1));
    assert_eq!(program.places_of("lives").len(), 1);
}

#[test]
fn hostile_programs_end() {
    let deep = |open: &str, close: &str, n: usize| format!("x = {}1{}", open.repeat(n), close.repeat(n));
    for text in [
        deep("(", ")", 3000),
        deep("[", "]", 3000),
        deep("{a:", "}", 3000).replace("x = ", "x = y = "),
        deep("a?1:", "", 3000),
        format!("x = {}1", "!".repeat(5000)),
        format!("x = a{}", ".b".repeat(5000)),
        format!("x = a{}", "()".repeat(5000)),
        format!("x = {}1", "a&&".repeat(5000)),
        format!("x = {}1", "1+".repeat(5000)),
        format!("function f() {{ {} x = 1; }}", "if (a) return;".repeat(3000)),
        format!("{} x = 1; {}", "if (a) {".repeat(2000), "}".repeat(2000)),
        format!("x = {}1", "()=>".repeat(3000)),
    ] {
        let program = program(&text);
        inspect(&program, &contract());
    }
    let recursion = "function a(x) { b(x); y = x; } function b(x) { a(x); } a('won');";
    inspect(&program(recursion), &contract());
}

#[test]
fn scores_follow_the_formulas() {
    assert_eq!(score::total_score(0.8, 0.9), 72.0);
    assert_eq!(score::weighted_mean(&[1.0, 0.0], &[1.0, 0.5]), 1.0 / 1.5);
    assert_eq!(score::weighted_mean(&[], &[]), 0.0);
}
