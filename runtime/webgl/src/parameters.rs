//! `getParameter` and `getIndexedParameter`. Limits and texts are those Chromium answers with SwiftShader.

use crate::answer::Answer;
use crate::context::Context;
use crate::extensions::Extension;
use crate::objects::Ref;
use crate::{gl, limits};

/// Numbers that never change, in both versions.
const FIXED: &[(u32, u32)] = &[
    (gl::MAX_TEXTURE_SIZE, limits::TEXTURE_SIZE),
    (gl::MAX_CUBE_MAP_TEXTURE_SIZE, limits::CUBE_SIZE),
    (gl::MAX_RENDERBUFFER_SIZE, limits::TEXTURE_SIZE),
    (gl::SUBPIXEL_BITS, 4),
    (gl::RED_BITS, 8),
    (gl::GREEN_BITS, 8),
    (gl::BLUE_BITS, 8),
    (gl::MAX_VERTEX_ATTRIBS, limits::VERTEX_ATTRIBS as u32),
    (gl::MAX_VERTEX_UNIFORM_VECTORS, 4096),
    (gl::MAX_FRAGMENT_UNIFORM_VECTORS, 4096),
    (gl::MAX_VARYING_VECTORS, 31),
    (gl::MAX_COMBINED_TEXTURE_IMAGE_UNITS, limits::COMBINED_TEXTURE_UNITS as u32),
    (gl::MAX_VERTEX_TEXTURE_IMAGE_UNITS, limits::TEXTURE_UNITS),
    (gl::MAX_TEXTURE_IMAGE_UNITS, limits::TEXTURE_UNITS),
];

/// Those WebGL 2 adds.
const FIXED_2: &[(u32, u32)] = &[
    (gl::MAX_3D_TEXTURE_SIZE, limits::DEPTH_3D),
    (gl::MAX_ARRAY_TEXTURE_LAYERS, limits::DEPTH_3D),
    (gl::MAX_ELEMENTS_VERTICES, 2_147_483_647),
    (gl::MAX_ELEMENTS_INDICES, 2_147_483_647),
    (gl::MAX_TEXTURE_LOD_BIAS, 15),
    (gl::MAX_DRAW_BUFFERS, limits::DRAW_BUFFERS as u32),
    (gl::MAX_COLOR_ATTACHMENTS, limits::DRAW_BUFFERS as u32),
    (gl::MAX_FRAGMENT_UNIFORM_COMPONENTS, 16384),
    (gl::MAX_VERTEX_UNIFORM_COMPONENTS, 16384),
    (gl::MAX_VARYING_COMPONENTS, 124),
    (gl::MAX_PROGRAM_TEXEL_OFFSET, 7),
    (gl::MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS, 4),
    (gl::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, 128),
    (gl::MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS, limits::FEEDBACK_BUFFERS),
    (gl::MAX_SAMPLES, limits::SAMPLES),
    (gl::MAX_VERTEX_UNIFORM_BLOCKS, 14),
    (gl::MAX_FRAGMENT_UNIFORM_BLOCKS, 14),
    (gl::MAX_COMBINED_UNIFORM_BLOCKS, 60),
    (gl::MAX_UNIFORM_BUFFER_BINDINGS, limits::UNIFORM_BUFFER_BINDINGS),
    (gl::MAX_UNIFORM_BLOCK_SIZE, 65536),
    (gl::MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS, 245_760),
    (gl::MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS, 245_760),
    (gl::UNIFORM_BUFFER_OFFSET_ALIGNMENT, limits::UNIFORM_OFFSET_ALIGNMENT as u32),
    (gl::MAX_VERTEX_OUTPUT_COMPONENTS, 128),
    (gl::MAX_FRAGMENT_INPUT_COMPONENTS, 128),
    (gl::MAX_SERVER_WAIT_TIMEOUT, 0),
    (gl::MAX_CLIENT_WAIT_TIMEOUT_WEBGL, 0),
    (gl::MAX_ELEMENT_INDEX, limits::ELEMENT_INDEX),
];

