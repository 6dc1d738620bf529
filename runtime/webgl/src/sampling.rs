//! Sampler state, of textures and of sampler objects.

use oracade_gpu::Sampler;
use oracade_gpu::sampler::{MagFilter, MinFilter, Wrap};
use oracade_gpu::state::Compare;

use crate::answer::Answer;
use crate::gl;

/// A parameter's value as it was given.
#[derive(Clone, Copy)]
pub(crate) enum Value {
    Int(i32),
    Float(f32),
}

impl Value {
    pub(crate) fn int(self) -> i32 {
        match self {
            Value::Int(value) => value,
            Value::Float(value) => value as i32,
        }
    }

    pub(crate) fn float(self) -> f32 {
        match self {
            Value::Int(value) => value as f32,
            Value::Float(value) => value,
        }
    }
}

/// What `texParameter*` and `samplerParameter*` have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling {
    pub(crate) mag: u32,
    pub(crate) min: u32,
    /// S, T, R.
    pub(crate) wrap: [u32; 3],
    pub(crate) min_lod: f32,
    pub(crate) max_lod: f32,
    pub(crate) compare_mode: u32,
    pub(crate) compare_func: u32,
    pub(crate) anisotropy: f32,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            mag: gl::LINEAR,
            min: gl::NEAREST_MIPMAP_LINEAR,
            wrap: [gl::REPEAT; 3],
            min_lod: -1000.0,
            max_lod: 1000.0,
            compare_mode: gl::NONE,
            compare_func: gl::LEQUAL,
            anisotropy: 1.0,
        }
    }
}

/// What a context allows of it.
#[derive(Clone, Copy)]
pub(crate) struct Allowed {
    pub(crate) two: bool,
    pub(crate) anisotropy: bool,
}

impl Sampling {
    /// Sets a parameter; `None` if there is no such one.
    pub(crate) fn set(&mut self, parameter: u32, value: Value, allowed: Allowed) -> Option<Result<(), u32>> {
        let number = value.int() as u32;
        let one_of = |slot: &mut u32, values: &[u32]| {
            if values.contains(&number) {
                *slot = number;
                Ok(())
            } else {
                Err(gl::INVALID_ENUM)
            }
        };
        const WRAPS: &[u32] = &[gl::REPEAT, gl::CLAMP_TO_EDGE, gl::MIRRORED_REPEAT];
        Some(match parameter {
            gl::TEXTURE_MAG_FILTER => one_of(&mut self.mag, &[gl::NEAREST, gl::LINEAR]),
            gl::TEXTURE_MIN_FILTER => one_of(
                &mut self.min,
                &[
                    gl::NEAREST,
                    gl::LINEAR,
                    gl::NEAREST_MIPMAP_NEAREST,
                    gl::LINEAR_MIPMAP_NEAREST,
                    gl::NEAREST_MIPMAP_LINEAR,
                    gl::LINEAR_MIPMAP_LINEAR,
                ],
            ),
            gl::TEXTURE_WRAP_S => one_of(&mut self.wrap[0], WRAPS),
            gl::TEXTURE_WRAP_T => one_of(&mut self.wrap[1], WRAPS),
            gl::TEXTURE_WRAP_R if allowed.two => one_of(&mut self.wrap[2], WRAPS),
            gl::TEXTURE_COMPARE_MODE if allowed.two => one_of(&mut self.compare_mode, &[gl::NONE, gl::COMPARE_REF_TO_TEXTURE]),
            gl::TEXTURE_COMPARE_FUNC if allowed.two => one_of(
                &mut self.compare_func,
                &[
                    gl::NEVER,
                    gl::LESS,
                    gl::EQUAL,
                    gl::LEQUAL,
                    gl::GREATER,
                    gl::NOTEQUAL,
                    gl::GEQUAL,
                    gl::ALWAYS,
                ],
            ),
            gl::TEXTURE_MIN_LOD if allowed.two => {
                self.min_lod = value.float();
                Ok(())
            }
            gl::TEXTURE_MAX_LOD if allowed.two => {
                self.max_lod = value.float();
                Ok(())
            }
            gl::TEXTURE_MAX_ANISOTROPY_EXT if allowed.anisotropy => {
                // NaN is refused too.
                if value.float() >= 1.0 {
                    self.anisotropy = value.float().min(16.0);
                    Ok(())
                } else {
                    Err(gl::INVALID_VALUE)
                }
            }
            _ => return None,
        })
    }

    pub(crate) fn get(&self, parameter: u32, allowed: Allowed) -> Option<Answer> {
        Some(match parameter {
            gl::TEXTURE_MAG_FILTER => self.mag.into(),
            gl::TEXTURE_MIN_FILTER => self.min.into(),
            gl::TEXTURE_WRAP_S => self.wrap[0].into(),
            gl::TEXTURE_WRAP_T => self.wrap[1].into(),
            gl::TEXTURE_WRAP_R if allowed.two => self.wrap[2].into(),
            gl::TEXTURE_COMPARE_MODE if allowed.two => self.compare_mode.into(),
            gl::TEXTURE_COMPARE_FUNC if allowed.two => self.compare_func.into(),
            gl::TEXTURE_MIN_LOD if allowed.two => self.min_lod.into(),
            gl::TEXTURE_MAX_LOD if allowed.two => self.max_lod.into(),
            gl::TEXTURE_MAX_ANISOTROPY_EXT if allowed.anisotropy => self.anisotropy.into(),
            _ => return None,
        })
    }

    pub(crate) fn mipmapped(&self) -> bool {
        !matches!(self.min, gl::NEAREST | gl::LINEAR)
    }

    pub(crate) fn linear(&self) -> bool {
        self.mag == gl::LINEAR || !matches!(self.min, gl::NEAREST | gl::NEAREST_MIPMAP_NEAREST)
    }

    pub(crate) fn compares(&self) -> bool {
        self.compare_mode != gl::NONE
    }

    /// As the device wants it.
    pub(crate) fn device(&self) -> Sampler {
        let wrap = |number| Wrap::from_gl(number).unwrap_or(Wrap::Repeat);
        Sampler {
            mag: MagFilter::from_gl(self.mag).unwrap_or(MagFilter::Linear),
            min: MinFilter::from_gl(self.min).unwrap_or(MinFilter::NearestMipmapLinear),
            wrap: self.wrap.map(wrap),
            min_lod: self.min_lod,
            max_lod: self.max_lod,
            compare: self.compares().then(|| Compare::from_gl(self.compare_func)).flatten(),
        }
    }
}

/// A sampler object.
#[derive(Default)]
pub(crate) struct SamplerObject {
    pub(crate) name: u32,
    pub(crate) sampling: Sampling,
}
