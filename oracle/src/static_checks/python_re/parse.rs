//! Pattern text to nodes, with the syntax and the refusals of Python 3.12's `re` for `str` patterns.

use super::CompileError;
use super::ast::{At, Flags, Greed, Node, SetItem, width};
use super::escape::{self, Escape};
use super::source::{Source, Token};

/// Groups may nest this deep. Python gives up by its recursion limit near 490 levels, without a proper error.
const MAX_NESTING: u32 = 250;
/// A repeat count at or above this is refused, as `sre`'s 32-bit code words demand.
const MAX_REPEAT: u64 = 4_294_967_295;

/// What a finished parse yields.
pub(super) struct Parsed {
    pub(super) nodes: Vec<Node>,
    pub(super) flags: Flags,
    /// Number of groups, group 0 included.
    pub(super) groups: u32,
    pub(super) names: Vec<(String, u32)>,
}

/// Parses `pattern`, whose meaning starts out with `flags`.
pub(super) fn parse(pattern: &[u32], flags: Flags) -> Result<Parsed, CompileError> {
    let mut parser = Parser {
        source: Source::new(pattern)?,
        flags,
        widths: vec![None],
        names: Vec::new(),
        lookbehind: None,
        forward: Vec::new(),
    };
    let nodes = parser.alternation(flags.has(Flags::VERBOSE), 0)?;
    if parser.source.next.is_some() {
        return Err(parser.source.error("unbalanced parenthesis", 0));
    }
    let groups = parser.widths.len() as u32;
    if let Some((group, position)) = parser.forward.iter().find(|(group, _)| *group >= groups) {
        return Err(CompileError::new(format!("invalid group reference {group}"), *position));
    }
    if parser.flags.has(Flags::ASCII) && parser.flags.has(Flags::UNICODE) {
        return Err(CompileError::new("flags 'a' and 'u' exclude each other".to_owned(), 0));
    }
    Ok(Parsed {
        nodes,
        flags: parser.flags,
        groups,
        names: parser.names,
    })
}

pub(super) struct Parser<'a> {
    pub(super) source: Source<'a>,
    flags: Flags,
    /// Widths of the groups; `None` while a group is open. Index 0 is the whole match and stays open.
    widths: Vec<Option<(u64, u64)>>,
    names: Vec<(String, u32)>,
    /// Inside a look-behind: how many groups there were when the outermost one began.
    lookbehind: Option<u32>,
    /// Groups named by conditionals by number, with the position of the first mention.
    forward: Vec<(u32, usize)>,
}

