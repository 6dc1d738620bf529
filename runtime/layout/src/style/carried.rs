//! Properties the style engine does not have as built here. Each goes by the name of a custom property: it is renamed where text comes
//! in and named back where text goes out; `ua.css` registers those that do not inherit. `svg_properties` and `text_properties` list them.

use super::stand_in::{value_end, word_byte};
use super::{svg_properties, text_properties};
use std::borrow::Cow;
use style::Atom;
use style::properties::{ComputedValues, PropertyDeclarationId};

/// What the custom properties' names begin with.
pub(super) const PREFIX: &str = "--oracade-";

/// The text of sheets or declarations as the parser knows it.
pub(crate) fn css_in(css: &str) -> Cow<'_, str> {
    let bytes = css.as_bytes();
    let mut out = String::new();
    let mut from = 0;
    for (colon, _) in bytes.iter().enumerate().filter(|(_, b)| **b == b':') {
        let mut end = colon;
        while end > from && bytes[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        let mut start = end;
        while start > from && word_byte(bytes[start - 1]) {
            start -= 1;
        }
        // No name is shorter.
        let Some(name) = css.get(start..end).filter(|name| name.len() >= 6) else {
            continue;
        };
        let name = name.to_ascii_lowercase();
        let concerned = name == "display" || svg_properties::concerns(&name) || text_properties::concerns(&name);
        if !concerned || !starts_declaration(css, start) {
            continue;
        }
        let stop = value_end(bytes, colon + 1);
        let Some(value) = css.get(colon + 1..stop) else { continue };
        let renamed = match &*name {
            "display" => legacy_display(css, start, value),
            _ => svg_properties::renamed(&name, value).or_else(|| text_properties::renamed(&name, value)),
        };
        let Some(renamed) = renamed else { continue };
        out.push_str(&css[from..start]);
        if css[..start].trim_end().ends_with('(') {
            // A condition of `@supports`.
            out.push_str(&renamed.replace(';', ") and ("));
        } else {
            out.push_str(&renamed);
        }
        from = stop;
    }
    if from == 0 {
        return Cow::Borrowed(css);
    }
    out.push_str(&css[from..]);
    Cow::Owned(out)
}

/// `display` with one of the names flexible boxes had at first. A `-webkit-box` whose lines are clamped is a block (CSS Overflow 4 §5.3);
/// the block of declarations around a place says whether they are.
fn legacy_display(css: &str, at: usize, value: &str) -> Option<String> {
    let (word, important) = split_important(value);
    let known = match word.to_ascii_lowercase().as_str() {
        "-webkit-flex" => ["flex"; 2],
        "-webkit-inline-flex" => ["inline-flex"; 2],
        "-webkit-box" => ["flex", "flow-root"],
        "-webkit-inline-box" => ["inline-flex", "inline-block"],
        _ => return None,
    };
    let from = css[..at].rfind('{').map_or(0, |brace| brace + 1);
    let to = css[at..].find('}').map_or(css.len(), |brace| at + brace);
    let block = css[from..to].to_ascii_lowercase();
    let clamps = block.contains("-webkit-line-clamp") && block.contains("-webkit-box-orient");
    Some(format!("display:{}{important}", known[usize::from(clamps)]))
}

/// The declarations of a value for several properties, with its `!important` each.
pub(super) fn declarations<'v>(value: &str, of: impl Iterator<Item = (&'v str, String)>) -> String {
    let important = split_important(value).1;
    of.map(|(name, value)| format!("{PREFIX}{name}:{value}{important}"))
        .collect::<Vec<_>>()
        .join(";")
}

/// A value without its `!important`, and that.
pub(super) fn split_important(value: &str) -> (&str, &'static str) {
    match value.rsplit_once('!') {
        Some((value, _)) => (value.trim(), " !important"),
        None => (value.trim(), ""),
    }
}

