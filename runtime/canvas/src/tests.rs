//! Exact pixels of recorded commands.

use std::sync::{Arc, Mutex};

use oracade_text::{FontProfile, Fonts};

use crate::color_space::ColorSpace;
use crate::commands::{op, style};
use crate::css_font::{Caps, CssFont, FontContextSizes};
use crate::path::verb;
use crate::store::CanvasStore;
use crate::text::TextStyle;

/// A canvas and the commands recorded for it.
struct Sheet {
    store: CanvasStore,
    handle: u32,
    width: u32,
    words: Vec<f64>,
}

impl Sheet {
    fn new(width: u32, height: u32) -> Self {
        let fonts = Arc::new(Mutex::new(Fonts::new(FontProfile::Reference)));
        let mut store = CanvasStore::new(fonts);
        let handle = store.create_surface(width, height, false, ColorSpace::Srgb);
        Self {
            store,
            handle,
            width,
            words: Vec::new(),
        }
    }

    fn put(&mut self, op: u32, arguments: &[f64]) -> &mut Self {
        self.words.push(f64::from(op));
        self.words.extend(arguments);
        self
    }

    fn color(&mut self, r: f64, g: f64, b: f64, a: f64) -> &mut Self {
        self.put(op::FILL_STYLE, &[f64::from(style::COLOR), r, g, b, a])
    }

    fn rect(&mut self, x: f64, y: f64, w: f64, h: f64) -> &mut Self {
        self.put(op::FILL_RECT, &[x, y, w, h])
    }

    fn path(&mut self, op: u32, head: &[f64], words: &[f64]) -> &mut Self {
        self.put(op, head);
        self.words.extend([0.0, words.len() as f64]);
        self.words.extend(words);
        self
    }

    fn flush(&mut self, images: &[u32], reset: bool) -> &mut Self {
        let words = core::mem::take(&mut self.words);
        self.store.submit(self.handle, words, Vec::new(), images, reset);
        self
    }

    /// The premultiplied pixel at a place.
    fn at(&mut self, x: u32, y: u32) -> [u8; 4] {
        self.flush(&[], false);
        let Some(pixels) = self.store.pixels(self.handle) else {
            return [0; 4];
        };
        let index = (y * self.width + x) as usize;
        pixels.data().as_chunks::<4>().0[index]
    }
}

const RED: [u8; 4] = [255, 0, 0, 255];
const NONE: [u8; 4] = [0; 4];

#[test]
fn rectangles_cover_their_pixels_and_parts_of_others() {
    let mut sheet = Sheet::new(8, 8);
    sheet
        .color(1.0, 0.0, 0.0, 1.0)
        .rect(1.0, 1.0, 2.0, 2.0)
        .rect(4.5, 4.0, 1.0, 1.0);
    assert_eq!(
        [sheet.at(1, 1), sheet.at(2, 2), sheet.at(0, 1), sheet.at(3, 1)],
        [RED, RED, NONE, NONE]
    );
    assert_eq!(
        [sheet.at(4, 4), sheet.at(5, 4), sheet.at(4, 5)],
        [[128, 0, 0, 128], [128, 0, 0, 128], NONE]
    );
}

#[test]
fn negative_sizes_and_transforms_cover_the_same() {
    let mut sheet = Sheet::new(8, 8);
    sheet
        .put(op::TRANSFORM, &[2.0, 0.0, 0.0, -2.0, 1.0, 7.0])
        .rect(2.0, 1.0, -2.0, 2.0);
    assert_eq!(
        [sheet.at(1, 2), sheet.at(4, 4), sheet.at(0, 2), sheet.at(1, 5)],
        [[0, 0, 0, 255], [0, 0, 0, 255], NONE, NONE]
    );
}

#[test]
fn unbounded_operators_clear_the_clip_region_and_only_it() {
    let mut sheet = Sheet::new(8, 8);
    sheet.color(1.0, 0.0, 0.0, 1.0).rect(0.0, 0.0, 8.0, 8.0);
    sheet.path(op::CLIP_PUSH, &[0.0], &[f64::from(verb::RECT), 0.0, 0.0, 4.0, 8.0]);
    sheet
        .put(op::COMPOSITE, &[1.0])
        .color(0.0, 0.0, 1.0, 1.0)
        .rect(0.0, 0.0, 2.0, 2.0);
    assert_eq!(
        [sheet.at(1, 1), sheet.at(3, 3), sheet.at(5, 5)],
        [[0, 0, 255, 255], NONE, RED]
    );
}

