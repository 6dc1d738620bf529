//! What goes from the vertex shader to the fragment shader.

use super::feedback::Wanted;
use super::matching;
use super::*;
use crate::program::Varying;

impl Linker<'_> {
    pub(super) fn varyings(&mut self, captures: &[Wanted]) -> Option<Vec<Varying>> {
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

/// Whether varyings fit into rows of four components: large ones first, small ones into what is left over.
fn fits(varyings: &[Varying], limit: u32) -> bool {
    let mut rows = 0u32;
    let mut spare = [0u32; 4];
    let mut parts: Vec<u32> = Vec::new();
    for v in varyings {
        let mut add = |ty: &Type| {
            let n = u32::from(ty.cols) * ty.array.unwrap_or(1);
            parts.extend(std::iter::repeat_n(u32::from(ty.rows), n as usize));
        };
        match v.ty.fields() {
            Some(s) => s.fields.iter().for_each(|f| add(&f.ty)),
            None => add(&v.ty),
        }
    }
    parts.sort_unstable_by(|a, b| b.cmp(a));
    for part in parts {
        match (part..4).find(|n| spare[*n as usize] > 0) {
            Some(n) => {
                spare[n as usize] -= 1;
                spare[(n - part) as usize] += 1;
            }
            None => {
                rows += 1;
                spare[(4 - part) as usize] += 1;
            }
        }
        spare[0] = 0;
    }
    rows <= limit
}
