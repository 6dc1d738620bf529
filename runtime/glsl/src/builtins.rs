//! The functions of the language: names and signatures of both versions, with a small notation for overloads.
//!
//! A line of the table is `version stage extension name result arguments…`. Types: `g` any size of float (`gi`, `gu`, `gb`
//! for the other bases), `v` two to four (`vi`, `vu`, `vb`), `f i u b` scalars, `v2 i3 u4 b2 …` exact vectors, `m2 m34 …`
//! matrices, `m` any matrix, `S2 S3 SC SA` samplers of any result (`G4` is that result), `h2 hC hA` shadow samplers. All
//! sizes of a line agree. `o` before a type marks an `out` parameter.

use crate::limits::Stage;
use crate::types::{Base, Dim, Precision, Sampler, Texel, Type};
use std::collections::HashMap;
use std::sync::OnceLock;

const TABLE: &str = "
* * - radians g g
* * - degrees g g
* * - sin g g
* * - cos g g
* * - tan g g
* * - asin g g
* * - acos g g
* * - atan g g
* * - atan g g g
3 * - sinh g g
3 * - cosh g g
3 * - tanh g g
3 * - asinh g g
3 * - acosh g g
3 * - atanh g g
* * - pow g g g
* * - exp g g
* * - log g g
* * - exp2 g g
* * - log2 g g
* * - sqrt g g
* * - inversesqrt g g
* * - abs g g
3 * - abs gi gi
* * - sign g g
3 * - sign gi gi
* * - floor g g
3 * - trunc g g
3 * - round g g
3 * - roundEven g g
* * - ceil g g
* * - fract g g
* * - mod g g f
* * - mod g g g
3 * - modf g g og
* * - min g g g
* * - min g g f
3 * - min gi gi gi
3 * - min gi gi i
3 * - min gu gu gu
3 * - min gu gu u
* * - max g g g
* * - max g g f
3 * - max gi gi gi
3 * - max gi gi i
3 * - max gu gu gu
3 * - max gu gu u
* * - clamp g g g g
* * - clamp g g f f
3 * - clamp gi gi gi gi
3 * - clamp gi gi i i
3 * - clamp gu gu gu gu
3 * - clamp gu gu u u
* * - mix g g g g
* * - mix g g g f
3 * - mix g g g gb
* * - step g g g
* * - step g f g
* * - smoothstep g g g g
* * - smoothstep g f f g
3 * - isnan gb g
3 * - isinf gb g
3 * - floatBitsToInt gi g
3 * - floatBitsToUint gu g
3 * - intBitsToFloat g gi
3 * - uintBitsToFloat g gu
3 * - packSnorm2x16 u v2
3 * - packUnorm2x16 u v2
3 * - packHalf2x16 u v2
3 * - unpackSnorm2x16 v2 u
3 * - unpackUnorm2x16 v2 u
3 * - unpackHalf2x16 v2 u
* * - length f g
* * - distance f g g
* * - dot f g g
* * - cross v3 v3 v3
* * - normalize g g
* * - faceforward g g g g
* * - reflect g g g
* * - refract g g g f
* * - matrixCompMult m m m
3 * - outerProduct m2 v2 v2
3 * - outerProduct m3 v3 v3
3 * - outerProduct m4 v4 v4
3 * - outerProduct m23 v3 v2
3 * - outerProduct m32 v2 v3
3 * - outerProduct m24 v4 v2
3 * - outerProduct m42 v2 v4
3 * - outerProduct m34 v4 v3
3 * - outerProduct m43 v3 v4
3 * - transpose m2 m2
3 * - transpose m3 m3
3 * - transpose m4 m4
3 * - transpose m23 m32
3 * - transpose m32 m23
3 * - transpose m24 m42
3 * - transpose m42 m24
3 * - transpose m34 m43
3 * - transpose m43 m34
3 * - determinant f m2
3 * - determinant f m3
3 * - determinant f m4
3 * - inverse m2 m2
3 * - inverse m3 m3
3 * - inverse m4 m4
* * - lessThan vb v v
* * - lessThan vb vi vi
3 * - lessThan vb vu vu
* * - lessThanEqual vb v v
* * - lessThanEqual vb vi vi
3 * - lessThanEqual vb vu vu
* * - greaterThan vb v v
* * - greaterThan vb vi vi
3 * - greaterThan vb vu vu
* * - greaterThanEqual vb v v
* * - greaterThanEqual vb vi vi
3 * - greaterThanEqual vb vu vu
* * - equal vb v v
* * - equal vb vi vi
3 * - equal vb vu vu
* * - equal vb vb vb
* * - notEqual vb v v
* * - notEqual vb vi vi
3 * - notEqual vb vu vu
* * - notEqual vb vb vb
* * - any b vb
* * - all b vb
* * - not vb vb
1 f d dFdx g g
1 f d dFdy g g
1 f d fwidth g g
3 f - dFdx g g
3 f - dFdy g g
3 f - fwidth g g
1 * - texture2D v4 s2 v2
1 f - texture2D v4 s2 v2 f
1 * - texture2DProj v4 s2 v3
1 * - texture2DProj v4 s2 v4
1 f - texture2DProj v4 s2 v3 f
1 f - texture2DProj v4 s2 v4 f
1 * - textureCube v4 sC v3
1 f - textureCube v4 sC v3 f
1 v - texture2DLod v4 s2 v2 f
1 v - texture2DProjLod v4 s2 v3 f
1 v - texture2DProjLod v4 s2 v4 f
1 v - textureCubeLod v4 sC v3 f
1 f l texture2DLodEXT v4 s2 v2 f
1 f l texture2DProjLodEXT v4 s2 v3 f
1 f l texture2DProjLodEXT v4 s2 v4 f
1 f l textureCubeLodEXT v4 sC v3 f
1 f l texture2DGradEXT v4 s2 v2 v2 v2
1 f l texture2DProjGradEXT v4 s2 v3 v2 v2
1 f l texture2DProjGradEXT v4 s2 v4 v2 v2
1 f l textureCubeGradEXT v4 sC v3 v3 v3
3 * - textureSize i2 S2 i
3 * - textureSize i3 S3 i
3 * - textureSize i2 SC i
3 * - textureSize i3 SA i
3 * - textureSize i2 h2 i
3 * - textureSize i2 hC i
3 * - textureSize i3 hA i
3 * - texture G4 S2 v2
3 * - texture G4 S3 v3
3 * - texture G4 SC v3
3 * - texture G4 SA v3
3 * - texture f h2 v3
3 * - texture f hC v4
3 * - texture f hA v4
3 f - texture G4 S2 v2 f
3 f - texture G4 S3 v3 f
3 f - texture G4 SC v3 f
3 f - texture G4 SA v3 f
3 f - texture f h2 v3 f
3 f - texture f hC v4 f
3 * - textureProj G4 S2 v3
3 * - textureProj G4 S2 v4
3 * - textureProj G4 S3 v4
3 * - textureProj f h2 v4
3 f - textureProj G4 S2 v3 f
3 f - textureProj G4 S2 v4 f
3 f - textureProj G4 S3 v4 f
3 f - textureProj f h2 v4 f
3 * - textureLod G4 S2 v2 f
3 * - textureLod G4 S3 v3 f
3 * - textureLod G4 SC v3 f
3 * - textureLod G4 SA v3 f
3 * - textureLod f h2 v3 f
3 * - textureOffset G4 S2 v2 i2
3 * - textureOffset G4 S3 v3 i3
3 * - textureOffset G4 SA v3 i2
3 * - textureOffset f h2 v3 i2
3 f - textureOffset G4 S2 v2 i2 f
3 f - textureOffset G4 S3 v3 i3 f
3 f - textureOffset G4 SA v3 i2 f
3 f - textureOffset f h2 v3 i2 f
3 * - texelFetch G4 S2 i2 i
3 * - texelFetch G4 S3 i3 i
3 * - texelFetch G4 SA i3 i
3 * - texelFetchOffset G4 S2 i2 i i2
3 * - texelFetchOffset G4 S3 i3 i i3
3 * - texelFetchOffset G4 SA i3 i i2
3 * - textureProjOffset G4 S2 v3 i2
3 * - textureProjOffset G4 S2 v4 i2
3 * - textureProjOffset G4 S3 v4 i3
3 * - textureProjOffset f h2 v4 i2
3 f - textureProjOffset G4 S2 v3 i2 f
3 f - textureProjOffset G4 S2 v4 i2 f
3 f - textureProjOffset G4 S3 v4 i3 f
3 f - textureProjOffset f h2 v4 i2 f
3 * - textureLodOffset G4 S2 v2 f i2
3 * - textureLodOffset G4 S3 v3 f i3
3 * - textureLodOffset G4 SA v3 f i2
3 * - textureLodOffset f h2 v3 f i2
3 * - textureProjLod G4 S2 v3 f
3 * - textureProjLod G4 S2 v4 f
3 * - textureProjLod G4 S3 v4 f
3 * - textureProjLod f h2 v4 f
3 * - textureProjLodOffset G4 S2 v3 f i2
3 * - textureProjLodOffset G4 S2 v4 f i2
3 * - textureProjLodOffset G4 S3 v4 f i3
3 * - textureProjLodOffset f h2 v4 f i2
3 * - textureGrad G4 S2 v2 v2 v2
3 * - textureGrad G4 S3 v3 v3 v3
3 * - textureGrad G4 SC v3 v3 v3
3 * - textureGrad G4 SA v3 v2 v2
3 * - textureGrad f h2 v3 v2 v2
3 * - textureGrad f hC v4 v3 v3
3 * - textureGrad f hA v4 v2 v2
3 * - textureGradOffset G4 S2 v2 v2 v2 i2
3 * - textureGradOffset G4 S3 v3 v3 v3 i3
3 * - textureGradOffset G4 SA v3 v2 v2 i2
3 * - textureGradOffset f h2 v3 v2 v2 i2
3 * - textureGradOffset f hA v4 v2 v2 i2
3 * - textureProjGrad G4 S2 v3 v2 v2
3 * - textureProjGrad G4 S2 v4 v2 v2
3 * - textureProjGrad G4 S3 v4 v3 v3
3 * - textureProjGrad f h2 v4 v2 v2
3 * - textureProjGradOffset G4 S2 v3 v2 v2 i2
3 * - textureProjGradOffset G4 S2 v4 v2 v2 i2
3 * - textureProjGradOffset G4 S3 v4 v3 v3 i3
3 * - textureProjGradOffset f h2 v4 v2 v2 i2
";

