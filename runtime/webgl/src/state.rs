//! State that is numbers only: what `enable`, `blendFunc`, `stencilOp`, `pixelStorei` and their kin set.

use crate::gl;

/// One face's stencil state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StencilFace {
    pub(crate) func: u32,
    pub(crate) reference: i32,
    pub(crate) mask: u32,
    pub(crate) write_mask: u32,
    pub(crate) fail: u32,
    pub(crate) depth_fail: u32,
    pub(crate) pass: u32,
}

impl Default for StencilFace {
    fn default() -> Self {
        Self {
            func: gl::ALWAYS,
            reference: 0,
            mask: u32::MAX,
            write_mask: u32::MAX,
            fail: gl::KEEP,
            depth_fail: gl::KEEP,
            pass: gl::KEEP,
        }
    }
}

/// Blending.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blend {
    pub(crate) equation: [u32; 2],
    /// Source RGB, destination RGB, source alpha, destination alpha.
    pub(crate) func: [u32; 4],
    pub(crate) color: [f32; 4],
}

/// `pixelStorei`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PixelStore {
    pub(crate) alignment: u32,
    pub(crate) row_length: u32,
    pub(crate) image_height: u32,
    pub(crate) skip_pixels: u32,
    pub(crate) skip_rows: u32,
    pub(crate) skip_images: u32,
}

impl Default for PixelStore {
    fn default() -> Self {
        Self {
            alignment: 4,
            row_length: 0,
            image_height: 0,
            skip_pixels: 0,
            skip_rows: 0,
            skip_images: 0,
        }
    }
}

/// A generic vertex attribute: its bits and the type `vertexAttrib*` gave it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generic {
    pub(crate) bits: [u32; 4],
    /// `FLOAT`, `INT` or `UNSIGNED_INT`.
    pub(crate) kind: u32,
}

/// The state.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) blend_on: bool,
    pub(crate) cull_on: bool,
    pub(crate) depth_test: bool,
    pub(crate) dither: bool,
    pub(crate) polygon_offset_fill: bool,
    pub(crate) alpha_to_coverage: bool,
    pub(crate) sample_coverage_on: bool,
    pub(crate) scissor_test: bool,
    pub(crate) stencil_test: bool,
    pub(crate) rasterizer_discard: bool,
    pub(crate) blend: Blend,
    pub(crate) clear_color: [f32; 4],
    pub(crate) clear_depth: f32,
    pub(crate) clear_stencil: i32,
    pub(crate) color_mask: [bool; 4],
    pub(crate) depth_mask: bool,
    pub(crate) depth_func: u32,
    pub(crate) depth_range: [f32; 2],
    pub(crate) cull_face: u32,
    pub(crate) front_face: u32,
    pub(crate) line_width: f32,
    /// Factor and units.
    pub(crate) polygon_offset: [f32; 2],
    pub(crate) sample_coverage: (f32, bool),
    pub(crate) scissor: [i32; 4],
    pub(crate) viewport: [i32; 4],
    /// Front and back.
    pub(crate) stencil: [StencilFace; 2],
    pub(crate) pack: PixelStore,
    pub(crate) unpack: PixelStore,
    pub(crate) flip_y: bool,
    pub(crate) premultiply: bool,
    pub(crate) colorspace_conversion: u32,
    pub(crate) mipmap_hint: u32,
    pub(crate) derivative_hint: u32,
    pub(crate) generic: [Generic; 16],
}

impl State {
    pub(crate) fn new(width: i32, height: i32) -> Self {
        Self {
            blend_on: false,
            cull_on: false,
            depth_test: false,
            dither: true,
            polygon_offset_fill: false,
            alpha_to_coverage: false,
            sample_coverage_on: false,
            scissor_test: false,
            stencil_test: false,
            rasterizer_discard: false,
            blend: Blend {
                equation: [gl::FUNC_ADD; 2],
                func: [gl::ONE, gl::ZERO, gl::ONE, gl::ZERO],
                color: [0.0; 4],
            },
            clear_color: [0.0; 4],
            clear_depth: 1.0,
            clear_stencil: 0,
            color_mask: [true; 4],
            depth_mask: true,
            depth_func: gl::LESS,
            depth_range: [0.0, 1.0],
            cull_face: gl::BACK,
            front_face: gl::CCW,
            line_width: 1.0,
            polygon_offset: [0.0; 2],
            sample_coverage: (1.0, false),
            scissor: [0, 0, width, height],
            viewport: [0, 0, width, height],
            stencil: [StencilFace::default(); 2],
            pack: PixelStore::default(),
            unpack: PixelStore::default(),
            flip_y: false,
            premultiply: false,
            colorspace_conversion: gl::BROWSER_DEFAULT_WEBGL,
            mipmap_hint: gl::DONT_CARE,
            derivative_hint: gl::DONT_CARE,
            generic: [Generic {
                bits: [0, 0, 0, 1.0f32.to_bits()],
                kind: gl::FLOAT,
            }; 16],
        }
    }

    /// The switch of a capability; `None` for those that do not exist in a version.
    pub(crate) fn capability(&mut self, cap: u32, two: bool) -> Option<&mut bool> {
        Some(match cap {
            gl::BLEND => &mut self.blend_on,
            gl::CULL_FACE => &mut self.cull_on,
            gl::DEPTH_TEST => &mut self.depth_test,
            gl::DITHER => &mut self.dither,
            gl::POLYGON_OFFSET_FILL => &mut self.polygon_offset_fill,
            gl::SAMPLE_ALPHA_TO_COVERAGE => &mut self.alpha_to_coverage,
            gl::SAMPLE_COVERAGE => &mut self.sample_coverage_on,
            gl::SCISSOR_TEST => &mut self.scissor_test,
            gl::STENCIL_TEST => &mut self.stencil_test,
            gl::RASTERIZER_DISCARD if two => &mut self.rasterizer_discard,
            _ => return None,
        })
    }
}
