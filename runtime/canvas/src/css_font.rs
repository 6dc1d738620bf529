//! The CSS `font` shorthand as `CanvasRenderingContext2D.font` takes it.

use cssparser::{Parser, Token};
use oracade_text::{Attributes, CssFamily, CssGenericFamily, FontStyle, FontWeight, FontWidth};

use crate::color::number;

/// A parsed font, relative parts resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct CssFont {
    /// `italic` or `oblique`.
    pub italic: bool,
    /// `font-variant-caps`.
    pub caps: Caps,
    /// `font-weight`, 1–1000.
    pub weight: f32,
    /// `font-stretch` as a ratio, 1 being normal.
    pub stretch: f32,
    /// `font-size` in px.
    pub size: f32,
    /// `font-family`.
    pub families: Vec<CssFamily>,
}

/// `font-variant-caps`, in the order of [`Caps::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the property's keywords")]
pub enum Caps {
    #[default]
    Normal,
    Small,
    AllSmall,
    Petite,
    AllPetite,
    Unicase,
    Titling,
}

impl Caps {
    /// All keywords in the order of their numbers in shims/js/canvas/attributes.js.
    pub const ALL: [Self; 7] = [
        Self::Normal,
        Self::Small,
        Self::AllSmall,
        Self::Petite,
        Self::AllPetite,
        Self::Unicase,
        Self::Titling,
    ];

    /// True if a character is drawn as a small capital.
    pub(crate) fn makes_small(self, c: char) -> bool {
        match self {
            Self::Normal | Self::Titling => false,
            Self::Small | Self::Petite => is_lower(c),
            Self::AllSmall | Self::AllPetite => true,
            Self::Unicase => !is_lower(c),
        }
    }
}

/// True for characters that capitals differ from.
pub(crate) fn is_lower(c: char) -> bool {
    let mut upper = c.to_uppercase();
    upper.next() != Some(c) || upper.next().is_some()
}

/// `font-stretch`'s keywords as ratios, in their order.
pub const STRETCHES: [f32; 9] = [0.5, 0.625, 0.75, 0.875, 1.0, 1.125, 1.25, 1.5, 2.0];

/// What relative units refer to.
#[derive(Clone, Copy, Debug)]
pub struct FontContextSizes {
    /// Computed font size of the canvas element, px (`em`, `%`, `larger`).
    pub parent: f32,
    /// Font size of the root element, px (`rem`).
    pub root: f32,
    /// Viewport width and height, px.
    pub viewport: (f32, f32),
}

impl Default for FontContextSizes {
    fn default() -> Self {
        Self {
            parent: 16.0,
            root: 16.0,
            viewport: (0.0, 0.0),
        }
    }
}

impl CssFont {
    /// The font a new context has: `10px sans-serif`.
    pub fn initial() -> Self {
        Self {
            italic: false,
            caps: Caps::Normal,
            weight: 400.0,
            stretch: 1.0,
            size: 10.0,
            families: vec![CssFamily::Generic(CssGenericFamily::SansSerif)],
        }
    }

    /// Parses the shorthand; `None` if it is invalid (the assignment is then ignored).
    pub fn parse(source: &str, sizes: &FontContextSizes) -> Option<Self> {
        let mut parser = Parser::new(source);
        let system = parser.try_parse(|p| {
            let name = p.expect_ident()?.to_ascii_lowercase();
            if !p.is_exhausted() {
                return Err(cssparser::ParseError::<()>::custom(()));
            }
            match name.as_str() {
                "caption" | "icon" | "menu" | "message-box" | "small-caption" | "status-bar" => Ok(()),
                _ => Err(cssparser::ParseError::<()>::custom(())),
            }
        });
        if system.is_ok() {
            let arial = CssFamily::Named("Arial".to_owned());
            return Some(Self {
                size: 16.0,
                families: vec![arial],
                ..Self::initial()
            });
        }
        let mut font = Self {
            size: 0.0,
            families: Vec::new(),
            ..Self::initial()
        };
        let mut seen = [false; 4];
        loop {
            let state = parser.state();
            let slot = match parser.next().ok()?.clone() {
                Token::Ident(word) => match word.to_ascii_lowercase().as_str() {
                    "normal" => continue,
                    "italic" => {
                        font.italic = true;
                        0
                    }
                    "oblique" => {
                        // An angle of zero to ten degrees is drawn upright by the bundled faces; Chromium writes it so too.
                        let angle = parser.try_parse(|p| match p.next()?.clone() {
                            Token::Dimension { value, unit, .. } if unit.eq_ignore_ascii_case("deg") => Ok(value),
                            _ => Err(cssparser::ParseError::<()>::custom(())),
                        });
                        font.italic = angle.map_or(true, |degrees| degrees.abs() >= 14.0);
                        0
                    }
                    "small-caps" => {
                        font.caps = Caps::Small;
                        1
                    }
                    "bold" | "bolder" => {
                        font.weight = 700.0;
                        2
                    }
                    "lighter" => {
                        font.weight = 100.0;
                        2
                    }
                    word => match stretch(word) {
                        Some(ratio) => {
                            font.stretch = ratio;
                            3
                        }
                        None => {
                            parser.reset(&state);
                            break;
                        }
                    },
                },
                Token::Number { value, .. } if (1.0..=1000.0).contains(&value) => {
                    font.weight = value;
                    2
                }
                _ => {
                    parser.reset(&state);
                    break;
                }
            };
            if core::mem::replace(seen.get_mut(slot)?, true) {
                return None;
            }
        }
        font.size = size(&mut parser, sizes)?;
        if parser.try_parse(|p| p.expect_delim('/')).is_ok() {
            line_height(&mut parser)?;
        }
        font.families = families(&mut parser)?;
        Some(font)
    }

