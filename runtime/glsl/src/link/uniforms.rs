//! Uniforms and uniform blocks: what is active, and where it lies.

use super::matching;
use super::*;
use crate::layout;
use crate::program::{BlockMember, Uniform, UniformBlock, Uniforms};
use crate::types::{Base, Precision};

impl Linker<'_> {
    pub(super) fn uniforms(&mut self) -> Option<Uniforms> {
        if !self.match_uniforms() || !self.match_blocks() {
            return None;
        }
        let mut out = Uniforms::default();
        let mut named: Vec<(String, u32)> = Vec::new();
        let mut samplers: Vec<Uniform> = Vec::new();
        let mut depth_range = None;
        for (stage, module) in [(Stage::Vertex, self.vertex), (Stage::Fragment, self.fragment)] {
            let mut words = 0usize;
            let mut units = 0usize;
            // One that either stage uses is active, and stands where the vertex shader declares it if it does.
            let plain = |(_, var): &(usize, &Var)| {
                var.storage == Storage::Uniform
                    && var.member.is_none()
                    && !matches!(var.ty.base, Base::Block(..))
                    && (uses(self.vertex, &var.name) || uses(self.fragment, &var.name))
            };
            let mut vars: Vec<(usize, &Var)> = module.vars.iter().enumerate().filter(plain).collect();
            vars.sort_by_key(|(_, var)| order(&var.ty));
            let draw_id = |(v, used): (&Var, &bool)| *used && v.storage == Storage::Builtin(Builtin::DrawId);
            let mut list_draw_id = stage == Stage::Vertex && module.vars.iter().zip(&module.used).any(draw_id);
            for (id, var) in vars {
                // Chromium has the draw's number among the uniforms, before those of high precision.
                if std::mem::take(&mut list_draw_id) {
                    if order(&var.ty).0 {
                        out.list.push(uniform("gl_DrawID", &Type::scalar(Base::Int), out.words));
                        out.words += 1;
                    } else {
                        list_draw_id = true;
                    }
                }
                if module.used[id] {
                    words += vectors(&var.ty);
                    units += count_samplers(&var.ty);
                }
                let first = match named.iter().find(|(n, _)| **n == *var.name) {
                    Some((_, first)) => *first,
                    None => {
                        let first = out.words;
                        out.words += var.ty.scalars() as u32;
                        named.push((var.name.to_string(), first));
                        leaves(&var.name, &var.ty, first, &mut out.list, &mut samplers);
                        first
                    }
                };
                let interface = if stage == Stage::Vertex {
                    &mut self.vertex_if
                } else {
                    &mut self.fragment_if
                };
                interface.uniforms.insert(id as VarId, first);
            }
            // `gl_DepthRange` is active behind the uniforms of the stage that reads it.
            let reads_range = |(v, used): (&Var, &bool)| *used && v.storage == Storage::Builtin(Builtin::DepthRange);
            if depth_range.is_none() && module.vars.iter().zip(&module.used).any(reads_range) {
                depth_range = Some(out.words);
                for part in ["near", "far", "diff"] {
                    let name = format!("gl_DepthRange.{part}");
                    out.list.push(uniform(&name, &Type::scalar(Base::Float), out.words));
                    out.words += 1;
                }
            }
            let (limit, name, unit_limit, unit_name) = match stage {
                Stage::Vertex => (
                    self.limits.vertex_uniform_vectors,
                    "MAX_VERTEX_UNIFORM_VECTORS",
                    self.limits.vertex_texture_image_units,
                    "MAX_VERTEX_TEXTURE_IMAGE_UNITS",
                ),
                Stage::Fragment => (
                    self.limits.fragment_uniform_vectors,
                    "MAX_FRAGMENT_UNIFORM_VECTORS",
                    self.limits.texture_image_units,
                    "MAX_TEXTURE_IMAGE_UNITS",
                ),
            };
            if words > limit as usize {
                self.log
                    .plain(&format!("{} shader uniforms count exceeds {name}({limit})", stage.name()));
                return None;
            }
            if units > unit_limit as usize {
                self.log.plain(&format!(
                    "{} shader sampler count exceeds {unit_name}({unit_limit})",
                    stage.name()
                ));
                return None;
            }
        }
        out.list.append(&mut samplers);
        out.depth_range = depth_range.unwrap_or_else(|| {
            out.words += 3;
            out.words - 3
        });
        self.vertex_if.depth_range = out.depth_range;
        self.fragment_if.depth_range = out.depth_range;
        self.blocks(&mut out)?;
        let mut location = 0;
        for uniform in out
            .list
            .iter_mut()
            .filter(|u| u.block.is_none() && !u.name.starts_with("gl_"))
        {
            uniform.location = location;
            location += uniform.size as i32;
        }
        Some(out)
    }

    fn match_uniforms(&mut self) -> bool {
        let declared = |m: &'_ Module| -> Vec<Var> {
            let plain = |v: &&Var| v.storage == Storage::Uniform && !matches!(v.ty.base, Base::Block(..));
            m.vars.iter().filter(plain).cloned().collect()
        };
        let fragment = declared(self.fragment);
        for a in declared(self.vertex) {
            let Some(b) = fragment.iter().find(|b| b.name == a.name) else {
                continue;
            };
            if a.member.is_some() != b.member.is_some() {
                self.log.plain(&format!(
                    "Name conflicts between a uniform and a uniform block field: {}",
                    a.name
                ));
                return false;
            }
            if a.member.is_some() {
                continue;
            }
            if let Some(found) = matching::differs(&a.ty, &b.ty, &a.name, true) {
                self.log.plain(&matching::line("uniform", &a.name, found));
                return false;
            }
        }
        true
    }

    fn match_blocks(&mut self) -> bool {
        for a in &self.vertex.blocks {
            let Some(b) = self.fragment.blocks.iter().find(|b| b.name == a.name) else {
                continue;
            };
            if let Some(found) = matching::blocks(a, b) {
                self.log.plain(&matching::line("uniform block", &a.name, found));
                return false;
            }
        }
        true
    }

    fn blocks(&mut self, out: &mut Uniforms) -> Option<()> {
        for (stage, module) in [(Stage::Vertex, self.vertex), (Stage::Fragment, self.fragment)] {
            let mut count = 0;
            for (index, block) in module.blocks.iter().enumerate() {
                count += block.array.unwrap_or(1);
                let known = out.blocks.iter().position(|b| b.base_name == *block.name);
                let first = match known {
                    Some(first) => first,
                    None => {
                        self.add_block(stage, block, out)?;
                        out.blocks.len() - block.array.unwrap_or(1) as usize
                    }
                };
                let used = module.used_blocks[index];
                for i in 0..block.array.unwrap_or(1) as usize {
                    let declared = &mut out.blocks[first + i];
                    let _ = used;
                    match stage {
                        Stage::Vertex => declared.vertex = true,
                        Stage::Fragment => declared.fragment = true,
                    }
                }
                let interface = if stage == Stage::Vertex {
                    &mut self.vertex_if
                } else {
                    &mut self.fragment_if
                };
                interface.blocks.insert(index as u32, first as u32);
            }
            let limit = match stage {
                Stage::Vertex => self.limits.vertex_uniform_blocks,
                Stage::Fragment => self.limits.fragment_uniform_blocks,
            };
            if count > limit {
                self.log.plain(&format!(
                    "{} shader uniform block count exceeds GL_MAX_{}_UNIFORM_BLOCKS ({limit})",
                    stage.name(),
                    stage.name()
                ));
                return None;
            }
        }
        Some(())
    }

    fn add_block(&mut self, stage: Stage, block: &Block, out: &mut Uniforms) -> Option<()> {
        let size = layout::struct_size(&block.fields, false);
        let limit = self.limits.uniform_block_size;
        if size > limit {
            let name = &block.name;
            self.log.plain(&format!(
                "Size of uniform block {name} in {} shader exceeds GL_MAX_UNIFORM_BLOCK_SIZE ({limit})",
                stage.name()
            ));
            return None;
        }
        let number = out.blocks.len() as u32;
        let mut members = Vec::new();
        let prefix = block.instance.as_ref().map_or(String::new(), |_| format!("{}.", block.name));
        for (i, field) in block.fields.fields.iter().enumerate() {
            let at = layout::field_offset(&block.fields, i, false);
            let name = format!("{prefix}{}", field.name);
            block_leaves(&name, &field.ty, at, field.row_major, number, &mut members);
        }
        let first = out.list.len() as u32;
        let indices: Vec<u32> = (0..members.len() as u32).map(|i| first + i).collect();
        out.list.extend(members);
        for i in 0..block.array.unwrap_or(1) {
            out.blocks.push(UniformBlock {
                name: if block.array.is_some() {
                    format!("{}[{i}]", block.name)
                } else {
                    block.name.to_string()
                },
                base_name: block.name.to_string(),
                size,
                members: indices.clone(),
                vertex: false,
                fragment: false,
            });
        }
        Some(())
    }
}

