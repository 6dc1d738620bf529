//! The words and strings that carry tree operations over the boundary (docs/boundary.md, "Ops: the mirror").

/// Operation codes. 1–7 go both ways, 8–15 to the mirror only, 20–28 from the parser only.
#[allow(missing_docs, reason = "docs/boundary.md is the table")]
pub(crate) mod code {
    pub(crate) const CREATE_ELEMENT: u32 = 1;
    pub(crate) const INSERT: u32 = 3;
    pub(crate) const REMOVE: u32 = 4;
    pub(crate) const SET_ATTRIBUTE: u32 = 5;
    pub(crate) const CREATE_COMMENT: u32 = 20;
    pub(crate) const DOCTYPE: u32 = 21;
    pub(crate) const APPEND_TEXT: u32 = 22;
    pub(crate) const TEMPLATE_CONTENTS: u32 = 23;
    pub(crate) const MOVE_CHILDREN: u32 = 24;
    pub(crate) const TEXT_BEFORE: u32 = 25;
    pub(crate) const SCRIPT_STARTED: u32 = 26;
    pub(crate) const FOSTER: u32 = 27;
    pub(crate) const FOSTER_TEXT: u32 = 28;
}

/// A batch of tree operations: fixed words, and the strings they point into.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct TreeWords {
    pub(crate) words: Vec<u32>,
    pub(crate) strings: Vec<String>,
}

impl TreeWords {
    pub(crate) fn string(&mut self, text: &str) -> u32 {
        self.strings.push(text.to_owned());
        (self.strings.len() - 1) as u32
    }

    pub(crate) fn push(&mut self, words: &[u32]) {
        self.words.extend_from_slice(words);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}
