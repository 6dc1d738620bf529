//! Values of SVG attributes: numbers, lengths, transform lists, `viewBox`, references.

use crate::boxes::Rect;
use crate::dom::tree::Element;
use crate::query::geometry::Transform;
use style::properties::ComputedValues;
use svgtypes::{LengthUnit, TransformListParser, TransformListToken};

/// Longest attribute that is read.
pub(crate) const TEXT_MAX: usize = 4 << 20;

/// Most operations of a transform list.
const OPERATIONS_MAX: usize = 1024;

/// A list of numbers, up to the first error in it.
pub(crate) fn numbers(text: &str) -> Vec<f64> {
    svgtypes::NumberListParser::from(text)
        .map_while(Result::ok)
        .take_while(|v| v.is_finite())
        .collect()
}

/// A transform list (CSS Transforms 1 §7) as one matrix; None if there is an error in it. Angles go through `libm`, so that the
/// same list is the same matrix on every machine.
pub(crate) fn transform_list(text: &str) -> Option<Transform> {
    let mut all = Transform::IDENTITY;
    for (index, token) in TransformListParser::from(text).enumerate() {
        if index > OPERATIONS_MAX {
            return None;
        }
        let one = match token.ok()? {
            TransformListToken::Matrix { a, b, c, d, e, f } => Transform {
                a,
                b,
                c,
                d,
                e,
                f,
                ..Transform::IDENTITY
            },
            TransformListToken::Translate { tx, ty } => Transform::translation(tx, ty),
            TransformListToken::Scale { sx, sy } => Transform {
                a: sx,
                d: sy,
                ..Transform::IDENTITY
            },
            TransformListToken::Rotate { angle } => {
                let (sin, cos) = turn(angle);
                Transform {
                    a: cos,
                    b: sin,
                    c: -sin,
                    d: cos,
                    ..Transform::IDENTITY
                }
            }
            TransformListToken::SkewX { angle } => Transform {
                c: libm::tan(angle.to_radians()),
                ..Transform::IDENTITY
            },
            TransformListToken::SkewY { angle } => Transform {
                b: libm::tan(angle.to_radians()),
                ..Transform::IDENTITY
            },
        };
        all = one.then(&all);
    }
    finite(&all).then_some(all)
}

fn turn(degrees: f64) -> (f64, f64) {
    // Quarter turns are exact.
    let quarters = degrees / 90.0;
    if quarters.fract() == 0.0 {
        return match quarters.rem_euclid(4.0) as u8 {
            0 => (0.0, 1.0),
            1 => (1.0, 0.0),
            2 => (0.0, -1.0),
            _ => (-1.0, 0.0),
        };
    }
    let angle = degrees.to_radians();
    (libm::sin(angle), libm::cos(angle))
}

/// True if no entry is infinite or not a number.
pub(crate) fn finite(t: &Transform) -> bool {
    [t.a, t.b, t.c, t.d, t.e, t.f].iter().all(|v| v.is_finite())
}

/// How much a transform stretches on average.
pub(crate) fn stretch(t: &Transform) -> f64 {
    libm::sqrt((t.a * t.d - t.b * t.c).abs())
}

/// The `viewBox` of an element; None if it has none that counts (SVG 2 §8.6).
pub(crate) fn view_box(element: &Element) -> Option<Rect> {
    let [x, y, width, height] = numbers(element.attribute("viewBox")?)[..] else {
        return None;
    };
    (width >= 0.0 && height >= 0.0).then_some(Rect { x, y, width, height })
}

