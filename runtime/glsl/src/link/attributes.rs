//! Attributes and their locations.

use super::*;
use crate::program::Attribute;

impl Linker<'_> {
    pub(super) fn attributes(&mut self) -> Option<Vec<Attribute>> {
        let limit = self.limits.vertex_attribs;
        let mut owner: Vec<Option<String>> = vec![None; limit as usize];
        let mut found: Vec<Attribute> = Vec::new();
        let mut slot = VERTEX_FIXED;
        for (id, var) in self.vertex.vars.iter().enumerate() {
            if !self.vertex.used[id] || !matches!(var.storage, Storage::Attribute | Storage::VertexIn) {
                continue;
            }
            let bound = self
                .options
                .attribute_locations
                .iter()
                .rev()
                .find(|(n, _)| **n == *var.name)
                .map(|(_, l)| *l);
            let location = var.location.or(bound);
            self.vertex_if.inputs.insert(id as VarId, slot);
            found.push(Attribute {
                name: var.name.to_string(),
                gl_type: var.ty.gl_enum(),
                scalar: Scalar::of(&var.ty.base),
                columns: u32::from(var.ty.cols),
                rows: u32::from(var.ty.rows),
                location: location.map_or(-1, |l| l as i32),
                slot,
            });
            slot += var.ty.scalars() as u32;
        }
        self.vertex_if.counts.0 = slot;
        for attribute in found.iter().filter(|a| a.location >= 0) {
            let first = attribute.location as u32;
            if first.saturating_add(attribute.columns) > limit {
                let text = format!("Attribute ({}) at location {first} is too large", attribute.name);
                self.log.plain(&text);
                return None;
            }
            for location in first..first + attribute.columns {
                let place = &mut owner[location as usize];
                if let Some(other) = place {
                    let text = format!(
                        "Attribute '{}' aliases attribute '{other}' at location {location}",
                        attribute.name
                    );
                    self.log.plain(&text);
                    return None;
                }
                *place = Some(attribute.name.clone());
            }
        }
        for attribute in found.iter_mut().filter(|a| a.location < 0) {
            let n = attribute.columns as usize;
            let free = owner.windows(n).position(|w| w.iter().all(Option::is_none));
            let Some(first) = free else {
                self.log.plain(&format!("Too many attributes ({})", attribute.name));
                return None;
            };
            owner[first..first + n].fill(Some(attribute.name.clone()));
            attribute.location = first as i32;
        }
        for (name, builtin, slot) in [
            ("gl_VertexID", Builtin::VertexId, 0),
            ("gl_InstanceID", Builtin::InstanceId, 1),
        ] {
            let used = |(v, used): (&Var, &bool)| *used && v.storage == Storage::Builtin(builtin);
            if self.vertex.vars.iter().zip(&self.vertex.used).any(used) {
                found.push(Attribute {
                    name: name.into(),
                    gl_type: 0x1404,
                    scalar: Scalar::Int,
                    columns: 1,
                    rows: 1,
                    location: -1,
                    slot,
                });
            }
        }
        Some(found)
    }
}
