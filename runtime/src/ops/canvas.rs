//! Ops of images and 2D canvases (shims/js/canvas). Pixels are in the page's `CanvasStore`, by handle.
#![allow(
    clippy::too_many_arguments,
    reason = "ops take the arguments of the methods they stand for, one by one"
)]

use super::contain::contained;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use ::oracade_canvas::color::Color;
use ::oracade_canvas::css_filter::parse_filter;
use ::oracade_canvas::css_font::{Caps, CssFont, FontContextSizes, STRETCHES};
use ::oracade_canvas::hit::{LineStyle, point_in_path, point_in_stroke};
use ::oracade_canvas::path::{Matrix, from_svg};
use ::oracade_canvas::surface::Put;
use ::oracade_canvas::text::TextStyle;
use ::oracade_canvas::{CanvasStore, ColorSpace, ImageError};
use base64::Engine as _;
use deno_core::{GarbageCollected, OpState, ToJsBuffer, op2, v8};
use oracade_layout::{SharedFonts, parse_color};
use oracade_text::{FontProfile, Fonts};
use serde::Serialize;
use tiny_skia::Pixmap;

/// A page's store and the handles that the collector has freed. Those are released at the next op: a collection may happen
/// while the store is in use.
struct Canvases {
    store: CanvasStore,
    freed: Rc<RefCell<Vec<u32>>>,
}

/// The page's store, made at its first use with the page's fonts.
pub(crate) fn store(state: &mut OpState) -> &mut CanvasStore {
    if !state.has::<Canvases>() {
        let fonts = match state.try_borrow::<SharedFonts>() {
            Some(fonts) => fonts.clone(),
            None => Arc::new(Mutex::new(Fonts::new(FontProfile::default()))),
        };
        state.put(Canvases {
            store: CanvasStore::new(fonts),
            freed: Rc::default(),
        });
    }
    let canvases = state.borrow_mut::<Canvases>();
    let freed = core::mem::take(&mut *canvases.freed.borrow_mut());
    for handle in freed {
        canvases.store.release(handle);
    }
    &mut canvases.store
}

/// Drops the page's store.
pub(crate) fn drop_state(state: &mut OpState) {
    drop(state.try_take::<Canvases>());
}

/// The premultiplied pixels of a canvas or image, drawn now if need be; `None` for unknown handles and transparent canvases.
pub(crate) fn pixels(state: &mut OpState, handle: u32) -> Option<Rc<Pixmap>> {
    store(state).page_pixels(handle)
}

/// Frees a handle when the object that holds this is collected.
struct Guard {
    handle: u32,
    freed: Rc<RefCell<Vec<u32>>>,
}

// SAFETY: the object holds no reference to anything that V8's collector manages, so there is nothing to trace.
unsafe impl GarbageCollected for Guard {
    fn trace(&self, _visitor: &mut v8::cppgc::Visitor) {}

    fn get_name(&self) -> &'static std::ffi::CStr {
        c"CanvasGuard"
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.freed.borrow_mut().push(self.handle);
    }
}

/// An object whose collection frees a handle.
#[op2]
#[cppgc]
fn op_canvas_guard(state: &mut OpState, handle: u32) -> Guard {
    store(state);
    Guard {
        handle,
        freed: state.borrow::<Canvases>().freed.clone(),
    }
}

/// Frees a handle at once.
#[op2(fast)]
fn op_canvas_release(state: &mut OpState, handle: u32) {
    contained(state, |state| {
        store(state).release(handle);
    })
}

/// A new bitmap, in sRGB or display-p3.
#[op2(fast)]
fn op_canvas_new(state: &mut OpState, width: u32, height: u32, opaque: bool, p3: bool) -> u32 {
    contained(state, |state| {
        store(state).create_surface(width, height, opaque, ColorSpace::of(p3))
    })
}

/// Gives a bitmap a size, which clears it.
#[op2(fast)]
fn op_canvas_resize(state: &mut OpState, handle: u32, width: u32, height: u32) {
    contained(state, |state| {
        store(state).resize(handle, width, height);
    })
}

