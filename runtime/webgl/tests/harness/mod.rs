//! A context driven as JavaScript drives it.
#![allow(dead_code, reason = "shared by several tests")]

use oracade_gpu::DeviceOptions;
use oracade_webgl::{Answer, Attributes, Context, Op, Version, gl};
use std::sync::Arc;

/// A context and the names it gives.
pub(crate) struct Page {
    /// The context.
    pub(crate) gl: Context,
    next: u32,
}

/// Kinds of objects by number.
pub(crate) const BUFFER: u32 = 0;
pub(crate) const FRAMEBUFFER: u32 = 1;
pub(crate) const PROGRAM: u32 = 2;
pub(crate) const QUERY: u32 = 3;
pub(crate) const RENDERBUFFER: u32 = 4;
pub(crate) const TEXTURE: u32 = 8;
pub(crate) const FEEDBACK: u32 = 9;

impl Page {
    /// A context of a size without antialiasing.
    pub(crate) fn new(version: Version, width: u32, height: u32) -> Page {
        let attributes = Attributes {
            antialias: false,
            stencil: true,
            ..Attributes::default()
        };
        Page::with(version, attributes, width, height)
    }

    pub(crate) fn with(version: Version, attributes: Attributes, width: u32, height: u32) -> Page {
        let gl = Context::new(version, attributes, width, height, Arc::default(), DeviceOptions::default());
        Page { gl, next: 1 }
    }

    fn head(op: Op, count: usize) -> u32 {
        op as u32 | ((count as u32) << 12)
    }

    /// A command of words.
    pub(crate) fn call(&mut self, op: Op, words: &[u32]) {
        let mut batch = vec![Self::head(op, words.len())];
        batch.extend(words);
        self.gl.submit(&batch, &[]).expect("a command");
    }

    /// A command whose last argument is data.
    pub(crate) fn call_data(&mut self, op: Op, words: &[u32], data: &[u8]) {
        let mut batch = vec![Self::head(op, words.len() + 2)];
        batch.extend(words);
        batch.extend([0, data.len() as u32]);
        self.gl.submit(&batch, data).expect("a command");
    }

    /// A question of words.
    pub(crate) fn ask(&mut self, op: Op, words: &[u32]) -> Answer {
        let mut batch = vec![Self::head(op, words.len())];
        batch.extend(words);
        self.gl.ask(&batch, &[]).expect("an answer")
    }

    /// A question whose last argument is a text.
    pub(crate) fn ask_text(&mut self, op: Op, words: &[u32], text: &str) -> Answer {
        let mut batch = vec![Self::head(op, words.len() + 2)];
        batch.extend(words);
        batch.extend([0, text.len() as u32]);
        self.gl.ask(&batch, text.as_bytes()).expect("an answer")
    }

    /// `getError`.
    pub(crate) fn error(&mut self) -> u32 {
        match self.ask(Op::GetError, &[]) {
            Answer::Number(error) => error as u32,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn create(&mut self, kind: u32) -> u32 {
        let name = self.next;
        self.next += 1;
        self.call(Op::Create, &[kind, name]);
        name
    }

    fn shader(&mut self, kind: u32, source: &str) -> u32 {
        let name = self.next;
        self.next += 1;
        self.call(Op::CreateShader, &[name, kind]);
        self.call_data(Op::ShaderSource, &[name], source.as_bytes());
        self.call(Op::CompileShader, &[name]);
        let ok = self.ask(Op::GetShaderParameter, &[name, gl::COMPILE_STATUS]);
        let log = self.ask(Op::GetShaderInfoLog, &[name]);
        assert_eq!(ok, Answer::Bool(true), "{log:?}");
        name
    }

    /// A linked program.
    pub(crate) fn program(&mut self, vertex: &str, fragment: &str) -> u32 {
        let (vertex, fragment) = (
            self.shader(gl::VERTEX_SHADER, vertex),
            self.shader(gl::FRAGMENT_SHADER, fragment),
        );
        let name = self.create(PROGRAM);
        self.call(Op::AttachShader, &[name, vertex]);
        self.call(Op::AttachShader, &[name, fragment]);
        self.call_data(Op::BindAttribLocation, &[name, 0], b"position");
        self.link(name);
        name
    }

    pub(crate) fn link(&mut self, name: u32) {
        self.call(Op::LinkProgram, &[name]);
        let ok = self.ask(Op::GetProgramParameter, &[name, gl::LINK_STATUS]);
        let log = self.ask(Op::GetProgramInfoLog, &[name]);
        assert_eq!(ok, Answer::Bool(true), "{log:?}");
        self.call(Op::UseProgram, &[name]);
    }

    /// A buffer with floats, bound to attribute 0.
    pub(crate) fn vertices(&mut self, size: u32, values: &[f32]) -> u32 {
        let name = self.create(BUFFER);
        self.call(Op::BindBuffer, &[gl::ARRAY_BUFFER, name]);
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.call_data(Op::BufferData, &[gl::ARRAY_BUFFER, gl::STATIC_DRAW, 1, 0, 0], &bytes);
        self.call(Op::VertexAttribPointer, &[0, size, gl::FLOAT, 0, 0, 0, 0, 0]);
        self.call(Op::EnableVertexAttribArray, &[0]);
        name
    }

    /// Sets a uniform of floats (kind 0), integers (1) or unsigned ones (2).
    pub(crate) fn uniform(&mut self, program: u32, name: &str, kind: u32, components: u32, words: &[u32]) {
        let Answer::Location { location, serial } = self.ask_text(Op::GetUniformLocation, &[program], name) else {
            panic!("no uniform {name}");
        };
        let mut all = vec![program, serial, location, kind, components];
        all.extend(words);
        self.call(Op::Uniform, &all);
    }

    /// A texture of RGBA bytes.
    pub(crate) fn texture(&mut self, width: u32, height: u32, rgba: &[u8]) -> u32 {
        let name = self.create(TEXTURE);
        self.call(Op::BindTexture, &[gl::TEXTURE_2D, name]);
        let words = [
            gl::TEXTURE_2D,
            0,
            gl::RGBA,
            width,
            height,
            1,
            0,
            gl::RGBA,
            gl::UNSIGNED_BYTE,
            2,
            1,
            1,
        ];
        self.call_data(Op::TexImage, &words, rgba);
        for (parameter, value) in [
            (gl::TEXTURE_MIN_FILTER, gl::NEAREST),
            (gl::TEXTURE_MAG_FILTER, gl::NEAREST),
            (gl::TEXTURE_WRAP_S, gl::CLAMP_TO_EDGE),
            (gl::TEXTURE_WRAP_T, gl::CLAMP_TO_EDGE),
        ] {
            self.call(Op::TexParameter, &[gl::TEXTURE_2D, parameter, 0, value]);
        }
        name
    }

    /// One pixel by `readPixels`.
    pub(crate) fn pixel(&mut self, x: i32, y: i32) -> [u8; 4] {
        let mut out = [9; 4];
        self.gl.read_pixels([x, y, 1, 1], gl::RGBA, gl::UNSIGNED_BYTE, 1, &mut out);
        out
    }
}

/// Bits of floats.
pub(crate) fn bits<const N: usize>(values: [f32; N]) -> [u32; N] {
    values.map(f32::to_bits)
}

/// Positions as they are, a colour by a uniform.
pub(crate) const VERTEX: &str = "attribute vec4 position; void main() { gl_Position = position; }";
pub(crate) const FRAGMENT: &str = "precision mediump float; uniform vec4 color; void main() { gl_FragColor = color; }";
/// Two triangles over everything.
pub(crate) const SQUARE: [f32; 12] = [-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0];
