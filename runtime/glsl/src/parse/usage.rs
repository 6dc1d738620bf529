//! What functions reachable from `main` name, and calls that lead nowhere or round in circles.

use crate::hir::*;
use crate::log::InfoLog;
use crate::types::Base;
use crate::walk;

/// Checks the calls: every called function has a body, none calls itself.
pub(super) fn calls(module: &Module, log: &mut InfoLog) {
    let mut state = vec![0u8; module.functions.len()];
    let mut order: Vec<usize> = (0..module.functions.len())
        .filter(|i| module.functions[*i].body.is_some())
        .collect();
    order.sort_by_key(|i| module.functions[*i].defined);
    for start in order {
        if !visit(module, start, &mut state, &mut Vec::new(), log) {
            return;
        }
    }
}

/// Depth first; 1 is in progress, 2 done. Depth is bounded by the number of functions, itself bounded by the source.
fn visit(module: &Module, start: usize, state: &mut [u8], path: &mut Vec<usize>, log: &mut InfoLog) -> bool {
    // An explicit stack: a chain of calls may be long.
    let mut stack = vec![(start, 0usize)];
    while let Some((id, next)) = stack.pop() {
        if next == 0 {
            if state[id] == 2 {
                continue;
            }
            state[id] = 1;
            path.push(id);
        }
        let function = &module.functions[id];
        let Some(callee) = function.calls.get(next).map(|c| *c as usize) else {
            state[id] = 2;
            path.pop();
            continue;
        };
        stack.push((id, next + 1));
        let name = |i: usize| &*module.functions[i].name;
        if module.functions[callee].body.is_none() {
            log.plain(&format!(
                "ERROR: Function {}() called by {}() is undefined",
                name(callee),
                name(id)
            ));
            return false;
        }
        match state[callee] {
            0 => stack.push((callee, 0)),
            1 => {
                let from = path.iter().position(|p| *p == callee).unwrap_or(0);
                let mut names: Vec<&str> = path[from..].iter().rev().map(|i| name(*i)).collect();
                if names.len() > 1 {
                    names.insert(0, name(callee));
                }
                log.plain(&format!(
                    "ERROR: Recursive function call in the following call chain: {}",
                    names.join(" <- ")
                ));
                return false;
            }
            _ => {}
        }
    }
    true
}

/// Marks the variables and blocks that are statically used.
pub(super) fn mark(module: &mut Module) {
    let mut reached = vec![false; module.functions.len()];
    let mut work = vec![module.main as usize];
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut reached[id], true) {
            work.extend(module.functions[id].calls.iter().map(|c| *c as usize));
        }
    }
    let mut used = std::mem::take(&mut module.used);
    let mut used_blocks = std::mem::take(&mut module.used_blocks);
    let mut see = |expr: &Expr| {
        expr.visit(&mut |e| {
            if let ExprKind::Var(id) = e.kind {
                used[id as usize] = true;
                let var = &module.vars[id as usize];
                if let Base::Block(block, _) = var.ty.base {
                    used_blocks[block as usize] = true;
                }
                if let Some((block, _)) = var.member {
                    used_blocks[block as usize] = true;
                }
            }
        });
    };
    for (id, function) in module.functions.iter().enumerate() {
        if reached[id]
            && let Some(body) = &function.body
        {
            walk::expressions(body, &mut see);
        }
    }
    for (_, value) in &module.globals {
        if let Some(value) = value {
            see(value);
        }
    }
    module.used = used;
    module.used_blocks = used_blocks;
}