fn floats(bytes: &[u8]) -> Vec<f64> {
    bytes
        .as_chunks::<8>()
        .0
        .iter()
        .map(|bytes| f64::from_ne_bytes(*bytes))
        .collect()
}

/// Records commands: `words` are `f64`s, `images` handles.
#[op2]
fn op_canvas_submit(
    state: &mut OpState,
    handle: u32,
    #[buffer] words: &[u8],
    #[serde] strings: Option<Vec<String>>,
    #[buffer] images: &[u32],
    reset: bool,
) {
    contained(state, |state| {
        store(state).submit(handle, floats(words), strings.unwrap_or_default(), images, reset);
    })
}

/// A bitmap as it is now, as a picture.
#[op2(fast)]
fn op_canvas_snapshot(state: &mut OpState, handle: u32) -> u32 {
    contained(state, |state| store(state).snapshot(handle))
}

/// A second handle of a picture.
#[op2(fast)]
fn op_canvas_retain(state: &mut OpState, handle: u32) -> u32 {
    contained(state, |state| store(state).retain(handle))
}

/// A transparent picture; 0 if it is over the limits.
#[op2(fast)]
fn op_canvas_image_blank(state: &mut OpState, width: u32, height: u32) -> u32 {
    contained(state, |state| store(state).blank_image(width, height).unwrap_or(0))
}

/// A picture of straight RGBA bytes; 0 if it is over the limits.
#[op2(fast)]
fn op_canvas_image_from_data(state: &mut OpState, width: u32, height: u32, p3: bool, #[buffer] data: &[u8]) -> u32 {
    contained(state, |state| {
        store(state)
            .image_from_straight(width, height, ColorSpace::of(p3), data)
            .unwrap_or(0)
    })
}

/// Cuts and scales a picture (`createImageBitmap`); 0 if the result is over the limits.
#[op2(fast)]
fn op_canvas_crop(
    state: &mut OpState,
    handle: u32,
    x: f64,
    y: f64,
    w: f64,
    h: f64,
    width: u32,
    height: u32,
    quality: u32,
    flip: bool,
) -> u32 {
    contained(state, |state| {
        store(state)
            .crop(handle, [x, y, w, h], (width, height), quality.min(3) as u8, flip)
            .unwrap_or(0)
    })
}

/// Reads straight RGBA bytes of a rectangle.
#[op2(fast)]
fn op_canvas_read(state: &mut OpState, handle: u32, x: i32, y: i32, width: u32, height: u32, p3: bool, #[buffer] out: &mut [u8]) {
    contained(state, |state| {
        store(state).read(handle, x, y, width, height, ColorSpace::of(p3), out);
    })
}

/// Records straight pixels to be put; `dirty` is x, y, width and height of the part, as `i32`s.
#[op2(fast)]
fn op_canvas_put(
    state: &mut OpState,
    handle: u32,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    p3: bool,
    #[buffer] dirty: &[u32],
    #[buffer] data: &[u8],
) {
    contained(state, |state| {
        let &[left, top, wide, tall] = dirty else {
            return;
        };
        if data.len() as u64 != u64::from(width) * u64::from(height) * 4 {
            return;
        }
        let dirty = [left, top, wide, tall].map(|v| v as i32);
        store(state).put(
            handle,
            Put {
                x,
                y,
                width,
                height,
                dirty,
                space: ColorSpace::of(p3),
                data: data.to_vec(),
            },
        );
    })
}

/// Encodes a bitmap or picture as PNG or, if `mime` says so, JPEG; empty if no format holds it. The first byte tells which.
#[op2]
#[serde]
fn op_canvas_encode(state: &mut OpState, handle: u32, #[string] mime: &str, quality: f64) -> ToJsBuffer {
    let bytes: Vec<u8> = contained(state, |state| {
        store(state)
            .encode(handle, mime, quality)
            .map(|encoded| encoded.bytes)
            .unwrap_or_default()
    });
    bytes.into()
}

/// Base64 of a file, for `toDataURL`.
#[op2]
#[string]
fn op_canvas_base64(state: &mut OpState, #[buffer] bytes: &[u8]) -> String {
    contained(state, |_| base64::engine::general_purpose::STANDARD.encode(bytes))
}