    /// The attributes faces are matched by.
    pub fn attributes(&self) -> Attributes {
        Attributes {
            width: FontWidth::from_ratio(self.stretch),
            style: if self.italic { FontStyle::Italic } else { FontStyle::Normal },
            weight: FontWeight::new(self.weight),
        }
    }

    /// The serialisation the getter returns.
    pub fn serialize(&self) -> String {
        let mut text = String::new();
        if self.italic {
            text.push_str("italic ");
        }
        if self.weight == 700.0 {
            text.push_str("bold ");
        } else if self.weight != 400.0 {
            text.push_str(&number(self.weight));
            text.push(' ');
        }
        if self.caps == Caps::Small {
            text.push_str("small-caps ");
        }
        text.push_str(&size_text(self.size));
        text.push_str("px ");
        for (index, family) in self.families.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            text.push_str(&family_text(family));
        }
        text
    }
}

fn size_text(size: f32) -> String {
    if size < 0.0001 { format!("{size}") } else { number(size) }
}

fn family_text(family: &CssFamily) -> String {
    match family {
        CssFamily::Generic(generic) => generic_text(*generic).to_owned(),
        CssFamily::Named(name) => {
            let plain = name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_' || !c.is_ascii())
                && !name.starts_with(|c: char| c.is_ascii_digit())
                && !name.is_empty()
                && CssGenericFamily::parse(name).is_none();
            if plain {
                name.clone()
            } else {
                format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
            }
        }
    }
}

fn generic_text(generic: CssGenericFamily) -> &'static str {
    match generic {
        CssGenericFamily::Serif => "serif",
        CssGenericFamily::SansSerif => "sans-serif",
        CssGenericFamily::Monospace => "monospace",
        CssGenericFamily::Cursive => "cursive",
        CssGenericFamily::Fantasy => "fantasy",
        CssGenericFamily::SystemUi => "system-ui",
        CssGenericFamily::UiSerif => "ui-serif",
        CssGenericFamily::UiSansSerif => "ui-sans-serif",
        CssGenericFamily::UiMonospace => "ui-monospace",
        CssGenericFamily::UiRounded => "ui-rounded",
        CssGenericFamily::Emoji => "emoji",
        CssGenericFamily::Math => "math",
        CssGenericFamily::Fangsong => "fangsong",
    }
}

fn stretch(word: &str) -> Option<f32> {
    Some(match word {
        "ultra-condensed" => 0.5,
        "extra-condensed" => 0.625,
        "condensed" => 0.75,
        "semi-condensed" => 0.875,
        "semi-expanded" => 1.125,
        "expanded" => 1.25,
        "extra-expanded" => 1.5,
        "ultra-expanded" => 2.0,
        _ => return None,
    })
}

/// A length in px; `None` for unknown units.
pub(crate) fn length_px(value: f32, unit: &str, sizes: &FontContextSizes) -> Option<f32> {
    let (vw, vh) = sizes.viewport;
    Some(
        value
            * match unit.to_ascii_lowercase().as_str() {
                "px" => 1.0,
                "em" => sizes.parent,
                "rem" => sizes.root,
                "ex" | "ch" => sizes.parent * 0.5,
                "pt" => 96.0 / 72.0,
                "pc" => 16.0,
                "in" => 96.0,
                "cm" => 96.0 / 2.54,
                "mm" => 9.6 / 2.54,
                "q" => 2.4 / 2.54,
                "vw" => vw / 100.0,
                "vh" => vh / 100.0,
                "vmin" => vw.min(vh) / 100.0,
                "vmax" => vw.max(vh) / 100.0,
                _ => return None,
            },
    )
}

fn size(parser: &mut Parser<'_>, sizes: &FontContextSizes) -> Option<f32> {
    let value = match parser.next().ok()?.clone() {
        Token::Dimension { value, unit, .. } => length_px(value, &unit, sizes)?,
        Token::Percentage { unit_value, .. } => unit_value * sizes.parent,
        Token::Number { value: 0.0, .. } => 0.0,
        Token::Ident(word) => match word.to_ascii_lowercase().as_str() {
            "xx-small" => 9.0,
            "x-small" => 10.0,
            "small" => 13.0,
            "medium" => 16.0,
            "large" => 18.0,
            "x-large" => 24.0,
            "xx-large" => 32.0,
            "xxx-large" => 48.0,
            "smaller" => sizes.parent / 1.2,
            "larger" => sizes.parent * 1.2,
            _ => return None,
        },
        Token::Function(name) if name.eq_ignore_ascii_case("calc") => parser
            .parse_nested_block(|inner| -> Result<f32, cssparser::ParseError<()>> {
                sum(inner, sizes).ok_or_else(|| cssparser::ParseError::<()>::custom(()))
            })
            .ok()?,
        _ => return None,
    };
    (value >= 0.0 && value.is_finite()).then_some(value.min(10_000.0))
}