/// True if a name stands where a declaration may begin.
fn starts_declaration(css: &str, at: usize) -> bool {
    let before = css[..at].trim_end();
    before.is_empty() || before.ends_with(['{', ';', '}', '(']) || before.ends_with("*/")
}

/// The name the page knows a custom property by.
pub(super) fn name_out(name: &str) -> Option<&str> {
    let name = name.strip_prefix(PREFIX)?;
    (svg_properties::is_carried(name) || text_properties::is_carried(name)).then_some(name)
}

/// The text of declarations as the page knows it.
pub(super) fn css_out(css: String) -> String {
    if css.contains(PREFIX) {
        css.replace("pointer-events: auto; --oracade-", "").replace(PREFIX, "")
    } else {
        css
    }
}

/// The value of one of these properties as it was given, in lower case but for addresses; `None` if it is the initial one.
pub(crate) fn value(style: &ComputedValues, name: &str) -> Option<String> {
    let custom = style.custom_properties();
    if custom.inherited.is_empty() && custom.non_inherited.is_empty() {
        return None;
    }
    let name = Atom::from(format!("oracade-{name}"));
    let text = style.computed_value_to_string(PropertyDeclarationId::Custom(&name));
    let text = text.trim();
    (!text.is_empty()).then(|| {
        if text.contains("url(") {
            text.to_owned()
        } else {
            text.to_ascii_lowercase()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_exchanged_where_declarations_begin() {
        for (css, known) in [
            (
                "text{text-anchor:middle;fill:red} .a{ Stop-Color : blue !important }",
                "text{--oracade-text-anchor:middle;fill:red} .a{ --oracade-stop-color: blue !important }",
            ),
            ("pointer-events: all", "pointer-events:auto;--oracade-pointer-events:all"),
            ("filter:url(#a);x:y", "--oracade-filter:url(#a);x:y"),
            (
                "marker:url(#a) !important",
                "--oracade-marker-start:url(#a) !important;--oracade-marker-mid:url(#a) !important;--oracade-marker-end:url(#a) !important",
            ),
            (
                "h1{-webkit-text-fill-color:transparent;color:red} .a{ Hyphens : none !important }",
                "h1{--oracade--webkit-text-fill-color:transparent;color:red} .a{ --oracade-hyphens: none !important }",
            ),
            (
                "-webkit-text-stroke: 1px red !important",
                "--oracade--webkit-text-stroke-width:1px red !important;--oracade--webkit-text-stroke-color:1px red !important",
            ),
            (
                "text-wrap:balance;x:y",
                "text-wrap-mode:wrap;--oracade-text-wrap-style:balance;x:y",
            ),
            ("word-break: break-word", "word-break:normal;overflow-wrap:anywhere"),
            (
                "a{display:-webkit-box}b{display:-webkit-flex !important}",
                "a{display:flex}b{display:flex !important}",
            ),
            (
                "a{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}",
                "a{display:flow-root;--oracade--webkit-line-clamp:2;--oracade--webkit-box-orient:vertical}",
            ),
            (
                "@supports (text-wrap:pretty){}",
                "@supports (text-wrap-mode:wrap) and (--oracade-text-wrap-style:pretty){}",
            ),
        ] {
            assert_eq!(css_in(css), known);
        }
        for same in [
            "pointer-events:none",
            "filter:blur(2px)",
            "a.text-anchor:hover{color:red}",
            "x-text-anchor:middle",
            "a{content:'text-anchor:middle'}",
            "word-break:break-all",
            "a.hyphens:hover{color:red}",
            "x-hyphens:none",
            "text-wrap-mode:wrap",
        ] {
            assert_eq!(css_in(same), same);
        }
        for name in ["stop-color", "-webkit-line-clamp", "pointer-events"] {
            assert_eq!(name_out(&format!("{PREFIX}{name}")), Some(name));
        }
        assert_eq!(name_out("--oracade-cqw"), None);
        assert_eq!(css_out("--oracade-stop-color: red;".to_owned()), "stop-color: red;");
    }
}
