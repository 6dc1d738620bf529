//! Clearing.

use std::sync::Arc;

use oracade_gpu::clear::ClearColour;
use oracade_gpu::format::Kind;
use oracade_gpu::state::Rect;
use oracade_gpu::{Attachment, Framebuffer};

use crate::commands::Op;
use crate::context::Context;
use crate::pending::{ClearTo, Work};
use crate::{gl, limits};

/// Where draws go.
#[derive(Clone)]
pub(crate) struct Target {
    pub(crate) buffers: Arc<Framebuffer>,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) samples: u32,
    /// It is the drawing buffer.
    pub(crate) default: bool,
}

impl Context {
    /// What draws and clears go to; records the error of an incomplete framebuffer.
    pub(crate) fn draw_target(&mut self) -> Option<Target> {
        if let Some(framebuffer) = self.draw_framebuffer.clone() {
            let framebuffer = framebuffer.borrow();
            if framebuffer.status(self.rules()) != gl::FRAMEBUFFER_COMPLETE {
                self.error(gl::INVALID_FRAMEBUFFER_OPERATION);
                return None;
            }
            let (width, height, samples) = framebuffer.size();
            return Some(Target {
                buffers: Arc::new(framebuffer.device()),
                width,
                height,
                samples,
                default: false,
            });
        }
        self.use_back();
        let mut buffers = Framebuffer::default();
        if self.default_draw == gl::BACK {
            buffers.colour[0] = Some(Attachment::of(&self.back.color));
        }
        buffers.depth = self.back.depth.as_ref().map(Attachment::of);
        buffers.stencil = buffers.depth.clone().filter(|_| self.attributes.stencil);
        Some(Target {
            buffers: Arc::new(buffers),
            width: self.width,
            height: self.height,
            samples: if self.attributes.antialias { limits::SAMPLES } else { 1 },
            default: true,
        })
    }

    /// The scissor rectangle if it is on, and whether all of a target is inside it.
    pub(crate) fn scissor_of(&self, target: &Target) -> (Option<Rect>, bool) {
        if !self.state.scissor_test {
            return (None, true);
        }
        let [x, y, width, height] = self.state.scissor;
        let rect = Rect {
            x,
            y,
            width: width as u32,
            height: height as u32,
        };
        let whole = rect.within(target.width, target.height) == [0, 0, target.width, target.height];
        (Some(rect), whole)
    }

    pub(crate) fn clear(&mut self, mask: u32) {
        const ALL: u32 = gl::COLOR_BUFFER_BIT | gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT;
        if mask & !ALL != 0 {
            return self.error(gl::INVALID_VALUE);
        }
        let Some(target) = self.draw_target() else { return };
        let colors: Vec<&Attachment> = target.buffers.colour.iter().flatten().collect();
        if mask & gl::COLOR_BUFFER_BIT != 0 {
            // WebGL 2 § 4.3: integers are cleared by `clearBuffer*` only.
            let integer = |a: &&Attachment| a.info().is_some_and(|i| i.format.is_integer());
            if colors.iter().any(integer) {
                return self.error(gl::INVALID_OPERATION);
            }
        }
        if self.state.rasterizer_discard {
            return;
        }
        if mask & gl::COLOR_BUFFER_BIT != 0 {
            for color in colors {
                self.clear_color(&target, color, ClearColour::Float(self.state.clear_color));
            }
        }
        if mask & gl::DEPTH_BUFFER_BIT != 0 {
            self.clear_depth_of(&target, self.state.clear_depth);
        }
        if mask & gl::STENCIL_BUFFER_BIT != 0 {
            self.clear_stencil_of(&target, self.state.clear_stencil);
        }
    }

    fn push_clear_of(&mut self, target: &Target, attachment: &Attachment, to: ClearTo, full_mask: bool) {
        let (scissor, whole) = self.scissor_of(target);
        if target.default {
            self.change_back();
        }
        self.pending.push(Work::Clear {
            target: attachment.clone(),
            to,
            scissor: if whole { None } else { scissor },
            whole: whole && full_mask,
        });
    }

    fn clear_color(&mut self, target: &Target, attachment: &Attachment, color: ClearColour) {
        let mask = self.state.color_mask;
        if mask == [false; 4] {
            return;
        }
        self.push_clear_of(target, attachment, ClearTo::Color(color, mask), mask == [true; 4]);
    }

    fn clear_depth_of(&mut self, target: &Target, value: f32) {
        if let (true, Some(depth)) = (self.state.depth_mask, &target.buffers.depth) {
            self.push_clear_of(target, depth, ClearTo::Depth(value), true);
        }
    }

    fn clear_stencil_of(&mut self, target: &Target, value: i32) {
        let mask = self.state.stencil[0].write_mask as u8;
        if let (true, Some(stencil)) = (mask != 0, &target.buffers.stencil) {
            self.push_clear_of(target, stencil, ClearTo::Stencil(value as u8, mask), mask == 0xff);
        }
    }

    /// `clearBufferfv`, `clearBufferiv`, `clearBufferuiv`.
    pub(crate) fn clear_buffer(&mut self, op: Op, buffer: u32, index: i32, values: &[u32]) {
        let known = match buffer {
            gl::COLOR => true,
            gl::DEPTH => op == Op::ClearBufferFv,
            gl::STENCIL => op == Op::ClearBufferIv,
            _ => false,
        };
        if !known {
            return self.error(gl::INVALID_ENUM);
        }
        let most = if buffer == gl::COLOR { limits::DRAW_BUFFERS as i32 } else { 1 };
        let wanted = if buffer == gl::COLOR { 4 } else { 1 };
        if !(0..most).contains(&index) || values.len() < wanted {
            return self.error(gl::INVALID_VALUE);
        }
        let Some(target) = self.draw_target() else { return };
        if buffer != gl::COLOR {
            if self.state.rasterizer_discard {
                return;
            }
            return match op {
                Op::ClearBufferFv => self.clear_depth_of(&target, f32::from_bits(values[0])),
                _ => self.clear_stencil_of(&target, values[0] as i32),
            };
        }
        let Some(attachment) = target.buffers.colour[index as usize].clone() else {
            return;
        };
        let kind = attachment.info().map_or(Kind::Float, |i| i.format.kind());
        let four: [u32; 4] = [values[0], values[1], values[2], values[3]];
        let (of, color) = match op {
            Op::ClearBufferFv => (Kind::Float, ClearColour::Float(four.map(f32::from_bits))),
            Op::ClearBufferIv => (Kind::Int, ClearColour::Int(four.map(|v| v as i32))),
            _ => (Kind::Uint, ClearColour::Uint(four)),
        };
        if of != kind {
            return self.error(gl::INVALID_OPERATION);
        }
        if !self.state.rasterizer_discard {
            self.clear_color(&target, &attachment, color);
        }
    }

    pub(crate) fn clear_buffer_fi(&mut self, buffer: u32, index: i32, depth: f32, stencil: i32) {
        if buffer != gl::DEPTH_STENCIL {
            return self.error(gl::INVALID_ENUM);
        }
        if index != 0 {
            return self.error(gl::INVALID_VALUE);
        }
        let Some(target) = self.draw_target() else { return };
        if !self.state.rasterizer_discard {
            self.clear_depth_of(&target, depth);
            self.clear_stencil_of(&target, stencil);
        }
    }
}