impl Parser<'_> {
    /// `a|b|c`.
    fn alternation(&mut self, mut verbose: bool, nesting: u32) -> Result<Vec<Node>, CompileError> {
        if nesting > MAX_NESTING {
            return Err(self.source.error(&format!("groups nest deeper than {MAX_NESTING} levels"), 0));
        }
        let mut items = Vec::new();
        loop {
            items.push(self.sequence(verbose, nesting, nesting == 0 && items.is_empty())?);
            if !self.source.take('|')? {
                break;
            }
            if nesting == 0 {
                verbose = self.flags.has(Flags::VERBOSE);
            }
        }
        Ok(if items.len() == 1 {
            items.pop().unwrap_or_default()
        } else {
            vec![Node::Branch(items)]
        })
    }

    /// One alternative. `first` marks the very start of the pattern, where global flags may stand.
    fn sequence(&mut self, mut verbose: bool, nesting: u32, first: bool) -> Result<Vec<Node>, CompileError> {
        let mut nodes: Vec<Node> = Vec::new();
        while let Some(token) = self.source.next {
            if matches!(token, Token::Char(c) if c == u32::from('|') || c == u32::from(')')) {
                break;
            }
            self.source.get()?;
            let code = match token {
                Token::Escaped(escaped) => {
                    let escape = escape::in_pattern(self, escaped)?;
                    nodes.push(match escape {
                        Escape::Literal(c) => Node::Literal(c),
                        Escape::Category(category) => Node::Set {
                            negate: false,
                            items: vec![SetItem::Category(category)],
                        },
                        Escape::At(at) => Node::At(at),
                        Escape::Group(group) => Node::GroupRef(group),
                    });
                    continue;
                }
                Token::Char(code) => code,
            };
            let Some(c) = char::from_u32(code) else {
                nodes.push(Node::Literal(code));
                continue;
            };
            if verbose {
                if matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') {
                    continue;
                }
                if c == '#' {
                    while !matches!(self.source.get()?, None | Some(Token::Char(0x0a))) {}
                    continue;
                }
            }
            match c {
                '[' => nodes.push(self.set()?),
                '*' | '+' | '?' | '{' => self.repeat(c, &mut nodes)?,
                '.' => nodes.push(Node::Any),
                '^' => nodes.push(Node::At(At::Beginning)),
                '$' => nodes.push(Node::At(At::End)),
                '(' => {
                    let may_set_flags = first && nodes.is_empty();
                    match self.group(verbose, nesting, may_set_flags)? {
                        Opened::Node(node) => nodes.push(node),
                        Opened::Comment => {}
                        Opened::GlobalFlags => verbose = self.flags.has(Flags::VERBOSE),
                    }
                }
                _ => nodes.push(Node::Literal(code)),
            }
        }
        Ok(nodes)
    }

    /// `[…]`, after the bracket.
    fn set(&mut self) -> Result<Node, CompileError> {
        let here = self.source.tell() - 1;
        let negate = self.source.take('^')?;
        let mut items: Vec<SetItem> = Vec::new();
        let unterminated = |source: &Source| source.error("unterminated character set", source.tell().saturating_sub(here));
        loop {
            let Some(this) = self.source.get()? else {
                return Err(unterminated(&self.source));
            };
            if this == Token::Char(u32::from(']')) && !items.is_empty() {
                break;
            }
            let low = self.set_member(this)?;
            if !self.source.take('-')? {
                items.push(low);
                continue;
            }
            let Some(that) = self.source.get()? else {
                return Err(unterminated(&self.source));
            };
            if that == Token::Char(u32::from(']')) {
                items.push(low);
                items.push(SetItem::Literal(u32::from('-')));
                break;
            }
            match (low, self.set_member(that)?) {
                (SetItem::Literal(low), SetItem::Literal(high)) if low <= high => items.push(SetItem::Range(low, high)),
                _ => return Err(self.source.error("bad character range", 3)),
            }
        }
        Ok(match items.as_slice() {
            [SetItem::Literal(c)] if negate => Node::NotLiteral(*c),
            [SetItem::Literal(c)] => Node::Literal(*c),
            [SetItem::Literal(c), rest @ ..] if rest.iter().all(|item| *item == SetItem::Literal(*c)) => {
                if negate {
                    Node::NotLiteral(*c)
                } else {
                    Node::Literal(*c)
                }
            }
            _ => Node::Set { negate, items },
        })
    }

    fn set_member(&mut self, token: Token) -> Result<SetItem, CompileError> {
        Ok(match token {
            Token::Char(c) => SetItem::Literal(c),
            Token::Escaped(escaped) => match escape::in_set(self, escaped)? {
                Escape::Literal(c) => SetItem::Literal(c),
                Escape::Category(category) => SetItem::Category(category),
                Escape::At(_) | Escape::Group(_) => {
                    return Err(self.source.error("bad escape in a set", 2));
                }
            },
        })
    }

    /// `* + ? {m,n}` with an optional `?` or `+` behind; wraps the last node.
    fn repeat(&mut self, sign: char, nodes: &mut Vec<Node>) -> Result<(), CompileError> {
        let here = self.source.tell();
        let (min, max) = match sign {
            '?' => (0, Some(1)),
            '*' => (0, None),
            '+' => (1, None),
            _ => match self.braces(here)? {
                Some(bounds) => bounds,
                None => {
                    nodes.push(Node::Literal(u32::from('{')));
                    return Ok(());
                }
            },
        };
        let back = self.source.tell() - here + 1;
        match nodes.last() {
            None | Some(Node::At(_)) => return Err(self.source.error("nothing to repeat", back)),
            Some(Node::Repeat { .. }) => return Err(self.source.error("multiple repeat", back)),
            Some(_) => {}
        }
        let greed = if self.source.take('?')? {
            Greed::Lazy
        } else if self.source.take('+')? {
            Greed::Possessive
        } else {
            Greed::Greedy
        };
        if let Some(item) = nodes.pop() {
            nodes.push(Node::Repeat {
                min,
                max,
                greed,
                body: vec![item],
            });
        }
        Ok(())
    }

    /// The bounds after `{`, or `None` (and nothing consumed) if the brace is a literal.
    #[allow(clippy::type_complexity, reason = "a pair of bounds, where the upper one may be missing")]
    fn braces(&mut self, here: usize) -> Result<Option<(u32, Option<u32>)>, CompileError> {
        if self.source.next_is('}') {
            return Ok(None);
        }
        let low = self.digits()?;
        let high = if self.source.take(',')? { self.digits()? } else { low.clone() };
        if !self.source.take('}')? {
            self.source.seek(here)?;
            return Ok(None);
        }
        let bound = |digits: &str| -> Result<Option<u32>, CompileError> {
            if digits.is_empty() {
                return Ok(None);
            }
            match digits.parse::<u64>() {
                Ok(value) if value < MAX_REPEAT => Ok(Some(value as u32)),
                _ => Err(self.source.error("the repetition number is too large", 0)),
            }
        };
        let min = bound(&low)?.unwrap_or(0);
        let max = bound(&high)?;
        if max.is_some_and(|max| max < min) {
            return Err(self
                .source
                .error("min repeat greater than max repeat", self.source.tell() - here));
        }
        Ok(Some((min, max)))
    }

    fn digits(&mut self) -> Result<String, CompileError> {
        let mut digits = String::new();
        while let Some(digit) = self.source.take_if(|c| c.is_ascii_digit())? {
            digits.push(digit);
        }
        Ok(digits)
    }

    /// `(…)`, after the parenthesis.
    fn group(&mut self, verbose: bool, nesting: u32, may_set_flags: bool) -> Result<Opened, CompileError> {
        let start = self.source.tell() - 1;
        let mut name = None;
        let mut capture = true;
        let mut atomic = false;
        let (mut add, mut remove) = (Flags::NONE, Flags::NONE);
        if self.source.take('?')? {
            let Some(sign) = self.source.get()? else {
                return Err(self.source.error("unexpected end of pattern", 0));
            };
            let sign = match sign {
                Token::Char(c) => char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER),
                Token::Escaped(_) => return Err(self.source.error("unknown extension ?\\", 3)),
            };
            match sign {
                'P' => {
                    if self.source.take('<')? {
                        let text = self.source.until('>', "group name")?;
                        self.check_name(&text)?;
                        name = Some(text);
                    } else if self.source.take('=')? {
                        let text = self.source.until(')', "group name")?;
                        self.check_name(&text)?;
                        let group = self.named(&text)?;
                        self.check_closed(group)?;
                        return Ok(Opened::Node(Node::GroupRef(group)));
                    } else {
                        return Err(self.source.error("unknown extension ?P", 2));
                    }
                }
                ':' => capture = false,
                '#' => loop {
                    match self.source.get()? {
                        None => {
                            let back = self.source.tell() - start;
                            return Err(self.source.error("missing ), unterminated comment", back));
                        }
                        Some(Token::Char(c)) if c == u32::from(')') => return Ok(Opened::Comment),
                        Some(_) => {}
                    }
                },
                '=' | '!' | '<' => return self.look(sign, verbose, nesting, start),
                '(' => return self.conditional(verbose, nesting, start),
                '>' => {
                    capture = false;
                    atomic = true;
                }
                _ if sign == '-' || sign.is_ascii_alphabetic() => match self.inline_flags(sign)? {
                    None => {
                        if !may_set_flags {
                            let back = self.source.tell() - start;
                            return Err(self.source.error("global flags not at the start of the expression", back));
                        }
                        return Ok(Opened::GlobalFlags);
                    }
                    Some(scoped) => {
                        (add, remove) = scoped;
                        capture = false;
                    }
                },
                _ => return Err(self.source.error(&format!("unknown extension ?{sign}"), 2)),
            }
        }
        let index = if capture { Some(self.open_group(name)?) } else { None };
        let verbose = (verbose || add.has(Flags::VERBOSE)) && !remove.has(Flags::VERBOSE);
        let body = self.alternation(verbose, nesting + 1)?;
        self.close(start)?;
        if let Some(index) = index {
            let closed = width(&body, &self.widths);
            if let Some(slot) = self.widths.get_mut(index as usize) {
                *slot = Some(closed);
            }
        }
        Ok(Opened::Node(if atomic {
            Node::Atomic(body)
        } else {
            Node::Group {
                index,
                add,
                remove,
                body,
            }
        }))
    }

    fn close(&mut self, start: usize) -> Result<(), CompileError> {
        if self.source.take(')')? {
            return Ok(());
        }
        let back = self.source.tell() - start;
        Err(self.source.error("missing ), unterminated subpattern", back))
    }

    /// `(?=…) (?!…) (?<=…) (?<!…)`.
    fn look(&mut self, sign: char, verbose: bool, nesting: u32, start: usize) -> Result<Opened, CompileError> {
        let behind = sign == '<';
        let outer = self.lookbehind;
        let mut sign = sign;
        if behind {
            sign = match self.source.get()? {
                None => return Err(self.source.error("unexpected end of pattern", 0)),
                Some(Token::Char(c)) if c == u32::from('=') => '=',
                Some(Token::Char(c)) if c == u32::from('!') => '!',
                Some(_) => return Err(self.source.error("unknown extension ?<", 3)),
            };
            if outer.is_none() {
                self.lookbehind = Some(self.widths.len() as u32);
            }
        }
        let body = self.alternation(verbose, nesting + 1)?;
        if behind {
            self.lookbehind = outer;
        }
        self.close(start)?;
        let width = if behind { width(&body, &self.widths) } else { (0, 0) };
        Ok(Opened::Node(Node::Look {
            behind,
            negate: sign == '!',
            body,
            width,
        }))
    }

    /// `(?(1)yes|no)`, `(?(name)yes|no)`.
    fn conditional(&mut self, verbose: bool, nesting: u32, start: usize) -> Result<Opened, CompileError> {
        if nesting > MAX_NESTING {
            return Err(self.source.error(&format!("groups nest deeper than {MAX_NESTING} levels"), 0));
        }
        let name = self.source.until(')', "group name")?;
        let group = if name.bytes().all(|c| c.is_ascii_digit()) {
            let group = name.parse::<u32>().ok().filter(|group| *group < 1 << 30);
            let Some(group) = group else {
                return Err(self.source.error("invalid group reference", name.len() + 1));
            };
            if group == 0 {
                return Err(self.source.error("bad group number", name.len() + 1));
            }
            if !self.forward.iter().any(|(seen, _)| *seen == group) {
                self.forward.push((group, self.source.tell().saturating_sub(name.len() + 1)));
            }
            group
        } else {
            self.check_name(&name)?;
            self.named(&name)?
        };
        self.check_lookbehind(group)?;
        let yes = self.sequence(verbose, nesting + 1, false)?;
        let no = if self.source.take('|')? {
            let no = self.sequence(verbose, nesting + 1, false)?;
            if self.source.next_is('|') {
                return Err(self.source.error("conditional backref with more than two branches", 0));
            }
            Some(no)
        } else {
            None
        };
        self.close(start)?;
        Ok(Opened::Node(Node::Conditional { group, yes, no }))
    }

    /// Flag letters after `(?`: `None` for the global form `(?i)`, otherwise what a scoped group adds and removes.
    #[allow(clippy::type_complexity, reason = "the added and the removed flags of one scope")]
    fn inline_flags(&mut self, first: char) -> Result<Option<(Flags, Flags)>, CompileError> {
        let (mut add, mut remove) = (Flags::NONE, Flags::NONE);
        let mut sign = Some(first);
        let kinds = Flags::ASCII.with(Flags::UNICODE);
        if first != '-' {
            loop {
                let flag = self.flag(
                    sign,
                    if sign == Some(first) {
                        "unknown extension"
                    } else {
                        "missing -, : or )"
                    },
                )?;
                add = add.with(flag);
                if add.has(kinds) {
                    return Err(self.source.error("inline flags 'a' and 'u' exclude each other", 0));
                }
                sign = self.letter()?;
                if matches!(sign, Some('-' | ':' | ')')) {
                    break;
                }
            }
            if sign == Some(')') {
                self.flags = self.flags.with(add);
                return Ok(None);
            }
        }
        if sign == Some('-') {
            sign = self.letter()?;
            loop {
                let flag = self.flag(sign, "missing flag")?;
                if !Flags(flag.0 & kinds.0).is_empty() {
                    return Err(self.source.error("inline flags 'a' and 'u' cannot be turned off", 0));
                }
                remove = remove.with(flag);
                sign = self.letter()?;
                if sign == Some(':') {
                    break;
                }
            }
        }
        if !Flags(add.0 & remove.0).is_empty() {
            return Err(self.source.error("inline flag turned on and off", 1));
        }
        Ok(Some((add, remove)))
    }

    fn letter(&mut self) -> Result<Option<char>, CompileError> {
        Ok(match self.source.get()? {
            Some(Token::Char(c)) => char::from_u32(c),
            Some(Token::Escaped(_)) => Some('\\'),
            None => None,
        })
    }

    fn flag(&self, letter: Option<char>, missing: &str) -> Result<Flags, CompileError> {
        match letter {
            Some('L') => Err(self.source.error("inline flag 'L' needs a bytes pattern", 0)),
            Some(letter) => Flags::of_letter(u32::from(letter)).ok_or_else(|| {
                let message = if letter.is_alphabetic() { "unknown flag" } else { missing };
                self.source.error(message, 1)
            }),
            None => Err(self.source.error(missing, 0)),
        }
    }

    fn open_group(&mut self, name: Option<String>) -> Result<u32, CompileError> {
        let index = self.widths.len() as u32;
        if let Some(name) = name {
            if let Some((_, other)) = self.names.iter().find(|(known, _)| *known == name) {
                let message = format!("redefinition of group name '{name}' as group {index}; was group {other}");
                return Err(self.source.error(&message, name.chars().count() + 1));
            }
            self.names.push((name, index));
        }
        self.widths.push(None);
        Ok(index)
    }

    fn check_name(&self, name: &str) -> Result<(), CompileError> {
        let mut chars = name.chars();
        let start = chars.next().is_some_and(|c| c == '_' || unicode_ident::is_xid_start(c));
        if start && chars.all(unicode_ident::is_xid_continue) {
            return Ok(());
        }
        Err(self
            .source
            .error(&format!("bad character in group name '{name}'"), name.chars().count() + 1))
    }

    fn named(&self, name: &str) -> Result<u32, CompileError> {
        let known = self.names.iter().find(|(known, _)| known == name);
        known.map(|(_, group)| *group).ok_or_else(|| {
            self.source
                .error(&format!("unknown group name '{name}'"), name.chars().count() + 1)
        })
    }

    pub(super) fn group_count(&self) -> u32 {
        self.widths.len() as u32
    }

    /// A back-reference needs a group that is closed, and inside a look-behind one from outside of it.
    pub(super) fn check_closed(&self, group: u32) -> Result<(), CompileError> {
        if self.widths.get(group as usize).copied().flatten().is_none() {
            return Err(self.source.error("cannot refer to an open group", 0));
        }
        self.check_lookbehind(group)
    }

    fn check_lookbehind(&self, group: u32) -> Result<(), CompileError> {
        let Some(outside) = self.lookbehind else {
            return Ok(());
        };
        if self.widths.get(group as usize).copied().flatten().is_none() {
            return Err(self.source.error("cannot refer to an open group", 0));
        }
        if group >= outside {
            let message = "cannot refer to group defined in the same lookbehind subpattern";
            return Err(self.source.error(message, 0));
        }
        Ok(())
    }
}

/// What a parenthesis turned out to be.
enum Opened {
    Node(Node),
    Comment,
    GlobalFlags,
}
