//! The backtracking machine: explicit stack, counted steps, positions in code points.

use super::Limit;
use super::analysis::Analysis;
use super::compile::{Inst, Place, Program, Single};
use super::repeat::Known;
use super::set::{Fold, is_word};

const NONE: u32 = u32::MAX;

/// What backtracking finds on the stack.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// Go on here.
    Branch { pc: u32, pos: u32 },
    /// Undo a group's edge.
    Slot { slot: u32, old: u32 },
    /// Undo a loop's counter and last position.
    Loop { id: u32, count: u32, last: u32 },
    /// A lazy loop may try one more round.
    Round { pc: u32, pos: u32 },
    /// A greedy repeat that may end at `low..next`; all of `low..=high` were possible.
    Shrink { pc: u32, low: u32, next: u32, high: u32 },
    /// A lazy repeat that may end at `next..=high`.
    Grow { pc: u32, low: u32, next: u32, high: u32 },
    /// A look-around began.
    Look { pc: u32, pos: u32 },
    /// An atomic group began.
    Atomic,
}

/// One pattern at work on one text.
pub(super) struct Machine<'a> {
    pub(super) program: &'a Program,
    pub(super) analysis: &'a Analysis,
    pub(super) text: &'a [u32],
    slots: Vec<u32>,
    loops: Vec<(u32, u32)>,
    stack: Vec<Frame>,
    /// Stack indices of the look-arounds and atomic groups being matched.
    barriers: Vec<usize>,
    pub(super) known: Vec<Known>,
    /// Per look-around: a stretch where its body is known to match.
    looks: Vec<(u32, u32)>,
    steps: u64,
    limit: Limit,
    /// Whether shortcuts may skip work that only groups would show.
    shortcuts: bool,
}

/// Why matching stopped without an answer.
pub(super) enum Stop {
    Steps,
    Memory,
}

