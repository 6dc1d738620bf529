//! CSS colours (CSS Color 4) as a 2D context reads and serialises them.

use cssparser::{Parser, Token};

use crate::color_space::P3_TO_SRGB;

/// A colour in sRGB, not premultiplied; components are 0–1 for colours of the sRGB gamut, and beyond for others.
#[derive(Clone, Debug, PartialEq)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [f32; 3],
    /// Opacity, 0–1.
    pub alpha: f32,
    /// How the colour is written if not in the legacy way (`#rrggbb`, `rgba()`).
    text: Option<String>,
}

impl Color {
    /// Opaque black.
    pub const BLACK: Self = Self {
        rgb: [0.0; 3],
        alpha: 1.0,
        text: None,
    };

    /// Parses a CSS `<color>` of the common forms; `None` if it is invalid or of another. `current` is what `currentcolor` means.
    pub fn parse(source: &str, current: &Self) -> Option<Self> {
        let mut parser = Parser::new(source);
        let color = parse(&mut parser, current)?;
        parser.is_exhausted().then_some(color)
    }

    /// A colour as `rgb()` makes it, in 8-bit components.
    pub fn legacy(rgb: [f32; 3], alpha: f32) -> Self {
        // Legacy colours have 8-bit components.
        let rgb = rgb.map(|v| (v.clamp(0.0, 1.0) * 255.0 + 0.5).floor() / 255.0);
        Self {
            rgb,
            alpha: alpha.clamp(0.0, 1.0),
            text: None,
        }
    }

    /// The serialisation a getter returns (HTML "serialisation of a color").
    pub fn serialize(&self) -> String {
        if let Some(text) = &self.text {
            return text.clone();
        }
        let [r, g, b] = self.rgb.map(|v| (v * 255.0 + 0.5) as u8);
        // An alpha that comes to the byte of an opaque colour is one.
        if (self.alpha * 255.0 + 0.5) as u8 == 255 {
            format!("#{r:02x}{g:02x}{b:02x}")
        } else {
            format!("rgba({r}, {g}, {b}, {})", alpha_text(self.alpha))
        }
    }
}

/// Two decimals if they give the same 8-bit alpha again, otherwise three (CSSOM).
fn alpha_text(alpha: f32) -> String {
    let two = (alpha * 100.0).round() / 100.0;
    let byte = |v: f32| (v * 255.0 + 0.5) as u8;
    let value = if byte(two) == byte(alpha) {
        two
    } else {
        (alpha * 1000.0).round() / 1000.0
    };
    format!("{value}")
}

#[derive(Clone, Copy)]
enum Component {
    None,
    Number(f32),
    Percent(f32),
    Degrees(f32),
}

fn parse(parser: &mut Parser<'_>, current: &Color) -> Option<Color> {
    let token = parser.next().ok()?.clone();
    match token {
        Token::Hash(value) | Token::IDHash(value) => {
            let (r, g, b, alpha) = cssparser::color::parse_hash_color(value.as_bytes()).ok()?;
            let rgb = [r, g, b].map(|v| f32::from(v) / 255.0);
            Some(Color { rgb, alpha, text: None })
        }
        Token::Ident(name) => named(&name, current),
        Token::Function(name) => {
            let name = name.to_ascii_lowercase();
            parser
                .parse_nested_block(|inner| -> Result<Color, cssparser::ParseError<()>> {
                    function(&name, inner, current).ok_or_else(|| cssparser::ParseError::<()>::custom(()))
                })
                .ok()
        }
        _ => None,
    }
}

fn named(name: &str, current: &Color) -> Option<Color> {
    let lower = name.to_ascii_lowercase();
    let bytes = match lower.as_str() {
        "transparent" => {
            return Some(Color {
                rgb: [0.0; 3],
                alpha: 0.0,
                text: None,
            });
        }
        "currentcolor" => return Some(current.clone()),
        "highlight" => {
            return Some(Color {
                rgb: [0.0, 65.0 / 255.0, 198.0 / 255.0],
                alpha: 0.8,
                text: None,
            });
        }
        other => match system(other) {
            Some(color) => color,
            None => cssparser::color::parse_named_color(other).ok()?,
        },
    };
    Some(Color {
        rgb: [bytes.0, bytes.1, bytes.2].map(|v| f32::from(v) / 255.0),
        alpha: 1.0,
        text: None,
    })
}

