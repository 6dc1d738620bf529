//! Whether a thought argues from what the game shows: a list of rules, where no judge is asked.

use serde::Serialize;

/// What a thought has.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quality {
    /// It names a piece of evidence.
    pub cites_evidence: bool,
    /// It quotes a statement: five words of one in a row.
    pub quotes_statement: bool,
    /// It says that something contradicts something.
    pub states_contradiction: bool,
}

/// Words in a row that make a quotation.
const QUOTED: usize = 5;
/// Beginnings of words that say that two things do not go together.
const CONTRADICTIONS: [&str; 10] = [
    "contradict",
    "inconsisten",
    "incompatib",
    "cannot be true",
    "can't be true",
    "disprove",
    "refute",
    "conflicts with",
    "does not match",
    "impossible",
];

impl Quality {
    /// From 0 to 1.
    pub fn score(self) -> f64 {
        let has = [self.cites_evidence, self.quotes_statement, self.states_contradiction];
        has.iter().filter(|has| **has).count() as f64 / has.len() as f64
    }
}

fn plain(text: &str) -> Vec<String> {
    let parted = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '\''));
    parted.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Judges a thought by rules, from the names of the evidence and the statements that were shown.
pub fn reasoning_quality(thought: &str, evidence: &[&str], statements: &[&str]) -> Quality {
    let words = plain(thought);
    let has = |wanted: &[String]| !wanted.is_empty() && words.windows(wanted.len()).any(|window| window == wanted);
    let quoted = |statement: &&str| {
        let said = plain(statement);
        // A short statement has to be there whole.
        said.windows(QUOTED.min(said.len().max(1))).any(has)
    };
    let lower = thought.to_lowercase();
    Quality {
        cites_evidence: evidence.iter().any(|name| has(&plain(name))),
        quotes_statement: statements.iter().any(quoted),
        states_contradiction: CONTRADICTIONS.iter().any(|sign| lower.contains(sign)),
    }
}

/// Judges a thought by what the state's text lists: evidence as `- NAME: …`, statements as `NAME: …`.
pub fn quality_of_text(thought: &str, text: &str) -> Quality {
    let name = |line: &str| line.split_once(": ").map(|(name, said)| (name.to_owned(), said.to_owned()));
    let (listed, others): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("- "));
    let evidence: Vec<String> = listed
        .iter()
        .filter_map(|line| name(&line[2..]))
        .map(|(name, _)| name)
        .collect();
    let statements: Vec<String> = others.iter().filter_map(|line| name(line)).map(|(_, said)| said).collect();
    let texts = |of: &[String]| of.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
    let (evidence, statements) = (texts(&evidence), texts(&statements));
    reasoning_quality(
        thought,
        &evidence.lines().collect::<Vec<_>>(),
        &statements.lines().collect::<Vec<_>>(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_and_statements_are_found_in_a_text() {
        let text = "Evidence:\n- Bell rope: The end of the rope.\nDialogue History:\nPELL: I was at home all that night.";
        let judged = quality_of_text(
            "He was not: \"I was at home all that night\" contradicts the bell rope.",
            text,
        );
        assert_eq!(judged.score(), 1.0);
        assert_eq!(quality_of_text("The rope.", text).score(), 0.0);
    }

    #[test]
    fn thoughts_are_judged_by_what_they_have() {
        let judge = |thought: &str| reasoning_quality(thought, &["Bell rope"], &["I never left my house that night."]);
        let all = judge("The bell rope is wet, which contradicts \"I never left my house that night\".");
        assert_eq!(all.score(), 1.0);
        assert_eq!(judge("I just guess.").score(), 0.0);
        let some = judge("He says he never left my house; the rope of the bell is odd. Impossible.");
        assert_eq!(
            (some.cites_evidence, some.quotes_statement, some.states_contradiction),
            (false, false, true)
        );
        assert_eq!(reasoning_quality("", &[""], &[""]).score(), 0.0);
    }
}
