//! From a command to what does it.

use crate::commands::{Args, Kind, Op, StreamError};
use crate::context::Context;
use crate::extensions::Extension;
use crate::limits;
use crate::sampling::Value;

/// A parameter's value: a word that says whether it is a float, and its bits.
fn value(args: &mut Args<'_>) -> Result<Value, StreamError> {
    let [float, bits] = args.array()?;
    Ok(if float == 0 {
        Value::Int(bits as i32)
    } else {
        Value::Float(f32::from_bits(bits))
    })
}

impl Context {
    #[allow(clippy::too_many_lines, reason = "one line a command")]
    pub(crate) fn command(&mut self, op: Op, args: &mut Args<'_>) -> Result<(), StreamError> {
        if self.lost && !Self::works_lost(op) {
            return Ok(());
        }
        let a = args;
        match op {
            Op::ActiveTexture => self.active_texture(a.u()?),
            Op::AttachShader => self.attach_shader(a.u()?, a.u()?),
            Op::BeginQuery => self.begin_query(a.u()?, a.u()?),
            Op::BeginTransformFeedback => self.begin_feedback(a.u()?),
            Op::BindAttribLocation => self.bind_attrib_location(a.u()?, a.u()?, a.text()?),
            Op::BindBuffer => self.bind_buffer(a.u()?, a.u()?),
            Op::BindBufferBase => self.bind_buffer_range(a.u()?, a.u()?, a.u()?, None),
            Op::BindBufferRange => {
                let [target, index, buffer] = a.array()?;
                let range = (a.l()?, a.l()?);
                self.bind_buffer_range(target, index, buffer, Some(range));
            }
            Op::BindFramebuffer => self.bind_framebuffer(a.u()?, a.u()?),
            Op::BindRenderbuffer => self.bind_renderbuffer(a.u()?, a.u()?),
            Op::BindSampler => self.bind_sampler(a.u()?, a.u()?),
            Op::BindTexture => self.bind_texture(a.u()?, a.u()?),
            Op::BindTransformFeedback => self.bind_feedback(a.u()?, a.u()?),
            Op::BindVertexArray => self.bind_vertex_array(a.u()?),
            Op::BlendColor => self.blend_color(a.array()?.map(f32::from_bits)),
            Op::BlendEquationSeparate => self.blend_equation(a.array()?),
            Op::BlendFuncSeparate => self.blend_func(a.array()?),
            Op::BlitFramebuffer => {
                let corners: [u32; 8] = a.array()?;
                self.blit_framebuffer(corners.map(|v| v as i32), a.u()?, a.u()?);
            }
            Op::BufferData => {
                let [target, usage, with_data] = a.array()?;
                let size = a.l()?;
                let data = if with_data != 0 { Some(a.data()?) } else { None };
                self.buffer_data(target, usage, size, data);
            }
            Op::BufferSubData => {
                let target = a.u()?;
                let offset = a.l()?;
                self.buffer_sub_data(target, offset, a.data()?);
            }
            Op::Clear => self.clear(a.u()?),
            Op::ClearBufferFi => {
                let (buffer, index) = (a.u()?, a.i()?);
                self.clear_buffer_fi(buffer, index, a.f()?, a.i()?);
            }
            Op::ClearBufferFv | Op::ClearBufferIv | Op::ClearBufferUiv => {
                let (buffer, index) = (a.u()?, a.i()?);
                self.clear_buffer(op, buffer, index, a.rest());
            }
            Op::ClearColor => self.state.clear_color = a.array()?.map(f32::from_bits),
            Op::ClearDepth => self.state.clear_depth = clamp01(a.f()?),
            Op::ClearStencil => self.state.clear_stencil = a.i()?,
            Op::ColorMask => self.state.color_mask = a.array()?.map(|v| v != 0),
            Op::CompileShader => self.compile_shader(a.u()?),
            // There are no compressed formats.
            Op::CompressedTexImage => self.error(crate::gl::INVALID_ENUM),
            Op::CopyBufferSubData => {
                let (from, to) = (a.u()?, a.u()?);
                self.copy_buffer(from, to, a.l()?, a.l()?, a.l()?);
            }
            Op::CopyTexImage2D => {
                let [target, level, internal, x, y, width, height, border] = a.array()?;
                let rect = [x, y, width, height].map(|v| v as i32);
                self.copy_tex_image(target, level as i32, internal, rect, border as i32);
            }
            Op::CopyTexSubImage => {
                let [target, level, x, y, z, rest @ ..]: [u32; 9] = a.array()?;
                let at = [x, y, z].map(|v| v as i32);
                self.copy_tex_sub_image(target, level as i32, at, rest.map(|v| v as i32));
            }
            Op::Create => {
                let (kind, name) = (a.u()?, a.u()?);
                if let Some(kind) = Kind::of(kind)
                    && self.buffers.len().max(self.textures.len()) < limits::OBJECTS
                {
                    self.create(kind, name);
                }
            }
            Op::CreateShader => self.create_shader(a.u()?, a.u()?),
            Op::CullFace => self.cull_face(a.u()?),
            Op::DeleteBuffer => self.delete_buffer(a.u()?),
            Op::DeleteFramebuffer => self.delete_framebuffer(a.u()?),
            Op::DeleteProgram => self.delete_program(a.u()?),
            Op::DeleteQuery => self.delete_query(a.u()?),
            Op::DeleteRenderbuffer => self.delete_renderbuffer(a.u()?),
            Op::DeleteSampler => self.delete_sampler(a.u()?),
            Op::DeleteShader => self.delete_shader(a.u()?),
            Op::DeleteSync => drop(self.syncs.remove(a.u()?)),
            Op::DeleteTexture => self.delete_texture(a.u()?),
            Op::DeleteTransformFeedback => self.delete_feedback(a.u()?),
            Op::DeleteVertexArray => self.delete_vertex_array(a.u()?),
            Op::DepthFunc => self.depth_func(a.u()?),
            Op::DepthMask => self.state.depth_mask = a.b()?,
            Op::DepthRange => self.depth_range(a.f()?, a.f()?),
            Op::DetachShader => self.detach_shader(a.u()?, a.u()?),
            Op::Disable => self.set_capability(a.u()?, false),
            Op::DisableVertexAttribArray => self.enable_attrib(a.u()?, false),
            Op::DrawArrays => {
                let [mode, first, count, instances] = a.array()?;
                self.draw_arrays(mode, first as i32, count as i32, instances as i32, 0);
            }
            Op::DrawBuffers => self.draw_buffers(a.rest()),
            Op::DrawElements => {
                let [mode, count, kind] = a.array()?;
                let offset = a.l()?;
                self.draw_elements(mode, count as i32, kind, offset, a.i()?, 0);
            }
            Op::Enable => self.set_capability(a.u()?, true),
            Op::EnableVertexAttribArray => self.enable_attrib(a.u()?, true),
            Op::EndQuery => self.end_query(a.u()?),
            Op::EndTransformFeedback => self.end_feedback(),
            Op::FenceSync => self.fence_sync(a.u()?, a.u()?, a.u()?),
            Op::FramebufferRenderbuffer => self.framebuffer_renderbuffer(a.array()?),
            Op::FramebufferTexture2D => {
                let arguments = a.array()?;
                self.framebuffer_texture(arguments, a.i()?);
            }
            Op::FramebufferTextureLayer => {
                let arguments = a.array()?;
                self.framebuffer_texture_layer(arguments, a.i()?, a.i()?);
            }
            Op::FrontFace => self.front_face(a.u()?),
            Op::GenerateMipmap => self.generate_mipmap(a.u()?),
            Op::Hint => self.hint(a.u()?, a.u()?),
            Op::InvalidateFramebuffer => self.invalidate(a.u()?, a.rest()),
            Op::LineWidth => self.line_width(a.f()?),
            Op::LinkProgram => self.link_program(a.u()?),
            Op::PauseTransformFeedback => self.pause_feedback(true),
            Op::PixelStorei => self.pixel_store(a.u()?, a.i()?),
            Op::PolygonOffset => self.state.polygon_offset = a.array()?.map(f32::from_bits),
            Op::ReadBuffer => self.read_buffer(a.u()?),
            Op::ReadPixelsToBuffer => {
                let rect: [u32; 4] = a.array()?;
                let [format, kind] = a.array()?;
                self.read_to_buffer(rect.map(|v| v as i32), format, kind, a.l()?);
            }
            Op::RenderbufferStorage => {
                let [target, samples, internal, width, height] = a.array()?;
                self.renderbuffer_storage(target, samples as i32, internal, width as i32, height as i32);
            }
            Op::ResumeTransformFeedback => self.pause_feedback(false),
            Op::SampleCoverage => self.state.sample_coverage = (clamp01(a.f()?), a.b()?),
            Op::SamplerParameter => {
                let (name, parameter) = (a.u()?, a.u()?);
                self.sampler_parameter(name, parameter, value(a)?);
            }
            Op::Scissor => self.scissor(a.array()?.map(|v: u32| v as i32)),
            Op::ShaderSource => self.shader_source(a.u()?, a.text()?),
            Op::StencilFuncSeparate => self.stencil_func(a.u()?, a.u()?, a.i()?, a.u()?),
            Op::StencilMaskSeparate => self.stencil_mask(a.u()?, a.u()?),
            Op::StencilOpSeparate => {
                let face = a.u()?;
                self.stencil_op(face, a.array()?);
            }
            Op::TexImage => self.tex_image_command(a)?,
            Op::TexSubImage => self.tex_sub_image_command(a)?,
            Op::TexParameter => {
                let (target, parameter) = (a.u()?, a.u()?);
                self.tex_parameter(target, parameter, value(a)?);
            }
            Op::TexStorage => {
                let [target, levels, internal, width, height, depth, dimensions] = a.array()?;
                let size = [width, height, depth].map(|v| v as i32);
                self.tex_storage(target, levels as i32, internal, size, dimensions);
            }
            Op::TransformFeedbackVaryings => {
                let (program, mode) = (a.u()?, a.u()?);
                self.transform_feedback_varyings(program, mode, &a.text()?);
            }
            Op::Uniform => self.uniform(a)?,
            Op::UniformMatrix => self.uniform_matrix(a)?,
            Op::UniformBlockBinding => self.uniform_block_binding(a.u()?, a.u()?, a.u()?),
            Op::UseProgram => self.use_program(a.u()?),
            Op::ValidateProgram => self.validate_program(a.u()?),
            Op::VertexAttrib => {
                let [index, kind] = a.array()?;
                self.vertex_attrib(index, kind, a.array()?);
            }
            Op::VertexAttribDivisor => self.attrib_divisor(a.u()?, a.u()?),
            Op::VertexAttribPointer => {
                let [index, size, kind, normalized, integer, stride] = a.array()?;
                let offset = a.l()?;
                self.attrib_pointer(index, size as i32, kind, normalized != 0, integer != 0, stride as i32, offset);
            }
            Op::Viewport => self.viewport(a.array()?.map(|v: u32| v as i32)),
            Op::Error => {
                let error = a.u()?;
                self.error(error);
            }
            Op::Extension => {
                if let Some(extension) = Extension::named(&a.text()?, self.version) {
                    self.enabled.add(extension);
                }
            }
            Op::Resize => self.resize(a.u()?, a.u()?),
            Op::Present => self.present(),
            Op::Lose => self.lose(),
            Op::Restore => self.restore(),
            Op::MultiDraw => self.multi_draw(a)?,
            _ => return Err(StreamError::WrongKind { op }),
        }
        Ok(())
    }
}

fn clamp01(value: f32) -> f32 {
    // NaN becomes 0.
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}
