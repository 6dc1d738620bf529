//! Commands that set numbers (WebGL § 5.14.3, § 5.14.4).

use crate::context::Context;
use crate::extensions::Extension;
use crate::gl;
use crate::limits;
use crate::state::StencilFace;

fn comparison(func: u32) -> bool {
    (gl::NEVER..=gl::ALWAYS).contains(&func)
}

fn stencil_action(op: u32) -> bool {
    matches!(
        op,
        gl::KEEP | gl::ZERO | gl::REPLACE | gl::INCR | gl::INCR_WRAP | gl::DECR | gl::DECR_WRAP | gl::INVERT
    )
}

impl Context {
    pub(crate) fn set_capability(&mut self, cap: u32, on: bool) {
        let two = self.two();
        match self.state.capability(cap, two) {
            Some(slot) => *slot = on,
            None => self.error(gl::INVALID_ENUM),
        }
    }

    pub(crate) fn blend_color(&mut self, mut color: [f32; 4]) {
        // Without float buffers Chromium's context still keeps what is given.
        for channel in &mut color {
            if channel.is_nan() {
                *channel = 0.0;
            }
        }
        self.state.blend.color = color;
    }

    pub(crate) fn blend_equation(&mut self, equation: [u32; 2]) {
        let minmax = self.two() || self.enabled.has(Extension::ExtBlendMinmax);
        let known = |mode: u32| match mode {
            gl::FUNC_ADD | gl::FUNC_SUBTRACT | gl::FUNC_REVERSE_SUBTRACT => true,
            gl::MIN | gl::MAX => minmax,
            _ => false,
        };
        if !equation.iter().all(|mode| known(*mode)) {
            return self.error(gl::INVALID_ENUM);
        }
        self.state.blend.equation = equation;
    }

    pub(crate) fn blend_func(&mut self, func: [u32; 4]) {
        let two = self.two();
        let known = |factor: u32, source: bool| match factor {
            gl::SRC_ALPHA_SATURATE => source || two,
            gl::ZERO
            | gl::ONE
            | gl::SRC_COLOR
            | gl::ONE_MINUS_SRC_COLOR
            | gl::DST_COLOR
            | gl::ONE_MINUS_DST_COLOR
            | gl::SRC_ALPHA
            | gl::ONE_MINUS_SRC_ALPHA
            | gl::DST_ALPHA
            | gl::ONE_MINUS_DST_ALPHA
            | gl::CONSTANT_COLOR
            | gl::ONE_MINUS_CONSTANT_COLOR
            | gl::CONSTANT_ALPHA
            | gl::ONE_MINUS_CONSTANT_ALPHA => true,
            _ => false,
        };
        if !(known(func[0], true) && known(func[1], false) && known(func[2], true) && known(func[3], false)) {
            return self.error(gl::INVALID_ENUM);
        }
        // WebGL § 6.13: a constant colour and a constant alpha do not go together.
        let color = |factor| matches!(factor, gl::CONSTANT_COLOR | gl::ONE_MINUS_CONSTANT_COLOR);
        let alpha = |factor| matches!(factor, gl::CONSTANT_ALPHA | gl::ONE_MINUS_CONSTANT_ALPHA);
        if (color(func[0]) && alpha(func[1])) || (alpha(func[0]) && color(func[1])) {
            return self.error(gl::INVALID_OPERATION);
        }
        self.state.blend.func = func;
    }

    pub(crate) fn cull_face(&mut self, face: u32) {
        match face {
            gl::FRONT | gl::BACK | gl::FRONT_AND_BACK => self.state.cull_face = face,
            _ => self.error(gl::INVALID_ENUM),
        }
    }

    pub(crate) fn front_face(&mut self, way: u32) {
        match way {
            gl::CW | gl::CCW => self.state.front_face = way,
            _ => self.error(gl::INVALID_ENUM),
        }
    }

    pub(crate) fn depth_func(&mut self, func: u32) {
        if comparison(func) {
            self.state.depth_func = func;
        } else {
            self.error(gl::INVALID_ENUM);
        }
    }

    pub(crate) fn depth_range(&mut self, near: f32, far: f32) {
        // WebGL § 6.12.
        if near > far {
            return self.error(gl::INVALID_OPERATION);
        }
        let clamp = |v: f32| if v > 0.0 { v.min(1.0) } else { 0.0 };
        self.state.depth_range = [clamp(near), clamp(far)];
    }

    pub(crate) fn line_width(&mut self, width: f32) {
        // NaN is refused too.
        if width > 0.0 {
            self.state.line_width = width;
        } else {
            self.error(gl::INVALID_VALUE);
        }
    }

