//! Framebuffers' attachments and renderbuffers' storage.

use oracade_gpu::{Image, ImageKind, LevelInfo};

use crate::answer::Answer;
use crate::context::Context;
use crate::extensions::Extension;
use crate::formats::{component_type, sized};
use crate::framebuffer::{Attached, Framebuffer, Point};
use crate::objects::Ref;
use crate::texture::{face_of, level_bytes};
use crate::{gl, limits};

impl Context {
    /// The framebuffer bound to a target; records what is wrong. `Ok(None)` is the drawing buffer.
    fn framebuffer_at(&mut self, target: u32) -> Result<Option<Ref<Framebuffer>>, ()> {
        match target {
            gl::FRAMEBUFFER => Ok(self.draw_framebuffer.clone()),
            gl::DRAW_FRAMEBUFFER if self.two() => Ok(self.draw_framebuffer.clone()),
            gl::READ_FRAMEBUFFER if self.two() => Ok(self.read_framebuffer.clone()),
            _ => {
                self.error(gl::INVALID_ENUM);
                Err(())
            }
        }
    }

    /// Colour attachments that can be used.
    pub(crate) fn color_points(&self) -> usize {
        if self.two() || self.enabled.has(Extension::WebglDrawBuffers) {
            limits::DRAW_BUFFERS
        } else {
            1
        }
    }

    fn point(&self, attachment: u32) -> Result<Point, u32> {
        Ok(match attachment {
            gl::DEPTH_ATTACHMENT => Point::Depth,
            gl::STENCIL_ATTACHMENT => Point::Stencil,
            gl::DEPTH_STENCIL_ATTACHMENT => Point::DepthStencil,
            _ => match attachment.checked_sub(gl::COLOR_ATTACHMENT0) {
                Some(index) if (index as usize) < self.color_points() => Point::Color(index as usize),
                _ => return Err(gl::INVALID_ENUM),
            },
        })
    }

    fn attach(&mut self, target: u32, attachment: u32, what: Option<Attached>) {
        let Ok(framebuffer) = self.framebuffer_at(target) else {
            return;
        };
        let point = match self.point(attachment) {
            Ok(point) => point,
            Err(error) => return self.error(error),
        };
        let Some(framebuffer) = framebuffer else {
            return self.error(gl::INVALID_OPERATION);
        };
        let two = self.two();
        for slot in framebuffer.borrow_mut().slots(point, two) {
            slot.clone_from(&what);
        }
    }

    pub(crate) fn framebuffer_renderbuffer(&mut self, [target, attachment, of, name]: [u32; 4]) {
        if self.framebuffer_at(target).is_err() {
            return;
        }
        if of != gl::RENDERBUFFER {
            return self.error(gl::INVALID_ENUM);
        }
        let what = if name == 0 {
            None
        } else {
            let found = self.renderbuffers.get(name).filter(|r| r.borrow().bound).cloned();
            let Some(found) = found else {
                return self.error(gl::INVALID_OPERATION);
            };
            Some(Attached::Renderbuffer(found))
        };
        self.attach(target, attachment, what);
    }

    pub(crate) fn framebuffer_texture(&mut self, [target, attachment, of, name]: [u32; 4], level: i32) {
        if self.framebuffer_at(target).is_err() {
            return;
        }
        let (bound_as, face) = face_of(of);
        if !matches!(bound_as, gl::TEXTURE_2D | gl::TEXTURE_CUBE_MAP) || of == gl::TEXTURE_CUBE_MAP {
            return self.error(gl::INVALID_ENUM);
        }
        let what = if name == 0 {
            None
        } else {
            let Some(texture) = self.textures.get(name).cloned() else {
                return self.error(gl::INVALID_OPERATION);
            };
            if texture.borrow().target != bound_as {
                return self.error(gl::INVALID_OPERATION);
            }
            let deep = self.two() || self.enabled.has(Extension::OesFboRenderMipmap);
            if level < 0 || level > limits::TEXTURE_SIZE.ilog2() as i32 || (level > 0 && !deep) {
                return self.error(gl::INVALID_VALUE);
            }
            Some(Attached::Texture {
                texture,
                level: level as u32,
                layer: face,
            })
        };
        self.attach(target, attachment, what);
    }