/// System colours (CSS Color 4 §6.2 and appendix A) as Chromium has them on a page of the light scheme.
fn system(name: &str) -> Option<(u8, u8, u8)> {
    Some(match name {
        "activecaption" | "appworkspace" | "background" | "canvas" | "field" | "highlighttext" | "inactivecaption"
        | "infobackground" | "menu" | "scrollbar" | "selecteditemtext" | "window" => (255, 255, 255),
        "activeborder" | "buttonborder" | "buttontext" | "canvastext" | "captiontext" | "fieldtext" | "inactiveborder"
        | "infotext" | "marktext" | "menutext" | "threeddarkshadow" | "threedhighlight" | "threedlightshadow"
        | "threedshadow" | "windowframe" | "windowtext" => (0, 0, 0),
        "buttonface" | "buttonhighlight" | "buttonshadow" | "threedface" => (239, 239, 239),
        "graytext" | "inactivecaptiontext" => (128, 128, 128),
        "linktext" => (0, 0, 238),
        "visitedtext" => (85, 26, 139),
        "activetext" => (255, 0, 0),
        "selecteditem" => (25, 103, 210),
        "mark" => (255, 255, 0),
        _ => return None,
    })
}

fn component(parser: &mut Parser<'_>) -> Option<Component> {
    Some(match parser.next().ok()?.clone() {
        Token::Number { value, .. } => Component::Number(value),
        Token::Percentage { unit_value, .. } => Component::Percent(unit_value),
        Token::Dimension { value, unit, .. } => Component::Degrees(match unit.to_ascii_lowercase().as_str() {
            "deg" => value,
            "rad" => value.to_degrees(),
            "grad" => value * 0.9,
            "turn" => value * 360.0,
            _ => return None,
        }),
        Token::Ident(name) if name.eq_ignore_ascii_case("none") => Component::None,
        _ => return None,
    })
}

impl Component {
    /// The value, a percentage being relative to `full`. Angles are refused.
    fn value(self, full: f32) -> Option<f32> {
        match self {
            Self::None => Some(0.0),
            Self::Number(v) => Some(v),
            Self::Percent(v) => Some(v * full),
            Self::Degrees(_) => None,
        }
    }

    fn degrees(self) -> Option<f32> {
        match self {
            Self::None => Some(0.0),
            Self::Number(v) | Self::Degrees(v) => Some(v),
            Self::Percent(_) => None,
        }
    }
}

fn function(name: &str, parser: &mut Parser<'_>, current: &Color) -> Option<Color> {
    if name == "color-mix" {
        return color_mix(parser, current);
    }
    let space = if name == "color" {
        Some(parser.expect_ident().ok()?.to_ascii_lowercase())
    } else {
        None
    };
    let first = component(parser)?;
    let commas = parser.try_parse(|p| p.expect_comma()).is_ok();
    let second = component(parser)?;
    if commas {
        parser.expect_comma().ok()?;
    }
    let third = component(parser)?;
    let mut alpha = 1.0;
    if !parser.is_exhausted() {
        if commas {
            parser.expect_comma().ok()?;
        } else {
            parser.expect_delim('/').ok()?;
        }
        alpha = component(parser)?.value(1.0)?.clamp(0.0, 1.0);
    }
    if !parser.is_exhausted() {
        return None;
    }
    if commas
        && (!matches!(name, "rgb" | "rgba" | "hsl" | "hsla")
            || [first, second, third].iter().any(|c| matches!(c, Component::None)))
    {
        return None;
    }
    let modern = matches!(name, "lab" | "lch" | "oklab" | "oklch" | "color");
    if modern && [first, second, third].iter().any(|c| matches!(c, Component::None)) {
        // Kept as written; the full parser of colours does that.
        return None;
    }
    let written = |shown: [f32; 3], rgb: [f32; 3]| {
        let tail = if alpha < 1.0 {
            format!(" / {}", number(alpha))
        } else {
            String::new()
        };
        let head = match &space {
            Some(space) => format!("color({space} "),
            None => format!("{name}("),
        };
        let [a, b, c] = shown.map(number);
        Some(Color {
            rgb,
            alpha,
            text: Some(format!("{head}{a} {b} {c}{tail})")),
        })
    };
    match name {
        "rgb" | "rgba" => {
            let all = [first, second, third];
            if commas
                && all.iter().any(|c| matches!(c, Component::Percent(_)))
                && !all.iter().all(|c| matches!(c, Component::Percent(_)))
            {
                return None;
            }
            let byte = |c: Component| c.value(255.0).map(|v| v / 255.0);
            Some(Color::legacy([byte(first)?, byte(second)?, byte(third)?], alpha))
        }
        "hsl" | "hsla" => {
            let percent = |c: Component| match c {
                Component::Number(_) if commas => None,
                c => c.value(100.0).map(|v| (v / 100.0).clamp(0.0, 1.0)),
            };
            Some(Color::legacy(hsl(first.degrees()?, percent(second)?, percent(third)?), alpha))
        }
        "hwb" => {
            let (white, black) = (second.value(100.0)? / 100.0, third.value(100.0)? / 100.0);
            let hue = hsl(first.degrees()?, 1.0, 0.5);
            let rgb = if white + black >= 1.0 {
                [white / (white + black); 3]
            } else {
                hue.map(|v| v * (1.0 - white - black) + white)
            };
            Some(Color::legacy(rgb, alpha))
        }
        "lab" => {
            let lab = [
                first.value(100.0)?.clamp(0.0, 100.0),
                second.value(125.0)?,
                third.value(125.0)?,
            ];
            written(lab, lab_to_srgb(lab))
        }
        "lch" => {
            let (l, c, h) = (
                first.value(100.0)?.clamp(0.0, 100.0),
                second.value(150.0)?.max(0.0),
                third.degrees()?,
            );
            let (sin, cos) = libm::sincosf(h.to_radians());
            written([l, c, h], lab_to_srgb([l, c * cos, c * sin]))
        }
        "oklab" => {
            let lab = [first.value(1.0)?.clamp(0.0, 1.0), second.value(0.4)?, third.value(0.4)?];
            written(lab, oklab_to_srgb(lab))
        }
        "oklch" => {
            let (l, c, h) = (
                first.value(1.0)?.clamp(0.0, 1.0),
                second.value(0.4)?.max(0.0),
                third.degrees()?,
            );
            let (sin, cos) = libm::sincosf(h.to_radians());
            written([l, c, h], oklab_to_srgb([l, c * cos, c * sin]))
        }
        "color" => {
            let c = [first.value(1.0)?, second.value(1.0)?, third.value(1.0)?];
            let rgb = match space.as_deref()? {
                "srgb" => c,
                "srgb-linear" => c.map(encode),
                "display-p3" => linear_to_srgb(multiply(&P3_TO_SRGB, c.map(decode))),
                "xyz-d65" => linear_to_srgb(multiply(&XYZ_TO_SRGB, c)),
                _ => return None,
            };
            written(c, rgb)
        }
        _ => None,
    }
}