/// A type of the notation.
#[derive(Clone, Debug)]
enum Pattern {
    Generic { base: Base, least: u8 },
    AnyMatrix,
    AnySampler(Dim),
    FamilyVec4,
    Exact(Type),
}

struct Signature {
    name: &'static str,
    version: Option<u32>,
    stage: Option<Stage>,
    extension: u8,
    ret: Pattern,
    params: Vec<Pattern>,
    outs: u32,
}

/// What a call of a language function resolves to.
pub(crate) struct Resolved {
    pub(crate) name: &'static str,
    pub(crate) ret: Type,
    /// Bit per parameter: it is an `out`.
    pub(crate) outs: u32,
}

/// What decides which signatures there are.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    pub(crate) version: u32,
    pub(crate) stage: Stage,
    pub(crate) derivatives: bool,
    pub(crate) texture_lod: bool,
}

fn pattern(text: &'static str) -> Pattern {
    let bytes = text.as_bytes();
    let base = |c: u8| match c {
        b'i' => Base::Int,
        b'u' => Base::Uint,
        b'b' => Base::Bool,
        _ => Base::Float,
    };
    let dim = |c: u8| match c {
        b'2' => Dim::D2,
        b'3' => Dim::D3,
        b'C' => Dim::Cube,
        _ => Dim::Array2D,
    };
    match bytes {
        b"G4" => Pattern::FamilyVec4,
        b"m" => Pattern::AnyMatrix,
        [b'm', c] => Pattern::Exact(Type::matrix(c - b'0', c - b'0')),
        [b'm', c, r] => Pattern::Exact(Type::matrix(c - b'0', r - b'0')),
        [b'g'] => Pattern::Generic {
            base: Base::Float,
            least: 1,
        },
        [b'v'] => Pattern::Generic {
            base: Base::Float,
            least: 2,
        },
        [b'g', c] => Pattern::Generic {
            base: base(*c),
            least: 1,
        },
        [b'v', c] if c.is_ascii_alphabetic() => Pattern::Generic {
            base: base(*c),
            least: 2,
        },
        [b'S', c] => Pattern::AnySampler(dim(*c)),
        [b's', c] => Pattern::Exact(Type::scalar(Base::Sampler(Sampler {
            dim: dim(*c),
            texel: Texel::Float,
        }))),
        [b'h', c] => Pattern::Exact(Type::scalar(Base::Sampler(Sampler {
            dim: dim(*c),
            texel: Texel::Shadow,
        }))),
        [c, n] => Pattern::Exact(Type::vector(base(if *c == b'v' { b'f' } else { *c }), n - b'0')),
        _ => Pattern::Exact(Type::scalar(base(bytes[0]))),
    }
}

