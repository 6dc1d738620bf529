//! Properties of text and scrolling that the style engine does not have as built here (see `carried`).
//!
//! A shorthand stands for its longhands with its whole value each; a longhand takes from that the part that is its own.

pub(crate) use super::carried::value;
use super::carried::{self, declarations, name_out, split_important};
use crate::Document;
use style::properties::ComputedValues;

/// What a property takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Color,
    Width,
    Words(&'static [&'static str]),
    /// One or more of these words.
    List(&'static [&'static str]),
    /// A length, a percentage or `auto`.
    Side,
    Count,
    Emphasis,
}

struct Property {
    name: &'static str,
    syntax: Syntax,
    initial: &'static str,
}

const fn property(name: &'static str, syntax: Syntax, initial: &'static str) -> Property {
    Property { name, syntax, initial }
}

const PROPERTIES: [Property; 22] = [
    property(
        "-webkit-box-orient",
        Syntax::Words(&["horizontal", "vertical", "inline-axis", "block-axis"]),
        "horizontal",
    ),
    property("-webkit-line-clamp", Syntax::Count, "none"),
    property("-webkit-text-fill-color", Syntax::Color, "currentcolor"),
    property("-webkit-text-stroke-color", Syntax::Color, "currentcolor"),
    property("-webkit-text-stroke-width", Syntax::Width, "0px"),
    property("hyphens", Syntax::Words(&["manual", "none", "auto"]), "manual"),
    property("scroll-margin-bottom", Syntax::Side, "0px"),
    property("scroll-margin-left", Syntax::Side, "0px"),
    property("scroll-margin-right", Syntax::Side, "0px"),
    property("scroll-margin-top", Syntax::Side, "0px"),
    property("scroll-padding-bottom", Syntax::Side, "auto"),
    property("scroll-padding-left", Syntax::Side, "auto"),
    property("scroll-padding-right", Syntax::Side, "auto"),
    property("scroll-padding-top", Syntax::Side, "auto"),
    property("scroll-snap-align", Syntax::List(&["none", "start", "end", "center"]), "none"),
    property("scroll-snap-stop", Syntax::Words(&["normal", "always"]), "normal"),
    property(
        "scroll-snap-type",
        Syntax::List(&["none", "x", "y", "block", "inline", "both", "mandatory", "proximity"]),
        "none",
    ),
    property("text-decoration-skip-ink", Syntax::Words(&["auto", "none", "all"]), "auto"),
    property("text-emphasis-color", Syntax::Color, "currentcolor"),
    property(
        "text-emphasis-position",
        Syntax::Words(&["over", "under", "over right", "under right", "over left", "under left"]),
        "over",
    ),
    property("text-emphasis-style", Syntax::Emphasis, "none"),
    property(
        "text-wrap-style",
        Syntax::Words(&["auto", "balance", "pretty", "stable"]),
        "auto",
    ),
];

/// Shorthands with their longhands.
const SHORTHANDS: [(&str, &[&str]); 5] = [
    (
        "-webkit-text-stroke",
        &["-webkit-text-stroke-width", "-webkit-text-stroke-color"],
    ),
    (
        "scroll-margin",
        &[
            "scroll-margin-top",
            "scroll-margin-right",
            "scroll-margin-bottom",
            "scroll-margin-left",
        ],
    ),
    (
        "scroll-padding",
        &[
            "scroll-padding-top",
            "scroll-padding-right",
            "scroll-padding-bottom",
            "scroll-padding-left",
        ],
    ),
    ("text-emphasis", &["text-emphasis-style", "text-emphasis-color"]),
    ("text-wrap", &["text-wrap-mode", "text-wrap-style"]),
];

/// What a shorthand's value says of each of its four sides.
fn of_sides(value: &str) -> Option<[&str; 4]> {
    match words(value)[..] {
        [all] => Some([all; 4]),
        [block, inline] => Some([block, inline, block, inline]),
        [top, inline, bottom] => Some([top, inline, bottom, inline]),
        [top, right, bottom, left] => Some([top, right, bottom, left]),
        _ => None,
    }
}

fn unprefixed(name: &str) -> &str {
    match name.strip_prefix("-webkit-") {
        Some(rest) if rest.starts_with("text-emphasis") || rest == "hyphens" => rest,
        _ => name,
    }
}