/// A sum of lengths inside `calc()`.
fn sum(parser: &mut Parser<'_>, sizes: &FontContextSizes) -> Option<f32> {
    let mut total = 0.0;
    let mut sign = 1.0;
    loop {
        total += sign
            * match parser.next().ok()?.clone() {
                Token::Dimension { value, unit, .. } => length_px(value, &unit, sizes)?,
                Token::Percentage { unit_value, .. } => unit_value * sizes.parent,
                _ => return None,
            };
        if parser.is_exhausted() {
            return Some(total);
        }
        sign = match parser.next().ok()?.clone() {
            Token::Delim('+') => 1.0,
            Token::Delim('-') => -1.0,
            _ => return None,
        };
    }
}

fn line_height(parser: &mut Parser<'_>) -> Option<()> {
    match parser.next().ok()?.clone() {
        Token::Number { value, .. } | Token::Dimension { value, .. } if value >= 0.0 => Some(()),
        Token::Percentage { unit_value, .. } if unit_value >= 0.0 => Some(()),
        Token::Ident(word) if word.eq_ignore_ascii_case("normal") => Some(()),
        _ => None,
    }
}

/// A `font-family` list up to the end of the input; `None` if it is invalid.
fn families(parser: &mut Parser<'_>) -> Option<Vec<CssFamily>> {
    let mut list = Vec::new();
    loop {
        let family = match parser.next().ok()?.clone() {
            Token::QuotedString(name) => CssFamily::Named(name.to_string()),
            Token::Ident(first) => {
                let mut name = first.to_string();
                let mut words = 1;
                while let Ok(word) = parser.try_parse(|p| p.expect_ident().map(ToString::to_string)) {
                    name.push(' ');
                    name.push_str(&word);
                    words += 1;
                }
                let keyword = matches!(
                    name.to_ascii_lowercase().as_str(),
                    "inherit" | "initial" | "unset" | "revert" | "revert-layer" | "default"
                );
                if keyword {
                    return None;
                }
                match CssGenericFamily::parse(&name) {
                    Some(generic) if words == 1 => CssFamily::Generic(generic),
                    _ => CssFamily::Named(name),
                }
            }
            _ => return None,
        };
        list.push(family);
        if parser.is_exhausted() {
            return Some(list);
        }
        parser.expect_comma().ok()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Input and serialisation as Chromium 156 gives them, for a canvas whose font size is 16px.
    #[test]
    fn fonts_are_read_and_written_as_in_chromium() {
        let sizes = FontContextSizes {
            viewport: (780.0, 441.0),
            ..FontContextSizes::default()
        };
        for (source, expected) in [
            ("10px Arial", Some("10px Arial")),
            ("bold 12px/20px Times, \"Foo Bar\"", Some("bold 12px Times, \"Foo Bar\"")),
            (
                "italic small-caps 700 1.5em sans-serif",
                Some("italic bold small-caps 24px sans-serif"),
            ),
            ("oblique 12pt Courier", Some("italic 16px Courier")),
            ("large serif", Some("18px serif")),
            ("12px", None),
            ("caption", Some("16px Arial")),
            ("BOLD 12PX arial", Some("bold 12px arial")),
            ("normal normal 400 12px a b", Some("12px \"a b\"")),
            ("bolder 12px x", Some("bold 12px x")),
            ("100% y", Some("16px y")),
            ("12px \"a'b\"", Some("12px \"a'b\"")),
            (
                "italic bold .8em/1.2 Arial, sans-serif",
                Some("italic bold 12.8px Arial, sans-serif"),
            ),
            ("condensed 12px A", Some("12px A")),
            ("0.00001px Arial", Some("0.00001px Arial")),
            ("-1px Arial", None),
            ("calc(1px + 2px) Arial", Some("3px Arial")),
            ("1e3px Arial", Some("1000px Arial")),
            ("inherit", None),
            ("12px inherit", None),
            ("12.345678px Arial", Some("12.3457px Arial")),
            ("500 12px 'Foo'", Some("500 12px Foo")),
            ("oblique 10deg 12px Arial", Some("12px Arial")),
            ("larger Arial", Some("19.2px Arial")),
            ("2rem Arial", Some("32px Arial")),
            ("950 12px Arial", Some("950 12px Arial")),
            ("12vw Arial", Some("93.6px Arial")),
            ("", None),
        ] {
            let got = CssFont::parse(source, &sizes).map(|font| font.serialize());
            assert_eq!(got.as_deref(), expected, "{source}");
        }
    }
}
