//! The order of operations in long code.
//!
//! A shader is a handful of long chains of operations that wait for each other; written one after the other they keep a processor waiting, which
//! looks only so far ahead. Here they are mixed: of what could be done next, what the longest chain hangs on comes first. Nothing is moved over
//! a store, a branch or a loop.

use crate::ir::{Bin, Func, Inst, Stmt, Un, Val};

/// How far operations may move forward: what is made early has to be kept.
const WINDOW: usize = 192;
/// Operations that begin in a cycle.
const WIDTH: u32 = 2;

/// Orders a function's operations.
pub(super) fn schedule(func: &mut Func) {
    let mut body = std::mem::take(&mut func.body);
    let mut users = Users {
        heights: vec![0; func.insts.len()],
        places: vec![usize::MAX; func.insts.len()],
    };
    block(&mut body, func, &mut users);
    func.body = body;
}

/// By value; only those of the piece at work are of meaning.
struct Users {
    /// Cycles from a value's beginning to the end of the longest chain that hangs on it.
    heights: Vec<u32>,
    places: Vec<usize>,
}

fn block(body: &mut Vec<Stmt>, func: &Func, users: &mut Users) {
    let mut out = Vec::with_capacity(body.len());
    let mut piece: Vec<Val> = Vec::new();
    for mut stmt in std::mem::take(body) {
        if let Stmt::Eval(value) = stmt {
            piece.push(value);
            continue;
        }
        order(&piece, func, users, &mut out);
        piece.clear();
        for inner in stmt.blocks_mut() {
            block(inner, func, users);
        }
        out.push(stmt);
    }
    order(&piece, func, users, &mut out);
    *body = out;
}

/// What is read from memory at a known place is made where it is first needed.
fn leaf(inst: Inst) -> bool {
    matches!(
        inst,
        Inst::Const(_)
            | Inst::Load(_)
            | Inst::LoadMem(_, _, None)
            | Inst::Uniform(_, None)
            | Inst::Block(_, _, None)
            | Inst::Table(_, None)
            | Inst::Input(_)
            | Inst::Flat(..)
    )
}

/// About how many cycles a result takes.
fn latency(inst: Inst) -> u32 {
    match inst {
        Inst::Bin(op, ..) => match op {
            Bin::FAdd | Bin::FSub | Bin::FMul => 4,
            Bin::FDiv => 11,
            Bin::IMul => 10,
            Bin::FMin | Bin::FMax | Bin::FEq | Bin::FNe | Bin::FLt | Bin::FLe => 2,
            Bin::SDiv | Bin::UDiv | Bin::SRem | Bin::URem => 60,
            _ => 1,
        },
        Inst::Un(Un::FSqrt, _) => 15,
        Inst::Un(Un::FFloor | Un::FCeil | Un::FTrunc | Un::FNearest, _) => 6,
        Inst::Un(Un::FToI | Un::FToU, _) => 10,
        Inst::Un(Un::IToF | Un::UToF, _) => 4,
        Inst::Select(..) | Inst::Un(Un::Canon, _) => 3,
        Inst::Gather(..) => 12,
        Inst::Call(..) => 100,
        Inst::Lookup(_) => 100,
        Inst::Derivative(..) => 5,
        _ => 1,
    }
}

/// Orders a piece without stores and branches.
fn order(piece: &[Val], func: &Func, users: &mut Users, out: &mut Vec<Stmt>) {
    if piece.len() < 16 {
        out.extend(piece.iter().map(|v| Stmt::Eval(*v)));
        return;
    }
    for (i, value) in piece.iter().enumerate() {
        users.places[*value as usize] = i;
        users.heights[*value as usize] = 0;
    }
    for value in piece.iter().rev() {
        let inst = func.insts[*value as usize];
        let height = users.heights[*value as usize] + latency(inst);
        users.heights[*value as usize] = height;
        inst.operands(&func.lookups, &mut |v| {
            let below = &mut users.heights[v as usize];
            *below = (*below).max(height);
        });
    }
    // By place: when its result is there, if it has been made.
    let mut done: Vec<Option<u32>> = vec![None; piece.len()];
    let place = |v: Val| users.places[v as usize];
    let (mut first, mut now, mut begun) = (0, 0, 0);
    while first < piece.len() {
        if done[first].is_some() || leaf(func.insts[piece[first] as usize]) {
            first += 1;
            continue;
        }
        let mut best: Option<(u32, u32, usize)> = None;
        for i in first..piece.len().min(first + WINDOW) {
            let inst = func.insts[piece[i] as usize];
            if done[i].is_some() || leaf(inst) {
                continue;
            }
            let (mut at, mut known) = (now, true);
            inst.operands(&func.lookups, &mut |v| {
                // What was made in other pieces is there.
                if let Some(result) = done.get(place(v))
                    && !leaf(func.insts[v as usize])
                {
                    match result {
                        Some(there) => at = at.max(*there),
                        None => known = false,
                    }
                }
            });
            let height = users.heights[piece[i] as usize];
            if known && best.is_none_or(|(b, h, _)| (at, u32::MAX - height) < (b, u32::MAX - h)) {
                best = Some((at, height, i));
            }
        }
        let Some((at, _, i)) = best else { break };
        make(i, piece, func, &users.places, &mut done, at, out);
        begun = if at > now { 1 } else { begun + 1 };
        now = at;
        if begun == WIDTH {
            (now, begun) = (now + 1, 0);
        }
    }
    for i in 0..piece.len() {
        make(i, piece, func, &users.places, &mut done, now, out);
    }
    for value in piece {
        users.places[*value as usize] = usize::MAX;
    }
}

/// Writes an operation, and what it reads from memory before it.
fn make(i: usize, piece: &[Val], func: &Func, places: &[usize], done: &mut [Option<u32>], at: u32, out: &mut Vec<Stmt>) {
    if done[i].is_some() {
        return;
    }
    let inst = func.insts[piece[i] as usize];
    inst.operands(&func.lookups, &mut |v| {
        let operand = places[v as usize];
        if operand < piece.len() && done[operand].is_none() {
            make(operand, piece, func, places, done, at, out);
        }
    });
    done[i] = Some(at + latency(inst));
    out.push(Stmt::Eval(piece[i]));
}
