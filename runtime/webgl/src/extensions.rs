//! The extensions: which there are, and which a page has asked for.

use crate::Version;

macro_rules! extensions {
    ($($name:ident = $text:literal: $one:literal, $two:literal;)*) => {
        /// An extension.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the names of the registry")]
        pub enum Extension { $($name),* }

        const TABLE: &[(Extension, &str, bool, bool)] = &[$((Extension::$name, $text, $one, $two)),*];
    };
}

// In Chromium's order; those it has with SwiftShader and we have too. The columns say: in WebGL 1, in WebGL 2.
extensions! {
    AngleInstancedArrays = "ANGLE_instanced_arrays": true, false;
    ExtBlendMinmax = "EXT_blend_minmax": true, false;
    ExtColorBufferFloat = "EXT_color_buffer_float": false, true;
    ExtColorBufferHalfFloat = "EXT_color_buffer_half_float": true, true;
    ExtFloatBlend = "EXT_float_blend": true, true;
    ExtFragDepth = "EXT_frag_depth": true, false;
    ExtShaderTextureLod = "EXT_shader_texture_lod": true, false;
    ExtTextureFilterAnisotropic = "EXT_texture_filter_anisotropic": true, true;
    ExtSrgb = "EXT_sRGB": true, false;
    OesElementIndexUint = "OES_element_index_uint": true, false;
    OesFboRenderMipmap = "OES_fbo_render_mipmap": true, false;
    OesStandardDerivatives = "OES_standard_derivatives": true, false;
    OesTextureFloat = "OES_texture_float": true, false;
    OesTextureFloatLinear = "OES_texture_float_linear": true, true;
    OesTextureHalfFloat = "OES_texture_half_float": true, false;
    OesTextureHalfFloatLinear = "OES_texture_half_float_linear": true, false;
    OesVertexArrayObject = "OES_vertex_array_object": true, false;
    WebglColorBufferFloat = "WEBGL_color_buffer_float": true, false;
    WebglDebugRendererInfo = "WEBGL_debug_renderer_info": true, true;
    WebglDepthTexture = "WEBGL_depth_texture": true, false;
    WebglDrawBuffers = "WEBGL_draw_buffers": true, false;
    WebglLoseContext = "WEBGL_lose_context": true, true;
    WebglMultiDraw = "WEBGL_multi_draw": true, true;
}

impl Extension {
    /// The names a version supports, in order.
    pub fn names(version: Version) -> Vec<&'static str> {
        let has = |(_, _, one, two): &&(Extension, &str, bool, bool)| if version == Version::One { *one } else { *two };
        TABLE.iter().filter(has).map(|entry| entry.1).collect()
    }

    /// The extension of a name, if a version has it.
    pub(crate) fn named(name: &str, version: Version) -> Option<Extension> {
        TABLE
            .iter()
            .find(|(_, text, one, two)| *text == name && if version == Version::One { *one } else { *two })
            .map(|entry| entry.0)
    }
}

/// A set of extensions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Enabled(u32);

impl Enabled {
    pub(crate) fn has(self, extension: Extension) -> bool {
        self.0 & (1 << extension as u8) != 0
    }

    pub(crate) fn add(&mut self, extension: Extension) {
        self.0 |= 1 << extension as u8;
        // What the registry says one brings along.
        match extension {
            Extension::OesTextureFloat => self.add(Extension::WebglColorBufferFloat),
            Extension::OesTextureHalfFloat => self.add(Extension::ExtColorBufferHalfFloat),
            Extension::WebglMultiDraw => self.add(Extension::AngleInstancedArrays),
            Extension::WebglColorBufferFloat | Extension::ExtColorBufferFloat => self.0 |= 1 << Extension::ExtFloatBlend as u8,
            _ => {}
        }
    }

    /// What the compiler has to know.
    pub(crate) fn for_shaders(self) -> oracade_glsl::Extensions {
        oracade_glsl::Extensions {
            standard_derivatives: self.has(Extension::OesStandardDerivatives),
            frag_depth: self.has(Extension::ExtFragDepth),
            shader_texture_lod: self.has(Extension::ExtShaderTextureLod),
            draw_buffers: self.has(Extension::WebglDrawBuffers),
            multi_draw: self.has(Extension::WebglMultiDraw),
        }
    }
}
