//! Container queries (CSS Containment 3). The style engine evaluates them but, as built here, its parser knows neither
//! `@container` nor container units, so both come in by another door: an `@container` rule is parsed as a `@media` rule of a
//! made-up type and then exchanged, and a container unit becomes arithmetic on a custom property that the children of every
//! query container get.

use super::sheets::context;
use std::fmt::Write;
use style::dom::TElement;
use style::servo_arc::Arc;
use style::shared_lock::{Locked, SharedRwLock};
use style::stylesheets::container_rule::{ContainerCondition, ContainerConditions, ContainerRule};
use style::stylesheets::{CssRule, CssRuleType, CssRules, MediaRule, UrlExtraData};
use style_traits::ToCss;
use style_traits::arc_slice::ArcSlice;

/// Prefix of the media types that stand for container rules.
const MARK: &str = "oracade-container-";
/// The custom properties children of query containers get: one per cent of the container's width and height.
const WIDTH: &str = "--oracade-cqw";
const HEIGHT: &str = "--oracade-cqh";

/// A sheet's text with its container rules marked, and their preludes.
pub(super) struct Rewritten {
    pub(super) css: String,
    preludes: Vec<String>,
}

/// Rewrites container rules and units; `None` if there are none.
pub(super) fn rewrite(css: &str) -> Option<Rewritten> {
    // Inline styles are set all the time: one look at the bytes, and nearly all are done with.
    let hinted = css.as_bytes().windows(2).any(|w| w.eq_ignore_ascii_case(b"cq"));
    if !hinted && !css.as_bytes().windows(9).any(|w| w.eq_ignore_ascii_case(b"container")) {
        return None;
    }
    let lower = css.to_ascii_lowercase();
    let bytes = css.as_bytes();
    let mut out = String::with_capacity(css.len() + 64);
    let mut preludes = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &css[at..];
        let byte = bytes[at];
        if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/").map_or(css.len(), |i| at + i + 4);
            out.push_str(&css[at..end]);
            at = end;
        } else if byte == b'"' || byte == b'\'' {
            let end = string_end(bytes, at);
            out.push_str(&css[at..end]);
            at = end;
        } else if lower[at..].starts_with("url(") {
            let end = rest.find(')').map_or(css.len(), |i| at + i + 1);
            out.push_str(&css[at..end]);
            at = end;
        } else if lower[at..].starts_with("@container") && rest.contains('{') {
            let start = at + "@container".len();
            let end = css[start..].find('{').map_or(css.len(), |i| start + i);
            let _ = write!(out, "@media {MARK}{} ", preludes.len());
            preludes.push(css[start..end].trim().to_owned());
            at = end;
        } else if byte.is_ascii_digit() || (byte == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)) {
            at = number(css, &lower, at, &mut out);
        } else if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'#' | b'\\') || byte >= 0x80 {
            let end = word_end(bytes, at);
            at = match shorthand(css, &lower, at, end) {
                Some((longhands, after)) => {
                    out.push_str(&longhands);
                    after
                }
                None => {
                    out.push_str(&css[at..end]);
                    end
                }
            };
        } else {
            out.push(char::from(byte));
            at += 1;
        }
    }
    Some(Rewritten { css: out, preludes })
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b if b == quote || b == b'\n' => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// End of a run of identifier bytes; it always moves on and stops at a character boundary.
fn word_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    // A sign before a number does not belong to an identifier.
    if bytes[start] == b'-' && bytes.get(at).is_some_and(|b| b.is_ascii_digit() || *b == b'.') {
        return at;
    }
    while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || matches!(bytes[at], b'-' | b'_') || bytes[at] >= 0x80) {
        at += 1;
    }
    at
}

/// The longhands of a `container: <name> [/ <type>]?` declaration that starts at `start`, and where it ends.
fn shorthand(css: &str, lower: &str, start: usize, end: usize) -> Option<(String, usize)> {
    if &lower[start..end] != "container" || !lower[end..].trim_start().starts_with(':') {
        return None;
    }
    if !matches!(
        lower[..start].trim_end().chars().next_back(),
        None | Some('{' | ';' | '}' | '/')
    ) {
        return None;
    }
    let value_start = end + lower[end..].find(':')? + 1;
    let value_end = css[value_start..].find([';', '}']).map_or(css.len(), |i| value_start + i);
    let (value, important) = match css[value_start..value_end].split_once('!') {
        Some((value, _)) => (value, " !important"),
        None => (&css[value_start..value_end], ""),
    };
    let (name, kind) = value.split_once('/').unwrap_or((value, "normal"));
    let (name, kind) = (name.trim(), kind.trim());
    Some((
        format!("container-name:{name}{important};container-type:{kind}{important}"),
        value_end,
    ))
}

