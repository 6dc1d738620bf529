//! What code makes of a texel alone, made once a texel instead of once a lookup.
//!
//! Shadow maps of libraries are depths packed into four bytes: each lookup is followed by the same dozen operations on the texel and
//! constants. Where all lookups of a texture that was taken apart ([`super::inline`]) end in one value of that kind, and in the same one,
//! its copy in memory holds that value in place of the texel. The operations are the same ones, so the bits are too.

use crate::ir::{Func, Inst, Stmt, Val};
use std::collections::HashMap;

/// Operations from which it is worth while, and the most that are looked at.
const FEWEST: usize = 4;
const MOST: usize = 256;
/// Lookups of a texture that are looked at.
const LOOKUPS: usize = 256;

/// A texture's decoder.
pub(super) struct Decoder {
    /// The texture's number.
    pub(super) texture: u32,
    /// From the texel (input 0) to the value (output 0).
    pub(super) func: Func,
}

/// Finds decoders, and puts what they make in the place of texels.
pub(super) fn decoders(func: &mut Func) -> Vec<Decoder> {
    let mut order = Vec::new();
    evals(&func.body, &mut order);
    let sources = sources(func, &order);
    let mut exits: HashMap<Val, Vec<Val>> = HashMap::new();
    leaving(&func.body, func, &sources, &mut exits);
    let mut textures: Vec<u32> = Vec::new();
    let mut gathers: HashMap<u32, Vec<Val>> = HashMap::new();
    for value in &order {
        if let Inst::Gather(texture, _) = func.insts[*value as usize] {
            let list = gathers.entry(texture).or_default();
            if list.is_empty() {
                textures.push(texture);
            }
            list.push(*value);
        }
    }
    let mut found = Vec::new();
    for texture in textures {
        let list = &gathers[&texture];
        if list.len() > LOOKUPS {
            continue;
        }
        let ends: Option<Vec<(Val, Val)>> = list
            .iter()
            .map(|gather| match exits.get(gather).map(Vec::as_slice) {
                Some([end]) if end != gather => Some((*gather, *end)),
                _ => None,
            })
            .collect();
        let Some(ends) = ends else { continue };
        let mut parts = ends.iter().map(|(gather, end)| cone(func, &order, &sources, *gather, *end));
        let Some(Some(first)) = parts.next() else { continue };
        if first.len() < FEWEST || !parts.all(|part| part.as_ref() == Some(&first)) {
            continue;
        }
        let value = first.len() as Val - 1;
        found.push(Decoder {
            texture,
            func: Func {
                body: (0..=value).map(Stmt::Eval).chain([Stmt::Output(0, value)]).collect(),
                uniform: first.iter().map(|i| matches!(i, Inst::Const(_))).collect(),
                insts: first,
                inputs: 1,
                outputs: 1,
                ..Func::default()
            },
        });
        for (gather, end) in ends {
            func.insts[end as usize] = func.insts[gather as usize];
        }
    }
    if !found.is_empty() {
        crate::ir::sweep::sweep(func);
    }
    found
}

/// Values in the order in which they are made.
fn evals(body: &[Stmt], out: &mut Vec<Val>) {
    for stmt in body {
        if let Stmt::Eval(value) = stmt {
            out.push(*value);
        }
        stmt.blocks().into_iter().for_each(|b| evals(b, out));
    }
}

/// By value: the texel that it is made of, if it is made of one and constants.
fn sources(func: &Func, order: &[Val]) -> Vec<Option<Val>> {
    let mut sources: Vec<Option<Val>> = vec![None; func.insts.len()];
    for value in order {
        let inst = func.insts[*value as usize];
        sources[*value as usize] = match inst {
            Inst::Gather(..) => Some(*value),
            Inst::Un(..) | Inst::Bin(..) | Inst::Select(..) | Inst::Call(..) => {
                let (mut source, mut fine) = (None, true);
                inst.operands(&func.lookups, &mut |v| {
                    if !matches!(func.insts[v as usize], Inst::Const(_)) {
                        let from = sources[v as usize];
                        fine &= from.is_some() && (source.is_none() || source == from);
                        source = from;
                    }
                });
                source.filter(|_| fine)
            }
            _ => None,
        };
    }
    sources
}

/// By texel: the values made of it that something else uses.
fn leaving(body: &[Stmt], func: &Func, sources: &[Option<Val>], exits: &mut HashMap<Val, Vec<Val>>) {
    let mut use_of = |v: Val, by: Option<Val>| {
        if let Some(source) = sources[v as usize]
            && by != Some(source)
        {
            let list = exits.entry(source).or_default();
            if !list.contains(&v) {
                list.push(v);
            }
        }
    };
    for stmt in body {
        if let Stmt::Eval(value) = stmt {
            let by = sources[*value as usize];
            func.insts[*value as usize].operands(&func.lookups, &mut |v| use_of(v, by));
        }
        stmt.operands(&mut |v| use_of(v, None));
    }
    for stmt in body {
        stmt.blocks().into_iter().for_each(|b| leaving(b, func, sources, exits));
    }
}

/// The operations from a texel to a value, numbered in their order; the texel is an input.
fn cone(func: &Func, order: &[Val], sources: &[Option<Val>], gather: Val, end: Val) -> Option<Vec<Inst>> {
    let mut out: Vec<Inst> = Vec::new();
    let mut numbers: HashMap<Val, Val> = HashMap::new();
    let mut constants: HashMap<u32, Val> = HashMap::new();
    for value in order.iter().filter(|v| sources[**v as usize] == Some(gather)) {
        let mut inst = func.insts[*value as usize];
        if *value == gather {
            inst = Inst::Input(0);
        } else {
            inst.operands_mut(&mut [], &mut |v| {
                *v = match func.insts[*v as usize] {
                    Inst::Const(bits) => *constants.entry(bits).or_insert_with(|| {
                        out.push(Inst::Const(bits));
                        out.len() as Val - 1
                    }),
                    _ => numbers.get(v).copied().unwrap_or(0),
                };
            });
        }
        numbers.insert(*value, out.len() as Val);
        out.push(inst);
        if *value == end {
            return Some(out);
        }
        if out.len() > MOST {
            return None;
        }
    }
    None
}
