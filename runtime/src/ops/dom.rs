//! Ops of the mirror: mutations in, answers about style, layout and hits out (docs/boundary.md, "Ops: the mirror").

use super::contain::{Defect, contained};
use crate::frame::Frame;
use crate::page::PageError;
use crate::page_state::PageState;
use crate::resources::Resources;
use deno_core::{OpState, extension, op2, v8};
use deno_error::JsErrorBox;
use oracade_canvas::shrink::mean_of_areas;
use oracade_layout::{Document, Mix, ReplacedPixels, Viewport};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use tiny_skia::Pixmap;

extension!(
    oracade_dom,
    ops = [
        op_dom_apply,
        op_dom_viewport,
        op_layout_rects,
        op_layout_text_rects,
        op_layout_hit,
        op_layout_hit_all,
        op_layout_geometry,
        op_layout_scroll,
        op_layout_snap,
        op_layout_scroll_into_view,
        op_layout_reveal_caret,
        op_layout_wheel_target,
        op_layout_inner_text,
        op_layout_is_rendered,
        op_svg_geometry,
        op_svg_path,
        op_style_computed,
        op_style_right_to_left,
        op_style_property_names,
        op_style_parse,
        op_style_parse_block,
        op_style_serialize,
        op_style_shorthand,
        op_style_supports,
        op_media_matches,
        op_media_serialize,
        op_style_mix,
        op_anim_due,
        op_anim_tick,
        op_anim_ready,
        op_anim_active,
        op_anim_list,
        op_anim_control,
    ],
);

/// The page's resources as layout sees them: style sheets, fonts and images behind CSS addresses.
struct LayoutResources(RefCell<Resources>);

impl oracade_layout::Resources for LayoutResources {
    fn bytes(&self, url: &str) -> Option<Arc<[u8]>> {
        self.0.borrow_mut().load(url).ok().map(|resource| resource.bytes)
    }
}

/// Makes the mirror of a new document.
pub(crate) fn put_state(ops: &mut OpState, page: &Rc<PageState>) {
    let profile = &page.profile;
    let fonts = Arc::new(Mutex::new(oracade_text::Fonts::new(profile.fonts)));
    let viewport = Viewport::new(f64::from(profile.width), f64::from(profile.height), profile.dpr);
    let source = ops.borrow::<Resources>().again();
    ops.put(fonts.clone());
    let resources = Rc::new(LayoutResources(RefCell::new(source)));
    ops.put(resources.clone());
    let mut document = Document::new(fonts, viewport, resources.clone());
    document.set_base_url(&page.url);
    document.set_touch(profile.touch_points > 0);
    ops.put(document);
    ops.put(Pictures::default());
}

/// Drops the mirror and what it drew from.
pub(crate) fn drop_state(ops: &mut OpState) {
    drop(ops.try_take::<Document>());
    drop(ops.try_take::<Pictures>());
    drop(ops.try_take::<Rc<LayoutResources>>());
    drop(ops.try_take::<Arc<Mutex<oracade_text::Fonts>>>());
}

/// Lines for the log about what style sheets asked for and did not get.
pub(crate) fn take_notices(ops: &mut OpState) -> Vec<String> {
    let resources = ops.try_borrow::<Rc<LayoutResources>>();
    resources
        .map(|resources| resources.0.borrow_mut().take_notices())
        .unwrap_or_default()
}

/// Applies a batch of mutations.
#[op2(nofast)]
fn op_dom_apply(
    scope: &mut v8::PinScope<'_, '_>,
    state: Rc<RefCell<OpState>>,
    words: v8::Local<'_, v8::Uint32Array>,
    count: u32,
    strings: v8::Local<'_, v8::Array>,
) -> Result<(), JsErrorBox> {
    let count = (count as usize).min(words.length());
    let mut bytes = vec![0; count * 4];
    words.copy_contents(&mut bytes);
    // Before the state is borrowed: to read an item could run code, which could call another op.
    let mut texts = Vec::with_capacity(strings.length() as usize);
    for index in 0..strings.length() {
        let text = strings.get_index(scope, index).filter(|text| text.is_string());
        texts.push(text.map(|text| text.to_rust_string_lossy(scope)).unwrap_or_default());
    }
    contained(&mut state.borrow_mut(), |state| {
        Some({
            let words: Vec<u32> = bytes
                .chunks_exact(4)
                .map(|b| u32::from_ne_bytes([b[0], b[1], b[2], b[3]]))
                .collect();
            let applied = state
                .borrow_mut::<Document>()
                .apply(&words, &texts)
                .map_err(|e| JsErrorBox::generic(e.to_string()));
            end_if_too_large(state);
            applied
        })
    })
    .unwrap_or(Ok(()))
}

