//! What a draw call has to fulfil (WebGL § 6, WebGL 2 § 4 and 5; OpenGL ES 3.0 § 2.8 and 4).

use oracade_glsl::Scalar;
use oracade_gpu::format::Kind;
use oracade_gpu::{Format, TextureBinding};

use crate::clear::Target;
use crate::context::Context;
use crate::extensions::Extension;
use crate::objects::Attrib;
use crate::program::Executable;
use crate::texture::slot_of;
use crate::{gl, limits};

/// Vertices that a draw reads: the number of them, and of instances.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// One more than the greatest index of a vertex.
    pub(crate) vertices: u64,
    pub(crate) instances: u64,
}

pub(crate) fn topology(mode: u32) -> bool {
    mode <= gl::TRIANGLE_FAN
}

impl Context {
    /// Checks the attributes a program reads. Gives the error.
    pub(crate) fn check_attributes(&self, executable: &Executable, extent: Extent) -> Result<(), u32> {
        let array = self.vertex_array.borrow();
        if array.attribs.iter().any(|a| a.enabled && a.buffer.is_none()) {
            return Err(gl::INVALID_OPERATION);
        }
        let capturing = {
            let feedback = self.feedback.borrow();
            feedback.active && !feedback.paused
        };
        let (mut any, mut divided) = (false, true);
        for attribute in executable.program.attributes.iter().filter(|a| a.location >= 0) {
            for column in 0..attribute.columns {
                let location = attribute.location as usize + column as usize;
                let Some(attrib) = array.attribs.get(location) else { continue };
                any = true;
                divided &= attrib.enabled && attrib.divisor != 0;
                self.check_attribute(attrib, location, attribute.scalar, extent)?;
                if capturing
                    && attrib.enabled
                    && let Some(buffer) = &attrib.buffer
                {
                    let feedback = self.feedback.borrow();
                    if feedback.bindings.iter().any(|r| crate::objects::same(&r.buffer, buffer)) {
                        return Err(gl::INVALID_OPERATION);
                    }
                }
            }
        }
        // ANGLE_instanced_arrays: one attribute must go on with the vertices.
        if any && divided && !self.two() {
            return Err(gl::INVALID_OPERATION);
        }
        Ok(())
    }

    fn check_attribute(&self, attrib: &Attrib, location: usize, scalar: Scalar, extent: Extent) -> Result<(), u32> {
        let kind = if !attrib.enabled {
            self.state.generic[location].kind
        } else if !attrib.integer {
            gl::FLOAT
        } else if matches!(attrib.kind, gl::BYTE | gl::SHORT | gl::INT) {
            gl::INT
        } else {
            gl::UNSIGNED_INT
        };
        let wanted = match scalar {
            Scalar::Int => gl::INT,
            Scalar::Uint => gl::UNSIGNED_INT,
            _ => gl::FLOAT,
        };
        if kind != wanted {
            return Err(gl::INVALID_OPERATION);
        }
        if !attrib.enabled {
            return Ok(());
        }
        let length = attrib.buffer.as_ref().map_or(0, |b| b.borrow().bytes.len() as u64);
        let elements = if attrib.divisor == 0 {
            extent.vertices
        } else {
            extent.instances.div_ceil(u64::from(attrib.divisor))
        };
        if elements == 0 {
            return Ok(());
        }
        let end = attrib.offset + (elements - 1) * attrib.pitch() + attrib.element();
        if end > length { Err(gl::INVALID_OPERATION) } else { Ok(()) }
    }

    /// Checks uniform blocks: each needs a buffer that is large enough.
    pub(crate) fn check_blocks(&self, executable: &Executable) -> Result<(), u32> {
        let bindings = executable.block_bindings.borrow();
        for (block, binding) in executable.program.uniforms.blocks.iter().zip(bindings.iter()) {
            let range = &self.bound.uniforms[*binding as usize];
            let (start, end) = range.span();
            if range.buffer.is_none() || ((end - start) as u64) < u64::from(block.size) {
                return Err(gl::INVALID_OPERATION);
            }
        }
        Ok(())
    }