/// Parses a colour: its serialisation, "" for invalid ones; `out` gets red, green, blue and alpha as `f64`s.
#[op2]
#[string]
fn op_canvas_color(state: &mut OpState, #[string] source: &str, #[string] current: &str, #[buffer] out: &mut [f64]) -> String {
    contained(state, |_| {
        let current = Color::parse(current, &Color::BLACK).unwrap_or(Color::BLACK);
        let (text, [r, g, b], alpha) = match Color::parse(source, &current) {
            Some(color) => (color.serialize(), color.rgb, color.alpha),
            None => {
                let [r, g, b] = current.rgb;
                let Some((text, [r, g, b, a])) = parse_color(source, [r, g, b, current.alpha]) else {
                    return String::new();
                };
                if text.starts_with("rgb") {
                    let color = Color::legacy([r, g, b], a);
                    (color.serialize(), color.rgb, color.alpha)
                } else {
                    (text, [r, g, b], a)
                }
            }
        };
        for (slot, value) in out.iter_mut().zip([r, g, b, alpha]) {
            *slot = f64::from(value);
        }
        text
    })
}

/// Parses a font: its serialisation, "" for invalid ones; `out` gets its number, its size in px, and its `font-variant-caps`
/// and `font-stretch` as indices into the lists of shims/js/canvas/attributes.js.
#[op2]
#[string]
fn op_canvas_font(
    state: &mut OpState,
    #[string] source: &str,
    parent: f64,
    width: f64,
    height: f64,
    #[buffer] out: &mut [f64],
) -> String {
    contained(state, |state| {
        let sizes = FontContextSizes {
            parent: parent as f32,
            root: 16.0,
            viewport: (width as f32, height as f32),
        };
        let Some(font) = CssFont::parse(source, &sizes) else {
            return String::new();
        };
        let (text, size) = (font.serialize(), font.size);
        let caps = Caps::ALL.iter().position(|caps| *caps == font.caps).unwrap_or(0);
        let stretch = STRETCHES.iter().position(|ratio| *ratio == font.stretch).unwrap_or(4);
        let number = store(state).text.intern(font);
        let values = [number as f64, f64::from(size), caps as f64, stretch as f64];
        for (slot, value) in out.iter_mut().zip(values) {
            *slot = value;
        }
        text
    })
}

/// A font with another `font-variant-caps` and `font-stretch`: its serialisation; `out` gets its number.
#[op2]
#[string]
fn op_canvas_font_variant(state: &mut OpState, font: u32, caps: u32, stretch: u32, #[buffer] out: &mut [f64]) -> String {
    contained(state, |state| {
        let text = &mut store(state).text;
        let mut font = text.css_font(font as usize);
        font.caps = Caps::ALL.get(caps as usize).copied().unwrap_or_default();
        font.stretch = STRETCHES.get(stretch as usize).copied().unwrap_or(1.0);
        let serialized = font.serialize();
        let number = text.intern(font);
        if let Some(slot) = out.first_mut() {
            *slot = number as f64;
        }
        serialized
    })
}

/// Parses a filter list and gives its number; -1 for invalid ones.
#[op2(fast)]
fn op_canvas_filter(state: &mut OpState, #[string] source: &str, font_size: f64) -> i32 {
    contained(state, |state| {
        let sizes = FontContextSizes {
            parent: font_size as f32,
            ..FontContextSizes::default()
        };
        match parse_filter(source, &sizes) {
            Some(filters) => store(state).text.intern_filter(filters) as i32,
            None => -1,
        }
    })
}

/// Measures text; `out` gets the attributes of `TextMetrics` in their order in shims/js/canvas/text.js.
#[op2(fast)]
fn op_canvas_measure(
    state: &mut OpState,
    #[string] text: &str,
    font: u32,
    align: u32,
    baseline: u32,
    rtl: bool,
    letter_spacing: f64,
    word_spacing: f64,
    kerning: bool,
    #[buffer] out: &mut [f64],
) {
    contained(state, |state| {
        let style = TextStyle {
            font: font as usize,
            align: align as u8,
            baseline: baseline as u8,
            rtl,
            letter_spacing: letter_spacing as f32,
            word_spacing: word_spacing as f32,
            kerning,
        };
        let m = store(state).text.measure(text, &style);
        let values = [
            m.width,
            m.actual_left,
            m.actual_right,
            m.font_ascent,
            m.font_descent,
            m.actual_ascent,
            m.actual_descent,
            m.hanging_baseline,
            m.alphabetic_baseline,
            m.ideographic_baseline,
        ];
        for (slot, value) in out.iter_mut().zip(values) {
            *slot = value;
        }
    })
}

