//! Functions: their declarations, bodies and calls.

use super::qualifiers::Quals;
use super::scope::Symbol;
use super::*;
use crate::types::Base;

impl Parser<'_> {
    /// After the return type, at the name: a prototype or a definition.
    pub(super) fn function(&mut self, quals: Quals, ret: Type, ret_loc: Loc) -> Res<()> {
        let name = self.name()?;
        if quals.storage.is_some() || quals.interpolation.is_some() || quals.layout.is_some() || quals.invariant {
            let word = quals.first.clone();
            self.error(quals.loc, &word, "no qualifiers allowed for function return");
        }
        let ret = if ret.base == Base::Void {
            ret
        } else {
            self.qualify_precision(ret, quals.precision, ret_loc)
        };
        if ret.contains(&|t| t.is_sampler()) {
            self.error(ret_loc, &ret.keyword(), "samplers can't be function return values");
        }
        if ret.array.is_some() && self.version < 300 {
            self.error(
                ret_loc,
                "[]",
                "first-class array (function return value) supported in GLSL ES 3.00 and above only",
            );
        }
        self.next(); // (
        self.scopes.push();
        self.precisions.push(HashMap::new());
        self.scopes.parameters = true;
        let params = self.parameters();
        self.scopes.parameters = false;
        let params = params?;
        self.check_function_name(&name, &params);
        if &*name.text == "main" {
            if ret.base != Base::Void {
                self.error(ret_loc, &ret.element().keyword(), "main function cannot return a value");
            }
            if !params.is_empty() {
                self.error(name.loc, "main", "function cannot take any parameter(s)");
            }
        }
        let id = self.declare_function(&name, &ret, ret_loc, params.clone(), self.is("{"));
        if self.accept(";") {
            if self.current.is_some() {
                self.error(name.loc, &name.text, "local function prototype declarations are not allowed");
            }
            self.scopes.pop();
            self.precisions.pop();
            return Ok(());
        }
        if self.current.is_some() || !self.is("{") {
            return self.syntax();
        }
        if self.funcs[id as usize].body.is_some() {
            self.error(name.loc, &name.text, "function already has a body");
        }
        self.funcs[id as usize].params = params;
        let ret = self.funcs[id as usize].ret.clone();
        self.current = Some(Current {
            id,
            ret: ret.clone(),
            returns: false,
        });
        self.called.clear();
        let open = self.loc();
        self.next();
        let mut body = Vec::new();
        while !self.is("}") {
            self.statement(&mut body)?;
        }
        self.next();
        let _ = open;
        let current = self.current.take().expect("set above");
        if ret.base != Base::Void && !current.returns {
            self.error(name.loc, &name.text, "Function does not return a value");
        }
        self.scopes.pop();
        self.precisions.pop();
        let calls = std::mem::take(&mut self.called);
        let defined = self.funcs.iter().map(|f| f.defined).max().unwrap_or(0) + 1;
        let function = &mut self.funcs[current.id as usize];
        function.defined = defined;
        function.body = Some(body);
        function.calls = calls;
        Ok(())
    }

    fn check_function_name(&mut self, name: &Token, params: &[VarId]) {
        if self.check_name(&name.text, name.loc) {
            let types: Vec<&Type> = params.iter().map(|p| &self.vars[*p as usize].ty).collect();
            if self.version >= 300 {
                if builtins::exists(&name.text, self.functions) {
                    self.log.error(
                        name.loc,
                        &name.text,
                        "Name of a built-in function cannot be redeclared as function",
                    );
                }
            } else if builtins::resolve(&name.text, &types, self.functions).is_some() {
                self.log.error(name.loc, &name.text, "built-in functions cannot be redefined");
            }
        }
    }

    fn parameters(&mut self) -> Res<Vec<VarId>> {
        let mut params: Vec<VarId> = Vec::new();
        if self.accept(")") {
            return Ok(params);
        }
        if self.is_keyword("void") && self.peek_at(1).is(")") {
            self.next();
            self.next();
            return Ok(params);
        }
        loop {
            let quals = self.qualifiers()?;
            if !self.at_type() {
                return self.syntax();
            }
            let (ty, loc, declares) = self.type_specifier()?;
            if declares {
                self.error(loc, "struct", "Function parameter type cannot be a structure definition");
            }
            let mut ty = self.qualify_precision(ty, quals.precision, loc);
            let token = if self.is_name() { Some(self.next()) } else { None };
            while self.is("[") {
                let at = self.loc();
                let size = self.array_size()?;
                self.make_array(&mut ty, size, at);
            }
            let place = token.as_ref().map_or(loc, |t| t.loc);
            let text: Arc<str> = token.as_ref().map_or("".into(), |t| Arc::from(&*t.text));
            if ty.array == Some(0) {
                self.error(place, &text, "function parameter array must specify a size");
                ty.array = Some(1);
            }
            if ty.base == Base::Void {
                self.error(place, &text, "illegal use of type 'void'");
                ty = Type::scalar(Base::Float);
            }
            let storage = match quals.storage {
                None | Some("in") => Storage::ParamIn,
                Some("const") => Storage::ParamConst,
                Some("out") => Storage::ParamOut,
                Some("inout") => Storage::ParamInOut,
                Some(other) => {
                    let other = other.to_string();
                    self.error(quals.loc, &other, "only allowed at global scope");
                    Storage::ParamIn
                }
            };
            if matches!(storage, Storage::ParamOut | Storage::ParamInOut) && ty.contains(&|t| t.is_sampler()) {
                self.error(loc, &ty.element().keyword(), "opaque types cannot be output parameters");
            }
            let id = if text.is_empty() {
                let id = self.vars.len() as VarId;
                let mut var = self.vars[0].clone();
                var.name = text;
                var.ty = ty;
                var.storage = storage;
                var.value = None;
                self.vars.push(var);
                id
            } else {
                self.declare(&text, place, ty, storage)
            };
            params.push(id);
            if params.len() > 1024 {
                self.error(place, "", "Function has too many parameters");
                return Err(Stop);
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(params)
    }

    fn declare_function(&mut self, name: &Token, ret: &Type, ret_loc: Loc, params: Vec<VarId>, defines: bool) -> FuncId {
        let types: Vec<Type> = params.iter().map(|p| self.vars[*p as usize].ty.clone()).collect();
        match self.scopes.find(&name.text).cloned() {
            Some(Symbol::Functions) | None => {}
            Some(_) => self.error(name.loc, &name.text, "redefinition of a function"),
        }
        let old = self
            .funcs
            .iter()
            .position(|f| *f.name == *name.text && self.same_types(f, &types));
        if let Some(old) = old {
            let function = self.funcs[old].clone();
            if !function.ret.same(ret) {
                let reason = "function must have the same return type in all of its declarations";
                self.error(ret_loc, &ret.element().keyword(), reason);
            }
            let kinds =
                |ids: &[VarId], this: &Self| -> Vec<Storage> { ids.iter().map(|i| this.vars[*i as usize].storage).collect() };
            if kinds(&function.params, self) != kinds(&params, self) {
                let reason = "function must have the same parameter qualifiers in all of its declarations";
                self.error(name.loc, &name.text, reason);
            }
            if !defines && function.body.is_none() && self.version < 300 {
                self.error(
                    name.loc,
                    &name.text,
                    "duplicate function prototype declarations are not allowed",
                );
            }
            return old as FuncId;
        }
        self.next_symbol();
        let id = self.funcs.len() as FuncId;
        let function = Function {
            name: Arc::from(&*name.text),
            ret: ret.clone(),
            params,
            body: None,
            calls: Vec::new(),
            defined: 0,
        };
        self.funcs.push(function);
        self.scopes.insert_global(Arc::from(&*name.text), Symbol::Functions);
        id
    }

    fn same_types(&self, function: &Function, types: &[Type]) -> bool {
        function.params.len() == types.len()
            && function
                .params
                .iter()
                .zip(types)
                .all(|(p, t)| self.vars[*p as usize].ty.same(t))
    }

    /// `f(a, b)`: the name has been read, the next token is the open parenthesis.
    pub(super) fn call(&mut self, name: &Token) -> Res<Expr> {
        let args = self.arguments()?;
        let loc = name.loc;
        match self.scopes.find(&name.text) {
            Some(Symbol::Functions) | None => {}
            Some(Symbol::Struct(s)) => {
                let ty = Type::scalar(Base::Struct(s.clone()));
                return Ok(self.construct(ty, args, loc));
            }
            Some(_) => {
                self.error(loc, &name.text, "function name expected");
                return Ok(self.zero(Type::scalar(Base::Float).with(self.float_precision()), loc));
            }
        }
        let types: Vec<Type> = args.iter().map(|a| a.ty.clone()).collect();
        if let Some(id) = self
            .funcs
            .iter()
            .position(|f| *f.name == *name.text && self.same_types(f, &types))
        {
            return Ok(self.call_function(id as FuncId, args, loc));
        }
        let types: Vec<&Type> = types.iter().collect();
        if let Some(found) = builtins::resolve(&name.text, &types, self.functions) {
            return Ok(self.call_builtin(found, args, loc));
        }
        self.error(loc, &name.text, "no matching overloaded function found");
        Ok(self.zero(Type::scalar(Base::Float).with(self.float_precision()), loc))
    }

    fn float_precision(&self) -> Precision {
        self.default_precision("float").unwrap_or(Precision::High)
    }

    /// `( … )` of a call or constructor.
    pub(super) fn arguments(&mut self) -> Res<Vec<Expr>> {
        self.expect("(")?;
        let mut args = Vec::new();
        if self.accept(")") {
            return Ok(args);
        }
        if self.is_keyword("void") && self.peek_at(1).is(")") {
            self.next();
            self.next();
            return Ok(args);
        }
        loop {
            args.push(self.deeper(|p| p.assignment_expression())?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(args)
    }

    fn call_function(&mut self, id: FuncId, args: Vec<Expr>, loc: Loc) -> Expr {
        let function = &self.funcs[id as usize];
        let (name, ret, params) = (function.name.clone(), function.ret.clone(), function.params.clone());
        for (param, arg) in params.iter().zip(&args) {
            let storage = self.vars[*param as usize].storage;
            if matches!(storage, Storage::ParamOut | Storage::ParamInOut) && !self.check_place(arg, arg.loc, "assign") {
                let reason = "Constant value cannot be passed for 'out' or 'inout' parameters.";
                self.error(arg.loc, &name, reason);
            }
        }
        if !self.called.contains(&id) {
            self.called.push(id);
        }
        Expr::new(ExprKind::Call(id, args), ret, Qual::Temp, loc)
    }

    fn call_builtin(&mut self, found: builtins::Resolved, args: Vec<Expr>, loc: Loc) -> Expr {
        for (i, arg) in args.iter().enumerate() {
            if found.outs & (1 << i) != 0 && !self.check_place(arg, arg.loc, "assign") {
                let reason = "Constant value cannot be passed for 'out' or 'inout' parameters.";
                self.error(arg.loc, found.name, reason);
            }
        }
        if found.name.contains("Offset") {
            self.check_offset(&found, &args, loc);
        }
        let constant = args.iter().all(|a| matches!(a.kind, ExprKind::Const(_))) && found.outs == 0 && !args.is_empty();
        let expr = Expr::new(ExprKind::Builtin(found.name, args), found.ret, Qual::Temp, loc);
        if constant { self.fold(expr) } else { expr }
    }

    fn check_offset(&mut self, found: &builtins::Resolved, args: &[Expr], loc: Loc) {
        let biased = ["textureOffset", "textureProjOffset"].contains(&found.name);
        let index = if biased { 2 } else { args.len() - 1 };
        let Some(ExprKind::Const(words)) = args.get(index).map(|a| &a.kind) else {
            self.error(loc, found.name, "Texture offset must be a constant expression");
            return;
        };
        for word in words.clone().iter() {
            let value = *word as i32;
            if value < self.limits.min_texel_offset || value > self.limits.max_texel_offset {
                self.error(loc, &value.to_string(), "Texture offset value out of valid range");
            }
        }
    }
}
