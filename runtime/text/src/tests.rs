//! Widths, fallback and pictures of text.

use crate::*;
use parley::{PositionedLayoutItem, StyleProperty};
use tiny_skia::{Paint, Pixmap, Transform};

fn glyphs(fonts: &mut Fonts, text: &str, families: &[CssFamily], size: f32) -> Vec<(u64, u32, f32)> {
    let stack = fonts.family_list(families);
    let mut builder = fonts.layout.ranged_builder(&mut fonts.context, text, 1.0, false);
    builder.push_default(StyleProperty::FontFamily(stack));
    builder.push_default(StyleProperty::FontSize(size));
    let mut layout = builder.build(text);
    layout.break_all_lines(None);
    let mut out = Vec::new();
    for line in layout.lines() {
        for item in line.items() {
            if let PositionedLayoutItem::GlyphRun(run) = item {
                out.extend(run.glyphs().map(|g| (run.run().font().data.id(), g.id, g.advance)));
            }
        }
    }
    out
}

fn named(name: &str) -> CssFamily {
    CssFamily::Named(name.to_owned())
}

fn width(fonts: &mut Fonts, text: &str, family: &str, size: f32) -> f32 {
    glyphs(fonts, text, &[named(family)], size).iter().map(|g| g.2).sum()
}

#[test]
fn families_are_matched_as_chromium_matches_them() {
    let mut fonts = Fonts::new(FontProfile::Default);
    let text = "Hello Wiggly 0123";
    for (family, expected) in [
        ("Arial", 128.953_13),
        ("Helvetica", 128.953_13),
        ("Verdana", 122.609_375),
        ("No such family", 122.609_375),
        ("Courier", 163.226_56),
        ("DejaVu Sans", 145.585_94),
        ("DejaVu Sans Mono", 163.757_81),
    ] {
        let got = width(&mut fonts, text, family, 16.0);
        assert!((got - expected).abs() < 0.01, "{family}: {got}");
    }
}

#[test]
fn emoji_are_colour_glyphs_unless_asked_for_as_text() {
    let mut fonts = Fonts::new(FontProfile::Default);
    let emoji = |fonts: &mut Fonts, text: &str| glyphs(fonts, text, &[named("Arial")], 16.0);
    let face = emoji(&mut fonts, "😀");
    assert_eq!(face.len(), 1);
    let color = face[0].0;
    assert_eq!(emoji(&mut fonts, "👨‍👩‍👧").len(), 1, "a family is one glyph");
    assert_eq!(emoji(&mut fonts, "🇩🇪").len(), 1, "a flag is one glyph");
    assert_eq!(emoji(&mut fonts, "1️⃣")[0].0, color, "a keycap is an emoji");
    assert_ne!(emoji(&mut fonts, "1")[0].0, color);
    assert_ne!(emoji(&mut fonts, "❤\u{fe0e}")[0].0, color, "VS15 asks for text");
    assert_eq!(emoji(&mut fonts, "❤\u{fe0f}")[0].0, color, "VS16 asks for emoji");
}

#[test]
fn the_reference_has_no_colour_glyphs() {
    let mut fonts = Fonts::new(FontProfile::Reference);
    let boxes = glyphs(&mut fonts, "🦄", &[named("Arial")], 16.0);
    assert_eq!(boxes[0].1, 0, "a missing-glyph box");
}

#[test]
fn chinese_japanese_and_korean_have_glyphs_except_in_the_reference() {
    for text in ["\u{6c49}", "\u{304b}", "\u{30ab}", "\u{d55c}"] {
        let mut fonts = Fonts::new(FontProfile::Default);
        let drawn = glyphs(&mut fonts, text, &[named("Arial")], 16.0);
        assert_ne!(drawn[0].1, 0, "{text}");
        let em = width(&mut fonts, text, "Arial", 16.0);
        assert!((14.0..=16.5).contains(&em), "{text} is {em} px wide");
        let mut reference = Fonts::new(FontProfile::Reference);
        assert_eq!(glyphs(&mut reference, text, &[named("Arial")], 16.0)[0].1, 0, "{text}");
    }
}

#[test]
fn digests_differ_between_profiles() {
    assert_ne!(bundle_digest(FontProfile::Default), bundle_digest(FontProfile::Reference));
}

#[test]
fn a_registered_font_hides_a_bundled_family_and_goes_away_again() {
    let mut fonts = Fonts::new(FontProfile::Default);
    let mono = include_bytes!("../../../third_party/fonts/LiberationMono-Regular.ttf");
    let descriptors = FontFaceDescriptors::default();
    fonts.register("Arial", mono, &descriptors).expect("a font");
    let page = width(&mut fonts, "iii", "arial", 10.0);
    assert!((page - 18.0).abs() < 0.1, "{page}");
    assert!(fonts.unregister("Arial", &descriptors));
    assert!(width(&mut fonts, "iii", "arial", 10.0) < 8.0);
    assert_eq!(fonts.register("X", b"no font", &descriptors), Err(FontFaceError::Malformed));
}

