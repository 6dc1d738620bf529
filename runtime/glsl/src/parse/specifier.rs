//! Type specifiers: keywords, structures, array sizes, and the precision a type gets.

use super::qualifiers::precision;
use super::scope::Symbol;
use super::*;
use crate::types::{Base, Field, Sampler, Struct};

/// The type a keyword names.
pub(super) fn keyword_type(word: &str) -> Option<Type> {
    let digit = |c: u8| (b'2'..=b'4').contains(&c).then(|| c - b'0');
    let bytes = word.as_bytes();
    Some(match word {
        "void" => Type {
            base: Base::Void,
            cols: 1,
            rows: 1,
            array: None,
            precision: Precision::None,
        },
        "float" => Type::scalar(Base::Float),
        "int" => Type::scalar(Base::Int),
        "uint" => Type::scalar(Base::Uint),
        "bool" => Type::scalar(Base::Bool),
        _ if bytes.len() == 4 && word.starts_with("vec") => Type::vector(Base::Float, digit(bytes[3])?),
        _ if bytes.len() == 5 && &word[1..4] == "vec" => {
            let base = match bytes[0] {
                b'i' => Base::Int,
                b'u' => Base::Uint,
                b'b' => Base::Bool,
                _ => return None,
            };
            Type::vector(base, digit(bytes[4])?)
        }
        _ if bytes.len() == 4 && word.starts_with("mat") => Type::matrix(digit(bytes[3])?, digit(bytes[3])?),
        _ if bytes.len() == 6 && word.starts_with("mat") && bytes[4] == b'x' => Type::matrix(digit(bytes[3])?, digit(bytes[5])?),
        _ => Type::scalar(Base::Sampler(Sampler::named(word)?)),
    })
}

/// Deepest structure WebGL allows.
const STRUCT_DEPTH: usize = 4;

fn depth(ty: &Type) -> usize {
    ty.fields()
        .map_or(0, |s| 1 + s.fields.iter().map(|f| depth(&f.ty)).max().unwrap_or(0))
}

