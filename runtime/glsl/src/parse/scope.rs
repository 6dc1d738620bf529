//! Names and what they mean, innermost scope first; the language's own variables and constants are outermost.

use super::*;
use crate::types::{Base, Field, Struct};

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    Var(VarId),
    Functions,
    Struct(Arc<Struct>),
    /// A uniform block's name, which nothing may use as a value.
    Block,
}

/// The scopes. The first is the language's, the second the shader's.
#[derive(Default)]
pub(super) struct Scopes {
    levels: Vec<HashMap<Arc<str>, Symbol>>,
    /// While the parameters of a function are read.
    pub(super) parameters: bool,
}

impl Scopes {
    pub(super) fn push(&mut self) {
        self.levels.push(HashMap::new());
    }

    pub(super) fn pop(&mut self) {
        self.levels.pop();
    }

    pub(super) fn find(&self, name: &str) -> Option<&Symbol> {
        self.levels.iter().rev().find_map(|level| level.get(name))
    }

    pub(super) fn here(&self, name: &str) -> Option<&Symbol> {
        self.levels.last().and_then(|level| level.get(name))
    }

    pub(super) fn language(&self, name: &str) -> Option<&Symbol> {
        self.levels.first().and_then(|level| level.get(name))
    }

    pub(super) fn insert(&mut self, name: Arc<str>, symbol: Symbol) {
        if let Some(level) = self.levels.last_mut() {
            level.insert(name, symbol);
        }
    }

    /// Declares in the shader's scope, from within a function's.
    pub(super) fn insert_global(&mut self, name: Arc<str>, symbol: Symbol) {
        if let Some(level) = self.levels.get_mut(1) {
            level.insert(name, symbol);
        }
    }

    /// Whether the innermost scope is the shader's own.
    pub(super) fn global(&self) -> bool {
        self.levels.len() <= 2
    }
}

/// The info log's word for a storage qualifier.
pub(super) fn storage_words(storage: Storage, version: u32) -> &'static str {
    match storage {
        Storage::Local | Storage::Global => "",
        Storage::Const | Storage::ParamConst => "const",
        Storage::Uniform | Storage::Builtin(Builtin::DepthRange) => "uniform",
        Storage::Attribute => "attribute",
        Storage::VaryingIn if version < 300 => "varying",
        Storage::VaryingOut if version < 300 => "varying",
        Storage::VaryingIn | Storage::VertexIn | Storage::ParamIn => "in",
        Storage::VaryingOut | Storage::FragmentOut | Storage::ParamOut => "out",
        Storage::ParamInOut => "inout",
        Storage::Builtin(b) => match b {
            Builtin::Position => "Position",
            Builtin::PointSize => "PointSize",
            Builtin::VertexId => "VertexID",
            Builtin::InstanceId => "InstanceID",
            Builtin::DrawId => "DrawID",
            Builtin::FragCoord => "FragCoord",
            Builtin::FrontFacing => "FrontFacing",
            Builtin::PointCoord => "PointCoord",
            Builtin::FragColor => "FragColor",
            Builtin::FragData => "FragData",
            Builtin::FragDepth => "FragDepth",
            Builtin::DepthRange => "uniform",
        },
    }
}