#[test]
fn painting_puts_ink_where_the_glyph_is() {
    let mut fonts = Fonts::new(FontProfile::Default);
    let face = fonts.primary_face(&[named("Arial")], Attributes::default()).expect("a face");
    let id = glyphs(&mut fonts, "I", &[named("Arial")], 32.0)[0].1;
    let mut pixmap = Pixmap::new(40, 40).expect("a pixmap");
    let run = RunRef {
        font: &face.font,
        size: 32.0,
        coords: &[],
        synthesis: face.synthesis,
        glyphs: &[PositionedGlyph { id, x: 10.0, y: 30.0 }],
    };
    let mut painter = GlyphPainter::new();
    painter.draw(&mut pixmap.as_mut(), &run, &Paint::default(), Transform::identity(), None);
    assert_eq!(pixmap.pixel(14, 20).map(|p| p.alpha()), Some(255));
    assert_eq!(pixmap.pixel(8, 20).map(|p| p.alpha()), Some(0));
    assert_eq!(pixmap.pixel(14, 32).map(|p| p.alpha()), Some(0));
}

/// The rows of `Hag` at (2, 18) in 16 px Arial, black, as Chromium 156 draws them: the first twelve columns.
#[test]
fn coverage_is_chromiums() {
    let mut fonts = Fonts::new(FontProfile::Default);
    let face = fonts.primary_face(&[named("Arial")], Attributes::default()).expect("a face");
    let id = glyphs(&mut fonts, "H", &[named("Arial")], 16.0)[0].1;
    let mut pixmap = Pixmap::new(14, 24).expect("a pixmap");
    let run = RunRef {
        font: &face.font,
        size: 16.0,
        coords: &[],
        synthesis: face.synthesis,
        glyphs: &[PositionedGlyph { id, x: 2.0, y: 18.0 }],
    };
    GlyphPainter::new().draw(&mut pixmap.as_mut(), &run, &Paint::default(), Transform::identity(), None);
    let row = |y: u32| {
        (0..14)
            .map(|x| pixmap.pixel(x, y).map_or(0, |p| p.alpha()))
            .collect::<Vec<_>>()
    };
    let stems = [0, 0, 0, 171, 202, 0, 0, 0, 0, 0, 60, 255, 64, 0];
    let bar = [0, 0, 0, 171, 255, 255, 255, 255, 255, 255, 255, 255, 64, 0];
    let below = [0, 0, 0, 171, 214, 64, 64, 64, 64, 64, 107, 255, 64, 0];
    for (y, expected) in [(6, stems), (7, stems), (11, bar), (12, below), (17, stems)] {
        let got = row(y);
        assert!(
            got.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 2),
            "row {y}: {got:?} instead of {expected:?}"
        );
    }
}

#[test]
fn faces_with_a_unicode_range_are_for_their_characters() {
    let mut fonts = Fonts::new(FontProfile::Reference);
    let bytes = FontProfile::Reference
        .fonts()
        .into_iter()
        .find(|font| font.family == crate::bundled::MONO)
        .map(|font| font.bytes.to_vec())
        .unwrap_or_default();
    let descriptors = crate::FontFaceDescriptors {
        characters: vec![(0x41, 0x5a)],
        metrics: crate::MetricsOverride {
            ascent: Some(0.5),
            ..Default::default()
        },
        ..Default::default()
    };
    let list = [CssFamily::Named("Capitals".to_owned()), CssFamily::Named("Arial".to_owned())];
    assert!(fonts.partial_stretches(&list, "aBCd E").is_empty());
    assert_eq!(fonts.register("Capitals", &bytes, &descriptors), Ok(()));
    let ranges: Vec<_> = fonts
        .partial_stretches(&list, "aBCd E")
        .into_iter()
        .map(|(range, _)| range)
        .collect();
    assert_eq!(ranges, [1..3, 5..6]);
    // The first available font is one that has the space.
    let metrics = fonts.primary_metrics(&list, crate::Attributes::default(), 16.0);
    assert_eq!(metrics.ascent, 14.0);
    let whole = crate::FontFaceDescriptors {
        characters: Vec::new(),
        ..descriptors
    };
    assert_eq!(fonts.register("Capitals", &bytes, &whole), Ok(()));
    let metrics = fonts.primary_metrics(&list, crate::Attributes::default(), 16.0);
    assert_eq!(metrics.ascent, 8.0);
}