fn find(name: &str) -> Option<&'static Property> {
    PROPERTIES.iter().find(|p| p.name == name)
}

fn longhands(name: &str) -> Option<&'static [&'static str]> {
    SHORTHANDS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, longhands)| *longhands)
}

/// True if a property is one of these, or a shorthand of them.
pub(crate) fn is_property(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let name = unprefixed(&lower);
    find(name).is_some() || longhands(name).is_some()
}

/// The names of these properties.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PROPERTIES.iter().map(|p| p.name)
}

/// True if a declaration of a property, in lower case, may have to be written otherwise.
pub(super) fn concerns(name: &str) -> bool {
    // The names begin with one of these letters, which few declarations' do.
    matches!(name.as_bytes().first(), Some(b'-' | b'h' | b's' | b't' | b'w')) && (name == "word-break" || is_property(name))
}

/// True if a custom property carries values of this one.
pub(super) fn is_carried(name: &str) -> bool {
    find(name).is_some()
}

/// A declaration as the parser knows it; `None` if it stays as it is.
pub(super) fn renamed(name: &str, value: &str) -> Option<String> {
    let name = unprefixed(name);
    if name == "word-break" {
        return break_word(value);
    }
    let Some(longhands) = longhands(name) else {
        return find(name).map(|property| format!("{}{}:{value}", carried::PREFIX, property.name));
    };
    let (text, important) = split_important(value);
    if name == "text-wrap" {
        let words: Vec<String> = text.split_ascii_whitespace().map(str::to_ascii_lowercase).collect();
        let wide = ["inherit", "initial", "unset", "revert"]
            .iter()
            .find(|word| words.iter().any(|w| w == **word));
        let mode = wide.copied().unwrap_or(if words.iter().any(|w| w == "nowrap") {
            "nowrap"
        } else {
            "wrap"
        });
        let style = words
            .iter()
            .find(|w| *w != "wrap" && *w != "nowrap")
            .map_or("auto", String::as_str);
        return Some(format!(
            "text-wrap-mode:{mode}{important};{}text-wrap-style:{style}{important}",
            carried::PREFIX
        ));
    }
    let sides = of_sides(text).filter(|_| longhands.len() == 4);
    let of = |index: usize| sides.and_then(|sides| sides.get(index).copied()).unwrap_or(text).to_owned();
    let each = longhands.iter().enumerate();
    Some(declarations(value, each.map(|(index, longhand)| (*longhand, of(index)))))
}

/// `word-break: break-word` is another spelling of `overflow-wrap: anywhere` (CSS Text 3 §5.2).
fn break_word(value: &str) -> Option<String> {
    let (word, important) = split_important(value);
    word.eq_ignore_ascii_case("break-word")
        .then(|| format!("word-break:normal{important};overflow-wrap:anywhere{important}"))
}

/// True if two styles differ in one of these properties that counts for layout; the style engine knows only that something changed.
pub(super) fn lays_out_differently(before: &ComputedValues, after: &ComputedValues) -> bool {
    before.custom_properties() != after.custom_properties()
        && ["-webkit-line-clamp", "hyphens", "text-emphasis-style", "text-wrap-style"]
            .iter()
            .any(|name| value(before, name) != value(after, name))
}

/// The words of a value; a function is one.
fn words(value: &str) -> Vec<&str> {
    let (mut words, mut depth, mut start) = (Vec::new(), 0u32, None);
    for (at, c) in value.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c.is_ascii_whitespace() && depth == 0 {
            if let Some(from) = start.take() {
                words.push(&value[from..at]);
            }
        } else if start.is_none() {
            start = Some(at);
        }
    }
    words.extend(start.map(|from| &value[from..]));
    words
}

fn is_width(word: &str) -> bool {
    matches!(word, "thin" | "medium" | "thick")
        || word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-'))
        || word.starts_with("calc(")
}

fn is_emphasis(word: &str) -> bool {
    matches!(
        word,
        "none" | "filled" | "open" | "dot" | "circle" | "double-circle" | "triangle" | "sesame"
    ) || word.starts_with(['"', '\''])
}