    pub(crate) fn framebuffer_texture_layer(&mut self, [target, attachment, name]: [u32; 3], level: i32, layer: i32) {
        if self.framebuffer_at(target).is_err() {
            return;
        }
        let what = if name == 0 {
            None
        } else {
            let Some(texture) = self.textures.get(name).cloned() else {
                return self.error(gl::INVALID_OPERATION);
            };
            let (deepest, layers) = match texture.borrow().target {
                gl::TEXTURE_3D => (limits::DEPTH_3D.ilog2(), limits::DEPTH_3D),
                gl::TEXTURE_2D_ARRAY => (limits::TEXTURE_SIZE.ilog2(), limits::DEPTH_3D),
                _ => return self.error(gl::INVALID_OPERATION),
            };
            if level < 0 || level > deepest as i32 || layer < 0 || layer >= layers as i32 {
                return self.error(gl::INVALID_VALUE);
            }
            Some(Attached::Texture {
                texture,
                level: level as u32,
                layer: layer as u32,
            })
        };
        self.attach(target, attachment, what);
    }

    /// `checkFramebufferStatus`.
    pub(crate) fn framebuffer_status(&mut self, target: u32) -> u32 {
        match self.framebuffer_at(target) {
            Err(()) => 0,
            Ok(None) => gl::FRAMEBUFFER_COMPLETE,
            Ok(Some(framebuffer)) => framebuffer.borrow().status(self.rules()),
        }
    }

    pub(crate) fn draw_buffers(&mut self, buffers: &[u32]) {
        if buffers.len() > limits::DRAW_BUFFERS {
            return self.error(gl::INVALID_VALUE);
        }
        let Some(framebuffer) = self.draw_framebuffer.clone() else {
            return match buffers {
                [one @ (gl::NONE | gl::BACK)] => self.default_draw = *one,
                [other] if !(gl::COLOR_ATTACHMENT0..gl::COLOR_ATTACHMENT0 + 32).contains(other) => {
                    self.error(gl::INVALID_ENUM);
                }
                _ => self.error(gl::INVALID_OPERATION),
            };
        };
        for (index, buffer) in buffers.iter().enumerate() {
            match *buffer {
                gl::NONE => {}
                own if own == gl::COLOR_ATTACHMENT0 + index as u32 => {}
                gl::BACK => return self.error(gl::INVALID_OPERATION),
                other if (gl::COLOR_ATTACHMENT0..gl::COLOR_ATTACHMENT0 + 32).contains(&other) => {
                    return self.error(gl::INVALID_OPERATION);
                }
                _ => return self.error(gl::INVALID_ENUM),
            }
        }
        let mut all = [gl::NONE; limits::DRAW_BUFFERS];
        all[..buffers.len()].copy_from_slice(buffers);
        framebuffer.borrow_mut().draw_buffers = all;
    }

    pub(crate) fn read_buffer(&mut self, buffer: u32) {
        let colors = gl::COLOR_ATTACHMENT0..gl::COLOR_ATTACHMENT0 + 32;
        if !matches!(buffer, gl::NONE | gl::BACK) && !colors.contains(&buffer) {
            return self.error(gl::INVALID_ENUM);
        }
        match self.read_framebuffer.clone() {
            None if matches!(buffer, gl::NONE | gl::BACK) => self.default_read = buffer,
            Some(framebuffer) if buffer == gl::NONE || colors.contains(&buffer) => {
                if buffer >= gl::COLOR_ATTACHMENT0 + limits::DRAW_BUFFERS as u32 {
                    return self.error(gl::INVALID_OPERATION);
                }
                framebuffer.borrow_mut().read_buffer = buffer;
            }
            _ => self.error(gl::INVALID_OPERATION),
        }
    }

    /// `invalidateFramebuffer`, `invalidateSubFramebuffer`: contents may become anything, so they stay.
    pub(crate) fn invalidate(&mut self, target: u32, attachments: &[u32]) {
        let Ok(framebuffer) = self.framebuffer_at(target) else {
            return;
        };
        for attachment in attachments {
            let checked = match (&framebuffer, *attachment) {
                (None, gl::COLOR | gl::DEPTH | gl::STENCIL) => Ok(()),
                (None, _) => Err(gl::INVALID_ENUM),
                (Some(_), other) => self.point(other).map(|_| ()),
            };
            if let Err(error) = checked {
                return self.error(error);
            }
        }
    }

