//! What a linked program tells about itself.

use std::rc::Rc;

use crate::answer::Answer;
use crate::commands::{Args, StreamError};
use crate::context::Context;
use crate::gl;
use crate::program::{Executable, name_fault, reserved};

impl Context {
    /// The executable of a program; the error is recorded if there is none.
    fn linked(&mut self, name: u32) -> Option<Rc<Executable>> {
        let program = self.program(name)?;
        let executable = program.borrow().executable.clone();
        if executable.is_none() {
            self.error(gl::INVALID_OPERATION);
        }
        executable
    }

    pub(crate) fn active_attrib(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let [name, index] = args.array()?;
        let Some(program) = self.program(name) else {
            return Ok(Answer::Null);
        };
        let executable = program.borrow().executable.clone();
        let found = executable.and_then(|e| e.program.attributes.get(index as usize).cloned());
        Ok(match found {
            Some(attribute) => Answer::Info {
                name: attribute.name,
                size: 1,
                kind: attribute.gl_type,
            },
            None => self.refuse(gl::INVALID_VALUE),
        })
    }

    pub(crate) fn active_uniform(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let [name, index] = args.array()?;
        let Some(program) = self.program(name) else {
            return Ok(Answer::Null);
        };
        let executable = program.borrow().executable.clone();
        let found = executable.and_then(|e| e.program.uniforms.list.get(index as usize).cloned());
        Ok(match found {
            Some(uniform) => Answer::Info {
                name: uniform.name,
                size: uniform.size,
                kind: uniform.gl_type,
            },
            None => self.refuse(gl::INVALID_VALUE),
        })
    }

    pub(crate) fn feedback_varying(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let [name, index] = args.array()?;
        let Some(executable) = self.linked(name) else {
            return Ok(Answer::Null);
        };
        Ok(match executable.program.captures.get(index as usize) {
            Some(capture) => Answer::Info {
                name: capture.name.clone(),
                size: capture.size,
                kind: capture.gl_type,
            },
            None => self.refuse(gl::INVALID_VALUE),
        })
    }

    pub(crate) fn attrib_location(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let program = args.u()?;
        let name = args.text()?;
        let none = Answer::Number(-1.0);
        if let Some(error) = name_fault(&name, self.name_limit()) {
            self.error(error);
            return Ok(none);
        }
        let Some(executable) = self.linked(program) else {
            return Ok(none);
        };
        if reserved(&name) {
            return Ok(none);
        }
        let found = executable.program.attributes.iter().find(|a| a.name == name);
        Ok(found.map_or(none, |a| Answer::from(a.location)))
    }

