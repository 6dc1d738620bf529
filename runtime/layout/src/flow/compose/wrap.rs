//! Lines that are not simply as long as they can be (CSS Text 4 §6.3): `text-wrap: balance` and `pretty`.

use super::*;

impl Composer<'_, '_> {
    /// The least width in which the text takes no more lines than in all of it (CSS Text 4 §6.3), for `text-wrap: balance`.
    pub(super) fn balanced_width(&self, style: &ComputedValues, indent: f32) -> Option<f32> {
        /// Lines of a block that are balanced at most, as in Chromium.
        const MOST: usize = 6;
        if text_properties::keyword(style, "text-wrap-style").as_deref() != Some("balance")
            || self
                .units
                .iter()
                .any(|unit| matches!(unit.kind, UnitKind::Float(_) | UnitKind::Newline { .. }))
        {
            return None;
        }
        let lines = |width: f32| {
            let (mut at, mut count) = (0, 0);
            while at < self.units.len() && count <= MOST {
                let room = width - if count == 0 { indent } else { 0.0 };
                at = self.find(at, room).end.max(at + 1);
                count += 1;
            }
            count
        };
        let wanted = lines(self.width);
        if !(2..=MOST).contains(&wanted) {
            return None;
        }
        let (mut narrow, mut wide) = (0.0, self.width);
        while wide - narrow > 0.5 {
            let middle = (narrow + wide) / 2.0;
            if lines(middle) > wanted {
                narrow = middle;
            } else {
                wide = middle;
            }
        }
        Some(wide)
    }

    /// The line before the last and where it is to end so that no short word is left alone on the last one, for `text-wrap: pretty`
    /// (CSS Text 4 §6.3): the units they are at.
    pub(super) fn kept_from_end(&self, style: &ComputedValues, indent: f32) -> Option<(usize, usize)> {
        /// Last lines that take less of the width count as short.
        const SHORT: f32 = 1.0 / 3.0;
        let units = self.units;
        if text_properties::keyword(style, "text-wrap-style").as_deref() != Some("pretty") {
            return None;
        }
        let (mut at, mut before) = (0, None);
        let mut first = true;
        loop {
            let room = self.width - if first { indent } else { 0.0 };
            let end = self.find(at, room);
            let next = end.end.max(at + 1);
            if next >= units.len() {
                break;
            }
            before = (!end.forced).then_some(at);
            (at, first) = (next, false);
        }
        let start = before?;
        let width = |from: usize| {
            let line = &units[from..];
            let kept = line.iter().rposition(|unit| !unit.hangs).map_or(0, |last| last + 1);
            line[..kept].iter().map(|unit| unit.width).sum::<f32>()
        };
        let alone = !units[at + 1..].iter().any(|unit| unit.break_before);
        if !alone || width(at) >= self.width * SHORT {
            return None;
        }
        let earlier = (start + 1..at).rev().find(|index| units[*index].break_before)?;
        (width(earlier) <= self.width).then_some((start, earlier))
    }
}
