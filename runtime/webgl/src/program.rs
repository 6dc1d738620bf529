//! Shaders and programs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use oracade_glsl::{LinkOptions, Options, Stage};

use crate::answer::Answer;
use crate::commands::{Args, FOREIGN, StreamError};
use crate::context::Context;
use crate::gl;
use crate::objects::Ref;

/// A shader.
pub(crate) struct Shader {
    pub(crate) name: u32,
    pub(crate) stage: Stage,
    pub(crate) source: String,
    /// The source as it was compiled last, and what came of it.
    pub(crate) compiled: Option<(String, oracade_glsl::Shader)>,
    pub(crate) deleted: bool,
    pub(crate) attached: u32,
}

/// What a successful link gives.
pub(crate) struct Executable {
    pub(crate) program: Arc<oracade_glsl::Program>,
    /// Number of the link, which uniform locations carry.
    pub(crate) serial: u32,
    /// Values; draws that are recorded share them.
    pub(crate) uniforms: RefCell<Arc<Vec<u32>>>,
    /// Binding point of each block.
    pub(crate) block_bindings: RefCell<Vec<u32>>,
    /// Location → number of the uniform and element.
    pub(crate) locations: Vec<Option<(usize, u32)>>,
    /// Of transform feedback: separate buffers?
    pub(crate) separate: bool,
    /// The sampler uniforms: number, first word, elements.
    pub(crate) samplers: Vec<(usize, u32, u32)>,
}

/// A program.
#[derive(Default)]
pub(crate) struct Program {
    pub(crate) name: u32,
    /// Vertex and fragment shader.
    pub(crate) shaders: [Option<Ref<Shader>>; 2],
    pub(crate) attribute_locations: BTreeMap<String, u32>,
    pub(crate) feedback: Option<(Vec<String>, bool)>,
    pub(crate) link_status: bool,
    pub(crate) validate_status: bool,
    pub(crate) log: String,
    pub(crate) executable: Option<Rc<Executable>>,
    pub(crate) deleted: bool,
}

pub(crate) fn stage_index(stage: Stage) -> usize {
    usize::from(stage == Stage::Fragment)
}

impl Executable {
    fn new(program: Arc<oracade_glsl::Program>, serial: u32, separate: bool) -> Self {
        let mut locations: Vec<Option<(usize, u32)>> = Vec::new();
        let mut samplers = Vec::new();
        for (number, uniform) in program.uniforms.list.iter().enumerate() {
            if uniform.location < 0 {
                continue;
            }
            let first = uniform.location as usize;
            for element in 0..uniform.size {
                let at = first + element as usize;
                if locations.len() <= at {
                    locations.resize(at + 1, None);
                }
                locations[at] = Some((number, element));
            }
            if uniform.sampler.is_some() {
                samplers.push((number, uniform.word, uniform.size));
            }
        }
        Self {
            uniforms: RefCell::new(Arc::new(vec![0; program.uniforms.words as usize])),
            block_bindings: RefCell::new(vec![0; program.uniforms.blocks.len()]),
            program,
            serial,
            locations,
            separate,
            samplers,
        }
    }

    /// Location of a name: an array is known by its name and by that of its elements.
    pub(crate) fn location(&self, name: &str) -> Option<u32> {
        let list = &self.program.uniforms.list;
        let find = |wanted: &str| list.iter().find(|u| u.name == wanted && u.location >= 0);
        if let Some(found) = find(name) {
            return Some(found.location as u32);
        }
        if let Some(found) = find(&format!("{name}[0]")) {
            return Some(found.location as u32);
        }
        let (base, index) = name.strip_suffix(']')?.rsplit_once('[')?;
        if index.is_empty() || !index.bytes().all(|b| b.is_ascii_digit()) || (index.len() > 1 && index.starts_with('0')) {
            return None;
        }
        let index: u32 = index.parse().ok()?;
        let found = find(&format!("{base}[0]"))?;
        (index < found.size).then(|| found.location as u32 + index)
    }
}

