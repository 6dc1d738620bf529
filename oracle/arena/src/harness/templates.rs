//! Prompts: templates with variables, and slots that a search may fill otherwise.

use serde::Serialize;
use std::collections::BTreeMap;

/// The slots, and what fills them unless something else does.
pub const SLOTS: [(&str, &str); 4] = [
    ("role", "You are a careful player who wants to win."),
    (
        "reasoning",
        "Reason before you act: what is the situation, which actions are possible, what does each lead to, which is best?",
    ),
    (
        "long",
        "Take as much room for it as you need: look several turns ahead, and check your plan against the rules before you settle on it.",
    ),
    ("caution", "Do not repeat an action that changed nothing."),
];

/// The prompts, with their slots filled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Templates {
    /// What fills the slots.
    pub slots: BTreeMap<String, String>,
}

impl Default for Templates {
    fn default() -> Self {
        let filled = SLOTS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        Templates { slots: filled.collect() }
    }
}

const SYSTEM: &str = "{role}\n\nThe game: {game}\n\n{rules}\n\nActions: {actions}";
const BASE: &str = "The state:\n{textual_representation}\n\n{form}";
const PLAN: &str = "Earlier turns:\n{game_trajectory}\n\nWhat to make of them:\n{reflection}\n\nThe state now:\n{textual_representation}\n\n\
What lies where:\n{processed_visual_description}\n\n{advice}\n\n{form}";
const DESCRIBE: &str = "Describe this picture of the game for a player who cannot see it: what is where, what moves, what the display says. \
Only what can be seen, in at most 150 words.\n\n{textual_representation}";
const REFLECT: &str = "Earlier turns:\n{game_trajectory}\n\nThe last action: {action}\nWhat led to it: {thought}\n\nThe state before:\n{before}\n\n\
The state now:\n{textual_representation}\n\nDid the action do what it was meant to do? What should be done otherwise? Answer in less than 100 \
words, in this form:\nreflection: …";
const SUMMARISE: &str = "These are the turns of a game so far:\n{game_trajectory}\n\nSum up in at most 120 words what a player has to know to go \
on: what was tried, what came of it, what the plan is. Answer in this form:\nsummary: …";

/// Values of variables. What has none is `N/A`.
#[derive(Clone, Debug, Default)]
pub struct Variables<'a>(Vec<(&'a str, Option<&'a str>)>);

impl<'a> Variables<'a> {
    /// With a variable more.
    #[must_use]
    pub fn with(mut self, name: &'a str, value: Option<&'a str>) -> Self {
        self.0.push((name, value));
        self
    }

    /// A template with its variables filled, in one pass: what a game tells is not searched for variables.
    pub fn fill(&self, template: &str) -> String {
        let mut out = String::with_capacity(template.len());
        let mut rest = template;
        while let Some(begin) = rest.find('{') {
            out.push_str(&rest[..begin]);
            let after = &rest[begin + 1..];
            let name = after.find('}').map(|end| &after[..end]);
            let name = name.filter(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
            match name {
                Some(name) => {
                    let known = self.0.iter().find(|(known, _)| *known == name).and_then(|(_, value)| *value);
                    out.push_str(known.map(str::trim).filter(|value| !value.is_empty()).unwrap_or("N/A"));
                    rest = &after[name.len() + 1..];
                }
                None => {
                    out.push('{');
                    rest = after;
                }
            }
        }
        out.push_str(rest);
        out
    }
}

impl Templates {
    /// What fills a slot.
    pub fn slot(&self, name: &str) -> &str {
        self.slots.get(name).map_or("", String::as_str)
    }

    /// What a model is told before all else.
    pub(super) fn system(&self, variables: &Variables<'_>) -> String {
        variables.clone().with("role", Some(self.slot("role"))).fill(SYSTEM)
    }

    /// The question without any module.
    pub(super) fn base(&self, variables: &Variables<'_>) -> String {
        variables.fill(BASE)
    }

    /// The question with modules.
    pub(super) fn plan(&self, variables: &Variables<'_>, reasoning: bool, long: bool) -> String {
        let mut advice = vec![self.slot("caution")];
        if reasoning {
            advice.insert(0, self.slot("reasoning"));
        }
        if long {
            advice.insert(1, self.slot("long"));
        }
        let advice = advice.join(" ");
        variables.clone().with("advice", Some(&advice)).fill(PLAN)
    }

    pub(super) fn describe(&self, variables: &Variables<'_>) -> String {
        variables.fill(DESCRIBE)
    }

    pub(super) fn reflect(&self, variables: &Variables<'_>) -> String {
        variables.fill(REFLECT)
    }

    pub(super) fn summarise(&self, variables: &Variables<'_>) -> String {
        variables.fill(SUMMARISE)
    }

    /// All prompts as they stand, for the record of a run.
    pub fn texts(&self) -> BTreeMap<&'static str, &str> {
        let own = [
            ("system", SYSTEM),
            ("base", BASE),
            ("plan", PLAN),
            ("describe", DESCRIBE),
            ("reflect", REFLECT),
            ("summarise", SUMMARISE),
        ];
        let slots = SLOTS.iter().map(|(name, _)| (*name, self.slot(name)));
        own.into_iter().chain(slots).collect()
    }
}