    /// Checks what is drawn to against the program's outputs and the state.
    pub(crate) fn check_outputs(&self, executable: &Executable, target: &Target) -> Result<(), u32> {
        let float_blend = self.enabled.has(Extension::ExtFloatBlend);
        for (index, attachment) in target.buffers.colour.iter().enumerate() {
            let Some(info) = attachment.as_ref().and_then(oracade_gpu::Attachment::info) else {
                continue;
            };
            let output = executable
                .program
                .outputs
                .iter()
                .find(|o| o.location as usize == index || (o.broadcast && (index == 0 || !self.two())));
            if let Some(output) = output {
                let wanted = match info.format.kind() {
                    Kind::Int => Scalar::Int,
                    Kind::Uint => Scalar::Uint,
                    _ => Scalar::Float,
                };
                if output.scalar != wanted {
                    return Err(gl::INVALID_OPERATION);
                }
            } else if self.two()
                && self.state.color_mask != [false; 4]
                && !executable.program.outputs.is_empty()
                && !target.default
            {
                // An attachment that is drawn to has to have an output (WebGL 2 § 4.2.4), unless nothing is written.
                return Err(gl::INVALID_OPERATION);
            }
            let wide = matches!(info.format, Format::R32f | Format::Rg32f | Format::Rgba32f);
            if self.state.blend_on && wide && !float_blend {
                return Err(gl::INVALID_OPERATION);
            }
        }
        // WebGL § 6.10.
        if self.state.stencil_test && target.buffers.stencil.is_some() {
            let [front, back] = &self.state.stencil;
            let clamp = |v: i32| v.clamp(0, 255);
            if front.mask & 0xff != back.mask & 0xff
                || front.write_mask & 0xff != back.write_mask & 0xff
                || clamp(front.reference) != clamp(back.reference)
            {
                return Err(gl::INVALID_OPERATION);
            }
        }
        Ok(())
    }

    /// The textures a program samples, by unit; what is not complete is left out and reads as black.
    pub(crate) fn bind_textures(&self, executable: &Executable, target: &Target) -> Result<Vec<Option<TextureBinding>>, u32> {
        let uniforms = executable.uniforms.borrow();
        let rules = self.rules();
        let mut bound: Vec<Option<TextureBinding>> = Vec::new();
        let mut kinds: [Option<oracade_glsl::Sampler>; limits::COMBINED_TEXTURE_UNITS] = [None; limits::COMBINED_TEXTURE_UNITS];
        for (number, word, size) in &executable.samplers {
            let Some(sampler) = executable.program.uniforms.list[*number].sampler else {
                continue;
            };
            for unit in &uniforms[*word as usize..(*word + *size) as usize] {
                let unit = *unit as usize;
                // Two kinds of samplers on one unit.
                if *kinds[unit].get_or_insert(sampler) != sampler {
                    return Err(gl::INVALID_OPERATION);
                }
                if bound.get(unit).is_some_and(Option::is_some) {
                    continue;
                }
                let dimension = match sampler.dim {
                    oracade_glsl::Dim::D2 => gl::TEXTURE_2D,
                    oracade_glsl::Dim::Cube => gl::TEXTURE_CUBE_MAP,
                    oracade_glsl::Dim::D3 => gl::TEXTURE_3D,
                    oracade_glsl::Dim::Array2D => gl::TEXTURE_2D_ARRAY,
                };
                let Some(slot) = slot_of(dimension, true) else { continue };
                let Some(texture) = &self.units[unit].textures[slot] else {
                    continue;
                };
                let texture = texture.borrow();
                let own = self.units[unit].sampler.as_ref().map(|s| s.borrow().sampling);
                let sampling = own.unwrap_or(texture.sampling);
                let Some((base, last)) = texture.complete(&sampling, rules) else {
                    continue;
                };
                let Some(level) = texture.level(base, 0) else { continue };
                self.check_sampler(sampler, level.info.format, &sampling)?;
                // A texture may not be read while it is written (WebGL § 6.26).
                let attached = target
                    .buffers
                    .colour
                    .iter()
                    .flatten()
                    .chain(&target.buffers.depth)
                    .chain(&target.buffers.stencil);
                for attachment in attached {
                    if attachment.image == texture.image && (base..=last).contains(&attachment.level) {
                        return Err(gl::INVALID_OPERATION);
                    }
                }
                if bound.len() <= unit {
                    bound.resize(unit + 1, None);
                }
                bound[unit] = Some(TextureBinding {
                    image: texture.image.clone(),
                    sampler: sampling.device(),
                    base_level: base,
                    max_level: last,
                    seamless: self.two(),
                });
            }
        }
        Ok(bound)
    }

    /// WebGL 2 § 5.24: a sampler and a texture of another type of values.
    fn check_sampler(
        &self,
        sampler: oracade_glsl::Sampler,
        format: Format,
        sampling: &crate::sampling::Sampling,
    ) -> Result<(), u32> {
        use oracade_glsl::Texel;
        let fits = match sampler.texel {
            Texel::Int => format.kind() == Kind::Int,
            Texel::Uint => format.kind() == Kind::Uint,
            Texel::Shadow => format.kind() == Kind::Depth && sampling.compares(),
            Texel::Float => match format.kind() {
                Kind::Float => true,
                Kind::Depth => !sampling.compares(),
                _ => false,
            },
        };
        if fits { Ok(()) } else { Err(gl::INVALID_OPERATION) }
    }
}