    pub(crate) fn hint(&mut self, target: u32, mode: u32) {
        if !matches!(mode, gl::FASTEST | gl::NICEST | gl::DONT_CARE) {
            return self.error(gl::INVALID_ENUM);
        }
        match target {
            gl::GENERATE_MIPMAP_HINT => self.state.mipmap_hint = mode,
            gl::FRAGMENT_SHADER_DERIVATIVE_HINT if self.two() || self.enabled.has(Extension::OesStandardDerivatives) => {
                self.state.derivative_hint = mode;
            }
            _ => self.error(gl::INVALID_ENUM),
        }
    }

    pub(crate) fn scissor(&mut self, rect: [i32; 4]) {
        if rect[2] < 0 || rect[3] < 0 {
            return self.error(gl::INVALID_VALUE);
        }
        self.state.scissor = rect;
    }

    pub(crate) fn viewport(&mut self, rect: [i32; 4]) {
        if rect[2] < 0 || rect[3] < 0 {
            return self.error(gl::INVALID_VALUE);
        }
        let most = limits::TEXTURE_SIZE as i32;
        self.state.viewport = [rect[0], rect[1], rect[2].min(most), rect[3].min(most)];
    }

    /// Does something with the stencil state of the faces a constant names.
    fn stencil_faces(&mut self, face: u32, set: impl Fn(&mut StencilFace)) {
        match face {
            gl::FRONT => set(&mut self.state.stencil[0]),
            gl::BACK => set(&mut self.state.stencil[1]),
            gl::FRONT_AND_BACK => self.state.stencil.iter_mut().for_each(set),
            _ => self.error(gl::INVALID_ENUM),
        }
    }

    pub(crate) fn stencil_func(&mut self, face: u32, func: u32, reference: i32, mask: u32) {
        if !comparison(func) {
            return self.error(gl::INVALID_ENUM);
        }
        self.stencil_faces(face, |stencil| {
            stencil.func = func;
            stencil.reference = reference;
            stencil.mask = mask;
        });
    }

    pub(crate) fn stencil_mask(&mut self, face: u32, mask: u32) {
        self.stencil_faces(face, |stencil| stencil.write_mask = mask);
    }

    pub(crate) fn stencil_op(&mut self, face: u32, ops: [u32; 3]) {
        if !ops.iter().all(|op| stencil_action(*op)) {
            return self.error(gl::INVALID_ENUM);
        }
        self.stencil_faces(face, |stencil| {
            [stencil.fail, stencil.depth_fail, stencil.pass] = ops;
        });
    }

    pub(crate) fn pixel_store(&mut self, parameter: u32, value: i32) {
        let two = self.two();
        let state = &mut self.state;
        let slot = match parameter {
            gl::PACK_ALIGNMENT | gl::UNPACK_ALIGNMENT => {
                if !matches!(value, 1 | 2 | 4 | 8) {
                    return self.error(gl::INVALID_VALUE);
                }
                if parameter == gl::PACK_ALIGNMENT {
                    &mut state.pack.alignment
                } else {
                    &mut state.unpack.alignment
                }
            }
            gl::UNPACK_FLIP_Y_WEBGL => {
                state.flip_y = value != 0;
                return;
            }
            gl::UNPACK_PREMULTIPLY_ALPHA_WEBGL => {
                state.premultiply = value != 0;
                return;
            }
            gl::UNPACK_COLORSPACE_CONVERSION_WEBGL => {
                if !matches!(value as u32, gl::NONE | gl::BROWSER_DEFAULT_WEBGL) {
                    return self.error(gl::INVALID_VALUE);
                }
                &mut state.colorspace_conversion
            }
            gl::PACK_ROW_LENGTH if two => &mut state.pack.row_length,
            gl::PACK_SKIP_PIXELS if two => &mut state.pack.skip_pixels,
            gl::PACK_SKIP_ROWS if two => &mut state.pack.skip_rows,
            gl::UNPACK_ROW_LENGTH if two => &mut state.unpack.row_length,
            gl::UNPACK_IMAGE_HEIGHT if two => &mut state.unpack.image_height,
            gl::UNPACK_SKIP_PIXELS if two => &mut state.unpack.skip_pixels,
            gl::UNPACK_SKIP_ROWS if two => &mut state.unpack.skip_rows,
            gl::UNPACK_SKIP_IMAGES if two => &mut state.unpack.skip_images,
            _ => return self.error(gl::INVALID_ENUM),
        };
        if value < 0 {
            return self.error(gl::INVALID_VALUE);
        }
        *slot = value as u32;
    }
}
