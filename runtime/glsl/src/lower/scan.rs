//! What has to be known of variables before lowering: which are indexed by values, which are ever assigned.

use crate::hir::*;
use crate::walk;
use std::collections::HashSet;

/// See the fields.
#[derive(Default)]
pub(super) struct Scan {
    /// Arrays indexed by values: they live in memory.
    pub(super) indexed: HashSet<VarId>,
    /// Assigned after their declaration.
    pub(super) assigned: HashSet<VarId>,
    /// By function: globals that it or what it calls assigns.
    pub(super) writes: Vec<HashSet<VarId>>,
}

/// Scans a module.
pub(super) fn scan(module: &Module) -> Scan {
    let mut scan = Scan {
        writes: vec![HashSet::new(); module.functions.len()],
        ..Scan::default()
    };
    for (id, function) in module.functions.iter().enumerate() {
        let body = function.body.as_deref().unwrap_or_default();
        walk::expressions(body, &mut |e| {
            e.visit(&mut |e| {
                indexed(e, &mut scan.indexed);
                for place in assigned(module, e) {
                    scan.assigned.insert(place);
                    scan.writes[id].insert(place);
                }
            });
        });
    }
    for (_, value) in &module.globals {
        if let Some(value) = value {
            value.visit(&mut |e| indexed(e, &mut scan.indexed));
        }
    }
    // Callees may come later in the source than their callers: repeat until nothing is new.
    loop {
        let mut changed = false;
        for id in 0..module.functions.len() {
            for callee in &module.functions[id].calls {
                let new: Vec<VarId> = scan.writes[*callee as usize].difference(&scan.writes[id]).copied().collect();
                changed |= !new.is_empty();
                scan.writes[id].extend(new);
            }
        }
        if !changed {
            return scan;
        }
    }
}

fn indexed(e: &Expr, out: &mut HashSet<VarId>) {
    if let ExprKind::Index(base, index) = &e.kind
        && base.ty.array.is_some()
        && !matches!(index.kind, ExprKind::Const(_))
        && let Some(root) = base.root()
    {
        out.insert(root);
    }
}

/// Variables an expression itself (not what is within) assigns.
pub(super) fn assigned(module: &Module, e: &Expr) -> Vec<VarId> {
    match &e.kind {
        ExprKind::Assign(_, place, _) | ExprKind::Step { place, .. } => place.root().into_iter().collect(),
        ExprKind::Builtin("modf", args) => args[1].root().into_iter().collect(),
        ExprKind::Call(id, args) => {
            let params = &module.functions[*id as usize].params;
            let out = |p: &VarId| matches!(module.vars[*p as usize].storage, Storage::ParamOut | Storage::ParamInOut);
            params
                .iter()
                .zip(args)
                .filter(|(p, _)| out(p))
                .filter_map(|(_, a)| a.root())
                .collect()
        }
        _ => Vec::new(),
    }
}