#[test]
fn clips_add_up_and_come_off() {
    let mut sheet = Sheet::new(8, 8);
    sheet.color(1.0, 0.0, 0.0, 1.0);
    sheet.path(op::CLIP_PUSH, &[0.0], &[f64::from(verb::RECT), 0.0, 0.0, 4.0, 4.0]);
    sheet.path(op::CLIP_PUSH, &[0.0], &[f64::from(verb::RECT), 2.5, 2.0, 4.0, 4.0]);
    sheet.rect(0.0, 0.0, 8.0, 8.0);
    assert_eq!(
        [sheet.at(2, 3), sheet.at(3, 3), sheet.at(1, 3), sheet.at(5, 3)],
        [[128, 0, 0, 128], RED, NONE, NONE]
    );
    sheet.put(op::CLIP_POP, &[2.0]).rect(7.0, 7.0, 1.0, 1.0);
    assert_eq!(sheet.at(7, 7), RED);
}

#[test]
fn gradients_go_from_stop_to_stop() {
    let mut sheet = Sheet::new(4, 1);
    let stops = [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    sheet.put(op::FILL_STYLE, &[f64::from(style::LINEAR), 0.0, 0.0, 4.0, 0.0, 2.0]);
    sheet.words.extend(stops);
    sheet.rect(0.0, 0.0, 4.0, 1.0);
    let got: Vec<u8> = (0..4).map(|x| sheet.at(x, 0)[0]).collect();
    assert_eq!(got, [32, 96, 159, 223]);
}

#[test]
fn dashes_leave_gaps() {
    let mut sheet = Sheet::new(12, 4);
    sheet
        .put(op::LINE, &[2.0, 0.0, 0.0, 10.0])
        .put(op::DASH, &[0.0, 2.0, 3.0, 2.0]);
    sheet.path(op::STROKE, &[], &[0.0, 0.0, 2.0, 1.0, 12.0, 2.0]);
    let got: Vec<u8> = (0..12).map(|x| sheet.at(x, 1)[3]).collect();
    assert_eq!(got, [255, 255, 255, 0, 0, 255, 255, 255, 0, 0, 255, 255]);
}

#[test]
fn a_shadow_is_a_moved_copy_in_its_colour_beneath_the_shape() {
    let mut sheet = Sheet::new(8, 8);
    sheet
        .put(op::SHADOW, &[0.0, 0.0, 1.0, 0.5, 0.0, 2.0, 1.0])
        .color(1.0, 0.0, 0.0, 1.0)
        .rect(1.0, 1.0, 3.0, 3.0);
    assert_eq!(
        [sheet.at(1, 1), sheet.at(3, 3), sheet.at(5, 4), sheet.at(6, 4)],
        [RED, RED, [0, 0, 128, 128], NONE]
    );
}

#[test]
fn a_blurred_shadow_fades_evenly() {
    let mut sheet = Sheet::new(40, 40);
    sheet
        .put(op::SHADOW, &[0.0, 0.0, 0.0, 1.0, 8.0, 0.0, 0.0])
        .color(1.0, 0.0, 0.0, 1.0)
        .rect(15.0, 15.0, 10.0, 10.0);
    let (left, right, top) = (sheet.at(12, 20), sheet.at(27, 20), sheet.at(20, 12));
    assert!(left[3].abs_diff(right[3]) <= 1 && left[3].abs_diff(top[3]) <= 1);
    assert!(left[3] > 30 && left[3] < 140, "{left:?}");
    assert!(sheet.at(5, 20)[3] < left[3]);
}

#[test]
fn pictures_are_cut_scaled_and_not_smeared_over_their_edges() {
    let mut sheet = Sheet::new(8, 8);
    let data: Vec<u8> = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]].concat();
    let image = sheet
        .store
        .image_from_straight(2, 2, ColorSpace::Srgb, &data)
        .expect("an image");
    sheet.put(op::IMAGE, &[0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 4.0, 4.0]);
    sheet
        .put(op::SMOOTHING, &[0.0, 0.0])
        .put(op::IMAGE, &[0.0, 0.0, 0.0, 2.0, 2.0, 4.0, 4.0, 4.0, 4.0]);
    sheet.flush(&[image], false);
    for (x, y) in [(0, 0), (3, 3), (3, 0)] {
        assert_eq!(sheet.at(x, y), [0, 255, 0, 255], "only the cut pixel");
    }
    assert_eq!(
        [sheet.at(4, 4), sheet.at(7, 4), sheet.at(5, 6), sheet.at(6, 6)],
        [RED, [0, 255, 0, 255], [0, 0, 255, 255], [255; 4]]
    );
}

