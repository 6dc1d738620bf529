//! The textures of a draw as lookups need them: no locks, no images, only planes.

use super::{MagFilter, MinFilter, Sampler, TextureBinding, Wrap};
use crate::format::{Format, Kind, Layout};
use crate::image::{ImageKind, MAX_LEVELS, Plane};
use crate::state::Compare;
use std::sync::Arc;

/// A level: planes by slice, layer or face.
pub(super) struct Level {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) depth: u32,
    /// The same as floats.
    pub(super) size: [f32; 3],
    pub(super) planes: Vec<Arc<Plane>>,
}

/// A texture with its sampler.
pub(super) struct Texture {
    pub(super) kind: ImageKind,
    pub(super) format: Format,
    /// From the base level.
    pub(super) levels: Vec<Level>,
    pub(super) wrap: [Wrap; 3],
    pub(super) mag_linear: bool,
    pub(super) min_linear: bool,
    /// Levels besides the first are used.
    pub(super) mipmapped: bool,
    /// Between levels too.
    pub(super) mip_linear: bool,
    pub(super) lod: [f32; 2],
    pub(super) compare: Option<Compare>,
    pub(super) seamless: bool,
    /// What samplers of its kind give.
    pub(super) values: Kind,
    /// `fast` can do it.
    pub(super) simple: bool,
}

impl Texture {
    pub(super) fn new(binding: &TextureBinding) -> Option<Texture> {
        let image = &binding.image;
        let kind = image.kind();
        let info = image.info(binding.base_level, 0)?;
        let sampler: &Sampler = &binding.sampler;
        let mipmapped = !matches!(sampler.min, MinFilter::Nearest | MinFilter::Linear);
        let last = if mipmapped {
            binding.max_level.min(MAX_LEVELS - 1)
        } else {
            binding.base_level
        };
        let mut levels = Vec::new();
        for level in binding.base_level..=last {
            let Some(i) = image.info(level, 0).filter(|i| i.format == info.format) else {
                break;
            };
            let count = if kind == ImageKind::Cube { 6 } else { i.depth };
            let mut planes = Vec::with_capacity(count as usize);
            for layer in 0..count {
                let (_, main, stencil) = image.planes(level, layer)?;
                planes.push(main.or(stencil)?);
            }
            levels.push(Level {
                width: i.width,
                height: i.height,
                depth: count,
                size: [i.width as f32, i.height as f32, count as f32],
                planes,
            });
        }
        if levels.is_empty() || levels[0].width == 0 || levels[0].height == 0 || levels[0].depth == 0 {
            return None;
        }
        let filterable = info.format.kind() == Kind::Float || info.format.kind() == Kind::Depth;
        let simple = kind == ImageKind::D2
            && info.samples == 1
            && info.format.layout() == Layout::Rgba8
            && levels.iter().all(|l| !l.planes[0].data.is_empty());
        Some(Texture {
            kind,
            format: info.format,
            levels,
            wrap: sampler.wrap,
            mag_linear: sampler.mag == MagFilter::Linear && filterable,
            min_linear: filterable
                && matches!(
                    sampler.min,
                    MinFilter::Linear | MinFilter::LinearMipmapNearest | MinFilter::LinearMipmapLinear
                ),
            mipmapped,
            mip_linear: filterable && matches!(sampler.min, MinFilter::NearestMipmapLinear | MinFilter::LinearMipmapLinear),
            lod: [sampler.min_lod, sampler.max_lod],
            compare: sampler.compare,
            seamless: binding.seamless,
            values: info.format.kind(),
            simple,
        })
    }

    pub(super) fn last(&self) -> usize {
        self.levels.len() - 1
    }
}
