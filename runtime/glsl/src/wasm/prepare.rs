//! Work on uniforms alone: what every invocation of a draw computes alike, from uniforms, blocks and constants, is computed once when
//! they are bound, by a function of its own, and lies behind the uniforms from then on.
//!
//! The operations are pure and are the same ones, so the bits are those that every invocation would have made.

use crate::ir::{Func, Inst, Stmt, Val};

/// The part of a stage that runs once.
pub(super) struct Prepared {
    /// Its code: outputs are numbered as the words behind the uniforms are.
    pub(super) func: Func,
    /// How many words it makes.
    pub(super) words: u32,
}

/// Takes the work on uniforms out of a function. `uniforms` is the number of words there are.
pub(super) fn split(func: &mut Func, uniforms: u32) -> Prepared {
    let mut order = Vec::new();
    evals(&func.body, &mut order);
    let mut seen = vec![false; func.insts.len()];
    order.retain(|v| !std::mem::replace(&mut seen[*v as usize], true));
    let mut pure = vec![false; func.insts.len()];
    for value in &order {
        pure[*value as usize] = is_pure(func, *value, &pure);
    }
    // Samplers' units are looked for by the words of their uniforms.
    let mut kept = vec![false; func.insts.len()];
    for lookup in &func.lookups {
        kept[lookup.unit as usize] = true;
    }
    let mut used = vec![false; func.insts.len()];
    uses(&func.body, func, &pure, &mut used);
    let taken: Vec<Val> = order
        .iter()
        .copied()
        .filter(|v| {
            let i = *v as usize;
            pure[i] && used[i] && !kept[i] && !is_plain(func.insts[i])
        })
        .collect();
    let mut prepared = Func {
        insts: func.insts.clone(),
        uniform: func.uniform.clone(),
        ..Func::default()
    };
    let needed = needed(func, &taken);
    let mut words = 0;
    let mut numbers = vec![None; func.insts.len()];
    for value in &taken {
        numbers[*value as usize] = Some(words);
        words += 1;
    }
    for value in order.iter().filter(|v| needed[**v as usize]) {
        prepared.body.push(Stmt::Eval(*value));
        if let Some(number) = numbers[*value as usize] {
            prepared.body.push(Stmt::Output(number, *value));
        }
    }
    for (inst, number) in func.insts.iter_mut().zip(&numbers) {
        if let Some(number) = number {
            *inst = Inst::Uniform(uniforms + number, None);
        }
    }
    // What only they used is needed no more.
    crate::ir::sweep::sweep(func);
    Prepared { func: prepared, words }
}

/// Values in the order in which they are made: operands first.
fn evals(body: &[Stmt], out: &mut Vec<Val>) {
    for stmt in body {
        if let Stmt::Eval(value) = stmt {
            out.push(*value);
        }
        stmt.blocks().into_iter().for_each(|b| evals(b, out));
    }
}

/// Constants need not be made.
fn is_pure(func: &Func, value: Val, pure: &[bool]) -> bool {
    let inst = func.insts[value as usize];
    let mut fine = matches!(
        inst,
        Inst::Const(_)
            | Inst::Un(..)
            | Inst::Bin(..)
            | Inst::Select(..)
            | Inst::Call(..)
            | Inst::Uniform(..)
            | Inst::Block(..)
            | Inst::Table(..)
    );
    inst.operands(&func.lookups, &mut |v| {
        fine &= pure[v as usize] || matches!(func.insts[v as usize], Inst::Const(_));
    });
    fine
}

/// What is as cheap to make as to read.
fn is_plain(inst: Inst) -> bool {
    matches!(
        inst,
        Inst::Const(_) | Inst::Uniform(_, None) | Inst::Block(_, _, None) | Inst::Table(_, None)
    )
}

/// Marks what is used by statements, or by values that are not pure.
fn uses(body: &[Stmt], func: &Func, pure: &[bool], used: &mut [bool]) {
    for stmt in body {
        if let Stmt::Eval(value) = stmt
            && !pure[*value as usize]
        {
            func.insts[*value as usize].operands(&func.lookups, &mut |v| used[v as usize] = true);
        }
        stmt.operands(&mut |v| used[v as usize] = true);
        stmt.blocks().into_iter().for_each(|b| uses(b, func, pure, used));
    }
}

/// Marks values and all they are made of.
fn needed(func: &Func, values: &[Val]) -> Vec<bool> {
    let mut marks = vec![false; func.insts.len()];
    let mut todo = values.to_vec();
    while let Some(value) = todo.pop() {
        if !std::mem::replace(&mut marks[value as usize], true) {
            func.insts[value as usize].operands(&func.lookups, &mut |v| todo.push(v));
        }
    }
    marks
}