/// Copies a number with its unit, a container unit as arithmetic.
fn number(css: &str, lower: &str, start: usize, out: &mut String) -> usize {
    let bytes = css.as_bytes();
    let mut at = start;
    while at < bytes.len() && (bytes[at].is_ascii_digit() || bytes[at] == b'.') {
        at += 1;
    }
    let unit_end = {
        let mut end = at;
        while end < bytes.len() && (bytes[end].is_ascii_alphanumeric() || matches!(bytes[end], b'-' | b'_' | b'%')) {
            end += 1;
        }
        end
    };
    let width = format!("var({WIDTH}, 1svw)");
    let height = format!("var({HEIGHT}, 1svh)");
    let basis = match &lower[at..unit_end] {
        "cqw" | "cqi" => width,
        "cqh" | "cqb" => height,
        "cqmin" => format!("min({width}, {height})"),
        "cqmax" => format!("max({width}, {height})"),
        _ => {
            out.push_str(&css[start..unit_end]);
            return unit_end;
        }
    };
    let value = &css[start..at];
    // A sign just before the number was copied already; it joins the arithmetic.
    let _ = if out.ends_with('-') {
        out.pop();
        write!(out, "calc(-{value} * {basis})")
    } else {
        write!(out, "calc({value} * {basis})")
    };
    unit_end
}

/// Exchanges the marked media rules for container rules.
pub(super) fn restore(rules: &Arc<Locked<CssRules>>, rewritten: &Rewritten, url: &UrlExtraData, lock: &SharedRwLock, depth: u32) {
    if rewritten.preludes.is_empty() || depth > 64 {
        return;
    }
    let mut found: Vec<(usize, CssRule)> = Vec::new();
    let mut nested: Vec<Arc<Locked<CssRules>>> = Vec::new();
    {
        let guard = lock.read();
        for (index, rule) in rules.read_with(&guard).0.iter().enumerate() {
            match rule {
                CssRule::Media(media) => {
                    nested.push(media.rules.clone());
                    let text = media.media_queries.read_with(&guard).to_css_string();
                    if let Some(prelude) = text
                        .strip_prefix(MARK)
                        .and_then(|n| n.parse().ok())
                        .and_then(|n: usize| rewritten.preludes.get(n))
                        && let Some(rule) = container_rule(media, prelude, url)
                    {
                        found.push((index, rule));
                    }
                }
                CssRule::Supports(rule) => nested.push(rule.rules.clone()),
                CssRule::LayerBlock(rule) => nested.push(rule.rules.clone()),
                CssRule::Scope(rule) => nested.push(rule.rules.clone()),
                CssRule::StartingStyle(rule) => nested.push(rule.rules.clone()),
                CssRule::Style(rule) => nested.extend(rule.read_with(&guard).rules.clone()),
                _ => {}
            }
        }
    }
    if !found.is_empty() {
        let mut guard = lock.write();
        let list = rules.write_with(&mut guard);
        for (index, rule) in found {
            list.0[index] = rule;
        }
    }
    for inner in nested {
        restore(&inner, rewritten, url, lock, depth + 1);
    }
}

fn container_rule(media: &MediaRule, prelude: &str, url: &UrlExtraData) -> Option<CssRule> {
    let context = context(url, CssRuleType::Container);
    let mut parser = cssparser::Parser::new(prelude);
    let conditions = parser
        .parse_entirely(|input| input.parse_comma_separated(|input| ContainerCondition::parse(&context, input)))
        .ok()?;
    Some(CssRule::Container(Arc::new(ContainerRule {
        conditions: ContainerConditions(ArcSlice::from_iter(conditions.into_iter())),
        rules: media.rules.clone(),
        source_location: media.source_location,
    })))
}

/// What the children of a query container get as presentational hints: the units of the nearest container in each axis.
pub(crate) fn unit_declarations<E: TElement>(parent: E) -> Option<String> {
    use style::values::specified::box_::ContainerType;
    let data = parent.borrow_data()?;
    let style = data.styles.get_primary()?;
    let kind = style.get_box().clone_container_type();
    let (size, inline) = (
        kind.intersects(ContainerType::SIZE),
        kind.intersects(ContainerType::INLINE_SIZE),
    );
    if !size && !inline {
        return None;
    }
    let measured = parent.query_container_size(&style.clone_display());
    let mut css = String::new();
    if let Some(width) = measured.width {
        let _ = write!(css, "{WIDTH}:{}px;", width.to_f32_px() / 100.0);
    }
    if let Some(height) = measured.height.filter(|_| size) {
        let _ = write!(css, "{HEIGHT}:{}px;", height.to_f32_px() / 100.0);
    }
    (!css.is_empty()).then_some(css)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_become_arithmetic_and_other_text_stays() {
        let out = rewrite(".a5cqw{width:50cqw;margin:-2.5CQH;content:\"5cqw\"}/*1cqw*/")
            .map(|r| r.css)
            .unwrap_or_default();
        assert_eq!(
            out,
            ".a5cqw{width:calc(50 * var(--oracade-cqw, 1svw));margin:calc(-2.5 * var(--oracade-cqh, 1svh));content:\"5cqw\"}/*1cqw*/"
        );
    }

    #[test]
    fn container_rules_are_marked() {
        let Some(out) = rewrite("@container side (min-width:350px){.q{height:30px}}") else {
            panic!("not rewritten")
        };
        assert_eq!(out.css, "@media oracade-container-0 {.q{height:30px}}");
        assert_eq!(out.preludes, ["side (min-width:350px)"]);
    }

    #[test]
    fn the_shorthand_is_expanded() {
        let out = rewrite("a{container: side / inline-size;color:red}")
            .map(|r| r.css)
            .unwrap_or_default();
        assert_eq!(out, "a{container-name:side;container-type:inline-size;color:red}");
    }
}
