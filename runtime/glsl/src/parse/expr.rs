//! Expressions: the grammar. What operators mean is in `ops`.

use super::specifier::keyword_type;
use super::*;
use crate::types::Base;

/// Binary operators by level, loosest first.
const LEVELS: [&[(&str, BinaryOp)]; 11] = [
    &[("||", BinaryOp::LogicalOr)],
    &[("^^", BinaryOp::LogicalXor)],
    &[("&&", BinaryOp::LogicalAnd)],
    &[("|", BinaryOp::Or)],
    &[("^", BinaryOp::Xor)],
    &[("&", BinaryOp::And)],
    &[("==", BinaryOp::Eq), ("!=", BinaryOp::Ne)],
    &[
        ("<", BinaryOp::Lt),
        (">", BinaryOp::Gt),
        ("<=", BinaryOp::Le),
        (">=", BinaryOp::Ge),
    ],
    &[("<<", BinaryOp::Shl), (">>", BinaryOp::Shr)],
    &[("+", BinaryOp::Add), ("-", BinaryOp::Sub)],
    &[("*", BinaryOp::Mul), ("/", BinaryOp::Div), ("%", BinaryOp::Rem)],
];

const ASSIGN: [(&str, Option<BinaryOp>); 11] = [
    ("=", None),
    ("+=", Some(BinaryOp::Add)),
    ("-=", Some(BinaryOp::Sub)),
    ("*=", Some(BinaryOp::Mul)),
    ("/=", Some(BinaryOp::Div)),
    ("%=", Some(BinaryOp::Rem)),
    ("<<=", Some(BinaryOp::Shl)),
    (">>=", Some(BinaryOp::Shr)),
    ("&=", Some(BinaryOp::And)),
    ("^=", Some(BinaryOp::Xor)),
    ("|=", Some(BinaryOp::Or)),
];