    pub(crate) fn renderbuffer_storage(&mut self, target: u32, samples: i32, internal: u32, width: i32, height: i32) {
        if target != gl::RENDERBUFFER {
            return self.error(gl::INVALID_ENUM);
        }
        let Some(renderbuffer) = self.renderbuffer.clone() else {
            return self.error(gl::INVALID_OPERATION);
        };
        let Some(format) = self.rules().renderbuffer(internal) else {
            return self.error(gl::INVALID_ENUM);
        };
        let most = limits::TEXTURE_SIZE as i32;
        if !(0..=most).contains(&width) || !(0..=most).contains(&height) || samples < 0 {
            return self.error(gl::INVALID_VALUE);
        }
        let allowed = if format.is_integer() { 0 } else { limits::SAMPLES as i32 };
        if samples > allowed {
            return self.error(gl::INVALID_OPERATION);
        }
        let info = LevelInfo {
            format,
            width: width as u32,
            height: height as u32,
            depth: 1,
            samples: if samples > 0 { limits::SAMPLES } else { 1 },
        };
        let mut inner = renderbuffer.borrow_mut();
        let before = inner.info.as_ref().map_or(0, level_bytes);
        let memory = self.memory.saturating_sub(before).saturating_add(level_bytes(&info));
        let image = Image::new(ImageKind::D2);
        if memory > limits::MEMORY || image.define(0, 0, info).is_err() {
            return self.error(gl::OUT_OF_MEMORY);
        }
        self.memory = memory;
        if format.has_depth() {
            oracade_gpu::clear::depth(&oracade_gpu::Attachment::of(&image), 1.0, None);
        }
        // Work that waits keeps the former image.
        inner.image = image;
        inner.info = Some(info);
        inner.internal = internal;
    }

    pub(crate) fn renderbuffer_parameter(&mut self, target: u32, parameter: u32) -> Answer {
        if target != gl::RENDERBUFFER {
            return self.refuse(gl::INVALID_ENUM);
        }
        let Some(renderbuffer) = self.renderbuffer.clone() else {
            return self.refuse(gl::INVALID_OPERATION);
        };
        let renderbuffer = renderbuffer.borrow();
        let info = renderbuffer.info;
        let bits = |index: usize, depth: bool| {
            let format = info.map(|i| i.format);
            let fits = |f: &oracade_gpu::Format| (f.has_depth() || f.has_stencil()) == depth;
            Answer::from(format.filter(fits).map_or(0, |f| u32::from(f.bits()[index])))
        };
        match parameter {
            gl::RENDERBUFFER_WIDTH => info.map_or(0, |i| i.width).into(),
            gl::RENDERBUFFER_HEIGHT => info.map_or(0, |i| i.height).into(),
            gl::RENDERBUFFER_INTERNAL_FORMAT => renderbuffer.internal.into(),
            gl::RENDERBUFFER_RED_SIZE => bits(0, false),
            gl::RENDERBUFFER_GREEN_SIZE => bits(1, false),
            gl::RENDERBUFFER_BLUE_SIZE => bits(2, false),
            gl::RENDERBUFFER_ALPHA_SIZE => bits(3, false),
            gl::RENDERBUFFER_DEPTH_SIZE => bits(0, true),
            gl::RENDERBUFFER_STENCIL_SIZE => bits(1, true),
            gl::RENDERBUFFER_SAMPLES if self.two() => info.map_or(0, |i| if i.samples > 1 { i.samples } else { 0 }).into(),
            _ => self.refuse(gl::INVALID_ENUM),
        }
    }

