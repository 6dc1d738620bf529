//! The command stream: what JavaScript writes and how it is read.
//!
//! A batch is words of 32 bits and bytes. A command is a word with its number in [`Op`] (low 12 bits) and the count of the words that
//! follow it (high 20 bits), then its arguments: numbers as they are, floats by their bits, offsets and sizes of 64 bits
//! (`GLintptr`) as two words, low one first, objects by their names (0 is null, [`FOREIGN`] an object of another context), bulk data and texts as a
//! place in the bytes: offset and length.

use thiserror::Error;

/// The name that stands for an object of another context.
pub const FOREIGN: u32 = u32::MAX;

/// Why a batch could not be read. Only a fault of the shims (or a hostile batch) causes one; the rest of the batch is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StreamError {
    /// No such command.
    #[error("word {at} of a batch of WebGL commands has the unknown command {op}")]
    UnknownCommand {
        /// Place of the word.
        at: usize,
        /// The number.
        op: u32,
    },
    /// A command is longer than the batch.
    #[error("the WebGL command at word {at} ends behind the batch")]
    CutOff {
        /// Place of the command.
        at: usize,
    },
    /// A command has too few arguments.
    #[error("the WebGL command {op:?} has too few arguments")]
    TooShort {
        /// The command.
        op: Op,
    },
    /// Data lie outside the batch's bytes.
    #[error("the data of the WebGL command {op:?} lie outside the batch")]
    NoData {
        /// The command.
        op: Op,
    },
    /// A command where a question is expected, or the other way round.
    #[error("the WebGL command {op:?} is of the wrong kind")]
    WrongKind {
        /// The command.
        op: Op,
    },
}

macro_rules! ops {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// The commands, by the names of the methods where there is one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        #[allow(missing_docs, reason = "the standard's methods")]
        pub enum Op { $($name),* }

        impl Op {
            /// All names in the order of their numbers: the list in shims/js/webgl/commands.js is the same.
            pub const NAMES: &'static [&'static str] = &[$($text),*];
            const ALL: &'static [Op] = &[$(Op::$name),*];

            /// The command of a number.
            pub fn of(number: u32) -> Option<Op> {
                Self::ALL.get(number as usize).copied()
            }
        }
    };
}

