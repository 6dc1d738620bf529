//! Binding and deleting objects.

use std::rc::Rc;

use crate::commands::FOREIGN;
use crate::context::Context;
use crate::framebuffer::Attached;
use crate::objects::{Buffer, BufferUse, Range, Ref, same};
use crate::texture::slot_of;
use crate::{gl, limits};

impl Context {
    pub(crate) fn active_texture(&mut self, unit: u32) {
        match unit.checked_sub(gl::TEXTURE0) {
            Some(index) if (index as usize) < limits::COMBINED_TEXTURE_UNITS => self.active_unit = index as usize,
            _ => self.error(gl::INVALID_ENUM),
        }
    }

    /// The buffer of a name for a target: 0 is none. Records what is wrong.
    fn buffer_for(&mut self, name: u32) -> Result<Option<Ref<Buffer>>, ()> {
        if name == 0 {
            return Ok(None);
        }
        let Some(buffer) = self.buffers.get(name).cloned() else {
            self.error(gl::INVALID_OPERATION);
            return Err(());
        };
        Ok(Some(buffer))
    }

    /// A buffer is bound: the first binding decides whether it is for indices (WebGL § 6.1, WebGL 2 § 5.1).
    fn decide_use(&mut self, buffer: &Ref<Buffer>, target: u32) -> bool {
        let wanted = match target {
            gl::ELEMENT_ARRAY_BUFFER => BufferUse::Elements,
            // These take indices too, but make other data of a buffer nobody has bound before.
            gl::COPY_READ_BUFFER | gl::COPY_WRITE_BUFFER => {
                let mut inner = buffer.borrow_mut();
                inner.bound = true;
                if inner.for_what == BufferUse::Undecided {
                    inner.for_what = BufferUse::Other;
                }
                return true;
            }
            _ => BufferUse::Other,
        };
        let mut inner = buffer.borrow_mut();
        if inner.for_what == BufferUse::Undecided {
            inner.for_what = wanted;
        }
        let fits = inner.for_what == wanted;
        inner.bound |= fits;
        drop(inner);
        if !fits {
            self.error(gl::INVALID_OPERATION);
        }
        fits
    }

    pub(crate) fn bind_buffer(&mut self, target: u32, name: u32) {
        if self.buffer_target(target).is_none() {
            return self.error(gl::INVALID_ENUM);
        }
        let Ok(buffer) = self.buffer_for(name) else { return };
        if let Some(buffer) = &buffer
            && !self.decide_use(buffer, target)
        {
            return;
        }
        match target {
            gl::ARRAY_BUFFER => self.bound.array = buffer,
            gl::ELEMENT_ARRAY_BUFFER => self.vertex_array.borrow_mut().elements = buffer,
            gl::COPY_READ_BUFFER => self.bound.copy_read = buffer,
            gl::COPY_WRITE_BUFFER => self.bound.copy_write = buffer,
            gl::PIXEL_PACK_BUFFER => self.bound.pixel_pack = buffer,
            gl::PIXEL_UNPACK_BUFFER => self.bound.pixel_unpack = buffer,
            gl::UNIFORM_BUFFER => self.bound.uniform = buffer,
            _ => self.bound.feedback = buffer,
        }
    }

