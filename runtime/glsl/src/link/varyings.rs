//! What goes from the vertex shader to the fragment shader.

use super::feedback::Wanted;
use super::matching;
use super::*;
use crate::program::Varying;

impl Linker<'_> {
    /// What the fragment shader reads of the vertex shader's own outputs is invariant only if they are (GLSL ES 1.00 § 4.6.4).
    fn builtin_invariance(&mut self) -> bool {
        if self.vertex.version >= 300 {
            return true;
        }
        let pairs = [
            (Builtin::FragCoord, "gl_FragCoord", Builtin::Position, "gl_Position"),
            (Builtin::PointCoord, "gl_PointCoord", Builtin::PointSize, "gl_PointSize"),
        ];
        for (input, input_name, output, output_name) in pairs {
            let invariant = |module: &Module, b: Builtin, read: bool| {
                let fits = |(v, used): (&Var, &bool)| v.storage == Storage::Builtin(b) && v.invariant && (*used || !read);
                module.vars.iter().zip(&module.used).any(fits)
            };
            if invariant(self.fragment, input, true) && !invariant(self.vertex, output, false) {
                self.log.plain(&format!(
                    "{input_name} can only be declared invariant if and only if {output_name} is declared invariant."
                ));
                return false;
            }
        }
        true
    }

    pub(super) fn varyings(&mut self, captures: &[Wanted]) -> Option<Vec<Varying>> {
        if !self.builtin_invariance() {
            return None;
        }
        let mut out: Vec<Varying> = Vec::new();
        let mut slot = 0;
        let outputs: Vec<(VarId, &Var)> = of(self.vertex, Storage::VaryingOut);
        for (id, input) in of(self.fragment, Storage::VaryingIn) {
            let found = outputs.iter().find(|(_, o)| o.name == input.name);
            let used = self.fragment.used[id as usize];
            if let Some((_, output)) = found
                && let Some(what) = matching::varyings(output, input, self.vertex.version)
            {
                self.log.plain(&matching::line("varying", &input.name, what));
                self.log
                    .plain(&format!("FRAGMENT varying {} does not match any VERTEX varying", input.name));
                return None;
            }
            if !used {
                continue;
            }
            let Some((output, _)) = found else {
                self.log
                    .plain(&format!("FRAGMENT varying {} does not match any VERTEX varying", input.name));
                return None;
            };
            let count = input.ty.scalars() as u32;
            self.vertex_if.outputs.push((*output, 0, VERTEX_OUT_FIXED + slot, count));
            self.fragment_if.inputs.insert(id, FRAGMENT_FIXED + slot);
            out.push(varying(input, slot, true));
            slot += count;
        }
        if !fits(&out, self.limits.varying_vectors) {
            let name = out.last().map_or("", |v| &v.name).to_string();
            self.log.plain(&format!("Could not pack varying {name}"));
            return None;
        }
        self.fragment_if.counts.0 = FRAGMENT_FIXED + slot;
        // What only transform feedback reads.
        for wanted in captures {
            let Some((id, var)) = outputs.iter().find(|(_, o)| *o.name == *wanted.base) else {
                continue;
            };
            if out.iter().any(|v| v.name == *var.name) {
                continue;
            }
            let count = var.ty.scalars() as u32;
            self.vertex_if.outputs.push((*id, 0, VERTEX_OUT_FIXED + slot, count));
            out.push(varying(var, slot, false));
            slot += count;
        }
        self.vertex_if.counts.1 = VERTEX_OUT_FIXED + slot;
        Some(out)
    }
}

fn of(module: &Module, storage: Storage) -> Vec<(VarId, &Var)> {
    module
        .vars
        .iter()
        .enumerate()
        .filter(|(_, v)| v.storage == storage)
        .map(|(i, v)| (i as VarId, v))
        .collect()
}

fn varying(var: &Var, slot: u32, fragment: bool) -> Varying {
    let mut scalars = Vec::new();
    var.ty.flatten(&mut scalars);
    Varying {
        name: var.name.to_string(),
        ty: var.ty.clone(),
        interpolation: var.interpolation,
        scalars,
        vertex_slot: VERTEX_OUT_FIXED + slot,
        fragment_slot: fragment.then_some(FRAGMENT_FIXED + slot),
    }
}

/// Whether varyings fit into rows of four components (GLSL ES 1.00, appendix A, section 7).
fn fits(varyings: &[Varying], limit: u32) -> bool {
    // Columns and rows of each part.
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for v in varyings {
        let mut add = |ty: &Type| {
            let square_two = ty.cols == 2 && ty.rows == 2;
            let columns = if square_two { 4 } else { u32::from(ty.rows) };
            parts.push((columns, u32::from(ty.cols).saturating_mul(ty.array.unwrap_or(1))));
        };
        match v.ty.fields() {
            Some(s) => s.fields.iter().for_each(|f| add(&f.ty)),
            None => add(&v.ty),
        }
    }
    parts.sort_unstable_by(|a, b| b.cmp(a));
    let limit = limit as usize;
    let mut taken = vec![[false; 4]; limit];
    let take = |taken: &mut Vec<[bool; 4]>, from: usize, rows: usize, columns: std::ops::Range<usize>| {
        for row in &mut taken[from..from + rows] {
            row[columns.clone()].fill(true);
        }
    };
    // Where the first free row is, and from where on the right halves are taken.
    let (mut top, mut bottom, mut left) = (0, limit, None);
    for (columns, rows) in parts {
        let rows = rows as usize;
        match columns {
            3 | 4 => {
                if rows > limit - top {
                    return false;
                }
                take(&mut taken, top, rows, 0..columns as usize);
                top += rows;
            }
            2 => {
                let left = left.get_or_insert(top);
                if rows <= limit - *left {
                    take(&mut taken, *left, rows, 0..2);
                    *left += rows;
                } else if rows <= bottom - top {
                    bottom -= rows;
                    take(&mut taken, bottom, rows, 2..4);
                } else {
                    return false;
                }
            }
            _ => {
                let Some((column, from)) = smallest_gap(&taken, rows) else {
                    return false;
                };
                take(&mut taken, from, rows, column..column + 1);
            }
        }
    }
    true
}

/// The shortest run of free rows in one column that has room: the column and the first row.
fn smallest_gap(taken: &[[bool; 4]], rows: usize) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize, usize)> = None;
    for column in 0..4 {
        let mut from = 0;
        while from < taken.len() {
            let length = taken[from..].iter().take_while(|row| !row[column]).count();
            if length >= rows && length > 0 && best.is_none_or(|(shortest, ..)| length < shortest) {
                best = Some((length, column, from));
            }
            from += length + 1;
        }
    }
    best.map(|(_, column, from)| (column, from))
}
