//! What a compiled pattern lets the machine skip without changing any result.

use super::compile::{Inst, Place, Program, RepeatOne, Single};

/// Code points a match (or the rest of one) can begin with.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    latin: [u64; 4],
    /// Anything above U+00FF may begin it.
    above: bool,
}

impl First {
    #[inline]
    pub(super) fn allows(&self, c: u32) -> bool {
        if c < 256 {
            self.latin[(c >> 6) as usize] >> (c & 63) & 1 != 0
        } else {
            self.above
        }
    }

    fn add(&mut self, single: Single, program: &Program) {
        match single {
            Single::Char(c) if c < 256 => self.latin[(c >> 6) as usize] |= 1 << (c & 63),
            Single::Char(_) => self.above = true,
            Single::Every => {
                *self = First {
                    latin: [u64::MAX; 4],
                    above: true,
                }
            }
            Single::NotLineFeed => {
                self.latin = [self.latin[0] | !(1 << 10), u64::MAX, u64::MAX, u64::MAX];
                self.above = true;
            }
            Single::Set(set) => {
                if let Some((latin, above)) = program.sets.get(set).map(|set| set.outline()) {
                    for (word, more) in self.latin.iter_mut().zip(latin) {
                        *word |= more;
                    }
                    self.above |= above;
                } else {
                    self.above = true;
                }
            }
        }
    }
}

/// The results of the analysis.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    /// What the whole pattern begins with, if it cannot be empty.
    pub(super) first: Option<First>,
    /// The pattern begins with a test for the start of the text.
    pub(super) anchored: bool,
    /// Per single-character repeat: what must follow it.
    pub(super) after_repeat: Vec<Option<First>>,
    /// Per single-character repeat: whether what follows fails or succeeds by its position alone, so that a failure
    /// seen once holds for good.
    pub(super) pure: Vec<bool>,
    /// Per look-around: the unbounded repeat it starts with, if its outcome depends on nothing but where the rest of its
    /// body matches: success at one place then holds at every earlier place of the same run.
    pub(super) sliding: Vec<Option<usize>>,
}

/// Instructions looked at to find a first set; beyond that the answer is "unknown".
const MAX_VISITS: usize = 256;

pub(super) fn analyse(program: &Program) -> Analysis {
    let pure: Vec<bool> = program.repeats.iter().map(|at| is_pure(program, *at)).collect();
    let sliding = program.looks.iter().map(|at| sliding(program, &pure, *at)).collect();
    Analysis {
        first: first(program, 0, usize::MAX),
        anchored: anchored(program),
        after_repeat: program
            .repeats
            .iter()
            .map(|at| first(program, at + 1, context(program, *at).1))
            .collect(),
        pure,
        sliding,
    }
}

fn anchored(program: &Program) -> bool {
    for inst in &program.code {
        match inst {
            Inst::Save(_) => {}
            Inst::At(Place::Start) => return true,
            _ => return false,
        }
    }
    false
}

/// First set of everything from `from` on; `None` if it may be empty or cannot be told. Reaching `end`, where an enclosing
/// atomic group takes the first success it gets, counts as empty.
fn first(program: &Program, from: usize, end: usize) -> Option<First> {
    let mut first = First {
        latin: [0; 4],
        above: false,
    };
    let mut seen: Vec<usize> = Vec::new();
    let mut todo = vec![from];
    while let Some(at) = todo.pop() {
        if seen.contains(&at) {
            continue;
        }
        if at == end || seen.len() >= MAX_VISITS {
            return None;
        }
        seen.push(at);
        match program.code.get(at)? {
            Inst::Single(single) => first.add(*single, program),
            Inst::Literal(run) => first.add(Single::Char(*run.first()?), program),
            Inst::RepeatOne(RepeatOne { single, min, max, .. }) => {
                if *max > 0 {
                    first.add(*single, program);
                }
                if *min == 0 {
                    todo.push(at + 1);
                }
            }
            Inst::At(_) | Inst::Save(_) | Inst::Atomic | Inst::AtomicEnd => todo.push(at + 1),
            Inst::Split(other) => todo.extend([at + 1, *other]),
            Inst::Jump(to) => todo.push(*to),
            Inst::LoopInit { id } => {
                let range = program.loops.get(*id)?;
                todo.push(if range.min > 0 && !range.may_be_empty {
                    at + 2
                } else {
                    at + 1
                });
            }
            Inst::LoopTest { exit, .. } => todo.extend([at + 1, *exit]),
            Inst::Look { next, .. } => todo.push(*next),
            Inst::IfGroup { otherwise, .. } => todo.extend([at + 1, *otherwise]),
            Inst::LookEnd | Inst::GroupRef { .. } | Inst::Match => return None,
        }
    }
    Some(first)
}

/// The innermost independent stretch of code around `at`: a look-around's or atomic group's body, or everything.
fn context(program: &Program, at: usize) -> (usize, usize) {
    let around = program.contexts.iter().filter(|(start, end)| *start <= at && at <= *end);
    around
        .min_by_key(|(start, end)| end - start)
        .copied()
        .unwrap_or((0, program.code.len().saturating_sub(1)))
}

fn references(code: &[Inst]) -> impl Iterator<Item = usize> + '_ {
    code.iter().filter_map(|inst| match inst {
        Inst::GroupRef { group, .. } | Inst::IfGroup { group, .. } => Some(*group),
        _ => None,
    })
}

fn is_pure(program: &Program, at: usize) -> bool {
    let (start, end) = context(program, at);
    let mut from = at;
    let mut looped = false;
    for range in program.loops.iter().filter(|range| range.start < at && at < range.end) {
        looped = true;
        if range.start < start || range.end > end {
            continue;
        }
        // The round counter of such a loop never decides anything.
        if range.min > 1 || range.max != u32::MAX || range.may_be_empty {
            return false;
        }
        from = from.min(range.start);
    }
    let Some(code) = program.code.get(from..=end) else {
        return false;
    };
    references(code).all(|group| {
        let opened = program
            .code
            .iter()
            .position(|inst| matches!(inst, Inst::Save(slot) if *slot == group * 2));
        !looped && opened.is_some_and(|opened| opened > at && opened <= end)
    })
}

fn sliding(program: &Program, pure: &[bool], at: usize) -> Option<usize> {
    let (start, end) = (at + 1, context(program, at + 1).1);
    let Some(Inst::RepeatOne(repeat)) = program.code.get(start) else {
        return None;
    };
    if repeat.min > 0 || repeat.max != u32::MAX || repeat.greed == super::ast::Greed::Possessive {
        return None;
    }
    if !*pure.get(repeat.id)? {
        return None;
    }
    let outside = references(program.code.get(..at)?).chain(references(program.code.get(end..)?));
    let body = program.code.get(start..end)?;
    for group in outside {
        if body.iter().any(|inst| matches!(inst, Inst::Save(slot) if slot / 2 == group)) {
            return None;
        }
    }
    Some(repeat.id)
}
