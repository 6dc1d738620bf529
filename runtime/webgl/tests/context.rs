//! The state machine from commands to pixels.

mod harness;

use harness::*;
use oracade_webgl::{Answer, Attributes, Op, Version, gl};

fn draw(page: &mut Page, count: u32) {
    page.call(Op::DrawArrays, &[gl::TRIANGLES, 0, count, 1]);
}

#[test]
fn clears_and_draws_are_read_back() {
    let mut page = Page::new(Version::One, 8, 8);
    page.call(Op::ClearColor, &bits([1.0, 0.0, 0.0, 1.0]));
    page.call(Op::Clear, &[gl::COLOR_BUFFER_BIT]);
    assert_eq!(page.pixel(3, 3), [255, 0, 0, 255]);
    let program = page.program(VERTEX, FRAGMENT);
    page.vertices(2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0]);
    page.uniform(program, "color", 0, 4, &bits([0.0, 1.0, 0.0, 1.0]));
    draw(&mut page, 3);
    assert_eq!(page.pixel(1, 1), [0, 255, 0, 255]);
    assert_eq!(page.pixel(7, 7), [255, 0, 0, 255]);
    assert_eq!(page.error(), gl::NO_ERROR);
}

#[test]
fn depth_scissor_and_masks_hold() {
    let mut page = Page::new(Version::One, 4, 4);
    let program = page.program(VERTEX, FRAGMENT);
    page.call(Op::Enable, &[gl::DEPTH_TEST]);
    let at = |z: f32| -> Vec<f32> { SQUARE.chunks(2).flat_map(|p| [p[0], p[1], z]).collect() };
    page.vertices(3, &at(-0.5));
    page.uniform(program, "color", 0, 4, &bits([1.0, 1.0, 0.0, 1.0]));
    draw(&mut page, 6);
    page.vertices(3, &at(0.5));
    page.uniform(program, "color", 0, 4, &bits([0.0, 0.0, 1.0, 1.0]));
    draw(&mut page, 6);
    assert_eq!(page.pixel(2, 2), [255, 255, 0, 255], "what is behind is not drawn");
    page.call(Op::Disable, &[gl::DEPTH_TEST]);
    page.call(Op::Enable, &[gl::SCISSOR_TEST]);
    page.call(Op::Scissor, &[0, 0, 2, 4]);
    page.call(Op::ColorMask, &[1, 0, 1, 1]);
    draw(&mut page, 6);
    assert_eq!(page.pixel(1, 1), [0, 255, 255, 255], "green is masked");
    assert_eq!(page.pixel(3, 1), [255, 255, 0, 255], "outside of the scissor rectangle");
}

#[test]
fn textures_are_sampled_and_drawn_to() {
    let mut page = Page::new(Version::Two, 4, 4);
    let fragment = "precision mediump float; uniform sampler2D image; void main() { gl_FragColor = texture2D(image, gl_FragCoord.xy / 4.0); }";
    let sampling = page.program(VERTEX, fragment);
    let plain = page.program(VERTEX, FRAGMENT);
    page.vertices(2, &SQUARE);
    let source = page.texture(2, 1, &[10, 20, 30, 255, 40, 50, 60, 255]);
    let target = page.texture(4, 4, &[0; 64]);
    let framebuffer = page.create(FRAMEBUFFER);
    page.call(Op::BindFramebuffer, &[gl::FRAMEBUFFER, framebuffer]);
    page.call(
        Op::FramebufferTexture2D,
        &[gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, target, 0],
    );
    let status = page.ask(Op::CheckFramebufferStatus, &[gl::FRAMEBUFFER]);
    assert_eq!(status, Answer::from(gl::FRAMEBUFFER_COMPLETE));
    page.call(Op::UseProgram, &[sampling]);
    page.call(Op::BindTexture, &[gl::TEXTURE_2D, source]);
    draw(&mut page, 6);
    // The texture that is drawn to cannot be read.
    page.call(Op::BindTexture, &[gl::TEXTURE_2D, target]);
    draw(&mut page, 6);
    assert_eq!(page.error(), gl::INVALID_OPERATION);
    page.call(Op::BindFramebuffer, &[gl::FRAMEBUFFER, 0]);
    draw(&mut page, 6);
    assert_eq!(page.pixel(0, 0), [10, 20, 30, 255]);
    assert_eq!(page.pixel(3, 3), [40, 50, 60, 255]);
    // An upload after a draw is not seen by it.
    page.call(Op::UseProgram, &[plain]);
    assert_eq!(page.error(), gl::NO_ERROR);
}