fn matrix(numbers: &[f64]) -> Matrix {
    numbers.first_chunk::<6>().map_or(Matrix::IDENTITY, |m| Matrix { m: *m })
}

/// `isPointInPath`: path and transform as `f64`s.
#[op2(fast)]
fn op_canvas_point_in_path(
    state: &mut OpState,
    #[buffer] path: &[u8],
    #[buffer] base: &[u8],
    x: f64,
    y: f64,
    even_odd: bool,
) -> bool {
    contained(state, |_| {
        point_in_path(&floats(path), &matrix(&floats(base)), x, y, even_odd)
    })
}

/// `isPointInStroke`: path as `f64`s, then the path's transform, the current one, line width, cap, join, miter limit, dash
/// offset and dashes.
#[op2(fast)]
fn op_canvas_point_in_stroke(state: &mut OpState, #[buffer] path: &[u8], #[buffer] numbers: &[u8], x: f64, y: f64) -> bool {
    contained(state, |_| {
        let numbers = floats(numbers);
        let (Some(base), Some(current)) = (numbers.get(..6), numbers.get(6..12)) else {
            return false;
        };
        let Some(&[width, cap, join, miter, dash_offset]) = numbers.get(12..17) else {
            return false;
        };
        let line = LineStyle {
            width: width as f32,
            cap: cap as u8,
            join: join as u8,
            miter: miter as f32,
            dash_offset: dash_offset as f32,
            dash: numbers.get(17..).unwrap_or(&[]),
        };
        point_in_stroke(&floats(path), &matrix(base), &matrix(current), &line, x, y)
    })
}

/// The segments of an SVG path, as `f64`s.
#[op2]
#[serde]
fn op_canvas_svg_path(state: &mut OpState, #[string] data: &str) -> ToJsBuffer {
    let bytes: Vec<u8> = contained(state, |_| {
        from_svg(data).into_iter().flat_map(f64::to_ne_bytes).collect::<Vec<u8>>()
    });
    bytes.into()
}

/// A decoded image.
#[derive(Serialize)]
struct Decoded {
    handle: u32,
    width: u32,
    height: u32,
    frames: u32,
    /// False if the file ended early.
    complete: bool,
}

/// Decodes an image file (PNG, JPEG, GIF, WebP, BMP, SVG).
#[op2]
#[serde]
fn op_image_decode(state: &mut OpState, #[buffer] bytes: &[u8], #[string] mime: &str) -> Option<Decoded> {
    contained(state, |state| {
        let (handle, width, height, complete) = match store(state).decode(bytes, mime) {
            Ok((handle, image)) => (handle, image.width(), image.height(), image.is_complete()),
            // Known by no handle: it draws nothing.
            Err(ImageError::Empty(width, height)) => (0, width, height, true),
            Err(_) => return None,
        };
        Some(Decoded {
            handle,
            width,
            height,
            frames: 1,
            complete,
        })
    })
}

deno_core::extension!(
    oracade_canvas,
    ops = [
        op_canvas_guard,
        op_canvas_release,
        op_canvas_new,
        op_canvas_resize,
        op_canvas_submit,
        op_canvas_snapshot,
        op_canvas_retain,
        op_canvas_image_blank,
        op_canvas_image_from_data,
        op_canvas_crop,
        op_canvas_read,
        op_canvas_put,
        op_canvas_encode,
        op_canvas_base64,
        op_canvas_color,
        op_canvas_font,
        op_canvas_font_variant,
        op_canvas_filter,
        op_canvas_measure,
        op_canvas_point_in_path,
        op_canvas_point_in_stroke,
        op_canvas_svg_path,
        op_image_decode,
    ],
);
