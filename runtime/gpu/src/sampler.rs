//! How a texture is sampled.

mod coords;
mod fast;
pub(crate) mod lookup;
mod resolve;

use crate::image::Image;
use crate::state::{Compare, gl_enum};

gl_enum! {
    /// `TEXTURE_MAG_FILTER`.
    MagFilter {
        /// `NEAREST`.
        Nearest = 0x2600,
        /// `LINEAR`.
        Linear = 0x2601,
    }
}

gl_enum! {
    /// `TEXTURE_MIN_FILTER`.
    MinFilter {
        /// `NEAREST`.
        Nearest = 0x2600,
        /// `LINEAR`.
        Linear = 0x2601,
        /// `NEAREST_MIPMAP_NEAREST`.
        NearestMipmapNearest = 0x2700,
        /// `LINEAR_MIPMAP_NEAREST`.
        LinearMipmapNearest = 0x2701,
        /// `NEAREST_MIPMAP_LINEAR`.
        NearestMipmapLinear = 0x2702,
        /// `LINEAR_MIPMAP_LINEAR`.
        LinearMipmapLinear = 0x2703,
    }
}

gl_enum! {
    /// What is outside of a texture.
    Wrap {
        /// `REPEAT`.
        Repeat = 0x2901,
        /// `CLAMP_TO_EDGE`.
        ClampToEdge = 0x812F,
        /// `MIRRORED_REPEAT`.
        MirroredRepeat = 0x8370,
    }
}

/// The state of a sampler or a texture's own. Anisotropy has no effect, as if its limit were 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// Filter of what is drawn larger.
    pub mag: MagFilter,
    /// Filter of what is drawn smaller.
    pub min: MinFilter,
    /// Wrapping in s, t and r.
    pub wrap: [Wrap; 3],
    /// `TEXTURE_MIN_LOD`.
    pub min_lod: f32,
    /// `TEXTURE_MAX_LOD`.
    pub max_lod: f32,
    /// `TEXTURE_COMPARE_FUNC` if `TEXTURE_COMPARE_MODE` says so.
    pub compare: Option<Compare>,
}

impl Default for Sampler {
    fn default() -> Self {
        Sampler {
            mag: MagFilter::Linear,
            min: MinFilter::NearestMipmapLinear,
            wrap: [Wrap::Repeat; 3],
            min_lod: -1000.0,
            max_lod: 1000.0,
            compare: None,
        }
    }
}

/// A texture unit: a complete texture and how it is sampled. What is not complete is bound as nothing, which shaders see as black
/// (0, 0, 0, 1).
#[derive(Clone)]
pub struct TextureBinding {
    /// The texture. A draw sees it as it is when the draw is run: give [`Image::snapshot`] if it may change before.
    pub image: Image,
    /// How it is sampled.
    pub sampler: Sampler,
    /// `TEXTURE_BASE_LEVEL`, for textures of fixed storage already within it.
    pub base_level: u32,
    /// The last level used: `TEXTURE_MAX_LEVEL`, not more than there are.
    pub max_level: u32,
    /// WebGL 1 samples cube faces each by itself; WebGL 2 filters across their edges.
    pub seamless: bool,
}