#[test]
fn a_draw_sees_the_texture_as_it_was() {
    let mut page = Page::new(Version::One, 1, 1);
    let fragment =
        "precision mediump float; uniform sampler2D image; void main() { gl_FragColor = texture2D(image, vec2(0.5)); }";
    page.program(VERTEX, fragment);
    page.vertices(2, &SQUARE);
    page.texture(1, 1, &[1, 2, 3, 255]);
    draw(&mut page, 6);
    let words = [gl::TEXTURE_2D, 0, 0, 0, 0, 1, 1, 1, gl::RGBA, gl::UNSIGNED_BYTE, 2, 1, 1];
    page.call_data(Op::TexSubImage, &words, &[9, 9, 9, 255]);
    assert_eq!(page.pixel(0, 0), [1, 2, 3, 255]);
    draw(&mut page, 6);
    assert_eq!(page.pixel(0, 0), [9, 9, 9, 255]);
}

#[test]
fn frames_nobody_looks_at_are_not_drawn() {
    let mut page = Page::new(Version::One, 16, 16);
    let program = page.program(VERTEX, FRAGMENT);
    page.vertices(2, &SQUARE);
    for frame in 0..3000 {
        page.call(Op::Clear, &[gl::COLOR_BUFFER_BIT | gl::DEPTH_BUFFER_BIT]);
        page.uniform(program, "color", 0, 4, &bits([0.0, (frame % 2) as f32, 1.0, 1.0]));
        draw(&mut page, 6);
        page.call(Op::Present, &[]);
    }
    assert_eq!(page.gl.picture().rgba[..4], [0, 255, 255, 255]);
    let (drawn, dropped) = page.gl.draws();
    assert_eq!(drawn + dropped, 3000);
    assert!(drawn < 4, "{drawn} draws were run");
}

#[test]
fn a_buffer_that_was_shown_is_cleared() {
    for preserve in [false, true] {
        let attributes = Attributes {
            preserve,
            ..Attributes::default()
        };
        let mut page = Page::with(Version::One, attributes, 2, 2);
        page.call(Op::ClearColor, &bits([0.0, 1.0, 0.0, 1.0]));
        page.call(Op::Clear, &[gl::COLOR_BUFFER_BIT]);
        page.call(Op::Present, &[]);
        assert_eq!(page.gl.picture().rgba[..4], [0, 255, 0, 255], "it is still seen");
        assert_eq!(page.gl.is_empty(), !preserve);
        let left = if preserve { [0, 255, 0, 255] } else { [0; 4] };
        assert_eq!(page.pixel(0, 0), left);
        // Reading it, and frames without drawing, leave the canvas as it was shown.
        page.call(Op::Present, &[]);
        assert_eq!(page.pixel(0, 0), left);
        assert_eq!(page.gl.picture().rgba[..4], [0, 255, 0, 255], "it is seen after it was read");
        page.call(Op::ClearColor, &bits([1.0, 0.0, 0.0, 1.0]));
        page.call(Op::Clear, &[gl::COLOR_BUFFER_BIT]);
        assert!(!page.gl.is_empty());
        assert_eq!(page.gl.picture().rgba[..4], [255, 0, 0, 255], "what is drawn then is seen");
    }
}

#[test]
fn antialiased_edges_have_colours_between() {
    let mut page = Page::with(Version::One, Attributes::default(), 8, 8);
    let program = page.program(VERTEX, FRAGMENT);
    page.vertices(2, &[-1.0, -1.0, 1.0, -1.0, -1.0, 0.7]);
    page.uniform(program, "color", 0, 4, &bits([1.0; 4]));
    draw(&mut page, 3);
    let picture = page.gl.picture();
    let between = picture.rgba.chunks(4).filter(|p| p[0] > 0 && p[0] < 255).count();
    assert!(between > 3, "{between} pixels");
}

