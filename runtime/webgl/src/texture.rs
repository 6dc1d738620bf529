//! Textures: what GL knows of them. Their texels are the device's.

use oracade_gpu::{Image, ImageKind, LevelInfo};

use crate::formats::Rules;
use crate::gl;
use crate::sampling::Sampling;

/// A level.
#[derive(Clone, Copy)]
pub(crate) struct Level {
    pub(crate) info: LevelInfo,
    /// Format and type of an unsized internal format.
    pub(crate) unsized_as: Option<(u32, u32)>,
}

/// A texture.
pub(crate) struct Texture {
    pub(crate) name: u32,
    /// `TEXTURE_2D`, …; 0 before the first binding.
    pub(crate) target: u32,
    pub(crate) deleted: bool,
    pub(crate) image: Image,
    /// By level, and by face within it.
    levels: Vec<Option<Level>>,
    pub(crate) sampling: Sampling,
    pub(crate) base_level: u32,
    pub(crate) max_level: u32,
    /// Levels of `texStorage*`.
    pub(crate) immutable: Option<u32>,
    /// Counts changes of what completeness depends on.
    pub(crate) version: u32,
}

/// The target a texture is bound to by a target of `texImage2D`, and the face.
pub(crate) fn face_of(target: u32) -> (u32, u32) {
    match target {
        gl::TEXTURE_CUBE_MAP_POSITIVE_X..=gl::TEXTURE_CUBE_MAP_NEGATIVE_Z => {
            (gl::TEXTURE_CUBE_MAP, target - gl::TEXTURE_CUBE_MAP_POSITIVE_X)
        }
        _ => (target, 0),
    }
}

/// The number of a binding point within a unit.
pub(crate) fn slot_of(target: u32, two: bool) -> Option<usize> {
    Some(match target {
        gl::TEXTURE_2D => 0,
        gl::TEXTURE_CUBE_MAP => 1,
        gl::TEXTURE_3D if two => 2,
        gl::TEXTURE_2D_ARRAY if two => 3,
        _ => return None,
    })
}

fn kind_of(target: u32) -> ImageKind {
    match target {
        gl::TEXTURE_CUBE_MAP => ImageKind::Cube,
        gl::TEXTURE_3D => ImageKind::D3,
        gl::TEXTURE_2D_ARRAY => ImageKind::Array2D,
        _ => ImageKind::D2,
    }
}

impl Texture {
    pub(crate) fn new(name: u32) -> Self {
        Self {
            name,
            target: 0,
            deleted: false,
            image: Image::new(ImageKind::D2),
            levels: Vec::new(),
            sampling: Sampling::default(),
            base_level: 0,
            max_level: 1000,
            immutable: None,
            version: 0,
        }
    }

    /// The first binding decides the target.
    pub(crate) fn bind(&mut self, target: u32) {
        self.target = target;
        self.image = Image::new(kind_of(target));
    }

    pub(crate) fn faces(&self) -> u32 {
        if self.target == gl::TEXTURE_CUBE_MAP { 6 } else { 1 }
    }

    pub(crate) fn level(&self, level: u32, face: u32) -> Option<&Level> {
        let at = level.checked_mul(self.faces())?.checked_add(face)?;
        self.levels.get(at as usize)?.as_ref()
    }

    pub(crate) fn set_level(&mut self, level: u32, face: u32, value: Level) {
        let at = (level * self.faces() + face) as usize;
        if self.levels.len() <= at {
            self.levels.resize(at + 1, None);
        }
        self.levels[at] = Some(value);
        self.version += 1;
    }

    /// Bytes its levels take when they are written.
    pub(crate) fn bytes(&self) -> u64 {
        self.levels.iter().flatten().map(|level| level_bytes(&level.info)).sum()
    }

    /// The base level that counts, and the last.
    pub(crate) fn range(&self) -> (u32, u32) {
        match self.immutable {
            Some(levels) => {
                let base = self.base_level.min(levels - 1);
                (base, self.max_level.clamp(base, levels - 1))
            }
            None => (self.base_level, self.max_level),
        }
    }

    fn cube_complete(&self, level: u32) -> bool {
        let Some(first) = self.level(level, 0) else { return false };
        first.info.width == first.info.height
            && (1..6).all(|face| {
                self.level(level, face)
                    .is_some_and(|l| l.info == first.info && l.unsized_as == first.unsized_as)
            })
    }

    /// The levels from the base on that fit together: the last one if the chain is whole.
    pub(crate) fn chain(&self) -> Option<(u32, u32)> {
        let (base, max) = self.range();
        let first = self.level(base, 0)?;
        if base > max || (self.faces() == 6 && !self.cube_complete(base)) {
            return None;
        }
        let info = first.info;
        let longest = info
            .width
            .max(info.height)
            .max(if self.target == gl::TEXTURE_3D { info.depth } else { 1 });
        let last = (base + longest.ilog2()).min(max);
        for level in base + 1..=last {
            let by = level - base;
            let half = |v: u32| (v >> by).max(1);
            let depth = if self.target == gl::TEXTURE_3D {
                half(info.depth)
            } else {
                info.depth
            };
            for face in 0..self.faces() {
                let found = self.level(level, face)?;
                let fits = found.info.width == half(info.width)
                    && found.info.height == half(info.height)
                    && found.info.depth == depth
                    && found.info.format == info.format
                    && found.unsized_as == first.unsized_as;
                if !fits {
                    return None;
                }
            }
        }
        Some((base, last))
    }

    /// Base and last level if it can be sampled with a sampler's state (OpenGL ES 3.0 § 3.8.13, 2.0 § 3.8.2).
    pub(crate) fn complete(&self, sampling: &Sampling, rules: Rules) -> Option<(u32, u32)> {
        let (base, max) = self.range();
        let first = self.level(base, 0)?;
        let info = first.info;
        if info.width == 0 || info.height == 0 || info.depth == 0 {
            return None;
        }
        if self.faces() == 6 && !self.cube_complete(base) {
            return None;
        }
        if sampling.linear() && !rules.filterable(info.format, sampling.compares()) {
            return None;
        }
        let two = rules.version == crate::Version::Two;
        let whole = info.width.is_power_of_two() && info.height.is_power_of_two();
        if !(two || whole) {
            let clamped = sampling.wrap[..2].iter().all(|wrap| *wrap == gl::CLAMP_TO_EDGE);
            if sampling.mipmapped() || !clamped {
                return None;
            }
        }
        if sampling.mipmapped() {
            return self.chain();
        }
        (base <= max).then_some((base, base))
    }
}

/// Bytes of a level when all of it is written.
pub(crate) fn level_bytes(info: &LevelInfo) -> u64 {
    u64::from(info.width)
        * u64::from(info.height)
        * u64::from(info.depth)
        * u64::from(info.samples)
        * (info.format.texel_bytes() as u64 + u64::from(info.format.has_stencil()))
}
