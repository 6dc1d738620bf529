//! Basic shapes (CSS Shapes 1 §3) as paths, for `clip-path` (CSS Masking 1 §5).

use super::background::Areas;
use super::geometry::RoundRect;
use crate::boxes::Rect;
use style::properties::ComputedValues;
use style::values::computed::basic_shape::{BasicShape, ClipPath, ShapeRadius};
use style::values::computed::{BorderCornerRadius, Length, LengthPercentage, Position};
use style::values::generics::basic_shape::{
    FillRule as ShapeRule, GenericPathOrShapeFunction as PathOrShapeFunction, Path as PathFunction, ShapeBox, ShapeGeometryBox,
};
use style::values::generics::position::GenericPositionOrAuto;
use tiny_skia::{FillRule, Path, PathBuilder};

/// What a `clip-path` leaves of a box.
pub(crate) enum Kept {
    /// The inside of a path.
    Path(Path, FillRule),
    /// Nothing: the shape has no area.
    Nothing,
}

/// The clipping path of a style, in the coordinates of the box's border box; None if there is none (or none we know).
pub(crate) fn clip_path(style: &ComputedValues, areas: &Areas) -> Option<Kept> {
    let outline = |shape: RoundRect| match shape.path() {
        Some(path) => Kept::Path(path, FillRule::Winding),
        None => Kept::Nothing,
    };
    match &style.get_svg().clip_path {
        ClipPath::None | ClipPath::Url(_) => None,
        ClipPath::Box(reference) => Some(outline(reference_box(reference, areas))),
        ClipPath::Shape(shape, reference) => {
            let area = reference_box(reference, areas).rect;
            match &**shape {
                BasicShape::Rect(inset) => Some(outline(inset_rect(inset, area))),
                BasicShape::Circle(circle) => {
                    let center = position(&circle.position, area);
                    let diagonal = libm::sqrt((area.width * area.width + area.height * area.height) / 2.0);
                    let r = match &circle.radius {
                        ShapeRadius::Length(r) => resolve(&r.0, diagonal),
                        other => extent(other, center, area, None),
                    };
                    Some(ellipse(center, r, r))
                }
                BasicShape::Ellipse(e) => {
                    let center = position(&e.position, area);
                    let axis = |radius: &ShapeRadius, basis: f64, horizontal: bool| match radius {
                        ShapeRadius::Length(r) => resolve(&r.0, basis),
                        other => extent(other, center, area, Some(horizontal)),
                    };
                    Some(ellipse(
                        center,
                        axis(&e.semiaxis_x, area.width, true),
                        axis(&e.semiaxis_y, area.height, false),
                    ))
                }
                BasicShape::Polygon(polygon) => {
                    let mut path = PathBuilder::new();
                    for (index, corner) in polygon.coordinates.iter().enumerate() {
                        let x = (area.x + resolve(&corner.0, area.width)) as f32;
                        let y = (area.y + resolve(&corner.1, area.height)) as f32;
                        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
                    }
                    path.close();
                    let rule = if polygon.fill == ShapeRule::Evenodd {
                        FillRule::EvenOdd
                    } else {
                        FillRule::Winding
                    };
                    Some(path.finish().map_or(Kept::Nothing, |path| Kept::Path(path, rule)))
                }
                BasicShape::PathOrShape(PathOrShapeFunction::Path(path)) => Some(path_function(path, area)),
                BasicShape::PathOrShape(PathOrShapeFunction::Shape(_)) => None,
            }
        }
    }
}

/// `path()`: path data in px from the corner of the reference box.
fn path_function(function: &PathFunction, area: Rect) -> Kept {
    let rule = if function.fill == ShapeRule::Evenodd {
        FillRule::EvenOdd
    } else {
        FillRule::Winding
    };
    let mut data = String::new();
    let _ = function.path.to_css(&mut style_traits::CssWriter::new(&mut data), false);
    let path = crate::svg::path_of_data(&data);
    let place = tiny_skia::Transform::from_translate(area.x as f32, area.y as f32);
    match path.and_then(|path| path.transform(place)) {
        Some(path) => Kept::Path(path, rule),
        None => Kept::Nothing,
    }
}