/// `color-mix(in srgb, a p%, b p%)`; other spaces are refused.
fn color_mix(parser: &mut Parser<'_>, current: &Color) -> Option<Color> {
    parser.expect_ident_matching("in").ok()?;
    parser.expect_ident_matching("srgb").ok()?;
    let mut mixed = Vec::new();
    while !parser.is_exhausted() {
        parser.expect_comma().ok()?;
        let early = parser.try_parse(|p| p.expect_percentage()).ok();
        let color = parse(parser, current)?;
        let share = early.or_else(|| parser.try_parse(|p| p.expect_percentage()).ok());
        mixed.push((color, share));
    }
    let [(a, p), (b, q)] = <[_; 2]>::try_from(mixed).ok()?;
    let (p, q) = match (p, q) {
        (None, None) => (0.5, 0.5),
        (Some(p), None) => (p, 1.0 - p),
        (None, Some(q)) => (1.0 - q, q),
        (Some(p), Some(q)) => (p, q),
    };
    let sum = p + q;
    if sum <= 0.0 || p < 0.0 || q < 0.0 {
        return None;
    }
    let (p, q, scale) = (p / sum, q / sum, sum.min(1.0));
    let alpha = a.alpha * p + b.alpha * q;
    let rgb: [f32; 3] = core::array::from_fn(|i| {
        let v = a.rgb[i] * a.alpha * p + b.rgb[i] * b.alpha * q;
        if alpha > 0.0 { v / alpha } else { 0.0 }
    });
    let alpha = alpha * scale;
    let [x, y, z] = rgb.map(number);
    let tail = if alpha < 1.0 {
        format!(" / {}", number(alpha))
    } else {
        String::new()
    };
    Some(Color {
        rgb,
        alpha,
        text: Some(format!("color(srgb {x} {y} {z}{tail})")),
    })
}

/// A number as CSSOM writes it: at most six significant digits.
pub(crate) fn number(value: f32) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    let magnitude = value.abs().log10().floor() as i32;
    let decimals = (5 - magnitude).clamp(0, 10) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn hsl(hue: f32, saturation: f32, lightness: f32) -> [f32; 3] {
    let hue = hue.rem_euclid(360.0);
    let channel = |n: f32| {
        let k = (n + hue / 30.0) % 12.0;
        let a = saturation * lightness.min(1.0 - lightness);
        lightness - a * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)
    };
    [channel(0.0), channel(8.0), channel(4.0)]
}

pub(crate) fn decode(v: f32) -> f32 {
    let a = v.abs();
    let linear = if a <= 0.04045 {
        a / 12.92
    } else {
        libm::powf((a + 0.055) / 1.055, 2.4)
    };
    linear.copysign(v)
}

pub(crate) fn encode(v: f32) -> f32 {
    let a = v.abs();
    let encoded = if a <= 0.003_130_8 {
        a * 12.92
    } else {
        1.055 * libm::powf(a, 1.0 / 2.4) - 0.055
    };
    encoded.copysign(v)
}