/// Names that WebGL keeps for itself or that cannot be in a shader (WebGL § 6.21, 6.22).
pub(crate) fn name_fault(name: &str, limit: usize) -> Option<u32> {
    if name.len() > limit || !name.bytes().all(valid_character) {
        return Some(gl::INVALID_VALUE);
    }
    None
}

pub(crate) fn reserved(name: &str) -> bool {
    name.starts_with("gl_") || name.starts_with("webgl_") || name.starts_with("_webgl_")
}

/// The characters names may have (WebGL § 6.20).
fn valid_character(c: u8) -> bool {
    matches!(c, 9..=13) || ((32..=126).contains(&c) && !matches!(c, b'"' | b'$' | b'\'' | b'@' | b'\\' | b'`'))
}

impl Context {
    pub(crate) fn shader_options(&self) -> Options {
        let mut options = Options::new(self.version.glsl());
        options.extensions = self.enabled.for_shaders();
        options
    }

    pub(crate) fn name_limit(&self) -> usize {
        if self.two() { 1024 } else { 256 }
    }

    /// The shader of a name, or the error that its absence is.
    pub(crate) fn shader(&mut self, name: u32) -> Option<Ref<Shader>> {
        if let Some(found) = self.shaders.get(name) {
            return Some(found.clone());
        }
        let error = if self.programs.get(name).is_some() || name == crate::commands::FOREIGN {
            gl::INVALID_OPERATION
        } else {
            gl::INVALID_VALUE
        };
        self.error(error);
        None
    }

    /// The program of a name, or the error that its absence is.
    pub(crate) fn program(&mut self, name: u32) -> Option<Ref<Program>> {
        if let Some(found) = self.programs.get(name) {
            return Some(found.clone());
        }
        let error = if self.shaders.get(name).is_some() || name == crate::commands::FOREIGN {
            gl::INVALID_OPERATION
        } else {
            gl::INVALID_VALUE
        };
        self.error(error);
        None
    }

    pub(crate) fn create_shader(&mut self, name: u32, kind: u32) {
        let stage = match kind {
            gl::VERTEX_SHADER => Stage::Vertex,
            gl::FRAGMENT_SHADER => Stage::Fragment,
            _ => return self.error(gl::INVALID_ENUM),
        };
        let shader = Shader {
            name,
            stage,
            source: String::new(),
            compiled: None,
            deleted: false,
            attached: 0,
        };
        self.shaders.add(name, shader);
    }

    pub(crate) fn shader_source(&mut self, name: u32, source: String) {
        if let Some(shader) = self.shader(name) {
            shader.borrow_mut().source = source;
        }
    }

    pub(crate) fn compile_shader(&mut self, name: u32) {
        let Some(shader) = self.shader(name) else { return };
        let mut shader = shader.borrow_mut();
        let made = self.cache.compile(&shader.source, shader.stage, &self.shader_options());
        shader.compiled = Some((shader.source.clone(), made));
    }

    pub(crate) fn delete_shader(&mut self, name: u32) {
        if self.programs.get(name).is_some() || name == FOREIGN {
            return self.error(gl::INVALID_OPERATION);
        }
        let Some(shader) = self.shaders.get(name).cloned() else {
            return;
        };
        shader.borrow_mut().deleted = true;
        if shader.borrow().attached == 0 {
            self.shaders.remove(name);
        }
    }

    pub(crate) fn attach_shader(&mut self, program: u32, shader: u32) {
        let (Some(program), Some(shader)) = (self.program(program), self.shader(shader)) else {
            return;
        };
        let slot = stage_index(shader.borrow().stage);
        if program.borrow().shaders[slot].is_some() {
            return self.error(gl::INVALID_OPERATION);
        }
        shader.borrow_mut().attached += 1;
        program.borrow_mut().shaders[slot] = Some(shader);
    }

    pub(crate) fn detach_shader(&mut self, program: u32, shader: u32) {
        let (Some(program), Some(shader)) = (self.program(program), self.shader(shader)) else {
            return;
        };
        let slot = stage_index(shader.borrow().stage);
        if !crate::objects::same(&program.borrow().shaders[slot], &shader) {
            return self.error(gl::INVALID_OPERATION);
        }
        program.borrow_mut().shaders[slot] = None;
        self.release_shader(&shader);
    }