impl Parser<'_> {
    /// Whether the next token can begin a type (`struct` too).
    pub(super) fn at_type(&self) -> bool {
        let token = self.peek();
        if token.kind != Kind::Ident {
            return false;
        }
        match self.word(token) {
            Word::Keyword => &*token.text == "struct" || keyword_type(&token.text).is_some(),
            Word::Reserved => false,
            Word::Name => matches!(self.scopes.find(&token.text), Some(Symbol::Struct(_))),
        }
    }

    /// Whether the next tokens begin a declaration, rather than an expression that begins with a constructor.
    pub(super) fn at_declaration(&self) -> bool {
        let token = self.peek();
        if token.kind != Kind::Ident {
            return false;
        }
        if self.word(token) == Word::Keyword
            && matches!(
                &*token.text,
                "const"
                    | "in"
                    | "out"
                    | "inout"
                    | "uniform"
                    | "attribute"
                    | "varying"
                    | "invariant"
                    | "flat"
                    | "smooth"
                    | "centroid"
                    | "layout"
                    | "lowp"
                    | "mediump"
                    | "highp"
                    | "precision"
                    | "struct"
            )
        {
            return true;
        }
        if !self.at_type() {
            return false;
        }
        if !self.peek_at(1).is("[") {
            return !self.peek_at(1).is("(");
        }
        let mut level = 0;
        let mut ahead = 1;
        loop {
            let token = self.peek_at(ahead);
            if token.kind == Kind::Eof {
                return true;
            }
            if token.is("[") {
                level += 1;
            } else if token.is("]") {
                level -= 1;
                if level == 0 && !self.peek_at(ahead + 1).is("[") {
                    return !self.peek_at(ahead + 1).is("(");
                }
            }
            ahead += 1;
        }
    }

    /// Reads a type: keyword, structure or its name, with array sizes after it. Gives its place and whether a structure was
    /// declared.
    pub(super) fn type_specifier(&mut self) -> Res<(Type, Loc, bool)> {
        let loc = self.loc();
        let mut declares = false;
        let mut ty = if self.is_keyword("struct") {
            declares = true;
            self.deeper(|p| p.struct_specifier())?
        } else if self.at_type() {
            let token = self.next();
            match self.scopes.find(&token.text) {
                Some(Symbol::Struct(s)) => Type::scalar(Base::Struct(s.clone())),
                _ => keyword_type(&token.text).expect("a type keyword"),
            }
        } else {
            return self.syntax();
        };
        while self.is("[") {
            let at = self.loc();
            let size = self.array_size()?;
            if self.version < 300 {
                self.error(at, "[]", "array constructor supported in GLSL ES 3.00 and above only");
                self.error(
                    at,
                    "[]",
                    "first-class arrays (array initializer) supported in GLSL ES 3.00 and above only",
                );
            }
            self.make_array(&mut ty, size, at);
        }
        Ok((ty, loc, declares))
    }

    /// `[n]` or `[]`; `None` is an open size.
    pub(super) fn array_size(&mut self) -> Res<Option<u32>> {
        let loc = self.expect("[")?;
        if self.accept("]") {
            if self.version < 300 {
                self.error(loc, "[]", "implicitly sized array supported in GLSL ES 3.00 and above only");
            }
            return Ok(None);
        }
        let size = self.deeper(|p| p.conditional_expression())?;
        let close = self.expect("]")?;
        Ok(Some(self.check_array_size(&size, close)))
    }

    fn check_array_size(&mut self, size: &Expr, loc: Loc) -> u32 {
        let ExprKind::Const(words) = &size.kind else {
            self.error(loc, "", "constant expression required");
            self.error(loc, "", "array size must be a constant integer expression");
            return 1;
        };
        if !(size.ty.is_scalar() && size.ty.is_integer()) {
            self.error(loc, "", "array size must be a constant integer expression");
            return 1;
        }
        let value = words[0];
        if size.ty.base == Base::Int && (value as i32) < 0 {
            self.error(loc, "", "array size must be non-negative");
            return 1;
        }
        if value == 0 {
            self.error(loc, "", "array size must be greater than zero");
            return 1;
        }
        if value > 65536 {
            self.error(loc, "", "array size too large");
            return 1;
        }
        value
    }

    /// Makes `ty` an array of itself.
    pub(super) fn make_array(&mut self, ty: &mut Type, size: Option<u32>, loc: Loc) {
        if ty.array.is_some() {
            self.error(loc, "[]", "arrays of arrays supported in GLSL ES 3.10 and above only");
            self.nested_arrays = true;
            return;
        }
        ty.array = Some(size.unwrap_or(0));
        let scalars = ty.scalars();
        if scalars > self.limits.memory_scalars {
            self.error(loc, "", "Size of declared variable exceeds implementation-defined limit");
            ty.array = Some(1);
        }
    }

    /// The precision a type gets: the qualifier's or the default in force, which must then exist.
    pub(super) fn qualify_precision(&mut self, ty: Type, given: Option<Precision>, loc: Loc) -> Type {
        let name = match &ty.base {
            Base::Float => "float".to_string(),
            Base::Int | Base::Uint => "int".to_string(),
            Base::Sampler(s) => s.name(),
            _ => {
                if given.is_some() {
                    self.error(loc, &ty.keyword(), "illegal type for precision qualifier");
                }
                return ty;
            }
        };
        let precision = given.or_else(|| self.default_precision(&name));
        let Some(precision) = precision else {
            match name.as_str() {
                "float" => self.error(loc, "", "No precision specified for (float)"),
                "int" => self.error(loc, "", "No precision specified (int)"),
                _ => self.error(loc, &name, "No precision specified"),
            }
            return ty.with(Precision::High);
        };
        ty.with(precision)
    }

    /// The default precision of `float`, `int` or a sampler type.
    pub(super) fn default_precision(&self, name: &str) -> Option<Precision> {
        self.precisions.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    /// `precision highp float;`
    pub(super) fn precision_statement(&mut self) -> Res<()> {
        self.next();
        let token = self.next();
        let Some(value) = precision(&token.text) else {
            self.at -= 1;
            return self.syntax();
        };
        let (ty, loc, _) = self.type_specifier()?;
        let fine = matches!(ty.base, Base::Float | Base::Int | Base::Sampler(_)) && ty.is_plain_scalar();
        if fine {
            let name = ty.keyword();
            if let Some(scope) = self.precisions.last_mut() {
                scope.insert(name, value);
            }
        } else {
            let name = match &ty.base {
                Base::Struct(s) => s.name.to_string(),
                _ => Type {
                    cols: 1,
                    rows: 1,
                    array: None,
                    ..ty.clone()
                }
                .keyword(),
            };
            self.error(loc, &name, "illegal type argument for default precision qualifier");
        }
        self.expect(";")?;
        Ok(())
    }

    fn struct_specifier(&mut self) -> Res<Type> {
        self.next();
        let name = if self.is("{") { None } else { Some(self.name()?) };
        self.expect("{")?;
        let mut fields: Vec<Field> = Vec::new();
        while !self.is("}") {
            self.struct_members(&mut fields)?;
        }
        if fields.is_empty() {
            return self.syntax();
        }
        self.next();
        let id = self.next_symbol();
        let text: Arc<str> = name.as_ref().map_or("".into(), |n| Arc::from(&*n.text));
        let found = Arc::new(Struct {
            name: text.clone(),
            fields,
            id,
        });
        if let Some(name) = name {
            if self.check_name(&name.text, name.loc) && self.scopes.here(&name.text).is_some() {
                self.error(name.loc, &name.text, "redefinition of a struct");
            }
            self.scopes.insert(text, Symbol::Struct(found.clone()));
        }
        Ok(Type::scalar(Base::Struct(found)))
    }

    fn struct_members(&mut self, fields: &mut Vec<Field>) -> Res<()> {
        let quals = self.qualifiers()?;
        if quals.storage.is_some() || quals.invariant || quals.interpolation.is_some() {
            self.error(quals.loc, &quals.first, "invalid qualifier on struct member");
        }
        if quals.layout.is_some() {
            self.error(quals.loc, "layout", "invalid layout qualifier on struct member");
        }
        let keyword = self.is_keyword("struct");
        let (base, loc, declares) = self.type_specifier()?;
        if declares && keyword {
            self.error(loc, "struct", "Embedded struct definitions are not allowed");
        }
        let base = self.qualify_precision(base, quals.precision, loc);
        loop {
            let name = self.name()?;
            let mut ty = base.clone();
            while self.is("[") {
                let at = self.loc();
                let size = self.array_size()?;
                self.make_array(&mut ty, size, at);
            }
            if ty.array == Some(0) {
                self.error(name.loc, &name.text, "array members of structs must specify a size");
                ty.array = Some(1);
            }
            self.check_name(&name.text, name.loc);
            if ty.base == Base::Void {
                self.error(name.loc, &name.text, "illegal use of type 'void'");
            }
            if 1 + depth(&ty) > STRUCT_DEPTH {
                let reason = format!(
                    "Reference of struct type {} exceeds maximum allowed nesting level of {STRUCT_DEPTH}",
                    ty.keyword()
                );
                self.error(name.loc, &name.text, &reason);
            }
            if fields.iter().any(|f| *f.name == *name.text) {
                self.error(name.loc, &name.text, "Duplicate field name in structure");
            }
            if fields.len() >= 16383 {
                self.error(name.loc, &name.text, "Too many fields in the struct (limit is 16383)");
                return self.syntax();
            }
            fields.push(Field {
                name: Arc::from(&*name.text),
                ty,
                row_major: false,
            });
            let total: usize = fields.iter().map(|f| f.ty.scalars()).fold(0, usize::saturating_add);
            if total > self.limits.memory_scalars {
                self.error(
                    name.loc,
                    &name.text,
                    "Size of declared variable exceeds implementation-defined limit",
                );
                fields.clear();
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(())
    }
}

impl Type {
    /// One number or sampler.
    pub(super) fn is_plain_scalar(&self) -> bool {
        self.cols == 1 && self.rows == 1 && self.array.is_none()
    }
}
