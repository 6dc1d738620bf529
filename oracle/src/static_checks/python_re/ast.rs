//! The parsed form of a pattern, one node per construct of Python's `re` syntax.

/// Flags that change what a (part of a) pattern means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub(super) u8);

impl Flags {
    /// No flag: what `re.search(pattern, text)` uses.
    pub const NONE: Flags = Flags(0);
    /// `re.IGNORECASE`, inline `i`.
    pub const IGNORE_CASE: Flags = Flags(1);
    /// `re.MULTILINE`, inline `m`.
    pub const MULTILINE: Flags = Flags(2);
    /// `re.DOTALL`, inline `s`.
    pub const DOT_ALL: Flags = Flags(4);
    /// `re.VERBOSE`, inline `x`.
    pub const VERBOSE: Flags = Flags(8);
    /// `re.ASCII`, inline `a`.
    pub const ASCII: Flags = Flags(16);
    /// `re.UNICODE`, inline `u`; the default of text patterns, so it only matters for undoing `a` in a scope.
    pub const UNICODE: Flags = Flags(32);

    /// Whether every flag of `other` is set.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets of flags.
    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// This set without the flags of `other`.
    pub fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn of_letter(letter: u32) -> Option<Flags> {
        Some(match char::from_u32(letter)? {
            'i' => Self::IGNORE_CASE,
            'm' => Self::MULTILINE,
            's' => Self::DOT_ALL,
            'x' => Self::VERBOSE,
            'a' => Self::ASCII,
            'u' => Self::UNICODE,
            _ => return None,
        })
    }
}

/// Character categories: `\d \D \s \S \w \W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Category {
    Digit,
    NotDigit,
    Space,
    NotSpace,
    Word,
    NotWord,
}

/// A member of a bracketed set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SetItem {
    Literal(u32),
    Range(u32, u32),
    Category(Category),
}

/// Zero-width places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    Beginning,
    End,
    BeginningOfString,
    EndOfString,
    Boundary,
    NotBoundary,
}

/// How a repeat gives characters back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Greed {
    Greedy,
    Lazy,
    Possessive,
}

/// One construct. A sequence is a `Vec<Node>`.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Literal(u32),
    NotLiteral(u32),
    Any,
    Set {
        negate: bool,
        items: Vec<SetItem>,
    },
    At(At),
    Branch(Vec<Vec<Node>>),
    Group {
        index: Option<u32>,
        add: Flags,
        remove: Flags,
        body: Vec<Node>,
    },
    Atomic(Vec<Node>),
    Repeat {
        min: u32,
        max: Option<u32>,
        greed: Greed,
        body: Vec<Node>,
    },
    Look {
        behind: bool,
        negate: bool,
        body: Vec<Node>,
        width: (u64, u64),
    },
    GroupRef(u32),
    Conditional {
        group: u32,
        yes: Vec<Node>,
        no: Option<Vec<Node>>,
    },
}

/// Larger than every width that matters; widths saturate here.
pub(super) const MAX_WIDTH: u64 = u64::MAX;

/// Least and greatest number of code points the sequence can match. `groups` holds the widths of the groups closed so far.
pub(super) fn width(nodes: &[Node], groups: &[Option<(u64, u64)>]) -> (u64, u64) {
    let mut total = (0u64, 0u64);
    for node in nodes {
        let (low, high) = match node {
            Node::Literal(_) | Node::NotLiteral(_) | Node::Any | Node::Set { .. } => (1, 1),
            Node::At(_) | Node::Look { .. } => (0, 0),
            Node::Branch(items) => items
                .iter()
                .map(|item| width(item, groups))
                .fold((MAX_WIDTH, 0), span_of_both),
            Node::Group { body, .. } | Node::Atomic(body) => width(body, groups),
            Node::Repeat { min, max, body, .. } => {
                let (low, high) = width(body, groups);
                let most = match max {
                    None if high == 0 => 0,
                    None => MAX_WIDTH,
                    Some(max) => high.saturating_mul(u64::from(*max)),
                };
                (low.saturating_mul(u64::from(*min)), most)
            }
            Node::GroupRef(group) => groups.get(*group as usize).copied().flatten().unwrap_or((0, MAX_WIDTH)),
            Node::Conditional { yes, no, .. } => {
                let other = no.as_ref().map_or((0, 0), |no| width(no, groups));
                span_of_both(width(yes, groups), other)
            }
        };
        total = (total.0.saturating_add(low), total.1.saturating_add(high));
    }
    total
}

fn span_of_both(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    (a.0.min(b.0), a.1.max(b.1))
}