    pub(crate) fn bind_buffer_range(&mut self, target: u32, index: u32, name: u32, range: Option<(i64, i64)>) {
        let most = match target {
            gl::UNIFORM_BUFFER => limits::UNIFORM_BUFFER_BINDINGS,
            gl::TRANSFORM_FEEDBACK_BUFFER => limits::FEEDBACK_BUFFERS,
            _ => return self.error(gl::INVALID_ENUM),
        };
        if index >= most {
            return self.error(gl::INVALID_VALUE);
        }
        let Ok(buffer) = self.buffer_for(name) else { return };
        if let (Some((offset, size)), true) = (range, buffer.is_some()) {
            let alignment = if target == gl::UNIFORM_BUFFER {
                limits::UNIFORM_OFFSET_ALIGNMENT
            } else {
                4
            };
            let unaligned = offset % alignment != 0 || (target == gl::TRANSFORM_FEEDBACK_BUFFER && size % 4 != 0);
            if offset < 0 || size <= 0 || unaligned {
                return self.error(gl::INVALID_VALUE);
            }
        }
        if target == gl::TRANSFORM_FEEDBACK_BUFFER && self.feedback.borrow().active {
            return self.error(gl::INVALID_OPERATION);
        }
        if let Some(buffer) = &buffer
            && !self.decide_use(buffer, target)
        {
            return;
        }
        let bound = Range {
            buffer: buffer.clone(),
            offset: range.map_or(0, |r| r.0),
            size: range.map(|r| r.1),
        };
        if target == gl::UNIFORM_BUFFER {
            self.bound.uniforms[index as usize] = bound;
            self.bound.uniform = buffer;
        } else {
            self.feedback.borrow_mut().bindings[index as usize] = bound;
            self.bound.feedback = buffer;
        }
    }

    pub(crate) fn bind_texture(&mut self, target: u32, name: u32) {
        let Some(slot) = slot_of(target, self.two()) else {
            return self.error(gl::INVALID_ENUM);
        };
        let texture = if name == 0 {
            None
        } else {
            let Some(texture) = self.textures.get(name).cloned() else {
                return self.error(gl::INVALID_OPERATION);
            };
            let bound_as = texture.borrow().target;
            if bound_as == 0 {
                texture.borrow_mut().bind(target);
            } else if bound_as != target {
                return self.error(gl::INVALID_OPERATION);
            }
            Some(texture)
        };
        self.units[self.active_unit].textures[slot] = texture;
    }

    pub(crate) fn bind_sampler(&mut self, unit: u32, name: u32) {
        if unit as usize >= limits::COMBINED_TEXTURE_UNITS {
            return self.error(gl::INVALID_VALUE);
        }
        let sampler = if name == 0 {
            None
        } else {
            let Some(sampler) = self.samplers.get(name).cloned() else {
                return self.error(gl::INVALID_OPERATION);
            };
            Some(sampler)
        };
        self.units[unit as usize].sampler = sampler;
    }

    pub(crate) fn bind_vertex_array(&mut self, name: u32) {
        let array = if name == 0 {
            self.default_vertex_array.clone()
        } else {
            let Some(array) = self.vertex_arrays.get(name).cloned() else {
                return self.error(gl::INVALID_OPERATION);
            };
            array.borrow_mut().bound = true;
            array
        };
        self.vertex_array = array;
    }

    pub(crate) fn bind_renderbuffer(&mut self, target: u32, name: u32) {
        if target != gl::RENDERBUFFER {
            return self.error(gl::INVALID_ENUM);
        }
        let found = if name == 0 {
            None
        } else {
            let Some(found) = self.renderbuffers.get(name).cloned() else {
                return self.error(gl::INVALID_OPERATION);
            };
            found.borrow_mut().bound = true;
            Some(found)
        };
        self.renderbuffer = found;
    }

    pub(crate) fn bind_framebuffer(&mut self, target: u32, name: u32) {
        let (draw, read) = match target {
            gl::FRAMEBUFFER => (true, true),
            gl::DRAW_FRAMEBUFFER if self.two() => (true, false),
            gl::READ_FRAMEBUFFER if self.two() => (false, true),
            _ => return self.error(gl::INVALID_ENUM),
        };
        let found = if name == 0 {
            None
        } else {
            let Some(found) = self.framebuffers.get(name).cloned() else {
                return self.error(gl::INVALID_OPERATION);
            };
            found.borrow_mut().bound = true;
            Some(found)
        };
        if draw {
            self.draw_framebuffer = found.clone();
        }
        if read {
            self.read_framebuffer = found;
        }
    }

    // ------------------------------------------------------------------------------------------------------- deletion

