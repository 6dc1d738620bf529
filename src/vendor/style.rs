//! What a style sheet refers to.

/// Addresses in `@import` (true) and `url()` (false), in order.
pub(crate) fn scan(css: &str) -> Vec<(String, bool)> {
    let css = without_comments(css);
    let mut found = Vec::new();
    let lower = css.to_ascii_lowercase();
    let mut at = 0;
    while let Some(step) = lower.get(at..).and_then(|rest| rest.find(['u', '@'])) {
        at += step;
        let rest = lower.get(at..).unwrap_or_default();
        if rest.starts_with("@import") {
            at += "@import".len();
            let text = css.get(at..).unwrap_or_default().trim_start();
            if let Some(address) = quoted(text).or_else(|| url(text)) {
                found.push((address, true));
                at += css.get(at..).and_then(|rest| rest.find([';', '\n'])).unwrap_or(0);
            }
        } else if let Some(address) = url(css.get(at..).unwrap_or_default()) {
            found.push((address, false));
            at += "url(".len();
        } else {
            at += 1;
        }
    }
    found
}

fn quoted(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let body = text.get(1..)?;
    body.find(quote).and_then(|end| body.get(..end)).map(str::to_owned)
}

fn url(text: &str) -> Option<String> {
    if !text.get(..4)?.eq_ignore_ascii_case("url(") {
        return None;
    }
    let body = text.get(4..)?.trim_start();
    quoted(body).or_else(|| {
        body.find(')')
            .and_then(|end| body.get(..end))
            .map(|address| address.trim().to_owned())
    })
}

fn without_comments(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(start) = rest.find("/*") {
        out.push_str(rest.get(..start).unwrap_or_default());
        out.push(' ');
        rest = rest.get(start + 2..).unwrap_or_default();
        rest = rest.find("*/").and_then(|end| rest.get(end + 2..)).unwrap_or_default();
    }
    out + rest
}

#[cfg(test)]
mod tests {
    #[test]
    fn imports_and_urls() {
        let css = r#"/* @import "no.css"; */ @import url("a.css") screen; @import 'b.css';
            p { background: URL( c.png ), url('d.png') ; cursor: pointer }"#;
        let want = [("a.css", true), ("b.css", true), ("c.png", false), ("d.png", false)];
        assert_eq!(super::scan(css), want.map(|(address, import)| (address.to_owned(), import)));
        assert_eq!(super::scan("url(/*@import"), []);
    }
}
