//! Takes out what nothing needs: values without use, stores to variables that are never read, branches without effect.

use super::*;

/// Sweeps a function.
pub(crate) fn sweep(func: &mut Func) {
    let mut body = std::mem::take(&mut func.body);
    loop {
        let mut uses = Uses {
            values: vec![0; func.insts.len()],
            vars: vec![0; func.vars as usize],
            mems: vec![0; func.mems.len()],
        };
        count(&body, func, &mut uses);
        if !remove(&mut body, func, &mut uses) {
            break;
        }
    }
    func.body = body;
}

struct Uses {
    values: Vec<u32>,
    vars: Vec<u32>,
    mems: Vec<u32>,
}

fn count(body: &[Stmt], func: &Func, uses: &mut Uses) {
    for stmt in body {
        if let Stmt::Eval(value) = stmt {
            let inst = func.insts[*value as usize];
            inst.operands(&func.lookups, &mut |v| uses.values[v as usize] += 1);
            match inst {
                Inst::Load(var) => uses.vars[var as usize] += 1,
                Inst::LoadMem(mem, ..) => uses.mems[mem as usize] += 1,
                _ => {}
            }
        }
        stmt.operands(&mut |v| uses.values[v as usize] += 1);
        for block in stmt.blocks() {
            count(block, func, uses);
        }
    }
}

/// Removes backwards, so that what a removed value used can go in the same walk. Whether anything went.
fn remove(body: &mut Vec<Stmt>, func: &Func, uses: &mut Uses) -> bool {
    let mut changed = false;
    let mut kept: Vec<Stmt> = Vec::with_capacity(body.len());
    for mut stmt in std::mem::take(body).into_iter().rev() {
        for block in stmt.blocks_mut().into_iter().rev() {
            changed |= remove(block, func, uses);
        }
        let dead = match &stmt {
            Stmt::Eval(value) => uses.values[*value as usize] == 0,
            Stmt::Declare(var) => uses.vars[*var as usize] == 0,
            Stmt::DeclareMem(mem) => uses.mems[*mem as usize] == 0,
            Stmt::Store { var, .. } => uses.vars[*var as usize] == 0,
            Stmt::StoreMem { mem, .. } => uses.mems[*mem as usize] == 0,
            Stmt::If(s) => s.then.is_empty() && s.otherwise.is_empty(),
            Stmt::Scope(s) => s.body.is_empty(),
            _ => false,
        };
        if !dead {
            kept.push(stmt);
            continue;
        }
        changed = true;
        if let Stmt::Eval(value) = &stmt {
            let inst = func.insts[*value as usize];
            inst.operands(&func.lookups, &mut |v| uses.values[v as usize] -= 1);
            match inst {
                Inst::Load(var) => uses.vars[var as usize] -= 1,
                Inst::LoadMem(mem, ..) => uses.mems[mem as usize] -= 1,
                _ => {}
            }
        }
        stmt.operands(&mut |v| uses.values[v as usize] -= 1);
    }
    kept.reverse();
    *body = kept;
    changed
}
