//! Quads gathered for shading, and what becomes of them.

use super::coverage::SAMPLES;
use super::interpolate::{Lanes, Planes, Slopes, each, lanes, put};
use super::tests::Tests;
use super::{Band, Pipeline};
use crate::draw::setup::{PIXEL, Primitive};
use oracade_glsl::{Bindings, Instance, RunError, Stage};

/// Quads a call of the shader takes: few, so that what goes in and comes out stays near.
const QUADS: usize = 64;

/// A quad of a primitive. What can be made again of the primitive's planes is not kept: writing and reading it costs more.
#[derive(Clone, Copy, Debug, Default)]
struct Quad {
    x: i32,
    y: i32,
    /// A bit a lane, or four.
    mask: u16,
    front: bool,
    /// Number of its primitive's planes.
    planes: u32,
    /// Weights of the second and third corner in the window, in the middle of the first pixel.
    at: [f64; 2],
}

/// What few quads need: those of lines and points, and those with varyings at centroids.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rare {
    /// Weights and depths that are not those of a triangle.
    pub(crate) place: Option<Place>,
    /// The weights where a covered sample is, if it is not the middle.
    pub(crate) centroid: Option<(Lanes, Lanes)>,
}

/// Where the pixels of a line or a point are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// Weights of the second and third corner.
    pub(crate) l1: Lanes,
    pub(crate) l2: Lanes,
    pub(crate) z: Lanes,
    /// Place in a point.
    pub(crate) point: [Lanes; 2],
}

/// Memory that is kept between draws.
#[derive(Default)]
pub(crate) struct Memory {
    quads: Vec<Quad>,
    rare: Vec<Rare>,
    /// Of the primitives that the quads are of.
    planes: Vec<Planes>,
}

/// What is tested and written.
struct Output<'a> {
    pipeline: &'a Pipeline<'a>,
    first: i32,
    colour: [Option<&'a mut [u8]>; 8],
    tests: Tests<'a>,
    passed: u64,
}

pub(crate) struct Batch<'a> {
    pub(crate) pipeline: &'a Pipeline<'a>,
    bindings: &'a Bindings<'a>,
    instance: &'a mut Instance,
    memory: &'a mut Memory,
    pub(crate) first: i32,
    pub(crate) end: i32,
    output: Output<'a>,
    /// Samples of `SAMPLE_COVERAGE`.
    sample_mask: u16,
    front: bool,
    slopes: Slopes,
    count: usize,
    /// The planes of the primitive that is at work, and whether any quad has them.
    planes: usize,
    taken: bool,
}

