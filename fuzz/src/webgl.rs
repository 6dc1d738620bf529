//! Batches of WebGL commands.

use oracade_gpu::DeviceOptions;
use oracade_webgl::{Attributes, Context, Op, Version, gl};
use std::sync::Arc;

/// A batch of commands, each with its words.
fn batch(commands: &[(Op, &[u32])]) -> Vec<u8> {
    let words = commands.iter().flat_map(|(op, words)| {
        let head = *op as u32 | ((words.len() as u32) << 12);
        std::iter::once(head).chain(words.iter().copied())
    });
    words.flat_map(u32::to_le_bytes).collect()
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let texture: &[u32] = &[
        gl::TEXTURE_2D,
        0,
        gl::RGBA,
        4,
        4,
        1,
        0,
        gl::RGBA,
        gl::UNSIGNED_BYTE,
        2,
        1,
        1,
        0,
        64,
    ];
    vec![
        batch(&[
            (Op::Create, &[8, 1]),
            (Op::BindTexture, &[gl::TEXTURE_2D, 1]),
            (Op::TexImage, texture),
            (Op::GenerateMipmap, &[gl::TEXTURE_2D]),
            (Op::Create, &[1, 2]),
            (Op::BindFramebuffer, &[gl::FRAMEBUFFER, 2]),
            (
                Op::FramebufferTexture2D,
                &[gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, 1, 0],
            ),
            (Op::Clear, &[gl::COLOR_BUFFER_BIT]),
            (
                Op::BlitFramebuffer,
                &[0, 0, 4, 4, 0, 0, 8, 8, gl::COLOR_BUFFER_BIT, gl::NEAREST],
            ),
        ]),
        batch(&[
            (Op::Create, &[0, 1]),
            (Op::BindBuffer, &[gl::ARRAY_BUFFER, 1]),
            (Op::BufferData, &[gl::ARRAY_BUFFER, gl::STATIC_DRAW, 1, 64, 0, 0, 64]),
            (Op::VertexAttribPointer, &[0, 2, gl::FLOAT, 0, 0, 0, 0, 0]),
            (Op::EnableVertexAttribArray, &[0]),
            (Op::CreateShader, &[2, gl::VERTEX_SHADER]),
            (Op::DrawArrays, &[gl::TRIANGLES, 0, 3, 1]),
            (
                Op::CopyBufferSubData,
                &[gl::ARRAY_BUFFER, gl::COPY_WRITE_BUFFER, 0, 0, 0, 0, 8, 0],
            ),
            (Op::RenderbufferStorage, &[gl::RENDERBUFFER, 4, gl::RGBA8, 8, 8]),
            (Op::Present, &[]),
        ]),
    ]
}

/// The same bytes are the words and the data.
pub(crate) fn run(bytes: &[u8]) {
    let words: Vec<u32> = bytes
        .as_chunks::<4>()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word))
        .collect();
    let (cache, device) = (Arc::default(), DeviceOptions::default());
    let mut context = Context::new(Version::Two, Attributes::default(), 16, 16, cache, device);
    let _ = context.submit(&words, bytes);
    let _ = context.ask(&words, bytes);
    context.picture();
}