    pub(crate) fn frag_data_location(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let program = args.u()?;
        let name = args.text()?;
        let none = Answer::Number(-1.0);
        let Some(executable) = self.linked(program) else {
            return Ok(none);
        };
        // Elements of an array are outputs of one name, in order.
        let (base, index) = match name.strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
            Some((base, index)) => (base, index.parse().unwrap_or(usize::MAX)),
            None => (name.as_str(), 0),
        };
        let mut found = executable
            .program
            .outputs
            .iter()
            .filter(|o| o.name == base && !reserved(base));
        Ok(found.nth(index).map_or(none, |o| Answer::from(o.location)))
    }

    pub(crate) fn uniform_location(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let program = args.u()?;
        let name = args.text()?;
        if let Some(error) = name_fault(&name, self.name_limit()) {
            return Ok(self.refuse(error));
        }
        let Some(executable) = self.linked(program) else {
            return Ok(Answer::Null);
        };
        if reserved(&name) {
            return Ok(Answer::Null);
        }
        Ok(executable.location(&name).map_or(Answer::Null, |location| Answer::Location {
            location,
            serial: executable.serial,
        }))
    }

    /// `getUniformIndices`: program, names joined by NUL.
    pub(crate) fn uniform_indices(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let program = args.u()?;
        let names = args.text()?;
        let Some(executable) = self.linked(program) else {
            return Ok(Answer::Null);
        };
        let list = &executable.program.uniforms.list;
        let index = |name: &str| {
            let array = format!("{name}[0]");
            list.iter()
                .position(|u| u.name == name || u.name == array)
                .map_or(f64::from(gl::INVALID_INDEX), |at| at as f64)
        };
        Ok(Answer::Numbers(names.split('\0').map(index).collect()))
    }

    /// `getActiveUniforms`: program, parameter, indices.
    pub(crate) fn active_uniforms(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let [program, parameter] = args.array()?;
        let indices = args.rest();
        let Some(program) = self.program(program) else {
            return Ok(Answer::Null);
        };
        let executable = program.borrow().executable.clone();
        let list = executable.as_ref().map_or(&[][..], |e| &e.program.uniforms.list);
        if indices.iter().any(|index| *index as usize >= list.len()) {
            return Ok(self.refuse(gl::INVALID_VALUE));
        }
        let uniforms = || indices.iter().map(|index| &list[*index as usize]);
        // What is in no block has -1.
        let in_block = |value: fn(&oracade_glsl::BlockMember) -> u32| {
            let numbers = uniforms().map(|u| u.block.as_ref().map_or(-1.0, |b| f64::from(value(b))));
            Answer::Numbers(numbers.collect())
        };
        Ok(match parameter {
            gl::UNIFORM_TYPE => Answer::Numbers(uniforms().map(|u| f64::from(u.gl_type)).collect()),
            gl::UNIFORM_SIZE => Answer::Numbers(uniforms().map(|u| f64::from(u.size)).collect()),
            gl::UNIFORM_BLOCK_INDEX => in_block(|b| b.block),
            gl::UNIFORM_OFFSET => in_block(|b| b.offset),
            gl::UNIFORM_ARRAY_STRIDE => in_block(|b| b.array_stride),
            gl::UNIFORM_MATRIX_STRIDE => in_block(|b| b.matrix_stride),
            gl::UNIFORM_IS_ROW_MAJOR => {
                Answer::Bools(uniforms().map(|u| u.block.as_ref().is_some_and(|b| b.row_major)).collect())
            }
            _ => return Ok(self.refuse(gl::INVALID_ENUM)),
        })
    }

    pub(crate) fn uniform_block_index(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let program = args.u()?;
        let name = args.text()?;
        let none = Answer::from(gl::INVALID_INDEX);
        let Some(executable) = self.linked(program) else {
            return Ok(none);
        };
        let array = format!("{name}[0]");
        let blocks = &executable.program.uniforms.blocks;
        let found = blocks.iter().position(|b| b.name == name || b.name == array);
        Ok(found.map_or(none, |at| Answer::Number(at as f64)))
    }

    pub(crate) fn block_name(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let [program, index] = args.array()?;
        let Some(executable) = self.linked(program) else {
            return Ok(Answer::Null);
        };
        Ok(match executable.program.uniforms.blocks.get(index as usize) {
            Some(block) => Answer::Text(block.name.clone()),
            None => self.refuse(gl::INVALID_VALUE),
        })
    }

    pub(crate) fn block_parameter(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let [program, index, parameter] = args.array()?;
        let Some(executable) = self.linked(program) else {
            return Ok(Answer::Null);
        };
        let Some(block) = executable.program.uniforms.blocks.get(index as usize) else {
            return Ok(self.refuse(gl::INVALID_VALUE));
        };
        Ok(match parameter {
            gl::UNIFORM_BLOCK_BINDING => Answer::from(executable.block_bindings.borrow()[index as usize]),
            gl::UNIFORM_BLOCK_DATA_SIZE => Answer::from(block.size),
            gl::UNIFORM_BLOCK_ACTIVE_UNIFORMS => Answer::Number(block.members.len() as f64),
            gl::UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES => Answer::Uints(block.members.clone()),
            gl::UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER => Answer::Bool(block.vertex),
            gl::UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER => Answer::Bool(block.fragment),
            _ => return Ok(self.refuse(gl::INVALID_ENUM)),
        })
    }
}
