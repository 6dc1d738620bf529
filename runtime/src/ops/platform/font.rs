//! Fonts that scripts bring along (`FontFace`, `document.fonts`).

use std::sync::PoisonError;

use crate::ops::contain::contained;
use deno_core::{OpState, op2};
use oracade_layout::SharedFonts;
use oracade_text::{FontFaceDescriptors, FontStyle, FontWeight, FontWidth};

/// A family name no page can write: it holds a character that CSS turns into U+FFFD.
const PROBE: &str = "\0probe";

/// Descriptors as the shims give them: NaN and the empty string are "not given".
fn descriptors(weight: f64, style: &str, stretch: f64) -> FontFaceDescriptors {
    FontFaceDescriptors {
        weight: (weight.is_finite()).then(|| FontWeight::new(weight as f32)),
        style: match style {
            "normal" => Some(FontStyle::Normal),
            "italic" => Some(FontStyle::Italic),
            "oblique" => Some(FontStyle::Oblique(None)),
            _ => None,
        },
        width: (stretch.is_finite()).then(|| FontWidth::from_percentage(stretch as f32)),
        ..FontFaceDescriptors::default()
    }
}

/// Runs `work` with the page's fonts; the default without a page.
fn with_fonts<R: Default>(state: &mut OpState, work: impl FnOnce(&mut oracade_text::Fonts) -> R) -> R {
    let Some(fonts) = state.try_borrow::<SharedFonts>() else {
        return R::default();
    };
    work(&mut fonts.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Why the bytes are no font that can be used; `null` if they are one.
#[op2]
#[string]
pub(super) fn op_font_check(state: &mut OpState, #[buffer] bytes: &[u8]) -> Option<String> {
    contained(state, |state| {
        with_fonts(state, |fonts| {
            let none = FontFaceDescriptors::default();
            let result = fonts.register(PROBE, bytes, &none);
            fonts.unregister(PROBE, &none);
            result.err().map(|error| error.to_string())
        })
    })
}

/// Adds a face; true if its bytes are a font.
#[op2(fast)]
pub(super) fn op_font_register(
    state: &mut OpState,
    #[string] family: &str,
    #[buffer] bytes: &[u8],
    weight: f64,
    #[string] style: &str,
    stretch: f64,
) -> bool {
    contained(state, |state| {
        with_fonts(state, |fonts| {
            fonts.register(family, bytes, &descriptors(weight, style, stretch)).is_ok()
        })
    })
}

/// Takes a face away again; true if there was one.
#[op2(fast)]
pub(super) fn op_font_unregister(
    state: &mut OpState,
    #[string] family: &str,
    weight: f64,
    #[string] style: &str,
    stretch: f64,
) -> bool {
    contained(state, |state| {
        with_fonts(state, |fonts| fonts.unregister(family, &descriptors(weight, style, stretch)))
    })
}
