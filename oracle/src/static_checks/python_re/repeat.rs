//! Repeats of a single character: how far they reach, which end to try next, and what earlier tries have shown.

use super::ast::Greed;
use super::compile::{RepeatOne, Single};
use super::machine::{Frame, Machine, Stop};

/// What is known about one single-character repeat in this text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// `run.0..run.1` all satisfy the test.
    pub(super) run: (u32, u32),
    /// What follows the repeat fails at each of `failed.0..failed.1`.
    pub(super) failed: (u32, u32),
    /// The end tried last.
    pub(super) tried: u32,
}

impl Machine<'_> {
    pub(super) fn repeat_one(&mut self, repeat: &RepeatOne, pc: usize, pos: u32, advance: bool) -> Result<Option<u32>, Stop> {
        let length = self.text.len() as u32;
        let limit = if repeat.max == u32::MAX {
            length
        } else {
            length.min(pos.saturating_add(repeat.max))
        };
        let high = self.extent(repeat, pos, limit)?;
        let low = pos.saturating_add(repeat.min);
        if high < low {
            return Ok(None);
        }
        match repeat.greed {
            Greed::Possessive => Ok(Some(high)),
            Greed::Greedy => self.shrink(repeat.id, pc as u32, (low, high + 1, high), advance),
            Greed::Lazy => self.grow(repeat.id, pc as u32, (low, low, high), advance),
        }
    }

    /// How far the test holds from `pos` on, at most to `limit`.
    fn extent(&mut self, repeat: &RepeatOne, pos: u32, limit: u32) -> Result<u32, Stop> {
        if repeat.single == Single::Every {
            return Ok(limit);
        }
        let run = self.known.get(repeat.id).map_or((1, 0), |known| known.run);
        let joined = run.0 <= pos && pos <= run.1;
        let from = if joined { run.1 } else { pos };
        if from >= limit {
            return Ok(limit);
        }
        let rest = self.text.get(from as usize..limit as usize).unwrap_or_default();
        let count = match repeat.single {
            Single::Every => rest.len(),
            Single::Char(wanted) => rest.iter().take_while(|c| **c == wanted).count(),
            Single::NotLineFeed => rest.iter().take_while(|c| **c != 10).count(),
            Single::Set(set) => match self.program.sets.get(set) {
                Some(set) => rest.iter().take_while(|c| set.contains(**c)).count(),
                None => 0,
            },
        };
        self.spend(count)?;
        let end = from + count as u32;
        if let Some(known) = self.known.get_mut(repeat.id) {
            known.run = (if joined { run.0 } else { pos }, end);
        }
        Ok(end)
    }

    /// The greatest end in `low..next` where the rest may match.
    pub(super) fn shrink(
        &mut self,
        id: usize,
        pc: u32,
        (low, next, high): (u32, u32, u32),
        advance: bool,
    ) -> Result<Option<u32>, Stop> {
        let failed = self.known.get(id).map_or((1, 0), |known| known.failed);
        let first = self.analysis.after_repeat.get(id).copied().flatten();
        let (mut at, mut scanned) = (next, 0);
        let mut found = None;
        while at > low {
            at -= 1;
            scanned += 1;
            if failed.0 <= at && at < failed.1 {
                at = failed.0;
                continue;
            }
            if first
                .as_ref()
                .is_none_or(|first| self.at(at).is_some_and(|c| first.allows(c)))
            {
                found = Some(at);
                break;
            }
        }
        self.spend(scanned)?;
        let Some(end) = found else {
            self.failed(id, low, high, advance);
            return Ok(None);
        };
        if end > low || self.remembers(id, advance) {
            self.push(Frame::Shrink {
                pc,
                low,
                next: end,
                high,
            })?;
        }
        self.tried(id, end);
        Ok(Some(end))
    }

    /// The least end in `next..=high` where the rest may match.
    pub(super) fn grow(
        &mut self,
        id: usize,
        pc: u32,
        (low, next, high): (u32, u32, u32),
        advance: bool,
    ) -> Result<Option<u32>, Stop> {
        let failed = self.known.get(id).map_or((1, 0), |known| known.failed);
        let first = self.analysis.after_repeat.get(id).copied().flatten();
        let (mut at, mut scanned) = (next, 0);
        let mut found = None;
        while at <= high {
            scanned += 1;
            if failed.0 <= at && at < failed.1 {
                at = failed.1;
                continue;
            }
            if first
                .as_ref()
                .is_none_or(|first| self.at(at).is_some_and(|c| first.allows(c)))
            {
                found = Some(at);
                break;
            }
            at += 1;
        }
        self.spend(scanned)?;
        let Some(end) = found else {
            self.failed(id, low, high, advance);
            return Ok(None);
        };
        if end < high || self.remembers(id, advance) {
            self.push(Frame::Grow {
                pc,
                low,
                next: end + 1,
                high,
            })?;
        }
        self.tried(id, end);
        Ok(Some(end))
    }

    fn remembers(&self, id: usize, advance: bool) -> bool {
        !advance && self.analysis.pure.get(id).copied().unwrap_or(false)
    }

    /// Notes that the rest fails at each of `low..=high`.
    fn failed(&mut self, id: usize, low: u32, high: u32, advance: bool) {
        if !self.remembers(id, advance) {
            return;
        }
        if let Some(known) = self.known.get_mut(id) {
            let (from, to) = known.failed;
            known.failed = if low <= to && from <= high.saturating_add(1) && from < to {
                (from.min(low), to.max(high + 1))
            } else {
                (low, high + 1)
            };
        }
    }

    fn tried(&mut self, id: usize, end: u32) {
        if let Some(known) = self.known.get_mut(id) {
            known.tried = end;
        }
    }
}
