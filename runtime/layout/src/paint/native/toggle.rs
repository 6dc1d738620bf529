//! Check boxes and radio buttons.

use super::palette::Palette;
use super::{Native, all, frame, rounded};
use crate::boxes::Rect;
use crate::paint::surface::Surface;
use crate::query::geometry::Transform;
use tiny_skia::{LineJoin, PathBuilder, Stroke};

/// What stands in a check box or radio button.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mark {
    None,
    Set,
    Dash,
}

const RADIUS: f32 = 2.0;

pub(super) fn check_box(
    surface: &mut Surface,
    native: &Native,
    rect: Rect,
    mark: Mark,
    palette: &Palette,
    transform: &Transform,
) {
    let (disabled, pressed) = (native.disabled, native.pressed);
    if mark == Mark::None {
        surface.fill_color(&rounded(rect.inset(all(0.2)), RADIUS), palette.field(disabled), transform);
        frame(surface, rect, RADIUS, palette.border(disabled, pressed), transform);
        return;
    }
    surface.fill_color(&rounded(rect, RADIUS), palette.toggle(disabled, pressed), transform);
    let color = palette.mark(disabled);
    let side = rect.width;
    if mark == Mark::Dash {
        let bar = Rect {
            x: rect.x + side * 0.2,
            y: rect.y + side * 0.42,
            width: side * 0.6,
            height: side * 0.16,
        };
        surface.fill_color(&rounded(bar, RADIUS), color, transform);
        return;
    }
    let at = |x: f64, y: f64| ((rect.x + side * x) as f32, (rect.y + side * y) as f32);
    let mut path = PathBuilder::new();
    let (start, low, end) = (at(0.2, 0.5), at(0.4, 0.7), at(0.8, 0.2));
    path.move_to(start.0, start.1);
    path.line_to(low.0, low.1);
    path.line_to(end.0, end.1);
    let stroke = Stroke {
        width: (side * 0.16) as f32,
        line_join: LineJoin::Bevel,
        ..Stroke::default()
    };
    if let Some(path) = path.finish() {
        surface.stroke(&path, &stroke, color, transform);
    }
}

pub(super) fn radio(surface: &mut Surface, native: &Native, rect: Rect, mark: Mark, palette: &Palette, transform: &Transform) {
    let (disabled, pressed) = (native.disabled, native.pressed);
    let radius = (rect.width / 2.0) as f32;
    surface.fill_color(&rounded(rect.inset(all(0.2)), radius), palette.field(disabled), transform);
    let on = mark == Mark::Set;
    let line = if on && !disabled {
        palette.toggle(disabled, pressed)
    } else {
        palette.border(disabled, pressed)
    };
    frame(surface, rect, radius - 0.5, line, transform);
    if on {
        let dot = rect.inset(all(rect.width * 0.2));
        surface.fill_color(&rounded(dot, radius), palette.toggle(disabled, pressed), transform);
    }
}
