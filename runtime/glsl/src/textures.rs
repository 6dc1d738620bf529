//! Textures belong to the caller: this is how a shader asks for them.

use crate::ir::Lookup;

/// A lookup by four invocations.
pub struct Request<'a> {
    /// What is asked for.
    pub lookup: &'a Lookup,
    /// The value of the sampler uniform: a texture unit.
    pub unit: u32,
    /// Bits of the arguments, four lanes each: see [`Lookup`]. Floats, but whole numbers for fetches and sizes.
    pub args: &'a [[u32; 4]],
    /// Bit per lane: whether its result is wanted. The arguments of the other lanes count for differences within the quad.
    pub mask: u8,
}

impl Request<'_> {
    /// An argument of a lane as a float.
    pub fn float(&self, arg: usize, lane: usize) -> f32 {
        f32::from_bits(self.args.get(arg).map_or(0, |a| a[lane]))
    }

    /// An argument of a lane as a whole number.
    pub fn int(&self, arg: usize, lane: usize) -> i32 {
        self.args.get(arg).map_or(0, |a| a[lane] as i32)
    }
}

/// What answers lookups. The answer must depend on nothing but the request.
pub trait Textures: Send + Sync {
    /// Fills in the result: four components (fewer for shadow samplers and sizes), four lanes each. It is zeros before.
    fn lookup(&self, request: &Request<'_>, out: &mut [[u32; 4]; 4]);

    /// The texture of a unit if compiled code may sample it by itself. What it gives must be what [`Self::lookup`] would give.
    fn flat(&self, _unit: u32) -> Option<Flat<'_>> {
        None
    }
}

/// What lies outside of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlatWrap {
    /// The texture again.
    Repeat = 0,
    /// Its edge.
    Clamp = 1,
    /// Its mirror image.
    Mirror = 2,
}

/// A texture of two dimensions and four bytes a texel that are fractions, of which one level is used, with one filter.
#[derive(Clone, Copy, Debug)]
pub struct Flat<'a> {
    /// Differs between any two contents there are in the process.
    pub stamp: u64,
    /// Rows of texels.
    pub texels: &'a [u8],
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Wrapping in both directions.
    pub wrap: [FlatWrap; 2],
    /// Whether the four nearest texels count, or the nearest.
    pub linear: bool,
}

/// No textures at all: every lookup gives zeros.
pub struct NoTextures;

impl Textures for NoTextures {
    fn lookup(&self, _: &Request<'_>, _: &mut [[u32; 4]; 4]) {}
}