#[test]
fn errors_are_those_of_the_standard() {
    let cases: &[(Op, &[u32], u32)] = &[
        (Op::Enable, &[1], gl::INVALID_ENUM),
        (Op::BindTexture, &[gl::TEXTURE_3D, 0], gl::INVALID_ENUM),
        (Op::BindTexture, &[gl::TEXTURE_2D, 77], gl::INVALID_OPERATION),
        (Op::ActiveTexture, &[gl::TEXTURE0 + 64], gl::INVALID_ENUM),
        (Op::Viewport, &[0, 0, u32::MAX, 1], gl::INVALID_VALUE),
        (Op::DrawArrays, &[9, 0, 3, 1], gl::INVALID_ENUM),
        (Op::DrawArrays, &[gl::TRIANGLES, u32::MAX, 3, 1], gl::INVALID_VALUE),
        (Op::DrawArrays, &[gl::TRIANGLES, 0, 3, 1], gl::INVALID_OPERATION),
        (Op::Clear, &[1], gl::INVALID_VALUE),
        (Op::PixelStorei, &[gl::PACK_ALIGNMENT, 3], gl::INVALID_VALUE),
        (
            Op::BlendFuncSeparate,
            &[gl::CONSTANT_COLOR, gl::CONSTANT_ALPHA, 1, 1],
            gl::INVALID_OPERATION,
        ),
        (Op::VertexAttribPointer, &[0, 5, gl::FLOAT, 0, 0, 0, 0, 0], gl::INVALID_VALUE),
        (
            Op::VertexAttribPointer,
            &[0, 4, gl::FLOAT, 0, 0, 2, 0, 0],
            gl::INVALID_OPERATION,
        ),
        (
            Op::VertexAttribPointer,
            &[0, 4, gl::HALF_FLOAT, 0, 0, 0, 0, 0],
            gl::INVALID_ENUM,
        ),
        (Op::UseProgram, &[77], gl::INVALID_VALUE),
        (Op::GenerateMipmap, &[gl::TEXTURE_2D], gl::INVALID_OPERATION),
        (
            Op::RenderbufferStorage,
            &[gl::RENDERBUFFER, 0, gl::RGBA4, 1, 1],
            gl::INVALID_OPERATION,
        ),
        (Op::DrawBuffers, &[gl::BACK, gl::BACK], gl::INVALID_OPERATION),
    ];
    let mut page = Page::new(Version::One, 4, 4);
    for (op, words, error) in cases {
        page.call(*op, words);
        assert_eq!(page.error(), *error, "{op:?} {words:?}");
        assert_eq!(page.error(), gl::NO_ERROR, "{op:?} {words:?}");
    }
}

#[test]
fn arrays_of_three_dimensions_are_neither_turned_nor_multiplied() {
    let mut page = Page::new(Version::Two, 4, 4);
    let texture = page.create(TEXTURE);
    page.call(Op::BindTexture, &[gl::TEXTURE_3D, texture]);
    let words = [gl::TEXTURE_3D, 0, gl::RGBA, 1, 1, 1, 0, gl::RGBA, gl::UNSIGNED_BYTE, 3, 1, 1];
    for parameter in [gl::UNPACK_FLIP_Y_WEBGL, gl::UNPACK_PREMULTIPLY_ALPHA_WEBGL] {
        page.call(Op::PixelStorei, &[parameter, 1]);
        page.call_data(Op::TexImage, &words, &[1, 2, 3, 4]);
        assert_eq!(page.error(), gl::INVALID_OPERATION);
        page.call(Op::PixelStorei, &[parameter, 0]);
    }
    page.call_data(Op::TexImage, &words, &[1, 2, 3, 4]);
    assert_eq!(page.error(), gl::NO_ERROR);
}

#[test]
fn feedback_is_captured_and_primitives_are_counted() {
    let mut page = Page::new(Version::Two, 1, 1);
    let vertex =
        "#version 300 es\nin vec4 position; out float twice; void main() { twice = position.x * 2.0; gl_Position = position; }";
    let fragment = "#version 300 es\nprecision mediump float; out vec4 o; void main() { o = vec4(1.0); }";
    let program = page.program(vertex, fragment);
    page.call_data(Op::TransformFeedbackVaryings, &[program, gl::INTERLEAVED_ATTRIBS], b"twice");
    page.link(program);
    page.vertices(1, &[1.0, 2.5, -3.0]);
    let buffer = page.create(BUFFER);
    page.call(Op::BindBufferBase, &[gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer]);
    page.call(Op::BufferData, &[gl::TRANSFORM_FEEDBACK_BUFFER, gl::STATIC_DRAW, 0, 12, 0]);
    let query = page.create(QUERY);
    page.call(Op::BeginQuery, &[gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query]);
    page.call(Op::BeginTransformFeedback, &[gl::POINTS]);
    page.call(Op::DrawArrays, &[gl::POINTS, 0, 3, 1]);
    page.call(Op::EndTransformFeedback, &[]);
    page.call(Op::EndQuery, &[gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN]);
    assert_eq!(page.error(), gl::NO_ERROR);
    let mut out = [0; 12];
    page.gl.read_buffer_bytes(gl::TRANSFORM_FEEDBACK_BUFFER, 0, &mut out);
    let values: Vec<f32> = out.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
    assert_eq!(values, [2.0, 5.0, -6.0]);
    assert_eq!(
        page.ask(Op::GetQueryParameter, &[query, gl::QUERY_RESULT]),
        Answer::Number(3.0)
    );
}

