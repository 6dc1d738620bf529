//! From primitives to pixels.
//!
//! Quads of two by two pixels that a primitive touches are gathered, shaded many at a time, tested and written. The
//! framebuffer may be cut into bands of rows that are worked on at the same time; within a band everything happens in the order
//! of the draw, so the pixels do not depend on the number of bands.

pub(crate) mod batch;
mod blend;
pub(crate) mod coverage;
mod interpolate;
pub(crate) mod output;
mod shapes;
pub(crate) mod tests;

use crate::draw::setup::{Primitive, Shape};
use crate::state::{DepthState, RasterState};
use oracade_glsl::{Bindings, Instance, Interpolation, Program, RunError};
use output::Writer;
use tests::DepthKind;

/// A scalar that goes from vertices to fragments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar {
    /// Word of a vertex.
    pub(crate) vertex: usize,
    /// Input slot of the fragment stage.
    pub(crate) slot: usize,
    pub(crate) interpolation: Interpolation,
}

/// What is the same for all primitives of a draw.
pub(crate) struct Pipeline<'a> {
    pub(crate) state: &'a RasterState,
    /// The shader reads where it is, which side it sees, or its place in a point.
    pub(crate) reads_fixed: bool,
    pub(crate) scalars: Vec<Scalar>,
    pub(crate) centroid: bool,
    /// There are lines or points, or varyings at centroids.
    pub(crate) rare: bool,
    /// Attachments that are written: which, and how.
    pub(crate) writers: Vec<(usize, Writer)>,
    pub(crate) depth_slot: Option<usize>,
    pub(crate) depth: Option<(DepthState, DepthKind)>,
    /// Tests are done, and written, before shading.
    pub(crate) early: bool,
    /// What fails the depth test before shading needs none: it would fail after it as well, since what is stored only moves further
    /// from what fails.
    pub(crate) rejects_early: bool,
    /// The samples that pass are wanted.
    pub(crate) counts: bool,
    /// Fragments are shaded at all.
    pub(crate) shades: bool,
    pub(crate) samples: u32,
    /// Vertices' words.
    pub(crate) vertices: &'a [u32],
    pub(crate) stride: usize,
    pub(crate) width: u32,
}

impl Pipeline<'_> {
    /// A word of a vertex.
    #[inline(always)]
    pub(crate) fn word(&self, vertex: u32, word: usize) -> u32 {
        self.vertices[vertex as usize * self.stride + word]
    }
}

/// The varyings of a program that the fragment stage reads.
pub(crate) fn scalars(program: &Program) -> Vec<Scalar> {
    let mut out = Vec::new();
    for varying in &program.varyings {
        let Some(slot) = varying.fragment_slot else { continue };
        for i in 0..varying.scalars.len() {
            if !program.reads(slot as usize + i) {
                continue;
            }
            let integer = varying.scalars[i] != oracade_glsl::Scalar::Float;
            out.push(Scalar {
                vertex: varying.vertex_slot as usize + i,
                slot: slot as usize + i,
                interpolation: if integer { Interpolation::Flat } else { varying.interpolation },
            });
        }
    }
    out
}

/// Rows of the attachments that one worker draws to.
pub(crate) struct Band<'a> {
    pub(crate) first: i32,
    pub(crate) end: i32,
    /// By attachment.
    pub(crate) colour: [Option<&'a mut [u8]>; 8],
    pub(crate) depth: Option<&'a mut [u8]>,
    pub(crate) stencil: Option<&'a mut [u8]>,
}

/// Draws primitives in a band; gives the number of samples that passed.
pub(crate) fn draw(
    pipeline: &Pipeline<'_>,
    bindings: &Bindings<'_>,
    instance: &mut Instance,
    memory: &mut batch::Memory,
    band: Band<'_>,
    primitives: &mut dyn Iterator<Item = &Primitive>,
) -> Result<u64, RunError> {
    let mut batch = batch::Batch::new(pipeline, bindings, instance, memory, band);
    for primitive in primitives {
        match primitive.shape {
            Shape::Triangle => shapes::triangle(&mut batch, primitive)?,
            Shape::Line => shapes::line(&mut batch, primitive)?,
            Shape::Point => shapes::point(&mut batch, primitive)?,
        }
    }
    batch.flush()?;
    Ok(batch.passed())
}
