//! Parsing of declarations, conditions and media queries for CSSOM.

use super::sheets::{context, parse_media};
use super::{carried, stand_in, svg_properties, text_properties};
use crate::Document;
use style::context::QuirksMode;
use style::properties::declaration_block::{AppendableValue, Importance, parse_style_attribute};
use style::properties::{
    NonCustomPropertyId, PropertyDeclaration, PropertyDeclarationBlock, PropertyDeclarationId, PropertyId,
    SourcePropertyDeclaration, parse_one_declaration_into,
};
use style::stylesheets::supports_rule::parse_condition_or_declaration;
use style::stylesheets::{CssRuleType, CustomMediaEvaluator, Origin};
use style_traits::{ParsingMode, ToCss};

/// A longhand declaration in canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Property name.
    pub name: String,
    /// Serialised value.
    pub value: String,
    /// `!important`.
    pub important: bool,
    /// The shorthand with `var()` that the longhand comes from, and the shorthand's text: the longhand then has no value of its own
    /// (CSS Variables 1 §3.3).
    pub shorthand: Option<(String, String)>,
}

/// All longhands in the order `getComputedStyle` enumerates them.
pub fn property_names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = NonCustomPropertyId::iter()
        .filter_map(|id| id.as_longhand())
        .map(|longhand| longhand.name())
        .filter(|name| !name.starts_with("-moz-") && !name.starts_with("-servo-"))
        .filter(|name| PropertyId::parse_enabled_for_all_content(name).is_ok())
        .chain(svg_properties::names())
        .chain(text_properties::names())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Writes the units of one family as those of another with the same endings (container units as large viewport units and
/// back, because the parser knows only the latter); `None` if there are none.
fn exchange_units(text: &str, from: &str, to: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    if !lower.contains(from) {
        return None;
    }
    let bytes = lower.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut changed = false;
    let mut at = 0;
    while at < text.len() {
        let after_digit = at > 0 && (bytes[at - 1].is_ascii_digit() || bytes[at - 1] == b'.');
        let unit = after_digit && lower[at..].starts_with(from) && {
            let rest = &lower[at + from.len()..];
            ["min", "max", "w", "h", "i", "b"].iter().any(|ending| {
                rest.strip_prefix(ending)
                    .is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
            })
        };
        if unit {
            out.push_str(to);
            at += from.len();
            changed = true;
        } else {
            let c = text[at..].chars().next()?;
            out.push(c);
            at += c.len_utf8();
        }
    }
    changed.then_some(out)
}

fn pending_shorthand(declaration: &PropertyDeclaration) -> Option<(String, String)> {
    let PropertyDeclaration::WithVariables(_) = declaration else {
        return None;
    };
    let PropertyDeclarationId::Longhand(longhand) = declaration.id() else {
        return None;
    };
    let alone = [declaration];
    longhand.shorthands().find_map(|shorthand| {
        let AppendableValue::Css(text) = shorthand.get_shorthand_appendable_value(&alone)? else {
            return None;
        };
        let mut text = text.to_owned();
        let name = shorthand.name();
        if stand_in::concerns(name) {
            text = stand_in::value_out(text);
        }
        (!text.is_empty()).then(|| (name.to_owned(), text))
    })
}

fn declarations(block: &PropertyDeclarationBlock) -> Vec<Declaration> {
    block
        .declaration_importance_iter()
        .map(|(declaration, importance)| {
            let mut value = String::new();
            let _ = declaration.to_css(&mut value);
            let name = declaration.id().to_css_string();
            if let Some(known) = carried::name_out(&name) {
                return Declaration {
                    name: known.to_owned(),
                    value: value.trim().to_owned(),
                    important: importance == Importance::Important,
                    shorthand: None,
                };
            }
            Declaration {
                value: if stand_in::concerns(&name) {
                    stand_in::value_out(value)
                } else {
                    value
                },
                name,
                important: importance == Importance::Important,
                shorthand: pending_shorthand(declaration),
            }
        })
        .collect()
}

fn with_container_units(mut parsed: Vec<Declaration>) -> Vec<Declaration> {
    for declaration in &mut parsed {
        let pending = declaration.shorthand.as_mut().map(|(_, text)| text);
        for text in [Some(&mut declaration.value), pending].into_iter().flatten() {
            if let Some(back) = exchange_units(text, "lv", "cq") {
                *text = back;
            }
        }
    }
    parsed
}

impl Document {
    /// One declaration parsed, expanded to longhands and serialised; `None` if it is invalid.
    pub fn parse_declaration(&self, property: &str, value: &str) -> Option<Vec<Declaration>> {
        if let Some(stand_in) = exchange_units(value, "cq", "lv") {
            let parsed = self.parse_declaration(property, &stand_in)?;
            return Some(with_container_units(parsed));
        }
        if text_properties::is_property(property) {
            let longhands = self.text_property(property, value)?;
            return Some(
                longhands
                    .into_iter()
                    .map(|(name, value)| Declaration {
                        name,
                        value,
                        important: false,
                        shorthand: None,
                    })
                    .collect(),
            );
        }
        if svg_properties::is_property(property) {
            return Some(vec![Declaration {
                name: property.to_ascii_lowercase(),
                value: self.svg_property(property, value)?,
                important: false,
                shorthand: None,
            }]);
        }
        if let Some(renamed) = svg_properties::renamed(&property.to_ascii_lowercase(), value) {
            // A value only SVG knows: the block says how it is written.
            let last = self.parse_block(&renamed).pop()?;
            return Some(vec![last]);
        }
        Some(declarations(&self.parsed(property, value)?))
    }

    /// One longhand declaration.
    pub(super) fn longhand_declaration(&self, property: &str, value: &str) -> Option<PropertyDeclaration> {
        self.parsed(property, value)?.declarations().first().cloned()
    }

    fn parsed(&self, property: &str, value: &str) -> Option<PropertyDeclarationBlock> {
        let id = PropertyId::parse_enabled_for_all_content(property).ok()?;
        let value = if stand_in::concerns(property) {
            stand_in::value_in(value)
        } else {
            value.into()
        };
        let mut source = SourcePropertyDeclaration::default();
        parse_one_declaration_into(
            &mut source,
            id,
            &value,
            Origin::Author,
            &self.engine.url,
            None,
            ParsingMode::DEFAULT,
            self.engine.quirks_mode(),
            CssRuleType::Style,
        )
        .ok()?;
        let mut block = PropertyDeclarationBlock::new();
        block.extend(source.drain(), Importance::Normal);
        Some(block)
    }

    /// The declarations of an inline style.
    pub fn parse_block(&self, css: &str) -> Vec<Declaration> {
        if let Some(stand_in) = exchange_units(css, "cq", "lv") {
            return with_container_units(self.parse_block(&stand_in));
        }
        declarations(&self.parsed_block(css))
    }

    fn parsed_block(&self, css: &str) -> PropertyDeclarationBlock {
        parse_style_attribute(
            &stand_in::css_in(css),
            &self.engine.url,
            None,
            self.engine.quirks_mode(),
            CssRuleType::Style,
        )
    }

    /// The text of a declaration block, longhands collapsed to shorthands ("serialize a CSS declaration block", CSSOM §6.6).
    pub fn serialize_block(&self, css: &str) -> String {
        if let Some(stand_in) = exchange_units(css, "cq", "lv") {
            let text = self.serialize_block(&stand_in);
            return exchange_units(&text, "lv", "cq").unwrap_or(text);
        }
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.parsed_block(css).to_css(&mut text);
        if css.contains("background") {
            text = stand_in::value_out(text);
        }
        carried::css_out(text)
    }

    /// The value of a shorthand of a block ("" if it has none).
    pub fn shorthand_value(&self, css: &str, shorthand: &str) -> String {
        if let Some(stand_in) = exchange_units(css, "cq", "lv") {
            let text = self.shorthand_value(&stand_in, shorthand);
            return exchange_units(&text, "lv", "cq").unwrap_or(text);
        }
        let Ok(id) = PropertyId::parse_enabled_for_all_content(shorthand) else {
            return String::new();
        };
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.parsed_block(css).property_value_to_css(&id, &mut text);
        if stand_in::concerns(shorthand) {
            text = stand_in::value_out(text);
        }
        text
    }

    /// `CSS.supports(condition)`.
    pub fn supports(&self, condition: &str) -> bool {
        let condition = stand_in::css_in(condition);
        let condition = super::selector_stand_in::host_context_in(&condition);
        let condition = super::selector_stand_in::selectors_in(&condition);
        let mut parser = cssparser::Parser::new(&condition);
        parser
            .parse_entirely(parse_condition_or_declaration)
            .is_ok_and(|condition| condition.eval(&context(&self.engine.url, CssRuleType::Style)))
    }

    /// `matchMedia(query).matches`.
    pub fn media_matches(&self, query: &str) -> bool {
        let list = parse_media(query, &self.engine.url);
        list.evaluate(
            self.engine.stylist.device(),
            QuirksMode::NoQuirks,
            &mut CustomMediaEvaluator::none(),
        )
    }

    /// `matchMedia(query).media`.
    pub fn media_serialize(&self, query: &str) -> String {
        parse_media(query, &self.engine.url).to_css_string()
    }
}
