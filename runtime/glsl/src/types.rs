//! Types of the language, and the words the info log has for them.

use std::fmt::Write as _;
use std::sync::Arc;

/// Precision qualifiers. `None` is that of literals and of what has no precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) enum Precision {
    /// None given or none meaningful.
    #[default]
    None,
    /// `lowp`.
    Low,
    /// `mediump`.
    Medium,
    /// `highp`.
    High,
}

impl Precision {
    fn word(self) -> &'static str {
        match self {
            Precision::None => "",
            Precision::Low => "lowp ",
            Precision::Medium => "mediump ",
            Precision::High => "highp ",
        }
    }
}

/// What a sampler samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dim {
    /// `sampler2D` and its kin.
    D2,
    /// `sampler3D`.
    D3,
    /// `samplerCube`.
    Cube,
    /// `sampler2DArray`.
    Array2D,
}

/// What a sampler returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Texel {
    /// `vec4`.
    Float,
    /// `ivec4`.
    Int,
    /// `uvec4`.
    Uint,
    /// A comparison's result, `float`.
    Shadow,
}

/// A sampler type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sampler {
    /// Shape.
    pub dim: Dim,
    /// Result.
    pub texel: Texel,
}

impl Sampler {
    /// The sampler type a keyword names.
    pub(crate) fn named(name: &str) -> Option<Sampler> {
        let (texel, rest) = match name {
            _ if name.starts_with("isampler") => (Texel::Int, &name[8..]),
            _ if name.starts_with("usampler") => (Texel::Uint, &name[8..]),
            _ if name.starts_with("sampler") => (Texel::Float, &name[7..]),
            _ => return None,
        };
        let (texel, rest) = match rest.strip_suffix("Shadow") {
            Some(rest) if texel == Texel::Float => (Texel::Shadow, rest),
            Some(_) => return None,
            None => (texel, rest),
        };
        let dim = match rest {
            "2D" => Dim::D2,
            "3D" if texel != Texel::Shadow => Dim::D3,
            "Cube" => Dim::Cube,
            "2DArray" => Dim::Array2D,
            _ => return None,
        };
        Some(Sampler { dim, texel })
    }

    /// The keyword.
    pub(crate) fn name(self) -> String {
        let prefix = match self.texel {
            Texel::Int => "i",
            Texel::Uint => "u",
            _ => "",
        };
        let dim = match self.dim {
            Dim::D2 => "2D",
            Dim::D3 => "3D",
            Dim::Cube => "Cube",
            Dim::Array2D => "2DArray",
        };
        let suffix = if self.texel == Texel::Shadow { "Shadow" } else { "" };
        format!("{prefix}sampler{dim}{suffix}")
    }

    fn gl_enum(self) -> u32 {
        match (self.texel, self.dim) {
            (Texel::Float, Dim::D2) => 0x8B5E,
            (Texel::Float, Dim::D3) => 0x8B5F,
            (Texel::Float, Dim::Cube) => 0x8B60,
            (Texel::Float, Dim::Array2D) => 0x8DC1,
            (Texel::Shadow, Dim::Array2D) => 0x8DC4,
            (Texel::Shadow, Dim::Cube) => 0x8DC5,
            (Texel::Shadow, _) => 0x8B62,
            (Texel::Int, Dim::D2) => 0x8DCA,
            (Texel::Int, Dim::D3) => 0x8DCB,
            (Texel::Int, Dim::Cube) => 0x8DCC,
            (Texel::Int, Dim::Array2D) => 0x8DCF,
            (Texel::Uint, Dim::D2) => 0x8DD2,
            (Texel::Uint, Dim::D3) => 0x8DD3,
            (Texel::Uint, Dim::Cube) => 0x8DD4,
            (Texel::Uint, Dim::Array2D) => 0x8DD7,
        }
    }
}

/// A member of a structure or block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// In a block: whether a matrix lies row by row.
    pub row_major: bool,
}

/// A structure's declaration. Two structures are the same type if they are the same declaration.
#[derive(Debug)]
pub(crate) struct Struct {
    /// Its name; empty if it has none.
    pub name: Arc<str>,
    /// Its members.
    pub fields: Vec<Field>,
    /// Number among the shader's symbols.
    pub id: u32,
}

/// What a type is made of.
#[derive(Clone, Debug)]
pub(crate) enum Base {
    /// `void`.
    Void,
    /// `bool`, `bvec`.
    Bool,
    /// `int`, `ivec`.
    Int,
    /// `uint`, `uvec`.
    Uint,
    /// `float`, `vec`, `mat`.
    Float,
    /// A sampler.
    Sampler(Sampler),
    /// A structure.
    Struct(Arc<Struct>),
    /// A uniform block's instance: its number among the shader's blocks, and its members.
    Block(u32, Arc<Struct>),
}

