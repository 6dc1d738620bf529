//! The CSS `filter` functions a 2D context has (Filter Effects 1 §5).

use cssparser::{Parser, Token};

use crate::color::Color;
use crate::css_font::{FontContextSizes, length_px};

/// One filter function with its resolved arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// Gaussian blur; standard deviation in px.
    Blur(f32),
    /// A colour matrix of four rows of five, on straight colours 0–1.
    Matrix(Box<[f32; 20]>),
    /// Linear transfer of the colour channels: slope and intercept, clamped.
    Linear(f32, f32),
    /// Scales alpha.
    Opacity(f32),
    /// Mixes each channel with its inverse.
    Invert(f32),
    /// A shadow beneath: offset x and y, standard deviation, straight colour.
    DropShadow(f32, f32, f32, [f32; 4]),
}

/// Parses a filter value: `none` gives an empty list, invalid input `None`.
pub fn parse_filter(source: &str, sizes: &FontContextSizes) -> Option<Vec<Filter>> {
    let mut parser = Parser::new(source);
    if parser.try_parse(|p| p.expect_ident_matching("none")).is_ok() {
        return parser.is_exhausted().then(Vec::new);
    }
    let mut list = Vec::new();
    while !parser.is_exhausted() {
        match parser.next().ok()?.clone() {
            // References to SVG filters are accepted and have no effect, as for a reference that cannot be resolved.
            Token::UnquotedUrl(_) => {}
            Token::Function(name) => {
                let name = name.to_ascii_lowercase();
                let filter = parser
                    .parse_nested_block(|inner| -> Result<Option<Filter>, cssparser::ParseError<()>> {
                        function(&name, inner, sizes).ok_or_else(|| cssparser::ParseError::<()>::custom(()))
                    })
                    .ok()?;
                list.extend(filter);
            }
            _ => return None,
        }
    }
    (!list.is_empty() || source.to_ascii_lowercase().contains("url(")).then_some(list)
}

/// One function's filter; the outer `None` is a syntax error, the inner one "no effect".
fn function(name: &str, parser: &mut Parser<'_>, sizes: &FontContextSizes) -> Option<Option<Filter>> {
    if name == "url" {
        parser.expect_string().ok()?;
        return Some(None);
    }
    let amount = |parser: &mut Parser<'_>, default: f32| -> Option<f32> {
        if parser.is_exhausted() {
            return Some(default);
        }
        let value = match parser.next().ok()?.clone() {
            Token::Number { value, .. } => value,
            Token::Percentage { unit_value, .. } => unit_value,
            _ => return None,
        };
        (value >= 0.0).then_some(value)
    };
    Some(Some(match name {
        "blur" => {
            let radius = if parser.is_exhausted() { 0.0 } else { length(parser, sizes)? };
            if radius < 0.0 {
                return None;
            }
            Filter::Blur(radius)
        }
        "brightness" => Filter::Linear(amount(parser, 1.0)?, 0.0),
        "contrast" => {
            let slope = amount(parser, 1.0)?;
            Filter::Linear(slope, 0.5 - 0.5 * slope)
        }
        "opacity" => Filter::Opacity(amount(parser, 1.0)?.min(1.0)),
        "invert" => Filter::Invert(amount(parser, 1.0)?.min(1.0)),
        "grayscale" => Filter::Matrix(Box::new(saturate_matrix(1.0 - amount(parser, 1.0)?.min(1.0)))),
        "saturate" => Filter::Matrix(Box::new(saturate_matrix(amount(parser, 1.0)?))),
        "sepia" => Filter::Matrix(Box::new(sepia_matrix(1.0 - amount(parser, 1.0)?.min(1.0)))),
        "hue-rotate" => {
            let degrees = if parser.is_exhausted() {
                0.0
            } else {
                match parser.next().ok()?.clone() {
                    Token::Dimension { value, unit, .. } => match unit.to_ascii_lowercase().as_str() {
                        "deg" => value,
                        "rad" => value.to_degrees(),
                        "grad" => value * 0.9,
                        "turn" => value * 360.0,
                        _ => return None,
                    },
                    Token::Number { value: 0.0, .. } => 0.0,
                    _ => return None,
                }
            };
            Filter::Matrix(Box::new(hue_matrix(degrees)))
        }
        "drop-shadow" => drop_shadow(parser, sizes)?,
        _ => return None,
    }))
    .filter(|_| parser.is_exhausted())
}