ops! {
    // Without an answer.
    ActiveTexture = "activeTexture", AttachShader = "attachShader", BeginQuery = "beginQuery",
    BeginTransformFeedback = "beginTransformFeedback", BindAttribLocation = "bindAttribLocation", BindBuffer = "bindBuffer",
    BindBufferBase = "bindBufferBase", BindBufferRange = "bindBufferRange", BindFramebuffer = "bindFramebuffer",
    BindRenderbuffer = "bindRenderbuffer", BindSampler = "bindSampler", BindTexture = "bindTexture",
    BindTransformFeedback = "bindTransformFeedback", BindVertexArray = "bindVertexArray", BlendColor = "blendColor",
    BlendEquationSeparate = "blendEquationSeparate", BlendFuncSeparate = "blendFuncSeparate", BlitFramebuffer = "blitFramebuffer",
    BufferData = "bufferData", BufferSubData = "bufferSubData", Clear = "clear", ClearBufferFi = "clearBufferfi",
    ClearBufferFv = "clearBufferfv", ClearBufferIv = "clearBufferiv", ClearBufferUiv = "clearBufferuiv", ClearColor = "clearColor",
    ClearDepth = "clearDepth", ClearStencil = "clearStencil", ColorMask = "colorMask", CompileShader = "compileShader",
    CompressedTexImage = "compressedTexImage", CopyBufferSubData = "copyBufferSubData", CopyTexImage2D = "copyTexImage2D",
    CopyTexSubImage = "copyTexSubImage", Create = "create", CreateShader = "createShader", CullFace = "cullFace",
    DeleteBuffer = "deleteBuffer", DeleteFramebuffer = "deleteFramebuffer", DeleteProgram = "deleteProgram",
    DeleteQuery = "deleteQuery", DeleteRenderbuffer = "deleteRenderbuffer", DeleteSampler = "deleteSampler",
    DeleteShader = "deleteShader", DeleteSync = "deleteSync", DeleteTexture = "deleteTexture",
    DeleteTransformFeedback = "deleteTransformFeedback", DeleteVertexArray = "deleteVertexArray", DepthFunc = "depthFunc",
    DepthMask = "depthMask", DepthRange = "depthRange", DetachShader = "detachShader", Disable = "disable",
    DisableVertexAttribArray = "disableVertexAttribArray", DrawArrays = "drawArrays", DrawBuffers = "drawBuffers",
    DrawElements = "drawElements", Enable = "enable", EnableVertexAttribArray = "enableVertexAttribArray", EndQuery = "endQuery",
    EndTransformFeedback = "endTransformFeedback", FenceSync = "fenceSync", FramebufferRenderbuffer = "framebufferRenderbuffer",
    FramebufferTexture2D = "framebufferTexture2D", FramebufferTextureLayer = "framebufferTextureLayer", FrontFace = "frontFace",
    GenerateMipmap = "generateMipmap", Hint = "hint", InvalidateFramebuffer = "invalidateFramebuffer", LineWidth = "lineWidth",
    LinkProgram = "linkProgram", PauseTransformFeedback = "pauseTransformFeedback", PixelStorei = "pixelStorei",
    PolygonOffset = "polygonOffset", ReadBuffer = "readBuffer", ReadPixelsToBuffer = "readPixelsToBuffer",
    RenderbufferStorage = "renderbufferStorage", ResumeTransformFeedback = "resumeTransformFeedback",
    SampleCoverage = "sampleCoverage", SamplerParameter = "samplerParameter", Scissor = "scissor", ShaderSource = "shaderSource",
    StencilFuncSeparate = "stencilFuncSeparate", StencilMaskSeparate = "stencilMaskSeparate", StencilOpSeparate = "stencilOpSeparate",
    TexImage = "texImage", TexSubImage = "texSubImage", TexParameter = "texParameter", TexStorage = "texStorage",
    TransformFeedbackVaryings = "transformFeedbackVaryings", Uniform = "uniform", UniformMatrix = "uniformMatrix",
    UniformBlockBinding = "uniformBlockBinding", UseProgram = "useProgram", ValidateProgram = "validateProgram",
    VertexAttrib = "vertexAttrib", VertexAttribDivisor = "vertexAttribDivisor", VertexAttribPointer = "vertexAttribPointer",
    Viewport = "viewport", Error = "error", Extension = "extension", Resize = "resize", Present = "present", Lose = "lose",
    Restore = "restore", MultiDraw = "multiDraw",
    // With an answer.
    CheckFramebufferStatus = "checkFramebufferStatus", ClientWaitSync = "clientWaitSync", GetActiveAttrib = "getActiveAttrib",
    GetActiveUniform = "getActiveUniform", GetActiveUniformBlockName = "getActiveUniformBlockName",
    GetActiveUniformBlockParameter = "getActiveUniformBlockParameter", GetActiveUniforms = "getActiveUniforms",
    GetAttachedShaders = "getAttachedShaders", GetAttribLocation = "getAttribLocation", GetBufferParameter = "getBufferParameter",
    GetError = "getError", GetFragDataLocation = "getFragDataLocation",
    GetFramebufferAttachmentParameter = "getFramebufferAttachmentParameter", GetIndexedParameter = "getIndexedParameter",
    GetInternalformatParameter = "getInternalformatParameter", GetParameter = "getParameter",
    GetProgramInfoLog = "getProgramInfoLog", GetProgramParameter = "getProgramParameter", GetQuery = "getQuery",
    GetQueryParameter = "getQueryParameter", GetRenderbufferParameter = "getRenderbufferParameter",
    GetSamplerParameter = "getSamplerParameter", GetShaderInfoLog = "getShaderInfoLog", GetShaderParameter = "getShaderParameter",
    GetShaderSource = "getShaderSource", GetSyncParameter = "getSyncParameter", GetTexParameter = "getTexParameter",
    GetTransformFeedbackVarying = "getTransformFeedbackVarying", GetUniform = "getUniform",
    GetUniformBlockIndex = "getUniformBlockIndex", GetUniformIndices = "getUniformIndices",
    GetUniformLocation = "getUniformLocation", GetVertexAttrib = "getVertexAttrib",
    GetVertexAttribOffset = "getVertexAttribOffset", Is = "is", IsEnabled = "isEnabled", IsLost = "isLost",
}