    /// A program lets go of a shader.
    fn release_shader(&mut self, shader: &Ref<Shader>) {
        let mut shader = shader.borrow_mut();
        shader.attached -= 1;
        if shader.attached == 0 && shader.deleted {
            self.shaders.remove(shader.name);
        }
    }

    pub(crate) fn delete_program(&mut self, name: u32) {
        if self.shaders.get(name).is_some() || name == FOREIGN {
            return self.error(gl::INVALID_OPERATION);
        }
        let Some(program) = self.programs.get(name).cloned() else {
            return;
        };
        program.borrow_mut().deleted = true;
        if !crate::objects::same(&self.current, &program) {
            self.forget_program(&program);
        }
    }

    fn forget_program(&mut self, program: &Ref<Program>) {
        let name = program.borrow().name;
        self.programs.remove(name);
        let shaders = core::mem::take(&mut program.borrow_mut().shaders);
        for shader in shaders.iter().flatten() {
            self.release_shader(shader);
        }
    }

    pub(crate) fn bind_attrib_location(&mut self, program: u32, index: u32, name: String) {
        let Some(program) = self.program(program) else { return };
        if let Some(error) = name_fault(&name, self.name_limit()) {
            return self.error(error);
        }
        if reserved(&name) {
            return self.error(gl::INVALID_OPERATION);
        }
        if index >= 16 {
            return self.error(gl::INVALID_VALUE);
        }
        program.borrow_mut().attribute_locations.insert(name, index);
    }

    pub(crate) fn transform_feedback_varyings(&mut self, program: u32, mode: u32, names: &str) {
        let Some(program) = self.program(program) else { return };
        let separate = match mode {
            gl::INTERLEAVED_ATTRIBS => false,
            gl::SEPARATE_ATTRIBS => true,
            _ => return self.error(gl::INVALID_ENUM),
        };
        let names: Vec<String> = if names.is_empty() {
            Vec::new()
        } else {
            names.split('\0').map(String::from).collect()
        };
        if separate && names.len() > 4 {
            return self.error(gl::INVALID_VALUE);
        }
        program.borrow_mut().feedback = (!names.is_empty()).then_some((names, separate));
    }

    pub(crate) fn link_program(&mut self, name: u32) {
        let Some(program) = self.program(name) else { return };
        let in_feedback = self.feedbacks.values().chain([&self.default_feedback]).any(|feedback| {
            let feedback = feedback.borrow();
            feedback.active && crate::objects::same(&feedback.program, &program)
        });
        if in_feedback {
            return self.error(gl::INVALID_OPERATION);
        }
        let options = self.shader_options();
        let mut linked = program.borrow_mut();
        let linking = LinkOptions {
            attribute_locations: linked.attribute_locations.iter().map(|(n, l)| (n.clone(), *l)).collect(),
            feedback: linked.feedback.clone(),
        };
        let source = |slot: usize| {
            let shader = linked.shaders[slot].as_ref()?.borrow();
            let (source, made) = shader.compiled.as_ref()?;
            made.ok().then(|| source.clone())
        };
        let made = match (source(0), source(1)) {
            (Some(vertex), Some(fragment)) => self
                .cache
                .program(&vertex, &fragment, &options, &linking)
                .map_err(|log| log.text().to_owned()),
            _ if linked.shaders[0].is_none() => Err("Missing vertex shader.".to_owned()),
            _ if linked.shaders[1].is_none() => Err("Missing fragment shader.".to_owned()),
            _ => Err("Attached shaders are not compiled.".to_owned()),
        };
        linked.link_status = made.is_ok();
        linked.validate_status = false;
        match made {
            Ok(made) => {
                self.links += 1;
                linked.log = String::new();
                let separate = linked.feedback.as_ref().is_some_and(|f| f.1);
                linked.executable = Some(Rc::new(Executable::new(made, self.links, separate)));
                if crate::objects::same(&self.current, &program) {
                    self.executable = linked.executable.clone();
                }
            }
            Err(log) => {
                linked.log = log;
                linked.executable = None;
                if crate::objects::same(&self.current, &program) {
                    self.executable = None;
                }
            }
        }
    }