fn length(parser: &mut Parser<'_>, sizes: &FontContextSizes) -> Option<f32> {
    match parser.next().ok()?.clone() {
        Token::Dimension { value, unit, .. } => length_px(value, &unit, sizes),
        Token::Number { value: 0.0, .. } => Some(0.0),
        _ => None,
    }
}

fn drop_shadow(parser: &mut Parser<'_>, sizes: &FontContextSizes) -> Option<Filter> {
    let mut lengths = Vec::new();
    let mut color = None;
    while !parser.is_exhausted() {
        let start = parser.state();
        let position = parser.position();
        if let Some(value) = length(parser, sizes) {
            lengths.push(value);
            continue;
        }
        parser.reset(&start);
        if color.is_some() {
            return None;
        }
        // The colour is one token or one function: hand its text to the colour parser.
        if let Token::Function(_) = parser.next().ok()?.clone() {
            parser
                .parse_nested_block(|inner| -> Result<(), cssparser::ParseError<()>> {
                    while inner.next().is_ok() {}
                    Ok(())
                })
                .ok()?;
        }
        color = Some(Color::parse(parser.slice_from(position).trim(), &Color::BLACK)?);
    }
    let (x, y, blur) = match lengths.as_slice() {
        [x, y] => (*x, *y, 0.0),
        [x, y, blur] if *blur >= 0.0 => (*x, *y, *blur),
        _ => return None,
    };
    let color = color.unwrap_or(Color::BLACK);
    let [r, g, b] = color.rgb;
    Some(Filter::DropShadow(x, y, blur, [r, g, b, color.alpha]))
}

fn rows(rgb: [[f32; 3]; 3]) -> [f32; 20] {
    let [r, g, b] = rgb;
    [
        r[0], r[1], r[2], 0.0, 0.0, g[0], g[1], g[2], 0.0, 0.0, b[0], b[1], b[2], 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0,
    ]
}

fn saturate_matrix(s: f32) -> [f32; 20] {
    let t = 1.0 - s;
    rows([
        [0.213 * t + s, 0.715 * t, 0.072 * t],
        [0.213 * t, 0.715 * t + s, 0.072 * t],
        [0.213 * t, 0.715 * t, 0.072 * t + s],
    ])
}

fn sepia_matrix(s: f32) -> [f32; 20] {
    let t = 1.0 - s;
    rows([
        [0.393 * t + s, 0.769 * t, 0.189 * t],
        [0.349 * t, 0.686 * t + s, 0.168 * t],
        [0.272 * t, 0.534 * t, 0.131 * t + s],
    ])
}

fn hue_matrix(degrees: f32) -> [f32; 20] {
    let (sin, cos) = libm::sincosf(degrees.to_radians());
    rows([
        [
            0.213 + cos * 0.787 - sin * 0.213,
            0.715 - cos * 0.715 - sin * 0.715,
            0.072 - cos * 0.072 + sin * 0.928,
        ],
        [
            0.213 - cos * 0.213 + sin * 0.143,
            0.715 + cos * 0.285 + sin * 0.140,
            0.072 - cos * 0.072 - sin * 0.283,
        ],
        [
            0.213 - cos * 0.213 - sin * 0.787,
            0.715 - cos * 0.715 + sin * 0.715,
            0.072 + cos * 0.928 + sin * 0.072,
        ],
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_accepted_as_in_chromium() {
        let sizes = FontContextSizes::default();
        for (source, count) in [
            ("none", Some(0)),
            ("blur(5px)", Some(1)),
            ("blur(5px) brightness(50%)", Some(2)),
            ("drop-shadow(1px 2px 3px red)", Some(1)),
            ("drop-shadow(rgba(0,0,0,.5) 1px 2px)", Some(1)),
            ("url(#a)", Some(0)),
            ("BLUR(2PX)", Some(1)),
            ("hue-rotate(90deg)", Some(1)),
            ("x(1)", None),
            ("blur()", Some(1)),
            ("brightness(2) ", Some(1)),
            ("blur(-1px)", None),
            ("", None),
        ] {
            assert_eq!(parse_filter(source, &sizes).map(|list| list.len()), count, "{source}");
        }
    }
}