fn name<T>(bound: &Option<Ref<T>>, name: impl Fn(&T) -> u32) -> Answer {
    Answer::Object(bound.as_ref().map_or(0, |object| name(&object.borrow())))
}

impl Context {
    pub(crate) fn parameter(&mut self, parameter: u32) -> Answer {
        let two = self.two();
        let fixed = |table: &[(u32, u32)]| table.iter().find(|entry| entry.0 == parameter).map(|entry| entry.1.into());
        let found = fixed(FIXED)
            .or_else(|| fixed(FIXED_2).filter(|_| two))
            .or_else(|| self.state_parameter(parameter))
            .or_else(|| self.binding_parameter(parameter))
            .or_else(|| {
                if two {
                    self.parameter_2(parameter)
                } else {
                    self.parameter_1(parameter)
                }
            })
            .or_else(|| {
                let mut state = self.state.clone();
                state.capability(parameter, two).map(|on| (*on).into())
            });
        match found {
            Some(answer) => answer,
            None => self.refuse(gl::INVALID_ENUM),
        }
    }

    fn text_parameter(&self, parameter: u32) -> Option<Answer> {
        let two = self.two();
        Some(match parameter {
            gl::VENDOR => "WebKit".into(),
            gl::RENDERER => "WebKit WebGL".into(),
            gl::VERSION if two => "WebGL 2.0 (OpenGL ES 3.0 Chromium)".into(),
            gl::VERSION => "WebGL 1.0 (OpenGL ES 2.0 Chromium)".into(),
            gl::SHADING_LANGUAGE_VERSION if two => "WebGL GLSL ES 3.00 (OpenGL ES GLSL ES 3.0 Chromium)".into(),
            gl::SHADING_LANGUAGE_VERSION => "WebGL GLSL ES 1.0 (OpenGL ES GLSL ES 1.0 Chromium)".into(),
            gl::UNMASKED_VENDOR_WEBGL if self.enabled.has(Extension::WebglDebugRendererInfo) => "Google Inc. (Google)".into(),
            gl::UNMASKED_RENDERER_WEBGL if self.enabled.has(Extension::WebglDebugRendererInfo) => {
                "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)".into()
            }
            _ => return None,
        })
    }