impl Parser<'_> {
    pub(super) fn default_precisions(&mut self) {
        let floats = if self.stage == Stage::Vertex {
            Some(Precision::High)
        } else {
            None
        };
        let ints = if self.stage == Stage::Vertex {
            Precision::High
        } else {
            Precision::Medium
        };
        let base = &mut self.precisions[0];
        if let Some(p) = floats {
            base.insert("float".into(), p);
        }
        base.insert("int".into(), ints);
        base.insert("sampler2D".into(), Precision::Low);
        base.insert("samplerCube".into(), Precision::Low);
    }

    fn builtin(&mut self, name: &str, ty: Type, builtin: Builtin) {
        let id = self.add_var(name, ty, Storage::Builtin(builtin));
        let output = matches!(builtin, Builtin::Position | Builtin::PointSize);
        self.vars[id as usize].invariant = self.invariant_all && output;
    }

    fn add_var(&mut self, name: &str, ty: Type, storage: Storage) -> VarId {
        let name: Arc<str> = name.into();
        let id = self.vars.len() as VarId;
        let var = Var {
            name: name.clone(),
            ty,
            storage,
            interpolation: Interpolation::Smooth,
            written_interpolation: false,
            invariant: false,
            location: None,
            value: None,
            member: None,
            loc: Loc::default(),
        };
        self.vars.push(var);
        self.scopes.insert(name, Symbol::Var(id));
        id
    }

    /// Declares the names of the language for this stage and version, and opens the shader's scope.
    pub(super) fn declare_language(&mut self) {
        self.scopes.push();
        let l = self.limits.clone();
        let high = |ty: Type| ty.with(Precision::High);
        let medium = |ty: Type| ty.with(Precision::Medium);
        let float = || Type::scalar(Base::Float);
        let int = || Type::scalar(Base::Int);
        let vec = |n| Type::vector(Base::Float, n);
        let mut constants = vec![
            ("gl_MaxVertexAttribs", l.vertex_attribs),
            ("gl_MaxVertexUniformVectors", l.vertex_uniform_vectors),
            ("gl_MaxVertexTextureImageUnits", l.vertex_texture_image_units),
            ("gl_MaxCombinedTextureImageUnits", l.combined_texture_image_units),
            ("gl_MaxTextureImageUnits", l.texture_image_units),
            ("gl_MaxFragmentUniformVectors", l.fragment_uniform_vectors),
        ];
        let buffers = if self.version >= 300 || self.draw_buffers {
            l.draw_buffers
        } else {
            1
        };
        constants.push(("gl_MaxDrawBuffers", buffers));
        if self.version >= 300 {
            constants.push(("gl_MaxVertexOutputVectors", l.vertex_output_vectors - 1));
            constants.push(("gl_MaxFragmentInputVectors", l.fragment_input_vectors - 1));
            constants.push(("gl_MinProgramTexelOffset", l.min_texel_offset as u32));
            constants.push(("gl_MaxProgramTexelOffset", l.max_texel_offset as u32));
        } else {
            constants.push(("gl_MaxVaryingVectors", l.varying_vectors));
        }
        for (name, value) in constants {
            let id = self.add_var(name, medium(int()), Storage::Const);
            self.vars[id as usize].value = Some(Arc::from(vec![value]));
        }
        let field = |name: &str| Field {
            name: name.into(),
            ty: high(float()),
            row_major: false,
        };
        let fields = vec![field("near"), field("far"), field("diff")];
        let range = Arc::new(Struct {
            name: "gl_DepthRangeParameters".into(),
            fields,
            id: 0,
        });
        self.scopes
            .insert("gl_DepthRangeParameters".into(), Symbol::Struct(range.clone()));
        self.builtin("gl_DepthRange", Type::scalar(Base::Struct(range)), Builtin::DepthRange);
        match self.stage {
            Stage::Vertex => {
                self.builtin("gl_Position", high(vec(4)), Builtin::Position);
                let size = if self.version >= 300 { high(float()) } else { medium(float()) };
                self.builtin("gl_PointSize", size, Builtin::PointSize);
                if self.version >= 300 {
                    self.builtin("gl_VertexID", high(int()), Builtin::VertexId);
                    self.builtin("gl_InstanceID", high(int()), Builtin::InstanceId);
                }
                if self.draw_id {
                    self.builtin("gl_DrawID", high(int()), Builtin::DrawId);
                }
            }
            Stage::Fragment => {
                let coord = if self.version >= 300 { high(vec(4)) } else { medium(vec(4)) };
                self.builtin("gl_FragCoord", coord, Builtin::FragCoord);
                self.builtin("gl_FrontFacing", Type::scalar(Base::Bool), Builtin::FrontFacing);
                self.builtin("gl_PointCoord", medium(vec(2)), Builtin::PointCoord);
                if self.version >= 300 {
                    self.builtin("gl_FragDepth", high(float()), Builtin::FragDepth);
                } else {
                    self.builtin("gl_FragColor", medium(vec(4)), Builtin::FragColor);
                    let data = Type {
                        array: Some(buffers.max(1)),
                        ..medium(vec(4))
                    };
                    self.builtin("gl_FragData", data, Builtin::FragData);
                    if self.frag_depth {
                        self.builtin("gl_FragDepthEXT", high(float()), Builtin::FragDepth);
                    }
                }
            }
        }
        self.scopes.push();
    }

    /// Checks a name that is about to be declared.
    pub(super) fn check_name(&mut self, name: &str, loc: Loc) -> bool {
        if name.starts_with("gl_") || name.starts_with("webgl_") || name.starts_with("_webgl_") {
            self.error(loc, name, "reserved built-in name");
            return false;
        }
        if name.contains("__") {
            if self.version >= 300 {
                let reason =
                    "all identifiers containing two consecutive underscores (__) are reserved - unintented behavior is possible";
                self.log.warning(loc, name, reason);
                return true;
            }
            let reason = "identifiers containing two consecutive underscores (__) are reserved as possible future keywords";
            self.error(loc, name, reason);
            return false;
        }
        true
    }

    /// Declares a variable in the innermost scope.
    pub(super) fn declare(&mut self, name: &str, loc: Loc, ty: Type, storage: Storage) -> VarId {
        self.next_symbol();
        let fine = match self.scopes.language(name) {
            Some(_) if name.starts_with("gl_") => {
                self.error(loc, name, "redeclaration of built-in is not allowed");
                false
            }
            _ => self.check_name(name, loc),
        };
        if fine && self.scopes.here(name).is_some() {
            self.error(loc, name, "redefinition");
        }
        if self.vars.len() > 1 << 16 {
            self.error(loc, name, "Expression too complex");
        }
        let id = self.add_var(name, ty, storage);
        self.vars[id as usize].loc = loc;
        id
    }
}
