//! Fonts, and command buffers of a 2D context.

use oracade_canvas::css_font::{CssFont, FontContextSizes};
use oracade_canvas::{CanvasStore, ColorSpace};
use oracade_runtime::FontProfile;
use oracade_text::Fonts;
use std::sync::{Arc, Mutex};

pub(super) fn fonts() -> Vec<Vec<u8>> {
    // The smallest of those we bundle: all tables of a TrueType font.
    let mut all: Vec<Vec<u8>> = FontProfile::Reference.fonts().map(|font| font.bytes.to_vec()).collect();
    all.sort_by_key(Vec::len);
    all.truncate(2);
    all
}

pub(super) fn font(bytes: &[u8]) {
    let mut fonts = Fonts::new(FontProfile::Reference);
    if fonts
        .register("Probe", bytes, &oracade_text::FontFaceDescriptors::default())
        .is_err()
    {
        return;
    }
    let mut store = CanvasStore::new(Arc::new(Mutex::new(fonts)));
    let handle = store.create_surface(200, 60, false, ColorSpace::of(false));
    let Some(face) = CssFont::parse("40px Probe", &FontContextSizes::default()) else {
        return;
    };
    let number = store.text.intern(face) as f64;
    let words = vec![
        20.0,
        number,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        1.0,
        19.0,
        0.0,
        0.0,
        5.0,
        40.0,
        f64::NAN,
    ];
    store.submit(
        handle,
        words,
        vec!["Affluent \u{e9}\u{301} 0123 \u{4e2d}".to_owned()],
        &[],
        false,
    );
    store.pixels(handle);
}

pub(super) fn commands() -> Vec<Vec<u8>> {
    let streams: [&[f64]; 3] = [
        // Rectangles with styles, clip, shadow.
        &[
            2.0, 0.0, 1.0, 0.5, 0.0, 1.0, 15.0, 5.0, 5.0, 50.0, 40.0, 8.0, 0.0, 0.0, 0.0, 0.5, 4.0, 2.0, 2.0, 4.0, 0.5, 16.0,
            1.0, 1.0, 20.0, 20.0, 17.0, 10.0, 10.0, 5.0, 5.0,
        ],
        // A gradient, a transform, lines with dashes, a path.
        &[
            3.0, 1.0, 0.0, 0.0, 50.0, 0.0, 2.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.1, 0.0, 1.0, 3.0,
            4.0, 6.0, 5.0, 1.0, 2.0, 10.0, 7.0, 0.0, 2.0, 3.0, 1.0, 14.0, 7.0, 0.0, 5.0, 5.0, 1.0, 50.0, 9.0, 1.0, 20.0, 40.0,
        ],
        // Text, pictures, compositing.
        &[
            20.0,
            1.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            1.0,
            19.0,
            0.0,
            0.0,
            10.0,
            30.0,
            f64::NAN,
            5.0,
            3.0,
            9.0,
            1.0,
            2.0,
            18.0,
            0.0,
            0.0,
            0.0,
            8.0,
            8.0,
            10.0,
            10.0,
            30.0,
            30.0,
            12.0,
            0.0,
            5.0,
            0.0,
            0.0,
            9.0,
            1.0,
            50.0,
            9.0,
            13.0,
            1.0,
            7.0,
            2.0,
            2.0,
            60.0,
            60.0,
            11.0,
            1.0,
        ],
    ];
    streams
        .iter()
        .map(|words| words.iter().flat_map(|word| word.to_le_bytes()).collect())
        .collect()
}

pub(super) fn canvas(bytes: &[u8]) {
    let words = bytes
        .as_chunks::<8>()
        .0
        .iter()
        .map(|word| f64::from_le_bytes(*word))
        .collect();
    let mut store = CanvasStore::new(Arc::new(Mutex::new(Fonts::new(FontProfile::Reference))));
    let handle = store.create_surface(100, 80, false, ColorSpace::of(false));
    let picture = store.create_surface(8, 8, false, ColorSpace::of(true));
    store.submit(picture, vec![15.0, 0.0, 0.0, 5.0, 5.0], Vec::new(), &[], false);
    store.submit(handle, words, vec!["text".to_owned()], &[picture, handle], false);
    store.pixels(handle);
}