impl PartialEq for Base {
    fn eq(&self, other: &Base) -> bool {
        match (self, other) {
            (Base::Sampler(a), Base::Sampler(b)) => a == b,
            (Base::Struct(a), Base::Struct(b)) => Arc::ptr_eq(a, b),
            (Base::Block(a, _), Base::Block(b, _)) => a == b,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// A type: base, size, and whether it is an array.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Type {
    /// What the components are.
    pub base: Base,
    /// Columns: more than 1 for a matrix.
    pub cols: u8,
    /// Rows: the size of a vector, 1 for a scalar.
    pub rows: u8,
    /// Elements, if it is an array; 0 while the size is not known.
    pub array: Option<u32>,
    /// Precision qualifier. Not part of what makes types equal in the language: compare with [`Type::same`].
    pub precision: Precision,
}

impl Type {
    /// A scalar or vector.
    pub(crate) fn vector(base: Base, rows: u8) -> Type {
        Type {
            base,
            cols: 1,
            rows,
            array: None,
            precision: Precision::None,
        }
    }

    /// A scalar.
    pub(crate) fn scalar(base: Base) -> Type {
        Type::vector(base, 1)
    }

    /// A matrix.
    pub(crate) fn matrix(cols: u8, rows: u8) -> Type {
        Type {
            base: Base::Float,
            cols,
            rows,
            array: None,
            precision: Precision::None,
        }
    }

    /// With another precision.
    pub(crate) fn with(mut self, precision: Precision) -> Type {
        self.precision = if matches!(self.base, Base::Bool | Base::Void) {
            Precision::None
        } else {
            precision
        };
        self
    }

    /// Whether two types are the same to the language.
    pub(crate) fn same(&self, other: &Type) -> bool {
        self.base == other.base && self.cols == other.cols && self.rows == other.rows && self.array == other.array
    }

    pub(crate) fn is_matrix(&self) -> bool {
        self.cols > 1 && self.array.is_none()
    }

    pub(crate) fn is_vector(&self) -> bool {
        self.cols == 1 && self.rows > 1 && self.array.is_none()
    }

    pub(crate) fn is_scalar(&self) -> bool {
        self.cols == 1 && self.rows == 1 && self.array.is_none() && self.is_basic()
    }

    /// Made of numbers or booleans, arrays of them too.
    pub(crate) fn is_basic(&self) -> bool {
        matches!(self.base, Base::Bool | Base::Int | Base::Uint | Base::Float)
    }

    pub(crate) fn is_integer(&self) -> bool {
        matches!(self.base, Base::Int | Base::Uint)
    }

    pub(crate) fn is_sampler(&self) -> bool {
        matches!(self.base, Base::Sampler(_))
    }

    pub(crate) fn is_struct(&self) -> bool {
        matches!(self.base, Base::Struct(_))
    }

    /// The structure, of a structure or block.
    pub(crate) fn fields(&self) -> Option<&Arc<Struct>> {
        match &self.base {
            Base::Struct(s) | Base::Block(_, s) => Some(s),
            _ => None,
        }
    }

    /// Whether a test on this type or one within holds.
    pub(crate) fn contains(&self, test: &dyn Fn(&Type) -> bool) -> bool {
        test(self) || self.fields().is_some_and(|s| s.fields.iter().any(|f| f.ty.contains(test)))
    }

    /// An array's element.
    pub(crate) fn element(&self) -> Type {
        Type {
            array: None,
            ..self.clone()
        }
    }

    /// What `[]` gives.
    pub(crate) fn indexed(&self) -> Type {
        if self.array.is_some() {
            self.element()
        } else if self.cols > 1 {
            Type { cols: 1, ..self.clone() }
        } else {
            Type { rows: 1, ..self.clone() }
        }
    }

    /// How many `[]` may take.
    pub(crate) fn index_count(&self) -> u32 {
        match self.array {
            Some(n) => n,
            None if self.cols > 1 => u32::from(self.cols),
            None => u32::from(self.rows),
        }
    }

    /// Scalars of one value of this type; a sampler counts as one.
    pub(crate) fn scalars(&self) -> usize {
        let one = match &self.base {
            Base::Void => 0,
            Base::Struct(s) | Base::Block(_, s) => s.fields.iter().fold(0usize, |n, f| n.saturating_add(f.ty.scalars())),
            _ => usize::from(self.cols) * usize::from(self.rows),
        };
        one.saturating_mul(self.array.unwrap_or(1) as usize)
    }

    /// First scalar of a structure's member.
    pub(crate) fn field_offset(&self, index: usize) -> usize {
        let fields = &self.fields().expect("a structure").fields;
        fields[..index].iter().map(|f| f.ty.scalars()).sum()
    }

    /// Bases of the scalars in order (samplers count as int).
    pub(crate) fn flatten(&self, out: &mut Vec<Scalar>) {
        for _ in 0..self.array.unwrap_or(1) {
            match &self.base {
                Base::Struct(s) | Base::Block(_, s) => s.fields.iter().for_each(|f| f.ty.flatten(out)),
                Base::Void => {}
                base => {
                    let scalar = Scalar::of(base);
                    out.extend(std::iter::repeat_n(scalar, usize::from(self.cols) * usize::from(self.rows)));
                }
            }
        }
    }

    /// The words the info log has for the type without qualifiers.
    fn base_name(&self) -> String {
        match &self.base {
            Base::Void => "void".into(),
            Base::Bool => "bool".into(),
            Base::Int => "int".into(),
            Base::Uint => "uint".into(),
            Base::Float => "float".into(),
            Base::Sampler(s) => s.name(),
            Base::Struct(s) => format!("structure '{}' (symbol id {})", s.name, s.id),
            Base::Block(..) => "interface block".into(),
        }
    }

    /// The type as the info log writes it, after a qualifier's words.
    pub(crate) fn describe(&self, qualifier: &str) -> String {
        let mut text = String::new();
        if !qualifier.is_empty() {
            let _ = write!(text, "{qualifier} ");
        }
        if !matches!(self.base, Base::Struct(_) | Base::Block(..)) {
            text.push_str(self.precision.word());
        }
        if let Some(n) = self.array {
            let _ = write!(text, "array[{n}] of ");
        }
        if self.cols > 1 {
            let _ = write!(text, "{}X{} matrix of ", self.cols, self.rows);
        } else if self.rows > 1 {
            let _ = write!(text, "{}-component vector of ", self.rows);
        }
        text.push_str(&self.base_name());
        text
    }

    /// The keyword, for messages that name only the type.
    pub(crate) fn keyword(&self) -> String {
        match (&self.base, self.cols, self.rows) {
            (Base::Struct(s) | Base::Block(_, s), _, _) => s.name.to_string(),
            (Base::Float, 1, 1) => "float".into(),
            (Base::Float, 1, n) => format!("vec{n}"),
            (Base::Float, c, r) if c == r => format!("mat{c}"),
            (Base::Float, c, r) => format!("mat{c}x{r}"),
            (Base::Int, _, n) if n > 1 => format!("ivec{n}"),
            (Base::Uint, _, n) if n > 1 => format!("uvec{n}"),
            (Base::Bool, _, n) if n > 1 => format!("bvec{n}"),
            _ => self.base_name(),
        }
    }

    /// The constant `getActiveUniform` and `getActiveAttrib` give.
    pub(crate) fn gl_enum(&self) -> u32 {
        let n = u32::from(self.rows);
        match (&self.base, self.cols) {
            (Base::Float, 1) if n == 1 => 0x1406,
            (Base::Float, 1) => 0x8B50 + n - 2,
            (Base::Int, _) if n == 1 => 0x1404,
            (Base::Int, _) => 0x8B53 + n - 2,
            (Base::Uint, _) if n == 1 => 0x1405,
            (Base::Uint, _) => 0x8DC6 + n - 2,
            (Base::Bool, _) if n == 1 => 0x8B56,
            (Base::Bool, _) => 0x8B57 + n - 2,
            (Base::Float, c) if u32::from(c) == n => 0x8B5A + n - 2,
            (Base::Float, 2) => 0x8B65 + n - 3,
            (Base::Float, 3) => 0x8B67 + u32::from(n == 4),
            (Base::Float, _) => 0x8B69 + n - 2,
            (Base::Sampler(s), _) => s.gl_enum(),
            _ => 0,
        }
    }
}

/// The kind of one scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// 32-bit float.
    Float,
    /// Signed integer; also a sampler's unit.
    Int,
    /// Unsigned integer.
    Uint,
    /// Boolean.
    Bool,
}

impl Scalar {
    pub(crate) fn of(base: &Base) -> Scalar {
        match base {
            Base::Bool => Scalar::Bool,
            Base::Uint => Scalar::Uint,
            Base::Float => Scalar::Float,
            _ => Scalar::Int,
        }
    }
}