    fn state_parameter(&self, parameter: u32) -> Option<Answer> {
        let s = &self.state;
        let [front, back] = &s.stencil;
        Some(match parameter {
            gl::ACTIVE_TEXTURE => (gl::TEXTURE0 + self.active_unit as u32).into(),
            gl::ALIASED_LINE_WIDTH_RANGE => Answer::Floats(vec![1.0, 1.0]),
            gl::ALIASED_POINT_SIZE_RANGE => Answer::Floats(vec![1.0, 1023.0]),
            gl::BLEND_COLOR => Answer::Floats(s.blend.color.to_vec()),
            gl::BLEND_EQUATION_RGB => s.blend.equation[0].into(),
            gl::BLEND_EQUATION_ALPHA => s.blend.equation[1].into(),
            gl::BLEND_SRC_RGB => s.blend.func[0].into(),
            gl::BLEND_DST_RGB => s.blend.func[1].into(),
            gl::BLEND_SRC_ALPHA => s.blend.func[2].into(),
            gl::BLEND_DST_ALPHA => s.blend.func[3].into(),
            gl::COLOR_CLEAR_VALUE => Answer::Floats(s.clear_color.to_vec()),
            gl::COLOR_WRITEMASK => Answer::Bools(s.color_mask.to_vec()),
            gl::COMPRESSED_TEXTURE_FORMATS => Answer::Uints(Vec::new()),
            gl::CULL_FACE_MODE => s.cull_face.into(),
            gl::DEPTH_CLEAR_VALUE => s.clear_depth.into(),
            gl::DEPTH_FUNC => s.depth_func.into(),
            gl::DEPTH_RANGE => Answer::Floats(s.depth_range.to_vec()),
            gl::DEPTH_WRITEMASK => s.depth_mask.into(),
            gl::FRONT_FACE => s.front_face.into(),
            gl::GENERATE_MIPMAP_HINT => s.mipmap_hint.into(),
            gl::LINE_WIDTH => s.line_width.into(),
            gl::MAX_VIEWPORT_DIMS => Answer::Ints(vec![limits::TEXTURE_SIZE as i32; 2]),
            gl::PACK_ALIGNMENT => s.pack.alignment.into(),
            gl::UNPACK_ALIGNMENT => s.unpack.alignment.into(),
            gl::UNPACK_FLIP_Y_WEBGL => s.flip_y.into(),
            gl::UNPACK_PREMULTIPLY_ALPHA_WEBGL => s.premultiply.into(),
            gl::UNPACK_COLORSPACE_CONVERSION_WEBGL => s.colorspace_conversion.into(),
            gl::POLYGON_OFFSET_FACTOR => s.polygon_offset[0].into(),
            gl::POLYGON_OFFSET_UNITS => s.polygon_offset[1].into(),
            gl::SAMPLE_COVERAGE_VALUE => s.sample_coverage.0.into(),
            gl::SAMPLE_COVERAGE_INVERT => s.sample_coverage.1.into(),
            gl::SCISSOR_BOX => Answer::Ints(s.scissor.to_vec()),
            gl::VIEWPORT => Answer::Ints(s.viewport.to_vec()),
            gl::STENCIL_CLEAR_VALUE => s.clear_stencil.into(),
            gl::STENCIL_FUNC => front.func.into(),
            gl::STENCIL_FAIL => front.fail.into(),
            gl::STENCIL_PASS_DEPTH_FAIL => front.depth_fail.into(),
            gl::STENCIL_PASS_DEPTH_PASS => front.pass.into(),
            gl::STENCIL_REF => front.reference.into(),
            gl::STENCIL_VALUE_MASK => front.mask.into(),
            gl::STENCIL_WRITEMASK => front.write_mask.into(),
            gl::STENCIL_BACK_FUNC => back.func.into(),
            gl::STENCIL_BACK_FAIL => back.fail.into(),
            gl::STENCIL_BACK_PASS_DEPTH_FAIL => back.depth_fail.into(),
            gl::STENCIL_BACK_PASS_DEPTH_PASS => back.pass.into(),
            gl::STENCIL_BACK_REF => back.reference.into(),
            gl::STENCIL_BACK_VALUE_MASK => back.mask.into(),
            gl::STENCIL_BACK_WRITEMASK => back.write_mask.into(),
            gl::FRAGMENT_SHADER_DERIVATIVE_HINT if self.two() || self.enabled.has(Extension::OesStandardDerivatives) => {
                s.derivative_hint.into()
            }
            gl::MAX_TEXTURE_MAX_ANISOTROPY_EXT if self.enabled.has(Extension::ExtTextureFilterAnisotropic) => 16u32.into(),
            _ => return self.text_parameter(parameter),
        })
    }