fn table() -> &'static HashMap<&'static str, Vec<Signature>> {
    static TABLE_PARSED: OnceLock<HashMap<&'static str, Vec<Signature>>> = OnceLock::new();
    TABLE_PARSED.get_or_init(|| {
        let mut map: HashMap<&'static str, Vec<Signature>> = HashMap::new();
        for line in TABLE.lines().filter(|l| !l.is_empty()) {
            let words: Vec<&'static str> = line.split(' ').collect();
            let mut outs = 0;
            let params = words[5..]
                .iter()
                .enumerate()
                .map(|(i, word)| {
                    if let Some(rest) = word.strip_prefix('o') {
                        outs |= 1 << i;
                        return pattern(rest);
                    }
                    pattern(word)
                })
                .collect();
            let signature = Signature {
                name: words[3],
                version: match words[0] {
                    "1" => Some(100),
                    "3" => Some(300),
                    _ => None,
                },
                stage: match words[1] {
                    "v" => Some(Stage::Vertex),
                    "f" => Some(Stage::Fragment),
                    _ => None,
                },
                extension: words[2].as_bytes()[0],
                ret: pattern(words[4]),
                params,
                outs,
            };
            map.entry(words[3]).or_default().push(signature);
        }
        map
    })
}

impl Signature {
    fn available(&self, context: Context) -> bool {
        self.version.is_none_or(|v| v == context.version)
            && self.stage.is_none_or(|s| s == context.stage)
            && match self.extension {
                b'd' => context.derivatives,
                b'l' => context.texture_lod,
                _ => true,
            }
    }

