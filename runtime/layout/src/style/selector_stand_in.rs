//! Selectors that Chromium has and the style engine's parser does not, written as ones it knows; without that a whole rule would
//! be lost for one of them. What nothing here ever matches (a part of a scroll bar, say) becomes `:not(*)`, what Chromium does
//! not have becomes a name the parser does not know either.

use std::borrow::Cow;
use std::fmt::Write;

/// Never matches, but keeps the rest of a selector list.
const NEVER: &str = ":not(*)";
/// The pseudo-element that stands for `::first-line` on elements that are no fields.
pub(crate) const FIRST_LINE: style::selector_parser::PseudoElement = style::selector_parser::PseudoElement::ColorSwatch;
const FIRST_LINE_SELECTOR: &str = ":where(:not(input))::color-swatch";
const UNKNOWN: &str = "::-oracade-unknown";

/// States that stand for pseudo-classes; script cannot set them, since it is not asked for states of these names.
pub(crate) const IN_RANGE: &str = "-oracade-in-range";
pub(crate) const DIR_LTR: &str = "-oracade-dir-ltr";
pub(crate) const DIR_RTL: &str = "-oracade-dir-rtl";

const CONTEXT: &str = "-oracade-context-";

/// What makes a scan worth while.
const HINTS: [&str; 14] = [
    "::-webkit-",
    ":-webkit-a",
    ":-webkit-full",
    ":in-range",
    ":dir(",
    ":host-context(",
    "first-line",
    "::cue",
    "::highlight(",
    "::target-text",
    "-error",
    "::view-transition",
    "::scroll-",
    "-moz-",
];
const OTHER_HINTS: [&str; 4] = ["::picker", "::checkmark", "::slider-", "::co"];

/// The text of a sheet or condition as the parser knows it.
pub(super) fn selectors_in(css: &str) -> Cow<'_, str> {
    let lower = css.to_ascii_lowercase();
    if !HINTS.iter().chain(&OTHER_HINTS).any(|hint| lower.contains(hint)) {
        return Cow::Borrowed(css);
    }
    let bytes = lower.as_bytes();
    let mut out = String::with_capacity(css.len() + 64);
    let (mut from, mut at) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = lower[at + 2..].find("*/").map_or(bytes.len(), |end| at + end + 4);
            }
            b'"' | b'\'' => at = string_end(bytes, at),
            b'u' if lower[at..].starts_with("url(") => at = block_end(bytes, at + 3),
            b':' => {
                let found = selector_at(&lower, at);
                match found {
                    Some((text, end)) => {
                        out.push_str(&css[from..at]);
                        out.push_str(&text);
                        (from, at) = (end, end);
                    }
                    None => at += 1,
                }
            }
            _ => at += 1,
        }
    }
    if from == 0 {
        return Cow::Borrowed(css);
    }
    out.push_str(&css[from..]);
    Cow::Owned(out)
}

/// The stand-in of the pseudo-class or -element at a colon, and where it ends.
fn selector_at(lower: &str, start: usize) -> Option<(Cow<'static, str>, usize)> {
    let double = lower[start + 1..].starts_with(':');
    let name_start = start + 1 + usize::from(double);
    let rest = &lower[name_start..];
    let length = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
        .unwrap_or(rest.len());
    let name = &rest[..length];
    let end = name_start + length;
    let is_function = lower[end..].starts_with('(');
    let after_arguments = if is_function { block_end(lower.as_bytes(), end) } else { end };
    let argument = || lower.get(end + 1..after_arguments.saturating_sub(1)).unwrap_or("").trim();
    let fixed = |text: &'static str| Some((Cow::Borrowed(text), after_arguments));
    if double {
        return match name {
            "-webkit-input-placeholder" => fixed("::placeholder"),
            "-webkit-file-upload-button" => fixed("::file-selector-button"),
            // Parts of controls, by names the parser has.
            "-webkit-slider-thumb" => fixed("::slider-thumb"),
            "-webkit-slider-runnable-track" => fixed("::slider-track"),
            "-webkit-progress-value" => fixed("::-moz-progress-bar"),
            "-webkit-progress-bar" => fixed(":where(:not(input))::slider-fill"),
            // Of a number field.
            "-webkit-inner-spin-button" => fixed(":where(input)::slider-fill"),
            "-webkit-color-swatch" => fixed(":where(input)::color-swatch"),
            "-moz-progress-bar" | "slider-thumb" | "slider-track" | "slider-fill" | "color-swatch" => fixed(UNKNOWN),
            "first-line" => fixed(FIRST_LINE_SELECTOR),
            "cue"
            | "highlight"
            | "target-text"
            | "spelling-error"
            | "grammar-error"
            | "scroll-marker"
            | "scroll-marker-group"
            | "scroll-button"
            | "column"
            | "picker"
            | "picker-icon"
            | "checkmark" => fixed(NEVER),
            name if name.starts_with("-webkit-") || name.starts_with("view-transition") => fixed(NEVER),
            _ => None,
        };
    }
    match name {
        "first-line" => fixed(FIRST_LINE_SELECTOR),
        "in-range" => Some((Cow::Owned(format!(":state({IN_RANGE})")), end)),
        "-webkit-autofill" => fixed(":autofill"),
        "-webkit-any-link" => fixed(":any-link"),
        "-webkit-full-screen" => fixed(":fullscreen"),
        "-webkit-any" if is_function => Some((Cow::Borrowed(":is"), end)),
        "-moz-meter-optimum" | "-moz-meter-sub-optimum" | "-moz-meter-sub-sub-optimum" => fixed(UNKNOWN),
        "dir" if is_function => Some((
            match argument() {
                "ltr" => Cow::Owned(format!(":state({DIR_LTR})")),
                "rtl" => Cow::Owned(format!(":state({DIR_RTL})")),
                _ => Cow::Borrowed(NEVER),
            },
            after_arguments,
        )),
        _ => None,
    }
}