fn uses(module: &Module, name: &str) -> bool {
    module
        .vars
        .iter()
        .zip(&module.used)
        .any(|(v, used)| *used && *v.name == *name && v.storage == Storage::Uniform)
}

/// The order Chromium tells uniforms in: those that are not of high precision first, by shape; then the others as declared.
fn order(ty: &Type) -> (bool, bool, bool, bool, u8, u8) {
    if ty.precision == Precision::High {
        return (true, false, false, false, 0, 0);
    }
    (false, ty.is_struct(), ty.array.is_some(), ty.cols > 1, ty.cols, ty.rows)
}

/// Registers of four components a uniform takes.
fn vectors(ty: &Type) -> usize {
    let one = match ty.fields() {
        Some(s) => s.fields.iter().map(|f| vectors(&f.ty)).sum(),
        None if ty.is_sampler() => 1,
        None => usize::from(ty.cols),
    };
    one * ty.array.unwrap_or(1) as usize
}

fn count_samplers(ty: &Type) -> usize {
    let one = match ty.fields() {
        Some(s) => s.fields.iter().map(|f| count_samplers(&f.ty)).sum(),
        None => usize::from(ty.is_sampler()),
    };
    one * ty.array.unwrap_or(1) as usize
}

/// The active uniforms of a variable: structures and their arrays taken apart, arrays of numbers kept whole.
fn leaves(name: &str, ty: &Type, first: u32, list: &mut Vec<Uniform>, samplers: &mut Vec<Uniform>) {
    if let Some(s) = ty.fields() {
        let size = ty.element().scalars() as u32;
        for i in 0..ty.array.unwrap_or(1) {
            let element = if ty.array.is_some() {
                format!("{name}[{i}]")
            } else {
                name.to_string()
            };
            for (k, field) in s.fields.iter().enumerate() {
                let at = first + i * size + ty.element().field_offset(k) as u32;
                leaves(&format!("{element}.{}", field.name), &field.ty, at, list, samplers);
            }
        }
        return;
    }
    let uniform = uniform(name, ty, first);
    if ty.is_sampler() {
        samplers.push(uniform)
    } else {
        list.push(uniform)
    }
}