    pub(crate) fn delete_buffer(&mut self, name: u32) {
        if name == FOREIGN {
            return self.error(gl::INVALID_OPERATION);
        }
        let Some(buffer) = self.buffers.remove(name) else { return };
        buffer.borrow_mut().deleted = true;
        self.memory = self.memory.saturating_sub(buffer.borrow().bytes.len() as u64);
        let bound = &mut self.bound;
        for slot in [
            &mut bound.array,
            &mut bound.copy_read,
            &mut bound.copy_write,
            &mut bound.pixel_pack,
            &mut bound.pixel_unpack,
            &mut bound.uniform,
            &mut bound.feedback,
        ] {
            if same(slot, &buffer) {
                *slot = None;
            }
        }
        let clear = |range: &mut Range| {
            if same(&range.buffer, &buffer) {
                *range = Range::default();
            }
        };
        bound.uniforms.iter_mut().for_each(clear);
        self.feedback.borrow_mut().bindings.iter_mut().for_each(clear);
        let mut array = self.vertex_array.borrow_mut();
        if same(&array.elements, &buffer) {
            array.elements = None;
        }
        for attrib in &mut array.attribs {
            if same(&attrib.buffer, &buffer) {
                attrib.buffer = None;
            }
        }
    }

    /// Takes what is deleted off the framebuffers that are bound.
    fn detach(&mut self, gone: impl Fn(&Attached) -> bool) {
        for framebuffer in [&self.draw_framebuffer, &self.read_framebuffer].into_iter().flatten() {
            framebuffer.borrow_mut().forget(&gone);
        }
    }

    pub(crate) fn delete_texture(&mut self, name: u32) {
        if name == FOREIGN {
            return self.error(gl::INVALID_OPERATION);
        }
        let Some(texture) = self.textures.remove(name) else { return };
        texture.borrow_mut().deleted = true;
        self.memory = self.memory.saturating_sub(texture.borrow().bytes());
        for slot in self.units.iter_mut().flat_map(|unit| &mut unit.textures) {
            if same(slot, &texture) {
                *slot = None;
            }
        }
        self.detach(|attached| matches!(attached, Attached::Texture { texture: other, .. } if Rc::ptr_eq(other, &texture)));
    }

    pub(crate) fn delete_renderbuffer(&mut self, name: u32) {
        if name == FOREIGN {
            return self.error(gl::INVALID_OPERATION);
        }
        let Some(gone) = self.renderbuffers.remove(name) else { return };
        let bytes = gone.borrow().info.as_ref().map_or(0, crate::texture::level_bytes);
        self.memory = self.memory.saturating_sub(bytes);
        if same(&self.renderbuffer, &gone) {
            self.renderbuffer = None;
        }
        self.detach(|attached| matches!(attached, Attached::Renderbuffer(other) if Rc::ptr_eq(other, &gone)));
    }

    pub(crate) fn delete_framebuffer(&mut self, name: u32) {
        if name == FOREIGN {
            return self.error(gl::INVALID_OPERATION);
        }
        let Some(gone) = self.framebuffers.remove(name) else { return };
        for slot in [&mut self.draw_framebuffer, &mut self.read_framebuffer] {
            if same(slot, &gone) {
                *slot = None;
            }
        }
    }

    pub(crate) fn delete_sampler(&mut self, name: u32) {
        if name == FOREIGN {
            return self.error(gl::INVALID_OPERATION);
        }
        let Some(gone) = self.samplers.remove(name) else { return };
        for unit in &mut self.units {
            if same(&unit.sampler, &gone) {
                unit.sampler = None;
            }
        }
    }

    pub(crate) fn delete_vertex_array(&mut self, name: u32) {
        if name == FOREIGN {
            return self.error(gl::INVALID_OPERATION);
        }
        if let Some(gone) = self.vertex_arrays.remove(name)
            && Rc::ptr_eq(&self.vertex_array, &gone)
        {
            self.vertex_array = self.default_vertex_array.clone();
        }
    }
}
