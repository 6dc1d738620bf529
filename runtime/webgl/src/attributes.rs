//! Vertex attributes.

use crate::answer::Answer;
use crate::context::Context;
use crate::extensions::Extension;
use crate::gl;
use crate::limits::VERTEX_ATTRIBS;
use crate::state::Generic;

impl Context {
    pub(crate) fn enable_attrib(&mut self, index: u32, on: bool) {
        if index as usize >= VERTEX_ATTRIBS {
            return self.error(gl::INVALID_VALUE);
        }
        self.vertex_array.borrow_mut().attribs[index as usize].enabled = on;
    }

    pub(crate) fn attrib_divisor(&mut self, index: u32, divisor: u32) {
        if index as usize >= VERTEX_ATTRIBS {
            return self.error(gl::INVALID_VALUE);
        }
        self.vertex_array.borrow_mut().attribs[index as usize].divisor = divisor;
    }

    pub(crate) fn vertex_attrib(&mut self, index: u32, kind: u32, bits: [u32; 4]) {
        if index as usize >= VERTEX_ATTRIBS {
            return self.error(gl::INVALID_VALUE);
        }
        self.state.generic[index as usize] = Generic { bits, kind };
    }

    #[allow(clippy::too_many_arguments, reason = "the arguments of the method")]
    pub(crate) fn attrib_pointer(
        &mut self,
        index: u32,
        size: i32,
        kind: u32,
        normalized: bool,
        integer: bool,
        stride: i32,
        offset: i64,
    ) {
        let two = self.two();
        let component = match kind {
            gl::BYTE | gl::UNSIGNED_BYTE => 1,
            gl::SHORT | gl::UNSIGNED_SHORT => 2,
            gl::FLOAT if !integer => 4,
            gl::HALF_FLOAT if two && !integer => 2,
            gl::INT | gl::UNSIGNED_INT if two => 4,
            gl::INT_2_10_10_10_REV | gl::UNSIGNED_INT_2_10_10_10_REV if two && !integer => 4,
            _ => return self.error(gl::INVALID_ENUM),
        };
        if index as usize >= VERTEX_ATTRIBS || !(1..=4).contains(&size) || !(0..=255).contains(&stride) || offset < 0 {
            return self.error(gl::INVALID_VALUE);
        }
        let packed = matches!(kind, gl::INT_2_10_10_10_REV | gl::UNSIGNED_INT_2_10_10_10_REV);
        let unaligned = i64::from(stride) % component != 0 || offset % component != 0;
        if unaligned || (packed && size != 4) || (self.bound.array.is_none() && offset != 0) {
            return self.error(gl::INVALID_OPERATION);
        }
        let buffer = self.bound.array.clone();
        let mut array = self.vertex_array.borrow_mut();
        let attrib = &mut array.attribs[index as usize];
        attrib.buffer = buffer;
        attrib.size = size as u32;
        attrib.kind = kind;
        attrib.normalized = normalized;
        attrib.integer = integer;
        attrib.stride = stride as u32;
        attrib.offset = offset as u64;
    }

    pub(crate) fn get_vertex_attrib(&mut self, index: u32, parameter: u32) -> Answer {
        if index as usize >= VERTEX_ATTRIBS {
            return self.refuse(gl::INVALID_VALUE);
        }
        let two = self.two();
        if parameter == gl::CURRENT_VERTEX_ATTRIB {
            let Generic { bits, kind } = self.state.generic[index as usize];
            return match kind {
                gl::INT => Answer::Ints(bits.iter().map(|b| *b as i32).collect()),
                gl::UNSIGNED_INT => Answer::Uints(bits.to_vec()),
                _ => Answer::Floats(bits.iter().map(|b| f32::from_bits(*b)).collect()),
            };
        }
        let array = self.vertex_array.clone();
        let array = array.borrow();
        let attrib = &array.attribs[index as usize];
        match parameter {
            gl::VERTEX_ATTRIB_ARRAY_BUFFER_BINDING => Answer::Object(attrib.buffer.as_ref().map_or(0, |b| b.borrow().name)),
            gl::VERTEX_ATTRIB_ARRAY_ENABLED => attrib.enabled.into(),
            gl::VERTEX_ATTRIB_ARRAY_NORMALIZED => attrib.normalized.into(),
            gl::VERTEX_ATTRIB_ARRAY_SIZE => attrib.size.into(),
            gl::VERTEX_ATTRIB_ARRAY_STRIDE => attrib.stride.into(),
            gl::VERTEX_ATTRIB_ARRAY_TYPE => attrib.kind.into(),
            gl::VERTEX_ATTRIB_ARRAY_INTEGER if two => attrib.integer.into(),
            gl::VERTEX_ATTRIB_ARRAY_DIVISOR if two || self.enabled.has(Extension::AngleInstancedArrays) => attrib.divisor.into(),
            _ => self.refuse(gl::INVALID_ENUM),
        }
    }

    pub(crate) fn attrib_offset(&mut self, index: u32, parameter: u32) -> Answer {
        if parameter != gl::VERTEX_ATTRIB_ARRAY_POINTER {
            self.error(gl::INVALID_ENUM);
            return Answer::Number(0.0);
        }
        if index as usize >= VERTEX_ATTRIBS {
            self.error(gl::INVALID_VALUE);
            return Answer::Number(0.0);
        }
        Answer::Number(self.vertex_array.borrow().attribs[index as usize].offset as f64)
    }
}