fn uniform(name: &str, ty: &Type, word: u32) -> Uniform {
    Uniform {
        name: if ty.array.is_some() {
            format!("{name}[0]")
        } else {
            name.to_string()
        },
        gl_type: ty.gl_enum(),
        size: ty.array.unwrap_or(1),
        scalar: Scalar::of(&ty.base),
        columns: u32::from(ty.cols),
        rows: u32::from(ty.rows),
        word,
        sampler: match ty.base {
            Base::Sampler(s) => Some(s),
            _ => None,
        },
        location: -1,
        block: None,
    }
}

fn block_leaves(name: &str, ty: &Type, at: u32, row_major: bool, block: u32, list: &mut Vec<Uniform>) {
    if let Some(s) = ty.fields() {
        let stride = layout::array_stride(ty, row_major);
        for i in 0..ty.array.unwrap_or(1) {
            let element = if ty.array.is_some() {
                format!("{name}[{i}]")
            } else {
                name.to_string()
            };
            for (k, field) in s.fields.iter().enumerate() {
                let offset = at + i * stride + layout::field_offset(s, k, row_major);
                let inner = format!("{element}.{}", field.name);
                block_leaves(&inner, &field.ty, offset, row_major || field.row_major, block, list);
            }
        }
        return;
    }
    let matrix = ty.cols > 1;
    let member = BlockMember {
        block,
        offset: at,
        array_stride: if ty.array.is_some() {
            layout::array_stride(ty, row_major)
        } else {
            0
        },
        matrix_stride: if matrix { layout::MATRIX_STRIDE } else { 0 },
        row_major: matrix && row_major,
    };
    list.push(Uniform {
        block: Some(member),
        ..uniform(name, ty, 0)
    });
}