impl<'a> Machine<'a> {
    pub(super) fn new(
        program: &'a Program,
        analysis: &'a Analysis,
        text: &'a [u32],
        limit: Limit,
        shortcuts: bool,
    ) -> Machine<'a> {
        Machine {
            program,
            analysis,
            text,
            slots: vec![NONE; program.groups * 2],
            loops: vec![(NONE, NONE); program.loops.len()],
            stack: Vec::new(),
            barriers: Vec::new(),
            known: vec![
                Known {
                    run: (1, 0),
                    failed: (1, 0),
                    tried: 0
                };
                program.repeats.len()
            ],
            looks: vec![(1, 0); program.looks.len()],
            steps: 0,
            limit,
            shortcuts,
        }
    }

    /// The leftmost match at or after `from`. With `advance`, not an empty one at `from`.
    pub(super) fn find(&mut self, from: usize, mut advance: bool) -> Result<Option<(usize, usize)>, Stop> {
        let mut start = from;
        loop {
            if self.analysis.anchored && start > 0 {
                return Ok(None);
            }
            if let Some(first) = &self.analysis.first {
                let rest = self.text.get(start..).unwrap_or_default();
                let Some(skip) = rest.iter().position(|c| first.allows(*c)) else {
                    return Ok(None);
                };
                self.spend(skip)?;
                if skip > 0 {
                    advance = false;
                    start += skip;
                    continue;
                }
            }
            if start > self.text.len() {
                return Ok(None);
            }
            self.slots.fill(NONE);
            if let Some(end) = self.run(start as u32, advance)? {
                return Ok(Some((start, end as usize)));
            }
            advance = false;
            start += 1;
        }
    }

    /// Edges of a group in the last match.
    pub(super) fn group(&self, index: usize) -> Option<(usize, usize)> {
        match (self.slots.get(index * 2), self.slots.get(index * 2 + 1)) {
            (Some(&start), Some(&end)) if start != NONE && end != NONE => Some((start as usize, end as usize)),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn spend(&mut self, scanned: usize) -> Result<(), Stop> {
        self.steps += 1 + (scanned as u64 >> 3);
        if self.steps > self.limit.steps {
            Err(Stop::Steps)
        } else {
            Ok(())
        }
    }

    #[inline]
    pub(super) fn push(&mut self, frame: Frame) -> Result<(), Stop> {
        if self.stack.len() >= self.limit.frames {
            return Err(Stop::Memory);
        }
        self.stack.push(frame);
        Ok(())
    }

    #[inline]
    pub(super) fn at(&self, pos: u32) -> Option<u32> {
        self.text.get(pos as usize).copied()
    }

    #[inline]
    fn test(&self, single: Single, c: u32) -> bool {
        match single {
            Single::Char(wanted) => c == wanted,
            Single::NotLineFeed => c != 10,
            Single::Every => true,
            Single::Set(set) => self.program.sets.get(set).is_some_and(|set| set.contains(c)),
        }
    }

    fn run(&mut self, start: u32, advance: bool) -> Result<Option<u32>, Stop> {
        self.stack.clear();
        self.barriers.clear();
        let program = self.program;
        let (mut pc, mut pos) = (0usize, start);
        loop {
            self.spend(0)?;
            let Some(inst) = program.code.get(pc) else {
                return Ok(None);
            };
            let goes_on = match inst {
                Inst::Single(single) => match self.at(pos) {
                    Some(c) if self.test(*single, c) => {
                        pos += 1;
                        pc += 1;
                        true
                    }
                    _ => false,
                },
                Inst::Literal(run) => {
                    let hit = self.text.get(pos as usize..).is_some_and(|rest| rest.starts_with(run));
                    if hit {
                        pos += run.len() as u32;
                        pc += 1;
                    }
                    hit
                }
                Inst::At(place) => {
                    pc += 1;
                    self.is_at(*place, pos)
                }
                Inst::Save(slot) => {
                    if let Some(edge) = self.slots.get_mut(*slot) {
                        let old = std::mem::replace(edge, pos);
                        self.push(Frame::Slot { slot: *slot as u32, old })?;
                    }
                    pc += 1;
                    true
                }
                Inst::Split(other) => {
                    self.push(Frame::Branch { pc: *other as u32, pos })?;
                    pc += 1;
                    true
                }
                Inst::Jump(to) => {
                    pc = *to;
                    true
                }
                Inst::RepeatOne(repeat) => match self.repeat_one(repeat, pc, pos, advance)? {
                    Some(end) => {
                        pos = end;
                        pc += 1;
                        true
                    }
                    None => false,
                },
                Inst::LoopInit { id } => {
                    self.set_loop(*id, NONE, NONE)?;
                    pc += 1;
                    true
                }
                Inst::LoopTest {
                    id,
                    min,
                    max,
                    lazy,
                    exit,
                } => {
                    let (count, last) = self.loops.get(*id).copied().unwrap_or((NONE, NONE));
                    let rounds = count.wrapping_add(1);
                    if rounds < *min {
                        self.set_loop(*id, rounds, last)?;
                        pc += 1;
                    } else {
                        let more = (rounds < *max || *max == u32::MAX) && pos != last;
                        if *lazy {
                            if more {
                                self.push(Frame::Round { pc: pc as u32, pos })?;
                            }
                            pc = *exit;
                        } else if more {
                            self.push(Frame::Branch { pc: *exit as u32, pos })?;
                            self.set_loop(*id, rounds, pos)?;
                            pc += 1;
                        } else {
                            pc = *exit;
                        }
                    }
                    true
                }
                Inst::Look { id, negate, back, next } => {
                    let (low, high) = self.looks.get(*id).copied().unwrap_or((1, 0));
                    if low <= pos && pos <= high {
                        pc = *next;
                        !negate
                    } else if u64::from(pos) < *back {
                        pc = *next;
                        *negate
                    } else {
                        self.push(Frame::Look { pc: pc as u32, pos })?;
                        self.barriers.push(self.stack.len() - 1);
                        pos -= *back as u32;
                        pc += 1;
                        true
                    }
                }
                Inst::LookEnd => {
                    let barrier = self.barriers.pop().unwrap_or(0);
                    let Some(Frame::Look { pc: look, pos: origin }) = self.stack.get(barrier).copied() else {
                        return Ok(None);
                    };
                    let Some(Inst::Look { id, negate, next, .. }) = program.code.get(look as usize) else {
                        return Ok(None);
                    };
                    self.remember_look(*id, origin);
                    pos = origin;
                    pc = *next;
                    if *negate {
                        self.undo_to(barrier);
                    } else {
                        self.commit(barrier);
                    }
                    !negate
                }
                Inst::Atomic => {
                    self.push(Frame::Atomic)?;
                    self.barriers.push(self.stack.len() - 1);
                    pc += 1;
                    true
                }
                Inst::AtomicEnd => {
                    let barrier = self.barriers.pop().unwrap_or(0);
                    self.commit(barrier);
                    pc += 1;
                    true
                }
                Inst::GroupRef { group, fold } => match self.reference(*group, *fold, pos) {
                    Some(end) => {
                        self.spend((end - pos) as usize)?;
                        pos = end;
                        pc += 1;
                        true
                    }
                    None => false,
                },
                Inst::IfGroup { group, otherwise } => {
                    pc = if self.matched(*group).is_some() { pc + 1 } else { *otherwise };
                    true
                }
                Inst::Match => {
                    if !(advance && pos == start) {
                        return Ok(Some(pos));
                    }
                    false
                }
            };
            if !goes_on {
                match self.backtrack(advance)? {
                    Some(resume) => (pc, pos) = resume,
                    None => return Ok(None),
                }
            }
        }
    }

    /// Takes frames off the stack until one offers another way.
    fn backtrack(&mut self, advance: bool) -> Result<Option<(usize, u32)>, Stop> {
        while let Some(frame) = self.stack.pop() {
            self.spend(0)?;
            match frame {
                Frame::Branch { pc, pos } => return Ok(Some((pc as usize, pos))),
                Frame::Slot { .. } | Frame::Loop { .. } => self.undo(frame),
                Frame::Round { pc, pos } => {
                    if let Some(Inst::LoopTest { id, .. }) = self.program.code.get(pc as usize) {
                        let count = self.loops.get(*id).map_or(NONE, |entry| entry.0);
                        self.set_loop(*id, count.wrapping_add(1), pos)?;
                        return Ok(Some((pc as usize + 1, pos)));
                    }
                }
                Frame::Shrink { pc, low, next, high } => {
                    if let Some(Inst::RepeatOne(repeat)) = self.program.code.get(pc as usize)
                        && let Some(end) = self.shrink(repeat.id, pc, (low, next, high), advance)?
                    {
                        return Ok(Some((pc as usize + 1, end)));
                    }
                }
                Frame::Grow { pc, low, next, high } => {
                    if let Some(Inst::RepeatOne(repeat)) = self.program.code.get(pc as usize)
                        && let Some(end) = self.grow(repeat.id, pc, (low, next, high), advance)?
                    {
                        return Ok(Some((pc as usize + 1, end)));
                    }
                }
                Frame::Look { pc, pos } => {
                    self.barriers.pop();
                    if let Some(Inst::Look { negate: true, next, .. }) = self.program.code.get(pc as usize) {
                        return Ok(Some((*next, pos)));
                    }
                }
                Frame::Atomic => {
                    self.barriers.pop();
                }
            }
        }
        Ok(None)
    }

    fn undo(&mut self, frame: Frame) {
        match frame {
            Frame::Slot { slot, old } => {
                if let Some(edge) = self.slots.get_mut(slot as usize) {
                    *edge = old;
                }
            }
            Frame::Loop { id, count, last } => {
                if let Some(entry) = self.loops.get_mut(id as usize) {
                    *entry = (count, last);
                }
            }
            _ => {}
        }
    }

    /// Drops everything down to and including the barrier, undoing changes.
    fn undo_to(&mut self, barrier: usize) {
        while self.stack.len() > barrier {
            if let Some(frame) = self.stack.pop() {
                self.undo(frame);
            }
        }
    }

    /// Drops the barrier and the choices above it, but keeps what undoes changes.
    fn commit(&mut self, barrier: usize) {
        let mut keep = barrier;
        for at in barrier..self.stack.len() {
            if let Some(frame @ (Frame::Slot { .. } | Frame::Loop { .. })) = self.stack.get(at).copied() {
                if let Some(place) = self.stack.get_mut(keep) {
                    *place = frame;
                }
                keep += 1;
            }
        }
        self.stack.truncate(keep);
    }

    fn set_loop(&mut self, id: usize, count: u32, last: u32) -> Result<(), Stop> {
        if let Some(entry) = self.loops.get_mut(id) {
            let old = std::mem::replace(entry, (count, last));
            self.push(Frame::Loop {
                id: id as u32,
                count: old.0,
                last: old.1,
            })?;
        }
        Ok(())
    }

    fn remember_look(&mut self, id: usize, origin: u32) {
        if !self.shortcuts {
            return;
        }
        let Some(repeat) = self.analysis.sliding.get(id).copied().flatten() else {
            return;
        };
        let tried = self.known.get(repeat).map_or(origin, |known| known.tried);
        if let Some(entry) = self.looks.get_mut(id) {
            *entry = (origin, tried);
        }
    }

    /// Start and end of a group that has matched.
    fn matched(&self, group: usize) -> Option<(u32, u32)> {
        let start = self.slots.get(group * 2).copied().filter(|edge| *edge != NONE)?;
        let end = self.slots.get(group * 2 + 1).copied().filter(|edge| *edge != NONE)?;
        (start <= end).then_some((start, end))
    }

    /// Where the text of the group, repeated at `pos`, ends.
    fn reference(&self, group: usize, fold: Fold, pos: u32) -> Option<u32> {
        let (start, end) = self.matched(group)?;
        let wanted = self.text.get(start as usize..end as usize)?;
        let found = self.text.get(pos as usize..pos as usize + wanted.len())?;
        let same = match fold {
            Fold::None => wanted == found,
            _ => wanted.iter().zip(found).all(|(a, b)| fold.lower(*a) == fold.lower(*b)),
        };
        same.then_some(pos + wanted.len() as u32)
    }

    fn is_at(&self, place: Place, pos: u32) -> bool {
        let length = self.text.len() as u32;
        let before = || pos.checked_sub(1).and_then(|pos| self.at(pos));
        match place {
            Place::Start => pos == 0,
            Place::LineStart => before().is_none_or(|c| c == 10),
            Place::End => pos == length,
            Place::LastLine => pos == length || (pos + 1 == length && self.at(pos) == Some(10)),
            Place::LineEnd => self.at(pos).is_none_or(|c| c == 10),
            Place::Boundary { ascii } | Place::NotBoundary { ascii } => {
                // Neither holds in an empty text.
                let word = |c: Option<u32>| c.is_some_and(|c| is_word(c, ascii));
                let edge = word(before()) != word(self.at(pos));
                length > 0 && edge == matches!(place, Place::Boundary { .. })
            }
        }
    }
}