/// The kinds of objects, in the order of `KINDS` in shims/js/webgl/commands.js.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the standard's objects")]
pub enum Kind {
    Buffer,
    Framebuffer,
    Program,
    Query,
    Renderbuffer,
    Sampler,
    Shader,
    Sync,
    Texture,
    TransformFeedback,
    VertexArray,
}

impl Kind {
    /// The kind of a number.
    pub(crate) fn of(number: u32) -> Option<Kind> {
        use Kind::*;
        [
            Buffer,
            Framebuffer,
            Program,
            Query,
            Renderbuffer,
            Sampler,
            Shader,
            Sync,
            Texture,
            TransformFeedback,
            VertexArray,
        ]
        .get(number as usize)
        .copied()
    }
}

/// The arguments of one command.
pub struct Args<'a> {
    op: Op,
    words: &'a [u32],
    bytes: &'a [u8],
}

impl<'a> Args<'a> {
    /// The next word.
    pub(crate) fn u(&mut self) -> Result<u32, StreamError> {
        let (first, rest) = self.words.split_first().ok_or(StreamError::TooShort { op: self.op })?;
        self.words = rest;
        Ok(*first)
    }

    pub(crate) fn i(&mut self) -> Result<i32, StreamError> {
        Ok(self.u()? as i32)
    }

    pub(crate) fn f(&mut self) -> Result<f32, StreamError> {
        Ok(f32::from_bits(self.u()?))
    }

    pub(crate) fn b(&mut self) -> Result<bool, StreamError> {
        Ok(self.u()? != 0)
    }

    /// A `GLintptr`.
    pub(crate) fn l(&mut self) -> Result<i64, StreamError> {
        let low = self.u()?;
        Ok(((u64::from(self.u()?) << 32) | u64::from(low)) as i64)
    }

    /// Words, as many as wanted.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u32; N], StreamError> {
        let (first, rest) = self
            .words
            .split_first_chunk::<N>()
            .ok_or(StreamError::TooShort { op: self.op })?;
        self.words = rest;
        Ok(*first)
    }

    /// All that is left.
    pub(crate) fn rest(&mut self) -> &'a [u32] {
        core::mem::take(&mut self.words)
    }

    /// Bulk data.
    pub(crate) fn data(&mut self) -> Result<&'a [u8], StreamError> {
        let (offset, length) = (self.u()? as usize, self.u()? as usize);
        let error = StreamError::NoData { op: self.op };
        self.bytes.get(offset..offset.checked_add(length).ok_or(error)?).ok_or(error)
    }

    /// A text.
    pub(crate) fn text(&mut self) -> Result<String, StreamError> {
        Ok(String::from_utf8_lossy(self.data()?).into_owned())
    }
}

/// Reads a batch command by command.
pub(crate) struct Reader<'a> {
    words: &'a [u32],
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(words: &'a [u32], bytes: &'a [u8]) -> Self {
        Self { words, bytes, at: 0 }
    }

    pub(crate) fn next(&mut self) -> Result<Option<(Op, Args<'a>)>, StreamError> {
        let Some(&head) = self.words.get(self.at) else {
            return Ok(None);
        };
        let (number, count, at) = (head & 0xfff, (head >> 12) as usize, self.at);
        let op = Op::of(number).ok_or(StreamError::UnknownCommand { at, op: number })?;
        let words = self.words.get(at + 1..at + 1 + count).ok_or(StreamError::CutOff { at })?;
        self.at = at + 1 + count;
        let bytes = self.bytes;
        Ok(Some((op, Args { op, words, bytes })))
    }
}