/// The part of a value that belongs to a property: of a shorthand's value, its own.
fn own_part(property: &Property, value: &str) -> Option<String> {
    let parts = words(value);
    let pick = |wanted: &dyn Fn(&str) -> bool| {
        let found: Vec<&str> = parts.iter().copied().filter(|word| wanted(word)).collect();
        (!found.is_empty()).then(|| found.join(" "))
    };
    match property.syntax {
        Syntax::Width => pick(&is_width),
        Syntax::Emphasis => pick(&is_emphasis),
        Syntax::Color => pick(&|word| !is_width(word) && !is_emphasis(word)),
        Syntax::Words(known) => known.contains(&value).then(|| value.to_owned()),
        Syntax::List(known) => (!parts.is_empty() && parts.iter().all(|word| known.contains(word))).then(|| parts.join(" ")),
        Syntax::Count | Syntax::Side => Some(value.to_owned()),
    }
}

/// A keyword of one of these properties.
pub(crate) fn keyword(style: &ComputedValues, name: &str) -> Option<String> {
    own_part(find(name)?, &value(style, name)?)
}

/// A length of one of these properties in px.
pub(crate) fn width(style: &ComputedValues, name: &str) -> Option<f32> {
    let text = own_part(find(name)?, &value(style, name)?)?;
    length(&text, style)
}

/// What one of these properties keeps of a side, px; percentages are parts of `basis`.
pub(crate) fn side(style: &ComputedValues, name: &str, basis: f64) -> f64 {
    let Some(text) = value(style, name) else { return 0.0 };
    match text.strip_suffix('%') {
        Some(share) => share.trim().parse::<f64>().map_or(0.0, |share| share / 100.0 * basis),
        None => length(&text, style).map_or(0.0, f64::from),
    }
}

fn length(text: &str, style: &ComputedValues) -> Option<f32> {
    match text {
        "thin" => return Some(1.0),
        "medium" => return Some(3.0),
        "thick" => return Some(5.0),
        _ => {}
    }
    let end = text
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '+' | '-'))
        .unwrap_or(text.len());
    let number: f32 = text[..end].parse().ok()?;
    let size = crate::style::font_size::of(style.get_font());
    let unit = match &text[end..] {
        "" | "px" => 1.0,
        "em" => size,
        "rem" => 16.0,
        "pt" => 4.0 / 3.0,
        "ex" | "ch" => size / 2.0,
        _ => return None,
    };
    let px = number * unit;
    px.is_finite().then_some(px.max(0.0))
}

/// A colour of one of these properties; `None` for `currentcolor`, and where nothing was given.
pub(crate) fn color(style: &ComputedValues, name: &str) -> Option<style::color::AbsoluteColor> {
    let text = own_part(find(name)?, &value(style, name)?)?;
    if text == "currentcolor" {
        return None;
    }
    use style::parser::Parse;
    use style::values::specified::Color;
    let context = super::sheets::context(base(), style::stylesheets::CssRuleType::Style);
    let mut parser = cssparser::Parser::new(&text);
    let parsed = parser.parse_entirely(|input| Color::parse(&context, input)).ok()?;
    let current = style.get_inherited_text().clone_color();
    Some(parsed.to_computed_color(None).ok()?.resolve_to_absolute(&current))
}

fn base() -> &'static style::stylesheets::UrlExtraData {
    static URL: std::sync::OnceLock<style::stylesheets::UrlExtraData> = std::sync::OnceLock::new();
    URL.get_or_init(super::base_url)
}

/// The resolved value of one of these properties.
pub(super) fn resolved(style: &ComputedValues, name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    let name = unprefixed(&lower);
    if let Some(longhands) = longhands(name) {
        let values: Vec<String> = longhands.iter().filter_map(|longhand| resolved(style, longhand)).collect();
        return Some(match name {
            "text-wrap" => match (values.first().map(String::as_str), value(style, "text-wrap-style")) {
                (_, Some(style)) if style != "auto" => style,
                _ => match style.get_inherited_text().text_wrap_mode {
                    style::computed_values::text_wrap_mode::T::Wrap => "wrap",
                    style::computed_values::text_wrap_mode::T::Nowrap => "nowrap",
                }
                .to_owned(),
            },
            _ => values.join(" "),
        });
    }
    let property = find(name)?;
    Some(match property.syntax {
        Syntax::Color => {
            use style_traits::ToCss;
            let current = style.get_inherited_text().clone_color();
            color(style, property.name).unwrap_or(current).to_css_string()
        }
        Syntax::Width => width(style, property.name).map_or_else(|| property.initial.to_owned(), |w| format!("{w}px")),
        _ => keyword(style, property.name).unwrap_or_else(|| property.initial.to_owned()),
    })
}