#[test]
fn occlusion_is_told() {
    let mut page = Page::new(Version::Two, 4, 4);
    let program = page.program(VERTEX, FRAGMENT);
    page.vertices(2, &SQUARE);
    page.uniform(program, "color", 0, 4, &bits([1.0; 4]));
    for (scissor, seen) in [(4, 1.0), (0, 0.0)] {
        let query = page.create(QUERY);
        page.call(Op::Enable, &[gl::SCISSOR_TEST]);
        page.call(Op::Scissor, &[0, 0, scissor, scissor]);
        page.call(Op::BeginQuery, &[gl::ANY_SAMPLES_PASSED, query]);
        draw(&mut page, 6);
        page.call(Op::EndQuery, &[gl::ANY_SAMPLES_PASSED]);
        assert_eq!(
            page.ask(Op::GetQueryParameter, &[query, gl::QUERY_RESULT]),
            Answer::Number(seen)
        );
    }
}

#[test]
fn a_lost_context_does_nothing_until_it_is_restored() {
    let mut page = Page::new(Version::One, 2, 2);
    page.call(Op::ClearColor, &bits([1.0; 4]));
    page.call(Op::Clear, &[gl::COLOR_BUFFER_BIT]);
    page.call(Op::Lose, &[]);
    assert_eq!(page.error(), gl::CONTEXT_LOST_WEBGL);
    assert_eq!(page.error(), gl::NO_ERROR);
    assert_eq!(page.ask(Op::GetParameter, &[gl::VERSION]), Answer::Null);
    page.call(Op::Enable, &[1]);
    assert_eq!(page.error(), gl::NO_ERROR);
    page.call(Op::Restore, &[]);
    assert_eq!(page.pixel(0, 0), [0; 4]);
}

/// A generator of numbers for tests: the same on every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }
}

#[test]
fn hostile_batches_are_refused_or_do_no_harm() {
    let mut numbers = Numbers(7);
    let mut refused = 0;
    for round in 0..300 {
        let version = if round % 2 == 0 { Version::One } else { Version::Two };
        let mut page = Page::new(version, 8, 8);
        let program = page.program(VERTEX, FRAGMENT);
        page.vertices(2, &SQUARE);
        page.texture(2, 2, &[7; 16]);
        for _ in 0..60 {
            let count = numbers.next() % 13;
            let op = numbers.next() % (Op::NAMES.len() as u32 + 2);
            let mut batch = vec![op | (count << 12)];
            for _ in 0..count {
                batch.push(match numbers.next() % 7 {
                    0 => numbers.next() % 16,
                    1 => numbers.next(),
                    2 => 0x0B00 + numbers.next() % 0x300,
                    3 => 0x8400 + numbers.next() % 0x900,
                    4 => u32::MAX - numbers.next() % 3,
                    5 => program,
                    _ => 0x1400 + numbers.next() % 0x10,
                });
            }
            if batch.len() > 1 && numbers.next().is_multiple_of(10) {
                batch.pop();
            }
            let bytes = [1; 40];
            refused += usize::from(page.gl.submit(&batch, &bytes).is_err());
            refused += usize::from(page.gl.ask(&batch, &bytes).is_err());
        }
        page.pixel(0, 0);
    }
    assert!(refused > 100);
}

#[test]
fn the_list_of_commands_is_that_of_the_shims() {
    let source =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shims/js/webgl/commands.js")).expect("the shims");
    let list = source
        .split("NAMES = [")
        .nth(1)
        .and_then(|rest| rest.split("];").next())
        .expect("the list");
    let names: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert_eq!(names, Op::NAMES);
}