impl Parser<'_> {
    /// `a, b`
    pub(super) fn expression(&mut self) -> Res<Expr> {
        let mut left = self.deeper(|p| p.assignment_expression())?;
        while self.is(",") {
            let loc = self.next().loc;
            let right = self.deeper(|p| p.assignment_expression())?;
            left = self.comma(left, right, loc);
            self.not_too_deep(&left)?;
        }
        Ok(left)
    }

    /// `a = b`, or anything tighter.
    pub(super) fn assignment_expression(&mut self) -> Res<Expr> {
        let left = self.conditional_expression()?;
        let Some((_, op)) = ASSIGN.iter().find(|(text, _)| self.is(text)) else {
            return Ok(left);
        };
        let loc = self.next().loc;
        let right = self.deeper(|p| p.assignment_expression())?;
        let expr = self.assign(*op, left, right, loc);
        self.not_too_deep(&expr)?;
        Ok(expr)
    }

    /// `c ? a : b`, or anything tighter.
    pub(super) fn conditional_expression(&mut self) -> Res<Expr> {
        let condition = self.binary_expression(0)?;
        if !self.is("?") {
            return Ok(condition);
        }
        let loc = self.next().loc;
        let condition = self.check_bool(condition);
        let a = self.deeper(|p| p.expression())?;
        self.expect(":")?;
        let b = self.deeper(|p| p.assignment_expression())?;
        Ok(self.ternary(condition, a, b, loc))
    }

    /// Operators that bind at least as tightly as `level`.
    fn binary_expression(&mut self, level: usize) -> Res<Expr> {
        let mut left = self.unary_expression()?;
        loop {
            let found =
                (level..LEVELS.len()).find_map(|l| LEVELS[l].iter().find(|(text, _)| self.is(text)).map(|(_, op)| (l, *op)));
            let Some((at, op)) = found else { return Ok(left) };
            let loc = self.next().loc;
            let right = self.binary_expression(at + 1)?;
            left = self.binary(op, left, right, loc);
            self.not_too_deep(&left)?;
        }
    }

    /// The tree may not get deeper than what walks over it can bear.
    fn not_too_deep(&mut self, expr: &Expr) -> Res<()> {
        if expr.depth as usize <= self.limits.depth {
            return Ok(());
        }
        self.error(expr.loc, "", "Expression too complex");
        Err(Stop)
    }

    fn unary_expression(&mut self) -> Res<Expr> {
        let token = self.peek().clone();
        let unary = |p: &mut Self| p.deeper(|p| p.unary_expression());
        if token.kind == Kind::Punct {
            match &*token.text {
                "++" | "--" => {
                    self.next();
                    let place = unary(self)?;
                    return Ok(self.step(true, &*token.text == "++", place, token.loc));
                }
                "+" => {
                    self.next();
                    let value = unary(self)?;
                    return Ok(self.plus(value, token.loc));
                }
                "-" | "!" | "~" => {
                    self.next();
                    let value = unary(self)?;
                    let op = match &*token.text {
                        "-" => UnaryOp::Neg,
                        "!" => UnaryOp::Not,
                        _ => UnaryOp::BitNot,
                    };
                    return Ok(self.unary(op, value, token.loc));
                }
                _ => {}
            }
        }
        self.postfix_expression()
    }

    fn postfix_expression(&mut self) -> Res<Expr> {
        let mut expr = self.primary_expression()?;
        // Postfixes deepen the tree too.
        for _ in 0..self.limits.depth {
            if self.is("[") {
                let open = self.next().loc;
                let index = self.deeper(|p| p.expression())?;
                self.expect("]")?;
                expr = self.index(expr, index, open);
            } else if self.is(".") {
                let dot = self.next().loc;
                // A member may have the name of a keyword of no use here; only names are taken.
                let name = self.name()?;
                if &*name.text == "length" && self.is("(") {
                    expr = self.length(expr, &name)?;
                } else {
                    expr = self.field(expr, &name, dot);
                }
            } else if self.is("++") || self.is("--") {
                let token = self.next();
                expr = self.step(false, &*token.text == "++", expr, token.loc);
            } else {
                return Ok(expr);
            }
        }
        self.error(expr.loc, "", "Expression too complex");
        Err(Stop)
    }

    fn length(&mut self, base: Expr, name: &Token) -> Res<Expr> {
        self.next();
        if !self.is(")") {
            let loc = self.loc();
            if !self.is_keyword("void") {
                self.expression()?;
                self.error(loc, "length", "method takes no parameters");
            } else {
                self.next();
            }
        }
        self.expect(")")?;
        let ty = Type::scalar(Base::Int);
        let Some(n) = base.ty.array else {
            self.error(name.loc, "length", "length can only be called on arrays");
            return Ok(self.zero(ty, name.loc));
        };
        Ok(self.const_expr(vec![n], ty, name.loc))
    }

    fn primary_expression(&mut self) -> Res<Expr> {
        let token = self.peek().clone();
        match token.kind {
            Kind::Int => {
                self.next();
                let (value, fits) = preprocess::integer_value(&token.text);
                let unsigned = token.text.ends_with(['u', 'U']);
                if unsigned && self.version < 300 {
                    self.error(
                        token.loc,
                        &token.text,
                        "Unsigned integers are unsupported prior to GLSL ES 3.00",
                    );
                    self.at -= 1;
                    return self.syntax();
                }
                if !fits {
                    if self.version >= 300 {
                        self.error(token.loc, &token.text, "Integer overflow");
                    } else {
                        self.log.warning(token.loc, &token.text, "Integer overflow");
                    }
                }
                let value = if !fits && !unsigned { i32::MAX as u32 } else { value };
                let base = if unsigned { Base::Uint } else { Base::Int };
                Ok(self.const_expr(vec![value], Type::scalar(base), token.loc))
            }
            Kind::Float => {
                let text = token.text.trim_end_matches(['f', 'F']);
                if text.len() != token.text.len() && self.version < 300 {
                    return self.syntax();
                }
                self.next();
                let value: f32 = text.parse().unwrap_or(0.0);
                if value.is_infinite() {
                    self.log.warning(token.loc, &token.text, "Float overflow");
                }
                Ok(self.const_expr(vec![value.to_bits()], Type::scalar(Base::Float), token.loc))
            }
            Kind::Punct if token.is("(") => {
                self.next();
                let expr = self.deeper(|p| p.expression())?;
                self.expect(")")?;
                Ok(expr)
            }
            Kind::Ident => match self.word(&token) {
                Word::Keyword => {
                    if let "true" | "false" = &*token.text {
                        self.next();
                        let value = u32::from(&*token.text == "true");
                        return Ok(self.const_expr(vec![value], Type::scalar(Base::Bool), token.loc));
                    }
                    if keyword_type(&token.text).is_some() {
                        return self.constructor();
                    }
                    self.syntax()
                }
                Word::Reserved => self.syntax(),
                Word::Name => {
                    if self.at_type() {
                        return if self.peek_at(1).is("(") || self.peek_at(1).is("[") {
                            self.constructor()
                        } else {
                            self.next();
                            self.syntax()
                        };
                    }
                    self.next();
                    if self.is("(") {
                        self.deeper(|p| p.call(&token))
                    } else {
                        Ok(self.variable(&token))
                    }
                }
            },
            _ => self.syntax(),
        }
    }

    fn constructor(&mut self) -> Res<Expr> {
        let (ty, loc, _) = self.type_specifier()?;
        if !self.is("(") {
            return self.syntax();
        }
        let args = self.arguments()?;
        Ok(self.construct(ty, args, loc))
    }
}
