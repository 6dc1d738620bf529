//! GLSL ES.

use super::owned;
use oracade_glsl::{ContextVersion, LinkOptions, Options, Stage, compile, link};

pub(super) const WORDS: [&str; 48] = [
    "#version 300 es\n",
    "#define A(x) x x\n",
    "#if defined(B) && 1 / 0\n",
    "#else\n",
    "#endif\n",
    "#extension all : warn\n",
    "precision highp float;",
    "precision lowp sampler3D;",
    "uniform ",
    "varying ",
    "in ",
    "flat out ",
    "const ",
    "highp ",
    "layout(location = 4294967295) ",
    "layout(std140) uniform B { mat3x2 m[3]; } b;",
    "struct S { vec3 a[2]; S2 s; };",
    "float ",
    "ivec3 ",
    "uvec2(1u)",
    "mat4(1.0)",
    "mat2x3 ",
    "sampler2DShadow ",
    "[2147483647]",
    "[i]",
    ".xyzw",
    ".rgx",
    "for (int i = 0; i < 4; i++) ",
    "for (;;) ",
    "while (true) ",
    "do { } while (false);",
    "switch (1) { case 1: break; default: }",
    "if (a < b) discard; else ",
    "return;",
    "break;",
    "continue;",
    "gl_Position",
    "gl_FragCoord",
    "gl_FragData[3]",
    "gl_VertexID",
    "texture2D(t, vec2(0))",
    "texelFetch(t, ivec2(0), 0)",
    "textureGrad(t, v, v, v)",
    "dFdx(a)",
    "pow(a, -0.0)",
    "1e99",
    "0x7fffffffu",
    "? : ",
];

pub(super) fn sources() -> Vec<Vec<u8>> {
    owned(&[
        "precision mediump float; uniform sampler2D t; varying vec2 uv; uniform vec4 tint[3];\nvoid main() { vec4 c = texture2D(t, uv); for (int i = 0; i < 3; i++) { c += tint[i] * float(i); } if (c.a < 0.1) discard; gl_FragColor = c; }",
        "#version 300 es\nprecision highp float; precision highp usampler2D;\nuniform usampler2D data; layout(std140) uniform Lights { vec4 where[4]; mat3 turn; } lights; in vec2 uv; flat in int which; layout(location = 0) out vec4 colour; layout(location = 1) out uvec4 ids;\nstruct S { vec3 a; float b[2]; };\nfloat f(const in S s, inout float x) { x += s.b[1]; return length(lights.turn * s.a) + x; }\nvoid main() { S s = S(vec3(1.0, uv), float[2](0.5, 1.5)); float x = 0.0; switch (which) { case 0: x = 1.0; break; default: x = f(s, x); } colour = vec4(f(s, x), dFdx(uv), 1.0); ids = texelFetch(data, ivec2(gl_FragCoord.xy), 0); }",
        "#version 300 es\nin vec3 position; in vec2 at; uniform mat4 view; out vec2 uv; flat out int which;\n#define TWICE(x) ((x) * 2.0)\n#if __VERSION__ == 300\nvoid main() { uv = TWICE(at); which = gl_VertexID % 3; gl_Position = view * vec4(position, 1.0); }\n#endif",
        "attribute vec4 position; varying vec2 uv; void main() { uv = position.zw; gl_Position = vec4(position.xy, 0.0, 1.0); gl_PointSize = 4.0; }",
    ])
}

/// Compiles it as either stage in either context, and links it with a shader that fits.
pub(super) fn shader(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for context in [ContextVersion::WebGl1, ContextVersion::WebGl2] {
        let options = Options::new(context);
        let modern = text.trim_start().starts_with("#version 300 es");
        let [vertex, fragment] = match modern {
            false => [
                "attribute vec4 p; varying vec2 uv; void main() { uv = p.xy; gl_Position = p; }",
                "void main() { gl_FragColor = vec4(1.0); }",
            ],
            true => [
                "#version 300 es\nin vec4 p; out vec2 uv; flat out int which; void main() { uv = p.xy; which = 0; gl_Position = p; }",
                "#version 300 es\nprecision highp float; out vec4 c; void main() { c = vec4(1.0); }",
            ],
        };
        let tried = [Stage::Vertex, Stage::Fragment].map(|stage| compile(&text, stage, &options));
        let good = [
            compile(vertex, Stage::Vertex, &options),
            compile(fragment, Stage::Fragment, &options),
        ];
        let _ = link(&tried[0], &good[1], &LinkOptions::default(), &options.limits);
        let _ = link(&good[0], &tried[1], &LinkOptions::default(), &options.limits);
    }
}