    fn binding_parameter(&mut self, parameter: u32) -> Option<Answer> {
        let unit = &self.units[self.active_unit];
        Some(match parameter {
            gl::ARRAY_BUFFER_BINDING => name(&self.bound.array, |b| b.name),
            gl::ELEMENT_ARRAY_BUFFER_BINDING => name(&self.vertex_array.borrow().elements, |b| b.name),
            gl::CURRENT_PROGRAM => name(&self.current, |p| p.name),
            gl::FRAMEBUFFER_BINDING => name(&self.draw_framebuffer, |f| f.name),
            gl::RENDERBUFFER_BINDING => name(&self.renderbuffer, |r| r.name),
            gl::TEXTURE_BINDING_2D => name(&unit.textures[0], |t| t.name),
            gl::TEXTURE_BINDING_CUBE_MAP => name(&unit.textures[1], |t| t.name),
            gl::ALPHA_BITS | gl::DEPTH_BITS | gl::STENCIL_BITS | gl::SAMPLES | gl::SAMPLE_BUFFERS => {
                return Some(self.depth_of_buffer(parameter));
            }
            gl::IMPLEMENTATION_COLOR_READ_FORMAT | gl::IMPLEMENTATION_COLOR_READ_TYPE => {
                let incomplete =
                    |f: &Ref<crate::framebuffer::Framebuffer>| f.borrow().status(self.rules()) != gl::FRAMEBUFFER_COMPLETE;
                if self.read_framebuffer.as_ref().is_some_and(incomplete) {
                    return Some(self.refuse(gl::INVALID_OPERATION));
                }
                let Some((_, info)) = self.read_source() else {
                    return Some(Answer::Null);
                };
                let (format, kind) = crate::read::preferred(info.format, self.version);
                (if parameter == gl::IMPLEMENTATION_COLOR_READ_FORMAT {
                    format
                } else {
                    kind
                })
                .into()
            }
            _ => return None,
        })
    }

    /// Bits and samples of what is drawn to.
    fn depth_of_buffer(&self, parameter: u32) -> Answer {
        let a = &self.attributes;
        let (alpha, depth, stencil, samples) = match &self.draw_framebuffer {
            None => (
                if a.alpha { 8 } else { 0 },
                if a.depth { 24 } else { 0 },
                if a.stencil { 8 } else { 0 },
                if a.antialias { limits::SAMPLES } else { 0 },
            ),
            Some(framebuffer) => {
                let framebuffer = framebuffer.borrow();
                let bits = |attached: Option<&crate::framebuffer::Attached>, index: usize| {
                    attached
                        .and_then(|a| a.info())
                        .map_or(0, |i| u32::from(i.format.bits()[index]))
                };
                let samples = framebuffer.size().2;
                (
                    bits(framebuffer.color[0].as_ref(), 3),
                    bits(framebuffer.depth_attachment(), 0),
                    bits(framebuffer.stencil_attachment(), 1),
                    if samples > 1 { samples } else { 0 },
                )
            }
        };
        match parameter {
            gl::ALPHA_BITS => alpha,
            gl::DEPTH_BITS => depth,
            gl::STENCIL_BITS => stencil,
            gl::SAMPLES => samples,
            _ => u32::from(samples > 0),
        }
        .into()
    }

    /// What only WebGL 1 has, by extensions.
    fn parameter_1(&self, parameter: u32) -> Option<Answer> {
        let has = |extension| self.enabled.has(extension);
        match parameter {
            gl::VERTEX_ARRAY_BINDING if has(Extension::OesVertexArrayObject) => {
                Some(Answer::Object(self.vertex_array.borrow().name))
            }
            gl::MAX_COLOR_ATTACHMENTS | gl::MAX_DRAW_BUFFERS if has(Extension::WebglDrawBuffers) => {
                Some((limits::DRAW_BUFFERS as u32).into())
            }
            _ if has(Extension::WebglDrawBuffers) => self.draw_buffer_parameter(parameter),
            _ => None,
        }
    }

    fn draw_buffer_parameter(&self, parameter: u32) -> Option<Answer> {
        let index = parameter
            .checked_sub(gl::DRAW_BUFFER0)
            .filter(|i| *i < limits::DRAW_BUFFERS as u32)? as usize;
        Some(match &self.draw_framebuffer {
            Some(framebuffer) => framebuffer.borrow().draw_buffers[index].into(),
            None if index == 0 => self.default_draw.into(),
            None => gl::NONE.into(),
        })
    }

