//! Statements.

use super::scope::Symbol;
use super::*;
use crate::types::Base;

impl Parser<'_> {
    /// Reads one statement onto `out`.
    pub(super) fn statement(&mut self, out: &mut Vec<Stmt>) -> Res<()> {
        self.deeper(|p| p.statement_inner(out))
    }

    /// A statement with a scope of its own, as after `else`.
    fn scoped(&mut self) -> Res<Vec<Stmt>> {
        self.scopes.push();
        self.precisions.push(HashMap::new());
        let mut body = Vec::new();
        let result = if self.accept("{") {
            self.rest_of_block(&mut body)
        } else {
            self.statement(&mut body)
        };
        self.scopes.pop();
        self.precisions.pop();
        result.map(|()| body)
    }

    fn rest_of_block(&mut self, body: &mut Vec<Stmt>) -> Res<()> {
        while !self.is("}") {
            self.statement(body)?;
        }
        self.next();
        Ok(())
    }

    fn statement_inner(&mut self, out: &mut Vec<Stmt>) -> Res<()> {
        let token = self.peek().clone();
        if token.kind == Kind::Ident && self.word(&token) == Word::Keyword {
            match &*token.text {
                "if" => return self.if_statement(out),
                "for" | "while" | "do" => return self.loop_statement(out),
                "switch" => return self.switch_statement(out),
                "case" | "default" => {
                    self.error(
                        token.loc,
                        &token.text,
                        "case and default labels need to be inside switch statements",
                    );
                    self.next();
                    if &*token.text == "case" {
                        self.expression()?;
                    }
                    self.expect(":")?;
                    return Ok(());
                }
                "break" => {
                    self.next();
                    if self.loops == 0 && self.switches == 0 {
                        self.error(token.loc, "", "break statement only allowed in loops and switch statements");
                    }
                    self.expect(";")?;
                    out.push(Stmt::Break);
                    return Ok(());
                }
                "continue" => {
                    self.next();
                    if self.loops == 0 {
                        self.error(token.loc, "", "continue statement only allowed in loops");
                    }
                    self.expect(";")?;
                    out.push(Stmt::Continue);
                    return Ok(());
                }
                "return" => return self.return_statement(out),
                "discard" => {
                    self.next();
                    if self.stage != Stage::Fragment {
                        self.error(token.loc, "discard", "discard supported in fragment shaders only");
                    }
                    self.expect(";")?;
                    out.push(Stmt::Discard);
                    return Ok(());
                }
                "precision" => return self.precision_statement(),
                _ => {}
            }
        }
        if self.accept("{") {
            self.scopes.push();
            self.precisions.push(HashMap::new());
            let mut body = Vec::new();
            let result = self.rest_of_block(&mut body);
            self.scopes.pop();
            self.precisions.pop();
            result?;
            out.push(Stmt::Block(body));
            return Ok(());
        }
        if self.accept(";") {
            return Ok(());
        }
        if self.at_declaration() {
            let quals = self.qualifiers()?;
            let (ty, loc, _) = self.type_specifier()?;
            if self.is_name() && self.peek_at(1).is("(") {
                return self.function(quals, ty, loc);
            }
            return self.declarators(quals, ty, loc, out);
        }
        let expr = self.expression()?;
        self.expect(";")?;
        out.push(Stmt::Expr(expr));
        Ok(())
    }

    /// `( condition )`, which must be a boolean. What is wrong is said twice, as Chromium does.
    fn condition(&mut self) -> Res<Expr> {
        let expr = self.expression()?;
        Ok(self.check_bool(expr))
    }

    pub(super) fn check_bool(&mut self, expr: Expr) -> Expr {
        if expr.ty.base == Base::Bool && expr.ty.is_scalar() {
            return expr;
        }
        self.error(expr.loc, "", "boolean expression expected");
        self.error(expr.loc, "", "boolean expression expected");
        self.zero(Type::scalar(Base::Bool), expr.loc)
    }

    fn if_statement(&mut self, out: &mut Vec<Stmt>) -> Res<()> {
        self.next();
        self.expect("(")?;
        let condition = self.condition()?;
        self.expect(")")?;
        let then = self.scoped()?;
        let otherwise = if self.accept_keyword("else") {
            self.scoped()?
        } else {
            Vec::new()
        };
        out.push(Stmt::If(condition, then, otherwise));
        Ok(())
    }

    fn loop_statement(&mut self, out: &mut Vec<Stmt>) -> Res<()> {
        let token = self.next();
        self.scopes.push();
        self.precisions.push(HashMap::new());
        self.loops += 1;
        let result = self.loop_inner(&token);
        self.loops -= 1;
        self.scopes.pop();
        self.precisions.pop();
        out.push(Stmt::Loop(Box::new(result?)));
        Ok(())
    }

    fn loop_inner(&mut self, token: &Token) -> Res<Loop> {
        let mut found = Loop {
            kind: LoopKind::For,
            init: Vec::new(),
            condition: None,
            condition_var: None,
            step: None,
            body: Vec::new(),
            loc: token.loc,
        };
        match &*token.text {
            "for" => {
                self.expect("(")?;
                if !self.accept(";") {
                    if self.at_declaration() {
                        let quals = self.qualifiers()?;
                        let (ty, loc, _) = self.type_specifier()?;
                        self.declarators(quals, ty, loc, &mut found.init)?;
                    } else {
                        let expr = self.expression()?;
                        self.expect(";")?;
                        found.init.push(Stmt::Expr(expr));
                    }
                }
                if !self.is(";") {
                    self.loop_condition(&mut found)?;
                }
                self.expect(";")?;
                if !self.is(")") {
                    found.step = Some(self.expression()?);
                }
                self.expect(")")?;
                found.body = self.loop_body()?;
            }
            "while" => {
                found.kind = LoopKind::While;
                self.expect("(")?;
                self.loop_condition(&mut found)?;
                self.expect(")")?;
                found.body = self.loop_body()?;
            }
            _ => {
                found.kind = LoopKind::Do;
                found.body = self.scoped()?;
                if !self.accept_keyword("while") {
                    return self.syntax();
                }
                self.expect("(")?;
                found.condition = Some(self.condition()?);
                self.expect(")")?;
                self.expect(";")?;
            }
        }
        Ok(found)
    }

    /// The body of `for` and `while` shares the scope of the header.
    fn loop_body(&mut self) -> Res<Vec<Stmt>> {
        let mut body = Vec::new();
        if self.accept("{") {
            self.rest_of_block(&mut body)?;
        } else {
            self.statement(&mut body)?;
        }
        Ok(body)
    }

    fn loop_condition(&mut self, found: &mut Loop) -> Res<()> {
        if !self.at_declaration() {
            found.condition = Some(self.condition()?);
            return Ok(());
        }
        let quals = self.qualifiers()?;
        let (ty, loc, _) = self.type_specifier()?;
        let ty = self.qualify_precision(ty, quals.precision, loc);
        let name = self.name()?;
        let at = self.expect("=")?;
        let value = self.deeper(|p| p.assignment_expression())?;
        if !(ty.base == Base::Bool && ty.is_scalar()) {
            self.error(loc, "", "boolean expression expected");
        }
        let id = self.declare(&name.text, name.loc, ty, Storage::Local);
        found.condition = self.initialise(id, value, &quals, at);
        found.condition_var = Some(id);
        Ok(())
    }

    fn return_statement(&mut self, out: &mut Vec<Stmt>) -> Res<()> {
        let loc = self.next().loc;
        let value = if self.is(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let Some(current) = &mut self.current else { return Ok(()) };
        let ret = current.ret.clone();
        match &value {
            None if ret.base != Base::Void => {
                self.error(loc, "return", "non-void function must return a value");
            }
            None => {}
            Some(value) => {
                current.returns = true;
                if ret.base == Base::Void {
                    self.error(loc, "return", "void function cannot return a value");
                } else if !ret.same(&value.ty) {
                    self.error(loc, "return", "function return is not matching type:");
                }
            }
        }
        out.push(Stmt::Return(value));
        Ok(())
    }

    fn switch_statement(&mut self, out: &mut Vec<Stmt>) -> Res<()> {
        let loc = self.next().loc;
        self.expect("(")?;
        let value = self.expression()?;
        self.expect(")")?;
        self.expect("{")?;
        self.scopes.push();
        self.precisions.push(HashMap::new());
        self.switches += 1;
        let cases = self.cases(&value);
        self.switches -= 1;
        self.scopes.pop();
        self.precisions.pop();
        let (cases, early) = cases?;
        if !(value.ty.is_scalar() && value.ty.is_integer()) {
            self.error(
                loc,
                "switch",
                "init-expression in a switch statement must be a scalar integer",
            );
        }
        if early {
            self.error(loc, "switch", "statement before the first label");
        }
        if cases.last().is_some_and(|c| c.body.is_empty() && !c.labels.is_empty()) {
            let reason = "no statement between the last case label and the end of the switch statement";
            self.error(loc, "switch", reason);
        }
        out.push(Stmt::Switch(value, cases));
        Ok(())
    }

    /// The parts of a switch, and whether a statement stands before the first label.
    fn cases(&mut self, value: &Expr) -> Res<(Vec<Case>, bool)> {
        let mut cases: Vec<Case> = Vec::new();
        let mut early = false;
        let mut seen: Vec<Option<u32>> = Vec::new();
        while !self.is("}") {
            let token = self.peek().clone();
            let is_case = self.is_keyword("case");
            if is_case || self.is_keyword("default") {
                self.next();
                let label = if is_case {
                    self.case_label(value, &token)?
                } else {
                    Some(None)
                };
                self.expect(":")?;
                let Some(label) = label else { continue };
                if seen.contains(&label) {
                    self.error(token.loc, &token.text, "duplicate case label");
                }
                seen.push(label);
                match cases.last_mut() {
                    Some(case) if case.body.is_empty() => case.labels.push(label),
                    _ => cases.push(Case {
                        labels: vec![label],
                        body: Vec::new(),
                    }),
                }
            } else {
                let mut body = Vec::new();
                let mark = self.at;
                self.statement(&mut body)?;
                match cases.last_mut() {
                    // An empty statement is a statement too.
                    Some(case) if body.is_empty() && self.at > mark => case.body.push(Stmt::Block(Vec::new())),
                    Some(case) => case.body.extend(body),
                    None => early = true,
                }
            }
        }
        self.next();
        Ok((cases, early))
    }

    fn case_label(&mut self, value: &Expr, token: &Token) -> Res<Option<Option<u32>>> {
        let label = self.expression()?;
        let ExprKind::Const(words) = &label.kind else {
            self.error(label.loc, "", "constant expression required");
            self.error(token.loc, "case", "case label must be constant");
            return Ok(None);
        };
        if !(label.ty.is_scalar() && label.ty.is_integer()) {
            self.error(token.loc, "case", "case label must be a scalar integer");
            return Ok(None);
        }
        if label.ty.base != value.ty.base {
            self.error(
                token.loc,
                "case",
                "case label type does not match switch init-expression type",
            );
        }
        Ok(Some(Some(words[0])))
    }

    /// What a name stands for as a value.
    pub(super) fn variable(&mut self, token: &Token) -> Expr {
        let loc = token.loc;
        let id = match self.scopes.find(&token.text).cloned() {
            Some(Symbol::Var(id)) => id,
            Some(_) => {
                self.error(loc, &token.text, "variable expected");
                return self.zero(Type::scalar(Base::Float).with(Precision::High), loc);
            }
            None => {
                self.error(loc, &token.text, "undeclared identifier");
                return self.zero(Type::scalar(Base::Float).with(Precision::High), loc);
            }
        };
        let var = &self.vars[id as usize];
        if let Some(value) = &var.value {
            return Expr::new(ExprKind::Const(value.clone()), var.ty.clone(), Qual::Const, loc);
        }
        let (ty, storage) = (var.ty.clone(), var.storage);
        Expr::new(ExprKind::Var(id), ty, Qual::Of(storage), loc)
    }
}
