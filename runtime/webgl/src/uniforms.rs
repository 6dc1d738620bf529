//! Setting uniforms and asking for their values.

use oracade_glsl::Scalar;
use std::rc::Rc;
use std::sync::Arc;

use crate::answer::Answer;
use crate::commands::{Args, StreamError};
use crate::context::Context;
use crate::program::Executable;
use crate::{gl, limits};

/// What the words of a `uniform*` call are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    Floats,
    Ints,
    Uints,
}

fn boolean(word: u32, words: Words) -> u32 {
    match words {
        Words::Floats => u32::from(f32::from_bits(word) != 0.0),
        _ => u32::from(word != 0),
    }
}

impl Context {
    /// The executable and the place a location names, if it is one of the current program.
    fn uniform_place(&mut self, program: u32, serial: u32, location: u32) -> Option<(Rc<Executable>, usize, u32)> {
        let current = self.current.as_ref().is_some_and(|p| p.borrow().name == program);
        let place = self
            .executable
            .clone()
            .filter(|e| current && e.serial == serial)
            .and_then(|e| {
                e.locations
                    .get(location as usize)
                    .copied()
                    .flatten()
                    .map(|(u, element)| (e, u, element))
            });
        if place.is_none() {
            self.error(gl::INVALID_OPERATION);
        }
        place
    }

    /// `uniform{1234}{f,i,ui}[v]`: program, link, location, kind of words (0 float, 1 int, 2 unsigned), components, then values.
    pub(crate) fn uniform(&mut self, args: &mut Args<'_>) -> Result<(), StreamError> {
        let [program, serial, location, kind, components] = args.array()?;
        let values = args.rest();
        let Some((executable, number, element)) = self.uniform_place(program, serial, location) else {
            return Ok(());
        };
        if components == 0 || values.is_empty() || !values.len().is_multiple_of(components as usize) {
            self.error(gl::INVALID_VALUE);
            return Ok(());
        }
        let uniform = &executable.program.uniforms.list[number];
        let words = [Words::Floats, Words::Ints, Words::Uints][kind.min(2) as usize];
        let fits = uniform.columns == 1
            && uniform.rows == components
            && match uniform.scalar {
                Scalar::Float => words == Words::Floats,
                Scalar::Int => words == Words::Ints,
                Scalar::Uint => words == Words::Uints,
                Scalar::Bool => uniform.sampler.is_none(),
            };
        let count = values.len() / components as usize;
        if !fits || (count > 1 && !uniform.name.ends_with(']')) {
            self.error(gl::INVALID_OPERATION);
            return Ok(());
        }
        if uniform.sampler.is_some() && values.iter().any(|unit| *unit >= limits::COMBINED_TEXTURE_UNITS as u32) {
            self.error(gl::INVALID_VALUE);
            return Ok(());
        }
        let count = count.min((uniform.size - element) as usize) * components as usize;
        let at = (uniform.word + element * components) as usize;
        let mut storage = executable.uniforms.borrow_mut();
        let values = &values[..count];
        // Draws share the storage: it is copied only if something changes.
        let bools = uniform.scalar == Scalar::Bool;
        let word = |value: u32| if bools { boolean(value, words) } else { value };
        if storage[at..at + count]
            .iter()
            .zip(values)
            .all(|(old, new)| *old == word(*new))
        {
            return Ok(());
        }
        for (slot, value) in Arc::make_mut(&mut storage)[at..at + count].iter_mut().zip(values) {
            *slot = word(*value);
        }
        Ok(())
    }

    /// `uniformMatrix*fv`: program, link, location, columns, rows, transpose, then values.
    pub(crate) fn uniform_matrix(&mut self, args: &mut Args<'_>) -> Result<(), StreamError> {
        let [program, serial, location, columns, rows, transpose] = args.array()?;
        let values = args.rest();
        let Some((executable, number, element)) = self.uniform_place(program, serial, location) else {
            return Ok(());
        };
        let size = (columns * rows) as usize;
        let faulty = values.is_empty() || size == 0 || !values.len().is_multiple_of(size.max(1));
        if faulty || (transpose != 0 && !self.two()) {
            self.error(gl::INVALID_VALUE);
            return Ok(());
        }
        let uniform = &executable.program.uniforms.list[number];
        let count = values.len() / size;
        if uniform.columns != columns
            || uniform.rows != rows
            || uniform.scalar != Scalar::Float
            || (count > 1 && !uniform.name.ends_with(']'))
        {
            self.error(gl::INVALID_OPERATION);
            return Ok(());
        }
        let count = count.min((uniform.size - element) as usize);
        let at = uniform.word as usize + element as usize * size;
        let mut storage = executable.uniforms.borrow_mut();
        if transpose == 0 {
            let values = &values[..count * size];
            if storage[at..at + values.len()] != *values {
                Arc::make_mut(&mut storage)[at..at + values.len()].copy_from_slice(values);
            }
            return Ok(());
        }
        let storage = Arc::make_mut(&mut storage);
        let (columns, rows) = (columns as usize, rows as usize);
        for (matrix, from) in storage[at..at + count * size]
            .chunks_exact_mut(size)
            .zip(values.chunks_exact(size))
        {
            for column in 0..columns {
                for row in 0..rows {
                    matrix[column * rows + row] = from[row * columns + column];
                }
            }
        }
        Ok(())
    }

    /// `getUniform`: program, link, location.
    pub(crate) fn get_uniform(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let [name, of, serial, location] = args.array()?;
        let Some(program) = self.program(name) else {
            return Ok(Answer::Null);
        };
        let executable = program.borrow().executable.clone();
        let place = executable
            .filter(|e| of == name && e.serial == serial)
            .and_then(|e| e.locations.get(location as usize).copied().flatten().map(|p| (e, p)));
        let Some((executable, (number, element))) = place else {
            return Ok(self.refuse(gl::INVALID_OPERATION));
        };
        let uniform = &executable.program.uniforms.list[number];
        let size = uniform.columns * uniform.rows;
        let at = (uniform.word + element * size) as usize;
        let storage = executable.uniforms.borrow();
        let words = &storage[at..at + size as usize];
        Ok(match (uniform.scalar, words) {
            (Scalar::Float, [one]) => Answer::from(f32::from_bits(*one)),
            (Scalar::Int, [one]) => Answer::from(*one as i32),
            (Scalar::Uint, [one]) => Answer::from(*one),
            (Scalar::Bool, [one]) => Answer::Bool(*one != 0),
            (Scalar::Float, _) => Answer::Floats(words.iter().map(|w| f32::from_bits(*w)).collect()),
            (Scalar::Int, _) => Answer::Ints(words.iter().map(|w| *w as i32).collect()),
            (Scalar::Uint, _) => Answer::Uints(words.to_vec()),
            (Scalar::Bool, _) => Answer::Bools(words.iter().map(|w| *w != 0).collect()),
        })
    }
}