    pub(crate) fn use_program(&mut self, name: u32) {
        let feedback = self.feedback.borrow();
        if feedback.active && !feedback.paused {
            drop(feedback);
            return self.error(gl::INVALID_OPERATION);
        }
        drop(feedback);
        let next = if name == 0 {
            None
        } else {
            let Some(program) = self.program(name) else { return };
            if !program.borrow().link_status {
                return self.error(gl::INVALID_OPERATION);
            }
            Some(program)
        };
        self.executable = next.as_ref().and_then(|p| p.borrow().executable.clone());
        let before = core::mem::replace(&mut self.current, next);
        if let Some(before) = before
            && before.borrow().deleted
            && !crate::objects::same(&self.current, &before)
        {
            self.forget_program(&before);
        }
    }

    pub(crate) fn validate_program(&mut self, name: u32) {
        let Some(program) = self.program(name) else { return };
        let ok = program.borrow().link_status;
        program.borrow_mut().validate_status = ok;
    }

    pub(crate) fn uniform_block_binding(&mut self, program: u32, block: u32, binding: u32) {
        let Some(program) = self.program(program) else { return };
        let program = program.borrow();
        let Some(executable) = &program.executable else {
            return self.error(gl::INVALID_OPERATION);
        };
        let mut bindings = executable.block_bindings.borrow_mut();
        match bindings.get_mut(block as usize) {
            Some(slot) if binding < crate::limits::UNIFORM_BUFFER_BINDINGS => *slot = binding,
            _ => self.error(gl::INVALID_VALUE),
        }
    }

    pub(crate) fn shader_parameter(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let (name, parameter) = (args.u()?, args.u()?);
        let Some(shader) = self.shader(name) else {
            return Ok(Answer::Null);
        };
        let shader = shader.borrow();
        Ok(match parameter {
            gl::SHADER_TYPE => Answer::Number(f64::from(match shader.stage {
                Stage::Vertex => gl::VERTEX_SHADER,
                Stage::Fragment => gl::FRAGMENT_SHADER,
            })),
            gl::DELETE_STATUS => Answer::Bool(shader.deleted),
            gl::COMPILE_STATUS => Answer::Bool(shader.compiled.as_ref().is_some_and(|c| c.1.ok())),
            _ => return Ok(self.refuse(gl::INVALID_ENUM)),
        })
    }

    pub(crate) fn program_parameter(&mut self, args: &mut Args<'_>) -> Result<Answer, StreamError> {
        let (name, parameter) = (args.u()?, args.u()?);
        let Some(program) = self.program(name) else {
            return Ok(Answer::Null);
        };
        let program = program.borrow();
        let made = program.executable.as_ref().map(|e| &e.program);
        let count = |n: Option<usize>| Answer::Number(n.unwrap_or(0) as f64);
        Ok(match parameter {
            gl::DELETE_STATUS => Answer::Bool(program.deleted),
            gl::LINK_STATUS => Answer::Bool(program.link_status),
            gl::VALIDATE_STATUS => Answer::Bool(program.validate_status),
            gl::ATTACHED_SHADERS => count(Some(program.shaders.iter().flatten().count())),
            gl::ACTIVE_ATTRIBUTES => count(made.map(|p| p.attributes.len())),
            gl::ACTIVE_UNIFORMS => count(made.map(|p| p.uniforms.list.len())),
            gl::ACTIVE_UNIFORM_BLOCKS if self.two() => count(made.map(|p| p.uniforms.blocks.len())),
            gl::TRANSFORM_FEEDBACK_VARYINGS if self.two() => count(made.map(|p| p.captures.len())),
            gl::TRANSFORM_FEEDBACK_BUFFER_MODE if self.two() => {
                let separate = program.feedback.as_ref().is_some_and(|f| f.1);
                let mode = if separate {
                    gl::SEPARATE_ATTRIBS
                } else {
                    gl::INTERLEAVED_ATTRIBS
                };
                Answer::Number(f64::from(mode))
            }
            _ => return Ok(self.refuse(gl::INVALID_ENUM)),
        })
    }
}