#[test]
fn a_snapshot_keeps_what_is_drawn_over_later() {
    let mut sheet = Sheet::new(4, 4);
    sheet.color(1.0, 0.0, 0.0, 1.0).rect(0.0, 0.0, 4.0, 4.0).flush(&[], true);
    let before = sheet.store.snapshot(sheet.handle);
    sheet.color(0.0, 0.0, 1.0, 1.0).rect(0.0, 0.0, 4.0, 4.0).flush(&[], true);
    assert_eq!(sheet.at(1, 1), [0, 0, 255, 255]);
    let old = sheet.store.pixels(before).expect("pixels");
    assert_eq!(old.data()[..4], RED);
}

#[test]
fn a_reset_forgets_state_and_pixels() {
    let mut sheet = Sheet::new(4, 4);
    sheet.color(1.0, 0.0, 0.0, 1.0).rect(0.0, 0.0, 4.0, 4.0).flush(&[], false);
    sheet.rect(0.0, 0.0, 1.0, 1.0).flush(&[], true);
    assert_eq!([sheet.at(0, 0), sheet.at(1, 1)], [[0, 0, 0, 255], NONE]);
}

#[test]
fn canvases_that_draw_each_other_end() {
    let mut sheet = Sheet::new(4, 4);
    let other = sheet.store.create_surface(4, 4, false, ColorSpace::Srgb);
    for round in 0..200 {
        let (to, from) = if round % 2 == 0 {
            (sheet.handle, other)
        } else {
            (other, sheet.handle)
        };
        let picture = sheet.store.snapshot(from);
        let image = [18.0, 0.0, 0.0, 0.0, 4.0, 4.0, 0.0, 0.0, 4.0, 4.0];
        let rect = [f64::from(op::FILL_RECT), 0.0, 0.0, 1.0, 1.0];
        sheet
            .store
            .submit(to, [&image[..], &rect[..]].concat(), Vec::new(), &[picture], false);
        sheet.store.release(picture);
    }
    assert_eq!(sheet.at(0, 0), [0, 0, 0, 255]);
}

#[test]
fn sizes_over_the_limits_draw_nothing() {
    for (width, height) in [(70_000, 1), (30_000, 30_000), (0, 5)] {
        let mut sheet = Sheet::new(width, height);
        sheet.rect(0.0, 0.0, 1.0, 1.0).flush(&[], false);
        assert!(sheet.store.pixels(sheet.handle).is_none());
    }
    let mut sheet = Sheet::new(4, 4);
    sheet.store.set_limit(1 << 20);
    let large = sheet.store.create_surface(1000, 1000, false, ColorSpace::Srgb);
    sheet.store.submit(
        large,
        vec![f64::from(op::FILL_RECT), 0.0, 0.0, 9.0, 9.0],
        Vec::new(),
        &[],
        false,
    );
    assert!(sheet.store.pixels(large).is_none());
}

#[test]
fn hostile_commands_end() {
    for words in [
        vec![f64::from(op::DASH), 0.0, 1.0e18],
        vec![f64::from(op::FILL), 0.0, 0.0, f64::NAN],
        vec![f64::from(op::IMAGE), 5.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0],
        vec![
            f64::from(op::TRANSFORM),
            1e300,
            1e300,
            -1e300,
            1e300,
            1e308,
            0.0,
            f64::from(op::FILL_RECT),
            1e9,
            1e9,
            1e300,
            1e300,
        ],
        vec![
            f64::from(op::SHADOW),
            0.0,
            0.0,
            0.0,
            1.0,
            1e30,
            1e30,
            -1e30,
            f64::from(op::FILL_RECT),
            0.0,
            0.0,
            4.0,
            4.0,
        ],
        vec![
            f64::from(op::LINE),
            1e30,
            1.0,
            1.0,
            1e30,
            f64::from(op::STROKE_RECT),
            0.0,
            0.0,
            4.0,
            4.0,
        ],
        vec![9999.0],
    ] {
        let mut sheet = Sheet::new(16, 16);
        sheet.words = words;
        let _ = sheet.at(1, 1);
    }
}

