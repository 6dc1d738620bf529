//! Rounding as people do it on paper.

/// Digits after the point that [`round`] takes at most.
pub const MAX_DIGITS: usize = 12;

/// `value` with `digits` digits after the point, halves away from zero, seen as the shortest decimal that stands for it: 13.95 is
/// 14.0 with one digit, although its double is a little less.
pub fn round(value: f64, digits: usize) -> f64 {
    let digits = digits.min(MAX_DIGITS);
    if !value.is_finite() {
        return value;
    }
    // The shortest digits that read back as this double, without an exponent.
    let text = format!("{}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    if fraction.len() <= digits {
        return value;
    }
    let up = fraction.as_bytes().get(digits).is_some_and(|digit| *digit >= b'5');
    let mut kept: Vec<u8> = format!("{whole}{}", &fraction[..digits]).into_bytes();
    if up {
        let mut at = kept.len();
        loop {
            if at == 0 {
                kept.insert(0, b'1');
                break;
            }
            at -= 1;
            if kept[at] == b'9' {
                kept[at] = b'0';
            } else {
                kept[at] += 1;
                break;
            }
        }
    }
    let point = kept.len() - digits;
    let shown = String::from_utf8_lossy(&kept);
    let rounded: f64 = format!("{}.{}", &shown[..point], &shown[point..]).parse().unwrap_or(value);
    if value < 0.0 && rounded != 0.0 { -rounded } else { rounded }
}

/// `value` rounded and written with exactly `digits` digits after the point.
pub fn decimals(value: f64, digits: usize) -> String {
    format!("{:.*}", digits.min(MAX_DIGITS), round(value, digits) + 0.0)
}
