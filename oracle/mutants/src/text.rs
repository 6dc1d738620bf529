//! Text between what the parser gives places of.

/// Where `operator` stands between two operands: behind blanks, line ends and comments.
pub(crate) fn operator_at(text: &str, from: usize, to: usize, operator: &str) -> Option<usize> {
    let mut at = from;
    loop {
        let rest = text.get(at..to)?;
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            at += blank;
        } else if rest.starts_with("/*") {
            at += rest.find("*/")? + 2;
        } else if rest.starts_with("//") {
            at += rest.find(['\n', '\r', '\u{2028}', '\u{2029}'])?;
        } else {
            return rest.starts_with(operator).then_some(at);
        }
    }
}

/// A number as a program may write it, with parentheses if it is negative.
pub(crate) fn number(value: f64) -> String {
    if value < 0.0 {
        format!("({value})")
    } else {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_found_behind_comments() {
        let text = "a /* < */ // <\n <= b";
        assert_eq!(operator_at(text, 1, 18, "<="), Some(16));
        assert_eq!(operator_at(text, 1, 18, "+"), None);
        assert_eq!(operator_at("a /* b", 1, 6, "+"), None);
    }
}
