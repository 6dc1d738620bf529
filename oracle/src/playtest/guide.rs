//! Which input to try next: those that a rule still lacking evidence waits for, directly or through the rules it depends on.

use super::chance::Chance;
use super::moves::Move;
use oracade_contracts::graph::{Graph, Reading};
use oracade_contracts::model::Input;
use oracade_contracts::play::lens::{Lens, View};
use oracade_contracts::play::weigh::{Truth, conditions_at};
use std::collections::BTreeMap;

/// Waits between inputs, in ms.
const WAITS: [f64; 4] = [100.0, 400.0, 1_200.0, 2_500.0];

/// The inputs of a contract, and what they are good for.
pub(crate) struct Guide<'l, 'a> {
    lens: &'l Lens<'a>,
    /// Every input that a trigger or a scenario names.
    pub(crate) inputs: Vec<Input>,
    /// The rules whose trigger names it, by input.
    pub(crate) rules: Vec<Vec<usize>>,
    /// How near an input is to a rule, by rule: 1 its own, less through rules that lead to it.
    near: Vec<BTreeMap<usize, u32>>,
}

impl<'l, 'a> Guide<'l, 'a> {
    pub(crate) fn new(lens: &'l Lens<'a>) -> Guide<'l, 'a> {
        let mut inputs: Vec<Input> = Vec::new();
        let mut number = |input: &Input| -> usize {
            let known = inputs.iter().position(|known| known == input);
            known.unwrap_or_else(|| {
                inputs.push(input.clone());
                inputs.len() - 1
            })
        };
        let mut own: Vec<Vec<usize>> = Vec::new();
        for plan in &lens.plans {
            let named = plan
                .rule
                .trigger
                .inputs
                .iter()
                .filter(|input| !matches!(input, Input::Wait { .. }));
            own.push(named.map(&mut number).collect());
        }
        for scenario in &lens.contract.scenarios {
            for timed in scenario
                .inputs
                .iter()
                .filter(|timed| !matches!(timed.input, Input::Wait { .. }))
            {
                number(&timed.input);
            }
        }
        let mut rules = vec![Vec::new(); inputs.len()];
        for (rule, own) in own.iter().enumerate() {
            own.iter().for_each(|input| rules[*input].push(rule));
        }
        let graph = Graph::new(lens.contract, Reading::Satisfiable);
        let near = (0..lens.plans.len())
            .map(|rule| {
                let mut near = BTreeMap::new();
                let mut add = |rule: usize, weight: u32| {
                    for input in &own[rule] {
                        let known = near.entry(*input).or_insert(0);
                        *known = (*known).max(weight);
                    }
                };
                add(rule, 16);
                for up in graph.upstream(rule) {
                    let emits = lens.plans[up].emits.contains(&lens.plans[rule].waits);
                    let next = graph.next(up).contains(&rule);
                    add(
                        up,
                        if emits {
                            12
                        } else if next {
                            5
                        } else {
                            2
                        },
                    );
                }
                near
            })
            .collect();
        Guide {
            lens,
            inputs,
            rules,
            near,
        }
    }

    /// A move to make in a state; `wanting` are the rules that lack evidence.
    pub(crate) fn choose(&self, view: &View, wanting: &[usize], chance: &mut Chance) -> Move {
        // Another visit ends what was come to: it is made for what is said of it alone.
        let is_visit = |input: usize| self.inputs[input] == Input::Reload;
        let mut weights: Vec<u32> = (0..self.inputs.len()).map(|input| u32::from(!is_visit(input))).collect();
        for rule in wanting {
            let truth = conditions_at(self.lens, &self.lens.plans[*rule], view);
            for (input, near) in &self.near[*rule] {
                let own = self.rules[*input].contains(rule);
                if is_visit(*input) && !own {
                    continue;
                }
                weights[*input] += match (own, truth) {
                    (true, Truth::Yes) => 4 * near,
                    (true, Truth::Maybe) => 2 * near,
                    (true, Truth::No) => 0,
                    // What leads there matters most while the rule's own conditions do not hold.
                    (false, Truth::No) => 2 * near,
                    (false, _) => *near,
                };
            }
        }
        for (input, rules) in self.rules.iter().enumerate() {
            let idle = rules
                .iter()
                .all(|rule| conditions_at(self.lens, &self.lens.plans[*rule], view) == Truth::No);
            if idle && !rules.is_empty() {
                // Nothing should come of it; that is tried now and then.
                weights[input] = weights[input].div_ceil(8);
            }
        }
        let total: u32 = weights.iter().sum();
        weights.push((total / 5).max(1));
        let at = chance.weighted(&weights);
        match self.inputs.get(at) {
            Some(Input::Key { code, hold_ms }) if chance.below(3) == 0 => Move::Input(Input::Key {
                code: code.clone(),
                hold_ms: hold_ms.max(100.0) * (1 + chance.below(5)) as f64,
            }),
            Some(input) => Move::Input(input.clone()),
            None => Move::Wait(WAITS[chance.below(WAITS.len())]),
        }
    }
}