/// Nodes outside V8's heap, which nothing else would bound.
fn end_if_too_large(state: &mut OpState) {
    let (Some(defect), Some(page)) = (state.try_borrow::<Rc<Defect>>().cloned(), state.try_borrow::<Rc<PageState>>()) else {
        return;
    };
    let most = page.profile.limits.nodes as usize;
    if state.borrow::<Document>().node_count() > most {
        defect.exceed(format!("more than {most} nodes in the document"));
    }
}

/// The viewport changed size, or touch came or went.
#[op2(fast)]
fn op_dom_viewport(state: &mut OpState, width: f64, height: f64, dpr: f64, touch: bool) {
    contained(state, |state| {
        let document = state.borrow_mut::<Document>();
        document.set_viewport(width, height, dpr);
        document.set_touch(touch);
    })
}

/// Rectangles of a node, four numbers each, into `out`; the number of rectangles there are.
#[op2(fast)]
fn op_layout_rects(state: &mut OpState, id: u32, #[smi] kind: i32, #[buffer] out: &mut [f64]) -> u32 {
    contained(state, |state| {
        let document = state.borrow_mut::<Document>();
        let rects = match kind {
            0 => vec![document.bounding_rect(id)],
            1 => document.client_rects(id),
            2 => {
                let (rect, parent) = document.offset_rect(id);
                if let Some(slot) = out.get_mut(4) {
                    *slot = f64::from(parent);
                }
                vec![rect]
            }
            3 => vec![document.client_rect(id)],
            4 => vec![document.scroll_rect(id)],
            _ => Vec::new(),
        };
        for (slot, rect) in out.chunks_exact_mut(4).zip(&rects) {
            slot.copy_from_slice(&[rect.x, rect.y, rect.width, rect.height]);
        }
        rects.len() as u32
    })
}

/// As many rectangles as fit into `out`; the answer is how many there are.
#[op2(fast)]
fn op_layout_text_rects(state: &mut OpState, id: u32, start: u32, end: u32, #[buffer] out: &mut [f64]) -> u32 {
    let rects = state.borrow_mut::<Document>().text_rects(id, start, end);
    for (slot, rect) in out.chunks_exact_mut(4).zip(&rects) {
        slot.copy_from_slice(&[rect.x, rect.y, rect.width, rect.height]);
    }
    rects.len() as u32
}

#[op2(fast)]
fn op_layout_hit(state: &mut OpState, x: f64, y: f64) -> u32 {
    contained(state, |state| state.borrow_mut::<Document>().hit(x, y))
}

#[op2]
#[serde]
fn op_layout_hit_all(state: &mut OpState, x: f64, y: f64) -> Vec<u32> {
    contained(state, |state| state.borrow_mut::<Document>().hit_all(x, y))
}

/// A number that changes when boxes have moved.
#[op2(fast)]
fn op_layout_geometry(state: &mut OpState) -> u32 {
    contained(state, |state| state.borrow_mut::<Document>().geometry())
}

#[op2(fast)]
fn op_layout_scroll(state: &mut OpState, id: u32, x: f64, y: f64) -> bool {
    contained(state, |state| state.borrow_mut::<Document>().scroll_to(id, x, y))
}

#[op2]
#[serde]
fn op_layout_snap(state: &mut OpState, id: u32, x: f64, y: f64) -> (f64, f64) {
    contained(state, |state| state.borrow_mut::<Document>().snapped_scroll(id, x, y))
}

#[op2]
#[serde]
fn op_layout_scroll_into_view(state: &mut OpState, id: u32, #[string] block: &str, #[string] inline: &str) -> Vec<f64> {
    contained(state, |state| {
        let moves = state.borrow_mut::<Document>().scroll_into_view(id, block, inline);
        let numbers = |m: oracade_layout::ScrollMove| [f64::from(m.node), m.from.0, m.from.1, m.to.0, m.to.1];
        moves.into_iter().flat_map(numbers).collect::<Vec<f64>>()
    })
}

