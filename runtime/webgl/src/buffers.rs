//! Buffers' contents.

use std::sync::Arc;

use crate::answer::Answer;
use crate::context::Context;
use crate::objects::{Buffer, BufferUse, Ref};
use crate::{gl, limits};

impl Context {
    /// What is bound to a target; `None` for targets that do not exist.
    pub(crate) fn buffer_target(&self, target: u32) -> Option<Option<Ref<Buffer>>> {
        let two = self.two();
        Some(match target {
            gl::ARRAY_BUFFER => self.bound.array.clone(),
            gl::ELEMENT_ARRAY_BUFFER => self.vertex_array.borrow().elements.clone(),
            gl::COPY_READ_BUFFER if two => self.bound.copy_read.clone(),
            gl::COPY_WRITE_BUFFER if two => self.bound.copy_write.clone(),
            gl::PIXEL_PACK_BUFFER if two => self.bound.pixel_pack.clone(),
            gl::PIXEL_UNPACK_BUFFER if two => self.bound.pixel_unpack.clone(),
            gl::UNIFORM_BUFFER if two => self.bound.uniform.clone(),
            gl::TRANSFORM_FEEDBACK_BUFFER if two => self.bound.feedback.clone(),
            _ => return None,
        })
    }

    /// The buffer bound to a target; records what is wrong.
    pub(crate) fn bound_buffer(&mut self, target: u32) -> Option<Ref<Buffer>> {
        match self.buffer_target(target) {
            None => self.error(gl::INVALID_ENUM),
            Some(None) => self.error(gl::INVALID_OPERATION),
            Some(found) => return found,
        }
        None
    }

    /// Whether transform feedback is writing to a buffer.
    fn captured(&self, buffer: &Ref<Buffer>) -> bool {
        let feedback = self.feedback.borrow();
        feedback.active
            && feedback
                .bindings
                .iter()
                .any(|range| crate::objects::same(&range.buffer, buffer))
    }

    pub(crate) fn buffer_data(&mut self, target: u32, usage: u32, size: i64, data: Option<&[u8]>) {
        let Some(buffer) = self.bound_buffer(target) else { return };
        let known = match usage {
            gl::STREAM_DRAW | gl::STATIC_DRAW | gl::DYNAMIC_DRAW => true,
            gl::STREAM_READ | gl::STREAM_COPY | gl::STATIC_READ | gl::STATIC_COPY | gl::DYNAMIC_READ | gl::DYNAMIC_COPY => {
                self.two()
            }
            _ => false,
        };
        if !known {
            return self.error(gl::INVALID_ENUM);
        }
        let size = data.map_or(size, |data| data.len() as i64);
        let Ok(size) = usize::try_from(size) else {
            return self.error(gl::INVALID_VALUE);
        };
        if self.captured(&buffer) {
            return self.error(gl::INVALID_OPERATION);
        }
        let mut buffer = buffer.borrow_mut();
        let others = self.memory - (buffer.bytes.len() as u64).min(self.memory);
        if others.saturating_add(size as u64) > limits::MEMORY {
            return self.error(gl::OUT_OF_MEMORY);
        }
        self.memory = others + size as u64;
        buffer.bytes = Arc::new(data.map_or_else(|| vec![0; size], <[u8]>::to_vec));
        buffer.greatest.clear();
        buffer.usage = usage;
    }

    pub(crate) fn buffer_sub_data(&mut self, target: u32, offset: i64, data: &[u8]) {
        let Some(buffer) = self.bound_buffer(target) else { return };
        let length = buffer.borrow().bytes.len();
        let end = usize::try_from(offset).ok().and_then(|at| at.checked_add(data.len()));
        if end.is_none_or(|end| end > length) {
            return self.error(gl::INVALID_VALUE);
        }
        if self.captured(&buffer) {
            return self.error(gl::INVALID_OPERATION);
        }
        buffer.borrow_mut().write(offset as usize, data);
    }

    pub(crate) fn copy_buffer(&mut self, from: u32, to: u32, read: i64, write: i64, size: i64) {
        let (Some(source), Some(target)) = (self.bound_buffer(from), self.bound_buffer(to)) else {
            return;
        };
        if read < 0 || write < 0 || size < 0 {
            return self.error(gl::INVALID_VALUE);
        }
        let end = |at: i64| at.checked_add(size).and_then(|end| usize::try_from(end).ok());
        let (Some(read_end), Some(write_end)) = (end(read), end(write)) else {
            return self.error(gl::INVALID_VALUE);
        };
        if read_end > source.borrow().bytes.len() || write_end > target.borrow().bytes.len() {
            return self.error(gl::INVALID_VALUE);
        }
        let one = std::rc::Rc::ptr_eq(&source, &target);
        if one && read < write + size && write < read + size {
            return self.error(gl::INVALID_VALUE);
        }
        // Indices may not come from other buffers, nor go to them (WebGL 2 § 6.1).
        let elements = |buffer: &Ref<Buffer>| buffer.borrow().for_what;
        let (a, b) = (elements(&source), elements(&target));
        if a != b && a != BufferUse::Undecided && b != BufferUse::Undecided {
            return self.error(gl::INVALID_OPERATION);
        }
        if self.captured(&source) || self.captured(&target) {
            return self.error(gl::INVALID_OPERATION);
        }
        if a == BufferUse::Undecided && b != BufferUse::Undecided {
            source.borrow_mut().for_what = b;
        } else if b == BufferUse::Undecided {
            target.borrow_mut().for_what = a;
        }
        let bytes = source.borrow().bytes[read as usize..read_end].to_vec();
        target.borrow_mut().write(write as usize, &bytes);
    }

    /// `getBufferSubData`: the bytes from an offset on go to `out`.
    pub fn read_buffer_bytes(&mut self, target: u32, offset: i64, out: &mut [u8]) {
        if self.lost {
            return;
        }
        let Some(buffer) = self.bound_buffer(target) else { return };
        let end = usize::try_from(offset).ok().and_then(|at| at.checked_add(out.len()));
        let length = buffer.borrow().bytes.len();
        let Some(end) = end.filter(|end| *end <= length) else {
            return self.error(gl::INVALID_VALUE);
        };
        if self.captured(&buffer) {
            return self.error(gl::INVALID_OPERATION);
        }
        out.copy_from_slice(&buffer.borrow().bytes[offset as usize..end]);
    }

    pub(crate) fn buffer_parameter(&mut self, target: u32, parameter: u32) -> Answer {
        let Some(buffer) = self.bound_buffer(target) else {
            return Answer::Null;
        };
        let buffer = buffer.borrow();
        match parameter {
            gl::BUFFER_SIZE => Answer::Number(buffer.bytes.len() as f64),
            gl::BUFFER_USAGE => buffer.usage.into(),
            _ => self.refuse(gl::INVALID_ENUM),
        }
    }
}
