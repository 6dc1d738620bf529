//! Draw calls: validated, and recorded with all that they use.

use std::rc::Rc;
use std::sync::Arc;

use oracade_gpu::draw::{AttributeSource, AttributeType, BufferRange, Feedback, IndexType, Indices};
use oracade_gpu::state::{
    Blend, BlendEquation, BlendFactor, BlendPart, Compare, CullFace, DepthState, FrontFace, PolygonOffset, RasterState,
    StencilFace, StencilOp, StencilState, TargetState, Topology, Viewport,
};
use oracade_gpu::{Attachment, DrawCall};

use crate::clear::Target;
use crate::commands::{Args, StreamError};
use crate::context::Context;
use crate::extensions::Extension;
use crate::gl;
use crate::objects::index_size;
use crate::pending::Work;
use crate::program::Executable;
use crate::state;
use crate::validate::{Extent, topology};

/// What differs between the draw commands.
struct Shape {
    mode: u32,
    indices: Option<Indices>,
    first: u32,
    count: u32,
    instances: u32,
    draw_id: u32,
    extent: Extent,
}

fn stencil_face(face: &state::StencilFace) -> StencilFace {
    let op = |op| StencilOp::from_gl(op).unwrap_or(StencilOp::Keep);
    StencilFace {
        func: Compare::from_gl(face.func).unwrap_or(Compare::Always),
        reference: face.reference.clamp(0, 255) as u8,
        read_mask: face.mask as u8,
        write_mask: face.write_mask as u8,
        fail: op(face.fail),
        depth_fail: op(face.depth_fail),
        pass: op(face.pass),
    }
}

impl Context {
    /// The state as the device wants it.
    fn raster_state(&self, target: &Target) -> RasterState {
        let s = &self.state;
        let [x, y, width, height] = s.viewport;
        let mut out = RasterState::new(target.width, target.height);
        out.viewport = Viewport {
            x,
            y,
            width: width as u32,
            height: height as u32,
            near: s.depth_range[0],
            far: s.depth_range[1],
        };
        let (scissor, whole) = self.scissor_of(target);
        out.scissor = scissor.filter(|_| !whole);
        out.cull = s.cull_on.then(|| CullFace::from_gl(s.cull_face)).flatten();
        out.front_face = FrontFace::from_gl(s.front_face).unwrap_or(FrontFace::CounterClockwise);
        let [factor, units] = s.polygon_offset;
        out.polygon_offset = s.polygon_offset_fill.then_some(PolygonOffset { factor, units });
        out.depth = (s.depth_test && target.buffers.depth.is_some()).then(|| DepthState {
            func: Compare::from_gl(s.depth_func).unwrap_or(Compare::Less),
            write: s.depth_mask,
        });
        out.stencil = (s.stencil_test && target.buffers.stencil.is_some()).then(|| StencilState {
            front: stencil_face(&s.stencil[0]),
            back: stencil_face(&s.stencil[1]),
        });
        out.blend_constant = s.blend.color;
        let equation = |number| BlendEquation::from_gl(number).unwrap_or(BlendEquation::Add);
        let factor = |number| BlendFactor::from_gl(number).unwrap_or(BlendFactor::One);
        let blend = Blend {
            colour: BlendPart {
                equation: equation(s.blend.equation[0]),
                src: factor(s.blend.func[0]),
                dst: factor(s.blend.func[1]),
            },
            alpha: BlendPart {
                equation: equation(s.blend.equation[1]),
                src: factor(s.blend.func[2]),
                dst: factor(s.blend.func[3]),
            },
        };
        for (index, slot) in out.targets.iter_mut().enumerate() {
            let attachment = target.buffers.colour[index].as_ref();
            let integer = attachment.and_then(Attachment::info).is_some_and(|i| i.format.is_integer());
            *slot = TargetState {
                blend: (s.blend_on && !integer).then_some(blend),
                mask: s.color_mask,
            };
        }
        out.sample_coverage = s.sample_coverage_on.then_some(s.sample_coverage);
        out.alpha_to_coverage = s.alpha_to_coverage;
        out.rasterizer_discard = s.rasterizer_discard;
        out
    }

    fn attribute_sources(&self, executable: &Executable) -> Vec<AttributeSource> {
        let array = self.vertex_array.borrow();
        let mut out = Vec::new();
        for attribute in executable.program.attributes.iter().filter(|a| a.location >= 0) {
            for column in 0..attribute.columns {
                let location = attribute.location as usize + column as usize;
                let Some(attrib) = array.attribs.get(location) else { continue };
                if out.len() <= location {
                    out.resize(location + 1, AttributeSource::default());
                }
                out[location] = match (&attrib.buffer, AttributeType::from_gl(attrib.kind)) {
                    (Some(buffer), Some(ty)) if attrib.enabled => AttributeSource::Array {
                        data: buffer.borrow().bytes.clone(),
                        offset: attrib.offset as usize,
                        stride: attrib.pitch() as usize,
                        ty,
                        components: attrib.size as u8,
                        normalized: attrib.normalized,
                        integer: attrib.integer,
                        divisor: attrib.divisor,
                    },
                    _ => AttributeSource::Constant(self.state.generic[location].bits),
                };
            }
        }
        out
    }