/// A text area scrolls so that the caret at an offset of its text is seen; true if its offset is another one now.
#[op2(fast)]
fn op_layout_reveal_caret(state: &mut OpState, id: u32, offset: u32) -> bool {
    contained(state, |state| state.borrow_mut::<Document>().reveal_caret(id, offset))
}

/// The scroller that a wheel over a node would move; 0: none.
#[op2(fast)]
fn op_layout_wheel_target(state: &mut OpState, id: u32, dx: f64, dy: f64) -> u32 {
    contained(state, |state| state.borrow_mut::<Document>().wheel_target(id, dx, dy))
}

#[op2]
#[string]
fn op_layout_inner_text(state: &mut OpState, id: u32) -> String {
    contained(state, |state| state.borrow_mut::<Document>().inner_text(id))
}

#[op2(fast)]
fn op_layout_is_rendered(state: &mut OpState, id: u32) -> bool {
    contained(state, |state| state.borrow_mut::<Document>().is_rendered(id))
}

/// Geometry of an SVG element into `out`; how many numbers there are, 0 if the element has no such geometry.
#[op2(fast)]
fn op_svg_geometry(state: &mut OpState, id: u32, #[smi] kind: i32, x: f64, y: f64, #[buffer] out: &mut [f64]) -> u32 {
    contained(state, |state| {
        let document = state.borrow_mut::<Document>();
        let matrix = |t: oracade_layout::Transform| vec![t.a, t.b, t.c, t.d, t.e, t.f];
        let truth = |inside: bool| vec![f64::from(u8::from(inside))];
        let numbers = match kind {
            0 => document.svg_bounds(id).map(|r| vec![r.x, r.y, r.width, r.height]),
            1 => document.svg_matrix(id, false).map(matrix),
            2 => document.svg_matrix(id, true).map(matrix),
            3 => document.svg_length(id).map(|length| vec![length]),
            4 => document.svg_point(id, x).map(|(x, y)| vec![x, y]),
            5 => document.svg_contains(id, x, y, false).map(truth),
            6 => document.svg_contains(id, x, y, true).map(truth),
            7 => document.svg_text(id).map(|(count, length)| vec![count as f64, length]),
            _ => None,
        }
        .unwrap_or_default();
        for (slot, number) in out.iter_mut().zip(&numbers) {
            *slot = *number;
        }
        numbers.len() as u32
    })
}

/// Length of path data, and x and y of the point at a distance along it.
#[op2(fast)]
fn op_svg_path(state: &mut OpState, #[string] data: &str, distance: f64, #[buffer] out: &mut [f64]) {
    contained(state, |_| {
        let (length, (x, y)) = oracade_layout::measure_path(data, distance);
        for (slot, number) in out.iter_mut().zip([length, x, y]) {
            *slot = number;
        }
    })
}

#[op2]
#[string]
fn op_style_computed(state: &mut OpState, id: u32, #[string] pseudo: &str, #[string] property: &str) -> String {
    contained(state, |state| state.borrow_mut::<Document>().computed(id, pseudo, property))
}

/// True if text of an element runs from right to left.
#[op2(fast)]
fn op_style_right_to_left(state: &mut OpState, id: u32) -> bool {
    contained(state, |state| state.borrow_mut::<Document>().is_right_to_left(id))
}

#[op2]
#[serde]
fn op_style_property_names() -> Vec<&'static str> {
    oracade_layout::property_names()
}

#[op2]
#[serde]
fn op_style_parse(
    state: &mut OpState,
    #[string] property: &str,
    #[string] value: &str,
) -> Option<Vec<(String, String, String, String)>> {
    contained(state, |state| {
        let declarations = state.borrow::<Document>().parse_declaration(property, value)?;
        let four = declarations.into_iter().map(|d| {
            let (shorthand, text) = d.shorthand.unwrap_or_default();
            (d.name, d.value, shorthand, text)
        });
        Some(four.collect())
    })
}

/// The canonical text of a declaration block.
#[op2]
#[string]
fn op_style_serialize(state: &mut OpState, #[string] css: &str) -> String {
    contained(state, |state| state.borrow::<Document>().serialize_block(css))
}

/// The value of a shorthand of a block, "" if it has none.
#[op2]
#[string]
fn op_style_shorthand(state: &mut OpState, #[string] css: &str, #[string] name: &str) -> String {
    contained(state, |state| state.borrow::<Document>().shorthand_value(css, name))
}