    fn matches(&self, args: &[&Type]) -> Option<Type> {
        if args.len() != self.params.len() {
            return None;
        }
        let mut size = None;
        let mut matrix: Option<(u8, u8)> = None;
        let mut family = Texel::Float;
        for (param, arg) in self.params.iter().zip(args) {
            match param {
                Pattern::Generic { base, least } => {
                    let plain = arg.array.is_none() && arg.cols == 1 && arg.base == *base && arg.rows >= *least;
                    if !plain || size.is_some_and(|s| s != arg.rows) {
                        return None;
                    }
                    size = Some(arg.rows);
                }
                Pattern::AnyMatrix => {
                    if !arg.is_matrix() || matrix.is_some_and(|m| m != (arg.cols, arg.rows)) {
                        return None;
                    }
                    matrix = Some((arg.cols, arg.rows));
                }
                Pattern::AnySampler(dim) => match arg.base {
                    Base::Sampler(s) if s.dim == *dim && s.texel != Texel::Shadow && arg.array.is_none() => family = s.texel,
                    _ => return None,
                },
                Pattern::FamilyVec4 => return None,
                Pattern::Exact(ty) => {
                    if !ty.same(arg) {
                        return None;
                    }
                }
            }
        }
        Some(match &self.ret {
            Pattern::Generic { base, .. } => Type::vector(base.clone(), size.unwrap_or(1)),
            Pattern::AnyMatrix => {
                let (c, r) = matrix.unwrap_or((2, 2));
                Type::matrix(c, r)
            }
            Pattern::FamilyVec4 | Pattern::AnySampler(_) => {
                let base = match family {
                    Texel::Int => Base::Int,
                    Texel::Uint => Base::Uint,
                    _ => Base::Float,
                };
                Type::vector(base, 4)
            }
            Pattern::Exact(ty) => ty.clone(),
        })
    }
}

/// The function a call means, if the language has one for these arguments.
pub(crate) fn resolve(name: &str, args: &[&Type], context: Context) -> Option<Resolved> {
    let signatures = table().get(name)?;
    signatures.iter().filter(|s| s.available(context)).find_map(|s| {
        let ret = s.matches(args)?;
        Some(Resolved {
            name: s.name,
            ret: ret.with(precision(name, args)),
            outs: s.outs,
        })
    })
}

/// A result's precision: the sampler's, or the highest of the arguments'.
fn precision(name: &str, args: &[&Type]) -> Precision {
    match name {
        "textureSize" | "packSnorm2x16" | "packUnorm2x16" | "packHalf2x16" | "unpackSnorm2x16" | "unpackUnorm2x16"
        | "floatBitsToInt" | "floatBitsToUint" | "intBitsToFloat" | "uintBitsToFloat" => Precision::High,
        "unpackHalf2x16" => Precision::Medium,
        _ if args.first().is_some_and(|a| a.is_sampler()) => args[0].precision,
        _ => args.iter().map(|a| a.precision).max().unwrap_or_default(),
    }
}

/// Whether the language has any function of this name for the version and stage.
pub(crate) fn exists(name: &str, context: Context) -> bool {
    table()
        .get(name)
        .is_some_and(|signatures| signatures.iter().any(|s| s.available(context)))
}
