//! The cascade: style sheets, restyling, animations, and the text forms of values.

pub(crate) mod animation;
pub(crate) mod animation_control;
mod animation_list;
pub(crate) mod animation_sample;
pub(crate) mod carried;
pub(crate) mod color;
pub(crate) mod computed;
pub(crate) mod containers;
pub(crate) mod engine;
pub(crate) mod font_size;
mod fonts;
pub(crate) mod mix;
pub(crate) mod parse;
pub(crate) mod selector_stand_in;
mod sheet_lists;
mod sheets;
mod stand_in;
mod starting_style;
pub(crate) mod svg_properties;
pub(crate) mod text_properties;
pub(crate) mod transform;

use std::sync::OnceLock;
use style::servo_arc::Arc;
use style::stylesheets::UrlExtraData;

/// The address relative URLs resolve against where a document has none of its own.
pub(crate) fn base_url() -> UrlExtraData {
    static URL: OnceLock<UrlExtraData> = OnceLock::new();
    URL.get_or_init(|| {
        let url = url::Url::parse("about:blank").unwrap_or_else(|_| unreachable!("a constant address"));
        UrlExtraData(Arc::new(url))
    })
    .clone()
}

/// A parser context for text that is no sheet.
pub(crate) fn parser_context(url: &UrlExtraData) -> style::parser::ParserContext<'_> {
    sheets::context(url, style::stylesheets::CssRuleType::Style)
}

/// The text of an inline style as the style engine's parser understands it.
pub(crate) fn inline_css(css: &str) -> std::borrow::Cow<'_, str> {
    let css = stand_in::css_in(css);
    match containers::rewrite(&css) {
        Some(rewritten) => std::borrow::Cow::Owned(rewritten.css),
        None => css,
    }
}
