//! Nodes to a flat program for the backtracking machine.

use super::CompileError;
use super::ast::{At, Flags, Greed, Node, SetItem};
use super::parse::Parsed;
use super::set::{CharSet, Fold};

/// A test for a single code point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Single {
    Char(u32),
    /// Everything but a line feed.
    NotLineFeed,
    Every,
    /// Index into [`Program::sets`].
    Set(usize),
}

/// Zero-width tests after flags are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Start,
    LineStart,
    /// `$`: the end, or before a line feed that ends the text.
    LastLine,
    LineEnd,
    End,
    Boundary {
        ascii: bool,
    },
    NotBoundary {
        ascii: bool,
    },
}

/// What a single-character repeat does.
#[derive(Clone, Copy, Debug)]
pub(super) struct RepeatOne {
    pub(super) single: Single,
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) greed: Greed,
    /// Index of this repeat among all, for its caches and its row in [`Program::repeats`].
    pub(super) id: usize,
}

/// One instruction; control falls through to the next unless said otherwise.
#[derive(Clone, Debug)]
pub(super) enum Inst {
    Single(Single),
    /// Several literal code points.
    Literal(Vec<u32>),
    At(Place),
    /// Store the position in a slot (two per group).
    Save(usize),
    /// Try the next instruction, then this one.
    Split(usize),
    Jump(usize),
    RepeatOne(RepeatOne),
    /// Fresh counters for the loop; `LoopTest` follows.
    LoopInit {
        id: usize,
    },
    /// The head of a loop over a body that starts at the next instruction and jumps back here.
    LoopTest {
        id: usize,
        min: u32,
        max: u32,
        lazy: bool,
        exit: usize,
    },
    /// A look-around: its body follows, `next` is what comes after it. `back` is the width of a look-behind.
    Look {
        id: usize,
        negate: bool,
        back: u64,
        next: usize,
    },
    LookEnd,
    Atomic,
    AtomicEnd,
    GroupRef {
        group: usize,
        fold: Fold,
    },
    /// Continue if the group has matched, else jump.
    IfGroup {
        group: usize,
        otherwise: usize,
    },
    Match,
}

/// A loop over more than a single character: where it is, for the analysis.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopRange {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) min: u32,
    pub(super) max: u32,
    /// The body can match nothing, so the guard against empty rounds is in play.
    pub(super) may_be_empty: bool,
}

/// The compiled pattern.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) code: Vec<Inst>,
    pub(super) sets: Vec<CharSet>,
    /// Number of groups, group 0 included.
    pub(super) groups: usize,
    pub(super) loops: Vec<LoopRange>,
    /// Instruction index of every single-character repeat.
    pub(super) repeats: Vec<usize>,
    /// First and last instruction of every look-around's and atomic group's body: independent contexts.
    pub(super) contexts: Vec<(usize, usize)>,
    /// Instruction index of every look-around.
    pub(super) looks: Vec<usize>,
}

/// Instructions a pattern may compile to; repeats do not unroll, so only huge pattern texts get here.
const MAX_CODE: usize = 1 << 20;

pub(super) fn compile(parsed: &Parsed) -> Result<Program, CompileError> {
    let mut compiler = Compiler {
        program: Program {
            groups: parsed.groups as usize,
            ..Program::default()
        },
    };
    compiler.sequence(&parsed.nodes, parsed.flags)?;
    compiler.emit(Inst::Match)?;
    Ok(compiler.program)
}

struct Compiler {
    program: Program,
}

impl Compiler {
    fn here(&self) -> usize {
        self.program.code.len()
    }

    fn emit(&mut self, inst: Inst) -> Result<usize, CompileError> {
        if self.here() >= MAX_CODE {
            return Err(CompileError::new("the pattern is too large".to_owned(), 0));
        }
        self.program.code.push(inst);
        Ok(self.here() - 1)
    }

    fn patch(&mut self, at: usize, target: usize) {
        match self.program.code.get_mut(at) {
            Some(Inst::Split(to) | Inst::Jump(to)) => *to = target,
            Some(Inst::LoopTest { exit, .. }) => *exit = target,
            Some(Inst::Look { next, .. }) => *next = target,
            Some(Inst::IfGroup { otherwise, .. }) => *otherwise = target,
            _ => {}
        }
    }

    fn set(&mut self, set: CharSet) -> Single {
        self.program.sets.push(set);
        Single::Set(self.program.sets.len() - 1)
    }

