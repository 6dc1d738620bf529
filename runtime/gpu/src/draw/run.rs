//! Running a draw call: vertices, primitives, pixels.

use super::clip::{Vertices, clip};
use super::fetch::{Items, inputs};
use super::setup::{Primitive, Setup, Shape};
use super::targets::{Needs, Targets};
use super::{Device, DrawCall, DrawError, Drawn, assemble, feedback};
use crate::format::{Format, Layout};
use crate::image::Framebuffer;
use crate::raster::batch::Memory;
use crate::raster::output::Writer;
use crate::raster::tests::DepthKind;
use crate::raster::{self, Band, Pipeline};
use crate::sampler::lookup::Bound;
use crate::state::{Compare, Topology};
use oracade_glsl::{Bindings, Budget, Instance, Interpolation, Program, RunError, Stage};
use std::sync::{Arc, Mutex, PoisonError};

/// Most vertices of a call, all instances together; and of one instance.
const MAX_VERTICES: u64 = 1 << 26;
const MAX_ORDER: u32 = 1 << 23;
/// Most words that the vertices of one instance may have.
const MAX_WORDS: usize = 1 << 27;
/// Most samples that the bounds of a call's primitives may hold.
const MAX_AREA: u64 = 1 << 32;
/// Most instructions, each of four lanes, that a call's shaders may take together: some twenty seconds of one thread.
const MOST_INSTRUCTIONS: u64 = 20_000_000_000;
/// Vertices that are shaded at a time, when a call has many instances.
const AT_A_TIME: usize = 1 << 15;
/// Programs a worker keeps running instances of.
const INSTANCES: usize = 64;
/// Most bytes of textures that they keep together.
const HELD: usize = 64 << 20;
/// Rows of a band when several threads work.
const BAND_ROWS: u32 = 32;
/// Pixels from which several threads are worth while.
const WORTHWHILE: u64 = 1 << 15;

/// A thread's own things.
#[derive(Default)]
pub(crate) struct Worker {
    /// The last used at the end.
    instances: Vec<(Arc<Program>, Instance)>,
    memory: Memory,
}

impl Worker {
    fn prepare(&mut self, program: &Arc<Program>, backend: oracade_glsl::Backend, budget: &Arc<Budget>) -> Result<(), RunError> {
        let found = self.instances.iter().position(|(p, _)| Arc::ptr_eq(p, program));
        let mut entry = match found {
            Some(i) => self.instances.remove(i),
            None => (program.clone(), program.instantiate(backend)),
        };
        entry.1.set_budget(budget.clone());
        if self.instances.len() >= INSTANCES {
            self.instances.remove(0);
        }
        self.instances.push(entry);
        let held = |instances: &[(Arc<Program>, Instance)]| instances.iter().map(|(_, i)| i.held()).sum::<usize>();
        while self.instances.len() > 1 && held(&self.instances) > HELD {
            self.instances.remove(0);
        }
        Ok(())
    }

    /// The instance that was prepared last, and the memory.
    fn parts(&mut self) -> Result<(&mut Instance, &mut Memory), RunError> {
        match self.instances.last_mut() {
            Some((_, instance)) => Ok((instance, &mut self.memory)),
            None => Err(RunError::Internal("no instance".into())),
        }
    }
}

