//! Declarations: globals, locals, functions.

use super::qualifiers::Quals;
use super::scope::Symbol;
use super::*;
use crate::types::Base;

impl Parser<'_> {
    /// Whether the tokens read now are a function's parameters (the open parenthesis has been passed).
    pub(super) fn in_parameters(&self) -> bool {
        self.scopes.parameters
    }

    pub(super) fn external_declaration(&mut self) -> Res<()> {
        if self.accept(";") {
            return Ok(());
        }
        if self.is_keyword("precision") {
            return self.precision_statement();
        }
        if !self.at_declaration() && !self.at_type() {
            return self.syntax();
        }
        let quals = self.qualifiers()?;
        if quals.any {
            if self.is(";") {
                self.next();
                self.global_qualifier(&quals);
                return Ok(());
            }
            if self.is_name() && !self.at_type() {
                if self.peek_at(1).is("{") {
                    return self.interface_block(quals);
                }
                if quals.invariant && quals.storage.is_none() {
                    return self.invariant_names(&quals);
                }
            }
        }
        let (ty, loc, _) = self.type_specifier()?;
        if self.is_name() && self.peek_at(1).is("(") {
            return self.function(quals, ty, loc);
        }
        self.declarators(quals, ty, loc, &mut Vec::new())
    }

    /// `layout(std140) uniform;` and the like.
    fn global_qualifier(&mut self, quals: &Quals) {
        let Some(layout) = &quals.layout else {
            if quals.storage.is_some() {
                self.error(
                    quals.loc,
                    quals.storage.unwrap_or(""),
                    "invalid qualifier: global layout can only be set for blocks",
                );
            }
            return;
        };
        if quals.storage != Some("uniform") {
            let word = quals.storage.unwrap_or("");
            self.error(quals.loc, word, "invalid qualifier: global layout can only be set for blocks");
            return;
        }
        if layout.location.is_some() {
            let reason = "invalid layout qualifier: only valid on program inputs and outputs";
            self.error(layout.loc, "location", reason);
        }
        if let Some(matrix) = layout.matrix {
            self.row_major = matrix;
        }
    }

    /// `invariant a, b;`
    fn invariant_names(&mut self, quals: &Quals) -> Res<()> {
        loop {
            let name = self.name()?;
            match self.scopes.find(&name.text).cloned() {
                Some(Symbol::Var(id)) => {
                    let version = self.version;
                    let var = &mut self.vars[id as usize];
                    let fine = matches!(
                        var.storage,
                        Storage::VaryingOut | Storage::FragmentOut | Storage::Builtin(Builtin::Position | Builtin::PointSize)
                    ) || (version < 300
                        && matches!(
                            var.storage,
                            Storage::VaryingIn
                                | Storage::Builtin(
                                    Builtin::FragCoord | Builtin::PointCoord | Builtin::FragColor | Builtin::FragData
                                )
                        ));
                    if fine {
                        var.invariant = true;
                    } else {
                        self.error(quals.loc, "invariant", "Cannot be qualified as invariant.");
                    }
                }
                _ => self.error(name.loc, &name.text, "undeclared identifier declared as invariant or precise"),
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(())
    }

    /// `T a, b[2], c = 1.0;`. Local ones become statements, global ones go to the module.
    pub(super) fn declarators(&mut self, quals: Quals, ty: Type, loc: Loc, out: &mut Vec<Stmt>) -> Res<()> {
        let global = self.scopes.global();
        if self.is(";") {
            // Only a type: a structure's declaration, or nothing at all.
            if quals.precision.is_some() || !ty.is_struct() {
                self.qualify_precision(ty.clone(), quals.precision, loc);
            }
            self.next();
            return Ok(());
        }
        // `float, a;`: the first declarator has no name.
        self.accept(",");
        if !self.is_name() {
            return self.syntax();
        }
        let ty = self.qualify_precision(ty, quals.precision, loc);
        let storage = self.storage(&quals, &ty, loc);
        let mut first = true;
        loop {
            let name = self.name()?;
            let mut ty = ty.clone();
            while self.is("[") {
                let at = self.loc();
                let size = self.array_size()?;
                self.make_array(&mut ty, size, at);
            }
            if ty.base == Base::Void {
                self.error(name.loc, &name.text, "illegal use of type 'void'");
                ty = Type::scalar(Base::Float);
            }
            self.check_variable(&quals, &ty, storage, loc, first);
            first = false;
            // The name is known from after its first value on.
            let first_value = if self.is("=") {
                let at = self.next().loc;
                Some((at, self.deeper(|p| p.assignment_expression())?))
            } else {
                None
            };
            let id = self.declare_or_redeclare(&quals, &name, &ty, storage);
            if let Some((at, value)) = first_value {
                let value = self.initialise(id, value, &quals, at);
                if global {
                    self.globals.push((id, value));
                } else {
                    out.push(Stmt::Declare(id, value));
                }
            } else {
                if storage == Storage::Const {
                    self.error(name.loc, &name.text, "variables with qualifier 'const' must be initialized");
                    let zero = self.zero(ty.clone(), name.loc);
                    if let ExprKind::Const(words) = zero.kind {
                        self.vars[id as usize].value = Some(words);
                    }
                }
                if ty.array == Some(0) {
                    let reason = "implicitly sized arrays only allowed for tessellation shaders or geometry shader inputs";
                    self.error(name.loc, &name.text, reason);
                    self.vars[id as usize].ty.array = Some(1);
                }
                if global {
                    self.globals.push((id, None));
                } else {
                    out.push(Stmt::Declare(id, None));
                }
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(())
    }

    /// The storage that qualifiers mean here.
    fn storage(&mut self, quals: &Quals, ty: &Type, loc: Loc) -> Storage {
        let global = self.scopes.global();
        let word = quals.storage;
        if !global && !matches!(word, None | Some("const")) {
            let word = word.unwrap_or("");
            self.error(loc, word, "Local variables can only use the const storage qualifier.");
            self.error(loc, word, "invalid qualifier combination");
            return Storage::Local;
        }
        let storage = match word {
            None if global => Storage::Global,
            None => Storage::Local,
            Some("const") => Storage::Const,
            Some("uniform") => Storage::Uniform,
            Some("attribute") => Storage::Attribute,
            Some("varying") if self.stage == Stage::Vertex => Storage::VaryingOut,
            Some("varying") => Storage::VaryingIn,
            Some("in") if self.stage == Stage::Vertex => Storage::VertexIn,
            Some("in") => Storage::VaryingIn,
            Some("out") if self.stage == Stage::Vertex => Storage::VaryingOut,
            Some("out") => Storage::FragmentOut,
            Some(other) => {
                self.error(
                    quals.loc,
                    other,
                    "invalid qualifier: can be used with either function parameters or the variables for interpolation.",
                );
                Storage::Global
            }
        };
        let varying = matches!(storage, Storage::VaryingIn | Storage::VaryingOut);
        if quals.interpolation.is_some() && !varying {
            let name = match quals.interpolation {
                Some(Interpolation::Flat) => "flat",
                Some(Interpolation::Smooth) => "smooth",
                _ => "centroid",
            };
            if let Some(word) = word {
                self.error(quals.loc, word, "invalid qualifier combination");
            }
            self.error(quals.loc, name, "qualifier can only be used with in and out variables");
        }
        if quals.invariant {
            let fine = matches!(storage, Storage::VaryingOut | Storage::FragmentOut)
                || (self.version < 300 && storage == Storage::VaryingIn);
            if !fine {
                self.error(quals.loc, "invariant", "Cannot be qualified as invariant.");
            }
        }
        if let Some(layout) = &quals.layout {
            let layout = layout.clone();
            if layout.location.is_some() && !matches!(storage, Storage::VertexIn | Storage::FragmentOut) {
                let reason = "invalid layout qualifier: only valid on program inputs and outputs";
                self.error(layout.loc, "location", reason);
            }
            if layout.std140 || layout.shared {
                self.error(layout.loc, "layout", "layout qualifier only valid for interface blocks");
            }
            let _ = ty;
        }
        storage
    }

    /// Checks that a type may have a storage.
    fn check_variable(&mut self, quals: &Quals, ty: &Type, storage: Storage, loc: Loc, first: bool) {
        if !first && ty.array.is_none() {
            return;
        }
        let word = quals.storage.unwrap_or("");
        let sampler = ty.contains(&|t| t.is_sampler());
        if sampler && storage != Storage::Uniform {
            if ty.is_sampler() {
                let name = ty.element().keyword();
                self.error(loc, &name, &format!("{name}s must be uniform"));
            } else {
                self.error(loc, &ty.keyword(), "structure must be uniform (it contains a sampler)");
            }
        }
        match storage {
            Storage::Attribute => {
                if ty.array.is_some() {
                    self.error(loc, word, "cannot declare arrays of this qualifier");
                } else if ty.is_struct() {
                    self.error(loc, word, "cannot be used with a structure");
                } else if ty.base != Base::Float {
                    self.error(loc, word, "cannot be bool or int");
                }
            }
            Storage::VertexIn => {
                if ty.array.is_some() {
                    self.error(loc, word, "cannot declare arrays of this qualifier");
                } else if ty.is_struct() {
                    self.error(loc, word, "cannot be used with a structure");
                } else if ty.base == Base::Bool {
                    self.error(loc, word, "cannot be bool");
                }
            }
            Storage::VaryingIn | Storage::VaryingOut if self.version < 300 => {
                if ty.is_struct() {
                    self.error(loc, word, "cannot be used with a structure");
                } else if ty.base != Base::Float {
                    self.error(loc, word, "cannot be bool or int");
                }
            }
            Storage::VaryingIn | Storage::VaryingOut => {
                if ty.contains(&|t| t.base == Base::Bool) {
                    self.error(
                        loc,
                        word,
                        if ty.is_struct() {
                            "cannot be a structure containing a bool"
                        } else {
                            "cannot be bool"
                        },
                    );
                }
                if let Some(s) = ty.fields() {
                    if ty.array.is_some() {
                        self.error(loc, word, "cannot be an array of structures");
                    }
                    if s.fields.iter().any(|f| f.ty.array.is_some()) {
                        self.error(loc, word, "cannot be a structure containing an array");
                    }
                    if s.fields.iter().any(|f| f.ty.is_struct()) {
                        self.error(loc, word, "cannot be a structure containing a structure");
                    }
                }
                if quals.interpolation != Some(Interpolation::Flat) && ty.contains(&|t| t.is_integer()) {
                    self.error(loc, word, "must use 'flat' interpolation here");
                }
            }
            Storage::FragmentOut => {
                if ty.is_struct() {
                    self.error(loc, word, "cannot be used with a structure");
                } else if ty.cols > 1 {
                    self.error(loc, word, "cannot be matrix");
                } else if ty.base == Base::Bool {
                    self.error(loc, word, "cannot be bool");
                }
            }
            _ => {}
        }
    }

    fn declare_or_redeclare(&mut self, quals: &Quals, name: &Token, ty: &Type, storage: Storage) -> VarId {
        // A few names of the language may be declared again.
        if let Some(Symbol::Var(id)) = self.scopes.language(&name.text) {
            let id = *id;
            let found = &self.vars[id as usize];
            let fine = match found.storage {
                Storage::Builtin(Builtin::Position | Builtin::PointSize) => storage == Storage::VaryingOut && self.version >= 300,
                Storage::Builtin(Builtin::FragDepth) => storage == Storage::FragmentOut,
                _ => false,
            };
            if fine && found.ty.same(ty) && self.scopes.global() {
                return id;
            }
        }
        let id = self.declare(&name.text, name.loc, ty.clone(), storage);
        let invariant = quals.invariant || (self.invariant_all && storage == Storage::VaryingOut);
        let var = &mut self.vars[id as usize];
        var.interpolation = quals.interpolation.unwrap_or_default();
        var.written_interpolation = quals.interpolation.is_some();
        var.invariant = invariant;
        var.location = quals.layout.as_ref().and_then(|l| l.location);
        id
    }

    /// Checks a first value; what is returned is assigned where the declaration stands.
    pub(super) fn initialise(&mut self, id: VarId, value: Expr, quals: &Quals, loc: Loc) -> Option<Expr> {
        let var = self.vars[id as usize].clone();
        let global = self.scopes.global();
        if !matches!(var.storage, Storage::Local | Storage::Global | Storage::Const) {
            let word = quals.storage.unwrap_or("");
            self.error(loc, word, " cannot initialize this type of qualifier ");
            return None;
        }
        let mut ty = var.ty.clone();
        if ty.array == Some(0) {
            ty.array = Some(value.ty.array.unwrap_or(1).max(1));
            self.vars[id as usize].ty = ty.clone();
        }
        let constant = matches!(value.kind, ExprKind::Const(_));
        if var.storage == Storage::Const && !constant {
            let text = ty.describe("const");
            self.error(loc, "=", &format!("assigning non-constant to '{text}'"));
            self.vars[id as usize].storage = if global { Storage::Global } else { Storage::Local };
            return None;
        }
        if !self.check_assignable(&ty, &value, loc, "=", var.storage == Storage::Const) {
            if var.storage == Storage::Const
                && let ExprKind::Const(words) = self.zero(ty, loc).kind
            {
                self.vars[id as usize].value = Some(words);
            }
            return None;
        }
        if global && !constant {
            let legacy = self.version < 300 && self.legacy_initialiser(&value);
            if !legacy {
                self.error(loc, "=", "global variable initializers must be constant expressions");
                return None;
            }
            let reason = "global variable initializers should be constant expressions (uniforms and globals are allowed in global initializers for legacy compatibility)";
            self.log.warning(loc, "=", reason);
        }
        if var.storage == Storage::Const {
            if let ExprKind::Const(words) = &value.kind {
                self.vars[id as usize].value = Some(words.clone());
            }
            return None;
        }
        Some(value)
    }

    /// What 1.00 lets through for old pages: uniforms and globals, without calls and side effects.
    fn legacy_initialiser(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Const(_) => true,
            ExprKind::Var(id) => matches!(
                self.vars[*id as usize].storage,
                Storage::Uniform | Storage::Global | Storage::Const
            ),
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => self.legacy_initialiser(a) && self.legacy_initialiser(b),
            ExprKind::Field(a, _) | ExprKind::Swizzle(a, _) | ExprKind::Unary(_, a) => self.legacy_initialiser(a),
            ExprKind::Ternary(c, a, b) => self.legacy_initialiser(c) && self.legacy_initialiser(a) && self.legacy_initialiser(b),
            ExprKind::Construct(args) => args.iter().all(|a| self.legacy_initialiser(a)),
            ExprKind::Builtin(name, args) => {
                !name.starts_with("texture") && !name.starts_with("texel") && args.iter().all(|a| self.legacy_initialiser(a))
            }
            _ => false,
        }
    }

    /// Checks that a value may be given to a place of type `ty`.
    pub(super) fn check_assignable(&mut self, ty: &Type, value: &Expr, loc: Loc, token: &str, constant: bool) -> bool {
        let target = if constant { ty.describe("const") } else { ty.describe("") };
        self.check_void(value, loc, "=");
        self.check_common(ty, &value.ty, loc, "=", true);
        let fine = ty.same(&value.ty)
            && !value.ty.contains(&|t| t.is_sampler())
            && !matches!(ty.base, Base::Block(..) | Base::Void)
            && (self.version >= 300 || (ty.array.is_none() && !ty.contains(&|t| t.array.is_some())));
        if !fine {
            let from = describe(value, self);
            self.error(loc, token, &format!("cannot convert from '{from}' to '{target}'"));
        }
        fine
    }

    fn check_void(&mut self, value: &Expr, loc: Loc, token: &str) {
        if value.ty.base == Base::Void {
            self.error(loc, token, "operation with void operands");
        }
    }
}
