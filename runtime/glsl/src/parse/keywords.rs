//! Keywords and reserved words of both versions (section 3.6 of 1.00, 3.8 of 3.00).

use std::collections::HashMap;
use std::sync::OnceLock;

const BOTH: &[&str] = &[
    "const",
    "uniform",
    "break",
    "continue",
    "do",
    "for",
    "while",
    "if",
    "else",
    "in",
    "out",
    "inout",
    "float",
    "int",
    "void",
    "bool",
    "true",
    "false",
    "lowp",
    "mediump",
    "highp",
    "precision",
    "invariant",
    "discard",
    "return",
    "mat2",
    "mat3",
    "mat4",
    "vec2",
    "vec3",
    "vec4",
    "ivec2",
    "ivec3",
    "ivec4",
    "bvec2",
    "bvec3",
    "bvec4",
    "sampler2D",
    "samplerCube",
    "struct",
];

const ONLY_100: &[&str] = &["attribute", "varying"];

const ONLY_300: &[&str] = &[
    "centroid",
    "flat",
    "smooth",
    "layout",
    "switch",
    "case",
    "default",
    "uint",
    "uvec2",
    "uvec3",
    "uvec4",
    "mat2x2",
    "mat2x3",
    "mat2x4",
    "mat3x2",
    "mat3x3",
    "mat3x4",
    "mat4x2",
    "mat4x3",
    "mat4x4",
    "sampler3D",
    "samplerCubeShadow",
    "sampler2DShadow",
    "sampler2DArray",
    "sampler2DArrayShadow",
    "isampler2D",
    "isampler3D",
    "isamplerCube",
    "isampler2DArray",
    "usampler2D",
    "usampler3D",
    "usamplerCube",
    "usampler2DArray",
];

const RESERVED_BOTH: &[&str] = &[
    "asm",
    "class",
    "union",
    "enum",
    "typedef",
    "template",
    "this",
    "goto",
    "inline",
    "noinline",
    "volatile",
    "public",
    "static",
    "extern",
    "external",
    "interface",
    "long",
    "short",
    "double",
    "half",
    "fixed",
    "unsigned",
    "superp",
    "input",
    "output",
    "hvec2",
    "hvec3",
    "hvec4",
    "dvec2",
    "dvec3",
    "dvec4",
    "fvec2",
    "fvec3",
    "fvec4",
    "sampler1D",
    "sampler1DShadow",
    "sampler2DRect",
    "sampler3DRect",
    "sampler2DRectShadow",
    "sizeof",
    "cast",
    "namespace",
    "using",
];

const RESERVED_100: &[&str] = &["packed", "switch", "default", "flat", "sampler3D", "sampler2DShadow"];

const RESERVED_300: &[&str] = &[
    "attribute",
    "varying",
    "coherent",
    "restrict",
    "readonly",
    "writeonly",
    "resource",
    "atomic_uint",
    "noperspective",
    "patch",
    "sample",
    "subroutine",
    "common",
    "partition",
    "active",
    "filter",
    "image1D",
    "image2D",
    "image3D",
    "imageCube",
    "iimage1D",
    "iimage2D",
    "iimage3D",
    "iimageCube",
    "uimage1D",
    "uimage2D",
    "uimage3D",
    "uimageCube",
    "image1DArray",
    "image2DArray",
    "iimage1DArray",
    "iimage2DArray",
    "uimage1DArray",
    "uimage2DArray",
    "imageBuffer",
    "iimageBuffer",
    "uimageBuffer",
    "sampler1DArray",
    "sampler1DArrayShadow",
    "isampler1D",
    "isampler1DArray",
    "usampler1D",
    "usampler1DArray",
    "isampler2DRect",
    "usampler2DRect",
    "samplerBuffer",
    "isamplerBuffer",
    "usamplerBuffer",
    "sampler2DMS",
    "isampler2DMS",
    "usampler2DMS",
    "sampler2DMSArray",
    "isampler2DMSArray",
    "usampler2DMSArray",
];

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Keyword,
    Reserved,
    Name,
}

/// Looks a word up.
pub(super) fn classify(word: &str, version: u32) -> Word {
    // Bits: keyword and reserved word of 1.00, the same of 3.00. Asked several times a token, so a table.
    static TABLE: OnceLock<HashMap<&'static str, u8>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut table = HashMap::new();
        let lists = [
            (BOTH, 0b0101),
            (ONLY_100, 0b0001),
            (ONLY_300, 0b0100),
            (RESERVED_BOTH, 0b1010),
            (RESERVED_100, 0b0010),
            (RESERVED_300, 0b1000),
        ];
        for (list, bits) in lists {
            for word in list {
                *table.entry(*word).or_insert(0) |= bits;
            }
        }
        table
    });
    let bits = table.get(word).copied().unwrap_or(0) >> if version >= 300 { 2 } else { 0 };
    if bits & 1 != 0 {
        Word::Keyword
    } else if bits & 2 != 0 {
        Word::Reserved
    } else {
        Word::Name
    }
}