/// The selector a state stands for that came of `:host-context()`.
pub(crate) fn context_selector(state: &str) -> Option<String> {
    let digits = state.strip_prefix(CONTEXT)?.as_bytes();
    let bytes: Option<Vec<u8>> = digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect();
    String::from_utf8(bytes?).ok()
}

/// `:host-context(x)` as `:host(:state(…))`, with the selector in the state's name.
pub(super) fn host_context_in(css: &str) -> Cow<'_, str> {
    const NAME: &str = ":host-context(";
    let lower = css.to_ascii_lowercase();
    if !lower.contains(NAME) {
        return Cow::Borrowed(css);
    }
    let mut out = String::with_capacity(css.len() + 32);
    let mut from = 0;
    while let Some(found) = lower[from..].find(NAME) {
        let open = from + found + NAME.len() - 1;
        let end = block_end(lower.as_bytes(), open);
        let argument = css.get(open + 1..end.saturating_sub(1)).unwrap_or("");
        out.push_str(&css[from..from + found]);
        out.push_str(":host(:state(");
        out.push_str(CONTEXT);
        for byte in argument.bytes() {
            // Writing to a string does not fail.
            let _ = write!(out, "{byte:02x}");
        }
        out.push_str("))");
        from = end;
    }
    out.push_str(&css[from..]);
    Cow::Owned(out)
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == bytes[start] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Where the parenthesis that opens at `start` is closed.
fn block_end(bytes: &[u8], start: usize) -> usize {
    let (mut depth, mut at) = (0u32, start);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'"' | b'\'' => at = string_end(bytes, at) - 1,
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_parser_does_not_know_is_exchanged() {
        for (css, known) in [
            ("a::-webkit-scrollbar-thumb:hover,b{c:d}", "a:not(*):hover,b{c:d}"),
            ("input::-WEBKIT-input-placeholder{}", "input::placeholder{}"),
            (
                "p:in-range, p:dir( rtl ){}",
                "p:state(-oracade-in-range), p:state(-oracade-dir-rtl){}",
            ),
            ("p:-webkit-any(a, b) i{}", "p:is(a, b) i{}"),
            ("p::highlight(x){} p::cue{}", "p:not(*){} p:not(*){}"),
            ("p::first-line{}", "p:where(:not(input))::color-swatch{}"),
            ("p::slider-thumb{}", "p::-oracade-unknown{}"),
            ("#v::-webkit-slider-thumb{}", "#v::slider-thumb{}"),
        ] {
            assert_eq!(selectors_in(css), known);
        }
        for same in [
            "a{display:-webkit-box;content:'::-webkit-x'}/* ::-webkit-x */",
            "a{b:url(::-webkit-x)}",
            "p:\\:-webkit-x{}",
            "p:first-line-x{}",
        ] {
            assert_eq!(selectors_in(same), same);
        }
    }

    #[test]
    fn unclosed_text_ends() {
        for css in [
            ":dir(",
            "::-webkit-",
            ":host-context(",
            "::cue(\"",
            "::-webkit-x\\",
            ":dir(\"\\",
            "/*::-webkit-",
        ] {
            selectors_in(css);
            host_context_in(css);
        }
        let css = host_context_in(":host-context(.a:not(b)) i{}");
        assert_eq!(css, ":host(:state(-oracade-context-2e613a6e6f74286229)) i{}");
        let state = css.get(13..css.len() - 6).unwrap_or("");
        assert_eq!(context_selector(state).as_deref(), Some(".a:not(b)"));
    }
}