fn resolve(length: &LengthPercentage, basis: f64) -> f64 {
    f64::from(length.resolve(Length::new(basis as f32)).px())
}

fn reference_box(reference: &ShapeGeometryBox, areas: &Areas) -> RoundRect {
    match reference {
        ShapeGeometryBox::ShapeBox(ShapeBox::PaddingBox) => areas.padding(),
        ShapeGeometryBox::ShapeBox(ShapeBox::ContentBox) | ShapeGeometryBox::FillBox => areas.content(),
        _ => areas.border,
    }
}

fn position(position: &GenericPositionOrAuto<Position>, area: Rect) -> (f64, f64) {
    match position {
        GenericPositionOrAuto::Position(p) => (
            area.x + resolve(&p.horizontal, area.width),
            area.y + resolve(&p.vertical, area.height),
        ),
        GenericPositionOrAuto::Auto => (area.x + area.width / 2.0, area.y + area.height / 2.0),
    }
}

/// A radius by keyword: to the sides (all four, or those of one axis) or the corners of the reference box.
fn extent(radius: &ShapeRadius, (cx, cy): (f64, f64), area: Rect, horizontal: Option<bool>) -> f64 {
    let xs = [(cx - area.x).abs(), (area.x + area.width - cx).abs()];
    let ys = [(cy - area.y).abs(), (area.y + area.height - cy).abs()];
    let sides: Vec<f64> = match horizontal {
        Some(true) => xs.to_vec(),
        Some(false) => ys.to_vec(),
        None => xs.into_iter().chain(ys).collect(),
    };
    let corners = xs.iter().flat_map(|x| ys.iter().map(move |y| libm::sqrt(x * x + y * y)));
    match radius {
        ShapeRadius::FarthestSide => sides.into_iter().fold(0.0, f64::max),
        ShapeRadius::FarthestCorner => corners.fold(0.0, f64::max),
        ShapeRadius::ClosestCorner => corners.fold(f64::INFINITY, f64::min),
        ShapeRadius::ClosestSide | ShapeRadius::Length(_) => sides.into_iter().fold(f64::INFINITY, f64::min),
    }
}

fn ellipse((cx, cy): (f64, f64), rx: f64, ry: f64) -> Kept {
    let shape = RoundRect {
        rect: Rect {
            x: cx - rx,
            y: cy - ry,
            width: rx * 2.0,
            height: ry * 2.0,
        },
        radii: [(rx as f32, ry as f32); 4],
    };
    match shape.path() {
        Some(path) => Kept::Path(path, FillRule::Winding),
        None => Kept::Nothing,
    }
}

fn inset_rect(inset: &style::values::computed::basic_shape::InsetRect, area: Rect) -> RoundRect {
    let (mut top, mut bottom) = (resolve(&inset.rect.0, area.height), resolve(&inset.rect.2, area.height));
    let (mut right, mut left) = (resolve(&inset.rect.1, area.width), resolve(&inset.rect.3, area.width));
    // Insets that meet are reduced in proportion (§3.1).
    let meet = |a: &mut f64, b: &mut f64, side: f64| {
        let sum = *a + *b;
        if sum > side && sum > 0.0 {
            (*a, *b) = (*a * side / sum, *b * side / sum);
        }
    };
    meet(&mut top, &mut bottom, area.height);
    meet(&mut left, &mut right, area.width);
    let rect = Rect {
        x: area.x + left,
        y: area.y + top,
        width: area.width - left - right,
        height: area.height - top - bottom,
    };
    let corner = |c: &BorderCornerRadius| {
        let x = resolve(&c.0.width.0, area.width).max(0.0) as f32;
        let y = resolve(&c.0.height.0, area.height).max(0.0) as f32;
        if x == 0.0 || y == 0.0 { (0.0, 0.0) } else { (x, y) }
    };
    let round = &inset.round;
    let radii = [
        corner(&round.top_left),
        corner(&round.top_right),
        corner(&round.bottom_right),
        corner(&round.bottom_left),
    ];
    RoundRect { rect, radii }.fitted()
}
