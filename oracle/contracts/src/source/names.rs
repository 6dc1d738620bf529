//! Names as people and programs write them: `bellMs`, `bell_ms` and "bell ms" are the same words.

/// Letters and digits only, in small letters.
pub(super) fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The words of a name, in small letters: at every change to a capital, and at everything that is neither letter nor digit.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let chars: Vec<char> = name.chars().collect();
    for (at, c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let after = chars.get(at + 1);
        let capital = c.is_uppercase()
            && before.is_some_and(|b| b.is_lowercase() || b.is_ascii_digit() || after.is_some_and(|a| a.is_lowercase()));
        if (!c.is_alphanumeric() || capital) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// One word, or its plural.
fn same_word(a: &str, b: &str) -> bool {
    a == b || a.strip_suffix('s') == Some(b) || b.strip_suffix('s') == Some(a)
}

/// All words of `name` are among those of `of`.
pub(super) fn within(name: &[String], of: &[String]) -> bool {
    !name.is_empty() && name.iter().all(|word| of.iter().any(|other| same_word(word, other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_words() {
        assert_eq!(words("bellMs"), ["bell", "ms"]);
        assert_eq!(words("BELL_COOLDOWN"), ["bell", "cooldown"]);
        assert_eq!(words("HTMLElement2D"), ["html", "element2", "d"]);
        assert_eq!(words("in a row"), ["in", "a", "row"]);
        assert_eq!(plain("Bell-Ms"), "bellms");
        assert!(within(&words("lives"), &words("playerLife")) == within(&words("lives"), &words("x")));
        assert!(within(&words("lantern"), &words("lanternsCaught")));
        assert!(!within(&[], &words("x")));
    }
}