impl Document {
    /// A declaration of one of these properties as longhands with canonical values; `None` if the value is none.
    pub(super) fn text_property(&self, name: &str, value: &str) -> Option<Vec<(String, String)>> {
        let value = value.trim();
        let lower_name = name.to_ascii_lowercase();
        let name = unprefixed(&lower_name);
        let lower = value.to_ascii_lowercase();
        let wide = matches!(lower.as_str(), "inherit" | "initial" | "unset" | "revert" | "revert-layer");
        if let Some(longhands) = longhands(name) {
            if name == "text-wrap" {
                let known = lower
                    .split_ascii_whitespace()
                    .all(|word| matches!(word, "wrap" | "nowrap" | "auto" | "balance" | "pretty" | "stable"));
                if lower.is_empty() || !(known || wide) {
                    return None;
                }
                let text = renamed(name, &lower)?;
                return Some(
                    text.split(';')
                        .filter_map(|part| part.split_once(':'))
                        .map(|(name, value)| (name_out(name).unwrap_or(name).to_owned(), value.to_owned()))
                        .collect(),
                );
            }
            if wide || lower.contains("var(") {
                return Some(
                    longhands
                        .iter()
                        .map(|longhand| ((*longhand).to_owned(), lower.clone()))
                        .collect(),
                );
            }
            let sides = of_sides(&lower).filter(|_| longhands.len() == 4);
            if longhands.len() == 4 && sides.is_none() {
                return None;
            }
            if let Some(sides) = sides {
                let each = longhands.iter().zip(sides);
                return each
                    .map(|(longhand, value)| Some(((*longhand).to_owned(), self.text_longhand(find(longhand)?, value)?)))
                    .collect();
            }
            return longhands
                .iter()
                .map(|longhand| {
                    let property = find(longhand)?;
                    let own = own_part(property, &lower).unwrap_or_else(|| property.initial.to_owned());
                    Some(((*longhand).to_owned(), self.text_longhand(property, &own)?))
                })
                .collect();
        }
        let property = find(name)?;
        let text = if wide || lower.contains("var(") {
            lower
        } else {
            self.text_longhand(property, &lower)?
        };
        Some(vec![(property.name.to_owned(), text)])
    }

    fn text_longhand(&self, property: &Property, value: &str) -> Option<String> {
        let like = |other: &str| {
            let parsed = self.parse_declaration(other, value)?;
            Some(parsed.into_iter().next()?.value)
        };
        match property.syntax {
            Syntax::Color => like("color"),
            Syntax::Width => like("border-top-width"),
            Syntax::Words(words) => words.contains(&value).then(|| value.to_owned()),
            Syntax::List(_) => own_part(property, value),
            Syntax::Side if value == "auto" => (property.initial == "auto").then(|| value.to_owned()),
            Syntax::Side if property.initial == "auto" => like("padding-top"),
            Syntax::Side => like("margin-top").filter(|text| !text.contains('%')),
            Syntax::Count => (value == "none" || value.parse::<u32>().is_ok_and(|n| n > 0)).then(|| value.to_owned()),
            Syntax::Emphasis => words(value).iter().all(|word| is_emphasis(word)).then(|| value.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longhand_takes_its_part_of_a_shorthand() {
        let own = |name: &str, value: &str| find(name).and_then(|property| own_part(property, value));
        assert_eq!(own("-webkit-text-stroke-width", "rgb(1, 2, 3) 2px").as_deref(), Some("2px"));
        assert_eq!(
            own("-webkit-text-stroke-color", "rgb(1, 2, 3) 2px").as_deref(),
            Some("rgb(1, 2, 3)")
        );
        assert_eq!(own("text-emphasis-style", "open dot red").as_deref(), Some("open dot"));
        assert_eq!(own("text-emphasis-color", "open dot red").as_deref(), Some("red"));
        assert_eq!(own("-webkit-text-stroke-color", "2px"), None);
    }
}