    fn parameter_2(&self, parameter: u32) -> Option<Answer> {
        let unit = &self.units[self.active_unit];
        let s = &self.state;
        Some(match parameter {
            gl::COPY_READ_BUFFER_BINDING => name(&self.bound.copy_read, |b| b.name),
            gl::COPY_WRITE_BUFFER_BINDING => name(&self.bound.copy_write, |b| b.name),
            gl::PIXEL_PACK_BUFFER_BINDING => name(&self.bound.pixel_pack, |b| b.name),
            gl::PIXEL_UNPACK_BUFFER_BINDING => name(&self.bound.pixel_unpack, |b| b.name),
            gl::UNIFORM_BUFFER_BINDING => name(&self.bound.uniform, |b| b.name),
            gl::TRANSFORM_FEEDBACK_BUFFER_BINDING => name(&self.bound.feedback, |b| b.name),
            gl::READ_FRAMEBUFFER_BINDING => name(&self.read_framebuffer, |f| f.name),
            gl::SAMPLER_BINDING => name(&unit.sampler, |o| o.name),
            gl::TEXTURE_BINDING_3D => name(&unit.textures[2], |t| t.name),
            gl::TEXTURE_BINDING_2D_ARRAY => name(&unit.textures[3], |t| t.name),
            gl::VERTEX_ARRAY_BINDING => Answer::Object(self.vertex_array.borrow().name),
            gl::TRANSFORM_FEEDBACK_BINDING => Answer::Object(self.feedback.borrow().name),
            gl::TRANSFORM_FEEDBACK_ACTIVE => self.feedback.borrow().active.into(),
            gl::TRANSFORM_FEEDBACK_PAUSED => self.feedback.borrow().paused.into(),
            gl::MIN_PROGRAM_TEXEL_OFFSET => (-8).into(),
            gl::PACK_ROW_LENGTH => s.pack.row_length.into(),
            gl::PACK_SKIP_PIXELS => s.pack.skip_pixels.into(),
            gl::PACK_SKIP_ROWS => s.pack.skip_rows.into(),
            gl::UNPACK_ROW_LENGTH => s.unpack.row_length.into(),
            gl::UNPACK_IMAGE_HEIGHT => s.unpack.image_height.into(),
            gl::UNPACK_SKIP_PIXELS => s.unpack.skip_pixels.into(),
            gl::UNPACK_SKIP_ROWS => s.unpack.skip_rows.into(),
            gl::UNPACK_SKIP_IMAGES => s.unpack.skip_images.into(),
            gl::READ_BUFFER => match &self.read_framebuffer {
                Some(framebuffer) => framebuffer.borrow().read_buffer.into(),
                None => self.default_read.into(),
            },
            _ => return self.draw_buffer_parameter(parameter),
        })
    }

    pub(crate) fn indexed_parameter(&mut self, parameter: u32, index: u32) -> Answer {
        let uniform = match parameter {
            gl::UNIFORM_BUFFER_BINDING | gl::UNIFORM_BUFFER_START | gl::UNIFORM_BUFFER_SIZE => true,
            gl::TRANSFORM_FEEDBACK_BUFFER_BINDING | gl::TRANSFORM_FEEDBACK_BUFFER_START | gl::TRANSFORM_FEEDBACK_BUFFER_SIZE => {
                false
            }
            _ => return self.refuse(gl::INVALID_ENUM),
        };
        let range = if uniform {
            self.bound.uniforms.get(index as usize).cloned()
        } else {
            self.feedback.borrow().bindings.get(index as usize).cloned()
        };
        let Some(range) = range else {
            return self.refuse(gl::INVALID_VALUE);
        };
        match parameter {
            gl::UNIFORM_BUFFER_BINDING | gl::TRANSFORM_FEEDBACK_BUFFER_BINDING => name(&range.buffer, |b| b.name),
            gl::UNIFORM_BUFFER_START | gl::TRANSFORM_FEEDBACK_BUFFER_START => Answer::Number(range.offset as f64),
            _ => Answer::Number(range.size.unwrap_or(0) as f64),
        }
    }
}