#[op2]
#[serde]
fn op_style_parse_block(state: &mut OpState, #[string] css: &str) -> Vec<(String, String, bool, String, String)> {
    contained(state, |state| {
        let declarations = state.borrow::<Document>().parse_block(css);
        let five = declarations.into_iter().map(|d| {
            let (shorthand, text) = d.shorthand.unwrap_or_default();
            (d.name, d.value, d.important, shorthand, text)
        });
        five.collect()
    })
}

#[op2(fast)]
fn op_style_supports(state: &mut OpState, #[string] condition: &str) -> bool {
    contained(state, |state| state.borrow::<Document>().supports(condition))
}

#[op2(fast)]
fn op_media_matches(state: &mut OpState, #[string] query: &str) -> bool {
    contained(state, |state| state.borrow::<Document>().media_matches(query))
}

#[op2]
#[string]
fn op_media_serialize(state: &mut OpState, #[string] query: &str) -> String {
    contained(state, |state| state.borrow::<Document>().media_serialize(query))
}

/// Two values of a longhand put together: kind 0 interpolates, 1 adds, 2 accumulates; null if they cannot be.
#[op2]
#[string]
fn op_style_mix(
    state: &mut OpState,
    id: u32,
    #[string] property: &str,
    #[string] from: &str,
    #[string] to: &str,
    #[smi] kind: i32,
    progress: f64,
) -> Option<String> {
    let mix = match kind {
        0 => Mix::Interpolate(progress),
        1 => Mix::Add,
        _ => Mix::Accumulate,
    };
    contained(state, |state| state.borrow_mut::<Document>().mix(id, property, from, to, mix))
}

/// Moves the timeline on to a frame. True if `op_anim_tick` has something to do.
#[op2(fast)]
fn op_anim_due(state: &mut OpState, now_ms: f64) -> bool {
    contained(state, |state| state.borrow_mut::<Document>().anim_due(now_ms))
}

/// Moves CSS animations and transitions on; the events to fire as `[node, type, name, elapsedSeconds, pseudo]`.
#[op2]
#[serde]
fn op_anim_tick(state: &mut OpState, now_ms: f64) -> Vec<(u32, String, String, f64, String)> {
    contained(state, |state| {
        let events = state.borrow_mut::<Document>().anim_tick(now_ms);
        events
            .into_iter()
            .map(|e| (e.node, e.kind.to_owned(), e.name, e.elapsed, e.pseudo.to_owned()))
            .collect()
    })
}

/// The end of a frame's own work: what its callbacks have started begins with it.
#[op2(fast)]
fn op_anim_ready(state: &mut OpState) {
    contained(state, |state| state.borrow_mut::<Document>().anim_ready());
}

#[op2(fast)]
fn op_anim_active(state: &mut OpState) -> bool {
    contained(state, |state| state.borrow_mut::<Document>().anim_active())
}

/// A CSS animation or transition, as `animation_control` of the layout house describes it.
#[derive(serde::Serialize)]
struct CssAnimation {
    id: u32,
    node: u32,
    pseudo: &'static str,
    transition: bool,
    begun: bool,
    name: String,
    start: Option<f64>,
    hold: Option<f64>,
    duration: f64,
    delay: f64,
    /// Below 0: without end.
    iterations: f64,
    direction: String,
    fill: String,
    values: Option<(String, String)>,
}

#[op2]
#[serde]
fn op_anim_list(state: &mut OpState) -> Vec<CssAnimation> {
    contained(state, |state| {
        let facts = state.borrow_mut::<Document>().css_animations();
        let convert = |fact: oracade_layout::AnimationFacts| CssAnimation {
            id: fact.id,
            node: fact.node,
            pseudo: fact.pseudo,
            transition: fact.is_transition,
            begun: fact.begun,
            name: fact.name,
            start: fact.start,
            hold: fact.hold,
            duration: fact.duration,
            delay: fact.delay,
            iterations: if fact.iterations.is_finite() { fact.iterations } else { -1.0 },
            direction: fact.direction,
            fill: fact.fill,
            values: fact.values,
        };
        facts.into_iter().map(convert).collect()
    })
}

/// What script makes of a CSS animation: it is cancelled (`hold` and `start` NaN; with rate 0, taken over), held at a time, or runs since
/// `start` at a rate.
#[op2(fast)]
fn op_anim_control(state: &mut OpState, id: u32, start: f64, hold: f64, rate: f64) {
    use oracade_layout::AnimationControl;
    let control = if start.is_nan() && hold.is_nan() && rate == 0.0 {
        AnimationControl::TakenOver
    } else if start.is_nan() && hold.is_nan() {
        AnimationControl::Cancelled
    } else {
        AnimationControl::Timed {
            start,
            hold: (!hold.is_nan()).then_some(hold),
            rate,
        }
    };
    contained(state, |state| state.borrow_mut::<Document>().control_animation(id, control));
}

