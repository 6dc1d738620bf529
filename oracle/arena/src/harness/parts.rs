//! Parts of prompts that come from an environment: its rules, its actions and the form of an answer.

use oracade_gym::Spec;
use oracade_gym::config::{Actions, Answers, Deed};

/// The game in a line.
pub(super) fn game(spec: &Spec) -> String {
    format!("{}. {}", spec.config.title, spec.config.description)
}

/// What can be done, in words.
pub(super) fn actions(spec: &Spec) -> String {
    let names = spec.action_names().join(", ");
    match (&spec.config.actions, spec.config.answers) {
        (Actions::Discrete(list), Answers::Swap) => format!(
            "a swap of two neighbours, ((row, column), (row, column)), or its number from 0 to {}",
            list.len().saturating_sub(1)
        ),
        (Actions::Discrete(_), Answers::Name) => format!("one of: {names}"),
        (Actions::Discrete(_), Answers::Sequence) => format!("one or more of: {names}; each may be followed by how often"),
        (Actions::Discrete(_), Answers::Frames) => format!("one of: {names}; with a number of frames"),
        (Actions::Buttons(_), _) => format!("for each of {names} a 1 (down) or a 0 (up), joined by commas"),
        (Actions::Players(lists), _) => {
            let of = |list: &Vec<(String, Deed)>| list.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" or ");
            let lists: Vec<String> = lists.iter().map(of).collect();
            format!("one for each player, joined by commas: {}", lists.join(", then "))
        }
        (Actions::Pointer { cells, .. }, _) => format!(
            "column, row, 1 (pressed) or 0: three numbers joined by commas, columns 0 to {}, rows 0 to {}",
            cells[0].saturating_sub(1),
            cells[1].saturating_sub(1)
        ),
    }
}

/// An action as an answer may have it.
fn example(spec: &Spec) -> String {
    let names = spec.action_names();
    let last = names.last().copied().unwrap_or("none");
    match (&spec.config.actions, spec.config.answers) {
        (Actions::Discrete(_), Answers::Swap) => "((0, 1), (0, 2))".to_owned(),
        (Actions::Discrete(_), Answers::Sequence) => format!("{}, 2 {last}", names.get(1).copied().unwrap_or(last)),
        (Actions::Discrete(_), Answers::Frames) => format!("({}, 8)", names.get(1).copied().unwrap_or(last)),
        (Actions::Discrete(_), Answers::Name) => last.to_owned(),
        (Actions::Buttons(keys), _) => vec!["0"; keys.len()].join(", "),
        (Actions::Pointer { .. }, _) => "0, 0, 1".to_owned(),
        (Actions::Players(lists), _) => {
            let first = lists.iter().filter_map(|list| list.first()).map(|(name, _)| name.as_str());
            first.collect::<Vec<_>>().join(", ")
        }
    }
}

/// How an answer is asked for.
pub(super) fn form(spec: &Spec, reasoning: bool) -> String {
    let example = example(spec);
    if reasoning {
        format!("Answer in this form:\nthought: your reasoning\naction: the action, such as {example}")
    } else {
        format!("Answer with one line in this form and nothing else:\naction: the action, such as {example}")
    }
}

/// The section of an answer that begins with a name and a colon; all of it if there is none. At most so many words.
pub(super) fn section(answer: &str, name: &str, most: usize) -> String {
    let head = format!("{name}:");
    let begin = answer.lines().position(|line| {
        let line = line.trim_start().trim_start_matches(['#', '*']).trim_start();
        line.get(..head.len()).is_some_and(|start| start.eq_ignore_ascii_case(&head))
    });
    let text = match begin {
        Some(line) => {
            let rest: Vec<&str> = answer.lines().skip(line).collect();
            let rest = rest.join("\n");
            rest.split_once(':')
                .map_or(String::new(), |(_, rest)| rest.trim_start_matches('*').to_owned())
        }
        None => answer.to_owned(),
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() <= most {
        return text.trim().to_owned();
    }
    format!("{} …", words[..most].join(" "))
}
