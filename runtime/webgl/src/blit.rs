//! `blitFramebuffer`.

use oracade_gpu::copy::{self, Blit, BlitMask};
use oracade_gpu::format::Kind;
use oracade_gpu::{Attachment, Framebuffer, LevelInfo};

use crate::context::Context;
use crate::gl;

/// What is read from: everything, and the colour that the read buffer names.
struct Sources {
    buffers: Framebuffer,
    color: Option<Attachment>,
    samples: u32,
    default: bool,
}

impl Context {
    fn blit_sources(&mut self) -> Option<Sources> {
        if let Some(framebuffer) = self.read_framebuffer.clone() {
            let framebuffer = framebuffer.borrow();
            if framebuffer.status(self.rules()) != gl::FRAMEBUFFER_COMPLETE {
                self.error(gl::INVALID_FRAMEBUFFER_OPERATION);
                return None;
            }
            let color = framebuffer.read().map(crate::framebuffer::Attached::device);
            let mut buffers = framebuffer.device();
            // The read buffer need not be a draw buffer.
            buffers.colour = Default::default();
            buffers.colour[0].clone_from(&color);
            return Some(Sources {
                buffers,
                color,
                samples: framebuffer.size().2,
                default: false,
            });
        }
        self.use_back();
        let mut buffers = Framebuffer::default();
        let color = (self.default_read == gl::BACK).then(|| Attachment::of(&self.back.color));
        buffers.colour[0].clone_from(&color);
        buffers.depth = self.back.depth.as_ref().map(Attachment::of);
        buffers.stencil = buffers.depth.clone().filter(|_| self.attributes.stencil);
        let samples = color.as_ref().and_then(Attachment::info).map_or(1, |i| i.samples);
        Some(Sources {
            buffers,
            color,
            samples,
            default: true,
        })
    }

    pub(crate) fn blit_framebuffer(&mut self, corners: [i32; 8], mask: u32, filter: u32) {
        const ALL: u32 = gl::COLOR_BUFFER_BIT | gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT;
        if mask & !ALL != 0 {
            return self.error(gl::INVALID_VALUE);
        }
        let linear = match filter {
            gl::NEAREST => false,
            gl::LINEAR => true,
            _ => return self.error(gl::INVALID_ENUM),
        };
        if linear && mask & (gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT) != 0 {
            return self.error(gl::INVALID_OPERATION);
        }
        let [x0, y0, x1, y1, u0, v0, u1, v1] = corners;
        let far = |a: i32, b: i32| a.checked_sub(b).is_none();
        if far(x1, x0) || far(y1, y0) || far(u1, u0) || far(v1, v0) {
            return self.error(gl::INVALID_VALUE);
        }
        let Some(sources) = self.blit_sources() else { return };
        let Some(target) = self.draw_target() else { return };
        if target.samples > 1 && !target.default {
            return self.error(gl::INVALID_OPERATION);
        }
        let info = |a: &Attachment| a.info();
        let mut wanted = BlitMask {
            colour: mask & gl::COLOR_BUFFER_BIT != 0,
            depth: mask & gl::DEPTH_BUFFER_BIT != 0,
            stencil: mask & gl::STENCIL_BUFFER_BIT != 0,
        };
        // Buffers that one side lacks are left alone.
        let colors: Vec<LevelInfo> = target.buffers.colour.iter().flatten().filter_map(info).collect();
        wanted.colour &= sources.color.is_some() && !colors.is_empty();
        wanted.depth &= sources.buffers.depth.is_some() && target.buffers.depth.is_some();
        wanted.stencil &= sources.buffers.stencil.is_some() && target.buffers.stencil.is_some();
        if wanted.colour
            && let Some(from) = sources.color.as_ref().and_then(info)
        {
            let kind = from.format.kind();
            let differs = |to: &LevelInfo| to.format.kind() != kind;
            let resolve = sources.samples > 1 && !sources.default;
            if colors.iter().any(differs)
                || (linear && kind != Kind::Float)
                || (resolve && colors.iter().any(|to| to.format != from.format))
            {
                return self.error(gl::INVALID_OPERATION);
            }
            if sources
                .color
                .as_ref()
                .is_some_and(|a| target.buffers.colour.iter().flatten().any(|b| a == b))
            {
                return self.error(gl::INVALID_OPERATION);
            }
        }
        for (on, from, to) in [
            (wanted.depth, &sources.buffers.depth, &target.buffers.depth),
            (wanted.stencil, &sources.buffers.stencil, &target.buffers.stencil),
        ] {
            if on && let (Some(from), Some(to)) = (from, to) {
                let formats = (from.info().map(|i| i.format), to.info().map(|i| i.format));
                if formats.0 != formats.1 || from == to {
                    return self.error(gl::INVALID_OPERATION);
                }
            }
        }
        if sources.samples > 1 && !sources.default && ([x0, y0, x1, y1] != [u0, v0, u1, v1]) {
            return self.error(gl::INVALID_OPERATION);
        }
        if !(wanted.colour || wanted.depth || wanted.stencil) {
            return;
        }
        let (scissor, _) = self.scissor_of(&target);
        if target.default {
            self.change_back();
        }
        let mut images = Vec::new();
        for buffers in [&sources.buffers, &*target.buffers] {
            let attached = buffers.colour.iter().flatten().chain(&buffers.depth).chain(&buffers.stencil);
            images.extend(attached.map(|a| a.image.clone()));
        }
        self.pending.other(images, 0, move || {
            let blit = Blit {
                from: [x0, y0, x1, y1],
                to: [u0, v0, u1, v1],
                mask: wanted,
                linear,
                scissor,
            };
            copy::blit(&sources.buffers, sources.color.as_ref(), &target.buffers, &blit);
        });
    }
}