    pub(crate) fn attachment_parameter(&mut self, target: u32, attachment: u32, parameter: u32) -> Answer {
        let Ok(framebuffer) = self.framebuffer_at(target) else {
            return Answer::Null;
        };
        let Some(framebuffer) = framebuffer else {
            return self.default_attachment(attachment, parameter);
        };
        let point = match self.point(attachment) {
            Ok(point) => point,
            Err(error) => return self.refuse(error),
        };
        let framebuffer = framebuffer.borrow();
        let two = self.two();
        if point == Point::DepthStencil && parameter == gl::FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE {
            return self.refuse(gl::INVALID_OPERATION);
        }
        let found = if two && point == Point::DepthStencil {
            let (depth, stencil) = (&framebuffer.depth, &framebuffer.stencil);
            let one = match (depth, stencil) {
                (Some(a), Some(b)) => a.device() == b.device(),
                (None, None) => true,
                _ => false,
            };
            if !one {
                return self.refuse(gl::INVALID_OPERATION);
            }
            depth.as_ref()
        } else {
            framebuffer.get(point)
        };
        let Some(found) = found else {
            return match parameter {
                gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE => gl::NONE.into(),
                gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME if two => Answer::Null,
                _ if two => self.refuse(gl::INVALID_OPERATION),
                _ => self.refuse(gl::INVALID_ENUM),
            };
        };
        let format = found.info().map(|i| i.format);
        match (parameter, found) {
            (gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, Attached::Renderbuffer(_)) => gl::RENDERBUFFER.into(),
            (gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, _) => gl::TEXTURE.into(),
            (gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, Attached::Renderbuffer(r)) => Answer::Object(r.borrow().name),
            (gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, Attached::Texture { texture, .. }) => Answer::Object(texture.borrow().name),
            (gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, Attached::Texture { level, .. }) => (*level).into(),
            (gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE, Attached::Texture { texture, layer, .. }) => {
                let cube = texture.borrow().faces() == 6;
                (if cube { gl::TEXTURE_CUBE_MAP_POSITIVE_X + layer } else { 0 }).into()
            }
            (gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, Attached::Texture { texture, layer, .. }) if two => {
                let cube = texture.borrow().faces() == 6;
                (if cube { 0 } else { *layer }).into()
            }
            (gl::FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, _) if two || self.enabled.has(Extension::ExtSrgb) => {
                (if format.is_some_and(|f| f.is_srgb()) {
                    gl::SRGB
                } else {
                    gl::LINEAR
                })
                .into()
            }
            (gl::FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE, _)
                if two
                    || self.enabled.has(Extension::WebglColorBufferFloat)
                    || self.enabled.has(Extension::ExtColorBufferHalfFloat) =>
            {
                format.map_or(gl::NONE, component_type).into()
            }
            (
                gl::FRAMEBUFFER_ATTACHMENT_RED_SIZE
                | gl::FRAMEBUFFER_ATTACHMENT_GREEN_SIZE
                | gl::FRAMEBUFFER_ATTACHMENT_BLUE_SIZE
                | gl::FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE
                | gl::FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE
                | gl::FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE,
                _,
            ) if two => {
                let index = (parameter - gl::FRAMEBUFFER_ATTACHMENT_RED_SIZE) as usize;
                let bits = format.map_or(0, |f| {
                    let is_depth = f.has_depth() || f.has_stencil();
                    match index {
                        4 | 5 if is_depth => f.bits()[index - 4],
                        0..4 if !is_depth => f.bits()[index],
                        _ => 0,
                    }
                });
                u32::from(bits).into()
            }
            _ => self.refuse(gl::INVALID_ENUM),
        }
    }

    /// What the drawing buffer's attachments tell, in WebGL 2.
    fn default_attachment(&mut self, attachment: u32, parameter: u32) -> Answer {
        if !self.two() {
            return self.refuse(gl::INVALID_OPERATION);
        }
        let (there, bits): (bool, [u32; 6]) = match attachment {
            gl::BACK => (true, [8, 8, 8, if self.attributes.alpha { 8 } else { 0 }, 0, 0]),
            gl::DEPTH => (self.attributes.depth, [0, 0, 0, 0, 24, 0]),
            gl::STENCIL => (self.attributes.stencil, [0, 0, 0, 0, 0, 8]),
            _ => return self.refuse(gl::INVALID_ENUM),
        };
        match parameter {
            gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE => (if there { gl::FRAMEBUFFER_DEFAULT } else { gl::NONE }).into(),
            gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME => Answer::Null,
            _ if !there => self.refuse(gl::INVALID_OPERATION),
            gl::FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING => gl::LINEAR.into(),
            gl::FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE => gl::UNSIGNED_NORMALIZED.into(),
            gl::FRAMEBUFFER_ATTACHMENT_RED_SIZE..=gl::FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE => {
                bits[(parameter - gl::FRAMEBUFFER_ATTACHMENT_RED_SIZE) as usize].into()
            }
            _ => self.refuse(gl::INVALID_ENUM),
        }
    }

    pub(crate) fn internal_format(&mut self, target: u32, internal: u32, parameter: u32) -> Answer {
        if target != gl::RENDERBUFFER || parameter != gl::SAMPLES {
            return self.refuse(gl::INVALID_ENUM);
        }
        let format = self
            .rules()
            .renderbuffer(internal)
            .filter(|_| internal == gl::DEPTH_STENCIL || internal == gl::STENCIL_INDEX8 || sized(internal).is_some());
        match format {
            None => self.refuse(gl::INVALID_ENUM),
            Some(format) if format.is_integer() => Answer::Ints(Vec::new()),
            Some(_) => Answer::Ints(vec![limits::SAMPLES as i32]),
        }
    }
}
