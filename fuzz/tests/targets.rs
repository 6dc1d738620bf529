//! Every target, for a fixed number of inputs.

use oracade_fuzz::targets;
use std::time::{Duration, Instant};

/// Real time, of a debug build on a busy machine: only what hangs takes longer.
const LONG: Duration = Duration::from_secs(60);

fn run(name: &str) {
    let target = targets().iter().find(|target| target.name == name).unwrap();
    let seeds = (target.seeds)();
    assert!(!seeds.is_empty());
    let mut failures = Vec::new();
    for index in 0..target.test_runs {
        let input = target.input(&seeds, 1, index);
        let begun = Instant::now();
        if let Err(message) = target.try_input(&input) {
            failures.push(format!("input {index}: {message}"));
        }
        assert!(begun.elapsed() < LONG, "input {index} took {:?}", begun.elapsed());
    }
    assert!(
        failures.is_empty(),
        "{}\ncargo xtask fuzz {name} --seed 1 --runs {}",
        failures.join("\n"),
        target.test_runs
    );
}

macro_rules! tests {
    ($($name:ident)*) => {
        $(#[test] fn $name() { run(stringify!($name)); })*

        #[test]
        fn no_target_is_left_out() {
            let mut tested = [$(stringify!($name)),*];
            tested.sort_unstable();
            let mut there: Vec<_> = targets().iter().map(|target| target.name).collect();
            there.sort_unstable();
            assert_eq!(tested.as_slice(), there);
        }
    };
}

tests!(tape events html fragment css image png svg font canvas audio compressed checks wasm manifest shader contract design webgl);
