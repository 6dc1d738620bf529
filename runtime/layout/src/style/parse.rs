//! Parsing of declarations, conditions and media queries for CSSOM.

use super::sheets::{context, parse_media};
use super::stand_in;
use crate::Document;
use style::context::QuirksMode;
use style::properties::declaration_block::{Importance, parse_style_attribute};
use style::properties::{
    NonCustomPropertyId, PropertyDeclarationBlock, PropertyId, SourcePropertyDeclaration, parse_one_declaration_into,
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
}

/// All longhands in the order `getComputedStyle` enumerates them.
pub fn property_names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = NonCustomPropertyId::iter()
        .filter_map(|id| id.as_longhand())
        .map(|longhand| longhand.name())
        .filter(|name| !name.starts_with("-moz-") && !name.starts_with("-servo-"))
        .filter(|name| PropertyId::parse_enabled_for_all_content(name).is_ok())
        .collect();
    names.sort_unstable();
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

fn declarations(block: &PropertyDeclarationBlock) -> Vec<Declaration> {
    block
        .declaration_importance_iter()
        .map(|(declaration, importance)| {
            let mut value = String::new();
            let _ = declaration.to_css(&mut value);
            let name = declaration.id().to_css_string();
            Declaration {
                value: if stand_in::concerns(&name) {
                    stand_in::value_out(value)
                } else {
                    value
                },
                name,
                important: importance == Importance::Important,
            }
        })
        .collect()
}

impl Document {
    /// One declaration parsed, expanded to longhands and serialised; `None` if it is invalid.
    pub fn parse_declaration(&self, property: &str, value: &str) -> Option<Vec<(String, String)>> {
        if let Some(stand_in) = exchange_units(value, "cq", "lv") {
            let parsed = self.parse_declaration(property, &stand_in)?;
            let back = |(name, value): (String, String)| {
                let value = exchange_units(&value, "lv", "cq").unwrap_or(value);
                (name, value)
            };
            return Some(parsed.into_iter().map(back).collect());
        }
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
            QuirksMode::NoQuirks,
            CssRuleType::Style,
        )
        .ok()?;
        let mut block = PropertyDeclarationBlock::new();
        block.extend(source.drain(), Importance::Normal);
        Some(declarations(&block).into_iter().map(|d| (d.name, d.value)).collect())
    }

    /// The declarations of an inline style.
    pub fn parse_block(&self, css: &str) -> Vec<Declaration> {
        if let Some(stand_in) = exchange_units(css, "cq", "lv") {
            let mut parsed = self.parse_block(&stand_in);
            for declaration in &mut parsed {
                if let Some(value) = exchange_units(&declaration.value, "lv", "cq") {
                    declaration.value = value;
                }
            }
            return parsed;
        }
        let block = parse_style_attribute(
            &stand_in::css_in(css),
            &self.engine.url,
            None,
            QuirksMode::NoQuirks,
            CssRuleType::Style,
        );
        declarations(&block)
    }

    /// `CSS.supports(condition)`.
    pub fn supports(&self, condition: &str) -> bool {
        let condition = stand_in::css_in(condition);
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