pub(super) fn draw(device: &mut Device, call: &DrawCall, target: &Framebuffer) -> Result<Drawn, DrawError> {
    let mut drawn = Drawn::default();
    if call.count == 0 || call.instances == 0 {
        return Ok(drawn);
    }
    if call.count > MAX_ORDER || u64::from(call.count) * u64::from(call.instances) > MAX_VERTICES {
        return Err(DrawError::TooLarge);
    }
    let program = &call.program;
    let blocks: Vec<&[u8]> = call
        .blocks
        .iter()
        .map(|b| {
            let data = b.data.get(b.offset..).unwrap_or_default();
            &data[..data.len().min(b.size)]
        })
        .collect();
    let vertex_bindings = Bindings {
        uniforms: &call.uniforms,
        blocks: &blocks,
        textures: bound(call, Stage::Vertex),
    };
    let fragment_bindings = Bindings {
        uniforms: &call.uniforms,
        blocks: &blocks,
        textures: bound(call, Stage::Fragment),
    };
    if device.workers.is_empty() {
        device.workers.push(Worker::default());
    }
    let budget = Arc::new(Budget::new(MOST_INSTRUCTIONS));
    device.workers[0].prepare(program, device.options.backend, &budget)?;

    let needs = needs(call, target);
    let mut targets = if call.state.rasterizer_discard {
        None
    } else {
        Targets::take(target, &needs)
    };
    let setup = targets
        .as_ref()
        .map(|t| Setup::new(&call.state, t.width, t.height, t.samples, depth_step(t)));

    let items = Items::of(call);
    if items
        .vertices
        .len()
        .saturating_mul(program.output_slots(Stage::Vertex).max(program.input_slots(Stage::Vertex)))
        > MAX_WORDS
    {
        return Err(DrawError::TooLarge);
    }
    let together = (AT_A_TIME / items.order.len().max(1)).max(1) as u32;
    let mut area = 0;
    let mut list = Vec::new();
    let mut first = 0;
    while first < call.instances {
        let instances = first..call.instances.min(first.saturating_add(together));
        first = instances.end;
        let mut vertices = shade(
            call,
            &items.vertices,
            instances.clone(),
            &vertex_bindings,
            &mut device.workers[0],
        )?;
        let mut primitives: Vec<Primitive> = Vec::new();
        for (i, _) in instances.enumerate() {
            let base = (i * items.vertices.len()) as u32;
            assemble::primitives(call.topology, &items.order, &mut list);
            list.iter_mut().flatten().for_each(|v| *v += base);
            if let Some(f) = &call.feedback {
                feedback::capture(
                    &program.captures,
                    &vertices,
                    &list,
                    assemble::corners(call.topology),
                    f,
                    &mut drawn,
                );
            }
            if let Some(setup) = &setup {
                set_up(call.topology, setup, &mut vertices, &list, &mut primitives);
            }
        }
        if let Some(targets) = &mut targets
            && !primitives.is_empty()
        {
            area += primitives.iter().map(Primitive::area).sum::<u64>() * u64::from(targets.samples);
            if area > MAX_AREA {
                return Err(DrawError::TooLarge);
            }
            drawn.samples += rasterise(device, call, &fragment_bindings, targets, &vertices, &primitives, &budget)?;
        }
    }
    if !call.count_samples {
        drawn.samples = 0;
    }
    device.spent += MOST_INSTRUCTIONS - u64::try_from(budget.left()).unwrap_or(0);
    Ok(drawn)
}

/// The textures that a stage sees.
fn bound(call: &DrawCall, stage: Stage) -> Arc<Bound> {
    let used = !call.program.lookups(stage).is_empty();
    Arc::new(Bound::new(if used { &call.textures } else { &[] }, stage == Stage::Fragment))
}

/// What a draw changes or reads.
fn needs(call: &DrawCall, target: &Framebuffer) -> Needs {
    let state = &call.state;
    Needs {
        colour: std::array::from_fn(|i| target.colour[i].is_some() && state.targets[i].mask.contains(&true)),
        depth: state.depth.is_some(),
        stencil: state.stencil.is_some(),
    }
}

/// The smallest difference of depths that are kept as fractions.
fn depth_step(targets: &Targets) -> Option<f32> {
    let depth = targets.depth.as_ref()?;
    (depth.format.layout() == Layout::Depth16).then_some(1.0 / 65535.0)
}

/// Runs the vertex stage.
fn shade(
    call: &DrawCall,
    vertices: &[u32],
    instances: std::ops::Range<u32>,
    bindings: &Bindings<'_>,
    worker: &mut Worker,
) -> Result<Vertices, DrawError> {
    let stride = call.program.output_slots(Stage::Vertex).max(5);
    let total = vertices.len() * instances.len();
    let mut input = Vec::new();
    let groups = inputs(&call.program, call, vertices, instances, &mut input);
    let mut output = vec![0; groups * stride * 4];
    let (instance, _) = worker.parts()?;
    instance.run_vertices(bindings, &input, &mut output)?;
    let mut data = vec![0; total * stride];
    for (i, words) in data.chunks_exact_mut(stride).enumerate() {
        let group = &output[i / 4 * stride * 4..];
        for (slot, word) in words.iter_mut().enumerate() {
            *word = group[slot * 4 + i % 4];
        }
    }
    Ok(Vertices { data, stride })
}

/// Clips primitives and brings them into the window.
fn set_up(topology: Topology, setup: &Setup, vertices: &mut Vertices, list: &[[u32; 3]], out: &mut Vec<Primitive>) {
    let mut polygon = Vec::new();
    match topology {
        Topology::Points => out.extend(list.iter().filter_map(|p| setup.point(vertices, p[0]))),
        Topology::Lines | Topology::LineLoop | Topology::LineStrip => {
            for p in list {
                clip(vertices, setup.volume, &p[..2], &mut polygon);
                if let [a, b] = polygon[..] {
                    out.extend(setup.line(vertices, [a, b], p[1]));
                }
            }
        }
        _ => {
            for p in list {
                clip(vertices, setup.volume, p, &mut polygon);
                for i in 2..polygon.len() {
                    out.extend(setup.triangle(vertices, [polygon[0], polygon[i - 1], polygon[i]], p[2]));
                }
            }
        }
    }
}