/// Pictures that style sheets name, decoded once.
#[derive(Default)]
struct Pictures(BTreeMap<String, Option<Rc<Pixmap>>>);

/// Pictures of one page kept at once.
const PICTURES_MAX: usize = 1024;

/// Where the painter finds pixels: canvases and images by handle, pictures by address.
struct PagePixels<'a> {
    ops: &'a mut OpState,
}

impl oracade_layout::paint::PaintSource for PagePixels<'_> {
    fn pixels(&mut self, pixels: ReplacedPixels) -> Option<Rc<Pixmap>> {
        match pixels {
            ReplacedPixels::None => None,
            ReplacedPixels::Image(handle) | ReplacedPixels::Canvas(handle) => super::canvas::pixels(self.ops, handle),
        }
    }

    fn image(&mut self, url: &str) -> Option<Rc<Pixmap>> {
        if let Some(known) = self.ops.borrow::<Pictures>().0.get(url) {
            return known.clone();
        }
        let loaded = self.ops.borrow_mut::<Resources>().load(url).ok();
        let decoded = loaded.and_then(|r| oracade_canvas::Image::decode(&r.bytes, &r.content_type).ok());
        let pixels = decoded.map(|image| image.pixels());
        let pictures = &mut self.ops.borrow_mut::<Pictures>().0;
        if pictures.len() < PICTURES_MAX {
            pictures.insert(url.to_owned(), pixels.clone());
        }
        pixels
    }
}

/// Paints the viewport, in its own size or another.
pub(crate) fn paint_viewport(ops: &mut OpState, size: Option<(u32, u32)>) -> Result<Frame, PageError> {
    // The document is taken out while it is painted, since its pixels come from the same state.
    let mut document = ops.take::<Document>();
    #[cfg(test)]
    super::contain::tests::panic_if_armed();
    let painted = document
        .painted(&mut PagePixels { ops })
        .map(|pixels| frame_of_size(pixels, size));
    ops.put(document);
    painted.ok_or_else(|| PageError::Limit("no memory for a picture of the viewport".to_owned()))
}

/// A frame of a size; what is kept for the next one is not copied if it is not of its own.
fn frame_of_size(pixels: Cow<'_, Pixmap>, size: Option<(u32, u32)>) -> Frame {
    let own = (pixels.width(), pixels.height());
    match size {
        Some((width, height)) if (width, height) != own && width > 0 && height > 0 && is_opaque(&pixels) => Frame {
            width,
            height,
            rgba: mean_of_areas(pixels.data(), own, (width, height)),
        },
        Some((width, height)) => frame(pixels.into_owned()).resized(width, height),
        None => frame(pixels.into_owned()),
    }
}

/// Pixels of a canvas by handle.
pub(crate) fn canvas_frame(ops: &mut OpState, handle: u32) -> Option<Frame> {
    super::canvas::pixels(ops, handle).map(|pixels| frame(Rc::unwrap_or_clone(pixels)))
}

/// Whether nothing shines through. Whole rows are asked at once, since the compiler then looks at many pixels together.
fn is_opaque(pixels: &Pixmap) -> bool {
    let alpha = u32::from_ne_bytes([0, 0, 0, 255]);
    let row = pixels.width() as usize * 4;
    let is_opaque = |row: &[u8]| {
        let all = row.as_chunks::<4>().0.iter();
        all.fold(u32::MAX, |all, pixel| all & u32::from_ne_bytes(*pixel)) & alpha == alpha
    };
    pixels.data().chunks_exact(row.max(1)).all(is_opaque)
}

fn frame(pixels: Pixmap) -> Frame {
    let (width, height) = (pixels.width(), pixels.height());
    // Nothing is to be undone where all is opaque, as a viewport is.
    let rgba = if is_opaque(&pixels) {
        pixels.take()
    } else {
        let straight = pixels.pixels().iter().flat_map(|pixel| {
            let c = pixel.demultiply();
            [c.red(), c.green(), c.blue(), c.alpha()]
        });
        straight.collect()
    };
    Frame { width, height, rgba }
}
