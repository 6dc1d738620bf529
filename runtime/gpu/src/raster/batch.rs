//! Quads gathered for shading, and what becomes of them.

use super::coverage::SAMPLES;
use super::interpolate::{Lanes, Planes, each};
use super::tests::Tests;
use super::{Band, Pipeline};
use crate::draw::setup::{PIXEL, Primitive};
use oracade_glsl::{Bindings, Instance, RunError};

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
    /// At the middles of pixels.
    z: Lanes,
    /// Change of depth in a pixel's width and height.
    slope: [f32; 2],
}

/// Memory that is kept between draws.
#[derive(Default)]
pub(crate) struct Memory {
    quads: Vec<Quad>,
    inputs: Vec<u32>,
    outputs: Vec<u32>,
    alive: Vec<u8>,
    planes: Planes,
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

pub(crate) struct Batch<'a> {
    pub(crate) pipeline: &'a Pipeline<'a>,
    bindings: &'a Bindings<'a>,
    instance: &'a mut Instance,
    memory: &'a mut Memory,
    pub(crate) first: i32,
    pub(crate) end: i32,
    colour: [Option<&'a mut [u8]>; 8],
    tests: Tests<'a>,
    /// Samples of `SAMPLE_COVERAGE`.
    sample_mask: u16,
    front: bool,
    slope: [f32; 2],
    count: usize,
    pub(crate) passed: u64,
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
            memory.inputs.clear();
            memory.inputs.resize(QUADS * pipeline.inputs * 4, 0);
            memory.outputs.resize(QUADS * pipeline.outputs * 4, 0);
            memory.alive.resize(QUADS, 0);
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
            colour: band.colour,
            tests: Tests { depth, stencil },
            sample_mask,
            front: true,
            slope: [0.0; 2],
            count: 0,
            passed: 0,
        }
    }

    /// The primitive that the next fragments are of.
    pub(crate) fn begin(&mut self, p: &Primitive, slope: [f32; 2]) {
        self.front = p.front;
        self.slope = slope;
        if self.pipeline.shades {
            self.memory.planes.set(self.pipeline, p);
        }
    }

    pub(crate) fn multisampled(&self) -> bool {
        self.pipeline.samples > 1
    }

    /// Takes a fragment quad in. `l1` and the like are asked for only if it is needed.
    #[inline(always)]
    pub(crate) fn push(&mut self, mut f: Fragment) -> Result<(), RunError> {
        let mut quad = Quad {
            x: f.x,
            y: f.y,
            mask: f.mask & self.sample_mask,
            front: self.front,
            z: f.z,
            slope: self.slope,
        };
        if self.pipeline.early {
            self.test(&mut quad);
        } else if self.pipeline.rejects_early {
            // What fails now fails later too: stored depths only move further from those that fail.
            for lane in 0..4 {
                if quad.mask & (1 << lane) != 0 && !self.tests.would_pass(self.at(&quad, lane), quad.z[lane]) {
                    quad.mask &= !(1 << lane);
                }
            }
        }
        if quad.mask == 0 || !self.pipeline.shades {
            return Ok(());
        }
        f.mask = quad.mask;
        self.shade(&quad, &f)
    }

    #[inline(always)]
    fn shade(&mut self, quad: &Quad, f: &Fragment) -> Result<(), RunError> {
        let size = self.pipeline.inputs * 4;
        let memory = &mut *self.memory;
        let (w, b1, b2) = memory.planes.weights(&f.l1, &f.l2);
        let inputs = memory.inputs[self.count * size..(self.count + 1) * size]
            .as_chunks_mut::<4>()
            .0;
        let (x, y) = (f.x as f32 + 0.5, f.y as f32 + 0.5);
        let fixed: [Lanes; 7] = [
            [x, x + 1.0, x, x + 1.0],
            [y, y, y + 1.0, y + 1.0],
            f.z,
            w,
            [f32::from_bits(u32::from(quad.front)); 4],
            f.point[0],
            f.point[1],
        ];
        for (to, lanes) in inputs.iter_mut().zip(&fixed) {
            *to = lanes.map(f32::to_bits);
        }
        let centroid = f.centroid.as_ref().map(|(l1, l2)| {
            let (_, b1, b2) = memory.planes.weights(l1, l2);
            (b1, b2)
        });
        memory.planes.fill(inputs, &b1, &b2, centroid.as_ref());
        memory.quads[self.count] = *quad;
        self.count += 1;
        if self.count == QUADS { self.flush() } else { Ok(()) }
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

    /// Shades what has been gathered and writes it.
    pub(crate) fn flush(&mut self) -> Result<(), RunError> {
        let n = std::mem::take(&mut self.count);
        if n == 0 {
            return Ok(());
        }
        let (ins, outs) = (self.pipeline.inputs * 4, self.pipeline.outputs * 4);
        let memory = &mut *self.memory;
        self.instance.run_quads(
            self.bindings,
            &memory.inputs[..n * ins],
            &mut memory.outputs[..n * outs],
            &mut memory.alive[..n],
        )?;
        // Taken out for as long as the quads are written.
        let outputs = std::mem::take(&mut memory.outputs);
        for i in 0..n {
            let mut quad = self.memory.quads[i];
            let alive = u16::from(self.memory.alive[i] & 0xF);
            self.finish(&mut quad, alive, &outputs[i * outs..(i + 1) * outs]);
        }
        self.memory.outputs = outputs;
        Ok(())
    }

    #[inline(always)]
    fn finish(&mut self, quad: &mut Quad, alive: u16, outputs: &[u32]) {
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
                quad.z = each(|l| f32::from_bits(outputs[slot * 4 + l]));
                quad.slope = [0.0; 2];
            }
            self.test(quad);
        }
        if quad.mask == 0 {
            return;
        }
        let at: [usize; 4] = std::array::from_fn(|lane| self.at(quad, lane));
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