/// How the draw's attachments are written.
fn writers(call: &DrawCall, targets: &Targets) -> Vec<(usize, Writer)> {
    let mut writers = Vec::new();
    for (i, taken) in targets.colour.iter().enumerate() {
        let Some(taken) = taken else { continue };
        let output = call.program.outputs.iter().find(|o| o.broadcast || o.location as usize == i);
        let Some(output) = output else { continue };
        writers.extend(Writer::new(taken.format, &call.state.targets[i], call.state.blend_constant, output).map(|w| (i, w)));
    }
    writers
}

fn depth_kind(format: Format) -> DepthKind {
    if format.layout() == Layout::Depth16 {
        DepthKind::U16
    } else {
        DepthKind::F32
    }
}

fn rasterise(
    device: &mut Device,
    call: &DrawCall,
    bindings: &Bindings<'_>,
    targets: &mut Targets,
    vertices: &Vertices,
    primitives: &[Primitive],
    budget: &Arc<Budget>,
) -> Result<u64, DrawError> {
    let width = targets.width;
    let program = &call.program;
    let state = &call.state;
    let writers = writers(call, targets);
    let depth = state
        .depth
        .and_then(|d| targets.depth.as_ref().map(|t| (d, depth_kind(t.format))));
    let discards = program.discards();
    let depth_slot = program.depth_slot.map(|s| s as usize);
    let decides = discards || depth_slot.is_some() || (state.alpha_to_coverage && targets.samples > 1);
    let scalars = raster::scalars(program);
    let centroid = scalars.iter().any(|s| s.interpolation == Interpolation::Centroid);
    let pipeline = Pipeline {
        state,
        reads_fixed: (0..7).any(|slot| program.reads(slot)),
        rare: centroid || primitives.iter().any(|p| p.shape != Shape::Triangle),
        centroid,
        scalars,
        shades: decides || !writers.is_empty(),
        writers,
        depth_slot,
        depth,
        early: !decides,
        counts: call.count_samples,
        rejects_early: decides
            && depth_slot.is_none()
            && targets.stencil.is_none()
            && targets.samples == 1
            && depth.is_some_and(|(d, _)| d.func != Compare::NotEqual),
        samples: targets.samples,
        vertices: &vertices.data,
        stride: vertices.stride,
        width,
    };
    let threads = device.options.threads.max(1);
    let height = targets.height;
    let area = primitives.iter().map(Primitive::area).sum::<u64>() * u64::from(targets.samples);
    // Bands serve one thread too: what is drawn over again is still near.
    if area < WORTHWHILE || height <= BAND_ROWS {
        let band = targets.bands(height.next_multiple_of(2)).pop();
        let Some(band) = band else { return Ok(0) };
        let (instance, memory) = device.workers[0].parts()?;
        return Ok(raster::draw(
            &pipeline,
            bindings,
            instance,
            memory,
            band,
            &mut primitives.iter(),
        )?);
    }
    while device.workers.len() < threads {
        device.workers.push(Worker::default());
    }
    for worker in &mut device.workers[1..threads] {
        worker.prepare(program, device.options.backend, budget)?;
    }
    let bands = binned(targets.bands(BAND_ROWS), primitives);
    let todo = Mutex::new(bands.into_iter());
    let work = |worker: &mut Worker| -> Result<u64, RunError> {
        let mut passed = 0;
        loop {
            let next = todo.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((band, list)) = next else { return Ok(passed) };
            let (instance, memory) = worker.parts()?;
            let mut chosen = list.iter().map(|i| &primitives[*i as usize]);
            passed += raster::draw(&pipeline, bindings, instance, memory, band, &mut chosen)?;
        }
    };
    let (first, rest) = device.workers[..threads].split_at_mut(1);
    let results: Vec<Result<u64, RunError>> = std::thread::scope(|scope| {
        // Where no thread can be had, the others do its part.
        let others: Vec<_> = rest
            .iter_mut()
            .filter_map(|w| std::thread::Builder::new().spawn_scoped(scope, || work(w)).ok())
            .collect();
        let mut results = vec![work(&mut first[0])];
        results.extend(others.into_iter().map(|t| {
            t.join()
                .unwrap_or_else(|_| Err(RunError::Internal("a thread ended early".into())))
        }));
        results
    });
    let mut passed = 0;
    for result in results {
        passed += result?;
    }
    Ok(passed)
}

/// The primitives that touch each band, in order. Bands that none touches are left out.
fn binned<'a>(bands: Vec<Band<'a>>, primitives: &[Primitive]) -> Vec<(Band<'a>, Vec<u32>)> {
    let mut lists = vec![Vec::new(); bands.len()];
    for (i, p) in primitives.iter().enumerate() {
        let first = p.bounds[1].max(0) as u32 / BAND_ROWS;
        let last = (p.bounds[3] - 1).max(0) as u32 / BAND_ROWS;
        for list in lists.iter_mut().take(last as usize + 1).skip(first as usize) {
            list.push(i as u32);
        }
    }
    bands.into_iter().zip(lists).filter(|(_, list)| !list.is_empty()).collect()
}