impl<'a> Batch<'a> {
    pub(crate) fn new(
        pipeline: &'a Pipeline<'a>,
        bindings: &'a Bindings<'a>,
        instance: &'a mut Instance,
        memory: &'a mut Memory,
        band: Band<'a>,
    ) -> Batch<'a> {
        if pipeline.shades {
            memory.quads.resize(QUADS, Quad::default());
            memory.rare.resize(QUADS, Rare::default());
            memory.planes.resize_with(QUADS + 1, Planes::default);
        }
        let depth = band
            .depth
            .and_then(|data| pipeline.depth.map(|(state, kind)| (state, kind, data)));
        let stencil = band
            .stencil
            .and_then(|data| pipeline.state.stencil.map(|state| (state, data)));
        let sample_mask = match pipeline.state.sample_coverage {
            Some((value, invert)) if pipeline.samples > 1 => {
                let bits = coverage_bits(value);
                (if invert { !bits & 0xF } else { bits }) * 0x1111
            }
            _ => 0xFFFF,
        };
        Batch {
            pipeline,
            bindings,
            instance,
            memory,
            first: band.first,
            end: band.end,
            output: Output {
                pipeline,
                first: band.first,
                colour: band.colour,
                tests: Tests { depth, stencil },
                passed: 0,
            },
            sample_mask,
            front: true,
            slopes: Slopes::default(),
            count: 0,
            planes: 0,
            taken: false,
        }
    }

    /// Samples that passed all tests so far.
    pub(crate) fn passed(&self) -> u64 {
        self.output.passed
    }

    /// The primitive that the next fragments are of.
    pub(crate) fn begin(&mut self, p: &Primitive, slopes: Slopes) {
        self.front = p.front;
        self.slopes = slopes;
        if self.pipeline.shades {
            // There are more of them than quads.
            self.planes += usize::from(std::mem::take(&mut self.taken));
            self.memory.planes[self.planes].set(self.pipeline, p, slopes);
        }
    }

    pub(crate) fn multisampled(&self) -> bool {
        self.pipeline.samples > 1
    }

    /// Takes a quad in: its first pixel, a bit for each lane (or four for each), and the weights there.
    #[inline(always)]
    pub(crate) fn push(&mut self, x: i32, y: i32, mask: u16, at: [f64; 2], rare: Option<&Rare>) -> Result<(), RunError> {
        let slopes = self.slopes;
        let place = rare.and_then(|r| r.place);
        let z = |lane: usize| place.map_or_else(|| slopes.depth(at, lane), |p| p.z[lane]);
        let mut mask = mask & self.sample_mask;
        if self.pipeline.early {
            mask = self.output.test([x, y], mask, self.front, slopes.z_step, z);
        } else if self.pipeline.rejects_early {
            // What fails now fails later too: stored depths only move further from those that fail.
            for lane in 0..4 {
                let output = &self.output;
                if mask & (1 << lane) != 0 && !output.tests.would_pass(output.at([x, y])[lane], z(lane)) {
                    mask &= !(1 << lane);
                }
            }
        }
        if mask == 0 || !self.pipeline.shades {
            return Ok(());
        }
        if let Some(slot) = self.memory.quads.get_mut(self.count) {
            *slot = Quad {
                x,
                y,
                mask,
                front: self.front,
                planes: self.planes as u32,
                at,
            };
        }
        if self.pipeline.rare {
            self.memory.rare[self.count] = rare.copied().unwrap_or_default();
        }
        self.taken = true;
        self.count += 1;
        if self.count == QUADS { self.flush() } else { Ok(()) }
    }

    /// Shades what has been gathered and writes it.
    pub(crate) fn flush(&mut self) -> Result<(), RunError> {
        let n = std::mem::take(&mut self.count);
        let memory = &mut *self.memory;
        let mut done = 0;
        while done < n {
            let inputs = self.instance.inputs(Stage::Fragment, self.bindings, n - done)?;
            let groups = (inputs.bytes.len() / inputs.stride.max(1)).max(1);
            let quads = &memory.quads[done..(done + groups).min(n)];
            let groups = inputs.bytes.chunks_exact_mut(inputs.stride.max(1));
            for (i, (group, quad)) in groups.zip(quads).enumerate() {
                let planes = &memory.planes[quad.planes as usize];
                let rare = self.pipeline.rare.then(|| &memory.rare[done + i]);
                fill(self.pipeline, group.as_chunks_mut::<16>().0, quad, planes, rare);
            }
            let results = self.instance.run(Stage::Fragment, self.bindings, quads.len())?;
            let outputs = results.bytes.chunks_exact(results.stride.max(1));
            for (i, (quad, group)) in quads.iter().zip(outputs).enumerate() {
                let alive = u16::from(results.alive(i) & 0xF);
                let planes = &memory.planes[quad.planes as usize];
                let rare = self.pipeline.rare.then(|| &memory.rare[done + i]);
                self.output.finish(quad, planes, rare, alive, group.as_chunks::<16>().0);
            }
            done += quads.len();
        }
        // Only those of the primitive at work are needed from now on.
        memory.planes.swap(0, self.planes);
        self.planes = 0;
        self.taken = false;
        Ok(())
    }
}

/// Writes what a quad's invocations read.
#[inline(always)]
fn fill(pipeline: &Pipeline<'_>, inputs: &mut [[u8; 16]], quad: &Quad, planes: &Planes, rare: Option<&Rare>) {
    let place = rare.and_then(|r| r.place);
    let (l1, l2) = match place {
        Some(place) => (place.l1, place.l2),
        None => planes.slopes.weights(quad.at),
    };
    let (w, b1, b2) = planes.weights(&l1, &l2);
    if pipeline.reads_fixed {
        let (x, y) = (quad.x as f32 + 0.5, quad.y as f32 + 0.5);
        let z = place.map_or_else(|| each(|l| planes.slopes.depth(quad.at, l)), |p| p.z);
        let point = place.map_or([[0.0; 4]; 2], |p| p.point);
        let fixed: [Lanes; 7] = [
            [x, x + 1.0, x, x + 1.0],
            [y, y, y + 1.0, y + 1.0],
            z,
            w,
            [f32::from_bits(u32::from(quad.front)); 4],
            point[0],
            point[1],
        ];
        for (to, lanes) in inputs.iter_mut().zip(&fixed) {
            put(to, *lanes);
        }
    }
    let centroid = rare.and_then(|r| r.centroid.as_ref()).map(|(l1, l2)| {
        let (_, b1, b2) = planes.weights(l1, l2);
        (b1, b2)
    });
    planes.fill(inputs, &b1, &b2, centroid.as_ref());
}