    fn block_ranges(&self, executable: &Executable) -> Vec<BufferRange> {
        let bindings = executable.block_bindings.borrow();
        let range = |binding: &u32| {
            let bound = &self.bound.uniforms[*binding as usize];
            let (start, end) = bound.span();
            BufferRange {
                data: bound.buffer.as_ref().map(|b| b.borrow().bytes.clone()).unwrap_or_default(),
                offset: start,
                size: end - start,
            }
        };
        bindings.iter().map(range).collect()
    }

    /// What every draw checks first: mode, program, framebuffer. Gives the program and the target.
    fn prepare(&mut self, mode: u32) -> Option<(Rc<Executable>, Target)> {
        if !topology(mode) {
            self.error(gl::INVALID_ENUM);
            return None;
        }
        let Some(executable) = self.executable.clone() else {
            self.error(gl::INVALID_OPERATION);
            return None;
        };
        let target = self.draw_target()?;
        Some((executable, target))
    }

    fn draw(&mut self, shape: Shape, executable: &Rc<Executable>, target: &Target) {
        let checked = self
            .check_attributes(executable, shape.extent)
            .and_then(|()| self.check_blocks(executable))
            .and_then(|()| self.check_outputs(executable, target))
            .and_then(|()| self.check_feedback(&shape))
            .and_then(|()| self.bind_textures(executable, target));
        let textures = match checked {
            Ok(textures) => textures,
            Err(error) => return self.error(error),
        };
        let Some(topology) = Topology::from_gl(shape.mode) else {
            return;
        };
        if shape.count == 0 || shape.instances == 0 {
            return;
        }
        let [near, far] = self.state.depth_range;
        let mut uniforms = executable.uniforms.borrow_mut();
        let at = executable.program.uniforms.depth_range as usize;
        let depth_range = [near, far, far - near].map(f32::to_bits);
        if uniforms.get(at..at + 3).is_some_and(|words| words != depth_range) {
            Arc::make_mut(&mut uniforms)[at..at + 3].copy_from_slice(&depth_range);
        }
        let feedback = self.feedback_room(executable);
        let samples = self.active_queries[0].as_ref().map(|q| q.borrow().result.clone());
        let call = DrawCall {
            program: executable.program.clone(),
            uniforms: uniforms.clone(),
            blocks: self.block_ranges(executable),
            textures,
            attributes: self.attribute_sources(executable),
            topology,
            indices: shape.indices,
            first: shape.first,
            count: shape.count,
            instances: shape.instances,
            draw_id: shape.draw_id,
            state: self.raster_state(target),
            feedback,
            count_samples: samples.is_some(),
        };
        drop(uniforms);
        if target.default {
            self.change_back();
        }
        if call.feedback.is_some() {
            let drawn = self.pending.draw_now(&call, &target.buffers);
            self.keep_captured(&drawn.feedback);
            if let Some(count) = samples {
                count.fetch_add(drawn.samples, std::sync::atomic::Ordering::Relaxed);
            }
            if let Some(query) = &self.active_queries[1] {
                let written = u64::from(drawn.primitives);
                query.borrow().result.fetch_add(written, std::sync::atomic::Ordering::Relaxed);
            }
            return;
        }
        self.pending.push(Work::Draw {
            call: Box::new(call),
            target: target.buffers.clone(),
            count: samples,
        });
    }

    /// Transform feedback's own rules: the mode fits, nothing is indexed, and there is room.
    fn check_feedback(&self, shape: &Shape) -> Result<(), u32> {
        let feedback = self.feedback.borrow();
        if !feedback.active || feedback.paused {
            return Ok(());
        }
        if shape.indices.is_some() || shape.mode != feedback.mode {
            return Err(gl::INVALID_OPERATION);
        }
        let Some(executable) = &self.executable else { return Ok(()) };
        let per = match shape.mode {
            gl::LINES => 2,
            gl::TRIANGLES => 3,
            _ => 1,
        };
        let vertices = u64::from(shape.count / per * per) * u64::from(shape.instances);
        let captures = &executable.program.captures;
        let bytes = |index: usize| 4 * captures.get(index).map_or(0, |c| c.slots.len()) as u64;
        let all: u64 = (0..captures.len()).map(bytes).sum();
        for index in 0..if executable.separate { captures.len().min(4) } else { 1 } {
            let (start, end) = feedback.bindings[index].span();
            let room = (end - start).saturating_sub(feedback.written[index]) as u64;
            let wanted = vertices * if executable.separate { bytes(index) } else { all };
            if wanted > room {
                return Err(gl::INVALID_OPERATION);
            }
        }
        Ok(())
    }

