//! From a question to what answers it.

use crate::answer::Answer;
use crate::commands::{Args, Kind, Op, StreamError};
use crate::context::Context;
use crate::gl;

impl Context {
    pub(crate) fn question(&mut self, op: Op, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let a = args;
        if self.lost && !Self::works_lost(op) {
            return Ok(match op {
                Op::CheckFramebufferStatus => gl::FRAMEBUFFER_UNSUPPORTED.into(),
                Op::GetAttribLocation | Op::GetFragDataLocation => Answer::Number(-1.0),
                Op::Is | Op::IsEnabled => false.into(),
                Op::GetVertexAttribOffset => 0u32.into(),
                Op::ClientWaitSync => gl::WAIT_FAILED.into(),
                Op::GetUniformBlockIndex => gl::INVALID_INDEX.into(),
                // WebGL § 5.14.9 and KHR_parallel_shader_compile: so that pages that wait come to an end.
                Op::GetShaderParameter | Op::GetProgramParameter => Answer::Null,
                _ => Answer::Null,
            });
        }
        Ok(match op {
            Op::CheckFramebufferStatus => self.framebuffer_status(a.u()?).into(),
            Op::ClientWaitSync => self.client_wait(a.u()?, a.u()?),
            Op::GetActiveAttrib => self.active_attrib(a)?,
            Op::GetActiveUniform => self.active_uniform(a)?,
            Op::GetActiveUniformBlockName => self.block_name(a)?,
            Op::GetActiveUniformBlockParameter => self.block_parameter(a)?,
            Op::GetActiveUniforms => self.active_uniforms(a)?,
            Op::GetAttachedShaders => match self.program(a.u()?) {
                Some(program) => {
                    let program = program.borrow();
                    Answer::Objects(program.shaders.iter().flatten().map(|s| s.borrow().name).collect())
                }
                None => Answer::Null,
            },
            Op::GetAttribLocation => self.attrib_location(a)?,
            Op::GetBufferParameter => self.buffer_parameter(a.u()?, a.u()?),
            Op::GetError => self.take_error().into(),
            Op::GetFragDataLocation => self.frag_data_location(a)?,
            Op::GetFramebufferAttachmentParameter => self.attachment_parameter(a.u()?, a.u()?, a.u()?),
            Op::GetIndexedParameter => self.indexed_parameter(a.u()?, a.u()?),
            Op::GetInternalformatParameter => self.internal_format(a.u()?, a.u()?, a.u()?),
            Op::GetParameter => self.parameter(a.u()?),
            Op::GetProgramInfoLog => match self.program(a.u()?) {
                Some(program) => Answer::Text(program.borrow().log.clone()),
                None => Answer::Null,
            },
            Op::GetProgramParameter => self.program_parameter(a)?,
            Op::GetQuery => self.get_query(a.u()?, a.u()?),
            Op::GetQueryParameter => self.query_parameter(a.u()?, a.u()?),
            Op::GetRenderbufferParameter => self.renderbuffer_parameter(a.u()?, a.u()?),
            Op::GetSamplerParameter => self.get_sampler_parameter(a.u()?, a.u()?),
            Op::GetShaderInfoLog => match self.shader(a.u()?) {
                Some(shader) => {
                    let shader = shader.borrow();
                    Answer::Text(shader.compiled.as_ref().map_or_else(String::new, |c| c.1.log().to_owned()))
                }
                None => Answer::Null,
            },
            Op::GetShaderParameter => self.shader_parameter(a)?,
            Op::GetShaderSource => match self.shader(a.u()?) {
                Some(shader) => Answer::Text(shader.borrow().source.clone()),
                None => Answer::Null,
            },
            Op::GetSyncParameter => self.sync_parameter(a.u()?, a.u()?),
            Op::GetTexParameter => self.get_tex_parameter(a.u()?, a.u()?),
            Op::GetTransformFeedbackVarying => self.feedback_varying(a)?,
            Op::GetUniform => self.get_uniform(a)?,
            Op::GetUniformBlockIndex => self.uniform_block_index(a)?,
            Op::GetUniformIndices => self.uniform_indices(a)?,
            Op::GetUniformLocation => self.uniform_location(a)?,
            Op::GetVertexAttrib => self.get_vertex_attrib(a.u()?, a.u()?),
            Op::GetVertexAttribOffset => self.attrib_offset(a.u()?, a.u()?),
            Op::Is => {
                let (kind, name) = (a.u()?, a.u()?);
                Kind::of(kind).is_some_and(|kind| self.is(kind, name)).into()
            }
            Op::IsEnabled => {
                let (cap, two) = (a.u()?, self.two());
                match self.state.capability(cap, two) {
                    Some(on) => (*on).into(),
                    None => {
                        self.error(gl::INVALID_ENUM);
                        false.into()
                    }
                }
            }
            Op::IsLost => self.lost.into(),
            _ => return Err(StreamError::WrongKind { op }),
        })
    }

    /// `is*`: the object exists, and has been bound if it is of a kind that begins with that.
    fn is(&self, kind: Kind, name: u32) -> bool {
        match kind {
            Kind::Buffer => self.buffers.get(name).is_some_and(|o| o.borrow().bound),
            Kind::Framebuffer => self.framebuffers.get(name).is_some_and(|o| o.borrow().bound),
            Kind::Program => self.programs.get(name).is_some(),
            Kind::Query => self.queries.get(name).is_some_and(|o| o.borrow().target.is_some()),
            Kind::Renderbuffer => self.renderbuffers.get(name).is_some_and(|o| o.borrow().bound),
            Kind::Sampler => self.samplers.get(name).is_some(),
            Kind::Shader => self.shaders.get(name).is_some(),
            Kind::Sync => self.syncs.get(name).is_some(),
            Kind::Texture => self.textures.get(name).is_some_and(|o| o.borrow().target != 0),
            Kind::TransformFeedback => self.feedbacks.get(name).is_some_and(|o| o.borrow().bound),
            Kind::VertexArray => self.vertex_arrays.get(name).is_some_and(|o| o.borrow().bound),
        }
    }
}