/// Widths in px as Chromium 156 measures them.
#[test]
fn text_is_as_wide_as_in_chromium() {
    let texts = [
        "",
        " ",
        "Hello, World!",
        "AVAToTe",
        "Score: 1,234",
        "fi fl ffi",
        "Größe naïve",
        "x  y",
    ];
    let mut sheet = Sheet::new(1, 1);
    for (font, widths) in [
        ("10px Arial", [0.0, 2.778, 57.056, 38.906, 56.704, 23.154, 55.581, 15.557]),
        ("13.3px Arial", [0.0, 3.694, 75.866, 51.732, 75.399, 30.788, 73.906, 20.685]),
        (
            "bold 16px Arial",
            [0.0, 4.445, 98.367, 66.063, 94.281, 43.539, 92.477, 26.688],
        ),
        (
            "italic 20px serif",
            [0.0, 5.0, 109.258, 70.879, 101.455, 48.896, 99.414, 27.754],
        ),
        (
            "16px monospace",
            [0.0, 9.633, 125.227, 67.43, 115.594, 86.695, 105.961, 38.531],
        ),
        (
            "16px system-ui",
            [0.0, 5.086, 102.992, 63.289, 101.094, 45.797, 97.125, 29.109],
        ),
        (
            "700 24px \"Times New Roman\"",
            [0.0, 6.0, 139.992, 94.289, 124.863, 63.973, 125.988, 36.0],
        ),
        ("12px Courier", [0.0, 7.201, 93.615, 50.408, 86.414, 64.811, 79.213, 28.805]),
    ] {
        let css = CssFont::parse(font, &FontContextSizes::default()).expect("a font");
        let style = TextStyle {
            font: sheet.store.text.intern(css),
            ..TextStyle::default()
        };
        for (text, expected) in texts.iter().zip(widths) {
            let got = sheet.store.text.measure(text, &style).width;
            assert!((got - expected).abs() < 0.05, "{font} {text:?}: {got} instead of {expected}");
        }
    }
}

/// Widths in px as Chromium 156 measures them: small capitals are made of capitals of seven tenths of the size.
#[test]
fn capitals_are_as_wide_as_in_chromium() {
    let mut sheet = Sheet::new(1, 1);
    for (caps, expected) in Caps::ALL
        .into_iter()
        .zip([101.172, 95.927, 78.586, 95.927, 78.586, 83.831, 101.172])
    {
        let mut css = CssFont::parse("20px sans-serif", &FontContextSizes::default()).expect("a font");
        css.caps = caps;
        let style = TextStyle {
            font: sheet.store.text.intern(css),
            ..TextStyle::default()
        };
        let got = sheet.store.text.measure("abcABC1!é", &style).width;
        assert!((got - expected).abs() < 0.05, "{caps:?}: {got} instead of {expected}");
    }
}

/// Numbers as Chromium 156 gives them.
#[test]
fn a_canvas_in_display_p3_keeps_its_colours() {
    let mut sheet = Sheet::new(4, 4);
    sheet.handle = sheet.store.create_surface(4, 4, false, ColorSpace::DisplayP3);
    sheet
        .color(50.0 / 255.0, 100.0 / 255.0, 150.0 / 255.0, 1.0)
        .rect(0.0, 0.0, 4.0, 4.0)
        .flush(&[], false);
    let handle = sheet.handle;
    let mut read = |handle: u32, space: ColorSpace| {
        let mut out = [0; 4];
        sheet.store.read(handle, 1, 1, 1, 1, space, &mut out);
        out
    };
    assert_eq!(read(handle, ColorSpace::DisplayP3), [62, 99, 146, 255]);
    let srgb = read(handle, ColorSpace::Srgb);
    assert!(
        srgb.iter().zip([50, 100, 150, 255]).all(|(a, b)| a.abs_diff(b) <= 1),
        "{srgb:?}"
    );
    for mime in ["image/png", "image/webp"] {
        let encoded = sheet.store.encode(handle, mime, 1.0).expect("a file");
        assert_eq!(encoded.mime, mime);
        let (decoded, image) = sheet.store.decode(&encoded.bytes, mime).expect("an image");
        assert_eq!(image.space(), ColorSpace::DisplayP3, "{mime}");
        let mut out = [0; 4];
        sheet.store.read(decoded, 1, 1, 1, 1, ColorSpace::DisplayP3, &mut out);
        assert_eq!(out, [62, 99, 146, 255], "{mime}");
    }
}