    /// The node as a test for one code point, if it is one.
    fn single(&mut self, node: &Node, flags: Flags) -> Option<Single> {
        Some(match node {
            Node::Literal(c) if Fold::of(flags) == Fold::None => Single::Char(*c),
            Node::Literal(c) => {
                let fold = Fold::of(flags);
                // Beyond the first plane a set would not fold its members, a lone literal does.
                let c = if *c > 0xffff { fold.lower(*c) } else { *c };
                self.set(CharSet::literal(c, false, flags))
            }
            Node::NotLiteral(c) => {
                let c = if *c > 0xffff { Fold::of(flags).lower(*c) } else { *c };
                self.set(CharSet::literal(c, true, flags))
            }
            Node::Any if flags.has(Flags::DOT_ALL) => Single::Every,
            Node::Any => Single::NotLineFeed,
            Node::Set { negate, items } => {
                if !negate && covers_everything(items) {
                    Single::Every
                } else {
                    self.set(CharSet::new(items, *negate, flags))
                }
            }
            Node::Group {
                index: None,
                add,
                remove,
                body,
            } => match body.as_slice() {
                [only] => return self.single(only, scoped(flags, *add, *remove)),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn sequence(&mut self, nodes: &[Node], flags: Flags) -> Result<(), CompileError> {
        for (at, node) in nodes.iter().enumerate() {
            if let (Node::Literal(c), Fold::None) = (node, Fold::of(flags)) {
                // A run of plain literals becomes one instruction.
                if at > 0 && matches!(nodes.get(at - 1), Some(Node::Literal(_))) {
                    match self.program.code.last_mut() {
                        Some(Inst::Literal(run)) => run.push(*c),
                        Some(last @ Inst::Single(Single::Char(_))) => {
                            if let Inst::Single(Single::Char(first)) = *last {
                                *last = Inst::Literal(vec![first, *c]);
                            }
                        }
                        _ => {}
                    }
                    continue;
                }
            }
            self.node(node, flags)?;
        }
        Ok(())
    }

    fn node(&mut self, node: &Node, flags: Flags) -> Result<(), CompileError> {
        match node {
            Node::Literal(_) | Node::NotLiteral(_) | Node::Any | Node::Set { .. } => {
                if let Some(single) = self.single(node, flags) {
                    self.emit(Inst::Single(single))?;
                }
            }
            Node::At(at) => {
                let place = place(*at, flags);
                self.emit(Inst::At(place))?;
            }
            Node::Branch(items) => self.branch(items, flags)?,
            Node::Group {
                index,
                add,
                remove,
                body,
            } => {
                let inner = scoped(flags, *add, *remove);
                match index {
                    Some(index) => {
                        let slot = *index as usize * 2;
                        self.emit(Inst::Save(slot))?;
                        self.sequence(body, inner)?;
                        self.emit(Inst::Save(slot + 1))?;
                    }
                    None => self.sequence(body, inner)?,
                }
            }
            Node::Atomic(body) => self.atomic(flags, |compiler, flags| compiler.sequence(body, flags))?,
            Node::Repeat { min, max, greed, body } => self.repeat(*min, *max, *greed, body, flags)?,
            Node::Look {
                behind,
                negate,
                body,
                width,
            } => {
                if *behind && width.0 != width.1 {
                    return Err(CompileError::new("look-behind requires fixed-width pattern".to_owned(), 0));
                }
                if *behind && width.0 > u64::from(u32::MAX) {
                    return Err(CompileError::new("looks too much behind".to_owned(), 0));
                }
                let id = self.program.looks.len();
                let at = self.emit(Inst::Look {
                    id,
                    negate: *negate,
                    back: width.0,
                    next: 0,
                })?;
                self.program.looks.push(at);
                self.sequence(body, flags)?;
                let end = self.emit(Inst::LookEnd)?;
                self.program.contexts.push((at + 1, end));
                self.patch(at, end + 1);
            }
            Node::GroupRef(group) => {
                self.emit(Inst::GroupRef {
                    group: *group as usize,
                    fold: Fold::of(flags),
                })?;
            }
            Node::Conditional { group, yes, no } => {
                let at = self.emit(Inst::IfGroup {
                    group: *group as usize,
                    otherwise: 0,
                })?;
                self.sequence(yes, flags)?;
                match no {
                    Some(no) => {
                        let jump = self.emit(Inst::Jump(0))?;
                        let target = self.here();
                        self.patch(at, target);
                        self.sequence(no, flags)?;
                        let end = self.here();
                        self.patch(jump, end);
                    }
                    None => {
                        let end = self.here();
                        self.patch(at, end);
                    }
                }
            }
        }
        Ok(())
    }

    fn branch(&mut self, items: &[Vec<Node>], flags: Flags) -> Result<(), CompileError> {
        let mut jumps = Vec::new();
        for (at, item) in items.iter().enumerate() {
            if at + 1 == items.len() {
                self.sequence(item, flags)?;
                break;
            }
            let split = self.emit(Inst::Split(0))?;
            self.sequence(item, flags)?;
            jumps.push(self.emit(Inst::Jump(0))?);
            let target = self.here();
            self.patch(split, target);
        }
        let end = self.here();
        for jump in jumps {
            self.patch(jump, end);
        }
        Ok(())
    }

    fn atomic(
        &mut self,
        flags: Flags,
        body: impl FnOnce(&mut Self, Flags) -> Result<(), CompileError>,
    ) -> Result<(), CompileError> {
        let at = self.emit(Inst::Atomic)?;
        body(self, flags)?;
        let end = self.emit(Inst::AtomicEnd)?;
        self.program.contexts.push((at + 1, end));
        Ok(())
    }

    fn repeat(&mut self, min: u32, max: Option<u32>, greed: Greed, body: &[Node], flags: Flags) -> Result<(), CompileError> {
        let max = max.unwrap_or(u32::MAX);
        if let [only] = body
            && let Some(single) = self.single(only, flags)
        {
            let id = self.program.repeats.len();
            let at = self.emit(Inst::RepeatOne(RepeatOne {
                single,
                min,
                max,
                greed,
                id,
            }))?;
            self.program.repeats.push(at);
            return Ok(());
        }
        if greed == Greed::Possessive {
            // Every round is final by itself, and so is the whole.
            return self.atomic(flags, |compiler, flags| {
                compiler.loop_over(min, max, false, body, flags, |compiler, flags| {
                    compiler.atomic(flags, |compiler, flags| compiler.sequence(body, flags))
                })
            });
        }
        self.loop_over(min, max, greed == Greed::Lazy, body, flags, |compiler, flags| {
            compiler.sequence(body, flags)
        })
    }

    fn loop_over(
        &mut self,
        min: u32,
        max: u32,
        lazy: bool,
        nodes: &[Node],
        flags: Flags,
        body: impl FnOnce(&mut Self, Flags) -> Result<(), CompileError>,
    ) -> Result<(), CompileError> {
        let id = self.program.loops.len();
        let may_be_empty = super::ast::width(nodes, &[]).0 == 0;
        self.program.loops.push(LoopRange {
            start: 0,
            end: 0,
            min,
            max,
            may_be_empty,
        });
        let start = self.emit(Inst::LoopInit { id })?;
        let test = self.emit(Inst::LoopTest {
            id,
            min,
            max,
            lazy,
            exit: 0,
        })?;
        body(self, flags)?;
        let end = self.emit(Inst::Jump(test))?;
        self.patch(test, end + 1);
        if let Some(range) = self.program.loops.get_mut(id) {
            *range = LoopRange { start, end, ..*range };
        }
        Ok(())
    }
}

/// Flags inside a scoped group; `a` and `u` replace each other.
fn scoped(flags: Flags, add: Flags, remove: Flags) -> Flags {
    let kinds = Flags::ASCII.with(Flags::UNICODE);
    let base = if Flags(add.0 & kinds.0).is_empty() {
        flags
    } else {
        flags.without(kinds)
    };
    base.with(add).without(remove)
}

fn place(at: At, flags: Flags) -> Place {
    let ascii = flags.has(Flags::ASCII);
    match (at, flags.has(Flags::MULTILINE)) {
        (At::Beginning, false) | (At::BeginningOfString, _) => Place::Start,
        (At::Beginning, true) => Place::LineStart,
        (At::End, false) => Place::LastLine,
        (At::End, true) => Place::LineEnd,
        (At::EndOfString, _) => Place::End,
        (At::Boundary, _) => Place::Boundary { ascii },
        (At::NotBoundary, _) => Place::NotBoundary { ascii },
    }
}

/// `[\s\S]` and its like.
fn covers_everything(items: &[SetItem]) -> bool {
    use super::ast::Category as C;
    let has = |category| items.contains(&SetItem::Category(category));
    (has(C::Space) && has(C::NotSpace)) || (has(C::Digit) && has(C::NotDigit)) || (has(C::Word) && has(C::NotWord))
}