    fn feedback_room(&self, executable: &Executable) -> Option<Feedback> {
        let feedback = self.feedback.borrow();
        if !feedback.active || feedback.paused {
            return None;
        }
        let buffers = if executable.separate {
            executable.program.captures.len().min(4)
        } else {
            1
        };
        let room = (0..buffers).map(|index| {
            let (start, end) = feedback.bindings[index].span();
            (end - start).saturating_sub(feedback.written[index])
        });
        Some(Feedback {
            interleaved: !executable.separate,
            room: room.collect(),
        })
    }

    pub(crate) fn draw_arrays(&mut self, mode: u32, first: i32, count: i32, instances: i32, draw_id: u32) {
        if topology(mode) && (first < 0 || count < 0 || instances < 0) {
            return self.error(gl::INVALID_VALUE);
        }
        let Some((executable, target)) = self.prepare(mode) else {
            return;
        };
        if first.checked_add(count).is_none() {
            return self.error(gl::INVALID_OPERATION);
        }
        let vertices = if count == 0 || instances == 0 {
            0
        } else {
            (first + count) as u64
        };
        let shape = Shape {
            mode,
            indices: None,
            first: first as u32,
            count: count as u32,
            instances: instances as u32,
            draw_id,
            extent: Extent {
                vertices,
                instances: instances as u64,
            },
        };
        self.draw(shape, &executable, &target);
    }

    pub(crate) fn draw_elements(&mut self, mode: u32, count: i32, kind: u32, offset: i64, instances: i32, draw_id: u32) {
        if !topology(mode) {
            return self.error(gl::INVALID_ENUM);
        }
        let wide = self.two() || self.enabled.has(Extension::OesElementIndexUint);
        let (Some(size), Some(ty)) = (index_size(kind), IndexType::from_gl(kind)) else {
            return self.error(gl::INVALID_ENUM);
        };
        if kind == gl::UNSIGNED_INT && !wide {
            return self.error(gl::INVALID_ENUM);
        }
        if count < 0 || offset < 0 || instances < 0 {
            return self.error(gl::INVALID_VALUE);
        }
        if offset % size as i64 != 0 {
            return self.error(gl::INVALID_OPERATION);
        }
        let Some((executable, target)) = self.prepare(mode) else {
            return;
        };
        let Some(buffer) = self.vertex_array.borrow().elements.clone() else {
            return self.error(gl::INVALID_OPERATION);
        };
        let mut buffer = buffer.borrow_mut();
        let end = (count as u64 * size as u64).checked_add(offset as u64);
        if count > 0 && instances > 0 && end.is_none_or(|end| end > buffer.bytes.len() as u64) {
            return self.error(gl::INVALID_OPERATION);
        }
        let restart = self.two();
        let greatest = if count == 0 || instances == 0 {
            None
        } else {
            buffer.greatest(kind, offset as usize, count as usize, restart)
        };
        if greatest.is_some_and(|index| index > crate::limits::ELEMENT_INDEX) {
            return self.error(gl::INVALID_OPERATION);
        }
        let shape = Shape {
            mode,
            indices: Some(Indices {
                data: buffer.bytes.clone(),
                offset: offset as usize,
                ty,
                restart,
            }),
            first: 0,
            count: count as u32,
            instances: instances as u32,
            draw_id,
            extent: Extent {
                vertices: greatest.map_or(0, |index| u64::from(index) + 1),
                instances: instances as u64,
            },
        };
        drop(buffer);
        self.draw(shape, &executable, &target);
    }

    /// `WEBGL_multi_draw`: mode, type of indices (0: none), then first or offset, count and instances of each draw.
    pub(crate) fn multi_draw(&mut self, args: &mut Args<'_>) -> Result<(), StreamError> {
        let [mode, kind] = args.array()?;
        if !self.enabled.has(Extension::WebglMultiDraw) {
            self.error(gl::INVALID_OPERATION);
            return Ok(());
        }
        let draws = args.rest().as_chunks::<3>().0;
        let bad = |[first, count, instances]: &[u32; 3]| (*first as i32) < 0 || (*count as i32) < 0 || (*instances as i32) < 0;
        if draws.iter().any(bad) {
            self.error(gl::INVALID_VALUE);
            return Ok(());
        }
        for (id, [first, count, instances]) in draws.iter().enumerate() {
            let (count, instances) = (*count as i32, *instances as i32);
            if kind == 0 {
                self.draw_arrays(mode, *first as i32, count, instances, id as u32);
            } else {
                self.draw_elements(mode, count, kind, i64::from(*first), instances, id as u32);
            }
        }
        Ok(())
    }
}
