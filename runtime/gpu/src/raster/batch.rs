//! Quads gathered for shading, and what becomes of them.

use super::coverage::SAMPLES;
use super::interpolate::{Lanes, Planes, each, lanes, put};
use super::tests::Tests;
use super::{Band, Pipeline};
use crate::draw::setup::{PIXEL, Primitive};
use oracade_glsl::{Bindings, Instance, RunError, Stage};

/// Quads a call of the shader takes: few, so that what goes in and comes out stays near.
const QUADS: usize = 64;

/// A quad of a primitive.
#[derive(Clone, Copy, Debug, Default)]
struct Quad {
    x: i32,
    y: i32,
    /// A bit a lane, or four.
    mask: u16,
    front: bool,
    /// Number of its primitive's planes.
    planes: u32,
    /// At the middles of pixels.
    z: Lanes,
    /// Change of depth in a pixel's width and height.
    slope: [f32; 2],
    l1: Lanes,
    l2: Lanes,
}

/// What few quads need: the place in a point, and weights where a covered sample is.
#[derive(Clone, Copy, Debug, Default)]
struct Rare {
    point: [Lanes; 2],
    centroid: Option<(Lanes, Lanes)>,
}

/// Memory that is kept between draws.
#[derive(Default)]
pub(crate) struct Memory {
    quads: Vec<Quad>,
    rare: Vec<Rare>,
    /// Of the primitives that the quads are of.
    planes: Vec<Planes>,
}

/// What a primitive is at a quad.
pub(crate) struct Fragment {
    /// First column and row.
    pub(crate) x: i32,
    pub(crate) y: i32,
    /// A bit a lane, or four of them.
    pub(crate) mask: u16,
    /// Weights of the second and third corner in the window.
    pub(crate) l1: Lanes,
    pub(crate) l2: Lanes,
    pub(crate) z: Lanes,
    /// Place in a point.
    pub(crate) point: [Lanes; 2],
    /// The weights where a covered sample is, if it is not the middle.
    pub(crate) centroid: Option<(Lanes, Lanes)>,
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
    slope: [f32; 2],
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
            slope: [0.0; 2],
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
    pub(crate) fn begin(&mut self, p: &Primitive, slope: [f32; 2]) {
        self.front = p.front;
        self.slope = slope;
        if self.pipeline.shades {
            // There are more of them than quads.
            self.planes += usize::from(std::mem::take(&mut self.taken));
            self.memory.planes[self.planes].set(self.pipeline, p);
        }
    }

    pub(crate) fn multisampled(&self) -> bool {
        self.pipeline.samples > 1
    }

    /// Takes a fragment quad in.
    #[inline(always)]
    pub(crate) fn push(&mut self, f: Fragment) -> Result<(), RunError> {
        let mut quad = Quad {
            x: f.x,
            y: f.y,
            mask: f.mask & self.sample_mask,
            front: self.front,
            planes: self.planes as u32,
            z: f.z,
            slope: self.slope,
            l1: f.l1,
            l2: f.l2,
        };
        if self.pipeline.early {
            self.output.test(&mut quad);
        } else if self.pipeline.rejects_early {
            // What fails now fails later too: stored depths only move further from those that fail.
            for lane in 0..4 {
                let output = &self.output;
                if quad.mask & (1 << lane) != 0 && !output.tests.would_pass(output.at(&quad, lane), quad.z[lane]) {
                    quad.mask &= !(1 << lane);
                }
            }
        }
        if quad.mask == 0 || !self.pipeline.shades {
            return Ok(());
        }
        self.memory.quads[self.count] = quad;
        if self.pipeline.rare {
            self.memory.rare[self.count] = Rare {
                point: f.point,
                centroid: f.centroid,
            };
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
                self.output.finish(*quad, alive, group.as_chunks::<16>().0);
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
    let (w, b1, b2) = planes.weights(&quad.l1, &quad.l2);
    if pipeline.reads_fixed {
        let (x, y) = (quad.x as f32 + 0.5, quad.y as f32 + 0.5);
        let point = rare.map_or([[0.0; 4]; 2], |r| r.point);
        let fixed: [Lanes; 7] = [
            [x, x + 1.0, x, x + 1.0],
            [y, y, y + 1.0, y + 1.0],
            quad.z,
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

    /// Where a lane lies in the band, in samples: its first.
    #[inline(always)]
    fn at(&self, quad: &Quad, lane: usize) -> usize {
        let x = quad.x as usize + lane % 2;
        let y = (quad.y - self.first) as usize + lane / 2;
        (y * self.pipeline.width as usize + x) * self.pipeline.samples as usize
    }

    /// Tests a quad's samples; those that fail leave its mask.
    #[inline(always)]
    fn test(&mut self, quad: &mut Quad) {
        if !self.tests.any() {
            self.passed += u64::from(quad.mask.count_ones());
            return;
        }
        if !self.multisampled() {
            for lane in 0..4 {
                if quad.mask & (1 << lane) != 0 {
                    let at = self.at(quad, lane);
                    if !self.tests.sample(at, quad.z[lane], quad.front) {
                        quad.mask &= !(1 << lane);
                    }
                }
            }
        } else {
            self.test_samples(quad);
        }
        self.passed += u64::from(quad.mask.count_ones());
    }

    fn test_samples(&mut self, quad: &mut Quad) {
        for lane in 0..4 {
            let bits = (quad.mask >> (lane * 4)) & 0xF;
            if bits == 0 {
                continue;
            }
            let z = each(|sample| {
                let [dx, dy] = SAMPLES[sample].map(|v| v as f32 / PIXEL as f32);
                quad.z[lane] + quad.slope[0] * dx + quad.slope[1] * dy
            });
            let passed = self.tests.samples(self.at(quad, lane), z, bits, quad.front);
            quad.mask &= !(0xF << (lane * 4)) | passed << (lane * 4);
        }
    }

    #[inline(always)]
    fn finish(&mut self, mut quad: Quad, alive: u16, outputs: &[[u8; 16]]) {
        let multisampled = self.multisampled();
        quad.mask &= if multisampled {
            (0..4).fold(0, |m, lane| if alive & (1 << lane) != 0 { m | 0xF << (lane * 4) } else { m })
        } else {
            alive
        };
        if self.pipeline.state.alpha_to_coverage
            && multisampled
            && let Some((_, writer)) = self.pipeline.writers.first()
        {
            let alpha = writer.colours(outputs)[3];
            for (lane, alpha) in alpha.iter().enumerate() {
                quad.mask &= !(0xF << (lane * 4)) | coverage_bits(*alpha) << (lane * 4);
            }
        }
        if !self.pipeline.early {
            if let Some(slot) = self.pipeline.depth_slot {
                quad.z = outputs.get(slot).map_or([0.0; 4], lanes);
                quad.slope = [0.0; 2];
            }
            self.test(&mut quad);
        }
        if quad.mask == 0 {
            return;
        }
        let at: [usize; 4] = std::array::from_fn(|lane| self.at(&quad, lane));
        for (attachment, writer) in &self.pipeline.writers {
            let Some(Some(data)) = self.colour.get_mut(*attachment) else {
                continue;
            };
            let colours = writer.colours(outputs);
            if multisampled {
                writer.write_samples(data, &at, quad.mask, outputs, &colours);
            } else {
                writer.write(data, &at, quad.mask as u8, outputs, &colours);
            }
        }
    }
}

/// The samples that a coverage of 0 to 1 means.
fn coverage_bits(value: f32) -> u16 {
    let count = crate::format::numbers::unorm(value, 4.0);
    (1 << count) - 1
}