pub(crate) fn multiply(m: &[[f32; 3]; 3], v: [f32; 3]) -> [f32; 3] {
    core::array::from_fn(|i| m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2])
}

fn linear_to_srgb(linear: [f32; 3]) -> [f32; 3] {
    linear.map(encode)
}

const XYZ_TO_SRGB: [[f32; 3]; 3] = [
    [3.240_97, -1.537_383_2, -0.498_610_76],
    [-0.969_243_65, 1.875_967_5, 0.041_555_06],
    [0.055_630_08, -0.203_976_96, 1.056_971_5],
];

fn lab_to_srgb([l, a, b]: [f32; 3]) -> [f32; 3] {
    let (kappa, epsilon) = (24389.0 / 27.0, 216.0 / 24389.0);
    let fy = (l + 16.0) / 116.0;
    let (fx, fz) = (a / 500.0 + fy, fy - b / 200.0);
    let curve = |f: f32| {
        if f * f * f > epsilon {
            f * f * f
        } else {
            (116.0 * f - 16.0) / kappa
        }
    };
    let y = if l > kappa * epsilon { fy * fy * fy } else { l / kappa };
    let d50 = [curve(fx) * 0.964_295_7, y, curve(fz) * 0.825_104_6];
    const D50_TO_D65: [[f32; 3]; 3] = [
        [0.955_473_4, -0.023_098_537, 0.063_259_31],
        [-0.028_369_706, 1.009_995_5, 0.021_041_399],
        [0.012_314_002, -0.020_507_697, 1.330_365_9],
    ];
    linear_to_srgb(multiply(&XYZ_TO_SRGB, multiply(&D50_TO_D65, d50)))
}

fn oklab_to_srgb([l, a, b]: [f32; 3]) -> [f32; 3] {
    let cube = |v: f32| v * v * v;
    let l_ = cube(l + 0.396_337_78 * a + 0.215_803_76 * b);
    let m_ = cube(l - 0.105_561_346 * a - 0.063_854_17 * b);
    let s_ = cube(l - 0.089_484_18 * a - 1.291_485_5 * b);
    linear_to_srgb([
        4.076_741_7 * l_ - 3.307_711_6 * m_ + 0.230_969_94 * s_,
        -1.268_438 * l_ + 2.609_757_4 * m_ - 0.341_319_4 * s_,
        -0.004_196_086 * l_ - 0.703_418_6 * m_ + 1.707_614_7 * s_,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Input and serialisation as Chromium 156 gives them.
    #[test]
    fn colours_are_read_and_written_as_in_chromium() {
        for (source, expected) in [
            ("red", "#ff0000"),
            ("#F00", "#ff0000"),
            ("#ff000080", "rgba(255, 0, 0, 0.5)"),
            ("#1234", "rgba(17, 34, 51, 0.267)"),
            ("rgba(255,0,0,.5)", "rgba(255, 0, 0, 0.5)"),
            ("rgb(255 0 0 / 50%)", "rgba(255, 0, 0, 0.5)"),
            ("hsl(120,100%,50%)", "#00ff00"),
            ("hsla(120deg 100% 25% / .3)", "rgba(0, 128, 0, 0.3)"),
            ("transparent", "rgba(0, 0, 0, 0)"),
            ("rgb(300,-5,12.6)", "#ff000d"),
            ("rgba(1,2,3,0.004)", "rgba(1, 2, 3, 0.004)"),
            ("rgba(1,2,3,1.5)", "#010203"),
            ("color(srgb 1 0 .5 / .4)", "color(srgb 1 0 0.5 / 0.4)"),
            ("lab(50% 20 20)", "lab(50 20 20)"),
            ("oklch(0.7 0.1 200)", "oklch(0.7 0.1 200)"),
            ("hwb(120 10% 20%)", "#1acc1a"),
            ("rgba(0,0,0,0.123456)", "rgba(0, 0, 0, 0.12)"),
            ("rgb(10%,20%,30%)", "#1a334d"),
            ("  red ", "#ff0000"),
            ("hsl(120 50 50)", "#40bf40"),
            ("rgb(none 0 0)", "#000000"),
            ("color-mix(in srgb, red, blue)", "color(srgb 0.5 0 0.5)"),
            ("rgba(255,255,255,.3333)", "rgba(255, 255, 255, 0.333)"),
        ] {
            let got = Color::parse(source, &Color::BLACK).map(|c| c.serialize());
            assert_eq!(got.as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn invalid_colours_are_refused() {
        for source in [
            "#12",
            "rgb(1,2)",
            "",
            "red blue",
            "rgb(1 2 3",
            "rgb(1,2,3,4,5)",
            "hsl(120,50,50)",
            "notacolor",
            "0",
        ] {
            let closes_itself = source == "rgb(1 2 3";
            assert_eq!(Color::parse(source, &Color::BLACK).is_some(), closes_itself, "{source}");
        }
    }
}