impl Output<'_> {
    fn multisampled(&self) -> bool {
        self.pipeline.samples > 1
    }

    /// Where each lane lies in the band, in samples: its first.
    #[inline(always)]
    fn at(&self, [x, y]: [i32; 2]) -> [usize; 4] {
        let samples = self.pipeline.samples as usize;
        let row = self.pipeline.width as usize * samples;
        let first = (y - self.first) as usize * row + x as usize * samples;
        [first, first + samples, first + row, first + row + samples]
    }

    /// Tests a quad's samples: those of a mask that pass. `z` gives the depths at the middles of pixels, `step` how they change in a
    /// pixel's width and height.
    #[inline(always)]
    fn test(&mut self, quad: [i32; 2], mask: u16, front: bool, step: [f32; 2], z: impl Fn(usize) -> f32) -> u16 {
        if !self.tests.any() {
            self.count(mask);
            return mask;
        }
        let at = self.at(quad);
        let mut passed = 0;
        if self.multisampled() {
            for (lane, at) in at.into_iter().enumerate() {
                let bits = (mask >> (lane * 4)) & 0xF;
                if bits != 0 {
                    passed |= self.test_samples(at, z(lane), bits, front, step) << (lane * 4);
                }
            }
        } else {
            for (lane, at) in at.into_iter().enumerate() {
                if mask & (1 << lane) != 0 && self.tests.sample(at, z(lane), front) {
                    passed |= 1 << lane;
                }
            }
        }
        self.count(passed);
        passed
    }

    #[inline(always)]
    fn count(&mut self, passed: u16) {
        if self.pipeline.counts {
            self.passed += u64::from(passed.count_ones());
        }
    }

    fn test_samples(&mut self, at: usize, z: f32, bits: u16, front: bool, step: [f32; 2]) -> u16 {
        let z = each(|sample| {
            let [dx, dy] = SAMPLES[sample].map(|v| v as f32 / PIXEL as f32);
            z + step[0] * dx + step[1] * dy
        });
        self.tests.samples(at, z, bits, front)
    }

    #[inline(always)]
    fn finish(&mut self, quad: &Quad, planes: &Planes, rare: Option<&Rare>, alive: u16, outputs: &[[u8; 16]]) {
        let multisampled = self.multisampled();
        let mut mask = quad.mask;
        if alive != 0xF {
            mask &= if multisampled {
                (0..4).fold(0, |m, lane| if alive & (1 << lane) != 0 { m | 0xF << (lane * 4) } else { m })
            } else {
                alive
            };
        }
        if self.pipeline.state.alpha_to_coverage
            && multisampled
            && let Some((_, writer)) = self.pipeline.writers.first()
        {
            let alpha = writer.colours(outputs)[3];
            for (lane, alpha) in alpha.iter().enumerate() {
                mask &= !(0xF << (lane * 4)) | coverage_bits(*alpha) << (lane * 4);
            }
        }
        if !self.pipeline.early {
            let (z, step) = match self.pipeline.depth_slot {
                Some(slot) => (outputs.get(slot).map_or([0.0; 4], lanes), [0.0; 2]),
                None => {
                    let place = rare.and_then(|r| r.place);
                    let z = place.map_or_else(|| each(|l| planes.slopes.depth(quad.at, l)), |p| p.z);
                    (z, planes.slopes.z_step)
                }
            };
            mask = self.test([quad.x, quad.y], mask, quad.front, step, |lane| z[lane]);
        }
        if mask == 0 {
            return;
        }
        let at = self.at([quad.x, quad.y]);
        for (attachment, writer) in &self.pipeline.writers {
            let Some(Some(data)) = self.colour.get_mut(*attachment) else {
                continue;
            };
            let colours = writer.colours(outputs);
            if multisampled {
                writer.write_samples(data, &at, mask, outputs, &colours);
            } else {
                writer.write(data, &at, mask as u8, outputs, &colours);
            }
        }
    }
}

/// The samples that a coverage of 0 to 1 means.
fn coverage_bits(value: f32) -> u16 {
    let count = crate::format::numbers::unorm(value, 4.0);
    (1 << count) - 1
}
