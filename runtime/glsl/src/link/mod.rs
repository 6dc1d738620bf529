//! Linking: a vertex and a fragment shader become a program (section 7 of OpenGL ES 3.0, with WebGL's additions).

mod attributes;
mod feedback;
mod matching;
mod uniforms;
mod varyings;

use crate::hir::*;
use crate::ir;
use crate::limits::{Limits, Stage};
use crate::log::InfoLog;
use crate::lower::{self, Interface};
use crate::program::{FragmentOutput, Program};
use crate::types::{Scalar, Type};

/// What a page can set before linking.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LinkOptions {
    /// `bindAttribLocation`.
    pub attribute_locations: Vec<(String, u32)>,
    /// `transformFeedbackVaryings`: names, and whether each goes to a buffer of its own.
    pub feedback: Option<(Vec<String>, bool)>,
}

/// First slots of what every stage has: see [`crate::program::Program`].
pub(crate) const VERTEX_FIXED: u32 = 3;
pub(crate) const VERTEX_OUT_FIXED: u32 = 5;
pub(crate) const FRAGMENT_FIXED: u32 = 7;

/// Links two checked modules.
pub(crate) fn link(vertex: &Module, fragment: &Module, options: &LinkOptions, limits: &Limits) -> Result<Program, InfoLog> {
    let mut log = InfoLog::default();
    let mut linker = Linker {
        vertex,
        fragment,
        options,
        limits,
        log: &mut log,
        vertex_if: Interface::default(),
        fragment_if: Interface::default(),
    };
    let program = linker.run();
    match program {
        Some(program) if !log.failed() => Ok(program),
        _ => {
            if !log.failed() {
                log.plain("Shader exceeds an implementation-defined limit");
            }
            Err(log)
        }
    }
}

pub(super) struct Linker<'a> {
    vertex: &'a Module,
    fragment: &'a Module,
    options: &'a LinkOptions,
    limits: &'a Limits,
    log: &'a mut InfoLog,
    vertex_if: Interface,
    fragment_if: Interface,
}

impl Linker<'_> {
    fn run(&mut self) -> Option<Program> {
        if self.vertex.version != self.fragment.version {
            self.log
                .plain("Fragment shader version does not match other shader versions.");
            return None;
        }
        let attributes = self.attributes()?;
        let uniforms = self.uniforms()?;
        let captures = self.captures();
        let varyings = self.varyings(&captures)?;
        let captures = self.place_captures(captures, &varyings)?;
        let (outputs, depth_slot) = self.outputs();
        let vertex_inputs = self.vertex_if.counts.0;
        self.builtin_inputs();
        let vertex = self.code(self.vertex, Stage::Vertex)?;
        let fragment = self.code(self.fragment, Stage::Fragment)?;
        let _ = vertex_inputs;
        Some(Program::new(
            vertex,
            fragment,
            attributes,
            uniforms,
            varyings,
            captures,
            outputs,
            depth_slot,
            self.limits.fuel,
        ))
    }

    fn code(&mut self, module: &Module, stage: Stage) -> Option<ir::Func> {
        let interface = if stage == Stage::Vertex {
            &self.vertex_if
        } else {
            &self.fragment_if
        };
        match lower::stage(module, interface, self.limits) {
            Ok(mut func) => {
                ir::analysis::analyse(&mut func);
                ir::sweep::sweep(&mut func);
                Some(func)
            }
            Err(ir::build::TooComplex) => {
                self.log.plain(&format!("{} shader is too complex", stage.name()));
                None
            }
        }
    }

    /// Inputs and outputs of the language's own.
    fn builtin_inputs(&mut self) {
        let builtin = |module: &Module, b: Builtin| {
            module
                .vars
                .iter()
                .position(|v| v.storage == Storage::Builtin(b))
                .map(|i| i as VarId)
        };
        for (b, slot) in [(Builtin::VertexId, 0), (Builtin::InstanceId, 1), (Builtin::DrawId, 2)] {
            if let Some(id) = builtin(self.vertex, b) {
                self.vertex_if.inputs.insert(id, slot);
            }
        }
        for (b, slot) in [(Builtin::FragCoord, 0), (Builtin::FrontFacing, 4), (Builtin::PointCoord, 5)] {
            if let Some(id) = builtin(self.fragment, b) {
                self.fragment_if.inputs.insert(id, slot);
            }
        }
        for (b, slot, count) in [(Builtin::Position, 0, 4), (Builtin::PointSize, 4, 1)] {
            if let Some(id) = builtin(self.vertex, b) {
                self.vertex_if.outputs.push((id, 0, slot, count));
            }
        }
    }

    /// What the fragment shader gives.
    fn outputs(&mut self) -> (Vec<FragmentOutput>, Option<u32>) {
        let mut outputs = Vec::new();
        let mut slot = 0;
        let mut add = |this: &mut Self, id: VarId, ty: &Type, first: u32, location: u32, broadcast: bool| {
            let components = u32::from(ty.rows);
            this.fragment_if.outputs.push((id, first, slot, components));
            outputs.push(FragmentOutput {
                name: this.fragment.vars[id as usize].name.to_string(),
                location,
                scalar: Scalar::of(&ty.base),
                components,
                slot,
                broadcast,
            });
            slot += components;
        };
        let mut depth = None;
        for (id, var) in self.fragment.vars.iter().enumerate() {
            if !self.fragment.used[id] {
                continue;
            }
            let id = id as VarId;
            match var.storage {
                Storage::FragmentOut => {
                    for i in 0..var.ty.array.unwrap_or(1) {
                        let first = i * u32::from(var.ty.rows);
                        add(self, id, &var.ty.element(), first, var.location.unwrap_or(0) + i, false);
                    }
                }
                Storage::Builtin(Builtin::FragColor) => add(self, id, &var.ty, 0, 0, true),
                Storage::Builtin(Builtin::FragData) => {
                    for i in 0..var.ty.array.unwrap_or(1) {
                        add(self, id, &var.ty.element(), i * 4, i, false);
                    }
                }
                Storage::Builtin(Builtin::FragDepth) => depth = Some(id),
                _ => {}
            }
        }
        let depth = depth.map(|id| {
            self.fragment_if.outputs.push((id, 0, slot, 1));
            slot += 1;
            slot - 1
        });
        self.fragment_if.counts.1 = slot;
        (outputs, depth)
    }
}
