//! What a context allows: the numbers `getParameter` gives, the extensions a page has asked for, and our own bounds on
//! the work an untrusted source can cause.

/// Which of WebGL's versions the context is of: it decides which shader versions are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ContextVersion {
    /// WebGL 1: GLSL ES 1.00.
    WebGl1,
    /// WebGL 2: GLSL ES 1.00 and 3.00.
    WebGl2,
}

/// A shader's stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Runs once a vertex.
    Vertex,
    /// Runs once a fragment.
    Fragment,
}

impl Stage {
    /// The name in the link log.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Stage::Vertex => "VERTEX",
            Stage::Fragment => "FRAGMENT",
        }
    }
}

/// Extensions to the language. A page makes them known to the compiler by `getExtension`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extensions {
    /// `OES_standard_derivatives`: `dFdx`, `dFdy`, `fwidth` in GLSL ES 1.00.
    pub standard_derivatives: bool,
    /// `EXT_frag_depth`: `gl_FragDepthEXT`.
    pub frag_depth: bool,
    /// `EXT_shader_texture_lod`: `texture2DLodEXT` and its kin in fragment shaders.
    pub shader_texture_lod: bool,
    /// `WEBGL_draw_buffers`: `gl_FragData` beyond its first element.
    pub draw_buffers: bool,
    /// `WEBGL_multi_draw`: `gl_DrawID`.
    pub multi_draw: bool,
}

impl Extensions {
    /// Everything the compiler knows.
    pub const ALL: Extensions = Extensions {
        standard_derivatives: true,
        frag_depth: true,
        shader_texture_lod: true,
        draw_buffers: true,
        multi_draw: true,
    };

    /// Names in `#extension`, with whether this context has them for shaders of `version`.
    pub(crate) fn names(self, version: u32) -> Vec<&'static str> {
        let mut names = Vec::new();
        if version == 100 {
            for (name, on) in [
                ("GL_OES_standard_derivatives", self.standard_derivatives),
                ("GL_EXT_frag_depth", self.frag_depth),
                ("GL_EXT_shader_texture_lod", self.shader_texture_lod),
                ("GL_EXT_draw_buffers", self.draw_buffers),
            ] {
                if on {
                    names.push(name);
                }
            }
        }
        if self.multi_draw {
            names.push("GL_ANGLE_multi_draw");
        }
        names
    }
}

/// The numbers of a context, and bounds of ours.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// `MAX_VERTEX_ATTRIBS`.
    pub vertex_attribs: u32,
    /// `MAX_VERTEX_UNIFORM_VECTORS`.
    pub vertex_uniform_vectors: u32,
    /// `MAX_FRAGMENT_UNIFORM_VECTORS`.
    pub fragment_uniform_vectors: u32,
    /// `MAX_VARYING_VECTORS`.
    pub varying_vectors: u32,
    /// `MAX_VERTEX_OUTPUT_COMPONENTS / 4`.
    pub vertex_output_vectors: u32,
    /// `MAX_FRAGMENT_INPUT_COMPONENTS / 4`.
    pub fragment_input_vectors: u32,
    /// `MAX_TEXTURE_IMAGE_UNITS`.
    pub texture_image_units: u32,
    /// `MAX_VERTEX_TEXTURE_IMAGE_UNITS`.
    pub vertex_texture_image_units: u32,
    /// `MAX_COMBINED_TEXTURE_IMAGE_UNITS`.
    pub combined_texture_image_units: u32,
    /// `MAX_DRAW_BUFFERS`.
    pub draw_buffers: u32,
    /// `MIN_PROGRAM_TEXEL_OFFSET`.
    pub min_texel_offset: i32,
    /// `MAX_PROGRAM_TEXEL_OFFSET`.
    pub max_texel_offset: i32,
    /// `MAX_UNIFORM_BLOCK_SIZE` in bytes.
    pub uniform_block_size: u32,
    /// `MAX_VERTEX_UNIFORM_BLOCKS`.
    pub vertex_uniform_blocks: u32,
    /// `MAX_FRAGMENT_UNIFORM_BLOCKS`.
    pub fragment_uniform_blocks: u32,
    /// `MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS`.
    pub feedback_separate_attribs: u32,
    /// `MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS`.
    pub feedback_separate_components: u32,
    /// `MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS`.
    pub feedback_interleaved_components: u32,
    /// Ours: bytes of a source.
    pub source_bytes: usize,
    /// Ours: tokens after macro expansion.
    pub tokens: usize,
    /// Ours: how deep expressions, statements and macro calls may nest. What is needed of the stack goes with it: 160 levels
    /// take less than 4 MiB, without optimisation.
    pub depth: usize,
    /// Ours: instructions of one stage after inlining.
    pub instructions: usize,
    /// Ours: scalars of all variables of one stage that live in memory, four invocations each.
    pub memory_scalars: usize,
    /// Ours: instructions that one group of four invocations may run before the context counts as lost.
    pub fuel: u32,
}

impl Default for Limits {
    /// What Chromium's software renderer gives.
    fn default() -> Self {
        Limits {
            vertex_attribs: 16,
            vertex_uniform_vectors: 4096,
            fragment_uniform_vectors: 4096,
            varying_vectors: 31,
            vertex_output_vectors: 32,
            fragment_input_vectors: 32,
            texture_image_units: 32,
            vertex_texture_image_units: 32,
            combined_texture_image_units: 64,
            draw_buffers: 8,
            min_texel_offset: -8,
            max_texel_offset: 7,
            uniform_block_size: 65536,
            vertex_uniform_blocks: 14,
            fragment_uniform_blocks: 14,
            feedback_separate_attribs: 4,
            feedback_separate_components: 4,
            feedback_interleaved_components: 128,
            source_bytes: 1 << 20,
            tokens: 400_000,
            depth: 160,
            instructions: 150_000,
            memory_scalars: 1 << 18,
            fuel: 50_000_000,
        }
    }
}
