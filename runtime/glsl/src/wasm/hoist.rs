//! Lookups that need not wait for the code: those every invocation makes, at a place that is an input.
//!
//! They are made for a whole batch before the code runs, and their results are inputs like others: a call out of the code and
//! back costs as much as the lookup itself. Only what comes before anything is discarded is taken, so that the request
//! is the very one that the code would have made, and the reference interpreter makes.

use crate::ir::{Func, Inst, Lod, LookupKind, Stmt, Un, Val};

/// A lookup made beforehand.
#[derive(Clone, Debug)]
pub(super) struct Hoisted {
    /// Number among the function's lookups.
    pub(super) lookup: usize,
    /// Word of the uniforms that holds the unit.
    pub(super) unit: u32,
    /// Input slots of the arguments.
    pub(super) args: Vec<u32>,
    /// First of the four input slots of the result.
    pub(super) result: u32,
}

/// Most lookups that are taken out: each makes the inputs larger.
const MOST: usize = 8;

/// Takes lookups out of a function.
pub(super) fn hoist(func: &mut Func) -> Vec<Hoisted> {
    let mut found: Vec<(Val, Hoisted)> = Vec::new();
    for stmt in &func.body {
        if discards(stmt) {
            break;
        }
        if let Stmt::Eval(value) = stmt
            && found.len() < MOST
            && let Some(hoisted) = candidate(func, *value)
        {
            found.push((*value, hoisted));
        }
    }
    for (i, (_, hoisted)) in found.iter_mut().enumerate() {
        hoisted.result = func.inputs + 4 * i as u32;
    }
    func.inputs += 4 * found.len() as u32;
    let result = |value: Val| found.iter().find(|(v, _)| *v == value).map(|(_, h)| h.result);
    for inst in &mut func.insts {
        if let Inst::Texel(lookup, component) = inst
            && let Some(first) = result(*lookup)
        {
            *inst = Inst::Input(first + u32::from(*component));
        }
    }
    func.body
        .retain(|s| !matches!(s, Stmt::Eval(value) if result(*value).is_some()));
    found.into_iter().map(|(_, h)| h).collect()
}

fn discards(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Discard) || stmt.blocks().into_iter().flatten().any(discards)
}

fn candidate(func: &Func, value: Val) -> Option<Hoisted> {
    let Inst::Lookup(number) = func.insts[value as usize] else {
        return None;
    };
    let lookup = &func.lookups[number as usize];
    if !matches!(lookup.kind, LookupKind::Sample(Lod::Implicit)) {
        return None;
    }
    let Inst::Uniform(unit, None) = func.insts[lookup.unit as usize] else {
        return None;
    };
    let input = |arg: &Val| match func.insts[*arg as usize] {
        Inst::Input(slot) => Some(slot),
        Inst::Un(Un::Canon, inner) => match func.insts[inner as usize] {
            Inst::Input(slot) => Some(slot),
            _ => None,
        },
        _ => None,
    };
    Some(Hoisted {
        lookup: number as usize,
        unit,
        args: lookup.args.iter().map(input).collect::<Option<_>>()?,
        result: 0,
    })
}