/// How a `viewBox` is fitted into a viewport (SVG 2 §8.2); None: nothing is shown.
pub(crate) fn fit(view: &Rect, aspect: Option<&str>, width: f64, height: f64) -> Option<Transform> {
    if view.width <= 0.0 || view.height <= 0.0 {
        return None;
    }
    let (sx, sy) = (width / view.width, height / view.height);
    let aspect = aspect.and_then(|text| text.trim().parse::<svgtypes::AspectRatio>().ok());
    let align = aspect.map_or(svgtypes::Align::XMidYMid, |a| a.align);
    let t = if align == svgtypes::Align::None {
        Transform {
            a: sx,
            d: sy,
            e: -view.x * sx,
            f: -view.y * sy,
            ..Transform::IDENTITY
        }
    } else {
        use svgtypes::Align as A;
        let scale = if aspect.is_some_and(|a| a.slice) {
            sx.max(sy)
        } else {
            sx.min(sy)
        };
        let spare = (width - view.width * scale, height - view.height * scale);
        let x = match align {
            A::XMinYMin | A::XMinYMid | A::XMinYMax | A::None => 0.0,
            A::XMidYMin | A::XMidYMid | A::XMidYMax => 0.5,
            A::XMaxYMin | A::XMaxYMid | A::XMaxYMax => 1.0,
        };
        let y = match align {
            A::XMinYMin | A::XMidYMin | A::XMaxYMin | A::None => 0.0,
            A::XMinYMid | A::XMidYMid | A::XMaxYMid => 0.5,
            A::XMinYMax | A::XMidYMax | A::XMaxYMax => 1.0,
        };
        Transform {
            a: scale,
            d: scale,
            e: -view.x * scale + spare.0 * x,
            f: -view.y * scale + spare.1 * y,
            ..Transform::IDENTITY
        }
    };
    finite(&t).then_some(t)
}

/// A length in user units; percentages are of `basis`.
pub(crate) fn length(text: &str, style: &ComputedValues, basis: f64) -> Option<f64> {
    let length: svgtypes::Length = text.trim().parse().ok()?;
    let size = f64::from(crate::style::font_size::of(style.get_font()));
    let factor = match length.unit {
        LengthUnit::None | LengthUnit::Px => 1.0,
        LengthUnit::Em => size,
        LengthUnit::Ex => size / 2.0,
        LengthUnit::In => 96.0,
        LengthUnit::Cm => 96.0 / 2.54,
        LengthUnit::Mm => 9.6 / 2.54,
        LengthUnit::Pt => 96.0 / 72.0,
        LengthUnit::Pc => 16.0,
        LengthUnit::Percent => basis / 100.0,
    };
    Some(length.number * factor).filter(|v| v.is_finite())
}

/// A number, or a percentage as a share of one.
pub(crate) fn share(text: &str) -> Option<f64> {
    let text = text.trim();
    let value = match text.strip_suffix('%') {
        Some(number) => number.trim_end().parse::<f64>().ok()? / 100.0,
        None => text.parse().ok()?,
    };
    Some(value).filter(|v| v.is_finite())
}

/// `href`, or the older `xlink:href`.
pub(crate) fn href(element: &Element) -> Option<&str> {
    element.attribute("href").or_else(|| element.attribute("xlink:href"))
}

/// The id a reference within the document names.
pub(crate) fn fragment(reference: &str) -> Option<&str> {
    let (_, id) = reference.trim().rsplit_once('#')?;
    (!id.is_empty()).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transform_lists_are_applied_from_the_right() {
        let t = transform_list("translate(10,20) scale(2)").expect("a transform");
        assert_eq!(t.apply(1.0, 1.0), (12.0, 22.0));
        let t = transform_list("rotate(90 5 5)").expect("a transform");
        let (x, y) = t.apply(5.0, 0.0);
        assert!((x - 10.0).abs() < 1e-9 && (y - 5.0).abs() < 1e-9, "{x} {y}");
        assert!(transform_list("rotate(").is_none());
        assert_eq!(transform_list(""), Some(Transform::IDENTITY));
    }

    #[test]
    fn a_view_box_is_fitted() {
        let view = Rect {
            x: 0.0,
            y: 0.0,
            width: 10.0,
            height: 10.0,
        };
        let corner = |aspect, x, y| fit(&view, aspect, 40.0, 20.0).map(|t| t.apply(x, y));
        assert_eq!(corner(None, 0.0, 0.0), Some((10.0, 0.0)));
        assert_eq!(corner(Some("xMinYMin"), 10.0, 10.0), Some((20.0, 20.0)));
        assert_eq!(corner(Some("xMidYMax slice"), 0.0, 0.0), Some((0.0, -20.0)));
        assert_eq!(corner(Some("none"), 10.0, 10.0), Some((40.0, 20.0)));
        assert_eq!(corner(Some("nonsense"), 0.0, 0.0), Some((10.0, 0.0)));
    }

    #[test]
    fn references_are_fragments() {
        assert_eq!(fragment("#a"), Some("a"));
        assert_eq!(fragment("https://x.example/y#b"), Some("b"));
        assert_eq!(fragment("icons.svg"), None);
        assert_eq!(share("25%"), Some(0.25));
        assert_eq!(share("x"), None);
        assert_eq!(numbers("1,2 3x"), [1.0, 2.0, 3.0]);
    }
}
